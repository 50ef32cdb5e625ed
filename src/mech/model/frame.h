// frame.h - how the coordinates of a body may move while it stays a body.            [host]
//
// The constraints of a body alone (base vectors of length 1 and square to each other, modes of a beam across its line) are
// solved beforehand: they ask R x = s of a change x of its coordinates, and x = N y + P s does that for any y, because
// R N = 0 and R P = 1. y has 6 numbers (in the plane 3), a shift and a turn, and one for each mode of a beam.
#ifndef BR_MECH_MODEL_FRAME_H
#define BR_MECH_MODEL_FRAME_H

#include "mech/model/mech.h"

enum { BR_FRAME_MOST = 16 }; // numbers of a row of N

typedef struct br_frame {
    int at, n;     // coordinates of the body
    int m, stride; // numbers of y; and those of a row of N, a multiple of 4, with zeros behind
    int own, owns; // its constraints
    double *N;     // n*stride, row by row
    double *P;     // n*owns, row by row
} br_frame;

// Sizes; N and P are left to the caller.
br_frame br_frame_of(const br_mech *m, int body);
// N and P where the mechanism is at q.
void br_frame_set(br_frame *f, const br_mech *m, int body, const double *q);

#endif
