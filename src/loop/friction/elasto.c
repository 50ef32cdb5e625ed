// elasto.c - the elasto-plastic estimator: when to update, over which displacement, and the force.   [target]
#include "num/base/fp.h"

#include "loop/filter/gate.h"
#include "loop/friction/elasto_parts.h"
#include "num/algebra/vector.h"

static br_real larger(br_real a, br_real b)
{
    return a > b ? a : b;
}

// ---------------------------------------------------------------- options

br_elasto_options br_elasto_defaults(br_real dt)
{
    return (br_elasto_options){.elements = 1, .dt = dt, .patience = 3};
}

// By how much the damping of an element may exceed its Coulomb force, at worst: when zss falls from its largest to its
// least value within dt.
static br_real excess(const br_elasto_element *e, br_real dt)
{
    return e->sigma1 * ((e->FS - e->FC) / e->sigma0) / dt - e->FC;
}

// (22): the viscous force makes up for what the elements may lack. Where all are below their Coulomb force it holds at
// any speed.
static int dissipative(const br_elasto_options *o, br_real dt, br_real speed)
{
    br_real lack = 0;
    for (int i = 0; i < o->elements; i++)
        lack += larger(excess(&o->element[i], dt), 0);
    return lack <= o->sigma2 * speed;
}

int br_elasto_warnings(const br_elasto_options *o)
{
    return (o->Dx < o->noise ? BR_ELASTO_BELOW_NOISE : 0) | (dissipative(o, o->dt, 0) ? 0 : BR_ELASTO_NOT_DISSIPATIVE);
}

br_real br_elasto_noise(int n, const br_real *x)
{
    br_real lo = BR_MOST, hi = -BR_MOST;
    for (int i = 0; i < n; i++) {
        lo = x[i] < lo ? x[i] : lo;
        hi = x[i] > hi ? x[i] : hi;
    }
    return hi > lo ? hi - lo : 0;
}

br_real br_elasto_resolution(br_real noise, br_real quantum)
{
    return noise + BR_C(1.5) * quantum;
}

// The largest speed that is believed, at which the viscous force is a number, too.
static br_real fastest(const br_elasto_options *o)
{
    br_real finite = BR_MOST / 8 / larger(o->sigma2, 1);
    return o->most > 0 ? o->most : finite < BR_GATE_INPUT ? finite : BR_GATE_INPUT;
}

static int element_ok(const br_elasto_element *e)
{
    return e->sigma0 > 0 && e->sigma1 >= 0 && e->FC > 0 && e->FS >= e->FC && e->zba > 0 && e->zba < e->FC / e->sigma0;
}

// Each number alone, and the largest force they can make together.
static int options_ok(const br_elasto_options *o)
{
    br_real force = o->sigma2 * fastest(o), single[] = {o->sigma2, o->vs, o->Dx, o->dt, o->noise, o->most};
    if ((unsigned)o->curve > BR_ELASTO_COULOMB || (unsigned)o->scheme > BR_ELASTO_RK4)
        return 0;
    if (o->elements < 1 || o->elements > BR_ELASTO_ELEMENTS || o->patience < 0)
        return 0;
    if (!br_vec_finite(6, single) || o->sigma2 < 0 || !(o->vs > 0) || o->Dx < 0 || !(o->dt > 0) || o->noise < 0 ||
        o->most < 0)
        return 0;
    for (int i = 0; i < o->elements; i++) {
        const br_elasto_element *e = &o->element[i];
        if (!element_ok(e))
            return 0;
        force += e->FS + e->sigma1 * (BR_C(2.1) * (e->FS / e->sigma0) / o->dt);
    }
    return br_vec_finite(1, &force);
}

br_status br_elasto_init(br_elasto *e, const br_elasto_options *o)
{
    if (!e || !o || !options_ok(o))
        return BR_BAD_USAGE;
    e->o = *o;
    br_elasto_reset(e);
    return BR_OK;
}

void br_elasto_reset(br_elasto *e)
{
    *e = (br_elasto){.o = e->o, .last.dissipative = 1};
}

// ---------------------------------------------------------------- an update

