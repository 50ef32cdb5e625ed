// balance.c - a stable equilibrium, by long steps of BDF-1 from rest that descend in potential energy.   [host]
#include "num/base/fp.h"

#include "mech/motion/moving.h"
#include "num/base/elem.h"

#include <stdlib.h>
#include <string.h>

// Of gravity and springs, less what drives would give.
static double potential_energy(const br_moving *s)
{
    double kinetic, potential;
    br_moving_energy(s, &kinetic, &potential);
    for (int i = 0; i < s->m->forces; i++)
        if (s->m->force[i].kind == BR_FORCE_DRIVE)
            potential -= s->drive[s->m->force[i].drive] * s->now.y[s->m->force[i].measure];
    return potential;
}

static void swap_states(br_moving *s)
{
    br_mech_state now = s->now;
    s->now = s->next;
    s->next = now;
}

static void stop_motion(br_moving *s)
{
    memset(s->now.v, 0, (size_t)s->n * sizeof *s->now.v);
    memset(s->now.dv, 0, (size_t)s->n * sizeof *s->now.dv);
    s->risen = 0;
}

// One step of BDF-1 from rest: downhill, and towards Newton's step as h grows, which may lead up to a summit: then not taken.
// *way: the largest move of a coordinate.
static br_status descend(br_moving *s, double h, double *way, br_diag *why)
{
    const double level = 1e-7; // shorter moves cannot tell
    double before = potential_energy(s);
    stop_motion(s);
    br_status status = br_moving_step(s, &br_mech_bdf1, h, why);
    *way = 0;
    if (status != BR_OK)
        return status;
    for (int i = 0; i < s->n; i++) {
        double moved = br_abs(s->now.q[i] - s->next.q[i]);
        *way = moved > *way ? moved : *way;
    }
    if (*way > level && potential_energy(s) > before) {
        swap_states(s);
        return BR_NEGATIVE;
    }
    return BR_OK;
}

#define LONGEST 100.0 // s: of a step; it leads to where forces balance, up or down

// A move drawn at random that rigid constraints allow: joints that yield move too.
static bool perturb(br_moving *s, br_random *dice, double far)
{
    s->yields = true;
    bool moved = br_moving_perturb(s, dice, far) && br_moving_project_positions(s, NULL) == BR_OK;
    s->yields = false;
    return moved;
}

static void restore_positions(br_moving *s, const double *q)
{
    memcpy(s->now.q, q, (size_t)s->n * sizeof *q);
    br_moving_update_measures(s, &s->now);
}

// From beside an equilibrium to one: what is left of the way then lies along directions in which nothing pulls.
static bool settle_beside(br_moving *s)
{
    stop_motion(s);
    return br_moving_step(s, &br_mech_bdf1, LONGEST, NULL) == BR_OK;
}

// Off a summit, if it rests on one. Along directions in which nothing pulls the nudge would stay: there it is taken back.
// q: room for the coordinates.
static void leave_summit(br_moving *s, bool rests, double *q)
{
    const double little = 1e-6;
    br_random dice;
    br_random_init(&dice, 1, 0);
    memcpy(q, s->now.q, (size_t)s->n * sizeof *q);
    if (!perturb(s, &dice, little)) {
        restore_positions(s, q);
        return;
    }
    if (!rests || !settle_beside(s))
        return;
    for (int i = 0; i < s->n; i++)
        s->now.q[i] = q[i] + (s->next.q[i] - s->now.q[i]);
    s->yields = true;
    if (br_moving_project_positions(s, NULL) != BR_OK)
        restore_positions(s, q);
    s->yields = false;
}

static br_status find_rest(br_moving *s, br_diag *why)
{
    enum { MOST = 2000 };
    const double near = 0.1, done = 1e-13; // way of a step that was short; where rounding begins
    double h = 1e-2, way = 1;
    for (int k = 0; k < MOST; k++) {
        br_status status = descend(s, h, &way, why);
        if (status == BR_OK && way < done && h >= LONGEST / 2)
            return BR_OK;
        h *= status != BR_OK ? 0.25 : way < near ? 1.5 : 1;
        h = h < LONGEST ? h : LONGEST;
        if (h < 1e-9)
            break;
    }
    return br_complain(why, BR_BAD_LAW, &s->m->tokens, NULL, "no equilibrium was found near the drawing");
}

// Down to where forces balance, and on if that is a summit.
static br_status find_stable_rest(br_moving *s, br_diag *why)
{
    double *q = malloc(2 * (size_t)s->n * sizeof *q), *from = q ? q + s->n : NULL;
    if (!q)
        return br_complain(why, BR_NO_MEMORY, &s->m->tokens, NULL, "out of memory");
    memcpy(from, s->now.q, (size_t)s->n * sizeof *q);
    bool rests = find_rest(s, NULL) == BR_OK;
    if (!rests)
        restore_positions(s, from);
    leave_summit(s, rests, q);
    free(q);
    return find_rest(s, why);
}

br_status br_moving_find_equilibrium(br_moving *s, br_diag *why)
{
    s->smooth = true;
    memset(s->held, 0, (size_t)s->m->measures * sizeof *s->held);
    br_status status = find_stable_rest(s, why);
    s->smooth = false;
    s->worked = s->lost = 0;
    stop_motion(s);
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
        if (perturb(s, &dice, far)) {
            br_moving_energy(s, &kinetic, &beside);
            same = br_abs(beside - at) <= 1e-12 * br_abs(at) + level * weight;
        }
        restore_positions(s, q);
    }
    return same;
}

br_status br_moving_loose(br_moving *s, bool *loose)
{
    enum { TRIES = 4 };
    const double far = 1e-6, least = 1e-2 * far;
    double *q = malloc((size_t)(s->n + s->m->measures) * sizeof *q), *y = q ? q + s->n : NULL;
    br_random dice;
    if (!q)
        return BR_NO_MEMORY;
    br_random_init(&dice, 1, 0);
    memcpy(q, s->now.q, (size_t)s->n * sizeof *q);
    memcpy(y, s->now.y, (size_t)s->m->measures * sizeof *y);
    memset(loose, 0, (size_t)s->m->measures * sizeof *loose);
    s->smooth = true;
    for (int k = 0; k < TRIES; k++) {
        bool dropped = perturb(s, &dice, far) && settle_beside(s);
        for (int i = 0; i < s->m->measures; i++)
            loose[i] = loose[i] || (dropped && br_abs(s->now.y[i] - y[i]) > least);
        restore_positions(s, q);
    }
    s->smooth = false;
    stop_motion(s);
    free(q);
    return BR_OK;
}
