// declarations.c - what a law declares beside quantities, and its equations: bristle/describe.h.    [host]
#include "num/base/fp.h"

#include "api/describe/describe_parts.h"
#include "law/model/contained.h"
#include "law/text/formula.h"
#include "law/text/mathml.h"
#include "law/text/source_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- choices, elements, modes

static void add_choice(br_description *d, const br_choice *c)
{
    br_store *s = &d->store;
    char words[BR_MAX_WORDS + 1];
    br_described_choice *to = c->fixed ? NULL : br_listed_add(&d->choice, s, sizeof *to, sizeof *to);
    const char **value = to ? br_store_bytes(s, sizeof c->value / sizeof *c->value * sizeof *value) : NULL;
    if (!value)
        return;
    br_law_choice_words(&d->law, c->name, words);
    to->name = br_store_words(s, c->name);
    to->meaning = br_store_words(s, words);
    for (int k = 0; k < c->values; k++)
        value[k] = br_store_words(s, c->value[k]);
    to->values = c->values;
    to->value = value;
}

static void add_elements(br_description *d, const br_dim *n)
{
    br_described_elements *to = br_listed_add(&d->elements, &d->store, sizeof *to, sizeof *to);
    if (!to)
        return;
    to->name = br_store_words(&d->store, n->name);
    to->count = n->preset;
}

const char *const *br_describe_modes(br_store *s, const br_automaton *a)
{
    const char **mode = br_store_bytes(s, BR_MAX_MODES * sizeof *mode);
    for (int i = 0; mode && i < a->nmode; i++)
        mode[i] = br_store_words(s, a->mode[i]);
    return mode;
}

static void add_automaton(br_description *d, int automaton)
{
    const br_automaton *a = &d->law.automaton[automaton];
    br_described_automaton *to = br_listed_add(&d->automaton, &d->store, sizeof *to, sizeof *to);
    char name[BR_NAME_SIZE];
    if (!to)
        return;
    br_law_mode_name(&d->law, automaton, name);
    to->name = br_store_words(&d->store, name);
    to->mode = br_describe_modes(&d->store, a);
    to->modes = to->mode ? a->nmode : 0;
    to->elements = a->dim == BR_SCALAR ? "" : br_store_words(&d->store, d->law.dim[a->dim].name);
}

static void add_transition(br_description *d, const br_transition *j)
{
    br_described_transition *to = br_listed_add(&d->transition, &d->store, sizeof *to, sizeof *to);
    br_buffer guard = {0};
    if (!to)
        return;
    br_law_write_formula(&guard, &d->law, j->guard);
    to->automaton = j->automaton;
    to->from = j->from;
    to->to = j->to;
    to->guard = br_store_buffer(&d->store, &guard);
}

// ---------------------------------------------------------------- conditions, contained laws, sets

static void add_condition(br_description *d, const br_condition *c)
{
    br_described_condition *to = br_listed_add(&d->condition, &d->store, sizeof *to, sizeof *to);
    if (!to)
        return;
    to->must = c->must;
    to->text = br_store_text(&d->store, c->text, (size_t)c->size);
    to->meaning = br_store_words(&d->store, c->words);
}

static void add_contained(br_description *d, int i)
{
    br_described_contained *to = br_listed_add(&d->contained, &d->store, sizeof *to, sizeof *to);
    size_t size;
    if (!to)
        return;
    to->law = br_store_words(&d->store, d->law.contained[i].law);
    const char *with = br_law_contained_text(&d->law, i, &size);
    to->with = br_store_text(&d->store, with, size);
    to->limit = br_contained_is_limit(&d->law, i);
}

// Lines of the text from token `first` up to token `last`, without those that are empty.
static const char *lines_between(br_description *d, int first, int last)
{
    const char *at = d->law.tokens.token[first].at, *end = d->law.tokens.token[last].at;
    br_buffer lines = {0};
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((stop ? stop : end) - at);
        while (n > 0 && (at[n - 1] == '\r' || at[n - 1] == ' '))
            n--;
        if (n > 0) {
            br_buffer_put(&lines, lines.size > 0 ? "\n" : "");
            br_buffer_add(&lines, at, n);
        }
        at = stop ? stop + 1 : end;
    }
    return br_store_buffer(&d->store, &lines);
}

static void add_set(br_description *d, const br_set *set)
{
    br_described_set *to = br_listed_add(&d->set, &d->store, sizeof *to, sizeof *to);
    if (!to)
        return;
    to->name = br_store_words(&d->store, set->name);
    to->meaning = br_store_words(&d->store, set->words);
    to->text = lines_between(d, set->first, set->last);
}

