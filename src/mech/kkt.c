// kkt.c - the matrix of a mechanism and its factor, body by body.                   [host]
#include "num/fp.h"

#include "mech/four.h"
#include "mech/kkt.h"
#include "num/arena.h"
#include "num/clones.h"
#include "num/elem.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = BR_LANES_FOUR, WIDEST = 16 }; // right sides at once; y of a body

// ---------------------------------------------------------------- memory

static br_status lay_frames(br_kkt *k)
{
    size_t total = 0;
    for (int b = 0; b < k->m->bodies; b++) {
        br_frame *f = &k->frame[b];
        *f = br_frame_of(k->m, b);
        total += (size_t)f->n * (size_t)(f->stride + f->owns);
        for (int i = 0; i < f->n; i++)
            k->body_of[f->at + i] = b;
    }
    double *at = k->memory[1] = calloc(total + 1, sizeof *at);
    for (int b = 0; b < k->m->bodies && at; b++) {
        br_frame *f = &k->frame[b];
        f->N = at;
        f->P = f->N + (ptrdiff_t)f->n * f->stride;
        at = f->P + (ptrdiff_t)f->n * f->owns;
    }
    return at ? BR_OK : BR_NO_MEMORY;
}

// Answers how many coordinates it sees.
static size_t name_tie(br_kkt *k, int row, const br_patch *p)
{
    br_tie *t = &k->tie[k->ties];
    *t = (br_tie){.patch = p, .row = k->n + row, .body = {-1, -1}, .idle = true};
    k->tie_of[row] = k->ties++;
    for (int i = 0; i < p->n; i++) {
        int body = k->body_of[p->var[i]];
        if (t->body[0] < 0 || t->body[0] == body)
            t->body[0] = body;
        else
            t->body[1] = body;
    }
    return (size_t)p->n;
}

static br_status lay_ties(br_kkt *k)
{
    const br_mech *m = k->m;
    size_t total = 0;
    for (int r = 0; r < m->rows; r++) {
        k->tie_of[r] = -1;
        if (m->row[r].joint >= 0)
            total += name_tie(k, r, &m->row[r].patch);
    }
    for (int i = 0; i < m->measures; i++)
        total += name_tie(k, m->rows + i, &m->measure[i].patch);
    double *numbers = k->memory[2] = calloc(2 * total + 1, sizeof *numbers);
    int *places = k->memory[3] = calloc(2 * total + 1, sizeof *places);
    for (br_tie *is = k->tie; is->patch && numbers && places; is++) { // behind the last there is an empty one
        int n = is->patch->n;
        is->g = numbers, is->r = numbers + n, numbers += 2 * (ptrdiff_t)n;
        is->side = places, is->place = places + n, places += 2 * (ptrdiff_t)n;
        for (int i = 0; i < n; i++) {
            const br_frame *f = &k->frame[k->body_of[is->patch->var[i]]];
            is->side[i] = k->body_of[is->patch->var[i]] != is->body[0];
            is->place[i] = (is->patch->var[i] - f->at) * f->stride;
        }
    }
    return numbers && places ? BR_OK : BR_NO_MEMORY;
}

static br_status lay_presses(br_kkt *k)
{
    const br_mech *m = k->m;
    size_t total = 0;
    for (int e = 0; e < m->forces; e++)
        total += (size_t)m->force[e].presses;
    k->press = k->memory[4] = calloc(total + 1, sizeof *k->press);
    double *at = k->memory[5] = calloc(total * BR_PATCH_MOST + 1, sizeof *at);
    for (int e = 0; e < m->forces && k->press && at; e++)
        for (int r = 0; r < m->force[e].presses; r++, at += BR_PATCH_MOST)
            k->press[k->presses++] = (br_press){
                .tie = k->tie_of[m->force[e].press + r], .over = k->tie_of[m->rows + m->force[e].measure], .value = at};
    return k->press && at ? BR_OK : BR_NO_MEMORY;
}

// ---------------------------------------------------------------- pattern of A

static void mark(br_kkt *k, bool *is, int i, int j)
{
    is[(size_t)i * (size_t)k->n + (size_t)j] = is[(size_t)j * (size_t)k->n + (size_t)i] = true;
}

