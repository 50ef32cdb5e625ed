// test_dense_linear_float.c - linear programs in float.
#define BR_FLOAT
#include "dense_linear.h"
