// dense_program.h - NNLS, linear and quadratic programs against enumeration, and their certificates against the problem.
//
// FAULTS G1 to G4, C2, C6.
#include "dense.h"
#include "num/lp.h"
#include "num/nnls.h"
#include "num/program.h"
#include "num/qp.h"

enum { MOST = 64 };
static const double TOL = sizeof(br_real) == 4 ? 5e-3 : 1e-8;
static const br_real CLOSE = sizeof(br_real) == 4 ? (br_real)4e-4 : (br_real)2e-8; // what solvers promise: sqrt(eps)

// Solves the k by k system M x = b; false if it is (nearly) singular. M and b are spent.
static bool eliminate(int k, wide *M, wide *b)
{
    for (int c = 0; c < k; c++) {
        int best = c;
        for (int i = c; i < k; i++)
            if (fabsl(M[i * k + c]) > fabsl(M[best * k + c]))
                best = i;
        if (fabsl(M[best * k + c]) < 1e-9L)
            return false;
        for (int j = 0; j < k; j++) {
            wide t = M[c * k + j];
            M[c * k + j] = M[best * k + j];
            M[best * k + j] = t;
        }
        wide t = b[c];
        b[c] = b[best];
        b[best] = t;
        for (int i = 0; i < k; i++) {
            wide f = i == c ? 0 : M[i * k + c] / M[c * k + c];
            for (int j = c; j < k && f != 0; j++)
                M[i * k + j] -= f * M[c * k + j];
            b[i] -= f * b[c];
        }
    }
    for (int c = 0; c < k; c++)
        b[c] /= M[c * k + c];
    return true;
}

// ---- non-negative least squares

// The best over all sets of columns: 2^n normal equations
static double enumerate_nnls(int m, int n, const br_real *A, const br_real *b)
{
    wide best = 0;
    for (int i = 0; i < m; i++)
        best += (wide)b[i] * (wide)b[i];
    for (int set = 1; set < 1 << n; set++) {
        wide M[64], c[8];
        int column[8], k = 0;
        for (int j = 0; j < n; j++)
            if (set >> j & 1)
                column[k++] = j;
        for (int a = 0; a < k; a++) {
            c[a] = 0;
            for (int i = 0; i < m; i++)
                c[a] += (wide)A[i * n + column[a]] * (wide)b[i];
            for (int e = 0; e < k; e++) {
                M[a * k + e] = 0;
                for (int i = 0; i < m; i++)
                    M[a * k + e] += (wide)A[i * n + column[a]] * (wide)A[i * n + column[e]];
            }
        }
        bool good = eliminate(k, M, c);
        for (int a = 0; a < k; a++)
            good = good && c[a] >= 0;
        wide norm = 0;
        for (int i = 0; good && i < m; i++) {
            wide r = (wide)b[i];
            for (int a = 0; a < k; a++)
                r -= (wide)A[i * n + column[a]] * c[a];
            norm += r * r;
        }
        best = good && norm < best ? norm : best;
    }
    return (double)sqrtl(best);
}

static void nnls_matches_enumeration_and_proves_itself(void **state)
{
    (void)state;
    br_real A[MOST], b[16], x[8], w[8], work[16], norm;
    size_t bytes = br_nnls_bytes(10, 6);
    void *memory = malloc(bytes);
    for (int k = 0; k < rounds(100); k++) {
        int m = 1 + below(10), n = 1 + below(6);
        fill(m * n, A);
        fill(m, b);
        for (int i = 0; k % 5 == 0 && n > 1 && i < m; i++)
            A[i * n + 1] = k % 2 ? A[i * n] : 0; // twins, columns of zeros
        assert_int_equal(br_nnls(m, n, A, b, x, w, &norm, memory, bytes), BR_OK);
        double best = enumerate_nnls(m, n, A, b);
        assert_true((double)norm <= best + TOL); // not above; that it is not below, the check says
        assert_true((double)br_nnls_check(m, n, A, b, x, work) < 0.1 * TOL * (1 + (double)br_vec_most(n, x)));
        for (int j = 0; j < n; j++) {
            assert_true(x[j] >= 0 && (double)w[j] < TOL && (x[j] == 0 || fabs((double)w[j]) < TOL));
            br_real kept = x[j];
            x[j] = kept + (br_real)0.5; // a wrong answer does not pass
            bool counts = false;
            for (int i = 0; i < m; i++)
                counts = counts || fabs((double)A[i * n + j]) > 0.2;
            assert_true(!counts || (double)br_nnls_check(m, n, A, b, x, work) > 0.01);
            x[j] = (br_real)-0.01;
            assert_true(br_nnls_check(m, n, A, b, x, work) > BR_MOST);
            x[j] = kept;
        }
    }
    free(memory);
}

static void nnls_is_the_same_in_all_units_and_large(void **state)
{
    (void)state;
    enum { M = 60, N = 25 };
    static br_real A[M * N], B[M * N], b[M], x[N], y[N], work[M];
    size_t bytes = br_nnls_bytes(M, N);
    void *memory = malloc(bytes);
    for (int k = 0; k < rounds(10000); k++) {
        int rank = k % 3 == 0 ? N / 2 : N;
        br_real G[M * N], H[N * N];
        fill(M * rank, G);
        fill(rank * N, H);
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                wide s = 0;
                for (int l = 0; l < rank; l++)
                    s += (wide)G[i * rank + l] * (wide)H[l * N + j];
                A[i * N + j] = (br_real)s;
                B[i * N + j] = A[i * N + j] * (j % 2 ? 1024 : (br_real)1 / 1048576);
            }
        fill(M, b);
        assert_int_equal(br_nnls(M, N, A, b, x, NULL, NULL, memory, bytes), BR_OK);
        assert_true((double)br_nnls_check(M, N, A, b, x, work) < TOL);
        assert_int_equal(br_nnls(M, N, B, b, y, NULL, NULL, memory, bytes), BR_OK);
        for (int j = 0; j < N; j++)
            assert_true(y[j] * (j % 2 ? 1024 : (br_real)1 / 1048576) == x[j]); // powers of two: the same bits
    }
    free(memory);
}

