// observation.h - an observer over a log: estimates, standard deviations, consistency of innovations.   [host]
//
//     br_observation_options o = br_observation_defaults();
//     o.tuning.estimate = "kappa[3] = 0, FC";
//     br_observation_run(&ob, &model, &log, &o, &why);
//     ... ob.record has columns F, F_est, F_sd, z[1], z[1]_sd, kappa[3], kappa[3]_sd, ...; ob.gramian what is observable
//     br_observation_free(&ob);
//
// Reduced order: the model is a friction law, its velocity comes from the log, its force is measured. Full order: the model is
// a plant (mass, set axis), its force comes from the log, its position is measured (thesis, Table 2.1).
#ifndef BR_SIM_OBSERVE_OBSERVATION_H
#define BR_SIM_OBSERVE_OBSERVATION_H

#include "law/model/system.h"
#include "loop/horizon/mhe.h"
#include "loop/filter/kalman.h"
#include "loop/horizon/smoother.h"
#include "sim/observe/lie.h"
#include "sim/observe/observability.h"
#include "sim/observe/stamps.h"
#include "sim/run/record.h"
#include "sim/observe/tuning.h"

// A log: columns in SI, by the names of the model's inputs, outputs and states. NaN: missing.
typedef struct br_trace_column {
    const char *name; // "v", "F"
    const double *v;
} br_trace_column;

typedef struct br_trace {
    long long rows;
    const double *t; // s, rises
    const br_trace_column *column;
    int columns;
} br_trace;

// A moving horizon in place of a filter, thesis 2.5: an interval lasts from one correction to the next and takes in all
// samples between them; where an input is estimated, it is held over the interval as measured at its beginning.
typedef struct br_observation_horizon {
    int intervals; // N; 0: no horizon
    br_mhe_arrival arrival;
    bool shared;           // parameters are one number over the horizon
    bool noise_in_arrival; // process noise in the arrival cost only
    int iterations;        // of a sample; 0: 1
    double levenberg, huber;
    bool mixed;         // flow and derivatives in float: friction laws as printed (sim/observe/mixed.h)
    const char *bounds; // "kappa[3] = 0..500 N/mm, z = -10..10 N"; NULL: those of the model
} br_observation_horizon;

// The default gate of `bristle observe`: wider than that of packages, since the model of a log may be wrong.
#define BR_OBSERVE_GATE 50 // standard deviations

typedef struct br_observation_options {
    const br_kalman_kind *kind;     // NULL: the smoother
    br_observation_horizon horizon; // with it kind is not looked at
    br_tuning_lists tuning;         // dt is found from the log
    double correct_every;           // s; 0: at every sample
    bool
        mean_inputs; // from a row to the next inputs are the mean of both, as of a sampled motion; else held. Not of a horizon
    const br_integrator_kind *flow;                // NULL: what suits the model
    int substeps;                                  // of every step; 0: as the flow chooses
    double gate;                                   // standard deviations; 0: 1e8. Of the smoother, that of its EKF
    bool default_gate;                             // nobody asked for this gate: noise is estimated without one
    double alpha;                                  // of the UKF; 0: as br_kalman_defaults
    int particles;                                 // of the particle filter; 0: as br_kalman_defaults
    double (*now)(void);                           // s; times of steps are taken if given
    bool (*progress)(void *context, double share); // may be NULL; answers false to stop
    bool partial; // then the rows so far are the result, unless they are to be smoothed
    void *context;
    void (*release)(const void *log); // takes rows of a long log out of memory, now and then; NULL: they stay
    const void *log;
} br_observation_options;

br_observation_options br_observation_defaults(void);

// What became of one measured quantity. Innovations of the smoother are its residuals, measured less estimated: their variance
// is that of the sensor less that of the estimate, they are not white, and those that can be no larger than a thirtieth of the
// sensor's standard deviation are left out.
typedef struct br_observed {
    int which; // among the measurements of the observer
    char name[BR_NAME_SIZE + 32];
    char unit[BR_UNIT_SIZE];
    double nrmse;           // estimate against measurement at every sample, as a share of the range of the measurement
    double rmse, range, sd; // in SI; sd: how far the measurement is off its mean
    long long corrections;
    double nis;         // mean of the normalised squares of innovations: 1 if model and noise are right
    double inside;      // share of innovations inside 95 %
    double correlation; // of neighbouring innovations, normalised: 0 if they are white; NaN of the smoother
    double white;       // beyond that they are not white, at 95 %
    double surprise;    // root mean square of the innovations, and
    double
        naive; // of those of who expects the last measurement, or a straight line through the last two, if that is less
} br_observed;

// Ranks at points of the log, see sim/observe/lie.h.
typedef struct br_observed_rank {
    int rank, of;   // the largest, of as many as there are states, estimated parameters and unmeasured inputs
    int points, at; // points that were looked at; those with that rank. points 0: not known
    int reversals;  // points right behind a reversal, the last of them in row
    long long last;
    double *missing; // a direction that is missing at one of these; all 0: none is
} br_observed_rank;

typedef struct br_observation {
    br_record record;
    br_tuning tuning; // as used, every number filled in
    bool too_short;   // to find noise from the log: where none was given it is that of thesis 4.4.4
    br_observed *observed;
    int observeds;
    double dt;
    br_stamps stamps; // compared with the position of the log or, without one, with its velocity
    int every;        // samples from one correction to the next
    br_kalman_health health;
    br_integrator_health flow;
    unsigned long steps_checked,
        steps_off;               // steps taken again in parts (sim/run/step_check.h), and how many
    double steps_worst;          // differ by more than its limit; the worst
    const char *method;          // of the flow
    double time[3];              // of a step: median, 99 %, worst, s; 0: not taken
    br_observability gramian;    // along the nominal run; n = 0: that leaves the finite numbers
    br_observability from_start; // along the run with the start values; n = 0: these are nominal, or as above
    br_observed_rank rank;
    br_smoother_report smoothing; // of the smoother
    bool stopped;                 // the record ends before the log does (partial)
    long long taken;              // measurements that its cost is a sum over
    double filter_cost;           // of the EKF before it: sum of the squares of its normalised innovations
    br_mhe_health horizon;        // of a moving horizon
} br_observation;

// Noise that the lists do not give is found from the log (sim/observe/observation_noise.c).
// BR_BAD_USAGE: lists or options; BR_BAD_DATA: the log does not fit the model; BR_NEGATIVE: stopped. *ob is written on success only.
br_status br_observation_run(br_observation *ob, br_model *m, const br_trace *log, const br_observation_options *o,
                             br_diag *why) BR_CHECKED;
void br_observation_free(br_observation *ob);

// Of reduced order: a friction law, which takes v and gives F. What does not is a plant.
bool br_observation_reduced(const br_parsed_law *law);

const double *br_observation_column(const br_observation *ob, const char *name); // NULL: there is none

#endif
