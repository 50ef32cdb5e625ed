// bound_show.c - proved parameter intervals as text.                            [host]
#include "num/base/fp.h"

#include "tool/bound/bound.h"
#include "tool/kit/fields.h"

#include <stdio.h>
#include <string.h>

typedef struct interval_row {
    const char *name, *unit;
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
                                             FIELD("unit", NULL, TEXT, interval_row, unit),
                                             FIELD_SHOWN("width", show_width),
                                             FIELD("where", NULL, CHARS, interval_row, where),
                                             {0}};

static interval_row interval_row_of(const br_bound_answer *a, int i, br_interval p)
{
    return (interval_row){a->name[i], a->unit[i], a->range[i], p, ""};
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
