// test_held_axis.c - a held axis does not drift, in double.
#include "held_axis.h"
