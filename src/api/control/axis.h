// axis.h - an axis as its compensators know it and as it is, and their comparison; for the C API, `control` and `emit`.   [host]
#ifndef BR_API_CONTROL_AXIS_H
#define BR_API_CONTROL_AXIS_H

#include "api/law/opened_law.h"
#include "sim/control/control.h"
#include "sim/run/record.h"

#include <bristle/control.h>

typedef struct br_axis_setup {
    br_opened_law *law, *plant, *truth;     // its own; NULL: models are lent
    br_model *known, *in_mass, *real_truth; // friction as it is known; a mass with it, NULL: there is none; as it is
    double mass;
    br_control_options o;
    int (*progress)(void *context, double share);
    void *context;
} br_axis_setup;

// From an axis that is all zero: all of it, from a program's options. Released after a failure, too.
br_status br_axis_setup_open(br_axis_setup *a, const br_law *friction, const br_axis_options *from,
                             br_diag *why) BR_CHECKED;
void br_axis_setup_release(br_axis_setup *a);

// Options that are known to be valid, with samples of dt.
void br_axis_setup_take(br_axis_setup *a, const br_axis_options *o, double dt);

static inline br_control_axis br_axis_for_control(const br_axis_setup *a)
{
    return (br_control_axis){.truth = a->real_truth, .known = a->known, .plant = a->in_mass, .mass = a->mass};
}

const char *br_axis_length(const br_axis_setup *a); // "m" or "rad"
const char *br_axis_force(const br_axis_setup *a);  // "N" or "N*m"

// ---------------------------------------------------------------- a comparison

struct br_comparison {
    br_axis_setup axis;
    const char *dash; // in notes: "--" of the command, or ""
    br_control made;
    br_record record; // time and reference, then error and command of each
    br_buffer notes;  // a line each
};

// Runs it, its axis given.
br_status br_comparison_run(br_comparison *c, br_diag *why) BR_CHECKED;
void br_comparison_release(br_comparison *c);

// ---------------------------------------------------------------- passivity of a LuGre observer

typedef struct br_feedback_check {
    br_loop loop;
    br_polynomial over, under; // H(s)
    br_known known;
    br_rational G;
    br_positive_real spr; // if known.own
} br_feedback_check;

bool br_feedback_read(const char *text, br_polynomial *over,
                      br_polynomial *under); // false: it is no list of coefficients
br_status br_feedback_judge(br_feedback_check *f, const br_axis_setup *a, br_diag *why) BR_CHECKED;
void br_feedback_words(br_buffer *out, const br_feedback_check *f, const br_axis_setup *a);

#endif
