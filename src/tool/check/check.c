// check.c - `bristle check`: is a law right, and are its numbers?                [host]
#include "num/base/fp.h"

#include "tool/kit/command_list.h"
#include "tool/kit/evaluation.h"
#include "tool/kit/options.h"
#include "tool/mechanism/mechanism.h"

#include <stdio.h>
#include <string.h>

static void safe(br_buffer *out, const char *text)
{
    br_buffer_safe(out, text, strlen(text));
}

// ---------------------------------------------------------------- the text

// Reads the law with every combination of its choices and for every kind of motion.
static br_status check_text(br_description *d, br_buffer *out, br_diag *why)
{
    const br_described_check *c;
    const br_described_unused *u;
    br_status status = br_description_check(d, &c, why);
    if (status != BR_OK)
        return status;
    br_buffer_put(out, "  syntax, units and defaults are correct");
    if (c->combinations > 1)
        br_buffer_print(out, " in %s%d combinations of choices", c->all ? "all " : "the first ", c->combinations);
    br_buffer_put(out, c->turning ? ", sliding and turning\n" : "\n");
    for (int i = 0; (u = br_description_unused(d, i)); i++)
        br_buffer_print(out, "  note: %s %s is never used\n", u->kind, u->name);
    return BR_OK;
}

// ---------------------------------------------------------------- properties

static void property(br_buffer *out, bool yes, const char *words)
{
    br_buffer_print(out, "  %-4s %s\n", yes ? "yes" : "no", words);
}

static void show_mirror(br_buffer *out, const br_described_properties *p)
{
    if (p->mirror < 0) {
        br_buffer_put(
            out, "  ?    mirror-symmetric: not tested, the law has too many states, inputs, modes or operations\n");
        return;
    }
    property(out, p->mirror,
             "mirror-symmetric: a reversed motion reverses all results, bit for bit (tests and fits of one direction "
             "suffice)");
    if (p->mirror)
        br_buffer_print(out, "       (reversed:%s%s)\n", p->reversed[0] ? " " : "", p->reversed);
}

// "properties, read off the equations with spring = stiff": the open choices as they are made here.
static void properties_title(const br_described_properties *p, br_buffer *out)
{
    br_buffer_print(out, "properties, read off the equations%s%s\n", p->choices[0] ? " with " : "", p->choices);
}

static void properties_of_states(const br_described_properties *p, br_buffer *out)
{
    property(out, p->affine,
             p->modes
                 ? "rates are affine in the states while the inputs and the mode are held (for the exact exponential "
                   "flow)"
                 : "rates are affine in the states while the inputs are held (for the exact exponential flow)");
    if (p->arrays > 0) {
        property(out, p->elementwise,
                 "elementwise: only element arrays, and the rate of an element sees no other element (for "
                 "derivatives of one number per element)");
        property(out, p->core,
                 "core and elements: elements see the single states and themselves, not each other (for "
                 "eliminating the elements one by one)");
    }
    property(out, p->smooth_states,
             p->modes
                 ? "smooth in the states within each mode: no kink or jump moves with them but the transitions (for "
                   "filters and Newton steps, which follow slopes)"
                 : "smooth in the states: no kink or jump moves with them (for filters and Newton steps, which "
                   "follow slopes)");
}

static void show_properties(const br_described_properties *p, br_buffer *out)
{
    br_buffer_put(out, "\n");
    properties_title(p, out);
    if (p->states + p->arrays > 0)
        properties_of_states(p, out);
    property(out, p->smooth_inputs,
             p->modes ? "smooth in the inputs within each mode (for linear models around a motion)"
                      : "smooth in the inputs (for linear models around a motion)");
    show_mirror(out, p);
}

// Properties with choices that are shown already are not shown again.
static br_status show_new_properties(const br_described_properties *p, br_buffer *out)
{
    br_buffer title = {0};
    properties_title(p, &title);
    br_status status = title.status;
    if (status == BR_OK && !(out->text && strstr(out->text, title.text)))
        show_properties(p, out);
    br_buffer_free(&title);
    return status;
}

// ---------------------------------------------------------------- conditions

