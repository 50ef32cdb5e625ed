// smoother.c - smoother of Rauch, Tung and Striebel: rows of the forward pass, and the backward pass.   [host]
#include "num/base/fp.h"

#include "mech/estimate/smoother.h"
#include "num/base/require.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- memory

// A row: time of sines, count of columns, state; columns; A', B, g.
typedef struct row_of {
    double *t, *count, *x, *S, *back, *B, *g;
} row_of;

static row_of row_at(const br_mech_smoother *t, long long k)
{
    ptrdiff_t most = t->most, all = t->all;
    row_of r = {.t = t->row + (ptrdiff_t)t->each * k};
    r.count = r.t + 1;
    r.x = r.count + 1;
    r.S = r.x + all;
    r.back = r.S + all * most;
    r.B = r.back + most * most;
    r.g = r.B + most * most;
    return r;
}

size_t br_mech_smoother_numbers(const br_filter *f)
{
    size_t most = (size_t)f->most, all = 2 * (size_t)f->s->n + (size_t)f->augmented.count;
    return 2 + all + all * most + 2 * most * most + most;
}

br_status br_mech_smoother_open(br_mech_smoother *t, const br_filter *f, long long rows)
{
    size_t most = (size_t)f->most;
    *t = (br_mech_smoother){
        .all = 2 * f->s->n + f->augmented.count, .most = f->most, .each = br_mech_smoother_numbers(f)};
    t->row = calloc((size_t)rows, t->each * sizeof *t->row);
    t->eta = calloc(2 * most * most + 2 * most + 1, sizeof *t->eta);
    if (!t->row || !t->eta) {
        br_mech_smoother_close(t);
        return BR_NO_MEMORY;
    }
    t->less = t->eta + most;
    t->work = t->less + most * most;
    return BR_OK;
}

void br_mech_smoother_close(br_mech_smoother *t)
{
    free(t->row);
    free(t->eta);
    memset(t, 0, sizeof *t);
}

// ---------------------------------------------------------------- forward pass

void br_mech_smoother_begin_row(br_filter *f)
{
    for (int c = 0; c < f->root.count; c++) {
        memset(br_direction_tail(&f->root, c), 0, (size_t)f->root.tail * sizeof(double));
        br_direction_tail(&f->root, c)[c] = 1;
    }
}

// Tails as a matrix: row i, column c.
static void store_tails(const br_mech_smoother *t, const br_filter *f, double *to)
{
    memset(to, 0, (size_t)t->most * (size_t)t->most * sizeof *to);
    for (int c = 0; c < f->root.count; c++)
        for (int i = 0; i < t->most; i++)
            to[(ptrdiff_t)i * t->most + c] = br_direction_tail(&f->root, c)[i];
}

void br_mech_smoother_note_prediction(br_mech_smoother *t, br_filter *f)
{
    store_tails(t, f, row_at(t, t->rows).back);
    br_mech_smoother_begin_row(f);
}

void br_mech_smoother_store_row(br_mech_smoother *t, br_filter *f)
{
    row_of r = row_at(t, t->rows++);
    size_t n = (size_t)f->s->n;
    *r.t = f->augmented.t;
    *r.count = f->root.count;
    memcpy(r.x, f->s->now.q, n * sizeof *r.x);
    memcpy(r.x + n, f->s->now.v, n * sizeof *r.x);
    br_augmented_save(&f->augmented, f->s, r.x + 2 * n);
    for (int c = 0; c < f->root.count; c++)
        memcpy(r.S + (ptrdiff_t)c * t->all, br_direction_q(&f->root, c), (size_t)t->all * sizeof *r.S);
    store_tails(t, f, r.B);
    memcpy(r.g, f->change + t->all, (size_t)t->most * sizeof *r.g);
}

// ---------------------------------------------------------------- backward pass

static void restore_state(const br_mech_smoother *t, br_filter *f, const row_of *r)
{
    size_t n = (size_t)f->s->n;
    f->augmented.t = *r->t;
    f->root.count = (int)*r->count;
    memcpy(f->s->now.q, r->x, n * sizeof *r->x);
    memcpy(f->s->now.v, r->x + n, n * sizeof *r->x);
    br_augmented_restore(&f->augmented, f->s, r->x + 2 * n);
    memset(f->change, 0, (size_t)t->all * sizeof *f->change);
    for (int c = 0; c < f->root.count; c++) {
        const double *column = r->S + (ptrdiff_t)c * t->all;
        memcpy(br_direction_q(&f->root, c), column, (size_t)t->all * sizeof *column);
        for (int i = 0; i < t->all; i++)
            f->change[i] += column[i] * t->eta[c];
    }
}

