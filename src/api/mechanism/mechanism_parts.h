// mechanism_parts.h - a mechanism as its handle holds it; for the files of the C API only.   [host]
#ifndef BR_API_MECHANISM_MECHANISM_PARTS_H
#define BR_API_MECHANISM_MECHANISM_PARTS_H

#include "api/mechanism/machine.h"
#include "mech/estimate/parameter.h"

#include <bristle/mechanism.h>

struct br_mechanism {
    char *text, *origin;
    size_t size;
    br_machine w; // at its start
    br_named_parameter *parameter;
    int parameters;
    double *force;            // at the start
    int *drawn, points;       // of each point of a drawing its body
    br_buffer summary, check; // made when they are asked for
};

// A copy of its text, and of the name of it, for a handle that stands on it.
br_status br_mechanism_copy_text(const br_mechanism *m, char **text, char **origin) BR_CHECKED;

#endif
