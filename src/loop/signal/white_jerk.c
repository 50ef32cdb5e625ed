// white_jerk.c - stationary gain of the white-jerk Kalman filter, by spectral factorisation.   [target]
//
// Third differences of q are a moving sum of the noise, whose spectrum are the values of a spline of degree 5: (z^2 +
// 26 z + 66 + 26/z + 1/z^2)/120 = 1 - x/4 + x^2/120. The measurement noise adds x^3. Below, l is the square of the
// index, and a pole z = 1 - d stands for x = -d^2/(1 - d).
#include "num/base/fp.h"

#include "loop/signal/white_jerk.h"
#include "num/base/elem.h"

static const br_real LEAST = BR_C(1e-9), MOST = BR_C(1e3);

// The y > 0 with y^3 = l (1 + y/4 + y^2/120). Newton falls to it from a bound less than three times as large.
static br_real real_root(br_real l, br_real index)
{
    br_real y = br_r_cbrt(l) + index / 2 + l / 120;
    for (int i = 0; i < 12; i++) {
        br_real f = y * (y * (y - l / 120) - l / 4) - l, slope = y * (3 * y - l / 60) - l / 4;
        y -= f / slope;
    }
    return y;
}

// Products and sums of the three d: the polynomial (z - 1)^3 + sum (z - 1)^2 + pairs (z - 1) + product.
typedef struct poles {
    br_real sum, pairs, product;
    br_real inside; // the product of the z
} poles;

// The cubic is (x + y)(x^2 + p x + s) with s = l/y and 4 p + s = -4 l/y^2. At z = 1 and z = -1 the pair d^2 - e d + f,
// with c^2 the product of its two z, gives s = (f/c)^2 and 16 + 4 p + s = ((4 - 2 e + f)/c)^2: an equation
// for u = 1 - c.
static poles factor(br_real index)
{
    br_real l = index * index, y = real_root(l, index), root = br_r_sqrt(y * y + 4 * y);
    br_real d = 2 * y / (y + root), z = 4 * y / ((y + root) * (y + root));
    br_real t = index / y, m = index / br_r_sqrt(y) - 4 * t * t / (4 + br_r_sqrt(16 - 4 * t * t));
    br_real u = 2 * m / (m + br_r_sqrt(m * m + 8 * m)), c = 1 - u;
    br_real f = c * index / br_r_sqrt(y), e = f + u * (2 - u);
    return (poles){d + e, f + d * e, d * f, z * c * c};
}

br_status br_white_jerk_of(br_white_jerk *w, br_real index)
{
    if (!w || !(index >= LEAST) || !(index <= MOST))
        return BR_BAD_USAGE;
    poles d = factor(index);
    br_real l = index * index;
    // the gain of the prediction, and of the correction before it
    br_real L0 = d.sum, L1 = d.pairs - d.product / 2, L2 = d.product;
    w->K[2] = L2;
    w->K[1] = L1 - L2;
    w->K[0] = d.sum - d.pairs + d.product; // = 1 - inside
    w->S = 1 / d.inside;
    // P = F P F' - S L L' + Q, entry by entry
    for (int i = 0; i < 3; i++)
        w->P[i] = w->S * w->K[i];
    w->P[5] = w->S * L1 * L2 - l / 2;
    w->P[4] = w->S * L0 * L2 - l / 6 - w->P[5] / 2;
    w->P[3] = w->S * L0 * L1 - l / 8 - w->P[2] - BR_C(1.5) * w->P[4] - w->P[5] / 2;
    return BR_OK;
}