static void nnls_refuses_what_is_wrong(void **state)
{
    (void)state;
    br_real A[] = {1, 2, 3, 4}, b[] = {1, 1}, x[] = {7, 7};
    size_t bytes = br_nnls_bytes(2, 2);
    void *memory = malloc(bytes);
    for (int i = 0; i < 4; i++) {
        br_real kept = A[i];
        A[i] = i % 2 ? NOT_A_NUMBER : INFINITE;
        assert_int_equal(br_nnls(2, 2, A, b, x, NULL, NULL, memory, bytes), BR_NOT_FINITE);
        A[i] = kept;
    }
    b[1] = NOT_A_NUMBER;
    assert_int_equal(br_nnls(2, 2, A, b, x, NULL, NULL, memory, bytes), BR_NOT_FINITE);
    b[1] = 1;
    assert_int_equal(br_nnls(2, 2, A, b, x, NULL, NULL, memory, bytes - 1), BR_BAD_USAGE);
    assert_int_equal(br_nnls(0, 2, A, b, x, NULL, NULL, memory, bytes), BR_BAD_USAGE);
    assert_int_equal(br_nnls(2, 2, A, NULL, x, NULL, NULL, memory, bytes), BR_BAD_USAGE);
    assert_true(x[0] == 7 && x[1] == 7 && br_nnls_bytes(-1, 3) == 0);
    b[0] = b[1] = 0;
    assert_int_equal(br_nnls(2, 2, A, b, x, NULL, NULL, memory, bytes), BR_OK);
    assert_true(x[0] == 0 && x[1] == 0);
    free(memory);
}

// ---- programs

typedef struct {
    br_program p;
    br_real H[MOST * MOST], g[MOST], A[MOST * MOST], lo[MOST], hi[MOST], xlo[MOST], xhi[MOST];
} program;

static void *memory;
static size_t bytes;

static br_status solve(const br_program *p, br_program_answer *a)
{
    size_t need = p->H ? br_qp_bytes(p->n, p->m) : br_lp_bytes(p->n, p->m);
    assert_true(need > 0 && need <= bytes);
    return p->H ? br_qp_solve(p, a, memory, need) : br_lp_solve(p, a, memory, need);
}

static program *make(int n, int m, bool quadratic)
{
    static program q;
    q.p = (br_program){n, m, quadratic ? q.H : NULL, q.g, q.A, q.lo, q.hi, q.xlo, q.xhi};
    fill(n, q.g);
    fill(m * n, q.A);
    definite(n, n + 1, 0.1, 0, 1, q.H);
    for (int i = 0; i < m; i++)
        q.lo[i] = -INFINITE, q.hi[i] = INFINITE;
    for (int j = 0; j < n; j++)
        q.xlo[j] = -INFINITE, q.xhi[j] = INFINITE;
    return &q;
}

// Sides of random kinds: none, lower, upper, both, an equation
static void sides(int n, br_real *lo, br_real *hi, double wide_by)
{
    for (int i = 0; i < n; i++) {
        double middle = uniform();
        int kind = below(5);
        lo[i] = kind == 0 || kind == 2 ? -INFINITE : (br_real)(middle - (kind == 4 ? 0 : wide_by * fabs(uniform())));
        hi[i] = kind == 0 || kind == 1 ? INFINITE : kind == 4 ? lo[i] : (br_real)(middle + wide_by * fabs(uniform()));
    }
}

static wide value_of(const br_program *p, const wide *x)
{
    wide v = 0;
    for (int i = 0; i < p->n; i++) {
        v += (wide)p->g[i] * x[i];
        for (int j = 0; p->H && j < p->n; j++)
            v += x[i] * x[j] * (wide)(i < j ? p->H[i * p->n + j] : p->H[j * p->n + i]) / 2;
    }
    return v;
}

// slack is in units of the row: small coefficients allow small trespasses only
static bool feasible(const br_program *p, const wide *x, wide slack_of_one)
{
    for (int i = 0; i < p->m + p->n; i++) {
        wide v = 0, size = 0;
        for (int j = 0; j < p->n; j++) {
            wide a = i < p->m ? (wide)p->A[i * p->n + j] : (wide)(j == i - p->m);
            v += a * x[j];
            size += fabsl(a);
        }
        wide slack = slack_of_one * size;
        wide lo = (wide)(i < p->m ? p->lo[i] : p->xlo[i - p->m]), hi = (wide)(i < p->m ? p->hi[i] : p->xhi[i - p->m]);
        if (v < lo - slack || v > hi + slack)
            return false;
    }
    return true;
}

