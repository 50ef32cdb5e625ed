// floor_sgms.c - the floor of a moving horizon of S-GMS: 4 elements, 2 stiffnesses, with and without estimated input.
//
// Flow: intervals x elements are lanes, and a lane goes through all its substeps in registers. States do not see each other, so the
// sensitivities of a lane are three numbers: by its state, its stiffness and its input. Several vectors go side by side, which
// hides latencies. Recursion: covariances as they are; C+ = F C F' + Q - w w'/s with w = F C h, so that the division is waited
// for by little else. Backward pass: the adjoint (Bryson-Frazier).
#include "floor.h"
#include "floor_vector.h"
#include <math.h>
#include <string.h>

enum { N = FLOOR_N, Z = 4, ROWS = 6, LANES = N * Z, VECTORS = LANES / WIDTH, ABREAST = 5 };
_Static_assert(VECTORS % ABREAST == 0, "whole groups of vectors");

typedef enum method { LIE, GAUSS4, INPUTS } method; // INPUTS: LIE, with a substep for each of several inputs

typedef double four __attribute__((vector_size(32)));

// A row: of the 4 forces, of the 4 shares, of which the first two do not vary.
typedef struct row {
    four z, s;
} row;

typedef struct horizon {
    // By lane: number i of interval k at 4k + i
    vec v[VECTORS], y[VECTORS], y_v[VECTORS], nominal[VECTORS]; // y: 1/(nu s(v)), and its derivative
    vec v_of[FLOOR_INPUTS][VECTORS], y_of[FLOOR_INPUTS][VECTORS];
    vec end[VECTORS], by_z[VECTORS], by_s[VECTORS], by_v[VECTORS];
    // By interval and node
    four A[N], E[N], B[N];
    row X[N + 1], gap[N], x[N + 1], gain[N + 1], C[N + 1][ROWS], C_input[N + 1]; // x, C: filtered
    double e[N + 1], y_seen[N + 1], e_over_s[N + 1], u[N + 1], u_seen[N + 1], u_filtered[N + 1], u_gain[N + 1],
        u_variance[N + 1];
    row arrival, arrival_C[ROWS], next, next_C[ROWS], predicted, predicted_C[ROWS], q;
    double r, q_input, dt;
    floor_sgms law;
    int last;
} horizon;

INLINE double sum(four x)
{
    return (x[0] + x[2]) + (x[1] + x[3]);
}

INLINE real *lanes(vec *v)
{
    return (real *)v;
}

// ---------------------------------------------------------------- flow

typedef struct lane {
    vec kappa, nominal, v, speed, sign, y, y_v, gamma_v; // gamma_v: 2 gamma v/vs
} lane;

typedef struct constants {
    real two_lambda, zeta, two_gamma, h; // two_gamma: over vs
} constants;

// The rate is kappa slip.
typedef struct rate {
    vec slip, by_z, by_v;
} rate;

// S-GMS, thesis (3.14), (3.15): with r = z y both etas are logistic functions, that of the side it does not slip to being 1.
INLINE rate rate_of(const lane *l, const constants *c, vec z, int input)
{
    const real most = IS_FLOAT ? 40 : 200;
    vec r = z * l->y, size = absolute(r);
    vec a = exponential(clamp(c->two_lambda * (size - c->zeta), most)), b = exponential(clamp(-l->gamma_v * r, most));
    vec a1 = 1 + a, b1 = 1 + b, over = reciprocal(a1 * b1), over_a = b1 * over, etaB = a1 * over, etaA = a * over_a;
    vec eta = etaA * etaB, w = eta * l->speed;
    vec by_size = c->two_lambda * size * (etaA * over_a) * etaB + l->gamma_v * r * eta * (1 - etaB);
    vec by_r = -(w + l->speed * by_size);
    rate to = {l->v - w * r, l->kappa * by_r * l->y, by_r};
    if (input)
        to.by_v = l->kappa *
                  (1 - eta * l->sign * r - l->speed * r * (eta * (1 - etaB)) * (c->two_gamma * r) + by_r * z * l->y_v);
    return to;
}

typedef struct state {
    vec z, by_z, by_s, by_v, k0, k1;
} state;

