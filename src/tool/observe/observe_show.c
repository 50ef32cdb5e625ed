// observe_show.c - results of an observer as text and JSON.                      [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "tool/observe/observe.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- reading

double observe_result(const observing *o, br_estimation_figure figure)
{
    return br_estimation_result(o->is, figure);
}

br_estimation_number observe_number(const observing *o, int i)
{
    br_estimation_number n = {.size = sizeof n};
    br_status status = br_estimation_number_at(o->is, i, &n);
    (void)status; // i is one of them
    return n;
}

br_estimation_measured observe_measured(const observing *o, int i)
{
    br_estimation_measured m = {.size = sizeof m};
    br_status status = br_estimation_measured_at(o->is, i, &m);
    (void)status;
    return m;
}

static int find_column(const observing *o, const char *name, const char *end)
{
    size_t size = strlen(name);
    for (int c = 0; c < o->rows.columns; c++) {
        const char *is = br_table_name(o->estimates, c);
        if (strncmp(is, name, size) == 0 && strcmp(is + size, end) == 0)
            return c;
    }
    return -1;
}

const double *observe_column(const observing *o, const char *name, const char *end)
{
    int c = find_column(o, name, end);
    return c >= 0 ? br_table_values(o->estimates, c) : NULL;
}

const char *observe_column_unit(const observing *o, const char *name)
{
    int c = find_column(o, name, "");
    return c >= 0 ? br_table_unit(o->estimates, c) : "-";
}

// ---------------------------------------------------------------- text

static const char *kind_of(const observing *o)
{
    return o->a->observer ? o->a->observer : "ekf";
}

static bool smooths(const observing *o)
{
    return o->options.kind == BR_ESTIMATION_SMOOTHER;
}

static bool moves(const observing *o)
{
    return o->options.kind == BR_ESTIMATION_HORIZON;
}

static bool is_mixed(const observing *o)
{
    return o->options.precision && strcmp(o->options.precision, "mixed") == 0;
}

static bool is_full(const observing *o)
{
    return observe_result(o, BR_ESTIMATION_FULL) > 0;
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
    const char *log = o->a->operand;
    br_buffer_print(out, "%s, %s order, %s: ", br_law_name(o->law), is_full(o) ? "full" : "reduced", kind_of(o));
    br_buffer_safe(out, log, strlen(log));
    if (o->rig.is)
        br_buffer_print(out, " with seed %llu", (unsigned long long)o->rig.seed);
    br_buffer_print(out, ",\n%lld samples every ", o->rows.rows);
    write_time(out, observe_result(o, BR_ESTIMATION_STEP), 4);
    br_buffer_put(out, ", correction every ");
    write_time(out, observe_result(o, BR_ESTIMATION_CORRECT_EVERY), 4);
    if (moves(o))
        br_buffer_print(out, ", horizon of %d intervals, arrival cost %s%s", o->options.intervals,
                        observe_arrivals[o->options.arrival],
                        o->options.noise_in_arrival ? ", process noise in it only" : "");
    br_buffer_print(out, ", method %s%s\n", br_estimation_method(o->is), is_mixed(o) ? " in float" : "");
}

static void write_derived(br_buffer *out, const observing *o)
{
    bool made_v = observe_result(o, BR_ESTIMATION_DERIVED_V) > 0,
         made_F = observe_result(o, BR_ESTIMATION_DERIVED_F) > 0;
    char mass_unit[BR_UNIT_SIZE];
    if (!made_v && !made_F)
        return;
    br_buffer_print(out, "%s%s%s from position%s: %s", made_v ? "velocity" : "", made_v && made_F ? " and " : "",
                    made_F ? "friction force" : "", made_F ? " and drive force" : "",
                    o->a->differentiate ? o->a->differentiate : "zero-phase");
    br_buffer_put(out, ", cutoff ");
    br_buffer_about(out, observe_result(o, BR_ESTIMATION_CUTOFF), 4);
    br_buffer_put(out, " Hz");
    if (made_F) {
        br_unit_write(mass_unit, o->mass_unit);
        br_buffer_put(out, ", drive force minus m*a with m = ");
        br_buffer_about(out, o->mass, 6);
        br_buffer_print(out, " %s%s", mass_unit,
                        is_full(o) ? "; for comparison only, not an input of the observer" : "");
    }
    br_buffer_put(out, "\n");
}

void observe_amount(br_buffer *out, double value, int digits, const char *unit)
{
    br_buffer_about(out, value, digits);
    if (strcmp(unit, "-") != 0 && *unit)
        br_buffer_print(out, " %s", unit);
}

