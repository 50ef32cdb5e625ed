// reduce.h - fewer samples of the same: low-pass without delay, then every k-th sample.               [host]
//
// Noise above the motion that is looked at carries nothing, and samples closer than its correlation are not worth one each.
// Measured and model go through the same low-pass, so nothing shifts between them (parallel decimation).
#ifndef BR_FIT_REDUCE_H
#define BR_FIT_REDUCE_H

#include <bristle/status.h>

typedef struct br_reduce {
    int every; // keeps rows 0, every, 2*every, ...; 1: all, as they are
} br_reduce;

long long br_reduce_rows(const br_reduce *r, long long rows);

// x: rows numbers, which are lost; to: br_reduce_rows of them, NaN where x is NaN there. The low-pass is a Butterworth of
// order 8, forward and backward, with 4/5 of the new Nyquist frequency.
br_status br_reduce_column(const br_reduce *r, long long rows, double *x, double *to) BR_CHECKED;

#endif
