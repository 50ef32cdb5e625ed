// ode_lu.h - LU factorisation of small dense systems: one real, two complex.   [host]
#ifndef BR_SIM_RUN_ODE_LU_H
#define BR_SIM_RUN_ODE_LU_H

#include <stdbool.h>

// One over re + i*im, whose square may be beyond the range of numbers. The results may be in the place of the arguments.
static inline void br_lu_invert(double re, double im, double *to_re, double *to_im)
{
    double square = re * re + im * im, by = 1;
    if (!(square > 0 && square <= 1.7976931348623157e308)) {
        double a = re < 0 ? -re : re, b = im < 0 ? -im : im;
        by = a > b ? a : b;
        re /= by;
        im /= by;
        square = re * re + im * im;
    }
    *to_re = re / square / by;
    *to_im = -im / square / by;
}

// A (n*n) becomes L and U with row exchanges, and one over the diagonal of U. False: singular or not finite.
bool br_lu_factorise(int n, double *A, int *pivot);

// The same for two complex matrices at once, as lanes. Of each element stand side by side both real and both imaginary
// parts: n*n*4 numbers. The rows of both are exchanged alike.
bool br_lu_factorise_pair(int n, double *A, int *pivot);

// b becomes the solution; its numbers are `step` apart, those of the pair in fours.
void br_lu_solve(int n, const double *A, const int *pivot, double *b, int step);
void br_lu_solve_pair(int n, const double *A, const int *pivot, double *b, int step);

#endif
