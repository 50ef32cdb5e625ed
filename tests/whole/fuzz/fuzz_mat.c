// fuzz_mat.c - any bytes as a MAT file: read as it is, and all of it as one compressed variable's surroundings.
//
// The first byte chooses: 0 the bytes as they are, else behind a header of version 5 in one byte order or the other.
#include "file/mat/mat.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Every number that comes out is finite, or missing; every refusal is one line.
static void read_column(const uint8_t *bytes, size_t size, int c)
{
    enum { ROWS = 100 };
    double v[ROWS];
    double *const to[] = {v};
    br_mat *m = NULL;
    br_diag why = {0};
    if (br_mat_open_bytes(&m, bytes, size, "f", c % 2, &why) != BR_OK) {
        if (!why.text[0] || strchr(why.text, '\n'))
            abort();
        return;
    }
    br_rows r = br_mat_rows(m);
    br_status status = br_rows_want(r, &c, 1, &why);
    for (int got = ROWS; status == BR_OK && got == ROWS;) {
        status = br_rows_read(r, to, ROWS, &got, &why);
        for (int k = 0; k < got; k++)
            if (isinf(v[k]))
                abort();
    }
    if (status != BR_OK && !why.text[0])
        abort();
    br_rows_close(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    int kind = data[0] % 3, column = data[1] % 4;
    size_t head = kind ? 128 : 0;
    uint8_t *bytes = calloc(head + size, 1);
    if (!bytes)
        return 0;
    if (head) {
        memset(bytes, ' ', 124);
        bytes[124] = kind == 2;
        bytes[125] = kind == 1;
        memcpy(bytes + 126, kind == 1 ? "IM" : "MI", 2);
    }
    memcpy(bytes + head, data + 2, size - 2);
    read_column(bytes, head + size - 2, column);
    free(bytes);
    return 0;
}
