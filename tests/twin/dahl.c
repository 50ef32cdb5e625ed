// dahl.c - twins of Dahl's model and its relatives: 002 (5) and below, Bliman and Sorine, load-dependent friction.
#include "twin.h"

void twin_dahl(const twin_at *a, twin_sum *row) // in deflections: F = sigma0 z
{
    num v = twin_get(a, "v", 0), z = twin_get(a, "z", 0), sigma0 = twin_get(a, "sigma0", 0), FC = twin_get(a, "FC", 0);
    num part = sigma0 * z / FC; // F/FC
    if (twin_is(a, "shape", "linear")) {
        twin_take(&row[0], v);
        twin_take(&row[0], -twin_abs(v) * part);
    } else {
        // v |1 - part sgn(v)|^delta sgn(1 - part sgn(v)); sgn(0) = 0, so that the element is a spring at rest
        num left = 1 - twin_sgn(v) * part, delta = twin_get(a, "delta", 0);
        num rate = v * twin_power(twin_abs(left), delta);
        long double size = fabsl(creall(left)),
                    sharp = fabsl(creall(v)) * creall(delta) * powl(size, creall(delta) - 1);
        if (size == 0) // below delta = 1 the slope is infinite, and the one of delta = 1 stands for it
            rate = creall(delta) > 1 ? 0 : v * left;
        twin_take(&row[0], creall(left) >= 0 ? rate : -rate);
        row[0].edge = size <= 1e-12L && part != 0;
        if (size > 0) {
            twin_lean(&row[0], sharp, twin_num(fmaxl(1, fabsl(creall(part))), cimagl(part)));
            // a rounded `left` bends the slopes, too
            long double bent = fabsl(cimagl(rate)) + sharp * fabsl(cimagl(part));
            twin_lean(&row[0], bent * (1 + fabsl(creall(part))) / size, twin_num(0, 1));
        }
    }
    twin_take(&row[1], sigma0 * z);
    twin_take(&row[1], twin_viscous(a, v));
}

// F'' + 2 zeta omega F' + omega^2 F = omega^2 FC sgn(v) over the distance s; ds = |v| dt. States F and F'.
void twin_bliman_sorine(const twin_at *a, twin_sum *row)
{
    num v = twin_get(a, "v", 0), f = twin_get(a, "f", 0), h = twin_get(a, "h", 0);
    num omega = twin_get(a, "omega", 0), pace = twin_abs(v);
    twin_take(&row[0], h * pace);
    twin_take(&row[1], omega * omega * twin_get(a, "FC", 0) * v);
    twin_take(&row[1], -2 * twin_get(a, "zeta", 0) * omega * h * pace);
    twin_take(&row[1], -omega * omega * f * pace);
    twin_take(&row[2], f);
    twin_take(&row[2], twin_viscous(a, v));
}

void twin_load_dahl(const twin_at *a, twin_sum *row)
{
    num w = twin_get(a, "w", 0), tau = twin_get(a, "tau", 0), z = twin_get(a, "z", 0), h = twin_get(a, "h", 0);
    twin_take(&row[0], w / h);
    twin_take(&row[0], -twin_abs(w) * z / h);
    twin_take(&row[1], twin_get(a, "mu_a", 0) * twin_abs(tau) * z);
    twin_take(&row[1], twin_get(a, "mu_d", 0) * tau * z * z);
    twin_take(&row[1], twin_viscous(a, w));
}

void twin_gear(const twin_at *a, twin_sum *row)
{
    num v = twin_get(a, "v", 0), load = twin_get(a, "load", 0), z = twin_get(a, "z", 0), h = twin_get(a, "h", 0);
    num FC = twin_get(a, "FC", 0), r = v / twin_get(a, "vs", 0), bell = cexpl(-r * r);
    twin_take(&row[0], v / h);
    twin_take(&row[0], -twin_abs(v) * z / h);
    twin_take(&row[1], FC * z);
    twin_take(&row[1], (twin_get(a, "FS", 0) - FC) * bell * z);
    twin_lean(&row[1], creall((twin_get(a, "FS", 0) + FC) * bell) * fabsl(creall(z)), r * r); // the exponent
    twin_take(&row[1], twin_get(a, "mu", 0) * twin_abs(load) * z);
    twin_take(&row[1], twin_viscous(a, v));
}
