// floor_lugre.c - the floor of a moving horizon of LuGre: one state, sigma0, with and without estimated input.
//
// The exact flow of a held input, intervals as lanes; the recursion in scalars, as in floor_sgms.c.
#include "floor.h"
#include "floor_vector.h"
#include <math.h>
#include <string.h>

enum { N = FLOOR_N, VECTORS = (N + WIDTH - 1) / WIDTH, LANES = VECTORS * WIDTH };

typedef struct horizon {
    vec z[VECTORS + 1], s[VECTORS + 1], v[VECTORS + 1]; // of the nodes; one vector more for the newest
    vec end[VECTORS], A[VECTORS], E[VECTORS], B[VECTORS];
    double e[N + 1], y_seen[N + 1], v_seen[N + 1], gap_z[N], gap_s[N];
    double gain_z[N + 1], gain_s[N + 1], gain_v[N + 1], e_over_s[N + 1], variance_v[N + 1]; // and what is filtered:
    double x_z[N + 1], x_s[N + 1], x_v[N + 1], zz[N + 1], zs[N + 1], ss[N + 1];
    double arrival[5], next[5], predicted[5]; // z, s and their covariance zz, zs, ss
    floor_lugre_axis a;
    int last;
} horizon;

INLINE double *lanes(vec *v)
{
    return (double *)v;
}

// z' = k s (v - |v| z/g(v)): towards g sign(v), exactly
INLINE void integrate(horizon *m, int input)
{
    const double k = m->a.sigma0, FC = m->a.FC, over_vs = 1 / m->a.vs, h = m->a.dt;
    for (int j = 0; j < VECTORS; j++) {
        vec v = m->v[j], z = m->z[j], s = m->s[j], w = v * over_vs;
        vec bell = (m->a.FS - FC) * exponential(clamp(-w * w, 700)), g = FC + bell, over = 1 / g;
        vec sign = choose(v < all(0), all(-1), all(1)), slope = -k * (v * sign) * over, rate = s * slope;
        vec decay = exponential(clamp(rate * h, 700)), steady = g * sign, off = (z - steady) * decay;
        m->end[j] = steady + off;
        m->A[j] = decay;
        m->E[j] = off * (h * slope);
        if (input) {
            vec g_v = bell * (-2 * over_vs) * w;
            m->B[j] = g_v * sign * (1 - decay) + off * h * (-k * s) * (sign * over - v * sign * g_v * over * over);
        }
    }
}

INLINE void feedback(horizon *m, double v, double y, int input, double *x)
{
    int k = m->last;
    double *P = m->predicted, h = input ? m->a.sigma2 : 0, f_v = h * m->a.q_input;
    lanes(m->v)[k] = m->v_seen[k] = v;
    m->y_seen[k] = y;
    m->e[k] = y - lanes(m->z)[k] - m->a.sigma2 * v;
    double over = 1 / (P[2] + h * f_v + m->a.r), e = m->e[k] - P[0];
    m->gain_z[k] = P[2] * over;
    m->gain_s[k] = P[3] * over;
    m->e_over_s[k] = e * over;
    m->x_z[k] = P[0] + m->gain_z[k] * e;
    m->x_s[k] = P[1] + m->gain_s[k] * e;
    m->x_v[k] = f_v * over * e;
    m->zz[k] = P[2] - P[2] * m->gain_z[k]; // covariance of the newest estimate
    m->zs[k] = P[3] - P[3] * m->gain_z[k];
    m->ss[k] = P[4] - P[3] * m->gain_s[k];
    x[0] = lanes(m->z)[k] + m->x_z[k];
    x[1] = lanes(m->s)[k] + m->x_s[k];
    if (input)
        x[2] = v + m->x_v[k];
}

INLINE void backward_pass(horizon *m, int input)
{
    int k = m->last;
    double a_z = -m->e_over_s[k], a_s = 0, f_v = input ? m->a.sigma2 * m->a.q_input : 0;
    for (k--; k >= 0; k--) {
        double a_v = input ? a_z * lanes(m->B)[k] : 0;
        a_s += a_z * lanes(m->E)[k];
        a_z *= lanes(m->A)[k];
        double pull = m->e_over_s[k] + m->gain_z[k] * a_z + m->gain_s[k] * a_s + m->gain_v[k] * a_v;
        double zv = -m->gain_z[k] * f_v, sv = -m->gain_s[k] * f_v;
        m->x_z[k] -= m->zz[k] * a_z + m->zs[k] * a_s + zv * a_v;
        m->x_s[k] -= m->zs[k] * a_z + m->ss[k] * a_s + sv * a_v;
        m->x_v[k] -= zv * a_z + sv * a_s + m->variance_v[k] * a_v;
        a_z -= pull;
    }
}

