// kept.h - numbers that may be changed while a loop runs: those that make no sense are put back.    [target]
//
//     if (!br_kept_same(n, p, kept))
//         wrong |= !br_kept_take(n, p, kept, makes_sense(p));
//
// Emitted packages look so at parameters and weights before they use them.
#ifndef BR_LOOP_KEPT_H
#define BR_LOOP_KEPT_H

#include "num/vector.h"

// Without branches, as most samples find; NaN is another number.
static inline int br_kept_same(int n, const br_real *now, const br_real *kept)
{
    int same = 1;
    for (int i = 0; i < n; i++)
        same &= now[i] == kept[i];
    return same;
}

// Keeps what is there now; where it is not fine, what was kept is there again. Answers whether it was.
static inline int br_kept_take(int n, br_real *now, br_real *kept, int fine)
{
    br_vec_copy(n, fine ? now : kept, fine ? kept : now);
    return fine;
}

#endif
