// samples.h - recorded signals, interpolated over time.   [host]
#ifndef BR_SIM_SOURCE_SAMPLES_H
#define BR_SIM_SOURCE_SAMPLES_H

#include "file/table/column.h"
#include "sim/source/columns.h"

typedef struct br_samples {
    const br_signals *signals; // their names and units
    size_t rows;
    double **y;      // y[j][k]: signal j in row k, in SI
    const double *t; // the signal named t, which rises
    bool linear;     // between samples: straight lines; else each value is held up to the next one
    br_sampling sampling;
    long long all;   // rows of the table; more than `rows` where windows were taken
    int windows;     // 0: all rows were taken
    br_spool *spool; // of every signal
} br_samples;

// Reads all rows of a table. One signal is named t, in seconds; its times rise from row to row and no number is missing, or
// it is BR_BAD_DATA. The signals must outlive the samples; *p is written on success only.
br_status br_samples_load(br_samples *p, br_signals *s, br_rows table, bool linear, br_diag *why) BR_CHECKED;
// The same for what was measured: numbers other than times may be missing, and are NaN. most: of a table with more rows than
// that, windows are taken that are spread evenly over it, half to all of so many rows, in bounded memory; 0: all rows are.
br_status br_samples_load_measured(br_samples *p, br_signals *s, br_rows table, long long most,
                                   br_diag *why) BR_CHECKED;
void br_samples_free(br_samples *p);
void br_samples_release(const br_samples *p); // takes rows of a long log out of memory, until they are read again

int br_samples_find(const br_samples *p, const char *name, size_t size); // a signal, -1: none
// Value and slope from the right; before the first row and after the last one their values are held.
double br_samples_at(const br_samples *p, int signal, double t, double *slope);
size_t br_samples_row_after(const br_samples *p, double t); // the first row after t; p->rows if there is none
double br_samples_break(const br_samples *p, double t);     // the first sample strictly after t, or infinity

#endif
