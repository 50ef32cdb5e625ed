// lie.c - linearly implicit Euler: x+ = x + (I - h J)^-1 h x'.                            [target]
//
// Stable at every step. Sensitivities are the variational equations (2.23) of the thesis discretised alike:
// S+ = (I - h J)^-1 (S + h g), g = d x'/d p.
#include "num/base/fp.h"

#include "loop/flow/tile.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

static const br_real whole[] = {1};

static int room(const br_integrator *f)
{
    return 2 * br_sys_nx(f->sys);
}

// ---------------------------------------------------------------- uncoupled states: lane by lane

BR_CLONES
static void move_states(int n, const br_real *x, const br_real *h, const br_real *J, const br_real *rate,
                        br_real *share, br_real *next)
{
    BR_LANES
    for (int i = 0; i < n; i++) {
        share[i] = 1 / (1 - h[i] * J[i]);
        next[i] = x[i] + h[i] * rate[i] * share[i];
    }
}

// Column c of S and T; what moves it directly stands from number at[c] of the jet on, -1: nothing does.
BR_CLONES
static void move_columns(int n, int columns, const int *at, int lanes, const br_real *h, const br_real *share,
                         const br_real *S, const br_real *jet, br_real *T)
{
    for (int c = 0; c < columns; c++, S += n, T += n) {
        const br_real *g = jet + (ptrdiff_t)(at[c] < 0 ? 0 : at[c]) * lanes;
        if (at[c] < 0) {
            BR_LANES
            for (int i = 0; i < n; i++)
                T[i] = S[i] * share[i];
            continue;
        }
        BR_LANES
        for (int i = 0; i < n; i++)
            T[i] = (S[i] + h[i] * g[i]) * share[i];
    }
}

// The same of the first substep, where S is the identity: that of states, column 0, becomes share.
BR_CLONES
static void move_states_first(int n, const br_real *x, br_real h, const br_real *J, const br_real *rate, br_real *share,
                              br_real *next)
{
    BR_LANES
    for (int i = 0; i < n; i++) {
        share[i] = 1 / (1 - h * J[i]);
        next[i] = x[i] + h * rate[i] * share[i];
    }
}

BR_CLONES
static void move_columns_first(int n, int columns, const int *at, int lanes, br_real h, const br_real *share,
                               const br_real *jet, br_real *T)
{
    br_vec_copy(n, share, T);
    for (int c = 1; c < columns; c++) {
        const br_real *g = jet + (ptrdiff_t)(at[c] < 0 ? 0 : at[c]) * lanes;
        br_real *column = T + (ptrdiff_t)c * n;
        if (at[c] < 0) {
            br_vec_zero(n, column);
            continue;
        }
        BR_LANES
        for (int i = 0; i < n; i++)
            column[i] = h * g[i] * share[i];
    }
}

// ---------------------------------------------------------------- all systems

static void attempt(br_integrator *f)
{
    int n = br_sys_nx(f->sys) * f->n;
    br_real *d = f->work;
    br_integrator_jet(f, f->x, f->out, f->jet);
    const br_real *J = br_integrator_diagonal(f, f->jet);
    if (J) {
        move_states(n, f->x, f->h, J, f->out, f->linear.M, f->next);
        return;
    }
    br_integrator_linear_load(f, 0, f->jet);
    br_integrator_linear_factor(f, whole);
    for (int i = 0; i < n; i++)
        d[i] = f->h[i] * f->out[i];
    br_integrator_linear_solve(f, d);
    for (int i = 0; i < n; i++)
        f->next[i] = f->x[i] + d[i];
}

// The error of a step is h/2 times the change of the rate, damped as the step is; taken twice, to be safe.
static void plan(br_integrator *f)
{
    int n = br_sys_nx(f->sys) * f->n;
    br_real *e = f->work;
    attempt(f);
    br_integrator_rate(f, f->next, f->out1);
    for (int i = 0; i < n; i++)
        e[i] = f->h[i] * (f->out1[i] - f->out[i]);
    br_integrator_linear_solve(f, e);
    if (!f->uncoupled)
        br_integrator_ease(f, e, e + n);
    br_integrator_choose_substeps(f, e, 1);
}

static void sensitivity_column(br_integrator *f, int c)
{
    int n = br_sys_nx(f->sys) * f->n;
    br_real *S = br_integrator_at(f, f->S, c), *T = br_integrator_at(f, f->T, c);
    const br_real *g = br_integrator_direct_at(f, c, f->jet, f->work + n);
    for (int i = 0; i < n; i++)
        T[i] = S[i] + f->h[i] * g[i];
    br_integrator_linear_solve(f, T);
}

