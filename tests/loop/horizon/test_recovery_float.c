// test_recovery_float.c - the same all in float.
#define BR_FLOAT
#include "kit/failing_memory.h"
#include "recovery.h"
