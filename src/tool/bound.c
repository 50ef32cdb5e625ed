// bound.c - `bristle bound`: parameter intervals that are proved from a log.     [host]
#include "num/fp.h"

#include "tool/bound.h"
#include "tool/commands.h"
#include "tool/deliver.h"
#include "tool/number.h"
#include "tool/progress.h"
#include "tool/tables.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLACE(field) offsetof(tool_args, field)

// ---------------------------------------------------------------- the model

// Every parameter has a range, or a value.
static br_status take_ranges(bounding *w, br_diag *why)
{
    for (int i = 0; i < w->stick.np; i++) {
        int q = bound_quantity(w, i);
        if (w->plant.model.origin[q] == BR_UNSET)
            return tool_complain(why, BR_BAD_USAGE, "bristle bound: --range says nothing of %s: '%s = 1..2 %s'",
                                 w->plant.model.law.q[q].name, w->plant.model.law.q[q].name,
                                 w->plant.model.law.q[q].unit_text);
        w->options.range[i] = w->plant.model.p[w->plant.model.at[q]];
        if (!br_interval_is_bounded(w->options.range[i]))
            return tool_complain(why, BR_BAD_USAGE, "bristle bound: the range of %s has no end",
                                 w->plant.model.law.q[q].name);
    }
    return BR_OK;
}

// --error 'x1 = 1e-3 rad, u = 1e-3 N*m': numbers of the model in place of its state and input.
static br_status take_errors(bounding *w, const tool_args *a, br_diag *why)
{
    br_model m;
    const br_law *law = &w->plant.model.law;
    br_given given = {.text = a->error, .size = strlen(a->error), .origin = "--error"};
    br_status status = br_model_open_given(&m, &w->plant.from.source, &given, NULL, why);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < law->nq && status == BR_OK; i++)
        if (m.origin[i] == BR_GIVEN && i != w->stick.q && i != w->stick.u)
            status = tool_complain(why, BR_BAD_USAGE, "bristle bound: --error is of %s and %s, not of %s",
                                   law->q[w->stick.q].name, law->q[w->stick.u].name, law->q[i].name);
    w->error_q = m.x[m.at[w->stick.q]].hi;
    w->error_u = m.origin[w->stick.u] == BR_GIVEN ? m.u[m.at[w->stick.u]].hi : 0;
    if (status == BR_OK && !(w->error_q > 0 && w->error_u >= 0 && isfinite(w->error_q) && isfinite(w->error_u)))
        status = tool_complain(why, BR_BAD_USAGE,
                               "bristle bound: --error of %s must be above 0, at least half a step of its encoder",
                               law->q[w->stick.q].name);
    br_model_close(&m);
    return status;
}

// --renew 'TF': a comma between names.
static br_status take_renewed(bounding *w, const char *list, br_diag *why)
{
    for (const char *at = list; at && *at;) {
        size_t size = strcspn(at, ", ");
        int q = br_law_find(&w->plant.model.law, at, size), found = -1;
        for (int i = 0; i < w->stick.np; i++)
            found = bound_quantity(w, i) == q ? i : found;
        if (q < 0 || found < 0)
            return tool_complain(why, BR_BAD_USAGE, "bristle bound: --renew: '%.*s' is no parameter of %s",
                                 (int)(size < 60 ? size : 60), at, w->plant.model.law.name);
        w->options.renews[found] = true;
        at += size;
        at += strspn(at, ", ");
    }
    if (list && !w->stands)
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle bound: --renew needs to know when the plant rests: --signals '..., rest = COLUMN'");
    return BR_OK;
}

static br_status take_count(const char *option, const char *text, double most, double *value, br_diag *why)
{
    br_unit unit = br_unit_none();
    if (!text || (tool_number(option, text, value, &unit) && br_unit_same(unit, br_unit_none()) && *value >= 1 &&
                  *value <= most && *value == floor(*value)))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle bound: %s '%.60s' is no whole number from 1 to %.0f", option, text,
                         most);
}

static br_status take_effort(bounding *w, const tool_args *a, br_diag *why)
{
    double passes = w->options.passes, boxes = (double)w->options.boxes;
    br_status status = take_count("--passes", a->passes, 100, &passes, why);
    if (status == BR_OK)
        status = take_count("--boxes", a->boxes, 1e9, &boxes, why);
    w->options.passes = (int)passes;
    w->options.boxes = (long)boxes;
    return status;
}

static br_status open_plant(bounding *w, const tool_args *a, br_diag *why)
{
    w->options = br_paving_defaults();
    br_status status =
        tool_model_open_with(&w->plant, a->model ? a->model : "drive-train", a->params, "--range", a->range, why);
    w->has_plant = status == BR_OK;
    if (status == BR_OK)
        status = br_stick_read(&w->stick, &w->plant.model.law, why);
    w->has_stick = status == BR_OK;
    if (status == BR_OK)
        status = take_ranges(w, why);
    if (status == BR_OK)
        status = take_errors(w, a, why);
    return status == BR_OK ? take_effort(w, a, why) : status;
}

