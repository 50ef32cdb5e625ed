// table.c - rows as a file, as text, as JSON and in a report.                [host]
#include "num/base/fp.h"

#include "file/disk/spool.h"
#include "file/disk/whole.h"
#include "num/base/require.h"
#include "tool/kit/fields.h"
#include "tool/kit/report.h"
#include "tool/kit/table.h"

#include <bristle/table.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *rows_role_name(tool_role role)
{
    static const char *const name[] = {"time", "input", "state", "output", "mode", "truth"};
    return name[role];
}

table_extent table_extent_of(const tool_rows *r, int c)
{
    const double *v = rows_column(r, c).v;
    table_extent e = {(double)NAN, (double)NAN, (double)NAN, (double)NAN};
    for (long long k = 0; k < r->rows; k++) {
        if (br_spool_due(k))
            rows_release(r);
        if (v[k] != v[k])
            continue;
        e.first = e.first != e.first ? v[k] : e.first;
        e.least = v[k] >= e.least ? e.least : v[k];
        e.most = v[k] <= e.most ? e.most : v[k];
        e.last = v[k];
    }
    return e;
}

typedef struct extent_row {
    const char *name, *unit, *role, *meaning;
    table_extent e;
} extent_row;

static const tool_field extent_fields[] = {FIELD("column", "name", TEXT, extent_row, name),
                                           FIELD("unit", "unit", TEXT, extent_row, unit),
                                           FIELD(NULL, "role", TEXT, extent_row, role),
                                           FIELD("first", "first", NUMBER, extent_row, e.first),
                                           FIELD("min", "least", NUMBER, extent_row, e.least),
                                           FIELD("max", "most", NUMBER, extent_row, e.most),
                                           FIELD("last", "last", NUMBER, extent_row, e.last),
                                           FIELD("meaning", NULL, TEXT, extent_row, meaning),
                                           {0}};

static extent_row extent_row_of(const tool_rows *r, int c, const char *meaning)
{
    tool_column of = rows_column(r, c);
    return (extent_row){of.name, of.unit, rows_role_name(of.role), meaning, table_extent_of(r, c)};
}

// ---------------------------------------------------------------- a file

static br_status open_draft(br_draft *draft, const char *path, br_diag *why)
{
    return strcmp(path, "-") == 0 ? br_draft_lend(draft, STDOUT_FILENO, "standard output")
                                  : br_draft_open(draft, path, true, why);
}

static br_status write_blocks(const tool_rows *r, br_table_writer *w, const double **v, br_diag *why)
{
    enum { BLOCK = 4096 };
    br_status status = BR_OK;
    for (long long k = 0; k < r->rows && status == BR_OK; k += BLOCK) {
        long long n = r->rows - k < BLOCK ? r->rows - k : BLOCK;
        for (int c = 0; c < r->columns; c++)
            v[c] = rows_column(r, c).v + k;
        status = br_table_writer_add(w, v, (int)n, why);
        if (br_spool_due(k + BLOCK - 1))
            rows_release(r);
    }
    return status;
}

br_status table_file(const tool_rows *r, const char *path, bool mat, br_diag *why)
{
    const char **text = calloc(2 * (size_t)r->columns, sizeof *text); // names, then units
    const double **v = calloc((size_t)r->columns, sizeof *v);
    br_table_writer *w = NULL;
    br_table_write_options o;
    (void)br_table_write_defaults(&o, sizeof o);
    o.format = mat ? BR_TABLE_MAT : BR_TABLE_CSV;
    br_status status = text && v ? BR_OK : BR_NO_MEMORY;
    for (int c = 0; c < r->columns && status == BR_OK; c++) {
        text[c] = rows_column(r, c).name;
        text[r->columns + c] = rows_column(r, c).unit;
    }
    if (status == BR_OK)
        status = br_table_writer_begin(&w, path, text, text + r->columns, r->columns, &o, why);
    if (status == BR_OK && (status = write_blocks(r, w, v, why)) == BR_OK)
        status = br_table_writer_finish(w, why);
    else
        br_table_writer_drop(w);
    free((void *)text);
    free((void *)v);
    return status;
}

// ---------------------------------------------------------------- as text

void table_text(br_buffer *out, const tool_rows *r)
{
    br_buffer cells = {0};
    for (int c = 0; c < r->columns; c++) {
        extent_row row = extent_row_of(r, c, NULL);
        fields_row(&cells, extent_fields, &row, NULL);
    }
    fields_text(out, &cells, 0);
}

// ---------------------------------------------------------------- JSON

