// problem.c - the problem of guaranteed bounds: a plant with ranges, and logs with errors.      [host]
#include "num/base/fp.h"

#include "api/bound/bounding.h"
#include "num/text/diag.h"
#include "num/base/fnv.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- the model

// The parameters by number: their place among the quantities of the law.
static int quantity_of(const br_bounding *w, int parameter)
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
static br_status read_ranges(br_bounding *w, br_diag *why)
{
    const br_model *m = &w->plant.model;
    w->answer.np = w->stick.np;
    for (int i = 0; i < w->stick.np; i++) {
        int at = quantity_of(w, i);
        const br_quantity *q = &m->law.q[at];
        if (m->origin[at] == BR_UNSET)
            return br_diag_fail(why, BR_BAD_USAGE, "%s%srange has no %s; add '%s = 1..2 %s'", w->says.who, w->says.dash,
                                q->name, q->name, q->unit_text);
        w->options.range[i] = w->answer.range[i] = w->answer.searched[i] = m->p[m->at[at]];
        if (!br_interval_is_bounded(w->options.range[i]))
            return br_diag_fail(why, BR_BAD_USAGE, "%sthe range of %s is unbounded", w->says.who, q->name);
        snprintf(w->answer.name[i], sizeof w->answer.name[i], "%s", q->name);
        snprintf(w->answer.unit[i], sizeof w->answer.unit[i], "%s", q->si_text);
    }
    return BR_OK;
}

static double error_of(const br_bounding *w, int quantity)
{
    const char *name = w->plant.model.law.q[quantity].name;
    for (int i = 0; i < w->errors.count; i++)
        if (strcmp(w->errors.item[i].name, name) == 0)
            return w->errors.item[i].value;
    return 0;
}

// Is it one of the measured outputs, something measured besides the position?
static bool is_measured_output(const br_bounding *w, const br_bound_error *e)
{
    return !e->input && e->at != w->plant.model.at[w->stick.q];
}

// --error 'x1 = 1e-3 rad, u = 1e-3 N*m': the position, the velocity, and outputs that combine them.
static br_status read_errors(br_bounding *w, const char *errors, br_diag *why)
{
    const br_parsed_law *law = &w->plant.model.law;
    int what[BR_MEASURED], count = 0;
    br_status status = br_bound_errors_read(&w->errors, &w->plant.model, errors, w->says, why);
    for (int i = 0; i < w->errors.count && status == BR_OK; i++) {
        const br_bound_error *e = &w->errors.item[i];
        if (!is_measured_output(w, e))
            continue;
        if (count == BR_MEASURED)
            return br_diag_fail(why, BR_BAD_USAGE, "%s%serror: more than %d outputs", w->says.who, w->says.dash,
                                BR_MEASURED);
        what[count++] = e->at < 2 ? w->stick.w : law->nq + e->at - 2;
    }
    return status == BR_OK && count > 0 ? br_measured_read(&w->measured, &w->stick, what, count, why) : status;
}

// --renew 'TF': a comma between names.
static br_status read_renewed(br_bounding *w, const char *list, br_diag *why)
{
    for (const char *at = list; at && *at;) {
        size_t size = strcspn(at, ", ");
        int q = br_law_find(&w->plant.model.law, at, size), found = -1;
        for (int i = 0; i < w->stick.np; i++)
            found = quantity_of(w, i) == q ? i : found;
        if (q < 0 || found < 0)
            return br_diag_fail(why, BR_BAD_USAGE, "%s%srenew: '%.*s' is not a parameter of %s", w->says.who,
                                w->says.dash, (int)(size < 60 ? size : 60), at, w->plant.model.law.name);
        w->options.renews[found] = w->answer.renews[found] = true;
        at += size;
        at += strspn(at, ", ");
    }
    for (int i = 0; list && i < w->logs; i++)
        if (!w->log[i].stands)
            return br_diag_fail(why, BR_BAD_USAGE,
                                "%s%srenew needs a signal of rest; add %ssignals '..., rest = COLUMN'", w->says.who,
                                w->says.dash, w->says.dash);
    return BR_OK;
}

