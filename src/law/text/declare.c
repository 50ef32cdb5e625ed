// declare.c - parsing statements, first pass: what each declares.              [host]
#include "num/base/fp.h"

#include "law/text/reader.h"
#include "num/text/number.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- choices

static void choose_value(br_build *b, const br_scope *s, const br_token *at, br_choice *c, const char *name,
                         size_t size)
{
    for (int k = 0; k < c->values; k++)
        if (strlen(c->value[k]) == size && memcmp(c->value[k], name, size) == 0) {
            c->chosen = k;
            return;
        }
    if (c->open && c->values < BR_MAX_MODES &&
        size <= BR_MAX_NAME) { // whether there is such a law shows where it is used
        memcpy(c->value[c->values], name, size);
        c->chosen = c->values++;
        return;
    }
    char all[200];
    int n = 0;
    for (int k = 0; k < c->values && n < (int)sizeof all; k++)
        n += snprintf(all + n, sizeof all - (size_t)n, "%s%s", k ? " | " : "", c->value[k]);
    br_build_fail(b, BR_BAD_LAW, s, at, "choice %s has no value '%.*s'; there are %s", c->name, (int)size, name, all);
}

// `use LAW (form = force)`, or (form = form) with a choice of the user's own.
static void choose_given(br_build *b, const br_entry *bound, br_choice *c)
{
    while (br_entry_user(bound))
        bound = br_entry_user(bound);
    br_scope *outer = bound->inside, *where;
    const br_token *want = br_tok(outer, bound->at[0]);
    const br_entry *own = want->kind == BR_T_NAME ? br_scope_find(outer, want, 0, &where) : NULL;
    const br_choice *from = own && own->is == BR_IS_CHOICE ? &b->law->choice[own->index] : NULL;
    char value[BR_MAX_NAME + 1] = "";
    if (want->kind != BR_T_NAME || br_line_name(b, outer, bound->at[0], value) != bound->stop)
        br_build_fail(b, BR_BAD_LAW, outer, want, "%s is a choice; write one of its values", c->name);
    else if (from)
        choose_value(b, outer, want, c, from->value[from->chosen], strlen(from->value[from->chosen]));
    else
        choose_value(b, outer, want, c, value, strlen(value));
}

static void read_choice_values(br_build *b, br_scope *s, int at, br_choice *c)
{
    if (!br_line_mark(b, s, &at, '=', "write: choice NAME = VALUE | VALUE"))
        return;
    for (;; at++) {
        const br_token *v = br_tok(s, at);
        if (v->kind != BR_T_NAME || c->values == BR_MAX_MODES) {
            br_build_fail_at(b, s, at, "a value of the choice is needed here (at most 8 names, divided by |)");
            return;
        }
        at = br_line_name(b, s, at, c->value[c->values]);
        for (int k = 0; k < c->values; k++)
            if (strcmp(c->value[c->values], c->value[k]) == 0)
                br_build_fail(b, BR_BAD_LAW, s, v, "a second value '%s'", c->value[k]);
        c->values++;
        c->open = br_is_mark(s, at, '|') && br_is_word(s, at + 1, "any");
        at += c->open ? 2 : 0;
        if (c->open || !br_is_mark(s, at, '|'))
            break;
    }
    at += br_tok(s, at)->kind == BR_T_TEXT;
    br_line_must_end(b, s, at);
}

static void declare_choice(br_build *b, br_scope *s, int at)
{
    const br_token *name = br_tok(s, ++at);
    br_entry *e = br_scope_find_here(s, name, 0);
    bool bound = e && e->is == BR_IS_BOUND;
    char full[BR_NAME_SIZE];
    if (!bound)
        e = br_scope_declare(b, s, name, 0, BR_IS_CHOICE);
    if (!e || !br_build_fits(b, s, at, b->law->nchoice, BR_MAX_CHOICES, "choices"))
        return;
    br_choice *c = &b->law->choice[b->law->nchoice];
    br_scope_full_name(b, s, name, full);
    if (strlen(full) > BR_MAX_NAME)
        br_build_fail(b, BR_BAD_LAW, s, name, "this name with its scopes is longer than %d letters", BR_MAX_NAME);
    snprintf(c->name, sizeof c->name, "%.*s", BR_MAX_NAME, full);
    read_choice_values(b, s, at + 1, c);
    if (b->status != BR_OK)
        return;
    for (int i = 0; i < b->options->nchosen && !bound; i++)
        if (strcmp(b->options->chosen[i].name, c->name) == 0)
            choose_value(b, s, name, c, b->options->chosen[i].value, strlen(b->options->chosen[i].value));
    if (bound)
        choose_given(b, e, c);
    c->fixed = bound;
    for (br_entry *user; e; e = user) {
        user = br_entry_user(e);
        e->is = BR_IS_CHOICE;
        e->met = true;
        e->index = b->law->nchoice;
    }
    b->law->nchoice++;
}

