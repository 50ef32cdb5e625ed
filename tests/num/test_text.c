// test_text.c - numbers survive the way to text and back, and the text is the shortest one.
//
// The oracle is the C library: strtod rounds correctly, and printf prints every digit. BR_COUNT and BR_SEED set how
// many random numbers are drawn and which.
#include "num/base/fp.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "num/text/big.h"
#include "num/text/ten.h"
#include "num/text/number.h"

static long count = 100000;
static uint64_t seed = 0x243f6a8885a308d3;

static uint64_t draw(void) // splitmix64
{
    uint64_t z = seed += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static uint64_t bits_of(double x)
{
    uint64_t b = 0;
    memcpy(&b, &x, sizeof b);
    return b;
}

static uint32_t bits_of_float(float x)
{
    uint32_t b = 0;
    memcpy(&b, &x, sizeof b);
    return b;
}

static double double_of(uint64_t b)
{
    double x = 0;
    memcpy(&x, &b, sizeof b);
    return x;
}

static float float_of(uint32_t b)
{
    float x = 0;
    memcpy(&x, &b, sizeof b);
    return x;
}

static double finite_double(void)
{
    for (;;) {
        double x = double_of(draw());
        if (isfinite(x))
            return x;
    }
}

static float finite_float(void)
{
    for (;;) {
        float x = float_of((uint32_t)draw());
        if (isfinite(x))
            return x;
    }
}

// The whole text must be the number that strtod and strtof find.
static void reads_as_the_c_library(const char *text)
{
    double d = -7;
    float f = -7;
    size_t n = strlen(text);
    int range = 9;
    double want = strtod(text, NULL);
    if (br_number_read(text, n, &d, &range) != n || bits_of(d) != bits_of(want))
        fail_msg("%.60s: read as %a, is %a", text, d, want);
    bool zero = text[strspn(text, "+-0.")] == 0 || strchr("eE", text[strspn(text, "+-0.")]);
    assert_int_equal(range, isinf(want) ? 1 : !zero && fabs(want) < DBL_MIN ? -1 : 0);
    float wantf = strtof(text, NULL);
    if (brf_number_read(text, n, &f, NULL) != n || bits_of_float(f) != bits_of_float(wantf))
        fail_msg("%.60s: read as float %a, is %a", text, (double)f, (double)wantf);
}

enum { FORM = 96 };

// "-0.00125" and "-1.25e-03" become "-125e-5"; returns how many digits there are.
static int normal_form(const char *text, char out[FORM])
{
    char digit[64];
    int n = 0, ten = 0;
    bool point = false, minus = *text == '-';
    for (text += minus; *text && *text != 'e'; text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        ten -= point;
        if (n || *text != '0')
            digit[n++] = *text;
    }
    if (*text == 'e')
        ten += atoi(text + 1);
    for (; n && digit[n - 1] == '0'; n--)
        ten++;
    digit[n] = 0;
    snprintf(out, FORM, "%s%se%d", minus ? "-" : "", digit, ten);
    return n;
}

// None of the decimals with one digit fewer next to the value reads back, and of those with as many none is nearer.
static void is_shortest(double x, const char *text, bool single)
{
    char ours[FORM], theirs[FORM], print[64];
    int n = normal_form(text, ours);
    assert_in_range(n, 1, single ? 9 : 17);
    snprintf(print, sizeof print, "%.*e", n - 1, x);
    normal_form(print, theirs);
    bool same = single ? strtof(print, NULL) == (float)x : strtod(print, NULL) == x;
    if (same && strcmp(ours, theirs) != 0)
        fail_msg("%a: %s is not the nearest of its length, %s is", x, text, print);
    if (n == 1)
        return;
    snprintf(print, sizeof print, "%.*e", n - 2, x);
    char *mark = strchr(print, 'e');
    long long digits = 0;
    int ten = atoi(mark + 1) - (n - 2);
    for (const char *p = print; p < mark; p++)
        if (*p >= '0' && *p <= '9')
            digits = 10 * digits + (*p - '0');
    for (long long near = digits - 1; near <= digits + 1; near++) {
        char shorter[64];
        snprintf(shorter, sizeof shorter, "%s%llde%d", x < 0 ? "-" : "", near, ten);
        if (single ? strtof(shorter, NULL) == (float)x : strtod(shorter, NULL) == x)
            fail_msg("%a: %s reads back and is shorter than %s", x, shorter, text);
    }
}

static void survives(double x)
{
    char buf[BR_NUMBER_SIZE];
    double back = 0;
    int n = br_number_write(buf, x);
    assert_int_equal(n, strlen(buf));
    if (br_number_read(buf, (size_t)n, &back, NULL) != (size_t)n || bits_of(back) != bits_of(x) ||
        bits_of(strtod(buf, NULL)) != bits_of(x))
        fail_msg("%a: written as %s, which reads back as %a", x, buf, back);
    if (x != 0)
        is_shortest(x, buf, false);
}

static void survives_as_float(float x)
{
    char buf[BR_NUMBER_SIZE];
    float back = 0;
    int n = brf_number_write(buf, x);
    assert_int_equal(n, strlen(buf));
    if (brf_number_read(buf, (size_t)n, &back, NULL) != (size_t)n || bits_of_float(back) != bits_of_float(x) ||
        bits_of_float(strtof(buf, NULL)) != bits_of_float(x))
        fail_msg("%a: written as %s, which reads back as %a", (double)x, buf, (double)back);
    if (x != 0)
        is_shortest((double)x, buf, true);
}

static void every_finite_double_is_written_shortest_and_reads_back_to_the_same_bits(void **unused)
{
    (void)unused;
    for (long i = 0; i < count; i++)
        survives(finite_double());
}

static void every_finite_float_is_written_shortest_and_reads_back_to_the_same_bits(void **unused)
{
    (void)unused;
    for (long i = 0; i < count; i++)
        survives_as_float(finite_float());
}

static void neighbours_of_powers_of_two_and_ten_survive(void **unused)
{
    (void)unused;
    for (int e = -1074; e < 1024; e++)
        for (int step = -2; step <= 2; step++)
            if (bits_of(ldexp(1, e)) + (uint64_t)step < bits_of(HUGE_VAL))
                survives(double_of(bits_of(ldexp(1, e)) + (uint64_t)step));
    for (int e = -149; e < 128; e++)
        for (int step = -2; step <= 2; step++)
            if (bits_of_float(ldexpf(1, e)) + (uint32_t)step < bits_of_float(INFINITY))
                survives_as_float(float_of(bits_of_float(ldexpf(1, e)) + (uint32_t)step));
    for (int k = -323; k <= 308; k++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", k);
        for (int step = -2; step <= 2; step++)
            survives(double_of(bits_of(strtod(text, NULL)) + (uint64_t)step));
    }
}

static void subnormals_survive(void **unused)
{
    (void)unused;
    for (uint64_t b = 1; b < 3000; b++)
        survives(double_of(b));
    for (uint32_t b = 1; b < 3000; b++)
        survives_as_float(float_of(b));
    for (long i = 0; i < count / 10; i++)
        survives(double_of(draw() >> 12 >> draw() % 50));
}

static void whole_numbers_survive(void **unused)
{
    (void)unused;
    for (int i = -3000; i < 3000; i++)
        survives(i);
    for (long i = 0; i < count / 10; i++) {
        survives((double)(draw() >> draw() % 64));
        survives_as_float((float)(draw() >> draw() % 64));
    }
}

// A decimal of up to 15 digits, or 6 in the float case, comes back as it was typed.
static void short_decimals_come_back_as_typed(void **unused)
{
    (void)unused;
    for (long i = 0; i < count / 4; i++) {
        char typed[40], want[FORM], got[FORM], buf[BR_NUMBER_SIZE];
        double x = 0;
        float f = 0;
        long long w = (long long)(draw() % 1000000000000000 >> draw() % 50) + 1;
        snprintf(typed, sizeof typed, "%llde%d", w, (int)(draw() % 580) - 300);
        assert_int_equal(br_number_read(typed, strlen(typed), &x, NULL), strlen(typed));
        br_number_write(buf, x);
        normal_form(typed, want);
        normal_form(buf, got);
        if (isfinite(x))
            assert_string_equal(got, want);
        snprintf(typed, sizeof typed, "%llde%d", w % 999999 + 1, (int)(draw() % 60) - 36);
        assert_int_equal(brf_number_read(typed, strlen(typed), &f, NULL), strlen(typed));
        brf_number_write(buf, f);
        normal_form(typed, want);
        normal_form(buf, got);
        if (isfinite(f) && f > FLT_MIN)
            assert_string_equal(got, want);
    }
}

static void numbers_look_as_people_write_them(void **unused)
{
    (void)unused;
    static const struct {
        double x;
        const char *text;
    } looks[] = {
        {0, "0"},
        {-0.0, "-0"},
        {1, "1"},
        {-1.5, "-1.5"},
        {0.001, "0.001"},
        {1e-5, "0.00001"},
        {1.25e-5, "0.0000125"},
        {1e-6, "1e-6"},
        {-1.25e-6, "-1.25e-6"},
        {1e6, "1000000"},
        {316.22776601683796, "316.22776601683796"},
        {1e16, "10000000000000000"},
        {12345678901234568, "12345678901234568"},
        {1e17, "1e17"},
        {2.5e20, "2.5e20"},
        {1e23, "1e23"},
        {9007199254740993.0, "9007199254740992"},
        {DBL_MAX, "1.7976931348623157e308"},
        {-DBL_MIN, "-2.2250738585072014e-308"},
        {4.9406564584124654e-324, "5e-324"},
        {9.8813129168249309e-324, "1e-323"},
        {0.1, "0.1"},
        {0.1 + 0.2, "0.30000000000000004"},
        {5.684341886080802e-14, "5.684341886080802e-14"},
        {0x1p-44, "5.684341886080802e-14"},
        {HUGE_VAL, "inf"},
        {-HUGE_VAL, "-inf"},
        {(double)NAN, "nan"},
        {-(double)NAN, "nan"},
    };
    char buf[BR_NUMBER_SIZE];
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        assert_int_equal(br_number_write(buf, looks[i].x), strlen(looks[i].text));
        assert_string_equal(buf, looks[i].text);
    }
    static const struct {
        float x;
        const char *text;
    } floats[] = {{0.1F, "0.1"},
                  {16777216, "16777216"},
                  {FLT_MAX, "3.4028235e38"},
                  {1e-45F, "1e-45"},
                  {FLT_MIN, "1.1754944e-38"},
                  {-0.0F, "-0"},
                  {-INFINITY, "-inf"},
                  {NAN, "nan"}};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        assert_int_equal(brf_number_write(buf, floats[i].x), strlen(floats[i].text));
        assert_string_equal(buf, floats[i].text);
    }
}

