// bound_setup.h - what the tests of proofs start from: random numbers, a plant that sticks and slips, models.
#ifndef BOUND_SETUP_H
#define BOUND_SETUP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bound/stick/stick.h"
#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "num/base/random.h"

// ---------------------------------------------------------------- random numbers

static br_random source;

static inline void begin_random(void)
{
    const char *seed = getenv("BR_SEED");
    uint64_t from = seed ? strtoull(seed, NULL, 10) : 1;
    printf("BR_SEED=%llu\n", (unsigned long long)from);
    br_random_init(&source, from, 0);
}

static inline double between(double lo, double hi)
{
    return lo + (hi - lo) * br_random_uniform(&source);
}

static inline bool chance(double of)
{
    return br_random_uniform(&source) < of;
}

// A number of the interval, often one of its ends.
static inline double inside(br_interval a)
{
    double x = chance(0.2) ? a.lo : chance(0.25) ? a.hi : between(a.lo, a.hi);
    return x < a.lo ? a.lo : x > a.hi ? a.hi : x;
}

static inline long counted(long usual)
{
    const char *n = getenv("BR_COUNT");
    return n ? strtol(n, NULL, 10) : usual;
}

static inline int setup_random(void **state)
{
    (void)state;
    begin_random();
    return 0;
}

// ---------------------------------------------------------------- plants

typedef struct plant {
    br_parsed_law law;
    br_stick stick;
} plant;

static inline void plant_open_text(plant *p, const char *text, br_status expected)
{
    br_diag why = {0};
    br_read_options o = {.find = br_builtin_text};
    if (br_law_read(&p->law, text, strlen(text), "law", &o, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_status status = br_stick_read(&p->stick, &p->law, &why);
    if (status != expected)
        fail_msg("%s: %s", p->law.name, why.text);
}

static inline void plant_close(plant *p)
{
    br_stick_free(&p->stick);
    br_law_free(&p->law);
}

// The drive train, as the state of a group of tests.
static inline int setup_plant(void **state)
{
    static plant p;
    br_builtin b;
    begin_random();
    assert_true(br_builtin_find("drive-train", &b));
    plant_open_text(&p, b.text, BR_OK);
    *state = &p;
    return 0;
}

static inline int teardown_plant(void **state)
{
    plant_close(*state);
    return 0;
}

// ---------------------------------------------------------------- models

// law: the name of a built-in one, or text.
static inline void open_model(br_model *m, const char *law, const char *set, const char *values)
{
    br_builtin b = {0};
    br_diag why = {0};
    bool own = strncmp(law, "law ", 4) == 0;
    if (!own && !br_builtin_find(law, &b))
        fail_msg("no law %s", law);
    br_model_source from = {own ? law : b.text, own ? strlen(law) : b.size, "law", br_builtin_text, NULL};
    br_given first = {.set = set}, then = {.text = values, .size = strlen(values), .origin = "values"};
    if (br_model_open_given(m, &from, &first, &then, &why) != BR_OK)
        fail_msg("%s", why.text);
}

#endif
