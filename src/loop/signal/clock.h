// clock.h - from time stamps to the step that an observer takes.                               [target]
//
//     br_clock_options o = br_clock_defaults(1e-3, 1e-6); // 1 kHz, a counter of microseconds
//     br_clock_init(&c, &o);
//     br_clock_sample s = br_clock_step(&c, ticks);
//     for (int i = 0; i < s.missing; i++)
//         step with a missing measurement (NaN) over s.dt
//     if (s.dt > 0)
//         step with this one over s.dt
//
// Stamps wrap, stand still, run backwards and jump; the step does not: it is within 0.5 and 2 of the nominal one, or 0
// for a sample that is to be left out. Time is a count of ticks, or of samples: no sum of steps that drifts, and
// nothing happens at 2^31, 2^32 or 2^53. Fixed work, no heap: safe in a control loop. The object needs no other memory.
#ifndef BR_LOOP_SIGNAL_CLOCK_H
#define BR_LOOP_SIGNAL_CLOCK_H

#include "num/base/real.h"
#include <bristle/status.h>
#include <stdint.h>

typedef struct br_clock_options {
    br_real dt;   // nominal step, s
    br_real tick; // of the counter, s
    int bits;     // of the counter, 2 to 32; a gap of half its range or more looks like a stamp that runs backwards
    int grid; // 0: steps as measured; 1: all of dt, on the grid of samples nearest to the stamps, so jitter is ignored
    int most; // steps of a gap that are reported; a longer one restarts
    int patience; // stamps in a row that are equal or run backwards; from the next one on the samples alone are counted
} br_clock_options;

br_clock_options br_clock_defaults(br_real dt, br_real tick); // 32 bits, as measured, gaps of up to 100 steps

typedef enum br_clock_answer {
    BR_CLOCK_GOOD,
    BR_CLOCK_GAP,     // samples are missing before this one
    BR_CLOCK_EQUAL,   // the stamp of the sample before: left out
    BR_CLOCK_LATE,    // an older one: left out
    BR_CLOCK_EARLY,   // less than half a step: left out, and the next stamp counts from the same place
    BR_CLOCK_ANCHORED // the first stamp, a jump, or a clock that stopped: one nominal step is taken to have passed
} br_clock_answer;

typedef struct br_clock_sample {
    br_clock_answer answer;
    br_real dt;  // of each step; 0: the sample is to be left out
    int missing; // samples before this one, of the same dt
} br_clock_sample;

typedef struct br_clock_health {
    unsigned long gaps, missing, equal, late, early, anchored; // anchored: without the first stamp
} br_clock_health;

typedef struct br_clock {
    br_clock_options o;
    br_clock_health health;
    uint32_t stamp;  // of the last sample that was taken
    int64_t step;    // ticks of a nominal step
    int64_t index;   // of the last sample that was taken; the first is 0, missing ones count
    int64_t elapsed; // ticks from the first stamp to that of the last sample
    br_real rest;    // grid: from the grid to the last stamp, s
    int odd;         // stamps in a row that are equal or run backwards
    int started;
} br_clock;

// BR_BAD_USAGE: numbers that are not positive, a tick longer than dt, bits out of range, dt beyond half the range.
br_status br_clock_init(br_clock *c, const br_clock_options *o) BR_CHECKED;
void br_clock_reset(br_clock *c); // as after init

br_clock_sample br_clock_step(br_clock *c, uint32_t ticks);

// Since the first stamp, of the last sample that was taken: elapsed*tick, or on the grid index*dt.
br_real br_clock_time(const br_clock *c);

#endif
