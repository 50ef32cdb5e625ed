// test_dense_certificate_float.c - certificates of linear and quadratic programs in float.
#define BR_FLOAT
#include "dense_certificate.h"
