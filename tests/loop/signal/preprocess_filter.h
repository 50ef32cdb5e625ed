// preprocess_filter.h - low-pass and differentiators, sample by sample (docs/faults.md D1, D2, D9, D17, D19, E7).
#include "loop/signal/differentiate.h"
#include "kit/preprocess.h"
#include <complex.h>

static const wide PI = 3.14159265358979323846264L;
#define J ((complex long double)I)

#ifdef BR_FLOAT
static const wide ROUND = 1e-5L; // what rounding leaves of a result
#else
static const wide ROUND = 1e-12L;
#endif

// ---------------------------------------------------------------- low-pass

static br_lowpass lowpass(double dt, double cutoff, int order, double damping)
{
    br_lowpass l;
    br_lowpass_options o = {(br_real)dt, (br_real)cutoff, order, (br_real)damping};
    assert_int_equal(br_lowpass_init(&l, &o), BR_OK);
    return l;
}

// Of the analogue filter at the frequency that the trapezoidal rule makes of f dt.
static complex long double analytic(const br_lowpass *l, wide f)
{
    complex long double s = J * tanl(PI * f) / tanl(PI * (wide)l->o.cutoff * (wide)l->o.dt), h = 1;
    for (int i = 0; i < l->o.order / 2; i++) {
        wide z = l->o.damping > 0 ? (wide)l->o.damping : cosl(PI * (l->o.order - 1 - 2 * i) / (2 * l->o.order));
        h /= s * s + 2 * z * s + 1;
    }
    return h;
}

static void lowpass_has_the_analytic_response_at_20_frequencies(void **unused)
{
    (void)unused;
    const double cutoffs[] = {0.001, 0.05, 0.1, 0.24, 0.45};
    wide worst = 0;
    for (int c = 0; c < 5; c++)
        for (int kind = 0; kind < 6; kind++) {
            br_lowpass l = lowpass(0.01, cutoffs[c] / 0.01, kind < 4 ? 2 * kind + 2 : 2,
                                   kind < 4    ? 0
                                   : kind == 4 ? 0.3
                                               : 2);
            int n = 2 * br_lowpass_memory(&l);
            br_real *h = reals(n);
            (void)br_lowpass_step(&l, 0);
            for (int i = 0; i < n; i++)
                h[i] = br_lowpass_step(&l, i == 0);
            for (int k = 1; k <= 20; k++) {
                complex long double sum = 0, turn = 1, by = cexpl(-2 * J * PI * k / 41.0L);
                for (int i = 0; i < n; i++, turn *= by)
                    sum += (wide)h[i] * turn;
                wide off = cabsl(sum - analytic(&l, k / 41.0L));
                worst = off > worst ? off : worst;
            }
            free(h);
        }
    print_message("low-pass: response within %.2Lg\n", worst);
    assert_true(worst <= (sizeof(br_real) == 4 ? 1e-5L : 1e-6L));
}

static void lowpass_is_felt_for_its_memory_at_most(void **unused)
{
    (void)unused;
    for (int k = 0; k < 300; k++) {
        int order = 2 + 2 * below(4);
        double f = exp(uniform(log(1e-3), log(0.49))),
               z = order == 2 && below(2) ? exp(uniform(log(0.05), log(20))) : 0;
        br_lowpass l = lowpass(1, f, order, z);
        int n = br_lowpass_memory(&l);
        wide most = 0;
        (void)br_lowpass_step(&l, 0);
        for (int i = 0; i < 2 * n; i++) {
            wide h = fabsl((wide)br_lowpass_step(&l, i == 0));
            most = i >= n && h > most ? h : most;
        }
        assert_true(most <= 1e-6L);
    }
}

static void lowpass_starts_without_transient(void **unused)
{
    (void)unused;
    for (int order = 2; order <= 8; order += 2) {
        br_lowpass l = lowpass(1e-4, 500, order, 0);
        for (int i = 0; i < 1000; i++)
            assert_true(br_lowpass_step(&l, (br_real)0.7) == (br_real)0.7);
    }
}

// A ramp comes out late by that many samples.
static void lowpass_delay_is_as_told(void **unused)
{
    (void)unused;
    for (int order = 2; order <= 8; order += 2) {
        br_lowpass l = lowpass(1e-4, 500, order, 0);
        br_real y = 0;
        for (int i = 0; i <= 2000; i++)
            y = br_lowpass_step(&l, (br_real)i);
        assert_close(2000 - (wide)y, (wide)br_lowpass_delay(&l), 2000 * ROUND, "delay");
    }
    br_lowpass l = lowpass(1e-4, 500, 2, 0);
    assert_close((wide)br_lowpass_delay(&l), sqrtl(0.5L) / tanl(PI / 20), 1e-5L, "delay, thesis");
}

static void D1_lowpass_holds_what_is_missing(void **unused)
{
    (void)unused;
    br_lowpass l = lowpass(1e-4, 500, 4, 0), twin = l;
    assert_true(br_lowpass_step(&l, MISSING) == 0); // before the first one
    br_real last = 1;
    for (int i = 0; i < 1000; i++) {
        int gone = below(3) == 0 && i > 0;
        br_real x = gone ? last : (br_real)uniform(-1, 1), other[] = {MISSING, INFINITE, -INFINITE, BR_MOST};
        assert_true(br_lowpass_step(&l, gone ? other[below(4)] : x) == br_lowpass_step(&twin, x));
        last = x;
    }
    assert_true(l.missing > 200);
}

