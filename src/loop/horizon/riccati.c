// riccati.c - Riccati recursion: Kalman filter as forward pass, adjoint and information filter as backward pass.    [target]
//
// Solves least squares over all steps (thesis (2.18)). Backward pass of the means, with the adjoint a of a node (modified
// Bryson-Frazier smoother; Bryson and Frazier 1963, Bierman 1973):
//
//     x given all = x - P a,   over a number seen  a = a - h (K'a + e/s),   over a step  a = F'a.
//
// P - P A P, the covariance that goes with it, loses all digits where much is learnt later. So the covariances come from
// the information of the later nodes, Y = U D U': a measurement adds h h'/r, noise l of variance q takes Y l l'Y/(1/q + l'Y l) away as
// a measurement does of a covariance, a step makes F'Y F of it. Then each column of U is a measurement of x of variance 1/D.
#include "num/base/fp.h"

#include "loop/horizon/riccati_plain.h"
#include "num/base/real.h"
#include "num/base/require.h"
#include "num/algebra/vector.h"

// ---------------------------------------------------------------- memory

static int triangle(int n)
{
    return n * (n + 1) / 2;
}

static int per_seen(const br_riccati_options *o)
{
    return o->plain ? br_riccati_plain_seen_size(o) : 2 * o->n + 2;
}

static int per_step(const br_riccati_options *o)
{
    return o->plain ? br_riccati_plain_F_size(o) : o->nF;
}

static int per_node(const br_riccati_options *o)
{
    return o->plain ? br_riccati_plain_node_size(o) : triangle(o->n);
}

long long br_riccati_largest_array(const br_riccati_options *o)
{
    long long nodes = (long long)o->steps + 1;
    long long F = per_step(o) * nodes, P = per_node(o) * nodes, seen = (long long)per_seen(o) * o->seen;
    return F > P ? (F > seen ? F : seen) : P > seen ? P : seen;
}

void br_riccati_carve(br_arena *a, br_riccati *c, const br_riccati_options *o)
{
    int n = o->n, nodes = o->steps + 1, factored = o->plain ? 0 : n;
    *c = (br_riccati){.o = *o};
    c->F = br_arena_reals(a, per_step(o) * o->steps);
    c->x = br_arena_reals(a, n * nodes);
    c->P = br_arena_reals(a, per_node(o) * nodes);
    c->seen = br_arena_reals(a, per_seen(o) * o->seen);
    c->first = br_arena_ints(a, nodes + 1);
    br_gaussian_carve(a, &c->gaussian, n);
    br_gaussian_carve(a, &c->ahead, factored);
    c->W = br_arena_reals(a, o->plain ? br_riccati_plain_work_size(o) : n * 2 * n);
    c->d = br_arena_reals(a, 2 * factored);
    c->L = br_arena_reals(a, factored * factored);
    c->l = br_arena_reals(a, n);
    c->f = br_arena_reals(a, br_riccati_stride(n));
    c->at = br_arena_ints(a, o->plain ? o->nF : 0);
}

static br_real *packed(const br_riccati *c, int k)
{
    return c->P + (ptrdiff_t)triangle(c->o.n) * k;
}

static br_real *record(const br_riccati *c, int i)
{
    return c->seen + (ptrdiff_t)per_seen(&c->o) * i;
}

static void store_covariance(br_riccati *c, int k)
{
    const br_gaussian *b = &c->gaussian;
    br_real *to = packed(c, k);
    for (int i = 0; i < b->n; i++) {
        *to++ = b->D[i];
        br_vec_copy(b->n - 1 - i, br_row_of(b->U, b->n, i) + i + 1, to);
        to += b->n - 1 - i;
    }
}

