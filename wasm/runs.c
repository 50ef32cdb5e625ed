// runs.c - simulations and observers for WebAssembly: what `bristle simulate` and `bristle observe` compute, as tables.
//
// The functions that bristle.mjs calls beside those of bristle/friction.h. All numbers are in SI units.
#include "num/base/fp.h"

#include "law/builtin/builtin.h"
#include "law/model/condition.h"
#include "num/text/buffer.h"
#include "num/base/probe.h"
#include "sim/run/driver.h"
#include "sim/observe/mixed.h"
#include "sim/observe/observation_verdict.h"
#include "sim/source/source_default.h"

#include <math.h>
#include <stdarg.h>
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

BR_PRINTF(3, 4) static br_status wrong(br_diag *why, br_status status, const char *words, ...)
{
    va_list args;
    size_t n = (size_t)snprintf(why->text, sizeof why->text, "bristle: ");
    va_start(args, words);
    vsnprintf(why->text + n, sizeof why->text - n, words, args);
    va_end(args);
    return status;
}

// ---------------------------------------------------------------- tables

// What became of one measured column.
typedef struct wasm_seen {
    char name[BR_NAME_SIZE + 32];
    double told[4]; // nrmse, nis, inside, correlation, as in br_observed
} wasm_seen;

typedef struct wasm_table {
    br_record record;
    wasm_seen *seen; // of an observer
    int seens;
    br_verdict verdict;
} wasm_table;

EXPORT(wasm_table_columns) int wasm_table_columns(const wasm_table *t)
{
    return t->record.columns;
}

EXPORT(wasm_table_rows) int wasm_table_rows(const wasm_table *t)
{
    return (int)t->record.rows;
}

EXPORT(wasm_table_name) const char *wasm_table_name(const wasm_table *t, int column)
{
    return t->record.column[column].name;
}

EXPORT(wasm_table_unit) const char *wasm_table_unit(const wasm_table *t, int column)
{
    return t->record.column[column].unit;
}

EXPORT(wasm_table_numbers) const double *wasm_table_numbers(const wasm_table *t, int column)
{
    return t->record.column[column].v;
}

EXPORT(wasm_seen_count) int wasm_seen_count(const wasm_table *t)
{
    return t->seens;
}

EXPORT(wasm_seen_name) const char *wasm_seen_name(const wasm_table *t, int i)
{
    return t->seen[i].name;
}

EXPORT(wasm_seen_numbers) const double *wasm_seen_numbers(const wasm_table *t, int i)
{
    return t->seen[i].told;
}

// Why a result is not to be trusted, and what else should be known of it: a line each, as the tool writes them.
EXPORT(wasm_seen_failures) const char *wasm_seen_failures(const wasm_table *t)
{
    return t->verdict.failures.text ? t->verdict.failures.text : "";
}

EXPORT(wasm_seen_warnings) const char *wasm_seen_warnings(const wasm_table *t)
{
    return t->verdict.warnings.text ? t->verdict.warnings.text : "";
}

