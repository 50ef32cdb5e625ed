// bound_read.c - the problem of `bristle bound`: a plant with ranges, and logs with errors.      [host]
#include "num/base/fp.h"

#include "tool/bound/bound.h"
#include "tool/kit/conditions.h"
#include "tool/kit/number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- the model

// The parameters by number: their place among the quantities of the law.
static int quantity_of(const bounding *w, int parameter)
{
    const br_parsed_law *law = &w->plant.model.law;
    int q = 0;
    for (int seen = -1; q < law->nq; q++) {
        seen += law->q[q].kind == BR_PARAM;
        if (seen == parameter)
            return q;
    }
    return -1;
}

// Every parameter has a range, or a value.
static br_status read_ranges(bounding *w, br_diag *why)
{
    const br_model *m = &w->plant.model;
    w->answer.np = w->stick.np;
    for (int i = 0; i < w->stick.np; i++) {
        int at = quantity_of(w, i);
        const br_quantity *q = &m->law.q[at];
        if (m->origin[at] == BR_UNSET)
            return tool_complain(why, BR_BAD_USAGE, "bristle bound: --range has no %s; add '%s = 1..2 %s'", q->name,
                                 q->name, q->unit_text);
        w->options.range[i] = w->answer.range[i] = w->answer.searched[i] = m->p[m->at[at]];
        if (!br_interval_is_bounded(w->options.range[i]))
            return tool_complain(why, BR_BAD_USAGE, "bristle bound: the range of %s is unbounded", q->name);
        snprintf(w->answer.name[i], sizeof w->answer.name[i], "%s", q->name);
        snprintf(w->answer.unit[i], sizeof w->answer.unit[i], "%s", q->si_text);
    }
    return BR_OK;
}

static double error_of(const bounding *w, int quantity)
{
    const char *name = w->plant.model.law.q[quantity].name;
    for (int i = 0; i < w->errors.count; i++)
        if (strcmp(w->errors.item[i].name, name) == 0)
            return w->errors.item[i].value;
    return 0;
}

// Is it one of the measured outputs, something measured besides the position?
static bool is_measured_output(const bounding *w, const bound_error *e)
{
    return !e->input && e->at != w->plant.model.at[w->stick.q];
}

// --error 'x1 = 1e-3 rad, u = 1e-3 N*m': the position, the velocity, and outputs that combine them.
static br_status read_errors(bounding *w, const tool_args *a, br_diag *why)
{
    const br_parsed_law *law = &w->plant.model.law;
    int what[BR_MEASURED], count = 0;
    br_status status = bound_errors_read(&w->errors, &w->plant.model, a->error, why);
    for (int i = 0; i < w->errors.count && status == BR_OK; i++) {
        const bound_error *e = &w->errors.item[i];
        if (!is_measured_output(w, e))
            continue;
        if (count == BR_MEASURED)
            return tool_complain(why, BR_BAD_USAGE, "bristle bound: --error: more than %d outputs", BR_MEASURED);
        what[count++] = e->at < 2 ? w->stick.w : law->nq + e->at - 2;
    }
    return status == BR_OK && count > 0 ? br_measured_read(&w->measured, &w->stick, what, count, why) : status;
}

// --renew 'TF': a comma between names.
static br_status read_renewed(bounding *w, const char *list, br_diag *why)
{
    for (const char *at = list; at && *at;) {
        size_t size = strcspn(at, ", ");
        int q = br_law_find(&w->plant.model.law, at, size), found = -1;
        for (int i = 0; i < w->stick.np; i++)
            found = quantity_of(w, i) == q ? i : found;
        if (q < 0 || found < 0)
            return tool_complain(why, BR_BAD_USAGE, "bristle bound: --renew: '%.*s' is not a parameter of %s",
                                 (int)(size < 60 ? size : 60), at, w->plant.model.law.name);
        w->options.renews[found] = w->answer.renews[found] = true;
        at += size;
        at += strspn(at, ", ");
    }
    for (int i = 0; list && i < w->logs; i++)
        if (!w->log[i].stands)
            return tool_complain(why, BR_BAD_USAGE,
                                 "bristle bound: --renew needs a signal of rest; add --signals '..., rest = COLUMN'");
    return BR_OK;
}

