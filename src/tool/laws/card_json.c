// card_json.c - a law's card as JSON.                                           [host]
#include "num/base/fp.h"

#include "law/model/contained.h"
#include "law/text/mathml.h"
#include "num/text/piece.h"
#include "tool/laws/card.h"
#include "tool/laws/formula.h"

#include <math.h>
#include <string.h>

static void json_bound(br_json *j, const char *key, double bound, const char *open_key, bool open)
{
    if (!isfinite(bound))
        return;
    br_json_field_number(j, key, bound);
    br_json_field_bool(j, open_key, open);
}

static void json_item(br_json *j, const card_item *i)
{
    br_json_open(j, '{');
    br_json_field_text(j, "name", i->q.name);
    br_json_field_open(j, "units", '[');
    br_json_text(j, i->unit);
    if (i->turning[0])
        br_json_text(j, i->turning);
    br_json_close(j);
    if (i->elements[0])
        br_json_field_text(j, "elements", i->elements);
    if (!i->output) {
        json_bound(j, "low", i->q.low, "low_open", i->q.low_open);
        json_bound(j, "high", i->q.high, "high_open", i->q.high_open);
    }
    if (i->preset) {
        br_json_key(j, "default");
        if (i->preset_is_number)
            br_json_number(j, i->preset_value);
        else
            br_json_text(j, i->preset);
    }
    br_json_field_text(j, "words", i->q.words);
    if (i->when[0])
        br_json_field_text(j, "when", i->when);
    br_json_close(j);
}

static void json_group(br_json *j, const card *c, const char *key, int kind)
{
    br_json_field_open(j, key, '[');
    for (int i = 0; i < c->count; i++)
        if (kind < 0 ? c->item[i].output : !c->item[i].output && (int)c->item[i].q.kind == kind)
            json_item(j, &c->item[i]);
    br_json_close(j);
}

static void json_choices(br_json *j, const br_parsed_law *law)
{
    br_json_field_open(j, "choices", '{');
    for (int i = 0; i < law->nchoice; i++) {
        if (law->choice[i].fixed)
            continue;
        br_json_field_open(j, law->choice[i].name, '[');
        for (int k = 0; k < law->choice[i].values; k++)
            br_json_text(j, law->choice[i].value[k]);
        br_json_close(j);
    }
    br_json_close(j);
    br_json_field_open(j, "elements", '{');
    for (int d = 0; d < law->ndim; d++)
        br_json_field_count(j, law->dim[d].name, law->dim[d].preset);
    br_json_close(j);
}

// What an automaton has: modes, modes_per, transitions.
static void json_automaton(br_json *j, const br_parsed_law *law, int automaton)
{
    static const br_automaton none = {.dim = BR_SCALAR};
    const br_automaton *a = automaton < law->nautomata ? &law->automaton[automaton] : &none;
    br_json_field_open(j, "modes", '[');
    for (int i = 0; i < a->nmode; i++)
        br_json_text(j, a->mode[i]);
    br_json_close(j);
    if (a->dim != BR_SCALAR)
        br_json_field_text(j, "modes_per", law->dim[a->dim].name);
    br_json_field_open(j, "transitions", '[');
    for (int i = 0; i < law->njump; i++) {
        if (law->jump[i].automaton != automaton)
            continue;
        br_buffer guard = {0};
        formula_write(&guard, law, law->jump[i].guard);
        br_json_open(j, '{');
        br_json_field_text(j, "from", a->mode[law->jump[i].from]);
        br_json_field_text(j, "to", a->mode[law->jump[i].to]);
        br_json_field_text(j, "if", guard.text ? guard.text : "");
        br_json_close(j);
        br_buffer_free_into(&guard, &j->out->status);
    }
    br_json_close(j);
}