// ---------------------------------------------------------------- elements, modes

static void declare_elements(br_build *b, br_scope *s, int at)
{
    br_entry *e = br_scope_declare(b, s, br_tok(s, ++at), 0, BR_IS_DIM);
    if (!e)
        return;
    if (!br_build_fits(b, s, at, b->law->ndim, BR_MAX_DIMS, "dimensions"))
        return;
    e->index = b->law->ndim++;
    br_dim *d = &b->law->dim[e->index];
    br_scope_full_name(b, s, e->name, d->name);
    d->preset = 1;
    at++;
    if (br_is_mark(s, at, '=')) {
        const br_token *t = br_tok(s, ++at);
        if (t->kind != BR_T_NUMBER || !(t->value >= 1 && t->value <= BR_MAX_ELEMENTS) || t->value != floor(t->value)) {
            br_build_fail(b, BR_BAD_LAW, s, t, "the number of elements is a whole number from 1 to %d",
                          BR_MAX_ELEMENTS);
            return;
        }
        d->preset = (int)t->value;
        at++;
    }
    if (br_tok(s, at)->kind == BR_T_TEXT)
        at++;
    br_line_must_end(b, s, at);
}

// A new automaton of the scope, or of the one it is a mixin of; NULL where that has one.
static br_automaton *open_automaton(br_build *b, const br_scope *s, int at)
{
    br_parsed_law *law = b->law;
    if (!br_build_fits(b, s, at, law->nautomata, BR_MAX_AUTOMATA, "lists of modes"))
        return NULL;
    br_automaton *fresh = &law->automaton[law->nautomata];
    int size = (int)strlen(s->prefix);
    if (size + (int)strlen("mode") >= BR_NAME_SIZE) {
        br_build_fail_at(b, s, at, "the name of this scope is too long for a law with modes");
        return NULL;
    }
    snprintf(fresh->name, sizeof fresh->name, "%.*s", size > 0 ? size - 1 : 0, s->prefix); // without its dot
    for (int a = 0; a < law->nautomata; a++)
        if (strcmp(law->automaton[a].name, fresh->name) == 0) {
            br_build_fail_at(b, s, at, "a second list of modes in one scope; `use` a law with modes `as` a name");
            return NULL;
        }
    law->nautomata++;
    return fresh;
}

static void declare_modes(br_build *b, br_scope *s, int at)
{
    br_automaton *a = open_automaton(b, s, at);
    if (!a)
        return;
    do {
        at++;
        const br_token *t = br_tok(s, at);
        if (a->nmode == BR_MAX_MODES)
            br_build_fail(b, BR_BAD_LAW, s, t, "more than %d modes in one list", BR_MAX_MODES);
        br_entry *e = br_scope_declare(b, s, t, 0, BR_IS_MODE);
        if (!e)
            return;
        char full[BR_NAME_SIZE];
        br_scope_full_name(b, s, t, full);
        e->automaton = b->law->nautomata - 1;
        e->index = a->nmode;
        snprintf(a->mode[a->nmode++], sizeof a->mode[0], "%.*s", t->size, t->at);
        at++;
    } while (br_is_mark(s, at, ','));
    a->dim = BR_SCALAR;
    if (br_is_word(s, at, "per")) {
        br_scope *where;
        const br_token *of = br_tok(s, ++at);
        br_entry *e = of->kind == BR_T_NAME ? br_scope_find(s, of, 0, &where) : NULL;
        if (!e || e->is != BR_IS_DIM) {
            br_build_fail_at(b, s, at, "`per` needs a dimension declared above by `elements`");
            return;
        }
        a->dim = e->index;
        at++;
    }
    if (br_tok(s, at)->kind == BR_T_TEXT)
        at++;
    br_line_must_end(b, s, at);
}

// A mode of the scope's automaton.
static const br_entry *find_mode(br_build *b, br_scope *s, int at)
{
    br_scope *where;
    const br_entry *e = br_tok(s, at)->kind == BR_T_NAME ? br_scope_find(s, br_tok(s, at), 0, &where) : NULL;
    if (e && e->is == BR_IS_MODE)
        return e;
    br_build_fail_at(b, s, at, "a mode is needed here (declared above by `modes ...`)");
    return NULL;
}

