// log.h - logs of commands: tables and rigs in memory, and velocities from positions.    [host]
//
//     tool_log log = {0};
//     br_status status = tool_log_load(&log, "identify", a->operands[i], a, why);
//     if (status == BR_OK && !tool_log_column(&log, "v"))
//         status = tool_log_differentiate(&log, "identify", &prepare, why); // log.made.v, .a, .F
//     ...
//     tool_log_free(&log); // in any case
//
// A log is a table with --signals, or a rig by its name. Several logs of one call are an array of tool_log, each loaded
// with the same arguments; a log must not move once it is loaded. `command` names who asks, in messages.
#ifndef BR_TOOL_KIT_LOG_H
#define BR_TOOL_KIT_LOG_H

#include "sim/observe/observation.h"
#include "sim/observe/prepare.h"
#include "sim/rig/rig.h"
#include "sim/source/samples.h"
#include "tool/kit/options.h"

enum { TOOL_LOG_COLUMNS = 64 };

typedef struct tool_log {
    const char *name; // as given
    // Set by the caller: of more rows than `most`, windows are taken (sim/source/samples.h; 0: all rows); velocities are computed per
    // segment of a log with gaps, NaN at its ends, or (not parted) a gap is refused.
    long long most;
    bool parted;
    br_buffer notes; // on the file and its columns, one a line: a truncated line, numbers that are not exact
    long long rows;  // at least 2
    const double *t; // s; rises from row to row
    br_sampling sampling;
    br_trace_column column[TOOL_LOG_COLUMNS]; // all but t, in SI; NaN where a number is missing
    br_unit unit[TOOL_LOG_COLUMNS];
    int columns;
    br_stamps stamps; // of the rows, with x; by tool_log_differentiate, or by tool_log_stamps
    struct {
        double *v, *a, *F; // rows of each; NULL: not made
        br_spool memory;   // of them
        double cutoff;     // Hz, as used; 0: nothing was made
        br_prepare_options by;
    } made; // by tool_log_differentiate; not among the columns
    bool has_rig;
    br_rig rig; // with its truth
    uint64_t seed;
    // Where the columns live.
    br_rows table;
    br_signals signals;
    br_samples samples;
    bool has_signals, has_samples;
} tool_log;

// Options of commands that load logs; --delimiter and the like (tool/kit/tables.h) go with them.
extern const tool_option option_signals, option_seed, option_mass, option_differentiate, option_cutoff;

// Loads the log that `name` names, with --signals, --seed and the options of tables in a. log starts as all zero but for
// `most` and `parted`, and is freed after a failure too. BR_BAD_DATA: time does not rise, or no table; BR_BAD_USAGE: a table without --signals.
br_status tool_log_load(tool_log *log, const char *command, const char *name, const tool_args *a,
                        br_diag *why) BR_CHECKED;
void tool_log_free(tool_log *log);
void tool_log_release(const tool_log *log); // takes rows of a long log out of memory, until they are read again

const double *tool_log_column(const tool_log *log, const char *name); // NULL: there is none
double *tool_log_values(tool_log *log, const char *name);             // of a table, to change them; NULL: none

// BR_BAD_DATA: a column of these names is so large or small that its squares are not finite, or 0: its unit is wrong, and sums and
// standard deviations would mean nothing.
br_status tool_log_check_sizes(const tool_log *log, const char *const *name, int names, br_diag *why) BR_CHECKED;

// --differentiate and --cutoff: kind and cutoff (0: not given) of *o; *word is the kind's name. Where --differentiate is
// not given it is zero-phase, or central if that is set in *o. What else is in *o stays.
br_status tool_log_prepare(const char *command, const tool_args *a, br_prepare_options *o, const char **word,
                           br_diag *why) BR_CHECKED;

// --mass in the unit wanted (kg, or kg*m^2) or without unit, above 0; *mass stays as it is where none is given.
br_status tool_log_mass(const char *command, const tool_args *a, br_unit wanted, double *mass, br_diag *why) BR_CHECKED;

// How even its time stamps are, compared with its position x where it has one: log->stamps.
br_status tool_log_stamps(tool_log *log) BR_CHECKED;

// Velocity and acceleration of column x; where mass > 0 and there is a drive force u, the friction force u - mass*a too.
// Takes kind, cutoff and mass of *o; steps and band are those of the log (br_stamps_of says which steps). BR_BAD_DATA: there is
// no x, or the log is too short, too uneven or has too wide gaps. BR_BAD_USAGE: the cutoff does not suit the log.
br_status tool_log_differentiate(tool_log *log, const char *command, const br_prepare_options *o,
                                 br_diag *why) BR_CHECKED;
// The same of a log without positions: its acceleration from its velocity v, made.a; there is no made.v.
br_status tool_log_differentiate_velocity(tool_log *log, const char *command, const br_prepare_options *o,
                                          br_diag *why) BR_CHECKED;

#endif
