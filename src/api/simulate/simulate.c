// simulate.c - simulations in a program: bristle/simulate.h.                    [host]
#include "num/base/fp.h"

#include "api/simulate/simulation.h"
#include "api/law/sized.h"
#include "api/log/table_record.h"
#include "sim/rig/rig.h"
#include "api/table/table_handle.h"
#include "law/model/condition.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const br_simulation_options defaults = {.size = sizeof defaults, .tolerance = 1e-7, .seed = 1};

br_status br_simulation_defaults(br_simulation_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, sizeof defaults) ? BR_OK : BR_BAD_USAGE;
}

// ---------------------------------------------------------------- opening

static br_status check_options(const br_simulation_options *o, const br_run_method **method, br_diag *why)
{
    *method = o->method ? br_run_method_find(o->method) : br_run_method_at(0);
    if (!*method) {
        br_buffer all = {0};
        for (int i = 0; i < br_run_methods(); i++)
            br_buffer_print(&all, "%s%s", i ? ", " : "", br_run_method_at(i)->name);
        (void)br_diag_fail(why, BR_BAD_USAGE, "simulation: there is no method '%.60s'; there are %s", o->method,
                           all.text ? all.text : "");
        br_buffer_free(&all);
        return br_diag_about(why, "method", BR_BAD_USAGE);
    }
    if (!(o->tolerance >= 1e-13 && o->tolerance <= 0.1))
        return br_diag_about(why, "tolerance",
                             br_diag_fail(why, BR_BAD_USAGE, "simulation: the tolerance is 1e-13 to 0.1"));
    if (!isfinite(o->until) || !isfinite(o->step) || (o->until == 0 && !o->log))
        return br_diag_fail(why, BR_BAD_USAGE, "simulation: `--until` says when it ends, and `--step` is finite");
    if (o->signals && !o->log)
        return br_diag_fail(why, BR_BAD_USAGE, "simulation: `--signals` are columns of a log, and there is none");
    return BR_OK;
}

// "t = t, v = v": columns that are named as inputs, in their units.
static br_status own_signals(const br_simulation *s, const br_table *log, br_buffer *list, br_diag *why)
{
    const br_model *m = s->model;
    int time = br_table_time(log);
    if (time < 0)
        return br_diag_fail(why, BR_BAD_DATA, "%sno column of the log is the time", s->who);
    br_buffer_print(list, "t = #%d", time + 1);
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_INPUT)
            br_table_list_signal(log, m->law.q[q].name, list);
    return list->status;
}

br_status br_simulation_take_log(br_simulation *s, const char *call, br_table *log, const char *signals, bool linear,
                                 br_diag *why)
{
    br_buffer list = {0};
    br_status status = br_table_begin(log, call, why);
    if (status == BR_OK && signals)
        br_buffer_put(&list, signals);
    else if (status == BR_OK)
        status = own_signals(s, log, &list, why);
    if (status == BR_OK)
        status = list.status;
    if (status == BR_OK) {
        log->started = true;
        status = br_simulation_read_log(s, list.text, "--signals", log->rows, linear, why);
    }
    br_buffer_free(&list);
    return status;
}

static br_status prepare(br_simulation *s, const br_law *law, const br_simulation_options *o, br_diag *why)
{
    s->who = "simulation: ";
    s->tolerance = o->tolerance;
    s->seed = o->seed;
    br_status status = br_opened_law_read(&s->law, law, NULL, why);
    if (status != BR_OK)
        return status;
    s->model = &s->law->loaded.model;
    if (!s->law->is_complete) {
        if (why)
            *why = s->law->incomplete;
        return BR_BAD_LAW;
    }
    if (o->mode)
        status = br_model_set_mode(s->model, o->mode, why);
    if (status == BR_OK && !s->model->exact)
        status = br_diag_fail(why, BR_BAD_LAW, "simulation: values of %s are numbers, not ranges", s->model->law.name);
    if (status == BR_OK)
        status = br_model_warn(s->model, &s->warnings);
    if (status == BR_OK && o->log)
        status = br_simulation_take_log(s, "br_simulation_open", o->log, o->signals, o->linear != 0, why);
    if (status == BR_OK)
        status = br_simulation_set_times(s, o->until, o->step, why);
    if (status == BR_OK)
        status = br_source_fill(s->model, s->method->update, s->step);
    if (status == BR_OK)
        status = br_simulation_read_inputs(s, o->input ? o->input : "", "--input", why);
    return status == BR_OK ? br_simulation_begin(s, o->sensors, "--sensors", why) : status;
}

static const br_handle_kind kind = {"br_simulation",
                                    "simulation",
                                    "a law",
                                    sizeof(br_simulation),
                                    sizeof(br_simulation_options),
                                    sizeof(br_simulation_options),
                                    false};

static br_status open_simulation(br_simulation **s, const br_law *law, const br_simulation_options *o, br_diag *why)
{
    br_status status;
    br_simulation_options with = defaults;
    br_simulation *fresh = br_handle_begin(&kind, s && law, o, &with, &status, why);
    if (status == BR_OK)
        status = check_options(&with, &fresh->method, why);
    if (status == BR_OK)
        status = prepare(fresh, law, &with, why);
    if (status == BR_OK)
        *s = fresh;
    else
        br_simulation_close(fresh);
    return status;
}

