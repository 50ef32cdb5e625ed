// spread.h - how positive numbers are spread, counted in fixed memory: quantiles to a known accuracy.  [host]
#ifndef BR_FIT_STATISTICS_SPREAD_H
#define BR_FIT_STATISTICS_SPREAD_H

#include <bristle/status.h>

#include <stddef.h>

// Bins of equal width within each factor of 2, from 2^-100 to 2^100; what lies beyond counts in the last one.
typedef struct br_spread {
    long long count, zeros; // zeros are counted, and in no bin
    long long *bin;
    double *sum; // of what is in each bin
    int fine;    // 2^fine bins to a factor of 2
} br_spread;

br_status br_spread_init(br_spread *s, int fine) BR_CHECKED; // BR_NO_MEMORY
void br_spread_free(br_spread *s);

int br_spread_bins(int fine);
int br_spread_bin(int fine, double value);    // of a value above 0
double br_spread_value(int fine, double bin); // where a bin begins; bin + 0.5: its middle

void br_spread_add(br_spread *s, double value);          // 0 or above
double br_spread_quantile(const br_spread *s, double p); // zeros among them; 0 of none
double br_spread_positive(const br_spread *s, double p); // of those above 0 only
long long br_spread_above(const br_spread *s, double value);

#endif
