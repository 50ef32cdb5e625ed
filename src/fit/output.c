// output.c - output error by Levenberg and Marquardt.                           [host]
#include "num/fp.h"

#include "fit/decimate.h"
#include "fit/output.h"
#include "num/elem.h"
#include "num/least.h"
#include "num/qr.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A fit at work. Variables of the search: the states at the start of every stretch that are not known, then those of the
// numbers, then the terms. Rows: the reduced residuals, then what is known before: states, numbers and terms.
typedef struct fit {
    const br_output_problem *q;
    const br_output_options *o;
    br_along along; // or, with q->free:
    br_free free;
    int columns;                   // of J by numbers and states at the start; terms of `free` follow
    int *by;                       // the parameters of the numbers
    int nx, states, variables;     // nx: at the start of a stretch; states: unknown ones of these
    int *state;                    // which these are
    long long rows;                // of residuals
    int priors, size;              // rows behind them; all variables
    double noise;                  // what a prior sd is worth in residuals
    bool weak;                     // with weak priors, which keep what the log does not tell from running away
    double *p, *x, *T, *scale, *c; // scale: of the terms; c: their coefficients
    double *y, *J, *wide;          // along one log; wide: rows of residual and derivatives
    int width;
    double *weight; // of every residual
    double *low, *high, *variable;
    void *memory;
    size_t bytes;
    long long longest;
} fit;

br_output_options br_output_defaults(void)
{
    return (br_output_options){.every = 1, .steps = 40, .tol = 3e-4};
}

static br_status wrong(br_diag *why, br_status status, const char *words)
{
    if (why)
        snprintf(why->text, sizeof why->text, "%s", words);
    return status;
}

static int at_numbers(const fit *f)
{
    return f->q->logs * f->states;
}

static int at_terms(const fit *f)
{
    return at_numbers(f) + f->q->numbers->variables;
}

// ---------------------------------------------------------------- one log

// The start of a stretch: states of the model, the unknown ones as far off as the search has them.
static void start_of(const fit *f, int log, const double *e)
{
    int moving = f->q->free ? 2 : 0;
    for (int i = moving; i < f->nx; i++)
        f->x[i] = br_interval_mid(f->q->model->x[i - moving]);
    if (moving) {
        f->x[0] = f->q->log[log].x;
        f->x[1] = f->q->log[log].v;
    }
    for (int i = 0; i < f->states && f->o->state_sd; i++)
        f->x[f->state[i]] += e[log * f->states + i] * f->o->state_sd[f->state[i]];
}

// Model less measured at every row of a log, NaN where nothing is measured; J by numbers and states at the start.
static br_status along_log(fit *f, int log, const double *e, bool slopes)
{
    const br_output_log *l = &f->q->log[log];
    const int *m = f->q->model->nm > 0 ? f->q->model->m : NULL;
    double *J = slopes ? f->J : NULL;
    start_of(f, log, e);
    for (int j = 0; j < f->q->terms; j++)
        f->c[j] = e[at_terms(f) + j] * f->scale[j];
    br_status status = f->q->free ? br_free_run(&f->free, &l->stretch, l->drive, f->p, f->c, f->x, m, f->y, J)
                                  : br_along_run(&f->along, &l->stretch, f->p, f->x, m, f->y, J);
    for (long long k = 0; k < l->stretch.rows && status == BR_OK; k++) {
        for (int j = 0; j < f->q->terms && !f->q->free; j++)
            f->y[k] += f->c[j] * l->term[j][k];
        f->y[k] = isfinite(l->y[k]) ? f->y[k] - l->y[k] : (double)NAN;
    }
    return status;
}

// Where reduced row k of a log was before: is it fitted?
static bool fitted(const fit *f, const br_output_log *l, int k)
{
    long long row = (l->stretch.rows - 1) % f->o->every + (long long)k * f->o->every; // as br_decimate keeps them
    return row >= l->from && row < l->to;
}

