// riccati.c - Kalman pass forwards, adjoint and information pass back.           [target]
//
// Means: with the adjoint a of a node (Bryson and Frazier 1963, Bierman 1973),
//
//     x given all = x - P a,   over a number seen  a = a - h (K'a + e/s),   over a step  a = F'a.
//
// P - P A P, the covariance that goes with it, loses all digits where much is learnt later. So the covariances come from
// what the later nodes say, Y = U D U': a number seen adds h h'/r, noise l of variance q takes Y l l'Y/(1/q + l'Y l) away as
// a measurement does of a covariance, a step makes F'Y F of it. Then each column of U is a measurement of x of variance 1/D.
#include "num/base/fp.h"

#include "loop/horizon/riccati_plain.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

// ---------------------------------------------------------------- memory

static int triangle(int n)
{
    return n * (n + 1) / 2;
}

static int per_seen(int n)
{
    return 2 * n + 2;
}

static int per_step(const br_chain_options *o)
{
    return o->plain ? br_chain_plain_F(o) : o->nF;
}

static int per_node(const br_chain_options *o)
{
    return o->plain ? br_chain_plain_node(o) : triangle(o->n);
}

long long br_chain_numbers(const br_chain_options *o)
{
    long long n = o->n, nodes = (long long)o->steps + 1;
    long long F = per_step(o) * nodes, P = per_node(o) * nodes, seen = (2 * n + 2) * o->seen;
    return F > P ? (F > seen ? F : seen) : P > seen ? P : seen;
}

void br_chain_lay(br_arena *a, br_chain *c, const br_chain_options *o)
{
    int n = o->n, nodes = o->steps + 1, factored = o->plain ? 0 : n;
    *c = (br_chain){.o = *o};
    c->F = br_arena_reals(a, per_step(o) * o->steps);
    c->x = br_arena_reals(a, n * nodes);
    c->P = br_arena_reals(a, per_node(o) * nodes);
    c->seen = br_arena_reals(a, per_seen(n) * o->seen);
    c->first = br_arena_ints(a, nodes + 1);
    br_belief_lay(a, &c->belief, n);
    br_belief_lay(a, &c->ahead, factored);
    c->W = br_arena_reals(a, o->plain ? br_chain_plain_node(o) : n * 2 * n);
    c->d = br_arena_reals(a, 2 * factored);
    c->L = br_arena_reals(a, factored * factored);
    c->l = br_arena_reals(a, n);
    c->f = br_arena_reals(a, br_chain_apart(n));
    c->at = br_arena_ints(a, o->plain ? o->nF : 0);
}

static br_real *packed(const br_chain *c, int k)
{
    return c->P + (ptrdiff_t)triangle(c->o.n) * k;
}

static br_real *record(const br_chain *c, int i)
{
    return c->seen + (ptrdiff_t)per_seen(c->o.n) * i;
}

static void keep_covariance(br_chain *c, int k)
{
    const br_belief *b = &c->belief;
    br_real *to = packed(c, k);
    for (int i = 0; i < b->n; i++) {
        *to++ = b->D[i];
        br_vec_copy(b->n - 1 - i, br_row_of(b->U, b->n, i) + i + 1, to);
        to += b->n - 1 - i;
    }
}

