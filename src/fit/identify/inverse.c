// inverse.c - inverse dynamic identification: mass and friction by linear regression (IDIM-LS). [host]
#include "num/base/fp.h"

#include "fit/statistics/decimate.h"
#include "fit/identify/inverse.h"
#include "loop/signal/zero_phase.h"
#include "num/base/elem.h"

#include <stdlib.h>
#include <string.h>

typedef struct motion {
    double q, v, a, sign;
} motion;

// Columns of the regression, in the order of br_inverse_term.
typedef enum column { M, FV, FV_UP, FV_DOWN, FC, FC_UP, FC_DOWN, OFFSET, GS, GC } column;

static const struct {
    unsigned term;
    const char *name;
} columns[BR_INVERSE_TERMS] = {
    [M] = {BR_INVERSE_MASS, "M"},
    [FV] = {BR_INVERSE_VISCOUS, "Fv"},
    [FV_UP] = {BR_INVERSE_VISCOUS_SPLIT, "Fv+"},
    [FV_DOWN] = {BR_INVERSE_VISCOUS_SPLIT, "Fv-"},
    [FC] = {BR_INVERSE_COULOMB, "Fc"},
    [FC_UP] = {BR_INVERSE_COULOMB_SPLIT, "Fc+"},
    [FC_DOWN] = {BR_INVERSE_COULOMB_SPLIT, "Fc-"},
    [OFFSET] = {BR_INVERSE_OFFSET, "offset"},
    [GS] = {BR_INVERSE_SINE, "Gs"},
    [GC] = {BR_INVERSE_COSINE, "Gc"},
};

static double regressor(column c, const motion *m)
{
    switch (c) {
    case M: return m->a;
    case FV: return m->v;
    case FV_UP: return m->v > 0 ? m->v : 0;
    case FV_DOWN: return m->v < 0 ? m->v : 0;
    case FC: return m->sign;
    case FC_UP: return m->sign > 0 ? m->sign : 0;
    case FC_DOWN: return m->sign < 0 ? m->sign : 0;
    case OFFSET: return 1;
    case GS: return br_sin(m->q);
    case GC: return br_cos(m->q);
    }
    return 0;
}

br_inverse_options br_inverse_defaults(double dt)
{
    return (br_inverse_options){
        .terms = BR_INVERSE_PLAIN, .dt = dt, .cutoff = 0.1 / dt, .every = 10, .first = 50, .last = 50};
}

int br_inverse_names(unsigned terms, const char *name[BR_INVERSE_TERMS])
{
    int n = 0;
    for (int i = 0; i < BR_INVERSE_TERMS; i++)
        if (terms & columns[i].term)
            name[n++] = columns[i].name;
    return n;
}

static br_status low_pass(const br_inverse_options *o, int n, double *x)
{
    br_lowpass_options low = {.dt = o->dt, .cutoff = o->cutoff, .order = 4};
    size_t bytes = br_zero_phase_bytes(&low, n);
    void *memory = bytes ? malloc(bytes) : NULL;
    if (!bytes)
        return BR_BAD_USAGE;
    br_status status = memory ? br_zero_phase_lowpass(&low, n, x, memory, bytes, NULL) : BR_NO_MEMORY;
    free(memory);
    return status;
}

// q, v, a and force of the whole log, one after the other, n numbers each.
static br_status motion_of(const br_inverse_options *o, int n, const double *q, const double *force, double *to)
{
    double *v = to + n, *a = v + n, *F = a + n;
    br_status status = BR_OK;
    memcpy(to, q, (size_t)n * sizeof *to);
    memcpy(F, force, (size_t)n * sizeof *to);
    if (o->cutoff > 0)
        status = low_pass(o, n, to);
    if (status == BR_OK && o->cutoff > 0 && o->low_force)
        status = low_pass(o, n, F);
    if (status == BR_OK)
        status = br_zero_phase_difference(o->dt, n, to, v);
    if (status == BR_OK)
        status = br_zero_phase_difference(o->dt, n, v, a);
    return status;
}

// One column of samples, decimated, to every n-th number of A.
static br_status decimate_column(const br_inverse_options *o, int samples, double *x, double *to, int stride, int *rows)
{
    br_status status = br_decimate(o->every, samples, x, rows);
    for (int i = 0; i < *rows && status == BR_OK; i++)
        to[(size_t)i * (size_t)stride] = x[i];
    return status;
}

static void evaluate_column(const br_inverse_options *o, column c, int n, int from, int count, const double *all,
                            double *x)
{
    for (int i = 0; i < count; i++) {
        int k = from + i;
        double v = all[n + k];
        motion m = {all[k], v, all[2 * (size_t)n + (size_t)k], v > o->still ? 1 : v < -o->still ? -1 : 0};
        x[i] = regressor(c, &m);
    }
}

static br_status fill_regression(br_regression *r, const br_inverse_options *o, int n, const double *all, double *x)
{
    int count = n - o->first - o->last, k = 0;
    br_status status = BR_OK;
    for (int i = 0; i < BR_INVERSE_TERMS && status == BR_OK; i++) {
        if (!(o->terms & columns[i].term))
            continue;
        evaluate_column(o, (column)i, n, o->first, count, all, x);
        status = decimate_column(o, count, x, r->A + k++, r->n, &r->rows);
    }
    memcpy(x, all + 3 * (size_t)n + o->first, (size_t)count * sizeof *x);
    return status == BR_OK ? decimate_column(o, count, x, r->b, 1, &r->rows) : status;
}

br_status br_inverse_rows(br_regression *r, const br_inverse_options *o, int n, const double *q, const double *force)
{
    const char *names[BR_INVERSE_TERMS];
    *r = (br_regression){.n = br_inverse_names(o->terms, names)};
    if (r->n < 1 || !(o->dt > 0) || !(o->cutoff >= 0) || o->every < 1 || o->first < 0 || o->last < 0) {
        *r = (br_regression){0};
        return BR_BAD_USAGE;
    }
    if (n < 3 || n - 3 < o->first || n - 3 - o->first < o->last) {
        *r = (br_regression){0};
        return BR_BAD_DATA;
    }
    size_t size = (size_t)n, rows = size / (size_t)o->every + 2;
    double *all = malloc(5 * size * sizeof *all);
    r->A = malloc(rows * (size_t)r->n * sizeof *r->A);
    r->b = malloc(rows * sizeof *r->b);
    br_status status = all && r->A && r->b ? motion_of(o, n, q, force, all) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = fill_regression(r, o, n, all, all + 4 * size);
    free(all);
    if (status != BR_OK)
        br_regression_free(r);
    return status;
}

void br_regression_free(br_regression *r)
{
    free(r->A);
    free(r->b);
    *r = (br_regression){0};
}
