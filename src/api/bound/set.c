// set.c - set membership: errors and rows of a log, the search, and its result in words.      [host]
#include "num/base/fp.h"

#include "api/bound/bounding.h"
#include "api/bound/set.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 10000000 };

br_status br_bound_set_begin(br_bound_set *w, const char *errors, br_diag *why)
{
    br_model *m = &w->law.model;
    w->off = calloc((size_t)m->nu + 1, sizeof *w->off);
    w->what = calloc(BR_BOUND_ERRORS, sizeof *w->what);
    br_status status = w->off && w->what ? br_bound_errors_read(&w->errors, m, errors, w->says, why) : BR_NO_MEMORY;
    w->data.measured = w->errors.measured;
    return status;
}

void br_bound_set_free(br_bound_set *w)
{
    if (w->has_found)
        br_members_free(&w->found);
    if (w->has_law)
        br_loaded_model_close(&w->law);
    free(w->u);
    free(w->off);
    free(w->y);
    free(w->what);
}

// ---------------------------------------------------------------- the log

static br_status read_inputs(br_bound_set *w, br_diag *why)
{
    const br_model *m = &w->law.model;
    size_t rows = (size_t)w->log->rows, nu = (size_t)m->nu;
    for (int q = 0; q < m->law.nq; q++) {
        const double *v = NULL;
        size_t j = (size_t)m->at[q];
        if (m->law.q[q].kind != BR_INPUT)
            continue;
        bool known = m->origin[q] != BR_UNSET;
        br_diag missing = {0};
        br_status status = br_bound_column(w->log, m->law.q[q].name, m->law.q[q].unit, m->law.q[q].si_text, w->says, &v,
                                           known ? &missing : why);
        if (status != BR_OK && !known)
            return status;
        for (size_t k = 0; k < rows; k++) {
            w->u[k * nu + j] = v ? v[k] : br_interval_mid(m->u[j]);
            if (!isfinite(w->u[k * nu + j]))
                return br_diag_fail(why, BR_BAD_DATA, "%.100s: row %zu: %s is missing", w->log->name, k + 1,
                                    m->law.q[q].name);
        }
    }
    return BR_OK;
}

static br_status read_measured(br_bound_set *w, const br_bound_error *e, int i, br_diag *why)
{
    const double *v = NULL;
    size_t rows = (size_t)w->log->rows, all = (size_t)w->data.measured;
    br_status status = br_bound_column(w->log, e->name, e->unit, e->si, w->says, &v, why);
    for (size_t k = 0; k < rows && v && status == BR_OK; k++)
        w->y[k * all + (size_t)i] =
            isfinite(v[k]) ? br_interval_add(br_interval_of(v[k], v[k]), br_interval_of(-e->value, e->value))
                           : br_interval_entire();
    w->what[i] = e->at;
    return status;
}

static br_status read_rows(br_bound_set *w, bool linear, br_diag *why)
{
    size_t rows = (size_t)w->log->rows;
    w->u = calloc(rows * (size_t)w->law.model.nu + 1, sizeof *w->u);
    w->y = calloc(rows * (size_t)w->data.measured + 1, sizeof *w->y);
    if (!w->u || !w->y)
        return BR_NO_MEMORY;
    br_status status = read_inputs(w, why);
    for (int i = 0, n = 0; i < w->errors.count && status == BR_OK; i++) {
        const br_bound_error *e = &w->errors.item[i];
        if (e->input)
            w->off[e->at] = br_interval_of(-e->value, e->value);
        else
            status = read_measured(w, e, n++, why);
    }
    w->data.rows = (int)rows;
    w->data.t = w->log->t;
    w->data.u = w->u;
    w->data.off = w->off;
    w->data.what = w->what;
    w->data.y = w->y;
    w->data.linear = linear;
    return status;
}

static void free_rows(br_bound_set *w)
{
    free(w->u);
    free(w->y);
    w->u = NULL;
    w->y = NULL;
}

br_status br_bound_set_add(br_bound_set *w, const br_loaded_log *log, bool linear, br_diag *why)
{
    if (w->has_log)
        return br_diag_fail(why, BR_BAD_USAGE, "%ssuch a law takes one log", w->says.who);
    if (log->rows > ROWS)
        return br_diag_fail(why, BR_BAD_DATA, "%.100s: more than 1e7 rows", log->name);
    w->log = log;
    br_status status = read_rows(w, linear, why);
    w->has_log = status == BR_OK;
    if (status != BR_OK)
        free_rows(w);
    return status;
}

