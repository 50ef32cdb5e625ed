// kkt_factor.c - the matrix of a mechanism into its fronts, and their elimination.    [host]
#include "num/base/fp.h"

#include "mech/kkt/four.h"
#include "mech/kkt/kkt.h"
#include "num/base/clones.h"
#include "num/base/elem.h"

#include <string.h>

// ---------------------------------------------------------------- into the fronts

static inline void add_row(double *to, double by, const double *x, int stride)
{
    for (int c = 0; c < stride; c += BR_LANES_FOUR)
        br_four_add(to + c, by, x + c);
}

static inline void clear(double *to, int stride)
{
    for (int c = 0; c < stride; c++)
        to[c] = 0;
}

// N'AN, a row of A at a time; 8: the stride of N, of bodies in space.
static inline void reduce_eight(const br_kkt *k, const br_segment *s)
{
    const br_frame *from = &k->frame[s->from], *to = &k->frame[s->to];
    const double *N = from->N + (ptrdiff_t)(s->row - from->at) * from->stride;
    br_four a = {0}, b = {0};
    for (int at = s->first; at < s->first + s->count; at++) {
        const double *x = to->N + (ptrdiff_t)(k->column[at] - to->at) * 8;
        a += k->value[at] * BR_FOUR_OF(x);
        b += k->value[at] * BR_FOUR_OF(x + 4);
    }
    int stride = k->front[s->front].stride, m = from->m;
    double *row = k->front[s->front].F + (ptrdiff_t)s->at_from * stride + s->at_to;
    for (int i = 0; i < m; i++, row += stride)
        if (N[i] != 0) {
            BR_FOUR(row) += N[i] * a;
            BR_FOUR(row + 4) += N[i] * b;
        }
}

// The same for any.
static inline void reduce_segment(br_kkt *k, const br_segment *s)
{
    const br_frame *from = &k->frame[s->from], *to = &k->frame[s->to];
    br_front *f = &k->front[s->front];
    const double *N = from->N + (ptrdiff_t)(s->row - from->at) * from->stride;
    double T[BR_FRAME_MOST];
    clear(T, to->stride);
    for (int at = s->first; at < s->first + s->count; at++)
        add_row(T, k->value[at], to->N + (ptrdiff_t)(k->column[at] - to->at) * to->stride, to->stride);
    for (int i = 0; i < from->m; i++)
        if (N[i] != 0)
            add_row(f->F + (ptrdiff_t)(s->at_from + i) * f->stride + s->at_to, N[i], T, to->stride);
}

// N'g, by the body on each side of a tie.
static inline void project(const br_kkt *k, const br_tie *t, const double *g, double to[2][BR_FRAME_MOST])
{
    memset(to, 0, 2 * sizeof *to);
    for (int i = 0; i < t->patch->n; i++) {
        const br_frame *f = &k->frame[t->body[t->side[i]]];
        add_row(to[t->side[i]], g[i], f->N + t->place[i], f->stride);
    }
}

static inline double *row_in(const br_front *f, int row)
{
    return f->F + (ptrdiff_t)row * f->stride;
}

// rho R'R, of a body's row i
static inline void couple(const br_kkt *k, const br_tie *t, double by, double r[2][BR_FRAME_MOST], double *row)
{
    for (int o = 0; o < 2 && t->body[o] >= 0; o++)
        add_row(row + t->at[o], by, r[o], k->frame[t->body[o]].stride);
}

// G less rho R'S, R, rho R'R and -S.
BR_CLONES
static void put_tie(br_kkt *k, const br_tie *t)
{
    double column[2][BR_FRAME_MOST], r[2][BR_FRAME_MOST];
    row_in(&k->front[t->front[0]], t->here[0])[t->here[0]] -= t->soft;
    project(k, t, t->r, r);
    if (t->even)
        memcpy(column, r, sizeof r);
    else
        project(k, t, t->g, column);
    for (int s = 0; s < 2 && t->body[s] >= 0; s++) {
        const br_frame *is = &k->frame[t->body[s]];
        const br_front *f = &k->front[t->front[s]];
        add_row(row_in(f, t->here[s]) + t->at[s], 1, r[s], is->stride);
        for (int i = 0; i < is->m; i++) {
            double *row = row_in(f, t->at[s] + i), by = t->plain ? 0 : t->rho * r[s][i];
            row[t->here[s]] += column[s][i] - by * t->soft;
            if (by != 0)
                couple(k, t, by, r, row);
        }
    }
}

static void put_press(br_kkt *k, const br_press *p)
{
    const br_tie *over = &k->tie[p->over];
    double g[2][BR_FRAME_MOST];
    project(k, over, p->value, g);
    for (int s = 0; s < 2 && over->body[s] >= 0; s++)
        for (int i = 0; i < k->frame[over->body[s]].m; i++)
            row_in(&k->front[over->front[s]], over->at[s] + i)[p->here[s]] += g[s][i];
}

BR_CLONES
static void fill_fronts(br_kkt *k)
{
    memset(k->numbers, 0, k->filled * sizeof *k->numbers);
    for (int i = 0; i < k->segments; i++)
        if (k->frame[k->segment[i].to].stride == 8)
            reduce_eight(k, &k->segment[i]);
        else
            reduce_segment(k, &k->segment[i]);
    for (int t = 0; t < k->ties; t++)
        if (k->tie[t].idle)
            row_in(&k->front[k->tie[t].front[0]], k->tie[t].here[0])[k->tie[t].here[0]] -= 1;
        else
            put_tie(k, &k->tie[t]);
    for (int p = 0; p < k->presses; p++)
        put_press(k, &k->press[p]);
}

