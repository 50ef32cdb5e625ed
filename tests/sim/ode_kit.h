// ode_kit.h - what the tests of adaptive integration share.
#ifndef ODE_KIT_H
#define ODE_KIT_H

#include "sim/run/ode.h"
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

static const br_ode_method *const ode_methods[] = {&br_ode_dopri, &br_ode_bosh, &br_ode_radau};
enum { ODE_METHODS = 3 };

static inline br_ode_options ode_tolerance(const br_ode_method *m, double relative, double absolute)
{
    br_ode_options o = br_ode_defaults();
    o.method = m;
    o.relative = relative;
    o.absolute = absolute;
    return o;
}

// Steps all of the same length; the tolerance is that of the stages.
static inline br_ode_options ode_fixed(const br_ode_method *m, double h)
{
    br_ode_options o = ode_tolerance(m, 1e-13, 1e-13);
    o.least = o.longest = h;
    return o;
}

static inline void ode_start(br_ode_solver *s, const br_ode *ode, br_ode_options o, const double *x)
{
    br_diag why = {0};
    if (br_ode_open(s, ode, &o, &why) != BR_OK || br_ode_reset(s, 0, x, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static inline br_ode_end ode_step(br_ode_solver *s, double until)
{
    br_ode_end end = BR_ODE_STEPPED;
    br_diag why = {0};
    double before = s->t;
    if (br_ode_step(s, until, &end, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_true(s->t <= until && (s->t > before || before == until));
    return end;
}

// To an event or to the end.
static inline br_ode_end ode_go(br_ode_solver *s, double until)
{
    br_ode_end end;
    do
        end = ode_step(s, until);
    while (end == BR_ODE_STEPPED);
    return end;
}

static inline void ode_restart(br_ode_solver *s, double t, const double *x)
{
    br_diag why = {0};
    if (br_ode_reset(s, t, x, &why) != BR_OK)
        fail_msg("%s", why.text);
}

// ---------------------------------------------------------------- random numbers

static uint64_t ode_state = 1;

static inline void ode_seed(void)
{
    const char *given = getenv("BR_SEED");
    ode_state = given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    print_message("BR_SEED=%llu\n", (unsigned long long)ode_state);
}

static inline double ode_uniform(double lo, double hi)
{
    ode_state = ode_state * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = ode_state ^ ode_state >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return lo + (hi - lo) * ((double)(x >> 11) / 9007199254740992.0);
}

static inline int ode_rounds(int by)
{
    const char *n = getenv("BR_COUNT");
    double count = n ? strtod(n, NULL) : 1e5;
    return (int)((count > 1e5 ? count : 1e5) / by) + 1;
}

#endif
