// white_jerk.h - the stationary Kalman filter of a position whose jerk is white noise.         [target]
//
// Position q is measured every dt with variance r; q''' is white with density j (m^2/s^5). In the units q, v dt,
// a dt^2, with r = 1, all depends on one number, the tracking index sqrt(j dt^5/r). The filter's poles are, for slow
// ones, those of a Butterworth filter of order 3 with the cut-off cbrt(index)/(2 pi dt): index = (2 pi cutoff dt)^3.
//
// The gain is found without iterating the Riccati equation: the spectrum of the innovations, a polynomial of degree 3
// in x = 2 - z - 1/z, is x^3 + index^2 (1 - x/4 + x^2/120), and its roots are the poles (docs/preprocessing.md). So it
// takes the same short time for every index, and float loses nothing where the poles come close to 1.
#ifndef BR_LOOP_SIGNAL_WHITE_JERK_H
#define BR_LOOP_SIGNAL_WHITE_JERK_H

#include "num/base/real.h"
#include <bristle/status.h>

typedef struct br_white_jerk {
    br_real K[3]; // of the correction: q += K0 e, v dt += K1 e, a dt^2 += K2 e with e = y - q predicted
    br_real S;    // variance of e
    br_real P[6]; // covariance of the prediction: qq, qv, qa, vv, va, aa
} br_white_jerk;

// BR_BAD_USAGE: an index that is not between 1e-9 and 1e3.
br_status br_white_jerk_of(br_white_jerk *w, br_real index) BR_CHECKED;

#endif