static int reduced_rows(const fit *f, const br_output_log *l)
{
    return (int)((l->stretch.rows + f->o->every - 1) / f->o->every);
}

// Was reduced row k of a log measured?
static bool measured(const fit *f, const br_output_log *l, int k)
{
    return isfinite(l->y[(l->stretch.rows - 1) % f->o->every + (long long)k * f->o->every]);
}

// Rows of the wide matrix in which nothing is measured lie on straight lines between those around them.
static bool bridge(const br_output_log *l, int width, double *wide)
{
    long long last = -1, rows = l->stretch.rows, there = 0;
    for (long long i = 0; i <= rows; i++) {
        if (i < rows && !isfinite(l->y[i]))
            continue;
        const double *a = wide + (last < 0 ? i : last) * width, *b = i < rows ? wide + i * width : a;
        for (long long k = last + 1; k < i && i - last > 1; k++)
            for (int c = 0; c < width; c++)
                wide[k * width + c] = a[c] + (b[c] - a[c]) * ((double)(k - last) / (double)(i - last));
        last = i;
        there += i < rows;
    }
    return there >= 2;
}

// Residuals of a log, and with slopes their derivatives by along's columns and by terms, row by row and decimated.
static br_status make_wide(fit *f, const br_output_log *l, bool slopes)
{
    int columns = slopes ? f->columns : 0, terms = slopes ? f->q->terms : 0, left = 0;
    int width = f->width = 1 + columns + terms, given = columns + (f->q->free ? terms : 0);
    for (long long k = 0; k < l->stretch.rows; k++) {
        double *row = f->wide + k * width;
        row[0] = f->y[k];
        if (given > 0)
            memcpy(row + 1, f->J + k * given, (size_t)given * sizeof *row);
        for (int j = 0; j < terms; j++)
            row[1 + columns + j] = (f->q->free ? row[1 + columns + j] : l->term[j][k]) * f->scale[j];
    }
    if (f->o->every == 1)
        return BR_OK;
    if (!bridge(l, width, f->wide))
        return BR_BAD_DATA;
    return br_decimate_columns(f->o->every, (int)l->stretch.rows, width, f->wide, &left);
}

// The residuals of a log that are fitted, and with J their derivatives by the variables of the search.
static br_status reduce_log(fit *f, int log, double *r, double *J, long long *row)
{
    const br_output_log *l = &f->q->log[log];
    const br_numbers *n = f->q->numbers;
    br_status status = make_wide(f, l, J != NULL);
    for (int k = 0; k < reduced_rows(f, l) && status == BR_OK; k++) {
        const double *from = f->wide + (ptrdiff_t)k * f->width;
        if (!fitted(f, l, k) || !measured(f, l, k))
            continue;
        double weight = f->weight[*row], *line = J ? J + *row * f->size : NULL;
        r[(*row)++] = weight * from[0];
        if (!line)
            continue;
        for (int c = 0; c < n->count; c++)
            for (int i = 0; i < n->variables; i++)
                line[at_numbers(f) + i] += weight * from[1 + c] * f->T[c * n->variables + i];
        for (int i = 0; i < f->states; i++)
            line[log * f->states + i] = weight * from[1 + n->count + f->state[i]] * f->o->state_sd[f->state[i]];
        for (int j = 0; j < f->q->terms; j++)
            line[at_terms(f) + j] = weight * from[1 + f->columns + j];
    }
    return status;
}

// ---------------------------------------------------------------- all logs

// What a variable of a number may do without a reason in the log: five powers of e, or a thousand times its scale.
static double weak_sd(const br_numbers *n, int variable)
{
    for (int i = 0; i < n->count; i++)
        if (n->number[i].variable == variable)
            return n->number[i].kind == BR_NUMBER_LOG || n->number[i].kind == BR_NUMBER_SHARE ? 5 : 1000;
    return 1000;
}

