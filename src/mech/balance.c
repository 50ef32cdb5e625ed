// balance.c - a stable equilibrium: the mechanism sinks to where it rests.          [host]
#include "num/fp.h"

#include "mech/moving.h"
#include "num/elem.h"

#include <string.h>

// Of gravity and springs, less what drives would give.
static double height(const br_moving *s)
{
    double kinetic, potential;
    br_moving_energy(s, &kinetic, &potential);
    for (int i = 0; i < s->m->forces; i++)
        if (s->m->force[i].kind == BR_FORCE_DRIVE)
            potential -= s->drive[s->m->force[i].drive] * s->now.y[s->m->force[i].measure];
    return potential;
}

static void swap(br_moving *s)
{
    br_mech_state now = s->now;
    s->now = s->next;
    s->next = now;
}

static void stand(br_moving *s)
{
    memset(s->now.v, 0, (size_t)s->n * sizeof *s->now.v);
    memset(s->now.dv, 0, (size_t)s->n * sizeof *s->now.dv);
    s->risen = 0;
}

// One step of BDF-1 from rest: downhill, and towards Newton's step as h grows, which may lead up to a summit: then not taken.
// *way: the largest move of a coordinate.
static br_status sink(br_moving *s, double h, double *way, br_diag *why)
{
    const double level = 1e-7; // shorter moves cannot tell
    double before = height(s);
    stand(s);
    br_status status = br_moving_step(s, &br_mech_bdf1, h, why);
    *way = 0;
    if (status != BR_OK)
        return status;
    for (int i = 0; i < s->n; i++) {
        double moved = br_abs(s->now.q[i] - s->next.q[i]);
        *way = moved > *way ? moved : *way;
    }
    if (*way > level && height(s) > before) {
        swap(s);
        return BR_NEGATIVE;
    }
    return BR_OK;
}

// Off a summit, if it stands on one.
static void shake(br_moving *s)
{
    const double little = 1e-6;
    br_random dice;
    br_random_init(&dice, 1, 0);
    if (!br_moving_nudge(s, &dice, little) || br_moving_fit(s, NULL) != BR_OK)
        br_moving_measure(s, &s->now);
}

static br_status rest(br_moving *s, br_diag *why)
{
    enum { MOST = 2000 };
    const double longest = 100, near = 0.1, done = 1e-13; // s; way of a step that was short; where rounding begins
    double h = 1e-2, way = 1;
    shake(s);
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
    memset(s->held, 0, (size_t)s->m->measures * sizeof *s->held);
    br_status status = rest(s, why);
    s->smooth = false;
    s->worked = s->lost = 0;
    stand(s);
    return status;
}

bool br_moving_indifferent(br_moving *s)
{
    enum { TRIES = 4 };
    const double far = 1e-2, level = 1e-13; // m, or of a base vector; of weights, in m
    br_random dice;
    double weight = 0, kinetic, at, beside, *q = s->next.q;
    bool same = true;
    br_random_init(&dice, 1, 0);
    memset(s->f, 0, (size_t)s->n * sizeof *s->f);
    br_moving_gravity(s->m, s->f);
    for (int i = 0; i < s->n; i++)
        weight += br_abs(s->f[i]);
    br_moving_energy(s, &kinetic, &at);
    memcpy(q, s->now.q, (size_t)s->n * sizeof *q);
    for (int k = 0; k < TRIES && same; k++) {
        if (br_moving_nudge(s, &dice, far) && br_moving_fit(s, NULL) == BR_OK) {
            br_moving_energy(s, &kinetic, &beside);
            same = br_abs(beside - at) <= 1e-12 * br_abs(at) + level * weight;
        }
        memcpy(s->now.q, q, (size_t)s->n * sizeof *q);
        br_moving_measure(s, &s->now);
    }
    return same;
}
