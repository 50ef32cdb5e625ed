// ode_explicit.c - explicit Runge-Kutta pairs: Dormand-Prince, Bogacki-Shampine.   [host]
#include "num/base/fp.h"

#include "sim/run/ode_method.h"

static br_ode_try attempt(br_ode_solver *s, double h)
{
    const br_ode_method *m = s->o.method;
    int last = m->stages - 1, n = s->ode.n;
    for (int i = 1; i <= last; i++) {
        double *x = i == last ? s->to : s->trial; // trial stays at the stage before the last
        br_ode_advance(s, m->a[i], i, h, x);
        if (!br_ode_rate(s, s->begin + m->c[i] * h, x, s->k[i]))
            return BR_TRY_NOT_FINITE;
    }
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j <= last; j++)
            sum += m->e[j] * s->k[j][i];
        s->error[i] = h * sum;
    }
    return br_vec_finite(n, s->to) && br_vec_finite(n, s->error) ? BR_TRY_DONE : BR_TRY_NOT_FINITE;
}

// The cubic of Hermite through both ends, and what the method adds: Hairer, Norsett and Wanner, (6.12).
static void dense(const br_ode_solver *s, int count, const double *theta, double *x)
{
    const br_ode_method *m = s->o.method;
    int last = m->stages - 1;
    double h = s->end - s->begin;
    for (int i = 0; i < s->ode.n; i++) {
        double all = s->to[i] - s->from[i], early = h * s->k[0][i] - all, late = all - h * s->k[last][i] - early;
        double extra = 0;
        for (int j = 0; j <= last; j++)
            extra += m->d[j] * s->k[j][i];
        for (int k = 0; k < count; k++) {
            double rest = 1 - theta[k], inner = early + theta[k] * (late + rest * (h * extra));
            x[i * count + k] = s->from[i] + theta[k] * (all + rest * inner);
        }
    }
}

// Dormand and Prince (1980), RK5(4)7M; d: Hairer, Norsett and Wanner, Solving ODEs I, (6.12) and DOPRI5.
const br_ode_method br_ode_dopri = {
    .name = "dopri",
    .stages = 7,
    .estimate = 5,
    .growth = 4,
    .border = 3.25,
    .c = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1},
    .a = {{0},
          {1.0 / 5},
          {3.0 / 40, 9.0 / 40},
          {44.0 / 45, -56.0 / 15, 32.0 / 9},
          {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
          {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
          {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}},
    .e = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40},
    .d = {-12715105075.0 / 11282082432, 0, 87487479700.0 / 32700410799, -10690763975.0 / 1880347072,
          701980252875.0 / 199316789632, -1453857185.0 / 822651844, 69997945.0 / 29380423},
    .attempt = attempt,
    .dense = dense,
};

// Bogacki and Shampine (1989).
const br_ode_method br_ode_bosh = {
    .name = "bosh",
    .stages = 4,
    .estimate = 3,
    .growth = 4,
    .border = 2.5,
    .c = {0, 1.0 / 2, 3.0 / 4, 1},
    .a = {{0}, {1.0 / 2}, {0, 3.0 / 4}, {2.0 / 9, 1.0 / 3, 4.0 / 9}},
    .e = {-5.0 / 72, 1.0 / 12, 1.0 / 9, -1.0 / 8},
    .attempt = attempt,
    .dense = dense,
};
