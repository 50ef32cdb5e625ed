// laws.c - `bristle laws`: which laws there are, and what one of them says.      [host]
#include "num/base/fp.h"

#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/evaluation.h"
#include "tool/kit/options.h"
#include "tool/laws/card.h"
#include "tool/laws/report.h"

#include <bristle/law.h>
#include <string.h>

// ---------------------------------------------------------------- all laws

static const br_described_quantity *next_state(const br_description *d, int *at)
{
    const br_described_quantity *q;
    while ((q = br_description_quantity(d, (*at)++)))
        if (q->part == BR_LAW_STATES)
            return q;
    return NULL;
}

static void state_names(br_buffer *out, const br_description *d)
{
    const br_described_quantity *q;
    int some = 0;
    for (int at = 0; (q = next_state(d, &at)); some++) {
        br_buffer_print(out, "%s%s", some ? ", " : "", q->name);
        if (q->elements[0])
            br_buffer_print(out, "[%s]", q->elements);
    }
    if (!some)
        br_buffer_put(out, "-");
}

static const char *kind_of(const br_description *d, int plant)
{
    return plant ? "plant" : card_kind(d);
}

static int count_states(const br_description *d)
{
    int count = 0;
    for (int at = 0; next_state(d, &at);)
        count++;
    return count;
}

static int count_sets(const br_description *d)
{
    int count = 0;
    while (br_description_set(d, count))
        count++;
    return count;
}

static void row_text(br_buffer *out, const br_description *d, int plant)
{
    const char *title = br_description_title(d);
    size_t from = out->size;
    br_buffer_put(out, br_description_name(d));
    br_buffer_pad(out, from, 16);
    br_buffer_put(out, kind_of(d, plant));
    br_buffer_pad(out, from, 25);
    if (plant)
        br_buffer_print(out, "%d", count_states(d));
    else
        state_names(out, d);
    br_buffer_pad(out, from, 34);
    br_buffer_print(out, "%d", count_sets(d));
    br_buffer_pad(out, from, 40);
    br_buffer_safe(out, title, strlen(title));
    br_buffer_put(out, "\n");
}

static void row_json(br_json *j, const br_description *d, int plant)
{
    const br_described_quantity *q;
    const br_described_set *set;
    const br_described_contained *c;
    br_json_open(j, '{');
    br_json_field_text(j, "name", br_description_name(d));
    br_json_field_text(j, "kind", kind_of(d, plant));
    br_json_field_open(j, "states", '[');
    for (int at = 0; (q = next_state(d, &at));)
        br_json_text(j, q->name);
    br_json_close(j);
    br_json_field_open(j, "sets", '[');
    for (int i = 0; (set = br_description_set(d, i)); i++)
        br_json_text(j, set->name);
    br_json_close(j);
    br_json_field_text(j, "title", br_description_title(d));
    br_json_field_open(j, "contains", '[');
    for (int i = 0; (c = br_description_contained(d, i)); i++)
        br_json_text(j, c->law);
    br_json_close(j);
    br_json_close(j);
}

// "lugre contains dahl, stribeck"
static void contained_text(br_buffer *out, const br_description *d)
{
    const br_described_contained *c;
    for (int i = 0; (c = br_description_contained(d, i)); i++)
        if (i)
            br_buffer_print(out, ", %s", c->law);
        else
            br_buffer_print(out, "  %s contains %s", br_description_name(d), c->law);
    br_buffer_put(out, br_description_contained(d, 0) ? "\n" : "");
}

static br_status list_law(br_buffer *text, br_buffer *contained, br_json *j, int i, br_diag *why)
{
    br_description *d;
    br_status status = tool_describe(&d, br_law_builtin(i), true, why);
    if (status != BR_OK)
        return status;
    row_text(text, d, br_law_builtin_plant(i));
    row_json(j, d, br_law_builtin_plant(i));
    contained_text(contained, d);
    br_description_close(d);
    return BR_OK;
}

// Laws of friction first, then the machines that they work in.
static br_status list_laws(br_buffer *text, br_json *j, br_diag *why)
{
    br_buffer_put(text, "name            kind     states   sets  title\n");
    br_json_open_file(j, "laws");
    br_json_field_open(j, "laws", '[');
    br_status status = BR_OK;
    br_buffer contained = {0};
    for (int plant = 0; plant < 2; plant++)
        for (int i = 0; br_law_builtin(i) && status == BR_OK; i++)
            if (br_law_builtin_plant(i) == plant)
                status = list_law(text, &contained, j, i, why);
    br_json_close(j);
    br_json_close(j);
    br_buffer_put(text, "\nA law that contains another one fits every log at least as well:\n");
    br_buffer_put(text, contained.text ? contained.text : "");
    if (status == BR_OK)
        status = contained.status;
    br_buffer_free(&contained);
    br_buffer_put(text, "\n'bristle laws NAME' shows one with its equations, parameters and sets.\n");
    return status;
}

