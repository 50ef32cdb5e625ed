// wave.h - wave forms of inputs, with exact derivatives and break times.   [host]
//
// A shape is a function of time t in seconds with constant arguments, all of them plain numbers. Value and slope are those
// from the right; before its first break a shape rests. Between two breaks it is smooth.
//
//   step(t0)                       0, from t0 on 1
//   pulse(t0, t1)                  1 from t0 to t1, else 0
//   ramp(t0, t1)                   0 up to t0, straight to 1 at t1, held
//   points(t1, y1, t2, y2, ...)    straight lines through points; the first and the last value are held
//   square(T, duty = 1/2, t0 = 0)  1 for the first part of each period T, -1 for the rest; 0 before t0
//   trapezoid(ta, tv, th, n = inf) velocity of moves there and back: to 1 within ta, tv at 1, to 0 within ta, th at rest,
//                                  the same with -1; n times
//   moves(a, x0, x1, x2, ...)      position: from turning point to turning point, each time half the way at acceleration
//                                  a, half at -a
//   moves_rate(a, x0, x1, ...)     its velocity
//   minor_loops(n = 1)             position of thesis Fig. 4.5: a range of 200 um with minor loops at +-0.02 m/s^2; n times
//   minor_loops_rate(n = 1)        its velocity
//   chirp(f0, f1, T)               sine whose frequency goes from f0 at 0 to f1 at T, and stays there; 0 before
//   chirp_log(f0, f1, T)           the same with a frequency that grows by equal factors in equal times
//   multisine(f1, f2, ...)         cosines of one amplitude with Schroeder's phases; rms 1
//   multisine_random(seed, f1, ..) the same with random phases
//   bernstein(t0, t1, c0, ..., cn) polynomial with these coefficients, paper 4 (17); c0 before t0, cn after t1
#ifndef BR_SIM_SOURCE_WAVE_H
#define BR_SIM_SOURCE_WAVE_H

#include "num/interval/interval.h"

#include <bristle/status.h>
#include <stddef.h>

typedef struct br_wave br_wave;

typedef struct br_wave_kind {
    const char *name, *form;         // form: with its arguments, for messages
    int least, most;                 // arguments
    const char *(*make)(br_wave *w); // NULL, or what is wrong with the arguments
    double (*at)(const br_wave *w, double t, double *slope);
} br_wave_kind;

struct br_wave {
    const br_wave_kind *kind;
    int n;
    double *a; // arguments
    // What they make: breaks, and from each of them on a polynomial c0 + c1*s + c2*s^2 of the time since then.
    int knots;
    double *knot, (*c)[3];
    double before, after;
    double start, period, cycles; // period > 0: knots count from the start of each period, after so many it rests
};

const br_wave_kind *br_wave_kind_at(int i);              // NULL behind the last one
const br_wave_kind *br_wave_kind_find(const char *name); // NULL: there is none

// A shape of n arguments (finite; as many as the kind takes). BR_BAD_LAW: *wrong says what is wrong with them.
br_status br_wave_make(br_wave *w, const br_wave_kind *kind, const double *a, int n, const char **wrong) BR_CHECKED;
void br_wave_free(br_wave *w);

// Value and slope at a finite time; not finite where arguments are beyond reason.
double br_wave_at(const br_wave *w, double t, double *slope);
// The first break strictly after t, or infinity.
double br_wave_break(const br_wave *w, double t);

// Taylor coefficients 0 to order, enclosed, at any time of t, which holds no break inside: of the shape as real numbers make it of
// its arguments, or of the phases that br_wave_at takes.
enum { BR_WAVE_ORDER = 24 }; // 2 to that
void br_wave_series(const br_wave *w, br_interval t, int order, br_interval *c);

#endif
