// emitted_numbers.c - an emitted package, and the numbers it starts from, for bench_emitted.c.
#include "emitted.c"

#include "emitted_numbers.h"

const emitted_numbers emitted_start = {
    first_x, first_sd, first_most, first_q, first_r, first_low, first_high, first_p,
};
