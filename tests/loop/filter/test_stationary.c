// test_stationary.c - stationary covariances and gains are those a filter settles to, to 1e-9.
#define TOLERANCE 1e-9L
#include "stationary_cases.h"
