// drives.h - the formulas of a mechanism's drives as functions of time.          [host]
#ifndef BR_MECH_MOTION_DRIVES_H
#define BR_MECH_MOTION_DRIVES_H

#include "mech/model/mech.h"
#include "sim/source/source.h"

typedef struct br_drives {
    br_buffer law, list; // the drives as inputs of a law, and their formulas as a list
    br_model model;
    br_source source;
} br_drives;

// d must not move, and is closed after a failure too.
br_status br_drives_open(br_drives *d, const br_mech *m, br_diag *why) BR_CHECKED;
void br_drives_close(br_drives *d);
br_status br_drives_at(const br_drives *d, double t, double *F, br_diag *why) BR_CHECKED; // forces in SI

#endif
