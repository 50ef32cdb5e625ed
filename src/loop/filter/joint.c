// joint.c - the augmented state: states, then estimated parameters and inputs, as one vector.   [target]
#include "num/base/fp.h"

#include "loop/filter/joint.h"
#include "num/base/clones.h"
#include "num/base/elem.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

// ---------------------------------------------------------------- which derivatives there are

// The numbers of blocks with rows first .. first + rows that the joint vector knows; answers how many.
static int entries(const br_joint *j, const br_sys_block *block, int blocks, int first, int rows, br_joint_entry *to)
{
    int count = 0;
    for (int i = 0; i < blocks; i++) {
        const br_sys_block *b = &block[i];
        for (int r = 0; r < b->rows; r++)
            for (int c = 0; c < b->columns; c++) {
                int row = b->row + r - first, number = br_shape_number(b->shape, b->columns, r, c), column = -1;
                if (b->by == 'x')
                    column = b->column + c;
                for (int e = 0; e < j->ne; e++)
                    if (j->estimate[e].by == b->by && j->estimate[e].number == b->column + c)
                        column = j->nx + e;
                if (row < 0 || row >= rows || number < 0 || column < 0)
                    continue;
                to[count++] = (br_joint_entry){row, column, b->at + number};
            }
    }
    return count;
}

// ---------------------------------------------------------------- memory

static int options_valid(const br_sys *s, const br_joint_options *o)
{
    if (!s || !o || o->estimates < 0 || (o->estimates > 0 && !o->estimate))
        return 0;
    for (int i = 0; i < o->estimates; i++) {
        const br_estimate *e = &o->estimate[i];
        int most = e->by == 'p' ? br_sys_np(s) : e->by == 'u' ? br_sys_nu(s) : 0;
        if (e->number < 0 || e->number >= most || !(e->scale - e->scale == 0) || e->scale == 0 || !(e->low <= e->high))
            return 0;
        if (e->log && !(e->low * e->scale > 0 || e->high * e->scale > 0))
            return 0;
        for (int k = 0; k < i; k++)
            if (o->estimate[k].by == e->by && o->estimate[k].number == e->number)
                return 0;
    }
    return 1;
}

// Is what is done elsewhere done for this?
static int suits(const br_sys *s, const br_joint_options *o)
{
    const br_elsewhere *w = o->elsewhere;
    int nx = br_sys_nx(s), n = nx + o->estimates;
    return w->nx == nx && w->n == n && w->ny == br_sys_ny(s) + n && w->points >= o->flow.points && w->each == o->each;
}

static br_joint_entry *carve_entries(br_arena *a, int count)
{
    return (br_joint_entry *)(void *)br_arena_ints(a, count * (int)(sizeof(br_joint_entry) / sizeof(int)));
}

// The numbers of x+ by the joint vector are known once the flow is; at most all pairs.
static void carve_joint(br_arena *a, br_joint *j, const br_sys *s, const br_joint_options *o,
                        const br_integrator_options *flow)
{
    int points = flow->points, outputs = br_sys_nx(s) + br_sys_ny(s);
    int per_estimate = (int)((sizeof(br_estimate) + sizeof(br_real) - 1) / sizeof(br_real));
    j->sys = s;
    j->ne = o->estimates;
    j->nx = br_sys_nx(s);
    j->n = j->nx + j->ne;
    j->ny = br_sys_ny(s) + j->n;
    j->points = points;
    j->each = o->each;
    j->elsewhere = o->elsewhere;
    j->estimate = (br_estimate *)(void *)br_arena_reals(a, j->ne * per_estimate);
    j->F = carve_entries(a, o->slopes ? j->nx * j->n : 0);
    if (j->elsewhere)
        return;
    j->H = carve_entries(a, o->slopes ? br_sys_ny(s) * j->n : 0);
    j->u = br_arena_reals(a, br_sys_nu(s) * points);
    j->p = br_arena_reals(a, br_sys_np(s) * points);
    j->one = br_arena_reals(a, br_sys_np(s));
    j->given = br_arena_reals(a, br_sys_np(s));
    j->out = br_arena_reals(a, outputs * points);
    j->jet = br_arena_reals(a, o->slopes && points > flow->lanes ? br_sys_njet(s) * points : 0);
    j->slope = br_arena_reals(a, o->slopes ? br_integrator_nslope(s, flow) * points : 0);
    j->stretch = br_arena_reals(a, o->slopes ? j->n * points : 0);
    j->flow_memory = br_arena_reals(a, (int)(br_integrator_bytes(s, flow) / sizeof(br_real)));
}

