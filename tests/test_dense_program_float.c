// test_dense_program_float.c - NNLS, linear and quadratic programs in float.
#define BR_FLOAT
#include "dense_program.h"
