// observe.c - `bristle observe`: states and parameters of a model from a log.    [host]
#include "num/fp.h"

#include "tool/commands.h"
#include "tool/conditions.h"
#include "tool/number.h"
#include "tool/observe.h"
#include "tool/progress.h"
#include "tool/table.h"
#include "tool/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const tool_plant plant = {.name = "mass", .choice = "friction", .part = "fr"};

// ---------------------------------------------------------------- arguments

// One of several words; -1 and words if it is none of them.
static int choose(const char *option, const char *word, const char *const *words, br_diag *why)
{
    br_buffer all = {0};
    for (int i = 0; words[i]; i++) {
        if (strcmp(word, words[i]) == 0) {
            br_buffer_free(&all);
            return i;
        }
        br_buffer_print(&all, "%s%s", i ? ", " : "", words[i]);
    }
    tool_complain(why, BR_BAD_USAGE, "bristle observe: %s '%.60s' is none of %s", option, word,
                  all.text ? all.text : "");
    br_buffer_free(&all);
    return -1;
}

// A plain number in low..high; NULL leaves *value as it is.
static br_status plain(const char *option, const char *text, double low, double high, double *value, br_diag *why)
{
    br_unit unit = br_unit_none();
    double read = 0;
    if (!text)
        return BR_OK;
    if (!tool_number(option, text, &read, &unit) || !br_unit_same(unit, br_unit_none()) ||
        !(read >= low && read <= high))
        return tool_complain(why, BR_BAD_USAGE, "bristle observe: %s '%.60s' is no number from %g to %g", option, text,
                             low, high);
    *value = read;
    return BR_OK;
}

static br_status read_kind(observing *o, const tool_args *a, br_diag *why)
{
    static const char *const observers[] = {"ekf", "ukf", "smoother", NULL}, *const orders[] = {"reduced", "full",
                                                                                                NULL};
    static const br_observer_kind *const kinds[] = {&br_observer_ekf, &br_observer_ukf, NULL};
    int which = a->observer ? choose("--observer", a->observer, observers, why) : 0;
    int order = a->order ? choose("--order", a->order, orders, why) : 0;
    if (which < 0 || order < 0)
        return BR_BAD_USAGE;
    o->options.kind = kinds[which];
    o->full = order == 1;
    return BR_OK;
}

static const char *next_method(const void *list, int i)
{
    (void)list;
    for (int k = 0; k < br_run_methods(); k++)
        if (br_run_method_at(k)->fixed && i-- == 0)
            return br_run_method_at(k)->name;
    return NULL;
}

static br_status read_method(observing *o, const tool_args *a, br_diag *why)
{
    const br_run_method *m = a->method ? br_run_method_find(a->method) : NULL;
    double substeps = 0;
    o->options.flow = m ? m->fixed : NULL;
    if (a->method && !o->options.flow) {
        const char *near = tool_nearest(a->method, next_method, NULL);
        br_buffer all = {0};
        for (int i = 0; next_method(NULL, i); i++)
            br_buffer_print(&all, "%s%s", i ? ", " : "", next_method(NULL, i));
        tool_complain(why, BR_BAD_USAGE, "bristle observe: there is no method '%.60s'%s%s; there are %s", a->method,
                      near ? "; did you mean " : "", near ? near : "", all.text ? all.text : "");
        br_buffer_free(&all);
        return BR_BAD_USAGE;
    }
    br_status status = plain("--substeps", a->substeps, 1, 1e6, &substeps, why);
    if (status == BR_OK && substeps != floor(substeps))
        status = tool_complain(why, BR_BAD_USAGE, "bristle observe: --substeps is a whole number");
    o->options.substeps = (int)substeps;
    return status;
}

static br_status read_differentiate(observing *o, const tool_args *a, br_diag *why)
{
    static const char *const words[] = {"zero-phase", "lowpass", "kalman", "window", NULL};
    static const br_differentiate_kind *const kinds[] = {NULL, &br_differentiate_lowpass, &br_differentiate_kalman,
                                                         &br_differentiate_window};
    br_unit unit = br_unit_none(), hertz = br_unit_none();
    hertz.power[2] = -12;
    int which = a->differentiate ? choose("--differentiate", a->differentiate, words, why) : 0;
    if (which < 0)
        return BR_BAD_USAGE;
    o->differentiate = words[which];
    o->prepare.kind = kinds[which];
    if (a->cutoff &&
        !(tool_number("--cutoff", a->cutoff, &o->prepare.cutoff, &unit) && o->prepare.cutoff > 0 &&
          isfinite(o->prepare.cutoff) && (br_unit_same(unit, hertz) || br_unit_same(unit, br_unit_none()))))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle observe: --cutoff '%.60s' is no frequency above 0, such as 500 Hz", a->cutoff);
    return BR_OK;
}

