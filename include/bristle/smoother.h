// smoother.h - friction states and parameters at every row of a log, estimated from the whole of it.   [host]
//
//     br_smoothing *s;
//     br_smoothing_options with;
//     br_diag why;
//     double sd;
//     br_smoothing_defaults(&with, sizeof with);
//     with.estimate = "sigma0, FC = 2 N";            // beside the states
//     if (br_smoothing_open(&s, law, &with, &why) != BR_OK || br_smoothing_log(s, log, NULL, NULL, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 2;
//     double FC = br_smoothing_value(s, "FC", &sd);  // br_smoothing_table has all rows
//     printf("%g +- %g N\n%s%s", FC, sd, br_smoothing_failures(s), br_smoothing_warnings(s));
//     br_smoothing_close(s);
//
// What observer.h does sample by sample, from the samples before, this does for a log in memory, from those behind as well: an extended
// Kalman filter, a backward pass, and iterations to the least cost. A friction law takes the velocity v and measures the friction
// force F; one of position x and drive force u they are derived from, with `mass`. A plant with friction in it (law.h) takes the drive
// force and measures the position. Noise that is not given is found from the log by maximum likelihood. The same options give the bits of
// `bristle observe --observer smoother`; docs/observers.md explains them and the checks. Everything is in SI units. A handle serves one
// thread at a time; texts and numbers that it answers are its own, and stay until it is closed. NULL in place of one is BR_BAD_USAGE, or
// answered by NULL or NaN. No call is for a control loop. why (may be NULL) says what is wrong.
#ifndef BRISTLE_SMOOTHER_H
#define BRISTLE_SMOOTHER_H

#include <bristle/law.h>
#include <bristle/status.h>
#include <bristle/table.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_smoothing br_smoothing;

typedef struct br_smoothing_options {
    size_t size; // of this structure, by br_smoothing_defaults
    // Columns of the log: "t = time, v = speed m/s, F = force N" (default: t and all that are named as inputs, states
    // and outputs of the law, with units; of a friction law also x and u)
    const char *signals;
    const char *estimate; // "kappa[3] = 0, FC, log(vs)": parameters beside the states, with a start (default: none)
    // Standard deviations, in units or, of estimates, as shares of the value that the law has: "FC = 5 %".
    // Sensor noise: of outputs, "F = 0.5 N"; of measured states, "measured.x = 1 um"; process noise: of states and
    // estimates for a row, "z = 1 nm, FC = 5 %", or as a density, "z = 30 nm/s^(1/2)" (default: found from the log)
    const char *noise;
    const char *prior; // at the start: "FC = 30 %, z = 1 um" (default: as in docs/observers.md)
    const char *most;  // and at any time, of the filter that it starts from: "z = 2 um"
    // Measurements beyond so many standard deviations of that filter are rejected (default 50; 0: only absurd ones)
    double gate;
    double correct_every; // s, from one correction to the next (default 0: at every row)
    // From row to row inputs are "held", or the "mean" of both rows, as of a sampled motion (default: held, and a
    // warning says where estimates depend on it)
    const char *between;
    const char *method; // of a step, as in flow.h (default: chosen by the law)
    int substeps;       // of every step (default 0: as the method chooses)
    double mass;        // kg or kg*m^2, of a log with position x and drive force u (default 0: none)
    double cutoff;      // Hz, of velocities from positions (default 0: chosen by the log)
    // How these come about: zero-phase, central, lowpass, kalman, window (default zero-phase)
    const char *differentiate;
} br_smoothing_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_smoothing_defaults(br_smoothing_options *o, size_t size);

// Reads the law again; lists are copied. options NULL: defaults. BR_BAD_LAW: parameters are missing, or break what the law requires.
// BR_BAD_USAGE: an option is wrong. On failure *s is untouched. Close what you opened.
BR_PUBLIC br_status br_smoothing_open(br_smoothing **s, const br_law *law, const br_smoothing_options *options,
                                      br_diag *why) BR_CHECKED;
BR_PUBLIC void br_smoothing_close(br_smoothing *s); // NULL is fine

// A whole log, once; it is read to its end, and may be closed afterwards. Time goes with its rows, and needs some 1 kB of memory for each.
// progress (may be NULL) is called now and then with the share that is done, and answers 0 to stop, which is BR_NEGATIVE: there are no
// estimates then. BR_BAD_USAGE: a list is wrong. BR_BAD_DATA: the log does not fit the law. BR_NOT_FINITE: the law leaves the finite numbers.
BR_PUBLIC br_status br_smoothing_log(br_smoothing *s, br_table *log, int (*progress)(void *context, double share),
                                     void *context, br_diag *why) BR_CHECKED;

// All rows (table.h): t; what is measured, its estimate and residual, F, F_est, F_sd, F_innovation; states and estimated parameters with their standard deviations,
// z, z_sd, FC, FC_sd. Numbers are borrowed: close it before the smoothing.
BR_PUBLIC br_status br_smoothing_table(const br_smoothing *s, br_table **table, br_diag *why) BR_CHECKED;

// The estimate of a state or parameter at the last row, "FC", and its standard deviation (NULL: not wanted). NaN: there is none.
BR_PUBLIC double br_smoothing_value(const br_smoothing *s, const char *name, double *sd);

typedef enum br_smoothing_figure {
    BR_SMOOTHING_COST,         // sum of squares of what is left, in standard deviations
    BR_SMOOTHING_MEASUREMENTS, // that it is a sum over: about the cost, if model and noise are right
    BR_SMOOTHING_ITERATIONS,   // to it
    BR_SMOOTHING_NRMSE         // of the friction force, as a share of its range; NaN: it is not known
} br_smoothing_figure;

BR_PUBLIC double br_smoothing_result(const br_smoothing *s, br_smoothing_figure figure);

// Checks that failed, and reasons not to trust the estimates, a line each; "" for none: not observable, at a limit, not converged, noise that
// is too small, stamps that jitter. A log with a failed check has estimates; `bristle observe` ends with exit code 1 there.
BR_PUBLIC const char *br_smoothing_failures(const br_smoothing *s);
BR_PUBLIC const char *br_smoothing_warnings(const br_smoothing *s);

#ifdef __cplusplus
}
#endif
#endif