// What is known before, as residuals: a state at the start is 0 within its sd, a number is its mean within that.
static void add_priors(const fit *f, const double *e, double *r, double *J)
{
    const br_numbers *n = f->q->numbers;
    long long row = f->rows;
    for (int i = 0; i < at_numbers(f); i++, row++) {
        r[row] = f->noise * e[i];
        if (J)
            J[row * f->size + i] = f->noise;
    }
    for (int i = 0; i < n->variables; i++, row++) {
        double w = f->weak ? f->noise / weak_sd(n, i) : 0;
        r[row] = w * e[at_numbers(f) + i];
        if (J)
            J[row * f->size + at_numbers(f) + i] = w;
    }
    for (int i = 0; f->o->sd && i < n->count + f->q->terms; i++) {
        double sd = f->o->sd[i];
        if (!(sd > 0) || !isfinite(sd))
            continue;
        bool term = i >= n->count;
        int at = at_terms(f) + i - n->count;
        double value = term ? e[at] * f->scale[i - n->count] : f->p[n->number[i].at];
        r[row] = f->noise * (value - f->o->mean[i]) / sd;
        if (J && term)
            J[row * f->size + at] = f->noise * f->scale[i - n->count] / sd;
        for (int c = 0; J && !term && c < n->variables; c++)
            J[row * f->size + at_numbers(f) + c] = f->noise * f->T[i * n->variables + c] / sd;
        row++;
    }
}

static br_status residual(void *self, const double *e, double *r, double *J)
{
    fit *f = self;
    long long row = 0;
    br_status status = BR_OK;
    br_numbers_values(f->q->numbers, e + at_numbers(f), f->p, f->T);
    if (J)
        memset(J, 0, (size_t)(f->rows + f->priors) * (size_t)f->size * sizeof *J);
    for (int i = 0; i < f->q->logs && status == BR_OK; i++) {
        status = along_log(f, i, e, J != NULL);
        if (status == BR_OK)
            status = reduce_log(f, i, r, J, &row);
    }
    if (status == BR_OK)
        add_priors(f, e, r, J);
    return status;
}

// ---------------------------------------------------------------- opening

// How many residuals are fitted, and the longest log.
static br_status count_rows(fit *f)
{
    for (int i = 0; i < f->q->logs; i++) {
        const br_output_log *l = &f->q->log[i];
        if (l->stretch.rows > f->longest)
            f->longest = l->stretch.rows;
    }
    if (f->longest > INT_MAX / 4)
        return BR_NO_MEMORY;
    for (int i = 0; i < f->q->logs; i++)
        for (int k = 0; k < reduced_rows(f, &f->q->log[i]); k++)
            f->rows += fitted(f, &f->q->log[i], k) && measured(f, &f->q->log[i], k);
    return BR_OK;
}

// Terms are scaled so that a variable of 1 makes them about as large as the measured force.
static void scale_terms(fit *f)
{
    for (int j = 0; j < f->q->terms; j++) {
        double term = 0, y = 0;
        for (int i = 0; i < f->q->logs; i++) {
            const br_output_log *l = &f->q->log[i];
            for (long long k = 0; k < l->stretch.rows && l->from < l->to; k++) {
                double force = f->q->free ? l->drive[k] : l->y[k];
                term += l->term[j][k] * l->term[j][k];
                y += isfinite(force) ? force * force : 0;
            }
        }
        f->scale[j] = term > 0 && y > 0 ? br_sqrt(y / term) : 1;
    }
}

