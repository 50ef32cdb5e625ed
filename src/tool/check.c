// check.c - `bristle check`: is a law right, and are its numbers?                [host]
#include "num/fp.h"

#include "law/traits.h"
#include "tool/card.h"
#include "tool/commands.h"
#include "tool/conditions.h"
#include "tool/load.h"
#include "tool/options.h"

#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- the text

static br_status read_combination(const tool_source *s, const br_chosen *chosen, int n, int motion, br_diag *why)
{
    br_law law;
    char words[200];
    br_read_options o = {
        .chosen = chosen, .nchosen = n, .motion = motion, .find = s->source.find, .context = s->source.context};
    br_status status = br_law_read(&law, s->source.text, s->source.size, s->source.origin, &o, why);
    if (status == BR_OK) {
        br_law_free(&law);
        return BR_OK;
    }
    combination_words(chosen, n, words);
    if (n > 0)
        snprintf(why->text + strlen(why->text), sizeof why->text - strlen(why->text), " (when %s)", words);
    return status;
}

// Reads the law with every combination of its choices and for every kind of motion.
static br_status check_text(const tool_source *s, const br_law *law, br_buffer *out, br_diag *why)
{
    br_chosen chosen[BR_MAX_CHOICES];
    int count = combination_count(law), most = count < CARD_COMBINATIONS ? count : CARD_COMBINATIONS;
    for (int k = 0; k < most; k++)
        for (int motion = 0; motion < law->motions; motion++) {
            br_status status = read_combination(s, chosen, combination_pick(law, k, chosen), motion, why);
            if (status != BR_OK)
                return status;
        }
    br_buffer_put(out, "  syntax and units are right");
    if (count > 1)
        br_buffer_print(out, " in %s%d combinations of choices", count > most ? "the first " : "all ", most);
    if (law->motions > 1)
        br_buffer_put(out, ", sliding and turning");
    br_buffer_put(out, "\n");
    return BR_OK;
}

// ---------------------------------------------------------------- properties

static void property(br_buffer *out, bool yes, const char *words)
{
    br_buffer_print(out, "  %-4s %s\n", yes ? "yes" : "no", words);
}

static void show_mirror(br_buffer *out, const br_law *law, const br_traits *t)
{
    property(out, t->mirror,
             "mirror-symmetric: turned signs of the motion give turned signs of all results, to the last bit");
    if (!t->mirror)
        return;
    br_buffer_put(out, "       (signs turned:");
    int some = 0;
    for (int i = 0; i < law->nq && i < 64; i++)
        if (t->odd[i])
            br_buffer_print(out, "%s %s", some++ ? "," : "", law->q[i].name);
    br_buffer_put(out, ")\n");
}

static br_status show_traits(br_law *law, br_buffer *out)
{
    br_traits t;
    br_status status = br_law_traits(law, &t);
    if (status != BR_OK)
        return status;
    br_buffer_put(out, "\nproperties, read off the equations\n");
    if (t.cores + t.arrays > 0) {
        property(out, t.affine, "rates are affine in the states while the inputs are held");
        if (t.arrays > 0) {
            property(out, t.elementwise,
                     "elementwise: only element arrays, and the rate of an element sees no other element");
            property(out, t.core_elements,
                     "core and elements: elements see the single states and themselves, not each other");
        }
        property(out, t.smooth_states, "smooth in the states: no kink or jump moves with them");
    }
    property(out, t.smooth_inputs, "smooth in the inputs");
    show_mirror(out, law, &t);
    return BR_OK;
}

// ---------------------------------------------------------------- conditions

static void show_number(br_buffer *out, br_interval v)
{
    br_buffer_about(out, v.lo, 6);
    if (v.lo != v.hi) {
        br_buffer_put(out, "..");
        br_buffer_about(out, v.hi, 6);
    }
}

static void show_condition(br_buffer *out, const br_condition *c, const condition_result *r)
{
    static const char *const answer[] = {"holds", "broken", "undecided", "not checked"};
    bool warn = !c->must && r->answer == CONDITION_BROKEN;
    size_t from = out->size;
    br_buffer_print(out, "  %s", warn ? "warning" : answer[r->answer]);
    br_buffer_pad(out, from, 15);
    if (c->words[0])
        br_buffer_safe(out, c->words, strlen(c->words));
    else
        br_buffer_safe(out, c->text, (size_t)c->size);
    if (r->answer == CONDITION_UNKNOWN) {
        size_t first = strcspn(r->needs, ",");
        br_buffer_print(out, ": needs %s (--at '%.*s = ...')", r->needs, (int)first, r->needs);
    } else if (r->answer != CONDITION_HOLDS || !c->must) {
        br_buffer_put(out, ": ");
        br_buffer_safe(out, c->text, (size_t)c->size);
    }
    br_buffer_put(out, "\n");
    if (!r->sides || r->answer == CONDITION_UNKNOWN)
        return;
    static const char *const sign[2][4] = {{" <= ", " > ", " <= or > ", ""}, {" < ", " >= ", " < or >= ", ""}};
    br_buffer_put(out, "               here ");
    show_number(out, r->left);
    br_buffer_put(out, sign[r->strict][r->answer]);
    show_number(out, r->right);
    br_buffer_put(out, ", margin ");
    show_number(out, r->margin);
    br_buffer_put(out, " (SI)\n");
}

