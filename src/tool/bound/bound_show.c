// bound_show.c - proved parameter intervals as text and JSON.                   [host]
#include "num/base/fp.h"

#include "file/json/json.h"
#include "tool/bound/bound.h"
#include "tool/kit/fields.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- as text

typedef struct interval_row {
    const char *name, *unit;
    bool renews;
    br_interval range, p;
    char where[BR_BOUND_SLIDE_SIZE];
} interval_row;

static void show_low(br_buffer *out, const void *row)
{
    br_bound_show_end(out, ((const interval_row *)row)->range, ((const interval_row *)row)->p.lo);
}

static void show_high(br_buffer *out, const void *row)
{
    br_bound_show_end(out, ((const interval_row *)row)->range, ((const interval_row *)row)->p.hi);
}

static void show_width(br_buffer *out, const void *row)
{
    const interval_row *r = row;
    if (br_interval_is_point(r->p))
        br_buffer_put(out, "known");
    else
        br_buffer_about(out, br_interval_width(r->p), 3);
}

static const tool_field interval_fields[] = {FIELD("parameter", NULL, TEXT, interval_row, name),
                                             FIELD_SHOWN("from", show_low),
                                             FIELD_SHOWN("to", show_high),
                                             FIELD(NULL, "lo", NUMBER, interval_row, p.lo),
                                             FIELD(NULL, "hi", NUMBER, interval_row, p.hi),
                                             FIELD("unit", "unit", TEXT, interval_row, unit),
                                             FIELD_SHOWN("width", show_width),
                                             FIELD("where", NULL, CHARS, interval_row, where),
                                             FIELD(NULL, "renews", BOOL, interval_row, renews),
                                             {0}};

static interval_row interval_row_of(const br_bound_answer *a, int i, br_interval p)
{
    return (interval_row){a->name[i], a->unit[i], a->renews[i], a->range[i], p, ""};
}

// A row for each parameter; for one that renews, a row for each slide.
void bound_cells(br_buffer *cells, const br_bound_answer *a)
{
    for (int i = 0; i < a->np; i++) {
        interval_row row = interval_row_of(a, i, a->found.p[i]);
        for (int j = 0; j < a->found.slides && a->renews[i]; j++) {
            br_bound_name_slide(row.where, a, j);
            row.p = a->found.slide[j].p[i];
            fields_row(cells, interval_fields, &row, NULL);
        }
        if (!a->renews[i])
            fields_row(cells, interval_fields, &row, NULL);
    }
}

void bound_paper_cells(br_buffer *cells, const br_bound_answer *a)
{
    for (int i = 0; i < a->np; i++) {
        interval_row row = interval_row_of(a, i, a->paper.p[i]);
        snprintf(row.where, sizeof row.where, "%s", a->renews[i] ? "the last slide" : "");
        fields_row(cells, interval_fields, &row, NULL);
    }
}

static void show_logs(br_buffer *out, const br_bound_answer *a)
{
    for (int i = 0; i < a->logs; i++) {
        if (a->logs > 1)
            br_buffer_print(out, "log %d, ", i + 1);
        br_buffer_safe(out, a->log[i].name, strlen(a->log[i].name));
        br_buffer_print(out, ": %d rows every ", a->log[i].rows);
        br_buffer_about(out, 1e3 * a->log[i].h, 4);
        br_buffer_put(out, i + 1 < a->logs ? " ms\n" : " ms");
    }
}

// Both ways side by side.
static void show_paper(br_buffer *out, const br_bound_answer *a, bool tables)
{
    const br_paper *v = &a->paper;
    if (a->paper_left_out)
        br_buffer_put(out, "by the rules of the paper: not searched, interrupted\n");
    if (!a->has_paper)
        return;
    br_buffer_print(out, "by the rules of the paper: %s, %ld steps of boxes in %d pass%s\n",
                    br_bound_verdicts[v->verdict], v->boxes, v->passes, v->passes == 1 ? "" : "es");
    br_buffer cells = {0};
    if (v->verdict != BR_INCONSISTENT && tables)
        bound_paper_cells(&cells, a);
    fields_text(out, &cells, 2);
}

