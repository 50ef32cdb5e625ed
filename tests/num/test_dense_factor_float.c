// test_dense_factor_float.c - the factorisations in float.
#define BR_FLOAT
#include "dense_factor.h"