// Of fourth order. Up to zba the deflection is the displacement, exactly; the rest is a Runge-Kutta step while the speed
// goes from `before` to `speed`. All slopes are between 0 and 1 or bring z down to zss, and none has a negative weight: so
// z goes no further than the displacement, and not past zss. That is all the proofs of theorems 1 to 4 need.
static br_real rk4(const br_elasto_options *o, const br_elasto_element *e, br_real z, br_real dx, br_real before,
                   br_real speed)
{
    br_real s = dx < 0 ? BR_C(-1.0) : BR_C(1.0), along = z * s, d = dx * s;
    br_real elastic = br_within(e->zba - along, 0, d), a = along + elastic, h = d - elastic;
    br_real first = speed + (before - speed) * (h / d);
    br_real zss0 = br_elasto_level(o->curve, e->sigma0, e->FC, e->FS, o->vs, first);
    br_real zss1 = br_elasto_level(o->curve, e->sigma0, e->FC, e->FS, o->vs, first / 2 + speed / 2);
    br_real zss = br_elasto_level(o->curve, e->sigma0, e->FC, e->FS, o->vs, speed);
    br_real lo = a < zss ? a : zss, hi = a < zss ? zss : a;
    br_real k1 = br_elasto_slope(a, zss0, e->zba, 1);
    br_real k2 = br_elasto_slope(br_within(a + h / 2 * k1, lo, hi), zss1, e->zba, 1);
    br_real k3 = br_elasto_slope(br_within(a + h / 2 * k2, lo, hi), zss1, e->zba, 1);
    br_real k4 = br_elasto_slope(br_within(a + h * k3, lo, hi), zss, e->zba, 1);
    return s * br_within(a + h * ((k1 + 2 * k2 + 2 * k3 + k4) / 6), lo, hi);
}

static br_real next(const br_elasto *e, int i, br_real dx, br_real speed, br_real before)
{
    const br_elasto_options *o = &e->o;
    const br_elasto_element *at = &o->element[i];
    if (o->scheme == BR_ELASTO_RK4)
        return rk4(o, at, e->z[i], dx, before, speed);
    return br_elasto_euler(e->z[i], dx, br_elasto_level(o->curve, at->sigma0, at->FC, at->FS, o->vs, speed), at->zba,
                           1);
}

// The displacement since the last update, not 0. A velocity against it is noise: its size counts, and the direction is
// that of dx.
static void update(br_elasto *e, br_real dx, br_real v)
{
    br_real s = dx < 0 ? BR_C(-1.0) : BR_C(1.0), speed = br_r_abs(v), before = larger(e->v * s, 0);
    br_elasto_sample *last = &e->last;
    e->rate = last->elastic = 0;
    for (int i = 0; i < e->o.elements; i++) {
        br_real z = next(e, i, dx, speed, before);
        e->rate += e->o.element[i].sigma1 * (z - e->z[i]);
        last->elastic += e->o.element[i].sigma0 * z;
        e->z[i] = z;
    }
    e->v = speed * s;
    e->span = e->since;
    e->since = 0;
    last->updated = 1;
    last->dissipative = dissipative(&e->o, e->span, speed);
    e->health.updates++;
    e->health.opposed += v * s < 0;
    e->health.undissipated += !last->dissipative;
}

// ---------------------------------------------------------------- from positions

// From here on, the deflections as they are.
static void start(br_elasto *e)
{
    e->started = 1;
    e->doubted = 0;
    e->rate = e->v = e->since = e->last_dx = e->unseen = 0;
}

// Whether the axis can have come to dx, counted from the last update, since it was believed last.
static int believed(br_elasto *e, br_real dx)
{
    if (e->o.most > 0 && br_r_abs(dx - e->last_dx) > e->o.most * e->unseen + e->o.Dx) {
        e->health.refused++;
        e->doubted++;
        return 0;
    }
    e->doubted = 0;
    e->last_dx = dx;
    e->unseen = 0;
    return 1;
}

// A time that is dt but for the rounding of clocks is dt.
static int is_due(const br_elasto *e)
{
    return e->since >= BR_C(0.999) * e->o.dt;
}

