// identify_tables.c - tables of an identification in a program: residuals, segments, friction over speed and displacement. [host]
#include "num/base/fp.h"

#include "api/identify/identify_parts.h"
#include "api/table/table_handle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---------------------------------------------------------------- residuals

static long long residuals_of(const br_identified *fit, int log)
{
    long long rows = 0;
    for (int i = 0; i < fit->stretches; i++)
        rows += fit->place[i].log == log ? fit->fit.rows[i] : 0;
    return rows;
}

// Times and residuals of all stretches of a log.
static void copy_residuals(const br_identification *id, const br_identified *fit, int log, double *t, double *r)
{
    long long k = 0;
    for (int i = 0; i < fit->stretches; i++)
        for (long long at = 0; fit->place[i].log == log && at < fit->fit.rows[i]; at++, k++) {
            t[k] = id->axis[log].trace.t[fit->place[i].row + at];
            r[k] = fit->fit.residual[i][at];
        }
}

static br_status make_residuals(const br_identification *id, int log, br_table **table, br_diag *why)
{
    const br_identified *fit = br_identification_shown_fit(id);
    if (!id || !table)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_identification_residuals: an identification and a place for the handle are needed");
    long long rows = fit && log >= 0 && log < fit->logs ? residuals_of(fit, log) : 0;
    if (rows == 0)
        return br_diag_fail(why, BR_NEGATIVE, "identification: there are no residuals of log %d", log);
    char heading[BR_UNIT_SIZE + 20];
    double *const column[] = {malloc((size_t)rows * sizeof(double)), malloc((size_t)rows * sizeof(double))};
    if (column[0] && column[1])
        copy_residuals(id, fit, log, column[0], column[1]);
    snprintf(heading, sizeof heading, "residual [%s]",
             fit->motion ? br_identification_motion_unit(id) : id->force_unit);
    return br_table_own(table, "residuals", (const char *const[]){"t [s]", heading}, column, 2, (size_t)rows, why);
}

br_status br_identification_residuals(br_identification *id, int log, br_table **residuals, br_diag *why)
{
    return br_said(make_residuals(id, log, residuals, why), why);
}

// ---------------------------------------------------------------- segments

int br_identification_segments(const br_identification *id)
{
    const br_identified *fit = br_identification_shown_fit(id);
    return fit ? fit->stretches : 0;
}

enum { T, V, MEASURED, MODEL, RESIDUAL, X, COLUMNS };

// Row k of the log, in row i of the segment.
static void fill_row(const br_identification *id, const br_identified_law *d, int segment, long long i,
                     double *const *to)
{
    const br_stretch_place *place = &d->id.place[segment];
    const br_axis_log *l = &id->axis[place->log];
    long long k = place->row + i;
    to[T][i] = l->trace.t[k];
    to[V][i] = l->v[k];
    if (l->x)
        to[X][i] = l->x[k];
    to[MEASURED][i] = !d->id.motion ? br_identification_friction(id, d, place->log, k) : l->x ? l->x[k] : l->v[k];
    to[RESIDUAL][i] = d->id.fit.residual[segment][i];
    to[MODEL][i] = to[MEASURED][i] - to[RESIDUAL][i];
}

static br_status make_segment(const br_identification *id, const br_identified_law *d, int segment, br_table **table,
                              br_diag *why)
{
    const br_identified *fit = &d->id;
    long long rows = fit->fit.rows[segment];
    const char *unit = fit->motion ? br_identification_motion_unit(id) : id->force_unit;
    const char *const name[] = {"t", "v", "measured", "model", "residual", "x"};
    const char *const units[] = {"s", id->speed_unit, unit, unit, unit, id->position_unit};
    char text[COLUMNS][BR_UNIT_SIZE + 20];
    const char *heading[COLUMNS];
    double *v[COLUMNS];
    bool whole = true;
    int columns = id->axis[fit->place[segment].log].x ? COLUMNS : X;
    for (int c = 0; c < columns; c++) {
        snprintf(text[c], sizeof text[c], "%s [%s]", name[c], units[c]);
        heading[c] = text[c];
        v[c] = malloc((size_t)rows * sizeof *v[c] + 1);
        whole = whole && v[c];
    }
    for (long long i = 0; i < rows && whole; i++)
        fill_row(id, d, segment, i, v);
    return br_table_own(table, "segment", heading, v, columns, (size_t)rows, why);
}

