// static.c - twins of the laws without a state: thesis 3.2, 003 (6)-(8), 001 (55)-(56), Karnopp's band.
#include "twin.h"

// c(v) = sigma_v v, or sigma_v |v|^n sgn(v) with v counted in units of v1: thesis 3.2, unit as docs/papers.md asks.
num twin_viscous(const twin_at *a, num v)
{
    num sigma2 = twin_get(a, "sigma2", 0);
    if (twin_is(a, "viscous", "linear"))
        return sigma2 * v;
    // at rest: slope 0 or sigma2; for n < 1 it would be infinite, and sigma2 stands for it
    if (creall(v) == 0)
        return creall(twin_get(a, "n_v", 0)) > 1 ? 0 : sigma2 * v;
    num v1 = twin_get(a, "v1", 0), c = sigma2 * v1 * twin_power(twin_abs(v) / v1, twin_get(a, "n_v", 0));
    return creall(v) >= 0 ? c : -c;
}

void twin_viscous_law(const twin_at *a, twin_sum *row)
{
    twin_take(&row[0], twin_viscous(a, twin_get(a, "v", 0)));
}

void twin_coulomb(const twin_at *a, twin_sum *row)
{
    num v = twin_get(a, "v", 0);
    twin_take(&row[0], twin_get(a, "FC", 0) * twin_sgn(v)); // 003 (6)
    twin_take(&row[0], twin_viscous(a, v));
}

static num square(num x)
{
    return x * x;
}

// s+(v) = FC (1 + beta exp(-(v/vs)^2)), beta = (FS - FC)/FC: thesis (3.2).
num twin_stribeck(const twin_at *a, num v, long double *outweigh)
{
    num FC = twin_get(a, "FC", 0), vs = twin_get(a, "vs", 0), t = square(v / vs), fall = cexpl(-t);
    bool by_beta = br_law_find(a->tape->law, "beta", 4) >= 0;
    num more = by_beta ? FC * twin_get(a, "beta", 0) : twin_get(a, "FS", 0) - FC, s = FC + more * fall;
    long double inner = fmaxl(creall(FC), fabsl(creall(more * fall)) * fmaxl(1, creall(t)));
    *outweigh = inner / creall(s);
    return s;
}

// tanh with its argument as a term of the sum it enters with some weight.
static num steep(twin_sum *s, num weight, num x)
{
    num t = ctanhl(x);
    long double slope = 1 - creall(t) * creall(t);
    twin_lean(s, slope * creall(weight), x);
    twin_lean(s, creall(weight), twin_num(0, cimagl(x)));
    return t;
}

void twin_stribeck_law(const twin_at *a, twin_sum *row)
{
    num v = twin_get(a, "v", 0), FC = twin_get(a, "FC", 0), more = twin_get(a, "FS", 0) - FC,
        t = v / twin_get(a, "vs", 0);
    num s = 0;
    long double outweigh = 1;
    if (twin_is(a, "curve", "gauss"))
        s = twin_stribeck(a, v, &outweigh); // 003 (7)
    else if (twin_is(a, "curve", "rational"))
        s = FC + more / (1 + t * t); // 003 (8)
    else
        s = FC + more * cexpl(-twin_power(twin_abs(t), twin_get(a, "delta", 0)));
    num dir = twin_is(a, "sign_of", "sharp") ? twin_sgn(v) : steep(&row[0], s, twin_get(a, "slope", 0) * v);
    twin_take(&row[0], s * dir);
    twin_take(&row[0], twin_viscous(a, v));
}

void twin_static_kinetic(const twin_at *a, twin_sum *row) // thesis (3.1)
{
    num v = twin_get(a, "v", 0), u = twin_get(a, "u", 0), FS = twin_get(a, "FS", 0);
    if (creall(v) != 0) {
        long double outweigh;
        twin_take(&row[0], twin_stribeck(a, v, &outweigh) * twin_sgn(v));
        twin_take(&row[0], twin_viscous(a, v));
    } else {
        twin_take(&row[0], fabsl(creall(u)) <= creall(FS) ? u : FS * twin_sgn(u));
    }
}

void twin_karnopp(const twin_at *a, twin_sum *row)
{
    num v = twin_get(a, "v", 0), u = twin_get(a, "u", 0), FS = twin_get(a, "FS", 0);
    if (fabsl(creall(v)) > creall(twin_get(a, "dv", 0))) {
        twin_take(&row[0], twin_get(a, "FC", 0) * twin_sgn(v));
        twin_take(&row[0], twin_viscous(a, v));
    } else {
        twin_take(&row[0], fabsl(creall(u)) <= creall(FS) ? u : FS * twin_sgn(u));
    }
}

void twin_makkar(const twin_at *a, twin_sum *row) // thesis (3.3)
{
    num v = twin_get(a, "v", 0), g1 = twin_get(a, "gamma1", 0), g4 = twin_get(a, "gamma4", 0);
    twin_take(&row[0], g1 * steep(&row[0], g1, twin_get(a, "gamma2", 0) * v));
    twin_take(&row[0], -g1 * steep(&row[0], g1, twin_get(a, "gamma3", 0) * v));
    twin_take(&row[0], g4 * steep(&row[0], g4, twin_get(a, "gamma5", 0) * v));
    twin_take(&row[0], twin_viscous(a, v));
}

// atan(x), exact also where the step is far below the last digit of x.
static num arc(num x)
{
    long double re = creall(x);
    return twin_num(atanl(re), cimagl(x) / (1 + re * re));
}

void twin_pacejka(const twin_at *a, twin_sum *row) // 001 (55), (56)
{
    num v = twin_get(a, "v", 0), b = twin_get(a, "b", 0), c = twin_get(a, "c_p", 0), d = twin_get(a, "d", 0),
        e = twin_get(a, "e", 0);
    twin_sum in = {0}, fn = {0}, *mu = &row[1];
    twin_take(&in, b * v);
    twin_take(&in, -e * (b * v));
    twin_take(&in, e * arc(b * v));
    num angle = c * arc(in.x);
    twin_take(mu, d * csinl(angle));
    twin_lean(mu, creall(d), angle);
    long double slope = creall(d) * creall(c) / (1 + creall(in.x) * creall(in.x));
    mu->term = fmaxl(mu->term, fabsl(slope) * in.term);
    mu->slope = fmaxl(mu->slope, fabsl(slope) * in.slope);

    if (twin_is(a, "load", "contact")) {
        twin_take(&fn, twin_get(a, "kc", 0) * twin_get(a, "delta", 0));
        twin_take(&fn, twin_get(a, "cc", 0) * twin_get(a, "delta_rate", 0));
    } else {
        twin_take(&fn, twin_get(a, "fn", 0));
    }
    row[0].edge = fabsl(creall(fn.x)) <= 1e-12L * fn.term && fn.term > 0;
    twin_carry(&row[0], twin_abs(fn.x), mu);
    twin_lean(&row[0], creall(mu->x), twin_num(fn.term, fn.slope));
    twin_take(&row[0], twin_viscous(a, v));
}
