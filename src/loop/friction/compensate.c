// compensate.c - what all compensators share: feedback, limits, and the trust in the estimated friction.   [target]
#include "num/base/fp.h"

#include "loop/friction/compensate_kind.h"

br_compensate_options br_compensate_defaults(const br_compensate_kind *kind, br_real dt)
{
    return (br_compensate_options){
        .kind = kind,
        .dt = dt,
        .tuning = {.on = 1, .share = 1, .fade_in = 10 * dt, .fade_out = 10 * dt},
        .by_aim = kind == &br_compensate_model,
        .differentiate = br_differentiate_defaults(&br_differentiate_kalman, dt),
        .fastest = BR_C(1e6),
        .patience = 3,
        .law = {.flow = br_integrator_defaults(), .within = 1, .low = BR_C(0.1), .high = 10, .quickest = 1},
        .bandwidth = BR_C(0.05) / dt,
    };
}

// Without branches: a step looks at its tuning.
static int are_amounts(int n, const br_real *x)
{
    int all = 1;
    for (int i = 0; i < n; i++)
        all &= (x[i] >= 0) & (x[i] <= BR_COMPENSATE_LARGEST);
    return all;
}

static int tuning_fits(const br_compensate_kind *kind, const br_compensate_tuning *t)
{
    const br_real all[] = {t->share, t->most, t->slew, t->most_friction, t->band, t->rest, t->fade_in, t->fade_out};
    return are_amounts(8, all) && (!kind->bounded || t->most_friction > 0);
}

static int allowed(const br_compensate_options *o)
{
    if (!o || !o->kind)
        return 0;
    const br_real all[] = {o->dt, o->mass, o->gain.Kp, o->gain.Kd, o->gain.Ki, o->bandwidth, o->fastest};
    return are_amounts(7, all) && o->dt > 0 && o->mass > 0 && o->fastest > 0 && o->differentiate.dt == o->dt &&
           o->patience >= 0 && tuning_fits(o->kind, &o->tuning) && (!o->kind->fits || o->kind->fits(o));
}

static br_compensate_numbers numbers_of(const br_compensate_options *o)
{
    return (br_compensate_numbers){o->mass, o->fastest, o->bandwidth, o->gain, o->curve};
}

// ---------------------------------------------------------------- memory

static void carve_compensate(br_arena *a, br_compensate *c)
{
    size_t bytes = br_differentiate_bytes(&c->o.differentiate);
    c->room = br_arena_reals(a, (int)((bytes + sizeof(br_real) - 1) / sizeof(br_real)));
    if (c->o.kind->carve)
        c->o.kind->carve(a, c);
}

size_t br_compensate_bytes(const br_compensate_options *o)
{
    br_arena a = {0, 0};
    if (!allowed(o))
        return 0;
    br_compensate c = {.o = *o};
    carve_compensate(&a, &c);
    return a.used + sizeof(br_real); // never 0
}

br_status br_compensate_init(br_compensate *c, const br_compensate_options *o, void *memory, size_t bytes)
{
    size_t needed = c ? br_compensate_bytes(o) : 0;
    if (needed == 0 || !memory || bytes < needed)
        return BR_BAD_USAGE;
    br_compensate made = {.o = *o, .tuning = o->tuning, .taken = numbers_of(o)};
    br_arena a = {memory, 0};
    carve_compensate(&a, &made);
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
    c->grip = 1;
    c->aim = (br_motion){0, 0, 0};
    c->missing = c->doubted = c->known = c->begun = c->waits = c->lost = c->again = c->proof = 0;
    c->w = c->v = c->at = c->unseen = c->way = c->apart = 0;
    c->level = 1;
    br_differentiate_health counts = c->differentiate.health;
    br_differentiate_reset(&c->differentiate);
    c->differentiate.health = counts;
    if (c->o.kind->start)
        c->o.kind->start(c);
}

// ---------------------------------------------------------------- a step

static void restore_if_invalid(br_real *x, br_real was)
{
    *x = are_amounts(1, x) ? *x : was;
}

// What makes no sense is what it was before.
static void apply_tuning(br_compensate *c)
{
    br_compensate_tuning *t = &c->tuning, *was = &c->o.tuning;
    if (!tuning_fits(c->o.kind, t)) {
        c->health.refused++;
        restore_if_invalid(&t->share, was->share), restore_if_invalid(&t->most, was->most),
            restore_if_invalid(&t->slew, was->slew);
        restore_if_invalid(&t->band, was->band), restore_if_invalid(&t->rest, was->rest);
        restore_if_invalid(&t->fade_in, was->fade_in), restore_if_invalid(&t->fade_out, was->fade_out);
        restore_if_invalid(&t->most_friction, was->most_friction);
        if (c->o.kind->bounded && t->most_friction == 0)
            t->most_friction = was->most_friction;
    }
    *was = *t;
}

