// source_default.h - inputs whose default is a formula of other inputs: dx = v*dt.          [host]
#ifndef BR_SIM_SOURCE_SOURCE_DEFAULT_H
#define BR_SIM_SOURCE_SOURCE_DEFAULT_H

#include "law/model/model.h"
#include "law/eval/tape.h"

typedef struct br_source_defaults { // starts as all zero
    br_tape tape;
    int quantities;
    int *to;     // of every number of the tape: the input it is
    double *out; // and the number itself
    double *p;
    const int *m;
} br_source_defaults;

// Of every quantity: is it an input that was not given, and that follows others by its default? Defaults that see states are
// those of the start.
br_status br_source_follows(const br_model *m, bool *follows) BR_CHECKED;

// The defaults of the quantities q with follows[q]. The model must outlive them.
br_status br_source_defaults_make(br_source_defaults *d, const br_model *m, const bool *follows) BR_CHECKED;
void br_source_defaults_free(br_source_defaults *d);

// Writes those inputs among u, from the others. Not from two threads at once.
void br_source_defaults_run(const br_source_defaults *d, double *u);

// Inputs that the model does not look at need no value, and get 0; update: it is z+ that looks, and `dt` is the step.
br_status br_source_fill(br_model *m, bool update, double step) BR_CHECKED;

#endif
