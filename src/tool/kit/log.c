// log.c - logs of commands: tables and rigs in memory.                           [host]
#include "num/base/fp.h"

#include "tool/kit/log.h"
#include "tool/kit/number.h"
#include "tool/kit/rig_names.h"
#include "tool/kit/tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const tool_option option_signals =
    OPTION(TOOL_INPUT, "--signals", "LIST", signals,
           "columns of LOG as signals: 't = time, v = speed m/s, F = force N'; or "
           "position x and drive force u instead of v and F, with --mass; a formula of columns, "
           "'u = 35.15*volt N', uses the numbers as they are in the file",
           "columns t, x, v, a, u, F with units");
const tool_option option_seed = OPTION(TOOL_METHOD, "--seed", "N", seed, "seed of a rig, an integer", "1");

double *tool_log_values(tool_log *log, const char *name)
{
    for (int i = 0; log->has_samples && i < log->signals.count; i++)
        if (strcmp(log->signals.signal[i].name, name) == 0)
            return log->samples.y[i];
    return NULL;
}

const double *tool_log_column(const tool_log *log, const char *name)
{
    for (int i = 0; i < log->columns; i++)
        if (strcmp(log->column[i].name, name) == 0)
            return log->column[i].v;
    return NULL;
}

static void add_column(tool_log *log, const char *name, br_unit unit, const double *v)
{
    log->unit[log->columns] = unit;
    log->column[log->columns++] = (br_trace_column){name, v};
}

// What a rig logs, without the truth: its position q is the x of models.
static br_status load_rig(tool_log *log, const char *command, const tool_args *a, br_diag *why)
{
    br_status status = rig_known(command, log->name, why);
    if (status == BR_OK && a->signals)
        status =
            tool_complain(why, BR_BAD_USAGE, "bristle %s: a rig takes no --signals; its columns are known", command);
    if (status == BR_OK)
        status = tool_seed(command, a->seed, &log->seed, why);
    if (status == BR_OK)
        status = br_rig_run(&log->rig, log->name, log->seed, why);
    if (status != BR_OK)
        return status;
    const br_record *r = &log->rig.log;
    log->has_rig = true;
    log->rows = r->rows;
    log->t = br_rig_column(&log->rig, "t");
    for (int c = 0; c < r->columns && log->columns < TOOL_LOG_COLUMNS; c++)
        if (r->column[c].role != BR_RECORD_TRUTH && r->column[c].role != BR_RECORD_TIME)
            add_column(log, strcmp(r->column[c].name, "q") == 0 ? "x" : r->column[c].name, r->column[c].is,
                       r->column[c].v);
    return br_sampling_of(log->t, (size_t)log->rows, &log->sampling, why);
}

static const br_column *column_named(const tool_log *log, const char *name)
{
    for (int i = 0; i < log->table.columns; i++) {
        const br_column *c = &log->table.column[i];
        if (strcmp(c->name, name) == 0)
            return c->has_numbers && *c->unit_text ? c : NULL;
    }
    return NULL;
}

// Columns whose names are those of signals, with units: "t = t, x = x, u = u". Empty: time, motion or force are missing, or there
// are two forces.
static void signals_by_name(const tool_log *log, br_buffer *to)
{
    static const char *const names[] = {"t", "x", "v", "a", "u", "F"};
    bool motion = column_named(log, "x") || column_named(log, "v");
    bool force = !column_named(log, "u") != !column_named(log, "F");
    for (size_t i = 0; motion && force && column_named(log, "t") && i < sizeof names / sizeof *names; i++)
        if (column_named(log, names[i]))
            br_buffer_print(to, "%s%s = %s", i ? ", " : "", names[i], names[i]);
}

