// saved.h - the state of an object as bytes: one list of calls counts them, saves and restores.   [target]
//
//     br_saved s = {.to = bytes};      // or .from; neither: only counts
//     br_saved_reals(&s, n, x);        // the same calls in every case: what is saved is what is restored
//     ... s.used
//
// Numbers stand with their lowest byte first, whole ones in 4 bytes, counts in 8: any machine reads what any other wrote. There are no
// addresses among them.
#ifndef BR_NUM_ALGEBRA_SAVED_H
#define BR_NUM_ALGEBRA_SAVED_H

#include "num/algebra/vector.h"
#include "num/base/real.h"
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#ifdef BR_FLOAT
#define br_word_to brf_from_bits
#else
#define br_word_to br_from_bits
#endif

typedef struct br_saved {
    unsigned char *to;
    const unsigned char *from;
    size_t used;
} br_saved;

// What stands there now, or what it was when it was saved.
static inline uint64_t br_saved_word(br_saved *s, uint64_t now, size_t bytes)
{
    uint64_t is = s->from ? 0 : now;
    for (size_t i = 0; i < bytes; i++) {
        if (s->to)
            s->to[s->used + i] = (unsigned char)(now >> (8 * i) & 0xff);
        if (s->from)
            is |= (uint64_t)s->from[s->used + i] << (8 * i);
    }
    s->used += bytes;
    return is;
}

static inline void br_saved_reals(br_saved *s, ptrdiff_t n, br_real *x)
{
    for (ptrdiff_t i = 0; i < n; i++)
        x[i] = br_word_to((br_word)br_saved_word(s, br_word_of(x[i]), sizeof(br_word)));
}

static inline void br_saved_ints(br_saved *s, int n, int *x)
{
    for (int i = 0; i < n; i++)
        x[i] = (int)(int32_t)(uint32_t)br_saved_word(s, (uint32_t)x[i], 4);
}

// at: an unsigned long, or a structure of nothing but them.
static inline void br_saved_counts(br_saved *s, size_t n, void *at)
{
    unsigned long *x = (unsigned long *)at;
    for (size_t i = 0; i < n; i++) {
        uint64_t is = br_saved_word(s, x[i], 8);
        x[i] = is < ULONG_MAX ? (unsigned long)is : ULONG_MAX;
    }
}

// All of a structure that is nothing but counts.
#define br_saved_health(s, health) br_saved_counts(s, sizeof *(health) / sizeof(unsigned long), health)

#endif
