// observation.c - an observer over a log.                                      [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "num/base/order.h"
#include "sim/source/needed.h"
#include "sim/observe/observation_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

br_observation_options br_observation_defaults(void)
{
    return (br_observation_options){.kind = &br_kalman_ekf, .gate = 0};
}

// ---------------------------------------------------------------- the log and the model

static const double *find_column(const br_trace *log, const char *name)
{
    for (int i = 0; i < log->columns; i++)
        if (strcmp(log->column[i].name, name) == 0)
            return log->column[i].v;
    return NULL;
}

// Every input from the log or with a value of the model; one that neither rates nor outputs look at is 0.
static br_status find_inputs(br_watch *w, const br_model *m)
{
    bool *need = calloc((size_t)m->law.g.count + 1, sizeof *need);
    br_status status = need ? br_needed_nodes(&m->law, false, need) : BR_NO_MEMORY;
    for (int q = 0; q < m->law.nq && status == BR_OK; q++) {
        const br_quantity *k = &m->law.q[q];
        if (k->kind != BR_INPUT)
            continue;
        const double *v = k->dim == BR_SCALAR ? find_column(w->log, k->name) : NULL;
        bool unset = !v && m->origin[q] == BR_UNSET;
        w->input[m->at[q]] = v;
        if (unset && k->node >= 0 && need[k->node])
            status = br_diag_fail(w->why, BR_BAD_DATA, "%s needs its input %s, %s: no signal and no value gives it",
                                  m->law.name, k->name, k->unit_text);
        for (int i = 0; unset && i < br_model_len(m, q); i++)
            w->u[m->at[q] + i] = 0;
    }
    free(need);
    return status;
}

// The measurements of the observer: outputs, then states.
static br_status find_measurements(br_watch *w, const br_model *m)
{
    const br_tuning *t = &w->ob.tuning;
    int found = 0;
    for (int i = 0; i < t->ny; i++)
        found += (w->measure[i] = find_column(w->log, t->number[t->nx + t->ne + i].name)) != NULL;
    for (int i = 0; i < t->nx; i++)
        found += (w->measure[t->ny + i] = find_column(w->log, t->number[i].name)) != NULL;
    w->ob.observed = calloc((size_t)found + 1, sizeof *w->ob.observed);
    if (!w->ob.observed)
        return BR_NO_MEMORY;
    for (int i = 0; i < t->ny + t->nx; i++) {
        const br_tuned *n = &t->number[i < t->ny ? t->nx + t->ne + i : i - t->ny];
        if (!w->measure[i])
            continue;
        br_observed *k = &w->ob.observed[w->ob.observeds++];
        k->which = i;
        snprintf(k->name, sizeof k->name, "%s", n->name);
        snprintf(k->unit, sizeof k->unit, "%s", n->unit);
    }
    if (found == 0)
        return br_diag_fail(w->why, BR_BAD_DATA, "no signal is an output or a state of %s: nothing is measured",
                            m->law.name);
    return BR_OK;
}

static bool step_of(const void *of, size_t i, double *step)
{
    const br_watch *w = of;
    br_watch_release(w, (long long)i);
    *step = w->log->t[i + 1] - w->log->t[i];
    return true;
}

// Smoother and horizon take equal steps.
static bool takes_equal_steps(const br_watch *w)
{
    return !w->o->kind || w->o->horizon.intervals > 0;
}

// The median step; of stamps that jitter about even samples, where steps are equal, the mean. Every time is a number above the one
// before.
static br_status find_step(br_watch *w)
{
    const br_trace *log = w->log;
    if (log->rows < 2)
        return br_diag_fail(w->why, BR_BAD_DATA, "a log of %lld samples is too short", log->rows);
    for (long long k = 1; k < log->rows; k++) {
        br_watch_release(w, k);
        if (!(log->t[k] - log->t[k - 1] > 0))
            return br_diag_fail(w->why, BR_BAD_DATA, "time does not rise at sample %lld", k + 1);
    }
    size_t steps = (size_t)log->rows - 1;
    const double *x = find_column(log, "x"), *v = find_column(log, "v");
    w->ob.stamps = br_stamps_of_long(log->rows, log->t, x ? x : v, (br_release){w->o->release, w->o->log});
    w->ob.dt = w->ob.stamps.base == BR_TIME_ROWS && takes_equal_steps(w)
                   ? w->ob.stamps.mean
                   : br_order_statistic(step_of, w, steps, steps / 2);
    return BR_OK;
}