// The columns of a table need --signals; the message lists their names.
static br_status ask_for_signals(tool_log *log, const char *command, br_diag *why)
{
    br_buffer names = {0};
    for (int i = 0; i < log->table.columns && names.size < 200; i++) {
        const char *name = log->table.column[i].name;
        if (*name)
            br_buffer_print(&names, "%s%.60s", i ? ", " : " ", name);
        else
            br_buffer_print(&names, "%s#%d", i ? ", " : " ", i + 1);
    }
    tool_complain(why, BR_BAD_USAGE,
                  "bristle %s: the signals of %.100s are not given; use --signals 't = time s, v = speed m/s, F = "
                  "force N' with the names of its columns:%s",
                  command, log->name, names.text ? names.text : "");
    br_buffer_free(&names);
    return BR_BAD_USAGE;
}

static br_status load_table(tool_log *log, const char *command, const tool_args *a, br_diag *why)
{
    if (a->seed)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: --seed is for rigs; %.60s is a table", command, log->name);
    br_status status = tool_table_open(&log->table, command, log->name, a, why);
    br_buffer own = {0};
    if (status == BR_OK && !a->signals)
        signals_by_name(log, &own);
    const char *signals = a->signals ? a->signals : own.text;
    if (status == BR_OK)
        status = signals ? br_signals_read(&log->signals, signals, "--signals", log->table, why)
                         : ask_for_signals(log, command, why);
    br_buffer_free(&own);
    log->has_signals = status == BR_OK;
    if (status == BR_OK)
        status = br_samples_load_measured(&log->samples, &log->signals, log->table, log->most, why);
    log->has_samples = status == BR_OK;
    if (status != BR_OK)
        return status;
    if (log->signals.count > TOOL_LOG_COLUMNS - 4)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: --signals has more signals than any model", command);
    for (int i = 0; i < log->signals.columns; i++) {
        const br_column *c = &log->table.column[log->signals.column[i]];
        if (c->note)
            br_buffer_print(&log->notes, "%.60s: %s\n", c->name, c->note);
    }
    if (br_rows_note(log->table))
        br_buffer_print(&log->notes, "%.60s: %s\n", log->name, br_rows_note(log->table));
    log->rows = (long long)log->samples.rows;
    log->t = log->samples.t;
    log->sampling = log->samples.sampling;
    for (int i = 0; i < log->signals.count; i++)
        if (log->samples.y[i] != log->t)
            add_column(log, log->signals.signal[i].name, log->signals.signal[i].unit, log->samples.y[i]);
    return BR_OK;
}

br_status tool_log_load(tool_log *log, const char *command, const char *name, const tool_args *a, br_diag *why)
{
    bool rig = br_rig_find(name) || (rig_named(name) && !a->signals);
    log->name = name;
    return rig ? load_rig(log, command, a, why) : load_table(log, command, a, why);
}

br_status tool_log_check_sizes(const tool_log *log, const char *const *name, int names, br_diag *why)
{
    const double least = 1e-100, large = 1e100;
    for (int c = 0; c < names; c++) {
        const double *y = tool_log_column(log, name[c]);
        double most = 0;
        for (long long k = 0; y && k < log->rows; k++) {
            if (br_spool_due(k))
                tool_log_release(log);
            most = fmax(most, fabs(y[k])); // NaN is passed over
        }
        if (most > large || (most > 0 && most < least))
            return tool_complain(why, BR_BAD_DATA,
                                 "%.80s: %s is %.3g at most, in SI units: no axis has that; check its column, its unit "
                                 "or its factor in --signals",
                                 log->name, name[c], most);
    }
    return BR_OK;
}

void tool_log_release(const tool_log *log)
{
    br_spool_release(&log->made.memory);
    if (log->has_samples)
        br_samples_release(&log->samples);
}

void tool_log_free(tool_log *log)
{
    if (log->has_samples)
        br_samples_free(&log->samples);
    if (log->has_signals)
        br_signals_free(&log->signals);
    br_rows_close(log->table);
    if (log->has_rig)
        br_rig_free(&log->rig);
    br_spool_free(&log->made.memory);
    br_buffer_free(&log->notes);
    memset(log, 0, sizeof *log);
}
