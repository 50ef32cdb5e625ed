// estimate.c - estimation over the log of a mechanism, or sample by sample: filter and smoother.   [host]
#include "num/base/fp.h"

#include "mech/motion/drives.h"
#include "mech/estimate/retry.h"
#include "mech/estimate/smoother.h"
#include "mech/estimate/estimate.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct estimator { // one run
    const br_mech_estimate *w;
    br_mech m;
    br_moving s;
    br_drives drives;
    br_filter f;
    br_parameter parameter[BR_MECH_ESTIMATE_MOST];
    double *u;       // logged drives, one behind the other: what is missing is the number before
    double farthest; // largest innovation that was taken, in standard deviations; its signal and row
    int far;
    long long far_row;
    br_retry retry;
    double *start;      // checkpoint of the prior
    double begin;       // s, where it starts
    long long restarts; // from there
    int failed;         // rows in a row that were none
    br_record *to;
} estimator;

enum { MOST_FAILED = 20 };

static void close_run(estimator *o)
{
    br_retry_close(&o->retry);
    br_filter_close(&o->f);
    br_drives_close(&o->drives);
    br_moving_close(&o->s);
    br_mech_free(&o->m);
    free(o->u);
    free(o->start);
}

bool br_mech_estimate_names_force(const br_mech_estimate *w, int unknown)
{
    bool first = true;
    for (int i = 0; i < unknown; i++)
        first = first && w->unknown[i].force != w->unknown[unknown].force;
    return first;
}

double br_mech_estimate_row(const br_mech_estimate *w)
{
    return w->row > 0 ? w->row : (w->t[w->rows - 1] - w->t[0]) / (double)(w->rows - 1);
}

double br_mech_estimate_walk(const br_mech_estimate *w, double Q)
{
    return br_sqrt(Q / br_mech_estimate_row(w));
}

// ---------------------------------------------------------------- columns

typedef struct heads {
    br_record_head *head;
    char (*name)[BR_PARAMETER_NAME + 24];
    int count;
} heads;

static void add_column(heads *h, const char *name, const char *ending, const char *unit)
{
    snprintf(h->name[h->count], sizeof h->name[0], "%s%s", name, ending);
    h->head[h->count] = (br_record_head){h->name[h->count], unit, BR_RECORD_OUTPUT};
    h->count++;
}

static void add_estimate(heads *h, const char *name, const char *middle, const char *unit)
{
    char ending[24];
    snprintf(ending, sizeof ending, "%s_est", middle);
    add_column(h, name, ending, unit);
    snprintf(ending, sizeof ending, "%s_sd", middle);
    add_column(h, name, ending, unit);
}

static void name_columns(heads *h, const estimator *o)
{
    const br_mech *m = &o->m;
    add_column(h, "t", "", "s");
    h->head[0].role = BR_RECORD_TIME;
    for (int i = 0; i < o->w->unknowns; i++) {
        if (!br_mech_estimate_names_force(o->w, i))
            continue;
        const br_force *f = &m->force[o->w->unknown[i].force];
        add_estimate(h, f->name, "", m->measure[f->measure].kind == BR_MEASURE_TURN ? "N*m" : "N");
    }
    for (int i = 0; i < o->w->parameters; i++)
        add_estimate(h, o->w->parameter[i].name, "", o->w->parameter[i].unit);
    for (int i = 0; i < m->measures; i++) {
        bool turns = m->measure[i].kind == BR_MEASURE_TURN;
        add_estimate(h, m->measure[i].name, "", turns ? "rad" : "m");
        add_estimate(h, m->measure[i].name, "_speed", turns ? "rad/s" : "m/s");
    }
    for (int i = 0; i < m->sensors; i++)
        add_estimate(h, m->sensor[i].name, "", br_sensor_unit(m, &m->sensor[i]));
    for (int i = 0; i < o->w->signals; i++) {
        const br_sensor *e = &m->sensor[o->w->sensor[i]];
        add_column(h, e->name, "_innovation", br_sensor_unit(m, e));
    }
    add_column(h, "nis", "", "-");
}