// ---------------------------------------------------------------- the record

// t; of what is measured its value, estimate, sd, innovation and its sd; of other outputs estimate and sd; of every number
// of the vector its value and sd; of a horizon its cost and how far the nodes were from that (thesis 5.4.1).
static br_status open_record(br_watch *w)
{
    const br_tuning *t = &w->ob.tuning;
    int n = t->nx + t->ne, columns = 3 + 5 * w->ob.observeds + 2 * t->ny + 2 * n, c = 0;
    br_record_head *head = calloc((size_t)columns, sizeof *head);
    char(*name)[BR_NAME_SIZE + 48] = calloc((size_t)columns, sizeof *name);
    br_status status = head && name ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        static const char *const kind[5] = {"", "_est", "_sd", "_innovation", "_innovation_sd"};
        head[c++] = (br_record_head){"t", "s", BR_RECORD_TIME};
        for (int k = 0; k < w->ob.observeds; k++)
            for (int j = 0; j < 5; j++, c++) {
                snprintf(name[c], sizeof name[c], "%s%s%s", w->ob.observed[k].name, kind[j],
                         j == 0 && w->ob.observed[k].which >= t->ny ? "_measured" : "");
                head[c] = (br_record_head){name[c], w->ob.observed[k].unit, BR_RECORD_OUTPUT};
            }
        for (int i = 0; i < t->ny; i++)
            for (int j = 1; j < 3 && !w->measure[i]; j++, c++) {
                snprintf(name[c], sizeof name[c], "%s%s", t->number[n + i].name, kind[j]);
                head[c] = (br_record_head){name[c], t->number[n + i].unit, BR_RECORD_OUTPUT};
            }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 2; j++, c++) {
                bool twice = i < t->nx && w->measure[t->ny + i] && j == 1;
                snprintf(name[c], sizeof name[c], "%s%s", t->number[i].name, !j ? "" : twice ? "_state_sd" : "_sd");
                head[c] = (br_record_head){name[c], t->number[i].unit, BR_RECORD_STATE};
            }
        if (w->o->horizon.intervals > 0) {
            head[c++] = (br_record_head){"objective", "-", BR_RECORD_OUTPUT};
            head[c++] = (br_record_head){"kkt", "-", BR_RECORD_OUTPUT};
        }
        status = br_record_open_named(&w->ob.record, head, c, w->log->rows, w->why);
    }
    free(head);
    free(name);
    return status;
}

// Where a horizon has just been given a sample, the numbers are its own: those that a controller reads. Elsewhere they are
// the observer's.
static bool by_horizon(const br_watch *w)
{
    return w->o->horizon.intervals > 0 && w->phase == 0;
}

static double expect(br_watch *w, int which, double *sd)
{
    return by_horizon(w) ? br_mhe_expect(&w->mhe, w->u, w->p, which, sd)
                         : br_kalman_expect(&w->observer, w->u, w->p, which, sd);
}

static double read_value(const br_watch *w, int i)
{
    int e = i - w->ob.tuning.nx;
    return e < 0 ? w->observer.gaussian.x[i] : br_kalman_value(&w->observer, e);
}

static double read_sd(br_watch *w, int i)
{
    int e = i - w->ob.tuning.nx;
    if (by_horizon(w))
        return e < 0 ? br_mhe_sd(&w->mhe, i) : br_mhe_value_sd(&w->mhe, e);
    return e < 0 ? br_kalman_sd(&w->observer, i) : br_kalman_value_sd(&w->observer, e);
}

