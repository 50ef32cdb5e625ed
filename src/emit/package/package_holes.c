// package_holes.c - values of the holes of all templates of a package.    [host]
#include "num/base/fp.h"

#include "emit/package/object_sizes.h"
#include "emit/package/packing.h"
#include "law/print/c_names.h"

static size_t real_size(const br_packing *w)
{
    return w->o->single ? sizeof(float) : sizeof(double);
}

static bool has_weights(const br_packing *w)
{
    return !w->plan.compensator || w->plan.estimates;
}

// What is restored: parameters, process noise, limits and variances.
static size_t kept_bytes(const br_packing *w)
{
    const br_plan *p = &w->plan;
    int n = p->np + (has_weights(w) ? 2 * (p->nx + p->ne) + p->measured : 0);
    return (size_t)(n + 1) * real_size(w) + sizeof(double);
}

void br_packing_object_size(br_buffer *out, br_object_size object, size_t more)
{
    int pointers = (object.wide - object.narrow) / 4;
    br_buffer_print(out, "%d * sizeof(void *) + %lld", pointers,
                    (long long)(object.wide - 8 * pointers) + (long long)more);
}

// The half in float with its memory; the object as where pointers have 8 bytes.
static size_t mixed_bytes(const br_packing *w)
{
    return (BR_MIXED_PRECISION_FLOAT_WIDE + 15) / 16 * 16 + w->mixed.bytes;
}

// The object in pointers and bytes of the target.
static void add_object_size(const br_packing *w, br_holes *h)
{
    const br_plan *p = &w->plan;
    br_object_size object = w->replay.object, mixed = {BR_ELSEWHERE_DOUBLE_WIDE, BR_ELSEWHERE_DOUBLE_NARROW};
    size_t more = (w->replay.bytes + 15) / 8 * 8 + (w->replay.lent + 15) / 8 * 8 +
                  (w->o->mixed ? (mixed_bytes(w) + 15) / 8 * 8 : 0) + 32 +
                  (p->observer == BR_PLAN_MHE || p->compensator ? 8 * (size_t)(p->np + p->nu + 4) : 64) +
                  (p->observer == BR_PLAN_EP ? 0 : kept_bytes(w));
    br_packing_object_size(br_holes_add(h, "BYTES"), w->o->mixed ? br_object_sum(object, mixed) : object, more);
}

static void add_number(const br_packing *w, br_holes *h, const char *name, double value)
{
    br_packing_number(w, br_holes_add(h, name), value);
}

// The observer in an object, its parameters, its states, and variance i of what it measures.
static void add_members(const br_packing *w, br_holes *h)
{
    bool horizon = w->plan.observer == BR_PLAN_MHE, beside = horizon || w->plan.compensator;
    br_holes_text(h, "KIND", horizon ? "mhe" : "kalman");
    br_holes_text(h, "MEMBER", w->plan.compensator ? "e" : horizon ? "m" : "s.observer");
    br_holes_text(h, "ESTIMATE", horizon ? "x" : "gaussian.x");
    br_holes_text(h, "PLACE", beside ? "p" : "s.p");
    br_holes_text(h, "WHICH", horizon ? "i" : "first_which[i]");
    br_holes_text(h, "HEALTH", w->plan.compensator ? "w->c.health" : "e->health");
}

static void add_flags(const br_packing *w, br_holes *h)
{
    const br_plan *p = &w->plan;
    bool elasto = p->observer == BR_PLAN_EP, weights = has_weights(w);
    br_holes_flag(h, "IS_COMPENSATOR", p->compensator);
    br_holes_flag(h, "IS_ELASTO", elasto);
    br_holes_flag(h, "IS_OBSERVER", !p->compensator && !elasto);
    br_holes_flag(h, "IS_HORIZON", p->observer == BR_PLAN_MHE);
    br_holes_flag(h, "IS_MIXED", w->o->mixed);
    br_holes_flag(h, "IS_OUTER", br_packing_is_outer(w));
    br_holes_flag(h, "HAS_INPUTS", p->nu > 0);
    br_holes_flag(h, "HAS_OUTPUTS", p->ny > 0);
    br_holes_flag(h, "HAS_PARAMETERS", p->np > 0);
    br_holes_flag(h, "HAS_WEIGHTS", weights);
    br_holes_flag(h, "HAS_LAW", p->np > 0 && !weights);
    br_holes_flag(h, "HAS_SUBSTEPS", p->substeps > 0);
    br_holes_flag(h, "HAS_PARTICLES", p->observer == BR_PLAN_PARTICLE);
}

static void add_options(const br_packing *w, br_holes *h)
{
    const br_plan *p = &w->plan;
    br_holes_text(h, "FLOW", p->flow);
    br_holes_text(h, "FILTER", br_plan_filter(p));
    br_holes_count(h, "EVERY", p->every);
    br_holes_count(h, "MEASUREMENTS", p->measured);
    br_holes_count(h, "ESTIMATES", p->ne);
    br_holes_count(h, "SUBSTEPS", p->substeps);
    br_holes_count(h, "PARTICLES", p->particles);
    br_holes_count(h, "INTERVALS", p->horizon);
    br_holes_count(h, "ARRIVAL", p->arrival);
    br_holes_count(h, "SHARED", p->shared);
    br_holes_count(h, "NOISE_IN_ARRIVAL", p->noise_in_arrival);
    br_holes_count(h, "ITERATIONS", p->iterations);
    br_holes_count(h, "HALVINGS", p->iterations > 1 ? 6 : 0);
    br_holes_count(h, "POINTS", p->points);
    br_holes_count(h, "CURVE", p->curve);
    add_number(w, h, "DT", p->observer == BR_PLAN_MHE ? p->dt * p->every : p->dt);
    add_number(w, h, "GATE", p->gate);
    add_number(w, h, "LEVENBERG", p->levenberg);
    add_number(w, h, "HUBER", p->huber);
}

void br_packing_holes(const br_packing *w, br_holes *h)
{
    char law[BR_MAX_NAME + 1];
    br_c_mangle(w->model->law.name, law, sizeof law);
    br_holes_text(h, "PREFIX", w->prefix);
    br_holes_text(h, "CAPITAL", w->capital);
    br_holes_text(h, "REAL", w->o->single ? "float" : "double");
    br_holes_text(h, "LAW", law);
    br_holes_text(h, "KEY_LIST", BR_PACKING_KEY);
    add_object_size(w, h);
    br_holes_count(h, "MEMORY", (long long)((w->replay.bytes + 7) / real_size(w)));
    br_holes_count(h, "LENT", (long long)((w->replay.lent + 7) / real_size(w)));
    br_holes_count(h, "DOUBLES", (long long)((mixed_bytes(w) + 15) / sizeof(double)));
    br_holes_count(h, "OWN_DOUBLES", (long long)(mixed_bytes(w) / sizeof(double) + 1));
    add_members(w, h);
    add_flags(w, h);
    add_options(w, h);
}
