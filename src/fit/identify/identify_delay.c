// identify_delay.c - the delay between force and motion, estimated with the parameters of a fit.   [host]
//
//     y_k = M(t_k + tau) = M(t_k + tau0) + (tau - tau0) dM/dt + ...
//
// M is the force of the model along the motion. Mostly the motion is smooth and the measured force is noisy, so the motion is
// shifted: x, v and a are read at t_k + tau0, and the rest of the delay is the coefficient of a term dM/dt, by central differences
// of the fit before. With every fit tau0 moves on, until that coefficient is next to 0. The last fit has it as a value beside
// the parameters, so what it shares with them enters their standard deviations.
//
// Where the motion is the noisy one, its noise is what the residuals are made of, and would be fitted by its own derivative:
// there the force is shifted, y(t_k - tau0) = M(t_k), and the term is dy/dt.
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "fit/statistics/decimate.h"
#include "num/algebra/lagrange.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHIFTS = 6 }; // of the motion, at most

// In samples: a delay that has settled; one that needs an sd below it; the longest by one fit; one that must explain a good part of
// the residuals, which then fall by CLEARLY.
static const double SETTLED = 0.01, SMALL = 0.05, LEAP = 3, LONG = 3, CLEARLY = 1.5;

// ---------------------------------------------------------------- shifted motion

// Column c of a log at time `at`, near row k. NaN: its rows there are missing, too far apart or beyond an end.
static double column_at(const br_trace *t, const double *c, double step, double at, long long k)
{
    long long near = k;
    double value = br_local_cubic(t->rows, t->t, c, at, &near);
    long long first = near - 1 < 0 ? 0 : near - 1 > t->rows - 4 ? t->rows - 4 : near - 1;
    bool inside = t->rows >= 4 && at >= t->t[0] && at <= t->t[t->rows - 1] && t->t[first + 3] - t->t[first] < 8 * step;
    return inside && isfinite(value) ? value : (double)NAN;
}

void br_axis_motion_at(const br_axis_log *l, double step, double delay, long long k, double *x, double *v, double *a)
{
    double a0 = l->a ? l->a[k] : 0, v0 = l->v[k], x0 = l->x ? l->x[k] : 0, at = l->trace.t[k] + delay;
    *x = x0;
    *v = v0;
    *a = a0;
    if (delay == 0 || !isfinite(v0))
        return;
    double more = isfinite(a0) ? a0 * delay : 0;
    *v = column_at(&l->trace, l->v, step, at, k);
    *v = isfinite(*v) ? *v : v0 + more;
    if (l->x)
        *x = column_at(&l->trace, l->x, step, at, k);
    *x = isfinite(*x) || !isfinite(x0) ? *x : x0 + delay * (v0 + 0.5 * more);
    if (l->a && isfinite(a0))
        *a = column_at(&l->trace, l->a, step, at, k);
    *a = isfinite(*a) || !isfinite(a0) ? *a : a0;
}

static br_status open_motion(br_identify_work *w)
{
    w->moved = calloc((size_t)w->logs + 1, sizeof *w->moved);
    w->motion = calloc((size_t)w->logs + 1, sizeof *w->motion);
    if (!w->moved || !w->motion)
        return BR_NO_MEMORY;
    for (int i = 0; i < w->logs; i++) {
        size_t rows = (size_t)w->given[i].trace.rows;
        br_axis_log *to = &w->moved[i];
        *to = w->given[i];
        double *c = w->motion[i] = calloc(3 * rows + 1, sizeof *c);
        if (!c)
            return BR_NO_MEMORY;
        if (w->force_moves) {
            to->y = c;
            continue;
        }
        to->v = c;
        to->x = to->x ? c + rows : NULL;
        to->a = to->a ? c + 2 * rows : NULL;
    }
    return BR_OK;
}

void br_identify_free_motion(br_identify_work *w)
{
    for (int i = 0; w->motion && i < w->logs; i++)
        free(w->motion[i]);
    free(w->motion);
    free(w->moved);
    w->motion = NULL;
    w->moved = NULL;
    w->log = w->given;
}

