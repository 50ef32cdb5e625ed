// compensate_curve.c - compensators with a few parameters: Coulomb, Stribeck, Dahl, disturbance observer.   [target]
#include "num/base/fp.h"

#include "loop/friction/compensate_kind.h"
#include "loop/signal/decay.h"

// sign(v), smooth within so much: tanh(v/within)
static br_real sign(br_real v, br_real within)
{
    if (within <= 0)
        return (br_real)((v > 0) - (v < 0));
    br_real t = br_r_exp(-2 * (br_r_abs(v) / within)), s = (1 - t) / (1 + t);
    return v < 0 ? -s : s;
}

// ---------------------------------------------------------------- none

static br_real no_friction(br_compensate *c, const br_compensate_sample *s)
{
    (void)c, (void)s;
    return 0;
}

const br_compensate_kind br_compensate_none = {.name = "none", .friction = no_friction};

// ---------------------------------------------------------------- Coulomb, Stribeck

static int curve_fits(const br_compensate_options *o)
{
    const br_compensate_curve *k = &o->curve;
    return br_is_amount(k->FC) && br_is_amount(k->viscous) && br_is_amount(k->smooth);
}

static br_real coulomb(br_compensate *c, const br_compensate_sample *s)
{
    const br_compensate_curve *k = &c->o.curve;
    return k->FC * sign(s->v, k->smooth) + k->viscous * s->v;
}

const br_compensate_kind br_compensate_coulomb = {.name = "coulomb", .fits = curve_fits, .friction = coulomb};

static int stribeck_fits(const br_compensate_options *o)
{
    return curve_fits(o) && br_is_amount(o->curve.FS) && o->curve.vs > 0;
}

static br_real stribeck(br_compensate *c, const br_compensate_sample *s)
{
    const br_compensate_curve *k = &c->o.curve;
    br_real r = s->v / k->vs, g = k->FC + (k->FS - k->FC) * br_r_exp(-(r * r));
    return g * sign(s->v, k->smooth) + k->viscous * s->v;
}

const br_compensate_kind br_compensate_stribeck = {.name = "stribeck", .fits = stribeck_fits, .friction = stribeck};

// ---------------------------------------------------------------- Dahl

// w is the force of a Dahl element that the motion carries along, so it swings over by itself where the motion turns,
// and an integral of the error corrects it (thesis 6.2, after Bucci et al. 2013):
//
//     w' = sigma0 (v - |v| w/FC) - Ki e
static int dahl_fits(const br_compensate_options *o)
{
    return curve_fits(o) && o->curve.FC > 0 && br_is_amount(o->curve.sigma0) && br_is_amount(o->curve.Ki);
}

static br_real dahl(br_compensate *c, const br_compensate_sample *s)
{
    const br_compensate_curve *k = &c->o.curve;
    br_real error = s->seen && br_r_abs(s->e) > c->tuning.rest ? s->e : 0, w = c->w - k->Ki * error * s->dt;
    br_real ends = s->v > 0 ? k->FC : -k->FC, left = br_r_exp(-(k->sigma0 * (br_r_abs(s->v) / k->FC)) * s->dt);
    w = s->v == 0 ? w : ends + (w - ends) * left; // exact while v is held
    br_real most = 2 * k->FC;
    c->w = br_decayed(br_within(w, -most, most));
    return c->w + k->viscous * s->v;
}

const br_compensate_kind br_compensate_dahl = {.name = "dahl", .fits = dahl_fits, .friction = dahl};

// ---------------------------------------------------------------- disturbance observer

static int disturbance_fits(const br_compensate_options *o)
{
    return br_is_amount(o->bandwidth * o->mass);
}

// F' = L (u - m v' - F), as w = F + L m v with w' = L (u + L m v - w): no velocity is differentiated. What no drive can have
// made is no disturbance: it begins again.
static br_real disturbance(br_compensate *c, const br_compensate_sample *s)
{
    br_real L = c->o.bandwidth, momentum = L * c->o.mass, most = c->tuning.most > 0 ? c->tuning.most : BR_MOST / 100;
    br_real to = c->u + momentum * (c->v / 2 + s->is.v / 2), w = c->w - br_r_expm1(-(L * s->dt)) * (to - c->w);
    br_real F = w - momentum * s->is.v;
    if (c->begun && (!s->seen || s->back)) { // no momentum is known across a gap: the force stands
        c->w = c->friction + momentum * s->is.v;
        return c->friction;
    }
    if (!c->begun || !(br_r_abs(F) <= 10 * most)) {
        c->w = momentum * s->is.v;
        return c->begun ? br_compensate_unknown() : 0;
    }
    c->w = w;
    return br_within(F, -most, most);
}

const br_compensate_kind br_compensate_disturbance = {
    .name = "disturbance", .fits = disturbance_fits, .friction = disturbance};
