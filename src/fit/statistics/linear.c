// linear.c - linear least squares on named regressors, over any number of logs.   [host]
#include "num/base/fp.h"

#include "fit/statistics/linear.h"
#include "num/algebra/cholesky.h"
#include "num/base/elem.h"
#include "num/algebra/qr.h"
#include "num/algebra/triangular.h"
#include "num/algebra/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 200 };
static const double dependent = 1e-11; // columns of which less than this is left after the others

br_status br_linear_init(br_linear *l, int n, const char *const *name)
{
    *l = (br_linear){0};
    if (n < 1 || n > 1000 || !name)
        return BR_BAD_USAGE;
    br_status status = br_triangle_init(&l->all, n + 1);
    if (status != BR_OK)
        return status;
    l->n = n;
    l->name = name;
    return BR_OK;
}

void br_linear_free(br_linear *l)
{
    br_triangle_free(&l->all);
    free(l->prior);
    *l = (br_linear){0};
}

// ---------------------------------------------------------------- rows

static bool append_row(br_linear *l, const double *a, double b, double weight)
{
    double *to = br_triangle_row(&l->all), sum = 0;
    for (int j = 0; j < l->n; j++)
        sum += br_abs(to[j] = weight * a[j]);
    sum += br_abs(to[l->n] = weight * b);
    if (!(sum < (double)INFINITY)) {
        l->missing++;
        return false;
    }
    l->measured += to[l->n] * to[l->n];
    l->count++;
    return true;
}

br_status br_linear_add(br_linear *l, long long rows, const double *A, const double *b, const double *weight)
{
    br_status status = BR_OK;
    for (long long i = 0; i < rows && status == BR_OK; i++)
        if (append_row(l, A + i * l->n, b[i], weight ? weight[i] : 1))
            status = br_triangle_add(&l->all);
    return status;
}

// ---------------------------------------------------------------- priors

// P = U'U, so W = U'^-1 has W'W = P^-1. work: 4*k*k numbers.
static br_status whiten(int k, const double *P, double *W, double *work)
{
    double *U = br_row(work, 3 * k, k);
    br_status status = br_cholesky_factor(k, P, U, NULL, work);
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            W[i * k + j] = i == j;
    return status == BR_OK ? br_upper_solve_transposed(k, k, U, k, W, work) : status;
}

static void write_prior(br_linear *l, int k, const int *which, const double *x0, const double *W)
{
    double *to = br_row(l->prior, l->n + 1, l->priors);
    memset(to, 0, (size_t)k * ((size_t)l->n + 1) * sizeof *to);
    for (int i = 0; i < k; i++, to += l->n + 1)
        for (int j = 0; j < k; j++) {
            to[which[j]] = W[i * k + j];
            to[l->n] += W[i * k + j] * x0[j];
        }
    l->priors += k;
}

br_status br_linear_prior(br_linear *l, int k, const int *which, const double *x0, const double *P)
{
    if (k < 1 || k > l->n)
        return BR_BAD_USAGE;
    for (int i = 0; i < k; i++)
        if (which[i] < 0 || which[i] >= l->n)
            return BR_BAD_USAGE;
    double *W = malloc(5 * (size_t)k * (size_t)k * sizeof *W);
    br_status status = W ? whiten(k, P, W, br_row(W, k, k)) : BR_NO_MEMORY;
    if (status == BR_OK) {
        double *more = realloc(l->prior, ((size_t)l->priors + (size_t)k) * ((size_t)l->n + 1) * sizeof *more);
        status = more ? BR_OK : BR_NO_MEMORY;
        l->prior = more ? more : l->prior;
    }
    if (status == BR_OK)
        write_prior(l, k, which, x0, W);
    free(W);
    return status;
}

// ---------------------------------------------------------------- solution

typedef struct solver {
    int n, rows;   // rows of R and of the prior
    double *R;     // n + 1 rows of n + 1: all data
    double *A, *b; // rows of n: R over the prior times sigma, as it is solved and as it is judged
    double *QR, *work;
    int *order;
} solver;

static br_status open_solver(solver *s, const br_linear *l)
{
    size_t columns = (size_t)l->n + 1, held = (size_t)l->all.held, rows = columns + (size_t)l->priors;
    *s = (solver){.n = l->n, .rows = (int)rows};
    s->R = malloc((held * columns + 2 * rows * columns + 8 * (rows + columns)) * sizeof *s->R);
    s->order = malloc(columns * sizeof *s->order);
    if (!s->R || !s->order)
        return BR_NO_MEMORY;
    s->A = s->R + held * columns;
    s->QR = s->A + rows * columns;
    s->b = s->QR + rows * columns;
    s->work = s->b + rows;
    return br_triangle_copy(&l->all, s->R);
}

static void close_solver(solver *s)
{
    free(s->R);
    free(s->order);
}

