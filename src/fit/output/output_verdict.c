// output_verdict.c - results of output error: standard deviations, autocorrelation, fit error and hold-out error. [host]
#include "num/base/fp.h"

#include "fit/output/output_parts.h"
#include "fit/statistics/decimate.h"
#include "fit/statistics/median.h"
#include "fit/statistics/triangle.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double br_output_robust_sd(long long n, const double *r, double *sorted)
{
    for (long long k = 0; k < n; k++)
        sorted[k] = fabs(r[k]);
    return n > 0 ? 1.4826 * br_median(n, sorted) : 0;
}

// ---------------------------------------------------------------- errors

double br_error_rms(const br_error_sum *e)
{
    return e->rows > 0 ? br_sqrt(e->error / (double)e->rows) : (double)NAN;
}

double br_error_share(const br_error_sum *e)
{
    return e->size > 0 ? br_sqrt(e->error / e->size) : (double)NAN;
}

// What is measured, decimated, into y.
static br_status reduce_measured(br_output_work *f, const br_output_log *l)
{
    int left;
    for (long long k = 0; k < l->stretch.rows; k++) // a row without y is bridged, whatever else it has
        f->y[k] = isfinite(l->y[k]) && l->whole ? l->whole[k] : l->y[k];
    return br_decimate(f->o->every, (int)l->stretch.rows, f->y, &left);
}

// The states at the start of a test log are estimated from its first tenth; the rest counts.
typedef struct beginning {
    br_output_work *f;
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
    br_output_work *f = b->f;
    int given = f->columns + (f->q->simulation ? f->q->terms : 0), n = f->states;
    memcpy(b->variable + (ptrdiff_t)b->log * n, e, (size_t)n * sizeof *e);
    br_status status = br_output_along(f, b->log, b->variable, J != NULL);
    for (long long k = 0; k < b->rows && status == BR_OK; k++) {
        bool there = isfinite(f->y[k]);
        r[k] = there ? f->y[k] : 0;
        for (int i = 0; J && i < n; i++)
            J[k * n + i] =
                there ? f->J[k * given + f->q->parameters->count + f->state[i]] * f->o->state_sd[f->state[i]] : 0;
    }
    for (int i = 0; i < n; i++) {
        r[b->rows + i] = f->noise * e[i];
        for (int k = 0; J && k < n; k++)
            J[(b->rows + i) * n + k] = i == k ? f->noise : 0;
    }
    return status;
}

static br_status estimate_start(br_output_work *f, int log)
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
    if (status == BR_OK || status == BR_NOT_FINITE) // where it is not found, it stays
        memcpy(f->variable + (ptrdiff_t)log * f->states, e, (size_t)f->states * sizeof *e);
    free(memory);
    free(e);
    return status == BR_NOT_FINITE ? BR_OK : status;
}

static bool counts(const br_output_work *f, const br_output_log *l, int k)
{
    return br_output_measured(f, l, k) && k >= first_tenth(l) / f->o->every;
}

// How many rows are fitted, and how many are held out.
static void count_errors(const br_output_work *f, long long count[2])
{
    for (int i = 0; i < f->q->logs; i++)
        for (int k = 0; k < br_output_reduced(f, &f->q->log[i]); k++)
            count[!br_output_fitted(f, &f->q->log[i], k)] += counts(f, &f->q->log[i], k);
}

