// test_elasto_faults.c - the elasto-plastic estimator on good and bad samples, in double.
#include "elasto_faults.h"
