// lex.c - lexer: the text of a law as tokens.                                  [host]
#include "num/base/fp.h"

#include "law/token/lex.h"
#include "num/text/number.h"
#include "num/text/spelling.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool br_token_is(const br_token *t, const char *word)
{
    return t->kind == BR_T_NAME && *t->at == *word && strncmp(t->at, word, (size_t)t->size) == 0 && !word[t->size];
}

bool br_token_is_mark(const br_token *t, int mark)
{
    return t->kind == BR_T_MARK && t->mark == mark;
}

// No control character, no byte above ASCII: what is shown cannot steer a terminal.
static void make_printable(char *s)
{
    for (; *s; s++)
        if ((unsigned char)*s < 32 || (unsigned char)*s > 126)
            *s = '?';
}

br_status br_complain(br_diag *why, br_status status, const br_tokens *in, const br_token *at, const char *format, ...)
{
    if (!why)
        return status;
    char message[sizeof why->text];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    make_printable(message);
    memset(why, 0, sizeof *why); // what a message before this one was about
    why->line = at ? at->line : 0;
    why->column = at ? at->column : 0;
    if (at)
        snprintf(why->text, sizeof why->text, "%.150s:%d:%d: %.300s", in->origin, at->line, at->column, message);
    else
        snprintf(why->text, sizeof why->text, "%.150s: %.320s", in->origin, message);
    return status;
}

typedef struct reader {
    br_tokens *out;
    int room;
    size_t at;
    int line;
    size_t line_start;
    br_diag *why;
} reader;

static br_status push_token(reader *r, br_token t)
{
    if (r->out->count >= BR_MAX_TOKENS)
        return br_complain(r->why, BR_BAD_LAW, r->out, &t, "the text has more than %d tokens", BR_MAX_TOKENS);
    if (r->out->count == r->room) {
        int room = r->room ? 2 * r->room : 256;
        br_token *more = realloc(r->out->token, (size_t)room * sizeof *more);
        if (!more)
            return br_complain(r->why, BR_NO_MEMORY, r->out, NULL, "out of memory");
        r->out->token = more;
        r->room = room;
    }
    r->out->token[r->out->count++] = t;
    return BR_OK;
}

// A statement goes on after these.
static bool line_continues(const br_tokens *t)
{
    if (t->count == 0)
        return false;
    const br_token *last = &t->token[t->count - 1];
    if (last->kind != BR_T_MARK)
        return false;
    return last->mark != ')' && last->mark != ']' && last->mark != '\'' && last->mark != '-' && last->mark != '%';
}

static br_status read_number(reader *r, br_token *t)
{
    const char *s = r->out->text + r->at;
    int range = 0;
    size_t used = br_number_read(s, r->out->size - r->at, &t->value, &range);
    t->kind = BR_T_NUMBER;
    t->size = (int)used;
    if (used == 0)
        return br_complain(r->why, BR_BAD_LAW, r->out, t, "not a number");
    if (range > 0)
        return br_complain(r->why, BR_BAD_LAW, r->out, t, "this number is too large (at most about 1.8e308)");
    return BR_OK;
}

static br_status bad_byte(reader *r, br_token *t)
{
    static const struct {
        const char *sign, *plain;
    } signs[] = {{"\xc2\xb5", "u, as in um"}, {"\xce\xbc", "u, as in um"}, {"\xc2\xb0", "deg"},
                 {"\xc2\xb7", "*"},           {"\xc2\xb2", "^2"},          {"\xc2\xb3", "^3"},
                 {"\xe2\x88\x92", "-"},       {"\xe2\x80\x99", "'"}};
    const char *s = r->out->text + r->at;
    size_t left = r->out->size - r->at;
    t->line = r->line;
    t->column = (int)(r->at - r->line_start) + 1;
    if (*s == 0)
        return br_complain(r->why, BR_BAD_LAW, r->out, t,
                           "a zero byte; the text must be UTF-8 (is it UTF-16 or binary?)");
    if (*s == '\r')
        return br_complain(r->why, BR_BAD_LAW, r->out, t, "a lone carriage return; lines end in LF or CRLF");
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (left >= strlen(signs[i].sign) && memcmp(s, signs[i].sign, strlen(signs[i].sign)) == 0)
            return br_complain(r->why, BR_BAD_LAW, r->out, t, "this sign is written %s here", signs[i].plain);
    return br_complain(r->why, BR_BAD_LAW, r->out, t,
                       "a byte of value %d; outside comments and quoted texts only ASCII is read", (unsigned char)*s);
}

static bool ends_line(const br_tokens *t, size_t at) // CRLF
{
    return t->text[at] == '\r' && at + 1 < t->size && t->text[at + 1] == '\n';
}

// Comments and quoted texts: up to the end of the line, or `stop`. False on what no text has: zero, a lone carriage return.
static bool skip_text(reader *r, char stop)
{
    const char *text = r->out->text;
    for (; r->at < r->out->size && text[r->at] != '\n' && text[r->at] != stop; r->at++)
        if (text[r->at] == 0 || (text[r->at] == '\r' && !ends_line(r->out, r->at)))
            return false;
    return true;
}

