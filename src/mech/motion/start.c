// start.c - where a mechanism starts: positions, speeds, accelerations and multipliers that fit.    [host]
#include "num/base/fp.h"

#include "mech/model/inertia.h"
#include "mech/motion/moving.h"
#include "num/base/elem.h"

#include <stdio.h>
#include <string.h>

static br_status name_bad(const br_moving *s, int bad, br_diag *why)
{
    const br_mech *m = s->m;
    if (bad < s->n) {
        int b = m->blocks - 1;
        while (m->block[b].at > bad)
            b--;
        return br_complain(why, BR_BAD_LAW, &m->tokens, NULL,
                           "body %s can move without moving any mass: give it an inertia, or a joint that holds it",
                           m->block[b].of->name);
    }
    char owner[BR_MECH_NAME + 24] = "a start or a prescribed measure";
    if (bad < s->n + s->rows)
        br_constraint_owner(m, bad - s->n, owner);
    return br_complain(why, BR_BAD_LAW, &m->tokens, NULL, "%s cannot be held where the mechanism stands", owner);
}

// The matrix of masses and constraints alone.
static br_status factor(br_moving *s, br_diag *why)
{
    int bad = 0;
    br_status status = br_moving_factor(s, &s->now, 0, 0, &bad);
    return status == BR_OK ? BR_OK : name_bad(s, bad, why);
}

// Nothing held yet: whatever can move moves some mass.
static br_status weigh(br_moving *s, br_diag *why)
{
    int bad = s->n;
    return br_moving_factor(s, &s->now, 0, 0, &bad) == BR_OK || bad >= s->n ? BR_OK : name_bad(s, bad, why);
}

static bool any_held(const br_moving *s)
{
    bool any = false;
    for (int i = 0; i < s->m->measures; i++)
        any = any || s->held[i];
    return any;
}

// The largest of what rigid constraints and held measures still want: at a dead centre corrections are zero, too.
static double wanted(br_moving *s)
{
    double most = br_moving_violation(s);
    br_look l;
    for (int i = 0; i < s->m->measures; i++)
        if (s->held[i]) {
            br_look_first(s->m, i, s->now.q, s->now.v, s->now.y[i], &l);
            most = br_max(most, br_abs(s->target[i] - l.y));
        }
    return most;
}

br_status br_moving_fit(br_moving *s, br_diag *why)
{
    enum { MOST = 30 };
    const double small = 1e-9;
    for (int k = 0; k < MOST; k++) {
        br_status status = factor(s, why);
        if (status != BR_OK)
            return status;
        double most = 0;
        br_moving_residual(s, &s->now, 0, s->b);
        br_kkt_solve(&s->kkt, s->b, 1, false);
        for (int i = 0; i < s->n; i++) {
            s->now.q[i] += s->b[i];
            most = br_abs(s->b[i]) <= most ? most : br_abs(s->b[i]);
        }
        br_moving_measure(s, &s->now);
        if (most < 1e-12 && wanted(s) < small)
            return BR_OK;
    }
    return br_complain(why, BR_BAD_LAW, &s->m->tokens, NULL,
                       "the mechanism cannot be brought to this position: its parts are too short, or it locks");
}

// Speeds of least energy that fit the constraints; those of held measures are given.
static br_status set_speeds(br_moving *s, const double *speed, br_diag *why)
{
    br_status status = factor(s, why);
    if (status != BR_OK)
        return status;
    memset(s->b, 0, (size_t)s->size * sizeof *s->b);
    memcpy(s->b + s->n, s->pace, (size_t)s->rows * sizeof *s->b);
    for (int i = 0; i < s->m->measures; i++)
        if (s->held[i])
            s->b[s->n + s->rows + i] = speed[i];
    br_kkt_solve(&s->kkt, s->b, 1, false);
    memcpy(s->now.v, s->b, (size_t)s->n * sizeof *s->b);
    return BR_OK;
}

static double speed_of(const br_moving *s, int measure)
{
    br_look l;
    br_look_first(s->m, measure, s->now.q, s->now.v, s->now.y[measure], &l);
    return l.w;
}

// What a row of its patch adds up to at the speeds now, and what if nothing cancelled.
static double add_up(const br_moving *s, const br_patch *p, const double *g, double *all)
{
    double sum = 0;
    *all = 0;
    for (int k = 0; k < p->n; k++) {
        sum += g[k] * s->now.v[p->var[k]];
        *all += br_abs(g[k] * s->now.v[p->var[k]]);
    }
    return sum;
}

