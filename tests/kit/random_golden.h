// random_golden.h - hashes of random numbers, for test_random.c and for random_hash.c, which runs on every machine.
#ifndef RANDOM_GOLDEN_H
#define RANDOM_GOLDEN_H

#include "num/base/elem.h"
#include "num/base/random.h"

enum { RANDOM_POINTS = 100000 };

static const uint64_t random_golden[2] = {0xdb5a03dae66cf9c8u,
                                          0x452e638d1cbe7e71u}; // uniform and normal numbers, quantiles of both tails

static inline uint64_t random_fold(uint64_t hash, double x)
{
    return (hash ^ br_bits(x)) * 0x100000001b3u;
}

static inline void random_hash(uint64_t hash[2])
{
    br_random r;
    br_random_init(&r, 2026, 7);
    hash[0] = hash[1] = 0xcbf29ce484222325u;
    for (int i = 0; i < RANDOM_POINTS; i++) {
        hash[0] = random_fold(hash[0], br_random_uniform(&r));
        hash[0] = random_fold(hash[0], br_random_normal(&r));
    }
    double p = 0.5;
    for (int i = 0; i < 600; i++) { // down to 2e-14
        hash[1] = random_fold(hash[1], br_normal_quantile(p));
        hash[1] = random_fold(hash[1], br_normal_quantile(1 - p));
        p *= 0.95;
    }
}

#endif
