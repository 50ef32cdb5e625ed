// mathml.c - the equations of a law typeset as a textbook writes them, as MathML.                     [host]
#include "num/base/fp.h"

#include "law/text/mathml_parts.h"

#include <string.h>

// What the tokens first .. last say, with single blanks.
static void put_words(br_buffer *out, const br_token *token, int first, int last)
{
    for (int i = first; i < last; i++) {
        br_buffer_put(out, i > first && !token[i].glued ? " " : "");
        br_buffer_add(out, token[i].at, (size_t)token[i].size);
    }
}

// Do the conditions CHOICE is VALUE in first .. last hold?
static bool holds(const br_parsed_law *law, int first, int last)
{
    const br_token *t = law->tokens.token;
    for (; first + 2 < last; first += 4)
        for (int i = 0; i < law->nchoice; i++) {
            const br_choice *c = &law->choice[i];
            if (br_token_is(&t[first], c->name) && !br_token_is(&t[first + 2], c->value[c->chosen]))
                return false;
        }
    return true;
}

// The comment behind the last token of a line.
static void put_note(br_buffer *out, const br_tokens *in, const br_token *last)
{
    const char *at = last->at + last->size, *end = in->text + in->size;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (at == end || *at != '#')
        return;
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    stop = stop ? stop : end;
    do
        at++;
    while (at < stop && *at == ' ');
    while (stop > at && (stop[-1] == '\r' || stop[-1] == ' '))
        stop--;
    br_buffer_add(out, at, (size_t)(stop - at));
}

// NAME = ..., NAME' = ..., NAME+ = ...: the left side; *at goes on behind the sign.
static bool left_side(br_buffer *out, const br_token *t, int *at, int end)
{
    int i = *at + 1;
    char mark = 0;
    if (i < end && (br_token_is_mark(&t[i], '\'') || br_token_is_mark(&t[i], '+')))
        mark = (char)t[i++].mark;
    if (t[*at].kind != BR_T_NAME || i >= end || !br_token_is_mark(&t[i], '='))
        return false;
    br_math_piece p = br_math_name(&t[*at], mark, NULL, 0);
    br_math_drain(out, &p.text);
    br_buffer_put(out, "<mo>=</mo>");
    *at = i + 1;
    return true;
}

// The line first .. end; false where it is neither an equation nor a transition.
static bool typeset_line(const br_parsed_law *law, int first, int end, br_typeset *s)
{
    const br_token *t = law->tokens.token;
    int when = first, at = first;
    while (when < end && !br_token_is(&t[when], "when"))
        when++;
    int stop = when;
    br_buffer_put(&s->math, "<math display=\"block\"><mrow>");
    if (br_token_is(&t[first], "from") && first + 5 < when && br_token_is(&t[first + 4], "if")) {
        put_words(&s->mode, t, first + 1, first + 4);
        at = first + 5;
    } else if (!left_side(&s->math, t, &at, when)) {
        return false;
    } else if (stop - 2 > at && br_token_is(&t[stop - 2], "in")) {
        put_words(&s->mode, t, stop - 1, stop);
        stop -= 2;
    }
    br_math_reader r = {.token = t, .at = at, .end = stop};
    br_math_piece p = br_math_expression(&r);
    br_math_drain(&s->math, &p.text);
    br_buffer_put(&s->math, "</mrow></math>");
    if (r.bad || r.at != stop)
        return false;
    put_words(&s->when, t, when + 1, end);
    put_note(&s->note, &law->tokens, &t[end - 1]);
    s->usual = when == end || holds(law, when + 1, end);
    return true;
}

bool br_law_typeset(const br_parsed_law *law, int *at, br_typeset *s)
{
    const br_token *t = law->tokens.token;
    memset(s, 0, sizeof *s);
    while (*at < law->last_equation) {
        int first = *at, end = first;
        while (end < law->last_equation && t[end].kind != BR_T_LINE)
            end++;
        *at = end + 1;
        if (end > first && !br_law_declares(&t[first]) && typeset_line(law, first, end, s)) {
            const br_buffer *beside[] = {&s->mode, &s->when, &s->note};
            for (int i = 0; i < 3 && s->math.status == BR_OK; i++)
                s->math.status = beside[i]->status;
            return s->math.status == BR_OK;
        }
        if (s->math.status != BR_OK)
            return false;
        br_typeset_free(s);
    }
    return false;
}

void br_typeset_free(br_typeset *s)
{
    br_buffer_free(&s->math);
    br_buffer_free(&s->mode);
    br_buffer_free(&s->when);
    br_buffer_free(&s->note);
    memset(s, 0, sizeof *s);
}
