// columns.h - columns of a table as the signals of a model.                     [host]
//
//     t = time, x = 5e-8*enc m, F = 35.15*u_V N, v = "Motor speed" rpm, w = #4 rad/s
//
// Left stand names that a model declares, right a column or a formula of columns, and behind a blank its unit. Formulas
// have the operations of laws (docs/laws.md) and see the numbers of the file as they are; the unit is that of the result.
// A column alone needs no unit where its heading has one. Columns are given by name, in quotes if the name has blanks, or
// by number. It stands here and not in `file`, because formulas are read by `law`.
#ifndef BR_SIM_SOURCE_COLUMNS_H
#define BR_SIM_SOURCE_COLUMNS_H

#include "file/table/rows.h"
#include "sim/source/formulas.h"

typedef struct br_signal {
    char name[BR_NAME_SIZE];
    char unit_text[BR_UNIT_TEXT]; // as given, or as in the heading; - for none
    br_unit unit;
    int column;  // place in br_signals.column of a column alone; -1: a formula
    int formula; // place in br_signals.formulas; -1: a column alone
} br_signal;

typedef struct br_signals {
    br_signal *signal;
    int count;
    int *column; // those of the table that the signals need
    int columns, stride;
    bool *uses; // [signal*stride + place in column]: the signal stands on it
    br_formulas formulas;
    double *block, **at; // rows column by column, and behind them what the formulas make of them
    long long rows;      // read so far
} br_signals;

// Reads a list for this table; origin ("--signals") names it in messages. BR_BAD_LAW: the list or a formula
// is wrong; BR_BAD_DATA: no such column, or a unit that is not that of the heading. s must not move; after a failure it is
// all zero.
br_status br_signals_read(br_signals *s, const char *list, const char *origin, br_rows table, br_diag *why) BR_CHECKED;
void br_signals_free(br_signals *s);

// br_rows_want for the columns that are needed.
br_status br_signals_want(const br_signals *s, br_rows table, br_diag *why) BR_CHECKED;

// Reads up to `rows` rows, as br_rows_read: to[j][k] is row k of signal j, in SI. A signal is NaN where a column it stands
// on is missing. BR_NOT_FINITE: a formula gave infinity or NaN from numbers.
br_status br_signals_next(br_signals *s, br_rows table, double *const to[], int rows, int *got,
                          br_diag *why) BR_CHECKED;

#endif
