// interval_hash.c - hashes of every interval operation on this machine, held against the golden ones.
//
//     cc -std=c99 -I src tests/whole/bits/interval_hash.c src/num/interval/*.c -lm
//
// Needs nothing else but a printf. One line per operation: its name and the hash; the last line says how many are not
// the golden ones. INTERVAL_TENS: 10^3, 10^4 or 10^5 intervals an operation (5).
#include "num/interval/interval.h"

#include "num/base/elem.h"
#include <stdio.h>

#ifndef INTERVAL_TENS
#define INTERVAL_TENS 5
#endif

typedef br_interval one(br_interval);
typedef br_interval two(br_interval, br_interval);

typedef struct {
    const char *name;
    one *f;
    two *g;
    uint64_t golden[3]; // after 10^3, 10^4, 10^5
} operation;

static br_interval second_piece(br_interval a, br_interval b)
{
    br_interval piece[2];
    return br_interval_div2(a, b, piece) == 2 ? piece[1] : br_interval_empty();
}

static br_interval whole_power(br_interval a, br_interval b)
{
    return br_interval_pown(a, (int)(br_bits(b.lo) >> 44 & 63) - 32);
}

static br_interval about(br_interval a)
{
    br_interval r = {br_interval_mid(a), br_interval_rad(a)};
    return r;
}