br_status br_bound_set_search(br_bound_set *w, const br_member_options *o, br_diag *why)
{
    br_status status = br_members_make(&w->found, &w->law.model, &w->data, o, why);
    w->has_found = status == BR_OK;
    if (status == BR_NEGATIVE)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%srange has no range: 'FC = 0.5..2 N'", w->says.who, w->says.dash);
    return status;
}

// ---------------------------------------------------------------- in words

const char *br_bound_set_verdict(const br_members *s)
{
    return s->count == 0 ? "inconsistent" : s->inner > 0 ? "consistent" : "undecided";
}

void br_bound_set_name(const br_bound_set *w, int i, char name[BR_BOUND_DIMENSION_SIZE], const char **unit)
{
    const br_model *m = &w->law.model;
    name[0] = 0;
    *unit = "";
    int of = w->found.of[i];
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *is = &m->law.q[q];
        int first = m->at[q] + (is->kind == BR_PARAM ? m->nx : 0), element = of - first;
        if (is->kind == BR_INPUT || element < 0 || element >= br_model_len(m, q))
            continue;
        snprintf(name, BR_BOUND_DIMENSION_SIZE, is->dim == BR_SCALAR ? "%s" : "%s[%d]", is->name, element + 1);
        *unit = is->si_text;
        return;
    }
}

// Shares of the range in percent, with as many digits as the least of them needs: 99.95 and 0.05, not 100 and 0.05.
static void show_shares(br_buffer *out, const br_bound_set *w)
{
    const br_members *s = &w->found;
    const double share[] = {100 * s->inner, 100 * (1 - s->outer), 100 * (s->outer - s->inner)};
    static const char *const words[] = {" % explain the log, ", " % do not, ", " % are undecided"};
    int digits = 0;
    double least = 100;
    for (int i = 0; i < 3; i++)
        while (share[i] > 0 && digits < 12 && share[i] < least) {
            least /= 10;
            digits++;
        }
    br_buffer_put(out, "of the range ");
    for (int i = 0; i < 3; i++) {
        br_buffer_about(out, share[i], share[i] >= 10 ? 2 + digits : share[i] >= 1 ? 1 + digits : 3);
        br_buffer_put(out, words[i]);
    }
    if (s->stopped)
        br_buffer_put(out, "; interrupted, the reported part holds");
    else if (s->used_up)
        br_buffer_print(out, "; more %sboxes decide more", w->says.dash);
    br_buffer_put(out, "\n");
}

br_interval br_bound_set_range(const br_bound_set *w, int i)
{
    const br_model *m = &w->law.model;
    int of = w->found.of[i];
    return of < m->nx ? m->x[of] : m->p[of - m->nx];
}

// What a verdict speaks of: nothing is claimed about parameters outside.
static void show_ranges(br_buffer *out, const br_bound_set *w)
{
    br_buffer_put(out, "searched ranges: ");
    for (int i = 0; i < w->found.dims; i++) {
        char name[BR_BOUND_DIMENSION_SIZE];
        const char *unit;
        br_interval range = br_bound_set_range(w, i);
        br_bound_set_name(w, i, name, &unit);
        br_buffer_print(out, "%s%s = ", i ? ", " : "", name);
        br_bound_show_end(out, range, range.lo);
        br_buffer_put(out, "..");
        br_bound_show_end(out, range, range.hi);
        br_buffer_print(out, " %s", unit);
    }
    br_buffer_put(out, "\n");
}

static void show_hull(br_buffer *out, const br_bound_set *w)
{
    for (int i = 0; i < w->found.dims; i++) {
        char name[BR_BOUND_DIMENSION_SIZE];
        const char *unit;
        br_interval range = br_bound_set_range(w, i), p = w->found.hull[i];
        br_bound_set_name(w, i, name, &unit);
        br_buffer_print(out, "  %-8s ", name);
        br_bound_show_end(out, range, p.lo);
        br_buffer_put(out, " .. ");
        br_bound_show_end(out, range, p.hi);
        br_buffer_print(out, " %s, width ", unit);
        br_buffer_about(out, br_interval_width(p), 3);
        br_buffer_put(out, "\n");
    }
}

void br_bound_set_show(br_buffer *out, const br_bound_set *w)
{
    const br_members *s = &w->found;
    show_ranges(out, w);
    br_buffer_print(out, "%s: ", br_bound_set_verdict(s));
    if (s->count == 0) {
        br_buffer_print(out, "the last box was deleted at row %d\n", s->died + 1);
        return;
    }
    br_buffer_put(out, s->inner > 0 ? "parameters that explain the log are proved to exist\n"
                                    : "boxes remain, none of which is proved to explain the log\n");
    show_hull(out, w);
    show_shares(out, w);
}
