// compensate_saved.c - what compensators and the elasto-plastic estimator carry from sample to sample, as bytes.   [target]
#include "num/base/fp.h"

#include "loop/friction/compensate_saved.h"
#include "loop/signal/differentiate_saved.h"

static void reals_saved(br_saved *s, int n, br_real *const *x)
{
    for (int i = 0; i < n; i++)
        br_saved_reals(s, 1, x[i]);
}

static void ints_saved(br_saved *s, int n, int *const *x)
{
    for (int i = 0; i < n; i++)
        br_saved_ints(s, 1, x[i]);
}

#define ALL(list) (int)(sizeof(list) / sizeof *(list)), list

void br_elasto_saved(br_elasto *e, br_saved *s)
{
    for (int i = 0; i < e->o.elements; i++) {
        br_elasto_element *k = &e->o.element[i];
        br_real *const of[] = {&k->sigma0, &k->sigma1, &k->FC, &k->FS, &k->zba, &e->z[i]};
        reals_saved(s, ALL(of));
    }
    br_real *const of[] = {&e->o.sigma2,     &e->o.vs,    &e->last.F, &e->last.elastic, &e->last.damping,
                           &e->last.viscous, &e->x,       &e->v,      &e->rate,         &e->span,
                           &e->since,        &e->last_dx, &e->unseen};
    int *const one[] = {&e->last.updated, &e->last.dissipative, &e->doubted, &e->started};
    reals_saved(s, ALL(of));
    ints_saved(s, ALL(one));
    br_saved_health(s, &e->health);
}

static void indirect_saved(br_indirect *i, br_saved *s)
{
    br_real *const of[] = {&i->o.mass, &i->q, &i->slope, &i->force[0], &i->force[1]};
    int *const one[] = {&i->samples, &i->gap, &i->doubt};
    br_saved_health(s, &i->health);
    br_lowpass_saved(&i->v, s);
    br_lowpass_saved(&i->a, s);
    br_lowpass_saved(&i->ua, s);
    reals_saved(s, ALL(of));
    ints_saved(s, ALL(one));
}

static void tuning_saved(br_compensate_tuning *t, br_saved *s)
{
    br_real *const of[] = {&t->share, &t->most, &t->slew,    &t->most_friction,
                           &t->band,  &t->rest, &t->fade_in, &t->fade_out};
    reals_saved(s, ALL(of));
    br_saved_ints(s, 1, &t->on);
}

// Those that may be changed between steps; `taken` is the same again, or is made the same by the next step.
static void numbers_saved(br_real *mass, br_real *fastest, br_real *bandwidth, br_feedback_gain *g,
                          br_compensate_curve *k, br_saved *s)
{
    br_real *const of[] = {mass,   fastest, bandwidth,   &g->Kp,     &g->Kd,     &g->Ki, &k->FC,
                           &k->FS, &k->vs,  &k->viscous, &k->smooth, &k->sigma0, &k->Ki};
    reals_saved(s, ALL(of));
}

void br_compensate_saved(br_compensate *c, br_saved *s)
{
    br_real *const of[] = {&c->u,      &c->feedback, &c->friction, &c->trust, &c->grip, &c->integral, &c->at,
                           &c->unseen, &c->way,      &c->apart,    &c->w,     &c->v,    &c->level};
    int *const one[] = {&c->missing, &c->doubted, &c->known, &c->begun, &c->waits, &c->lost, &c->again, &c->proof};
    numbers_saved(&c->o.mass, &c->o.fastest, &c->o.bandwidth, &c->o.gain, &c->o.curve, s);
    numbers_saved(&c->taken.mass, &c->taken.fastest, &c->taken.bandwidth, &c->taken.gain, &c->taken.curve, s);
    tuning_saved(&c->o.tuning, s);
    tuning_saved(&c->tuning, s);
    br_saved_health(s, &c->health);
    reals_saved(s, ALL(of));
    ints_saved(s, ALL(one));
    br_motion_saved(&c->aim, s);
    br_differentiate_saved(&c->differentiate, s);
    if (c->o.estimator.reduced)
        indirect_saved(&c->indirect, s);
    br_elasto_saved(&c->elasto, s);
    if (c->x) { // a kind with a law
        br_saved_reals(s, br_sys_nx(c->o.law.sys), c->x);
        br_saved_ints(s, br_sys_nm(c->o.law.sys), c->m);
    }
}