// ---------------------------------------------------------------- the log

// NULL, and words: there is none, or one in another unit.
static const double *find_column(const bounding *w, int quantity, br_diag *why)
{
    const br_quantity *q = &w->plant.model.law.q[quantity];
    for (int i = 0; i < w->log.columns; i++) {
        if (strcmp(w->log.column[i].name, q->name) != 0)
            continue;
        if (br_unit_same(w->log.unit[i], q->unit))
            return w->log.column[i].v;
        tool_complain(why, BR_BAD_USAGE, "bristle bound: --signals: %s is in %s: '%s = COLUMN %s'", q->name, q->si_text,
                      q->name, q->si_text);
        return NULL;
    }
    tool_complain(why, BR_BAD_USAGE, "bristle bound: --signals does not say what %s is: '%s = COLUMN %s'", q->name,
                  q->name, q->si_text);
    return NULL;
}

// The proof takes rows as equally far apart.
static br_status take_clock(bounding *w, br_diag *why)
{
    const double *t = w->log.t;
    long long rows = w->log.rows;
    if (rows > 100000000)
        return tool_complain(why, BR_BAD_DATA, "%.100s: more than 1e8 rows", w->log.name);
    double h = (t[rows - 1] - t[0]) / (double)(rows - 1);
    for (long long k = 0; k < rows; k++)
        if (!(fabs(t[k] - (t[0] + (double)k * h)) <= 1e-6 * h + 4 * w->log.sampling.grain))
            return tool_complain(
                why, BR_BAD_DATA,
                "%.100s: row %lld is not %g s behind the one before it: a proof needs rows equally far "
                "apart",
                w->log.name, k + 1, h);
    w->evidence.rows = (int)rows;
    w->evidence.h = h;
    return BR_OK;
}

static br_interval around(double x, double error)
{
    return br_interval_add(br_interval_of(x, x), br_interval_of(-error, error));
}

static br_status take_rows(bounding *w, const double *u, const double *q, const double *rest, bool linear, br_diag *why)
{
    size_t rows = (size_t)w->evidence.rows;
    w->u = malloc(rows * sizeof *w->u);
    w->q = malloc(rows * sizeof *w->q);
    w->stands = rest ? malloc(rows * sizeof *w->stands) : NULL;
    if (!w->u || !w->q || (rest && !w->stands))
        return BR_NO_MEMORY;
    double low = DBL_MAX, high = -DBL_MAX;
    for (size_t k = 0; k < rows; k++) {
        if (!isfinite(u[k]))
            return tool_complain(why, BR_BAD_DATA, "%.100s: row %zu: the input is missing", w->log.name, k + 1);
        w->u[k] = around(u[k], w->error_u);
        if (linear && k > 0)
            w->u[k - 1] = br_interval_hull(w->u[k - 1], w->u[k]);
        w->q[k] = isfinite(q[k]) ? around(q[k], w->error_q) : br_interval_entire();
        low = q[k] < low ? q[k] : low;
        high = q[k] > high ? q[k] : high;
        if (rest)
            w->stands[k] = rest[k] > 0;
    }
    w->evidence.u = w->u;
    w->evidence.q = w->q;
    w->evidence.stands = w->stands;
    if (!(high - low > 2 * w->error_q))
        return tool_complain(why, BR_BAD_DATA, "%.100s: the motion, %g %s, is within the error, +-%g", w->log.name,
                             high > low ? high - low : 0, w->plant.model.law.q[w->stick.q].si_text, w->error_q);
    return BR_OK;
}

static const char *name_of(const bounding *w, int quantity)
{
    return w->plant.model.law.q[quantity].name;
}

// Without --signals the columns have the names of the model.
static br_status take_log(bounding *w, const tool_args *a, br_diag *why)
{
    br_buffer own = {0};
    tool_args with = *a;
    br_buffer_print(&own, "t = t, %s = %s, %s = %s", name_of(w, w->stick.q), name_of(w, w->stick.q),
                    name_of(w, w->stick.u), name_of(w, w->stick.u));
    with.signals = a->signals ? a->signals : own.text;
    br_status status = own.status == BR_OK ? tool_log_load(&w->log, "bound", a->operand, &with, why) : own.status;
    br_buffer_free(&own);
    if (status == BR_OK)
        status = take_clock(w, why);
    if (status != BR_OK)
        return status;
    const double *q = find_column(w, w->stick.q, why), *u = q ? find_column(w, w->stick.u, why) : NULL;
    if (!q || !u)
        return BR_BAD_USAGE;
    status = take_rows(w, u, q, tool_log_column(&w->log, "rest"), a->linear, why);
    return status == BR_OK ? take_renewed(w, a->renew, why) : status;
}

// ---------------------------------------------------------------- the command

static bool show_share(void *bar, double share, const br_interval *p)
{
    (void)p;
    progress_show(bar, share);
    return true;
}

