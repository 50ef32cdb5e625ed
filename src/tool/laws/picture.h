// picture.h - two pictures of a law: friction over velocity, and over displacement.             [host]
#ifndef BR_TOOL_LAWS_PICTURE_H
#define BR_TOOL_LAWS_PICTURE_H

#include "file/page/figure.h"
#include "law/model/model.h"

typedef struct picture {
    br_curve curve;
    br_figure figure;
    double *numbers;
    char caption[400];
} picture;

// Draws the model, whose parameters must all have values. *drawn: how many pictures there are, 0 to 2: none for a law
// without a velocity among its inputs or with hundreds of states; the second, a slow sine, only for a law with states. Inputs without a value get one,
// which the caption names.
br_status pictures_make(br_model *m, picture p[2], int *drawn) BR_CHECKED;
void pictures_free(picture p[2]);

#endif
