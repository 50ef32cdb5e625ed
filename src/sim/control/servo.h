// servo.h - closed-loop simulation of an axis under a compensator, and its tracking errors.   [host]
//
//     br_carriage_open(&axis, &model, 20, &why);                      // a friction law, 20 kg
//     br_servo_options o = br_servo_defaults(2e-4);               // 5 kHz
//     br_servo_run(&r, &axis, &compensate, &o, &why);             ... r.rms, r.peak, r.e[k]
//     br_servo_free(&r);
//
// The command is held over a sample, the friction moves at held velocities in steps of at most 200 us and the velocity jumps in
// between (Strang's splitting, second order), as in the rigs. Where the mass is light for its friction, steps are shorter.
#ifndef BR_SIM_CONTROL_SERVO_H
#define BR_SIM_CONTROL_SERVO_H

#include "law/model/system.h"
#include "loop/friction/compensate.h"
#include "sim/rig/trajectory.h"

#include <stdint.h>

// ---------------------------------------------------------------- the axis

typedef struct br_carriage {
    double mass;
    double q, v;    // position and velocity
    double substep; // s
    double *x, *p, *u, *out, *x0;
    int *m;
    int velocity, force; // places of v among the inputs, of F behind the rates
    br_system system;
    br_integrator flow;
    void *memory;
    bool open;
} br_carriage;

// The friction law must outlive the axis, has a value for every parameter, takes v and gives F. BR_BAD_USAGE: it does not.
br_status br_carriage_open(br_carriage *a, br_model *friction, double mass, br_diag *why) BR_CHECKED;
void br_carriage_close(br_carriage *a);
void br_carriage_reset(br_carriage *a); // at rest at 0, friction as the model has it
double br_carriage_friction(br_carriage *a);
br_status br_carriage_slide(br_carriage *a, double v, double way, int steps) BR_CHECKED; // at a held velocity
// From rest at a velocity until the force *F no longer changes: over ways that double, from `way` on, which has its sign.
br_status br_carriage_settle(br_carriage *a, double v, double way, double *F) BR_CHECKED;
br_status br_carriage_move(br_carriage *a, double force, double dt) BR_CHECKED; // the force is held

// What a law is like where it is now and at velocity v.
typedef struct br_law_slopes {
    double held;      // force per velocity while its states are held
    double stiffness; // force per way, through the states, summed
    double rate;      // rate per velocity, of the first state
    double *state;    // of every state: force per rate of it, where F is a sum of states, rates and a function of v
} br_law_slopes;

// state: room for nx numbers, or NULL. At v = 0 rates have no observable share in the force: state needs another v.
br_status br_law_slopes_at(br_law_slopes *to, const br_sys *s, const double *x, const int *m, const double *u,
                           const double *p, int velocity, int force, double v) BR_CHECKED;

// ---------------------------------------------------------------- the course

typedef enum br_course_kind { BR_COURSE_SINE, BR_COURSE_MOVES } br_course_kind;

// There and back between 0 and `stroke`: as a cosine of `period`, or in moves of a fifth of the period each (polynomials of
// degree 5) with rests between them. At the end the axis is to rest for `rest`.
typedef struct br_servo_course {
    br_course_kind kind;
    double stroke, period, rest;
    int times; // periods
} br_servo_course;

static inline double br_servo_until(const br_servo_course *c)
{
    return c->times * c->period + c->rest;
}

br_motion br_servo_aim(const br_servo_course *c, double t);

// ---------------------------------------------------------------- a run

typedef struct br_servo_options {
    double dt;
    br_servo_course course;
    double encoder;                     // resolution of the measured position; 0: exact
    double noise;                       // standard deviation of the measured position
    int delay;                          // samples between a command and its force
    double force_noise, cogging, pitch; // forces beside the drive's: noise of a sample, and a sine over the position
    double band;                        // how close is settled
    uint64_t seed;
    bool keep; // the columns
} br_servo_options;

br_servo_options br_servo_defaults(double dt);

typedef struct br_servo {
    double rms, peak; // of the position error on the course, without the first period
    double reversal;  // largest error within a twentieth of the period behind a reversal
    double
        settling; // s: longest time from the end of a move until the error stays within the band; infinite: never, or the
                  // axis has not gone half of the stroke
    double cycle;   // how far the axis goes to and fro in the second half of the rest; 0: within the band, or one way
    double chatter; // root mean square of what a sample changes the command by
    double effort;  // root mean square of the command
    double energy;  // that the drive turns over, int |u v| dt
    bool lost;      // the axis left the course by more than its stroke: the run ended there
    br_compensate_health health;
    long long rows;
    // columns, if they were kept: position, as it was measured, error, command, friction and its estimate
    double *t, *aim, *q, *y, *e, *u, *F, *Fh;
} br_servo;

// The sums behind these numbers, sample by sample.
typedef struct br_servo_sums {
    double e2, u2, du2, last_u;
    long long counted, samples;
    double turned;         // when the reference turned last
    double last_v, way;    // of the reference: 0 at rest; and which way it went last
    double ended, settled; // when the last move ended, and when the error was outside the band last
    double from, to;       // how far the axis has gone
    double low, high;      // of the position in the second half of the rest
    int turns;             // of the axis there,
    double goes;           // which way it goes
} br_servo_sums;

void br_servo_begin(br_servo *r, br_servo_sums *s);
// At time t the axis is at q with velocity v, and the command is u.
void br_servo_add(br_servo *r, br_servo_sums *s, const br_servo_options *o, double t, const br_motion *aim, double q,
                  double v, double u);
void br_servo_end(br_servo *r, const br_servo_sums *s, const br_servo_options *o);

// The axis and the compensator are reset first. On success *r is to be freed.
br_status br_servo_run(br_servo *r, br_carriage *axis, br_compensate *c, const br_servo_options *o,
                       br_diag *why) BR_CHECKED;
void br_servo_free(br_servo *r);

#endif
