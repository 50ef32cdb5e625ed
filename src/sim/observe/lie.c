// lie.c - local observability by the rank of outputs and their Lie derivatives.   [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "num/algebra/qr.h"
#include "sim/observe/lie.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- memory

static void *zeros(size_t count, size_t each)
{
    return calloc(count + 1, each);
}

static bool knows(const br_jet *jet)
{
    for (int b = 0; b < jet->blocks; b++)
        if (jet->block[b].shape == BR_DENSE)
            return false;
    return true;
}

// Derivatives by states and by what is estimated.
static br_status derive(br_lie *l, br_model *m)
{
    bool *want = zeros((size_t)m->law.nq, sizeof *want);
    if (!want)
        return BR_NO_MEMORY;
    for (int q = 0; q < m->law.nq; q++) {
        want[q] = m->law.q[q].kind == BR_STATE;
        for (int e = 0; e < l->ne && m->law.q[q].kind != BR_STATE; e++) {
            bool own = (l->estimate[e].by == 'u') == (m->law.q[q].kind == BR_INPUT);
            int i = l->estimate[e].number - m->at[q];
            want[q] = want[q] || (own && i >= 0 && i < br_model_len(m, q));
        }
    }
    br_status status = br_jet_make(&l->jet, &m->law, false, want);
    free(want);
    if (status == BR_OK && !knows(&l->jet))
        return BR_NEGATIVE;
    if (status == BR_OK)
        status = br_tape_make(&l->tape, &m->law, false, &l->jet, m->n);
    if (status == BR_OK)
        status = br_taylor_make(&l->taylor, &l->tape, l->order);
    return status;
}

br_status br_lie_open(br_lie *l, br_model *m, const br_estimate *estimate, int ne, const int *which, int measured)
{
    memset(l, 0, sizeof *l);
    l->nx = m->nx;
    l->ne = ne;
    l->n = m->nx + ne;
    l->order = l->n < BR_MAX_ORDER ? l->n : BR_MAX_ORDER;
    l->measured = measured;
    l->estimate = zeros((size_t)ne, sizeof *l->estimate);
    l->which = zeros((size_t)measured, sizeof *l->which);
    br_status status = l->estimate && l->which ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        for (int i = 0; i < ne; i++)
            l->estimate[i] = estimate[i];
        memcpy(l->which, which, (size_t)measured * sizeof *which);
        status = derive(l, m);
    }
    l->ny = status == BR_OK ? l->tape.nrow - m->nx : 0;
    size_t terms = (size_t)l->order + 1, n = (size_t)l->n;
    l->x = zeros((size_t)m->nx, sizeof *l->x);
    l->p = zeros((size_t)m->np, sizeof *l->p);
    l->u = zeros((size_t)m->nu * terms, sizeof *l->u);
    l->G = zeros(terms * (size_t)(l->nx + l->ny) * n, sizeof *l->G);
    l->S = zeros((terms + 1) * (size_t)l->nx * n, sizeof *l->S);
    l->O = zeros((terms * (size_t)measured + 8) * (n + 8), sizeof *l->O);
    if (status == BR_OK && !(l->x && l->p && l->u && l->G && l->S && l->O))
        status = BR_NO_MEMORY;
    if (status != BR_OK)
        br_lie_close(l);
    return status;
}

void br_lie_close(br_lie *l)
{
    br_taylor_free(&l->taylor);
    br_tape_free(&l->tape);
    br_jet_free(&l->jet);
    free(l->estimate);
    free(l->which);
    free(l->x);
    free(l->p);
    free(l->u);
    free(l->G);
    free(l->S);
    free(l->O);
    memset(l, 0, sizeof *l);
}

// ---------------------------------------------------------------- derivatives of the law along the solution

// Which number of the vector an element of a quantity is; -1: none. *factor: d value/d number.
static int column_of(const br_lie *l, const br_lie_point *at, int q, int element, double *factor)
{
    const br_quantity *k = &l->tape.law->q[q];
    int number = l->tape.q_at[q] + element;
    *factor = 1;
    if (k->kind == BR_STATE)
        return number;
    for (int e = 0; e < l->ne; e++)
        if (l->estimate[e].number == number && (l->estimate[e].by == 'u') == (k->kind == BR_INPUT)) {
            *factor = l->estimate[e].log ? (k->kind == BR_INPUT ? at->u : at->p)[number] : l->estimate[e].scale;
            return l->nx + e;
        }
    return -1;
}

// Coefficients of d rows/d vector, as dense matrices.
static void dense_jacobians(br_lie *l, const br_lie_point *at)
{
    const br_tape *t = &l->tape;
    size_t size = (size_t)(l->nx + l->ny) * (size_t)l->n;
    memset(l->G, 0, ((size_t)l->order + 1) * size * sizeof *l->G);
    for (int b = 0; b < t->blocks; b++) {
        const br_block *w = &t->block[b];
        int rows = br_tape_len(t, t->row[w->row].dim), columns = br_tape_len(t, t->law->q[w->column].dim);
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < columns; c++) {
                double factor;
                int i = br_shape_number(w->shape, columns, r, c), to = column_of(l, at, w->column, c, &factor);
                if (i < 0 || to < 0)
                    continue;
                const br_interval *series = br_taylor_series(&l->taylor, w->node, i);
                for (int k = 0; k <= l->order; k++)
                    l->G[(size_t)k * size + (size_t)(t->row_at[w->row] + r) * (size_t)l->n + (size_t)to] =
                        factor * br_interval_mid(series[k]);
            }
    }
}

