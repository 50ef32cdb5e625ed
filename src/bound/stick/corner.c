// corner.c - verified steps of a stick-slip plant along corner trajectories.      [host]
//
// All is written for the forward side, w >= 0; the backward side is its mirror image.
//
// Why two corners suffice: with w >= 0 the rate a*w + b grows with a and with b, and solutions of a scalar equation cannot
// cross; so w at any time grows with its start, with a and with b, and so does its integral q.
#include "num/base/fp.h"

#include "bound/stick/tube.h"
#include "num/base/require.h"
#include "num/interval/ball.h"

#include <float.h>

#define SLACK 1.7763568394002505e-15 // 2^-49: more than the roundings of two products, two sums and of the bound itself
#define TINY 1e-300                  // more than any of them loses below the normal numbers

// Not above q + f*w + g*b; q itself where neither moves it. Where it is not finite, minus infinity.
static double below(double q, double f, double w, double g, double b)
{
    if (w == 0 && b == 0)
        return q;
    double fw = f * w, gb = g * b, sum = q + (fw + gb) - (SLACK * (br_far(q) + (br_far(fw) + br_far(gb))) + TINY);
    return br_far(sum) <= DBL_MAX ? sum : br_interval_entire().lo;
}

static double above(double q, double f, double w, double g, double b)
{
    return -below(-q, f, -w, g, -b);
}

// The end of a factor of x that makes the product least, or greatest.
static double least(br_interval f, double x)
{
    return x >= 0 ? f.lo : f.hi;
}

static double most(br_interval f, double x)
{
    return x >= 0 ? f.hi : f.lo;
}

static br_interval mirror_if(bool mirror, br_interval x)
{
    return mirror ? br_interval_of(-x.hi, -x.lo) : x;
}

static br_states mirror_states(bool mirror, br_states p)
{
    p.q = mirror_if(mirror, p.q);
    p.w = mirror_if(mirror, p.w);
    return p;
}

static void join_states(br_states *to, br_states part)
{
    if (!part.on)
        return;
    if (to->on) {
        part.q =
            br_interval_of(part.q.lo < to->q.lo ? part.q.lo : to->q.lo, part.q.hi > to->q.hi ? part.q.hi : to->q.hi);
        part.w =
            br_interval_of(part.w.lo < to->w.lo ? part.w.lo : to->w.lo, part.w.hi > to->w.hi ? part.w.hi : to->w.hi);
    }
    *to = part;
}

// b = k*(u - c), k > 0: the rate at w = 0.
static br_interval rate_at_rest(const br_slide *s, br_interval u, bool mirror)
{
    br_interval b = br_interval_mul(s->k, br_interval_sub(u, s->c));
    return mirror_if(mirror, b);
}

static bool rests(const br_pace *pace, br_interval u)
{
    return u.lo <= pace->side[BR_FORWARD].c.hi && u.hi >= pace->side[BR_BACKWARD].c.lo;
}

// What is left to run from w >= 0 to a stop, with b < 0 and a <= 0; anything where w or b is not known:
//     integral of w dw/(-b - a*w) = w^2/(-b) * integral over 0..1 of s ds/(1 + y s),  y = a*w/b >= 0
// and 1/(1 + z) lies between 1 - z + ... - z^7 and that + z^8.
static br_interval run_out(double w, double a, double b)
{
    BR_REQUIRE(w >= 0 && a <= 0 && b < 0);
    br_interval one = br_interval_of(w, w), over = br_interval_of(b, b);
    br_interval y = br_interval_div(br_interval_mul(br_interval_of(a, a), one), over);
    if (!(w <= DBL_MAX && b >= -DBL_MAX))
        return (br_interval){0, br_interval_entire().hi};
    br_interval sum = br_interval_of(0, 0), power = br_interval_of(1, 1);
    for (int i = 0; i < 8; i++) {
        br_interval term = br_interval_div(power, br_interval_of(i + 2, i + 2));
        sum = i % 2 ? br_interval_sub(sum, term) : br_interval_add(sum, term);
        power = br_interval_mul(power, y);
    }
    double past = br_interval_div(power, br_interval_of(10, 10)).hi,
           high = br_interval_add(sum, br_interval_of(0, past)).hi;
    br_interval share = br_interval_of(sum.lo > 0 ? sum.lo : 0, high < 0.5 ? high : 0.5);
    return br_interval_mul(br_interval_div(br_interval_sqr(one), br_interval_neg(over)), share);
}

