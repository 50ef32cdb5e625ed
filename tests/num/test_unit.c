// test_unit.c - units keep their dimension and their exact size, and a wrong one is named.
//
// BR_COUNT and BR_SEED set how many random cases are drawn and which.
#include "num/base/fp.h"

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "num/text/unit.h"

static const double pi = 3.14159265358979323846;
static long count = 100000;
static uint64_t seed = 0x13198a2e03707344;

static uint64_t draw(void) // splitmix64
{
    uint64_t z = seed += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static br_unit unit(const char *text)
{
    br_unit u = {{0}};
    br_diag why = {.text = ""};
    size_t used = br_unit_read(text, strlen(text), NULL, 0, &u, &why);
    if (used != strlen(text))
        fail_msg("'%s': %zu bytes read; %s", text, used, why.text);
    return u;
}

static void units_have_their_dimension_and_size(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        int power[5]; // m, kg, s, A, K
        double size;
    } cases[] = {
        {"-", {0}, 1},
        {"1", {0}, 1},
        {"%", {0}, 0.01},
        {"rad", {0}, 1},
        {"deg", {0}, 0.017453292519943295769},
        {"rev", {0}, 6.2831853071795864769},
        {"m", {1}, 1},
        {"um", {1}, 1e-6},
        {"nm", {1}, 1e-9},
        {"fm", {1}, 1e-15},
        {"cm", {1}, 0.01},
        {"dm", {1}, 0.1},
        {"km", {1}, 1000},
        {"kg", {0, 1}, 1},
        {"g", {0, 1}, 0.001},
        {"mg", {0, 1}, 1e-6},
        {"t", {0, 1}, 1000},
        {"s", {0, 0, 1}, 1},
        {"ms", {0, 0, 1}, 0.001},
        {"min", {0, 0, 1}, 60},
        {"h", {0, 0, 1}, 3600},
        {"1/s", {0, 0, -1}, 1},
        {"1/min", {0, 0, -1}, 1.0 / 60},
        {"Hz", {0, 0, -1}, 1},
        {"GHz", {0, 0, -1}, 1e9},
        {"rpm", {0, 0, -1}, 0.10471975511965977462},
        {"m/s", {1, 0, -1}, 1},
        {"km/h", {1, 0, -1}, 1 / 3.6},
        {"m/s^2", {1, 0, -2}, 1},
        {"m/s/s", {1, 0, -2}, 1},
        {"m*s^-2", {1, 0, -2}, 1},
        {"N", {1, 1, -2}, 1},
        {"kg*m/s^2", {1, 1, -2}, 1},
        {"N/m", {0, 1, -2}, 1},
        {"N/mm", {0, 1, -2}, 1000},
        {"N/um", {0, 1, -2}, 1e6},
        {"N*s/m", {0, 1, -1}, 1},
        {"Ns/m", {0, 1, -1}, 1},
        {"N*s/mm", {0, 1, -1}, 1000},
        {"N*s^2/mm", {0, 1, 0}, 1000},
        {"N/m*s", {0, 1, -1}, 1}, // from left to right
        {"Nm", {2, 1, -2}, 1},
        {"mNm", {2, 1, -2}, 0.001},
        {"N*m/rad", {2, 1, -2}, 1},
        {"N*m/deg", {2, 1, -2}, 57.295779513082320877},
        {"N*m*s/rad", {2, 1, -1}, 1},
        {"kN", {1, 1, -2}, 1000},
        {"J", {2, 1, -2}, 1},
        {"W", {2, 1, -3}, 1},
        {"Pa", {-1, 1, -2}, 1},
        {"MPa", {-1, 1, -2}, 1e6},
        {"N/mm^2", {-1, 1, -2}, 1e6},
        {"bar", {-1, 1, -2}, 1e5},
        {"mbar", {-1, 1, -2}, 100},
        {"V", {2, 1, -3, -1}, 1},
        {"V/A", {2, 1, -3, -2}, 1},
        {"Ohm", {2, 1, -3, -2}, 1},
        {"mH", {2, 1, -2, -2}, 0.001},
        {"uF", {-2, -1, 4, 2}, 1e-6},
        {"A/mm", {-1, 0, 0, 1}, 1000},
        {"N/A", {1, 1, -2, -1}, 1},
        {"K", {0, 0, 0, 0, 1}, 1},
        {"W/K", {2, 1, -3, 0, -1}, 1},
        {"l/min", {3, 0, -1}, 1e-3 / 60},
        {"mm^3", {3}, 1e-9},
        {"cm^-2", {-2}, 1e4},
        {"m^0", {0}, 1},
        {"\xc2\xb5m", {1}, 1e-6},
        {"\xce\xbcm", {1}, 1e-6},
        {"N\xc2\xb7s/m", {0, 1, -1}, 1},
        {"m/s\xc2\xb2", {1, 0, -2}, 1},
        {"mm\xc2\xb3", {3}, 1e-9},
        {"\xc2\xb0", {0}, 0.017453292519943295769},
        {"\xc2\xb0/s", {0, 0, -1}, 0.017453292519943295769},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        br_unit u = unit(cases[i].text);
        for (int k = 0; k < 5; k++)
            if (u.power[k] != 12 * cases[i].power[k])
                fail_msg("%s: power %d is %d/12, not %d", cases[i].text, k, u.power[k], cases[i].power[k]);
        double one = br_unit_to_si(u, 1);
        if (!(fabs(one - cases[i].size) <= 2e-16 * cases[i].size))
            fail_msg("one %s is %.17g in SI, not %.17g", cases[i].text, one, cases[i].size);
    }
}

