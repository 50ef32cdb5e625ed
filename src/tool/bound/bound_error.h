// bound_error.h - `--error` of `bristle bound`: what is measured, and how far it and the inputs are off.      [host]
#ifndef BR_TOOL_BOUND_BOUND_ERROR_H
#define BR_TOOL_BOUND_BOUND_ERROR_H

#include "law/model/model.h"
#include "tool/kit/log.h"

typedef struct bound_error {
    char name[BR_NAME_SIZE];
    bool input;
    int at; // its first number among the inputs; or among the states, then the outputs
    br_unit unit;
    char si[BR_UNIT_SIZE];
    double value; // SI
} bound_error;

typedef struct bound_errors {
    bound_error item[BR_LOADED_COLUMNS];
    int count, measured; // measured: those that are no inputs
} bound_errors;

// 'x1 = 7.7e-4 rad, u = 1e-3 N*m': inputs, states and outputs of the model, at least one that is no input.
br_status bound_errors_read(bound_errors *e, const br_model *m, const char *text, br_diag *why) BR_CHECKED;

// The column of a log of that name. BR_BAD_USAGE, and words: there is none, or one in another unit.
br_status bound_column(const br_loaded_log *log, const char *name, br_unit unit, const char *si, const double **v,
                       br_diag *why) BR_CHECKED;

#endif
