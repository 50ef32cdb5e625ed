// list.c - lists NAME = SOMETHING UNIT, ... of options: their words, and messages about errors in them.   [host]
#include "num/base/fp.h"

#include "file/table/field.h"
#include "sim/source/list.h"
#include "num/text/spelling.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

br_status br_list_bad(const br_list *l, br_status status, const char *at, const char *format, ...)
{
    char words[400];
    va_list values;
    va_start(values, format);
    vsnprintf(words, sizeof words, format, values);
    va_end(values);
    return br_table_complain(l->why, status, l->origin, 1, at - l->text + 1, "%s", words);
}

const char *br_list_word(const char *p, const char *end)
{
    const char *q = p;
    if (p < end && *p == '"') {
        const char *close = memchr(p + 1, '"', (size_t)(end - p - 1));
        return close ? close + 1 : end;
    }
    if (p < end && *p == '#')
        q++;
    else if (p == end || !br_is_letter(*p))
        return p;
    while (q < end && (br_is_digit(*q) || (*p != '#' && br_is_letter(*q))))
        q++;
    return q;
}

const char *br_list_number(const char *p, const char *end)
{
    for (; p < end && (br_is_digit(*p) || *p == '.'); p++)
        if (p + 1 < end && (p[1] == 'e' || p[1] == 'E')) {
            const char *q = p + 2;
            q += q < end && (*q == '+' || *q == '-');
            if (q < end && br_is_digit(*q))
                p = q;
        }
    return p;
}

bool br_list_reserved(const char *p, const char *end)
{
    static const char *const words[] = {"if", "then", "else", "and", "or", "not", "pi", "inf"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (br_same_word(p, end, words[i]))
            return true;
    return false;
}

const char *br_list_closing(const char *p, const char *end)
{
    int depth = 0;
    for (; p < end; p++) {
        depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
        if (depth == 0)
            return p;
    }
    return NULL;
}

br_status br_list_name(const br_list *l, const char **p, const char *end, const char *form, char name[BR_NAME_SIZE])
{
    const char *at = br_list_blanks(*p, end), *stop = at;
    while (stop < end && (br_is_letter(*stop) || (stop > at && (br_is_digit(*stop) || strchr(".[]", *stop)))))
        stop++;
    const char *equals = br_list_blanks(stop, end);
    if (stop == at || equals == end || *equals != '=')
        return br_list_bad(l, BR_BAD_LAW, at, "%s", form);
    if (stop - at >= BR_NAME_SIZE)
        return br_list_bad(l, BR_BAD_LAW, at, "this name is too long");
    snprintf(name, BR_NAME_SIZE, "%.*s", (int)(stop - at), at);
    *p = br_list_blanks(equals + 1, end);
    return BR_OK;
}

// Where the unit starts; NULL: there is none.
static const char *find_unit(const char *from, const char *end)
{
    const char *at = end, *quote = NULL;
    for (const char *p = from; p < end; p++)
        quote = *p == '"' ? p : quote;
    while (at > from && !strchr(" \t\r\n", at[-1]))
        at--;
    const char *value = br_list_trim(from, at), *word = value;
    if (value == from || (quote && at <= quote)) // a blank inside quotes
        return NULL;
    while (word > from && (br_is_letter(word[-1]) || br_is_digit(word[-1])))
        word--;
    bool ends = br_is_letter(value[-1]) || br_is_digit(value[-1]) || strchr(").\"", value[-1]);
    bool binds = br_list_reserved(word, value) && !br_same_word(word, value, "pi") && !br_same_word(word, value, "inf");
    bool goes_on =
        strchr("*/^<>=!,)|", *at) || br_list_reserved(at, br_list_word(at, end)) || (strchr("+-", *at) && end > at + 1);
    return ends && !binds && !goes_on ? at : NULL;
}

br_status br_list_take_unit(const br_list *l, const char *from, const char **end, br_list_unit *u)
{
    br_diag why = {0};
    *u = (br_list_unit){.text = "-", .at = from < *end ? find_unit(from, *end) : NULL};
    u->has_unit = u->at != NULL;
    if (!u->at)
        return BR_OK;
    size_t size = (size_t)(*end - u->at);
    if (br_unit_read(u->at, size, NULL, 0, &u->unit, &why) != size || size >= sizeof u->text)
        return br_list_bad(l, BR_BAD_LAW, u->at, "%s", why.text[0] ? why.text : "this is no unit");
    snprintf(u->text, sizeof u->text, "%.*s", (int)size, u->at);
    *end = br_list_trim(from, u->at);
    return BR_OK;
}
