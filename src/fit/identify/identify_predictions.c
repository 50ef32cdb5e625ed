// identify_predictions.c - predictions from row to row as a second opinion on a fit, and their own bias.   [host]
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_CHECKED = 100000, CHECK_STEPS = 10 }; // rows; steps of the search

// ---------------------------------------------------------------- noise of the force

// Noise of the force stands in predictions with the slope 1/m. If the axis felt it, as a disturbance, they are right. If it is noise
// of the measurement, the search finds a mass that makes it count less: with s_u the share of the variance s of a prediction that is
// noise of the force, J'e = -sum (s_u/s)/m on average, not 0, and parameter i is too large by C_im sum (s_u/s)/m.
static double bias_by_force_noise(const br_identified *id, const br_output_fit *f, int i)
{
    for (int j = 0; j < id->terms; j++)
        if (id->which[j] == BR_AXIS_MASS) {
            int m = id->parameters.count + j;
            bool usable = !f->bound[m] && !f->bound[i] && isfinite(f->covariance[i * f->n + m]);
            return usable ? f->covariance[i * f->n + m] * f->force_share / f->value[m] : 0;
        }
    return 0;
}

// The log does not tell which of both it is: so it is included.
static void include_force_noise(br_identified *id)
{
    br_output_fit *f = &id->fit;
    for (int i = 0; i < f->n; i++) {
        double off = bias_by_force_noise(id, f, i), sds = fabs(off) / f->corrected_sd[i];
        if (off == 0 || !isfinite(sds))
            continue;
        if (sds > br_max(BR_BIAS_MATTERS, id->noise_bias)) {
            id->noise_bias = sds;
            id->biased = i;
        }
        br_output_include_error(f, i, off);
    }
}

// ---------------------------------------------------------------- a second opinion

// Predictions as a problem of the same stretches, from where the fit ends. To forces a delay of about half a sample is that of a held
// command; a motion was fitted both ways.
static br_status begin_predictions(br_identify_work *w)
{
    br_delay *d = &w->id->delay;
    br_status status = w->id->motion ? BR_OK : br_identify_prepare_simulation(w);
    if (status != BR_OK)
        return status;
    if (!w->id->motion) {
        w->simulation.delay = d->state == BR_DELAY_GIVEN ? d->value : d->state == BR_DELAY_ESTIMATED ? d->found : 0;
    }
    if (!w->id->motion && w->o->estimate_delay && fabs(w->simulation.delay / d->step - 0.5) <= BR_NEAR_HALF) {
        w->simulation.delay = 0.5 * d->step;
        w->simulation.hold_time = d->step;
    }
    br_identify_start_from_values(w);
    w->q.simulation = &w->simulation;
    if (w->o->estimate_delay && !(w->id->motion && d->in_fit)) {
        w->q.terms = w->id->terms;
        br_identify_add_delay(w, w->simulation.delay);
    }
    return br_identify_start_noise(w);
}

// The noise with the parameters of the fit, and steps between rows that make little difference: too long ones would bias
// predictions by more than their sds.
static br_status tune_predictions(br_identify_work *w, const br_output_options *o)
{
    double *y = malloc(((size_t)br_identify_rows(w) + 1) * sizeof *y);
    bool more = false;
    br_status status = y ? br_identify_find_noise(w, o, &more) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_identify_refine_steps(w, true, y, &more);
    free(y);
    return status;
}

// The predictions, then the parameters.
static br_status search_predictions(br_identify_work *w, const br_output_options *options, br_output_fit *to)
{
    br_output_options o = *options;
    br_start_options start = w->start;
    br_output_fit fit = w->id->fit, p = {0};
    o.every = 1;
    o.once = o.values = true;
    o.steps = 0;
    w->start.lengths = w->start.speeds = w->start.design = 0;
    w->start.given = true;
    br_status status = br_start_search(&p, NULL, &w->q, &w->id->parameters, &o, &w->start, NULL);
    if (status == BR_OK) {
        w->id->fit = p;
        status = tune_predictions(w, &o);
        w->id->fit = fit;
        br_output_free(&p);
    }
    o.values = false;
    o.steps = CHECK_STEPS;
    o.tol = 1e-3; // far below an sd
    if (status == BR_OK)
        status = br_start_search(to, NULL, &w->q, &w->id->parameters, &o, &w->start, NULL);
    w->start = start;
    w->noise_fits = 0;
    return status;
}

// Hausman's test: two fits of which each is right if the model is, but for the noise of the force. What lies between them beyond
// their sds is a bias of one of them, and the sds of the fit include it.
static void include_difference(br_identified *id, const br_output_fit *p)
{
    const double far = 3; // sds
    br_output_fit *f = &id->fit;
    double worst = far;
    for (int i = 0; i < id->parameters.count + id->terms; i++) {
        double off = p->value[i] - f->value[i], sd = f->corrected_sd[i], other = p->corrected_sd[i];
        double bias = bias_by_force_noise(id, p, i); // it lies between p and p - bias
        off = off * bias <= 0 ? off : fabs(off) <= fabs(bias) ? 0 : off - bias;
        double variance = sd * sd + other * other;
        if (f->bound[i] || p->bound[i] || !isfinite(variance) || off * off <= variance)
            continue;
        f->corrected_sd[i] = br_sqrt(off * off - other * other);
        if (off * off > worst * worst * variance) {
            worst = fabs(off) / br_sqrt(variance);
            id->disagrees = i;
            id->predicted = p->value[i];
            id->predicted_sd = other;
        }
    }
}

br_status br_identify_include_predictions(br_identify_work *w, const br_output_options *o)
{
    br_identified *id = w->id;
    br_output_problem q = w->q;
    br_axis_simulation_options simulation = w->simulation;
    br_output_fit p = {0};
    int at = id->terms;
    br_term delay = id->term[at];
    double prior = w->prior_sd[id->parameters.count + at];
    if (w->o->predictions)
        include_force_noise(id);
    if (w->o->predictions || !br_identify_can_simulate(w) || br_identify_rows(w) > MOST_CHECKED)
        return BR_OK;
    br_status status = begin_predictions(w);
    if (status == BR_OK)
        status = search_predictions(w, o, &p);
    if (status == BR_OK)
        include_difference(id, &p);
    br_output_free(&p);
    w->q = q;
    w->simulation = simulation;
    id->term[at] = delay;
    w->prior_sd[id->parameters.count + at] = prior;
    if (status == BR_NO_MEMORY || (w->o->stop && *w->o->stop != 0))
        return status;
    return id->motion ? BR_OK : br_identify_point_stretches(w);
}
