// test_observer_linear_float.c - on linear systems EKF and UKF in float are the Kalman filter, to 5e-4.
#define BR_FLOAT
#define TOLERANCE 5e-4L
#include "observer_linear.h"
