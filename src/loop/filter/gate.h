// gate.h - which measurements an estimator takes, and how it opens again when it has rejected too many.   [target]
//
// Filters and moving horizons share it. An innovation beyond the gate is rejected. A measurement that stays the same to the
// bit while the model moves on is stuck, and rejected until it changes. After `patience` rejected in a row the estimator
// opens:
//
//     1st, 2nd time   its states are as uncertain as at the start, then four times as much; parameters stay
//     3rd             it restarts from the prior
//     4th, 5th, ...   parameters are as uncertain as the prior about where they are; from the prior; ...: in turn, ever wider
//
// A measurement beyond BR_REJECT_BEYOND that a wider gate has taken counts as the first time, without an opening.
// After BR_GATE_CALM times patience taken measurements the next time is the first one again. Until then parameters are on
// probation: where they are implausible, it restarts from the prior. And for BR_GATE_LONG measurements variances grow while
// innovations are too large: what was learnt from wrong samples within the gate is unlearnt.
//
// A sensor that drifts, or inputs that are held, may lead an estimator astray without a single rejection. Where it is out of reach
// of its prior for `patience` rounds it restarts, too; with each measurement one number is looked at. The truth may be there: so not
// within BR_GATE_LONG rounds again, then not within twice as many, and so on.
#ifndef BR_LOOP_FILTER_GATE_H
#define BR_LOOP_FILTER_GATE_H

#include "num/base/arena.h"
#include "num/base/real.h"

enum { BR_GATE_PRIOR = 3, BR_GATE_CALM = 3, BR_GATE_LONG = 1000, BR_GATE_PAUSE = 16000, BR_GATE_MOST = 24 };
#define BR_GATE_FADE BR_C(0.02)
#define BR_REJECT_BEYOND 6 // standard deviations: the gate of packages, unless it is given or lifted

#define BR_GATE_STATE BR_C(1e9) // no state of a machine is so many times its standard deviation

// An input beyond this, in its SI unit, is none of a machine: it is left out, and the one before is held.
#define BR_GATE_INPUT BR_C(1e9)

static inline int br_gate_takes_input(br_real u)
{
    return u >= -BR_GATE_INPUT && u <= BR_GATE_INPUT; // not NaN
}

// Of each measurement. (A horizon counts rejected samples, not measurements: at [0].)
typedef struct br_gate {
    br_real *seen, *came; // the last one, and what was expected when it came first
    int *held;            // it is stuck
    int *rejected;        // in a row
    int *openings;        // in a row, at most about BR_GATE_MOST
    int *calm;            // taken since the last of them, BR_GATE_LONG at most
    int turn, out;        // the number whose reach is looked at next, and whether one of this round was out of it
    int astray;           // rounds in a row with one,
    int wait, pause;      // those to come before it may restart for that again, and how many these were
    int restless;         // measurements in a row that were taken without a calm: most of them were suspects
    br_real fit;          // mean square of normalised innovations that were taken; 1 where model and noise are right
} br_gate;

void br_gate_carve(br_arena *a, br_gate *g, int measurements);
void br_gate_reset(br_gate *g, int measurements);

// Whether measurement y is stuck: the same to the bit as before, and beyond `most` from what is expected now, which is as far
// from what was expected when it came. error: y - expected, of an angle within its period.
int br_gate_is_stuck(br_gate *g, int which, br_real y, br_real expected, br_real error, br_real most);

// Too many have been rejected: it is time to open.
int br_gate_is_due(const br_gate *g, int which, int patience);

// Opens; answers the how many-th time in a row this is.
int br_gate_open(br_gate *g, int which);

// Whether parameter x is implausible, on probation: beyond `most`, the gate about the prior `first`, unless restarts have not
// helped; or next to nothing, where the prior excludes that. Once more after half of BR_GATE_LONG measurements and at their end,
// and after as many without a calm, where a wide gate takes whatever comes: then 16 times as far.
int br_gate_is_implausible(const br_gate *g, int which, int patience, br_real x, br_real first, br_real most);

// Whether parameter x is out of reach of its prior, probation or not: 16 times as far as above, below a tenth of it where half of
// `most` excludes 0, or below a thousandth where a sixth does. And state x: BR_GATE_STATE times its largest standard deviation.
int br_gate_is_out_of_reach(br_real x, br_real first, br_real most);
static inline int br_gate_is_state_out_of_reach(br_real x, br_real most)
{
    return x > BR_GATE_STATE * most || x < -BR_GATE_STATE * most;
}

// Whether it is time for a restart, after a measurement: whether number `turn` of so many is out of reach.
int br_gate_is_astray(br_gate *g, int numbers, int patience, int out_of_reach);

// Opens by a restart from the prior; answers the how many-th time in a row this is.
int br_gate_restart(br_gate *g, int which);

// One that was taken, or rejected.
void br_gate_count(br_gate *g, int which, int taken, int patience);

// Whether the n-th time in a row is a restart from the prior.
int br_gate_is_from_prior(int n);

// By how much standard deviations of states are larger when it opens for the n-th time in a row, and those of parameters.
br_real br_gate_state_width(int n);
br_real br_gate_prior_width(int n);

// A mean square over the last `window`: one beyond 5 standard deviations counts as 5, so a single spike is no alarm.
br_real br_gate_windowed_mean(br_real mean, br_real ratio, int window);

// How many standard deviations from the prior parameters are plausible on probation: however wide a gate is, no more than
// BR_REJECT_BEYOND.
static inline br_real br_gate_plausible(br_real gate)
{
    return gate < BR_REJECT_BEYOND ? gate : BR_REJECT_BEYOND;
}

// Whether a gate is that of packages, or narrower.
static inline int br_gate_is_strict(br_real gate)
{
    return gate > 0 && gate <= BR_REJECT_BEYOND;
}

// A measurement that was taken though it was `ratio` standard deviations off, where a gate is wide: beyond BR_REJECT_BEYOND it may be a
// spike, and parameters are on probation as after an opening.
void br_gate_suspect(br_gate *g, int which, br_real ratio);

// After a measurement was taken that was `ratio` standard deviations off: the share by which variances are to grow. always:
// that share also where nothing was rejected; 0: BR_GATE_FADE, and after openings only.
br_real br_gate_fade(br_gate *g, int which, br_real ratio, int window, br_real always);

#endif
