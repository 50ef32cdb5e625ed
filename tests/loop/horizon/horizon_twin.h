// horizon_twin.h - the problem of a moving horizon with all nodes at once: dense, in long double.
//
// Free are what the arrival cost leaves open, noise of every step, and estimated inputs; every number of every node is affine
// in them. Bounds are taken one by one, the one that is left farthest first, and given back when their multiplier would change
// its sign (Goldfarb and Idnani 1983); what holds in the end is solved for by elimination and checked: within all bounds, every
// multiplier of the right sign.
#ifndef HORIZON_TWIN_H
#define HORIZON_TWIN_H

#include "loop/horizon/mhe_parts.h" // before the kit, whose names are short

#include "kit/linear_kit.h"

enum { NODES = 9, ROWS = NODES * N, FREE = N + (NODES - 1) * N + NODES };

typedef struct affine {
    exact c[FREE], b;
} affine;

typedef struct horizon_twin {
    int nodes, free;
    exact H[FREE][FREE], g[FREE], I[FREE][FREE]; // cost z'H z/2 + g'z; the inverse of H
    affine x[NODES][N];
    exact at[NODES][N], y[ROWS]; // the optimum, and its multipliers
} horizon_twin;

// ---------------------------------------------------------------- the fourth number of linear_kit.h as a parameter

static void biased_rate(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                        int each, br_real *out)
{
    rate(s, count, x, m, u, p, each, out);
    for (int k = 0; k < count; k++)
        for (int i = 0; i < NX; i++)
            out[i * count + k] += (br_real)B[i] * p[each ? k : 0];
}

static void biased_jet(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                       int each, br_real *out, br_real *to)
{
    jet(s, count, x, m, u, p, each, out, to);
    biased_rate(s, count, x, m, u, p, each, out);
}

static void biased_jet_x(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                         int each, br_real *out, br_real *to)
{
    jet_x(s, count, x, m, u, p, each, out, to);
    biased_rate(s, count, x, m, u, p, each, out);
}

static const br_sys_block biased_blocks[] = {
    {.shape = BR_DENSE, .by = 'x', .at = 0, .row = 0, .rows = NX, .column = 0, .columns = NX},
    {.shape = BR_DENSE, .by = 'x', .at = NX * NX, .row = NX, .rows = NY, .column = 0, .columns = NX},
    {.shape = BR_COLUMN, .by = 'p', .at = NX * NX + NY * NX, .row = 0, .rows = NX, .column = 0, .columns = 1},
};

static const br_sys biased = {.nx = NX,
                              .nu = 1,
                              .np = 1,
                              .ny = NY,
                              .njet = (NX + NY) * NX + NX,
                              .njet_x = (NX + NY) * NX,
                              .block = biased_blocks,
                              .blocks = 3,
                              .affine = 1,
                              .rate = biased_rate,
                              .jet = biased_jet,
                              .jet_x = biased_jet_x};

// ---------------------------------------------------------------- the problem

static int one_more(horizon_twin *d, exact variance)
{
    assert_true(d->free < FREE);
    d->H[d->free][d->free] += 1 / variance;
    return d->free++;
}

static void add_affine(affine *to, exact by, const affine *a)
{
    for (int i = 0; i < FREE; i++)
        to->c[i] += by * a->c[i];
    to->b += by * a->b;
}

// a^2/(2 variance)
static void add_square(horizon_twin *d, const affine *a, exact variance)
{
    for (int i = 0; i < d->free; i++) {
        for (int j = 0; j < d->free; j++)
            d->H[i][j] += a->c[i] * a->c[j] / variance;
        d->g[i] += a->c[i] * a->b / variance;
    }
}

static void add_arrival(horizon_twin *d, const br_gaussian *b)
{
    for (int i = 0; i < N; i++)
        d->x[0][i].b = b->x[i];
    for (int j = 0; j < N; j++) {
        if (!(b->D[j] > 0))
            continue;
        int z = one_more(d, b->D[j]);
        for (int i = 0; i <= j; i++)
            d->x[0][i].c[z] = i == j ? 1 : (exact)b->U[i * N + j];
    }
}

static exact input_of(const br_mhe *m, int k)
{
    return (exact)br_mhe_inputs(m, k)[0] / scale;
}

// Node k from the one before, by the transition F of the kit.
static void add_step(horizon_twin *d, const br_mhe *m, int k, square F)
{
    for (int i = 0; i < N; i++) {
        affine *x = &d->x[k][i];
        if (m->fresh[i]) {
            x->b = input_of(m, k);
        } else {
            for (int j = 0; j < N; j++)
                add_affine(x, F[i][j], &d->x[k - 1][j]);
            x->b += i < NX && !m->fresh[NX] ? F[i][NX] * input_of(m, k - 1) : 0; // the input is no number of the vector
        }
        if (m->noise[i] > 0)
            x->c[one_more(d, m->noise[i])] = 1;
    }
}

