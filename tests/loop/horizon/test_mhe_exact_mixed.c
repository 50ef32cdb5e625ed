// test_mhe_exact_mixed.c - the same with flow and derivatives in float and all else in double.
#define NOISE 0.02
#define MIXED
#include "mhe_exact.h"
