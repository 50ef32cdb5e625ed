// soft_add.h - software addition of doubles in integers, correctly rounded.    [target]
//
// For Arm cores without double hardware (Cortex-M4F and below). The addition of GNU's libgcc rounds some differences
// wrongly there: when the exponents differ by 33 and the result falls into the next lower binade, it lacks a bit. Results
// in double would then differ from those of a PC; br_fp_probe says so. This file defines what the linker needs to put the
// right addition in place:
//
//     -Wl,--wrap=__aeabi_dadd,--wrap=__aeabi_dsub,--wrap=__aeabi_drsub
#ifndef BR_NUM_BASE_SOFT_ADD_H
#define BR_NUM_BASE_SOFT_ADD_H

#include <stdint.h>

// The bits of a + b for the bits of a and b: IEEE 754 binary64, to nearest, ties to even; subnormals, infinities, NaN.
uint64_t br_soft_add(uint64_t a, uint64_t b);

#endif
