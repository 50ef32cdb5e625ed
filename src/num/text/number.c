// number.c - parsing and printing of decimal numbers: correctly rounded, shortest round trip. [host]
//
// Each direction has a quick way in 128 bits, which knows its own error and gives up when that matters, and an exact
// way in big integers, which then decides.
#include "num/base/fp.h"

#include "num/text/number.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "num/text/big.h"
#include "num/text/ten.h"
#include "num/base/require.h"

enum { DIGITS = 800 }; // a number halfway between two doubles has at most 768; what follows only breaks ties
// So no big integer exceeds 10^(DIGITS + 1), 2661 bits, and the largest divisor, 5^(343 + DIGITS - 18), has 2613.

// ---- formats: a number is handled as its bits, without the sign

typedef struct {
    int precision, least; // bits of the significand; exponent of the least subnormal
    int tens;             // 10^tens is the last power of ten that the format holds exactly
    uint64_t infinity;
} format;

static const format fdouble = {53, -1074, 22, (uint64_t)0x7ff << 52}, ffloat = {24, -149, 10, (uint64_t)0xff << 23};

typedef union {
    double value;
    uint64_t bits;
} as_double;

typedef union {
    float value;
    uint32_t bits;
} as_float;

// ---- reading

// (w.rest)*10^k: w has the first 19 digits, rest points to those behind it, and more says whether any is not 0.
typedef struct {
    uint64_t w;
    long long k;
    const char *rest, *end;
    bool more;
} decimal;

typedef enum { DOWN = -1, NEAREST, UP } way; // of the size; the sign is handled outside

// (q + part)*2^e rounded, where 0 <= part < 1 is zero only without more, and q has more bits than f.
static uint64_t round_to_format(format f, uint64_t q, int e, bool more, way w)
{
    int drop = br_bit_length(q) - f.precision;
    if (drop < f.least - e)
        drop = f.least - e; // subnormal
    if (drop > 64)
        return w == UP;
    uint64_t m = drop < 64 ? q >> drop : 0, half = (uint64_t)1 << (drop - 1), rest = q & (2 * half - 1);
    m += w == NEAREST ? rest > half || (rest == half && (more || m & 1)) : w == UP && (rest || more);
    // The leading bit of m, or a carry, raises the exponent field by itself.
    uint64_t bits = m + ((uint64_t)(e + drop - f.least) << (f.precision - 1));
    return bits < f.infinity ? bits : f.infinity - (w == DOWN);
}

static uint64_t read_exactly(format f, const decimal *d, way w)
{
    br_big a = br_big_of(d->w), b = br_big_of(1);
    int k = (int)d->k, room = DIGITS - 19;
    if (d->more) {
        uint32_t chunk = 0, ten = 1;
        bool cut = false; // something other than 0 has found no room
        for (const char *p = d->rest; p < d->end; p++) {
            if (*p == '.')
                continue;
            if (room == 0) {
                cut |= *p != '0';
                continue;
            }
            chunk = 10 * chunk + (uint32_t)(*p - '0');
            ten *= 10;
            k--;
            room--;
            if (ten == 1000000000) {
                br_big_multiply(&a, ten, chunk);
                chunk = 0;
                ten = 1;
            }
        }
        br_big_multiply(&a, ten, chunk);
        br_big_multiply(&a, 10, cut); // one digit stands for all that was cut
        k--;
    }
    // a/b*2^k, then scaled to 1 <= a/b < 2, then divided bit by bit.
    br_big_multiply_five(k < 0 ? &b : &a, k < 0 ? -k : k);
    int lift = br_big_bits(&b) - br_big_bits(&a);
    br_big_shift(lift > 0 ? &a : &b, lift > 0 ? lift : -lift);
    if (br_big_compare(&a, &b) < 0) {
        br_big_shift(&a, 1);
        lift++;
    }
    uint64_t q = 0;
    for (int i = 0; i < 64; i++) {
        q *= 2;
        if (br_big_compare(&a, &b) >= 0) {
            br_big_subtract(&a, &b);
            q++;
        }
        br_big_shift(&a, 1);
    }
    return round_to_format(f, q, k - lift - 63, a.n != 0, w);
}

