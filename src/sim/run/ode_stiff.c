// ode_stiff.c - Radau IIA of order 9, for stiff systems.                         [host]
//
// Hairer and Wanner, Solving ODEs II, IV.5 and IV.8. The states of a step are a polynomial that starts at `from` and whose
// slope is the rate at five stages c h, the last of them at the end: z = h A x'(from + z). The simplified Newton iteration
// is turned by T, which takes inv(A) apart into one real and two complex numbers, so that one real and two complex systems
// of n equations are solved. Rates of all stages are asked for at once. No derivative by time is needed.
//
// State i at stage k stands at [i*S + k]. Turned w = inv(T) z stand at [i*LANES + k]: first the real one, then the real
// parts of both complex ones, then their imaginary parts, then a zero.
#include "num/base/fp.h"

#include "sim/run/ode_method.h"

enum { S = BR_RADAU_STAGES, LANES = BR_ODE_LANES, ITERATIONS = BR_RADAU_ITERATIONS };
static const double enough = 0.03; // of the tolerance, left by the iteration

// ---------------------------------------------------------------- J

static double larger(double a, double b)
{
    return a > b ? a : b;
}

// Each state is moved the way it goes, so that a kink on the other side is not seen, and by a share of its size or of its
// way in a step: a state that passes through zero is not small.
static bool differences(br_ode_solver *s, double t, const double *x, double h)
{
    int n = s->ode.n;
    br_vec_copy(n, x, s->trial);
    if (!br_ode_rate(s, t, x, s->error))
        return false;
    for (int j = 0; j < n; j++) {
        double size = larger(larger(br_abs(x[j]), br_abs(h * s->error[j])), s->weight[j]);
        double by = 1.4901161193847656e-8 * size; // 2^-26
        s->trial[j] = x[j] + (s->error[j] < 0 ? -by : by);
        by = s->trial[j] - x[j];
        if (!br_ode_rate(s, t, s->trial, s->move))
            return false;
        for (int i = 0; i < n; i++)
            s->slope[i * n + j] = by == 0 ? 0 : (s->move[i] - s->error[i]) / by;
        s->trial[j] = x[j];
    }
    return true;
}

static bool jacobian_at(br_ode_solver *s, double t, const double *x, double h)
{
    bool good = true;
    s->count.slopes++;
    if (s->ode.slope)
        s->ode.slope(s->ode.self, t, x, s->slope);
    else
        good = differences(s, t, x, h);
    return good && br_mat_finite(s->ode.n, s->ode.n, s->slope);
}

// Where the middle stage is guessed to be: J at the start of a step is further from those at its stages, and takes half
// again as many iterations. Where that fails, and where there is no guess, at the start.
static bool update_jacobian(br_ode_solver *s, double h)
{
    for (int i = 0; i < s->ode.n; i++)
        s->base[i] = s->stage[i * S + S / 2];
    s->slope_known = (s->path_known && jacobian_at(s, s->begin + br_radau.c[S / 2] * h, s->base, h)) ||
                     jacobian_at(s, s->begin, s->from, h);
    s->slope_new = s->slope_known;
    s->factored = 0;
    if (s->slope_known)
        br_ode_linear_split(&s->linear, s->slope);
    return s->slope_known;
}

static bool factor_matrix(br_ode_solver *s, double h)
{
    if (s->factored == h)
        return true;
    s->count.factorisations++;
    bool good = br_ode_linear_factorise(&s->linear, s->slope, h);
    s->factored = good ? h : 0;
    return good;
}

// ---------------------------------------------------------------- stages

// out = v M, LANES numbers from S.
static inline void transform(const double *M, const double *v, double *out)
{
    double sum[LANES] = {0};
    for (int j = 0; j < S; j++)
        for (int k = 0; k < LANES; k++)
            sum[k] += M[j * LANES + k] * v[j];
    for (int k = 0; k < LANES; k++)
        out[k] = sum[k];
}

// Each of the polynomials that are 1 at one stage, and 0 at the others and at theta = 0.
static inline void lagrange(int count, const double *theta, double *l)
{
    for (int k = 0; k < count; k++) {
        double left = theta[k], right = 1;
        for (int j = 0; j < S; j++) {
            l[j * count + k] = left * br_radau.weight[j];
            left *= theta[k] - br_radau.c[j];
        }
        for (int j = S - 1; j >= 0; j--) {
            l[j * count + k] *= right;
            right *= theta[k] - br_radau.c[j];
        }
    }
}

