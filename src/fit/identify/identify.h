// identify.h - identification of a friction law from logs of an axis, with uncertainty and identifiability. [host]
//
//     y = F(v, z; p) + m a + offset + skew |v| + gs sin x + gc cos x + spring x + damper v
//
// y is the drive force, or the friction force itself; which of the terms stand beside the law is chosen. The law runs along the
// measured motion (fit/output/output.h) from starts that follow from its units (fit/output/start.h). Parameters are those of all rows;
// the hold-out error is that of a fit that has not seen these rows. With a drive force and positions the axis is also
// simulated, force in and motion out; `motion` fits that.
#ifndef BR_FIT_IDENTIFY_IDENTIFY_H
#define BR_FIT_IDENTIFY_IDENTIFY_H

#include "fit/output/axis_simulation.h"
#include "fit/output/profile.h"
#include "fit/output/start.h"
#include "law/model/system.h"
#include "sim/observe/observation.h"
#include "sim/observe/prepare.h"

#include <stdatomic.h>

// One run of the axis, in SI; what is not known is NULL. Columns by name are inputs of a law other than v.
typedef struct br_axis_log {
    br_trace trace;
    const double *x, *v, *a, *y;
    double from, to; // s: hold-out rows; from >= to: none
    bool test;       // a test log, never fitted: its error is the hold-out error
    int direction;   // 1, -1: it moves this way only. A velocity that points back is noise, and its row has no force
    // For the count of rows by reason: v and a are derivatives, missing at the ends of segments only; rows that have lost a
    // value as a spike, rising (0 is the first of the trace; others may be listed, too).
    bool made_v, made_a;
    const br_prepare_options *made; // how v was made of x; NULL: it was measured
    double
        unclear; // m/s: of a slower row noise may have turned the sign, and it tells a law without states nothing; 0: none
    const long long *rejected;
    long long rejects;
} br_axis_log;

// What became of a row: each has one of these.
typedef enum br_row_use {
    BR_ROW_USED,      // in the fit that the parameters are of
    BR_ROW_TEST,      // of a test log
    BR_ROW_SPIKE,     // a value was rejected
    BR_ROW_MISSING,   // NaN: the force, the motion or another input of the law
    BR_ROW_END,       // at an end of a segment: no derivative, or no motion at t + delay
    BR_ROW_DIRECTION, // rest or noise in a log that moves one way only
    BR_ROW_SEGMENT,   // fewer than three rows between gaps
    BR_ROW_USES
} br_row_use;

enum { BR_IDENTIFY_TERMS = BR_AXIS_TERMS + 64 };

// Stages of an identification: of the force, of the force with a delay where one is used, then the same of the motion where that
// is fitted; each without the hold-out rows, and of all.
typedef enum br_identify_stage {
    BR_STAGE_FORCE_PART,
    BR_STAGE_FORCE,
    BR_STAGE_DELAYED_PART,
    BR_STAGE_DELAYED,
    BR_STAGE_MOTION_PART,
    BR_STAGE_MOTION,
    BR_STAGE_DELAYED_MOTION_PART,
    BR_STAGE_DELAYED_MOTION,
    BR_STAGES
} br_identify_stage;

// Where the search of a stage ended; a start of richer laws.
typedef struct br_optimum {
    double *p;                          // all parameters of the model; NULL: there was no such stage
    double term[BR_IDENTIFY_TERMS + 1]; // of its terms, and perhaps the delay
    int terms;
    double cost;
    double delay;     // s: with which force and motion were fitted to each other,
    bool force_moves; // by shifting the force; else the motion
} br_optimum;