// Without branches, as most steps find; NaN is another number.
static int same_numbers(const br_compensate_options *o, const br_compensate_numbers *t)
{
    const br_compensate_curve *a = &o->curve, *b = &t->curve;
    return (o->mass == t->mass) & (o->fastest == t->fastest) & (o->bandwidth == t->bandwidth) &
           (o->gain.Kp == t->gain.Kp) & (o->gain.Kd == t->gain.Kd) & (o->gain.Ki == t->gain.Ki) & (a->FC == b->FC) &
           (a->FS == b->FS) & (a->vs == b->vs) & (a->viscous == b->viscous) & (a->smooth == b->smooth) &
           (a->sigma0 == b->sigma0) & (a->Ki == b->Ki);
}

static void copy_numbers(br_compensate_options *o, const br_compensate_numbers *t)
{
    o->mass = t->mass, o->fastest = t->fastest, o->bandwidth = t->bandwidth;
    o->gain = t->gain;
    o->curve = t->curve;
}

// The same of those of the options: each one, and then what init would refuse.
static void apply_numbers(br_compensate *c)
{
    br_compensate_options *o = &c->o;
    br_compensate_curve *k = &o->curve;
    const br_compensate_numbers was = c->taken, wanted = numbers_of(o);
    if (same_numbers(o, &was))
        return;
    restore_if_invalid(&o->mass, was.mass), restore_if_invalid(&o->fastest, was.fastest),
        restore_if_invalid(&o->bandwidth, was.bandwidth);
    restore_if_invalid(&o->gain.Kp, was.gain.Kp), restore_if_invalid(&o->gain.Kd, was.gain.Kd),
        restore_if_invalid(&o->gain.Ki, was.gain.Ki);
    restore_if_invalid(&k->FC, was.curve.FC), restore_if_invalid(&k->FS, was.curve.FS),
        restore_if_invalid(&k->vs, was.curve.vs);
    restore_if_invalid(&k->viscous, was.curve.viscous), restore_if_invalid(&k->smooth, was.curve.smooth);
    restore_if_invalid(&k->sigma0, was.curve.sigma0), restore_if_invalid(&k->Ki, was.curve.Ki);
    if (!allowed(o))
        copy_numbers(o, &was);
    c->health.refused += !same_numbers(o, &wanted);
    c->taken = numbers_of(o);
}

static void set_reference(br_compensate *c, const br_motion *aim)
{
    if (aim && br_gate_takes_input(aim->q) && br_gate_takes_input(aim->v) && br_gate_takes_input(aim->a)) {
        c->aim = *aim;
        return;
    }
    c->aim.v = c->aim.a = 0;
    c->health.refused++;
}

// Whether the axis can be at q, since it was believed to be somewhere; after `patience` such positions in a row it is.
static int position_fits(br_compensate *c, br_real q, br_real dt)
{
    c->unseen = br_within(c->unseen + dt, 0, BR_MOST / 2);
    if (!(br_r_abs(q) <= c->differentiate.largest) || !br_gate_takes_input(q))
        return 0;
    int near = !c->begun || br_r_abs(q - c->at) <= c->o.fastest * c->unseen;
    c->health.doubted += !near;
    c->doubted = near ? 0 : c->doubted + 1;
    return near || c->doubted > c->o.patience;
}

// Behind a gap nothing is differentiated over it: the axis went as it was bridged, and as much faster as it is further. One
// that is somewhere else altogether says nothing about its velocity.
static void resume_motion(br_compensate *c, br_real q)
{
    br_real faster = c->doubted > 0 ? 0 : (q - c->at - c->way) / c->unseen;
    br_motion now = {q, c->aim.v + c->apart + br_within(faster, -c->o.fastest, c->o.fastest), c->aim.a};
    br_differentiate_resume(&c->differentiate, &now);
}

static br_motion seen_motion(br_compensate *c, br_real q, br_real dt)
{
    int gap = c->begun && (c->doubted > 0 || c->missing > c->o.patience);
    if (gap || br_differentiate_step(&c->differentiate, q, dt, 0) != BR_OK)
        resume_motion(c, q);
    c->doubted = 0;
    c->at = q;
    c->unseen = c->way = 0;
    c->apart = c->differentiate.x.v - c->aim.v;
    return (br_motion){q, c->differentiate.x.v, c->differentiate.x.a}; // its position is late
}

// Without a position the axis goes on as it is asked to, and what it was faster by is soon over. A differentiator would go on
// with its acceleration, most of which is noise.
static br_motion bridged_motion(br_compensate *c, br_real dt)
{
    br_status status = br_differentiate_step(&c->differentiate, br_compensate_unknown(), dt, 0);
    (void)status; // counts how long
    if (!c->begun)
        return c->aim; // nothing is known yet: no error
    br_real v = c->aim.v + c->apart, way = c->way + dt * (v - dt / 2 * c->aim.a);
    c->way = br_within(way, -BR_GATE_INPUT, BR_GATE_INPUT);
    c->apart *= (br_real)c->o.patience / (br_real)(c->o.patience + 1);
    return (br_motion){c->at + c->way, v, c->aim.a};
}