static br_status lay(fit *f)
{
    const br_output_problem *q = f->q;
    size_t nx = (size_t)f->nx, n = (size_t)q->numbers->count, v = (size_t)q->numbers->variables,
           np = (size_t)q->model->np;
    size_t all = (size_t)f->size, rows = (size_t)f->rows + (size_t)f->priors, longest = (size_t)f->longest;
    if (rows > ((size_t)1 << 31) / (all + 1) || longest > ((size_t)1 << 31) / (n + nx + 1))
        return BR_NO_MEMORY;
    f->bytes = br_least_bytes((int)rows, (int)all);
    f->memory = f->bytes ? malloc(f->bytes) : NULL;
    f->p = calloc(np + nx + n * v + 2 * (size_t)q->terms + rows + 3 * all + 1, sizeof *f->p);
    f->y = malloc((longest + 1) * sizeof *f->y);
    f->J = malloc((longest * (n + nx + (size_t)q->terms) + 1) * sizeof *f->J);
    f->wide = malloc((longest * (1 + n + nx + (size_t)q->terms) + 1) * sizeof *f->wide);
    if (!f->memory || !f->p || !f->y || !f->J || !f->wide)
        return BR_NO_MEMORY;
    f->x = f->p + np;
    f->T = f->x + nx;
    f->scale = f->T + n * v;
    f->c = f->scale + q->terms;
    f->weight = f->c + q->terms;
    f->low = f->weight + rows;
    f->high = f->low + all;
    f->variable = f->high + all;
    for (size_t k = 0; k < rows; k++)
        f->weight[k] = 1;
    return BR_OK;
}

static br_status open_along(fit *f)
{
    const br_numbers *n = f->q->numbers;
    f->by = malloc(((size_t)n->count + (size_t)f->nx + 1) * sizeof *f->by);
    if (!f->by)
        return BR_NO_MEMORY;
    f->state = f->by + n->count;
    for (int i = 0; i < n->count; i++)
        f->by[i] = n->number[i].at;
    for (int i = 0; f->o->state_sd && i < f->nx; i++)
        if (f->o->state_sd[i] > 0)
            f->state[f->states++] = i;
    f->columns = n->count + (f->q->free || f->states > 0 ? f->nx : 0);
    if (f->q->free) {
        br_free_options o = *f->q->free;
        o.flow = f->o->flow;
        o.substeps = f->o->substeps;
        o.by = f->by;
        o.bys = n->count;
        return br_free_open(&f->free, f->q->sys, &o);
    }
    br_along_options o = {f->o->flow, f->o->substeps, f->o->which, f->by, n->count, f->states > 0};
    return br_along_open(&f->along, f->q->sys, &o);
}

static void bounds(fit *f)
{
    for (int i = 0; i < at_numbers(f); i++) {
        f->low[i] = -HUGE_VAL;
        f->high[i] = HUGE_VAL;
    }
    br_numbers_bounds(f->q->numbers, f->low + at_numbers(f), f->high + at_numbers(f));
    for (int j = 0; j < f->q->terms; j++) {
        f->low[at_terms(f) + j] = f->q->term[j].low / f->scale[j];
        f->high[at_terms(f) + j] = f->q->term[j].high / f->scale[j];
    }
}

static br_status open_fit(fit *f, const double *p, br_diag *why)
{
    const br_output_problem *q = f->q;
    f->nx = br_sys_nx(q->sys) + (q->free ? 2 : 0);
    br_status status = open_along(f);
    if (status == BR_BAD_USAGE)
        return wrong(why, status, "this method does not fit the model");
    if (status == BR_OK)
        status = count_rows(f);
    if (status != BR_OK)
        return status;
    f->size = q->logs * f->states + q->numbers->variables + q->terms;
    f->priors = at_numbers(f) + q->numbers->variables;
    f->weak = true;
    for (int i = 0; f->o->sd && i < q->numbers->count + q->terms; i++)
        f->priors += f->o->sd[i] > 0 && isfinite(f->o->sd[i]);
    if (f->size == 0)
        return wrong(why, BR_BAD_USAGE, "there is nothing to look for");
    if (f->rows <= f->size - at_numbers(f)) {
        if (why)
            snprintf(why->text, sizeof why->text, "%lld samples to fit are too few for %d numbers", f->rows,
                     f->size - at_numbers(f));
        return BR_BAD_DATA;
    }
    status = lay(f);
    if (status != BR_OK)
        return status;
    memcpy(f->p, p, (size_t)q->model->np * sizeof *p);
    scale_terms(f);
    bounds(f);
    for (int i = 0; f->o->start && i < q->logs; i++) {
        start_of(f, i, f->variable); // all 0 yet
        for (int k = 0; k < f->states; k++)
            f->variable[i * f->states + k] =
                (f->o->start[i * f->nx + f->state[k]] - f->x[f->state[k]]) / f->o->state_sd[f->state[k]];
    }
    br_numbers_variables(q->numbers, p, f->variable + at_numbers(f));
    for (int j = 0; j < q->terms; j++)
        f->variable[at_terms(f) + j] = q->term[j].start / f->scale[j];
    return BR_OK;
}

