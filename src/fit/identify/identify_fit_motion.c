// identify_fit_motion.c - a fit of the motion: positions that are simulated, or predicted from row to row, with the delay. [host]
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "num/base/elem.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A motion at a cliff, and not explained to a hundredth: restarts may lead away from there.
static bool is_lost(const br_output_fit *f)
{
    return f->cliff && !(f->error < 0.01);
}

// With as many steps between rows as the parameters it finds need; then from restarts, if it is lost.
static br_status fit_steps(br_identify_work *w, const br_output_options *options, br_diag *why)
{
    enum { RESTARTS = 8 };
    br_output_options o = *options;
    double *y = malloc(((size_t)br_identify_rows(w) + 1) * sizeof *y);
    bool more = true;
    br_status status = y ? BR_OK : BR_NO_MEMORY;
    for (bool first = true; status == BR_OK && more; first = false) {
        if (!first)
            br_identify_start_from_fit(w);
        status = br_identify_fit(w, &o, why);
        w->motion_starts = 0; // all of them have been tried
        if (status == BR_OK)
            status = br_identify_refine_steps(w, true, y, &more);
        if (status == BR_OK && w->o->predictions)
            status = br_identify_find_noise(w, &o, &more);
        bool again = !w->o->predictions && (is_lost(&w->id->fit) || (w->part.n > 0 && is_lost(&w->part)));
        if (status == BR_OK && !more && again && o.restarts == 0) {
            o.restarts = RESTARTS;
            more = true;
        }
    }
    free(y);
    return status;
}

// ---------------------------------------------------------------- with the delay

static const double LIKELY = 2; // samples: a delay that is likely before the log is seen (sd of a prior)

// Change of the drive per second, from which the scale of the delay follows.
static void fill_drive_rates(br_identify_work *w, const br_output_log *g)
{
    const double *t = g->stretch.t, *u = g->drive;
    double *rate = br_identify_rate_column(w, g->of) + g->first;
    for (long long k = 0; k < g->stretch.rows; k++) {
        double change = k > 0 ? (u[k] - u[k - 1]) / (t[k] - t[k - 1]) : 0;
        rate[k] = isfinite(change) ? change : 0;
    }
}

// The delay as a term of the simulation.
void br_identify_add_delay(br_identify_work *w, double start)
{
    br_identified *id = w->id;
    double step = id->delay.step, most = BR_LONGEST_DELAY * step;
    int i = id->terms;
    id->term[i] = (br_term){"delay", "s", start, -most, most};
    id->which[i] = BR_AXIS_DELAY;
    w->simulation.delay = 0;
    w->simulation.terms = w->q.terms = i + 1;
    w->prior_mean[id->parameters.count + i] = start;
    w->prior_sd[id->parameters.count + i] = LIKELY * step;
    for (int s = 0; s < w->stretches; s++)
        fill_drive_rates(w, &w->stretch[s]);
}

static void hold_delay(br_identify_work *w, double delay)
{
    w->simulation.delay = delay;
    w->simulation.terms = w->q.terms = w->id->terms;
}

// Is the last value of the fit a delay? A model mismatch may look like one: then it must be near what was likely before.
static bool is_delay(const br_output_fit *f, double likely, double step)
{
    int i = f->n - 1;
    return !f->bound[i] && (f->autocorrelation_factor <= BR_COLOURED || fabs(f->value[i] - likely) <= LIKELY * step);
}

// A fit at a given delay, of which the log tells nothing: its parameters are uncertain by what another delay would change, the
// sd of the delay times their slope by it. That slope is the one of the fit with the delay among its values, at this place.
static br_status include_delay(br_identify_work *w, const br_output_options *o, double sd)
{
    br_output_fit *f = &w->id->fit, with;
    br_output_options one = *o;
    double delay = w->simulation.delay;
    br_identify_start_from_values(w);
    br_identify_add_delay(w, delay);
    one.steps = 0;
    one.once = true;
    one.start = f->start;
    one.state_sd = f->state_sd;
    br_status status = br_output_run(&with, &w->q, &one, f->p, NULL);
    hold_delay(w, delay);
    if (status != BR_OK)
        return status == BR_NO_MEMORY ? status : BR_OK;
    int n = with.n, at = n - 1;
    double own = with.covariance[at * n + at];
    for (int i = 0; i < f->n && own > 0; i++) {
        double slope = with.covariance[i * n + at] / own;
        br_output_include_error(f, i, slope * sd);
    }
    br_output_free(&with);
    return BR_OK;
}