static uint64_t read_decimal(format f, const decimal *d, way w)
{
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (d->w == 0)
        return 0;
    if (d->k < -343) // below 10^(19 - 344)
        return w == UP;
    if (d->k > 309)
        return f.infinity - (w == DOWN);
    int k = (int)d->k;

    // Two exact numbers and one rounding. For floats a double rounds in between, harmlessly: 53 >= 2*24 + 2.
    if (w == NEAREST && !d->more && d->w >> f.precision == 0 && -f.tens <= k && k <= f.tens) {
        double x = k < 0 ? (double)d->w / tens[-k] : (double)d->w * tens[k];
        as_double wide = {x};
        as_float narrow = {f.precision == 24 ? (float)x : 0};
        return f.precision == 24 ? narrow.bits : wide.bits;
    }

    // w*10^k lies between x and x + 4 (in units of 2^-64), or x + 4 + 2^(up + 64) if digits were dropped. Rounding is
    // monotone: where both ends round to one number, everything between does.
    int up = 64 - br_bit_length(d->w), e = br_floor_log2_of_ten(k) - 127 + 128 - up;
    uint64_t below = 0;
    br_wide x = br_wide_scale(d->w << up, br_ten(k), &below);
    uint64_t lo = x.lo + 4, hi = x.hi + (lo < 4) + (d->more ? (uint64_t)1 << up : 0);
    uint64_t least = round_to_format(f, x.hi, e, x.lo != 0, w), most = round_to_format(f, hi, e, true, w);
    return hi >= x.hi && least == most ? least : read_exactly(f, d, w);
}

static bool is_digit(const char *p, const char *end)
{
    return p < end && *p >= '0' && *p <= '9';
}

// At a point that belongs to the number: "5..6" is a range.
static bool is_point(const char *p, const char *end)
{
    return p < end && *p == '.' && !(end - p > 1 && p[1] == '.');
}

// Digits with or without a point, at most 19 of them: nearly all numbers. Answers where they end; NULL: none, or more.
static const char *scan_short(const char *p, const char *end, decimal *d)
{
    const char *from = p, *point = NULL;
    uint64_t w = 0;
    for (; is_digit(p, end); p++)
        w = 10 * w + (uint64_t)(*p - '0');
    if (is_point(p, end))
        for (point = p++; is_digit(p, end); p++)
            w = 10 * w + (uint64_t)(*p - '0');
    ptrdiff_t part = point ? p - point - 1 : 0, digits = p - from - (point != NULL);
    if (digits == 0 || digits > 19)
        return NULL;
    d->w = w;
    d->k = -part;
    return p;
}

// Any number of digits; NULL: none.
static const char *scan_long(const char *p, const char *end, decimal *d)
{
    bool point = false, any = false;
    int kept = 0;
    for (; p < end; p++) {
        if (!point && is_point(p, end)) {
            point = true;
            continue;
        }
        if (!is_digit(p, end))
            break;
        any = true;
        if (kept < 19) {
            d->w = 10 * d->w + (uint64_t)(*p - '0');
            d->k -= point;
            kept += d->w != 0;
            d->rest = p + 1;
        } else {
            d->k += !point;
            d->more |= *p != '0';
        }
    }
    return any ? p : NULL;
}

static size_t scan_decimal(const char *s, size_t n, decimal *d, bool *minus)
{
    if (n == 0)
        return 0;
    const char *p = s, *end = s + n;
    *minus = *p == '-';
    if (*p == '+' || *p == '-')
        p++;
    *d = (decimal){.rest = end, .end = end};
    const char *stop = scan_short(p, end, d);
    if (!stop)
        stop = scan_long(p, end, d);
    if (!stop)
        return 0;
    p = d->end = stop;

    if (p < end && (*p == 'e' || *p == 'E')) {
        const char *t = p + 1;
        bool down = t < end && *t == '-';
        long long e = 0;
        if (t < end && (*t == '+' || *t == '-'))
            t++;
        for (; is_digit(t, end); p = ++t)
            if (e < 1000000000000000)
                e = 10 * e + (*t - '0');
        d->k += down ? -e : e;
    }
    return (size_t)(p - s);
}

