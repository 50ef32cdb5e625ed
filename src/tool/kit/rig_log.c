// rig_log.c - a synthetic rig as the log of a command.                    [host]
#include "num/base/fp.h"

#include "tool/kit/number.h"
#include "tool/kit/rig_log.h"
#include "tool/kit/rig_names.h"

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
