// sensor.h - sensor models: noise, quantisation, delay and others in series.   [host]
//
//     x = cogging(20, 4e-6, x) | noise(5) | quantise(10) nm, F = bias(0.2) | noise(0.05) N, w = delay(2e-3)
//
// Left stand signals, right what happens to them on the way, from left to right, and behind a blank the unit of all amounts.
// Signals that are not named are measured as they are.
//
//   scale(k)                         times k
//   bias(b)                          plus b
//   noise(sd)                        white noise, normal, with this standard deviation
//   quantise(step, counts)           the nearest multiple of step; with counts, from 0 to counts - 1 and over again
//   cogging(amplitude, pitch, x, phase = 0)   amplitude*sin(2 pi x/pitch + phase) of the true value of signal x; pitch in SI
//   ripple(amplitude, f, phase = 0)  amplitude*sin(2 pi f t + phase)
//   delay(s)                         what it was s seconds ago, by straight lines between samples; at first the first one
//   saturate(low, high)              no lower, no higher
//   drop(p)                          missing (NaN) with probability p
//
// Random numbers come from (seed, place of the signal and of its noise): the same list gives the same bits everywhere, and
// another signal's sensor changes nothing.
#ifndef BR_SIM_RUN_SENSOR_H
#define BR_SIM_RUN_SENSOR_H

#include "num/base/random.h"
#include "sim/source/list.h"

#include <stdint.h>

typedef struct br_sensor_signal {
    const char *name;
    br_unit unit;
} br_sensor_signal;

typedef struct br_effect br_effect;

typedef struct br_effect_state {
    br_random random;
    size_t head, count; // of the samples that a delay keeps
} br_effect_state;

typedef struct br_sensor {
    char origin[80]; // in messages
    int signals, effects;
    char (*name)[BR_NAME_SIZE + 32]; // of the signals
    br_effect *effect;               // by signal, in the order of the list
    br_effect_state *state, *spare;  // the spare one becomes the next one when a step has gone well
    double *value;                   // of a step, until it has gone well
    uint64_t seed;
    bool started;
    double t; // of the last step
} br_sensor;

// Reads a list for these signals. BR_BAD_LAW: it is wrong, and why names the place. After a failure *s is all zero.
br_status br_sensor_read(br_sensor *s, const char *list, const char *origin, const br_sensor_signal *signal,
                         int signals, uint64_t seed, br_diag *why) BR_CHECKED;
void br_sensor_free(br_sensor *s);
void br_sensor_reset(br_sensor *s); // as if just read

// measured[] of true values at time t, both in SI and in the order of the signals; NaN: missing. They must not overlap.
// Times rise from call to call. BR_BAD_USAGE: this one does not; BR_NOT_FINITE: a true or a measured value is not finite. A call
// that fails changes nothing.
br_status br_sensor_step(br_sensor *s, double t, const double *truth, double *measured, br_diag *why) BR_CHECKED;

#endif
