// apart.h - how far two runs of a model come apart.                              [host]
//
//     br_apart_open(&a, count);
//     br_apart_row(&a, count, one, other);        // numbers of a row of both
//     if (br_apart_share(&a) > limit) ...
//     br_apart_close(&a);
#ifndef BR_SIM_RUN_APART_H
#define BR_SIM_RUN_APART_H

#include <bristle/status.h>

typedef struct br_apart {
    int count;
    double *squares, *most, *largest; // of each number: of its differences, their largest mean, its own size
    unsigned long rows;
} br_apart;

br_status br_apart_open(br_apart *a, int count) BR_CHECKED;
void br_apart_close(br_apart *a);
// The first `count` of them; other NULL: that run could not go on.
void br_apart_row(br_apart *a, int count, const double *one, const double *other);
// The RMS of the difference of a number from the start to some row, as a share of its largest value; the largest of all.
double br_apart_share(const br_apart *a);

#endif
