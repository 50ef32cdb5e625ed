// observe_show.c - results of an observer as text and JSON.                      [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "tool/observe/observe.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- text

static const char *kind_of(const observing *o)
{
    return o->moving ? "mhe" : o->options.kind ? o->options.kind->name : "smoother";
}

static void write_time(br_buffer *out, double seconds, int digits)
{
    bool micro = seconds < 0.9995e-3, milli = seconds < 0.9995;
    br_buffer_about(out, seconds * (micro ? 1e6 : milli ? 1e3 : 1), digits);
    br_buffer_put(out, micro ? " us" : milli ? " ms" : " s");
}

// "sgms, reduced order, ekf: rig/axis with seed 1
// 40000 samples every 0.1 ms, correction every 10 ms, method rosenbrock"
void observe_heading(br_buffer *out, const observing *o)
{
    const br_observation *ob = &o->ob;
    br_buffer_print(out, "%s, %s order, %s: ", o->law, o->full ? "full" : "reduced", kind_of(o));
    br_buffer_safe(out, o->log.name, strlen(o->log.name));
    if (o->log.has_rig)
        br_buffer_print(out, " with seed %llu", (unsigned long long)o->log.seed);
    br_buffer_print(out, ",\n%lld samples every ", o->log.rows);
    write_time(out, ob->dt, 4);
    br_buffer_put(out, ", correction every ");
    write_time(out, ob->dt * ob->every, 4);
    if (o->moving)
        br_buffer_print(out, ", horizon of %d intervals, arrival cost %s", o->options.horizon.intervals,
                        observe_arrivals[o->options.horizon.arrival]);
    br_buffer_print(out, ", method %s%s\n", ob->method, o->options.horizon.mixed ? " in float" : "");
}

static void write_derived(br_buffer *out, const observing *o)
{
    if (!o->made_v && !o->made_F)
        return;
    br_buffer_print(out, "%s%s%s from position%s: %s", o->made_v ? "velocity" : "",
                    o->made_v && o->made_F ? " and " : "", o->made_F ? "friction force" : "",
                    o->made_F ? " and drive force" : "", o->differentiate);
    br_buffer_put(out, ", cutoff ");
    br_buffer_about(out, o->log.made.cutoff, 4);
    br_buffer_put(out, " Hz");
    if (o->made_F) {
        br_buffer_put(out, ", drive force minus m*a with m = ");
        br_buffer_about(out, o->mass, 6);
        br_buffer_print(out, " %s%s", o->mass_unit,
                        o->full ? "; for comparison only, not an input of the observer" : "");
    }
    br_buffer_put(out, "\n");
}

void observe_amount(br_buffer *out, double value, int digits, const char *unit)
{
    br_buffer_about(out, value, digits);
    if (strcmp(unit, "-") != 0 && *unit)
        br_buffer_print(out, " %s", unit);
}

bool observe_input(const observing *o, int i)
{
    return br_observation_input(&o->ob, &o->options, i);
}

// The scale of entry i of the state vector in its unit; 1: not scaled.
static double scale_of(const br_tuning *t, int i)
{
    const br_estimate *e = i >= t->nx && i < t->nx + t->ne ? &t->estimate[i - t->nx] : NULL;
    return e && !e->log ? fabs(e->scale) : 1;
}

// Process noise of entry i, as it was given: per step or as a density.
static void write_noise(br_buffer *out, const observing *o, int i)
{
    const br_tuning *t = &o->ob.tuning;
    const br_tuned *n = &t->number[i];
    double sd = sqrt(n->per_step ? n->q * o->ob.dt : n->q) * scale_of(t, i);
    bool log = i >= t->nx && t->estimate[i - t->nx].log;
    observe_amount(out, sd, 3, log ? "-" : n->unit);
    if (!n->per_step)
        br_buffer_put(out, log || strcmp(n->unit, "-") == 0 ? " /s^(1/2)" : "/s^(1/2)");
}

static bool noise_is_estimated(const br_tuning *t)
{
    for (int i = 0; i < t->numbers; i++)
        if (t->number[i].found_q || t->number[i].found_r)
            return true;
    return false;
}

