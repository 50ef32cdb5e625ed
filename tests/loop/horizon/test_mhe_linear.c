// test_mhe_linear.c - on linear systems a moving horizon of any length is the Kalman filter, to 1e-9.
#define TOLERANCE 1e-9L
#include "mhe_linear.h"