static br_status search(bounding *w, br_diag *why)
{
    progress bar = progress_open("bounding");
    w->options.go_on = show_share;
    w->options.context = &bar;
    br_status status = br_paving_make(&w->found, &w->stick, &w->evidence, &w->options);
    progress_close(&bar);
    w->has_found = status == BR_OK;
    if (status == BR_NEGATIVE)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle bound: --range: somewhere in the ranges friction would drive, or the step is too "
                             "long for the damping");
    return status;
}

static br_status deliver(const bounding *w, const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    if (tool_wants_text(a))
        bound_text(&v.text, w);
    if (a->json)
        bound_json(&v.json, w);
    br_status status = tool_deliver_views(&v, NULL, BR_OK, a, out, why);
    if (status == BR_OK && w->found.verdict == BR_INCONSISTENT)
        return tool_complain(why, BR_NEGATIVE,
                             "bristle bound: inconsistent: no parameters of the ranges explain the log");
    return status;
}

static void close_all(bounding *w)
{
    if (w->has_found)
        br_paving_free(&w->found);
    if (w->has_stick)
        br_stick_free(&w->stick);
    if (w->has_plant)
        tool_model_close(&w->plant);
    free(w->u);
    free(w->q);
    free(w->stands);
    tool_log_free(&w->log);
}

static br_status run(const tool_args *a, br_buffer *out, br_diag *why)
{
    bounding *w = calloc(1, sizeof *w); // large, and the log must not move
    br_status status = w ? tool_outputs("bound", a, a->operands, a->noperands, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = open_plant(w, a, why);
    if (status == BR_OK)
        status = take_log(w, a, why);
    if (status == BR_OK)
        status = search(w, why);
    if (status == BR_OK)
        status = deliver(w, a, out, why);
    if (w)
        close_all(w);
    free(w);
    return status;
}

static const tool_option model = {
    "--model", "MODEL", PLACE(model), "a plant that sticks and slips: drive-train without it, or a file NAME.law",
    false,     false};
static const tool_option signals = {
    "--signals",
    "LIST",
    PLACE(signals),
    "columns of LOG as signals: 't = time s, x1 = angle rad, u = torque N*m', and 'rest "
    "= still' for one that is above 0 where the plant is known to rest; without it "
    "columns of the names t, x1 and u",
    false,
    false};
static const tool_option error = {
    "--error",    "LIST",
    PLACE(error), "how far measurements are off at most: 'x1 = 7.7e-4 rad, u = 1e-3 N*m'; u: 0 without it",
    true,         false};
static const tool_option range = {"--range",
                                  "LIST",
                                  PLACE(range),
                                  "where parameters are searched: 'alpha = 3..6 1/s, beta = 50..80 rad/s^2/N/m, TF = "
                                  "0.02..0.3 N*m'; a single value is taken as known",
                                  true,
                                  false};
static const tool_option renew = {"--renew",    "NAMES",
                                  PLACE(renew), "parameters that may be others after each rest: 'TF'; without it none",
                                  false,        false};
static const tool_option linear = {
    "--linear",    NULL,
    PLACE(linear), "the input goes from row to row without leaving what lies between; without it, it is held",
    false,         false};
static const tool_option passes = {"--passes", "N",  PLACE(passes), "how often the log is gone through, 3 without it",
                                   false,      false};
static const tool_option boxes = {"--boxes", "N",  PLACE(boxes), "boxes tried for a slide at most, 4000 without it",
                                  false,     false};
static const tool_option *const options[] = {
    &model,          &option_params,    &signals,         &error,       &range,
    &renew,          &linear,           &passes,          &boxes,       &option_delimiter,
    &option_decimal, &option_truncated, &option_infinite, &option_json, NULL};
static const char *const more[] = {
    "Every parameter outside the intervals is proved to disagree with the log, as long as the errors are no larger "
    "than said, "
    "the input is held from row to row (or --linear) and the plant rests in row 1. Nothing is said of parameters "
    "inside.",
    "With a signal of rest the log is cut into slides, from one standstill to the next; parameters of --renew get an "
    "interval for "
    "each. An inconsistent log (exit code 1) is one that the model cannot explain, whatever the parameters: a fault, "
    "an error "
    "larger than said, or another plant. docs/bound.md has the method.",
    NULL};
static const tool_example examples[] = {
    {"a log to try it on",
     "bristle simulate drive-train --params nominal --input 'u = square(1) N*m' --until 4 --csv d.csv"},
    {"what it proves of two parameters, the third being known",
     "bristle bound d.csv --params nominal --error 'x1 = 1 mrad' --range 'alpha=3..6 1/s, TF=0..1 N*m'"},
    {NULL, NULL}};

const tool_command command_bound = {.name = "bound",
                                    .purpose = "parameter intervals that are proved from a log",
                                    .operand = "LOG",
                                    .operand_words = "a table, LOG.csv or LOG.mat",
                                    .operand_needed = true,
                                    .options = options,
                                    .more = more,
                                    .examples = examples,
                                    .run = run};