static void decimal_values_land_on_the_nearest_double(void **unused)
{
    (void)unused;
    assert_true(br_unit_to_si(unit("N/mm"), 2400) == 2.4e6);
    assert_true(br_unit_to_si(unit("mm"), 5e-8) == 5e-11);
    assert_true(br_unit_to_si(unit("um"), 0.1) == 1e-7);
    assert_true(br_unit_to_si(unit("%"), 7) == 0.07);
    assert_true(br_unit_to_si(unit("km/h"), 36) == 10);
    assert_true(br_unit_to_si(unit("deg"), 180) == pi);
    assert_true(br_unit_to_si(unit("deg"), 90) == pi / 2);
    assert_true(br_unit_to_si(unit("rpm"), 60) == 2 * pi);
    assert_true(br_unit_to_si(unit("rev/deg"), 1) == 360);
    assert_true(br_unit_to_si(unit("N/mm*mm/N"), 0.3) == 0.3);
    assert_true(br_unit_from_si(unit("deg"), pi) == 180);
    assert_true(br_unit_from_si(unit("km/h"), 10) == 36);
    static const struct {
        const char *text;
        int ten;
    } units[] = {{"um", -6}, {"mm", -3}, {"N/mm", 3}, {"N/um", 6},  {"N*s^2/mm^2", 6},
                 {"%", -2},  {"g", -3},  {"GPa", 9},  {"mm^4", -12}};
    for (long i = 0; i < count; i++) {
        char typed[40], meant[40];
        size_t k = draw() % (sizeof units / sizeof *units);
        long long digits = (long long)(draw() % 1000000000000000 >> draw() % 50);
        int ten = (int)(draw() % 40) - 20;
        snprintf(typed, sizeof typed, "%llde%d", digits, ten);
        snprintf(meant, sizeof meant, "%llde%d", digits, ten + units[k].ten);
        br_unit u = unit(units[k].text);
        double x = strtod(typed, NULL), y = strtod(meant, NULL);
        if (br_unit_to_si(u, x) != y || br_unit_from_si(u, y) != x)
            fail_msg("%s %s is %.17g in SI, not %s", typed, units[k].text, br_unit_to_si(u, x), meant);
    }
}

static void any_other_size_is_right_to_two_roundings(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"deg",   "rpm",     "rev",   "km/h",      "min",      "l/min",     "N*m/deg",
                                        "deg^2", "rpm/min", "1/h^2", "deg^(1/2)", "mm^(1/2)", "min^(1/3)", "h^(-5/12)"};
    static const double degree = 0.017453292519943295769;
    const double size[] = {
        degree,          pi / 30,   2 * pi,         1 / 3.6,      60,         1e-3 / 60, 1 / degree,
        degree * degree, pi / 1800, 1 / 12960000.0, sqrt(degree), sqrt(1e-3), cbrt(60),  pow(3600, -5.0 / 12)};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (long k = 0; k < count / 100 + 10; k++) {
            double x = ldexp((double)(draw() >> 11), (int)(draw() % 80) - 90), want = x * size[i];
            double got = br_unit_to_si(unit(texts[i]), x), back = br_unit_from_si(unit(texts[i]), got);
            if (!(fabs(got - want) <= 2e-15 * want) || !(fabs(back - x) <= 2e-15 * x))
                fail_msg("%.17g %s is %.17g in SI, not %.17g; back %.17g", x, texts[i], got, want, back);
        }
}