// The least value over all choices of sides that hold, infinite if no choice is feasible. For linear programs whole
// vertices, for quadratic ones the minimum on every face.
static double enumerate(const br_program *p, wide slack)
{
    int sides_count = p->m + p->n, n = p->n;
    wide best = (wide)INFINITY;
    int code[8] = {0}; // 0 free, 1 at lo, 2 at hi
    for (;;) {
        wide M[256] = {0}, b[16], x[8];
        int k = n;
        bool good = true;
        for (int i = 0; i < n; i++) {
            b[i] = -(wide)p->g[i];
            for (int j = 0; j < n; j++)
                M[i * 16 + j] = p->H ? (wide)(i < j ? p->H[i * n + j] : p->H[j * n + i]) : 0;
        }
        for (int s = 0; s < sides_count && good; s++)
            if (code[s]) {
                wide side =
                    (wide)(s < p->m ? (code[s] == 1 ? p->lo : p->hi)[s] : (code[s] == 1 ? p->xlo : p->xhi)[s - p->m]);
                good = isfinite((double)side) && k < 2 * n;
                for (int j = 0; good && j < n; j++)
                    M[k * 16 + j] = M[j * 16 + k] = s < p->m ? (wide)p->A[s * n + j] : (wide)(j == s - p->m);
                b[good ? k : 0] = side;
                k += good;
            }
        good = good && (p->H || k == 2 * n);
        if (good) {
            wide N[256];
            for (int i = 0; i < k; i++)
                for (int j = 0; j < k; j++)
                    N[i * k + j] = M[i * 16 + j];
            good = eliminate(k, N, b);
            for (int j = 0; j < n; j++)
                x[j] = b[j];
            if (good && feasible(p, x, slack) && value_of(p, x) < best)
                best = value_of(p, x);
        }
        int s = 0;
        while (s < sides_count && ++code[s] > 2)
            code[s++] = 0;
        if (s == sides_count)
            return (double)best;
    }
}

// ---- certificates, held against the problem a second time

typedef struct {
    wide is, size; // a sum, and the sizes of its terms
} total;

static void count(total *t, wide term)
{
    t->is += term;
    t->size += fabsl(term);
}

// Side i of rows and then bounds
static wide side(const br_program *p, int i, bool upper)
{
    const br_real *at = i < p->m ? (upper ? p->hi : p->lo) : upper ? p->xhi : p->xlo;
    return at ? (wide)at[i < p->m ? i : i - p->m] : upper ? (wide)INFINITY : -(wide)INFINITY;
}

// Row i of A, and after the last one x_(i - m)
static total along(const br_program *p, int i, const br_real *x)
{
    total t = {0, 0};
    for (int j = 0; j < p->n; j++)
        count(&t, i < p->m ? (wide)p->A[i * p->n + j] * (wide)x[j] : j == i - p->m ? (wide)x[j] : 0);
    return t;
}

static total curved(const br_program *p, int j, const br_real *x)
{
    total t = {0, 0};
    for (int k = 0; p->H && k < p->n; k++)
        count(&t, (wide)(j < k ? p->H[j * p->n + k] : p->H[k * p->n + j]) * (wide)x[k]);
    return t;
}

// (A'y + z)_j
static total against(const br_program *p, int j, const br_real *y, const br_real *z)
{
    total t = {0, 0};
    count(&t, (wide)z[j]);
    for (int i = 0; i < p->m; i++)
        count(&t, (wide)p->A[i * p->n + j] * (wide)y[i]);
    return t;
}

static bool meets_its_sides(const br_program *p, const br_real *x)
{
    for (int i = 0; i < p->m + p->n; i++) {
        total v = along(p, i, x);
        wide lo = side(p, i, false), hi = side(p, i, true);
        if (v.is < lo - (wide)CLOSE * (v.size + fabsl(lo)) || v.is > hi + (wide)CLOSE * (v.size + fabsl(hi)))
            return false;
    }
    return true;
}

// Karush, Kuhn and Tucker: feasible, stationary, and multipliers only at sides that are reached
static bool is_optimal(const br_program *p, const br_program_answer *a)
{
    wide idle = 0, size = 0;
    for (int j = 0; j < p->n; j++) {
        total t = curved(p, j, a->x), m = against(p, j, a->y, a->z);
        count(&t, (wide)p->g[j]);
        size += t.size * fabsl((wide)a->x[j]);
        if (fabsl(t.is + m.is) > (wide)CLOSE * (t.size + m.size))
            return false;
    }
    for (int i = 0; i < p->m + p->n; i++) {
        wide u = (wide)(i < p->m ? a->y[i] : a->z[i - p->m]), at = side(p, i, u > 0);
        total v = along(p, i, a->x);
        if (u != 0) {
            idle += fabsl(u * (at - v.is));
            size += fabsl(u) * (fabsl(at) + v.size);
        }
    }
    return meets_its_sides(p, a->x) && idle <= 4 * (wide)CLOSE * size && isfinite((double)size);
}

// Farkas: (A'y + z)'x would have to be below what the sides allow, and is at least -paid
static bool is_infeasible(const br_program *p, const br_real *y, const br_real *z)
{
    wide most = 0, paid = 0;
    for (int i = 0; i < p->m + p->n; i++) {
        wide u = (wide)(i < p->m ? y[i] : z[i - p->m]);
        if (side(p, i, false) > side(p, i, true))
            return true;
        most += u == 0 ? 0 : u * side(p, i, u > 0);
    }
    for (int j = 0; j < p->n; j++) {
        total e = against(p, j, y, z);
        wide far = fmaxl(fabsl(side(p, p->m + j, false)), fabsl(side(p, p->m + j, true)));
        if (isfinite((double)far))
            paid += fabsl(e.is) * far;
        else if (fabsl(e.is) > 4 * (p->m + 1) * (wide)BR_EPS * e.size)
            return false;
    }
    return most + paid < 0;
}

static bool is_endless(const br_program *p, const br_real *x, const br_real *d)
{
    wide slope = 0;
    for (int i = 0; i < p->m + p->n; i++) {
        total v = along(p, i, d);
        wide slack = i < p->m ? 4 * p->n * (wide)BR_EPS * v.size : 0;
        if ((isfinite((double)side(p, i, false)) && v.is < -slack) ||
            (isfinite((double)side(p, i, true)) && v.is > slack))
            return false;
    }
    for (int j = 0; j < p->n; j++) {
        total h = curved(p, j, d);
        if (fabsl(h.is) > 4 * p->n * (wide)BR_EPS * h.size)
            return false;
        slope += (wide)p->g[j] * (wide)d[j];
    }
    return slope < 0 && meets_its_sides(p, x);
}