typedef struct br_identify_options {
    bool term[BR_AXIS_TERMS]; // which are estimated
    bool offset_each;         // of the offset: one for every log that is fitted; a test log has their mean
    double mass;              // known: friction is then y minus m*a
    double spring, damper;    // known: friction is then y minus these; a term of that kind is estimated beside it
    bool rotary;
    int every;        // rows: residuals are reduced by so many; 1: not
    double huber;     // Huber weights beyond so many standard deviations; 0: none
    double least;     // shortest length worth a thought; 0: a ten-thousandth of the stroke
    const char *fix;  // parameters that keep their values in the model; NULL: none
    const char *also; // parameters that are estimated besides the usual ones; NULL: none
    bool given;       // the model's own values are a start, too
    const br_integrator_kind *flow;
    int substeps;
    int lengths, speeds; // of starts; 0: 4 and 2
    int design;          // starts of a Latin hypercube beside them
    bool motion;         // simulated positions are fitted, from where the fit of forces ends
    bool predictions;    // with `motion`: predictions of every row from the one before are fitted (axis_filter.c)
    const char *prior;   // "m = 90..100 kg": mean in the middle, half the width as sd; NULL: none
    const char *profile; // whose intervals are computed: "FC, m", "all"; NULL: none
    double confidence;   // of these intervals; 0: 0.95
    double piece;        // s: then the log is cut into pieces so long, each with a start of its own; 0: it is not
    bool estimate_delay; // the delay between force and motion is estimated, else it is
    double delay;        // s: y_k belongs to the motion at t_k + delay
    bool held;           // the drive holds the force of a row until the next; else it is found out, where a motion
                         // is fitted and the delay is estimated
    bool
        as_start; // a start or a baseline of other fits: its sds, which nobody reads, are not checked, nor is it simulated
    const volatile int *stop; // where it is not 0, the work ends with BR_NEGATIVE; may be NULL
    // Results of simpler laws (law/model/contained.h), or of the same law with fewer terms, for the same logs and options:
    // the search starts from these, too.
    const struct br_identified *const *simpler;
    int simpler_laws;
    atomic_int *progress; // thousandths of the work that are done; may be NULL
} br_identify_options;

// Errors of one log: [BR_FITTED] with the reported parameters, [BR_HOLD_OUT] of a fit that has not seen these rows.
typedef struct br_axis_errors {
    br_error_sum fit[2];         // of what is fitted, the force or the position
    br_error_sum simulation[2];  // of simulated positions; error infinite: it ran away
    long long rows[BR_ROW_USES]; // of the log, by what became of them
    long long held;              // of those that are used: hold-out rows
} br_axis_errors;

// What is known of the delay between force and motion.
typedef enum br_delay_state {
    BR_DELAY_GIVEN,            // by the options; 0, too
    BR_DELAY_ESTIMATED,        // jointly with the parameters: a value of the fit, the last one
    BR_DELAY_NOT_IDENTIFIABLE, // its sd is above a sample, it is next to 0, or a mismatch may look like it; 0 is used. Where
                               // positions are fitted, it is in the fit all the same: see `in_fit`
    BR_DELAY_TOO_LONG, // more than ten samples, or more than three that explain little: what is missing in the law
                       // looks like a delay. 0 is used; sds include what it would change
} br_delay_state;

// Force and motion: y_k = M(t_k + delay), M the force of the model along the motion. Above 0 the motion comes later, as behind a
// drive that holds its command for a sample.
typedef struct br_delay {
    br_delay_state state;
    double value, sd; // s; sd as corrected for autocorrelated residuals, NaN where it is given
    double step;      // s: median step of the first log
    double found;     // s: where it is not used, what was found
    bool in_fit;      // it is the last value of the fit
    bool held;        // a motion was fitted with the force of a row held until the next, not on straight lines
} br_delay;

