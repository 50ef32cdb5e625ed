// laws.c - `bristle laws`: which laws there are, and what one of them says.      [host]
#include "num/fp.h"

#include "law/embedded.h"
#include "tool/card.h"
#include "tool/commands.h"
#include "tool/options.h"

#include <string.h>

// ---------------------------------------------------------------- all laws

static void state_names(br_buffer *out, const br_law *law)
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

static void row_text(br_buffer *out, const br_law *law)
{
    size_t from = out->size;
    br_buffer_put(out, law->name);
    br_buffer_pad(out, from, 16);
    br_buffer_put(out, br_law_count(law, BR_STATE) ? "dynamic" : "static");
    br_buffer_pad(out, from, 25);
    state_names(out, law);
    br_buffer_pad(out, from, 34);
    br_buffer_print(out, "%d", law->nset);
    br_buffer_pad(out, from, 40);
    br_buffer_safe(out, law->title, strlen(law->title));
    br_buffer_put(out, "\n");
}

static void row_json(br_json *j, const br_law *law)
{
    br_json_open(j, '{');
    br_json_key(j, "name");
    br_json_text(j, law->name);
    br_json_key(j, "kind");
    br_json_text(j, br_law_count(law, BR_STATE) ? "dynamic" : "static");
    br_json_key(j, "states");
    br_json_open(j, '[');
    for (int i = 0; i < law->nq; i++)
        if (law->q[i].kind == BR_STATE)
            br_json_text(j, law->q[i].name);
    br_json_close(j);
    br_json_key(j, "sets");
    br_json_open(j, '[');
    for (int i = 0; i < law->nset; i++)
        br_json_text(j, law->set[i].name);
    br_json_close(j);
    br_json_key(j, "title");
    br_json_text(j, law->title);
    br_json_close(j);
}

static br_status list(br_buffer *text, br_json *j, br_diag *why)
{
    br_buffer_put(text, "name            kind     states   sets  title\n");
    br_json_open(j, '{');
    br_json_key(j, "laws");
    br_json_open(j, '[');
    br_status status = BR_OK;
    for (const br_text *t = br_embedded_laws; t->name && status == BR_OK; t++) {
        tool_source s;
        br_law law;
        status = tool_source_open(&s, t->name, why);
        if (status != BR_OK)
            break;
        br_read_options o = {.find = s.source.find, .context = s.source.context};
        status = br_law_read(&law, s.source.text, s.source.size, s.source.origin, &o, why);
        if (status == BR_OK) {
            row_text(text, &law);
            row_json(j, &law);
            br_law_free(&law);
        }
        tool_source_close(&s);
    }
    br_json_close(j);
    br_json_close(j);
    br_buffer_put(text, "\n'bristle laws NAME' shows one with its equations, parameters and sets.\n");
    return status;
}

// ---------------------------------------------------------------- one law

static br_status one(const tool_args *a, br_buffer *text, br_json *j, br_diag *why)
{
    tool_source s;
    card c;
    br_status status = tool_source_open(&s, a->operand, why);
    if (status != BR_OK)
        return status;
    status = card_open(&c, &s, why);
    if (status == BR_OK) {
        card_show(text, &c);
        if (a->json)
            status = card_json(j, &c, &s, why);
        card_close(&c);
    }
    tool_source_close(&s);
    return status;
}

static br_status run(const tool_args *a, br_buffer *out, br_diag *why)
{
    br_buffer text = {0}, json = {0};
    br_json j = {.out = &json};
    br_status status = a->operand ? one(a, &text, &j, why) : list(&text, &j, why);
    if (status == BR_OK)
        status = text.status;
    if (status == BR_OK && a->json)
        status = tool_deliver(a->json, &json, true, out, why);
    if (status == BR_OK && !(a->json && strcmp(a->json, "-") == 0))
        br_buffer_add(out, text.text, text.size);
    br_buffer_free(&text);
    br_buffer_free(&json);
    return status;
}

static const tool_option *const options[] = {&option_json, NULL};
static const char *const more[] = {
    "Units are SI; where a law leaves the kind of motion open, the unit for sliding stands first and the one for "
    "turning behind "
    "'or'. Sets are parameter values from the literature; other commands take them by name with --params.",
    NULL};
static const tool_example examples[] = {{"which laws there are", "bristle laws"},
                                        {"one of them: equations, parameters, sets", "bristle laws lugre"},
                                        {"the same for a program", "bristle laws sgms --json -"},
                                        {NULL, NULL}};

const tool_command command_laws = {.name = "laws",
                                   .purpose = "the built-in friction laws, or one law in full",
                                   .operand = "NAME",
                                   .operand_words =
                                       "a built-in law, or a file NAME.law; without it, the table of all built-in laws",
                                   .options = options,
                                   .more = more,
                                   .examples = examples,
                                   .run = run};
