// check.c - `bristle check`: is a law right, and are its numbers?                [host]
#include "num/base/fp.h"

#include "law/eval/combine.h"
#include "law/eval/traits.h"
#include "tool/laws/card.h"
#include "tool/kit/command_list.h"
#include "tool/kit/conditions.h"
#include "tool/kit/load.h"
#include "tool/mechanism/mechanism.h"
#include "tool/kit/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- the text

// Names of quantities and definitions, and whether anything stands on them under some choice.
typedef struct usage_item {
    char name[BR_NAME_SIZE];
    const char *what;
    bool used;
} usage_item;

typedef struct usage {
    usage_item *item;
    int count, room;
} usage;

static br_status note(usage *u, int guess, const char *name, const char *what, bool used)
{
    int at = guess;
    if (at >= u->count || strcmp(u->item[at].name, name) != 0)
        for (at = 0; at < u->count && strcmp(u->item[at].name, name) != 0; at++) {
        }
    if (at == u->room) {
        int room = u->room ? 2 * u->room : 32;
        usage_item *larger = realloc(u->item, (size_t)room * sizeof *larger);
        if (!larger)
            return BR_NO_MEMORY;
        u->item = larger;
        u->room = room;
    }
    if (at == u->count) {
        u->item[u->count++] = (usage_item){.what = what};
        snprintf(u->item[at].name, sizeof u->item[at].name, "%s", name);
    }
    u->item[at].used = u->item[at].used || used;
    return BR_OK;
}

// Is a name defined in the law's own text, and nowhere else in it?
static bool stands_alone(const br_tokens *t, const char *name)
{
    bool defined = false;
    for (int i = 0; i + 1 < t->count; i++) {
        if (!br_token_is(&t->token[i], name))
            continue;
        bool first = i == 0 || t->token[i - 1].kind == BR_T_LINE;
        if (!first || !br_token_is_mark(&t->token[i + 1], '='))
            return false;
        defined = true;
    }
    return defined;
}

static void reach_rows(const br_parsed_law *law, bool *need)
{
    for (int q = 0; q < law->nq; q++) {
        if (law->q[q].rate != BR_NO_NODE)
            br_graph_reach(&law->g, &law->q[q].rate, 1, need);
        if (law->q[q].next != BR_NO_NODE)
            br_graph_reach(&law->g, &law->q[q].next, 1, need);
    }
    for (int i = 0; i < law->nout; i++) {
        if (law->out[i].now != BR_NO_NODE)
            br_graph_reach(&law->g, &law->out[i].now, 1, need);
        if (law->out[i].next != BR_NO_NODE)
            br_graph_reach(&law->g, &law->out[i].next, 1, need);
    }
    for (int i = 0; i < law->ncond; i++)
        br_graph_reach(&law->g, &law->cond[i].node, 1, need);
    for (int i = 0; i < law->njump; i++)
        br_graph_reach(&law->g, &law->jump[i].guard, 1, need);
    br_graph_reach(&law->g, law->preset, law->npreset, need);
}

static br_status find_usage(usage *u, const br_parsed_law *law)
{
    br_status status = BR_OK;
    double value;
    bool *need = calloc((size_t)law->g.count + 1, sizeof *need);
    if (!need)
        return BR_NO_MEMORY;
    reach_rows(law, need);
    for (int q = 0; q < law->nq && status == BR_OK; q++)
        if (law->q[q].kind != BR_STATE) // an unused one may be what a simulation is made for
            status = note(u, u->count, law->q[q].name, law->q[q].kind == BR_PARAM ? "parameter" : "input",
                          need[law->q[q].node]);
    for (int i = 0; i < law->ndef && status == BR_OK; i++) {
        bool used = need[law->def[i].node] || br_graph_is_const(&law->g, law->def[i].node, &value);
        status =
            note(u, u->count, law->def[i].name, "definition", used || !stands_alone(&law->tokens, law->def[i].name));
    }
    free(need);
    return status;
}

// Defaults that need no values of others must keep their own bounds.
static br_status check_defaults(const br_model_source *s, const br_chosen *chosen, int n, br_diag *why)
{
    br_buffer text = {0};
    br_assignments list;
    br_model m;
    for (int i = 0; i < n; i++)
        br_buffer_print(&text, "%s = %s\n", chosen[i].name, chosen[i].value);
    br_status status = text.status;
    if (status == BR_OK)
        status = br_assignments_read(&list, text.text ? text.text : "", text.size, "choices", why);
    if (status == BR_OK) {
        const br_assignments *lists[] = {&list};
        status = br_model_open(&m, s, lists, n > 0 ? 1 : 0, why);
        if (status == BR_OK)
            br_model_close(&m);
        br_assignments_free(&list);
    }
    br_buffer_free(&text);
    return status;
}

