// positive_real.h - is a transfer function strictly positive real? The condition of 002, Theorems 1 and 2.       [host]
//
//     br_polynomial H[] = {{1, {Kp, Kd}}, {0, {1}}};       // Kp + Kd s, over 1
//     br_rational G;
//     br_friction_loop(&G, sigma0, sigma1, m, BR_LOOP_POSITION, &H[0], &H[1], why);
//     br_positive_real p = br_positive_real_of(&G);        // p.strict, p.margin, p.worst
//
// G = N/D is strictly positive real when D is stable (Routh), Re G(jw) > 0 at every frequency, and Re G does not vanish
// faster than it must where w goes to infinity. Re G(jw) |D|^2 is a polynomial in w^2; its roots are counted by Sturm's
// sequence, so no frequency is missed between others.
#ifndef BR_SIM_CONTROL_POSITIVE_REAL_H
#define BR_SIM_CONTROL_POSITIVE_REAL_H

#include <bristle/status.h>
#include <stdbool.h>

enum { BR_POLYNOMIAL_MOST = 16 }; // degree

typedef struct br_polynomial {
    int degree;
    double c[BR_POLYNOMIAL_MOST + 1]; // c[0] + c[1] s + ...
} br_polynomial;

typedef struct br_rational {
    br_polynomial N, D;
} br_rational;

typedef enum br_loop { BR_LOOP_POSITION, BR_LOOP_VELOCITY } br_loop;

// (sigma1 s + sigma0)/(m s^2 + H) of Theorem 1, or over m s + H of Theorem 2; H = over/under. BR_BAD_USAGE: a degree that is too
// high, numbers that are not finite, a denominator of zero.
br_status br_friction_loop(br_rational *G, double sigma0, double sigma1, double m, br_loop loop,
                           const br_polynomial *over, const br_polynomial *under, br_diag *why) BR_CHECKED;

// H = Kp + Kd s + Ki/s, as over/under.
void br_pid_polynomials(double Kp, double Kd, double Ki, br_polynomial *over, br_polynomial *under);

typedef struct br_positive_real {
    int unstable;  // roots of D that are not left of the imaginary axis
    bool positive; // Re G(jw) > 0 for all w, 0 included
    bool at_end;   // and as w goes to infinity, as far as it can be
    bool strict;   // all of it
    double margin; // strict: G(s - margin) is still positive real, and no further, 1/s
    double worst;  // rad/s: where that fails first; or, not strict, where the phase is worst; may be infinite
    double phase;  // rad: of G(j worst)
    double from,
        to; // rad/s: the first stretch where Re G is below 0, or a point where it is 0; from > to: there is none
} br_positive_real;

br_positive_real br_positive_real_of(const br_rational *G);
double br_rational_real(const br_rational *G, double w); // Re G(jw)

// Roots of p that are not left of the imaginary axis, by Routh's scheme; -1: some are on it, or the scheme ends early.
int br_polynomial_unstable(const br_polynomial *p);
double br_polynomial_at(const br_polynomial *p, double x);
// Real roots of p above `low` and not above `high`, each once; high may be infinite.
int br_polynomial_roots(const br_polynomial *p, double low, double high);

#endif