static void E7_decaying_states_end_at_zero(void **unused)
{
    (void)unused;
    br_lowpass l = lowpass(1e-4, 500, 2, 0);
    br_differentiate d;
    br_differentiate_options o = br_differentiate_defaults(&br_differentiate_kalman, (br_real)1e-4);
    assert_int_equal(br_differentiate_init(&d, &o, NULL, 0), BR_OK);
    br_motion x = {1, 1, 1};
    br_real y = 1;
    for (int i = 0; i < 20000; i++) {
        y = br_lowpass_step(&l, i == 1);
        assert_int_equal(br_differentiate_step(&d, i == 1, o.dt, &x), BR_OK);
        assert_true(fpclassify(y) != FP_SUBNORMAL);
        assert_true(fpclassify(l.section[0].s1) != FP_SUBNORMAL && fpclassify(l.section[0].s2) != FP_SUBNORMAL);
        assert_true(fpclassify(x.q) != FP_SUBNORMAL && fpclassify(x.v) != FP_SUBNORMAL &&
                    fpclassify(x.a) != FP_SUBNORMAL);
    }
    assert_true(y == 0 && x.q == 0 && x.v == 0 && x.a == 0);
}

static void lowpass_refuses_what_makes_no_sense(void **unused)
{
    (void)unused;
    br_lowpass l;
    const br_lowpass_options bad[] = {
        {0, 1, 2, 0},
        {1, 0, 2, 0},
        {MISSING, BR_C(0.1), 2, 0},
        {1, MISSING, 2, 0},
        {1, BR_C(0.5), 2, 0},
        {1, BR_C(0.1), 3, 0},
        {1, BR_C(0.1), 0, 0},
        {1, BR_C(0.1), 10, 0},
        {1, BR_C(0.1), 4, BR_C(0.5)},
        {1, BR_C(0.1), 2, BR_C(0.01)},
        {1, BR_C(0.1), 2, -1},
        {1, BR_C(0.1), 2, MISSING},
        {INFINITE, 1, 2, 0},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(br_lowpass_init(&l, &bad[i]), BR_BAD_USAGE);
    assert_int_equal(br_lowpass_init(&l, NULL), BR_BAD_USAGE);
}

// ---------------------------------------------------------------- the stationary gain

// P becomes F P F' + l Q - L S L' of its own: one step of the Riccati equation, 3 by 3, and K the gain of the
// correction.
static void riccati(wide l, wide P[3][3], wide K[3], wide *S)
{
    const wide F[3][3] = {{1, 1, 0.5L}, {0, 1, 1}, {0, 0, 1}};
    const wide Q[3][3] = {{1 / 20.L, 1 / 8.L, 1 / 6.L}, {1 / 8.L, 1 / 3.L, 0.5L}, {1 / 6.L, 0.5L, 1}};
    wide C[3][3], FC[3][3];
    *S = P[0][0] + 1;
    for (int i = 0; i < 3; i++)
        K[i] = P[i][0] / *S;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            C[i][j] = P[i][j] - K[i] * P[0][j];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            FC[i][j] = F[i][0] * C[0][j] + F[i][1] * C[1][j] + F[i][2] * C[2][j];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            P[i][j] = FC[i][0] * F[j][0] + FC[i][1] * F[j][1] + FC[i][2] * F[j][2] + l * Q[i][j];
}

static void unpack(const br_white_jerk *w, wide P[3][3])
{
    const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    for (int i = 0; i < 9; i++)
        P[i / 3][i % 3] = (wide)w->P[at[i / 3][i % 3]];
}

static wide larger(wide a, wide b)
{
    return a > b ? a : b;
}

// Residual of the Riccati equation, entry by entry as a share of sqrt(Pii Pjj), and of S and K.
static void white_jerk_solves_the_riccati_equation(void **unused)
{
    (void)unused;
    wide worst = 0, least = 1e-9L, most = 1e3L;
    for (int k = 0; k <= 600; k++) {
        br_white_jerk w;
        wide index = least * powl(most / least, k / 600.0L), P[3][3], next[3][3], K[3], S;
        br_real given = k == 600 ? (br_real)most : (br_real)(index * 1.000001L);
        assert_int_equal(br_white_jerk_of(&w, given), BR_OK);
        unpack(&w, P);
        memcpy(next, P, sizeof P);
        riccati((wide)given * (wide)given, next, K, &S);
        worst = larger(worst, fabsl((wide)w.S / S - 1));
        for (int i = 0; i < 3; i++)
            worst = larger(worst, fabsl((wide)w.K[i] / K[i] - 1));
        for (int i = 0; i < 9; i++)
            worst =
                larger(worst, fabsl(next[i / 3][i % 3] - P[i / 3][i % 3]) / sqrtl(P[i / 3][i / 3] * P[i % 3][i % 3]));
    }
    print_message("white jerk: residual %.2Lg of P\n", worst);
    assert_true(worst <= (sizeof(br_real) == 4 ? 2e-4L : 1e-9L));
}

// Against the equation iterated from P = I to its end, in long double.
static void white_jerk_gain_is_where_the_riccati_equation_ends(void **unused)
{
    (void)unused;
    const wide index[] = {1e-9L, 1e-7L, 1e-5L, 1e-4L, 1e-3L, 1e-2L, 3.1e-2L, 0.1L, 1, 10, 99, 999};
    wide worst = 0, worst_P = 0;
    for (int k = 0; k < 12; k++) {
        br_white_jerk w;
        br_real given = (br_real)(index[k] * 1.000001L);
        wide P[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, K[3], S, mine[3][3];
        for (int i = 0; i < 20 + (int)(60 / cbrtl(index[k])); i++)
            riccati((wide)given * (wide)given, P, K, &S);
        assert_int_equal(br_white_jerk_of(&w, given), BR_OK);
        unpack(&w, mine);
        for (int i = 0; i < 3; i++)
            worst = larger(worst, fabsl((wide)w.K[i] / K[i] - 1));
        for (int i = 0; i < 9; i++)
            worst_P = larger(worst_P, fabsl(mine[i / 3][i % 3] / P[i / 3][i % 3] - 1));
    }
    print_message("white jerk: gain within %.2Lg, covariance within %.2Lg of the Riccati equation's end\n", worst,
                  worst_P);
    assert_true(worst <= (sizeof(br_real) == 4 ? 1e-5L : 1e-9L));
    assert_true(worst_P <= (sizeof(br_real) == 4 ? 1e-4L : 1e-9L));
}

static void white_jerk_refuses_other_indices(void **unused)
{
    (void)unused;
    const br_real bad[] = {0, -1, (br_real)1e-10, (br_real)1.1e3, MISSING, INFINITE};
    br_white_jerk w;
    for (int i = 0; i < 6; i++)
        assert_int_equal(br_white_jerk_of(&w, bad[i]), BR_BAD_USAGE);
}

// ---------------------------------------------------------------- differentiators

enum { ROOM = 8192 };
static const br_real DT = (br_real)1e-4; // thesis: 10 kHz
static br_real room[ROOM];

static const br_differentiate_kind *const kinds[] = {&br_differentiate_lowpass, &br_differentiate_kalman,
                                                     &br_differentiate_window, &br_differentiate_window};
enum { KINDS = 4, BEST = 3 }; // the last: windows with the line of least squares

static br_differentiate_options options(int kind, double band)
{
    br_differentiate_options o = br_differentiate_defaults(kinds[kind], DT);
    o.best = kind == BEST;
    o.band = (br_real)band;
    return o;
}

static br_differentiate open(const br_differentiate_options *o)
{
    br_differentiate d;
    assert_true(br_differentiate_bytes(o) <= sizeof room);
    assert_int_equal(br_differentiate_init(&d, o, room, br_differentiate_bytes(o)), BR_OK);
    return d;
}

static br_motion step(br_differentiate *d, br_real q)
{
    br_motion x;
    assert_int_equal(br_differentiate_step(d, q, DT, &x), BR_OK);
    assert_true(isfinite(x.q) && isfinite(x.v) && isfinite(x.a));
    return x;
}

// Started while moving. 1 m/s: in float the position itself is rounded to 6e-8 of it, and a difference of two to as
// much a step.
static void D17_all_are_exact_on_lines_from_the_second_sample(void **unused)
{
    (void)unused;
    for (int k = 0; k < KINDS; k++) {
        br_differentiate_options o = options(k, 1e-5);
        br_differentiate d = open(&o);
        for (int i = 0; i < 1000; i++) {
            br_motion x = step(&d, (br_real)i * DT);
            wide by = i == 0 ? 1.001L : sizeof(br_real) == 4 ? 2e-3L : 1e-11L;
            assert_close((wide)x.v, 1, by, "velocity");
            assert_close((wide)x.a, 0, 20 * by / (wide)DT, "acceleration");
            assert_close((wide)x.q, i * (wide)DT, by * (wide)DT, "position");
        }
    }
}

static void kalman_is_exact_on_parabolas_from_the_third_sample(void **unused)
{
    (void)unused;
    br_differentiate_options o = options(1, 0);
    br_differentiate d = open(&o);
    for (int i = 0; i < 3000; i++) {
        br_motion x = step(&d, (br_real)((wide)0.5L * (i - 1000) * (i - 1000) * 1e-8L));
        wide by = i < 2 ? 2 : sizeof(br_real) == 4 ? 2e-3L : 1e-11L;
        assert_close((wide)x.v, (i - 1000) * 1e-4L, by, "velocity");
        assert_close((wide)x.a, 1, i < 2 ? 2 : sizeof(br_real) == 4 ? 10 : 3e-8L, "acceleration");
    }
    assert_true(d.settled);
}

// Constant acceleration: the low-pass is late by half a sample and its delay, windows by half of theirs.
static void lags_on_parabolas_are_those_of_the_manual(void **unused)
{
    (void)unused;
    for (int k = 0; k < KINDS; k++) {
        br_differentiate_options o = options(k, 1);
        br_differentiate d = open(&o);
        br_motion x = {0, 0, 0};
        for (int i = 0; i < 2000; i++)
            x = step(&d, (br_real)(0.5L * (i - 1500) * (i - 1500) * 1e-8L * 100));
        wide delay = k == 0 ? 0.5L + (wide)br_lowpass_delay(&d.low[0]) : k == 1 ? 0 : 16;
        assert_close((wide)x.v, 100 * (499 - delay) * 1e-4L, sizeof(br_real) == 4 ? 0.01L : 1e-9L, "velocity");
        assert_close((wide)x.a, 100, sizeof(br_real) == 4 ? 20 : 1e-6L, "acceleration");
    }
}

// White noise on a position at rest, and what becomes of its variance.
static void noise(const br_differentiate_options *o, double sd, int n, wide *v, wide *a)
{
    br_differentiate d = open(o);
    *v = *a = 0;
    for (int i = -1000; i < n; i++) {
        br_motion x = step(&d, (br_real)sd * br_random_normal(&chance));
        *v += i < 0 ? 0 : (wide)x.v * (wide)x.v / n;
        *a += i < 0 ? 0 : (wide)x.a * (wide)x.a / n;
    }
}

// Integral of |2 sin(w/2)|^(2k) |H|^(2k) over the unit circle.
static wide lowpass_noise(const br_lowpass *l, int k)
{
    wide sum = 0;
    for (int i = 0; i < 4096; i++) {
        wide f = (i + 0.5L) / 8192, g = 2 * sinl(PI * f) * cabsl(analytic(l, f));
        sum += powl(g * g, k) / 4096;
    }
    return sum;
}

// X = M X M' + K K' iterated, with M = (I - K H) F: white noise through the filter.
static void kalman_noise(const br_white_jerk *w, wide X[3][3])
{
    const wide F[3][3] = {{1, 1, 0.5L}, {0, 1, 1}, {0, 0, 1}};
    memset(X, 0, 9 * sizeof X[0][0]);
    for (int k = 0; k < 2000; k++) {
        wide M[3][3], MX[3][3];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                M[i][j] = F[i][j] - (wide)w->K[i] * F[0][j];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                MX[i][j] = M[i][0] * X[0][j] + M[i][1] * X[1][j] + M[i][2] * X[2][j];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                X[i][j] = MX[i][0] * M[j][0] + MX[i][1] * M[j][1] + MX[i][2] * M[j][2] + (wide)w->K[i] * (wide)w->K[j];
    }
}

// Within 6 standard deviations of what so many samples tell, that depend on each other over 40.
static void noise_is_that_of_theory(void **unused)
{
    (void)unused;
    const wide sd = 1e-6L, dt = (wide)DT;
    int n = 3 * points();
    wide by = 6 * sqrtl(2 * 40.0L / n), v, a;
    for (int k = 0; k < KINDS; k++) {
        br_differentiate_options o = options(k, 1);
        br_differentiate d = open(&o);
        wide X[3][3], want_v = 0, want_a = 0, w = o.window;
        if (k == 0) {
            want_v = lowpass_noise(&d.low[0], 1);
            want_a = lowpass_noise(&d.low[0], 2);
        } else if (k == 1) {
            kalman_noise(&d.filter, X);
            want_v = X[1][1];
            want_a = X[2][2];
        } else
            want_v = k == BEST ? 12 / (w * (w + 1) * (w + 2)) : 2 / (w * w);
        noise(&o, (double)sd, n, &v, &a);
        print_message("%s%s: sd of v %.4Lf, of a %.5Lf of one position per step\n", o.kind->name,
                      o.best ? ", best" : "", sqrtl(v) * dt / sd, sqrtl(a) * dt * dt / sd);
        assert_close(v * dt * dt / (sd * sd) / want_v, 1, by, "variance of v");
        if (k < 2)
            assert_close(a * dt * dt * dt * dt / (sd * sd) / want_a, 1, by, "variance of a");
    }
}

// Truth drawn from the filter's own model: its errors have the covariance it states.
static void kalman_errors_are_as_large_as_stated(void **unused)
{
    (void)unused;
    const wide sd = 1e-6L, dt = (wide)DT;
    br_differentiate_options o = options(1, 0);
    o.r = (br_real)(sd * sd);
    o.jerk = (br_real)(sd * sd / (dt * dt * dt * dt * dt) * 1e-3L); // index 0.032
    br_differentiate d = open(&o);
    const br_white_jerk *w = &d.filter;
    wide q = 0, v = 0, a = 0, ev = 0, ea = 0, scale = sd * sqrtl(1e-3L);
    int n = 3 * points();
    for (int i = -1000; i < n; i++) {
        if (i % 64 == 0) { // both back to zero: errors do not know where the truth is
            d.x.q -= (br_real)q, d.x.v -= (br_real)(v / dt), d.x.a -= (br_real)(a / dt / dt);
            q = v = a = 0;
        }
        wide n0 = (wide)br_random_normal(&chance), n1 = (wide)br_random_normal(&chance),
             n2 = (wide)br_random_normal(&chance);
        // white jerk over a step: a, then v and q as far as they do not follow from it
        wide ja = n0, jv = n0 / 2 + n1 / sqrtl(12), jq = n0 / 6 + n1 / sqrtl(48) + n2 / sqrtl(720);
        q += v + a / 2 + scale * jq;
        v += a + scale * jv;
        a += scale * ja;
        br_motion x = step(&d, (br_real)(q + sd * (wide)br_random_normal(&chance)));
        ev += i < 0 ? 0 : ((wide)x.v * dt - v) * ((wide)x.v * dt - v) / n;
        ea += i < 0 ? 0 : ((wide)x.a * dt * dt - a) * ((wide)x.a * dt * dt - a) / n;
    }
    wide by = 6 * sqrtl(2 * 40.0L / n);
    wide Pv = (wide)w->P[3] - (wide)w->K[1] * (wide)w->P[1], Pa = (wide)w->P[5] - (wide)w->K[2] * (wide)w->P[2];
    assert_close(ev / (sd * sd) / Pv, 1, by, "variance of v");
    assert_close(ea / (sd * sd) / Pa, 1, by, "variance of a");
}

// ---------------------------------------------------------------- quantised motion

typedef struct errors {
    wide v, a; // root mean square
} errors;

// A sine of 100 um and 2 Hz at 10 kHz, read by an encoder of 50 nm: up to 2.5 counts a sample.
static errors on_a_quantised_sine(const br_differentiate_options *o)
{
    const wide A = 1e-4L, w = 4 * PI, lsb = 5e-8L;
    br_differentiate d = open(o);
    errors e = {0, 0};
    for (int i = -5000; i < 20000; i++) {
        wide t = i * (wide)DT;
        br_motion x = step(&d, (br_real)(lsb * floorl(A * sinl(w * t) / lsb + 0.5L)));
        wide v = (wide)x.v - A * w * cosl(w * t), a = (wide)x.a + A * w * w * sinl(w * t);
        e.v += i < 0 ? 0 : v * v / 20000;
        e.a += i < 0 ? 0 : a * a / 20000;
    }
    return (errors){sqrtl(e.v), sqrtl(e.a)};
}

// Each kind with its defaults, and with what suits it best for v and for a.
static void kalman_beats_low_pass_and_windows_on_a_quantised_sine(void **unused)
{
    (void)unused;
    errors usual[KINDS], best[KINDS];
    print_message("rms error of v in um/s, of a in mm/s^2   defaults         best cut-off, window\n");
    for (int k = 0; k < KINDS; k++) {
        br_differentiate_options o = options(k, 5e-8);
        best[k] = usual[k] = on_a_quantised_sine(&o);
        for (int i = -2; i <= 24; i++) {
            o.cutoff = (br_real)(500 * powl(0.8L, i));
            o.window = k >= 2 && i >= 0 && i <= 7 ? 2 << i : 32;
            errors e = on_a_quantised_sine(&o);
            best[k].v = e.v < best[k].v ? e.v : best[k].v;
            best[k].a = e.a < best[k].a ? e.a : best[k].a;
        }
        print_message("  %-7s%-6s                          %8.2Lf %8.2Lf  %8.2Lf %8.2Lf\n", o.kind->name,
                      o.best ? "best" : "", usual[k].v * 1e6L, usual[k].a * 1e3L, best[k].v * 1e6L, best[k].a * 1e3L);
    }
    static const wide manual[4][4] = {// docs/preprocessing.md
                                      {13.9L, 22.6L, 10.7L, 0.76L},
                                      {13.4L, 12.5L, 2.1L, 0.72L},
                                      {18.3L, 10.1L, 16.2L, 1.15L},
                                      {18.2L, 10.0L, 12.5L, 1.20L}};
    for (int k = 0; k < KINDS && sizeof(br_real) == sizeof(double); k++) {
        const wide found[4] = {usual[k].v * 1e6L, usual[k].a * 1e3L, best[k].v * 1e6L, best[k].a * 1e3L};
        for (int i = 0; i < 4; i++)
            assert_true(fabsl(found[i] - manual[k][i]) < (manual[k][i] < 2 ? 0.0051L : 0.051L));
    }
    assert_true(usual[1].v < usual[0].v && usual[1].a < 0.6L * usual[0].a);
    for (int k = 0; k < KINDS; k++)
        assert_true(k == 1 || (best[1].v < 0.25L * best[k].v && best[1].a < best[k].a));
}

// The longest window, by looking at every sample of every window.
static wide longest_line(const br_real *q, int n, wide band, int best)
{
    wide v = 0;
    for (int w = 1; w <= n; w++) {
        wide slope = ((wide)q[0] - (wide)q[-w]) / w, t = 0, x = 0, tx = 0, tt = 0, within = 1;
        for (int i = 0; i <= w; i++) {
            within = fabsl((wide)q[0] - slope * i - (wide)q[-i]) <= band ? within : 0;
            t += -i, x += (wide)q[-i], tx += -i * (wide)q[-i], tt += i * i;
        }
        if (within != 0)
            v = best ? ((w + 1) * tx - t * x) / ((w + 1) * tt - t * t) : slope;
    }
    return v;
}

// Motion that bends, jumps and rests, in whole numbers that float holds exactly; a band that no sample meets exactly.
static void window_is_the_longest_within_the_band(void **unused)
{
    (void)unused;
    enum { N = 3000 };
    static br_real q[N];
    for (int k = 2; k < KINDS; k++) {
        br_differentiate_options o = options(k, 3.0017);
        br_differentiate d = open(&o);
        wide v = 0;
        int lengths = 0;
        for (int i = 0; i < N; i++) {
            v = below(40) == 0 ? below(21) - 10 : v + (below(100) == 0);
            q[i] = (br_real)floorl((i > 0 ? (wide)q[i - 1] : 0) + v + below(3) - 1);
            wide got = (wide)step(&d, q[i]).v * (wide)DT;
            wide want = longest_line(q + i, i < 32 ? i : 32, (wide)o.band, k == BEST);
            assert_close(got, want, sizeof(br_real) == 4 ? 1e-4L * (1 + fabsl(want)) : 1e-10L, "velocity");
            lengths += i > 0 && got != (wide)q[i] - (wide)q[i - 1];
        }
        assert_true(lengths > N / 2);
    }
}

static br_real counted(wide counts) // an encoder of 50 nm
{
    return (br_real)(5e-8L * floorl(counts));
}

// One count in a thousand samples: where nothing undershoots, the velocity never has the wrong sign.
static void D9_creeping_motion_does_not_turn_round(void **unused)
{
    (void)unused;
    for (int k = 0; k < KINDS; k++) {
        br_differentiate_options o = options(k, 5e-8);
        o.damping = k == 0 ? 1 : 0;
        if (k == 1)
            continue; // see below
        br_differentiate d = open(&o);
        int moves = 0;
        for (int i = 0; i < 20000; i++) {
            br_motion x = step(&d, counted(i / 1000.0L));
            assert_true((wide)x.v >= -1e-9L * 5e-8L / (wide)DT);
            moves += (wide)x.v > 0.01L * 5e-8L / (wide)DT;
        }
        assert_true(moves >= 19 * 10);
    }
}

// The direction of motion with a band of a quarter of a count per sample: forward, slower, creeping, then a limit cycle
// of one count at standstill, and backward. It turns round once.
static void D9_direction_does_not_chatter_at_standstill(void **unused)
{
    (void)unused;
    for (int k = 0; k < KINDS; k++) {
        br_differentiate_options o = options(k, 5e-8);
        br_differentiate d = open(&o);
        br_real band = (br_real)(0.25L * 5e-8L / (wide)DT);
        int direction = 0, turns = 0;
        for (int i = 0; i < 40000; i++) {
            wide count = i < 1000 ? 2 * i - i * i / 1000.0L : i < 20000 ? 1000 + (i - 1000) / 1000.0L : 1018;
            count += i < 20000 ? 0 : i < 39000 ? i / 7 % 2 : -2 * (i - 39000);
            int now = br_direction(direction, step(&d, counted(count)).v, band);
            turns += direction != 0 && now != direction;
            direction = now;
            assert_int_equal(direction, i < 20 ? direction : i < 39000 ? 1 : i > 39020 ? -1 : direction);
        }
        assert_int_equal(turns, 1);
    }
}

// ---------------------------------------------------------------- missing positions

static br_real sine(int i)
{
    return (br_real)(1e-3L * sinl(2 * PI * 5 * i * (wide)DT));
}

// Gaps of every length at any place; what comes back is within a hundredth of the largest velocity 100 samples later.
static void D1_D2_gaps_are_bridged_counted_and_forgotten(void **unused)
{
    (void)unused;
    const int lengths[] = {1, 10, 100, 101, 1000, 100000};
    const wide top = 1e-3L * 2 * PI * 5;
    for (int k = 0; k < KINDS; k++)
        for (int g = 0; g < 6; g++)
            for (int round = 0; round < 5; round++) {
                br_differentiate_options o = options(k, 1);
                br_differentiate d = open(&o);
                const br_real gone[] = {MISSING, INFINITE, -INFINITE, BR_MOST};
                int from = 500 + below(2000), to = from + lengths[g], i = 0;
                br_motion x = {0, 0, 0};
                for (; i < to + 100; i++) {
                    x = step(&d, i >= from && i < to ? gone[round % 4] : sine(i));
                    assert_true(fabsl((wide)x.v) < 20 * top);
                    if (i < to && i >= from + o.hold)
                        assert_true(x.v == 0 && x.a == 0);
                }
                wide v = top * cosl(2 * PI * 5 * (i - 1 - (k == 0 ? 4.96L : k == 1 ? 0 : 16)) * (wide)DT);
                assert_close((wide)x.v, v, 0.03L * top, "velocity after a gap");
                assert_int_equal(round % 4 == 0 ? d.health.missing : d.health.refused, lengths[g]);
                assert_int_equal(d.health.restarts, lengths[g] > o.hold);
            }
}

// After more missing positions than are bridged it is as if just made.
static void D2_a_new_start_is_a_fresh_one(void **unused)
{
    (void)unused;
    for (int k = 0; k < KINDS; k++) {
        br_differentiate_options o = options(k, 1e-7);
        br_differentiate d = open(&o);
        br_motion fresh[300];
        for (int i = 0; i < 300; i++)
            fresh[i] = step(&d, sine(i));
        for (int i = 0; i < 200; i++)
            (void)step(&d, MISSING);
        for (int i = 0; i < 300; i++) {
            br_motion x = step(&d, sine(i));
            assert_memory_equal(&x, &fresh[i], sizeof x);
        }
    }
}

// Every third position missing, for ever.
static void D1_positions_missing_now_and_then(void **unused)
{
    (void)unused;
    const wide top = 1e-3L * 2 * PI * 5;
    for (int k = 0; k < KINDS; k++) {
        br_differentiate_options o = options(k, 1e-7);
        br_differentiate d = open(&o);
        for (int i = 0; i < 20000; i++) {
            br_motion x = step(&d, below(3) == 0 ? MISSING : sine(i));
            wide v = top * cosl(2 * PI * 5 * (i - (k == 0 ? 5 : k == 1 ? 0 : 16)) * (wide)DT);
            if (i > 200)
                assert_close((wide)x.v, v, 0.05L * top, "velocity");
        }
        assert_true(d.health.missing > 6000 && d.health.restarts == 0);
    }
}

static void D17_waits_for_the_first_position(void **unused)
{
    (void)unused;
    for (int k = 0; k < KINDS; k++) {
        br_differentiate_options o = options(k, 1e-5);
        br_differentiate d = open(&o);
        for (int i = 0; i < 300; i++) {
            br_motion x = step(&d, MISSING);
            assert_true(x.q == 0 && x.v == 0 && x.a == 0);
        }
        (void)step(&d, 1);
        for (int i = 0; i < 5; i++) // a pause during the start
            assert_true(step(&d, MISSING).v == 0);
        for (int i = 0; i < 3; i++)
            assert_close((wide)step(&d, (br_real)(1 + (6 + i) * (wide)DT)).v, i == 0 && k == 1 ? 0 : 1, 2e-3L,
                         "velocity");
        assert_int_equal(d.health.missing, 305);
    }
}

// Steps as a clock measures them, between half and twice the nominal one.
static void D6_uneven_steps_leave_lines_exact(void **unused)
{
    (void)unused;
    for (int k = 0; k < KINDS; k++) {
        br_differentiate_options o = options(k, 1e-5);
        br_differentiate d = open(&o);
        br_real t = 0, before = 0;
        for (int i = 0; i < 3000; i++) {
            t = (br_real)((wide)before + (wide)DT * (wide)uniform(0.6, 1.9));
            br_motion x;
            assert_int_equal(br_differentiate_step(&d, t, t - before, &x), BR_OK);
            before = t;
            if (i > 0)
                assert_close((wide)x.v, 1, sizeof(br_real) == 4 ? 5e-3L : 1e-9L, "velocity");
        }
    }
}

static void steps_out_of_range_are_refused_and_change_nothing(void **unused)
{
    (void)unused;
    const br_real bad[] = {0, -DT, MISSING, INFINITE, (br_real)0.4 * DT, (br_real)2.1 * DT};
    for (int k = 0; k < KINDS; k++) {
        br_differentiate_options o = options(k, 1e-5);
        br_differentiate d = open(&o), before;
        for (int i = 0; i < 100; i++)
            (void)step(&d, sine(i));
        memcpy(&before, &d, sizeof d);
        for (int i = 0; i < 6; i++)
            assert_int_equal(br_differentiate_step(&d, 1, bad[i], NULL), BR_BAD_USAGE);
        assert_memory_equal(&d, &before, sizeof d);
    }
}

// The largest positions that are taken, turning round at every sample, with gaps up to the longest bridge.
static void the_largest_positions_give_finite_numbers(void **unused)
{
    (void)unused;
    for (int k = 0; k < KINDS; k++)
        for (int wild = 0; wild < 2; wild++) {
            br_differentiate_options o = options(k, 1e-5);
            o.hold = 1000;
            o.cutoff = wild ? (br_real)0.49 / DT : o.cutoff;
            o.damping = k == 0 && wild ? (br_real)0.05 : 0;
            br_differentiate d = open(&o);
            for (int i = 0; i < 20000; i++)
                (void)step(&d, i % 5000 > 3990 ? MISSING : below(2) ? d.largest : -d.largest);
            assert_int_equal(d.health.refused, 0);
            assert_true(d.health.restarts > 0);
        }
}

// In float 100 m of nanometres are out of reach; with the origin moved along they are not.
static void shift_moves_the_origin_without_a_trace(void **unused)
{
    (void)unused;
    for (int k = 0; k < KINDS; k++) {
        br_differentiate_options o = options(k, 4);
        br_differentiate d = open(&o);
        br_motion x = {0, 0, 0};
        int origin = 0;
        for (int i = 0; i < 5000; i++) { // two whole numbers a sample: nothing is rounded
            if (2 * i - origin > 1024) {
                br_differentiate_shift(&d, -1024);
                origin += 1024;
            }
            x = step(&d, (br_real)(2 * i - origin));
            if (i > 0)
                assert_close((wide)x.v, 2 / (wide)DT, 40 * (wide)BR_EPS * 1024 / (wide)DT, "velocity");
        }
        assert_close((wide)x.q + origin, 9998, 1e-2L, "position");
    }
}

static void memory_is_as_much_as_told(void **unused)
{
    (void)unused;
    for (int k = 0; k < KINDS; k++) {
        br_differentiate d;
        br_differentiate_options o = options(k, 1e-5);
        size_t bytes = br_differentiate_bytes(&o);
        assert_int_equal(bytes, k < 2 ? 0 : 2 * 33 * sizeof(br_real));
        br_real *memory = reals((int)(bytes / sizeof(br_real)));
        assert_int_equal(br_differentiate_init(&d, &o, bytes ? memory : NULL, bytes), BR_OK);
        for (int i = 0; i < 1000; i++)
            (void)step(&d, sine(i));
        if (bytes > 0) {
            assert_int_equal(br_differentiate_init(&d, &o, memory, bytes - 1), BR_BAD_USAGE);
            assert_int_equal(br_differentiate_init(&d, &o, NULL, bytes), BR_BAD_USAGE);
        }
        free(memory);
    }
}

static void D19_reset_is_a_fresh_start(void **unused)
{
    (void)unused;
    for (int k = 0; k < KINDS; k++) {
        br_differentiate_options o = options(k, 1e-5);
        br_differentiate d = open(&o);
        br_motion first[300];
        for (int turn = 0; turn < 3; turn++) {
            for (int i = 0; i < 300; i++) {
                br_motion x = step(&d, i % 7 == 5 ? MISSING : sine(i));
                if (turn == 0)
                    first[i] = x;
                else
                    assert_memory_equal(&x, &first[i], sizeof x);
            }
            for (int i = 0; i < 10 + below(300); i++)
                (void)step(&d, below(2) ? MISSING : (br_real)uniform(-1, 1));
            br_differentiate_reset(&d);
            assert_int_equal(d.health.missing + d.health.restarts, 0);
        }
    }
}

static void differentiators_refuse_what_makes_no_sense(void **unused)
{
    (void)unused;
    br_differentiate d;
    for (int k = 0; k < KINDS; k++) {
        br_differentiate_options bad[14];
        for (int i = 0; i < 14; i++)
            bad[i] = options(k, 1e-5);
        bad[0].dt = 0, bad[1].dt = MISSING, bad[2].dt = INFINITE, bad[3].hold = -1, bad[4].hold = 1001,
        bad[5].window = 0;
        bad[6].window = 4097, bad[7].kind = NULL, bad[8].cutoff = MISSING, bad[9].cutoff = 0;
        bad[10].band = k < 2 ? 1 : 0, bad[11].order = k == 1 ? 2 : 3, bad[12].jerk = k == 1 ? -1 : 0;
        bad[13].jerk = k == 1 ? 1 : 0;
        for (int i = 0; i < 14; i++) {
            int harmless = (i == 10 && k < 2) || (i == 11 && k == 1) || (i > 11 && k != 1);
            assert_int_equal(br_differentiate_init(&d, &bad[i], room, sizeof room), harmless ? BR_OK : BR_BAD_USAGE);
        }
    }
    assert_int_equal(br_differentiate_init(&d, NULL, room, sizeof room), BR_BAD_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lowpass_has_the_analytic_response_at_20_frequencies),
        cmocka_unit_test(lowpass_is_felt_for_its_memory_at_most),
        cmocka_unit_test(lowpass_starts_without_transient),
        cmocka_unit_test(lowpass_delay_is_as_told),
        cmocka_unit_test(D1_lowpass_holds_what_is_missing),
        cmocka_unit_test(E7_decaying_states_end_at_zero),
        cmocka_unit_test(lowpass_refuses_what_makes_no_sense),
        cmocka_unit_test(white_jerk_solves_the_riccati_equation),
        cmocka_unit_test(white_jerk_gain_is_where_the_riccati_equation_ends),
        cmocka_unit_test(white_jerk_refuses_other_indices),
        cmocka_unit_test(D17_all_are_exact_on_lines_from_the_second_sample),
        cmocka_unit_test(kalman_is_exact_on_parabolas_from_the_third_sample),
        cmocka_unit_test(lags_on_parabolas_are_those_of_the_manual),
        cmocka_unit_test(noise_is_that_of_theory),
        cmocka_unit_test(kalman_errors_are_as_large_as_stated),
        cmocka_unit_test(kalman_beats_low_pass_and_windows_on_a_quantised_sine),
        cmocka_unit_test(window_is_the_longest_within_the_band),
        cmocka_unit_test(D9_creeping_motion_does_not_turn_round),
        cmocka_unit_test(D9_direction_does_not_chatter_at_standstill),
        cmocka_unit_test(D1_D2_gaps_are_bridged_counted_and_forgotten),
        cmocka_unit_test(D2_a_new_start_is_a_fresh_one),
        cmocka_unit_test(D1_positions_missing_now_and_then),
        cmocka_unit_test(D17_waits_for_the_first_position),
        cmocka_unit_test(D6_uneven_steps_leave_lines_exact),
        cmocka_unit_test(steps_out_of_range_are_refused_and_change_nothing),
        cmocka_unit_test(the_largest_positions_give_finite_numbers),
        cmocka_unit_test(shift_moves_the_origin_without_a_trace),
        cmocka_unit_test(memory_is_as_much_as_told),
        cmocka_unit_test(D19_reset_is_a_fresh_start),
        cmocka_unit_test(differentiators_refuse_what_makes_no_sense),
    };
    seed_from_environment();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
