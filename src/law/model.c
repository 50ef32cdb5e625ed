// model.c - numbers for the quantities of a law, from assignment lists and defaults.           [host]
#include "num/fp.h"

#include "law/model.h"
#include "law/tape.h"
#include "num/text.h"
#include "num/word.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NUMBERS 4000000 // states, inputs and parameters with all their elements

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

static const br_choice *find_choice(const br_law *law, const char *name)
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

// The quantity stands under choices that were not made.
static br_status absent(const br_law *law, const br_tokens *in, const br_assignment *a, const br_absent *it,
                        br_diag *why)
{
    char when[160] = "", add[160] = "";
    size_t n = 0, k = 0;
    for (int i = 0; i < it->conditions; i++) {
        const br_choice *c = &law->choice[it->choice[i]];
        const char *value = c->value[it->value[i]];
        size_t most = strlen(c->name) + strlen(value) + 12;
        if (n + most >= sizeof when || k + most >= sizeof add)
            break;
        n += (size_t)snprintf(when + n, sizeof when - n, "%s%s is %s", i ? " and " : "", c->name, value);
        if (c->chosen != it->value[i] && !c->fixed)
            k += (size_t)snprintf(add + k, sizeof add - k, "%s%s = %s", k ? ", " : "", c->name, value);
    }
    return br_complain(why, BR_BAD_LAW, in, &a->at, "%s is a quantity only when %s%s%s%s", a->name, when,
                       k ? " (add " : "", add, k ? ")" : "");
}

static br_status unknown(const br_law *law, const br_tokens *in, const br_assignment *a, br_diag *why)
{
    char names[220];
    size_t n = 0;
    names[0] = 0;
    for (int i = 0; i < law->nq && n + BR_NAME_SIZE + 8 < sizeof names; i++)
        n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", i ? ", " : "", law->q[i].name);
    bool number = br_law_find(law, a->name, strlen(a->name)) >= 0 || find_dim(law, a->name) >= 0;
    for (int i = 0; i < law->nabsent && !number; i++)
        if (strcmp(law->absent[i].name, a->name) == 0)
            return absent(law, in, a, &law->absent[i], why);
    if (br_word_distance(a->word, (int)strlen(a->word), "nan", 3) == 0)
        return br_complain(why, BR_BAD_LAW, in, &a->at, "%s is not a value", a->word);
    if (a->word[0] && number)
        return br_complain(why, BR_BAD_LAW, in, &a->at, "%s needs a number, not '%s'", a->name, a->word);
    if (a->word[0])
        return br_complain(why, BR_BAD_LAW, in, &a->at, "law %s has no choice '%s'", law->name, a->name);
    return br_complain(why, BR_BAD_LAW, in, &a->at, "law %s has no quantity '%s'; it has %s", law->name, a->name,
                       names);
}

static bool fits(const br_law *law, const br_assignments *list, const br_assignment *a)
{
    int q = br_law_find(law, a->name, strlen(a->name));
    bool count = find_dim(law, a->name) >= 0, zero = !a->has_unit;
    if (a->word[0])
        return true;
    if (q < 0 && !count)
        return false;
    for (int k = 0; k < a->count; k++)
        zero = zero && list->value[a->first + k].lo == 0 && list->value[a->first + k].hi == 0;
    return zero || br_unit_same(a->has_unit ? a->unit : br_unit_none(), count ? br_unit_none() : law->q[q].unit);
}

typedef struct place { // an assignment: of all lists the i-th of list l; i < 0: none
    int l, i;
} place;

static bool is_before(place a, place b)
{
    return b.i < 0 ? a.i >= 0 : a.i >= 0 && (a.l < b.l || (a.l == b.l && a.i < b.i));
}

// The first value whose unit does not fit the law as read.
static place first_misfit(const br_law *law, const br_assignments *const *lists, int nlists)
{
    for (int l = 0; l < nlists; l++)
        for (int i = 0; i < lists[l]->count; i++)
            if (!fits(law, lists[l], &lists[l]->item[i]))
                return (place){l, i};
    return (place){-1, -1};
}

