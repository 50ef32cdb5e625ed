// output_rows.c - residuals and Jacobian of output error: simulated minus measured at every row. [host]
#include "num/base/fp.h"

#include "fit/output/output_parts.h"
#include "fit/statistics/decimate.h"
#include "fit/statistics/triangle.h"
#include "num/base/elem.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- one log

// The start of a stretch: states of the model, the unknown ones as far off as the search has them.
void br_output_start_of(const br_output_work *f, int log, const double *e)
{
    int moving = f->q->simulation ? 2 : 0;
    for (int i = moving; i < f->nx; i++)
        f->x[i] = br_interval_mid(f->q->model->x[i - moving]);
    if (moving) {
        f->x[0] = f->q->log[log].x;
        f->x[1] = f->q->log[log].v;
    }
    for (int i = 0; i < f->states && f->o->state_sd; i++)
        f->x[f->state[i]] += e[log * f->states + i] * f->o->state_sd[f->state[i]];
}

// Errors of predictions count by their variances, over the geometric mean of all: then the least sum of their squares has the
// largest likelihood, whatever the scale of the noise.
static void weigh_predictions(br_output_work *f, const br_output_log *l, const double *share, double *J)
{
    int given = f->columns + f->q->terms;
    for (long long k = 0; k < l->stretch.rows; k++) {
        double weight = f->prediction_scale * share[k];
        f->y[k] *= weight;
        for (int i = 0; J && i < given; i++)
            J[k * given + i] *= weight;
    }
}

// Simulated minus measured at every row of a log, NaN where nothing is measured; J by parameters and states at the start.
br_status br_output_along(br_output_work *f, int log, const double *e, bool slopes)
{
    const br_output_log *l = &f->q->log[log];
    const int *m = f->q->model->nm > 0 ? f->q->model->m : NULL;
    double *J = slopes ? f->J : NULL;
    br_output_start_of(f, log, e);
    for (int j = 0; j < f->q->terms; j++)
        f->c[j] = e[br_output_at_terms(f) + j] * f->scale[j];
    long long before = 0;
    for (int i = 0; i < log; i++)
        before += f->q->log[i].stretch.rows;
    br_axis_input in = {.drive = l->drive,
                        .bends = l->bends,
                        .extra = l->extra,
                        .p = f->p,
                        .c = f->c,
                        .share = l->share,
                        .start = f->x,
                        .m0 = m,
                        .before = l->before,
                        .after = l->after,
                        .measured = l->y,
                        .start_sd = f->o->state_sd,
                        .weight = f->share ? f->share + before : NULL,
                        .gain = f->gain ? f->gain + before * f->nx : NULL,
                        .gains_held = f->held,
                        .halvings = l->halvings};
    br_status status = f->q->simulation ? br_axis_simulation_run(&f->simulation, &l->stretch, &in, f->y, J)
                                        : br_along_run(&f->along, &l->stretch, f->p, f->x, m, f->y, J);
    for (long long k = 0; k < l->stretch.rows && status == BR_OK; k++) {
        for (int j = 0; j < f->q->terms && !f->q->simulation; j++)
            f->y[k] += f->c[j] * l->term[j][k];
        f->y[k] = isfinite(l->y[k]) ? f->y[k] - l->y[k] : (double)NAN;
    }
    if (status == BR_OK && f->held)
        weigh_predictions(f, l, in.weight, J);
    return status;
}

br_status br_output_hold_gains(br_output_work *f)
{
    double log_variance = 0, measurements = 0;
    br_status status = BR_OK;
    f->held = false;
    f->force_share = 0;
    br_fit_parameters_values(f->q->parameters, f->variable + br_output_at_parameters(f), f->p, f->T);
    for (int i = 0; i < f->q->logs && status == BR_OK; i++) {
        status = br_output_along(f, i, f->variable, false);
        log_variance += f->simulation.log_variance;
        measurements += (double)f->simulation.measurements;
        const br_output_log *l = &f->q->log[i]; // of the rows that are fitted
        f->force_share += f->simulation.force_share * (double)(l->to - l->from) / (double)l->stretch.rows;
    }
    f->prediction_scale = br_exp(0.5 * log_variance / br_max(1, measurements));
    f->held = true;
    return status;
}

// Where reduced row k of a log was before: is it fitted?
bool br_output_fitted(const br_output_work *f, const br_output_log *l, int k)
{
    long long row = (l->stretch.rows - 1) % f->o->every + (long long)k * f->o->every; // as br_decimate keeps them
    return row >= l->from && row < l->to;
}

int br_output_reduced(const br_output_work *f, const br_output_log *l)
{
    return (int)((l->stretch.rows + f->o->every - 1) / f->o->every);
}

// Was reduced row k of a log measured?
bool br_output_measured(const br_output_work *f, const br_output_log *l, int k)
{
    return isfinite(l->y[(l->stretch.rows - 1) % f->o->every + (long long)k * f->o->every]);
}

