// differentiate_saved.c - what differentiators and low-pass filters carry from sample to sample, as bytes.   [target]
#include "num/base/fp.h"

#include "loop/signal/differentiate_saved.h"

void br_motion_saved(br_motion *x, br_saved *s)
{
    br_saved_reals(s, 1, &x->q);
    br_saved_reals(s, 1, &x->v);
    br_saved_reals(s, 1, &x->a);
}

void br_lowpass_saved(br_lowpass *l, br_saved *s)
{
    for (int i = 0; i < BR_LOWPASS_SECTIONS; i++) {
        br_saved_reals(s, 1, &l->section[i].s1);
        br_saved_reals(s, 1, &l->section[i].s2);
    }
    br_saved_reals(s, 1, &l->x);
    br_saved_ints(s, 1, &l->started);
    br_saved_counts(s, 1, &l->missing);
}

void br_differentiate_saved(br_differentiate *d, br_saved *s)
{
    br_saved_health(s, &d->health);
    br_motion_saved(&d->x, s);
    br_saved_reals(s, 1, &d->since);
    br_saved_reals(s, 1, &d->last);
    br_saved_reals(s, 1, &d->slope);
    br_saved_ints(s, 1, &d->samples);
    br_saved_ints(s, 1, &d->missing);
    br_saved_ints(s, 1, &d->settled);
    br_saved_ints(s, 1, &d->head);
    br_lowpass_saved(&d->low[0], s);
    br_lowpass_saved(&d->low[1], s);
    br_saved_reals(s, 3, d->K);
    if (d->o.kind->rings) {
        br_saved_reals(s, d->o.window + 1, d->q);
        br_saved_reals(s, d->o.window + 1, d->h);
    }
}
