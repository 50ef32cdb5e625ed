// sketch.h - a mechanism drawn at a few times of a run.                              [host]
#ifndef BR_TOOL_MECHANISM_SKETCH_H
#define BR_TOOL_MECHANISM_SKETCH_H

#include "mech/motion/moving.h"

enum { SKETCH_FRAMES = 121, SKETCH_STILLS = 4, SKETCH_LINE = 17 }; // of a run, drawn side by side; points of a beam

// Every body is a line through its joints and points, and its centre of gravity where there is but one. Lengths have one scale, the
// same in all frames. In space x goes right, z up and y back, at a slant.
typedef struct sketch {
    int points; // of a frame: lines are divided by NaN
    double *x, *y;
    double t[SKETCH_FRAMES];
    int frames;
} sketch;

br_status sketch_open(sketch *k, const br_mech *m) BR_CHECKED;
void sketch_add_frame(sketch *k, int frame, double t, const br_moving *s); // as it stands, at time t
void sketch_report(const sketch *k, const br_mech *m, br_buffer *out);     // stills side by side; scripts play all
void sketch_close(sketch *k);

#endif
