// test_dense_quadratic.c - quadratic programs in double.
#include "dense_quadratic.h"
