// identify_mismatch.c - a model mismatch in the standard deviations of a fit.             [host]
//
//     y = M(p) + c q,     M the force of the model, q one more term
//
// If the model is right, the fit with one more term gives the same parameters (Hausman's test), and c is 0 but for the noise. If it is
// not, parameters are bent to make up for what the model lacks, and residuals do not show by how much. So the fit is made again with
// terms of the usual faults of logs and laws, one by one; those with a period, a width or a time constant where the residuals show
// one. Where c is not 0 by far more than its standard deviation, what moves is included.
//
// The states of a law run along straight lines of the velocity from row to row. Rows twice as far apart make an error up to four
// times as large: so the fit is made again with every second row, and what moves is included, too.
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 100000, STEPS = 10 };

// In sds: of c, beyond which a term is no chance; of a parameter, beyond which every second row gives another one, and beyond which
// it may.
static const double SURE = 4.5, FAR = 3, NEAR = 2, LARGE = 10;
// The same of a term that is the best of many.
static const double SEARCHED = 6;
// The error of all rows is all to a third of what every second row moves, if its order is 1 to 2: half of it is included. Where that is
// LARGE the order is not known, and all of it is.
static const double HALF = 0.5;

// ---------------------------------------------------------------- terms

// The force of the model at row k of a stretch, as it was measured: with the forces that are known. NaN: there is none.
static double model_force(const br_identify_work *w, int s, long long k)
{
    const br_output_log *g = &w->stretch[s];
    return k >= 0 && k < g->stretch.rows ? g->whole[k] - w->id->fit.residual[s][k] : (double)NAN;
}

static double term_at(const br_identify_work *w, br_mismatch_cause cause, int s, long long k)
{
    const br_output_log *g = &w->stretch[s];
    const br_axis_log *l = &w->log[g->of];
    double v = l->v[g->first + k], y = model_force(w, s, k), t = g->stretch.t[k] - g->stretch.t[0];
    switch (cause) {
    case BR_MISMATCH_SPEED: return v * fabs(v);
    case BR_MISMATCH_SIDE: return fabs(y);
    case BR_MISMATCH_SIZE: return y * y * y;
    case BR_MISMATCH_SMOOTH: return model_force(w, s, k - 1) - 2 * y + model_force(w, s, k + 1);
    case BR_MISMATCH_POSITION: return l->x ? l->x[g->first + k] : 0;
    case BR_MISMATCH_TIME: return v > 0 ? t : v < 0 ? -t : 0;
    default: return 0;
    }
}

// ---------------------------------------------------------------- other logs

// The stretches run along these logs.
static br_status use_logs(br_identify_work *w, const br_axis_log *log)
{
    w->log = log;
    br_identify_fill_columns(w);
    return br_identify_point_stretches(w);
}

// The fit again, by so many steps from where it has led.
static br_status fit_again(br_identify_work *w, const br_output_problem *q, br_output_options o, int steps,
                           br_output_fit *again)
{
    const br_output_fit *f = &w->id->fit;
    o.steps = steps;
    o.once = true;
    o.start = f->start;
    o.state_sd = f->state_sd;
    br_identify_start_from_values(w);
    return br_output_run(again, q, &o, f->p, NULL);
}

// c, and behind a mean with both neighbours, 1/4, 1/2 and 1/4 of them.
static const double *smoothed(const double *c, long long rows, double *to)
{
    for (long long k = 0; k < rows; k++) {
        double mean = k > 0 && k + 1 < rows ? 0.25 * c[k - 1] + 0.5 * c[k] + 0.25 * c[k + 1] : c[k];
        to[k] = isfinite(mean) ? mean : c[k];
    }
    return to;
}

