// rehearse.h - the log that a plant with known parameters would give: what an input would identify, before it is run. [host]
#ifndef BR_BOUND_SEARCH_REHEARSE_H
#define BR_BOUND_SEARCH_REHEARSE_H

#include "bound/search/paving.h"

typedef struct br_rehearsal {
    int rows;
    double h, count;      // s between rows; a step of the encoder
    const double *torque; // held from each row on
    br_interval *u, *q;   // rows of each: as evidence has them
    bool *stands;         // known to rest: after ten rows of it
    // Inside.
    br_tube at;
    int rested;
} br_rehearsal;

void br_rehearsal_start(br_rehearsal *r); // at rest, three tenths of a step beside 0

// Rows first up to, not with, last with the parameters p, which are points: others may follow. BR_NEGATIVE: as of br_pace_make.
br_status br_rehearse(br_rehearsal *r, const br_stick *s, const br_interval *p, int first, int last) BR_CHECKED;

br_evidence br_rehearsed(const br_rehearsal *r);

#endif
