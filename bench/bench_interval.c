// bench_interval.c - intervals against MPFI with 53 bits, which encloses as tightly.           [host]
//
// Half of the operands are thin, half wide; none is a point. Where MPFI is not installed, sums stand against plain doubles.
#include "num/base/fp.h"

#include "bench.h"
#include "num/interval/interval.h"

enum { N = 256 };

static br_interval x[N], y[N], z[N];

#define OURS1(name)                                                                                                    \
    static void ours_##name(void *data)                                                                                \
    {                                                                                                                  \
        (void)data;                                                                                                    \
        for (int i = 0; i < N; i++)                                                                                    \
            z[i] = br_interval_##name(x[i]);                                                                           \
        bench_keep(z);                                                                                                 \
    }
#define OURS2(name)                                                                                                    \
    static void ours_##name(void *data)                                                                                \
    {                                                                                                                  \
        (void)data;                                                                                                    \
        for (int i = 0; i < N; i++)                                                                                    \
            z[i] = br_interval_##name(x[i], y[i]);                                                                     \
        bench_keep(z);                                                                                                 \
    }

OURS2(add)

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        double a = 0.1 + 1.8 * ((i * 97) % N) / N, b = 2.5 - 1.9 * ((i * 61) % N) / N;
        x[i] = br_interval_of(a, a + (i % 2 ? 1e-9 : 0.5));
        y[i] = br_interval_of(i % 3 ? b : -b, (i % 3 ? b : -b) + (i % 2 ? 0.1 : 1e-9));
    }
}

#ifdef BENCH_MPFI
#include <mpfi.h>

static mpfi_t mx[N], my[N], mz;

#define THEIRS1(name)                                                                                                  \
    static void theirs_##name(void *data)                                                                              \
    {                                                                                                                  \
        (void)data;                                                                                                    \
        for (int i = 0; i < N; i++)                                                                                    \
            mpfi_##name(mz, mx[i]);                                                                                    \
    }
#define THEIRS2(name)                                                                                                  \
    static void theirs_##name(void *data)                                                                              \
    {                                                                                                                  \
        (void)data;                                                                                                    \
        for (int i = 0; i < N; i++)                                                                                    \
            mpfi_##name(mz, mx[i], my[i]);                                                                             \
    }

OURS2(mul)
OURS2(div)
OURS1(sqrt)
OURS1(exp)
OURS1(log)
OURS1(tanh)
OURS1(sin)
OURS1(atan)
THEIRS2(add)
THEIRS2(mul)
THEIRS2(div)
THEIRS1(sqrt)
THEIRS1(exp)
THEIRS1(log)
THEIRS1(tanh)
THEIRS1(sin)
THEIRS1(atan)

#define ROW(name) bench_compare("interval " #name, ours_##name, NULL, "MPFI, 53 bits", theirs_##name, NULL, N)

int main(void)
{
    fill();
    mpfi_init2(mz, 53);
    for (int i = 0; i < N; i++) {
        mpfi_init2(mx[i], 53);
        mpfi_init2(my[i], 53);
        mpfi_interv_d(mx[i], x[i].lo, x[i].hi);
        mpfi_interv_d(my[i], y[i].lo, y[i].hi);
    }
    ROW(add);
    ROW(mul);
    ROW(div);
    ROW(sqrt);
    ROW(exp);
    ROW(log);
    ROW(tanh);
    ROW(sin);
    ROW(atan);
    return 0;
}
#else
static void plain_add(void *data)
{
    (void)data;
    for (int i = 0; i < N; i++) {
        z[i].lo = x[i].lo + y[i].lo;
        z[i].hi = x[i].hi + y[i].hi;
    }
    bench_keep(z);
}

int main(void)
{
    fill();
    bench_compare("interval add", ours_add, NULL, "two plain sums", plain_add, NULL, N);
    return 0;
}
#endif
