// stops_parts.h - what the sources of stops.h share.                                                    [host]
#ifndef BR_FIT_CURVE_STOPS_PARTS_H
#define BR_FIT_CURVE_STOPS_PARTS_H

#include "fit/curve/stops.h"

// A log, and which of its rows count: those from `first` on whose force is there, in blocks of equal length.
typedef struct br_stops_log {
    long long n, first;
    const double *x, *v, *F;
    int blocks;
} br_stops_log;

// Checks all, and fills in what the options leave open; the log has n, x, v and F.
br_status br_stops_prepare(br_stops_log *log, br_stops_options *o) BR_CHECKED;

enum { BR_STOPS_STEPS = 40, BR_STOPS_COMPARE = 6 }; // of a refinement, and of one that only compares

// The block of a row; -1: the row does not count.
int br_stops_block(const br_stops_log *log, long long i);

// Refines s by at most so many steps on all rows but those of block `without` (-1: on all). *rms: of the fitted rows; *hold_out_error (may be NULL): of the others.
// e (may be NULL): values and statistics.
br_status br_stops_refine(br_stops *s, const br_stops_log *log, const br_stops_options *o, int steps, int without,
                          double *rms, double *hold_out_error, br_fit_estimate *e) BR_CHECKED;

#endif
