// drawing.c - a mechanism as lines in space, at a few times of a run.             [host]
#include "num/base/fp.h"

#include "api/mechanism/drawing.h"

#include <stdlib.h>

// ---------------------------------------------------------------- points of a body

static bool same_place(const double *x, const double *y)
{
    return x[0] == y[0] && x[1] == y[1] && x[2] == y[2];
}

// The place of joint or point i in the drawing of the text; NULL: it is not on the body.
static const double *place_on(const br_mech *m, int body, int i)
{
    if (i >= m->joints)
        return m->spot[i - m->joints].body == body ? m->spot[i - m->joints].at : NULL;
    const br_mech_joint *j = &m->joint[i];
    return j->kind != BR_JOINT_FREE && (j->a == body || j->b == body) ? j->at : NULL;
}

// Joints and points of a body, and its centre of gravity if all of them are at one place. Calls put for each; answers how many.
static int walk_rigid(const br_mech *m, int body, void (*put)(void *to, const double *at), void *to)
{
    const double *first = NULL;
    bool apart = false;
    int count = 0;
    for (int i = 0; i < m->joints + m->spots; i++) {
        const double *at = place_on(m, body, i);
        if (!at)
            continue;
        put(to, at);
        count++;
        first = first ? first : at;
        apart = apart || !same_place(first, at);
    }
    if (!apart)
        put(to, m->body[body].cog);
    return count + !apart;
}

static int walk_beam(const br_beam *b, void (*put)(void *to, const double *at), void *to)
{
    for (int k = 0; k < BR_DRAWING_BEAM; k++) {
        double at[3];
        for (int c = 0; c < 3; c++)
            at[c] = b->from[c] + b->axis[c] * b->length * k / (BR_DRAWING_BEAM - 1);
        put(to, at);
    }
    return BR_DRAWING_BEAM;
}

static int walk_body(const br_mech *m, int body, void (*put)(void *to, const double *at), void *to)
{
    const br_beam *beam = m->body[body].beam;
    return beam ? walk_beam(beam, put, to) : walk_rigid(m, body, put, to);
}

static void put_nowhere(void *to, const double *at)
{
    (void)to;
    (void)at;
}

int br_drawing_points(const br_mech *m)
{
    int points = 0;
    for (int b = 0; b < m->bodies; b++)
        points += walk_body(m, b, put_nowhere, NULL);
    return points;
}

void br_drawing_bodies(const br_mech *m, int *body)
{
    for (int b = 0; b < m->bodies; b++)
        for (int n = walk_body(m, b, put_nowhere, NULL); n > 0; n--)
            *body++ = b;
}

// ---------------------------------------------------------------- drawings

br_status br_drawings_open(br_drawings *d, const br_mech *m)
{
    if (d->most == 0)
        return BR_OK;
    d->points = br_drawing_points(m);
    d->t = calloc((size_t)d->most * (1 + 3 * (size_t)d->points), sizeof *d->t);
    d->at = d->t ? d->t + d->most : NULL;
    return d->t ? BR_OK : BR_NO_MEMORY;
}

void br_drawings_close(br_drawings *d)
{
    free(d->t);
    *d = (br_drawings){0};
}

typedef struct pen {
    const br_moving *s;
    int body;
    double *to;
} pen;

static void put_point(void *of, const double *at)
{
    pen *p = of;
    const br_mech *m = p->s->m;
    for (int c = 0; c < m->space; c++) {
        br_form f = br_mech_point(m, p->body, at, c);
        p->to[c] = br_form_value(&f, p->s->now.q);
    }
    p->to += 3;
}

void br_drawings_put(br_drawings *d, int i, double t, const br_moving *s)
{
    pen p = {.s = s, .to = d->at + (ptrdiff_t)i * 3 * d->points};
    for (p.body = 0; p.body < s->m->bodies; p.body++)
        walk_body(s->m, p.body, put_point, &p);
    d->t[i] = t;
    d->count = i < d->count ? d->count : i + 1;
}

const double *br_drawings_at(const br_drawings *d, int i, double *t)
{
    if (i < 0 || i >= d->count)
        return NULL;
    if (t)
        *t = d->t[i];
    return d->at + (ptrdiff_t)i * 3 * d->points;
}
