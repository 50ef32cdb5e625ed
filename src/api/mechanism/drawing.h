// drawing.h - a mechanism as lines in space, at a few times of a run.             [host]
#ifndef BR_API_MECHANISM_DRAWING_H
#define BR_API_MECHANISM_DRAWING_H

#include "mech/motion/moving.h"

// Every body is a line through its joints and points, and its centre of gravity where these are at one place; a beam as it bends.
typedef struct br_drawings {
    int most, count; // most 0: none are wanted
    int points;      // of each
    double *t, *at;  // x, y and z of each point
} br_drawings;

enum { BR_DRAWING_BEAM = 17, BR_DRAWINGS_MOST = 10000 }; // points of a beam

int br_drawing_points(const br_mech *m);
void br_drawing_bodies(const br_mech *m, int *body); // of each point

// most is set.
br_status br_drawings_open(br_drawings *d, const br_mech *m) BR_CHECKED;
void br_drawings_close(br_drawings *d);
void br_drawings_put(br_drawings *d, int i, double t, const br_moving *s); // drawing i, as it stands
const double *br_drawings_at(const br_drawings *d, int i, double *t);      // t may be NULL; NULL: there is none

#endif