static void hard_texts_are_read_to_the_nearest_number(void **unused)
{
    (void)unused;
    static const char *const hard[] = {
        "9007199254740993",
        "9007199254740992.99999999999999999999999999",
        "9007199254740993.00000000000000000000000001",
        "1e23",
        "8.5e22",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.797693134862315807e308",
        "1.7976931348623159e308",
        "179769313486231580793728971405301e276",
        "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327208e-324",
        "2.4703282292062327209e-324",
        "2.4703282292062328e-324",
        "5e-324",
        "3e-324",
        "2e-324",
        "1e-325",
        "1e-400000000",
        "1e400000000",
        "0e400000000",
        "1e99999999999999999999999999",
        "-1e-99999999999999999999999999",
        "3.4028235e38",
        "3.4028235677973366e38",
        "3.4028235677973367e38",
        "7.0064923216240853546186479164495e-46",
        "7.0064923216240853546186479164496e-46",
        "1.00000017881393421514957253748434595763683319091796875001",
        "1.00000017881393421514957253748434595763683319091796875",
        "1.00000005960464477539062500000001", // a double cannot tell this from a tie of floats
        "16777217",
        "16777217.0000000000000001",
        "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000000001e87",
        "1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000e-87",
        "18446744073709551615",
        "18446744073709551616",
        "9999999999999999999",
        "99999999999999999999",
        "6929495644600919.5",
        "3.08984926168550152811e-32",
        "-0.0",
        "+5",
        ".5",
        "5.",
        "5.e3",
        "00000000000000000000000000000001",
    };
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++)
        reads_as_the_c_library(hard[i]);
}

