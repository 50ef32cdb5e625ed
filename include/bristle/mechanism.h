// mechanism.h - bodies and joints with friction: motion, energies, and unknown inputs, states and parameters from a log.   [host]
//
//     br_mechanism *m;
//     br_mechanism_observer *o;
//     br_mechanism_observer_options with;
//     br_diag why;
//     double sd;
//     br_mechanism_observer_defaults(&with, sizeof with);
//     with.signals = "t = time, speed = w rad/s";    // columns of the log as sensors of the mechanism
//     with.unknown = "torque = 3 N*m";               // walks by so much in a second
//     if (br_mechanism_open(&m, "crank.mech", &why) != BR_OK || br_mechanism_observer_open(&o, m, &with, &why) != BR_OK ||
//         br_mechanism_observer_log(o, log, NULL, NULL, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 2;
//     double torque = br_mechanism_observer_value(o, "torque", &sd); // at the end; br_mechanism_observer_table has all rows
//     printf("%g +- %g N*m\n%s%s", torque, sd, br_mechanism_observer_failures(o), br_mechanism_observer_warnings(o));
//     br_mechanism_observer_close(o);
//     br_mechanism_close(m);
//
// A mechanism is a text of bodies, joints, forces along them and sensors, such as a pendulum that hangs from a hinge with friction:
//
//     mechanism pendulum "a rod under its weight"
//     version 1
//     planar
//     gravity = 0, -9.81 m/s^2
//     body rod mass = 1 kg, cog = 0, -0.25 m, inertia = 0.02 kg*m^2
//     joint A revolute rod ground at = 0, 0 m
//     friction f A coulomb "FC = 0.05 N*m"
//     unknown torque A
//     sensor encoder angle A sd = 1 mrad
//     start A position = 20 deg
//
// Places are those of the drawing, in which every coordinate is 0. Coordinates are those of the first body relative to the second, anticlockwise:
// `rod ground`, not `ground rod`. docs/mechanisms.md has all of the notation, docs/mechanism-estimation.md schemes, filter and checks. Everything is in SI units. Motions and observers read the text again, so the mechanism may be closed before them. The same
// options give the bits of `bristle simulate` and `bristle observe`, on every machine. A handle serves one thread at a time; texts
// and numbers that it answers are its own, and stay until it is closed or run. NULL in place of one is BR_BAD_USAGE, or answered by 0, NULL
// or NaN. No call is for a control loop, unless it says so. why (may be NULL) says what is wrong; on failure a place for a handle is untouched.
#ifndef BRISTLE_MECHANISM_H
#define BRISTLE_MECHANISM_H

#include <bristle/status.h>
#include <bristle/table.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_mechanism br_mechanism;

// Reads a file, or `size` bytes of a text, which are copied; name stands in messages. The mechanism is brought to its start: milliseconds,
// allocates. BR_NO_FILE: the file cannot be read. BR_BAD_LAW: why has line and column; or the start cannot be reached, or is
// singular. Close what you opened.
BR_PUBLIC br_status br_mechanism_open(br_mechanism **m, const char *path, br_diag *why) BR_CHECKED;
BR_PUBLIC br_status br_mechanism_parse(br_mechanism **m, const char *name, const char *text, size_t size,
                                       br_diag *why) BR_CHECKED;
BR_PUBLIC void br_mechanism_close(br_mechanism *m); // NULL is fine

// ------- What is in it

typedef enum br_mechanism_part {
    BR_MECHANISM_BODIES,      // value: mass
    BR_MECHANISM_JOINTS,      // value: NaN; those that move have coordinates
    BR_MECHANISM_COORDINATES, // of joints and distances, "A", "C.turn"; value: at the start. NAME_speed is a column, too
    BR_MECHANISM_POINTS,      // value: NaN; their places are columns, NAME_x
    BR_MECHANISM_FORCES,      // springs, dampers, drives, friction and unknown inputs; value: at the start
    BR_MECHANISM_SENSORS,     // value: standard deviation of its noise; 0: none is given
    BR_MECHANISM_VIRTUAL,     // virtual sensors, which are estimated and not measured; value: 0
    BR_MECHANISM_PARAMETERS   // that may be estimated, "track.FC", "leaf.stiffness"; value: in the text
} br_mechanism_part;

