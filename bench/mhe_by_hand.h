// mhe_by_hand.h - moving horizons as one would write them by hand: what bench_mhe.c measures ours against.
//
// Plain scalar C with libm, all matrices dense, no heap. Vector: states, then estimated parameters as shares of their nominal
// value, which are states without a rate (thesis Table 5.3). GL4 as code generators write it: so many Newton iterations a
// step from the stages of the step before and with its LU decomposition; at the stages found a new one, which also gives the
// sensitivities.
//
//     hand         the input is estimated: condensed to the first node and N inputs, Cholesky (thesis 5.4)
//     hand_free    states have noise: block-tridiagonal Cholesky (thesis 4.4)
//
// Sizes are arguments, always inlined: every law gets loops of fixed length.
#ifndef MHE_BY_HAND_H
#define MHE_BY_HAND_H

#include <math.h>
#include <stddef.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { HAND_X = 6, HAND_N = 20, HAND_W = HAND_X + HAND_N, HAND_P = 20, HAND_INPUTS = 100 };

// ---------------------------------------------------------------- laws

// Rates of the n numbers, by them (J) and by the input (b); J NULL: not wanted.
typedef void hand_rate(const double *p, const double *x, double v, double *d, double *J, double *b);
typedef double hand_measure(const double *p, const double *x, double v, double *hx, double *hv);

typedef struct hand_law {
    int n, nz;
    hand_rate *rate;
    hand_measure *measure;
} hand_law;

// S-GMS in force form; x[4], x[5]: shares of kappa[2], kappa[3]
static inline void sgms_rate(const double *p, const double *x, double v, double *d, double *J, double *b)
{
    enum { Z = 4, n = 6 };
    double FC = p[12], beta = p[13], vs = p[14], zeta = p[15], lambda = p[17], gamma = p[18];
    double w = v / vs, bell = FC * beta * exp(-w * w), s = FC + bell, ds = bell * -2 * w / vs, va = fabs(v);
    if (J)
        memset(J, 0, n * n * sizeof(double));
    for (int i = 0; i < Z; i++) {
        double nominal = p[i], share = i < 2 ? 1 : x[Z + i - 2], kappa = nominal * share, limit = p[Z + i] * s;
        double r = x[i] / limit;
        double tp = tanh(lambda * (r + zeta)), tm = tanh(lambda * (r - zeta)), tb = tanh(gamma * r * w);
        double etaA = 1 - tp / 2 + tm / 2, etaB = 0.5 + tb / 2, slip = v - etaA * etaB * va * r;
        d[i] = kappa * slip;
        if (!J)
            continue;
        double dA = lambda / 2 * (tp * tp - tm * tm), dB = gamma / 2 * (1 - tb * tb);
        double by_r = -va * (etaA * etaB + r * (dA * etaB + etaA * dB * w));
        double by_v = 1 + by_r * -r * ds / s - etaA * r * ((v < 0 ? -etaB : etaB) + va * dB * r / vs);
        J[i * n + i] = kappa * by_r / limit;
        b[i] = kappa * by_v;
        if (i >= 2)
            J[i * n + Z + i - 2] = nominal * slip;
    }
    for (int i = Z; i < n; i++)
        d[i] = 0;
    for (int i = Z; J && i < n; i++)
        b[i] = 0;
}

static inline double sgms_measure(const double *p, const double *x, double v, double *hx, double *hv)
{
    for (int i = 0; i < 6; i++)
        hx[i] = i < 4;
    *hv = p[19];
    return x[0] + x[1] + x[2] + x[3] + p[19] * v;
}

static const hand_law hand_sgms = {6, 4, sgms_rate, sgms_measure};

// LuGre in force form; x[1]: share of sigma0
static inline void lugre_rate(const double *p, const double *x, double v, double *d, double *J, double *b)
{
    double FC = p[2], FS = p[3], vs = p[4], w = v / vs, bell = (FS - FC) * exp(-w * w), g = FC + bell, va = fabs(v);
    double slip = v - va * x[0] / g, sigma0 = p[0] * x[1];
    d[0] = sigma0 * slip;
    d[1] = 0;
    if (!J)
        return;
    J[0] = -sigma0 * va / g;
    J[1] = p[0] * slip;
    J[2] = J[3] = b[1] = 0;
    b[0] = sigma0 * (1 - x[0] / g * ((v < 0 ? -1 : 1) - va / g * bell * -2 * w / vs));
}

