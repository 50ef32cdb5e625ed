// mechanism_kit.h - what tests of bristle/mechanism.h share: a stage on a leaf spring, its motion, an observer of its load.
#ifndef BR_TESTS_MECHANISM_KIT_H
#define BR_TESTS_MECHANISM_KIT_H

#include <bristle/mechanism.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define STAGE                                                                                                          \
    "mechanism stage \"a stage on a leaf spring\"\n"                                                                   \
    "version 1\n"                                                                                                      \
    "planar\n"                                                                                                         \
    "body  stage mass = 2 kg, cog = 0, 0 m\n"                                                                          \
    "joint A prismatic stage ground at = 0, 0 m, axis = 1, 0\n"                                                        \
    "point tip stage at = 0.1, 0 m\n"                                                                                  \
    "spring leaf A stiffness = 50 N/m\n"                                                                               \
    "friction track A makkar \"gamma1 = 0 N, gamma2 = 100 s/m, gamma3 = 50 s/m, gamma4 = 1 N, gamma5 = 10 s/m, "       \
    "sigma2 "                                                                                                          \
    "= 0.5 N*s/m\"\n"                                                                                                  \
    "drive motor A = 8*sin(3*t) + 3*sin(7*t) N\n"                                                                      \
    "sensor x displacement A sd = 0.5 mm\n"                                                                            \
    "virtual rub force track\n"                                                                                        \
    "start A position = 10 mm\n"
static const char truth[] = STAGE "drive load A = 1 + sin(5*t) N\n", model[] = STAGE "unknown load A\n";

static inline br_mechanism *parsed(const char *text)
{
    br_mechanism *m = NULL;
    br_diag why = {0};
    if (br_mechanism_parse(&m, "stage.mech", text, strlen(text), &why) != BR_OK)
        fail_msg("%s", why.text);
    return m;
}

static inline br_mechanism_motion *moved(const char *text, double until, double step, int noise)
{
    br_mechanism *m = parsed(text);
    br_mechanism_motion_options o;
    br_mechanism_motion *r = NULL;
    br_diag why = {0};
    assert_int_equal(br_mechanism_motion_defaults(&o, sizeof o), BR_OK);
    o.until = until;
    o.step = step;
    o.sensor_noise = noise;
    if (br_mechanism_motion_open(&r, m, &o, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_mechanism_close(m); // the motion has its own text
    if (br_mechanism_motion_run(r, NULL, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
    return r;
}

static inline br_table *table_of(const br_mechanism_motion *r)
{
    br_table *table = NULL;
    assert_int_equal(br_mechanism_motion_table(r, &table, NULL), BR_OK);
    return table;
}

static const double *column(const br_table *table, const char *name)
{
    const double *v = br_table_values(table, br_table_index(table, name, NULL));
    assert_non_null(v);
    return v;
}

static inline br_mechanism_observer *observer_of(const char *text, const char *signals, const char *unknown,
                                                 const char *estimate, int smooth)
{
    br_mechanism *m = parsed(text);
    br_mechanism_observer_options o;
    br_mechanism_observer *found = NULL;
    br_diag why = {0};
    assert_int_equal(br_mechanism_observer_defaults(&o, sizeof o), BR_OK);
    o.signals = signals;
    o.unknown = unknown;
    o.estimate = estimate;
    o.smooth = smooth;
    if (br_mechanism_observer_open(&found, m, &o, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_mechanism_close(m); // the observer has its own text
    return found;
}

static inline void observe(br_mechanism_observer *o, br_table *log)
{
    br_diag why = {0};
    if (br_mechanism_observer_log(o, log, NULL, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static inline int stop_at_half(void *context, double share)
{
    *(double *)context = share;
    return share < 0.5;
}

#endif
