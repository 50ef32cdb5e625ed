// source_line.c - a law as its text has it: lines of equations, laws that are used, what choices are about.    [host]
#include "num/base/fp.h"

#include "law/text/source_line.h"

#include <stdio.h>
#include <string.h>

// The name at a token, hyphens included; answers the token behind it.
static int read_name(const br_tokens *t, int at, char name[BR_MAX_NAME + 1])
{
    const char *from = t->token[at].at;
    int end = at;
    while (end == at || (t->token[end].glued && (t->token[end].kind == BR_T_NAME || t->token[end].kind == BR_T_NUMBER ||
                                                 br_token_is_mark(&t->token[end], '-'))))
        end++;
    snprintf(name, BR_MAX_NAME + 1, "%.*s", (int)(t->token[end - 1].at + t->token[end - 1].size - from), from);
    return end;
}

static bool starts_line(const br_tokens *t, int at, const char *word)
{
    return (at == 0 || t->token[at - 1].kind == BR_T_LINE) && br_token_is(&t->token[at], word);
}

bool br_law_next_use(const br_parsed_law *law, int *at, char name[BR_MAX_NAME + 1], char as[BR_MAX_NAME + 1])
{
    const br_tokens *t = &law->tokens;
    as[0] = 0;
    for (; *at + 1 < t->count; ++*at) {
        if (!starts_line(t, *at, "use"))
            continue;
        int end = read_name(t, *at + 1, name);
        if (br_token_is(&t->token[end], "as"))
            read_name(t, end + 1, as);
        ++*at;
        return true;
    }
    return false;
}

void br_law_choice_words(const br_parsed_law *law, const char *choice, char words[BR_MAX_WORDS + 1])
{
    const br_tokens *t = &law->tokens;
    words[0] = 0;
    for (int at = 0; at + 2 < t->count; at++) {
        if (!starts_line(t, at, "choice") || !br_token_is(&t->token[at + 1], choice))
            continue;
        while (t->token[at].kind != BR_T_LINE && t->token[at].kind != BR_T_END && t->token[at].kind != BR_T_TEXT)
            at++;
        const br_token *w = &t->token[at];
        if (w->kind == BR_T_TEXT && w->size >= 2)
            snprintf(words, BR_MAX_WORDS + 1, "%.*s", w->size - 2, w->at + 1);
        return;
    }
}

// Do words of a declaration stand on this line of the text? They may go on from the line before.
static bool declares(const br_tokens *t, const char *line, size_t size)
{
    int low = 0, high = t->count - 1; // the first token that ends behind the start of the line
    while (low < high) {
        int mid = low + (high - low) / 2;
        if (t->token[mid].at + t->token[mid].size <= line)
            low = mid + 1;
        else
            high = mid;
    }
    if (t->token[low].at >= line + size)
        return false; // a blank, or a comment
    while (low > 0 && t->token[low - 1].kind != BR_T_LINE)
        low--;
    return br_law_declares(&t->token[low]);
}

// Any line from the first equation to the sets.
static bool next_line(const br_parsed_law *law, size_t *at, const char **line, size_t *size)
{
    const char *text = law->tokens.text;
    size_t end = (size_t)(law->tokens.token[law->last_equation].at - text);
    if (*at == 0) {
        *at = (size_t)(law->tokens.token[law->first_equation].at - text);
        while (*at > 0 && text[*at - 1] != '\n')
            --*at;
    }
    while (end > 0 && (text[end - 1] == '\n' || text[end - 1] == '\r' || text[end - 1] == ' ' || text[end - 1] == '\t'))
        end--;
    if (*at >= end)
        return false;
    const char *stop = memchr(text + *at, '\n', end - *at);
    *line = text + *at;
    *size = stop ? (size_t)(stop - *line) : end - *at;
    *at += *size + 1;
    while (*size > 0 && ((*line)[*size - 1] == '\r' || (*line)[*size - 1] == ' '))
        --*size;
    return true;
}

bool br_law_equation_line(const br_parsed_law *law, size_t *at, const char **line, size_t *size)
{
    bool some;
    do
        some = next_line(law, at, line, size);
    while (some && declares(&law->tokens, *line, *size));
    return some;
}
