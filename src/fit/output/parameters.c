// parameters.c - parameters of a fit as dimensionless search variables.           [host]
#include "num/base/fp.h"

#include "fit/output/parameters.h"
#include "num/base/elem.h"
#include "num/base/require.h"
#include "sim/source/list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- which

// The quantity of a model that a parameter belongs to.
static int quantity_of(const br_model *m, int parameter)
{
    BR_REQUIRE(parameter >= 0 && parameter < m->np);
    int q = 0;
    while (m->law.q[q].kind != BR_PARAM || parameter < m->at[q] || parameter >= m->at[q] + br_model_len(m, q))
        q++;
    return q;
}

static bool is_usual(const br_model *m, const br_quantity *w)
{
    if (w->presets == 0)
        return true;
    const br_node *n = &m->law.g.node[m->law.preset[w->preset]];
    bool bare = (n->op == BR_OP_CONST && n->value == 0) || n->op == BR_OP_VAR;
    return w->dim == BR_SCALAR && bare && !br_unit_same(w->unit, br_unit_none());
}

void br_fit_parameters_usual(const br_model *m, bool *wanted)
{
    for (int i = 0; i < m->np; i++)
        wanted[i] = is_usual(m, &m->law.q[quantity_of(m, i)]);
}

// A name without the part it stands behind.
static const char *shorten(const br_model *m, const char *part, const char *name)
{
    size_t n = part ? strlen(part) : 0;
    if (n == 0 || strncmp(name, part, n) != 0 || name[n] != '.')
        return name;
    return br_law_find(&m->law, name + n + 1, strlen(name + n + 1)) >= 0 ? name : name + n + 1;
}

static br_status unknown_parameter(const br_model *m, const char *part, const char *name, size_t size, br_diag *why)
{
    if (!why)
        return BR_BAD_USAGE;
    memset(why, 0, sizeof *why);
    int used =
        snprintf(why->text, sizeof why->text, "'%.*s' is none of the parameters", (int)(size < 60 ? size : 60), name);
    const char *sign = ": ";
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_PARAM && used < (int)sizeof why->text - 120) {
            used += snprintf(why->text + used, sizeof why->text - (size_t)used, "%s%s", sign,
                             shorten(m, part, m->law.q[q].name));
            sign = ", ";
        }
    return BR_BAD_USAGE;
}

br_status br_fit_parameters_select(const br_model *m, const char *list, const char *part, bool want, bool *wanted,
                                   br_diag *why)
{
    const char *end = list + strlen(list);
    for (const char *p = list; p < end;) {
        const char *item = br_list_blanks(p, end), *stop = br_list_item(item, end), *to = br_list_trim(item, stop);
        size_t size = (size_t)(to - item), name = 0;
        while (name < size && item[name] != '[')
            name++;
        int q = br_model_find(m, part, item, name), first = 0, behind = q >= 0 ? br_model_len(m, q) : 0;
        if (q < 0 || m->law.q[q].kind != BR_PARAM)
            return unknown_parameter(m, part, item, size, why);
        if (name < size) {
            long element = strtol(item + name + 1, NULL, 10);
            if (element < 1 || element > behind || to[-1] != ']')
                return unknown_parameter(m, part, item, size, why);
            first = (int)element - 1;
            behind = (int)element;
        }
        for (int i = first; i < behind; i++)
            wanted[m->at[q] + i] = want;
        p = stop < end ? stop + 1 : end;
    }
    return BR_OK;
}

// ---------------------------------------------------------------- what a law requires

static int parameter_of(const br_model *m, int node)
{
    const br_node *n = &m->law.g.node[node];
    bool is = n->op == BR_OP_VAR && n->var >= 0 && n->var < m->law.nq && m->law.q[n->var].kind == BR_PARAM;
    return is ? n->var : -1;
}

static bool is_constant(const br_model *m, int node, double value)
{
    double is;
    return br_graph_is_const(&m->law.g, node, &is) && is == value;
}

