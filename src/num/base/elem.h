// elem.h - elementary functions with the same bits on every IEEE machine.     [target]
//
// Own functions instead of libm, because libm differs from platform to platform. Only + - * / sqrt, comparisons and
// integer operations are used, and fp.h forbids contraction, so a PC, a browser and a microcontroller agree bit for bit
// (but for the payload of a NaN). Loops over them vectorise: an `if` stands only where compilers turn it into a selection,
// except in sin, cos and tan of any argument; loops that know |x| < 1.6e6 (float: 10000) use br_sin_near, br_cos_near and
// br_tan_near, which give the same bits. Tables: exp, tanh and pow in double, pow in float, the bits of 2/pi. Odd
// functions are exactly odd, even ones exactly even.
//
// Sections of the parts start with a mark that says the name and what it needs, and end at the next one: the code generator
// copies single sections. The polynomials are least-squares fits at Chebyshev nodes, weighted to the error of the result,
// with coefficients rounded one after the other from the lowest up (tools/elem_poly.py prints them). "worst" is the
// largest error seen against MPFR, in units in the last place (double, float).
#ifndef BR_NUM_BASE_ELEM_H
#define BR_NUM_BASE_ELEM_H

#include "num/base/elem_pow.h"
#include "num/base/elem_pow_float.h"
#include "num/base/elem_trig.h"
#include "num/base/elem_trig_float.h"

#endif
