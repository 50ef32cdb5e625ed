// filter_dense.c - the filter of paper 001 with all of its matrices, to compare with.    [host]
#include "num/base/fp.h"

#include "mech/estimate/filter.h"
#include "num/base/elem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// States in the order of the paper: v, q, lambda, d; augmented states stand where d does.
typedef struct order {
    int v, q, lambda, d;
} order;

static order order_of(const br_filter *f)
{
    int n = f->s->n;
    return (order){0, n, 2 * n, 2 * n + f->s->rows};
}

static double *row(double *A, const br_filter_dense *e, int i)
{
    return A + (ptrdiff_t)i * e->N;
}

// The state that is moved by unit column c.
static int state_of(const br_filter *f, int c)
{
    order at = order_of(f);
    int n = f->s->n;
    return c < n ? at.q + c : c < 2 * n ? at.v + c - n : at.d + c - 2 * n;
}

void br_dense_set_covariance(br_filter *f)
{
    br_filter_dense *e = &f->dense;
    memset(e->P, 0, (size_t)e->N * (size_t)e->N * sizeof *e->P);
    for (int k = 0; k < f->root.count; k++)
        for (int a = 0; a < e->unit.room; a++)
            for (int b = 0; b < e->unit.room; b++)
                row(e->P, e, state_of(f, a))[state_of(f, b)] +=
                    br_direction_q(&f->root, k)[a] * br_direction_q(&f->root, k)[b];
}

br_status br_dense_open(br_filter *f)
{
    br_filter_dense *e = &f->dense;
    e->N = 2 * f->s->n + f->s->rows + f->augmented.count;
    size_t N = (size_t)e->N;
    e->P = calloc(3 * N * N + 2 * N, sizeof *e->P);
    br_status status =
        e->P ? br_directions_open(&e->unit, f->s, &f->augmented, 0, 2 * f->s->n + f->augmented.count) : BR_NO_MEMORY;
    if (status != BR_OK)
        return status;
    e->unit.own = true;
    e->F = e->P + N * N;
    e->T = e->F + N * N;
    e->h = e->T + N * N;
    e->Ph = e->h + N;
    br_dense_set_covariance(f);
    br_dense_unit_directions(f);
    return BR_OK;
}

void br_dense_close(br_filter *f)
{
    br_directions_close(&f->dense.unit);
    free(f->dense.P);
}

void br_dense_unit_directions(br_filter *f)
{
    br_directions *u = &f->dense.unit;
    u->count = 0;
    while (u->count < u->room) {
        int c = u->count;
        br_directions_append(u)[c] = 1; // q, v and augmented states stand at the head of a column
    }
}

// ---------------------------------------------------------------- time update

static void form_F(br_filter *f)
{
    br_filter_dense *e = &f->dense;
    order at = order_of(f);
    memset(e->F, 0, (size_t)e->N * (size_t)e->N * sizeof *e->F);
    for (int c = 0; c < e->unit.count; c++) {
        int j = state_of(f, c);
        for (int i = 0; i < f->s->n; i++) {
            row(e->F, e, at.q + i)[j] = br_direction_q(&e->unit, c)[i];
            row(e->F, e, at.v + i)[j] = br_direction_v(&e->unit, c)[i];
        }
        for (int i = 0; i < f->s->rows; i++)
            row(e->F, e, at.lambda + i)[j] = br_direction_lambda(&e->unit, c)[i];
        for (int i = 0; i < f->augmented.count; i++)
            row(e->F, e, at.d + i)[j] = br_direction_e(&e->unit, c)[i];
    }
}

void br_dense_propagate_covariance(br_filter_dense *e)
{
    int N = e->N;
    memset(e->T, 0, (size_t)N * (size_t)N * sizeof *e->T);
    for (int i = 0; i < N; i++) // T = F P
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++)
                row(e->T, e, i)[j] += row(e->F, e, i)[k] * row(e->P, e, k)[j];
    for (int i = 0; i < N; i++) // P = T F'
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += row(e->T, e, i)[k] * row(e->F, e, j)[k];
            row(e->P, e, i)[j] = sum;
        }
}

br_status br_dense_transition(br_filter *f)
{
    br_status status = br_directions_step(&f->dense.unit, f->s, f->o.scheme);
    if (status != BR_OK)
        return status;
    form_F(f);
    br_dense_propagate_covariance(&f->dense);
    return BR_OK;
}

void br_dense_add_process_noise(br_filter *f, double h)
{
    int d = order_of(f).d;
    double *e = f->dense.h; // free now
    for (int k = 0; k < f->augmented.noises; k++) {
        memset(e, 0, (size_t)f->augmented.count * sizeof *e);
        br_augmented_noise(&f->augmented, h, k, e);
        for (int i = 0; i < f->augmented.known; i++)
            for (int j = 0; j < f->augmented.known; j++)
                row(f->dense.P, &f->dense, d + i)[d + j] += e[i] * e[j];
    }
}

// ---------------------------------------------------------------- measurement update

