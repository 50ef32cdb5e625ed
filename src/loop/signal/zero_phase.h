// zero_phase.h - low-pass, derivatives and smoothing of a whole log, without delay.             [target]
//
//     br_zero_phase_lowpass(&low, n, q, memory, br_zero_phase_bytes(&low, n), NULL); // in place
//     br_zero_phase_difference(dt, n, q, v);
//     br_zero_phase_difference(dt, n, v, a);
//
// or, better where the position is noisy, all three at once:
//
//     br_zero_phase_smooth(&o, n, y, q, v, a, NULL);
//
// Work is linear in n, which is at most 2^29. Samples that are missing (NaN, infinite) are counted in *missing (may be
// NULL). A call that fails changes nothing.
#ifndef BR_LOOP_SIGNAL_ZERO_PHASE_H
#define BR_LOOP_SIGNAL_ZERO_PHASE_H

#include "loop/signal/differentiate.h"

// Forward, then backward: the response is the square of that of the low-pass, 1/2 at the cut-off. At both ends the log
// is continued by its mirror images through the end point, so a line stays a line to the last sample. Samples that are
// missing lie on the straight line between their neighbours; at the ends they are the nearest that is there. memory:
// br_zero_phase_bytes, aligned for br_real. BR_BAD_USAGE: options, memory; BR_BAD_DATA: fewer than 2 samples are there.
size_t br_zero_phase_bytes(const br_lowpass_options *o, int n); // 0 for what is refused
br_status br_zero_phase_lowpass(const br_lowpass_options *o, int n, br_real *x, void *memory, size_t bytes,
                                int *missing) BR_CHECKED;

// Central differences, at the ends those of the parabola through the last three samples: exact on parabolas. to may be
// x. BR_BAD_USAGE: fewer than 3 samples, dt not positive.
br_status br_zero_phase_difference(br_real dt, int n, const br_real *x, br_real *to) BR_CHECKED;

// The smoother of the Kalman differentiator, with its stationary gain: what all samples say about position, velocity
// and acceleration at each of them. Takes dt and cutoff, or jerk and r, from o. Missing samples of y are filled as
// above; y overlaps none of the results. BR_BAD_USAGE: options, n < 3; BR_BAD_DATA: fewer than 3 samples are there.
br_status br_zero_phase_smooth(const br_differentiate_options *o, int n, br_real *y, br_real *q, br_real *v, br_real *a,
                               int *missing) BR_CHECKED;

#endif
