// ode_method.c - what methods of integration use: rates, stages, the error norm.   [host]
#include "num/base/fp.h"

#include "sim/run/ode_method.h"

bool br_ode_finite(br_ode_solver *s, int count, const double *k)
{
    if (br_vec_finite(s->ode.n * count, k))
        return true;
    for (int i = 0; i < s->ode.n * count; i++)
        if (!(k[i] - k[i] == 0))
            s->worst = i / count;
    return false;
}

bool br_ode_rate(br_ode_solver *s, double t, const double *x, double *k)
{
    s->count.rates++;
    s->ode.rate(s->ode.self, t, x, k);
    return br_ode_finite(s, 1, k);
}

void br_ode_rates(br_ode_solver *s, int count, const double *t, const double *x, double *k)
{
    int n = s->ode.n;
    s->count.rates += count;
    if (s->ode.rates) {
        s->ode.rates(s->ode.self, count, t, x, k);
        return;
    }
    for (int p = 0; p < count; p++) {
        for (int i = 0; i < n; i++)
            s->trial[i] = x[i * count + p];
        s->ode.rate(s->ode.self, t[p], s->trial, s->move);
        for (int i = 0; i < n; i++)
            k[i * count + p] = s->move[i];
    }
}

void br_ode_advance(const br_ode_solver *s, const double *a, int stages, double h, double *x)
{
    br_vec_zero(s->ode.n, x);
    for (int j = 0; j < stages; j++)
        if (a[j] != 0)
            br_vec_add(s->ode.n, a[j], s->k[j], x);
    for (int i = 0; i < s->ode.n; i++)
        x[i] = s->from[i] + h * x[i];
}

double br_ode_norm(const br_ode_solver *s, const double *v)
{
    double most = 0;
    for (int i = 0; i < s->ode.n; i++) {
        double e = br_ode_share(v[i], s->weight[i]);
        most = e > most || e != e ? e : most;
    }
    return most;
}
