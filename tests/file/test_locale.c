// test_locale.c - a locale with a decimal comma changes no text (docs/faults.md A5, I12).
//
// Takes the locale of this machine, or makes one in a folder of its own; where neither goes, the test is skipped.
#include "kit/comma_locale.h"
#include "kit/notation.h"

#include "num/text/buffer.h"
#include "num/text/number.h"
#include <bristle/friction.h>
#include <locale.h>
#include <unistd.h>

static void the_c_library_itself_writes_a_comma(void **state)
{
    (void)state;
    char text[20];
    snprintf(text, sizeof text, "%.1f", 1.5);
    assert_string_equal(text, "1,5");
}

static void numbers_are_written_and_read_with_a_point(void **state)
{
    (void)state;
    char text[BR_NUMBER_SIZE];
    double x = 0;
    br_number_write(text, 1234.5);
    assert_string_equal(text, "1234.5");
    assert_int_equal(br_number_read("1.5", 3, &x, NULL), 3);
    assert_true(x == 1.5);
    assert_int_equal(br_number_read("1,5", 3, &x, NULL), 1);
    br_buffer b = {0};
    br_buffer_about(&b, 2.0 / 3, 3);
    assert_string_equal(b.text, "0.667");
    br_buffer_free(&b);
}

static void laws_are_read_and_complaints_written_with_a_point(void **state)
{
    (void)state;
    static const char spring[] = "law t\nparam k N/m > 0.5\noutput y N/m\ny = k\n";
    br_model m;
    must_open(&m, spring, "k = 2.5 N/mm");
    assert_true(value_in(&m, "k", 0) == 2500);
    br_model_close(&m);
    refuses_list(spring, "k = 0.25 N/m", "list:1:1: k = 0.25 N/m is out of bounds: k > 0.5 N/m");
    refuses("law t\nversion 1.5\n", "t:2:9: version 1.5 of the notation; this bristle reads version 1");
}

static char *print(const char *law)
{
    br_friction *f = NULL;
    char *text = NULL;
    assert_int_equal(br_friction_open(&f, law, NULL,
                                      "sigma0 = 1e5 N/m, sigma1 = 0.5 N*s/m, FC = 1 N, FS = 1.5 N, "
                                      "vs = 1 mm/s, sigma2 = 0.4 N*s/m",
                                      NULL),
                     BR_OK);
    assert_int_equal(br_friction_print(f, 0, &text, NULL), BR_OK);
    br_friction_close(f);
    return text;
}

static void printed_c_has_the_same_bytes(void **state)
{
    (void)state;
    char *here = print("lugre");
    char *name = strdup(setlocale(LC_ALL, NULL));
    assert_non_null(name);
    setlocale(LC_ALL, "C");
    char *plain = print("lugre");
    setlocale(LC_ALL, name);
    assert_string_equal(here, plain);
    assert_non_null(strstr(here, "2.0"));
    free(here);
    free(plain);
    free(name);
}

int main(void)
{
    if (!kit_set_comma_locale()) {
        printf("skipped: needs localedef and the package locales (scripts/deps test)\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_c_library_itself_writes_a_comma),
        cmocka_unit_test(numbers_are_written_and_read_with_a_point),
        cmocka_unit_test(laws_are_read_and_complaints_written_with_a_point),
        cmocka_unit_test(printed_c_has_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
