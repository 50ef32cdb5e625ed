// rig_log.c - a synthetic rig as the log of a command.                    [host]
#include "num/base/fp.h"

#include "tool/kit/number.h"
#include "tool/kit/rig_log.h"
#include "tool/kit/rig_names.h"

#include <stdio.h>
#include <string.h>

bool rig_log_named(const char *name, const tool_args *a)
{
    bool known = false;
    for (int i = 0; br_rig_name(i); i++)
        known = known || strcmp(br_rig_name(i), name) == 0;
    return known || (rig_named(name) && !a->signals);
}

br_status rig_log_open(rig_log *log, const char *command, const char *name, const tool_args *a, br_diag *why)
{
    br_status status = rig_known(command, name, why);
    if (status == BR_OK && a->signals)
        status =
            tool_complain(why, BR_BAD_USAGE, "bristle %s: a rig takes no --signals; its columns are known", command);
    if (status == BR_OK)
        status = tool_seed(command, a->seed, &log->seed, why);
    if (status == BR_OK)
        status = br_simulation_open_rig(&log->is, name, log->seed, &log->mass, why);
    return status == BR_OK ? br_simulation_table(log->is, &log->table, why) : status;
}

void rig_log_close(rig_log *log)
{
    br_table_close(log->table);
    br_simulation_close(log->is);
}

// "x [m]"
enum { COLUMNS = 32, HEADING = 100 };

br_status rig_log_rename(rig_log *log, const char *name, const char *without, br_diag *why)
{
    char text[COLUMNS][HEADING];
    const char *heading[COLUMNS];
    const double *v[COLUMNS];
    int count = 0;
    br_table *whole = log->table;
    for (int c = 0; c < br_simulation_columns(log->is) && count < COLUMNS; c++) {
        const char *is = br_simulation_name(log->is, c), *unit = br_simulation_unit(log->is, c);
        if (br_simulation_role_of(log->is, c) == BR_SIMULATION_TRUTH || (without && strcmp(is, without) == 0))
            continue;
        snprintf(text[count], HEADING, strcmp(unit, "-") == 0 ? "%s" : "%s [%s]", strcmp(is, "q") == 0 ? "x" : is,
                 unit);
        heading[count] = text[count];
        v[count++] = br_simulation_values(log->is, c);
    }
    log->table = NULL;
    br_table_close(whole);
    return br_table_lend(&log->table, name, heading, v, count, br_simulation_rows(log->is), NULL, why);
}

bool rig_log_measures(const rig_log *log, const char *name)
{
    int c = br_simulation_index(log->is, name);
    return c >= 0 && br_simulation_role_of(log->is, c) != BR_SIMULATION_TRUTH;
}

void rig_log_signals(br_buffer *to, const rig_log *log, bool drive)
{
    br_buffer_put(to, "t = t");
    for (int c = 0; c < br_simulation_columns(log->is); c++) {
        const char *name = br_simulation_name(log->is, c), *signal = strcmp(name, "q") == 0 ? "x" : name;
        br_simulation_role role = br_simulation_role_of(log->is, c);
        bool wanted = !drive || strcmp(signal, "x") == 0 || strcmp(signal, "u") == 0;
        if (wanted && role != BR_SIMULATION_TRUTH && role != BR_SIMULATION_TIME)
            br_buffer_print(to, ", %s = %s", signal, name);
    }
}