// What was answered is true.
static void check_certificate(const br_program *p, const br_program_answer *a)
{
    if (a->end == BR_PROGRAM_OPTIMAL)
        assert_true(is_optimal(p, a));
    else if (a->end == BR_PROGRAM_INFEASIBLE)
        assert_true(is_infeasible(p, a->y, a->z));
    else if (a->end == BR_PROGRAM_UNBOUNDED)
        assert_true(is_endless(p, a->x, a->d));
    else
        fail_msg("%s undecided after %d steps: primal %.2g, dual %.2g, gap %.2g (n = %d, m = %d)", p->H ? "QP" : "LP",
                 a->steps, (double)a->proof.primal, (double)a->proof.dual, (double)a->proof.gap, p->n, p->m);
}

// The largest of n entries, made larger by a small part
static const double BEND = sizeof(br_real) == 4 ? 1e-3 : 1e-6;

static void bend_largest(int n, br_real *x)
{
    int at = 0;
    for (int i = 0; i < n; i++)
        at = fabs((double)x[i]) > fabs((double)x[at]) ? i : at;
    x[at] *= (br_real)(1 + BEND);
}

static void small_programs_match_enumeration(void **state)
{
    (void)state;
    int seen[4] = {0};
    for (int k = 0; k < rounds(100); k++) {
        int n = 1 + below(3), m = below(4), quadratic = k % 2;
        program *q = make(n, m, quadratic);
        sides(m, q->lo, q->hi, 1);
        for (int j = 0; j < n; j++) { // a box, so that linear programs have vertices
            q->xlo[j] = (br_real)(-1 - fabs(uniform()));
            q->xhi[j] = (br_real)(1 + fabs(uniform()));
        }
        br_program_answer a;
        br_status status = solve(&q->p, &a);
        double best = enumerate(&q->p, a.end == BR_PROGRAM_OPTIMAL ? (wide)TOL / 10 : 1e-12L);
        check_certificate(&q->p, &a);
        assert_int_equal(status, a.end == BR_PROGRAM_OPTIMAL ? BR_OK : BR_NEGATIVE);
        seen[a.end]++;
        if (a.end == BR_PROGRAM_INFEASIBLE)
            assert_true(isinf(best));
        else if (!(fabs((double)a.value - best) <= TOL * (1 + fabs(best))))
            fail_msg("the value is %.10g, by enumeration %.10g (n = %d, m = %d, H %d)", (double)a.value, best, n, m,
                     quadratic);
    }
    assert_true(seen[BR_PROGRAM_OPTIMAL] > 100 && seen[BR_PROGRAM_INFEASIBLE] > 20 && seen[BR_PROGRAM_UNBOUNDED] == 0);
}

static void programs_without_a_box_are_certified_too(void **state)
{
    (void)state;
    int seen[4] = {0};
    for (int k = 0; k < rounds(50); k++) {
        int n = 1 + below(8), m = below(10), quadratic = k % 2;
        program *q = make(n, m, quadratic);
        sides(m, q->lo, q->hi, 1);
        sides(n, q->xlo, q->xhi, 2);
        br_program_answer a;
        br_status status = solve(&q->p, &a);
        assert_int_equal(status, a.end == BR_PROGRAM_OPTIMAL ? BR_OK : BR_NEGATIVE);
        assert_true(!quadratic || a.end != BR_PROGRAM_UNBOUNDED);
        seen[a.end]++;
        if (sizeof(br_real) == 8 || a.end != BR_PROGRAM_UNDECIDED) // in float a few are too close to call
            check_certificate(&q->p, &a);
    }
    assert_true(seen[BR_PROGRAM_UNDECIDED] <= 1 + rounds(50) / 200);
    assert_true(seen[BR_PROGRAM_OPTIMAL] > 100 && seen[BR_PROGRAM_INFEASIBLE] > 20 && seen[BR_PROGRAM_UNBOUNDED] > 20);
}

// x_j in units of 1024^(-2..2), which rounds nothing
static void in_other_units(program *q)
{
    int n = q->p.n;
    for (int j = 0; j < n; j++) {
        br_real u = (br_real)pow(1024, j % 5 - 2);
        q->g[j] *= u, q->xlo[j] /= u, q->xhi[j] /= u;
        for (int i = 0; i < q->p.m; i++)
            q->A[i * n + j] *= u;
        for (int i = 0; i < n; i++)
            q->H[i * n + j] *= u, q->H[j * n + i] *= u;
    }
}

// Sides around a point, units of unknowns and rows far apart, some rows twice
static void large_programs_in_odd_units_are_certified(void **state)
{
    (void)state;
    for (int k = 0; k < rounds(2000); k++) {
        int n = 10 + below(30), m = below(40), quadratic = k % 2, odd = k % 4 < 2;
        program *q = make(n, m, quadratic);
        br_real inside[MOST];
        fill(n, inside);
        for (int i = 1; i < m && k % 3 == 0; i += 5) // the row before once more, or turned round
            for (int j = 0; j < n; j++)
                q->A[i * n + j] = (i % 2 ? 1 : -1) * q->A[(i - 1) * n + j];
        for (int i = 0; i < m; i++) {
            double v = 0;
            for (int j = 0; j < n; j++)
                v += (double)q->A[i * n + j] * (double)inside[j];
            int kind = below(4);
            q->lo[i] = kind == 1 ? -INFINITE : (br_real)(v - (kind == 3 && i < n / 3 ? 0 : fabs(uniform())));
            q->hi[i] = kind == 0                         ? INFINITE
                       : kind == 3 && i < n / 3 && k % 3 ? q->lo[i]
                                                         : (br_real)(v + fabs(uniform()));
        }
        for (int j = 0; j < n; j++) {
            q->xlo[j] = inside[j] - (br_real)fabs(uniform());
            q->xhi[j] = j % 5 == 4 ? INFINITE : inside[j] + (br_real)fabs(uniform());
        }
        if (odd)
            in_other_units(q);
        br_program_answer a;
        br_status status = solve(&q->p, &a);
        check_certificate(&q->p, &a);
        assert_true(status == BR_OK || a.end == BR_PROGRAM_UNBOUNDED);
        wide x[MOST];
        for (int j = 0; j < n; j++)
            x[j] = (wide)inside[j] / (odd ? powl(1024, j % 5 - 2) : 1);
        assert_true(a.end != BR_PROGRAM_OPTIMAL ||
                    (wide)a.value <= value_of(&q->p, x) + (wide)TOL * n); // better than a point inside
    }
}