// The fastest that moves or is asked to.
static double fastest(const br_moving *s, const double *speed)
{
    double most = 0;
    for (int i = 0; i < s->n; i++)
        most = br_max(most, br_abs(s->now.v[i]));
    for (int i = 0; i < s->m->measures; i++)
        most = br_max(most, s->held[i] ? br_abs(speed[i]) : 0);
    return most;
}

// What the speeds lack of those that were asked for goes to b, that of joints that yield if they are asked, too; answers
// whether it is more than rounding, of what moves there and anywhere. Joints that yield may move as they like.
static bool lacks_speed(br_moving *s, const double *speed, bool yielding)
{
    const double part = 1e-7, rounding = 1e-12;
    double x[BR_PATCH_MOST], g[BR_PATCH_MOST], all, slack = rounding * fastest(s, speed);
    bool lacks = false;
    br_look l;
    memset(s->b, 0, (size_t)s->size * sizeof *s->b);
    for (int r = 0; r < s->rows; r++) {
        const br_constraint *row = &s->m->row[r];
        br_gather(&row->patch, s->now.q, x);
        br_quad_gradient(&s->m->terms, row->f, row->patch.n, x, g);
        double gap = s->pace[r] - add_up(s, &row->patch, g, &all);
        s->b[s->n + r] = row->stiffness == 0 || yielding ? gap : 0;
        lacks = lacks || (row->stiffness == 0 && !(br_abs(gap) <= part * all + slack));
    }
    for (int i = 0; i < s->m->measures; i++)
        if (s->held[i] || s->stuck[i]) {
            double asked = s->held[i] ? speed[i] : 0;
            br_look_first(s->m, i, s->now.q, s->now.v, s->now.y[i], &l);
            double gap = asked - add_up(s, &s->m->measure[i].patch, l.g, &all);
            s->b[s->n + s->rows + i] = gap;
            lacks = lacks || !(br_abs(gap) <= part * br_max(all, br_abs(asked)) + slack);
        }
    return lacks;
}

// The speeds of the text that it cannot have where it stands, and what comes nearest.
static br_status blame_speeds(const br_moving *s, br_diag *why)
{
    const br_measure *first = NULL;
    br_buffer words = {0};
    for (int i = 0; i < s->m->measures; i++) {
        const br_measure *w = &s->m->measure[i];
        if (!s->held[i] || w->calm[1])
            continue;
        br_buffer_print(&words, "%s%s = %.6g (it came to %.6g)", first ? ", " : "", w->name, w->start[1],
                        speed_of(s, i));
        first = first ? first : w;
    }
    br_status status = br_complain(why, BR_BAD_LAW, &s->m->tokens, first ? &first->where[1] : NULL,
                                   "the mechanism cannot start %s%.200s: its joints do not let it where it stands, or "
                                   "one speed contradicts another",
                                   !words.text               ? "at rest"
                                   : strchr(words.text, ',') ? "at the speeds "
                                                             : "at the speed ",
                                   words.text ? words.text : "");
    br_buffer_free(&words);
    return status;
}

// Speeds as the text asks for them. What eps takes of them, near dead centres and while joints that yield share forces, is
// asked for again, of the latter once: redundant ones may contradict each other. What cannot be had is not had then either.
static br_status ask_speeds(br_moving *s, const double *speed, br_diag *why)
{
    enum { AGAIN = 4 };
    br_status status = set_speeds(s, speed, why);
    bool shares = s->softest > 0, lacks = status == BR_OK && (lacks_speed(s, speed, shares) || shares);
    for (int k = 0; k < AGAIN && lacks; k++) {
        br_kkt_solve(&s->kkt, s->b, 1, false);
        for (int i = 0; i < s->n; i++)
            s->now.v[i] += s->b[i];
        lacks = lacks_speed(s, speed, false);
    }
    return lacks ? blame_speeds(s, why) : status;
}

// Why no step leads from where it stands to the targets, where it came nearly or not at all. way: what is left of the way
// of held measures, as speeds.
static const char *why_not(br_moving *s, double wants, const double *way)
{
    const double nearly = 1e-5;
    if (wants < nearly)
        return "that is a singular position, as a dead centre is, or within 1e-5 of one, and it could go on in more "
               "than "
               "one way; take one farther beside, by 1e-3 or more";
    if (ask_speeds(s, way, NULL) != BR_OK)
        return "it stands at a dead centre of what is asked for; draw or start it beside, or give another joint";
    return "its parts are too short, or it locks on the way";
}

