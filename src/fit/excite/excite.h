// excite.h - excitation signals for identification, within the limits of a machine. [host]
//
//     br_excite_options o = br_excite_defaults(BR_EXCITE_LADDER, 1e-3);
//     o.smallest = 1e-3, o.largest = 0.1;                     speeds, m/s
//     o.limit.position = 0.05, o.limit.acceleration = 2;
//     br_excite_make(&x, &o, &why);                           x.n samples x.value of a position, for a controller to follow
//     br_excite_free(&x);
//
//   staircase   force    up, down and back in equal steps with rests: the presliding curve, one point for each rest
//   ramps       force    at standstill to `largest` and back, each way once for every rate: break-away over rate of force
//   loops       position to and fro with falling amplitudes: hysteresis, and the elements of it (fit/curve/stops.h, fit/curve/masing.h)
//   ladder      position constant speeds, each there and back: friction over speed (fit/curve/steady.h)
//   multisine   force    lines over equal factors of frequency, random phases of least peak: frequency responses (fit/curve/response.h)
//
// Samples never leave the limits: every sample is checked, with first and second differences.
#ifndef BR_FIT_EXCITE_EXCITE_H
#define BR_FIT_EXCITE_EXCITE_H

#include <bristle/status.h>
#include <stdbool.h>

typedef enum br_excite_kind {
    BR_EXCITE_STAIRCASE,
    BR_EXCITE_RAMPS,
    BR_EXCITE_LOOPS,
    BR_EXCITE_LADDER,
    BR_EXCITE_MULTISINE,
    BR_EXCITE_KINDS
} br_excite_kind;

typedef struct br_excite_limits { // infinite: none
    double position;              // m, either way from the start
    double speed, acceleration;   // m/s, m/s^2: of positions
    double force;                 // N: of forces
    double force_rate;            // N/s: of forces that step or ramp
} br_excite_limits;

typedef struct br_excite_options {
    br_excite_kind kind;
    double dt; // s
    br_excite_limits limit;
    double smallest, largest; // force of steps (largest), rates of ramps (N/s); amplitudes; speeds; Hz of lines
    int steps;                // levels to the top; rates; amplitudes; speeds; lines
    double level;             // N: top of the ramps; rms of the multisine
    double rest;              // s at each level, between ramps, and at each end of a move
    double stay;              // s at least at each speed; of a period of the multisine
    int repeats;              // of the whole; of each amplitude; periods
    double seed;              // of the phases of a multisine: whole, 1 to 2^46; another one is another realisation
    bool turns;               // radians and N*m in place of m and N, in messages
    bool odd;                 // lines of a multisine at odd multiples of 1/stay only: even distortions then stand apart
} br_excite_options;

br_excite_options br_excite_defaults(br_excite_kind kind, double dt);
const char *br_excite_name(br_excite_kind kind); // "staircase"; NULL: there is none
bool br_excite_is_force(br_excite_kind kind);    // else it is a position

typedef struct br_excite_samples {
    long long n;
    double *value;              // m or N; rad or N*m
    double most, speed, change; // largest magnitudes: samples, first differences/dt, second differences/dt^2
} br_excite_samples;

// BR_BAD_USAGE: options; BR_NEGATIVE: the limits leave no room for it; why: which. After a failure *x is all zero.
br_status br_excite_make(br_excite_samples *x, const br_excite_options *o, br_diag *why) BR_CHECKED;
void br_excite_measure(br_excite_samples *x, double dt); // sets most, speed and change from the samples
void br_excite_free(br_excite_samples *x);

#endif
