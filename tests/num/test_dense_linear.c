// test_dense_linear.c - linear programs in double.
#include "dense_linear.h"
