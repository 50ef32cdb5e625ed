// test_observer_linear.c - on linear systems EKF and UKF are the Kalman filter, to 1e-9.
#define TOLERANCE 1e-9L
#include "observer_linear.h"
