// test_elasto_faults_float.c - the elasto-plastic estimator on good and bad samples, in float.
#define BR_FLOAT
#include "elasto_faults.h"