// Does a simpler law have a delay, and fit better with it than this one without? Then it is this one's, too: else it would only fit
// worse because the delay looks like something that it can do.
static bool simpler_has_delay(const br_identify_work *w, const br_output_fit *held)
{
    bool has = false;
    for (int i = 0; i < w->o->simpler_laws; i++) {
        const br_identified *simpler = w->o->simpler[i];
        const br_optimum *o = &simpler->optimum[BR_STAGE_DELAYED_MOTION];
        has = has || (simpler->motion && simpler->delay.in_fit && o->p && o->cost < br_start_cost(held));
    }
    return has;
}

// What a fit of the motion has found, out of the way of another one.
typedef struct motion_fit {
    br_output_fit fit, part;
    br_explanation other;
    double error, rms, fitted;
} motion_fit;

static void move_fit(br_identify_work *w, motion_fit *to)
{
    br_identified *id = w->id;
    *to = (motion_fit){id->fit, w->part, id->other, id->hold_out_error, id->hold_out_rms, id->fitted_error};
    memset(&id->fit, 0, sizeof id->fit);
    memset(&w->part, 0, sizeof w->part);
    memset(&id->other, 0, sizeof id->other);
}

static void free_fit(motion_fit *f)
{
    br_output_free(&f->fit);
    br_output_free(&f->part);
    br_explanation_free(&f->other);
}

static void restore_fit(br_identify_work *w, motion_fit *from)
{
    br_identified *id = w->id;
    motion_fit now;
    move_fit(w, &now);
    free_fit(&now);
    id->fit = from->fit;
    w->part = from->part;
    id->other = from->other;
    id->hold_out_error = from->error;
    id->hold_out_rms = from->rms;
    id->fitted_error = from->fitted;
}

// The delay is the last value of the fit.
static void set_found_delay(br_identify_work *w)
{
    br_delay *d = &w->id->delay;
    const br_output_fit *f = &w->id->fit;
    d->found = f->value[f->n - 1];
    d->sd = f->corrected_sd[f->n - 1];
    d->state = d->sd <= d->step ? BR_DELAY_ESTIMATED : BR_DELAY_NOT_IDENTIFIABLE;
}

// What another fit makes of the parameters, in the sds of this one.
static void include_other(br_output_fit *f, const br_output_fit *other)
{
    for (int i = 0; i < f->n; i++)
        br_output_include_error(f, i, other->bound[i] || f->bound[i] ? 0 : other->value[i] - f->value[i]);
}

// The delay is estimated with the other parameters, from the fit with the one that the forces have, or 0: noise of the motion,
// which forces are computed from, may look like a delay there; here it does not. Where a model mismatch does, that fit stays, and
// what is not known of the delay enters the standard deviations. Noise of the force is averaged between rows, which looks like half a
// sample: then it may be either, and the standard deviations include what lies between both fits.
static br_status fit_delayed(br_identify_work *w, const br_output_options *o, br_diag *why)
{
    br_identified *id = w->id;
    br_delay *d = &id->delay;
    motion_fit fixed; // with the delay that is likely
    bool known = d->state == BR_DELAY_ESTIMATED;
    double likely = known ? d->found : 0, sd = known ? d->sd : LIKELY * d->step;
    if (w->o->estimate_delay) {
        d->value = 0;
        hold_delay(w, likely);
    }
    br_identify_begin_stage(w, 0.3, w->o->estimate_delay ? 0.75 : 1);
    br_status status = fit_steps(w, o, why);
    if (status != BR_OK || !w->o->estimate_delay)
        return status;
    br_axis_simulation_options simulation = w->simulation;
    br_identify_start_from_values(w);
    move_fit(w, &fixed);
    w->noise_fits = 1;
    br_identify_add_delay(w, likely);
    br_identify_begin_stage(w, 0.75, 1);
    status = fit_steps(w, o, why);
    bool none = status == BR_OK && known && fabs(id->fit.value[id->fit.n - 1]) < 0.5 * fabs(likely) &&
                id->fit.rms < 0.5 * fixed.fit.rms; // what looked like a delay to the forces was noise of their motion
    bool noisy = status == BR_OK && w->o->predictions && br_identify_is_force_noisy(w);
    d->in_fit = status == BR_OK && !noisy && id->fit.rms <= fixed.fit.rms &&
                (none || is_delay(&id->fit, likely, d->step) || simpler_has_delay(w, &fixed.fit));
    if (d->in_fit || status == BR_NO_MEMORY || (w->o->stop && *w->o->stop != 0)) {
        free_fit(&fixed);
        if (status != BR_OK)
            return status;
        set_found_delay(w);
        return BR_OK;
    }
    double found = status == BR_OK ? id->fit.value[id->fit.n - 1] : likely;
    if (noisy)
        include_other(&fixed.fit, &id->fit);
    restore_fit(w, &fixed);
    w->simulation = simulation;
    hold_delay(w, likely);
    *d = (br_delay){BR_DELAY_NOT_IDENTIFIABLE, likely, sd, d->step, found, false, false};
    return include_delay(w, o, sd);
}