// Fit error and hold-out error over all rows of all logs.
static br_status set_errors(br_output_work *f, br_output_fit *to)
{
    br_error_sum all[2] = {{0}};
    long long count[2] = {0}, at[2] = {0};
    br_status status = BR_OK;
    count_errors(f, count);
    br_fit_autocorrelation white = {0};
    for (int i = 0; i < f->q->logs && status == BR_OK; i++) {
        const br_output_log *l = &f->q->log[i];
        double *r = malloc(((size_t)l->stretch.rows + 1) * sizeof *r);
        to->residual[i] = r;
        to->rows[i] = l->stretch.rows;
        status = r ? estimate_start(f, i) : BR_NO_MEMORY;
        if (status == BR_OK)
            status = br_output_along(f, i, f->variable, false);
        for (long long k = 0; k < l->stretch.rows && status == BR_OK; k++)
            r[k] = -f->y[k];
        if (status == BR_OK)
            status = br_output_wide(f, l, false);
        if (status == BR_OK)
            status = reduce_measured(f, l);
        br_fit_autocorrelation_add(&white, (double)NAN);
        for (int k = 0; k < br_output_reduced(f, l) && status == BR_OK; k++) {
            int out = !br_output_fitted(f, l, k);
            if (!out)
                br_fit_autocorrelation_add(&white, br_output_measured(f, l, k) ? f->wide[k] : (double)NAN);
            if (!counts(f, l, k))
                continue;
            to->block[out][at[out]++ * BR_BLOCKS / count[out]] +=
                f->wide[k] * f->wide[k] * BR_BLOCKS / (double)count[out];
            double whole = f->y[k] - (f->q->simulation ? l->x : 0); // a motion, from where it starts
            br_error_add(&to->log_error[i][out], f->wide[k], whole);
        }
        for (int out = 0; out < 2; out++)
            br_error_join(&all[out], &to->log_error[i][out]);
    }
    to->error = br_error_share(&all[BR_FITTED]);
    to->rms = br_error_rms(&all[BR_FITTED]);
    to->hold_out_error = br_error_share(&all[BR_HOLD_OUT]);
    to->hold_out_rms = br_error_rms(&all[BR_HOLD_OUT]);
    to->e.relative = to->error;
    to->e.whiteness = br_fit_ljung_box(&white);
    to->autocorrelation_factor = br_fit_autocorrelation_factor(&white);
    return status;
}

// ---------------------------------------------------------------- standard deviations

// The least squares problem in the variables at no bound: parameters and terms, behind the states at the starts.
typedef struct spread {
    br_output_work *f;
    int *variable, n;  // which of the variables these are
    bool *freed;       // of all variables: held by a bound, and counted as free
    double *R;         // n*n: R'R = J'J with the states at the starts free, too
    double *J;         // of every residual its row, less what these states take up
    double *r;         // residuals
    double *slope, *C; // values by variables; a covariance
    double *K;         // of a motion: the one by parts of the log
} spread;

// What is fitted, as a norm over as many rows as there are residuals.
static double measured_norm(const br_output_work *f)
{
    double sum = 0, count = 0;
    for (int i = 0; i < f->q->logs; i++) {
        const br_output_log *l = &f->q->log[i];
        for (long long k = l->from; k < l->to; k++)
            if (isfinite(l->y[k])) {
                double y = (l->whole ? l->whole : l->y)[k] - (f->q->simulation ? l->x : 0);
                sum += y * y;
                count++;
            }
    }
    return count > 0 ? br_sqrt(sum / count * (double)f->rows) : 0;
}

// RMS of what every parameter makes, over that of the measured. A variable that is a logarithm has the slope of 1 of it. squares: of the
// slopes of all variables but the states at the starts, over all rows.
static void set_effects(const spread *s, const double *squares, br_output_fit *to)
{
    const br_output_work *f = s->f;
    const br_fit_parameters *w = f->q->parameters;
    double norm = measured_norm(f);
    for (int i = 0; i < to->n; i++) {
        int v = i < w->count ? w->parameter[i].variable : w->variables + i - w->count;
        bool linear = i >= w->count || w->parameter[i].kind == BR_FIT_SCALED;
        double size = v >= 0 && linear ? fabs(f->variable[br_output_at_parameters(f) + v]) : 1;
        to->effect[i] = norm > 0 && v >= 0 ? size * br_sqrt(squares[v]) / norm : 0;
    }
}

// What the first m columns of a triangle explain of the others, by least squares: B, m rows of n - m. Of columns that depend on those
// before them, nothing.
static void explained_by(const br_triangle *t, int m, double *B)
{
    const double dependent = 1e-12;
    int n = t->n, left = n - m;
    for (int i = m; i-- > 0;) {
        const double *R = t->block + (ptrdiff_t)i * n;
        double norm = 0;
        for (int k = 0; k <= i; k++)
            norm += t->block[k * n + i] * t->block[k * n + i];
        bool depends = fabs(R[i]) <= dependent * br_sqrt(norm);
        for (int c = 0; c < left; c++) {
            double sum = R[m + c];
            for (int k = i + 1; k < m; k++)
                sum -= R[k] * B[k * left + c];
            B[i * left + c] = depends ? 0 : sum / R[i];
        }
    }
}

