// driver.h - a source of inputs as the drive of a run.                          [host]
#ifndef BR_SIM_RUN_DRIVER_H
#define BR_SIM_RUN_DRIVER_H

#include "sim/run/run.h"
#include "sim/source/source.h"

// An input that is undefined at some time is NaN, which ends the run; `why` then says which and when.
typedef struct br_driver {
    const br_source *source;
    br_diag why; // empty: nothing was wrong
    bool far;    // an input was beyond what machines have (BR_GATE_INPUT): the first one, when, and what it was in SI
    int which;
    double when, was;
} br_driver;

br_drive br_driver_of(br_driver *d, const br_source *source); // d must not move while it drives

#endif
