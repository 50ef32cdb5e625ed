// unit_text.c - physical units: parsing and printing, with suggestions for unknown units. [host]
#include "num/base/fp.h"

#include "num/text/unit.h"
#include "num/text/spelling.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { M, KG, S, A, K, TEN, TWO, THREE, PI };

enum { MOST = 12 * 100 }; // no power that is read is larger: far beyond sense, far below overflow

static const struct {
    const char *word;
    char letter;
    signed char ten;
} prefixes[] = {
    {"femto", 'f', -15}, {"pico", 'p', -12}, {"nano", 'n', -9}, {"micro", 'u', -6}, {"milli", 'm', -3},
    {"centi", 'c', -2},  {"deci", 'd', -1},  {"kilo", 'k', 3},  {"mega", 'M', 6},   {"giga", 'G', 9},
};

#define SI "fpnumkMG"

static const struct {
    const char *name, *word, *prefixes;
    signed char power[BR_UNIT_POWERS]; // of m, kg, s, A, K; 10, 2, 3, pi
} list[] = {
    {"m", "metre", "fpnumcdk", {1}},
    {"g", "gram", "fpnumk", {[KG] = 1, [TEN] = -3}},
    {"s", "second", "fpnum", {[S] = 1}},
    {"A", "ampere", SI, {[A] = 1}},
    {"K", "kelvin", SI, {[K] = 1}},
    {"N", "newton", SI "c", {1, 1, -2}},
    {"Pa", "pascal", SI, {-1, 1, -2}},
    {"J", "joule", SI, {2, 1, -2}},
    {"W", "watt", SI, {2, 1, -3}},
    {"V", "volt", SI, {2, 1, -3, -1}},
    {"Ohm", "ohm", SI, {2, 1, -3, -2}},
    {"H", "henry", SI, {2, 1, -2, -2}},
    {"F", "farad", SI, {-2, -1, 4, 2}},
    {"C", "coulomb", SI, {[S] = 1, [A] = 1}},
    {"T", "tesla", SI, {0, 1, -2, -1}},
    {"Wb", "weber", SI, {2, 1, -2, -1}},
    {"Hz", "hertz", SI, {[S] = -1}},
    {"rad", "radian", SI, {0}},
    {"bar", "bar", SI, {-1, 1, -2, [TEN] = 5}},
    {"l", "litre", "umcd", {3, [TEN] = -3}},
    {"Nm", "newtonmetre", SI "c", {2, 1, -2}},
    {"Ns", "newtonsecond", SI, {1, 1, -1}},
    {"Vs", "voltsecond", SI, {2, 1, -2, -1}},
    {"t", "tonne", "", {[KG] = 1, [TEN] = 3}},
    {"min", "minute", "", {[S] = 1, [TEN] = 1, [TWO] = 1, [THREE] = 1}},
    {"h", "hour", "", {[S] = 1, [TEN] = 2, [TWO] = 2, [THREE] = 2}},
    {"rpm", "revolutionsperminute", "", {[S] = -1, [TEN] = -1, [THREE] = -1, [PI] = 1}},
    {"rev", "revolution", "", {[TWO] = 1, [PI] = 1}},
    {"deg", "degree", "", {[TEN] = -1, [TWO] = -1, [THREE] = -2, [PI] = 1}},
    {"%", "percent", "", {[TEN] = -2}},
};

enum { KNOWN = sizeof list / sizeof *list, PREFIXES = sizeof prefixes / sizeof *prefixes };

// ---- names

static br_unit known_unit(int which, int prefix) // prefix -1: none
{
    br_unit u;
    for (int i = 0; i < BR_UNIT_POWERS; i++)
        u.power[i] = (short)(12 * list[which].power[i]);
    if (prefix >= 0)
        u.power[TEN] = (short)(u.power[TEN] + 12 * prefixes[prefix].ten);
    return u;
}

static bool takes_prefix(int which, int prefix)
{
    return prefix < 0 || strchr(list[which].prefixes, prefixes[prefix].letter);
}

