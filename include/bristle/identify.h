// identify.h - friction laws fitted to logs of an axis: parameters with uncertainty, hold-out errors, reasons not to trust them. [host]
//
//     br_identification *id;
//     br_identification_options o;
//     br_diag why;
//     br_identification_defaults(&o, sizeof o);
//     o.signals = "t = time, x = enc mm, u = force N";
//     if (br_identification_open(&id, law, &o, &why) != BR_OK || br_identification_add(id, log, BR_LOG_FITTED, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 2;
//     if (br_identification_run(id, NULL, NULL, &why) != BR_OK)
//         fprintf(stderr, "%s\n", why.text);                   // BR_NEGATIVE: why the parameters cannot be trusted
//     br_identification_parameter p = {.size = sizeof p};
//     for (int i = 0; br_identification_parameter_at(id, i, &p) == BR_OK; i++)
//         printf("%s = %g +- %g %s\n", p.name, p.value, p.sd_autocorrelated, p.unit);
//     printf("%s", br_identification_warnings(id));
//     br_identification_close(id);
//
// The same numbers, to the bit, and the same warnings as those of the command `bristle identify`, which docs/identify.md explains. A log
// has the time t, a motion (position x, velocity v, or both) and a force: the drive force u, to which m*a belongs, or the friction force F.
// Everything is in SI units. No start values are needed: those of the law count only if the law was opened with params or has
// had a br_law_set. A fit takes seconds to minutes, and some hundred bytes a row; where the axis rests under force in a
// good part of the log, its motion is fitted, which takes ten times as long (predict = "force" does not). An identification serves one
// thread at a time; several threads open one each.
// NULL in place of one is BR_BAD_USAGE, or answered by 0, -1, NULL or NaN.
#ifndef BRISTLE_IDENTIFY_H
#define BRISTLE_IDENTIFY_H

#include <bristle/law.h>
#include <bristle/status.h>
#include <bristle/table.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_identification br_identification;

// ------- Options

typedef enum br_identification_offset {
    BR_OFFSET_ONE,  // a constant force for all logs
    BR_OFFSET_EACH, // each log has its own: offset[1], offset[2]
    BR_OFFSET_NONE
} br_identification_offset;

typedef struct br_identification_options {
    size_t size; // of this structure, by br_identification_defaults

    // Columns of the tables: "t = time, v = speed m/s, F = 35.15*volt N" (default: columns named t, x, v, a, u, F, with units).
    const char *signals;
    double from, until;           // s: rows of this time only (default NaN: all)
    double test_from, test_until; // s: the same of test logs (default NaN: from and until)
    double rows;                  // 1e5 to 1e9: of a longer log, windows spread over it are taken (default 1e6)

    // What stands beside the law. mass: 0: estimated where u is the force (default); NaN: that, and u is taken where F is there, too.
    double mass;                     // kg or kg*m^2
    double spring;                   // N/m or N*m/rad; NaN: estimated (default 0: none)
    double damper;                   // N*s/m or N*m*s/rad; NaN: estimated (default 0: none)
    br_identification_offset offset; // (default BR_OFFSET_ONE)
    int direction;                   // 1: a term skew*|v|
    int gravity;                     // 1: terms sin x and cos x of an angle x
    // The force of a row goes with the motion so many s later (default NaN: estimated, unless `differentiate` has a delay of its
    // own; infinite: estimated then, too).
    double delay;
    int held;             // 1: the drive holds its command for a sample: half a sample of delay
    const char *fix;      // parameters that keep the value that the law has: "vs, FS" (default: none)
    const char *estimate; // parameters that are estimated although they have a default: "zeta" (default: none)
    const char *prior;    // "m = 90..100 kg": 95 kg with a standard deviation of 5 kg (default: none)

    // How it is fitted: force, along the measured motion; motion, by simulation (force in, motion out); step, each row predicted
    // from the one before (default: force, or another one where the logs ask for it).
    const char *predict;
    double piece;    // s: with motion, segments of this length with initial states of their own (default 0: none)
    double hold_out; // 0 to 0.9: share at the end of every log that gives the hold-out error (default 0)
    int robust;      // 1: outliers weigh less (Huber), and spikes are rejected
    // Parameters with 95 % intervals by profile likelihood: "FC, m", or all (default: none). br_identification_run looks them up.
    const char *profile;
    const char *differentiate; // velocity from position: zero-phase, central, lowpass, kalman, window (default central)
    double cutoff;             // Hz, of that (default 0: from the sample time)
    int decimate; // 1 to 1000: residuals are filtered, one of so many is used (default 0: 10 where a is derived, else 1)
    // Laws in place of one: "coulomb, lugre", or all (default: none). The command sets hold_out to 0.3 then, unless a log is a test log.
    const char *compare;
    int threads; // at most; 0: one a core (default). Results do not depend on it
    // Before messages, at most 31 characters: "axis-tool: ". They, notes and warnings name options as a command line has them then,
    // "--hold-out", for programs that have one (default: they name members, and br_diag_member does)
    const char *who;
    // Opens the table of a log (from 0, in the order of br_identification_add) once more: residuals are compared with all of its columns.
    // That table is closed afterwards. BR_NEGATIVE: not this one. NULL: logs are read into memory for that (default)
    br_status (*again)(void *context, int log, br_table **table, br_diag *why);
    void *context; // of `again`
} br_identification_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_identification_defaults(br_identification_options *o, size_t size);

