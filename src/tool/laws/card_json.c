// card_json.c - a law's card as JSON.                                           [host]
#include "num/base/fp.h"

#include "tool/kit/evaluation.h"
#include "tool/laws/card.h"

#include <math.h>
#include <string.h>

const char *card_kind(const br_description *d)
{
    const br_described_quantity *q;
    for (int i = 0; (q = br_description_quantity(d, i)); i++)
        if (q->part == BR_LAW_STATES && !q->when[0])
            return "dynamic";
    return "static";
}

static void json_bound(br_json *j, const char *key, double bound, const char *open_key, bool open)
{
    if (!isfinite(bound))
        return;
    br_json_field_number(j, key, bound);
    br_json_field_bool(j, open_key, open);
}

static void json_quantity(br_json *j, const br_described_quantity *q)
{
    br_json_open(j, '{');
    br_json_field_text(j, "name", q->name);
    br_json_field_open(j, "units", '[');
    br_json_text(j, q->unit);
    if (q->turning[0])
        br_json_text(j, q->turning);
    br_json_close(j);
    if (q->elements[0])
        br_json_field_text(j, "elements", q->elements);
    json_bound(j, "low", q->low, "low_open", q->low_open);
    json_bound(j, "high", q->high, "high_open", q->high_open);
    if (q->formula[0]) {
        br_json_key(j, "default");
        if (isnan(q->value))
            br_json_text(j, q->formula);
        else
            br_json_number(j, q->value);
    }
    br_json_field_text(j, "words", q->meaning);
    if (q->when[0])
        br_json_field_text(j, "when", q->when);
    br_json_close(j);
}

static void json_group(br_json *j, const br_description *d, const char *key, br_law_part part)
{
    const br_described_quantity *q;
    br_json_field_open(j, key, '[');
    for (int i = 0; (q = br_description_quantity(d, i)); i++)
        if (q->part == part)
            json_quantity(j, q);
    br_json_close(j);
}

static void json_choices(br_json *j, const br_description *d)
{
    const br_described_choice *c;
    const br_described_elements *n;
    br_json_field_open(j, "choices", '{');
    for (int i = 0; (c = br_description_choice(d, i)); i++) {
        br_json_field_open(j, c->name, '[');
        for (int k = 0; k < c->values; k++)
            br_json_text(j, c->value[k]);
        br_json_close(j);
    }
    br_json_close(j);
    br_json_field_open(j, "elements", '{');
    for (int i = 0; (n = br_description_elements(d, i)); i++)
        br_json_field_count(j, n->name, n->count);
    br_json_close(j);
}

// What an automaton has: modes, modes_per, transitions.
static void json_automaton(br_json *j, const br_description *d, int automaton)
{
    const br_described_automaton *a = br_description_automaton(d, automaton);
    const br_described_transition *t;
    br_json_field_open(j, "modes", '[');
    for (int i = 0; a && i < a->modes; i++)
        br_json_text(j, a->mode[i]);
    br_json_close(j);
    if (a && a->elements[0])
        br_json_field_text(j, "modes_per", a->elements);
    br_json_field_open(j, "transitions", '[');
    for (int i = 0; (t = br_description_transition(d, i)); i++) {
        if (t->automaton != automaton)
            continue;
        br_json_open(j, '{');
        br_json_field_text(j, "from", a->mode[t->from]);
        br_json_field_text(j, "to", a->mode[t->to]);
        br_json_field_text(j, "if", t->guard);
        br_json_close(j);
    }
    br_json_close(j);
}