// Velocities that were measured, and accelerations, smoothed. false: none was.
static bool smooth_logs(const br_identify_work *w, br_axis_log *to, double *block)
{
    bool some = false;
    for (int i = 0; i < w->logs; i++) {
        const br_axis_log *l = &w->log[i];
        to[i] = *l;
        if (l->made_v)
            continue;
        some = true;
        to[i].v = smoothed(l->v, l->trace.rows, block);
        to[i].a = l->a ? smoothed(l->a, l->trace.rows, block + l->trace.rows) : NULL;
        block += 2 * l->trace.rows;
    }
    return some;
}

// What a smoother motion changes in the force of the model, at every row of all stretches, which are made again. 0: nothing, or it is not
// known.
static br_status smooth_response(br_identify_work *w, const br_output_options *o, double *to)
{
    const br_axis_log *given = w->log;
    const br_output_fit *f = &w->id->fit;
    size_t rows = 0;
    int stretches = w->stretches;
    for (int i = 0; i < w->logs; i++)
        rows += (size_t)given[i].trace.rows;
    memset(to, 0, (size_t)br_identify_rows(w) * sizeof *to);
    br_axis_log *other = calloc((size_t)w->logs + 1, sizeof *other);
    double *block = malloc((2 * rows + 1) * sizeof *block);
    br_output_fit again = {0};
    br_status status = other && block ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK && smooth_logs(w, other, block)) {
        status = use_logs(w, other);
        if (status == BR_OK && w->stretches == stretches)
            status = fit_again(w, &w->q, *o, 0, &again);
        for (int s = 0; status == BR_OK && again.n > 0 && s < stretches; s++)
            for (long long k = 0; k < f->rows[s]; k++, to++) {
                double change = k < again.rows[s] ? f->residual[s][k] - again.residual[s][k] : 0;
                *to = isfinite(change) ? change : 0;
            }
        w->log = given;
        if (status != BR_NO_MEMORY)
            status = use_logs(w, given);
    }
    br_output_free(&again);
    free(other);
    free(block);
    return status;
}

// The problem with one more term, in a block of its own.
typedef struct widened {
    br_output_problem q;
    br_output_log *stretch;
    const double **term; // of every stretch the columns
    br_term *list;
    double *column, *mean, *sd, *share;
    br_axis_simulation_options simulation; // of a fit of the motion, with
    br_axis_term *which;
} widened;

static void free_widened(widened *d)
{
    free(d->stretch);
    free((void *)d->term);
    free(d->list);
    free(d->column);
    free(d->mean);
    free(d->share);
    free(d->which);
}

// The term acts on the simulated axis, too, in all stretches.
static br_status widen_simulation(const br_identify_work *w, widened *d)
{
    size_t terms = (size_t)w->q.terms;
    d->which = malloc((terms + 1) * sizeof *d->which);
    d->share = malloc(((size_t)w->stretches * (terms + 1) + 1) * sizeof *d->share);
    if (!d->which || !d->share)
        return BR_NO_MEMORY;
    memcpy(d->which, w->simulation.term, terms * sizeof *d->which);
    for (int s = 0; s < w->stretches; s++) {
        double *to = d->share + (size_t)s * (terms + 1);
        memcpy(to, w->stretch[s].share, terms * sizeof *to);
        to[terms] = 1;
        d->stretch[s].share = to;
        d->stretch[s].extra = d->term[(size_t)s * (terms + 1) + terms];
    }
    d->simulation = w->simulation;
    d->simulation.term = d->which;
    d->simulation.terms++;
    d->q.simulation = &d->simulation;
    return BR_OK;
}

