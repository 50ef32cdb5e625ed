// test_observer_endurance.c - observers over many steps, and at the edges of what they accept.
#include "observer_endurance.h"
