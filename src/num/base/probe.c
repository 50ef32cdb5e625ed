// probe.c - start-up probe of floating-point arithmetic: rounding, contraction, subnormal numbers. [target]
#include "num/base/fp.h"

#include "num/base/probe.h"
#include <stddef.h>

// Operands are read from volatile memory, or compilers would compute the answer themselves. With e = ulp(1), least the
// smallest normal number, and (1 + r)^2 = 1 + 2 r + r^2, where r^2 is lost in rounding:
#define FAULT(real, name, e, r, huge, least, lean)                                                                     \
    static const char *name(void)                                                                                      \
    {                                                                                                                  \
        static const volatile real given[] = {1, e, r, huge, least, lean};                                             \
        const real one = given[0], ulp = given[1], small = given[4];                                                   \
        const real root = one + given[2], square = one + 2 * given[2], big = given[3], away = given[5];                \
        const real quarter = ulp / 4, half = ulp / 2, more = half + ulp / 8192;                                        \
        if ((big + one) - big == one)                                                                                  \
            return "sums are re-associated (a flag of -ffast-math), or kept wider than their type";                    \
        if (one + quarter != one || -one - quarter != -one || one + (half + quarter) != one + ulp ||                   \
            -one - (half + quarter) != -one - ulp)                                                                     \
            return "rounding is not to nearest";                                                                       \
        if (one + half != one || (one + ulp) + half != one + 2 * ulp || one + more != one + ulp)                       \
            return "results are rounded twice, or ties are not rounded to even";                                       \
        if ((small / 2) * 4 != small * 2 || (small * ulp) / ulp != small)                                              \
            return "subnormal numbers are flushed to zero";                                                            \
        if (root * root - square != 0)                                                                                 \
            return "a*b+c is contracted to one rounding (-ffp-contract=off is needed)";                                \
        if (one - (away + ulp / 8) != one - away)                                                                      \
            return "the software for double arithmetic rounds some differences wrongly";                               \
        return NULL;                                                                                                   \
    }
// libgcc loses a bit of a difference in double on Arm cores without double hardware when the exponents differ by 33.
FAULT(double, fault_in_double, 0x1p-52, 0x1p-27, 0x1p53, 0x1p-1022, 0x1p-33)
FAULT(float, fault_in_float, 0x1p-23f, 0x1p-12f, 0x1p24f, 0x1p-126f, 0x1p-4f)

const char *br_fp_fault(void)
{
    const char *fault = fault_in_double();
    return fault ? fault : fault_in_float();
}

br_status br_fp_probe(void)
{
    return br_fp_fault() ? BR_BAD_MACHINE : BR_OK;
}

br_status brf_fp_probe(void)
{
    return fault_in_float() ? BR_BAD_MACHINE : BR_OK;
}
