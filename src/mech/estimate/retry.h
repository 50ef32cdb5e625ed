// retry.h - a filter is taken back to a row, and goes on from there in another way.    [host]
//
// After 20 measurements of a sensor beyond the gate the next ones are used (mech/estimate/innovation.c). If they lead to where
// no step goes on, the rows since then are filtered once more: with measurements of all sensors, as without a gate; and if that
// fails, too, the gate stays closed there for longer.
#ifndef BR_MECH_ESTIMATE_RETRY_H
#define BR_MECH_ESTIMATE_RETRY_H

#include "mech/estimate/filter.h"

typedef struct br_opening {
    long long row;
    bool closed; // the gate stays closed; else it opens for all sensors
} br_opening;

typedef struct br_retry {
    long long row;       // that was to come next; 0: none is kept
    br_opening *opening; // where the gate does not open as it would, in rising order
    int count, room;
    br_filter f;         // without its arrays, which are in `numbers`
    double worked, lost; // of the mechanism
    double *numbers;
} br_retry;

br_status br_retry_open(br_retry *t, const br_filter *f) BR_CHECKED;
void br_retry_close(br_retry *t);

// Before row k: the gate opens for all or stays closed if that was found out; the filter is kept if the gate may open there.
void br_retry_before(br_retry *t, br_filter *f, long long k);
// After it: what is kept is forgotten when the gate did not open, or when all has gone well since.
void br_retry_after(br_retry *t, const br_filter *f, long long k);

// Back to the row that is kept, to go on from there in the next way.
br_status br_retry_back(br_retry *t, br_filter *f) BR_CHECKED;

#endif
