// table_handle.h - a log as its handle holds it; for the files of the C API only.   [host]
#ifndef BR_API_TABLE_TABLE_HANDLE_H
#define BR_API_TABLE_TABLE_HANDLE_H

#include "api/law/sized.h"
#include "file/join/join.h"
#include "num/text/buffer.h"

#include <bristle/table.h>

enum { BR_TABLE_BLOCK = 1024 }; // rows that are read at once

struct br_table {
    br_rows rows;   // with signals and units
    int references; // the program's, and that of a join
    bool busy;      // others read its rows
    bool started;   // rows have been read
    bool has_signals;
    int time;     // its column; -1: by its name or unit
    double shift; // s
    int *wanted;  // columns that are read, and where to
    double **to;
    int wants;
    long long given; // rows so far
    br_status dead;  // why reading failed
    br_diag why;
    // Where its rows come from.
    char *name, *bytes;
    size_t size, at;
    br_rows joined; // below signals and units; kind NULL: no join
    int parts;
    br_join_counts *counts; // of a join that was loaded
    double step;
    bool in_memory;
    double **v; // of columns, if in memory or loaded before signals or units were set
    int columns;
    bool owns; // their numbers
    size_t count;
    char *note; // of the file that was loaded
};

// An empty handle with one reference; NULL: no memory.
br_table *br_table_create(void);

// Whether the rows of a table can be read from the first on, which those in memory always can: BR_BAD_USAGE names the call.
br_status br_table_begin(br_table *t, const char *call, br_diag *why) BR_CHECKED;

// As br_table_lend, of numbers that were allocated column by column: they are the table's, and freed after a failure, too.
br_status br_table_own(br_table **table, const char *name, const char *const *heading, double *const *v, int columns,
                       size_t rows, br_diag *why) BR_CHECKED;

// Its rows for others, who close them: until then the table is busy, and stays open.
br_status br_table_hold(br_table *t, const char *call, br_rows *rows, br_diag *why) BR_CHECKED;

// Which columns stand in one table: those with numbers, in a MAT file of the length of time, or of the first of them. use[c]: column c.
br_status br_table_fitting(const br_table *t, bool *use) BR_CHECKED;

// Signals (NAME = FORMULA UNIT, ...) or other units in place of the columns of *r; on failure *r is as before. origin names the list.
br_status br_rows_take_signals(br_rows *r, const char *list, const char *origin, br_diag *why) BR_CHECKED;
br_status br_rows_take_units(br_rows *r, const char *list, const char *origin, br_diag *why) BR_CHECKED;

// ", v = #3" to a list of signals, where a column has that name; not the one that is time.
void br_table_list_signal(const br_table *t, const char *name, br_buffer *list);

// At the end of a join, and while it is read: BR_BAD_DATA or BR_BAD_USAGE if it makes no sense.
br_status br_table_check_join(const br_table *t, bool ended, br_diag *why) BR_CHECKED;

#endif