static br_status read_options(observing *o, const tool_args *a, br_diag *why)
{
    o->options = br_observation_defaults();
    br_status status = read_kind(o, a, why);
    if (status == BR_OK)
        status = read_method(o, a, why);
    if (status == BR_OK)
        status = read_differentiate(o, a, why);
    if (status == BR_OK && a->correct_every)
        status = tool_time("observe", "--correct-every", a->correct_every, &o->options.correct_every, why);
    if (status == BR_OK)
        status = plain("--gate", a->gate, 0, 1e9, &o->options.gate, why);
    o->options.tuning.estimate = a->estimate;
    o->options.tuning.noise = a->noise;
    o->options.tuning.prior = a->prior;
    return status;
}

// ---------------------------------------------------------------- the model

static const br_quantity *find_quantity(const br_law *law, const char *name)
{
    int q = br_law_find(law, name, strlen(name));
    return q >= 0 ? &law->q[q] : NULL;
}

static const br_output *find_output(const br_law *law, const char *name)
{
    for (int i = 0; i < law->nout; i++)
        if (strcmp(law->out[i].name, name) == 0)
            return &law->out[i];
    return NULL;
}

// A friction law takes v and gives F; what has no such input is a plant.
static bool is_friction(const br_law *law)
{
    const br_quantity *v = find_quantity(law, "v");
    return v && v->kind == BR_INPUT && v->dim == BR_SCALAR && find_output(law, "F");
}

static br_unit per_second(br_unit unit, int times)
{
    unit.power[2] = (short)(unit.power[2] - 12 * times);
    return unit;
}

// E*s^2/X of the law: kg, or kg*m^2.
static br_unit unit_of_mass(const br_law *law)
{
    return br_unit_div(find_output(law, "F")->unit, per_second(find_quantity(law, "v")->unit, 1));
}

static br_status read_mass(observing *o, const tool_args *a, br_diag *why)
{
    br_unit unit = br_unit_none(), wanted = unit_of_mass(&o->model.model.law);
    br_unit_write(o->mass_unit, wanted);
    o->mass = o->log.has_rig ? o->log.rig.m : 0;
    if (a->mass && !(tool_number("--mass", a->mass, &o->mass, &unit) && o->mass > 0 && isfinite(o->mass) &&
                     (br_unit_same(unit, wanted) || br_unit_same(unit, br_unit_none()))))
        return tool_complain(why, BR_BAD_USAGE, "bristle observe: --mass '%.60s' is no mass above 0 in %s", a->mass,
                             o->mass_unit);
    return BR_OK;
}

static br_status put_into_plant(observing *o, const tool_args *a, br_diag *why)
{
    br_buffer values = {0};
    if (!(o->mass > 0))
        return tool_complain(why, BR_BAD_USAGE, "bristle observe: --order full needs --mass, such as --mass '20 kg'");
    br_buffer_put(&values, "m = ");
    br_buffer_number(&values, o->mass);
    br_buffer_print(&values, " %s", o->mass_unit);
    tool_plant with = plant;
    with.values = values.text ? values.text : "";
    tool_model_close(&o->model);
    br_status status =
        values.status == BR_OK ? tool_model_open_in(&o->model, &with, a->model, a->params, a->at, why) : values.status;
    br_buffer_free(&values);
    o->wrapped = true;
    o->options.tuning.part = plant.part;
    return status;
}

