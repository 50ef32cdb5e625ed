// excite.c - excitation signals within the limits of a machine.                   [host]
#include "num/base/fp.h"

#include "fit/excite/excite.h"
#include "num/base/elem.h"
#include "num/text/diag.h"
#include "sim/source/wave.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_SAMPLES = 100000000, MOST_STEPS = 1000 };

const char *br_excite_name(br_excite_kind kind)
{
    static const char *const name[] = {"staircase", "ramps", "loops", "ladder", "multisine"};
    return (unsigned)kind < BR_EXCITE_KINDS ? name[kind] : NULL;
}

bool br_excite_is_force(br_excite_kind kind)
{
    return kind != BR_EXCITE_LOOPS && kind != BR_EXCITE_LADDER;
}

br_excite_options br_excite_defaults(br_excite_kind kind, double dt)
{
    static const double none = (double)INFINITY;
    br_excite_options o = {.kind = kind, .dt = dt, .limit = {none, none, none, none, none}, .repeats = 1, .seed = 1};
    o.steps = kind == BR_EXCITE_RAMPS ? 5 : kind == BR_EXCITE_LOOPS ? 6 : kind == BR_EXCITE_MULTISINE ? 30 : 10;
    o.rest = kind == BR_EXCITE_MULTISINE ? 0 : 0.5;
    o.stay = kind == BR_EXCITE_MULTISINE ? 10 : 2;
    if (kind == BR_EXCITE_LOOPS || kind == BR_EXCITE_MULTISINE)
        o.repeats = 4;
    return o;
}

// ---------------------------------------------------------------- pieces

// From time `at` on the value is c0 + c1 s + c2 s^2/2, s the time since then.
typedef struct piece {
    double at, c0, c1, c2;
} piece;

typedef struct plan {
    piece *piece;
    int pieces, room;
    double end, value; // time and value behind the last one
    bool full;         // no memory
} plan;

static void append_piece(plan *p, double time, double c1, double c2)
{
    if (p->pieces == p->room) {
        int room = 2 * p->room + 64;
        piece *more = realloc(p->piece, (size_t)room * sizeof *more);
        if (!more) {
            p->full = true;
            return;
        }
        p->piece = more;
        p->room = room;
    }
    p->piece[p->pieces++] = (piece){p->end, p->value, c1, c2};
    p->end += time;
    p->value += time * (c1 + time * c2 / 2);
}

static void append_rest(plan *p, double time)
{
    append_piece(p, time, 0, 0);
}

static void append_ramp(plan *p, double to, double rate)
{
    double way = to - p->value;
    if (way != 0)
        append_piece(p, br_abs(way) / rate, way > 0 ? rate : -rate, 0);
    p->value = to;
}

// From rest to rest: to speed v at acceleration a, there as long as the way lasts, and back.
static void append_move(plan *p, double to, double v, double a)
{
    double way = br_abs(to - p->value), sign = to > p->value ? 1 : -1, most = br_sqrt(way * a);
    if (!(way > 0))
        return;
    v = v < most ? v : most;
    append_piece(p, v / a, 0, sign * a);
    append_piece(p, way / v - v / a, sign * v, 0);
    append_piece(p, v / a, sign * v, -sign * a);
    p->value = to;
}

// ---------------------------------------------------------------- kinds

// Number i of `steps` numbers that grow by equal factors.
static double geometric(const br_excite_options *o, int i)
{
    return o->steps > 1 ? o->smallest * br_exp(br_log(o->largest / o->smallest) * i / (o->steps - 1)) : o->largest;
}

static br_status staircase(plan *p, const br_excite_options *o, br_diag *why)
{
    double rate = o->limit.force_rate < (double)INFINITY ? o->limit.force_rate : o->largest / o->dt;
    static const int turn[] = {0, 1, -1, 0}; // in units of the top
    if (o->largest > o->limit.force)
        return br_diag_fail(why, BR_NEGATIVE, "steps up to %g N are beyond the limit of the force, %g N", o->largest,
                            o->limit.force);
    append_rest(p, o->rest);
    for (int k = 0; k < o->repeats; k++)
        for (int t = 1; t < 4; t++)
            for (int i = 1, n = o->steps * abs(turn[t] - turn[t - 1]); i <= n; i++) {
                double share = turn[t - 1] + (double)(turn[t] - turn[t - 1]) * i / n;
                append_ramp(p, share * o->largest, rate);
                append_rest(p, o->rest);
            }
    return BR_OK;
}

