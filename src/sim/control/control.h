// control.h - comparison of friction compensators on one axis: tuned alike, run alike.   [host]
//
//     br_control_axis axis = {.truth = &friction, .known = &friction, .plant = &mass, .mass = 20};
//     br_control_options o = br_control_defaults(2e-4);
//     br_control_run(&c, &axis, &o, &why);                        ... c.row[i].run.rms
//     br_control_free(&c);
//
// The feedback is the same for all: Kp = m w^2, Kd = 2 m w with one bandwidth w. What is left (the integral gain, and one gain
// that a compensator has of its own) is found by the same number of runs for each, on a course that is not the one they are
// compared on: the least error wins, among runs without a limit cycle and without chatter.
#ifndef BR_SIM_CONTROL_CONTROL_H
#define BR_SIM_CONTROL_CONTROL_H

#include "sim/control/positive_real.h"
#include "sim/control/servo.h"

enum { BR_CONTROL_TRIALS = 8, BR_CONTROL_NAME = 40 };

// ---------------------------------------------------------------- what is known of the friction

typedef struct br_control_axis {
    br_model *truth; // friction of the axis
    br_model *known; // friction as the compensators know it; may be the same
    br_model *plant; // a mass with the known friction, input u, state x first; NULL: no filters of this law
    double mass;
} br_control_axis;

// A few numbers of any law: from its steady force at speeds up to `speed`, and from the way over which half of it builds up.
// Parameters FC, FS, vs, sigma2 and zba of the law itself are taken where they say about the same.
typedef struct br_known {
    double FC, FS, vs, viscous;
    double sigma0, sigma1; // of the LuGre model nearest to it
    bool own; // these are slopes of the law, which has one state; else sigma1 is assumed: a tenth of sqrt(sigma0 m)
    double length; // the way over which half of FC builds up; without presliding that of 0.1 ms at `speed`
    double zba;    // up to which it is elastic; 0.7 FC/sigma0 where the law does not say
    bool rational; // falls with the speed as 003 (8), not as (7)
    bool rotary;   // N*m and rad
} br_known;

// A built-in law, with a set (may be NULL) and values.
br_status br_model_open_builtin(br_model *m, const char *law, const char *set, const char *values,
                                br_diag *why) BR_CHECKED;
// F per velocity, times a time: kg, or N*m*s^2/rad.
br_unit br_law_mass_unit(const br_parsed_law *law);

br_status br_known_of(br_known *k, br_model *law, double mass, double speed, br_diag *why) BR_CHECKED;

// ---------------------------------------------------------------- compensators by name

typedef struct br_rival {
    const char *name, *words;
    const char *gain; // the name of its own gain; NULL: it has none
    bool baseline;    // always part of the comparison
    bool slow;        // only when asked for
    bool yardstick;   // the one that others are measured by, and whose integral they try
    bool lugre, own;  // stands on the LuGre model of the friction, or on the law itself
    bool theorem;     // 002, Theorem 1 is about it
} br_rival;

const br_rival *br_rival_at(int i);              // NULL behind the last one
const br_rival *br_rival_find(const char *name); // NULL: there is none

// ---------------------------------------------------------------- a comparison

typedef struct br_control_options {
    br_servo_options servo;
    double bandwidth;     // w, rad/s; 0: 0.02/dt
    double share;         // of the friction force that is compensated
    double most, slew;    // limits of the command; 0: none
    double band, fade_in; // dead band of the velocity, m/s; s
    double wrong;         // parameters of the known friction that have a force in their unit, times 1 + wrong
    double wrong_mass;    // the mass as it is known, times 1 + wrong_mass; the feedback stays
    int by_aim;           // 1, 0: by the velocity that is asked for, by the measured one; -1: as suits the compensator
    const char *rivals;   // names with commas between them; NULL: all that are not slow
    int trials;           // of each, up to BR_CONTROL_TRIALS
    bool robustness;      // the table of cases, too
    bool (*progress)(void *context, double share); // may be NULL; answers false to stop
    void *context;
} br_control_options;

br_control_options br_control_defaults(double dt);

// Sensors of rig/axis (rich: and the forces beside its friction) or rig/exact, docs/rigs.md; answers the mass.
double br_control_rig(br_servo_options *s, bool rich);

typedef struct br_control_row {
    const br_rival *rival;
    double Kp, Kd, Ki, gain; // as tuned; gain: its own
    bool at_end;             // of the values that were tried: a wider search might have found better
    br_servo run;
} br_control_row;

// What the axis and the knowledge of it are like in one case of the table of robustness.
typedef struct br_control_case {
    char words[60];
    double wrong, wrong_mass, encoder, noise, dt;
    int delay;
} br_control_case;

typedef struct br_control {
    br_known known;
    double bandwidth;
    br_control_row *row;
    int rows;
    br_control_case *cases;
    int ncases;
    double *rms;          // of row i in case j: rms[i*ncases + j]; infinite: lost
    bool is_lugre;        // the law is LuGre's, whatever its name
    bool observed;        // a LuGre observer took part, and sigma1 is known:
    br_positive_real spr; // and G(s) of 002, Theorem 1, with its feedback
} br_control;

// BR_BAD_USAGE: a name or an option that is wrong; BR_NEGATIVE: stopped. *c is written on success only.
br_status br_control_run(br_control *c, const br_control_axis *axis, const br_control_options *o,
                         br_diag *why) BR_CHECKED;
void br_control_free(br_control *c);

// G(s) of 002, Theorem 1, of a row that stands on a LuGre observer; false: it does not, or sigma1 is not known.
bool br_control_passivity(br_positive_real *spr, const br_known *k, const br_control_row *r, double mass);

// How many cases a row keeps its benefit in: its error is below that of the PID in the same case.
int br_control_keeps(const br_control *c, int row);

#endif
