// options.c - arguments read by a command's table, and messages about them.      [host]
#include "num/base/fp.h"

#include "num/text/spelling.h"
#include "num/text/diag.h"
#include "num/text/piece.h"
#include "tool/kit/options.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char tool_required[] = "required";

const tool_option option_params = OPTION(TOOL_MODEL, "--params", "FILE|SET", params,
                                         "parameter values: a set of the law ('bristle laws NAME' lists its sets), or "
                                         "a file with lines such as 'sigma0 = 1e5 N/m'",
                                         NULL);
const tool_option option_at = OPTION(
    TOOL_MODEL, "--at", "LIST", at,
    "values of inputs and states, with units: 'v = 1e-3 m/s, z = 1e-6 m'; parameters given here override --params",
    "states: 0");
const tool_option option_json =
    OPTION(TOOL_OUTPUT, "--json", "FILE", json, "write the result as JSON to FILE, - for standard output", NULL);

const tool_option option_report = OPTION(TOOL_OUTPUT, "--report", "FILE", report,
                                         "write a self-contained HTML report to FILE, - for standard output", NULL);

const tool_option option_csv =
    OPTION(TOOL_OUTPUT, "--csv", "FILE", csv, "write the table as CSV to FILE, - for standard output", NULL);
const tool_option option_mat =
    OPTION(TOOL_OUTPUT, "--mat", "FILE", mat, "write the table as a MAT file to FILE, - for standard output", NULL);

br_status tool_complain(br_diag *why, br_status status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)br_diag_fail_list(why, status, format, list);
    va_end(list);
    return status;
}

const char *tool_first_given(const tool_given *list)
{
    while (list->option && !list->given)
        list++;
    return list->option;
}

// ---------------------------------------------------------------- near words

const char *tool_nearest(const char *name, const char *(*next)(const void *list, int i), const void *list)
{
    const char *best = NULL, *word;
    int size = (int)strnlen(name, BR_WORD_LETTERS + 1);
    int least = size < 4 ? 2 : 3; // further apart is no slip of the finger
    for (int i = 0; (word = next(list, i)) != NULL; i++) {
        int d = br_word_distance(name, size, word, (int)strlen(word));
        if (d < least) {
            least = d;
            best = word;
        }
    }
    return best;
}

static const char *next_option(const void *list, int i)
{
    const tool_option *o = ((const tool_option *const *)list)[i];
    return o ? o->name : NULL;
}

// ---------------------------------------------------------------- parsing

static const tool_option *find_option(const tool_command *c, const char *name, size_t size)
{
    for (int i = 0; c->options[i]; i++)
        if (strlen(c->options[i]->name) == size && memcmp(c->options[i]->name, name, size) == 0)
            return c->options[i];
    return NULL;
}

static br_status unknown_option(const tool_command *c, const char *text, size_t size, br_diag *why)
{
    char name[61];
    snprintf(name, sizeof name, "%.*s", (int)(size < sizeof name ? size : sizeof name - 1), text);
    const char *near = tool_nearest(name, next_option, c->options);
    if (near)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: there is no option '%s'; did you mean %s?", c->name, name,
                             near);
    return tool_complain(why, BR_BAD_USAGE, "bristle %s: there is no option '%s'; 'bristle %s --help' lists them",
                         c->name, name, c->name);
}

// Reads the option word[*i], and its value, which follows = or is the next argument.
static br_status read_option(const tool_command *c, const char *const *word, int words, int *i, tool_args *a,
                             br_diag *why)
{
    const char *name = word[*i], *equals = strncmp(name, "--", 2) == 0 ? strchr(name, '=') : NULL;
    size_t size = equals ? (size_t)(equals - name) : strlen(name);
    const tool_option *o = find_option(c, name, size);
    if (!o)
        return unknown_option(c, name, size, why);
    char *base = (char *)a + o->place;
    if (!o->value) {
        bool *to = (bool *)(void *)base;
        if (equals)
            return tool_complain(why, BR_BAD_USAGE, "bristle %s: %s takes no value", c->name, o->name);
        if (*to)
            return tool_complain(why, BR_BAD_USAGE, "bristle %s: %s is given twice", c->name, o->name);
        *to = true;
        return BR_OK;
    }
    const char **to = (const char **)(void *)base;
    if (*to)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: %s is given twice", c->name, o->name);
    const char *value = equals ? equals + 1 : *i + 1 < words ? word[++*i] : NULL;
    if (!value || !*value || (!equals && strncmp(value, "--", 2) == 0))
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: %s needs a value: %s %s", c->name, o->name, o->name,
                             o->value);
    *to = value;
    return BR_OK;
}

