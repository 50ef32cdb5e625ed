// test_dense_nnls.c - non-negative least squares in double.
#include "dense_nnls.h"
