// test_probe.c - the start-up probe notices every way of computing that is not ours.            [host]
#include "num/base/fp.h"

#include "num/base/probe.h"
#include <bristle/friction.h>
#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "kit/fp_control.h"

static void this_machine_computes_as_we_need(void **unused)
{
    (void)unused;
    assert_null(br_fp_fault());
    assert_int_equal(br_fp_probe(), BR_OK);
    assert_int_equal(brf_fp_probe(), BR_OK);
}

// What friction.h answers under the current way of rounding.
static br_status open_and_close(br_diag *why)
{
    br_friction *f = NULL;
    br_status status = br_friction_open(&f, "lugre", "table-I", NULL, why);
    if (status == BR_OK)
        br_friction_close(f);
    return status;
}

static void C10_other_rounding_is_noticed_and_laws_do_not_open(void **unused)
{
    (void)unused;
    static const int ways[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
    for (int i = 0; i < 4; i++) {
        br_diag why = {0};
        assert_int_equal(fesetround(ways[i]), 0);
        br_status probe = br_fp_probe(), single = brf_fp_probe(), open = open_and_close(&why);
        const char *fault = br_fp_fault();
        int kept = fegetround();
        fesetround(FE_TONEAREST);
        assert_int_equal(kept, ways[i]);
        assert_int_equal(probe, ways[i] == FE_TONEAREST ? BR_OK : BR_BAD_MACHINE);
        assert_int_equal(single, probe);
        assert_int_equal(open, probe);
        if (probe != BR_OK) {
            assert_string_equal(fault, "rounding is not to nearest");
            assert_non_null(strstr(why.text, fault));
        }
    }
}

static void C10_flushed_subnormals_are_noticed(void **unused)
{
    (void)unused;
#ifdef BR_NO_CONTROL
    print_message("not tried: the control register of this machine is not known here\n");
#else
    for (size_t i = 0; i < sizeof flush / sizeof *flush; i++) {
        uint64_t before = control();
        set_control(before | flush[i]);
        const char *fault = br_fp_fault();
        br_status single = brf_fp_probe(), open = open_and_close(NULL);
        set_control(before);
        assert_string_equal(fault, "subnormal numbers are flushed to zero");
        assert_int_equal(single, BR_BAD_MACHINE);
        assert_int_equal(open, BR_BAD_MACHINE);
    }
    assert_null(br_fp_fault());
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(this_machine_computes_as_we_need),
        cmocka_unit_test(C10_other_rounding_is_noticed_and_laws_do_not_open),
        cmocka_unit_test(C10_flushed_subnormals_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
