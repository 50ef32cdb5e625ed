// evaluate_parts.h - an evaluation as a program holds it; for the files of the C API only.   [host]
#ifndef BR_API_DESCRIBE_EVALUATE_PARTS_H
#define BR_API_DESCRIBE_EVALUATE_PARTS_H

#include "api/describe/store.h"
#include "api/law/load.h"

#include <bristle/evaluate.h>

struct br_evaluation {
    char *source, *params, *values; // as given; the lists point into them
    br_loaded_model loaded;         // the law with its values,
    br_loaded_set of_set;           // or a set of a description
    br_model *model;                // of one of the two
    const br_parsed_law *sets;      // the law with its sets
    br_assignments given;           // the list `values`
    bool derivatives, enclosures;

    br_store store; // until it is closed
    br_listed quantity, assignment, automaton;
    const br_described_properties *properties;

    br_store judged; // until conditions are evaluated again
    br_listed condition;
    br_store results; // until it runs again
    br_listed row, slope;
    bool *may; // mode k after the point, of number i of the modes: [i*BR_MAX_MODES + k]; NULL: none
    br_store drawn;
    br_listed curve;
};

// Whether the law has its parameters, and what it requires holds.
br_status br_evaluation_is_right(const br_evaluation *e, br_diag *why) BR_CHECKED;

#endif