// The law is sliding or turning because of the value `by` (NULL: there is no such question); a does not fit it.
static br_status misfit(const br_law *law, const br_tokens *in, const br_assignment *a, const br_assignment *by,
                        br_diag *why)
{
    int q = br_law_find(law, a->name, strlen(a->name));
    bool count = find_dim(law, a->name) >= 0;
    const char *motion = strcmp(law->motion_text, "m") == 0     ? " (a sliding law)"
                         : strcmp(law->motion_text, "rad") == 0 ? " (a turning law)"
                                                                : "";
    if (q < 0 && find_choice(law, a->name))
        return br_complain(why, BR_BAD_LAW, in, &a->at, "%s is a choice; give one of its values by name", a->name);
    if (q < 0 && !count)
        return unknown(law, in, a, why);
    const char *want = count ? "-" : law->q[q].unit_text;
    if (!a->has_unit)
        return br_complain(why, BR_BAD_LAW, in, &a->at, "%s needs a unit, such as %s", a->name, want);
    if (by)
        return br_complain(why, BR_BAD_LAW, in, &a->at,
                           "units differ: %s is in %s here, because %s %s%s%s; this value is in %s", a->name, want,
                           by->name, by->has_unit ? "is in " : "has no unit", by->has_unit ? by->unit_text : "", motion,
                           a->unit_text);
    return br_complain(why, BR_BAD_LAW, in, &a->at, "units differ: %s is in %s, this value in %s", a->name, want,
                       a->unit_text);
}

// A list that says which law it is for must have found it.
static br_status meant_for(const br_law *law, const br_assignments *list, br_diag *why)
{
    if (!list->law[0] || strcmp(list->law, law->name) == 0)
        return BR_OK;
    return br_complain(why, BR_BAD_LAW, &list->tokens, list->built_in ? NULL : &list->law_at,
                       "this set is for %s, not %s", list->law, law->name);
}

// Adds what the list says about a choice; later ones win.
static br_status choose(br_read_options *o, br_chosen *chosen, const br_law *law, const br_assignments *list,
                        const br_assignment *a, br_diag *why)
{
    const br_choice *c = find_choice(law, a->name);
    if (!a->word[0])
        return BR_OK;
    if (!c)
        return unknown(law, &list->tokens, a, why);
    char all[240] = "";
    size_t n = 0;
    int found = -1, k = 0;
    for (int v = 0; v < c->values; v++) {
        found = strcmp(c->value[v], a->word) == 0 ? v : found;
        if (n + BR_MAX_NAME + 4 < sizeof all)
            n += (size_t)snprintf(all + n, sizeof all - n, "%s%s", v ? " | " : "", c->value[v]);
    }
    if (found < 0)
        return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "choice %s has no value '%s'; there are %s", c->name,
                           a->word, all);
    if (c->fixed && found != c->chosen)
        return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "choice %s is %s by `use` and cannot be changed",
                           c->name, c->value[c->chosen]);
    while (k < o->nchosen && strcmp(chosen[k].name, a->name) != 0)
        k++;
    if (k == BR_MAX_CHOICES)
        return BR_OK; // a law has no more
    snprintf(chosen[k].name, sizeof chosen[k].name, "%.*s", BR_MAX_NAME, a->name);
    memcpy(chosen[k].value, a->word, sizeof a->word);
    o->nchosen += k == o->nchosen;
    return BR_OK;
}

// Takes the first motion that all values fit. Where none does, the values that come first decide, and the first one that
// does not follow them is named.
static br_status read_with_motion(br_law *law, const br_model_source *source, br_read_options *o, int motions,
                                  const br_assignments *const *lists, int nlists, br_diag *why)
{
    place bad[BR_MAX_MODES];
    int best = 0, other = -1;
    memset(bad, 0, sizeof bad);
    for (o->motion = 0; o->motion < motions && o->motion < BR_MAX_MODES; o->motion++) {
        br_status status = br_law_read(law, source->text, source->size, source->origin, o, why);
        if (status != BR_OK)
            return status;
        bad[o->motion] = first_misfit(law, lists, nlists);
        if (bad[o->motion].i < 0)
            return BR_OK;
        best = is_before(bad[best], bad[o->motion]) ? o->motion : best;
        br_law_free(law);
    }
    place at = bad[best];
    const br_assignment *a = &lists[at.l]->item[at.i];
    br_status status = BR_OK;
    for (o->motion = 0; o->motion < motions && status == BR_OK && other < 0; o->motion++) { // a motion that a would fit
        status = br_law_read(law, source->text, source->size, source->origin, o, why);
        if (status == BR_OK && is_before(bad[o->motion], at) && fits(law, lists[at.l], a))
            other = o->motion;
        if (status == BR_OK)
            br_law_free(law);
    }
    o->motion = best;
    if (status == BR_OK)
        status = br_law_read(law, source->text, source->size, source->origin, o, why);
    if (status != BR_OK)
        return status;
    const br_assignment *by = other >= 0 ? &lists[bad[other].l]->item[bad[other].i] : NULL;
    status = misfit(law, &lists[at.l]->tokens, a, by, why);
    br_law_free(law);
    return status;
}