static br_status open_record(estimator *o, br_diag *why)
{
    size_t most = 2 + 2 * (size_t)(o->w->unknowns + o->w->parameters) + 4 * (size_t)o->m.measures +
                  2 * (size_t)o->m.sensors + (size_t)o->w->signals;
    heads h = {calloc(most, sizeof *h.head), calloc(most, sizeof *h.name), 0};
    br_status status = h.head && h.name ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        name_columns(&h, o);
        status =
            br_record_open_named(o->to, h.head, h.count, o->w->every ? o->w->rows / o->w->every + 1 : o->w->rows, why);
    }
    free(h.head);
    free(h.name);
    return status;
}

// ---------------------------------------------------------------- rows

typedef struct cell {
    br_record *to;
    int column;
    long long row;
} cell;

static void write_cell(cell *c, double value)
{
    c->to->column[c->column++].v[c->row] = value;
}

static int estimates(const estimator *o) // columns of them, behind the time
{
    return o->to->columns - 2 - o->w->signals;
}

static bool recorded(const estimator *o, long long k)
{
    return o->to && (o->w->every == 0 || k % o->w->every == 0);
}

static long long row_of(const estimator *o, long long k)
{
    return o->w->every ? k / o->w->every : k;
}

// Of row k of the log, by the filter as it stands.
static br_status write_estimates(estimator *o, long long k, br_diag *why)
{
    cell c = {o->to, 1, row_of(o, k)};
    double sd, value;
    br_status status = br_filter_update_forces(&o->f, why);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < o->w->unknowns; i++) {
        if (!br_mech_estimate_names_force(o->w, i))
            continue;
        value = br_filter_input(&o->f, i, &sd);
        write_cell(&c, value), write_cell(&c, sd);
    }
    for (int i = 0; i < o->w->parameters; i++) {
        value = br_filter_parameter(&o->f, i, &sd);
        write_cell(&c, value), write_cell(&c, sd);
    }
    for (int i = 0; i < 2 * o->m.measures; i++) {
        value = br_filter_measure(&o->f, i / 2, i % 2, &sd);
        write_cell(&c, value), write_cell(&c, sd);
    }
    for (int i = 0; i < o->m.sensors; i++) {
        value = br_filter_sensor(&o->f, i, &sd);
        write_cell(&c, value), write_cell(&c, sd);
    }
    if (o->w->on_row)
        o->w->on_row(o->w->on_row_context, k, &o->s);
    return BR_OK;
}

// Measurement i of row k corrected the filter: it is there, and not beyond the gate.
static bool is_used(const estimator *o, int i, long long k)
{
    return k > 0 && isfinite(o->w->y[i][k]) && !o->f.out[i];
}

// Time, estimates unless they come later, and innovations of row k.
static br_status write_row(estimator *o, long long k, br_diag *why)
{
    long long row = row_of(o, k);
    cell time = {o->to, 0, row}, c = {o->to, 1 + estimates(o), row};
    write_cell(&time, o->w->t[k]);
    for (int i = 0; i < o->w->signals; i++)
        write_cell(&c, is_used(o, i, k) ? o->f.gap[i] : (double)NAN);
    write_cell(&c, k > 0 ? o->f.nis : (double)NAN);
    o->to->rows = row + 1;
    return o->w->smooth ? BR_OK : write_estimates(o, k, why);
}

// ---------------------------------------------------------------- a run

static br_status open_drives(estimator *o)
{
    const br_mech_estimate *w = o->w;
    o->u = calloc((size_t)w->inputs * (size_t)w->rows + 1, sizeof *o->u);
    if (!o->u)
        return BR_NO_MEMORY;
    for (int i = 0; i < w->inputs; i++) {
        double held = (double)NAN, *u = o->u + i * w->rows;
        for (long long k = 0; k < w->rows; k++)
            u[k] = held = isfinite(w->u[i][k]) ? w->u[i][k] : held;
    }
    return BR_OK;
}

