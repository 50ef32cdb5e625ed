// median.h - median and quantiles.                                                [host]
#ifndef BR_FIT_STATISTICS_MEDIAN_H
#define BR_FIT_STATISTICS_MEDIAN_H

// The quantile below which a share of the n numbers lies, linear between two of them; v is put in another
// order. NaN for n < 1. No number may be NaN.
double br_rank(long long n, double *v, double share);
double br_median(long long n, double *v);

#endif
