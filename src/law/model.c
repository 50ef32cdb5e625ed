// model.c - numbers for the quantities of a law, from assignment lists and defaults.           [host]
#include "num/fp.h"

#include "law/model.h"
#include "law/tape.h"
#include "num/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int br_model_len(const br_model *m, int quantity)
{
    int dim = m->law.q[quantity].dim;
    return dim == BR_SCALAR ? 1 : m->n[dim];
}

br_interval *br_model_values(const br_model *m, int quantity)
{
    br_interval *of[] = {m->x, m->u, m->p};
    return of[m->law.q[quantity].kind] + m->at[quantity];
}

static double middle(br_interval v)
{
    return v.lo == v.hi ? v.lo : v.lo / 2 + v.hi / 2;
}

void br_model_points(const br_model *m, double *x, double *u, double *p)
{
    for (int i = 0; i < m->nx; i++)
        x[i] = middle(m->x[i]);
    for (int i = 0; i < m->nu; i++)
        u[i] = middle(m->u[i]);
    for (int i = 0; i < m->np; i++)
        p[i] = middle(m->p[i]);
}

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

// ---------------------------------------------------------------- choices and open units

static br_choice *find_choice(br_law *law, const char *name)
{
    for (int i = 0; i < law->nchoice; i++)
        if (strcmp(law->choice[i].name, name) == 0)
            return &law->choice[i];
    return NULL;
}

static int find_dim(const br_law *law, const char *name)
{
    for (int d = 0; d < law->ndim; d++)
        if (strcmp(law->dim[d].name, name) == 0)
            return d;
    return -1;
}

static br_status unknown(const br_law *law, const br_tokens *in, const br_assignment *a, br_diag *why)
{
    char names[220];
    size_t n = 0;
    names[0] = 0;
    for (int i = 0; i < law->nq && n + BR_NAME_SIZE < sizeof names; i++)
        n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", i ? ", " : "", law->q[i].name);
    if (a->word[0])
        return br_complain(why, BR_BAD_LAW, in, &a->at, "law %s has no choice '%s'", law->name, a->name);
    return br_complain(why, BR_BAD_LAW, in, &a->at, "law %s has no quantity '%s'; it has %s", law->name, a->name, names);
}

// Does the unit of every value fit the law as read?
static br_status fits(const br_law *law, const br_assignments *const *lists, int nlists, br_diag *why)
{
    for (int l = 0; l < nlists; l++)
        for (int i = 0; i < lists[l]->count; i++) {
            const br_assignment *a = &lists[l]->item[i];
            int q = br_law_find(law, a->name, strlen(a->name));
            if (a->word[0] || find_dim(law, a->name) >= 0)
                continue;
            if (q < 0)
                return unknown(law, &lists[l]->tokens, a, why);
            br_unit none = br_unit_none();
            bool zero = !a->has_unit;
            for (int k = 0; k < a->count; k++)
                zero = zero && lists[l]->value[a->first + k].lo == 0 && lists[l]->value[a->first + k].hi == 0;
            if (zero || br_unit_same(a->has_unit ? a->unit : none, law->q[q].unit))
                continue;
            char have[BR_UNIT_SIZE];
            br_unit_write(have, a->unit);
            if (!a->has_unit)
                return br_complain(why, BR_BAD_LAW, &lists[l]->tokens, &a->at, "%s needs a unit, such as %s", a->name,
                                   law->q[q].unit_text);
            return br_complain(why, BR_BAD_LAW, &lists[l]->tokens, &a->at, "units differ: %s is in %s, this value in %s", a->name,
                               law->q[q].unit_text, have);
        }
    return BR_OK;
}

static br_status read_with_choices(br_model *m, const br_model_source *source, const br_assignments *const *lists, int nlists,
                                   br_diag *why)
{
    br_chosen chosen[BR_MAX_CHOICES];
    br_read_options o = {.chosen = chosen, .find = source->find, .context = source->context};
    br_law law;
    br_status status = br_law_read(&law, source->text, source->size, source->origin, &o, why);
    if (status != BR_OK)
        return status;
    for (int l = 0; l < nlists && status == BR_OK; l++)
        for (int i = 0; i < lists[l]->count && status == BR_OK; i++) {
            const br_assignment *a = &lists[l]->item[i];
            if (!a->word[0])
                continue;
            if (!find_choice(&law, a->name)) {
                status = unknown(&law, &lists[l]->tokens, a, why);
                break;
            }
            int k = 0;
            while (k < o.nchosen && strcmp(chosen[k].name, a->name) != 0)
                k++;
            if (k == BR_MAX_CHOICES)
                continue;
            snprintf(chosen[k].name, sizeof chosen[k].name, "%.*s", BR_MAX_NAME, a->name);
            memcpy(chosen[k].value, a->word, sizeof a->word);
            o.nchosen += k == o.nchosen;
        }
    int motions = law.motions;
    br_law_free(&law);
    br_diag first = {0};
    for (o.motion = 0; status == BR_OK && o.motion < motions; o.motion++) {
        status = br_law_read(&m->law, source->text, source->size, source->origin, &o, why);
        if (status != BR_OK)
            return status;
        br_status fit = fits(&m->law, lists, nlists, o.motion == 0 ? &first : NULL);
        if (fit == BR_OK)
            return BR_OK;
        br_law_free(&m->law);
        if (o.motion + 1 == motions) {
            if (why)
                *why = first;
            return fit;
        }
    }
    return status;
}

