// picture.h - two pictures of a law: friction over velocity, and over displacement.             [host]
#ifndef BR_TOOL_LAWS_PICTURE_H
#define BR_TOOL_LAWS_PICTURE_H

#include "file/page/figure.h"

#include <bristle/evaluate.h>

typedef struct picture { // whose numbers are those of the evaluation
    br_curve curve;
    br_figure figure;
    const char *caption;
} picture;

// Draws the law at its values. *drawn: how many pictures there are, 0 to 2.
br_status pictures_make(br_evaluation *e, picture p[2], int *drawn, br_diag *why) BR_CHECKED;

#endif