// ------- Fitting

// The law has an input v and an output F; NULL with `compare`. It and all texts are copied. BR_BAD_USAGE: an option is wrong, or
// excludes another. why (may be NULL) says more; on failure *id is untouched. Takes 6 MB. Close what you opened.
BR_PUBLIC br_status br_identification_open(br_identification **id, const br_law *law,
                                           const br_identification_options *o, br_diag *why) BR_CHECKED;
BR_PUBLIC void br_identification_close(br_identification *id); // NULL is fine

typedef enum br_log_role {
    BR_LOG_FITTED,
    BR_LOG_TEST // not fitted: its error is the hold-out error
} br_log_role;

// Logs are runs of the same axis with the same signals, at most 64, test logs last. Reads the table into memory if it is not there
// (br_table_load), but with `again` to its end. From then on it may be closed, but not be read or changed until br_identification_run has ended or the
// identification is closed; arrays that were lent stay as they are until then. BR_BAD_DATA: signals are missing, units do
// not fit, time does not rise. BR_NEGATIVE: spikes dominate the fit. On failure all is as before.
BR_PUBLIC br_status br_identification_add(br_identification *id, br_table *log, br_log_role role,
                                          br_diag *why) BR_CHECKED;

// Checks the logs, fits, and compares with simpler models; once. progress (may be NULL) is called some times a second with the share
// that is done, and answers 0 to stop. BR_OK: nothing speaks against the parameters but br_identification_warnings. BR_NEGATIVE: not all
// of them are identifiable, or the law does not explain the log: parameters are there, and why has the first of
// br_identification_failures. Or, where there are no parameters: the law cannot be fitted, or it was stopped. Other failures leave
// no results, too.
BR_PUBLIC br_status br_identification_run(br_identification *id, int (*progress)(void *context, double share),
                                          void *context, br_diag *why) BR_CHECKED;

// Names of the laws that are fitted at the moment, "lugre, gms", for `progress` to show; "" at other times.
BR_PUBLIC const char *br_identification_running(const br_identification *id);

// All results below are those of the best law. After this those of parameters, errors, segments and doubts are those of the law of this rank
// (br_identification_rank), -1: of the best one again. BR_NEGATIVE: it could not be fitted. BR_BAD_USAGE: there is no such rank.
BR_PUBLIC br_status br_identification_select(br_identification *id, int rank) BR_CHECKED;

// ------- Parameters
// Those of the law, then terms beside it (m, offset, skew, gravity, spring, damper), then perhaps the delay.

