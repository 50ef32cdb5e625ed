// test_held_axis.c - an axis held below break-away by a constant force: 12000 steps of the flow here, 10^8 in the soak.
//
// The position settles. In the second half it moves by less than 10^-9 of the way to there, whatever the number of steps;
// nothing becomes NaN; and in the soak the last tenth takes at most 1.3 times as long as the first.
#include "run_kit.h"
#include <time.h>

static const double dt = 5e-4;

static long steps(void)
{
    const char *n = getenv("BR_COUNT");
    double count = n ? strtod(n, NULL) : 1.2e3;
    return 10 * (long)fmax(count, 1.2e3);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Seconds that so many steps take.
static double go(br_flow *f, long count, double *x, int *m, const double *u, const double *p)
{
    double start = now();
    for (long k = 0; k < count; k++)
        if (br_flow_step(f, 1, x, m, u, p, 0, dt, x, m, NULL) != BR_OK)
            fail_msg("step %ld", k);
    return now() - start;
}

static void hold(const char *set, const char *values, const br_flow_kind *kind)
{
    run_model l;
    br_system system;
    br_diag why = {0};
    br_flow f;
    double x[8], u[4], p[64];
    int m[8] = {0};
    run_load(&l, &(run_case){"mass", set, values, {.hold = 0}, 1});
    assert_int_equal(br_system_open(&system, &l.model, &why), BR_OK);
    assert_true(l.model.nx <= 8 && l.model.np <= 64 && l.model.nm <= 8);
    br_model_points(&l.model, x, u, p);
    br_flow_options o = br_flow_defaults();
    o.kind = kind;
    size_t bytes = br_flow_bytes(&system.sys, &o);
    void *memory = malloc(bytes + 1);
    assert_int_equal(br_flow_init(&f, &system.sys, &o, memory, bytes), BR_OK);
    long all = steps(), tenth = all / 10;
    double first = go(&f, tenth, x, m, u, p), early = 0, last = 0;
    for (int i = 1; i < 10; i++) {
        last = go(&f, tenth, x, m, u, p);
        early = i == 4 ? x[0] : early;
    }
    double moved = fabs(x[0] - early) / fabs(early);
    print_message("  %-10s %-40s went %.3g um, then moved by %.1e of it; v %.1e; last tenth %.2f of the first\n",
                  f.o.kind->name, values, 1e6 * early, moved, x[1], last / first);
    for (int i = 0; i < l.model.nx; i++)
        assert_true(isfinite(x[i]));
    assert_true(fabs(early) > 1e-7 && moved < 1e-9 && fabs(x[1]) < 1e-12);

    if (all >= 100000000)
        assert_true(last < 1.3 * first);
    free(memory);
    br_system_close(&system);
    br_model_close(&l.model);
}

static void a_held_axis_stays_where_it_is(void **state)
{
    (void)state;
    hold("fig-2", "u = 0.7 N", NULL);
    hold("fig-2", "u = 0.7 N", &br_flow_midpoint);
    hold("axis", "u = 4 N", NULL);
    hold("axis", "friction = gms, fr = table-4.1, u = 4 N", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_held_axis_stays_where_it_is)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
