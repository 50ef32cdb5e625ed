// thin.h - which points of a long curve a picture needs.                         [host]
#ifndef BR_FILE_PAGE_THIN_H
#define BR_FILE_PAGE_THIN_H

// First, least, largest and last of points from .. to - 1, in their order; a NaN, which breaks the line, is the last.
static inline void br_thin(const double *y, long long from, long long to, long long at[4])
{
    at[0] = at[1] = at[2] = from;
    at[3] = to - 1;
    for (long long k = from; k < to; k++) {
        at[1] = !(y[at[1]] <= y[k]) ? k : at[1];
        at[2] = !(y[at[2]] >= y[k]) ? k : at[2];
        at[3] = y[k] != y[k] ? k : at[3];
    }
    if (at[1] > at[2]) {
        long long late = at[1];
        at[1] = at[2];
        at[2] = late;
    }
}

#endif
