// output.c - output-error identification by Levenberg-Marquardt.                  [host]
#include "num/base/fp.h"

#include "fit/output/output_parts.h"
#include "num/base/elem.h"
#include "num/text/diag.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double NEAR = 30; // factor of the tolerance in all searches but the last

br_output_options br_output_defaults(void)
{
    return (br_output_options){.every = 1, .steps = 40, .tol = 1e-5, .many = 1 << 22};
}

// ---------------------------------------------------------------- opening

// How many residuals are fitted, the longest log, and the rows of all.
static br_status count_rows(br_output_work *f)
{
    for (int i = 0; i < f->q->logs; i++) {
        const br_output_log *l = &f->q->log[i];
        if (l->stretch.rows > f->longest)
            f->longest = l->stretch.rows;
        f->everywhere += (size_t)l->stretch.rows;
    }
    if (f->longest > INT_MAX / 4)
        return BR_NO_MEMORY;
    for (int i = 0; i < f->q->logs; i++)
        for (int k = 0; k < br_output_reduced(f, &f->q->log[i]); k++)
            f->rows += br_output_fitted(f, &f->q->log[i], k) && br_output_measured(f, &f->q->log[i], k);
    f->samples = (double)f->rows;
    return BR_OK;
}

// Terms are scaled so that a variable of 1 makes them about as large as the measured force.
static void scale_terms(br_output_work *f)
{
    for (int j = 0; j < f->q->terms; j++) {
        double term = 0, y = 0;
        for (int i = 0; i < f->q->logs; i++) {
            const br_output_log *l = &f->q->log[i];
            for (long long k = 0; k < l->stretch.rows && l->from < l->to; k++) {
                double force = f->q->simulation ? l->drive[k] : l->y[k];
                term += l->term[j][k] * l->term[j][k];
                y += isfinite(force) ? force * force : 0;
            }
        }
        f->scale[j] = term > 0 && y > 0 ? br_sqrt(y / term) : 1;
    }
}

static br_status allocate_work(br_output_work *f)
{
    const br_output_problem *q = f->q;
    size_t nx = (size_t)f->nx, n = (size_t)q->parameters->count, v = (size_t)q->parameters->variables,
           np = (size_t)q->model->np;
    size_t all = (size_t)f->size, rows = (size_t)f->rows + (size_t)f->priors, longest = (size_t)f->longest;
    bool many = rows > (size_t)f->o->many / all;
    if (longest > ((size_t)1 << 31) / (n + nx + 1))
        return BR_NO_MEMORY;
    f->bytes = br_least_bytes(many ? br_output_packed_rows(f) + f->priors : (int)rows, (int)all);
    f->memory = f->bytes ? malloc(f->bytes) : NULL;
    f->unpacked = many ? malloc((rows + 1) * sizeof *f->unpacked) : NULL;
    f->held_at = calloc(all + 1, sizeof *f->held_at);
    f->p = calloc(np + nx + n * v + 2 * (size_t)q->terms + rows + 4 * all + 1, sizeof *f->p);
    f->y = malloc((longest + 1) * sizeof *f->y);
    f->J = malloc((longest * (n + nx + (size_t)q->terms) + 1) * sizeof *f->J);
    f->wide = malloc((longest * (f->o->every > 1 ? 1 + n + nx + (size_t)q->terms : 1) + 1) * sizeof *f->wide);
    f->share = br_output_predicts(f) ? malloc((f->everywhere * (1 + nx) + 1) * sizeof *f->share) : NULL;
    if (!f->memory || !f->p || !f->y || !f->J || !f->wide || !f->held_at || (many && !f->unpacked) ||
        (br_output_predicts(f) && !f->share))
        return BR_NO_MEMORY;
    f->gain = f->share ? f->share + f->everywhere : NULL;
    f->x = f->p + np;
    f->T = f->x + nx;
    f->scale = f->T + n * v;
    f->c = f->scale + q->terms;
    f->weight = f->c + q->terms;
    f->low = f->weight + rows;
    f->high = f->low + all;
    f->variable = f->high + all;
    f->line = f->variable + all;
    for (size_t k = 0; k < rows; k++)
        f->weight[k] = 1;
    return BR_OK;
}

