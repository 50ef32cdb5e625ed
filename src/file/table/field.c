// field.c - fields of a CSV row, and how a CSV number is parsed: decimal comma, missing, NaN. [host]
#define _XOPEN_SOURCE 700 // strnlen
#include "num/base/fp.h"

#include "file/table/field.h"
#include "num/text/buffer.h"
#include "num/text/number.h"
#include "num/text/spelling.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

br_status br_table_complain(br_diag *why, br_status status, const char *name, long long line, long long column,
                            const char *format, ...)
{
    if (!why)
        return status;
    char message[sizeof why->text], place[64] = "";
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    br_buffer safe = {0};
    br_buffer_safe(&safe, name, strnlen(name, 150));
    if (line > 0 && column > 0)
        snprintf(place, sizeof place, ":%lld:%lld", line, column);
    else if (line > 0)
        snprintf(place, sizeof place, ":%lld", line);
    br_buffer_print(&safe, "%s: ", place);
    br_buffer_safe(&safe, message, strlen(message));
    memset(why, 0, sizeof *why);
    why->line = (int)(line < INT_MAX ? line : INT_MAX);
    why->column = (int)(column < INT_MAX ? column : INT_MAX);
    snprintf(why->text, sizeof why->text, "%s", safe.text ? safe.text : "");
    br_buffer_free(&safe);
    return status;
}

bool br_csv_is_comment(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (at == end || (*at != '#' && *at != '%'))
        return false;
    return end - at < 4 || memcmp(at, "#N/A", 4) != 0;
}

static char *skip_blanks(char *p, const char *end, char delimiter)
{
    while (p < end && br_is_blank(*p, delimiter))
        p++;
    return p;
}

static bool ends_field(char c, char delimiter)
{
    return delimiter == ' ' ? c == ' ' || c == '\t' : c == delimiter;
}

static char *field_end(char *p, char *end, char delimiter)
{
    if (delimiter != ' ') {
        char *stop = memchr(p, delimiter, (size_t)(end - p));
        return stop ? stop : end;
    }
    while (p < end && !ends_field(*p, delimiter))
        p++;
    return p;
}

// The quote that closes the one at p; NULL if none does before end. A doubled quote stands for one.
static char *closing_quote(char *p, char *end)
{
    for (p++; p < end && (p = memchr(p, '"', (size_t)(end - p))) != NULL; p += 2)
        if (end - p < 2 || p[1] != '"')
            return p;
    return NULL;
}

br_fields br_fields_of(char *at, char *end, char delimiter)
{
    while (end > at && br_is_blank(end[-1], delimiter))
        end--;
    return (br_fields){skip_blanks(at, end, delimiter), end, delimiter, false};
}

// Steps over the delimiter at p, or ends the row.
static void step_over_delimiter(br_fields *f, char *p)
{
    f->done = p >= f->end;
    f->at = f->done ? f->end : skip_blanks(p + 1, f->end, f->delimiter);
}

static br_field quoted_field(br_fields *f)
{
    char *from = f->at + 1, *stop = closing_quote(f->at, f->end);
    if (!stop) {
        f->done = true;
        return (br_field){from, (size_t)(f->end - from), true, true};
    }
    char *p = f->delimiter == ' ' ? stop + 1 : skip_blanks(stop + 1, f->end, f->delimiter);
    bool broken = p < f->end && !ends_field(*p, f->delimiter);
    step_over_delimiter(f, broken ? field_end(p, f->end, f->delimiter) : p);
    return (br_field){from, (size_t)(stop - from), true, broken};
}

br_field br_fields_next(br_fields *f)
{
    if (f->at < f->end && *f->at == '"')
        return quoted_field(f);
    char *from = f->at, *p = field_end(from, f->end, f->delimiter), *stop = p;
    while (stop > from && br_is_blank(stop[-1], f->delimiter))
        stop--;
    step_over_delimiter(f, p);
    return (br_field){from, (size_t)(stop - from), false, false};
}