static inline double lugre_measure(const double *p, const double *x, double v, double *hx, double *hv)
{
    double d[2], J[4], b[2], unit[6];
    memcpy(unit, p, sizeof unit);
    unit[0] = 1;
    lugre_rate(unit, (const double[]){x[0], 1}, v, d, J, b);
    hx[0] = 1 + p[1] * J[0];
    hx[1] = 0;
    *hv = p[1] * b[0] + p[5];
    return x[0] + p[1] * d[0] + p[5] * v;
}

static const hand_law hand_lugre = {2, 1, lugre_rate, lugre_measure};

// ---------------------------------------------------------------- dense algebra

INLINE void lu_factor(int n, double *M, int *pivot)
{
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int i = c + 1; i < n; i++)
            if (fabs(M[i * n + c]) > fabs(M[best * n + c]))
                best = i;
        pivot[c] = best;
        for (int j = 0; best != c && j < n; j++) {
            double t = M[c * n + j];
            M[c * n + j] = M[best * n + j];
            M[best * n + j] = t;
        }
        double inverse = 1 / M[c * n + c];
        for (int i = c + 1; i < n; i++) {
            double f = M[i * n + c] *= inverse;
            for (int j = c + 1; j < n; j++)
                M[i * n + j] -= f * M[c * n + j];
        }
    }
}

// R has n rows of `columns` numbers.
INLINE void lu_solve(int n, const double *M, const int *pivot, int columns, double *R)
{
    for (int i = 0; i < n; i++)
        for (int c = 0; pivot[i] != i && c < columns; c++) {
            double t = R[i * columns + c];
            R[i * columns + c] = R[pivot[i] * columns + c];
            R[pivot[i] * columns + c] = t;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            for (int c = 0; c < columns; c++)
                R[i * columns + c] -= M[i * n + j] * R[j * columns + c];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            for (int c = 0; c < columns; c++)
                R[i * columns + c] -= M[i * n + j] * R[j * columns + c];
        double inverse = 1 / M[i * n + i];
        for (int c = 0; c < columns; c++)
            R[i * columns + c] *= inverse;
    }
}

// The lower half of H, its rows `apart`, becomes L with H = L L'.
INLINE void cholesky(int n, int apart, double *H)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = H[i * apart + j];
            for (int k = 0; k < j; k++)
                sum -= H[i * apart + k] * H[j * apart + k];
            H[i * apart + j] = i == j ? sqrt(sum) : sum / H[j * apart + j];
        }
}

// g = L^-1 g
INLINE void lower_solve(int n, int apart, const double *L, double *g)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            g[i] -= L[i * apart + k] * g[k];
        g[i] /= L[i * apart + i];
    }
}

// g = L'^-1 g
INLINE void upper_solve(int n, int apart, const double *L, double *g)
{
    for (int i = n - 1; i >= 0; i--) {
        g[i] /= L[i * apart + i];
        for (int k = 0; k < i; k++)
            g[k] -= L[i * apart + k] * g[i];
    }
}

INLINE double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

// to = A x
INLINE void carry(int n, const double *A, const double *x, double *to)
{
    for (int i = 0; i < n; i++)
        to[i] = dot(n, A + i * n, x);
}

// ---------------------------------------------------------------- GL4

typedef struct hand_gl4 {
    int iterations; // of Newton's method
    int exact;      // every one with a decomposition of its own
    double k[2 * HAND_X], J[2 * HAND_X * HAND_X], b[2 * HAND_X], M[4 * HAND_X * HAND_X];
    int pivot[2 * HAND_X];
} hand_gl4;

static const double hand_a[2][2] = {{0.25, 0.25 - 1.7320508075688772 / 6}, {0.25 + 1.7320508075688772 / 6, 0.25}};

