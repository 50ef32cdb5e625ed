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

// Four numbers of a row, or one where the compiler knows no vectors.
#if defined(__GNUC__)
#define BODY static inline __attribute__((always_inline))
typedef br_real four __attribute__((vector_size(4 * sizeof(br_real)), aligned(sizeof(br_real)), may_alias));
#else
#define BODY static inline
typedef br_real four;
#endif
enum { FOUR = sizeof(four) / sizeof(br_real) };

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

// Kalman gain f/s: f = C h, s = h'f + r, e = y - h'x, x += f e/s, C -= f f'/s, the same on both sides of the diagonal.
BODY void measurement_update(int nx, int n, int first, br_real *restrict C, const br_real *restrict h, br_real r,
                             br_real y, br_real *restrict f, br_real *restrict record, br_real *restrict cost)
{
    (void)nx, (void)first;
    int apart = br_riccati_stride(n), w = apart / FOUR;
    four *rows = (four *)C, *all = (four *)f;
    for (int i = 0; i < w; i++) {
        four sum = rows[i] * h[0];
        for (int j = 1; j < n; j++)
            sum += rows[j * w + i] * h[j];
        all[i] = sum;
    }
    br_real e = y - br_vec_dot(n, h, C + (ptrdiff_t)n * apart), over = 1 / (r + br_vec_dot(n, h, f));
    *cost = e * over * e;
    if (!(over > 0) || !(*cost <= BR_MOST)) {
        *cost = -1;
        return;
    }
    for (int i = 0; i < w; i++) {
        four now = all[i];
        rows[n * w + i] += now * over * e;
        for (int j = 0; j < n; j++)
            rows[j * w + i] -= now * f[j] * over;
    }
    br_real *K = record + n;
    for (int i = 0; i < n; i++) {
        record[i] = h[i];
        K[i] = f[i] * over;
    }
    K[n] = e * over;
    K[n + 1] = r;
}

BR_CLONES
static void measurement_update_any(const br_riccati_options *o, br_real *C, const br_real *h, br_real r, br_real y,
                                   br_real *f, br_real *record, br_real *cost)
{
    BY_SIZE(o, measurement_update, C, h, r, y, f, record, cost);
}

int br_riccati_plain_measurement_update(br_riccati *c, const br_real *h, br_real r, br_real y, br_real *record)
{
    br_real cost;
    measurement_update_any(&c->o, c->C, h, r, y, c->f, record, &cost);
    c->cost += cost >= 0 ? cost : 0;
    return cost >= 0;
}

// ---------------------------------------------------------------- time update

static const br_real one[2 * FOUR - 1] = {[FOUR - 1] = 1}; // from FOUR - 1 - i on: four numbers, of which i is 1

// T = C F', of the mean, too; then F T + q, to which numbers below the states add nothing.
BODY void time_update(int nx, int n, int first, const br_real *restrict F, const br_real *restrict q,
                      const br_real *restrict gap, const br_real *restrict C, br_real *restrict T, br_real *restrict to)
{
    int apart = br_riccati_stride(n), w = apart / FOUR;
    const br_real *E = F + apart;
    const four *D = (const four *)F, *A = (const four *)E, *from = (const four *)C;
    four *t = (four *)T, *row = (four *)to;
    for (int c = 0; c <= n; c++)
        for (int i = 0; i < w; i++) {
            four sum = from[c * w + i] * D[i];
            for (int d = first; d < n; d++)
                sum += A[(d - first) * w + i] * C[c * apart + d];
            t[c * w + i] = sum;
        }
    for (int c = 0; c < n; c++)
        for (int i = 0; i < w; i++) {
            four sum = t[c * w + i] * F[c];
            for (int d = first; d < n && c < nx; d++)
                sum += t[d * w + i] * E[(d - first) * apart + c];
            if (i == c / FOUR)
                sum += *(const four *)(one + FOUR - 1 - c % FOUR) * q[c];
            row[c * w + i] = sum;
        }
    for (int i = 0; i < n; i++)
        to[n * apart + i] = T[n * apart + i] + gap[i];
}

