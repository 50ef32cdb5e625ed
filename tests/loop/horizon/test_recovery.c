// test_recovery.c - filters and moving horizons are back after faults of the sensors.
#include "kit/failing_memory.h"
#include "recovery.h"
