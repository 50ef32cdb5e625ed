// mixed_precision.c - flow and derivatives of an augmented state in float, with double in and out.   [target]
#include "num/base/fp.h"

#include "loop/filter/mixed_precision.h"
#include "num/base/clones.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

// ---------------------------------------------------------------- memory

static double *carve_doubles(br_arena *a, int count)
{
    double *to = a->base ? (double *)(void *)(a->base + a->used) : NULL;
    a->used += (size_t)count * sizeof(double);
    return to;
}

// In whole doubles, so that all of it is aligned.
static br_real *carve_reals(br_arena *a, int count)
{
    br_real *to = br_arena_reals(a, count);
    a->used = (a->used + sizeof(double) - 1) / sizeof(double) * sizeof(double);
    return to;
}

static void carve_mixed(br_arena *a, br_mixed_precision *w, const br_sys *s, const br_joint_options *o)
{
    int points = o->flow.points, nx = br_sys_nx(s), n = nx + o->estimates;
    w->rest = carve_doubles(a, n * points);
    w->X = carve_reals(a, n * points);
    w->next = carve_reals(a, n * points);
    w->u = carve_reals(a, br_sys_nu(s) * points);
    w->p = carve_reals(a, br_sys_np(s));
    w->F = carve_reals(a, o->slopes ? nx * n * points : 0);
    w->y = carve_reals(a, points);
    w->h = carve_reals(a, o->slopes ? n * points : 0);
    w->aside = br_arena_ints(a, nx);
    w->joint_memory = carve_reals(a, (int)(br_joint_bytes(s, o) / sizeof(br_real)));
}

size_t br_mixed_precision_bytes(const br_sys *s, const br_joint_options *o)
{
    br_mixed_precision w;
    br_arena a = {0, 0};
    if (br_joint_bytes(s, o) == 0)
        return 0;
    carve_mixed(&a, &w, s, o);
    return a.used;
}

// ---------------------------------------------------------------- there and back

BR_CLONES
static void to_real(int n, const double *from, br_real *to)
{
    BR_LANES
    for (int i = 0; i < n; i++)
        to[i] = (br_real)from[i];
}

BR_CLONES
static void to_double(int n, const br_real *from, double *to)
{
    BR_LANES
    for (int i = 0; i < n; i++)
        to[i] = (double)from[i];
}

BR_CLONES
static void split(int n, const double *x, br_real *real, double *rest)
{
    BR_LANES
    for (int i = 0; i < n; i++) {
        real[i] = (br_real)x[i];
        rest[i] = x[i] - (double)real[i];
    }
}

// to += by rest
BR_CLONES
static void add_remainder(int n, const br_real *by, const double *rest, double *to)
{
    BR_LANES
    for (int i = 0; i < n; i++)
        to[i] += (double)by[i] * rest[i];
}

static void load_inputs(br_mixed_precision *w, int count, const double *u)
{
    const br_joint *j = &w->joint;
    to_real(br_sys_nu(j->sys) * (j->each ? count : 1), u, w->u);
}

// The point in the number type of the flow; states that no rate sees start at 0.
static void load_point(br_mixed_precision *w, int count, const double *X, const double *u, const double *p)
{
    const br_joint *j = &w->joint;
    split(j->n * count, X, w->X, w->rest);
    load_inputs(w, count, u);
    to_real(br_sys_np(j->sys), p, w->p);
}

static void set_aside(br_mixed_precision *w, int count, const double *X)
{
    for (int i = 0; i < w->joint.nx; i++)
        for (int k = i * count; w->aside[i] && k < (i + 1) * count; k++) {
            w->X[k] = 0;
            w->rest[k] = X[k];
        }
}

// ---------------------------------------------------------------- numbers next to nothing

// Sets how numbers that are not normal are treated, and answers how they were before.
#if defined(__GNUC__) && defined(__SSE__)
enum { FLUSH = 0x8040 }; // results, and what is read

static unsigned flush(unsigned how)
{
    unsigned was, now;
    __asm__ volatile("stmxcsr %0" : "=m"(was));
    now = (was & ~(unsigned)FLUSH) | how;
    if (now != was)
        __asm__ volatile("ldmxcsr %0" : : "m"(now) : "memory");
    return was & FLUSH;
}
#else
enum { FLUSH = 0 };

static unsigned flush(unsigned how)
{
    return how;
}
#endif

// ---------------------------------------------------------------- verbs

