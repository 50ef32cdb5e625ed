// error_list.c - error bounds of a log: what is measured, and how far it and the inputs are off.      [host]
#include "num/base/fp.h"

#include "api/bound/error_list.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A state, an input, or an output after the states; false: none of that name.
static bool find_quantity(const br_model *m, br_bound_error *e)
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

static br_status add_error(br_bound_errors *all, const br_model *m, const br_assignments *list,
                           const br_assignment *from, br_bound_speaker says, br_diag *why)
{
    if (all->count == BR_BOUND_ERRORS)
        return br_diag_fail(why, BR_BAD_USAGE, "%s%serror: too many names", says.who, says.dash);
    br_bound_error *e = &all->item[all->count++];
    snprintf(e->name, sizeof e->name, "%.*s", BR_NAME_SIZE - 1, from->name);
    if (!find_quantity(m, e))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%serror: %s has no input, state or output '%.60s'", says.who,
                            says.dash, m->law.name, from->name);
    e->value = from->count == 1 ? br_unit_to_si(from->unit, list->value[from->first].hi) : (double)NAN;
    if (!br_unit_same(from->unit, e->unit) || !(e->value >= 0 && isfinite(e->value)) || (!e->input && e->value == 0))
        return br_diag_fail(why, BR_BAD_USAGE, "%s%serror of %s must be one positive number in its unit: '%s = 0.1 %s'",
                            says.who, says.dash, e->name, e->name, e->si);
    all->measured += !e->input;
    return BR_OK;
}

br_status br_bound_errors_read(br_bound_errors *e, const br_model *m, const char *text, br_bound_speaker says,
                               br_diag *why)
{
    br_assignments list;
    *e = (br_bound_errors){0};
    br_status status = br_assignments_read(&list, text, strlen(text), "--error", why);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < list.count && status == BR_OK; i++)
        status = add_error(e, m, &list, &list.item[i], says, why);
    br_assignments_free(&list);
    if (status == BR_OK && e->measured == 0)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "%s%serror names no measured state or output; add one such as 'x1 = 1 mrad'", says.who,
                            says.dash);
    return status;
}

br_status br_bound_column(const br_loaded_log *log, const char *name, br_unit unit, const char *si,
                          br_bound_speaker says, const double **v, br_diag *why)
{
    for (int i = 0; i < log->columns; i++)
        if (strcmp(log->column[i].name, name) == 0) {
            *v = log->column[i].v;
            return br_unit_same(log->unit[i], unit)
                       ? BR_OK
                       : br_diag_fail(why, BR_BAD_USAGE, "%s%ssignals: %s is in %s: '%s = COLUMN %s'", says.who,
                                      says.dash, name, si, name, si);
        }
    return br_diag_fail(why, BR_BAD_USAGE, "%s%ssignals has no %s; add '%s = COLUMN %s'", says.who, says.dash, name,
                        name, si);
}