static br_status open_along(br_output_work *f)
{
    const br_fit_parameters *n = f->q->parameters;
    f->by = malloc(((size_t)n->count + (size_t)f->nx + 1) * sizeof *f->by);
    if (!f->by)
        return BR_NO_MEMORY;
    f->state = f->by + n->count;
    for (int i = 0; i < n->count; i++)
        f->by[i] = n->parameter[i].at;
    for (int i = 0; f->o->state_sd && i < f->nx && !br_output_predicts(f); i++)
        if (f->o->state_sd[i] > 0)
            f->state[f->states++] = i;
    f->columns = n->count + (f->q->simulation || f->states > 0 ? f->nx : 0);
    if (f->q->simulation) {
        br_axis_simulation_options o = *f->q->simulation;
        o.flow = f->o->flow;
        o.substeps = f->o->substeps;
        o.by = f->by;
        o.bys = f->plain ? 0 : n->count;
        o.stop = f->o->stop;
        return br_axis_simulation_open(&f->simulation, f->q->sys, &o);
    }
    br_along_options o = {f->o->flow, f->o->substeps, f->o->which, f->by, n->count, f->states > 0, f->o->stop};
    return br_along_open(&f->along, f->q->sys, &o);
}

static void set_bounds(br_output_work *f)
{
    for (int i = 0; i < br_output_at_parameters(f); i++) {
        f->low[i] = -HUGE_VAL;
        f->high[i] = HUGE_VAL;
    }
    br_fit_parameters_bounds(f->q->parameters, f->low + br_output_at_parameters(f),
                             f->high + br_output_at_parameters(f));
    for (int j = 0; j < f->q->terms; j++) {
        f->low[br_output_at_terms(f) + j] = f->q->term[j].low / f->scale[j];
        f->high[br_output_at_terms(f) + j] = f->q->term[j].high / f->scale[j];
    }
}

static br_status open_fit(br_output_work *f, const double *p, br_diag *why)
{
    const br_output_problem *q = f->q;
    f->nx = br_sys_nx(q->sys) + (q->simulation ? 2 : 0);
    br_status status = open_along(f);
    if (status == BR_BAD_USAGE)
        return br_diag_fail(why, status, "this method does not fit the model");
    if (status == BR_OK)
        status = count_rows(f);
    if (status != BR_OK)
        return status;
    f->size = q->logs * f->states + q->parameters->variables + q->terms;
    f->priors = br_output_at_parameters(f) + q->parameters->variables;
    f->weak = true;
    for (int i = 0; f->o->sd && i < q->parameters->count + q->terms; i++)
        f->priors += f->o->sd[i] > 0 && isfinite(f->o->sd[i]);
    if (f->size == 0)
        return br_diag_fail(why, BR_BAD_USAGE, "no parameter is left to estimate");
    if (f->rows <= f->size - br_output_at_parameters(f))
        return br_diag_fail(why, BR_BAD_DATA, "%lld sample%s to fit %s too few for %d parameters", f->rows,
                            f->rows == 1 ? "" : "s", f->rows == 1 ? "is" : "are", f->size - br_output_at_parameters(f));
    status = allocate_work(f);
    if (status != BR_OK)
        return status;
    memcpy(f->p, p, (size_t)q->model->np * sizeof *p);
    scale_terms(f);
    set_bounds(f);
    for (int i = 0; f->o->start && i < q->logs; i++) {
        br_output_start_of(f, i, f->variable); // all 0 yet
        for (int k = 0; k < f->states; k++)
            f->variable[i * f->states + k] =
                (f->o->start[i * f->nx + f->state[k]] - f->x[f->state[k]]) / f->o->state_sd[f->state[k]];
    }
    br_fit_parameters_variables(q->parameters, p, f->variable + br_output_at_parameters(f));
    for (int j = 0; j < q->terms; j++)
        f->variable[br_output_at_terms(f) + j] = q->term[j].start / f->scale[j];
    return br_output_predicts(f) ? br_output_hold_gains(f) : BR_OK;
}

static void close_fit(br_output_work *f)
{
    br_along_close(&f->along);
    br_axis_simulation_close(&f->simulation);
    free(f->by);
    free(f->memory);
    free(f->unpacked);
    free(f->held_at);
    free(f->p);
    free(f->y);
    free(f->J);
    free(f->wide);
    free(f->share);
}

// ---------------------------------------------------------------- Levenberg-Marquardt (Gauss-Newton steps with damping)

static br_status fit_steps(br_output_work *f, int steps, double tol, br_least_report *report)
{
    br_status status = br_output_predicts(f) ? br_output_hold_gains(f) : BR_OK;
    bool packed = f->unpacked != NULL;
    long long rows = packed ? br_output_packed_rows(f) : f->rows;
    br_least_problem problem = {
        (int)(rows + f->priors), f->size, f, packed ? br_output_packed_residual : br_output_residual, f->low, f->high};
    br_least_options o = br_least_defaults();
    o.straight = packed;
    o.steps = steps;
    o.tol = tol;
    if (br_output_predicts(f) || br_output_is_precise(f))
        o.worth = 0.01 / f->samples;
    o.enough = br_output_predicts(f) ? o.worth : 0;
    return status == BR_OK ? br_least(&problem, &o, f->variable, report, f->memory, f->bytes) : status;
}