static void shift_force(const br_axis_log *l, double step, double delay, double *y)
{
    for (long long k = 0; k < l->trace.rows; k++) {
        y[k] = isfinite(l->y[k]) ? column_at(&l->trace, l->y, step, l->trace.t[k] - delay, k) : l->y[k];
        y[k] = isfinite(y[k]) ? y[k] : l->y[k];
    }
}

// The motion at t + delay, or the force at t - delay, in the columns that the stretches point to.
static br_status shift_motion(br_identify_work *w, double delay)
{
    br_status status = w->moved ? BR_OK : open_motion(w);
    for (int i = 0; i < w->logs && status == BR_OK; i++) {
        const br_axis_log *l = &w->given[i];
        long long rows = l->trace.rows;
        double *v = w->motion[i], *x = v + rows, *a = x + rows;
        if (w->force_moves)
            shift_force(l, w->id->delay.step, delay, v);
        for (long long k = 0; k < rows && !w->force_moves; k++)
            br_axis_motion_at(l, w->id->delay.step, delay, k, &x[k], &v[k], &a[k]);
    }
    if (status == BR_OK) {
        w->log = w->moved;
        br_identify_fill_columns(w);
    }
    return status;
}

// ---------------------------------------------------------------- fits

static void start_at(br_identify_work *w, const br_output_fit *f)
{
    br_identified *id = w->id;
    br_model_set_points(id->model, f->p);
    for (int j = 0; j < f->n - id->parameters.count; j++) // the delay, too, if it is in the fit
        id->term[j].start = f->value[id->parameters.count + j];
}

void br_identify_start_from_values(br_identify_work *w)
{
    start_at(w, &w->id->fit);
}

void br_identify_start_from_fit(br_identify_work *w)
{
    start_at(w, &w->id->fit);
    br_output_free(&w->id->fit);
}

// Change of the force per second at every row of a stretch: of the model, y_k - r_k and the known forces, or of what
// was measured.
static void rates_of(const br_identify_work *w, int stretch, const br_output_fit *f, bool measured, double *rate)
{
    const br_output_log *g = &w->stretch[stretch];
    const br_axis_log *l = &w->log[g->of];
    const double *r = f->residual[stretch], *t = g->stretch.t, *y = g->whole;
    long long last = g->stretch.rows - 1;
    for (long long k = 0; k <= last; k++) {
        long long from = k > 0 ? k - 1 : 0, to = k < last ? k + 1 : last;
        double force = measured ? y[to] - y[from] : g->y[to] - r[to] - (g->y[from] - r[from]);
        if (!measured)
            force +=
                br_identify_known_force(w->o, l, g->first + to) - br_identify_known_force(w->o, l, g->first + from);
        rate[k] = isfinite(force) ? force / (t[to] - t[from]) : 0;
    }
}

static void fill_rates(br_identify_work *w, const br_output_fit *f)
{
    for (int s = 0; s < w->stretches; s++)
        rates_of(w, s, f, w->force_moves, br_identify_rate_column(w, w->stretch[s].of) + w->stretch[s].first);
}

// Powers of the change of the force, as the fit sees it, decimated: of the model, of the measured one, and of their difference.
static br_status add_powers(const br_identify_work *w, int stretch, const br_output_fit *f, double power[3])
{
    int rows = (int)w->stretch[stretch].stretch.rows, left = rows;
    double *rate = malloc(3 * (size_t)rows * sizeof *rate), *model = rate ? rate + rows : NULL;
    if (!rate)
        return BR_NO_MEMORY;
    double *both = model + rows;
    rates_of(w, stretch, f, true, rate);
    rates_of(w, stretch, f, false, model);
    for (int k = 0; k < rows; k++)
        both[k] = model[k] - rate[k];
    br_status status = BR_OK;
    double *of[] = {model, rate, both};
    for (int i = 0; i < 3 && status == BR_OK; i++) {
        status = br_decimate_columns(w->o->every, rows, 1, of[i], &left);
        for (int k = 0; k < left && status == BR_OK; k++)
            power[i] += of[i][k] * of[i][k];
    }
    free(rate);
    return status == BR_BAD_DATA ? BR_OK : status; // too short to be decimated
}

