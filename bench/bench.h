// bench.h - figures as ratios: every time stands beside a named baseline measured in the same run.
//
//     static void ours(void *data) { ...; bench_keep(y); }
//     static void libm(void *data) { ...; bench_keep(y); }
//     int main(void)
//     {
//         bench_compare("tanh, 64 lanes", ours, &data, "libm tanh", libm, &data, 64);
//     }
//
// The two alternate in short rounds, so that a change of clock speed meets both, and the best round of each counts.
// `make bench` makes a table and build/bench.json of the rows. There is no pass or fail on time. With BENCH_SHORT in the environment
// everything runs once: tests do that, to see that benches work (tests/whole/test_bench.sh).
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef void bench_work(void *data);

static inline bool bench_is_short(void)
{
    return getenv("BENCH_SHORT") != NULL;
}

// How often something is repeated.
static inline int bench_turns(int usual)
{
    return bench_is_short() ? 1 : usual;
}

static inline double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Says that somebody reads the results at p, or the compiler would leave out the work.
static inline void bench_keep(const void *p)
{
    __asm__ volatile("" : : "r"(p) : "memory");
}

static inline double bench_calls(bench_work *work, void *data, long calls)
{
    bench_work *volatile hidden = work; // never inlined into the loop
    double start = bench_now();
    for (long i = 0; i < calls; i++)
        hidden(data);
    return bench_now() - start;
}

// How many calls last about 2 ms.
static inline long bench_round(bench_work *work, void *data)
{
    long calls = 1;
    if (bench_is_short())
        return 1;
    while (bench_calls(work, data, calls) < 1e-3 && calls < 1L << 40)
        calls *= 2;
    return calls * 2;
}

// One row, for times measured by other means; seconds for one item of work (an evaluation, a step, a parse).
static inline void bench_row(const char *name, double seconds, const char *baseline, double baseline_seconds)
{
    printf("bench\t%s\t%.4g\t%s\t%.4g\n", name, seconds, baseline, baseline_seconds);
    fflush(stdout);
}

// One row; both calls do the same `items` items of work.
static inline void bench_compare(const char *name, bench_work *ours, void *our_data, const char *baseline,
                                 bench_work *theirs, void *their_data, int items)
{
    long our_calls = bench_round(ours, our_data), their_calls = bench_round(theirs, their_data);
    double best = 1e300, their_best = 1e300;
    for (int i = bench_turns(40); i > 0; i--) {
        double t = bench_calls(ours, our_data, our_calls) / (double)our_calls;
        double b = bench_calls(theirs, their_data, their_calls) / (double)their_calls;
        best = t < best ? t : best;
        their_best = b < their_best ? b : their_best;
    }
    bench_row(name, best / items, baseline, their_best / items);
}

#endif
