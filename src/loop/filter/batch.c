// batch.c - filters of many axes side by side in lanes, and one flow for the estimators of many axes.   [target]
//
// The joint of every filter is done elsewhere, here: where its step has been taken with those of its group it is handed over,
// else it is taken now.
#include "num/base/fp.h"

#include "loop/filter/batch.h"
#include "num/algebra/vector.h"
#include "num/base/real.h"

// ---------------------------------------------------------------- memory

static br_joint_options options_of(const br_joint_options *o, int lanes)
{
    br_joint_options joint = *o;
    joint.elsewhere = 0;
    joint.slopes = 1;
    joint.each = 1;
    if (joint.flow.points < lanes)
        joint.flow.points = lanes;
    return joint;
}

static void carve_batch(br_arena *a, br_batch *b, const br_sys *s, const br_joint_options *joint, int lanes)
{
    int nx = br_sys_nx(s), n = nx + joint->estimates, nm = br_sys_nm(s);
    b->X = br_arena_reals(a, n * lanes);
    b->next = br_arena_reals(a, n * lanes);
    b->F = br_arena_reals(a, nx * n * lanes);
    b->u = br_arena_reals(a, br_sys_nu(s) * lanes);
    b->p = br_arena_reals(a, br_sys_np(s) * lanes);
    b->y = br_arena_reals(a, lanes);
    b->h = br_arena_reals(a, n * lanes);
    b->m = br_arena_ints(a, nm * lanes);
    b->next_m = br_arena_ints(a, nm * lanes);
    b->joint_memory = br_arena_reals(a, (int)(br_joint_bytes(s, joint) / sizeof(br_real)));
}

size_t br_batch_bytes(const br_sys *s, const br_joint_options *o, int lanes)
{
    enum { MOST_LANES = 1 << 12 };
    br_batch b;
    br_arena a = {0, 0};
    if (!s || !o || lanes < 1 || lanes > MOST_LANES)
        return 0;
    br_joint_options joint = options_of(o, lanes);
    if (br_joint_bytes(s, &joint) == 0)
        return 0;
    carve_batch(&a, &b, s, &joint, lanes);
    return a.used;
}

// ---------------------------------------------------------------- what the estimators call

// By itself: inputs as the estimator has them, the same parameters for all of its points.
static br_joint *joint_alone(br_batch *b)
{
    b->joint.each = b->each;
    return &b->joint;
}

static br_status step_elsewhere(void *self, int step, int steps, int count, const br_real *X, const int *m,
                                const br_real *u, const br_real *p, br_real dt, br_real *next, int *next_m, br_real *F)
{
    br_batch *b = self;
    const br_joint *j = &b->joint;
    if (b->turn < 0 || !b->stepped)
        return br_joint_step_of(joint_alone(b), step, steps, count, X, m, u, p, dt, next, next_m, F);
    for (int i = 0; i < j->n; i++)
        next[i] = b->next[i * b->count + b->turn];
    for (int i = 0; next_m && i < br_sys_nm(j->sys); i++)
        next_m[i] = b->next_m[i * b->count + b->turn];
    for (int i = 0; F && i < j->nF; i++)
        F[i] = b->F[i * b->count + b->turn];
    return BR_OK;
}

// Is measurement `which` at this vector known?
static int is_known(const br_batch *b, const br_real *X, int which)
{
    int same = b->turn >= 0 && b->which == which;
    for (int i = 0; same && i < b->joint.n; i++)
        same = X[i] == b->X[i * b->count + b->turn];
    return same;
}

static void measure_elsewhere(void *self, int begun, int count, const br_real *X, const int *m, const br_real *u,
                              const br_real *p, int which, br_real *y, br_real *h)
{
    br_batch *b = self;
    if (is_known(b, X, which)) {
        *y = b->y[b->turn];
        for (int i = 0; h && i < b->joint.n; i++)
            h[i] = b->h[i * b->count + b->turn];
    } else if (begun) {
        br_joint_measure_begun(joint_alone(b), count, X, m, u, p, which, y, h);
    } else {
        br_joint_measure(joint_alone(b), count, X, m, u, p, which, y, h);
    }
}