// Process noise, as it was given: per step or as a density.
static void write_noise(br_buffer *out, const br_estimation_number *n)
{
    observe_amount(out, n->per_step ? n->noise : n->density, 3, n->is_log ? "-" : n->unit);
    if (!n->per_step)
        br_buffer_put(out, n->is_log || strcmp(n->unit, "-") == 0 ? " /s^(1/2)" : "/s^(1/2)");
}

static void write_assumed_number(br_buffer *out, const br_estimation_number *n)
{
    size_t from = out->size;
    br_buffer_print(out, n->is_log ? "  log(%s)" : "  %s", n->name);
    br_buffer_pad(out, from, 14);
    if (n->is_input) {
        br_buffer_put(out, "measured ");
        observe_amount(out, n->prior, 3, n->unit);
        br_buffer_put(out, ", mean over an interval\n");
        return;
    }
    br_buffer_put(out, "initial ");
    observe_amount(out, n->prior, 3, n->is_log ? "-" : n->unit);
    br_buffer_pad(out, from, 46);
    br_buffer_put(out, n->per_step ? "process, per step " : "process, density ");
    write_noise(out, n);
    br_buffer_put(out, n->found ? " *\n" : "\n");
}

static void write_assumed(br_buffer *out, const observing *o)
{
    bool found = false, too_short = observe_result(o, BR_ESTIMATION_TOO_SHORT) > 0;
    br_buffer_put(out, "\nassumed standard deviations\n");
    for (int i = 0; i < br_estimation_numbers(o->is); i++) {
        br_estimation_number n = observe_number(o, i);
        write_assumed_number(out, &n);
        found = found || n.found;
    }
    for (int k = 0; k < br_estimation_measurements(o->is); k++) {
        br_estimation_measured m = observe_measured(o, k);
        size_t from = out->size;
        br_buffer_print(out, "  %s", m.name);
        br_buffer_pad(out, from, 14);
        br_buffer_put(out, "measured ");
        observe_amount(out, m.noise, 3, m.unit);
        br_buffer_put(out, m.found ? " *\n" : "\n");
        found = found || m.found;
    }
    if (found)
        br_buffer_put(
            out, too_short ? "  * not given, and the log is too short to estimate it: values of Boegli 2014, 4.4.4\n"
                           : "  * estimated from the log by maximum likelihood; --noise overrides it\n");
    if (found && !too_short && moves(o))
        br_buffer_put(out, "    (with a horizon of one interval)\n");
}

// "0.98 kappa[2] - 0.20 z[2]": a direction by its largest parts.
static void write_direction(br_buffer *out, const observing *o, const double *direction)
{
    double most = 0;
    int some = 0, first = -1, numbers = br_estimation_numbers(o->is);
    for (int i = 0; i < numbers; i++)
        if (fabs(direction[i]) > most) {
            most = fabs(direction[i]);
            first = i;
        }
    double sign = first >= 0 && direction[first] < 0 ? -1 : 1;
    for (int i = 0; i < numbers; i++) {
        double part = sign * direction[i];
        if (!(fabs(part) >= 0.1 * most) || most == 0)
            continue;
        br_buffer_print(out, "%s%.2f %s",
                        some++     ? part < 0 ? " - " : " + "
                        : part < 0 ? "-"
                                   : "",
                        fabs(part), observe_number(o, i).name);
    }
}

static void write_condition(br_buffer *out, double condition)
{
    if (condition < 1e15)
        br_buffer_print(out, "%.2g", condition);
    else
        br_buffer_put(out, "beyond 1e15");
}

static void show_nominal(br_buffer *out, const void *row)
{
    const br_estimation_number *e = row;
    if (e->is_input)
        br_buffer_put(out, "a measured input");
    else
        br_buffer_about(out, e->nominal, 6);
}

static const tool_field estimate_fields[] = {FIELD("estimate", NULL, TEXT, br_estimation_number, name),
                                             FIELD("final value", "value", NUMBER, br_estimation_number, value),
                                             FIELD("sd", "sd", ROUND, br_estimation_number, sd),
                                             FIELD("unit", "unit", TEXT, br_estimation_number, unit),
                                             FIELD_SHOWN("nominal", show_nominal),
                                             FIELD(NULL, "nominal", NUMBER, br_estimation_number, nominal),
                                             FIELD("start", NULL, NUMBER, br_estimation_number, start),
                                             FIELD("left", "left", ROUND, br_estimation_number, left),
                                             FIELD("samples", "busy", SHARE, br_estimation_number, busy),
                                             {0}};

