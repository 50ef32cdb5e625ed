// test_observer_uncoupled_float.c - in float the EKF gives uncoupled states the covariance that it gives coupled ones.
#define BR_FLOAT
#define TOLERANCE 1e-3
#include "observer_uncoupled.h"
