// evaluate_run.c - values, derivatives, enclosures and modes of a law at one point: bristle/evaluate.h.    [host]
#include "num/base/fp.h"

#include "api/describe/evaluate_parts.h"
#include "api/law/sized.h"
#include "law/eval/guard.h"
#include "law/graph/layout.h"
#include "num/text/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The rates and outputs of a law (or its updates) with their numbers; a plain number is an interval of one point.
typedef struct reading {
    br_jet jet;
    br_tape tape;
    br_interval *out, *d;
    br_domain *domain; // of each number of out; NULL: numbers, not enclosures
    bool made;
} reading;

static void reading_free(reading *r)
{
    br_jet_free(&r->jet);
    if (r->made)
        br_tape_free(&r->tape);
    free(r->out);
    free(r->d);
    free(r->domain);
}

static br_status run_real(reading *r, const br_model *m)
{
    size_t n = (size_t)m->nx + (size_t)m->nu + (size_t)m->np, all = n + (size_t)r->tape.nrow + (size_t)r->tape.nblock;
    double *x = calloc(all + 1, sizeof *x);
    if (!x)
        return BR_NO_MEMORY;
    double *u = x + m->nx, *p = u + m->nu, *out = p + m->np, *d = out + r->tape.nrow;
    br_model_points(m, x, u, p);
    br_point at = {.x = x, .u = u, .p = p, .m = m->m};
    br_tape_run(&r->tape, 1, &at, out, d);
    for (int i = 0; i < r->tape.nrow; i++)
        r->out[i] = (br_interval){out[i], out[i]};
    for (int i = 0; i < r->tape.nblock; i++)
        r->d[i] = (br_interval){d[i], d[i]};
    free(x);
    return BR_OK;
}

static br_status enclose(reading *r, const br_model *m)
{
    br_box box = {.x = m->x, .u = m->u, .p = m->p, .m = m->m};
    r->domain = calloc((size_t)r->tape.nrow + 1, sizeof *r->domain);
    br_status status = r->domain ? br_tape_enclose(&r->tape, &box, r->out, r->d) : BR_NO_MEMORY;
    return status == BR_OK ? br_tape_enclose_domain(&r->tape, &box, NULL, r->domain) : status;
}

static br_status read_rows(reading *r, br_evaluation *e, bool next)
{
    br_model *m = e->model;
    br_status status = e->derivatives ? br_jet_make(&r->jet, &m->law, next, NULL) : BR_OK;
    if (status == BR_OK)
        status = br_tape_make(&r->tape, &m->law, next, e->derivatives ? &r->jet : NULL, m->n);
    if (status != BR_OK)
        return status;
    r->made = true;
    r->out = calloc((size_t)r->tape.nrow + 1, sizeof *r->out);
    r->d = calloc((size_t)r->tape.nblock + 1, sizeof *r->d);
    if (!r->out || !r->d)
        return BR_NO_MEMORY;
    return e->enclosures ? enclose(r, m) : run_real(r, m);
}

// ---------------------------------------------------------------- modes

// Guards in their order: the first one that holds is taken, and one that may hold or not leaves the others open.
static void follow_guards(const br_tape *t, const br_interval *guard, int automaton, int element, int now, bool *may)
{
    const br_parsed_law *law = t->law;
    for (int i = 0; i < law->njump; i++) {
        if (law->jump[i].automaton != automaton || law->jump[i].from != now)
            continue;
        br_interval g = guard[t->row_at[i] + (t->row[i].dim == BR_SCALAR ? 0 : element)];
        if (g.hi != 0)
            may[law->jump[i].to] = true;
        if (g.lo > 0)
            return;
    }
    may[now] = true;
}

