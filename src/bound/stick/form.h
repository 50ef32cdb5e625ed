// form.h - coefficients of a stick-slip plant as polynomials of its parameters.   [host]
//
// a, k and c of a side (stick.h) as sums of products of parameters, each parameter at most once in a product:
//
//     a = -1*alpha    k = 1*beta    c = 1*TF
#ifndef BR_BOUND_STICK_FORM_H
#define BR_BOUND_STICK_FORM_H

#include "bound/stick/stick.h"

enum { BR_FORM_TERMS = 16 };

typedef struct br_form {
    int terms;
    double factor[BR_FORM_TERMS];
    unsigned of[BR_FORM_TERMS]; // bit i: parameter i is in the product
} br_form;

typedef struct br_forms {
    br_form form[BR_LABELS][3]; // [BR_FORWARD] and [BR_BACKWARD]: a, k, c
} br_forms;

// Proved on a grid of whole numbers, as the shape itself is. BR_NEGATIVE: some parameter stands in a higher power, or there are
// more terms than fit.
br_status br_forms_read(br_forms *f, const br_stick *s) BR_CHECKED;

// The parameter that is the form up to a factor, 1*p or -1*p; -1: it is more than that.
int br_form_single(const br_form *f, double *factor);

#endif
