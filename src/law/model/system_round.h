// system_round.h - an interpreted law in float: where doubles are rounded.     [host]
#ifndef BR_LAW_MODEL_SYSTEM_ROUND_H
#define BR_LAW_MODEL_SYSTEM_ROUND_H

struct brf_sys;

typedef enum br_rounded {
    BR_ROUNDED_RATE,
    BR_ROUNDED_JET,
    BR_ROUNDED_JET_X,
    BR_ROUNDED_MODE,
    BR_ROUNDED_MARGIN
} br_rounded;

// All numbers are floats; out, jet and next as what is asked for has them.
typedef void br_rounded_run(void *of, br_rounded what, int count, const double *x, const int *m, const double *u,
                            const double *p, int each, double *out, double *jet, int *next);

// sys: the br_sys in double. NULL: no memory.
struct brf_sys *br_system_rounding(const void *sys, br_rounded_run *run, void *of);

#endif
