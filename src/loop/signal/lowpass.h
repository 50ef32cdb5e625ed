// lowpass.h - low-pass of even order, by second-order sections.                                [target]
//
//     br_lowpass_options o = br_lowpass_defaults(1e-4); // thesis 4.4.1: second order, 500 Hz at 10 kHz
//     br_lowpass_init(&l, &o);
//     y = br_lowpass_step(&l, x);
//
// Each section is 1/(s^2 + 2 d s + 1) in s = j f/cutoff, made discrete by the trapezoidal rule with the cut-off in its
// place: its response at f is that of the section at tan(pi f dt)/tan(pi cutoff dt). The states are those of two
// integrators, which keep their accuracy in float where the cut-off is far below the sample rate. The first sample
// starts the filter at rest there: no transient. Fixed work, no heap: safe in a control loop. The object needs no other
// memory.
#ifndef BR_LOOP_SIGNAL_LOWPASS_H
#define BR_LOOP_SIGNAL_LOWPASS_H

#include "num/base/real.h"
#include <bristle/status.h>

enum { BR_LOWPASS_SECTIONS = 4 };

typedef struct br_lowpass_options {
    br_real dt;      // s
    br_real cutoff;  // Hz, below half the sample rate
    int order;       // 2, 4, 6 or 8
    br_real damping; // of order 2, at least 0.05; 0: Butterworth, as all higher orders are
} br_lowpass_options;

br_lowpass_options br_lowpass_defaults(br_real dt); // Butterworth of order 2, a twentieth of the sample rate

typedef struct br_lowpass_section {
    br_real a1, a2, a3; // Zavalishin's: 1/(1 + g (g + 2 d)), g a1, g a2 with g = tan(pi cutoff dt)
    br_real s1, s2;     // states: the integrators'
} br_lowpass_section;

typedef struct br_lowpass {
    br_lowpass_options o;
    br_lowpass_section section[BR_LOWPASS_SECTIONS];
    int started;
    br_real x;             // the last sample that was there
    unsigned long missing; // samples, since init
} br_lowpass;

// BR_BAD_USAGE: what the options do not allow.
br_status br_lowpass_init(br_lowpass *l, const br_lowpass_options *o) BR_CHECKED;
void br_lowpass_reset(br_lowpass *l); // as after init

// A sample that is missing (NaN), infinite, or beyond a thousandth of the largest number, stands for the one before it,
// and is counted. Before the first one that is there the answer is 0. Never answers anything but a finite number.
br_real br_lowpass_step(br_lowpass *l, br_real x);

// At rest at x, as if it had always been there.
void br_lowpass_settle(br_lowpass *l, br_real x);

// By how many samples slow signals come later: the sum of damping/g.
br_real br_lowpass_delay(const br_lowpass *l);

// Samples after which a millionth or less of a sample is still felt, at most.
int br_lowpass_memory(const br_lowpass *l);

#endif
