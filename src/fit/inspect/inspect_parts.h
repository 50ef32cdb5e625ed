// inspect_parts.h - what the parts of a log quality check share (private).        [host]
#ifndef BR_FIT_INSPECT_INSPECT_PARTS_H
#define BR_FIT_INSPECT_INSPECT_PARTS_H

#include "fit/inspect/inspect.h"
#include "fit/statistics/histogram.h"

// The first so many, or the largest so many, of something.
void br_events_add(br_events *e, long long row, double value);
void br_events_largest(br_events *e, long long row, double value); // count is the caller's

// ---------------------------------------------------------------- time

typedef struct br_time_state {
    br_time_found found;
    br_histogram steps;
    double last, largest;
    long long times;
    bool whole; // all of them are whole numbers
} br_time_state;

br_status br_time_open(br_time_state *s) BR_CHECKED;
void br_time_add(br_time_state *s, long long row, double t);
void br_time_finish(br_time_state *s, br_time_found *found);
void br_time_close(br_time_state *s);

// ---------------------------------------------------------------- columns

typedef struct br_column_state {
    br_column_found found;
    br_histogram jumps, spikes;  // changes from row to row; how far a row stands out from both neighbours
    double sum2;                 // of squared deviations; it and the mean are of values times `scale`
    double mean_rest, sum2_rest; // rounding errors of mean and sum2
    double scale;                // a power of 2: 1, but where squares would overflow
    double last[2];              // the values before, newest first
    int has;                     // how many of them there are
    double grain, multiple;      // greatest common step so far; how many of them it was measured over
    long long steps, others;     // changes since it was found: multiples of it, and not
    long long changes;
    struct {
        long long first, length;
        double x, way; // position at its start, and how far from there it went
    } run;             // of one value
    br_histogram ways; // of long runs
    long long low_run, high_run;
} br_column_state;

br_status br_column_open(br_column_state *s) BR_CHECKED;
void br_column_add(br_column_state *s, long long row, double v);
void br_column_moved(br_column_state *s, long long row, double v, double x); // before br_column_add; x: the position
double br_column_step(const br_column_state *s);
double
br_column_spike(const br_column_state *s); // by how much a spike differs from both neighbours, by the rows so far
// far: a way of the position that is surely one.
void br_column_finish(br_column_state *s, br_role role, double far, br_column_found *found);
void br_column_close(br_column_state *s);

// ---------------------------------------------------------------- jumps of the position

typedef struct br_jump_state {
    br_events found;
    br_histogram out, change,
        alone;                  // how far a change stands out from both neighbours; changes; those that may be jumps
    double t, x, step, last[2]; // the row before, the step of time to it, and the changes up to it, newest first
    long long rows, changes;    // without a gap
} br_jump_state;

br_status br_jump_open(br_jump_state *s) BR_CHECKED;
void br_jump_add(br_jump_state *s, long long row, double t, double x);
void br_jump_finish(br_jump_state *s, double resolution, br_events *found); // resolution: of x; 0: not known
void br_jump_close(br_jump_state *s);

// ---------------------------------------------------------------- motion

enum { BR_REGRESSORS = 6, BR_MOTION_FINE = 3 }; // acceleration, velocity, its sign, 1; sin and cos of an angle

// Sums of products of the regressors and, last, the force: rows may be added in any order.
typedef struct br_gram {
    double sum[(BR_REGRESSORS + 1) * (BR_REGRESSORS + 1)];
    long long rows;
} br_gram;

typedef struct br_motion_row {
    double t, x, v, f; // f: force; NaN: missing, a spike or not there
} br_motion_row;

typedef struct br_motion_state br_motion_state;

// angle: the position is one, in rad.
br_status br_motion_open(br_motion_state **to, bool has_x, bool has_v, bool has_force, bool inertia,
                         bool angle) BR_CHECKED;
// The first rows, all at once: scales are taken from them. step: of the position, 0: none is known; dt: the median step.
br_status br_motion_scale(br_motion_state *s, const br_motion_row *row, int rows, double step, double dt) BR_CHECKED;
void br_motion_add(br_motion_state *s, const br_motion_row *row);
double br_motion_far(const br_motion_state *s); // a displacement that is surely one
void br_motion_finish(br_motion_state *s, br_motion_found *found);
void br_motion_close(br_motion_state *s);

// What is left of the force behind the regressors, as a share of its sd; rank, condition and the direction least known of
// the scaled regressors. first: 0 with acceleration, 1 without;
// gravity: with sin and cos.
typedef struct br_gram_fit {
    double residual, condition, weight[BR_REGRESSORS], value[BR_REGRESSORS];
    double share[BR_REGRESSORS]; // rms of each part over the sd of the force
    int rank;
} br_gram_fit;
void br_gram_add(br_gram *g, double a, double v, double sign, double x, double f);
br_gram_fit br_gram_solve(const br_gram *g, int first, bool gravity);

// Motion at a row, over a window about it.
typedef struct br_motion_sample {
    double x, v, a, f, mean; // of the middle row; mean: of f over the window
    double measured;         // velocity; NaN: none
} br_motion_sample;

typedef struct br_delay_task {
    const br_motion_sample *m;
    int rows, lag, first; // lag: rows by which the force fits later motion; first: 1 without inertia
    bool gravity;
    double rest; // speed below which the axis rests
} br_delay_task;

// Delay between force and motion, in samples, with its standard deviation; NaN: not known. Exact where sliding friction is Coulomb
// and viscous; else an approximation.
void br_inspector_delay(const br_delay_task *t, double *samples, double *sd);

// ---------------------------------------------------------------- what is identifiable

int br_inspector_identifiability(const br_inspection *n, br_identifiability verdict[BR_INSPECTOR_VERDICTS]);

#endif
