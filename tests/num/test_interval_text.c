// test_interval_text.c - decimal text encloses numbers and intervals, both ways (docs/faults.md F10), against MPFR.    [host]
//
// BR_COUNT: numbers (20000), BR_SEED: the seed (from the clock; printed).
#include "num/base/fp.h"

#include "interval_random.h"
#include "num/text/interval_text.h"

#include <mpfr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static bool starts(const char *s, size_t n, const char *word)
{
    return n >= strlen(word) && memcmp(s, word, strlen(word)) == 0;
}

// One end: a number, inf or -inf.
static size_t read_end(const char *s, size_t n, br_interval *a)
{
    size_t sign = n > 0 && (*s == '+' || *s == '-');
    if (!starts(s + sign, n - sign, "inf"))
        return br_number_enclose(s, n, &a->lo, &a->hi);
    a->lo = a->hi = (double)(sign && *s == '-' ? -INFINITY : INFINITY);
    return sign + 3;
}

// The tightest interval that holds what the text says: 0.1 gives the two doubles around it. Reads as much of s[0..n) as
// belongs to an interval and returns its bytes; 0, and nothing written, if there is none or the ends are in the wrong
// order.
static size_t br_interval_read(const char *s, size_t n, br_interval *a)
{
    if (starts(s, n, "empty")) {
        *a = br_interval_empty();
        return 5;
    }
    br_interval from, to;
    size_t used = read_end(s, n, &from);
    if (!used)
        return 0;
    to = from;
    if (starts(s + used, n - used, "..")) {
        size_t more = read_end(s + used + 2, n - used - 2, &to);
        used = more ? used + 2 + more : 0;
    }
    br_interval r = br_interval_of(from.lo, to.hi);
    if (!used || from.lo > to.lo || br_interval_is_empty(r))
        return 0;
    *a = r;
    return used;
}

static uint64_t seed, count;

// Digits in number, with a point somewhere and an exponent; now and then hundreds of digits, or a double written out.
static void any_text(char *s)
{
    char *p = s;
    if (below_count(2))
        *p++ = '-';
    if (below_count(4) == 0) { // exactly a double, or next to one
        p += sprintf(p, "%.*f", (int)below_count(60), ldexp(within(0, 1), (int)below_count(200) - 100));
        sprintf(p, "%s", below_count(3) ? "" : "00000000000000000000000000000000000000001");
        return;
    }
    int digits = 1 + (int)below_count(below_count(20) ? 25 : 400), point = (int)below_count((uint64_t)digits + 1);
    for (int i = 0; i < digits; i++) {
        if (i == point)
            *p++ = '.';
        *p++ = (char)('0' + below_count(10));
    }
    sprintf(p, "e%d", below_count(4) ? (int)below_count(40) - 20 : (int)below_count(760) - 390);
}

static void check_reading(const char *s)
{
    mpfr_t x;
    mpfr_init2(x, 12000);
    mpfr_set_str(x, s, 10, MPFR_RNDN); // exact, or near enough to tell it from a double
    double lo = -1, hi = -1, nearest = -1;
    assert_int_equal(br_number_enclose(s, strlen(s), &lo, &hi), strlen(s));
    if (lo != mpfr_get_d(x, MPFR_RNDD) || hi != mpfr_get_d(x, MPFR_RNDU))
        fail_msg("%s reads %.17g..%.17g", s, lo, hi);
    br_number_read(s, strlen(s), &nearest, NULL);
    assert_true(lo <= nearest && nearest <= hi);
    mpfr_clear(x);
}

static void reading_gives_the_tightest_interval(void **unused)
{
    (void)unused;
    static const char *const some[] = {"0",
                                       "-0",
                                       "0.1",
                                       "-0.1",
                                       "0.5",
                                       "1e23",
                                       "9007199254740993",
                                       "1e400",
                                       "-1e400",
                                       "1e-400",
                                       "-1e-400",
                                       "5e-324",
                                       "2.5e-324",
                                       "1e-5000",
                                       "1.7976931348623157e308",
                                       "1.7976931348623158e308",
                                       "2.2250738585072011e-308",
                                       "4e-324"};
    char s[1000];
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        check_reading(some[i]);
    memset(s, '1', 400);
    memcpy(s, "0.", 2);
    s[400] = 0;
    check_reading(s);
    interval_state = seed;
    for (uint64_t k = 0; k < count; k++) {
        any_text(s);
        check_reading(s);
    }
    double lo = 7, hi = 7;
    assert_int_equal(br_number_enclose("x", 1, &lo, &hi), 0);
    assert_true(lo == 7 && hi == 7);
}

// Text as a number with all its digits, held against the value.
static int compare(const char *text, double value)
{
    mpfr_t x;
    mpfr_init2(x, 300);
    mpfr_set_str(x, text, 10, MPFR_RNDN);
    int c = mpfr_cmp_d(x, value);
    mpfr_clear(x);
    return c;
}