static br_status open_widened(const br_identify_work *w, widened *d)
{
    size_t terms = (size_t)w->q.terms, n = (size_t)w->id->parameters.count + terms + 1, at = 0;
    *d = (widened){.q = w->q};
    d->stretch = malloc(((size_t)w->stretches + 1) * sizeof *d->stretch);
    d->term = calloc((size_t)w->stretches * (terms + 1) + 1, sizeof *d->term);
    d->list = malloc((terms + 1) * sizeof *d->list);
    d->column = malloc(((size_t)br_identify_rows(w) + 1) * sizeof *d->column);
    d->mean = calloc(2 * n, sizeof *d->mean);
    if (!d->stretch || !d->term || !d->list || !d->column || !d->mean)
        return BR_NO_MEMORY;
    d->sd = d->mean + n;
    memcpy(d->mean, w->prior_mean, (n - 1) * sizeof *d->mean);
    memcpy(d->sd, w->prior_sd, (n - 1) * sizeof *d->sd);
    d->sd[n - 1] = HUGE_VAL;
    memcpy(d->list, w->q.term, terms * sizeof *d->list);
    d->list[terms] = (br_term){"mismatch", "-", 0, -HUGE_VAL, HUGE_VAL};
    for (int s = 0; s < w->stretches; s++) {
        const double **to = d->term + (size_t)s * (terms + 1);
        memcpy((void *)to, (const void *)w->stretch[s].term, terms * sizeof *to);
        to[terms] = d->column + at;
        d->stretch[s] = w->stretch[s];
        d->stretch[s].term = to;
        at += (size_t)w->stretch[s].stretch.rows;
    }
    d->q.log = d->stretch;
    d->q.term = d->list;
    d->q.terms++;
    return w->q.simulation ? widen_simulation(w, d) : BR_OK;
}

// false: there is no such term in these logs. response: what a smoother motion changes.
static bool fill_term(const br_identify_work *w, br_mismatch_cause cause, const double *response, double *to)
{
    bool some = false;
    for (int s = 0; s < w->stretches; s++)
        for (long long k = 0; k < w->stretch[s].stretch.rows; k++, to++, response++) {
            double term = cause == BR_MISMATCH_MOTION ? *response : term_at(w, cause, s, k);
            *to = isfinite(term) ? term : 0;
            some = some || *to != 0;
        }
    return some;
}

// ---------------------------------------------------------------- what another fit says

// What another fit says of parameter i.
static void name_parameter(br_mismatch *m, br_mismatch_shape shape, const br_output_fit *again, int i, double score)
{
    double coefficient = shape.cause == BR_MISMATCH_ROWS ? 0 : again->value[again->n - 1];
    *m = (br_mismatch){i, shape.cause, again->value[i], again->corrected_sd[i], score, shape.scale, coefficient};
}

static bool both_know(const br_output_fit *f, const br_output_fit *again, int i)
{
    return !f->bound[i] && !again->bound[i] && isfinite(f->corrected_sd[i]) && isfinite(again->corrected_sd[i]) &&
           f->corrected_sd[i] > 0 && again->corrected_sd[i] > 0;
}

// Is parameter i proportional to the gain of the force?
static bool is_forceful(const br_identified *id, int i)
{
    return i >= id->parameters.count || br_identified_unit(id, i)[0] == 'N';
}

// With one more term, which is no chance: all that moves.
static void include_term(br_identify_work *w, const br_output_fit *again, br_mismatch_shape shape, double score)
{
    br_identified *id = w->id;
    const br_output_fit *f = &id->fit;
    bool first = score > id->mismatch.score;
    double worst =
        shape.cause < BR_MISMATCH_SEARCHED ? 1 : 0; // sds: less is nothing, but a part that can be mended is named
    for (int i = 0; i < id->parameters.count + id->terms; i++) {
        double off = fabs(again->value[i] - f->value[i]);
        if (shape.cause == BR_MISMATCH_SIDE && is_forceful(id, i)) // which side has the right gain is not known
            off = br_max(off, fabs(again->value[again->n - 1] * f->value[i]));
        double sds = off / f->corrected_sd[i];
        if (!both_know(f, again, i))
            continue;
        w->mismatch[i] = br_max(w->mismatch[i], off);
        if (first && sds > worst) {
            worst = sds;
            name_parameter(&id->mismatch, shape, again, i, score);
        }
    }
}

