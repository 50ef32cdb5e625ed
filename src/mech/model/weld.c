// weld.c - bodies that rigid fixed joints hold together move as one: a block.         [host]
#include "num/base/fp.h"

#include "mech/model/mech.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Bodies by number, the ground before them; those of one set have its least number.
typedef struct sets {
    int *of, bodies;
} sets;

static br_status open_sets(sets *s, const br_mech *m)
{
    s->bodies = m->bodies;
    s->of = malloc((size_t)(m->bodies + 1) * sizeof *s->of);
    for (int b = 0; b <= m->bodies && s->of; b++)
        s->of[b] = b;
    return s->of ? BR_OK : BR_NO_MEMORY;
}

static int set_of(const sets *s, int body)
{
    return s->of[body + 1];
}

static void join(sets *s, int x, int y)
{
    int least = x < y ? x : y;
    for (int b = 0; b <= s->bodies; b++)
        if (s->of[b] == x || s->of[b] == y)
            s->of[b] = least;
}

// ---------------------------------------------------------------- which joints

// No sensor asks for the force in it.
static bool unseen(const br_mech *m, int joint)
{
    bool seen = false;
    for (int i = 0; i < m->sensors; i++)
        seen = seen || (m->sensor[i].kind == BR_SENSOR_REACTION && m->sensor[i].of == joint);
    return !seen;
}

static bool bends(const br_mech *m, int body)
{
    return body != BR_GROUND && m->body[body].beam;
}

static bool is_weld(const br_mech *m, int joint)
{
    const br_mech_joint *j = &m->joint[joint];
    bool rigid = j->give[0] == 0 && j->give[2] == 0;
    return j->kind == BR_JOINT_FIXED && rigid && !bends(m, j->a) && !bends(m, j->b) && unseen(m, joint);
}

// Two bodies whose coordinates a patch has; of one there is the ground beside.
static void ends_of(const br_mech *m, const br_patch *p, int end[2])
{
    int found = 0;
    end[0] = end[1] = BR_GROUND;
    for (int b = 0; b < m->blocks && found < 2; b++) {
        bool in = false;
        for (int k = 0; k < p->n; k++)
            in = in || (p->var[k] >= m->block[b].at && p->var[k] < m->block[b].at + m->block[b].n);
        if (in)
            end[found++] = (int)(m->block[b].of - m->body);
    }
}

static bool leads(const sets *s, int a, int b, int x, int y)
{
    int from = set_of(s, a), to = set_of(s, b);
    return (from == x && to == y) || (from == y && to == x);
}

// Joints and distances between two sets: within a block neither would have anything to say.
static int links(const br_mech *m, const sets *s, int x, int y)
{
    int count = 0, end[2];
    for (int i = 0; i < m->joints; i++)
        count += m->joint[i].kind != BR_JOINT_FREE && leads(s, m->joint[i].a, m->joint[i].b, x, y);
    for (int i = 0; i < m->measures; i++)
        if (m->measure[i].kind == BR_MEASURE_DISTANCE) {
            ends_of(m, &m->measure[i].patch, end);
            count += leads(s, end[0], end[1], x, y);
        }
    return count;
}

br_status br_weld_choose(const br_mech *m, bool *weld, int *count)
{
    sets s;
    br_status status = open_sets(&s, m);
    *count = 0;
    for (int i = 0; i < m->joints && status == BR_OK; i++) {
        int x = set_of(&s, m->joint[i].a), y = set_of(&s, m->joint[i].b);
        weld[i] = is_weld(m, i) && links(m, &s, x, y) == 1;
        *count += weld[i];
        if (weld[i])
            join(&s, x, y);
    }
    bool any = false;
    for (int b = 0; b < m->bodies && status == BR_OK; b++)
        any = any || set_of(&s, b) > 0;
    if (!any)
        *count = 0; // all is ground: a frame stays as it is
    free(s.of);
    return status;
}

// ---------------------------------------------------------------- blocks

// One more body in a block that has its mass and centre of gravity already: the inertia about that.
static void add_inertia(const br_mech *m, const br_body *b, br_mech_block *to)
{
    double d[3], square = 0;
    for (int i = 0; i < 3; i++) {
        d[i] = b->cog[i] - to->cog[i];
        square += d[i] * d[i];
    }
    if (m->space == 2) {
        to->inertia[0] += b->inertia[0] + b->mass * square;
        return;
    }
    for (int i = 0; i < 3; i++) {
        to->inertia[i] += b->inertia[i] + b->mass * (square - d[i] * d[i]);
        to->inertia[3 + i] += b->inertia[3 + i] - b->mass * d[i] * d[(i + 1) % 3];
    }
}

static void weigh(const br_mech *m, int block, br_mech_block *to)
{
    int bodies = 0;
    for (int b = 0; b < m->bodies; b++)
        if (m->body[b].block == block) {
            bodies++;
            to->mass += m->body[b].mass;
            for (int i = 0; i < 3; i++)
                to->cog[i] += m->body[b].mass * m->body[b].cog[i];
        }
    for (int i = 0; i < 3; i++) // that of a single body to the bit
        to->cog[i] = bodies > 1 ? to->cog[i] / to->mass : to->of->cog[i];
    for (int b = 0; b < m->bodies; b++)
        if (m->body[b].block == block)
            add_inertia(m, &m->body[b], to);
}

static bool is_finite(const br_mech_block *b)
{
    bool all = isfinite(b->mass);
    for (int i = 0; i < 3; i++)
        all = all && isfinite(b->cog[i]);
    for (int i = 0; i < 6; i++)
        all = all && isfinite(b->inertia[i]);
    return all;
}

// Of a block the body with the largest moment about the origin: its mass or its place is to blame.
static const br_body *farthest(const br_mech *m, int block)
{
    const br_body *found = m->block[block].of;
    double most = 0;
    for (int b = 0; b < m->bodies; b++) {
        double moment = 0;
        for (int i = 0; i < 3; i++)
            moment = br_max(moment, m->body[b].mass * br_abs(m->body[b].cog[i]));
        if (m->body[b].block == block && moment > most) {
            most = moment;
            found = &m->body[b];
        }
    }
    return found;
}

static br_status check_finite(const br_mech *m, br_diag *why)
{
    for (int i = 0; i < m->blocks; i++)
        if (!is_finite(&m->block[i])) {
            const br_body *b = farthest(m, i);
            return br_complain(
                why, BR_BAD_LAW, &m->tokens, &b->where,
                "body %s: together with the bodies that are welded to it, its mass or inertia is not finite", b->name);
        }
    return BR_OK;
}

br_status br_weld_blocks(br_mech *m, const bool *weld, br_diag *why)
{
    sets s;
    br_status status = open_sets(&s, m);
    for (int i = 0; i < m->joints && weld && status == BR_OK; i++)
        if (weld[i])
            join(&s, set_of(&s, m->joint[i].a), set_of(&s, m->joint[i].b));
    for (int b = 0; b < m->bodies && status == BR_OK; b++) {
        int first = set_of(&s, b) - 1;
        m->body[b].block = first == BR_GROUND ? BR_GROUND : first < b ? m->body[first].block : m->blocks;
        if (first == b)
            m->block[m->blocks++] = (br_mech_block){.of = &m->body[b], .beam = m->body[b].beam};
    }
    for (int i = 0; i < m->blocks; i++)
        weigh(m, i, &m->block[i]);
    free(s.of);
    if (status != BR_OK)
        return br_complain(why, status, &m->tokens, NULL, "out of memory");
    return check_finite(m, why);
}
