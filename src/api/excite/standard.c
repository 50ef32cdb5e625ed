// standard.c - standard motions of the same duration, for comparison with an optimal one.        [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "api/excite/exciting.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool stopped(const br_exciting *w)
{
    return w->stop && *w->stop != 0;
}

// ---------------------------------------------------------------- tables

// Sizes as of `bristle excite KIND`; without one of the law, two decades below the limits.
static void choose_sizes(br_exciting *s)
{
    br_excite_options *o = &s->o;
    double reached = (1 - 1e-9) * br_min(o->limit.speed, br_sqrt(o->limit.position * o->limit.acceleration));
    if (o->kind == BR_EXCITE_MULTISINE) {
        o->smallest = 1;
        o->largest = br_min(100, 0.2 / o->dt);
    }
    br_exciting_scale(s);
    if (o->kind == BR_EXCITE_LADDER && !(o->largest > 0))
        o->largest = reached;
    if (o->kind == BR_EXCITE_LOOPS && !(o->largest > 0))
        o->largest = o->limit.position;
    if (!(o->smallest > 0) || o->smallest >= o->largest)
        o->smallest = 0.01 * o->largest;
}

// With so much time for each part of it, in rows of dt.
static br_status make_with(const br_exciting *s, double time, double dt, br_excite_samples *x)
{
    br_excite_options o = s->o;
    o.dt = dt;
    if (o.kind == BR_EXCITE_STAIRCASE)
        o.rest = time;
    else
        o.stay = time;
    if (o.kind == BR_EXCITE_LOOPS)
        o.limit.speed = br_exciting_slow_speed(&o);
    return br_excite_make(x, &o, NULL);
}

// Whether it ends in time; a coarse look first, as long ones have many rows.
static bool ends_in_time(const br_exciting *s, double time, double duration, br_excite_samples *x, br_status *status)
{
    const double step[] = {br_max(s->o.dt, duration / 100), s->o.dt};
    for (int i = 0; i < 2; i++) {
        br_excite_free(x);
        *status = make_with(s, time, step[i], x);
        if (*status != BR_OK || (double)(x->n - 2) * step[i] > duration)
            return false;
    }
    return true;
}

// As many repeats and steps, and with each as much time, as there is time for. False: it cannot be.
static bool make_in_time(br_exciting *s, double duration, br_excite_samples *x, br_status *status)
{
    double dt = s->o.dt;
    if (s->o.kind == BR_EXCITE_MULTISINE) { // whole samples
        *status = make_with(s, dt * floor(duration / dt / s->o.repeats), dt, x);
        return x->value != NULL;
    }
    s->o.rest = br_min(s->o.rest, duration / 100);
    for (int steps = s->o.steps; s->o.repeats > 0; s->o.repeats /= 2)
        for (s->o.steps = steps; s->o.steps > 1; s->o.steps--) {
            double time = duration / s->o.steps;
            while (time > 10 * dt && *status != BR_NO_MEMORY && !stopped(s) &&
                   !ends_in_time(s, time, duration, x, status))
                time *= 0.95;
            if (time > 10 * dt)
                return x->value != NULL;
        }
    br_excite_free(x);
    return false;
}

// ---------------------------------------------------------------- motions

// The position of a plant, its first state, under a force.
static br_status run_plant(const br_exciting *w, br_model *m, const br_sys *sys, const double *force, double *x)
{
    size_t np = (size_t)m->np, nu = (size_t)m->nu, nx = (size_t)m->nx;
    long long rows = w->optimal->rows;
    br_along_options o = {.which = br_sys_ny(sys), .stop = w->stop};
    br_along along;
    double *p = calloc(np + nu + nx + (size_t)rows, sizeof *p);
    br_status status = p ? br_along_open(&along, sys, &o) : BR_NO_MEMORY;
    if (status == BR_OK) {
        const double *u[] = {force};
        double *hold = p + np, *x0 = hold + nu, *t = x0 + nx;
        br_stretch stretch = {rows, t, u, hold};
        br_model_points(m, x0, hold, p);
        for (long long i = 0; i < rows; i++)
            t[i] = (double)i * w->o.dt;
        status = br_along_run(&along, &stretch, p, x0, m->nm > 0 ? m->m : NULL, x, NULL);
        br_along_close(&along);
    }
    free(p);
    return status == BR_NOT_FINITE ? BR_NEGATIVE : status;
}

