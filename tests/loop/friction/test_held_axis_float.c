// test_held_axis_float.c - a held axis does not drift, in float.
#define BR_FLOAT
#include "held_axis.h"
