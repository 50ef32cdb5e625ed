// estimating.h - estimation over a log as its handles hold it; for the files of the C API only.   [host]
#ifndef BR_API_OBSERVE_ESTIMATING_H
#define BR_API_OBSERVE_ESTIMATING_H

#include "api/observe/log_observer.h"

#include <bristle/estimation.h>

enum { BR_ESTIMATING_LISTS = 7 };

typedef struct br_estimating {
    br_log_observer o;
    char *list[BR_ESTIMATING_LISTS]; // as given
    char who[32];                    // before messages
    bool by_command;                 // messages have the words of a command line
    bool *given;                     // inputs whose values are given, by quantity; NULL: what has no effect is ignored
    bool differentiates;             // how was asked for
    bool compares;                   // estimates by inputs that are held with those by their mean
    bool ran, done;                  // a log was begun; its estimates are there
    long long log_rows;              // of it
    int (*progress)(void *context, double share);
    void *context;
} br_estimating;

// From zeros: the law and how it is estimated. who: "smoother: " in messages, where the program has none of its own.
br_status br_estimating_said(const br_estimating *e, br_status status, br_diag *why) BR_CHECKED;
br_status br_estimating_prepare(br_estimating *e, const char *who, const br_law *law, const br_estimation_options *with,
                                br_diag *why) BR_CHECKED;
// The log, once; call: who is asked, "br_smoothing_log". e may be NULL.
br_status br_estimating_log(br_estimating *e, const char *call, br_table *log,
                            int (*progress)(void *context, double share), void *context, br_diag *why) BR_CHECKED;
br_status br_estimating_table(const br_estimating *e, const char *call, br_table **table, br_diag *why) BR_CHECKED;
double br_estimating_value(const br_estimating *e, const char *name, double *sd);
void br_estimating_release(br_estimating *e);

#endif