void observe_estimate_cells(br_buffer *cells, const observing *o)
{
    for (int i = 0; i < br_estimation_numbers(o->is); i++) {
        br_estimation_number n = observe_number(o, i);
        if (!n.is_state)
            fields_row(cells, estimate_fields, &n, NULL);
    }
}

static void write_estimates(br_buffer *out, const observing *o)
{
    br_buffer cells = {0};
    observe_estimate_cells(&cells, o);
    if (cells.size == 0)
        return;
    br_buffer_put(out, "\n");
    fields_text(out, &cells, 2);
    br_buffer_put(out, "  left: smallest share of the prior sd that can remain; samples: share of the log with 90 % of "
                       "the information\n");
}

static br_estimation_gramian gramian_of(const observing *o, int from_start)
{
    br_estimation_gramian g = {.size = sizeof g};
    br_status status = br_estimation_gramian_of(o->is, from_start, &g);
    (void)status;
    return g;
}

static br_estimation_ranks ranks_of(const observing *o)
{
    br_estimation_ranks r = {.size = sizeof r};
    br_status status = br_estimation_ranks_of(o->is, &r);
    (void)status;
    return r;
}

static void write_gramian(br_buffer *out, const observing *o, const char *where, int from_start)
{
    br_estimation_gramian g = gramian_of(o, from_start);
    if (!g.least)
        return;
    br_buffer_print(out, "  %s: condition ", where);
    write_condition(out, g.condition);
    br_buffer_put(out, ", least observable: ");
    write_direction(out, o, g.least);
    if (g.least_parameter) {
        br_buffer_put(out, "\n    among the estimates: ");
        write_direction(out, o, g.least_parameter);
        br_buffer_print(out, ", %.2g left", g.left);
    }
    br_buffer_put(out, "\n");
}

static void write_observability(br_buffer *out, const observing *o)
{
    br_estimation_ranks r = ranks_of(o);
    br_buffer_put(out, "\nobservability along this log, scaled by prior standard deviations\n");
    write_gramian(out, o, "nominal values", 0);
    write_gramian(out, o, "start values", 1);
    if (r.points == 0) {
        br_buffer_put(out, "  rank of the observability matrix: not known for this law\n");
        return;
    }
    br_buffer_print(
        out, "  rank of the observability matrix%s: %d of %d, at %d of %d points of the log, %d of them reversals",
        br_law_count(o->law, BR_LAW_MODES) > 0 ? ", while no mode changes" : "", r.rank, r.of, r.at, r.points,
        r.reversals);
    if (r.missing) {
        br_buffer_put(out, "; not observable there: ");
        write_direction(out, o, r.missing);
    }
    br_buffer_put(out, "\n");
}

static void write_quality(br_buffer *out, const observing *o)
{
    const char *called = smooths(o) ? "residuals" : "innovations";
    double nrmse = observe_result(o, BR_ESTIMATION_NRMSE);
    br_buffer_put(out, "\n");
    if (isfinite(nrmse))
        br_buffer_print(out, "friction force: NRMSE %.3f %% of its range\n", 100 * nrmse);
    if (smooths(o))
        br_buffer_print(
            out, "cost of the smoother: %.4g after %g iterations (expected about %.0f if model and noise are right)\n",
            observe_result(o, BR_ESTIMATION_COST), observe_result(o, BR_ESTIMATION_ITERATIONS),
            observe_result(o, BR_ESTIMATION_TAKEN));
    for (int k = 0; k < br_estimation_measurements(o->is); k++) {
        br_estimation_measured m = observe_measured(o, k);
        br_buffer_print(out, "%s of %s: ", called, m.name);
        if (m.corrections < OBSERVE_FEW) {
            br_buffer_print(out, "%llu, too few for a verdict\n", m.corrections);
            continue;
        }
        br_buffer_print(out, "%s %.3g, %.1f %% inside 95 %%", smooths(o) ? "mean square" : "NIS", m.nis,
                        100 * m.inside);
        if (isfinite(m.correlation))
            br_buffer_print(out, ", lag-1 autocorrelation %.2f (white: below %.2g)", m.correlation, m.white_below);
        br_buffer_put(out, "\n");
    }
}

static br_estimation_count count_at(const observing *o, int i)
{
    br_estimation_count c = {.size = sizeof c};
    br_status status = br_estimation_count_at(o->is, i, &c);
    (void)status;
    return c;
}