static br_status read_count(const char *option, const char *text, double most, double *value, br_diag *why)
{
    br_unit unit = br_unit_none();
    if (!text || (tool_number(option, text, value, &unit) && br_unit_same(unit, br_unit_none()) && *value >= 1 &&
                  *value <= most && *value == floor(*value)))
        return BR_OK;
    return tool_complain(why, BR_BAD_USAGE, "bristle bound: %s '%.60s' is not an integer from 1 to %.0f", option, text,
                         most);
}

static br_status read_effort(bounding *w, const tool_args *a, br_diag *why)
{
    double passes = w->options.passes, boxes = (double)w->options.boxes;
    br_status status = read_count("--passes", a->passes, 100, &passes, why);
    if (status == BR_OK)
        status = read_count("--boxes", a->boxes, 1e9, &boxes, why);
    w->options.passes = (int)passes;
    w->options.boxes = (long)boxes;
    return status;
}

static br_status open_plant(bounding *w, const tool_args *a, br_diag *why)
{
    w->options = br_paving_defaults();
    br_status status =
        br_loaded_model_open_ranged(&w->plant, a->model ? a->model : "drive-train", a->params, NULL, a->range, why);
    w->has_plant = status == BR_OK;
    if (status == BR_OK)
        status = conditions_must_hold(&w->plant.model, why);
    if (status == BR_OK)
        status = br_stick_read(&w->stick, &w->plant.model.law, why);
    w->has_stick = status == BR_OK;
    if (status == BR_OK && a->range)
        status = read_ranges(w, why);
    if (status == BR_OK)
        status = read_errors(w, a, why);
    return status == BR_OK ? read_effort(w, a, why) : status;
}

// ---------------------------------------------------------------- a log

// The proof takes rows as equally far apart.
static br_status read_sample_time(const br_loaded_log *log, br_evidence *e, br_diag *why)
{
    const double *t = log->t;
    long long rows = log->rows;
    if (rows > 100000000)
        return tool_complain(why, BR_BAD_DATA, "%.100s: more than 1e8 rows", log->name);
    double h = (t[rows - 1] - t[0]) / (double)(rows - 1);
    for (long long k = 0; k < rows; k++) {
        if (br_spool_due(k))
            br_loaded_log_release(log);
        if (!(fabs(t[k] - (t[0] + (double)k * h)) <= 1e-6 * h + 4 * log->sampling.grain))
            return tool_complain(why, BR_BAD_DATA,
                                 "%.100s: row %lld is not %g s after the previous one; a proof needs equidistant rows",
                                 log->name, k + 1, h);
    }
    e->rows = (int)rows;
    e->h = h;
    return BR_OK;
}

static br_interval interval_around(double x, double error)
{
    return br_interval_add(br_interval_of(x, x), br_interval_of(-error, error));
}

static br_status allocate_rows(bound_log *log, size_t rows, bool rest, int measured)
{
    br_interval **array[3] = {&log->u, &log->q, &log->y};
    const size_t count[3] = {rows, rows, rows * (size_t)measured + 1};
    for (int i = 0; i < 3; i++) {
        br_status status = br_spool_resize(&log->rows[i], count[i] * sizeof(br_interval), BR_SPOOL_HEAP);
        if (status != BR_OK)
            return status;
        *array[i] = log->rows[i].at;
    }
    log->stands = rest ? malloc(rows * sizeof *log->stands) : NULL;
    return log->stands || !rest ? BR_OK : BR_NO_MEMORY;
}

static void release_log(const void *of)
{
    const bound_log *log = of;
    for (int i = 0; i < 3; i++)
        br_spool_release(&log->rows[i]);
    br_loaded_log_release(&log->file);
}