// How long that takes at least: log(1 + y)/(-a).
static double stops_after(double w, double a, double b)
{
    BR_REQUIRE(w >= 0 && a <= 0 && b < 0);
    br_interval one = br_interval_of(w, w), over = br_interval_of(b, b), minus = br_interval_of(-a, -a);
    if (b < -DBL_MAX)
        return 0;
    if (a == 0)
        return br_interval_div(one, br_interval_neg(over)).lo;
    br_interval y = br_interval_div(br_interval_mul(minus, one), br_interval_neg(over));
    return br_interval_div(br_interval_log1p(y), minus).lo;
}

// A sliding part over one piece: what slides on comes back, what may have stopped goes to *stopped. NULL: it has just left
// rest with b >= 0, and does not stop.
static br_states slide_on(const br_growth *low, const br_growth *high, br_states from, br_interval b,
                          br_states *stopped)
{
    double w0 = from.w.lo, w1 = from.w.hi;
    br_interval w = {below(0, least(low->e, w0), w0, least(low->f, b.lo), b.lo),
                     above(0, most(high->e, w1), w1, most(high->f, b.hi), b.hi)};
    br_interval q = {below(from.q.lo, least(low->f, w0), w0, least(low->g, b.lo), b.lo),
                     above(from.q.hi, most(high->f, w1), w1, most(high->g, b.hi), b.hi)};
    if (stopped && b.lo <= 0 && w.lo <= 0) {
        q.lo = b.lo < 0 ? below(from.q.lo, 1, run_out(w0, low->a.lo, b.lo).lo, 0, 0) : from.q.lo;
        if (w.hi < 0)
            q.hi = above(from.q.hi, 1, run_out(w1, high->a.lo, b.hi).hi, 0, 0);
        *stopped = (br_states){q, {0, 0}, true};
    }
    w.lo = w.lo > 0 ? w.lo : 0;
    q.lo = q.lo > from.q.lo ? q.lo : from.q.lo; // w >= 0
    return (br_states){q, w, w.hi >= 0};
}

// What turned: with q where it stopped, the other way for some of the time that the first to stop has left.
static br_states turn_back(const br_slide *back, br_interval q, br_interval b, double left)
{
    if (!(b.hi > 0))
        return (br_states){.on = false};
    br_growth g = br_growth_at(back->a.hi, left);
    return (br_states){{q.lo, above(q.hi, 0, 0, g.g.hi, b.hi)}, {0, above(0, 0, 0, g.f.hi, b.hi)}, true};
}

// May what moves within the step stop again, where the input wavers about the limit of its side?
static bool falters(br_interval u, br_interval b, br_states moved)
{
    return u.lo < u.hi && b.lo <= 0 && b.hi > 0 && moved.on && moved.w.lo <= 0;
}

static void join_at_rest(br_tube *next, br_states moved)
{
    join_states(&next->states[BR_REST], (br_states){moved.q, {0, 0}, true});
}

