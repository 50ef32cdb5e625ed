// test_preprocess_log.c - whole logs, and the indirect friction force, in double.
#include "preprocess_log.h"
