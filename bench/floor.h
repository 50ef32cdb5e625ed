// floor.h - the floor: estimators of one law each, written by hand, which show what their methods allow on one core.
//
// They solve the same problems as the library by the same methods and give the same numbers (bench_floor.c checks it), but each
// knows its law, its sizes and which derivatives are zero. Left out: the arrival cost as U D U', gates, missing measurements,
// bounds, health. Every source is compiled several times (CMakeLists.txt): with the floating-point rules of the library and
// with FMA, with the flow in double and in float; all for the machine that compiles them.
#ifndef FLOOR_H
#define FLOOR_H

#include <stddef.h>

enum {
    FLOOR_N = 20,
    FLOOR_STEPS = 8,
    FLOOR_INPUTS = 20
}; // intervals; substeps of one; inputs of one, where there are several

// S-GMS, 4 elements, force form
typedef struct floor_sgms {
    double kappa[4], nu[4], FC, beta, vs, zeta, lambda, gamma, sigma2;
} floor_sgms;

// A horizon of S-GMS; the vector: 4 forces, then shares of the last two stiffnesses. q: of an interval.
typedef struct floor_sgms_axis {
    floor_sgms law;
    double x[6], sd[6], q[6], r, q_input, dt;
} floor_sgms_axis;

// LuGre, force form: force, share of sigma0
typedef struct floor_lugre_axis {
    double sigma0, FC, FS, vs, sigma2;
    double x[2], sd[2], q[2], r, q_input, dt;
} floor_lugre_axis;

// A sample: inputs of the interval that begins (one, or FLOOR_INPUTS), the measured force; leaves the newest estimate in x, the input
// last if it is estimated; then prepares the next one.
typedef void floor_sample(void *horizon, const double *v, double y, double *x);

typedef struct floor_sgms_code {
    size_t bytes; // of a horizon, aligned to 64
    void (*begin)(void *horizon, const floor_sgms_axis *a);
    floor_sample *lie, *lie_input, *gauss4, *lie_inputs; // _input: it is estimated
} floor_sgms_code;

typedef struct floor_lugre_code {
    size_t bytes;
    void (*begin)(void *horizon, const floor_lugre_axis *a);
    floor_sample *exact, *exact_input;
} floor_lugre_code;

// EKF of S-GMS: 4 forces, 4 stiffnesses and FC as shares. P: 9 rows of 9.
typedef struct floor_filter_axis {
    floor_sgms law;
    double x[9], P[9], q[9], dt; // diagonals; q: of a step
} floor_filter_axis;

typedef struct floor_filter_code {
    size_t bytes;
    void (*begin)(void *filter, const floor_filter_axis *a);
    void (*predict)(void *filter, double v); // one step of LIE, and its covariance
    void (*read)(const void *filter, double *x, double *P);
} floor_filter_code;

extern const floor_sgms_code floor_sgms_rules_double, floor_sgms_rules_float, floor_sgms_fma_double,
    floor_sgms_fma_float;
extern const floor_lugre_code floor_lugre_rules_double, floor_lugre_fma_double;
extern const floor_filter_code floor_filter_rules_double, floor_filter_fma_double;

#endif
