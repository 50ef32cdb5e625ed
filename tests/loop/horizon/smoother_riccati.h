// smoother_riccati.h - the Riccati recursion of smoothers against least squares over all steps at once, in long double.
//
// Compiled twice, for double and with BR_FLOAT for float. The twin knows no Kalman filter: the numbers of every node are
// linear in what is random, x_0 and the noise of all steps, each scaled to variance 1; (2.18) is then one dense problem.
#ifndef TESTS_SMOOTHER_CHAIN_H
#define TESTS_SMOOTHER_CHAIN_H

#include "kit/dense.h"
#include "loop/horizon/riccati.h"

#ifdef BR_FLOAT
static const double EXACT = 2e-4, CLOSE = 2e-3;
#else
static const double EXACT = 1e-12, CLOSE = 1e-9;
#endif

enum { MOST_N = 5, MOST_STEPS = 12, MOST_SEEN = 60, RANDOM = MOST_N * (MOST_STEPS + 1) };

// ---------------------------------------------------------------- long double

// A = A^-1, by elimination with pivots in rows.
static void invert(int n, wide *A)
{
    wide B[RANDOM * RANDOM];
    for (int i = 0; i < n * n; i++)
        B[i] = i % (n + 1) == 0;
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int r = c; r < n; r++)
            best = fabsl(A[r * n + c]) > fabsl(A[best * n + c]) ? r : best;
        for (int k = 0; k < n; k++) {
            wide a = A[c * n + k], b = B[c * n + k];
            A[c * n + k] = A[best * n + k], A[best * n + k] = a;
            B[c * n + k] = B[best * n + k], B[best * n + k] = b;
        }
        wide pivot = A[c * n + c];
        for (int k = 0; k < n; k++) {
            A[c * n + k] /= pivot;
            B[c * n + k] /= pivot;
        }
        for (int r = 0; r < n; r++) {
            wide share = r == c ? 0 : A[r * n + c];
            for (int k = 0; k < n; k++) {
                A[r * n + k] -= share * A[c * n + k];
                B[r * n + k] -= share * B[c * n + k];
            }
        }
    }
    memcpy(A, B, (size_t)(n * n) * sizeof *A);
}

// to = A B, or A B' if turned: l rows, m inner, n columns
static void times(int l, int m, int n, const wide *A, const wide *B, int turned, wide *to)
{
    for (int i = 0; i < l; i++)
        for (int j = 0; j < n; j++) {
            wide s = 0;
            for (int k = 0; k < m; k++)
                s += A[i * m + k] * (turned ? B[j * m + k] : B[k * n + j]);
            to[i * n + j] = s;
        }
}

// ---------------------------------------------------------------- a random problem

typedef struct problem {
    int n, nx, steps, dense;
    br_real x[MOST_N], sd[MOST_N], q[MOST_N];
    br_real F[MOST_STEPS][MOST_N * MOST_N], gap[MOST_STEPS][MOST_N], Q[MOST_STEPS][MOST_N * MOST_N];
    int seen, node[MOST_SEEN];
    br_real h[MOST_SEEN][MOST_N], r[MOST_SEEN], e[MOST_SEEN];
    br_joint_entry entry[MOST_N * MOST_N];
} problem;

static void make_steps(problem *p)
{
    int n = p->n, count = 0;
    for (int i = 0; i < p->nx; i++)
        for (int j = 0; j < n; j++)
            p->entry[count++] = (br_joint_entry){i, j, 0};
    for (int k = 0; k < p->steps; k++) {
        fill(p->nx * n, p->F[k]);
        for (int i = 0; i < n; i++)
            p->gap[k][i] = i < p->nx || p->q[i] > 0 ? (br_real)uniform() : 0;
        if (p->dense)
            definite(n, n, 0.1, 0, 1, p->Q[k]);
    }
}

