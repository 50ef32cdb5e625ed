// ode.c - adaptive integration: memory, step-size control, stiffness detection.   [host]
#include "num/base/fp.h"

#include "num/base/arena.h"
#include "num/text/diag.h"
#include "num/text/number.h"
#include "sim/run/ode_method.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double shrink = 0.2, safety = 0.9;
static const double least_time = 1e-300; // s, a step that is nothing even at t = 0

// ---------------------------------------------------------------- messages

// "at t = 0.5 s WORDS STATE"; state < 0: none. The number is the place in x, from 0.
static br_status complain(br_status status, double t, const char *words, int state, br_diag *why)
{
    char time[BR_NUMBER_SIZE], number[40] = "";
    br_number_write(time, t);
    if (state >= 0)
        snprintf(number, sizeof number, " x[%d]", state);
    return br_diag_fail(why, status, "at t = %s s %s%s", time, words, number);
}

// ---------------------------------------------------------------- open and close

br_ode_options br_ode_defaults(void)
{
    return (br_ode_options){.method = &br_ode_dopri, .relative = 1e-6, .absolute = 1e-12};
}

const char *br_ode_method_name(const br_ode_method *m)
{
    return m->name;
}

static bool is_step(double h)
{
    return h >= 0 && h < BR_MOST;
}

static const char *wrong(const br_ode *ode, const br_ode_options *o)
{
    if (ode->n < 0 || ode->n > BR_DENSE_MOST || ode->events < 0 || ode->events > BR_DENSE_MOST)
        return "0 to 4096 states and events can be integrated";
    if (!ode->rate || (ode->events > 0 && !ode->event))
        return "a function for the rates or the events is missing";
    if (!o->method)
        return "a method of integration is missing";
    if (!(o->relative >= 1e-14 && o->relative < 1) || !is_step(o->absolute))
        return "tolerances: relative from 1e-14 to 1, absolute not negative";
    for (int i = 0; o->each && i < ode->n; i++)
        if (!is_step(o->each[i]))
            return "the absolute tolerance of a state is negative or not finite";
    if (!is_step(o->first) || !is_step(o->least) || !is_step(o->longest) || o->most < 0)
        return "steps and their number are not negative";
    if (o->longest > 0 && o->least > o->longest)
        return "the least step is above the longest";
    return NULL;
}

// One list measures and carves: base NULL only counts.
static void carve_solver(br_arena *a, br_ode_solver *s)
{
    int n = s->ode.n, events = s->ode.events, stiff = s->o.method->border > 0 ? 0 : n;
    double **states[] = {&s->x, &s->from, &s->to, &s->error, &s->weight, &s->each, &s->trial, &s->base, &s->move};
    double **numbers[] = {&s->g, &s->ga, &s->gb, &s->gm};
    double **stages[] = {&s->stage, &s->f, &s->w, &s->right, &s->earlier, &s->path};
    int **ints[] = {&s->side, &s->next_side, &s->fired};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        *states[i] = br_arena_reals(a, n);
    for (int i = 0; i < s->o.method->stages; i++)
        s->k[i] = br_arena_reals(a, n);
    s->slope = br_arena_reals(a, stiff * stiff);
    br_ode_linear_carve(a, &s->linear, stiff);
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        *stages[i] = br_arena_reals(a, stiff * BR_ODE_LANES);
    s->root = br_arena_reals(a, stiff);
    s->places = br_arena_reals(a, events > 0 ? n * BR_ODE_LANES : 0);
    s->watched = br_arena_reals(a, events * BR_ODE_LANES);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = br_arena_reals(a, events);
    for (size_t i = 0; i < sizeof ints / sizeof *ints; i++)
        *ints[i] = br_arena_ints(a, events);
}

br_status br_ode_open(br_ode_solver *s, const br_ode *ode, const br_ode_options *o, br_diag *why)
{
    memset(s, 0, sizeof *s);
    const char *words = wrong(ode, o);
    if (words)
        return br_diag_fail(why, BR_BAD_USAGE, "%s", words);
    s->ode = *ode;
    s->o = *o;
    br_arena a = {NULL, 0};
    carve_solver(&a, s);
    s->memory = calloc(1, a.used + 1);
    if (!s->memory) {
        memset(s, 0, sizeof *s);
        return BR_NO_MEMORY;
    }
    a = (br_arena){s->memory, 0};
    carve_solver(&a, s);
    for (int i = 0; i < ode->n; i++)
        s->each[i] = o->each ? o->each[i] : o->absolute;
    s->o.each = s->each;
    s->t = BR_MOST; // until reset
    return BR_OK;
}

