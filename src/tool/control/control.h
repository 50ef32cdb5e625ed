// control.h - `bristle control`: a run, its options and its views.               [host]
#ifndef BR_TOOL_CONTROL_CONTROL_H
#define BR_TOOL_CONTROL_CONTROL_H

#include "num/text/buffer.h"
#include "tool/kit/options.h"
#include "tool/kit/rows.h"

#include <bristle/control.h>

typedef struct controlling {
    const char *command;        // in messages, "control"
    br_law *friction, *real;    // of the axis as it is known, and as it is
    const char *length, *force; // its units: "m" or "rad", "N" or "N*m"
    const char *name;           // of the axis
    br_axis_options axis;
    char who[32];
    br_comparison *is;
    br_table *table;
    tool_rows rows;
    br_buffer notes; // a line each
    const char *feedback;
    int by_velocity;
    br_passivity passivity; // with --feedback only
} controlling;

// Reads the options of `command`, with the sample time --step or, above 0, a rate; close what was read in any case.
br_status control_read(controlling *w, const char *command, const tool_args *a, double rate, br_diag *why) BR_CHECKED;
void control_close(controlling *w);

// Options that `bristle emit --compensator` has, too.
extern const tool_option control_course, control_stroke, control_period, control_bandwidth, control_share,
    control_limits, control_dead_band, control_fade_in, control_velocity, control_wrong, control_encoder;
// Tuning of compensators, here and in packages of `bristle emit`.
#define CONTROL_TUNED_BY                                                                                               \
    &control_bandwidth, &control_share, &control_limits, &control_dead_band, &control_fade_in, &control_velocity,      \
        &control_wrong, &control_encoder

void control_text(br_buffer *out, const controlling *w);
void control_notes(br_buffer *out,
                   const char *notes); // a line each, with "note: " before it; warnings have their own prefix
void control_json(br_buffer *out, const controlling *w);
br_status control_report(br_buffer *out, const controlling *w) BR_CHECKED;

#endif
