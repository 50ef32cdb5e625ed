// mech_fit_search.c - least squares of the innovations of a mechanism's filter with fixed parameters.    [host]
#include "num/base/fp.h"

#include "api/mechanism/mech_fit_search.h"
#include "num/algebra/cholesky.h"
#include "num/base/elem.h"
#include "num/optimise/least_squares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- runs

bool br_mech_search_progress(void *context, double share)
{
    br_mech_search *o = context;
    double all = (o->runs + share) / o->expected;
    return !o->from->progress || o->from->progress(o->from->context, all < 1 ? all : 1);
}

double br_mech_search_x(const br_mech_search *o, int i, double u)
{
    const br_parameter *p = &o->from->parameter[o->which[i]].is;
    return p->x + p->sd * u;
}

// One run over the log; what has to end the whole search is kept.
br_status br_mech_search_run_log(br_mech_search *o, br_mech_estimate_result *r)
{
    br_diag own = {0};
    if (o->ended != BR_OK)
        return o->ended;
    br_status status = br_mech_estimate_run(&o->w, NULL, r, &own);
    o->runs++;
    if (status == BR_OK && r->restarts > 0) // its likelihood is that of another start
        status = BR_NOT_FINITE;
    if (status == BR_NEGATIVE || status == BR_NO_MEMORY) {
        o->ended = status;
        if (o->why)
            *o->why = own;
    }
    return status;
}

// With the constant parameters fixed at u; innovations go to e.
static br_status run_fixed(br_mech_search *o, const double *u, double *e, double *sd, br_mech_estimate_result *r)
{
    for (int i = 0; i < o->n; i++) {
        br_parameter *p = &o->w.parameter[o->which[i]].is;
        p->x = br_mech_search_x(o, i, u[i]);
        p->sd = 0;
    }
    o->w.innovation = e;
    o->w.innovation_sd = sd;
    return br_mech_search_run_log(o, r);
}

br_status br_mech_search_run_at(br_mech_search *o, const double *u)
{
    size_t size = (size_t)o->n * sizeof *u;
    if (o->run_known && o->split == o->w.split && memcmp(u, o->at, size) == 0)
        return BR_OK;
    br_status status = run_fixed(o, u, o->e, o->sd, &o->result);
    memcpy(o->at, u, size);
    o->split = o->w.split;
    o->run_known = status == BR_OK;
    return status;
}

// -2 times the logarithm of the posterior density, but for a constant.
static double posterior(const br_mech_search *o)
{
    double sum = -2 * o->result.likelihood;
    for (int i = 0; i < o->n; i++)
        sum += o->at[i] * o->at[i];
    return sum;
}

// ---------------------------------------------------------------- Jacobian

// (J'J + 1) of weighted innovations, and the standard deviations of u from it. R: n*n, its Cholesky factor.
br_status br_mech_search_information(br_mech_search *o, double *R)
{
    int n = o->n;
    double A[BR_MECH_ESTIMATE_MOST * BR_MECH_ESTIMATE_MOST] = {0};
    double work[BR_MECH_ESTIMATE_MOST * BR_MECH_ESTIMATE_MOST];
    for (long long k = 0; k < o->cells; k++) {
        const double *J = o->slope + k * n;
        double w2 = o->weight[k] * o->weight[k];
        for (int i = 0; i < n; i++)
            for (int j = i; j < n; j++)
                A[i * n + j] += w2 * J[i] * J[j];
    }
    for (int i = 0; i < n; i++)
        A[i * n + i] += 1;
    return br_cholesky_factor(n, A, R, NULL, work);
}

static br_status set_spread(br_mech_search *o)
{
    int n = o->n;
    double R[BR_MECH_ESTIMATE_MOST * BR_MECH_ESTIMATE_MOST], b[BR_MECH_ESTIMATE_MOST], work[2 * BR_MECH_ESTIMATE_MOST];
    br_status status = br_mech_search_information(o, R);
    for (int i = 0; i < n && status == BR_OK; i++) {
        memset(b, 0, sizeof b);
        b[i] = 1;
        status = br_cholesky_solve(n, R, 1, b, work);
        o->spread[i] = br_sqrt(b[i]);
    }
    return status;
}

br_status br_mech_search_newton_step(br_mech_search *o, double *step)
{
    int n = o->n;
    double R[BR_MECH_ESTIMATE_MOST * BR_MECH_ESTIMATE_MOST], work[2 * BR_MECH_ESTIMATE_MOST];
    for (int i = 0; i < n; i++)
        step[i] = -o->at[i];
    for (long long k = 0; k < o->cells; k++)
        for (int i = 0; i < n && isfinite(o->e[k]); i++)
            step[i] -= o->weight[k] * o->weight[k] * o->slope[k * n + i] * o->e[k];
    br_status status = br_mech_search_information(o, R);
    return status == BR_OK ? br_cholesky_solve(n, R, 1, step, work) : status;
}

