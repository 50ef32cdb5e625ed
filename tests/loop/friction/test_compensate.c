// test_compensate.c - compensators in the loop, in double.
#include "compensate_cases.h"
