// source_series.h - inputs as enclosed Taylor series in time, for proofs.   [host]
//
// Formulas are read as real numbers, not as doubles round them. So are shapes, with the numbers they were made of, and
// recorded signals the straight or level lines through their rows.
#ifndef BR_SIM_SOURCE_SOURCE_SERIES_H
#define BR_SIM_SOURCE_SOURCE_SERIES_H

#include "law/eval/taylor.h"
#include "sim/source/source.h"

typedef struct br_source_series {
    const br_source *source;
    int order;
    br_taylor taylor;
    bool has_taylor;
    br_interval *lead; // series of t and of the leads: order + 2 coefficients each
} br_source_series;

// The source must outlive it.
br_status br_source_series_make(br_source_series *s, const br_source *source, int order) BR_CHECKED;
void br_source_series_free(br_source_series *s);

// Coefficients 0 to order of every input at any time of t, with no break inside: those of input j at u[j*(order + 1)]. What does
// not exist or is not known is unbounded, as the inputs that follow others are.
br_status br_source_series_at(br_source_series *s, br_interval t, br_interval *u) BR_CHECKED;

#endif
