// test_observer_uncoupled.c - the EKF gives uncoupled states the covariance that it gives coupled ones, to 1e-9.
#define TOLERANCE 1e-9
#include "observer_uncoupled.h"
