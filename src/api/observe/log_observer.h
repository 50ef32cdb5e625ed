// log_observer.h - an observer over a log, from its columns to its verdict; for the C API and the command `observe`.   [host]
#ifndef BR_API_OBSERVE_LOG_OBSERVER_H
#define BR_API_OBSERVE_LOG_OBSERVER_H

#include "api/law/load.h"
#include "api/log/loaded_log.h"
#include "sim/observe/observation_verdict.h"

typedef struct br_log_observer {
    const char *who; // in messages: "bristle observe: ", or "smoother: "
    br_loaded_log log;
    bool interrupted; // before its last row
    br_loaded_model model;
    char law[BR_MAX_NAME + 1]; // the model, or the law that stands in the plant
    bool moving;               // a moving horizon
    bool by_period;            // its --period was given
    bool full, wrapped;        // wrapped: a law was put into the plant `mass`
    double mass;               // 0: not given
    char mass_unit[BR_UNIT_SIZE];
    br_prepare_options prepare; // as asked for
    const char *differentiate;  // how
    bool made_v, made_F;        // derived from the position and used
    int logged;                 // columns before they were added
    br_observation_options options;
    br_observation ob;
    char position_unit[BR_UNIT_SIZE];
    const double *position, *force;     // for pictures; force as measured; NULL: unknown
    const double *force_est, *force_sd; // of the record
    br_verdict verdict;
} br_log_observer;

// From an observer that is all zero but for who, log, model, law, full, mass, prepare and options, in this order.
// Names and units of the columns; velocity and friction force from position and drive force, where they are not measured.
br_status br_log_observer_match(br_log_observer *o, br_diag *why) BR_CHECKED;
br_status br_log_observer_run(br_log_observer *o, br_diag *why) BR_CHECKED;
// Once more with the mean of inputs of both rows, and a warning where estimates depend on them. BR_NEGATIVE: stopped.
br_status br_log_observer_check_between(br_log_observer *o, br_diag *why) BR_CHECKED;
br_status br_log_observer_assess(br_log_observer *o) BR_CHECKED;
void br_log_observer_release(br_log_observer *o);

// An input, state or output of the model; of a friction law also the position x and the drive force u.
bool br_log_observer_names(const br_log_observer *o, const char *name);
br_unit br_log_observer_unit_of_mass(const br_parsed_law *law); // E*s^2/X of the law: kg, or kg*m^2
const char *br_log_observer_every(const br_log_observer *o);    // the option of the correction period

#endif
