// stamps.h - how even the time stamps of a log are, and whether its positions agree with them.       [host]
#ifndef BR_SIM_OBSERVE_STAMPS_H
#define BR_SIM_OBSERVE_STAMPS_H

#include "file/disk/spool.h"

#include <stdbool.h>

// What the steps between positions are.
typedef enum br_time_base {
    BR_TIME_EVEN,   // whole numbers of equal steps
    BR_TIME_STAMPS, // those of the time stamps
    BR_TIME_ROWS,   // equal ones from row to row: the stamps jitter, the samples do not
} br_time_base;

typedef struct br_stamps {
    double median, least, most; // steps, s
    // Of the steps that are no gaps, which are longer than 2.5 medians:
    double mean;   // s
    double uneven; // share of those that are off a whole number of medians by more than 5 % of the median
    double off;    // RMS of that, in medians
    // Error with which the cubic through the two positions on either side predicts one, as a share of that of white noise,
    // below which 90 % are: along the stamps, and along the row numbers. NaN: not known.
    double by_stamps, by_rows;
    br_time_base base; // EVEN: off is at most 1 %; ROWS: by_rows is below two thirds of by_stamps
} br_stamps;

// Of rows (at least 2) at times that rise; positions x may be NULL or missing (NaN).
br_status br_stamps_of(long long rows, const double *t, const double *x, br_stamps *to) BR_CHECKED;
br_stamps br_stamps_of_long(long long rows, const double *t, const double *x, br_release release); // of rows on disk

#endif
