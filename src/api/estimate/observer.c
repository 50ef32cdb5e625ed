// observer.c - observers in a program: bristle/observer.h.                      [host]
#include "num/base/fp.h"

#include "api/estimate/estimator.h"
#include "api/estimate/estimator_options.h"
#include "api/law/sized.h"
#include "loop/signal/checked.h"
#include "num/base/count.h"
#include "num/text/diag.h"

#include <bristle/observer.h>
#include <math.h>

struct br_observer {
    const void *self; // where it was begun: a copy is none
    br_estimator *plan;
    bool owns;           // else it stands in lent memory
    bool elasto_plastic; // else it is a filter
    br_sampled filter;
    br_elasto elasto; // the one or the other
    br_elasto_sample sample;
    br_adjusted adjusted;
    double *x; // room for a vector
    double dt; // of the plan, which is far away
};

#define LEAST_OPTIONS BR_SIZE_BEFORE(br_observer_options, particles)

static const br_observer_options defaults = {
    .size = sizeof defaults, .kind = BR_OBSERVER_EKF, .rate = 1000, .every = 1, .gate = BR_REJECT_BEYOND};

br_status br_observer_defaults(br_observer_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, LEAST_OPTIONS) ? BR_OK : BR_BAD_USAGE;
}

static bool is_begun(const br_observer *o)
{
    return o && o->self == o;
}

static bool is_elasto(const br_observer *o)
{
    return o->elasto_plastic;
}

// ---------------------------------------------------------------- opening

br_status br_observer_read(const br_observer_options *from, br_package_options *to, br_estimator_lists *lists,
                           bool *stationary, br_diag *why)
{
    static const br_plan_observer observer[] = {BR_PLAN_EKF, BR_PLAN_UKF, BR_PLAN_EKF, BR_PLAN_EP, BR_PLAN_PARTICLE};
    br_observer_options o = defaults;
    if (from && !br_sized_read(&o, sizeof o, LEAST_OPTIONS, from))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "observer: options come from br_observer_defaults(&options, sizeof options)");
    if ((int)o.kind < 0 || o.kind > BR_OBSERVER_PARTICLE || o.every < 1 || o.every > 1000000)
        return br_diag_fail(why, BR_BAD_USAGE, "observer: there is no such kind, or every is not 1 to 1000000");
    if (o.particles != 0 && (o.kind != BR_OBSERVER_PARTICLE || o.particles < 16 || o.particles > 65536))
        return br_diag_fail(why, BR_BAD_USAGE, "observer: particles are 16 to 65536, and of a particle filter");
    if (o.kind == BR_OBSERVER_ELASTO_PLASTIC &&
        (o.measured || o.estimate || o.noise || o.prior || o.most || o.method || o.substeps || o.every != 1))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "observer: the elasto-plastic estimator takes a law and a rate, and nothing else");
    *lists =
        (br_estimator_lists){o.rate, o.measured, o.estimate, o.noise, o.prior, o.most, o.method, o.substeps, o.gate};
    *to = (br_package_options){.observer = observer[o.kind], .observe = br_observation_defaults()};
    *stationary = o.kind == BR_OBSERVER_STATIONARY;
    to->observe.kind = o.kind == BR_OBSERVER_UKF        ? &br_kalman_ukf
                       : o.kind == BR_OBSERVER_PARTICLE ? &br_kalman_particle
                                                        : &br_kalman_ekf;
    to->observe.particles = (int)o.particles;
    to->observe.correct_every = o.every > 1 ? o.every / o.rate : 0;
    return BR_OK;
}

static br_sampled_options filter_options(const br_estimator *e)
{
    br_sampled_options o = br_plan_filter_options(&e->packing.plan, &e->reals);
    o.observer.kind = e->stationary ? &br_kalman_fixed : o.observer.kind;
    return o;
}

// Memory: the handle, what is kept of parameters and weights, then that of the filter.
static size_t bytes_before(const br_estimator *e)
{
    size_t numbers = (size_t)br_adjusted_numbers(e) + (size_t)br_estimator_size(e, BR_PART_NUMBERS);
    return br_bytes_aligned(sizeof(br_observer)) + br_bytes_aligned(numbers * sizeof(double));
}

static size_t bytes_behind(const br_estimator *e)
{
    br_sampled_options o = filter_options(e);
    return e->packing.plan.observer == BR_PLAN_EP ? sizeof(double) : br_sampled_bytes(br_estimator_system(e), &o);
}

