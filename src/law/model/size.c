// size.c - array sizes of a law, from the values given.                        [host]
#include "num/base/fp.h"

#include "law/model/model_parts.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

int br_model_find_dim(const br_parsed_law *law, const char *name)
{
    for (int d = 0; d < law->ndim; d++)
        if (strcmp(law->dim[d].name, name) == 0)
            return d;
    return -1;
}

typedef struct sizes {
    const br_lists *lists;
    int l;                                            // the list that is being read
    const char *by[BR_MAX_DIMS], *array[BR_MAX_DIMS]; // who gave the size in this list; an array of any list
    int array_n[BR_MAX_DIMS], array_l[BR_MAX_DIMS];
} sizes;

static br_status size_differs(const br_assignment *a, const sizes *s, int len, const char *other, int n, int l,
                              br_diag *why)
{
    const br_assignments *from = s->lists->list[l].items;
    char of[2 * BR_MAX_NAME + 12] = "";
    if (l != s->l && from->built_in)
        snprintf(of, sizeof of, " (of %s %s)", from->law, from->set);
    else if (l != s->l)
        snprintf(of, sizeof of, " (of %.100s)", from->tokens.origin);
    return br_complain(why, BR_BAD_LAW, &s->lists->list[s->l].items->tokens, &a->at,
                       "%s has %d values where %s has %d%s", a->name, len, other, n, of);
}

static br_status set_size(br_model *m, sizes *s, int dim, int len, bool array, const br_assignment *a, br_diag *why)
{
    if (s->by[dim] && m->n[dim] != len)
        return size_differs(a, s, len, s->by[dim], m->n[dim], s->l, why);
    if (s->array[dim] && s->array_n[dim] != len)
        return size_differs(a, s, len, s->array[dim], s->array_n[dim], s->array_l[dim], why);
    m->n[dim] = len;
    s->by[dim] = a->name;
    if (array && !s->array[dim]) {
        s->array[dim] = a->name;
        s->array_n[dim] = len;
        s->array_l[dim] = s->l;
    }
    return BR_OK;
}

static br_status size_from_assignment(br_model *m, sizes *s, const br_assignment *a, br_diag *why)
{
    const br_assignments *list = s->lists->list[s->l].items;
    int q = br_law_find(&m->law, a->name, strlen(a->name)), d = br_model_find_dim(&m->law, a->name);
    if (d >= 0) {
        double n = a->count == 1 ? list->value[a->first].lo : 0;
        if (!(n >= 1 && n <= BR_MAX_ELEMENTS) || n != floor(n))
            return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "%s is a whole number from 1 to %d", a->name,
                               BR_MAX_ELEMENTS);
        return set_size(m, s, d, (int)n, false, a, why);
    }
    if (q >= 0 && m->law.q[q].dim != BR_SCALAR && a->count > 1 && !a->element)
        return set_size(m, s, m->law.q[q].dim, a->count, true, a, why);
    return BR_OK;
}

// Within one list all that is said of a dimension must agree, and all arrays over it in all of them; `n = 4` of an earlier
// list gives way to a later one.
br_status br_model_find_sizes(br_model *m, const br_lists *lists, br_diag *why)
{
    sizes s = {.lists = lists};
    br_status status = BR_OK;
    for (int d = 0; d < m->law.ndim; d++)
        m->n[d] = m->law.dim[d].preset;
    for (s.l = 0; s.l < lists->count; s.l++) {
        memset(s.by, 0, sizeof s.by);
        for (int i = 0; i < lists->list[s.l].items->count && status == BR_OK; i++)
            status = size_from_assignment(m, &s, &lists->list[s.l].items->item[i], why);
    }
    return status;
}