static void write_unit_name(char *out, int which, int prefix) // 8 bytes are enough
{
    if (prefix >= 0)
        *out++ = prefixes[prefix].letter;
    strcpy(out, list[which].name);
}

static bool is_sign(const char *s, const char *end, const char *sign)
{
    size_t n = strlen(sign);
    return (size_t)(end - s) >= n && memcmp(s, sign, n) == 0;
}

#define MICRO "\xc2\xb5"
#define MU "\xce\xbc"
#define DEGREE "\xc2\xb0"
#define DOT "\xc2\xb7"
#define SQUARED "\xc2\xb2"
#define CUBED "\xc2\xb3"

// The bytes of the name at s, which plain takes as far as it has room, in ASCII.
static size_t name_at(const char *s, const char *end, char plain[32])
{
    const char *p = s;
    int n = 0;
    if (is_sign(s, end, "%")) {
        strcpy(plain, "%");
        return 1;
    }
    if (is_sign(s, end, DEGREE)) {
        strcpy(plain, "deg");
        n = 3;
        p += 2;
    } else if (is_sign(s, end, MICRO) || is_sign(s, end, MU)) {
        plain[n++] = 'u';
        p += 2;
    }
    for (; p < end && (br_is_letter(*p) || (br_is_digit(*p) && p > s)); p++)
        if (n < 31)
            plain[n++] = *p;
    plain[n] = 0;
    if (n == 31)
        strcpy(plain + 28, "..."); // no known name is nearly as long
    return (size_t)(p - s);
}

static bool look_up(const char *plain, br_unit *u)
{
    for (int prefix = -1; prefix < PREFIXES; prefix++) {
        if (prefix >= 0 && plain[0] != prefixes[prefix].letter)
            continue;
        for (int i = 0; i < KNOWN; i++)
            if (takes_prefix(i, prefix) && strcmp(plain + (prefix >= 0), list[i].name) == 0) {
                *u = known_unit(i, prefix);
                return true;
            }
    }
    return false;
}

// ---- near misses

// One letter more, less or other, or two neighbours swapped; capitals do not count.
static bool is_near_miss(const char *a, size_t na, const char *b, size_t nb)
{
    while (na && nb && br_letter_lower(*a) == br_letter_lower(*b))
        a++, b++, na--, nb--;
    while (na && nb && br_letter_lower(a[na - 1]) == br_letter_lower(b[nb - 1]))
        na--, nb--;
    bool swapped = na == 2 && nb == 2 && br_letter_lower(a[0]) == br_letter_lower(b[1]) &&
                   br_letter_lower(a[1]) == br_letter_lower(b[0]);
    return (na <= 1 && nb <= 1) || swapped;
}

// How many letters differ as capitals; -1 if more than that differs.
static int case_gap(const char *a, const char *b)
{
    int gap = 0;
    for (; *a && br_letter_lower(*a) == br_letter_lower(*b); a++, b++)
        gap += *a != *b;
    return *a || *b ? -1 : gap;
}

static bool is_word(const char *plain, const char *word)
{
    size_t n = strlen(plain), m = strlen(word);
    if (n > 4 && br_letter_lower(plain[n - 1]) == 's')
        n--; // plural
    size_t same = 0;
    while (same < n && same < m && br_letter_lower(plain[same]) == word[same])
        same++;
    return (n >= 3 && same == n) || (n >= 4 && is_near_miss(plain, n, word, m)); // sec, newtons, meter
}

