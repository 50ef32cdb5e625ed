// write.c - writing CSV tables row by row, atomically.                         [host]
#include "num/base/fp.h"

#include "file/table/field.h"
#include "file/csv/write.h"
#include "num/text/number.h"

#include <math.h>
#include <string.h>

enum { PIECE = 1 << 16 }; // bytes that are passed on at once

// A name that could be taken for something else is quoted: by RFC 4180 one with a delimiter, a quote or a line end in it,
// and here also one with blanks at its ends or one that looks like a comment.
static bool needs_quotes(const char *text, char delimiter)
{
    size_t n = strlen(text);
    const char marks[] = {delimiter, '"', '\n', '\r', 0};
    return n == 0 || text[strcspn(text, marks)] != 0 || strchr(" \t#%", text[0]) || text[n - 1] == ' ' ||
           text[n - 1] == '\t';
}

static void write_heading(br_buffer *out, const br_csv_head *h, char delimiter)
{
    br_buffer text = {0};
    bool unit = h->unit && *h->unit && strcmp(h->unit, "-") != 0;
    br_buffer_print(&text, unit ? "%s [%s]" : "%s", h->name, unit ? h->unit : "");
    const char *name = text.text ? text.text : "";
    bool quotes = needs_quotes(name, delimiter);
    br_buffer_put(out, quotes ? "\"" : "");
    for (const char *p = name; *p; p++) {
        br_buffer_add(out, p, 1);
        if (*p == '"')
            br_buffer_add(out, p, 1);
    }
    br_buffer_put(out, quotes ? "\"" : "");
    if (text.status != BR_OK)
        out->status = text.status;
    br_buffer_free(&text);
}

static br_status flush_text(br_csv_writer *w, size_t least, br_diag *why)
{
    br_status status = w->out.status;
    if (status == BR_OK && w->out.size >= least && w->out.size > 0) {
        status = br_draft_add(w->to, w->out.text, w->out.size, why);
        w->out.size = 0;
    }
    return status;
}

br_status br_csv_writer_open(br_csv_writer *w, br_draft *to, const br_csv_head *head, int columns, char delimiter,
                             char decimal, br_diag *why)
{
    if (columns < 1 || !strchr(",;|\t", delimiter) || !strchr(".,", decimal) || decimal == delimiter)
        return br_table_complain(why, BR_BAD_USAGE, "table", 0, 0,
                                 "a table has columns, a delimiter of , ; | or tab and another decimal mark, . or ,");
    br_csv_writer x = {.to = to, .columns = columns, .delimiter = delimiter, .decimal = decimal};
    for (int j = 0; j < columns; j++) {
        if (j)
            br_buffer_add(&x.out, &delimiter, 1);
        write_heading(&x.out, &head[j], delimiter);
    }
    br_buffer_put(&x.out, "\n");
    br_status status = flush_text(&x, PIECE, why);
    if (status == BR_OK)
        *w = x;
    else
        br_csv_writer_drop(&x);
    return status;
}

static void write_number(br_csv_writer *w, double value)
{
    char text[BR_NUMBER_SIZE];
    int n = br_number_write(text, value);
    char *point = w->decimal == ',' ? memchr(text, '.', (size_t)n) : NULL;
    if (point)
        *point = ',';
    br_buffer_add(&w->out, text, (size_t)n);
}

br_status br_csv_write(br_csv_writer *w, const double *const column[], int rows, br_diag *why)
{
    for (int j = 0; j < w->columns; j++)
        for (int k = 0; k < rows; k++)
            if (isinf(column[j][k]))
                return br_table_complain(why, BR_NOT_FINITE, w->to->shown, 0, 0, "column %d is infinite in row %lld",
                                         j + 1, w->rows + k + 1);
    br_status status = BR_OK;
    for (int k = 0; k < rows && status == BR_OK; k++) {
        for (int j = 0; j < w->columns; j++) {
            if (j)
                br_buffer_add(&w->out, &w->delimiter, 1);
            write_number(w, column[j][k]);
        }
        br_buffer_put(&w->out, "\n");
        status = flush_text(w, PIECE, why);
        w->rows++;
    }
    return status;
}

br_status br_csv_writer_finish(br_csv_writer *w, br_diag *why)
{
    br_status status = flush_text(w, 1, why);
    br_csv_writer_drop(w);
    return status;
}

void br_csv_writer_drop(br_csv_writer *w)
{
    br_buffer_free(&w->out);
}