// From where it stands to the targets, by steps that Newton's method can follow; else it stays at the last, and because says
// why.
static br_status reach(br_moving *s, const double *to, ptrdiff_t stride, const char **because)
{
    const double stretch = 0.1; // rad, or m
    double most = 0, *from = s->next.y, *last = s->next.q;
    size_t measures = (size_t)s->m->measures;
    br_status status = BR_OK;
    for (int i = 0; i < s->m->measures; i++)
        if (s->held[i]) {
            double way = br_abs(to[i * stride] - s->now.y[i]);
            most = way <= most ? most : way;
        }
    memcpy(from, s->now.y, measures * sizeof *from);
    *because = "that is no number, or too far away";
    if (!(most <= 1e4))
        return BR_BAD_LAW;
    int steps = 1 + (int)(most / stretch);
    for (int k = 1; k <= steps && status == BR_OK; k++) {
        for (int i = 0; i < s->m->measures; i++)
            s->target[i] = from[i] + (s->held[i] ? (to[i * stride] - from[i]) * k / steps : 0);
        memcpy(last, s->now.q, (size_t)s->n * sizeof *last);
        status = br_moving_fit(s, NULL);
    }
    if (status == BR_OK)
        return BR_OK;
    double wants = wanted(s);
    memcpy(s->now.q, last, (size_t)s->n * sizeof *last);
    br_moving_measure(s, &s->now);
    for (int i = 0; i < s->m->measures; i++)
        from[i] = s->held[i] ? to[i * stride] - s->now.y[i] : 0;
    *because = why_not(s, wants, from);
    return status;
}

// The starts of the text that it cannot be brought to, and how far it came. Those of beams that nobody gave do not count.
static br_status blame_start(const br_moving *s, const char *because, br_diag *why)
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

// Joints that yield push as springs and dampers do: their multipliers are known.
static void push_yielding(br_moving *s, int row)
{
    const br_constraint *is = &s->m->row[row];
    double x[BR_PATCH_MOST], g[BR_PATCH_MOST];
    br_gather(&is->patch, s->now.q, x);
    br_quad_gradient(&s->m->terms, is->f, is->patch.n, x, g);
    double force =
        is->stiffness * br_quad_value(&s->m->terms, is->f, x) + is->damping * br_moving_row_rate(s, &s->now, row);
    for (int k = 0; k < is->patch.n; k++)
        s->b[is->patch.var[k]] -= force * g[k];
    s->b[s->n + row] = -force;
}

// While joints that yield share forces, soft*lambda stands beside the acceleration of their row; lambda is k phi where it
// comes to rest, so the acceleration is what it should be there.
static double shared(const br_moving *s, int row)
{
    br_row_grip k;
    if (s->softest == 0 || s->m->row[row].stiffness == 0)
        return 0;
    br_moving_grip(s, &s->now, row, 0, &k);
    return k.soft * s->m->row[row].stiffness * (k.phi + s->load[row]);
}

static void ask_rows(br_moving *s)
{
    const br_mech *m = s->m;
    double dx[BR_PATCH_MOST];
    for (int r = 0; r < s->rows; r++) {
        const br_constraint *row = &m->row[r];
        if (s->yields && row->stiffness > 0) {
            push_yielding(s, r);
            continue;
        }
        br_gather(&row->patch, s->now.v, dx);
        s->b[s->n + r] = -br_quad_second(&m->terms, row->f, dx) - shared(s, r);
    }
}

static void ask_measures(br_moving *s, const double *second, ptrdiff_t stride)
{
    br_look l;
    for (int i = 0; i < s->m->measures; i++)
        if (s->held[i] || s->stuck[i]) {
            br_look_at(s->m, i, s->now.q, s->now.v, s->now.y[i], &l);
            double y2 = second && s->held[i] ? second[i * stride] : 0;
            s->b[s->n + s->rows + i] = y2 - l.bend;
        }
}