static void random_texts_of_any_length_are_read_to_the_nearest_number(void **unused)
{
    (void)unused;
    char text[1600];
    for (long i = 0; i < count / 4; i++) {
        int n = (int)(draw() % (i % 16 ? 40 : 1300)) + 1, at = 0, point = (int)(draw() % (uint64_t)(n + 1));
        if (draw() % 2)
            text[at++] = '-';
        for (int k = 0; k < n; k++) {
            if (k == point)
                text[at++] = '.';
            text[at++] = (char)('0' + draw() % 10);
        }
        snprintf(text + at, 20, "e%d", (int)(draw() % 700) - 350 - (draw() % 2 ? point : 0));
        reads_as_the_c_library(text);
    }
}

// Numbers cut or rounded to about the digits that decide are where quick ways go wrong.
static void printed_doubles_are_read_to_the_nearest_number(void **unused)
{
    (void)unused;
    char text[80];
    for (long i = 0; i < count / 2; i++) {
        snprintf(text, sizeof text, "%.*e", 14 + (int)(draw() % 25), finite_double());
        reads_as_the_c_library(text);
        snprintf(text, sizeof text, "%.*e", 5 + (int)(draw() % 25), (double)finite_float());
        reads_as_the_c_library(text);
    }
}

static void a_tie_goes_to_even_and_the_last_of_1000_digits_breaks_it(void **unused)
{
    (void)unused;
#if LDBL_MANT_DIG < 54
    skip();
#else
    for (long i = 0; i < count / 100 + 100; i++) {
        char text[1400];
        uint64_t b = i < 50 ? (uint64_t)i : bits_of(fabs(finite_double()));
        if (i >= 50 && i % 3 == 0)
            b %= bits_of(DBL_MIN); // the longest ones
        double lower = double_of(b), upper = double_of(b + 1);
        if (isinf(upper))
            continue;
        double even = b % 2 ? upper : lower, x = 0;
        snprintf(text, sizeof text, "%.1100Le", ((long double)lower + (long double)upper) / 2);
        reads_as_the_c_library(text);
        br_number_read(text, strlen(text), &x, NULL);
        assert_true(x == even);
        char *mark = strchr(text, 'e');
        mark[-1] = '1';
        reads_as_the_c_library(text);
        br_number_read(text, strlen(text), &x, NULL);
        assert_true(x == upper);
        char *last = mark - 1;
        for (*last = '0'; *last == '0'; last--)
            ;
        --*last;
        memset(last + 1, '9', (size_t)(mark - last - 1));
        reads_as_the_c_library(text);
        br_number_read(text, strlen(text), &x, NULL);
        assert_true(x == lower);
    }
#endif
}