static int digits_in(const char *s)
{
    int n = 0;
    bool zero = true; // leading ones do not count
    for (; *s && *s != 'e'; s++) {
        zero = zero && (*s == '0' || *s == '.' || *s == '-');
        n += !zero && *s != '.';
    }
    return n;
}

static void writing_rounds_to_its_side(void **unused)
{
    (void)unused;
    interval_state = seed + 1;
    for (uint64_t k = 0; k < count; k++) {
        double x = any_number(-1000, 1000);
        int digits = (int)below_count(18);
        char below[BR_NUMBER_SIZE], above[BR_NUMBER_SIZE];
        int used = br_number_write_below(below, x, digits), more = br_number_write_above(above, x, digits);
        assert_true((size_t)used == strlen(below) && (size_t)more == strlen(above));
        if (compare(below, x) > 0 || compare(above, x) < 0)
            fail_msg("%.17g with %d digits: %s..%s", x, digits, below, above);
        if (digits == 0 || x == 0)
            continue;
        // no more digits than asked for, but zeros before the point, and one unit apart
        if (fabs(x) < 1 || fabs(x) >= 1e17)
            assert_true(digits_in(below) <= digits && digits_in(above) <= digits);
        mpfr_t a, b;
        mpfr_inits2(300, a, b, (mpfr_ptr)NULL);
        mpfr_set_str(a, below, 10, MPFR_RNDN);
        mpfr_set_str(b, above, 10, MPFR_RNDN);
        mpfr_sub(b, b, a, MPFR_RNDN);
        mpfr_div_d(b, b, x, MPFR_RNDN);
        assert_true(fabs(mpfr_get_d(b, MPFR_RNDN)) <= 1.0000001 * pow(10, 1 - digits));
        mpfr_clears(a, b, (mpfr_ptr)NULL);
    }
    char s[BR_NUMBER_SIZE];
    br_number_write_above(s, DBL_MAX, 3);
    assert_string_equal(s, "1.8e308");
    br_number_write_below(s, -DBL_MAX, 2);
    assert_string_equal(s, "-1.8e308");
    br_number_write_below(s, 0.1, 0);
    assert_string_equal(s, "0.1");
    br_number_write_above(s, 0.1, 0);
    assert_string_equal(s, "0.10000000000000001");
    br_number_write_above(s, HUGE_VAL, 5);
    assert_string_equal(s, "inf");
    br_number_write_above(s, 9.99, 2);
    assert_string_equal(s, "10");
}

static void writes(br_interval a, int digits, const char *text)
{
    char s[BR_INTERVAL_SIZE];
    int used = br_interval_write(s, a, digits);
    assert_string_equal(s, text);
    assert_int_equal(used, strlen(text));
}

static void intervals_are_written_as_they_are_read(void **unused)
{
    (void)unused;
    writes(br_interval_of(1, 2), 0, "1..2");
    writes(br_interval_of(-0.0, -0.0), 0, "0");
    writes(br_interval_of(0.1, 0.1), 0, "0.1..0.10000000000000001");
    writes(br_interval_of(0.1, 0.3), 2, "0.1..0.3");
    writes(br_interval_of(1.0 / 3, 2.0 / 3), 3, "0.333..0.667");
    writes(br_interval_entire(), 0, "-inf..inf");
    writes(br_interval_empty(), 0, "empty");
    br_interval a = br_interval_of(7, 7);
    static const char *const wrong[] = {"", "x", "2..1", "1..", "..1", "inf", "-inf", "1..x", "-"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(br_interval_read(wrong[i], strlen(wrong[i]), &a), 0);
    assert_true(a.lo == 7 && a.hi == 7);
    assert_int_equal(br_interval_read("0.1 m", 5, &a), 3);
    assert_true(a.lo == nextafter(0.1, 0) && a.hi == 0.1);
    assert_int_equal(br_interval_read("-1e400..inf", 11, &a), 11);
    assert_true(a.lo == -HUGE_VAL && a.hi == HUGE_VAL);
    assert_int_equal(br_interval_read("empty", 5, &a), 5);
    assert_true(br_interval_is_empty(a));
}

static void text_and_back_encloses(void **unused)
{
    (void)unused;
    interval_state = seed + 2;
    for (uint64_t k = 0; k < count; k++) {
        br_interval a = any_interval(-10, 10), b = br_interval_empty();
        char s[BR_INTERVAL_SIZE];
        int n = br_interval_write(s, a, (int)below_count(18));
        assert_true(n > 0 && n < BR_INTERVAL_SIZE);
        if (br_interval_read(s, (size_t)n, &b) != (size_t)n || !br_interval_subset(a, b))
            fail_msg("[%a, %a] is written %s and reads [%a, %a]", a.lo, a.hi, s, b.lo, b.hi);
    }
}

int main(void)
{
    count = interval_settings(20000, &seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_gives_the_tightest_interval),
        cmocka_unit_test(writing_rounds_to_its_side),
        cmocka_unit_test(intervals_are_written_as_they_are_read),
        cmocka_unit_test(text_and_back_encloses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
