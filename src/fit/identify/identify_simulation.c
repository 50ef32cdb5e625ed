// identify_simulation.c - simulation of the axis of a log (force in, motion out), for its error and as a fit. [host]
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "fit/inspect/spikes.h"
#include "num/base/elem.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The force that is measured moves an axis of known or estimated mass, whose position is measured, or else its velocity: then
// nothing may depend on the position.
static bool can_simulate(br_identify_work *w)
{
    bool needs_x =
        w->o->spring != 0 || w->o->term[BR_AXIS_SPRING] || w->o->term[BR_AXIS_SIN] || w->o->term[BR_AXIS_COS];
    w->id->velocity = false;
    for (int i = 0; i < w->logs; i++)
        w->id->velocity = w->id->velocity || !w->log[i].x;
    return (w->o->mass > 0 || w->o->term[BR_AXIS_MASS]) && !(w->id->velocity && needs_x);
}

static br_axis_simulation_options simulation_options(const br_identify_work *w)
{
    const br_model *m = w->id->model;
    return (br_axis_simulation_options){.flow = w->o->flow,
                                        .substeps = w->o->substeps,
                                        .steps = 1,
                                        .v = br_identify_input(m, "v"),
                                        .force = br_identify_input(m, "u"),
                                        .F = w->output,
                                        .term = w->id->which,
                                        .terms = w->id->terms,
                                        .mass = w->o->mass,
                                        .spring = w->o->spring,
                                        .damper = w->o->damper,
                                        .delay = w->id->delay.value,
                                        .held = w->o->held ? w->id->delay.step : 0,
                                        .velocity = w->id->velocity};
}

// The drive force of a log. A spike is no force, and the simulation would keep it to the end; it is rejected only where outliers
// are to count less.
static br_status read_drive(br_identify_work *w, int log, double *largest)
{
    br_identified *id = w->id;
    const br_axis_log *l = &w->given[log];
    long long rows = l->trace.rows;
    br_spikes spikes;
    w->drive[log] = malloc((size_t)rows * sizeof **w->drive);
    br_status status = w->drive[log] ? br_spikes_find(rows, l->y, &spikes) : BR_NO_MEMORY;
    if (status != BR_OK)
        return status;
    memcpy(w->drive[log], l->y, (size_t)rows * sizeof *l->y);
    for (long long i = 0; i < spikes.count && w->o->huber > 0; i++)
        w->drive[log][spikes.row[i]] = (double)NAN;
    id->spikes += spikes.count;
    if (spikes.count > 0 && fabs(l->y[spikes.largest]) > *largest) {
        *largest = fabs(l->y[spikes.largest]);
        id->spike_log = log;
        id->spike_row = spikes.largest;
    }
    br_spikes_free(&spikes);
    return BR_OK;
}

static br_status read_drives(br_identify_work *w)
{
    double largest = 0;
    if (w->drive)
        return BR_OK;
    w->drive = calloc((size_t)w->logs + 1, sizeof *w->drive);
    br_status status = w->drive ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < w->logs && status == BR_OK; i++)
        status = read_drive(w, i, &largest);
    return status;
}

// Stretches for the simulation: the drive force of the log is its input, the measured position or velocity its target.
static void set_simulation(br_identify_work *w)
{
    for (int s = 0; s < w->stretches; s++) {
        br_output_log *g = &w->stretch[s];
        const br_axis_log *l = &w->given[g->of];
        g->drive = w->drive[g->of] + g->first;
        g->before = g->first;
        g->after = l->trace.rows - g->first - g->stretch.rows;
        g->y = g->whole = (w->id->velocity ? l->v : l->x) + g->first;
        for (long long k = g->first + g->stretch.rows; k-- > g->first;) { // the first row that has them
            g->x = !w->id->velocity && isfinite(l->x[k]) ? l->x[k] : g->x;
            g->v = isfinite(l->v[k]) ? l->v[k] : g->v;
        }
    }
}

// ---------------------------------------------------------------- running

static long long all_rows(const br_identify_work *w)
{
    long long rows = 0;
    for (int s = 0; s < w->stretches; s++)
        rows += w->stretch[s].stretch.rows;
    return rows;
}