// Three numbers in four are seen; correct-every-c and missing samples are nodes without any.
static void make_seen(problem *p, int every)
{
    p->seen = 0;
    for (int k = 0; k <= p->steps; k++)
        for (int i = 0; i < 3 && k % every == 0; i++) {
            if (below(4) == 0)
                continue;
            p->node[p->seen] = k;
            fill(p->n, p->h[p->seen]);
            p->r[p->seen] = (br_real)exp(4 * uniform());
            p->e[p->seen++] = (br_real)(3 * uniform());
        }
}

static problem *make_problem(void)
{
    problem *p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->n = 1 + below(MOST_N);
    p->nx = below(p->n + 1);
    p->steps = 1 + below(MOST_STEPS);
    p->dense = below(3) == 0;
    for (int i = 0; i < p->n; i++) {
        p->x[i] = (br_real)uniform();
        p->sd[i] = below(6) ? (br_real)exp(2 * uniform()) : 0;
        p->q[i] = below(3) ? (br_real)exp(3 * uniform()) : 0;
    }
    make_steps(p);
    make_seen(p, 1 + below(4));
    return p;
}

// ---------------------------------------------------------------- the twin

typedef struct twin {
    int random;                                                        // numbers of variance 1
    wide A[MOST_STEPS + 1][MOST_N][RANDOM], b[MOST_STEPS + 1][MOST_N]; // x_k = A s + b
    wide x[MOST_STEPS + 1][MOST_N], P[MOST_STEPS + 1][MOST_N * MOST_N], cost;
} twin;

// Lower Cholesky factor of the noise of step k.
static void root(const problem *p, int k, wide *L)
{
    int n = p->n;
    for (int i = 0; i < n * n; i++)
        L[i] = 0;
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            wide s = p->dense ? (wide)p->Q[k][i * n + j] : i == j ? (wide)p->q[i] : 0;
            for (int l = 0; l < j; l++)
                s -= L[i * n + l] * L[j * n + l];
            L[i * n + j] = i == j ? sqrtl(s) : L[j * n + j] > 0 ? s / L[j * n + j] : 0;
        }
}

static wide transition(const problem *p, int k, int i, int j)
{
    return i < p->nx ? (wide)p->F[k][i * p->n + j] : i == j;
}

static void unroll(const problem *p, twin *t)
{
    int n = p->n;
    wide L[MOST_N * MOST_N];
    t->random = n * (p->steps + 1);
    for (int i = 0; i < n; i++) {
        t->A[0][i][i] = (wide)p->sd[i];
        t->b[0][i] = (wide)p->x[i];
    }
    for (int k = 0; k < p->steps; k++) {
        root(p, k, L);
        for (int i = 0; i < n; i++) {
            t->b[k + 1][i] = (wide)p->gap[k][i];
            for (int j = 0; j < n; j++) {
                t->b[k + 1][i] += transition(p, k, i, j) * t->b[k][j];
                for (int s = 0; s < t->random; s++)
                    t->A[k + 1][i][s] += transition(p, k, i, j) * t->A[k][j][s];
                t->A[k + 1][i][n * (k + 1) + j] += L[i * n + j];
            }
        }
    }
}

// Numbers seen, given all that is random: H = 1 + sum a a'/r, g = sum a e/r.
static void normal_equations(const problem *p, const twin *t, wide *H, wide *g)
{
    int m = t->random;
    for (int i = 0; i < m * m; i++)
        H[i] = i % (m + 1) == 0;
    for (int i = 0; i < p->seen; i++) {
        wide a[RANDOM] = {0}, e = (wide)p->e[i], r = (wide)p->r[i];
        for (int j = 0; j < p->n; j++) {
            e -= (wide)p->h[i][j] * t->b[p->node[i]][j];
            for (int s = 0; s < m; s++)
                a[s] += (wide)p->h[i][j] * t->A[p->node[i]][j][s];
        }
        for (int s = 0; s < m; s++) {
            g[s] += a[s] * e / r;
            for (int l = 0; l < m; l++)
                H[s * m + l] += a[s] * a[l] / r;
        }
    }
}

