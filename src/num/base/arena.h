// arena.h - memory from the caller: measures and carves the arrays of an object. [target]
//
// One list of br_arena_reals() and br_arena_ints() calls both measures and carves: with base NULL it only counts.
#ifndef BR_NUM_BASE_ARENA_H
#define BR_NUM_BASE_ARENA_H

#include "num/base/real.h"
#include "num/base/require.h"
#include <stddef.h>

typedef struct br_arena {
    char *base; // NULL: only count
    size_t used;
} br_arena;

static inline br_real *br_arena_reals(br_arena *a, int count)
{
    BR_REQUIRE(count >= 0 && a->used % sizeof(br_real) == 0);
    br_real *p = a->base ? (br_real *)(void *)(a->base + a->used) : NULL;
    a->used += (size_t)count * sizeof(br_real);
    return p;
}

// Takes up whole br_reals, so that numbers may follow.
static inline int *br_arena_ints(br_arena *a, int count)
{
    BR_REQUIRE(count >= 0 && a->used % sizeof(br_real) == 0);
    int *p = a->base ? (int *)(void *)(a->base + a->used) : NULL;
    a->used += ((size_t)count * sizeof(int) + sizeof(br_real) - 1) / sizeof(br_real) * sizeof(br_real);
    return p;
}

#endif
