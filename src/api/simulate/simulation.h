// simulation.h - a simulation as its handle holds it; for the C API and the command `simulate`.   [host]
#ifndef BR_API_SIMULATE_SIMULATION_H
#define BR_API_SIMULATE_SIMULATION_H

#include "api/law/opened_law.h"
#include "api/simulate/beside.h"
#include "sim/run/driver.h"
#include "sim/run/record.h"
#include "sim/source/samples.h"

#include <bristle/simulate.h>

struct br_simulation {
    br_opened_law *law; // its own; NULL: the model is lent
    br_model *model;
    const char *who;    // in messages: "simulation: "
    br_signals signals; // of a log
    br_samples samples;
    bool has_signals, has_samples;
    br_source source;
    br_driver driver;
    br_run run;
    br_beside beside;
    br_record record;
    double start, until, step; // start: of the log that drives it, else 0
    double tolerance;
    uint64_t seed;
    const br_run_method *method;
    char *sensors;
    long long rows;     // of the whole run
    bool ended;         // sensors and warnings are done
    br_buffer warnings; // one a line
};

// From a simulation that is all zero but for model, who, method, tolerance and seed, in this order: the log, if there is one;
// times (0: not given); inputs, then the run.
br_status br_simulation_read_log(br_simulation *s, const char *signals, const char *origin, br_rows table, bool linear,
                                 br_diag *why) BR_CHECKED;
// The same from a table of a program, which `call` reads; signals NULL: columns that are named as inputs.
br_status br_simulation_take_log(br_simulation *s, const char *call, br_table *log, const char *signals, bool linear,
                                 br_diag *why) BR_CHECKED;
br_status br_simulation_set_times(br_simulation *s, double until, double step, br_diag *why) BR_CHECKED;
br_status br_simulation_read_inputs(br_simulation *s, const char *input, const char *origin, br_diag *why) BR_CHECKED;
br_status br_simulation_begin(br_simulation *s, const char *sensors, const char *origin, br_diag *why) BR_CHECKED;

// Sensors and warnings, when no more rows are wanted.
br_status br_simulation_end(br_simulation *s, br_diag *why) BR_CHECKED;
void br_simulation_release(br_simulation *s);

#endif
