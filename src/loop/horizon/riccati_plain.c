// riccati_plain.c - Riccati recursion with plain covariances, not factored: forward and backward pass.       [target]
//
// Loops over a handful of numbers are slow when their count is only known at run time: bodies are inlined with the usual
// sizes as constants, so that the compiler unrolls them, and go along rows by vectors of four. Sums keep their order, and
// so their bits.
#include "num/base/fp.h"

#include "loop/horizon/riccati_plain.h"
#include "num/base/clones.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

// Four numbers of a row, or one where there are no registers for vectors. With them nodes of at most SHORT numbers stay there while
// a pass goes over them: C, the mean, and what is seen; else they are in c->W, which spares the stack.
#if defined(__GNUC__)
#define BODY static inline __attribute__((always_inline))
#else
#define BODY static inline
#endif
#if defined(__GNUC__) && (defined(__SSE2__) || defined(__aarch64__))
#define SHORT 8
typedef br_real four __attribute__((vector_size(4 * sizeof(br_real)), aligned(sizeof(br_real)), may_alias));
#else
#define SHORT 0
typedef br_real four;
#endif
enum { FOUR = sizeof(four) / sizeof(br_real), SHORT_VECTORS = SHORT > 0 ? (SHORT + 4) * SHORT / FOUR : 1 };

// body(states, numbers, first number that acts on others, ...), with constants for S-GMS and LuGre of the thesis, with and
// without estimated input.
#define BY_SIZE(o, body, ...)                                                                                          \
    do {                                                                                                               \
        if ((o)->uncoupled && (o)->nx == 4 && (o)->n == 7)                                                             \
            body(4, 7, 4, __VA_ARGS__);                                                                                \
        else if ((o)->uncoupled && (o)->nx == 4 && (o)->n == 6)                                                        \
            body(4, 6, 4, __VA_ARGS__);                                                                                \
        else if ((o)->uncoupled && (o)->nx == 1 && (o)->n == 3)                                                        \
            body(1, 3, 1, __VA_ARGS__);                                                                                \
        else if ((o)->uncoupled && (o)->nx == 1 && (o)->n == 2)                                                        \
            body(1, 2, 1, __VA_ARGS__);                                                                                \
        else                                                                                                           \
            body((o)->nx, (o)->n, (o)->uncoupled ? (o)->nx : 0, __VA_ARGS__);                                          \
    } while (0)

// Number i of a row. Rows are read and written as vectors or through this, never half a vector at a time in memory: the next
// load of the whole would have to wait.
#if SHORT > 0
#define NUMBER(row, i) ((row)[(i) / FOUR][(i) % FOUR])
#else
#define NUMBER(row, i) ((row)[i])
#endif

// n numbers as a row; what is beyond them is 0.
BODY void pad(int n, const br_real *x, four *row)
{
    int w = br_riccati_stride(n) / FOUR;
    for (int i = 0; i < w; i++, x += FOUR) {
        int left = n - i * FOUR;
#if SHORT > 0
        row[i] = left > 3 ? *(const four *)x : (four){x[0], left > 1 ? x[1] : 0, left > 2 ? x[2] : 0, 0};
#else
        row[i] = left > 0 ? *x : 0;
#endif
    }
}

// The inner product of rows of n numbers: four sums side by side.
BODY br_real dot(int n, const four *a, const four *b)
{
#if SHORT > 0
    four sum = a[0] * b[0];
    for (int i = 1; i * FOUR < n; i++)
        sum += a[i] * b[i];
#else
    four sum[4] = {0};
    for (int i = 0; i < n; i++)
        sum[i % 4] = i < 4 ? a[i] * b[i] : sum[i % 4] + a[i] * b[i];
#endif
    return n > 2 ? (sum[0] + sum[1]) + (sum[2] + sum[3]) : n > 1 ? sum[0] + sum[1] : sum[0];
}

// ---------------------------------------------------------------- memory

void br_riccati_plain_open(br_riccati *c)
{
    int nx = c->o.nx, n = c->o.n, apart = br_riccati_stride(n), per = br_riccati_plain_F_size(&c->o);
    for (int i = 0; i < c->o.nF; i++) {
        const br_joint_entry *e = &c->entry[i];
        int row = e->row == e->column ? 0 : 1 + e->column - (c->o.uncoupled ? nx : 0);
        c->at[i] = row * apart + e->row;
    }
    br_vec_zero(per * c->o.steps, c->F);
    for (int k = 0; k < c->o.steps; k++)
        for (int i = nx; i < n; i++)
            br_row(c->F, per, k)[i] = (br_real)br_riccati_constant(c, i);
}

