// lugre.c - LuGre bristle model (Canudas de Wit et al. 1995). [target]
//
// Printed by bristle from the text of the law with direction = symmetric, damping = constant, form = deflection, viscous = linear.
// Source: Canudas de Wit et al. 1995, eq. (1), (3), (4); thesis Table 3.1 and 3.5.3
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_lugre_rate(const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p, int each, br_real *out);
// and named brf_ where br_real is float
//     br_lugre_rate       rates and outputs; results: out
//     br_lugre_rate_jet   and their derivatives; results: out, jet
//     br_lugre_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_lugre_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
// states
//     x[0]                   z  m
// inputs
//     u[0]                   v  m/s
// parameters
//     p[0]                   sigma0  N/m
//     p[1]                   sigma1  N*s/m
//     p[2]                   FC  N
//     p[3]                   FS  N
//     p[4]                   vs  m/s
//     p[5]                   sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"
#include "num/base/real.h" // compiled twice

// rates and outputs
//     out[0]                 z'
//     out[1]                 F
// their derivatives
//     jet[0]                 d z' / d z
//     jet[1]                 d F / d z
//     jet[2]                 d z' / d v
//     jet[3]                 d z' / d sigma0
//     jet[4]                 d z' / d FC
//     jet[5]                 d z' / d FS
//     jet[6]                 d z' / d vs
//     jet[7]                 d F / d v
//     jet[8]                 d F / d sigma0
//     jet[9]                 d F / d sigma1
//     jet[10]                d F / d FC
//     jet[11]                d F / d FS
//     jet[12]                d F / d vs
//     jet[13]                d F / d sigma2
BR_INLINE void lugre_rate_point0(BR_POINT, BR_VALUES)
{
    const br_real v = u[AT(0)];
    const br_real z = x[AT(0)];
    const br_real sigma0 = P(0);
    const br_real sigma1 = P(1);
    const br_real FC = P(2);
    const br_real FS = P(3);
    const br_real vs = P(4);
    const br_real sigma2 = P(5);
    const br_real c = sigma2 * v;
    const br_real t11 = v / vs;
    const br_real g = FC + (FS - FC) * br_exp(-(t11 * t11));
    const br_real t19 = sigma0 * z;
    const br_real z_dot = v - br_abs(v) * (t19 / g);
    const br_real F = t19 + sigma1 * z_dot + c;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
}

BR_LAW_VALUES(lugre_rate)

BR_INLINE void lugre_rate_jet_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real z = x[AT(0)];
    const br_real sigma0 = P(0);
    const br_real sigma1 = P(1);
    const br_real FC = P(2);
    const br_real FS = P(3);
    const br_real vs = P(4);
    const br_real sigma2 = P(5);
    const br_real c = sigma2 * v;
    const br_real t11 = v / vs;
    const br_real t15 = br_exp(-(t11 * t11));
    const br_real t16 = (FS - FC) * t15;
    const br_real g = FC + t16;
    const br_real t18 = br_abs(v);
    const br_real t19 = sigma0 * z;
    const br_real t20 = t19 / g;
    const br_real z_dot = v - t18 * t20;
    const br_real F = t19 + sigma1 * z_dot + c;
    const br_real t39 = BR_C(1.0) / vs;
    const br_real t44 = BR_C(1.0) / g;
    const br_real t48 = -t16;
    const br_real t49 = t48 == 0 ? 0 : t48 * (BR_C(2.0) * t11);
    const br_real t52 = -t18;
    const br_real t53 = t52 * -(t20 * t44);
    const br_real t54 = t52 * t44;
    const br_real t55 = t49 == 0 ? 0 : t49 * t53;
    const br_real t56 = t53 * t15;
    const br_real t57 = t55 == 0 ? 0 : t55 * -(t11 * t39);
    const br_real t59 = BR_C(1.0) - t20 * (v >= 0 ? BR_C(1.0) : BR_C(-1.0)) + (t55 == 0 ? 0 : t55 * t39);
    const br_real t61 = t53 - t56;
    const br_real t62 = t54 * sigma0;
    const br_real t63 = t54 * z;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t62;
    jet[AT(1)] = sigma0 + sigma1 * t62;
    jet[AT(2)] = t59;
    jet[AT(3)] = t63;
    jet[AT(4)] = t61;
    jet[AT(5)] = t56;
    jet[AT(6)] = t57;
    jet[AT(7)] = sigma2 + sigma1 * t59;
    jet[AT(8)] = z + sigma1 * t63;
    jet[AT(9)] = z_dot;
    jet[AT(10)] = sigma1 * t61;
    jet[AT(11)] = sigma1 * t56;
    jet[AT(12)] = sigma1 * t57;
    jet[AT(13)] = v;
}

BR_LAW_JET(lugre_rate_jet)