static br_status open_model(observing *o, const tool_args *a, br_diag *why)
{
    br_status status = tool_model_open(&o->model, a->model, a->params, a->at, why);
    if (status != BR_OK)
        return status;
    br_model *m = &o->model.model;
    bool friction = is_friction(&m->law);
    snprintf(o->law, sizeof o->law, "%s", m->law.name);
    if (!friction && a->order && !o->full)
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle observe: %s is no friction law that takes v and gives F: --order reduced needs one", m->law.name);
    if (a->mass && !friction)
        return tool_complain(why, BR_BAD_USAGE, "bristle observe: --mass goes with a friction law; %s has its own",
                             m->law.name);
    if (friction)
        status = read_mass(o, a, why);
    if (status == BR_OK)
        status = tool_model_complete(m, &m->law, false, why);
    if (status == BR_OK && friction && o->full)
        status = put_into_plant(o, a, why);
    o->full = !friction || o->full;
    if (status == BR_OK)
        status = tool_model_complete(m, &m->law, false, why);
    if (status == BR_OK && !m->exact)
        status = tool_complain(why, BR_BAD_USAGE, "bristle observe: values are numbers here, not ranges");
    if (status == BR_OK)
        status = conditions_must_hold(m, why);
    return status;
}

// ---------------------------------------------------------------- signals and the model

static br_status wrong_unit(const char *signal, br_unit is, br_unit wanted, br_diag *why)
{
    char x[BR_UNIT_SIZE], y[BR_UNIT_SIZE];
    br_unit_write_both(x, is, y, wanted);
    return tool_complain(why, BR_BAD_DATA, "--signals: %.60s is in %s here, and in %s in the model%s", signal, x, y,
                         br_unit_same(is, br_unit_none()) ? "; a unit stands behind the column" : "");
}

// What a signal may be: a quantity or an output of the model; beside a friction law the position x and the drive force u.
static br_status check_signal(const observing *o, int i, br_diag *why)
{
    const br_law *law = &o->model.model.law;
    const char *name = o->log.column[i].name;
    const br_quantity *q = find_quantity(law, name);
    const br_output *y = find_output(law, name);
    br_unit is = o->log.unit[i], wanted = q ? q->unit : y ? y->unit : br_unit_none();
    if (!q && !y && !o->full && strcmp(name, "x") == 0)
        wanted = per_second(find_quantity(law, "v")->unit, -1);
    else if (!q && !y && !o->full && strcmp(name, "u") == 0)
        wanted = find_output(law, "F")->unit;
    else if (!q && !y)
        return tool_complain(why, BR_BAD_DATA, "--signals: %.60s is no input, state or output of %s%s", name, law->name,
                             o->full ? "" : ", nor the position x or the drive force u");
    else if (q && q->kind == BR_PARAM)
        return tool_complain(why, BR_BAD_DATA, "--signals: %.60s is a parameter of %s; --at gives its value", name,
                             law->name);
    return br_unit_same(is, wanted) ? BR_OK : wrong_unit(name, is, wanted, why);
}

// The least step of a quantised column.
static double grain_of(const double *v, long long rows)
{
    double least = (double)INFINITY;
    for (long long k = 1; k < rows; k++)
        if (v[k] != v[k - 1] && fabs(v[k] - v[k - 1]) < least)
            least = fabs(v[k] - v[k - 1]);
    return isfinite(least) ? least : 0;
}

static br_status differentiate(observing *o, const double *x, const double *u, br_diag *why)
{
    observe_log *log = &o->log;
    const br_sampling *s = &log->sampling;
    size_t rows = (size_t)log->rows;
    if (s->gaps > 0 || s->least < 0.5 * s->median)
        return tool_complain(why, BR_BAD_DATA,
                             "%.80s: the velocity of a position needs equal steps: %lld are off the median of %.3g s, "
                             "the longest is %.3g s at t = %.6g s; give v and F, or cut the log there",
                             log->name, (long long)s->gaps + (s->least < 0.5 * s->median), s->median, s->most,
                             log->t[s->widest]);
    if (log->rows > 100000000)
        return tool_complain(why, BR_BAD_DATA, "%.80s: %lld rows are too many", log->name, log->rows);
    log->made = malloc(3 * rows * sizeof *log->made);
    if (!log->made)
        return BR_NO_MEMORY;
    o->prepare.dt = s->median;
    o->prepare.mass = o->mass;
    o->prepare.band = grain_of(x, log->rows);
    o->cutoff =
        o->prepare.cutoff > 0
            ? o->prepare.cutoff
            : br_differentiate_defaults(o->prepare.kind ? o->prepare.kind : &br_differentiate_kalman, s->median).cutoff;
    br_status status =
        br_prepare(&o->prepare, (int)log->rows, x, u, log->made, log->made + rows, u ? log->made + 2 * rows : NULL);
    if (status == BR_BAD_USAGE)
        return tool_complain(why, status, "bristle observe: --cutoff %.6g Hz does not suit a step of %.3g s",
                             o->prepare.cutoff, s->median);
    return status;
}