static br_status read_input(bounding *w, bound_log *log, size_t rows, bool linear, br_diag *why)
{
    const br_quantity *is = &w->plant.model.law.q[w->stick.u];
    const double *u = NULL, *rest = br_loaded_log_column(&log->file, "rest");
    double error = error_of(w, w->stick.u);
    br_status status = bound_column(&log->file, is->name, is->unit, is->si_text, &u, why);
    for (size_t k = 0; k < rows && status == BR_OK; k++) {
        if (br_spool_due((long long)k))
            release_log(log);
        if (!isfinite(u[k]))
            return tool_complain(why, BR_BAD_DATA, "%.100s: row %zu: the input is missing", log->file.name, k + 1);
        log->u[k] = interval_around(u[k], error);
        if (linear && k > 0)
            log->u[k - 1] = br_interval_hull(log->u[k - 1], log->u[k]);
        log->q[k] = br_interval_entire();
        if (rest && isnan(rest[k]))
            return tool_complain(why, BR_BAD_DATA, "%.100s: row %zu: the signal of rest is missing", log->file.name,
                                 k + 1);
        if (rest && log->stands)
            log->stands[k] = rest[k] > 0;
    }
    return status;
}

// One measured column to every `each`-th of to. *moves: by more than its error, 2; not at all, or by about its error, 1; by far less, as
// if the error were of another unit, 0.
static br_status read_measured(const bound_error *e, const bound_log *log, br_interval *to, size_t rows, size_t each,
                               int *moves, br_diag *why)
{
    const double *v = NULL;
    double low = DBL_MAX, high = -DBL_MAX;
    br_status status = bound_column(&log->file, e->name, e->unit, e->si, &v, why);
    for (size_t k = 0; k < rows && status == BR_OK; k++) {
        if (br_spool_due((long long)k))
            release_log(log);
        to[k * each] = isfinite(v[k]) ? interval_around(v[k], e->value) : br_interval_entire();
        low = v[k] < low ? v[k] : low;
        high = v[k] > high ? v[k] : high;
    }
    if (status == BR_OK && !(high - low > 2 * e->value))
        tool_complain(why, BR_BAD_DATA, "%.100s: the motion of %s, %g %s, is within the error, +-%g", log->file.name,
                      e->name, high > low ? high - low : 0, e->si, e->value);
    int seen = high - low > 2 * e->value ? 2 : !(high > low) || high - low > 0.1 * e->value ? 1 : 0;
    *moves = seen > *moves ? seen : *moves;
    return status;
}

static br_status read_rows(bounding *w, int i, bool linear, br_diag *why)
{
    bound_log *log = &w->log[i];
    br_evidence *e = &w->evidence[i];
    size_t rows = (size_t)e->rows, each = (size_t)w->measured.count;
    int moves = 0;
    br_status status = allocate_rows(log, rows, br_loaded_log_column(&log->file, "rest"), w->measured.count);
    if (status == BR_OK)
        status = read_input(w, log, rows, linear, why);
    for (int n = 0, output = 0; n < w->errors.count && status == BR_OK; n++) {
        const bound_error *error = &w->errors.item[n];
        if (is_measured_output(w, error))
            status = read_measured(error, log, log->y + output++, rows, each, &moves, why);
        else if (!error->input)
            status = read_measured(error, log, log->q, rows, 1, &moves, why);
    }
    e->release = release_log;
    e->of = log;
    e->u = log->u;
    e->q = log->q;
    e->stands = log->stands;
    e->measured = w->measured.count > 0 ? &w->measured : NULL;
    e->y = log->y;
    w->answer.log[i].moves = moves == 2;
    w->answer.log[i].rests = moves == 1;
    if (status == BR_OK && moves < 2) { // it may bound breakaway all the same
        snprintf(w->answer.log[i].still, sizeof w->answer.log[i].still, "%.199s", why->text);
        why->text[0] = 0;
    }
    return status;
}

