// wave.c - wave forms of inputs, with exact derivatives and break times.   [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "num/base/random.h"
#include "sim/source/sine_series.h"
#include "sim/source/wave.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define TAU 6.283185307179586 // 2 pi
enum { ARGUMENTS = 4000, COEFFICIENTS = 40 };

// ---------------------------------------------------------------- pieces

// From time t on: y + slope*s + bend*s^2, s the time since t.
static void add_piece(br_wave *w, double t, double y, double slope, double bend)
{
    w->knot[w->knots] = t;
    w->c[w->knots][0] = y;
    w->c[w->knots][1] = slope;
    w->c[w->knots++][2] = bend;
}

// The start of the period that t is in; *k counts them. Comparing against the very numbers that are the breaks keeps the
// two from disagreeing by a rounding.
static double period_of(const br_wave *w, double t, double *k)
{
    *k = 0;
    if (!(w->period > 0) || t < w->start)
        return w->start;
    double n = floor((t - w->start) / w->period);
    if (w->start + n * w->period > t)
        n--;
    if (w->start + (n + 1) * w->period <= t)
        n++;
    *k = n < w->cycles ? n : w->cycles;
    return w->start + *k * w->period;
}

// The last knot that is not after t, -1 before the first.
static int knot_before(const br_wave *w, double base, double t)
{
    int low = -1, high = w->knots;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (base + w->knot[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static double at_pieces(const br_wave *w, double t, double *slope)
{
    double k, base = period_of(w, t, &k);
    int j = knot_before(w, base, t);
    *slope = 0;
    if (j < 0)
        return w->before;
    if (w->period > 0 && k >= w->cycles)
        return w->after;
    const double *c = w->c[j], s = t - (base + w->knot[j]);
    *slope = c[1] + 2 * c[2] * s;
    return c[0] + s * (c[1] + s * c[2]);
}

double br_wave_break(const br_wave *w, double t)
{
    double k, base = period_of(w, t, &k);
    bool over = w->period > 0 && k >= w->cycles;
    for (int j = over ? w->knots : knot_before(w, base, t) + 1; j < w->knots; j++)
        if (base + w->knot[j] > t)
            return base + w->knot[j];
    double next = w->start + (k + 1) * w->period;
    return w->period > 0 && !over && next > t ? next : (double)INFINITY;
}

// ---------------------------------------------------------------- edges and lines

static const char *make_step(br_wave *w)
{
    add_piece(w, w->a[0], 1, 0, 0);
    return NULL;
}

static const char *make_pulse(br_wave *w)
{
    add_piece(w, w->a[0], 1, 0, 0);
    add_piece(w, w->a[1], 0, 0, 0);
    return w->a[0] < w->a[1] ? NULL : "t0 must be before t1";
}

static const char *make_ramp(br_wave *w)
{
    add_piece(w, w->a[0], 0, 1 / (w->a[1] - w->a[0]), 0);
    add_piece(w, w->a[1], 1, 0, 0);
    return w->a[0] < w->a[1] ? NULL : "t0 must be before t1";
}

static const char *make_points(br_wave *w)
{
    const double *a = w->a;
    if (w->n % 2 != 0)
        return "a time and a value belong to each point";
    for (int i = 0; i + 3 < w->n; i += 2) {
        if (!(a[i] < a[i + 2]))
            return "the times of points must rise";
        add_piece(w, a[i], a[i + 1], (a[i + 3] - a[i + 1]) / (a[i + 2] - a[i]), 0);
    }
    add_piece(w, a[w->n - 2], a[w->n - 1], 0, 0);
    w->before = a[1];
    return NULL;
}

static const char *make_square(br_wave *w)
{
    double duty = w->n > 1 ? w->a[1] : 0.5;
    w->period = w->a[0];
    w->start = w->n > 2 ? w->a[2] : 0;
    add_piece(w, 0, 1, 0, 0);
    add_piece(w, duty * w->period, -1, 0, 0);
    return !(w->period > 0) ? "the period must be positive" : duty > 0 && duty < 1 ? NULL : "0 < duty < 1 is needed";
}

// Sets how often a shape repeats, from its argument i if it is there.
static const char *repeat(br_wave *w, int i, double usual, double period)
{
    w->period = period;
    w->cycles = w->n > i ? w->a[i] : usual;
    bool whole = w->cycles == floor(w->cycles) && w->cycles >= 1;
    return whole ? NULL : "the number of times must be whole and positive";
}

static const char *make_trapezoid(br_wave *w)
{
    double ta = w->a[0], tv = w->a[1], th = w->a[2], t = 0;
    if (!(ta > 0 && tv >= 0 && th >= 0))
        return "ta > 0, tv >= 0 and th >= 0 are needed";
    for (int way = 1; way >= -1; way -= 2) {
        add_piece(w, t, 0, way / ta, 0);
        add_piece(w, t += ta, way, 0, 0);
        add_piece(w, t += tv, way, -way / ta, 0);
        add_piece(w, t += ta, 0, 0, 0);
        t += th;
    }
    return repeat(w, 3, (double)INFINITY, t);
}

// ---------------------------------------------------------------- moves

// From x to the turning points: half of each way at acceleration +-a, half at -+a. Position, or velocity if rate.
static double move(br_wave *w, double a, const double *x, int n, bool rate)
{
    double t = 0;
    for (int i = 1; i < n; i++) {
        double way = x[i] - x[i - 1], push = way < 0 ? -a : a, half = br_sqrt(br_abs(way) / a), v = push * half;
        add_piece(w, t, rate ? 0 : x[i - 1], rate ? push : 0, rate ? 0 : push / 2);
        t += half;
        add_piece(w, t, rate ? v : x[i - 1] + way / 2, rate ? -push : v, rate ? 0 : -push / 2);
        t += half;
    }
    add_piece(w, t, rate ? 0 : x[n - 1], 0, 0);
    w->before = rate ? 0 : x[0];
    return t;
}

static const char *check_moves(const br_wave *w)
{
    if (!(w->a[0] > 0))
        return "the acceleration must be positive";
    for (int i = 2; i < w->n; i++)
        if (w->a[i] == w->a[i - 1])
            return "two turning points are the same";
    return NULL;
}

static const char *make_moves(br_wave *w)
{
    const char *wrong = check_moves(w);
    if (!wrong)
        (void)move(w, w->a[0], w->a + 1, w->n - 1, false);
    return wrong;
}

static const char *make_moves_rate(br_wave *w)
{
    const char *wrong = check_moves(w);
    if (!wrong)
        (void)move(w, w->a[0], w->a + 1, w->n - 1, true);
    return wrong;
}

// Thesis 4.4.1: back and forth over 200 um at +-0.02 m/s^2, with smaller motions. Those are seen in Fig. 4.5 only, without
// numbers: here one on the way out and one on the way back, begun in sliding; 80 um are too short to slide back (Table B.3).
static const char *minor_loops(br_wave *w, bool rate)
{
    static const double turn[] = {0, 140e-6, 60e-6, 200e-6, 60e-6, 140e-6, 0};
    double period = move(w, 0.02, turn, (int)(sizeof turn / sizeof *turn), rate);
    w->knots--; // the next round starts where this one ends
    return repeat(w, 0, 1, period);
}

static const char *make_minor_loops(br_wave *w)
{
    return minor_loops(w, false);
}

static const char *make_minor_loops_rate(br_wave *w)
{
    return minor_loops(w, true);
}

// ---------------------------------------------------------------- sines

static const char *make_chirp(br_wave *w)
{
    add_piece(w, 0, 0, 0, 0);
    add_piece(w, w->a[2], 0, 0, 0);
    return !(w->a[2] > 0) ? "T > 0 is needed" : w->a[0] >= 0 && w->a[1] >= 0 ? NULL : "frequencies are not negative";
}

static double at_chirp(const br_wave *w, double t, double *slope)
{
    double f0 = w->a[0], f1 = w->a[1], T = w->a[2], s = t < T ? t : T, f = f0 + (f1 - f0) * (s / T);
    double turns = s * (0.5 * (f0 + f)) + (t - s) * f1;
    *slope = t < 0 ? 0 : TAU * f * br_cos(TAU * turns);
    return t < 0 ? 0 : br_sin(TAU * turns);
}

static const char *make_chirp_log(br_wave *w)
{
    const char *wrong = make_chirp(w);
    return wrong || (w->a[0] > 0 && w->a[1] > 0) ? wrong : "both frequencies must be positive";
}

static double at_chirp_log(const br_wave *w, double t, double *slope)
{
    double f0 = w->a[0], f1 = w->a[1], T = w->a[2], s = t < T ? t : T, rate = br_log(f1 / f0) / T;
    double f = t < T ? f0 * br_exp(rate * s) : f1;
    double turns = (rate == 0 ? f0 * s : f0 * br_expm1(rate * s) / rate) + (t - s) * f1;
    *slope = t < 0 ? 0 : TAU * f * br_cos(TAU * turns);
    return t < 0 ? 0 : br_sin(TAU * turns);
}

// Sines have their frequency in c0 and their phase in c1.
static const char *add_sine(br_wave *w, int k, double f, double phase)
{
    for (int i = 0; i < k; i++)
        if (w->c[i][0] == f)
            return "a frequency stands there twice";
    w->c[k][0] = f;
    w->c[k][1] = phase;
    return f > 0 ? NULL : "frequencies must be positive";
}

// Schroeder (1970) for equal amplitudes: the phase of sine k of n is -pi k (k - 1)/n.
static const char *make_multisine(br_wave *w)
{
    const char *wrong = NULL;
    for (int k = 0; k < w->n && !wrong; k++)
        wrong = add_sine(w, k, w->a[k], -0.5 * TAU * k * (k + 1.0) / w->n);
    return wrong;
}

static const char *make_multisine_random(br_wave *w)
{
    const char *wrong =
        w->a[0] >= 0 && w->a[0] < 0x1p53 && w->a[0] == floor(w->a[0]) ? NULL : "the seed must be whole, and below 2^53";
    br_random r;
    br_random_init(&r, wrong ? 0 : (uint64_t)w->a[0], 0);
    for (int k = 1; k < w->n && !wrong; k++)
        wrong = add_sine(w, k - 1, w->a[k], TAU * br_random_uniform(&r));
    return wrong;
}

static double at_sines(const br_wave *w, int n, double t, double *slope)
{
    double y = 0, rate = 0, scale = br_sqrt(2.0 / n);
    for (int k = 0; k < n; k++) {
        double phase = TAU * (w->c[k][0] * t) + w->c[k][1];
        y += br_cos(phase);
        rate -= TAU * w->c[k][0] * br_sin(phase);
    }
    *slope = scale * rate;
    return scale * y;
}

static double at_multisine(const br_wave *w, double t, double *slope)
{
    return at_sines(w, w->n, t, slope);
}

static double at_multisine_random(const br_wave *w, double t, double *slope)
{
    return at_sines(w, w->n - 1, t, slope);
}

// ---------------------------------------------------------------- Bernstein

static const char *make_bernstein(br_wave *w)
{
    add_piece(w, w->a[0], w->a[2], 0, 0);
    add_piece(w, w->a[1], w->a[w->n - 1], 0, 0);
    return w->a[0] < w->a[1] ? NULL : "t0 must be before t1";
}

// sum of b_k,n(x) c_k, paper 4 (17), by a Horner scheme: every power and every binomial once. step 1: of the differences
// c_{k+1} - c_k.
static double polynomial(const double *c, int n, int step, double x)
{
    double power = 1, binomial = 1, y = step ? c[1] - c[0] : c[0];
    for (int k = 1; k <= n; k++) {
        power *= x;
        binomial = binomial * (n - k + 1) / k;
        y = y * (1 - x) + power * binomial * (step ? c[k + 1] - c[k] : c[k]);
    }
    return y;
}

static double at_bernstein(const br_wave *w, double t, double *slope)
{
    const double *c = w->a + 2, t0 = w->a[0], t1 = w->a[1];
    int n = w->n - 3;
    *slope = 0;
    if (t < t0 || t >= t1)
        return t < t0 ? c[0] : c[n];
    double x = (t - t0) / (t1 - t0);
    if (n > 0)
        *slope = n * polynomial(c, n - 1, 1, x) / (t1 - t0);
    return polynomial(c, n, 0, x);
}

// ---------------------------------------------------------------- kinds

static const br_wave_kind kinds[] = {
    {"step", "step(t0)", 1, 1, make_step, at_pieces},
    {"pulse", "pulse(t0, t1)", 2, 2, make_pulse, at_pieces},
    {"ramp", "ramp(t0, t1)", 2, 2, make_ramp, at_pieces},
    {"points", "points(t1, y1, t2, y2, ...)", 2, ARGUMENTS, make_points, at_pieces},
    {"square", "square(T, duty, t0), the last two if wanted", 1, 3, make_square, at_pieces},
    {"trapezoid", "trapezoid(ta, tv, th, n), the last one if wanted", 3, 4, make_trapezoid, at_pieces},
    {"moves", "moves(a, x0, x1, ...)", 3, ARGUMENTS, make_moves, at_pieces},
    {"moves_rate", "moves_rate(a, x0, x1, ...)", 3, ARGUMENTS, make_moves_rate, at_pieces},
    {"minor_loops", "minor_loops(n), or minor_loops()", 0, 1, make_minor_loops, at_pieces},
    {"minor_loops_rate", "minor_loops_rate(n), or minor_loops_rate()", 0, 1, make_minor_loops_rate, at_pieces},
    {"chirp", "chirp(f0, f1, T)", 3, 3, make_chirp, at_chirp},
    {"chirp_log", "chirp_log(f0, f1, T)", 3, 3, make_chirp_log, at_chirp_log},
    {"multisine", "multisine(f1, f2, ...)", 1, ARGUMENTS, make_multisine, at_multisine},
    {"multisine_random", "multisine_random(seed, f1, f2, ...)", 2, ARGUMENTS, make_multisine_random,
     at_multisine_random},
    {"bernstein", "bernstein(t0, t1, c0, c1, ...)", 3, COEFFICIENTS, make_bernstein, at_bernstein},
};

const br_wave_kind *br_wave_kind_at(int i)
{
    return i < (int)(sizeof kinds / sizeof *kinds) ? &kinds[i] : NULL;
}

const br_wave_kind *br_wave_kind_find(const char *name)
{
    int i = 0;
    while (br_wave_kind_at(i) && strcmp(br_wave_kind_at(i)->name, name) != 0)
        i++;
    return br_wave_kind_at(i);
}

// Slopes between times that are too close overflow.
static bool is_finite(const br_wave *w)
{
    bool finite = isfinite(w->start) && isfinite(w->period) && isfinite(w->before);
    for (int j = 0; j < w->knots; j++)
        finite = finite && isfinite(w->knot[j]) && isfinite(w->c[j][0]) && isfinite(w->c[j][1]) && isfinite(w->c[j][2]);
    return finite;
}

br_status br_wave_make(br_wave *w, const br_wave_kind *kind, const double *a, int n, const char **wrong)
{
    size_t room = 2 * (size_t)n + 16; // no shape has more knots than that
    *w = (br_wave){.kind = kind, .n = n, .cycles = (double)INFINITY};
    w->a = malloc(room * sizeof *w->a);
    w->knot = calloc(room, sizeof *w->knot);
    w->c = calloc(room, sizeof *w->c);
    if (!w->a || !w->knot || !w->c) {
        br_wave_free(w);
        return BR_NO_MEMORY;
    }
    for (int i = 0; i < n; i++)
        w->a[i] = a[i];
    *wrong = kind->make(w);
    if (!*wrong && w->period > 0 && w->period < 1e-9)
        *wrong = "a period below 1 ns";
    if (!*wrong && !is_finite(w))
        *wrong = "these times are too close, or numbers too large";
    if (*wrong)
        br_wave_free(w);
    return *wrong ? BR_BAD_LAW : BR_OK;
}

void br_wave_free(br_wave *w)
{
    free(w->a);
    free(w->knot);
    free(w->c);
    memset(w, 0, sizeof *w);
}

double br_wave_at(const br_wave *w, double t, double *slope)
{
    return w->kind->at(w, t, slope);
}

// ---------------------------------------------------------------- series

static void pieces_series(const br_wave *w, br_interval t, br_interval *c)
{
    double k, base = period_of(w, t.lo, &k);
    int j = knot_before(w, base, t.lo);
    bool over = w->period > 0 && k >= w->cycles;
    c[0] = br_interval_point(j < 0 ? w->before : w->after);
    if (j < 0 || over)
        return;
    br_interval s = br_interval_sub(t, br_interval_point(base + w->knot[j])), bend = br_interval_point(w->c[j][2]);
    br_interval rise = br_interval_add(br_interval_point(w->c[j][1]), br_interval_mul(s, bend));
    c[0] = br_interval_add(br_interval_point(w->c[j][0]), br_interval_mul(s, rise));
    c[1] = br_interval_add(rise, br_interval_mul(s, bend));
    c[2] = bend;
}

// a times y, or times 1 - y, where y = y[0] + y[1] s.
static void times(br_interval *a, const br_interval y[2], bool rest, int order)
{
    br_interval level = rest ? br_interval_sub(br_interval_point(1), y[0]) : y[0],
                slope = rest ? br_interval_neg(y[1]) : y[1];
    for (int k = order; k >= 0; k--) {
        a[k] = br_interval_mul(a[k], level);
        if (k > 0)
            a[k] = br_interval_add(a[k], br_interval_mul(a[k - 1], slope));
    }
}

// The Horner scheme of polynomial(), for series.
static void bernstein_series(const br_wave *w, br_interval t, int order, br_interval *y)
{
    const double *c = w->a + 2;
    int n = w->n - 3;
    br_interval span = br_interval_sub(br_interval_point(w->a[1]), br_interval_point(w->a[0])),
                power[BR_WAVE_ORDER + 1] = {{0, 0}};
    br_interval x[2] = {br_interval_div(br_interval_sub(t, br_interval_point(w->a[0])), span),
                        br_interval_div(br_interval_point(1), span)};
    y[0] = br_interval_point(t.lo >= w->a[1] ? c[n] : c[0]);
    if (t.lo < w->a[0] || t.lo >= w->a[1])
        return;
    br_interval binomial = br_interval_point(1);
    power[0] = br_interval_point(1);
    for (int k = 1; k <= n; k++) {
        times(power, x, false, order);
        times(y, x, true, order);
        binomial = br_interval_div(br_interval_mul(binomial, br_interval_point(n - k + 1)), br_interval_point(k));
        for (int i = 0; i <= order; i++)
            y[i] = br_interval_add(y[i], br_interval_mul(br_interval_mul(power[i], binomial), br_interval_point(c[k])));
    }
}

// The turns of a chirp behind 0: f0 s + (f1 - f0)/(2 T) s^2 up to T, then f1 a second.
static void chirp_turns(const br_wave *w, br_interval t, br_interval *turns)
{
    br_interval f0 = br_interval_point(w->a[0]), f1 = br_interval_point(w->a[1]), T = br_interval_point(w->a[2]),
                two = br_interval_point(2);
    br_interval bend = br_interval_div(br_interval_sub(f1, f0), br_interval_mul(two, T));
    if (t.lo >= w->a[2]) {
        br_interval first = br_interval_mul(T, br_interval_div(br_interval_add(f0, f1), two));
        turns[0] = br_interval_add(first, br_interval_mul(f1, br_interval_sub(t, T)));
        turns[1] = f1;
        return;
    }
    turns[0] = br_interval_mul(t, br_interval_add(f0, br_interval_mul(bend, t)));
    turns[1] = br_interval_add(f0, br_interval_mul(br_interval_mul(two, bend), t));
    turns[2] = bend;
}

// f0 (exp(r s) - 1)/r with r = log(f1/f0)/T.
static void chirp_log_turns(const br_wave *w, br_interval t, int order, br_interval *turns)
{
    br_interval f0 = br_interval_point(w->a[0]), f1 = br_interval_point(w->a[1]), T = br_interval_point(w->a[2]);
    if (w->a[0] == w->a[1]) {
        turns[0] = br_interval_mul(f0, t);
        turns[1] = f0;
        return;
    }
    br_interval r = br_interval_div(br_interval_log(br_interval_div(f1, f0)), T);
    if (t.lo >= w->a[2]) {
        br_interval first = br_interval_div(br_interval_sub(f1, f0), r);
        turns[0] = br_interval_add(first, br_interval_mul(f1, br_interval_sub(t, T)));
        turns[1] = f1;
        return;
    }
    br_interval power = br_interval_mul(r, t), term = br_interval_mul(f0, br_interval_exp(power));
    turns[0] = br_interval_div(br_interval_mul(f0, br_interval_expm1(power)), r);
    for (int k = 1; k <= order; k++) {
        turns[k] = br_interval_div(term, br_interval_point(k));
        term = br_interval_mul(turns[k], r);
    }
}

static void chirp_series(const br_wave *w, br_interval t, int order, br_interval *c)
{
    br_interval turns[BR_WAVE_ORDER + 1] = {{0, 0}}, cosine[BR_WAVE_ORDER + 1];
    if (t.lo < 0)
        return;
    if (w->kind->at == at_chirp)
        chirp_turns(w, t, turns);
    else
        chirp_log_turns(w, t, order, turns);
    br_sine_series(turns, br_interval_point(0), order, c, cosine);
}

static void sines_series(const br_wave *w, int n, br_interval t, int order, br_interval *c)
{
    br_interval scale = br_interval_sqrt(br_interval_div(br_interval_point(2), br_interval_point(n)));
    for (int k = 0; k < n; k++) {
        br_interval f = br_interval_point(w->c[k][0]), turns[BR_WAVE_ORDER + 1] = {br_interval_mul(f, t), f},
                    sine[BR_WAVE_ORDER + 1], cosine[BR_WAVE_ORDER + 1];
        br_sine_series(turns, br_interval_point(w->c[k][1]), order, sine, cosine);
        for (int i = 0; i <= order; i++)
            c[i] = br_interval_add(c[i], br_interval_mul(scale, cosine[i]));
    }
}

void br_wave_series(const br_wave *w, br_interval t, int order, br_interval *c)
{
    for (int k = 0; k <= order; k++)
        c[k] = br_interval_point(0);
    if (w->kind->at == at_bernstein)
        bernstein_series(w, t, order, c);
    else if (w->kind->at == at_chirp || w->kind->at == at_chirp_log)
        chirp_series(w, t, order, c);
    else if (w->kind->at == at_multisine || w->kind->at == at_multisine_random)
        sines_series(w, w->n - (w->kind->at == at_multisine_random), t, order, c);
    else
        pieces_series(w, t, c);
}
