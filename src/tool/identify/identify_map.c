// identify_map.c - measured friction over speed and displacement in `bristle identify`: text, JSON, pictures.   [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "tool/identify/identify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool dips(const br_friction_map *m)
{
    return m->curve.n > 0 && m->verdict == BR_STEADY_IDENTIFIABLE;
}

// Of the best law: does it fall from FS to FC by more than its standard deviations?
static bool law_dips(const br_identification *w)
{
    const br_identified *id = &w->law[w->best].id;
    int FS = -1, FC = -1;
    for (int i = 0; i < id->parameters.count; i++) {
        FS = strcmp(br_identified_name(id, i), "FS") == 0 ? i : FS;
        FC = strcmp(br_identified_name(id, i), "FC") == 0 ? i : FC;
    }
    if (FS < 0 || FC < 0 || !br_identified_is_identifiable(id, FS))
        return false;
    return id->fit.value[FS] - id->fit.value[FC] > 2 * (id->fit.corrected_sd[FS] + id->fit.corrected_sd[FC]);
}

// Points that are too coarse or too fast for what the law has found are no contradiction.
static void text_flat(br_buffer *out, const br_identification *w)
{
    const br_friction_map *m = &w->map;
    double slowest = HUGE_VAL;
    for (int i = 0; i < m->map.points; i++)
        slowest = fmin(slowest, fabs(m->map.point[i].v));
    br_buffer_put(out, br_steady_verdict_text(m->verdict));
    if (m->verdict == BR_STEADY_NO_DIP && law_dips(w)) {
        br_buffer_put(out, ", of which the slowest is at ");
        br_buffer_about(out, slowest, 3);
        br_buffer_print(out, " %s; FS above FC in ", w->speed_unit);
        br_identified_law_name(out, &w->law[w->best]);
        br_buffer_put(out, " follows from all rows, slower ones and those of changing speed, too");
    }
    br_buffer_put(out, "\n");
}

void identify_map_text(br_buffer *out, const br_identification *w)
{
    const br_friction_map *m = &w->map;
    if (m->curve.n == 0)
        return;
    const double *value = m->curve.value;
    br_buffer_print(out, "\nfriction over speed, %s: %d points, ",
                    m->pieces ? "segments of constant speed" : "all speeds in bins", m->map.points);
    if (!dips(m)) {
        text_flat(out, w);
        return;
    }
    br_buffer_put(out, "falling from ");
    br_buffer_about(out, value[1], 3);
    br_buffer_put(out, " to ");
    br_buffer_about(out, value[0], 3);
    br_buffer_print(out, " %s at about ", w->force_unit);
    br_buffer_about(out, value[2], 3);
    br_buffer_print(out, " %s (Stribeck)\n", w->speed_unit);
}

static void json_point(br_json *j, const char *over, double at, double F, double sd, long long count)
{
    br_json_open(j, '{');
    br_json_field_number(j, over, at);
    BR_JSON_NUMBERS(j, {"F", F}, {"sd", sd}, {"samples", (double)count});
    br_json_close(j);
}

void identify_map_json(br_json *j, const br_identification *w)
{
    const br_friction_map *m = &w->map;
    br_json_field_open(j, "map", '{');
    br_json_field_text(j, "from", m->pieces ? "pieces" : "bins");
    br_json_field_open(j, "points", '[');
    for (int i = 0; i < m->map.points; i++)
        json_point(j, "v", m->map.point[i].v, m->map.point[i].F, m->map.point[i].sd, m->map.point[i].count);
    br_json_close(j);
    br_json_field_text(j, "verdict", m->curve.n > 0 ? br_steady_verdict_text(m->verdict) : "");
    br_json_field_open(j, "curve", '{');
    for (int i = 0; i < m->curve.n; i++)
        br_json_field_number(j, m->curve.name[i], m->curve.value[i]);
    br_json_close(j);
    br_json_close(j);
    br_json_field_open(j, "virgin", '{');
    br_json_field_number(j, "branches", m->virgin.branches);
    br_json_field_open(j, "points", '[');
    for (int i = 0; i < m->virgin.points; i++)
        json_point(j, "x", m->virgin.point[i].x, m->virgin.point[i].y, m->virgin.point[i].sd, m->virgin.point[i].count);
    br_json_close(j);
    br_json_close(j);
}

// Points of one direction, a line between them, and their sds twice.
static void draw_points(br_plot *p, const br_steady_map *map, bool forward)
{
    enum { MOST = 400 };
    double v[MOST], F[MOST], sd[MOST];
    int n = 0;
    for (int i = 0; i < map->points && n < MOST; i++)
        if ((map->point[i].v > 0) == forward) {
            v[n] = map->point[i].v;
            F[n] = map->point[i].F;
            sd[n++] = map->point[i].sd;
        }
    br_draw_curve(p, forward ? "measured, forward" : "measured, backward", v, F, n);
    br_draw_band(p, NULL, v, F, sd, 2, n);
}

static void draw_curve(br_plot *p, const br_friction_map *m, double side)
{
    enum { MANY = 200 };
    double fastest = 0, v[MANY], F[MANY];
    for (int i = 0; i < m->map.points; i++)
        fastest = fmax(fastest, side * m->map.point[i].v);
    for (int i = 0; i < MANY; i++) {
        v[i] = side * fastest * pow((i + 0.5) / MANY, 2);
        F[i] = br_steady_at(BR_STEADY_GAUSS, m->curve.value, v[i]);
    }
    br_draw_curve(p, side > 0 ? "Stribeck curve" : NULL, v, F, MANY);
}

void identify_map_draw(br_plots *all, const br_identification *w)
{
    const br_friction_map *m = &w->map;
    if (m->map.points > 1) {
        br_plot *p = br_draw(all, "Friction over speed", "velocity", w->speed_unit, "friction force", w->force_unit,
                             m->pieces ? "Means over segments of constant speed, with two standard deviations."
                                       : "Means over bins of speed, with two standard deviations.");
        draw_points(p, &m->map, false);
        draw_points(p, &m->map, true);
        for (int side = -1; side <= 1 && dips(m); side += 2)
            draw_curve(p, m, side);
    }
    if (m->virgin.points > 2) {
        br_plot *p = br_draw(all, "Virgin curve of presliding", "displacement", w->position_unit, "friction force",
                             w->force_unit,
                             "By Masing's rule from every branch after a reversal, each at half its size; the band is "
                             "the spread of samples.");
        double *x = malloc(3 * (size_t)m->virgin.points * sizeof *x);
        double *y = x ? x + m->virgin.points : NULL, *sd = x ? y + m->virgin.points : NULL;
        for (int i = 0; x && i < m->virgin.points; i++) {
            x[i] = m->virgin.point[i].x;
            y[i] = m->virgin.point[i].y;
            sd[i] = m->virgin.point[i].sd;
        }
        if (!x)
            all->status = BR_NO_MEMORY;
        else {
            br_draw_curve(p, "measured", x, y, m->virgin.points);
            br_draw_band(p, NULL, x, y, sd, 1, m->virgin.points);
        }
        free(x);
    }
}