INLINE void stages(const hand_law *law, hand_gl4 *g, const double *p, const double *x, double v, double h, int slopes,
                   double *rates)
{
    int n = law->n;
    for (int s = 0; s < 2; s++) {
        double at[HAND_X];
        for (int i = 0; i < n; i++)
            at[i] = x[i] + h * (hand_a[s][0] * g->k[i] + hand_a[s][1] * g->k[n + i]);
        law->rate(p, at, v, rates + s * n, slopes ? g->J + s * n * n : NULL, g->b + s * n);
    }
}

INLINE void decompose(int n, hand_gl4 *g, double h)
{
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < n; i++)
            for (int t = 0; t < 2; t++)
                for (int j = 0; j < n; j++)
                    g->M[(s * n + i) * 2 * n + t * n + j] =
                        (s == t && i == j) - h * hand_a[s][t] * g->J[(s * n + i) * n + j];
    lu_factor(2 * n, g->M, g->pivot);
}

// The first step of all has no step before it.
INLINE void gl4_begin(const hand_law *law, hand_gl4 *g, const double *p, const double *x, double v, double h)
{
    double rates[2 * HAND_X];
    memset(g->k, 0, sizeof g->k);
    stages(law, g, p, x, v, h, 1, rates);
    decompose(law->n, g, h);
}

// S: n rows of `columns` numbers, by the n numbers and, as one column more, the input.
INLINE void gl4(const hand_law *law, hand_gl4 *g, const double *p, double v, double h, double *x, int columns,
                double *S)
{
    int n = law->n;
    double r[2 * HAND_X], R[2 * HAND_X * (HAND_X + 1)];
    for (int i = 0; i < g->iterations; i++) {
        stages(law, g, p, x, v, h, g->exact, r);
        if (g->exact)
            decompose(n, g, h);
        for (int j = 0; j < 2 * n; j++)
            r[j] -= g->k[j];
        lu_solve(2 * n, g->M, g->pivot, 1, r);
        for (int j = 0; j < 2 * n; j++)
            g->k[j] += r[j];
    }
    stages(law, g, p, x, v, h, 1, r);
    decompose(n, g, h);
    for (int i = 0; i < 2 * n; i++)
        for (int c = 0; c < columns; c++) {
            double sum = c < n ? 0 : g->b[i];
            for (int j = 0; j < n; j++)
                sum += g->J[i * n + j] * S[j * columns + c];
            R[i * columns + c] = sum;
        }
    lu_solve(2 * n, g->M, g->pivot, columns, R);
    for (int i = 0; i < n; i++) {
        x[i] += h / 2 * (g->k[i] + g->k[n + i]);
        for (int c = 0; c < columns; c++)
            S[i * columns + c] += h / 2 * (R[i * columns + c] + R[(n + i) * columns + c]);
    }
}

INLINE void unit(int n, int columns, double *S)
{
    for (int i = 0; i < n; i++)
        for (int c = 0; c < columns; c++)
            S[i * columns + c] = i == c;
}

// ---------------------------------------------------------------- the input is estimated

typedef struct hand {
    double p[HAND_P], dt, r, su,
        walk[HAND_X]; // standard deviations: of the input; of what the arrival cost walks a sample
    int horizon, steps;
    hand_gl4 gl4;
    int last; // node of the newest sample
    double X[(HAND_N + 1) * HAND_X], u[HAND_N + 1], v[HAND_N + 1], y[HAND_N + 1];
    double bar[HAND_X], S[HAND_X * HAND_X]; // arrival cost: mean, and square root of the covariance
    double A[HAND_N * HAND_X * HAND_X], B[HAND_N * HAND_X], gap[HAND_N * HAND_X];
    double e[HAND_N + 1], hx[(HAND_N + 1) * HAND_X], hu[HAND_N + 1];
    double x[HAND_X], input, P[HAND_X * HAND_X]; // the newest estimate
} hand;

INLINE void hand_look(const hand_law *law, hand *m, int k)
{
    m->e[k] = m->y[k] - law->measure(m->p, m->X + k * law->n, m->u[k], m->hx + k * law->n, &m->hu[k]);
}