static br_status read_combination(const br_model_source *s, const br_chosen *chosen, int n, int motion, usage *u,
                                  br_diag *why)
{
    br_parsed_law law;
    char words[200];
    br_read_options o = {.chosen = chosen, .nchosen = n, .motion = motion, .find = s->find, .context = s->context};
    br_status status = br_law_read(&law, s->text, s->size, s->origin, &o, why);
    if (status == BR_OK) {
        status = motion == 0 ? find_usage(u, &law) : BR_OK;
        br_law_free(&law);
        if (status == BR_OK && motion == 0)
            status = check_defaults(s, chosen, n, why);
    }
    combination_words(chosen, n, words);
    if (status != BR_OK && n > 0)
        snprintf(why->text + strlen(why->text), sizeof why->text - strlen(why->text), " (when %s)", words);
    return status;
}

static br_status read_combinations(const br_model_source *s, const br_parsed_law *law, int most, usage *u, br_diag *why)
{
    br_chosen chosen[BR_MAX_CHOICES];
    br_status status = BR_OK;
    for (int k = 0; k < most && status == BR_OK; k++)
        for (int motion = 0; motion < law->motions && status == BR_OK; motion++)
            status = read_combination(s, chosen, br_combine_pick(law, k, chosen), motion, u, why);
    return status;
}

// Reads the law with every combination of its choices and for every kind of motion.
static br_status check_text(const br_law_source *s, const br_parsed_law *law, br_buffer *out, br_diag *why)
{
    int count = br_combine_count(law, CARD_COMBINATIONS), most = count < CARD_COMBINATIONS ? count : CARD_COMBINATIONS;
    usage u = {0};
    br_model_source body = br_model_source_body(&s->source, law);
    br_status status = read_combinations(&body, law, most, &u, why);
    if (status == BR_OK) {
        br_buffer_put(out, "  syntax, units and defaults are correct");
        if (count > 1)
            br_buffer_print(out, " in %s%d combinations of choices", count > most ? "the first " : "all ", most);
        br_buffer_put(out, law->motions > 1 ? ", sliding and turning\n" : "\n");
        for (int i = 0; i < u.count && count <= most; i++)
            if (!u.item[i].used)
                br_buffer_print(out, "  note: %s %s is never used\n", u.item[i].what, u.item[i].name);
    }
    free(u.item);
    return status;
}

// ---------------------------------------------------------------- properties

static void property(br_buffer *out, bool yes, const char *words)
{
    br_buffer_print(out, "  %-4s %s\n", yes ? "yes" : "no", words);
}

static void show_mirror(br_buffer *out, const br_parsed_law *law, const br_traits *t)
{
    if (!t->mirror_tried) {
        br_buffer_put(
            out, "  ?    mirror-symmetric: not tested, the law has too many states, inputs, modes or operations\n");
        return;
    }
    property(out, t->mirror,
             "mirror-symmetric: a reversed motion reverses all results, bit for bit (tests and fits of one direction "
             "suffice)");
    if (!t->mirror)
        return;
    br_buffer_put(out, "       (reversed:");
    int some = 0;
    for (int i = 0; i < law->nq; i++)
        if (t->odd[i])
            br_buffer_print(out, "%s %s", some++ ? "," : "", law->q[i].name);
    br_buffer_put(out, ")\n");
}

// "properties, read off the equations with spring = stiff": the open choices as they are made here.
static void traits_title(const br_parsed_law *law, br_buffer *out)
{
    bool some = false;
    br_buffer_put(out, "properties, read off the equations");
    for (int i = 0; i < law->nchoice; i++) {
        const br_choice *c = &law->choice[i];
        if (!c->fixed)
            br_buffer_print(out, "%s%s = %s", some ? ", " : " with ", c->name, c->value[c->chosen]);
        some = some || !c->fixed;
    }
    br_buffer_put(out, "\n");
}

