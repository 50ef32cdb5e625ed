// laws.c - `bristle laws`: which laws there are, and what one of them says.      [host]
#include "num/base/fp.h"

#include "tool/laws/card.h"
#include "tool/kit/command_list.h"
#include "tool/kit/deliver.h"
#include "tool/kit/options.h"
#include "tool/laws/report.h"

#include <bristle/law.h>
#include <string.h>

// ---------------------------------------------------------------- all laws

static void state_names(br_buffer *out, const br_parsed_law *law)
{
    int some = 0;
    for (int i = 0; i < law->nq; i++) {
        if (law->q[i].kind != BR_STATE)
            continue;
        br_buffer_print(out, "%s%s", some++ ? ", " : "", law->q[i].name);
        if (law->q[i].dim != BR_SCALAR)
            br_buffer_print(out, "[%s]", law->dim[law->q[i].dim].name);
    }
    if (!some)
        br_buffer_put(out, "-");
}

static const char *kind_of(const br_parsed_law *law, int plant)
{
    return plant ? "plant" : br_parsed_law_count(law, BR_STATE) ? "dynamic" : "static";
}

static void row_text(br_buffer *out, const br_parsed_law *law, int plant)
{
    size_t from = out->size;
    br_buffer_put(out, law->name);
    br_buffer_pad(out, from, 16);
    br_buffer_put(out, kind_of(law, plant));
    br_buffer_pad(out, from, 25);
    if (plant)
        br_buffer_print(out, "%d", br_parsed_law_count(law, BR_STATE));
    else
        state_names(out, law);
    br_buffer_pad(out, from, 34);
    br_buffer_print(out, "%d", law->nset);
    br_buffer_pad(out, from, 40);
    br_buffer_safe(out, law->title, strlen(law->title));
    br_buffer_put(out, "\n");
}

static void row_json(br_json *j, const br_parsed_law *law, int plant)
{
    br_json_open(j, '{');
    br_json_field_text(j, "name", law->name);
    br_json_field_text(j, "kind", kind_of(law, plant));
    br_json_field_open(j, "states", '[');
    for (int i = 0; i < law->nq; i++)
        if (law->q[i].kind == BR_STATE)
            br_json_text(j, law->q[i].name);
    br_json_close(j);
    br_json_field_open(j, "sets", '[');
    for (int i = 0; i < law->nset; i++)
        br_json_text(j, law->set[i].name);
    br_json_close(j);
    br_json_field_text(j, "title", law->title);
    br_json_field_open(j, "contains", '[');
    for (int i = 0; i < law->ncontained; i++)
        br_json_text(j, law->contained[i].law);
    br_json_close(j);
    br_json_close(j);
}

// "lugre contains dahl, stribeck"
static void contained_text(br_buffer *out, const br_parsed_law *law)
{
    for (int i = 0; i < law->ncontained; i++)
        br_buffer_print(out, i ? ", %s" : "  %s contains %s", i ? law->contained[i].law : law->name,
                        law->contained[0].law);
    br_buffer_put(out, law->ncontained ? "\n" : "");
}

static br_status list_law(br_buffer *text, br_buffer *contained, br_json *j, int i, br_diag *why)
{
    br_law_source s;
    br_parsed_law law;
    br_status status = br_law_source_open(&s, br_law_builtin(i), why);
    if (status != BR_OK)
        return status;
    br_read_options o = {.find = s.source.find, .context = s.source.context};
    status = br_law_read(&law, s.source.text, s.source.size, s.source.origin, &o, why);
    if (status == BR_OK) {
        row_text(text, &law, br_law_builtin_plant(i));
        row_json(j, &law, br_law_builtin_plant(i));
        contained_text(contained, &law);
        br_law_free(&law);
    }
    br_law_source_close(&s);
    return status;
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
    br_law_source s;
    card c;
    br_status status = br_law_source_open(&s, a->operand, why);
    if (status != BR_OK)
        return status;
    status = card_open(&c, &s, why);
    if (status == BR_OK) {
        card_show(text, &c);
        if (a->json)
            status = card_json(j, &c, &s, why);
        card_close(&c);
    }
    br_law_source_close(&s);
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
