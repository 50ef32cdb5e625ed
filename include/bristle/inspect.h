// inspect.h - log quality check: rates, gaps, spikes, clipping, resolution, motion, and which parameters are identifiable.   [host]
//
//     br_table *log;
//     br_inspect *check;
//     br_diag why;
//     if (br_table_open(&log, "log.csv", NULL, &why) != BR_OK ||
//         br_table_set_signals(log, "t = time, x = position, F = force", &why) != BR_OK ||
//         br_inspect_open(&check, log, NULL, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 3;
//     for (int i = 0; br_inspect_warning(check, i); i++)
//         puts(br_inspect_warning(check, i));
//     br_inspect_close(check);
//     br_table_close(log);
//
// It is what `bristle inspect` reports; docs/inspect.md has the rules. All numbers are in SI units. Nothing is repaired: times may repeat
// or decrease, values may be missing (NaN); all of it is counted, and the first rows of it are named. Rows count from 1, columns
// from 0. What a check answers belongs to it and stays until it is closed; structures may get more members at their end, so
// use them by the pointers you get. A check serves one thread at a time; reading what it found is safe in several. NULL in
// place of a check is answered by 0 or NULL.
#ifndef BRISTLE_INSPECT_H
#define BRISTLE_INSPECT_H

#include <bristle/status.h>
#include <bristle/table.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_inspect br_inspect;

typedef struct br_inspect_options {
    size_t size;        // of this structure, by br_inspect_defaults
    double from, until; // s: only rows of these times; NaN: all (default)
    int (*go_on)(void *context,
                 double share); // asked every 1024 rows, with the share that has been read; 0: enough. NULL: none
    void *context;              // handed to it
} br_inspect_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_inspect_defaults(br_inspect_options *o, size_t size);

// Reads a table to its end, in one pass and in memory that does not grow with the rows: some hundred kilobytes a column, and the first
// 65536 rows. Of a table with br_table_set_signals the columns t (time), x (position), v (velocity), F (friction force) and u (drive
// force) are analysed as a motion, others one by one; of another one columns with these names and units are. At most 64 columns.
// o: NULL for the defaults. BR_BAD_DATA: there is no row, none within `from` and `until`, or one that cannot be read. The
// table is not needed afterwards. On failure *check is untouched, and why (may be NULL) says what is wrong. Close what you opened.
BR_PUBLIC br_status br_inspect_open(br_inspect **check, br_table *table, const br_inspect_options *o,
                                    br_diag *why) BR_CHECKED;
BR_PUBLIC void br_inspect_close(br_inspect *check); // NULL is fine

// ------- Rows and columns

typedef struct br_inspect_rows {
    long long rows;   // that were analysed
    long long read;   // of the table
    long long before; // before `from`
    long long behind; // behind `until`, where reading stopped
    int interrupted;  // whether go_on had enough
    int signals;      // whether the table had br_table_set_signals
} br_inspect_rows;

BR_PUBLIC const br_inspect_rows *br_inspect_rows_of(const br_inspect *check);

typedef enum br_inspect_role {
    BR_INSPECT_OTHER,
    BR_INSPECT_TIME,     // t
    BR_INSPECT_POSITION, // x
    BR_INSPECT_VELOCITY, // v
    BR_INSPECT_FRICTION, // F: resists motion
    BR_INSPECT_DRIVE     // u: drives it, against friction and inertia
} br_inspect_role;

BR_PUBLIC int br_inspect_columns(const br_inspect *check);
BR_PUBLIC const char *br_inspect_name(const br_inspect *check, int column);
BR_PUBLIC const char *br_inspect_unit(const br_inspect *check, int column); // in SI; - for none
BR_PUBLIC br_inspect_role br_inspect_role_of(const br_inspect *check, int column);

// How often something was seen, and where first, or (gaps, spikes, stuck) where most. Rows count from 1.
enum { BR_INSPECT_NAMED = 5 };
typedef struct br_inspect_events {
    long long count;
    int named; // of these arrays
    long long row[BR_INSPECT_NAMED];
    double value[BR_INSPECT_NAMED];
} br_inspect_events;

typedef struct br_inspect_column {
    long long numbers; // that are not missing
    br_inspect_events missing;
    double least, most, mean, sd;
    int constant;
    double step;                 // resolution: all changes are multiples of it; 0: none was found
    double jump;                 // median of the changes that are not 0
    double changing;             // share of rows that differ from the one before
    br_inspect_events low, high; // rows at the least and at the greatest value; value: the longest run
    int clipped_low, clipped_high;
    br_inspect_events spikes; // single rows far from both neighbours; value: how far
    br_inspect_events stuck;  // runs of one value while the position goes on; value: how far that goes
} br_inspect_column;

BR_PUBLIC const br_inspect_column *br_inspect_column_of(const br_inspect *check, int column); // NULL: there is none

// At most 4096 rows for a picture, every n-th one: *rows of them in the array of a column. every (may be NULL): n.
BR_PUBLIC const double *br_inspect_thinned(const br_inspect *check, int column, int *rows, long long *every);