static void ties_of_floats_are_read_without_a_double_in_between(void **unused)
{
    (void)unused;
    for (long i = 0; i < count / 10; i++) {
        char text[300];
        uint32_t b = bits_of_float(fabsf(finite_float()));
        float lower = float_of(b), upper = float_of(b + 1), f = 0;
        if (isinf(upper))
            continue;
        snprintf(text, sizeof text, "%.200e", ((double)lower + (double)upper) / 2);
        reads_as_the_c_library(text);
        brf_number_read(text, strlen(text), &f, NULL);
        assert_true(f == (b % 2 ? upper : lower));
        strchr(text, 'e')[-1] = '1';
        reads_as_the_c_library(text);
        brf_number_read(text, strlen(text), &f, NULL);
        assert_true(f == upper);
    }
}

static void a_million_digits_and_huge_exponents_are_read(void **unused)
{
    (void)unused;
    enum { N = 1000000 };
    char *s = malloc(N + 40);
    double x = 0;
    int range = 9;
    assert_non_null(s);
    memset(s, '3', N);
    int n = snprintf(s + N, 40, "e-%d", N - 1);
    assert_int_equal(br_number_read(s, (size_t)(N + n), &x, &range), N + n);
    assert_true(x == 10.0 / 3);
    assert_int_equal(range, 0);
    memset(s, '0', N);
    s[1] = '.';
    n = snprintf(s + N, 40, "25e%d", N - 1);
    assert_int_equal(br_number_read(s, (size_t)(N + n), &x, &range), N + n);
    assert_true(x == 2.5);
    memset(s, '7', N);
    assert_int_equal(br_number_read(s, N, &x, &range), N);
    assert_true(isinf(x) && range == 1);
    free(s);
}

