// ode_linear.h - the linear systems of a Radau step, by the Schur complement of uncoupled elements.   [host]
//
// Friction has many states that see only themselves and a few others: elements of a contact see the velocity, and the
// velocity sees them. They are eliminated one by one; what is left are the equations of the core, which are dense.
// n*core^2 operations instead of n^3.
#ifndef BR_SIM_RUN_ODE_LINEAR_H
#define BR_SIM_RUN_ODE_LINEAR_H

#include "num/base/arena.h"
#include <stdbool.h>

// Vectors have LANES numbers for every state, at its place: of the real system, both real parts of the complex ones, both
// imaginary parts, and one that is unused.
typedef struct br_ode_linear {
    int n, core;         // states; those of the core
    int *order, *place;  // the state at a place, the core first; the place of a state
    double *real, *pair; // factors of the core
    double *own;         // of every element, LANES apart: one over its diagonal
    double *up, *down;   // h J of the core by every element, and of it by the core: core numbers each
    int *pivot[2];
} br_ode_linear;

// One list measures and carves.
void br_ode_linear_carve(br_arena *a, br_ode_linear *l, int n);

// Chooses the core for J (n*n), or keeps the one there is if it fits; core = 0: there is none. Up to four states are all core.
void br_ode_linear_split(br_ode_linear *l, const double *J);

// gamma - h J, and alpha - i beta - h J for both pairs of br_radau. False: singular or not finite.
bool br_ode_linear_factorise(br_ode_linear *l, const double *J, double h);

// b becomes the solution.
void br_ode_linear_solve_real(const br_ode_linear *l, double *b);
void br_ode_linear_solve(const br_ode_linear *l, double *b); // all three

#endif