// A tachometer against the velocity of the positions, which is late, and that asked for. One that they do not bear out is
// noise at rest, or broken: theirs is taken.
static int velocity_fits(br_compensate *c, br_real v, br_real of_positions)
{
    br_real most = 10 * (br_r_abs(of_positions) + br_r_abs(c->aim.v) + br_r_abs(c->v));
    int fits = br_r_abs(v) <= c->o.fastest && br_r_abs(v) <= most;
    c->health.doubted += !fits && br_is_finite(v);
    return fits;
}

// Positions that can no longer be bridged are no ground for feedback.
static void hold_last(br_compensate *c, br_real dt)
{
    int blind = c->begun && c->differentiate.samples == 0;
    if (!blind && c->grip == 1)
        return;
    br_real over = blind ? c->tuning.fade_out : c->tuning.fade_in, by = over > dt ? dt / over : 1;
    c->grip = br_within(c->grip + (blind ? -by : by), 0, 1);
}

static br_compensate_sample measured_sample(br_compensate *c, br_real q, br_real v, br_real dt)
{
    br_compensate_sample s = {.aim = c->aim, .dt = dt, .moved = q != c->at};
    s.seen = position_fits(c, q, dt);
    s.back = s.seen && c->missing > 0;
    s.is = s.seen ? seen_motion(c, q, dt) : bridged_motion(c, dt);
    c->health.missing += !s.seen;
    c->missing = s.seen ? 0 : c->missing + (c->missing < 1 << 20);
    hold_last(c, dt);
    if (c->o.tachometer && velocity_fits(c, v, s.is.v))
        s.is.v = v;
    s.e = c->grip * (s.is.q - s.aim.q);
    s.de = c->grip * (s.is.v - s.aim.v);
    s.v = c->o.by_aim ? s.aim.v : s.is.v;
    s.v = br_r_abs(s.v) < c->tuning.band ? 0 : s.v;
    return s;
}

// Trust goes up while friction is known, down while it is not; what was known last is what fades.
static void believe(br_compensate *c, br_real F, br_real dt)
{
    const br_compensate_tuning *t = &c->tuning;
    int known = br_is_finite(F) && c->missing <= c->o.patience, wanted = known && t->on;
    c->health.unknown += !known;
    c->health.faded += c->known && !wanted;
    c->known = wanted;
    if (known)
        c->friction = t->most_friction > 0 ? br_within(F, -t->most_friction, t->most_friction) : F;
    br_real over = wanted ? t->fade_in : t->fade_out;
    br_real by = over > dt ? dt / over : 1;
    c->trust = br_within(c->trust + (wanted ? by : -by), 0, 1);
}

static br_real limit(const br_compensate *c, br_real u, br_real dt)
{
    const br_compensate_tuning *t = &c->tuning;
    if (t->slew > 0)
        u = c->u + br_within(u - c->u, -t->slew * dt, t->slew * dt);
    br_real most = t->most > 0 ? t->most : BR_MOST;
    return br_within(u, -most, most);
}

// The integral goes on unless that drives the command further into a limit. It and the friction are within a quarter of the
// largest number, and the rest is far below that: the sum of all is finite.
static void command(br_compensate *c, const br_compensate_sample *s)
{
    const br_feedback_gain *K = &c->o.gain;
    int rests = !s->seen || br_r_abs(s->e) <= c->tuning.rest;
    br_real step = rests ? 0 : -K->Ki * s->e * s->dt;
    br_real beside = c->grip * c->o.mass * s->aim.a - K->Kp * s->e - K->Kd * s->de,
            F = br_within(c->tuning.share * c->trust * c->friction, -BR_MOST / 4, BR_MOST / 4);
    br_real wanted = beside + c->integral + step + F, u = limit(c, wanted, s->dt);
    if (u != wanted && (wanted > u) == (step > 0))
        step = 0;
    c->integral = br_within(c->integral + step, -BR_MOST / 4, BR_MOST / 4);
    c->feedback = beside + c->integral;
    c->health.limited += u != wanted;
    c->u = u;
}

br_real br_compensate_step(br_compensate *c, const br_motion *aim, br_real q, br_real v, br_real dt)
{
    if (!(dt >= c->o.dt / 2 && dt <= 2 * c->o.dt)) {
        c->health.late++;
        dt = c->o.dt;
    }
    apply_tuning(c);
    apply_numbers(c);
    set_reference(c, aim);
    br_compensate_sample s = measured_sample(c, q, v, dt);
    believe(c, c->o.kind->friction(c, &s), dt);
    command(c, &s);
    if (c->o.kind->given)
        c->o.kind->given(c);
    c->v = s.is.v;
    c->begun |= s.seen;
    return c->u;
}
