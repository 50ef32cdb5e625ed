// inspect_gram.c - regression of a force on inertia, friction and gravity: residual, rank, condition. [host]
#include "num/base/fp.h"

#include "fit/inspect/inspect_parts.h"
#include "num/base/elem.h"
#include "num/base/require.h"
#include "num/algebra/eigen.h"

#include <math.h>
#include <string.h>

enum { N = BR_REGRESSORS, ALL = N + 1 };

static const double DEPENDENT = 1e-10; // eigenvalues of scaled sums below this share of the largest: not identifiable

void br_gram_add(br_gram *g, double a, double v, double sign, double x, double f)
{
    const double row[ALL] = {a, v, sign, 1, br_sin(x), br_cos(x), f};
    for (int i = 0; i < ALL; i++)
        for (int k = 0; k < ALL; k++)
            g->sum[i * ALL + k] += row[i] * row[k];
    g->rows++;
}

static double sum_of(const br_gram *g, int i, int k)
{
    return g->sum[i * ALL + k];
}

br_gram_fit br_gram_solve(const br_gram *g, int first, bool gravity)
{
    BR_REQUIRE(first == 0 || first == 1);
    int n = N - first - (gravity ? 0 : 2);
    double A[N * N], w[N], V[N * N], work[2 * N * N], scale[N], b[N];
    br_gram_fit fit = {.residual = (double)NAN, .condition = (double)INFINITY};
    for (int i = 0; i < n; i++) {
        double size = br_sqrt(sum_of(g, i + first, i + first));
        scale[i] = size > 0 ? 1 / size : 0;
    }
    for (int i = 0; i < n; i++) {
        b[i] = scale[i] * sum_of(g, i + first, N);
        for (int k = 0; k < n; k++)
            A[i * n + k] = scale[i] * scale[k] * sum_of(g, i + first, k + first);
    }
    if (g->rows < ALL || br_eigen(n, A, w, V, work) != BR_OK)
        return fit;
    double ff = sum_of(g, N, N), f1 = sum_of(g, 3, N), left = ff;
    double spread = ff - f1 * f1 / (double)g->rows;
    for (int i = 0; i < n; i++) {
        double along = 0;
        for (int k = 0; k < n; k++)
            along += V[i * n + k] * b[k];
        if (!(w[i] > DEPENDENT * w[n - 1]))
            continue;
        fit.rank++;
        left -= along * along / w[i];
        for (int k = 0; k < n; k++)
            fit.value[k + first] += scale[k] * V[i * n + k] * along / w[i];
    }
    for (int k = 0; k < n; k++) {
        fit.weight[k + first] = fabs(V[k]);
        double rms = fabs(fit.value[k + first]) * br_sqrt(sum_of(g, k + first, k + first));
        fit.share[k + first] = spread > 0 ? rms / br_sqrt(spread) : 0;
    }
    fit.condition = w[0] > DEPENDENT * w[n - 1] ? br_sqrt(w[n - 1] / w[0]) : (double)INFINITY;
    fit.residual = spread > 0 ? br_sqrt(br_max(left, 0) / spread) : (double)NAN;
    return fit;
}