static void add_measurements(horizon_twin *d, const br_mhe *m, int k)
{
    for (int i = 0; i < NY; i++) {
        int at = k * NY + i;
        affine a = {.b = -(exact)m->Y[at]};
        if (!(m->rho[at] > 0) || (k == 0 && !m->o.first))
            continue;
        for (int j = 0; j < NX; j++)
            add_affine(&a, (exact)(br_real)C[i][j], &d->x[k][j]);
        add_square(d, &a, m->rho[at]);
    }
}

// (A.49): steps from the nodes as they are
static void add_levenberg(horizon_twin *d, const br_mhe *m)
{
    for (int k = 0; k < d->nodes; k++)
        for (int i = 0; m->o.levenberg > 0 && i < N; i++) {
            affine a = d->x[k][i];
            a.b -= br_mhe_node(m, k)[i];
            add_square(d, &a, 1 / (exact)m->o.levenberg);
        }
}

static void invert(int n, exact H[FREE][FREE], exact to[FREE][FREE])
{
    static exact M[FREE][2 * FREE];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            M[i][j] = H[i][j];
            M[i][n + j] = i == j;
        }
    for (int c = 0; c < n; c++) // definite: no pivots
        for (int r = 0; r < n; r++) {
            exact share = r == c ? 0 : M[r][c] / M[c][c];
            for (int k = c; share != 0 && k < 2 * n; k++)
                M[r][k] -= share * M[c][k];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            to[i][j] = M[i][n + j] / M[i][i];
}

// What m has to solve now: its arrival cost, inputs and measurements, but the twin's own model.
static void state_problem(horizon_twin *d, const br_mhe *m)
{
    square F;
    transition((br_real)0.1, F);
    memset(d, 0, sizeof *d);
    d->nodes = m->last + 1;
    add_arrival(d, &m->arrival);
    for (int k = 1; k < d->nodes; k++)
        add_step(d, m, k, F);
    for (int k = 0; k < d->nodes; k++)
        add_measurements(d, m, k);
    add_levenberg(d, m);
    invert(d->free, d->H, d->I);
}

static exact dot(const horizon_twin *d, const exact *a, const exact *b)
{
    exact sum = 0;
    for (int i = 0; i < d->free; i++)
        sum += a[i] * b[i];
    return sum;
}

// How number r/N, r%N varies with all numbers of all nodes, given everything.
static void covariances(const horizon_twin *d, int r, exact *to)
{
    exact spread[FREE];
    for (int i = 0; i < d->free; i++)
        spread[i] = dot(d, d->I[i], d->x[r / N][r % N].c);
    for (int s = 0; s < d->nodes * N; s++)
        to[s] = dot(d, spread, d->x[s / N][s % N].c);
}

// ---------------------------------------------------------------- its optimum

typedef struct dual {
    int rows;
    exact S[ROWS][ROWS], x[ROWS], low[ROWS], high[ROWS], y[ROWS]; // x: without bounds; with multipliers y it is x - S y
} dual;

static exact moved(const dual *q, const exact *y, int i)
{
    exact x = q->x[i];
    for (int j = 0; j < q->rows; j++)
        x -= y[j] != 0 ? q->S[i][j] * y[j] : 0;
    return x;
}

// Those that hold, solved for by elimination with pivots; what follows from others has no multiplier of its own.
static void solve_held(const dual *q, exact *y)
{
    static exact M[ROWS][ROWS + 1];
    int at[ROWS], n = 0, done[ROWS] = {0};
    for (int i = 0; i < q->rows; i++)
        if (y[i] != 0)
            at[n++] = i;
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++)
            M[r][c] = q->S[at[r]][at[c]];
        M[r][n] = q->x[at[r]] - (y[at[r]] > 0 ? q->high[at[r]] : q->low[at[r]]);
        y[at[r]] = 0;
    }
    for (int turn = 0; turn < n; turn++) {
        int best = -1;
        for (int r = 0; r < n; r++) // semidefinite: pivots on the diagonal
            if (!done[r] && (best < 0 || M[r][r] / q->S[at[r]][at[r]] > M[best][best] / q->S[at[best]][at[best]]))
                best = r;
        if (M[best][best] <= 1e-13L * q->S[at[best]][at[best]])
            break;
        done[best] = 1;
        for (int r = 0; r < n; r++) {
            exact share = r == best ? 0 : M[r][best] / M[best][best];
            for (int c = 0; share != 0 && c <= n; c++)
                M[r][c] -= share * M[best][c];
        }
    }
    for (int r = 0; r < n; r++)
        if (done[r])
            y[at[r]] = M[r][n] / M[r][r];
}