static void traits_of_states(const br_parsed_law *law, const br_traits *t, br_buffer *out)
{
    bool modes = law->nautomata > 0;
    property(out, t->affine,
             modes ? "rates are affine in the states while the inputs and the mode are held (for the exact exponential "
                     "flow)"
                   : "rates are affine in the states while the inputs are held (for the exact exponential flow)");
    if (t->arrays > 0) {
        property(out, t->elementwise,
                 "elementwise: only element arrays, and the rate of an element sees no other element (for "
                 "derivatives of one number per element)");
        property(out, t->core_elements,
                 "core and elements: elements see the single states and themselves, not each other (for "
                 "eliminating the elements one by one)");
    }
    property(out, t->smooth_states,
             modes ? "smooth in the states within each mode: no kink or jump moves with them but the transitions (for "
                     "filters and Newton steps, which follow slopes)"
                   : "smooth in the states: no kink or jump moves with them (for filters and Newton steps, which "
                     "follow slopes)");
}

static br_status show_traits(br_parsed_law *law, br_buffer *out)
{
    br_traits t;
    br_status status = br_law_traits(law, &t);
    if (status != BR_OK)
        return status;
    br_buffer_put(out, "\n");
    traits_title(law, out);
    if (t.cores + t.arrays > 0)
        traits_of_states(law, &t, out);
    property(out, t.smooth_inputs,
             law->nautomata > 0 ? "smooth in the inputs within each mode (for linear models around a motion)"
                                : "smooth in the inputs (for linear models around a motion)");
    show_mirror(out, law, &t);
    return BR_OK;
}

// Properties with choices that are shown already are not shown again.
static br_status show_new_traits(br_parsed_law *law, br_buffer *out)
{
    br_buffer title = {0};
    traits_title(law, &title);
    br_status status = title.status;
    if (status == BR_OK && !(out->text && strstr(out->text, title.text)))
        status = show_traits(law, out);
    br_buffer_free(&title);
    return status;
}

// ---------------------------------------------------------------- conditions

static void show_needs(br_buffer *out, const br_parsed_law *law, const condition_result *r)
{
    char unit[BR_UNIT_SIZE] = "-";
    br_buffer_print(out, " (needs %s; give %s", r->needs, r->needs_param ? "--params" : "");
    if (r->needs_other >= 0) {
        const br_quantity *q = &law->q[r->needs_other];
        snprintf(unit, BR_UNIT_SIZE, "%s", q->si_text);
        br_buffer_print(out, "%s--at '%s = ...%s%s'", r->needs_param ? " and " : "", q->name,
                        strcmp(unit, "-") == 0 ? "" : " ", strcmp(unit, "-") == 0 ? "" : unit);
    }
    br_buffer_put(out, ")");
}

static bool words_say_all(const br_condition *c)
{
    return !c->words[0] || (strlen(c->words) == (size_t)c->size && memcmp(c->words, c->text, (size_t)c->size) == 0);
}

static void show_condition(br_buffer *out, const br_parsed_law *law, const br_condition *c, const condition_result *r)
{
    static const char *const answer[] = {"holds", "broken", "undecided", "not checked"};
    bool warn = !c->must && r->is.answer == BR_BROKEN;
    size_t from = out->size;
    br_buffer_print(out, "  %s", warn ? "warning" : answer[r->is.answer]);
    br_buffer_pad(out, from, 15);
    if (c->words[0])
        br_buffer_safe(out, c->words, strlen(c->words));
    else
        br_buffer_safe(out, c->text, (size_t)c->size);
    if (r->is.answer == BR_UNKNOWN) {
        show_needs(out, law, r);
    } else if ((r->is.answer != BR_HOLDS || !c->must) && !words_say_all(c)) {
        br_buffer_put(out, ": ");
        br_buffer_safe(out, c->text, (size_t)c->size);
    }
    br_buffer_put(out, "\n");
    if (r->is.answer == BR_UNKNOWN || !(r->is.sides || r->assumed[0]))
        return;
    br_buffer_put(out, "               ");
    if (r->is.sides) {
        br_buffer_put(out, "here ");
        condition_show_sides(out, r);
    }
    if (r->assumed[0])
        br_buffer_print(out, "%sat %s (default)", r->is.sides ? ", " : "", r->assumed);
    br_buffer_put(out, "\n");
}

typedef struct tally {
    int wrong, broken, warnings, undecided;
    br_status status;             // of the first list of values that is wrong
    br_diag why;                  // and its words
    char first[BR_MAX_WORDS + 1]; // of the broken ones
} tally;