// Which side is noisier. Both have the same signal and noises of their own, which their difference has, too: so power of noise
// of the model is half of power of the difference, and half of what its power is larger.
static br_status choose_side(br_identify_work *w, const br_output_fit *f)
{
    double power[3] = {0, 0, 0};
    br_status status = BR_OK;
    for (int s = 0; s < w->stretches && status == BR_OK; s++)
        status = add_powers(w, s, f, power);
    double more = power[0] - power[1], noise = 0.5 * (power[2] + more), other = 0.5 * (power[2] - more);
    double signal = br_max(power[1] - br_max(other, 0), 0.01 * power[1]);
    w->force_moves = noise > other;
    w->rate_noise = br_sqrt(1 + br_max(0, noise) / signal);
    return status;
}

// A fit from where another has led, with the rest of the delay as its last term.
static br_status fit_with_rate(br_identify_work *w, const br_output_fit *from, const br_output_options *o,
                               bool hold_out, br_diag *why)
{
    br_identified *id = w->id;
    double most = LEAP * id->delay.step;
    br_start_options start = w->start;
    start_at(w, from);
    id->term[id->terms] = (br_term){"delay", "s", 0, -most, most};
    w->q.terms = id->terms + 1;
    w->start.lengths = w->start.speeds = 0;
    w->start.given = true;
    br_status status = hold_out ? br_identify_fit(w, o, why)
                                : br_start_search(&id->fit, NULL, &w->q, &id->parameters, o, &w->start, why);
    w->start = start;
    return status;
}

// Whether a delay is one: its sd is below a sample, it is not next to 0 (0.01 samples; or 0.05 and an sd as large), it has settled and does not fit worse than none. It is kept
// even if it is small beside its sd, since parameters share its uncertainty. But where something else may look like a
// delay, a model mismatch (autocorrelated residuals) or a noisy motion, it must be beyond 3 sd and justified by BIC, in which
// autocorrelated residuals count as fewer samples. The delay of a simpler law was tested when that law was fitted. first: the fit
// without a delay.
static void set_delay_state(br_identify_work *w, const br_output_fit *first)
{
    br_delay *d = &w->id->delay;
    const br_output_fit *f = &w->id->fit;
    int i = f->n - 1;
    d->sd = f->bound[i] ? HUGE_VAL : w->rate_noise * f->corrected_sd[i];
    d->found = d->value + f->value[i];
    double samples = fabs(d->found) / d->step, rows = (double)f->e.count, colour = br_max(1, f->autocorrelation_factor);
    bool known = d->sd <= d->step && samples >= SETTLED && (samples >= SMALL || d->sd < fabs(d->found));
    bool settled = fabs(f->value[i]) <= br_max(SMALL * d->step, d->sd) && f->rms <= first->rms;
    bool doubtful = colour > BR_COLOURED || w->force_moves;
    bool justified = 2 * rows / (colour * colour) * br_log(first->rms / f->rms) > br_log(rows);
    known = known && settled && (!doubtful || (justified && fabs(d->found) > 3 * d->sd));
    bool simpler = w->simpler_delay && f->rms <= first->rms;
    bool too_long = samples > BR_LONGEST_DELAY || (samples > LONG && !simpler && first->rms < CLEARLY * f->rms);
    d->state = !known && !simpler ? BR_DELAY_NOT_IDENTIFIABLE : too_long ? BR_DELAY_TOO_LONG : BR_DELAY_ESTIMATED;
}

// A delay that is too long to be one is not used; but if it is one, parameters are off by what it changes.
static void include_long_delay(const br_output_fit *delayed, br_output_fit *first)
{
    for (int i = 0; i < first->n && i < delayed->n; i++) {
        br_output_include_error(first, i, delayed->bound[i] ? 0 : delayed->value[i] - first->value[i]);
    }
}

// A shift, and how much of the delay the fit has found beyond it.
typedef struct shifted {
    double value, more;
} shifted;