static void show_needs(br_buffer *out, const br_evaluated_condition *c)
{
    bool plain = strcmp(c->needs_unit, "-") == 0;
    br_buffer_print(out, " (needs %s; give %s", c->needs, c->needs_parameter ? "--params" : "");
    if (c->needs_other[0])
        br_buffer_print(out, "%s--at '%s = ...%s%s'", c->needs_parameter ? " and " : "", c->needs_other,
                        plain ? "" : " ", plain ? "" : c->needs_unit);
    br_buffer_put(out, ")");
}

static void show_condition(br_buffer *out, const br_evaluated_condition *c)
{
    static const char *const answer[] = {"holds", "broken", "undecided", "not checked"};
    bool warn = !c->must && c->answer == BR_EVALUATED_BROKEN,
         words_say_all = !c->meaning[0] || strcmp(c->meaning, c->text) == 0;
    size_t from = out->size;
    br_buffer_print(out, "  %s", warn ? "warning" : answer[c->answer]);
    br_buffer_pad(out, from, 15);
    safe(out, c->meaning[0] ? c->meaning : c->text);
    if (c->answer == BR_EVALUATED_UNKNOWN) {
        show_needs(out, c);
    } else if ((c->answer != BR_EVALUATED_HOLDS || !c->must) && !words_say_all) {
        br_buffer_put(out, ": ");
        safe(out, c->text);
    }
    br_buffer_put(out, "\n");
    if (c->answer == BR_EVALUATED_UNKNOWN || !(c->sides[0] || c->assumed[0]))
        return;
    br_buffer_put(out, "               ");
    if (c->sides[0])
        br_buffer_print(out, "here %s", c->sides);
    if (c->assumed[0])
        br_buffer_print(out, "%sat %s (default)", c->sides[0] ? ", " : "", c->assumed);
    br_buffer_put(out, "\n");
}

typedef struct tally {
    int wrong, broken, warnings, undecided;
    br_status status; // of the first list of values that is wrong
    br_diag why;      // and its words
    char first[401];  // of the broken ones
} tally;

static br_status check_conditions(br_evaluation *e, br_buffer *out, tally *t, br_diag *why)
{
    const br_evaluated_condition *c;
    br_status status = br_evaluation_find_conditions(e, why);
    if (status != BR_OK)
        return status;
    for (int i = 0; (c = br_evaluation_condition(e, i)); i++) {
        bool broken = c->answer == BR_EVALUATED_BROKEN;
        show_condition(out, c);
        t->warnings += !c->must && broken;
        t->undecided += c->answer == BR_EVALUATED_UNDECIDED;
        if (c->must && broken && t->broken++ == 0)
            snprintf(t->first, sizeof t->first, "%s", c->meaning[0] ? c->meaning : c->text);
    }
    if (!br_evaluation_condition(e, 0))
        br_buffer_put(out, "  the law has no conditions\n");
    return BR_OK;
}

static br_status check_values(br_evaluation *e, const char *params, br_buffer *out, tally *t, br_diag *why)
{
    br_status status = tool_evaluation_complete(e, false, why);
    if (status != BR_OK) {
        snprintf(why->text + strlen(why->text), sizeof why->text - strlen(why->text), " (values of %.60s)", params);
        return status;
    }
    br_buffer_put(out, "\nvalues of ");
    safe(out, params);
    br_buffer_put(out, ": complete, units correct, within bounds\n");
    return check_conditions(e, out, t, why);
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
    safe(out, params);
    br_buffer_put(out, ": wrong\n  ");
    safe(out, why->text);
    br_buffer_put(out, "\n");
    return BR_OK;
}

static br_status check_params(const tool_args *a, br_buffer *out, tally *t, br_diag *why)
{
    const br_described_properties *p;
    br_evaluation *e;
    br_evaluation_options o = {.size = sizeof o, .params = a->params, .values = a->at};
    br_status status = tool_evaluation_open(&e, a->operand, &o, why);
    if (status != BR_OK)
        return status;
    status = check_values(e, a->params, out, t, why);
    if (status == BR_OK)
        status = br_evaluation_properties(e, &p, why);
    if (status == BR_OK)
        show_properties(p, out);
    br_evaluation_close(e);
    return status;
}