static void write_health(br_buffer *out, const observing *o)
{
    int some = 0;
    for (int i = 0; i < br_estimation_counts(o->is); i++) {
        br_estimation_count c = count_at(o, i);
        if (c.count == 0 || !c.meaning)
            continue;
        br_buffer_put(out, some++ ? "" : "health\n");
        br_buffer_print(out, "  %-11s %-7lu %s\n", c.name, c.count, c.meaning);
    }
    double median = observe_result(o, BR_ESTIMATION_TIME_MEDIAN), worst = observe_result(o, BR_ESTIMATION_TIME_WORST);
    if (!(worst > 0))
        return;
    if (smooths(o)) {
        br_buffer_put(out, "computing time per sample: ");
        write_time(out, median, 3);
        br_buffer_put(out, "\n");
        return;
    }
    br_buffer_put(out, "computing time per step: median ");
    write_time(out, median, 3);
    br_buffer_put(out, ", 99 % below ");
    write_time(out, observe_result(o, BR_ESTIMATION_TIME_99), 3);
    br_buffer_put(out, ", worst ");
    write_time(out, worst, 3);
    br_buffer_put(out, "\n");
}

void observe_summary(br_buffer *out, const observing *o)
{
    observe_heading(out, o);
    write_derived(out, o);
    write_assumed(out, o);
    write_observability(out, o);
    write_estimates(out, o);
    write_quality(out, o);
    write_health(out, o);
}

void observe_text(br_buffer *out, const observing *o)
{
    observe_summary(out, o);
    text_lines(out, "warning", &o->warnings);
    text_lines(out, "failed", &o->failures);
}

// ---------------------------------------------------------------- JSON

