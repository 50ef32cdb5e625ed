// random.c - random numbers: uniform, normal, and quantiles of the normal distribution. [target]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "num/base/random.h"
#include "num/base/real.h"
#include "num/base/require.h"

br_real br_random_uniform(br_random *r)
{
#ifdef BR_FLOAT
    return ((float)(br_random_next(r) >> 41) + 0.5f) * 0x1p-23f;
#else
    return ((double)(br_random_next(r) >> 12) + 0.5) * 0x1p-52;
#endif
}

enum { TERMS = 8 };

static br_real rational_function(const br_real top[TERMS], const br_real bottom[TERMS], br_real x)
{
    br_real a = top[TERMS - 1], b = bottom[TERMS - 1];
    for (int i = TERMS - 2; i >= 0; i--) {
        a = a * x + top[i];
        b = b * x + bottom[i];
    }
    return a / b;
}

// Wichura, Algorithm AS 241 (1988), PPND16: a fraction in the middle and two for the tails; 1e-16 of the value.
br_real br_normal_quantile(br_real p)
{
    BR_REQUIRE(p > 0 && p < 1);
    // clang-format off
    static const br_real middle[2][TERMS] = {
        {BR_C(3.3871328727963666080e0), BR_C(1.3314166789178437745e+2), BR_C(1.9715909503065514427e+3),
         BR_C(1.3731693765509461125e+4), BR_C(4.5921953931549871457e+4), BR_C(6.7265770927008700853e+4),
         BR_C(3.3430575583588128105e+4), BR_C(2.5090809287301226727e+3)},
        {BR_C(1.0), BR_C(4.2313330701600911252e+1), BR_C(6.8718700749205790830e+2), BR_C(5.3941960214247511077e+3),
         BR_C(2.1213794301586595867e+4), BR_C(3.9307895800092710610e+4), BR_C(2.8729085735721942674e+4),
         BR_C(5.2264952788528545610e+3)}};
    static const br_real near[2][TERMS] = {
        {BR_C(1.42343711074968357734e0), BR_C(4.63033784615654529590e0), BR_C(5.76949722146069140550e0),
         BR_C(3.64784832476320460504e0), BR_C(1.27045825245236838258e0), BR_C(2.41780725177450611770e-1),
         BR_C(2.27238449892691845833e-2), BR_C(7.74545014278341407640e-4)},
        {BR_C(1.0), BR_C(2.05319162663775882187e0), BR_C(1.67638483018380384940e0), BR_C(6.89767334985100004550e-1),
         BR_C(1.48103976427480074590e-1), BR_C(1.51986665636164571966e-2), BR_C(5.47593808499534494600e-4),
         BR_C(1.05075007164441684324e-9)}};
    static const br_real far[2][TERMS] = {
        {BR_C(6.65790464350110377720e0), BR_C(5.46378491116411436990e0), BR_C(1.78482653991729133580e0),
         BR_C(2.96560571828504891230e-1), BR_C(2.65321895265761230930e-2), BR_C(1.24266094738807843860e-3),
         BR_C(2.71155556874348757815e-5), BR_C(2.01033439929228813265e-7)},
        {BR_C(1.0), BR_C(5.99832206555887937690e-1), BR_C(1.36929880922735805310e-1), BR_C(1.48753612908506148525e-2),
         BR_C(7.86869131145613259100e-4), BR_C(1.84631831751005468180e-5), BR_C(1.42151175831644588870e-7),
         BR_C(2.04426310338993978564e-15)}};
    // clang-format on
    br_real q = p - BR_C(0.5);
    if (br_r_abs(q) <= BR_C(0.425))
        return q * rational_function(middle[0], middle[1], BR_C(0.180625) - q * q);
    br_real r = br_r_sqrt(-br_r_log(q < 0 ? p : 1 - p));
    br_real x = r <= 5 ? rational_function(near[0], near[1], r - BR_C(1.6)) : rational_function(far[0], far[1], r - 5);
    return q < 0 ? -x : x;
}

br_real br_random_normal(br_random *r)
{
    return br_normal_quantile(br_random_uniform(r));
}