// Linearly implicit Euler
INLINE void lie(state *t, const lane *l, const constants *c, int input)
{
    rate f = rate_of(l, c, t->z, input);
    vec share = reciprocal(1 - c->h * f.by_z);
    t->by_s = (t->by_s + c->h * l->nominal * f.slip) * share;
    if (input)
        t->by_v = (t->by_v + c->h * f.by_v) * share;
    t->z += c->h * l->kappa * f.slip * share;
    t->by_z *= share;
}

INLINE void gauss4_column(vec *S, real h, vec J0, vec J1, vec g0, vec g1, vec weight0, vec weight1)
{
    *S += h / 2 * (weight0 * (J0 * *S + g0) + weight1 * (J1 * *S + g1));
}

// Gauss-Legendre of order 4, two Newton iterations from the stages of the substep before
INLINE void gauss4(state *t, const lane *l, const constants *c)
{
    const real a0 = (real)0.25, a1 = (real)(0.25 - 1.7320508075688772 / 6), a2 = (real)(0.25 + 1.7320508075688772 / 6),
               h = c->h;
    rate f0, f1;
    vec D0, D1, D2, D3;
    for (int i = 0; i < 2; i++) {
        f0 = rate_of(l, c, t->z + h * (a0 * t->k0 + a1 * t->k1), 0);
        f1 = rate_of(l, c, t->z + h * (a2 * t->k0 + a0 * t->k1), 0);
        vec m0 = 1 - h * a0 * f0.by_z, m1 = -h * a1 * f0.by_z, m2 = -h * a2 * f1.by_z, m3 = 1 - h * a0 * f1.by_z;
        vec over = reciprocal(m0 * m3 - m1 * m2), r0 = l->kappa * f0.slip - t->k0, r1 = l->kappa * f1.slip - t->k1;
        D0 = m3 * over, D1 = -m1 * over, D2 = -m2 * over, D3 = m0 * over;
        t->k0 += D0 * r0 + D1 * r1;
        t->k1 += D2 * r0 + D3 * r1;
    }
    t->z += h / 2 * (t->k0 + t->k1);
    gauss4_column(&t->by_z, h, f0.by_z, f1.by_z, all(0), all(0), D0 + D2, D1 + D3);
    gauss4_column(&t->by_s, h, f0.by_z, f1.by_z, l->nominal * f0.slip, l->nominal * f1.slip, D0 + D2, D1 + D3);
}

INLINE void set_input(lane *l, const constants *c, vec v, vec y)
{
    l->v = v;
    l->speed = absolute(v);
    l->y = y;
    l->gamma_v = c->two_gamma * v;
}

INLINE void integrate(horizon *m, method how, int input)
{
    const floor_sgms *law = &m->law;
    const int steps = how == INPUTS ? FLOOR_INPUTS : FLOOR_STEPS;
    const constants c = {(real)(2 * law->lambda), (real)law->zeta, (real)(2 * law->gamma / law->vs),
                         (real)(m->dt / steps)};
    vec z[VECTORS], share[VECTORS];
    for (int i = 0; i < LANES; i++) {
        lanes(z)[i] = (real)m->X[i / Z].z[i % Z];
        lanes(share)[i] = (real)m->X[i / Z].s[i % Z];
    }
    for (int first = 0; first < VECTORS; first += ABREAST) {
        state t[ABREAST];
        lane l[ABREAST];
        for (int j = 0; j < ABREAST; j++) {
            int at = first + j;
            t[j] = (state){.z = z[at], .by_z = all(1)};
            l[j] = (lane){.kappa = m->nominal[at] * share[at], .nominal = m->nominal[at], .y_v = m->y_v[at]};
            l[j].sign = choose(m->v[at] < all(0), all(-1), all(1));
            set_input(&l[j], &c, m->v[at], m->y[at]);
        }
        for (int step = 0; step < steps; step++)
            for (int j = 0; j < ABREAST; j++) {
                if (how == INPUTS)
                    set_input(&l[j], &c, m->v_of[step][first + j], m->y_of[step][first + j]);
                if (how == GAUSS4)
                    gauss4(&t[j], &l[j], &c);
                else
                    lie(&t[j], &l[j], &c, input);
            }
        for (int j = 0; j < ABREAST; j++) {
            m->end[first + j] = t[j].z;
            m->by_z[first + j] = t[j].by_z;
            m->by_s[first + j] = t[j].by_s;
            m->by_v[first + j] = t[j].by_v;
        }
    }
}

