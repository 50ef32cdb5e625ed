// identification_kit.h - what tests of bristle/identify.h share: a log with planted friction, and fits that must succeed.
#ifndef BR_TESTS_IDENTIFICATION_KIT_H
#define BR_TESTS_IDENTIFICATION_KIT_H

#include "api_kit.h"
#include <bristle/identify.h>
#include <math.h>
#include <stdlib.h>

enum { ROWS = 1200 };

typedef struct log_rows {
    double t[ROWS], v[ROWS], F[ROWS], T[ROWS];
} log_rows;

// Noise that is the same everywhere: between -1 and 1.
static inline double noise_at(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / 8388608.0 - 1;
}

// Coulomb friction of 3 N, viscous friction of 8 N*s/m, an offset of 0.2 N, noise; a temperature T that changes nothing, or friction by `heat`.
static inline log_rows *measured(unsigned seed, double noise, double heat)
{
    log_rows *l = malloc(sizeof *l);
    assert_non_null(l);
    for (int k = 0; k < ROWS; k++) {
        double t = 1e-3 * k;
        l->t[k] = t;
        l->v[k] = 0.1 * sin(20 * t) + 0.05 * sin(47 * t + 1);
        l->T[k] = 20 + 10 * t;
        double side = l->v[k] > 0 ? 1 : -1;
        l->F[k] = side * (3 + heat * t) + 8 * l->v[k] + 0.2 + noise * noise_at(&seed);
    }
    return l;
}

static inline br_table *table_of(const log_rows *l, const char *name)
{
    static const char *const heading[] = {"t [s]", "v [m/s]", "F [N]", "T"};
    const double *const v[] = {l->t, l->v, l->F, l->T};
    br_table *table = NULL;
    assert_int_equal(br_table_lend(&table, name, heading, v, 4, ROWS, NULL, NULL), BR_OK);
    return table;
}

static inline br_identification_options usual(void)
{
    br_identification_options o;
    assert_int_equal(br_identification_defaults(&o, sizeof o), BR_OK);
    return o;
}

static inline br_identification *opened_for(const br_law *law, const br_identification_options *o)
{
    br_identification *id = NULL;
    br_diag why = {0};
    if (br_identification_open(&id, law, o, &why) != BR_OK)
        fail_msg("%s", why.text);
    return id;
}

static inline void add(br_identification *id, const log_rows *l, const char *name, br_log_role role)
{
    br_diag why = {0};
    br_table *table = table_of(l, name);
    if (br_identification_add(id, table, role, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_table_close(table);
}

static inline br_identification *fitted_to(const br_law *law, const log_rows *l, const br_identification_options *o)
{
    br_identification *id = opened_for(law, o);
    br_diag why = {0};
    add(id, l, "log", BR_LOG_FITTED);
    if (br_identification_run(id, NULL, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
    return id;
}

static inline br_identification_parameter parameter(const br_identification *id, const char *name)
{
    br_identification_parameter p = {.size = sizeof p};
    assert_int_equal(br_identification_parameter_at(id, br_identification_index(id, name), &p), BR_OK);
    return p;
}

#endif
