// picard.c - verified steps by a bounding box (Picard operator) and Taylor series: Rauh et al. 2017, section 3. [host]
//
// Read with the errata of docs/papers.md: the modes of the bounding box are all that are active anywhere in the step, so steps 1 and 2 repeat
// until there are no more of them; and the series is factored by w, or its width would grow without bound.
#include "num/base/fp.h"

#include "bound/stick/tube.h"

#include <float.h>

enum { TRIES = 60 };

typedef struct state {
    br_interval q, w;
} state;

static br_interval half_line(int label) // of w
{
    double inf = (double)__builtin_inff();
    return label == BR_FORWARD    ? br_interval_of(0, inf)
           : label == BR_BACKWARD ? br_interval_of(-inf, 0)
                                  : br_interval_point(0);
}

// Modes that states of the box can come to at once or in the step.
static void activate_modes(const br_pace *pace, br_interval u, br_interval w, bool active[BR_LABELS])
{
    const br_slide *f = &pace->side[BR_FORWARD], *b = &pace->side[BR_BACKWARD];
    for (int again = 0; again < 2; again++) {
        active[BR_REST] = active[BR_REST] || (active[BR_FORWARD] && w.lo <= 0 && u.lo <= f->c.hi) ||
                          (active[BR_BACKWARD] && w.hi >= 0 && u.hi >= b->c.lo);
        active[BR_FORWARD] = active[BR_FORWARD] || (active[BR_REST] && u.hi > f->c.lo);
        active[BR_BACKWARD] = active[BR_BACKWARD] || (active[BR_REST] && u.lo < b->c.hi);
    }
}

static br_interval rate_at_rest(const br_slide *s, br_interval u)
{
    return br_interval_mul(s->k, br_interval_sub(u, s->c));
}

// f_a: the rates of all active modes.
static state picard_rates(const br_pace *pace, br_interval u, br_interval w, const bool active[BR_LABELS])
{
    state f = {br_interval_empty(), br_interval_empty()};
    if (active[BR_REST])
        f.q = f.w = br_interval_point(0);
    for (int l = BR_FORWARD; l < BR_LABELS; l++) {
        const br_slide *s = &pace->side[l];
        br_interval own = br_interval_intersect(w, half_line(l));
        if (!active[l] || br_interval_is_empty(own))
            continue;
        f.q = br_interval_hull(f.q, own);
        f.w = br_interval_hull(f.w, br_interval_add(br_interval_mul(s->a, own), rate_at_rest(s, u)));
    }
    return f;
}

static br_interval wider(br_interval x)
{
    double by = 0.1 * br_interval_width(x) + 1e-9 * br_interval_mag(x) + DBL_MIN;
    return br_interval_add(x, br_interval_of(-by, by));
}

static state moved(state x, br_interval time, state f)
{
    return (state){br_interval_add(x.q, br_interval_mul(time, f.q)), br_interval_add(x.w, br_interval_mul(time, f.w))};
}

// Steps 1 and 2: box becomes a bounding box for the step, active the modes in it.
static bool bounding_box(const br_pace *pace, br_interval u, state x, bool active[BR_LABELS], state *box)
{
    br_interval step = br_interval_of(0, pace->h);
    *box = x;
    for (int i = 0; i < TRIES; i++) {
        activate_modes(pace, u, box->w, active);
        state next = moved(x, step, picard_rates(pace, u, box->w, active));
        if (br_interval_subset(next.q, box->q) && br_interval_subset(next.w, box->w)) {
            *box = next;
            return true;
        }
        box->q = br_interval_hull(box->q, wider(next.q));
        box->w = br_interval_hull(box->w, wider(next.w));
    }
    return false;
}

// The sum over i = j..nu of h^i a^(i-j)/i!
static br_interval part_sum(br_interval a, double h, int j, int nu)
{
    br_interval sum = br_interval_point(0);
    for (int i = nu; i >= j; i--) {
        br_interval coefficient = br_interval_point(1);
        for (int k = 1; k <= i; k++)
            coefficient = br_interval_div(br_interval_mul(coefficient, br_interval_point(h)), br_interval_point(k));
        sum = br_interval_add(coefficient, br_interval_mul(a, sum));
    }
    return sum;
}

// Step 3 in one sliding mode: (4) with the remainder (5) over the bounding box.
static state taylor_series(const br_slide *s, double h, int nu, br_interval u, state x, state box)
{
    br_interval b = rate_at_rest(s, u), rate = br_interval_add(br_interval_mul(s->a, box.w), b),
                term = br_interval_point(1);
    for (int k = 1; k <= nu + 1; k++)
        term = br_interval_div(br_interval_mul(term, br_interval_point(h)), br_interval_point(k));
    br_interval rest = br_interval_mul(br_interval_mul(term, br_interval_pown(s->a, nu - 1)), rate);
    br_interval by_w = part_sum(s->a, h, 0, nu), by_b = part_sum(s->a, h, 1, nu), twice = part_sum(s->a, h, 2, nu);
    br_interval w = br_interval_add(br_interval_mul(by_w, x.w), br_interval_mul(by_b, b));
    br_interval q = br_interval_add(x.q, br_interval_add(br_interval_mul(by_b, x.w), br_interval_mul(twice, b)));
    return (state){br_interval_add(q, rest), br_interval_add(w, br_interval_mul(s->a, rest))};
}

// Step 4: every mode keeps the states that are its own.
static br_tube sort_out(const br_pace *pace, br_interval u, state x, const bool active[BR_LABELS])
{
    br_tube t = {0};
    bool stays = u.lo <= pace->side[BR_FORWARD].c.hi && u.hi >= pace->side[BR_BACKWARD].c.lo;
    for (int l = 0; l < BR_LABELS; l++) {
        br_states p = {x.q, br_interval_intersect(x.w, half_line(l)), false};
        p.on = active[l] && !br_interval_is_empty(p.w) && (l != BR_REST || stays);
        t.states[l] = p;
    }
    return t;
}

// One piece of a step; false: no bounding box was found.
static bool one_piece(const br_pace *pace, int nu, br_interval u, br_tube *t)
{
    br_states all = br_tube_hull(t);
    state x = {all.q, all.w}, box;
    bool active[BR_LABELS];
    if (!all.on)
        return true;
    for (int l = 0; l < BR_LABELS; l++)
        active[l] = t->states[l].on;
    if (!bounding_box(pace, u, x, active, &box))
        return false;
    int sliding = active[BR_FORWARD] ? BR_FORWARD : BR_BACKWARD;
    bool one = active[BR_REST] + active[BR_FORWARD] + active[BR_BACKWARD] == 1;
    if (!one)
        x = moved(x, br_interval_point(pace->h), picard_rates(pace, u, box.w, active));
    else if (!active[BR_REST])
        x = taylor_series(&pace->side[sliding], pace->h, nu, u, x, box);
    *t = sort_out(pace, u, x, active);
    return true;
}

br_status br_picard_step(const br_pace *pace, int nu, br_interval u, br_tube *t)
{
    br_tube next = *t;
    if (nu < 1 || nu > BR_PICARD_ORDER)
        return BR_BAD_USAGE;
    for (int i = 0; i < pace->pieces; i++)
        if (!one_piece(pace, nu, u, &next))
            return BR_NEGATIVE;
    *t = next;
    return BR_OK;
}