// abs(sum(q) - 1) <= tolerance: the array; -1: it is another condition.
static int array_of_shares(const br_model *m, const br_condition *c)
{
    const br_node *all = m->law.g.node, *le = &all[c->node];
    if (!c->must || le->op != BR_OP_LE || all[le->arg[0]].op != BR_OP_ABS)
        return -1;
    const br_node *sub = &all[all[le->arg[0]].arg[0]];
    if (sub->op != BR_OP_SUB || all[sub->arg[0]].op != BR_OP_SUM || !is_constant(m, sub->arg[1], 1))
        return -1;
    return parameter_of(m, all[sub->arg[0]].arg[0]);
}

// low <= q, low < q, required or expected: the parameter that q is not below; -1: there is none.
static int lower_partner(const br_model *m, int quantity)
{
    for (int i = 0; i < m->law.ncond; i++) {
        const br_condition *c = &m->law.cond[i];
        const br_node *n = &m->law.g.node[c->node];
        if ((n->op == BR_OP_LE || n->op == BR_OP_LT) && n->dim == BR_SCALAR && parameter_of(m, n->arg[1]) == quantity &&
            parameter_of(m, n->arg[0]) >= 0)
            return parameter_of(m, n->arg[0]);
    }
    return -1;
}

// q < top/bottom, q <= top/bottom, all of them positive: the condition's quotient; -1: there is none.
static int quotient_above(const br_model *m, int quantity)
{
    for (int i = 0; i < m->law.ncond; i++) {
        const br_condition *c = &m->law.cond[i];
        const br_node *n = &m->law.g.node[c->node];
        if (!c->must || (n->op != BR_OP_LE && n->op != BR_OP_LT) || n->dim != BR_SCALAR ||
            parameter_of(m, n->arg[0]) != quantity || m->law.g.node[n->arg[1]].op != BR_OP_DIV)
            continue;
        const br_node *div = &m->law.g.node[n->arg[1]];
        int top = parameter_of(m, div->arg[0]), bottom = parameter_of(m, div->arg[1]);
        if (top >= 0 && bottom >= 0 && top != quantity && bottom != quantity && m->law.q[top].low >= 0 &&
            m->law.q[bottom].low >= 0)
            return n->arg[1];
    }
    return -1;
}

// ---------------------------------------------------------------- opening

static int parameter_at(const br_fit_parameters *n, int parameter)
{
    for (int i = 0; i < n->count; i++)
        if (n->parameter[i].at == parameter)
            return i;
    return -1;
}

static void name_parameter(br_fit_parameter *n, const br_model *m, const char *part, int element)
{
    const br_quantity *w = &m->law.q[n->quantity];
    const char *name = shorten(m, part, w->name);
    if (w->dim == BR_SCALAR)
        snprintf(n->name, sizeof n->name, "%s", name);
    else
        snprintf(n->name, sizeof n->name, "%s[%d]", name, element + 1);
    snprintf(n->unit, sizeof n->unit, "%s", w->si_text);
    n->is = w->unit;
    bool both = isfinite(w->low) && isfinite(w->high);
    double off = 1e-6 * (both ? w->high - w->low : 1); // a bound that may not be reached is kept off
    n->low = w->low_open ? w->low + off : w->low;
    n->high = w->high_open ? w->high - off : w->high;
    n->kind = w->low == 0 && w->low_open && isinf(w->high) ? BR_FIT_LOG : BR_FIT_SCALED;
    n->other = -1;
    n->scale = 1;
}

