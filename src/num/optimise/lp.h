// lp.h - linear programs, small and dense: the primal simplex method.          [target]
//
// The primal simplex method with bounds on a full tableau: first the sum of violations falls, then the value. Rows, columns
// and sides are scaled by powers of two; the tableau is recomputed from A after 200 pivots and before anything is answered;
// where steps stand still, Bland's rule takes over until they move, so nothing can cycle.
//
// Nothing allocates. At most 50*(n + m) + 200 steps of n*m work.
#ifndef BR_NUM_OPTIMISE_LP_H
#define BR_NUM_OPTIMISE_LP_H

#include "num/optimise/program.h"
#include "num/base/real.h"
#include <bristle/status.h>
#include <stddef.h>

// Bytes of memory that br_lp_solve needs; 0 if the sizes are out of range.
size_t br_lp_bytes(int n, int m);

// H of the program must be NULL. memory: lent for the call and for as long as the answer is read; aligned for br_real.
// BR_OK: optimal. BR_NEGATIVE: the answer is written, and is infeasible or unbounded with a certificate that was checked, or
// undecided. BR_BAD_USAGE; BR_NOT_FINITE: see br_program_check, and numbers that overflow. The answer is then as before.
br_status br_lp_solve(const br_program *p, br_program_answer *answer, void *memory, size_t bytes) BR_CHECKED;

#endif
