// verify_replay.c - an enclosure of all that a box of parameters can do along a slide.            [host]
//
// States are kept by what the plant does: 0 rests, +1 slides forward, -1 slides backward. In a slide forward w' = a*w + b with
// b = k*(u - c), a <= 0 and w >= 0. Two such motions of which one has the larger start, a and b cannot cross, so the ends of
// w and q are those of two motions, in closed form. Where a motion may stop within a step, the step is gone through in pieces,
// and within a piece everything it could do is taken: this is coarse, but the piece is short. A slide backward is a slide
// forward seen in a mirror.
#include "num/fp.h"

#include "bound/verify.h"

enum { SERIES = 24, PIECES = 16, CUTS = 6 };

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

static br_interval number(double x)
{
    return br_interval_of(x, x);
}

static br_interval mirror(br_interval x, int sign)
{
    return sign < 0 ? br_interval_neg(x) : x;
}

// phi_j(z) = 1/j! + z*phi_{j+1}(z), from far down where |phi| < 3/j! for |z| <= 1.
static br_interval phi(int j, br_interval z)
{
    br_interval factorial = number(1), inverse[SERIES + 1];
    for (int i = 0; i <= SERIES; i++) {
        factorial = i > 0 ? br_interval_mul(factorial, number(i)) : factorial;
        inverse[i] = br_interval_div(number(1), factorial);
    }
    br_interval sum = br_interval_mul(br_interval_of(-3, 3), inverse[SERIES]);
    for (int i = SERIES - 1; i >= j; i--)
        sum = br_interval_add(inverse[i], br_interval_mul(z, sum));
    return sum;
}

static motion move_for(br_interval a, br_interval h)
{
    motion m;
    for (int end = 0; end < 2; end++) {
        br_interval z = br_interval_mul(number(end ? a.hi : a.lo), h);
        m.e[end] = phi(0, z);
        m.f[end] = br_interval_mul(phi(1, z), h);
        m.g[end] = br_interval_mul(phi(2, z), br_interval_sqr(h));
    }
    return m;
}

br_interval br_verify_sum_at(const br_verify_sum *s, const br_interval *p, int np)
{
    br_interval sum = number(0);
    for (int t = 0; t < s->terms; t++) {
        br_interval product = number(s->factor[t]);
        for (int i = 0; i < np; i++)
            product = s->of[t] >> i & 1 ? br_interval_mul(product, p[i]) : product;
        sum = br_interval_add(sum, product);
    }
    return sum;
}

// False: the plant is none that sticks and slips somewhere in the box, or the step is too long for the series.
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
            s->step = move_for(s->a, number(h));
        s->piece = move_for(s->a, br_interval_div(number(h), number(PIECES)));
    }
    return -sides[1].c.lo <= sides[0].c.lo; // the limits do not cross
}

static void join(part *to, part x)
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
    return br_interval_add(number(x), br_interval_add(br_interval_mul(f, number(w)), br_interval_mul(g, number(b))));
}

// Where a slide is after the time of m, as long as it goes on.
static part go(const motion *m, part x, br_interval b)
{
    br_interval w = {along(0, m->e[0], x.w.lo, m->f[0], b.lo).lo, along(0, m->e[1], x.w.hi, m->f[1], b.hi).hi};
    br_interval q = {along(x.q.lo, m->f[0], x.w.lo, m->g[0], b.lo).lo,
                     along(x.q.hi, m->f[1], x.w.hi, m->g[1], b.hi).hi};
    return (part){q, w, x.on};
}

// Everything that any course of modes and inputs can do: |w| grows by no more than the larger push.
static states anything(const states *x, const br_interval b[2], double h)
{
    double up = b[0].hi > 0 ? b[0].hi : 0, down = b[1].hi > 0 ? b[1].hi : 0;
    br_interval q = br_interval_empty(), w = number(0), time = number(h);
    for (int i = 0; i < 3; i++)
        if (x->at[i].on) {
            q = br_interval_hull(q, mirror(x->at[i].q, i - 1));
            w = br_interval_hull(w, mirror(x->at[i].w, i - 1));
        }
    w = br_interval_add(w, br_interval_mul(time, br_interval_of(-down, up)));
    q = br_interval_add(q, br_interval_mul(time, w));
    part back = {mirror(q, -1), {0, -w.lo > 0 ? -w.lo : 0}, true}, rest = {q, {0, 0}, true},
         fore = {q, {0, w.hi > 0 ? w.hi : 0}, true};
    return (states){{back, rest, fore}};
}

