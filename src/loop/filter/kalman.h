// kalman.h - Kalman filters: states and parameters of a system from measurements, with their covariance.   [target]
//
//     br_kalman_options o = br_kalman_defaults();
//     o.kind = &br_kalman_ekf;                     // or ukf
//     o.joint = (br_joint_options){.flow = br_integrator_defaults(), .estimate = kappa, .estimates = 4};
//     o.sd = first; o.q = noise; o.r = variances;
//     br_kalman_init(&ob, sys, &o, x, memory, br_kalman_bytes(sys, &o));
//     br_kalman_step(&ob, u, p, dt, y);            // at every sample
//
// The vector is the augmented state of loop/filter/joint.h: states, then estimated parameters and inputs. Thesis (2.19)-(2.22).
#ifndef BR_LOOP_FILTER_KALMAN_H
#define BR_LOOP_FILTER_KALMAN_H

#include "loop/filter/gate.h"
#include "loop/filter/gaussian.h"
#include "loop/filter/joint.h"
#include "num/algebra/saved.h"
#include <bristle/status.h>
#include <stddef.h>

typedef struct br_kalman br_kalman;
typedef struct br_kalman_options br_kalman_options;

typedef struct br_kalman_kind {
    const char *name;
    int slopes;                                       // it needs derivatives
    int (*points)(const br_kalman_options *o, int n); // that a step takes; NULL: one
    void (*carve)(br_arena *a, br_kalman *o);
    void (*begin)(br_kalman *o); // the Gaussian has been set; may be NULL
    br_status (*time_update)(br_kalman *o, const br_real *u, const br_real *p, br_real dt);
    void (*predict_covariance)(br_kalman *o); // the covariance catches up with the mean; may be NULL
    void (*predict_variances)(br_kalman *o);  // variances it would then have, to d; may be NULL
    // The measurement expected, its f = U'h, and its variance beyond f' D f.
    br_real (*predict_measurement)(br_kalman *o, const br_real *u, const br_real *p, int which, br_real *f,
                                   br_real *beyond);
    // Takes measurement y, whose innovation is error; NULL: by f, and the covariance, too. Answers whether it could.
    int (*apply_measurement)(br_kalman *o, const br_real *u, const br_real *p, int which, br_real y, br_real error);
    void (*saved)(br_kalman *o, br_saved *s); // what it carries beside the Gaussian (kalman_saved.h); may be NULL
} br_kalman_kind;

extern const br_kalman_kind br_kalman_ekf;      // linearised about the mean; predictions are cheap, corrections are not
extern const br_kalman_kind br_kalman_ukf;      // 2n + 1 points, no derivatives: runs on systems that switch
extern const br_kalman_kind br_kalman_fixed;    // constant gain, which br_kalman_freeze finds; before that, none
extern const br_kalman_kind br_kalman_particle; // a cloud of points, each in modes of its own: for laws that switch

// Augmented state: n elements. ny measurements: outputs of the system, then all n elements.
struct br_kalman_options {
    const br_kalman_kind *kind;
    br_joint_options joint;
    const br_real *sd;    // n: standard deviations at the start
    const br_real *most;  // n: and at any time; NULL: those of the start for parameters and inputs, no limit for states
    const br_real *least; // n: and never below, and not above most; NULL: 0
    const br_real *q;     // n: process noise, variances per second (2.16), or of a step
    int q_per_step;       // which of the two
    const br_real *r;     // ny: variances of the measurements; 0: is not measured
    const br_real *period; // ny: of measured angles; 0 or NULL: not periodic
    br_real gate;          // an innovation beyond so many standard deviations is rejected; 0: beyond BR_ABSURD
    int patience; // so many rejected in a row: the covariance starts again; if that does not help, wider and wider
    int window;   // corrections over which innovations are judged
    br_real
        fade; // while innovations that are taken are too large, variances grow by this share with each; 0: they never do
    // UKF: spread of the points, alpha^2 (n + kappa), not below the root of BR_EPS; and weight of the centre, beta >= alpha^2.
    br_real alpha, beta, kappa;
    int particles; // of the particle filter: points, 16 to 65536
};

br_kalman_options br_kalman_defaults(void);