// Of a law with several automata, each by its name.
static void json_modes(br_json *j, const br_parsed_law *law)
{
    if (law->nautomata <= 1) {
        json_automaton(j, law, 0);
        return;
    }
    br_json_field_open(j, "automata", '{');
    for (int a = 0; a < law->nautomata; a++) {
        char name[BR_NAME_SIZE];
        br_law_mode_name(law, a, name);
        br_json_field_open(j, name, '{');
        json_automaton(j, law, a);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_equations(br_json *j, const br_parsed_law *law)
{
    br_json_field_open(j, "equations", '[');
    const char *line;
    size_t at = 0, size;
    while (card_equation(law, &at, &line, &size))
        br_json_text_of(j, line, size);
    br_json_close(j);
}

static void json_some(br_json *j, const char *key, const br_buffer *text)
{
    if (text->size > 0)
        br_json_field_text(j, key, text->text);
}

// The same as MathML, with what stands beside them.
static br_status json_typeset(br_json *j, const br_parsed_law *law)
{
    br_json_field_open(j, "typeset", '[');
    br_typeset t;
    int at = law->first_equation;
    while (br_law_typeset(law, &at, &t)) {
        br_json_open(j, '{');
        br_json_field_text(j, "math", t.math.text);
        json_some(j, "mode", &t.mode);
        json_some(j, "when", &t.when);
        json_some(j, "note", &t.note);
        br_json_field_bool(j, "usual", t.usual);
        br_json_close(j);
        br_typeset_free(&t);
    }
    br_json_close(j);
    return t.math.status;
}

static br_status json_used(br_json *j, const card *c)
{
    br_status status = BR_OK;
    br_json_field_open(j, "used", '[');
    for (int i = 0; i < c->nused && status == BR_OK; i++) {
        br_json_open(j, '{');
        br_json_field_text(j, "name", c->used[i]->name);
        if (c->used[i]->as[0])
            br_json_field_text(j, "as", c->used[i]->as);
        json_equations(j, &c->used[i]->law);
        status = json_typeset(j, &c->used[i]->law);
        br_json_close(j);
    }
    br_json_close(j);
    return status;
}

static void json_conditions(br_json *j, const br_parsed_law *law)
{
    br_json_field_open(j, "conditions", '[');
    for (int i = 0; i < law->ncond; i++) {
        br_json_open(j, '{');
        br_json_field_text(j, "kind", law->cond[i].must ? "require" : "expect");
        br_json_key(j, "text");
        br_json_text_of(j, law->cond[i].text, (size_t)law->cond[i].size);
        br_json_field_text(j, "words", law->cond[i].words);
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_contained(br_json *j, const br_parsed_law *law)
{
    br_json_field_open(j, "contains", '[');
    for (int i = 0; i < law->ncontained; i++) {
        size_t size;
        const char *given = br_law_contained_text(law, i, &size);
        br_json_open(j, '{');
        br_json_field_text(j, "law", law->contained[i].law);
        br_json_key(j, "with");
        br_json_text_of(j, given, size);
        br_json_field_bool(j, "limit", br_contained_is_limit(law, i));
        br_json_close(j);
    }
    br_json_close(j);
}

static void json_set_values(br_json *j, const br_model *m)
{
    br_json_field_open(j, "values", '{');
    for (int q = 0; q < m->law.nq; q++) {
        if (m->origin[q] != BR_GIVEN)
            continue;
        br_json_key(j, m->law.q[q].name);
        if (m->law.q[q].dim != BR_SCALAR)
            br_json_open(j, '[');
        for (int i = 0; i < br_model_len(m, q); i++)
            br_json_number(j, br_model_values(m, q)[i].lo);
        if (m->law.q[q].dim != BR_SCALAR)
            br_json_close(j);
    }
    br_json_close(j);
}

// The same law may slide or turn: a set says which by its units.
static void json_set_units(br_json *j, const br_model *m)
{
    br_json_field_open(j, "units", '{');
    for (int q = 0; q < m->law.nq; q++)
        if (m->origin[q] == BR_GIVEN)
            br_json_field_text(j, m->law.q[q].name, m->law.q[q].si_text);
    br_json_close(j);
}

static br_status json_set(br_json *j, const card *c, int set, const br_law_source *s, br_diag *why)
{
    br_loaded_set t;
    br_status status = br_loaded_set_open(&t, s, &c->law, set, NULL, why);
    if (status != BR_OK)
        return status;
    br_json_open(j, '{');
    br_json_field_text(j, "name", c->law.set[set].name);
    br_json_field_text(j, "words", c->law.set[set].words);
    br_json_field_open(j, "choices", '{');
    for (int i = 0; i < t.list.count; i++)
        if (t.list.item[i].word[0])
            br_json_field_text(j, t.list.item[i].name, t.list.item[i].word);
    br_json_close(j);
    json_set_values(j, &t.model);
    json_set_units(j, &t.model);
    br_json_close(j);
    br_loaded_set_close(&t);
    return BR_OK;
}

br_status card_json(br_json *j, const card *c, const br_law_source *s, br_diag *why)
{
    const br_parsed_law *law = &c->law;
    const char *const head[][2] = {{"name", law->name},
                                   {"title", law->title},
                                   {"source", law->source},
                                   {"kind", br_parsed_law_count(law, BR_STATE) ? "dynamic" : "static"}};
    br_json_open_file(j, "law");
    for (int i = 0; i < 4; i++)
        br_json_field_text(j, head[i][0], head[i][1]);
    json_group(j, c, "inputs", BR_INPUT);
    json_group(j, c, "states", BR_STATE);
    json_group(j, c, "params", BR_PARAM);
    json_group(j, c, "outputs", -1);
    json_choices(j, law);
    json_modes(j, law);
    json_equations(j, law);
    br_status status = json_typeset(j, law);
    if (status == BR_OK)
        status = json_used(j, c);
    json_conditions(j, law);
    json_contained(j, law);
    br_json_field_open(j, "sets", '[');
    for (int i = 0; i < law->nset && status == BR_OK; i++)
        status = json_set(j, c, i, s, why);
    br_json_close(j);
    br_json_close(j);
    return status;
}
