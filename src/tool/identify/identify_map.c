// identify_map.c - measured friction over speed and displacement in `bristle identify`: table, text, JSON, pictures.   [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "tool/identify/identify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Points of friction over speed or displacement: columns of a table of the library.
typedef struct curve_points {
    br_table *table; // NULL: there are none
    int count;
    const double *at, *F, *sd, *samples;
    br_status status; // no memory: they are not known, which is not that there are none
} curve_points;

static curve_points read_points(br_table *table, br_status status)
{
    br_diag why;
    if (status == BR_OK)
        status = br_table_load(table, &why);
    curve_points p = {.table = table, .status = status == BR_NO_MEMORY ? status : BR_OK};
    if (status != BR_OK)
        return p;
    p.count = (int)br_table_rows(table);
    p.at = br_table_values(table, 0);
    p.F = br_table_values(table, 1);
    p.sd = br_table_values(table, 2);
    p.samples = br_table_values(table, 3);
    return p;
}

static curve_points speeds_of(const identifying *o)
{
    br_table *map = NULL;
    br_diag why;
    br_status status = br_identification_map(o->is, &map, &why);
    return read_points(map, status);
}

static curve_points displacements_of(const identifying *o)
{
    br_table *virgin = NULL;
    br_diag why;
    br_status status = br_identification_virgin(o->is, &virgin, &why);
    return read_points(virgin, status);
}

// Whether there is a Stribeck curve through the points.
static bool read_curve(const identifying *o, br_identification_stribeck *s)
{
    *s = (br_identification_stribeck){.size = sizeof *s};
    return br_identification_stribeck_of(o->is, s) == BR_OK;
}

// ---------------------------------------------------------------- table and text

void identify_map_csv(br_buffer *out, const identifying *o)
{
    curve_points p = speeds_of(o);
    out->status = out->status == BR_OK ? p.status : out->status;
    br_buffer_print(out, "v [%s],F [%s],sd [%s],samples\n", o->log.speed_unit, o->log.force_unit, o->log.force_unit);
    for (int i = 0; i < p.count; i++) {
        const double cell[] = {p.at[i], p.F[i], p.sd[i]};
        for (int c = 0; c < 3; c++) {
            br_buffer_number(out, cell[c]);
            br_buffer_put(out, ",");
        }
        br_buffer_print(out, "%.0f\n", p.samples[i]);
    }
    br_table_close(p.table);
}

// Of the best law: does it fall from FS to FC by more than its standard deviations?
static bool law_dips(const identifying *o)
{
    br_identification_parameter FS = {.size = sizeof FS}, FC = {.size = sizeof FC};
    bool both = br_identification_parameter_at(o->is, br_identification_index(o->is, "FS"), &FS) == BR_OK &&
                br_identification_parameter_at(o->is, br_identification_index(o->is, "FC"), &FC) == BR_OK;
    return both && FS.trusted && FS.value - FC.value > 2 * (FS.sd_autocorrelated + FC.sd_autocorrelated);
}

// Points that are too coarse or too fast for what the law has found are no contradiction.
static void text_flat(br_buffer *out, const identifying *o, const br_identification_stribeck *s, const curve_points *p)
{
    double slowest = HUGE_VAL;
    for (int i = 0; i < p->count; i++)
        slowest = fmin(slowest, fabs(p->at[i]));
    br_buffer_put(out, s->verdict);
    if (s->flat && law_dips(o)) {
        br_buffer_put(out, ", of which the slowest is at ");
        br_buffer_about(out, slowest, 3);
        br_buffer_print(out, " %s; FS above FC in ", o->log.speed_unit);
        br_buffer_put(out, o->best_law.called);
        br_buffer_put(out, " follows from all rows, slower ones and those of changing speed, too");
    }
    br_buffer_put(out, "\n");
}

void identify_map_text(br_buffer *out, const identifying *o)
{
    br_identification_stribeck s;
    if (!read_curve(o, &s))
        return;
    br_buffer_print(out, "\nfriction over speed, %s: %d points, ",
                    s.segments ? "segments of constant speed" : "all speeds in bins", s.points);
    if (!s.falls) {
        curve_points p = speeds_of(o);
        out->status = out->status == BR_OK ? p.status : out->status;
        text_flat(out, o, &s, &p);
        br_table_close(p.table);
        return;
    }
    br_buffer_put(out, "falling from ");
    br_buffer_about(out, s.FS, 3);
    br_buffer_put(out, " to ");
    br_buffer_about(out, s.FC, 3);
    br_buffer_print(out, " %s at about ", o->log.force_unit);
    br_buffer_about(out, s.vs, 3);
    br_buffer_print(out, " %s (Stribeck)\n", o->log.speed_unit);
}