static void load_covariance(br_riccati *c, int k)
{
    br_gaussian *b = &c->gaussian;
    const br_real *from = packed(c, k);
    for (int i = 0; i < b->n; i++) {
        br_real *row = br_row(b->U, b->n, i);
        br_vec_zero(i, row);
        row[i] = 1;
        b->D[i] = *from++;
        br_vec_copy(b->n - 1 - i, from, row + i + 1);
        from += b->n - 1 - i;
    }
}

// The present node, as it is after what has been seen so far.
static void store_node(br_riccati *c)
{
    br_vec_copy(c->o.n, c->gaussian.x, br_row(c->x, c->o.n, c->node));
    store_covariance(c, c->node);
}

void br_riccati_open(br_riccati *c)
{
    if (c->o.plain)
        br_riccati_plain_open(c);
}

// ---------------------------------------------------------------- forward pass

static void begin_pass(br_riccati *c, const br_real *x)
{
    c->node = 0;
    c->done = 0;
    c->first[0] = c->first[1] = 0;
    c->cost = 0;
    if (c->o.plain) {
        br_gaussian_covariance(&c->gaussian, c->W);
        br_riccati_plain_begin(c, x, c->W);
    } else {
        br_vec_copy(c->o.n, x, c->gaussian.x);
    }
}

void br_riccati_begin(br_riccati *c, const br_real *x, const br_real *sd)
{
    br_gaussian_set_sd(&c->gaussian, sd);
    begin_pass(c, x);
}

void br_riccati_begin_factored(br_riccati *c, const br_real *x, const br_real *U, const br_real *D)
{
    br_vec_copy(c->o.n * c->o.n, U, c->gaussian.U);
    br_vec_copy(c->o.n, D, c->gaussian.D);
    begin_pass(c, x);
}

// Kalman gain K = P h/s, from f = U'h and the variance s of the innovation
static void kalman_gain(const br_gaussian *b, const br_real *f, br_real s, br_real *K)
{
    for (int i = 0; i < b->n; i++) {
        K[i] = 0;
        for (int j = i; j < b->n; j++)
            K[i] += br_row_of(b->U, b->n, i)[j] * b->D[j] * f[j];
        K[i] /= s;
    }
}

int br_riccati_innovation_update(br_riccati *c, const br_real *h, br_real r, br_real e)
{
    br_gaussian *b = &c->gaussian;
    int n = c->o.n, at = c->first[c->node + 1];
    BR_REQUIRE(!c->o.plain);
    if (at >= c->o.seen)
        return 0;
    br_real *to = record(c, at), *K = to + n;
    br_gaussian_project(b, h, c->f);
    br_real s = br_gaussian_innovation_variance(b, c->f, r);
    kalman_gain(b, c->f, s, K);
    if (!br_gaussian_measurement_update(b, c->f, r, e))
        return 0;
    br_vec_copy(n, h, to);
    K[n] = e / s;
    K[n + 1] = r;
    c->cost += e / s * e;
    c->first[c->node + 1] = at + 1;
    return 1;
}

int br_riccati_measurement_update(br_riccati *c, const br_real *h, br_real r, br_real y)
{
    int at = c->first[c->node + 1];
    if (!c->o.plain)
        return br_riccati_innovation_update(c, h, r, y - br_vec_dot(c->o.n, h, c->gaussian.x));
    if (at >= c->o.seen || !br_riccati_plain_measurement_update(c, h, r, y, record(c, at)))
        return 0;
    c->first[c->node + 1] = at + 1;
    return 1;
}

// Noise of step k as columns of L with variances d; answers how many.
static int noise_factor(br_riccati *c, int k, br_real *L, br_real *d)
{
    int n = c->o.n, count = 0;
    if (c->Q) {
        br_gaussian_factor(n, br_row_of(c->Q, n * n, k), n, L, d);
        return n;
    }
    br_vec_zero(n * n, L);
    for (int i = 0; i < n; i++)
        if (c->q[i] > 0) {
            br_row(L, n, i)[count] = 1;
            d[count++] = c->q[i];
        }
    return count;
}

