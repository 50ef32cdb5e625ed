// bound.h - what `bristle bound` works on, and how it is shown.                  [host]
#ifndef BR_TOOL_BOUND_BOUND_H
#define BR_TOOL_BOUND_BOUND_H

#include "api/bound/bounding.h"
#include "tool/kit/log.h"

// A problem, with the logs as they were loaded.
typedef struct bounding {
    br_bounding is;
    br_loaded_log file[TOOL_OPERANDS];
} bounding;

extern const br_bound_speaker bound_says;

// The problem: model, ranges, errors, effort, slab and logs. Without --range no ranges, for who wants the rows alone. What was opened is freed by bound_free after a failure too.
br_status bound_read(bounding *w, const tool_args *a, br_diag *why) BR_CHECKED;
void bound_free(bounding *w);

void bound_cells(br_buffer *cells, const br_bound_answer *a); // of tables (tool/kit/fields.h)
void bound_paper_cells(br_buffer *cells, const br_bound_answer *a);
void bound_text(br_buffer *out, const br_bound_answer *a, bool tables); // tables: the intervals, too
br_status bound_report(br_buffer *out, const br_bounding *w) BR_CHECKED;

#endif