// Stopped on side l, it rests, or turns at once.
static void after_stop(const br_pace *pace, int l, br_interval u, double first, br_states stopped, br_tube *next)
{
    int other = BR_FORWARD + BR_BACKWARD - l;
    bool mirror = other == BR_BACKWARD;
    br_interval b = rate_at_rest(&pace->side[other], u, mirror);
    double left = br_interval_sub(br_interval_of(pace->h, pace->h), br_interval_of(first, first)).hi;
    if (rests(pace, u))
        join_states(&next->states[BR_REST], stopped);
    br_states turned = turn_back(&pace->side[other], mirror_if(mirror, stopped.q), b, left > 0 ? left : 0);
    bool again = falters(u, b, turned);
    turned = mirror_states(mirror, turned);
    join_states(&next->states[other], turned);
    if (again)
        join_at_rest(next, turned);
}

// Side l over one piece: what slides and what leaves rest.
static void one_side(const br_pace *pace, int l, br_interval u, const br_tube *t, br_tube *next)
{
    bool mirror = l == BR_BACKWARD;
    const br_growth *low = &pace->low[l], *high = &pace->high[l];
    br_interval b = rate_at_rest(&pace->side[l], u, mirror), ahead = {b.lo > 0 ? b.lo : 0, b.hi};
    br_states moved = {0}, stopped = {0}, from = mirror_states(mirror, t->states[l]);
    if (from.on)
        moved = slide_on(low, high, from, b, &stopped);
    if (t->states[BR_REST].on && b.hi > 0)
        join_states(&moved, slide_on(low, high, mirror_states(mirror, t->states[BR_REST]), ahead, NULL));
    bool again = falters(u, b, moved);
    moved = mirror_states(mirror, moved);
    join_states(&next->states[l], moved);
    if (again)
        join_at_rest(next, moved);
    if (stopped.on)
        after_stop(pace, l, u, b.lo < 0 ? stops_after(from.w.lo, low->a.lo, b.lo) : 0, mirror_states(mirror, stopped),
                   next);
}

static void step_piece(const br_pace *pace, br_interval u, br_tube *t)
{
    br_tube next = {0};
    if (t->states[BR_REST].on && rests(pace, u))
        next.states[BR_REST] = t->states[BR_REST];
    for (int l = BR_FORWARD; l < BR_LABELS; l++)
        if (t->states[l].on || t->states[BR_REST].on)
            one_side(pace, l, u, t, &next);
    *t = next;
}

// All that a course of modes and inputs can do in a piece. However often it turns, speed to one side is no more than if it had
// gone there all along: what rests or goes the other way has none of it.
static br_tube to_and_fro(const br_pace *pace, br_interval u, const br_tube *t)
{
    br_tube next = {0};
    br_interval q = br_tube_hull(t).q;
    for (int l = BR_FORWARD; l < BR_LABELS; l++) {
        bool mirror = l == BR_BACKWARD;
        const br_growth *high = &pace->high[l];
        double b = rate_at_rest(&pace->side[l], u, mirror).hi, w0 = mirror_states(mirror, t->states[l]).w.hi;
        b = b > 0 ? b : 0;
        w0 = t->states[l].on && w0 > 0 ? w0 : 0;
        double fast = above(0, high->e.hi, w0, high->f.hi, b), far = above(0, high->f.hi, w0, high->g.hi, b);
        q = br_interval_add(q, mirror_if(mirror, br_interval_of(0, far)));
        next.states[l].w = mirror_if(mirror, br_interval_of(0, fast));
    }
    for (int l = 0; l < BR_LABELS; l++) {
        next.states[l].q = q;
        next.states[l].on = true;
    }
    return next;
}

// Where an input may reach both limits within a step, what rests in it may go to and fro.
void br_corner_step(const br_pace *pace, br_interval u, br_tube *t)
{
    bool wild = u.lo < u.hi && u.lo < pace->side[BR_BACKWARD].c.hi && u.hi > pace->side[BR_FORWARD].c.lo;
    for (int i = 0; i < pace->pieces; i++) {
        br_tube from = *t;
        step_piece(pace, u, t);
        if (!wild || !t->states[BR_REST].on)
            continue;
        *t = to_and_fro(pace, u, &from);
    }
}