// Shares that are all wanted, and parameters that are not below others.
static void apply_requirements(br_fit_parameters *n, const br_model *m)
{
    for (int c = 0; c < m->law.ncond; c++) {
        int q = array_of_shares(m, &m->law.cond[c]), len = q >= 0 ? br_model_len(m, q) : 0, all = 0;
        for (int i = 0; i < n->count; i++)
            all += n->parameter[i].quantity == q;
        for (int i = 0; i < n->count && all == len; i++)
            if (n->parameter[i].quantity == q) {
                n->parameter[i].kind = BR_FIT_SHARE;
                n->parameter[i].other = parameter_at(n, m->at[q] + len - 1);
            }
    }
    for (int i = 0; i < n->count; i++) {
        br_fit_parameter *w = &n->parameter[i];
        int low = m->law.q[w->quantity].dim == BR_SCALAR ? lower_partner(m, w->quantity) : -1;
        if (low < 0)
            continue;
        w->other = parameter_at(n, m->at[low]);
        w->kind = w->other >= 0 ? BR_FIT_ABOVE : BR_FIT_SCALED;
        if (w->other < 0)
            w->low = br_max(w->low, br_interval_mid(m->p[m->at[low]]));
    }
    for (int i = 0; i < n->count; i++) {
        br_fit_parameter *w = &n->parameter[i];
        int div = w->kind == BR_FIT_LOG ? quotient_above(m, w->quantity) : -1;
        if (div < 0)
            continue;
        w->kind = BR_FIT_BELOW;
        w->top = m->at[parameter_of(m, m->law.g.node[div].arg[0])];
        w->bottom = m->at[parameter_of(m, m->law.g.node[div].arg[1])];
    }
}

br_status br_fit_parameters_open(br_fit_parameters *n, const br_model *m, const bool *wanted, const char *part)
{
    memset(n, 0, sizeof *n);
    for (int i = 0; i < m->np; i++)
        n->count += wanted[i];
    n->parameter = calloc((size_t)n->count + 1, sizeof *n->parameter);
    if (!n->parameter) {
        n->count = 0;
        return BR_NO_MEMORY;
    }
    for (int i = 0, k = 0; i < m->np; i++)
        if (wanted[i]) {
            br_fit_parameter *w = &n->parameter[k++];
            w->quantity = quantity_of(m, i);
            w->at = i;
            name_parameter(w, m, part, i - m->at[w->quantity]);
        }
    apply_requirements(n, m);
    for (int i = 0; i < n->count; i++)
        n->parameter[i].variable =
            n->parameter[i].kind == BR_FIT_SHARE && n->parameter[i].other == i ? -1 : n->variables++;
    return BR_OK;
}

void br_fit_parameters_free(br_fit_parameters *n)
{
    free(n->parameter);
    memset(n, 0, sizeof *n);
}

// ---------------------------------------------------------------- values and variables

void br_fit_parameters_scale(br_fit_parameters *n, const double *p)
{
    for (int i = 0; i < n->count; i++) {
        br_fit_parameter *w = &n->parameter[i];
        double size = fabs(p[w->at]);
        w->scale = size > 0 && isfinite(size) ? size : 1;
    }
}

void br_fit_parameters_variables(const br_fit_parameters *n, const double *p, double *e)
{
    for (int i = 0; i < n->count; i++) {
        const br_fit_parameter *w = &n->parameter[i];
        double value = p[w->at];
        if (w->variable < 0)
            continue;
        switch (w->kind) {
        case BR_FIT_LOG: e[w->variable] = value > 0 ? br_log(value / w->scale) : 0; break;
        case BR_FIT_BELOW: {
            double share = br_min(br_max(value / (p[w->top] / p[w->bottom]), 1e-6), 1 - 1e-6);
            e[w->variable] = br_log(share / (1 - share));
            break;
        }
        case BR_FIT_ABOVE: e[w->variable] = br_max(0, (value - p[n->parameter[w->other].at]) / w->scale); break;
        case BR_FIT_SHARE: {
            double last = p[n->parameter[w->other].at];
            e[w->variable] = value > 0 && last > 0 ? br_log(value / last) : 0;
            break;
        }
        case BR_FIT_SCALED: e[w->variable] = br_min(br_max(value, w->low), w->high) / w->scale; break;
        }
    }
}