// A column over time for a picture, at most 2048 points: of every so many rows (*every) the least and the largest value, so that no peak
// is lost. Points without a finite value are NaN. Returns how many; each of the pointers may be NULL.
BR_PUBLIC int br_inspect_curve(const br_inspect *check, int column, const double **time, const double **value,
                               long long *every);

// ------- Time

typedef struct br_inspect_time {
    int known;                // whether there is a time column with two times or more
    double start, end;        // first and last
    double least, most;       // steps
    double median, low, high; // steps: in the middle, and 5 % below and above
    double uneven; // share of steps that are off a whole number of medians by more than 5 % of it; gaps aside
    br_inspect_events missing, duplicates, backwards;
    br_inspect_events gaps; // steps above 1.5 medians; value: their length
    double grain;           // spacing of doubles at the largest time
    int coarse;             // whether that is more than a thousandth of the median step
    const char *since_1970; // the unit in which times would be dates of our days: "s", "ms", "us", "ns"; NULL: none
    int perhaps_ms;         // whether they are whole numbers with steps of 0.5 and more
} br_inspect_time;

BR_PUBLIC const br_inspect_time *br_inspect_time_of(const br_inspect *check);

// ------- Motion

enum { BR_INSPECT_BINS = 1600 };
typedef struct br_inspect_motion {
    int known;          // whether there are times, and positions or velocities; else the rest means nothing
    int has_force;      // F or u
    int inertia;        // whether it is u, with inertia in it
    double window;      // s, over which velocity and acceleration are taken
    double step, noise; // resolution and noise of the position
    long long rows_fitted, rows_rest, rows_no_force, rows_no_velocity; // add up to all rows
    double least, most, travel;                                        // of the position; length of all its ways
    double force_most;                                                 // largest absolute force, but for spikes
    long long reversals;
    double stroke_low, stroke_median, stroke_high; // between reversals
    double rest;                                   // speed below which the axis counts as at rest
    double still, forward, backward;               // shares of the log
    long long breakaways;                          // from rest into motion
    double slow, usual, fast;                      // speeds: 5 %, half and 95 % of the moving log are below
    int speeds;                 // ranges of a factor 10^(1/4) with at least 0.5 % of the moving log in them
    double acceleration;        // 95 % are below
    double breakaway_length;    // over which friction builds up after a reversal; 0: not found
    double unresolved;          // it builds up within less than this; 0: it is resolved
    double presliding;          // share of the log within breakaway_length of a reversal; NaN: not known
    long long presliding_loops; // strokes below twice that length
    long long presliding_rows;
    double work; // of the force over all motion, over its absolute value; below 0: its sign is inverted
    // Of uneven times: error of positions predicted along rows over that along times; NaN: none
    double rows_over_stamps;
    int stamps_jitter;              // whether rows explain the positions clearly better: times jitter, samples do not
    double v_over_x;                // measured velocity over that of the position; NaN: not both are there
    int delay;                      // rows by which the force fits later motion best; 0: none
    double delay_gain;              // share of the residual that this delay removes
    double delay_samples, delay_sd; // the same in fractions of a sample, by sliding alone, and its sd; NaN: not known
    double residual; // of the force, as a share of its sd, behind inertia (of u), viscous and Coulomb friction, gravity
    double inertial, viscous;   // RMS of these parts of the force over its sd
    int gravity;                // whether sin and cos of an angle are regressors
    int rank, regressors;       // of that regression
    double condition;           // its condition number, scaled
    const char *least_known[2]; // regressors that weigh most in the worst direction; NULL: none
    int bins;                   // of the force over the displacement since reversal:
    double at[BR_INSPECT_BINS], force[BR_INSPECT_BINS];
    int speed_bins; // of shares of the log over signed speed:
    double speed_at[BR_INSPECT_BINS], speed_share[BR_INSPECT_BINS];
} br_inspect_motion;

BR_PUBLIC const br_inspect_motion *br_inspect_motion_of(const br_inspect *check);

// ------- What is identifiable, and what is wrong

typedef enum br_inspect_answer {
    BR_INSPECT_NOT_IDENTIFIABLE,
    BR_INSPECT_PARTLY_IDENTIFIABLE,
    BR_INSPECT_IDENTIFIABLE
} br_inspect_answer;

typedef struct br_inspect_verdict {
    const char *what, *parameters, *laws; // "Stribeck effect", "FS, vs", "lugre, gms"
    br_inspect_answer identifiable;
    const char *why;
    const char
        *excite; // the excitation signal of `bristle excite` that would help; NULL: none is needed, or none would
} br_inspect_verdict;

BR_PUBLIC const br_inspect_verdict *br_inspect_verdict_at(const br_inspect *check, int i); // NULL behind the last

// Problems as sentences, most of them with rows; NULL behind the last, so NULL for 0 if no problem was found. They name the options of the
// tool: --signals is br_table_set_signals.
BR_PUBLIC const char *br_inspect_warning(const br_inspect *check, int i);

BR_PUBLIC const char *br_inspect_skipped(const br_inspect *check,
                                         int i); // columns that were not analysed, and why; NULL behind the last

#ifdef __cplusplus
}
#endif
#endif