// ---------------------------------------------------------------- terms of the input alone

// Of the newest interval, once, when its inputs are known
static void set_newest_inputs(horizon *m, method how, const double *v)
{
    const floor_sgms *law = &m->law;
    enum { ALL = (FLOOR_INPUTS + WIDTH - 1) / WIDTH };
    int k = m->last, count = how == INPUTS ? FLOOR_INPUTS : 1;
    vec over[ALL] = {{0}};
    for (int i = 0; i < count; i++)
        lanes(over)[i] = (real)(-(v[i] / law->vs) * (v[i] / law->vs));
    for (int j = 0; j * WIDTH < count; j++)
        over[j] = 1 / ((real)law->FC * (1 + (real)law->beta * exponential(clamp(over[j], IS_FLOAT ? 80 : 700))));
    for (int i = 0; i < count; i++)
        for (int e = 0; e < Z; e++) {
            lanes(how == INPUTS ? m->v_of[i] : m->v)[k * Z + e] = (real)v[i];
            lanes(how == INPUTS ? m->y_of[i] : m->y)[k * Z + e] = lanes(over)[i] / (real)law->nu[e];
        }
}

// Of all intervals, where the inputs move
INLINE void set_all_inputs(horizon *m)
{
    const floor_sgms *law = &m->law;
    const real over_vs = (real)(1 / law->vs), FC = (real)law->FC;
    vec over_nu[VECTORS];
    for (int i = 0; i < LANES; i++) {
        lanes(m->v)[i] = (real)m->u[i / Z];
        lanes(over_nu)[i] = (real)(1 / law->nu[i % Z]);
    }
    for (int j = 0; j < VECTORS; j++) {
        vec w = m->v[j] * over_vs, bell = (real)law->beta * exponential(clamp(-w * w, IS_FLOAT ? 80 : 700));
        vec over = reciprocal(FC * (1 + bell));
        m->y[j] = over_nu[j] * over;
        m->y_v[j] = m->y[j] * over * (FC * bell * (2 * over_vs) * w);
    }
}

// ---------------------------------------------------------------- recursion

// Rows of C: 4 forces, 2 shares
INLINE double number(row x, int i)
{
    return i < Z ? x.z[i] : x.s[i - 2];
}

INLINE void set_number(row *x, int i, double value)
{
    if (i < Z)
        x->z[i] = value;
    else
        x->s[i - 2] = value;
}

INLINE row project(const row C[ROWS])
{
    return (row){(C[0].z + C[1].z) + (C[2].z + C[3].z), (C[0].s + C[1].s) + (C[2].s + C[3].s)};
}