// Units that SI does without, and what they are; mps and its like are only spelled otherwise.
static bool foreign_unit(const char *plain, char out[64])
{
    static const struct {
        const char *name, *words;
    } units[] = {
        {"in", "1 in is 25.4 mm"},       {"inch", "1 inch is 25.4 mm"},   {"inches", "1 inch is 25.4 mm"},
        {"ft", "1 ft is 0.3048 m"},      {"foot", "1 foot is 0.3048 m"},  {"feet", "1 foot is 0.3048 m"},
        {"lb", "1 lb is 0.45359237 kg"}, {"lbf", "1 lbf is 4.448222 N"},  {"kgf", "1 kgf is 9.80665 N"},
        {"kp", "1 kp is 9.80665 N"},     {"psi", "1 psi is 6894.757 Pa"}, {"mph", "1 mph is 0.44704 m/s"},
        {"atm", "1 atm is 101325 Pa"},   {"mps", "did you mean m/s?"},    {"kph", "did you mean km/h?"},
        {"kmh", "did you mean km/h?"},   {"rps", "did you mean rev/s?"},  {"dps", "did you mean deg/s?"},
        {"micron", "did you mean um?"},  {"microns", "did you mean um?"}, {"hr", "did you mean h?"},
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (case_gap(plain, units[i].name) >= 0) {
            snprintf(out, 64, "%s", units[i].words);
            return true;
        }
    return false;
}

// Newton: N, millimeters: mm, s2: s^2, hz: Hz, rmp: rpm, degC: K (units have no offset); and names the caller brought.
static bool suggest_unit(const char *plain, const br_unit_name *extra, int nextra, char out[64])
{
    size_t n = strlen(plain), stem = n;
    br_unit u;
    char name[32];
    int least = INT_MAX;
    if (case_gap(plain, "degC") >= 0 || is_word(plain, "celsius")) {
        strcpy(out, "K");
        return true;
    }
    while (stem && br_is_digit(plain[stem - 1]))
        stem--;
    if (stem < n && n - stem <= 2) {
        snprintf(name, sizeof name, "%.*s", (int)stem, plain);
        snprintf(out, 64, "%s^%s", name, plain + stem);
        if (look_up(name, &u))
            return true;
    }
    for (int i = 0; i < nextra; i++)
        if (n >= 2 && extra[i].len < 32 && is_near_miss(plain, n, extra[i].name, extra[i].len)) {
            snprintf(out, 64, "%.*s", (int)extra[i].len, extra[i].name);
            return true;
        }
    for (int prefix = -1; prefix < PREFIXES; prefix++) {
        const char *word = prefix < 0 ? "" : prefixes[prefix].word;
        size_t m = strlen(word), same = 0;
        while (same < m && br_letter_lower(plain[same]) == word[same])
            same++;
        for (int i = 0; i < KNOWN; i++) {
            if (!takes_prefix(i, prefix))
                continue;
            write_unit_name(name, i, prefix);
            int gap = same == m && is_word(plain + m, list[i].word) ? 0 : case_gap(plain, name);
            if (gap < 0 && n >= 3 && prefix < 0 && strlen(name) >= 3 && is_near_miss(plain, n, name, strlen(name)))
                gap = 100;
            if (gap >= 0 && gap < least) {
                least = gap;
                snprintf(out, 64, "%s", name);
            }
        }
    }
    return least < INT_MAX;
}

// ---- writing

static int put_power(char *buf, const char *name, int twelfths)
{
    int den = 12;
    for (int d = 2; d <= 3; d++)
        while (den % d == 0 && twelfths % d == 0) {
            twelfths /= d;
            den /= d;
        }
    if (den > 1)
        return sprintf(buf, "%s^(%d/%d)", name, twelfths, den);
    return twelfths > 1 ? sprintf(buf, "%s^%d", name, twelfths) : sprintf(buf, "%s", name);
}

static int write_product(char buf[BR_UNIT_SIZE], br_unit u)
{
    // Mass over time is better written as a force, N*s/m; mass alone is not.
    int mass = u.power[KG], second = u.power[S];
    bool force = mass > 0 ? second <= -mass : mass < 0 && second >= -mass;
    const char *const name[] = {"N", "kg", "m", "s", "A", "K"};
    int power[] = {force ? mass : 0, force ? 0 : mass, u.power[M] - (force ? mass : 0), second + (force ? 2 * mass : 0),
                   u.power[A],       u.power[K]};
    int n = 0;
    for (int i = 0; i < 6; i++)
        if (power[i] > 0) {
            if (n)
                buf[n++] = '*';
            n += put_power(buf + n, name[i], power[i]);
        }
    bool over = n > 0;
    for (int i = 0; i < 6; i++)
        if (power[i] < 0) {
            if (!over)
                buf[n++] = '1';
            over = true;
            buf[n++] = '/';
            n += put_power(buf + n, name[i], -power[i]);
        }
    if (n == 0)
        buf[n++] = '-';
    buf[n] = 0;
    return n;
}

int br_unit_write(char buf[BR_UNIT_SIZE], br_unit u)
{
    static const char *const whole[] = {"Pa", "W", "V", "Ohm", "H", "F"};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        br_unit named;
        if (look_up(whole[i], &named) && br_unit_same(u, named))
            return sprintf(buf, "%s", whole[i]);
    }
    return write_product(buf, u);
}

