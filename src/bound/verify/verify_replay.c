// verify_replay.c - the checker's own enclosure of a box of parameters along a slide. [host]
//
// States are kept by what the plant does: 0 rests, +1 slides forward, -1 slides backward. In a slide forward w' = a*w + b with
// b = k*(u - c), a <= 0 and w >= 0. Two such motions of which one has the larger start, a and b cannot cross, so the ends of
// w and q are those of two motions, in closed form. Where a motion may stop within a step, the step is gone through in pieces:
// what stops or turns in one is followed from there on. An input that is no number may be anything within its interval at any
// time. A slide backward is a slide forward seen in a mirror.
#include "num/base/fp.h"

#include "bound/verify/verify.h"
#include "num/base/require.h"

enum { SERIES = 20, PIECES = 16, CUTS = 6 };

typedef struct part {
    br_interval q, w; // w >= 0: speed along the side's direction, q along it too
    bool on;
} part;

typedef struct states {
    part at[3]; // by side + 1, each in its own mirror; at[1] rests
} states;

// One side for one step: exp(a*h), its first and its second integral over h, at the two ends of a.
typedef struct motion {
    br_interval e[2], f[2], g[2];
} motion;

typedef struct side {
    br_interval a, k, c; // as seen in its mirror
    motion step, piece;
    bool whole; // a step is short enough for `step`
} side;

static br_interval mirror(br_interval x, int sign)
{
    return sign < 0 ? br_interval_neg(x) : x;
}

// phi_j(z) = 1/j! + z*phi_{j+1}(z), and 2*phi_2 = 1 + z/3*(1 + z/4*(1 + ...)): for |z| <= 1 what stands in a bracket is below 2.
static void phi(br_interval z, br_interval of[3])
{
    BR_REQUIRE(br_interval_mag(z) <= 1);
    br_interval sum = br_interval_of(-2, 2);
    for (int i = SERIES; i >= 3; i--)
        sum = br_interval_add(br_interval_point(1), br_interval_mul(br_interval_div(z, br_interval_point(i)), sum));
    of[2] = br_interval_div(sum, br_interval_point(2));
    of[1] = br_interval_add(br_interval_point(1), br_interval_mul(z, of[2]));
    of[0] = br_interval_add(br_interval_point(1), br_interval_mul(z, of[1]));
}

static motion move_for(br_interval a, br_interval h)
{
    motion m;
    for (int end = 0; end < 2; end++) {
        br_interval of[3];
        phi(br_interval_mul(br_interval_point(end ? a.hi : a.lo), h), of);
        m.e[end] = of[0];
        m.f[end] = br_interval_mul(of[1], h);
        m.g[end] = br_interval_mul(of[2], br_interval_sqr(h));
    }
    return m;
}

br_interval br_verify_sum_at(const br_verify_sum *s, const br_interval *p, int np)
{
    BR_REQUIRE(np >= 0 && np <= BR_VERIFY_PARAMS && s->terms <= BR_VERIFY_TERMS);
    br_interval sum = br_interval_point(0);
    for (int t = 0; t < s->terms; t++) {
        br_interval product = br_interval_point(s->factor[t]);
        for (int i = 0; i < np; i++)
            product = s->of[t] >> i & 1 ? br_interval_mul(product, p[i]) : product;
        sum = br_interval_add(sum, product);
    }
    return sum;
}

// False: no stick-slip plant somewhere in the box, or the step is too long for the series.
static bool make_sides(const br_verified *v, const br_interval *p, double h, side sides[2])
{
    for (int n = 0; n < 2; n++) {
        side *s = &sides[n];
        int sign = n ? -1 : 1;
        s->a = br_verify_sum_at(&v->side[n][0], p, v->np);
        s->k = br_verify_sum_at(&v->side[n][1], p, v->np);
        s->c = mirror(br_verify_sum_at(&v->side[n][2], p, v->np), sign);
        if (!(s->a.hi <= 0 && s->k.lo > 0 && br_interval_mag(s->a) * h <= 0.99 * PIECES))
            return false;
        s->whole = br_interval_mag(s->a) * h <= 0.99;
        if (s->whole)
            s->step = move_for(s->a, br_interval_point(h));
        s->piece = move_for(s->a, br_interval_div(br_interval_point(h), br_interval_point(PIECES)));
    }
    return -sides[1].c.lo <= sides[0].c.lo; // the limits do not cross
}

static void join_parts(part *to, part x)
{
    if (!x.on)
        return;
    to->q = to->on ? br_interval_hull(to->q, x.q) : x.q;
    to->w = to->on ? br_interval_hull(to->w, x.w) : x.w;
    to->on = true;
}

