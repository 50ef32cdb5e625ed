// test_smoother.c - the smoother on logs in double.
#include "smoother_log.h"