static br_status read_with_choices(br_model *m, const br_model_source *source, const br_assignments *const *lists,
                                   int nlists, br_diag *why)
{
    br_chosen chosen[BR_MAX_CHOICES];
    br_read_options o = {.chosen = chosen, .find = source->find, .context = source->context};
    br_law law;
    br_status status = br_law_read(&law, source->text, source->size, source->origin, &o, why);
    if (status != BR_OK)
        return status;
    for (int l = 0; l < nlists && status == BR_OK; l++)
        status = meant_for(&law, lists[l], why);
    for (int l = 0; l < nlists; l++)
        for (int i = 0; i < lists[l]->count && status == BR_OK; i++)
            status = choose(&o, chosen, &law, lists[l], &lists[l]->item[i], why);
    int motions = law.motions;
    br_law_free(&law);
    return status == BR_OK ? read_with_motion(&m->law, source, &o, motions, lists, nlists, why) : status;
}

// ---------------------------------------------------------------- sizes

typedef struct sizes {
    const br_assignments *const *lists;
    int l;                                            // the list that is being read
    const char *by[BR_MAX_DIMS], *array[BR_MAX_DIMS]; // who gave the size in this list; an array of any list
    int array_n[BR_MAX_DIMS], array_l[BR_MAX_DIMS];
} sizes;

static br_status size_differs(const br_assignment *a, const sizes *s, int len, const char *other, int n, int l,
                              br_diag *why)
{
    const br_assignments *from = s->lists[l];
    char of[2 * BR_MAX_NAME + 12] = "";
    if (l != s->l && from->built_in)
        snprintf(of, sizeof of, " (of %s %s)", from->law, from->set);
    else if (l != s->l)
        snprintf(of, sizeof of, " (of %.100s)", from->tokens.origin);
    return br_complain(why, BR_BAD_LAW, &s->lists[s->l]->tokens, &a->at, "%s has %d values where %s has %d%s", a->name,
                       len, other, n, of);
}

static br_status set_len(br_model *m, sizes *s, int dim, int len, bool array, const br_assignment *a, br_diag *why)
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

static br_status size_of(br_model *m, sizes *s, const br_assignment *a, br_diag *why)
{
    const br_assignments *list = s->lists[s->l];
    int q = br_law_find(&m->law, a->name, strlen(a->name)), d = find_dim(&m->law, a->name);
    if (d >= 0) {
        double n = a->count == 1 ? list->value[a->first].lo : 0;
        if (!(n >= 1 && n <= BR_MAX_ELEMENTS) || n != floor(n))
            return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "%s is a whole number from 1 to %d", a->name,
                               BR_MAX_ELEMENTS);
        return set_len(m, s, d, (int)n, false, a, why);
    }
    if (q >= 0 && m->law.q[q].dim != BR_SCALAR && a->count > 1 && !a->element)
        return set_len(m, s, m->law.q[q].dim, a->count, true, a, why);
    return BR_OK;
}

// Within one list all that is said of a dimension must agree, and all arrays over it in all of them; `n = 4` of an earlier
// list gives way to a later one.
static br_status find_sizes(br_model *m, const br_assignments *const *lists, int nlists, br_diag *why)
{
    sizes s = {.lists = lists};
    br_status status = BR_OK;
    for (int d = 0; d < m->law.ndim; d++)
        m->n[d] = m->law.dim[d].preset;
    for (s.l = 0; s.l < nlists; s.l++) {
        memset(s.by, 0, sizeof s.by);
        for (int i = 0; i < lists[s.l]->count && status == BR_OK; i++)
            status = size_of(m, &s, &lists[s.l]->item[i], why);
    }
    return status;
}