static twin *solve_at_once(const problem *p)
{
    twin *t = calloc(1, sizeof *t);
    assert_non_null(t);
    static wide H[RANDOM * RANDOM];
    wide g[RANDOM] = {0}, s[RANDOM], left[MOST_N * RANDOM];
    unroll(p, t);
    int n = p->n, m = t->random;
    normal_equations(p, t, H, g);
    invert(m, H);
    times(m, m, 1, H, g, 0, s);
    for (int k = 0; k <= p->steps; k++) {
        wide A[MOST_N * RANDOM];
        for (int i = 0; i < n; i++)
            memcpy(A + (ptrdiff_t)i * m, t->A[k][i], (size_t)m * sizeof *A);
        times(n, m, 1, A, s, 0, t->x[k]);
        times(n, m, m, A, H, 0, left);
        times(n, m, n, left, A, 1, t->P[k]);
        for (int i = 0; i < n; i++)
            t->x[k][i] += t->b[k][i];
    }
    for (int i = 0; i < m; i++)
        t->cost += s[i] * s[i];
    for (int i = 0; i < p->seen; i++) {
        wide e = (wide)p->e[i];
        for (int j = 0; j < n; j++)
            e -= (wide)p->h[i][j] * t->x[p->node[i]][j];
        t->cost += e * e / (wide)p->r[i];
    }
    return t;
}

// ---------------------------------------------------------------- the chain

typedef struct run {
    br_riccati riccati;
    void *memory;
} run;

static run start(const problem *p, const br_real *Q)
{
    run r;
    br_riccati_options o = {.n = p->n, .nx = p->nx, .nF = p->nx * p->n, .steps = p->steps, .seen = p->seen};
    br_arena count = {0, 0};
    br_riccati_carve(&count, &r.riccati, &o);
    r.memory = calloc(1, count.used); // exactly its size: the sanitizer sees a step beyond it
    br_arena a = {r.memory, 0};
    br_riccati_carve(&a, &r.riccati, &o);
    assert_int_equal(a.used, count.used);
    r.riccati.entry = p->entry;
    r.riccati.q = p->q;
    r.riccati.Q = Q;
    return r;
}

static br_real *all_noise(const problem *p)
{
    int each = p->n * p->n;
    br_real *Q = reals(each * p->steps);
    for (int k = 0; k < p->steps; k++)
        memcpy(Q + (ptrdiff_t)k * each, p->Q[k], (size_t)each * sizeof *Q);
    return Q;
}

static void see_all(const problem *p, br_riccati *c, int node)
{
    for (int i = 0; i < p->seen; i++)
        if (p->node[i] == node)
            assert_true(
                br_riccati_innovation_update(c, p->h[i], p->r[i], p->e[i] - br_vec_dot(p->n, p->h[i], c->gaussian.x)));
}

static void forwards(const problem *p, br_riccati *c)
{
    br_riccati_begin(c, p->x, p->sd);
    see_all(p, c, 0);
    for (int k = 0; k < p->steps; k++) {
        br_real next[MOST_N];
        memcpy(br_row(c->F, c->o.nF, k), p->F[k], (size_t)c->o.nF * sizeof(br_real));
        br_riccati_transition(c, k, c->gaussian.x, next);
        br_vec_add(p->n, 1, p->gap[k], next);
        br_riccati_time_update(c, next);
        see_all(p, c, k + 1);
    }
}

// As a share of the spread of the numbers when nothing has been seen, and of their size.
static wide size_of(const problem *p, const twin *t, int k, int i)
{
    wide s = 0;
    for (int j = 0; j < t->random; j++)
        s += t->A[k][i][j] * t->A[k][i][j];
    return sqrtl(s) + fabsl(t->x[k][i]) + (wide)(p->sd[i] == 0);
}

