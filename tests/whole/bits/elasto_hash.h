// elasto_hash.h - hashes of the forces that the elasto-plastic estimator makes of counts, held against the golden ones.
//
// For elasto_hash.c and elasto_float_hash.c, which run on every machine: six hashes, of every curve with both schemes.
#include "num/base/fp.h"

#include "loop/friction/elasto.h"
#include "num/algebra/vector.h"
#include <stdio.h>

enum { HASH_STEPS = 3000 };

static uint32_t dice;

static int roll(int n) // 0 to n - 1
{
    dice = dice * 1664525u + 1013904223u;
    return (int)((dice >> 8) % (uint32_t)n);
}

static uint64_t fold(uint64_t hash, br_real x)
{
    return (hash ^ br_word_of(x)) * 0x100000001b3u;
}

static br_status prepare(br_elasto_counter *c, int curve, int scheme)
{
    static const br_elasto_element stiff = {BR_C(1e5), 100, 1, BR_C(1.5), BR_C(8e-6)};
    static const br_elasto_element soft = {BR_C(3e4), 20, BR_C(0.7), BR_C(0.9), BR_C(1.1e-5)};
    br_elasto_options o = br_elasto_defaults(BR_C(1e-3));
    br_encoder_options n = br_encoder_defaults();
    o.curve = (br_elasto_curve)curve;
    o.scheme = (br_elasto_scheme)scheme;
    o.elements = 2;
    o.element[0] = stiff;
    o.element[1] = soft;
    o.vs = BR_C(1e-3);
    o.sigma2 = BR_C(0.4);
    n.resolution = BR_C(1e-7);
    n.bits = 12;
    return br_elasto_counter_init(c, &o, &n);
}

// To and fro with a velocity that is measured, or not; and four axes at once.
static uint64_t hash_of(int curve, int scheme)
{
    static const br_real p[] = {BR_C(1e5), 100, 1, BR_C(1.5), BR_C(1e-3), BR_C(8e-6), BR_C(0.4)};
    uint64_t hash = 0xcbf29ce484222325u;
    br_elasto_counter c;
    br_elasto_sample s = {0};
    br_real z[4] = {0}, v[4], dx[4], dt[4], F[4];
    uint32_t count = 0;
    br_status status = prepare(&c, curve, scheme);
    for (int k = 0; k < HASH_STEPS && status == BR_OK; k++) {
        count += (uint32_t)(k / 100 % 2 ? roll(40) - 10 : roll(40) - 30);
        br_real speed = BR_C(1e-5) * (br_real)roll(1000), missing = BR_C(0.0) / (BR_C(1.0) - 1);
        status = br_elasto_counter_step(&c, count, 1, roll(4) ? speed : missing, BR_C(1e-3), &s);
        for (int i = 0; i < 4; i++) {
            v[i] = speed;
            dx[i] = BR_C(1e-7) * (br_real)(roll(101) - 50);
            dt[i] = BR_C(1e-3);
        }
        br_elasto_update((br_elasto_curve)curve, 4, v, dx, dt, p, 0, z, F);
        hash = fold(hash, s.F);
        for (int i = 0; i < 4; i++)
            hash = fold(hash, F[i]);
    }
    return hash;
}

static int compare(const uint64_t golden[6])
{
    int differ = 0;
    for (int i = 0; i < 6; i++) {
        dice = 2026;
        uint64_t hash = hash_of(i / 2, i % 2);
        printf("0x%08lx%08lx\n", (unsigned long)(hash >> 32), (unsigned long)(hash & 0xffffffffu));
        differ += hash != golden[i];
    }
    printf("%d of 6 differ\n", differ);
    return differ != 0;
}
