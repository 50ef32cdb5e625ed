// observation_verdict.h - checks of an observation: warnings, and failures for which it is not to be trusted.   [host]
#ifndef BR_SIM_OBSERVE_OBSERVATION_VERDICT_H
#define BR_SIM_OBSERVE_OBSERVATION_VERDICT_H

#include "file/table/column.h"
#include "num/text/buffer.h"
#include "sim/observe/observation.h"

enum { BR_OBSERVATION_FEW = 20 }; // so few innovations are not judged

// A run that is judged: what went in, and what else is known of it.
typedef struct br_observed_run {
    const br_model *model;
    const br_trace *log;
    int logged; // columns of it that were measured; those behind follow from them
    const br_sampling *sampling;
    const br_observation_options *options;
    const char *every;   // the option that says how long it is from one correction to the next
    bool full;           // the model is a plant: its friction force is not what is measured
    const double *force; // as measured; NULL: unknown
    double smoothed;     // s: measurements that are nearer to each other were smoothed together; 0: none were
} br_observed_run;

typedef struct br_verdict {
    double *nominal;              // of every estimated number, in SI; NaN: it is a measured input
    double nrmse;                 // of the friction force, as a share of its range; NaN: it is not known
    br_buffer warnings, failures; // one a line; failures: why the result is not to be trusted
} br_verdict;

// Adds to warnings and failures. *to starts as all zero, or with what is known before, and is freed in any case.
br_status br_observation_verdict(const br_observation *ob, const br_observed_run *run, br_verdict *to) BR_CHECKED;
void br_verdict_free(br_verdict *v);

// Adds a warning where estimates by inputs that are held differ from those by the mean of both rows: the log is observed again, once or
// (beside a moving horizon, for which the EKF stands) twice. m: the model of the run. BR_NEGATIVE: stopped.
br_status br_observation_compare_between(const br_observation *ob, br_model *m, const br_observed_run *run,
                                         br_buffer *warnings) BR_CHECKED;

bool br_observation_input(const br_observation *ob, const br_observation_options *o,
                          int i); // number i of the vector is an input that is measured and estimated

#endif
