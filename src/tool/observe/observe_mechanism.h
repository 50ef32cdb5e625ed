// observe_mechanism.h - a run of `bristle observe LOG --model F.mech`, and how it is shown.    [host]
#ifndef BR_TOOL_OBSERVE_OBSERVE_MECHANISM_H
#define BR_TOOL_OBSERVE_OBSERVE_MECHANISM_H

#include "api/mech_fit.h"
#include "file/json/json.h"
#include "tool/kit/log.h"
#include "tool/kit/options.h"
#include "tool/mechanism/sketch.h"

typedef struct compared { // a signal of the log beside the estimate of the same name
    const char *name;
    int column; // of the log
    int est;    // of the record
    bool measured;
    double rms, inside; // NaN: nothing to compare; share of differences inside 1.96 standard deviations
    long long judged;   // rows that count for `inside`
} compared;

enum { WATCHING_MODEL = 120 };

typedef struct watching {
    char *text;
    br_mech m; // for names and units
    br_loaded_log log;
    br_mech_estimate w;
    bool tuned;
    br_mech_l_curve curve;
    br_mech_estimate_result result;
    bool fitted; // the fit over the whole log is there
    br_mech_fit fit;
    br_record record;
    sketch drawn;
    compared signal[BR_LOADED_COLUMNS];
    int signals;
    br_buffer warnings, failures; // one a line
} watching;

const char *watching_unit(const watching *o, int unknown); // of an unknown input's force
double watching_Q(const watching *o, int unknown);         // per row

// What is estimated (tool/observe/observe_mechanism_read.c).
int watching_drive(const br_mech *m, const char *name); // the force of that name, or -1
int watching_unknown(const watching *o, int force);     // the first unknown input along it, or -1
br_status watching_read_unknown(watching *o, const char *list, br_diag *why) BR_CHECKED;
br_status watching_read_parameters(watching *o, const tool_args *a, br_diag *why) BR_CHECKED;
void watching_model(const watching *o, int unknown, char text[WATCHING_MODEL]); // "decay 0.1 s"
const char *watching_walk_unit(const watching *o, int unknown);                 // of its random walk per second

// Parameters by a fit over the whole log (observe_mechanism_fit.c).
br_status watching_fit(watching *o, const tool_args *a, br_diag *why) BR_CHECKED; // none without parameters
double watching_parameter(const watching *o, int i);                              // by the fit, else by the filter
// Of a parameter that was fitted: its value, and its standard deviation for autocorrelated residuals.
void watching_replace_estimate(const watching *o, const char *name, double *value, double *sd);
void watching_parameter_cells(br_buffer *cells, const watching *o);
void watching_parameters_json(br_json *j, const watching *o);
void watching_fit_json(br_json *j, const watching *o);
void watching_fit_text(br_buffer *out, const watching *o);   // a line
void watching_start_list(br_buffer *out, const watching *o); // --estimate '...' with the values found
void watching_assess_fit(watching *o);                       // adds to warnings

// Consistency of the filter and requirements of laws (observe_mechanism_verdict.c): adds to warnings and failures.
void watching_verdict(watching *o);

// `bristle observe LOG --model NAME.mech`.
br_status observe_mechanism(const tool_args *a, br_buffer *out, br_diag *why) BR_CHECKED;

void watching_text(br_buffer *out, const watching *o);
void watching_json(br_buffer *out, const watching *o);
br_status watching_report(br_buffer *out, const watching *o) BR_CHECKED;

#endif
