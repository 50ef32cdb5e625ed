// sparse.c - factors of sparse matrices with a symmetric pattern.                [host]
#include "num/fp.h"

#include "mech/sparse.h"
#include "num/elem.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- order

typedef struct ordering {
    br_sparse *s;
    bool *pattern;    // with what elimination adds
    bool *given;      // without
    const int *start; // of the blocks, and behind the last
    int blocks, first, done;
} ordering;

static bool *row_of(const ordering *o, int row)
{
    return o->pattern + (size_t)row * (size_t)o->s->n;
}

// A row behind `first` waits for the blocks that it sees in the matrix itself.
static bool waits(const ordering *o, int row)
{
    const bool *sees = o->given + (size_t)row * (size_t)o->s->n;
    bool any = false;
    for (int j = 0; j < o->first; j++)
        any = any || (sees[j] && o->s->rank[j] < 0);
    return any;
}

// Rows that are left and that some row of a block sees.
static int count_seen(const ordering *o, int block)
{
    int seen = 0;
    for (int j = 0; j < o->s->n; j++) {
        bool sees = false;
        for (int i = o->start[block]; i < o->start[block + 1]; i++)
            sees = sees || row_of(o, i)[j];
        seen += sees && o->s->rank[j] < 0;
    }
    return seen;
}

// The rows that are left see each other where both saw the one that goes.
static void take(ordering *o, int gone)
{
    int n = o->s->n;
    const bool *sees = row_of(o, gone);
    o->s->rank[gone] = o->done;
    o->s->order[o->done++] = gone;
    for (int i = 0; i < n; i++)
        for (int j = 0; sees[i] && o->s->rank[i] < 0 && j < n; j++)
            if (sees[j] && o->s->rank[j] < 0)
                row_of(o, i)[j] = true;
}

static int least_block(const ordering *o)
{
    int best = -1, least = 0;
    for (int b = 0; b < o->blocks; b++) {
        bool left = o->s->rank[o->start[b]] < 0;
        int seen = left ? count_seen(o, b) : 0;
        if (left && (best < 0 || seen < least)) {
            best = b;
            least = seen;
        }
    }
    return best;
}

// Block by block, that of the fewest neighbours first; a row behind `first` as soon as all blocks that it sees are done.
static void choose_order(ordering *o)
{
    br_sparse *s = o->s;
    for (int i = 0; i < s->n; i++)
        s->rank[i] = -1;
    while (o->done < s->n) {
        int b = least_block(o);
        for (int i = b >= 0 ? o->start[b] : 0; b >= 0 && i < o->start[b + 1]; i++)
            take(o, i);
        for (int r = o->first; r < s->n; r++)
            if (s->rank[r] < 0 && !waits(o, r))
                take(o, r);
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

br_status br_sparse_open(br_sparse *s, int n, const int *start, int blocks, bool *pattern)
{
    memset(s, 0, sizeof *s);
    s->n = n;
    s->order = calloc(4 * (size_t)n + 1, sizeof *s->order);
    s->work = calloc((size_t)n + 1, sizeof *s->work);
    bool *given = malloc((size_t)n * (size_t)n + 1);
    br_status status = s->order && s->work && given ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        s->rank = s->order + n;
        s->diagonal = s->rank + n;
        s->start = s->diagonal + n;
        memcpy(given, pattern, (size_t)n * (size_t)n);
        choose_order(&(ordering){
            .s = s, .pattern = pattern, .given = given, .start = start, .blocks = blocks, .first = start[blocks]});
        status = lay(s, pattern);
    }
    free(given);
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