static void what_is_no_number_is_refused_and_nothing_is_written(void **unused)
{
    (void)unused;
    static const char *const garbage[] = {"",    "+",   "-",   ".",   "e5", ".e5", "+.", "-.e1", "--5",
                                          "+-5", "..5", "inf", "nan", "x1", " 1",  ",5", "\xff"};
    for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++) {
        double x = 42;
        float f = 42;
        int range = 7;
        assert_int_equal(br_number_read(garbage[i], strlen(garbage[i]), &x, &range), 0);
        assert_int_equal(brf_number_read(garbage[i], strlen(garbage[i]), &f, &range), 0);
        assert_true(x == 42 && f == 42 && range == 7);
    }
    assert_int_equal(br_number_read(NULL, 0, NULL, NULL), 0);
}

static void the_longest_number_is_taken_and_no_byte_more(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        size_t used;
        double x;
    } cases[] = {
        {"5em", 1, 5},       {"5e", 1, 5},     {"5e+", 1, 5},     {"5e-x", 1, 5},  {"5e3m", 3, 5000},
        {"5E-1", 4, 0.5},    {"5e1.5", 3, 50}, {"1.2.3", 3, 1.2}, {"2..3", 1, 2},  {"2.", 2, 2},
        {"2.,3", 2, 2},      {"0x10", 1, 0},   {"1,5", 1, 1},     {"1 000", 1, 1}, {"1e5e5", 3, 1e5},
        {"-3.5-2", 4, -3.5}, {"1'000", 1, 1},  {"007", 3, 7},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double x = 0;
        assert_int_equal(br_number_read(cases[i].text, strlen(cases[i].text), &x, NULL), cases[i].used);
        assert_true(x == cases[i].x);
    }
    // Random texts in blocks of exactly their size, so that a sanitizer sees a byte too many.
    for (long i = 0; i < count; i++) {
        char text[33];
        size_t n = draw() % 32;
        for (size_t k = 0; k < n; k++)
            text[k] = "+-..eE00123456789 "[draw() % 18];
        text[n] = 0;
        if (strstr(text, "..") || text[0] == ' ')
            continue;
        char *exact = malloc(n ? n : 1), *end = NULL;
        assert_non_null(exact);
        memcpy(exact, text, n);
        double x = 0, want = strtod(text, &end);
        size_t used = br_number_read(exact, n, &x, NULL);
        if (used != (size_t)(end - text) || (used && bits_of(x) != bits_of(want)))
            fail_msg("%s: read %zu bytes as %a, should be %zu as %a", text, used, x, (size_t)(end - text), want);
        free(exact);
    }
}