static br_integrator_options flow_options(const br_joint_options *o)
{
    static const br_estimate none;
    br_integrator_options flow = o->flow;
    flow.slopes = o->slopes;
    flow.by = o->estimates > 0 ? o->estimate : &none;
    flow.nby = o->estimates;
    return flow;
}

size_t br_joint_bytes(const br_sys *s, const br_joint_options *o)
{
    br_joint j;
    br_arena a = {0, 0};
    if (!options_valid(s, o))
        return 0;
    br_integrator_options flow = flow_options(o);
    if (o->elsewhere ? !suits(s, o) : br_integrator_bytes(s, &flow) == 0)
        return 0;
    carve_joint(&a, &j, s, o, &flow);
    return a.used > 0 ? a.used : sizeof(br_real);
}

br_status br_joint_init(br_joint *j, const br_sys *s, const br_joint_options *o, void *memory, size_t bytes)
{
    br_arena a = {memory, 0};
    size_t needs = br_joint_bytes(s, o);
    if (!j || !memory || needs == 0 || bytes < needs)
        return BR_BAD_USAGE;
    br_integrator_options flow = flow_options(o);
    *j = (br_joint){.nF = 0};
    carve_joint(&a, j, s, o, &flow);
    for (int i = 0; i < j->ne; i++)
        j->estimate[i] = o->estimate[i];
    if (o->elsewhere) {
        j->nF = o->slopes ? o->elsewhere->nF : 0;
        for (int i = 0; i < j->nF; i++)
            j->F[i] = o->elsewhere->F[i];
        return BR_OK;
    }
    br_status status = br_integrator_init(&j->flow, s, &flow, j->flow_memory, br_integrator_bytes(s, &flow));
    if (status != BR_OK)
        return status;
    if (flow.points <= flow.lanes) // the flow's own is free between its steps
        j->jet = j->flow.jet;
    j->nF = o->slopes ? entries(j, j->flow.slope, j->flow.slopes, 0, j->nx, j->F) : 0;
    j->nH = o->slopes && br_sys_blocks(s) > 0
                ? entries(j, br_sys_block_at(s, 0), br_sys_blocks(s), j->nx, br_sys_ny(s), j->H)
                : 0;
    return BR_OK;
}

// ---------------------------------------------------------------- values

static br_real within(br_real value, br_real low, br_real high)
{
    return value < low ? low : value > high ? high : value;
}

static br_real value_of(const br_estimate *q, br_real e)
{
    return within(q->log ? q->scale * br_r_exp(e) : q->scale * e, q->low, q->high);
}

br_real br_joint_value(const br_joint *j, int i, br_real e)
{
    return value_of(&j->estimate[i], e);
}

br_real br_joint_value_sd(const br_joint *j, int i, br_real e, br_real sd)
{
    const br_estimate *q = &j->estimate[i];
    return br_r_abs(q->log ? br_joint_value(j, i, e) : q->scale) * sd;
}

br_real br_joint_number(const br_joint *j, int i, br_real value)
{
    const br_estimate *q = &j->estimate[i];
    br_real share = within(value, q->low, q->high) / q->scale;
    return q->log ? br_r_log(share) : share;
}

// d value/d e
static br_real stretch(const br_joint *j, int i, br_real e)
{
    const br_estimate *q = &j->estimate[i];
    return q->log ? q->scale * br_r_exp(e) : q->scale;
}

// Of every number that stands as a logarithm, of every point.
static void log_derivatives(br_joint *j, int count, const br_real *X)
{
    for (int i = 0; i < j->ne; i++) {
        if (!j->estimate[i].log)
            continue;
        for (int k = (j->nx + i) * count; k < (j->nx + i + 1) * count; k++)
            j->stretch[k] = stretch(j, i, X[k]);
    }
}

BR_CLONES
static void scale_lanes(int count, br_real scale, const br_real *from, br_real *to)
{
    BR_LANES
    for (int k = 0; k < count; k++)
        to[k] = from[k] * scale;
}