static size_t read_number(format f, const char *s, size_t n, uint64_t *bits, bool *minus, int *range)
{
    decimal d;
    size_t used = scan_decimal(s, n, &d, minus);
    if (used) {
        *bits = read_decimal(f, &d, NEAREST);
        if (range)
            *range = *bits == f.infinity ? 1 : d.w && *bits >> (f.precision - 1) == 0 ? -1 : 0;
    }
    return used;
}

size_t br_number_read(const char *s, size_t n, double *value, int *range)
{
    uint64_t bits = 0;
    bool minus = false;
    size_t used = read_number(fdouble, s, n, &bits, &minus, range);
    if (used && value)
        *value = (as_double){.bits = bits | (uint64_t)minus << 63}.value;
    return used;
}

size_t br_number_enclose(const char *s, size_t n, double *lo, double *hi)
{
    decimal d;
    bool minus = false;
    size_t used = scan_decimal(s, n, &d, &minus);
    if (!used)
        return 0;
    uint64_t sign = (uint64_t)minus << 63;
    *lo = (as_double){.bits = read_decimal(fdouble, &d, minus ? UP : DOWN) | sign}.value;
    *hi = (as_double){.bits = read_decimal(fdouble, &d, minus ? DOWN : UP) | sign}.value;
    return used;
}

size_t brf_number_read(const char *s, size_t n, float *value, int *range)
{
    uint64_t bits = 0;
    bool minus = false;
    size_t used = read_number(ffloat, s, n, &bits, &minus, range);
    if (used && value)
        *value = (as_float){.bits = (uint32_t)bits | (uint32_t)minus << 31}.value;
    return used;
}

// ---- writing

// m*2^e, and whether the number below is only half as far as the one above.
typedef struct {
    uint64_t m;
    int e;
    bool narrow;
} binary;

// All numbers that read back to b lie between (4m - 2)*2^(e-2), or 4m - 1 where it is narrow, and (4m + 2)*2^(e-2).
// Scales these by 10^k to 18 or 19 digits before the point; each end is then known as whole + part/2^64, the part up
// to 2 too small. Answers false when a decision hangs on that; else *n*10^*ten is the shortest.
static bool shortest_quickly(binary b, uint64_t *n, int *ten)
{
    uint64_t c[3] = {4 * b.m - (b.narrow ? 1 : 2), 4 * b.m, 4 * b.m + 2}, whole[3], part[3], below = 0;
    int k = 17 - br_floor_log10_of_two(br_bit_length(b.m) + b.e - 1), up = 64 - br_bit_length(c[2]);
    int down = -(b.e - 2 - up + br_floor_log2_of_ten(k) - 127 + 64) - 64; // 2 to 8, as whole < 2^61
    br_wide p = br_ten(k);
    for (int i = 0; i < 3; i++) {
        br_wide x = br_wide_scale(c[i] << up, p, &below);
        whole[i] = x.hi >> down;
        part[i] = x.hi << (64 - down) | x.lo >> down;
    }
    if (part[0] - 1 > UINT64_MAX - 3 || part[2] - 1 > UINT64_MAX - 3)
        return false;

    // As long as a multiple of the next power of ten lies above the lower end and not above the upper one.
    uint64_t least = whole[0], most = whole[2], unit = 1;
    int zeros = 0;
    for (; most / 10 > least / 10; most /= 10, least /= 10, unit *= 10)
        zeros++;

    // The multiples next to the value, and the nearer one if both will do.
    uint64_t lower = whole[1] / unit, rest = whole[1] % unit, half = unit / 2;
    bool tie = unit == 1 ? part[1] - ((uint64_t)1 << 63) + 2 <= 2
                         : (rest == half && part[1] == 0) || (rest == half - 1 && part[1] >= UINT64_MAX - 1);
    if (tie)
        return false;
    bool nearer_up = unit == 1 ? part[1] >> 63 : rest >= half;
    *n = lower + (lower <= least || (nearer_up && lower + 1 <= most));
    *ten = zeros - k;
    return true;
}

