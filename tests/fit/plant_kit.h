// plant_kit.h - planted logs of an axis with known parameters: motions, noise, stiction, a control loop.
#ifndef PLANT_KIT_H
#define PLANT_KIT_H

#include "sim/observe/prepare.h"
#include "fit_kit.h"

enum { PLANT_ROWS = 6000, PLANT_SINES = 5 };

// m v' = u - FC sign(v) - sigma2 v - offset
typedef struct plant_truth {
    double m, FC, sigma2, offset;
} plant_truth;

// What is logged; x NULL: v and the friction force y are.
typedef struct planted_log {
    double t[PLANT_ROWS], x[PLANT_ROWS], v[PLANT_ROWS], a[PLANT_ROWS], y[PLANT_ROWS];
    int rows;
    double dt, noise; // sd of the force
    plant_truth truth;
    br_prepare_options made; // how v and a were made of x
} planted_log;

typedef struct plant_sines {
    double amplitude[PLANT_SINES], omega[PLANT_SINES], phase[PLANT_SINES];
} plant_sines;

static inline plant_sines plant_motion(br_random *g, double speed)
{
    plant_sines s;
    for (int i = 0; i < PLANT_SINES; i++) {
        s.omega[i] = 2 * KIT_PI * (0.4 + 0.7 * i + 0.3 * br_random_uniform(g));
        s.amplitude[i] = speed * (0.5 + br_random_uniform(g)) / s.omega[i];
        s.phase[i] = 2 * KIT_PI * br_random_uniform(g);
    }
    return s;
}

static inline void plant_motion_at(const plant_sines *s, double t, double *x, double *v, double *a)
{
    *x = *v = *a = 0;
    for (int i = 0; i < PLANT_SINES; i++) {
        double w = s->omega[i], c = s->amplitude[i], at = w * t + s->phase[i];
        *x += c * sin(at);
        *v += c * w * cos(at);
        *a -= c * w * w * sin(at);
    }
}

static inline double plant_around(br_random *g, double value)
{
    return value * (0.7 + 0.6 * br_random_uniform(g));
}

static inline plant_truth plant_parameters(br_random *g)
{
    plant_truth p = {plant_around(g, 5), plant_around(g, 8), plant_around(g, 30), plant_around(g, 1)};
    return p;
}

static inline double plant_force(const plant_truth *p, double v, double a)
{
    return p->m * a + p->FC * ((v > 0) - (v < 0)) + p->sigma2 * v + p->offset;
}

// ---------------------------------------------------------------- the axis moved by a force

// Over h, with a force that goes from u0 to u1; stops and turns are located.
static inline void plant_step(const plant_truth *p, double h, double u0, double u1, double *x, double *v)
{
    double at = 0;
    for (int events = 0; at < h && events < 8; events++) {
        double push = u0 + (u1 - u0) * at / h - p->offset, rise = (u1 - u0) / h, left = h - at;
        double sign = *v != 0 ? (*v > 0) - (*v < 0) : (push > 0) - (push < 0);
        if (*v == 0 && fabs(push) <= p->FC) { // rests until the force is large enough
            double way = rise > 0 ? p->FC - push : -p->FC - push, wait = rise != 0 ? way / rise : HUGE_VAL;
            at += fmin(fmax(wait, 1e-12), left);
            if (wait < left)
                *v = 1e-15 * ((rise > 0) - (rise < 0));
            continue;
        }
        double a0 = (push - sign * p->FC - p->sigma2 * *v) / p->m, jerk = (rise - p->sigma2 * a0) / p->m;
        double end = *v + left * (a0 + left * (jerk / 2 - left * p->sigma2 * jerk / p->m / 6)), part = left;
        if (end * sign < 0) {
            double root = a0 * a0 - 2 * jerk * *v, to = root > 0 ? -2 * *v / (a0 - sign * sqrt(root)) : left;
            part = to > 0 && to < left ? to : left * *v / (*v - end);
            end = 0;
        }
        *x += part * (*v + part * (a0 / 2 + part * jerk / 6));
        *v = end;
        at += part > 0 ? part : 1e-12;
    }
}

enum { PLANT_SUBSTEPS = 100 };

static inline void plant_move(const plant_truth *p, double dt, double u0, double u1, double *x, double *v)
{
    for (int i = 0; i < PLANT_SUBSTEPS; i++)
        plant_step(p, dt / PLANT_SUBSTEPS, u0 + (u1 - u0) * i / PLANT_SUBSTEPS,
                   u0 + (u1 - u0) * (i + 1) / PLANT_SUBSTEPS, x, v);
}

#endif