// Drives that were logged, as they are from row k on until the next.
static void set_logged_drives(estimator *o, long long k)
{
    for (int i = 0; i < o->w->inputs; i++) {
        double u = o->u[i * o->w->rows + k];
        if (isfinite(u))
            o->s.drive[o->w->input[i]] = u;
    }
}

// Forces of the known drives at t, with those that were logged in row k; the filter knows the others.
static br_status set_drives(estimator *o, double t, long long k, br_diag *why)
{
    br_status status = br_drives_at(&o->drives, t, o->s.drive, why);
    set_logged_drives(o, k);
    return status;
}

static br_status save_start(estimator *o)
{
    o->start = calloc(br_checkpoint_numbers(&o->f) + 1, sizeof *o->start);
    if (!o->start)
        return BR_NO_MEMORY;
    br_checkpoint_save(&o->f, o->start);
    return BR_OK;
}

static br_status open_run(estimator *o, const br_mech_estimate *w, br_record *record, br_diag *why)
{
    memset(o, 0, sizeof *o);
    o->w = w;
    o->to = record;
    o->begin = w->t[0];
    for (int i = 0; i < w->parameters; i++)
        o->parameter[i] = w->parameter[i].is;
    br_status status = w->dense ? br_mech_read_apart(&o->m, w->text, w->size, w->origin, why)
                                : br_mech_read(&o->m, w->text, w->size, w->origin, why);
    if (status == BR_OK)
        status = br_drives_open(&o->drives, &o->m, why);
    if (status == BR_OK)
        status = br_moving_open(&o->s, &o->m, why);
    if (status == BR_OK)
        status = open_drives(o);
    if (status == BR_OK)
        status = set_drives(o, w->t[0], 0, why);
    for (int i = 0; i < w->unknowns && status == BR_OK; i++) // of a drive the formula is not known
        o->s.drive[o->m.force[w->unknown[i].force].drive] = o->m.force[w->unknown[i].force].rest;
    if (status == BR_OK)
        status = br_moving_start(&o->s, why);
    br_filter_options options = {.input = w->unknown,
                                 .inputs = w->unknowns,
                                 .parameter = o->parameter,
                                 .parameters = w->parameters,
                                 .sensor = w->sensor,
                                 .sensors = w->signals,
                                 .sd = w->sd,
                                 .scheme = w->scheme,
                                 .gate = w->gate,
                                 .dense = w->dense,
                                 .judged = record != NULL,
                                 .tails = w->smooth && record};
    if (status == BR_OK)
        status = br_filter_open(&o->f, &o->s, &options, why);
    if (status == BR_OK)
        status = save_start(o);
    if (status == BR_OK)
        status = br_retry_open(&o->retry, &o->f);
    return status == BR_OK && record ? open_record(o, why) : status;
}

// Steps to row k. Without a longest one those of a gap are as long as rows are otherwise.
static double steps_to(const br_mech_estimate *w, long long k)
{
    double long_ = w->t[k] - w->t[k - 1], most = w->step > 0 ? w->step : br_mech_estimate_row(w);
    double steps = long_ > most * (w->step > 0 ? 1 + 1e-9 : 1.5) ? ceil(long_ / most - 1e-9) : 1;
    return w->split > 1 ? w->split * steps : steps;
}

double br_mech_estimate_length(const br_mech_estimate *w)
{
    double sum = 0;
    for (long long k = 1; k < w->rows; k++)
        sum += steps_to(w, k);
    return sum;
}

// An innovation beyond so many standard deviations is to blame if a step behind it does not converge.
static const double believable = 1e3;