BR_PUBLIC int br_mechanism_size(const br_mechanism *m, br_mechanism_part part);
BR_PUBLIC int br_mechanism_index(const br_mechanism *m, br_mechanism_part part, const char *name); // -1: there is none
BR_PUBLIC const char *br_mechanism_name(const br_mechanism *m, br_mechanism_part part, int i);
BR_PUBLIC const char *br_mechanism_unit(const br_mechanism *m, br_mechanism_part part, int i); // SI; - for none
BR_PUBLIC double br_mechanism_value(const br_mechanism *m, br_mechanism_part part, int i);

BR_PUBLIC const char *br_mechanism_called(const br_mechanism *m); // its own name in the text, and
BR_PUBLIC const char *br_mechanism_title(const br_mechanism *m);  // in words; "" for none

BR_PUBLIC int br_mechanism_freedoms(const br_mechanism *m);  // degrees of freedom
BR_PUBLIC int br_mechanism_redundant(const br_mechanism *m); // constraints that others imply
BR_PUBLIC int br_mechanism_rank(const br_mechanism *m);      // of the constraints that do not yield
BR_PUBLIC int br_mechanism_blocks(const br_mechanism *m);    // bodies, those that are welded together counted once
BR_PUBLIC int br_mechanism_planar(const br_mechanism *m);    // 1: it moves in a plane

typedef struct br_mechanism_joint {
    size_t size;           // of this structure: set it before the call
    const char *name;      // "A"
    const char *kind;      // free, fixed, revolute, spherical, universal, prismatic, cylindrical, planar
    int a, b;              // its bodies; -1: the ground
    double at[3], axis[3]; // its place in the drawing, m, and its axis there
} br_mechanism_joint;

// BR_BAD_USAGE: there is no such joint, or no structure of a size that is known.
BR_PUBLIC br_status br_mechanism_joint_at(const br_mechanism *m, int i, br_mechanism_joint *joint) BR_CHECKED;

// Size and redundant constraints, a line each: the first lines of br_mechanism_check. Made at the first call; NULL: out of memory.
BR_PUBLIC const char *br_mechanism_summary(br_mechanism *m);

// What `bristle check` prints: size, redundant constraints, and the stable equilibrium near the start, a line each. Made at
// the first call, milliseconds; NULL: out of memory.
BR_PUBLIC const char *br_mechanism_check(br_mechanism *m);
BR_PUBLIC const char *
br_mechanism_warnings(const br_mechanism *m); // on parameters of friction, a line each; "" for none

// ------- Drawings: a mechanism as lines, for programs that show it
// Of every body points in space that a line joins: its joints and points, with its centre of gravity where all of these are at one place;
// of a beam 17 points as it bends.

BR_PUBLIC int br_mechanism_drawing_points(const br_mechanism *m);      // of all bodies, body by body
BR_PUBLIC int br_mechanism_drawing_body(const br_mechanism *m, int i); // whose point i is; -1: there is none

// ------- Motion: forward in time, or the forces that a motion takes

typedef struct br_mechanism_motion br_mechanism_motion;

typedef struct br_mechanism_motion_options {
    size_t size;             // of this structure, by br_mechanism_motion_defaults
    double until;            // s, the end, of a motion forward in time
    double step;             // s, of the method and between rows (default 1e-3)
    const char *method;      // alpha, of second order, or bdf1 (default alpha)
    int sensor_noise;        // 1: sensors have that of the text; 0: they show what is (default)
    unsigned long long seed; // of that noise (default 1)
    br_table *
        motion; // inverse dynamics: t and as many coordinates as there are freedoms; it is read to its end at once, and may be
                // closed then (default: none)
    const char
        *signals; // columns of that table: "t = #1, A = #2 deg" (default: t and all that are named as coordinates)
    int drawings; // that are kept, evenly over the rows, 0 to 10000 (default 0)
    // Before messages, at most 31 characters: "axis-tool: ". They and all warnings name options as a command line has them then, "--step",
    // for programs that have one (default: they name members, and br_diag_member does)
    const char *who;
} br_mechanism_motion_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_mechanism_motion_defaults(br_mechanism_motion_options *o, size_t size);