static br_status check_conditions(const br_model *m, br_buffer *out, tally *t)
{
    for (int i = 0; i < m->law.ncond; i++) {
        const br_condition *c = &m->law.cond[i];
        condition_result r;
        br_status status = condition_evaluate(m, i, &r);
        if (status != BR_OK)
            return status;
        show_condition(out, &m->law, c, &r);
        t->warnings += !c->must && r.is.answer == BR_BROKEN;
        t->undecided += r.is.answer == BR_UNDECIDED;
        if (c->must && r.is.answer == BR_BROKEN && t->broken++ == 0)
            br_condition_name(c, t->first);
    }
    if (m->law.ncond == 0)
        br_buffer_put(out, "  the law has no conditions\n");
    return BR_OK;
}

static br_status check_values(const br_model *m, const br_parsed_law *sets, const char *params, br_buffer *out,
                              tally *t, br_diag *why)
{
    br_status status = tool_model_complete(m, sets, false, why);
    if (status != BR_OK) {
        snprintf(why->text + strlen(why->text), sizeof why->text - strlen(why->text), " (values of %.60s)", params);
        return status;
    }
    br_buffer_put(out, "\nvalues of ");
    br_buffer_safe(out, params, strlen(params));
    br_buffer_put(out, ": complete, units correct, within bounds\n");
    return check_conditions(m, out, t);
}

// A list of values that is wrong is noted, and the next one has its turn.
static br_status note_fault(br_status status, const br_diag *why, const char *params, br_buffer *out, tally *t)
{
    if (status == BR_OK)
        return BR_OK;
    if (t->wrong++ == 0) {
        t->status = status;
        t->why = *why;
    }
    if (status != BR_BAD_LAW)
        return status;
    br_buffer_put(out, "\nvalues of ");
    br_buffer_safe(out, params, strlen(params));
    br_buffer_put(out, ": wrong\n  ");
    br_buffer_safe(out, why->text, strlen(why->text));
    br_buffer_put(out, "\n");
    return BR_OK;
}

static br_status check_params(const tool_args *a, br_buffer *out, tally *t, br_diag *why)
{
    br_loaded_model *m = calloc(1, sizeof *m); // large: no load for a small stack
    if (!m)
        return BR_NO_MEMORY;
    br_status status = br_loaded_model_open(m, a->operand, a->params, a->at, why);
    if (status != BR_OK) {
        free(m);
        return status;
    }
    status = check_values(&m->model, &m->model.law, a->params, out, t, why);
    if (status == BR_OK)
        status = show_traits(&m->model.law, out);
    br_loaded_model_close(m);
    free(m);
    return status;
}

// --at itself is wrong if no set can be opened with it: that is reported once, not for every set.
static br_status check_at(const tool_args *a, const br_law_source *s, const br_parsed_law *law, br_diag *why)
{
    br_status found = BR_OK;
    br_loaded_set *v = calloc(1, sizeof *v);
    if (!v)
        return BR_NO_MEMORY;
    for (int i = 0; i < law->nset && a->at; i++) {
        br_diag words = {0};
        br_status status = br_loaded_set_open(v, s, law, i, a->at, &words);
        if (status == BR_OK) {
            br_loaded_set_close(v);
            free(v);
            return BR_OK;
        }
        if (found == BR_OK && strncmp(words.text, "--at:", 5) == 0) {
            found = status;
            *why = words;
        }
    }
    free(v);
    return found;
}

static br_status check_set(const tool_args *a, const br_law_source *s, const br_parsed_law *law, int set,
                           br_buffer *out, tally *t)
{
    br_loaded_set *v = calloc(1, sizeof *v);
    br_diag why = {0};
    if (!v)
        return BR_NO_MEMORY;
    br_status status = br_loaded_set_open(v, s, law, set, a->at, &why);
    if (status == BR_OK) {
        status = check_values(&v->model, law, law->set[set].name, out, t, &why);
        if (status == BR_OK)
            status = show_new_traits(&v->model.law, out);
        br_loaded_set_close(v);
    }
    free(v);
    return note_fault(status, &why, law->set[set].name, out, t);
}

// A law without sets, checked without values: what --at gives may do for some conditions.
static br_status check_no_values(const tool_args *a, br_buffer *out, tally *t, br_diag *why)
{
    br_loaded_model *m = calloc(1, sizeof *m); // large: no load for a small stack
    if (!m)
        return BR_NO_MEMORY;
    br_status status = br_loaded_model_open(m, a->operand, NULL, a->at, why);
    if (status != BR_OK) {
        free(m);
        return status;
    }
    br_buffer_put(out, m->model.law.ncond > 0 ? "\nconditions, without parameter values\n" : "");
    if (m->model.law.ncond > 0)
        status = check_conditions(&m->model, out, t);
    br_loaded_model_close(m);
    free(m);
    return status;
}

