// view.c - detecting the delimiter and decimal mark of a CSV table from its first lines. [host]
//
// The sample is parsed once for every delimiter and decimal mark. The pair under which most of it is numbers wins;
// docs/csv.md has the rules.
#include "num/base/fp.h"

#include "file/table/field.h"
#include "file/csv/view.h"

#include <string.h>

static bool is_empty(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at == end;
}

// ---------------------------------------------------------------- lines

static br_cell parse_next_cell(br_fields *f, char decimal)
{
    br_field x = br_fields_next(f);
    double value;
    bool tiny;
    return x.broken ? BR_CELL_TEXT : br_cell_read(x.at, x.size, decimal, &value, &tiny);
}

static bool is_number(br_cell c)
{
    return c == BR_CELL_NUMBER || c == BR_CELL_INFINITE;
}

// Fields of the line, and those of them that are numbers or missing: in all columns, or (in) in some.
static void count_fields(const br_view *v, br_view_line *l, const bool *in)
{
    br_fields f = br_fields_of(l->at, l->end, v->delimiter);
    for (l->fields = l->numbers = l->missing = 0; !f.done && l->fields <= BR_CSV_COLUMNS; l->fields++) {
        br_cell is = parse_next_cell(&f, v->decimal);
        bool counts = !in || (l->fields < BR_CSV_COLUMNS && in[l->fields]);
        l->numbers += counts && is_number(is);
        l->missing += counts && is == BR_CELL_MISSING;
    }
}

static void split_lines(br_view *v, br_csv_sample s, int preamble)
{
    char *p = s.text, *end = s.text + s.size;
    int number = 1;
    v->lines = 0;
    while (p < end && v->lines < BR_VIEW_LINES) {
        bool quotes = false;
        char *stop = br_row_end(p, end, v->delimiter, &quotes);
        if (!stop && !s.whole)
            return;
        br_view_line *l = &v->line[v->lines++];
        *l = (br_view_line){.at = p, .end = stop ? stop : end, .number = number};
        for (const char *q = p; q < l->end; q++)
            number += *q == '\n';
        number++;
        p = stop ? stop + 1 : end;
        if (l->end > l->at && l->end[-1] == '\r')
            l->end--;
        l->skip = l->number <= preamble || is_empty(l->at, l->end) || br_csv_is_comment(l->at, l->end);
        if (!l->skip)
            count_fields(v, l, NULL);
    }
}

// ---------------------------------------------------------------- rows

// The most frequent number of fields in the second half of the lines, where the rows are; the larger one of two.
static int usual_fields(const br_view *v)
{
    int best = 0, often = 0, seen = 0, all = 0;
    for (int i = 0; i < v->lines; i++)
        all += !v->line[i].skip;
    for (int i = 0; i < v->lines; i++) {
        const br_view_line *l = &v->line[i];
        if (l->skip || seen++ < all / 2 || l->numbers == 0)
            continue;
        int count = 0;
        for (int k = i; k < v->lines; k++)
            count += !v->line[k].skip && v->line[k].numbers > 0 && v->line[k].fields == l->fields;
        if (count > often || (count == often && l->fields > best)) {
            best = l->fields;
            often = count;
        }
    }
    return best;
}

// Which columns hold numbers, in most of the lines that could be rows; then only those columns count.
static void find_numeric(br_view *v)
{
    int rows = 0, often[BR_CSV_COLUMNS] = {0};
    for (int i = 0; i < v->lines; i++) {
        const br_view_line *l = &v->line[i];
        if (l->skip || l->fields != v->columns || l->numbers == 0)
            continue;
        br_fields f = br_fields_of(l->at, l->end, v->delimiter);
        rows++;
        for (int c = 0; c < v->columns && c < BR_CSV_COLUMNS; c++) {
            br_cell is = parse_next_cell(&f, v->decimal);
            often[c] += is_number(is) || is == BR_CELL_MISSING;
        }
    }
    v->numerics = 0;
    for (int c = 0; c < v->columns && c < BR_CSV_COLUMNS; c++) {
        v->is_numeric[c] = 2 * often[c] >= rows;
        v->numerics += v->is_numeric[c];
    }
    for (int i = 0; i < v->lines; i++)
        if (!v->line[i].skip)
            count_fields(v, &v->line[i], v->line[i].fields == v->columns ? v->is_numeric : NULL);
}

