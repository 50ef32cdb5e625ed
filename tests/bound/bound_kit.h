// bound_kit.h - the drive train of the reference problem as a log: computed a second way, in long double.
#ifndef BOUND_KIT_H
#define BOUND_KIT_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef long double wide;

typedef struct truth {
    wide q, w, alpha, beta, T;
    int side; // +1, 0, -1
} truth;

// exp and its integrals in closed form; alpha = 0 by its limit.
static inline void slide_for(truth *x, wide b, wide t)
{
    wide e = expm1l(-x->alpha * t), f = x->alpha > 1e-9L ? -e / x->alpha : t;
    wide g = x->alpha > 1e-3L ? (t - f) / x->alpha
                              : t * t *
                                    (0.5L - x->alpha * t / 6 + x->alpha * x->alpha * t * t / 24 -
                                     x->alpha * x->alpha * x->alpha * t * t * t / 120);
    x->q += f * x->w + g * b;
    x->w += e * x->w + f * b;
}

static inline wide stop_after(const truth *x, wide b) // of a motion that b brakes
{
    return x->alpha > 1e-9L ? log1pl(-x->alpha * x->w / b) / x->alpha : -x->w / b;
}

static inline void truth_step(truth *x, wide u, wide left)
{
    for (int turns = 0; turns < 4; turns++) {
        if (x->side == 0)
            x->side = u > x->T ? 1 : u < -x->T ? -1 : 0;
        if (x->side == 0)
            return;
        wide b = x->beta * (u - x->side * x->T), until = HUGE_VALL;
        if (b * x->side <= 0)
            until = x->w == 0 ? 0 : b == 0 ? HUGE_VALL : stop_after(x, b);
        if (until > left) {
            slide_for(x, b, left);
            return;
        }
        slide_for(x, b, until);
        x->w = 0;
        x->side = 0;
        left -= until;
    }
}

// ---------------------------------------------------------------- the reference problem

#define ENCODER (2 * 3.141592653589793 / 4096) // rad of a count
enum { CYCLE = 800, CYCLES = 5, ROWS = CYCLE * CYCLES + 1 };

typedef struct reference {
    double u[ROWS], q[ROWS]; // the torque held from each row on; the encoder's angle
    bool stands[ROWS];       // after 0.1 s of rest
    double T[CYCLES];
} reference;

// What may go wrong at a row: the values from there on.
typedef struct change {
    int row;
    double alpha, T; // factors
} change;

static inline double reference_torque(double t)
{
    return t < 1 ? 0.2 * t : t < 2 ? 0.2 + 0.3 * (t - 1) : t < 4.5 ? 0.5 : t < 6 ? 0.5 * (6 - t) / 1.5 : 0;
}

static inline void reference_make(reference *r, double alpha, double beta, double phase, const change *fault)
{
    truth x = {.q = 0.3L * (wide)ENCODER, .alpha = (wide)alpha, .beta = (wide)beta};
    int rested = 10;
    memset(r, 0, sizeof *r);
    for (int k = 0; k < ROWS; k++) {
        int c = k / CYCLE < CYCLES ? k / CYCLE : CYCLES - 1;
        r->u[k] = reference_torque((k % CYCLE) * 0.01);
        r->q[k] = (double)roundl(x.q / (wide)ENCODER) * ENCODER;
        r->stands[k] = rested >= 10;
        if (k % CYCLE == 0 && k < ROWS - 1) {
            r->T[c] = 0.10 + 0.008 * sin(2.7 * c + phase);
            x.T = (wide)r->T[c];
        }
        if (fault && k == fault->row) {
            x.alpha *= (wide)fault->alpha;
            x.T *= (wide)fault->T;
        }
        truth_step(&x, (wide)r->u[k], 0.01L);
        rested = x.side == 0 ? rested + 1 : 0;
    }
}

#endif