static br_status read_operand(const tool_command *c, const char *text, tool_args *a, br_diag *why)
{
    if (!c->operand)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: '%.60s' is one argument too many; it takes only options",
                             c->name, text);
    int most = c->operands > 0 ? c->operands : 1;
    if (a->noperands == most && most == 1)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: '%.60s' is one argument too many; it takes one %s",
                             c->name, text, c->operand);
    if (a->noperands == most)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: '%.60s' is one argument too many; it takes at most %d",
                             c->name, text, most);
    if (!*text)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: %s is empty", c->name, c->operand);
    a->operands[a->noperands++] = text;
    a->operand = a->operands[0];
    return BR_OK;
}

// Is everything there that the command cannot do without?
static br_status check_complete(const tool_command *c, const tool_args *a, br_diag *why)
{
    if (c->operand_needed && !a->operand)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: %s is missing; see 'bristle %s --help'", c->name,
                             c->operand, c->name);
    for (int i = 0; c->options[i]; i++) {
        const tool_option *o = c->options[i];
        if (o->standard == tool_required && !*(const char *const *)(const void *)((const char *)a + o->place))
            return tool_complain(why, BR_BAD_USAGE, "bristle %s: %s %s is missing; see 'bristle %s --help'", c->name,
                                 o->name, o->value, c->name);
    }
    return BR_OK;
}

br_status tool_parse(const tool_command *c, const char *const *word, int words, tool_args *a, bool *help, br_diag *why)
{
    bool only_operands = false;
    memset(a, 0, sizeof *a);
    a->command = c;
    *help = false;
    for (int i = 1; i < words && strcmp(word[i], "--") != 0; i++)
        if (strcmp(word[i], "--help") == 0 || strcmp(word[i], "-h") == 0) {
            *help = true;
            return BR_OK;
        }
    for (int i = 1; i < words; i++) {
        br_status status = BR_OK;
        if (!only_operands && strcmp(word[i], "--") == 0)
            only_operands = true;
        else if (!only_operands && word[i][0] == '-' && word[i][1])
            status = read_option(c, word, words, &i, a, why);
        else
            status = read_operand(c, word[i], a, why);
        if (status != BR_OK)
            return status;
    }
    return check_complete(c, a, why);
}

// ---------------------------------------------------------------- repeated

// As a shell reads it again; what could end a line of text is shown, not written.
static void put_word(br_buffer *out, const char *text)
{
    br_buffer safe = {0};
    br_buffer_safe(&safe, text, strlen(text));
    bool plain = safe.text && safe.text[strspn(safe.text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                          "0123456789_./,:=+@%-")] == 0;
    br_buffer_put(out, plain ? " " : " '");
    for (const char *c = safe.text; c && *c; c++)
        if (*c == '\'')
            br_buffer_put(out, "'\\''");
        else
            br_buffer_add(out, c, 1);
    br_buffer_put(out, plain ? "" : "'");
    br_buffer_free_into(&safe, &out->status);
}

const char *tool_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static bool is_among(const char *name, const char *const *list)
{
    while (*list && strcmp(*list, name) != 0)
        list++;
    return *list != NULL;
}

void tool_repeat(const tool_command *c, const tool_args *a, const char *const *without, br_buffer *out)
{
    br_buffer_print(out, "bristle %s", c->name);
    for (int i = 0; i < a->noperands; i++)
        put_word(out, access(a->operands[i], F_OK) == 0 ? tool_base_name(a->operands[i]) : a->operands[i]); // rig/axis
    for (int i = 0; c->options[i]; i++) {
        const tool_option *o = c->options[i];
        const char *base = (const char *)a + o->place;
        const char *value = o->value ? *(const char *const *)(const void *)base : NULL;
        if (is_among(o->name, without) || !(value || (!o->value && *(const bool *)(const void *)base)))
            continue;
        br_buffer_print(out, " %s", o->name);
        if (value)
            put_word(out, strncmp(o->value, "FILE", 4) == 0 ? tool_base_name(value) : value);
    }
}