void br_ode_close(br_ode_solver *s)
{
    free(s->memory);
    memset(s, 0, sizeof *s);
}

// ---------------------------------------------------------------- start

static void set_weights(br_ode_solver *s)
{
    for (int i = 0; i < s->ode.n; i++)
        s->weight[i] = s->each[i] + s->o.relative * br_abs(s->from[i]);
}

br_status br_ode_reset(br_ode_solver *s, double t, const double *x, br_diag *why)
{
    int events = s->ode.events;
    if (!s->memory)
        return br_diag_fail(why, BR_BAD_USAGE, "not open");
    if (!(br_abs(t) < BR_MOST) || !br_vec_finite(s->ode.n, x))
        return complain(BR_NOT_FINITE, t, "the new time or a new state is not a finite number", -1, why);
    if (events > 0)
        s->ode.event(s->ode.self, t, x, s->ga);
    for (int e = 0; e < events; e++)
        if (s->ga[e] != s->ga[e])
            return complain(BR_NOT_FINITE, t, "an event is not a number at the new state", -1, why);
    for (int e = 0; e < events; e++) {
        s->g[e] = s->ga[e];
        s->side[e] = br_ode_sign(s->ga[e]);
        s->fired[e] = 0;
    }
    memmove(s->x, x, (size_t)s->ode.n * sizeof *x);
    s->t = s->begin = s->end = t;
    s->h = s->o.first;
    s->before = 1e-4;
    s->carried = s->slope_known = s->path_known = s->stiff = false;
    s->careful = true;
    s->last_long = 0;
    s->theta = 1;
    s->linear.core = 0;
    s->hits = s->misses = 0;
    s->stable = 0;
    return BR_OK;
}

// Hairer, Norsett and Wanner, II.4: a step of Euler shows how fast the rates change. A tenth of what they take: resets come
// where rates bend, and the estimate of a single long step there may be small by chance.
static double first_step(br_ode_solver *s, double rest)
{
    double d0 = br_ode_norm(s, s->from), d1 = br_ode_norm(s, s->k[0]);
    double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
    h0 = h0 < rest ? h0 : rest;
    br_vec_copy(s->ode.n, s->from, s->trial);
    br_vec_add(s->ode.n, h0, s->k[0], s->trial);
    if (!br_ode_rate(s, s->begin + h0, s->trial, s->move))
        return h0;
    br_vec_add(s->ode.n, -1, s->k[0], s->move);
    double d2 = br_ode_norm(s, s->move) / h0, most = d1 > d2 ? d1 : d2;
    double h1 = most <= 1e-15 ? (h0 > 1e-3 ? h0 * 1e-3 : 1e-6) : br_pow(0.01 / most, 1.0 / s->o.method->estimate);
    h1 = h1 < 100 * h0 ? h1 : 100 * h0;
    h1 *= 0.1;
    return h1 > s->o.least ? h1 : s->o.least;
}

// ---------------------------------------------------------------- one step

static bool fixed(const br_ode_solver *s)
{
    return s->o.longest > 0 && s->o.least == s->o.longest;
}

// Where the next step ends: at `until` if it comes near, half way if it would leave less than a step to it.
static double next_time(br_ode_solver *s, double until)
{
    if (fixed(s) || (s->o.longest > 0 && s->h > s->o.longest))
        s->h = s->o.longest;
    double rounding = 10 * BR_EPS * br_abs(s->begin);
    if (s->h < rounding && !fixed(s)) // else its end would be its beginning
        s->h = rounding;
    double rest = until - s->begin;
    if (s->h * (1 + 1e-6) >= rest)
        return until;
    return s->begin + (s->h > rest / 2 && !fixed(s) ? rest / 2 : s->h);
}

