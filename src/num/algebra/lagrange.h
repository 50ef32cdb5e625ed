// lagrange.h - local interpolation through uneven nodes by Lagrange polynomials.  [host]
#ifndef BR_NUM_ALGEBRA_LAGRANGE_H
#define BR_NUM_ALGEBRA_LAGRANGE_H

enum { BR_LAGRANGE_MOST = 6 }; // nodes of a polynomial

// w[i]: what node t[i] counts in the value at `at` of the polynomial through n nodes, which all differ.
void br_lagrange_weights(int n, const double *t, double at, double *w);

// The value at `at` of the cubic through the two nodes on either side (at the ends: the four nearest) of n nodes that rise;
// of fewer than four the polynomial through all. *near: a node near it, where the search begins and, after it, that before
// `at`. NaN where one of them is.
double br_local_cubic(long long n, const double *t, const double *x, double at, long long *near);

#endif
