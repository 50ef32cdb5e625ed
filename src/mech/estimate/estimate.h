// estimate.h - estimation over the log of a mechanism: filter, smoother, and process noise of unknown inputs by an L-curve.   [host]
//
//     br_mech_estimate w = {.text = text, .size = size, .origin = path, .rows = rows, .t = t, ...};
//     status = br_mech_estimate_tune(&w, &curve, why);      // unknown inputs then walk as chosen from the L-curve
//     status = br_mech_estimate_run(&w, &record, &result, why);
#ifndef BR_MECH_ESTIMATE_ESTIMATE_H
#define BR_MECH_ESTIMATE_ESTIMATE_H

#include "mech/estimate/filter.h"
#include "mech/estimate/parameter.h"
#include "sim/run/record.h"

enum { BR_MECH_ESTIMATE_MOST = 32 }; // signals, unknown inputs, parameters

typedef struct br_mech_estimate {
    const char *text, *origin; // the mechanism
    size_t size;
    long long rows;
    const double *t;
    int unknowns, parameters;
    br_input unknown[BR_MECH_ESTIMATE_MOST]; // those of one force add up
    br_named_parameter parameter[BR_MECH_ESTIMATE_MOST];
    int signals, sensor[BR_MECH_ESTIMATE_MOST]; // what is measured
    double sd[BR_MECH_ESTIMATE_MOST];
    const double *y[BR_MECH_ESTIMATE_MOST];   // NaN: missing
    int inputs, input[BR_MECH_ESTIMATE_MOST]; // drives, by their numbers among the drives, whose forces were logged
    const double *u[BR_MECH_ESTIMATE_MOST];   // held from row to row; NaN: the number before, or as the text has them
    double row;                               // s from one row to the next, but for gaps: the median; 0: the mean
    double step; // longest step of prediction; 0: from row to row, and gaps (1.5 rows and more) in steps of a row
    int split;   // every step is divided into so many; 0: 1
    const br_mech_scheme *scheme; // NULL: br_mech_bdf1
    double gate;                  // innovations beyond so many standard deviations are left out (filter.h); 0: none is
    long long block; // of smoothing: rows that are kept at once; 0: as many as 64 MB hold, or the root of all
    long long every; // of so many rows one is recorded; 0: all
    bool (*progress)(void *context, double share); // may be NULL; answers false to stop
    bool partial; // then the rows so far are the result, if they are recorded and not smoothed
    void *context;
    void (*on_row)(void *on_row_context, long long row,
                   const br_moving *s); // NULL, or called with the estimate of every row that is recorded
    void *on_row_context;
    double *innovation,
        *innovation_sd; // each NULL, or gets signals*rows numbers, signal after signal: innovations, their
                        // standard deviations; NaN: missing, or beyond the gate
    bool dense;
    bool smooth; // estimates are from the whole log, not from what came before
} br_mech_estimate;

typedef struct br_mech_estimate_result {
    double error;           // (59): sum over rows of |what corrections leave of innovations/sd|
    double before;          // the same of innovations
    double input;           // sum over rows of |unknown inputs|, the numerator of (60)
    double nis, likelihood; // NIS per measurement; logarithm
    long long measurements;
    double violation;         // largest |phi| of an estimate
    int freedoms, rank, most; // rank of the covariance at the end, of so many at most
    int order;                // of the scheme: its error goes with this power of the step
    bool stopped;             // the record ends before the log does (partial)
    long long limited;        // corrections that would have left the range of a parameter
    long long rejected;       // measurements beyond the gate
    long long
        restarts;  // from the prior: no step converged behind measurements beyond the gate, or all were absurd for long
    double braked; // J that the scheme itself took, beside dampers and friction (with a record)
    double braking[BR_MECH_ESTIMATE_MOST]; // of parameters that are dampings: that which would take as much; others: 0
    double x[BR_MECH_ESTIMATE_MOST];       // parameters at the end, as they stand in the state vector,
    double x_sd[BR_MECH_ESTIMATE_MOST];    // and their standard deviations there
    long long skipped, taken;              // dense: rows of constraints without and with variance
    int named;                             // measures that name the free motions
    struct {
        int measure;
        double left[2]; // shares of a wide doubt about value and speed
    } motion[BR_MECH_ESTIMATE_MOST];
} br_mech_estimate_result;

// record: NULL, or gets the estimates NAME_est and their standard deviations NAME_sd of unknown inputs, parameters, measures,
// sensors and virtual sensors, innovations NAME_innovation (NaN: missing, or beyond the gate) and their nis. BR_NOT_FINITE: a step was not found, why says where.
br_status br_mech_estimate_run(const br_mech_estimate *w, br_record *record, br_mech_estimate_result *r,
                               br_diag *why) BR_CHECKED;

// The same sample by sample: w without rows, t, y and u, which come with every sample; not dense, not smoothed. y: a number for each signal,
// u: for each input; NaN: missing. What is measured counts from the second sample on, as in a log. Rows behind which a step does not converge are
// not filtered again, as those of a log may be: it restarts from the prior, answers BR_NOT_FINITE, and goes on with the next one.
typedef struct br_mech_online br_mech_online;
br_status br_mech_online_open(br_mech_online **online, const br_mech_estimate *w, double t, const double *y,
                              const double *u, br_diag *why) BR_CHECKED;
void br_mech_online_close(br_mech_online *o); // NULL is fine
br_status br_mech_online_step(br_mech_online *o, double t, const double *y, const double *u, br_diag *why) BR_CHECKED;
const br_record *br_mech_online_record(const br_mech_online *o); // its last row is now
void br_mech_online_result(br_mech_online *o, br_mech_estimate_result *r);

enum { BR_L_CURVE_TRIES = 11, BR_L_CURVE_SHIFT = 5, BR_L_CURVE_ROWS = 20000 };
typedef struct br_mech_l_curve { // paper 001 5.3: 11 decades of Q_d per row
    double Q[BR_L_CURVE_TRIES], error[BR_L_CURVE_TRIES], before[BR_L_CURVE_TRIES], input[BR_L_CURVE_TRIES],
        likelihood[BR_L_CURVE_TRIES];
    int corner, likeliest;               // the corner of the L-curve, which is taken, and the largest likelihood
    bool agree;                          // they are at most one try apart
    double ratio[BR_MECH_ESTIMATE_MOST]; // Q_d of each input, as a multiple of the common one
    long long rows;                      // of the log that were tried: all, or the first BR_L_CURVE_ROWS
} br_mech_l_curve;

// Tries Q_d from 1e-5 to 1e5 as the paper does, and then the decades beside as long as the likeliest is at an end: units do
// not matter. Several inputs share the Q_d of the curve at first; then each goes its own way by decades as long as the
// likelihood grows, from the likeliest, and the curve is that of all in these ratios. The inputs' walk becomes that of the
// corner: where the curve of error over input, both as logarithms, turns most, from the likeliest on.
br_status br_mech_estimate_tune(br_mech_estimate *w, br_mech_l_curve *c, br_diag *why) BR_CHECKED;
double br_mech_estimate_row(const br_mech_estimate *w);            // s, the usual row
double br_mech_estimate_length(const br_mech_estimate *w);         // of a run, in steps of prediction
double br_mech_estimate_walk(const br_mech_estimate *w, double Q); // of a variance per row
bool br_mech_estimate_names_force(const br_mech_estimate *w,
                                  int unknown); // the first that names its force: columns are the force's

#endif