static br_status read_text(reader *r, br_token *t)
{
    size_t start = r->at++;
    if (!skip_text(r, '"'))
        return bad_byte(r, t);
    size_t n = r->at - start;
    bool closed = r->at < r->out->size && r->out->text[r->at] == '"';
    r->at = start;
    if (!closed)
        return br_complain(r->why, BR_BAD_LAW, r->out, t, "a quoted text is not closed on its line");
    if (n > BR_MAX_WORDS)
        return br_complain(r->why, BR_BAD_LAW, r->out, t, "a quoted text has at most %d bytes", BR_MAX_WORDS);
    t->kind = BR_T_TEXT;
    t->size = (int)n + 1;
    return BR_OK;
}

static br_status read_mark(reader *r, br_token *t)
{
    static const struct {
        char text[3];
        int mark;
    } two[] = {{"<=", BR_M_LE}, {">=", BR_M_GE}, {"==", BR_M_EQ}, {"!=", BR_M_NE}, {"..", BR_M_DOTS}};
    const char *s = r->out->text + r->at;
    t->kind = BR_T_MARK;
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (r->out->size - r->at >= 2 && s[0] == two[i].text[0] && s[1] == two[i].text[1]) {
            t->mark = two[i].mark;
            t->size = 2;
            return BR_OK;
        }
    t->mark = (unsigned char)*s;
    t->size = 1;
    if (*s != 0 && strchr("+-*/^()[],=<>'.|%:", *s))
        return BR_OK;
    if ((unsigned char)*s >= 32 && (unsigned char)*s < 127)
        return br_complain(r->why, BR_BAD_LAW, r->out, t, "the character '%c' has no meaning here", *s);
    return bad_byte(r, t);
}

static br_status read_token(reader *r)
{
    br_token t = {.at = r->out->text + r->at, .line = r->line, .column = (int)(r->at - r->line_start) + 1};
    br_status status = BR_OK;
    char c = *t.at;
    if (r->out->count > 0) {
        const br_token *last = &r->out->token[r->out->count - 1];
        t.glued = last->kind != BR_T_LINE && last->at + last->size == t.at;
    }
    if (br_is_digit(c) || (c == '.' && r->at + 1 < r->out->size && br_is_digit(t.at[1]))) {
        status = read_number(r, &t);
    } else if (br_is_letter(c)) {
        size_t n = 1;
        while (r->at + n < r->out->size && (br_is_letter(t.at[n]) || br_is_digit(t.at[n])))
            n++;
        if (n > BR_MAX_NAME)
            return br_complain(r->why, BR_BAD_LAW, r->out, &t, "a name has at most %d letters", BR_MAX_NAME);
        t.kind = BR_T_NAME;
        t.size = (int)n;
    } else if (c == '"') {
        status = read_text(r, &t);
    } else {
        status = read_mark(r, &t);
    }
    if (status == BR_OK)
        status = push_token(r, t);
    r->at += (size_t)t.size;
    return status;
}

static br_status end_line(reader *r)
{
    br_token t = {
        .kind = BR_T_LINE, .at = r->out->text + r->at, .line = r->line, .column = (int)(r->at - r->line_start) + 1};
    bool empty = r->out->count == 0 || r->out->token[r->out->count - 1].kind == BR_T_LINE;
    return empty || (r->at < r->out->size && line_continues(r->out)) ? BR_OK : push_token(r, t);
}

br_status br_tokens_read(br_tokens *t, const char *text, size_t size, const char *origin, br_diag *why)
{
    memset(t, 0, sizeof *t);
    snprintf(t->origin, sizeof t->origin, "%s", origin);
    make_printable(t->origin);
    if (size > BR_MAX_TEXT)
        return br_complain(why, BR_BAD_LAW, t, NULL, "the text has more than %d MiB", (int)(BR_MAX_TEXT >> 20));
    t->text = text;
    t->size = size;
    reader r = {.out = t, .line = 1, .why = why};
    if (size >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0))
        return br_complain(why, BR_BAD_LAW, t, NULL, "the text is UTF-16; save it as UTF-8");
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        r.at = r.line_start = 3; // a byte order mark some editors leave
    br_status status = BR_OK;
    while (status == BR_OK && r.at < size) {
        char c = text[r.at];
        if (c == '\n') {
            status = end_line(&r);
            r.at++;
            r.line++;
            r.line_start = r.at;
        } else if (c == ' ' || c == '\t' || ends_line(t, r.at)) {
            r.at++;
        } else if (c == '#') {
            br_token here = {.at = text + r.at};
            if (!skip_text(&r, '\n'))
                status = bad_byte(&r, &here);
        } else {
            status = read_token(&r);
        }
    }
    if (status == BR_OK)
        status = end_line(&r);
    br_token end = {.kind = BR_T_END, .at = text + size, .line = r.line, .column = (int)(r.at - r.line_start) + 1};
    if (status == BR_OK)
        status = push_token(&r, end);
    if (status != BR_OK)
        br_tokens_free(t);
    return status;
}

void br_tokens_free(br_tokens *t)
{
    free(t->token);
    t->token = NULL;
    t->count = 0;
}
