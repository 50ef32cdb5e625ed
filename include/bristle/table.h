// table.h - logs: CSV and MAT files or arrays, with names and units; joined, resampled, cut, shifted, converted, written.   [host]
//
//     br_table *log, *joined;
//     br_table_join_options o;
//     br_diag why;
//     br_table_join_defaults(&o, sizeof o);
//     o.step = 1e-3, o.from = 1, o.until = 4;                                  // s: every ms from second 1 to 4
//     if (br_table_open(&log, "log.csv", NULL, &why) != BR_OK || br_table_join(&joined, &log, 1, &o, &why) != BR_OK ||
//         br_table_load(joined, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 3;
//     const double *x = br_table_values(joined, br_table_index(joined, "x", NULL)); // br_table_rows(joined) numbers
//     br_table_close(joined);
//     br_table_close(log);
//
// A table gives its rows once, from the first to the last, and needs the memory of a block of them, however long the file is. A table
// in memory (br_table_lend, br_table_load) can be read again. A number that is missing is NaN. Columns count from 0. Calls that
// give rows do so in time linear in their number; none is for a control loop. A table serves one thread at a time, and a joined
// one together with those it is made of. On failure nothing has changed, but rows that were read are gone; why (may be NULL)
// says what is wrong and where. NULL in place of a table is BR_BAD_USAGE, or answered by 0, -1 or NULL.
#ifndef BRISTLE_TABLE_H
#define BRISTLE_TABLE_H

#include <bristle/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_table br_table;

// ------- Opening

typedef struct br_table_options {
    size_t size;         // of this structure, by br_table_defaults
    char delimiter;      // of a CSV file: , ; | tab, or a blank for runs of blanks and tabs; 0: found (default)
    char decimal;        // of its numbers: . or , ; 0: found (default)
    int allow_truncated; // whether a last line that is cut off is ignored; else it is BR_BAD_DATA (default 0)
    int allow_infinite;  // whether infinite numbers count as missing; else they are BR_BAD_DATA (default 0)
} br_table_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_table_defaults(br_table_options *o, size_t size);

// A MAT file if its name ends in .mat or it starts as one, else CSV; "-" is CSV from standard input. docs/csv.md and docs/mat.md have
// the rules. o: NULL for the defaults. BR_NO_FILE: it cannot be read. BR_BAD_DATA: no table. Close what you opened.
BR_PUBLIC br_status br_table_open(br_table **table, const char *path, const br_table_options *o,
                                  br_diag *why) BR_CHECKED;

// The same of the bytes of a CSV or MAT file, which are copied; name stands in messages.
BR_PUBLIC br_status br_table_parse(br_table **table, const char *name, const void *bytes, size_t size,
                                   const br_table_options *o, br_diag *why) BR_CHECKED;

// Arrays of a program: heading[c] is "x", or with its unit "x [mm]"; v[c] has `rows` numbers. Numbers are borrowed until the table
// is closed, texts are copied.
BR_PUBLIC br_status br_table_lend(br_table **table, const char *name, const char *const *heading,
                                  const double *const *v, int columns, size_t rows, const br_table_options *o,
                                  br_diag *why) BR_CHECKED;

BR_PUBLIC void
br_table_close(br_table *table); // NULL is fine. A joined table keeps what it is made of until it is closed.

// ------- What is in it
// Texts that a table answers are its own: they stay until br_table_set_..., br_table_load or br_table_close.

BR_PUBLIC int br_table_columns(const br_table *table);
BR_PUBLIC const char *br_table_name(const br_table *table, int column); // without the unit; "" where the file has none
BR_PUBLIC const char *br_table_unit(const br_table *table, int column); // as written, "mm"; - for none
BR_PUBLIC int br_table_has_numbers(const br_table *table, int column);  // 0: text, or nothing that can be read

// Why a column has no numbers, or which of them are not exact; column -1: a warning about the rows so far. NULL: nothing.
BR_PUBLIC const char *br_table_note(const br_table *table, int column);

// The column of a name, with its unit or without, in these capitals or others, or of a number from 1, "#3". -1: there is none, or more
// than one; why says which there are.
BR_PUBLIC int br_table_index(const br_table *table, const char *name, br_diag *why);

BR_PUBLIC int
br_table_time(const br_table *table); // its time column: as set, else by its name, else by its unit; -1: none

