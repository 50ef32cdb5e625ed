// motion.h - a motion of a mechanism as its handle holds it; for the files of the C API only.   [host]
#ifndef BR_API_MECHANISM_MOTION_H
#define BR_API_MECHANISM_MOTION_H

#include "api/mechanism/coarse.h"
#include "api/mechanism/drawing.h"
#include "api/mechanism/machine.h"
#include "sim/run/record.h"
#include "sim/source/samples.h"

#include <bristle/mechanism.h>

struct br_mechanism_motion {
    char who[32];              // in messages: "mechanism: ",
    const char *dash, *origin; // "" and "motion", or of a command line "--" and "--inverse"
    bool by_command;
    char *text, *path, *name; // of the mechanism; and the name of the table that prescribes
    size_t size;              // of the text
    br_machine w;
    br_coarse coarse;
    br_record record;
    const br_mech_scheme *scheme; // NULL: inverse dynamics
    double until, step, violation;
    double fastest; // J: the most of kinetic energy
    bool noise;     // of sensors
    uint64_t seed;
    bool *held;         // measures that are prescribed
    br_signals signals; // of their table
    br_samples samples;
    bool has_signals, has_samples;
    bool ended, interrupted; // interrupted: before its end
    br_drawings drawings;
};

// From a motion that is all zero but for who, dash, origin, text and how many drawings: the mechanism, then how it moves: forward in time by a method
// (NULL: alpha), or as the columns of a table prescribe, whose name stands in messages (signals NULL: those that are named as the
// time, measures and their speeds). Then the run, which is that of br_mechanism_motion_run.
br_status br_motion_open_machine(br_mechanism_motion *r, const char *path, size_t size, br_diag *why) BR_CHECKED;
br_status br_motion_set_method(br_mechanism_motion *r, const char *method, br_diag *why) BR_CHECKED;
br_status br_motion_set_times(br_mechanism_motion *r, double until, double step, br_diag *why) BR_CHECKED;
br_status br_motion_prescribe(br_mechanism_motion *r, br_rows table, const char *name, const char *signals,
                              br_diag *why) BR_CHECKED;

br_status br_motion_run(br_mechanism_motion *r, int (*progress)(void *context, double share), void *context,
                        br_diag *why) BR_CHECKED;

// Changes of energy from the start to the end that nothing explains; *turned: the energy that was exchanged.
double br_motion_unaccounted(const br_mechanism_motion *r, double *turned);

void br_motion_release(br_mechanism_motion *r);

#endif
