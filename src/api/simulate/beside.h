// beside.h - a run beside a simulation: whether it matters that inputs are held, or that an update stands for the rates.   [host]
//
//     br_beside_open(&b, s, &options, why);
//     br_beside_follow(&b, s);                 // behind every row of s
//     br_beside_warn(&b, s, &warnings);
//     br_beside_close(&b);
//
// A signal that was sampled from a motion and is held from row to row, or an input that is held over a step, is half a row or step
// late, which looks like damping near a resonance. Beside such a run goes one whose signals lie on straight lines, and whose steps
// have the mean of their inputs; beside the updates of a law (z+) go its rates, by the method `stiff`.
#ifndef BR_API_SIMULATE_BESIDE_H
#define BR_API_SIMULATE_BESIDE_H

#include "sim/run/apart.h"
#include "sim/run/driver.h"
#include "sim/source/samples.h"

#include <bristle/status.h>

static const double BR_BESIDE_LIMIT = 0.02; // RMS, of the largest value that a state or an output has had

typedef struct br_beside {
    br_samples
        samples; // those of the log on straight lines: their memory is that of the simulation, as is that of the source
    br_source source;
    br_driver driver;
    br_run run;
    br_apart apart;
    double *row;     // states and outputs of both
    bool open, lost; // lost: it could not go on, and nothing more is known
} br_beside;

struct br_simulation;

// o: of the run of s, which is open. Nothing is opened where both would be the same run. b must not move, and is closed after a
// failure, too.
br_status br_beside_open(br_beside *b, struct br_simulation *s, const br_run_options *o, br_diag *why) BR_CHECKED;
br_status br_beside_follow(br_beside *b, const struct br_simulation *s) BR_CHECKED; // BR_NO_MEMORY, or BR_OK
void br_beside_warn(const br_beside *b, const struct br_simulation *s, br_buffer *warnings);
void br_beside_close(br_beside *b);

#endif
