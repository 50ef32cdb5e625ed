// join.h - several logs on one time axis, read row by row as one table.           [host]
//
//     br_join_part part[] = {{axis, 0, 0}, {current, 0, 0.0125}}; // two tables that are open, time in column 0
//     br_join_options o = br_join_defaults();
//     o.step = 1e-3;
//     br_status status = br_join_open(&joined, part, 2, &o, why);
//
// Memory is bounded by one block of rows per log, however long the logs are. Time is in seconds in the joined table, all
// other columns keep their units. Rows whose time is missing or does not rise are dropped and counted.
#ifndef BR_FILE_JOIN_JOIN_H
#define BR_FILE_JOIN_JOIN_H

#include "file/table/rows.h"

typedef struct br_join_part {
    br_rows rows; // open; the join closes it
    int time;     // its time column
    double shift; // s, added to its time
} br_join_part;

typedef enum br_join_method {
    BR_JOIN_LINEAR, // between the two nearest rows
    BR_JOIN_HOLD,   // the last row before
    BR_JOIN_MEAN,   // of all rows nearer than half a step; needs a step
} br_join_method;

typedef struct br_join_options {
    double step;        // s, between rows of the result; 0: the time stamps of the first log
    double from, until; // s, of the result; NaN: as far as all logs go
    double gap;         // s: a longer step of a log is not bridged, its numbers are missing there; 0: all are
    br_join_method method;
} br_join_options;

br_join_options br_join_defaults(void); // time stamps of the first log, all of it, linear, no gaps

// What became of the rows of one log, as far as it has been read.
typedef struct br_join_counts {
    long long rows;                            // read
    long long no_time;                         // dropped: their time is missing
    long long not_rising;                      // dropped: not later than a row before
    long long first_no_time, first_not_rising; // rows, from 1; 0: none
    bool ended;                                // its last row has been read
    double first, last;                        // s, with the shift
    double least, longest;                     // s, steps between rows that were used
} br_join_counts;

// Opens the join: column 0 is time, then the columns with numbers of each log in their order; a name that an earlier log has
// gets the number of its log behind it, x_2. The parts belong to the join, after a failure too. BR_BAD_USAGE: options that
// make no sense. BR_BAD_DATA: a time column without numbers, or with a unit that is none of time.
br_status br_join_open(br_rows *r, const br_join_part *part, int parts, const br_join_options *o,
                       br_diag *why) BR_CHECKED;

// Of r, which br_join_open made. The log is that of the part, for its columns and notes.
br_rows br_join_log(br_rows r, int part);
br_join_counts br_join_counts_of(br_rows r, int part);

#endif
