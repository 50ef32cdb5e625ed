// riccati_plain.h - Riccati recursion with plain covariances, not factored, for riccati.c.      [target]
//
// Rows are `apart` numbers long, whole vectors; what is beyond n is 0. A node is the n rows of its covariance, and the mean
// as one row more. F of a step: a row of its diagonal (below the states 1 where a number stays, 0 where it is drawn anew),
// then for every number that acts on other ones a row of what it does to the states.
#ifndef BR_LOOP_HORIZON_RICCATI_PLAIN_H
#define BR_LOOP_HORIZON_RICCATI_PLAIN_H

#include "loop/horizon/riccati.h"

static inline int br_riccati_constant(const br_riccati *c, int i)
{
    return i >= c->o.nx && !(c->fresh && c->fresh[i]);
}

static inline int br_riccati_stride(int n)
{
    return (n + 3) / 4 * 4;
}

// How many numbers a node has, and F of a step.
static inline int br_riccati_plain_node_size(const br_riccati_options *o)
{
    return (o->n + 1) * br_riccati_stride(o->n);
}

static inline int br_riccati_plain_F_size(const br_riccati_options *o)
{
    return (1 + o->n - (o->uncoupled ? o->nx : 0)) * br_riccati_stride(o->n);
}

// Of a number seen; and work for one node and the next, where they are too long for registers.
static inline int br_riccati_plain_seen_size(const br_riccati_options *o)
{
    return 2 * br_riccati_stride(o->n) + 2;
}

static inline int br_riccati_plain_work_size(const br_riccati_options *o)
{
    return 2 * (o->n + 4) * br_riccati_stride(o->n);
}

// Once its entries are known: where they stand in F, and what does not change there.
void br_riccati_plain_open(br_riccati *c);

// The first node, from its mean and from a covariance of n rows of n; and the covariance of the present one.
void br_riccati_plain_begin(br_riccati *c, const br_real *x, const br_real *P);
void br_riccati_plain_covariance(const br_riccati *c, br_real *P);

// Takes a number y seen of h'x, and records h, gain, e/variance and r. 0: it is not finite, nothing happened.
int br_riccati_plain_measurement_update(br_riccati *c, const br_real *h, br_real r, br_real y, br_real *record);

// As br_riccati_forward_pass; gap: from that of the present node on.
void br_riccati_plain_forward_pass(br_riccati *c, int end, const br_riccati_measurements *m, const br_real *gap);

// The means of all nodes, as br_riccati_backward_pass gives them, but for those of numbers without noise.
void br_riccati_plain_backward_pass(br_riccati *c);

#endif
