// riccati_plain.h - covariances as they are, for chain.c.                       [target]
//
// Rows are `apart` numbers long, whole vectors; what is beyond n is 0. A node is the n rows of its covariance, and the mean
// as one row more. F of a step: a row of its diagonal (below the states 1 where a number stays, 0 where it is drawn anew),
// then for every number that acts on other ones a row of what it does to the states.
#ifndef BR_LOOP_HORIZON_RICCATI_PLAIN_H
#define BR_LOOP_HORIZON_RICCATI_PLAIN_H

#include "loop/horizon/riccati.h"

static inline int br_chain_stays(const br_chain *c, int i)
{
    return i >= c->o.nx && !(c->fresh && c->fresh[i]);
}

static inline int br_chain_apart(int n)
{
    return (n + 3) / 4 * 4;
}

// How many numbers a node has, and F of a step.
static inline int br_chain_plain_node(const br_chain_options *o)
{
    return (o->n + 1) * br_chain_apart(o->n);
}

static inline int br_chain_plain_F(const br_chain_options *o)
{
    return (1 + o->n - (o->uncoupled ? o->nx : 0)) * br_chain_apart(o->n);
}

// Once its entries are known: where they stand in F, and what does not change there.
void br_chain_plain_open(br_chain *c);

// The first node, from its mean and from a covariance of n rows of n; and the covariance of the present one.
void br_chain_plain_begin(br_chain *c, const br_real *x, const br_real *P);
void br_chain_plain_read(const br_chain *c, br_real *P);

// Takes a number y seen of h'x, and records h, gain, e/variance and r. 0: it is not finite, nothing happened.
int br_chain_plain_see(br_chain *c, const br_real *h, br_real r, br_real y, br_real *record);

// The next node: F x + gap, F C F' + q.
void br_chain_plain_step(br_chain *c, const br_real *gap);

// As br_chain_run.
void br_chain_plain_run(br_chain *c, int end, const br_chain_rows *rows, const br_real *gap);

// The means of all nodes, as br_chain_smooth gives them, but for those of numbers without noise.
void br_chain_plain_smooth(br_chain *c);

#endif
