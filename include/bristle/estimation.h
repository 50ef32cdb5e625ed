// estimation.h - friction states and parameters from a log, by the observers of a controller, and whether to believe them.   [host]
//
//     br_estimation *e;
//     br_estimation_options with;
//     br_diag why;
//     double sd;
//     br_estimation_defaults(&with, sizeof with);
//     with.estimate = "sigma0, FC = 2 N";            // beside the states
//     if (br_estimation_open(&e, law, &with, &why) != BR_OK || br_estimation_log(e, log, NULL, NULL, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 2;
//     double FC = br_estimation_value(e, "FC", &sd);  // br_estimation_table has all rows
//     printf("%g +- %g N\n%s%s", FC, sd, br_estimation_failures(e), br_estimation_warnings(e));
//     br_estimation_close(e);
//
// What observer.h and horizon.h do as samples come, this does with all rows of a log, and then says how far to trust the result: are
// innovations as large as the noise, and white; what can this log say of each parameter at all; does the observer predict better than the last
// measurement does. So noise and priors are tuned here, and go to observer.h, horizon.h or emit.h as they are. A friction law takes the
// velocity v and measures the friction force F; one of position x and drive force u they are derived from, with `mass`. A plant with friction
// in it (law.h) takes the drive force and measures the position. Noise that is not given is found from the log by maximum likelihood. The
// same options give the bits of `bristle observe`; docs/observers.md explains them and the checks. Everything is in SI units. A handle serves
// one thread at a time; texts that it answers are its own, and stay until it is closed. NULL in place of one is BR_BAD_USAGE, or
// answered by NULL, 0 or NaN. No call is for a control loop. why (may be NULL) says what is wrong.
#ifndef BRISTLE_ESTIMATION_H
#define BRISTLE_ESTIMATION_H

#include <bristle/horizon.h>
#include <bristle/law.h>
#include <bristle/status.h>
#include <bristle/table.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_estimation br_estimation;

typedef enum br_estimation_kind {
    BR_ESTIMATION_EKF,      // extended Kalman filter: the default
    BR_ESTIMATION_UKF,      // unscented Kalman filter: no derivatives, for laws that switch
    BR_ESTIMATION_SMOOTHER, // each row from the whole log (smoother.h)
    BR_ESTIMATION_HORIZON,  // moving horizon, with bounds
    BR_ESTIMATION_PARTICLE  // particle filter: a cloud of points with modes of their own, for laws that switch
} br_estimation_kind;