static void recall_covariance(br_chain *c, int k)
{
    br_belief *b = &c->belief;
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
static void keep(br_chain *c)
{
    br_vec_copy(c->o.n, c->belief.x, br_row(c->x, c->o.n, c->node));
    keep_covariance(c, c->node);
}

void br_chain_open(br_chain *c)
{
    if (c->o.plain)
        br_chain_plain_open(c);
}

// ---------------------------------------------------------------- forwards

static void begin(br_chain *c, const br_real *x)
{
    c->node = 0;
    c->first[0] = c->first[1] = 0;
    c->cost = 0;
    if (c->o.plain) {
        br_belief_covariance(&c->belief, c->W);
        br_chain_plain_begin(c, x, c->W);
    } else {
        br_vec_copy(c->o.n, x, c->belief.x);
    }
}

void br_chain_begin(br_chain *c, const br_real *x, const br_real *sd)
{
    br_belief_set(&c->belief, sd);
    begin(c, x);
}

void br_chain_begin_as(br_chain *c, const br_real *x, const br_real *U, const br_real *D)
{
    br_vec_copy(c->o.n * c->o.n, U, c->belief.U);
    br_vec_copy(c->o.n, D, c->belief.D);
    begin(c, x);
}

int br_chain_correct(br_chain *c, const br_real *h, br_real r, br_real e)
{
    br_belief *b = &c->belief;
    int n = c->o.n, at = c->first[c->node + 1];
    if (at >= c->o.seen)
        return 0;
    br_real *to = record(c, at), *K = to + n;
    br_belief_see(b, h, c->f);
    br_real s = br_belief_expect(b, c->f, r);
    for (int i = 0; i < n; i++) { // P h/s
        K[i] = 0;
        for (int j = i; j < n; j++)
            K[i] += br_row_of(b->U, n, i)[j] * b->D[j] * c->f[j];
        K[i] /= s;
    }
    if (!br_belief_correct(b, c->f, r, e))
        return 0;
    br_vec_copy(n, h, to);
    K[n] = e / s;
    K[n + 1] = r;
    c->cost += e / s * e;
    c->first[c->node + 1] = at + 1;
    return 1;
}

int br_chain_see(br_chain *c, const br_real *h, br_real r, br_real y)
{
    int at = c->first[c->node + 1];
    if (!c->o.plain)
        return br_chain_correct(c, h, r, y - br_vec_dot(c->o.n, h, c->belief.x));
    if (at >= c->o.seen || !br_chain_plain_see(c, h, r, y, record(c, at)))
        return 0;
    c->first[c->node + 1] = at + 1;
    return 1;
}

// Noise of step k as columns of L with variances d; answers how many.
static int noise(br_chain *c, int k, br_real *L, br_real *d)
{
    int n = c->o.n, count = 0;
    if (c->Q) {
        br_belief_factor(n, br_row_of(c->Q, n * n, k), n, L, d);
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

static const br_real *entries(const br_chain *c, int k)
{
    return br_row_of(c->F, c->o.nF, k);
}

void br_chain_set(br_chain *c, int first, int count, const br_real *F)
{
    int per = per_step(&c->o);
    for (int i = 0; i < c->o.nF; i++) {
        br_real *to = br_row(c->F, per, first) + (c->o.plain ? c->at[i] : i);
        for (int k = 0; k < count; k++)
            to[(ptrdiff_t)k * per] = F[(ptrdiff_t)i * count + k];
    }
}

br_real br_chain_F(const br_chain *c, int k, int i)
{
    return br_row_of(c->F, per_step(&c->o), k)[c->o.plain ? c->at[i] : i];
}

br_real br_chain_variance_now(br_chain *c, int i)
{
    return c->o.plain ? br_row_of(c->C, br_chain_apart(c->o.n), i)[i] : br_belief_variance(&c->belief, i);
}

br_real br_chain_variance_of(br_chain *c, const br_real *h)
{
    br_real sum = 0;
    for (int i = 0; c->o.plain && i < c->o.n; i++)
        sum += h[i] * br_vec_dot(c->o.n, br_row_of(c->C, br_chain_apart(c->o.n), i), h);
    return c->o.plain ? sum : br_belief_variance_along(&c->belief, h);
}

void br_chain_covariance_now(br_chain *c, br_real *P)
{
    if (c->o.plain)
        br_chain_plain_read(c, P);
    else
        br_belief_covariance(&c->belief, P);
}

void br_chain_carry(const br_chain *c, int k, const br_real *x, br_real *to)
{
    br_vec_zero(c->o.nx, to);
    for (int i = 0; i < c->o.nF; i++)
        to[c->entry[i].row] += br_chain_F(c, k, i) * x[c->entry[i].column];
    for (int i = c->o.nx; i < c->o.n; i++)
        to[i] = br_chain_stays(c, i) ? x[i] : 0;
}

// P = F P F' + Q by W = [F U, L]
static void move(br_chain *c)
{
    br_belief *b = &c->belief;
    int n = c->o.n, count = noise(c, c->node, c->L, c->d + n), w = n + count;
    const br_real *F = entries(c, c->node);
    br_vec_zero(n * w, c->W);
    for (int i = 0; i < c->o.nF; i++)
        br_vec_add(n, F[i], br_row_of(b->U, n, c->entry[i].column), br_row(c->W, w, c->entry[i].row));
    for (int i = 0; i < n; i++) {
        if (br_chain_stays(c, i))
            br_vec_copy(n, br_row_of(b->U, n, i), br_row(c->W, w, i));
        br_vec_copy(count, br_row_of(c->L, n, i), br_row(c->W, w, i) + n);
    }
    br_vec_copy(n, b->D, c->d);
    br_belief_weave(b, w, c->W, c->d);
}

static void move_on(br_chain *c)
{
    c->node++;
    c->first[c->node + 1] = c->first[c->node];
}

void br_chain_predict(br_chain *c, const br_real *x)
{
    keep(c);
    move(c);
    br_vec_copy(c->o.n, x, c->belief.x);
    move_on(c);
}

void br_chain_step(br_chain *c, const br_real *gap)
{
    if (c->o.plain) {
        br_chain_plain_step(c, gap);
        move_on(c);
        return;
    }
    br_chain_carry(c, c->node, c->belief.x, c->l);
    br_vec_add(c->o.n, 1, gap, c->l);
    br_chain_predict(c, c->l);
}

void br_chain_run(br_chain *c, int end, const br_chain_rows *rows, const br_real *gap)
{
    int n = c->o.n;
    if (c->o.plain) {
        br_chain_plain_run(c, end, rows, gap);
        return;
    }
    while (c->node < end) { // each turn is a node
        for (int i = c->node * rows->count; i < (c->node + 1) * rows->count; i++)
            if (rows->r[i] > 0)
                (void)br_chain_see(c, br_row_of(rows->h, n, i), rows->r[i], rows->y[i]);
        br_chain_step(c, br_row_of(gap, n, c->node));
    }
}

// ---------------------------------------------------------------- back

// x -= P a
static void take_adjoint(br_chain *c, int k, const br_real *a)
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

// to = F'a; the numbers that stay have ones.
static void turn_back(const br_chain *c, int k, const br_real *a, br_real *to)
{
    int n = c->o.n, nx = c->o.nx;
    const br_real *F = entries(c, k);
    br_vec_zero(nx, to);
    for (int i = nx; i < n; i++)
        to[i] = br_chain_stays(c, i) ? a[i] : 0;
    for (int i = 0; i < c->o.nF; i++)
        to[c->entry[i].column] += F[i] * a[c->entry[i].row];
}

static void smooth(br_chain *c)
{
    int n = c->o.n;
    br_real *a = c->l, *before = c->W;
    keep(c);
    br_vec_zero(n, a);
    for (int k = c->node; k >= 0; k--) {
        take_adjoint(c, k, a);
        for (int i = c->first[k + 1] - 1; i >= c->first[k]; i--) {
            br_real *h = record(c, i), *K = h + n;
            K[n] += br_vec_dot(n, K, a); // what br_chain_pull answers
            br_vec_add(n, -K[n], h, a);
        }
        if (c->adjoint)
            br_vec_copy(n, a, br_row(c->adjoint, n, k));
        if (k == 0)
            break;
        turn_back(c, k - 1, a, before);
        br_vec_copy(n, before, a);
    }
}

void br_chain_smooth(br_chain *c)
{
    int n = c->o.n;
    if (c->o.plain)
        br_chain_plain_smooth(c);
    else
        smooth(c);
    for (int i = c->o.nx; !c->Q && i < n; i++)
        for (int k = 0; c->q[i] == 0 && br_chain_stays(c, i) && k < c->node; k++)
            br_row(c->x, n, k)[i] = br_row_of(c->x, n, c->node)[i];
}

br_real br_chain_pull(const br_chain *c, int i)
{
    return *(record(c, i) + 2 * (ptrdiff_t)c->o.n);
}

// Column i of a matrix of n rows of n
static void column(int n, const br_real *M, int i, br_real *to)
{
    for (int k = 0; k < n; k++)
        to[k] = br_row_of(M, n, k)[i];
}

// What is ahead of the node as measurements of variance 1/D along the columns of U; too little to count is left out.
static void look_ahead(br_chain *c)
{
    const br_belief *y = &c->ahead;
    for (int i = 0; i < y->n; i++) {
        if (!(y->D[i] > 0))
            continue;
        column(y->n, y->U, i, c->l);
        br_belief_see(&c->belief, c->l, c->f);
        (void)br_belief_correct(&c->belief, c->f, 1 / y->D[i], 0);
    }
}

// Y from behind step k to before it: noise, then F'Y F.
static void back_over(br_chain *c, int k)
{
    br_belief *y = &c->ahead;
    int n = c->o.n, nx = c->o.nx, count = noise(c, k, c->L, c->d);
    const br_real *F = entries(c, k);
    for (int i = 0; i < count; i++) {
        if (!(c->d[i] > 0))
            continue;
        column(n, c->L, i, c->l);
        br_belief_see(y, c->l, c->f);
        (void)br_belief_correct(y, c->f, 1 / c->d[i], 0);
    }
    br_vec_zero(n * n, c->W);
    for (int i = nx; i < n; i++)
        if (br_chain_stays(c, i))
            br_vec_copy(n, br_row_of(y->U, n, i), br_row(c->W, n, i));
    for (int i = 0; i < c->o.nF; i++)
        br_vec_add(n, F[i], br_row_of(y->U, n, c->entry[i].row), br_row(c->W, n, c->entry[i].column));
    br_vec_copy(n, y->D, c->d);
    br_belief_weave(y, n, c->W, c->d);
}

void br_chain_spread(br_chain *c)
{
    int n = c->o.n;
    br_belief *y = &c->ahead;
    keep_covariance(c, c->node);
    br_vec_zero(n, c->l);
    br_vec_zero(n, y->x);
    br_belief_set(y, c->l);
    for (int k = c->node;; k--) {
        recall_covariance(c, k);
        look_ahead(c);
        keep_covariance(c, k);
        for (int i = c->first[k]; i < c->first[k + 1]; i++) {
            const br_real *h = record(c, i), *r = h + per_seen(n) - 1;
            br_belief_add(y, 1 / *r, h);
        }
        if (k == 0)
            return;
        back_over(c, k - 1);
    }
}

// ---------------------------------------------------------------- reading

br_real br_chain_variance(const br_chain *c, int k, int i)
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

br_real br_chain_variance_along(br_chain *c, int k, const br_real *h)
{
    recall_covariance(c, k);
    return br_belief_variance_along(&c->belief, h);
}

void br_chain_covariance(br_chain *c, int k, br_real *P)
{
    recall_covariance(c, k);
    br_belief_covariance(&c->belief, P);
}
