// optimal_shape.c - motions from a few design variables, within the limits for any values. [host]
#include "num/base/fp.h"

#include "fit/excite/optimal.h"
#include "num/base/elem.h"
#include "sim/source/wave.h"

#include <math.h>
#include <string.h>

static double power_of_ten(double x)
{
    return br_exp(2.302585092994046 * x);
}

int br_optimal_variables(const br_optimal_options *o)
{
    return o->basis == BR_BASIS_PIECES ? 2 * o->pieces + 1 : o->pieces + 1;
}

// ---------------------------------------------------------------- pieces

enum { SPEED_DECADES = 5, TIME_DECADES = 1, ACCELERATION_DECADES = 3, SIZE_DECADES = 3 };

// A move from rest to rest: to speed v at acceleration a, there, and back.
typedef struct piece {
    double at, time; // s: when it begins, and how long it lasts
    double from;     // m
    double sign, v, a;
} piece;

// Where it is after s seconds; at its end counted from there.
static double way_at(const piece *p, double s)
{
    double to_speed = p->v / p->a, left = p->time - s, all = p->v * (p->time - to_speed);
    double way = s < to_speed      ? p->a * s * s / 2
                 : left < to_speed ? all - p->a * left * left / 2
                                   : p->v * (s - to_speed / 2);
    return p->from + p->sign * way;
}

// A way of so much time at speed v, to the side asked for, or the other one, or as far as there is room.
static void choose_move(piece *p, double v, double sign, double limit)
{
    double most = p->a * p->time / 2;
    p->v = v < most ? v : most;
    p->sign = sign;
    double way = p->v * (p->time - p->v / p->a);
    if (fabs(p->from + sign * way) <= limit)
        return;
    p->sign = p->from > 0 ? -1 : 1;
    double room = limit + fabs(p->from);
    if (way <= room)
        return;
    double root = p->time * p->time - 4 * room / p->a;
    p->v = 2 * room / (p->time + br_sqrt(br_max(0, root)));
}

// theta: for each piece its speed, direction by the sign, and its share of the time; last the acceleration.
static void plan_moves(const br_optimal_options *o, const double *theta, piece *p)
{
    const br_excite_limits *l = &o->limit;
    const double *speed = theta, *share = speed + o->pieces, *last = share + o->pieces;
    double a = l->acceleration * power_of_ten(ACCELERATION_DECADES * (*last - 1) / 2);
    double top = br_min(l->speed, br_sqrt(2 * l->position * a)), sum = 0, at = 0, from = 0;
    for (int i = 0; i < o->pieces; i++)
        sum += power_of_ten(TIME_DECADES * share[i]);
    for (int i = 0; i < o->pieces; i++) {
        double v = top * power_of_ten(SPEED_DECADES * (fabs(speed[i]) - 1));
        p[i] = (piece){.at = at, .from = from, .a = a};
        p[i].time = o->duration / 2 * power_of_ten(TIME_DECADES * share[i]) / sum;
        choose_move(&p[i], v, speed[i] < 0 ? -1 : 1, l->position);
        at += p[i].time;
        from = way_at(&p[i], p[i].time);
    }
}

// There in one half of the time, and the same way back in the other.
static void sample_pieces(const br_optimal_options *o, const double *theta, double dt, long long n, double *x)
{
    piece p[BR_OPTIMAL_PIECES] = {{0}};
    int k = 0;
    plan_moves(o, theta, p);
    for (long long i = 0; 2 * i <= n - 1; i++) {
        double t = (double)i * dt;
        while (k + 1 < o->pieces && p[k + 1].at <= t)
            k++;
        x[i] = x[n - 1 - i] = way_at(&p[k], br_min(t - p[k].at, p[k].time));
    }
}

// ---------------------------------------------------------------- bernstein

// The largest factor with which samples stay within the limits.
static double largest_factor(const br_excite_limits *l, double dt, long long n, const double *x)
{
    double most = 0, speed = 0, change = 0;
    for (long long i = 0; i < n; i++) {
        most = br_max(most, fabs(x[i]));
        speed = br_max(speed, i > 0 ? fabs(x[i] - x[i - 1]) / dt : 0);
        change = br_max(change, i > 1 ? fabs(x[i] - 2 * x[i - 1] + x[i - 2]) / (dt * dt) : 0);
    }
    return most > 0 ? br_min(l->position / most, br_min(l->speed / speed, l->acceleration / change)) : 0;
}

// theta: the coefficients but for two at either end, which are 0, and last the size.
static br_status sample_bernstein(const br_optimal_options *o, const double *theta, double dt, long long n, double *x)
{
    double a[BR_OPTIMAL_PIECES + 6] = {0}, slope;
    const char *wrong;
    br_wave w;
    a[1] = o->duration;
    memcpy(a + 4, theta, (size_t)o->pieces * sizeof *a);
    br_status status = br_wave_make(&w, br_wave_kind_find("bernstein"), a, o->pieces + 6, &wrong);
    if (status != BR_OK)
        return status;
    for (long long i = 0; i < n; i++)
        x[i] = i > 0 && i < n - 1 ? br_wave_at(&w, (double)i * dt, &slope) : 0;
    br_wave_free(&w);
    double factor = largest_factor(&o->limit, dt, n, x) * power_of_ten(SIZE_DECADES * (theta[o->pieces] - 1) / 2);
    for (long long i = 0; i < n; i++)
        x[i] *= factor;
    return BR_OK;
}

br_status br_optimal_motion(const br_optimal_options *o, const double *theta, double dt, long long n, double *x)
{
    if (o->basis == BR_BASIS_BERNSTEIN)
        return sample_bernstein(o, theta, dt, n, x);
    sample_pieces(o, theta, dt, n, x);
    return BR_OK;
}