// With every second row: what moves by more than chance. The sd of those rows is about that of the difference.
static void include_thinned(br_identify_work *w, const br_output_fit *again)
{
    br_identified *id = w->id;
    const br_output_fit *f = &id->fit;
    double worst = FAR;
    for (int i = 0; i < id->parameters.count + id->terms; i++) {
        double off = fabs(again->value[i] - f->value[i]), sds = off / again->corrected_sd[i];
        if (!both_know(f, again, i) || sds < NEAR)
            continue;
        w->mismatch[i] = br_max(w->mismatch[i], sds > LARGE ? off : HALF * off);
        if (sds > worst && off > f->corrected_sd[i]) {
            worst = sds;
            name_parameter(&id->coarse, (br_mismatch_shape){.cause = BR_MISMATCH_ROWS}, again, i, sds);
        }
    }
    if (id->coarse.score > id->mismatch.score) // rows that are too far apart look like other faults, too
        id->mismatch.parameter = -1;
}

// The fit with the term that is in the last column of d, and how many sds it is from 0.
static br_status fit_term(br_identify_work *w, const br_output_options *options, const widened *d, br_output_fit *again,
                          double *score)
{
    br_output_options o = *options;
    o.mean = d->mean;
    o.sd = d->sd;
    br_identify_start_from_values(w);
    memcpy(d->list, w->q.term, (size_t)w->q.terms * sizeof *d->list);
    br_status status = fit_again(w, &d->q, o, STEPS, again);
    int i = again->n - 1;
    *score = status == BR_OK && !again->bound[i] ? fabs(again->value[i]) / again->corrected_sd[i] : 0;
    *score = isfinite(*score) ? *score : 0;
    bool grave = status == BR_NO_MEMORY || (w->o->stop && *w->o->stop != 0);
    return grave ? status : BR_OK; // a fit that fails says nothing
}

static br_status try_term(br_identify_work *w, const br_output_options *o, const widened *d, br_mismatch_shape shape)
{
    br_output_fit again = {0};
    double score;
    br_status status = fit_term(w, o, d, &again, &score);
    if (status == BR_OK && score > (shape.cause < BR_MISMATCH_SEARCHED ? SURE : SEARCHED))
        include_term(w, &again, shape, score);
    br_output_free(&again);
    return status;
}

// A term that the residuals show. Parameters that were bent hide a part of it: once they are not, its period or width is found again.
static br_status try_shape(br_identify_work *w, const br_output_options *o, const widened *d, br_mismatch_rows *rows,
                           br_mismatch_shape shape)
{
    enum { ROUNDS = 3 };
    bool found = true;
    br_status status = BR_OK;
    for (int i = 0; i < ROUNDS && found && status == BR_OK; i++) {
        br_output_fit again = {0};
        double score;
        br_mismatch_fill(rows, shape, d->column);
        status = fit_term(w, o, d, &again, &score);
        bool sure = status == BR_OK && score > SEARCHED, last = i + 1 == ROUNDS;
        br_mismatch_shape next = shape;
        if (sure && !last) {
            br_mismatch_rows_update(rows, &again, d->column);
            status = br_mismatch_search(rows, shape.cause, &next, &found);
        }
        last = last || !found || (next.scale == shape.scale && next.phase == shape.phase);
        if (sure && last && status == BR_OK)
            include_term(w, &again, shape, score);
        found = sure && !last;
        shape = next;
        br_output_free(&again);
    }
    return status;
}

static br_status try_shapes(br_identify_work *w, const br_output_options *o, const widened *d)
{
    br_status status = BR_OK;
    for (int c = BR_MISMATCH_SEARCHED; c < BR_MISMATCH_ROWS && status == BR_OK; c++) {
        br_mismatch_rows *rows = NULL;
        br_mismatch_shape shape;
        bool found = false;
        status = br_mismatch_rows_open(&rows, w);
        if (status == BR_OK)
            status = br_mismatch_search(rows, (br_mismatch_cause)c, &shape, &found);
        if (status == BR_OK && found)
            status = try_shape(w, o, d, rows, shape);
        br_mismatch_rows_close(rows);
    }
    return status;
}

