// median.h - the middle of numbers, and other ranks.                                                   [host]
#ifndef BR_FIT_STATISTICS_MEDIAN_H
#define BR_FIT_STATISTICS_MEDIAN_H

// The number of which a share of the n numbers is not above, between two of them on a straight line; v is put in another
// order. NaN for n < 1. No number may be NaN.
double br_rank(long long n, double *v, double share);
double br_median(long long n, double *v);

#endif