// Rows of the wide matrix in which nothing is measured lie on straight lines between those around them.
static bool interpolate_missing(const br_output_log *l, int width, double *wide)
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

// Residuals of a log, row by row and decimated, with slopes and their derivatives by along's columns and by terms where these are
// decimated, too.
br_status br_output_wide(br_output_work *f, const br_output_log *l, bool slopes)
{
    bool all = slopes && f->o->every > 1;
    int columns = all ? f->columns : 0, terms = all ? f->q->terms : 0, left = 0;
    int width = f->width = 1 + columns + terms, given = columns + (f->q->simulation ? terms : 0);
    for (long long k = 0; k < l->stretch.rows; k++) {
        double *row = f->wide + k * width;
        row[0] = f->y[k];
        if (given > 0)
            memcpy(row + 1, f->J + k * given, (size_t)given * sizeof *row);
        for (int j = 0; j < terms; j++)
            row[1 + columns + j] = (f->q->simulation ? row[1 + columns + j] : l->term[j][k]) * f->scale[j];
    }
    if (f->o->every == 1)
        return BR_OK;
    if (!interpolate_missing(l, width, f->wide))
        return BR_BAD_DATA;
    return br_decimate_columns(f->o->every, (int)l->stretch.rows, width, f->wide, &left);
}

bool br_output_counts(const br_output_work *f, const br_output_log *l, int k)
{
    return br_output_fitted(f, l, k) && br_output_measured(f, l, k);
}

void br_output_line(const br_output_work *f, const br_output_log *l, int k, double weight, double *line)
{
    const br_fit_parameters *n = f->q->parameters;
    bool decimated = f->o->every > 1;
    int given = f->columns + (f->q->simulation ? f->q->terms : 0);
    const double *from = decimated ? f->wide + (ptrdiff_t)k * f->width + 1 : f->J + (ptrdiff_t)k * given;
    double *parameter = line + f->states, *term = parameter + n->variables;
    for (int i = 0; i < f->states; i++)
        line[i] = weight * from[n->count + f->state[i]] * f->o->state_sd[f->state[i]];
    for (int i = 0; i < n->variables; i++)
        parameter[i] = 0;
    for (int c = 0; c < n->count; c++)
        for (int i = 0; i < n->variables; i++)
            parameter[i] += weight * from[c] * f->T[c * n->variables + i];
    for (int j = 0; j < f->q->terms; j++)
        term[j] = weight * (decimated          ? from[f->columns + j]
                            : f->q->simulation ? from[f->columns + j] * f->scale[j]
                                               : l->term[j][k] * f->scale[j]);
}

// A line of a log, or of its triangle, into a row of the Jacobian of all variables, which is 0.
static void put_line(const br_output_work *f, int log, const double *line, double *row)
{
    int others = f->q->parameters->variables + f->q->terms;
    memcpy(row + (ptrdiff_t)log * f->states, line, (size_t)f->states * sizeof *row);
    memcpy(row + br_output_at_parameters(f), line + f->states, (size_t)others * sizeof *row);
}

// The residuals of a log that are fitted, and with J their derivatives by the variables of the search.
static br_status reduce_log(br_output_work *f, int log, double *r, double *J, long long *row)
{
    const br_output_log *l = &f->q->log[log];
    br_status status = br_output_wide(f, l, J != NULL);
    for (int k = 0; k < br_output_reduced(f, l) && status == BR_OK; k++) {
        if (!br_output_counts(f, l, k))
            continue;
        double weight = f->weight[*row];
        r[*row] = weight * f->wide[(ptrdiff_t)k * f->width];
        if (J) {
            br_output_line(f, l, k, weight, f->line);
            put_line(f, log, f->line, J + *row * f->size);
        }
        ++*row;
    }
    return status;
}

// A long motion that a law explains but for noise may tell parameters to 1e-6: the search then ends where it promises a hundredth of
// what one standard deviation is worth. Of a law that does not, the last digits mean nothing.
bool br_output_is_precise(const br_output_work *f)
{
    const double most = 0.01;
    double sum = 0;
    for (int i = 0; f->q->simulation && i < f->q->logs; i++) {
        const br_output_log *l = &f->q->log[i];
        for (long long k = l->from; k < l->to; k++)
            sum += isfinite(l->y[k]) ? (l->y[k] - l->x) * (l->y[k] - l->x) : 0;
    }
    return f->noise < most * br_sqrt(sum / (double)f->rows);
}

// ---------------------------------------------------------------- all logs

// Weak prior of a variable: five powers of e, or a thousand times its scale.
static double weak_sd(const br_fit_parameters *n, int variable)
{
    for (int i = 0; i < n->count; i++)
        if (n->parameter[i].variable == variable)
            return n->parameter[i].kind == BR_FIT_SCALED || n->parameter[i].kind == BR_FIT_ABOVE ? 1000 : 5;
    return 1000;
}

