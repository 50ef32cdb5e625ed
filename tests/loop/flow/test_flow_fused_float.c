// test_flow_fused_float.c - the same in float.
#define BR_FLOAT
#include "kit/fused_kit.h"

static void a_printed_flow_in_float_gives_the_bits_of_the_general_path(void **state)
{
    (void)state;
    compare_laws(&br_integrator_lie, 6, 4000);
}

static void an_exact_step_of_a_call_that_fits_a_tile_gives_the_bits_of_tiles(void **state)
{
    (void)state;
    compare_laws(&br_integrator_exponential, 2, 4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_printed_flow_in_float_gives_the_bits_of_the_general_path),
        cmocka_unit_test(an_exact_step_of_a_call_that_fits_a_tile_gives_the_bits_of_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