typedef enum br_parameter_state {
    BR_PARAMETER_IDENTIFIABLE,
    BR_PARAMETER_NOT_IDENTIFIABLE, // from these logs
    BR_PARAMETER_AT_BOUND,         // of what the law allows
    BR_PARAMETER_NOT_NEEDED,       // it is 0
    BR_PARAMETER_FIXED             // the law leaves it no other value
} br_parameter_state;

typedef struct br_identification_parameter {
    size_t size;
    char name[112]; // "kappa[2]", "m"
    char unit[96];  // in SI; - for none
    double value;
    double sd; // standard deviation if residuals are white; infinite or NaN: there is none
    // The same for autocorrelated residuals, with what is known of model mismatch, noise and delay: use this
    double sd_autocorrelated;
    double low, high; // interval of `profile`, infinite where it is open; NaN: not asked for
    br_parameter_state state;
    int trusted;  // 1: its sd is below its value, it lies on no bound, or it is not needed
    int at_bound; // 1: of what the law allows, whatever its state is
    int sd_known; // 1: its sd is finite, and no other parameter has taken its place
} br_identification_parameter;

BR_PUBLIC int br_identification_parameters(const br_identification *id);              // 0: there are no results
BR_PUBLIC int br_identification_index(const br_identification *id, const char *name); // -1: there is none

// BR_BAD_USAGE: there is no such parameter, or no structure of a size that is known (p->size, set by the caller).
BR_PUBLIC br_status br_identification_parameter_at(const br_identification *id, int i,
                                                   br_identification_parameter *p) BR_CHECKED;
// Of the estimates of two parameters, -1 to 1; NaN: one of them has no sd.
BR_PUBLIC double br_identification_correlation(const br_identification *id, int i, int k);
// Parameter i in the direction that the logs show least, so long that residuals change by one sd; NaN: it was not free.
BR_PUBLIC double br_identification_least_direction(const br_identification *id, int i);

// The (best) law with its fitted parameters, for observer.h and simulate.h; close it. BR_NEGATIVE: there are no results, or parameters
// violate what the law requires. Trust it as far as br_identification_run says.
BR_PUBLIC br_status br_identification_law(const br_identification *id, br_law **law, br_diag *why) BR_CHECKED;

// ------- How well it fits

// Errors over some rows; NaN where there are none.
typedef struct br_identification_errors {
    long long rows;
    double error, rms; // of what is fitted, force or motion: share of the measured RMS, and RMS
    double simulation_error,
        simulation_rms; // of the simulated motion (force in, motion out); rms infinite: it ran away
} br_identification_errors;

typedef enum br_identification_delay {
    BR_DELAY_IS_GIVEN,            // by the options; 0, too
    BR_DELAY_IS_ESTIMATED,        // with the parameters
    BR_DELAY_IS_NOT_IDENTIFIABLE, // 0 is used, and standard deviations include what it may be
    BR_DELAY_IS_TOO_LONG          // what is missing in the law looks like a delay: 0 is used, as above
} br_identification_delay;

typedef struct br_identification_result {
    size_t size;
    const char *predict; // what was fitted: "force", "motion" or "step"
    br_identification_errors fitted, hold_out;
    int identifiable;    // 1: all parameters that are needed
    int meets_law;       // 1: parameters meet what the law requires
    const char *against; // the gravest reason against the law, "FC not identifiable"; "": none
    double no_friction;  // hold-out error, or else fit error, of a model without friction,
    double coulomb;      // and of Coulomb and viscous friction; NaN: could not be fitted
    long long samples;   // residuals
    double aic, bic;
    double whiteness;              // p value of the test that residuals are white
    double autocorrelation_factor; // by which sd is too small for what changes slowly
    double condition;              // condition number of the regression, scaled
    int outliers;                  // residuals beyond 6 robust standard deviations
    double delay, delay_sd;        // s, between force and motion; sd NaN: given
    int elements;                  // of a law with several; 0: it has none
    br_identification_delay delay_state;
    double sample;          // s: of the delay in samples, the median step of the rows that are used
    int held;               // 1: the force of a row was held until the next
    const char *breaks;     // what the law requires of parameters, and they do not meet; "": nothing
    double simulation_time; // s: the longest simulation
    double measured_noise,
        force_noise; // with "step": noise of what is measured and of the force, sd of a sample; else 0
    int rank;        // of the regression
} br_identification_result;