// The masses, where constraints are curved, and all pairs of a measure.
static void mark_all(br_kkt *k, bool *is)
{
    const br_mech *m = k->m;
    for (int i = 0; i < m->masses; i++)
        mark(k, is, m->mass[i].i, m->mass[i].j);
    for (int r = 0; r < m->rows; r++) {
        const br_term *t = m->terms.term + m->row[r].f.first;
        for (int i = 0; i < m->row[r].f.count; i++)
            if (t[i].i >= 0)
                mark(k, is, m->row[r].patch.var[t[i].i], m->row[r].patch.var[t[i].j]);
    }
    for (int e = 0; e < m->measures; e++) {
        const br_patch *p = &m->measure[e].patch;
        for (int i = 0; i < p->n; i++)
            for (int j = 0; j < p->n; j++)
                mark(k, is, p->var[i], p->var[j]);
    }
}

static void list_columns(br_kkt *k, const bool *is)
{
    int at = 0;
    for (int i = 0; i < k->n; i++) {
        k->start[i] = at;
        for (int j = 0; j < k->n; j++)
            if (is[(size_t)i * (size_t)k->n + (size_t)j]) {
                bool next = at > k->start[i] && k->body_of[k->column[at - 1]] == k->body_of[j];
                if (!next)
                    k->segment[k->segments++] =
                        (br_segment){.row = i, .first = at, .from = k->body_of[i], .to = k->body_of[j]};
                k->segment[k->segments - 1].count++;
                k->column[at++] = j;
            }
    }
    k->start[k->n] = at;
}

static br_status lay_pattern(br_kkt *k)
{
    size_t n = (size_t)k->n, total = 0;
    bool *is = calloc(n * n + 1, sizeof *is);
    if (!is)
        return BR_NO_MEMORY;
    mark_all(k, is);
    for (size_t i = 0; i < n * n; i++)
        total += is[i];
    k->column = k->memory[6] = calloc(total + 1, sizeof *k->column);
    k->value = calloc(total + 1, sizeof *k->value);
    k->segment = calloc(total + 1, sizeof *k->segment);
    br_status status = k->column && k->value && k->segment ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK)
        list_columns(k, is);
    free(is);
    return status;
}

// ---------------------------------------------------------------- opening

static void carve_fronts(br_kkt *k, br_arena *a)
{
    for (int i = 0; i < k->fronts; i++)
        k->front[i].F = br_arena_reals(a, k->front[i].size * k->front[i].stride);
    br_arena_reals(a, WIDEST); // rows are added up to whole fours
    k->filled = a->used / sizeof(double);
    for (int i = 0; i < k->fronts; i++)
        k->front[i].L = br_arena_reals(a, k->front[i].size * k->front[i].pivots);
}

static br_status lay_work(br_kkt *k)
{
    int widest = 0;
    br_arena counted = {0};
    carve_fronts(k, &counted);
    for (int i = 0; i < k->fronts; i++)
        widest = k->front[i].size > widest ? k->front[i].size : widest;
    k->count = counted.used / sizeof(double);
    k->numbers = calloc(k->count + 1, sizeof *k->numbers);
    k->inverse =
        calloc((size_t)k->unknowns * (1 + LANES) + (size_t)(2 * k->n + widest) * LANES + 1, sizeof *k->inverse);
    if (!k->numbers || !k->inverse)
        return BR_NO_MEMORY;
    carve_fronts(k, &(br_arena){.base = (char *)k->numbers});
    k->z = k->inverse + k->unknowns;
    k->x = k->z + (ptrdiff_t)k->unknowns * LANES;
    k->t = k->x + (ptrdiff_t)k->n * LANES;
    k->w = k->t + (ptrdiff_t)k->n * LANES;
    return BR_OK;
}

br_status br_kkt_open(br_kkt *k, const br_mech *m)
{
    size_t bodies = (size_t)m->bodies, ties = (size_t)m->rows + (size_t)m->measures;
    *k = (br_kkt){.m = m, .n = m->n, .size = m->n + m->rows + m->measures, .fronts = m->bodies};
    k->frame = calloc(bodies + 1, sizeof *k->frame);
    k->front = calloc(bodies + 1, sizeof *k->front);
    k->tie = calloc(ties + 1, sizeof *k->tie);
    k->body_of = k->memory[0] = calloc(2 * (size_t)m->n + bodies + 2 * ties + 1, sizeof *k->body_of);
    br_status status = k->frame && k->front && k->tie && k->body_of ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        k->start = k->body_of + m->n;
        k->first = k->start + m->n + 1;
        k->tie_of = k->first + bodies;
        k->unknown = k->tie_of + ties;
        status = lay_frames(k);
    }
    if (status == BR_OK)
        status = lay_ties(k);
    if (status == BR_OK)
        status = lay_presses(k);
    if (status == BR_OK)
        status = lay_pattern(k);
    if (status == BR_OK)
        status = br_kkt_lay(k);
    if (status == BR_OK)
        status = lay_work(k);
    if (status != BR_OK)
        br_kkt_close(k);
    return status;
}

