// observer.h - estimation over a log of a mechanism as its handle holds it; for the files of the C API only.   [host]
#ifndef BR_API_MECHANISM_OBSERVER_H
#define BR_API_MECHANISM_OBSERVER_H

#include "api/log/loaded_log.h"
#include "api/mechanism/drawing.h"
#include "api/mechanism/mech_fit.h"

#include <bristle/mechanism.h>

enum { BR_MECH_INPUT_MODEL = 120 };

enum {
    BR_MECH_LIST_SIGNALS,
    BR_MECH_LIST_ESTIMATE,
    BR_MECH_LIST_PRIOR,
    BR_MECH_LIST_NOISE,
    BR_MECH_LIST_SAMPLES,
    BR_MECH_LIST_NAME,
    BR_MECH_LISTS
};

typedef struct br_mech_compared { // a signal of the log beside the estimate of the same name
    const char *name;
    int column; // of the log
    int est;    // of the record
    bool measured;
    double rms, inside; // NaN: nothing to compare; share of differences inside 1.96 standard deviations
    long long judged;   // rows that count for `inside`
} br_mech_compared;

struct br_mechanism_observer {
    char who[32];     // in messages: "mechanism: ",
    const char *dash; // "", or of a command line "--"
    bool by_command;
    char *text, *origin;       // of the mechanism
    br_mech m;                 // for names and units
    char *list[BR_MECH_LISTS]; // as given, in a program
    br_loaded_log log;
    br_mech_estimate w;
    bool tune, filter_only;
    struct {
        br_mech_online *run;       // NULL: none has come
        double period, t;          // s; t: of the last one
        int count;                 // numbers of a sample
        int at[BR_LOADED_COLUMNS]; // of each: its signal, or -1 - its input
    } sample;                      // by sample
    bool ran, done, fitting;       // a log was begun; its estimates are there; parameters are being fitted, or were
    long long log_rows;            // before it was stopped
    bool tuned;
    br_mech_l_curve curve;
    br_mech_estimate_result result;
    bool fitted; // the fit over the whole log is there
    br_mech_fit fit;
    br_record record;
    br_mech_compared signal[BR_LOADED_COLUMNS];
    int compared;
    br_buffer warnings, failures; // one a line
    br_drawings drawings;         // as it is estimated
};

// From an observer that is all zero but for who, dash and text, in this order: the mechanism; unknown inputs (tune is set); the log (o->log, with at least
// two rows); parameters; what its columns are; method and step; then filter, fit and judgement.
br_status br_mech_observer_read(br_mechanism_observer *o, const char *path, size_t size, br_diag *why) BR_CHECKED;
br_status br_mech_observer_read_unknown(br_mechanism_observer *o, const char *list, br_diag *why) BR_CHECKED;
void br_mech_observer_set_log(br_mechanism_observer *o); // with its notes
typedef struct br_mech_lists {
    const char *estimate, *prior, *noise;
} br_mech_lists;
br_status br_mech_observer_read_parameters(br_mechanism_observer *o, br_mech_lists lists, br_diag *why) BR_CHECKED;
bool br_mech_observer_names(const br_mechanism_observer *o,
                            const char *name); // a sensor, drive, unknown input, measure or speed
br_status br_mech_observer_add_sensor(br_mechanism_observer *o, int sensor, const double *y, br_diag *why) BR_CHECKED;
int br_mech_observer_sensor(const br_mech *m, const char *name); // or -1
br_status br_mech_observer_match(br_mechanism_observer *o, br_diag *why) BR_CHECKED;
// NULL: the default of this mechanism.
br_status br_mech_observer_set_method(br_mechanism_observer *o, const char *method, br_diag *why) BR_CHECKED;
br_status br_mech_observer_check_length(const br_mechanism_observer *o, br_diag *why) BR_CHECKED;
// Filter or smoother, with w.progress, and before it the L-curve. Where it is stopped rows so far are the result.
br_status br_mech_observer_filter(br_mechanism_observer *o, br_diag *why) BR_CHECKED;
br_status br_mech_observer_fit(br_mechanism_observer *o, br_diag *why) BR_CHECKED; // none without parameters
void br_mech_observer_assess(br_mechanism_observer *o);                            // warnings and failures
void br_mech_observer_release(br_mechanism_observer *o);

// ------- What is estimated (observer_read.c)
int br_mech_observer_drive(const br_mech *m, const char *name);          // the force of that name, or -1
int br_mech_observer_unknown(const br_mechanism_observer *o, int force); // the first unknown input along it, or -1
const char *br_mech_observer_unit(const br_mechanism_observer *o, int unknown);      // of its force
const char *br_mech_observer_walk_unit(const br_mechanism_observer *o, int unknown); // of its random walk per second
double br_mech_observer_Q(const br_mechanism_observer *o, int unknown);              // per row
void br_mech_observer_model(const br_mechanism_observer *o, int unknown,
                            char text[BR_MECH_INPUT_MODEL]); // "decay 0.1 s"

// ------- Parameters, by the fit over the whole log or else by the filter (observer_fit.c)
br_mechanism_parameter br_mech_observer_parameter(const br_mechanism_observer *o, int i);
// Of a parameter that was fitted: its value, and its standard deviation for autocorrelated residuals.
void br_mech_observer_replace_estimate(const br_mechanism_observer *o, const char *name, double *value, double *sd);
const char *br_mech_observer_autocorrelated(const br_mechanism_observer *o); // the signal whose residuals are most so
void br_mech_observer_start_list(br_buffer *out,
                                 const br_mechanism_observer *o); // --estimate '...' with the values found

// ------- Inside: these add to warnings and failures
void br_mech_observer_verdict(
    br_mechanism_observer *o); // consistency of the filter, requirements of laws (observer_verdict.c)
void br_mech_observer_assess_fit(br_mechanism_observer *o); // (observer_fit.c)

#endif
