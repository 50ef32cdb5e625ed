// program.h - linear and quadratic programs, and certificates that prove their solutions. [target]
//
//     least x'H x/2 + g'x   over   lo <= A x <= hi,  xlo <= x <= xhi
//
// qp.h solves these, and lp.h those without H. What they answer comes with a certificate that the checks below hold against
// the problem alone, in a few products, knowing nothing of how it was found:
//   optimal       x with multipliers y, z: H x + g + A'y + z = 0, and both values, primal and dual, agree
//   infeasible    y, z with A'y + z = 0 of which the bounds say y'A x + z'x < 0 (Farkas): no x can be both
//   unbounded     x feasible and a direction d along which nothing stops and the value falls for ever
// Signs: y_i > 0 where A x rests on hi, y_i < 0 where it rests on lo; z alike for the bounds of x.
#ifndef BR_NUM_OPTIMISE_PROGRAM_H
#define BR_NUM_OPTIMISE_PROGRAM_H

#include "num/base/real.h"
#include <bristle/status.h>
#include <stdbool.h>

typedef struct br_program {
    int n, m;                 // unknowns, rows of A
    const br_real *H;         // n*n, on and above the diagonal; NULL: a linear program
    const br_real *g;         // n
    const br_real *A;         // m rows of n
    const br_real *lo, *hi;   // m each; equal for an equation, infinite where there is no side; NULL: no such sides
    const br_real *xlo, *xhi; // n each, likewise
} br_program;

typedef enum br_program_end {
    BR_PROGRAM_OPTIMAL,
    BR_PROGRAM_INFEASIBLE,
    BR_PROGRAM_UNBOUNDED,
    BR_PROGRAM_UNDECIDED // steps used up, or no certificate holds: numbers too far apart
} br_program_end;

// How well x, y, z prove that x is optimal; each is relative to the sizes of the terms it is made of, and 0 if exact.
typedef struct br_program_proof {
    br_real primal; // largest violation of a side
    br_real dual;   // largest entry of H x + g + A'y + z; 1 if a multiplier belongs to a side that does not exist
    br_real gap;    // primal minus dual value
} br_program_proof;

// Written by the solvers; the arrays stand in the memory lent to them.
typedef struct br_program_answer {
    br_program_end end;
    int steps;
    br_real value;          // of the program at x
    br_real *x;             // n: the optimum; unbounded: a feasible point; else the last one
    br_real *y, *z;         // m, n: multipliers; infeasible: Farkas' certificate
    br_real *d;             // n: unbounded: the direction
    br_program_proof proof; // of optimality, as br_program_optimal finds it; for undecided: how near it came
} br_program_answer;

// BR_BAD_USAGE: sizes or pointers; BR_NOT_FINITE: a NaN, or an infinite number that is no side. Sides may be crossed.
br_status br_program_check(const br_program *p) BR_CHECKED;

// Whether a lower side is above the upper one: then nothing is feasible, and there is nothing else to prove.
bool br_program_crossed(const br_program *p);

br_program_proof br_program_optimal(const br_program *p, const br_real *x, const br_real *y, const br_real *z);

// Whether y, z, or crossed sides, prove that there is no x. The residual e = A'y + z is covered by the bounds of x,
// |e_j|*max |x_j|; where x_j is not bounded on both sides, it must be no more than rounding of its terms: a few (m + 1)*eps.
bool br_program_infeasible(const br_program *p, const br_real *y, const br_real *z);

// Whether x is feasible, within tol of the sizes of the terms, and d a direction of unbounded descent: H d, and what of A d
// leads out of a side, no more than rounding of their terms.
bool br_program_unbounded(const br_program *p, const br_real *x, const br_real *d, br_real tol);

#endif
