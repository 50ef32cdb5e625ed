// csv.h - reading CSV tables, whatever program wrote them.                     [host]
//
// Memory is bounded: one window of the file (at most 1 MiB) and the names of the columns, however long the file is. The
// same numbers under every locale, each the double nearest to its text. What the file looks like is found from its first
// lines by the rules of docs/csv.md; br_csv_format says what was found, and every finding can be given instead.
#ifndef BR_FILE_CSV_CSV_H
#define BR_FILE_CSV_CSV_H

#include "file/table/rows.h"
#include "num/text/buffer.h"

#include <stdbool.h>
#include <stddef.h>

#define BR_CSV_LINE ((size_t)1 << 20) // bytes of one row, line ends inside quotes included
enum {
    BR_CSV_COLUMNS = 4096, // of a table
    BR_CSV_SAMPLE = 65536, // bytes in which the format is detected
    BR_CSV_FIND = -1,      // in br_csv_options: find it
};

// What a number that is not there (an empty field, NA, nan) becomes; the caller gets the count in any case.
typedef enum br_missing {
    BR_MISSING_MARK,   // NaN
    BR_MISSING_REJECT, // an error that names line and column
    BR_MISSING_SKIP,   // the row is skipped
    BR_MISSING_HOLD,   // the number of the row before
} br_missing;

typedef struct br_csv_options {
    char delimiter;       // , ; | tab, or a blank for runs of blanks and tabs; 0: find it
    char decimal;         // . or , in numbers; 0: find it
    int preamble;         // lines above the header, or above the rows where there is none
    int header, units;    // 1: there is a line of names, of units below it; 0: there is none
    br_missing missing;   // of the columns that are wanted
    bool allow_truncated; // a truncated last line, or one without line end, is skipped, and counted
    bool allow_infinite;  // inf, and numbers beyond doubles, count as missing; else they are errors
} br_csv_options;

br_csv_options br_csv_defaults(void); // find everything, mark what is missing, refuse the rest

typedef struct br_csv_format {
    char delimiter, decimal;
    int preamble;       // lines above the header
    bool header, units; // lines of names, of units
    bool commented;     // the names stand in the comment above the rows
    bool bom, crlf;     // a byte order mark; lines that end in CR LF
    int first_line;     // of the rows
    int columns;
    br_column *column;
} br_csv_format;

typedef struct br_csv_counts {
    long long rows;       // given to the caller
    long long missing;    // fields of wanted columns
    long long skipped;    // rows skipped by BR_MISSING_SKIP
    long long underflows; // numbers below the least normal double: subnormal or 0
    long long comments;   // lines among the rows that are none: # and %
    bool truncated;       // a last line was skipped
} br_csv_counts;

typedef struct br_csv br_csv;

// Gives up to `room` bytes; 0 at the end, -1 if the source cannot be read (errno says why).
typedef long br_csv_pull(void *from, char *to, size_t room);

// Opens a regular file, or for "-" standard input, and finds its format. BR_NO_FILE: it cannot be read, or is a folder,
// a device or a pipe ("-" reads pipes). BR_BAD_DATA: no table; why names line and column. *t is written on success only.
br_status br_csv_open(br_csv **t, const char *path, br_csv_options o, br_diag *why) BR_CHECKED;
// The same from anything that gives bytes; name stands in messages.
br_status br_csv_open_from(br_csv **t, br_csv_pull *pull, void *from, const char *name, br_csv_options o,
                           br_diag *why) BR_CHECKED;
void br_csv_close(br_csv *t); // NULL does nothing

const br_csv_format *br_csv_format_of(const br_csv *t); // as long as t is open
br_csv_counts br_csv_counts_of(const br_csv *t);
br_rows br_csv_rows(br_csv *t); // the table as any other; closing either closes both

// Chooses the columns (from 0, each once) whose numbers are read; before that none is. Others may hold any text. Not
// after the first row has been read.
br_status br_csv_want(br_csv *t, const int *column, int count, br_diag *why) BR_CHECKED;

// Reads up to `rows` rows: to[j][k] is row k of the j-th wanted column. *got < rows only at the end of the table. On
// failure *got is 0, what to[] points at may have changed, and every later call fails in the same way.
br_status br_csv_read(br_csv *t, double *const to[], int rows, int *got, br_diag *why) BR_CHECKED;

// All rows that are left, in memory: column[j][k].
typedef struct br_columns {
    int columns;
    size_t rows;
    double **column;
} br_columns;

br_status br_columns_load(br_columns *table, br_csv *t, br_diag *why) BR_CHECKED;
void br_columns_free(br_columns *table);

#endif