// Makes ready. BR_BAD_USAGE: an option is wrong. BR_BAD_DATA: the table. Close what you opened.
BR_PUBLIC br_status br_mechanism_motion_open(br_mechanism_motion **r, const br_mechanism *m,
                                             const br_mechanism_motion_options *o, br_diag *why) BR_CHECKED;
BR_PUBLIC void br_mechanism_motion_close(br_mechanism_motion *r); // NULL is fine

// To the end, once. Makes room for all rows: 8 bytes a number, on disk where it is large. progress (may be NULL) is called now and then with
// the share that is done, and answers 0 to stop there, which is BR_NEGATIVE: rows so far stay. BR_NOT_FINITE: a step does not
// converge; why says when, and whether a shorter one does. BR_BAD_DATA: it cannot move as the table says.
BR_PUBLIC br_status br_mechanism_motion_run(br_mechanism_motion *r, int (*progress)(void *context, double share),
                                            void *context, br_diag *why) BR_CHECKED;

// All rows (table.h): t; coordinates and speeds; points; forces; of inverse dynamics NAME_force, which hold the motion; sensors; and the
// energy relative to the start. Numbers are borrowed: close it before the motion.
BR_PUBLIC br_status br_mechanism_motion_table(const br_mechanism_motion *r, br_table **table, br_diag *why) BR_CHECKED;

typedef enum br_mechanism_motion_role {
    BR_MECHANISM_MOTION_RESULT, // or no column at all
    BR_MECHANISM_MOTION_TIME,
    BR_MECHANISM_MOTION_STATE // a coordinate or its speed
} br_mechanism_motion_role;

BR_PUBLIC br_mechanism_motion_role br_mechanism_motion_role_of(const br_mechanism_motion *r,
                                                               int column); // of that table

// Rows of a long motion are on disk, and come into memory where they are read: takes them out again. Call it now and then in a loop over
// millions of rows. Numbers stay valid.
BR_PUBLIC void br_mechanism_motion_unload(const br_mechanism_motion *r);

// "alpha"; "inverse" of inverse dynamics.
BR_PUBLIC const char *br_mechanism_motion_method(const br_mechanism_motion *r);

BR_PUBLIC int br_mechanism_motion_drawings(const br_mechanism_motion *r); // that were kept: fewer where rows are
// Drawing i: x, y and z of each point, m; of one that is planar z is 0. t (NULL: not wanted): its time. NULL: there is none.
BR_PUBLIC const double *br_mechanism_motion_drawing(const br_mechanism_motion *r, int i, double *t);

typedef enum br_mechanism_motion_figure {
    BR_MECHANISM_MOTION_GAINED,      // J, of energy, from the start to the end
    BR_MECHANISM_MOTION_WORKED,      // J, by drives
    BR_MECHANISM_MOTION_LOST,        // J, to dampers and friction
    BR_MECHANISM_MOTION_UNACCOUNTED, // J, gained - worked + lost: by steps that are too long
    BR_MECHANISM_MOTION_VIOLATION    // the largest violation of a constraint, m or as a share of 1
} br_mechanism_motion_figure;

// NaN: not run, or no energy balance (inverse dynamics has the violation only).
BR_PUBLIC double br_mechanism_motion_value(const br_mechanism_motion *r, br_mechanism_motion_figure figure);

// Reasons not to trust the rows, a line each; "" for none: energy that is unaccounted for, a table that contradicts itself.
BR_PUBLIC const char *br_mechanism_motion_warnings(const br_mechanism_motion *r);

// ------- Estimation: an extended Kalman filter on positions, speeds, unknown inputs and parameters (Adduci et al. 2021)

typedef struct br_mechanism_observer br_mechanism_observer;

