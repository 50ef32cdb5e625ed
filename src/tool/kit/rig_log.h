// rig_log.h - a synthetic rig as the log of a command.                    [host]
#ifndef BR_TOOL_KIT_RIG_LOG_H
#define BR_TOOL_KIT_RIG_LOG_H

#include "num/text/buffer.h"
#include "tool/kit/options.h"

#include <bristle/simulate.h>
#include <stdint.h>

typedef struct rig_log {
    br_simulation *is;
    br_table *table;
    uint64_t seed;
    double mass; // kg; 0: it has none
} rig_log;

// Whether `name` is one; else it is a table, as anything that has --signals.
bool rig_log_named(const char *name, const tool_args *a);

// Runs it with --seed. *log starts as all zero, and is closed after a failure, too.
br_status rig_log_open(rig_log *log, const char *command, const char *name, const tool_args *a,
                       br_diag *why) BR_CHECKED;
void rig_log_close(rig_log *log);

// Makes of its table one of what it measures, without the truth and the column `without` (NULL: with all), its position q as x, which
// messages call `name`.
br_status rig_log_rename(rig_log *log, const char *name, const char *without, br_diag *why) BR_CHECKED;

bool rig_log_measures(const rig_log *log, const char *name);

// What it measures, without the truth, its position q as x: "t = t, x = q, u = u". drive: the position and the drive force alone.
void rig_log_signals(br_buffer *to, const rig_log *log, bool drive);

#endif
