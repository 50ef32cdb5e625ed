// test_status.c - every status has words and an exit code the tool may use.
#include "num/base/fp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <bristle/status.h>

static void zero_is_success(void **unused)
{
    (void)unused;
    assert_int_equal(BR_OK, 0);
    assert_int_equal(br_status_exit_code(BR_OK), 0);
    assert_string_equal(br_status_text(BR_OK), "done");
}

static void every_failure_has_words_and_a_code_from_1_to_6(void **unused)
{
    (void)unused;
    for (int s = BR_OK + 1; s < BR_STATUS_COUNT; s++) {
        assert_string_not_equal(br_status_text((br_status)s), "unknown status");
        assert_in_range(br_status_exit_code((br_status)s), 1, 6);
    }
}

static void a_number_that_is_no_status_is_no_success(void **unused)
{
    (void)unused;
    assert_string_equal(br_status_text(BR_STATUS_COUNT), "unknown status");
    assert_int_not_equal(br_status_exit_code(BR_STATUS_COUNT), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zero_is_success),
        cmocka_unit_test(every_failure_has_words_and_a_code_from_1_to_6),
        cmocka_unit_test(a_number_that_is_no_status_is_no_success),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