static void what_cannot_be_met_is_proved_so(void **state)
{
    (void)state;
    for (int k = 0; k < rounds(500); k++) {
        int n = 2 + below(12), m = 2 + below(12), quadratic = k % 2;
        program *q = make(n, m, quadratic);
        double most = 0;
        for (int i = 0; i < m - 1; i++)
            q->hi[i] = (br_real)uniform();
        for (int j = 0; j < n; j++)
            q->A[(m - 1) * n + j] = 0;
        for (int i = 0; i < m - 1; i++) { // the last row is a sum of the others and wants more than they allow
            double y = fabs(uniform()) + 0.1;
            most += y * (double)q->hi[i];
            for (int j = 0; j < n; j++)
                q->A[(m - 1) * n + j] += (br_real)y * q->A[i * n + j];
        }
        double by = sizeof(br_real) == 4 ? 0.1 : k % 3 == 0 ? 1e-7 : 0.01;
        q->lo[m - 1] = (br_real)(most + by);
        br_program_answer a;
        assert_int_equal(solve(&q->p, &a), BR_NEGATIVE);
        assert_int_equal(a.end, BR_PROGRAM_INFEASIBLE);
        check_certificate(&q->p, &a);
        bool needed = a.y[m - 1] != 0; // the others may cross among themselves
        a.y[m - 1] = -a.y[m - 1];      // bent
        assert_true(!needed || !br_program_infeasible(&q->p, a.y, a.z));
        a.y[m - 1] = -a.y[m - 1];
        for (int i = 0; i < m; i++)
            a.y[i] = -a.y[i];
        assert_false(br_program_infeasible(&q->p, a.y, a.z));
        for (int i = 0; i < m; i++)
            a.y[i] = -a.y[i];
        bend_largest(m, a.y);
        assert_false(br_program_infeasible(&q->p, a.y, a.z));
    }
}

static void crossed_sides_are_seen_however_little_they_cross(void **state)
{
    (void)state;
    static const double by[] = {1, 1e-4, 1e-8, 1e-12, 1e-16};
    for (int k = 0; k < 5; k++)
        for (int quadratic = 0; quadratic < 2; quadratic++)
            for (int bound = 0; bound < 2; bound++) {
                program *q = make(4, 3, quadratic);
                *(bound ? &q->xlo[2] : &q->lo[1]) = 1;
                br_real hi = (br_real)(1 - by[k]);
                *(bound ? &q->xhi[2] : &q->hi[1]) = hi < 1 ? hi : 1 - BR_EPS / 2;
                br_program_answer a;
                assert_int_equal(solve(&q->p, &a), BR_NEGATIVE);
                assert_int_equal(a.end, BR_PROGRAM_INFEASIBLE);
                assert_true(br_program_infeasible(&q->p, a.y, a.z));
                assert_true(br_program_crossed(&q->p));
            }
    // the same through two rows: x >= 1 and -x >= -1 + by
    for (int k = 0; k < (sizeof(br_real) == 4 ? 2 : 4); k++)
        for (int quadratic = 0; quadratic < 2; quadratic++) {
            program *q = make(3, 2, quadratic);
            for (int j = 0; j < 3; j++)
                q->A[3 + j] = -q->A[j];
            q->lo[0] = 1;
            q->lo[1] = (br_real)(-1 + by[k]);
            br_program_answer a;
            br_status status = solve(&q->p, &a);
            if (by[k] > 1e-10) {
                assert_int_equal(status, BR_NEGATIVE);
                assert_int_equal(a.end, BR_PROGRAM_INFEASIBLE);
            }
            check_certificate(&q->p, &a);
        }
}

static void endless_descent_is_shown_by_a_direction(void **state)
{
    (void)state;
    int undecided = 0;
    for (int k = 0; k < rounds(500); k++) {
        int n = 2 + below(10), m = below(8), quadratic = k % 2;
        program *q = make(n, m, quadratic);
        br_real d[MOST];
        double slope = 0, square = 0;
        for (int j = 0; j < n; j++)
            d[j] = (br_real)(1 + below(3));
        for (int i = 0; i < m; i++) { // d leads away from every side
            double v = 0;
            for (int j = 0; j < n; j++)
                v += (double)q->A[i * n + j] * (double)d[j];
            *(v > 0 ? &q->lo[i] : &q->hi[i]) = (br_real)uniform();
        }
        for (int j = 0; j < n; j++) {
            q->xlo[j] = (br_real)uniform();
            slope += (double)q->g[j] * (double)d[j];
            square += (double)d[j] * (double)d[j];
        }
        for (int j = 0; j < n; j++)
            q->g[j] -= (br_real)((slope + 1) * (double)d[j] / square); // slope -1 along d
        if (quadratic) { // H = G'G with G d = 0, in whole numbers: flat along d to the last bit in every precision
            memset(q->H, 0, (size_t)(n * n) * sizeof *q->H);
            for (int l = 1; l < n; l++) { // each row of G turns l and another one about d
                int other = below(l), by = 1 + below(4);
                br_real one = (br_real)by * d[other], two = -(br_real)by * d[l];
                q->H[l * n + l] += one * one;
                q->H[other * n + other] += two * two;
                q->H[l * n + other] += one * two;
                q->H[other * n + l] += one * two;
            }
        }
        br_program_answer a;
        br_status status = solve(&q->p, &a);
        assert_int_equal(status, BR_NEGATIVE);
        undecided += a.end == BR_PROGRAM_UNDECIDED;
        if (a.end == BR_PROGRAM_UNDECIDED && quadratic) // H is flat along d, and may be nearly so along others
            continue;
        check_certificate(&q->p, &a);
        assert_int_equal(a.end, BR_PROGRAM_UNBOUNDED);
        for (int j = 0; j < n; j++)
            a.d[j] = -a.d[j]; // bent
        assert_false(br_program_unbounded(&q->p, a.x, a.d, CLOSE));
        for (int j = 0; j < n; j++)
            a.d[j] = -a.d[j];
        bend_largest(n, a.d);
        assert_true(!quadratic || !br_program_unbounded(&q->p, a.x, a.d, CLOSE));
    }
    assert_true(undecided <= 1 + rounds(500) / 20);
}

