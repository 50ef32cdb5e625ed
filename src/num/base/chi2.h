// chi2.h - chi-square distribution: cumulative probability and quantile.       [host]
//
//     double low = br_chi2_quantile(0.025, runs * n), high = br_chi2_quantile(0.975, runs * n);
//
// Degrees of freedom are any number from 1e-2 to 1e8.
#ifndef BR_NUM_BASE_CHI2_H
#define BR_NUM_BASE_CHI2_H

// The probability that a sum is at most x; relative error below 1e-11, for more than 1e4 degrees below 1e-15 of their number.
double br_chi2_cdf(double x, double degrees);

// The sum that is not exceeded with probability p, 0 < p < 1; NaN for arguments out of range.
double br_chi2_quantile(double p, double degrees);

#endif
