// design.h - optimal input design for a plant: D-optimal (Fisher information) or by Rauh et al. 2017, section 5. [host]
//
// In one mode of the plant the sensitivities s_l = dx/dxi_l follow s' = A s + df/dxi (15), with the slopes of the graph. The input is
// a Bernstein polynomial (16)-(18), or held piece by piece, and its coefficients make one of two criteria small:
//
//     (19)     the integral of (y - y_d)^2 + sum over l other than i of kappa_l s_l^2 + 1/(kappa_i s_i^2 + eps) + kappa_u u^2, s_l being
//              that of the measured state y; and a terminal cost (y - y_d)^2
//     Fisher   D-optimal: the mean standard deviation det(M)^(-1/2k) of the parameters, M the Fisher information, the sum of
//              s s'/sd^2 over the rows of a log, each parameter as a share of its range: sensitivities that are nearly
//              parallel count here, but not in (19)
//
// Both keep the input and the measured state within limits, and the velocity from turning round, by a penalty.
#ifndef BR_BOUND_SEARCH_DESIGN_H
#define BR_BOUND_SEARCH_DESIGN_H

#include "law/model/model.h"
#include "law/eval/tape.h"

enum { BR_DESIGN_MOST = 16, BR_DESIGN_PARAMS = 8 }; // coefficients; parameters

typedef struct br_design_options {
    int measured, velocity, input;                // numbers of the states, and of the inputs
    int params, param[BR_DESIGN_PARAMS];          // xi: numbers of the parameters
    double range[BR_DESIGN_PARAMS];               // what each may vary by: shares of Fisher
    bool fisher;                                  // else (19), with
    int sharpen;                                  // i
    double kappa[BR_DESIGN_PARAMS], eps, kappa_u; // no sensitivities: kappa 0 and sharpen -1
    double terminal;                              // weight of the terminal cost
    double sd;                                    // of a row
    bool pieces;                                  // else Bernstein
    int coefficients, rows;                       // rows of the log, at which all is summed up
    double duration, distance; // the reference goes from 0 to `distance`, from rest to rest (a quintic)
    double least, most;        // of the input
    double far;                // of the measured state, away from 0
} br_design_options;

br_design_options br_design_defaults(void);

typedef struct br_designed {
    double c[BR_DESIGN_MOST];
    double cost;
    double sd[BR_DESIGN_PARAMS]; // of each parameter alone, others unknown: from the diagonal of M^-1; in its unit
    double slowest;              // the least velocity, without both ends
    int steps;                   // of the search
} br_designed;

typedef struct br_design br_design;

// The model has the mode and the parameters that the design is for; it must outlive it.
br_status br_design_open(br_design **d, br_model *m, const br_design_options *o) BR_CHECKED;
void br_design_close(br_design *d);

// From d->c on. The same everywhere, for the same start.
void br_design_search(br_design *d, br_designed *at);
void br_design_evaluate(br_design *d, br_designed *at); // cost and deviations of given coefficients

double br_design_input(const br_design_options *o, const double *c, double t);
double br_design_reference(const br_design_options *o, double t);
// Measured state in rows + 1 times.
void br_design_simulate(br_design *d, const double *c, double *y);

#endif