// What a fit was made again with: a term of the faults that logs and laws have, or every second row.
typedef enum br_mismatch_cause {
    BR_MISMATCH_SPEED,    // v |v|: friction that is not linear in the velocity
    BR_MISMATCH_SIDE,     // |y|: forces of one sign have another gain
    BR_MISMATCH_SIZE,     // y^3: large forces have another gain, as where the drive saturates
    BR_MISMATCH_SMOOTH,   // d2y/dt2: the force is smoothed
    BR_MISMATCH_MOTION,   // what a smoother velocity changes: it is smoothed
    BR_MISMATCH_POSITION, // x: a spring
    BR_MISMATCH_TIME,     // t sign(v): friction that changes with time
    // Those that are fitted only where the residuals show them:
    BR_MISMATCH_CYCLE,  // cos(2 pi x/scale - phase): a force that is periodic in the position
    BR_MISMATCH_RIPPLE, // the same times sign(v): friction that is
    BR_MISMATCH_DEAD_ZONE, // y/scale within -1 and 1: a dead zone so wide on either side, of the drive or of what is logged
    BR_MISMATCH_LAG,       // what a first-order low-pass of the force with this time constant changes
    BR_MISMATCH_DRIFT,     // t: an offset that changes with time
    BR_MISMATCH_PLACE,     // x sign(v): friction that changes with the position
    BR_MISMATCH_ROWS,      // every second row
    BR_MISMATCH_CAUSES,
    BR_MISMATCH_SEARCHED = BR_MISMATCH_CYCLE // the first of them
} br_mismatch_cause;

// A term of those that are searched for.
typedef struct br_mismatch_shape {
    br_mismatch_cause cause;
    double scale, phase; // a length, a force or a time
} br_mismatch_shape;

// The parameter that such a fit moves most, in sds, and its value and sd there.
typedef struct br_mismatch {
    int parameter; // -1: none
    br_mismatch_cause cause;
    double value, sd;
    double score;              // sds of the term, or of the parameter between all rows and every second one
    double scale, coefficient; // of the term; 0: it has no scale
} br_mismatch;

// Steps of the simulated axis.
typedef struct br_axis_steps {
    double steps; // from a row to the next, in the mean
    double off;   // by how much they are too long: above 1, half as long ones move a parameter by a tenth of its sd
} br_axis_steps;

// Where the rows of a stretch stand.
typedef struct br_stretch_place {
    int log;
    long long row;
} br_stretch_place;

typedef struct br_identified {
    br_model *model; // lent
    br_fit_parameters parameters;
    br_term term[BR_IDENTIFY_TERMS + 1]; // behind the terms: the delay, if it is in the fit
    br_axis_term which[BR_IDENTIFY_TERMS + 1];
    int terms; // without the delay
    br_delay delay;
    double *share;    // [log*BR_IDENTIFY_TERMS + term]: how much of a term acts in a log; 1 but for offsets of each log
    char (*name)[24]; // "offset[2]"
    char same_as_damper[BR_NAME_SIZE +
                        32]; // the parameter that makes the force of a damper, which is then not estimated; "": none
    bool one_frequency;      // mass and spring are both estimated, and make the same force in this motion
    br_output_fit fit;       // of all rows: parameters, terms, perhaps the delay
    br_explanation other;    // a second explanation; value NULL: there is none
    br_optimum optimum[BR_STAGES];
    double hold_out_error, hold_out_rms; // of a fit without the hold-out rows, on these; NaN: there are none
    double fitted_error;                 // of that fit on its own rows
    bool identifiable;                   // every parameter has an sd below its value, but those that are not needed
    int weak;       // the least identifiable parameter (relative sd) of those that are not identifiable; -1: none
    bool physical;  // all that the law requires holds
    br_diag breaks; // else: what does not
    double force_rms, speed_rms;  // of the logs
    bool motion;                  // positions were fitted, or velocities
    double measured_sd, force_sd; // of predictions: noise of what is measured and of the force, in every sample; else 0
    // Of a fit of forces: as much noise of the positions again moves parameter `biased` by so many sds; of predictions: noise of
    // the force does, where it is one of its measurement. 0: none by more than 0.7.
    double noise_bias;
    int biased;
    // Of a fit of forces or of the motion: the parameter of which predictions from row to row give another value, beyond the sds of both, and that
    // value with its sd; -1: there is none.
    int disagrees;
    double predicted, predicted_sd;
    br_mismatch mismatch,
        coarse;    // with one more term, of all the one of the largest score; of a fit of forces with every second row
    bool velocity; // what is simulated are velocities: no positions are measured
    br_stretch_place *place; // of every stretch, whose residuals are fit.residual[i]
    int stretches;
    int logs;
    br_axis_errors *log; // of every log
    double block
        [BR_BLOCKS]; // mean squared errors by which laws are compared: hold-out rows, or, where there are none, fitted ones
    double simulation_rms;   // error of simulated positions of fitted logs; NaN: none; infinite: it ran away
    double simulation_share; // and over the RMS motion
    double hold_out_simulation_rms, hold_out_simulation_share; // of hold-out rows and test logs
    double simulation_time;                                    // s: the longest simulation
    br_axis_steps steps[2]; // of simulations, and of predictions or a motion that is fitted; 0: there were none
    long long spikes;       // samples of the drive force that stand out from both neighbours; rejected with `huber`
    int spike_log;          // where the largest of them is
    long long spike_row;
    br_profile *profile; // fit.n intervals, NaN where none was asked for; NULL: none was
} br_identified;