// What was seen where the step began is kept, in memory that nothing else needs then.
static void keep_begun(br_integrator *f)
{
    br_real *out = f->out, *jet = f->jet;
    f->begun_out = out;
    f->begun_jet = jet;
    f->out = f->out1;
    f->jet = f->jet1;
    f->out1 = out;
    f->jet1 = jet;
}

static void step(br_integrator *f, int substep)
{
    if (!f->once) // else the plan has tried just that
        attempt(f);
    if (f->want && f->in_order && br_integrator_diagonal(f, f->jet))
        move_columns(br_sys_nx(f->sys) * f->n, f->columns, f->straight, f->n, f->h, f->linear.M, f->S, f->jet, f->T);
    else
        for (int c = 0; f->want && c < f->columns; c++)
            sensitivity_column(f, c);
    if (f->want)
        br_integrator_accept_slopes(f);
    br_integrator_accept(f);
    if (substep == 0 && f->waiting == 0)
        keep_begun(f);
}

// All of them in one function of the system, where it has one and its results are finite. What is seen where the step begins
// the general path tells.
static int steps(br_integrator *f, int substeps)
{
    int done = 0, n = br_sys_nx(f->sys) * f->n;
    if (br_sys_lie_held(f->sys) == 0 || f->once || !f->all || f->fused < 1 + f->want)
        return 0;
    if (f->o.begun && f->waiting == 0)
        step(f, done++);
    if (done == substeps)
        return done;
    br_sys_lie(f->sys, f->n, f->x, f->u, f->p, f->each, f->h[0], substeps - done, f->want ? f->S : 0, f->lie_at,
               f->held, f->next, f->T);
    if (!br_vec_finite(n, f->next) || (f->want && !br_vec_finite(f->columns * n, f->T)))
        return done;
    br_integrator_accept(f);
    if (f->want)
        br_integrator_accept_slopes(f);
    return substeps;
}

// ---------------------------------------------------------------- a call that fits a tile

// The first substep, to f->next and f->T; what is seen where it begins stays known.
static void direct_first(br_integrator *f, const br_integrator_call *c, br_real h)
{
    int n = br_sys_nx(f->sys) * f->n;
    br_integrator_jet_of_call(f, c, c->x, f->out, f->jet);
    move_states_first(n, c->x, h, br_integrator_diagonal(f, f->jet), f->out, f->linear.M, f->next);
    if (f->want)
        move_columns_first(n, f->columns, f->straight, f->n, h, f->linear.M, f->jet, f->T);
    f->begun_out = f->out;
    f->begun_jet = f->jet;
}

// The substeps that are left, by the system's own function; to f->x and f->S, if one is behind it. Sensitivities begin with those
// given, or with the identity.
static void direct_others(br_integrator *f, const br_integrator_call *c, br_real h, int substeps, int begun)
{
    br_real *next = begun ? f->x : f->next, *T = begun ? f->S : f->T;
    const br_real *S = begun ? f->T : c->S ? c->S : f->S;
    br_sys_lie(f->sys, f->n, begun ? f->next : c->x, c->u, c->p, f->each, h, substeps, f->want ? S : 0, f->lie_at,
               f->held, next, T);
    f->to = next;
    f->to_S = T;
}

static int direct(br_integrator *f, const br_integrator_call *c, br_real dt)
{
    int n = br_sys_nx(f->sys) * f->n, fused = br_sys_lie_held(f->sys) > 0 && f->fused >= 1 + f->want;
    int begun = (f->o.begun && !c->S) || !fused, left = f->o.substeps - begun;
    br_real h = dt / (br_real)f->o.substeps;
    if (!br_integrator_diagonal(f, f->jet) || (f->want && !f->in_order) || ((left > 0 || c->S) && !fused) || !(h > 0))
        return 0;
    f->to = f->next;
    f->to_S = f->T;
    if (begun)
        direct_first(f, c, h);
    if (left > 0)
        direct_others(f, c, h, left, begun);
    if (br_vec_finite(n, f->to) && (!f->want || br_vec_finite(f->columns * n, f->to_S)))
        return 1;
    f->begun_out = f->begun_jet = 0;
    return 0;
}

const br_integrator_kind br_integrator_lie = {
    .name = "lie", .stages = 1, .room = room, .plan = plan, .step = step, .steps = steps, .direct = direct};
