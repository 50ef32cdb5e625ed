// start.c - where a mechanism starts, and how it follows a motion that is prescribed.    [host]
#include "num/base/fp.h"

#include "mech/motion/moving.h"
#include "num/base/elem.h"

#include <stdio.h>
#include <string.h>

// The starts of the text that it cannot be brought to, and how far it came. Default starts of beams do not count.
static br_status refuse_start(const br_moving *s, const char *because, br_diag *why)
{
    const br_measure *first = NULL;
    br_buffer words = {0};
    for (int i = 0; i < s->m->measures; i++) {
        const br_measure *w = &s->m->measure[i];
        if (!s->held[i] || w->calm[0])
            continue;
        br_buffer_print(&words, "%s%s = %.6g (it came to %.6g)", first ? ", " : "", w->name, w->start[0], s->now.y[i]);
        first = first ? first : w;
    }
    br_status status = br_complain(why, BR_BAD_LAW, &s->m->tokens, first ? &first->where[0] : NULL,
                                   "the mechanism cannot be brought to its start%s%.120s: %s", words.text ? " " : "",
                                   words.text ? words.text : "", because);
    br_buffer_free(&words);
    return status;
}

static bool any_held(const br_moving *s)
{
    bool any = false;
    for (int i = 0; i < s->m->measures; i++)
        any = any || s->held[i];
    return any;
}

// Measures that the text gives a start: values (which: 0) or speeds (1); to: what it gives.
static void hold_starts(br_moving *s, int which, double *to)
{
    for (int i = 0; i < s->m->measures; i++) {
        s->held[i] = s->m->measure[i].starts[which];
        to[i] = s->m->measure[i].start[which];
    }
}

static br_status start_speeds(br_moving *s, br_diag *why)
{
    double *speed = s->next.lambda; // borrowed: no step has been tried yet
    hold_starts(s, 1, speed);
    br_status status = br_moving_set_speeds(s, speed, why);
    memset(s->held, 0, (size_t)s->m->measures * sizeof *s->held);
    return status;
}

static br_status refuse_load(const br_moving *s, br_diag *why)
{
    return br_complain(why, BR_BAD_LAW, &s->m->tokens, &s->m->loads,
                       "no loaded start was found: joints yield so far that the forces in them change, or cannot yield "
                       "as far as the forces want; leave out `start loaded`");
}

// How fast joints give as the motion goes on: what they give a little later less what they gave a little before. Positions
// and speeds there are off the constraints by as much on either side.
static br_status find_yield_rates(br_moving *s, br_diag *why)
{
    const double little = 1e-5; // the largest move of a coordinate
    br_mech_state *now = &s->now, *at = &s->next;
    double most = 0;
    br_status status = BR_OK;
    for (int i = 0; i < s->n; i++)
        most = br_max(most, br_max(br_abs(now->v[i]), br_sqrt(br_abs(now->dv[i]))));
    memcpy(at->q, now->q, (size_t)s->n * sizeof *at->q);
    memcpy(at->v, now->v, (size_t)s->n * sizeof *at->v);
    memcpy(at->dv, now->dv, (size_t)s->n * sizeof *at->dv);
    memset(s->pace, 0, (size_t)s->rows * sizeof *s->pace);
    for (int side = -1; side <= 1 && most > 0 && status == BR_OK; side += 2) {
        double h = side * little / most;
        for (int i = 0; i < s->n; i++) {
            now->q[i] = at->q[i] + h * (at->v[i] + h / 2 * at->dv[i]);
            now->v[i] = at->v[i] + h * at->dv[i];
        }
        status = br_moving_accelerate_held(s, at->lambda, 0, why);
        for (int r = 0; r < s->rows; r++)
            if (s->m->row[r].stiffness > 0)
                s->pace[r] += now->lambda[r] / (2 * h * s->m->row[r].stiffness);
    }
    memcpy(now->q, at->q, (size_t)s->n * sizeof *at->q);
    memcpy(now->v, at->v, (size_t)s->n * sizeof *at->v);
    return status;
}

// One try of the below; *moved: how far joints gave more, as a part of how far they give.
static br_status load_joints_once(br_moving *s, double *moved, br_diag *why)
{
    double *value = s->next.lambda, most = 0, all = 0;
    br_dry_set_ways(s);
    br_dry_hold_sticking(s, true);
    br_status status =
        br_moving_release_held(s, value, why); // a motion, but nothing is held to it: as if nothing yielded
    for (int r = 0; r < s->rows && status == BR_OK; r++)
        if (s->m->row[r].stiffness > 0) {
            double gives = s->now.lambda[r] / s->m->row[r].stiffness;
            most = br_max(most, br_abs(gives - s->load[r]));
            all = br_max(all, br_abs(gives));
            s->load[r] = gives;
        }
    *moved = most > 0 ? most / all : 0;
    if (status == BR_OK)
        status = find_yield_rates(s, why);
    br_dry_hold_sticking(s, false);
    if (!s->m->balanced) // an equilibrium has left the positions that were given
        hold_starts(s, 0, value);
    const char *because = "";
    if (status == BR_OK && br_moving_reach(s, value, 1, &because) != BR_OK)
        status = refuse_load(s, why);
    br_dry_hold_sticking(s, true);
    if (status == BR_OK)
        status = start_speeds(s, why);
    br_dry_hold_sticking(s, false);
    return status;
}

