// estimate_parts.h - one run over the log of a mechanism; for the files estimate*.c only.   [host]
#ifndef BR_MECH_ESTIMATE_ESTIMATE_PARTS_H
#define BR_MECH_ESTIMATE_ESTIMATE_PARTS_H

#include "mech/estimate/estimate.h"
#include "mech/estimate/retry.h"
#include "mech/estimate/smoother.h"
#include "mech/motion/drives.h"

typedef struct br_mech_estimation { // one run
    const br_mech_estimate *w;
    br_mech m;
    br_moving s;
    br_drives drives;
    br_filter f;
    br_parameter parameter[BR_MECH_ESTIMATE_MOST];
    double *u;       // logged drives, one behind the other: what is missing is the number before
    double farthest; // largest innovation that was taken, in standard deviations; its signal and row
    int far;
    long long far_row;
    br_retry retry;
    double *start;      // checkpoint of the prior
    double begin;       // s, where it starts
    long long restarts; // from there
    int failed;         // rows in a row that were none
    br_record *to;
} br_mech_estimation;

// The backward pass.
typedef struct br_mech_estimation_smoothing {
    br_mech_smoother smoother;
    long long block, blocks; // rows that are kept at once
    double *mark;            // of the row before each block
    size_t each;
} br_mech_estimation_smoothing;

// In estimate.c. A run stands at the first row of the log, with its columns in *record (may be NULL).
br_status br_mech_estimation_open(br_mech_estimation *o, const br_mech_estimate *w, br_record *record,
                                  br_diag *why) BR_CHECKED;
void br_mech_estimation_close(br_mech_estimation *o);
// Row k of the forward pass; e: NULL without a backward one.
br_status br_mech_estimation_run_row(br_mech_estimation *o, br_mech_estimation_smoothing *e, long long k,
                                     br_mech_estimate_result *r, br_diag *why) BR_CHECKED;

// In estimate_rows.c: the table. Columns; whether row k of the log is one of it; estimates of it, by the filter as it stands; and
// time, innovations and, unless they come later, estimates.
br_status br_mech_estimation_open_record(br_mech_estimation *o, br_diag *why) BR_CHECKED;
bool br_mech_estimation_records(const br_mech_estimation *o, long long k);
br_status br_mech_estimation_write_estimates(br_mech_estimation *o, long long k, br_diag *why) BR_CHECKED;
br_status br_mech_estimation_write_row(br_mech_estimation *o, long long k, br_diag *why) BR_CHECKED;
// Measurement i of row k corrected the filter: it is there, and not beyond the gate.
bool br_mech_estimation_used(const br_mech_estimation *o, int i, long long k);

// In estimate_step.c: row k; smoother: NULL, or keeps it.
br_status br_mech_estimation_step(br_mech_estimation *o, long long k, br_mech_smoother *smoother,
                                  br_diag *why) BR_CHECKED;
// Forces of the known drives at t, with those that were logged in row k; the filter knows the others.
br_status br_mech_estimation_set_drives(br_mech_estimation *o, double t, long long k, br_diag *why) BR_CHECKED;
// A row that fails while a measurement is far from all others: the data is to blame. Answers the status of that, or `status`.
br_status br_mech_estimation_name_failure(const br_mech_estimation *o, br_status status, br_diag *why) BR_CHECKED;
// Row k restarts from the prior, without its measurements: where that may help, or in any case.
br_status br_mech_estimation_restart(br_mech_estimation *o, long long k, br_status status, br_diag *why) BR_CHECKED;
br_status br_mech_estimation_restart_from_prior(br_mech_estimation *o, long long k) BR_CHECKED;

// In estimate_result.c: innovations of row k, sums with it, and what is known at the end.
void br_mech_estimation_store_innovations(const br_mech_estimation *o, long long k);
void br_mech_estimation_accumulate(br_mech_estimation *o, long long k, br_mech_estimate_result *r);
void br_mech_estimation_summarise(br_mech_estimation *o, br_mech_estimate_result *r);

// In estimate_smooth.c. Who keeps row k of the forward pass (NULL: nobody), and the backward pass over all rows.
br_status br_mech_estimation_open_smoothing(br_mech_estimation *o, br_mech_estimation_smoothing *e) BR_CHECKED;
void br_mech_estimation_close_smoothing(br_mech_estimation_smoothing *e); // all zero is fine
br_mech_smoother *br_mech_estimation_smoother(br_mech_estimation *o, br_mech_estimation_smoothing *e, long long k);
br_status br_mech_estimation_smooth(br_mech_estimation *o, br_mech_estimation_smoothing *e, br_diag *why) BR_CHECKED;
br_status br_mech_estimation_report_progress(const br_mech_estimate *w, double share) BR_CHECKED;

#endif
