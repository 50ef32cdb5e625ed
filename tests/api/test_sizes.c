// test_sizes.c - K8: a structure of options of another version of the headers is refused, by its size, and nothing is written to it.
#include "api_kit.h"
#include <bristle/bound.h>
#include <bristle/control.h>
#include <bristle/differentiate.h>
#include <bristle/emit.h>
#include <bristle/enclosure.h>
#include <bristle/estimation.h>
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
    KNOWS_SIZE(br_differentiator_options, br_differentiator_defaults);
    KNOWS_SIZE(br_emit_options, br_emit_defaults);
    KNOWS_SIZE(br_enclosure_options, br_enclosure_defaults);
    KNOWS_SIZE(br_estimation_options, br_estimation_defaults);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(K8_defaults_of_another_size_are_refused),
        cmocka_unit_test(K8_options_of_another_size_open_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
