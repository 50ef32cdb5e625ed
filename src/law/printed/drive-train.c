// drive-train.c - Drive train with static friction, as an automaton. [target]
//
// Printed by bristle from the text of the law.
// Source: Rauh et al. 2017, eq. (1)-(3), Fig. 3; sign of alpha as in (12)
//
// All functions work on `count` points at once, in SI units: number j of point k stands at [j*count + k].
// Parameters are shared by all points (each = 0: parameter j at p[j]) or every point has its own (each = 1).
// size: NULL, the law has no elements.
// m[] holds modes: 0 rest, 1 forward, 2 backward; one per point. NULL: all 0.
// Functions, declared as
//     void br_drive_train_rate(const int *size, int count, const double *x, const int *m, const double *u, const double *p, int each, double *out);
//     br_drive_train_rate       rates and outputs; results: out
//     br_drive_train_rate_jet   and their derivatives; results: out, jet
//     br_drive_train_rate_jet_x and those by states alone, the first of jet; results: out, jet
//     br_drive_train_mode       the modes after the transitions; results: int *next
//     br_drive_train_margin     how far each transition's guard is from holding; results: out
//     br_drive_train_margin_jet and their derivatives; results: out, jet
// states
//     x[0]                   x1  rad
//     x[1]                   x2  rad/s
// inputs
//     u[0]                   u  N*m
// parameters
//     p[0]                   alpha  1/s
//     p[1]                   beta  rad/s^2/N/m
//     p[2]                   TF  N*m

#include "num/base/fp.h"

#include "law/printed/tile.h"

// rates and outputs
//     out[0]                 x1'
//     out[1]                 x2'
//     out[2]                 T
// their derivatives
//     jet[0]                 d x1' / d x2
//     jet[1]                 d x2' / d x2
//     jet[2]                 d T / d x2
//     jet[3]                 d x2' / d u
//     jet[4]                 d x2' / d alpha
//     jet[5]                 d x2' / d beta
//     jet[6]                 d x2' / d TF
//     jet[7]                 d T / d u
//     jet[8]                 d T / d alpha
//     jet[9]                 d T / d beta
//     jet[10]                d T / d TF
BR_INLINE void drive_train_rate_point0(BR_POINT, BR_VALUES)
{
    const int mode = m ? m[AT(0)] : 0;
    const double u_1 = u[AT(0)];
    const double x2 = x[AT(1)];
    const double alpha = P(0);
    const double beta = P(1);
    const double TF = P(2);
    const double x1_dot = mode == 0 ? 0.0 * x2 : mode == 1 ? x2 : x2;
    const double t12 = -alpha * x2;
    const double x2_dot = mode == 0 ? 0.0 * beta * u_1 : mode == 1 ? t12 + beta * (u_1 - TF) : t12 + beta * (u_1 + TF);
    const double t21 = alpha / beta * x2;
    const double T = mode == 0 ? u_1 : mode == 1 ? TF + t21 : -TF + t21;
    out[AT(0)] = x1_dot;
    out[AT(1)] = x2_dot;
    out[AT(2)] = T;
}

BR_LAW_VALUES(drive_train_rate)

BR_INLINE void drive_train_rate_jet_point0(BR_POINT, BR_JET)
{
    const int mode = m ? m[AT(0)] : 0;
    const double u_1 = u[AT(0)];
    const double x2 = x[AT(1)];
    const double alpha = P(0);
    const double beta = P(1);
    const double TF = P(2);
    const double x1_dot = mode == 0 ? 0.0 * x2 : mode == 1 ? x2 : x2;
    const double t9 = 0.0 * beta;
    const double t11 = -alpha;
    const double t12 = t11 * x2;
    const double t13 = u_1 - TF;
    const double t16 = u_1 + TF;
    const double x2_dot = mode == 0 ? t9 * u_1 : mode == 1 ? t12 + beta * t13 : t12 + beta * t16;
    const double t20 = alpha / beta;
    const double t21 = t20 * x2;
    const double T = mode == 0 ? u_1 : mode == 1 ? TF + t21 : -TF + t21;
    const double t36 = mode == 0 ? 1.0 : mode == 1 ? 0.0 : 0.0;
    const double t37 = mode == 0 ? 0.0 : mode == 1 ? 1.0 : 0.0;
    const double t38 = mode == 0 ? 0.0 : mode == 1 ? 0.0 : 1.0;
    const double t39 = t37 + t38;
    const double t40 = 1.0 / beta;
    const double t49 = x2 * t39;
    const double t52 = beta * t38;
    const double t54 = beta * t37;
    out[AT(0)] = x1_dot;
    out[AT(1)] = x2_dot;
    out[AT(2)] = T;
    jet[AT(0)] = t39;
    jet[AT(1)] = t11 * t39;
    jet[AT(2)] = t39 == 0.0 ? 0.0 : t39 * t20;
    jet[AT(3)] = t52 + t54 + t9 * t36;
    jet[AT(4)] = -x2 * t39;
    jet[AT(5)] = t16 * t38 + t13 * t37;
    jet[AT(6)] = t52 - t54;
    jet[AT(7)] = t36;
    jet[AT(8)] = t49 == 0.0 ? 0.0 : t49 * t40;
    jet[AT(9)] = t49 == 0.0 ? 0.0 : t49 * -(t20 * t40);
    jet[AT(10)] = t37 - t38;
}