// Velocity and friction force where they were not measured, from position and drive force.
static br_status make_columns(observing *o, br_diag *why)
{
    observe_log *log = &o->log;
    const double *v = observe_column(log, "v"), *F = observe_column(log, "F"), *x = observe_column(log, "x"),
                 *u = observe_column(log, "u");
    bool wants_v = !o->full && !v, wants_F = !F && (!o->full || o->mass > 0);
    if (wants_v && !x)
        return tool_complain(why, BR_BAD_DATA,
                             "--signals: %s takes the velocity v: give it, or the position x, from which it follows",
                             o->law);
    if (!o->full && wants_F && !(x && u))
        return tool_complain(why, BR_BAD_DATA,
                             "--signals: %s gives the force F: give it, or position x and drive force u, from which it "
                             "follows",
                             o->law);
    if (!o->full && wants_F && !(o->mass > 0))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle observe: friction force from drive force needs --mass, such as --mass '20 kg'");
    if ((!wants_v && !wants_F) || !x)
        return BR_OK;
    br_status status = differentiate(o, x, wants_F ? u : NULL, why);
    if (status != BR_OK)
        return status;
    o->made_v = wants_v;
    o->made_F = wants_F && u;
    if (wants_v)
        log->column[log->columns++] = (br_trace_column){"v", log->made};
    if (!o->full && o->made_F)
        log->column[log->columns++] = (br_trace_column){"F", log->made + 2 * log->rows};
    return BR_OK;
}

// Full order is drive force in, position out: what else a rig logs is left out.
static void leave_out(observe_log *log)
{
    int kept = 0;
    for (int i = 0; i < log->columns; i++)
        if (strcmp(log->column[i].name, "x") == 0 || strcmp(log->column[i].name, "u") == 0) {
            log->unit[kept] = log->unit[i];
            log->column[kept++] = log->column[i];
        }
    log->columns = kept;
}

// An input that is missing holds its last value; one that is never there has none.
static br_status check_missing(observing *o, int i, br_diag *why)
{
    const br_trace_column *c = &o->log.column[i];
    const br_quantity *q = find_quantity(&o->model.model.law, c->name);
    long long missing = 0;
    for (long long k = 0; q && q->kind == BR_INPUT && k < o->log.rows; k++)
        missing += !isfinite(c->v[k]);
    if (missing == o->log.rows)
        return tool_complain(why, BR_BAD_DATA, "%.80s: signal %s has no number in it", o->log.name, c->name);
    if (missing > 0)
        br_buffer_print(&o->warnings, "%lld values of %s are missing: the one before is held\n", missing, c->name);
    return BR_OK;
}

static br_status match(observing *o, br_diag *why)
{
    br_status status = BR_OK;
    if (o->log.has_rig && o->full)
        leave_out(&o->log);
    for (int i = 0; i < o->log.columns && status == BR_OK; i++)
        status = check_signal(o, i, why);
    if (status == BR_OK)
        status = make_columns(o, why);
    for (int i = 0; i < o->log.columns && status == BR_OK; i++)
        status = check_missing(o, i, why);
    return status;
}

// ---------------------------------------------------------------- running

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool show(void *bar, double share)
{
    progress_show(bar, share);
    return true;
}

static br_status go(observing *o, br_diag *why)
{
    br_trace trace = {o->log.rows, o->log.t, o->log.column, o->log.columns};
    progress bar = progress_open("observing");
    br_diag words = {0};
    o->options.now = now;
    o->options.progress = show;
    o->options.context = &bar;
    br_status status = br_observation_run(&o->ob, &o->model.model, &trace, &o->options, &words);
    progress_close(&bar);
    if (status != BR_OK && words.text[0])
        return tool_complain(why, status, "bristle observe: %s%s%s", status == BR_BAD_DATA ? o->log.name : "",
                             status == BR_BAD_DATA ? ": " : "", words.text);
    return status;
}

// ---------------------------------------------------------------- what became of it