BR_INLINE void lugre_rate_jet_x_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real z = x[AT(0)];
    const br_real sigma0 = P(0);
    const br_real sigma1 = P(1);
    const br_real FC = P(2);
    const br_real FS = P(3);
    const br_real vs = P(4);
    const br_real sigma2 = P(5);
    const br_real c = sigma2 * v;
    const br_real t11 = v / vs;
    const br_real g = FC + (FS - FC) * br_exp(-(t11 * t11));
    const br_real t18 = br_abs(v);
    const br_real t19 = sigma0 * z;
    const br_real z_dot = v - t18 * (t19 / g);
    const br_real F = t19 + sigma1 * z_dot + c;
    const br_real t62 = -t18 * (BR_C(1.0) / g) * sigma0;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t62;
    jet[AT(1)] = sigma0 + sigma1 * t62;
}

BR_LAW_JET(lugre_rate_jet_x)

BR_INLINE void lugre_rate_jet_some_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real z = x[AT(0)];
    const br_real sigma0 = P(0);
    const br_real sigma1 = P(1);
    const br_real FC = P(2);
    const br_real FS = P(3);
    const br_real vs = P(4);
    const br_real sigma2 = P(5);
    const br_real c = sigma2 * v;
    const br_real t11 = v / vs;
    const br_real t16 = (FS - FC) * br_exp(-(t11 * t11));
    const br_real g = FC + t16;
    const br_real t18 = br_abs(v);
    const br_real t19 = sigma0 * z;
    const br_real t20 = t19 / g;
    const br_real z_dot = v - t18 * t20;
    const br_real F = t19 + sigma1 * z_dot + c;
    const br_real t44 = BR_C(1.0) / g;
    const br_real t48 = -t16;
    const br_real t49 = t48 == 0 ? 0 : t48 * (BR_C(2.0) * t11);
    const br_real t52 = -t18;
    const br_real t55 = t49 == 0 ? 0 : t49 * (t52 * -(t20 * t44));
    const br_real t59 = BR_C(1.0) - t20 * (v >= 0 ? BR_C(1.0) : BR_C(-1.0)) + (t55 == 0 ? 0 : t55 * (BR_C(1.0) / vs));
    const br_real t62 = t52 * t44 * sigma0;
    out[AT(0)] = z_dot;
    out[AT(1)] = F;
    jet[AT(0)] = t62;
    jet[AT(1)] = sigma0 + sigma1 * t62;
    jet[AT(2)] = t59;
    jet[AT(7)] = sigma2 + sigma1 * t59;
    jet[AT(9)] = z_dot;
    jet[AT(13)] = v;
}

BR_LAW_JET(lugre_rate_jet_some)

BR_INLINE void lugre_lie_held_point0(BR_POINT, BR_VALUES)
{
    const br_real v = u[AT(0)];
    const br_real sigma0 = P(0);
    const br_real FC = P(2);
    const br_real FS = P(3);
    const br_real vs = P(4);
    const br_real t11 = v / vs;
    const br_real t16 = (FS - FC) * br_exp(-(t11 * t11));
    const br_real g = FC + t16;
    const br_real t18 = br_abs(v);
    const br_real t44 = BR_C(1.0) / g;
    const br_real t48 = -t16;
    const br_real t52 = -t18;
    out[AT(0)] = v;
    out[AT(1)] = sigma0;
    out[AT(2)] = g;
    out[AT(3)] = t18;
    out[AT(4)] = BR_C(1.0) / vs;
    out[AT(5)] = v >= 0 ? BR_C(1.0) : BR_C(-1.0);
    out[AT(6)] = t44;
    out[AT(7)] = t48 == 0 ? 0 : t48 * (BR_C(2.0) * t11);
    out[AT(8)] = t52;
    out[AT(9)] = t52 * t44 * sigma0;
}

BR_INLINE void lugre_lie_substep(BR_SUBSTEP)
{
    const br_real v = HELD(0);
    const br_real z = now[j];
    const br_real sigma0 = HELD(1);
    const br_real g = HELD(2);
    const br_real t18 = HELD(3);
    const br_real t20 = sigma0 * z / g;
    const br_real z_dot = v - t18 * t20;
    const br_real t39 = HELD(4);
    const br_real t43 = HELD(5);
    const br_real t44 = HELD(6);
    const br_real t49 = HELD(7);
    const br_real t52 = HELD(8);
    const br_real t62 = HELD(9);
    const br_real share = BR_C(1.0) / (BR_C(1.0) - h * t62);
    now[j] = z + h * z_dot * share;
    if (by > 0) {
        slopes[0][j] = slopes[0][j] * share;
    }
    if (by > 1) {
        slopes[1][j] = (slopes[1][j] + h * (BR_C(1.0) - t20 * t43 + t49 * (t52 * -(t20 * t44)) * t39)) * share;
    }
}

BR_LAW_LIE(lugre_lie, count, 10, 1, 2)

