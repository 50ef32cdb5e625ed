// said.c - messages of the library in the words of the command line: options in place of members of options.      [host]
#include "num/base/fp.h"

#include "tool/kit/said.h"

#include <stdio.h>
#include <string.h>

void tool_reword(const tool_wording *words, size_t count, br_diag *why)
{
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
    br_diag rest = *why;
    snprintf(why->text, sizeof why->text, "%s%.*s", text, (int)(sizeof rest.text - 1 - strlen(text)), rest.text);
    return status;
}

br_status tool_said_by(const char *who, const char *whose, br_status status, br_diag *why)
{
    size_t size = strlen(whose);
    if (status == BR_OK || strncmp(why->text, whose, size) != 0)
        return status;
    memmove(why->text, why->text + size, strlen(why->text) - size + 1);
    return tool_prefix(who, status, why);
}