// Friction with a normal force stands in the matrix as far as it grows with the multipliers.
static void take_pressed(br_moving *s)
{
    br_look l;
    for (int e = 0; e < s->m->forces; e++) {
        const br_force *f = &s->m->force[e];
        if (!f->presses)
            continue;
        br_look_at(s->m, f->measure, s->now.q, s->now.v, s->now.y[f->measure], &l);
        double share = br_moving_act(s, e, s->now.lambda, &l).by_N * br_moving_press(f, s->now.lambda);
        for (int k = 0; k < l.n; k++)
            s->b[s->m->measure[f->measure].patch.var[k]] -= share * l.g[k];
    }
}

// M v' + J'lambda = f, J v' = -(dJ/dt) v. second: y'' of held measures.
static br_status accelerate_once(br_moving *s, const double *second, ptrdiff_t stride, br_diag *why)
{
    br_status status = factor(s, why);
    if (status != BR_OK)
        return status;
    memset(s->b, 0, (size_t)s->size * sizeof *s->b);
    br_moving_forces(s, &s->now, s->b, s->power);
    take_pressed(s);
    ask_rows(s);
    ask_measures(s, second, stride);
    br_kkt_solve(&s->kkt, s->b, 1, true);
    memcpy(s->now.dv, s->b, (size_t)s->n * sizeof *s->b);
    memcpy(s->now.a, s->b, (size_t)s->n * sizeof *s->b);
    memcpy(s->now.lambda, s->b + s->n, (size_t)(s->size - s->n) * sizeof *s->b);
    return BR_OK;
}

static double all_pressed(const br_moving *s)
{
    double sum = 0;
    for (int e = 0; e < s->m->forces; e++)
        sum += s->m->force[e].presses ? br_moving_press(&s->m->force[e], s->now.lambda) : 0;
    return sum;
}

// Friction grows with the normal force, and the normal force with friction, without end or to and fro (Painleve 1895).
static br_status no_press(const br_moving *s, br_diag *why)
{
    int e = 0;
    while (!s->m->force[e].presses)
        e++;
    return br_complain(why, BR_BAD_LAW, &s->m->tokens, &s->m->force[e].where,
                       "friction %s: no normal force fits at t = %.9g s, where it slips: the friction that it gives "
                       "calls for another; the mechanism locks or jumps there",
                       s->m->force[e].name, s->t);
}

// Newton's method on the normal forces, if there are any. Where a motion is prescribed, nothing yields.
static br_status accelerate(br_moving *s, const double *second, ptrdiff_t stride, br_diag *why)
{
    enum { MOST = 20 };
    s->accelerates = true;
    s->yields = !second;
    br_status status = accelerate_once(s, second, stride, why);
    double before = 0, now = all_pressed(s);
    for (int k = 0; k < MOST && status == BR_OK && br_abs(now - before) > 1e-12 * now; k++) {
        status = accelerate_once(s, second, stride, why);
        before = now;
        now = all_pressed(s);
    }
    s->accelerates = s->yields = false;
    if (status == BR_OK && !(br_abs(now - before) <= 1e-6 * now))
        return no_press(s, why);
    return status;
}

br_status br_moving_accelerate(br_moving *s, br_diag *why)
{
    return accelerate(s, NULL, 0, why);
}

static br_status let_go(br_moving *s, const double *second, br_diag *why)
{
    br_status status = accelerate(s, second, 0, why);
    for (int i = 0; i < s->m->forces && status == BR_OK; i++) {
        int free = br_dry_wrong(s, &s->now);
        if (free < 0)
            break;
        br_dry_change(s, free, &s->now);
        status = accelerate(s, second, 0, why);
    }
    return status;
}

br_status br_moving_let_go(br_moving *s, br_diag *why)
{
    return let_go(s, NULL, why);
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
    br_status status = ask_speeds(s, speed, why);
    memset(s->held, 0, (size_t)s->m->measures * sizeof *s->held);
    return status;
}

static br_status no_load(const br_moving *s, br_diag *why)
{
    return br_complain(why, BR_BAD_LAW, &s->m->tokens, &s->m->loads,
                       "no loaded start was found: joints yield so far that the forces in them change, or cannot yield "
                       "as far as the forces want; leave out `start loaded`");
}

// How fast joints give as the motion goes on: what they give a little later less what they gave a little before. Positions
// and speeds there are off the constraints by as much on either side.
static br_status find_pace(br_moving *s, br_diag *why)
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
        status = accelerate(s, at->lambda, 0, why);
        for (int r = 0; r < s->rows; r++)
            if (s->m->row[r].stiffness > 0)
                s->pace[r] += now->lambda[r] / (2 * h * s->m->row[r].stiffness);
    }
    memcpy(now->q, at->q, (size_t)s->n * sizeof *at->q);
    memcpy(now->v, at->v, (size_t)s->n * sizeof *at->v);
    return status;
}

