// unit.c - physical units: product, power, comparison, conversion to SI.       [host]
#include "num/base/fp.h"

#include "num/text/unit.h"

#include <limits.h>

#include "num/text/number.h"

br_unit br_unit_none(void)
{
    return (br_unit){{0}};
}

bool br_unit_same(br_unit a, br_unit b)
{
    for (int i = 0; i < BR_UNIT_DIMENSIONS; i++)
        if (a.power[i] != b.power[i])
            return false;
    return true;
}

bool br_unit_is_si(br_unit u)
{
    for (int i = BR_UNIT_DIMENSIONS; i < BR_UNIT_POWERS; i++)
        if (u.power[i] != 0)
            return false;
    return true;
}

bool br_unit_is_inertia(br_unit u)
{
    static const br_unit mass = {{0, 12}}, moment = {{24, 12}};
    return br_unit_is_si(u) && (br_unit_same(u, mass) || br_unit_same(u, moment));
}

// a*b^times; stops at the largest power there is.
static br_unit combine(br_unit a, br_unit b, int times)
{
    for (int i = 0; i < BR_UNIT_POWERS; i++) {
        int p = a.power[i] + times * b.power[i];
        a.power[i] = (short)(p > SHRT_MAX ? SHRT_MAX : p < -SHRT_MAX ? -SHRT_MAX : p);
    }
    return a;
}

br_unit br_unit_mul(br_unit a, br_unit b)
{
    return combine(a, b, 1);
}

br_unit br_unit_div(br_unit a, br_unit b)
{
    return combine(a, b, -1);
}

br_unit br_unit_pow(br_unit u, int num, int den, bool *ok)
{
    bool fine = den != 0;
    br_unit r = u;
    for (int i = 0; fine && i < BR_UNIT_POWERS; i++) {
        long long p = (long long)u.power[i] * num;
        fine = p % den == 0 && p / den <= SHRT_MAX && p / den >= -SHRT_MAX;
        r.power[i] = (short)(fine ? p / den : 0);
    }
    if (ok)
        *ok = fine;
    return fine ? r : u;
}

static double whole_power(double x, int k)
{
    double y = 1;
    for (; k > 0; k--)
        y *= x;
    return y;
}

// The 12th root of x >= 1: Newton from above, falling until rounding stops it.
static double root12(double x)
{
    double y = x, next = x;
    do {
        y = next;
        next = (11 * y + x / whole_power(y, 11)) / 12;
    } while (next < y);
    return y;
}

typedef struct {
    double up, down, pi_up, pi_down; // the size is up/down*10^ten*pi_up/pi_down
    int ten;
} size;

static size size_of(br_unit u)
{
    static const double base[] = {10, 2, 3, 3.14159265358979323846};
    int whole[4];
    double rest = 1;
    for (int i = 0; i < 4; i++) {
        int p = u.power[BR_UNIT_DIMENSIONS + i];
        whole[i] = (p - (p % 12 + 12) % 12) / 12;
        rest *= whole_power(base[i], p - 12 * whole[i]);
    }
    return (size){
        .up = whole_power(2, whole[1]) * whole_power(3, whole[2]) * (rest > 1 ? root12(rest) : 1),
        .down = whole_power(2, -whole[1]) * whole_power(3, -whole[2]),
        .pi_up = whole_power(base[3], whole[3]),
        .pi_down = whole_power(base[3], -whole[3]),
        .ten = whole[0],
    };
}

double br_unit_to_si(br_unit u, double value)
{
    size s = size_of(u);
    return br_number_move_point(value * s.up / s.down, s.ten) * s.pi_up / s.pi_down;
}

br_interval br_unit_enclose_si(br_unit u, br_interval v)
{
    const br_interval base[] = {{10, 10}, {2, 2}, {3, 3}, {3.141592653589793, 3.1415926535897936}};
    br_interval rest = br_interval_of(1, 1);
    for (int i = 0; i < 4; i++) {
        int p = u.power[BR_UNIT_DIMENSIONS + i], twelfths = (p % 12 + 12) % 12, whole = (p - twelfths) / 12;
        br_interval part = br_interval_pown(base[i], whole < 0 ? -whole : whole);
        v = whole < 0 ? br_interval_div(v, part) : br_interval_mul(v, part);
        rest = br_interval_mul(rest, br_interval_pown(base[i], twelfths));
    }
    if (rest.lo == 1 && rest.hi == 1)
        return v;
    return br_interval_mul(v, br_interval_pow(rest, br_interval_div(br_interval_of(1, 1), br_interval_of(12, 12))));
}

double br_unit_from_si(br_unit u, double value)
{
    size s = size_of(u);
    return br_number_move_point(value * s.pi_down / s.pi_up, -s.ten) * s.down / s.up;
}
