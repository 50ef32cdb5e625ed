// chi2.c - chi-square distribution: incomplete gamma function, quantile by Newton steps in a bracket. [host]
#include "num/base/fp.h"

#include "num/base/chi2.h"
#include "num/base/elem.h"
#include "num/base/random.h"

#include <stdbool.h>

#define PI 3.141592653589793

// log Gamma(a + 1) - (a log a - a + log(2 pi a)/2): Stirling's series, from a = 16 on.
static double stirling_rest(double a)
{
    static const double c[] = {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360, 1.0 / 156};
    double sum = 0, square = 1 / (a * a);
    for (int i = 6; i >= 0; i--)
        sum = sum * square + c[i];
    return sum / a;
}

// x^a exp(-x)/Gamma(a + 1); small a step by step from 16 on: Gamma(a + 1) = Gamma(a + n + 1)/((a + 1)...(a + n)).
static double gamma_density(double a, double x)
{
    double steps = 1, b = a;
    while (b < 16)
        steps *= (b += 1);
    if (b == a) { // far from 0: about x = a nothing cancels
        double off = (x - a) / a;
        return br_exp(a * (br_log1p(off) - off) - stirling_rest(a)) / br_sqrt(2 * PI * a);
    }
    double gamma = br_exp(b * br_log(b) - b + stirling_rest(b)) * br_sqrt(2 * PI * b) / steps; // Gamma(a + 1)
    return br_exp(a * br_log(x) - x) / gamma;
}

enum { MOST_TERMS = 200000 };

// The lower incomplete gamma function over gamma_density(): 1 + x/(a+1) + x^2/((a+1)(a+2)) + ...
static double lower_series(double a, double x)
{
    double sum = 1, term = 1;
    for (int i = 1; i < MOST_TERMS && term > 1e-17 * sum; i++) {
        term *= x / (a + i);
        sum += term;
    }
    return sum;
}

// The upper one over gamma_density(): a continued fraction, by the modified method of Lentz.
static double upper_fraction(double a, double x)
{
    double b = x + 1 - a, c = 1e300, d = 1 / b, product = d;
    for (int i = 1; i < MOST_TERMS; i++) {
        double n = i, by = -n * (n - a);
        b += 2;
        d = 1 / (by * d + b);
        c = b + by / c;
        product *= d * c;
        if (br_abs(d * c - 1) < 1e-16)
            break;
    }
    return a * product;
}

// P(a, x), or 1 - P(a, x): whichever was computed; the other one has no more digits than 1 - this.
static double incomplete_gamma(double a, double x, bool *upper)
{
    *upper = x > a + 1;
    return gamma_density(a, x) * (*upper ? upper_fraction(a, x) : lower_series(a, x));
}

double br_chi2_cdf(double x, double degrees)
{
    bool upper;
    if (!(degrees >= 1e-2) || !(degrees <= 1e8) || x != x)
        return br_from_bits(0x7ff8000000000000u);
    if (x <= 0)
        return 0;
    double part = incomplete_gamma(degrees / 2, x / 2, &upper);
    return upper ? 1 - part : part;
}

// The initial guess of Wilson and Hilferty (1931): the cube root is nearly normal.
static double wilson_hilferty(double p, double degrees)
{
    double s = 2 / (9 * degrees), root = 1 - s + br_normal_quantile(p) * br_sqrt(s);
    return root > 0.05 ? degrees * root * root * root : degrees * 1e-4;
}

double br_chi2_quantile(double p, double degrees)
{
    if (!(p > 0) || !(p < 1) || !(degrees >= 1e-2) || !(degrees <= 1e8))
        return br_from_bits(0x7ff8000000000000u);
    double low = 0, high = 1e9 + 1e3 * degrees, x = wilson_hilferty(p, degrees);
    for (int i = 0; i < 2000; i++) {
        bool upper;
        double a = degrees / 2, part = incomplete_gamma(a, x / 2, &upper), off = upper ? (1 - p) - part : part - p;
        if (off > 0)
            high = x;
        else
            low = x;
        double density = gamma_density(a, x / 2) * a / x, next = x - off / density; // d P/d x
        if (!(next > low) || !(next < high))
            next = low > 0 ? br_sqrt(low) * br_sqrt(high) : high / 16;
        if (br_abs(next - x) <= 1e-15 * x)
            return next;
        x = next;
    }
    return x;
}