void br_describe_declarations(br_description *d)
{
    const br_parsed_law *law = &d->law;
    for (int i = 0; i < law->nchoice; i++)
        add_choice(d, &law->choice[i]);
    for (int i = 0; i < law->ndim; i++)
        add_elements(d, &law->dim[i]);
    for (int i = 0; i < law->nautomata; i++)
        add_automaton(d, i);
    for (int i = 0; i < law->njump; i++)
        add_transition(d, &law->jump[i]);
    for (int i = 0; i < law->ncond; i++)
        add_condition(d, &law->cond[i]);
    for (int i = 0; i < law->ncontained; i++)
        add_contained(d, i);
    for (int i = 0; i < law->nset; i++)
        add_set(d, &law->set[i]);
}

// ---------------------------------------------------------------- equations

typedef struct described_line {
    size_t size;
    const char *text;
} described_line;

static void add_line(br_description *d, br_equations *to, const char *text, size_t size)
{
    described_line *line = br_listed_add(&to->line, &d->store, sizeof *line, sizeof *line);
    if (line)
        line->text = br_store_text(&d->store, text, size);
}

static void add_equation(br_description *d, br_equations *to, br_typeset *t)
{
    br_described_equation *is = br_listed_add(&to->equation, &d->store, sizeof *is, sizeof *is);
    if (is) {
        is->math = br_store_buffer(&d->store, &t->math);
        is->mode = br_store_buffer(&d->store, &t->mode);
        is->when = br_store_buffer(&d->store, &t->when);
        is->note = br_store_buffer(&d->store, &t->note);
        is->usual = t->usual;
    }
    br_typeset_free(t);
}

static br_status add_equations(br_description *d, br_equations *to, const br_parsed_law *law)
{
    const char *line;
    size_t at = 0, size;
    while (br_law_equation_line(law, &at, &line, &size))
        add_line(d, to, line, size);
    br_typeset t;
    int token = law->first_equation;
    while (br_law_typeset(law, &token, &t))
        add_equation(d, to, &t);
    br_status status = t.math.status; // it may end for want of memory, with a part of an equation
    br_typeset_free(&t);
    return status == BR_OK ? d->store.status : status;
}

// ---------------------------------------------------------------- laws that are used

static br_status add_uses(br_description *d, const br_parsed_law *law);

static bool is_used(const br_description *d, const char *name)
{
    for (int i = 0; i < d->use.count; i++)
        if (strcmp(((const br_described_use *)br_listed_at(&d->use, i))->name, name) == 0)
            return true;
    return false;
}

static br_status add_law(br_description *d, const br_parsed_law *law, const char *name, const char *as)
{
    br_described_use *to = br_listed_add(&d->use, &d->store, sizeof *to, sizeof *to);
    if (!to)
        return BR_NO_MEMORY;
    to->name = br_store_words(&d->store, name);
    to->as = br_store_words(&d->store, as);
    br_status status = add_equations(d, &d->equations[d->use.count], law);
    return status == BR_OK ? add_uses(d, law) : status;
}

static br_status add_use(br_description *d, const char *name, const char *as)
{
    const br_model_source *s = &d->from.source;
    size_t size = 0;
    if (is_used(d, name))
        return BR_OK;
    const char *text = s->find && d->use.count < BR_DESCRIBED_USES ? s->find(s->context, name, &size) : NULL;
    br_parsed_law *law = text ? calloc(1, sizeof *law) : NULL; // large: laws use laws
    if (!law)
        return text ? BR_NO_MEMORY : BR_OK;
    br_read_options o = {.find = s->find, .context = s->context};
    br_status status = br_law_read(law, text, size, name, &o, NULL);
    if (status == BR_OK) {
        status = add_law(d, law, name, as);
        br_law_free(law);
    } else if (status == BR_BAD_LAW) {
        status = BR_OK;
    }
    free(law);
    return status;
}

static br_status add_uses(br_description *d, const br_parsed_law *law)
{
    char name[BR_MAX_NAME + 1], as[BR_MAX_NAME + 1];
    br_status status = BR_OK;
    for (int at = 0; status == BR_OK && br_law_next_use(law, &at, name, as);)
        status = add_use(d, name, as);
    return status;
}

br_status br_describe_equations(br_description *d)
{
    br_status status = add_equations(d, &d->equations[0], &d->law);
    return status == BR_OK ? add_uses(d, &d->law) : status;
}