INLINE void hand_interval(const hand_law *law, hand *m, int k)
{
    int n = law->n, columns = n + 1;
    double x[HAND_X], S[HAND_X * (HAND_X + 1)], h = m->dt / m->steps;
    memcpy(x, m->X + k * n, (size_t)n * sizeof(double));
    unit(n, columns, S);
    if (k == 0)
        gl4_begin(law, &m->gl4, m->p, x, m->u[k], h);
    for (int s = 0; s < m->steps; s++)
        gl4(law, &m->gl4, m->p, m->u[k], h, x, columns, S);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            m->A[(k * n + i) * n + j] = S[i * columns + j];
        m->B[k * n + i] = S[i * columns + n];
        if (k == m->last) // its end is a node that begins here
            m->X[(k + 1) * n + i] = x[i];
        m->gap[k * n + i] = x[i] - m->X[(k + 1) * n + i];
    }
    hand_look(law, m, k);
}

// Unknowns w: x0 = bar + S w, then u_k = v_k + su w; the cost is |w|^2 + sum (e - c'w)^2/r. Leaves the steps dx, du.
INLINE void hand_solve(const hand_law *law, hand *m, double *dx, double *du)
{
    int n = law->n, last = m->last, all = n + last;
    double H[HAND_W * HAND_W], G[2][HAND_X * HAND_W], w[HAND_W] = {0}, c[HAND_W], a[HAND_X], next[HAND_X];
    for (int i = 0; i < all; i++)
        for (int j = 0; j <= i; j++)
            H[i * HAND_W + j] = i == j;
    for (int i = 0; i < n; i++) {
        a[i] = dx[i] = m->bar[i] - m->X[i];
        memcpy(G[0] + i * HAND_W, m->S + i * n, (size_t)n * sizeof(double));
    }
    for (int k = 0; k <= last; k++) {
        const double *now = G[k & 1], *hx = m->hx + k * n, *A = m->A + k * n * n, *B = m->B + k * n;
        double *to = G[~k & 1], hu = m->hu[k], rest = m->e[k] - dot(n, hx, a), r = m->r;
        int count = n + k;
        memset(c, 0, sizeof c);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < count; j++)
                c[j] += hx[i] * now[i * HAND_W + j];
        if (k < last) {
            du[k] = m->v[k] - m->u[k];
            rest -= hu * du[k];
            c[count++] = hu * m->su;
        } else {
            r += hu * m->su * (hu * m->su); // the newest input is seen here only
        }
        for (int i = 0; i < count; i++) {
            w[i] += c[i] / r * rest;
            for (int j = 0; j <= i; j++)
                H[i * HAND_W + j] += c[i] / r * c[j];
        }
        if (k == last)
            break;
        carry(n, A, a, next);
        for (int i = 0; i < n; i++) {
            a[i] = next[i] + B[i] * du[k] + m->gap[k * n + i];
            for (int j = 0; j < n + k; j++)
                to[i * HAND_W + j] = 0;
            for (int l = 0; l < n; l++)
                for (int j = 0; j < n + k; j++)
                    to[i * HAND_W + j] += A[i * n + l] * now[l * HAND_W + j];
            to[i * HAND_W + n + k] = B[i] * m->su;
        }
    }
    cholesky(all, HAND_W, H);
    lower_solve(all, HAND_W, H, w);
    upper_solve(all, HAND_W, H, w);
    double *end = G[last & 1]; // the newest covariance is G H^-1 G'
    for (int i = 0; i < n; i++)
        lower_solve(all, HAND_W, H, end + i * HAND_W);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m->P[i * n + j] = dot(all, end + i * HAND_W, end + j * HAND_W);
    for (int i = 0; i < n; i++)
        dx[i] += dot(n, m->S + i * n, w);
    for (int k = 0; k < last; k++) {
        du[k] += m->su * w[n + k];
        carry(n, m->A + k * n * n, dx + k * n, dx + (k + 1) * n);
        for (int i = 0; i < n; i++)
            dx[(k + 1) * n + i] += m->B[k * n + i] * du[k] + m->gap[k * n + i];
    }
    double hu = m->hu[last] * m->su, rest = m->e[last] - dot(n, m->hx + last * n, dx + last * n);
    du[last] = m->su * hu / (m->r + hu * hu) * rest;
}

