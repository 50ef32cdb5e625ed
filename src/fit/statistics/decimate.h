// decimate.h - decimation of a whole log: zero-phase anti-aliasing filter, then every n-th sample. [host]
#ifndef BR_FIT_STATISTICS_DECIMATE_H
#define BR_FIT_STATISTICS_DECIMATE_H

#include <bristle/status.h>

// x (n samples) is low-passed forward and backward by a Chebyshev filter of order 8 with 0.05 dB of ripple, up to 0.8 of half the
// new rate, as is usual; every `every`-th sample of it, the last one among them, then stands at the front of x: *left of
// them. Constants come out 1.1 % smaller, all signals alike: whoever compares passes all of them through. every 1: all
// stay as they are. BR_BAD_USAGE: every outside of 1..1000; BR_BAD_DATA: fewer than 2 samples. x is then as before.
br_status br_decimate(int every, int n, double *x, int *left) BR_CHECKED;

// The same of `columns` signals at once, x being n rows of them. No number may be missing.
br_status br_decimate_columns(int every, int n, int columns, double *x, int *left) BR_CHECKED;

#endif