// Without --signals the columns have the names of the model.
static void usual_signals(const bounding *w, br_buffer *out)
{
    const char *u = w->plant.model.law.q[w->stick.u].name;
    br_buffer_print(out, "t = t, %s = %s", u, u);
    for (int i = 0; i < w->errors.count; i++)
        if (!w->errors.item[i].input)
            br_buffer_print(out, ", %s = %s", w->errors.item[i].name, w->errors.item[i].name);
}

static br_status read_log(bounding *w, int i, const tool_args *a, br_diag *why)
{
    br_buffer own = {0};
    tool_args with = *a;
    br_loaded_log *log = &w->log[i].file;
    usual_signals(w, &own);
    with.signals = a->signals ? a->signals : own.text;
    br_status status = own.status == BR_OK ? tool_log_load(log, "bound", a->operands[i], &with, why) : own.status;
    br_buffer_free(&own);
    if (status == BR_OK)
        status = read_sample_time(log, &w->evidence[i], why);
    if (status != BR_OK)
        return status;
    snprintf(w->answer.log[i].name, sizeof w->answer.log[i].name, "%s", log->name);
    w->answer.log[i].rows = w->evidence[i].rows;
    w->answer.log[i].h = w->evidence[i].h;
    return read_rows(w, i, a->linear, why);
}

// ---------------------------------------------------------------- the whole problem

void bound_add_to_digest(uint64_t *sum, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        *sum = (*sum ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
}

static void add_rows_to_digest(uint64_t *sum, const br_evidence *e, const br_interval *x, int each)
{
    for (int k = 0; k < e->rows; k++) {
        br_evidence_release(e, k);
        bound_add_to_digest(sum, x + (size_t)k * (size_t)each, (size_t)each * sizeof *x);
    }
}

// The texts of the law and of those it uses, its choices as the graph that came of them, and what is measured.
static void add_law_to_digest(uint64_t *sum, const bounding *w)
{
    const br_graph *g = &w->plant.model.law.g;
    const br_law_source *from = &w->plant.from;
    bound_add_to_digest(sum, from->source.text, from->source.size);
    for (const br_kept_text *t = from->kept; t; t = t->next)
        bound_add_to_digest(sum, t->text, t->size);
    for (int i = 0; i < g->count; i++) {
        const br_node *n = &g->node[i];
        bound_add_to_digest(sum, &n->op, sizeof n->op);
        bound_add_to_digest(sum, n->arg, sizeof n->arg);
        bound_add_to_digest(sum, &n->var, sizeof n->var);
        bound_add_to_digest(sum, &n->value, sizeof n->value);
    }
    bound_add_to_digest(sum, g->args, (size_t)g->nargs * sizeof *g->args);
    for (int i = 0; i < w->errors.count; i++)
        bound_add_to_digest(sum, w->errors.item[i].name, strlen(w->errors.item[i].name) + 1);
}

static uint64_t digest_problem(const bounding *w)
{
    uint64_t sum = BOUND_DIGEST_START;
    double settings[] = {w->options.passes, (double)w->options.boxes, w->options.fine};
    add_law_to_digest(&sum, w);
    bound_add_to_digest(&sum, w->options.range, (size_t)w->stick.np * sizeof *w->options.range);
    bound_add_to_digest(&sum, w->options.renews, sizeof w->options.renews);
    bound_add_to_digest(&sum, settings, sizeof settings);
    for (int i = 0; i < w->logs; i++) {
        const br_evidence *e = &w->evidence[i];
        bound_add_to_digest(&sum, &e->h, sizeof e->h);
        add_rows_to_digest(&sum, e, e->u, 1);
        add_rows_to_digest(&sum, e, e->q, 1);
        add_rows_to_digest(&sum, e, e->y, w->measured.count);
        if (e->stands)
            bound_add_to_digest(&sum, e->stands, (size_t)e->rows * sizeof *e->stands);
    }
    return sum;
}

uint64_t bound_seal(const br_json_tree *t)
{
    uint64_t sum = BOUND_DIGEST_START;
    int seal = br_json_find(t, 0, "seal");
    for (int i = 0; i < t->count; i++) {
        const br_json_value *v = &t->value[i];
        const char *key = v->key ? v->key : "", *text = v->kind == BR_JSON_TEXT ? v->text : "";
        unsigned char kind = (unsigned char)v->kind;
        double number = v->kind == BR_JSON_NUMBER ? v->number : 0;
        int count = v->kind >= BR_JSON_ARRAY ? v->count - (i == 0 && seal >= 0) : 0;
        if (i == seal)
            continue;
        bound_add_to_digest(&sum, &kind, 1);
        bound_add_to_digest(&sum, key, strlen(key) + 1);
        bound_add_to_digest(&sum, text, strlen(text) + 1);
        bound_add_to_digest(&sum, &number, sizeof number);
        bound_add_to_digest(&sum, &count, sizeof count);
    }
    return sum;
}

br_interval bound_slab_range(br_interval whole, int part, int of)
{
    double step = (whole.hi - whole.lo) / of;
    return (br_interval){part == 1 ? whole.lo : whole.lo + (part - 1) * step,
                         part == of ? whole.hi : whole.lo + part * step};
}

// --slab 3/8: the third of eight equal parts of the first range that has a width and does not renew.
static br_status read_slab(bounding *w, const char *text, br_diag *why)
{
    enum { MOST = 1000000 };
    int part = 0, of = 0, used = 0, i = 0;
    if (!text)
        return BR_OK;
    if (sscanf(text, "%7d/%7d%n", &part, &of, &used) != 2 || text[used] || part < 1 || part > of || of > MOST)
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --slab '%.60s' is not a part I/N such as 3/8", text);
    while (i < w->stick.np && (w->options.renews[i] || br_interval_is_point(w->options.range[i])))
        i++;
    if (i == w->stick.np)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle bound: --slab: no range can be split; all parameters are known or renewed");
    br_interval *range = &w->options.range[i], whole = *range;
    *range = bound_slab_range(whole, part, of);
    w->answer.searched[i] = *range;
    w->answer.part = part;
    w->answer.of = of;
    snprintf(w->answer.sliced, sizeof w->answer.sliced, "%s", w->answer.name[i]);
    if (!(range->lo < range->hi))
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --slab: the range of %s is too narrow for %d slabs",
                             w->answer.name[i], of);
    return BR_OK;
}

