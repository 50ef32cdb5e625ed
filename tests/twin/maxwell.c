// maxwell.c - twins of the models with elements: Maxwell-slip, GMS (thesis 3.6-3.8, Table B.1), S-GMS (3.12-3.16,
// Table B.2), DAM (3.9-3.11).
#include "twin.h"

enum { STICK, FORWARD, BACKWARD };

void twin_maxwell_slip(const twin_at *a, twin_sum *row)
{
    int n = twin_count(a);
    num v = twin_get(a, "v", 0);
    for (int i = 0; i < n; i++) {
        twin_take(&row[i], twin_mode(a, i) == STICK ? twin_get(a, "kappa", i) * v : 0);
        twin_take(&row[n], twin_get(a, "z", i));
    }
    twin_take(&row[n], twin_viscous(a, v));
}

void twin_gms(const twin_at *a, twin_sum *row)
{
    int n = twin_count(a);
    bool force = twin_is(a, "form", "force");
    long double outweigh;
    num v = twin_get(a, "v", 0), s = twin_stribeck(a, v, &outweigh), C = twin_get(a, "C", 0);
    for (int i = 0; i < n; i++) {
        num z = twin_get(a, "z", i), kappa = twin_get(a, "kappa", i), nu = twin_get(a, "nu", i);
        int mode = twin_mode(a, i);
        if (mode == STICK) { // (3.6)
            twin_take(&row[i], force ? kappa * v : v);
        } else { // (3.7) with Ci = nu_i/kappa_i C and z_i^s+ = nu_i/kappa_i s+
            num side = mode == FORWARD ? 1 : -1;
            twin_take(&row[i], C * side * (force ? nu : nu / kappa));
            twin_take(&row[i], -C * z / s);
            twin_lean(&row[i], outweigh, C * z / s);
        }
        num sigma = twin_get(a, "sigma", i);
        twin_take(&row[n], force ? z : kappa * z); // (3.8)
        if (mode == STICK)
            twin_take(&row[n], sigma * v);
        else
            twin_carry(&row[n], force ? sigma / kappa : sigma, &row[i]);
    }
    twin_take(&row[n], twin_viscous(a, v));
}

// (1 - tanh(x))/2 of (3.14), (3.15), written so that its tail keeps its digits; leans on the terms of x.
static num fade(twin_sum *s, long double weight, num x, num one, num two)
{
    num y = creall(x) > 5000 ? 0 : creall(x) < -5000 ? 1 : 1 / (1 + cexpl(2 * x));
    long double slope = 2 * creall(y) * creall(1 - y), most = fmaxl(fabsl(creall(one)), fabsl(creall(two)));
    long double turn = fmaxl(fabsl(cimagl(one)), fabsl(cimagl(two)));
    twin_lean(s, weight, twin_num(slope * most, turn * (1 + slope * most)));
    return y;
}

void twin_sgms(const twin_at *a, twin_sum *row)
{
    int n = twin_count(a);
    bool force = twin_is(a, "form", "force");
    long double outweigh;
    num v = twin_get(a, "v", 0), vs = twin_get(a, "vs", 0), s = twin_stribeck(a, v, &outweigh), va = twin_abs(v);
    num zeta = twin_get(a, "zeta", 0), lambda = twin_get(a, "lambda", 0), gamma = twin_get(a, "gamma", 0);
    if (twin_is(a, "speed", "root")) {
        num eps = twin_get(a, "eps", 0);
        va = csqrtl(v * v + eps * eps);
    } else if (twin_is(a, "speed", "tanh")) {
        va = v * ctanhl(twin_get(a, "slope", 0) * v);
    }
    for (int i = 0; i < n; i++) {
        num kappa = twin_get(a, "kappa", i), z = twin_get(a, "z", i), sigma = twin_get(a, "sigma", i);
        num r = (force ? z : kappa * z) / (twin_get(a, "nu", i) * s); // z_i/z_i^s+
        twin_sum d = {0};                                             // rate of the deflection
        long double push = fabsl(creall(va * r)) * outweigh;
        num etaA = fade(&d, push, lambda * (r + zeta), lambda * r, lambda * zeta) +
                   fade(&d, push, -lambda * (r - zeta), lambda * r, lambda * zeta);           // (3.14)
        num etaB = fade(&d, push * creall(etaA), -gamma * r * v / vs, gamma * r * v / vs, 0); // (3.15)
        twin_take(&d, v);                                                                     // (3.12)
        twin_take(&d, -etaA * etaB * va * r);
        twin_lean(&d, outweigh, etaA * etaB * va * r);
        twin_carry(&row[i], force ? kappa : 1, &d);
        twin_take(&row[n], force ? z : kappa * z); // (3.8); sigma_i z_i' in deflections, so kappa = 0 is defined
        twin_carry(&row[n], sigma, &d);
    }
    twin_take(&row[n], twin_viscous(a, v));
}

void twin_dam(const twin_at *a, twin_sum *row)
{
    int n = twin_count(a);
    long double outweigh;
    num v = twin_get(a, "v", 0), lag = twin_get(a, "a", 0), tau_d = twin_get(a, "tau_d", 0);
    num s = twin_stribeck(a, v, &outweigh);
    twin_take(&row[0], s / tau_d); // (3.9)
    twin_lean(&row[0], outweigh, s / tau_d);
    twin_take(&row[0], -lag / tau_d);
    for (int i = 0; i < n; i++) {
        num z = twin_get(a, "z", i), kappa = twin_get(a, "kappa", i), sigma = twin_get(a, "sigma", i);
        num limit = twin_get(a, "nu", i) * lag, force = kappa * z + sigma * v, f = twin_clamp(force, -limit, limit);
        bool slips = creall(f) != creall(force);
        twin_sum *rate = &row[1 + i], *F = &row[1 + n];
        rate->edge = twin_near(twin_abs(force), limit);
        F->edge = F->edge || rate->edge;
        // (3.10) with its spring force: z' = (sat(nu_i a, kappa_i z_i + sigma_i v) - kappa_i z_i)/sigma_i
        twin_take(rate, slips ? f / sigma : v);
        if (slips)
            twin_take(rate, -kappa * z / sigma);
        twin_lean(rate, 1 / creall(sigma), kappa * z);
        twin_lean(rate, fmaxl(fabsl(creall(kappa * z / sigma)), fabsl(creall(v))),
                  twin_num(0, cimagl(sigma) / creall(sigma)));
        twin_take(F, f); // (3.11)
        if (!slips) {
            twin_lean(F, 1, kappa * z);
            twin_lean(F, 1, sigma * v);
        }
    }
    twin_take(&row[1 + n], twin_viscous(a, v));
}
