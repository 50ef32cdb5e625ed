// linear_kit.h - a linear system, and a Kalman filter for it written with dense matrices in long double.
//
// Three states, an input that can be estimated, and two outputs. Its flow is Gauss-Legendre of order 4, which for a linear
// system is the (2,2) Pade approximation of the exponential: that is what the twin computes.
#ifndef LINEAR_KIT_H
#define LINEAR_KIT_H

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wdouble-promotion" // the twin is wider on purpose
#endif

#include "num/base/real.h"
#include "num/base/sys.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NX = 3, N = 4, NY = 2 };
typedef long double exact;

static const double A[NX][NX] = {{-0.4, 2.0, 0.3}, {-1.5, -0.2, 0.8}, {0.1, -0.7, -1.1}};
static const double B[NX] = {0.5, 1.0, -0.3};
static const double C[NY][NX] = {{1, 0, 0.5}, {0, 1, -1}};

static const br_sys_block blocks[] = {
    {.shape = BR_DENSE, .by = 'x', .at = 0, .row = 0, .rows = NX, .column = 0, .columns = NX},
    {.shape = BR_DENSE, .by = 'x', .at = NX * NX, .row = NX, .rows = NY, .column = 0, .columns = NX},
    {.shape = BR_COLUMN, .by = 'u', .at = NX * NX + NY * NX, .row = 0, .rows = NX, .column = 0, .columns = 1},
};

static void rate(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                 int each, br_real *out)
{
    (void)s, (void)m, (void)p, (void)each;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < NX + NY; i++) {
            br_real sum = i < NX ? (br_real)B[i] * u[k] : 0;
            for (int j = 0; j < NX; j++)
                sum += (br_real)(i < NX ? A[i][j] : C[i - NX][j]) * x[j * count + k];
            out[i * count + k] = sum;
        }
}

static void jet(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                int each, br_real *out, br_real *to)
{
    rate(s, count, x, m, u, p, each, out);
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < (NX + NY) * NX; i++)
            to[i * count + k] = (br_real)(i < NX * NX ? A[i / NX][i % NX] : C[i / NX - NX][i % NX]);
        for (int i = 0; i < NX; i++)
            to[((NX + NY) * NX + i) * count + k] = (br_real)B[i];
    }
}

static void jet_x(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                  int each, br_real *out, br_real *to)
{
    rate(s, count, x, m, u, p, each, out);
    for (int k = 0; k < count; k++)
        for (int i = 0; i < (NX + NY) * NX; i++)
            to[i * count + k] = (br_real)(i < NX * NX ? A[i / NX][i % NX] : C[i / NX - NX][i % NX]);
}

static const br_sys linear = {.nx = NX,
                              .nu = 1,
                              .ny = NY,
                              .njet = (NX + NY) * NX + NX,
                              .njet_x = (NX + NY) * NX,
                              .block = blocks,
                              .blocks = 3,
                              .affine = 1,
                              .rate = rate,
                              .jet = jet,
                              .jet_x = jet_x};

// ---------------------------------------------------------------- the twin

typedef exact square[N][N];

static void multiply(square a, square b, int turned, square to)
{
    square t;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            t[i][j] = 0;
            for (int k = 0; k < N; k++)
                t[i][j] += a[i][k] * (turned ? b[j][k] : b[k][j]);
        }
    memcpy(to, t, sizeof t);
}

// Solves a X = b in place of b, by elimination with pivots.
static void solve(square a, square b)
{
    for (int c = 0; c < N; c++) {
        int best = c;
        for (int r = c; r < N; r++)
            if (fabsl(a[r][c]) > fabsl(a[best][c]))
                best = r;
        for (int k = 0; k < N; k++) {
            exact t = a[c][k], w = b[c][k];
            a[c][k] = a[best][k], a[best][k] = t;
            b[c][k] = b[best][k], b[best][k] = w;
        }
        for (int r = 0; r < N; r++) {
            exact share = r == c ? 0 : a[r][c] / a[c][c];
            for (int k = 0; k < N; k++) {
                a[r][k] -= share * a[c][k];
                b[r][k] -= share * b[c][k];
            }
        }
    }
    for (int r = 0; r < N; r++)
        for (int k = 0; k < N; k++)
            b[r][k] /= a[r][r];
}

static const br_real scale = (br_real)2.5; // of the input in the joint vector

// F = (1 - M/2 + M^2/12)^-1 (1 + M/2 + M^2/12), M = h [A B; 0 0]
static void transition(exact h, square F)
{
    square M = {{0}}, M2, left;
    for (int i = 0; i < NX; i++) {
        for (int j = 0; j < NX; j++)
            M[i][j] = h * (exact)(br_real)A[i][j];
        M[i][NX] = h * (exact)(br_real)B[i] * scale;
    }
    multiply(M, M, 0, M2);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            left[i][j] = (i == j) - M[i][j] / 2 + M2[i][j] / 12;
            F[i][j] = (i == j) + M[i][j] / 2 + M2[i][j] / 12;
        }
    solve(left, F);
}

typedef struct twin {
    exact x[N];
    square P;
} twin;

static inline void twin_predict(twin *t, square F, const br_real *q, exact h)
{
    exact x[N];
    for (int i = 0; i < N; i++) {
        x[i] = 0;
        for (int k = 0; k < N; k++)
            x[i] += F[i][k] * t->x[k];
    }
    memcpy(t->x, x, sizeof x);
    multiply(F, t->P, 0, t->P);
    multiply(t->P, F, 1, t->P);
    for (int i = 0; i < N; i++)
        t->P[i][i] += q[i] * h;
}

static inline void twin_correct(twin *t, const exact *h, exact r, exact y)
{
    exact Ph[N], s = r, e = y;
    for (int i = 0; i < N; i++) {
        Ph[i] = 0;
        for (int j = 0; j < N; j++)
            Ph[i] += t->P[i][j] * h[j];
        s += h[i] * Ph[i];
        e -= h[i] * t->x[i];
    }
    for (int i = 0; i < N; i++)
        t->x[i] += Ph[i] / s * e;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            t->P[i][j] -= Ph[i] * Ph[j] / s;
}

static void assert_near(exact got, exact want, exact size)
{
    if (!(fabsl(got - want) <= size))
        fail_msg("%.17Lg is not %.17Lg within %.3Lg", got, want, size);
}

#endif