// A row has numbers where the others have them. One that has a wrong field is a row still: an error, not a header.
static bool is_row(const br_view *v, const br_view_line *l)
{
    if (l->skip || l->fields != v->columns || l->numbers == 0)
        return false;
    return l->numbers + l->missing == v->numerics || 2 * l->numbers > v->numerics;
}

static void rate_view(br_view *v)
{
    int all = 0, lines = 0, rows = 0;
    double good = 0;
    v->first = -1;
    v->columns = usual_fields(v);
    if (v->columns > 0)
        find_numeric(v);
    for (int i = 0; i < v->lines && v->columns > 0; i++) {
        const br_view_line *l = &v->line[i];
        bool row = is_row(v, l);
        if (v->first < 0 && row)
            v->first = i;
        all += !l->skip;
        lines += !l->skip && v->first >= 0;
        rows += row;
        good += row ? (double)(l->numbers + l->missing) / l->fields : 0;
    }
    v->quality = all ? good / all : 0;
    if (rows == 0 || 2 * rows < lines) // prose with numbers in it is no table
        v->columns = 0;
}

static void view_sample(br_view *v, br_csv_sample s, const br_csv_options *o, char delimiter, char decimal)
{
    bool both = o->delimiter && o->decimal;
    v->delimiter = delimiter;
    v->decimal = decimal;
    split_lines(v, s, o->preamble > 0 ? o->preamble : 0);
    rate_view(v);
    if (delimiter == decimal && !both && !memchr(s.text, '"', s.size)) // numbers with commas would stand in quotes
        v->columns = 0;
}

// ---------------------------------------------------------------- delimiter and decimal mark

static const char delimiters[] = ",;\t| ", decimals[] = ".,";

// "sep=;" in the first line, as spreadsheets write it.
static char declared_delimiter(br_csv_sample s)
{
    bool is = s.size > 5 && memcmp(s.text, "sep=", 4) == 0 && strchr(delimiters, s.text[4]) && s.text[4] != 0 &&
              (s.text[5] == '\n' || s.text[5] == '\r');
    return (char)(is ? s.text[4] : 0);
}

int br_view_above(const br_view *v, int line)
{
    while (--line >= 0 && v->line[line].skip) {
    }
    return line;
}

// Two columns of whole numbers, or one of numbers with decimal commas? Where both fit, the header decides: with a comma, or
// without.
static br_status resolve_decimal_comma(br_view *v, br_csv_sample s, const br_csv_options *o, br_diag *why)
{
    bool two = v->delimiter == ',' && v->decimal == '.' && v->columns == 2, one = v->decimal == ',' && v->columns == 1;
    if (!(two || one) || o->delimiter || o->decimal || declared_delimiter(s))
        return BR_OK;
    double quality = v->quality;
    view_sample(v, s, o, ';', ',');
    if (two && (v->columns != 1 || v->quality < quality)) {
        view_sample(v, s, o, ',', '.');
        return BR_OK;
    }
    int header = br_view_above(v, v->first);
    if (two && header < 0)
        return br_table_complain(why, BR_BAD_DATA, s.name, v->line[v->first].number, 0,
                                 "two columns, or one with decimal commas? give --delimiter , or --decimal ,");
    if (header >= 0 && memchr(v->line[header].at, ',', (size_t)(v->line[header].end - v->line[header].at)))
        view_sample(v, s, o, ',', '.');
    return BR_OK;
}

br_status br_view_choose(br_view *v, br_csv_sample s, const br_csv_options *o, br_diag *why)
{
    char given = o->delimiter ? o->delimiter : declared_delimiter(s), delimiter = 0, decimal = 0;
    double quality = 0;
    int columns = 0;
    for (const char *d = delimiters; *d; d++)
        for (const char *m = decimals; *m; m++) {
            if ((given && *d != given) || (o->decimal && *m != o->decimal))
                continue;
            view_sample(v, s, o, *d, *m);
            if (v->columns == 0 || v->quality < quality || (v->quality == quality && v->columns <= columns))
                continue;
            quality = v->quality;
            columns = v->columns;
            delimiter = *d;
            decimal = *m;
        }
    if (!delimiter)
        return BR_OK; // no table: the caller says so
    view_sample(v, s, o, delimiter, decimal);
    return resolve_decimal_comma(v, s, o, why);
}
