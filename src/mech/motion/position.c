// position.c - positions and speeds that fit the constraints: Newton's method, and projections of least energy.   [host]
#include "num/base/fp.h"

#include "mech/motion/moving.h"
#include "num/base/elem.h"

#include <string.h>

static br_status name_singular(const br_moving *s, int bad, br_diag *why)
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
br_status br_moving_factor_masses(br_moving *s, br_diag *why)
{
    int bad = 0;
    br_status status = br_moving_factor(s, &s->now, 0, 0, &bad);
    return status == BR_OK ? BR_OK : name_singular(s, bad, why);
}

// Nothing held yet: whatever can move moves some mass.
br_status br_moving_check_masses(br_moving *s, br_diag *why)
{
    int bad = s->n;
    return br_moving_factor(s, &s->now, 0, 0, &bad) == BR_OK || bad >= s->n ? BR_OK : name_singular(s, bad, why);
}

// The largest of what rigid constraints and held measures still want: at a dead centre corrections are zero, too.
static double largest_residual(br_moving *s)
{
    double most = br_moving_violation(s);
    br_measure_state l;
    for (int i = 0; i < s->m->measures; i++)
        if (s->held[i]) {
            br_measure_gradient(s->m, i, s->now.q, s->now.v, s->now.y[i], &l);
            most = br_max(most, br_abs(s->target[i] - l.y));
        }
    return most;
}

br_status br_moving_project_positions(br_moving *s, br_diag *why)
{
    enum { MOST = 30 };
    const double small = 1e-9;
    for (int k = 0; k < MOST; k++) {
        br_status status = br_moving_factor_masses(s, why);
        if (status != BR_OK)
            return status;
        double most = 0;
        br_moving_residual(s, &s->now, 0, s->b);
        br_kkt_solve(&s->kkt, s->b, 1, false);
        for (int i = 0; i < s->n; i++) {
            s->now.q[i] += s->b[i];
            most = br_abs(s->b[i]) <= most ? most : br_abs(s->b[i]);
        }
        br_moving_update_measures(s, &s->now);
        if (most < 1e-12 && largest_residual(s) < small)
            return BR_OK;
    }
    return br_complain(why, BR_BAD_LAW, &s->m->tokens, NULL,
                       "the mechanism cannot be brought to this position: its parts are too short, or it locks");
}

// Speeds of least energy that fit the constraints; those of held measures are given.
static br_status project_speeds(br_moving *s, const double *speed, br_diag *why)
{
    br_status status = br_moving_factor_masses(s, why);
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

double br_moving_speed_of(const br_moving *s, int measure)
{
    br_measure_state l;
    br_measure_gradient(s->m, measure, s->now.q, s->now.v, s->now.y[measure], &l);
    return l.w;
}

// What a row of its patch adds up to at the speeds now, and what if nothing cancelled.
static double row_speed(const br_moving *s, const br_patch *p, const double *g, double *all)
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
static double largest_speed(const br_moving *s, const double *speed)
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
    double x[BR_PATCH_MOST], g[BR_PATCH_MOST], all, slack = rounding * largest_speed(s, speed);
    bool lacks = false;
    br_measure_state l;
    memset(s->b, 0, (size_t)s->size * sizeof *s->b);
    for (int r = 0; r < s->rows; r++) {
        const br_constraint *row = &s->m->row[r];
        br_gather(&row->patch, s->now.q, x);
        br_quad_gradient(&s->m->terms, row->f, row->patch.n, x, g);
        double gap = s->pace[r] - row_speed(s, &row->patch, g, &all);
        s->b[s->n + r] = row->stiffness == 0 || yielding ? gap : 0;
        lacks = lacks || (row->stiffness == 0 && !(br_abs(gap) <= part * all + slack));
    }
    for (int i = 0; i < s->m->measures; i++)
        if (s->held[i] || s->stuck[i]) {
            double asked = s->held[i] ? speed[i] : 0;
            br_measure_gradient(s->m, i, s->now.q, s->now.v, s->now.y[i], &l);
            double gap = asked - row_speed(s, &s->m->measure[i].patch, l.g, &all);
            s->b[s->n + s->rows + i] = gap;
            lacks = lacks || !(br_abs(gap) <= part * br_max(all, br_abs(asked)) + slack);
        }
    return lacks;
}

// The speeds of the text that it cannot have where it stands, and what comes nearest.
static br_status refuse_speeds(const br_moving *s, br_diag *why)
{
    const br_measure *first = NULL;
    br_buffer words = {0};
    for (int i = 0; i < s->m->measures; i++) {
        const br_measure *w = &s->m->measure[i];
        if (!s->held[i] || w->calm[1])
            continue;
        br_buffer_print(&words, "%s%s = %.6g (it came to %.6g)", first ? ", " : "", w->name, w->start[1],
                        br_moving_speed_of(s, i));
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
br_status br_moving_set_speeds(br_moving *s, const double *speed, br_diag *why)
{
    enum { AGAIN = 4 };
    br_status status = project_speeds(s, speed, why);
    bool shares = s->softest > 0, lacks = status == BR_OK && (lacks_speed(s, speed, shares) || shares);
    for (int k = 0; k < AGAIN && lacks; k++) {
        br_kkt_solve(&s->kkt, s->b, 1, false);
        for (int i = 0; i < s->n; i++)
            s->now.v[i] += s->b[i];
        lacks = lacks_speed(s, speed, false);
    }
    return lacks ? refuse_speeds(s, why) : status;
}

// Why no step leads from where it stands to the targets, where it came nearly or not at all. way: what is left of the way
// of held measures, as speeds.
static const char *failure_reason(br_moving *s, double wants, const double *way)
{
    const double nearly = 1e-5;
    if (wants < nearly)
        return "that is a singular position, as a dead centre is, or within 1e-5 of one, and it could go on in more "
               "than "
               "one way; take one farther beside, by 1e-3 or more";
    if (br_moving_set_speeds(s, way, NULL) != BR_OK)
        return "it stands at a dead centre of what is asked for; draw or start it beside, or give another joint";
    return "its parts are too short, or it locks on the way";
}

// From where it stands to the targets, by steps that Newton's method can follow; else it stays at the last, and because says
// why.
br_status br_moving_reach(br_moving *s, const double *to, ptrdiff_t stride, const char **because)
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
    *because = "that is not finite, or too far away";
    if (!(most <= 1e4))
        return BR_BAD_LAW;
    int steps = 1 + (int)(most / stretch);
    for (int k = 1; k <= steps && status == BR_OK; k++) {
        for (int i = 0; i < s->m->measures; i++)
            s->target[i] = from[i] + (s->held[i] ? (to[i * stride] - from[i]) * k / steps : 0);
        memcpy(last, s->now.q, (size_t)s->n * sizeof *last);
        status = br_moving_project_positions(s, NULL);
    }
    if (status == BR_OK)
        return BR_OK;
    double wants = largest_residual(s);
    memcpy(s->now.q, last, (size_t)s->n * sizeof *last);
    br_moving_update_measures(s, &s->now);
    for (int i = 0; i < s->m->measures; i++)
        from[i] = s->held[i] ? to[i * stride] - s->now.y[i] : 0;
    *because = failure_reason(s, wants, from);
    return status;
}
