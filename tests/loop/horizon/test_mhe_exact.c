// test_mhe_exact.c - a moving horizon finds stiffnesses from nothing where its model is exact, with GL4 and LIE.
#define NOISE 0.02
#include "mhe_exact.h"
