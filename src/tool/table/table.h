// table.h - a job of `bristle table`: its logs, how they are joined, and the columns of the result.   [host]
#ifndef BR_TOOL_TABLE_TABLE_H
#define BR_TOOL_TABLE_TABLE_H

#include "tool/kit/options.h"

#include <bristle/table.h>

typedef struct tabling {
    const tool_args *a;
    bool interrupted; // before the last row
    int logs;
    const char *name[TOOL_OPERANDS];
    double shift[TOOL_OPERANDS]; // s, added to the time of a log
    bool aligned[TOOL_OPERANDS]; // found by correlation:
    br_table_alignment found[TOOL_OPERANDS];
    br_table_join_options o;
    br_table *log[TOOL_OPERANDS], *joined;
    int columns;              // of the result
    long long rows, *missing; // missing numbers of each column
    br_table_counts counts[TOOL_OPERANDS];
} tabling;

// Options of the command as numbers: step, method, range, gap and shifts.
br_status table_options(tabling *w, br_diag *why) BR_CHECKED;

// Shifts by --align, from a signal that the first log and each other one have.
br_status table_align(tabling *w, br_diag *why) BR_CHECKED;

// Opens all logs as one table, with the columns and units of the result.
br_status table_open(tabling *w, br_diag *why) BR_CHECKED;
void table_close(tabling *w);

#endif
