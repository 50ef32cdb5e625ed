// dry.c - friction that jumps at rest: which joints stick, and which slip.          [host]
#include "num/fp.h"

#include "mech/moving.h"
#include "num/elem.h"

#include <string.h>

static bool is_dry(const br_moving *s, int force)
{
    return s->m->force[force].rub && s->m->force[force].rub->jumps;
}

static double speed(const br_moving *s, int measure, const br_mech_state *w)
{
    br_look l;
    br_look_at(s->m, measure, w->q, w->v, s->now.y[measure], &l);
    return l.w;
}

void br_dry_set(br_moving *s)
{
    const double rest = 1e-12; // rad/s, m/s
    for (int i = 0; i < s->m->forces; i++)
        if (is_dry(s, i)) {
            double w = speed(s, s->m->force[i].measure, &s->now);
            s->way[i] = w > rest ? 1 : w < -rest ? -1 : 0;
        }
}

void br_dry_hold(br_moving *s, bool holds)
{
    for (int i = 0; i < s->m->forces; i++)
        if (is_dry(s, i))
            s->stuck[s->m->force[i].measure] = holds && s->way[i] == 0;
}

void br_dry_restore(br_moving *s)
{
    memcpy(s->way, s->way + s->m->forces, (size_t)s->m->forces * sizeof *s->way);
    br_dry_hold(s, true);
}

// The way in which a stuck joint starts, or 0: friction holds it.
static int starts(const br_moving *s, int force, const br_mech_state *w)
{
    const double *edge = s->m->force[force].rub->edge;
    double F = w->lambda[s->rows + s->m->force[force].measure], slack = 1e-9 * (edge[1] - edge[0]);
    double N = br_moving_press(&s->m->force[force], w->lambda);
    return F > N * (edge[1] + slack) ? 1 : F < N * (edge[0] - slack) ? -1 : 0;
}

static bool fits(const br_moving *s, int force, const br_mech_state *w)
{
    const double slack = 1e-10; // rad, m: what Newton's method leaves
    if (s->way[force] == 0)
        return starts(s, force, w) == 0;
    return s->c == 0 || s->way[force] * speed(s, s->m->force[force].measure, w) >= -slack * s->c;
}

int br_dry_wrong(const br_moving *s, const br_mech_state *w)
{
    for (int i = 0; i < s->m->forces; i++)
        if (is_dry(s, i) && !s->smooth && !fits(s, i, w))
            return i;
    return -1;
}

void br_dry_change(br_moving *s, int force, const br_mech_state *w)
{
    int way = s->way[force], before = s->way[s->m->forces + force];
    s->way[force] = way == 0 ? starts(s, force, w) : way == before ? -way : 0;
    br_dry_hold(s, true);
}
