// exponential.c - exponential integrators for uncoupled states: exact for affine rates, Rosenbrock for others.   [target]
//
// With a = d x'/d x of every state and y = a h: x+ = x + h phi1(y) x' is exact if x' is affine in x. For other rates let D
// be what x' has changed by at that x+, beyond a (x+ - x). Rosenbrock schemes of third order (exprb32) add 2 h phi3(y) D,
// which far beyond a break-away overshoots; so the term is taken as what it is to first order, a change of a:
// x+ = x + h phi1(y + e) x', e = w(y) D/x'. Any w with w(0) = 2/3 gives third order; here w = 2/3 - y/2 for y < 0, near
// 2 phi3/phi1' that equality would ask for. It cannot overshoot, and how far it moves x+ says how many substeps are needed.
//
// Sensitivities S' = a S + g, g = d x'/d p: exact for affine rates, since g is affine along the solution, too, and so known
// from both ends of the step. Rosenbrock: variational equations (2.23) of the thesis with the mean of a over the step
// and g linear in time.
#include "num/base/fp.h"

#include "loop/flow/affine.h"
#include "loop/flow/phi.h"
#include "loop/flow/tile.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

static int affine_uncoupled(const br_sys *s)
{
    return br_sys_affine(s) && br_integrator_uncoupled(s) && br_sys_jumps(s) == 0;
}

static int room(const br_integrator *f)
{
    return 5 * br_sys_nx(f->sys);
}

// ---------------------------------------------------------------- affine rates

BR_CLONES
static void affine_states(int n, const br_real *x, const br_real *h, const br_real *a, const br_real *rate,
                          br_real *next)
{
    BR_LANES
    for (int i = 0; i < n; i++)
        next[i] = x[i] + h[i] * br_phi1(a[i] * h[i]) * rate[i];
}

BR_CLONES
static void affine_column(int n, const br_real *h, const br_real *stay, const br_real *start, const br_real *change,
                          const br_real *S, const br_real *g0, const br_real *g1, br_real *T)
{
    BR_LANES
    for (int i = 0; i < n; i++)
        T[i] = stay[i] * S[i] + h[i] * (start[i] * g0[i] + (g1[i] - g0[i]) * change[i]);
}

static void affine_step(br_integrator *f, int substep)
{
    int n = br_sys_nx(f->sys) * f->n;
    br_real *a = f->linear.J, *stay = f->work + 2 * (ptrdiff_t)n, *start = stay + n, *change = start + n;
    br_integrator_jet(f, f->x, f->out, f->jet);
    br_integrator_linear_load(f, 0, f->jet);
    f->begun_out = substep == 0 ? f->out : 0;
    f->begun_jet = f->jet;
    affine_states(n, f->x, f->h, a, f->out, f->next);
    br_integrator_accept(f);
    if (!f->want)
        return;
    br_integrator_jet(f, f->x, f->out1, f->jet1);
    affine_weights(n, f->h, a, stay, start, change);
    for (int c = 0; c < f->columns; c++) {
        const br_real *g0 = br_integrator_direct_at(f, c, f->jet, f->work);
        const br_real *g1 = br_integrator_direct_at(f, c, f->jet1, f->work + n);
        affine_column(n, f->h, stay, start, change, br_integrator_at(f, f->S, c), g0, g1, br_integrator_at(f, f->T, c));
    }
    br_integrator_accept_slopes(f);
}

// The same from the identity: what stays of a state, and what else adds.
BR_CLONES
static void affine_column_first(int n, const br_real *h, const br_real *start, const br_real *change, const br_real *g0,
                                const br_real *g1, br_real *T)
{
    BR_LANES
    for (int i = 0; i < n; i++)
        T[i] = 0 + h[i] * (start[i] * g0[i] + (g1[i] - g0[i]) * change[i]);
}

// A call of one step that fits a tile.
static int affine_direct(br_integrator *f, const br_integrator_call *c, br_real dt)
{
    int n = br_sys_nx(f->sys) * f->n;
    const br_real *a = br_integrator_diagonal(f, f->jet);
    br_real *stay = f->T, *start = f->work + 3 * (ptrdiff_t)n, *change = start + n; // column 0 is what stays
    if (!a || f->o.substeps > 1 || c->S)
        return 0;
    for (int i = 0; i < n; i++)
        f->h[i] = dt;
    br_integrator_jet_of_call(f, c, c->x, f->out, f->jet);
    affine_states(n, c->x, f->h, a, f->out, f->next);
    if (f->want) {
        br_integrator_jet_of_call(f, c, f->next, f->out1, f->jet1);
        affine_weights(n, f->h, a, stay, start, change);
    }
    for (int k = 1; f->want && k < f->columns; k++) {
        const br_real *g0 = br_integrator_direct_at(f, k, f->jet, f->work);
        const br_real *g1 = br_integrator_direct_at(f, k, f->jet1, f->work + n);
        affine_column_first(n, f->h, start, change, g0, g1, br_integrator_at(f, f->T, k));
    }
    f->to = f->next;
    f->to_S = f->T;
    if (!br_vec_finite(n, f->to) || (f->want && !br_vec_finite(f->columns * n, f->to_S)))
        return 0;
    f->begun_out = f->out;
    f->begun_jet = f->jet;
    return 1;
}