static void write_assumed(br_buffer *out, const observing *o)
{
    const br_tuning *t = &o->ob.tuning;
    int n = t->nx + t->ne;
    br_buffer_put(out, "\nassumed standard deviations\n");
    for (int i = 0; i < n; i++) {
        const br_tuned *w = &t->number[i];
        bool log = i >= t->nx && t->estimate[i - t->nx].log;
        size_t from = out->size;
        br_buffer_print(out, log ? "  log(%s)" : "  %s", w->name);
        br_buffer_pad(out, from, 14);
        if (observe_input(o, i)) {
            br_buffer_put(out, "measured ");
            observe_amount(out, w->sd * scale_of(t, i), 3, w->unit);
            br_buffer_put(out, ", mean over an interval\n");
            continue;
        }
        br_buffer_put(out, "initial ");
        observe_amount(out, w->sd * scale_of(t, i), 3, log ? "-" : w->unit);
        br_buffer_pad(out, from, 46);
        br_buffer_put(out, w->per_step ? "process, per step " : "process, density ");
        write_noise(out, o, i);
        br_buffer_put(out, w->found_q ? " *\n" : "\n");
    }
    for (int k = 0; k < o->ob.observeds; k++) {
        int which = o->ob.observed[k].which;
        const br_tuned *w = &t->number[which < t->ny ? n + which : which - t->ny];
        size_t from = out->size;
        br_buffer_print(out, "  %s", w->name);
        br_buffer_pad(out, from, 14);
        br_buffer_put(out, "measured ");
        observe_amount(out, sqrt(w->r), 3, w->unit);
        br_buffer_put(out, w->found_r ? " *\n" : "\n");
    }
    if (noise_is_estimated(t))
        br_buffer_put(out,
                      o->ob.too_short
                          ? "  * not given, and the log is too short to estimate it: values of Boegli 2014, 4.4.4\n"
                          : "  * estimated from the log by maximum likelihood; --noise overrides it\n");
    if (noise_is_estimated(t) && !o->ob.too_short && o->moving)
        br_buffer_put(out, "    (with a horizon of one interval)\n");
}

static double last_of(const observing *o, const char *name, const char *end)
{
    char text[BR_NAME_SIZE + 48];
    snprintf(text, sizeof text, "%s%s", name, end);
    const double *v = br_observation_column(&o->ob, text);
    return v ? v[o->log.rows - 1] : (double)NAN;
}

// "0.98 kappa[2] - 0.20 z[2]": a direction by its largest parts.
void observe_direction(br_buffer *out, const observing *o, const double *direction)
{
    const br_tuning *t = &o->ob.tuning;
    double most = 0;
    int some = 0, first = -1;
    for (int i = 0; i < t->nx + t->ne; i++)
        if (fabs(direction[i]) > most) {
            most = fabs(direction[i]);
            first = i;
        }
    double sign = first >= 0 && direction[first] < 0 ? -1 : 1;
    for (int i = 0; i < t->nx + t->ne; i++) {
        double part = sign * direction[i];
        if (!(fabs(part) >= 0.1 * most) || most == 0)
            continue;
        br_buffer_print(out, "%s%.2f %s",
                        some++     ? part < 0 ? " - " : " + "
                        : part < 0 ? "-"
                                   : "",
                        fabs(part), t->number[i].name);
    }
}

void observe_condition(br_buffer *out, double condition)
{
    if (condition < 1e15)
        br_buffer_print(out, "%.2g", condition);
    else
        br_buffer_put(out, "beyond 1e15");
}

typedef struct estimate_row {
    const char *name, *unit;
    bool input; // it is a measured input
    double value, sd, nominal, start, left, busy;
} estimate_row;

static estimate_row estimate_row_of(const observing *o, int i)
{
    const br_tuning *t = &o->ob.tuning;
    bool input = observe_input(o, i), known = o->ob.gramian.n > 0 && !input;
    return (estimate_row){t->number[i].name,
                          t->number[i].unit,
                          input,
                          last_of(o, t->number[i].name, ""),
                          last_of(o, t->number[i].name, "_sd"),
                          o->verdict.nominal[i - t->nx],
                          input ? (double)NAN : br_tuning_start(t, i - t->nx),
                          known ? o->ob.gramian.left[i] : (double)NAN,
                          known ? o->ob.gramian.busy[i] : (double)NAN};
}