br_status br_identification_segment(const br_identification *id, int i, br_table **table, br_diag *why)
{
    const br_identified_law *d = br_identification_shown(id);
    if (!id || !table)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_identification_segment: an identification and a place for the handle are needed");
    if (!d || i < 0 || i >= d->id.stretches)
        return br_diag_fail(why, BR_NEGATIVE, "identification: there is no segment %d", i);
    return br_said(make_segment(id, d, i, table, why), why);
}

// ---------------------------------------------------------------- friction over speed and over displacement

static bool has_results(const br_identification *id)
{
    const br_owned_identification *own = (const br_owned_identification *)id;
    return own && own->done;
}

int br_identification_map_segments(const br_identification *id)
{
    return has_results(id) && id->map.pieces;
}

int br_identification_branches(const br_identification *id)
{
    return has_results(id) ? id->map.virgin.branches : 0;
}

// A table of a text of the identification.
static br_status parse_points(const br_identification *id, const char *name,
                              void (*write)(br_buffer *out, const br_identification *w), br_table **table, br_diag *why)
{
    br_buffer text = {0};
    write(&text, id);
    br_status status =
        text.status == BR_OK ? br_table_parse(table, name, text.text, text.size, NULL, why) : text.status;
    br_buffer_free(&text);
    return status;
}

static br_status make_map(const br_identification *id, br_table **map, br_diag *why)
{
    if (!id || !map)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_identification_map: an identification and a place for the handle are needed");
    if (!has_results(id) || id->map.map.points == 0)
        return br_diag_fail(why, BR_NEGATIVE, "identification: there are too few samples for friction over speed");
    return parse_points(id, "friction over speed", br_identification_write_map, map, why);
}

br_status br_identification_map(const br_identification *id, br_table **map, br_diag *why)
{
    return br_said(make_map(id, map, why), why);
}

static br_status make_virgin(const br_identification *id, br_table **curve, br_diag *why)
{
    if (!id || !curve)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_identification_virgin: an identification and a place for the handle are needed");
    if (!has_results(id) || id->map.virgin.points == 0)
        return br_diag_fail(why, BR_NEGATIVE,
                            "identification: the first log has no loops of presliding with positions");
    return parse_points(id, "virgin curve", br_identification_write_virgin, curve, why);
}

br_status br_identification_virgin(const br_identification *id, br_table **curve, br_diag *why)
{
    return br_said(make_virgin(id, curve, why), why);
}

br_status br_identification_stribeck_of(const br_identification *id, br_identification_stribeck *s)
{
    if (!has_results(id) || id->map.curve.n == 0)
        return BR_BAD_USAGE;
    const br_friction_map *m = &id->map;
    const double *value = m->curve.value;
    br_identification_stribeck is = {.size = sizeof is,
                                     .falls = m->verdict == BR_STEADY_IDENTIFIABLE,
                                     .verdict = br_steady_verdict_text(m->verdict),
                                     .segments = m->pieces,
                                     .points = m->map.points,
                                     .FC = value[0],
                                     .FS = value[1],
                                     .vs = value[2],
                                     .sigma2 = value[3],
                                     .flat = m->verdict == BR_STEADY_NO_DIP};
    return br_sized_answer(s, &is, sizeof is, BR_SIZE_BEFORE(br_identification_stribeck, flat)) ? BR_OK : BR_BAD_USAGE;
}

double br_identification_stribeck_at(const br_identification_stribeck *s, double v)
{
    if (!s)
        return (double)NAN;
    const double value[] = {s->FC, s->FS, s->vs, s->sigma2};
    return br_steady_at(BR_STEADY_GAUSS, value, v);
}