static void json_estimates(br_json *j, const observing *o)
{
    br_json_field_open(j, "estimates", '{');
    for (int i = 0; i < br_estimation_numbers(o->is); i++) {
        br_estimation_number n = observe_number(o, i);
        if (n.is_state)
            continue;
        br_json_field_open(j, n.name, '{');
        fields_json(j, estimate_fields, &n);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_innovations(br_json *j, const observing *o)
{
    br_json_field_open(j, "innovations", '{');
    for (int k = 0; k < br_estimation_measurements(o->is); k++) {
        br_estimation_measured m = observe_measured(o, k);
        br_json_field_open(j, m.name, '{');
        br_json_field_text(j, "unit", m.unit);
        BR_JSON_NUMBERS(j, {"count", (double)m.corrections}, {"nis", m.nis}, {"nis_coverage", m.inside},
                        {"correlation", m.correlation}, {"white_below", m.white_below});
        br_json_field_bool(j, "white", fabs(m.correlation) <= m.white_below);
        BR_JSON_NUMBERS(j, {"rms", m.rms}, {"line_rms", m.line_rms}, {"nrmse", 100 * m.nrmse});
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_direction(br_json *j, const observing *o, const char *key, const double *direction)
{
    br_json_field_open(j, key, '{');
    for (int i = 0; direction && i < br_estimation_numbers(o->is); i++)
        br_json_field_number(j, observe_number(o, i).name, direction[i]);
    br_json_close(j);
}

static void json_gramian(br_json *j, const observing *o, const br_estimation_gramian *g)
{
    br_json_field_number(j, "condition", g->condition);
    json_direction(j, o, "least_observable", g->least);
    if (g->least_parameter) {
        json_direction(j, o, "least_estimated", g->least_parameter);
        br_json_field_number(j, "least_estimated_left", g->left);
    }
}

static void json_observability(br_json *j, const observing *o)
{
    br_estimation_gramian nominal = gramian_of(o, 0), start = gramian_of(o, 1);
    br_estimation_ranks r = ranks_of(o);
    br_json_field_open(j, "observability", '{');
    json_gramian(j, o, &nominal);
    if (start.known) {
        br_json_field_open(j, "from_start", '{');
        json_gramian(j, o, &start);
        br_json_close(j);
    }
    br_json_field_number(j, "rank", observe_result(o, BR_ESTIMATION_RANK));
    br_json_field_count(j, "rank_of", r.of);
    br_json_field_count(j, "rank_points", r.points);
    br_json_field_count(j, "rank_reversals", r.reversals);
    json_direction(j, o, "missing", r.missing);
    br_json_close(j);
}

static void json_noise(br_json *j, const observing *o)
{
    br_json_field_open(j, "noise", '{');
    for (int i = 0; i < br_estimation_numbers(o->is); i++) {
        br_estimation_number n = observe_number(o, i);
        br_json_field_open(j, n.name, '{');
        br_json_field_text(j, "unit", n.is_log ? "-" : n.unit);
        if (n.is_input) {
            br_json_field_number(j, "measured_sd", n.prior);
            br_json_close(j);
            continue;
        }
        BR_JSON_NUMBERS(j, {"prior_sd", n.prior}, {"sd_per_step", n.noise}, {"density", n.density});
        br_json_field_text(j, "given", n.found ? "" : n.per_step ? "per step" : "density");
        br_json_close(j);
    }
    br_json_close(j);
    br_json_field_open(j, "measured", '{');
    for (int k = 0; k < br_estimation_measurements(o->is); k++) {
        br_estimation_measured m = observe_measured(o, k);
        br_json_field_number(j, m.name, m.noise);
    }
    br_json_close(j);
}

static void json_health(br_json *j, const observing *o)
{
    br_json_field_open(j, "health", '{');
    for (int i = 0; i < br_estimation_counts(o->is); i++) {
        br_estimation_count c = count_at(o, i);
        br_json_field_number(j, c.name, (double)c.count);
    }
    br_json_close(j);
    br_json_field_open(j, "time_per_step", '{');
    BR_JSON_NUMBERS(j, {"median", observe_result(o, BR_ESTIMATION_TIME_MEDIAN)},
                    {"p99", observe_result(o, BR_ESTIMATION_TIME_99)},
                    {"worst", observe_result(o, BR_ESTIMATION_TIME_WORST)});
    br_json_close(j);
}

// How the smoother ended; empty for other observers.
static void json_smoother(br_json *j, const observing *o)
{
    br_json_field_open(j, "smoother", '{');
    if (smooths(o)) {
        br_json_field_text(j, "end", br_estimation_end(o->is));
        BR_JSON_NUMBERS(j, {"iterations", observe_result(o, BR_ESTIMATION_ITERATIONS)},
                        {"cost", observe_result(o, BR_ESTIMATION_COST)},
                        {"measurements", observe_result(o, BR_ESTIMATION_TAKEN)},
                        {"filter_cost", observe_result(o, BR_ESTIMATION_FILTER_COST)});
    }
    br_json_close(j);
}

// Options of a moving horizon; empty for other observers.
static void json_horizon(br_json *j, const observing *o)
{
    const br_estimation_options *h = &o->options;
    br_json_field_open(j, "horizon", '{');
    if (moves(o)) {
        br_json_field_number(j, "intervals", h->intervals);
        br_json_field_text(j, "arrival", observe_arrivals[h->arrival]);
        br_json_field_text(j, "parameters", h->shared || h->noise_in_arrival ? "shared" : "states");
        br_json_field_text(j, "process_noise", h->noise_in_arrival ? "arrival" : "intervals");
        BR_JSON_NUMBERS(j, {"iterations", h->iterations}, {"levenberg", h->levenberg}, {"huber", h->huber});
        br_json_field_text(j, "precision", is_mixed(o) ? "mixed" : "double");
        br_json_field_text(j, "bounds", h->bounds ? h->bounds : "");
    }
    br_json_close(j);
}

void observe_json(br_buffer *out, const observing *o)
{
    br_json j = {.out = out};
    bool made_v = observe_result(o, BR_ESTIMATION_DERIVED_V) > 0,
         made_F = observe_result(o, BR_ESTIMATION_DERIVED_F) > 0;
    br_json_open_file(&j, "observe");
    br_json_field_text(&j, "model", br_law_name(o->law));
    br_json_field_text(&j, "order", is_full(o) ? "full" : "reduced");
    br_json_field_text(&j, "observer", kind_of(o));
    br_json_field_text(&j, "log", o->a->operand);
    BR_JSON_NUMBERS(&j, {"samples", (double)o->rows.rows}, {"step", observe_result(o, BR_ESTIMATION_STEP)},
                    {"correct_every", observe_result(o, BR_ESTIMATION_CORRECT_EVERY)});
    br_json_field_text(&j, "method", br_estimation_method(o->is));
    br_json_field_text(&j, "made_from_position", made_v && made_F ? "v, F" : made_v ? "v" : made_F ? "F" : "");
    br_json_field_number(&j, "nrmse", 100 * observe_result(o, BR_ESTIMATION_NRMSE));
    json_estimates(&j, o);
    json_innovations(&j, o);
    json_smoother(&j, o);
    json_horizon(&j, o);
    json_observability(&j, o);
    json_noise(&j, o);
    json_health(&j, o);
    br_json_field_lines(&j, "warnings", &o->warnings);
    br_json_field_lines(&j, "failures", &o->failures);
    br_json_close(&j);
}
