// test_smoother_riccati_float.c - the Riccati recursion of smoothers in float.
#define BR_FLOAT
#include "smoother_riccati.h"
