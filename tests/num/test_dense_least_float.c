// test_dense_least_float.c - nonlinear least squares in float.
#define BR_FLOAT
#include "dense_least.h"