// Digit by digit (Steele and White 1990): r/s is what is left of the value, low/s and high/s the way to either end.
static uint64_t shortest_exactly(binary b, int *ten)
{
    br_big r = br_big_of(4 * b.m), low = br_big_of(b.narrow ? 1 : 2), high = br_big_of(2), s = br_big_of(1);
    br_big *above[] = {&r, &low, &high};
    int t = br_floor_log10_of_two(br_bit_length(b.m) + b.e - 1) + 2, two = b.e - 2 - t; // r/s < 0.2
    for (int i = 0; i < 3; i++) {
        br_big_multiply_five(above[i], -t);
        br_big_shift(above[i], two > 0 ? two : 0);
    }
    br_big_multiply_five(&s, t);
    br_big_shift(&s, two < 0 ? -two : 0);

    bool even = b.m % 2 == 0, down = false, up = false; // with m even the ends themselves read back
    uint64_t n = 0;
    while (!down && !up) {
        for (int i = 0; i < 3; i++)
            br_big_multiply(above[i], 10, 0);
        t--;
        unsigned digit = 0;
        for (; br_big_compare(&r, &s) >= 0; digit++)
            br_big_subtract(&r, &s);
        br_big gap = s;
        br_big_subtract(&gap, &r);
        down = br_big_compare(&r, &low) < even;
        up = br_big_compare(&gap, &high) < even;
        if (down && up)
            up = br_big_compare(&r, &gap) + (int)(digit % 2) > 0;
        n = 10 * n + digit + up;
    }
    *ten = t;
    return n;
}

static binary binary_parts(format f, uint64_t bits)
{
    int field = (int)(bits >> (f.precision - 1));
    uint64_t hidden = (uint64_t)1 << (f.precision - 1), tail = bits & (hidden - 1);
    return (binary){
        .m = field ? tail | hidden : tail, .e = f.least + (field ? field - 1 : 0), .narrow = !tail && field > 1};
}

// The shortest n*10^*ten that reads back to bits, which are finite and not zero.
static uint64_t shortest_decimal(format f, uint64_t bits, int *ten)
{
    binary b = binary_parts(f, bits);
    uint64_t n = 0;
    return shortest_quickly(b, &n, ten) ? n : shortest_exactly(b, ten);
}

// n*10^*ten with that many digits: the next one below b, or above unless b is it. r/s is what is left of b.
static uint64_t directed_digits(binary b, int digits, bool up, int *ten)
{
    br_big r = br_big_of(b.m), s = br_big_of(1);
    int t = br_floor_log10_of_two(br_bit_length(b.m) + b.e - 1) + 2, two = b.e - t; // r/s < 0.2
    br_big_multiply_five(&r, -t);
    br_big_shift(&r, two > 0 ? two : 0);
    br_big_multiply_five(&s, t);
    br_big_shift(&s, two < 0 ? -two : 0);
    uint64_t n = 0;
    for (int found = 0; found < digits; found += n != 0) {
        unsigned digit = 0;
        br_big_multiply(&r, 10, 0);
        t--;
        for (; br_big_compare(&r, &s) >= 0; digit++)
            br_big_subtract(&r, &s);
        n = 10 * n + digit;
    }
    *ten = t;
    return n + (up && r.n != 0);
}

static int put_text(char *buf, const char *text)
{
    size_t n = strlen(text);
    memcpy(buf, text, n + 1);
    return (int)n;
}

