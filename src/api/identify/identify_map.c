// identify_map.c - measured friction over speed, and over displacement after reversals, independent of any law.   [host]
#include "num/base/fp.h"

#include "api/identify/identification.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double br_identification_friction(const br_identification *w, const br_identified_law *d, int log, long long k)
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
static long long gather(const br_identification *w, const br_identified_law *d, double *v, double *F)
{
    long long n = 0;
    for (int i = 0; i < w->logs; i++) {
        for (long long k = 0; k < w->axis[i].trace.rows && !w->axis[i].test; k++, n++) {
            double x, a;
            br_axis_motion_at(&w->axis[i], d->id.delay.step, d->id.delay.value, k, &x, &v[n], &a);
            F[n] = isfinite(v[n]) ? br_identification_friction(w, d, i, k) : (double)NAN;
            v[n] = isfinite(v[n]) ? v[n] : 0;
        }
        v[n] = 0;
        F[n++] = (double)NAN;
    }
    return n;
}

// Pieces of constant speed, if they are a third of the log and some more than a curve has numbers; else bins.
static br_status find_map(br_friction_map *to, long long n, double dt, const double *v, const double *F)
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
static br_status find_curve(br_friction_map *to)
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
        most = br_larger(most, m->point[i].y);
    return m->points > 2 && m->point[0].y < 0.5 * most && m->point[m->points - 1].y > 0.8 * most;
}

// The virgin curve of presliding, of the first log.
static br_status find_virgin(const br_identification *w, const br_identified_law *d, br_friction_map *to)
{
    const br_axis_log *l = &w->axis[0];
    long long rows = l->trace.rows;
    double *x = l->x ? malloc(2 * (size_t)rows * sizeof *x) : NULL, *F = x ? x + rows : NULL;
    if (!x)
        return l->x ? BR_NO_MEMORY : BR_OK;
    double low = HUGE_VAL, high = -HUGE_VAL, jump = 0;
    for (long long k = 0; k < rows; k++) {
        x[k] = isfinite(l->x[k]) ? l->x[k] : k > 0 ? x[k - 1] : 0;
        F[k] = isfinite(l->v[k]) ? br_identification_friction(w, d, 0, k) : (double)NAN;
        low = br_smaller(low, x[k]);
        high = br_larger(high, x[k]);
        jump = k > 0 ? br_larger(jump, fabs(x[k] - x[k - 1])) : 0;
    }
    br_masing_options o = br_masing_defaults(1e-3 * (high - low));
    br_status status =
        high > low && jump < 0.05 * (high - low) ? br_masing_find(&to->virgin, &o, rows, x, F) : BR_NEGATIVE;
    free(x);
    if (status == BR_OK && !builds_up(&to->virgin))
        br_masing_free(&to->virgin);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

br_status br_identification_find_map(br_identification *w)
{
    if (w->best < 0)
        return BR_OK;
    const br_identified_law *d = &w->law[w->best];
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

void br_identification_free_map(br_friction_map *m)
{
    br_steady_free(&m->map);
    br_fit_estimate_free(&m->curve);
    br_masing_free(&m->virgin);
}

static void write_row(br_buffer *out, double at, double F, double sd, long long samples)
{
    const double cell[] = {at, F, sd};
    for (int c = 0; c < 3; c++) {
        br_buffer_number(out, cell[c]);
        br_buffer_put(out, ",");
    }
    br_buffer_print(out, "%lld\n", samples);
}

void br_identification_write_map(br_buffer *out, const br_identification *w)
{
    br_buffer_print(out, "v [%s],F [%s],sd [%s],samples\n", w->speed_unit, w->force_unit, w->force_unit);
    for (int i = 0; i < w->map.map.points; i++) {
        const br_steady_point *p = &w->map.map.point[i];
        write_row(out, p->v, p->F, p->sd, p->count);
    }
}

void br_identification_write_virgin(br_buffer *out, const br_identification *w)
{
    br_buffer_print(out, "x [%s],F [%s],sd [%s],samples\n", w->position_unit, w->force_unit, w->force_unit);
    for (int i = 0; i < w->map.virgin.points; i++) {
        const br_masing_point *p = &w->map.virgin.point[i];
        write_row(out, p->x, p->y, p->sd, p->count);
    }
}