static const br_real *entries(const br_riccati *c, int k)
{
    return br_row_of(c->F, c->o.nF, k);
}

void br_riccati_set_F(br_riccati *c, int first, int count, const br_real *F)
{
    int per = per_step(&c->o);
    for (int i = 0; i < c->o.nF; i++) {
        br_real *to = br_row(c->F, per, first) + (c->o.plain ? c->at[i] : i);
        for (int k = 0; k < count; k++)
            to[(ptrdiff_t)k * per] = F[(ptrdiff_t)i * count + k];
    }
}

br_real br_riccati_F(const br_riccati *c, int k, int i)
{
    return br_row_of(c->F, per_step(&c->o), k)[c->o.plain ? c->at[i] : i];
}

br_real br_riccati_variance_now(br_riccati *c, int i)
{
    return c->o.plain ? br_row_of(c->C, br_riccati_stride(c->o.n), i)[i] : br_gaussian_variance(&c->gaussian, i);
}

br_real br_riccati_variance_along_now(br_riccati *c, const br_real *h)
{
    br_real sum = 0;
    for (int i = 0; c->o.plain && i < c->o.n; i++)
        sum += h[i] * br_vec_dot(c->o.n, br_row_of(c->C, br_riccati_stride(c->o.n), i), h);
    return c->o.plain ? sum : br_gaussian_variance_along(&c->gaussian, h);
}

void br_riccati_covariance_now(br_riccati *c, br_real *P)
{
    if (c->o.plain)
        br_riccati_plain_covariance(c, P);
    else
        br_gaussian_covariance(&c->gaussian, P);
}

void br_riccati_transition(const br_riccati *c, int k, const br_real *x, br_real *to)
{
    BR_REQUIRE(to != x);
    br_vec_zero(c->o.nx, to);
    for (int i = 0; i < c->o.nF; i++)
        to[c->entry[i].row] += br_riccati_F(c, k, i) * x[c->entry[i].column];
    for (int i = c->o.nx; i < c->o.n; i++)
        to[i] = br_riccati_constant(c, i) ? x[i] : 0;
}

// Time update of the covariance, thesis (2.19b): P = F P F' + Q by W = [F U, L]
static void predict_covariance(br_riccati *c)
{
    br_gaussian *b = &c->gaussian;
    int n = c->o.n, count = noise_factor(c, c->node, c->L, c->d + n), w = n + count;
    const br_real *F = entries(c, c->node);
    br_vec_zero(n * w, c->W);
    for (int i = 0; i < c->o.nF; i++)
        br_vec_add(n, F[i], br_row_of(b->U, n, c->entry[i].column), br_row(c->W, w, c->entry[i].row));
    for (int i = 0; i < n; i++) {
        if (br_riccati_constant(c, i))
            br_vec_copy(n, br_row_of(b->U, n, i), br_row(c->W, w, i));
        br_vec_copy(count, br_row_of(c->L, n, i), br_row(c->W, w, i) + n);
    }
    br_vec_copy(n, b->D, c->d);
    br_gaussian_time_update(b, w, c->W, c->d);
}

static void next_node(br_riccati *c)
{
    c->node++;
    c->first[c->node + 1] = c->first[c->node];
}

void br_riccati_time_update(br_riccati *c, const br_real *x)
{
    BR_REQUIRE(!c->o.plain && c->node < c->o.steps);
    store_node(c);
    predict_covariance(c);
    br_vec_copy(c->o.n, x, c->gaussian.x);
    next_node(c);
}

void br_riccati_step(br_riccati *c, const br_real *gap)
{
    if (c->o.plain) {
        br_riccati_plain_forward_pass(c, c->node + 1, &(br_riccati_measurements){.count = 0}, gap);
        return;
    }
    br_riccati_transition(c, c->node, c->gaussian.x, c->l);
    br_vec_add(c->o.n, 1, gap, c->l);
    br_riccati_time_update(c, c->l);
}