// The end of a motion from one end of its start, with one end of b: x + f*w + g*b. Of an end that is not known nothing follows:
// it is infinite, which no number is.
static br_interval along(double x, br_interval f, double w, br_interval g, double b)
{
    if (w == 0 && b == 0)
        return (br_interval){x, x};
    if (x - x != 0 || w - w != 0 || b - b != 0)
        return br_interval_entire();
    return br_interval_add(br_interval_point(x), br_interval_add(br_interval_mul(f, br_interval_point(w)),
                                                                 br_interval_mul(g, br_interval_point(b))));
}

// Where a slide is after the time of m, as long as it goes on.
static part move_on(const motion *m, part x, br_interval b)
{
    br_interval w = {along(0, m->e[0], x.w.lo, m->f[0], b.lo).lo, along(0, m->e[1], x.w.hi, m->f[1], b.hi).hi};
    br_interval q = {along(x.q.lo, m->f[0], x.w.lo, m->g[0], b.lo).lo,
                     along(x.q.hi, m->f[1], x.w.hi, m->g[1], b.hi).hi};
    return (part){q, w, x.on};
}

// When and where a slide stops that goes on from w >= 0 with b < 0 and a <= 0; y = a*w/b >= 0:
//     time: integral of dw/(-b - a*w)   = w/(-b)   * integral over 0..1 of ds/(1 + y*s)
//     way:  integral of w dw/(-b - a*w) = w^2/(-b) * integral over 0..1 of s ds/(1 + y*s)
typedef struct stop {
    br_interval time, way;
} stop;

// The integral over 0..1 of s^(j-1) ds/(1 + y*s): 1/(1 + x) lies between 1 - x + ... - x^5 and that + x^6, and below 1.
static br_interval slowing(br_interval y, int j)
{
    BR_REQUIRE(y.lo >= 0);
    br_interval sum = br_interval_point(0), power = br_interval_point(1);
    for (int i = 0; i < 6; i++) {
        sum = br_interval_add(sum, br_interval_div(power, br_interval_point(i + j)));
        power = br_interval_neg(br_interval_mul(power, y));
    }
    br_interval all = br_interval_add(sum, br_interval_of(0, br_interval_div(power, br_interval_point(6 + j)).hi));
    return br_interval_intersect(all,
                                 br_interval_of(0, br_interval_div(br_interval_point(1), br_interval_point(j)).hi));
}

static stop stop_from(double w, double a, double b)
{
    BR_REQUIRE(w >= 0 && a <= 0 && b < 0);
    if (w - w != 0 || b - b != 0)
        return (stop){{0, br_interval_entire().hi}, {0, br_interval_entire().hi}};
    br_interval y = br_interval_div(br_interval_mul(br_interval_point(a), br_interval_point(w)), br_interval_point(b));
    br_interval time = br_interval_div(br_interval_point(w), br_interval_point(-b)),
                way = br_interval_mul(time, br_interval_point(w));
    return (stop){br_interval_mul(time, slowing(y, 1)), br_interval_mul(way, slowing(y, 2))};
}

// Where a slide is after the time of m; w.hi < 0: it has stopped before. If it may have, *stops, it is where it came to by then, and
// *time is when; an input that wavers may have let it go on. However that was, it went no slower than its slower end until that
// stopped.
static part slide_on(const side *s, const motion *m, part from, br_interval b, bool *stops, br_interval *time)
{
    part x = move_on(m, from, b);
    *stops = b.lo <= 0 && x.w.lo <= 0;
    *time = (br_interval){0, br_interval_entire().hi};
    if (*stops) {
        stop first = b.lo < 0 ? stop_from(from.w.lo, s->a.lo, b.lo) : (stop){0};
        x.q.lo = along(from.q.lo, br_interval_point(1), first.way.lo, br_interval_point(0), 0).lo;
        time->lo = first.time.lo;
    }
    if (x.w.hi < 0) {
        stop last = stop_from(from.w.hi, s->a.hi, b.hi);
        x.q.hi = along(from.q.hi, br_interval_point(1), last.way.hi, br_interval_point(0), 0).hi;
        time->hi = last.time.hi;
    }
    x.w.lo = x.w.lo > 0 ? x.w.lo : 0;
    x.on = x.w.hi >= 0;
    return x;
}

