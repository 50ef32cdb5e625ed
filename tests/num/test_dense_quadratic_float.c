// test_dense_quadratic_float.c - quadratic programs in float.
#define BR_FLOAT
#include "dense_quadratic.h"
