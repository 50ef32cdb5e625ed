// test_elasto_theorems.c - lemmas and theorems of paper 003 in double.
#include "elasto_theorems.h"