// From one time to another before row k. A step from which Newton's method does not come back, as where friction is steep and the
// speed turns, is made in halves.
static br_status predict_over(estimator *o, long long k, double from, double to, int halves, br_diag *why)
{
    br_status status = BR_OK;
    o->s.t = from;
    if (o->f.o.scheme->method == BR_MECH_NEWMARK)
        status = set_drives(o, from, k - 1, why);
    if (status == BR_OK)
        status = br_filter_prepare(&o->f, why);
    if (status == BR_OK)
        status = set_drives(o, to, k - 1, why);
    if (status == BR_OK)
        status = br_filter_time_update(&o->f, to - from, why);
    if (status != BR_NOT_FINITE || !o->f.refused || halves == 0 || o->farthest > believable)
        return status;
    double middle = from + (to - from) / 2;
    status = predict_over(o, k, from, middle, halves - 1, why);
    return status == BR_OK ? predict_over(o, k, middle, to, halves - 1, why) : status;
}

static br_status time_update(estimator *o, long long k, br_diag *why)
{
    enum { HALVES = 8 };
    const br_mech_estimate *w = o->w;
    double from = w->t[k - 1], long_ = w->t[k] - from, steps = steps_to(w, k);
    long long last = steps < 1e15 ? (long long)steps : (long long)1e15;
    br_status status = BR_OK;
    for (long long i = 1; i <= last && status == BR_OK; i++) {
        double t = i < last ? from + long_ * (double)i / steps : w->t[k];
        status = predict_over(o, k, from + long_ * (double)(i - 1) / steps, t, HALVES, why);
    }
    set_logged_drives(o, k); // for accelerations and forces there
    return status;
}

static void store_innovations(const estimator *o, long long k)
{
    const br_mech_estimate *w = o->w;
    for (int i = 0; i < w->signals; i++) {
        bool used = is_used(o, i, k);
        if (w->innovation)
            w->innovation[i * w->rows + k] = used ? o->f.gap[i] : (double)NAN;
        if (w->innovation_sd)
            w->innovation_sd[i * w->rows + k] = used ? br_sqrt(o->f.variance[i]) : (double)NAN;
    }
}

static void accumulate(estimator *o, long long k, br_mech_estimate_result *r)
{
    double before = 0, left = 0, input = 0;
    for (int i = 0; i < o->w->signals; i++) {
        double sd = o->w->sd[i];
        if (!is_used(o, i, k))
            continue;
        before += o->f.gap[i] / sd * (o->f.gap[i] / sd);
        left += o->f.left[i] / sd * (o->f.left[i] / sd);
    }
    for (int i = 0; i < o->w->unknowns; i++) {
        double d = br_mech_estimate_names_force(o->w, i) ? o->s.drive[o->m.force[o->w->unknown[i].force].drive] : 0;
        input += d * d;
    }
    r->before += br_sqrt(before);
    r->error += br_sqrt(left);
    r->input += br_sqrt(input);
    r->nis += o->f.nis;
}

// A row that fails while a measurement is far from all others: the data is to blame.
static br_status name_failure(const estimator *o, br_status status, br_diag *why)
{
    if (status == BR_OK || status == BR_NO_MEMORY || !why || !(o->farthest > believable))
        return status;
    snprintf(why->text, sizeof why->text,
             "row %lld of the log, t = %.9g s: %s is %.3g, %.3g standard deviations from what the filter expects, and "
             "the next step did not converge; %s",
             o->far_row + 1, o->w->t[o->far_row], o->m.sensor[o->w->sensor[o->far]].name, o->w->y[o->far][o->far_row],
             o->farthest,
             o->w->gate > 0 ? "restarts from the prior did not help: correct the log before this row, or cut it"
                            : "--gate rejects such measurements");
    why->line = why->column = 0;
    return BR_BAD_DATA;
}

static void note_farthest(estimator *o, long long k)
{
    if (o->f.farthest > o->farthest && !o->f.out[o->f.far]) {
        o->farthest = o->f.farthest;
        o->far = o->f.far;
        o->far_row = k;
    }
}