// Simulated positions (or velocities) along all stretches, with the parameters of this fit; with `predict` predictions from row to
// row, where these are fitted. BR_NOT_FINITE: it ran away.
static br_status simulate_all(const br_identify_work *w, const br_output_fit *fit, int steps, bool predict, double *y)
{
    const br_identified *id = w->id;
    int nx = id->model->nx, own = id->motion ? nx + 2 : nx;
    size_t states = (size_t)nx + 2, rows = predict && w->simulation.measured_sd > 0 ? (size_t)all_rows(w) : 0;
    double *start = calloc(states + (1 + states) * rows, sizeof *start);
    br_axis_simulation_options o = w->simulation;
    br_axis_simulation f = {0};
    o.steps = steps;
    o.measured_sd = predict ? o.measured_sd : 0;
    br_status status = start ? br_axis_simulation_open(&f, &w->system.sys, &o) : BR_NO_MEMORY;
    for (int s = 0; s < w->stretches && status == BR_OK; s++) {
        const br_output_log *g = &w->stretch[s];
        const double *from = fit->start + (ptrdiff_t)s * own;
        start[0] = id->motion ? from[0] : g->x;
        start[1] = id->motion ? from[1] : g->v;
        memcpy(start + 2, from + own - nx, (size_t)nx * sizeof *start);
        br_axis_input in = {.drive = g->drive,
                            .p = fit->p,
                            .c = fit->value + id->parameters.count,
                            .share = g->share,
                            .start = start,
                            .m0 = id->model->nm > 0 ? id->model->m : NULL,
                            .before = g->before,
                            .after = g->after,
                            .measured = g->y,
                            .start_sd = fit->state_sd,
                            .weight = start + states,
                            .gain = start + states + rows};
        status = br_axis_simulation_run(&f, &g->stretch, &in, y, NULL);
        y += g->stretch.rows;
    }
    free(start);
    br_axis_simulation_close(&f);
    return status;
}

// Errors of simulated positions y, of every log: of the rows fitted by these parameters, or of the hold-out rows.
static void add_position_errors(br_identify_work *w, const double *y, int which)
{
    for (int s = 0; s < w->stretches; s++) {
        const br_output_log *g = &w->stretch[s];
        const br_axis_log *l = &w->log[g->of];
        br_error_sum *to = &w->id->log[g->of].simulation[which];
        for (long long k = 0; k < g->stretch.rows; k++, y++) {
            bool held = l->test || (which == BR_HOLD_OUT && g->stretch.t[k] >= l->from && g->stretch.t[k] < l->to);
            if (isfinite(g->y[k]) && held == (which == BR_HOLD_OUT))
                br_error_add(to, *y - g->y[k], g->y[k] - g->x); // of velocities x is 0
        }
    }
}

// The same of all logs where this is of every log.
static void pool_position_errors(br_identified *id)
{
    br_error_sum all[2] = {{0}};
    for (int i = 0; i < id->logs; i++)
        for (int k = 0; k < 2; k++)
            br_error_join(&all[k], &id->log[i].simulation[k]);
    id->simulation_rms = br_error_rms(&all[BR_FITTED]);
    id->simulation_share = br_error_share(&all[BR_FITTED]);
    id->hold_out_simulation_rms = br_error_rms(&all[BR_HOLD_OUT]);
    id->hold_out_simulation_share = br_error_share(&all[BR_HOLD_OUT]);
}

// A simulation that runs away has an infinite error.
static void set_run_away(const br_identify_work *w, double *y)
{
    for (long long k = 0; k < all_rows(w); k++)
        y[k] = HUGE_VAL;
}

// Hold-out rows with the parameters of the fit that has not seen them; test logs with those of all rows.
static br_status add_hold_out_errors(br_identify_work *w, double *y)
{
    br_status status = w->part.n > 0 ? simulate_all(w, &w->part, 2 * w->simulation.steps, false, y) : BR_OK;
    if (status == BR_NO_MEMORY)
        return status;
    if (status != BR_OK)
        set_run_away(w, y);
    add_position_errors(w, y, BR_HOLD_OUT);
    return BR_OK;
}

