// test_observer_faults.c - observers under the faults of a real-time stream.
#include "observer_faults.h"
