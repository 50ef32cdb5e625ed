// test_preprocess_filter_float.c - low-pass and differentiators in float.
#define BR_FLOAT
#include "preprocess_filter.h"