// n*10^ten, n not 0
static int put_decimal(char *buf, uint64_t n, int ten)
{
    char digit[20] = {0}, *p = buf;
    int count = 0;
    for (; n % 10 == 0; n /= 10)
        ten++;
    for (uint64_t x = n; x; x /= 10)
        count++;
    for (int i = count - 1; i >= 0; i--, n /= 10)
        digit[i] = (char)('0' + n % 10);

    int lead = ten + count - 1;
    bool plain = -5 <= lead && lead < 17;
    int point = plain ? lead + 1 : 1, end = point > count ? point : count;
    if (point < 1)
        p += put_text(p, "0.");
    for (int i = point < 1 ? point : 0; i < end; i++) {
        if (i == point && i > 0)
            *p++ = '.';
        *p++ = 0 <= i && i < count ? digit[i] : '0';
    }
    if (!plain) {
        p += put_text(p, lead < 0 ? "e-" : "e");
        int x = lead < 0 ? -lead : lead;
        for (int unit = x > 99 ? 100 : x > 9 ? 10 : 1; unit; unit /= 10)
            *p++ = (char)('0' + x / unit % 10);
    }
    *p = 0;
    return (int)(p - buf);
}

// What has no digits, with its sign; 0 for a number that has: then only the sign is written.
static int put_special(format f, char *buf, uint64_t bits, bool minus)
{
    if (bits > f.infinity)
        return put_text(buf, "nan");
    if (minus)
        *buf = '-';
    if (bits == 0 || bits == f.infinity)
        return minus + put_text(buf + minus, bits ? "inf" : "0");
    return 0;
}

static int write_number(format f, char *buf, uint64_t bits, bool minus)
{
    int used = put_special(f, buf, bits, minus), ten = 0;
    if (used)
        return used;
    uint64_t n = shortest_decimal(f, bits, &ten);
    return minus + put_decimal(buf + minus, n, ten);
}

int br_number_write(char buf[BR_NUMBER_SIZE], double value)
{
    uint64_t bits = (as_double){value}.bits;
    return write_number(fdouble, buf, bits & UINT64_MAX >> 1, bits >> 63);
}

static int write_side(char *buf, double value, int digits, bool above)
{
    BR_REQUIRE(digits >= 0 && digits <= 17);
    uint64_t bits = (as_double){value}.bits;
    bool minus = bits >> 63;
    bits &= UINT64_MAX >> 1;
    int used = put_special(fdouble, buf, bits, minus), ten = 0;
    if (used)
        return used;
    double lo = 0, hi = 0;
    used = br_number_write(buf, value);
    br_number_enclose(buf, (size_t)used, &lo, &hi);
    if (digits == 0 && (above ? lo : hi) == value) // the short text is on that side
        return used;
    uint64_t n = directed_digits(binary_parts(fdouble, bits), digits ? digits : 17, above != minus, &ten);
    return minus + put_decimal(buf + minus, n, ten);
}

int br_number_write_below(char buf[BR_NUMBER_SIZE], double value, int digits)
{
    return write_side(buf, value, digits, false);
}

int br_number_write_above(char buf[BR_NUMBER_SIZE], double value, int digits)
{
    return write_side(buf, value, digits, true);
}

int brf_number_write(char buf[BR_NUMBER_SIZE], float value)
{
    uint32_t bits = (as_float){value}.bits;
    return write_number(ffloat, buf, bits & UINT32_MAX >> 1, bits >> 31);
}

double br_number_move_point(double value, int ten)
{
    uint64_t bits = (as_double){value}.bits, sign = bits & (uint64_t)1 << 63;
    bits -= sign;
    if (bits == 0 || bits >= fdouble.infinity)
        return value;
    int own = 0;
    decimal d = {.w = shortest_decimal(fdouble, bits, &own)};
    d.k = (long long)own + ten;
    return (as_double){.bits = read_decimal(fdouble, &d, NEAREST) | sign}.value;
}