static br_status enclose_guards(const br_model *m, const br_tape *t, bool *next)
{
    br_interval *guard = calloc((size_t)t->nrow + 1, sizeof *guard);
    if (!guard)
        return BR_NO_MEMORY;
    br_box box = {.x = m->x, .u = m->u, .p = m->p, .m = m->m};
    br_status status = br_tape_enclose(t, &box, guard, NULL);
    for (int a = 0; a < m->law.nautomata && status == BR_OK; a++)
        for (int i = 0; i < br_tape_len(t, m->law.automaton[a].dim); i++) {
            int number = m->m_at[a] + i;
            follow_guards(t, guard, a, i, m->m[number], next + (size_t)number * BR_MAX_MODES);
        }
    free(guard);
    return status;
}

static br_status run_guards(const br_model *m, const br_tape *t, bool *next)
{
    double *x = calloc((size_t)m->nx + (size_t)m->nu + (size_t)m->np + 1, sizeof *x);
    int *to = calloc((size_t)m->nm + 1, sizeof *to);
    if (x && to) {
        double *u = x + m->nx, *p = u + m->nu;
        br_model_points(m, x, u, p);
        br_point at = {.x = x, .u = u, .p = p, .m = m->m};
        br_tape_modes(t, 1, &at, to);
        for (int i = 0; i < m->nm; i++)
            next[i * BR_MAX_MODES + to[i]] = true;
    }
    br_status status = x && to ? BR_OK : BR_NO_MEMORY;
    free(x);
    free(to);
    return status;
}

static br_status find_modes(br_evaluation *e)
{
    const br_model *m = e->model;
    br_tape t;
    if (m->nm == 0)
        return BR_OK;
    e->may = br_store_bytes(&e->results, (size_t)m->nm * BR_MAX_MODES * sizeof *e->may);
    br_status status = e->may ? br_tape_make_guards(&t, &m->law, m->n) : BR_NO_MEMORY;
    if (status == BR_OK) {
        status = e->enclosures ? enclose_guards(m, &t, e->may) : run_guards(m, &t, e->may);
        br_tape_free(&t);
    }
    return status;
}

int br_evaluation_mode_after(const br_evaluation *e, int automaton, int element, int mode)
{
    const br_evaluated_automaton *a = br_evaluation_automaton(e, automaton);
    if (!a || !e->may || element < 0 || element >= a->count || mode < 0 || mode >= a->modes)
        return 0;
    return e->may[(e->model->m_at[automaton] + element) * BR_MAX_MODES + mode];
}

// z', z+, F
static void row_name(const br_law_row *row, char name[BR_NAME_SIZE + 2])
{
    const char mark[] = {row->mark, 0};
    snprintf(name, BR_NAME_SIZE + 2, "%s%s", row->name, mark);
}

// ---------------------------------------------------------------- results that are not finite

// A number that is not finite, an enclosure that is empty, and one with an infinite end are three things.
static const char *value_fault(const br_model *m, br_interval v, bool interval)
{
    if (!interval)
        return "is not finite at this point";
    if (br_interval_is_empty(v))
        return m->exact ? "is not defined at this point" : "is nowhere defined on this range";
    return m->exact ? "has no finite enclosure at this point" : "is unbounded over this range";
}

static br_status slope_fault(const br_model *m, const char *name, const char *by, br_interval v, bool interval,
                             br_diag *why)
{
    const char *where = m->exact ? "at this point" : "over this range";
    if (!interval)
        return br_diag_fail(why, BR_NOT_FINITE,
                            "evaluation: the derivative of %s with respect to %s of law %s is not finite at this point",
                            name, by, m->law.name);
    return br_diag_fail(why, BR_NOT_FINITE, "evaluation: %s of law %s has %s derivative with respect to %s %s", name,
                        m->law.name, br_interval_is_empty(v) ? "no finite" : "an unbounded", by, where);
}