typedef struct br_estimation_options {
    size_t size; // of this structure, by br_estimation_defaults
    br_estimation_kind kind;
    // Columns of the log: "t = time, v = speed m/s, F = force N" (default: t and all that are named as inputs, states
    // and outputs of the law, with units; of a friction law also x and u; "": t, x, v, a, u and F, of which one is a force)
    const char *signals;
    // Parameters beside the states, with a start: "kappa[3] = 0, FC, log(vs)"; of a horizon inputs, too (default: none)
    const char *estimate;
    // Standard deviations, in units or, of estimates, as shares of the value that the law has: "FC = 5 %".
    // Sensor noise: of outputs, "F = 0.5 N"; of measured states, "measured.x = 1 um"; process noise: of states and
    // estimates for a row, "z = 1 nm, FC = 5 %", or as a density, "z = 30 nm/s^(1/2)" (default: found from the log)
    const char *noise;
    const char *prior; // at the start: "FC = 30 %, z = 1 um" (default: as in docs/observers.md)
    // Upper limit at any time: "z = 2 um" (default: of an estimate its prior; of a state also its size along the log)
    const char *most;
    double gate; // measurements beyond so many standard deviations are rejected (default 50; 0: only absurd ones)
    double correct_every; // s, from one correction to the next (default 0: at every row)
    // From row to row inputs are "held", or the "mean" of both rows, as of a sampled motion; not of a horizon
    // (default: held, and a warning says where estimates depend on it)
    const char *between;
    const char *method; // of a step, as in flow.h (default: chosen by the law)
    int substeps;       // of every step (default 0: as the method chooses)
    double mass;        // kg or kg*m^2, of a log with position x and drive force u (default 0: none)
    double cutoff;      // Hz, of velocities from positions (default 0: chosen by the log)
    // How these come about: zero-phase, central, lowpass, kalman, window (default zero-phase)
    const char *differentiate;
    // Of a horizon, as in horizon.h; an interval is the time from one correction to the next.
    int intervals;  // (default 20)
    int iterations; // (default 1)
    const char *bounds;
    br_horizon_arrival arrival;
    int shared;
    double levenberg, huber; // (default 0)
    const char *precision;   // double; mixed: steps of the law and their derivatives in float (default double)
    double period;           // s, another name of correct_every; one of the two (default 0)
    // Full order of a friction law: drive force u in, position x out, by the law in the plant "mass" with the mass above. Names stay those
    // of the law (default 0: reduced, velocity in and force out; a plant is of full order anyway)
    int full;
    int partial; // where progress stops, rows so far are the result, and a warning says so; not of a smoother (default 0)
    int strict; // what has no effect on this log is BR_BAD_USAGE: an option, an input among the values of the law (default 0)
    double (*now)(void); // s, a clock by which every step is timed (default: none is)
    const char *name;    // of the log in messages (default "log")
    // Before messages, at most 31 characters: "axis-tool: ". They and all warnings name options as a command line has them then, "--noise",
    // for programs that have one (default: they name members, and br_diag_member does)
    const char *who;
    long particles; // of a particle filter, 16 to 65536: its time and memory grow with them (default 0: 256)
    int noise_in_arrival; // of a horizon, as in horizon.h (default 0)
} br_estimation_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_estimation_defaults(br_estimation_options *o, size_t size);

// Reads the law again; lists are copied. options NULL: defaults. BR_BAD_LAW: parameters are missing, or break what the law requires.
// BR_BAD_USAGE: an option is wrong. On failure *e is untouched. Close what you opened.
BR_PUBLIC br_status br_estimation_open(br_estimation **e, const br_law *law, const br_estimation_options *options,
                                       br_diag *why) BR_CHECKED;
BR_PUBLIC void br_estimation_close(br_estimation *e); // NULL is fine

// A whole log, once; it is read to its end, and may be closed afterwards. Time goes with its rows: microseconds each, a smoother and a
// horizon tens of them; memory too, 8 bytes a number, on disk where it is large. progress (may be NULL) is called now and then with the share that is done (from 0 again
// where `between` is NULL and estimates are compared), and answers 0 to stop, which is BR_NEGATIVE: there are no estimates then (but see `partial`). BR_BAD_USAGE: a list is wrong. BR_BAD_DATA: the log does not fit the law.
// BR_NOT_FINITE: the law leaves the finite numbers. A log that cannot be trusted is BR_OK: br_estimation_failures says so.
BR_PUBLIC br_status br_estimation_log(br_estimation *e, br_table *log, int (*progress)(void *context, double share),
                                      void *context, br_diag *why) BR_CHECKED;

// All rows (table.h): t; what is measured, its estimate and innovation, F, F_est, F_sd, F_innovation; states and estimated
// parameters with their standard deviations, z, z_sd, FC, FC_sd. Numbers are borrowed: close it before the estimation.
BR_PUBLIC br_status br_estimation_table(const br_estimation *e, br_table **table, br_diag *why) BR_CHECKED;

typedef enum br_estimation_role {
    BR_ESTIMATION_TIME,
    BR_ESTIMATION_OUTPUT, // measured, its estimate and innovation; of a horizon its cost
    BR_ESTIMATION_STATE   // a state or parameter, and its standard deviation
} br_estimation_role;

BR_PUBLIC br_estimation_role br_estimation_role_of(const br_estimation *e, int column); // of that table

// A signal of the log as it was used, in SI, a number for each row of the table: "x", "F"; also v and F where they were derived. NULL: there
// is none. unit (may be NULL) gets its unit.
BR_PUBLIC const double *br_estimation_signal(const br_estimation *e, const char *name, char unit[96]);