// ---------------------------------------------------------------- sizes

static br_status set_len(br_model *m, int dim, int len, int *by, int who, const br_tokens *in, const br_assignment *a, br_diag *why)
{
    if (by[dim] >= -1 && m->n[dim] != len)
        return br_complain(why, BR_BAD_LAW, in, &a->at, "%s has %d values where %s has %d", a->name, len,
                           by[dim] >= 0 ? m->law.q[by[dim]].name : m->law.dim[dim].name, m->n[dim]);
    m->n[dim] = len;
    by[dim] = who;
    return BR_OK;
}

// The longest statement of a list decides; within one list all arrays over a dimension must agree.
static br_status find_sizes(br_model *m, const br_assignments *const *lists, int nlists, br_diag *why)
{
    for (int d = 0; d < m->law.ndim; d++)
        m->n[d] = m->law.dim[d].preset;
    for (int l = 0; l < nlists; l++) {
        int by[BR_MAX_DIMS];
        for (int d = 0; d < BR_MAX_DIMS; d++)
            by[d] = -2;
        for (int i = 0; i < lists[l]->count; i++) {
            const br_assignment *a = &lists[l]->item[i];
            int q = br_law_find(&m->law, a->name, strlen(a->name)), d = find_dim(&m->law, a->name);
            br_status status = BR_OK;
            if (d >= 0) {
                double n = a->count == 1 ? lists[l]->value[a->first].lo : 0;
                if (!(n >= 1 && n <= BR_MAX_ELEMENTS) || n != floor(n))
                    return br_complain(why, BR_BAD_LAW, &lists[l]->tokens, &a->at, "%s is a whole number from 1 to %d", a->name,
                                       BR_MAX_ELEMENTS);
                status = set_len(m, d, (int)n, by, -1, &lists[l]->tokens, a, why);
            } else if (q >= 0 && m->law.q[q].dim != BR_SCALAR && a->count > 1 && !a->element) {
                status = set_len(m, m->law.q[q].dim, a->count, by, q, &lists[l]->tokens, a, why);
            }
            if (status != BR_OK)
                return status;
        }
    }
    return BR_OK;
}

static br_status make_room(br_model *m)
{
    int *total[] = {&m->nx, &m->nu, &m->np};
    m->at = calloc((size_t)m->law.nq + 1, sizeof *m->at);
    m->origin = calloc((size_t)m->law.nq + 1, sizeof *m->origin);
    if (!m->at || !m->origin)
        return BR_NO_MEMORY;
    for (int q = 0; q < m->law.nq; q++) {
        m->at[q] = *total[m->law.q[q].kind];
        *total[m->law.q[q].kind] += br_model_len(m, q);
    }
    m->nm = m->law.nmode == 0 ? 0 : m->law.mode_dim == BR_SCALAR ? 1 : m->n[m->law.mode_dim];
    m->x = calloc((size_t)m->nx + 1, sizeof *m->x);
    m->u = calloc((size_t)m->nu + 1, sizeof *m->u);
    m->p = calloc((size_t)m->np + 1, sizeof *m->p);
    m->m = calloc((size_t)m->nm + 1, sizeof *m->m);
    return m->x && m->u && m->p && m->m ? BR_OK : BR_NO_MEMORY;
}

// ---------------------------------------------------------------- values

static br_interval to_si(br_unit unit, br_interval v)
{
    return br_interval_of(br_unit_to_si(unit, v.lo), br_unit_to_si(unit, v.hi));
}

