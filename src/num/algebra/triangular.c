// triangular.c - triangular systems: forward and back substitution, condition number. [target]
#include "num/base/fp.h"

#include "num/algebra/norm_estimate.h"
#include "num/base/real.h"
#include "num/base/require.h"
#include "num/algebra/triangular.h"
#include "num/algebra/vector.h"

static br_status check_system(int n, int row, const br_real *R, int k, const br_real *B)
{
    if (!br_size_ok(n, n) || !br_size_ok(n, k) || row < n || (n > 0 && (!R || (k > 0 && !B))))
        return BR_BAD_USAGE;
    for (int i = 0; i < n; i++)
        if (!br_vec_finite(n - i, br_row_of(R, row, i) + i))
            return BR_NOT_FINITE;
    if (!br_mat_finite(n, k, B))
        return BR_NOT_FINITE;
    for (int i = 0; i < n; i++)
        if (br_row_of(R, row, i)[i] == 0)
            return BR_NEGATIVE;
    return BR_OK;
}

static br_status copy_if_finite(int n, const br_real *from, br_real *to)
{
    if (!br_vec_finite(n, from))
        return BR_NOT_FINITE;
    br_vec_copy(n, from, to);
    return BR_OK;
}

static void divide_row(int k, br_real by, br_real *x)
{
    for (int j = 0; j < k; j++)
        x[j] /= by;
}

br_status br_upper_solve(int n, int row, const br_real *R, int k, br_real *B, br_real *work)
{
    br_status status = check_system(n, row, R, k, B);
    if (status != BR_OK)
        return status;
    br_vec_copy(n * k, B, work);
    for (int i = n - 1; i >= 0; i--) {
        br_real *x = br_row(work, k, i);
        const br_real *r = br_row_of(R, row, i);
        br_vec_add_rows(k, n - 1 - i, BR_C(-1.0), r + i + 1, 1, br_row_of(work, k, i + 1), k, x);
        divide_row(k, r[i], x);
    }
    return copy_if_finite(n * k, work, B);
}

br_status br_upper_solve_transposed(int n, int row, const br_real *R, int k, br_real *B, br_real *work)
{
    br_status status = check_system(n, row, R, k, B);
    if (status != BR_OK)
        return status;
    br_vec_copy(n * k, B, work);
    for (int i = 0; i < n; i++) {
        br_real *x = br_row(work, k, i);
        br_vec_add_rows(k, i, BR_C(-1.0), R + i, row, work, k, x);
        divide_row(k, br_row_of(R, row, i)[i], x);
    }
    return copy_if_finite(n * k, work, B);
}

void br_upper_columns(int rows, int n, const br_real *R, int k, const int *column, br_real *S)
{
    BR_REQUIRE(rows >= 0 && rows <= n && k >= 0);
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < k; c++) {
            BR_REQUIRE(column[c] >= 0 && column[c] < n);
            br_row(S, k, i)[c] = column[c] < i ? 0 : br_row_of(R, n, i)[column[c]];
        }
}

// R with its columns scaled to norms between 1 and 2
typedef struct scaled {
    int n, row;
    const br_real *R, *by;
} scaled;

static br_real scaled_entry(const scaled *s, int i, int j)
{
    return br_row_of(s->R, s->row, i)[j] * s->by[j];
}

// x becomes R x; row i needs only what stands below it. Turned: from the last row up.
static void multiply(const void *self, int transposed, br_real *x)
{
    const scaled *s = self;
    for (int k = 0; k < s->n; k++) {
        int i = transposed ? s->n - 1 - k : k;
        br_real sum = 0;
        for (int j = transposed ? 0 : i; j < (transposed ? i + 1 : s->n); j++)
            sum += (transposed ? scaled_entry(s, j, i) : scaled_entry(s, i, j)) * x[j];
        x[i] = sum;
    }
}

// x becomes the solution of R y = x
static void back_substitute(const void *self, int transposed, br_real *x)
{
    const scaled *s = self;
    for (int k = 0; k < s->n; k++) {
        int i = transposed ? k : s->n - 1 - k;
        for (int j = transposed ? 0 : i + 1; j < (transposed ? i : s->n); j++)
            x[i] -= (transposed ? scaled_entry(s, j, i) : scaled_entry(s, i, j)) * x[j];
        x[i] /= scaled_entry(s, i, i);
    }
}

static void multiply_gram(const void *self, int transposed, br_real *x)
{
    multiply(self, 0, x);
    multiply(self, 1, x);
    (void)transposed; // symmetric
}

static void solve_gram(const void *self, int transposed, br_real *x)
{
    back_substitute(self, 1, x);
    back_substitute(self, 0, x);
    (void)transposed;
}

br_real br_upper_condition(int n, int row, const br_real *R, int squared, br_real *work)
{
    if (!work || check_system(n, row, R, 0, work) != BR_OK)
        return 0;
    br_real *by = work + 3 * (ptrdiff_t)n;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i <= j; i++)
            work[i] = br_row_of(R, row, i)[j];
        br_real length = br_vec_norm(j + 1, work);
        by[j] = 1 / br_power2(length <= BR_MOST ? length : BR_MOST);
    }
    scaled s = {n, row, R, by};
    br_real norm = br_norm1_estimate(n, squared ? multiply_gram : multiply, &s, work);
    br_real inverse = br_norm1_estimate(n, squared ? solve_gram : back_substitute, &s, work);
    br_real rcond = n == 0 ? BR_C(1.0) : 1 / norm / inverse;
    return rcond < 1 ? rcond : BR_C(1.0);
}
