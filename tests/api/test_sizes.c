// test_sizes.c - K8: a structure of options of another version of the headers is refused, by its size, and nothing is written to it.
#include "api_kit.h"
#include <bristle/bound.h>
#include <bristle/control.h>
#include <bristle/describe.h>
#include <bristle/differentiate.h>
#include <bristle/emit.h>
#include <bristle/enclosure.h>
#include <bristle/estimation.h>
#include <bristle/evaluate.h>
#include <bristle/excite.h>
#include <bristle/flow.h>
#include <bristle/horizon.h>
#include <bristle/identify.h>
#include <bristle/inspect.h>
#include <bristle/mechanism.h>
#include <bristle/observer.h>
#include <bristle/response.h>
#include <bristle/simulate.h>
#include <bristle/smoother.h>
#include <bristle/table.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Sizes that no version had: all bytes stay as they are. The right one is kept in the structure.
#define KNOWS_SIZE(type, defaults)                                                                                     \
    do {                                                                                                               \
        type o;                                                                                                        \
        static const size_t wrong[] = {0, 1, sizeof o - 1, sizeof o + 1, sizeof o + 8, (size_t)-1};                    \
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {                                                    \
            memset(&o, 0x5a, sizeof o);                                                                                \
            assert_int_equal(defaults(&o, wrong[i]), BR_BAD_USAGE);                                                    \
            for (size_t k = 0; k < sizeof o; k++)                                                                      \
                assert_int_equal(((const unsigned char *)&o)[k], 0x5a);                                                \
        }                                                                                                              \
        assert_int_equal(defaults(&o, sizeof o), BR_OK);                                                               \
        assert_int_equal(o.size, sizeof o);                                                                            \
    } while (0)

static br_status ladder(br_excitation_options *o, size_t size)
{
    return br_excitation_defaults(o, size, "ladder");
}

static void K8_defaults_of_another_size_are_refused(void **state)
{
    (void)state;
    KNOWS_SIZE(br_axis_options, br_axis_defaults);
    KNOWS_SIZE(br_bound_options, br_bound_defaults);
    KNOWS_SIZE(br_description_options, br_description_defaults);
    KNOWS_SIZE(br_differentiator_options, br_differentiator_defaults);
    KNOWS_SIZE(br_emit_options, br_emit_defaults);
    KNOWS_SIZE(br_enclosure_options, br_enclosure_defaults);
    KNOWS_SIZE(br_estimation_options, br_estimation_defaults);
    KNOWS_SIZE(br_evaluation_options, br_evaluation_defaults);
    KNOWS_SIZE(br_excitation_options, ladder);
    KNOWS_SIZE(br_flow_options, br_flow_defaults);
    KNOWS_SIZE(br_horizon_options, br_horizon_defaults);
    KNOWS_SIZE(br_identification_options, br_identification_defaults);
    KNOWS_SIZE(br_inspect_options, br_inspect_defaults);
    KNOWS_SIZE(br_mechanism_motion_options, br_mechanism_motion_defaults);
    KNOWS_SIZE(br_mechanism_observer_options, br_mechanism_observer_defaults);
    KNOWS_SIZE(br_observer_options, br_observer_defaults);
    KNOWS_SIZE(br_response_options, br_response_defaults);
    KNOWS_SIZE(br_simulation_options, br_simulation_defaults);
    KNOWS_SIZE(br_smoothing_options, br_smoothing_defaults);
    KNOWS_SIZE(br_table_options, br_table_defaults);
    KNOWS_SIZE(br_table_join_options, br_table_join_defaults);
    KNOWS_SIZE(br_table_write_options, br_table_write_defaults);
}

// Nothing is opened with options of a size that is not known.
static void K8_options_of_another_size_open_nothing(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    static const size_t sizes[] = {0, 8, 1u << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        br_observer *observer = NULL;
        br_horizon *horizon = NULL;
        br_flow *flow = NULL;
        br_smoothing *smoothing = NULL;
        br_simulation *simulation = NULL;
        br_compensator *compensator = NULL;
        br_observer_options a;
        br_horizon_options b;
        br_flow_options c;
        br_smoothing_options d;
        br_simulation_options e;
        br_axis_options f;
        assert_int_equal(br_observer_defaults(&a, sizeof a) + br_horizon_defaults(&b, sizeof b), BR_OK);
        assert_int_equal(br_flow_defaults(&c, sizeof c) + br_smoothing_defaults(&d, sizeof d), BR_OK);
        assert_int_equal(br_simulation_defaults(&e, sizeof e) + br_axis_defaults(&f, sizeof f), BR_OK);
        f.mass = 1;
        a.size = b.size = c.size = d.size = e.size = f.size = sizes[i];
        assert_int_equal(br_observer_open(&observer, law, &a, NULL), BR_BAD_USAGE);
        assert_int_equal(br_horizon_open(&horizon, law, &b, NULL), BR_BAD_USAGE);
        assert_int_equal(br_flow_open(&flow, law, &c, NULL), BR_BAD_USAGE);
        assert_int_equal(br_smoothing_open(&smoothing, law, &d, NULL), BR_BAD_USAGE);
        assert_int_equal(br_simulation_open(&simulation, law, &e, NULL), BR_BAD_USAGE);
        assert_int_equal(br_compensator_open(&compensator, law, "lugre", &f, NULL), BR_BAD_USAGE);
        assert_true(!observer && !horizon && !flow && !smoothing && !simulation && !compensator);
    }
    br_law_close(law);
}

// ------- Programs that were compiled before structures grew: theirs are shorter, and are served

