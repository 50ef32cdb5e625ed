// inspect.h - log quality check: sampling, columns, motion, and which parameters are identifiable. [host]
//
//     br_inspector *w;
//     br_inspector_open(&w, column, count, &why);
//     while (rows come) br_inspector_add(w, to, rows, &why);
//     br_inspector_finish(w, &found, &why);
//     ...
//     br_inspector_close(w);
//
// One pass in bounded memory, however long the log is: some hundred kilobytes a column, and the first BR_INSPECTOR_HEAD rows,
// from which the scales of motion are taken. Nothing is repaired: times may repeat or run backwards, values may be missing;
// all of it is counted and the first rows of it named. docs/inspect.md has the rules.
#ifndef BR_FIT_INSPECT_INSPECT_H
#define BR_FIT_INSPECT_INSPECT_H

#include "num/text/buffer.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    BR_INSPECTOR_COLUMNS = 64,
    BR_INSPECTOR_HEAD = 1 << 16, // rows
    BR_INSPECTOR_NAMED = 5,      // rows that are named of each kind of event
    BR_INSPECTOR_THIN = 4096,    // rows that are kept for pictures, at most
    BR_INSPECTOR_BINS = 1600,    // of curves over displacement and speed: 8 to a factor of 2
    BR_INSPECTOR_VERDICTS = 8,
};

#define BR_INSPECTOR_PLAUSIBLE 1e100 // absolute values beyond this are not used for the motion, nor as times

typedef enum br_role {
    BR_ROLE_NONE,
    BR_ROLE_TIME,     // t
    BR_ROLE_POSITION, // x
    BR_ROLE_VELOCITY, // v
    BR_ROLE_FRICTION, // F: resists motion
    BR_ROLE_DRIVE,    // u: drives it, against friction and inertia
} br_role;

br_role br_role_of(const char *signal); // by the names t, x, v, F, u

typedef struct br_inspector_column {
    const char *name, *unit; // of its numbers; borrowed
    br_role role;            // each but NONE once
} br_inspector_column;

// How often something was seen, and where first, or most: rows count from 1.
typedef struct br_events {
    long long count;
    int named;
    long long row[BR_INSPECTOR_NAMED];
    double value[BR_INSPECTOR_NAMED];
} br_events;

typedef struct br_time_found {
    bool known;               // there is a time column with two times or more
    double start, end;        // first and last
    double least, most;       // steps
    double median, low, high; // steps: in the middle, and 5 % below and above, to 0.3 %
    double uneven; // share of steps, gaps above 2.5 medians aside, off a whole number of medians by more than 5 % of it
    br_events missing, duplicates, backwards;
    br_events gaps;         // above 1.5 medians; the widest are named, with their length
    double grain;           // spacing of doubles at the largest time
    bool coarse;            // grain is more than a thousandth of the median step
    const char *since_1970; // the unit in which it would be a date of our days: "s", "ms", "us", "ns"; NULL: none
    bool perhaps_ms;        // steps of 0.5 and more that are whole numbers
} br_time_found;

typedef struct br_column_found {
    long long numbers;
    br_events missing;
    double least, most, mean, sd;
    bool constant;
    double step;         // of which all changes are multiples; 0: none
    double jump;         // the median of changes that are none of 0
    double changing;     // share of rows that differ from the one before
    br_events low, high; // rows at the very least and greatest value; value: the longest run
    bool clipped_low, clipped_high;
    br_events spikes; // single rows far from both neighbours; the largest are named
    br_events stuck;  // runs of one value while the position goes on; the longest ways are named
    br_events jumps;  // of the position: rows far from the one before, and on from there; the largest are named
} br_column_found;

