// observe_mechanism.c - `bristle observe LOG --model F.mech`: states and unknown inputs of a mechanism.    [host]
#include "num/base/fp.h"

#include "tool/observe/observe_mechanism.h"

#include "file/disk/whole.h"
#include "sim/observe/observation.h"
#include "tool/kit/deliver.h"
#include "tool/mechanism/mechanism.h"
#include "tool/kit/number.h"
#include "tool/kit/progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- names

static int find_sensor(const br_mech *m, const char *name)
{
    for (int i = 0; i < m->sensors; i++)
        if (strcmp(m->sensor[i].name, name) == 0)
            return i;
    return -1;
}

// ---------------------------------------------------------------- signals

static br_status check_unit(const watching *o, int column, const char *want, br_diag *why)
{
    br_unit is = o->log.unit[column], wanted = br_unit_none();
    char x[BR_UNIT_SIZE], y[BR_UNIT_SIZE];
    (void)br_unit_read(want, strlen(want), NULL, 0, &wanted, NULL);
    if (br_unit_same(is, wanted))
        return BR_OK;
    br_unit_write_both(x, is, y, wanted);
    return tool_complain(why, BR_BAD_DATA, "--signals: %.60s has unit %s here and %s in the mechanism%s",
                         o->log.column[column].name, x, y,
                         br_unit_same(is, br_unit_none()) ? "; write the unit behind the column" : "");
}

static br_status add_sensor(watching *o, int column, int sensor, br_diag *why)
{
    const br_sensor *e = &o->m.sensor[sensor];
    double sd = e->sd > 0 ? e->sd : strcmp(br_sensor_unit(&o->m, e), "rad/s") == 0 ? 0.1 : 0; // paper 001 (57)
    if (!(sd > 0))
        return tool_complain(why, BR_BAD_LAW,
                             "bristle observe: sensor %s has no standard deviation; give it one (sd) in %s", e->name,
                             o->w.origin);
    if (o->w.signals == BR_MECH_ESTIMATE_MOST)
        return tool_complain(why, BR_BAD_USAGE, "bristle observe: at most %d sensors", BR_MECH_ESTIMATE_MOST);
    o->w.sensor[o->w.signals] = sensor;
    o->w.sd[o->w.signals] = sd;
    o->w.y[o->w.signals++] = o->log.column[column].v;
    return BR_OK;
}

static void add_comparison(watching *o, int column, bool measured)
{
    o->signal[o->signals++] = (compared){.name = o->log.column[column].name, .column = column, .measured = measured};
}

// A measure's value by its name, its speed by NAME_speed; its unit, or NULL.
static const char *measure_unit(const br_mech *m, const char *name)
{
    for (int i = 0; i < m->measures; i++) {
        size_t n = strlen(m->measure[i].name);
        bool turns = m->measure[i].kind == BR_MEASURE_TURN;
        if (strcmp(m->measure[i].name, name) == 0)
            return turns ? "rad" : "m";
        if (strncmp(m->measure[i].name, name, n) == 0 && strcmp(name + n, "_speed") == 0)
            return turns ? "rad/s" : "m/s";
    }
    return NULL;
}

static long long count_missing(const watching *o, int column)
{
    long long missing = 0;
    for (long long k = 0; k < o->log.rows; k++)
        missing += !isfinite(o->log.column[column].v[k]);
    return missing;
}

// Of a drive that was logged.
static void warn_missing(watching *o, int column)
{
    long long missing = count_missing(o, column);
    if (missing > 0)
        br_buffer_print(&o->warnings, "%lld values of %s are missing: the previous value is held\n", missing,
                        o->log.column[column].name);
}

