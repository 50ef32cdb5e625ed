// ode_stiff.c - a singly diagonally implicit method with an explicit first stage, for stiff systems.   [host]
//
// Every stage is an equation z = h gamma x'(base + z), solved by simplified Newton iterations that share one factorisation
// of I - h gamma J. The rates of the stages are z/(h gamma), not x' evaluated once more, which would multiply what is left
// of the iteration by the stiffness. No derivative by time is needed.
#include "num/fp.h"

#include "sim/ode_method.h"

enum { ITERATIONS = 10 };
static const double gamma = 0.25;
static const double enough = 0.01; // of the tolerance, left by the iteration

// ---------------------------------------------------------------- linear systems

// M (n*n) becomes L and U with row exchanges, and one over the diagonal of U; false: singular or not finite.
static bool factorise(int n, double *M, int *pivot)
{
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int r = c + 1; r < n; r++)
            best = br_abs(M[r * n + c]) > br_abs(M[best * n + c]) ? r : best;
        pivot[c] = best;
        if (!(br_abs(M[best * n + c]) > 0))
            return false;
        for (int j = 0; j < n && best != c; j++) {
            double keep = M[c * n + j];
            M[c * n + j] = M[best * n + j];
            M[best * n + j] = keep;
        }
        M[c * n + c] = 1 / M[c * n + c];
        for (int r = c + 1; r < n; r++) {
            double f = M[r * n + c] *= M[c * n + c];
            br_vec_add(n - c - 1, -f, &M[c * n + c + 1], &M[r * n + c + 1]);
        }
    }
    return br_mat_finite(n, n, M);
}

// Plain loops: systems are small, and this is half of a run.
static void solve(int n, const double *M, const int *pivot, double *b)
{
    for (int r = 0; r < n; r++) {
        double keep = b[pivot[r]];
        b[pivot[r]] = b[r];
        b[r] = keep;
    }
    for (int r = 1; r < n; r++)
        for (int c = 0; c < r; c++)
            b[r] -= M[r * n + c] * b[c];
    for (int r = n - 1; r >= 0; r--) {
        for (int c = n - 1; c > r; c--)
            b[r] -= M[r * n + c] * b[c];
        b[r] *= M[r * n + r];
    }
}

// ---------------------------------------------------------------- J

static double larger(double a, double b)
{
    return a > b ? a : b;
}

// Each state is moved the way it goes, so that a kink on the other side is not seen, and by a share of its size or of its
// way in a step: a state that passes through zero is not small.
static bool differences(br_ode_solver *s, double h)
{
    int n = s->ode.n;
    br_vec_copy(n, s->from, s->trial);
    if (!br_ode_rate(s, s->begin, s->from, s->base)) // k[0] is the rate but for what Newton left
        return false;
    for (int j = 0; j < n; j++) {
        double size = larger(larger(br_abs(s->from[j]), br_abs(h * s->k[0][j])), s->weight[j]);
        double by = 1.4901161193847656e-8 * size; // 2^-26
        s->trial[j] = s->from[j] + (s->k[0][j] < 0 ? -by : by);
        by = s->trial[j] - s->from[j];
        if (!br_ode_rate(s, s->begin, s->trial, s->move))
            return false;
        for (int i = 0; i < n; i++)
            s->slope[i * n + j] = by == 0 ? 0 : (s->move[i] - s->base[i]) / by;
        s->trial[j] = s->from[j];
    }
    return true;
}

static bool find_slope(br_ode_solver *s, double h)
{
    bool good = true;
    s->count.slopes++;
    if (s->ode.slope)
        s->ode.slope(s->ode.self, s->begin, s->from, s->slope);
    else
        good = differences(s, h);
    s->slope_known = s->slope_new = good && br_mat_finite(s->ode.n, s->ode.n, s->slope);
    s->factored = 0;
    s->rate_of_newton = 1;
    return s->slope_known;
}

static bool prepare(br_ode_solver *s, double h)
{
    int n = s->ode.n;
    if (s->factored == h)
        return true;
    s->count.factorisations++;
    for (int i = 0; i < n * n; i++)
        s->factor[i] = -h * gamma * s->slope[i];
    for (int i = 0; i < n; i++)
        s->factor[i * n + i] += 1;
    bool good = factorise(n, s->factor, s->pivot);
    s->factored = good ? h : 0;
    return good;
}

// ---------------------------------------------------------------- stages

// The last correction is what rounding makes of nothing, so the next one will not be smaller.
static bool at_rounding(const br_ode_solver *s, const double *z)
{
    for (int i = 0; i < s->ode.n; i++)
        if (!(br_abs(s->move[i]) <= 4 * BR_EPS * (br_abs(s->base[i]) + br_abs(z[i]))))
            return false;
    return true;
}