// The problem at the end of the search in some of its variables, without weak priors, in one pass over the logs.
typedef struct reduced {
    br_output_work *f;
    int n, *column;  // the variables, and where they stand in a line
    br_triangle all; // R'R = J'J with the states at the starts of all stretches eliminated, too
    double *squares; // of the slopes of every variable but these states
    double *B;       // what these states explain of the variables
    double *J, *r;   // of every residual its row, less what these states explain of it; NULL: not wanted
} reduced;

static br_status open_reduced(reduced *d, br_output_work *f, int n, const int *variable)
{
    int states = f->states, others = f->q->parameters->variables + f->q->terms;
    d->f = f;
    d->n = n;
    d->column = malloc(((size_t)n + 1) * sizeof *d->column);
    d->squares = calloc((size_t)others + (size_t)states * (size_t)n + 1, sizeof *d->squares);
    if (!d->column || !d->squares)
        return BR_NO_MEMORY;
    d->B = d->squares + others;
    for (int c = 0; c < n; c++)
        d->column[c] = variable[c] - br_output_at_parameters(f) + states;
    f->weak = false;
    br_fit_parameters_values(f->q->parameters, f->variable + br_output_at_parameters(f), f->p, f->T);
    return br_triangle_init(&d->all, n);
}

static void close_reduced(reduced *d)
{
    br_triangle_free(&d->all);
    free(d->column);
    free(d->squares);
}

// The triangle of a stretch: of the states at its start, then of the variables. Behind the first pass *row is that of the next stretch.
static br_status stretch_triangle(reduced *d, int log, br_triangle *t, long long *row)
{
    br_output_work *f = d->f;
    const br_output_log *l = &f->q->log[log];
    int states = f->states, others = f->q->parameters->variables + f->q->terms;
    br_status status = br_output_along(f, log, f->variable, true);
    if (status == BR_OK)
        status = br_output_wide(f, l, true);
    for (int k = 0; k < br_output_reduced(f, l) && status == BR_OK; k++) {
        if (!br_output_counts(f, l, k))
            continue;
        double *to = br_triangle_row(t);
        br_output_line(f, l, k, f->weight[(*row)++], f->line);
        memcpy(to, f->line, (size_t)states * sizeof *to);
        for (int c = 0; c < d->n; c++)
            to[states + c] = f->line[d->column[c]];
        for (int i = 0; i < others; i++)
            d->squares[i] += f->line[states + i] * f->line[states + i];
        status = br_triangle_add(t);
    }
    for (int i = 0; i < states && status == BR_OK; i++) { // priors
        memset(br_triangle_row(t), 0, (size_t)t->n * sizeof *t->block);
        br_triangle_row(t)[i] = f->noise;
        status = br_triangle_add(t);
    }
    return status == BR_OK ? br_triangle_close(t) : status;
}

// J and r of a stretch, whose lines are there.
static void stretch_rows(reduced *d, int log, const br_triangle *t, long long row)
{
    br_output_work *f = d->f;
    const br_output_log *l = &f->q->log[log];
    explained_by(t, f->states, d->B);
    for (int k = 0; k < br_output_reduced(f, l); k++) {
        if (!br_output_counts(f, l, k))
            continue;
        double *to = d->J + row * d->n;
        br_output_line(f, l, k, f->weight[row], f->line);
        for (int c = 0; c < d->n; c++) {
            to[c] = f->line[d->column[c]];
            for (int i = 0; i < f->states; i++)
                to[c] -= f->line[i] * d->B[i * d->n + c];
        }
        d->r[row] = f->weight[row] * f->wide[(ptrdiff_t)k * f->width];
        row++;
    }
}

