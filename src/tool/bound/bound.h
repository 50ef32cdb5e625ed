// bound.h - what `bristle bound` works on, and how it is shown.                  [host]
#ifndef BR_TOOL_BOUND_BOUND_H
#define BR_TOOL_BOUND_BOUND_H

#include "num/text/buffer.h"
#include "tool/kit/options.h"
#include "tool/kit/rig_log.h"

#include <bristle/bound.h>

#include <stdbool.h>

enum { BOUND_PARAMETERS = 64 }; // more than any plant has that sticks and slips

typedef struct bounding {
    const tool_args *a;
    br_law *law;
    br_bound *is;
} bounding;

// The problem: model, ranges, errors, effort, slab and logs. bound_close in any case.
br_status bound_read(bounding *w, int ranks, int threads, br_diag *why) BR_CHECKED;
void bound_close(bounding *w);

bool bound_interval(const br_bound *b, int i, br_bound_interval *p);

void bound_cells(br_buffer *cells, const br_bound *b); // of tables (tool/kit/fields.h)
void bound_paper_cells(br_buffer *cells, const br_bound *b);
void bound_text(br_buffer *out, const br_bound *b, bool tables); // tables: the intervals, too
br_status bound_report(br_buffer *out, const br_bound *b) BR_CHECKED;

// Of laws that are no plants which stick and slip: boxes of parameters inside, outside and undecided.
void bound_set_text(br_buffer *out, const br_bound *b);
br_status bound_set_report(br_buffer *out, const bounding *w) BR_CHECKED;

#endif