static void show_nominal(br_buffer *out, const void *row)
{
    const estimate_row *e = row;
    if (e->input)
        br_buffer_put(out, "a measured input");
    else
        br_buffer_about(out, e->nominal, 6);
}

static const tool_field estimate_fields[] = {FIELD("estimate", NULL, TEXT, estimate_row, name),
                                             FIELD("final value", "value", NUMBER, estimate_row, value),
                                             FIELD("sd", "sd", ROUND, estimate_row, sd),
                                             FIELD("unit", "unit", TEXT, estimate_row, unit),
                                             FIELD_SHOWN("nominal", show_nominal),
                                             FIELD(NULL, "nominal", NUMBER, estimate_row, nominal),
                                             FIELD("start", NULL, NUMBER, estimate_row, start),
                                             FIELD("left", "left", ROUND, estimate_row, left),
                                             FIELD("samples", "busy", SHARE, estimate_row, busy),
                                             {0}};

void observe_estimate_cells(br_buffer *cells, const observing *o)
{
    const br_tuning *t = &o->ob.tuning;
    for (int i = t->nx; i < t->nx + t->ne; i++) {
        estimate_row row = estimate_row_of(o, i);
        fields_row(cells, estimate_fields, &row, NULL);
    }
}

static void write_estimates(br_buffer *out, const observing *o)
{
    br_buffer cells = {0};
    observe_estimate_cells(&cells, o);
    br_buffer_put(out, "\n");
    fields_text(out, &cells, 2);
    br_buffer_put(out, "  left: smallest share of the prior sd that can remain; samples: share of the log with 90 % of "
                       "the information\n");
}

static void write_gramian(br_buffer *out, const observing *o, const char *where, const br_observability *see)
{
    if (see->values == 0)
        return;
    br_buffer_print(out, "  %s: condition ", where);
    observe_condition(out, see->condition);
    br_buffer_put(out, ", least observable: ");
    observe_direction(out, o, see->weakest);
    if (see->blur > 0) {
        br_buffer_put(out, "\n    among the estimates: ");
        observe_direction(out, o, see->blurred);
        br_buffer_print(out, ", %.2g left", see->blur);
    }
    br_buffer_put(out, "\n");
}

static void write_observability(br_buffer *out, const observing *o)
{
    const br_observed_rank *r = &o->ob.rank;
    br_buffer_put(out, "\nobservability along this log, scaled by prior standard deviations\n");
    write_gramian(out, o, "nominal values", &o->ob.gramian);
    write_gramian(out, o, "start values", &o->ob.from_start);
    if (r->points == 0) {
        br_buffer_put(out, "  rank of the observability matrix: not known for this law\n");
        return;
    }
    br_buffer_print(
        out, "  rank of the observability matrix%s: %d of %d, at %d of %d points of the log, %d of them reversals",
        o->model.model.nm > 0 ? ", while no mode changes" : "", r->rank, r->of, r->at, r->points, r->reversals);
    if (r->rank < r->of) {
        br_buffer_put(out, "; not observable there: ");
        observe_direction(out, o, r->missing);
    }
    br_buffer_put(out, "\n");
}

static void write_quality(br_buffer *out, const observing *o)
{
    const br_observation *ob = &o->ob;
    const char *called = o->options.kind ? "innovations" : "residuals";
    br_buffer_put(out, "\n");
    if (isfinite(o->verdict.nrmse))
        br_buffer_print(out, "friction force: NRMSE %.3f %% of its range\n", 100 * o->verdict.nrmse);
    if (!o->options.kind)
        br_buffer_print(
            out, "cost of the smoother: %.4g after %d iterations (expected about %lld if model and noise are right)\n",
            ob->smoothing.cost, ob->smoothing.iterations, ob->taken);
    for (int k = 0; k < ob->observeds; k++) {
        const br_observed *s = &ob->observed[k];
        br_buffer_print(out, "%s of %s: ", called, s->name);
        if (s->corrections < BR_OBSERVATION_FEW) {
            br_buffer_print(out, "%lld, too few for a verdict\n", s->corrections);
            continue;
        }
        br_buffer_print(out, "%s %.3g, %.1f %% inside 95 %%", o->options.kind ? "NIS" : "mean square", s->nis,
                        100 * s->inside);
        if (isfinite(s->correlation))
            br_buffer_print(out, ", lag-1 autocorrelation %.2f (white: below %.2g)", s->correlation, s->white);
        br_buffer_put(out, "\n");
    }
}