br_identify_options br_identify_defaults(void);

// The name of parameter i of the fit, and its unit.
const char *br_identified_name(const br_identified *id, int i);
const char *br_identified_unit(const br_identified *id, int i);
// What the law requires leaves it no other value, as the share 1 of an only element: it is known.
bool br_identified_is_fixed(const br_identified *id, int i);
// The force of one sd (for autocorrelated residuals) of a parameter that is a force, or a force per speed, at the RMS speed of the
// logs: a share of their RMS force. Infinite for others.
double br_identified_sd_force(const br_identified *id, int i);
// It may be 0, its interval of one sd holds 0, and that sd is a force below BR_ZERO_FORCE: it is known to be about 0.
#define BR_ZERO_FORCE 0.1
bool br_identified_is_about_zero(const br_identified *id, int i);
// 0, which the law allows, or about 0, and identifiable: it is not needed.
bool br_identified_unneeded(const br_identified *id, int i);
// Its sd is below its value, and it lies on no bound; an offset and the like may be as small as they are.
bool br_identified_is_identifiable(const br_identified *id, int i);

// An error below so much of the measured RMS is that of rounding: the model is exact. Errors of predictions from row to row are
// shares of all of the motion, and far smaller without being exact.
double br_identified_exact_error(const br_identified *id);

// Whether the errors of a are smaller than those of b by more than the noise: a t-test (one-sided, 5 %) on their differences in
// parts of the log. Fitted rows count in favour of the law with fewer parameters. Both are of the same logs and options.
bool br_identified_is_better(const br_identified *a, const br_identified *b);

// Forces beside the law in row k of a log: those that are known, term j per unit of its coefficient, and what is left for
// friction with the coefficients of the fit.
double br_identify_known_force(const br_identify_options *o, const br_axis_log *l, long long k);
double br_identified_term_at(const br_identified *id, int j, const br_axis_log *l, int log, long long k);
double br_identified_friction(const br_identified *id, const br_identify_options *o, const br_axis_log *l, int log,
                              long long k);

// Fits the model's law, which takes v and gives F. BR_BAD_LAW: it does not, or takes what the logs have not; BR_BAD_DATA,
// BR_NEGATIVE: it cannot be fitted to these logs, for the reason in why. After a failure *id is all zero.
br_status br_identify(br_identified *id, br_model *m, const br_axis_log *log, int logs, const br_identify_options *o,
                      br_diag *why) BR_CHECKED;
void br_identified_free(br_identified *id);

// l->unclear: three sds of the noise that white noise of x makes in v, unless half of the rows are slower than that.
br_status br_axis_set_unclear(br_axis_log *l) BR_CHECKED;

// The motion of a log at t_k + delay, by local cubics through its rows; where these are missing or too far apart (step: the usual one),
// or end, by its derivatives. NaN where the row has none. What the log has not is 0.
void br_axis_motion_at(const br_axis_log *l, double step, double delay, long long k, double *x, double *v, double *a);

#endif
