// horizon.c - moving horizons in a program: bristle/horizon.h.                  [host]
#include "num/base/fp.h"

#include "api/estimate/estimator.h"
#include "api/estimate/estimator_options.h"
#include "api/law/sized.h"
#include "loop/filter/gate.h"
#include "num/base/count.h"
#include "num/text/diag.h"

#include <bristle/horizon.h>
#include <math.h>

struct br_horizon {
    const void *self; // where it was begun: a copy is none
    br_estimator *plan;
    bool owns; // else it stands in lent memory
    br_mhe m;
    br_adjusted adjusted;
    int phase;         // samples since the last correction
    double *u, *p, *x; // inputs as they are held, parameters (those of `adjusted`), and room for a vector
};

static const br_horizon_options defaults = {
    .size = sizeof defaults, .rate = 1000, .intervals = 20, .iterations = 1, .gate = BR_REJECT_BEYOND, .every = 1};

enum { LEAST_OPTIONS = BR_SIZE_BEFORE(br_horizon_options, noise_in_arrival) };

br_status br_horizon_defaults(br_horizon_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, LEAST_OPTIONS) ? BR_OK : BR_BAD_USAGE;
}

static bool is_begun(const br_horizon *h)
{
    return h && h->self == h;
}

// ---------------------------------------------------------------- opening

br_status br_horizon_read(const br_horizon_options *from, br_package_options *to, br_estimator_lists *lists,
                          br_diag *why)
{
    br_horizon_options o = defaults;
    if (from && !br_sized_read(&o, sizeof o, LEAST_OPTIONS, from))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "horizon: options come from br_horizon_defaults(&options, sizeof options)");
    if (o.intervals < 1 || o.intervals > 10000 || o.iterations < 1 || o.iterations > 100)
        return br_diag_fail(why, BR_BAD_USAGE, "horizon: intervals are 1 to 10000, iterations 1 to 100");
    if ((int)o.arrival < 0 || o.arrival > BR_HORIZON_CONSTANT || !(o.levenberg >= 0 && o.levenberg <= 1e9) ||
        !(o.huber == 0 || (o.huber > 0 && o.huber <= 1e9)))
        return br_diag_fail(why, BR_BAD_USAGE,
                            "horizon: there is no such arrival, or levenberg or huber is not 0 to 1e9");
    if (o.every < 1 || o.every > 1000000)
        return br_diag_fail(why, BR_BAD_USAGE, "horizon: every is 1 to 1e6 samples");
    *lists =
        (br_estimator_lists){o.rate, o.measured, o.estimate, o.noise, o.prior, o.most, o.method, o.substeps, o.gate};
    *to = (br_package_options){.observer = BR_PLAN_MHE, .observe = br_observation_defaults()};
    to->observe.correct_every = o.every > 1 ? o.every / o.rate : 0;
    to->observe.horizon = (br_observation_horizon){.intervals = o.intervals,
                                                   .arrival = (br_mhe_arrival)o.arrival,
                                                   .shared = o.shared != 0,
                                                   .noise_in_arrival = o.noise_in_arrival != 0,
                                                   .iterations = o.iterations,
                                                   .levenberg = o.levenberg,
                                                   .huber = o.huber,
                                                   .bounds = o.bounds};
    return BR_OK;
}

_Static_assert((int)BR_HORIZON_KUEHL == (int)BR_MHE_KUEHL && (int)BR_HORIZON_CONSTANT == (int)BR_MHE_CONSTANT,
               "the arrival of the header is that of the estimator");
_Static_assert((int)BR_HORIZON_INPUTS == (int)BR_PART_INPUTS && (int)BR_HORIZON_PARAMETERS == (int)BR_PART_PARAMETERS,
               "parts of a horizon are those of an estimator");

// Memory: the handle; parameters and weights, inputs and a vector; then that of the estimator.
static size_t bytes_before(const br_estimator *e)
{
    const br_plan *p = &e->packing.plan;
    int numbers = br_adjusted_numbers(e) + p->nu + p->nx + p->ne;
    return br_bytes_aligned(sizeof(br_horizon)) + br_bytes_aligned((size_t)numbers * sizeof(double));
}

static size_t bytes_behind(const br_estimator *e)
{
    br_mhe_options o = br_plan_horizon_options(&e->packing.plan, &e->reals);
    return br_mhe_bytes(br_estimator_system(e), &o);
}

static br_status begin(br_horizon *h, br_estimator *e, bool owns)
{
    const br_plan *plan = &e->packing.plan;
    br_mhe_options o = br_plan_horizon_options(plan, &e->reals);
    o.kkt = 1;
    double *kept = (double *)(void *)((char *)h + br_bytes_aligned(sizeof *h));
    *h = (br_horizon){.plan = e, .owns = owns, .phase = -1, .u = kept + br_adjusted_numbers(e)};
    h->x = h->u + plan->nu;
    br_vec_copy(plan->nu, e->reals.u, h->u);
    br_status status = br_mhe_init(&h->m, br_estimator_system(e), &o, e->reals.x, (void *)((char *)h + bytes_before(e)),
                                   bytes_behind(e));
    if (status != BR_OK)
        return status;
    br_adjusted *a = &h->adjusted;
    *a = (br_adjusted){
        .p = e->reals.p, .q = h->m.q, .most = h->m.most, .r = h->m.r, .rs = plan->measured, .fresh = h->m.fresh};
    br_adjusted_begin(a, e, kept);
    h->p = a->p;
    h->m.q = a->q;
    h->m.most = a->most;
    h->m.r = a->r;
    h->self = h;
    return BR_OK;
}

