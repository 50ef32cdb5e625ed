// identification.h - an identification as its handle holds it: logs, fits of laws, and what speaks for and against them.   [host]
//
// For the C API (api/identify/identify.c), in this order: br_identification_set_options; each log, read and taken; br_identification_set_terms; br_identification_precheck; laws added and fitted; br_identification_judge.
#ifndef BR_API_IDENTIFY_IDENTIFICATION_H
#define BR_API_IDENTIFY_IDENTIFICATION_H

#include "api/law/load.h"
#include "api/log/loaded_log.h"
#include "fit/curve/masing.h"
#include "fit/curve/steady.h"
#include "fit/curve/stops.h"
#include "fit/identify/bandwidth.h"
#include "fit/identify/identify.h"

#include <bristle/identify.h>

#include <stdatomic.h>

enum {
    BR_IDENTIFICATION_LOGS = 64,
    BR_IDENTIFICATION_LAWS = 64,
    BR_IDENTIFICATION_ELEMENTS = 6,
    BR_IDENTIFICATION_SIMPLER = 8
};

// One law, with or without terms beside those of all others, and what became of it.
typedef struct br_identified_law {
    char law[BR_MAX_NAME + 1];
    const char *source; // it is read from there; NULL: `law` is a name or a path
    char variant[60];   // "", "direction", "2 elements": behind the name of the law
    int elements;       // that the log asked for; 0: the law has none
    int asked;          // so many the log asked for, of which not all are identifiable; 0: as many as `elements`
    bool direction;     // with a term in |v|
    bool star;          // it is the best one, and explains the log
    br_loaded_model model;
    bool has_model;
    br_status status; // of the fit; BR_OK: id is there
    br_identified id;
    br_diag why; // why it is not
    double seconds;
    char against[160]; // why it earns no star; "": nothing
    struct br_identified_law
        *simpler[BR_IDENTIFICATION_SIMPLER]; // laws that it contains, or itself without a term: fitted first
    int simpler_laws;
    enum { BR_LAW_WAITING, BR_LAW_RUNNING, BR_LAW_DONE } state;
    double weight;       // its share of the work, about
    atomic_int progress; // thousandths of its fit
} br_identified_law;

// Measured friction, independent of any law: the force minus the other terms of the best law.
typedef struct br_friction_map {
    br_steady_map map; // over speed; points 0: too few samples
    bool pieces;       // from segments of constant speed; else from bins
    br_fit_estimate curve;
    br_steady_verdict verdict; // of the Stribeck curve; curve.n 0: none was fitted
    br_masing virgin;          // over displacement; points 0: no loops
} br_friction_map;

// Rows of a log that have lost a value as a spike.
typedef struct br_identification_rejected {
    long long *row, count;
} br_identification_rejected;

// Whether noise of positions biases a fit of forces.
typedef struct br_identification_noise {
    bool tested;
    int log; // the one it shows in most
    br_bandwidth band;
    double cutoff; // Hz: that of this log
} br_identification_noise;

typedef struct br_identification_span {
    double from, until; // s
} br_identification_span;

// The progress of fits: the share that is done, and which laws run. 0: they stop.
typedef int br_identification_progress(void *context, double share, const char *laws);
// The table of a log once more, from its first row on.
typedef br_status br_identification_reopen(const void *context, int log, br_rows *table, br_diag *why);

struct br_identification {
    br_identification_options given;
    const char *who;         // before messages: "identification: ", or as the program says
    bool compare;            // several laws
    const char *params, *at; // values of the law; NULL: none
    const br_given *values;  // and further ones, each of which wins over those before it
    int value_lists;
    br_loaded_log log[BR_IDENTIFICATION_LOGS];
    br_axis_log axis[BR_IDENTIFICATION_LOGS];
    br_trace_column column[BR_IDENTIFICATION_LOGS][BR_LOADED_COLUMNS]; // those of axis
    br_identification_rejected rejected[BR_IDENTIFICATION_LOGS];
    long long outside[BR_IDENTIFICATION_LOGS],
        ends[BR_IDENTIFICATION_LOGS]; // rows before or behind --from and --until; at the ends of the filter
    bool drive_spikes;                // spikes of the drive force are reported
    int logs;
    long long most;                     // rows of a log
    bool drive;                         // y is the drive force, not the friction force
    bool made_a, rotary, estimate_mass; // made_a: accelerations were made from positions
    char force_unit[BR_UNIT_SIZE], speed_unit[BR_UNIT_SIZE], position_unit[BR_UNIT_SIZE];
    double mass;                            // known; 0: not
    double speed_step;                      // of the velocities that were measured the coarsest; 0: they have none
    br_identification_span span, test_span; // rows that are taken, of logs and of the test log
    br_identification_noise noise;
    bool free_choice; // what is fitted, force or motion, follows from the logs
    br_prepare_options prepare;
    const char *differentiate;
    br_identify_options options;
    br_stops elements;                          // n 0: none were found
    br_stops fewer[BR_IDENTIFICATION_ELEMENTS]; // [i] of i + 1 elements, below elements.n
    br_identified_law law[BR_IDENTIFICATION_LAWS];
    int laws, best;                             // best: -1: none
    bool star;                                  // the best one earns it: it explains the log
    br_identified_law no_friction, own_coulomb; // baselines; status BR_OK: fitted
    br_identified_law offsets; // Coulomb and viscous friction with an offset of each log; has_model: tried
    const br_identified_law
        *coulomb; // Coulomb and viscous friction: own_coulomb, or one of law or aid; NULL: not fitted
    br_identified_law aid[BR_IDENTIFICATION_LAWS]; // simpler laws that nobody asked for, fitted as starts of others
    int aids;
    volatile int stopped; // who called, or Ctrl-C, ends the work
    br_friction_map map;
    br_buffer notes, warnings, failures; // one a line; failures: why the result cannot be trusted
};

