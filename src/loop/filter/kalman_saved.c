// kalman_saved.c - what Kalman filters carry from sample to sample, as bytes.   [target]
#include "num/base/fp.h"

#include "loop/filter/kalman_saved.h"

void br_gaussian_saved(br_gaussian *b, br_saved *s)
{
    br_saved_reals(s, b->n, b->x);
    br_saved_reals(s, (ptrdiff_t)b->n * b->n, b->U);
    br_saved_reals(s, b->n, b->D);
}

void br_gate_saved(br_gate *g, int measurements, br_saved *s)
{
    br_saved_reals(s, measurements, g->seen);
    br_saved_reals(s, measurements, g->came);
    br_saved_ints(s, measurements, g->held);
    br_saved_ints(s, measurements, g->rejected);
    br_saved_ints(s, measurements, g->openings);
    br_saved_ints(s, measurements, g->calm);
    int *const one[] = {&g->turn, &g->out, &g->astray, &g->wait, &g->pause, &g->restless};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        br_saved_ints(s, 1, one[i]);
    br_saved_reals(s, 1, &g->fit);
}

void br_kalman_saved(br_kalman *ob, br_saved *s)
{
    int n = ob->joint.n, ny = ob->joint.ny;
    br_gaussian_saved(&ob->gaussian, s);
    br_saved_ints(s, br_sys_nm(ob->joint.sys), ob->m);
    br_real *const list[] = {ob->sd, ob->most, ob->least, ob->q, ob->cap, ob->first};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        br_saved_reals(s, n, list[i]);
    br_saved_reals(s, ny, ob->r);
    br_gate_saved(&ob->gate, ny, s);
    br_saved_health(s, &ob->health);
    br_saved_reals(s, 1, &ob->last.error);
    br_saved_reals(s, 1, &ob->last.variance);
    br_saved_reals(s, 1, &ob->nis);
    int *const one[] = {&ob->last.taken, &ob->alarm, &ob->pending, &ob->failed};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        br_saved_ints(s, 1, one[i]);
    if (ob->o.kind->saved)
        ob->o.kind->saved(ob, s);
}

void br_sampled_saved(br_sampled *o, br_saved *s)
{
    br_kalman_saved(&o->observer, s);
    br_saved_reals(s, br_sys_nu(o->observer.joint.sys), o->u);
    br_saved_reals(s, br_sys_np(o->observer.joint.sys), o->p);
    br_saved_ints(s, 1, &o->phase);
    br_saved_ints(s, 1, &o->blind);
}