// Of a law with several automata, each by its name.
static void json_modes(br_json *j, const br_description *d)
{
    if (!br_description_automaton(d, 1)) {
        json_automaton(j, d, 0);
        return;
    }
    br_json_field_open(j, "automata", '{');
    for (int a = 0; br_description_automaton(d, a); a++) {
        br_json_field_open(j, br_description_automaton(d, a)->name, '{');
        json_automaton(j, d, a);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_some(br_json *j, const char *key, const char *text)
{
    if (text[0])
        br_json_field_text(j, key, text);
}

// As text, and as MathML with what stands beside it.
static void json_equations(br_json *j, const br_description *d, int use)
{
    const br_described_equation *e;
    const char *line;
    br_json_field_open(j, "equations", '[');
    for (int i = 0; (line = br_description_line(d, use, i)); i++)
        br_json_text(j, line);
    br_json_close(j);
    br_json_field_open(j, "typeset", '[');
    for (int i = 0; (e = br_description_equation(d, use, i)); i++) {
        br_json_open(j, '{');
        br_json_field_text(j, "math", e->math);
        json_some(j, "mode", e->mode);
        json_some(j, "when", e->when);
        json_some(j, "note", e->note);
        br_json_field_bool(j, "usual", e->usual);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_used(br_json *j, const br_description *d)
{
    const br_described_use *use;
    br_json_field_open(j, "used", '[');
    for (int i = 0; (use = br_description_use(d, i)); i++) {
        br_json_open(j, '{');
        br_json_field_text(j, "name", use->name);
        json_some(j, "as", use->as);
        json_equations(j, d, i);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_conditions(br_json *j, const br_description *d)
{
    const br_described_condition *c;
    br_json_field_open(j, "conditions", '[');
    for (int i = 0; (c = br_description_condition(d, i)); i++) {
        br_json_open(j, '{');
        br_json_field_text(j, "kind", c->must ? "require" : "expect");
        br_json_field_text(j, "text", c->text);
        br_json_field_text(j, "words", c->meaning);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_contained(br_json *j, const br_description *d)
{
    const br_described_contained *c;
    br_json_field_open(j, "contains", '[');
    for (int i = 0; (c = br_description_contained(d, i)); i++) {
        br_json_open(j, '{');
        br_json_field_text(j, "law", c->law);
        br_json_field_text(j, "with", c->with);
        br_json_field_bool(j, "limit", c->limit);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_set_values(br_json *j, const br_evaluation *e)
{
    const br_evaluated_quantity *q;
    br_json_field_open(j, "values", '{');
    for (int k = 0; (q = br_evaluation_quantity(e, k)); k++) {
        if (q->origin != BR_EVALUATED_GIVEN)
            continue;
        br_json_key(j, q->name);
        if (q->is_array)
            br_json_open(j, '[');
        for (int i = 0; i < q->count; i++)
            br_json_number(j, q->low[i]);
        if (q->is_array)
            br_json_close(j);
    }
    br_json_close(j);
}

// The same law may slide or turn: a set says which by its units.
static void json_set_units(br_json *j, const br_evaluation *e)
{
    const br_evaluated_quantity *q;
    br_json_field_open(j, "units", '{');
    for (int k = 0; (q = br_evaluation_quantity(e, k)); k++)
        if (q->origin == BR_EVALUATED_GIVEN)
            br_json_field_text(j, q->name, q->unit);
    br_json_close(j);
}

static br_status json_set(br_json *j, const br_description *d, int i, br_diag *why)
{
    const br_described_set *set = br_description_set(d, i);
    const br_evaluated_assignment *a;
    br_evaluation *e;
    br_status status = tool_evaluation_open_set(&e, d, i, NULL, why);
    if (status != BR_OK)
        return status;
    br_json_open(j, '{');
    br_json_field_text(j, "name", set->name);
    br_json_field_text(j, "words", set->meaning);
    br_json_field_open(j, "choices", '{');
    for (int k = 0; (a = br_evaluation_assignment(e, k)); k++)
        if (a->word[0])
            br_json_field_text(j, a->name, a->word);
    br_json_close(j);
    json_set_values(j, e);
    json_set_units(j, e);
    br_json_close(j);
    br_evaluation_close(e);
    return BR_OK;
}

br_status card_json(br_json *j, const br_description *d, br_diag *why)
{
    br_status status = BR_OK;
    br_json_open_file(j, "law");
    br_json_field_text(j, "name", br_description_name(d));
    br_json_field_text(j, "title", br_description_title(d));
    br_json_field_text(j, "source", br_description_source(d));
    br_json_field_text(j, "kind", card_kind(d));
    json_group(j, d, "inputs", BR_LAW_INPUTS);
    json_group(j, d, "states", BR_LAW_STATES);
    json_group(j, d, "params", BR_LAW_PARAMETERS);
    json_group(j, d, "outputs", BR_LAW_OUTPUTS);
    json_choices(j, d);
    json_modes(j, d);
    json_equations(j, d, -1);
    json_used(j, d);
    json_conditions(j, d);
    json_contained(j, d);
    br_json_field_open(j, "sets", '[');
    for (int i = 0; br_description_set(d, i) && status == BR_OK; i++)
        status = json_set(j, d, i, why);
    br_json_close(j);
    br_json_close(j);
    return status;
}