static br_status check_bounds(const br_model *m, int q, br_interval v, const br_tokens *in, const br_token *at, br_diag *why)
{
    const br_quantity *w = &m->law.q[q];
    bool low = w->low_open ? v.lo > w->low : v.lo >= w->low, high = w->high_open ? v.hi < w->high : v.hi <= w->high;
    char text[BR_NUMBER_SIZE], bound[BR_NUMBER_SIZE];
    if (!(v.lo >= -1.7976931348623157e308 && v.hi <= 1.7976931348623157e308))
        return br_complain(why, BR_BAD_LAW, in, at, "%s is too large for a number", w->name);
    if (low && high)
        return BR_OK;
    br_number_write(text, low ? v.hi : v.lo);
    br_number_write(bound, low ? w->high : w->low);
    const char *sign = low ? (w->high_open ? "<" : "<=") : (w->low_open ? ">" : ">=");
    return br_complain(why, BR_BAD_LAW, in, at, "%s = %s %s is out of bounds: %s %s %s %s", w->name, text, w->unit_text, w->name,
                       sign, bound, w->unit_text);
}

static br_status take(br_model *m, const br_assignments *list, const br_assignment *a, br_diag *why)
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
        return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "%s takes %d value%s, here are %d", a->name, last - first,
                           last - first == 1 ? "" : "s", a->count);
    for (int i = first; i < last; i++) {
        br_interval v = to_si(a->has_unit ? a->unit : br_unit_none(), list->value[a->first + (a->count == 1 ? 0 : i - first)]);
        br_status status = check_bounds(m, q, v, &list->tokens, &a->at, why);
        if (status != BR_OK)
            return status;
        br_model_values(m, q)[i] = v;
    }
    // single elements on top of nothing: the others stay unset unless a default or a zero comes
    if (!a->element || m->origin[q] != BR_UNSET || len == 1)
        m->origin[q] = BR_GIVEN;
    else if (w->kind == BR_STATE)
        m->origin[q] = BR_GIVEN;
    else
        return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "give all %d elements of %s before single ones", len, a->name);
    return BR_OK;
}

// Is every quantity that the node stands on known?
static bool ready(const br_model *m, int node, bool *need)
{
    const br_graph *g = &m->law.g;
    memset(need, 0, (size_t)g->count * sizeof *need);
    br_graph_reach(g, &node, 1, need);
    for (int i = 0; i <= node; i++)
        if (need[i] && g->node[i].op == BR_OP_VAR && g->node[i].var >= 0 && m->origin[g->node[i].var] == BR_UNSET)
            return false;
    return true;
}

static br_status evaluate(const br_model *m, int node, int dim, br_interval *to, int len)
{
    br_row row = {"", 0, dim, node};
    br_tape t;
    br_status status = br_tape_make_rows(&t, &m->law, &row, 1, m->n);
    if (status != BR_OK)
        return status;
    size_t n = (size_t)(m->nx + m->nu + m->np + 1) + (size_t)len;
    double *x = calloc(n, sizeof *x);
    if (x) {
        double *u = x + m->nx, *p = u + m->nu, *y = p + m->np;
        br_model_points(m, x, u, p);
        br_point at = {.x = x, .u = u, .p = p, .m = m->m};
        br_tape_run(&t, 1, &at, y, NULL);
        bool exact = true;
        for (int i = 0; i < m->nx; i++)
            exact = exact && m->x[i].lo == m->x[i].hi;
        for (int i = 0; i < m->nu; i++)
            exact = exact && m->u[i].lo == m->u[i].hi;
        for (int i = 0; i < m->np; i++)
            exact = exact && m->p[i].lo == m->p[i].hi;
        for (int i = 0; i < len; i++)
            to[i] = br_interval_of(y[i], y[i]);
        br_box box = {.x = m->x, .u = m->u, .p = m->p, .m = m->m};
        if (!exact)
            status = br_tape_enclose(&t, &box, to, NULL);
    } else {
        status = BR_NO_MEMORY;
    }
    free(x);
    br_tape_free(&t);
    return status;
}

static br_status set_default(br_model *m, int q, br_diag *why)
{
    const br_quantity *w = &m->law.q[q];
    int len = br_model_len(m, q);
    br_token at = {.line = w->line, .column = 1};
    if (w->presets > 1 && w->presets != len)
        return br_complain(why, BR_BAD_LAW, &m->law.tokens, &at, "%s has %d default values for %d elements; give its values", w->name,
                           w->presets, len);
    for (int i = 0; i < w->presets; i++) {
        br_interval *to = br_model_values(m, q) + i;
        int part = w->presets == 1 ? len : 1;
        br_status status = evaluate(m, m->law.preset[w->preset + i], w->presets == 1 ? w->dim : BR_SCALAR, to, part);
        for (int k = 0; k < part && status == BR_OK; k++)
            status = check_bounds(m, q, to[k], &m->law.tokens, &at, why);
        if (status != BR_OK)
            return status;
    }
    m->origin[q] = BR_DEFAULT;
    return BR_OK;
}