BR_CLONES
static void scale_within_lanes(int count, br_real scale, br_real low, br_real high, const br_real *from, br_real *to)
{
    BR_LANES
    for (int k = 0; k < count; k++) {
        br_real value = scale * from[k];
        to[k] = value < low ? low : value > high ? high : value;
    }
}

// Derivatives by the value of a number of every point, made derivatives by that number; a state is its own value.
static void by(const br_joint *j, int count, const br_joint_entry *e, const br_real *values, br_real *to)
{
    const br_estimate *q = e->column < j->nx ? 0 : &j->estimate[e->column - j->nx];
    const br_real *from = values + (ptrdiff_t)e->at * count, *stretched = j->stretch + (ptrdiff_t)e->column * count;
    if (!q)
        br_vec_copy(count, from, to);
    else if (!q->log && count > 1)
        scale_lanes(count, q->scale, from, to);
    else
        for (int k = 0; k < count; k++)
            to[k] = from[k] * (q->log ? stretched[k] : q->scale);
}

// The same of one point, without loops.
static inline br_real by_one(const br_joint *j, const br_joint_entry *e, const br_real *values)
{
    if (e->column < j->nx)
        return values[e->at];
    const br_estimate *q = &j->estimate[e->column - j->nx];
    return values[e->at] * (q->log ? j->stretch[e->column] : q->scale);
}

// F of every point from the sensitivities of the flow.
static void scale(const br_joint *j, int count, br_real *F)
{
    if (count == 1) {
        for (int i = 0; i < j->nF; i++)
            F[i] = by_one(j, &j->F[i], j->slope);
        return;
    }
    for (int i = 0; i < j->nF; i++)
        by(j, count, &j->F[i], j->slope, F + (ptrdiff_t)i * count);
}

// The same numbers for every point.
static void repeat(int numbers, int count, const br_real *from, br_real *to)
{
    if (count == 1) {
        br_vec_copy(numbers, from, to);
        return;
    }
    for (int i = 0; i < numbers; i++)
        for (int k = 0; k < count; k++)
            to[i * count + k] = from[i];
}

// Parameters of every point, and where they stand. They seldom change: those that are there already are left.
static br_real *spread_parameters(br_joint *j, int count, const br_real *p)
{
    int np = br_sys_np(j->sys);
    br_word differs = count != j->spread;
    if (count == 1) {
        br_vec_copy(np, p, j->one);
        return j->one;
    }
    if (j->each > 1) {
        br_vec_copy(np * count, p, j->p);
        j->spread = 0;
        return j->p;
    }
    for (int i = 0; i < np; i++)
        differs |= br_word_of(p[i]) ^ br_word_of(j->given[i]);
    if (differs) {
        repeat(np, count, p, j->p);
        br_vec_copy(np, p, j->given);
        j->spread = count;
    }
    return j->p;
}

static void spread_known_inputs(br_joint *j, int count, const br_real *u)
{
    if (j->each)
        br_vec_copy(br_sys_nu(j->sys) * count, u, j->u);
    else
        repeat(br_sys_nu(j->sys), count, u, j->u);
}

// Inputs and parameters of every point, the estimated ones from its vector; answers where the parameters stand. parameters 0: they stand there.
static const br_real *spread_inputs(br_joint *j, int parameters, int count, const br_real *X, const br_real *u,
                                    const br_real *p)
{
    spread_known_inputs(j, count, u);
    br_real *own = parameters ? spread_parameters(j, count, p) : count == 1 ? j->one : j->p;
    for (int i = 0; i < j->ne; i++) {
        if (!parameters && j->estimate[i].by != 'u')
            continue;
        const br_estimate *q = &j->estimate[i];
        const br_real *from = X + (ptrdiff_t)(j->nx + i) * count;
        br_real *to = (q->by == 'u' ? j->u : own) + (ptrdiff_t)q->number * count;
        if (count == 1)
            *to = value_of(q, *from);
        else if (!q->log)
            scale_within_lanes(count, q->scale, q->low, q->high, from, to);
        else
            for (int k = 0; k < count; k++)
                to[k] = value_of(q, from[k]);
    }
    return own;
}

// ---------------------------------------------------------------- verbs