static void write_row(br_watch *w, long long row, const br_innovation *innovation)
{
    const br_tuning *t = &w->ob.tuning;
    br_record_column *c = w->ob.record.column;
    (c++)->v[row] = w->log->t[row];
    for (int k = 0; k < w->ob.observeds; k++) {
        int which = w->ob.observed[k].which;
        double sd, y = expect(w, which, &sd);
        (c++)->v[row] = w->measure[which][row];
        (c++)->v[row] = y;
        (c++)->v[row] = sd;
        (c++)->v[row] = innovation[k].variance > 0 ? innovation[k].error : (double)NAN;
        (c++)->v[row] = innovation[k].variance > 0 ? br_sqrt(innovation[k].variance) : (double)NAN;
    }
    for (int i = 0; i < t->ny; i++)
        if (!w->measure[i]) {
            c[0].v[row] = expect(w, i, &c[1].v[row]);
            c += 2;
        }
    for (int i = 0; i < t->nx + t->ne; i++) {
        (c++)->v[row] = read_value(w, i);
        (c++)->v[row] = read_sd(w, i);
    }
    if (w->o->horizon.intervals > 0) {
        (c++)->v[row] = w->mhe.cost;
        (c++)->v[row] = w->mhe.kkt;
    }
    w->ob.record.rows = row + 1;
    br_watch_release(w, row);
}

// ---------------------------------------------------------------- the run

static br_status correct(br_watch *w, long long row, br_innovation *innovation)
{
    br_status status = BR_OK;
    for (int k = 0; k < w->ob.observeds && status == BR_OK; k++) {
        double y = w->measure[w->ob.observed[k].which][row];
        status = br_kalman_correct(&w->observer, w->u, w->p, w->ob.observed[k].which, y);
        innovation[k] = w->observer.last;
        if (!isfinite(y))
            innovation[k].variance = 0;
        w->rejected[row * w->ob.observeds + k] = isfinite(y) && !innovation[k].taken;
    }
    return status;
}

static br_status open_check(br_watch *w)
{
    br_joint_options j = br_watch_joint(w);
    w->check_p = calloc((size_t)br_sys_np(&w->system.sys) + 1, sizeof *w->check_p);
    if (!w->check_p)
        return BR_NO_MEMORY;
    return w->system.sys.nx > 0 ? br_step_check_open(&w->check, &w->system.sys, &j.flow) : BR_OK;
}

// Would a step from the present estimate be accurate?
static void check_step(br_watch *w)
{
    const br_joint *j = &w->observer.joint;
    const double *x = w->observer.gaussian.x;
    memcpy(w->check_p, w->p, (size_t)br_sys_np(&w->system.sys) * sizeof *w->p);
    for (int i = 0; i < w->ob.tuning.ne; i++)
        if (j->estimate[i].by == 'p')
            w->check_p[j->estimate[i].number] = br_joint_value(j, i, x[j->nx + i]);
    (void)!br_step_check_take(&w->check, &w->check.flow, x, w->observer.m, w->u, w->check_p, w->ob.dt);
}

// Row k is the last one.
static br_status stop_at(br_watch *w, long long k)
{
    if (!w->o->partial || (!w->o->kind && w->o->horizon.intervals == 0))
        return br_diag_fail(w->why, BR_NEGATIVE, "stopped");
    w->shortened = *w->log;
    w->shortened.rows = w->ob.record.rows = k + 1;
    w->log = &w->shortened;
    w->ob.stopped = true;
    return BR_OK;
}

