// fields.c - the fields of a result as a text table, as a table of a report, and as JSON.  [host]
#include "num/base/fp.h"

#include "file/page/html.h"
#include "num/text/number.h"
#include "num/text/piece.h"
#include "tool/kit/fields.h"

#include <math.h>
#include <string.h>

typedef union field_value {
    double number;
    long long count;
    bool yes;
    const char *text;
} field_value;

static field_value value_of(const tool_field *f, const void *row)
{
    const void *at = (const char *)row + f->place;
    switch (f->kind) {
    case FIELD_INT: return (field_value){.count = *(const int *)at};
    case FIELD_LONG: return (field_value){.count = *(const long long *)at};
    case FIELD_BOOL: return (field_value){.yes = *(const bool *)at};
    case FIELD_TEXT: return (field_value){.text = *(const char *const *)at};
    case FIELD_CHARS: return (field_value){.text = at};
    default: return (field_value){.number = *(const double *)at};
    }
}

// ---------------------------------------------------------------- cells

static void write_number(br_buffer *out, field_kind kind, double value)
{
    if (isnan(value))
        br_buffer_put(out, "-");
    else if (kind == FIELD_PERCENT && isinf(value)) // an error: of a simulation that ran away
        br_buffer_put(out, "diverged");
    else if (kind == FIELD_PERCENT)
        br_buffer_print(out, value > 0 && value < 1e-5 ? "%.2e %%" : "%.3f %%", 100 * value);
    else
        br_buffer_about(out, kind == FIELD_SHARE ? 100 * value : value,
                        kind == FIELD_SHARE   ? 2
                        : kind == FIELD_ROUND ? 3
                                              : 6);
    br_buffer_put(out, kind == FIELD_SHARE && !isnan(value) ? " %" : "");
}

// A cell ends with a tab and a row with a line break, which no cell has.
static void write_cell(br_buffer *cells, const tool_field *f, const void *row)
{
    if (f->show) {
        f->show(cells, row);
    } else {
        field_value v = value_of(f, row);
        if (f->kind == FIELD_TEXT || f->kind == FIELD_CHARS)
            br_buffer_safe(cells, v.text ? v.text : "", v.text ? strlen(v.text) : 0);
        else if (f->kind == FIELD_BOOL)
            br_buffer_put(cells, v.yes ? "yes" : "no");
        else if (f->kind == FIELD_INT || f->kind == FIELD_LONG)
            br_buffer_print(cells, "%lld", v.count);
        else
            write_number(cells, f->kind, v.number);
    }
    br_buffer_put(cells, "\t");
}

static bool is_end(const tool_field *f)
{
    return !f->heading && !f->key;
}

void fields_row(br_buffer *cells, const tool_field *f, const void *row, const char *instead)
{
    bool start = cells->size == 0;
    for (const tool_field *h = f; start && !is_end(h); h++)
        if (h->heading)
            br_buffer_print(cells, "%s\t", h->heading);
    br_buffer_put(cells, "\n");
    for (bool first = true; !is_end(f) && (first || !instead); f++)
        if (f->heading) {
            write_cell(cells, f, row);
            first = false;
        }
    if (instead) {
        br_buffer_safe(cells, instead, strlen(instead));
        br_buffer_put(cells, "\t");
    }
}

// ---------------------------------------------------------------- tables

enum { COLUMNS = 16 };
typedef struct cell {
    const char *text;
    size_t size;
} cell;

// The cells of the row at *at, which moves to the next row; how many there are.
static int read_row(const char **at, cell c[COLUMNS])
{
    int n = 0;
    for (; n < COLUMNS && **at && **at != '\n'; n++) {
        c[n] = (cell){*at, strcspn(*at, "\t")};
        *at += c[n].size + 1;
    }
    *at += **at == '\n';
    return n;
}

static int letters_of(cell c)
{
    int n = 0;
    for (size_t i = 0; i < c.size; i++)
        n += (c.text[i] & 0xC0) != 0x80; // not a later byte of a character
    return n;
}