EXPORT(wasm_table_free) void wasm_table_free(wasm_table *t)
{
    if (!t)
        return;
    br_record_close(&t->record);
    free(t->seen);
    br_verdict_free(&t->verdict);
    free(t);
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
        return wrong(why, BR_BAD_MACHINE, "%s", br_fp_fault());
    if (br_builtin_find(law, &b)) {
        source.text = b.text;
        source.size = b.size;
        source.origin = b.name;
    } else if (!strchr(law, '\n')) {
        const char *near = br_builtin_near(law);
        return wrong(why, BR_BAD_LAW, "there is no built-in law '%.60s'%s%s%s (a law of your own is given as text)",
                     law, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    }
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

static br_status check_times(const br_run_options *o, br_diag *why)
{
    if (!(o->until > 0 && isfinite(o->until)))
        return wrong(why, BR_BAD_USAGE, "until %g is no time above 0, in s", o->until);
    if (!(o->step > 0 && o->step <= o->until))
        return wrong(why, BR_BAD_USAGE, "step %g is no time above 0 and up to %g s", o->step, o->until);
    if (!(o->until / o->step <= 1e8))
        return wrong(why, BR_BAD_USAGE, "%.3g samples are too many; take a longer step", o->until / o->step);
    return BR_OK;
}

static br_status find_method(br_run_options *o, const char *name, br_diag *why)
{
    br_buffer all = {0};
    o->method = name ? br_run_method_find(name) : br_run_method_at(0);
    for (int i = 0; !o->method && i < br_run_methods(); i++)
        br_buffer_print(&all, "%s%s", i > 0 ? ", " : "", br_run_method_at(i)->name);
    br_status status = o->method ? BR_OK
                                 : wrong(why, BR_BAD_USAGE, "there is no method '%.60s'; there are %s", name,
                                         all.text ? all.text : "others");
    br_buffer_free(&all);
    return status;
}

// method NULL: the first one; step 0: a thousandth of the run. *to is freed by wasm_table_free.
EXPORT(wasm_simulate)
br_status wasm_simulate(wasm_table **to, const char *law, const char *set, const char *values, const char *input,
                        const char *method, double step, double until, br_diag *why)
{
    br_model m;
    br_run_options o = br_run_defaults();
    wasm_table *made = calloc(1, sizeof *made);
    o.until = until;
    o.step = step != 0 ? step : until / 1000;
    br_status status = made ? find_method(&o, method, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = check_times(&o, why);
    if (status == BR_OK)
        status = open_model(&m, law, set, values, why);
    if (status == BR_OK) {
        status = br_model_warn(&m, &made->verdict.warnings);
        if (status == BR_OK)
            status = simulate(&made->record, &m, input, &o, why);
        br_model_close(&m);
    }
    if (status == BR_OK)
        *to = made;
    else
        wasm_table_free(made);
    return status;
}

// ---------------------------------------------------------------- an observer

typedef struct wasm_observer {
    const char *kind; // ekf, ukf, particle, mhe or smoother
    const char *estimate, *noise, *prior;
    double correct_every; // 0: at every sample
    double gate;          // 0: the default; negative: none
    int horizon;          // of mhe
} wasm_observer;

static br_status read_options(br_observation_options *o, const wasm_observer *from, br_diag *why)
{
    const char *kind = from->kind ? from->kind : "ekf";
    *o = br_observation_defaults();
    o->tuning.estimate = from->estimate;
    o->tuning.noise = from->noise;
    o->tuning.prior = from->prior;
    o->correct_every = from->correct_every;
    o->default_gate = from->gate == 0;
    o->gate = o->default_gate ? BR_OBSERVE_GATE : from->gate > 0 ? from->gate : 0;
    if (strcmp(kind, "mhe") == 0)
        o->horizon.intervals = from->horizon > 0 ? from->horizon : 20;
    else if (strcmp(kind, "ukf") == 0)
        o->kind = &br_kalman_ukf;
    else if (strcmp(kind, "particle") == 0)
        o->kind = &br_kalman_particle;
    else if (strcmp(kind, "smoother") == 0)
        o->kind = NULL;
    else if (strcmp(kind, "ekf") != 0)
        return wrong(why, BR_BAD_USAGE, "an observer is ekf, ukf, particle, mhe or smoother, not '%.60s'", kind);
    return BR_OK;
}

// Every column is a quantity of the model, "v", or an element of one, "z[2]".
static br_status check_names(const br_model *m, const br_trace *log, br_diag *why)
{
    for (int i = 0; i < log->columns; i++) {
        const char *name = log->column[i].name;
        size_t size = strcspn(name, "[");
        bool known = br_law_find(&m->law, name, size) >= 0;
        for (int k = 0; k < m->law.nout; k++)
            known = known || (strlen(m->law.out[k].name) == size && strncmp(m->law.out[k].name, name, size) == 0);
        if (!known)
            return wrong(why, BR_BAD_DATA,
                         "a log of %s has no column '%.60s': it is none of its inputs, states and outputs", m->law.name,
                         name);
    }
    return BR_OK;
}

static br_status judge(wasm_table *to, const br_observation *ob, br_model *m, const br_trace *log,
                       const br_observation_options *o, br_diag *why)
{
    br_sampling sampling;
    br_observed_run run = {.model = m,
                           .log = log,
                           .logged = log->columns,
                           .sampling = &sampling,
                           .options = o,
                           .every = "--correct-every",
                           .full = !br_observation_reduced(&m->law)};
    br_status status = br_model_warn(m, &to->verdict.warnings);
    if (status == BR_OK)
        status = br_sampling_of(log->t, (size_t)log->rows, &sampling, why);
    for (int i = 0; i < log->columns; i++)
        if (strcmp(log->column[i].name, "F") == 0)
            run.force = log->column[i].v;
    if (status == BR_OK)
        status = br_observation_compare_between(ob, m, &run, &to->verdict.warnings);
    return status == BR_OK ? br_observation_verdict(ob, &run, &to->verdict) : status;
}

// The table and what was seen are taken out of what is freed.
static br_status keep(wasm_table *to, br_observation *ob)
{
    to->seen = calloc((size_t)ob->observeds + 1, sizeof *to->seen);
    if (!to->seen)
        return BR_NO_MEMORY;
    for (int i = 0; i < ob->observeds; i++) {
        const br_observed *from = &ob->observed[i];
        memcpy(to->seen[i].name, from->name, sizeof from->name);
        memcpy(to->seen[i].told, (double[]){from->nrmse, from->nis, from->inside, from->correlation},
               4 * sizeof(double));
    }
    to->seens = ob->observeds;
    to->record = ob->record;
    ob->record = (br_record){0};
    return BR_OK;
}

// Columns by the names of the model, the first of them time; number i of row k at v[i*rows + k].
EXPORT(wasm_observe)
br_status wasm_observe(wasm_table **to, const char *law, const char *set, const char *values, const wasm_observer *with,
                       int rows, int columns, const char *const *name, const double *v, br_diag *why)
{
    br_model m;
    br_observation ob;
    br_observation_options o;
    br_trace log = {.rows = rows, .t = v, .columns = columns - 1};
    br_trace_column *column = calloc((size_t)columns + 1, sizeof *column);
    wasm_table *made = calloc(1, sizeof *made);
    br_status status = column && made ? read_options(&o, with, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = open_model(&m, law, set, values, why);
    if (status == BR_OK) {
        for (int i = 1; i < columns; i++)
            column[i - 1] = (br_trace_column){name[i], v + (ptrdiff_t)i * rows};
        log.column = column;
        status = check_names(&m, &log, why);
        if (status == BR_OK)
            status = br_observation_run(&ob, &m, &log, &o, why);
        if (status == BR_OK) {
            status = judge(made, &ob, &m, &log, &o, why);
            if (status == BR_OK)
                status = keep(made, &ob);
            br_observation_free(&ob);
        }
        br_model_close(&m);
    }
    if (status == BR_OK)
        *to = made;
    else
        wasm_table_free(made);
    free(column);
    return status;
}
