// response_kit.h - planted logs of an axis for tests of bristle/response.h.
#ifndef BR_TESTS_RESPONSE_KIT_H
#define BR_TESTS_RESPONSE_KIT_H

#include <bristle/response.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { PERIOD = 1000, PERIODS = 6, ROWS = PERIOD * PERIODS, LINES = 10 };
static const double tau = 6.283185307179586, m = 20, d = 400, k = 3.2e6, step = 1e-3;
static const int line[LINES] = {3, 7, 13, 23, 37, 53, 67, 97, 131, 191}; // Hz, as a period lasts 1 s

typedef struct log_rows {
    double t[ROWS], x[ROWS], u[ROWS];
} log_rows;

// Uniform, of variance 1, the same on every machine.
static inline double noise(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return ((double)(*state >> 11) / 9007199254740992.0 - 0.5) * 3.4641016151377544;
}

// x/u of the axis at f Hz.
static inline void axis_response(double f, double stiffness, double G[2])
{
    double w = tau * f, re = stiffness - m * w * w, im = w * d, size = re * re + im * im;
    G[0] = re / size;
    G[1] = -im / size;
}

// A multisine of amplitude `level` at every line, its phases by seed, and the position of the axis under it.
static inline void excite(log_rows *to, double level, int seed, double stiffness)
{
    for (int i = 0; i < ROWS; i++) {
        to->t[i] = step * i;
        to->x[i] = to->u[i] = 0;
        for (int n = 0; n < LINES; n++) {
            double G[2], at = tau * line[n] * to->t[i] + n * n * (1 + 0.37 * seed);
            axis_response(line[n], stiffness, G);
            to->u[i] += level * cos(at);
            to->x[i] += level * (G[0] * cos(at) - G[1] * sin(at));
        }
    }
}

static inline void add_noise(double *y, double sd, uint64_t seed)
{
    for (int i = 0; i < ROWS; i++)
        y[i] += sd * noise(&seed);
}

static inline br_table *lent(const log_rows *l, int rows)
{
    br_table *t = NULL;
    br_diag why = {0};
    if (br_table_lend(&t, "log", (const char *const[]){"t [s]", "x [m]", "u [N]"},
                      (const double *const[]){l->t, l->x, l->u}, 3, (size_t)rows, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
    return t;
}

static inline br_response *response_of(const log_rows *l, const br_response_options *o)
{
    br_response *r = NULL;
    br_diag why = {0};
    br_table *t = lent(l, ROWS);
    if (br_response_open(&r, &t, 1, o, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_table_close(t); // it is not needed any more
    return r;
}

// Two complex numbers, within a share of the second.
static inline void close_to(const double found[2], const double wanted[2], double share)
{
    double off = hypot(found[0] - wanted[0], found[1] - wanted[1]), size = hypot(wanted[0], wanted[1]);
    if (!(off <= share * size))
        fail_msg("%.9g %+.9gj is not %.9g %+.9gj within %g", found[0], found[1], wanted[0], wanted[1], share);
}

static inline br_response_options usual(void)
{
    br_response_options o;
    assert_int_equal(br_response_defaults(&o, sizeof o), BR_OK);
    return o;
}

#endif
