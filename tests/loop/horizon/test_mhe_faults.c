// test_mhe_faults.c - a moving horizon survives what machines send.
#include "mhe_faults.h"