static br_status make_room(br_model *m, br_diag *why)
{
    int *total[] = {&m->nx, &m->nu, &m->np};
    long long numbers = 0;
    for (int q = 0; q < m->law.nq; q++)
        numbers += br_model_len(m, q);
    if (numbers > MAX_NUMBERS)
        return br_complain(why, BR_BAD_LAW, &m->law.tokens, NULL, "the law has %lld numbers; at most %d are possible",
                           numbers, MAX_NUMBERS);
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
    return (br_interval){br_unit_to_si(unit, v.lo), br_unit_to_si(unit, v.hi)};
}

static br_status check_bounds(const br_model *m, int q, br_interval v, const br_tokens *in, const br_token *at,
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
        return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "%s takes %d value%s, here are %d", a->name,
                           last - first, last - first == 1 ? "" : "s", a->count);
    for (int i = first; i < last; i++) {
        br_interval v =
            to_si(a->has_unit ? a->unit : br_unit_none(), list->value[a->first + (a->count == 1 ? 0 : i - first)]);
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
        return br_complain(why, BR_BAD_LAW, &list->tokens, &a->at, "give all %d elements of %s before single ones", len,
                           a->name);
    return BR_OK;
}

// ---------------------------------------------------------------- defaults

// ok[i] becomes: node i stands only on known quantities.
static void mark_ready(const br_model *m, const bool *known, bool *ok)
{
    const br_graph *g = &m->law.g;
    for (int i = 0; i < g->count; i++) {
        const int *args;
        int n = br_graph_args(g, i, &args), var = g->node[i].op == BR_OP_VAR ? g->node[i].var : -1;
        ok[i] = var < 0 || var >= m->law.nq || known[var];
        for (int k = 0; k < n; k++)
            ok[i] = ok[i] && ok[args[k]];
    }
}

static bool waits(const br_model *m, int q)
{
    return m->origin[q] == BR_UNSET && m->law.q[q].presets > 0;
}

static bool is_ready(const br_model *m, int q, const bool *ok)
{
    bool all = true;
    for (int i = 0; i < m->law.q[q].presets; i++)
        all = all && ok[m->law.preset[m->law.q[q].preset + i]];
    return all;
}

// The quantity, itself waiting and not ready, that q waits for.
static int waits_for(const br_model *m, int q, const bool *ok, bool *need)
{
    const br_graph *g = &m->law.g;
    memset(need, 0, (size_t)g->count * sizeof *need);
    br_graph_reach(g, m->law.preset + m->law.q[q].preset, m->law.q[q].presets, need);
    for (int i = 0; i < g->count; i++)
        if (need[i] && !ok[i] && g->node[i].op == BR_OP_VAR)
            return g->node[i].var;
    return q;
}

// What would be known if every quantity without default had a value; the rest stands on itself.
static void assume_values(const br_model *m, bool *known, bool *ok)
{
    bool moved = true;
    for (int q = 0; q < m->law.nq; q++)
        known[q] = !waits(m, q);
    while (moved) {
        moved = false;
        mark_ready(m, known, ok);
        for (int q = 0; q < m->law.nq; q++)
            if (!known[q] && is_ready(m, q, ok))
                known[q] = moved = true;
    }
}

static br_status name_cycle(const br_model *m, int q, const bool *ok, bool *need, br_diag *why)
{
    for (int i = 0; i < m->law.nq; i++) // after so many steps we are inside the circle
        q = waits_for(m, q, ok, need);
    int first = q;
    for (int next = waits_for(m, q, ok, need); next != q; next = waits_for(m, next, ok, need))
        first = next < first ? next : first;
    char names[300];
    int n = snprintf(names, sizeof names, "%s", m->law.q[first].name), next = first;
    do {
        next = waits_for(m, next, ok, need);
        if (n + BR_NAME_SIZE + 8 < (int)sizeof names)
            n += snprintf(names + n, sizeof names - (size_t)n, " needs %s", m->law.q[next].name);
    } while (next != first);
    br_token at = {.line = m->law.q[first].line, .column = 1};
    return br_complain(why, BR_BAD_LAW, &m->law.tokens, &at, "defaults in a cycle: %s; give one of them a value",
                       names);
}

// Defaults that stand on each other in a circle.
static br_status find_cycle(const br_model *m, bool *known, bool *ok, br_diag *why)
{
    int q = 0;
    assume_values(m, known, ok);
    while (q < m->law.nq && known[q])
        q++;
    if (q == m->law.nq)
        return BR_OK;
    bool *need = malloc((size_t)m->law.g.count * sizeof *need);
    br_status status = need ? name_cycle(m, q, ok, need, why) : BR_NO_MEMORY;
    free(need);
    return status;
}

