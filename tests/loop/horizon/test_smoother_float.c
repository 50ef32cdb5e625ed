// test_smoother_float.c - the smoother on logs in float.
#define BR_FLOAT
#include "smoother_log.h"