// Do y and a simulation with finer steps differ, on the fitted rows, by what moves the parameters by more than about a tenth of
// an sd? Noise averages out over the rows, errors of steps do not.
static bool steps_matter(const br_identify_work *w, const double *y, const double *finer)
{
    double off = 0, moved = 0;
    for (int s = 0; s < w->stretches; s++) {
        const br_output_log *g = &w->stretch[s];
        for (long long k = g->from; k < g->to; k++)
            if (isfinite(g->y[k])) {
                off += (finer[k] - g->y[k]) * (finer[k] - g->y[k]);
                moved += (finer[k] - y[k]) * (finer[k] - y[k]);
            }
        y += g->stretch.rows;
        finer += g->stretch.rows;
    }
    double share = 0.01 * (double)w->id->fit.n / (double)all_rows(w);
    return moved > share * off;
}

enum { MOST_STEPS = 16, MOST_STARTS = 1000 };

// Doubles the steps between rows until it makes no difference; w->free.steps is then enough, and y the run with twice as many.
// *more: they had to be doubled.
static br_status refine_steps(br_identify_work *w, bool predict, double *y, double *finer, bool *more)
{
    br_status status = simulate_all(w, &w->id->fit, w->simulation.steps, predict, y);
    *more = false;
    while (status == BR_OK && w->simulation.steps < MOST_STEPS) {
        status = simulate_all(w, &w->id->fit, 2 * w->simulation.steps, predict, finer);
        bool on = status == BR_OK && steps_matter(w, y, finer);
        memcpy(y, finer, (size_t)all_rows(w) * sizeof *y);
        if (!on)
            break;
        w->simulation.steps *= 2;
        *more = true;
    }
    return status;
}