static void stack_prior(solver *s, const br_linear *l, double sigma)
{
    for (int i = 0; i < s->rows; i++) {
        int old = i <= s->n;
        const double *from = old ? br_row_of(s->R, s->n + 1, i) : br_row_of(l->prior, s->n + 1, i - s->n - 1);
        double by = old ? 1 : sigma;
        for (int j = 0; j < s->n; j++)
            s->A[i * s->n + j] = by * from[j];
        s->b[i] = by * from[s->n];
    }
}

static double cost_at(const solver *s, const double *x)
{
    double cost = 0;
    for (int i = 0; i <= s->n; i++) {
        const double *R = br_row_of(s->R, s->n + 1, i);
        double r = R[s->n];
        for (int j = 0; j < s->n; j++)
            r -= R[j] * x[j];
        cost += r * r;
    }
    return cost;
}

// The trace of W C W' is what the prior determines; the data determine the rest.
static double determined_by_data(const br_linear *l, const br_fit_estimate *e)
{
    double by_prior = 0;
    for (int p = 0; p < l->priors; p++)
        for (int i = 0; i < l->n; i++)
            for (int j = 0; j < l->n; j++) {
                const double *w = br_row_of(l->prior, l->n + 1, p);
                by_prior += w[i] * e->covariance[i * l->n + j] * w[j];
            }
    return e->rank - by_prior;
}

static br_status solve(solver *s, const br_linear *l, double sigma, br_fit_estimate *e)
{
    int rank = 0;
    double *tau = s->work, *work = tau + s->n;
    stack_prior(s, l, sigma);
    memcpy(s->QR, s->A, (size_t)s->rows * (size_t)s->n * sizeof *s->A);
    br_status status = br_qr_factor(s->rows, s->n, s->QR, tau, s->order, dependent, &rank, work);
    if (status == BR_OK)
        status = br_qr_solve(s->rows, s->n, s->QR, tau, s->order, rank, s->b, e->value, NULL, work);
    double cost = status == BR_OK ? cost_at(s, e->value) : 0;
    if (status == BR_OK)
        status = br_fit_estimate_statistics(e, s->rows, s->A, cost, l->count, sigma, -1);
    if (status == BR_OK && l->priors > 0)
        status = br_fit_estimate_statistics(e, s->rows, s->A, cost, l->count, sigma, determined_by_data(l, e));
    return status;
}

// The weight of a prior depends on sigma, and sigma on the fit: fixed-point iteration.
static br_status solve_with_sigma(solver *s, const br_linear *l, br_fit_estimate *e)
{
    double last = s->n < l->count ? br_abs(s->R[s->n * (s->n + 1) + s->n]) / br_sqrt((double)(l->count - s->n)) : 0;
    if (!(last > 0))
        last = br_sqrt(l->measured / (double)l->count);
    for (int i = 0; i < ROUNDS; i++) {
        br_status status = solve(s, l, last > 0 ? last : 1, e);
        double sigma = e->dof > 0 ? br_sqrt(e->cost / e->dof) : last;
        if (status != BR_OK || br_abs(sigma - last) <= 1e-12 * last)
            return status;
        last = sigma;
    }
    return BR_OK;
}

br_status br_linear_solve(const br_linear *l, double sigma, br_fit_estimate *e)
{
    solver s;
    if (e->n != l->n || !(sigma >= 0))
        return BR_BAD_USAGE;
    if (l->count < 1)
        return BR_NEGATIVE;
    br_status status = open_solver(&s, l);
    if (status == BR_OK)
        status = l->priors > 0 && !(sigma > 0) ? solve_with_sigma(&s, l, e) : solve(&s, l, sigma, e);
    if (status == BR_OK)
        e->relative = br_sqrt(e->cost / l->measured);
    close_solver(&s);
    return status;
}

void br_linear_residuals(br_linear *l, br_fit_estimate *e, long long rows, const double *A, const double *b,
                         const double *weight, double *r)
{
    for (long long i = 0; i < rows; i++) {
        double left = b[i];
        for (int j = 0; j < l->n; j++)
            left -= A[i * l->n + j] * e->value[j];
        left *= weight ? weight[i] : 1;
        br_fit_autocorrelation_add(&l->white, left - left == 0 ? left : (double)NAN);
        if (r)
            r[i] = left;
    }
    e->whiteness = br_fit_ljung_box(&l->white);
}

br_status br_linear_fit(br_fit_estimate *e, long long rows, const double *A, const double *b, const double *weight)
{
    br_linear l;
    br_status status = br_linear_init(&l, e->n, e->name);
    if (status == BR_OK)
        status = br_linear_add(&l, rows, A, b, weight);
    if (status == BR_OK)
        status = br_linear_solve(&l, 0, e);
    if (status == BR_OK)
        br_linear_residuals(&l, e, rows, A, b, weight, NULL);
    br_linear_free(&l);
    return status;
}
