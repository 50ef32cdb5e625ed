// sine_series.c - Taylor coefficients of sines whose phase is a series, enclosed.                [host]
#include "num/base/fp.h"

#include "sim/source/sine_series.h"

// 2*pi lies between this number and the next one.
static const br_interval tau = {0x1.921fb54442d18p+2, 0x1.921fb54442d19p+2};

// s' = phase' c and c' = -phase' s, coefficient by coefficient.
void br_sine_series(const br_interval *turns, br_interval phase, int order, br_interval *sine, br_interval *cosine)
{
    br_interval at = br_interval_add(br_interval_mul(tau, turns[0]), phase);
    sine[0] = br_interval_sin(at);
    cosine[0] = br_interval_cos(at);
    for (int k = 1; k <= order; k++) {
        br_interval s = br_interval_of(0, 0), c = s, over = br_interval_div(tau, br_interval_of(k, k));
        for (int j = 1; j <= k; j++) {
            br_interval rise = br_interval_mul(br_interval_of(j, j), turns[j]);
            s = br_interval_add(s, br_interval_mul(rise, cosine[k - j]));
            c = br_interval_sub(c, br_interval_mul(rise, sine[k - j]));
        }
        sine[k] = br_interval_mul(over, s);
        cosine[k] = br_interval_mul(over, c);
    }
}