static void the_point_moves_as_a_person_moves_it(void **unused)
{
    (void)unused;
    assert_true(br_number_move_point(5e-8, -3) == 5e-11);
    assert_true(br_number_move_point(2400, 3) == 2.4e6);
    assert_true(br_number_move_point(-0.3, -2) == -0.003);
    assert_true(isinf(br_number_move_point(1e300, 10)));
    assert_true(br_number_move_point(1e-300, -30) == 0);
    assert_true(br_number_move_point(1, 2147483647) == HUGE_VAL);
    assert_int_equal(bits_of(br_number_move_point(-0.0, 5)), bits_of(-0.0));
    assert_true(isnan(br_number_move_point((double)NAN, 5)));
    for (long i = 0; i < count / 4; i++) {
        char typed[40], moved[40];
        long long w = (long long)(draw() % 1000000000000000);
        int k = (int)(draw() % 400) - 200, by = (int)(draw() % 60) - 30;
        snprintf(typed, sizeof typed, "%llde%d", w, k);
        snprintf(moved, sizeof moved, "%llde%d", w, k + by);
        assert_int_equal(bits_of(br_number_move_point(strtod(typed, NULL), by)), bits_of(strtod(moved, NULL)));
    }
}

// P*2^x <= 10^k < (P + 3)*2^x, in whole numbers.
static void powers_of_ten_are_as_near_as_promised(void **unused)
{
    (void)unused;
    for (int k = BR_TEN_MIN; k <= BR_TEN_MAX; k++) {
        br_wide p = br_ten(k), p3 = {p.hi, p.lo + 3};
        p3.hi += p3.lo < 3;
        assert_true(p.hi >> 63 == 1 && p3.hi >> 63 == 1);
        br_big ten = br_big_of(1), low = br_big_of(p.hi), high = br_big_of(p3.hi);
        for (int i = 48; i >= 0; i -= 16) {
            br_big_multiply(&low, 1 << 16, (uint32_t)(p.lo >> i & 0xffff));
            br_big_multiply(&high, 1 << 16, (uint32_t)(p3.lo >> i & 0xffff));
        }
        int two = k - (br_floor_log2_of_ten(k) - 127);
        br_big_multiply_five(&ten, k);
        br_big_multiply_five(&low, -k);
        br_big_multiply_five(&high, -k);
        br_big_shift(&ten, two > 0 ? two : 0);
        br_big_shift(&low, two < 0 ? -two : 0);
        br_big_shift(&high, two < 0 ? -two : 0);
        assert_true(br_big_compare(&low, &ten) <= 0 && br_big_compare(&ten, &high) < 0);
    }
}

int main(void)
{
    const char *points = getenv("BR_COUNT"), *start = getenv("BR_SEED");
    if (points)
        count = strtol(points, NULL, 10);
    if (start)
        seed = strtoull(start, NULL, 0);
    printf("BR_COUNT=%ld BR_SEED=0x%llx\n", count, (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_finite_double_is_written_shortest_and_reads_back_to_the_same_bits),
        cmocka_unit_test(every_finite_float_is_written_shortest_and_reads_back_to_the_same_bits),
        cmocka_unit_test(neighbours_of_powers_of_two_and_ten_survive),
        cmocka_unit_test(subnormals_survive),
        cmocka_unit_test(whole_numbers_survive),
        cmocka_unit_test(short_decimals_come_back_as_typed),
        cmocka_unit_test(numbers_look_as_people_write_them),
        cmocka_unit_test(hard_texts_are_read_to_the_nearest_number),
        cmocka_unit_test(random_texts_of_any_length_are_read_to_the_nearest_number),
        cmocka_unit_test(printed_doubles_are_read_to_the_nearest_number),
        cmocka_unit_test(a_tie_goes_to_even_and_the_last_of_1000_digits_breaks_it), // may be skipped
        cmocka_unit_test(ties_of_floats_are_read_without_a_double_in_between),
        cmocka_unit_test(a_million_digits_and_huge_exponents_are_read),
        cmocka_unit_test(what_is_no_number_is_refused_and_nothing_is_written),
        cmocka_unit_test(the_longest_number_is_taken_and_no_byte_more),
        cmocka_unit_test(the_point_moves_as_a_person_moves_it),
        cmocka_unit_test(powers_of_ten_are_as_near_as_promised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