char *br_row_end(char *at, char *end, char delimiter, bool *quotes)
{
    char *feed = memchr(at, '\n', (size_t)(end - at));
    char *stop = feed ? feed : end;
    *quotes = memchr(at, '"', (size_t)(stop - at)) != NULL;
    if (!*quotes)
        return feed;
    // A quote opens only at the start of a field.
    for (char *p = at;;) {
        p = skip_blanks(p, end, delimiter);
        if (p < end && *p == '"') {
            char *close = closing_quote(p, end);
            if (!close)
                return NULL;
            p = close + 1;
        }
        while (p < end && *p != '\n' && !ends_field(*p, delimiter))
            p++;
        if (p == end)
            return NULL;
        if (*p == '\n')
            return p;
        p++;
    }
}

// ---------------------------------------------------------------- numbers

static bool is_word(const char *s, size_t n, const char *word)
{
    if (n != strlen(word))
        return false;
    for (size_t i = 0; i < n; i++)
        if (br_letter_lower(s[i]) != word[i])
            return false;
    return true;
}

static bool is_missing(const char *s, size_t n)
{
    static const char *const marks[] = {"",        "na", "n/a", "#n/a", "nan",      "null",    "none",
                                        "missing", "-",  "--",  "?",    "nan(ind)", "1.#qnan", "1.#ind"};
    if (n > 1 && (*s == '-' || *s == '+') && s[1] != '-') // -nan, -1.#IND
        s++, n--;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (is_word(s, n, marks[i]))
            return true;
    return false;
}

static bool is_infinite(const char *s, size_t n)
{
    if (n > 1 && (*s == '-' || *s == '+'))
        s++, n--;
    return is_word(s, n, "inf") || is_word(s, n, "infinity") || is_word(s, n, "1.#inf");
}

// 12,345 or 1.234.567,5 or 1 234 or 1'234.5: digits in groups of three behind the first.
static bool has_thousands(const char *s, size_t n)
{
    size_t i = 0, groups = 0, digits = 0;
    if (n && (*s == '-' || *s == '+'))
        i++;
    while (i < n && s[i] >= '0' && s[i] <= '9')
        i++, digits++;
    if (digits == 0 || digits > 3)
        return false;
    for (char mark = i < n ? s[i] : 0; i + 3 < n && s[i] == mark && strchr(",.' _", mark); groups++) {
        for (size_t k = 1; k <= 3; k++)
            if (s[i + k] < '0' || s[i + k] > '9')
                return groups > 0;
        i += 4;
    }
    return groups > 0 && (i == n || s[i] < '0' || s[i] > '9');
}

static bool is_number(const char *s, size_t n, double *value, int *range)
{
    return n > 0 && br_number_read(s, n, value, range) == n;
}

static bool is_number_with_comma(char *s, size_t n, double *value, int *range)
{
    char *comma = memchr(s, ',', n);
    if (memchr(s, '.', n))
        return false;
    if (!comma)
        return is_number(s, n, value, range);
    size_t behind = (size_t)(comma - s) + 1; // "5," is not a number, or every list of numbers would be one
    if (behind >= n || s[behind] < '0' || s[behind] > '9')
        return false;
    *comma = '.';
    bool is = is_number(s, n, value, range);
    *comma = ',';
    return is;
}

br_cell br_cell_read(char *s, size_t n, char decimal, double *value, bool *tiny)
{
    int range = 0;
    double other = 0;
    bool comma = decimal == ',';
    *tiny = false;
    if (comma ? is_number_with_comma(s, n, value, &range) : is_number(s, n, value, &range)) {
        *tiny = range < 0;
        return range > 0 ? BR_CELL_INFINITE : BR_CELL_NUMBER;
    }
    if (is_missing(s, n))
        return BR_CELL_MISSING;
    if (is_infinite(s, n))
        return BR_CELL_INFINITE;
    if (has_thousands(s, n))
        return BR_CELL_THOUSANDS;
    if (comma ? is_number(s, n, &other, &range) : is_number_with_comma(s, n, &other, &range))
        return BR_CELL_OTHER_POINT;
    return BR_CELL_TEXT;
}
