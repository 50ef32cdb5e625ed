// test_dense_certificate.c - certificates of linear and quadratic programs in double.
#include "dense_certificate.h"