// W: n rows of w numbers; S S' = W W', S lower triangular, by Householder reflections.
INLINE void reduce(int n, int w, double *W, double *S)
{
    for (int i = 0; i < n; i++) {
        double v[2 * HAND_X + 1], norm = sqrt(dot(w - i, W + i * w + i, W + i * w + i));
        memcpy(v, W + i * w + i, (size_t)(w - i) * sizeof(double));
        v[0] += v[0] > 0 ? norm : -norm;
        double size = dot(w - i, v, v);
        for (int r = i; size > 0 && r < n; r++) {
            double share = 2 * dot(w - i, v, W + r * w + i) / size;
            for (int j = i; j < w; j++)
                W[r * w + j] -= share * v[j - i];
        }
        for (int j = 0; j < n; j++)
            S[i * n + j] = j <= i ? W[i * w + j] : 0;
    }
}

// The arrival cost of node 1: a Kalman step of x0 and u0 in square-root form, about the nodes before their step.
INLINE void hand_arrive(const hand_law *law, hand *m)
{
    int n = law->n, all = n + 1, np = n - law->nz, w = all + np;
    double T[(HAND_X + 1) * (HAND_X + 1)] = {0}, f[HAND_X + 1], K[HAND_X + 1], d[HAND_X + 1];
    double W[HAND_X * (2 * HAND_X + 1)] = {0}, rest = m->e[0], s = m->r;
    for (int i = 0; i < n; i++) {
        d[i] = m->bar[i] - m->X[i];
        memcpy(T + i * all, m->S + i * n, (size_t)n * sizeof(double));
    }
    d[n] = m->v[0] - m->u[0];
    T[n * all + n] = m->su;
    for (int j = 0; j < all; j++) {
        f[j] = m->hu[0] * T[n * all + j];
        for (int i = 0; i < n; i++)
            f[j] += m->hx[i] * T[i * all + j];
        rest -= (j < n ? m->hx[j] : m->hu[0]) * d[j];
        s += f[j] * f[j];
    }
    double share = 1 / (1 + sqrt(m->r / s)); // Potter
    for (int i = 0; i < all; i++) {
        K[i] = dot(all, T + i * all, f) / s;
        d[i] += K[i] * rest;
    }
    for (int i = 0; i < all; i++)
        for (int j = 0; j < all; j++)
            T[i * all + j] -= share * K[i] * f[j];
    for (int i = 0; i < n; i++) {
        m->bar[i] = m->X[n + i] + m->gap[i] + m->B[i] * d[n] + dot(n, m->A + i * n, d);
        for (int l = 0; l < all; l++)
            for (int j = 0; j < all; j++)
                W[i * w + j] += (l < n ? m->A[i * n + l] : m->B[i]) * T[l * all + j];
        if (i >= law->nz)
            W[i * w + all + i - law->nz] = m->walk[i];
    }
    reduce(n, w, W, m->S);
}

// One sample: the estimate, and everything for the next one.
INLINE void hand_step(const hand_law *law, hand *m, double v, double y)
{
    int n = law->n, last = m->last;
    double dx[(HAND_N + 1) * HAND_X], du[HAND_N + 1];
    m->u[last] = m->v[last] = v;
    m->y[last] = y;
    hand_look(law, m, last);
    hand_solve(law, m, dx, du);
    if (last == m->horizon)
        hand_arrive(law, m);
    for (int i = 0; i < (last + 1) * n; i++)
        m->X[i] += dx[i];
    for (int k = 0; k <= last; k++)
        m->u[k] += du[k];
    memcpy(m->x, m->X + last * n, (size_t)n * sizeof(double));
    m->input = m->u[last];
    if (last == m->horizon) {
        memmove(m->X, m->X + n, (size_t)(last * n) * sizeof(double));
        memmove(m->u, m->u + 1, (size_t)last * sizeof(double));
        memmove(m->v, m->v + 1, (size_t)last * sizeof(double));
        memmove(m->y, m->y + 1, (size_t)last * sizeof(double));
        m->last--;
    }
    for (int k = 0; k <= m->last; k++)
        hand_interval(law, m, k);
    m->last++;
}

