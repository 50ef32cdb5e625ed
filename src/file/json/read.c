// read.c - parsing JSON: strings, numbers, arrays, objects.                    [host]
#include "num/base/fp.h"

#include "file/json/read.h"
#include "num/text/diag.h"
#include "num/text/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    br_json_tree *t;
    char *at, *end, *text;
    const char *name;
    br_diag *why;
    int depth;
} reader;

static br_status syntax_error(const reader *r, const char *message)
{
    int line = 1, column = 1;
    for (const char *p = r->text; p < r->at; p++) {
        column = *p == '\n' ? 1 : column + 1;
        line += *p == '\n';
    }
    return br_diag_fail(r->why, BR_BAD_DATA, "%.100s:%d:%d: %s", r->name, line, column, message);
}

static void skip_blanks(reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static int peek(const reader *r)
{
    return r->at < r->end ? (unsigned char)*r->at : -1;
}

// ---------------------------------------------------------------- texts

static int hex4(const reader *r)
{
    int value = 0;
    for (int i = 0; i < 4; i++) {
        int c = r->at + i < r->end ? r->at[i] : 0;
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        value = 16 * value + digit;
    }
    return value;
}

static char *put_utf8(char *to, unsigned c)
{
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    *to++ = (char)(lead[more] | c >> (6 * more));
    while (more-- > 0)
        *to++ = (char)(0x80 | (c >> (6 * more) & 0x3f));
    return to;
}

// Behind \u: one unit of UTF-16, or the two of a pair.
static br_status read_utf16(reader *r, char **to)
{
    int high = hex4(r), low = -1;
    if (high <= 0)
        return syntax_error(r, "\\u needs four digits other than 0000");
    r->at += 4;
    if (high < 0xd800 || high > 0xdfff) {
        *to = put_utf8(*to, (unsigned)high);
        return BR_OK;
    }
    if (high < 0xdc00 && r->end - r->at >= 6 && r->at[0] == '\\' && r->at[1] == 'u') {
        r->at += 2;
        low = hex4(r);
    }
    if (low < 0xdc00 || low > 0xdfff)
        return syntax_error(r, "half of a pair of \\u");
    r->at += 4;
    *to = put_utf8(*to, 0x10000 + ((unsigned)(high - 0xd800) << 10) + (unsigned)(low - 0xdc00));
    return BR_OK;
}

// At the quote; decodes in place, where the text only gets shorter.
static br_status read_string(reader *r, const char **text)
{
    static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
    char *to = ++r->at;
    *text = to;
    while (peek(r) != '"') {
        const char *known;
        br_status status = BR_OK;
        if (peek(r) < ' ')
            return syntax_error(r, "a text does not end, or holds a control character");
        if (*r->at != '\\') {
            *to++ = *r->at++;
        } else if (++r->at < r->end && *r->at == 'u') {
            r->at++;
            status = read_utf16(r, &to);
        } else if (r->at < r->end && *r->at && (known = strchr(from, *r->at))) {
            *to++ = into[known - from];
            r->at++;
        } else {
            status = syntax_error(r, "no such escape");
        }
        if (status != BR_OK)
            return status;
    }
    r->at++;
    *to = 0;
    return BR_OK;
}

// ---------------------------------------------------------------- values

static br_status add_node(reader *r, br_json_kind kind, int *place)
{
    br_json_tree *t = r->t;
    if (t->count == t->room) {
        int room = t->room ? 2 * t->room : 64;
        br_json_value *value = room > 0 ? realloc(t->value, (size_t)room * sizeof *value) : NULL;
        if (!value)
            return BR_NO_MEMORY;
        t->value = value;
        t->room = room;
    }
    *place = t->count++;
    t->value[*place] = (br_json_value){.kind = kind, .next = -1};
    return BR_OK;
}

static br_status read_value(reader *r, int *place);

// The key of the next value, where it stands in an object.
static br_status read_key(reader *r, const char **key)
{
    skip_blanks(r);
    if (peek(r) != '"')
        return syntax_error(r, "a key in quotes is missing");
    br_status status = read_string(r, key);
    skip_blanks(r);
    if (status == BR_OK && peek(r) != ':')
        return syntax_error(r, "':' is missing behind the key");
    r->at++;
    return status;
}

static br_status read_members(reader *r, int whole, char close)
{
    int last = -1;
    for (;;) {
        const char *key = NULL;
        int place = 0;
        br_status status = close == '}' ? read_key(r, &key) : BR_OK;
        if (status == BR_OK)
            status = read_value(r, &place);
        if (status != BR_OK)
            return status;
        r->t->value[place].key = key;
        r->t->value[whole].count++;
        if (last >= 0)
            r->t->value[last].next = place;
        last = place;
        skip_blanks(r);
        int c = peek(r);
        if (c != ',' && c != close)
            return syntax_error(r, close == '}' ? "',' or '}' is missing" : "',' or ']' is missing");
        r->at++;
        if (c == close)
            return BR_OK;
    }
}

static br_status read_nested(reader *r, char open, int *place)
{
    char close = open == '{' ? '}' : ']';
    br_status status = add_node(r, open == '{' ? BR_JSON_OBJECT : BR_JSON_ARRAY, place);
    if (status != BR_OK)
        return status;
    if (++r->depth > BR_JSON_DEEP)
        return syntax_error(r, "nested too deep");
    r->at++;
    skip_blanks(r);
    if (peek(r) == close)
        r->at++;
    else
        status = read_members(r, *place, close);
    r->depth--;
    return status;
}

static br_status read_number(reader *r, int *place)
{
    double value;
    int range;
    size_t used = br_number_read(r->at, (size_t)(r->end - r->at), &value, &range);
    const char *digit = r->at + (*r->at == '-');
    if (used == 0 || *r->at == '+' || *digit == '.' || r->at[used - 1] == '.')
        return syntax_error(r, "no value");
    br_status status = add_node(r, BR_JSON_NUMBER, place);
    if (status == BR_OK)
        r->t->value[*place].number = value;
    r->at += used;
    return status;
}

static br_status read_value(reader *r, int *place)
{
    static const struct {
        const char *word;
        br_json_kind kind;
    } literals[] = {{"null", BR_JSON_NULL}, {"false", BR_JSON_FALSE}, {"true", BR_JSON_TRUE}};
    skip_blanks(r);
    int c = peek(r);
    if (c == '{' || c == '[')
        return read_nested(r, (char)c, place);
    if (c == '"') {
        br_status status = add_node(r, BR_JSON_TEXT, place);
        return status == BR_OK ? read_string(r, &r->t->value[*place].text) : status;
    }
    for (size_t i = 0; i < sizeof literals / sizeof *literals; i++) {
        size_t size = strlen(literals[i].word);
        if ((size_t)(r->end - r->at) >= size && memcmp(r->at, literals[i].word, size) == 0) {
            r->at += size;
            return add_node(r, literals[i].kind, place);
        }
    }
    return c == '-' || (c >= '0' && c <= '9') ? read_number(r, place) : syntax_error(r, "no value");
}

// NOLINTNEXTLINE(readability-non-const-parameter): texts are decoded in place
br_status br_json_read(br_json_tree *t, char *text, size_t size, const char *name, br_diag *why)
{
    reader r = {.t = t, .at = text, .end = text + size, .text = text, .name = name, .why = why};
    int whole;
    *t = (br_json_tree){0};
    br_status status = read_value(&r, &whole);
    skip_blanks(&r);
    if (status == BR_OK && r.at != r.end)
        status = syntax_error(&r, "something stands behind the value");
    if (status != BR_OK)
        br_json_free(t);
    return status;
}

void br_json_free(br_json_tree *t)
{
    free(t->value);
    *t = (br_json_tree){0};
}

int br_json_first(const br_json_tree *t, int at)
{
    return at >= 0 && t->value[at].count > 0 ? at + 1 : -1;
}

int br_json_find(const br_json_tree *t, int at, const char *key)
{
    if (at < 0 || t->value[at].kind != BR_JSON_OBJECT)
        return -1;
    for (int i = br_json_first(t, at); i >= 0; i = t->value[i].next)
        if (strcmp(t->value[i].key, key) == 0)
            return i;
    return -1;
}