static br_status reduce_stretch(reduced *d, int log, long long *row)
{
    int states = d->f->states, n = d->n;
    long long first = *row;
    br_triangle t;
    br_status status = br_triangle_init(&t, states + n);
    if (status == BR_OK)
        status = stretch_triangle(d, log, &t, row);
    for (int i = 0; i < n && status == BR_OK; i++) {
        memcpy(br_triangle_row(&d->all), t.block + (ptrdiff_t)(states + i) * t.n + states, (size_t)n * sizeof *t.block);
        status = br_triangle_add(&d->all);
    }
    if (status == BR_OK && d->J)
        stretch_rows(d, log, &t, first);
    br_triangle_free(&t);
    return status;
}

// Prior knowledge of parameters and terms.
static br_status reduce_priors(reduced *d)
{
    br_output_work *f = d->f;
    int at = br_output_at_parameters(f);
    size_t all = (size_t)f->priors * (size_t)f->size;
    double *J = calloc(all + (size_t)f->priors + 1, sizeof *J);
    br_status status = J ? BR_OK : BR_NO_MEMORY;
    if (J)
        br_output_priors(f, f->variable, J + all, J);
    for (int k = at; k < f->priors && status == BR_OK; k++) {
        double *to = br_triangle_row(&d->all);
        for (int c = 0; c < d->n; c++)
            to[c] = J[(ptrdiff_t)k * f->size + at + d->column[c] - f->states];
        status = br_triangle_add(&d->all);
    }
    free(J);
    return status;
}

static br_status reduce_problem(reduced *d, br_output_work *f, int n, const int *variable)
{
    long long row = 0;
    br_status status = open_reduced(d, f, n, variable);
    for (int log = 0; log < f->q->logs && status == BR_OK; log++)
        if (f->q->log[log].from < f->q->log[log].to)
            status = reduce_stretch(d, log, &row);
    if (status == BR_OK)
        status = reduce_priors(d);
    return status == BR_OK ? br_triangle_close(&d->all) : status;
}

static br_status factor_jacobian(spread *s, br_output_fit *to)
{
    size_t rows = (size_t)s->f->rows;
    reduced d = {0};
    s->J = malloc((rows * (size_t)s->n + rows + 1) * sizeof *s->J);
    if (!s->J)
        return BR_NO_MEMORY;
    d.J = s->J;
    d.r = s->r = s->J + rows * (size_t)s->n;
    br_status status = reduce_problem(&d, s->f, s->n, s->variable);
    if (status == BR_OK) {
        set_effects(s, d.squares, to);
        memcpy(s->R, d.all.block, (size_t)s->n * (size_t)s->n * sizeof *s->R);
    }
    close_reduced(&d);
    return status;
}

static void value_slopes(spread *s, int values)
{
    const br_output_work *f = s->f;
    const br_fit_parameters *w = f->q->parameters;
    int v = w->variables;
    for (int i = 0; i < values; i++)
        for (int k = 0; k < s->n; k++) {
            int c = s->variable[k] - br_output_at_parameters(f);
            if (i < w->count)
                s->slope[i * s->n + k] = c < v ? f->T[i * v + c] : 0;
            else
                s->slope[i * s->n + k] = c == v + i - w->count ? f->scale[i - w->count] : 0;
        }
}

// Covariance of values i and j, from that of the variables.
static double covariance_of(const spread *s, const double *C, int i, int j)
{
    double sum = 0;
    for (int k = 0; k < s->n; k++)
        for (int l = 0; l < s->n; l++)
            sum += s->slope[i * s->n + k] * C[k * s->n + l] * s->slope[j * s->n + l];
    return sum;
}

// From variables to values: sds and covariance. Residuals of which neighbours differ in sign, as of a differentiated encoder, tell
// more of what changes slowly than white ones do; a model of low order is not trusted beyond half the sd of white ones.
static void value_covariance(const spread *s, br_output_fit *to)
{
    const double least = 0.5;
    for (int i = 0; i < to->n; i++) {
        bool moves = false, unknown = false;
        for (int k = 0; k < s->n; k++) {
            moves = moves || s->slope[i * s->n + k] != 0;
            unknown = unknown || (s->slope[i * s->n + k] != 0 && isinf(to->e.sd[k]));
        }
        for (int j = 0; j < to->n; j++)
            to->covariance[i * to->n + j] = covariance_of(s, to->e.covariance, i, j);
        to->bound[i] = !moves;
        to->sd[i] = !moves ? (double)NAN : unknown ? HUGE_VAL : br_sqrt(br_max(0, to->covariance[i * to->n + i]));
        to->corrected_sd[i] = to->sd[i];
        if (isfinite(to->sd[i]))
            to->corrected_sd[i] = br_max(br_max(least * to->sd[i], br_sqrt(br_max(0, covariance_of(s, s->C, i, i)))),
                                         br_sqrt(br_max(0, covariance_of(s, s->K, i, i))));
    }
}