typedef struct br_mechanism_observer_options {
    size_t size; // of this structure, by br_mechanism_observer_defaults
    // Columns of a log as sensors, logged drives, and what is compared with its estimate: "t = time, speed = w rad/s"
    // (default: t and all columns that are named as these, with units)
    const char *signals;
    // Drives and unknown inputs to be estimated, and what they gain in a second: "torque = 3 N*m", "load: walk = 1 N
    // + sine 5 Hz = 0.3 N" (default: all that the text calls unknown)
    const char *unknown;
    const char *estimate; // parameters, with a start: "log(leaf.stiffness) = 35 N/m, track.FC" (default: none)
    const char
        *prior; // their standard deviations at the start: "track.FC = 0.5 N" (default 30 %, or as the start is off)
    // Process noise: of parameters for a row, or as a density, "track.FC = 0.1 N/s^(1/2)"; such a parameter walks
    // (default: constant). Sensor noise stands in the text, `sd`; that of unknown inputs above
    const char *noise;
    const char *method; // newmark, which does not brake, or bdf1, as in the paper (default newmark; with beams bdf1)
    double step;        // s, the longest step of a prediction (default 0: from row to row)
    double gate; // measurements beyond so many standard deviations are rejected (default 50; 0: only absurd ones)
    int tune; // 1: walks of unknown inputs are found by an L-curve. Its corner is chosen for models that may be wrong: bands are
        // wide, and estimates noisier than with a good guess. A warning names the likeliest, for a model that is right (default 0)
    int smooth;      // 1: estimates are from the whole log, by a backward pass (default 0)
    int dense;       // 1: the filter with all its matrices, for comparison (default 0)
    int filter_only; // 1: parameters are not fitted over the whole log (default 0: they are)
    // Of br_mechanism_observer_step: names of its numbers, in order, "encoder, speed, motor" (default: all sensors of
    // the text)
    const char *samples;
    // Of samples, in s: longer steps than 1.5 of it are predicted in steps of it (default 0: in one, and `unknown` has
    // to say what each unknown input gains in a second)
    double period;
    int drawings;     // of the mechanism as it is estimated, evenly over the rows of a log, 0 to 10000 (default 0)
    const char *name; // of the log in messages (default "log")
    // Before messages, at most 31 characters: "axis-tool: ". They and all warnings name options as a command line has them then, "--unknown",
    // for programs that have one (default: they name members, and br_diag_member does)
    const char *who;
} br_mechanism_observer_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_mechanism_observer_defaults(br_mechanism_observer_options *o, size_t size);

// Reads the lists of inputs and parameters, which are not needed afterwards. options NULL: defaults. BR_BAD_USAGE: one is wrong. Close
// what you opened.
BR_PUBLIC br_status br_mechanism_observer_open(br_mechanism_observer **o, const br_mechanism *m,
                                               const br_mechanism_observer_options *options, br_diag *why) BR_CHECKED;
BR_PUBLIC void br_mechanism_observer_close(br_mechanism_observer *o); // NULL is fine

// A whole log, once; it is read to its end, and may be closed afterwards. Time goes with its rows; with parameters the log is run some
// dozens of times, and so it is with `tune`: shares begin at 0 again for each run of `tune`, and for the fit (BR_MECHANISM_OBSERVER_FITTING). progress as above; BR_NEGATIVE: stopped; rows so far stay if nothing is smoothed. BR_BAD_DATA: the
// log does not fit the mechanism, or a measurement is so far off that no step goes on. BR_NOT_FINITE: a step does not converge.
BR_PUBLIC br_status br_mechanism_observer_log(br_mechanism_observer *o, br_table *log,
                                              int (*progress)(void *context, double share), void *context,
                                              br_diag *why) BR_CHECKED;

// Sample by sample, in place of a log: its time t in s, above that of the one before, and numbers in the order of `samples`, in SI; NaN: missing. The first
// one starts the filter, measurements count from the second on, and the bits are those of a log of the same rows (of which no step fails). No
// allocation behind the first; a step of Newton iterations, whose number is bounded. Not with tune, smooth or dense; parameters are not fitted,
// and there are no checks: look at BR_MECHANISM_OBSERVER_NIS. BR_BAD_USAGE: t does not rise. BR_NOT_FINITE: a step does not converge;
// the filter restarts from the prior there, as behind 60 samples in which nothing was plausible (BR_MECHANISM_OBSERVER_RESTARTS), and the next one goes on.
BR_PUBLIC br_status br_mechanism_observer_step(br_mechanism_observer *o, double t, const double *y,
                                               br_diag *why) BR_CHECKED;