br_status br_joint_step_of(br_joint *j, int i, int steps, int count, const br_real *X, const int *m, const br_real *u,
                           const br_real *p, br_real dt, br_real *next, int *next_m, br_real *F)
{
    if (count < 0 || count > j->points)
        return BR_BAD_USAGE;
    if (j->elsewhere)
        return j->elsewhere->step(j->elsewhere->self, i, steps, count, X, m, u, p, dt, next, next_m, F);
    const br_real *own = spread_inputs(j, i == 0, count, X, u, p);
    br_real *slope = F ? j->slope : 0;
    br_status status =
        i == 0 ? br_integrator_step(&j->flow, count, X, m, j->u, own, count > 1, dt, next, next_m, slope)
               : br_integrator_step_on(&j->flow, count, next, m, j->u, own, count > 1, dt, next, next_m, slope);
    if (status != BR_OK || i + 1 < steps)
        return status;
    if (F) {
        log_derivatives(j, count, X);
        scale(j, count, F);
    }
    if (next != X)
        br_vec_copy(j->ne * count, X + (ptrdiff_t)j->nx * count, next + (ptrdiff_t)j->nx * count);
    return BR_OK;
}

br_status br_joint_step(br_joint *j, int count, const br_real *X, const int *m, const br_real *u, const br_real *p,
                        br_real dt, br_real *next, int *next_m, br_real *F)
{
    return br_joint_step_of(j, 0, 1, count, X, m, u, p, dt, next, next_m, F);
}

// Outputs and, if wanted, their derivatives at the points.
static void evaluate_outputs(br_joint *j, int count, const br_real *X, const int *m, const br_real *u, const br_real *p,
                             int slopes)
{
    const br_real *set = spread_inputs(j, 1, count, X, u, p);
    j->flow.begun_out = 0; // jet may be the flow's own
    if (slopes && j->flow.some)
        br_sys_jet_some(j->sys, count, X, m, j->u, set, count > 1, j->out, j->jet);
    else if (slopes)
        br_sys_jet(j->sys, count, X, m, j->u, set, count > 1, j->out, j->jet);
    else
        br_sys_rate(j->sys, count, X, m, j->u, set, count > 1, j->out);
}

// A number of the vector itself.
static void measure_own(const br_joint *j, int count, const br_real *X, int own, br_real *y, br_real *h)
{
    const br_real *x = X + (ptrdiff_t)own * count;
    int e = own - j->nx;
    for (int k = 0; k < count; k++) {
        y[k] = e < 0 ? x[k] : br_joint_value(j, e, x[k]);
        if (h)
            h[own * count + k] = e < 0 ? 1 : stretch(j, e, x[k]);
    }
}

static void measure_points(br_joint *j, int begun, int count, const br_real *X, const int *m, const br_real *u,
                           const br_real *p, int which, br_real *y, br_real *h)
{
    int own = which - br_sys_ny(j->sys), seen = begun && br_integrator_begun(&j->flow, count, h != 0);
    if (j->elsewhere && own < 0) {
        j->elsewhere->measure(j->elsewhere->self, begun, count, X, m, u, p, which, y, h);
        return;
    }
    if (h)
        br_vec_zero(j->n * count, h);
    if (own >= 0) {
        measure_own(j, count, X, own, y, h);
        return;
    }
    if (!seen)
        evaluate_outputs(j, count, X, m, u, p, h != 0);
    const br_real *out = seen ? j->flow.begun_out : j->out, *jet = seen ? j->flow.begun_jet : j->jet;
    br_vec_copy(count, out + (ptrdiff_t)(j->nx + which) * count, y);
    if (!h)
        return;
    log_derivatives(j, count, X);
    for (int i = 0; i < j->nH; i++)
        if (j->H[i].row == which)
            by(j, count, &j->H[i], jet, h + (ptrdiff_t)j->H[i].column * count);
}

void br_joint_measure(br_joint *j, int count, const br_real *X, const int *m, const br_real *u, const br_real *p,
                      int which, br_real *y, br_real *h)
{
    measure_points(j, 0, count, X, m, u, p, which, y, h);
}

void br_joint_measure_begun(br_joint *j, int count, const br_real *X, const int *m, const br_real *u, const br_real *p,
                            int which, br_real *y, br_real *h)
{
    measure_points(j, 1, count, X, m, u, p, which, y, h);
}