// BR_BAD_USAGE: there are no results, or no structure of a size that is known (r->size, set by the caller). Texts are the identification's.
BR_PUBLIC br_status br_identification_result_of(const br_identification *id, br_identification_result *r) BR_CHECKED;

// Of one log, from 0 in the order of br_identification_add.
BR_PUBLIC int br_identification_logs(const br_identification *id);
BR_PUBLIC br_status br_identification_log_errors(const br_identification *id, int log, br_identification_errors *fitted,
                                                 br_identification_errors *hold_out) BR_CHECKED;

// A log as it was read; known after br_identification_add. Texts are the identification's. size: set by the caller.
typedef struct br_identification_log {
    size_t size;
    const char *name;
    int test;            // 1: it is not fitted
    int drive, position; // 1: its force is the drive force; its position is known, and what is simulated
    long long all, rows; // of the table; that were read
    int windows;         // that these are; 0: all were read
    double first, last;  // s, of what is used: within from and until, behind the ends of the filter
    long long used;      // rows of that
    double step;         // s, from row to row, the median;
    double step_least, step_most;
    double uneven; // share of the steps that are off by more than 5 %
    double
        rows_over_stamps; // how much smoother the position is over the number of its row than over stamps; NaN: not known
    const char *steps;    // what is taken for time in derivatives: "even" steps, "stamps" or "rows"
    double cutoff;        // Hz, of derivatives; 0: there are none
    int derived_v, derived_a; // 1: they were derived
    const char *force_unit, *speed_unit, *position_unit;
} br_identification_log;

// BR_BAD_USAGE: there is no such log, or no structure of a size that is known.
BR_PUBLIC br_status br_identification_log_at(const br_identification *id, int log, br_identification_log *l) BR_CHECKED;

// Rows of a log by what became of them in the fit of the law. size: set by the caller.
typedef struct br_identification_rows {
    size_t size;
    long long used;            // in the fit that the parameters are of,
    long long hold_out;        // and of these not in the fit that the hold-out error is of
    long long residuals;       // left of them behind the filter that takes every one of so many
    long long outside;         // not used: outside of from and until,
    long long between_windows; // of a long log
    long long ends;            // at an end, of the filter or by the delay
    long long spikes, missing; // a value was rejected as a spike; is NaN
    long long direction;       // at rest, or with a velocity of the wrong sign, in a log that moves one way
    long long segments;        // alone between gaps
    long long test;            // of a test log
} br_identification_rows;

// BR_BAD_USAGE: there is no such log, no results, or no structure of a size that is known.
BR_PUBLIC br_status br_identification_rows_of(const br_identification *id, int log,
                                              br_identification_rows *rows) BR_CHECKED;

// What was fitted, known after a run even where no law could be. size: set by the caller.
typedef struct br_identification_setup {
    size_t size;
    const char *predict;       // "force", "motion" or "step"
    const char *balance;       // in words: "drive force = friction + m*a + offset, mass 20 kg"
    const char *differentiate; // how derivatives were made, "central"
    const char *motion;        // what is simulated: "position" or "velocity"
    const char *motion_unit;
    int decimate; // residuals are filtered, and one of so many is used
} br_identification_setup;

// BR_BAD_USAGE: it has not run, or no structure of a size that is known.
BR_PUBLIC br_status br_identification_setup_of(const br_identification *id, br_identification_setup *s) BR_CHECKED;

