// quantity.h - one number with its unit, as a text: "0.5 ms".                     [host]
#ifndef BR_LAW_MODEL_QUANTITY_H
#define BR_LAW_MODEL_QUANTITY_H

#include "num/text/unit.h"

#include <stdbool.h>

// One number, with a unit or without; *value is in SI. origin ("--step") names it. False: it is none.
bool br_quantity_read(const char *origin, const char *text, double *value, br_unit *unit);

// A frequency above 0 in Hz, from "500 Hz", "3000 rad/s", "60 rpm" or "500" (Hz). False: it is none; also of "500 1/s", which may be
// turns or radians.
bool br_frequency_read(const char *origin, const char *text, double *hertz);

#endif
