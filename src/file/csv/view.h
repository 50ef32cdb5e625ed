// view.h - detecting the delimiter and decimal mark of a CSV table from its first lines. [host]
//
// Private to the reader: view.c finds delimiter, decimal mark and rows, head.c the lines above the rows.
#ifndef BR_FILE_CSV_VIEW_H
#define BR_FILE_CSV_VIEW_H

#include "file/csv/csv.h"

enum { BR_VIEW_LINES = 400 };

typedef struct br_csv_sample {
    char *text; // written to, and left as it was
    size_t size;
    bool whole;       // the file ends here
    const char *name; // in messages
} br_csv_sample;

typedef struct br_view_line {
    char *at, *end; // without its line end
    int number;     // from 1
    int fields, numbers, missing;
    bool skip; // blank, a comment, or above the preamble that was given
} br_view_line;

typedef struct br_view {
    char delimiter, decimal;
    br_view_line line[BR_VIEW_LINES];
    int lines;
    int columns;                     // of the table; 0: there is none
    int first;                       // line of the first row
    bool is_numeric[BR_CSV_COLUMNS]; // most rows have a number in this column, or nothing
    int numerics;                    // such columns
    double quality;                  // rows among the lines, each by its share of numbers
} br_view;

// Finds the delimiter and decimal mark under which most of the sample is numbers. columns 0: under none.
br_status br_view_choose(br_view *v, br_csv_sample s, const br_csv_options *o, br_diag *why) BR_CHECKED;

// The last line above this one that is not skipped; -1: none.
int br_view_above(const br_view *v, int line);

#endif