static br_status begin_elasto(br_observer *o, const br_estimator *e)
{
    br_elasto_options with = br_plan_elasto_options(&e->packing.plan, &e->reals);
    o->adjusted = (br_adjusted){.p = e->reals.p};
    return br_elasto_init(&o->elasto, &with);
}

static br_status begin_filter(br_observer *o, const br_estimator *e, void *memory)
{
    const br_plan_reals *v = &e->reals;
    br_sampled_options with = filter_options(e);
    br_status status =
        br_sampled_init(&o->filter, br_estimator_system(e), &with, v->x, v->u, v->p, memory, bytes_behind(e));
    br_kalman *k = &o->filter.observer;
    if (status == BR_OK && e->stationary)
        status = br_kalman_freeze(k, o->filter.u, o->filter.p, o->filter.dt * o->filter.every);
    o->adjusted = (br_adjusted){
        .p = o->filter.p, .q = k->q, .most = k->most, .r = k->r, .rs = k->joint.ny, .r_at = o->filter.which};
    return status;
}

static br_status begin(br_observer *o, br_estimator *e, bool owns)
{
    char *behind = (char *)o + bytes_before(e);
    double *kept = (double *)(void *)((char *)o + br_bytes_aligned(sizeof *o));
    *o = (br_observer){.plan = e,
                       .owns = owns,
                       .dt = e->packing.plan.dt,
                       .elasto_plastic = e->packing.plan.observer == BR_PLAN_EP,
                       .x = kept + br_adjusted_numbers(e)};
    br_status status = is_elasto(o) ? begin_elasto(o, e) : begin_filter(o, e, (void *)behind);
    if (status != BR_OK)
        return status;
    br_adjusted *a = &o->adjusted;
    br_adjusted_begin(a, e, kept);
    if (!is_elasto(o)) {
        o->filter.p = a->p;
        o->filter.observer.q = a->q;
        o->filter.observer.most = a->most;
        o->filter.observer.r = a->r;
    }
    o->self = o;
    return BR_OK;
}

static const char *why_not(br_status status)
{
    return status == BR_NEGATIVE ? "observer: there is no stationary gain: something that grows is not seen"
                                 : "observer: these standard deviations are too small or too large to be squared";
}

static br_status open_observer(br_observer **o, const br_law *law, const br_observer_options *options, br_diag *why)
{
    br_package_options package;
    br_estimator_lists lists;
    bool stationary = false;
    br_estimator *e = NULL;
    if (!o || !law)
        return br_diag_fail(why, BR_BAD_USAGE, "br_observer_open: a law and a place for the handle are needed");
    br_status status = br_observer_read(options, &package, &lists, &stationary, why);
    if (status == BR_OK)
        status = br_estimator_open(&e, law, package, &lists, why);
    if (status != BR_OK)
        return status;
    e->stationary = stationary;
    br_observer *fresh = bytes_behind(e) > 0 ? malloc(bytes_before(e) + bytes_behind(e)) : NULL;
    status = fresh ? begin(fresh, e, true) : bytes_behind(e) > 0 ? BR_NO_MEMORY : BR_BAD_USAGE;
    if (status == BR_OK) {
        *o = fresh;
        return BR_OK;
    }
    br_estimator_close(e);
    free(fresh);
    return status == BR_NO_MEMORY ? status : br_diag_fail(why, status, "%s", why_not(status));
}

br_status br_observer_open(br_observer **o, const br_law *law, const br_observer_options *options, br_diag *why)
{
    return br_said(open_observer(o, law, options, why), why);
}

void br_observer_close(br_observer *o)
{
    if (!is_begun(o) || !o->owns)
        return;
    o->self = NULL;
    br_estimator_close(o->plan);
    free(o);
}

size_t br_observer_bytes(const br_observer *like)
{
    return is_begun(like) ? bytes_before(like->plan) + bytes_behind(like->plan) : 0;
}

br_status br_observer_init(br_observer **o, const br_observer *like, void *memory, size_t bytes)
{
    if (!o || !memory || !br_is_aligned(memory) || !is_begun(like) || bytes < br_observer_bytes(like))
        return BR_BAD_USAGE;
    br_status status = begin(memory, like->plan, false);
    if (status == BR_OK)
        *o = memory;
    return status;
}

// ---------------------------------------------------------------- what is where