static void write_health(br_buffer *out, const observing *o)
{
    observe_count count[OBSERVE_COUNTS];
    int n = observe_counts(o, count), some = 0;
    for (int i = 0; i < n; i++)
        if (count[i].n > 0 && count[i].meaning) {
            br_buffer_put(out, some++ ? "" : "health\n");
            br_buffer_print(out, "  %-11s %-7lu %s\n", count[i].name, count[i].n, count[i].meaning);
        }
    const double *t = o->ob.time;
    if (!(t[2] > 0))
        return;
    if (!o->options.kind) {
        br_buffer_put(out, "computing time per sample: ");
        write_time(out, t[0], 3);
        br_buffer_put(out, "\n");
        return;
    }
    br_buffer_put(out, "computing time per step: median ");
    write_time(out, t[0], 3);
    br_buffer_put(out, ", 99 % below ");
    write_time(out, t[1], 3);
    br_buffer_put(out, ", worst ");
    write_time(out, t[2], 3);
    br_buffer_put(out, "\n");
}

static int horizon_counts(const observing *o, observe_count to[OBSERVE_COUNTS])
{
    const br_mhe_health *h = &o->ob.horizon;
    const br_integrator_health *f = &o->ob.flow;
    const observe_count all[] = {
        {"samples", NULL, h->samples},
        {"missing", "missing measurements: time update only", h->missing},
        {"rejected", "measurements beyond the gate", h->rejected},
        {"stuck", "frozen measurements while the model moves, rejected", h->stuck},
        {"resets", "restarts, after many rejected or unfinished samples in a row", h->resets},
        {"restarts", "of these from the prior", h->restarts},
        {"limited", "standard deviations of the arrival cost at their upper limit", h->limited},
        {"bounded", "states of nodes at a bound, over all samples", h->bounded},
        {"unfinished", "samples whose active set did not converge", h->unfinished},
        {"shortened", "steps halved because the cost did not decrease", h->shortened},
        {"refused", "samples with inputs that are not finite", h->refused},
        {"capped", "steps that needed more substeps than allowed", f->capped},
        {"unconverged", "steps that did not converge", f->unconverged},
        {"unsettled", "steps with more mode transitions than allowed", f->unsettled},
        {"inaccurate", "checked steps that differ by more than 1 % from smaller steps", o->ob.steps_off}};
    memcpy(to, all, sizeof all);
    return (int)(sizeof all / sizeof *all);
}

int observe_counts(const observing *o, observe_count to[OBSERVE_COUNTS])
{
    if (o->moving)
        return horizon_counts(o, to);
    const br_kalman_health *h = &o->ob.health;
    const br_integrator_health *f = &o->ob.flow;
    const observe_count all[] = {
        {"predictions", NULL, h->predictions},
        {"corrections", NULL, h->corrections},
        {"missing", "missing measurements: time update only", h->missing},
        {"rejected", "measurements beyond the gate", h->rejected},
        {"stuck", "frozen measurements while the model moves, rejected", h->stuck},
        {"resets", "restarts of the covariance, after many rejected measurements in a row", h->resets},
        {"restarts", "of these from the prior", h->restarts},
        {"limited", "standard deviations at their upper limit (--most)", h->limited},
        {"raised", "standard deviations at their lower limit", h->raised},
        {"bounded", "estimates set back to their range", h->bounded},
        {"late", "steps of zero or negative time", h->late},
        {"refused", "steps whose result was not finite", h->refused},
        {"alarms", "times that innovations became too large for the assumed noise", h->alarms},
        {"capped", "steps that needed more substeps than allowed", f->capped},
        {"unconverged", "steps that did not converge", f->unconverged},
        {"unsettled", "steps with more mode transitions than allowed", f->unsettled},
        {"inaccurate", "checked steps that differ by more than 1 % from smaller steps", o->ob.steps_off}};
    int n = (int)(sizeof all / sizeof *all);
    memcpy(to, all, sizeof all);
    return n;
}

