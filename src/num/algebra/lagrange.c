// lagrange.c - local interpolation through uneven nodes by Lagrange polynomials.  [host]
#include "num/base/fp.h"

#include "num/algebra/lagrange.h"

void br_lagrange_weights(int n, const double *t, double at, double *w)
{
    for (int i = 0; i < n; i++) {
        w[i] = 1;
        for (int k = 0; k < n; k++)
            if (k != i)
                w[i] *= (at - t[k]) / (t[i] - t[k]);
    }
}

double br_local_cubic(long long n, const double *t, const double *x, double at, long long *near)
{
    int nodes = n < 4 ? (int)n : 4;
    long long k = *near < 0 ? 0 : *near > n - 1 ? n - 1 : *near;
    double w[BR_LAGRANGE_MOST], sum = 0;
    while (k > 0 && t[k] > at)
        k--;
    while (k + 1 < n && t[k + 1] <= at)
        k++;
    *near = k;
    if (t[k] == at)
        return x[k];
    long long first = k - 1 < 0 ? 0 : k - 1 > n - nodes ? n - nodes : k - 1;
    br_lagrange_weights(nodes, t + first, at, w);
    for (int i = 0; i < nodes; i++)
        sum += w[i] * x[first + i];
    return sum;
}