// The position of a mass with the law's friction.
static br_status follow(const br_exciting *w, const double *force, double *x, br_diag *why)
{
    br_loaded_model plant;
    br_system system;
    br_status status = w->open_plant(w->of, w->optimal->mass, br_exciting_unit(w, "kg"), &plant, why);
    if (status != BR_OK)
        return status;
    status = br_system_open(&system, &plant.model, why);
    if (status == BR_OK) {
        status = run_plant(w, &plant.model, &system.sys, force, x);
        br_system_close(&system);
    }
    br_loaded_model_close(&plant);
    return status;
}

// Samples of a table at rest behind their end; a force becomes the motion it makes.
static br_status become_motion(const br_exciting *w, br_excite_kind kind, const br_excite_samples *made, double *x,
                               br_diag *why)
{
    long long rows = w->optimal->rows;
    double *table = malloc((size_t)rows * sizeof *table);
    if (!table)
        return BR_NO_MEMORY;
    for (long long i = 0; i < rows; i++)
        table[i] = made->value[i < made->n ? i : made->n - 1];
    br_status status = BR_OK;
    if (br_excite_is_force(kind))
        status = follow(w, table, x, why);
    else
        memcpy(x, table, (size_t)rows * sizeof *x);
    free(table);
    return status;
}

static bool keeps_limits(const br_excite_samples *x, const br_excite_limits *l)
{
    return x->most <= l->position && x->speed <= l->speed && x->change <= l->acceleration;
}

static br_status add_standard(br_exciting *w, br_excite_kind kind, br_diag *why)
{
    br_exciting_optimal *b = w->optimal;
    br_exciting_motion *to = &b->motion[b->motions];
    br_exciting s = {.o = br_excite_defaults(kind, w->o.dt), .scale = w->scale, .stop = w->stop, .who = w->who};
    br_excite_samples made = {0};
    br_status status = BR_OK;
    to->name = br_excite_name(kind);
    s.o.limit = w->o.limit;
    choose_sizes(&s);
    br_buffer_free(&s.notes);
    b->motions++;
    if (!make_in_time(&s, b->o.duration, &made, &status))
        return status == BR_NO_MEMORY ? status : BR_OK;
    to->x = malloc((size_t)b->rows * sizeof *to->x);
    status = to->x ? become_motion(w, kind, &made, to->x, why) : BR_NO_MEMORY;
    br_excite_free(&made);
    if (status == BR_OK) { // positions were made within the limits; what a force moves is looked at
        br_excite_samples moved = {.n = b->rows, .value = to->x};
        br_excite_measure(&moved, w->o.dt);
        to->fits = !br_excite_is_force(kind) || keeps_limits(&moved, &w->o.limit);
    }
    if (status != BR_NEGATIVE)
        return status;
    free(to->x); // it runs off
    to->x = NULL;
    return BR_OK;
}

// Forces need a mass to move, and friction that has a state: a force below it would find a jump at rest.
br_status br_exciting_make_standards(br_exciting *w, br_diag *why)
{
    bool forces = w->optimal->mass > 0 && isfinite(w->scale.FC) && w->model.model.nx > 0;
    static const br_excite_kind kinds[] = {BR_EXCITE_LADDER, BR_EXCITE_LOOPS, BR_EXCITE_STAIRCASE, BR_EXCITE_MULTISINE};
    br_status status = BR_OK;
    for (int i = 0; i < 4 && status == BR_OK && !stopped(w); i++)
        if (!br_excite_is_force(kinds[i]) || forces)
            status = add_standard(w, kinds[i], why);
    return status;
}
