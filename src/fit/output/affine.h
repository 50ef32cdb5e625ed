// affine.h - parameters that a search need not move: the output is affine in them, or scales with the force. [host]
//
// Variable projection: with all other parameters held, those that the output is affine in follow by linear least squares.
// Also, a law whose only forces are its parameters is homogeneous: F(a*p) = a*F(p) where every parameter in N, N/m, N*s/m
// is multiplied by a. Units are checked when a law is read, so this holds by structure.
#ifndef BR_FIT_OUTPUT_AFFINE_H
#define BR_FIT_OUTPUT_AFFINE_H

#include "fit/output/parameters.h"

// affine: of every parameter of the fit, whether no rate and no transition depends on it, and the output F (the number of it
// among those of the law) is affine in all of them together.
br_status br_fit_affine(const br_model *m, const br_fit_parameters *n, int output, bool *affine) BR_CHECKED;

// By how many powers of a force the value grows: 1 for N, N/m and N*s/m, 0 for m.
double br_fit_force_power(const br_fit_parameter *w);
// Is the law homogeneous in the parameters of this fit? Others must be 0 or have no force in their unit, as all inputs.
bool br_fit_homogeneous(const br_model *m, const br_fit_parameters *n);

#endif