void br_unit_write_both(char x[BR_UNIT_SIZE], br_unit u, char y[BR_UNIT_SIZE], br_unit w)
{
    br_unit_write(x, u);
    br_unit_write(y, w);
    bool mechanical = u.power[A] == 0 && w.power[A] == 0;
    if (mechanical && strchr(x, 'N'))
        write_product(y, w);
    if (mechanical && strchr(y, 'N'))
        write_product(x, u);
}

// The name in SI. Angles are plain numbers to the dimension, so they are known by their names.
static bool put_si_name(char *to, size_t room, const char *plain, bool below, bool raised)
{
    br_unit u;
    char one[BR_UNIT_SIZE];
    size_t n = strlen(plain);
    if (!look_up(plain, &u) || (raised && strcmp(plain, "rpm") == 0))
        return false;
    if (strcmp(plain, "rpm") == 0)
        strcpy(one, below ? "rad*s" : "rad/s");
    else if (strcmp(plain, "deg") == 0 || strcmp(plain, "rev") == 0 || (n >= 3 && strcmp(plain + n - 3, "rad") == 0))
        strcpy(one, "rad");
    else if (br_unit_is_si(u))
        snprintf(one, sizeof one, "%s", plain);
    else
        br_unit_write(one, u);
    return snprintf(to, room, "%s", one) < (int)room;
}

int br_unit_write_like(char buf[BR_UNIT_SIZE], br_unit u, const char *text)
{
    const char *end = text + strlen(text), *p = text;
    size_t n = 0;
    br_unit back;
    bool fine = true;
    while (fine && p < end) {
        char plain[32];
        size_t used = name_at(p, end, plain);
        if (used > 0)
            fine = put_si_name(buf + n, BR_UNIT_SIZE - n, plain, p > text && p[-1] == '/', p[used] == '^');
        else
            fine = snprintf(buf + n, BR_UNIT_SIZE - n, "%c", *p) < (int)(BR_UNIT_SIZE - n);
        n += fine ? strlen(buf + n) : 0;
        p += used > 0 ? used : 1;
    }
    // Only what reads back is an answer: a litre squared is not m^3^2.
    fine = fine && n > 0 && br_unit_read(buf, n, NULL, 0, &back, NULL) == n && br_unit_same(back, u) &&
           br_unit_is_si(back);
    return fine ? (int)n : br_unit_write(buf, u);
}

// ---- reading

typedef struct {
    const char *start, *at, *end;
    const br_unit_name *extra;
    int nextra;
    br_diag *why;
} reader;

BR_PRINTF(3, 4) static bool refuse_unit(const reader *r, const char *place, const char *format, ...)
{
    if (r->why) {
        va_list args;
        va_start(args, format);
        memset(r->why, 0, sizeof *r->why);
        vsnprintf(r->why->text, sizeof r->why->text, format, args);
        va_end(args);
        r->why->column = (int)(place - r->start) + 1;
    }
    return false;
}

static bool refuse_name(const reader *r, const char *plain)
{
    char hint[64];
    if (foreign_unit(plain, hint))
        return refuse_unit(r, r->at, "unknown unit '%s'; %s", plain, hint);
    if (suggest_unit(plain, r->extra, r->nextra, hint))
        return refuse_unit(r, r->at, "unknown unit '%s'; did you mean %s?", plain, hint);
    return refuse_unit(r, r->at, "unknown unit '%s'; use SI units such as m, N, s, rad, with prefixes f to G", plain);
}

