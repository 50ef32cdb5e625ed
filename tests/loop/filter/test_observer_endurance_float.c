// test_observer_endurance_float.c - observers in float over many steps, and at the edges of what they accept.
#define BR_FLOAT
#include "observer_endurance.h"
