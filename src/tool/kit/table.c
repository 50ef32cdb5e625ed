// table.c - a record as a file, as text, as JSON and in a report.                [host]
#include "num/base/fp.h"

#include "file/csv/write.h"
#include "file/page/html.h"
#include "file/mat/write.h"
#include "tool/kit/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

table_extent table_extent_of(const br_record *r, int c)
{
    const double *v = r->column[c].v;
    table_extent e = {(double)NAN, (double)NAN, (double)NAN, (double)NAN};
    for (long long k = 0; k < r->rows; k++) {
        if (v[k] != v[k])
            continue;
        e.first = e.first != e.first ? v[k] : e.first;
        e.least = v[k] >= e.least ? e.least : v[k];
        e.most = v[k] <= e.most ? e.most : v[k];
        e.last = v[k];
    }
    return e;
}

// What text, JSON and report say of a column.
static const struct {
    const char *heading, *key; // of JSON
    size_t place;
} fields[] = {{"first", "first", offsetof(table_extent, first)},
              {"min", "least", offsetof(table_extent, least)},
              {"max", "most", offsetof(table_extent, most)},
              {"last", "last", offsetof(table_extent, last)}};
enum { FIELDS = sizeof fields / sizeof *fields };

static double field_of(const table_extent *e, int field)
{
    return *(const double *)(const void *)((const char *)e + fields[field].place);
}

// ---------------------------------------------------------------- a file

static br_status write_csv(const br_record *r, br_draft *draft, const br_csv_head *head, const double **column,
                           br_diag *why)
{
    enum { BLOCK = 4096 };
    br_csv_writer w;
    br_status status = br_csv_writer_open(&w, draft, head, r->columns, ',', '.', why);
    if (status != BR_OK)
        return status;
    for (long long k = 0; k < r->rows && status == BR_OK; k += BLOCK) {
        long long n = r->rows - k < BLOCK ? r->rows - k : BLOCK;
        for (int c = 0; c < r->columns; c++)
            column[c] = r->column[c].v + k;
        status = br_csv_write(&w, column, (int)n, why);
    }
    if (status == BR_OK)
        return br_csv_writer_finish(&w, why);
    br_csv_writer_drop(&w);
    return status;
}

br_status table_file(const br_record *r, const char *path, bool mat, br_diag *why)
{
    br_csv_head *head = calloc((size_t)r->columns, sizeof *head);
    const double **column = calloc((size_t)r->columns, sizeof *column);
    br_draft draft;
    br_status status = BR_NO_MEMORY;
    if (head && column)
        status = strcmp(path, "-") == 0 ? br_draft_lend(&draft, STDOUT_FILENO, "standard output")
                                        : br_draft_open(&draft, path, true, why);
    if (status == BR_OK) {
        for (int c = 0; c < r->columns; c++) {
            head[c] = (br_csv_head){r->column[c].name, r->column[c].unit};
            column[c] = r->column[c].v;
        }
        status = mat ? br_mat_write(&draft, head, column, r->columns, (size_t)r->rows, why)
                     : write_csv(r, &draft, head, column, why);
        if (status == BR_OK)
            status = br_draft_finish(&draft, why);
        else
            br_draft_drop(&draft);
    }
    free(head);
    free(column);
    return status;
}

// ---------------------------------------------------------------- as text

void table_text(br_buffer *out, const br_record *r)
{
    size_t widest = 6, from = out->size;
    for (int c = 0; c < r->columns; c++)
        widest = strlen(r->column[c].name) > widest ? strlen(r->column[c].name) : widest;
    int at = (int)widest + 2;
    br_buffer_put(out, "column");
    br_buffer_pad(out, from, at);
    br_buffer_put(out, "unit");
    for (int i = 0; i < FIELDS; i++) {
        br_buffer_pad(out, from, at + 9 + 14 * i);
        br_buffer_put(out, fields[i].heading);
    }
    br_buffer_put(out, "\n");
    for (int c = 0; c < r->columns; c++) {
        table_extent e = table_extent_of(r, c);
        from = out->size;
        br_buffer_put(out, r->column[c].name);
        br_buffer_pad(out, from, at);
        br_buffer_put(out, r->column[c].unit);
        for (int i = 0; i < FIELDS; i++) {
            br_buffer_pad(out, from, at + 9 + 14 * i);
            br_buffer_print(out, "%.6g", field_of(&e, i));
        }
        br_buffer_put(out, "\n");
    }
}

// ---------------------------------------------------------------- JSON

static void json_column(br_json *j, const br_record *r, int c)
{
    static const char *const role[] = {"time", "input", "state", "output", "mode", "truth"};
    table_extent e = table_extent_of(r, c);
    br_json_open(j, '{');
    br_json_field_text(j, "name", r->column[c].name);
    br_json_field_text(j, "unit", r->column[c].unit);
    br_json_field_text(j, "role", role[r->column[c].role]);
    for (int i = 0; i < FIELDS; i++)
        br_json_field_number(j, fields[i].key, field_of(&e, i));
    br_json_close(j);
}

void table_json(br_json *j, const br_record *r, bool rows)
{
    br_json_field_open(j, "columns", '[');
    for (int c = 0; c < r->columns; c++)
        json_column(j, r, c);
    br_json_close(j);
    if (!rows)
        return;
    br_json_field_open(j, "data", '{');
    for (int c = 0; c < r->columns; c++)
        br_json_field_numbers(j, r->column[c].name, r->column[c].v, r->rows);
    br_json_close(j);
}

// ---------------------------------------------------------------- in a report

void table_report(br_buffer *out, const br_record *r, table_describe *describe, const void *context)
{
    br_buffer_put(out, "<section>\n<h2>Columns</h2>\n<div class=\"wide\"><table>\n<tr><th>column</th><th>unit</th>");
    for (int i = 0; i < FIELDS; i++)
        br_buffer_print(out, "<th>%s</th>", fields[i].heading);
    br_buffer_put(out, "<th></th></tr>\n");
    for (int c = 0; c < r->columns; c++) {
        table_extent e = table_extent_of(r, c);
        br_buffer_put(out, "<tr><td class=\"n\">");
        br_html_text(out, r->column[c].name);
        br_buffer_put(out, "</td><td class=\"n\">");
        br_html_text(out, r->column[c].unit);
        for (int i = 0; i < FIELDS; i++)
            br_buffer_print(out, "</td><td class=\"n\">%.6g", field_of(&e, i));
        br_buffer_put(out, "</td><td>");
        br_html_text(out, describe(context, &r->column[c]));
        br_buffer_put(out, "</td></tr>\n");
    }
    br_buffer_put(out, "</table></div>\n</section>\n");
}
