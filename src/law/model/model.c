// model.c - a law with parameter values: opens a model from assignment lists and defaults. [host]
#include "num/base/fp.h"

#include "law/graph/layout.h"
#include "law/model/model_parts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NUMBERS 4000000 // states, inputs and parameters with all their elements

void br_model_close(br_model *m)
{
    br_law_free(&m->law);
    free(m->at);
    free(m->origin);
    free(m->x);
    free(m->u);
    free(m->p);
    free(m->m);
    memset(m, 0, sizeof *m);
}

static br_status allocate_values(br_model *m, br_diag *why)
{
    long long numbers = br_layout_numbers(&m->law, m->n);
    if (numbers > MAX_NUMBERS)
        return br_complain(why, BR_BAD_LAW, &m->law.tokens, NULL, "the law has %lld numbers; at most %d are possible",
                           numbers, MAX_NUMBERS);
    m->at = calloc((size_t)m->law.nq + 1, sizeof *m->at);
    m->origin = calloc((size_t)m->law.nq + 1, sizeof *m->origin);
    if (!m->at || !m->origin)
        return BR_NO_MEMORY;
    br_layout l = br_layout_of(&m->law, m->n, m->at);
    m->nx = l.nx;
    m->nu = l.nu;
    m->np = l.np;
    m->nm = l.nm;
    memcpy(m->m_at, l.m_at, sizeof m->m_at);
    m->x = calloc((size_t)m->nx + 1, sizeof *m->x);
    m->u = calloc((size_t)m->nu + 1, sizeof *m->u);
    m->p = calloc((size_t)m->np + 1, sizeof *m->p);
    m->m = calloc((size_t)m->nm + 1, sizeof *m->m);
    return m->x && m->u && m->p && m->m ? BR_OK : BR_NO_MEMORY;
}

br_status br_model_open(br_model *m, const br_model_source *source, const br_assignments *const *lists, int nlists,
                        br_diag *why)
{
    br_model *fresh = calloc(1, sizeof *fresh); // large: no load for a small stack
    br_lists all;
    if (!fresh)
        return BR_NO_MEMORY;
    br_status status = br_lists_open(&all, lists, nlists);
    if (status == BR_OK)
        status = br_model_read_law(fresh, source, &all, why);
    if (status != BR_OK) {
        br_lists_close(&all);
        free(fresh);
        return status;
    }
    br_diag message = {0}; // stays empty where memory runs out in a place that writes none
    status = br_model_find_sizes(fresh, &all, &message);
    if (status == BR_OK)
        status = allocate_values(fresh, &message);
    for (int l = 0; l < all.count; l++)
        for (int i = 0; i < all.list[l].items->count && status == BR_OK; i++)
            status = br_model_assign(fresh, all.list[l].items, &all.list[l].items->item[i], &message);
    br_lists_close(&all);
    if (status == BR_OK)
        status = br_model_set_defaults(fresh, &message);
    if (status == BR_OK)
        fresh->exact = br_model_is_exact(fresh);
    if (status != BR_OK && !message.text[0])
        br_complain(&message, status, &fresh->law.tokens, NULL, "%s", br_status_text(status));
    if (status != BR_OK && why)
        *why = message;
    if (status == BR_OK)
        *m = *fresh;
    else
        br_model_close(fresh);
    free(fresh);
    return status;
}

void br_model_list_missing(const br_model *m, bool states_and_inputs, char names[BR_MISSING_SIZE])
{
    size_t n = 0;
    names[0] = 0;
    for (int q = 0; q < m->law.nq; q++) {
        bool asked = m->law.q[q].kind == BR_PARAM || states_and_inputs;
        if (asked && m->origin[q] == BR_UNSET && n + BR_NAME_SIZE + 2 < BR_MISSING_SIZE)
            n += (size_t)snprintf(names + n, BR_MISSING_SIZE - n, "%s%s", n ? ", " : "", m->law.q[q].name);
    }
}

br_status br_model_complete(const br_model *m, bool states_and_inputs, br_diag *why)
{
    char names[BR_MISSING_SIZE];
    br_model_list_missing(m, states_and_inputs, names);
    if (!names[0])
        return BR_OK;
    return br_complain(why, BR_BAD_LAW, &m->law.tokens, NULL, "no value for %s; give one, or a parameter set", names);
}

int br_model_find(const br_model *m, const char *part, const char *name, size_t size)
{
    char longer[2 * BR_NAME_SIZE];
    int q = br_law_find(&m->law, name, size);
    if (q >= 0 || !part)
        return q;
    snprintf(longer, sizeof longer, "%s.%.*s", part, (int)size, name);
    return br_law_find(&m->law, longer, strlen(longer));
}
