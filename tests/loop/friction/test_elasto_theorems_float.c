// test_elasto_theorems_float.c - lemmas and theorems of paper 003 in float.
#define BR_FLOAT
#include "elasto_theorems.h"