static br_status run_rows(br_watch *w, br_innovation *innovation)
{
    double *time = w->time.at; // NULL: not taken
    br_status status = BR_OK;
    for (long long k = 0; k < w->log->rows && status == BR_OK; k++) {
        double start = time ? w->o->now() : 0;
        for (int i = 0; i < w->ob.observeds; i++)
            innovation[i].variance = 0;
        if (w->o->horizon.intervals > 0)
            status = br_watch_horizon(w, k, innovation);
        else {
            status = br_watch_predict(w, k);
            if (status == BR_OK && k % w->ob.every == 0)
                status = correct(w, k, innovation);
        }
        if (time)
            time[k] = w->o->now() - start;
        if (status == BR_OK)
            write_row(w, k, innovation);
        else
            br_diag_fail(w->why, status, "sample %lld at %.6g s: the observer would leave the finite numbers", k + 1,
                         w->log->t[k]);
        if (status == BR_OK && w->system.sys.nx > 0)
            check_step(w);
        if (w->stop ||
            (w->o->progress && k % 16 == 0 && !w->o->progress(w->o->context, (double)k / (double)w->log->rows)))
            status = stop_at(w, k);
    }
    return status;
}

// A log whose steps are not equal would be another motion where equal ones are taken. Where the samples are even and only their
// stamps jitter, they are right.
static br_status check_steps(const br_watch *w)
{
    const double most = 0.05; // RMS, medians
    double step, taken = 0, length = w->log->t[w->log->rows - 1] - w->log->t[0];
    for (long long k = 1; k < w->log->rows; k++)
        taken += br_watch_steps(w, k, &step) * w->ob.dt;
    if (w->ob.stamps.base == BR_TIME_STAMPS && w->ob.stamps.off > most)
        return br_diag_fail(w->why, BR_BAD_DATA,
                            "steps are not equal: they are off whole numbers of %.4g s by %.2g %% of it (RMS); "
                            "--observer ekf and ukf take them as they are; or resample the log: bristle table LOG "
                            "--step '%.4g ms' --csv even.csv",
                            w->ob.dt, 100 * w->ob.stamps.off, 1e3 * w->ob.stamps.mean);
    if (br_abs(taken - length) <= 0.01 * length)
        return BR_OK;
    return br_diag_fail(
        w->why, BR_BAD_DATA,
        "steps are not equal: most take %.4g s, the mean is %.4g s; --observer ekf and ukf take them as they are",
        w->ob.dt, length / (double)(w->log->rows - 1));
}

static bool time_of(const void *of, size_t i, double *time)
{
    const br_watch *w = of;
    br_watch_release(w, (long long)i);
    *time = ((const double *)w->time.at)[i];
    return true;
}

static br_status run_observer(br_watch *w)
{
    size_t rows = (size_t)w->log->rows, seen = (size_t)w->ob.observeds;
    br_innovation *innovation = calloc(seen + 1, sizeof *innovation);
    w->rejected = calloc(rows * seen + 1, sizeof *w->rejected);
    br_status status = innovation && w->rejected ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK && w->o->now)
        status = br_spool_resize(&w->time, rows * sizeof(double), BR_SPOOL_HEAP);
    if (status == BR_OK)
        status = run_rows(w, innovation);
    rows = (size_t)w->log->rows;
    const size_t rank[3] = {rows / 2, rows * 99 / 100, rows - 1};
    for (int i = 0; i < 3 && status == BR_OK && w->o->now; i++)
        w->ob.time[i] = br_order_statistic(time_of, w, rows, rank[i]);
    free(innovation);
    br_spool_free(&w->time);
    return status;
}

// ---------------------------------------------------------------- how good it was

// How many measurements of quantity k the gate rejected.
static long long count_rejected(const br_watch *w, int k)
{
    long long n = 0;
    for (long long i = 0; i < w->log->rows; i++)
        n += w->rejected[i * w->ob.observeds + k];
    return n;
}

