// tube.c - tubes by mode: hull, intersection, and parameters prepared for a step. [host]
#include "num/base/fp.h"

#include "bound/stick/tube.h"
#include "num/base/probe.h"
#include "num/base/require.h"

enum { TERMS = 16, PIECES = 1024 };

br_tube br_tube_at_rest(br_interval q)
{
    br_tube t = {.states[BR_REST] = {q, br_interval_point(0), true}};
    return t;
}

bool br_tube_is_empty(const br_tube *t)
{
    return !t->states[BR_REST].on && !t->states[BR_FORWARD].on && !t->states[BR_BACKWARD].on;
}

br_states br_tube_hull(const br_tube *t)
{
    br_states all = {br_interval_empty(), br_interval_empty(), false};
    for (int l = 0; l < BR_LABELS; l++)
        if (t->states[l].on) {
            all.q = br_interval_hull(all.q, t->states[l].q);
            all.w = br_interval_hull(all.w, t->states[l].w);
            all.on = true;
        }
    return all;
}

void br_tube_contract(br_tube *t, br_interval q)
{
    for (int l = 0; l < BR_LABELS; l++)
        if (t->states[l].on) {
            t->states[l].q = br_interval_intersect(t->states[l].q, q);
            t->states[l].on = !br_interval_is_empty(t->states[l].q);
        }
}

void br_tube_keep_rest(br_tube *t)
{
    t->states[BR_FORWARD].on = t->states[BR_BACKWARD].on = false;
}

// The sum of z^i/(i + j)! for |z| <= 1; what follows the last term is less than twice the next one.
static br_interval series(br_interval z, int j)
{
    double factorial = 1;
    for (int i = 2; i <= j; i++)
        factorial *= i;
    br_interval sum = br_interval_point(0), term = br_interval_div(br_interval_point(1), br_interval_point(factorial));
    for (int i = 0; i < TERMS; i++) {
        sum = br_interval_add(sum, term);
        term = br_interval_div(br_interval_mul(term, z), br_interval_point(i + j + 1));
    }
    double rest = 2 * br_interval_mag(term);
    return br_interval_add(sum, br_interval_of(-rest, rest));
}

br_growth br_growth_at(double a, double h)
{
    BR_REQUIRE(a * h >= -1 && a * h <= 1);
    br_interval step = br_interval_point(h), z = br_interval_mul(br_interval_point(a), step);
    return (br_growth){br_interval_point(a), series(z, 0), br_interval_mul(series(z, 1), step),
                       br_interval_mul(series(z, 2), br_interval_sqr(step))};
}

br_status br_pace_make(br_pace *pace, const br_stick *s, const br_interval *p, double h)
{
    br_status status = br_fp_probe();
    if (status == BR_OK)
        status = br_stick_at(s, p, pace->side);
    if (status != BR_OK)
        return status;
    double a = pace->side[BR_FORWARD].a.lo, b = pace->side[BR_BACKWARD].a.lo, steep = -(a < b ? a : b);
    pace->pieces = 1;
    while (!(steep * (h / pace->pieces) <= 0.5) && pace->pieces < PIECES)
        pace->pieces *= 2;
    pace->h = h / pace->pieces; // exact: pieces is a power of two
    if (!(steep * pace->h <= 0.5))
        return BR_NEGATIVE;
    for (int l = BR_FORWARD; l < BR_LABELS; l++) {
        if (l == BR_BACKWARD && br_interval_equal(pace->side[l].a, pace->side[BR_FORWARD].a)) {
            pace->low[l] = pace->low[BR_FORWARD];
            pace->high[l] = pace->high[BR_FORWARD];
            continue;
        }
        pace->low[l] = br_growth_at(pace->side[l].a.lo, pace->h);
        pace->high[l] = br_growth_at(pace->side[l].a.hi, pace->h);
    }
    return BR_OK;
}
