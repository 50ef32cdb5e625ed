// test_soft_add.c - addition in integers gives the bits of the hardware.       [host]
//
// BR_COUNT: pairs of each kind (100000), BR_SEED: the seed (from the clock; printed).
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "num/base/soft_add.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <cmocka.h>

static uint64_t state, count = 100000;

static uint64_t splitmix64(void)
{
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void agree(uint64_t a, uint64_t b)
{
    volatile double x = br_from_bits(a), y = br_from_bits(b);
    double want = x + y, got = br_from_bits(br_soft_add(a, b));
    if (want != want)
        assert_true(got != got);
    else
        assert_int_equal(br_bits(got), br_bits(want));
}

static void random_bits_add_as_in_hardware(void **unused)
{
    (void)unused;
    for (uint64_t k = 0; k < count; k++)
        agree(splitmix64(), splitmix64());
}

// Few set bits at both ends of the significands make ties, carries and cancellations.
static void near_exponents_and_sparse_bits_add_as_in_hardware(void **unused)
{
    (void)unused;
    for (uint64_t k = 0; k < count; k++) {
        uint64_t r = splitmix64(), e = 70 + r % 1900, d = (r >> 16) % 70, mask = splitmix64() & splitmix64();
        uint64_t a = (e << 52) | (splitmix64() & mask & 0xfffffffffffffu);
        uint64_t b = ((e - d) << 52) | (splitmix64() & splitmix64() & mask & 0xfffffffffffffu);
        agree(a | (r & 1) << 63, b | (r & 2) << 62);
        agree(a | (r & 1) << 63, ((e - d) << 52) | 1 | (r & 2) << 62);
        agree((a & 0x000fffffffffffffu) | (r & 1) << 63, (b & 0x001fffffffffffffu) | (r & 2) << 62); // subnormals
    }
}

static void special_values_add_as_in_hardware(void **unused)
{
    (void)unused;
    static const uint64_t at[] = {0,
                                  1,
                                  0x000fffffffffffffu,
                                  0x0010000000000000u,
                                  0x001fffffffffffffu,
                                  0x3ff0000000000000u,
                                  0x3fefffffffffffffu,
                                  0x3de0000000000400u, // 33 exponents below 1, where libgcc fails
                                  0x7fe0000000000000u,
                                  0x7fefffffffffffffu,
                                  0x7ff0000000000000u,
                                  0x7ff0000000000001u,
                                  0x7ff8000000000000u};
    enum { N = sizeof at / sizeof *at };
    for (int i = 0; i < 4 * N * N; i++) {
        uint64_t a = at[i / 4 / N], b = at[i / 4 % N];
        agree(a | (uint64_t)(i & 1) << 63, b | (uint64_t)(i & 2) << 62);
    }
}

int main(void)
{
    const char *n = getenv("BR_COUNT"), *s = getenv("BR_SEED");
    count = n ? strtoull(n, NULL, 10) : count;
    state = s ? strtoull(s, NULL, 10) : (uint64_t)time(NULL);
    printf("BR_SEED=%llu BR_COUNT=%llu\n", (unsigned long long)state, (unsigned long long)count);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_bits_add_as_in_hardware),
        cmocka_unit_test(near_exponents_and_sparse_bits_add_as_in_hardware),
        cmocka_unit_test(special_values_add_as_in_hardware),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