static double error_of(br_ode_solver *s)
{
    double most = 0;
    for (int i = 0; i < s->ode.n; i++) {
        double from = br_abs(s->from[i]), to = br_abs(s->to[i]);
        double e = br_ode_share(s->error[i], s->each[i] + s->o.relative * (from > to ? from : to));
        if (e > most) {
            most = e;
            s->worst = i;
        }
    }
    return most;
}

static double within(const br_ode_solver *s, double f)
{
    double growth = s->o.method->growth;
    return f < shrink ? shrink : f > growth ? growth : f;
}

// How the step may grow, with a share of the last error in it, which calms steps near the border of stability. Stiff methods
// are far from it: for them the trend of the last two steps counts, if it asks for less (Gustafsson 1994), and many iterations
// ask for less, too.
static double factor_for(const br_ode_solver *s, double error)
{
    double q = s->o.method->estimate, beta = 0.2 / q;
    if (error == 0)
        return s->o.method->growth;
    if (s->o.method->border > 0)
        return within(s, safety * br_pow(error, 0.75 * beta - 1 / q) * br_pow(s->before, beta));
    double most = 2 * BR_RADAU_ITERATIONS, care = safety * (most + 1) / (most + s->rounds);
    double f = care * br_pow(error, -1 / q), trend = f;
    if (error <= 1 && s->last_long > 0)
        trend = f * (s->end - s->begin) / s->last_long * br_pow(s->before / error, 1 / q);
    return within(s, f < trend ? f : trend);
}

// Hairer and Wanner, IV.2: the last two stages show h*|lambda| of the fastest mode; 15 steps at the border, without 6 others
// between them, are stiff.
static void notice_stiffness(br_ode_solver *s, double h)
{
    const br_ode_method *m = s->o.method;
    int n = s->ode.n, last = m->stages - 1;
    if (m->border == 0)
        return;
    for (int i = 0; i < n; i++) {
        s->move[i] = s->k[last][i] - s->k[last - 1][i];
        s->base[i] = s->to[i] - s->trial[i];
    }
    double apart = br_ode_norm(s, s->base), lambda = apart > 0 ? br_ode_norm(s, s->move) / apart : 0;
    if (h * lambda > m->border) {
        s->misses = 0;
        s->stable = m->border / lambda;
        s->stiff = ++s->hits >= 15 || s->stiff;
    } else if (++s->misses >= 6)
        s->hits = 0;
}

// The rate at the start, of the last step where it is known.
static bool begin_step(br_ode_solver *s)
{
    int last = s->o.method->stages - 1;
    double *first = s->k[0];
    br_vec_copy(s->ode.n, s->x, s->from);
    s->begin = s->end = s->t;
    s->slope_new = false;
    set_weights(s);
    if (s->carried) {
        s->k[0] = s->k[last];
        s->k[last] = first;
    }
    bool good = s->carried || br_ode_rate(s, s->begin, s->from, s->k[0]);
    s->carried = false;
    return good;
}

// The states at `at`, behind an event or at the end, are now those of the solver.
static void accept(br_ode_solver *s, double at)
{
    bool whole = at == s->end;
    s->carried = whole && s->o.method->border > 0;
    br_vec_copy(s->ode.n, whole ? s->to : s->trial, s->x);
    s->t = at;
    s->count.steps++;
    if (s->ode.events > 0)
        br_ode_fire(s);
}

// The step after one that was accepted; it does not grow at once where one was rejected. What a step cut short by `until`
// tells is only that it could have been longer.
static void lengthen(br_ode_solver *s, double error, bool rejected)
{
    double h = s->end - s->begin, f = factor_for(s, error);
    double next = h * (rejected && f > 1 ? 1 : f), least = s->o.method->border > 0 ? 1e-4 : 1e-2;
    bool cut = f == s->o.method->growth || h < 0.1 * s->h;
    s->h = cut && next < s->h ? s->h : next;
    s->before = error > least ? error : least;
    s->last_long = h;
    s->careful = false;
}

