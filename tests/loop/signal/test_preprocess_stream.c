// test_preprocess_stream.c - encoders and clocks in double.
#include "preprocess_stream.h"
