// triangle.c - the triangular factor of many rows, block by block (sequential QR). [host]
#include "num/base/fp.h"

#include "fit/statistics/triangle.h"
#include "num/algebra/qr.h"
#include "num/algebra/vector.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 }; // rows below those of R

br_status br_triangle_init(br_triangle *t, int n)
{
    *t = (br_triangle){0};
    if (n < 1 || n > 1001)
        return BR_BAD_USAGE;
    t->block = calloc(((size_t)n + BLOCK) * (size_t)n, sizeof *t->block);
    if (!t->block)
        return BR_NO_MEMORY;
    t->n = t->held = n;
    return BR_OK;
}

void br_triangle_free(br_triangle *t)
{
    free(t->block);
    *t = (br_triangle){0};
}

// The block becomes its own R, n rows.
static br_status triangularise(int n, int rows, double *block)
{
    double *work = malloc(((size_t)5 * (size_t)n + (size_t)rows) * sizeof *work);
    int rank;
    if (!work)
        return BR_NO_MEMORY;
    br_status status = br_qr_factor(rows, n, block, work, NULL, 0, &rank, work + n);
    for (int i = 0; i < n && status == BR_OK; i++)
        memset(br_row(block, n, i), 0, (size_t)i * sizeof *block);
    free(work);
    return status;
}

double *br_triangle_row(br_triangle *t)
{
    return br_row(t->block, t->n, t->held);
}

br_status br_triangle_close(br_triangle *t)
{
    br_status status = triangularise(t->n, t->held, t->block);
    t->held = t->n;
    return status;
}

br_status br_triangle_add(br_triangle *t)
{
    return ++t->held == t->n + BLOCK ? br_triangle_close(t) : BR_OK;
}

br_status br_triangle_copy(const br_triangle *t, double *to)
{
    memcpy(to, t->block, (size_t)t->held * (size_t)t->n * sizeof *to);
    return triangularise(t->n, t->held, to);
}
