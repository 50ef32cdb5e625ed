// test_flow_fused.c - the printed flow of a law gives the bits of the general path.
#include "kit/fused_kit.h"

static void a_printed_flow_gives_the_bits_of_the_general_path(void **state)
{
    (void)state;
    compare_laws(4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_printed_flow_gives_the_bits_of_the_general_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
