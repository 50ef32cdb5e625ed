// runs.c - simulations and observers for WebAssembly: what `bristle simulate` and `bristle observe` compute, as tables.
//
// The functions that bristle.mjs calls beside those of bristle/friction.h. All numbers are in SI units.
#include "num/fp.h"

#include "law/builtin.h"
#include "law/condition.h"
#include "num/probe.h"
#include "sim/driver.h"
#include "sim/mixed.h"
#include "sim/observation.h"
#include "sim/source_default.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(NAME) __attribute__((export_name(#NAME)))

// No law is printed in this build, so none is in float.
br_status br_mixed_open(br_mixed *m, const br_system *s, const br_joint_options *o)
{
    (void)m, (void)s, (void)o;
    return BR_BAD_USAGE;
}

void br_mixed_close(br_mixed *m)
{
    (void)m;
}

static br_status wrong(br_diag *why, br_status status, const char *words)
{
    snprintf(why->text, sizeof why->text, "bristle: %s", words);
    return status;
}

// ---------------------------------------------------------------- the model

// law: a name, or a text; set and values may be NULL. All three outlive the model.
static br_status open_model(br_model *m, const char *law, const char *set, const char *values, br_diag *why)
{
    br_builtin b;
    br_model_source source = {.find = br_builtin_text, .text = law, .size = strlen(law), .origin = "law"};
    const br_given first = {.set = set},
                   then = {.text = values, .size = values ? strlen(values) : 0, .origin = "values"};
    if (br_fp_probe() != BR_OK)
        return wrong(why, BR_BAD_MACHINE, br_fp_fault());
    if (br_builtin_find(law, &b)) {
        source.text = b.text;
        source.size = b.size;
        source.origin = b.name;
    } else if (!strchr(law, '\n'))
        return wrong(why, BR_BAD_LAW, "there is no built-in law of this name");
    br_status status = br_model_open_given(m, &source, &first, &then, why);
    if (status != BR_OK)
        return status;
    status = br_model_complete(m, false, why);
    if (status == BR_OK && !m->exact)
        status = wrong(why, BR_BAD_USAGE, "values are numbers here, not ranges");
    if (status == BR_OK)
        status = br_model_must_hold(m, why);
    if (status != BR_OK)
        br_model_close(m);
    return status;
}

// ---------------------------------------------------------------- a run

static br_status run(br_record *to, br_model *m, const br_source *source, const br_run_options *o, br_diag *why)
{
    br_driver driver;
    br_drive drive = br_driver_of(&driver, source);
    br_run r;
    double count = o->until / o->step;
    long long whole = (long long)(count * (1 + 1e-12));
    long long rows = whole + 1 + (o->method->adaptive && (double)whole * o->step < o->until * (1 - 1e-12));
    br_status status = br_run_open(&r, m, &drive, o, why);
    if (status != BR_OK)
        return status;
    status = br_record_open(to, m, rows, why);
    for (long long k = 0; k < rows && status == BR_OK; k++) {
        double t = (double)k * o->step;
        status = br_run_to(&r, t < o->until ? t : o->until, why);
        br_record_add(to, &r);
    }
    if (status != BR_OK && driver.why.text[0])
        *why = driver.why;
    br_run_close(&r);
    return status;
}

static br_status simulate(br_record *to, br_model *m, const char *input, const br_run_options *o, br_diag *why)
{
    br_source source = {0};
    br_status status = br_source_fill(m, o->method->update, o->step);
    if (status == BR_OK)
        status = br_source_read(&source, input ? input : "", "input", m, NULL, why);
    if (status == BR_OK)
        status = br_source_no_jump(&source, 0, o->until, why);
    if (status == BR_OK)
        status = run(to, m, &source, o, why);
    br_source_free(&source);
    return status;
}

