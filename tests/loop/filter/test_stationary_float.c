// test_stationary_float.c - stationary covariances and gains in float are those a filter settles to, to 2e-4.
#define BR_FLOAT
#define TOLERANCE 2e-4L
#include "stationary_cases.h"
