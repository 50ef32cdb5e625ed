// enclosing.h - a verified simulation as its handle holds it; for the files of the C API only.   [host]
#ifndef BR_API_SIMULATE_ENCLOSING_H
#define BR_API_SIMULATE_ENCLOSING_H

#include "api/simulate/simulation.h"
#include "bound/reach/reach.h"
#include "bound/stick/tube.h"
#include "sim/source/source_series.h"

#include <bristle/enclosure.h>

enum { BR_ENCLOSURE_PARTS = 16 }; // steps of a plant that sticks between two rows

struct br_enclosure {
    br_loaded_model loaded;
    br_simulation sim; // log, times, inputs and rows; its model is `loaded`
    br_interval *off;  // how far each input may be off
    br_source_series series;
    br_reach reach;
    br_stick stick;
    br_tube tube;
    bool has_series, has_reach, has_stick;
    br_interval *u; // room for series of the inputs
    char (*name)[BR_NAME_SIZE + 32];
    int quantities; // columns 1 + 2*i and 2 + 2*i of the record are the ends of number i
    br_enclosure_outcome outcome;
};

// At the start: states as the model has them.
br_status br_enclosure_begin_tube(br_enclosure *e, br_diag *why) BR_CHECKED;
// To time t, from that of the last row. BR_NEGATIVE: no bounded set is found.
br_status br_enclosure_to(br_enclosure *e, double t) BR_CHECKED;
// Of quantity i, where the tube is.
br_interval br_enclosure_bounds(const br_enclosure *e, int i);
void br_enclosure_end_tube(br_enclosure *e);

#endif