void br_riccati_forward_pass(br_riccati *c, int end, const br_riccati_measurements *rows, const br_real *gap)
{
    int n = c->o.n;
    BR_REQUIRE(end <= c->o.steps);
    if (c->o.plain) {
        br_riccati_plain_forward_pass(c, end, rows, br_row_of(gap, n, c->node));
        return;
    }
    while (c->node < end) { // each turn is a node
        for (int i = c->node * rows->count; i < (c->node + 1) * rows->count; i++)
            if (rows->r[i] > 0)
                (void)br_riccati_measurement_update(c, br_row_of(rows->h, n, i), rows->r[i], rows->y[i]);
        br_riccati_step(c, br_row_of(gap, n, c->node));
    }
}

// ---------------------------------------------------------------- backward pass

// x -= P a
static void smoothed_mean(br_riccati *c, int k, const br_real *a)
{
    int n = c->o.n;
    br_real *x = br_row(c->x, n, k), *f = c->f;
    const br_real *row = packed(c, k);
    br_vec_copy(n, a, f);
    for (int i = 0; i < n; row += n - i, i++) // U'a
        for (int j = i + 1; j < n; j++)
            f[j] += row[j - i] * a[i];
    row = packed(c, k);
    for (int i = 0; i < n; row += n - i, i++)
        f[i] *= row[0];
    row = packed(c, k);
    for (int i = 0; i < n; row += n - i, i++) {
        br_real sum = f[i];
        for (int j = i + 1; j < n; j++)
            sum += row[j - i] * f[j];
        x[i] -= sum;
    }
}

// to = F'a; constants have ones.
static void adjoint_over_step(const br_riccati *c, int k, const br_real *a, br_real *to)
{
    int n = c->o.n, nx = c->o.nx;
    const br_real *F = entries(c, k);
    br_vec_zero(nx, to);
    for (int i = nx; i < n; i++)
        to[i] = br_riccati_constant(c, i) ? a[i] : 0;
    for (int i = 0; i < c->o.nF; i++)
        to[c->entry[i].column] += F[i] * a[c->entry[i].row];
}

// Of a backward pass in parts: the lowest node of the next part.
static int end_of_part(const br_riccati *c)
{
    int from = c->node - c->done;
    return c->piece > 0 && from >= c->piece ? from - c->piece + 1 : 0;
}

// That part is done.
static void count_part(br_riccati *c, int end)
{
    c->done = end > 0 ? c->node - end + 1 : 0;
}

// Constants without noise are those of the last node.
static void set_constants(br_riccati *c, int first, int end)
{
    int n = c->o.n;
    for (int i = c->o.nx; !c->Q && i < n; i++)
        for (int k = first; c->q[i] == 0 && br_riccati_constant(c, i) && k < end; k++)
            br_row(c->x, n, k)[i] = br_row_of(c->x, n, c->node)[i];
}

static void backward_pass(br_riccati *c)
{
    int n = c->o.n, from = c->node - c->done, end = end_of_part(c);
    br_real *a = c->l, *before = c->W;
    if (c->done == 0) {
        store_node(c);
        br_vec_zero(n, a);
    }
    for (int k = from; k >= end; k--) {
        smoothed_mean(c, k, a);
        for (int i = c->first[k + 1] - 1; i >= c->first[k]; i--) {
            br_real *h = record(c, i), *K = h + n;
            K[n] += br_vec_dot(n, K, a); // what br_riccati_multiplier answers
            br_vec_add(n, -K[n], h, a);
        }
        if (c->adjoint)
            br_vec_copy(n, a, br_row(c->adjoint, n, k));
        if (k == 0)
            break;
        adjoint_over_step(c, k - 1, a, before);
        br_vec_copy(n, before, a);
    }
    set_constants(c, end, from < c->node ? from + 1 : from);
    count_part(c, end);
}