static br_status ramps(plan *p, const br_excite_options *o, br_diag *why)
{
    if (!(o->level > 0))
        return br_diag_fail(why, BR_BAD_USAGE, "ramps need a level of force to go to");
    if (o->level > o->limit.force || o->largest > o->limit.force_rate)
        return br_diag_fail(why, BR_NEGATIVE, "ramps to %g N at up to %g N/s are beyond the limits, %g N and %g N/s",
                            o->level, o->largest, o->limit.force, o->limit.force_rate);
    append_rest(p, o->rest);
    for (int k = 0; k < o->repeats; k++)
        for (int i = 0; i < 2 * o->steps; i++) {
            double rate = geometric(o, i / 2);
            append_ramp(p, i % 2 ? -o->level : o->level, rate);
            append_ramp(p, 0, rate);
            append_rest(p, o->rest);
        }
    return BR_OK;
}

// Largest first: it ends all memory of how the machine came to rest.
static br_status loops(plan *p, const br_excite_options *o, br_diag *why)
{
    double v = o->limit.speed, a = o->limit.acceleration;
    if (o->largest > o->limit.position)
        return br_diag_fail(why, BR_NEGATIVE, "loops of %g m are beyond the limit of the position, %g m", o->largest,
                            o->limit.position);
    append_rest(p, o->rest);
    for (int i = o->steps - 1; i >= 0; i--)
        for (int k = 0; k < o->repeats; k++) {
            append_move(p, geometric(o, i), v, a);
            append_rest(p, o->rest);
            append_move(p, -geometric(o, i), v, a);
            append_rest(p, o->rest);
        }
    append_move(p, 0, v, a);
    return BR_OK;
}

// Each speed for the time asked for, or for as long as the range allows; the middle of the range is the start.
static br_status ladder(plan *p, const br_excite_options *o, br_diag *why)
{
    double a = o->limit.acceleration, range = 2 * o->limit.position;
    if (o->largest > o->limit.speed)
        return br_diag_fail(why, BR_NEGATIVE, "a speed of %g m/s is beyond the limit, %g m/s", o->largest,
                            o->limit.speed);
    if (o->largest * o->largest / a > range / 2)
        return br_diag_fail(why, BR_NEGATIVE, "a speed of %g m/s is not reached, at %g m/s^2, within half of +-%g m",
                            o->largest, a, o->limit.position);
    append_rest(p, o->rest);
    for (int k = 0; k < o->repeats; k++)
        for (int i = 0; i < o->steps; i++) {
            double v = geometric(o, i), way = v * o->stay + v * v / a;
            way = way < range ? way : range;
            append_move(p, -way / 2, o->largest, a);
            append_rest(p, o->rest);
            append_move(p, way / 2, v, a);
            append_rest(p, o->rest);
            append_move(p, -way / 2, v, a);
            append_rest(p, o->rest);
        }
    append_move(p, 0, o->largest, a);
    return BR_OK;
}

// ---------------------------------------------------------------- samples

static br_status sample_plan(br_excite_samples *x, const plan *p, double dt, br_diag *why)
{
    double count = p->end / dt;
    if (!(count < MOST_SAMPLES))
        return br_diag_fail(why, BR_NEGATIVE, "this lasts %g s, more than %d samples", p->end, (int)MOST_SAMPLES);
    x->n = (long long)count + 2;
    x->value = malloc((size_t)x->n * sizeof *x->value);
    if (!x->value)
        return BR_NO_MEMORY;
    int at = 0;
    for (long long i = 0; i < x->n; i++) {
        double t = (double)i * dt;
        while (at + 1 < p->pieces && p->piece[at + 1].at <= t)
            at++;
        const piece *c = &p->piece[at];
        double s = t - c->at;
        x->value[i] = t < p->end ? c->c0 + s * (c->c1 + s * c->c2 / 2) : p->value;
    }
    return BR_OK;
}