// What is fitted, segment by segment: a log between two gaps, or a part of it with `piece`. The table has t, v and, where it is known,
// x; `measured`, which is the friction force (the force minus all terms beside the law) or the motion; `model`; and `residual`, their
// difference. It may outlive the identification: close it. BR_NEGATIVE: there is no such segment.
BR_PUBLIC int br_identification_segments(const br_identification *id);
BR_PUBLIC br_status br_identification_segment(const br_identification *id, int i, br_table **table,
                                              br_diag *why) BR_CHECKED;

// Residuals of one log, measured minus model, as a table of t and `residual` (of what was fitted, force or motion; NaN where a row has none). Its
// numbers are the identification's: close it before that. BR_NEGATIVE: there are no results, or none of this log.
BR_PUBLIC br_status br_identification_residuals(br_identification *id, int log, br_table **residuals,
                                                br_diag *why) BR_CHECKED;

// Measured friction over speed, independent of any law, as a table of v, F, its sd and the number of samples; close it. BR_NEGATIVE: there is
// none.
BR_PUBLIC br_status br_identification_map(const br_identification *id, br_table **map, br_diag *why) BR_CHECKED;

BR_PUBLIC int
br_identification_map_segments(const br_identification *id); // 1: means over segments of constant speed; 0: over bins

// The Stribeck curve through these points, F = FC + (FS - FC)*exp(-(v/vs)^2) + sigma2*v for v > 0. size: set by the caller.
typedef struct br_identification_stribeck {
    size_t size;
    int falls;            // 1: friction falls from FS to FC, and all four are identifiable; else FS and vs mean nothing
    const char *verdict;  // in words
    int segments, points; // 1: points are means over segments of constant speed, 0: over bins of speed; how many
    double FC, FS, vs, sigma2;
    int flat; // 1: no curve explains the points decisively better than one that does not fall
} br_identification_stribeck;

// BR_BAD_USAGE: there is none (too few points, no results), or no structure of a size that is known.
BR_PUBLIC br_status br_identification_stribeck_of(const br_identification *id,
                                                  br_identification_stribeck *s) BR_CHECKED;

// That curve at v.
BR_PUBLIC double br_identification_stribeck_at(const br_identification_stribeck *s, double v);

// The virgin curve of presliding by Masing's rule, from branches after reversals of the first log, as a table of x, F, the sd of samples
// about it and their number; close it. BR_NEGATIVE: there is none.
BR_PUBLIC br_status br_identification_virgin(const br_identification *id, br_table **curve, br_diag *why) BR_CHECKED;

BR_PUBLIC int br_identification_branches(const br_identification *id); // of that curve; 0: there is none

// Whether noise of positions biases a fit of forces. size: set by the caller.
typedef struct br_identification_position_noise {
    size_t size;
    int biased; // 1: it does, or a law that Coulomb friction is not
    double
        off; // the largest difference of a parameter between this cutoff and the best one, in its standard deviations
    double sd_ratio;    // standard deviations with this cutoff over those with the best one
    double cutoff;      // Hz, the best one: where parameters are the most certain
    double attenuation; // the largest bias that white noise of the positions makes, in standard deviations
    int attenuated;     // 1: noise of positions biases the fit
} br_identification_position_noise;

// BR_NEGATIVE: it was not asked, as there are no positions or the force is not fitted. BR_BAD_USAGE: it has not run, or no structure of a
// size that is known.
BR_PUBLIC br_status br_identification_position_noise_of(const br_identification *id,
                                                        br_identification_position_noise *n) BR_CHECKED;

// The (best) law as a parameter file for br_law_open and `--params`, with errors, standard deviations and covariance as comments;
// it appears whole or not at all. BR_NEGATIVE: as br_identification_law. BR_NO_FILE.
BR_PUBLIC br_status br_identification_save(const br_identification *id, const char *path, br_diag *why) BR_CHECKED;
// The same as text, which the caller frees. by: who made it, in its first comment; NULL: libbristle.
BR_PUBLIC br_status br_identification_print(const br_identification *id, const char *by, char **text,
                                            br_diag *why) BR_CHECKED;

// ------- Laws that are compared
// All other results are those of the best one. Ranks follow the hold-out error, else the fit error.