static void find_curves(observing *o)
{
    for (int i = 0; i < o->log.columns; i++)
        if (strcmp(o->log.column[i].name, "x") == 0) {
            o->position = o->log.column[i].v;
            br_unit_write(o->position_unit, o->log.unit[i]);
        }
    o->force = observe_column(&o->log, "F");
    if (!o->force && o->made_F)
        o->force = o->log.made + 2 * o->log.rows;
    o->force_est = br_observation_column(&o->ob, "F_est");
    o->force_sd = br_observation_column(&o->ob, "F_sd");
}

static void find_error(observing *o)
{
    double sum = 0, low = (double)INFINITY, high = -(double)INFINITY;
    long long n = 0;
    o->nrmse = (double)NAN;
    for (long long k = 0; o->force && o->force_est && k < o->log.rows; k++) {
        double e = o->force_est[k] - o->force[k];
        if (!isfinite(e))
            continue;
        sum += e * e;
        low = fmin(low, o->force[k]);
        high = fmax(high, o->force[k]);
        n++;
    }
    if (n > 0 && high > low)
        o->nrmse = sqrt(sum / (double)n) / (high - low);
    o->diverged = o->nrmse > 1;
}

static void warn_of_log(observing *o)
{
    const br_sampling *s = &o->log.sampling;
    const br_observer_health *h = &o->ob.health;
    br_buffer *w = &o->warnings;
    if (s->gaps > 0)
        br_buffer_print(w,
                        "%lld steps are longer than 1.5 times the median, the longest %.3g s at t = %.6g s: the "
                        "observer predicts across\n",
                        (long long)s->gaps, s->most, o->log.t[s->widest]);
    if (s->coarse)
        br_buffer_put(w, "times are too coarse for their steps: doubles since a far past\n");
    if (h->missing > 0)
        br_buffer_print(w, "%lu measurements are missing: the observer predicts across\n", h->missing);
    if (o->ob.flow.capped > 0)
        br_buffer_print(w, "%lu steps wanted more substeps than allowed; take more --substeps\n", o->ob.flow.capped);
    if (o->ob.flow.unconverged > 0)
        br_buffer_print(w, "%lu steps did not converge; take more --substeps\n", o->ob.flow.unconverged);
    if (!o->options.kind && (o->ob.smoothing.end == BR_SMOOTHER_STUCK || o->ob.smoothing.end == BR_SMOOTHER_ITERATIONS))
        br_buffer_print(w, "the smoother ended before its least value: %s after %d iterations\n",
                        o->ob.smoothing.end == BR_SMOOTHER_STUCK ? "no step lowered the cost" : "they are used up",
                        o->ob.smoothing.iterations);
    if (o->ob.flow.unsettled > 0)
        br_buffer_print(w, "modes wanted more transitions than allowed, %lu times; take more --substeps\n",
                        o->ob.flow.unsettled);
}

static void warn_of_numbers(observing *o)
{
    const br_tuning *t = &o->ob.tuning;
    const br_observability *see = &o->ob.see;
    if (see->n == 0)
        br_buffer_put(&o->warnings,
                      "nothing is known of what the log can say: the model alone leaves the finite numbers\n");
    for (int i = t->nx; i < t->nx + t->ne && see->n > 0; i++) {
        if (!(see->left[i] > 0.9))
            continue;
        br_buffer_print(&o->warnings, "the log says %s of %s: at best %.3g of its prior standard deviation is left\n",
                        see->left[i] > 0.99 ? "nothing" : "hardly anything", t->number[i].name, see->left[i]);
        if (see->left[i] > 0.99)
            br_buffer_print(&o->lost, "%s%s", o->lost.size ? ", " : "", t->number[i].name);
    }
}

static void warn_of_innovations(observing *o)
{
    for (int k = 0; k < o->ob.observeds; k++) {
        const br_observed *s = &o->ob.observed[k];
        bool wide = s->inside<0.9, narrow = s->inside> 0.99 && s->nis<0.25, coloured = fabs(s->correlation)> s->white &&
                    fabs(s->correlation) > 0.1;
        if (s->corrections < 20 || !(wide || narrow || coloured))
            continue;
        br_buffer_print(&o->warnings, "standard deviations cannot be trusted: of the innovations of %s ", s->name);
        if (wide || narrow)
            br_buffer_print(&o->warnings, "%.3g %% are inside 95 %%, so the noise assumed is too %s%s", 100 * s->inside,
                            wide ? "small" : "large", coloured ? "; " : "");
        if (coloured)
            br_buffer_print(&o->warnings, "neighbours correlate by %.2f", s->correlation);
        br_buffer_put(&o->warnings, "\n");
    }
}