static br_status match_column(watching *o, int column, br_diag *why)
{
    const char *name = o->log.column[column].name, *unit = measure_unit(&o->m, name);
    int sensor = find_sensor(&o->m, name), force = watching_drive(&o->m, name);
    if (sensor < 0 && force < 0 && !unit)
        return tool_complain(why, BR_BAD_DATA, "--signals: %.60s is not a sensor, drive, unknown input or joint of %s",
                             name, o->m.name);
    if (sensor >= 0)
        unit = br_sensor_unit(&o->m, &o->m.sensor[sensor]);
    if (force >= 0)
        unit = o->m.measure[o->m.force[force].measure].kind == BR_MEASURE_TURN ? "N*m" : "N";
    br_status status = check_unit(o, column, unit, why);
    if (status != BR_OK)
        return status;
    bool measured = sensor >= 0 && !o->m.sensor[sensor].imagined;
    if (force >= 0 && watching_unknown(o, force) < 0) { // a drive that was logged
        if (o->w.inputs == BR_MECH_ESTIMATE_MOST)
            return tool_complain(why, BR_BAD_USAGE, "bristle observe: at most %d drives", BR_MECH_ESTIMATE_MOST);
        o->w.input[o->w.inputs] = o->m.force[force].drive;
        o->w.u[o->w.inputs++] = o->log.column[column].v;
        warn_missing(o, column);
        return BR_OK;
    }
    add_comparison(o, column, measured);
    return measured ? add_sensor(o, column, sensor, why) : BR_OK;
}

// The filter starts in the first row; measurements count from the second on.
static br_status check_measured(watching *o, br_diag *why)
{
    bool any = false;
    for (int i = 0; i < o->signals; i++) {
        const compared *c = &o->signal[i];
        if (!c->measured)
            continue;
        long long missing = count_missing(o, c->column);
        for (long long k = 1; k < o->log.rows && !any; k++)
            any = isfinite(o->log.column[c->column].v[k]);
        if (missing > 0)
            br_buffer_print(&o->warnings, "%lld of %lld measurements of %s are missing: time update only\n", missing,
                            o->log.rows, c->name);
    }
    if (any)
        return BR_OK;
    return tool_complain(
        why, BR_BAD_DATA,
        "%.100s: no measurement after the first row; the columns of all sensors in --signals are empty", o->log.name);
}

// ---------------------------------------------------------------- running

// The mechanism is drawn as it is estimated.
static void draw_row(void *context, long long row, const br_moving *s)
{
    watching *o = context;
    for (int f = 0; f < SKETCH_FRAMES; f++)
        if (row == f * (o->w.rows - 1) / (SKETCH_FRAMES - 1))
            sketch_add_frame(&o->drawn, f, o->w.t[row], s);
}

static br_status read_method(watching *o, const char *name, br_diag *why)
{
    const br_mech_scheme *is[] = {&br_mech_bdf1, &br_mech_newmark};
    for (int i = 0; i < 2; i++)
        if (strcmp(name, is[i]->name) == 0)
            o->w.scheme = is[i];
    if (o->w.scheme)
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE,
                         "bristle observe: there is no method '%.60s' for mechanisms; there are bdf1, newmark", name);
}

static br_status run_filter(watching *o, const tool_args *a, br_diag *why)
{
    br_status status = read_method(o, a->method ? a->method : br_mech_bdf1.name, why);
    if (status == BR_OK)
        status = a->step ? tool_time("observe", "--step", a->step, &o->w.step, why) : BR_OK;
    br_unit unit = br_unit_none();
    o->w.gate = a->gate ? 0 : BR_OBSERVE_GATE;
    if (status == BR_OK && a->gate && strcmp(a->gate, "none") != 0 &&
        !(tool_number("--gate", a->gate, &o->w.gate, &unit) && br_unit_same(unit, br_unit_none()) && o->w.gate >= 0.1 &&
          o->w.gate <= 1e9))
        status = tool_complain(why, BR_BAD_USAGE, "bristle observe: --gate '%.60s' is not a number from 0.1 to 1e9",
                               a->gate);
    if (status == BR_OK && br_mech_estimate_length(&o->w) > 1e8)
        status = tool_complain(why, BR_BAD_USAGE, "bristle observe: %.3g steps are too many; use a longer --step",
                               br_mech_estimate_length(&o->w));
    if (status == BR_OK)
        status = sketch_open(&o->drawn, &o->m);
    o->w.dense = a->dense;
    o->w.smooth = a->smooth;
    for (int i = 0; i < o->w.unknowns; i++)
        if (!(o->w.unknown[i].walk > 0))
            o->w.unknown[i].walk = br_mech_estimate_walk(&o->w, 1); // paper 001 5.3
    progress bar = progress_open(a->tune ? "tuning" : "observing", a);
    o->w.on_row = draw_row;
    o->w.on_row_context = o;
    o->w.progress = progress_show;
    o->w.context = &bar;
    o->w.partial = true;
    if (status == BR_OK && a->tune)
        status = br_mech_estimate_tune(&o->w, &o->curve, why);
    o->tuned = status == BR_OK && a->tune;
    if (status == BR_OK)
        status = br_mech_estimate_run(&o->w, &o->record, &o->result, why);
    progress_close(&bar);
    if (status == BR_OK && o->result.stopped) {
        br_buffer_print(&o->warnings, "interrupted after row %lld of %lld: the rows until then are reported\n",
                        o->record.rows, o->log.rows);
        o->log.rows = o->w.rows = o->record.rows;
    }
    return progress_result(&bar, status, why);
}