// Defaults may stand on each other in any order: pass until nothing moves.
static br_status set_defaults(br_model *m, br_diag *why)
{
    bool *need = malloc(((size_t)m->law.g.count + 1) * sizeof *need), moved = true;
    br_status status = need ? BR_OK : BR_NO_MEMORY;
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_STATE && m->origin[q] == BR_UNSET && m->law.q[q].presets == 0)
            m->origin[q] = BR_ZERO;
    while (moved && status == BR_OK) {
        moved = false;
        for (int q = 0; q < m->law.nq && status == BR_OK; q++) {
            bool can = m->origin[q] == BR_UNSET && m->law.q[q].presets > 0;
            for (int i = 0; can && i < m->law.q[q].presets; i++)
                can = ready(m, m->law.preset[m->law.q[q].preset + i], need);
            if (can) {
                status = set_default(m, q, why);
                moved = true;
            }
        }
    }
    free(need);
    return status;
}

br_status br_model_open(br_model *m, const br_model_source *source, const br_assignments *const *lists, int nlists, br_diag *why)
{
    br_model fresh = {0};
    br_status status = read_with_choices(&fresh, source, lists, nlists, why);
    if (status != BR_OK)
        return status;
    status = find_sizes(&fresh, lists, nlists, why);
    if (status == BR_OK)
        status = make_room(&fresh);
    for (int l = 0; l < nlists; l++)
        for (int i = 0; i < lists[l]->count && status == BR_OK; i++)
            status = take(&fresh, lists[l], &lists[l]->item[i], why);
    if (status == BR_OK)
        status = set_defaults(&fresh, why);
    fresh.exact = true;
    br_interval *of[] = {fresh.x, fresh.u, fresh.p};
    const int count[] = {fresh.nx, fresh.nu, fresh.np};
    for (int k = 0; k < 3 && status == BR_OK; k++)
        for (int i = 0; i < count[k]; i++)
            fresh.exact = fresh.exact && of[k][i].lo == of[k][i].hi;
    if (status == BR_OK)
        *m = fresh;
    else
        br_model_close(&fresh);
    return status;
}

br_status br_model_complete(const br_model *m, bool states_and_inputs, br_diag *why)
{
    char names[260];
    size_t n = 0;
    for (int q = 0; q < m->law.nq; q++) {
        bool asked = m->law.q[q].kind == BR_PARAM || states_and_inputs;
        if (asked && m->origin[q] == BR_UNSET && n + BR_NAME_SIZE + 2 < sizeof names)
            n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", n ? ", " : "", m->law.q[q].name);
    }
    if (n == 0)
        return BR_OK;
    return br_complain(why, BR_BAD_LAW, &m->law.tokens, NULL, "no value for %s; give one, or a parameter set", names);
}

br_status br_model_set_mode(br_model *m, const char *text, br_diag *why)
{
    br_tokens t;
    br_status status = br_tokens_read(&t, text, strlen(text), "--mode", why);
    if (status != BR_OK)
        return status;
    int count = 0, last = 0;
    for (int i = 0; status == BR_OK && t.token[i].kind != BR_T_LINE && t.token[i].kind != BR_T_END; i++) {
        int found = -1;
        for (int k = 0; k < m->law.nmode; k++)
            if (br_token_is(&t.token[i], m->law.mode[k]))
                found = k;
        if (found < 0) {
            status = br_complain(why, BR_BAD_USAGE, &t, &t.token[i], m->law.nmode ? "no such mode; there are %s%s%s%s%s" : "the law has no modes",
                                 m->law.mode[0], m->law.nmode > 1 ? ", " : "", m->law.mode[1], m->law.nmode > 2 ? ", " : "",
                                 m->law.mode[2]);
            break;
        }
        if (count < m->nm)
            m->m[count] = found;
        count++;
        last = found;
        if (br_token_is_mark(&t.token[i + 1], ','))
            i++;
    }
    if (status == BR_OK && count != 1 && count != m->nm)
        status = br_complain(why, BR_BAD_USAGE, &t, NULL, "one mode, or one for each of %d elements", m->nm);
    for (int i = 0; status == BR_OK && count == 1 && i < m->nm; i++)
        m->m[i] = last;
    br_tokens_free(&t);
    return status;
}
