// evaluate.c - a law at one point, in a program: bristle/evaluate.h. Opening, and values.    [host]
#include "num/base/fp.h"

#include "api/describe/describe_parts.h"
#include "api/describe/evaluate_parts.h"
#include "api/law/sized.h"
#include "law/model/condition.h"
#include "num/base/probe.h"
#include "num/text/diag.h"

#include <stdlib.h>
#include <string.h>

static const br_evaluation_options defaults = {.size = sizeof defaults};

br_status br_evaluation_defaults(br_evaluation_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, sizeof defaults) ? BR_OK : BR_BAD_USAGE;
}

// ---------------------------------------------------------------- what it answers

static void add_quantity(br_evaluation *e, int q)
{
    const br_model *m = e->model;
    const br_quantity *is = &m->law.q[q];
    br_evaluated_quantity *to = br_listed_add(&e->quantity, &e->store, sizeof *to, sizeof *to);
    int count = br_model_len(m, q);
    double *bound = to ? br_store_bytes(&e->store, 2 * (size_t)count * sizeof *bound) : NULL;
    if (!bound)
        return;
    for (int i = 0; i < count; i++) {
        bound[i] = br_model_values(m, q)[i].lo;
        bound[count + i] = br_model_values(m, q)[i].hi;
    }
    to->part = (br_law_part)is->kind;
    to->name = br_store_words(&e->store, is->name);
    to->unit = br_store_words(&e->store, is->si_text);
    to->origin = (br_evaluated_origin)m->origin[q];
    to->is_array = is->dim != BR_SCALAR;
    to->count = count;
    to->low = bound;
    to->high = bound + count;
}

static void add_assignments(br_evaluation *e, const br_assignments *list, bool in_set)
{
    for (int i = 0; i < list->count; i++) {
        br_evaluated_assignment *to = br_listed_add(&e->assignment, &e->store, sizeof *to, sizeof *to);
        if (!to)
            return;
        to->in_set = in_set;
        to->name = br_store_words(&e->store, list->item[i].name);
        to->word = br_store_words(&e->store, list->item[i].word);
    }
}

static void add_automaton(br_evaluation *e, int automaton)
{
    const br_model *m = e->model;
    const br_automaton *a = &m->law.automaton[automaton];
    br_evaluated_automaton *to = br_listed_add(&e->automaton, &e->store, sizeof *to, sizeof *to);
    char name[BR_NAME_SIZE];
    if (!to)
        return;
    br_law_mode_name(&m->law, automaton, name);
    to->name = br_store_words(&e->store, name);
    to->mode = br_describe_modes(&e->store, a);
    to->modes = to->mode ? a->nmode : 0;
    to->is_array = a->dim != BR_SCALAR;
    to->count = to->is_array ? m->n[a->dim] : 1;
}

static br_status list_all(br_evaluation *e, br_diag *why)
{
    br_status status = BR_OK;
    if (e->values)
        status = br_assignments_read(&e->given, e->values, strlen(e->values), "--values", why);
    if (status != BR_OK)
        return status;
    for (int q = 0; q < e->model->law.nq; q++)
        add_quantity(e, q);
    add_assignments(e, &e->of_set.list, true);
    add_assignments(e, &e->given, false);
    for (int a = 0; a < e->model->law.nautomata; a++)
        add_automaton(e, a);
    return e->store.status;
}

// ---------------------------------------------------------------- opening

static char *copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

static br_status read_law(br_evaluation *e, br_diag *why)
{
    const br_given values = {.text = e->values, .size = e->values ? strlen(e->values) : 0, .origin = "--values"};
    br_status status = br_loaded_model_open_lists(&e->loaded, e->source, e->params, &values, 1, why);
    e->model = &e->loaded.model;
    e->sets = &e->model->law;
    return status;
}

static br_status read_set(br_evaluation *e, const br_description *d, int set, br_diag *why)
{
    br_status status = br_loaded_set_open(&e->of_set, &d->from, &d->law, set, e->values, why);
    e->model = &e->of_set.model;
    e->sets = &d->law;
    return status;
}

static br_status copy_options(br_evaluation *e, const br_evaluation_options *o)
{
    e->params = o->params ? copy_of(o->params) : NULL;
    e->values = o->values ? copy_of(o->values) : NULL;
    e->derivatives = o->derivatives != 0;
    e->enclosures = o->enclosures != 0;
    return !e->params == !o->params && !e->values == !o->values ? BR_OK : BR_NO_MEMORY;
}