static double noise_of(const watching *o, const char *name)
{
    for (int i = 0; i < o->w.signals; i++)
        if (strcmp(o->m.sensor[o->w.sensor[i]].name, name) == 0)
            return o->w.sd[i];
    return 0;
}

// A measurement has corrected the estimate: their difference has the variance of the noise minus that of the estimate. 0:
// the estimate equals the measurement, and the difference carries no information.
static double variance_of(const compared *c, double noise, double sd)
{
    const double rounding = 1e-4;
    double left = noise * noise - sd * sd;
    return !c->measured ? sd * sd : left > rounding * noise * noise ? left : 0;
}

// A rejected measurement has no innovation and counts as an empty cell.
static void compare_signal(watching *o, compared *c)
{
    char name[BR_NAME_SIZE + 16];
    snprintf(name, sizeof name, "%.*s_innovation", BR_NAME_SIZE, c->name);
    const double *taken =
        c->measured ? o->record.column[br_record_find(&o->record, name)].v : o->log.column[c->column].v;
    snprintf(name, sizeof name, "%.*s_est", BR_NAME_SIZE, c->name);
    c->est = br_record_find(&o->record, name);
    const double *y = o->log.column[c->column].v, *est = o->record.column[c->est].v,
                 *sd = o->record.column[c->est + 1].v;
    const double rounding = 1e-12;
    double sum = 0, inside = 0, noise = c->measured ? noise_of(o, c->name) : 0;
    long long n = 0;
    for (long long k = 1; k < o->log.rows; k++) {
        double off = fabs(y[k] - est[k]), variance = variance_of(c, noise, sd[k]);
        if (!isfinite(taken[k]))
            continue;
        sum += off * off;
        n++;
        if (c->measured && !(variance > 0))
            continue;
        inside += off <= 1.96 * sqrt(variance) + (c->measured ? 0 : rounding * fabs(y[k]));
        c->judged++;
    }
    c->rms = n > 0 ? sqrt(sum / (double)n) : (double)NAN;
    c->inside = c->judged > 0 ? inside / (double)c->judged : (double)NAN;
}

// How much of the prior standard deviation remains.
static void warn_unobservable(watching *o, const br_named_parameter *p)
{
    char name[BR_PARAMETER_NAME + 8];
    snprintf(name, sizeof name, "%s_sd", p->name);
    const double *sd = o->record.column[br_record_find(&o->record, name)].v;
    double left = sd[o->record.rows - 1] / (fabs(br_parameter_slope(&p->is, p->is.x)) * p->is.sd);
    if (left > 0.9)
        br_buffer_print(&o->warnings,
                        "%s is hardly observable: %.0f %% of its prior standard deviation is left at the end\n",
                        p->name, 100 * left);
}

// The numerical damping of the scheme is part of an estimated damping.
static void warn_damping(watching *o, int i)
{
    const br_named_parameter *p = &o->w.parameter[i];
    char name[BR_PARAMETER_NAME + 8];
    snprintf(name, sizeof name, "%s_sd", p->name);
    double sd = o->record.column[br_record_find(&o->record, name)].v[o->record.rows - 1], own = o->result.braking[i];
    if (fabs(own) > sd)
        br_buffer_print(&o->warnings,
                        "numerical damping of %s equals %.3g %s of %s, %.3g times its standard deviation: the estimate "
                        "is too small by %s; %s\n",
                        o->w.scheme->name, own, p->unit, p->name, fabs(own) / sd,
                        o->result.freedoms == 1 ? "about that" : "at most that",
                        o->w.scheme == &br_mech_bdf1 ? "--method newmark has none" : "use a shorter --step");
}