// Estimate against measurement c[0] at every sample, without those that were rejected: spikes, of which the estimate knows nothing.
// Where these are more than a quarter of all, it may be the estimate that is wrong, and all count.
static void fit_error(const br_watch *w, int k)
{
    br_observed *s = &w->ob.observed[k];
    const br_record_column *c = &w->ob.record.column[1 + 5 * k];
    double sum = 0, mean = 0, squares = 0, low = HUGE_VAL, high = -HUGE_VAL;
    bool all = 4 * count_rejected(w, k) > w->log->rows;
    long long samples = 0;
    for (long long i = 0; i < w->log->rows; i++) {
        br_watch_release(w, i);
        double y = c[0].v[i], e = c[1].v[i] - y;
        if (!isfinite(e) || (!all && w->rejected[i * w->ob.observeds + k]))
            continue;
        low = br_min(low, y);
        high = br_max(high, y);
        double off = y - mean;
        mean += off / (double)++samples;
        squares += off * (y - mean);
        sum += e * e;
    }
    s->rmse = samples > 0 ? br_sqrt(sum / (double)samples) : (double)NAN;
    s->sd = samples > 0 ? br_sqrt(squares / (double)samples) : (double)NAN;
    s->range = samples > 0 ? high - low : s->range;
    s->nrmse = s->rmse / s->range;
}

// Innovations c[3] against their standard deviations, those that were taken.
static void innovation_statistics(const br_watch *w, int k)
{
    br_observed *s = &w->ob.observed[k];
    const br_record_column *c = &w->ob.record.column[1 + 5 * k];
    bool white = w->o->kind != NULL; // residuals of the smoother are not
    double squares = 0, pairs = 0, before = 0;
    long long n = 0, inside = 0;
    for (long long i = 0; i < w->log->rows; i++) {
        br_watch_release(w, i);
        double z = c[3].v[i] / c[4].v[i];
        if (!isfinite(z) || w->rejected[i * w->ob.observeds + k])
            continue;
        squares += z * z;
        inside += br_abs(z) <= 1.959963984540054;
        pairs += n++ > 0 ? z * before : 0;
        before = z;
    }
    s->corrections = n;
    s->nis = n > 0 ? squares / (double)n : (double)NAN;
    s->inside = n > 0 ? (double)inside / (double)n : (double)NAN;
    s->correlation = white && squares > 0 ? pairs / squares : (double)NAN;
    s->white = white && n > 1 ? 1.959963984540054 / br_sqrt((double)(n - 1)) : (double)NAN;
}

// How well measurements are predicted by those before them, without a model.
static void naive_prediction_error(const br_watch *w, int k)
{
    br_observed *s = &w->ob.observed[k];
    const br_record_column *c = &w->ob.record.column[1 + 5 * k];
    double model = 0, same = 0, line = 0, y1 = 0, y2 = 0;
    long long n = 0, before = 0;
    for (long long i = 0; i < w->log->rows; i++) {
        br_watch_release(w, i);
        if (!isfinite(c[3].v[i]) || w->rejected[i * w->ob.observeds + k])
            continue;
        double y = c[0].v[i];
        if (before++ >= 2) {
            model += c[3].v[i] * c[3].v[i];
            same += (y - y1) * (y - y1);
            line += (y - (2 * y1 - y2)) * (y - (2 * y1 - y2));
            n++;
        }
        y2 = y1;
        y1 = y;
    }
    s->surprise = n > 0 ? br_sqrt(model / (double)n) : (double)NAN;
    s->naive = n > 0 ? br_sqrt(br_min(same, line) / (double)n) : (double)NAN;
}

static void consistency_statistics(const br_watch *w)
{
    for (int k = 0; k < w->ob.observeds; k++) {
        fit_error(w, k);
        innovation_statistics(w, k);
        naive_prediction_error(w, k);
    }
}

// ---------------------------------------------------------------- all of it

static br_status make_room(br_watch *w, const br_model *m)
{
    const br_sys *s = &w->system.sys;
    w->input = calloc((size_t)s->nu + 1, sizeof *w->input);
    w->measure = calloc((size_t)(s->ny + s->nx) + 1, sizeof *w->measure);
    w->x = calloc((size_t)s->nx + 1, sizeof *w->x);
    w->u = calloc((size_t)s->nu + 1, sizeof *w->u);
    w->p = calloc((size_t)s->np + 1, sizeof *w->p);
    w->size = calloc((size_t)s->nx + 1, sizeof *w->size);
    if (!w->input || !w->measure || !w->x || !w->u || !w->p || !w->size)
        return BR_NO_MEMORY;
    br_model_points(m, w->x, w->u, w->p);
    return BR_OK;
}

