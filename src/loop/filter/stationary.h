// stationary.h - stationary covariance and gains of a Kalman filter.   [target]
//
// P = F P F' - F P H'(H P H' + R)^-1 H P F' + Q, thesis (2.24), for x+ = F x + w, y = H x + v that do not change in time.
// Solved by doubling: every iteration stands for twice as many steps of a filter as the one before (Chu, Fan, Lin, Wang
// 2004). Fixed memory, at most 60 iterations; meant for the start of a program.
#ifndef BR_LOOP_FILTER_STATIONARY_H
#define BR_LOOP_FILTER_STATIONARY_H

#include "num/base/real.h"
#include <bristle/status.h>
#include <stddef.h>

// n states, ny measurements that come together: F and Q n*n numbers, H ny rows of n, r ny variances above 0. To P (n*n) goes
// the covariance before a correction; to K, ny rows of n, the gain of each measurement when they are taken one after the other,
// x += K[i] (y[i] - H[i] x); and to s (may be NULL) the variance of its innovation then.
// BR_BAD_USAGE: sizes, pointers; BR_NOT_FINITE; BR_NEGATIVE: does not settle, since something that grows is not seen. A
// call that fails changes nothing but work.
size_t br_stationary_bytes(int n, int ny); // of work; 0: refused
br_status br_stationary(int n, const br_real *F, const br_real *Q, int ny, const br_real *H, const br_real *r,
                        br_real *P, br_real *K, br_real *s, void *work, size_t bytes) BR_CHECKED;

#endif