// Node k sees its measurement; what is filtered stays, x and C go on to the next node.
INLINE void forward_step(horizon *m, int k, row *x, row C[ROWS], int input)
{
    const four A = m->A[k], E = m->E[k], B = m->B[k];
    double h = input ? m->law.sigma2 : 0, f_input = h * m->q_input, du = input ? m->u_seen[k] - m->u[k] : 0;
    row f = project(C), w = {f.z * A + f.s * E, f.s}, T[ROWS];
    double over = 1 / (sum(f.z) + h * f_input + m->r), e = m->e[k] - sum(x->z) - h * du;
    row gain = {f.z * over, f.s * over};
    m->gain[k] = gain;
    m->e_over_s[k] = e * over;
    for (int i = 0; i < ROWS; i++)
        m->C[k][i] = (row){C[i].z - number(f, i) * gain.z, C[i].s - number(f, i) * gain.s};
    m->x[k] = (row){x->z + gain.z * e, x->s + gain.s * e};
    if (input) {
        w.z += f_input * B;
        m->u_gain[k] = f_input * over;
        m->u_filtered[k] = du + f_input * over * e;
        m->u_variance[k] = m->q_input - f_input * f_input * over;
        m->C_input[k] = (row){gain.z * -f_input, gain.s * -f_input};
    }
    x->z = x->z * A + x->s * E + m->gap[k].z + w.z * (e * over);
    x->s = x->s + m->gap[k].s + w.s * (e * over);
    if (input)
        x->z += B * du;
    for (int i = 0; i < ROWS; i++)
        T[i] = (row){C[i].z * A + C[i].s * E, C[i].s};
    for (int i = 0; i < ROWS; i++) {
        four Q = {i == 0, i == 1, i == 2, i == 3}, Q_s = {0, 0, i == 4, i == 5};
        double share = number(w, i) * over;
        C[i] = (row){T[i].z - share * w.z, T[i].s - share * w.s + Q_s * m->q.s};
        if (i >= Z)
            continue;
        C[i] = (row){T[i].z * A[i] - share * w.z + Q * m->q.z, T[i].s * A[i] - share * w.s};
        if (i >= 2)
            C[i] = (row){C[i].z + T[i + 2].z * E[i], C[i].s + T[i + 2].s * E[i]};
        if (input)
            C[i].z += m->q_input * B[i] * B;
    }
}

INLINE void forward_pass(horizon *m, int to, int input)
{
    row x = {m->arrival.z - m->X[0].z, m->arrival.s - m->X[0].s}, C[ROWS];
    memcpy(C, m->arrival_C, sizeof C);
    for (int k = 0; k < to; k++) {
        forward_step(m, k, &x, C, input);
        if (k > 0)
            continue;
        m->next = (row){m->X[1].z + x.z, m->X[1].s + x.s};
        memcpy(m->next_C, C, sizeof C);
    }
    m->predicted = x;
    memcpy(m->predicted_C, C, sizeof C);
}

INLINE void backward_pass(horizon *m, int input)
{
    int k = m->last;
    row a = {-m->e_over_s[k] + (four){0}, {0}};
    if (input)
        m->u[k] += m->u_filtered[k];
    for (k--; k >= 0; k--) {
        double a_input = input ? sum(a.z * m->B[k]) : 0;
        a.s += a.z * m->E[k];
        a.z *= m->A[k];
        double pull = m->e_over_s[k] + sum(m->gain[k].z * a.z + m->gain[k].s * a.s);
        row x = m->x[k];
        for (int i = 0; i < ROWS; i++) {
            x.z -= m->C[k][i].z * number(a, i);
            x.s -= m->C[k][i].s * number(a, i);
        }
        if (input) {
            row C = m->C_input[k];
            pull += m->u_gain[k] * a_input;
            x.z -= C.z * a_input;
            x.s -= C.s * a_input;
            m->u[k] += m->u_filtered[k] - sum(C.z * a.z + C.s * a.s) - m->u_variance[k] * a_input;
        }
        m->x[k] = x;
        a.z -= pull;
    }
}

// ---------------------------------------------------------------- a sample

INLINE void feedback(horizon *m, double v, double y, int input, double *to)
{
    int k = m->last;
    double h = input ? m->law.sigma2 : 0, f_input = h * m->q_input;
    row f = project(m->predicted_C);
    m->y_seen[k] = y;
    m->u[k] = m->u_seen[k] = v;
    m->e[k] = y - sum(m->X[k].z) - m->law.sigma2 * v;
    double over = 1 / (sum(f.z) + h * f_input + m->r), e = m->e[k] - sum(m->predicted.z);
    row gain = {f.z * over, f.s * over}, x = {m->predicted.z + gain.z * e, m->predicted.s + gain.s * e};
    m->gain[k] = gain;
    m->e_over_s[k] = e * over;
    m->x[k] = x;
    m->u_filtered[k] = f_input * over * e;
    for (int i = 0; i < ROWS; i++) { // covariance of the newest estimate
        m->C[k][i] = (row){m->predicted_C[i].z - number(f, i) * gain.z, m->predicted_C[i].s - number(f, i) * gain.s};
        to[i] = number(m->X[k], i) + number(x, i);
    }
    if (input)
        to[ROWS] = v + m->u_filtered[k];
}