// ------- Changing it, before its first row is read

// Which column is time (NULL: by its name or unit), and s added to it where the table is joined or aligned. Time without a unit is in s.
// BR_BAD_DATA: there is no such column. BR_BAD_USAGE: the shift is not finite.
BR_PUBLIC br_status br_table_set_time(br_table *table, const char *column, double shift, br_diag *why) BR_CHECKED;

// Other columns in place of those of the table: "t = time, x = 5e-8*enc m, F = \"Motor force\" N", NAME = COLUMN or NAME = FORMULA UNIT.
// Formulas have the operations of laws (docs/laws.md) and use the numbers as they are in the table; the columns are in SI units.
// BR_BAD_LAW: the list is wrong; BR_BAD_DATA: no such column, or another unit than its heading has. The time column is searched again.
BR_PUBLIC br_status br_table_set_signals(br_table *table, const char *signals, br_diag *why) BR_CHECKED;

// Numbers converted to other units: "x = mm, v = mm/s". BR_BAD_LAW: no unit; BR_BAD_DATA: no such column, or a unit that does
// not suit it.
BR_PUBLIC br_status br_table_set_units(br_table *table, const char *units, br_diag *why) BR_CHECKED;

// ------- Rows

// Reads up to `rows` rows: to[c][k] is row k of column c; to[c] NULL: not wanted. The first call settles which columns are. *got < rows
// only at the end. BR_BAD_DATA: a row that cannot be read, columns of different lengths (of a MAT file), or a join that makes no
// sense (br_table_join). BR_NOT_FINITE: a formula gave infinity. After a failure *got is 0, and later calls fail in the same way.
BR_PUBLIC br_status br_table_read(br_table *table, double *const *to, int rows, int *got, br_diag *why) BR_CHECKED;

BR_PUBLIC double
br_table_share(const br_table *table); // of the rows that have been read, 0 to 1; 0: their number is unknown

// Reads all rows into memory, 8 bytes a number, and starts at the first row again: for br_table_values, and for tables that are read twice.
// Columns without numbers, and of another length than time, are left out: br_table_note says so. Not after the first row.
BR_PUBLIC br_status br_table_load(br_table *table, br_diag *why) BR_CHECKED;
BR_PUBLIC size_t br_table_rows(const br_table *table);                      // of a table in memory; 0 for others
BR_PUBLIC const double *br_table_values(const br_table *table, int column); // NULL: none, or not in memory
BR_PUBLIC br_status br_table_rewind(br_table *table) BR_CHECKED;            // BR_BAD_USAGE: it is not in memory

// ------- Joining, resampling, cutting

typedef enum br_table_method {
    BR_TABLE_LINEAR, // between the two nearest rows
    BR_TABLE_HOLD,   // the last row before
    BR_TABLE_MEAN    // of all rows nearer than half a step
} br_table_method;

typedef struct br_table_join_options {
    size_t size;        // of this structure, by br_table_join_defaults
    double step;        // s, between rows of the result; 0: time stamps of the first table (default)
    double from, until; // s, of the result; NaN: as far as all tables go (default)
    double gap;         // s: longer steps of a table are not bridged, numbers are missing there; 0: all are (default)
    br_table_method method; // BR_TABLE_MEAN needs a step (default BR_TABLE_LINEAR)
} br_table_join_options;

BR_PUBLIC br_status br_table_join_defaults(br_table_join_options *o, size_t size);

// One or more tables on one time axis, each with its br_table_set_time. Column 0 is t in s, then come the columns with numbers of
// each table; a name that an earlier one has gets the number of its table behind it, x_2. Rows without a time, or whose time
// does not rise, are rejected and counted. The tables may be closed from then on, but not be read or changed until `joined` is
// closed. Reading it fails with BR_BAD_DATA if no time is common to all, or if more than half of the rows of a table are rejected,
// and with BR_BAD_USAGE if the step makes more than 1000 rows of one. o: NULL for the defaults. At most 64 tables.
BR_PUBLIC br_status br_table_join(br_table **joined, br_table *const *table, int tables, const br_table_join_options *o,
                                  br_diag *why) BR_CHECKED;

