// loaded_log.c - a log in memory: columns of a table as signals.   [host]
#include "num/base/fp.h"

#include "api/log/loaded_log.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double *br_loaded_log_values(br_loaded_log *log, const char *name)
{
    for (int i = 0; log->has_samples && i < log->signals.count; i++)
        if (strcmp(log->signals.signal[i].name, name) == 0)
            return log->samples.y[i];
    return NULL;
}

const double *br_loaded_log_column(const br_loaded_log *log, const char *name)
{
    for (int i = 0; i < log->columns; i++)
        if (strcmp(log->column[i].name, name) == 0)
            return log->column[i].v;
    return NULL;
}

void br_loaded_log_add_column(br_loaded_log *log, const char *name, br_unit unit, const double *v)
{
    log->unit[log->columns] = unit;
    log->column[log->columns++] = (br_trace_column){name, v};
}

static const br_column *column_named(const br_loaded_log *log, const char *name)
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
static void signals_by_name(const br_loaded_log *log, br_buffer *to)
{
    static const char *const names[] = {"t", "x", "v", "a", "u", "F"};
    bool motion = column_named(log, "x") || column_named(log, "v");
    bool force = !column_named(log, "u") != !column_named(log, "F");
    for (size_t i = 0; motion && force && column_named(log, "t") && i < sizeof names / sizeof *names; i++)
        if (column_named(log, names[i]))
            br_buffer_print(to, "%s%s = %s", i ? ", " : "", names[i], names[i]);
}

// The columns of a table need signals; the message lists their names.
static br_status ask_for_signals(const br_loaded_log *log, br_diag *why)
{
    br_buffer names = {0};
    for (int i = 0; i < log->table.columns && names.size < 200; i++) {
        const char *name = log->table.column[i].name;
        if (*name)
            br_buffer_print(&names, "%s%.60s", i ? ", " : " ", name);
        else
            br_buffer_print(&names, "%s#%d", i ? ", " : " ", i + 1);
    }
    br_diag_fail(why, BR_BAD_USAGE,
                 "%sthe signals of %.100s are not given; use --signals 't = time s, v = speed m/s, F = "
                 "force N' with the names of its columns:%s",
                 log->who, log->name, names.text ? names.text : "");
    br_buffer_free(&names);
    return BR_BAD_USAGE;
}

br_status br_loaded_log_read(br_loaded_log *log, br_rows table, const char *signals, const char *origin, br_diag *why)
{
    br_buffer own = {0};
    log->table = table;
    if (!signals)
        signals_by_name(log, &own);
    const char *list = signals ? signals : own.text;
    br_status status = own.status != BR_OK ? own.status
                       : list              ? br_signals_read(&log->signals, list, origin, log->table, why)
                                           : ask_for_signals(log, why);
    br_buffer_free(&own);
    log->has_signals = status == BR_OK;
    if (status == BR_OK)
        status = br_samples_load_measured(&log->samples, &log->signals, log->table, log->most, why);
    log->has_samples = status == BR_OK;
    if (status != BR_OK)
        return status;
    if (log->signals.count > BR_LOADED_COLUMNS - 4)
        return br_diag_fail(why, BR_BAD_USAGE, "%s--signals has more signals than any model", log->who);
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
            br_loaded_log_add_column(log, log->signals.signal[i].name, log->signals.signal[i].unit, log->samples.y[i]);
    return BR_OK;
}

br_status br_loaded_log_check_sizes(const br_loaded_log *log, const char *const *name, int names, br_diag *why)
{
    const double least = 1e-100, large = 1e100;
    for (int c = 0; c < names; c++) {
        const double *y = br_loaded_log_column(log, name[c]);
        double most = 0;
        for (long long k = 0; y && k < log->rows; k++) {
            if (br_spool_due(k))
                br_loaded_log_release(log);
            most = br_larger(most, fabs(y[k])); // NaN is passed over
        }
        if (most > large || (most > 0 && most < least))
            return br_diag_fail(why, BR_BAD_DATA,
                                "%.80s: %s is %.3g at most, in SI units: no axis has that; check its column, its unit "
                                "or its factor in --signals",
                                log->name, name[c], most);
    }
    return BR_OK;
}

void br_loaded_log_release(const br_loaded_log *log)
{
    br_spool_release(&log->made.memory);
    if (log->has_samples)
        br_samples_release(&log->samples);
}

void br_loaded_log_free(br_loaded_log *log)
{
    if (log->has_samples)
        br_samples_free(&log->samples);
    if (log->has_signals)
        br_signals_free(&log->signals);
    br_rows_close(log->table);
    br_spool_free(&log->made.memory);
    br_buffer_free(&log->notes);
    memset(log, 0, sizeof *log);
}