INLINE void linearise(horizon *m, method how, int input)
{
    int intervals = m->last + 1;
    if (input)
        set_all_inputs(m);
    integrate(m, how, input);
    for (int k = 0; k < intervals; k++) {
        row end = {.s = m->X[k].s};
        for (int i = 0; i < Z; i++) {
            m->A[k][i] = (double)lanes(m->by_z)[k * Z + i];
            m->E[k][i] = i < 2 ? 0 : (double)lanes(m->by_s)[k * Z + i];
            m->B[k][i] = (double)lanes(m->by_v)[k * Z + i];
            end.z[i] = (double)lanes(m->end)[k * Z + i];
        }
        if (k == m->last)
            m->X[k + 1] = end;
        m->gap[k] = (row){end.z - m->X[k + 1].z, end.s - m->X[k + 1].s};
        m->e[k] = m->y_seen[k] - sum(m->X[k].z) - m->law.sigma2 * m->u[k];
    }
}

static void shift_lanes(vec *v)
{
    memmove(v, lanes(v) + Z, (LANES - Z) * sizeof(real));
}

static void shift(horizon *m, method how, int input)
{
    m->arrival = m->next;
    memcpy(m->arrival_C, m->next_C, sizeof m->arrival_C);
    memmove(m->X, m->X + 1, N * sizeof *m->X);
    memmove(m->u, m->u + 1, N * sizeof *m->u);
    memmove(m->u_seen, m->u_seen + 1, N * sizeof *m->u_seen);
    memmove(m->y_seen, m->y_seen + 1, N * sizeof *m->y_seen);
    for (int i = 0; how == INPUTS && i < FLOOR_INPUTS; i++) {
        shift_lanes(m->v_of[i]);
        shift_lanes(m->y_of[i]);
    }
    if (how != INPUTS && !input) {
        shift_lanes(m->v);
        shift_lanes(m->y);
    }
    m->last--;
}

INLINE void sample(horizon *m, const double *v, double y, double *x, method how, int input)
{
    feedback(m, v[0], y, input, x);
    backward_pass(m, input);
    for (int k = 0; k <= m->last; k++)
        m->X[k] = (row){m->X[k].z + m->x[k].z, m->X[k].s + m->x[k].s};
    if (m->last == N)
        shift(m, how, input);
    if (!input)
        set_newest_inputs(m, how, v);
    linearise(m, how, input);
    forward_pass(m, m->last + 1, input);
    m->last++;
}

static void sample_lie(void *m, const double *v, double y, double *x)
{
    sample(m, v, y, x, LIE, 0);
}

static void sample_lie_input(void *m, const double *v, double y, double *x)
{
    sample(m, v, y, x, LIE, 1);
}

static void sample_gauss4(void *m, const double *v, double y, double *x)
{
    sample(m, v, y, x, GAUSS4, 0);
}

static void sample_lie_inputs(void *m, const double *v, double y, double *x)
{
    sample(m, v, y, x, INPUTS, 0);
}

static void begin(void *memory, const floor_sgms_axis *a)
{
    horizon *m = memory;
    memset(m, 0, sizeof *m);
    m->law = a->law;
    m->r = a->r;
    m->q_input = a->q_input;
    m->dt = a->dt;
    m->X[0].s = (four){1, 1, 0, 0};
    for (int i = 0; i < ROWS; i++) {
        set_number(&m->X[0], i, a->x[i]);
        set_number(&m->q, i, a->q[i]);
        set_number(&m->arrival_C[i], i, a->sd[i] * a->sd[i]);
    }
    for (int i = 0; i < LANES; i++) {
        lanes(m->nominal)[i] = (real)a->law.kappa[i % Z];
        lanes(m->y)[i] = 1;
        for (int j = 0; j < FLOOR_INPUTS; j++)
            lanes(m->y_of[j])[i] = 1;
    }
    m->arrival = m->X[0];
    memcpy(m->predicted_C, m->arrival_C, sizeof m->predicted_C);
}

const floor_sgms_code FLOOR_SGMS = {sizeof(horizon),  begin,         sample_lie,
                                    sample_lie_input, sample_gauss4, sample_lie_inputs};
