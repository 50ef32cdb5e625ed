// describe.c - what a law says, in a program: bristle/describe.h. Opening, and quantities over all choices.    [host]
#include "num/base/fp.h"

#include "api/describe/describe_parts.h"
#include "api/law/sized.h"
#include "law/eval/combine.h"
#include "law/text/formula.h"
#include "num/base/probe.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const br_description_options defaults = {.size = sizeof defaults};

br_status br_description_defaults(br_description_options *o, size_t size)
{
    return br_sized_fill(o, size, &defaults, sizeof defaults, sizeof defaults) ? BR_OK : BR_BAD_USAGE;
}

br_status br_describe_said(br_status status, br_diag *why)
{
    static const br_wording words[] = {{"bristle: ", ""}, {"'bristle laws' lists them", "br_law_builtin lists them"}};
    if (status != BR_OK)
        br_replace_words(words, sizeof words / sizeof *words, why);
    return br_said(status, why);
}

void br_describe_chosen(const br_chosen *chosen, int count, char words[BR_CHOSEN_SIZE])
{
    size_t size = 0;
    words[0] = 0;
    for (int i = 0; i < count && size < BR_CHOSEN_SIZE; i++)
        size += (size_t)snprintf(words + size, BR_CHOSEN_SIZE - size, "%s%.*s is %.*s", i ? " and " : "", BR_MAX_NAME,
                                 chosen[i].name, BR_MAX_NAME, chosen[i].value);
}

br_status br_describe_read(const br_model_source *s, const br_chosen *chosen, int count, int motion, br_parsed_law *law,
                           br_diag *why)
{
    br_read_options o = {.chosen = chosen, .nchosen = count, .motion = motion, .find = s->find, .context = s->context};
    return br_law_read(law, s->text, s->size, s->origin, &o, why);
}

// ---------------------------------------------------------------- quantities

typedef struct described { // a quantity or an output under some choice
    br_described_quantity is;
    const char *declared; // its unit in the text
} described;

static described *quantity_at(br_description *d, int i)
{
    return (described *)(uintptr_t)br_listed_at(&d->quantity, i);
}

static bool is_known(br_description *d, const char *name, const char *declared)
{
    for (int i = 0; i < d->quantity.count; i++)
        if (strcmp(quantity_at(d, i)->is.name, name) == 0 && strcmp(quantity_at(d, i)->declared, declared) == 0)
            return true;
    return false;
}

static void set_default(br_description *d, described *to, const br_parsed_law *law, const br_quantity *q)
{
    br_buffer text = {0};
    for (int i = 0; i < q->presets; i++) {
        br_buffer_put(&text, i ? ", " : "");
        int node = law->preset[q->preset + i];
        if (law->g.node[node].op == BR_OP_SPREAD)
            node = law->g.node[node].arg[0];
        if (q->presets == 1)
            (void)br_graph_is_const(&law->g, node, &to->is.value);
        br_law_write_formula(&text, law, node);
    }
    to->is.formula = br_store_buffer(&d->store, &text);
}

static described *add(br_description *d, const br_parsed_law *law, const br_quantity *q, const char *when)
{
    br_store *s = &d->store;
    described *to =
        is_known(d, q->name, q->unit_text) ? NULL : br_listed_add(&d->quantity, s, sizeof to->is, sizeof *to);
    if (!to)
        return NULL;
    to->declared = br_store_words(s, q->unit_text);
    to->is.name = br_store_words(s, q->name);
    to->is.unit = br_store_words(s, q->si_text);
    to->is.meaning = br_store_words(s, q->words);
    to->is.elements = q->dim == BR_SCALAR ? "" : br_store_words(s, law->dim[q->dim].name);
    to->is.when = br_store_words(s, when);
    to->is.turning = to->is.formula = "";
    to->is.value = (double)NAN;
    to->is.low = -HUGE_VAL;
    to->is.high = HUGE_VAL;
    return to;
}

static void add_quantity(br_description *d, const br_parsed_law *law, const br_quantity *q, const char *when)
{
    described *to = add(d, law, q, when);
    if (!to)
        return;
    to->is.part = (br_law_part)q->kind;
    to->is.low = q->low;
    to->is.high = q->high;
    to->is.low_open = q->low_open;
    to->is.high_open = q->high_open;
    set_default(d, to, law, q);
}