// What a position dx after that of the last update does. 1: it is the one to count from now.
static int advance(br_elasto *e, br_real dx, br_real v)
{
    br_real limit = fastest(&e->o);
    if (!believed(e, dx)) {
        if (e->doubted <= e->o.patience)
            return 0;
        e->health.restarts++;
        start(e);
        return 1;
    }
    if (dx == 0 || br_r_abs(dx) < e->o.Dx || !is_due(e))
        return 0;
    update(e, dx, br_r_abs(v) <= limit ? v : br_within(dx / e->since, -limit, limit));
    e->last_dx = 0;
    return 1;
}

// The time that has passed counts even where the position is missing.
static br_status pass(br_elasto *e, br_real dt)
{
    if (!(dt >= 0) || !(dt <= BR_MOST))
        return BR_BAD_USAGE;
    e->since = br_within(e->since + dt, 0, BR_MOST / 4);
    e->unseen = br_within(e->unseen + dt, 0, BR_MOST / 4);
    e->last.updated = 0;
    return BR_OK;
}

// Without motion for a time, the axis is slower than it was.
static void fill_sample(br_elasto *e, br_real v, br_elasto_sample *to)
{
    br_elasto_sample *s = &e->last;
    br_real time = larger(e->span, e->since);
    br_real faded = time > 0 ? e->v * (e->span / time) : 0;
    s->damping = time > 0 ? e->rate / time : 0;
    s->viscous = e->o.sigma2 * (s->updated ? e->v : br_r_abs(v) <= fastest(&e->o) ? v : faded);
    s->F = br_elasto_force(s->elastic, s->damping, s->viscous);
    if (to)
        *to = *s;
}

br_status br_elasto_step(br_elasto *e, br_real x, br_real v, br_real dt, br_elasto_sample *to)
{
    if (pass(e, dt) != BR_OK)
        return BR_BAD_USAGE;
    if (!br_gate_takes_input(x)) {
        e->health.missing += x != x;
        e->health.refused += x == x;
    } else if (!e->started) {
        start(e);
        e->x = x;
    } else if (advance(e, x - e->x, v)) {
        e->x = x;
    }
    fill_sample(e, v, to);
    return BR_OK;
}

// ---------------------------------------------------------------- from counts

br_status br_elasto_counter_init(br_elasto_counter *c, const br_elasto_options *o, const br_encoder_options *encoder)
{
    br_elasto e;
    br_encoder n;
    if (!c || br_elasto_init(&e, o) != BR_OK || br_encoder_init(&n, encoder) != BR_OK)
        return BR_BAD_USAGE;
    if (!(br_r_abs(encoder->resolution) <= BR_MOST / BR_C(1e20))) // so that any number of counts is a displacement
        return BR_BAD_USAGE;
    *c = (br_elasto_counter){.e = e, .encoder = n};
    return BR_OK;
}

void br_elasto_counter_reset(br_elasto_counter *c)
{
    br_elasto_reset(&c->e);
    br_encoder_reset(&c->encoder);
}

// Counts pass for positions only as far as they are believed.
static void count(br_elasto_counter *c, br_encoder_answer answered, br_real v)
{
    br_elasto *e = &c->e;
    if (answered == BR_ENCODER_HELD) {
        e->health.missing++;
    } else if (!e->started || answered == BR_ENCODER_LOST) {
        e->health.restarts += answered == BR_ENCODER_LOST;
        start(e);
        c->at = c->encoder.count;
    } else if (advance(e, c->encoder.o.resolution * (br_real)(c->encoder.count - c->at), v)) {
        c->at = c->encoder.count;
    }
}

br_status br_elasto_counter_step(br_elasto_counter *c, uint32_t reading, int samples, br_real v, br_real dt,
                                 br_elasto_sample *to)
{
    if (pass(&c->e, dt) != BR_OK)
        return BR_BAD_USAGE;
    count(c, br_encoder_step(&c->encoder, reading, samples), v);
    fill_sample(&c->e, v, to);
    return BR_OK;
}
