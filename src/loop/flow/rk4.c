// rk4.c - the classical Runge-Kutta scheme; sensitivities are those of the scheme itself.   [target]
#include "num/base/fp.h"

#include "loop/flow/tile.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

static const br_real ahead[] = {0, BR_C(0.5), BR_C(0.5), 1}; // k_i is the rate at x + ahead_i h k_(i-1)
static const br_real weight[] = {1, 2, 2, 1};                // of k_i, in sixths

static int room(const br_integrator *f)
{
    return 3 * br_sys_nx(f->sys) + (f->o.slopes ? f->nslope : 0);
}

// to = x + a h k
BR_CLONES
static void along(int n, const br_real *x, br_real a, const br_real *h, const br_real *k, br_real *to)
{
    BR_LANES
    for (int i = 0; i < n; i++)
        to[i] = x[i] + a * h[i] * k[i];
}

// One stage of one column: dk = J (S + a h dk) + g; T = S + h/6 (sum of weight dk).
static void stage_of_column(br_integrator *f, int stage, int c, br_real *dk)
{
    int n = br_sys_nx(f->sys) * f->n;
    br_real *at = f->work, *g = at + n, *S = br_integrator_at(f, f->S, c), *T = br_integrator_at(f, f->T, c);
    if (stage == 0) {
        br_vec_copy(n, S, T);
        br_vec_zero(n, dk);
    }
    along(n, S, ahead[stage], f->h, dk, at);
    br_integrator_linear_mul(f, 0, at, dk);
    br_integrator_direct(f, c, f->jet, g);
    br_vec_add(n, 1, g, dk);
    along(n, T, weight[stage] / 6, f->h, dk, T);
}

static void step(br_integrator *f, int substep)
{
    (void)substep;
    int n = br_sys_nx(f->sys) * f->n;
    br_real *at = f->work + 2 * (ptrdiff_t)n, *dk = at + n;
    br_vec_copy(n, f->x, f->next);
    br_vec_zero(n, f->out);
    for (int stage = 0; stage < 4; stage++) {
        along(n, f->x, ahead[stage], f->h, f->out, at);
        if (f->want) {
            br_integrator_jet(f, at, f->out, f->jet);
            br_integrator_linear_load(f, 0, f->jet);
        } else {
            br_integrator_rate(f, at, f->out);
        }
        along(n, f->next, weight[stage] / 6, f->h, f->out, f->next);
        for (int c = 0; f->want && c < f->columns; c++)
            stage_of_column(f, stage, c, br_integrator_at(f, dk, c));
    }
    br_integrator_accept(f);
    if (f->want)
        br_integrator_accept_slopes(f);
}

const br_integrator_kind br_integrator_rk4 = {.name = "rk4", .stages = 1, .room = room, .step = step};
