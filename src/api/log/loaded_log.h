// loaded_log.h - a log of an axis in memory: columns as signals, and velocities from positions.   [host]
//
//     br_loaded_log log = {.name = "axis.csv", .who = "identification: "};
//     br_status status = br_loaded_log_read(&log, rows, signals, "signals", why);
//     if (status == BR_OK && !br_loaded_log_column(&log, "v"))
//         status = br_loaded_log_differentiate(&log, &prepare, why); // log.made.v, .a, .F
//     ...
//     br_loaded_log_free(&log); // in any case
//
// A log is a table with its signals. It must not move once it is read.
#ifndef BR_API_LOG_LOADED_LOG_H
#define BR_API_LOG_LOADED_LOG_H

#include "fit/inspect/spikes.h"
#include "num/text/buffer.h"
#include "sim/observe/observation.h"
#include "sim/observe/prepare.h"
#include "sim/source/samples.h"

// The larger and the smaller of two numbers; the first where the second is NaN, as in a column with values that are missing.
static inline double br_larger(double a, double b)
{
    return b > a ? b : a;
}
static inline double br_smaller(double a, double b)
{
    return b < a ? b : a;
}

enum { BR_LOADED_COLUMNS = 64 };

typedef struct br_loaded_log {
    const char *name; // as given
    char who[32];     // before messages: "bristle identify: ", "identification: "
    // Set by the caller: of more rows than `most`, windows are taken (sim/source/samples.h; 0: all rows); velocities are computed per
    // segment of a log with gaps, NaN at its ends, or (not parted) a gap is refused.
    long long most;
    bool parted;
    br_buffer notes; // on the file and its columns, one a line: a truncated line, numbers that are not exact
    long long rows;  // at least 2
    const double *t; // s; rises from row to row
    br_sampling sampling;
    br_trace_column column[BR_LOADED_COLUMNS]; // all but t, in SI; NaN where a number is missing
    br_unit unit[BR_LOADED_COLUMNS];
    int columns;
    br_stamps stamps; // of the rows, with x; by br_loaded_log_differentiate, or by br_loaded_log_stamps
    struct {
        double *v, *a, *F; // rows of each; NULL: not made
        br_spool memory;   // of them
        double cutoff;     // Hz, as used; 0: nothing was made
        br_prepare_options by;
    } made; // by br_loaded_log_differentiate; not among the columns
    // Where the columns live.
    br_rows table;
    br_signals signals;
    br_samples samples;
    bool has_signals, has_samples;
} br_loaded_log;

// Reads the columns of a table as signals; NULL: those named t, x, v, a, u and F. The log starts as all zero but for name, who, `most`
// and `parted`, takes the table, and is freed after a failure, too. origin names the list in messages. BR_BAD_DATA: time does not
// rise, or no table; BR_BAD_USAGE: no signals are given, and its columns have other names.
br_status br_loaded_log_read(br_loaded_log *log, br_rows table, const char *signals, const char *origin,
                             br_diag *why) BR_CHECKED;
void br_loaded_log_add_column(br_loaded_log *log, const char *name, br_unit unit, const double *v);
void br_loaded_log_free(br_loaded_log *log);
void br_loaded_log_release(
    const br_loaded_log *log); // takes rows of a long log out of memory, until they are read again

const double *br_loaded_log_column(const br_loaded_log *log, const char *name); // NULL: there is none
double *br_loaded_log_values(br_loaded_log *log, const char *name); // of a table, to change them; NULL: none

// BR_BAD_DATA: a column of these names is so large or small that its squares are not finite, or 0: its unit is wrong, and sums and
// standard deviations would mean nothing.
br_status br_loaded_log_check_sizes(const br_loaded_log *log, const char *const *name, int names,
                                    br_diag *why) BR_CHECKED;

// The way to make velocities of this name, as kind and central of *o; NULL: zero-phase, or central if that is set in *o. *word: its name.
// false: there is none of that name.
bool br_loaded_log_way(const char *name, br_prepare_options *o, const char **word);

// How even its time stamps are, compared with its position x where it has one: log->stamps.
br_status br_loaded_log_stamps(br_loaded_log *log) BR_CHECKED;

// Velocity and acceleration of column x; where mass > 0 and there is a drive force u, the friction force u - mass*a too.
// Takes kind, cutoff and mass of *o; steps and band are those of the log (br_stamps_of says which steps). BR_BAD_DATA: there is
// no x, or the log is too short, too uneven or has too wide gaps. BR_BAD_USAGE: the cutoff does not suit the log.
br_status br_loaded_log_differentiate(br_loaded_log *log, const br_prepare_options *o, br_diag *why) BR_CHECKED;
// The same of a log without positions: its acceleration from its velocity v, made.a; there is no made.v.
br_status br_loaded_log_differentiate_velocity(br_loaded_log *log, const br_prepare_options *o,
                                               br_diag *why) BR_CHECKED;

// Squares of what spikes put into a fit of y, over those of all else. order: of the differences of y that stand in the fit, 0 to 2.
double br_loaded_spike_share(const br_spikes *s, long long rows, const double *y, int order);
// "axis.csv: x (column enc), row 3000, t = 2.999 s: 1e+09 m between 0.31 and 0.32 m is a spike, and 2 more"
void br_loaded_spike_write(br_buffer *out, const br_loaded_log *l, const char *name, const char *unit,
                           const br_spikes *s);
void br_loaded_spikes_keep(br_spikes *s, const br_loaded_log *l, double from, double until); // those at times within

#endif