_Static_assert((int)BR_OBSERVER_INPUTS == (int)BR_PART_INPUTS && (int)BR_OBSERVER_PARAMETERS == (int)BR_PART_PARAMETERS,
               "parts of an observer are those of an estimator");

int br_observer_size(const br_observer *o, br_observer_part part)
{
    return is_begun(o) ? br_estimator_size(o->plan, (int)part) : 0;
}

int br_observer_index(const br_observer *o, br_observer_part part, const char *name)
{
    return is_begun(o) ? br_estimator_index(o->plan, (int)part, name) : -1;
}

br_status br_observer_number_at(const br_observer *o, br_observer_part part, int i, br_law_number *number)
{
    return is_begun(o) ? br_estimator_number_at(o->plan, (int)part, i, number) : BR_BAD_USAGE;
}

int br_observer_guessed(const br_observer *o)
{
    return is_begun(o) && !is_elasto(o) && br_packing_is_guessed(&o->plan->packing);
}

// ---------------------------------------------------------------- a sample

// Changed parameters of the elasto-plastic estimator are checked as it checks them.
static bool restore_elasto(br_observer *o)
{
    int np = o->plan->packing.plan.np;
    br_adjusted *a = &o->adjusted;
    if (!a->lent || br_checked_same(np, a->p, a->kept_p))
        return true;
    br_plan_reals changed = {.p = a->p};
    br_elasto_options with = br_plan_elasto_options(&o->plan->packing.plan, &changed);
    br_elasto checked;
    bool fine = br_elasto_init(&checked, &with) == BR_OK;
    if (fine)
        o->elasto.o = checked.o;
    else
        br_count(&o->elasto.health.refused, 1);
    return br_checked_accept(np, a->p, a->kept_p, fine) != 0;
}

static bool restore(br_observer *o)
{
    if (is_elasto(o))
        return restore_elasto(o);
    if (br_adjusted_restore(&o->adjusted, o->plan))
        return true;
    br_count(&o->filter.observer.health.refused, 1);
    return false;
}

// Of the elasto-plastic estimator, and of filters behind a change.
static br_status take_any_sample(br_observer *o, const double *u, const double *y, double dt)
{
    bool fine = restore(o);
    br_status status;
    if (is_elasto(o))
        status = br_elasto_step(&o->elasto, y[0], u[0], dt, &o->sample);
    else {
        o->filter.dt = dt;
        status = br_sampled_step(&o->filter, u, y);
    }
    return status == BR_OK && !fine ? BR_BAD_LAW : status;
}

static inline br_status take_sample(br_observer *o, const double *u, const double *y, double dt)
{
    if (is_elasto(o) || !br_adjusted_is_same(&o->adjusted))
        return take_any_sample(o, u, y, dt);
    o->filter.dt = dt;
    return br_sampled_step(&o->filter, u, y);
}

br_status br_observer_step_after(br_observer *o, const double *u, const double *y, double dt)
{
    return is_begun(o) && u && y && dt > 0 && dt <= BR_MOST ? take_sample(o, u, y, dt) : BR_BAD_USAGE;
}

br_status br_observer_step(br_observer *o, const double *u, const double *y)
{
    return is_begun(o) && u && y ? take_sample(o, u, y, o->dt) : BR_BAD_USAGE;
}

static br_status reset_elasto(br_observer *o, double z)
{
    const br_elasto_element *k = &o->elasto.o.element[0];
    double largest = k->FS / k->sigma0;
    if (!(br_abs(z) <= BR_MOST))
        return BR_BAD_USAGE;
    br_elasto_reset(&o->elasto);
    o->elasto.z[0] = z > largest ? largest : z < -largest ? -largest : z;
    o->sample = (br_elasto_sample){.F = 0};
    return BR_OK;
}

static br_status reset_filter(br_observer *o, const double *x)
{
    const br_plan *plan = &o->plan->packing.plan;
    for (int i = 0; i < plan->nx + plan->ne; i++)
        o->x[i] = !x             ? o->plan->reals.x[i]
                  : i < plan->nx ? x[i]
                                 : br_joint_number(&o->filter.observer.joint, i - plan->nx, x[i]);
    return br_sampled_reset(&o->filter, o->x);
}

br_status br_observer_reset(br_observer *o, const double *x)
{
    if (!is_begun(o))
        return BR_BAD_USAGE;
    bool fine = restore(o);
    br_status status = is_elasto(o) ? reset_elasto(o, x ? x[0] : 0) : reset_filter(o, x);
    return status == BR_OK && !fine ? BR_BAD_LAW : status;
}