static br_status open_horizon(br_horizon **h, const br_law *law, const br_horizon_options *options, br_diag *why)
{
    br_package_options package;
    br_estimator_lists lists;
    br_estimator *e = NULL;
    if (!h || !law)
        return br_diag_fail(why, BR_BAD_USAGE, "br_horizon_open: a law and a place for the handle are needed");
    br_status status = br_horizon_read(options, &package, &lists, why);
    if (status == BR_OK)
        status = br_estimator_open(&e, law, package, &lists, why);
    if (status != BR_OK)
        return status;
    br_horizon *fresh = bytes_behind(e) > 0 ? malloc(bytes_before(e) + bytes_behind(e)) : NULL;
    status = fresh ? begin(fresh, e, true) : bytes_behind(e) > 0 ? BR_NO_MEMORY : BR_BAD_USAGE;
    if (status == BR_OK) {
        *h = fresh;
        return BR_OK;
    }
    br_estimator_close(e);
    free(fresh);
    return status == BR_NO_MEMORY
               ? status
               : br_diag_fail(why, status,
                              "horizon: these standard deviations are too small or too large to be squared");
}

br_status br_horizon_open(br_horizon **h, const br_law *law, const br_horizon_options *options, br_diag *why)
{
    return br_said(open_horizon(h, law, options, why), why);
}

void br_horizon_close(br_horizon *h)
{
    if (!is_begun(h) || !h->owns)
        return;
    h->self = NULL;
    br_estimator_close(h->plan);
    free(h);
}

size_t br_horizon_bytes(const br_horizon *like)
{
    return is_begun(like) ? bytes_before(like->plan) + bytes_behind(like->plan) : 0;
}

br_status br_horizon_init(br_horizon **h, const br_horizon *like, void *memory, size_t bytes)
{
    if (!h || !memory || !br_is_aligned(memory) || !is_begun(like) || bytes < br_horizon_bytes(like))
        return BR_BAD_USAGE;
    br_status status = begin(memory, like->plan, false);
    if (status == BR_OK)
        *h = memory;
    return status;
}

// ---------------------------------------------------------------- what is where

int br_horizon_size(const br_horizon *h, br_horizon_part part)
{
    return is_begun(h) ? br_estimator_size(h->plan, (int)part) : 0;
}

int br_horizon_index(const br_horizon *h, br_horizon_part part, const char *name)
{
    return is_begun(h) ? br_estimator_index(h->plan, (int)part, name) : -1;
}

br_status br_horizon_number_at(const br_horizon *h, br_horizon_part part, int i, br_law_number *number)
{
    return is_begun(h) ? br_estimator_number_at(h->plan, (int)part, i, number) : BR_BAD_USAGE;
}

int br_horizon_guessed(const br_horizon *h)
{
    return is_begun(h) && br_packing_is_guessed(&h->plan->packing);
}

// ---------------------------------------------------------------- a sample

static bool restore(br_horizon *h)
{
    bool fine = br_adjusted_restore(&h->adjusted, h->plan);
    br_count(&h->m.health.refused, !fine);
    return fine;
}

static void hold_inputs(br_horizon *h, const double *u)
{
    int left_out = 0;
    for (int i = 0; i < h->plan->packing.plan.nu; i++) {
        left_out |= !br_gate_takes_input(u[i]);
        h->u[i] = br_gate_takes_input(u[i]) ? u[i] : h->u[i];
    }
    br_count(&h->m.health.refused, left_out);
}

br_status br_horizon_step(br_horizon *h, const double *u, const double *y)
{
    if (!is_begun(h) || !u || !y)
        return BR_BAD_USAGE;
    bool fine = restore(h);
    hold_inputs(h, u);
    h->phase = h->phase + 1 < h->m.o.inputs ? h->phase + 1 : 0;
    br_status status = h->phase == 0 ? br_mhe_feedback(&h->m, h->u, h->p, y) : BR_OK;
    br_status taken = h->phase > 0 ? br_mhe_input(&h->m, h->u) : BR_OK;
    (void)taken; // not by one that has just restarted
    return status == BR_OK && !fine ? BR_BAD_LAW : status;
}

br_status br_horizon_prepare(br_horizon *h)
{
    if (!is_begun(h))
        return BR_BAD_USAGE;
    bool fine = restore(h);
    br_status status = BR_OK;
    if (h->phase + 1 >= h->m.o.inputs)
        status = br_mhe_prepare(&h->m, h->p);
    else
        for (int i = br_mhe_slices(&h->m); i > 0 && !br_mhe_awaits_input(&h->m); i--)
            (void)br_mhe_slice(&h->m, h->p);
    return status == BR_OK && !fine ? BR_BAD_LAW : status;
}

