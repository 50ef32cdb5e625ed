// reach_parts.h - one step of a tube, and what it shares with the rest (private to reach).     [host]
#ifndef BR_BOUND_REACH_REACH_PARTS_H
#define BR_BOUND_REACH_REACH_PARTS_H

#include "bound/reach/reach.h"
#include "num/base/arena.h"

#include <float.h>

// One step to time end, with no break in it. *taken false: it is too long, and nothing has changed. last: however crude it is.
br_status br_reach_step(br_reach *r, double end, bool last, bool *taken) BR_CHECKED;

// The inputs of a step from r->t to end: series at its start (first) and over it, and their values over it, with errors (u) and
// without (held).
br_status br_reach_inputs(br_reach *r, double end) BR_CHECKED;

// Bounding box by the Picard operator: no solution from x leaves it within h, with any parameters of p and inputs of u; rate: over
// the box. *found false: the step is too long.
br_status br_reach_picard_box(br_reach *r, const br_interval *x, const br_interval *p, const br_interval *u,
                              br_interval h, br_interval *box, bool *found) BR_CHECKED;

// Decoupled states are monotone in their start: solutions from between two ends stay between the solutions from these. The
// greatest or least value of the upper or lower ends of x after h, for all states at once, in that end of to.
br_status br_reach_follow_end(br_reach *r, const br_interval *x, br_interval h, bool upper, br_interval *to,
                              bool *found) BR_CHECKED;

// ---- long steps (reach_long.c), where the states are a cascade

// (exp(z) - 1)/z, which grows with z.
br_interval br_reach_growth(br_interval z);

// As br_reach_picard_box, for steps that are too long for it; after: where states are then.
br_status br_reach_long_box(br_reach *r, const br_interval *x, const br_interval *p, const br_interval *u,
                            br_interval h, br_interval *box, bool *found) BR_CHECKED;

// Moves one end of box to a barrier that no state passes, from x on the first that bisection finds; decoupled states only.
br_status br_reach_barrier(br_reach *r, const br_interval *x, const br_interval *p, br_interval u, double h, bool upper,
                           br_interval *box) BR_CHECKED;

// Contracts middle: the solution from a point, which stays in thin, after the step.
br_status br_reach_long_centre(br_reach *r, const br_interval *point, br_interval h) BR_CHECKED;

// transition, and until, from the Jacobian over the box.
void br_reach_long_transition(br_reach *r, br_interval h);

// ---- rates and Jacobians (reach_slopes.c)

// rate and domain, over a box.
br_status br_reach_rates(br_reach *r, const br_interval *x, const br_interval *p, const br_interval *u) BR_CHECKED;

// The Jacobian over a box, and whether it is bounded.
br_status br_reach_jacobian(br_reach *r, const br_interval *x, const br_interval *p, const br_interval *u,
                            bool *bounded) BR_CHECKED;

static inline bool all_bounded(const br_interval *a, int n)
{
    bool fine = true;
    for (int i = 0; i < n; i++)
        fine = fine && br_interval_is_bounded(a[i]);
    return fine;
}

static inline br_domain worst(const br_reach *r)
{
    br_domain d = BR_CONTINUOUS;
    for (int i = 0; i < r->n; i++)
        d = r->domain[i] > d ? r->domain[i] : d;
    return d;
}

static inline br_interval wider(br_interval x)
{
    double by = 0.1 * br_interval_width(x) + 1e-12 * br_interval_mag(x) + DBL_MIN;
    return br_interval_add(x, br_interval_of(-by, by));
}

static inline br_interval moved(br_interval x, br_interval time, br_interval rate)
{
    return br_interval_add(x, br_interval_mul(time, rate));
}

static inline br_interval *entry(const br_reach *r, br_interval *m, int i, int j)
{
    return m + (size_t)i * (size_t)r->columns + j;
}

// ---- modes

// Laws whose elements have modes, one state each (reach_modes.c). BR_BAD_LAW and a message: the law is another.
br_status br_modes_make(br_reach *r, br_diag *why) BR_CHECKED;
void br_modes_free(br_reach *r);
void br_modes_restart(br_reach *r); // all of x in the modes of the model
br_status br_modes_step(br_reach *r, double end, bool last, bool *taken) BR_CHECKED;
br_status br_modes_resolve_jumps(br_reach *r) BR_CHECKED; // takes the jumps that the inputs r->u force, or allow
const unsigned *br_modes_any(const br_reach *r);          // those that each element may be in, as bits

// The Jacobian of rows first .. first + rows of tape `all` (rates, then outputs), from r->jets: by the states, by the parameters that
// are intervals times their radius, and all by the inputs times their errors; that of row i at to[i*r->columns].
void br_reach_jacobian_rows(const br_reach *r, int first, int rows, br_interval *to);

static inline br_interval *br_arena_intervals(br_arena *a, int count)
{
    return (br_interval *)(void *)br_arena_reals(a, 2 * count);
}

#endif