// Programs on which the simplex method has been seen to cycle or stall
static void degenerate_programs_end(void **state)
{
    (void)state;
    br_program_answer a;
    program *q = make(4, 3, false); // Beale 1955: -1/20
    static const double beale[] = {0.25, -60, -0.04, 9, 0.5, -90, -0.02, 3, 0, 0, 1, 0}, g[] = {-0.75, 150, -0.02, 6};
    for (int i = 0; i < 12; i++)
        q->A[i] = (br_real)beale[i];
    for (int j = 0; j < 4; j++)
        q->g[j] = (br_real)g[j], q->xlo[j] = 0;
    q->hi[0] = q->hi[1] = 0, q->hi[2] = 1;
    assert_int_equal(solve(&q->p, &a), BR_OK);
    check_certificate(&q->p, &a);
    assert_true(fabs((double)a.value + 0.05) < TOL);

    q = make(6, 6, false); // Klee and Minty: the simplex method visits many corners, the answer is 100^5
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++)
            q->A[i * 6 + j] = j > i ? 0 : j == i ? 1 : (br_real)(2 * pow(10, i - j));
        q->hi[i] = (br_real)pow(100, i);
        q->g[i] = -(br_real)pow(10, 5 - i);
        q->xlo[i] = 0;
    }
    br_status status = solve(&q->p, &a);
    if (sizeof(br_real) == 8) { // sides from 1 to 1e10 are too much for float
        assert_int_equal(status, BR_OK);
        assert_true(fabs((double)a.value + 1e10) < 1);
    }

    for (int k = 0; k < rounds(5000); k++) { // assignments: every vertex is degenerate
        int side = 2 + below(4), n = side * side;
        q = make(n, 2 * side, k % 2);
        memset(q->A, 0, sizeof q->A);
        for (int i = 0; i < side; i++)
            for (int j = 0; j < side; j++)
                q->A[i * n + i * side + j] = q->A[(side + j) * n + i * side + j] = 1;
        for (int i = 0; i < 2 * side; i++)
            q->lo[i] = q->hi[i] = 1;
        for (int j = 0; j < n; j++)
            q->xlo[j] = 0, q->g[j] = (br_real)below(3);
        br_status ended = solve(&q->p, &a);
        check_certificate(&q->p, &a);
        assert_int_equal(ended, BR_OK);
    }
}

static void flat_and_curved_the_wrong_way(void **state)
{
    (void)state;
    br_program_answer a = {.steps = -1};
    int undecided = 0;
    for (int k = 0; k < rounds(1000); k++) {
        int n = 2 + below(8), m = below(6);
        program *q = make(n, m, true);
        definite(n, 1 + below(n - 1), 0, 0, 1, q->H); // semidefinite, in a box
        sides(m, q->lo, q->hi, 3);
        for (int j = 0; j < n; j++)
            q->xlo[j] = -1, q->xhi[j] = 1;
        if (k % 7 == 0)
            memset(q->H, 0, sizeof q->H);
        if (k % 3 == 0)
            in_other_units(q);
        br_status status = solve(&q->p, &a);
        assert_true(status == BR_OK || status == BR_NEGATIVE);
        undecided += a.end == BR_PROGRAM_UNDECIDED;
        if (a.end != BR_PROGRAM_UNDECIDED)
            check_certificate(&q->p, &a);
    }
    assert_true(undecided <= 1 + rounds(1000) / 20);
    program *q = make(3, 0, true);
    static const double least[] = {-1, -1e-3, -1e-12};
    for (int k = 0; k < (sizeof(br_real) == 4 ? 2 : 3); k++) { // eigenvalues 2, 1, least
        a.steps = -1;
        for (int i = 0; i < 9; i++)
            q->H[i] = i == 0               ? 2
                      : (i == 4 || i == 8) ? (br_real)((1 + least[k]) / 2)
                      : i == 5 || i == 7   ? (br_real)((1 - least[k]) / 2)
                                           : 0;
        assert_int_equal(solve(&q->p, &a), BR_BAD_DATA);
        assert_int_equal(a.steps, -1);
    }
}

