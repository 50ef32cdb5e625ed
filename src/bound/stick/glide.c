// glide.c - fast path of verified steps: surely at rest, or sliding to one side without stopping. [host]
//
// The corner trajectories of corner.c in closed form, without breakaway, stops and turns: where any of these may happen, corner.c
// takes the step. An interval is stored as its lower end and its negated upper end, so that both are rounded downward alike, and
// its mirror image is the two exchanged.
#include "num/base/fp.h"

#include "bound/stick/tube.h"
#include "num/interval/ball.h"

#include <float.h>

#define SLACK                                                                                                          \
    1.7763568394002505e-15 // 2^-49: more than the roundings of two products, three sums and of the bound itself
#define TINY 1e-300        // more than any of them loses below the normal numbers

// The end of a factor f >= 0 that makes its product with x least.
static double least(br_interval f, double x)
{
    return x > 0 ? f.lo : f.hi;
}

// Not above q + f*w + g*b.
static double below(double q, br_interval f, double w, br_interval g, double b)
{
    double fw = least(f, w) * w, gb = least(g, b) * b;
    return q + (fw + gb) - (SLACK * (br_far(q) + (br_far(fw) + br_far(gb))) + TINY);
}

// Not above k*d, d a difference that was rounded.
static double least_rate(br_interval k, double d)
{
    double b = least(k, d) * d;
    return b - (SLACK * br_far(b) + TINY);
}

static bool stays(const br_pace *pace, br_interval u)
{
    return u.hi <= pace->side[BR_FORWARD].c.lo && u.lo >= pace->side[BR_BACKWARD].c.hi;
}

// One side over a step of one piece; false: it may stop, or is not finite.
static bool slide(const br_pace *pace, int l, br_interval u, br_states *x)
{
    const br_slide *s = &pace->side[l];
    const br_growth *at[2] = {&pace->low[l], &pace->high[l]};
    const double q[2] = {x->q.lo, -x->q.hi}, w[2] = {x->w.lo, -x->w.hi};
    const double b[2] = {least_rate(s->k, u.lo - s->c.hi), least_rate(s->k, s->c.lo - u.hi)};
    double next_q[2], next_w[2];
    for (int i = 0; i < 2; i++) {
        int from = l == BR_BACKWARD ? 1 - i : i;
        next_w[i] = below(0, at[i]->e, w[from], at[i]->f, b[from]);
        next_q[i] = below(q[from], at[i]->f, w[from], at[i]->g, b[from]);
        if (i == 0 && next_q[0] < q[from])
            next_q[0] = q[from]; // w >= 0
    }
    if (!(next_w[0] > 0 && next_w[0] - next_w[1] <= DBL_MAX && br_far(next_q[0]) + br_far(next_q[1]) <= DBL_MAX))
        return false;
    int low = l == BR_BACKWARD;
    x->q = (br_interval){next_q[low], -next_q[1 - low]};
    x->w = (br_interval){next_w[low], -next_w[1 - low]};
    return true;
}

static bool glides(const br_pace *pace, br_interval u, br_tube *t)
{
    bool rests = t->states[BR_REST].on, fore = t->states[BR_FORWARD].on, back = t->states[BR_BACKWARD].on;
    if (rests + fore + back != 1 || rests)
        return rests && !fore && !back && stays(pace, u);
    return pace->pieces == 1 &&
           slide(pace, fore ? BR_FORWARD : BR_BACKWARD, u, &t->states[fore ? BR_FORWARD : BR_BACKWARD]);
}

void br_tube_step(const br_pace *pace, br_interval u, br_tube *t)
{
    if (!glides(pace, u, t))
        br_corner_step(pace, u, t);
}