// A slide that may stop within a piece: it slides on, rests, or turns, from anywhere it may have come to.
static void stop_within(const side sides[2], int n, part from, const br_interval b[2], double h, bool may_rest,
                        states *next)
{
    part x = go(&sides[n].piece, from, b[n]);
    double far = along(from.q.hi, number(h), from.w.hi, number(0), 0).hi;
    x.q = br_interval_of(from.q.lo, x.w.hi >= 0 ? x.q.hi : far); // slower and slower where it stops for sure
    int sign = n ? -1 : 1, other = 1 - n;
    br_interval here = mirror(x.q, sign);
    if (x.w.hi >= 0)
        join(&next->at[sign + 1], (part){x.q, {0, x.w.hi}, true});
    if (may_rest)
        join(&next->at[1], (part){here, {0, 0}, true});
    if (b[other].hi > 0) {
        part turned = {mirror(here, -sign), {0, 0}, true};
        br_interval push = {0, b[other].hi};
        join(&next->at[1 - sign], go(&sides[other].piece, turned, push));
    }
}

static br_interval push(const side *s, br_interval u, int sign)
{
    return br_interval_mul(s->k, br_interval_sub(mirror(u, sign), s->c));
}

// One piece, or a whole step of h where nothing can stop in it; false: something may.
static bool advance(const side sides[2], br_interval u, double h, bool whole, const states *x, states *next)
{
    br_interval b[2] = {push(&sides[0], u, 1), push(&sides[1], u, -1)};
    bool may_rest = b[0].lo <= 0 && b[1].lo <= 0, held = br_interval_is_point(u);
    *next = (states){0};
    if (x->at[1].on && may_rest)
        next->at[1] = x->at[1];
    for (int n = 0; n < 2; n++) {
        int sign = n ? -1 : 1;
        const motion *m = whole ? &sides[n].step : &sides[n].piece;
        const part *from = &x->at[sign + 1];
        bool leaves = x->at[1].on && b[n].hi > 0;
        if (from->on) {
            part on = go(m, *from, b[n]);
            bool stops = b[n].lo <= 0 && on.w.lo <= 0;
            if (stops && whole)
                return false;
            if (stops && held)
                stop_within(sides, n, *from, b, h, may_rest, next);
            else if (!stops)
                join(&next->at[sign + 1], on);
            if (stops && !held) {
                *next = anything(x, b, h);
                return true;
            }
        }
        if (leaves && !held && b[n].lo <= 0) { // it may leave at any time, and come back
            if (!whole)
                *next = anything(x, b, h);
            return !whole;
        }
        if (leaves) {
            part at_rest = {mirror(x->at[1].q, sign), {0, 0}, true};
            br_interval ahead = {b[n].lo > 0 ? b[n].lo : 0, b[n].hi};
            join(&next->at[sign + 1], go(m, at_rest, ahead));
        }
    }
    return true;
}

static void take_step(const side sides[2], br_interval u, double h, states *x)
{
    states next;
    if (sides[0].whole && sides[1].whole && advance(sides, u, h, true, x, &next)) {
        *x = next;
        return;
    }
    for (int i = 0; i < PIECES; i++) {
        advance(sides, u, h / PIECES, false, x, &next); // exact: PIECES is a power of two
        *x = next;
    }
}

// Keeps what agrees with a row. Whether anything does.
static bool agree(states *x, br_interval q, bool rests)
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
    side sides[2];
    if (!make_sides(v, p, l->h, sides))
        return false;
    states x = {.at[1] = {l->q[s->first], {0, 0}, true}};
    for (int k = s->first; k < row; k++) {
        take_step(sides, l->u[k], l->h, &x);
        if (!agree(&x, l->q[k + 1], l->rests[k + 1]))
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
    return !br_interval_is_point(u) && (push(&sides[0], u, 1).hi > 0 || push(&sides[1], u, -1).hi > 0);
}

bool br_verify_slides(const br_verified *v, const br_verify_slide *s, const br_interval *p, int end, int *still,
                      int *begin, int *sign)
{
    const br_verify_log *l = &v->log[s->log];
    side sides[2];
    *sign = 0;
    *still = *begin = s->first;
    if (end > s->last || !make_sides(v, p, l->h, sides))
        return false;
    states x = {.at[1] = {l->q[s->first], {0, 0}, true}};
    for (int k = s->first; k < end; k++) {
        take_step(sides, l->u[k], l->h, &x);
        if (!agree(&x, l->q[k + 1], l->rests[k + 1]))
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
