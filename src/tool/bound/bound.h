// bound.h - what `bristle bound` works on, and how it is shown.                  [host]
#ifndef BR_TOOL_BOUND_BOUND_H
#define BR_TOOL_BOUND_BOUND_H

#include "api/bound/bounding.h"
#include "file/json/read.h"
#include "tool/kit/log.h"

#include <stdint.h>

// A problem, with the logs as they were loaded.
typedef struct bounding {
    br_bounding is;
    br_loaded_log file[TOOL_OPERANDS];
    br_paper_options rules;
} bounding;

extern const br_bound_speaker bound_says;

// The problem: model, ranges, errors, effort, slab and logs. Without --range no ranges, for who wants the rows alone. What was opened is freed by bound_free after a failure too.
br_status bound_read(bounding *w, const tool_args *a, br_diag *why) BR_CHECKED;
void bound_free(bounding *w);

// The parameters of the rules of the paper, after 'paper' in --rules: 'paper, M = 20, v_bar = 0.5 rad/s'. The plant is open.
br_status bound_rules(bounding *w, const char *text, br_diag *why) BR_CHECKED;

// Over everything that the JSON of a slab says but its 'seal', which is this: keys, texts, numbers, in their order.
uint64_t bound_seal(const br_json_tree *t);

// Slabs as their JSON files have them, joined. BR_BAD_DATA: some are missing, or are of different problems.
br_status bound_merge(br_bound_answer *all, const char *const *file, int files, br_diag *why) BR_CHECKED;

void bound_cells(br_buffer *cells, const br_bound_answer *a); // of tables (tool/kit/fields.h)
void bound_paper_cells(br_buffer *cells, const br_bound_answer *a);
void bound_text(br_buffer *out, const br_bound_answer *a, bool tables); // tables: the intervals, too
void bound_json(br_buffer *out, const br_bound_answer *a);
br_status bound_report(br_buffer *out, const br_bounding *w) BR_CHECKED;

#endif
