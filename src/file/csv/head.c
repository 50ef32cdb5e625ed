// head.c - detecting the header of a CSV table: preamble, column names, units. [host]
#include "num/base/fp.h"

#include "file/table/column.h"
#include "file/table/field.h"
#include "file/csv/head.h"
#include "num/text/buffer.h"

#include <stdlib.h>
#include <string.h>

// Lines of the view; -1: there is none.
typedef struct head {
    int names, units, first;
    br_field *name, *unit; // of each column; NULL: none
    bool commented;
} head;

// ---------------------------------------------------------------- fields of names and units

// Names in a table of blanks may have blanks themselves: then two blanks or a tab part them.
static int wide_fields(char *at, const char *end, br_field *field, int most)
{
    int n = 0;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    while (at < end) {
        char *p = at;
        while (p < end && *p != '\t' && !(*p == ' ' && (p + 1 == end || p[1] == ' ' || p[1] == '\t')))
            p++;
        if (n < most)
            field[n] = (br_field){.at = at, .size = (size_t)(p - at)};
        n++;
        for (at = p; at < end && (*at == ' ' || *at == '\t');)
            at++;
    }
    return n;
}

// The fields of a line of names, at most v->columns; answers how many there are.
static int name_fields(const br_view *v, char *at, char *end, br_field *field)
{
    int n = 0;
    for (br_fields f = br_fields_of(at, end, v->delimiter); !f.done; n++) {
        br_field x = br_fields_next(&f);
        if (n < v->columns)
            field[n] = x;
    }
    return v->delimiter == ' ' && n != v->columns ? wide_fields(at, end, field, v->columns) : n;
}

static bool has_numbers(const br_field *field, int n, char decimal)
{
    for (int i = 0; i < n; i++) {
        double value;
        bool tiny;
        if (field[i].size && br_cell_read(field[i].at, field[i].size, decimal, &value, &tiny) == BR_CELL_NUMBER)
            return true;
    }
    return false;
}

static int count_units(const br_field *field, int n, int *others)
{
    int units = 0;
    *others = 0;
    for (int i = 0; i < n; i++) {
        br_heading h;
        bool is_unit = field[i].size > 0 && br_heading_unit(field[i].at, field[i].size, &h);
        units += is_unit;
        *others += field[i].size > 0 && !is_unit;
    }
    return units;
}

static bool are_different(const br_field *field, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (field[i].size == field[k].size && memcmp(field[i].at, field[k].at, field[i].size) == 0)
                return false;
    return true;
}

// Units, and nothing else, at least one; or units in most fields, below names that are all different: s, mm, counts.
static bool are_units(const br_field *unit, const br_field *name, int n, char decimal)
{
    int others = 0, units = count_units(unit, n, &others);
    return units > 0 && (others == 0 || (units > others && are_different(name, n) && !has_numbers(name, n, decimal)));
}

// A copy as UTF-8 (other bytes are read as Latin-1, as spreadsheets write it), doubled quotes as one.
static char *copy_as_utf8(const char *text, size_t size, bool quoted)
{
    char *to = malloc(2 * size + 1);
    size_t n = 0;
    if (!to)
        return NULL;
    for (size_t i = 0; i < size;) {
        unsigned c = 0;
        int bytes = br_utf8_read(text + i, size - i, &c);
        if (bytes == 0) {
            unsigned char b = (unsigned char)text[i++];
            to[n++] = (char)(0xC0 | b >> 6);
            to[n++] = (char)(0x80 | (b & 0x3F));
            continue;
        }
        memcpy(to + n, text + i, (size_t)bytes);
        n += (size_t)bytes;
        i += (size_t)bytes;
        if (quoted && c == '"')
            i++; // the second of two
    }
    to[n] = 0;
    return to;
}

static br_status note_unknown_unit(br_column *to, const br_field *unit)
{
    char *text = copy_as_utf8(unit->at, unit->size < 40 ? unit->size : 40, unit->quoted);
    br_buffer note = {0};
    br_buffer_put(&note, "its unit '");
    br_buffer_safe(&note, text ? text : "", text ? strlen(text) : 0);
    br_buffer_put(&note, "' is not known; its numbers are taken as they are");
    br_status status = text ? note.status : BR_NO_MEMORY;
    free(text);
    to->note = note.text;
    return status;
}