void br_riccati_plain_begin(br_riccati *c, const br_real *x, const br_real *P)
{
    int n = c->o.n, apart = br_riccati_stride(n);
    c->C = c->P;
    c->gaussian.x = br_row(c->C, apart, n);
    br_vec_zero(br_riccati_plain_node_size(&c->o), c->C);
    br_vec_copy(n, x, c->gaussian.x);
    for (int i = 0; i < n; i++)
        br_vec_copy(n, br_row_of(P, n, i), br_row(c->C, apart, i));
}

void br_riccati_plain_covariance(const br_riccati *c, br_real *P)
{
    int n = c->o.n;
    for (int i = 0; i < n; i++)
        br_vec_copy(n, br_row_of(c->C, br_riccati_stride(n), i), br_row(P, n, i));
}

// ---------------------------------------------------------------- measurement update

// A number seen at a node: its innovation e = y - h'x, 1/s of its variance s = h'C h + r. cost < 0: it was none.
typedef struct innovation {
    br_real over, e, cost;
} innovation;

// rows: C, the mean; then come f = C h, the Kalman gain f/s, and h. A record has h and gain, rows as long as those of a node,
// then e/s, and whether its gain is that of the next node, F K. Where it is not finite, it is as if nothing was seen.
BODY innovation innovation_of(int n, four *rows, const br_real *restrict h, br_real r, br_real y,
                              br_real *restrict record)
{
    int w = br_riccati_stride(n) / FOUR;
    four *mean = rows + (ptrdiff_t)n * w, *f = mean + w, *K = f + w, *H = K + w, *to = (four *)record;
    pad(n, h, H);
    for (int i = 0; i < w; i++) {
        four sum = rows[i] * h[0];
        for (int j = 1; j < n; j++)
            sum += rows[j * w + i] * h[j];
        f[i] = sum;
    }
    innovation v = {.over = 1 / (r + dot(n, H, f)), .e = y - dot(n, H, mean)};
    v.cost = v.e * v.over * v.e;
    if (!(v.over > 0) || !(v.cost <= BR_MOST))
        return (innovation){0, 0, -1};
    for (int i = 0; i < w; i++) {
        to[i] = H[i];
        to[w + i] = K[i] = f[i] * v.over;
    }
    record[2 * w * FOUR] = v.e * v.over;
    record[2 * w * FOUR + 1] = 0;
    return v;
}

BODY void see_nothing(int n, four *rows)
{
    int w = br_riccati_stride(n) / FOUR;
    for (int i = (n + 1) * w; i < (n + 3) * w; i++)
        rows[i] = (four){0};
}

// C - f (f/s)', x + f/s e
BODY void measurement_update(int n, const four *rows, innovation v, four *to)
{
    int w = br_riccati_stride(n) / FOUR;
    const four *mean = rows + (ptrdiff_t)n * w, *f = mean + w, *K = f + w;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < w; i++)
            to[j * w + i] = rows[j * w + i] - f[i] * NUMBER(K, j);
    for (int i = 0; i < w; i++)
        to[n * w + i] = mean[i] + K[i] * v.e;
}

BODY void see(int nx, int n, int first, br_riccati *c, const br_real *h, br_real r, br_real y, br_real *record,
              br_real *cost)
{
    (void)nx, (void)first;
    int per = (n + 1) * br_riccati_stride(n) / FOUR;
    four here[SHORT_VECTORS], *rows = n <= SHORT ? here : (four *)c->W, *node = (four *)c->C;
    for (int i = 0; i < per; i++)
        rows[i] = node[i];
    innovation v = innovation_of(n, rows, h, r, y, record);
    if (v.cost >= 0)
        measurement_update(n, rows, v, node);
    *cost = v.cost;
}

BR_CLONES
static void see_any(const br_riccati_options *o, br_riccati *c, const br_real *h, br_real r, br_real y, br_real *record,
                    br_real *cost)
{
    BY_SIZE(o, see, c, h, r, y, record, cost);
}