// ---------------------------------------------------------------- equations, transitions, conditions

// A line that starts as none does: perhaps it should have been part of the one before.
static void no_statement(br_build *b, const br_scope *s, int at)
{
    const br_token *t = br_tok(s, at);
    if (at >= 2 && br_is_mark(s, at - 2, '-'))
        br_build_fail_at(b, s, at, "a line that ends in - does not go on; end it in + and begin the next one with -");
    else if (t->kind == BR_T_NAME)
        br_build_fail(b, BR_BAD_LAW, s, t, "no statement starts with '%.*s'; an equation reads NAME = ...",
                      t->size > 30 ? 30 : t->size, t->at);
    else
        br_build_fail_at(b, s, at, "a line starts with a word of the notation or the name of a quantity");
}

// NAME = ..., NAME' = ..., NAME+ = ...
static void declare_definition(br_build *b, br_scope *s, int at)
{
    int first = at++;
    const br_token *name = br_tok(s, first);
    char mark = 0;
    if (br_is_mark(s, at, '\'') || br_is_mark(s, at, '+'))
        mark = (char)br_tok(s, at++)->mark;
    if (!br_is_mark(s, at, '=')) {
        no_statement(b, s, first);
        return;
    }
    at++;
    int end = br_line_when(s, at), mode = -1, automaton = 0;
    if (!br_line_holds(b, s, end))
        return;
    if (br_is_word(s, end - 2, "in")) {
        const br_entry *in = find_mode(b, s, end - 1);
        if (!in)
            return;
        mode = in->index;
        automaton = in->automaton;
    }
    br_entry *e = br_scope_find_here(s, name, mark);
    if (!(e && mode >= 0 && e->is == BR_IS_DEFINITION && e->by_mode && !e->at[mode]))
        e = br_scope_declare(b, s, name, mark, BR_IS_DEFINITION);
    if (!e)
        return;
    e->by_mode = mode >= 0;
    e->automaton = automaton;
    e->at[mode >= 0 ? mode : 0] = at;
}

static void declare_transition(br_build *b, br_scope *s, int at)
{
    const br_entry *from = find_mode(b, s, at + 1);
    if (b->status == BR_OK && !br_is_word(s, at + 2, "to"))
        br_build_fail_at(b, s, at + 2, "write: from MODE to MODE if CONDITION");
    const br_entry *to = b->status == BR_OK ? find_mode(b, s, at + 3) : NULL;
    if (b->status == BR_OK && !br_is_word(s, at + 4, "if"))
        br_build_fail_at(b, s, at + 4, "write: from MODE to MODE if CONDITION");
    if (b->status == BR_OK && from == to)
        br_build_fail_at(b, s, at + 3, "a transition leads to another mode");
    if (!from || !to || !br_line_holds(b, s, br_line_when(s, at)))
        return;
    if (!br_build_fits(b, s, at, b->law->njump, BR_MAX_STATEMENTS, "transitions"))
        return;
    br_transition *j = br_build_grow(b, &b->law->jump, &b->law->njump, &b->room_jump, sizeof *j);
    br_scope **in = j ? br_build_grow(b, &b->jump_in, &b->njump_in, &b->room_jump_in, sizeof(br_scope *)) : NULL;
    if (!in)
        return;
    *in = s;
    *j = (br_transition){from->automaton, from->index, to->index,
                         at + 5}; // the token; becomes the node in the second pass
}

static void declare_condition(br_build *b, br_scope *s, int at)
{
    if (!br_line_holds(b, s, br_line_when(s, at)))
        return;
    if (!br_build_fits(b, s, at, b->law->ncond, BR_MAX_STATEMENTS, "conditions"))
        return;
    br_condition *c = br_build_grow(b, &b->law->cond, &b->law->ncond, &b->room_cond, sizeof *c);
    br_scope **in = c ? br_build_grow(b, &b->cond_in, &b->ncond_in, &b->room_cond_in, sizeof(br_scope *)) : NULL;
    if (!in)
        return;
    *in = s;
    c->must = br_is_word(s, at, "require");
    c->line = br_tok(s, at)->line;
    c->node = at + 1; // the token; becomes the node in the second pass
}

// ---------------------------------------------------------------- sets, head