static br_status check_finite(const br_model *m, const reading *r, bool interval, br_diag *why)
{
    const br_tape *t = &r->tape;
    char name[BR_NAME_SIZE + 2];
    for (int i = 0; i < t->rows; i++)
        for (int k = 0; k < br_tape_len(t, t->row[i].dim); k++)
            if (!br_interval_is_bounded(r->out[t->row_at[i] + k])) {
                row_name(&t->row[i], name);
                return br_diag_fail(why, BR_NOT_FINITE, "evaluation: %s of law %s %s", name, m->law.name,
                                    value_fault(m, r->out[t->row_at[i] + k], interval));
            }
    for (int b = 0; b < t->blocks; b++)
        for (int k = 0; k < br_block_len(t, &t->block[b]); k++)
            if (!br_interval_is_bounded(r->d[t->block_at[b] + k])) {
                row_name(&t->row[t->block[b].row], name);
                return slope_fault(m, name, m->law.q[t->block[b].column].name, r->d[t->block_at[b] + k], interval, why);
            }
    return BR_OK;
}

// ---------------------------------------------------------------- units

// Of z', z+ and outputs; a rate is the state's unit over s.
static void row_unit(const br_parsed_law *law, const br_law_row *row, char unit[BR_UNIT_SIZE])
{
    unit[0] = 0;
    for (int i = 0; row->mark != '\'' && i < law->nout; i++)
        if (strcmp(law->out[i].name, row->name) == 0)
            snprintf(unit, BR_UNIT_SIZE, "%s", law->out[i].si_text);
    int q = br_law_find(law, row->name, strlen(row->name));
    if (q < 0)
        return;
    if (row->mark == '\'')
        br_law_rate_unit(&law->q[q], unit);
    else
        snprintf(unit, BR_UNIT_SIZE, "%s", law->q[q].si_text);
}

// The unit of a derivative: simplified, N*s/m; but an angle, which is no dimension, stays in sight: N*m/(rad/s).
static void slope_unit(const br_parsed_law *law, const br_law_row *row, const br_quantity *by,
                       char unit[2 * BR_UNIT_SIZE + 8])
{
    char above[BR_UNIT_SIZE], below[BR_UNIT_SIZE];
    br_unit of = by->unit, second = {.power = {0, 0, 12}};
    row_unit(law, row, above);
    snprintf(below, BR_UNIT_SIZE, "%s", by->si_text);
    if (strcmp(below, "-") == 0 || strcmp(above, below) == 0) {
        snprintf(unit, 2 * BR_UNIT_SIZE + 8, "%s", strcmp(above, below) == 0 ? "-" : above);
        return;
    }
    if (strstr(above, "rad") || strstr(below, "rad")) {
        bool one = strpbrk(below, "*/") == NULL;
        bool plain = strchr(above, '/') == NULL;
        snprintf(unit, 2 * BR_UNIT_SIZE + 8, "%s%s%s/%s%s%s", plain ? "" : "(", strcmp(above, "-") == 0 ? "1" : above,
                 plain ? "" : ")", one ? "" : "(", below, one ? "" : ")");
        return;
    }
    int q = br_law_find(law, row->name, strlen(row->name));
    br_unit top = q >= 0 ? law->q[q].unit : br_unit_none();
    for (int i = 0; q < 0 && i < law->nout; i++)
        if (strcmp(law->out[i].name, row->name) == 0)
            top = law->out[i].unit;
    br_unit_write(unit, br_unit_div(row->mark == '\'' ? br_unit_div(top, second) : top, of));
}

// ---------------------------------------------------------------- what it answers

// Both ends of so many intervals, one array behind the other.
static const double *ends_of(br_store *s, const br_interval *v, int count)
{
    double *bound = br_store_bytes(s, 2 * (size_t)count * sizeof *bound + sizeof *bound);
    for (int i = 0; bound && i < count; i++) {
        bound[i] = v[i].lo;
        bound[count + i] = v[i].hi;
    }
    return bound;
}

static void add_row(br_evaluation *e, const reading *r, int i, bool next)
{
    const br_tape *t = &r->tape;
    br_evaluated_row *to = br_listed_add(&e->row, &e->results, sizeof *to, sizeof *to);
    char name[BR_NAME_SIZE + 2], unit[BR_UNIT_SIZE];
    if (!to)
        return;
    row_name(&t->row[i], name);
    row_unit(t->law, &t->row[i], unit);
    to->name = br_store_words(&e->results, name);
    to->unit = br_store_words(&e->results, unit);
    to->is_update = next;
    to->is_array = t->row[i].dim != BR_SCALAR;
    to->count = br_tape_len(t, t->row[i].dim);
    to->low = ends_of(&e->results, r->out + t->row_at[i], to->count);
    to->high = to->low ? to->low + to->count : NULL;
    for (int k = 0; r->domain && k < to->count; k++) {
        br_evaluated_domain of = (br_evaluated_domain)r->domain[t->row_at[i] + k];
        to->domain = of > to->domain ? of : to->domain;
    }
}

