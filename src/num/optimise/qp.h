// qp.h - convex quadratic programs, small and dense: a dual active set method. [target]
//
// Goldfarb and Idnani's dual active set: it starts at the free minimum and takes in violated sides one by one, so it needs
// no feasible start, and what it has when a side cannot be met is the proof that none can. Where H is only semidefinite, or
// nearly so, a proximal loop around it (H + e I, e fading from the result) takes its place; H = 0 is better left to lp.h.
// Answers do not depend on the units of the unknowns.
//
// Nothing allocates. Steps are bounded by 20*(n + m) + 100 for each of at most 100 rounds (one if H is definite).
#ifndef BR_NUM_OPTIMISE_QP_H
#define BR_NUM_OPTIMISE_QP_H

#include "num/optimise/program.h"
#include "num/base/real.h"
#include <bristle/status.h>
#include <stddef.h>

// Bytes of memory that br_qp_solve needs; 0 if the sizes are out of range.
size_t br_qp_bytes(int n, int m);

// memory: lent for the call and for as long as the answer is read; aligned for br_real.
// BR_OK: optimal. BR_NEGATIVE: the answer is written, and is infeasible or unbounded with a certificate that was checked, or
// undecided. BR_BAD_USAGE; BR_NOT_FINITE: see br_program_check, and numbers that overflow; BR_BAD_DATA: H has a negative
// eigenvalue. The answer is then as before.
br_status br_qp_solve(const br_program *p, br_program_answer *answer, void *memory, size_t bytes) BR_CHECKED;

#endif
