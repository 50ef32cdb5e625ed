// emitted_numbers.c - an emitted package, and the numbers it starts from, for bench_emitted.c.
#include "emitted.c"

#include "emitted_numbers.h"

#define FIRST(name) br_own_calls_first_##name // as the package calls what only its own functions see

const emitted_numbers emitted_start = {
    FIRST(x), FIRST(sd), FIRST(most), FIRST(q), FIRST(r), FIRST(low), FIRST(high), FIRST(p),
};