// All rows of a log (table.h): t; NAME_est and NAME_sd of unknown inputs, parameters, coordinates, speeds, sensors and virtual sensors, with their
// standard deviations; NAME_innovation of what is measured (NaN: missing or rejected); nis. Numbers are borrowed: close it first.
BR_PUBLIC br_status br_mechanism_observer_table(const br_mechanism_observer *o, br_table **table,
                                                br_diag *why) BR_CHECKED;

// The last estimate of a name, "torque", "A_speed", "track.FC", and its standard deviation (NULL: not wanted); of a parameter that was fitted over
// the log that fit, for autocorrelated residuals and with the error of the step. NaN: there is none.
BR_PUBLIC double br_mechanism_observer_value(const br_mechanism_observer *o, const char *name, double *sd);

typedef enum br_mechanism_observer_figure {
    BR_MECHANISM_OBSERVER_NIS,          // mean square of the normalised innovations: 1 where model and noise are right
    BR_MECHANISM_OBSERVER_LIKELIHOOD,   // its logarithm
    BR_MECHANISM_OBSERVER_MEASUREMENTS, // that were used
    BR_MECHANISM_OBSERVER_REJECTED,     // beyond the gate
    BR_MECHANISM_OBSERVER_RESTARTS,     // from the prior
    BR_MECHANISM_OBSERVER_VIOLATION,    // the largest violation of a constraint
    BR_MECHANISM_OBSERVER_BRAKED,       // J, that the method took beside dampers and friction
    BR_MECHANISM_OBSERVER_ROWS,         // of the result, and
    BR_MECHANISM_OBSERVER_LOG_ROWS,     // of the log: more where it was stopped
    BR_MECHANISM_OBSERVER_FREEDOMS,     // degrees of freedom
    BR_MECHANISM_OBSERVER_RANK,         // of the covariance at the end, and
    BR_MECHANISM_OBSERVER_RANK_MOST,    // what it is at most
    BR_MECHANISM_OBSERVER_TAKEN,        // dense: constraints as measurements, rows with variance
    BR_MECHANISM_OBSERVER_SKIPPED,      // and without
    BR_MECHANISM_OBSERVER_FITTING       // 1: parameters are being fitted over the whole log, or were
} br_mechanism_observer_figure;

BR_PUBLIC double br_mechanism_observer_result(const br_mechanism_observer *o, br_mechanism_observer_figure figure);

BR_PUBLIC const char *br_mechanism_observer_method(const br_mechanism_observer *o); // "newmark"

// An unknown input, or a part of one that is a sum. Texts of these structures stay until the observer is closed.
typedef struct br_mechanism_input {
    size_t size;             // of this structure: set it before the call
    const char *name, *unit; // of its force: "torque", "N*m"
    const char *walk_unit;   // of `walk`: N*m, of a ramp N*m/s
    char model[120];         // "walk", "decay 0.1 s"
    double walk;             // standard deviation of what it gains in a second
    double variance;         // Q_d, of what it gains in a row
    int first;               // 1: the first part of its force, which has the columns
} br_mechanism_input;

BR_PUBLIC int br_mechanism_observer_inputs(const br_mechanism_observer *o);
// All of these: BR_BAD_USAGE if there is none of that number, none yet, or no structure of a size that is known.
BR_PUBLIC br_status br_mechanism_observer_input_at(const br_mechanism_observer *o, int i,
                                                   br_mechanism_input *input) BR_CHECKED;

// A parameter: by the fit over the whole log, or else by the filter. In SI; NaN: not known.
typedef struct br_mechanism_parameter {
    size_t size;
    const char *name, *unit;  // "track.FC", "N"; 1 for none
    double value, sd;         // sd: if residuals are white
    double sd_autocorrelated; // for residuals as they are
    double step_error;        // of the value, by the length of the step; both sd include it
    double shift;             // of the value if the step is halved
    double other;             // the value of a second explanation of the log
    double filter, filter_sd; // where the filter ended
    double start, start_sd;   // the prior
    double braking;           // of a damping: the one that would take as much as the method itself; others: 0
    int on_bound;             // 1: at a limit of its range
} br_mechanism_parameter;

