// histogram.h - histograms of positive numbers in fixed memory: quantiles to a known accuracy. [host]
#ifndef BR_FIT_STATISTICS_HISTOGRAM_H
#define BR_FIT_STATISTICS_HISTOGRAM_H

#include <bristle/status.h>

#include <stddef.h>

// Bins of equal width within each factor of 2, from 2^-100 to 2^100; what lies beyond counts in the last one.
typedef struct br_histogram {
    long long count, zeros; // zeros are counted, and in no bin
    long long *bin;
    double *sum; // of what is in each bin
    int fine;    // 2^fine bins to a factor of 2
} br_histogram;

br_status br_histogram_init(br_histogram *s, int fine) BR_CHECKED; // BR_NO_MEMORY
void br_histogram_free(br_histogram *s);

int br_histogram_bins(int fine);
int br_histogram_bin(int fine, double value);    // of a value above 0
double br_histogram_value(int fine, double bin); // where a bin begins; bin + 0.5: its middle

void br_histogram_add(br_histogram *s, double value);          // 0 or above
double br_histogram_quantile(const br_histogram *s, double p); // zeros among them; 0 of none
double br_histogram_positive(const br_histogram *s, double p); // of those above 0 only
long long br_histogram_above(const br_histogram *s, double value);

#endif
