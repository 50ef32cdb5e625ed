// probe.h - start-up probe: does this machine compute as IEEE 754 demands?     [target]
//
// fp.h forbids what a compiler may not do, and is obeyed by most. The rest shows only when numbers are computed: flags
// that win over the pragmas (contraction, re-association), a rounding mode or flushing of subnormals that a caller or
// another library has switched on in this thread. The probe computes; it reads no register and changes none.
#ifndef BR_NUM_BASE_PROBE_H
#define BR_NUM_BASE_PROBE_H

#include <bristle/status.h>

// BR_OK or BR_BAD_MACHINE, for double and float; brf_fp_probe: for programs that compute in float only. Nanoseconds; safe
// in a control loop.
BR_CHECKED br_status br_fp_probe(void);
BR_CHECKED br_status brf_fp_probe(void);

// A message that says what is wrong; NULL: nothing.
const char *br_fp_fault(void);

#endif
