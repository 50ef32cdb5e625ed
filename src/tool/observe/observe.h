// observe.h - a run of `bristle observe`, and how it is shown.                   [host]
#ifndef BR_TOOL_OBSERVE_OBSERVE_H
#define BR_TOOL_OBSERVE_OBSERVE_H

#include "api/observe/log_observer.h"
#include "tool/kit/load.h"
#include "tool/kit/log.h"

typedef br_log_observer observing;

// The model, and the columns that it takes of the log, in order.
br_status observe_match(observing *o, const tool_args *a, br_diag *why) BR_CHECKED;

// Options and what they ask for (tool/observe/observe_options.c).
br_status observe_read_options(observing *o, const tool_args *a, br_diag *why) BR_CHECKED;
extern const char *const observe_arrivals[]; // by br_mhe_arrival; NULL behind the last
extern const tool_option *const observe_options[], observe_most, observe_bounds;

enum { OBSERVE_COUNTS = 18 };
typedef struct observe_count {
    const char *name, *meaning; // meaning NULL: a count of work, not of events
    unsigned long n;
} observe_count;
int observe_counts(const observing *o, observe_count to[OBSERVE_COUNTS]); // how many there are

bool observe_input(const observing *o, int i);            // entry i of the state vector is a measured input
void observe_heading(br_buffer *out, const observing *o); // model, observer, log and steps, in two lines
void observe_amount(br_buffer *out, double value, int digits, const char *unit);
void observe_condition(br_buffer *out, double condition);
void observe_direction(br_buffer *out, const observing *o, const double *direction); // "0.98 kappa[2] - 0.20 z[2]"

void observe_estimate_cells(br_buffer *cells, const observing *o); // of a table (tool/kit/fields.h)
void observe_text(br_buffer *out, const observing *o);
void observe_summary(br_buffer *out, const observing *o); // the same without warnings and failures
void observe_json(br_buffer *out, const observing *o);
br_status observe_report(br_buffer *out, const observing *o) BR_CHECKED;

#endif