static int is_optimal(const dual *q, const exact *y, const int *side)
{
    for (int i = 0; i < q->rows; i++) {
        exact x = moved(q, y, i), sd = sqrtl(q->S[i][i]), slack = 1e-12L * (1 + sd);
        if (x < q->low[i] - slack || x > q->high[i] + slack)
            return 0;
        if (q->low[i] < q->high[i] && (exact)side[i] * y[i] < 0 && fabsl(y[i]) * sd > 1e-11L)
            return 0;
    }
    return 1;
}

// How far number i is beyond a bound, in standard deviations, and which, 1 high, -1 low.
static exact beyond(const dual *q, int i, int *side)
{
    exact x = moved(q, q->y, i), over = x - q->high[i], under = q->low[i] - x;
    *side = over > under ? 1 : -1;
    return fmaxl(over, under) / (1 + sqrtl(q->S[i][i]));
}

// How the multipliers of those that hold change with that of p, so that they stay where they are; answers what that leaves of the
// variance of p.
static exact along(const dual *q, const int *side, int p, exact *by)
{
    static dual a;
    exact left = q->S[p][p];
    a = *q;
    for (int i = 0; i < q->rows; i++) {
        by[i] = side[i] != 0 && i != p ? side[i] : 0;
        a.low[i] = a.high[i] = 0;
        a.x[i] = -q->S[i][p];
    }
    solve_held(&a, by);
    for (int i = 0; i < q->rows; i++)
        left += q->S[p][i] * by[i];
    return left;
}

// The multiplier of p, on its side, grows until p is at its bound; those whose own comes to nothing are given back. 0: never.
static int take_bound(dual *q, int *side, int p, int to)
{
    for (int turn = 0; turn < 4 * ROWS; turn++) {
        exact by[ROWS], left = along(q, side, p, by), share = 1e30L;
        exact off = (exact)to * (moved(q, q->y, p) - (to > 0 ? q->high[p] : q->low[p]));
        int first = -1;
        if (left > 1e-13L * q->S[p][p])
            share = off / left;
        for (int i = 0; i < q->rows; i++)
            if (side[i] != 0 && i != p && q->low[i] < q->high[i] && (exact)(side[i] * to) * by[i] < 0 &&
                -q->y[i] / ((exact)to * by[i]) < share) {
                share = -q->y[i] / ((exact)to * by[i]);
                first = i;
            }
        if (share > 1e29L)
            return off < 1e-12L * (1 + sqrtl(q->S[p][p]));
        for (int i = 0; i < q->rows; i++)
            q->y[i] += (i == p ? 1 : by[i]) * (exact)to * share;
        if (first < 0) {
            side[p] = to;
            return 1;
        }
        side[first] = 0;
        q->y[first] = 0;
    }
    return 0;
}

// Answers how many bounds hold, or -1: none was found that is right.
static int find_held(dual *q)
{
    int side[ROWS] = {0}, held = 0;
    memset(q->y, 0, sizeof q->y);
    for (int turn = 0; turn < 20 * ROWS; turn++) {
        int worst = -1, to = 0, now;
        exact far = 1e-13L;
        for (int i = 0; i < q->rows; i++)
            if (side[i] == 0 && q->S[i][i] > 0 && beyond(q, i, &now) > far) {
                far = beyond(q, i, &to);
                worst = i;
            }
        if (worst < 0)
            break;
        if (!take_bound(q, side, worst, to))
            return -1;
    }
    for (int i = 0; i < q->rows; i++) {
        q->y[i] = side[i];
        held += side[i] != 0;
    }
    solve_held(q, q->y);
    return is_optimal(q, q->y, side) ? held : -1;
}

// The optimum within bounds of every number (NULL: none) in d->at; answers how many hold, or -1: not found.
static int optimum(horizon_twin *d, const br_real *low, const br_real *high)
{
    static dual q;
    exact z[FREE];
    q.rows = d->nodes * N;
    for (int i = 0; i < d->free; i++)
        z[i] = -dot(d, d->I[i], d->g);
    for (int r = 0; r < q.rows; r++) {
        const affine *a = &d->x[r / N][r % N];
        q.x[r] = a->b + dot(d, a->c, z);
        q.low[r] = low ? low[r % N] : -1e30L;
        q.high[r] = high ? high[r % N] : 1e30L;
        covariances(d, r, q.S[r]);
    }
    int held = find_held(&q);
    for (int r = 0; r < q.rows; r++)
        d->at[r / N][r % N] = moved(&q, q.y, r);
    memcpy(d->y, q.y, sizeof q.y);
    return held;
}

#endif