// The measurement update changes a deflection whether or not its element slides.
static void warn_modes(watching *o)
{
    for (int e = 0; e < o->m.forces; e++) {
        const br_force *f = &o->m.force[e];
        if (f->kind == BR_FORCE_FRICTION && f->friction->contact.system.sys.nm > 0)
            br_buffer_print(&o->warnings,
                            "%s: law %s has modes, which the filter does not correct: its estimated force may be too "
                            "large; use a smooth law (sgms)\n",
                            f->name, f->friction->contact.model.law.name);
    }
}

static void warn_tuning(watching *o)
{
    const br_mech_l_curve *c = &o->curve;
    if (!o->tuned)
        return;
    if (!c->agree)
        br_buffer_print(
            &o->warnings,
            "the corner of the L-curve, Q_d = %.3g, and the maximum likelihood, %.3g, are more than a decade apart: "
            "the corner is used; with maximum likelihood the inputs walk %.3g times as much\n",
            c->Q[c->corner], c->Q[c->likeliest], sqrt(c->Q[c->likeliest] / c->Q[c->corner]));
    if (c->likeliest == 0 || c->likeliest == BR_L_CURVE_TRIES - 1)
        br_buffer_print(&o->warnings, "the Q_d of maximum likelihood is at an end of the range searched\n");
}

static void warn_gaps(watching *o)
{
    const br_sampling *s = &o->log.sampling;
    if (s->gaps > 0)
        br_buffer_print(&o->warnings,
                        "%zu gap%s in the rows, the longest %.4g s at t = %.6g s (sample time %.4g s): time update "
                        "only, in steps of %.4g s\n",
                        s->gaps, s->gaps == 1 ? "" : "s", s->most, o->log.t[s->widest], s->median,
                        o->w.step > 0 ? o->w.step : s->median);
}

static void assess(watching *o)
{
    const br_mech_estimate_result *r = &o->result;
    for (int i = 0; i < o->signals; i++)
        compare_signal(o, &o->signal[i]);
    watching_verdict(o);
    watching_assess_fit(o);
    for (int i = 0; i < r->named; i++)
        for (int k = 0; k < 2; k++)
            if (r->motion[i].left[k] > 0.5)
                br_buffer_print(
                    &o->warnings,
                    "%s of %s is hardly observable: %.0f %% of a wide prior standard deviation is left at the end\n",
                    k ? "the speed" : "the value", o->m.measure[r->motion[i].measure].name, 100 * r->motion[i].left[k]);
    for (int i = 0; i < o->w.parameters; i++)
        warn_unobservable(o, &o->w.parameter[i]);
    for (int i = 0; i < o->w.parameters; i++)
        warn_damping(o, i);
    if (r->limited > 0)
        br_buffer_print(&o->warnings, "%lld corrections were cut at the range of a parameter\n", r->limited);
    if (r->rejected > 0)
        br_buffer_print(&o->warnings, "%lld measurement%s beyond the gate, and rejected\n", r->rejected,
                        r->rejected == 1 ? " was" : "s were");
    if (r->restarts > 0)
        br_buffer_print(
            &o->warnings,
            "%lld restart%s from the prior: too many measurements in a row were beyond the gate, the next ones "
            "were used, and the steps behind them did not converge\n",
            r->restarts, r->restarts == 1 ? "" : "s");
    warn_modes(o);
    warn_tuning(o);
    warn_gaps(o);
}

// ---------------------------------------------------------------- the command

static br_status check_options(const tool_args *a, br_diag *why)
{
    const tool_given list[] = {{"--params", a->params},
                               {"--at", a->at},
                               {"--observer", a->observer},
                               {"--order", a->order},
                               {"--correct-every", a->correct_every},
                               {"--substeps", a->substeps},
                               {"--horizon", a->horizon},
                               {"--most", a->most},
                               {"--period", a->period},
                               {"--arrival", a->arrival},
                               {"--parameters", a->parameters},
                               {"--iterations", a->iterations},
                               {"--bounds", a->bounds},
                               {"--levenberg", a->levenberg},
                               {"--precision", a->precision},
                               {"--huber", a->huber},
                               {"--mass", a->mass},
                               {"--differentiate", a->differentiate},
                               {"--cutoff", a->cutoff},
                               {"--seed", a->seed},
                               {0}};
    const char *other = tool_first_given(list);
    if (other)
        return tool_complain(why, BR_BAD_USAGE, "bristle observe: %s has no effect on a mechanism; leave it out",
                             other);
    if (a->dense && a->smooth)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle observe: --smooth cannot be combined with --dense; give one of them");
    return BR_OK;
}