const br_integrator_kind br_integrator_exponential = {.name = "exponential",
                                                      .stages = 1,
                                                      .fits = affine_uncoupled,
                                                      .room = room,
                                                      .step = affine_step,
                                                      .direct = affine_direct};

// ---------------------------------------------------------------- Rosenbrock

// The state after h, and the error that the change of a saves: four times how far it moves the state, to be safe.
BR_CLONES
static void correct(int n, const br_real *x, const br_real *h, const br_real *a, const br_real *rate,
                    const br_real *rate1, br_real *next, br_real *error)
{
    BR_LANES
    for (int i = 0; i < n; i++) {
        br_real y = a[i] * h[i], D = rate1[i] - rate[i] - a[i] * (next[i] - x[i]);
        br_real w = BR_C(0.6666666666666666) - (y < 0 ? y / 2 : 0), e = rate[i] != 0 ? w * (D / rate[i]) : 0;
        br_real to = x[i] + h[i] * br_phi1(y + (e < 1 ? e : 1)) * rate[i];
        error[i] = 4 * br_r_abs(to - next[i]);
        next[i] = to;
    }
}

// Sensitivities of a single step take the derivatives at its end from where its state is corrected from, which is within the
// accuracy; those of substeps from the start of the next one, which has to look there anyway.
static int at_predictor(const br_integrator *f)
{
    return f->want && f->once;
}

// One substep of every point from the rates and derivatives at x.
static void attempt(br_integrator *f)
{
    int n = br_sys_nx(f->sys) * f->n;
    br_real *a = f->linear.J;
    affine_states(n, f->x, f->h, a, f->out, f->next);
    if (at_predictor(f))
        br_integrator_jet(f, f->next, f->out1, f->jet1);
    else
        br_integrator_rate(f, f->next, f->out1);
    correct(n, f->x, f->h, a, f->out, f->out1, f->next, f->work);
}

static void evaluate_jacobian(br_integrator *f)
{
    br_integrator_jet(f, f->x, f->out, f->jet);
    br_integrator_linear_load(f, 0, f->jet);
}

static void rosenbrock_plan(br_integrator *f)
{
    evaluate_jacobian(f);
    attempt(f);
    br_integrator_choose_substeps(f, f->work, 3);
}

// Over a substep with the mean of a: what stays of S, and how much of g at its start and end goes in.
BR_CLONES
static void rosenbrock_weights(int n, const br_real *h, const br_real *a0, const br_real *a1, br_real *stay,
                               br_real *first, br_real *last)
{
    BR_LANES
    for (int i = 0; i < n; i++) {
        br_real y = (a0[i] + a1[i]) / 2 * h[i];
        br_phi p = br_phi_of(y);
        stay[i] = 1 + y * p.one; // exp(y)
        first[i] = h[i] * (p.one - p.two);
        last[i] = h[i] * p.two;
    }
}

BR_CLONES
static void rosenbrock_column(int n, const br_real *stay, const br_real *first, const br_real *last, const br_real *S,
                              const br_real *g0, const br_real *g1, br_real *T)
{
    BR_LANES
    for (int i = 0; i < n; i++)
        T[i] = stay[i] * S[i] + (first[i] * g0[i] + last[i] * g1[i]);
}

// Also moves on to the derivatives at the end.
static void rosenbrock_slopes(br_integrator *f)
{
    int n = br_sys_nx(f->sys) * f->n;
    br_real *a0 = f->work, *stay = a0 + 2 * (ptrdiff_t)n, *first = stay + n, *last = first + n, *jet = f->jet;
    br_vec_copy(n, f->linear.J, a0);
    if (!at_predictor(f))
        br_integrator_jet(f, f->x, f->out, f->jet1);
    br_integrator_linear_load(f, 0, f->jet1);
    rosenbrock_weights(n, f->h, a0, f->linear.J, stay, first, last);
    for (int c = 0; c < f->columns; c++) {
        const br_real *g0 = br_integrator_direct_at(f, c, f->jet, f->work);
        const br_real *g1 = br_integrator_direct_at(f, c, f->jet1, f->work + n);
        rosenbrock_column(n, stay, first, last, br_integrator_at(f, f->S, c), g0, g1, br_integrator_at(f, f->T, c));
    }
    br_integrator_accept_slopes(f);
    f->jet = f->jet1;
    f->jet1 = jet;
}

static void rosenbrock_step(br_integrator *f, int substep)
{
    if (!f->once) {                                               // else the plan has done just that
        if (substep == 0 || !f->want || br_sys_jumps(f->sys) > 0) // else known from the substep before
            evaluate_jacobian(f);
        attempt(f);
    }
    br_integrator_accept(f);
    if (f->want)
        rosenbrock_slopes(f);
}

const br_integrator_kind br_integrator_rosenbrock = {.name = "rosenbrock",
                                                     .stages = 1,
                                                     .fits = br_integrator_uncoupled,
                                                     .room = room,
                                                     .plan = rosenbrock_plan,
                                                     .step = rosenbrock_step};