static br_status try_terms(br_identify_work *w, const br_output_options *o)
{
    widened d = {0};
    double *response = malloc(((size_t)br_identify_rows(w) + 1) * sizeof *response);
    br_status status = response ? smooth_response(w, o, response) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = open_widened(w, &d);
    for (int c = 0; c < BR_MISMATCH_SEARCHED && status == BR_OK; c++)
        if (fill_term(w, (br_mismatch_cause)c, response, d.column))
            status = try_term(w, o, &d, (br_mismatch_shape){.cause = (br_mismatch_cause)c});
    if (status == BR_OK)
        status = try_shapes(w, o, &d);
    free_widened(&d);
    free(response);
    return status;
}

// ---------------------------------------------------------------- a fit of the motion

// The term as the simulated axis has it: of its own motion, or part of the drive.
static br_axis_term axis_term(br_mismatch_cause cause)
{
    return cause == BR_MISMATCH_SPEED ? BR_AXIS_DRAG : cause == BR_MISMATCH_POSITION ? BR_AXIS_SPRING : BR_AXIS_EXTRA;
}

// By the motion and the force that were measured. Noise of them makes the term smaller, and no other one.
static double motion_term_at(const br_identify_work *w, br_mismatch_cause cause, int s, long long k)
{
    const br_output_log *g = &w->stretch[s];
    const br_axis_log *l = &w->given[g->of];
    double v = l->v[g->first + k], u = g->drive[k], t = g->stretch.t[k] - g->stretch.t[0];
    switch (cause) {
    case BR_MISMATCH_SPEED: return v * fabs(v);
    case BR_MISMATCH_SIDE: return fabs(u);
    case BR_MISMATCH_SIZE: return u * u * u;
    case BR_MISMATCH_POSITION: return l->x[g->first + k];
    case BR_MISMATCH_TIME: return v > 0 ? t : v < 0 ? -t : 0;
    default: return 0;
    }
}

static void fill_motion_term(const br_identify_work *w, br_mismatch_cause cause, double *to)
{
    for (int s = 0; s < w->stretches; s++)
        for (long long k = 0; k < w->stretch[s].stretch.rows; k++, to++) {
            double term = motion_term_at(w, cause, s, k);
            *to = isfinite(term) ? term : 0;
        }
}

static bool has_spring(const br_identify_work *w)
{
    for (int j = 0; j < w->id->terms; j++)
        if (w->id->which[j] == BR_AXIS_SPRING)
            return true;
    return w->id->velocity;
}

// After a fit of the motion: the same with those terms that a simulated axis can have.
br_status br_identify_find_motion_mismatch(br_identify_work *w, const br_output_options *o)
{
    static const br_mismatch_cause causes[] = {BR_MISMATCH_SPEED, BR_MISMATCH_SIDE, BR_MISMATCH_SIZE,
                                               BR_MISMATCH_POSITION, BR_MISMATCH_TIME};
    br_identified *id = w->id;
    widened d = {0};
    br_output_options one = *o;
    free(w->mismatch);
    w->mismatch = calloc((size_t)id->fit.n + 1, sizeof *w->mismatch);
    if (!w->mismatch)
        return BR_NO_MEMORY;
    if (br_identify_rows(w) > MOST_ROWS || id->fit.error < br_identified_exact_error(id))
        return BR_OK;
    one.tol = 1e-3; // far below an sd
    br_status status = open_widened(w, &d);
    for (size_t i = 0; i < sizeof causes / sizeof *causes && status == BR_OK; i++) {
        if (causes[i] == BR_MISMATCH_POSITION && has_spring(w))
            continue;
        d.which[w->q.terms] = axis_term(causes[i]);
        fill_motion_term(w, causes[i], d.column);
        status = try_term(w, &one, &d, (br_mismatch_shape){.cause = causes[i]});
    }
    free_widened(&d);
    return status;
}

// ---------------------------------------------------------------- every second row

