// ekf.h - extended Kalman filter on the states of a law.                       [target]
//
// The first step of the observers: velocity in, friction force measured, states estimated. Thesis (2.19)-(2.22).
#ifndef BR_LOOP_EKF_H
#define BR_LOOP_EKF_H

#include "loop/flow.h"
#include <bristle/status.h>
#include <stddef.h>

typedef struct br_ekf_options {
    br_real q; // process noise of every state, variance per second
    br_real r; // variance of the measurement
    br_real p; // variance of the first state
} br_ekf_options;

typedef struct br_ekf {
    const br_sys *sys;
    br_ekf_options o;
    br_real *x, *P; // estimate and its covariance, nx and nx*nx
    int *m;         // modes of the estimate
    br_flow flow;
    br_real *slope, *F, *FP, *h, *g, *work, *flow_memory; // inside
} br_ekf;

// Bytes of memory that br_ekf_init needs for this system.
size_t br_ekf_bytes(const br_sys *s);

// memory: lent for the life of the filter, aligned for br_real, at least br_ekf_bytes. x: first estimate, nx numbers.
br_status br_ekf_init(br_ekf *f, const br_sys *s, const br_ekf_options *o, const br_real *x, void *memory,
                      size_t bytes) BR_CHECKED;

// Time update over dt with held input u. Safe in a control loop. On failure the filter is as before.
br_status br_ekf_predict(br_ekf *f, const br_real *u, const br_real *p, br_real dt) BR_CHECKED;

// Measurement update with output number `output`; a NaN measurement is a missing one. Joseph form.
br_status br_ekf_correct(br_ekf *f, const br_real *u, const br_real *p, int output, br_real y) BR_CHECKED;

#endif