typedef struct br_identification_candidate {
    size_t size;
    const char *law;
    int direction, elements; // 1: with a term skew*|v|; of a law with several
    int fitted;              // 0: it could not be
    const char *against;     // why it earns no star, or could not be fitted; "": nothing
    int best, explains; // best: it is the one; explains: and it explains the logs, which earns the star of the command
    int parameters;
    double error, hold_out_error, bic; // shares of the measured RMS; NaN: none
    char called[240];                  // as texts call it: "maxwell-slip (2 elements), direction"
    const char *variant;               // "direction", or else ""
    double seconds;                    // that its fit took
    int listed; // its place in the list that was asked for, from 0; a direction stands behind all
} br_identification_candidate;

// The best ones twice: with a direction, too. 0: there are no results, not even that no law could be fitted.
BR_PUBLIC int br_identification_laws(const br_identification *id);
BR_PUBLIC br_status br_identification_rank(const br_identification *id, int rank,
                                           br_identification_candidate *c) BR_CHECKED;
// Parameter i of a law that could be fitted, 0 to c->parameters - 1, and that law: as br_identification_parameter_at and
// br_identification_law are of the best one.
BR_PUBLIC br_status br_identification_rank_parameter(const br_identification *id, int rank, int i,
                                                     br_identification_parameter *p) BR_CHECKED;
BR_PUBLIC br_status br_identification_rank_law(const br_identification *id, int rank, br_law **law,
                                               br_diag *why) BR_CHECKED;

// ------- What speaks against it

// Parts of the interval of parameter i, from low to high: more than one where likelihood has several hills. 0: `profile` did not ask for it.
BR_PUBLIC int br_identification_intervals(const br_identification *id, int i);
BR_PUBLIC br_status br_identification_interval_at(const br_identification *id, int i, int part, double *low,
                                                  double *high) BR_CHECKED;

// A second explanation of the logs, about as good and far away: parameter i there, with its standard deviation (NULL: not wanted), and its
// fit error, a share of the measured RMS; NaN: there is none.
BR_PUBLIC double br_identification_other(const br_identification *id, int i, double *sd);
BR_PUBLIC double br_identification_other_error(const br_identification *id);

typedef enum br_identification_doubt {
    BR_DOUBT_TERM,       // the fit with one more term, that of many which helps most
    BR_DOUBT_ROWS,       // the fit of every second row
    BR_DOUBT_PREDICTIONS // the fit of predictions from row to row, of a fit of forces or of the motion
} br_identification_doubt;

// A fit that differs: the parameter that it moves most beyond standard deviations. sd_autocorrelated includes it. size: set by the caller.
typedef struct br_identification_mismatch {
    size_t size;
    // The term: "speed" v|v|, "side", "size" gains of the force, "smooth", "motion", "position" a spring, "time",
    // "cycle", "ripple" periodic in the position, "dead_zone", "lag", "drift", "place"; or "rows", "predictions"
    const char *cause;
    int parameter;
    double value, sd;          // of this parameter there
    double fitted;             // and in the fit that all results are of
    double score;              // standard deviations of the term, or of the difference
    double scale, coefficient; // of the term: a period and an amplitude, a time constant; NaN: it has none
} br_identification_mismatch;

// BR_NEGATIVE: this says nothing against it. BR_BAD_USAGE: there are no results, or no structure of a size that is known.
BR_PUBLIC br_status br_identification_mismatch_of(const br_identification *id, br_identification_doubt doubt,
                                                  br_identification_mismatch *mismatch) BR_CHECKED;

// The same and more in words, a line each, "" for none. They stay until br_identification_close.

BR_PUBLIC const char *br_identification_failures(const br_identification *id); // why the parameters cannot be trusted
BR_PUBLIC const char *br_identification_warnings(const br_identification *id); // reasons to doubt them
BR_PUBLIC const char *br_identification_notes(const br_identification *id);    // what was done and found

#ifdef __cplusplus
}
#endif
#endif
