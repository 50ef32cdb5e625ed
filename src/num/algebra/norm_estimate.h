// norm_estimate.h - estimate of the 1-norm of a linear map given by its products. [target]
#ifndef BR_NUM_ALGEBRA_NORM_ESTIMATE_H
#define BR_NUM_ALGEBRA_NORM_ESTIMATE_H

#include "num/base/real.h"

// x becomes M x, or M'x if transposed. x has the size of the map; the result may be not finite.
typedef void br_map(const void *self, int transposed, br_real *x);

// The 1-norm of the n by n map from at most 11 applications: exact up to n = 11, beyond that the estimate of Hager and Higham
// (1988), never above the norm but for rounding, mostly within a factor of 3, seldom of 20 below it. Infinite if a result
// is not finite; never NaN. work: 3*n numbers.
br_real br_norm1_estimate(int n, br_map *map, const void *self, br_real *work);

#endif