// Row k restarts from the prior, without its measurements.
static br_status restart_from_prior(estimator *o, long long k)
{
    br_diag own = {0};
    double t = o->w->t[k];
    br_checkpoint_restore(&o->f, o->start);
    o->f.augmented.t = t - o->begin;
    o->s.t = t;
    br_status status = br_filter_restart(&o->f);
    if (status == BR_OK)
        status = set_drives(o, t, k, &own);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < o->w->signals; i++)
        o->f.out[i] = true;
    o->f.nis = 0;
    memset(o->f.change, 0, (size_t)o->f.root.rows * sizeof *o->f.change);
    o->farthest = 0;
    o->restarts++;
    return BR_OK;
}

// Measurements that the gate let through after rejecting many led to where no step goes on, and that was not found in time to take
// them back. Answers `status`, unless that helps.
static br_status restart(estimator *o, long long k, br_status status, br_diag *why)
{
    bool opened = o->f.opened > 0 || o->retry.count > 0;
    if (status == BR_OK || status == BR_NO_MEMORY || !opened || o->failed >= MOST_FAILED)
        return status;
    br_status again = restart_from_prior(o, k);
    if (again != BR_OK)
        return again == BR_NO_MEMORY ? again : status;
    o->failed++;
    if (why)
        *why = (br_diag){0};
    return BR_OK;
}

// An input that was wild may have left the state where every measurement is absurd.
static br_status restart_if_astray(estimator *o, long long k, br_status status)
{
    bool astray = status == BR_OK && o->f.astray >= BR_FILTER_ASTRAY && o->retry.row == 0;
    return astray ? restart_from_prior(o, k) : status;
}

// Row k; smoother: NULL, or keeps it.
static br_status step(estimator *o, long long k, br_mech_smoother *smoother, br_diag *why)
{
    const double endless = 1e100; // standard deviations: squares of such numbers are none soon
    double y[BR_MECH_ESTIMATE_MOST];
    if (smoother)
        br_mech_smoother_begin_row(&o->f);
    br_status status = time_update(o, k, why);
    if (smoother)
        br_mech_smoother_note_prediction(smoother, &o->f);
    for (int i = 0; i < o->w->signals; i++)
        y[i] = o->w->y[i][k];
    if (status == BR_OK)
        status = br_filter_measurement_update(&o->f, y, why);
    note_farthest(o, k);
    if (status == BR_OK && !(o->farthest < endless))
        status = BR_NOT_FINITE;
    if (status == BR_OK)
        o->failed = 0;
    status = name_failure(o, status, why);
    if (status != BR_OK && o->retry.row == 0) {
        status = restart(o, k, status, why);
        if (smoother)
            br_mech_smoother_note_prediction(smoother, &o->f); // nothing leads back beyond this row
    }
    long long before = o->restarts;
    status = restart_if_astray(o, k, status);
    if (smoother && o->restarts > before)
        br_mech_smoother_note_prediction(smoother, &o->f);
    if (status == BR_OK && smoother)
        br_mech_smoother_store_row(smoother, &o->f);
    return status;
}

// As a damping, beside which this one is estimated.
static double braking_of(const estimator *o, const br_parameter *p)
{
    const br_force *f = p->kind == BR_OF_FORCE ? &o->m.force[p->of] : NULL;
    bool damps = f && f->kind == BR_FORCE_DAMPER && o->f.run[f->measure] > 0;
    return damps ? o->f.braked / o->f.run[f->measure] : 0;
}

// Parameters at the end, as they stand in the state vector.
static void summarise_parameters(estimator *o, br_mech_estimate_result *r)
{
    if (o->w->dense)
        br_dense_unit_directions(&o->f);
    for (int i = 0; i < o->w->parameters; i++) {
        double sd;
        (void)br_filter_parameter(&o->f, i, &sd);
        r->x[i] = o->f.augmented.x[o->f.augmented.parameters_at + i];
        r->x_sd[i] = sd / br_abs(br_parameter_slope(&o->parameter[i], r->x[i]));
        r->braking[i] = braking_of(o, &o->parameter[i]);
    }
}

// Newmark is of second order where no law of friction turns at a reversal.
static int order_of_scheme(const estimator *o)
{
    int order = o->f.o.scheme == &br_mech_newmark ? 2 : 1;
    for (int i = 0; i < o->m.forces; i++)
        order = o->m.force[i].friction ? 1 : order;
    return order;
}

