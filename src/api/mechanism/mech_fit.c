// mech_fit.c - parameters of a mechanism fitted over its whole log, and how far they can be trusted.    [host]
#include "num/base/fp.h"

#include "api/mechanism/mech_fit_search.h"
#include "fit/statistics/estimate.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct fitting {
    br_mech_search s;
    const br_mech_estimate_result *filtered;
    br_mech_fit *to;
    br_mech_minimum best, other;
    bool any, both; // one search, both searches found a minimum
    bool swapped;   // the best is that of the second start
    double white[BR_MECH_ESTIMATE_MOST], autocorrelated[BR_MECH_ESTIMATE_MOST]; // standard deviations of u
} fitting;

const char *br_mech_second_name(br_mech_second s)
{
    static const char *const name[] = {"same", "worse", "two", "better", "failed"};
    return name[s];
}

// ---------------------------------------------------------------- opening

static double prior_units(const br_parameter *p, double value)
{
    double share = value / p->is.scale;
    return ((p->is.log ? br_log(share) : share) - p->x) / p->sd;
}

static void set_variables(br_mech_search *s, const br_mech_estimate_result *filtered)
{
    for (int i = 0; i < s->from->parameters; i++) {
        const br_parameter *p = &s->from->parameter[i].is;
        if (p->walk > 0 || !(p->sd > 0))
            continue;
        double a = prior_units(p, p->is.low), b = prior_units(p, p->is.high);
        s->lo[s->n] = br_min(a, b);
        s->hi[s->n] = br_max(a, b);
        s->spread[s->n] = filtered->x_sd[i] / p->sd;
        s->which[s->n++] = i;
    }
}

static br_status open_fit(fitting *o, const br_mech_estimate *w, const br_mech_estimate_result *filtered, br_diag *why)
{
    br_mech_search *s = &o->s;
    s->w = *w;
    s->from = w;
    s->why = why;
    s->w.dense = s->w.smooth = false;
    s->w.on_row = NULL;
    s->w.progress = br_mech_search_progress;
    s->w.context = s;
    s->cells = w->signals * w->rows;
    o->filtered = filtered;
    set_variables(s, filtered);
    s->expected = 10 * s->n + 15;
    if (s->cells > 1000000000 / (s->n + 1))
        return BR_NO_MEMORY;
    s->e = calloc((size_t)s->cells * (4 + (size_t)s->n), sizeof *s->e);
    if (!s->e)
        return BR_NO_MEMORY;
    s->sd = s->e + s->cells;
    s->moved = s->sd + s->cells;
    s->weight = s->moved + s->cells;
    s->slope = s->weight + s->cells;
    return BR_OK;
}

// ---------------------------------------------------------------- searches

static void filtered_variables(const br_mech_search *s, const br_mech_estimate_result *r, double *u)
{
    for (int i = 0; i < s->n; i++) {
        const br_parameter *p = &s->from->parameter[s->which[i]].is;
        u[i] = br_min(br_max((r->x[s->which[i]] - p->x) / p->sd, s->lo[i]), s->hi[i]);
    }
}

// From where the filter ended, or from its start.
static void search_first(fitting *o)
{
    double end[BR_MECH_ESTIMATE_MOST], start[BR_MECH_ESTIMATE_MOST] = {0};
    filtered_variables(&o->s, o->filtered, end);
    br_status status = br_mech_search_choose_start(&o->s, end, start, &o->best);
    if (status == BR_OK)
        status = br_mech_search_minimum(&o->s, &o->best, true);
    o->any = status == BR_OK;
}

// The filter as it was, from the other side of its start: as far from it as what was found, from 0.3 to 1 prior standard
// deviations.
static br_status filter_from_other_side(fitting *o, double *u, br_mech_estimate_result *r)
{
    br_mech_search *s = &o->s;
    const br_mech_estimate *from = s->from;
    int k = 0;
    for (int i = 0; i < from->parameters; i++) {
        const br_parameter *p = &from->parameter[i].is;
        bool variable = k < s->n && s->which[k] == i;
        double found = variable && o->any ? o->best.u[k] : (o->filtered->x[i] - p->x) / p->sd;
        double low = prior_units(p, p->is.low), high = prior_units(p, p->is.high);
        double far = br_min(br_max(br_abs(found), 0.3), 1), start = found < 0 ? far : -far;
        start = br_min(br_max(start, br_min(low, high)), br_max(low, high));
        s->w.parameter[i].is = *p;
        s->w.parameter[i].is.x = p->x + p->sd * start;
        if (variable)
            u[k++] = start;
    }
    s->w.innovation = s->w.innovation_sd = NULL;
    s->run_known = false;
    br_status status = br_mech_search_run_log(s, r);
    for (int i = 0; i < from->parameters; i++) // as they are for all other runs
        s->w.parameter[i].is = from->parameter[i].is;
    return status;
}