// About half a sample is what a drive has that holds its command; then it may move the axis by steps, not on straight lines, and
// the fit is made again, with half a sample where the delay is not known any better. The better one stays.
static br_status fit_held(br_identify_work *w, const br_output_options *o, br_diag *why)
{
    br_delay *d = &w->id->delay, before = *d;
    br_axis_simulation_options simulation = w->simulation;
    motion_fit lines;
    d->held = w->o->held;
    if (!w->o->estimate_delay || w->o->held || !(fabs(before.found / before.step - 0.5) <= BR_NEAR_HALF))
        return BR_OK;
    br_identify_start_from_values(w);
    move_fit(w, &lines);
    w->simulation.hold_time = before.step;
    w->noise_fits = 1;
    if (!before.in_fit) {
        d->value = d->found = 0.5 * before.step;
        hold_delay(w, d->value);
    }
    br_status status = fit_steps(w, o, why);
    if (status == BR_OK && !before.in_fit)
        status = include_delay(w, o, before.sd);
    d->held = status == BR_OK && br_start_cost(&w->id->fit) < br_start_cost(&lines.fit);
    if (d->held || status == BR_NO_MEMORY || (w->o->stop && *w->o->stop != 0)) {
        free_fit(&lines);
        if (status == BR_OK && before.in_fit)
            set_found_delay(w);
        return status;
    }
    restore_fit(w, &lines);
    w->simulation = simulation;
    *d = before;
    return BR_OK;
}

enum { MOST_STARTS = 1000 };

static br_status cut_stretches(br_identify_work *w, br_diag *why)
{
    br_status status = br_identify_stretches(w, w->o->piece);
    if (status != BR_OK)
        return status;
    if (w->stretches == 0)
        return br_diag_fail(why, BR_BAD_DATA, "no piece of the log has more than two rows");
    if ((long long)w->stretches * (w->id->model->nx + 2) > MOST_STARTS)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%d pieces, each with a start of its own, are too many: make them longer", w->stretches);
    w->q.log = w->stretch;
    w->q.logs = w->stretches;
    return BR_OK;
}

// From where the fit of forces has led, and from starts along short pieces.
br_status br_identify_fit_motion(br_identify_work *w, br_output_options *o, br_diag *why)
{
    if (!br_identify_can_simulate(w))
        return br_diag_fail(
            why, BR_BAD_USAGE,
            "a motion is fitted where a drive force u is measured, and a position x where a spring or gravity act");
    br_identify_start_from_fit(w);
    // pieces that were asked for need no starts along others, and neither do predictions from row to row
    bool cut = w->o->piece > 0 || w->o->predictions;
    br_status status = cut ? BR_OK : br_identify_fit_moving(w, o);
    if (status == BR_OK)
        status = cut_stretches(w, why);
    if (status == BR_OK)
        status = br_identify_prepare_simulation(w);
    if (status == BR_OK && w->o->predictions)
        status = br_identify_start_noise(w);
    if (status != BR_OK)
        return status;
    w->q.simulation = &w->simulation;
    w->q.terms = w->id->terms;
    w->start.lengths = w->start.speeds = 0;
    w->start.given = w->id->motion = true;
    w->id->delay.in_fit = false;
    o->every = 1;
    if (w->o->estimate_delay)
        hold_delay(w, w->id->delay.state == BR_DELAY_ESTIMATED ? w->id->delay.found : 0);
    br_identify_begin_stage(w, 0, 0.3);
    if (!cut)
        status = br_identify_find_starts(w, o);
    if (status == BR_OK)
        status = fit_delayed(w, o, why);
    if (status == BR_OK)
        status = fit_held(w, o, why);
    if (status == BR_NOT_FINITE)
        return br_diag_fail(
            why, BR_NEGATIVE,
            "the axis runs away where this force moves it: is the sign of u right? Shorter pieces may help");
    return status;
}
