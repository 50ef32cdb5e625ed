// differentiate.h - position, velocity and acceleration from a measured position.              [target]
//
//     br_differentiate_options o = br_differentiate_defaults(&br_differentiate_kalman, 1e-4); // 10 kHz
//     br_differentiate_init(&d, &o, memory, br_differentiate_bytes(&o));
//     br_differentiate_step(&d, q, dt, &x);
//
// docs/preprocessing.md says which kind suits what, with delays and noise. A position that is missing (NaN) is bridged,
// and counted; nothing but finite numbers comes out. Fixed work, no heap: safe in a control loop.
#ifndef BR_LOOP_SIGNAL_DIFFERENTIATE_H
#define BR_LOOP_SIGNAL_DIFFERENTIATE_H

#include "loop/signal/lowpass.h"
#include "loop/signal/white_jerk.h"
#include <stddef.h>

typedef struct br_differentiate br_differentiate;
typedef struct br_differentiate_options br_differentiate_options;

typedef struct br_differentiate_kind {
    const char *name;
    br_real cutoff;                                           // by default, times dt
    int rings;                                                // 1: it remembers the positions of a window
    br_status (*prepare)(br_differentiate *d);                // what the options ask for
    void (*start)(br_differentiate *d, br_real q);            // at the first position
    void (*step)(br_differentiate *d, br_real q, br_real dt); // a position, dt after the last step
    void (*miss)(br_differentiate *d, br_real dt);            // none
    void (*resume)(br_differentiate *d);                      // d->x is the motion now, whatever was before
} br_differentiate_kind;

extern const br_differentiate_kind br_differentiate_lowpass; // finite differences and low-pass, twice (thesis 4.4.1)
extern const br_differentiate_kind br_differentiate_kalman;  // stationary Kalman filter of a position with white jerk
extern const br_differentiate_kind br_differentiate_window; // velocity by adaptive windows (Janabi-Sharifi et al. 2000)

// Frozen at init.
struct br_differentiate_options {
    const br_differentiate_kind *kind;
    br_real dt;      // nominal step, s
    br_real cutoff;  // Hz: of the low-pass; of the Kalman differentiator; of the acceleration from windows
    br_real damping; // of a low-pass of order 2; 0: Butterworth
    br_real jerk;    // Kalman, instead of cutoff if above 0: density of the jerk, (m/s^3)^2 s
    br_real r;       // Kalman, with jerk: variance of the position; of a quantised one step^2/12
    br_real band;    // windows: how far samples may be off a straight line; of a quantised position its step
    int window;      // windows: the longest, in samples
    int best;        // windows: 1 takes the line of least squares, 0 that through the two ends
    int order;       // of the low-pass, 2, 4, 6 or 8
    int hold;        // positions missing in a row that are bridged, up to 1000; after more, v = a = 0 and a new start
};

// Cut-off of the thesis, 0.05/dt; of the Kalman differentiator 0.03/dt, at which its velocity is as noisy. Windows of
// 32 samples, whose band is to be given.
br_differentiate_options br_differentiate_defaults(const br_differentiate_kind *kind, br_real dt);

typedef struct br_motion {
    br_real q, v, a;
} br_motion;

typedef struct br_differentiate_health {
    unsigned long missing;  // positions: NaN
    unsigned long refused;  // and those infinite or too large to be differentiated
    unsigned long restarts; // after more of them in a row than `hold`
} br_differentiate_health;

struct br_differentiate {
    br_differentiate_options o;
    br_differentiate_health health;
    br_real largest; // position whose acceleration is a number
    br_motion x;     // the last answer
    int samples;     // since the start, as far as they count; 0: waits for the first one
    int missing;     // in a row
    br_real since;   // from the last position to the last step, s
    // low-pass and windows
    br_real last;      // position
    br_real slope;     // before the low-pass
    br_lowpass low[2]; // of v and of a
    // Kalman
    br_white_jerk filter;
    br_real K[3]; // its gain in the units of the position
    int settled;  // the start is over
    // windows: a ring of window + 1 positions, and of the times between each and the one before it
    br_real *q, *h;
    int head;
};

// Bytes of memory that br_differentiate_init needs: none but for windows. 0, too, for options it refuses.
size_t br_differentiate_bytes(const br_differentiate_options *o);

// memory: lent for the life of the object, aligned for br_real; may be NULL where no bytes are needed.
br_status br_differentiate_init(br_differentiate *d, const br_differentiate_options *o, void *memory,
                                size_t bytes) BR_CHECKED;
void br_differentiate_reset(br_differentiate *d); // as after init

// The position dt after the last step; dt within 0.5 and 2 of the nominal one, else BR_BAD_USAGE and nothing changes.
// *to is all zero until the first position has come; to may be NULL.
br_status br_differentiate_step(br_differentiate *d, br_real q, br_real dt, br_motion *to) BR_CHECKED;

// Goes on from a motion at the last step that the caller knows better, such as behind a gap: what was before is forgotten.
// Nothing is differentiated over the gap. Numbers are finite, and the position is one that a step would take.
static inline void br_differentiate_resume(br_differentiate *d, const br_motion *x)
{
    d->x = *x;
    d->missing = 0;
    d->since = 0;
    d->o.kind->resume(d);
}

// Adds `by` to all positions inside: the caller has moved the origin (br_encoder_recentre).
void br_differentiate_shift(br_differentiate *d, br_real by);

// The direction of motion, 1, -1, or at first 0, that noise does not turn: it changes when v is beyond the band on the
// other side.
static inline int br_direction(int before, br_real v, br_real band)
{
    return v > band ? 1 : v < -band ? -1 : before;
}

#endif
