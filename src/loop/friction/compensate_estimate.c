// compensate_estimate.c - compensators with an estimator: elasto-plastic, Kalman filter, moving horizon.   [target]
#include "num/base/fp.h"

#include "loop/friction/compensate_kind.h"
#include "num/base/count.h"

// ---------------------------------------------------------------- elasto-plastic

static int elasto_fits(const br_compensate_options *o)
{
    br_elasto made;
    return br_elasto_init(&made, &o->elasto) == BR_OK;
}

static br_status elasto_prepare(br_compensate *c)
{
    return br_elasto_init(&c->elasto, &c->o.elasto);
}

static void elasto_start(br_compensate *c)
{
    br_elasto_reset(&c->elasto);
}

static br_real elasto(br_compensate *c, const br_compensate_sample *s)
{
    br_elasto_sample is;
    br_real q = s->seen ? s->is.q : br_compensate_unknown();
    return br_elasto_step(&c->elasto, q, s->v, s->dt, &is) == BR_OK ? is.F : br_compensate_unknown();
}

const br_compensate_kind br_compensate_elasto = {.name = "elasto-plastic",
                                                 .fits = elasto_fits,
                                                 .prepare = elasto_prepare,
                                                 .start = elasto_start,
                                                 .friction = elasto};

// ---------------------------------------------------------------- filters

static int filter_fits(const br_compensate_options *o)
{
    const br_compensate_estimator *e = &o->estimator;
    const br_kalman *ob = e->filter;
    if (!ob || !e->p || br_sys_nu(ob->joint.sys) != 1)
        return 0;
    int ny = br_sys_ny(ob->joint.sys);
    return e->which >= 0 && e->which < ob->joint.ny && ob->r[e->which] > 0 && e->force >= 0 && e->force < ny &&
           e->every >= 0;
}

static br_status filter_prepare(br_compensate *c)
{
    if (!c->o.estimator.reduced)
        return BR_OK;
    br_indirect_options o = br_indirect_defaults(c->o.dt);
    o.mass = c->o.mass;
    o.most = c->tuning.most;
    return br_indirect_init(&c->indirect, &o);
}

static void filter_start(br_compensate *c)
{
    if (c->o.estimator.reduced)
        br_indirect_reset(&c->indirect);
}

// Whether the filter is corrected at this sample.
static int due(br_compensate *c)
{
    c->waits = c->waits > 0 ? c->waits - 1 : c->o.estimator.every - 1;
    return c->waits <= 0;
}

// The estimator stands where the axis is first seen; -1: its position is no state of it.
static int place_of(const br_joint *j, int which)
{
    int state = which - br_sys_ny(j->sys);
    return state >= 0 && state < j->nx ? state : -1;
}

static void stand_at(br_kalman *ob, int which, br_real q)
{
    int state = place_of(&ob->joint, which);
    if (state < 0)
        return;
    ob->first[state] = q;
    br_status status = br_kalman_reset(ob, ob->first, 0);
    (void)status; // finite numbers are not refused
}

enum { LOST_AFTER = 100, AGAIN_MOST = 8 };

// An axis at rest shows the same position at every sample, and to a filter that has lost it that is a sensor that is stuck: it
// would never find back. It restarts where the axis is, and is believed after `patience` samples of a motion, or more of a rest:
// twice as many after each restart, so an encoder that is stuck indeed ends the compensation.
static void restart_if_lost(br_compensate *c, const br_compensate_sample *s)
{
    const br_compensate_estimator *e = &c->o.estimator;
    int taken = e->filter->last.taken, proof = c->proof - taken * (s->moved ? 1 << c->again : 1);
    c->lost = !taken && e->filter->alarm ? c->lost + 1 : 0;
    c->proof = proof > 0 ? proof : 0;
    if (taken && s->moved && c->proof == 0)
        c->again = 0;
    if (c->lost < LOST_AFTER)
        return;
    stand_at(e->filter, e->which, s->is.q);
    br_count(&e->filter->health.restarts, 1);
    c->lost = 0;
    c->again += c->again < AGAIN_MOST;
    c->proof = (e->filter->o.patience < 100 ? e->filter->o.patience : 100) << c->again;
}