static void what_is_no_number_stays_none(void **unused)
{
    (void)unused;
    assert_true(isnan(br_unit_to_si(unit("mm"), (double)NAN)));
    assert_true(br_unit_to_si(unit("mm"), HUGE_VAL) == HUGE_VAL);
    assert_true(br_unit_to_si(unit("rpm"), -HUGE_VAL) == -HUGE_VAL);
    assert_true(br_unit_to_si(unit("deg"), 0) == 0);
}

static void reading_stops_where_the_unit_ends(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        size_t used;
    } cases[] = {{"N/m > 0", 3}, {"N/m, x", 3}, {"m/s]", 3},   {"N*", 1},       {"N/", 1},    {"N/2", 1},  {"N*1.5", 1},
                 {"N*-", 1},     {"- ", 1},     {"-", 1},      {"1 ", 1},       {"1/s)", 3},  {"% of", 1}, {"m^2.", 3},
                 {"m^2..3", 3},  {"m\n", 1},    {"m/s^2*", 5}, {"rad\"x\"", 3}, {"1*1*N", 5}, {"N|N*m", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        br_unit u;
        size_t used = br_unit_read(cases[i].text, strlen(cases[i].text), NULL, 0, &u, NULL);
        if (used != cases[i].used)
            fail_msg("'%s': %zu bytes read, not %zu", cases[i].text, used, cases[i].used);
    }
}

static void a_wrong_unit_is_named_and_the_right_one_suggested(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        int column;
        const char *words;
    } cases[] = {
        {"Newton", 1, "unknown unit 'Newton'; did you mean N?"},
        {"newtons/m", 1, "did you mean N?"},
        {"N/millimeters", 3, "unknown unit 'millimeters'; did you mean mm?"},
        {"N*sec/m", 3, "did you mean s?"},
        {"m/s2", 3, "unknown unit 's2'; did you mean s^2?"},
        {"hz", 1, "did you mean Hz?"},
        {"KG", 1, "did you mean kg?"},
        {"kn", 1, "did you mean kN?"},
        {"NM", 1, "did you mean Nm?"},
        {"rmp", 1, "did you mean rpm?"},
        {"degrees", 1, "did you mean deg?"},
        {"radians/s", 1, "did you mean rad?"},
        {"percent", 1, "did you mean %?"},
        {"ohm", 1, "did you mean Ohm?"},
        {"\xc2\xb0"
         "C",
         1, "unknown unit 'degC'; did you mean K?"},
        {"furlong", 1, "unknown unit 'furlong'; use SI"},
        {"N/x", 3, "unknown unit 'x'"},
        {"mrpm", 1, "did you mean rpm?"},
        {"mps", 1, "unknown unit 'mps'; did you mean m/s?"},
        {"ft", 1, "unknown unit 'ft'; 1 ft is 0.3048 m"},
        {"inch/s", 1, "unknown unit 'inch'; 1 inch is 25.4 mm"},
        {"N*xs", 3, "unknown unit 'xs'; use SI"},
        {"mPx", 1, "unknown unit 'mPx'; use SI"}, // not mPa
        {"", 1, "a unit is needed here"},
        {" N", 1, "a unit is needed here"},
        {"5", 1, "a unit is needed here"},
        {"10", 1, "a unit is needed here"},
        {"1.5", 1, "a unit is needed here"},
        {"-5", 1, "a unit is needed here"},
        {"/s", 1, "a unit is needed here"},
        {"\x01\x02", 1, "a unit is needed here"},
        {"\xc2", 1, "a unit is needed here"},
        {"m^x", 2, "the power of a unit"},
        {"m^", 2, "the power of a unit"},
        {"m^0.5", 2, "the power of a unit"},
        {"m^(1/2", 2, "the power of a unit"},
        {"m^1000", 2, "the power of a unit"},
        {"m^(1/0)", 2, "this power"},
        {"m^(1/24)", 2, "this power"},
        {"m^999", 1, "too large"},
        {"m^99*m^99", 6, "too large"},
        {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1,
         "unknown unit 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa...'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        br_diag why = {.line = 9, .column = 9};
        br_unit u = {{7, 7, 7, 7, 7, 7, 7, 7, 7}};
        const br_unit before = u;
        assert_int_equal(br_unit_read(cases[i].text, strlen(cases[i].text), NULL, 0, &u, &why), 0);
        if (!strstr(why.text, cases[i].words) || why.column != cases[i].column)
            fail_msg("'%s': column %d: %s", cases[i].text, why.column, why.text);
        assert_memory_equal(&u, &before, sizeof u);
        assert_int_equal(br_unit_read(cases[i].text, strlen(cases[i].text), NULL, 0, &u, NULL), 0);
    }
    br_unit u;
    assert_int_equal(br_unit_read(NULL, 0, NULL, 0, &u, NULL), 0);
}