// States after a step, with what load_point has left behind.
static void finish(const br_mixed_precision *w, int count, int slopes, double *next)
{
    const br_joint *j = &w->joint;
    to_double(j->nx * count, w->next, next);
    for (int i = 0; slopes && i < j->nF; i++)
        add_remainder(count, w->F + (ptrdiff_t)i * count, w->rest + (ptrdiff_t)j->F[i].column * count,
                      next + (ptrdiff_t)j->F[i].row * count);
    for (int i = 0; !slopes && i < j->nx; i++)
        for (int k = i * count; w->aside[i] && k < (i + 1) * count; k++)
            next[k] += w->rest[k];
}

br_status br_mixed_precision_step(br_mixed_precision *w, int i, int steps, int count, const double *X, const int *m,
                                  const double *u, const double *p, double dt, double *next, int *next_m, double *F)
{
    br_joint *j = &w->joint;
    if (count < 0 || count > j->points)
        return BR_BAD_USAGE;
    if (i == 0) {
        load_point(w, count, X, u, p);
        set_aside(w, count, X);
    } else {
        load_inputs(w, count, u);
    }
    unsigned was = flush(w->flush ? FLUSH : 0);
    br_status status =
        br_joint_step_of(j, i, steps, count, w->X, m, w->u, w->p, (br_real)dt, w->next, next_m, F ? w->F : 0);
    (void)flush(was);
    if (status != BR_OK || i + 1 < steps)
        return status;
    for (int k = j->nx * count; next != X && k < j->n * count; k++)
        next[k] = X[k];
    finish(w, count, F != 0, next);
    if (F)
        to_double(j->nF * count, w->F, F);
    return BR_OK;
}

void br_mixed_precision_measure(br_mixed_precision *w, int begun, int count, const double *X, const int *m,
                                const double *u, const double *p, int which, double *y, double *h)
{
    br_joint *j = &w->joint;
    load_point(w, count, X, u, p);
    unsigned was = flush(w->flush ? FLUSH : 0);
    if (begun)
        br_joint_measure_begun(j, count, w->X, m, w->u, w->p, which, w->y, h ? w->h : 0);
    else
        br_joint_measure(j, count, w->X, m, w->u, w->p, which, w->y, h ? w->h : 0);
    (void)flush(was);
    to_double(count, w->y, y);
    if (!h)
        return;
    to_double(j->n * count, w->h, h);
    for (int i = 0; i < j->n; i++)
        add_remainder(count, w->h + (ptrdiff_t)i * count, w->rest + (ptrdiff_t)i * count, y);
}

// Does a rate see state i?
static int rate_sees(const br_sys *s, int i)
{
    for (int k = 0; k < br_sys_blocks(s); k++) {
        const br_sys_block *b = br_sys_block_at(s, k);
        if (b->by == 'x' && b->row < br_sys_nx(s) && i >= b->column && i < b->column + b->columns)
            return 1;
    }
    return 0;
}

br_status br_mixed_precision_init(br_mixed_precision *w, const br_sys *s, const br_joint_options *o, void *memory,
                                  size_t bytes)
{
    br_arena a = {memory, 0};
    size_t needs = br_mixed_precision_bytes(s, o);
    if (!w || !memory || needs == 0 || bytes < needs)
        return BR_BAD_USAGE;
    carve_mixed(&a, w, s, o);
    br_joint *j = &w->joint;
    br_status status = br_joint_init(j, s, o, w->joint_memory, br_joint_bytes(s, o));
    if (status != BR_OK)
        return status;
    for (int i = 0; i < j->nx; i++)
        w->aside[i] = br_sys_jumps(s) == 0 && !rate_sees(s, i);
    w->flush = 1;
    return BR_OK;
}

// ---------------------------------------------------------------- as a joint in double calls it

static br_status step(void *self, int i, int steps, int count, const double *X, const int *m, const double *u,
                      const double *p, double dt, double *next, int *next_m, double *F)
{
    return br_mixed_precision_step(self, i, steps, count, X, m, u, p, dt, next, next_m, F);
}

static void measure_points(void *self, int begun, int count, const double *X, const int *m, const double *u,
                           const double *p, int which, double *y, double *h)
{
    br_mixed_precision_measure(self, begun, count, X, m, u, p, which, y, h);
}

const br_mixed_precision_calls *br_mixed_precision_interface(br_mixed_precision *w)
{
    const br_joint *j = &w->joint;
    w->as = (br_mixed_precision_calls){.self = w,
                                       .nx = j->nx,
                                       .n = j->n,
                                       .ny = j->ny,
                                       .points = j->points,
                                       .each = j->each,
                                       .nF = j->nF,
                                       .F = j->F,
                                       .health = &j->flow.health,
                                       .step = step,
                                       .measure = measure_points};
    return &w->as;
}
