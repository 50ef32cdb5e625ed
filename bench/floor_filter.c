// floor_filter.c - the floor of a prediction of an EKF: S-GMS, 4 elements, shares of their stiffnesses and of FC estimated.
//
// One step of linearly implicit Euler with its sensitivities F = [A E G; 0 1], A and E diagonal, and P = F P F' + Q.
#include "floor.h"
#include "floor_vector.h"
#include <math.h>
#include <string.h>

enum { Z = 4, FC = 4 }; // FC: the last of 5 estimates

typedef double four __attribute__((vector_size(32)));
typedef int64_t four_words __attribute__((vector_size(32)));

typedef struct filter {
    four z, share, kappa, nu, q, zz[Z], ze[5]; // ze: covariances of the forces with every estimate
    double FC_share, ee[5][5], q_e[5], dt;
    floor_sgms law;
} filter;

INLINE four four_of(double x)
{
    return x + (four){0};
}

INLINE four four_absolute(four x)
{
    return (four)((four_words)x & ~(four_words)(-(four){0}));
}

INLINE four four_clamp(four x, double most)
{
    for (int i = 0; i < 4; i++) {
        x[i] = x[i] < most ? x[i] : most;
        x[i] = x[i] > -most ? x[i] : -most;
    }
    return x;
}

// As exponential of floor_vector.h
INLINE four four_exponential(four x)
{
    const double big = 6755399441055744;
    four n = x * 1.4426950408889634 + big;
    four_words power = (four_words)n << 52;
    n -= big;
    four f = x - n * 0.693147180369123816490;
    f -= n * 1.90821492927058770002e-10;
    four f2 = f * f, f4 = f2 * f2;
    four a = (1 + f) + f2 * (0.5 + f * (1.0 / 6));
    four b = (1.0 / 24 + f * (1.0 / 120)) + f2 * (1.0 / 720 + f * (1.0 / 5040));
    four c = (1.0 / 40320 + f * (1.0 / 362880)) + f2 * (1.0 / 3628800 + f * (1.0 / 39916800)) + f4 * (1.0 / 479001600);
    return (four)((four_words)(a + f4 * (b + f4 * c)) + power);
}

static void predict(void *memory, double v)
{
    filter *o = memory;
    const floor_sgms *law = &o->law;
    const double h = o->dt, w = v / law->vs, speed = fabs(v), two_lambda = 2 * law->lambda,
                 gamma_v = 2 * law->gamma * w;
    double s = law->FC * o->FC_share * (1 + law->beta * four_exponential(four_of(-w * w))[0]);
    four y = 1 / (o->nu * s), kappa = o->kappa * o->share, r = o->z * y, size = four_absolute(r);
    four a = four_exponential(four_clamp(two_lambda * (size - law->zeta), 200));
    four b = four_exponential(four_clamp(-gamma_v * r, 200));
    four a1 = 1 + a, b1 = 1 + b, over = 1 / (a1 * b1), over_a = b1 * over, etaB = a1 * over, etaA = a * over_a;
    four eta = etaA * etaB, pull = eta * speed, slip = v - pull * r;
    four by_size = two_lambda * size * (etaA * over_a) * etaB + gamma_v * r * eta * (1 - etaB);
    four by_r = -(pull + speed * by_size), A = 1 / (1 - h * kappa * by_r * y);
    four E = h * o->kappa * slip * A, G = -h * kappa * by_r * r / o->FC_share * A;
    o->z += h * kappa * slip * A;
    four ze[5], zz[Z];
    for (int e = 0; e < 5; e++) { // covariance of the new forces with the estimates
        four ee = {o->ee[0][e], o->ee[1][e], o->ee[2][e], o->ee[3][e]};
        ze[e] = A * o->ze[e] + E * ee + G * o->ee[FC][e];
    }
    for (int i = 0; i < Z; i++) { // of new forces with old ones, then with new ones
        four row = A[i] * o->zz[i] + E[i] * o->ze[i] + G[i] * o->ze[FC];
        four with = {ze[0][i], ze[1][i], ze[2][i], ze[3][i]}, Q = {i == 0, i == 1, i == 2, i == 3};
        zz[i] = row * A + with * E + ze[FC][i] * G + Q * o->q;
    }
    memcpy(o->zz, zz, sizeof zz);
    memcpy(o->ze, ze, sizeof ze);
    for (int e = 0; e < 5; e++)
        o->ee[e][e] += o->q_e[e];
}

static void begin(void *memory, const floor_filter_axis *a)
{
    filter *o = memory;
    memset(o, 0, sizeof *o);
    o->law = a->law;
    o->dt = a->dt;
    o->FC_share = a->x[8];
    for (int i = 0; i < Z; i++) {
        o->z[i] = a->x[i];
        o->share[i] = a->x[Z + i];
        o->kappa[i] = a->law.kappa[i];
        o->nu[i] = a->law.nu[i];
        o->q[i] = a->q[i];
        o->zz[i][i] = a->P[i];
    }
    for (int e = 0; e < 5; e++) {
        o->ee[e][e] = a->P[Z + e];
        o->q_e[e] = a->q[Z + e];
    }
}

static void read(const void *memory, double *x, double *P)
{
    const filter *o = memory;
    for (int i = 0; i < Z; i++) {
        x[i] = o->z[i];
        x[Z + i] = o->share[i];
        for (int j = 0; j < Z; j++)
            P[i * 9 + j] = o->zz[i][j];
        for (int e = 0; e < 5; e++)
            P[i * 9 + Z + e] = P[(Z + e) * 9 + i] = o->ze[e][i];
    }
    x[Z + FC] = o->FC_share;
    for (int e = 0; e < 5; e++)
        memcpy(P + (Z + e) * 9 + Z, o->ee[e], sizeof o->ee[e]);
}

const floor_filter_code FLOOR_FILTER = {sizeof(filter), begin, predict, read};
