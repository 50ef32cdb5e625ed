// test_mhe_bounds_float.c - bounds over a horizon in float are those of a dense quadratic program, to 1e-3.
#define BR_FLOAT
#define TOLERANCE 1e-3L
#include "mhe_bounds.h"
