// test_mhe_linear_float.c - on linear systems a moving horizon in float is the Kalman filter, to 5e-4.
#define BR_FLOAT
#define TOLERANCE 5e-4L
#include "mhe_linear.h"
