// bliman-sorine.c - Second-order model in the distance travelled. [target]
//
// Printed by bristle from the text of the law with viscous = linear.
// Source: Canudas de Wit et al. 1995, section II: d2F/ds2 + 2 zeta omega dF/ds + omega^2 F = omega^2
//     FC sgn(v), ds = |v| dt
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m: NULL, the law has no modes.
// Functions, declared as
//     void br_bliman_sorine_rate(const int *size, int count, const br_real *x, const int *m, const br_real *u, const br_real *p, int each, br_real *out);
// and named brf_ where br_real is float
//     br_bliman_sorine_rate       rates and outputs; results: out
//     br_bliman_sorine_rate_jet   and their derivatives; results: out, jet
//     br_bliman_sorine_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_bliman_sorine_rate_jet_some and those by states, inputs, and parameters that cost nothing more; results: out, jet
// states
//     x[0]                   f  N
//     x[1]                   h  N/m
// inputs
//     u[0]                   v  m/s
// parameters
//     p[0]                   FC  N
//     p[1]                   omega  1/m
//     p[2]                   zeta  -
//     p[3]                   sigma2  N*s/m

#include "num/base/fp.h"

#include "law/printed/tile.h"
#include "num/base/real.h" // compiled twice

// rates and outputs
//     out[0]                 f'
//     out[1]                 h'
//     out[2]                 F
// their derivatives
//     jet[0]                 d f' / d h
//     jet[1]                 d h' / d f
//     jet[2]                 d h' / d h
//     jet[3]                 d F / d f
//     jet[4]                 d f' / d v
//     jet[5]                 d h' / d v
//     jet[6]                 d h' / d FC
//     jet[7]                 d h' / d omega
//     jet[8]                 d h' / d zeta
//     jet[9]                 d F / d v
//     jet[10]                d F / d sigma2
BR_INLINE void bliman_sorine_rate_point0(BR_POINT, BR_VALUES)
{
    const br_real v = u[AT(0)];
    const br_real f = x[AT(0)];
    const br_real h_1 = x[AT(1)];
    const br_real FC = P(0);
    const br_real omega = P(1);
    const br_real zeta = P(2);
    const br_real sigma2 = P(3);
    const br_real c = sigma2 * v;
    const br_real t9 = br_abs(v);
    const br_real f_dot = t9 * h_1;
    const br_real t12 = omega * omega;
    const br_real h_dot = t12 * FC * v - t9 * (t12 * f + BR_C(2.0) * zeta * omega * h_1);
    const br_real F = f + c;
    out[AT(0)] = f_dot;
    out[AT(1)] = h_dot;
    out[AT(2)] = F;
}

BR_LAW_VALUES(bliman_sorine_rate)

BR_INLINE void bliman_sorine_rate_jet_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real f = x[AT(0)];
    const br_real h_1 = x[AT(1)];
    const br_real FC = P(0);
    const br_real omega = P(1);
    const br_real zeta = P(2);
    const br_real sigma2 = P(3);
    const br_real c = sigma2 * v;
    const br_real t9 = br_abs(v);
    const br_real f_dot = t9 * h_1;
    const br_real t12 = omega * omega;
    const br_real t13 = t12 * FC;
    const br_real t16 = BR_C(2.0) * zeta;
    const br_real t17 = t16 * omega;
    const br_real t19 = t12 * f + t17 * h_1;
    const br_real h_dot = t13 * v - t9 * t19;
    const br_real F = f + c;
    const br_real t25 = v >= 0 ? BR_C(1.0) : BR_C(-1.0);
    const br_real t27 = -t9;
    const br_real t30 = t27 * h_1;
    out[AT(0)] = f_dot;
    out[AT(1)] = h_dot;
    out[AT(2)] = F;
    jet[AT(0)] = t9;
    jet[AT(1)] = t27 * t12;
    jet[AT(2)] = t27 * t17;
    jet[AT(3)] = BR_C(1.0);
    jet[AT(4)] = h_1 * t25;
    jet[AT(5)] = t13 + -t19 * t25;
    jet[AT(6)] = v * t12;
    jet[AT(7)] = t30 * t16 + (t27 * f + v * FC) * (BR_C(2.0) * omega);
    jet[AT(8)] = t30 * omega * BR_C(2.0);
    jet[AT(9)] = sigma2;
    jet[AT(10)] = v;
}

BR_LAW_JET(bliman_sorine_rate_jet)

BR_INLINE void bliman_sorine_rate_jet_x_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real f = x[AT(0)];
    const br_real h_1 = x[AT(1)];
    const br_real FC = P(0);
    const br_real omega = P(1);
    const br_real zeta = P(2);
    const br_real sigma2 = P(3);
    const br_real c = sigma2 * v;
    const br_real t9 = br_abs(v);
    const br_real f_dot = t9 * h_1;
    const br_real t12 = omega * omega;
    const br_real t17 = BR_C(2.0) * zeta * omega;
    const br_real h_dot = t12 * FC * v - t9 * (t12 * f + t17 * h_1);
    const br_real F = f + c;
    const br_real t27 = -t9;
    out[AT(0)] = f_dot;
    out[AT(1)] = h_dot;
    out[AT(2)] = F;
    jet[AT(0)] = t9;
    jet[AT(1)] = t27 * t12;
    jet[AT(2)] = t27 * t17;
    jet[AT(3)] = BR_C(1.0);
}

BR_LAW_JET(bliman_sorine_rate_jet_x)

BR_INLINE void bliman_sorine_rate_jet_some_point0(BR_POINT, BR_JET)
{
    const br_real v = u[AT(0)];
    const br_real f = x[AT(0)];
    const br_real h_1 = x[AT(1)];
    const br_real FC = P(0);
    const br_real omega = P(1);
    const br_real zeta = P(2);
    const br_real sigma2 = P(3);
    const br_real c = sigma2 * v;
    const br_real t9 = br_abs(v);
    const br_real f_dot = t9 * h_1;
    const br_real t12 = omega * omega;
    const br_real t13 = t12 * FC;
    const br_real t17 = BR_C(2.0) * zeta * omega;
    const br_real t19 = t12 * f + t17 * h_1;
    const br_real h_dot = t13 * v - t9 * t19;
    const br_real F = f + c;
    const br_real t25 = v >= 0 ? BR_C(1.0) : BR_C(-1.0);
    const br_real t27 = -t9;
    out[AT(0)] = f_dot;
    out[AT(1)] = h_dot;
    out[AT(2)] = F;
    jet[AT(0)] = t9;
    jet[AT(1)] = t27 * t12;
    jet[AT(2)] = t27 * t17;
    jet[AT(3)] = BR_C(1.0);
    jet[AT(4)] = h_1 * t25;
    jet[AT(5)] = t13 + -t19 * t25;
    jet[AT(9)] = sigma2;
    jet[AT(10)] = v;
}

BR_LAW_JET(bliman_sorine_rate_jet_some)

