// chain_plain.c - a Kalman pass with covariances as they are.                  [target]
//
// Loops over a handful of numbers are slow when their count is only known at run time: bodies are inlined with the usual
// counts as constants, so that the compiler unrolls them. Sums keep their order, and so their bits.
#include "num/fp.h"

#include "loop/chain_plain.h"
#include "num/clones.h"
#include "num/real.h"
#include "num/vector.h"

#if defined(__GNUC__)
#define BODY static inline __attribute__((always_inline))
#else
#define BODY static inline
#endif

// ---------------------------------------------------------------- a number seen

BODY br_real see(int n, br_real *restrict C, const br_real *restrict h, br_real r, br_real e, br_real *restrict K,
                 br_real *restrict x, br_real *restrict f)
{
    br_real s = r;
    for (int i = 0; i < n; i++)
        f[i] = 0;
    for (int j = 0; j < n; j++) // C h, column by column
        for (int i = 0; i < n; i++)
            f[i] += C[j * n + i] * h[j];
    for (int i = 0; i < n; i++)
        s += h[i] * f[i];
    br_real over = 1 / s;
    if (!(over > 0) || !(e * over * e <= BR_MOST))
        return 0;
    for (int i = 0; i < n; i++) {
        K[i] = f[i] * over;
        x[i] += K[i] * e;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            C[i * n + j] -= f[i] * f[j] * over; // the same on both sides of the diagonal
    return s;
}

BR_CLONES
static br_real see_any(int n, br_real *C, const br_real *h, br_real r, br_real e, br_real *K, br_real *x, br_real *f)
{
    switch (n) {
    case 2: return see(2, C, h, r, e, K, x, f);
    case 3: return see(3, C, h, r, e, K, x, f);
    case 6: return see(6, C, h, r, e, K, x, f);
    case 7: return see(7, C, h, r, e, K, x, f);
    case 9: return see(9, C, h, r, e, K, x, f);
    default: return see(n, C, h, r, e, K, x, f);
    }
}

br_real br_chain_plain_correct(br_chain *c, const br_real *h, br_real r, br_real e, br_real *K)
{
    return see_any(c->o.n, c->C, h, r, e, K, c->belief.x, c->f);
}

// ---------------------------------------------------------------- a step

// Ft: n rows of nx numbers, row c what number c does to the states. T = C F' alike. C of the states becomes F T, and what
// the others have to do with them T; their own C stays.
BODY void move(int nx, int n, int diagonal, const br_real *restrict Ft, br_real *restrict C, br_real *restrict T)
{
    for (int c = 0; c < n; c++) {
        br_real *to = br_row(T, nx, c);
        const br_real *row = br_row_of(C, n, c);
        for (int i = 0; i < nx; i++)
            to[i] = diagonal ? row[i] * Ft[i * nx + i] : 0;
        for (int d = diagonal ? nx : 0; d < n; d++)
            for (int i = 0; i < nx; i++)
                to[i] += row[d] * Ft[d * nx + i];
    }
    for (int j = 0; j < nx; j++) {
        br_real *to = br_row(C, n, j);
        for (int i = 0; i < nx; i++)
            to[i] = diagonal ? Ft[j * nx + j] * T[j * nx + i] : 0;
        for (int d = diagonal ? nx : 0; d < n; d++)
            for (int i = 0; i < nx; i++)
                to[i] += Ft[d * nx + j] * T[d * nx + i];
    }
    for (int c = nx; c < n; c++)
        for (int i = 0; i < nx; i++)
            C[c * n + i] = C[i * n + c] = T[c * nx + i];
}

BR_CLONES
static void move_any(int nx, int n, int diagonal, const br_real *Ft, br_real *C, br_real *T)
{
    if (nx == 4 && n == 7 && diagonal)
        move(4, 7, 1, Ft, C, T);
    else if (nx == 4 && n == 6 && diagonal)
        move(4, 6, 1, Ft, C, T);
    else if (nx == 4 && diagonal)
        move(4, n, 1, Ft, C, T);
    else if (nx == 1 && n == 3)
        move(1, 3, 1, Ft, C, T);
    else if (nx == 1)
        move(1, n, 1, Ft, C, T);
    else if (nx == 4)
        move(4, n, 0, Ft, C, T);
    else
        move(nx, n, diagonal, Ft, C, T);
}

void br_chain_plain_move(br_chain *c, const br_real *F)
{
    int n = c->o.n, nx = c->o.nx, diagonal = 1;
    br_real *Ft = c->W;
    br_vec_zero(n * nx, Ft);
    for (int i = 0; i < c->o.nF; i++) {
        int row = c->entry[i].row, column = c->entry[i].column;
        Ft[column * nx + row] = F[i];
        diagonal &= column >= nx || column == row;
    }
    move_any(nx, n, diagonal, Ft, c->C, br_row(c->W, nx, n));
    for (int i = 0; i < n; i++) {
        br_real *row = br_row(c->C, n, i);
        for (int j = 0; i >= nx && !br_chain_stays(c, i) && j < n; j++)
            row[j] = br_row(c->C, n, j)[i] = 0;
        for (int j = 0; c->Q && j < n; j++)
            row[j] += br_row_of(c->Q, n * n, c->node)[i * n + j];
        row[i] += c->Q ? 0 : c->q[i];
    }
}

// ---------------------------------------------------------------- back

BODY void take(int n, const br_real *restrict P, const br_real *restrict a, br_real *restrict x)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            x[i] += -a[j] * P[j * n + i];
}

BR_CLONES
static void take_any(int n, const br_real *P, const br_real *a, br_real *x)
{
    switch (n) {
    case 2: take(2, P, a, x); break;
    case 3: take(3, P, a, x); break;
    case 6: take(6, P, a, x); break;
    case 7: take(7, P, a, x); break;
    case 9: take(9, P, a, x); break;
    default: take(n, P, a, x);
    }
}

void br_chain_plain_take(int n, const br_real *P, const br_real *a, br_real *x)
{
    take_any(n, P, a, x);
}
