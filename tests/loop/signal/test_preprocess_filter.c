// test_preprocess_filter.c - low-pass and differentiators in double.
#include "preprocess_filter.h"