// One try of the below; *moved: how far joints gave more, as a part of how far they give.
static br_status load_once(br_moving *s, double *moved, br_diag *why)
{
    double *value = s->next.lambda, most = 0, all = 0;
    br_dry_set(s);
    br_dry_hold(s, true);
    br_status status = let_go(s, value, why); // a motion, but nothing is held to it: as if nothing yielded
    for (int r = 0; r < s->rows && status == BR_OK; r++)
        if (s->m->row[r].stiffness > 0) {
            double gives = s->now.lambda[r] / s->m->row[r].stiffness;
            most = br_max(most, br_abs(gives - s->load[r]));
            all = br_max(all, br_abs(gives));
            s->load[r] = gives;
        }
    *moved = most > 0 ? most / all : 0;
    if (status == BR_OK)
        status = find_pace(s, why);
    br_dry_hold(s, false);
    if (!s->m->balanced) // an equilibrium has left the positions that were given
        hold_starts(s, 0, value);
    const char *because = "";
    if (status == BR_OK && reach(s, value, 1, &because) != BR_OK)
        status = no_load(s, why);
    br_dry_hold(s, true);
    if (status == BR_OK)
        status = start_speeds(s, why);
    br_dry_hold(s, false);
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
        status = load_once(s, &moved, why);
    memset(s->load, 0, (size_t)s->rows * sizeof *s->load);
    memset(s->pace, 0, (size_t)s->rows * sizeof *s->pace);
    s->softest = 0;
    return status == BR_OK && !(moved <= 1e-6) ? no_load(s, why) : status;
}

br_status br_moving_start(br_moving *s, br_diag *why)
{
    double *value = s->next.lambda; // borrowed: no step has been tried yet
    br_dry_hold(s, false);
    const char *because = "";
    br_status status = weigh(s, why);
    if (status != BR_OK)
        return status;
    hold_starts(s, 0, value);
    status = any_held(s) ? reach(s, value, 1, &because) : br_moving_fit(s, why);
    if (status == BR_BAD_LAW && any_held(s))
        status = blame_start(s, because, why);
    if (status == BR_OK && s->m->balanced)
        status = br_moving_balance(s, why);
    if (status == BR_OK)
        status = start_speeds(s, why);
    if (status == BR_OK && s->m->loaded)
        status = load_joints(s, why);
    br_dry_set(s);
    br_dry_hold(s, true);
    return status == BR_OK ? br_moving_let_go(s, why) : status;
}

// What a motion asks of held measures, values (which: 0), speeds (1) or accelerations (2), and what comes nearest.
static br_status blame_motion(const br_moving *s, const double *y, int which, const double *came, const char *because,
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
    br_look l;
    for (int i = 0; i < s->n; i++)
        slack = br_max(slack, rounding * br_abs(s->now.dv[i]));
    for (int i = 0; i < s->m->measures; i++)
        if (s->held[i]) {
            double all = br_abs(y[3 * i + 2]);
            br_look_at(s->m, i, s->now.q, s->now.v, s->now.y[i], &l);
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
    br_status status = ask_speeds(s, speed, NULL);
    for (int i = 0; i < s->m->measures && status != BR_OK; i++)
        speed[i] = speed_of(s, i);
    return status == BR_OK ? BR_OK : blame_motion(s, y, 1, speed, not_so, why);
}

br_status br_moving_follow(br_moving *s, const double *y, double dt, br_diag *why)
{
    const char *because = "";
    br_dry_hold(s, false);
    if (reach(s, y, 3, &because) != BR_OK)
        return blame_motion(s, y, 0, s->now.y, because, why);
    br_status status = follow_speeds(s, y, why);
    s->h = dt;
    br_dry_set(s);
    if (status == BR_OK)
        status = accelerate(s, y + 2, 3, why);
    if (status == BR_OK && lacks_acceleration(s, y, s->next.lambda))
        status = blame_motion(s, y, 2, s->next.lambda, not_so, why);
    if (status == BR_OK)
        br_moving_keep_friction(s, &s->now);
    s->h = 0;
    return status;
}
