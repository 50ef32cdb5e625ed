// sparse.c - factors of sparse matrices with a symmetric pattern.                [host]
#include "num/fp.h"

#include "mech/sparse.h"
#include "num/elem.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- order

// Neighbours that are not done; -1 for a row behind `first` that still sees an earlier one.
static int degree(const bool *pattern, int n, int first, const int *rank, int row)
{
    int count = 0;
    for (int j = 0; j < n; j++)
        if (pattern[(size_t)row * (size_t)n + (size_t)j] && j != row && rank[j] < 0) {
            if (row >= first && j < first)
                return -1;
            count++;
        }
    return count;
}

// The rows that are left see each other where both saw the one that goes.
static void fill(bool *pattern, int n, const int *rank, int gone)
{
    const bool *sees = pattern + (size_t)gone * (size_t)n;
    for (int i = 0; i < n; i++)
        for (int j = 0; sees[i] && rank[i] < 0 && j < n; j++)
            if (sees[j] && rank[j] < 0)
                pattern[(size_t)i * (size_t)n + (size_t)j] = true;
}

// Minimum degree. Degrees change only for neighbours of the row that went.
static void choose_order(br_sparse *s, int first, bool *pattern, int *left)
{
    int n = s->n;
    for (int i = 0; i < n; i++)
        s->rank[i] = -1;
    for (int i = 0; i < n; i++)
        left[i] = degree(pattern, n, first, s->rank, i);
    for (int k = 0; k < n; k++) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (s->rank[i] < 0 && left[i] >= 0 && (best < 0 || left[i] < left[best]))
                best = i;
        s->rank[best] = k;
        s->order[k] = best;
        fill(pattern, n, s->rank, best);
        for (int i = 0; i < n; i++)
            if (s->rank[i] < 0 && pattern[(size_t)best * (size_t)n + (size_t)i])
                left[i] = degree(pattern, n, first, s->rank, i);
    }
}

// ---------------------------------------------------------------- places

static int list_row(const br_sparse *s, const bool *pattern, int k, int *column)
{
    const bool *sees = pattern + (size_t)s->order[k] * (size_t)s->n;
    int count = 0;
    for (int c = 0; c < s->n; c++)
        if (c == k || sees[s->order[c]]) {
            if (column)
                column[count] = c;
            count++;
        }
    return count;
}

static br_status lay(br_sparse *s, const bool *pattern)
{
    int total = 0;
    for (int k = 0; k < s->n; k++) {
        s->start[k] = total;
        total += list_row(s, pattern, k, NULL);
    }
    s->start[s->n] = total;
    s->column = calloc((size_t)total + 1, sizeof *s->column);
    s->value = calloc((size_t)total + 1, sizeof *s->value);
    if (!s->column || !s->value)
        return BR_NO_MEMORY;
    for (int k = 0; k < s->n; k++) {
        list_row(s, pattern, k, s->column + s->start[k]);
        s->diagonal[k] = br_sparse_slot(s, s->order[k], s->order[k]);
    }
    return BR_OK;
}

br_status br_sparse_open(br_sparse *s, int n, int first, bool *pattern)
{
    memset(s, 0, sizeof *s);
    s->n = n;
    s->order = calloc(4 * (size_t)n + 1, sizeof *s->order);
    s->work = calloc((size_t)n + 1, sizeof *s->work);
    int *left = calloc((size_t)n + 1, sizeof *left);
    br_status status = s->order && s->work && left ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        s->rank = s->order + n;
        s->diagonal = s->rank + n;
        s->start = s->diagonal + n;
        choose_order(s, first, pattern, left);
        status = lay(s, pattern);
    }
    free(left);
    if (status != BR_OK)
        br_sparse_close(s);
    return status;
}

void br_sparse_close(br_sparse *s)
{
    free(s->order);
    free(s->column);
    free(s->value);
    free(s->work);
    memset(s, 0, sizeof *s);
}

int br_sparse_slot(const br_sparse *s, int row, int column)
{
    int want = s->rank[column], low = s->start[s->rank[row]], high = s->start[s->rank[row] + 1] - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (s->column[middle] < want)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int br_sparse_numbers(const br_sparse *s)
{
    return s->start[s->n];
}

// ---------------------------------------------------------------- factor and solve

// Row k, in work, less multiples of the rows before it.
static void reduce(br_sparse *s, int k)
{
    double *w = s->work;
    for (int at = s->start[k]; at < s->diagonal[k]; at++) {
        int i = s->column[at];
        double l = w[i] / s->value[s->diagonal[i]];
        w[i] = l;
        for (int u = s->diagonal[i] + 1; u < s->start[i + 1]; u++)
            w[s->column[u]] -= l * s->value[u];
    }
}

br_status br_sparse_factor(br_sparse *s, int *bad)
{
    for (int k = 0; k < s->n; k++) {
        double most = 0;
        for (int at = s->start[k]; at < s->start[k + 1]; at++) {
            double a = s->value[at];
            s->work[s->column[at]] = a;
            most = br_abs(a) > most ? br_abs(a) : most;
        }
        reduce(s, k);
        for (int at = s->start[k]; at < s->start[k + 1]; at++)
            s->value[at] = s->work[s->column[at]];
        double pivot = br_abs(s->value[s->diagonal[k]]);
        if (!(pivot > 1e-15 * most && pivot <= 1e300)) {
            *bad = s->order[k];
            return BR_NEGATIVE;
        }
    }
    return BR_OK;
}

void br_sparse_solve(const br_sparse *s, double *b)
{
    double *x = s->work;
    for (int k = 0; k < s->n; k++) {
        double sum = b[s->order[k]];
        for (int at = s->start[k]; at < s->diagonal[k]; at++)
            sum -= s->value[at] * x[s->column[at]];
        x[k] = sum;
    }
    for (int k = s->n - 1; k >= 0; k--) {
        double sum = x[k];
        for (int at = s->diagonal[k] + 1; at < s->start[k + 1]; at++)
            sum -= s->value[at] * x[s->column[at]];
        x[k] = sum / s->value[s->diagonal[k]];
    }
    for (int k = 0; k < s->n; k++)
        b[s->order[k]] = x[k];
}
