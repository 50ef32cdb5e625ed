// test_mhe_bounds.c - bounds over a horizon are those of a dense quadratic program, to 1e-10.
#define TOLERANCE 1e-10L
#include "mhe_bounds.h"