static void swap_minima(fitting *o)
{
    br_mech_minimum first = o->best;
    o->best = o->other;
    o->other = first;
    o->swapped = true;
}

static void search_second(fitting *o)
{
    double start[BR_MECH_ESTIMATE_MOST], end[BR_MECH_ESTIMATE_MOST];
    br_mech_estimate_result r;
    br_status status = filter_from_other_side(o, start, &r);
    for (int i = 0; i < o->s.from->parameters; i++) {
        const br_parameter *p = &o->s.from->parameter[i].is;
        o->to->parameter[i].moved =
            p->walk > 0 && status == BR_OK ? br_parameter_value(p, r.x[i]) - o->to->parameter[i].value : 0;
    }
    if (o->s.n == 0 || o->s.ended != BR_OK)
        return;
    if (status == BR_OK)
        filtered_variables(&o->s, &r, end);
    else
        memcpy(end, start, sizeof end);
    status = br_mech_search_choose_start(&o->s, end, start, &o->other);
    if (status == BR_OK)
        status = br_mech_search_minimum(&o->s, &o->other, !o->any);
    o->both = o->any && status == BR_OK;
    if (status == BR_OK && (!o->any || o->other.posterior < o->best.posterior))
        swap_minima(o);
    o->any = o->any || status == BR_OK;
}

// ---------------------------------------------------------------- residuals

// Autocorrelation of the weighted innovations of the run at the minimum; of all signals the one farthest from white noise.
// Answers the factor of standard deviations of what changes slowly.
static double assess_colour(fitting *o)
{
    br_mech_search *s = &o->s;
    double factor = 1, least = 2;
    o->to->whiteness = o->to->lag1 = (double)NAN;
    for (int i = 0; i < s->w.signals; i++) {
        br_fit_autocorrelation a = {0};
        for (long long k = i * s->w.rows + 1; k < (i + 1) * s->w.rows; k++)
            br_fit_autocorrelation_add(&a, s->e[k] / s->sd[k]);
        double p = br_fit_ljung_box(&a);
        if (!isfinite(p))
            continue;
        factor = br_max(factor, br_fit_autocorrelation_factor(&a));
        if (p >= least)
            continue;
        o->to->whiteness = least = p;
        o->to->lag1 = a.sum[1] / a.sum[0];
        o->to->colour = i;
    }
    return factor;
}

// Weighted innovations and slopes of a signal, 0 where one is missing. Answers whether there is any.
static bool weight_signal(const br_mech_search *s, int signal, double *J, double *r)
{
    bool any = false;
    for (long long k = 0; k < s->w.rows; k++) {
        long long at = signal * s->w.rows + k;
        bool there = isfinite(s->e[at]);
        r[k] = there ? s->weight[at] * s->e[at] : 0;
        any = any || r[k] != 0;
        for (int i = 0; i < s->n; i++)
            J[k * s->n + i] = there ? s->weight[at] * s->slope[at * s->n + i] : 0;
    }
    return any;
}

// Covariance of u for residuals as they are: P (sum of J'RJ of all signals + prior) P, R by an autoregressive model of each.
static br_status autocorrelated_covariance(const br_mech_search *s, const br_fit_estimate *e, double *C)
{
    int n = s->n;
    size_t rows = (size_t)s->w.rows;
    double one[BR_MECH_ESTIMATE_MOST * BR_MECH_ESTIMATE_MOST];
    double *J = malloc(rows * ((size_t)n + 1) * sizeof *J);
    br_status status = J ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i * n + j] = 0;
            for (int k = 0; k < n; k++)
                C[i * n + j] += e->covariance[i * n + k] * e->covariance[k * n + j];
        }
    for (int signal = 0; signal < s->w.signals && status == BR_OK; signal++) {
        if (!weight_signal(s, signal, J, J + rows * (size_t)n))
            continue;
        status = br_fit_autocorrelated_covariance(e, s->w.rows, J, J + rows * (size_t)n, one);
        for (int i = 0; i < n * n && status == BR_OK; i++)
            C[i] += one[i];
    }
    free(J);
    return status;
}

static double squared_residuals(const br_mech_search *s)
{
    double sum = 0;
    for (long long k = 0; k < s->cells; k++)
        sum += isfinite(s->e[k]) ? s->weight[k] * s->e[k] * (s->weight[k] * s->e[k]) : 0;
    return sum;
}

