// test_dense_least.c - nonlinear least squares in double.
#include "dense_least.h"