// How wide each column is, without what stands last in its row; -1: it is empty.
static int measure_columns(const br_buffer *cells, cell head[COLUMNS], int width[COLUMNS])
{
    const char *at = cells->text;
    cell c[COLUMNS];
    int columns = read_row(&at, head);
    for (int i = 0; i < columns; i++)
        width[i] = -1;
    for (int n; (n = read_row(&at, c)) > 0;)
        for (int i = 0; i < n; i++) {
            bool empty = c[i].size == 0 || (c[i].size == 1 && *c[i].text == '-');
            int letters = i + 1 < n ? letters_of(c[i]) : 0;
            if (letters > width[i] && (width[i] >= 0 || !empty))
                width[i] = letters;
        }
    for (int i = 0; i + 1 < columns; i++)
        if (width[i] >= 0 && letters_of(head[i]) > width[i])
            width[i] = letters_of(head[i]);
    return columns;
}

void fields_text(br_buffer *out, br_buffer *cells, int indent)
{
    cell c[COLUMNS];
    int width[COLUMNS];
    const char *at = cells->text ? cells->text : "";
    if (*at)
        measure_columns(cells, c, width);
    for (int n; (n = read_row(&at, c)) > 0;) {
        size_t from = out->size;
        int to = indent;
        for (int i = 0; i < n; i++) {
            if (width[i] < 0)
                continue;
            if (c[i].size > 0 && to > 0)
                br_buffer_pad(out, from, to);
            br_buffer_add(out, c[i].text, c[i].size);
            to += width[i] + 2;
        }
        br_buffer_put(out, "\n");
    }
    br_buffer_free_into(cells, &out->status);
}

static size_t skip_digits(cell c, size_t i)
{
    while (i < c.size && c.text[i] >= '0' && c.text[i] <= '9')
        i++;
    return i;
}

// Characters before the decimal point of a number, with its sign; 0: the cell is none. "12.5", "-2e-9", "4 %"
static int whole_digits(cell c)
{
    size_t sign = c.size > 0 && *c.text == '-', n = skip_digits(c, sign), end = n;
    if (end < c.size && c.text[end] == '.')
        end = skip_digits(c, end + 1);
    if (end + 1 < c.size && c.text[end] == 'e')
        end = skip_digits(c, end + 2);
    bool whole = end == c.size || (end + 2 == c.size && strncmp(c.text + end, " %", 2) == 0);
    return n > sign && whole ? (int)n : 0;
}

// Of each column the most of them: numbers stand below each other at their decimal points.
static void measure_digits(const br_buffer *cells, int digits[COLUMNS])
{
    const char *at = cells->text ? cells->text : "";
    cell c[COLUMNS];
    memset(digits, 0, COLUMNS * sizeof *digits);
    read_row(&at, c);
    for (int n; (n = read_row(&at, c)) > 0;)
        for (int i = 0; i < n; i++)
            digits[i] = whole_digits(c[i]) > digits[i] ? whole_digits(c[i]) : digits[i];
}

static bool is_headed(cell head, const char *word)
{
    size_t n = strlen(word);
    return head.size >= n && strncmp(head.text + head.size - n, word, n) == 0;
}

static int decade_of(double v)
{
    int k = 0;
    for (; v >= 10 && k < 400; k++)
        v /= 10;
    for (; v < 1 && k > -400; k--)
        v *= 10;
    return k;
}

// Of a column "value" before one of "sd": the cell up to the second digit of its deviation, in `shown`. Other numbers have
// four digits, but integers all of theirs.
static cell round_to_sd(const cell *head, const cell *c, int n, int i, br_buffer *shown)
{
    double v = 0, sd = 0;
    int range, k = i + 1;
    while (k < n && !(head[k].size == 2 && is_headed(head[k], "sd")))
        k++;
    bool is_number = whole_digits(c[i]) > 0 && br_number_read(c[i].text, c[i].size, &v, &range) == c[i].size;
    bool both = k < n && is_headed(head[i], "value") && is_number && whole_digits(c[k]) > 0 &&
                br_number_read(c[k].text, c[k].size, &sd, &range) == c[k].size;
    if (!both || !(sd > 0) || v == 0) {
        bool proved = is_headed(head[i], "from") || is_headed(head[i], "to"); // ends of intervals must not move inward
        if (!is_number || proved || both || v == floor(v) || fabs(v) >= 1e4)
            return c[i];
        br_buffer_about(shown, v, 4);
        return (cell){shown->text, shown->size};
    }
    int digits = decade_of(fabs(v)) - decade_of(sd) + 2;
    br_buffer_about(shown, v, digits < 1 ? 1 : digits > 6 ? 6 : digits);
    return (cell){shown->text, shown->size};
}