static inline void hand_step_sgms(hand *m, double v, double y)
{
    hand_step(&hand_sgms, m, v, y);
}

static inline void hand_step_lugre(hand *m, double v, double y)
{
    hand_step(&hand_lugre, m, v, y);
}

// ---------------------------------------------------------------- states have noise

typedef struct hand_free {
    double p[HAND_P], dt, r, q[HAND_X]; // q: variances of an interval
    int horizon, inputs;
    hand_gl4 gl4;
    int last;
    double X[(HAND_N + 1) * HAND_X], v[(HAND_N + 1) * HAND_INPUTS], y[HAND_N + 1];
    double bar[HAND_X], P0[HAND_X * HAND_X]; // arrival cost
    double A[HAND_N * HAND_X * HAND_X], gap[HAND_N * HAND_X], e[HAND_N + 1], hx[(HAND_N + 1) * HAND_X];
    double L[(HAND_N + 1) * HAND_X * HAND_X], t[(HAND_N + 1) * HAND_X];
    double x[HAND_X], P[HAND_X * HAND_X]; // the newest estimate
} hand_free;

// Inverse of L L', full
INLINE void invert(int n, const double *L, double *to)
{
    for (int i = 0; i < n; i++) {
        double column[HAND_X] = {0};
        column[i] = 1;
        lower_solve(n, n, L, column);
        upper_solve(n, n, L, column);
        for (int j = 0; j < n; j++)
            to[j * n + i] = column[j];
    }
}

INLINE void free_look(const hand_law *law, hand_free *m, int k)
{
    double hu, v = m->v[(ptrdiff_t)k * m->inputs];
    m->e[k] = m->y[k] - law->measure(m->p, m->X + k * law->n, v, m->hx + k * law->n, &hu);
}

INLINE void free_interval(const hand_law *law, hand_free *m, int k)
{
    int n = law->n;
    double x[HAND_X], *A = m->A + k * n * n, h = m->dt / m->inputs;
    const double *v = m->v + (ptrdiff_t)k * m->inputs;
    memcpy(x, m->X + k * n, (size_t)n * sizeof(double));
    unit(n, n, A);
    if (k == 0)
        gl4_begin(law, &m->gl4, m->p, x, v[0], h);
    for (int i = 0; i < m->inputs; i++)
        gl4(law, &m->gl4, m->p, v[i], h, x, n, A);
    for (int i = 0; i < n; i++) {
        if (k == m->last)
            m->X[(k + 1) * n + i] = x[i];
        m->gap[k * n + i] = x[i] - m->X[(k + 1) * n + i];
    }
    free_look(law, m, k);
}

// Y, y: what all nodes before k say of node k, as information; they become what they say of the next.
INLINE void free_eliminate(int n, hand_free *m, int k, double *Y, double *y)
{
    double *L = m->L + k * n * n, *t = m->t + k * n, c[HAND_X], E[HAND_X * HAND_X];
    const double *A = m->A + k * n * n, *gap = m->gap + k * n;
    for (int i = 0; i < n; i++) {
        t[i] = y[i];
        for (int l = 0; l < n; l++)
            t[i] -= A[l * n + i] * gap[l] / m->q[l];
        for (int j = 0; j <= i; j++) {
            L[i * n + j] = Y[i * n + j];
            for (int l = 0; l < n; l++)
                L[i * n + j] += A[l * n + i] / m->q[l] * A[l * n + j];
        }
    }
    cholesky(n, n, L);
    memcpy(c, t, sizeof c);
    lower_solve(n, n, L, c);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            E[i * n + j] = A[i * n + j] / m->q[i];
        lower_solve(n, n, L, E + i * n);
    }
    for (int i = 0; i < n; i++) {
        y[i] = gap[i] / m->q[i] + dot(n, E + i * n, c);
        for (int j = 0; j < n; j++)
            Y[i * n + j] = (i == j) / m->q[i] - dot(n, E + i * n, E + j * n);
    }
}