br_status br_identify_simulate(br_identify_work *w)
{
    br_identified *id = w->id;
    bool more;
    id->simulation_rms = id->simulation_share = (double)NAN;
    id->hold_out_simulation_rms = id->hold_out_simulation_share = (double)NAN;
    if (!can_simulate(w))
        return BR_OK;
    br_status status = read_drives(w);
    if (status != BR_OK)
        return status;
    if (!id->motion) {
        w->simulation = simulation_options(w);
        set_simulation(w);
    }
    for (int s = 0; s < w->stretches; s++) {
        const br_stretch *g = &w->stretch[s].stretch;
        id->simulation_time = br_max(id->simulation_time, g->t[g->rows - 1] - g->t[0]);
    }
    double *y = malloc((2 * (size_t)all_rows(w) + 1) * sizeof *y);
    status = y ? refine_steps(w, false, y, y + all_rows(w), &more) : BR_NO_MEMORY;
    if (status != BR_NO_MEMORY) {
        if (status != BR_OK)
            set_run_away(w, y);
        add_position_errors(w, y, BR_FITTED);
        status = add_hold_out_errors(w, y);
        pool_position_errors(id);
    }
    free(y);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

// ---------------------------------------------------------------- fitting

// With as many steps between rows as the parameters it finds need; then from restarts, if it has ended at a cliff.
static br_status fit_steps(br_identify_work *w, const br_output_options *options, br_diag *why)
{
    enum { RESTARTS = 8 };
    br_output_options o = *options;
    double *y = malloc((2 * (size_t)all_rows(w) + 1) * sizeof *y);
    bool more = true;
    br_status status = y ? BR_OK : BR_NO_MEMORY;
    for (bool first = true; status == BR_OK && more; first = false) {
        if (!first)
            br_identify_start_from_fit(w);
        status = br_identify_fit(w, &o, why);
        w->motion_starts = 0; // all of them have been tried
        if (status == BR_OK)
            status = refine_steps(w, true, y, y + all_rows(w), &more);
        if (status == BR_OK && w->o->predictions)
            status = br_identify_find_noise(w, &o, &more);
        bool again = !w->o->predictions && (w->id->fit.cliff || (w->part.n > 0 && w->part.cliff));
        if (status == BR_OK && !more && again && o.restarts == 0) {
            o.restarts = RESTARTS;
            more = true;
        }
    }
    free(y);
    return status;
}

// ---------------------------------------------------------------- with the delay

// In samples: a delay that is likely before the log is seen (sd of a prior), and the longest. Residuals whose autocorrelation makes
// sds larger by more than COLOURED may be a model mismatch.
static const double LIKELY = 2, LONGEST = 10, COLOURED = 1.25;
static const double NEAR_HALF = 0.25; // samples: so near to half of one, it may be that of a held command

// Change of the drive per second, from which the scale of the delay follows.
static void fill_rates(br_identify_work *w, const br_output_log *g)
{
    const double *t = g->stretch.t, *u = g->drive;
    double *rate = br_identify_rate_column(w, g->of) + g->first;
    for (long long k = 0; k < g->stretch.rows; k++) {
        double change = k > 0 ? (u[k] - u[k - 1]) / (t[k] - t[k - 1]) : 0;
        rate[k] = isfinite(change) ? change : 0;
    }
}

// The delay as a term of the simulation.
static void add_delay(br_identify_work *w, double start)
{
    br_identified *id = w->id;
    double step = id->delay.step, most = LONGEST * step;
    int i = id->terms;
    id->term[i] = (br_term){"delay", "s", start, -most, most};
    id->which[i] = BR_AXIS_DELAY;
    w->simulation.delay = 0;
    w->simulation.terms = w->q.terms = i + 1;
    w->prior_mean[id->parameters.count + i] = start;
    w->prior_sd[id->parameters.count + i] = LIKELY * step;
    for (int s = 0; s < w->stretches; s++)
        fill_rates(w, &w->stretch[s]);
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
    return !f->bound[i] && (f->autocorrelation_factor <= COLOURED || fabs(f->value[i] - likely) <= LIKELY * step);
}

// A fit at a given delay, of which the log tells nothing: its parameters are uncertain by what another delay would change, the
// sd of the delay times their slope by it. That slope is the one of the fit with the delay among its values, at this place.
static br_status include_delay(br_identify_work *w, const br_output_options *o, double sd)
{
    br_output_fit *f = &w->id->fit, with;
    br_output_options one = *o;
    double delay = w->simulation.delay;
    br_identify_start_from_values(w);
    add_delay(w, delay);
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
        f->corrected_sd[i] = br_sqrt(f->corrected_sd[i] * f->corrected_sd[i] + slope * slope * sd * sd);
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

// The delay is estimated with the other parameters, from the fit with the one that the forces have, or 0: noise of the motion,
// which forces are computed from, may look like a delay there; here it does not. Where a model mismatch does, that fit stays, and
// what is not known of the delay enters the standard deviations.
static br_status fit_delayed(br_identify_work *w, const br_output_options *o, br_diag *why)
{
    br_identified *id = w->id;
    br_delay *d = &id->delay;
    motion_fit held;
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
    int steps = w->simulation.steps;
    br_identify_start_from_values(w);
    move_fit(w, &held);
    add_delay(w, likely);
    br_identify_begin_stage(w, 0.75, 1);
    status = fit_steps(w, o, why);
    bool none = status == BR_OK && known && fabs(id->fit.value[id->fit.n - 1]) < 0.5 * fabs(likely) &&
                id->fit.rms < 0.5 * held.fit.rms; // what looked like a delay to the forces was noise of their motion
    bool noisy = status == BR_OK && w->o->predictions && br_identify_is_force_noisy(w);
    d->in_fit = status == BR_OK && !noisy && id->fit.rms <= held.fit.rms &&
                (none || is_delay(&id->fit, likely, d->step) || simpler_has_delay(w, &held.fit));
    if (d->in_fit || status == BR_NO_MEMORY || (w->o->stop && *w->o->stop != 0)) {
        free_fit(&held);
        if (status != BR_OK)
            return status;
        set_found_delay(w);
        return BR_OK;
    }
    restore_fit(w, &held);
    hold_delay(w, likely);
    w->simulation.steps = steps;
    *d = (br_delay){BR_DELAY_NOT_IDENTIFIABLE, likely, sd, d->step, likely, false, false};
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
    if (!w->o->estimate_delay || w->o->held || !(fabs(before.found / before.step - 0.5) <= NEAR_HALF))
        return BR_OK;
    br_identify_start_from_values(w);
    move_fit(w, &lines);
    w->simulation.held = before.step;
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
    set_simulation(w);
    w->q.log = w->stretch;
    w->q.logs = w->stretches;
    return BR_OK;
}

// From where the fit of forces has led, and from starts along short pieces.
br_status br_identify_fit_motion(br_identify_work *w, br_output_options *o, br_diag *why)
{
    if (!can_simulate(w))
        return br_diag_fail(
            why, BR_BAD_USAGE,
            "a motion is fitted where a drive force u is measured, and a position x where a spring or gravity act");
    br_identify_start_from_fit(w);
    // pieces that were asked for need no starts along others, and neither do predictions from row to row
    bool cut = w->o->piece > 0 || w->o->predictions;
    br_status status = cut ? BR_OK : br_identify_fit_moving(w, o);
    if (status == BR_OK)
        status = read_drives(w);
    if (status == BR_OK)
        status = cut_stretches(w, why);
    if (status != BR_OK)
        return status;
    w->simulation = simulation_options(w);
    if (w->o->predictions)
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

// ---------------------------------------------------------------- a second opinion

enum { MOST_CHECKED = 100000, CHECK_STEPS = 10 }; // rows; steps of the search

// Predictions as a problem of the same stretches, from where the fit of forces ends.
static br_status begin_predictions(br_identify_work *w)
{
    br_identified *id = w->id;
    double delay = id->delay.state == BR_DELAY_TOO_LONG ? 0 : id->delay.found;
    br_status status = read_drives(w);
    if (status != BR_OK)
        return status;
    set_simulation(w);
    w->simulation = simulation_options(w);
    w->simulation.delay = id->delay.state == BR_DELAY_GIVEN ? id->delay.value : delay;
    if (fabs(w->simulation.delay / id->delay.step - 0.5) <= NEAR_HALF)
        w->simulation.held = id->delay.step;
    w->q.simulation = &w->simulation;
    w->q.terms = id->terms;
    br_identify_start_from_values(w);
    if (w->o->estimate_delay)
        add_delay(w, w->simulation.delay);
    return br_identify_start_noise(w);
}

// The noise, then the parameters.
static br_status search_predictions(br_identify_work *w, const br_output_options *options, br_output_fit *to)
{
    br_output_options o = *options;
    br_start_options start = w->start;
    br_output_fit forces = w->id->fit;
    bool more;
    o.every = 1;
    o.once = true;
    o.steps = 0;
    w->start.lengths = w->start.speeds = w->start.design = 0;
    w->start.given = true;
    br_status status = br_start_search(to, NULL, &w->q, &w->id->parameters, &o, &w->start, NULL);
    w->id->fit = *to;
    if (status == BR_OK)
        status = br_identify_find_noise(w, &o, &more);
    w->id->fit = forces;
    w->noise_fits = 0;
    br_output_free(to);
    o.steps = CHECK_STEPS;
    o.tol = 1e-3; // far below an sd
    if (status == BR_OK)
        status = br_start_search(to, NULL, &w->q, &w->id->parameters, &o, &w->start, NULL);
    w->start = start;
    return status;
}

// Hausman's test: two fits of which each is right if the model is. What lies between them beyond their sds is a bias of one of
// them, and the sds of the fit of forces include it.
static void include_difference(br_identified *id, const br_output_fit *p)
{
    const double far = 3; // sds
    br_output_fit *f = &id->fit;
    double worst = far;
    for (int i = 0; i < id->parameters.count + id->terms; i++) {
        double off = p->value[i] - f->value[i], sd = f->corrected_sd[i], other = p->corrected_sd[i];
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
    br_output_problem q = w->q;
    br_output_fit p = {0};
    br_term delay = w->id->term[w->id->terms];
    if (!can_simulate(w) || all_rows(w) > MOST_CHECKED)
        return BR_OK;
    br_status status = begin_predictions(w);
    if (status == BR_OK)
        status = search_predictions(w, o, &p);
    if (status == BR_OK)
        include_difference(w->id, &p);
    br_output_free(&p);
    w->q = q;
    w->id->term[w->id->terms] = delay;
    w->prior_sd[w->id->parameters.count + w->id->terms] = HUGE_VAL;
    if (status == BR_NO_MEMORY || (w->o->stop && *w->o->stop != 0))
        return status;
    status = br_identify_stretches(w, 0);
    w->q.log = w->stretch;
    w->q.logs = w->stretches;
    br_identify_mark_hold_out(w, false);
    return status;
}
