// system_float.h - a law in float as a system, for mixed precision.            [host]
//
// For sources of both number types: struct brf_sys is br_sys of num/base/sys.h where BR_FLOAT is defined.
#ifndef BR_LAW_MODEL_SYSTEM_FLOAT_H
#define BR_LAW_MODEL_SYSTEM_FLOAT_H

#include "law/builtin/builtin.h"

struct brf_sys;

// The system in float beside one in double, whose blocks it shares; NULL: no memory. The caller frees it.
struct brf_sys *br_system_float(const void *sys, const br_builtin_float *code, const int *n);

#endif
