// sketch.c - a mechanism drawn at a few times of a run.                              [host]
#include "num/fp.h"

#include "tool/sketch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

br_status sketch_open(sketch *k, const br_mech *m)
{
    memset(k, 0, sizeof *k);
    k->points = 2 * m->joints + 2 * m->bodies; // every joint is on two bodies; then a centre and a gap
    k->x = calloc(2 * (size_t)k->points * SKETCH_FRAMES + 1, sizeof *k->x);
    k->y = k->x ? k->x + (ptrdiff_t)k->points * SKETCH_FRAMES : NULL;
    return k->x ? BR_OK : BR_NO_MEMORY;
}

void sketch_close(sketch *k)
{
    free(k->x);
    memset(k, 0, sizeof *k);
}

typedef struct pen {
    double *x, *y;
    const br_moving *s;
} pen;

static void mark(pen *p, int body, const double *at)
{
    br_form x = br_mech_point(p->s->m, body, at, 0), y = br_mech_point(p->s->m, body, at, p->s->m->space - 1);
    *p->x++ = br_form_value(&x, p->s->now.q);
    *p->y++ = br_form_value(&y, p->s->now.q);
}

void sketch_take(sketch *k, const br_moving *s)
{
    const br_mech *m = s->m;
    if (k->frames == SKETCH_FRAMES)
        return;
    ptrdiff_t first = (ptrdiff_t)k->frames * k->points;
    pen p = {k->x + first, k->y + first, s};
    for (int b = 0; b < m->bodies; b++) {
        int joints = 0;
        for (int j = 0; j < m->joints; j++)
            if (m->joint[j].kind != BR_JOINT_FREE && (m->joint[j].a == b || m->joint[j].b == b)) {
                mark(&p, b, m->joint[j].at);
                joints++;
            }
        if (joints < 2)
            mark(&p, b, m->body[b].cog);
        *p.x++ = 0;
        *p.y++ = (double)NAN;
    }
    while (p.x < k->x + first + k->points) {
        *p.x++ = 0;
        *p.y++ = (double)NAN;
    }
    k->t[k->frames++] = s->t;
}

void sketch_draw(const sketch *k, const br_mech *m, br_outcome *o)
{
    br_plot *p = br_draw(o, "The mechanism", "x", "m", m->space == 2 ? "y" : "z", "m",
                         "Bodies as lines through their joints; the axes may differ in scale.");
    for (int f = 0; f < k->frames; f++) {
        char label[40];
        snprintf(label, sizeof label, "%.4g s", k->t[f]);
        br_draw_curve(p, label, k->x + (ptrdiff_t)f * k->points, k->y + (ptrdiff_t)f * k->points, k->points);
    }
}