void br_kkt_close(br_kkt *k)
{
    for (size_t i = 0; i < sizeof k->memory / sizeof *k->memory; i++)
        free(k->memory[i]);
    for (int i = 0; i < k->fronts && k->front; i++)
        free(k->front[i].index);
    free(k->frame);
    free(k->front);
    free(k->tie);
    free(k->value);
    free(k->segment);
    free(k->numbers);
    free(k->inverse);
    memset(k, 0, sizeof *k);
}

// ---------------------------------------------------------------- numbers of the matrix

int br_kkt_slot(const br_kkt *k, int row, int column)
{
    for (int at = k->start[row]; at < k->start[row + 1]; at++)
        if (k->column[at] == column)
            return at;
    return -1;
}

void br_kkt_clear(br_kkt *k)
{
    memset(k->value, 0, (size_t)k->start[k->n] * sizeof *k->value);
    for (int p = 0; p < k->presses; p++)
        memset(k->press[p].value, 0, BR_PATCH_MOST * sizeof(double));
}

static double of_patch(const br_patch *p, const double *value, int var)
{
    for (int i = 0; i < p->n; i++)
        if (p->var[i] == var)
            return value[i];
    return 0;
}

static double number_of_column(const br_kkt *k, int var, int tie)
{
    double sum = k->tie[tie].idle ? 0 : of_patch(k->tie[tie].patch, k->tie[tie].g, var);
    for (int p = 0; p < k->presses; p++)
        if (k->press[p].tie == tie)
            sum += of_patch(k->tie[k->press[p].over].patch, k->press[p].value, var);
    return sum;
}

double br_kkt_number(const br_kkt *k, int row, int column)
{
    int slot = row < k->n && column < k->n ? br_kkt_slot(k, row, column) : -1;
    int of_row = row < k->n ? -1 : k->tie_of[row - k->n], of_column = column < k->n ? -1 : k->tie_of[column - k->n];
    if (row < k->n && column < k->n)
        return slot >= 0 ? k->value[slot] : 0;
    if (of_column >= 0 && row < k->n)
        return number_of_column(k, row, of_column);
    if (of_row >= 0 && column < k->n)
        return k->tie[of_row].idle ? 0 : of_patch(k->tie[of_row].patch, k->tie[of_row].r, column);
    if (row == column && of_row >= 0)
        return k->tie[of_row].idle ? -1 : -k->tie[of_row].soft;
    return 0;
}

// ---------------------------------------------------------------- into the fronts

static inline void add_four(double *to, double by, const double *x)
{
    BR_FOUR(to) += by * BR_FOUR_OF(x);
}

static inline void less_four(double *to, double by, const double *x)
{
    BR_FOUR(to) -= by * BR_FOUR_OF(x);
}

static inline void add(double *to, double by, const double *x, int stride)
{
    for (int c = 0; c < stride; c += LANES)
        add_four(to + c, by, x + c);
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
    double T[WIDEST];
    clear(T, to->stride);
    for (int at = s->first; at < s->first + s->count; at++)
        add(T, k->value[at], to->N + (ptrdiff_t)(k->column[at] - to->at) * to->stride, to->stride);
    for (int i = 0; i < from->m; i++)
        if (N[i] != 0)
            add(f->F + (ptrdiff_t)(s->at_from + i) * f->stride + s->at_to, N[i], T, to->stride);
}

// N'g, by the body on each side of a tie.
static inline void project(const br_kkt *k, const br_tie *t, const double *g, double to[2][WIDEST])
{
    memset(to, 0, 2 * sizeof *to);
    for (int i = 0; i < t->patch->n; i++) {
        const br_frame *f = &k->frame[t->body[t->side[i]]];
        add(to[t->side[i]], g[i], f->N + t->place[i], f->stride);
    }
}

static inline double *row_in(const br_front *f, int row)
{
    return f->F + (ptrdiff_t)row * f->stride;
}

// rho R'R, of a body's row i
static inline void couple(const br_kkt *k, const br_tie *t, double by, double r[2][WIDEST], double *row)
{
    for (int o = 0; o < 2 && t->body[o] >= 0; o++)
        add(row + t->at[o], by, r[o], k->frame[t->body[o]].stride);
}