// Joints that yield give as the forces want it that they would have as rigid ones, in motion and under weights, shared by
// their stiffness where they are redundant; and they follow these forces as they change. What is left to swing is of the
// order of (omega/omega_n)^2 of that: joints that yield move masses, too.
static br_status load_joints(br_moving *s, br_diag *why)
{
    enum { MOST = 30 };
    double moved = 1;
    br_status status = BR_OK;
    for (int r = 0; r < s->rows; r++)
        if (s->m->row[r].stiffness > 0 && !(s->softest > 0 && s->softest < s->m->row[r].stiffness))
            s->softest = s->m->row[r].stiffness;
    for (int k = 0; k < MOST && moved > 1e-10 && status == BR_OK; k++)
        status = load_joints_once(s, &moved, why);
    memset(s->load, 0, (size_t)s->rows * sizeof *s->load);
    memset(s->pace, 0, (size_t)s->rows * sizeof *s->pace);
    s->softest = 0;
    return status == BR_OK && !(moved <= 1e-6) ? refuse_load(s, why) : status;
}

br_status br_moving_start(br_moving *s, br_diag *why)
{
    double *value = s->next.lambda; // borrowed: no step has been tried yet
    br_dry_hold_sticking(s, false);
    const char *because = "";
    br_status status = br_moving_check_masses(s, why);
    if (status != BR_OK)
        return status;
    hold_starts(s, 0, value);
    status = any_held(s) ? br_moving_reach(s, value, 1, &because) : br_moving_project_positions(s, why);
    if (status == BR_BAD_LAW && any_held(s))
        status = refuse_start(s, because, why);
    if (status == BR_OK && s->m->balanced)
        status = br_moving_find_equilibrium(s, why);
    if (status == BR_OK)
        status = start_speeds(s, why);
    if (status == BR_OK && s->m->loaded)
        status = load_joints(s, why);
    br_dry_set_ways(s);
    br_dry_hold_sticking(s, true);
    return status == BR_OK ? br_moving_release_joints(s, why) : status;
}

// What a motion asks of held measures, values (which: 0), speeds (1) or accelerations (2), and what comes nearest.
static br_status refuse_motion(const br_moving *s, const double *y, int which, const double *came, const char *because,
                               br_diag *why)
{
    static const char *const what[] = {"", "speed of ", "acceleration of "};
    br_buffer words = {0};
    for (int i = 0; i < s->m->measures; i++)
        if (s->held[i])
            br_buffer_print(&words, "%s%s%s = %.6g (it came to %.6g)", words.size ? ", " : "", what[which],
                            s->m->measure[i].name, y[3 * i + which], came[i]);
    if (why)
        snprintf(why->text, sizeof why->text, "the motion asks for %.160s: %s", words.text ? words.text : "", because);
    br_buffer_free(&words);
    return BR_BAD_DATA;
}

// y'' of held measures, as they came, to `second`; answers whether they are not those that were asked for.
static bool lacks_acceleration(const br_moving *s, const double *y, double *second)
{
    const double part = 1e-6, rounding = 1e-9;
    double slack = 0;
    bool lacks = false;
    br_measure_state l;
    for (int i = 0; i < s->n; i++)
        slack = br_max(slack, rounding * br_abs(s->now.dv[i]));
    for (int i = 0; i < s->m->measures; i++)
        if (s->held[i]) {
            double all = br_abs(y[3 * i + 2]);
            br_measure_derivatives(s->m, i, s->now.q, s->now.v, s->now.y[i], &l);
            second[i] = l.bend;
            for (int k = 0; k < l.n; k++) {
                double term = l.g[k] * s->now.dv[s->m->measure[i].patch.var[k]];
                second[i] += term;
                all += br_abs(term);
            }
            lacks = lacks || !(br_abs(second[i] - y[3 * i + 2]) <= part * all + slack);
        }
    return lacks;
}

static const char not_so[] =
    "its joints do not let it where it stands, as at a dead centre, or one contradicts another; "
    "prescribe another joint";

// Speeds as a motion asks for them.
static br_status follow_speeds(br_moving *s, const double *y, br_diag *why)
{
    double *speed = s->next.lambda; // borrowed: no step is tried here
    for (int i = 0; i < s->m->measures; i++)
        speed[i] = y[3 * i + 1];
    br_status status = br_moving_set_speeds(s, speed, NULL);
    for (int i = 0; i < s->m->measures && status != BR_OK; i++)
        speed[i] = br_moving_speed_of(s, i);
    return status == BR_OK ? BR_OK : refuse_motion(s, y, 1, speed, not_so, why);
}

br_status br_moving_follow(br_moving *s, const double *y, double dt, br_diag *why)
{
    const char *because = "";
    br_dry_hold_sticking(s, false);
    if (br_moving_reach(s, y, 3, &because) != BR_OK)
        return refuse_motion(s, y, 0, s->now.y, because, why);
    br_status status = follow_speeds(s, y, why);
    s->h = dt;
    br_dry_set_ways(s);
    if (status == BR_OK)
        status = br_moving_accelerate_held(s, y + 2, 3, why);
    if (status == BR_OK && lacks_acceleration(s, y, s->next.lambda))
        status = refuse_motion(s, y, 2, s->next.lambda, not_so, why);
    if (status == BR_OK)
        br_moving_advance_friction(s, &s->now);
    s->h = 0;
    return status;
}