// What happened since init; counts stop at their largest value.
typedef struct br_kalman_health {
    unsigned long predictions, corrections;
    unsigned long missing;  // measurements that were NaN or infinite
    unsigned long rejected; // by the gate, or absurd
    unsigned long
        stuck; // rejected, too, and the same to the bit as the one before: the model moves, the sensor does not
    unsigned long resets;   // of the covariance, after too many rejected in a row, or where it was no longer finite;
    unsigned long restarts; // of these with the first vector, too: everything starts from the prior
    unsigned long limited;  // standard deviations brought down to `most`
    unsigned long raised;   // or up to `least`
    unsigned long faded;    // corrections after which variances grew, because innovations were too large
    unsigned long bounded;  // estimates brought back to low..high
    unsigned long late;     // steps without or with negative time
    unsigned long refused;  // calls with wrong arguments, or that would have given a number that is not finite
    unsigned long alarms;   // times that the mean square of normalised innovations rose out of its band
} br_kalman_health;

typedef struct br_innovation {
    br_real error, variance; // of the last measurement that was looked at
    int taken;
} br_innovation;

struct br_kalman {
    br_joint joint;
    br_gaussian gaussian; // gaussian.x is the vector
    int *m;               // modes of the mean
    br_kalman_options o;
    br_real *sd, *most, *least, *q, *r; // copies; may be changed between steps
    br_real *cap, *first;               // limits of the standard deviations now, and the vector at the start
    br_real *period;                    // of every measurement: its period,
    br_gate gate;                       // and what was rejected
    br_kalman_health health;
    br_innovation last;
    br_real nis; // mean square of normalised innovations over the window; 1 where model and noise are right
    int alarm;   // it is out of its band
    // Inside.
    br_real *f, *F, *G, *T, *A, *W, *d, *X, *Xn, *y;
    int *ms;
    int uncoupled; // EKF: states are uncoupled, and what it keeps of a step has their structure
    int held;      // EKF: and what reading variances takes of U and D stands in W
    int pending;   // predictions that the covariance has not seen
    int read;      // and variances with them stand in d
    int failed;    // predictions in a row that were refused, although their inputs were good
    br_real *joint_memory;
};

size_t br_kalman_bytes(const br_sys *s, const br_kalman_options *o); // 0: refused

// x: n numbers of the vector, estimated ones as br_joint_number gives them. memory: lent for the life of the observer.
br_status br_kalman_init(br_kalman *ob, const br_sys *s, const br_kalman_options *o, const br_real *x, void *memory,
                         size_t bytes) BR_CHECKED;

// As after init with this vector; counts stay. m NULL: all in the first mode.
br_status br_kalman_reset(br_kalman *ob, const br_real *x, const int *m) BR_CHECKED;

// Time update over dt with held input. Safe in a control loop. On failure the observer is as before; but after `patience`
// failures in a row with inputs that are finite it is as after the last reset.
br_status br_kalman_predict(br_kalman *ob, const br_real *u, const br_real *p, br_real dt) BR_CHECKED;

// One measurement; NaN or infinite: missing. Safe in a control loop. BR_BAD_USAGE: one without variance.
br_status br_kalman_correct(br_kalman *ob, const br_real *u, const br_real *p, int which, br_real y) BR_CHECKED;

// A prediction and the measurements y: ny numbers, NaN or infinite: missing, NaN for those without variance. dt <= 0, a
// repeated or late sample, is counted and skipped. Where a measurement is refused, the prediction has been made.
br_status br_kalman_step(br_kalman *ob, const br_real *u, const br_real *p, br_real dt, const br_real *y) BR_CHECKED;

// Finds the gains of a `fixed` observer at the present vector, for steps of dt at which everything that has a variance is
// measured, in this order. Not for a control loop. BR_NEGATIVE: there are none, since something that grows is not seen. A
// failure changes nothing.
br_status br_kalman_freeze(br_kalman *ob, const br_real *u, const br_real *p, br_real dt) BR_CHECKED;

// Predictions move the mean, and the covariance when it is needed; this brings it, and its limits, up to date.
void br_kalman_update_covariance(br_kalman *ob);

// Reading. The standard deviation of a number of the vector, in its unit; of estimate i in the unit of its value. Where no
// limit holds, reading changes nothing.
br_real br_kalman_sd(br_kalman *ob, int i);
br_real br_kalman_value(const br_kalman *ob, int i);

#ifdef BR_FLOAT
#define br_kalman_doubtful brf_kalman_doubtful
#endif

// Do not trust it: over the window innovations are too large for its noise, or it has opened again and is on probation.
int br_kalman_doubtful(const br_kalman *ob);
br_real br_kalman_value_sd(br_kalman *ob, int i);

// A measurement as expected now, and its standard deviation without measurement noise (NULL: not wanted).
br_real br_kalman_expect(br_kalman *ob, const br_real *u, const br_real *p, int which, br_real *sd);

#endif
