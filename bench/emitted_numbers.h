// emitted_numbers.h - what the package of bench_emitted.c starts from.
#ifndef EMITTED_NUMBERS_H
#define EMITTED_NUMBERS_H

typedef struct emitted_numbers {
    const double *x, *sd, *most, *q, *r, *low, *high, *p;
} emitted_numbers;

extern const emitted_numbers emitted_start;

#endif