br_status br_batch_init(br_batch *b, const br_sys *s, const br_joint_options *o, int lanes, void *memory, size_t bytes)
{
    br_arena a = {memory, 0};
    size_t needs = br_batch_bytes(s, o, lanes);
    if (!b || !memory || needs == 0 || bytes < needs)
        return BR_BAD_USAGE;
    br_joint_options joint = options_of(o, lanes);
    *b = (br_batch){.lanes = lanes, .each = o->each, .turn = -1, .which = -1};
    carve_batch(&a, b, s, &joint, lanes);
    br_status status = br_joint_init(&b->joint, s, &joint, b->joint_memory, br_joint_bytes(s, &joint));
    if (status != BR_OK)
        return status;
    b->elsewhere = (br_elsewhere){.self = b,
                                  .nx = b->joint.nx,
                                  .n = b->joint.n,
                                  .ny = b->joint.ny,
                                  .points = o->flow.points > 1 ? o->flow.points : 1,
                                  .each = o->each,
                                  .nF = b->joint.nF,
                                  .F = b->joint.F,
                                  .health = &b->joint.flow.health,
                                  .step = step_elsewhere,
                                  .measure = measure_elsewhere};
    return BR_OK;
}

// ---------------------------------------------------------------- a group

typedef struct group {
    int count;
    br_kalman *const *filter;
    const br_real *const *u, *const *p;
} group;

static group group_of(const br_batch *b, int first, int count, br_kalman *const *filter, const br_real *const *u,
                      const br_real *const *p)
{
    int rest = count - first;
    return (group){rest < b->lanes ? rest : b->lanes, filter + first, u ? u + first : 0, p ? p + first : 0};
}

static const br_real *of(const br_real *const *list, int k)
{
    return list ? list[k] : 0;
}

static void load_numbers(int numbers, int count, int k, const br_real *from, br_real *to)
{
    for (int i = 0; i < numbers; i++)
        to[i * count + k] = from[i];
}

// Vectors, inputs and parameters of the group side by side; answers 0 where some are not given, and where they stand.
static int load_group(br_batch *b, const group *g, const br_real **p)
{
    const br_sys *s = b->joint.sys;
    int nu = br_sys_nu(s), np = br_sys_np(s), same = 1;
    b->count = g->count;
    for (int k = 0; k < g->count; k++) {
        if ((nu > 0 && !of(g->u, k)) || (np > 0 && !of(g->p, k)))
            return 0;
        same &= of(g->p, k) == of(g->p, 0);
        load_numbers(b->joint.n, g->count, k, g->filter[k]->gaussian.x, b->X);
        load_numbers(nu, g->count, k, of(g->u, k), b->u);
        for (int i = 0; i < br_sys_nm(s); i++)
            b->m[i * g->count + k] = g->filter[k]->m[i];
    }
    for (int k = 0; k < g->count && !same; k++)
        load_numbers(np, g->count, k, g->p[k], b->p);
    b->joint.each = same ? 1 : 2;
    *p = same ? of(g->p, 0) : b->p;
    return 1;
}

static int is_made_for(const br_batch *b, int count, br_kalman *const *filter)
{
    int made = b && count >= 0 && (filter || count == 0);
    for (int k = 0; made && k < count; k++)
        made = filter[k] && filter[k]->joint.elsewhere == &b->elsewhere;
    return made;
}

br_status br_batch_predict(br_batch *b, int count, br_kalman *const *filter, const br_real *const *u,
                           const br_real *const *p, br_real dt, br_status *status)
{
    if (!is_made_for(b, count, filter))
        return BR_BAD_USAGE;
    for (int first = 0; first < count; first += b->lanes) {
        group g = group_of(b, first, count, filter, u, p);
        const br_real *own = 0;
        b->stepped = load_group(b, &g, &own) &&
                     br_joint_step(&b->joint, g.count, b->X, b->m, b->u, own, dt, b->next, b->next_m, b->F) == BR_OK;
        for (int k = 0; k < g.count; k++) {
            b->turn = k;
            br_status of_filter = br_kalman_predict(g.filter[k], of(g.u, k), of(g.p, k), dt);
            if (status)
                status[first + k] = of_filter;
        }
        b->stepped = 0;
        b->turn = -1;
    }
    return BR_OK;
}

br_status br_batch_correct(br_batch *b, int count, br_kalman *const *filter, const br_real *const *u,
                           const br_real *const *p, int which, const br_real *y, br_status *status)
{
    if (!is_made_for(b, count, filter) || !y || which < 0 || which >= b->joint.ny)
        return BR_BAD_USAGE;
    for (int first = 0; first < count; first += b->lanes) {
        group g = group_of(b, first, count, filter, u, p);
        const br_real *own = 0;
        if (load_group(b, &g, &own)) {
            br_joint_measure(&b->joint, g.count, b->X, b->m, b->u, own, which, b->y, b->h);
            b->which = which;
        }
        for (int k = 0; k < g.count; k++) {
            b->turn = k;
            br_status of_filter = br_kalman_correct(g.filter[k], of(g.u, k), of(g.p, k), which, y[first + k]);
            if (status)
                status[first + k] = of_filter;
        }
        b->which = b->turn = -1;
    }
    return BR_OK;
}
