// clones.h - loops compiled for several vector widths (SIMD), chosen at run time. [target]
#ifndef BR_NUM_BASE_CLONES_H
#define BR_NUM_BASE_CLONES_H

// On x86 the loops of a function are compiled for wider vectors, too, and the widest that the machine has is taken at run
// time. No sum is reordered and nothing is contracted, so the bits are the same. Defined as nothing: no clones.
#ifndef BR_CLONES
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) &&                       \
    defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if __GNUC__ >= 12 // all that AVX-512 machines have in common: short loops gain most
#define BR_CLONES __attribute__((target_clones("default", "avx2", "arch=x86-64-v4")))
#else
#define BR_CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
#endif
#else
#define BR_CLONES
#endif
#endif

#endif
