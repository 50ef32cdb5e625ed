// test_mhe_faults_float.c - the same all in float.
#define BR_FLOAT
#include "mhe_faults.h"
