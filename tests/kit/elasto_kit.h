// elasto_kit.h - estimators with random numbers, for the tests of loop/friction/elasto.h.
#ifndef TESTS_ELASTO_KIT_H
#define TESTS_ELASTO_KIT_H

#include "loop/friction/elasto.h"
#include "preprocess.h"

// 003 Table II, with a damping that satisfies (22) at 1 ms.
static inline br_elasto_options table_II(void)
{
    br_elasto_options o = br_elasto_defaults(BR_C(1e-3));
    o.element[0] = (br_elasto_element){BR_C(1e5), 100, 1, BR_C(1.5), BR_C(8e-6)};
    o.sigma2 = BR_C(0.4);
    o.vs = BR_C(1e-3);
    return o;
}

static inline br_real power(double lo, double hi)
{
    return (br_real)pow(10, uniform(lo, hi));
}

// The damping of (22) at v = 0 and a time between updates.
static inline br_real bound22(const br_elasto_element *e, br_real dt)
{
    return e->FS > e->FC ? e->sigma0 * dt * (e->FC / (e->FS - e->FC)) : e->sigma0 * dt;
}

// damping: as a share of the bound (22) at v = 0 and o.dt, at most.
static inline br_elasto_element random_element(br_real dt, double damping)
{
    br_elasto_element e = {.sigma0 = power(3, 7), .FC = power(-1, 2)};
    e.FS = below(8) ? e.FC * (br_real)uniform(1, 3) : e.FC;
    e.zba = e.FC / e.sigma0 * (br_real)uniform(0.05, 0.95);
    e.sigma1 = bound22(&e, dt) * (br_real)uniform(0, damping);
    return e;
}

static inline br_elasto_options random_options(double damping)
{
    br_elasto_options o = br_elasto_defaults(power(-5, -2));
    o.curve = (br_elasto_curve)below(3);
    o.scheme = (br_elasto_scheme)below(2);
    o.elements = below(2) ? 1 : 1 + below(BR_ELASTO_ELEMENTS);
    o.vs = power(-5, -1);
    o.sigma2 = below(2) ? power(-2, 3) : 0;
    for (int i = 0; i < o.elements; i++)
        o.element[i] = random_element(o.dt, damping);
    return o;
}

static inline br_elasto opened(const br_elasto_options *o)
{
    br_elasto e;
    memset(&e, 0, sizeof e);
    assert_int_equal(br_elasto_init(&e, o), BR_OK);
    return e;
}

static inline br_elasto_sample stepped(br_elasto *e, br_real x, br_real v, br_real dt)
{
    br_elasto_sample s;
    assert_int_equal(br_elasto_step(e, x, v, dt, &s), BR_OK);
    return s;
}

#endif
