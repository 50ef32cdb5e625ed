// arena.h - carves an object out of one block that the caller lends.           [target]
//
// One list of br_arena_reals() calls both measures and carves: with base NULL it only counts.
#ifndef BR_NUM_ARENA_H
#define BR_NUM_ARENA_H

#include "num/real.h"
#include <stddef.h>

typedef struct br_arena {
    char *base; // NULL: only count
    size_t used;
} br_arena;

static inline br_real *br_arena_reals(br_arena *a, int count)
{
    br_real *p = a->base ? (br_real *)(void *)(a->base + a->used) : NULL;
    a->used += (size_t)count * sizeof(br_real);
    return p;
}

#endif
