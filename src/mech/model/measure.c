// measure.c - the value of a measure, its gradient and their derivatives.            [host]
#include "num/base/fp.h"

#include "mech/model/measure.h"
#include "num/base/elem.h"

#include <string.h>

double br_patch_dot(const br_patch *p, const double *g, const double *x)
{
    double sum = 0;
    for (int k = 0; k < p->n; k++)
        sum += g[k] * x[p->var[k]];
    return sum;
}

void br_gather(const br_patch *p, const double *from, double *to)
{
    for (int i = 0; i < p->n; i++)
        to[i] = from[p->var[i]];
}

// y from its cos c and sin s. g = c ds - s dc, as c^2 + s^2 = 1.
static void look_turn(const br_mech *m, const br_measure *is, const double *x, double near, bool second,
                      br_measure_state *l)
{
    double dc[BR_PATCH_MOST], ds[BR_PATCH_MOST];
    double c = br_quad_value(&m->terms, is->f[0], x), s = br_quad_value(&m->terms, is->f[1], x);
    int n = l->n;
    br_quad_gradient(&m->terms, is->f[0], n, x, dc);
    br_quad_gradient(&m->terms, is->f[1], n, x, ds);
    double was_c = br_cos(near), was_s = br_sin(near);
    l->y = near + br_atan2(s * was_c - c * was_s, c * was_c + s * was_s);
    for (int i = 0; i < n; i++)
        l->g[i] = c * ds[i] - s * dc[i];
    if (!second)
        return;
    br_quad_hessian(&m->terms, is->f[1], n, c, l->D);
    br_quad_hessian(&m->terms, is->f[0], n, -s, l->D);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            l->D[i * n + j] += ds[i] * dc[j] - dc[i] * ds[j];
}

// y^2 is the function: g = d(y^2)/(2 y).
static void look_distance(const br_mech *m, const br_measure *is, const double *x, bool second, br_measure_state *l)
{
    int n = l->n;
    l->y = br_sqrt(br_quad_value(&m->terms, is->f[0], x));
    br_quad_gradient(&m->terms, is->f[0], n, x, l->g);
    for (int i = 0; i < n; i++)
        l->g[i] /= 2 * l->y;
    if (!second)
        return;
    br_quad_hessian(&m->terms, is->f[0], n, 1 / (2 * l->y), l->D);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            l->D[i * n + j] -= l->g[i] * l->g[j] / l->y;
}

static void look_slide(const br_mech *m, const br_measure *is, const double *x, bool second, br_measure_state *l)
{
    l->y = br_quad_value(&m->terms, is->f[0], x);
    br_quad_gradient(&m->terms, is->f[0], l->n, x, l->g);
    if (second)
        br_quad_hessian(&m->terms, is->f[0], l->n, 1, l->D);
}

// y, g and w; second: D, too. dx: of the patch.
static void evaluate(const br_mech *m, int measure, const double *q, const double *dx, double near, bool second,
                     br_measure_state *l)
{
    const br_measure *is = &m->measure[measure];
    double x[BR_PATCH_MOST];
    l->n = is->patch.n;
    br_gather(&is->patch, q, x);
    if (is->kind == BR_MEASURE_TURN)
        look_turn(m, is, x, near, second, l);
    else if (is->kind == BR_MEASURE_DISTANCE)
        look_distance(m, is, x, second, l);
    else
        look_slide(m, is, x, second, l);
    l->w = 0;
    for (int j = 0; j < l->n; j++)
        l->w += l->g[j] * dx[j];
}

void br_measure_gradient(const br_mech *m, int measure, const double *q, const double *v, double near,
                         br_measure_state *l)
{
    double dx[BR_PATCH_MOST];
    br_gather(&m->measure[measure].patch, v, dx);
    evaluate(m, measure, q, dx, near, false, l);
}

void br_measure_derivatives(const br_mech *m, int measure, const double *q, const double *v, double near,
                            br_measure_state *l)
{
    double dx[BR_PATCH_MOST] = {0}; // a compiler cannot see that n > 0
    int n = m->measure[measure].patch.n;
    br_gather(&m->measure[measure].patch, v, dx);
    memset(l->D, 0, (size_t)(n * n) * sizeof *l->D);
    evaluate(m, measure, q, dx, near, true, l);
    l->bend = 0;
    memset(l->turned, 0, (size_t)n * sizeof *l->turned);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            l->turned[j] += l->D[i * n + j] * dx[i];
    for (int j = 0; j < n; j++)
        l->bend += l->turned[j] * dx[j];
}

// The change of v'Dv by that of D.
static double bend_along(const br_mech *m, const br_measure *is, const br_measure_state *l, const double *x,
                         const double *dx, const double *along)
{
    double dc[BR_PATCH_MOST], ds[BR_PATCH_MOST], c = 0, s = 0, y = 0, w = 0;
    if (is->kind == BR_MEASURE_SLIDE)
        return 0;
    br_quad_gradient(&m->terms, is->f[0], is->patch.n, x, dc);
    br_quad_gradient(&m->terms, is->f[1], is->patch.n, x, ds);
    for (int i = 0; i < is->patch.n; i++) {
        c += dc[i] * along[i];
        s += ds[i] * along[i];
        y += l->g[i] * along[i];
        w += l->turned[i] * along[i];
    }
    if (is->kind == BR_MEASURE_TURN)
        return c * br_quad_second(&m->terms, is->f[1], dx) - s * br_quad_second(&m->terms, is->f[0], dx);
    return -(l->bend * y + 2 * l->w * w) / l->y;
}

double br_measure_bend_change(const br_mech *m, int measure, const double *q, const double *v, const double *a,
                              const br_measure_state *l, const double *dq, const double *dv)
{
    const br_measure *is = &m->measure[measure];
    double x[BR_PATCH_MOST], dx[BR_PATCH_MOST], ddx[BR_PATCH_MOST], along[BR_PATCH_MOST], faster[BR_PATCH_MOST];
    int n = is->patch.n;
    br_gather(&is->patch, q, x);
    br_gather(&is->patch, v, dx);
    br_gather(&is->patch, a, ddx);
    br_gather(&is->patch, dq, along);
    br_gather(&is->patch, dv, faster);
    double sum = bend_along(m, is, l, x, dx, along);
    for (int i = 0; i < n; i++) {
        sum += l->turned[i] * faster[i];
        for (int j = 0; j < n; j++)
            sum += l->D[i * n + j] * (ddx[i] * along[j] + faster[i] * dx[j]);
    }
    return sum;
}
