// bench_elasto.c - in double.
#include "bench_elasto.h"