// The polynomial found last goes on, or the states stay.
static void guess(br_ode_solver *s, double h)
{
    double theta[LANES] = {0}, l[S * LANES], z[LANES];
    // A short path says nothing of a long step: where friction turns, Newton's method may follow it to a solution far away.
    bool known = s->path_known && h <= 10 * s->path_long;
    for (int k = 0; k < S && known; k++)
        theta[k] = (s->begin - s->path_begin + br_radau.c[k] * h) / s->path_long;
    lagrange(LANES, theta, l);
    for (int i = 0; i < s->ode.n; i++) {
        double gone = known ? s->from[i] - s->root[i] : 0;
        transform(l, br_row_of(s->path, LANES, i), z);
        for (int k = 0; k < S; k++) {
            z[k] -= gone;
            s->stage[i * S + k] = s->from[i] + z[k];
        }
        transform(br_radau.inverse[0], z, br_row(s->w, LANES, i));
    }
}

// right = h f inverse - w L.
static void newton_residual(br_ode_solver *s, double h)
{
    for (int i = 0; i < s->ode.n; i++) {
        const double *w = br_row_of(s->w, LANES, i);
        double *r = br_row(s->right, LANES, s->linear.place[i]);
        transform(br_radau.inverse[0], br_row_of(s->f, S, i), r);
        r[0] = h * r[0] - br_radau.gamma * w[0];
        for (int k = 1; k <= 2; k++) {
            double alpha = br_radau.alpha[k - 1], beta = br_radau.beta[k - 1];
            r[k] = h * r[k] - alpha * w[k] - beta * w[k + 2];
            r[k + 2] = h * r[k + 2] + beta * w[k] - alpha * w[k + 2];
        }
    }
}

// One iteration; gives the largest correction of w, in tolerances.
static double newton_step(br_ode_solver *s, double h, const double *t)
{
    int n = s->ode.n;
    double size = 0;
    br_ode_rates(s, S, t, s->stage, s->f);
    newton_residual(s, h);
    br_ode_linear_solve(&s->linear, s->right);
    for (int i = 0; i < n; i++) {
        const double *by = br_row_of(s->right, LANES, s->linear.place[i]);
        double *w = br_row(s->w, LANES, i), z[LANES], most = 0;
        for (int k = 0; k < S; k++) {
            w[k] += by[k];
            most = br_abs(by[k]) <= most ? most : br_abs(by[k]); // NaN stays
        }
        transform(br_radau.T[0], w, z);
        for (int k = 0; k < S; k++)
            s->stage[i * S + k] = s->from[i] + z[k];
        double e = br_ode_share(most, s->weight[i]);
        size = e <= size ? size : e;
    }
    return size;
}

// The last corrections are near rounding.
static bool small(const br_ode_solver *s)
{
    double by[LANES];
    for (int i = 0; i < s->ode.n; i++) {
        transform(br_radau.T[0], br_row_of(s->right, LANES, s->linear.place[i]), by);
        for (int k = 0; k < S; k++)
            if (!(br_abs(by[k]) <= 16 * BR_EPS * (br_abs(s->from[i]) + br_abs(s->stage[i * S + k]))))
                return false;
    }
    return true;
}

// And the next ones go another way, so they are nothing but rounding. Those of a J that is far too large are as small.
static bool at_rounding(br_ode_solver *s, double h, const double *t)
{
    double same = 0, all = 0;
    if (!small(s))
        return false;
    br_vec_copy(s->ode.n * LANES, s->right, s->earlier);
    newton_step(s, h, t);
    for (int i = 0; i < s->ode.n * LANES; i++) {
        same += s->right[i] * s->earlier[i];
        all += s->earlier[i] * s->earlier[i];
    }
    return small(s) && same <= 0.9 * all;
}

// At this pace `size` will not be small enough by the last iteration.
static bool hopeless(const br_ode_solver *s, double theta, double size)
{
    for (int i = s->rounds; i < ITERATIONS; i++)
        size *= theta;
    return size * theta > enough * (1 - theta);
}

