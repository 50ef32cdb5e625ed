// fp.h - the floating-point rules every source is compiled under.             [target]
//
// Included first by every source. No contraction: a*b+c stays two roundings, or the same law would give
// different bits on different machines. no-trapping-math and no-math-errno let gcc vectorise branch-free code.
#ifndef BR_NUM_BASE_FP_H
#define BR_NUM_BASE_FP_H

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "bristle cannot be built with -ffast-math: results would differ from machine to machine"
#endif
// 16 is what gcc says of machines with half precision; float and double are still computed as themselves there.
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error "bristle needs FLT_EVAL_METHOD 0 (i686: -msse2 -mfpmath=sse; s390x: -fexcess-precision=fast)"
#endif

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpass-failed" // BR_LANES allows vectors, it does not demand them
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off", "no-math-errno", "no-trapping-math")
#endif

// Marks a loop whose iterations are independent, so that compilers vectorise it without asking.
#if defined(__clang__)
#define BR_LANES _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define BR_LANES _Pragma("GCC ivdep")
#else
#define BR_LANES
#endif

#endif
