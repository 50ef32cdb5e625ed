// sketch.h - drawings of a mechanism at a few times of a run, as a report shows them.     [host]
#ifndef BR_TOOL_MECHANISM_SKETCH_H
#define BR_TOOL_MECHANISM_SKETCH_H

#include "num/text/buffer.h"

#include <bristle/mechanism.h>

enum { SKETCH_FRAMES = 121, SKETCH_STILLS = 4 }; // of a run, drawn side by side

// Every body is a line. Lengths have one scale, the same in all frames. In space x goes right, z up and y back, at a slant.
typedef struct sketch {
    int points; // of a frame: lines are divided by NaN
    double *x, *y;
    double t[SKETCH_FRAMES];
    int frames;
} sketch;

br_status sketch_open(sketch *k, const br_mechanism *m) BR_CHECKED;
void sketch_add_frame(sketch *k, const br_mechanism *m, const double *drawing,
                      double t);                                            // x, y and z of each point
void sketch_report(const sketch *k, const br_mechanism *m, br_buffer *out); // stills side by side; scripts play all
void sketch_close(sketch *k);

#endif
