// bench_bound.c - verified steps along corner trajectories, against a bounding box and Taylor series.
//
// 800 steps of 10 ms of the drive train from rest, breakaway and stop included, for a box of parameters as they are late in a
// search; the width of the position at the end stands in the name of the row. Then the whole reference problem of
// tests/bound/bound_kit.h, contracted over the horizon and by cuts alone; the width of alpha stands in the name. Then by two threads, the
// middle of nine turns; in the name how many times as much two processes do that know nothing of each other, which no two threads can surpass.
#include "bench.h"
#include "../tests/bound/bound_kit.h"
#include "bound/search/paving.h"
#include "law/builtin/builtin.h"
#include "api/bound/crew.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STEPS = 800 };

typedef struct course {
    br_parsed_law law;
    br_stick stick;
    br_pace pace;
    br_interval u[STEPS];
    double width;
} course;

static void must(bool fine, const char *what)
{
    if (!fine) {
        fprintf(stderr, "bench_bound: %s\n", what);
        exit(1);
    }
}

static void corners(void *data)
{
    course *c = data;
    br_tube t = br_tube_at_rest(br_interval_of(0, 1e-3));
    for (int k = 0; k < STEPS; k++)
        br_tube_step(&c->pace, c->u[k], &t);
    c->width = br_interval_width(br_tube_hull(&t).q);
    bench_keep(&t);
}

static void series(void *data)
{
    course *c = data;
    br_tube t = br_tube_at_rest(br_interval_of(0, 1e-3));
    for (int k = 0; k < STEPS; k++)
        must(br_picard_step(&c->pace, 1, c->u[k], &t) == BR_OK, "no bounding box");
    c->width = br_interval_width(br_tube_hull(&t).q);
    bench_keep(&t);
}

static void make_pace(void *data)
{
    course *c = data;
    br_interval p[] = {br_interval_of(4.499, 4.501), br_interval_of(64.99, 65.01), br_interval_of(0.0999, 0.1001)};
    must(br_pace_make(&c->pace, &c->stick, p, 0.01) == BR_OK, "no pace");
}

// The reference problem once; the time it takes.
static double solve_once(const course *c, bool horizon, br_crew by, double *width)
{
    static reference r;
    static br_interval u[ROWS], q[ROWS];
    br_evidence e = {.rows = ROWS, .h = 0.01, .u = u, .q = q, .stands = r.stands};
    br_paving_options o = br_paving_defaults();
    br_paving found;
    reference_make(&r, 4.5, 65, 0, NULL);
    for (int k = 0; k < ROWS; k++) {
        u[k] = br_interval_of(r.u[k], r.u[k]);
        q[k] = br_interval_of(r.q[k] - 7.7e-4, r.q[k] + 7.7e-4);
    }
    o.range[0] = br_interval_of(3, 6);
    o.range[1] = br_interval_of(50, 80);
    o.range[2] = br_interval_of(0.02, 0.3);
    o.renews[2] = true;
    o.horizon = horizon;
    o.crew = by;
    double from = bench_now();
    must(br_paving_make(&found, &c->stick, &e, &o) == BR_OK, "no paving");
    double took = bench_now() - from;
    *width = br_interval_width(found.p[0]);
    br_paving_free(&found);
    return took;
}

// The best of three stands for it, for it takes a second.
static double solve(const course *c, bool horizon, double *width)
{
    double best = 1e300;
    for (int i = bench_turns(3); i > 0; i--)
        best = fmin(best, solve_once(c, horizon, (br_crew){0}, width));
    return best;
}

static void compare_searches(const course *c)
{
    char name[80], other[80];
    double ours, cuts, by_horizon = solve(c, true, &ours), by_cuts = solve(c, false, &cuts);
    snprintf(name, sizeof name, "reference problem (alpha within %.2g)", ours);
    snprintf(other, sizeof other, "by cuts alone (within %.2g)", cuts);
    bench_row(name, by_horizon, other, by_cuts);
}

// Two processes at once, until both are done.
static double solve_twice(const course *c)
{
    double from = bench_now(), width;
    for (int i = 0; i < 2; i++) {
        pid_t child = fork();
        must(child >= 0, "no process");
        if (child == 0) {
            solve_once(c, true, (br_crew){0}, &width);
            _exit(0);
        }
    }
    for (int i = 0; i < 2; i++)
        must(wait(NULL) > 0, "no end of a process");
    return bench_now() - from;
}

// One thread, two processes and two threads right after each other: cores change their pace from second to second.
typedef struct turn {
    double one, apart, two;
} turn;

static int compare_turns(const void *a, const void *b)
{
    double x = ((const turn *)a)->one / ((const turn *)a)->two, y = ((const turn *)b)->one / ((const turn *)b)->two;
    return (x > y) - (x < y);
}

// The turn in the middle stands for all.
static void compare_threads(const course *c)
{
    enum { TURNS = 9 };
    turn all[TURNS];
    int turns = bench_turns(TURNS);
    char name[80];
    for (int i = 0; i < turns; i++) {
        br_threads together;
        double alone, shared;
        all[i].one = solve_once(c, true, (br_crew){0}, &alone);
        all[i].apart = solve_twice(c);
        all[i].two = solve_once(c, true, br_threads_open(&together, 2), &shared);
        br_threads_close(&together);
        must(shared == alone, "two threads find something else than one");
    }
    qsort(all, (size_t)turns, sizeof *all, compare_turns);
    const turn *middle = &all[turns / 2];
    snprintf(name, sizeof name, "reference problem, two threads (two processes: %.2f times)",
             2 * middle->one / middle->apart);
    bench_row(name, middle->two, "one thread", middle->one);
}

int main(void)
{
    static course c;
    br_builtin b;
    br_diag why;
    char name[80];
    must(br_builtin_find("drive-train", &b), "no drive train");
    must(br_law_read(&c.law, b.text, b.size, b.name, NULL, &why) == BR_OK, why.text);
    must(br_stick_read(&c.stick, &c.law, &why) == BR_OK, why.text);
    for (int k = 0; k < STEPS; k++) {
        double t = 0.01 * k, u = t < 1     ? 0.2 * t
                                 : t < 2   ? 0.2 + 0.3 * (t - 1)
                                 : t < 4.5 ? 0.5
                                 : t < 6   ? (6 - t) / 3
                                           : 0;
        c.u[k] = br_interval_of(u, u);
    }
    make_pace(&c);
    corners(&c);
    double ours = c.width;
    series(&c);
    snprintf(name, sizeof name, "verified step, corners (q within %.3g)", ours);
    char other[80];
    snprintf(other, sizeof other, "box and series (q within %.3g)", c.width);
    bench_compare(name, corners, &c, other, series, &c, STEPS);
    bench_compare("parameters made ready for a slide", make_pace, &c, "800 steps along corners", corners, &c, 1);
    compare_searches(&c);
    compare_threads(&c);
    br_stick_free(&c.stick);
    br_law_free(&c.law);
    return 0;
}
