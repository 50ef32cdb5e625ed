// bounding_kit.h - what tests of bristle/bound.h share: logs with planted friction, and searches that must succeed.
#ifndef BR_TESTS_BOUNDING_KIT_H
#define BR_TESTS_BOUNDING_KIT_H

#include "api_kit.h"
#include <bristle/bound.h>
#include <bristle/simulate.h>
#include <string.h>

static const char drive[] = "u = square(1) N*m", ranges[] = "alpha = 3..6 1/s, TF = 0..1 N*m";

static inline br_bound_options with(const char *range, const char *error)
{
    br_bound_options o;
    assert_int_equal(br_bound_defaults(&o, sizeof o), BR_OK);
    o.range = range;
    o.error = error;
    return o;
}

// A log in memory of its own.
static inline br_table *record(const char *name, const char *params, const char *input, double until)
{
    br_law *law = opened(name, params);
    br_simulation_options o;
    br_simulation *s = NULL;
    br_table *lent = NULL, *log = NULL;
    br_diag why = {0};
    assert_int_equal(br_simulation_defaults(&o, sizeof o), BR_OK);
    o.input = input;
    o.until = until;
    o.step = 0.01;
    assert_int_equal(br_simulation_open(&s, law, &o, &why), BR_OK);
    assert_int_equal(br_simulation_run(s, NULL, NULL, &why), BR_OK);
    assert_int_equal(br_simulation_table(s, &lent, &why), BR_OK);
    assert_int_equal(br_table_join(&log, &lent, 1, NULL, &why), BR_OK);
    assert_int_equal(br_table_load(log, &why), BR_OK);
    br_table_close(lent);
    br_simulation_close(s);
    br_law_close(law);
    return log;
}

static inline br_bound *bounding(const br_law *law, const br_bound_options *o, br_table *log)
{
    br_bound *b = NULL;
    br_diag why = {0};
    if (br_bound_open(&b, law, o, &why) != BR_OK || br_bound_add(b, log, &why) != BR_OK)
        fail_msg("%s", why.text);
    return b;
}

static inline br_bound *bounded(const br_law *law, const br_bound_options *o, br_table *log)
{
    br_bound *b = bounding(law, o, log);
    br_diag why = {0};
    if (br_bound_run(b, NULL, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
    return b;
}

static inline br_bound_interval interval(const br_bound *b, int i)
{
    br_bound_interval p = {.size = sizeof p};
    assert_int_equal(br_bound_interval_at(b, i, &p), BR_OK);
    return p;
}

// Opens, adds and runs, with whatever status that ends.
static inline br_status try_bound(br_bound **b, const br_law *law, const br_bound_options *o, br_table *log,
                                  br_diag *why)
{
    br_status status = br_bound_open(b, law, o, why);
    if (status == BR_OK)
        status = br_bound_add(*b, log, why);
    return status == BR_OK ? br_bound_run(*b, NULL, NULL, why) : status;
}

#endif
