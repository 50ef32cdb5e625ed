// test_observer_faults_float.c - observers in float under the faults of a real-time stream.
#define BR_FLOAT
#include "observer_faults.h"
