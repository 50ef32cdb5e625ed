// plan.h - an observer of a package as numbers, for both number types.         [host]
#ifndef BR_EMIT_PACKAGE_PLAN_H
#define BR_EMIT_PACKAGE_PLAN_H

#include "sim/observe/mixed_plan.h"
#include <bristle/status.h>

#include <stdbool.h>
#include <stddef.h>

typedef enum br_plan_observer { BR_PLAN_EKF, BR_PLAN_UKF, BR_PLAN_PARTICLE, BR_PLAN_MHE, BR_PLAN_EP } br_plan_observer;

typedef br_mixed_estimate br_plan_estimate;

// Options of a compensator (loop/friction/compensate.h) that are numbers, and those that are whole: what reads, sets and prints them
// goes by these lists.
#define BR_PLAN_NUMBERS(X)                                                                                             \
    X(mass)                                                                                                            \
    X(gain.Kp)                                                                                                         \
    X(gain.Kd)                                                                                                         \
    X(gain.Ki)                                                                                                         \
    X(tuning.share)                                                                                                    \
    X(tuning.most)                                                                                                     \
    X(tuning.slew)                                                                                                     \
    X(tuning.most_friction)                                                                                            \
    X(tuning.band)                                                                                                     \
    X(tuning.rest)                                                                                                     \
    X(tuning.fade_in)                                                                                                  \
    X(tuning.fade_out)                                                                                                 \
    X(fastest)                                                                                                         \
    X(differentiate.cutoff)                                                                                            \
    X(bandwidth)                                                                                                       \
    X(curve.FC)                                                                                                        \
    X(curve.FS)                                                                                                        \
    X(curve.vs)                                                                                                        \
    X(curve.viscous)                                                                                                   \
    X(curve.smooth)                                                                                                    \
    X(curve.sigma0)                                                                                                    \
    X(curve.Ki)                                                                                                        \
    X(law.lead)                                                                                                        \
    X(law.rate)                                                                                                        \
    X(law.within)                                                                                                      \
    X(law.low)                                                                                                         \
    X(law.high)                                                                                                        \
    X(law.quickest)                                                                                                    \
    X(elasto.element[0].sigma0)                                                                                        \
    X(elasto.element[0].sigma1)                                                                                        \
    X(elasto.element[0].FC)                                                                                            \
    X(elasto.element[0].FS)                                                                                            \
    X(elasto.element[0].zba)                                                                                           \
    X(elasto.sigma2)                                                                                                   \
    X(elasto.vs)                                                                                                       \
    X(elasto.Dx)                                                                                                       \
    X(elasto.dt)                                                                                                       \
    X(elasto.noise)                                                                                                    \
    X(elasto.most)
#define BR_PLAN_WHOLES(X)                                                                                              \
    X(tuning.on, int)                                                                                                  \
    X(by_aim, int)                                                                                                     \
    X(patience, int)                                                                                                   \
    X(law.velocity, int)                                                                                               \
    X(law.force, int)                                                                                                  \
    X(law.by_velocity, int)                                                                                            \
    X(elasto.elements, int)                                                                                            \
    X(elasto.patience, int)                                                                                            \
    X(elasto.curve, br_elasto_curve)                                                                                   \
    X(elasto.scheme, br_elasto_scheme)                                                                                 \
    X(estimator.which, int)                                                                                            \
    X(estimator.force, int)                                                                                            \
    X(estimator.reduced, int)                                                                                          \
    X(estimator.deaf, int)                                                                                             \
    X(estimator.every, int)
enum { BR_PLAN_NUMBERS_MOST = 48, BR_PLAN_WHOLES_MOST = 16 };

// n numbers: states, then estimated parameters and inputs; measurements: outputs, then all n numbers.
typedef struct br_plan {
    br_plan_observer observer;
    const char *flow;       // the name of its kind
    int substeps;           // of every step; 0: as the flow chooses
    int nx, ne, ny, nu, np; // nu: inputs of a sample
    int held;               // inputs of the law of a compensator, which stay as they are but for its velocity
    double dt;
    int every; // samples from one correction to the next
    double gate, alpha;
    int particles;             // of a particle filter
    double *x, *sd, *most, *q; // n
    double *r;                 // ny + n; 0: not measured
    double *u, *p;
    int *which, measured;
    br_plan_estimate *estimate;
    int curve; // of the elasto-plastic estimator (loop/friction/elasto.h)
    // of a moving horizon
    int horizon, iterations, arrival, shared, noise_in_arrival;
    double levenberg, huber;
    double *low, *high; // n
    int points;         // in mixed precision: intervals side by side; 0: it is none
    // of a compensator, beside the filter or the horizon that it stands on, if it does
    const char *compensator; // the name of its kind; NULL: there is none
    bool estimates;          // it stands on one
    double number[BR_PLAN_NUMBERS_MOST];
    int whole[BR_PLAN_WHOLES_MOST];
    double *k, *damping; // n: of the states of its law
} br_plan;

// The kind of Kalman filter, as in br_kalman_ekf.
static inline const char *br_plan_filter(const br_plan *p)
{
    return p->observer == BR_PLAN_UKF ? "ukf" : p->observer == BR_PLAN_PARTICLE ? "particle" : "ekf";
}

static inline int br_plan_inputs(const br_plan *p) // room for them
{
    return p->nu > p->held ? p->nu : p->held;
}

// Bytes where pointers have 8 bytes, and where they have 4; the same on every machine that emits.
typedef struct br_object_size {
    int wide, narrow;
} br_object_size;

static inline br_object_size br_object_sum(br_object_size a, br_object_size b)
{
    return (br_object_size){a.wide + b.wide, a.narrow + b.narrow};
}

// What a package needs, and what an observer of the library found, sample by sample.
typedef struct br_replay {
    size_t bytes;          // memory that the observer asks for,
    size_t lent;           // that a compensator asks for beside its estimator's,
    br_object_size object; // and itself
    const void *elsewhere; // of mixed precision: a br_elsewhere (loop/filter/joint.h); lent
    int slices;            // of the work of a horizon
    size_t saved;          // bytes of its saved state, without what a package keeps beside it
    int rows;
    const double *u, *y; // rows of nu and of `measured` numbers, exact in the number type
    double *found;       // rows of br_plan_found numbers
    int *answer;         // of every row: the status of its step, BR_OK or BR_NOT_FINITE
} br_replay;

// Numbers of a row: values and their standard deviations, outputs and theirs; of the elasto-plastic estimator without those;
// of a compensator its command, feedback, friction and trust, and the states of its estimator.
static inline int br_plan_found(const br_plan *p)
{
    if (p->compensator)
        return 4 + (p->estimates ? p->nx : 0);
    return (p->observer == BR_PLAN_EP ? 1 : 2) * (p->nx + p->ne + p->ny);
}

// sys: a br_sys, or a brf_sys. BR_BAD_USAGE: there is no such observer.
br_status br_replay_run(const void *sys, const br_plan *plan, br_replay *r) BR_CHECKED;
br_status br_replay_run_float(const void *sys, const br_plan *plan, br_replay *r) BR_CHECKED;

#endif
