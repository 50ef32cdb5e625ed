// elasto_update.c - the update of the elasto-plastic estimator for many axes at once.          [target]
#include "num/base/fp.h"

#include "loop/friction/elasto_parts.h"
#include "num/base/clones.h"
#include <stddef.h>

// ps, pl: from one parameter to the next, and from one point to the next.
BR_ELEM void points(br_elasto_curve curve, int count, const br_real *v, const br_real *dx, const br_real *dt,
                    const br_real *p, ptrdiff_t ps, ptrdiff_t pl, br_real *restrict z, br_real *restrict F, int alone)
{
    BR_LANES
    for (int k = 0; k < count; k++) {
        const br_real *q = p + k * pl;
        br_real sigma0 = q[0], sigma1 = q[ps], FC = q[2 * ps], FS = q[3 * ps], vs = q[4 * ps], zba = q[5 * ps];
        br_real sigma2 = q[6 * ps], before = z[k];
        z[k] = br_elasto_euler(before, dx[k], br_elasto_level(curve, sigma0, FC, FS, vs, v[k]), zba, alone);
        F[k] = br_elasto_force(sigma0 * z[k], sigma1 * ((z[k] - before) / dt[k]), sigma2 * v[k]);
    }
}

BR_ELEM void of_curve(br_elasto_curve curve, int count, const br_real *v, const br_real *dx, const br_real *dt,
                      const br_real *p, ptrdiff_t ps, ptrdiff_t pl, br_real *z, br_real *F, int alone)
{
    if (curve == BR_ELASTO_COULOMB)
        points(BR_ELASTO_COULOMB, count, v, dx, dt, p, ps, pl, z, F, alone);
    else if (curve == BR_ELASTO_GAUSS)
        points(BR_ELASTO_GAUSS, count, v, dx, dt, p, ps, pl, z, F, alone);
    else
        points(BR_ELASTO_RATIONAL, count, v, dx, dt, p, ps, pl, z, F, alone);
}

BR_CLONES
static void many(br_elasto_curve curve, int count, const br_real *v, const br_real *dx, const br_real *dt,
                 const br_real *p, int each, br_real *z, br_real *F)
{
    if (each)
        of_curve(curve, count, v, dx, dt, p, count, 1, z, F, 0);
    else
        of_curve(curve, count, v, dx, dt, p, 1, 0, z, F, 0);
}

void br_elasto_update(br_elasto_curve curve, int count, const br_real *v, const br_real *dx, const br_real *dt,
                      const br_real *p, int each, br_real *z, br_real *F)
{
    if (count == 1)
        of_curve(curve, 1, v, dx, dt, p, 1, 0, z, F, 1);
    else
        many(curve, count, v, dx, dt, p, each, z, F);
}
