// printed.h - the built-in laws as compiled C, printed from their texts.       [target]
//
// The files of src/law/printed/ are made by `make laws` and committed; a test fails when they are stale. Each holds, for
// the first value of every choice, what its law has: rate (z' and outputs), step (z+ and F+), mode (transitions) and margin (of
// their guards), and the derivatives of rate (all, and those by states alone), step and margin. Arguments and layout are explained at the top of each file.
// Friction laws with states and without modes are compiled twice, for double and for float (names begin with brf_), with the
// derivatives that cost nothing more as a function of their own, and if no state sees another with all substeps of linearly
// implicit Euler in one loop. The loops over points stand once, in tile.h.
#ifndef BR_LAW_PRINTED_PRINTED_H
#define BR_LAW_PRINTED_PRINTED_H

#include "law/printed/list.h"
#include "num/base/clones.h"

typedef void br_value_fn(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
                         int each, double *out);
typedef void br_jet_fn(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
                       int each, double *out, double *jet);
typedef int br_lie_fn(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
                      int each, double h, int substeps, const double *S, const int *at, double *held, double *next,
                      double *T); // see tile.h
typedef void br_mode_fn(const int *size, int count, const double *x, const int *m, const double *u, const double *p,
                        int each, int *next);

typedef void brf_value_fn(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
                          int each, float *out);
typedef void brf_jet_fn(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
                        int each, float *out, float *jet);
typedef int brf_lie_fn(const int *size, int count, const float *x, const int *m, const float *u, const float *p,
                       int each, float h, int substeps, const float *S, const int *at, float *held, float *next,
                       float *T);

// list.h: BR_PRINTED_LIST(RATE, STATES, STEP, MODE, FLOAT, LIE) with one line per function that exists: KIND(c_name, "name")
#define BR_DECLARE_RATE(c, name)                                                                                       \
    br_value_fn br_##c##_rate;                                                                                         \
    br_jet_fn br_##c##_rate_jet;
#define BR_DECLARE_STATES(c, name) br_jet_fn br_##c##_rate_jet_x;
#define BR_DECLARE_STEP(c, name)                                                                                       \
    br_value_fn br_##c##_step;                                                                                         \
    br_jet_fn br_##c##_step_jet;
#define BR_DECLARE_MODE(c, name)                                                                                       \
    br_mode_fn br_##c##_mode;                                                                                          \
    br_value_fn br_##c##_margin;                                                                                       \
    br_jet_fn br_##c##_margin_jet;
#define BR_DECLARE_FLOAT(c, name)                                                                                      \
    br_jet_fn br_##c##_rate_jet_some;                                                                                  \
    brf_value_fn brf_##c##_rate;                                                                                       \
    brf_jet_fn brf_##c##_rate_jet, brf_##c##_rate_jet_x, brf_##c##_rate_jet_some;
#define BR_DECLARE_LIE(c, name)                                                                                        \
    br_lie_fn br_##c##_lie;                                                                                            \
    brf_lie_fn brf_##c##_lie;
BR_PRINTED_LIST(BR_DECLARE_RATE, BR_DECLARE_STATES, BR_DECLARE_STEP, BR_DECLARE_MODE, BR_DECLARE_FLOAT, BR_DECLARE_LIE)
#undef BR_DECLARE_RATE
#undef BR_DECLARE_STATES
#undef BR_DECLARE_STEP
#undef BR_DECLARE_MODE
#undef BR_DECLARE_FLOAT
#undef BR_DECLARE_LIE

#endif