BR_LAW_JET(drive_train_rate_jet)

BR_INLINE void drive_train_rate_jet_x_point0(BR_POINT, BR_JET)
{
    const int mode = m ? m[AT(0)] : 0;
    const double u_1 = u[AT(0)];
    const double x2 = x[AT(1)];
    const double alpha = P(0);
    const double beta = P(1);
    const double TF = P(2);
    const double x1_dot = mode == 0 ? 0.0 * x2 : mode == 1 ? x2 : x2;
    const double t11 = -alpha;
    const double t12 = t11 * x2;
    const double x2_dot = mode == 0 ? 0.0 * beta * u_1 : mode == 1 ? t12 + beta * (u_1 - TF) : t12 + beta * (u_1 + TF);
    const double t20 = alpha / beta;
    const double t21 = t20 * x2;
    const double T = mode == 0 ? u_1 : mode == 1 ? TF + t21 : -TF + t21;
    const double t39 = (mode == 0 ? 0.0 : mode == 1 ? 1.0 : 0.0) + (mode == 0 ? 0.0 : mode == 1 ? 0.0 : 1.0);
    out[AT(0)] = x1_dot;
    out[AT(1)] = x2_dot;
    out[AT(2)] = T;
    jet[AT(0)] = t39;
    jet[AT(1)] = t11 * t39;
    jet[AT(2)] = t39 == 0.0 ? 0.0 : t39 * t20;
}

BR_LAW_JET(drive_train_rate_jet_x)

// The mode after the transitions: of each mode, the first whose guard holds.
BR_INLINE void drive_train_mode_point0(BR_POINT, BR_MODES)
{
    const int mode = m ? m[AT(0)] : 0;
    const double u_1 = u[AT(0)];
    const double x2 = x[AT(1)];
    const double TF = P(2);
    const double t23 = -TF;
    next[AT(0)] =
        mode == 0 && (TF < u_1) ? 1 :
        mode == 0 && (u_1 < t23) ? 2 :
        mode == 1 && (((x2 <= 0.0) & (u_1 <= TF))) ? 0 :
        mode == 2 && (((0.0 <= x2) & (t23 <= u_1))) ? 0 :
        mode;
}

BR_LAW_MODES(drive_train_mode)

BR_INLINE void drive_train_margin_point0(BR_POINT, BR_VALUES)
{
    const double u_1 = u[AT(0)];
    const double x2 = x[AT(1)];
    const double TF = P(2);
    const double t23 = -TF;
    out[AT(0)] = TF < u_1 ? (1.0 / 0.0) : (-1.0 / 0.0);
    out[AT(1)] = u_1 < t23 ? (1.0 / 0.0) : (-1.0 / 0.0);
    out[AT(2)] = u_1 <= TF ? 0.0 - x2 : (-1.0 / 0.0);
    out[AT(3)] = t23 <= u_1 ? x2 : (-1.0 / 0.0);
}

BR_LAW_VALUES(drive_train_margin)

BR_INLINE void drive_train_margin_jet_point0(BR_POINT, BR_JET)
{
    const double u_1 = u[AT(0)];
    const double x2 = x[AT(1)];
    const double TF = P(2);
    const double t23 = -TF;
    out[AT(0)] = TF < u_1 ? (1.0 / 0.0) : (-1.0 / 0.0);
    out[AT(1)] = u_1 < t23 ? (1.0 / 0.0) : (-1.0 / 0.0);
    out[AT(2)] = u_1 <= TF ? 0.0 - x2 : (-1.0 / 0.0);
    out[AT(3)] = t23 <= u_1 ? x2 : (-1.0 / 0.0);
    jet[AT(0)] = -(u_1 <= TF ? 1.0 : 0.0);
    jet[AT(1)] = t23 <= u_1 ? 1.0 : 0.0;
}

BR_LAW_JET(drive_train_margin_jet)

