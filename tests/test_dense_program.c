// test_dense_program.c - NNLS, linear and quadratic programs in double.
#include "dense_program.h"
