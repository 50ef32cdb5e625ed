// crank.c - a slider-crank in its one coordinate, driven by a motor that keeps its speed.    [host]
#include "num/base/fp.h"

#include "paper/mechanism/crank.h"
#include "num/base/elem.h"

br_crank br_crank_truth(void)
{
    const double heavier = 1.05;
    return (br_crank){.r = 0.05,
                      .L = 0.3,
                      .a = 0.15,
                      .J = heavier * 0.004438,
                      .m_r = heavier * 0.254,
                      .J_r = heavier * 0.01184,
                      .m_s = heavier * 0.5602,
                      .FC = 2.5,
                      .v0 = 0.02,
                      .c = 0.2,
                      .Kp = 0.02,
                      .Ki = 0.02,
                      .slew = 100};
}

// Positions of rod and slider over the angle: first and second derivatives.
typedef struct shape {
    double x[2], y[2], beta[2], slider[2];
} shape;

static shape shape_at(const br_crank *c, double theta)
{
    double sin = br_sin(theta), cos = br_cos(theta), sb = c->r * sin / c->L, cb = br_sqrt(1 - sb * sb);
    double b1 = c->r * cos / (c->L * cb), b2 = -sb / cb + b1 * b1 * sb / cb, share = 1 - c->a / c->L;
    return (shape){{-c->r * sin - c->a * sb * b1, -c->r * cos - c->a * (cb * b1 * b1 + sb * b2)},
                   {c->r * cos * share, -c->r * sin * share},
                   {b1, b2},
                   {-c->r * sin - c->L * sb * b1, -c->r * cos - c->L * (cb * b1 * b1 + sb * b2)}};
}

// theta'' from the equation of Lagrange.
static double angular_acceleration(const br_crank *c, const shape *s, double omega, double torque)
{
    double M = c->J + c->m_r * (s->x[0] * s->x[0] + s->y[0] * s->y[0]) + c->J_r * s->beta[0] * s->beta[0] +
               c->m_s * s->slider[0] * s->slider[0];
    double half = c->m_r * (s->x[0] * s->x[1] + s->y[0] * s->y[1]) + c->J_r * s->beta[0] * s->beta[1] +
                  c->m_s * s->slider[0] * s->slider[1];
    double v = s->slider[0] * omega, F = c->FC * 0.6366197723675814 * br_atan(v / c->v0) + c->c * v;
    return (torque - F * s->slider[0] - half * omega * omega) / M;
}

typedef struct motion {
    double theta, omega, sum; // sum: of the controller
} motion;

static double torque_of(const br_crank *c, const motion *w, double set)
{
    return c->Kp * (set - w->omega) + c->Ki * w->sum;
}

static motion rate(const br_crank *c, motion w, double set)
{
    shape s = shape_at(c, w.theta);
    return (motion){w.omega, angular_acceleration(c, &s, w.omega, torque_of(c, &w, set)), set - w.omega};
}

static motion ahead(motion w, double h, motion k)
{
    return (motion){w.theta + h * k.theta, w.omega + h * k.omega, w.sum + h * k.sum};
}

static motion runge_kutta(const br_crank *c, motion w, double h, double set)
{
    motion k1 = rate(c, w, set), k2 = rate(c, ahead(w, h / 2, k1), set), k3 = rate(c, ahead(w, h / 2, k2), set),
           k4 = rate(c, ahead(w, h, k3), set);
    w = ahead(w, h / 6, k1);
    w = ahead(w, h / 3, k2);
    w = ahead(w, h / 3, k3);
    return ahead(w, h / 6, k4);
}

void br_crank_run(const br_crank *c, double h, long long rows, br_crank_row *to)
{
    enum { SUBSTEPS = 4 };
    motion w = {.theta = c->start};
    double set = 0;
    for (long long k = 0; k < rows; k++) {
        long long third = 3 * k / rows;
        double wanted = 40 + 10 * (double)third, most = set + c->slew * h;
        set = wanted < most ? wanted : most;
        shape s = shape_at(c, w.theta);
        double torque = torque_of(c, &w, set), turned = angular_acceleration(c, &s, w.omega, torque);
        to[k] = (br_crank_row){(double)k * h, w.theta, w.omega, s.slider[0] * turned + s.slider[1] * w.omega * w.omega,
                               torque};
        for (int i = 0; i < SUBSTEPS; i++)
            w = runge_kutta(c, w, h / SUBSTEPS, set);
    }
}
