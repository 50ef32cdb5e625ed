// said.c - messages of the library in the words of the command line: options in place of members of options.      [host]
#include "num/base/fp.h"

#include "num/text/buffer.h"
#include "tool/kit/said.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Members whose option has another name.
static const char *const renamed[][2] = {{"sensors", "sensor"}, {"wanted", "for"}, {"enclosures", "interval"}};

static void put_option(br_buffer *to, const char *name, size_t size, const char *values)
{
    if (values && size == 6 && strncmp(name, "values", size) == 0) {
        br_buffer_put(to, values);
        return;
    }
    br_buffer_put(to, "--");
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strlen(renamed[i][0]) == size && strncmp(name, renamed[i][0], size) == 0) {
            br_buffer_put(to, renamed[i][1]);
            return;
        }
    for (size_t i = 0; i < size; i++)
        br_buffer_add(to, name[i] == '_' ? "-" : name + i, 1);
}

// What is in backquotes is a member of a structure, and stays.
static void name_options(br_diag *why, const char *values)
{
    br_buffer out = {0};
    const char *rest = why->text;
    for (int i = 0, at; (at = br_diag_place(why, i)) >= 0; i++) {
        const char *name = why->text + at;
        size_t size = strspn(name, "abcdefghijklmnopqrstuvwxyz_");
        if (name < rest || (at > 0 && name[-1] == '`'))
            continue;
        br_buffer_add(&out, rest, (size_t)(name - rest));
        put_option(&out, name, size, values);
        rest = name + size;
    }
    if (rest > why->text) {
        br_buffer_put(&out, rest);
        if (out.status == BR_OK)
            snprintf(why->text, sizeof why->text, "%s", out.text);
    }
    br_buffer_free(&out);
}

br_status tool_said(br_status status, br_diag *why)
{
    if (status != BR_OK)
        name_options(why, NULL);
    return status;
}

br_status tool_said_values(const char *option, br_status status, br_diag *why)
{
    if (status != BR_OK)
        name_options(why, option);
    return status;
}

void tool_name_commands(const tool_wording *words, size_t count, br_diag *why)
{
    name_options(why, NULL);
    for (size_t i = 0; i < count; i++) {
        char *at = strstr(why->text, words[i][0]);
        if (!at)
            continue;
        br_diag rest = *why;
        snprintf(at, sizeof why->text - (size_t)(at - why->text), "%s%s", words[i][1],
                 rest.text + (at - why->text) + strlen(words[i][0]));
    }
}

br_status tool_prefix(const char *text, br_status status, br_diag *why)
{
    name_options(why, NULL);
    br_diag rest = *why;
    snprintf(why->text, sizeof why->text, "%s%.*s", text, (int)(sizeof rest.text - 1 - strlen(text)), rest.text);
    return status;
}

br_status tool_said_by(const char *who, const char *whose, br_status status, br_diag *why)
{
    size_t size = strlen(whose);
    if (status == BR_OK)
        return status;
    name_options(why, NULL);
    if (strncmp(why->text, whose, size) != 0)
        return status;
    memmove(why->text, why->text + size, strlen(why->text) - size + 1);
    return tool_prefix(who, status, why);
}