// --at itself is wrong if no set can be opened with it: that is reported once, not for every set.
static br_status check_at(const tool_args *a, const br_description *d, br_diag *why)
{
    br_evaluation_options o = {.size = sizeof o, .values = a->at};
    br_status found = BR_OK;
    for (int i = 0; br_description_set(d, i) && a->at; i++) {
        br_evaluation *e;
        br_diag words = {0};
        br_status status = tool_evaluation_open_set(&e, d, i, &o, &words);
        if (status == BR_OK) {
            br_evaluation_close(e);
            return BR_OK;
        }
        if (found == BR_OK && strncmp(words.text, "--at:", 5) == 0) {
            found = status;
            *why = words;
        }
    }
    return found;
}

static br_status check_set(const tool_args *a, const br_description *d, int i, br_buffer *out, tally *t)
{
    const char *set = br_description_set(d, i)->name;
    const br_described_properties *p;
    br_evaluation_options o = {.size = sizeof o, .values = a->at};
    br_evaluation *e;
    br_diag why = {0};
    br_status status = tool_evaluation_open_set(&e, d, i, &o, &why);
    if (status == BR_OK) {
        status = check_values(e, set, out, t, &why);
        if (status == BR_OK)
            status = br_evaluation_properties(e, &p, &why);
        if (status == BR_OK)
            status = show_new_properties(p, out);
        br_evaluation_close(e);
    }
    return note_fault(status, &why, set, out, t);
}

// A law without sets, checked without values: what --at gives may do for some conditions.
static br_status check_no_values(const tool_args *a, br_buffer *out, tally *t, br_diag *why)
{
    br_evaluation_options o = {.size = sizeof o, .values = a->at};
    br_evaluation *e;
    br_status status = tool_evaluation_open(&e, a->operand, &o, why);
    if (status != BR_OK)
        return status;
    status = br_evaluation_find_conditions(e, why);
    if (status == BR_OK && br_evaluation_condition(e, 0)) {
        br_buffer_put(out, "\nconditions, without parameter values\n");
        status = check_conditions(e, out, t, why);
    }
    br_evaluation_close(e);
    return status;
}

// ---------------------------------------------------------------- the command

static br_status write_conclusion(const char *law, const tally *t, br_buffer *out, br_diag *why)
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
        return tool_complain(why, BR_BAD_LAW, "bristle check: %s: the values violate '%.200s'%s", law, t->first,
                             others);
    br_buffer_put(out, "\n");
    if (t->warnings > 0)
        br_buffer_print(out, "%d warning%s", t->warnings, t->warnings == 1 ? "" : "s");
    if (t->undecided > 0)
        br_buffer_print(out, "%s%d undecided", t->warnings > 0 ? ", " : "", t->undecided);
    br_buffer_put(out, t->warnings + t->undecided > 0 ? "\n" : "no problems found\n");
    return BR_OK;
}

static br_status check_law(const tool_args *a, br_description *d, br_buffer *out, br_diag *why)
{
    const br_described_properties *p;
    tally t = {0};
    br_buffer_print(out, "%s - ", br_description_name(d));
    safe(out, br_description_title(d));
    br_buffer_put(out, "\n");
    br_status status = check_text(d, out, why);
    if (status == BR_OK && !a->params)
        status = check_at(a, d, why);
    if (status == BR_OK && !a->params)
        status = br_description_properties(d, &p, why);
    if (status == BR_OK && !a->params)
        show_properties(p, out);
    if (status == BR_OK && a->params)
        status = check_params(a, out, &t, why);
    for (int i = 0; br_description_set(d, i) && status == BR_OK && !a->params; i++)
        status = check_set(a, d, i, out, &t);
    if (status == BR_OK && !a->params && !br_description_set(d, 0))
        status = check_no_values(a, out, &t, why);
    return status == BR_OK || t.wrong > 0 ? write_conclusion(br_description_name(d), &t, out, why) : status;
}

static br_status run_check(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_description *d;
    if (mechanism_named(a->operand))
        return mechanism_check(a->operand, a, out, why);
    br_status status = tool_describe(&d, a->operand, true, why);
    if (status != BR_OK)
        return status;
    status = check_law(a, d, out, why);
    br_description_close(d);
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
