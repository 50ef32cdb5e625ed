// linear_instrument.c - instrumental variables (two-stage least squares), for noise in the regressors. [host]
#include "num/base/fp.h"

#include "fit/statistics/linear.h"
#include "num/base/elem.h"
#include "num/algebra/qr.h"
#include "num/algebra/vector.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct stages {
    int rows, n, k;
    double *Z, *tau, *work; // QR of the instruments
    double *X;              // rows of n: A within their span
} stages;

static br_status open_stages(stages *s, const double *A, const double *Z)
{
    size_t rows = (size_t)s->rows, n = (size_t)s->n, k = (size_t)s->k;
    s->Z = malloc((rows * k + rows * n + 5 * k + n + 2 * rows) * sizeof *s->Z);
    if (!s->Z)
        return BR_NO_MEMORY;
    s->X = s->Z + rows * k;
    s->tau = s->X + rows * n;
    s->work = s->tau + k;
    memcpy(s->Z, Z, rows * k * sizeof *Z);
    memcpy(s->X, A, rows * n * sizeof *A);
    return BR_OK;
}

// X = Q (first k rows of Q'A, then zeros)
static br_status project_regressors(stages *s)
{
    int rank = 0;
    br_status status = br_qr_factor(s->rows, s->k, s->Z, s->tau, NULL, 0, &rank, s->work);
    if (status == BR_OK)
        status = br_qr_apply(s->rows, s->k, s->Z, s->tau, 0, s->n, s->X, s->work);
    if (status == BR_OK) {
        memset(br_row(s->X, s->n, s->k), 0, (size_t)(s->rows - s->k) * (size_t)s->n * sizeof *s->X);
        status = br_qr_apply(s->rows, s->k, s->Z, s->tau, 1, s->n, s->X, s->work);
    }
    return status;
}

// The second stage gives the values; the residuals, and so the sd, are those of A itself.
static br_status set_statistics(const stages *s, const double *A, const double *b, br_fit_estimate *e)
{
    br_fit_autocorrelation w = {0};
    double cost = 0, measured = 0;
    for (int i = 0; i < s->rows; i++) {
        double r = b[i];
        for (int j = 0; j < s->n; j++)
            r -= A[(size_t)i * (size_t)s->n + (size_t)j] * e->value[j];
        br_fit_autocorrelation_add(&w, r);
        cost += r * r;
        measured += b[i] * b[i];
    }
    br_status status = br_fit_estimate_statistics(e, s->rows, s->X, cost, s->rows, 0, -1);
    e->whiteness = br_fit_ljung_box(&w);
    e->relative = br_sqrt(cost / measured);
    return status;
}

br_status br_linear_instrumental(br_fit_estimate *e, long long rows, const double *A, int k, const double *Z,
                                 const double *b)
{
    if (k < e->n || rows < k || rows > INT_MAX / (2 * k + 2))
        return BR_BAD_USAGE;
    stages s = {.rows = (int)rows, .n = e->n, .k = k};
    br_status status = open_stages(&s, A, Z);
    if (status == BR_OK)
        status = project_regressors(&s);
    if (status == BR_OK)
        status = br_linear_fit(e, rows, s.X, b, NULL);
    if (status == BR_OK)
        status = e->rank == e->n ? set_statistics(&s, A, b, e) : BR_NEGATIVE;
    free(s.Z);
    return status;
}