INLINE void forward_pass(horizon *m, int to, int input)
{
    double x_z = m->arrival[0] - lanes(m->z)[0], x_s = m->arrival[1] - lanes(m->s)[0];
    double zz = m->arrival[2], zs = m->arrival[3], ss = m->arrival[4];
    double h = input ? m->a.sigma2 : 0, f_v = h * m->a.q_input, r = h * f_v + m->a.r;
    for (int k = 0; k < to; k++) {
        double A = lanes(m->A)[k], E = lanes(m->E)[k], B = input ? lanes(m->B)[k] : 0;
        double dv = input ? m->v_seen[k] - lanes(m->v)[k] : 0, over = 1 / (zz + r);
        double e = m->e[k] - x_z - h * dv, weighted = e * over, w = zz * A + zs * E + f_v * B, f_s = zs;
        m->gain_z[k] = zz * over;
        m->gain_s[k] = zs * over;
        m->gain_v[k] = f_v * over;
        m->e_over_s[k] = weighted;
        m->x_z[k] = x_z + zz * weighted;
        m->x_s[k] = x_s + zs * weighted;
        m->x_v[k] = dv + f_v * weighted;
        m->variance_v[k] = m->a.q_input - f_v * f_v * over;
        m->zz[k] = zz - zz * zz * over;
        m->zs[k] = zs - zz * zs * over;
        m->ss[k] = ss - zs * zs * over;
        double t_s = A * zs + E * ss, t_z = A * (A * zz + E * zs) + E * t_s + m->a.q_input * B * B;
        x_z = A * x_z + E * x_s + B * dv + m->gap_z[k] + w * weighted;
        x_s += m->gap_s[k] + f_s * weighted;
        zz = t_z - w * w * over + m->a.q[0];
        zs = t_s - w * f_s * over;
        ss = ss - f_s * f_s * over + m->a.q[1];
        if (k == 0) {
            double next[5] = {lanes(m->z)[1] + x_z, lanes(m->s)[1] + x_s, zz, zs, ss};
            memcpy(m->next, next, sizeof next);
        }
    }
    double predicted[5] = {x_z, x_s, zz, zs, ss};
    memcpy(m->predicted, predicted, sizeof predicted);
}

static void shift(horizon *m)
{
    memcpy(m->arrival, m->next, sizeof m->arrival);
    memmove(m->z, lanes(m->z) + 1, N * sizeof(double));
    memmove(m->s, lanes(m->s) + 1, N * sizeof(double));
    memmove(m->v, lanes(m->v) + 1, N * sizeof(double));
    memmove(m->v_seen, m->v_seen + 1, N * sizeof(double));
    memmove(m->y_seen, m->y_seen + 1, N * sizeof(double));
    m->last--;
}

INLINE void sample(horizon *m, const double *v, double y, double *x, int input)
{
    feedback(m, v[0], y, input, x);
    backward_pass(m, input);
    for (int k = 0; k <= m->last; k++) {
        lanes(m->z)[k] += m->x_z[k];
        lanes(m->s)[k] += m->x_s[k];
        if (input)
            lanes(m->v)[k] += m->x_v[k];
    }
    if (m->last == N)
        shift(m);
    integrate(m, input);
    int count = m->last + 1;
    lanes(m->z)[count] = lanes(m->end)[count - 1];
    lanes(m->s)[count] = lanes(m->s)[count - 1];
    for (int k = 0; k < count; k++) {
        m->gap_z[k] = lanes(m->end)[k] - lanes(m->z)[k + 1];
        m->gap_s[k] = lanes(m->s)[k] - lanes(m->s)[k + 1];
        m->e[k] = m->y_seen[k] - lanes(m->z)[k] - m->a.sigma2 * lanes(m->v)[k];
    }
    forward_pass(m, count, input);
    m->last++;
}

static void sample_exact(void *m, const double *v, double y, double *x)
{
    sample(m, v, y, x, 0);
}

static void sample_exact_input(void *m, const double *v, double y, double *x)
{
    sample(m, v, y, x, 1);
}

static void begin(void *memory, const floor_lugre_axis *a)
{
    horizon *m = memory;
    memset(m, 0, sizeof *m);
    m->a = *a;
    for (int i = 0; i < 2; i++)
        m->arrival[i] = a->x[i];
    m->arrival[2] = m->predicted[2] = a->sd[0] * a->sd[0];
    m->arrival[4] = m->predicted[4] = a->sd[1] * a->sd[1];
    lanes(m->z)[0] = a->x[0];
    lanes(m->s)[0] = a->x[1];
}

const floor_lugre_code FLOOR_LUGRE = {sizeof(horizon), begin, sample_exact, sample_exact_input};