// ---------------------------------------------------------------- the command

static br_status write_conclusion(const br_parsed_law *law, const tally *t, br_buffer *out, br_diag *why)
{
    char others[40] = "";
    if (t->wrong + t->broken > 1)
        snprintf(others, sizeof others, " (and %d more)", t->wrong + t->broken - 1);
    if (t->wrong > 0) {
        *why = t->why;
        size_t n = strlen(why->text);
        snprintf(why->text + n, sizeof why->text - n, "%s", others);
        return t->status;
    }
    if (t->broken > 0)
        return tool_complain(why, BR_BAD_LAW, "bristle check: %s: the values violate '%.200s'%s", law->name, t->first,
                             others);
    br_buffer_put(out, "\n");
    if (t->warnings > 0)
        br_buffer_print(out, "%d warning%s", t->warnings, t->warnings == 1 ? "" : "s");
    if (t->undecided > 0)
        br_buffer_print(out, "%s%d undecided", t->warnings > 0 ? ", " : "", t->undecided);
    br_buffer_put(out, t->warnings + t->undecided > 0 ? "\n" : "no problems found\n");
    return BR_OK;
}

static br_status check_law(const tool_args *a, const br_law_source *s, br_parsed_law *law, br_buffer *out, br_diag *why)
{
    tally t = {0};
    br_buffer_print(out, "%s - ", law->name);
    br_buffer_safe(out, law->title, strlen(law->title));
    br_buffer_put(out, "\n");
    br_status status = check_text(s, law, out, why);
    if (status == BR_OK && !a->params)
        status = check_at(a, s, law, why);
    if (status == BR_OK && !a->params)
        status = show_traits(law, out);
    if (status == BR_OK && a->params)
        status = check_params(a, out, &t, why);
    for (int i = 0; i < law->nset && status == BR_OK && !a->params; i++)
        status = check_set(a, s, law, i, out, &t);
    if (status == BR_OK && !a->params && law->nset == 0)
        status = check_no_values(a, out, &t, why);
    return status == BR_OK || t.wrong > 0 ? write_conclusion(law, &t, out, why) : status;
}

static br_status run_check(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_law_source s;
    if (mechanism_named(a->operand))
        return mechanism_check(a->operand, a, out, why);
    br_status status = br_law_source_open(&s, a->operand, why);
    if (status != BR_OK)
        return status;
    br_parsed_law *law = calloc(1, sizeof *law); // large: no load for a small stack
    br_read_options o = {.find = s.source.find, .context = s.source.context};
    status = !law ? BR_NO_MEMORY : br_law_read(law, s.source.text, s.source.size, s.source.origin, &o, why);
    if (status == BR_OK) {
        status = check_law(a, &s, law, out, why);
        br_law_free(law);
    }
    free(law);
    br_law_source_close(&s);
    return status;
}

static const tool_option *const options[] = {&option_params, &option_at, NULL};
static const char *const more[] = {
    "Without --params every combination of the law's choices is checked, for sliding and turning machines, and then "
    "every set. An error in one set does not hide those of others. Parameters, inputs and definitions that are not "
    "used are noted.",
    "A violated 'require' is an error (exit code 4). A violated 'expect' is a warning (exit code 0), with both sides "
    "of the comparison and the margin between them. A condition that depends on an input is checked where --at or the "
    "law gives it a value.",
    "Values may be ranges. A condition then 'holds' for every value, is 'broken' for every value, or is 'undecided': "
    "it holds for some values only, or the ranges are too wide for a proof. The last line counts the undecided ones "
    "(exit code 0).",
    "A mechanism, NAME.mech, is checked for its degrees of freedom, redundant constraints, and the stable equilibrium "
    "near its start. A start in a singular position, such as a dead centre, is an error (exit code 4).",
    NULL};
static const tool_example examples[] = {{"a built-in law with all of its sets", "bristle check dahl"},
                                        {"one set, and the conditions that depend on the velocity",
                                         "bristle check lugre --params table-I --at 'v = 0.01 m/s'"},
                                        {NULL, NULL}};

const tool_command command_check = {.name = "check",
                                    .purpose = "check a law (syntax, units) and its values (bounds, conditions)",
                                    .operand = "MODEL",
                                    .operand_help =
                                        "a built-in law ('bristle laws' lists them), or a file NAME.law or NAME.mech",
                                    .operand_needed = true,
                                    .options = options,
                                    .more = more,
                                    .examples = examples,
                                    .run = run_check};