static void add_slope(br_evaluation *e, const reading *r, int b, int rows_before)
{
    const br_tape *t = &r->tape;
    const br_block *k = &t->block[b];
    br_evaluated_slope *to = br_listed_add(&e->slope, &e->results, sizeof *to, sizeof *to);
    char unit[2 * BR_UNIT_SIZE + 8];
    if (!to)
        return;
    int len = br_block_len(t, k);
    slope_unit(t->law, &t->row[k->row], &t->law->q[k->column], unit);
    to->row = rows_before + k->row;
    to->by = br_store_words(&e->results, t->law->q[k->column].name);
    to->unit = br_store_words(&e->results, unit);
    to->is_array = k->shape != BR_ONE;
    to->is_matrix = k->shape == BR_DENSE;
    to->rows = to->is_matrix ? br_tape_len(t, t->row[k->row].dim) : 1;
    to->columns = len / to->rows;
    to->low = ends_of(&e->results, r->d + t->block_at[b], len);
    to->high = to->low ? to->low + len : NULL;
}

static void add_results(br_evaluation *e, const reading *r, bool next)
{
    int before = e->row.count;
    for (int i = 0; i < r->tape.rows; i++)
        add_row(e, r, i, next);
    for (int b = 0; b < r->tape.blocks; b++)
        add_slope(e, r, b, before);
}

const br_evaluated_row *br_evaluation_row(const br_evaluation *e, int i)
{
    return e ? br_listed_at(&e->row, i) : NULL;
}

const br_evaluated_slope *br_evaluation_slope(const br_evaluation *e, int i)
{
    return e ? br_listed_at(&e->slope, i) : NULL;
}

// ---------------------------------------------------------------- the run

static br_status check_ranges(const br_evaluation *e, br_diag *why)
{
    const br_evaluated_quantity *q;
    for (int k = 0; !e->enclosures && (q = br_evaluation_quantity(e, k)); k++)
        for (int i = 0; i < q->count; i++)
            if (q->low[i] != q->high[i])
                return br_diag_fail(why, BR_BAD_USAGE,
                                    "evaluation: %s is a range; use --enclosures to enclose the result", q->name);
    return BR_OK;
}

static void forget_results(br_evaluation *e)
{
    e->row.count = e->slope.count = 0;
    e->may = NULL;
    br_store_free(&e->results);
}

static br_status evaluate_rows(br_evaluation *e, bool next, br_diag *why)
{
    reading r = {0};
    br_status status = read_rows(&r, e, next);
    if (status == BR_OK)
        status = check_finite(e->model, &r, e->enclosures, why);
    if (status == BR_OK)
        add_results(e, &r, next);
    reading_free(&r);
    return status;
}

static br_status run_evaluation(br_evaluation *e, br_diag *why)
{
    br_status status = br_model_complete(e->model, true, why);
    if (status == BR_OK)
        status = check_ranges(e, why);
    if (status == BR_OK)
        status = br_evaluation_is_right(e, why);
    for (int next = 0; next < 2 && status == BR_OK; next++)
        status = evaluate_rows(e, next, why);
    if (status == BR_OK)
        status = find_modes(e);
    return status == BR_OK ? e->results.status : status;
}

br_status br_evaluation_run(br_evaluation *e, br_diag *why)
{
    if (!e)
        return br_diag_fail(why, BR_BAD_USAGE, "br_evaluation_run: an evaluation is needed");
    forget_results(e);
    br_status status = run_evaluation(e, why);
    if (status != BR_OK)
        forget_results(e);
    return br_said(status, why);
}
