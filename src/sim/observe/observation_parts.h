// observation_parts.h - an observation while it runs; for the files of observation.c only.   [host]
#ifndef BR_SIM_OBSERVE_OBSERVATION_PARTS_H
#define BR_SIM_OBSERVE_OBSERVATION_PARTS_H

#include "num/text/diag.h"
#include "sim/observe/mixed.h"
#include "sim/observe/observation.h"
#include "sim/run/step_check.h"

typedef struct br_watch {
    br_observation ob;  // what will be answered
    br_trace shortened; // the log until it was stopped
    br_system system;
    br_kalman observer;
    void *memory;
    const br_trace *log;
    const br_observation_options *o;
    const double **input;   // of every input its column, NULL: the model's value
    const double **measure; // of every measurement
    double *x, *u, *p;      // of the model
    double *size;           // of every state along the log
    bool *rejected;         // of every row and measured quantity, by the gate; NULL: not wanted
    br_mhe mhe;             // a moving horizon; the observer predicts from one correction to the next
    void *mhe_memory;
    br_mixed mixed; // where it works in float
    br_step_check check;
    double *check_p; // parameters as they are estimated
    int phase;       // steps since the last correction
    double *mean;    // of every input since then
    br_spool time;   // of every step, s
    bool searching;  // for the noise
    bool stop;       // at the first row: somebody stopped before
    br_diag *why;
} br_watch;

void br_watch_release_all(const br_watch *w);                       // takes all rows out of memory
void br_watch_release(const br_watch *w, long long row);            // the same, if it is time for that at this row
void br_watch_inputs(br_watch *w, long long row);                   // of a row; what is missing holds its last value
void br_watch_step_inputs(br_watch *w, long long row);              // that act from a row to the next
int br_watch_steps(const br_watch *w, long long row, double *step); // how many steps of about dt end in this row
double br_watch_gate(const br_watch *w);                            // as it is now
br_joint_options br_watch_joint(const br_watch *w);                 // flow and estimates
br_tuned *br_watch_number(br_watch *w, int observed);               // the number that is measured

// In observation_defaults.c: the start states, and of every number that has none its standard deviations.
br_status br_watch_defaults(br_watch *w, const br_model *m) BR_CHECKED;
// In observation_noise.c: those that may be found from the log.
br_status br_watch_find_noise(br_watch *w) BR_CHECKED;

br_status br_watch_open(br_watch *w) BR_CHECKED;                   // the observer; one that is open is closed
br_status br_watch_predict(br_watch *w, long long row) BR_CHECKED; // to that row, and its inputs

br_status br_watch_observability(br_watch *w, br_model *m) BR_CHECKED; // what the log can say
br_status br_watch_smooth(br_watch *w) BR_CHECKED; // estimates of the record become those of the smoother

// In observation_horizon.c.
br_status br_watch_check_inputs(br_watch *w) BR_CHECKED; // those that are estimated
bool br_watch_is_input(const br_watch *w, int i);        // number i of the vector is one of them
br_status br_watch_open_horizon(br_watch *w, const br_observation_horizon *h) BR_CHECKED; // one that is open is closed
br_integrator_health br_watch_flow_health(const br_watch *w);                             // of the flow of the horizon
br_status br_watch_horizon(br_watch *w, long long row,
                           br_innovation *innovation) BR_CHECKED; // to that row, and its sample

#endif
