// observe_mechanism.h - a run of `bristle observe LOG --model F.mech`, and how it is shown.    [host]
#ifndef BR_TOOL_OBSERVE_OBSERVE_MECHANISM_H
#define BR_TOOL_OBSERVE_OBSERVE_MECHANISM_H

#include "file/json/json.h"
#include "tool/kit/options.h"
#include "tool/kit/rows.h"

#include <bristle/mechanism.h>

typedef struct watching {
    const tool_args *a;
    br_mechanism *m;
    br_mechanism_observer_options options;
    br_mechanism_observer *o;
    br_table *log, *table;
    tool_rows rows;
    br_buffer warnings, failures; // a line each
} watching;

// Parameters by a fit over the whole log (observe_mechanism_fit.c).
void watching_parameter_cells(br_buffer *cells, const br_mechanism_observer *o);
void watching_parameters_json(br_json *j, const br_mechanism_observer *o);
void watching_fit_json(br_json *j, const br_mechanism_observer *o);
void watching_fit_text(br_buffer *out, const br_mechanism_observer *o); // a line

// `bristle observe LOG --model NAME.mech`.
br_status observe_mechanism(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;

void watching_text(br_buffer *out, const watching *w);
void watching_json(br_buffer *out, const watching *w);
br_status watching_report(br_buffer *out, const watching *w) BR_CHECKED;

#endif
