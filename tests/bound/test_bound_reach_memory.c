// test_bound_reach_memory.c - memory gives out at the n-th call, for every n, once and for ever (docs/faults.md J1): tubes, boxes, inputs.
#include "kit/failing_memory.h"

#include "num/base/fp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bound/search/design.h"
#include "bound/search/member.h"
#include "law/builtin/builtin.h"
#include "sim/source/source_series.h"

// Models are read with all the memory there is: test_law_memory.c has them.
static br_status open_model(br_model *m, const char *law, const char *set, const char *values)
{
    br_builtin b;
    long armed = countdown, before = allocations;
    if (!br_builtin_find(law, &b))
        return BR_BAD_LAW;
    br_model_source from = {b.text, b.size, law, br_builtin_text, NULL};
    br_given first = {.set = set}, then = {.text = values, .size = strlen(values), .origin = "values"};
    countdown = -1;
    br_status status = br_model_open_given(m, &from, &first, &then, NULL);
    countdown = armed;
    allocations = before;
    return status;
}

static br_status series(void *self, br_interval t, br_interval *u)
{
    return br_source_series_at(self, t, u);
}

static double next(void *self, double t)
{
    const br_source_series *s = self;
    return br_source_break(s->source, t);
}

static br_status tube_of(const char *law, const char *set, const char *values, const char *with, double until)
{
    br_model m;
    br_source s;
    br_source_series from;
    br_reach r;
    br_status status = open_model(&m, law, set, values);
    if (status != BR_OK)
        return status;
    status = br_source_read(&s, with, "input", &m, NULL, NULL);
    if (status == BR_OK) {
        status = br_source_series_make(&from, &s, BR_REACH_ORDER);
        if (status == BR_OK) {
            br_course course = {series, next, &from};
            status = br_reach_make(&r, &m, &course, NULL, 0, NULL);
            if (status == BR_OK) {
                status = br_reach_to(&r, until);
                br_reach_free(&r);
            }
            br_source_series_free(&from);
        }
        br_source_free(&s);
    }
    br_model_close(&m);
    return status;
}

static br_status tube(void)
{
    return tube_of("dahl", "example", "FC = 0.9..1.1 N", "x = 1e-5*t m", 0.1);
}

static br_status modes(void)
{
    return tube_of("maxwell-slip", "table-B.3", "", "v = 1e-4 m/s", 1e-4);
}

static br_status boxes(void)
{
    static const double t[] = {0, 1, 2}, u[] = {0.1, 0.2, 0.3};
    static const br_interval y[] = {{0.28, 0.32}, {0.1, 0.2}, {0.1, 0.13}}, off = {-1e-3, 1e-3};
    static const int what = 0;
    br_readings data = {3, t, u, false, &off, 1, &what, y};
    br_member_options o = br_member_defaults();
    br_members found;
    br_model m;
    o.boxes = 8;
    br_status status = open_model(&m, "stribeck", "fig-3.1a", "FC = 0.05..0.2 N");
    if (status != BR_OK)
        return status;
    status = br_members_make(&found, &m, &data, &o, NULL);
    if (status == BR_OK)
        br_members_free(&found);
    br_model_close(&m);
    return status;
}

static br_status input(void)
{
    br_design_options o = br_design_defaults();
    br_design *d;
    br_model m;
    o.velocity = 1;
    o.params = 1;
    o.range[0] = 1;
    br_status status = open_model(&m, "drive-train", "nominal", "");
    if (status != BR_OK)
        return status;
    status = br_design_open(&d, &m, &o);
    br_design_close(d);
    br_model_close(&m);
    return status;
}

static void every_call_that_fails_is_told(void **state)
{
    br_status (*const all[])(void) = {tube, modes, boxes, input};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        allocations = 0;
        assert_int_equal(all[i](), BR_OK);
        long calls = allocations;
        assert_true(calls > 20);
        for (int ever = 0; ever < 2; ever++)
            for (long n = 0; n < calls; n++) {
                for_ever = ever;
                countdown = n;
                assert_int_equal(all[i](), BR_NO_MEMORY);
                countdown = -1;
            }
        assert_int_equal(all[i](), BR_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_call_that_fails_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