static void compare(const problem *p, const twin *t, br_riccati *c)
{
    int n = p->n;
    br_real P[MOST_N * MOST_N];
    for (int k = 0; k <= p->steps; k++) {
        br_riccati_covariance(c, k, P);
        for (int i = 0; i < n; i++) {
            wide size = size_of(p, t, k, i);
            below_limit(fabsl((wide)c->x[k * n + i] - t->x[k][i]) / size, CLOSE, "mean");
            below_limit(fabsl((wide)br_riccati_variance(c, k, i) - t->P[k][i * n + i]) / (size * size), CLOSE,
                        "variance");
            for (int j = 0; j < n; j++)
                below_limit(fabsl((wide)P[i * n + j] - t->P[k][i * n + j]) / (size * size_of(p, t, k, j)), CLOSE,
                            "covariance");
        }
    }
    below_limit(fabsl((wide)c->cost - t->cost) / (1 + t->cost), CLOSE, "least cost");
}

static void smoothing_is_least_squares_over_all_steps(void **state)
{
    (void)state;
    for (int i = 0; i < rounds(250); i++) {
        problem *p = make_problem();
        br_real *Q = all_noise(p);
        twin *t = solve_at_once(p);
        run r = start(p, p->dense ? Q : NULL);
        forwards(p, &r.riccati);
        br_riccati_backward_pass(&r.riccati);
        br_riccati_smoothed_covariances(&r.riccati);
        compare(p, t, &r.riccati);
        free(r.memory);
        free(t);
        free(Q);
        free(p);
    }
}

static void numbers_that_stay_are_the_same_at_all_nodes(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++) {
        problem *p = make_problem();
        run r = start(p, NULL);
        forwards(p, &r.riccati);
        br_riccati_backward_pass(&r.riccati);
        for (int k = 0; k <= p->steps; k++)
            for (int j = p->nx; j < p->n; j++)
                if (p->q[j] == 0)
                    assert_true(r.riccati.x[k * p->n + j] == r.riccati.x[p->steps * p->n + j]);
        free(r.memory);
        free(p);
    }
}

// A parameter that is hardly known and then measured a million times better: at the first node, too, its variance is
// positive and right. P - P A P is off by a multiple of it.
static void what_is_learnt_late_has_a_variance_early(void **state)
{
    (void)state;
    problem *p = calloc(1, sizeof *p);
    assert_non_null(p);
    *p = (problem){.n = 2, .nx = 1, .steps = MOST_STEPS, .sd = {1, 1000}, .q = {(br_real)1e-4}};
    make_steps(p);
    for (int k = 1; k <= p->steps; k++) {
        p->node[p->seen] = k;
        p->h[p->seen][0] = 1;
        p->r[p->seen] = (br_real)1e-6;
        p->e[p->seen++] = (br_real)uniform();
    }
    twin *t = solve_at_once(p);
    run r = start(p, NULL);
    forwards(p, &r.riccati);
    br_riccati_smoothed_covariances(&r.riccati);
    for (int k = 0; k <= p->steps; k++)
        for (int i = 0; i < p->n; i++)
            below_limit(fabsl((wide)br_riccati_variance(&r.riccati, k, i) / t->P[k][i * p->n + i] - 1), CLOSE,
                        "variance");
    free(r.memory);
    free(t);
    free(p);
}

static void a_recursion_takes_no_more_than_it_has_room_for(void **state)
{
    (void)state;
    problem p = {.n = 1, .steps = 1, .sd = {1}, .seen = 1};
    run r = start(&p, NULL);
    br_real h = 1;
    br_riccati_begin(&r.riccati, p.x, p.sd);
    assert_false(br_riccati_innovation_update(&r.riccati, &h, 1, NOT_A_NUMBER));
    assert_false(br_riccati_innovation_update(&r.riccati, &h, 0, 1));
    assert_true(br_riccati_innovation_update(&r.riccati, &h, 1, 1));
    assert_false(br_riccati_innovation_update(&r.riccati, &h, 1, 1));
    assert_true(r.riccati.gaussian.x[0] == (br_real)0.5);
    free(r.memory);
}

// ---------------------------------------------------------------- one step, thesis A.2

enum { SIZE = 3, ROWS = 2 };

typedef struct step {
    br_real P0[SIZE * SIZE], Q0[SIZE * SIZE], F0[SIZE * SIZE], H[ROWS * SIZE], R[ROWS];
    wide P[SIZE * SIZE], Q[SIZE * SIZE], F[SIZE * SIZE], HH[SIZE * SIZE]; // HH = H' R^-1 H
    wide Pi[SIZE * SIZE], Qi[SIZE * SIZE], FQF[SIZE * SIZE], QiF[SIZE * SIZE];
} step;