// Rows of a long log are on disk, and come into memory where they are read: takes them out again. Call it now and then in a loop over
// millions of rows. Numbers stay valid.
BR_PUBLIC void br_estimation_unload(const br_estimation *e);

// The estimate of a state or parameter at the last row, "FC", and its standard deviation (NULL: not wanted). NaN: there is none.
BR_PUBLIC double br_estimation_value(const br_estimation *e, const char *name, double *sd);

// ------- What is estimated: states, then parameters and inputs

typedef struct br_estimation_number {
    size_t size; // of this structure: set it before the call
    const char *name, *unit;
    double value, sd;      // at the last row
    double nominal, start; // of a parameter: value that the law has, and where the estimate starts; NaN: it is none
    double prior, noise;   // standard deviations as used: at the start, and of a row; of log(vs) of the logarithm
    // Share of the prior that the log can leave at least: 1, it says nothing of this number; NaN: not known
    double left;
    double busy;    // share of the measurements with 90 % of what it says; NaN: not known
    int found;      // 1: the noise was not given, but found from the log
    double density; // the noise as a density, of log(vs) of the logarithm: per s^(1/2)
    int per_step;   // 1: the noise was given for a row; 0: as a density
    int is_log;     // 1: its logarithm is estimated; prior and noise are of that
    int is_state;   // 1: a state; 0: a parameter or an input
    int is_input;   // 1: of a horizon, an input that is measured and estimated; prior is that of its measurement
} br_estimation_number;

BR_PUBLIC int br_estimation_numbers(const br_estimation *e);
BR_PUBLIC br_status br_estimation_number_at(const br_estimation *e, int i, br_estimation_number *number) BR_CHECKED;

// ------- What is measured, and how well it was predicted

// Innovations are measured less predicted; of a smoother what is left, measured less estimated. Model and noise are right where nis is about 1, 95 % are
// inside, and neighbours do not correlate. An observer with an rms above line_rms predicts nothing.
typedef struct br_estimation_measured {
    size_t size; // of this structure: set it before the call
    const char *name, *unit;
    double noise;                    // standard deviation of the sensor, as used
    int found;                       // 1: it was not given, but found from the log
    double nrmse;                    // of the estimate at every row, as a share of the range of the measurement
    unsigned long long corrections;  // with fewer than 20 the rest says little
    double nis;                      // mean square of normalised innovations
    double inside;                   // share inside 95 %
    double correlation, white_below; // of neighbours, and what it is below where they are white; NaN: not known
    double rms, line_rms; // of innovations, and of who expects the last measurement or a line through the last two
} br_estimation_measured;

BR_PUBLIC int br_estimation_measurements(const br_estimation *e);
BR_PUBLIC br_status br_estimation_measured_at(const br_estimation *e, int i,
                                              br_estimation_measured *measured) BR_CHECKED;

// ------- The whole