typedef struct tally {
    int broken, warnings;
    char first[BR_MAX_WORDS + 1]; // of the broken ones
} tally;

static br_status check_conditions(const br_model *m, br_buffer *out, tally *t)
{
    for (int i = 0; i < m->law.ncond; i++) {
        const br_condition *c = &m->law.cond[i];
        condition_result r;
        br_status status = condition_judge(m, i, &r);
        if (status != BR_OK)
            return status;
        show_condition(out, c, &r);
        t->warnings += !c->must && r.answer == CONDITION_BROKEN;
        if (c->must && r.answer == CONDITION_BROKEN && t->broken++ == 0) {
            if (c->words[0])
                memcpy(t->first, c->words, sizeof t->first);
            else
                snprintf(t->first, sizeof t->first, "%.*s", c->size, c->text);
        }
    }
    if (m->law.ncond == 0)
        br_buffer_put(out, "  the law has no conditions of its own\n");
    return BR_OK;
}

static br_status check_values(const tool_args *a, const char *params, br_buffer *out, tally *t, br_diag *why)
{
    tool_model m;
    br_status status = tool_model_open(&m, a->operand, params, a->at, why);
    if (status != BR_OK)
        return status;
    status = br_model_complete(&m.model, false, why);
    if (status != BR_OK)
        snprintf(why->text + strlen(why->text), sizeof why->text - strlen(why->text), " (values of %.60s)", params);
    if (status == BR_OK) {
        br_buffer_put(out, "\nvalues of ");
        br_buffer_safe(out, params, strlen(params));
        br_buffer_put(out, ": complete, with the right units, within their bounds\n");
        status = check_conditions(&m.model, out, t);
    }
    if (status == BR_OK && a->params)
        status = show_traits(&m.model.law, out);
    tool_model_close(&m);
    return status;
}

// ---------------------------------------------------------------- the command

static br_status check(const tool_args *a, const tool_source *s, br_law *law, br_buffer *out, br_diag *why)
{
    tally t = {0};
    br_buffer_print(out, "%s - ", law->name);
    br_buffer_safe(out, law->title, strlen(law->title));
    br_buffer_put(out, "\n");
    br_status status = check_text(s, law, out, why);
    if (status == BR_OK && !a->params)
        status = show_traits(law, out);
    if (status == BR_OK && a->params)
        status = check_values(a, a->params, out, &t, why);
    for (int i = 0; i < law->nset && status == BR_OK && !a->params; i++)
        status = check_values(a, law->set[i].name, out, &t, why);
    if (status == BR_OK && t.broken > 0)
        status = tool_complain(why, BR_BAD_LAW, "bristle check: %s: the values break '%.200s'%s", law->name, t.first,
                               t.broken > 1 ? " and more" : "");
    else if (status == BR_OK && t.warnings > 0)
        br_buffer_print(out, "\n%d warning%s\n", t.warnings, t.warnings == 1 ? "" : "s");
    else if (status == BR_OK)
        br_buffer_put(out, "\nnothing to complain about\n");
    return status;
}

static br_status run(const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_source s;
    br_law law;
    br_status status = tool_source_open(&s, a->operand, why);
    if (status != BR_OK)
        return status;
    br_read_options o = {.find = s.source.find, .context = s.source.context};
    status = br_law_read(&law, s.source.text, s.source.size, s.source.origin, &o, why);
    if (status == BR_OK) {
        status = check(a, &s, &law, out, why);
        br_law_free(&law);
    }
    tool_source_close(&s);
    return status;
}

static const tool_option *const options[] = {&option_params, &option_at, NULL};
static const char *const more[] = {"Without --params the text is checked with every combination of its choices and for "
                                   "sliding and turning machines, and then "
                                   "every set of the law.",
                                   "A broken 'require' of the law is an error (exit code 4); a broken 'expect' is a "
                                   "warning with both sides of the comparison "
                                   "and the margin between them (exit code 0). A condition that depends on an input is "
                                   "checked where --at gives it a value.",
                                   NULL};
static const tool_example examples[] = {
    {"a built-in law with all of its sets", "bristle check dahl"},
    {"one set, and the conditions that need a velocity", "bristle check lugre --params table-I --at 'v = 0.01 m/s'"},
    {NULL, NULL}};

const tool_command command_check = {.name = "check",
                                    .purpose =
                                        "is a law right (syntax, units), and are its values (bounds, conditions)?",
                                    .operand = "MODEL",
                                    .operand_words = "a built-in law ('bristle laws' lists them), or a file NAME.law",
                                    .operand_needed = true,
                                    .options = options,
                                    .more = more,
                                    .examples = examples,
                                    .run = run};
