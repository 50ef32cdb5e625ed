// program.c - certificates of linear and quadratic programs: optimality, Farkas, unboundedness. [target]
#include "num/base/fp.h"

#include "num/optimise/program.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"
#include "num/base/require.h"
#include <math.h>

// Side i of `at`, where NULL has none
static br_real lower_side(const br_real *at, int i)
{
    return at ? at[i] : (br_real)-INFINITY;
}

static br_real upper_side(const br_real *at, int i)
{
    return at ? at[i] : (br_real)INFINITY;
}

static bool bounded(br_real side)
{
    return side - side == 0;
}

static bool sides_ok(int n, const br_real *lo, const br_real *hi)
{
    for (int i = 0; i < n; i++)
        if (lower_side(lo, i) != lower_side(lo, i) || upper_side(hi, i) != upper_side(hi, i) ||
            lower_side(lo, i) > BR_MOST || upper_side(hi, i) < -BR_MOST)
            return false;
    return true;
}

br_status br_program_check(const br_program *p)
{
    if (!p || p->n < 1 || p->n > BR_DENSE_MOST || p->m < 0 || p->m > INT_MAX / 4 || !br_size_ok(p->n + p->m, p->n) ||
        !p->g || (p->m > 0 && !p->A))
        return BR_BAD_USAGE;
    bool finite = br_vec_finite(p->n, p->g) && br_mat_finite(p->m, p->n, p->A);
    for (int i = 0; p->H && i < p->n; i++)
        finite = finite && br_vec_finite(p->n - i, br_row_of(p->H, p->n, i) + i);
    finite = finite && sides_ok(p->m, p->lo, p->hi) && sides_ok(p->n, p->xlo, p->xhi);
    return finite ? BR_OK : BR_NOT_FINITE;
}

bool br_program_crossed(const br_program *p)
{
    bool crossed = false;
    for (int i = 0; i < p->m; i++)
        crossed = crossed || lower_side(p->lo, i) > upper_side(p->hi, i);
    for (int j = 0; j < p->n; j++)
        crossed = crossed || lower_side(p->xlo, j) > upper_side(p->xhi, j);
    return crossed;
}

// A sum and the size of its terms
typedef struct sum {
    br_real value, size;
} sum;

static sum add_product(sum s, br_real a, br_real b)
{
    return (sum){s.value + a * b, s.size + br_r_abs(a * b)};
}

static br_real relative_size(br_real value, br_real size)
{
    return value == 0 ? 0 : size > 0 ? value / size : (br_real)INFINITY;
}

static sum row_times(const br_program *p, int i, const br_real *x)
{
    sum s = {0, 0};
    for (int j = 0; j < p->n; j++)
        s = add_product(s, br_row_of(p->A, p->n, i)[j], x[j]);
    return s;
}

static sum hessian_times(const br_program *p, int j, const br_real *x)
{
    sum s = {0, 0};
    for (int k = 0; p->H && k < p->n; k++)
        s = add_product(s, j < k ? br_row_of(p->H, p->n, j)[k] : br_row_of(p->H, p->n, k)[j], x[k]);
    return s;
}

// (A'y)_j + z_j
static sum column_times(const br_program *p, int j, const br_real *y, const br_real *z)
{
    sum s = {z[j], br_r_abs(z[j])};
    for (int i = 0; i < p->m; i++)
        s = add_product(s, br_row_of(p->A, p->n, i)[j], y[i]);
    return s;
}

// How far outside its sides a value is, over the size of what made it
static br_real relative_violation(sum v, br_real lo, br_real hi)
{
    br_real side = v.value < lo ? lo : hi, by = v.value < lo ? lo - v.value : v.value > hi ? v.value - hi : 0;
    return by > 0 ? relative_size(by, v.size + br_r_abs(side)) : by == 0 ? 0 : (br_real)INFINITY;
}

// Support function: the largest y*v over lo <= v <= hi; not finite where that side does not exist
static br_real support_value(br_real y, br_real lo, br_real hi)
{
    return y == 0 ? 0 : y * (y > 0 ? hi : lo);
}