static bool is_exact(const br_interval *v, int n)
{
    bool exact = true;
    for (int i = 0; i < n; i++)
        exact = exact && v[i].lo == v[i].hi;
    return exact;
}

// All rows at the values known so far; out gets one interval per number.
static br_status evaluate(const br_model *m, const br_row *row, int rows, int numbers, br_interval *out)
{
    br_tape t;
    br_status status = br_tape_make_rows(&t, &m->law, row, rows, m->n);
    if (status != BR_OK)
        return status;
    double *x = calloc((size_t)m->nx + (size_t)m->nu + (size_t)m->np + (size_t)numbers + 1, sizeof *x);
    if (x) {
        double *u = x + m->nx, *p = u + m->nu, *y = p + m->np;
        br_model_points(m, x, u, p);
        br_point at = {.x = x, .u = u, .p = p, .m = m->m};
        br_tape_run(&t, 1, &at, y, NULL);
        for (int i = 0; i < numbers; i++)
            out[i] = br_interval_of(y[i], y[i]);
        br_box box = {.x = m->x, .u = m->u, .p = m->p, .m = m->m};
        if (!is_exact(m->x, m->nx) || !is_exact(m->u, m->nu) || !is_exact(m->p, m->np))
            status = br_tape_enclose(&t, &box, out, NULL);
    } else {
        status = BR_NO_MEMORY;
    }
    free(x);
    br_tape_free(&t);
    return status;
}

// Copies the values of q's default, numbers long, to where they belong.
static br_status set_default(br_model *m, int q, const br_interval *from, br_diag *why)
{
    const br_quantity *w = &m->law.q[q];
    int len = br_model_len(m, q);
    br_token at = {.line = w->line, .column = 1};
    br_status status = BR_OK;
    for (int i = 0; i < len && status == BR_OK; i++)
        status = check_bounds(m, q, from[i], &m->law.tokens, &at, why);
    memcpy(br_model_values(m, q), from, (size_t)len * sizeof *from);
    m->origin[q] = BR_DEFAULT;
    return status;
}

// The rows of the defaults that are ready; with row NULL only counts. *numbers: of all of them.
static int ready_rows(const br_model *m, const bool *ok, br_row *row, int *numbers)
{
    int rows = 0;
    *numbers = 0;
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *w = &m->law.q[q];
        if (!waits(m, q) || !is_ready(m, q, ok))
            continue;
        for (int i = 0; i < w->presets; i++, rows++)
            if (row)
                row[rows] = (br_row){w->name, 0, w->presets == 1 ? w->dim : BR_SCALAR, m->law.preset[w->preset + i]};
        *numbers += br_model_len(m, q);
    }
    return rows;
}

static br_status check_counts(const br_model *m, br_diag *why)
{
    for (int q = 0; q < m->law.nq; q++) {
        const br_quantity *w = &m->law.q[q];
        br_token at = {.line = w->line, .column = 1};
        if (waits(m, q) && w->presets > 1 && w->presets != br_model_len(m, q))
            return br_complain(why, BR_BAD_LAW, &m->law.tokens, &at,
                               "%s has %d default values for %d elements; give its values", w->name, w->presets,
                               br_model_len(m, q));
    }
    return BR_OK;
}

// One level: every default that stands on known values only. *moved: there was one.
static br_status set_ready(br_model *m, bool *known, bool *ok, bool *moved, br_diag *why)
{
    int numbers;
    for (int q = 0; q < m->law.nq; q++)
        known[q] = m->origin[q] != BR_UNSET;
    mark_ready(m, known, ok);
    int rows = ready_rows(m, ok, NULL, &numbers);
    *moved = rows > 0;
    if (rows == 0)
        return BR_OK;
    br_row *row = calloc((size_t)rows, sizeof *row);
    br_interval *out = calloc((size_t)numbers, sizeof *out);
    br_status status = row && out ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        ready_rows(m, ok, row, &numbers);
        status = evaluate(m, row, rows, numbers, out);
    }
    for (int q = 0, at = 0; q < m->law.nq && status == BR_OK; q++)
        if (waits(m, q) && is_ready(m, q, ok)) {
            status = set_default(m, q, out + at, why);
            at += br_model_len(m, q);
        }
    free(row);
    free(out);
    return status;
}