// The variables that lie on no bound, or are counted as free, and what they are called.
static void list_free(spread *s, br_output_fit *to, const br_least_report *report)
{
    const br_output_work *f = s->f;
    const br_fit_parameters *w = f->q->parameters;
    s->n = 0;
    for (int i = br_output_at_parameters(f); i < f->size; i++)
        if (report->held[i] == 0 || s->freed[i]) {
            to->names[s->n] = i >= br_output_at_terms(f) ? f->q->term[i - br_output_at_terms(f)].name : NULL;
            for (int k = 0; k < w->count; k++)
                if (w->parameter[k].variable == i - br_output_at_parameters(f))
                    to->names[s->n] = w->parameter[k].name;
            s->variable[s->n++] = i;
        }
}

// Whether one standard deviation of a variable, were it free, would make more than a tenth of what is measured. norm: of its column;
// left: of that behind what the free ones explain of it.
static bool is_hidden(const spread *s, double norm, double left, double cost)
{
    const double most = 0.1;
    double dof = br_max(1, (double)s->f->rows - s->n - 1);
    return norm > 0 && br_sqrt(cost / dof) * norm > most * measured_norm(s->f) * left;
}

// Is parameter i 0, its bound? *variable: its own, among all.
static bool is_zero(const br_output_work *f, const br_output_fit *to, const br_least_report *report, int i,
                    int *variable)
{
    const br_fit_parameter *is = &f->q->parameters->parameter[i];
    *variable = br_output_at_parameters(f) + is->variable;
    return to->value[i] == 0 && is->variable >= 0 && report->held[*variable] != 0;
}

// Parameters that are 0, their bound, look as if they were not needed. But where another has the same effect in this log, as an
// offset has that of Coulomb friction in a motion that never turns, they are not identifiable: these are counted as free.
static br_status free_hidden(spread *s, br_output_fit *to, const br_least_report *report, double cost)
{
    br_output_work *f = s->f;
    const br_fit_parameters *w = f->q->parameters;
    reduced d = {0};
    int *variable = malloc(((size_t)(s->n + w->count) + 1) * sizeof *variable), columns = s->n, v;
    br_status status = variable ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK)
        memcpy(variable, s->variable, (size_t)s->n * sizeof *variable);
    for (int i = 0; i < w->count && status == BR_OK; i++)
        if (w->parameter[i].kind == BR_FIT_SCALED && is_zero(f, to, report, i, &v))
            variable[columns++] = v;
    if (status == BR_OK && columns > s->n)
        status = reduce_problem(&d, f, columns, variable);
    for (int i = 0, c = s->n; i < w->count && status == BR_OK; i++) {
        if (w->parameter[i].kind != BR_FIT_SCALED || !is_zero(f, to, report, i, &v))
            continue;
        double left = 0;
        for (int k = s->n; k <= c; k++)
            left += d.all.block[k * columns + c] * d.all.block[k * columns + c];
        double norm = br_sqrt(d.squares[v - br_output_at_parameters(f)]);
        s->freed[v] = to->hidden[i] = is_hidden(s, norm, br_sqrt(left), cost);
        c++;
    }
    close_reduced(&d);
    free(variable);
    if (status == BR_OK)
        list_free(s, to, report);
    return status;
}

static bool some_are_zero(const br_output_work *f, const br_output_fit *to, const br_least_report *report)
{
    bool some = false;
    int v;
    for (int i = 0; i < f->q->parameters->count; i++)
        some = some || is_zero(f, to, report, i, &v);
    return some;
}