void bound_text(br_buffer *out, const br_bound_answer *a, bool tables)
{
    const br_paving *v = &a->found;
    show_logs(out, a);
    br_buffer_print(out, ", %d slide%s; %ld box%s in %d pass%s\n", v->slides, v->slides == 1 ? "" : "s", v->boxes,
                    v->boxes == 1 ? "" : "es", v->passes, v->passes == 1 ? "" : "es");
    if (a->part)
        br_buffer_print(out, "slab %d of %d along %s\n", a->part, a->of, a->sliced);
    else if (a->of)
        br_buffer_print(out, "merged from %d slabs along %s\n", a->of, a->sliced);
    br_bound_show_ranges(out, a);
    br_bound_show_notes(out, a);
    br_bound_show_verdict(out, a);
    if (v->verdict == BR_INCONSISTENT) {
        show_paper(out, a, tables);
        return;
    }
    br_buffer cells = {0};
    if (tables)
        bound_cells(&cells, a);
    fields_text(out, &cells, 2);
    if (v->passes > 1)
        br_buffer_put(out, "later passes filter the same rows again: sound, but no new evidence\n");
    show_paper(out, a, tables);
}

// ---------------------------------------------------------------- as JSON

static void write_intervals(br_json *j, const br_bound_answer *a, const br_interval *p)
{
    br_json_open(j, '{');
    for (int i = 0; i < a->np; i++) {
        interval_row row = interval_row_of(a, i, p[i]);
        br_json_field_open(j, a->name[i], '{');
        fields_json(j, interval_fields, &row);
        br_json_close(j);
    }
    br_json_close(j);
}

static void write_widths(br_json *j, const br_bound_answer *a, const br_interval *p)
{
    br_json_open(j, '{');
    for (int i = 0; i < a->np; i++)
        br_json_field_number(j, a->name[i], br_interval_width(p[i]));
    br_json_close(j);
}

static void write_slides(br_json *j, const br_bound_answer *a)
{
    br_json_open(j, '[');
    for (int k = 0; k < a->found.slides; k++) {
        const br_slide_result *s = &a->found.slide[k];
        br_json_open(j, '{');
        br_json_field_count(j, "log", s->log + 1);
        br_json_field_count(j, "first", s->first + 1);
        br_json_field_count(j, "last", s->last + 1);
        br_json_field_bool(j, "moves", s->moves);
        br_json_field_bool(j, "searched", s->searched);
        br_json_key(j, "parameters");
        write_intervals(j, a, s->p);
        br_json_close(j);
    }
    br_json_close(j);
}

// After each slide of each pass.
static void write_history(br_json *j, const br_bound_answer *a)
{
    br_json_open(j, '[');
    for (int k = 0; k < a->found.moments; k++) {
        const br_paving_moment *m = &a->found.moment[k];
        br_json_open(j, '{');
        br_json_field_count(j, "pass", m->pass + 1);
        br_json_field_count(j, "slide", m->slide + 1);
        br_json_field_number(j, "boxes", (double)m->boxes);
        br_json_key(j, "widths");
        write_widths(j, a, m->p);
        br_json_close(j);
    }
    br_json_close(j);
}

static void write_paper(br_json *j, const br_bound_answer *a)
{
    const br_paper *v = &a->paper;
    br_json_open(j, '{');
    br_json_field_text(j, "verdict", br_bound_verdicts[v->verdict]);
    br_json_field_number(j, "boxes", (double)v->boxes);
    if (v->verdict == BR_INCONSISTENT) {
        br_json_field_count(j, "log", v->log + 1);
        br_json_field_count(j, "row", v->row + 1);
    } else {
        br_json_key(j, "parameters");
        write_intervals(j, a, v->p);
    }
    br_json_close(j);
}

