// elasto.h - friction force from positions alone: the discrete elasto-plastic estimator (paper 003).    [target]
//
//     br_elasto_options o = br_elasto_defaults(1e-3); // no two updates closer than 1 ms
//     o.element[0] = (br_elasto_element){.sigma0 = 1e5, .sigma1 = 100, .FC = 1, .FS = 1.5, .zba = 8e-6};
//     o.vs = 1e-3, o.Dx = 1e-6;
//     br_elasto_init(&e, &o);
//     br_elasto_step(&e, x, v, dt, &s);
//     F = s.F;
//
// The state is updated when the axis has moved by Dx, over the displacement and not over time: (12) and (13) of the paper,
// mended (docs/elasto-plastic.md). Directions are those of the displacement; the velocity gives the level of friction
// only. Whatever comes in, each deflection stays within FS/sigma0. Units are the caller's: metres and newtons, or radians
// and newton metres. Fixed work, no heap: safe in a control loop. The object needs no other memory.
#ifndef BR_LOOP_FRICTION_ELASTO_H
#define BR_LOOP_FRICTION_ELASTO_H

#include "loop/signal/encoder.h"

enum { BR_ELASTO_ELEMENTS = 8 };

typedef enum br_elasto_curve { // of the friction in steady sliding
    BR_ELASTO_RATIONAL,        // (8)
    BR_ELASTO_GAUSS,           // (7)
    BR_ELASTO_COULOMB          // (6): FC at all speeds, FS at rest only
} br_elasto_curve;

typedef enum br_elasto_scheme {
    BR_ELASTO_EULER, // the paper's
    BR_ELASTO_RK4    // of fourth order in Dx, with the same guarantees
} br_elasto_scheme;

typedef struct br_elasto_element {
    br_real sigma0; // stiffness
    br_real sigma1; // damping of the deflection
    br_real FC, FS; // Coulomb force, and largest (static) force
    br_real zba;    // break-away deflection, 0 < zba < FC/sigma0: below it the contact is elastic, and nothing drifts
} br_elasto_element;

typedef struct br_elasto_options {
    br_elasto_curve curve;
    br_elasto_scheme scheme;
    int elements; // side by side, 1 to BR_ELASTO_ELEMENTS: their forces add
    br_elasto_element element[BR_ELASTO_ELEMENTS];
    br_real sigma2; // viscous coefficient
    br_real vs;     // Stribeck velocity
    br_real Dx;     // displacement that makes an update; 0: any
    br_real dt;     // smallest time between updates, s: a displacement that comes sooner waits
    br_real noise;  // noise of the position, from its least to its largest value; 0: not known
    br_real most;   // speed that is believed, from one position to the next; 0: up to 1e9. One further off is held back
    int patience; // positions in a row that are held back; the next one is a new start, with the deflections as they are
} br_elasto_options;

// One element without numbers: give sigma0, FC, FS, zba and vs at least.
br_elasto_options br_elasto_defaults(br_real dt);

// What the paper asks for and these options do not give; a sum of:
enum {
    BR_ELASTO_BELOW_NOISE = 1,    // Dx < noise: noise passes for motion, and the estimate is too small
    BR_ELASTO_NOT_DISSIPATIVE = 2 // (22) fails for updates dt apart at low speed: some may give energy back
};
int br_elasto_warnings(const br_elasto_options *o);

// How far apart n positions taken at rest are, at most; what is missing (NaN) is left out.
br_real br_elasto_noise(int n, const br_real *x);

// Dx that this noise, and an encoder of this step (0: none) between two counts, do not exceed at rest.
br_real br_elasto_resolution(br_real noise, br_real quantum);

typedef struct br_elasto_sample {
    br_real F;                         // friction force, (14): the sum of
    br_real elastic, damping, viscous; // its three terms
    int updated;                       // 1: this position made an update
    int dissipative;                   // 1: (22) held for the last update
} br_elasto_sample;

typedef struct br_elasto_health {
    unsigned long updates;
    unsigned long missing;      // positions: NaN
    unsigned long refused;      // and those infinite, too large, or faster than `most`
    unsigned long restarts;     // after more of them in a row than `patience`
    unsigned long opposed;      // updates whose velocity had the other sign than the displacement
    unsigned long undissipated; // updates for which (22) did not hold
} br_elasto_health;

typedef struct br_elasto {
    br_elasto_options o;
    br_elasto_health health;
    br_elasto_sample last;
    br_real z[BR_ELASTO_ELEMENTS]; // deflections
    br_real x;                     // position of the last update
    br_real v;                     // velocity of the last update
    br_real rate;                  // sum of sigma1*(z - z before) over the last update
    br_real span, since;           // time that the last update covers, and that since it, s
    br_real last_dx, unseen; // how far behind the last update the last position was that was believed, and time since
    int doubted;             // positions in a row that were held back
    int started;
} br_elasto;

// BR_BAD_USAGE: numbers that are not finite or out of range, zba outside (0, FC/sigma0), FS below FC, dt not positive.
br_status br_elasto_init(br_elasto *e, const br_elasto_options *o) BR_CHECKED;
void br_elasto_reset(br_elasto *e); // as after init: all deflections 0

// Position x and velocity v, dt after the last call. x missing (NaN) is bridged, infinite is refused; both are counted,
// and the answer stands. v missing: displacement over time of the update. Between updates the elastic part stands, and
// the damping fades as the time without motion grows. BR_BAD_USAGE: dt negative or not finite; nothing changes. to may
// be NULL; what stands there is always finite.
br_status br_elasto_step(br_elasto *e, br_real x, br_real v, br_real dt, br_elasto_sample *to) BR_CHECKED;

// The same from the counts of an encoder: displacements are differences of integers, exact however far the axis goes.
typedef struct br_elasto_counter {
    br_elasto e;
    br_encoder encoder;
    int64_t at; // count of the last update; the first reading sets it
} br_elasto_counter;

// BR_BAD_USAGE: what br_elasto_init or br_encoder_init refuses, and a resolution of which many counts are not finite.
br_status br_elasto_counter_init(br_elasto_counter *c, const br_elasto_options *o,
                                 const br_encoder_options *encoder) BR_CHECKED;
void br_elasto_counter_reset(br_elasto_counter *c);

// A reading, `samples` samples after the last one, as br_encoder_step takes it, and dt after it. A reading the encoder
// does not believe counts as missing; one by which it is lost is a new start. v as for br_elasto_step.
br_status br_elasto_counter_step(br_elasto_counter *c, uint32_t reading, int samples, br_real v, br_real dt,
                                 br_elasto_sample *to) BR_CHECKED;

// One update of `count` points at once, each its own axis: deflections z become those after it, F the forces
// (14). p: sigma0, sigma1, FC, FS, vs, zba, sigma2 as the law elasto-plastic has them; number j of point k stands
// at [j*count + k], or at [j] where all points share them (each 0). Nothing is checked.
void br_elasto_update(br_elasto_curve curve, int count, const br_real *v, const br_real *dx, const br_real *dt,
                      const br_real *p, int each, br_real *z, br_real *F);

#endif