int br_horizon_slice(br_horizon *h)
{
    if (!is_begun(h))
        return 1;
    (void)restore(h);
    return br_mhe_awaits_input(&h->m) || br_mhe_slice(&h->m, h->p);
}

int br_horizon_slices(const br_horizon *h)
{
    return is_begun(h) ? br_mhe_slices(&h->m) : 0;
}

br_status br_horizon_reset(br_horizon *h, const double *x)
{
    if (!is_begun(h))
        return BR_BAD_USAGE;
    const br_plan *plan = &h->plan->packing.plan;
    bool fine = restore(h);
    for (int i = 0; i < plan->nx + plan->ne; i++)
        h->x[i] = !x ? h->plan->reals.x[i] : i < plan->nx ? x[i] : br_joint_number(&h->m.joint, i - plan->nx, x[i]);
    br_status status = br_mhe_reset(&h->m, h->x);
    h->phase = status == BR_OK ? -1 : h->phase;
    return status == BR_OK && !fine ? BR_BAD_LAW : status;
}

// ---------------------------------------------------------------- reading

static bool has(const br_horizon *h, int part, int i)
{
    return is_begun(h) && i >= 0 && i < br_estimator_size(h->plan, part);
}

double br_horizon_value(const br_horizon *h, int i)
{
    if (!has(h, BR_PART_NUMBERS, i))
        return (double)NAN;
    int nx = h->plan->packing.plan.nx;
    return br_finite_or(i < nx ? h->m.x[i] : br_mhe_value(&h->m, i - nx), 0);
}

double br_horizon_sd(const br_horizon *h, int i)
{
    if (!has(h, BR_PART_NUMBERS, i))
        return (double)NAN;
    int nx = h->plan->packing.plan.nx;
    return br_finite_or(i < nx ? br_mhe_sd(&h->m, i) : br_mhe_value_sd(&h->m, i - nx), BR_MOST);
}

double br_horizon_output(br_horizon *h, int i, double *sd)
{
    if (sd)
        *sd = (double)NAN;
    if (!has(h, BR_PART_OUTPUTS, i))
        return (double)NAN;
    (void)restore(h);
    double y = br_mhe_expect(&h->m, h->u, h->p, i, sd);
    if (sd)
        *sd = br_finite_or(*sd, BR_MOST);
    return br_finite_or(y, 0);
}

int br_horizon_nodes(const br_horizon *h)
{
    return is_begun(h) && h->m.last >= 0 ? h->m.last + 1 : 0;
}

double br_horizon_node(const br_horizon *h, int k, int i)
{
    if (!has(h, BR_PART_NUMBERS, i) || k < 0 || k >= br_horizon_nodes(h))
        return (double)NAN;
    int nx = h->plan->packing.plan.nx;
    double x = br_row_of(h->m.X, h->m.joint.n, k)[i];
    return br_finite_or(i < nx ? x : br_joint_value(&h->m.joint, i - nx, x), 0);
}

double br_horizon_innovation(const br_horizon *h, int i, double *sd)
{
    bool known = has(h, BR_PART_MEASURED, i) && h->m.variance[i] > 0;
    if (sd)
        *sd = known ? br_finite_or(br_sqrt(h->m.variance[i]), BR_MOST) : (double)NAN;
    return known ? br_finite_or(h->m.error[i], 0) : (double)NAN;
}

double br_horizon_objective(const br_horizon *h)
{
    return is_begun(h) ? h->m.cost : (double)NAN;
}

double br_horizon_kkt(const br_horizon *h)
{
    return is_begun(h) ? h->m.kkt : (double)NAN;
}

int br_horizon_doubtful(const br_horizon *h)
{
    return is_begun(h) && br_mhe_doubtful(&h->m);
}

double *br_horizon_parameters(br_horizon *h)
{
    return is_begun(h) ? br_adjusted_lend(&h->adjusted, h->p) : NULL;
}

double *br_horizon_process_noise(br_horizon *h)
{
    return is_begun(h) ? br_adjusted_lend(&h->adjusted, h->m.q) : NULL;
}

double *br_horizon_largest_sd(br_horizon *h)
{
    return is_begun(h) ? br_adjusted_lend(&h->adjusted, h->m.most) : NULL;
}

double *br_horizon_sensor_noise(br_horizon *h, int i)
{
    return has(h, BR_PART_MEASURED, i) ? br_adjusted_lend(&h->adjusted, &h->m.r[i]) : NULL;
}

unsigned long br_horizon_count(const br_horizon *h, br_horizon_count_of what)
{
    if (!is_begun(h) || (int)what < 0 || what > BR_HORIZON_STUCK)
        return 0;
    const br_mhe_health *c = &h->m.health;
    const unsigned long count[] = {c->missing,    c->rejected, c->resets,  c->limited,  c->bounded,
                                   c->unfinished, c->late,     c->refused, c->restarts, c->stuck};
    return count[what];
}
