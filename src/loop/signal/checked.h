// checked.h - parameters and weights that may be changed while a loop runs: invalid values are restored.   [target]
//
//     if (!br_checked_same(n, p, kept))
//         wrong |= !br_checked_accept(n, p, kept, makes_sense(p));
//
// Emitted packages look so at parameters and weights before they use them.
#ifndef BR_LOOP_SIGNAL_CHECKED_H
#define BR_LOOP_SIGNAL_CHECKED_H

#include "num/algebra/vector.h"

// To the bit, and without branches, as most samples find.
static inline int br_checked_same(int n, const br_real *now, const br_real *kept)
{
    br_word other = 0;
    for (int i = 0; i < n; i++)
        other |= br_word_of(now[i]) ^ br_word_of(kept[i]);
    return other == 0;
}

// Keeps what is there now; where it is not fine, what was kept is there again. Answers whether it was.
static inline int br_checked_accept(int n, br_real *now, br_real *kept, int fine)
{
    br_vec_copy(n, fine ? now : kept, fine ? kept : now);
    return fine;
}

#endif
