// excitation_parts.h - an excitation as its handle holds it; for the files of the C API only.   [host]
#ifndef BR_API_EXCITE_EXCITATION_PARTS_H
#define BR_API_EXCITE_EXCITATION_PARTS_H

#include "api/excite/exciting.h"
#include "api/excite/input_design.h"

#include <bristle/excite.h>

struct br_excitation {
    br_exciting is;
    br_input_design *design; // of an input for bounds, with its table and notes in `is`; NULL: another kind
    br_law *law, *plant;     // its own; NULL: none
    br_record rehearsal;     // of an input for bounds
    char *wanted;
    char who[32];    // before messages
    bool as_law;     // it turns where the law does
    bool by_command; // messages have the words of a command line
    bool run;
    int (*progress)(void *context, double share);
    void *context;
};

// What the plant does along each of the inputs that are compared.
br_status br_excitation_rehearse(br_excitation *x, br_diag *why) BR_CHECKED;

#endif