void observe_summary(br_buffer *out, const observing *o)
{
    observe_heading(out, o);
    write_derived(out, o);
    write_assumed(out, o);
    write_observability(out, o);
    if (o->ob.tuning.ne > 0)
        write_estimates(out, o);
    write_quality(out, o);
    write_health(out, o);
}

void observe_text(br_buffer *out, const observing *o)
{
    observe_summary(out, o);
    text_lines(out, "warning", &o->verdict.warnings);
    text_lines(out, "failed", &o->verdict.failures);
}

// ---------------------------------------------------------------- JSON

static void json_estimates(br_json *j, const observing *o)
{
    const br_tuning *t = &o->ob.tuning;
    br_json_field_open(j, "estimates", '{');
    for (int i = t->nx; i < t->nx + t->ne; i++) {
        estimate_row row = estimate_row_of(o, i);
        br_json_field_open(j, row.name, '{');
        fields_json(j, estimate_fields, &row);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_innovations(br_json *j, const observing *o)
{
    br_json_field_open(j, "innovations", '{');
    for (int k = 0; k < o->ob.observeds; k++) {
        const br_observed *s = &o->ob.observed[k];
        br_json_field_open(j, s->name, '{');
        br_json_field_text(j, "unit", s->unit);
        BR_JSON_NUMBERS(j, {"count", (double)s->corrections}, {"nis", s->nis}, {"nis_coverage", s->inside},
                        {"correlation", s->correlation}, {"white_below", s->white});
        br_json_field_bool(j, "white", fabs(s->correlation) <= s->white);
        BR_JSON_NUMBERS(j, {"rms", s->surprise}, {"line_rms", s->naive}, {"nrmse", 100 * s->nrmse});
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_direction(br_json *j, const observing *o, const char *key, const double *direction)
{
    const br_tuning *t = &o->ob.tuning;
    br_json_field_open(j, key, '{');
    for (int i = 0; direction && i < t->nx + t->ne; i++)
        br_json_field_number(j, t->number[i].name, direction[i]);
    br_json_close(j);
}

static void json_gramian(br_json *j, const observing *o, const br_observability *see)
{
    br_json_field_number(j, "condition", see->values > 0 ? see->condition : (double)NAN);
    json_direction(j, o, "least_observable", see->values > 0 ? see->weakest : NULL);
    if (see->blur > 0) {
        json_direction(j, o, "least_estimated", see->blurred);
        br_json_field_number(j, "least_estimated_left", see->blur);
    }
}

static void json_observability(br_json *j, const observing *o)
{
    const br_observed_rank *r = &o->ob.rank;
    br_json_field_open(j, "observability", '{');
    json_gramian(j, o, &o->ob.gramian);
    if (o->ob.from_start.n > 0) {
        br_json_field_open(j, "from_start", '{');
        json_gramian(j, o, &o->ob.from_start);
        br_json_close(j);
    }
    br_json_field_number(j, "rank", r->points > 0 ? r->rank : (double)NAN);
    br_json_field_count(j, "rank_of", r->of);
    br_json_field_count(j, "rank_points", r->points);
    br_json_field_count(j, "rank_reversals", r->reversals);
    json_direction(j, o, "missing", r->rank < r->of ? r->missing : NULL);
    br_json_close(j);
}

static void json_noise(br_json *j, const observing *o)
{
    const br_tuning *t = &o->ob.tuning;
    br_json_field_open(j, "noise", '{');
    for (int i = 0; i < t->nx + t->ne; i++) {
        const br_tuned *w = &t->number[i];
        br_json_field_open(j, w->name, '{');
        br_json_field_text(j, "unit", i >= t->nx && t->estimate[i - t->nx].log ? "-" : w->unit);
        if (observe_input(o, i)) {
            br_json_field_number(j, "measured_sd", w->sd * scale_of(t, i));
            br_json_close(j);
            continue;
        }
        BR_JSON_NUMBERS(j, {"prior_sd", w->sd * scale_of(t, i)},
                        {"sd_per_step", sqrt(w->q * o->ob.dt) * scale_of(t, i)},
                        {"density", sqrt(w->q) * scale_of(t, i)});
        br_json_field_text(j, "given", w->found_q ? "" : w->per_step ? "per step" : "density");
        br_json_close(j);
    }
    br_json_close(j);
    br_json_field_open(j, "measured", '{');
    for (int k = 0; k < o->ob.observeds; k++) {
        int which = o->ob.observed[k].which;
        const br_tuned *w = &t->number[which < t->ny ? t->nx + t->ne + which : which - t->ny];
        br_json_field_number(j, o->ob.observed[k].name, sqrt(w->r));
    }
    br_json_close(j);
}

static void json_health(br_json *j, const observing *o)
{
    observe_count count[OBSERVE_COUNTS];
    int n = observe_counts(o, count);
    br_json_field_open(j, "health", '{');
    for (int i = 0; i < n; i++)
        br_json_field_number(j, count[i].name, (double)count[i].n);
    br_json_close(j);
    br_json_field_open(j, "time_per_step", '{');
    BR_JSON_NUMBERS(j, {"median", o->ob.time[0]}, {"p99", o->ob.time[1]}, {"worst", o->ob.time[2]});
    br_json_close(j);
}

// How the smoother ended; empty for other observers.
static void json_smoother(br_json *j, const observing *o)
{
    static const char *const ends[] = {[BR_SMOOTHER_GAIN] = "least",
                                       [BR_SMOOTHER_STEP] = "least",
                                       [BR_SMOOTHER_STUCK] = "stuck",
                                       [BR_SMOOTHER_ITERATIONS] = "iterations"};
    const br_smoother_report *r = &o->ob.smoothing;
    br_json_field_open(j, "smoother", '{');
    if (!o->options.kind) {
        br_json_field_text(j, "end", ends[r->end]);
        BR_JSON_NUMBERS(j, {"iterations", r->iterations}, {"cost", r->cost}, {"measurements", (double)o->ob.taken},
                        {"filter_cost", o->ob.filter_cost});
    }
    br_json_close(j);
}

// Options of a moving horizon; empty for other observers.
static void json_horizon(br_json *j, const observing *o)
{
    const br_observation_horizon *h = &o->options.horizon;
    br_json_field_open(j, "horizon", '{');
    if (o->moving) {
        br_json_field_number(j, "intervals", h->intervals);
        br_json_field_text(j, "arrival", observe_arrivals[h->arrival]);
        br_json_field_text(j, "parameters", h->shared ? "shared" : "states");
        BR_JSON_NUMBERS(j, {"iterations", h->iterations}, {"levenberg", h->levenberg}, {"huber", h->huber});
        br_json_field_text(j, "precision", h->mixed ? "mixed" : "double");
        br_json_field_text(j, "bounds", h->bounds ? h->bounds : "");
    }
    br_json_close(j);
}

void observe_json(br_buffer *out, const observing *o)
{
    br_json j = {.out = out};
    br_json_open_file(&j, "observe");
    br_json_field_text(&j, "model", o->law);
    br_json_field_text(&j, "order", o->full ? "full" : "reduced");
    br_json_field_text(&j, "observer", kind_of(o));
    br_json_field_text(&j, "log", o->log.name);
    BR_JSON_NUMBERS(&j, {"samples", (double)o->log.rows}, {"step", o->ob.dt},
                    {"correct_every", o->ob.dt * o->ob.every});
    br_json_field_text(&j, "method", o->ob.method);
    br_json_field_text(&j, "made_from_position",
                       o->made_v && o->made_F ? "v, F"
                       : o->made_v            ? "v"
                       : o->made_F            ? "F"
                                              : "");
    br_json_field_number(&j, "nrmse", 100 * o->verdict.nrmse);
    json_estimates(&j, o);
    json_innovations(&j, o);
    json_smoother(&j, o);
    json_horizon(&j, o);
    json_observability(&j, o);
    json_noise(&j, o);
    json_health(&j, o);
    br_json_field_lines(&j, "warnings", &o->verdict.warnings);
    br_json_field_lines(&j, "failures", &o->verdict.failures);
    br_json_close(&j);
}