// False: no shorter step is allowed.
static bool shorten(br_ode_solver *s, br_ode_try tried, double error)
{
    double rounding = 10 * BR_EPS * br_abs(s->begin), least = s->o.least > rounding ? s->o.least : rounding;
    double asked = s->h, h = s->end - s->begin,
           f = tried == BR_TRY_DONE       ? factor_for(s, error)
               : tried == BR_TRY_DIVERGED ? 0.5
                                          : 0.25;
    s->count.rejected++;
    s->careful = true;
    s->end = s->begin;
    s->h = h * (f < safety ? f : safety);
    if (s->h < least)
        s->h = least;
    return !fixed(s) && asked > least && h > least_time; // not h: the times of its ends are rounded
}

static br_status explain_failure(const br_ode_solver *s, br_ode_try tried, br_diag *why)
{
    if (tried == BR_TRY_NOT_FINITE)
        return complain(BR_NOT_FINITE, s->t, "even the shortest step meets a number that is not finite, last for",
                        s->worst, why);
    if (tried == BR_TRY_DIVERGED)
        return complain(BR_NEGATIVE, s->t, "the stages of even the shortest step are not found", -1, why);
    return complain(BR_NEGATIVE, s->t, "the tolerance asks for a step below the shortest, for", s->worst, why);
}

// A step to `end`, and where in it the earliest event is. *error: 1 is as much as may be.
static br_ode_try try_whole(br_ode_solver *s, double *error, double *at, bool *found)
{
    br_ode_try tried = s->o.method->attempt(s, s->end - s->begin);
    *error = tried == BR_TRY_DONE && !fixed(s) ? error_of(s) : 0;
    *at = s->end;
    *found = false;
    if (tried != BR_TRY_DONE || *error > 1)
        return tried;
    notice_stiffness(s, s->end - s->begin);
    if (s->ode.events > 0 && !br_ode_find_event(s, at, found))
        return BR_TRY_NOT_FINITE;
    return BR_TRY_DONE;
}

// Rates often have a kink where an event is. A step across it is taken once more to shortly behind the event, so that what
// lies beyond does not spoil the way to it.
static br_ode_try try_step(br_ode_solver *s, double *error, double *at, bool *found)
{
    br_ode_try tried = try_whole(s, error, at, found);
    double way = *at - s->begin;
    if (!*found || s->end - *at <= way / 1024)
        return tried;
    s->end = *at + way / 4096;
    tried = try_whole(s, error, at, found);
    if (!*found) // the longer one would show the event again, without end
        s->h = s->end - s->begin;
    return tried;
}

static br_status step(br_ode_solver *s, double until, bool *found, br_diag *why)
{
    for (bool rejected = false;; rejected = true) {
        if (s->o.most > 0 && s->count.steps + s->count.rejected >= s->o.most)
            return complain(BR_NEGATIVE, s->t, "as many steps as allowed have been tried", -1, why);
        double error, at;
        s->end = next_time(s, until);
        br_ode_try tried = try_step(s, &error, &at, found);
        if (tried == BR_TRY_DONE && error <= 1) {
            lengthen(s, error, rejected);
            accept(s, at);
            return BR_OK;
        }
        if (!shorten(s, tried, error))
            return explain_failure(s, tried, why);
    }
}

br_status br_ode_step(br_ode_solver *s, double until, br_ode_end *end, br_diag *why)
{
    if (!s->memory || !(until >= s->t && until < BR_MOST))
        return br_diag_fail(why, BR_BAD_USAGE, "no reset yet, or the end lies behind");
    bool found = false;
    for (int e = 0; e < s->ode.events; e++)
        s->fired[e] = 0;
    if (until > s->t) {
        if (!begin_step(s))
            return complain(BR_NOT_FINITE, s->t, "the rate is not a finite number, of", s->worst, why);
        if (s->h == 0)
            s->h = first_step(s, until - s->t);
        br_status status = step(s, until, &found, why);
        if (status != BR_OK)
            return status;
    }
    *end = found ? BR_ODE_EVENT : s->t == until ? BR_ODE_REACHED : BR_ODE_STEPPED;
    return BR_OK;
}

br_status br_ode_at(const br_ode_solver *s, double t, double *x)
{
    if (!s->memory || !(t >= s->begin && t <= s->t))
        return BR_BAD_USAGE;
    if (t == s->t)
        br_vec_copy(s->ode.n, s->x, x);
    else
        br_ode_dense(s, 1, &t, x);
    return BR_OK;
}