static const operation operations[] = {
    {"add", NULL, br_interval_add, {0xd5c067dae33ae8d1u, 0x17c6fbf8e6f8cd55u, 0x4acbb236e2215a6du}},
    {"sub", NULL, br_interval_sub, {0x78ce8f244f15bdf5u, 0xfbd2abffc6180fd4u, 0xeaf3ea595914820fu}},
    {"mul", NULL, br_interval_mul, {0xf917c902f874d73cu, 0x4f0a4f3a3e3519ceu, 0x9a4d6635a71014ccu}},
    {"div", NULL, br_interval_div, {0x6261af0c6dcbc25au, 0xb4f4f554bde9b838u, 0x10ae0597b3104e0fu}},
    {"div2", NULL, second_piece, {0x2b9bc540fd28ef82u, 0x34b490c05d3f6cd1u, 0x1e2a4d6c2e56a0deu}},
    {"min", NULL, br_interval_min, {0x73b5d7dcaea4f1beu, 0xf21b164481a7e54bu, 0x67f0046eba609d7bu}},
    {"max", NULL, br_interval_max, {0x341f65fb9d9c4801u, 0x1250b6c65cb69dbdu, 0xf0b549bfc720d89du}},
    {"atan2", NULL, br_interval_atan2, {0x50b4e6cee4cd8b32u, 0xbd74139b9bdc098fu, 0x58b6977032c7b807u}},
    {"pow", NULL, br_interval_pow, {0xc322b98f24c42b71u, 0x2793a18f1b0dd68au, 0xd1f58caa8effab1eu}},
    {"pown", NULL, whole_power, {0x3465071083dc81ceu, 0xef8d1ce19e4120f9u, 0xf15e84a4d75fe6d2u}},
    {"sqr", br_interval_sqr, NULL, {0xc89f70a4364141d1u, 0x2a346da233ab300fu, 0xac833901ab7515d8u}},
    {"sqrt", br_interval_sqrt, NULL, {0xeb3427c7eb239a72u, 0xdeb6e136404663b3u, 0x1c239acb20e01eacu}},
    {"cbrt", br_interval_cbrt, NULL, {0xca0df618a50a00edu, 0x9eadc70830719509u, 0x5c052f2c9915263bu}},
    {"abs", br_interval_abs, NULL, {0xad9d5b6c9d783c4au, 0x04b14955e398767cu, 0x040e706146196be2u}},
    {"sign", br_interval_sign, NULL, {0xdbf96cf23572c525u, 0x95cf27a5d4671125u, 0xc7239d6d8af69ea5u}},
    {"about", about, NULL, {0x9a9ee0b51ba543edu, 0xc254e7764c082b59u, 0xae273fb9724e4e99u}},
    {"exp", br_interval_exp, NULL, {0x07b3990f61e71d19u, 0x08b8ac892ade6ceeu, 0xbc41f9e348f71493u}},
    {"expm1", br_interval_expm1, NULL, {0xba5c1640ab8c98fdu, 0x5e0f94f3d6bc8bfcu, 0xc918f7df10751795u}},
    {"log", br_interval_log, NULL, {0xa6d8e8b1075ef428u, 0x9209fe0d103a6afdu, 0x54537cf0b447f828u}},
    {"log1p", br_interval_log1p, NULL, {0xa4f86f004e41d8eeu, 0x3e47ae502a1cfa60u, 0x578a4fea548a8fa1u}},
    {"sinh", br_interval_sinh, NULL, {0xad911516184902bbu, 0x045c3905e0cdb2e9u, 0xa92c16beabdb32ccu}},
    {"cosh", br_interval_cosh, NULL, {0x1e87a9610bed8fb3u, 0x6d868d023ba93aedu, 0xdc837fb6e3f7d0efu}},
    {"tanh", br_interval_tanh, NULL, {0xc915ebaebb469748u, 0x42adcb7d85a64f97u, 0xac44a91220092627u}},
    {"logistic", br_interval_logistic, NULL, {0x93fee92d10ba388eu, 0x4410c45acf353492u, 0xe6465327c6315fb4u}},
    {"sin", br_interval_sin, NULL, {0xb0c26bc35106bb16u, 0x83763fd500b76d17u, 0xd393bc1be2aef20du}},
    {"cos", br_interval_cos, NULL, {0x2877e683bd605ca9u, 0x79cb48df54cec0b6u, 0x98e5d4c948280354u}},
    {"tan", br_interval_tan, NULL, {0xa9402c5ee5d21b62u, 0x645ef2312f7a4325u, 0x0e3f51c3a9c4d64bu}},
    {"asin", br_interval_asin, NULL, {0xed3ceaff1aa1b47eu, 0xc7410e57d728d7b2u, 0x155dfa89921edb0au}},
    {"acos", br_interval_acos, NULL, {0x509cf68b927dfce4u, 0xec6ee0f764f06177u, 0x88c46faa6a748afau}},
    {"atan", br_interval_atan, NULL, {0x7490fee2581f4f3du, 0x63f279c370b9dbafu, 0xbeb677e0f52e888du}},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static uint64_t state;

static uint64_t splitmix64(void)
{
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double within(double low, double high)
{
    return low + (high - low) * ((double)(int64_t)(splitmix64() >> 11) * 1.1102230246251565e-16);
}

// Points, thin and wide ones of usual size, and any two doubles (or inf).
static br_interval draw(long k)
{
    double x = within(-2, 2), y = x;
    switch (k % 6) {
    case 0: break;
    case 1: y = x + 1e-9 * within(0, 1); break;
    case 2: y = within(-2, 2); break;
    case 3: x = within(-300, 300), y = x + within(0, 5); break;
    case 4: x = br_from_bits(splitmix64()), y = x; break;
    default: x = br_from_bits(splitmix64()), y = br_from_bits(splitmix64()); break;
    }
    return x < y ? br_interval_of(x, y) : br_interval_of(y, x);
}

// A NaN (of the empty interval's middle) has no payload to agree on.
static uint64_t mix(uint64_t h, double x)
{
    uint64_t v = x != x ? 0x7ff8000000000000u : br_bits(x);
    for (int i = 0; i < 8; i++)
        h = (h ^ ((v >> (8 * i)) & 0xff)) * 0x100000001b3u;
    return h;
}

static uint64_t hash(const operation *o, long count)
{
    uint64_t h = 0xcbf29ce484222325u;
    state = 2026;
    for (long k = 0; k < count; k++) {
        br_interval a = draw(k), b = draw(k / 6), r = o->f ? o->f(a) : o->g(a, b);
        h = mix(mix(h, r.lo), r.hi);
    }
    return h;
}

int main(void)
{
    static const long counts[] = {1000, 10000, 100000};
    int differ = 0;
    for (int i = 0; i < OPERATIONS; i++) {
        uint64_t h = hash(&operations[i], counts[INTERVAL_TENS - 3]);
        int golden = h == operations[i].golden[INTERVAL_TENS - 3];
        printf("%-9s 0x%08lx%08lx%s\n", operations[i].name, (unsigned long)(h >> 32), (unsigned long)(h & 0xffffffffu),
               golden ? "" : " is not golden");
        differ += !golden;
    }
    printf("%d of %d differ\n", differ, (int)OPERATIONS);
    return differ != 0;
}