void br_bound_add_to_digest(uint64_t *sum, const void *bytes, size_t count)
{
    *sum = br_fnv64(*sum, bytes, count);
}

// The texts of the law and of those it uses, its choices as the graph that came of them, and what is measured.
static void add_law_to_digest(uint64_t *sum, const br_bounding *w)
{
    const br_graph *g = &w->plant.model.law.g;
    const br_law_source *from = &w->plant.from;
    br_bound_add_to_digest(sum, from->source.text, from->source.size);
    for (const br_kept_text *t = from->kept; t; t = t->next)
        br_bound_add_to_digest(sum, t->text, t->size);
    for (int i = 0; i < g->count; i++) {
        const br_node *n = &g->node[i];
        br_bound_add_to_digest(sum, &n->op, sizeof n->op);
        br_bound_add_to_digest(sum, n->arg, sizeof n->arg);
        br_bound_add_to_digest(sum, &n->var, sizeof n->var);
        br_bound_add_to_digest(sum, &n->value, sizeof n->value);
    }
    br_bound_add_to_digest(sum, g->args, (size_t)g->nargs * sizeof *g->args);
    for (int i = 0; i < w->errors.count; i++)
        br_bound_add_to_digest(sum, w->errors.item[i].name, strlen(w->errors.item[i].name) + 1);
}

br_status br_bounding_begin(br_bounding *w, const char *errors, bool ranged, br_diag *why)
{
    w->options = br_paving_defaults();
    br_status status = br_stick_read(&w->stick, &w->plant.model.law, why);
    w->has_stick = status == BR_OK;
    if (status == BR_OK && ranged)
        status = read_ranges(w, why);
    if (status == BR_OK)
        status = read_errors(w, errors, why);
    if (status == BR_OK) { // now: a law that was given as a text may be gone later
        w->answer.digest = BR_FNV64_START;
        add_law_to_digest(&w->answer.digest, w);
    }
    return status;
}

// ---------------------------------------------------------------- a log

