// error_list.h - error bounds of a log: what is measured, and how far it and the inputs are off.      [host]
#ifndef BR_API_BOUND_ERROR_LIST_H
#define BR_API_BOUND_ERROR_LIST_H

#include "api/log/loaded_log.h"
#include "law/model/model.h"

// How messages begin, "bristle bound: "; what stands before the names of options; and what they call the search and its options.
typedef struct br_bound_speaker {
    const char *who, *dash, *search, *options;
} br_bound_speaker;

typedef struct br_bound_error {
    char name[BR_NAME_SIZE];
    bool input;
    int at; // its first number among the inputs; or among the states, then the outputs
    br_unit unit;
    char si[BR_UNIT_SIZE];
    double value; // SI
} br_bound_error;

enum { BR_BOUND_ERRORS = BR_LOADED_COLUMNS };

typedef struct br_bound_errors {
    br_bound_error item[BR_BOUND_ERRORS];
    int count, measured; // measured: those that are no inputs
} br_bound_errors;

// 'x1 = 7.7e-4 rad, u = 1e-3 N*m': inputs, states and outputs of the model, at least one that is no input.
br_status br_bound_errors_read(br_bound_errors *e, const br_model *m, const char *text, br_bound_speaker says,
                               br_diag *why) BR_CHECKED;

// The column of a log of that name in a unit. BR_BAD_USAGE and a message: there is none, or one in another unit.
br_status br_bound_column(const br_loaded_log *log, const char *name, br_unit unit, const char *si,
                          br_bound_speaker says, const double **v, br_diag *why) BR_CHECKED;

#endif
