// axis.h - an axis as its compensators know it and as it is; for the files of the C API only.   [host]
#ifndef BR_API_CONTROL_AXIS_H
#define BR_API_CONTROL_AXIS_H

#include "api/law/opened_law.h"
#include "sim/control/control.h"

#include <bristle/control.h>

typedef struct br_axis_setup {
    br_opened_law *law, *plant, *truth;     // its own
    br_model *known, *in_mass, *real_truth; // friction as it is known; a mass with it, NULL: there is none; as it is
    double mass, rate;
    br_control_options o;
    int (*progress)(void *context, double share);
    void *context;
    char who[32];    // before messages
    bool by_command; // which have the words of a command line
} br_axis_setup;

// From an axis that is all zero: all of it, from a program's options. Released after a failure, too.
br_status br_axis_setup_open(br_axis_setup *a, const br_law *friction, const br_axis_options *from,
                             br_diag *why) BR_CHECKED;
void br_axis_setup_release(br_axis_setup *a);

// The message of a room below, which does not know who asks.
br_status br_axis_said_by(const br_axis_setup *a, br_status status, const br_diag *words, br_diag *why) BR_CHECKED;

// The status of a public call with these options, and its message in their words.
br_status br_axis_said(const br_axis_options *o, br_status status, br_diag *why) BR_CHECKED;

static inline br_control_axis br_axis_for_control(const br_axis_setup *a)
{
    return (br_control_axis){.truth = a->real_truth, .known = a->known, .plant = a->in_mass, .mass = a->mass};
}

const char *br_axis_length(const br_axis_setup *a); // "m" or "rad"
const char *br_axis_force(const br_axis_setup *a);  // "N" or "N*m"

void br_axis_describe_friction(br_axis_friction *to, const br_known *k);

#endif
