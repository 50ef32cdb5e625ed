// table.h - a job of `bristle table`: its logs, how they are joined, and the columns of the result.   [host]
#ifndef BR_TOOL_TABLE_TABLE_H
#define BR_TOOL_TABLE_TABLE_H

#include "file/join/join.h"
#include "file/join/shift.h"
#include "sim/source/columns.h"
#include "tool/kit/options.h"

typedef struct table_column {
    const char *name;
    char unit[BR_UNIT_SIZE]; // as written; empty: none
    bool converts;
    br_unit from, to;
} table_column;

typedef struct tabling {
    const tool_args *a;
    bool interrupted; // before the last row
    int logs;
    const char *name[TOOL_OPERANDS];
    double shift[TOOL_OPERANDS]; // s, added to the time of a log
    bool aligned[TOOL_OPERANDS]; // found by correlation:
    br_shift found[TOOL_OPERANDS];
    br_join_options o;
    br_rows joined;
    bool is_open, has_signals;
    br_signals signals;
    table_column *column;
    int columns;
    long long rows, *missing; // missing numbers of each column
    br_join_counts counts[TOOL_OPERANDS];
} tabling;

// Options of the command as numbers: step, method, range, gap and shifts.
br_status table_options(tabling *w, br_diag *why) BR_CHECKED;

// Shifts by --align, from a signal that the first log and each other one have.
br_status table_align(tabling *w, br_diag *why) BR_CHECKED;

// Opens all logs as one table, and settles which columns the result has. Again after table_close: for a second reading.
br_status table_open(tabling *w, br_diag *why) BR_CHECKED;
void table_close(tabling *w);

// The next rows of the result, in its units. *got < rows only at the end.
br_status table_next(tabling *w, double *const to[], int rows, int *got, br_diag *why) BR_CHECKED;

#endif