// The heading is repeated beside a cell where those of a row stand below each other, on narrow screens.
static void write_html_cell(br_buffer *out, cell head, cell c, int span, int digits)
{
    enum { SHORT = 16 };
    br_buffer_put(out, c.size <= SHORT ? "<td class=\"n\"" : "<td");
    if (span > 1)
        br_buffer_print(out, " colspan=\"%d\"", span);
    if (head.size > 0) {
        br_buffer_put(out, " data-of=\"");
        br_html_text_of(out, head.text, head.size);
        br_buffer_put(out, "\"");
    }
    br_buffer_put(out, ">");
    int whole = whole_digits(c);
    bool short_of = whole > 0 && whole < digits;
    br_buffer_put(out, short_of ? "<span class=\"pad\">" : "");
    for (int i = whole; short_of && i < digits; i++)
        br_buffer_put(out, "\xe2\x80\x87"); // a space as wide as a digit
    br_buffer_put(out, short_of ? "</span>" : "");
    br_html_text_of(out, c.text, c.size);
    br_buffer_put(out, "</td>");
}

static void write_rounded_cell(br_buffer *out, const cell *head, const cell *c, int n, int i, int columns, int digits)
{
    br_buffer shown = {0};
    write_html_cell(out, head[i], round_to_sd(head, c, n, i, &shown), i + 1 == n ? columns - i : 1, digits);
    br_buffer_free_into(&shown, &out->status);
}

void fields_report(br_buffer *out, const char *title, br_buffer *cells, const char *notes)
{
    cell head[COLUMNS], c[COLUMNS];
    int digits[COLUMNS], width[COLUMNS], columns = cells->text ? measure_columns(cells, head, width) : 0;
    const char *at = cells->text ? cells->text : "";
    br_buffer_put(out, "<section>\n<h2>");
    br_html_text(out, title);
    br_buffer_put(out, "</h2>\n<div class=\"wide\"><table class=\"stack\">\n<tr class=\"heads\">");
    measure_digits(cells, digits);
    read_row(&at, c);
    for (int i = 0; i < columns; i++)
        if (width[i] >= 0) {
            br_buffer_put(out, "<th>");
            br_html_text_of(out, head[i].text, head[i].size);
            br_buffer_put(out, "</th>");
        }
    for (int n; (n = read_row(&at, c)) > 0;) {
        br_buffer_put(out, "</tr>\n<tr>");
        for (int i = 0; i < n; i++)
            if (width[i] >= 0)
                write_rounded_cell(out, head, c, n, i, columns, digits[i]);
    }
    br_buffer_put(out, "</tr>\n</table></div>\n");
    for (size_t size; notes && (size = strcspn(notes, "\n")) > 0; notes += size + (notes[size] == '\n')) {
        br_buffer_put(out, "<p class=\"dim\">");
        br_html_text_of(out, notes, size);
        br_buffer_put(out, "</p>\n");
    }
    br_buffer_put(out, "</section>\n");
    br_buffer_free_into(cells, &out->status);
}

// ---------------------------------------------------------------- JSON

static void json_field(br_json *j, const tool_field *f, const void *row)
{
    br_buffer shown = {0};
    field_value v = value_of(f, row);
    if (f->show) {
        f->show(&shown, row);
        v.text = shown.text;
    }
    if (f->kind == FIELD_TEXT || f->kind == FIELD_CHARS)
        br_json_field_text(j, f->key, v.text ? v.text : "");
    else if (f->kind == FIELD_BOOL)
        br_json_field_bool(j, f->key, v.yes);
    else if (f->kind == FIELD_INT)
        br_json_field_count(j, f->key, (int)v.count);
    else if (f->kind == FIELD_LONG)
        br_json_field_number(j, f->key, (double)v.count);
    else if (f->kind != FIELD_OPTIONAL || !isnan(v.number))
        br_json_field_number(j, f->key, f->kind == FIELD_PERCENT ? 100 * v.number : v.number);
    br_buffer_free_into(&shown, &j->out->status);
}

void fields_json(br_json *j, const tool_field *f, const void *row)
{
    for (; !is_end(f); f++)
        if (f->kind == FIELD_OPEN)
            br_json_field_open(j, f->key, '{');
        else if (f->kind == FIELD_CLOSE)
            br_json_close(j);
        else if (f->key)
            json_field(j, f, row);
}