INLINE void free_solve(int n, hand_free *m, double *dx)
{
    double Y[HAND_X * HAND_X], y[HAND_X], L[HAND_X * HAND_X], d[HAND_X];
    int last = m->last;
    memcpy(L, m->P0, sizeof L);
    cholesky(n, n, L);
    invert(n, L, Y);
    for (int i = 0; i < n; i++)
        d[i] = m->bar[i] - m->X[i];
    carry(n, Y, d, y);
    for (int k = 0; k <= last; k++) {
        const double *h = m->hx + k * n;
        for (int i = 0; i < n; i++) {
            y[i] += h[i] / m->r * m->e[k];
            for (int j = 0; j < n; j++)
                Y[i * n + j] += h[i] / m->r * h[j];
        }
        if (k < last)
            free_eliminate(n, m, k, Y, y);
    }
    cholesky(n, n, Y);
    invert(n, Y, m->P);
    carry(n, m->P, y, dx + last * n);
    for (int k = last - 1; k >= 0; k--) {
        double *to = dx + k * n;
        const double *A = m->A + k * n * n;
        for (int i = 0; i < n; i++) {
            to[i] = m->t[k * n + i];
            for (int l = 0; l < n; l++)
                to[i] += A[l * n + i] / m->q[l] * dx[(k + 1) * n + l];
        }
        lower_solve(n, n, m->L + k * n * n, to);
        upper_solve(n, n, m->L + k * n * n, to);
    }
}

INLINE void free_arrive(int n, hand_free *m)
{
    double Ph[HAND_X], d[HAND_X], AP[HAND_X * HAND_X], s = m->r, rest = m->e[0];
    for (int i = 0; i < n; i++) {
        d[i] = m->bar[i] - m->X[i];
        rest -= m->hx[i] * d[i];
        Ph[i] = dot(n, m->P0 + i * n, m->hx);
        s += m->hx[i] * Ph[i];
    }
    for (int i = 0; i < n; i++) {
        d[i] += Ph[i] / s * rest;
        for (int j = 0; j < n; j++)
            m->P0[i * n + j] -= Ph[i] * Ph[j] / s;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            AP[i * n + j] = dot(n, m->A + i * n, m->P0 + j * n);
    for (int i = 0; i < n; i++) {
        m->bar[i] = m->X[n + i] + m->gap[i] + dot(n, m->A + i * n, d);
        for (int j = 0; j < n; j++)
            m->P0[i * n + j] = dot(n, AP + i * n, m->A + j * n) + (i == j ? m->q[i] : 0);
    }
}

// v: the inputs of the interval that begins with this sample
INLINE void free_step(const hand_law *law, hand_free *m, const double *v, double y)
{
    int n = law->n, last = m->last;
    double dx[(HAND_N + 1) * HAND_X];
    memcpy(m->v + (ptrdiff_t)last * m->inputs, v, (size_t)m->inputs * sizeof(double));
    m->y[last] = y;
    free_look(law, m, last);
    free_solve(n, m, dx);
    if (last == m->horizon)
        free_arrive(n, m);
    for (int i = 0; i < (last + 1) * n; i++)
        m->X[i] += dx[i];
    memcpy(m->x, m->X + last * n, (size_t)n * sizeof(double));
    if (last == m->horizon) {
        memmove(m->X, m->X + n, (size_t)(last * n) * sizeof(double));
        memmove(m->v, m->v + m->inputs, (size_t)(last * m->inputs) * sizeof(double));
        memmove(m->y, m->y + 1, (size_t)last * sizeof(double));
        m->last--;
    }
    for (int k = 0; k <= m->last; k++)
        free_interval(law, m, k);
    m->last++;
}

static inline void hand_free_step(hand_free *m, const double *v, double y)
{
    free_step(&hand_sgms, m, v, y);
}

#endif