static void summarise(estimator *o, br_mech_estimate_result *r)
{
    r->rejected = o->f.rejected;
    r->restarts = o->restarts;
    r->braked = o->f.braked;
    summarise_parameters(o, r);
    r->nis /= o->f.total > 0 ? (double)o->f.total : 1;
    r->likelihood = o->f.likelihood;
    r->measurements = o->f.total;
    r->violation = o->f.violation;
    r->freedoms = o->f.freedoms;
    r->order = order_of_scheme(o);
    r->rank = o->f.root.count;
    r->most = o->f.most;
    r->limited = o->f.augmented.limited;
    r->skipped = o->f.dense.skipped;
    r->taken = o->f.dense.taken;
    for (int i = 0; i < o->m.measures && o->to && r->named < BR_MECH_ESTIMATE_MOST; i++)
        if (o->f.named[i]) {
            r->motion[r->named].measure = i;
            r->motion[r->named].left[0] = br_filter_share_left(&o->f, i, 0);
            r->motion[r->named++].left[1] = br_filter_share_left(&o->f, i, 1);
        }
}

// ---------------------------------------------------------------- smoothing

typedef struct smoothing {
    br_mech_smoother smoother;
    long long block, blocks; // rows that are kept at once
    double *mark;            // of the row before each block
    size_t each;
} smoothing;

static br_status open_smoothing(estimator *o, smoothing *e)
{
    const long long bytes = 64 << 20;
    long long rows = o->w->rows, fit = bytes / (long long)(br_mech_smoother_numbers(&o->f) * sizeof(double));
    long long root = (long long)br_sqrt((double)rows) + 1;
    e->block = o->w->block > 0 ? o->w->block : fit > root ? fit : root;
    e->block = e->block < rows ? e->block : rows;
    e->blocks = (rows + e->block - 1) / e->block;
    e->each = br_checkpoint_numbers(&o->f) + 4;
    e->mark = calloc((size_t)e->blocks, e->each * sizeof *e->mark);
    br_status status = br_mech_smoother_open(&e->smoother, &o->f, e->block);
    return e->mark || status != BR_OK ? status : BR_NO_MEMORY;
}

static void close_smoothing(smoothing *e)
{
    br_mech_smoother_close(&e->smoother);
    free(e->mark);
}

// The last block is kept the first time already.
static br_mech_smoother *smoother_of(estimator *o, smoothing *e, long long k)
{
    if (!e)
        return NULL;
    if (k % e->block == 0) {
        double *mark = e->mark + (size_t)(k / e->block) * e->each;
        mark[0] = o->farthest;
        mark[1] = o->far;
        mark[2] = (double)o->far_row;
        mark[3] = o->failed;
        br_checkpoint_save(&o->f, mark + 4);
    }
    return k / e->block == e->blocks - 1 ? &e->smoother : NULL;
}

// Rows of a block are filtered once more, and kept.
static br_status replay_block(estimator *o, smoothing *e, long long block, br_diag *why)
{
    br_status status = BR_OK;
    const double *mark = e->mark + (size_t)block * e->each;
    o->farthest = mark[0];
    o->far = (int)mark[1];
    o->far_row = (long long)mark[2];
    o->failed = (int)mark[3];
    br_checkpoint_restore(&o->f, mark + 4);
    if (block == 0)
        br_mech_smoother_store_row(&e->smoother, &o->f); // where it starts
    o->retry.row = 0;
    for (long long k = block * e->block + (block == 0); k < (block + 1) * e->block && status == BR_OK; k++) {
        br_retry_before(&o->retry, &o->f, k);
        o->retry.row = 0; // what has to be refused is known by now
        status = step(o, k, &e->smoother, why);
    }
    return status;
}

static br_status report_progress(const br_mech_estimate *w, double share)
{
    return !w->progress || w->progress(w->context, share) ? BR_OK : BR_NEGATIVE;
}