BR_CLONES
static void time_update_any(const br_riccati_options *o, const br_real *F, const br_real *q, const br_real *gap,
                            const br_real *C, br_real *T, br_real *to)
{
    BY_SIZE(o, time_update, F, q, gap, C, T, to);
}

void br_riccati_plain_step(br_riccati *c, const br_real *gap)
{
    const br_riccati_options *o = &c->o;
    br_real *next = c->C + br_riccati_plain_node_size(o);
    time_update_any(o, br_row_of(c->F, br_riccati_plain_F_size(o), c->node), c->q, gap, c->C, c->W, next);
    c->C = next;
    c->gaussian.x = br_row(next, br_riccati_stride(o->n), o->n);
}

// ---------------------------------------------------------------- forward pass

void br_riccati_plain_forward_pass(br_riccati *c, int end, const br_riccati_measurements *rows, const br_real *gap)
{
    int n = c->o.n, per = 2 * n + 2, at = c->first[c->node + 1];
    for (; c->node < end; c->node++) {
        for (int i = c->node * rows->count; i < (c->node + 1) * rows->count; i++)
            if (rows->r[i] > 0 && at < c->o.seen)
                at += br_riccati_plain_measurement_update(c, br_row_of(rows->h, n, i), rows->r[i], rows->y[i],
                                                          br_row(c->seen, per, at));
        c->first[c->node + 1] = at;
        br_riccati_plain_step(c, br_row_of(gap, n, c->node));
    }
    c->first[end + 1] = at;
}

// ---------------------------------------------------------------- backward pass

// x - P a
BODY void smoothed_mean(int n, const br_real *restrict P, const br_real *restrict a, br_real *restrict to,
                        br_real *restrict x)
{
    int w = br_riccati_stride(n) / FOUR;
    const four *row = (const four *)P;
    for (int i = 0; i < w; i++) {
        four sum = row[n * w + i];
        for (int j = 0; j < n; j++)
            sum -= row[j * w + i] * a[j];
        ((four *)to)[i] = sum;
    }
    for (int i = 0; i < n; i++)
        x[i] = to[i];
}

// Over the numbers seen, the last first: h, gain, e/variance, r of each; K'a is added to the third, for br_riccati_multiplier.
BODY void adjoint_over_measurements(int n, int from, int end, br_real *restrict seen, br_real *restrict a)
{
    for (int i = end - 1; i >= from; i--) {
        br_real *h = seen + (ptrdiff_t)(2 * n + 2) * i, *K = h + n, pull = K[n] + br_vec_dot(n, K, a);
        K[n] = pull;
        for (int j = 0; j < n; j++)
            a[j] -= pull * h[j];
    }
}

// a = F'a
BODY void adjoint_over_step(int nx, int n, int first, const br_real *restrict F, br_real *restrict a,
                            br_real *restrict was)
{
    int apart = br_riccati_stride(n);
    for (int i = 0; i < n; i++) {
        was[i] = a[i];
        a[i] *= F[i];
    }
    for (int c = first; c < n; c++)
        for (int d = 0; d < nx; d++)
            a[c] += F[(1 + c - first) * apart + d] * was[d];
}

BODY void backward_pass(int nx, int n, int first, const br_riccati *c, br_real *restrict a, br_real *restrict f)
{
    int per = (n + 1) * br_riccati_stride(n), per_F = (1 + n - first) * br_riccati_stride(n);
    for (int k = c->node; k >= 0; k--) {
        smoothed_mean(n, c->P + (ptrdiff_t)per * k, a, f, c->x + (ptrdiff_t)n * k);
        adjoint_over_measurements(n, c->first[k], c->first[k + 1], c->seen, a);
        for (int i = 0; c->adjoint && i < n; i++)
            c->adjoint[k * n + i] = a[i];
        if (k > 0)
            adjoint_over_step(nx, n, first, c->F + (ptrdiff_t)per_F * (k - 1), a, f);
    }
}

BR_CLONES
static void backward_pass_any(const br_riccati_options *o, const br_riccati *c, br_real *a, br_real *f)
{
    BY_SIZE(o, backward_pass, c, a, f);
}

void br_riccati_plain_backward_pass(br_riccati *c)
{
    br_vec_zero(c->o.n, c->l);
    backward_pass_any(&c->o, c, c->l, c->f);
}