// What has stopped there by then, and goes on to this side for what is left of h.
static part turn_back(const side *s, br_interval q, br_interval b, br_interval time, double h)
{
    br_interval left = br_interval_intersect(br_interval_sub(br_interval_point(h), time), br_interval_of(0, h));
    if (br_interval_is_empty(left))
        left = br_interval_point(0);
    part from = {q, {0, 0}, true}, low = from;
    motion m = move_for(s->a, br_interval_point(left.hi));
    part high = move_on(&m, from, b);
    if (b.lo > 0 && left.lo > 0) {
        m = move_for(s->a, br_interval_point(left.lo));
        low = move_on(&m, from, b);
    }
    return (part){{low.q.lo, high.q.hi}, {low.w.lo, high.w.hi}, true};
}

// Everything that any course of modes and inputs can do: however often it turns, it is no faster to one side than if it had gone
// there all along.
static states any_motion(const side sides[2], bool whole, const states *x, const br_interval b[2])
{
    states next = {0};
    br_interval q = br_interval_empty();
    for (int i = 0; i < 3; i++)
        q = x->at[i].on ? br_interval_hull(q, mirror(x->at[i].q, i - 1)) : q;
    for (int n = 0; n < 2; n++) {
        int sign = n ? -1 : 1;
        const motion *m = whole ? &sides[n].step : &sides[n].piece;
        double w = x->at[sign + 1].on ? x->at[sign + 1].w.hi : 0, ahead = b[n].hi > 0 ? b[n].hi : 0;
        double far = along(0, m->f[1], w, m->g[1], ahead).hi;
        q = br_interval_add(q, mirror((br_interval){0, far}, sign));
        next.at[sign + 1].w = (br_interval){0, along(0, m->e[1], w, m->f[1], ahead).hi};
    }
    for (int i = 0; i < 3; i++) {
        next.at[i].q = mirror(q, i - 1);
        next.at[i].on = true;
    }
    return next;
}

static br_interval rate_at_rest(const side *s, br_interval u, int sign)
{
    return br_interval_mul(s->k, br_interval_sub(mirror(u, sign), s->c));
}

// What a push can do to what rests.
static br_interval forth(br_interval b)
{
    return (br_interval){b.lo > 0 ? b.lo : 0, b.hi};
}

// What is on a side, in its mirror, may be at rest as well.
static void join_at_rest(states *next, part x, int sign)
{
    join_parts(&next->at[1], (part){mirror(x.q, sign), {0, 0}, true});
}

// One side over a piece or a whole step of h: what slides and what leaves rest. Whether something may stop in it.
static bool advance_side(const side sides[2], int n, const br_interval b[2], bool wavers, double h, bool whole,
                         const states *x, states *next)
{
    int sign = n ? -1 : 1, other = 1 - n;
    const motion *m = whole ? &sides[n].step : &sides[n].piece;
    const part *from = &x->at[sign + 1];
    bool stops = false, may_rest = b[0].lo <= 0 && b[1].lo <= 0;
    br_interval time, ahead[2] = {forth(b[0]), forth(b[1])};
    part moved = {0};
    if (from->on)
        moved = slide_on(&sides[n], m, *from, b[n], &stops, &time);
    if (stops && may_rest)
        join_at_rest(next, moved, sign);
    if (stops && b[other].hi > 0) {
        part turned = turn_back(&sides[other], br_interval_neg(moved.q), ahead[other], time, h);
        join_parts(&next->at[1 - sign], turned);
        if (wavers && b[other].lo <= 0)
            join_at_rest(next, turned, -sign);
    }
    if (x->at[1].on && b[n].hi > 0) {
        part at_rest = {mirror(x->at[1].q, sign), {0, 0}, true};
        join_parts(&moved, move_on(m, at_rest, ahead[n]));
    }
    join_parts(&next->at[sign + 1], moved);
    if (wavers && moved.on && moved.w.lo <= 0 && b[n].lo <= 0 && b[n].hi > 0) // it may come to rest at any time
        join_at_rest(next, moved, sign);
    return stops;
}

// One piece or a whole step of h. Whether something may stop in it.
static bool advance_all(const side sides[2], br_interval u, double h, bool whole, const states *x, states *next)
{
    br_interval b[2] = {rate_at_rest(&sides[0], u, 1), rate_at_rest(&sides[1], u, -1)};
    bool wavers = !br_interval_is_point(u), stops = false;
    *next = (states){0};
    if (x->at[1].on && b[0].lo <= 0 && b[1].lo <= 0)
        next->at[1] = x->at[1];
    for (int n = 0; n < 2; n++)
        stops = advance_side(sides, n, b, wavers, h, whole, x, next) || stops;
    if (!(wavers && b[0].hi > 0 && b[1].hi > 0 && next->at[1].on))
        return stops;
    *next = any_motion(sides, whole, x, b); // to and fro
    return true;
}

