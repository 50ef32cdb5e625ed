// selftest.c - the self-test of a package.   [template]

// selftest.c - PREFIX gives results bit-identical to the library of bristle: PASS, or the first sample that differs. README.md has the
// command that compiles it.
#include "PREFIX.h"
#include "vectors.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#define LARGEST LARGEST_NUMBER

static const char *const name[FOUND] = {NAME_LIST};

static PREFIX object;

static void read_all(PREFIX_real *to)
{
#if IS_COMPENSATOR
    to[0] = PREFIX_command(&object);
    to[1] = PREFIX_feedback(&object);
    to[2] = PREFIX_friction(&object);
    to[3] = PREFIX_trust(&object);
#if HAS_WEIGHTS
    for (int i = 0; i < CAPITAL_STATES; i++)
        to[4 + i] = PREFIX_value(&object, i);
#endif
#endif
#if IS_ELASTO
    to[0] = PREFIX_deflection(&object);
    to[1] = PREFIX_force(&object);
#endif
#if IS_OBSERVER
    for (int i = 0; i < CAPITAL_NUMBERS; i++) {
        to[i] = PREFIX_value(&object, i);
        to[CAPITAL_NUMBERS + i] = PREFIX_sd(&object, i);
    }
#if HAS_OUTPUTS
    for (int i = 0; i < CAPITAL_OUTPUTS; i++)
        to[2 * CAPITAL_NUMBERS + i] = PREFIX_output(&object, i, &to[2 * CAPITAL_NUMBERS + CAPITAL_OUTPUTS + i]);
#endif
#endif
}

static int step(int k)
{
    volatile PREFIX_real zero = 0;
    PREFIX_real y[CAPITAL_MEASURED];
    for (int i = 0; i < CAPITAL_MEASURED; i++)
        y[i] = vector_y[k][i] < LARGEST ? vector_y[k][i] : zero / zero;
    return PREFIX_step(&object, vector_u[k], y);
}

int main(void)
{
    if (PREFIX_init(&object) != 0) {
        puts("FAIL: it does not start");
        return 1;
    }
    for (int k = 0; k < VECTORS; k++) {
        PREFIX_real found[FOUND];
        int status = step(k);
        read_all(found);
        if (status != vector_answer[k]) {
            printf("FAIL: sample %d: PREFIX_step answers %d and should answer %d\n", k, status, vector_answer[k]);
            return 1;
        }
        for (int i = 0; i < FOUND; i++)
            if (memcmp(&found[i], &vector_found[k][i], sizeof found[i]) != 0) {
                printf("FAIL: sample %d: %s is %.17g and should be %.17g\n", k, name[i], (double)found[i],
                       (double)vector_found[k][i]);
                puts("Was it compiled with -ffast-math, a part of it, or -ffp-contract=fast?");
                return 1;
            }
    }
    printf("PASS: %d samples\n", VECTORS);
    return 0;
}