static void widen(int n, const br_real *from, wide *to)
{
    for (int i = 0; i < n; i++)
        to[i] = (wide)from[i];
}

static step make_step(void)
{
    step s;
    wide Ft[SIZE * SIZE];
    int n = SIZE;
    definite(n, n, 0.5, 0, 1, s.P0);
    definite(n, n, 0.5, 0, 1, s.Q0);
    fill(n * n, s.F0);
    fill(ROWS * n, s.H);
    for (int i = 0; i < ROWS; i++)
        s.R[i] = (br_real)exp(uniform());
    widen(n * n, s.P0, s.P);
    widen(n * n, s.Q0, s.Q);
    widen(n * n, s.F0, s.F);
    for (int i = 0; i < n * n; i++) {
        s.HH[i] = 0;
        for (int l = 0; l < ROWS; l++)
            s.HH[i] += (wide)s.H[l * n + i / n] * (wide)s.H[l * n + i % n] / (wide)s.R[l];
        Ft[i] = s.F[i % n * n + i / n];
    }
    memcpy(s.Pi, s.P, sizeof s.P);
    memcpy(s.Qi, s.Q, sizeof s.Q);
    invert(n, s.Pi);
    invert(n, s.Qi);
    times(n, n, n, s.Qi, s.F, 0, s.QiF);
    times(n, n, n, Ft, s.QiF, 0, s.FQF);
    return s;
}

// Cov of (x1, x0) after one step: x0 rides along as numbers of its own. after: H sees x1, else x0.
static void one_step(const step *s, int after, br_real *cov)
{
    enum { N = 2 * SIZE };
    br_joint_entry entry[2 * SIZE * SIZE];
    br_real x[N] = {0}, F[2 * SIZE * SIZE], Q[N * N] = {0}, P[N * N] = {0}, h[N];
    int nF = 0;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            entry[nF] = (br_joint_entry){i, j, 0};
            F[nF++] = s->F0[i * SIZE + j];
            entry[nF] = (br_joint_entry){SIZE + i, j, 0};
            F[nF++] = i == j;
            Q[i * N + j] = s->Q0[i * SIZE + j];
            P[i * N + j] = s->P0[i * SIZE + j];
        }
    br_riccati c;
    br_riccati_options o = {.n = N, .nx = N, .nF = nF, .steps = 1, .seen = ROWS};
    static br_real memory[1000];
    br_arena a = {(char *)memory, 0};
    br_riccati_carve(&a, &c, &o);
    assert_true(a.used <= sizeof memory);
    c.entry = entry;
    c.Q = Q;
    memcpy(c.F, F, sizeof F);
    br_riccati_begin(&c, x, x);
    br_gaussian_factor(N, P, N, c.gaussian.U, c.gaussian.D);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < ROWS && k == after; i++) {
            for (int j = 0; j < N; j++)
                h[j] = j < SIZE ? s->H[i * SIZE + j] : 0;
            assert_true(br_riccati_innovation_update(&c, h, s->R[i], 0));
        }
        if (k == 0)
            br_riccati_time_update(&c, x);
    }
    br_gaussian_covariance(&c.gaussian, cov);
    br_riccati_smoothed_covariances(&c); // and x0 smoothed is x0 riding along
    br_real back[N * N];
    wide growth = 1; // of the singular Y = H'H/R, factored from its last row on: as many digits are lost
    for (int i = 0; i < ROWS * SIZE; i++)
        growth = fmaxl(growth, fabsl((wide)s->H[i] / (wide)s->H[i / SIZE * SIZE + SIZE - 1]));
    br_riccati_covariance(&c, 0, back);
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            below_limit(fabsl((wide)(back[i * N + j] - cov[(SIZE + i) * N + SIZE + j])) / growth, EXACT,
                        "x0, two ways");
}

