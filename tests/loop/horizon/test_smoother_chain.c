// test_smoother_chain.c - the linear recursion of smoothers in double.
#include "smoother_chain.h"