typedef struct br_motion_found {
    bool known;         // there is a position or a velocity, and time
    bool has_force;     // F or u
    bool inertia;       // the force is u: with inertia in it
    double window;      // s, over which velocity and acceleration are taken
    double step, noise; // of the position
    // Rows of the log, which add up: fitted (moving, with a force), at rest, moving without a force, and without a velocity: at
    // ends, at gaps, or missing.
    long long rows_fitted, rows_rest, rows_no_force, rows_no_velocity;
    double least, most, travel; // of the position; the length of all its ways
    double force_most;          // largest absolute force, but for spikes
    long long reversals;
    double stroke_low, stroke_median, stroke_high; // between reversals: least, median, greatest
    double rest;                                   // the speed below which the axis counts as still
    double still, forward, backward;               // shares of the log
    long long breakaways;                          // from rest into motion
    double slow, usual, fast;                      // speeds: 5 %, half, and 95 % of the moving log are below
    int speeds;                 // ranges of a factor 10^(1/4) with at least 0.5 % of the moving log in them
    double acceleration;        // 95 % are below
    double breakaway_length;    // over which friction builds up after a reversal; 0: not found
    double unresolved;          // it builds up within less than this; 0: it is resolved
    double presliding;          // share of the log within breakaway_length of a reversal; NaN: not known
    long long presliding_loops; // strokes below twice that length
    long long presliding_rows;
    double work; // of the force over all motion, over its absolute value; below 0: the force has the other sign
    // Of uneven stamps: errors with which neighbours predict positions along row numbers, over those along the stamps; NaN: they
    // are even, or there is no position. stamps_jitter: the rows explain the positions clearly better (sim/observe/stamps.h).
    double rows_over_stamps;
    bool stamps_jitter;
    double v_over_x;                // measured velocity over that of the position; NaN: not both are there
    int delay;                      // rows by which the force fits later motion best; 0: none
    double delay_gain;              // share of the residual that the delay takes away
    double delay_samples, delay_sd; // the same in fractions, by a linear model of sliding, and its sd; NaN: not known
    double residual; // of the force, as a share of its sd, from inertia, viscous and Coulomb friction, and gravity
    double inertial, viscous;   // rms of these parts of the force over its sd
    bool gravity;               // of an angle that goes far: sin and cos of it are regressors
    int rank, regressors;       // of mass (u only), viscous, Coulomb, offset, gravity
    double condition;           // of these, scaled
    const char *least_known[2]; // which of them weigh most in the worst direction; NULL: none
    // Curves over displacement since reversal, and over speed.
    int bins;
    double at[BR_INSPECTOR_BINS], force[BR_INSPECTOR_BINS]; // mean force in the direction of motion
    int speed_bins;
    double speed_at[BR_INSPECTOR_BINS], speed_share[BR_INSPECTOR_BINS]; // signed speed: backward ones first
} br_motion_found;

typedef enum br_identifiable { BR_NOT_IDENTIFIABLE, BR_PARTLY_IDENTIFIABLE, BR_IDENTIFIABLE } br_identifiable;

// Whether parameters are identifiable, why, and what would help.
typedef struct br_identifiability {
    const char *what, *parameters, *laws;
    br_identifiable identifiable;
    char why[240];
    const char *excite; // the kind of motion that would help; NULL: none is needed, or none would
} br_identifiability;

typedef struct br_inspection {
    long long rows;
    int columns;
    br_time_found time;
    br_column_found column[BR_INSPECTOR_COLUMNS]; // that of time, too
    br_motion_found motion;
    br_identifiability verdict[BR_INSPECTOR_VERDICTS];
    int verdicts;
    int thinned; // rows kept for pictures: every n-th
    const double *thin[BR_INSPECTOR_COLUMNS];
    long long every;
    const double *curve_at[BR_INSPECTOR_COLUMNS], *curve[BR_INSPECTOR_COLUMNS]; // over time, with all peaks
    int points[BR_INSPECTOR_COLUMNS];
    long long curve_every; // rows, of which the least and the largest are there
} br_inspection;

typedef struct br_inspector br_inspector;

br_status br_inspector_open(br_inspector **to, const br_inspector_column *column, int count, br_diag *why) BR_CHECKED;
void br_inspector_skip(br_inspector *w,
                       long long rows); // before the first: so many rows of the log are not added, but count
// Rows in order: from[j][k] is row k of column j; NaN: missing.
br_status br_inspector_add(br_inspector *w, const double *const from[], int rows) BR_CHECKED;
// BR_BAD_DATA: there was no row. What *n points to lives as long as w.
br_status br_inspector_finish(br_inspector *w, br_inspection *n, br_diag *why) BR_CHECKED;
void br_inspector_close(br_inspector *w); // NULL does nothing

// Problems as sentences, a line each: of all that was found, of a velocity that contradicts the position, and of time stamps that jitter
// while the samples are even (ratio: of the errors along the rows and along the stamps; step in s). In inspect_warn.c.
void br_inspector_warn(br_buffer *out, const br_inspection *n, const br_inspector_column *column, int count);
void br_inspector_warn_velocity(br_buffer *out, const br_motion_found *m);
void br_inspector_warn_jitter(br_buffer *out, double ratio, double step);
const char *br_inspector_position_unit(const br_inspector_column *column, int count); // or as the velocity has it

#endif
