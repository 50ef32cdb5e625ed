// parameters.h - parameters of a fit, and the dimensionless variables that the search moves. [host]
//
// A search moves variables without dimension that may take any value, or have simple bounds; parameters follow from them:
//     any sign, or >= 0          value = scale*e, with the bounds of the law
//     > 0                        value = scale*exp(e)
//     expect FS >= FC            FS = FC + scale*e, e >= 0
//     require zba < FC/sigma0    zba = FC/sigma0/(1 + exp(-e)), all positive
//     require sum(nu) = 1        nu_i = exp(e_i)/(1 + sum exp(e)), one variable less than there are elements
// So what a law requires of its parameters holds at every step of the search, and a start may be wrong by orders of
// magnitude.
#ifndef BR_FIT_OUTPUT_PARAMETERS_H
#define BR_FIT_OUTPUT_PARAMETERS_H

#include "law/model/model.h"

typedef enum br_fit_parameter_kind {
    BR_FIT_SCALED,
    BR_FIT_LOG,
    BR_FIT_ABOVE,
    BR_FIT_BELOW,
    BR_FIT_SHARE
} br_fit_parameter_kind;

typedef struct br_fit_parameter {
    char name[BR_NAME_SIZE + 32]; // "kappa[3]"
    char unit[BR_UNIT_SIZE];      // SI
    br_unit is;
    int quantity; // of the law
    int at;       // among the parameters of the model
    br_fit_parameter_kind kind;
    int other;        // ABOVE: the parameter it is not below. SHARE: the last of its array
    int top, bottom;  // BELOW: the parameters of the model over whose quotient it is not
    double scale;     // not 0
    double low, high; // of the value
    int variable;     // that moves it; -1: none of its own, as the last share
} br_fit_parameter;

typedef struct br_fit_parameters {
    br_fit_parameter *parameter;
    int count, variables;
} br_fit_parameters;

// Which of its np parameters a model is usually fitted by: those without a default, and single ones with a unit whose default is
// 0 (an optional term, such as viscous friction) or another parameter.
void br_fit_parameters_usual(const br_model *m, bool *wanted);
// The parameters of a list, "FC, kappa[2], sigma", become wanted, or not. part: a scope whose names stand without it, "fr"; NULL:
// none. BR_BAD_USAGE and a message: a name that is no parameter.
br_status br_fit_parameters_select(const br_model *m, const char *list, const char *part, bool want, bool *wanted,
                                   br_diag *why) BR_CHECKED;

// The wanted ones of a model. After a failure *n is all zero.
br_status br_fit_parameters_open(br_fit_parameters *n, const br_model *m, const bool *wanted,
                                 const char *part) BR_CHECKED;
void br_fit_parameters_free(br_fit_parameters *n);

// Scales are the magnitudes of these values, 1 for 0. p: all parameters of the model.
void br_fit_parameters_scale(br_fit_parameters *n, const double *p);

// From values to variables; a value that its bounds or requirements forbid is moved to one they allow.
void br_fit_parameters_variables(const br_fit_parameters *n, const double *p, double *e);
// And back into p. T (NULL: not wanted): count rows of d value/d variable.
void br_fit_parameters_values(const br_fit_parameters *n, const double *e, double *p, double *T);
void br_fit_parameters_bounds(const br_fit_parameters *n, double *low, double *high); // of the variables

#endif