enum { PARTS = 24, MOTION_PARTS = 6 }; // of predictions; of a motion: often there are few slips
// The variance of so few parts is this times too large in one of 20 cases: chi^2 of 5 degrees of freedom, over 5.
static const double CHANCE = 2.21;

// Parts of the rows with the same share of squared steps each: their ends lie where the axis moves, so that errors which stay while
// it rests are in one part. false: there are too few rows.
static bool divide_motion(const br_output_work *f, int parts, long long *first)
{
    double all = 0, sum = 0;
    int part = 0;
    for (int pass = 0; pass < 2; pass++) {
        long long row = 0;
        for (int i = 0; i < f->q->logs; i++) {
            const br_output_log *l = &f->q->log[i];
            double last = (double)NAN;
            for (long long k = l->from; k < l->to; k++) {
                if (!isfinite(l->y[k]))
                    continue;
                double step = isfinite(last) ? (l->y[k] - last) * (l->y[k] - last) : 0;
                last = l->y[k];
                all += pass == 0 ? step : 0;
                sum += pass == 1 ? step : 0;
                while (pass == 1 && part < parts && sum >= all * part / parts)
                    first[part++] = row;
                row++;
            }
        }
        first[parts] = row;
    }
    return all > 0 && part == parts && f->rows >= 20LL * parts;
}

// How much the parameters of a motion differ from part to part, at least: an autoregressive model of residuals that are small at
// rest, and alike there for a long time, says too little. Predictions forget soon: they are divided into many parts.
static br_status motion_covariance(spread *s)
{
    long long first[PARTS + 1];
    bool predicts = br_output_predicts(s->f);
    int parts = predicts ? PARTS : MOTION_PARTS;
    memset(s->K, 0, (size_t)s->n * (size_t)s->n * sizeof *s->K);
    if (!br_output_is_precise(s->f) ||
        !divide_motion(s->f, parts, first)) // of a law that is wrong, parts differ by that
        return BR_OK;
    br_status status = br_fit_jackknife_covariance(s->n, s->R, s->J, s->r, first, parts, s->K);
    for (int k = 0; k < s->n * s->n && status == BR_OK && !predicts; k++)
        s->K[k] /= CHANCE;
    if (status == BR_NEGATIVE)
        memset(s->K, 0, (size_t)s->n * (size_t)s->n * sizeof *s->K);
    return status == BR_NEGATIVE ? BR_OK : status;
}

static br_status variable_covariance(spread *s, br_output_fit *to, double cost)
{
    int n = s->n;
    br_status status = factor_jacobian(s, to);
    if (status == BR_OK)
        status = br_fit_estimate_init(&to->e, n, to->names);
    if (status == BR_OK)
        status = br_fit_estimate_statistics(&to->e, n, s->R, cost, s->f->rows, 0, -1);
    if (status != BR_OK)
        return status;
    for (int k = 0; k < n; k++)
        to->e.value[k] = s->f->variable[s->variable[k]];
    memcpy(s->C, to->e.covariance, (size_t)n * (size_t)n * sizeof *s->C);
    if (br_fit_whiteness(s->f->rows, s->r) < 0.01)
        status = br_fit_autocorrelated_covariance(&to->e, s->f->rows, s->J, s->r, s->C);
    if (status == BR_OK || status == BR_NEGATIVE)
        status = motion_covariance(s);
    return status;
}

static br_status set_uncertainty(br_output_work *f, br_output_fit *to, const br_least_report *report, const double *r)
{
    size_t size = (size_t)f->size, values = (size_t)to->n;
    spread s = {.f = f};
    double cost = 0;
    s.variable = calloc(size + 1, sizeof *s.variable);
    s.freed = calloc(size + 1, sizeof *s.freed);
    s.R = calloc(3 * size * size + values * size + 1, sizeof *s.R);
    br_status status = s.variable && s.freed && s.R ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        s.C = s.R + size * size;
        s.K = s.C + size * size;
        s.slope = s.K + size * size;
        list_free(&s, to, report);
    }
    for (long long k = 0; k < f->rows; k++)
        cost += r[k] * r[k];
    if (status == BR_OK && some_are_zero(f, to, report))
        status = free_hidden(&s, to, report, cost);
    if (status == BR_OK && s.n > 0)
        status = variable_covariance(&s, to, cost);
    if (status == BR_OK) {
        value_slopes(&s, to->n);
        value_covariance(&s, to);
    }
    free(s.variable);
    free(s.freed);
    free(s.R);
    free(s.J);
    return status;
}

