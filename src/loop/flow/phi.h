// phi.h - the phi functions of exponential integrators.   [target]
//
// phi1(y) = (exp(y) - 1)/y, phi2 = (phi1 - 1)/y: x' = a x + b moves by h phi1(a h) x' in time h.
// The slope of phi1 is (exp(y) - phi1)/y = phi1 - phi2.
#ifndef BR_LOOP_FLOW_PHI_H
#define BR_LOOP_FLOW_PHI_H

#include "num/base/elem.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

typedef struct br_phi {
    br_real one, two, slope; // slope: of phi1
} br_phi;

BR_ELEM br_real br_phi1(br_real y)
{
    return br_r_abs(y) < BR_LEAST_NORMAL ? BR_C(1.0) : br_r_expm1(y) / y;
}

// 1/3! + z/4! + ... for |z| < 1/4
BR_ELEM br_real br_phi3_near(br_real z)
{
    br_real s = BR_C(1.1470745597729725e-11); // 1/14!
    s = BR_C(1.6059043836821613e-10) + z * s;
    s = BR_C(2.08767569878681e-9) + z * s;
    s = BR_C(2.505210838544172e-8) + z * s;
    s = BR_C(2.755731922398589e-7) + z * s;
    s = BR_C(2.7557319223985893e-6) + z * s;
    s = BR_C(2.48015873015873e-5) + z * s;
    s = BR_C(1.984126984126984e-4) + z * s;
    s = BR_C(1.388888888888889e-3) + z * s;
    s = BR_C(8.333333333333333e-3) + z * s;
    s = BR_C(4.1666666666666664e-2) + z * s;
    return BR_C(0.16666666666666666) + z * s;
}

// Near 0 the differences cancel: there phi3 = (phi2 - 1/2)/y by its series, and the others from it.
BR_ELEM br_phi br_phi_of(br_real y)
{
    int near = br_r_abs(y) < BR_C(0.25);
    br_real far = near ? 1 : y, series = br_phi3_near(near ? y : 0), over = 1 / far;
    br_real less = br_r_expm1(far), one = less * over, two = (one - 1) * over;
    br_phi p;
    p.two = near ? BR_C(0.5) + y * series : two;
    p.one = near ? 1 + y * (BR_C(0.5) + y * series) : one;
    p.slope = near ? p.one - p.two : (less + (1 - one)) * over;
    return p;
}

#endif
