// steady_curve.c - the Stribeck curve fitted to a friction-speed map.             [host]
#include "num/base/fp.h"

#include "fit/statistics/linear.h"
#include "fit/curve/steady.h"
#include "num/base/elem.h"
#include "num/optimise/least_squares.h"
#include "num/algebra/vector.h"

#include <math.h>
#include <stdlib.h>

enum { FC, FS, VS, SIGMA2, DELTA, GRID = 25 };
static const double exponents[] = {2, 1, 0.5};
static const double decisive = 10; // of BIC: odds of 150 to 1 (Kass and Raftery 1995)

int br_steady_names(br_steady_curve curve, const char *const **name)
{
    static const char *const bent[] = {"FC", "FS", "vs", "sigma2", "delta"}, *const flat[] = {"FC", "sigma2"};
    *name = curve == BR_STEADY_FLAT ? flat : bent;
    return curve == BR_STEADY_FLAT ? 2 : curve == BR_STEADY_EXPONENT ? 5 : 4;
}

const char *br_steady_verdict_text(br_steady_verdict v)
{
    static const char *const text[] = {
        "all parameters are identifiable",
        "friction does not fall with speed in these points",
        "friction falls below the slowest of these speeds; measure at lower speeds",
        "friction still falls at the fastest of these speeds; measure at higher speeds",
    };
    return text[v];
}

// The Stribeck curve s(x), and ds/dx, ds/d delta
static double stribeck_share(br_steady_curve curve, double x, double delta, double *by_x, double *by_delta)
{
    *by_delta = 0;
    if (curve == BR_STEADY_LORENTZ) {
        double s = 1 / (1 + x * x);
        *by_x = -2 * x * s * s;
        return s;
    }
    if (curve == BR_STEADY_GAUSS)
        delta = 2;
    double power = x > 0 ? br_pow(x, delta) : 0, s = br_exp(-power);
    *by_x = x > 0 ? -delta * power / x * s : 0;
    *by_delta = x > 0 ? -power * br_log(x) * s : 0;
    return s;
}

double br_steady_at(br_steady_curve curve, const double *value, double v)
{
    double dx, dd, sign = v > 0 ? 1 : v < 0 ? -1 : 0;
    if (curve == BR_STEADY_FLAT)
        return sign * value[0] + value[1] * v;
    double s = stribeck_share(curve, br_abs(v) / value[VS], curve == BR_STEADY_EXPONENT ? value[DELTA] : 2, &dx, &dd);
    return sign * (value[FC] + (value[FS] - value[FC]) * s) + value[SIGMA2] * v;
}

typedef struct points { // those of one direction, or all
    br_steady_curve curve;
    int m, n;
    const br_steady_point **at;
    double *weight;
} points;

static br_status residual(void *self, const double *x, double *r, double *J)
{
    const points *p = self;
    for (int i = 0; i < p->m; i++) {
        double v = p->at[i]->v, w = p->weight[i], sign = v > 0 ? 1 : -1, u = br_abs(v) / x[VS], by_u, by_delta;
        double s = stribeck_share(p->curve, u, p->n > DELTA ? x[DELTA] : 2, &by_u, &by_delta), dip = x[FS] - x[FC];
        r[i] = w * (sign * (x[FC] + dip * s) + x[SIGMA2] * v - p->at[i]->F);
        if (!J)
            continue;
        double *row = br_row(J, p->n, i);
        row[FC] = w * sign * (1 - s);
        row[FS] = w * sign * s;
        row[VS] = -w * sign * dip * by_u * u / x[VS];
        row[SIGMA2] = w * v;
        if (p->n > DELTA)
            row[DELTA] = w * sign * dip * by_delta;
    }
    return BR_OK;
}

static br_status select_points(points *p, const br_steady_map *map, int direction)
{
    bool known = true;
    p->at = malloc((size_t)map->points * sizeof(br_steady_point *));
    p->weight = malloc((size_t)map->points * sizeof *p->weight);
    if (!p->at || !p->weight)
        return BR_NO_MEMORY;
    for (int i = 0; i < map->points; i++)
        if (map->point[i].v != 0 && map->point[i].v * direction >= 0) {
            known = known && map->point[i].sd > 0;
            p->at[p->m++] = &map->point[i];
        }
    for (int i = 0; i < p->m; i++)
        p->weight[i] = known ? 1 / p->at[i]->sd : 1;
    return p->m < p->n ? BR_NEGATIVE : BR_OK;
}

static void free_points(points *p)
{
    free(p->at);
    free(p->weight);
}

