// reduce.c - decimation.                                                        [host]
#include "num/fp.h"

#include "fit/reduce.h"
#include "loop/zero_phase.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

long long br_reduce_rows(const br_reduce *r, long long rows)
{
    return r->every > 1 ? (rows + r->every - 1) / r->every : rows;
}

static br_status smooth(const br_reduce *r, int rows, double *x)
{
    br_lowpass_options o = {.dt = 1, .cutoff = 0.4 / r->every, .order = 8};
    size_t bytes = br_zero_phase_bytes(&o, rows);
    void *memory = bytes ? malloc(bytes) : NULL;
    br_status status = memory ? br_zero_phase_lowpass(&o, rows, x, memory, bytes, NULL) : BR_NO_MEMORY;
    free(memory);
    return status;
}

br_status br_reduce_column(const br_reduce *r, long long rows, double *x, double *to)
{
    if (r->every <= 1) {
        memmove(to, x, (size_t)rows * sizeof *x);
        return BR_OK;
    }
    if (rows > INT_MAX)
        return BR_NO_MEMORY;
    for (long long k = 0; k < br_reduce_rows(r, rows); k++)
        to[k] = x[k * r->every]; // which of them are missing
    br_status status = smooth(r, (int)rows, x);
    for (long long k = 0; k < br_reduce_rows(r, rows); k++)
        to[k] = isfinite(to[k]) ? x[k * r->every] : (double)NAN;
    return status;
}
