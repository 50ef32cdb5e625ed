// test_compensate_float.c - compensators in the loop, in float.
#define BR_FLOAT
#include "compensate_cases.h"