typedef enum br_estimation_figure {
    BR_ESTIMATION_ROWS,
    BR_ESTIMATION_STEP,          // s, from row to row
    BR_ESTIMATION_CORRECT_EVERY, // s, from one correction to the next
    BR_ESTIMATION_NRMSE,         // of the friction force, as a share of its range; NaN: it is not known
    BR_ESTIMATION_CONDITION, // of the information matrix in prior standard deviations; infinite: a direction is not observable
    BR_ESTIMATION_RANK,        // of the observability matrix along the log; NaN: not known for this law
    BR_ESTIMATION_RANK_OF,     // and what it is where all is observable
    BR_ESTIMATION_MISSING,     // measurements that were NaN or infinite
    BR_ESTIMATION_REJECTED,    // beyond the gate
    BR_ESTIMATION_STUCK,       // frozen measurements, while the model moves, rejected
    BR_ESTIMATION_RESETS,      // after many of these in a row
    BR_ESTIMATION_LIMITED,     // standard deviations at their upper limit
    BR_ESTIMATION_BOUNDED,     // estimates at a limit of their range
    BR_ESTIMATION_COST,        // of a smoother: sum of squares of what is left, in standard deviations; others: NaN
    BR_ESTIMATION_ITERATIONS,  // to it
    BR_ESTIMATION_FILTER_COST, // of the EKF before it
    BR_ESTIMATION_TAKEN,       // measurements that these are sums over
    BR_ESTIMATION_LOG_ROWS,    // of the log; above BR_ESTIMATION_ROWS where a part of it is the result
    BR_ESTIMATION_FULL,        // 1: of full order; 0: reduced
    BR_ESTIMATION_DERIVED_V,   // 1: the velocity was derived from the position,
    BR_ESTIMATION_DERIVED_F,   // and the friction force from that and the drive force
    BR_ESTIMATION_CUTOFF,      // Hz, of that; 0: none was
    BR_ESTIMATION_TOO_SHORT,   // 1: the log is too short to find noise, which has defaults then
    BR_ESTIMATION_TIME_MEDIAN, // s, of a step, of a smoother for each row; 0: there was no clock
    BR_ESTIMATION_TIME_99,     // 99 % of the steps took less
    BR_ESTIMATION_TIME_WORST
} br_estimation_figure;

BR_PUBLIC double br_estimation_result(const br_estimation *e, br_estimation_figure figure);
BR_PUBLIC const char *br_estimation_method(const br_estimation *e); // of a step, "lie"
// Of a smoother: "least", the sum has no lower neighbour; "stuck", no step lowered it further; "iterations", there were too many. "" of others.
BR_PUBLIC const char *br_estimation_end(const br_estimation *e);

// ------- What this log can say, whatever observer looks at it
// Directions have a number for each that is estimated (br_estimation_numbers), in prior standard deviations; they are borrowed.

typedef struct br_estimation_gramian {
    size_t size;         // of this structure: set it before the call
    int known;           // 0: the run leaves the finite numbers, or (from the start) is the same as the nominal one
    double condition;    // of the information matrix; infinite: a direction is not observable; NaN: not known
    const double *least; // direction that is seen least; NULL: not known
    double left;         // of the prior, in the least observable direction of parameters alone; 0: there are none
    const double *least_parameter; // that direction; NULL: there is none
} br_estimation_gramian;

// Along the run with the values of the law or, from_start, with the values where estimates start.
BR_PUBLIC br_status br_estimation_gramian_of(const br_estimation *e, int from_start,
                                             br_estimation_gramian *gramian) BR_CHECKED;

typedef struct br_estimation_ranks {
    size_t size;    // of this structure: set it before the call
    int rank, of;   // the largest rank of the observability matrix, and what it is where all is observable
    int points, at; // points of the log that were looked at, and those with that rank; points 0: not known for this law
    int reversals;  // points behind a reversal of the motion
    const double *missing; // a direction that is not observable at one of these; NULL: all are
} br_estimation_ranks;

BR_PUBLIC br_status br_estimation_ranks_of(const br_estimation *e, br_estimation_ranks *ranks) BR_CHECKED;

// ------- What happened: counts of the observer

typedef struct br_estimation_count {
    size_t size;         // of this structure: set it before the call
    const char *name;    // "rejected"
    const char *meaning; // in words; NULL: a count of work, not of events
    unsigned long count;
} br_estimation_count;

BR_PUBLIC int br_estimation_counts(const br_estimation *e);
BR_PUBLIC br_status br_estimation_count_at(const br_estimation *e, int i, br_estimation_count *count) BR_CHECKED;

// Checks that failed, and reasons not to trust the estimates, a line each; "" for none: not observable, at a limit, diverged, noise that
// is too small, stamps that jitter. A log with a failed check has estimates; `bristle observe` ends with exit code 1 there.
BR_PUBLIC const char *br_estimation_failures(const br_estimation *e);
BR_PUBLIC const char *br_estimation_warnings(const br_estimation *e);

#ifdef __cplusplus
}
#endif
#endif