void table_json(br_json *j, const tool_rows *r)
{
    br_json_field_open(j, "columns", '[');
    for (int c = 0; c < r->columns; c++) {
        extent_row row = extent_row_of(r, c, NULL);
        br_json_open(j, '{');
        fields_json(j, extent_fields, &row);
        br_json_close(j);
    }
    br_json_close(j);
}

// What is written so far goes to the file, if it is much.
static br_status flush(br_buffer *text, size_t much, br_draft *draft, br_diag *why)
{
    if (text->status != BR_OK || text->size < much)
        return text->status;
    br_status status = br_draft_add(draft, text->text, text->size, why);
    text->size = 0;
    return status;
}

static br_status write_column(br_json *j, const tool_rows *r, int c, br_draft *draft, br_diag *why)
{
    enum { MUCH = 1 << 16 };
    br_status status = BR_OK;
    const double *v = rows_column(r, c).v;
    br_json_field_open(j, rows_column(r, c).name, '[');
    for (long long k = 0; k < r->rows && status == BR_OK; k++) {
        br_json_number(j, v[k]);
        status = flush(j->out, MUCH, draft, why);
        if (br_spool_due(k))
            rows_release(r);
    }
    br_json_close(j);
    return status;
}

// Behind the last member of an object; its end is written again.
static br_status write_rows(const tool_rows *r, br_draft *draft, br_diag *why)
{
    br_buffer text = {0};
    br_json j = {.out = &text, .depth = 1, .some = {true}, .object = {true}};
    br_status status = BR_OK;
    br_json_field_open(&j, "data", '{');
    for (int c = 0; c < r->columns && status == BR_OK; c++)
        status = write_column(&j, r, c, draft, why);
    br_json_close(&j);
    br_json_close(&j);
    if (status == BR_OK)
        status = flush(&text, 0, draft, why);
    br_buffer_free(&text);
    return status;
}

br_status table_json_file(const tool_rows *r, const br_buffer *object, const char *path, br_diag *why)
{
    static const char end[] = "\n}\n";
    br_draft draft;
    if (object->status != BR_OK)
        return object->status;
    BR_REQUIRE(object->size >= sizeof end - 1 && strcmp(object->text + object->size - (sizeof end - 1), end) == 0);
    br_status status = open_draft(&draft, path, why);
    if (status != BR_OK)
        return status;
    status = br_draft_add(&draft, object->text, object->size - (sizeof end - 1), why);
    if (status == BR_OK)
        status = write_rows(r, &draft, why);
    if (status == BR_OK)
        return br_draft_finish(&draft, why);
    br_draft_drop(&draft);
    return status;
}

// ---------------------------------------------------------------- in a report

// To four digits of the way between both ends: an end that rounding put beside 0 is 0.
static void range_words(br_buffer *out, const char *name, table_extent e, const char *unit)
{
    double way = e.most - e.least, grain = way > 0 && isfinite(way) ? pow(10, floor(log10(way)) - 3) : 0;
    double least = grain > 0 ? grain * round(e.least / grain) : e.least;
    double most = grain > 0 ? grain * round(e.most / grain) : e.most;
    const char *written = strcmp(unit, "-") == 0 ? "" : unit, *blank = written[0] ? " " : "";
    if (way > 0)
        br_buffer_print(out, " %s lies between %.6g and %.6g%s%s", name, least + 0., most + 0., blank, written);
    else
        br_buffer_print(out, " %s stays at %.6g%s%s", name, e.least, blank, written);
}

void table_answer(br_buffer *out, const tool_rows *r)
{
    enum { SOME = 3 };
    br_buffer text = {0};
    int some = 0, outputs = 0;
    for (int c = 1; c < r->columns; c++)
        outputs += rows_column(r, c).role == TOOL_OUTPUT_COLUMN;
    const double *t = rows_column(r, 0).v;
    br_buffer_print(&text, "In %.4g s", t[r->rows - 1] - t[0]);
    for (int c = 1; c < r->columns && some < SOME; c++) {
        table_extent e = table_extent_of(r, c);
        tool_column of = rows_column(r, c);
        if (outputs > 0 ? of.role == TOOL_OUTPUT_COLUMN : of.role != TOOL_MODE) {
            br_buffer_put(&text, some++ ? "," : "");
            range_words(&text, of.name, e, of.unit);
        }
    }
    br_buffer_put(&text, ".");
    report_answer(out, &text);
}

void table_report(br_buffer *out, const tool_rows *r, table_describe *describe, const void *context)
{
    br_buffer cells = {0};
    for (int c = 0; c < r->columns; c++) {
        tool_column of = rows_column(r, c);
        extent_row row = extent_row_of(r, c, describe(context, &of));
        fields_row(&cells, extent_fields, &row, NULL);
    }
    fields_report(out, "Columns", &cells, NULL);
}