// Defaults may stand on each other in any order: level by level until nothing moves.
static br_status set_defaults(br_model *m, br_diag *why)
{
    bool *ok = malloc(((size_t)m->law.g.count + 1) * sizeof *ok),
         *known = malloc(((size_t)m->law.nq + 1) * sizeof *known);
    bool moved = true;
    br_status status = ok && known ? check_counts(m, why) : BR_NO_MEMORY;
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_STATE && m->origin[q] == BR_UNSET && m->law.q[q].presets == 0)
            m->origin[q] = BR_ZERO;
    while (moved && status == BR_OK)
        status = set_ready(m, known, ok, &moved, why);
    if (status == BR_OK)
        status = find_cycle(m, known, ok, why);
    free(ok);
    free(known);
    return status;
}

br_status br_model_open(br_model *m, const br_model_source *source, const br_assignments *const *lists, int nlists,
                        br_diag *why)
{
    br_model fresh = {0};
    br_status status = read_with_choices(&fresh, source, lists, nlists, why);
    if (status != BR_OK)
        return status;
    br_diag words = {0}; // stays empty where memory gives out in a place without words
    status = find_sizes(&fresh, lists, nlists, &words);
    if (status == BR_OK)
        status = make_room(&fresh, &words);
    for (int l = 0; l < nlists; l++)
        for (int i = 0; i < lists[l]->count && status == BR_OK; i++)
            status = take(&fresh, lists[l], &lists[l]->item[i], &words);
    if (status == BR_OK)
        status = set_defaults(&fresh, &words);
    if (status == BR_OK)
        fresh.exact = is_exact(fresh.x, fresh.nx) && is_exact(fresh.u, fresh.nu) && is_exact(fresh.p, fresh.np);
    if (status != BR_OK && !words.text[0])
        br_complain(&words, status, &fresh.law.tokens, NULL, "%s", br_status_text(status));
    if (status != BR_OK && why)
        *why = words;
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

static int find_mode(const br_law *law, const br_token *t)
{
    for (int k = 0; k < law->nmode; k++)
        if (br_token_is(t, law->mode[k]))
            return k;
    return -1;
}

static br_status no_mode(const br_law *law, const br_tokens *t, const br_token *at, br_diag *why)
{
    char all[BR_MAX_MODES * (BR_MAX_NAME + 3)] = "";
    size_t n = 0;
    for (int k = 0; k < law->nmode; k++)
        n += (size_t)snprintf(all + n, sizeof all - n, "%s%s", k ? ", " : "", law->mode[k]);
    if (law->nmode == 0)
        return br_complain(why, BR_BAD_USAGE, t, at, "the law has no modes");
    return br_complain(why, BR_BAD_USAGE, t, at, "no such mode; there are %.250s", all);
}

// Reads `MODE, MODE, ...` to `to` (NULL: nowhere); answers how many there are, or -1.
static int read_modes(const br_law *law, const br_tokens *t, int *to, br_status *status, br_diag *why)
{
    int count = 0;
    for (const br_token *at = t->token; at->kind != BR_T_LINE && at->kind != BR_T_END; at++) {
        int found = find_mode(law, at);
        if (found < 0) {
            *status = no_mode(law, t, at, why);
            return -1;
        }
        if (to)
            to[count] = found;
        count++;
        if (br_token_is_mark(at + 1, ','))
            at++;
    }
    return count;
}

br_status br_model_set_mode(br_model *m, const char *text, br_diag *why)
{
    br_tokens t;
    br_status status = br_tokens_read(&t, text, strlen(text), "--mode", why);
    if (status != BR_OK)
        return status;
    int count = read_modes(&m->law, &t, NULL, &status, why);
    if (status == BR_OK && m->nm == 0)
        status = no_mode(&m->law, &t, NULL, why);
    if (status == BR_OK && count != 1 && count != m->nm)
        status = br_complain(why, BR_BAD_USAGE, &t, NULL, "one mode, or one for each of %d elements", m->nm);
    if (status == BR_OK)
        read_modes(&m->law, &t, m->m, &status, why);
    for (int i = 1; status == BR_OK && count == 1 && i < m->nm; i++)
        m->m[i] = m->m[0];
    br_tokens_free(&t);
    return status;
}