// The shares of the array that ends with number `last`: exp(e_i)/(1 + sum exp(e)).
static void share_values(const br_fit_parameters *n, int last, const double *e, double *p, double *T)
{
    double sum = 1, most = 0;
    for (int i = 0; i < last; i++) // against overflow
        if (n->parameter[i].other == last)
            most = br_max(most, e[n->parameter[i].variable]);
    sum = br_exp(-most);
    for (int i = 0; i < last; i++)
        if (n->parameter[i].other == last)
            sum += br_exp(e[n->parameter[i].variable] - most);
    for (int i = 0; i <= last; i++)
        if (n->parameter[i].other == last)
            p[n->parameter[i].at] = br_exp((i < last ? e[n->parameter[i].variable] : 0) - most) / sum;
    for (int i = 0; T && i <= last; i++)
        for (int k = 0; k < last; k++)
            if (n->parameter[i].other == last && n->parameter[k].other == last)
                T[i * n->variables + n->parameter[k].variable] =
                    p[n->parameter[i].at] * ((double)(i == k) - p[n->parameter[k].at]);
}

// Those below a quotient, once all others are known.
static void below_quotients(const br_fit_parameters *n, const double *e, double *p, double *T)
{
    for (int i = 0; i < n->count; i++) {
        const br_fit_parameter *w = &n->parameter[i];
        if (w->kind != BR_FIT_BELOW)
            continue;
        double share = 1 / (1 + br_exp(-e[w->variable])), value = p[w->top] / p[w->bottom] * share;
        int top = parameter_at(n, w->top), bottom = parameter_at(n, w->bottom);
        p[w->at] = value;
        for (int k = 0; T && k < n->variables; k++)
            T[i * n->variables + k] = (top >= 0 ? T[top * n->variables + k] * (value / p[w->top]) : 0) -
                                      (bottom >= 0 ? T[bottom * n->variables + k] * (value / p[w->bottom]) : 0);
        if (T)
            T[i * n->variables + w->variable] += value * (1 - share);
    }
}

void br_fit_parameters_values(const br_fit_parameters *n, const double *e, double *p, double *T)
{
    if (T)
        memset(T, 0, (size_t)n->count * (size_t)n->variables * sizeof *T);
    for (int i = 0; i < n->count; i++) {
        const br_fit_parameter *w = &n->parameter[i];
        double *row = T ? T + (ptrdiff_t)i * n->variables : NULL;
        if (w->kind == BR_FIT_SHARE) {
            if (w->variable < 0)
                share_values(n, i, e, p, T);
            continue;
        }
        if (w->kind == BR_FIT_ABOVE || w->kind == BR_FIT_BELOW)
            continue;
        p[w->at] = w->kind == BR_FIT_LOG ? w->scale * br_exp(e[w->variable]) : w->scale * e[w->variable];
        if (row)
            row[w->variable] = w->kind == BR_FIT_LOG ? p[w->at] : w->scale;
    }
    for (int i = 0; i < n->count; i++) {
        const br_fit_parameter *w = &n->parameter[i];
        if (w->kind != BR_FIT_ABOVE)
            continue;
        p[w->at] = p[n->parameter[w->other].at] + w->scale * e[w->variable];
        for (int k = 0; T && k < n->variables; k++)
            T[i * n->variables + k] = T[w->other * n->variables + k];
        if (T)
            T[i * n->variables + w->variable] += w->scale;
    }
    below_quotients(n, e, p, T);
}

// Logarithms go up and down ten orders of magnitude.
void br_fit_parameters_bounds(const br_fit_parameters *n, double *low, double *high)
{
    for (int i = 0; i < n->count; i++) {
        const br_fit_parameter *w = &n->parameter[i];
        if (w->variable < 0)
            continue;
        bool scaled = w->kind == BR_FIT_SCALED;
        low[w->variable] = w->kind == BR_FIT_ABOVE ? 0 : scaled ? w->low / w->scale : -23;
        high[w->variable] = scaled ? w->high / w->scale : w->kind == BR_FIT_ABOVE ? HUGE_VAL : 23;
    }
}