static br_status smooth(estimator *o, smoothing *e, br_diag *why)
{
    br_status status = BR_OK;
    for (long long block = e->blocks - 1; block >= 0 && status == BR_OK; block--) {
        if (block < e->blocks - 1)
            status = replay_block(o, e, block, why);
        for (long long k = block * e->block + e->smoother.rows - 1; e->smoother.rows > 0 && status == BR_OK; k--) {
            if (recorded(o, k)) {
                status = set_drives(o, o->w->t[k], k, why);
                if (status == BR_OK)
                    status = br_mech_smoother_restore_row(&e->smoother, &o->f, why);
                if (status == BR_OK)
                    status = write_estimates(o, k, why);
            }
            br_mech_smoother_step_back(&e->smoother);
        }
        status = status == BR_OK ? report_progress(o->w, 1 - (double)block / (2 * (double)e->blocks)) : status;
    }
    return status;
}

// ---------------------------------------------------------------- the whole

// Sums of a run as they were before the row that is kept.
typedef struct sums {
    br_mech_estimate_result r;
    double farthest;
    int far, failed;
    long long far_row, restarts;
} sums;

static void exchange_sums(estimator *o, br_mech_estimate_result *r, sums *s, bool restores)
{
    if (restores) {
        *r = s->r;
        o->farthest = s->farthest;
        o->far = s->far;
        o->far_row = s->far_row;
        o->failed = s->failed;
        o->restarts = s->restarts;
    } else
        *s = (sums){*r, o->farthest, o->far, o->failed, o->far_row, o->restarts};
}

// Row k of the forward pass.
static br_status run_row(estimator *o, smoothing *e, long long k, br_mech_estimate_result *r, br_diag *why)
{
    br_status status = step(o, k, smoother_of(o, e, k), why);
    if (status == BR_OK) {
        store_innovations(o, k);
        accumulate(o, k, r);
    }
    if (status != BR_OK || !recorded(o, k))
        return status;
    status = name_failure(o, write_row(o, k, why), why);
    if (status == BR_OK || o->retry.row > 0)
        return status;
    status = restart(o, k, status, why);
    return status == BR_OK ? write_row(o, k, why) : status;
}

// Back before the gate opened, because a step did not converge; answers the row that comes next.
static br_status take_back(estimator *o, smoothing *e, long long *k, br_status status, br_diag *why)
{
    if (status == BR_OK || status == BR_NO_MEMORY || o->retry.row == 0)
        return status;
    *k = o->retry.row;
    status = br_retry_back(&o->retry, &o->f);
    if (why && status == BR_OK)
        *why = (br_diag){0};
    if (e && status == BR_OK) {
        long long last = (e->blocks - 1) * e->block;
        e->smoother.rows = *k > last ? *k - last : 0;
    }
    return status;
}

static br_status run_all(estimator *o, smoothing *e, br_mech_estimate_result *r, br_diag *why)
{
    const br_mech_estimate *w = o->w;
    sums kept = {.far = 0};
    br_mech_smoother *smoother = smoother_of(o, e, 0);
    if (smoother)
        br_mech_smoother_store_row(smoother, &o->f); // where it starts
    br_status status = o->to ? write_row(o, 0, why) : BR_OK;
    store_innovations(o, 0);
    for (long long k = 1, next; k < w->rows && status == BR_OK; k = next) {
        next = k + 1;
        br_retry_before(&o->retry, &o->f, k);
        if (o->retry.row == k)
            exchange_sums(o, r, &kept, false);
        status = run_row(o, e, k, r, why);
        if (status == BR_OK)
            br_retry_after(&o->retry, &o->f, k);
        else {
            status = take_back(o, e, &next, status, why);
            if (status == BR_OK)
                exchange_sums(o, r, &kept, true);
        }
        if (status == BR_OK && k % 16 == 0)
            status = report_progress(w, (e ? 0.5 : 1) * (double)k / (double)w->rows);
        r->stopped = status == BR_NEGATIVE && w->partial && o->to && !e;
        if (r->stopped)
            break;
    }
    if (r->stopped)
        status = BR_OK;
    if (status == BR_OK)
        summarise(o, r);
    return status == BR_OK && e ? smooth(o, e, why) : status;
}

