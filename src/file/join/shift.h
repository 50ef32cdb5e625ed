// shift.h - the time shift between two logs, from a signal that both have.        [host]
#ifndef BR_FILE_JOIN_SHIFT_H
#define BR_FILE_JOIN_SHIFT_H

#include "file/table/rows.h"

typedef struct br_shift_signal {
    const double *t, *y; // times that rise, in s; NaN in y: missing
    size_t count;
    const char *name; // in messages: of its log
} br_shift_signal;

typedef struct br_shift {
    double shift;       // s, to be added to the time of the second signal
    double sd;          // s, its standard deviation by the residuals and their autocorrelation
    double gain;        // first = gain*second + offset at that shift
    double correlation; // coefficient at that shift, -1..1
    double overlap;     // s that both cover then
    double samples;     // independent ones within the overlap, by the autocorrelation of the residuals
    bool doubtful; // little in common, as two drifts may have, or the largest shift that leaves half of a log in common
    bool ambiguous; // another shift explains the signals nearly as well:
    double other, other_correlation;
    size_t spikes[2];     // of either signal: samples that were ignored, far beyond the range of all others
    double spike_time[2]; // s, of the first of them
} br_shift;

// The shift of least squared differences between the first signal and gain*second + offset: coarse by the correlation
// coefficient over all shifts up to `within` (s; INFINITY: all that leave half of the shorter signal in common), then to a
// fraction of a sample by the slopes of both. Spikes are ignored: at most 3 samples in a row, 20 times the range of the others away. Memory: about 100 bytes for each of at most 2^19 samples of the common grid.
// BR_BAD_DATA: a signal does not change, or they share too little.
br_status br_shift_find(br_shift *s, const br_shift_signal *first, const br_shift_signal *second, double within,
                        br_diag *why) BR_CHECKED;

#endif
