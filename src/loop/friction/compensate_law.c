// compensate_law.c - compensators with a friction law: feedforward model, friction observer, adaptive level.   [target]
#include "num/base/fp.h"

#include "loop/friction/compensate_kind.h"
#include "loop/signal/decay.h"

static br_integrator_options flow_of(const br_compensate_law *l)
{
    br_integrator_options o = l->flow;
    o.points = 1;
    o.slopes = 0;
    return o;
}

static int law_fits(const br_compensate_options *o)
{
    const br_compensate_law *l = &o->law;
    if (!l->sys || !l->p || l->velocity < 0 || l->velocity >= br_sys_nu(l->sys) || l->force < 0 ||
        l->force >= br_sys_ny(l->sys))
        return 0;
    br_integrator_options flow = flow_of(l);
    int nx = br_sys_nx(l->sys);
    if ((l->k && !br_vec_finite(nx, l->k)) || (l->damping && !br_vec_finite(nx, l->damping)) || !br_is_amount(l->lead))
        return 0;
    return nx == 0 || br_integrator_bytes(l->sys, &flow) > 0;
}

static int flow_reals(const br_compensate_law *l)
{
    br_integrator_options o = flow_of(l);
    return (int)((br_integrator_bytes(l->sys, &o) + sizeof(br_real) - 1) / sizeof(br_real));
}

static void carve(br_arena *a, br_compensate *c)
{
    const br_sys *s = c->o.law.sys;
    c->x = br_arena_reals(a, br_sys_nx(s));
    c->spare = br_arena_reals(a, br_sys_nx(s));
    c->in = br_arena_reals(a, br_sys_nu(s));
    c->out = br_arena_reals(a, br_sys_nx(s) + br_sys_ny(s));
    c->m = br_arena_ints(a, br_sys_nm(s));
    c->flow_room = br_arena_reals(a, br_sys_nx(s) > 0 ? flow_reals(&c->o.law) : 0);
}

static br_status prepare(br_compensate *c)
{
    const br_compensate_law *l = &c->o.law;
    br_integrator_options o = flow_of(l);
    if (br_sys_nx(l->sys) == 0)
        return BR_OK;
    return br_integrator_init(&c->flow, l->sys, &o, c->flow_room, br_integrator_bytes(l->sys, &o));
}

static void start(br_compensate *c)
{
    const br_compensate_law *l = &c->o.law;
    for (int i = 0; i < br_sys_nx(l->sys); i++)
        c->x[i] = l->x ? l->x[i] : 0;
    for (int i = 0; i < br_sys_nu(l->sys); i++)
        c->in[i] = l->u ? l->u[i] : 0;
    for (int i = 0; i < br_sys_nm(l->sys); i++)
        c->m[i] = 0;
}

// The force of the law, its states over dt with the velocity held; error: what corrects their rates. On failure they are as
// before, and the force is not known.
static br_real integrate_law(br_compensate *c, br_real v, br_real error, br_real dt)
{
    const br_compensate_law *l = &c->o.law;
    int nx = br_sys_nx(l->sys);
    c->in[l->velocity] = v;
    for (int i = 0; i < nx; i++)
        c->spare[i] = c->x[i] - (l->k ? l->k[i] * error * dt : 0);
    br_status status = BR_OK;
    if (nx > 0)
        status = br_integrator_step(&c->flow, 1, c->spare, c->m, c->in, l->p, 0, dt, c->spare, c->m, 0);
    if (status != BR_OK)
        return br_compensate_unknown();
    br_sys_rate(l->sys, 1, c->spare, c->m, c->in, l->p, 0, c->out);
    br_real F = c->out[nx + l->force];
    // (13) takes the corrected rate, the law its own
    for (int i = 0; i < nx && l->damping && l->k; i++)
        F += l->damping[i] * ((c->spare[i] - c->x[i]) / dt - c->out[i]);
    for (int i = 0; i < nx; i++)
        c->x[i] = br_decayed(c->spare[i]);
    return F;
}

static br_real model(br_compensate *c, const br_compensate_sample *s)
{
    return integrate_law(c, s->v, 0, s->dt);
}

const br_compensate_kind br_compensate_model = {
    .name = "model", .fits = law_fits, .carve = carve, .prepare = prepare, .start = start, .friction = model};

// (12), (15); a position that is missing corrects nothing, and none drives a force at its limit further into it.
static br_real error_of(const br_compensate *c, const br_compensate_sample *s)
{
    br_real most = c->tuning.most_friction, error = c->o.law.by_velocity ? s->de : s->e + c->o.law.lead * s->de;
    int limited = most > 0 && ((c->friction >= most && error < 0) || (c->friction <= -most && error > 0));
    return s->seen && !limited ? error : 0;
}

static br_real observer(br_compensate *c, const br_compensate_sample *s)
{
    return integrate_law(c, s->v, error_of(c, s), s->dt);
}

const br_compensate_kind br_compensate_observer = {
    .name = "observer", .fits = law_fits, .carve = carve, .prepare = prepare, .start = start, .friction = observer};

static int adaptive_fits(const br_compensate_options *o)
{
    const br_compensate_law *l = &o->law;
    return law_fits(o) && br_is_amount(l->rate) && br_is_amount(l->quickest) && l->within > 0 && l->low >= 0 &&
           l->low <= 1 && l->high >= 1 && br_is_finite(l->high);
}

// The level stands still where nothing is learnt: at rest, without a position or with one that is stuck, and while the command is
// limited.
static br_real adaptive(br_compensate *c, const br_compensate_sample *s)
{
    const br_compensate_law *l = &c->o.law;
    br_real F = integrate_law(c, s->v, error_of(c, s), s->dt), most = c->tuning.most;
    int limited = most > 0 && br_r_abs(c->u) >= most;
    if (s->seen && s->moved && s->v != 0 && !limited && br_r_abs(F) <= BR_MOST) {
        br_real rate = -l->rate * F * (s->de + s->e / l->within);
        if (rate == rate) // one bad sample does not undo what many have taught
            c->level = br_within(c->level + br_within(rate, -l->quickest, l->quickest) * s->dt, l->low, l->high);
    }
    return c->level * F;
}

const br_compensate_kind br_compensate_adaptive = {.name = "adaptive",
                                                   .fits = adaptive_fits,
                                                   .carve = carve,
                                                   .prepare = prepare,
                                                   .start = start,
                                                   .friction = adaptive};