// Every second value of c, into *to, which moves on.
static const double *thin_column(const double *c, long long rows, double **to)
{
    double *at = *to;
    for (long long k = 0; k < rows && c; k += 2)
        *(*to)++ = c[k];
    return c ? at : NULL;
}

static void thin_log(const br_axis_log *l, br_axis_log *to, br_trace_column *column, double **block)
{
    long long rows = l->trace.rows;
    *to = *l;
    to->trace = (br_trace){(rows + 1) / 2, thin_column(l->trace.t, rows, block), column, l->trace.columns};
    for (int i = 0; i < l->trace.columns; i++)
        column[i] = (br_trace_column){l->trace.column[i].name, thin_column(l->trace.column[i].v, rows, block)};
    to->x = thin_column(l->x, rows, block);
    to->v = thin_column(l->v, rows, block);
    to->a = thin_column(l->a, rows, block);
    to->y = thin_column(l->y, rows, block);
    to->rejected = NULL;
    to->rejects = 0;
}

// The delay stays as it is: its column is that of all rows.
static br_status fit_thinned(br_identify_work *w, const br_output_options *options, br_output_fit *again)
{
    br_output_options o = *options;
    br_output_problem q = w->q;
    o.every = o.every > 1 ? o.every / 2 : 1;
    q.terms = w->id->terms;
    return fit_again(w, &q, o, STEPS, again);
}

static br_status try_thinned(br_identify_work *w, const br_output_options *o)
{
    const br_axis_log *given = w->log;
    size_t numbers = 0, columns = 0;
    int stretches = w->stretches;
    for (int i = 0; i < w->logs; i++) {
        columns += (size_t)given[i].trace.columns;
        numbers += ((size_t)given[i].trace.columns + 5) * ((size_t)given[i].trace.rows / 2 + 1);
    }
    br_axis_log *other = calloc((size_t)w->logs + 1, sizeof *other);
    br_trace_column *column = calloc(columns + 1, sizeof *column), *next = column;
    double *block = malloc((numbers + 1) * sizeof *block), *at = block;
    br_output_fit again = {0};
    br_status status = other && column && block ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < w->logs && status == BR_OK; i++) {
        thin_log(&given[i], &other[i], next, &at);
        next += given[i].trace.columns;
    }
    if (status == BR_OK)
        status = use_logs(w, other);
    if (status == BR_OK && w->stretches == stretches)
        status = fit_thinned(w, o, &again);
    bool grave = status == BR_NO_MEMORY || (w->o->stop && *w->o->stop != 0);
    if (status == BR_OK && again.n > 0)
        include_thinned(w, &again);
    w->log = given;
    if (!grave)
        status = use_logs(w, given);
    br_output_free(&again);
    free(other);
    free(column);
    free(block);
    return status;
}

br_status br_identify_find_mismatch(br_identify_work *w, const br_output_options *o)
{
    br_identified *id = w->id;
    w->mismatch = calloc((size_t)id->fit.n + 1, sizeof *w->mismatch);
    if (!w->mismatch)
        return BR_NO_MEMORY;
    if (br_identify_rows(w) > MOST_ROWS || id->fit.error < br_identified_exact_error(id))
        return BR_OK;
    br_status status = try_terms(w, o);
    return status == BR_OK && id->model->nx > 0 ? try_thinned(w, o) : status;
}

// Whether a parameter is identifiable is said by the log, and not by a law that does not fit: its sd stays below its value.
void br_identify_include_mismatch(br_identify_work *w)
{
    const double most = 0.95;
    br_output_fit *f = &w->id->fit;
    for (int i = 0; w->mismatch && i < f->n; i++) {
        double sd = f->corrected_sd[i];
        if (!br_identified_is_identifiable(w->id, i)) // or about 0, and as sure as the log is
            continue;
        br_output_include_error(f, i, w->mismatch[i]);
        if (!br_identified_is_identifiable(w->id, i))
            f->corrected_sd[i] = br_max(sd, most * fabs(f->value[i]));
    }
}