static void declare_set(br_build *b, br_scope *s, int *at)
{
    br_set set = {0};
    int start = *at;
    *at = br_line_name(b, s, *at + 1, set.name);
    if (b->status == BR_OK && br_tok(s, *at)->kind == BR_T_TEXT)
        br_line_text(s, (*at)++, set.words);
    br_line_must_end(b, s, *at);
    if (b->status != BR_OK)
        return;
    set.first = ++*at;
    while (br_tok(s, *at)->kind != BR_T_END && !br_is_word(s, *at, "set"))
        *at = br_line_end(s, *at) + 1;
    set.last = *at;
    if (s->parent)
        return;
    if (!br_build_fits(b, s, start, b->law->nset, BR_MAX_STATEMENTS, "sets"))
        return;
    if (br_law_find_set(b->law, set.name, strlen(set.name)) >= 0) {
        br_build_fail(b, BR_BAD_LAW, s, br_tok(s, start + 1), "a second set of the name '%s'", set.name);
        return;
    }
    br_set *to = br_build_grow(b, &b->law->set, &b->law->nset, &b->room_set, sizeof *to);
    if (to)
        *to = set;
}

static void declare_law(br_build *b, br_scope *s, int at)
{
    char name[BR_MAX_NAME + 1];
    at = br_line_name(b, s, at + 1, name);
    if (!s->parent) {
        memcpy(b->law->name, name, sizeof name);
        memcpy(s->name, name, sizeof name);
    }
    if (b->status == BR_OK && br_tok(s, at)->kind == BR_T_TEXT) {
        if (!s->parent)
            br_line_text(s, at, b->law->title);
        at++;
    }
    br_line_must_end(b, s, at);
}

void br_check_version(br_build *b, br_scope *s, int at)
{
    const br_token *t = br_tok(s, at + 1);
    char number[BR_NUMBER_SIZE];
    br_number_write(number, t->value);
    if (t->kind != BR_T_NUMBER)
        br_build_fail_at(b, s, at + 1, "a version number is needed: version 1");
    else if (t->value != 1)
        br_build_fail(b, BR_BAD_LAW, s, t, "version %s of the notation; this bristle reads version 1", number);
    br_line_must_end(b, s, at + 2);
}

static void declare_source(br_build *b, br_scope *s, int at)
{
    if (br_tok(s, at + 1)->kind != BR_T_TEXT)
        br_build_fail_at(b, s, at + 1, "`source` needs a quoted text");
    else if (!s->parent)
        br_line_text(s, at + 1, b->law->source);
    br_line_must_end(b, s, at + 2);
}

static void declare_statement(br_build *b, br_scope *s, int at)
{
    static const struct {
        const char *word;
        void (*declare)(br_build *b, br_scope *s, int at);
    } statements[] = {
        {"version", br_check_version},  {"source", declare_source},    {"unit", br_declare_unit},
        {"elements", declare_elements}, {"choice", declare_choice},    {"output", br_declare_output},
        {"use", br_declare_use},        {"modes", declare_modes},      {"from", declare_transition},
        {"require", declare_condition}, {"expect", declare_condition}, {"contains", br_declare_contains},
    };
    static const char *const kind[] = {[BR_STATE] = "state", [BR_INPUT] = "input", [BR_PARAM] = "param"};
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (br_is_word(s, at, statements[i].word)) {
            statements[i].declare(b, s, at);
            return;
        }
    for (int k = BR_STATE; k <= BR_PARAM; k++)
        if (br_is_word(s, at, kind[k])) {
            br_declare_quantity(b, s, at, (br_kind)k);
            return;
        }
    if (br_is_word(s, at, "law"))
        br_build_fail_at(b, s, at, "one file holds one law");
    else if (br_tok(s, at)->kind == BR_T_NAME)
        declare_definition(b, s, at);
    else
        no_statement(b, s, at);
}

void br_declare_all(br_build *b, br_scope *s)
{
    if (b->status != BR_OK)
        return;
    if (!br_is_word(s, 0, "law")) {
        br_build_fail_at(b, s, 0, "a law starts with: law NAME \"words\"");
        return;
    }
    declare_law(b, s, 0);
    int at = br_line_end(s, 0) + 1;
    while (b->status == BR_OK && br_tok(s, at)->kind != BR_T_END) {
        if (br_is_word(s, at, "set")) {
            declare_set(b, s, &at);
            continue;
        }
        declare_statement(b, s, at);
        at = br_line_end(s, at) + 1;
    }
}
