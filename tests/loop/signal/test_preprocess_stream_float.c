// test_preprocess_stream_float.c - encoders and clocks in float.
#define BR_FLOAT
#include "preprocess_stream.h"
