// compensate.h - friction compensation: the command of a drive from feedback and the estimated friction force.   [target]
//
//     br_compensate_options o = br_compensate_defaults(&br_compensate_observer, 1e-3); // 1 kHz
//     o.mass = 1; o.gain = (br_feedback_gain){.Kp = 3, .Kd = 6, .Ki = 4};
//     o.law.sys = lugre; o.law.p = p; o.law.k = k; o.law.damping = sigma1;
//     br_compensate_init(&c, &o, memory, br_compensate_bytes(&o));
//     u = br_compensate_step(&c, &reference, q, v, dt);                                // at every sample
//
//     e = q - qd,   u = -(Kp e + Kd e' + Ki int e) + m qd'' + share*trust*F            // 002 (11), (14)
//
// F comes from a kind; everything else is the same for all of them. The command is a finite number inside its limits,
// whatever comes in. Where F is not to be believed (not finite, position missing for too long, an estimator that refuses or
// raises an alarm), trust fades to 0 and plain feedback remains; where the position has been missing for longer than it can be
// bridged, the feedback fades, too, and its integral is left. Both come back by themselves. Fixed work, no heap: safe in a
// control loop. docs/control.md says which kind suits what.
#ifndef BR_LOOP_FRICTION_COMPENSATE_H
#define BR_LOOP_FRICTION_COMPENSATE_H

#include "loop/signal/differentiate.h"
#include "loop/friction/elasto.h"
#include "loop/flow/integrator.h"
#include "loop/friction/indirect.h"
#include "loop/horizon/mhe.h"
#include "loop/filter/kalman.h"
#include "num/base/arena.h"
#include <bristle/status.h>
#include <stddef.h>

typedef struct br_compensate br_compensate;
typedef struct br_compensate_options br_compensate_options;

// What a kind sees at a sample.
typedef struct br_compensate_sample {
    br_motion is, aim; // measured or bridged, and asked for
    br_real v;         // the velocity that friction is computed from; 0 within the dead band
    br_real e, de;     // is - aim: position and velocity
    br_real dt;
    int seen;  // the position has been measured,
    int moved; // and is not the last one to the bit
    int back;  // and the one before was missing
} br_compensate_sample;

typedef struct br_compensate_kind {
    const char *name;
    int bounded;                                  // what it answers may be any number: it needs most_friction
    int (*fits)(const br_compensate_options *o);  // NULL: needs nothing
    void (*carve)(br_arena *a, br_compensate *c); // NULL: needs no memory
    br_status (*prepare)(br_compensate *c);       // NULL: nothing to prepare
    void (*start)(br_compensate *c);              // as after init; NULL: nothing
    br_real (*friction)(br_compensate *c, const br_compensate_sample *s); // NaN: not known. c->u: command until now
    void (*given)(br_compensate *c); // c->u is the command from now on; NULL: nothing
} br_compensate_kind;

extern const br_compensate_kind br_compensate_none;        // feedback alone: P, PI, PD, PID by its gains
extern const br_compensate_kind br_compensate_coulomb;     // FC and viscous friction, smooth sign
extern const br_compensate_kind br_compensate_stribeck;    // and the Stribeck curve
extern const br_compensate_kind br_compensate_dahl;        // integral action on a Dahl model (thesis 6.2)
extern const br_compensate_kind br_compensate_disturbance; // disturbance observer: all that u - m v' does not explain
extern const br_compensate_kind br_compensate_model;       // any law, driven by the velocity
extern const br_compensate_kind br_compensate_observer;    // and corrected by the error: 002 (12), (13), (15)
extern const br_compensate_kind br_compensate_elasto;      // the discrete elasto-plastic estimator of paper 003
extern const br_compensate_kind br_compensate_adaptive;    // and its level adapted
extern const br_compensate_kind br_compensate_filter;      // a br_kalman (EKF, UKF)
extern const br_compensate_kind br_compensate_horizon;     // a br_mhe

// Gains, mass, limits and all other numbers of options and tuning are at most this, in SI; references and positions are within
// BR_GATE_INPUT (loop/filter/gate.h). So products and sums of them are finite, in float, too.
#define BR_COMPENSATE_LARGEST BR_C(1e15)

typedef struct br_feedback_gain {
    br_real Kp, Kd, Ki; // N/m, N*s/m, N/(m*s)
} br_feedback_gain;

// Coulomb, Stribeck, Dahl: N, N, m/s, N*s/m; velocity within which the sign is smooth, m/s; Dahl: stiffness, N/m, and the
// gain of its integral action, N/(m*s).
typedef struct br_compensate_curve {
    br_real FC, FS, vs, viscous, smooth, sigma0, Ki;
} br_compensate_curve;

// Model, observer, adaptive. What is pointed to is lent for the life of the compensator.
typedef struct br_compensate_law {
    const br_sys *sys;
    const br_real *p, *x;       // parameters; states at the start, NULL: 0
    const br_real *u;           // all inputs; NULL: 0. That of the velocity is set at every step
    int velocity, force;        // places of the velocity among the inputs, of the friction force among the outputs
    const br_real *k;           // of every state: its rate is corrected by -k (e + T e') (12); NULL: 0
    br_real lead;               // T, s: 0 as in (12)
    int by_velocity;            // its rate is corrected by -k e' instead (15)
    const br_real *damping;     // of every state: force per rate of it that the law has, sigma1 (13); NULL: 0
    br_integrator_options flow; // one point, slopes and points are set here
    // Adaptive: F = level*law, level' = -rate*F_law*(e' + e/within), 1/(N*m) and s; low <= level <= high, and no faster than
    // quickest, 1/s.
    br_real rate, within, low, high, quickest;
} br_compensate_law;