// Hairer and Wanner, IV.8. The first iteration is never the last: how fast it converges shows whether J is any good, for one
// far too large makes every correction small.
static br_ode_try newton_iterations(br_ode_solver *s, double h)
{
    double t[S], before = 0;
    for (int k = 0; k < S; k++)
        t[k] = k == S - 1 ? s->end : s->begin + br_radau.c[k] * h;
    for (s->rounds = 1; s->rounds <= ITERATIONS; s->rounds++) {
        double size = newton_step(s, h, t), theta = s->rounds > 1 ? size / before : 0;
        if (!(size < BR_MOST) && !br_ode_finite(s, S, s->f))
            return BR_TRY_NOT_FINITE;
        if (!(theta < 1) || (s->rounds > 1 && hopeless(s, theta, size))) // NaN too
            return at_rounding(s, h, t) ? BR_TRY_DONE : BR_TRY_DIVERGED;
        s->theta = theta;
        if (size == 0 || (s->rounds > 1 && theta / (1 - theta) * size <= enough))
            return BR_TRY_DONE;
        before = size;
    }
    return at_rounding(s, h, t) ? BR_TRY_DONE : BR_TRY_DIVERGED;
}

static void store_path(br_ode_solver *s, double h)
{
    for (int i = 0; i < s->ode.n; i++) {
        transform(br_radau.T[0], br_row_of(s->w, LANES, i), br_row(s->path, LANES, i));
        s->root[i] = s->from[i];
        s->to[i] = s->stage[i * S + S - 1];
    }
    s->path_begin = s->begin;
    s->path_long = h;
    s->path_known = true;
}

// (IV.8.19): how far the slope of the polynomial at the start is from the rate there, smoothed by the factors of the step,
// so that a fast mode that has died out does not hold the step down.
static void error_estimate(br_ode_solver *s, const double *rate, double h)
{
    for (int i = 0; i < s->ode.n; i++) {
        double rise = 0;
        for (int k = 0; k < S; k++)
            rise += br_radau.rise[k] * s->path[i * LANES + k];
        *br_row(s->right, LANES, s->linear.place[i]) = h * rate[i] - rise;
    }
    br_ode_linear_solve_real(&s->linear, s->right);
    for (int i = 0; i < s->ode.n; i++)
        s->error[i] = *br_row_of(s->right, LANES, s->linear.place[i]);
}

static br_ode_try end_step(br_ode_solver *s, double h)
{
    int n = s->ode.n;
    store_path(s, h);
    error_estimate(s, s->k[0], h);
    if (br_ode_norm(s, s->error) > 1 && s->careful) { // (IV.8.20)
        for (int i = 0; i < n; i++)
            s->trial[i] = s->from[i] + s->error[i];
        if (br_ode_rate(s, s->begin, s->trial, s->move))
            error_estimate(s, s->move, h);
    }
    return br_vec_finite(n, s->to) && br_vec_finite(n, s->error) ? BR_TRY_DONE : BR_TRY_NOT_FINITE;
}

// J is kept while the iteration converges fast; one that is old is renewed before the step is given up.
static br_ode_try attempt(br_ode_solver *s, double h)
{
    bool keep = s->slope_known && s->theta < 1e-3;
    s->slope_new = false;
    for (;;) {
        guess(s, h);
        if (!keep && !update_jacobian(s, h))
            return BR_TRY_NOT_FINITE;
        br_ode_try end = factor_matrix(s, h) ? newton_iterations(s, h) : BR_TRY_DIVERGED;
        if (end == BR_TRY_DONE)
            return end_step(s, h);
        s->theta = 1;
        if (s->slope_new)
            return end;
        keep = false;
    }
}

static void dense_at(const br_ode_solver *s, double theta, double *x, int stride)
{
    double l[S];
    lagrange(1, &theta, l);
    for (int i = 0; i < s->ode.n; i++) {
        double z = 0;
        for (int j = 0; j < S; j++)
            z += l[j] * s->path[i * LANES + j];
        *br_row(x, stride, i) = s->from[i] + z;
    }
}

static void dense(const br_ode_solver *s, int count, const double *theta, double *x)
{
    double l[S * LANES], z[LANES];
    for (int k = 0; k < count && count < LANES; k++)
        dense_at(s, theta[k], x + k, count);
    if (count < LANES)
        return;
    lagrange(LANES, theta, l);
    for (int i = 0; i < s->ode.n; i++) {
        transform(l, br_row_of(s->path, LANES, i), z);
        for (int k = 0; k < LANES; k++)
            x[i * LANES + k] = s->from[i] + z[k];
    }
}

const br_ode_method br_ode_radau = {
    .name = "radau",
    .stages = 1,
    .estimate = S + 1,
    .growth = 8,
    .attempt = attempt,
    .dense = dense,
};
