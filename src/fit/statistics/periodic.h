// periodic.h - a period of y over x, which may be uneven and run back and forth: least squares at every frequency. [host]
//
//     y = mean + amplitude cos(2 pi x/period - phase)
//
// The Lomb-Scargle periodogram with a mean (Zechmeister and Kuerster 2009), from bins of x by one Fourier transform. Autocorrelated
// errors make some frequencies stronger than others: a peak is judged against the frequencies around it.
#ifndef BR_FIT_STATISTICS_PERIODIC_H
#define BR_FIT_STATISTICS_PERIODIC_H

#include <bristle/status.h>

typedef struct br_periodic {
    double period; // 0: none was found
    double amplitude, phase;
    double height; // of the peak over the mean of the frequencies around it; chance makes 18 in 3 of 1e5 periodograms
} br_periodic;

// The highest peak of periods from 1/512 to 1/2 of the range of x. Rows where either is NaN do not count. BR_NO_MEMORY.
br_status br_periodic_find(long long rows, const double *x, const double *y, br_periodic *to) BR_CHECKED;

#endif