// Of a source, or of a set of d.
static br_status open_evaluation(br_evaluation **e, const char *source, const br_description *d, int set,
                                 const br_evaluation_options *options, br_diag *why)
{
    static const br_handle_kind kind = {.call = "br_evaluation",
                                        .who = "evaluation",
                                        .of = "a law",
                                        .bytes = sizeof(br_evaluation),
                                        .options = sizeof defaults,
                                        .least = sizeof defaults,
                                        .plain = true};
    br_evaluation_options o = defaults;
    br_status status;
    br_evaluation *fresh = br_handle_begin(&kind, e && (source || d), options, &o, &status, why);
    if (!fresh)
        return status;
    if (br_fp_probe() != BR_OK)
        status = br_diag_fail(why, BR_BAD_MACHINE, "br_evaluation_open: %s", br_fp_fault());
    else if (d && (set < 0 || set >= d->law.nset || o.params))
        status =
            br_diag_fail(why, BR_BAD_USAGE, "br_evaluation_open_set: there is no such set, or params are given, too");
    else
        status = copy_options(fresh, &o);
    if (status == BR_OK && source)
        status = (fresh->source = copy_of(source)) ? read_law(fresh, why) : BR_NO_MEMORY;
    else if (status == BR_OK)
        status = read_set(fresh, d, set, why);
    if (status == BR_OK)
        status = list_all(fresh, why);
    if (status == BR_OK)
        *e = fresh;
    else
        br_evaluation_close(fresh);
    return status;
}

br_status br_evaluation_open(br_evaluation **e, const char *source, const br_evaluation_options *o, br_diag *why)
{
    return br_describe_said(open_evaluation(e, source, NULL, 0, o, why), why);
}

br_status br_evaluation_open_set(br_evaluation **e, const br_description *d, int set, const br_evaluation_options *o,
                                 br_diag *why)
{
    return br_describe_said(open_evaluation(e, NULL, d, set, o, why), why);
}

void br_evaluation_close(br_evaluation *e)
{
    if (!e)
        return;
    br_listed *const list[] = {&e->quantity, &e->assignment, &e->automaton, &e->condition,
                               &e->row,      &e->slope,      &e->curve};
    br_store *const store[] = {&e->store, &e->judged, &e->results, &e->drawn};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        br_listed_free(list[i]);
    for (size_t i = 0; i < sizeof store / sizeof *store; i++)
        br_store_free(store[i]);
    br_assignments_free(&e->given);
    br_loaded_set_close(&e->of_set);
    br_loaded_model_close(&e->loaded);
    free(e->source);
    free(e->params);
    free(e->values);
    free(e);
}

// ---------------------------------------------------------------- values and modes

const char *br_evaluation_name(const br_evaluation *e)
{
    return e ? e->model->law.name : NULL;
}

const char *br_evaluation_set_name(const br_evaluation *e, int i)
{
    return e && i >= 0 && i < e->sets->nset ? e->sets->set[i].name : NULL;
}

int br_evaluation_turns(const br_evaluation *e)
{
    return e && e->model->law.motions > 1 && e->model->law.motion > 0;
}

const br_evaluated_quantity *br_evaluation_quantity(const br_evaluation *e, int i)
{
    return e ? br_listed_at(&e->quantity, i) : NULL;
}

const br_evaluated_assignment *br_evaluation_assignment(const br_evaluation *e, int i)
{
    return e ? br_listed_at(&e->assignment, i) : NULL;
}

const br_evaluated_automaton *br_evaluation_automaton(const br_evaluation *e, int i)
{
    return e ? br_listed_at(&e->automaton, i) : NULL;
}

int br_evaluation_mode(const br_evaluation *e, int automaton, int element)
{
    const br_evaluated_automaton *a = br_evaluation_automaton(e, automaton);
    return a && element >= 0 && element < a->count ? e->model->m[e->model->m_at[automaton] + element] : -1;
}

static br_status set_modes(br_evaluation *e, const char *modes, br_diag *why)
{
    if (!e || !modes)
        return br_diag_fail(why, BR_BAD_USAGE, "br_evaluation_set_modes: an evaluation and modes are needed");
    return br_model_set_mode(e->model, modes, why);
}

br_status br_evaluation_set_modes(br_evaluation *e, const char *modes, br_diag *why)
{
    return br_said(set_modes(e, modes, why), why);
}

br_status br_evaluation_is_right(const br_evaluation *e, br_diag *why)
{
    br_status status = br_model_complete(e->model, false, why);
    return status == BR_OK ? br_model_must_hold(e->model, why) : status;
}

br_status br_evaluation_check(const br_evaluation *e, br_diag *why)
{
    if (!e)
        return br_diag_fail(why, BR_BAD_USAGE, "br_evaluation_check: an evaluation is needed");
    return br_said(br_evaluation_is_right(e, why), why);
}

br_status br_evaluation_properties(br_evaluation *e, const br_described_properties **properties, br_diag *why)
{
    if (!e || !properties)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "br_evaluation_properties: an evaluation and a place for them are needed");
    br_status status = e->properties ? BR_OK : br_describe_properties(&e->store, &e->model->law, &e->properties);
    if (status == BR_OK)
        *properties = e->properties;
    e->store.status = BR_OK;
    return br_said(status, why);
}
