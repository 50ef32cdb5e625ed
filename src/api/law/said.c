// said.c - messages of public calls.                                              [host]
#include "num/base/fp.h"

#include "api/law/sized.h"
#include "num/text/diag.h"

#include <stdio.h>
#include <stdlib.h>

// A command line in a text is left as it is: its end. What is quoted, 'bristle verify FILE', ends with the quote.
static const char *end_of_command(const char *from, char before)
{
    if (strncmp(from, "bristle ", 8) != 0 || !strchr(" '\n", before))
        return from;
    return from + strcspn(from, before == '\'' ? "'\n" : ";\n");
}

static void note_member(br_diag_members *members, const char *text, const char *at)
{
    if (members && members->count < BR_DIAG_PLACES)
        members->at[members->count++] = (unsigned short)(at - text);
}

// "--noise" of a message is "noise" to a program, and "--hold-out" is "hold_out", as members of its options are. members (may be
// NULL): where they stand.
static void put_plain(char *text, br_diag_members *members)
{
    char *to = text;
    char before = ' ';
    bool option = false;
    for (const char *from = text; from && *from;) {
        size_t command = (size_t)(end_of_command(from, before) - from);
        memmove(to, from, command);
        to += command;
        from += command;
        bool begins = before == ' ' || before == '\'' || strchr("(\n`", before);
        if (begins && from[0] == '-' && from[1] == '-' && from[2] >= 'a' && from[2] <= 'z') {
            option = true;
            from += 2;
            note_member(members, text, to);
        }
        option = option && ((*from >= 'a' && *from <= 'z') || *from == '-');
        before = *from;
        if (*from)
            *to++ = option && *from == '-' ? '_' : *from;
        from += *from != 0;
    }
    if (to)
        *to = 0;
}

void br_plain_words(char *text)
{
    put_plain(text, NULL);
}

static void name_members(br_diag *why)
{
    br_diag_members members = {0};
    put_plain(why->text, &members);
    if (members.count == 0)
        return; // what a call before this one has named stays
    const char *name = why->text + members.at[0];
    size_t size = strspn(name, "abcdefghijklmnopqrstuvwxyz_"), most = sizeof members.name - 1;
    memcpy(members.name, name, size < most ? size : most);
    br_diag_set_members(why, &members);
}

void br_replace_words(const br_wording *words, size_t count, br_diag *why)
{
    for (size_t i = 0; why && i < count; i++) {
        char *at = strstr(why->text, words[i][0]), rest[sizeof why->text];
        if (!at)
            continue;
        snprintf(rest, sizeof rest, "%s", at + strlen(words[i][0]));
        snprintf(at, sizeof why->text - (size_t)(at - why->text), "%s%s", words[i][1], rest);
    }
}

br_status br_said(br_status status, br_diag *why)
{
    if (status == BR_NO_MEMORY)
        return br_diag_fail(why, status, "out of memory");
    if (status != BR_OK && why)
        name_members(why);
    return status;
}

void *br_handle_begin(const br_handle_kind *kind, bool asked, const void *options, void *with, br_status *status,
                      br_diag *why)
{
    bool fits = (!options && kind->plain) || br_sized_read(with, kind->options, kind->least, options);
    void *fresh = asked && fits ? calloc(1, kind->bytes) : NULL;
    *status = BR_OK;
    if (!asked)
        *status =
            br_diag_fail(why, BR_BAD_USAGE, "%s_open: %s and a place for the handle are needed", kind->call, kind->of);
    else if (!fits)
        *status = br_diag_fail(why, BR_BAD_USAGE, "%s: options come from %s_defaults(&options, sizeof options)",
                               kind->who, kind->call);
    else if (!fresh)
        *status = BR_NO_MEMORY;
    return fresh;
}

br_status br_who_read(char *to, size_t size, const char *who, const char *usual, bool *by_command, br_diag *why)
{
    if (who && strlen(who) >= size)
        return br_diag_fail(why, BR_BAD_USAGE, "%s`--who` is at most %zu characters", usual, size - 1);
    snprintf(to, size, "%s", who ? who : usual);
    *by_command = who != NULL;
    return BR_OK;
}

br_status br_said_to(bool by_command, br_status status, br_diag *why)
{
    return by_command && status != BR_NO_MEMORY ? status : br_said(status, why);
}