br_status br_observer_freeze(br_observer *o, const double *u)
{
    if (!is_begun(o) || !u || !o->plan->stationary)
        return BR_BAD_USAGE;
    (void)restore(o);
    return br_kalman_freeze(&o->filter.observer, u, o->filter.p, o->plan->packing.plan.dt * o->filter.every);
}

// ---------------------------------------------------------------- reading

static bool has(const br_observer *o, int part, int i)
{
    return is_begun(o) && i >= 0 && i < br_estimator_size(o->plan, part);
}

double br_observer_value(const br_observer *o, int i)
{
    if (!has(o, BR_PART_NUMBERS, i))
        return (double)NAN;
    int nx = o->plan->packing.plan.nx;
    const br_kalman *k = &o->filter.observer;
    return br_finite_or(is_elasto(o) ? o->elasto.z[0] : i < nx ? k->gaussian.x[i] : br_kalman_value(k, i - nx), 0);
}

double br_observer_sd(br_observer *o, int i)
{
    if (!has(o, BR_PART_NUMBERS, i) || is_elasto(o))
        return (double)NAN;
    int nx = o->plan->packing.plan.nx;
    br_kalman *k = &o->filter.observer;
    return br_finite_or(i < nx ? br_kalman_sd(k, i) : br_kalman_value_sd(k, i - nx), BR_MOST);
}

double br_observer_output(br_observer *o, int i, double *sd)
{
    if (sd)
        *sd = (double)NAN;
    if (!has(o, BR_PART_OUTPUTS, i))
        return (double)NAN;
    (void)restore(o);
    if (is_elasto(o))
        return br_finite_or(o->sample.F, 0);
    double y = br_kalman_expect(&o->filter.observer, o->filter.u, o->filter.p, i, sd);
    if (sd)
        *sd = br_finite_or(*sd, BR_MOST);
    return br_finite_or(y, 0);
}

double br_observer_innovation(const br_observer *o, double *sd)
{
    bool known = is_begun(o) && !is_elasto(o);
    br_innovation last = known ? o->filter.observer.last : (br_innovation){0};
    known = known && (last.taken || last.error != 0); // else it was missing
    if (sd)
        *sd = known ? br_finite_or(br_sqrt(last.variance), BR_MOST) : (double)NAN;
    return known ? br_finite_or(last.error, 0) : (double)NAN;
}

double br_observer_nis(const br_observer *o)
{
    return is_begun(o) && !is_elasto(o) ? o->filter.observer.nis : (double)NAN;
}

int br_observer_doubtful(const br_observer *o)
{
    return is_begun(o) && !is_elasto(o) && br_sampled_doubtful(&o->filter);
}

double *br_observer_parameters(br_observer *o)
{
    return is_begun(o) ? br_adjusted_lend(&o->adjusted, o->adjusted.p) : NULL;
}

double *br_observer_process_noise(br_observer *o)
{
    return is_begun(o) && !is_elasto(o) ? br_adjusted_lend(&o->adjusted, o->adjusted.q) : NULL;
}

double *br_observer_largest_sd(br_observer *o)
{
    return is_begun(o) && !is_elasto(o) ? br_adjusted_lend(&o->adjusted, o->adjusted.most) : NULL;
}

double *br_observer_sensor_noise(br_observer *o, int i)
{
    return has(o, BR_PART_MEASURED, i) && !is_elasto(o)
               ? br_adjusted_lend(&o->adjusted, &o->adjusted.r[o->adjusted.r_at[i]])
               : NULL;
}

unsigned long br_observer_count(const br_observer *o, br_observer_count_of what)
{
    if (!is_begun(o) || (int)what < 0 || what > BR_OBSERVER_RESTARTS)
        return 0;
    if (is_elasto(o)) {
        const br_elasto_health *h = &o->elasto.health;
        return what == BR_OBSERVER_MISSING    ? h->missing
               : what == BR_OBSERVER_REFUSED  ? h->refused
               : what == BR_OBSERVER_RESTARTS ? h->restarts
                                              : 0;
    }
    const br_kalman_health *h = &o->filter.observer.health;
    const unsigned long count[] = {h->missing, h->rejected, h->stuck,  h->resets,  h->limited,
                                   h->bounded, h->refused,  h->alarms, h->restarts};
    return count[what];
}