// The next shift: on by what is missing; where that has passed the delay, between the last two.
static double next_shift(double value, double more, shifted *before)
{
    bool passed = more * before->more < 0;
    double next = passed ? value - more * (value - before->value) / (more - before->more) : value + more;
    *before = (shifted){value, more};
    return next;
}

// Fits with the motion shifted on and on, until the delay has settled or is none. What the last one has found is in w->id, whose
// fit is where it begins; first: the fit without a delay, which stays.
static br_status iterate_delay(br_identify_work *w, const br_output_fit *first, const br_output_options *o,
                               br_diag *why)
{
    br_identified *id = w->id;
    br_output_fit last = id->fit;
    shifted before = {0};
    br_status status = BR_OK;
    for (int i = 0; status == BR_OK; i++) {
        fill_rates(w, &last);
        memset(&id->fit, 0, sizeof id->fit);
        status = fit_with_rate(w, &last, o, false, why);
        if (last.value != first->value)
            br_output_free(&last);
        if (status != BR_OK)
            break;
        set_delay_state(w, first);
        double more = id->fit.value[id->fit.n - 1];
        bool bound = id->fit.bound[id->fit.n - 1];
        bool too_long = fabs(id->delay.found) > BR_LONGEST_DELAY * id->delay.step;
        bool unknown = !bound && !(id->delay.sd <= id->delay.step);
        br_identify_advance(w, (i + 1.0) / (SHIFTS + 1));
        if (fabs(more) <= SETTLED * id->delay.step || i == SHIFTS || too_long || unknown)
            break;
        bool begun = w->moved != NULL;
        double next = next_shift(id->delay.value, more, &before);
        id->delay.value = next;
        last = id->fit;
        status = shift_motion(w, next);
        if (status == BR_OK && !begun)
            status = br_identify_point_stretches(w);
        if (status != BR_OK)
            br_output_free(&id->fit);
    }
    return status;
}

// The simpler law whose delay makes it fit best, where it fits better than this one with its own delay, or none; else NULL.
static const br_identified *better_simpler(const br_identify_work *w, const br_output_fit *own)
{
    const br_identified *best = NULL;
    double cost = (1 - 1e-6) * br_start_cost(own);
    for (int i = 0; i < w->o->simpler_laws; i++) {
        const br_optimum *o = &w->o->simpler[i]->optimum[BR_STAGE_DELAYED];
        if (o->p && o->cost < cost) {
            cost = o->cost;
            best = w->o->simpler[i];
        }
    }
    return best;
}

// Again from the optimum of a simpler law with its delay: a law that can do more would else fit worse, only because the delay
// looks like something that it can do. The fit of w->id, if it is not the first, is freed.
static br_status iterate_simpler_delay(br_identify_work *w, const br_identified *simpler, const br_output_fit *first,
                                       const br_output_options *o, br_diag *why)
{
    br_identified *id = w->id;
    const br_optimum *from = &simpler->optimum[BR_STAGE_DELAYED];
    if (id->fit.value != first->value)
        br_output_free(&id->fit);
    memset(&id->fit, 0, sizeof id->fit);
    w->simpler_delay = true;
    w->q.terms = id->terms;
    br_identify_free_motion(w); // it may be the other side that moves now
    w->force_moves = from->force_moves;
    id->delay.value = from->delay;
    br_status status = shift_motion(w, from->delay);
    if (status == BR_OK)
        status = br_identify_point_stretches(w);
    if (status == BR_OK)
        status = br_identify_fit_simpler(w, o, simpler, why);
    return status == BR_OK ? iterate_delay(w, first, o, why) : status;
}

// The fit as it was, with the motion that was given.
static br_status restore_first(br_identify_work *w, const br_output_fit *first)
{
    bool moved = w->moved != NULL;
    w->id->fit = *first;
    w->id->delay.value = 0;
    w->q.terms = w->id->terms;
    start_at(w, first);
    br_identify_free_motion(w);
    br_identify_fill_columns(w);
    return moved ? br_identify_point_stretches(w) : BR_OK;
}

static bool has_hold_out(const br_identify_work *w)
{
    bool held = false;
    for (int i = 0; i < w->logs; i++)
        held = held || w->log[i].test || w->log[i].from < w->log[i].to;
    return held;
}