static double *term(double *all, int k, int rows, int n)
{
    return all + (size_t)k * (size_t)rows * (size_t)n;
}

// to = sum over j of the rows of G[j] by states times S[k - j], and those by estimated parameters at k.
static void convolve(const br_lie *l, int row, int rows, int k, double *to)
{
    int n = l->n, all = l->nx + l->ny;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < n; c++) {
            double sum = c < l->nx ? 0 : term(l->G, k, all, n)[(row + r) * n + c];
            for (int j = 0; j <= k; j++)
                for (int i = 0; i < l->nx; i++)
                    sum += term(l->G, j, all, n)[(row + r) * n + i] * term(l->S, k - j, l->nx, n)[i * n + c];
            to[r * n + c] = sum;
        }
}

static void solve(br_lie *l)
{
    int n = l->n;
    memset(l->S, 0, (size_t)(l->nx * n) * sizeof *l->S);
    for (int i = 0; i < l->nx; i++)
        l->S[i * n + i] = 1;
    for (int k = 0; k < l->order; k++) {
        double *next = term(l->S, k + 1, l->nx, n);
        convolve(l, 0, l->nx, k, next);
        for (int i = 0; i < l->nx * n; i++)
            next[i] /= k + 1;
    }
}

// ---------------------------------------------------------------- rank

// Rows of all measurements and orders in units of sd, each to size 1; answers how many, -1: not finite.
static int observe(const br_lie *l, const double *sd, double *O)
{
    int rows = 0, n = l->n;
    for (int i = 0; i < l->measured; i++)
        for (int k = 0; k <= l->order; k++) {
            double *to = O + (ptrdiff_t)rows * n, most = 0;
            if (l->which[i] < l->ny)
                convolve(l, l->nx + l->which[i], 1, k, to);
            else
                memcpy(to, term(l->S, k, l->nx, n) + (ptrdiff_t)(l->which[i] - l->ny) * n, (size_t)n * sizeof *to);
            for (int c = 0; c < n; c++) {
                to[c] *= sd[c];
                if (!isfinite(to[c]))
                    return -1;
                most = br_max(most, br_abs(to[c]));
            }
            for (int c = 0; c < n && most > 0; c++)
                to[c] /= most;
            rows += most > 0;
        }
    return rows;
}

// A vector with R x = 0: the first column beyond the rank as a sum of those before it.
static void find_missing(int n, int rank, const double *R, const int *order, double *missing)
{
    double size = 0;
    memset(missing, 0, (size_t)n * sizeof *missing);
    missing[order[rank]] = 1;
    for (int i = rank - 1; i >= 0; i--) {
        double sum = -R[i * n + rank];
        for (int c = i + 1; c < rank; c++)
            sum -= R[i * n + c] * missing[order[c]];
        missing[order[i]] = sum / R[i * n + i];
    }
    for (int i = 0; i < n; i++)
        size += missing[i] * missing[i];
    for (int i = 0; i < n; i++)
        missing[i] /= br_sqrt(size);
}

br_status br_lie_rank(br_lie *l, const br_lie_point *at, const double *sd, int *rank, double *missing)
{
    int n = l->n, terms = l->order + 1;
    const br_tape *t = &l->tape;
    for (int i = 0; i < t->nx; i++)
        l->x[i] = br_interval_of(at->x[i], at->x[i]);
    for (int i = 0; i < t->np; i++)
        l->p[i] = br_interval_of(at->p[i], at->p[i]);
    for (int i = 0; i < t->nu; i++)
        for (int k = 0; k < terms; k++) {
            double c = k == 0 ? at->u[i] : k == 1 ? at->slope[i] : 0;
            l->u[i * terms + k] = br_interval_of(c, c);
        }
    br_status status = br_taylor_run(&l->taylor, &(br_box){.x = l->x, .p = l->p, .m = at->m}, l->u);
    if (status != BR_OK || !l->taylor.smooth)
        return status != BR_OK ? status : BR_NEGATIVE;
    dense_jacobians(l, at);
    solve(l);
    int rows = observe(l, sd, l->O);
    int *order = malloc(((size_t)n + 1) * sizeof *order);
    double *work = malloc(((size_t)(6 * n + (rows > 0 ? rows : 0)) + 1) * sizeof *work);
    status = rows < 0 ? BR_NEGATIVE : order && work ? BR_OK : BR_NO_MEMORY;
    *rank = 0;
    if (status == BR_OK && rows > 0)
        status = br_qr_factor(rows, n, l->O, work + (ptrdiff_t)4 * n + rows, order, 1e-9, rank, work);
    if (status == BR_OK && missing) {
        memset(missing, 0, (size_t)n * sizeof *missing);
        if (rows > 0 && *rank < n)
            find_missing(n, *rank, l->O, order, missing);
        else if (rows == 0 && n > 0)
            missing[0] = 1;
    }
    free(order);
    free(work);
    return status;
}