static br_status fill_column(br_column *to, const br_field *name, const br_field *unit)
{
    to->text = copy_as_utf8(name ? name->at : "", name ? name->size : 0, name && name->quoted);
    to->name = copy_as_utf8(name ? name->at : "", name ? name->size : 0, name && name->quoted);
    if (!to->text || !to->name)
        return BR_NO_MEMORY;
    br_heading h = br_heading_read(to->text, strlen(to->text));
    to->name[h.name] = 0;
    if (!h.unit && unit && !br_heading_unit(unit->at, unit->size, &h) && unit->size > 0) {
        br_status status = note_unknown_unit(to, unit);
        if (status != BR_OK)
            return status;
    }
    to->unit_text = copy_as_utf8(h.unit ? h.unit : "", h.unit ? h.unit_size : 0, false);
    to->unit = h.is;
    return to->unit_text ? BR_OK : BR_NO_MEMORY;
}

static br_status fill_columns(br_csv_format *f, const br_view *v, const head *h)
{
    f->column = calloc((size_t)v->columns, sizeof *f->column);
    if (!f->column)
        return BR_NO_MEMORY;
    f->columns = v->columns;
    br_status status = BR_OK;
    for (int c = 0; c < f->columns && status == BR_OK; c++) {
        f->column[c].has_numbers = v->is_numeric[c];
        status = fill_column(&f->column[c], h->name ? &h->name[c] : NULL, h->unit ? &h->unit[c] : NULL);
    }
    return status;
}

void br_csv_format_free(br_csv_format *f)
{
    for (int c = 0; f->column && c < f->columns; c++) {
        free(f->column[c].text);
        free(f->column[c].name);
        free(f->column[c].unit_text);
        free(f->column[c].note);
    }
    free(f->column);
    memset(f, 0, sizeof *f);
}

// ---------------------------------------------------------------- the lines above the rows

static int next_line(const br_view *v, int line)
{
    while (++line < v->lines && v->line[line].skip) {
    }
    return line;
}

// The fields of a line; false if they are not one for each column. Rows that end in a delimiter have one column more.
static bool read_names(const br_view *v, int line, br_field *field, int *n)
{
    *n = name_fields(v, v->line[line].at, v->line[line].end, field);
    if (*n == v->columns)
        return true;
    char *end = v->line[v->first].end;
    if (*n != v->columns - 1 || end == v->line[v->first].at || end[-1] != v->delimiter)
        return false;
    field[*n] = (br_field){.at = end};
    return true;
}

static br_status find_names(const br_view *v, br_csv_sample s, const br_csv_options *o, head *h, br_diag *why)
{
    int up = br_view_above(v, v->first), n = 0;
    if (up < 0 && o->header == 1) { // names that are numbers
        up = v->first;
        h->first = next_line(v, v->first);
    }
    if (up < 0)
        return BR_OK;
    int second = br_view_above(v, up);
    bool fits = read_names(v, up, h->unit, &n);
    if (second >= 0 && (o->units == 1 || (o->units != 0 && fits && read_names(v, second, h->name, &n) &&
                                          are_units(h->unit, h->name, v->columns, v->decimal)))) {
        h->units = up;
        up = second;
    }
    fits = read_names(v, up, h->name, &n);
    if (!fits && (o->header == 1 || (v->delimiter != ' ' && n > 1)))
        return br_table_complain(
            why, BR_BAD_DATA, s.name, v->line[up].number, 0,
            "%d names above rows of %d fields; name all columns, or put # before that line to leave it out", n,
            v->columns);
    if (fits && o->header != 1 && has_numbers(h->name, v->columns, v->decimal))
        return br_table_complain(why, BR_BAD_DATA, s.name, v->line[up].number, 0,
                                 "names or numbers? rename such columns, or put # before that line to leave it out");
    if (fits)
        h->names = up;
    else
        h->units = -1;
    return BR_OK;
}

// Names may stand in a comment right above the rows.
static void find_comment(const br_view *v, head *h)
{
    if (h->first == 0 || h->first >= v->lines)
        return;
    const br_view_line *l = &v->line[h->first - 1];
    if (!br_csv_is_comment(l->at, l->end))
        return;
    char *at = l->at;
    while (at < l->end && strchr("#% \t", *at))
        at++;
    int n = name_fields(v, at, l->end, h->name);
    h->commented = n == v->columns && !has_numbers(h->name, n, v->decimal);
    if (h->commented)
        h->names = h->first - 1;
}