// With vs and delta fixed, the curve is linear in FC, FS and sigma2. *cost: sum of squared residuals. vs 0: a flat curve.
static br_status linear_fit_at(const points *p, double vs, double delta, double *x, br_fit_estimate *flat, double *cost)
{
    static const char *const name[] = {"FC", "sigma2", "dip"};
    int n = vs > 0 ? 3 : 2;
    br_fit_estimate e;
    double *A = malloc((size_t)p->m * 4 * sizeof *A);
    if (!A)
        return BR_NO_MEMORY;
    double *b = br_row(A, p->m, 3);
    br_status status = br_fit_estimate_init(&e, n, name);
    for (int i = 0; i < p->m; i++) {
        double v = p->at[i]->v, sign = v > 0 ? 1 : -1, by_u, by_delta, *row = br_row(A, n, i);
        row[0] = sign;
        row[1] = v;
        if (vs > 0)
            row[2] = sign * stribeck_share(p->curve, br_abs(v) / vs, delta, &by_u, &by_delta);
        b[i] = p->at[i]->F;
    }
    if (status == BR_OK)
        status = br_linear_fit(&e, p->m, A, b, p->weight);
    free(A);
    if (status != BR_OK) {
        br_fit_estimate_free(&e);
        return status;
    }
    *cost = e.cost;
    x[FC] = e.value[0];
    x[SIGMA2] = e.value[1];
    x[FS] = x[FC] + (vs > 0 ? e.value[2] : 0);
    x[VS] = vs;
    x[DELTA] = delta;
    if (flat)
        *flat = e;
    else
        br_fit_estimate_free(&e);
    return BR_OK;
}

static void speed_range(const points *p, double *slow, double *fast)
{
    *slow = (double)INFINITY;
    *fast = 0;
    for (int i = 0; i < p->m; i++) {
        double v = br_abs(p->at[i]->v);
        *slow = v < *slow ? v : *slow;
        *fast = v > *fast ? v : *fast;
    }
}

// Initial values: the best of a grid of vs, and of exponents where they are estimated.
static br_status best_of_grid(const points *p, double slow, double fast, double *x)
{
    double best = (double)INFINITY, growth = br_log(100 * fast / slow) / (GRID - 1);
    br_status status = BR_OK;
    for (int d = 0; d < (p->n > DELTA ? 3 : 1) && status == BR_OK; d++) {
        for (int i = 0; i < GRID && status == BR_OK; i++) {
            double try[BR_STEADY_MOST], cost, vs = slow / 10 * br_exp(growth * i);
            status = linear_fit_at(p, vs, exponents[d], try, NULL, &cost);
            if (status != BR_OK || !(cost < best))
                continue;
            best = cost;
            for (int k = 0; k < BR_STEADY_MOST; k++)
                x[k] = try[k];
        }
    }
    return status;
}

// The relative residual, weighted.
static void set_relative(const points *p, br_fit_estimate *e)
{
    double measured = 0;
    for (int i = 0; i < p->m; i++)
        measured += p->weight[i] * p->at[i]->F * p->weight[i] * p->at[i]->F;
    e->relative = br_sqrt(e->cost / measured);
}

static br_status refine(points *p, double slow, double fast, double *x, br_fit_estimate *e)
{
    const double lo[] = {0, 0, slow / 100, -(double)INFINITY, 0.2},
                 hi[] = {(double)INFINITY, (double)INFINITY, 100 * fast, (double)INFINITY, 5};
    br_least_problem problem = {p->m, p->n, p, residual, lo, hi};
    br_least_options o = br_least_defaults();
    br_least_report report;
    size_t bytes = br_least_bytes(p->m, p->n);
    void *memory = malloc(bytes ? bytes : 1);
    o.steps = 500;
    br_status status = memory ? br_least(&problem, &o, x, &report, memory, bytes) : BR_NO_MEMORY;
    for (int i = 0; i < p->n && status == BR_OK; i++)
        e->value[i] = x[i];
    if (status == BR_OK)
        status = br_fit_estimate_statistics(e, p->n, report.R, report.norm * report.norm, p->m, 0, -1);
    free(memory);
    return status;
}

br_status br_steady_fit(br_fit_estimate *e, br_steady_curve curve, const br_steady_map *map, int direction,
                        br_steady_verdict *verdict)
{
    const char *const *name;
    points p = {.curve = curve, .n = br_steady_names(curve, &name)};
    double x[BR_STEADY_MOST], cost, slow, fast;
    br_fit_estimate flat = {0};
    if (e->n != p.n)
        return BR_BAD_USAGE;
    br_status status = select_points(&p, map, direction);
    speed_range(&p, &slow, &fast);
    if (status == BR_OK)
        status = linear_fit_at(&p, 0, 2, x, &flat, &cost);
    if (status == BR_OK && curve == BR_STEADY_FLAT) {
        br_fit_estimate old = *e;
        *e = flat;
        e->name = old.name;
        flat = old;
        *verdict = BR_STEADY_IDENTIFIABLE;
    } else if (status == BR_OK) {
        status = best_of_grid(&p, slow, fast, x);
        if (status == BR_OK)
            status = refine(&p, slow, fast, x, e);
        *verdict = e->bic > flat.bic - decisive || e->value[FS] <= e->value[FC] ? BR_STEADY_NO_DIP
                   : e->value[VS] < slow                                        ? BR_STEADY_TOO_FAST
                   : e->value[VS] > fast                                        ? BR_STEADY_TOO_SLOW
                                                                                : BR_STEADY_IDENTIFIABLE;
    }
    if (status == BR_OK)
        set_relative(&p, e);
    br_fit_estimate_free(&flat);
    free_points(&p);
    return status;
}
