// balance.c - a stable equilibrium: the mechanism sinks to where it rests.          [host]
#include "num/fp.h"

#include "mech/moving.h"
#include "num/elem.h"

#include <string.h>

// One step of BDF-1 from rest: downhill, and towards Newton's step as h grows. *way: the largest move of a coordinate.
static br_status sink(br_moving *s, double h, double *way, br_diag *why)
{
    memset(s->now.v, 0, (size_t)s->n * sizeof *s->now.v);
    memset(s->now.dv, 0, (size_t)s->n * sizeof *s->now.dv);
    br_status status = br_moving_step(s, &br_mech_bdf1, h, why);
    *way = 0;
    for (int i = 0; i < s->n && status == BR_OK; i++) {
        double moved = br_abs(s->now.q[i] - s->next.q[i]);
        *way = moved > *way ? moved : *way;
    }
    return status;
}

static br_status rest(br_moving *s, br_diag *why)
{
    enum { MOST = 2000 };
    const double longest = 100, near = 0.1, done = 1e-13; // s; way of a step that was short; where rounding begins
    double h = 1e-2, way = 1;
    for (int k = 0; k < MOST; k++) {
        br_status status = sink(s, h, &way, why);
        if (status == BR_OK && way < done && h >= longest / 2)
            return BR_OK;
        h *= status != BR_OK ? 0.25 : way < near ? 1.5 : 1;
        h = h < longest ? h : longest;
        if (h < 1e-9)
            break;
    }
    return br_complain(why, BR_BAD_LAW, &s->m->tokens, NULL, "no equilibrium was found near the drawing");
}

br_status br_moving_balance(br_moving *s, br_diag *why)
{
    s->smooth = true;
    br_status status = rest(s, why);
    s->smooth = false;
    s->worked = s->lost = 0;
    memset(s->now.v, 0, (size_t)s->n * sizeof *s->now.v);
    memset(s->held, 0, (size_t)s->m->measures * sizeof *s->held);
    return status;
}