void br_output_priors(const br_output_work *f, const double *e, double *r, double *J)
{
    const br_fit_parameters *n = f->q->parameters;
    long long row = 0;
    for (int i = 0; i < br_output_at_parameters(f); i++, row++) {
        r[row] = f->noise * e[i];
        if (J)
            J[row * f->size + i] = f->noise;
    }
    for (int i = 0; i < n->variables; i++, row++) {
        double w = f->weak ? f->noise / weak_sd(n, i) : 0;
        r[row] = w * e[br_output_at_parameters(f) + i];
        if (J)
            J[row * f->size + br_output_at_parameters(f) + i] = w;
    }
    for (int i = 0; f->o->sd && i < n->count + f->q->terms; i++) {
        double sd = f->o->sd[i];
        if (!(sd > 0) || !isfinite(sd))
            continue;
        bool term = i >= n->count;
        int at = br_output_at_terms(f) + i - n->count;
        double value = term ? e[at] * f->scale[i - n->count] : f->p[n->parameter[i].at];
        r[row] = f->noise * (value - f->o->mean[i]) / sd;
        if (J && term)
            J[row * f->size + at] = f->noise * f->scale[i - n->count] / sd;
        for (int c = 0; J && !term && c < n->variables; c++)
            J[row * f->size + br_output_at_parameters(f) + c] = f->noise * f->T[i * n->variables + c] / sd;
        row++;
    }
}

br_status br_output_residual(void *self, const double *e, double *r, double *J)
{
    br_output_work *f = self;
    long long row = 0;
    br_status status = BR_OK;
    br_fit_parameters_values(f->q->parameters, e + br_output_at_parameters(f), f->p, f->T);
    if (J)
        memset(J, 0, (size_t)(f->rows + f->priors) * (size_t)f->size * sizeof *J);
    for (int i = 0; i < f->q->logs && status == BR_OK; i++) {
        status = br_output_along(f, i, e, J != NULL);
        if (status == BR_OK)
            status = reduce_log(f, i, r, J, &row);
    }
    if (status == BR_OK)
        br_output_priors(f, e, r + f->rows, J ? J + f->rows * f->size : NULL);
    return status;
}

// ---------------------------------------------------------------- very many rows

int br_output_packed_rows(const br_output_work *f)
{
    return f->q->logs * (f->states + f->q->parameters->variables + f->q->terms + 1);
}

// The triangle of a log: of its lines, with the residual behind them.
static br_status pack_log(br_output_work *f, int log, br_triangle *t, long long *row)
{
    const br_output_log *l = &f->q->log[log];
    br_status status = br_output_wide(f, l, true);
    for (int k = 0; k < br_output_reduced(f, l) && status == BR_OK; k++) {
        if (!br_output_counts(f, l, k))
            continue;
        double weight = f->weight[(*row)++], *to = br_triangle_row(t);
        br_output_line(f, l, k, weight, to);
        to[t->n - 1] = weight * f->wide[(ptrdiff_t)k * f->width];
        status = br_triangle_add(t);
    }
    return status == BR_OK ? br_triangle_close(t) : status;
}

static br_status packed_jacobian(br_output_work *f, const double *e, double *r, double *J)
{
    int n = br_output_packed_rows(f) / f->q->logs;
    long long row = 0;
    br_status status = BR_OK;
    br_fit_parameters_values(f->q->parameters, e + br_output_at_parameters(f), f->p, f->T);
    memset(J, 0, (size_t)(br_output_packed_rows(f) + f->priors) * (size_t)f->size * sizeof *J);
    for (int log = 0; log < f->q->logs && status == BR_OK; log++, r += n, J += (ptrdiff_t)n * f->size) {
        br_triangle t;
        status = br_triangle_init(&t, n);
        if (status == BR_OK)
            status = br_output_along(f, log, e, true);
        if (status == BR_OK)
            status = pack_log(f, log, &t, &row);
        for (int i = 0; i < n && status == BR_OK; i++) {
            const double *line = t.block + (ptrdiff_t)i * n;
            r[i] = line[n - 1];
            put_line(f, log, line, J + (ptrdiff_t)i * f->size);
        }
        br_triangle_free(&t);
    }
    if (status == BR_OK)
        br_output_priors(f, e, r, J);
    return status;
}

br_status br_output_packed_residual(void *self, const double *e, double *r, double *J)
{
    br_output_work *f = self;
    int packed = br_output_packed_rows(f);
    if (J)
        return packed_jacobian(f, e, r, J);
    br_status status = br_output_residual(f, e, f->unpacked, NULL);
    memset(r, 0, (size_t)packed * sizeof *r);
    for (long long k = 0; k < f->rows && status == BR_OK; k++)
        r[0] += f->unpacked[k] * f->unpacked[k];
    r[0] = br_sqrt(r[0]);
    memcpy(r + packed, f->unpacked + f->rows, (size_t)f->priors * sizeof *r);
    return status;
}