// Filter, horizon: an estimator that the caller has made and lends. Full order: of a plant whose input is the force of the
// drive and that measures its position. Reduced order (filter only): of a friction law whose input is the velocity and
// that measures its force, which is u - m a (loop/friction/indirect.h). A horizon has intervals of the period of the compensator,
// one input and one measurement, the position: y of a sample belongs to the start of its interval, and the command that
// follows from it is the input of that interval (br_mhe_hold), before the next sample is prepared. Where the position is one
// of its states, the estimator is reset to stand at the first one.
typedef struct br_compensate_estimator {
    br_kalman *filter;
    br_mhe *horizon;
    const br_real *p;
    int which;   // measurement: the position, or for reduced order the force
    int force;   // output: the friction force
    int reduced; // which of the two
    int deaf;    // 0: an alarm of the filter ends the compensation until it is over; 1: it does not
    int every;   // samples from one correction of the filter to the next, which cost most; 0: 1
} br_compensate_estimator;

// May be changed between steps, as mass, gains, `fastest`, curve and bandwidth of the options may; numbers that are negative,
// not finite or beyond BR_COMPENSATE_LARGEST are restored, and counted; so is a set of them that init would refuse.
typedef struct br_compensate_tuning {
    int on;                    // 0: fades out, and stays so
    br_real share;             // of the friction force that is compensated
    br_real most, slew;        // limits of the command, N and N/s; 0: none
    br_real most_friction;     // limit of the friction force, N; 0: none. Filter and horizon need one
    br_real band;              // speed below which the velocity counts as 0, m/s
    br_real rest;              // error below which nothing is integrated, m
    br_real fade_in, fade_out; // s: how long trust takes from 0 to 1, and back
} br_compensate_tuning;

struct br_compensate_options {
    const br_compensate_kind *kind;
    br_real dt;   // nominal, s; steps within 0.5 and 2 of it
    br_real mass; // m
    br_feedback_gain gain;
    br_compensate_tuning tuning;
    int tachometer; // the velocity is measured; 0: it is found from the position
    // Speed that is believed, m/s. Positions further from the last one count as missing; after `patience` of them in a row the
    // axis is where they say. A tachometer counts as missing beyond it, and where positions do not bear it out: beyond ten times
    // what they, the reference and the last sample say together.
    br_real fastest;
    int by_aim; // friction is computed from the velocity that is asked for, not from the measured one
    br_differentiate_options differentiate; // of the position
    int patience;                           // positions missing in a row before trust fades
    br_compensate_curve curve;
    br_compensate_law law;
    br_elasto_options elasto;
    br_compensate_estimator estimator;
    br_real bandwidth; // of the disturbance observer, rad/s
};

// share 1, no limits, no dead band, fading within 10 samples, 1e6 m/s believed, which spares the
// worst: give that of the axis; model: by_aim. Gains and mass are to be given, and for filter and
// horizon most_friction.
br_compensate_options br_compensate_defaults(const br_compensate_kind *kind, br_real dt);

// What happened since init.
typedef struct br_compensate_health {
    unsigned long missing; // positions: NaN, infinite, too large,
    unsigned long doubted; // or too far off, or velocities
    unsigned long
        refused; // references that were not finite, or beyond 1e9: the last one is held, at rest; numbers that make no sense
    unsigned long late;    // steps of another length than dt allows: dt is taken
    unsigned long unknown; // friction forces that were not to be believed
    unsigned long faded;   // times that trust began to fade
    unsigned long limited; // commands brought within their limits
} br_compensate_health;

// Of the options those that may be changed between steps.
typedef struct br_compensate_numbers {
    br_real mass, fastest, bandwidth;
    br_feedback_gain gain;
    br_compensate_curve curve;
} br_compensate_numbers;

struct br_compensate {
    br_compensate_options o;
    br_compensate_tuning tuning; // copy; may be changed between steps
    br_compensate_health health;
    br_real u;        // command: the last one
    br_real feedback; // its parts: of the feedback with the mass,
    br_real friction; // and the friction force that was expected, before share and trust
    br_real trust;    // 0 to 1: in the friction force,
    br_real grip;     // and in the position
    br_real integral; // N
    // Inside.
    br_compensate_numbers taken; // the last that made sense
    br_motion aim;               // the last that was finite
    br_differentiate differentiate;
    br_indirect indirect;
    br_integrator flow;
    br_elasto elasto;
    int missing;        // in a row
    int doubted;        // of them too far off
    br_real at, unseen; // the last position that was believed, and how long ago
    br_real way, apart; // bridged since then: how far the axis went, and how much faster than asked for it is
    int known;          // the last friction force was to be believed
    int begun;          // a position has come
    int waits;          // samples until the filter is corrected again
    int lost;           // those in a row that an alarmed filter did not take
    int again, proof;   // its restarts since the axis was seen to move, and samples to be taken since the last one
    br_real w, v;       // of simple kinds: a state, and the velocity at the last sample
    br_real level;      // adaptive
    br_real *x, *spare, *in, *out;
    int *m;
    br_real *room, *flow_room;
};

size_t br_compensate_bytes(const br_compensate_options *o); // 0: refused

// memory: lent for the life of the compensator, aligned for br_real.
br_status br_compensate_init(br_compensate *c, const br_compensate_options *o, void *memory, size_t bytes) BR_CHECKED;
void br_compensate_reset(br_compensate *c); // as after init, but for counts, tuning and a lent estimator

// The command from now on. q: the position, v: the velocity, from a tachometer; NaN: missing. dt: since the last
// step.
br_real br_compensate_step(br_compensate *c, const br_motion *aim, br_real q, br_real v, br_real dt);

#endif