static bool read_name(reader *r, br_unit *u)
{
    char plain[32] = "";
    size_t n = name_at(r->at, r->end, plain);
    for (int i = 0; i < r->nextra; i++)
        if (r->extra[i].len == n && memcmp(r->extra[i].name, r->at, n) == 0) {
            *u = r->extra[i].unit;
            r->at += n;
            return true;
        }
    if (!look_up(plain, u))
        return refuse_name(r, plain);
    r->at += n;
    return true;
}

// Digits of a power, at most three.
static int read_digits(reader *r)
{
    int x = 0;
    for (int i = 0; i < 3 && r->at < r->end && br_is_digit(*r->at); i++)
        x = 10 * x + (*r->at++ - '0');
    return x;
}

static bool accept_sign(reader *r, const char *sign)
{
    if (!is_sign(r->at, r->end, sign))
        return false;
    r->at += strlen(sign);
    return true;
}

// Whether what ends at p is only the start of a number or name: 0.5 is no power 0.
static bool runs_on(const char *p, const char *end)
{
    if (p < end && *p == '.')
        return p + 1 < end && br_is_digit(p[1]);
    return p < end && (br_is_digit(*p) || br_is_letter(*p));
}

// ^2, ^-1, ^(1/2), or a raised 2 or 3.
static bool read_power(reader *r, br_unit *u)
{
    const char *place = r->at;
    int num = 1, den = 1;
    if (accept_sign(r, SQUARED))
        num = 2;
    else if (accept_sign(r, CUBED))
        num = 3;
    else if (accept_sign(r, "^")) {
        bool open = accept_sign(r, "("), minus = accept_sign(r, "-");
        const char *digits = r->at;
        num = read_digits(r);
        bool good = r->at > digits;
        if (open && accept_sign(r, "/"))
            den = read_digits(r);
        if (open)
            good = good && accept_sign(r, ")");
        if (!good || runs_on(r->at, r->end))
            return refuse_unit(r, place, "the power of a unit is a whole number or a fraction: m^2, s^-1, m^(1/2)");
        num = minus ? -num : num;
    } else {
        return true;
    }
    bool ok = false;
    *u = br_unit_pow(*u, num, den, &ok);
    return ok || refuse_unit(r, place, "this power of a unit is too large, or no whole number of twelfths");
}

static bool is_one(const char *p, const char *end)
{
    return is_sign(p, end, "1") && !runs_on(p + 1, end);
}

static bool is_factor(const char *p, const char *end)
{
    char plain[32];
    return is_one(p, end) || name_at(p, end, plain) > 0;
}

size_t br_unit_read(const char *s, size_t n, const br_unit_name *extra, int nextra, br_unit *u, br_diag *why)
{
    reader r = {s, s, n ? s + n : s, extra, nextra, why};
    br_unit all = br_unit_none();
    if (is_sign(s, r.end, "-") && !runs_on(s + 1, r.end)) {
        *u = all;
        return 1;
    }
    if (!is_factor(r.at, r.end)) {
        refuse_unit(&r, s, "a unit is needed here, such as N/m, or - for none");
        return 0;
    }
    for (bool over = false;;) {
        br_unit one = br_unit_none();
        const char *place = r.at;
        if (is_one(r.at, r.end))
            r.at++;
        else if (!read_name(&r, &one) || !read_power(&r, &one))
            return 0;
        all = over ? br_unit_div(all, one) : br_unit_mul(all, one);
        for (int i = 0; i < BR_UNIT_POWERS; i++)
            if (all.power[i] > MOST || all.power[i] < -MOST) {
                refuse_unit(&r, place, "the powers of this unit are too large");
                return 0;
            }
        size_t step = is_sign(r.at, r.end, DOT) ? 2 : 1;
        if (!(step == 2 || is_sign(r.at, r.end, "*") || is_sign(r.at, r.end, "/")) || !is_factor(r.at + step, r.end))
            break;
        over = *r.at == '/';
        r.at += step;
    }
    *u = all;
    return (size_t)(r.at - s);
}