static void close_fit(fit *f)
{
    br_along_close(&f->along);
    br_free_close(&f->free);
    free(f->by);
    free(f->memory);
    free(f->p);
    free(f->y);
    free(f->J);
    free(f->wide);
}

// ---------------------------------------------------------------- searching

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

// The standard deviation of most of them: 1.4826 times the median of their magnitudes.
static double robust_sd(long long n, const double *r, double *sorted)
{
    for (long long k = 0; k < n; k++)
        sorted[k] = fabs(r[k]);
    qsort(sorted, (size_t)n, sizeof *sorted, compare);
    return n > 0 ? 1.4826 * sorted[n / 2] : 0;
}

static br_status search(fit *f, int steps, br_least_report *report)
{
    br_least_problem problem = {(int)(f->rows + f->priors), f->size, f, residual, f->low, f->high};
    br_least_options o = br_least_defaults();
    o.steps = steps;
    o.tol = f->o->tol;
    return br_least(&problem, &o, f->variable, report, f->memory, f->bytes);
}

// Priors are worth what the residuals are, which a search tells; residuals count less where they are far out.
static br_status settle(fit *f, br_least_report *report, int *steps, double *r)
{
    br_status status = residual(f, f->variable, r, NULL);
    double sum = 0;
    for (long long k = 0; k < f->rows && status == BR_OK; k++)
        sum += r[k] * r[k];
    f->noise = br_sqrt(sum / (double)f->rows);
    int passes = f->o->once ? 1 : f->o->huber > 0 ? 6 : f->priors > 0 ? 2 : 1;
    for (int pass = 0; pass < passes && status == BR_OK; pass++) {
        status = search(f, pass == 0 ? f->o->steps : 20, report);
        *steps += status == BR_OK ? report->steps : 0;
        if (status != BR_OK || pass + 1 == passes)
            break;
        for (long long k = 0; k < f->rows; k++)
            f->weight[k] = 1;
        status = residual(f, f->variable, r, NULL);
        f->noise = robust_sd(f->rows, r, f->weight); // the weights are work here
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

// ---------------------------------------------------------------- what it says

// What is measured, decimated, into y.
static br_status reduce_measured(fit *f, const br_output_log *l)
{
    int left;
    for (long long k = 0; k < l->stretch.rows; k++) // a row without y is bridged, whatever else it has
        f->y[k] = isfinite(l->y[k]) && l->whole ? l->whole[k] : l->y[k];
    return br_decimate(f->o->every, (int)l->stretch.rows, f->y, &left);
}

// A log that is held out as a whole starts somewhere, too: its first tenth says where, and the rest counts.
typedef struct beginning {
    fit *f;
    int log;
    long long rows;
    double *variable;
} beginning;

static long long first_tenth(const br_output_log *l)
{
    return l->from < l->to ? 0 : l->stretch.rows / 10;
}

static br_status start_residual(void *self, const double *e, double *r, double *J)
{
    beginning *b = self;
    fit *f = b->f;
    int given = f->columns + (f->q->free ? f->q->terms : 0), n = f->states;
    memcpy(b->variable + (ptrdiff_t)b->log * n, e, (size_t)n * sizeof *e);
    br_status status = along_log(f, b->log, b->variable, J != NULL);
    for (long long k = 0; k < b->rows && status == BR_OK; k++) {
        bool there = isfinite(f->y[k]);
        r[k] = there ? f->y[k] : 0;
        for (int i = 0; J && i < n; i++)
            J[k * n + i] =
                there ? f->J[k * given + f->q->numbers->count + f->state[i]] * f->o->state_sd[f->state[i]] : 0;
    }
    for (int i = 0; i < n; i++) {
        r[b->rows + i] = f->noise * e[i];
        for (int k = 0; J && k < n; k++)
            J[(b->rows + i) * n + k] = i == k ? f->noise : 0;
    }
    return status;
}

static br_status find_start(fit *f, int log)
{
    beginning b = {f, log, first_tenth(&f->q->log[log]), f->variable};
    if (b.rows == 0 || f->states == 0)
        return BR_OK;
    br_least_problem problem = {(int)b.rows + f->states, f->states, &b, start_residual, NULL, NULL};
    br_least_options o = br_least_defaults();
    br_least_report report;
    size_t bytes = br_least_bytes(problem.m, problem.n);
    void *memory = bytes ? malloc(bytes) : NULL;
    double *e = calloc((size_t)f->states, sizeof *e);
    o.steps = 20;
    o.tol = f->o->tol;
    br_status status = memory && e ? br_least(&problem, &o, e, &report, memory, bytes) : BR_NO_MEMORY;
    if (status == BR_OK || status == BR_NOT_FINITE) // where it cannot be found, it stays
        memcpy(f->variable + (ptrdiff_t)log * f->states, e, (size_t)f->states * sizeof *e);
    free(memory);
    free(e);
    return status == BR_NOT_FINITE ? BR_OK : status;
}

// Of all rows of all logs: what is fitted, and what is held out.
static br_status judge_errors(fit *f, br_output_fit *to)
{
    double sum[2] = {0}, size[2] = {0};
    long long count[2] = {0};
    br_status status = BR_OK;
    br_fit_white white = {0};
    for (int i = 0; i < f->q->logs && status == BR_OK; i++) {
        const br_output_log *l = &f->q->log[i];
        status = find_start(f, i);
        if (status == BR_OK)
            status = along_log(f, i, f->variable, false);
        for (long long k = 0; k < l->stretch.rows && status == BR_OK; k++)
            to->residual[i][k] = -f->y[k];
        if (status == BR_OK)
            status = make_wide(f, l, false);
        if (status == BR_OK)
            status = reduce_measured(f, l);
        br_fit_white_add(&white, (double)NAN);
        for (int k = 0; k < reduced_rows(f, l) && status == BR_OK; k++) {
            int out = !fitted(f, l, k);
            if (!out)
                br_fit_white_add(&white, measured(f, l, k) ? f->wide[k] : (double)NAN);
            if (!measured(f, l, k) || k < first_tenth(l) / f->o->every)
                continue;
            double whole = f->y[k] - (f->q->free ? l->x : 0); // a motion, from where it starts
            sum[out] += f->wide[k] * f->wide[k];
            size[out] += whole * whole;
            count[out]++;
        }
    }
    const double none = (double)NAN;
    to->error = size[0] > 0 ? br_sqrt(sum[0] / size[0]) : none;
    to->rms = count[0] > 0 ? br_sqrt(sum[0] / (double)count[0]) : none;
    to->held_error = size[1] > 0 ? br_sqrt(sum[1] / size[1]) : none;
    to->held_rms = count[1] > 0 ? br_sqrt(sum[1] / (double)count[1]) : none;
    to->held = count[1];
    to->e.relative = to->error;
    to->e.whiteness = br_fit_white_test(&white);
    to->colour = br_fit_white_factor(&white);
    return status;
}

// R of the free variables of numbers and terms, when those of the states at the start are free, too: states stand first, so
// it is the lower right of a triangle.
static br_status triangle(fit *f, const int *free_ones, int n, double *R)
{
    int states = at_numbers(f), m = states + n, rank;
    size_t rows = (size_t)f->rows + (size_t)f->priors, all = (size_t)f->size;
    double *J = malloc((rows * (all + (size_t)m) + 2 * rows + 5 * (size_t)m + 1) * sizeof *J);
    if (!J)
        return BR_NO_MEMORY;
    double *A = J + rows * all, *r = A + rows * (size_t)m, *tau = r + rows, *work = tau + m;
    f->weak = false;
    br_status status = residual(f, f->variable, r, J);
    for (size_t k = 0; k < rows && status == BR_OK; k++)
        for (int c = 0; c < m; c++)
            A[k * (size_t)m + (size_t)c] = J[k * all + (size_t)(c < states ? c : free_ones[c - states])];
    if (status == BR_OK)
        status = br_qr_factor((int)rows, m, A, tau, NULL, 0, &rank, work);
    for (int k = 0; k < n && status == BR_OK; k++)
        for (int c = 0; c < n; c++)
            R[k * n + c] = c >= k ? A[(states + k) * m + states + c] : 0;
    free(J);
    return status;
}

// From variables to values: sd and covariance by the slopes T.
static br_status spread(const fit *f, br_output_fit *to, const int *free_ones, int n)
{
    const br_numbers *w = f->q->numbers;
    int states = at_numbers(f), v = w->variables;
    double *slope = calloc((size_t)to->n * (size_t)n + 1, sizeof *slope);
    if (!slope)
        return BR_NO_MEMORY;
    for (int i = 0; i < to->n; i++)
        for (int k = 0; k < n; k++) {
            int c = free_ones[k] - states;
            if (i < w->count)
                slope[i * n + k] = c < v ? f->T[i * v + c] : 0;
            else
                slope[i * n + k] = c == v + i - w->count ? f->scale[i - w->count] : 0;
        }
    for (int i = 0; i < to->n; i++) {
        bool moves = false, unknown = false;
        for (int k = 0; k < n; k++) {
            moves = moves || slope[i * n + k] != 0;
            unknown = unknown || (slope[i * n + k] != 0 && isinf(to->e.sd[k]));
        }
        for (int j = 0; j < to->n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                for (int l = 0; l < n; l++)
                    sum += slope[i * n + k] * to->e.covariance[k * n + l] * slope[j * n + l];
            to->covariance[i * to->n + j] = sum;
        }
        to->bound[i] = !moves;
        to->sd[i] = !moves ? (double)NAN : unknown ? HUGE_VAL : br_sqrt(br_max(0, to->covariance[i * to->n + i]));
    }
    free(slope);
    return BR_OK;
}

static br_status judge(fit *f, br_output_fit *to, const br_least_report *report, const double *r)
{
    const br_numbers *w = f->q->numbers;
    int *free_ones = calloc((size_t)f->size + 1, sizeof *free_ones), n = 0;
    double *R = calloc((size_t)f->size * (size_t)f->size + 1, sizeof *R), cost = 0;
    br_status status = free_ones && R ? BR_OK : BR_NO_MEMORY;
    for (int i = at_numbers(f); i < f->size && status == BR_OK; i++)
        if (report->held[i] == 0) {
            to->names[n] = i >= at_terms(f) ? f->q->term[i - at_terms(f)].name : NULL;
            for (int k = 0; k < w->count; k++)
                if (w->number[k].variable == i - at_numbers(f))
                    to->names[n] = w->number[k].name;
            free_ones[n++] = i;
        }
    if (status == BR_OK && n > 0)
        status = triangle(f, free_ones, n, R);
    if (status == BR_OK && n > 0)
        status = br_fit_estimate_init(&to->e, n, to->names);
    for (long long k = 0; k < f->rows; k++)
        cost += r[k] * r[k];
    if (status == BR_OK && n > 0)
        status = br_fit_estimate_judge(&to->e, n, R, cost, f->rows, 0, -1);
    if (status == BR_OK) {
        for (int k = 0; k < n; k++)
            to->e.value[k] = f->variable[free_ones[k]];
        status = spread(f, to, free_ones, n);
    }
    free(free_ones);
    free(R);
    return status;
}

static br_status answer(fit *f, br_output_fit *to, const br_least_report *report, double *r)
{
    const br_output_problem *q = f->q;
    size_t n = (size_t)to->n;
    to->value = calloc(2 * n + n * n + 1, sizeof *to->value);
    to->p = calloc((size_t)q->model->np + ((size_t)q->logs + 1) * (size_t)f->nx + 1, sizeof *to->p);
    to->bound = calloc(n + 1, sizeof *to->bound);
    to->names = calloc(n + 1, sizeof *to->names);
    to->residual = calloc((size_t)q->logs + 1, sizeof *to->residual);
    to->rows = calloc((size_t)q->logs + 1, sizeof *to->rows);
    if (!to->value || !to->p || !to->bound || !to->names || !to->residual || !to->rows)
        return BR_NO_MEMORY;
    to->sd = to->value + n;
    to->covariance = to->sd + n;
    to->state_sd = to->p + q->model->np;
    to->start = to->state_sd + f->nx;
    for (int i = 0; f->o->state_sd && i < f->nx; i++)
        to->state_sd[i] = f->o->state_sd[i];
    for (int i = 0; i < q->logs; i++) {
        to->rows[i] = q->log[i].stretch.rows;
        to->residual[i] = malloc(((size_t)q->log[i].stretch.rows + 1) * sizeof **to->residual);
        if (!to->residual[i])
            return BR_NO_MEMORY;
    }
    br_status status = residual(f, f->variable, r, NULL);
    if (status != BR_OK)
        return status;
    memcpy(to->p, f->p, (size_t)q->model->np * sizeof *to->p);
    for (int i = 0; i < q->numbers->count; i++)
        to->value[i] = f->p[q->numbers->number[i].at];
    for (int j = 0; j < q->terms; j++)
        to->value[q->numbers->count + j] = f->variable[at_terms(f) + j] * f->scale[j];
    for (int i = 0; i < q->logs; i++) {
        start_of(f, i, f->variable);
        memcpy(to->start + (ptrdiff_t)i * f->nx, f->x, (size_t)f->nx * sizeof *f->x);
    }
    double *sorted = malloc(((size_t)f->rows + 1) * sizeof *sorted);
    if (!sorted)
        return BR_NO_MEMORY;
    double sd = robust_sd(f->rows, r, sorted);
    free(sorted);
    for (long long k = 0; k < f->rows; k++)
        to->outliers += fabs(r[k]) > 6 * sd * f->weight[k];
    status = judge(f, to, report, r);
    if (status == BR_OK)
        status = judge_errors(f, to);
    to->settled = report->end != BR_LEAST_STEPS;
    if (f->q->free)
        to->health = f->free.joint.flow.health;
    else if (f->along.moves)
        to->health = f->along.joint.flow.health;
    return status;
}

br_status br_output_run(br_output_fit *to, const br_output_problem *q, const br_output_options *o, const double *p,
                        br_diag *why)
{
    fit f = {.q = q, .o = o};
    br_least_report report = {0};
    memset(to, 0, sizeof *to);
    to->n = q->numbers->count + q->terms;
    br_status status = open_fit(&f, p, why);
    double *r = status == BR_OK ? calloc((size_t)(f.rows + f.priors + 1), sizeof *r) : NULL;
    if (status == BR_OK && !r)
        status = BR_NO_MEMORY;
    if (status == BR_OK)
        status = settle(&f, &report, &to->steps, r);
    if (status == BR_OK)
        status = answer(&f, to, &report, r);
    free(r);
    close_fit(&f);
    if (status != BR_OK)
        br_output_free(to);
    return status;
}

void br_output_free(br_output_fit *f)
{
    for (int i = 0; f->residual && f->residual[i]; i++)
        free(f->residual[i]);
    br_fit_estimate_free(&f->e);
    free(f->residual);
    free(f->rows);
    free((void *)f->names);
    free(f->value);
    free(f->p);
    free(f->bound);
    memset(f, 0, sizeof *f);
}
