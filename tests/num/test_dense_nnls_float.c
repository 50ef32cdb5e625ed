// test_dense_nnls_float.c - non-negative least squares in float.
#define BR_FLOAT
#include "dense_nnls.h"