static br_status find_nominal(observing *o)
{
    const br_tuning *t = &o->ob.tuning;
    const br_model *m = &o->model.model;
    o->nominal = malloc(((size_t)t->ne + 1) * sizeof *o->nominal);
    for (int i = 0; o->nominal && i < t->ne; i++)
        o->nominal[i] = br_interval_mid((t->estimate[i].by == 'u' ? m->u : m->p)[t->estimate[i].number]);
    return o->nominal ? BR_OK : BR_NO_MEMORY;
}

static void judge(observing *o)
{
    find_curves(o);
    find_error(o);
    warn_of_log(o);
    warn_of_numbers(o);
    warn_of_innovations(o);
}

// ---------------------------------------------------------------- delivering

static bool to_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static br_status deliver(const observing *o, const tool_args *a, br_buffer *out, br_diag *why)
{
    br_buffer json = {0}, page = {0};
    br_status status = a->csv ? table_csv(&o->ob.record, a->csv, why) : BR_OK;
    if (status == BR_OK && a->json) {
        observe_json(&json, o);
        status = tool_deliver(a->json, &json, true, out, why);
    }
    if (status == BR_OK && a->report) {
        status = observe_page(&page, o);
        if (status == BR_OK)
            status = tool_deliver(a->report, &page, true, out, why);
    }
    if (status == BR_OK && !to_stdout(a->csv) && !to_stdout(a->json) && !to_stdout(a->report))
        observe_text(out, o);
    if (status == BR_OK) {
        tool_written(out, "table", a->csv);
        tool_written(out, "JSON", a->json);
        tool_written(out, "page", a->report);
    }
    br_buffer_free(&json);
    br_buffer_free(&page);
    return status;
}

static br_status verdict(const observing *o, br_diag *why)
{
    if (o->diverged)
        return tool_complain(why, BR_NEGATIVE, "bristle observe: diverged: the error of the force is beyond its range");
    if (o->lost.size > 0)
        return tool_complain(why, BR_NEGATIVE, "bristle observe: not observable along this log: %s", o->lost.text);
    return BR_OK;
}

static br_status work(observing *o, const tool_args *a, br_buffer *out, br_diag *why)
{
    br_status status = read_options(o, a, why);
    if (status == BR_OK)
        status = observe_load(&o->log, a, why);
    if (status == BR_OK)
        status = open_model(o, a, why);
    if (status == BR_OK)
        status = match(o, why);
    if (status == BR_OK)
        status = go(o, why);
    if (status == BR_OK)
        status = find_nominal(o);
    if (status != BR_OK)
        return status;
    judge(o);
    status = deliver(o, a, out, why);
    return status == BR_OK ? verdict(o, why) : status;
}

static br_status run(const tool_args *a, br_buffer *out, br_diag *why)
{
    observing o;
    memset(&o, 0, sizeof o);
    if (to_stdout(a->csv) + to_stdout(a->json) + to_stdout(a->report) > 1)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle observe: only one of --csv, --json and --report can go to standard output");
    const char *const files[] = {a->csv, a->json, a->report, a->operand, a->model, a->params};
    br_status status = tool_apart("observe", files, 3, 6, why);
    if (status == BR_OK)
        status = work(&o, a, out, why);
    br_observation_free(&o.ob);
    observe_unload(&o.log);
    free(o.nominal);
    tool_model_close(&o.model);
    br_buffer_free(&o.warnings);
    br_buffer_free(&o.lost);
    return status;
}

// ---------------------------------------------------------------- the table of options

#define PLACE(field) offsetof(tool_args, field)
static const tool_option model = {
    "--model", "MODEL", PLACE(model), "a friction law, or a plant with friction: built in, or a file NAME.law",
    true,      false};
static const tool_option signals = {"--signals",
                                    "LIST",
                                    PLACE(signals),
                                    "columns of LOG as signals: 't = time, v = speed m/s, F = force N'; in place of v "
                                    "and F the position x and the drive "
                                    "force u, with --mass",
                                    false,
                                    false};
static const tool_option observer = {
    "--observer",    "KIND",
    PLACE(observer), "ekf (without it); ukf, without derivatives, for laws that switch; smoother, over the whole log",
    false,           false};