static void names_of_the_caller_are_read_and_suggested(void **unused)
{
    (void)unused;
    const br_unit_name extra[] = {{"X", 1, unit("mm")}, {"Effort", 6, unit("N*m")}, {"s", 1, unit("kg")}};
    br_unit u;
    br_diag why;
    assert_int_equal(br_unit_read("Effort*s/X^2;", 13, extra, 3, &u, &why), 12);
    assert_true(br_unit_same(u, unit("N*kg/m")));
    assert_true(br_unit_to_si(u, 1) == 1e6);
    assert_int_equal(br_unit_read("N/Efort", 7, extra, 3, &u, &why), 0);
    assert_string_equal(why.text, "unknown unit 'Efort'; did you mean Effort?");
    assert_int_equal(why.column, 3);
    assert_int_equal(br_unit_read("kX", 2, extra, 3, &u, &why), 0); // no prefixes
}

static void units_are_written_as_engineers_do(void **unused)
{
    (void)unused;
    static const char *const same[] = {
        "-",     "m",     "kg",      "s",     "A",       "K",       "N",       "N/m",      "N*s/m", "N*m", "m/s",
        "m/s^2", "1/s",   "1/m",     "N*m*s", "kg*m^2",  "N/A",     "N*m/A",   "V",        "Ohm",   "H",   "F",
        "W",     "Pa",    "1/N",     "N^2",   "N^2*s/m", "m^(1/2)", "m^2/s",   "kg/m^3",   "N*s",   "N/s", "1/kg",
        "s/m",   "1/s/K", "N^(1/2)", "s*A",   "m/N",     "m/N/s",   "m^2/s^3", "N/m^(3/2)"};
    char buf[BR_UNIT_SIZE];
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        assert_int_equal(br_unit_write(buf, unit(same[i])), strlen(same[i]));
        assert_string_equal(buf, same[i]);
    }
    br_unit_write(buf, unit("J"));
    assert_string_equal(buf, "N*m");
    br_unit_write(buf, unit("kg/s"));
    assert_string_equal(buf, "N*s/m");
    br_unit_write(buf, unit("km/h"));
    assert_string_equal(buf, "m/s");
    br_unit_write(buf, unit("rpm"));
    assert_string_equal(buf, "1/s");
}

static void units_are_written_in_si_with_the_names_they_had(void **unused)
{
    (void)unused;
    static const char *const like[][2] = {
        {"rpm", "rad/s"},
        {"deg/ms", "rad/s"},
        {"N*m/deg", "N*m/rad"},
        {"kN*m/mrad", "N*m/rad"},
        {"s/rpm", "s/rad*s"},
        {"N/mm", "N/m"},
        {"km/h", "m/s"},
        {"g", "kg"},
        {"l", "m^3"},
        {"l^2", "m^6"},
        {"l/min", "m^3/s"},
        {"rev", "rad"},
        {"%", "-"},
        {"N/%", "N"},
        {"-", "-"},
        {"1/s", "1/s"},
        {"Nm/rad", "Nm/rad"},
        {"W", "W"},
        {"kW", "W"},
        {"J", "J"},
        {"mm^(1/2)", "m^(1/2)"},
        {"1/rpm^2", "s^2"},
        {"rad^2", "rad^2"},
        {"bar", "Pa"},
        {"m/kNm", "1/N"},
    };
    char buf[BR_UNIT_SIZE], other[BR_UNIT_SIZE];
    for (size_t i = 0; i < sizeof like / sizeof *like; i++) {
        int n = br_unit_write_like(buf, unit(like[i][0]), like[i][0]);
        assert_int_equal(n, strlen(buf));
        assert_string_equal(buf, like[i][1]);
    }
    br_unit_write_like(buf, unit("m"), "no unit"); // only what reads back
    assert_string_equal(buf, "m");
    br_unit_write_both(buf, unit("N"), other, unit("W"));
    assert_string_equal(buf, "N");
    assert_string_equal(other, "N*m/s");
    br_unit_write_both(buf, unit("Pa"), other, unit("N/m"));
    assert_string_equal(buf, "N/m^2");
    br_unit_write_both(buf, unit("V"), other, unit("W"));
    assert_string_equal(buf, "V");
    assert_string_equal(other, "W");
}

