// bound_error.c - `--error` of `bristle bound`: what is measured, and how far it and the inputs are off.      [host]
#include "num/base/fp.h"

#include "tool/bound/bound_error.h"
#include "tool/kit/load.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A state, an input, or an output after the states; false: none of that name.
static bool find_quantity(const br_model *m, bound_error *e)
{
    int q = br_law_find(&m->law, e->name, strlen(e->name)), at = m->nx;
    if (q >= 0) {
        const br_quantity *is = &m->law.q[q];
        e->input = is->kind == BR_INPUT;
        e->at = m->at[q];
        e->unit = is->unit;
        snprintf(e->si, sizeof e->si, "%s", is->si_text);
        return e->input || is->kind == BR_STATE;
    }
    for (int i = 0; i < m->law.nout; i++) {
        const br_output *o = &m->law.out[i];
        if (strcmp(o->name, e->name) == 0) {
            e->at = at;
            e->unit = o->unit;
            snprintf(e->si, sizeof e->si, "%s", o->si_text);
            return true;
        }
        at += o->dim == BR_SCALAR ? 1 : m->n[o->dim];
    }
    return false;
}

static br_status add_error(bound_errors *all, const br_model *m, const br_assignments *list, const br_assignment *from,
                           br_diag *why)
{
    if (all->count == BR_LOADED_COLUMNS)
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --error: too many names");
    bound_error *e = &all->item[all->count++];
    snprintf(e->name, sizeof e->name, "%.*s", BR_NAME_SIZE - 1, from->name);
    if (!find_quantity(m, e))
        return tool_complain(why, BR_BAD_USAGE, "bristle bound: --error: %s has no input, state or output '%.60s'",
                             m->law.name, from->name);
    e->value = from->count == 1 ? br_unit_to_si(from->unit, list->value[from->first].hi) : (double)NAN;
    if (!br_unit_same(from->unit, e->unit) || !(e->value >= 0 && isfinite(e->value)) || (!e->input && e->value == 0))
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle bound: --error of %s must be one positive number in its unit: '%s = 0.1 %s'",
                             e->name, e->name, e->si);
    all->measured += !e->input;
    return BR_OK;
}

br_status bound_errors_read(bound_errors *e, const br_model *m, const char *text, br_diag *why)
{
    br_assignments list;
    *e = (bound_errors){0};
    br_status status = br_assignments_read(&list, text, strlen(text), "--error", why);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < list.count && status == BR_OK; i++)
        status = add_error(e, m, &list, &list.item[i], why);
    br_assignments_free(&list);
    if (status == BR_OK && e->measured == 0)
        return tool_complain(why, BR_BAD_USAGE,
                             "bristle bound: --error names no measured state or output; add one such as 'x1 = 1 mrad'");
    return status;
}

br_status bound_column(const br_loaded_log *log, const char *name, br_unit unit, const char *si, const double **v,
                       br_diag *why)
{
    for (int i = 0; i < log->columns; i++)
        if (strcmp(log->column[i].name, name) == 0) {
            *v = log->column[i].v;
            return br_unit_same(log->unit[i], unit)
                       ? BR_OK
                       : tool_complain(why, BR_BAD_USAGE, "bristle bound: --signals: %s is in %s: '%s = COLUMN %s'",
                                       name, si, name, si);
        }
    return tool_complain(why, BR_BAD_USAGE, "bristle bound: --signals has no %s; add '%s = COLUMN %s'", name, name, si);
}