// z, a guess, becomes the solution of z = h gamma x'(base + z): Hairer and Wanner, IV.8. The first iteration with a new J is
// never the last: how fast it converges shows whether J is any good, for one far too large makes every correction small.
static br_ode_try iterate(br_ode_solver *s, double t, double h, double *z)
{
    int n = s->ode.n;
    double size, last = 0, left = br_pow(s->rate_of_newton > BR_EPS ? s->rate_of_newton : BR_EPS, 0.8);
    for (int round = 0; round < ITERATIONS; round++) {
        for (int i = 0; i < n; i++)
            s->trial[i] = s->base[i] + z[i];
        if (!br_ode_rate(s, t, s->trial, s->move))
            return BR_TRY_NOT_FINITE;
        for (int i = 0; i < n; i++)
            s->move[i] = h * gamma * s->move[i] - z[i];
        solve(n, s->factor, s->pivot, s->move);
        br_vec_add(n, 1, s->move, z);
        size = br_ode_norm(s, s->move);
        double theta = round > 0 ? size / last : 0;
        if (round > 0 && at_rounding(s, z)) {
            s->rate_of_newton = left;
            return BR_TRY_DONE;
        }
        if (!(theta < 0.99)) // NaN too
            return BR_TRY_DIVERGED;
        if (round > 0)
            left = theta / (1 - theta);
        if (size == 0 || (left * size <= enough && (round > 0 || s->rate_of_newton < 1))) {
            s->rate_of_newton = left;
            return BR_TRY_DONE;
        }
        last = size;
    }
    return BR_TRY_DIVERGED;
}

// A first z for stage i: rates go on straight from the two stages before it in time.
static void guess(const br_ode_solver *s, int i, double h, double *z)
{
    static const int early[] = {0, 0, 0, 2, 1, 3}, late[] = {0, 0, 1, 1, 3, 4};
    const double *c = s->o.method->c, *a = s->k[early[i]], *b = s->k[late[i]];
    double on = i > 1 ? (c[i] - c[early[i]]) / (c[late[i]] - c[early[i]]) : 0;
    for (int j = 0; j < s->ode.n; j++)
        z[j] = h * gamma * (a[j] + on * (b[j] - a[j]));
}

static br_ode_try run_stages(br_ode_solver *s, double h)
{
    const br_ode_method *m = s->o.method;
    int n = s->ode.n;
    for (int i = 1; i < m->stages; i++) {
        double *z = s->k[i];
        br_ode_advance(s, m->a[i], i, h, s->base);
        guess(s, i, h, z);
        br_ode_try end = iterate(s, s->begin + m->c[i] * h, h, z);
        if (end != BR_TRY_DONE)
            return end;
        for (int j = 0; j < n; j++) {
            s->to[j] = s->base[j] + z[j];
            z[j] /= h * gamma;
        }
    }
    return BR_TRY_DONE;
}

// The difference to the embedded method, smoothed by the factors of the step: that of a fast mode that has died out does
// not hold the step down (Hosea and Shampine 1996).
static void find_error(br_ode_solver *s, double h)
{
    const br_ode_method *m = s->o.method;
    for (int i = 0; i < s->ode.n; i++) {
        double sum = 0;
        for (int j = 0; j < m->stages; j++)
            sum += m->e[j] * s->k[j][i];
        s->error[i] = h * sum;
    }
    solve(s->ode.n, s->factor, s->pivot, s->error);
}

// J is kept while the iteration converges fast; one that is old is renewed before the step is given up.
static br_ode_try attempt(br_ode_solver *s, double h)
{
    bool keep = s->slope_known && (s->slope_new || s->rate_of_newton < 1e-3);
    for (;;) {
        if (!keep && !find_slope(s, h))
            return BR_TRY_NOT_FINITE;
        br_ode_try end = prepare(s, h) ? run_stages(s, h) : BR_TRY_DIVERGED;
        if (end == BR_TRY_DONE) {
            find_error(s, h);
            return br_vec_finite(s->ode.n, s->to) && br_vec_finite(s->ode.n, s->error) ? end : BR_TRY_NOT_FINITE;
        }
        s->rate_of_newton = 1;
        if (s->slope_new)
            return end;
        keep = false;
    }
}

// Kennedy and Carpenter (2003), ARK4(3)6L[2]SA, the implicit part: stiffly accurate, stage order 2.
const br_ode_method br_ode_esdirk = {
    .name = "esdirk",
    .stages = 6,
    .estimate = 4,
    .c = {0, 1.0 / 2, 83.0 / 250, 31.0 / 50, 17.0 / 20, 1},
    .a = {{0},
          {1.0 / 4},
          {8611.0 / 62500, -1743.0 / 31250},
          {5012029.0 / 34652500, -654441.0 / 2922500, 174375.0 / 388108},
          {15267082809.0 / 155376265600, -71443401.0 / 120774400, 730878875.0 / 902184768, 2285395.0 / 8070912},
          {82889.0 / 524892, 0, 15625.0 / 83664, 69875.0 / 102672, -2260.0 / 8211}},
    .e = {82889.0 / 524892 - 4586570599.0 / 29645900160, 0, 15625.0 / 83664 - 178811875.0 / 945068544,
          69875.0 / 102672 - 814220225.0 / 1159782912, -2260.0 / 8211 + 3700637.0 / 11593932,
          1.0 / 4 - 61727.0 / 225920},
    .attempt = attempt,
};
