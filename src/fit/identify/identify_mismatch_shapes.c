// identify_mismatch_shapes.c - terms of a model mismatch with a period, a width or a time constant: which one the residuals show. [host]
//
// To fit every period would take long. What is left of the residuals and of a term behind what all laws can do (a constant, viscous and
// Coulomb friction, the gain and the delay of the force) shows which term is worth a fit: in most logs none is.
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "fit/statistics/periodic.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// By what every law can do: a constant, the direction, the velocity, the force and its rate.
enum { EASY = 5, BLOCK = 20 };

// Of a peak over the frequencies around it; of a correlation, in its sds.
static const double PEAK = 18, WORTH = 3;

// All rows that are fitted, one after another. Of others the residual is NaN.
struct br_mismatch_rows {
    const br_identify_work *w;
    long long rows;
    double *t, *x, *v, *force; // x: of a log without positions the integral of v; force: of the model
    double *residual;          // measured less model
    double *trial, *left;      // a term, and what is left of it
    double *easy[EASY];        // orthogonal, of norm 1
    double *memory;
};

// ---------------------------------------------------------------- rows

static double row_of(const double *column, long long k)
{
    return column ? column[k] : (double)NAN;
}

// One stretch, from row `at` on. Where the velocity or the force is missing, they stay.
static void fill_stretch(br_mismatch_rows *r, const br_output_log *g, const double *residual, long long at)
{
    const br_axis_log *l = &r->w->log[g->of];
    double x = 0, v = 0, force = 0;
    for (long long k = 0; k < g->stretch.rows; k++, at++) {
        double dt = k > 0 ? g->stretch.t[k] - g->stretch.t[k - 1] : 0, next = row_of(l->v, g->first + k);
        x += isfinite(next) ? 0.5 * dt * (v + next) : 0;
        v = isfinite(next) ? next : v;
        double model = (g->whole ? g->whole : g->y)[k] - residual[k];
        force = isfinite(model) ? model : force;
        r->t[at] = g->stretch.t[k];
        r->x[at] = l->x ? l->x[g->first + k] : x;
        r->v[at] = v;
        r->force[at] = force;
        r->residual[at] = k >= g->from && k < g->to ? residual[k] : (double)NAN;
    }
}

// Of the stretches that are fitted; residual: of every stretch.
static void fill_rows(br_mismatch_rows *r, double *const *residual)
{
    long long at = 0;
    for (int s = 0; s < r->w->stretches; s++) {
        fill_stretch(r, &r->w->stretch[s], residual[s], at);
        at += r->w->stretch[s].stretch.rows;
    }
}

static double sign_of(double v)
{
    return v > 0 ? 1 : v < 0 ? -1 : 0;
}

// Less what the first n easy columns can do; where there is no residual, 0. Its norm.
static double take_off(const br_mismatch_rows *r, int n, double *c)
{
    double sum = 0;
    for (long long k = 0; k < r->rows; k++)
        c[k] = isfinite(r->residual[k]) && isfinite(c[k]) ? c[k] : 0;
    for (int i = 0; i < n; i++) {
        double share = 0;
        for (long long k = 0; k < r->rows; k++)
            share += r->easy[i][k] * c[k];
        for (long long k = 0; k < r->rows; k++)
            c[k] -= share * r->easy[i][k];
    }
    for (long long k = 0; k < r->rows; k++)
        sum += c[k] * c[k];
    return br_sqrt(sum);
}

static void fill_easy(br_mismatch_rows *r)
{
    for (long long k = 0; k < r->rows; k++) {
        double dt = k > 0 ? r->t[k] - r->t[k - 1] : 0;
        r->easy[0][k] = 1;
        r->easy[1][k] = sign_of(r->v[k]);
        r->easy[2][k] = r->v[k];
        r->easy[3][k] = r->force[k];
        r->easy[4][k] = dt > 0 ? (r->force[k] - r->force[k - 1]) / dt : 0;
    }
    for (int i = 0; i < EASY; i++) {
        double before = 0, norm;
        for (long long k = 0; k < r->rows; k++)
            before += isfinite(r->residual[k]) ? r->easy[i][k] * r->easy[i][k] : 0;
        norm = take_off(r, i, r->easy[i]);
        for (long long k = 0; k < r->rows; k++)
            r->easy[i][k] *= norm > 1e-8 * br_sqrt(before) ? 1 / norm : 0;
    }
}

br_status br_mismatch_rows_open(br_mismatch_rows **to, const br_identify_work *w)
{
    br_mismatch_rows *r = calloc(1, sizeof *r);
    *to = r;
    if (!r)
        return BR_NO_MEMORY;
    r->w = w;
    r->rows = br_identify_rows(w);
    size_t n = (size_t)r->rows + 1;
    r->memory = malloc((7 + EASY) * n * sizeof *r->memory);
    if (!r->memory)
        return BR_NO_MEMORY;
    double **column[] = {&r->t, &r->x, &r->v, &r->force, &r->residual, &r->trial, &r->left};
    for (size_t i = 0; i < sizeof column / sizeof *column; i++)
        *column[i] = r->memory + i * n;
    for (size_t i = 0; i < EASY; i++)
        r->easy[i] = r->memory + (7 + i) * n;
    fill_rows(r, w->id->fit.residual);
    fill_easy(r);
    return BR_OK;
}

void br_mismatch_rows_close(br_mismatch_rows *r)
{
    if (r)
        free(r->memory);
    free(r);
}