// ---------------------------------------------------------------- factor

// Row `row` less l times row p, from column `from` on.
static inline void less_row(double *row, double l, const double *U, int from, int end)
{
    for (int c = from; c < end; c += BR_LANES_FOUR)
        br_four_less(row + c, l, U + c);
}

// Pivot p and the next ones among themselves; what stands before a pivot in its row is not needed any more.
static inline void eliminate_few(br_front *f, int p, int count, double *inverse)
{
    for (int a = p; a < p + count; a++) {
        const double *U = f->F + (ptrdiff_t)a * f->stride;
        inverse[a] = 1 / U[a];
        for (int i = a + 1; i < p + count; i++) {
            double *row = f->F + (ptrdiff_t)i * f->stride, l = row[a] * inverse[a];
            f->L[(ptrdiff_t)i * f->pivots + a] = l;
            less_row(row, l, U, p, f->stride);
        }
    }
}

// Rows behind, less four pivots at once, in their order.
static inline void eliminate_four(br_front *f, int p, const double *inverse)
{
    const double *a = f->F + (ptrdiff_t)p * f->stride, *b = a + f->stride, *c = b + f->stride, *d = c + f->stride;
    int pivots = f->pivots, stride = f->stride, size = f->size;
    for (int i = p + 4; i < size; i++) {
        double *row = f->F + (ptrdiff_t)i * stride, *l = f->L + (ptrdiff_t)i * pivots + p;
        double la = row[p] * inverse[p], lb = (row[p + 1] - la * a[p + 1]) * inverse[p + 1];
        double lc = (row[p + 2] - la * a[p + 2] - lb * b[p + 2]) * inverse[p + 2];
        double ld = (row[p + 3] - la * a[p + 3] - lb * b[p + 3] - lc * c[p + 3]) * inverse[p + 3];
        l[0] = la, l[1] = lb, l[2] = lc, l[3] = ld;
        for (int j = p + 4; j < stride; j += BR_LANES_FOUR)
            BR_FOUR(row + j) = BR_FOUR_OF(row + j) - la * BR_FOUR_OF(a + j) - lb * BR_FOUR_OF(b + j) -
                               lc * BR_FOUR_OF(c + j) - ld * BR_FOUR_OF(d + j);
    }
}

// L and U of a front; the rest is what its parent gets.
BR_CLONES
static void eliminate(br_front *f, double *inverse)
{
    int p = 0;
    for (; p + 4 <= f->pivots; p += 4) {
        eliminate_few(f, p, 4, inverse);
        eliminate_four(f, p, inverse);
    }
    eliminate_few(f, p, f->pivots - p, inverse);
    for (int i = f->pivots; i < f->size; i++) {
        double *row = f->F + (ptrdiff_t)i * f->stride;
        for (int a = p; a < f->pivots; a++) {
            double l = row[a] * inverse[a];
            f->L[(ptrdiff_t)i * f->pivots + a] = l;
            less_row(row, l, f->F + (ptrdiff_t)a * f->stride, p, f->stride);
        }
    }
}

BR_CLONES
static void hand_up(const br_front *f, br_front *parent)
{
    int rest = f->size - f->pivots;
    for (int i = 0; i < rest; i++) {
        const double *from = f->F + (ptrdiff_t)(f->pivots + i) * f->stride + f->pivots;
        double *to = parent->F + (ptrdiff_t)f->up[i] * parent->stride;
        for (int j = 0; j < rest; j++)
            to[f->up[j]] += from[j];
    }
}

// The row of the matrix that an unknown stands for.
static int row_of(const br_kkt *k, int unknown)
{
    for (int b = 0; b < k->m->blocks; b++)
        if (unknown >= k->first[b] && unknown < k->first[b] + k->frame[b].m)
            return k->frame[b].at;
    int t = 0;
    while (k->unknown[t] != unknown)
        t++;
    return k->tie[t].row;
}

// A pivot of which hardly anything is left stands for a motion without mass, or a row that cannot be held.
static int bad_pivot(const br_front *f, const double *before)
{
    for (int p = 0; p < f->pivots; p++) {
        double pivot = br_abs(f->F[(ptrdiff_t)p * (f->stride + 1)]);
        if (!(pivot > 1e-15 * before[p] && pivot <= 1e300))
            return p;
    }
    return -1;
}

br_status br_kkt_factor(br_kkt *k, const double *q, int *bad)
{
    for (int b = 0; b < k->m->blocks; b++)
        br_frame_set(&k->frame[b], k->m, b, q);
    fill_fronts(k);
    for (int i = 0; i < k->fronts; i++) {
        br_front *f = &k->front[i];
        double *before = k->w;
        for (int p = 0; p < f->pivots; p++)
            before[p] = br_abs(f->F[(ptrdiff_t)p * (f->stride + 1)]);
        eliminate(f, k->inverse + f->index[0]);
        int p = bad_pivot(f, before);
        if (p >= 0) {
            *bad = row_of(k, f->index[p]);
            return BR_NEGATIVE;
        }
        if (f->parent >= 0)
            hand_up(f, &k->front[f->parent]);
    }
    return BR_OK;
}