// X becomes A X A'; T: as large as these
static void transform_symmetric(int n, const double *A, double *X, double *T)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            T[i * n + j] = 0;
            for (int k = 0; k < n; k++)
                T[i * n + j] += A[i * n + k] * X[k * n + j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            X[i * n + j] = 0;
            for (int k = 0; k < n; k++)
                X[i * n + j] += T[i * n + k] * A[j * n + k];
        }
}

static void multiply(int n, const double *A, const double *x, double *to)
{
    for (int i = 0; i < n; i++) {
        to[i] = 0;
        for (int k = 0; k < n; k++)
            to[i] += A[i * n + k] * x[k];
    }
}

static void subtract_from_identity(int n, double *X)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            X[i * n + j] = (i == j) - X[i * n + j];
}

void br_mech_smoother_step_back(br_mech_smoother *t)
{
    BR_REQUIRE(t->rows > 0);
    row_of r = row_at(t, --t->rows);
    int n = t->most;
    double *xi = t->work + (ptrdiff_t)n * n;
    multiply(n, r.B, t->eta, xi);
    for (int i = 0; i < n; i++)
        xi[i] += r.g[i];
    multiply(n, r.back, xi, t->eta);
    subtract_from_identity(n, t->less);
    transform_symmetric(n, r.B, t->less, t->work);
    subtract_from_identity(n, t->less);
    transform_symmetric(n, r.back, t->less, t->work);
}

br_status br_mech_smoother_restore_row(const br_mech_smoother *t, br_filter *f, br_diag *why)
{
    BR_REQUIRE(t->rows > 0);
    row_of r = row_at(t, t->rows - 1);
    restore_state(t, f, &r);
    f->less = t->less;
    return br_filter_apply_correction(f, why);
}

// ---------------------------------------------------------------- checkpoints

// The mechanism; time of sines, inputs and parameters; count of columns, columns; what the gate remembers.
size_t br_checkpoint_numbers(const br_filter *f)
{
    return br_moving_saved_numbers(f->s) + 6 + (size_t)f->augmented.known +
           (size_t)f->root.room * (size_t)f->root.rows + 4 * (size_t)f->o.sensors;
}

void br_checkpoint_save(const br_filter *f, double *mark)
{
    br_moving_save(f->s, mark);
    mark += br_moving_saved_numbers(f->s);
    *mark++ = f->augmented.t;
    *mark++ = f->root.count;
    *mark++ = f->patience;
    *mark++ = f->calm;
    *mark++ = f->open;
    *mark++ = f->astray;
    memcpy(mark, f->augmented.x, (size_t)f->augmented.known * sizeof *mark);
    mark += f->augmented.known;
    for (int c = 0; c < f->root.count; c++)
        memcpy(mark + (ptrdiff_t)c * f->root.rows, br_direction_q(&f->root, c), (size_t)f->root.rows * sizeof *mark);
    mark += (ptrdiff_t)f->root.room * f->root.rows;
    for (int k = 0; k < f->o.sensors; k++) {
        *mark++ = f->outs[k];
        *mark++ = f->gate.held[k];
        *mark++ = f->gate.seen[k];
        *mark++ = f->gate.came[k];
    }
}

void br_checkpoint_restore(br_filter *f, const double *mark)
{
    br_moving_restore(f->s, mark);
    mark += br_moving_saved_numbers(f->s);
    f->augmented.t = *mark++;
    f->root.count = (int)*mark++;
    f->patience = (int)*mark++;
    f->calm = (int)*mark++;
    f->open = (int)*mark++;
    f->astray = (int)*mark++;
    memcpy(f->augmented.x, mark, (size_t)f->augmented.known * sizeof *mark);
    mark += f->augmented.known;
    for (int c = 0; c < f->root.count; c++)
        memcpy(br_direction_q(&f->root, c), mark + (ptrdiff_t)c * f->root.rows, (size_t)f->root.rows * sizeof *mark);
    mark += (ptrdiff_t)f->root.room * f->root.rows;
    for (int k = 0; k < f->o.sensors; k++) {
        f->outs[k] = (int)*mark++;
        f->gate.held[k] = (int)*mark++;
        f->gate.seen[k] = *mark++;
        f->gate.came[k] = *mark++;
    }
    f->less = NULL;
    br_augmented_apply(&f->augmented, f->s);
}
