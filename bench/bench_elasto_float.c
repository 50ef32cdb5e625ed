// bench_elasto_float.c - in float.
#define BR_FLOAT
#include "bench_elasto.h"
