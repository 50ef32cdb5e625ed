// apart.c - how far two runs of a model come apart.                              [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "sim/run/apart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST = 100 }; // rows of a mean: a single row that differs is no difference of runs

br_status br_apart_open(br_apart *a, int count)
{
    size_t n = (size_t)count;
    memset(a, 0, sizeof *a);
    a->squares = calloc(3 * n + 1, sizeof *a->squares);
    if (!a->squares)
        return BR_NO_MEMORY;
    a->most = a->squares + n;
    a->largest = a->most + n;
    a->count = count;
    return BR_OK;
}

void br_apart_close(br_apart *a)
{
    free(a->squares);
    memset(a, 0, sizeof *a);
}

void br_apart_row(br_apart *a, int count, const double *one, const double *other)
{
    a->rows++;
    for (int i = 0; i < count; i++) {
        double off = other ? one[i] - other[i] : HUGE_VAL;
        a->squares[i] += off * off;
        a->most[i] = br_max(a->most[i], br_sqrt(a->squares[i] / br_max((double)a->rows, LEAST)));
        a->largest[i] = br_max(a->largest[i], br_max(fabs(one[i]), other ? fabs(other[i]) : 0));
    }
}

double br_apart_share(const br_apart *a)
{
    double share = 0;
    for (int i = 0; i < a->count; i++)
        share = a->most[i] > 0 ? br_max(share, a->most[i] / a->largest[i]) : share;
    return share;
}