static void every_number_that_is_not_finite_is_refused(void **state)
{
    (void)state;
    br_program_answer a = {.steps = -1};
    for (int quadratic = 0; quadratic < 2; quadratic++)
        for (int which = 0; which < 7; which++)
            for (int kind = 0; kind < 3; kind++) {
                program *q = make(3, 2, quadratic);
                br_real *at[] = {&q->H[4], &q->g[1], &q->A[3], &q->lo[1], &q->hi[0], &q->xlo[2], &q->xhi[1]};
                *at[which] = kind == 0 ? NOT_A_NUMBER : kind == 1 ? INFINITE : -INFINITE;
                bool side = (which == 3 || which == 5) ? kind == 2 : (which == 4 || which == 6) ? kind == 1 : false;
                if (side || (which == 0 && !quadratic))
                    continue;
                assert_int_equal(solve(&q->p, &a), BR_NOT_FINITE);
                assert_int_equal(a.steps, -1);
            }
    program *q = make(3, 2, true);
    assert_int_equal(br_qp_solve(&q->p, &a, memory, br_qp_bytes(3, 2) - 1), BR_BAD_USAGE);
    assert_int_equal(br_qp_solve(&q->p, NULL, memory, bytes), BR_BAD_USAGE);
    assert_int_equal(br_lp_solve(&q->p, &a, memory, bytes), BR_BAD_USAGE); // H is no part of a linear program
    q->p.H = NULL;
    assert_int_equal(br_lp_solve(&q->p, &a, memory, br_lp_bytes(3, 2) - 1), BR_BAD_USAGE);
    q->p.n = 0;
    assert_int_equal(br_lp_solve(&q->p, &a, memory, bytes), BR_BAD_USAGE);
    q->p.n = 3, q->p.m = -1;
    assert_int_equal(br_qp_solve(&q->p, &a, memory, bytes), BR_BAD_USAGE);
    q->p.m = 2, q->p.g = NULL;
    assert_int_equal(br_qp_solve(&q->p, &a, memory, bytes), BR_BAD_USAGE);
    assert_int_equal(br_lp_solve(NULL, &a, memory, bytes), BR_BAD_USAGE);
    assert_true(a.steps == -1 && br_qp_bytes(0, 3) == 0 && br_lp_bytes(3, -1) == 0 && br_qp_bytes(INT_MAX, 3) == 0);
}

// x between 0 and 1, at least 1/2: feasible. y = -1 alone says "-x <= -1/2 < 0", and forgets to say that x is not 0.
static void half_a_proof_of_infeasibility_does_not_pass(void **state)
{
    (void)state;
    program *q = make(1, 1, false);
    br_real y[] = {-1}, z[] = {0};
    q->A[0] = 1, q->lo[0] = (br_real)0.5, q->xlo[0] = 0, q->xhi[0] = 1;
    assert_false(br_program_infeasible(&q->p, y, z));
    z[0] = 1; // the other half: x <= 1; together 1/2
    assert_false(br_program_infeasible(&q->p, y, z));
    q->xhi[0] = (br_real)0.25; // now it is one
    assert_true(br_program_infeasible(&q->p, y, z));
    z[0] = (br_real)0.99; // what is missing is paid for by the bounds
    assert_true(br_program_infeasible(&q->p, y, z));
    q->xhi[0] = INFINITE;
    assert_false(br_program_infeasible(&q->p, y, z));
}

// Refined twice, definite programs have residuals of a few eps, even where H has a condition of 1e8.
static void definite_programs_are_solved_to_rounding(void **state)
{
    (void)state;
    for (int k = 0; k < rounds(1000); k++) {
        int n = 3 + below(12), m = below(8);
        program *q = make(n, m, true);
        definite(n, 3, sizeof(br_real) == 4 ? 0.1 : 1e-8, 0, 1, q->H);
        for (int i = 0; i < m; i++)
            q->hi[i] = (br_real)(1 + uniform());
        for (int j = 0; j < n; j++)
            q->xlo[j] = -1, q->xhi[j] = 1;
        br_program_answer a;
        br_status status = solve(&q->p, &a);
        if (a.end == BR_PROGRAM_INFEASIBLE)
            continue;
        assert_int_equal(status, BR_OK);
        below_limit((wide)a.proof.dual / (wide)BR_EPS, sizeof(br_real) == 4 ? 1e4 : 100, "H x + g + A'y + z");
        below_limit((wide)a.proof.primal / (wide)BR_EPS, 1e4, "sides");
    }
}

// Proofs of optimality fall when any part of them is bent.
static void bent_proofs_do_not_pass(void **state)
{
    (void)state;
    for (int k = 0; k < rounds(1000); k++) {
        int n = 2 + below(5), m = 1 + below(5);
        program *q = make(n, m, k % 2);
        for (int i = 0; i < m; i++)
            q->hi[i] = (br_real)(1 + uniform());
        for (int j = 0; j < n; j++)
            q->xlo[j] = -1, q->xhi[j] = 1;
        br_program_answer a;
        br_status status = solve(&q->p, &a);
        if (status != BR_OK)
            continue;
        br_real *parts[] = {a.x, a.y, a.z};
        for (int which = 0; which < 3; which++) {
            br_real *at = &parts[which][below(which == 1 ? m : n)], kept = *at;
            *at = kept + (br_real)(which == 0 ? 3 : k % 3 ? 0.1 : -0.1); // x out of its box
            br_program_proof proof = br_program_optimal(&q->p, a.x, a.y, a.z);
            if (proof.primal <= CLOSE && proof.dual <= CLOSE && proof.gap <= CLOSE)
                fail_msg("part %d bent, and the proof still stands", which);
            assert_false(is_optimal(&q->p, &a));
            *at = kept;
        }
    }
}