static void add_output(br_description *d, const br_parsed_law *law, const br_output *o, const char *when)
{
    br_quantity q = {.dim = o->dim};
    memcpy(q.name, o->name, sizeof q.name);
    memcpy(q.words, o->words, sizeof q.words);
    memcpy(q.unit_text, o->unit_text, sizeof q.unit_text);
    memcpy(q.si_text, o->si_text, sizeof q.si_text);
    described *to = add(d, law, &q, when);
    if (to)
        to->is.part = BR_LAW_OUTPUTS;
}

static br_status add_all(br_description *d, const br_parsed_law *law, const char *when)
{
    for (int i = 0; i < law->nq; i++)
        add_quantity(d, law, &law->q[i], when);
    for (int i = 0; i < law->nout; i++)
        add_output(d, law, &law->out[i], when);
    return d->store.status;
}

// Adds what a reading with these choices has; br_description_check complains about one that does not read.
static br_status add_reading(br_description *d, const br_chosen *chosen, int count)
{
    char when[BR_CHOSEN_SIZE];
    br_parsed_law law;
    br_status status = br_describe_read(&d->from.source, chosen, count, 0, &law, NULL);
    if (status != BR_OK)
        return status == BR_BAD_LAW ? BR_OK : status;
    br_describe_chosen(chosen, count, when);
    status = add_all(d, &law, when);
    br_law_free(&law);
    return status;
}

// Choices one by one, so that a quantity is shown with the one it needs; then together, for those that need several.
static br_status add_choices(br_description *d)
{
    br_chosen chosen[BR_MAX_CHOICES];
    br_status status = BR_OK;
    for (int i = 0; i < d->law.nchoice; i++)
        for (int v = 1; v < d->law.choice[i].values && !d->law.choice[i].fixed && status == BR_OK; v++) {
            br_combine_choose(&chosen[0], &d->law.choice[i], v);
            status = add_reading(d, chosen, 1);
        }
    int n = br_combine_count(&d->law, BR_DESCRIBED_COMBINATIONS);
    for (int k = 0; k < n && k < BR_DESCRIBED_COMBINATIONS && status == BR_OK; k++) {
        int picked = br_combine_pick(&d->law, k, chosen);
        if (picked > 1)
            status = add_reading(d, chosen, picked);
    }
    return status;
}

// How many choices of the combination that these words name; -1: none does.
static int find_combination(const br_parsed_law *law, const char *when, br_chosen chosen[BR_MAX_CHOICES])
{
    int n = br_combine_count(law, BR_DESCRIBED_COMBINATIONS);
    for (int k = 0; k < n && k < BR_DESCRIBED_COMBINATIONS; k++) {
        char words[BR_CHOSEN_SIZE];
        int picked = br_combine_pick(law, k, chosen);
        br_describe_chosen(chosen, picked, words);
        if (strcmp(words, when) == 0)
            return picked;
    }
    return -1;
}

// The unit of a quantity or an output of a law; NULL: it has none of that name.
static const char *unit_in(const br_parsed_law *law, const br_described_quantity *is)
{
    for (int k = 0; k < law->nout && is->part == BR_LAW_OUTPUTS; k++)
        if (strcmp(law->out[k].name, is->name) == 0)
            return law->out[k].si_text;
    int q = is->part == BR_LAW_OUTPUTS ? -1 : br_law_find(law, is->name, strlen(is->name));
    return q >= 0 ? law->q[q].si_text : NULL;
}

// The units that a machine that turns gives the same quantities.
static br_status add_turning(br_description *d)
{
    br_parsed_law law;
    br_status status = BR_OK;
    for (int i = 0; i < d->quantity.count && d->law.motions > 1 && status == BR_OK; i++) {
        described *to = quantity_at(d, i);
        br_chosen chosen[BR_MAX_CHOICES];
        int picked = find_combination(&d->law, to->is.when, chosen);
        if (picked < 0)
            continue;
        status = br_describe_read(&d->from.source, chosen, picked, 1, &law, NULL);
        if (status != BR_OK)
            return status == BR_BAD_LAW ? BR_OK : status;
        const char *unit = unit_in(&law, &to->is);
        if (unit && strcmp(unit, to->is.unit) != 0)
            to->is.turning = br_store_words(&d->store, unit);
        br_law_free(&law);
        status = d->store.status;
    }
    return status;
}

// ---------------------------------------------------------------- opening

static br_status describe(br_description *d, const br_description_options *o, br_diag *why)
{
    br_status status = br_law_source_open(&d->from, d->text, why);
    if (status == BR_OK)
        status = br_describe_read(&d->from.source, NULL, 0, 0, &d->law, why);
    if (status == BR_OK)
        status = add_all(d, &d->law, "");
    if (status == BR_OK && !o->brief)
        status = add_choices(d);
    if (status == BR_OK && !o->brief)
        status = add_turning(d);
    if (status == BR_OK)
        br_describe_declarations(d);
    if (status == BR_OK && !o->brief)
        status = br_describe_equations(d);
    return status == BR_OK ? d->store.status : status;
}

