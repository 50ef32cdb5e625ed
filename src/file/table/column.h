// column.h - columns of a table: heading with unit, look-up by name or number, sample time. [host]
#ifndef BR_FILE_TABLE_COLUMN_H
#define BR_FILE_TABLE_COLUMN_H

#include "file/disk/spool.h"
#include "file/table/rows.h"
#include "num/text/buffer.h"

// A heading in its parts: "position [mm]", "pos (mm)" and "v / m/s" have a unit, "q[4]" and "u_V" have none: a unit is
// what stands apart and can be read as one.
typedef struct br_heading {
    size_t name;      // the first bytes, without blanks behind them
    const char *unit; // points into the text; NULL: none
    size_t unit_size;
    br_unit is;
} br_heading;

br_heading br_heading_read(const char *text, size_t size);

// A unit alone, as in a line of units: "mm", "[mm]", "(mm)".
bool br_heading_unit(const char *text, size_t size, br_heading *h);

// The column that a word names: its whole heading, else its name without the unit, else either without regard to capitals;
// or by number, "#3" (from 1). BR_BAD_DATA: none, or more than one; why says which columns there are. place: where the
// word stands, before the message; "" for nowhere.
br_status br_column_find(br_rows r, const char *word, size_t size, const char *place, int *column,
                         br_diag *why) BR_CHECKED;

// The headings of the columns in one line, "#2" for one without, as many as fit.
void br_column_list(br_buffer *out, br_rows r);

// The time column of a table without a column map: by its name, else by its unit; -1: none.
int br_column_time(br_rows table);

// How a time column was sampled, in its own unit.
typedef struct br_sampling {
    size_t samples, missing; // missing: NaN, ignored in everything else
    size_t duplicates;       // steps of exactly 0
    size_t backwards;        // negative steps
    size_t gaps;             // steps of more than 1.5 times the median
    double start, end;       // first and last time
    double least, median, most;
    size_t widest; // the sample before the largest step
    double grain;  // spacing of doubles at the largest time
    bool coarse;   // grain is more than a thousandth of the median: nanoseconds since 1970 as doubles
} br_sampling;

// BR_BAD_DATA: fewer than two times.
br_status br_sampling_of(const double *time, size_t n, br_sampling *s, br_diag *why) BR_CHECKED;
br_status br_sampling_of_spool(br_spool *time, size_t n, br_sampling *s,
                               br_diag *why) BR_CHECKED; // keeps little of it in memory

#endif
