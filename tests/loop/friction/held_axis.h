// held_axis.h - an axis held below break-away by a constant force: 12000 steps of the flow here, 10^8 in the soak.
//
// The mass with its friction is printed as C in the number type of the test and compiled; modes, steps and all else are
// the flow's. The position settles. In the second half it moves by less than 64 rounding units of the way to there, whatever
// the number of steps, and a step at the end by less than one; nothing becomes NaN; and in the soak the last tenth takes at
// most 1.3 times as long as the first. Compiled twice, for double and with BR_FLOAT for float.
#ifndef TESTS_HELD_AXIS_H
#define TESTS_HELD_AXIS_H

#include "kit/compiled_law.h"
#include "loop/flow/integrator.h"
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

static const double UNIT = sizeof(br_real) == sizeof(float) ? (double)FLT_EPSILON : DBL_EPSILON; // of rounding

static const br_real dt = (br_real)5e-4;

// ---------------------------------------------------------------- holding it

static long steps(void)
{
    const char *n = getenv("BR_COUNT");
    double count = n ? strtod(n, NULL) : 1.2e3;
    return 10 * (long)fmax(count, 1.2e3);
}

// Of this process: others may keep the machine busy.
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Seconds that so many steps take.
static double go(br_integrator *f, compiled_law *a, long count)
{
    double start = now();
    for (long k = 0; k < count; k++)
        if (br_integrator_step(f, 1, a->x, a->m, a->u, a->p, 0, dt, a->x, a->m, NULL) != BR_OK)
            fail_msg("step %ld", k);
    return now() - start;
}

typedef struct held {
    const char *set, *values;
    const br_integrator_kind *kind; // NULL: the one the flow chooses
    int most;                       // substeps; 0: as the flow has it
} held;

static void *open_held(const held *c, compiled_law *a, br_integrator *f)
{
    open_law(a, "mass", c->set, c->values);
    br_integrator_options o = br_integrator_defaults();
    o.kind = c->kind;
    o.most = c->most > 0 ? c->most : o.most;
    size_t bytes = br_integrator_bytes(&a->sys, &o);
    void *memory = malloc(bytes + 1);
    assert_int_equal(br_integrator_init(f, &a->sys, &o, memory, bytes), BR_OK);
    return memory;
}

static void stays_where_it_is(void **state)
{
    static compiled_law a;
    br_integrator f;
    void *memory = open_held(*state, &a, &f);
    long all = steps(), tenth = all / 10;
    double first = go(&f, &a, tenth), early = 0, last = 0;
    for (int i = 1; i < 10; i++) {
        last = go(&f, &a, tenth);
        early = i == 4 ? (double)a.x[0] : early;
    }
    double moved = fabs((double)a.x[0] - early) / fabs(early), step = fabs((double)(a.x[1] * dt)) / fabs(early);
    print_message(
        "  %s: %ld steps, went %.3g um, then %.1e of that, %.1e in the last step; last tenth %.2f of the first\n",
        f.o.kind->name, all, 1e6 * early, moved, step, last / first);
    for (int i = 0; i < a.sys.nx; i++)
        assert_true(isfinite(a.x[i]));
    assert_true(fabs(early) > 1e-7 && moved < 64 * UNIT && step < UNIT);
    if (all >= 100000000)
        assert_true(last < 1.3 * first);
    free(memory);
    close_law(&a);
}

// A rate that moves the deflection z by less than half of its last bit in a step is lost: there the contact comes to rest,
// up to some bits short of the force it has to hold, and the axis keeps the speed that carries the difference. A position
// that is small beside z still takes it up, until it is of the size of z. Nobody sees that in double; in float it is the
// creep of an axis held near the origin of its position: 0.9 nm/s here, up to some micrometres.
static void creeps_no_further_than_the_deflection(void **state)
{
    static compiled_law a;
    br_integrator f;
    void *memory = open_held(*state, &a, &f);
    long all = steps();
    go(&f, &a, all / 2);
    double early = (double)a.x[0];
    go(&f, &a, all - all / 2);
    double z = fabs((double)a.x[2]), moved = fabs((double)a.x[0] - early), step = fabs((double)(a.x[1] * dt));
    print_message("  %ld steps: at %.3g um, then %.3g um; %.2g bits of the deflection in the last step\n", all,
                  1e6 * early, 1e6 * moved, step / (UNIT * z));
    assert_true(z > 1e-6 && step < UNIT * z && moved <= step * (double)all && fabs((double)a.x[0]) < 4 * z);
    free(memory);
    close_law(&a);
}

// Its velocity is zero up to rounding, and no measure of the error of a step.
static void needs_no_substeps(void **state)
{
    static compiled_law a;
    br_integrator f;
    void *memory = open_held(*state, &a, &f);
    go(&f, &a, 4000);
    f.health.capped = 0;
    go(&f, &a, 4000);
    assert_int_equal(f.health.capped, 0);
    free(memory);
    close_law(&a);
}

int main(void)
{
    if (!has_compiler())
        return 77;
    held lugre = {"fig-2", "u = 0.7 N", NULL, 0}, midpoint = {"fig-2", "u = 0.7 N", &br_integrator_midpoint, 0};
    held sgms = {"axis", "u = 4 N", NULL, 0}, gms = {"axis", "friction = gms, fr = table-4.1, u = 4 N", NULL, 0};
    held origin = {"fig-2", "u = 0.7 N, x = -14.0175 um", NULL, 0};
    held lie = {"fig-2", "u = 0.7 N", &br_integrator_lie, 1}, lie_sgms = {"axis", "u = 4 N", &br_integrator_lie, 1};
    const struct CMUnitTest tests[] = {
        {"an_axis_with_lugre_stays_where_it_is", stays_where_it_is, NULL, NULL, &lugre},
        {"an_axis_with_lugre_stays_where_it_is_by_midpoint", stays_where_it_is, NULL, NULL, &midpoint},
        {"an_axis_with_sgms_stays_where_it_is", stays_where_it_is, NULL, NULL, &sgms},
        {"an_axis_with_gms_stays_where_it_is", stays_where_it_is, NULL, NULL, &gms},
        {"an_axis_held_at_the_origin_creeps_no_further_than_the_deflection", creeps_no_further_than_the_deflection,
         NULL, NULL, &origin},
        {"a_held_axis_with_lugre_needs_no_substeps_by_lie", needs_no_substeps, NULL, NULL, &lie},
        {"a_held_axis_with_sgms_needs_no_substeps_by_lie", needs_no_substeps, NULL, NULL, &lie_sgms},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
