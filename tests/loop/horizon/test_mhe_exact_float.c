// test_mhe_exact_float.c - the same all in float.
#define BR_FLOAT
#define NOISE 0.02f
#include "mhe_exact.h"