static br_status observe_log(br_watch *w, br_model *m)
{
    const br_observation_options *o = w->o;
    br_status status = br_system_open(&w->system, m, w->why);
    if (status == BR_OK)
        status = make_room(w, m);
    if (status == BR_OK)
        status = find_step(w);
    if (status == BR_OK) {
        br_tuning_lists lists = o->tuning;
        lists.dt = w->ob.dt;
        w->ob.every = o->correct_every > w->ob.dt ? (int)br_min(floor(o->correct_every / w->ob.dt + 0.5), 1e9) : 1;
        status = br_tuning_read(&w->ob.tuning, m, &lists, w->why);
    }
    if (status == BR_OK)
        status = find_inputs(w, m);
    if (status == BR_OK)
        status = find_measurements(w, m);
    if (status == BR_OK && takes_equal_steps(w))
        status = check_steps(w);
    if (status == BR_OK)
        status = br_watch_check_inputs(w);
    if (status == BR_OK)
        status = br_watch_defaults(w, m);
    if (status == BR_OK)
        status = br_watch_open(w); // says what is refused
    if (status == BR_OK)
        status = br_watch_find_noise(w);
    if (status == BR_OK)
        status = br_watch_observability(w, m);
    if (status == BR_OK)
        status = br_watch_open(w);
    if (status == BR_OK && o->horizon.intervals > 0)
        status = br_watch_open_horizon(w, &o->horizon);
    if (status == BR_OK)
        status = open_record(w);
    if (status == BR_OK)
        status = open_check(w);
    if (status == BR_OK)
        status = run_observer(w);
    if (status == BR_OK && !o->kind && o->horizon.intervals == 0)
        status = br_watch_smooth(w);
    if (status != BR_OK)
        return status;
    consistency_statistics(w);
    w->ob.health = w->observer.health;
    w->ob.horizon = w->mhe.health;
    w->ob.flow = o->horizon.intervals > 0 ? br_watch_flow_health(w) : w->observer.joint.flow.health;
    br_step_check_end(&w->check);
    w->ob.steps_checked = w->check.checked;
    w->ob.steps_off = w->check.off;
    w->ob.steps_worst = w->check.worst;
    w->ob.method = w->observer.joint.flow.o.kind->name;
    return BR_OK;
}

br_status br_observation_run(br_observation *ob, br_model *m, const br_trace *log, const br_observation_options *o,
                             br_diag *why)
{
    br_watch w = {.log = log, .o = o, .why = why};
    br_status status = observe_log(&w, m);
    if (status == BR_OK)
        *ob = w.ob;
    else
        br_observation_free(&w.ob);
    br_system_close(&w.system);
    free(w.memory);
    free(w.mhe_memory);
    br_mixed_close(&w.mixed);
    br_step_check_close(&w.check);
    free(w.check_p);
    free(w.mean);
    free(w.rejected);
    free(w.input);
    free(w.measure);
    free(w.x);
    free(w.u);
    free(w.p);
    free(w.size);
    return status;
}

void br_observation_free(br_observation *ob)
{
    br_record_close(&ob->record);
    br_tuning_free(&ob->tuning);
    br_observability_close(&ob->gramian);
    br_observability_close(&ob->from_start);
    free(ob->rank.missing);
    free(ob->observed);
    memset(ob, 0, sizeof *ob);
}

const double *br_observation_column(const br_observation *ob, const char *name)
{
    int c = br_record_find(&ob->record, name);
    return c < 0 ? NULL : ob->record.column[c].v;
}

bool br_observation_reduced(const br_parsed_law *law)
{
    int v = br_law_find(law, "v", 1);
    bool takes = v >= 0 && law->q[v].kind == BR_INPUT && law->q[v].dim == BR_SCALAR;
    for (int i = 0; i < law->nout; i++)
        if (strcmp(law->out[i].name, "F") == 0)
            return takes;
    return false;
}
