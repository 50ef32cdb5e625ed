// bound_show.c - proved parameter intervals as text.                            [host]
#include "num/base/fp.h"

#include "num/interval/interval.h"
#include "tool/bound/bound.h"
#include "tool/kit/fields.h"

#include <stdio.h>
#include <string.h>

bool bound_interval(const br_bound *b, int i, br_bound_interval *p)
{
    *p = (br_bound_interval){.size = sizeof *p};
    return br_bound_interval_at(b, i, p) == BR_OK;
}

typedef struct interval_row {
    const br_bound *b;
    int i;
    const char *name, *unit;
    br_interval p;
    char where[80];
} interval_row;

static void show_end(br_buffer *out, const interval_row *r, double end)
{
    char text[32] = "";
    br_bound_end(r->b, r->i, end, text);
    br_buffer_put(out, text);
}

static void show_low(br_buffer *out, const void *row)
{
    show_end(out, row, ((const interval_row *)row)->p.lo);
}

static void show_high(br_buffer *out, const void *row)
{
    show_end(out, row, ((const interval_row *)row)->p.hi);
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
                                             FIELD("unit", NULL, TEXT, interval_row, unit),
                                             FIELD_SHOWN("width", show_width),
                                             FIELD("where", NULL, CHARS, interval_row, where),
                                             {0}};

// A row for each parameter; for one that renews, a row for each slide.
void bound_cells(br_buffer *cells, const br_bound *b)
{
    double low[BOUND_PARAMETERS], high[BOUND_PARAMETERS];
    br_bound_interval p;
    for (int i = 0; bound_interval(b, i, &p); i++) {
        interval_row row = {b, i, p.name, p.unit, {p.low, p.high}, ""};
        br_bound_slide s = {.size = sizeof s};
        for (int j = 0; p.renews && br_bound_slide_at(b, j, &s, low, high) == BR_OK; j++) {
            br_bound_slide_name(b, j, row.where);
            row.p = (br_interval){low[i], high[i]};
            fields_row(cells, interval_fields, &row, NULL);
        }
        if (!p.renews)
            fields_row(cells, interval_fields, &row, NULL);
    }
}

void bound_paper_cells(br_buffer *cells, const br_bound *b)
{
    double low[BOUND_PARAMETERS], high[BOUND_PARAMETERS];
    br_bound_paper v = {.size = sizeof v};
    br_bound_interval p;
    if (br_bound_paper_of(b, &v, low, high) != BR_OK)
        return;
    for (int i = 0; bound_interval(b, i, &p); i++) {
        interval_row row = {b, i, p.name, p.unit, {low[i], high[i]}, ""};
        snprintf(row.where, sizeof row.where, "%s", p.renews ? "the last slide" : "");
        fields_row(cells, interval_fields, &row, NULL);
    }
}

static void show_logs(br_buffer *out, const br_bound *b)
{
    br_bound_log_of log = {.size = sizeof log};
    long long logs = br_bound_count(b, BR_BOUND_LOGS_READ);
    for (int i = 0; br_bound_log_at(b, i, &log) == BR_OK; i++) {
        if (logs > 1)
            br_buffer_print(out, "log %d, ", i + 1);
        br_buffer_safe(out, log.name, strlen(log.name));
        br_buffer_print(out, ": %lld rows every ", log.rows);
        br_buffer_about(out, 1e3 * log.step, 4);
        br_buffer_put(out, i + 1 < logs ? " ms\n" : " ms");
    }
}

// Both ways side by side.
static void show_paper(br_buffer *out, const br_bound *b, bool tables)
{
    br_bound_paper v = {.size = sizeof v};
    if (br_bound_note(b, BR_BOUND_NOTE_RULES)[0])
        br_buffer_put(out, "by the rules of the paper: not searched, interrupted\n");
    if (br_bound_paper_of(b, &v, NULL, NULL) != BR_OK)
        return;
    bool inconsistent = v.outcome == BR_BOUND_INCONSISTENT;
    br_buffer_print(out, "by the rules of the paper: %s, %lld steps of boxes in %d pass%s\n",
                    inconsistent                    ? "inconsistent"
                    : v.outcome == BR_BOUND_STOPPED ? "undecided"
                                                    : "consistent",
                    v.boxes, v.passes, v.passes == 1 ? "" : "es");
    br_buffer cells = {0};
    if (!inconsistent && tables)
        bound_paper_cells(&cells, b);
    fields_text(out, &cells, 2);
}

static void show_effort(br_buffer *out, const br_bound *b)
{
    long long slides = br_bound_count(b, BR_BOUND_SLIDES), boxes = br_bound_count(b, BR_BOUND_BOXES),
              passes = br_bound_count(b, BR_BOUND_PASSES), slab = br_bound_count(b, BR_BOUND_SLAB),
              slabs = br_bound_count(b, BR_BOUND_SLABS);
    br_buffer_print(out, ", %lld slide%s; %lld box%s in %lld pass%s\n", slides, slides == 1 ? "" : "s", boxes,
                    boxes == 1 ? "" : "es", passes, passes == 1 ? "" : "es");
    if (slab)
        br_buffer_print(out, "slab %lld of %lld along %s\n", slab, slabs, br_bound_sliced(b));
    else if (slabs)
        br_buffer_print(out, "merged from %lld slabs along %s\n", slabs, br_bound_sliced(b));
}

void bound_text(br_buffer *out, const br_bound *b, bool tables)
{
    const char *ranges = br_bound_statement(b), *verdict = strchr(ranges, '\n');
    size_t first = verdict ? (size_t)(++verdict - ranges) : 0;
    show_logs(out, b);
    show_effort(out, b);
    br_buffer_add(out, ranges, first);
    br_buffer_put(out, br_bound_note(b, BR_BOUND_NOTE_LOGS));
    br_buffer_add(out, ranges + first, strcspn(ranges + first, "\n") + 1);
    if (br_bound_outcome_of(b) == BR_BOUND_INCONSISTENT) {
        show_paper(out, b, tables);
        return;
    }
    br_buffer cells = {0};
    if (tables)
        bound_cells(&cells, b);
    fields_text(out, &cells, 2);
    if (br_bound_count(b, BR_BOUND_PASSES) > 1)
        br_buffer_put(out, "later passes filter the same rows again: sound, but no new evidence\n");
    show_paper(out, b, tables);
}
