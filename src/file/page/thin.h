// thin.h - which points of a long curve a picture needs.                         [host]
#ifndef BR_FILE_PAGE_THIN_H
#define BR_FILE_PAGE_THIN_H

// First, least, largest and last of points from .. to - 1, in their order; one that is not finite, which breaks the line, stands
// for the last.
static inline void br_thin(const double *y, long long from, long long to, long long at[4])
{
    long long least = -1, largest = -1, last = to - 1;
    for (long long k = from; k < to; k++)
        if (y[k] - y[k] != 0)
            last = k;
        else {
            least = least < 0 || y[k] < y[least] ? k : least;
            largest = largest < 0 || y[k] > y[largest] ? k : largest;
        }
    at[0] = from;
    at[1] = least < 0 ? from : least;
    at[2] = largest < 0 ? from : largest;
    at[3] = last;
    for (int i = 1; i < 4; i++)
        for (int j = i; j > 0 && at[j] < at[j - 1]; j--) {
            long long late = at[j - 1];
            at[j - 1] = at[j];
            at[j] = late;
        }
}

#endif