// Filled as far as it goes, in memory that ends with it.
#define FILLS_OLDER(type, member, call)                                                                                \
    do {                                                                                                               \
        size_t size = offsetof(type, member);                                                                          \
        type *o = malloc(size);                                                                                        \
        assert_non_null(o);                                                                                            \
        assert_int_equal(call, BR_OK);                                                                                 \
        assert_memory_equal(o, &size, sizeof size);                                                                    \
        free(o);                                                                                                       \
    } while (0)

static void older_options_are_filled_as_far_as_they_go(void **state)
{
    (void)state;
    FILLS_OLDER(br_axis_options, step, br_axis_defaults(o, size));
    FILLS_OLDER(br_bound_options, crew, br_bound_defaults(o, size));
    FILLS_OLDER(br_emit_options, version, br_emit_defaults(o, size));
    FILLS_OLDER(br_excitation_options, turns, br_excitation_defaults(o, size, "ladder"));
    FILLS_OLDER(br_identification_options, who, br_identification_defaults(o, size));
    FILLS_OLDER(br_mechanism_motion_options, drawings, br_mechanism_motion_defaults(o, size));
    FILLS_OLDER(br_mechanism_observer_options, drawings, br_mechanism_observer_defaults(o, size));
}

// The first bytes of a structure, in memory that ends with them.
static void *shortened(const void *from, size_t size)
{
    void *to = malloc(size);
    assert_non_null(to);
    return memcpy(to, from, size);
}

// Options of that size, with what they need beside the defaults, open a handle, which is closed again.
#define OPENS_OLDER(handle, options, member, defaults, needs, open, close)                                             \
    do {                                                                                                               \
        size_t size = offsetof(options, member);                                                                       \
        handle *h = NULL;                                                                                              \
        br_diag why = {0};                                                                                             \
        options with;                                                                                                  \
        assert_int_equal(defaults, BR_OK);                                                                             \
        needs;                                                                                                         \
        options *o = shortened(&with, size);                                                                           \
        if ((open) != BR_OK)                                                                                           \
            fail_msg("%s", why.text);                                                                                  \
        close(h);                                                                                                      \
        free(o);                                                                                                       \
    } while (0)

static void older_options_open_what_they_opened(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    static const char stage[] = "mechanism stage \"a stage\"\nversion 1\nplanar\nbody stage mass = 2 kg, cog = 0, 0 m\n"
                                "joint A prismatic stage ground at = 0, 0 m, axis = 1, 0\ndrive motor A = 1 N\n"
                                "unknown load A\nsensor x displacement A sd = 0.5 mm\nstart A position = 10 mm\n";
    br_mechanism *m = NULL;
    assert_int_equal(br_mechanism_parse(&m, "stage.mech", stage, sizeof stage - 1, NULL), BR_OK);
    OPENS_OLDER(br_compensator, br_axis_options, step, br_axis_defaults(&with, size), with.mass = 1,
                br_compensator_open(&h, law, "lugre", o, &why), br_compensator_close);
    OPENS_OLDER(br_emit, br_emit_options, version, br_emit_defaults(&with, size), (void)0,
                br_emit_law(&h, law, o, &why), br_emit_close);
    OPENS_OLDER(br_excitation, br_excitation_options, turns, br_excitation_defaults(&with, size, "ladder"),
                (with.limit_x = 2, with.limit_a = 2), br_excitation_open(&h, law, o, &why), br_excitation_close);
    OPENS_OLDER(br_identification, br_identification_options, who, br_identification_defaults(&with, size), (void)0,
                br_identification_open(&h, law, o, &why), br_identification_close);
    OPENS_OLDER(br_mechanism_motion, br_mechanism_motion_options, drawings, br_mechanism_motion_defaults(&with, size),
                with.until = 0.1, br_mechanism_motion_open(&h, m, o, &why), br_mechanism_motion_close);
    OPENS_OLDER(br_mechanism_observer, br_mechanism_observer_options, drawings,
                br_mechanism_observer_defaults(&with, size), with.unknown = "load = 3 N",
                br_mechanism_observer_open(&h, m, o, &why), br_mechanism_observer_close);
    OPENS_OLDER(br_bound, br_bound_options, crew, br_bound_defaults(&with, size),
                (with.range = "FC = 0.5..2 N", with.error = "F = 0.1 N"), br_bound_open(&h, law, o, &why),
                br_bound_close);
    br_mechanism_close(m);
    br_law_close(law);
}

static void older_results_are_filled_as_far_as_they_go(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_axis_options axis;
    br_diag why = {0};
    assert_int_equal(br_axis_defaults(&axis, sizeof axis), BR_OK);
    axis.mass = 1;
    const size_t size = offsetof(br_passivity, unstable);
    br_passivity all = {.size = size}, *p = shortened(&all, size);
    all.size = sizeof all;
    assert_int_equal(br_passivity_of(law, "3, 6", 0, &axis, p, &why), BR_OK);
    assert_int_equal(br_passivity_of(law, "3, 6", 0, &axis, &all, &why), BR_OK);
    assert_memory_equal(p, &size, sizeof size);
    assert_memory_equal((char *)p + sizeof size, (char *)&all + sizeof size, size - sizeof size);
    assert_true(isnan(br_passivity_real(p, 1)) && !isnan(br_passivity_real(&all, 1)));
    free(p);
    br_law_close(law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(K8_defaults_of_another_size_are_refused),
        cmocka_unit_test(K8_options_of_another_size_open_nothing),
        cmocka_unit_test(older_options_are_filled_as_far_as_they_go),
        cmocka_unit_test(older_options_open_what_they_opened),
        cmocka_unit_test(older_results_are_filled_as_far_as_they_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