// One block of Cov: rows and columns from 0 (x1) or SIZE (x0) on.
static void same(const br_real *cov, int row, int column, const wide *block, const char *what)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            below_limit(fabsl((wide)cov[(row + i) * 2 * SIZE + column + j] - block[i * SIZE + j]), EXACT, what);
}

static void add_inverse(const wide *a, const wide *b, const wide *c, wide *to) // (a + b + c)^-1
{
    for (int i = 0; i < SIZE * SIZE; i++)
        to[i] = a[i] + b[i] + (c ? c[i] : 0);
    invert(SIZE, to);
}

static void one_step_of_a_predictor(void **state)
{
    (void)state;
    for (int round = 0; round < rounds(100); round++) {
        step s = make_step();
        br_real cov[4 * SIZE * SIZE];
        wide P01[SIZE * SIZE], P1[SIZE * SIZE], Pr[SIZE * SIZE], A[SIZE * SIZE], B[SIZE * SIZE];
        int n = SIZE;
        one_step(&s, 0, cov);
        add_inverse(s.Pi, s.HH, NULL, P01);
        same(cov, n, n, P01, "(A.12b)");
        times(n, n, n, s.F, P01, 0, Pr);
        same(cov, 0, n, Pr, "(A.15d)");
        times(n, n, n, Pr, s.F, 1, P1);
        for (int i = 0; i < n * n; i++)
            P1[i] += s.Q[i];
        same(cov, 0, 0, P1, "(A.13e)");
        add_inverse(s.Pi, s.FQF, s.HH, A);
        times(n, n, n, P1, s.QiF, 0, B);
        times(n, n, n, B, A, 0, Pr);
        same(cov, 0, n, Pr, "(A.14d)");
        times(n, n, n, s.QiF, A, 0, B);
        times(n, n, n, B, s.QiF, 1, A);
        for (int i = 0; i < n * n; i++)
            A[i] = s.Qi[i] - A[i];
        invert(n, A);
        same(cov, 0, 0, A, "(A.13a)");
    }
}

static void one_step_of_a_filter(void **state)
{
    (void)state;
    for (int round = 0; round < rounds(100); round++) {
        step s = make_step();
        br_real cov[4 * SIZE * SIZE];
        wide P01[SIZE * SIZE], P1[SIZE * SIZE], Pr[SIZE * SIZE], A[SIZE * SIZE], B[SIZE * SIZE];
        int n = SIZE;
        one_step(&s, 1, cov);
        times(n, n, n, s.F, s.P, 0, A);
        times(n, n, n, A, s.F, 1, B);
        for (int i = 0; i < n * n; i++)
            B[i] += s.Q[i];
        invert(n, B);
        add_inverse(B, s.HH, NULL, P1);
        same(cov, 0, 0, P1, "(A.21b)");
        add_inverse(s.Pi, s.FQF, NULL, A);
        times(n, n, n, P1, s.QiF, 0, B);
        times(n, n, n, B, A, 0, Pr);
        same(cov, 0, n, Pr, "(A.22d)");
        add_inverse(s.Qi, s.HH, NULL, A); // (Q^-1 + HH)^-1
        times(n, n, n, A, s.QiF, 0, B);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                P01[i * n + j] = s.Pi[i * n + j] + s.FQF[i * n + j];
                for (int l = 0; l < n; l++)
                    P01[i * n + j] -= s.QiF[l * n + i] * B[l * n + j];
            }
        invert(n, P01);
        same(cov, n, n, P01, "(A.20a)");
        times(n, n, n, B, P01, 0, Pr);
        same(cov, 0, n, Pr, "(A.23d), mended");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smoothing_is_least_squares_over_all_steps),
        cmocka_unit_test(numbers_that_stay_are_the_same_at_all_nodes),
        cmocka_unit_test(what_is_learnt_late_has_a_variance_early),
        cmocka_unit_test(a_recursion_takes_no_more_than_it_has_room_for),
        cmocka_unit_test(one_step_of_a_predictor),
        cmocka_unit_test(one_step_of_a_filter),
    };
    seed_from_environment();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