// What became of the rows of one table of a join, so far. size: that of the structure.
typedef struct br_table_counts {
    size_t size;
    long long rows;                            // read
    long long no_time, not_rising;             // rejected: no time; not later than a row before
    long long first_no_time, first_not_rising; // the first of them, from 1; 0: none
    int ended;                                 // whether its last row has been read
    double first, last;                        // s, with the shift
    double least, longest;                     // s, steps between rows that were used
} br_table_counts;

// BR_BAD_USAGE: no joined table, no such part of it, or no structure of a size that is known.
BR_PUBLIC br_status br_table_counts_of(const br_table *joined, int table, br_table_counts *counts) BR_CHECKED;

// The shift between two tables, by a signal that both have. size: that of the structure.
typedef struct br_table_alignment {
    size_t size;
    double shift;       // s, to be added to the time of the second (br_table_set_time)
    double sd;          // s, its standard deviation
    double gain;        // first = gain*second + offset at that shift
    double correlation; // coefficient at that shift, -1 to 1
    double overlap;     // s that both cover then
    double samples;     // independent ones within the overlap
    int doubtful;       // little in common: the shift may mean nothing
    int ambiguous;      // another shift explains the signals nearly as well:
    double other, other_correlation;
    size_t spikes[2];     // of either signal: samples that were ignored, far beyond the range of all others
    double spike_time[2]; // s, of the first of them
} br_table_alignment;

// Least squared differences over all shifts that leave half of the shorter signal in common, to a fraction of a sample. Reads both
// tables to their end, at most 2^19 samples of each (means, if there are more), and takes n*log(n) time and about 100 MB for
// that many. BR_BAD_DATA: a signal does not change, or they share too little.
BR_PUBLIC br_status br_table_align(br_table *first, const char *column, br_table *second, const char *other,
                                   br_table_alignment *found, br_diag *why) BR_CHECKED;

// ------- Writing

typedef enum br_table_format {
    BR_TABLE_BY_NAME, // MAT if the name ends in .mat, else CSV
    BR_TABLE_CSV,
    BR_TABLE_MAT
} br_table_format;

typedef struct br_table_write_options {
    size_t size;            // of this structure, by br_table_write_defaults
    br_table_format format; // default BR_TABLE_BY_NAME
    char delimiter;         // of a CSV file: , ; | tab (default ,)
    char decimal;           // of its numbers: . or , (default .)
    int keep;               // whether a file that exists is left as it is, which is BR_NO_FILE (default 0)
} br_table_write_options;

BR_PUBLIC br_status br_table_write_defaults(br_table_write_options *o, size_t size);

// Writes all rows, of columns with numbers: names and units stand in the header line, or in the structure `units` of a MAT
// file of version 5; numbers read back to the same bits. The file appears whole or not at all, also where the process is
// killed; "-" is standard output. BR_NO_FILE: it cannot be written. BR_NOT_FINITE: an infinite number. o: NULL for the defaults.
BR_PUBLIC br_status br_table_write(br_table *table, const char *path, const br_table_write_options *o,
                                   br_diag *why) BR_CHECKED;

// The same block by block, for rows of your own: with the names and units of the columns of `like` that have numbers.
typedef struct br_table_writer br_table_writer;

BR_PUBLIC br_status br_table_writer_open(br_table_writer **writer, const char *path, const br_table *like,
                                         const br_table_write_options *o, br_diag *why) BR_CHECKED;
// And without a table: the names of so many columns, and their units ("m/s"; - or NULL for none; NULL: none has one). Texts are copied.
BR_PUBLIC br_status br_table_writer_begin(br_table_writer **writer, const char *path, const char *const *name,
                                          const char *const *unit, int columns, const br_table_write_options *o,
                                          br_diag *why) BR_CHECKED;
// v[c][k] is row k of column c, of `like` or as they were named.
BR_PUBLIC br_status br_table_writer_add(br_table_writer *writer, const double *const *v, int rows,
                                        br_diag *why) BR_CHECKED;
// The file appears. The writer is freed, after a failure too.
BR_PUBLIC br_status br_table_writer_finish(br_table_writer *writer, br_diag *why) BR_CHECKED;
BR_PUBLIC void br_table_writer_drop(br_table_writer *writer); // nothing appears, and the writer is freed; NULL is fine

#ifdef __cplusplus
}
#endif
#endif