// Column i by a difference over about a standard deviation; `step` is that of u.
static br_status difference_column(br_mech_search *o, const double *u, int i, double step)
{
    double beside[BR_MECH_ESTIMATE_MOST];
    br_mech_estimate_result r;
    br_status status = BR_NOT_FINITE;
    step = u[i] + step <= o->hi[i] ? step : -step;
    for (int turn = 0; turn < 2 && status != BR_OK && o->ended == BR_OK; turn++) {
        memcpy(beside, u, sizeof beside);
        step = turn ? -step : step;
        beside[i] += step;
        status = run_fixed(o, beside, o->moved, NULL, &r);
    }
    for (long long k = 0; k < o->cells && status == BR_OK; k++) {
        double change = o->moved[k] - o->e[k];
        o->slope[k * o->n + i] = isfinite(change) ? change / step : 0;
    }
    return status;
}

static bool slopes_are_from(const br_mech_search *o, const double *u, double near, double close)
{
    bool there = o->slope_known;
    for (int i = 0; i < o->n; i++)
        there = there && br_abs(u[i] - o->slope_at[i]) <= br_max(near * o->spread[i], close);
    return there;
}

// Of innovations by u.
br_status br_mech_search_update_slopes(br_mech_search *o, const double *u, double near, double close)
{
    if (slopes_are_from(o, u, near, close))
        return BR_OK;
    br_status status = br_mech_search_run_at(o, u);
    o->slope_known = false;
    for (int i = 0; i < o->n && status == BR_OK; i++)
        status = difference_column(o, u, i, br_min(br_max(o->spread[i], 1e-5), 0.05));
    if (status == BR_OK)
        status = set_spread(o);
    o->slope_known = status == BR_OK;
    memcpy(o->slope_at, u, (size_t)o->n * sizeof *u);
    return status;
}

static br_status residual(void *self, const double *u, double *r, double *J)
{
    br_mech_search *o = self;
    int n = o->n;
    br_status status = o->ended == BR_OK ? br_mech_search_run_at(o, u) : o->ended;
    if (status == BR_OK && J)
        status = br_mech_search_update_slopes(o, u, 1, 0.01); // a search needs directions, no more
    if (status != BR_OK)
        return status;
    for (long long k = 0; k < o->cells; k++) {
        r[k] = isfinite(o->e[k]) ? o->weight[k] * o->e[k] : 0;
        for (int i = 0; J && i < n; i++)
            J[k * n + i] = o->weight[k] * o->slope[k * n + i];
    }
    for (int i = 0; i < n; i++) { // priors
        r[o->cells + i] = u[i];
        for (int j = 0; J && j < n; j++)
            J[(o->cells + i) * n + j] = i == j;
    }
    return BR_OK;
}

// ---------------------------------------------------------------- search

double br_mech_search_weights(br_mech_search *o)
{
    double most = 0;
    for (long long k = 0; k < o->cells; k++) {
        double weight = isfinite(o->sd[k]) ? 1 / o->sd[k] : 0;
        most = br_max(most, br_abs(weight - o->weight[k]) / br_max(weight, 1e-300));
        o->weight[k] = weight;
    }
    return most;
}

static br_status search_once(br_mech_search *o, br_mech_minimum *to, void *memory, size_t bytes)
{
    const double shares = 1e-4; // of a squared standard deviation: no step gains more at the end
    int m = (int)o->cells + o->n;
    br_least_problem p = {.m = m, .n = o->n, .self = o, .residual = residual, .lo = o->lo, .hi = o->hi};
    br_least_options options = {.steps = 20, .tol = br_sqrt(shares / m)};
    br_least_report report;
    br_status status = br_least(&p, &options, to->u, &report, memory, bytes);
    if (status == BR_OK)
        status = br_mech_search_run_at(o, to->u);
    if (status != BR_OK)
        return status;
    to->settled = report.end != BR_LEAST_STEPS;
    memcpy(to->held, report.held, (size_t)o->n * sizeof *to->held);
    return BR_OK;
}

// Again as long as weights change, and with `fine` as long as slopes are from elsewhere.
br_status br_mech_search_minimum(br_mech_search *o, br_mech_minimum *to, bool fine)
{
    enum { ROUNDS = 4 };
    const double near = 0.3;
    size_t bytes = br_least_bytes((int)o->cells + o->n, o->n);
    void *memory = bytes > 0 ? malloc(bytes) : NULL;
    br_status status = memory ? br_mech_search_run_at(o, to->u) : BR_NO_MEMORY;
    for (int round = 0; round < ROUNDS && status == BR_OK; round++) {
        bool steady = br_mech_search_weights(o) < 0.05, there = !fine || slopes_are_from(o, to->u, near, 0);
        if (round > 0 && steady && there)
            break;
        if (round > 0 && fine)
            status = br_mech_search_update_slopes(o, to->u, near, 0);
        if (status == BR_OK)
            status = search_once(o, to, memory, bytes);
    }
    to->posterior = status == BR_OK ? posterior(o) : (double)INFINITY;
    free(memory);
    return status;
}

// The better of two points to begin a search at.
br_status br_mech_search_choose_start(br_mech_search *o, const double *a, const double *b, br_mech_minimum *to)
{
    size_t size = (size_t)o->n * sizeof *a;
    br_status first = br_mech_search_run_at(o, a);
    double at_a = first == BR_OK ? posterior(o) : (double)INFINITY;
    memcpy(to->u, a, size);
    if (o->ended != BR_OK || memcmp(a, b, size) == 0)
        return first;
    br_status second = br_mech_search_run_at(o, b);
    if (second == BR_OK && posterior(o) < at_a)
        memcpy(to->u, b, size);
    return first == BR_OK || o->ended != BR_OK ? first : second;
}