// The hold-out error of the fit with a delay.
static br_status hold_out_delayed(br_identify_work *w, const br_output_fit *first, const br_output_options *o,
                                  br_diag *why)
{
    br_output_fit last = w->id->fit;
    memset(&w->id->fit, 0, sizeof last);
    br_identify_begin_stage(w, 0.85, 1);
    br_status status = fit_with_rate(w, &last, o, true, why);
    br_output_free(&last);
    if (status == BR_OK)
        set_delay_state(w, first);
    return status;
}

static br_status estimate_delay(br_identify_work *w, const br_output_options *o, br_diag *why)
{
    br_identified *id = w->id;
    br_output_fit first = id->fit, part = w->part;
    double error = id->hold_out_error, rms = id->hold_out_rms, fitted = id->fitted_error;
    memset(&w->part, 0, sizeof part);
    br_identify_begin_stage(w, 0.6, 0.85);
    br_status status = choose_side(w, &first);
    if (status == BR_OK)
        status = iterate_delay(w, &first, o, why);
    bool own = status == BR_OK && id->delay.state == BR_DELAY_ESTIMATED;
    const br_identified *simpler = status != BR_NO_MEMORY ? better_simpler(w, own ? &id->fit : &first) : NULL;
    if (simpler)
        status = iterate_simpler_delay(w, simpler, &first, o, why);
    if (status == BR_OK && id->delay.state == BR_DELAY_ESTIMATED && has_hold_out(w))
        status = hold_out_delayed(w, &first, o, why);
    else if (status == BR_OK && id->delay.state == BR_DELAY_ESTIMATED)
        status = br_identify_keep_optimum(w, BR_STAGE_DELAYED, &id->fit);
    bool usable = status == BR_OK && id->delay.state == BR_DELAY_ESTIMATED;
    bool grave = status == BR_NO_MEMORY || (w->o->stop && *w->o->stop != 0);
    if (usable || grave) {
        if (id->fit.value == first.value)
            memset(&id->fit, 0, sizeof first);
        br_output_free(&first);
        br_output_free(&part);
        id->delay.in_fit = usable;
        return status;
    }
    br_output_free(&w->part);
    w->part = part;
    if (status == BR_OK && id->delay.state == BR_DELAY_TOO_LONG)
        include_long_delay(&id->fit, &first);
    if (status == BR_OK)
        br_output_free(&id->fit);
    else // a fit that fails tells of no delay
        id->delay = (br_delay){BR_DELAY_NOT_IDENTIFIABLE, 0, HUGE_VAL, id->delay.step, 0, false, false};
    id->hold_out_error = error;
    id->hold_out_rms = rms;
    id->fitted_error = fitted;
    return restore_first(w, &first);
}

br_status br_identify_fit_delayed(br_identify_work *w, const br_output_options *o, br_diag *why)
{
    br_delay *d = &w->id->delay;
    *d = (br_delay){.state = BR_DELAY_GIVEN, .sd = (double)NAN};
    br_status status = br_identify_median_step(&w->given[0], &d->step);
    if (status == BR_OK && !w->o->estimate_delay && w->o->delay != 0) {
        d->value = d->found = w->o->delay;
        status = shift_motion(w, d->value);
        if (status == BR_OK)
            status = br_identify_point_stretches(w);
    }
    br_identify_begin_stage(w, 0, w->o->estimate_delay ? 0.6 : 1);
    if (status == BR_OK)
        status = br_identify_fit(w, o, why);
    return status == BR_OK && w->o->estimate_delay ? estimate_delay(w, o, why) : status;
}

// All of the delay, where the fit has what was left of it.
void br_identify_report_delay(br_identify_work *w)
{
    br_identified *id = w->id;
    int i = id->fit.n - 1;
    double shift = id->delay.value;
    if (id->delay.state == BR_DELAY_ESTIMATED || id->delay.in_fit)
        id->delay.value = id->delay.found;
    if (!id->delay.in_fit)
        return;
    id->fit.value[i] += shift;
    if (id->profile) {
        id->profile[i].low += shift;
        id->profile[i].high += shift;
    }
}