// What a search is worth to one that only compares it with others.
static void set_cost(const br_output_work *f, br_output_fit *to, const double *r)
{
    double sum = 0;
    for (long long k = 0; k < f->rows; k++) {
        to->e.cost += r[k] * r[k];
        sum += r[k] / f->weight[k] * (r[k] / f->weight[k]);
    }
    to->e.count = f->rows;
    to->rms = br_sqrt(sum / (double)f->rows);
}

static double prior_squares(const br_output_options *o, const br_output_fit *f)
{
    double sum = 0;
    for (int i = 0; i < f->n && o->sd && o->mean; i++)
        if (o->sd[i] > 0 && isfinite(o->sd[i]))
            sum += (f->value[i] - o->mean[i]) / o->sd[i] * ((f->value[i] - o->mean[i]) / o->sd[i]);
    return sum;
}

br_status br_output_result(br_output_work *f, br_output_fit *to, const br_least_report *report, double *r)
{
    const br_output_problem *q = f->q;
    size_t n = (size_t)to->n;
    to->value = calloc(4 * n + n * n + 1, sizeof *to->value);
    to->p = calloc((size_t)q->model->np + ((size_t)q->logs + 1) * (size_t)f->nx + 1, sizeof *to->p);
    to->bound = calloc(2 * n + 1, sizeof *to->bound);
    to->names = calloc(n + 1, sizeof *to->names);
    to->residual = calloc((size_t)q->logs + 1, sizeof *to->residual);
    to->rows = calloc((size_t)q->logs + 1, sizeof *to->rows);
    to->log_error = calloc((size_t)q->logs + 1, sizeof *to->log_error);
    if (!to->value || !to->p || !to->bound || !to->names || !to->residual || !to->rows || !to->log_error)
        return BR_NO_MEMORY;
    to->hidden = to->bound + n;
    to->sd = to->value + n;
    to->corrected_sd = to->sd + n;
    to->effect = to->corrected_sd + n;
    to->covariance = to->effect + n;
    to->state_sd = to->p + q->model->np;
    to->start = to->state_sd + f->nx;
    for (int i = 0; f->o->state_sd && i < f->nx; i++)
        to->state_sd[i] = f->o->state_sd[i];
    br_status status = br_output_residual(f, f->variable, r, NULL);
    if (status != BR_OK)
        return status;
    memcpy(to->p, f->p, (size_t)q->model->np * sizeof *to->p);
    for (int i = 0; i < q->parameters->count; i++)
        to->value[i] = f->p[q->parameters->parameter[i].at];
    for (int j = 0; j < q->terms; j++)
        to->value[q->parameters->count + j] = f->variable[br_output_at_terms(f) + j] * f->scale[j];
    to->prior = prior_squares(f->o, to);
    for (int i = 0; i < q->logs; i++) {
        br_output_start_of(f, i, f->variable);
        memcpy(to->start + (ptrdiff_t)i * f->nx, f->x, (size_t)f->nx * sizeof *f->x);
    }
    if (f->o->values) {
        set_cost(f, to, r);
        return BR_OK;
    }
    double *sorted = malloc(((size_t)f->rows + 1) * sizeof *sorted);
    if (!sorted)
        return BR_NO_MEMORY;
    double sd = br_output_robust_sd(f->rows, r, sorted);
    free(sorted);
    for (long long k = 0; k < f->rows; k++)
        to->outliers += fabs(r[k]) > 6 * sd * f->weight[k];
    status = set_uncertainty(f, to, report, r);
    if (status == BR_OK)
        status = set_errors(f, to);
    to->settled = report->end != BR_LEAST_STEPS;
    if (f->q->simulation)
        to->health = f->simulation.lean.flow.health;
    else if (f->along.moves)
        to->health = f->along.joint.flow.health;
    return status;
}
