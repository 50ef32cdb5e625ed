// identify_map.c - measured friction over speed, and over displacement after reversals, independent of any law.   [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "tool/identify/identify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double identify_friction(const identifying *w, const identified *d, int log, long long k)
{
    const br_axis_log *l = &w->axis[log];
    br_axis_log row = *l; // as the force of row k sees it
    double x, v, a;
    br_axis_motion_at(l, d->id.delay.step, d->id.delay.value, k, &x, &v, &a);
    row.x = l->x ? &x : NULL;
    row.v = &v;
    row.a = l->a ? &a : NULL;
    row.y = l->y + k;
    return br_identified_friction(&d->id, &w->options, &row, log, 0);
}

// ---------------------------------------------------------------- over speed

// Friction of all logs, with a row that is missing between two of them. v, F: so many numbers.
static long long gather(const identifying *w, const identified *d, double *v, double *F)
{
    long long n = 0;
    for (int i = 0; i < w->logs; i++) {
        for (long long k = 0; k < w->axis[i].trace.rows && !w->axis[i].test; k++, n++) {
            double x, a;
            br_axis_motion_at(&w->axis[i], d->id.delay.step, d->id.delay.value, k, &x, &v[n], &a);
            F[n] = isfinite(v[n]) ? identify_friction(w, d, i, k) : (double)NAN;
            v[n] = isfinite(v[n]) ? v[n] : 0;
        }
        v[n] = 0;
        F[n++] = (double)NAN;
    }
    return n;
}

// Pieces of constant speed, if they are a third of the log and some more than a curve has numbers; else bins.
static br_status find_map(identify_map *to, long long n, double dt, const double *v, const double *F)
{
    enum { FEW = 6 };
    br_steady_options o = br_steady_defaults();
    br_status status = br_steady_pieces(&to->map, &o, n, dt, v, F);
    to->pieces = status == BR_OK && to->map.points >= FEW && 3 * to->map.used >= n;
    if (!to->pieces && status != BR_NO_MEMORY) {
        br_steady_free(&to->map);
        status = br_steady_bins(&to->map, &o, n, dt, v, F);
    }
    return status;
}

// The Stribeck curve through the points.
static br_status find_curve(identify_map *to)
{
    const char *const *names;
    int n = br_steady_names(BR_STEADY_GAUSS, &names);
    br_status status = br_fit_estimate_init(&to->curve, n, names);
    if (status == BR_OK)
        status = br_steady_fit(&to->curve, BR_STEADY_GAUSS, &to->map, 0, &to->verdict);
    if (status != BR_OK)
        br_fit_estimate_free(&to->curve);
    return status;
}

// ---------------------------------------------------------------- over displacement

// A log that slides from one end to the other has no loops: the force is there at once, and the speed moves it.
static bool builds_up(const br_masing *m)
{
    double most = 0;
    for (int i = 0; i < m->points; i++)
        most = fmax(most, m->point[i].y);
    return m->points > 2 && m->point[0].y < 0.5 * most && m->point[m->points - 1].y > 0.8 * most;
}

// The virgin curve of presliding, of the first log.
static br_status find_virgin(const identifying *w, const identified *d, identify_map *to)
{
    const br_axis_log *l = &w->axis[0];
    long long rows = l->trace.rows;
    double *x = l->x ? malloc(2 * (size_t)rows * sizeof *x) : NULL, *F = x ? x + rows : NULL;
    if (!x)
        return l->x ? BR_NO_MEMORY : BR_OK;
    double low = HUGE_VAL, high = -HUGE_VAL, jump = 0;
    for (long long k = 0; k < rows; k++) {
        x[k] = isfinite(l->x[k]) ? l->x[k] : k > 0 ? x[k - 1] : 0;
        F[k] = isfinite(l->v[k]) ? identify_friction(w, d, 0, k) : (double)NAN;
        low = fmin(low, x[k]);
        high = fmax(high, x[k]);
        jump = k > 0 ? fmax(jump, fabs(x[k] - x[k - 1])) : 0;
    }
    br_masing_options o = br_masing_defaults(1e-3 * (high - low));
    br_status status =
        high > low && jump < 0.05 * (high - low) ? br_masing_find(&to->virgin, &o, rows, x, F) : BR_NEGATIVE;
    free(x);
    if (status == BR_OK && !builds_up(&to->virgin))
        br_masing_free(&to->virgin);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

br_status identify_map_find(identifying *w)
{
    if (w->best < 0)
        return BR_OK;
    const identified *d = &w->law[w->best];
    size_t rows = 0;
    for (int i = 0; i < w->logs; i++)
        rows += (size_t)w->axis[i].trace.rows + 1;
    double *v = malloc((2 * rows + 1) * sizeof *v), *F = v ? v + rows : NULL;
    if (!v)
        return BR_NO_MEMORY;
    long long n = gather(w, d, v, F);
    br_status status = find_map(&w->map, n, w->log[0].sampling.median, v, F);
    if (status == BR_OK)
        status = find_curve(&w->map);
    free(v);
    return status == BR_NO_MEMORY ? status : find_virgin(w, d, &w->map);
}

void identify_map_free(identify_map *m)
{
    br_steady_free(&m->map);
    br_fit_estimate_free(&m->curve);
    br_masing_free(&m->virgin);
}

// ---------------------------------------------------------------- showing it

static bool dips(const identify_map *m)
{
    return m->curve.n > 0 && m->verdict == BR_STEADY_IDENTIFIABLE;
}

// Of the best law: does it fall from FS to FC by more than its standard deviations?
static bool law_dips(const identifying *w)
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
static void text_flat(br_buffer *out, const identifying *w)
{
    const identify_map *m = &w->map;
    double slowest = HUGE_VAL;
    for (int i = 0; i < m->map.points; i++)
        slowest = fmin(slowest, fabs(m->map.point[i].v));
    br_buffer_put(out, br_steady_verdict_text(m->verdict));
    if (m->verdict == BR_STEADY_NO_DIP && law_dips(w)) {
        br_buffer_put(out, ", of which the slowest is at ");
        br_buffer_about(out, slowest, 3);
        br_buffer_print(out, " %s; FS above FC in ", w->speed_unit);
        identify_name(out, &w->law[w->best]);
        br_buffer_put(out, " follows from all rows, slower ones and those of changing speed, too");
    }
    br_buffer_put(out, "\n");
}

void identify_map_text(br_buffer *out, const identifying *w)
{
    const identify_map *m = &w->map;
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

void identify_map_json(br_json *j, const identifying *w)
{
    const identify_map *m = &w->map;
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

static void draw_curve(br_plot *p, const identify_map *m, double side)
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

void identify_map_draw(br_plots *all, const identifying *w)
{
    const identify_map *m = &w->map;
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

void identify_map_table(br_buffer *out, const identifying *w)
{
    br_buffer_print(out, "v [%s],F [%s],sd [%s],samples\n", w->speed_unit, w->force_unit, w->force_unit);
    for (int i = 0; i < w->map.map.points; i++) {
        const br_steady_point *p = &w->map.map.point[i];
        const double cell[] = {p->v, p->F, p->sd};
        for (int c = 0; c < 3; c++) {
            br_buffer_number(out, cell[c]);
            br_buffer_put(out, ",");
        }
        br_buffer_print(out, "%lld\n", p->count);
    }
}
