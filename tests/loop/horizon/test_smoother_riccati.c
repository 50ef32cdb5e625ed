// test_smoother_riccati.c - the Riccati recursion of smoothers in double.
#include "smoother_riccati.h"