// G less rho R'S, R, rho R'R and -S.
BR_CLONES
static void put_tie(br_kkt *k, const br_tie *t)
{
    double column[2][WIDEST], r[2][WIDEST];
    row_in(&k->front[t->front[0]], t->here[0])[t->here[0]] -= t->soft;
    project(k, t, t->r, r);
    if (t->even)
        memcpy(column, r, sizeof r);
    else
        project(k, t, t->g, column);
    for (int s = 0; s < 2 && t->body[s] >= 0; s++) {
        const br_frame *is = &k->frame[t->body[s]];
        const br_front *f = &k->front[t->front[s]];
        add(row_in(f, t->here[s]) + t->at[s], 1, r[s], is->stride);
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
    double g[2][WIDEST];
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
    for (int c = from; c < end; c += LANES)
        less_four(row + c, l, U + c);
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
        for (int j = p + 4; j < stride; j += LANES)
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
    for (int b = 0; b < k->m->bodies; b++)
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
    for (int b = 0; b < k->m->bodies; b++)
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

// ---------------------------------------------------------------- solve, LANES right sides at once

static inline double *lane(double *x, int i)
{
    return x + (ptrdiff_t)i * LANES;
}

// b_q into t
static void load(br_kkt *k, const double *const b[LANES])
{
    for (int i = 0; i < k->n; i++)
        for (int l = 0; l < LANES; l++)
            lane(k->t, i)[l] = b[l][i];
}

// What bodies ask of themselves, x = P s; answers whether they ask anything.
static bool take_own(br_kkt *k, const double *const b[LANES])
{
    bool any = false;
    for (int body = 0; body < k->m->bodies; body++) {
        const br_frame *f = &k->frame[body];
        for (int o = 0; o < f->owns; o++)
            for (int l = 0; l < LANES; l++)
                any = any || b[l][k->n + f->own + o] != 0;
    }
    memset(k->x, 0, (size_t)(k->n * LANES) * sizeof *k->x);
    for (int body = 0; body < k->m->bodies && any; body++) {
        const br_frame *f = &k->frame[body];
        for (int o = 0; o < f->owns; o++) {
            double s[LANES];
            for (int l = 0; l < LANES; l++)
                s[l] = b[l][k->n + f->own + o];
            for (int i = 0; i < f->n; i++)
                add_four(lane(k->x, f->at + i), f->P[i * f->owns + o], s);
        }
    }
    return any;
}

// t -= A x
BR_CLONES
static void less_product(br_kkt *k)
{
    for (int i = 0; i < k->n; i++) {
        br_four sum = BR_FOUR_OF(lane(k->t, i));
        for (int at = k->start[i]; at < k->start[i + 1]; at++)
            sum -= k->value[at] * BR_FOUR_OF(lane(k->x, k->column[at]));
        BR_FOUR(lane(k->t, i)) = sum;
    }
}

// z of the ties: b_r - R x; t += rho R'(b_r - R x).
BR_CLONES
static void take_ties(br_kkt *k, const double *const b[LANES], bool moved)
{
    for (int t = 0; t < k->ties; t++) {
        const br_tie *is = &k->tie[t];
        double *z = lane(k->z, k->unknown[t]);
        for (int l = 0; l < LANES; l++)
            z[l] = b[l][is->row];
        if (is->idle)
            continue;
        br_four asked = BR_FOUR_OF(z);
        for (int i = 0; i < is->patch->n && moved; i++)
            asked -= is->r[i] * BR_FOUR_OF(lane(k->x, is->patch->var[i]));
        BR_FOUR(z) = asked;
        for (int i = 0; i < is->patch->n && !is->plain; i++)
            add_four(lane(k->t, is->patch->var[i]), is->rho * is->r[i], z);
    }
}

// z of the bodies: N't
BR_CLONES
static void gather(br_kkt *k)
{
    for (int b = 0; b < k->m->bodies; b++) {
        const br_frame *f = &k->frame[b];
        for (int c = 0; c < f->m; c++) {
            br_four sum = {0};
            for (int i = 0; i < f->n; i++)
                sum += f->N[i * f->stride + c] * BR_FOUR_OF(lane(k->t, f->at + i));
            BR_FOUR(lane(k->z, k->first[b] + c)) = sum;
        }
    }
}

// x += N y
BR_CLONES
static void spread(br_kkt *k)
{
    for (int b = 0; b < k->m->bodies; b++) {
        const br_frame *f = &k->frame[b];
        for (int i = 0; i < f->n; i++) {
            br_four sum = BR_FOUR_OF(lane(k->x, f->at + i));
            for (int c = 0; c < f->m; c++)
                sum += f->N[i * f->stride + c] * BR_FOUR_OF(lane(k->z, k->first[b] + c));
            BR_FOUR(lane(k->x, f->at + i)) = sum;
        }
    }
}

BR_CLONES
static void forward(const br_kkt *k, const br_front *f)
{
    double *w = k->w;
    for (int i = 0; i < f->size; i++) {
        double *z = lane(k->z, f->index[i]);
        const double *L = f->L + (ptrdiff_t)i * f->pivots;
        br_four sum = BR_FOUR_OF(z);
        int end = i < f->pivots ? i : f->pivots;
        for (int p = 0; p < end; p++)
            sum -= L[p] * BR_FOUR_OF(lane(w, p));
        BR_FOUR(lane(w, i)) = BR_FOUR(z) = sum;
    }
}

BR_CLONES
static void backward(const br_kkt *k, const br_front *f)
{
    double *w = k->w;
    const double *inverse = k->inverse + f->index[0];
    for (int i = f->pivots; i < f->size; i++)
        BR_FOUR(lane(w, i)) = BR_FOUR_OF(lane(k->z, f->index[i]));
    for (int i = f->pivots - 1; i >= 0; i--) {
        double *z = lane(k->z, f->index[i]);
        const double *U = f->F + (ptrdiff_t)i * f->stride;
        br_four sum = BR_FOUR_OF(z);
        for (int p = f->size - 1; p > i; p--)
            sum -= U[p] * BR_FOUR_OF(lane(w, p));
        BR_FOUR(lane(w, i)) = BR_FOUR(z) = sum * inverse[i];
    }
}

// Multipliers of single bodies: R'mu is what is left of b_q - A x - G lambda; P'R' = 1.
BR_CLONES
static void less_ties(br_kkt *k)
{
    for (int t = 0; t < k->ties; t++)
        for (int i = 0; i < k->tie[t].patch->n && !k->tie[t].idle; i++)
            less_four(lane(k->t, k->tie[t].patch->var[i]), k->tie[t].g[i], lane(k->z, k->unknown[t]));
    for (int p = 0; p < k->presses; p++) {
        const br_patch *over = k->tie[k->press[p].over].patch;
        for (int i = 0; i < over->n; i++)
            less_four(lane(k->t, over->var[i]), k->press[p].value[i], lane(k->z, k->unknown[k->press[p].tie]));
    }
}

BR_CLONES
static void solve_own(br_kkt *k, double *const b[LANES])
{
    for (int body = 0; body < k->m->bodies; body++) {
        const br_frame *f = &k->frame[body];
        for (int o = 0; o < f->owns; o++) {
            br_four mu = {0};
            for (int i = 0; i < f->n; i++)
                mu += f->P[i * f->owns + o] * BR_FOUR_OF(lane(k->t, f->at + i));
            for (int l = 0; l < LANES; l++)
                b[l][k->n + f->own + o] = mu[l];
        }
    }
}

static void solve_lanes(br_kkt *k, double *const b[LANES], bool own)
{
    const double *const in[LANES] = {b[0], b[1], b[2], b[3]};
    load(k, in);
    bool moved = take_own(k, in);
    if (moved)
        less_product(k);
    take_ties(k, in, moved);
    gather(k);
    for (int i = 0; i < k->fronts; i++)
        forward(k, &k->front[i]);
    for (int i = k->fronts - 1; i >= 0; i--)
        backward(k, &k->front[i]);
    spread(k);
    if (own) {
        load(k, in);
        less_product(k);
        less_ties(k);
        solve_own(k, b);
    }
    for (int l = 0; l < LANES; l++) {
        for (int i = 0; i < k->n; i++)
            b[l][i] = lane(k->x, i)[l];
        for (int t = 0; t < k->ties; t++)
            b[l][k->tie[t].row] = lane(k->z, k->unknown[t])[l];
        for (int r = 0; r < k->m->rows && !own; r++)
            if (k->tie_of[r] < 0)
                b[l][k->n + r] = 0;
    }
}

void br_kkt_solve(br_kkt *k, double *b, int count, bool own)
{
    for (int c = 0; c < count; c += LANES) {
        double *lanes[LANES];
        for (int l = 0; l < LANES; l++) // lanes without a right side of their own repeat the last
            lanes[l] = b + (ptrdiff_t)(c + l < count ? c + l : count - 1) * k->size;
        solve_lanes(k, lanes, own);
    }
}