// ---------------------------------------------------------------- one law

static br_status show_law(const tool_args *a, br_buffer *text, br_json *j, br_diag *why)
{
    br_description *d;
    br_status status = tool_describe(&d, a->operand, false, why);
    if (status != BR_OK)
        return status;
    card_show(text, d);
    if (a->json)
        status = card_json(j, d, why);
    br_description_close(d);
    return status;
}

// ---------------------------------------------------------------- report and pictures

enum { MOST_LAWS = 1000 };

static br_status write_report(const tool_args *a, br_buffer *out, br_diag *why)
{
    const char *name[MOST_LAWS] = {a->operand};
    int count = a->operand ? 1 : 0;
    for (int i = 0; !a->operand && br_law_builtin(i) && count < MOST_LAWS; i++)
        name[count++] = br_law_builtin(i);
    return laws_report(out, name, count, a->params, why);
}

static br_status check_outputs(const tool_args *a, br_diag *why)
{
    const char *const inputs[] = {a->operand, a->params};
    if (a->svg && !a->operand)
        return tool_complain(why, BR_BAD_USAGE, "bristle laws: --svg draws one law; give its NAME");
    if (a->params && !(a->operand && (a->svg || a->report)))
        return tool_complain(why, BR_BAD_USAGE, "bristle laws: --params goes with NAME and --svg or --report");
    return tool_outputs("laws", a, inputs, 2, why);
}

static br_status run_laws(const tool_args *a, br_buffer *out, br_diag *why)
{
    tool_views v = {0};
    br_buffer pictures = {0};
    br_json j = {.out = &v.json};
    br_status status = check_outputs(a, why);
    if (status == BR_OK)
        status = a->operand ? show_law(a, &v.text, &j, why) : list_laws(&v.text, &j, why);
    if (status == BR_OK && a->report)
        status = write_report(a, &v.report, why);
    if (status == BR_OK && a->svg)
        status = laws_pictures(&pictures, a->operand, a->params, why);
    if (status == BR_OK && a->svg)
        status = tool_deliver(a->svg, &pictures, true, out, why);
    v.before[0] = status == BR_OK ? a->svg : NULL;
    if (a->svg || a->report)
        br_buffer_free(&v.text);
    else if (a->json)
        br_buffer_put(&v.text, "\n");
    status = tool_deliver_views(&v, NULL, status, a, out, why);
    if (status == BR_OK && tool_wants_text(a))
        tool_written(out, "pictures", a->svg);
    br_buffer_free(&pictures);
    return status;
}

static const tool_option *const options[] = {
    &option_json,
    OWN_OPTION(TOOL_OUTPUT, "--svg", "FILE", svg,
               "write pictures of one law to FILE: friction over velocity, and over displacement for a slow sine",
               NULL),
    OWN_OPTION(TOOL_MODEL, "--params", "FILE|SET", params, "parameter values for the pictures of --svg and --report",
               "the first set of the law"),
    &option_report, NULL};
static const char *const more[] = {
    "Units are SI. A law that serves sliding and turning machines shows both units: 'N or N*m'. A set has parameter "
    "values from the literature; other commands use it by name with --params. Existing files are replaced.",
    NULL};
static const tool_example examples[] = {
    {"list the built-in laws", "bristle laws"},
    {"equations, parameters and sets of one law", "bristle laws lugre"},
    {"the same as JSON", "bristle laws sgms --json -"},
    {"report on all laws, for a browser", "bristle laws --report laws.html"},
    {"pictures of one law", "bristle laws lugre --svg lugre.svg --params table-4.1"},
    {"report on one law, with another set", "bristle laws lugre --report lugre.html --params table-4.1"},
    {NULL, NULL}};

const tool_command command_laws = {
    .name = "laws",
    .purpose = "list the friction laws, or show one with equations, parameters and pictures",
    .operand = "NAME",
    .operand_help = "a built-in law, or a file NAME.law (default: list all built-in laws)",
    .options = options,
    .more = more,
    .examples = examples,
    .run = run_laws};