// From an identification that is all zero but for `given`, `who`, `compare`, `params`, `at` and `values`. BR_BAD_USAGE: options that
// exclude each other, or are wrong by themselves.
br_status br_identification_set_options(br_identification *w, br_diag *why) BR_CHECKED;
// Log w->logs, which has been read, with its axis.test as it is to be; it counts from then on.
br_status br_identification_take_log(br_identification *w, br_diag *why) BR_CHECKED;
// When all logs are known: forces beside the law, delay, decimation.
br_status br_identification_set_terms(br_identification *w, br_diag *why) BR_CHECKED;
br_status br_identification_set_delay(br_identification *w, br_diag *why) BR_CHECKED;
// Checks of the logs before a fit: direction of motion, clipped forces, what is predicted; warnings.
br_status br_identification_precheck(br_identification *w) BR_CHECKED;
br_status br_identification_list_laws(br_identification *w, br_diag *why) BR_CHECKED; // those of --compare
br_identified_law *br_identification_add_law(br_identification *w, const char *name, const char *variant);
void br_identification_forget_fit(br_identified_law *d); // frees what is there
// Fits of all laws, and of the best ones once more with a direction where they are compared. BR_NEGATIVE: they were stopped.
br_status br_identification_fit(br_identification *w, br_identification_progress *progress, void *context,
                                br_diag *why) BR_CHECKED;
// Baselines, the best law, notes, warnings and failures, measured friction over speed.
br_status br_identification_judge(br_identification *w, br_identification_reopen *reopen,
                                  const void *context) BR_CHECKED;
// The first reason why the result cannot be trusted: BR_NEGATIVE; BR_OK: there is none.
br_status br_identification_first_failure(const br_identification *w, br_diag *why) BR_CHECKED;
void br_identification_release(br_identification *w);

// ------- Parts of that

br_status br_identification_find_spikes(br_identification *w, int i, br_diag *why) BR_CHECKED; // of log i
void br_identification_report_terms(br_identification *w);

// Fits of the laws from `first` on, and of the simpler laws that these start from, several at once. false: the work was stopped, in
// the laws that why names. share: of the progress, from and to.
bool br_identification_fit_from(br_identification *w, int first, br_identification_progress *progress, void *context,
                                const double share[2], br_diag *why);
// The fit of one law; Maxwell-slip elements of the first log, where laws of several elements start.
void br_identification_fit_law(const br_identification *w, br_identified_law *d);
br_status br_identification_find_elements(br_identification *w) BR_CHECKED;

// Laws in order of their hold-out error, or else their fit error; then those that violate a requirement; then those that
// failed.
void br_identification_order(const br_identification *w, int order[BR_IDENTIFICATION_LAWS]);
double br_identified_law_score(const br_identified_law *d); // what they are ordered by

// The simplest models, and whether a law beats them by more than the noise.
br_status br_identification_fit_baselines(br_identification *w) BR_CHECKED;
void br_identification_free_baselines(br_identification *w);
double br_identification_no_friction_error(const br_identification *w);
bool br_identification_beats_no_friction(const br_identification *w, const br_identified_law *d);
bool br_identification_beats_coulomb(const br_identification *w, const br_identified_law *d);

// A warning where the residuals of the best law follow a column of its table.
br_status br_identification_find_cause(br_identification *w, br_identification_reopen *reopen,
                                       const void *context) BR_CHECKED;
void br_identification_find_verdict(br_identification *w); // the best one, notes, warnings and failures

// Friction of the best law at row k of a log, and all of it over speed and displacement.
double br_identification_friction(const br_identification *w, const br_identified_law *d, int log, long long k);
br_status br_identification_find_map(br_identification *w) BR_CHECKED;
void br_identification_free_map(br_friction_map *m);
void br_identification_write_map(br_buffer *out, const br_identification *w);    // over speed, as CSV
void br_identification_write_virgin(br_buffer *out, const br_identification *w); // over displacement

void br_identified_law_write_delay(br_buffer *out, const br_identified_law *d); // a line; none where it is given as 0
bool br_delay_is_wrong(const br_delay *d); // one that no drive has: too long, or a force that follows the motion by
                                           // more than a sample
int br_identified_law_count(const br_identified_law *d);                 // parameters without the delay
void br_identified_law_name(br_buffer *out, const br_identified_law *d); // "coulomb, direction"
const char *br_identification_motion(const br_identification *w);        // what is simulated: "position" or "velocity"
const char *br_identification_motion_unit(const br_identification *w);
void br_identified_put_unit(br_buffer *out, const br_identified *id, int i); // " N", or nothing where there is none

// ------- Results

const char *br_mismatch_cause_name(br_mismatch_cause cause); // "speed", of JSON

// Parameter i of a fit, and errors of the fitted or of the hold-out rows (BR_FITTED, BR_HOLD_OUT) of log i.
br_identification_parameter br_identified_parameter(const br_identified *id, int i);
br_identification_errors br_identified_log_errors(const br_identified *id, int i, int which);
double br_identified_correlation(const br_identified *id, int i, int k);
void br_identification_write_balance(br_buffer *out, const br_identification *w); // forces beside the law
const char *br_identification_predicted(const br_identification *w);              // "force", "motion", "step"
// Of the best law, which is there, as a parameter file; by: who made it.
void br_identification_write_params(br_buffer *out, const br_identification *w, const char *by);

#endif
