// virgin_curve.h - a smooth virgin curve through the points of thesis Table B.3, and Maxwell-slip elements cut from it.   [host]
//
// Y(x) = sum a_j x/(x + l_j) with lengths l_j of our choice and the a_j that meet the four points. All a_j are positive, so
// the curve rises and is strictly concave from 0 on, which its polygon through the points is not.
#ifndef BR_SIM_RIG_VIRGIN_CURVE_H
#define BR_SIM_RIG_VIRGIN_CURVE_H

#include <bristle/status.h>

enum { BR_VIRGIN_POINTS = 4 };

extern const double br_virgin_x[BR_VIRGIN_POINTS], br_virgin_y[BR_VIRGIN_POINTS]; // Table B.3 with kT = 20 N/A: m, N

typedef struct br_virgin {
    double l[BR_VIRGIN_POINTS], a[BR_VIRGIN_POINTS]; // m, N
} br_virgin;

br_status br_virgin_make(br_virgin *c) BR_CHECKED;
double br_virgin_at(const br_virgin *c, double x, double *slope); // x >= 0; slope may be NULL

// n >= 2 elements that slip at positions x[], which grow by equal factors from `first` to the last point of the table;
// stiffnesses by (B.6) and shares by (B.7). Their polygon lies on the curve at every x[i].
void br_virgin_cut(const br_virgin *c, double first, int n, double *x, double *kappa, double *nu);

#endif