// P h, and h'P h; *rounding: what is as small is nothing but rounding.
static double innovation_variance(br_filter_dense *e, double *rounding)
{
    double sum = 0, size = 0, largest = 0, length = 0;
    for (int i = 0; i < e->N; i++) {
        e->Ph[i] = 0;
        for (int j = 0; j < e->N; j++)
            e->Ph[i] += row(e->P, e, i)[j] * e->h[j];
        sum += e->h[i] * e->Ph[i];
        for (int j = 0; j < e->N && e->h[i] != 0; j++)
            size += br_abs(e->h[i] * row(e->P, e, i)[j] * e->h[j]);
        double own = row(e->P, e, i)[i];
        largest = own > largest ? own : largest;
        length += e->h[i] * e->h[i];
    }
    *rounding = 1e-8 * size + 1e-24 * largest * length;
    return sum;
}

// Measurement update (52)-(54) by one scalar with the Kalman gain P h/variance; x: the change of all states so far. Answers its variance; 0: it has none, and is skipped.
// f, k: the measurement, which may be beyond the gate; NULL: a constraint.
static double scalar_update(br_filter_dense *e, double R, bool skips, double *gap, double *x, br_filter *f, int k)
{
    double rounding, variance = innovation_variance(e, &rounding);
    if (skips && !(variance > rounding))
        return 0;
    variance += R;
    for (int i = 0; i < e->N; i++)
        *gap -= e->h[i] * x[i];
    if (f && br_filter_rejects(f, k, variance))
        return 0;
    for (int i = 0; i < e->N; i++) {
        x[i] += e->Ph[i] * *gap / variance;
        for (int j = 0; j < e->N; j++)
            row(e->P, e, i)[j] -= e->Ph[i] * e->Ph[j] / variance;
    }
    return variance;
}

static void update_by_sensors(br_filter *f, const double *y, double *x)
{
    br_filter_dense *e = &f->dense;
    for (int k = 0; k < f->o.sensors; k++) {
        if (!isfinite(y[k]))
            continue;
        br_sensor_along(f->s, &f->s->m->sensor[f->o.sensor[k]], &e->unit, f->along);
        memset(e->h, 0, (size_t)e->N * sizeof *e->h);
        for (int c = 0; c < e->unit.count; c++)
            e->h[state_of(f, c)] = f->along[c];
        double variance = scalar_update(e, f->o.sd[k] * f->o.sd[k], false, &f->gap[k], x, f, k);
        f->lost = f->lost || !isfinite(variance);
        f->left[k] = variance > 0 ? f->gap[k] * f->o.sd[k] * f->o.sd[k] / variance : f->gap[k];
        if (variance > 0)
            br_filter_count_innovation(f, k, variance);
    }
}

// (30): joints a little loose, bodies rigid.
static void update_by_constraints(br_filter *f, double *x)
{
    const double loose = 1e-9; // m^2, R of joints
    br_filter_dense *e = &f->dense;
    const br_mech *m = f->s->m;
    double at[BR_PATCH_MOST], g[BR_PATCH_MOST];
    for (int r = 0; r < m->rows; r++) {
        if (m->row[r].stiffness > 0)
            continue;
        const br_patch *p = &m->row[r].patch;
        br_gather(p, f->s->now.q, at);
        br_quad_gradient(&m->terms, m->row[r].f, p->n, at, g);
        double gap = -br_quad_value(&m->terms, m->row[r].f, at);
        memset(e->h, 0, (size_t)e->N * sizeof *e->h);
        for (int k = 0; k < p->n; k++)
            e->h[order_of(f).q + p->var[k]] = g[k];
        bool taken = scalar_update(e, m->row[r].joint >= 0 ? loose : 0, true, &gap, x, NULL, 0) > 0;
        e->taken += taken;
        e->skipped += !taken;
    }
}

void br_dense_measurement_update(br_filter *f, const double *y)
{
    br_filter_dense *e = &f->dense;
    double *x = row(e->T, e, 0); // free now
    memset(x, 0, (size_t)e->N * sizeof *x);
    br_dense_unit_directions(f);
    bool forces = false;
    for (int k = 0; k < f->o.sensors; k++)
        forces = forces || br_sensor_needs_forces(f->s->m, &f->s->m->sensor[f->o.sensor[k]]);
    if (forces)
        br_directions_accelerate(&e->unit, f->s);
    update_by_sensors(f, y, x);
    update_by_constraints(f, x);
    for (int c = 0; c < e->unit.count; c++)
        f->change[c] = x[state_of(f, c)];
}

double br_dense_sd(const br_filter *f, const double *slope)
{
    const br_filter_dense *e = &f->dense;
    double sum = 0;
    for (int a = 0; a < e->unit.count; a++)
        for (int b = 0; b < e->unit.count; b++)
            sum += slope[a] * slope[b] * e->P[(ptrdiff_t)state_of(f, a) * e->N + state_of(f, b)];
    return br_sqrt(sum > 0 ? sum : 0);
}