static const tool_option order = {
    "--order",
    "ORDER",
    PLACE(order),
    "reduced (without it): velocity in, friction force out; full: drive force in, position out, a law is put into the "
    "plant mass",
    false,
    false};
static const tool_option estimate = {
    "--estimate",
    "LIST",
    PLACE(estimate),
    "parameters to be estimated beside the states: 'kappa[3] = 0, FC, log(vs)'; a start value is optional, log: as its "
    "logarithm",
    false,
    false};
static const tool_option correct_every = {
    "--correct-every",
    "T",
    PLACE(correct_every),
    "the time from one correction to the next, '10 ms'; without it every sample corrects",
    false,
    false};
static const tool_option method = {
    "--method",
    "NAME",
    PLACE(method),
    "of prediction: rk4, midpoint, gauss4, lie, rosenbrock, exponential, exact; without it what suits the model",
    false,
    false};
static const tool_option substeps = {"--substeps", "K", PLACE(substeps), "of a step, at least so many", false, false};
static const tool_option noise = {"--noise",
                                  "LIST",
                                  PLACE(noise),
                                  "standard deviations of what is measured, and of states and estimates per step ('F = "
                                  "0.5 N, z = 0.1 N, FC = 5 %') or "
                                  "as densities ('z = 3 N/s^(1/2)')",
                                  false,
                                  false};
static const tool_option prior = {
    "--prior", "LIST", PLACE(prior), "standard deviations at the start: 'kappa[3] = 300 %, z = 1 N'", false, false};
static const tool_option gate = {
    "--gate", "N",  PLACE(gate), "innovations beyond so many standard deviations are rejected; without it none is",
    false,    false};
static const tool_option mass = {"--mass", "M",  PLACE(mass), "moving mass, '20 kg', or moment of inertia",
                                 false,    false};
static const tool_option how = {"--differentiate",
                                "HOW",
                                PLACE(differentiate),
                                "velocity from position: zero-phase (without it), over the whole log; lowpass, kalman, "
                                "window: as a controller does",
                                false,
                                false};
static const tool_option cutoff = {"--cutoff", "F", PLACE(cutoff), "of the differentiation, '500 Hz'", false, false};
static const tool_option seed = {"--seed", "N", PLACE(seed), "of a rig; a whole number, 1 without it", false, false};
static const tool_option csv = {
    "--csv", "FILE", PLACE(csv), "estimates and standard deviations of every sample to FILE, - for standard output",
    false,   false};
static const tool_option *const options[] = {&model,
                                             &option_params,
                                             &option_at,
                                             &signals,
                                             &observer,
                                             &order,
                                             &estimate,
                                             &noise,
                                             &prior,
                                             &correct_every,
                                             &method,
                                             &substeps,
                                             &gate,
                                             &mass,
                                             &how,
                                             &cutoff,
                                             &seed,
                                             &option_delimiter,
                                             &option_decimal,
                                             &option_truncated,
                                             &option_infinite,
                                             &csv,
                                             &option_json,
                                             &option_report,
                                             NULL};
static const char *const more[] = {
    "LOG rig/axis, rig/exact or rig/consistent is a synthetic rig (docs/rigs.md), whose columns are known. Without "
    "--noise and "
    "--prior the defaults of the thesis are taken; the summary says which.",
    "Before the run, the information of the log on every state and estimated number is computed: what it leaves of the "
    "prior standard deviation, and the least observable direction. Exit code 1: an estimate is not observable, or "
    "diverged. docs/observers.md explains observers, orders and noise.",
    NULL};
static const tool_example examples[] = {
    {"friction of a synthetic axis, with a page of pictures",
     "bristle observe rig/axis --model sgms --params table-4.1 --correct-every 0.01 --report axis.html"},
    {"a stiffness from nothing", "bristle observe rig/exact --model sgms --params table-4.1 --estimate 'kappa[4] = 0'"},
    {"drive force in, position out",
     "bristle observe rig/exact --model lugre --params table-4.1 --order full --json axis.json"},
    {NULL, NULL}};

const tool_command command_observe = {.name = "observe",
                                      .purpose = "friction states and parameters from a log, with their uncertainty",
                                      .operand = "LOG",
                                      .operand_words = "a table, LOG.csv, with --signals; or a synthetic rig",
                                      .operand_needed = true,
                                      .options = options,
                                      .more = more,
                                      .examples = examples,
                                      .run = run};
