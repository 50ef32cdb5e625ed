// log.c - logs of commands: tables and rigs by their names, for commands that have no table of the library yet.   [host]
#include "num/base/fp.h"

#include "tool/kit/raw_tables.h"
#include "tool/kit/log.h"
#include "tool/kit/number.h"
#include "tool/kit/rig_names.h"
#include "tool/kit/tables.h"

#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- loading

// What a rig logs, without the truth: its position q is the x of models.
static br_status load_rig(br_loaded_log *log, const char *command, const tool_args *a, br_diag *why)
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
    for (int c = 0; c < r->columns && log->columns < BR_LOADED_COLUMNS; c++)
        if (r->column[c].role != BR_RECORD_TRUTH && r->column[c].role != BR_RECORD_TIME)
            br_loaded_log_add_column(log, strcmp(r->column[c].name, "q") == 0 ? "x" : r->column[c].name,
                                     r->column[c].is, r->column[c].v);
    return br_sampling_of(log->t, (size_t)log->rows, &log->sampling, why);
}

static br_status load_table(br_loaded_log *log, const char *command, const tool_args *a, br_diag *why)
{
    br_rows table = {0};
    if (a->seed)
        return tool_complain(why, BR_BAD_USAGE, "bristle %s: --seed is for rigs; %.60s is a table", command, log->name);
    br_status status = tool_table_open(&table, command, log->name, a, why);
    return status == BR_OK ? br_loaded_log_read(log, table, a->signals, "--signals", why) : status;
}

br_status tool_log_load(br_loaded_log *log, const char *command, const char *name, const tool_args *a, br_diag *why)
{
    bool rig = br_rig_find(name) || (rig_named(name) && !a->signals);
    log->name = name;
    snprintf(log->who, sizeof log->who, "bristle %s: ", command);
    return rig ? load_rig(log, command, a, why) : load_table(log, command, a, why);
}

// ---------------------------------------------------------------- arguments

br_status tool_log_prepare(const char *command, const tool_args *a, br_prepare_options *o, const char **word,
                           br_diag *why)
{
    if (!br_loaded_log_way(a->differentiate, o, word))
        return tool_complain(
            why, BR_BAD_USAGE,
            "bristle %s: --differentiate '%.60s' is none of zero-phase, central, lowpass, kalman, window", command,
            a->differentiate);
    return tool_log_cutoff(command, a, &o->cutoff, why);
}
