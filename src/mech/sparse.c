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

// Stretches of row k behind its diagonal; first and length may be NULL.
static int list_runs(const br_sparse *s, int k, int *first, int *length)
{
    int count = 0;
    for (int at = s->diagonal[k] + 1; at < s->start[k + 1]; at++) {
        bool new_one = at == s->diagonal[k] + 1 || s->column[at] != s->column[at - 1] + 1;
        count += new_one;
        if (first && new_one) {
            first[count - 1] = s->column[at];
            length[count - 1] = 0;
        }
        if (first)
            length[count - 1]++;
    }
    return count;
}

static bool alike(const br_sparse *s, int k)
{
    int behind = s->start[k + 1] - s->diagonal[k] - 2, at = s->diagonal[k] + 1;
    if (k + 1 == s->n || behind != s->start[k + 2] - s->diagonal[k + 1] - 1 || s->column[at] != k + 1)
        return false;
    return memcmp(s->column + at + 1, s->column + s->diagonal[k + 1] + 1, (size_t)behind * sizeof *s->column) == 0;
}

static br_status lay_runs(br_sparse *s)
{
    int total = 0;
    for (int k = 0; k < s->n; k++) {
        s->run[k] = total;
        total += list_runs(s, k, NULL, NULL);
    }
    s->run[s->n] = total;
    s->first = calloc(2 * (size_t)total + 1, sizeof *s->first);
    s->alike = calloc((size_t)s->n + 1, sizeof *s->alike);
    if (!s->first || !s->alike)
        return BR_NO_MEMORY;
    s->length = s->first + total;
    for (int k = 0; k < s->n; k++) {
        list_runs(s, k, s->first + s->run[k], s->length + s->run[k]);
        s->alike[k] = alike(s, k);
    }
    return BR_OK;
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
    return lay_runs(s);
}

br_status br_sparse_open(br_sparse *s, int n, const int *start, int blocks, bool *pattern)
{
    memset(s, 0, sizeof *s);
    s->n = n;
    s->order = calloc(5 * (size_t)n + 2, sizeof *s->order);
    s->work = calloc(2 * (size_t)n + 1, sizeof *s->work);
    bool *given = malloc((size_t)n * (size_t)n + 1);
    br_status status = s->order && s->work && given ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        s->rank = s->order + n;
        s->diagonal = s->rank + n;
        s->start = s->diagonal + n;
        s->run = s->start + n + 1;
        s->inverse = s->work + n;
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
    free(s->first);
    free(s->alike);
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

// What row i takes from the row in work: its factor, and where its numbers behind column i + skip stand.
static double eliminate(br_sparse *s, int i, int skip, const double **u)
{
    double *w = s->work, l = w[i] * s->inverse[i];
    const double *behind = s->value + s->diagonal[i] + 1;
    w[i] = l;
    for (int c = 0; c < skip; c++)
        w[i + 1 + c] -= l * behind[c];
    *u = behind + skip;
    return l;
}

// Four rows that see the same columns, i + 3 the last of them.
static void subtract_four(br_sparse *s, int i)
{
    const double *a, *b, *c, *d;
    double la = eliminate(s, i, 3, &a), lb = eliminate(s, i + 1, 2, &b), lc = eliminate(s, i + 2, 1, &c),
           ld = eliminate(s, i + 3, 0, &d);
    for (int r = s->run[i + 3]; r < s->run[i + 4]; r++) {
        double *to = s->work + s->first[r];
        int length = s->length[r];
        for (int k = 0; k < length; k++)
            to[k] = to[k] - la * a[k] - lb * b[k] - lc * c[k] - ld * d[k];
        a += length, b += length, c += length, d += length;
    }
}

static void subtract_one(br_sparse *s, int i)
{
    const double *u;
    double l = eliminate(s, i, 0, &u);
    for (int r = s->run[i]; r < s->run[i + 1]; r++) {
        double *to = s->work + s->first[r];
        int length = s->length[r];
        for (int k = 0; k < length; k++)
            to[k] -= l * u[k];
        u += length;
    }
}

// Row k, in work, less multiples of the rows before it.
static void reduce(br_sparse *s, int k)
{
    for (int at = s->start[k]; at < s->diagonal[k];) {
        int i = s->column[at];
        bool four =
            at + 3 < s->diagonal[k] && s->column[at + 3] == i + 3 && s->alike[i] && s->alike[i + 1] && s->alike[i + 2];
        if (four)
            subtract_four(s, i);
        else
            subtract_one(s, i);
        at += four ? 4 : 1;
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
        s->inverse[k] = 1 / s->value[s->diagonal[k]];
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
        x[k] = sum * s->inverse[k];
    }
    for (int k = 0; k < s->n; k++)
        b[s->order[k]] = x[k];
}