// A whole step, and in pieces where something may stop: both are enclosures, and so is their intersection.
static void advance_step(const side sides[2], br_interval u, double h, states *x)
{
    bool whole = sides[0].whole && sides[1].whole;
    states rough, fine = *x, next;
    if (whole && !advance_all(sides, u, h, true, x, &rough)) {
        *x = rough;
        return;
    }
    for (int i = 0; i < PIECES; i++) {
        advance_all(sides, u, h / PIECES, false, &fine, &next); // exact: PIECES is a power of two
        fine = next;
    }
    *x = fine;
    for (int i = 0; i < 3 && whole; i++) {
        x->at[i].q = br_interval_intersect(fine.at[i].q, rough.at[i].q);
        x->at[i].w = br_interval_intersect(fine.at[i].w, rough.at[i].w);
        x->at[i].on =
            fine.at[i].on && rough.at[i].on && !br_interval_is_empty(x->at[i].q) && !br_interval_is_empty(x->at[i].w);
    }
}

// Keeps what agrees with a row. Whether anything does.
static bool contract_by_row(states *x, br_interval q, bool rests)
{
    bool any = false;
    for (int i = 0; i < 3; i++) {
        part *p = &x->at[i];
        p->q = br_interval_intersect(p->q, mirror(q, i - 1));
        p->w.lo = p->w.lo > 0 ? p->w.lo : 0;
        p->on = p->on && !br_interval_is_empty(p->q) && p->w.lo <= p->w.hi && (i == 1 || !rests);
        any = any || p->on;
    }
    return any;
}

static bool box_dies(const br_verified *v, const br_verify_slide *s, const br_interval *p, int row)
{
    const br_verify_log *l = &v->log[s->log];
    BR_REQUIRE(row > s->first && row < l->rows);
    side sides[2];
    if (!make_sides(v, p, l->h, sides))
        return false;
    states x = {.at[1] = {l->q[s->first], {0, 0}, true}};
    for (int k = s->first; k < row; k++) {
        advance_step(sides, l->u[k], l->h, &x);
        if (!contract_by_row(&x, l->q[k + 1], l->rests[k + 1]))
            return true;
    }
    return false;
}

// Where a box does not die as a whole, its halves may.
static bool dies_in_parts(const br_verified *v, const br_verify_slide *s, const br_interval *p, int row, int cuts)
{
    if (box_dies(v, s, p, row))
        return true;
    int widest = 0;
    double most = 0;
    for (int i = 0; i < v->np; i++) {
        double share = br_interval_width(p[i]) / br_interval_width(v->range[i]); // NaN of what is known: not taken
        if (share > most) {
            most = share;
            widest = i;
        }
    }
    if (cuts == 0 || most == 0)
        return false;
    for (int half = 0; half < 2; half++) {
        br_interval part_of[BR_VERIFY_PARAMS] = {{0, 0}};
        double mid = br_interval_mid(p[widest]);
        for (int i = 0; i < v->np; i++)
            part_of[i] = p[i];
        *(half ? &part_of[widest].lo : &part_of[widest].hi) = mid;
        if (!dies_in_parts(v, s, part_of, row, cuts - 1))
            return false;
    }
    return true;
}

bool br_verify_dies(const br_verified *v, const br_verify_slide *s, const br_interval *p, int row)
{
    return row > s->first && row <= s->last && dies_in_parts(v, s, p, row, CUTS);
}

// May what rests move, and rest again, before the input is another? Only where that is no number.
static bool may_creep(const side sides[2], br_interval u)
{
    return !br_interval_is_point(u) && (rate_at_rest(&sides[0], u, 1).hi > 0 || rate_at_rest(&sides[1], u, -1).hi > 0);
}

bool br_verify_slides(const br_verified *v, const br_verify_slide *s, const br_interval *p, int end, int *still,
                      int *begin, int *sign)
{
    const br_verify_log *l = &v->log[s->log];
    BR_REQUIRE(end >= s->first && s->last < l->rows);
    side sides[2];
    *sign = 0;
    *still = *begin = s->first;
    if (end > s->last || !make_sides(v, p, l->h, sides))
        return false;
    states x = {.at[1] = {l->q[s->first], {0, 0}, true}};
    for (int k = s->first; k < end; k++) {
        advance_step(sides, l->u[k], l->h, &x);
        if (!contract_by_row(&x, l->q[k + 1], l->rests[k + 1]))
            return false; // it dies
        int ways = x.at[0].on + x.at[1].on + x.at[2].on, now = x.at[2].on - x.at[0].on;
        if (ways != 1 || (*sign && now != *sign))
            return false;
        *begin = now ? *begin : k + 1;
        *still = !now && may_creep(sides, l->u[k]) ? k + 1 : *still;
        *sign = now;
    }
    return *sign != 0;
}