// ---------------------------------------------------------------- JSON

static void json_points(br_json *j, const char *over, curve_points p)
{
    j->out->status = j->out->status == BR_OK ? p.status : j->out->status;
    br_json_field_open(j, "points", '[');
    for (int i = 0; i < p.count; i++) {
        br_json_open(j, '{');
        br_json_field_number(j, over, p.at[i]);
        BR_JSON_NUMBERS(j, {"F", p.F[i]}, {"sd", p.sd[i]}, {"samples", p.samples[i]});
        br_json_close(j);
    }
    br_json_close(j);
    br_table_close(p.table);
}

void identify_map_json(br_json *j, const identifying *o)
{
    br_identification_stribeck s;
    bool has_curve = read_curve(o, &s);
    br_json_field_open(j, "map", '{');
    br_json_field_text(j, "from", br_identification_map_segments(o->is) ? "pieces" : "bins");
    json_points(j, "v", speeds_of(o));
    br_json_field_text(j, "verdict", has_curve ? s.verdict : "");
    br_json_field_open(j, "curve", '{');
    if (has_curve)
        BR_JSON_NUMBERS(j, {"FC", s.FC}, {"FS", s.FS}, {"vs", s.vs}, {"sigma2", s.sigma2});
    br_json_close(j);
    br_json_close(j);
    br_json_field_open(j, "virgin", '{');
    br_json_field_number(j, "branches", br_identification_branches(o->is));
    json_points(j, "x", displacements_of(o));
    br_json_close(j);
}

// ---------------------------------------------------------------- pictures

// Points of one direction, a line between them, and their sds twice.
static void draw_points(br_plot *p, const curve_points *map, bool forward)
{
    enum { MOST = 400 };
    double v[MOST], F[MOST], sd[MOST];
    int n = 0;
    for (int i = 0; i < map->count && n < MOST; i++)
        if ((map->at[i] > 0) == forward) {
            v[n] = map->at[i];
            F[n] = map->F[i];
            sd[n++] = map->sd[i];
        }
    br_draw_curve(p, forward ? "measured, forward" : "measured, backward", v, F, n);
    br_draw_band(p, NULL, v, F, sd, 2, n);
}

static void draw_curve(br_plot *p, const curve_points *map, const br_identification_stribeck *s, double side)
{
    enum { MANY = 200 };
    double fastest = 0, v[MANY], F[MANY];
    for (int i = 0; i < map->count; i++)
        fastest = fmax(fastest, side * map->at[i]);
    for (int i = 0; i < MANY; i++) {
        v[i] = side * fastest * pow((i + 0.5) / MANY, 2);
        F[i] = br_identification_stribeck_at(s, v[i]);
    }
    br_draw_curve(p, side > 0 ? "Stribeck curve" : NULL, v, F, MANY);
}

void identify_map_draw(br_plots *all, const identifying *o)
{
    curve_points map = speeds_of(o), virgin = displacements_of(o);
    br_identification_stribeck s;
    bool dips = read_curve(o, &s) && s.falls;
    if (all->status == BR_OK)
        all->status = map.status != BR_OK ? map.status : virgin.status;
    if (map.count > 1) {
        br_plot *p =
            br_draw(all, "Friction over speed", "velocity", o->log.speed_unit, "friction force", o->log.force_unit,
                    br_identification_map_segments(o->is)
                        ? "Means over segments of constant speed, with two standard deviations."
                        : "Means over bins of speed, with two standard deviations.");
        draw_points(p, &map, false);
        draw_points(p, &map, true);
        for (int side = -1; side <= 1 && dips; side += 2)
            draw_curve(p, &map, &s, side);
    }
    if (virgin.count > 2) {
        br_plot *p = br_draw(all, "Virgin curve of presliding", "displacement", o->log.position_unit, "friction force",
                             o->log.force_unit,
                             "By Masing's rule from every branch after a reversal, each at half its size; the band is "
                             "the spread of samples.");
        br_draw_curve(p, "measured", virgin.at, virgin.F, virgin.count);
        br_draw_band(p, NULL, virgin.at, virgin.F, virgin.sd, 1, virgin.count);
    }
    br_table_close(map.table);
    br_table_close(virgin.table);
}
