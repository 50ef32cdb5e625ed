// test_dense_factor.c - the factorisations in double.
#include "dense_factor.h"
