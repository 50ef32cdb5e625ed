// test_preprocess_log_float.c - whole logs, and the indirect friction force, in float.
#define BR_FLOAT
#include "preprocess_log.h"