// Different multiples of 1/stay, as near to equal factors as there are.
static int choose_lines(const br_excite_options *o, double *f)
{
    long long last = 0;
    int n = 0;
    for (int i = 0; i < o->steps; i++) {
        double cycles = geometric(o, i) * o->stay;
        long long k = o->odd ? 2 * (long long)(cycles / 2) + 1 : (long long)(cycles + 0.5);
        if (k > last)
            f[n++] = (double)k / o->stay;
        last = k > last ? k : last;
    }
    return n;
}

// Of random phases those of the least peak: lines at equal factors have no formula that is as good.
static br_status least_peak(br_wave *best, const br_excite_options *o, int lines, const double *f, const char **text)
{
    enum { TRIES = 64, LOOKS = 20000 };
    double samples = o->stay / o->dt;
    int looks = samples < LOOKS ? (int)(samples + 0.5) : LOOKS;
    double a[MOST_STEPS + 1], least = (double)INFINITY, slope;
    memcpy(a + 1, f, (size_t)lines * sizeof *f);
    *best = (br_wave){0};
    for (int seed = 0; seed < TRIES; seed++) {
        br_wave w;
        double most = 0;
        a[0] = (o->seed - 1) * TRIES + seed;
        br_status status = br_wave_make(&w, br_wave_kind_find("multisine_random"), a, lines + 1, text);
        if (status != BR_OK) {
            br_wave_free(best);
            return status;
        }
        for (int i = 0; i < looks && most < least; i++) {
            double y = br_abs(br_wave_at(&w, o->stay * i / looks, &slope));
            most = y > most ? y : most;
        }
        br_wave *worse = most < least ? best : &w;
        least = most < least ? most : least;
        br_wave_free(worse);
        if (worse == best)
            *best = w;
    }
    return BR_OK;
}

static br_status multisine(br_excite_samples *x, const br_excite_options *o, br_diag *why)
{
    double f[MOST_STEPS], period = o->stay / o->dt, slope;
    const char *text;
    br_wave w;
    int lines = choose_lines(o, f);
    if (!(o->level > 0) || br_abs(period - (double)(long long)(period + 0.5)) > 1e-6 || !(o->largest < 0.5 / o->dt) ||
        lines < 1)
        return br_diag_fail(why, BR_BAD_USAGE,
                            "a multisine needs an rms, a period of whole samples, and lines below %g Hz", 0.5 / o->dt);
    if (!(period * o->repeats < MOST_SAMPLES))
        return br_diag_fail(why, BR_NEGATIVE, "this is more than %d samples", (int)MOST_SAMPLES);
    br_status status = least_peak(&w, o, lines, f, &text);
    if (status != BR_OK)
        return status == BR_NO_MEMORY ? status : br_diag_fail(why, BR_BAD_USAGE, "%s", text);
    x->n = (long long)(period + 0.5) * o->repeats;
    x->value = malloc((size_t)x->n * sizeof *x->value);
    for (long long i = 0; i < x->n && x->value; i++)
        x->value[i] = o->level * br_wave_at(&w, (double)i * o->dt, &slope);
    br_wave_free(&w);
    return x->value ? BR_OK : BR_NO_MEMORY;
}

// ---------------------------------------------------------------- limits

void br_excite_measure(br_excite_samples *x, double dt)
{
    const double *y = x->value;
    x->most = x->speed = x->change = 0;
    for (long long i = 0; i < x->n; i++) {
        double d1 = i > 0 ? br_abs(y[i] - y[i - 1]) / dt : 0;
        double d2 = i > 1 ? br_abs(y[i] - 2 * y[i - 1] + y[i - 2]) / (dt * dt) : 0;
        x->most = br_abs(y[i]) > x->most ? br_abs(y[i]) : x->most;
        x->speed = d1 > x->speed ? d1 : x->speed;
        x->change = d2 > x->change ? d2 : x->change;
    }
}

