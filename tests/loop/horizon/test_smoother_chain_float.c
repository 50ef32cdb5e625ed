// test_smoother_chain_float.c - the linear recursion of smoothers in float.
#define BR_FLOAT
#include "smoother_chain.h"