// Of a motion that a law explains but roughly, neighbouring residuals are alike, and the last digits mean nothing.
static void set_samples(br_output_work *f, const double *r)
{
    br_fit_autocorrelation all = {0};
    f->samples = (double)f->rows;
    if (!f->q->simulation || br_output_predicts(f))
        return;
    for (long long k = 0; k < f->rows; k++)
        br_fit_autocorrelation_add(&all, r[k]);
    double factor = br_fit_autocorrelation_factor(&all);
    if (factor > 1)
        f->samples /= factor * factor;
}

// Levenberg-Marquardt to the end: some steps at a time, until these gain less than a hundredth of what one standard deviation is
// worth. Along a law with kinks, as of elements that slip, steps become small but never none. Predictions are searched until the
// gains of where a search ends leave nothing to search.
static br_status search_to_end(br_output_work *f, br_least_report *report, int *steps, double *r)
{
    enum { TIMES = 5, EACH = 20 };
    br_status status = br_output_residual(f, f->variable, r, NULL);
    double before = 0;
    for (long long k = 0; k < f->rows + f->priors && status == BR_OK; k++)
        before += r[k] * r[k];
    set_samples(f, r);
    for (int i = 0; i < TIMES && status == BR_OK; i++) {
        status = fit_steps(f, EACH, f->o->tol, report);
        bool settled = !br_output_predicts(f) || report->steps == 0;
        if (status != BR_OK || (report->end != BR_LEAST_STEPS && settled))
            break;
        double now = report->norm * report->norm;
        if (before - now < 0.01 * now / f->samples)
            report->end = BR_LEAST_GAIN;
        if (report->end == BR_LEAST_GAIN || i + 1 == TIMES)
            break;
        *steps += report->steps;
        before = now;
    }
    return status;
}

// Priors are scaled by the residuals of a first search; residuals far out get Huber weights.
static br_status fit_reweighted(br_output_work *f, br_least_report *report, int *steps, double *r)
{
    if (f->o->values && f->o->steps == 0) // there is nothing to search
        return BR_OK;
    br_status status = br_output_residual(f, f->variable, r, NULL);
    double sum = 0;
    for (long long k = 0; k < f->rows && status == BR_OK; k++)
        sum += r[k] * r[k];
    f->noise = br_sqrt(sum / (double)f->rows);
    set_samples(f, r);
    int passes = f->o->once ? 1 : f->o->huber > 0 ? 6 : f->priors > 0 ? 2 : 1;
    for (int pass = 0; pass < passes && status == BR_OK; pass++) {
        if (pass + 1 == passes && !f->o->once)
            status = search_to_end(f, report, steps, r);
        else
            status = fit_steps(f, pass == 0 ? f->o->steps : 20, f->o->once ? f->o->tol : NEAR * f->o->tol, report);
        *steps += status == BR_OK ? report->steps : 0;
        if (status != BR_OK || pass + 1 == passes)
            break;
        for (long long k = 0; k < f->rows; k++)
            f->weight[k] = 1;
        status = br_output_residual(f, f->variable, r, NULL);
        f->noise = br_output_robust_sd(f->rows, r, f->weight); // the weights are work here
        double limit = f->o->huber * f->noise;
        for (long long k = 0; k < f->rows; k++)
            f->weight[k] = f->o->huber > 0 && fabs(r[k]) > limit ? br_sqrt(limit / fabs(r[k])) : 1;
        if (f->o->huber > 0)
            continue;
        sum = 0;
        for (long long k = 0; k < f->rows; k++)
            sum += r[k] * r[k];
        f->noise = br_sqrt(sum / (double)f->rows);
    }
    return status;
}

// Does the search end where the residuals still fall, by more than a hundredth of what one standard deviation is worth? So it
// does before a cliff: where an axis just comes to rest, or just not, its motion jumps with the parameters.
static bool ends_at_cliff(const br_output_work *f, const br_least_report *report)
{
    return report->cosine * report->cosine * f->samples > 0.01;
}