br_status br_simulation_open(br_simulation **s, const br_law *law, const br_simulation_options *o, br_diag *why)
{
    return br_said(open_simulation(s, law, o, why), why);
}

void br_simulation_close(br_simulation *s)
{
    if (s)
        br_simulation_release(s);
    free(s);
}

// ---------------------------------------------------------------- rigs

const char *br_rig_name(int i)
{
    return br_rig_at(i) ? br_rig_at(i)->name : NULL;
}

const char *br_rig_title(int i)
{
    return br_rig_at(i) ? br_rig_at(i)->title : NULL;
}

static br_status open_rig(br_simulation **s, const char *rig, unsigned long long seed, double *mass, br_diag *why)
{
    br_rig r;
    if (!s || !rig)
        return br_diag_fail(why, BR_BAD_USAGE, "br_simulation_open_rig: a rig and a place for the handle are needed");
    br_simulation *fresh = calloc(1, sizeof *fresh);
    br_status status = fresh ? br_rig_run(&r, rig, seed, why) : BR_NO_MEMORY;
    if (status != BR_OK) {
        free(fresh);
        return status;
    }
    if (mass)
        *mass = r.m;
    fresh->who = "simulation: ";
    fresh->record = r.log; // which was all that the rig has
    fresh->rows = r.log.rows;
    fresh->ended = true;
    fresh->step = r.dt;
    fresh->until = r.dt * (double)(r.log.rows - 1);
    *s = fresh;
    return BR_OK;
}

br_status br_simulation_open_rig(br_simulation **s, const char *rig, unsigned long long seed, double *mass,
                                 br_diag *why)
{
    return br_said(open_rig(s, rig, seed, mass, why), why);
}

// ---------------------------------------------------------------- reading

int br_simulation_columns(const br_simulation *s)
{
    return s ? s->record.columns : 0;
}

static const br_record_column *column_of(const br_simulation *s, int column)
{
    return s && column >= 0 && column < s->record.columns ? &s->record.column[column] : NULL;
}

const char *br_simulation_name(const br_simulation *s, int column)
{
    const br_record_column *c = column_of(s, column);
    return c ? c->name : NULL;
}

const char *br_simulation_unit(const br_simulation *s, int column)
{
    const br_record_column *c = column_of(s, column);
    return c ? c->unit : NULL;
}

int br_simulation_index(const br_simulation *s, const char *name)
{
    return s && name ? br_record_find(&s->record, name) : -1;
}

size_t br_simulation_rows(const br_simulation *s)
{
    return s ? (size_t)s->record.rows : 0;
}

const double *br_simulation_values(const br_simulation *s, int column)
{
    const br_record_column *c = column_of(s, column);
    return c ? c->v : NULL;
}

br_status br_simulation_table(const br_simulation *s, br_table **table, br_diag *why)
{
    if (!s || !table)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_simulation_table: a simulation and a place for the handle are needed");
    return br_said(br_table_of_record(table, "simulation", &s->record, why), why);
}

_Static_assert((int)BR_SIMULATION_TIME == (int)BR_RECORD_TIME && (int)BR_SIMULATION_INPUT == (int)BR_RECORD_INPUT &&
                   (int)BR_SIMULATION_STATE == (int)BR_RECORD_STATE &&
                   (int)BR_SIMULATION_OUTPUT == (int)BR_RECORD_OUTPUT &&
                   (int)BR_SIMULATION_MODE == (int)BR_RECORD_MODE && (int)BR_SIMULATION_TRUTH == (int)BR_RECORD_TRUTH,
               "roles are the same");

br_simulation_role br_simulation_role_of(const br_simulation *s, int column)
{
    const br_record_column *c = column_of(s, column);
    return c ? (br_simulation_role)c->role : BR_SIMULATION_TIME;
}

void br_simulation_unload(const br_simulation *s)
{
    if (s)
        br_record_release(&s->record);
}

// ---------------------------------------------------------------- what happened

double br_simulation_time(const br_simulation *s, br_simulation_time_of what)
{
    if (s && what == BR_SIMULATION_START)
        return s->start;
    if (s && what == BR_SIMULATION_UNTIL)
        return s->until;
    return s && what == BR_SIMULATION_STEP ? s->step : (double)NAN;
}

const char *br_simulation_method(const br_simulation *s)
{
    return !s ? NULL : s->method ? s->method->name : "";
}

int br_simulation_is_adaptive(const br_simulation *s)
{
    return s && s->method && s->method->adaptive;
}

const char *br_simulation_method_name(int i)
{
    return i >= 0 && i < br_run_methods() ? br_run_method_at(i)->name : NULL;
}

unsigned long long br_simulation_count(const br_simulation *s, br_simulation_count_of what)
{
    if (!s || !s->method || (int)what < 0 || what > BR_SIMULATION_KINKS)
        return 0;
    const long long count[] = {s->method->adaptive ? s->run.count.steps : s->run.steps, s->run.count.rejected,
                               s->run.transitions, s->run.kinks};
    return (unsigned long long)count[what];
}

const char *br_simulation_warnings(const br_simulation *s)
{
    return !s ? NULL : s->warnings.text ? s->warnings.text : "";
}
