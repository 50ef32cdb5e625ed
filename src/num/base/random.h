// random.h - random number generator (xoshiro256++): uniform and normal, the same bits everywhere. [target]
//
// xoshiro256++ 1.0 (Blackman and Vigna 2019), seeded by splitmix64. A pair (seed, stream) names one sequence: who needs
// several, one for each sensor or thread, takes one seed and counts the streams. Fixed work, no heap, no globals: safe in
// a control loop. Not for secrets.
#ifndef BR_NUM_BASE_RANDOM_H
#define BR_NUM_BASE_RANDOM_H

#include "num/base/real.h"
#include <stdint.h>

typedef struct br_random {
    uint64_t s[4];
} br_random;

// The last step of splitmix64: one to one, and 0 stays 0.
static inline uint64_t br_random_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// Stream 0 is the generator seeded as its authors advise.
static inline void br_random_init(br_random *r, uint64_t seed, uint64_t stream)
{
    uint64_t x = seed ^ br_random_mix(stream);
    for (int i = 0; i < 4; i++)
        r->s[i] = br_random_mix(x += 0x9e3779b97f4a7c15u);
}

// 64 random bits.
static inline uint64_t br_random_next(br_random *r)
{
    uint64_t *s = r->s, sum = s[0] + s[3], t = s[1] << 17;
    uint64_t bits = (sum << 23 | sum >> 41) + s[0];
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3] << 45 | s[3] >> 19;
    return bits;
}

// Between 0 and 1, never one of them: the middles of 2^52 equal parts (float: 2^23).
br_real br_random_uniform(br_random *r);

// The p-quantile of the normal distribution of mean 0 and variance 1; p between 0 and 1.
br_real br_normal_quantile(br_real p);

// Normal, mean 0 and variance 1: the quantile of one uniform number, so within 8.3 (float: 5.5).
br_real br_random_normal(br_random *r);

#endif