// Simulated motions that end at a cliff are searched again from the measured starts of all stretches, which are far from where the
// first parameters have led them, for as long as that gains.
static br_status restart_stretches(br_output_work *f, br_least_report *report, int *steps, double *r)
{
    const double gain = 0.999;
    size_t bytes = (size_t)f->size * sizeof *f->variable;
    double *best = malloc(bytes);
    br_status status = best ? BR_OK : BR_NO_MEMORY;
    bool on = status == BR_OK && ends_at_cliff(f, report);
    for (int i = 0; i < f->o->restarts && on; i++) {
        br_least_report last = *report;
        memcpy(best, f->variable, bytes);
        for (int k = 0; k < br_output_at_parameters(f); k++)
            f->variable[k] = 0;
        status = search_to_end(f, report, steps, r);
        on = status == BR_OK && report->norm < gain * last.norm && ends_at_cliff(f, report);
        if (status == BR_OK && report->norm < last.norm)
            continue;
        memcpy(f->variable, best, bytes);
        status = status == BR_OK || status == BR_NOT_FINITE ? fit_steps(f, 1, f->o->tol, report) : status;
        report->end = last.end;
    }
    free(best);
    return status;
}

// Again, where stretches begin in sliding and the search has not found that.
static br_status search_from_sliding(br_output_work *f, br_least_report *report, int *steps, double *r)
{
    bool better = false;
    br_status status = f->o->once ? BR_OK : br_output_try_sliding(f, &better);
    return status == BR_OK && better ? fit_reweighted(f, report, steps, r) : status;
}

// The search is over. Its memory, as large as all the rest, goes; at which bounds it has ended stays.
static void end_search(br_output_work *f, br_least_report *report)
{
    if (report->held)
        memcpy(f->held_at, report->held, (size_t)f->size * sizeof *f->held_at);
    report->held = f->held_at;
    report->R = report->g = NULL;
    free(f->memory);
    f->memory = NULL;
}

br_status br_output_run(br_output_fit *to, const br_output_problem *q, const br_output_options *o, const double *p,
                        br_diag *why)
{
    br_output_work f = {.q = q, .o = o};
    br_least_report report = {0};
    memset(to, 0, sizeof *to);
    to->n = q->parameters->count + q->terms;
    br_status status = open_fit(&f, p, why);
    double *r = status == BR_OK ? calloc((size_t)(f.rows + f.priors + 1), sizeof *r) : NULL;
    if (status == BR_OK && !r)
        status = BR_NO_MEMORY;
    if (status == BR_OK)
        status = fit_reweighted(&f, &report, &to->steps, r);
    if (status == BR_OK)
        status = search_from_sliding(&f, &report, &to->steps, r);
    if (status == BR_OK)
        status = restart_stretches(&f, &report, &to->steps, r);
    bool cliff = ends_at_cliff(&f, &report);
    if (status == BR_OK) {
        end_search(&f, &report);
        status = br_output_result(&f, to, &report, r);
    }
    to->cliff = cliff && status == BR_OK;
    to->prediction_scale = f.prediction_scale;
    to->force_share = f.force_share;
    free(r);
    close_fit(&f);
    if (status != BR_OK)
        br_output_free(to);
    return status;
}

void br_output_include_error(br_output_fit *f, int i, double off)
{
    if (isfinite(f->corrected_sd[i]))
        f->corrected_sd[i] = br_sqrt(f->corrected_sd[i] * f->corrected_sd[i] + off * off);
}

br_status br_output_cost(const br_output_problem *q, const br_output_options *o, const double *p, double *cost)
{
    br_output_work f = {.q = q, .o = o, .plain = true};
    double sum = 0;
    *cost = HUGE_VAL;
    br_status status = open_fit(&f, p, NULL);
    double *r = status == BR_OK ? calloc((size_t)(f.rows + f.priors + 1), sizeof *r) : NULL;
    if (status == BR_OK && !r)
        status = BR_NO_MEMORY;
    if (status == BR_OK)
        status = br_output_residual(&f, f.variable, r, NULL);
    for (long long k = 0; k < f.rows && status == BR_OK; k++)
        sum += r[k] * r[k];
    if (status == BR_OK && isfinite(sum))
        *cost = br_sqrt(sum / (double)f.rows);
    free(r);
    close_fit(&f);
    return status == BR_NOT_FINITE ? BR_OK : status;
}

void br_output_free(br_output_fit *f)
{
    for (int i = 0; f->residual && f->residual[i]; i++)
        free(f->residual[i]);
    br_fit_estimate_free(&f->e);
    free(f->residual);
    free(f->rows);
    free(f->log_error);
    free((void *)f->names);
    free(f->value);
    free(f->p);
    free(f->bound);
    memset(f, 0, sizeof *f);
}