static br_status open_description(br_description **d, const char *source, const br_description_options *options,
                                  br_diag *why)
{
    static const br_handle_kind kind = {.call = "br_description",
                                        .who = "description",
                                        .of = "a law",
                                        .bytes = sizeof(br_description),
                                        .options = sizeof defaults,
                                        .least = sizeof defaults,
                                        .plain = true};
    br_description_options o = defaults;
    br_status status;
    br_description *fresh = br_handle_begin(&kind, d && source, options, &o, &status, why);
    if (!fresh)
        return status;
    if (br_fp_probe() != BR_OK)
        status = br_diag_fail(why, BR_BAD_MACHINE, "br_description_open: %s", br_fp_fault());
    size_t size = strlen(source) + 1;
    fresh->text = malloc(size);
    if (status == BR_OK)
        status = fresh->text ? describe((memcpy(fresh->text, source, size), fresh), &o, why) : BR_NO_MEMORY;
    if (status == BR_OK)
        *d = fresh;
    else
        br_description_close(fresh);
    return status;
}

br_status br_description_open(br_description **d, const char *source, const br_description_options *o, br_diag *why)
{
    return br_describe_said(open_description(d, source, o, why), why);
}

void br_description_close(br_description *d)
{
    if (!d)
        return;
    br_listed *const list[] = {&d->quantity,  &d->choice,    &d->elements, &d->automaton, &d->transition,
                               &d->condition, &d->contained, &d->set,      &d->use,       &d->unused};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        br_listed_free(list[i]);
    for (int i = 0; i <= BR_DESCRIBED_USES; i++) {
        br_listed_free(&d->equations[i].line);
        br_listed_free(&d->equations[i].equation);
    }
    br_store_free(&d->store);
    br_law_free(&d->law);
    br_law_source_close(&d->from);
    free(d->text);
    free(d);
}

// ---------------------------------------------------------------- what it answers

const char *br_description_name(const br_description *d)
{
    return d ? d->law.name : NULL;
}

const char *br_description_title(const br_description *d)
{
    return d ? d->law.title : NULL;
}

const char *br_description_source(const br_description *d)
{
    return d ? d->law.source : NULL;
}

const br_described_quantity *br_description_quantity(const br_description *d, int i)
{
    return d ? br_listed_at(&d->quantity, i) : NULL;
}

const br_described_choice *br_description_choice(const br_description *d, int i)
{
    return d ? br_listed_at(&d->choice, i) : NULL;
}

const br_described_elements *br_description_elements(const br_description *d, int i)
{
    return d ? br_listed_at(&d->elements, i) : NULL;
}

const br_described_automaton *br_description_automaton(const br_description *d, int i)
{
    return d ? br_listed_at(&d->automaton, i) : NULL;
}

const br_described_transition *br_description_transition(const br_description *d, int i)
{
    return d ? br_listed_at(&d->transition, i) : NULL;
}

const br_described_condition *br_description_condition(const br_description *d, int i)
{
    return d ? br_listed_at(&d->condition, i) : NULL;
}

const br_described_contained *br_description_contained(const br_description *d, int i)
{
    return d ? br_listed_at(&d->contained, i) : NULL;
}

const br_described_set *br_description_set(const br_description *d, int i)
{
    return d ? br_listed_at(&d->set, i) : NULL;
}

const br_described_use *br_description_use(const br_description *d, int i)
{
    return d ? br_listed_at(&d->use, i) : NULL;
}

static const br_equations *equations_of(const br_description *d, int use)
{
    return d && use >= -1 && use < BR_DESCRIBED_USES ? &d->equations[use + 1] : NULL;
}

typedef struct described_line {
    size_t size;
    const char *text;
} described_line;

const char *br_description_line(const br_description *d, int use, int i)
{
    const br_equations *of = equations_of(d, use);
    const described_line *line = of ? br_listed_at(&of->line, i) : NULL;
    return line ? line->text : NULL;
}

const br_described_equation *br_description_equation(const br_description *d, int use, int i)
{
    const br_equations *of = equations_of(d, use);
    return of ? br_listed_at(&of->equation, i) : NULL;
}

const br_described_unused *br_description_unused(const br_description *d, int i)
{
    return d ? br_listed_at(&d->unused, i) : NULL;
}