// Rows with another number of fields are no preamble.
static br_status check_preamble(const br_view *v, br_csv_sample s, br_diag *why)
{
    for (int i = 0; i < v->first; i++) {
        const br_view_line *l = &v->line[i];
        if (!l->skip && l->numbers > 0 && l->numbers + l->missing == l->fields)
            return br_table_complain(
                why, BR_BAD_DATA, s.name, l->number, 0,
                "%d field%s, but the rows below have %d; put # before the lines up to here to leave them out",
                l->fields, l->fields == 1 ? "" : "s", v->columns);
    }
    return BR_OK;
}

static br_status check_bytes(br_csv_sample s, br_diag *why)
{
    int line = 1;
    const char *start = s.text, *end = s.text + s.size;
    if (s.size >= 2 && (memcmp(s.text, "\xff\xfe", 2) == 0 || memcmp(s.text, "\xfe\xff", 2) == 0))
        return br_table_complain(why, BR_BAD_DATA, s.name, 1, 1, "the file is UTF-16; save it as UTF-8");
    for (const char *p = s.text; p < end; p++) {
        if (*p == 0)
            return br_table_complain(why, BR_BAD_DATA, s.name, line, p - start + 1, "a zero byte: no text, or UTF-16");
        if (*p == '\r' && p + 1 < end && p[1] != '\n')
            return br_table_complain(why, BR_BAD_DATA, s.name, line, p - start + 1,
                                     "a lone carriage return; lines end in LF or CR LF");
        if (*p == '\n') {
            line++;
            start = p + 1;
        }
    }
    return BR_OK;
}

static br_status find_head(br_view *v, br_csv_sample s, const br_csv_options *o, head *h, br_diag *why)
{
    br_status status = check_bytes(s, why);
    if (status == BR_OK)
        status = br_view_choose(v, s, o, why);
    if (status != BR_OK)
        return status;
    if (v->columns > BR_CSV_COLUMNS)
        return br_table_complain(why, BR_BAD_DATA, s.name, v->line[v->first].number, 0, "more than %d columns",
                                 BR_CSV_COLUMNS);
    h->first = v->first;
    h->name = v->columns ? calloc((size_t)v->columns, sizeof *h->name) : NULL;
    h->unit = v->columns ? calloc((size_t)v->columns, sizeof *h->unit) : NULL;
    if (v->columns && (!h->name || !h->unit))
        return BR_NO_MEMORY;
    if (v->columns)
        status = check_preamble(v, s, why);
    if (v->columns && status == BR_OK && o->header != 0)
        status = find_names(v, s, o, h, why);
    if (v->columns && status == BR_OK && o->header == BR_CSV_FIND && h->names < 0)
        find_comment(v, h);
    if (status == BR_OK && s.size > 0 && v->lines == 0)
        return br_table_complain(why, BR_BAD_DATA, s.name, 1, 0,
                                 "no line end in the first %zu bytes; a row has one, and at most %d columns", s.size,
                                 BR_CSV_COLUMNS);
    if (status == BR_OK && (v->columns == 0 || h->first >= v->lines))
        return br_table_complain(
            why, BR_BAD_DATA, s.name, 0, 0,
            s.size ? "no samples: no row of numbers in the first %d lines" : "no samples: the file is empty", v->lines);
    return status;
}

br_status br_csv_find(br_csv_sample s, const br_csv_options *o, br_csv_format *f, size_t *start, br_diag *why)
{
    br_view *v = calloc(1, sizeof *v);
    head h = {.names = -1, .units = -1};
    br_status status = v ? find_head(v, s, o, &h, why) : BR_NO_MEMORY;
    if (status == BR_OK) {
        const br_view_line *row = &v->line[h.first], *top = h.names >= 0 ? &v->line[h.names] : row;
        f->delimiter = v->delimiter;
        f->decimal = v->decimal;
        f->preamble = top->number - 1;
        f->header = h.names >= 0;
        f->units = h.units >= 0;
        f->commented = h.commented;
        f->crlf = row->end < s.text + s.size && *row->end == '\r';
        f->first_line = row->number;
        *start = (size_t)(row->at - s.text);
        if (h.names < 0 || h.units < 0) {
            free(h.unit);
            h.unit = NULL;
        }
        if (h.names < 0) {
            free(h.name);
            h.name = NULL;
        }
        status = fill_columns(f, v, &h);
    }
    free(h.name);
    free(h.unit);
    free(v);
    return status;
}