static void every_dimension_reads_back(void **unused)
{
    (void)unused;
    for (long i = 0; i < count; i++) {
        char buf[BR_UNIT_SIZE];
        br_unit u = {{0}}, back;
        for (int k = 0; k < 5; k++)
            if (draw() % 2)
                u.power[k] = (short)(((int)(draw() % 49) - 24) * (draw() % 2 ? 1 : 12));
        int n = br_unit_write(buf, u);
        assert_int_equal(n, strlen(buf));
        if (br_unit_read(buf, (size_t)n, NULL, 0, &back, NULL) != (size_t)n || !br_unit_same(u, back))
            fail_msg("%s does not read back", buf);
    }
    for (int sign = -1; sign <= 1; sign += 2) { // the longest text there is
        char buf[BR_UNIT_SIZE];
        short p = (short)(sign * (SHRT_MAX - 2));
        int n = br_unit_write(buf, (br_unit){{(short)-p, p, (short)-p, p, p}});
        assert_in_range(n, 40, BR_UNIT_SIZE - 1);
    }
}

static void multiplying_adds_powers_and_roots_divide_them(void **unused)
{
    (void)unused;
    bool ok = false;
    br_unit none = br_unit_none();
    assert_true(br_unit_same(none, unit("-")));
    assert_true(br_unit_same(br_unit_mul(unit("N"), unit("s")), unit("kg*m/s")));
    assert_true(br_unit_same(br_unit_div(unit("N"), unit("mm")), unit("N/m")));
    assert_false(br_unit_same(unit("N"), unit("N*m")));
    assert_true(br_unit_same(br_unit_pow(unit("N/m"), 2, 1, &ok), unit("N^2/m^2")) && ok);
    assert_true(br_unit_same(br_unit_pow(unit("N/m"), -1, 1, &ok), unit("m/N")) && ok);
    br_unit root = br_unit_pow(unit("N/mm"), 1, 2, &ok);
    assert_true(ok);
    root = br_unit_mul(root, root);
    assert_true(br_unit_same(root, unit("N/m")) && br_unit_to_si(root, 2400) == 2.4e6);
    br_unit third = br_unit_pow(unit("m"), 1, 3, &ok);
    assert_true(ok && br_unit_same(br_unit_mul(third, br_unit_mul(third, third)), unit("m")));
    assert_true(br_unit_same(br_unit_pow(unit("m"), 5, 5, &ok), unit("m")) && ok);
    assert_true(br_unit_same(br_unit_pow(none, INT_MAX, 7, &ok), none) && ok);
    br_unit_pow(unit("m"), 1, 5, &ok); // no twelfths
    assert_false(ok);
    br_unit_pow(unit("m"), INT_MAX, 1, &ok);
    assert_false(ok);
    br_unit_pow(unit("m"), INT_MIN, 1, &ok);
    assert_false(ok);
    br_unit_pow(unit("m"), 1, 0, &ok);
    assert_false(ok);
    br_unit huge = unit("m^99");
    for (int i = 0; i < 100; i++)
        huge = br_unit_mul(huge, huge);
    assert_int_equal(huge.power[0], SHRT_MAX);
}

// Random bytes in blocks of exactly their size: nothing is read behind them, and nothing raw reaches the words.
static void garbage_is_refused_or_read_to_its_end(void **unused)
{
    (void)unused;
    static const char alphabet[] = "mNskgAKPaJWVHz1-^*/()%rdeu2375. \xc2\xb0\xb5\xce\xbc\x01\n";
    for (long i = 0; i < count; i++) {
        size_t n = draw() % 16;
        char *s = malloc(n ? n : 1);
        assert_non_null(s);
        for (size_t k = 0; k < n; k++)
            s[k] = alphabet[draw() % (sizeof alphabet - 1)];
        br_unit u;
        br_diag why = {.text = ""};
        size_t used = br_unit_read(s, n, NULL, 0, &u, &why);
        assert_true(used <= n && (used > 0) == (why.text[0] == 0));
        if (used)
            assert_true(isfinite(br_unit_to_si(u, 1)));
        for (const char *p = why.text; *p; p++)
            assert_in_range(*p, 32, 126);
        free(s);
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
        cmocka_unit_test(units_have_their_dimension_and_size),
        cmocka_unit_test(decimal_values_land_on_the_nearest_double),
        cmocka_unit_test(any_other_size_is_right_to_two_roundings),
        cmocka_unit_test(what_is_no_number_stays_none),
        cmocka_unit_test(reading_stops_where_the_unit_ends),
        cmocka_unit_test(a_wrong_unit_is_named_and_the_right_one_suggested),
        cmocka_unit_test(names_of_the_caller_are_read_and_suggested),
        cmocka_unit_test(units_are_written_as_engineers_do),
        cmocka_unit_test(units_are_written_in_si_with_the_names_they_had),
        cmocka_unit_test(every_dimension_reads_back),
        cmocka_unit_test(multiplying_adds_powers_and_roots_divide_them),
        cmocka_unit_test(garbage_is_refused_or_read_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
