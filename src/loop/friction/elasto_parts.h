// elasto_parts.h - the equations of the elasto-plastic estimator for controllers.              [target]
//
// laws/elasto-plastic.law has them for simulation and fitting; tests/law/test_elasto_law.c holds these against it, to the bit.
// alone: 1 for a single call, which is quicker with branches; 0 in loops, which vectorise without. The bits are the same.
// Deflections are counted along the direction of the displacement: there the deflection of steady sliding, zss > zba > 0,
// is the ceiling.
#ifndef BR_LOOP_FRICTION_ELASTO_PARTS_H
#define BR_LOOP_FRICTION_ELASTO_PARTS_H

#include "loop/friction/elasto.h"
#include "num/base/elem.h"

// (6) to (9): the deflection of steady sliding, as a magnitude.
BR_ELEM br_real br_elasto_level(br_elasto_curve curve, br_real sigma0, br_real FC, br_real FS, br_real vs, br_real v)
{
    br_real w = v / vs;
    if (curve == BR_ELASTO_COULOMB)
        return (v == 0 ? FS : FC) / sigma0;
    if (curve == BR_ELASTO_GAUSS)
        return (FC + (FS - FC) * br_r_exp(-(w * w))) / sigma0;
    return (FC + (FS - FC) / (1 + w * w)) / sigma0;
}

// dz/dx = 1 - alpha z/zss with alpha of (10). Below zba, the break-away deflection, and so for deflections against the motion, alpha is exactly 0.
BR_ELEM br_real br_elasto_slope(br_real along, br_real zss, br_real zba, int alone)
{
    if (alone && along <= 0)
        return 1;
    br_real t = (along - (zss + zba) / 2) / (zss - zba);
    if (alone && t <= BR_C(-0.5))
        return 1;
    if (alone && t >= BR_C(0.5))
        return 1 - along / zss;
    t = t > BR_C(-0.5) ? t : BR_C(-0.5);
    t = t < BR_C(0.5) ? t : BR_C(0.5);
    br_real turn = BR_C(3.141592653589793) * t, alpha = BR_C(0.5) + (alone ? br_r_sin(turn) : br_r_sin_near(turn)) / 2;
    return 1 - alpha * (along / zss);
}

// (12) and (13).
BR_ELEM br_real br_elasto_euler(br_real z, br_real dx, br_real zss, br_real zba, int alone)
{
    br_real s = dx < 0 ? BR_C(-1.0) : BR_C(1.0), along = z * s;
    if (alone && along >= zss)
        return dx == 0 ? z : zss * s;
    br_real y = along < zss ? br_elasto_slope(along, zss, zba, alone) * (dx * s) : 0;
    br_real grown = along + y < zss ? along + y : zss;
    return dx == 0 ? z : grown * s;
}

// (14)
BR_ELEM br_real br_elasto_force(br_real elastic, br_real damping, br_real viscous)
{
    return elastic + damping + viscous;
}

#endif