// method NULL: the first one; step 0: a thousandth of the run. *to is freed by wasm_table_free.
EXPORT(wasm_simulate)
br_status wasm_simulate(br_record **to, const char *law, const char *set, const char *values, const char *input,
                        const char *method, double step, double until, br_diag *why)
{
    br_model m;
    br_run_options o = br_run_defaults();
    br_record *made = calloc(1, sizeof *made);
    o.method = method ? br_run_method_find(method) : br_run_method_at(0);
    o.until = until;
    o.step = step != 0 ? step : until / 1000;
    if (!made || !o.method || !(until > 0) || !(o.step > 0 && o.step <= until) || !(until / o.step <= 1e8)) {
        free(made);
        return wrong(why, BR_BAD_USAGE,
                     !o.method ? "there is no such method" : "until and step are no times for a run");
    }
    br_status status = open_model(&m, law, set, values, why);
    if (status == BR_OK) {
        status = simulate(made, &m, input, &o, why);
        br_model_close(&m);
    }
    if (status == BR_OK)
        *to = made;
    else {
        br_record_close(made);
        free(made);
    }
    return status;
}

// ---------------------------------------------------------------- an observer

typedef struct wasm_observer {
    const char *kind; // ekf, ukf, mhe or smoother
    const char *estimate, *noise, *prior;
    double correct_every, gate; // 0: at every sample; none
    int horizon;                // of mhe
} wasm_observer;

static br_status read_options(br_observation_options *o, const wasm_observer *from, br_diag *why)
{
    const char *kind = from->kind ? from->kind : "ekf";
    *o = br_observation_defaults();
    o->tuning.estimate = from->estimate;
    o->tuning.noise = from->noise;
    o->tuning.prior = from->prior;
    o->correct_every = from->correct_every;
    o->gate = from->gate;
    if (strcmp(kind, "mhe") == 0)
        o->horizon.intervals = from->horizon > 0 ? from->horizon : 20;
    else if (strcmp(kind, "ukf") == 0)
        o->kind = &br_observer_ukf;
    else if (strcmp(kind, "smoother") == 0)
        o->kind = NULL;
    else if (strcmp(kind, "ekf") != 0)
        return wrong(why, BR_BAD_USAGE, "an observer is ekf, ukf, mhe or smoother");
    return BR_OK;
}

// Columns by the names of the model, the first of them time; number i of row k at v[i*rows + k].
EXPORT(wasm_observe)
br_status wasm_observe(br_record **to, const char *law, const char *set, const char *values, const wasm_observer *with,
                       int rows, int columns, const char *const *name, const double *v, br_diag *why)
{
    br_model m;
    br_observation ob;
    br_observation_options o;
    br_trace log = {.rows = rows, .t = v, .columns = columns - 1};
    br_trace_column *column = calloc((size_t)columns + 1, sizeof *column);
    br_record *made = calloc(1, sizeof *made);
    br_status status = column && made ? read_options(&o, with, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = open_model(&m, law, set, values, why);
    if (status == BR_OK) {
        for (int i = 1; i < columns; i++)
            column[i - 1] = (br_trace_column){name[i], v + (ptrdiff_t)i * rows};
        log.column = column;
        status = br_observation_run(&ob, &m, &log, &o, why);
        br_model_close(&m);
    }
    if (status == BR_OK) { // the table is taken out of what is freed
        *made = ob.record;
        ob.record = (br_record){0};
        br_observation_free(&ob);
        *to = made;
    } else
        free(made);
    free(column);
    return status;
}

// ---------------------------------------------------------------- tables

EXPORT(wasm_table_columns) int wasm_table_columns(const br_record *t)
{
    return t->columns;
}

EXPORT(wasm_table_rows) int wasm_table_rows(const br_record *t)
{
    return (int)t->rows;
}

EXPORT(wasm_table_name) const char *wasm_table_name(const br_record *t, int column)
{
    return t->column[column].name;
}

EXPORT(wasm_table_unit) const char *wasm_table_unit(const br_record *t, int column)
{
    return t->column[column].unit;
}

EXPORT(wasm_table_numbers) const double *wasm_table_numbers(const br_record *t, int column)
{
    return t->column[column].v;
}

EXPORT(wasm_table_free) void wasm_table_free(br_record *t)
{
    if (t)
        br_record_close(t);
    free(t);
}
