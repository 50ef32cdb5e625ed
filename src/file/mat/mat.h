// mat.h - reading MAT files: numeric variables of versions 4, 5 and, with libmatio, 7.3. [host]
//
// The columns of the table are all numeric vectors that the file has, however deep: a variable by its name, `x`; a field of
// a structure as `log.x`, of an array of structures as `log(2).x`; an element of a cell as `c{1}`; the columns of a matrix as
// `q[1]`, `q[2]`, ..., or its rows where it has more columns than rows: the longer side is time. Columns of one table have
// equal lengths: those of another length cannot be wanted together. What is no such vector (text, sparse, complex, objects)
// is a column without numbers, whose note says what it is. Fields of a structure `units` are units of columns: units.x of x.
//
// Numbers are read from the file in pieces: memory does not grow with their count, but for compressed variables and version 7.3.
//
// The file is hostile: it and what it unpacks to have at most BR_MAT_BYTES, sizes are checked against the bytes there are before
// anything is allocated, and structures nest BR_MAT_DEPTH deep. docs/mat.md has the rules.
#ifndef BR_FILE_MAT_MAT_H
#define BR_FILE_MAT_MAT_H

#include "file/table/rows.h"

#define BR_MAT_BYTES ((size_t)1 << 30)
enum {
    BR_MAT_COLUMNS = 4096,
    BR_MAT_DEPTH = 32,
    BR_MAT_NAME = 256, // bytes of a column's name, with its final 0
};

typedef struct br_mat br_mat;

// infinite: infinite numbers count as missing; else they are an error when they are read. BR_NO_FILE: it cannot be read.
// BR_BAD_DATA: no MAT file, or a broken one; why names the byte. *to is written on success only.
br_status br_mat_open(br_mat **to, const char *path, bool infinite, br_diag *why) BR_CHECKED;
// The same of bytes in memory, which are copied, of versions 4 and 5; name stands in messages.
br_status br_mat_open_bytes(br_mat **to, const void *bytes, size_t size, const char *name, bool infinite,
                            br_diag *why) BR_CHECKED;
void br_mat_close(br_mat *m); // NULL does nothing

br_rows br_mat_rows(br_mat *m);                    // closing either closes both
size_t br_mat_length(const br_mat *m, int column); // numbers in it
bool br_mat_is(const void *start, size_t size);    // the first 128 bytes of a file of version 5 or 7.3

#endif
