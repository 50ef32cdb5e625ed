// chain_plain.h - covariances as they are, for chain.c.                       [target]
#ifndef BR_LOOP_CHAIN_PLAIN_H
#define BR_LOOP_CHAIN_PLAIN_H

#include "loop/chain.h"

static inline int br_chain_stays(const br_chain *c, int i)
{
    return i >= c->o.nx && !(c->fresh && c->fresh[i]);
}

// Takes a number seen; K: its gain. Answers its variance; 0 or less: nothing happened.
br_real br_chain_plain_correct(br_chain *c, const br_real *h, br_real r, br_real e, br_real *K);

// C = F C F' + Q, with F by its entries.
void br_chain_plain_move(br_chain *c, const br_real *F);

// x -= P a
void br_chain_plain_take(int n, const br_real *P, const br_real *a, br_real *x);

#endif