// Standard deviations of u, for white residuals and for residuals as they are.
static br_status set_deviations(fitting *o)
{
    br_mech_search *s = &o->s;
    int n = s->n;
    double R[BR_MECH_ESTIMATE_MOST * BR_MECH_ESTIMATE_MOST], C[BR_MECH_ESTIMATE_MOST * BR_MECH_ESTIMATE_MOST];
    const char *names[BR_MECH_ESTIMATE_MOST];
    br_fit_estimate e;
    for (int i = 0; i < n; i++)
        names[i] = s->from->parameter[s->which[i]].name;
    br_status status = br_mech_search_information(s, R);
    if (status == BR_OK)
        status = br_fit_estimate_init(&e, n, names);
    if (status != BR_OK)
        return status;
    status = br_fit_estimate_statistics(&e, n, R, squared_residuals(s), s->result.measurements, 1, -1);
    if (status == BR_OK)
        status = autocorrelated_covariance(s, &e, C);
    bool few = status == BR_NEGATIVE;
    for (int i = 0; i < n && (status == BR_OK || few); i++) {
        o->white[i] = e.sd[i];
        o->autocorrelated[i] = few ? e.sd[i] : br_max(e.sd[i], br_sqrt(C[i * n + i]));
    }
    br_fit_estimate_free(&e);
    return few ? BR_OK : status;
}

// ---------------------------------------------------------------- what else explains the log

static void compare_minima(fitting *o)
{
    const double noise = 4; // of -2 log: two standard deviations
    double apart = 0, grown = 1;
    int n = o->s.n;
    for (int i = 0; i < n && o->both; i++) {
        apart = br_max(apart, br_abs(o->other.u[i] - o->best.u[i]) / o->autocorrelated[i]);
        grown = br_max(grown, o->autocorrelated[i] * o->autocorrelated[i] / (o->white[i] * o->white[i]));
    }
    double worse = o->other.posterior - o->best.posterior;
    o->to->gain = o->both ? (o->swapped ? worse : -worse) / 2 : (double)NAN;
    o->to->second = !o->both                ? (o->swapped ? BR_SECOND_BETTER : BR_SECOND_FAILED)
                    : apart <= 1            ? BR_SECOND_SAME
                    : worse < noise * grown ? BR_SECOND_TWO
                    : o->swapped            ? BR_SECOND_BETTER
                                            : BR_SECOND_WORSE;
}

static double fitted_value(const br_mech_search *s, int i, double u)
{
    return br_parameter_value(&s->from->parameter[s->which[i]].is, br_mech_search_x(s, i, u));
}

static void write_values(fitting *o)
{
    const br_mech_search *s = &o->s;
    for (int i = 0; i < s->n; i++) {
        const br_parameter *p = &s->from->parameter[s->which[i]].is;
        br_mech_fitted *f = &o->to->parameter[s->which[i]];
        double scale = p->sd * br_abs(br_parameter_slope(p, br_mech_search_x(s, i, o->best.u[i])));
        f->value = fitted_value(s, i, o->best.u[i]);
        f->white_sd = scale * o->white[i];
        f->autocorrelated_sd = scale * o->autocorrelated[i];
        f->on_bound = o->best.held[i] != 0;
        f->other = o->to->second == BR_SECOND_TWO ? fitted_value(s, i, o->other.u[i]) : (double)NAN;
    }
    o->to->found = true;
    o->to->settled = o->best.settled;
    o->to->nis = s->result.nis;
    o->to->likelihood = s->result.likelihood;
}

// ---------------------------------------------------------------- the error of the step

// The minimum with half the step. What both searches left is added, as a Gauss-Newton step: shifts may be less than that.
static br_status search_half_step(fitting *o, br_mech_minimum *half)
{
    br_mech_search *s = &o->s;
    double before[BR_MECH_ESTIMATE_MOST], after[BR_MECH_ESTIMATE_MOST];
    br_status status = br_mech_search_newton_step(s, before);
    s->w.split = 2 * (s->from->split > 1 ? s->from->split : 1);
    if (status == BR_OK)
        status = br_mech_search_minimum(s, half, false);
    if (status == BR_OK)
        status = br_mech_search_newton_step(s, after);
    s->w.split = s->from->split;
    for (int i = 0; i < s->n && status == BR_OK; i++)
        if (half->held[i] == 0 && o->best.held[i] == 0)
            half->u[i] += after[i] - before[i];
    return status;
}

// Behind assess_minimum.
static br_status halve_step(fitting *o)
{
    br_mech_search *s = &o->s;
    br_mech_minimum half = o->best;
    br_status status = search_half_step(o, &half);
    for (int i = 0; i < s->n; i++)
        o->to->parameter[s->which[i]].shift =
            status == BR_OK ? fitted_value(s, i, half.u[i]) - o->to->parameter[s->which[i]].value : (double)NAN;
    return s->ended;
}