int br_riccati_plain_measurement_update(br_riccati *c, const br_real *h, br_real r, br_real y, br_real *record)
{
    br_real cost;
    see_any(&c->o, c, h, r, y, record, &cost);
    c->cost += cost >= 0 ? cost : 0;
    return cost >= 0;
}

// ---------------------------------------------------------------- forward pass

static const br_real one[2 * FOUR - 1] = {[FOUR - 1] = 1}; // from FOUR - 1 - i on: four numbers, of which i is 1

// T = R F' of so many rows; what acts on states only adds nothing to the others.
BODY void transition(int nx, int n, int first, int rows, const br_real *restrict F, const four *R, four *T)
{
    int w = br_riccati_stride(n) / FOUR;
    const four *D = (const four *)F, *A = D + w;
    for (int c = 0; c < rows; c++)
        for (int i = 0; i < w; i++) {
            four sum = R[c * w + i] * D[i];
            for (int d = first; d < n && i * FOUR < nx; d++)
                sum += A[(d - first) * w + i] * NUMBER(R + c * w, d);
            T[c * w + i] = sum;
        }
}

// Measurement and step in one: F C F' + q - g (g/s)', g = F f, and F x + gap + g/s e. Rows of T are those of C F', then F x, g. record:
// of the measurement; NULL: there is none.
BODY void time_update(int nx, int n, int first, const br_real *restrict F, const br_real *restrict q,
                      const br_real *restrict gap, innovation v, four *T, four *to, br_real *record)
{
    int w = br_riccati_stride(n) / FOUR;
    four *mean = T + (ptrdiff_t)n * w, *g = mean + w, *K = g + w; // K: g/s
    const br_real *E = F + w * FOUR;
    for (int i = 0; i < w; i++)
        K[i] = g[i] * v.over;
    for (int c = 0; c < n; c++)
        for (int i = 0; i < w; i++) {
            four sum = T[c * w + i] * F[c];
            for (int d = first; d < n && c < nx; d++)
                sum += T[d * w + i] * E[(d - first) * w * FOUR + c];
            if (i == c / FOUR)
                sum += *(const four *)(one + FOUR - 1 - c % FOUR) * q[c];
            to[c * w + i] = sum - g[i] * NUMBER(K, c);
        }
    for (int i = 0; record && i < w; i++)
        ((four *)record)[w + i] = K[i];
    if (record)
        record[2 * w * FOUR + 1] = 1;
    pad(n, gap, to + n * w);
    for (int i = 0; i < w; i++)
        to[n * w + i] += mean[i] + K[i] * v.e;
}

// All numbers seen at the present node from i on, but for the last of them, update it; answers which is the last, or that there is
// none: `end`.
static int see_all_but_last(br_riccati *c, const br_riccati_measurements *m, int i, int end)
{
    int last = end, n = c->o.n, *at = &c->first[c->node + 1];
    for (; i < end; i++) {
        if (!(m->r[i] > 0) || *at >= c->o.seen)
            continue;
        if (last < end)
            *at += br_riccati_plain_measurement_update(c, br_row_of(m->h, n, last), m->r[last], m->y[last],
                                                       br_row(c->seen, br_riccati_plain_seen_size(&c->o), *at));
        last = i;
    }
    return *at < c->o.seen ? last : end;
}

BODY void forward_pass(int nx, int n, int first, br_riccati *c, int end, const br_riccati_measurements *m,
                       const br_real *restrict gap)
{
    int w = br_riccati_stride(n) / FOUR, per = (n + 1) * w, per_F = (1 + n - first) * w * FOUR, count = m->count;
    four here[SHORT_VECTORS], there[SHORT_VECTORS];
    four *rows = n <= SHORT ? here : (four *)c->W, *T = n <= SHORT ? there : rows + (ptrdiff_t)(n + 4) * w;
    four *node = (four *)c->C;
    const br_real *F = c->F + (ptrdiff_t)per_F * c->node, *q = c->q;
    for (int i = 0; i < per; i++)
        rows[i] = node[i];
    for (; c->node < end; c->node++, node += per, F += per_F, gap += n) {
        int *at = &c->first[c->node + 1], i = c->node * count, last = i;
        if (count > 1) {
            for (int k = 0; k < per; k++)
                node[k] = rows[k];
            c->C = (br_real *)node;
            last = see_all_but_last(c, m, i, i + count);
            for (int k = 0; k < per; k++)
                rows[k] = node[k];
        }
        innovation v = {0, 0, -1};
        br_real *record = c->seen + (ptrdiff_t)(2 * w * FOUR + 2) * *at;
        if (last < i + count && m->r[last] > 0 && *at < c->o.seen)
            v = innovation_of(n, rows, m->h + (ptrdiff_t)n * last, m->r[last], m->y[last], record);
        if (v.cost >= 0)
            c->cost += v.cost;
        else
            see_nothing(n, rows);
        at[1] = at[0] += v.cost >= 0;
        measurement_update(n, rows, v, node);
        transition(nx, n, first, n + 2, F, rows, T);
        time_update(nx, n, first, F, q, gap, v, T, rows, v.cost >= 0 ? record : 0);
    }
    for (int i = 0; i < per; i++)
        node[i] = rows[i];
    c->C = (br_real *)node;
    c->gaussian.x = (br_real *)(node + (ptrdiff_t)n * w);
}

