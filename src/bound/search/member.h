// member.h - set membership: which parameters of a law agree with bounded-error data (inner and outer subpaving). [host]
//
// Data are rows of inputs and of measured states or outputs, each within its error. A box of parameters and start values is
//
//     outside    if in some row nothing of its tube (reach.h) is within the error: no parameters of the box explain the data;
//     inside     if in every row all of its tube is, driven by the inputs as measured: all parameters of the box do;
//     else bisected along the parameter that moves the outputs most, down to a share of the range: undecided.
//
// What is taken as given: the law, the errors, and the input between rows, held or straight, as far as its error allows.
#ifndef BR_BOUND_SEARCH_MEMBER_H
#define BR_BOUND_SEARCH_MEMBER_H

#include "bound/search/crew.h"
#include "bound/reach/reach.h"

typedef struct br_readings {
    int rows;
    const double *t;
    const double *u;        // input j in row k at u[k*nu + j]
    bool linear;            // between rows; else inputs are held
    const br_interval *off; // errors of the inputs
    int measured;
    const int *what;      // numbers among the states, then the outputs
    const br_interval *y; // measurement i of row k at y[k*measured + i], br_interval_entire(): none
} br_readings;

typedef struct br_member_options {
    long boxes;                                             // to be examined, at most
    double fine;                                            // boxes are not cut below this share of the range
    br_crew crew;                                           // the result is the same, bit for bit, for any
    bool (*go_on)(void *context, double share, long boxes); // NULL: always
    void *context;
} br_member_options;

br_member_options br_member_defaults(void);

typedef enum br_membership { BR_INSIDE, BR_OUTSIDE, BR_BETWEEN } br_membership;

typedef struct br_members {
    int dims;         // numbers that are ranges: start values, then parameters
    int *of;          // which: number of the states, or states + number of the parameters
    long count;       // boxes that are not outside
    br_interval *box; // dims of each
    bool *inside;     // else undecided
    br_interval *hull;
    double inner, outer; // share of the range that is inside, and that is not outside
    long examined;       // boxes examined
    bool used_up;        // there would have been more
    bool stopped;        // go_on said no
    int died;            // the last row at which a box was found outside
} br_members;

// The model has ranges in place of what is searched. BR_NEGATIVE: nothing is a range. Freed by the caller after BR_OK.
br_status br_members_make(br_members *s, br_model *m, const br_readings *data, const br_member_options *o,
                          br_diag *why) BR_CHECKED;
void br_members_free(br_members *s);

#endif
