// l_curve.h - the L-curve of a regularised problem as a plot.                      [host]
#ifndef BR_FILE_PAGE_L_CURVE_H
#define BR_FILE_PAGE_L_CURVE_H

#include "file/page/plot.h"

enum { BR_L_CURVE_DRAWN = 32 }; // tries at most

typedef struct br_l_curve_tries { // as many numbers each
    int tries;
    const double *Q, *error, *input;
    int corner, likeliest;
} br_l_curve_tries;

void br_draw_l_curve(br_plots *o, const br_l_curve_tries *c);

#endif