BR_CLONES
static void forward_pass_any(const br_riccati_options *o, br_riccati *c, int end, const br_riccati_measurements *m,
                             const br_real *gap)
{
    BY_SIZE(o, forward_pass, c, end, m, gap);
}

void br_riccati_plain_forward_pass(br_riccati *c, int end, const br_riccati_measurements *m, const br_real *gap)
{
    forward_pass_any(&c->o, c, end, m, gap);
}

// ---------------------------------------------------------------- backward pass

// x - P a
BODY void smoothed_mean(int n, const four *P, const four *a, br_real *restrict x)
{
    int w = br_riccati_stride(n) / FOUR;
    for (int i = 0; i < w; i++) {
        four sum = P[n * w + i];
        for (int j = 0; j < n; j++)
            sum -= P[j * w + i] * NUMBER(a, j);
        for (int l = 0; l < FOUR && i * FOUR + l < n; l++)
            x[i * FOUR + l] = NUMBER(&sum, l);
    }
}

// a = F'a
BODY void adjoint_over_step(int nx, int n, int first, const br_real *restrict F, const four *a, four *to)
{
    int w = br_riccati_stride(n) / FOUR;
    for (int i = 0; i < w; i++)
        to[i] = a[i] * ((const four *)F)[i];
    for (int c = first; c < n; c++)
        NUMBER(to, c) += dot(nx, (const four *)F + (1 + c - first) * w, a);
}

// Over the numbers seen, the last first: K'a is added to e/s, for br_riccati_multiplier.
BODY void backward_pass(int nx, int n, int first, br_riccati *c)
{
    int w = br_riccati_stride(n) / FOUR, per = (n + 1) * w, per_F = (1 + n - first) * w * FOUR;
    four here[SHORT_VECTORS], there[SHORT_VECTORS];
    four *a = n <= SHORT ? here : (four *)c->W, *behind = n <= SHORT ? there : a + w; // of the next node
    for (int i = 0; i < w; i++)
        a[i] = (four){0};
    for (int k = c->node; k >= 0; k--) {
        const four *P = (const four *)c->P + (ptrdiff_t)per * k;
        for (int i = 0; i < w; i++)
            behind[i] = a[i];
        if (k < c->node)
            adjoint_over_step(nx, n, first, c->F + (ptrdiff_t)per_F * k, behind, a);
        smoothed_mean(n, P, a, c->x + (ptrdiff_t)n * k);
        for (int i = c->first[k + 1] - 1; i >= c->first[k]; i--) {
            br_real *record = c->seen + (ptrdiff_t)(2 * w * FOUR + 2) * i, *pull = record + 2 * w * FOUR;
            const four *h = (const four *)record, *K = h + w;
            *pull += pull[1] > 0 ? dot(n, K, behind) : dot(n, K, a);
            for (int j = 0; j < w; j++)
                a[j] -= h[j] * *pull;
        }
        for (int i = 0; c->adjoint && i < n; i++)
            c->adjoint[k * n + i] = NUMBER(a, i);
    }
}

BR_CLONES
static void backward_pass_any(const br_riccati_options *o, br_riccati *c)
{
    BY_SIZE(o, backward_pass, c);
}

void br_riccati_plain_backward_pass(br_riccati *c)
{
    backward_pass_any(&c->o, c);
}