static void write_ranges(br_json *j, const br_bound_answer *a)
{
    br_json_open(j, '{');
    for (int i = 0; i < a->np; i++) {
        br_json_field_open(j, a->name[i], '{');
        BR_JSON_NUMBERS(j, {"lo", a->searched[i].lo}, {"hi", a->searched[i].hi});
        br_json_field_text(j, "unit", a->unit[i]);
        br_json_field_bool(j, "renews", a->renews[i]);
        br_json_close(j);
    }
    br_json_close(j);
}

static void write_logs(br_json *j, const br_bound_answer *a)
{
    br_json_open(j, '[');
    for (int i = 0; i < a->logs; i++) {
        br_json_open(j, '{');
        br_json_field_text(j, "name", a->log[i].name);
        br_json_field_count(j, "rows", a->log[i].rows);
        br_json_field_number(j, "step", a->log[i].h);
        br_json_field_bool(j, "moves", a->log[i].moves);
        br_json_close(j);
    }
    br_json_close(j);
}

static void write_digest(br_json *j, const char *key, uint64_t digest)
{
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, digest);
    br_json_field_text(j, key, text);
}

static void write_slab(br_json *j, const br_bound_answer *a)
{
    write_digest(j, "problem", a->digest);
    if (!a->part)
        return;
    br_json_field_open(j, "slab", '{');
    br_json_field_count(j, "part", a->part);
    br_json_field_count(j, "of", a->of);
    br_json_field_text(j, "parameter", a->sliced);
    for (int i = 0; i < a->np; i++)
        if (strcmp(a->name[i], a->sliced) == 0)
            BR_JSON_NUMBERS(j, {"lo", a->range[i].lo}, {"hi", a->range[i].hi});
    br_json_close(j);
}

// seal: NULL, or the last field.
static void write_answer(br_buffer *out, const br_bound_answer *a, const uint64_t *seal)
{
    br_json j = {.out = out};
    const br_paving *v = &a->found;
    br_json_open(&j, '{');
    br_json_field_text(&j, "verdict", br_bound_verdicts[v->verdict]);
    br_json_field_bool(&j, "interrupted", v->stopped);
    br_json_field_number(&j, "boxes", (double)v->boxes);
    br_json_field_count(&j, "passes", v->passes);
    if (a->checked)
        br_json_field_bool(&j, "verified", !a->unproved.text[0]);
    write_slab(&j, a);
    br_json_key(&j, "logs");
    write_logs(&j, a);
    if (v->verdict == BR_INCONSISTENT) {
        br_json_field_count(&j, "log", v->log + 1);
        br_json_field_count(&j, "row", v->row + 1);
        br_json_field_number(&j, "t", a->died);
    } else {
        br_json_key(&j, "parameters");
        write_intervals(&j, a, v->p);
        br_json_key(&j, "slides");
        write_slides(&j, a);
    }
    br_json_key(&j, "history");
    write_history(&j, a);
    if (a->has_paper) {
        br_json_key(&j, "paper");
        write_paper(&j, a);
    }
    br_json_key(&j, "ranges");
    write_ranges(&j, a);
    if (seal)
        write_digest(&j, "seal", *seal);
    br_json_close(&j);
}

// The seal of a slab is that of the text as it will be read.
void bound_json(br_buffer *out, const br_bound_answer *a)
{
    br_buffer open = {0};
    br_json_tree t;
    write_answer(a->part ? &open : out, a, NULL);
    if (!a->part)
        return;
    br_status status = open.status;
    if (status == BR_OK)
        status = br_json_read(&t, open.text, open.size, "slab", NULL);
    if (status == BR_OK) {
        uint64_t seal = bound_seal(&t);
        br_json_free(&t);
        write_answer(out, a, &seal);
    } else
        out->status = status;
    br_buffer_free(&open);
}
