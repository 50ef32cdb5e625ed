// directions.h - tangent directions of the state of a mechanism, and their image after a step.    [host]
//
// A direction is a change of positions, speeds and augmented states (mech/estimate/augmented.h); changes of accelerations and multipliers follow
// from it. Directions are pushed through factors of the mechanism's matrix, so the matrices A and B of paper 001 (24), (25)
// are never formed. Behind the augmented states a column may have a tail: numbers that share all turns of columns among each other,
// and so record what they did. Nothing allocates after br_directions_open.
#ifndef BR_MECH_ESTIMATE_DIRECTIONS_H
#define BR_MECH_ESTIMATE_DIRECTIONS_H

#include "mech/estimate/augmented.h"

typedef struct br_directions {
    br_augmented *augmented;
    int n, augmented_states, tail, multipliers;
    int rows; // of a column that turn with others: q, v, augmented states, tail
    int count, room, stride;
    bool own;  // changes of the multipliers of single bodies are wanted after a step, too
    double *x; // a column each: q, v, augmented states, tail; and then accelerations, multipliers
    double *b; // right sides, a column each
} br_directions;

// augmented must outlive it.
br_status br_directions_open(br_directions *f, const br_moving *s, br_augmented *augmented, int tail,
                             int room) BR_CHECKED;
void br_directions_close(br_directions *f);

static inline double *br_direction_q(const br_directions *f, int c)
{
    return f->x + (ptrdiff_t)c * f->stride;
}
static inline double *br_direction_v(const br_directions *f, int c)
{
    return br_direction_q(f, c) + f->n;
}
static inline double *br_direction_e(const br_directions *f, int c)
{
    return br_direction_q(f, c) + 2 * (ptrdiff_t)f->n;
}
static inline double *br_direction_tail(const br_directions *f, int c)
{
    return br_direction_e(f, c) + f->augmented_states;
}
static inline double *br_direction_dv(const br_directions *f, int c)
{
    return br_direction_tail(f, c) + f->tail;
}
static inline double *br_direction_lambda(const br_directions *f, int c)
{
    return br_direction_dv(f, c) + f->n;
}

double *br_directions_append(br_directions *f); // one more column, all zero; there must be room

// From the beginning of a step that was tried to its end; of BDF-1 these are (21)-(25). Changes of multipliers too (those of
// single bodies if `own`, else 0). Inputs go on as their models have it. br_mech_newmark takes the changes of
// accelerations that br_directions_accelerate left; others must remember none.
br_status br_directions_step(br_directions *f, br_moving *s, const br_mech_scheme *scheme) BR_CHECKED;
// Changes of accelerations and multipliers where the mechanism stands, (40) and (43), by the factor that
// br_moving_accelerate left.
void br_directions_accelerate(br_directions *f, br_moving *s);
// One column for each measure of `held`, moved by 1 while the others stay: their positions, then their speeds.
br_status br_directions_of_measures(br_directions *f, br_moving *s, const bool *held) BR_CHECKED;

// Turns the columns among each other so that at most `most` are left; x x' stays (without tails), if it has that rank.
void br_directions_compress(br_directions *f, int most);

#endif
