// ode_event.c - dense output and event location: where in a step the sign of an event function changes.   [host]
#include "num/base/fp.h"

#include "sim/run/ode_method.h"

void br_ode_dense(const br_ode_solver *s, int count, const double *t, double *x)
{
    double theta[BR_ODE_LANES] = {0};
    for (int k = 0; k < count; k++)
        theta[k] = (t[k] - s->begin) / (s->end - s->begin);
    s->o.method->dense(s, count, theta, x);
    for (int k = 0; k < count; k++)
        for (int i = 0; i < s->ode.n && (t[k] == s->begin || t[k] == s->end); i++)
            x[i * count + k] = t[k] == s->end ? s->to[i] : s->from[i];
}

enum { PLACES = BR_ODE_LANES };

static bool numbers(const br_ode_solver *s, const double *g)
{
    for (int e = 0; e < s->ode.events; e++)
        if (g[e] != g[e])
            return false;
    return true;
}

// The events at a time of the step, with its states in trial; false: one is NaN.
static bool evaluate(br_ode_solver *s, double t, double *g)
{
    br_ode_dense(s, 1, &t, s->trial);
    s->ode.event(s->ode.self, t, s->trial, g);
    return numbers(s, g);
}

static bool changed(const br_ode_solver *s, int e, const double *g)
{
    return s->next_side[e] != 0 && br_ode_sign(g[e]) != s->next_side[e];
}

// A time strictly between a and b, or b: there is none. The secant, moved towards the middle by a share of the bracket
// that falls as it shrinks, so that both ends move; every third time the middle itself.
static double next_iterate(double a, double b, double ga, double gb, int round)
{
    double middle = a + (b - a) / 2, t = b - (b - a) * (gb / (gb - ga));
    double shift = (b - a) * 1e-3;
    for (int i = 0; i < round && i < 6; i++)
        shift *= 0.05;
    t += t < middle ? shift : -shift;
    if (round % 3 == 2 || !(t > a && t < b))
        t = middle;
    return t > a && t < b ? t : b;
}

// Between a, where event e has not changed, and *b, where it has, to neighbouring doubles. gb: events at *b.
static bool locate(br_ode_solver *s, int e, double a, double *b)
{
    double ga = s->ga[e];
    for (int round = 0;; round++) {
        double t = next_iterate(a, *b, ga, s->gb[e], round);
        if (t == *b)
            return true;
        if (!evaluate(s, t, s->gm))
            return false;
        if (changed(s, e, s->gm)) {
            *b = t;
            br_vec_copy(s->ode.events, s->gm, s->gb);
        } else {
            a = t;
            ga = s->gm[e];
        }
    }
}

// The earliest change in (a, b], given that there is one in gb.
static bool earliest(br_ode_solver *s, double a, double *b)
{
    for (int e = 0; e < s->ode.events; e++)
        if (changed(s, e, s->gb) && !locate(s, e, a, b))
            return false;
    return evaluate(s, *b, s->gb);
}

static void update_sides(br_ode_solver *s, const double *g)
{
    for (int e = 0; e < s->ode.events; e++)
        if (g[e] != 0)
            s->next_side[e] = br_ode_sign(g[e]);
}

// All events at `PLACES` times of the step, into watched: event e at place i stands at [e*PLACES + i].
static void events_at_places(br_ode_solver *s, const double *t)
{
    br_ode_dense(s, PLACES, t, s->places);
    if (s->ode.watch) {
        s->ode.watch(s->ode.self, PLACES, t, s->places, s->watched);
        return;
    }
    for (int k = 0; k < PLACES; k++) {
        for (int i = 0; i < s->ode.n; i++)
            s->trial[i] = s->places[i * PLACES + k];
        s->ode.event(s->ode.self, t[k], s->trial, s->gb);
        for (int e = 0; e < s->ode.events; e++)
            s->watched[e * PLACES + k] = s->gb[e];
    }
}

// The first place lies near the start, for an event that leaves zero there and comes back.
bool br_ode_find_event(br_ode_solver *s, double *at, bool *found)
{
    static const double place[PLACES] = {1.0 / 64, 0.2, 0.4, 0.6, 0.8, 1};
    double a = s->begin, h = s->end - s->begin, t[PLACES];
    for (int i = 0; i < PLACES; i++)
        t[i] = place[i] == 1 ? s->end : s->begin + place[i] * h;
    events_at_places(s, t);
    br_vec_copy(s->ode.events, s->g, s->ga);
    for (int e = 0; e < s->ode.events; e++)
        s->next_side[e] = s->side[e];
    *at = s->end;
    *found = false;
    for (int i = 0; i < PLACES; i++) {
        for (int e = 0; e < s->ode.events; e++) {
            s->gb[e] = s->watched[e * PLACES + i];
            *found = *found || changed(s, e, s->gb);
        }
        if (!numbers(s, s->gb))
            return false;
        if (*found) {
            *at = t[i];
            return earliest(s, a, at);
        }
        update_sides(s, s->gb);
        br_vec_copy(s->ode.events, s->gb, s->ga);
        a = t[i];
    }
    return true;
}

void br_ode_fire(br_ode_solver *s)
{
    for (int e = 0; e < s->ode.events; e++) {
        bool fires = changed(s, e, s->gb);
        s->fired[e] = fires ? -s->next_side[e] : 0;
        s->count.events += fires;
        if (fires || s->gb[e] != 0)
            s->side[e] = br_ode_sign(s->gb[e]);
        s->g[e] = s->gb[e];
    }
}
