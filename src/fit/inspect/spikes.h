// spikes.h - single values of a column that are no part of its signal.            [host]
//
// A row is a spike where it differs from both neighbours, to the same side, by more than 10 times the 99 % quantile of that
// and 5 times the 95 % quantile of the changes from row to row; and where it and at most two more in a row are farther than
// 20 times the range of 99 % of the column from that range. One of 1e300 and one of ten times the signal are found alike.
#ifndef BR_FIT_INSPECT_SPIKES_H
#define BR_FIT_INSPECT_SPIKES_H

#include <bristle/status.h>

#include <stdbool.h>

typedef struct br_spikes {
    long long count, *row; // in their order
    double least;          // by how much a row must differ from both neighbours
    long long largest;     // the row that differs most
} br_spikes;

// NaN: missing. Allocates three times the column. After a failure *to is all zero.
br_status br_spikes_find(long long rows, const double *y, br_spikes *to) BR_CHECKED;
void br_spikes_free(br_spikes *s);

// How far y is from both neighbours, to the same side; 0: it is between them.
double br_spike_size(double before, double y, double behind);
// What the neighbours of row k are: the nearest values that are finite and no spikes. NaN: there is none.
void br_spike_neighbours(const br_spikes *s, long long rows, const double *y, long long k, double around[2]);
bool br_spikes_has(const br_spikes *s, long long row);

#endif
