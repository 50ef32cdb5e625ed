// lugre.c - twins of the bristle models with one state: LuGre (002), elasto-plastic (003) in time and by samples.
#include "twin.h"

void twin_lugre(const twin_at *a, twin_sum *row)
{
    num v = twin_get(a, "v", 0), z = twin_get(a, "z", 0);
    num sigma0 = twin_get(a, "sigma0", 0), sigma1 = twin_get(a, "sigma1", 0);
    num FC = twin_get(a, "FC", 0), FS = twin_get(a, "FS", 0), vs = twin_get(a, "vs", 0);
    if (twin_is(a, "direction", "dependent") && creall(v) < 0) {
        FC = twin_get(a, "FC_neg", 0);
        FS = twin_get(a, "FS_neg", 0);
        vs = twin_get(a, "vs_neg", 0);
    }
    bool force = twin_is(a, "form", "force");                                      // z is sigma0 times the deflection
    num g = (FC + (FS - FC) * cexpl(-(v / vs) * (v / vs))) / (force ? 1 : sigma0); // (4)
    twin_sum slip = {0};
    twin_take(&slip, v); // (1)
    twin_take(&slip, -twin_abs(v) / g * z);
    twin_carry(&row[0], force ? sigma0 : 1, &slip);
    if (twin_is(a, "damping", "fading")) { // thesis 3.5.3: sigma1 that depends on v
        num t = v / twin_get(a, "vd", 0);
        sigma1 *= cexpl(-t * t);
        twin_lean(&row[1], creall(sigma1) * slip.term, t * t); // the exponent is a term further in
    }
    twin_take(&row[1], force ? z : sigma0 * z); // (3)
    twin_carry(&row[1], sigma1, &slip);
    twin_take(&row[1], twin_viscous(a, v));
}

// zss of (7)-(9) as a magnitude: at v = 0 it is f_max/sigma0.
static num steady(const twin_at *a, num v)
{
    num FC = twin_get(a, "FC", 0), more = twin_get(a, "FS", 0) - FC, t = v / twin_get(a, "vs", 0);
    num fall = twin_is(a, "curve", "rational") ? 1 / (1 + t * t) : cexpl(-t * t);
    return (more * fall + FC) / twin_get(a, "sigma0", 0);
}

// alpha(z, v) of (10) with thesis (3.5) for the factor 1/2 and magnitudes as docs/papers.md asks; `same`: z and the motion have
// the same direction. What it multiplies leans on it by the slopes of the sine: `sharp`, and `most` by its bound.
static num alpha_of(num z, num zss, num zba, bool same, num *t)
{
    *t = 0;
    if (!same || creall(twin_abs(z)) <= creall(zba))
        return 0;
    if (creall(twin_abs(z)) >= creall(zss))
        return 1;
    *t = (twin_abs(z) - (zss + zba) / 2) / (zss - zba);
    return (1 + csinl(acosl(-1) * *t)) / 2;
}

// The terms inside the sine: |z|, zss and zba over zss - zba.
static void lean_on_alpha(twin_sum *s, long double weight, num z, num zss, num zba, num t)
{
    num gap = zss - zba;
    long double pi = acosl(-1), narrow = creall(gap);
    if (!(narrow > 0))
        return;
    long double slope = pi / 2 * cosl(pi * creall(t)), part = creall(zss) / narrow;
    long double size = fmaxl(fabsl(creall(z)), creall(zss)) / narrow, bend = (1 + part) * (1 + size);
    long double moved = (fabsl(cimagl(z)) + fabsl(cimagl(zss)) + fabsl(cimagl(zba))) / narrow * (1 + part);
    twin_lean(s, weight, twin_num(slope * (size + part), pi * pi * moved * bend));
}

static bool inside(num z, num zss, num zba)
{
    // a little more than the open interval: rounding may carry the law across the edge of the sine, where it is flat
    long double m = fabsl(creall(z));
    return m > creall(zba) * (1 - 1e-12L) && m < creall(zss) * (1 + 1e-12L);
}

void twin_elasto_plastic(const twin_at *a, twin_sum *row)
{
    num v = twin_get(a, "v", 0), z = twin_get(a, "z", 0), zss = steady(a, v), zba = twin_get(a, "zba", 0), t;
    bool same = (creall(v) > 0 && creall(z) > 0) || (creall(v) < 0 && creall(z) < 0);
    num alpha = alpha_of(z, zss, zba, same, &t);
    twin_take(&row[0], v); // (4)
    twin_take(&row[0], -alpha * twin_abs(v) * z / zss);
    if (same && inside(z, zss, zba))
        lean_on_alpha(&row[0], creall(v) * creall(z) / creall(zss), z, zss, zba, t);
    twin_take(&row[1], twin_get(a, "sigma0", 0) * z); // (5)
    twin_carry(&row[1], twin_get(a, "sigma1", 0), &row[0]);
    twin_take(&row[1], twin_viscous(a, v));
}

// (12), (13) along the direction of the displacement, where zss is a ceiling.
void twin_elasto_plastic_next(const twin_at *a, twin_sum *row)
{
    num v = twin_get(a, "v", 0), dx = twin_get(a, "dx", 0), dt = twin_get(a, "dt", 0), z = twin_get(a, "z", 0);
    num zss = steady(a, v), zba = twin_get(a, "zba", 0), t;
    long double sign = creall(dx) > 0 ? 1 : -1;
    num before = sign * z, go = sign * dx;
    twin_sum *next = &row[0];
    if (creall(dx) == 0) {
        twin_take(next, z);
    } else if (creall(before) >= creall(zss)) {
        twin_take(next, sign * zss);
        next->edge = twin_near(before, zss);
    } else {
        num alpha = alpha_of(z, zss, zba, creall(before) > 0, &t);
        num y = (1 - alpha * before / zss) * go;
        next->edge = twin_near(before, zss) || twin_near(before + y, zss);
        if (creall(before) + creall(y) <= creall(zss)) {
            twin_take(next, z);
            twin_take(next, dx);
            twin_take(next, -sign * alpha * before / zss * go);
        } else {
            twin_take(next, sign * zss);
        }
        if (creall(before) > 0 && inside(z, zss, zba))
            lean_on_alpha(next, creall(before) / creall(zss) * creall(go), z, zss, zba, t);
    }
    twin_carry(&row[1], twin_get(a, "sigma0", 0), next); // (14)
    num rate = twin_get(a, "sigma1", 0) / dt;
    twin_carry(&row[1], rate, next);
    twin_take(&row[1], -rate * z);
    twin_take(&row[1], twin_viscous(a, v));
}