// Over the last interval with the command that was given, then the position.
static br_status whole(br_compensate *c, const br_compensate_sample *s, br_real *u)
{
    const br_compensate_estimator *e = &c->o.estimator;
    *u = c->u;
    if (!c->begun && s->seen)
        stand_at(e->filter, e->which, s->is.q);
    br_status status = br_kalman_predict(e->filter, u, e->p, s->dt);
    if (due(c) && status == BR_OK && s->seen) {
        status = br_kalman_correct(e->filter, u, e->p, e->which, s->is.q);
        restart_if_lost(c, s);
    }
    return status;
}

// Velocity and force of the same time, a few samples ago.
static br_status friction_part(br_compensate *c, const br_compensate_sample *s, br_real *v)
{
    const br_compensate_estimator *e = &c->o.estimator;
    c->indirect.o.mass = c->o.mass;
    br_indirect_sample is = br_indirect_step(&c->indirect, s->seen ? s->is.q : br_compensate_unknown(), c->u);
    *v = is.v;
    br_status status = br_kalman_predict(e->filter, v, e->p, s->dt);
    if (due(c) && status == BR_OK && !is.doubtful)
        status = br_kalman_correct(e->filter, v, e->p, e->which, is.force);
    *v = s->v;
    return status;
}

static br_real filter(br_compensate *c, const br_compensate_sample *s)
{
    const br_compensate_estimator *e = &c->o.estimator;
    br_real in;
    br_status status = e->reduced ? friction_part(c, s, &in) : whole(c, s, &in);
    if (status != BR_OK || (!e->deaf && (e->filter->alarm || c->proof > 0)))
        return br_compensate_unknown();
    return br_kalman_expect(e->filter, &in, e->p, e->force, 0);
}

const br_compensate_kind br_compensate_filter = {.name = "filter",
                                                 .bounded = 1,
                                                 .fits = filter_fits,
                                                 .prepare = filter_prepare,
                                                 .start = filter_start,
                                                 .friction = filter};

// ---------------------------------------------------------------- moving horizons

static int horizon_fits(const br_compensate_options *o)
{
    const br_compensate_estimator *e = &o->estimator;
    const br_mhe *m = e->horizon;
    if (!m || !e->p || e->reduced || m->o.measured != 1 || br_sys_nu(m->joint.sys) != 1 || m->o.dt != o->dt)
        return 0;
    return e->force >= 0 && e->force < br_sys_ny(m->joint.sys);
}

static br_real horizon(br_compensate *c, const br_compensate_sample *s)
{
    const br_compensate_estimator *e = &c->o.estimator;
    br_real y = s->seen ? s->is.q : br_compensate_unknown(), u = c->u;
    int state = place_of(&e->horizon->joint, e->horizon->which[0]);
    if (!c->begun && s->seen && state >= 0) {
        e->horizon->first[state] = s->is.q;
        if (br_mhe_reset(e->horizon, e->horizon->first) != BR_OK)
            return br_compensate_unknown();
    }
    if (br_mhe_feedback(e->horizon, &u, e->p, &y) != BR_OK)
        return br_compensate_unknown();
    return br_mhe_expect(e->horizon, &u, e->p, e->force, 0);
}

// The interval that has begun goes with the new command, and the next sample is prepared.
static void horizon_given(br_compensate *c)
{
    const br_compensate_estimator *e = &c->o.estimator;
    br_real u = c->u;
    br_status status = br_mhe_hold(e->horizon, &u);
    if (status == BR_OK)
        status = br_mhe_prepare(e->horizon, e->p);
    (void)status; // what is not prepared is counted by the horizon, and done at the next sample
}

const br_compensate_kind br_compensate_horizon = {
    .name = "horizon", .bounded = 1, .fits = horizon_fits, .friction = horizon, .given = horizon_given};