// The proof takes rows as equally far apart.
static br_status read_sample_time(const br_loaded_log *log, br_evidence *e, br_diag *why)
{
    const double *t = log->t;
    long long rows = log->rows;
    if (rows > 100000000)
        return br_diag_fail(why, BR_BAD_DATA, "%.100s: more than 1e8 rows", log->name);
    double h = (t[rows - 1] - t[0]) / (double)(rows - 1);
    for (long long k = 0; k < rows; k++) {
        if (br_spool_due(k))
            br_loaded_log_release(log);
        if (!(fabs(t[k] - (t[0] + (double)k * h)) <= 1e-6 * h + 4 * log->sampling.grain))
            return br_diag_fail(why, BR_BAD_DATA,
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

static br_status allocate_rows(br_bound_log *log, size_t rows, bool rest, int measured)
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
    const br_bound_log *log = of;
    for (int i = 0; i < 3; i++)
        br_spool_release(&log->rows[i]);
    br_loaded_log_release(log->file);
}

static br_status read_input(br_bounding *w, br_bound_log *log, size_t rows, bool linear, br_diag *why)
{
    const br_quantity *is = &w->plant.model.law.q[w->stick.u];
    const double *u = NULL, *rest = br_loaded_log_column(log->file, "rest");
    double error = error_of(w, w->stick.u);
    br_status status = br_bound_column(log->file, is->name, is->unit, is->si_text, w->says, &u, why);
    for (size_t k = 0; k < rows && status == BR_OK; k++) {
        if (br_spool_due((long long)k))
            release_log(log);
        if (!isfinite(u[k]))
            return br_diag_fail(why, BR_BAD_DATA, "%.100s: row %zu: the input is missing", log->file->name, k + 1);
        log->u[k] = interval_around(u[k], error);
        if (linear && k > 0)
            log->u[k - 1] = br_interval_hull(log->u[k - 1], log->u[k]);
        log->q[k] = br_interval_entire();
        if (rest && isnan(rest[k]))
            return br_diag_fail(why, BR_BAD_DATA, "%.100s: row %zu: the signal of rest is missing", log->file->name,
                                k + 1);
        if (rest && log->stands)
            log->stands[k] = rest[k] > 0;
    }
    return status;
}

// The measured columns of a log. moves: by more than the error, 2; not at all, or by about the error, 1; by far less, as if the error
// were of another unit, 0. still: why it is not 2, which is no failure.
typedef struct measuring {
    const br_bound_log *log;
    br_bound_speaker says;
    size_t rows;
    int moves;
    br_diag still;
} measuring;

// One of them to every `each`-th of to.
static br_status read_measured(measuring *m, const br_bound_error *e, br_interval *to, size_t each, br_diag *why)
{
    const br_bound_log *log = m->log;
    const double *v = NULL;
    double low = DBL_MAX, high = -DBL_MAX;
    br_status status = br_bound_column(log->file, e->name, e->unit, e->si, m->says, &v, why);
    for (size_t k = 0; k < m->rows && status == BR_OK; k++) {
        if (br_spool_due((long long)k))
            release_log(log);
        to[k * each] = isfinite(v[k]) ? interval_around(v[k], e->value) : br_interval_entire();
        low = v[k] < low ? v[k] : low;
        high = v[k] > high ? v[k] : high;
    }
    if (status == BR_OK && !(high - low > 2 * e->value))
        (void)br_diag_fail(&m->still, BR_BAD_DATA, "%.100s: the motion of %s, %g %s, is within the error, +-%g",
                           log->file->name, e->name, high > low ? high - low : 0, e->si, e->value);
    int seen = high - low > 2 * e->value ? 2 : !(high > low) || high - low > 0.1 * e->value ? 1 : 0;
    m->moves = seen > m->moves ? seen : m->moves;
    return status;
}

static br_status read_rows(br_bounding *w, int i, bool linear, br_diag *why)
{
    br_bound_log *log = &w->log[i];
    br_evidence *e = &w->evidence[i];
    size_t rows = (size_t)e->rows, each = (size_t)w->measured.count;
    measuring m = {.log = log, .says = w->says, .rows = rows};
    br_status status = allocate_rows(log, rows, br_loaded_log_column(log->file, "rest") != NULL, w->measured.count);
    if (status == BR_OK)
        status = read_input(w, log, rows, linear, why);
    for (int n = 0, output = 0; n < w->errors.count && status == BR_OK; n++) {
        const br_bound_error *error = &w->errors.item[n];
        if (is_measured_output(w, error))
            status = read_measured(&m, error, log->y + output++, each, why);
        else if (!error->input)
            status = read_measured(&m, error, log->q, 1, why);
    }
    e->release = release_log;
    e->of = log;
    e->u = log->u;
    e->q = log->q;
    e->stands = log->stands;
    e->measured = w->measured.count > 0 ? &w->measured : NULL;
    e->y = log->y;
    w->answer.log[i].moves = m.moves == 2;
    w->answer.log[i].rests = m.moves == 1;
    if (m.moves < 2) // it may bound breakaway all the same
        snprintf(w->answer.log[i].still, sizeof w->answer.log[i].still, "%.199s", m.still.text);
    return status;
}

static void free_log(br_bound_log *log)
{
    for (int j = 0; j < 3; j++)
        br_spool_free(&log->rows[j]);
    free(log->stands);
    *log = (br_bound_log){0};
}

br_status br_bounding_add(br_bounding *w, const br_loaded_log *log, bool linear, br_diag *why)
{
    int i = w->logs;
    if (i == BR_BOUND_LOGS)
        return br_diag_fail(why, BR_BAD_USAGE, "%sat most %d logs", w->says.who, BR_BOUND_LOGS);
    br_status status = read_sample_time(log, &w->evidence[i], why);
    if (status != BR_OK)
        return status;
    w->log[i].file = log;
    snprintf(w->answer.log[i].name, sizeof w->answer.log[i].name, "%s", log->name);
    w->answer.log[i].rows = w->evidence[i].rows;
    w->answer.log[i].h = w->evidence[i].h;
    status = read_rows(w, i, linear, why);
    if (status == BR_OK)
        w->logs = w->answer.logs = i + 1;
    else
        free_log(&w->log[i]);
    return status;
}

// ---------------------------------------------------------------- the whole problem

static void add_rows_to_digest(uint64_t *sum, const br_evidence *e, const br_interval *x, int each)
{
    for (int k = 0; k < e->rows; k++) {
        br_evidence_release(e, k);
        br_bound_add_to_digest(sum, x + (size_t)k * (size_t)each, (size_t)each * sizeof *x);
    }
}

static uint64_t digest_problem(const br_bounding *w)
{
    uint64_t sum = w->answer.digest; // of the law
    double settings[] = {w->options.passes, (double)w->options.boxes, w->options.fine};
    br_bound_add_to_digest(&sum, w->options.range, (size_t)w->stick.np * sizeof *w->options.range);
    br_bound_add_to_digest(&sum, w->options.renews, sizeof w->options.renews);
    br_bound_add_to_digest(&sum, settings, sizeof settings);
    for (int i = 0; i < w->logs; i++) {
        const br_evidence *e = &w->evidence[i];
        br_bound_add_to_digest(&sum, &e->h, sizeof e->h);
        add_rows_to_digest(&sum, e, e->u, 1);
        add_rows_to_digest(&sum, e, e->q, 1);
        add_rows_to_digest(&sum, e, e->y, w->measured.count);
        if (e->stands)
            br_bound_add_to_digest(&sum, e->stands, (size_t)e->rows * sizeof *e->stands);
    }
    return sum;
}

br_interval br_bound_slab_range(br_interval whole, int part, int of)
{
    double step = (whole.hi - whole.lo) / of;
    return (br_interval){part == 1 ? whole.lo : whole.lo + (part - 1) * step,
                         part == of ? whole.hi : whole.lo + part * step};
}

br_status br_bounding_slab(br_bounding *w, int part, int of, br_diag *why)
{
    int i = 0;
    while (i < w->stick.np && (w->options.renews[i] || br_interval_is_point(w->options.range[i])))
        i++;
    if (i == w->stick.np)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%sslab: no range can be split; all parameters are known or renewed",
                            w->says.who, w->says.dash);
    br_interval *range = &w->options.range[i], whole = *range;
    *range = br_bound_slab_range(whole, part, of);
    w->answer.searched[i] = *range;
    w->answer.part = part;
    w->answer.of = of;
    snprintf(w->answer.sliced, sizeof w->answer.sliced, "%s", w->answer.name[i]);
    if (!(range->lo < range->hi))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%sslab: the range of %s is too narrow for %d slabs", w->says.who,
                            w->says.dash, w->answer.name[i], of);
    return BR_OK;
}

// A log that moves is wanted, or one that rests: that bounds breakaway. One whose motion is far below the error shows neither.
static br_status check_motion(const br_bounding *w, br_diag *why)
{
    bool shows = false;
    for (int i = 0; i < w->logs; i++)
        shows = shows || w->answer.log[i].moves || w->answer.log[i].rests;
    return shows ? BR_OK : br_diag_fail(why, BR_BAD_DATA, "%s", w->answer.log[0].still);
}

br_status br_bounding_settle(br_bounding *w, const char *renew, br_diag *why)
{
    br_status status = read_renewed(w, renew, why);
    if (status == BR_OK)
        status = check_motion(w, why);
    if (status == BR_OK)
        w->answer.digest = digest_problem(w);
    return status;
}

void br_bounding_free(br_bounding *w)
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
    for (int i = 0; i < w->logs; i++)
        free_log(&w->log[i]);
}
