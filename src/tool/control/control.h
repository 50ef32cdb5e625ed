// control.h - `bristle control`: a run, its options and its views.               [host]
#ifndef BR_TOOL_CONTROL_CONTROL_H
#define BR_TOOL_CONTROL_CONTROL_H

#include "api/control/axis.h"
#include "tool/kit/load.h"
#include "tool/kit/options.h"

typedef struct controlling {
    br_loaded_model friction, plant; // of the axis as it is known; a mass with it
    br_model truth;                  // of a rig
    bool has_friction, has_plant, has_truth;
    const char *name;        // of the axis
    br_axis_options given;   // as read
    br_comparison c;         // its axis, and what came out
    bool judges;             // with --feedback only
    br_feedback_check check; // and its verdict
} controlling;

// Reads the options and opens the axis; close it in any case.
br_status control_read(controlling *w, const tool_args *a, br_diag *why) BR_CHECKED;
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
                   const br_buffer *notes); // a line each, with "note: " before it; warnings have their own prefix
void control_json(br_buffer *out, const controlling *w);
br_status control_report(br_buffer *out, const controlling *w) BR_CHECKED;

#endif
