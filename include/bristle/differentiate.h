// differentiate.h - velocity and acceleration from measured positions, sample by sample.   [host]
//
//     br_differentiator *d;
//     br_differentiator_options with;
//     br_diag why;
//     double q;
//     br_differentiator_defaults(&with, sizeof with);
//     with.step = 1e-4;                              // 10 kHz
//     if (br_differentiator_open(&d, &with, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 2;
//     while (next(&q)) {                             // a position; NaN: it is missing
//         (void)br_differentiator_step(d, q);        // no allocation, bounded time
//         double v = br_differentiator_velocity(d);  // what observer.h and control.h take
//     }
//     br_differentiator_close(d);
//
// Differentiators of a control loop: they know the positions so far, and so are late. docs/preprocessing.md says which kind suits what,
// with delays and noise, and how a log is differentiated without delay (estimation.h does that). Positions are in m or rad, everything
// else follows. A position that is missing (NaN, infinite, too large) is bridged, and counted; what comes out is finite. A handle serves
// one thread at a time. NULL in place of one is BR_BAD_USAGE, or answered by 0 or NaN.
#ifndef BRISTLE_DIFFERENTIATE_H
#define BRISTLE_DIFFERENTIATE_H

#include <bristle/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_differentiator br_differentiator;

typedef enum br_differentiator_kind {
    BR_DIFFERENTIATOR_LOWPASS, // differences and a Butterworth low-pass, twice: the default
    BR_DIFFERENTIATOR_KALMAN,  // stationary Kalman filter of a position with white jerk
    BR_DIFFERENTIATOR_WINDOW   // velocity by windows as long as a straight line fits: of a coarse encoder
} br_differentiator_kind;

typedef struct br_differentiator_options {
    size_t size; // of this structure, by br_differentiator_defaults
    br_differentiator_kind kind;
    double step; // s, from sample to sample (default 1e-3)
    // Hz, of windows that of the acceleration (default 0: as docs/preprocessing.md has it, 0.05/step of a low-pass)
    double cutoff;
    int order; // of a low-pass: 2, 4, 6 or 8 (default 2)
    // Of windows: how far positions may be off a straight line; of an encoder its step (default 0: to be given)
    double band;
    int window; // of windows: the longest, in samples (default 32)
    int hold;   // positions missing in a row that are bridged, up to 1000; after more it starts again (default 100)
} br_differentiator_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_differentiator_defaults(br_differentiator_options *o, size_t size);

// options NULL: defaults. Allocates, microseconds. BR_BAD_USAGE: an option is wrong; why (may be NULL) says which, and *d is untouched.
// Close what you opened.
BR_PUBLIC br_status br_differentiator_open(br_differentiator **d, const br_differentiator_options *options,
                                           br_diag *why) BR_CHECKED;
BR_PUBLIC void br_differentiator_close(br_differentiator *d); // NULL is fine; not of one in lent memory

// The same in lent memory of so many bytes, aligned as malloc aligns; allocates nothing. 0 bytes: an option is wrong.
BR_PUBLIC size_t br_differentiator_bytes(const br_differentiator_options *options);
BR_PUBLIC br_status br_differentiator_init(br_differentiator **d, const br_differentiator_options *options,
                                           void *memory, size_t bytes) BR_CHECKED;

// ------- At every sample: safe in a loop, no allocation, bounded work

// The position one step after the last one. Velocity and acceleration are 0 until the first has come.
BR_PUBLIC br_status br_differentiator_step(br_differentiator *d, double q);

// The same where samples are not even: dt after the last one, from half a step to two. BR_BAD_USAGE: it is none, nothing has happened.
BR_PUBLIC br_status br_differentiator_step_after(br_differentiator *d, double q, double dt);

BR_PUBLIC double br_differentiator_position(const br_differentiator *d); // as it was filtered
BR_PUBLIC double br_differentiator_velocity(const br_differentiator *d);
BR_PUBLIC double br_differentiator_acceleration(const br_differentiator *d);

// The friction force of an axis of so much mass: drive force minus mass times acceleration. The acceleration is late, the drive force is
// not: where it jumps, so does this, by the mass times that jump.
BR_PUBLIC double br_differentiator_force(const br_differentiator *d, double drive, double mass);

BR_PUBLIC void br_differentiator_reset(br_differentiator *d); // as after it was opened

typedef enum br_differentiator_count_of {
    BR_DIFFERENTIATOR_MISSING, // positions that were NaN
    BR_DIFFERENTIATOR_REFUSED, // infinite, or too large to be differentiated
    BR_DIFFERENTIATOR_RESTARTS // after more of these in a row than `hold`
} br_differentiator_count_of;

BR_PUBLIC unsigned long br_differentiator_count(const br_differentiator *d, br_differentiator_count_of what);

#ifdef __cplusplus
}
#endif
#endif