void br_riccati_backward_pass(br_riccati *c)
{
    if (!c->o.plain) {
        backward_pass(c);
        return;
    }
    br_riccati_plain_backward_pass(c);
    set_constants(c, 0, c->node);
}

br_real br_riccati_multiplier(const br_riccati *c, int i)
{
    return record(c, i)[per_seen(&c->o) - 2];
}

// Column i of a matrix of n rows of n
static void column(int n, const br_real *M, int i, br_real *to)
{
    for (int k = 0; k < n; k++)
        to[k] = br_row_of(M, n, k)[i];
}

// Information ahead of the node as measurements of variance 1/D along the columns of U; too little to count is left out.
static void add_information_ahead(br_riccati *c)
{
    const br_gaussian *y = &c->ahead;
    for (int i = 0; i < y->n; i++) {
        if (!(y->D[i] > 0))
            continue;
        column(y->n, y->U, i, c->l);
        br_gaussian_project(&c->gaussian, c->l, c->f);
        (void)br_gaussian_measurement_update(&c->gaussian, c->f, 1 / y->D[i], 0);
    }
}

// Information filter from behind step k to before it: noise, then F'Y F.
static void information_time_update(br_riccati *c, int k)
{
    br_gaussian *y = &c->ahead;
    int n = c->o.n, nx = c->o.nx, count = noise_factor(c, k, c->L, c->d);
    const br_real *F = entries(c, k);
    for (int i = 0; i < count; i++) {
        if (!(c->d[i] > 0))
            continue;
        column(n, c->L, i, c->l);
        br_gaussian_project(y, c->l, c->f);
        (void)br_gaussian_measurement_update(y, c->f, 1 / c->d[i], 0);
    }
    br_vec_zero(n * n, c->W);
    for (int i = nx; i < n; i++)
        if (br_riccati_constant(c, i))
            br_vec_copy(n, br_row_of(y->U, n, i), br_row(c->W, n, i));
    for (int i = 0; i < c->o.nF; i++)
        br_vec_add(n, F[i], br_row_of(y->U, n, c->entry[i].row), br_row(c->W, n, c->entry[i].column));
    br_vec_copy(n, y->D, c->d);
    br_gaussian_time_update(y, n, c->W, c->d);
}

void br_riccati_smoothed_covariances(br_riccati *c)
{
    int n = c->o.n, end = end_of_part(c);
    br_gaussian *y = &c->ahead;
    BR_REQUIRE(!c->o.plain);
    if (c->done == 0) {
        store_covariance(c, c->node);
        br_vec_zero(n, c->l);
        br_vec_zero(n, y->x);
        br_gaussian_set_sd(y, c->l);
    }
    for (int k = c->node - c->done; k >= end; k--) {
        load_covariance(c, k);
        add_information_ahead(c);
        store_covariance(c, k);
        for (int i = c->first[k]; i < c->first[k + 1]; i++) {
            const br_real *h = record(c, i), *r = h + per_seen(&c->o) - 1;
            br_gaussian_rank_one_update(y, 1 / *r, h);
        }
        if (k > 0)
            information_time_update(c, k - 1);
    }
    count_part(c, end);
}

// ---------------------------------------------------------------- reading

br_real br_riccati_variance(const br_riccati *c, int k, int i)
{
    int n = c->o.n;
    const br_real *row = packed(c, k) + triangle(n) - triangle(n - i), *D = row; // D begins every row
    br_real sum = *D;
    for (int j = i + 1; j < n; j++) {
        D += n - (j - 1);
        sum += row[j - i] * row[j - i] * *D;
    }
    return sum;
}

br_real br_riccati_variance_along(br_riccati *c, int k, const br_real *h)
{
    load_covariance(c, k);
    return br_gaussian_variance_along(&c->gaussian, h);
}

void br_riccati_covariance(br_riccati *c, int k, br_real *P)
{
    load_covariance(c, k);
    br_gaussian_covariance(&c->gaussian, P);
}
