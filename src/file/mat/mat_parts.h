// mat_parts.h - what the files of the MAT reader share (private to it).        [host]
#ifndef BR_FILE_MAT_MAT_PARTS_H
#define BR_FILE_MAT_MAT_PARTS_H

#include "file/mat/mat.h"

#include <stdint.h>

// How numbers are stored, by the codes of version 5.
typedef enum br_mat_type {
    BR_MAT_INT8 = 1,
    BR_MAT_UINT8 = 2,
    BR_MAT_INT16 = 3,
    BR_MAT_UINT16 = 4,
    BR_MAT_INT32 = 5,
    BR_MAT_UINT32 = 6,
    BR_MAT_SINGLE = 7,
    BR_MAT_DOUBLE = 9,
    BR_MAT_INT64 = 12,
    BR_MAT_UINT64 = 13,
    BR_MAT_MATRIX = 14,
    BR_MAT_COMPRESSED = 15,
    BR_MAT_UTF8 = 16,
    BR_MAT_UTF16 = 17,
} br_mat_type;

// Numbers where they stand in the file, or in what was unpacked.
typedef struct br_mat_numbers {
    const uint8_t *at;
    br_mat_type type;
    bool big;      // the first byte is the most significant
    size_t count;  // of them
    size_t stride; // from one to the next, in numbers
} br_mat_numbers;

typedef struct br_mat_unit {
    char name[BR_MAT_NAME], text[BR_UNIT_SIZE]; // of the field, without `units.`
} br_mat_unit;

enum { BR_MAT_CHUNK = 1 << 14, BR_MAT_WINDOW = 1 << 16 }; // bytes

struct br_mat {
    char *name;
    uint8_t *bytes; // the file; as far as it is loaded, where it is open
    size_t size;
    int file;        // open, numbers are read from it in pieces; -1: all bytes are in memory
    uint8_t *loaded; // for each BR_MAT_CHUNK of bytes: 1, it is there
    uint8_t *window; // the piece of numbers that was read last
    uint8_t **block; // what was unpacked
    int blocks;
    size_t unpacked;
    br_mat_unit *unit; // fields of the structure `units`
    int units;
    br_column *column;
    br_mat_numbers *numbers; // of each column
    int columns;
    int *wanted;
    int wants;
    size_t row, rows;
    bool infinite, started;
    br_status dead;
    br_diag why;
};

// load.c
// Loads bytes at `at` from the file, if they are bytes of it and not there yet.
br_status br_mat_load(br_mat *m, const uint8_t *at, size_t size, br_diag *why) BR_CHECKED;
int br_mat_width(br_mat_type type); // bytes of one number; 0: no numbers
double br_mat_number(const br_mat_numbers *n, size_t i);
// Numbers of n from `from` on, in memory: *part has all of them, or as many as a window holds, until the next call.
br_status br_mat_numbers_from(br_mat *m, const br_mat_numbers *n, size_t from, br_mat_numbers *part,
                              br_diag *why) BR_CHECKED;

// units.c
// A field of `units` with text of `count` characters, each a number of n. Too long ones, or more fields than columns, are dropped.
br_status br_mat_add_unit(br_mat *m, const char *name, const br_mat_numbers *n) BR_CHECKED;
// Gives columns the units of these fields; fields that are none stay variables without numbers.
br_status br_mat_apply_units(br_mat *m) BR_CHECKED;

// column.c
char *br_mat_copy_name(const char *text); // of less than BR_MAT_NAME bytes, malloc'ed; or NULL

// Adds a matrix of rows*columns numbers that stand column by column from n.at, as one or more columns of the table.
br_status br_mat_add(br_mat *m, const char *name, br_mat_numbers n, size_t rows, size_t columns,
                     br_diag *why) BR_CHECKED;
// Adds a variable that is no column, with the reason; names of many are dropped.
br_status br_mat_add_other(br_mat *m, const char *name, const char *reason) BR_CHECKED;
br_status br_mat_keep(br_mat *m, uint8_t *block) BR_CHECKED; // a malloc'ed block, freed with m, or at once on failure

br_status br_mat_read_4(br_mat *m, br_diag *why) BR_CHECKED;
br_status br_mat_read_5(br_mat *m, br_diag *why) BR_CHECKED;
br_status br_mat_read_hdf5(br_mat *m, const char *path, br_diag *why) BR_CHECKED;

// Unpacks an element of version 5: its tag and as many bytes as that says, at most `most`; *to is malloc'ed. A stream that
// gives more or less, or whose checksum is wrong, is BR_BAD_DATA; *fault says what is wrong.
br_status br_mat_unpack(const uint8_t *from, size_t size, bool big, size_t most, uint8_t **to, size_t *got,
                        const char **fault) BR_CHECKED;

static inline uint64_t br_mat_word(const uint8_t *at, int width, bool big)
{
    uint64_t w = 0;
    for (int i = 0; i < width; i++)
        w |= (uint64_t)at[i] << 8 * (big ? width - 1 - i : i);
    return w;
}

#endif
