// dense_program.h - random programs, their answers by enumeration, and certificates held against the problem a second time.
//
// What the tests of NNLS, of linear and of quadratic programs share. docs/faults.md G1 to G4, C2, C6.
#ifndef TESTS_DENSE_PROGRAM_H
#define TESTS_DENSE_PROGRAM_H

#include "kit/dense.h"
#include "num/optimise/lp.h"
#include "num/optimise/program.h"
#include "num/optimise/qp.h"

enum { MOST = 64 };
static const double TOL = sizeof(br_real) == 4 ? 5e-3 : 1e-8;
static const br_real CLOSE = sizeof(br_real) == 4 ? (br_real)4e-4 : (br_real)2e-8; // what solvers promise: sqrt(eps)

// Solves the k by k system M x = b; false if it is (nearly) singular. M and b are spent.
static inline bool eliminate(int k, wide *M, wide *b)
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

typedef struct {
    br_program p;
    br_real H[MOST * MOST], g[MOST], A[MOST * MOST], lo[MOST], hi[MOST], xlo[MOST], xhi[MOST];
} program;

static void *memory;
static size_t bytes;

static inline br_status solve(const br_program *p, br_program_answer *a)
{
    size_t need = p->H ? br_qp_bytes(p->n, p->m) : br_lp_bytes(p->n, p->m);
    assert_true(need > 0 && need <= bytes);
    return p->H ? br_qp_solve(p, a, memory, need) : br_lp_solve(p, a, memory, need);
}

static inline program *make(int n, int m, bool quadratic)
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
static inline void sides(int n, br_real *lo, br_real *hi, double wide_by)
{
    for (int i = 0; i < n; i++) {
        double middle = uniform();
        int kind = below(5);
        lo[i] = kind == 0 || kind == 2 ? -INFINITE : (br_real)(middle - (kind == 4 ? 0 : wide_by * fabs(uniform())));
        hi[i] = kind == 0 || kind == 1 ? INFINITE : kind == 4 ? lo[i] : (br_real)(middle + wide_by * fabs(uniform()));
    }
}

static inline wide value_of(const br_program *p, const wide *x)
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
static inline bool feasible(const br_program *p, const wide *x, wide slack_of_one)
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
static inline double enumerate(const br_program *p, wide slack)
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

static inline void count(total *t, wide term)
{
    t->is += term;
    t->size += fabsl(term);
}

// Side i of rows and then bounds
static inline wide side(const br_program *p, int i, bool upper)
{
    const br_real *at = i < p->m ? (upper ? p->hi : p->lo) : upper ? p->xhi : p->xlo;
    return at ? (wide)at[i < p->m ? i : i - p->m] : upper ? (wide)INFINITY : -(wide)INFINITY;
}

// Row i of A, and after the last one x_(i - m)
static inline total along(const br_program *p, int i, const br_real *x)
{
    total t = {0, 0};
    for (int j = 0; j < p->n; j++)
        count(&t, i < p->m ? (wide)p->A[i * p->n + j] * (wide)x[j] : j == i - p->m ? (wide)x[j] : 0);
    return t;
}

static inline total curved(const br_program *p, int j, const br_real *x)
{
    total t = {0, 0};
    for (int k = 0; p->H && k < p->n; k++)
        count(&t, (wide)(j < k ? p->H[j * p->n + k] : p->H[k * p->n + j]) * (wide)x[k]);
    return t;
}

// (A'y + z)_j
static inline total against(const br_program *p, int j, const br_real *y, const br_real *z)
{
    total t = {0, 0};
    count(&t, (wide)z[j]);
    for (int i = 0; i < p->m; i++)
        count(&t, (wide)p->A[i * p->n + j] * (wide)y[i]);
    return t;
}

static inline bool meets_its_sides(const br_program *p, const br_real *x)
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
static inline bool is_optimal(const br_program *p, const br_program_answer *a)
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
static inline bool is_infeasible(const br_program *p, const br_real *y, const br_real *z)
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

static inline bool is_endless(const br_program *p, const br_real *x, const br_real *d)
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
static inline void check_certificate(const br_program *p, const br_program_answer *a)
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

static inline void bend_largest(int n, br_real *x)
{
    int at = 0;
    for (int i = 0; i < n; i++)
        at = fabs((double)x[i]) > fabs((double)x[at]) ? i : at;
    x[at] *= (br_real)(1 + BEND);
}

// x_j in units of 1024^(-2..2), which rounds nothing
static inline void in_other_units(program *q)
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

// Memory for the largest program
static inline int lend_memory(void **state)
{
    (void)state;
    bytes = br_qp_bytes(MOST, MOST) + br_lp_bytes(MOST, MOST);
    memory = malloc(bytes);
    return memory ? 0 : -1;
}

static inline int take_it_back(void **state)
{
    (void)state;
    free(memory);
    return 0;
}

#endif