static br_status read_model(watching *o, const tool_args *a, br_diag *why)
{
    br_status status = br_file_read(a->model, BR_MAX_TEXT, &o->text, &o->w.size, why);
    if (status == BR_NO_FILE) // as of a law
        status = BR_BAD_LAW;
    o->w.text = o->text;
    o->w.origin = a->model;
    if (status == BR_OK)
        status = br_mech_read(&o->m, o->text, o->w.size, a->model, why);
    if (status == BR_OK)
        status = mechanism_warn(&o->m, &o->warnings);
    if (status == BR_OK)
        status = watching_read_unknown(o, a->unknown, why);
    if (status == BR_OK && a->tune && o->w.unknowns == 0)
        status =
            tool_complain(why, BR_BAD_USAGE, "bristle observe: --tune: no input is unknown; name one by --unknown");
    return status;
}

// Names are those of the text.
static br_status ask_for_signals(const watching *o, const tool_args *a, br_diag *why)
{
    br_buffer names = {0};
    for (int i = 0; i < o->m.sensors && names.size < 200; i++)
        if (!o->m.sensor[i].imagined)
            br_buffer_print(&names, ", %s = COLUMN %s", o->m.sensor[i].name, br_sensor_unit(&o->m, &o->m.sensor[i]));
    br_status status =
        tool_complain(why, BR_BAD_USAGE, "bristle observe: %.100s needs --signals 't = COLUMN s%s' (sensors of %.60s)",
                      a->operand, names.text ? names.text : "", o->m.name);
    br_buffer_free(&names);
    return status;
}

static br_status observe_log(watching *o, const tool_args *a, br_diag *why)
{
    br_status status = check_options(a, why);
    if (status == BR_OK)
        status = read_model(o, a, why);
    if (status == BR_OK && !a->signals)
        status = ask_for_signals(o, a, why);
    if (status == BR_OK)
        status = tool_log_load(&o->log, "observe", a->operand, a, why);
    if (status == BR_OK && o->log.notes.text)
        br_buffer_put(&o->warnings, o->log.notes.text);
    o->w.rows = o->log.rows;
    o->w.t = o->log.t;
    o->w.row = o->log.sampling.median;
    if (status == BR_OK)
        status = watching_read_parameters(o, a, why);
    for (int i = 0; i < o->log.columns && status == BR_OK; i++)
        status = match_column(o, i, why);
    if (status == BR_OK && o->w.signals == 0)
        status = tool_complain(why, BR_BAD_DATA, "--signals: no sensor of %s is measured", o->m.name);
    if (status == BR_OK)
        status = check_measured(o, why);
    if (status == BR_OK)
        status = run_filter(o, a, why);
    if (status == BR_OK)
        status = watching_fit(o, a, why);
    if (status == BR_OK)
        assess(o);
    return status;
}

static br_status deliver_estimates(const watching *o, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    if (tool_wants_text(a))
        watching_text(&v.text, o);
    if (a->json)
        watching_json(&v.json, o);
    br_status status = a->report ? watching_report(&v.report, o) : BR_OK;
    return tool_deliver_views(&v, &o->record, status, a, out, why);
}

br_status observe_mechanism(const tool_args *a, br_buffer *out, br_diag *why)
{
    watching *o = calloc(1, sizeof *o);
    br_status status = o ? observe_log(o, a, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = deliver_estimates(o, a, out, why);
    if (status == BR_OK && o->failures.text)
        status = tool_complain(why, BR_NEGATIVE, "bristle observe: failed: %.*s", (int)strcspn(o->failures.text, "\n"),
                               o->failures.text);
    if (o)
        status = progress_partial(a, o->result.stopped, status, why);
    if (o) {
        br_record_close(&o->record);
        sketch_close(&o->drawn);
        br_loaded_log_free(&o->log);
        br_mech_free(&o->m);
        br_buffer_free(&o->warnings);
        br_buffer_free(&o->failures);
        free(o->text);
    }
    free(o);
    return status;
}
