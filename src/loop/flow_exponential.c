// flow_exponential.c - exponential schemes for uncoupled states: exact for affine rates, Rosenbrock for others.   [target]
//
// With a = d x'/d x of every state and y = a h: x+ = x + h phi1(y) x' is exact if x' is affine in x. For other rates the
// Rosenbrock scheme of third order (exprb32) adds 2 h phi3(y) D, where D is what x' has changed by beyond a (x+ - x). Far
// beyond a break-away that term overshoots, so it is taken as what it is to first order, a change of a:
// x+ = x + h phi1(y + e) x' with phi1'(y) e x' = 2 phi3(y) D, of third order as well, and it cannot overshoot. How far it
// moves x+ says how many substeps are needed.
//
// Sensitivities S' = a S + g, g = d x'/d p: exact for affine rates, since g is affine along the solution, too, and so known
// from both ends of the step. Rosenbrock: variational equations (2.23) of the thesis with the mean of a over the step
// and g linear in time.
#include "num/fp.h"

#include "loop/flow_phi.h"
#include "loop/flow_tile.h"
#include "num/real.h"
#include "num/vector.h"

static int affine_uncoupled(const br_sys *s)
{
    return br_sys_affine(s) && br_flow_uncoupled(s) && br_sys_jumps(s) == 0;
}

static int room(const br_flow *f)
{
    return 3 * br_sys_nx(f->sys);
}

// ---------------------------------------------------------------- affine rates

BR_CLONES
static void affine_states(int n, const br_real *x, const br_real *h, const br_real *a, const br_real *rate,
                          br_real *next)
{
    BR_LANES
    for (int i = 0; i < n; i++)
        next[i] = x[i] + h[i] * br_phi_of(a[i] * h[i]).one * rate[i];
}

BR_CLONES
static void affine_column(int n, const br_real *h, const br_real *a, const br_real *S, const br_real *g0,
                          const br_real *g1, br_real *T)
{
    BR_LANES
    for (int i = 0; i < n; i++) {
        br_real y = a[i] * h[i];
        br_phi p = br_phi_of(y);
        T[i] = br_r_exp(y) * S[i] + h[i] * (p.one * g0[i] + (g1[i] - g0[i]) * (p.slope / p.one));
    }
}

static void affine_step(br_flow *f, int substep)
{
    (void)substep;
    int n = br_sys_nx(f->sys) * f->n;
    br_real *a = f->linear.J, *g0 = f->work, *g1 = g0 + n;
    br_flow_jet(f, f->x, f->out, f->jet);
    br_flow_linear_load(f, 0, f->jet);
    affine_states(n, f->x, f->h, a, f->out, f->next);
    br_flow_take(f);
    if (!f->want)
        return;
    br_flow_jet(f, f->x, f->out1, f->jet1);
    for (int c = 0; c < f->columns; c++) {
        br_flow_direct(f, c, f->jet, g0);
        br_flow_direct(f, c, f->jet1, g1);
        affine_column(n, f->h, a, br_flow_at(f, f->S, c), g0, g1, br_flow_at(f, f->T, c));
    }
    br_flow_take_slopes(f);
}

const br_flow_kind br_flow_exponential = {
    .name = "exponential", .stages = 1, .fits = affine_uncoupled, .room = room, .step = affine_step};

// ---------------------------------------------------------------- Rosenbrock

// The state after h with a as it is, and e per D/x'.
BR_CLONES
static void guess(int n, const br_real *x, const br_real *h, const br_real *a, const br_real *rate, br_real *next,
                  br_real *weight)
{
    BR_LANES
    for (int i = 0; i < n; i++) {
        br_phi p = br_phi_of(a[i] * h[i]);
        next[i] = x[i] + h[i] * p.one * rate[i];
        weight[i] = p.slope > BR_LEAST_NORMAL ? 2 * p.three / p.slope : 0;
    }
}

// The state after h, and by what share of it the change of a moves it. Four times that share, to be safe: it is an error
// of the scheme without the change.
BR_CLONES
static void correct(int n, const br_real *x, const br_real *h, const br_real *a, const br_real *rate,
                    const br_real *rate1, br_real *next, br_real *share)
{
    BR_LANES
    for (int i = 0; i < n; i++) {
        br_real D = rate1[i] - rate[i] - a[i] * (next[i] - x[i]), e = rate[i] != 0 ? share[i] * (D / rate[i]) : 0;
        br_real to = x[i] + h[i] * br_phi_of(a[i] * h[i] + (e < 1 ? e : 1)).one * rate[i];
        br_real before = br_r_abs(x[i]), after = br_r_abs(to), size = before > after ? before : after;
        share[i] = 4 * br_r_abs(to - next[i]) / (size > BR_LEAST_NORMAL ? size : BR_LEAST_NORMAL);
        next[i] = to;
    }
}

// One substep of every point from the rates and derivatives at x.
static void attempt(br_flow *f)
{
    int n = br_sys_nx(f->sys) * f->n;
    br_real *a = f->linear.J, *share = f->work;
    guess(n, f->x, f->h, a, f->out, f->next, share);
    br_flow_rate(f, f->next, f->out1);
    correct(n, f->x, f->h, a, f->out, f->out1, f->next, share);
}

static void look(br_flow *f)
{
    br_flow_jet(f, f->x, f->out, f->jet);
    br_flow_linear_load(f, 0, f->jet);
}

static void rosenbrock_plan(br_flow *f)
{
    look(f);
    attempt(f);
    br_flow_choose_substeps(f, f->work, 3);
}

BR_CLONES
static void rosenbrock_column(int n, const br_real *h, const br_real *a0, const br_real *a1, const br_real *S,
                              const br_real *g0, const br_real *g1, br_real *T)
{
    BR_LANES
    for (int i = 0; i < n; i++) {
        br_real y = (a0[i] + a1[i]) / 2 * h[i];
        br_phi p = br_phi_of(y);
        T[i] = br_r_exp(y) * S[i] + h[i] * (p.one * g0[i] + p.two * (g1[i] - g0[i]));
    }
}

// Also moves on to the derivatives at the new state.
static void rosenbrock_slopes(br_flow *f)
{
    int n = br_sys_nx(f->sys) * f->n;
    br_real *a = f->work, *g0 = a + n, *g1 = g0 + n, *jet = f->jet;
    br_vec_copy(n, f->linear.J, a);
    br_flow_jet(f, f->x, f->out, f->jet1);
    br_flow_linear_load(f, 0, f->jet1);
    for (int c = 0; c < f->columns; c++) {
        br_flow_direct(f, c, f->jet, g0);
        br_flow_direct(f, c, f->jet1, g1);
        rosenbrock_column(n, f->h, a, f->linear.J, br_flow_at(f, f->S, c), g0, g1, br_flow_at(f, f->T, c));
    }
    br_flow_take_slopes(f);
    f->jet = f->jet1;
    f->jet1 = jet;
}

static void rosenbrock_step(br_flow *f, int substep)
{
    if (substep > 0 && (!f->want || br_sys_jumps(f->sys) > 0)) // else known from the substep before
        look(f);
    if (!f->once) // else the plan has tried just that
        attempt(f);
    br_flow_take(f);
    if (f->want)
        rosenbrock_slopes(f);
}

const br_flow_kind br_flow_rosenbrock = {.name = "rosenbrock",
                                         .stages = 1,
                                         .fits = br_flow_uncoupled,
                                         .room = room,
                                         .plan = rosenbrock_plan,
                                         .step = rosenbrock_step};