br_status br_mech_estimate_run(const br_mech_estimate *w, br_record *record, br_mech_estimate_result *r, br_diag *why)
{
    estimator *o = calloc(1, sizeof *o);
    smoothing e = {0};
    bool smooths = w->smooth && record;
    memset(r, 0, sizeof *r);
    br_status status = o ? open_run(o, w, record, why) : BR_NO_MEMORY;
    if (status == BR_OK && smooths)
        status = open_smoothing(o, &e);
    if (status == BR_OK)
        status = run_all(o, smooths ? &e : NULL, r, why);
    close_smoothing(&e);
    if (o)
        close_run(o);
    free(o);
    return status;
}

// ---------------------------------------------------------------- sample by sample

enum { BEFORE, NOW, BOTH }; // the rows that are kept

struct br_mech_online {
    estimator e;
    br_mech_estimate w; // of these rows
    double t[BOTH], y[BR_MECH_ESTIMATE_MOST][BOTH], u[BR_MECH_ESTIMATE_MOST][BOTH];
    br_record record;
    br_mech_estimate_result sums;
};

static void set_sample(br_mech_online *o, int row, double t, const double *y, const double *u)
{
    o->t[row] = t;
    for (int i = 0; i < o->w.signals; i++)
        o->y[i][row] = y[i];
    for (int i = 0; i < o->w.inputs; i++)
        o->u[i][row] = u[i];
}

br_status br_mech_online_open(br_mech_online **online, const br_mech_estimate *w, double t, const double *y,
                              const double *u, br_diag *why)
{
    br_mech_online *o = calloc(1, sizeof *o);
    if (!o)
        return BR_NO_MEMORY;
    o->w = *w;
    o->w.rows = BOTH;
    o->w.t = o->t;
    for (int i = 0; i < w->signals; i++)
        o->w.y[i] = o->y[i];
    for (int i = 0; i < w->inputs; i++)
        o->w.u[i] = o->u[i];
    set_sample(o, BEFORE, t, y, u);
    set_sample(o, NOW, t, y, u);
    br_status status = open_run(&o->e, &o->w, &o->record, why);
    if (status == BR_OK)
        status = write_row(&o->e, BEFORE, why);
    if (status == BR_OK)
        *online = o;
    else
        br_mech_online_close(o);
    return status;
}

void br_mech_online_close(br_mech_online *o)
{
    if (!o)
        return;
    close_run(&o->e);
    br_record_close(&o->record);
    free(o);
}

br_status br_mech_online_step(br_mech_online *o, double t, const double *y, const double *u, br_diag *why)
{
    br_diag words = {0};
    o->t[BEFORE] = o->t[NOW];
    set_sample(o, NOW, t, y, u);
    for (int i = 0; i < o->w.inputs; i++) { // what is missing is the number before
        double *held = o->e.u + (ptrdiff_t)i * BOTH;
        held[BEFORE] = held[NOW];
        held[NOW] = isfinite(u[i]) ? u[i] : held[BEFORE];
    }
    br_status status = run_row(&o->e, NULL, NOW, &o->sums, &words);
    if (status == BR_OK || status == BR_NO_MEMORY)
        return status;
    bool restarted = restart_from_prior(&o->e, NOW) == BR_OK && write_row(&o->e, NOW, NULL) == BR_OK;
    if (why)
        snprintf(why->text, sizeof why->text, "t = %.9g s: the step did not converge%s", t,
                 restarted ? "; restarted from the prior" : "");
    return BR_NOT_FINITE;
}

const br_record *br_mech_online_record(const br_mech_online *o)
{
    return &o->record;
}

void br_mech_online_result(br_mech_online *o, br_mech_estimate_result *r)
{
    *r = o->sums;
    summarise(&o->e, r);
}
