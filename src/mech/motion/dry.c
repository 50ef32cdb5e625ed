// dry.c - friction that jumps at rest: which joints stick, and which slip.          [host]
#include "num/base/fp.h"

#include "mech/motion/moving.h"
#include "num/base/elem.h"

#include <string.h>

static bool is_dry(const br_moving *s, int force)
{
    return s->m->force[force].friction && s->m->force[force].friction->jumps;
}

void br_dry_set_ways(br_moving *s)
{
    const double rest = 1e-12; // of what its parts move
    br_measure_state l;
    for (int i = 0; i < s->m->forces; i++)
        if (is_dry(s, i)) {
            const br_patch *p = &s->m->measure[s->m->force[i].measure].patch;
            double all = 0;
            br_measure_gradient(s->m, s->m->force[i].measure, s->now.q, s->now.v, s->now.y[s->m->force[i].measure], &l);
            for (int k = 0; k < l.n; k++)
                all += br_abs(l.g[k] * s->now.v[p->var[k]]);
            s->way[i] = l.w > rest * all ? 1 : l.w < -rest * all ? -1 : 0;
        }
}

void br_dry_hold_sticking(br_moving *s, bool holds)
{
    for (int i = 0; i < s->m->forces; i++)
        if (is_dry(s, i))
            s->stuck[s->m->force[i].measure] = holds && !s->smooth && s->way[i] == 0;
}

void br_dry_restore_ways(br_moving *s)
{
    memcpy(s->way, s->way + s->m->forces, (size_t)s->m->forces * sizeof *s->way);
    br_dry_hold_sticking(s, true);
}

// The way in which a stuck joint starts, or 0: friction holds it.
static int starts(const br_moving *s, int force, const br_mech_state *w)
{
    const double *edge = s->m->force[force].friction->edge;
    double F = w->lambda[s->rows + s->m->force[force].measure], slack = 1e-9 * (edge[1] - edge[0]);
    double N = br_moving_normal_force(&s->m->force[force], w->lambda);
    return F > N * (edge[1] + slack) ? 1 : F < N * (edge[0] - slack) ? -1 : 0;
}

// It slips the other way at the end of a step, by more than a small part of what the step changes, and than rounding of
// positions tells: a speed is c times their change.
static bool turns(const br_moving *s, int force, const br_mech_state *w)
{
    const double part = 1e-9, rounding = 4e-16;
    const br_measure *of = &s->m->measure[s->m->force[force].measure];
    double slack = 0;
    br_measure_state l;
    br_measure_gradient(s->m, s->m->force[force].measure, w->q, w->v, s->now.y[s->m->force[force].measure], &l);
    for (int k = 0; k < l.n; k++) {
        int i = of->patch.var[k];
        slack += br_abs(l.g[k]) * (part * br_abs(w->v[i] - s->now.v[i]) + rounding * s->c * br_abs(w->q[i]));
    }
    return s->way[force] * l.w < -slack;
}

static bool fits(const br_moving *s, int force, const br_mech_state *w)
{
    if (s->way[force] == 0)
        return starts(s, force, w) == 0;
    return s->c == 0 || !turns(s, force, w);
}

int br_dry_first_wrong(const br_moving *s, const br_mech_state *w)
{
    for (int i = 0; i < s->m->forces; i++)
        if (is_dry(s, i) && !s->smooth && !fits(s, i, w))
            return i;
    return -1;
}

void br_dry_change_way(br_moving *s, int force, const br_mech_state *w)
{
    int way = s->way[force], before = s->way[s->m->forces + force];
    s->way[force] = way == 0 ? starts(s, force, w) : way == before ? -way : 0;
    br_dry_hold_sticking(s, true);
}
