// sampled.h - an observer at a fixed rate: one call a sample, inputs held in between.          [target]
//
//     br_sampled_options o = {.observer = br_kalman_defaults(), .dt = 1e-3, .every = 1, .which = &force, .measured = 1};
//     br_sampled_init(&s, sys, &o, x, u, p, memory, br_sampled_bytes(sys, &o));
//     br_sampled_step(&s, u, y);                     // at every sample
//
// What `bristle observe` does along a log, and what emitted packages do on a controller.
#ifndef BR_LOOP_FILTER_SAMPLED_H
#define BR_LOOP_FILTER_SAMPLED_H

#include "loop/filter/kalman.h"

typedef struct br_sampled_options {
    br_kalman_options observer;
    br_real dt;       // from sample to sample
    int every;        // samples from one correction to the next
    const int *which; // measurements of a sample
    int measured;
} br_sampled_options;

typedef struct br_sampled {
    br_kalman observer;
    br_real *u; // inputs as they are held
    br_real *p; // parameters; may be changed between samples
    int *which, measured, every, phase;
    int blind; // samples in a row without an input
    br_real dt;
} br_sampled;

size_t br_sampled_bytes(const br_sys *s, const br_sampled_options *o); // 0: refused

// u, p: inputs before any is known, and parameters; both are copied. memory: lent for the life of the object.
br_status br_sampled_init(br_sampled *s, const br_sys *sys, const br_sampled_options *o, const br_real *x,
                          const br_real *u, const br_real *p, void *memory, size_t bytes) BR_CHECKED;

#ifdef BR_FLOAT
#define br_sampled_doubtful brf_sampled_doubtful
#endif
// As br_kalman_doubtful, or its inputs have been missing or stuck for too long.
int br_sampled_doubtful(const br_sampled *s);
br_status br_sampled_reset(br_sampled *s, const br_real *x) BR_CHECKED; // as before the first sample

// A sample: inputs u, held from now on (one that is NaN or beyond BR_GATE_INPUT: the last one is), and `measured` measurements y (NaN or
// infinite: missing). After `patience` samples without an input nothing is learnt from measurements until it is back: what they
// say of parameters depends on it. The same, but for measured states, where parameters are estimated and inputs stay the same to the
// bit while innovations raise the alarm: they are stuck, or the machine is at rest and teaches nothing.
// Fixed work, safe in a control loop. On failure the observer is as br_kalman_predict leaves it.
br_status br_sampled_step(br_sampled *s, const br_real *u, const br_real *y) BR_CHECKED;

#endif
