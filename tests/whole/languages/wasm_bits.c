// wasm_bits.c - rates and outputs of laws at some points, as bits: what tests/whole/languages/wasm_bits.mjs prints, too.
//
// Arguments: LAW SET, any number of times. Point k of 7 has x = s(k), u = s(3 k + 1) with s(i) = (i % 11 - 5)*1e-3.
#include "num/base/fp.h"

#include <bristle/friction.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 7, MOST = 4096 };

static double number(int i)
{
    return (i % 11 - 5) * 1e-3;
}

static int print_law(const char *law, const char *set)
{
    static double x[MOST], u[MOST], p[MOST], out[MOST];
    br_friction *f;
    br_diag why;
    if (br_friction_open(&f, law, set, NULL, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 1;
    int nx = br_friction_count(f, BR_FRICTION_STATES), nu = br_friction_count(f, BR_FRICTION_INPUTS);
    int rows = nx + br_friction_count(f, BR_FRICTION_OUTPUTS);
    for (int i = 0; i < POINTS * nx; i++)
        x[i] = number(i);
    for (int i = 0; i < POINTS * nu; i++)
        u[i] = number(3 * i + 1);
    br_friction_parameters(f, p);
    br_friction_rate(f, POINTS, x, NULL, u, p, out);
    printf("%s %s", law, set);
    for (int i = 0; i < POINTS * rows; i++) {
        uint64_t bits;
        memcpy(&bits, &out[i], sizeof bits);
        if (out[i] != out[i])
            printf(" nan");
        else
            printf(" %016" PRIx64, bits);
    }
    printf("\n");
    br_friction_close(f);
    return 0;
}

int main(int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i += 2)
        if (print_law(argv[i], argv[i + 1]) != 0)
            return 1;
    return 0;
}