// Differences of samples are rounded by a few ulp of the samples, and by what rounded times move at speed.
static br_status check_limits(const br_excite_samples *x, const br_excite_options *o, br_diag *why)
{
    const br_excite_limits *l = &o->limit;
    double ulp = 1e-15 * x->most + 2.3e-16 * (double)x->n * o->dt * x->speed, slack = 1 + 1e-9;
    const char *N = o->turns ? "N*m" : "N", *m = o->turns ? "rad" : "m";
    bool force = br_excite_is_force(o->kind), steps = force && o->kind != BR_EXCITE_MULTISINE;
    if (o->kind == BR_EXCITE_MULTISINE && x->most > slack * l->force)
        return br_diag_fail(
            why, BR_NEGATIVE,
            "it goes up to %g %s, beyond the limit of the force, %g %s: a --level of %.3g %s keeps to it", x->most, N,
            l->force, N, 0.99 * o->level * l->force / x->most, N);
    if (x->most > slack * (force ? l->force : l->position))
        return br_diag_fail(why, BR_NEGATIVE, "it goes up to %g %s, beyond the limit, %g", x->most, force ? N : m,
                            force ? l->force : l->position);
    if (!force && x->speed > slack * l->speed + ulp / o->dt)
        return br_diag_fail(why, BR_NEGATIVE, "its speed is up to %g %s/s, beyond the limit", x->speed, m);
    if (!force && x->change > slack * l->acceleration + 4 * ulp / (o->dt * o->dt))
        return br_diag_fail(why, BR_NEGATIVE, "its acceleration is up to %g %s/s^2, beyond the limit", x->change, m);
    if (steps && x->speed > slack * l->force_rate + ulp / o->dt)
        return br_diag_fail(why, BR_NEGATIVE, "its rate is up to %g %s, beyond the limit", x->speed,
                            o->turns ? "N*m/s" : "N/s");
    return BR_OK;
}

static br_status check_options(const br_excite_options *o, br_diag *why)
{
    const br_excite_limits *l = &o->limit;
    bool good = br_excite_name(o->kind) && o->dt > 0 && o->steps >= 1 && o->steps <= MOST_STEPS && o->rest >= 0 &&
                o->stay > 0 && o->repeats >= 1 && o->repeats <= 1000000 && o->largest > 0 && o->rest < 1e6 &&
                o->stay < 1e6;
    if (!good)
        return br_diag_fail(why, BR_BAD_USAGE, "an option of the excitation is out of range");
    if (o->steps > 1 && o->kind != BR_EXCITE_STAIRCASE && !(o->smallest > 0 && o->smallest < o->largest))
        return br_diag_fail(why, BR_BAD_USAGE, "0 < smallest < largest is needed");
    if (!(o->seed >= 1 && o->seed <= 0x1p46 && o->seed == floor(o->seed)))
        return br_diag_fail(why, BR_BAD_USAGE, "the seed must be a whole number from 1 to 2^46");
    if (!(l->position > 0 && l->speed > 0 && l->acceleration > 0 && l->force > 0 && l->force_rate > 0))
        return br_diag_fail(why, BR_BAD_USAGE, "limits must be positive");
    if (!br_excite_is_force(o->kind) && !(l->acceleration < (double)INFINITY))
        return br_diag_fail(why, BR_BAD_USAGE, "positions need a limit of acceleration");
    return BR_OK;
}

br_status br_excite_make(br_excite_samples *x, const br_excite_options *o, br_diag *why)
{
    static br_status (*const by[])(plan *, const br_excite_options *, br_diag *) = {staircase, ramps, loops, ladder};
    plan p = {0};
    *x = (br_excite_samples){0};
    br_status status = check_options(o, why);
    if (status == BR_OK && o->kind == BR_EXCITE_MULTISINE)
        status = multisine(x, o, why);
    else if (status == BR_OK) {
        status = by[o->kind](&p, o, why);
        if (status == BR_OK)
            status = p.full ? BR_NO_MEMORY : sample_plan(x, &p, o->dt, why);
    }
    free(p.piece);
    if (status == BR_OK) {
        br_excite_measure(x, o->dt);
        status = check_limits(x, o, why);
    }
    if (status != BR_OK)
        br_excite_free(x);
    return status;
}

void br_excite_free(br_excite_samples *x)
{
    free(x->value);
    *x = (br_excite_samples){0};
}