BR_PUBLIC int br_mechanism_observer_parameters(const br_mechanism_observer *o);
BR_PUBLIC br_status br_mechanism_observer_parameter_at(const br_mechanism_observer *o, int i,
                                                       br_mechanism_parameter *parameter) BR_CHECKED;

// The fit of parameters over the whole log; there is none without parameters, and with `filter_only`.
typedef struct br_mechanism_fit {
    size_t size;
    int found;                  // 0: no run converged, and all values are those of the filter
    int settled;                // 1: the search ended in a minimum
    double nis, likelihood;     // of innovations with the parameters fixed
    const char *autocorrelated; // the signal whose residuals are farthest from white noise,
    double whiteness, lag_1;    // its p-value of the Ljung-Box test, its lag-1 autocorrelation; NaN: too few rows
    const char *second_start;   // how the fit from another start ended: same, worse, two (as good), better, failed
    double second_gain;         // of the logarithm of the posterior density: second over first explanation
    int runs;                   // over the log
} br_mechanism_fit;

BR_PUBLIC br_status br_mechanism_observer_fit_of(const br_mechanism_observer *o, br_mechanism_fit *fit) BR_CHECKED;

// A column of the log that has an estimate of its name.
typedef struct br_mechanism_signal {
    size_t size;
    const char *name, *unit;
    int measured;         // 1: a sensor; 0: compared only
    int column;           // of its estimate in the table; the standard deviation is behind it
    const double *values; // of the log, BR_MECHANISM_OBSERVER_ROWS numbers
    double rms;           // of log - estimate; NaN: nothing to compare
    double inside;        // share of differences inside 1.96 standard deviations; NaN: not known
} br_mechanism_signal;

BR_PUBLIC int br_mechanism_observer_signals(const br_mechanism_observer *o);
BR_PUBLIC br_status br_mechanism_observer_signal_at(const br_mechanism_observer *o, int i,
                                                    br_mechanism_signal *signal) BR_CHECKED;

// A coordinate that names a free motion, and what the log leaves of a wide prior standard deviation of its value and of its speed. NULL: there is
// none of that number. left: two numbers.
BR_PUBLIC const char *br_mechanism_observer_left(const br_mechanism_observer *o, int i, double left[2]);

// What `tune` tried: variances Q_d of a row, from small to large, and for each the norms of error and input, and the logarithm of the likelihood.
typedef struct br_mechanism_l_curve {
    size_t size;
    int tries;
    const double *variance, *error, *error_before, *input, *likelihood; // tries numbers each
    int corner, likeliest;                                              // the corner is what inputs walk by
    long long rows;                                                     // of the log that were tried
} br_mechanism_l_curve;

BR_PUBLIC br_status br_mechanism_observer_l_curve(const br_mechanism_observer *o,
                                                  br_mechanism_l_curve *curve) BR_CHECKED;

BR_PUBLIC int br_mechanism_observer_drawings(const br_mechanism_observer *o); // that were kept of a log
// As br_mechanism_motion_drawing has it.
BR_PUBLIC const double *br_mechanism_observer_drawing(const br_mechanism_observer *o, int i, double *t);

// Rows of a long log are on disk, and come into memory where they are read: takes them out again. Numbers stay valid.
BR_PUBLIC void br_mechanism_observer_unload(const br_mechanism_observer *o);

// Checks that failed, and reasons not to trust the estimates, a line each; "" for none. A log with a failed check has estimates, whose standard
// deviations are wrong: `bristle observe` ends with exit code 1 there.
BR_PUBLIC const char *br_mechanism_observer_failures(const br_mechanism_observer *o);
BR_PUBLIC const char *br_mechanism_observer_warnings(const br_mechanism_observer *o);

#ifdef __cplusplus
}
#endif
#endif