// A log that moves is wanted, or one that rests: that bounds breakaway. One whose motion is far below the error shows neither.
static br_status check_motion(const bounding *w, br_diag *why)
{
    bool shows = false;
    for (int i = 0; i < w->logs; i++)
        shows = shows || w->answer.log[i].moves || w->answer.log[i].rests;
    return shows ? BR_OK : tool_complain(why, BR_BAD_DATA, "%s", w->answer.log[0].still);
}

br_status bound_read(bounding *w, const tool_args *a, br_diag *why)
{
    br_status status = open_plant(w, a, why);
    for (int i = 0; i < a->noperands && status == BR_OK; i++) {
        status = read_log(w, i, a, why);
        w->logs = w->answer.logs = i + 1;
    }
    if (status == BR_OK)
        status = read_renewed(w, a->renew, why);
    if (status == BR_OK)
        status = check_motion(w, why);
    if (status != BR_OK)
        return status;
    w->answer.digest = digest_problem(w);
    return read_slab(w, a->slab, why);
}

void bound_free(bounding *w)
{
    br_certificate_free(&w->certificate);
    if (w->has_found)
        br_paving_free(&w->answer.found);
    if (w->answer.has_paper)
        br_paper_free(&w->answer.paper);
    br_measured_free(&w->measured);
    if (w->has_stick)
        br_stick_free(&w->stick);
    if (w->has_plant)
        br_loaded_model_close(&w->plant);
    for (int i = 0; i < w->logs; i++) {
        for (int j = 0; j < 3; j++)
            br_spool_free(&w->log[i].rows[j]);
        free(w->log[i].stands);
        br_loaded_log_free(&w->log[i].file);
    }
}
