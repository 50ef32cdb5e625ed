// compensate.c - what all compensators share: feedback, limits, and when friction is to be believed.           [target]
#include "num/fp.h"

#include "loop/compensate.h"
#include "num/vector.h"

br_compensate_options br_compensate_defaults(const br_compensate_kind *kind, br_real dt)
{
    return (br_compensate_options){
        .kind = kind,
        .dt = dt,
        .tuning = {.on = 1, .share = 1, .fade_in = 10 * dt, .fade_out = 10 * dt},
        .by_aim = kind == &br_compensate_model,
        .differentiate = br_differentiate_defaults(&br_differentiate_kalman, dt),
        .patience = 3,
        .law = {.flow = br_flow_defaults(), .within = 1, .low = BR_C(0.1), .high = 10},
        .bandwidth = BR_C(0.05) / dt,
    };
}

static int is_finite(br_real x)
{
    return br_r_abs(x) <= BR_MOST;
}

static int is_amount(br_real x)
{
    return x >= 0 && x <= BR_MOST;
}

static int allowed(const br_compensate_options *o)
{
    return o && o->kind && o->dt > 0 && is_finite(o->dt) && o->differentiate.dt == o->dt && o->mass > 0 &&
           is_finite(o->mass) && is_finite(o->gain.Kp) && is_finite(o->gain.Kd) && is_finite(o->gain.Ki) &&
           is_amount(o->bandwidth) && o->patience >= 0 && (!o->kind->fits || o->kind->fits(o));
}

br_real br_compensate_unknown(void)
{
    br_real most = BR_MOST;
    return 2 * most;
}

// ---------------------------------------------------------------- memory

static void lay(br_arena *a, br_compensate *c)
{
    size_t bytes = br_differentiate_bytes(&c->o.differentiate);
    c->room = br_arena_reals(a, (int)((bytes + sizeof(br_real) - 1) / sizeof(br_real)));
    if (c->o.kind->lay)
        c->o.kind->lay(a, c);
}

size_t br_compensate_bytes(const br_compensate_options *o)
{
    br_arena a = {0, 0};
    if (!allowed(o))
        return 0;
    br_compensate c = {.o = *o};
    lay(&a, &c);
    return a.used + sizeof(br_real); // never 0
}

br_status br_compensate_init(br_compensate *c, const br_compensate_options *o, void *memory, size_t bytes)
{
    size_t needed = c ? br_compensate_bytes(o) : 0;
    if (needed == 0 || !memory || bytes < needed)
        return BR_BAD_USAGE;
    br_compensate made = {.o = *o, .tuning = o->tuning};
    br_arena a = {memory, 0};
    lay(&a, &made);
    br_status status = br_differentiate_init(&made.differentiate, &o->differentiate, made.room,
                                             br_differentiate_bytes(&o->differentiate));
    if (status == BR_OK && o->kind->prepare)
        status = o->kind->prepare(&made);
    if (status != BR_OK)
        return status;
    *c = made;
    br_compensate_reset(c);
    return BR_OK;
}

void br_compensate_reset(br_compensate *c)
{
    c->u = c->feedback = c->friction = c->trust = c->integral = 0;
    c->aim = (br_motion){0, 0, 0};
    c->missing = c->known = c->begun = c->waits = 0;
    c->w = c->v = 0;
    c->level = 1;
    br_differentiate_health counts = c->differentiate.health;
    br_differentiate_reset(&c->differentiate);
    c->differentiate.health = counts;
    if (c->o.kind->start)
        c->o.kind->start(c);
}

// ---------------------------------------------------------------- a step

static br_real within(br_real x, br_real most)
{
    return x > most ? most : x < -most ? -most : x;
}

static void take_aim(br_compensate *c, const br_motion *aim)
{
    if (aim && is_finite(aim->q) && is_finite(aim->v) && is_finite(aim->a)) {
        c->aim = *aim;
        return;
    }
    c->aim.v = c->aim.a = 0;
    c->health.refused++;
}

static br_compensate_sight look(br_compensate *c, br_real q, br_real v, br_real dt)
{
    br_compensate_sight s = {.aim = c->aim, .dt = dt, .seen = br_r_abs(q) <= c->differentiate.largest};
    if (br_differentiate_step(&c->differentiate, q, dt, &s.is) != BR_OK)
        s.is = c->differentiate.x;
    c->health.missing += !s.seen;
    c->missing = s.seen ? 0 : c->missing + (c->missing < 1 << 20);
    if (s.seen)
        s.is.q = q; // that of the differentiator is late
    if (c->o.tachometer && is_finite(v))
        s.is.v = v;
    if (!s.seen && !c->begun)
        s.is = c->aim; // nothing is known yet: no error
    s.e = s.is.q - s.aim.q;
    s.de = s.is.v - s.aim.v;
    s.v = c->o.by_aim ? s.aim.v : s.is.v;
    s.v = br_r_abs(s.v) < c->tuning.band ? 0 : s.v;
    return s;
}

// Trust goes up while friction is known, down while it is not; what was known last is what fades.
static void believe(br_compensate *c, br_real F, br_real dt)
{
    const br_compensate_tuning *t = &c->tuning;
    int known = is_finite(F) && c->missing <= c->o.patience, wanted = known && t->on;
    c->health.unknown += !known;
    c->health.faded += c->known && !wanted;
    c->known = wanted;
    if (known)
        c->friction = t->most_friction > 0 ? within(F, t->most_friction) : F;
    br_real over = wanted ? t->fade_in : t->fade_out;
    br_real by = over > dt ? dt / over : 1;
    c->trust = wanted ? c->trust + by : c->trust - by;
    c->trust = c->trust > 1 ? 1 : c->trust < 0 ? 0 : c->trust;
}

static br_real limit(const br_compensate *c, br_real u, br_real dt)
{
    const br_compensate_tuning *t = &c->tuning;
    if (t->slew > 0)
        u = c->u + within(u - c->u, t->slew * dt);
    return within(u, t->most > 0 ? t->most : BR_MOST);
}

// The integral goes on unless that drives the command further into a limit.
static void command(br_compensate *c, const br_compensate_sight *s)
{
    const br_feedback_gain *K = &c->o.gain;
    int rests = !s->seen || br_r_abs(s->e) <= c->tuning.rest;
    br_real step = rests ? 0 : -K->Ki * s->e * s->dt;
    br_real beside = c->o.mass * s->aim.a - K->Kp * s->e - K->Kd * s->de, F = c->tuning.share * c->trust * c->friction;
    br_real wanted = beside + c->integral + step + F, u = limit(c, wanted, s->dt);
    if (u != wanted && (wanted > u) == (step > 0))
        step = 0;
    if (is_finite(c->integral + step))
        c->integral += step;
    c->feedback = beside + c->integral;
    c->health.limited += u != wanted;
    if (is_finite(u)) // sums of huge numbers are not: the command stays
        c->u = u;
}

br_real br_compensate_step(br_compensate *c, const br_motion *aim, br_real q, br_real v, br_real dt)
{
    if (!(dt >= c->o.dt / 2 && dt <= 2 * c->o.dt)) {
        c->health.late++;
        dt = c->o.dt;
    }
    take_aim(c, aim);
    br_compensate_sight s = look(c, q, v, dt);
    believe(c, c->o.kind->friction(c, &s), dt);
    command(c, &s);
    if (c->o.kind->given)
        c->o.kind->given(c);
    c->v = s.is.v;
    c->begun |= s.seen;
    return c->u;
}