// The sum of the support functions of all rows and bounds
static sum support_sum(const br_program *p, const br_real *y, const br_real *z)
{
    sum s = {0, 0};
    for (int i = 0; i < p->m; i++)
        s = add_product(s, support_value(y[i], lower_side(p->lo, i), upper_side(p->hi, i)), 1);
    for (int j = 0; j < p->n; j++)
        s = add_product(s, support_value(z[j], lower_side(p->xlo, j), upper_side(p->xhi, j)), 1);
    return s;
}

static br_real larger(br_real a, br_real b)
{
    return b > a || b != b ? b : a;
}

// The largest violation of a side, over the size of what is measured
static br_real infeasibility(const br_program *p, const br_real *x)
{
    br_real worst = 0;
    for (int i = 0; i < p->m; i++)
        worst = larger(worst, relative_violation(row_times(p, i, x), lower_side(p->lo, i), upper_side(p->hi, i)));
    for (int j = 0; j < p->n; j++)
        worst = larger(worst,
                       relative_violation((sum){x[j], br_r_abs(x[j])}, lower_side(p->xlo, j), upper_side(p->xhi, j)));
    return worst;
}

br_program_proof br_program_optimal(const br_program *p, const br_real *x, const br_real *y, const br_real *z)
{
    br_program_proof proof = {infeasibility(p, x), 0, 0};
    sum total = support_sum(p, y, z);
    if (!bounded(total.value))
        proof.dual = 1;
    for (int j = 0; j < p->n; j++) {
        sum h = hessian_times(p, j, x), a = column_times(p, j, y, z);
        br_real g = p->g[j];
        proof.dual = larger(proof.dual, relative_size(br_r_abs(h.value + g + a.value), h.size + br_r_abs(g) + a.size));
        total = add_product(add_product(total, h.value, x[j]), g, x[j]);
    }
    proof.gap = bounded(total.value) ? relative_size(br_r_abs(total.value), total.size) : 1;
    return proof;
}

// What rounding alone may leave of a sum of so many terms, each rounded before
static br_real rounding(int terms, sum s)
{
    return 2 * (br_real)terms * BR_EPS * s.size;
}

bool br_program_infeasible(const br_program *p, const br_real *y, const br_real *z)
{
    if (br_program_crossed(p))
        return true;
    sum total = support_sum(p, y, z);
    br_real covered = 0;
    for (int j = 0; j < p->n; j++) {
        sum a = column_times(p, j, y, z);
        br_real lo = lower_side(p->xlo, j), hi = upper_side(p->xhi, j),
                side = br_r_abs(lo) > br_r_abs(hi) ? br_r_abs(lo) : br_r_abs(hi);
        if (bounded(side))
            covered += br_r_abs(a.value) * side;
        else if (!(br_r_abs(a.value) <= rounding(p->m + 1, a)))
            return false;
    }
    return bounded(total.value) && total.value + covered + 2 * rounding(p->n + p->m + 1, total) < 0;
}

// Whether a direction, a sum of so many terms, keeps within sides for ever
static bool stays_within(int terms, sum v, br_real lo, br_real hi)
{
    return (!bounded(lo) || v.value >= -rounding(terms, v)) && (!bounded(hi) || v.value <= rounding(terms, v));
}

bool br_program_unbounded(const br_program *p, const br_real *x, const br_real *d, br_real tol)
{
    BR_REQUIRE(x && d && tol >= 0);
    sum slope = {0, 0};
    bool stands = br_vec_finite(p->n, d) && infeasibility(p, x) <= tol;
    for (int i = 0; i < p->m; i++)
        stands = stands && stays_within(p->n, row_times(p, i, d), lower_side(p->lo, i), upper_side(p->hi, i));
    for (int j = 0; j < p->n; j++) {
        sum h = hessian_times(p, j, d);
        stands = stands && br_r_abs(h.value) <= rounding(p->n, h);
        stands = stands && stays_within(0, (sum){d[j], 0}, lower_side(p->xlo, j), upper_side(p->xhi, j));
        slope = add_product(slope, p->g[j], d[j]);
    }
    return stands && slope.value < -2 * rounding(p->n, slope);
}