// Almost parallel sides that meet far away, and curvature that is almost none, are no proof of anything.
static void what_is_almost_a_certificate_is_refused(void **state)
{
    (void)state;
    static const double by[] = {1e-3, 1e-5, 1e-6, 1e-9, 1e-11, 1e-12, 1e-13, 1e-14};
    for (int k = 0; k < (sizeof(br_real) == 4 ? 2 : 8); k++) {
        br_real w = (br_real)(1 - by[k]), y[] = {1, -1}, none[] = {0, 0}, ones[] = {1, 1}, start[] = {1, 0};
        br_program_answer a;
        program *q = make(2, 2, false); // x - w <= 0, x - (1 - e) w >= 1: met at 2/e
        q->A[0] = 1, q->A[1] = -1, q->A[2] = 1, q->A[3] = -w;
        q->hi[0] = 0, q->lo[1] = 1;
        q->g[0] = q->g[1] = 0;
        memcpy(q->H, (br_real[]){1, 0, 0, 1}, 4 * sizeof(br_real));
        assert_false(br_program_infeasible(&q->p, y, none));
        for (int quadratic = 0; quadratic < 2; quadratic++) {
            q->p.H = quadratic ? q->H : NULL;
            br_status status = solve(&q->p, &a);
            assert_true(status == BR_OK ? a.end == BR_PROGRAM_OPTIMAL : a.end == BR_PROGRAM_UNDECIDED);
        }
        q->p.H = NULL; // most x, x - (1 - e) w <= 1, x - w >= 0: 1/e
        q->A[1] = -w, q->A[3] = -1;
        q->hi[0] = 1, q->lo[1] = 0, q->lo[0] = -INFINITE;
        q->g[0] = -1;
        assert_false(br_program_unbounded(&q->p, start, ones, CLOSE));
        br_status status = solve(&q->p, &a);
        assert_true(status == BR_OK ? a.end == BR_PROGRAM_OPTIMAL : a.end == BR_PROGRAM_UNDECIDED);
        q->p.H = q->H, q->p.m = 0; // curvature e along (1, 1)
        memcpy(q->H, (br_real[]){1, -1, -1, 2 - w}, 4 * sizeof(br_real));
        assert_false(br_program_unbounded(&q->p, none, ones, CLOSE));
        status = solve(&q->p, &a);
        assert_true(status == BR_OK ? a.end == BR_PROGRAM_OPTIMAL : a.end == BR_PROGRAM_UNDECIDED);
        assert_true(status == BR_OK || by[k] < (sizeof(br_real) == 4 ? 1e-4 : 1e-12));
    }
}

// x1 would go to 1e20 if it could, which excuses no violated row.
static void a_violated_row_is_seen_beside_little_curvature(void **state)
{
    (void)state;
    br_real x[] = {1, 0}, y[] = {0, 0}, z[] = {1, 0};
    program *q = make(2, 2, true);
    memcpy(q->H, (br_real[]){(br_real)1e-20, 0, 0, 1}, 4 * sizeof(br_real));
    memcpy(q->A, (br_real[]){1, 1, 1, 0}, 4 * sizeof(br_real));
    q->g[0] = -1, q->g[1] = 0;
    q->lo[0] = 1001;
    q->xhi[0] = 1, q->xlo[1] = 0;
    assert_true(br_program_optimal(&q->p, x, y, z).primal > (br_real)0.9);
    q->xhi[0] = INFINITE, q->hi[1] = 1; // the bound as a row
    y[1] = 1, z[0] = 0;
    assert_true(br_program_optimal(&q->p, x, y, z).primal > (br_real)0.9);
}

// A bound far away takes nothing from the others.
static void one_large_side_spoils_nothing(void **state)
{
    (void)state;
    static const double large[] = {1e3, 1e8, 1e12, 1e13, 1e16, 1e30};
    for (int k = 0; k < 6; k++) {
        br_program_answer a;
        program *q = make(2, 1, false);
        q->g[0] = q->g[1] = 1;
        q->A[0] = 1, q->A[1] = 0, q->lo[0] = 5; // x >= 5, 0 <= y <= large
        q->xlo[1] = 0, q->xhi[1] = (br_real)large[k];
        assert_int_equal(solve(&q->p, &a), BR_OK);
        assert_true(a.x[0] == 5 && a.x[1] == 0);
        q->A[1] = 1, q->lo[0] = q->hi[0] = 3; // x + y = 3, 0 <= x, y <= large
        q->xlo[0] = 0, q->xhi[0] = (br_real)large[k];
        q->g[1] = 2;
        assert_int_equal(solve(&q->p, &a), BR_OK);
        assert_true(a.x[0] == 3 && a.x[1] == 0);
    }
}

int main(void)
{
    seed_from_environment();
    bytes = br_qp_bytes(MOST, MOST) + br_lp_bytes(MOST, MOST);
    memory = malloc(bytes);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nnls_matches_enumeration_and_proves_itself),
        cmocka_unit_test(nnls_is_the_same_in_all_units_and_large),
        cmocka_unit_test(nnls_refuses_what_is_wrong),
        cmocka_unit_test(small_programs_match_enumeration),
        cmocka_unit_test(programs_without_a_box_are_certified_too),
        cmocka_unit_test(large_programs_in_odd_units_are_certified),
        cmocka_unit_test(what_cannot_be_met_is_proved_so),
        cmocka_unit_test(crossed_sides_are_seen_however_little_they_cross),
        cmocka_unit_test(endless_descent_is_shown_by_a_direction),
        cmocka_unit_test(degenerate_programs_end),
        cmocka_unit_test(flat_and_curved_the_wrong_way),
        cmocka_unit_test(every_number_that_is_not_finite_is_refused),
        cmocka_unit_test(bent_proofs_do_not_pass),
        cmocka_unit_test(half_a_proof_of_infeasibility_does_not_pass),
        cmocka_unit_test(definite_programs_are_solved_to_rounding),
        cmocka_unit_test(what_is_almost_a_certificate_is_refused),
        cmocka_unit_test(a_violated_row_is_seen_beside_little_curvature),
        cmocka_unit_test(one_large_side_spoils_nothing),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(memory);
    return failed;
}
