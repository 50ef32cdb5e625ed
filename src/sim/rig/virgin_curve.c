// virgin_curve.c - a smooth virgin curve through the points of thesis Table B.3.      [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "num/algebra/qr.h"
#include "sim/rig/virgin_curve.h"

enum { N = BR_VIRGIN_POINTS };

const double br_virgin_x[N] = {0.25e-6, 1e-6, 3e-6, 47.5e-6}, br_virgin_y[N] = {0.8, 1.4, 2, 9};

// Ours: two lengths for the sharp beginning, two for the long way to sliding. Many other quadruples give positive a_j as well.
static const double lengths[N] = {0.1e-6, 0.4e-6, 50e-6, 200e-6};

br_status br_virgin_make(br_virgin *c)
{
    double A[N * N], tau[N], work[5 * N];
    int order[N], rank = 0;
    for (int j = 0; j < N; j++)
        c->l[j] = lengths[j];
    for (int i = 0; i < N * N; i++)
        A[i] = br_virgin_x[i / N] / (br_virgin_x[i / N] + lengths[i % N]);
    br_status status = br_qr_factor(N, N, A, tau, order, 0, &rank, work);
    return status == BR_OK ? br_qr_solve(N, N, A, tau, order, rank, br_virgin_y, c->a, NULL, work) : status;
}

double br_virgin_at(const br_virgin *c, double x, double *slope)
{
    double y = 0, dy = 0;
    for (int j = 0; j < N; j++) {
        double far = x + c->l[j];
        y += c->a[j] * (x / far);
        dy += c->a[j] / far * (c->l[j] / far);
    }
    if (slope)
        *slope = dy;
    return y;
}

void br_virgin_cut(const br_virgin *c, double first, int n, double *x, double *kappa, double *nu)
{
    double last = br_virgin_x[N - 1], FC = br_virgin_at(c, last, NULL), behind = 0;
    for (int i = 0; i < n; i++)
        x[i] = i < n - 1 ? first * br_pow(last / first, (double)i / (double)(n - 1)) : last;
    for (int i = n - 1; i >= 0; i--) {
        double from = i > 0 ? x[i - 1] : 0;
        double slope = (br_virgin_at(c, x[i], NULL) - br_virgin_at(c, from, NULL)) / (x[i] - from);
        kappa[i] = slope - behind;
        nu[i] = kappa[i] * x[i] / FC;
        behind = slope;
    }
}
