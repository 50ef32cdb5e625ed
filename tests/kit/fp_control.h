// fp_control.h - the control register of a machine: what another library may switch on behind our back.
#ifndef FP_CONTROL_H
#define FP_CONTROL_H

#include <stdint.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
static inline uint64_t control(void)
{
    return _mm_getcsr();
}
static inline void set_control(uint64_t c)
{
    _mm_setcsr((unsigned)c);
}
static const uint64_t flush[] = {0x8000 /* results */, 0x0040 /* operands */, 0x8040};
#elif defined(__aarch64__)
static inline uint64_t control(void)
{
    uint64_t c;
    __asm__ volatile("mrs %0, fpcr" : "=r"(c));
    return c;
}
static inline void set_control(uint64_t c)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(c));
}
static const uint64_t flush[] = {(uint64_t)1 << 24};
#else
#define BR_NO_CONTROL
#endif

#endif