// ---------------------------------------------------------------- terms

// Behind a first-order low-pass of this time constant, less the force itself: exact for straight lines between rows.
static void fill_lag(const br_mismatch_rows *r, double lag, double *to)
{
    double y = 0;
    for (long long k = 0; k < r->rows; k++) {
        double dt = k > 0 ? r->t[k] - r->t[k - 1] : 0, u = r->force[k];
        if (dt > 0 && dt < 1e6 * lag) {
            double keep = br_exp(-dt / lag), slope = (u - r->force[k - 1]) / dt;
            y = u - slope * lag + keep * (y - r->force[k - 1] + slope * lag);
        } else
            y = u; // the first row of a stretch
        to[k] = y - u;
    }
}

void br_mismatch_fill(const br_mismatch_rows *r, br_mismatch_shape shape, double *to)
{
    const double turn = 6.283185307179586;
    if (shape.cause == BR_MISMATCH_LAG) {
        fill_lag(r, shape.scale, to);
        return;
    }
    for (long long k = 0; k < r->rows; k++) {
        double wave = isfinite(r->x[k]) ? br_cos(turn * r->x[k] / shape.scale - shape.phase) : 0;
        switch (shape.cause) {
        case BR_MISMATCH_CYCLE: to[k] = wave; break;
        case BR_MISMATCH_RIPPLE: to[k] = wave * sign_of(r->v[k]); break;
        case BR_MISMATCH_PLACE: to[k] = isfinite(r->x[k]) ? r->x[k] * sign_of(r->v[k]) : 0; break;
        case BR_MISMATCH_DEAD_ZONE: to[k] = br_max(-1, br_min(1, r->force[k] / shape.scale)); break;
        case BR_MISMATCH_DRIFT: to[k] = r->t[k] - r->t[0]; break;
        default: to[k] = 0;
        }
    }
}

// ---------------------------------------------------------------- search

// The correlation of what is left of a term with the residuals, in its sds; these from sums over blocks of rows, which may depend on
// each other in any way.
static double correlation(br_mismatch_rows *r, double *c)
{
    long long every = r->w->o->every, block = BLOCK > 2 * every ? BLOCK : 2 * every;
    double sum = 0, squares = 0, part = 0;
    if (!(take_off(r, EASY, c) > 0))
        return 0;
    for (long long k = 0; k < r->rows; k++) {
        part += isfinite(r->residual[k]) ? c[k] * r->residual[k] : 0;
        if ((k + 1) % block != 0 && k + 1 < r->rows)
            continue;
        sum += part;
        squares += part * part;
        part = 0;
    }
    return squares > 0 ? fabs(sum) / br_sqrt(squares) : 0;
}

static double worth(br_mismatch_rows *r, br_mismatch_shape shape)
{
    br_mismatch_fill(r, shape, r->trial);
    return correlation(r, r->trial);
}

static br_status find_period(br_mismatch_rows *r, br_mismatch_shape *shape, bool *found)
{
    br_periodic p;
    bool along = shape->cause == BR_MISMATCH_RIPPLE;
    for (long long k = 0; k < r->rows; k++) {
        double way = along ? sign_of(r->v[k]) : 1;
        r->trial[k] = way != 0 ? way * r->residual[k] : (double)NAN;
    }
    br_status status = br_periodic_find(r->rows, r->x, r->trial, &p);
    shape->scale = p.period;
    shape->phase = p.phase;
    *found = status == BR_OK && p.period > 0 && p.height > PEAK;
    return status;
}

// The best of scales from low to high, each twice the one before.
static bool find_scale(br_mismatch_rows *r, double low, double high, double factor, br_mismatch_shape *shape)
{
    double best = WORTH;
    shape->scale = 0;
    for (double scale = low; scale <= high && scale > 0; scale *= factor) {
        double is = worth(r, (br_mismatch_shape){shape->cause, scale, 0});
        if (is > best) {
            best = is;
            shape->scale = scale;
        }
    }
    return shape->scale > 0;
}

static double force_rms(const br_mismatch_rows *r)
{
    double sum = 0;
    for (long long k = 0; k < r->rows; k++)
        sum += r->force[k] * r->force[k];
    return r->rows > 0 ? br_sqrt(sum / (double)r->rows) : 0;
}

br_status br_mismatch_search(br_mismatch_rows *r, br_mismatch_cause cause, br_mismatch_shape *shape, bool *found)
{
    double force = force_rms(r), step = r->w->id->delay.step;
    *shape = (br_mismatch_shape){cause, 1, 0};
    switch (cause) {
    case BR_MISMATCH_CYCLE:
    case BR_MISMATCH_RIPPLE: return find_period(r, shape, found);
    case BR_MISMATCH_DEAD_ZONE: *found = find_scale(r, 0.01 * force, 1.5 * force, 1.4, shape); break;
    case BR_MISMATCH_LAG: *found = find_scale(r, 0.5 * step, 40 * step, 1.4, shape); break;
    default: *found = worth(r, *shape) > WORTH;
    }
    return BR_OK;
}

// The residuals of a fit that has the term in `column`, as its last one, less that: of the model alone.
void br_mismatch_rows_update(br_mismatch_rows *r, const br_output_fit *with, const double *column)
{
    long long at = 0;
    double c = with->value[with->n - 1];
    fill_rows(r, with->residual);
    for (at = 0; at < r->rows; at++) {
        r->residual[at] += c * column[at];
        r->force[at] -= c * column[at];
    }
    fill_easy(r);
}
