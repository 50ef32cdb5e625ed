// value.c - values of a model: SI units and bounds of assignments, midpoints.  [host]
#include "num/base/fp.h"

#include "law/graph/layout.h"
#include "law/model/model_parts.h"
#include "num/text/number.h"
#include "num/base/require.h"
#include <string.h>

int br_model_len(const br_model *m, int quantity)
{
    BR_REQUIRE(quantity >= 0 && quantity < m->law.nq);
    return br_layout_len(m->n, m->law.q[quantity].dim);
}

br_interval *br_model_values(const br_model *m, int quantity)
{
    BR_REQUIRE(quantity >= 0 && quantity < m->law.nq);
    br_interval *of[] = {m->x, m->u, m->p};
    return of[m->law.q[quantity].kind] + m->at[quantity];
}

static double midpoint(br_interval v)
{
    return v.lo == v.hi ? v.lo : v.lo / 2 + v.hi / 2;
}

void br_model_points(const br_model *m, double *x, double *u, double *p)
{
    for (int i = 0; i < m->nx; i++)
        x[i] = midpoint(m->x[i]);
    for (int i = 0; i < m->nu; i++)
        u[i] = midpoint(m->u[i]);
    for (int i = 0; i < m->np; i++)
        p[i] = midpoint(m->p[i]);
}

void br_model_set_points(br_model *m, const double *p)
{
    for (int i = 0; i < m->np; i++)
        m->p[i] = (br_interval){p[i], p[i]};
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_PARAM)
            m->origin[q] = BR_GIVEN;
}

static bool are_points(const br_interval *v, int n)
{
    bool exact = true;
    for (int i = 0; i < n; i++)
        exact = exact && v[i].lo == v[i].hi;
    return exact;
}

bool br_model_is_exact(const br_model *m)
{
    return are_points(m->x, m->nx) && are_points(m->u, m->nu) && are_points(m->p, m->np);
}

br_status br_model_check_bounds(const br_model *m, int q, br_interval v, const br_tokens *in, const br_token *at,
                                br_diag *why)
{
    const br_quantity *w = &m->law.q[q];
    bool low = w->low_open ? v.lo > w->low : v.lo >= w->low, high = w->high_open ? v.hi < w->high : v.hi <= w->high;
    char text[BR_NUMBER_SIZE], bound[BR_NUMBER_SIZE];
    if (!(v.lo >= -1.7976931348623157e308 && v.hi <= 1.7976931348623157e308))
        return br_complain(why, BR_BAD_LAW, in, at, "%s would not be a finite number", w->name);
    if (low && high)
        return BR_OK;
    br_number_write(text, br_unit_from_si(w->unit, low ? v.hi : v.lo));
    br_number_write(bound, br_unit_from_si(w->unit, low ? w->high : w->low));
    const char *sign = low ? (w->high_open ? "<" : "<=") : (w->low_open ? ">" : ">=");
    return br_complain(why, BR_BAD_LAW, in, at, "%s = %s %s is out of bounds: %s %s %s %s", w->name, text, w->unit_text,
                       w->name, sign, bound, w->unit_text);
}

br_status br_model_assign(br_model *m, const br_assignments *list, const br_assignment *a, br_diag *why)
{
    int q = br_law_find(&m->law, a->name, strlen(a->name));
    if (a->word[0] || q < 0)
        return BR_OK;
    int len = br_model_len(m, q), first = 0, last = len;
    const br_quantity *w = &m->law.q[q];
    if (a->element) {
        if (w->dim == BR_SCALAR)
            return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "%s is a single number", a->name);
        if (a->element > len)
            return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "%s has %d elements", a->name, len);
        first = a->element - 1;
        last = a->element;
    }
    if (a->count != 1 && a->count != last - first)
        return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "%s takes %d value%s, here are %d%s", a->name,
                           last - first, last - first == 1 ? "" : "s", a->count,
                           last - first == 1 && a->count == 2 ? " (decimals have a point)" : "");
    for (int i = first; i < last; i++) {
        br_unit unit = a->has_unit ? a->unit : br_unit_none();
        const br_written *given = &list->value[a->first + (a->count == 1 ? 0 : i - first)];
        br_interval v = {br_unit_to_si(unit, given->lo), br_unit_to_si(unit, given->hi)};
        br_status status = br_model_check_bounds(m, q, v, &list->tokens, &a->at, why);
        if (status != BR_OK)
            return status;
        br_model_values(m, q)[i] = given->lo < given->hi ? br_unit_enclose_si(unit, given->range) : v;
    }
    // single elements on top of nothing: the others stay unset unless a default or a zero comes
    if (!a->element || m->origin[q] != BR_UNSET || len == 1)
        m->origin[q] = BR_GIVEN;
    else if (w->kind == BR_STATE)
        m->origin[q] = BR_GIVEN;
    else
        return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "give all %d elements of %s before single ones", len,
                           a->name);
    return BR_OK;
}