// The same of parameters that walk, by the filter.
static br_status halve_step_of_filter(fitting *o)
{
    br_mech_search *s = &o->s;
    br_mech_estimate_result r;
    if (s->n == s->from->parameters)
        return BR_OK;
    for (int i = 0; i < s->from->parameters; i++)
        s->w.parameter[i].is = s->from->parameter[i].is;
    s->w.innovation = s->w.innovation_sd = NULL;
    s->w.split = 2 * (s->from->split > 1 ? s->from->split : 1);
    br_status status = br_mech_search_run_log(s, &r);
    for (int i = 0; i < s->from->parameters; i++)
        if (o->to->parameter[i].walks)
            o->to->parameter[i].shift =
                status == BR_OK ? br_parameter_value(&s->from->parameter[i].is, r.x[i]) - o->to->parameter[i].value
                                : (double)NAN;
    s->w.split = s->from->split;
    return s->ended;
}

// ---------------------------------------------------------------- the whole

// As the filter ended.
static void write_filtered(fitting *o)
{
    const br_mech_estimate *w = o->s.from;
    *o->to = (br_mech_fit){.n = w->parameters, .nis = o->filtered->nis, .likelihood = o->filtered->likelihood};
    for (int i = 0; i < w->parameters; i++) {
        const br_parameter *p = &w->parameter[i].is;
        double sd = o->filtered->x_sd[i] * br_abs(br_parameter_slope(p, o->filtered->x[i]));
        o->to->parameter[i] = (br_mech_fitted){.value = br_parameter_value(p, o->filtered->x[i]),
                                               .white_sd = sd,
                                               .autocorrelated_sd = sd,
                                               .shift = (double)NAN,
                                               .other = (double)NAN,
                                               .walks = p->walk > 0};
    }
}

// At the minimum: slopes, residuals, standard deviations.
static br_status assess_minimum(fitting *o)
{
    br_mech_search *s = &o->s;
    br_status status = o->swapped ? br_mech_search_minimum(s, &o->best, true) : BR_OK;
    if (status == BR_OK)
        status = br_mech_search_run_at(s, o->best.u);
    if (status == BR_OK)
        (void)br_mech_search_weights(s);
    if (status == BR_OK)
        status = br_mech_search_update_slopes(s, o->best.u, 0.5, 0);
    if (status == BR_OK && s->n > 0)
        status = set_deviations(o);
    if (status != BR_OK)
        return status;
    double grown = assess_colour(o) * br_sqrt(br_max(s->result.nis, 1));
    for (int i = 0; i < s->from->parameters; i++)
        if (o->to->parameter[i].walks)
            o->to->parameter[i].autocorrelated_sd = grown * o->to->parameter[i].white_sd;
    compare_minima(o);
    write_values(o);
    return BR_OK;
}

static double root_of_squares(double a, double b)
{
    return br_sqrt(a * a + b * b);
}

// Half the step leaves half of the error, or a quarter of it.
static void add_step_errors(br_mech_fit *f, int order)
{
    double of_shift = order == 2 ? 4.0 / 3 : 2;
    for (int i = 0; i < f->n; i++) {
        br_mech_fitted *p = &f->parameter[i];
        p->step_error = of_shift * br_abs(p->shift);
        double error = isfinite(p->step_error) ? p->step_error : 0;
        p->sd[0] = root_of_squares(p->white_sd, error);
        p->sd[1] = root_of_squares(p->autocorrelated_sd, error);
    }
}

static br_status fit_all(fitting *o)
{
    if (o->s.n > 0)
        search_first(o);
    else
        o->any = o->both = true;
    if (o->s.ended == BR_OK)
        search_second(o);
    br_status status = o->s.ended == BR_OK && o->any ? assess_minimum(o) : o->s.ended;
    if (status == BR_OK && o->to->found && o->s.n > 0)
        status = halve_step(o);
    if (status == BR_OK)
        status = halve_step_of_filter(o);
    return o->s.ended != BR_OK ? o->s.ended : status == BR_NO_MEMORY ? status : BR_OK;
}

br_status br_mech_fit_run(const br_mech_estimate *w, const br_mech_estimate_result *filtered, br_mech_fit *to,
                          br_diag *why)
{
    fitting *o = calloc(1, sizeof *o);
    br_status status = o ? open_fit(o, w, filtered, why) : BR_NO_MEMORY;
    if (status == BR_OK) {
        o->to = to;
        write_filtered(o);
        status = fit_all(o);
        add_step_errors(to, filtered->order);
        to->runs = o->s.runs;
    }
    if (o)
        free(o->s.e);
    free(o);
    return status;
}
