// test_observer_linear_float.c - on linear systems EKF and UKF in float are the Kalman filter, to 1e-4.
#define BR_FLOAT
#define TOLERANCE 1e-4L
#include "observer_linear.h"
