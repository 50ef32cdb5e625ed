// preprocess_log.h - whole logs without delay, and the indirect friction force (docs/faults.md D1, D11, D17, D19).
#include "loop/friction/indirect.h"
#include "loop/signal/zero_phase.h"
#include "kit/preprocess.h"

static const wide PI = 3.14159265358979323846264L;
static const wide DT = 1e-3L;

#ifdef BR_FLOAT
enum { SINGLE = 1 };
#else
enum { SINGLE = 0 };
#endif

static void assert_lowpass(const br_lowpass_options *o, int n, br_real *x, int missing)
{
    size_t bytes = br_zero_phase_bytes(o, n);
    int count = -1;
    void *memory = malloc(bytes);
    assert_non_null(memory);
    assert_int_equal(br_zero_phase_lowpass(o, n, x, memory, bytes, &count), BR_OK);
    assert_int_equal(count, missing);
    free(memory);
}

// ---------------------------------------------------------------- low-pass, both ways

// Away from the ends a sine keeps its phase, and its amplitude is that of the low-pass, squared.
static void sines_keep_their_phase_and_lose_twice(void **unused)
{
    (void)unused;
    enum { N = 3000 };
    static br_real x[N];
    for (int order = 2; order <= 8; order += 2)
        for (int f = 10; f <= 310; f += 50) {
            br_lowpass_options o = {(br_real)DT, 100, order, 0};
            for (int i = 0; i < N; i++)
                x[i] = (br_real)sinl(2 * PI * f * i * DT);
            assert_lowpass(&o, N, x, 0);
            wide ratio = tanl(PI * f * DT) / tanl(PI * (wide)o.cutoff * (wide)o.dt),
                 gain = 1 / (1 + powl(ratio, 2 * order));
            for (int i = 500; i < N - 500; i++)
                assert_close((wide)x[i], gain * sinl(2 * PI * f * i * DT), SINGLE ? 3e-6L : 1e-9L, "sine");
        }
}

static void lines_stay_lines_to_both_ends(void **unused)
{
    (void)unused;
    const int lengths[] = {2, 3, 10, 100, 1000};
    for (int order = 2; order <= 8; order += 2)
        for (int k = 0; k < 5; k++) {
            int n = lengths[k];
            br_real *x = reals(n);
            br_lowpass_options o = {(br_real)DT, 100, order, 0};
            for (int i = 0; i < n; i++)
                x[i] = (br_real)(3 - 0.01L * i);
            assert_lowpass(&o, n, x, 0);
            for (int i = 0; i < n; i++)
                assert_close((wide)x[i], 3 - 0.01L * i, SINGLE ? 1e-5L : 1e-7L, "line");
            free(x);
        }
}

// The log from behind gives the same result from behind.
static void both_directions_are_alike(void **unused)
{
    (void)unused;
    enum { N = 1000 };
    static br_real x[N], y[N];
    br_lowpass_options o = {(br_real)DT, 50, 4, 0};
    for (int i = 0; i < N; i++)
        y[N - 1 - i] = x[i] = br_random_normal(&chance);
    assert_lowpass(&o, N, x, 0);
    assert_lowpass(&o, N, y, 0);
    for (int i = 0; i < N; i++)
        assert_close((wide)x[i], (wide)y[N - 1 - i], 1e-4L, "reversed");
}

static void D1_missing_samples_of_a_log_lie_on_lines(void **unused)
{
    (void)unused;
    enum { N = 1000 };
    static br_real x[N], y[N];
    const br_real gone[] = {MISSING, INFINITE, -INFINITE, BR_MOST};
    br_lowpass_options o = {(br_real)DT, 50, 4, 0};
    int missing = 0;
    for (int i = 0; i < N; i++)
        x[i] = y[i] = (br_real)(5 + 0.25L * i);
    for (int i = 1; i < N - 1; i++)
        if (below(2)) {
            y[i] = gone[below(4)];
            missing++;
        }
    assert_lowpass(&o, N, x, 0);
    assert_lowpass(&o, N, y, missing);
    for (int i = 0; i < N; i++)
        assert_close((wide)y[i], (wide)x[i], SINGLE ? 3e-3L : 1e-10L, "bridged");
    for (int i = 0; i < N; i++)
        y[i] = i < 100 || i >= 900 ? MISSING : 7;
    assert_lowpass(&o, N, y, 200);
    for (int i = 0; i < N; i++)
        assert_close((wide)y[i], 7, SINGLE ? 1e-5L : 1e-13L, "held at the ends");
}

static void low_pass_of_a_log_refuses_and_changes_nothing(void **unused)
{
    (void)unused;
    enum { N = 100 };
    br_real x[N], before[N], memory[10 * N];
    br_lowpass_options o = {(br_real)DT, 50, 4, 0}, bad = {(br_real)DT, 500, 4, 0};
    size_t bytes = br_zero_phase_bytes(&o, N);
    for (int i = 0; i < N; i++)
        x[i] = i == 50 ? 1 : MISSING;
    memcpy(before, x, sizeof x);
    assert_true(bytes > 0 && bytes <= sizeof memory);
    assert_int_equal(br_zero_phase_bytes(&bad, N), 0);
    assert_int_equal(br_zero_phase_bytes(&o, 1), 0);
    assert_int_equal(br_zero_phase_bytes(&o, (1 << 29) + 1), 0);
    assert_int_equal(br_zero_phase_lowpass(&o, N, x, memory, bytes, NULL), BR_BAD_DATA);
    assert_int_equal(br_zero_phase_lowpass(&bad, N, x, memory, bytes, NULL), BR_BAD_USAGE);
    assert_int_equal(br_zero_phase_lowpass(&o, N, x, memory, bytes - 1, NULL), BR_BAD_USAGE);
    assert_int_equal(br_zero_phase_lowpass(&o, N, x, NULL, bytes, NULL), BR_BAD_USAGE);
    assert_int_equal(br_zero_phase_lowpass(&o, 1, x, memory, bytes, NULL), BR_BAD_USAGE);
    assert_int_equal(br_zero_phase_lowpass(&o, N, NULL, memory, bytes, NULL), BR_BAD_USAGE);
    assert_memory_equal(x, before, sizeof x);
}

// ---------------------------------------------------------------- differences

static void differences_are_exact_on_parabolas_to_both_ends(void **unused)
{
    (void)unused;
    for (int n = 3; n < 50; n++) {
        br_real x[50], v[50], same[50];
        for (int i = 0; i < n; i++)
            same[i] = x[i] = (br_real)(i * i - 3 * i + 7);
        assert_int_equal(br_zero_phase_difference((br_real)0.5, n, x, v), BR_OK);
        assert_int_equal(br_zero_phase_difference((br_real)0.5, n, same, same), BR_OK); // in place
        for (int i = 0; i < n; i++)
            assert_true(v[i] == (br_real)(2 * (2 * i - 3)) && same[i] == v[i]);
    }
    br_real x[3] = {0, 0, 0};
    assert_int_equal(br_zero_phase_difference(1, 2, x, x), BR_BAD_USAGE);
    assert_int_equal(br_zero_phase_difference(0, 3, x, x), BR_BAD_USAGE);
    assert_int_equal(br_zero_phase_difference(MISSING, 3, x, x), BR_BAD_USAGE);
    assert_int_equal(br_zero_phase_difference(1, 3, NULL, x), BR_BAD_USAGE);
}

// ---------------------------------------------------------------- smoother

enum { M = 1200 };
static br_real y[M], q[M], v[M], a[M];

static br_differentiate_options kalman(double cutoff)
{
    br_differentiate_options o = br_differentiate_defaults(&br_differentiate_kalman, (br_real)DT);
    o.cutoff = (br_real)cutoff;
    return o;
}

static void smoother_is_exact_on_parabolas_to_both_ends(void **unused)
{
    (void)unused;
    for (int n = 3; n <= M; n = n < 20 ? n + 1 : 2 * n) {
        br_differentiate_options o = kalman(30);
        for (int i = 0; i < n; i++)
            y[i] = (br_real)(0.1L * i * i * DT * DT - i * DT);
        assert_int_equal(br_zero_phase_smooth(&o, n, y, q, v, a, NULL), BR_OK);
        for (int i = 0; i < n; i++) {
            assert_close((wide)q[i], (wide)y[i], SINGLE ? 1e-6L : 1e-14L, "position");
            assert_close((wide)v[i], 0.2L * i * DT - 1, SINGLE ? 1e-3L : 1e-11L, "velocity");
            assert_close((wide)a[i], 0.2L, SINGLE ? 1 : 1e-8L, "acceleration");
        }
    }
}

// The smoother of Rauch, Tung and Striebel with all its covariances, 3 by 3 in long double; units of white_jerk.h.
typedef struct twin_state {
    wide x[3], P[3][3], xp[3], Pp[3][3]; // corrected; predicted for the next sample
} twin_state;

static void product(wide A[3][3], wide B[3][3], int turned, wide C[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            C[i][j] = A[i][0] * (turned ? B[j][0] : B[0][j]) + A[i][1] * (turned ? B[j][1] : B[1][j]) +
                      A[i][2] * (turned ? B[j][2] : B[2][j]);
}

static void invert(wide A[3][3], wide B[3][3])
{
    wide d = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int r = (j + 1) % 3, s = (j + 2) % 3, c = (i + 1) % 3, e = (i + 2) % 3;
            B[i][j] = A[r][c] * A[s][e] - A[r][e] * A[s][c];
        }
    for (int i = 0; i < 3; i++)
        d += A[0][i] * B[i][0];
    for (int i = 0; i < 9; i++)
        B[i / 3][i % 3] /= d;
}

static void twin_smoother(wide index, int n, const br_real *z, wide (*to)[3])
{
    static twin_state s[M];
    static wide F[3][3] = {{1, 1, 0.5L}, {0, 1, 1}, {0, 0, 1}};
    const wide Q[3][3] = {{1 / 20.L, 1 / 8.L, 1 / 6.L}, {1 / 8.L, 1 / 3.L, 0.5L}, {1 / 6.L, 0.5L, 1}};
    wide x[3] = {(wide)z[0], 0, 0}, P[3][3] = {{1e4L, 0, 0}, {0, 1e4L, 0}, {0, 0, 1e4L}}, T[3][3], G[3][3], W[3][3];
    for (int k = 0; k < n; k++) {
        wide S = P[0][0] + 1, e = (wide)z[k] - x[0];
        for (int i = 0; i < 3; i++) {
            s[k].x[i] = x[i] + P[i][0] / S * e;
            for (int j = 0; j < 3; j++)
                s[k].P[i][j] = P[i][j] - P[i][0] * P[0][j] / S;
        }
        for (int i = 0; i < 3; i++)
            x[i] = s[k].xp[i] = F[i][0] * s[k].x[0] + F[i][1] * s[k].x[1] + F[i][2] * s[k].x[2];
        product(F, s[k].P, 0, T);
        product(T, F, 1, P);
        for (int i = 0; i < 9; i++)
            s[k].Pp[i / 3][i % 3] = P[i / 3][i % 3] += index * index * Q[i / 3][i % 3];
    }
    memcpy(to[n - 1], s[n - 1].x, sizeof x);
    for (int k = n - 2; k >= 0; k--) {
        invert(s[k].Pp, W);
        product(s[k].P, F, 1, T);
        product(T, W, 0, G);
        for (int i = 0; i < 3; i++)
            to[k][i] = s[k].x[i] + G[i][0] * (to[k + 1][0] - s[k].xp[0]) + G[i][1] * (to[k + 1][1] - s[k].xp[1]) +
                       G[i][2] * (to[k + 1][2] - s[k].xp[2]);
    }
}

// A motion with white noise of 1. In the middle 1e-9 of the spread are asked for; at the ends 1e-3 of the noise, as the
// twin starts from a guess of 100.
static void smoother_is_that_of_rauch_tung_and_striebel(void **unused)
{
    (void)unused;
    static wide want[M][3];
    br_differentiate_options o = kalman(30);
    wide index = powl(2 * PI * (wide)o.cutoff * (wide)o.dt, 3), spread[3] = {0, 0, 0}, off[3] = {0, 0, 0}, end = 0;
    for (int i = 0; i < M; i++)
        y[i] = (br_real)(50 * sinl(i * 0.02L)) + br_random_normal(&chance);
    assert_int_equal(br_zero_phase_smooth(&o, M, y, q, v, a, NULL), BR_OK);
    twin_smoother(index, M, y, want);
    for (int i = 0; i < M; i++) {
        wide got[3] = {(wide)q[i], (wide)v[i] * (wide)o.dt, (wide)a[i] * (wide)o.dt * (wide)o.dt};
        for (int j = 0; j < 3; j++) {
            wide by = fabsl(got[j] - want[i][j]);
            spread[j] = fabsl(want[i][j]) > spread[j] ? fabsl(want[i][j]) : spread[j];
            off[j] = i >= 300 && i < M - 300 && by > off[j] ? by : off[j];
            end = j == 0 && by > end ? by : end;
        }
    }
    print_message(
        "smoother: within %.1Lg, %.1Lg, %.1Lg of q, v, a in the middle; q at the ends within %.1Lg sd of the noise\n",
        off[0] / spread[0], off[1] / spread[1], off[2] / spread[2], end);
    for (int j = 0; j < 3; j++)
        assert_true(off[j] <= (SINGLE ? 1e-5L : 1e-9L) * spread[j]);
    assert_true(end <= 1e-3L);
}

// Root mean square errors on a quantised sine, beside the differentiator that cannot look ahead.
static void smoother_beats_the_filter_on_a_quantised_sine(void **unused)
{
    (void)unused;
    const wide A = 1e-3L, w = 2 * PI * 5, lsb = 5e-6L;
    br_differentiate_options o = kalman(25);
    br_differentiate d;
    wide sum[4] = {0, 0, 0, 0};
    for (int i = 0; i < M; i++)
        y[i] = (br_real)(lsb * floorl(A * sinl(w * i * DT) / lsb + 0.5L));
    assert_int_equal(br_zero_phase_smooth(&o, M, y, q, v, a, NULL), BR_OK);
    assert_int_equal(br_differentiate_init(&d, &o, NULL, 0), BR_OK);
    for (int i = 0; i < M; i++) {
        br_motion x;
        assert_int_equal(br_differentiate_step(&d, y[i], o.dt, &x), BR_OK);
        wide tv = A * w * cosl(w * i * DT), ta = -A * w * w * sinl(w * i * DT);
        sum[0] += i < 100 ? 0 : powl((wide)x.v - tv, 2);
        sum[1] += i < 100 ? 0 : powl((wide)v[i] - tv, 2);
        sum[2] += i < 100 ? 0 : powl((wide)x.a - ta, 2);
        sum[3] += i < 100 ? 0 : powl((wide)a[i] - ta, 2);
    }
    print_message("smoother: rms error of v %.2Lf, of a %.2Lf of the filter's\n", sqrtl(sum[1] / sum[0]),
                  sqrtl(sum[3] / sum[2]));
    assert_true(sum[1] < 0.16L * sum[0] && sum[3] < 0.16L * sum[2]);
}

static void D1_missing_samples_of_a_smoothed_log(void **unused)
{
    (void)unused;
    br_differentiate_options o = kalman(30);
    int missing = 0, count = 0;
    for (int i = 0; i < M; i++) {
        int gone = i > 2 && i < M - 3 && (below(4) == 0 || (i > 500 && i < 540));
        y[i] = gone ? MISSING : (br_real)(1e-3L * sinl(2 * PI * 2 * i * DT));
        missing += gone;
    }
    assert_int_equal(br_zero_phase_smooth(&o, M, y, q, v, a, &count), BR_OK);
    assert_int_equal(count, missing);
    for (int i = 0; i < M; i++)
        assert_close((wide)v[i], 2e-3L * PI * 2 * cosl(2 * PI * 2 * i * DT), 2e-3L, "velocity");
}

static void smoother_refuses_and_changes_nothing(void **unused)
{
    (void)unused;
    br_differentiate_options o = kalman(30), bad = o;
    br_real before[10];
    bad.dt = 0;
    for (int i = 0; i < 10; i++)
        y[i] = i < 2 ? 1 : MISSING;
    memcpy(before, y, sizeof before);
    assert_int_equal(br_zero_phase_smooth(&o, 10, y, q, v, a, NULL), BR_BAD_DATA);
    assert_int_equal(br_zero_phase_smooth(&bad, 10, y, q, v, a, NULL), BR_BAD_USAGE);
    assert_int_equal(br_zero_phase_smooth(&o, 2, y, q, v, a, NULL), BR_BAD_USAGE);
    assert_int_equal(br_zero_phase_smooth(&o, 10, y, q, v, NULL, NULL), BR_BAD_USAGE);
    assert_int_equal(br_zero_phase_smooth(NULL, 10, y, q, v, a, NULL), BR_BAD_USAGE);
    assert_memory_equal(before, y, sizeof before);
}

// ---------------------------------------------------------------- indirect friction force

static const wide STEP = 1e-4L; // thesis: 10 kHz, 500 Hz, 20 kg

static br_indirect_options axis(void)
{
    br_indirect_options o = br_indirect_defaults((br_real)STEP);
    o.mass = 20;
    o.viscous = 400;
    return o;
}

static br_indirect indirect(const br_indirect_options *o)
{
    br_indirect i;
    assert_int_equal(br_indirect_init(&i, o), BR_OK);
    return i;
}

// Drive and friction held over each sample, so the motion is exact: what comes out is the friction through the
// low-pass.
static void force_is_friction_through_the_low_pass(void **unused)
{
    (void)unused;
    br_indirect_options o = axis();
    br_indirect I = indirect(&o);
    br_lowpass low = I.v;
    wide x = 0, s = 0, u = 0, F = 0, F1 = 0, F2 = 0;
    for (int i = 0; i < 20000; i++) {
        F2 = F1, F1 = F;
        if (i % 10 == 0)
            F = (wide)uniform(-5, 5), u = F + (wide)uniform(-5, 5) - 2000 * x - 200 * s;
        br_indirect_sample got = br_indirect_step(&I, (br_real)x, (br_real)u);
        br_real want = br_lowpass_step(&low, (br_real)((F1 + F2) / 2));
        if (!got.doubtful) {
            // 20 kg times the rounding of the position, differenced twice
            wide by = SINGLE ? 20 * 4 * 6e-8L * 0.01L / (STEP * STEP) : 1e-4L;
            assert_close((wide)got.force, (wide)want, by, "friction");
            assert_true(got.dry == got.force - o.viscous * got.v);
        }
        wide acc = (u - F) / 20;
        x += STEP * (s + STEP / 2 * acc);
        s += STEP * acc;
    }
    assert_true(I.doubt == 0 && I.health.missing == 0);
}

// Thesis 4.4.1: acceleration of +-0.02 m/s^2 and 20 kg give glitches of up to 0.4 N where it changes sign, here 0.8 N
// for a jump from one to the other. With everything equally late there are none.
static void no_glitch_where_the_acceleration_jumps(void **unused)
{
    (void)unused;
    br_indirect_options o = axis();
    br_indirect I = indirect(&o);
    br_differentiate_options p = br_differentiate_defaults(&br_differentiate_lowpass, (br_real)STEP);
    br_differentiate d;
    assert_int_equal(br_differentiate_init(&d, &p, NULL, 0), BR_OK);
    wide x = 0, s = 0, late = 0, matched = 0;
    for (int i = 0; i < 10000; i++) {
        wide acc = i / 500 % 2 ? -0.02L : 0.02L, F = 9, u = F + 20 * acc;
        br_motion m;
        assert_int_equal(br_differentiate_step(&d, (br_real)x, p.dt, &m), BR_OK);
        br_indirect_sample got = br_indirect_step(&I, (br_real)x, (br_real)u);
        wide usual = fabsl((wide)br_indirect_force((br_real)u, o.mass, m.a) - F), here = fabsl((wide)got.force - F);
        late = i > 200 && usual > late ? usual : late;
        matched = i > 200 && here > matched ? here : matched;
        x += STEP * (s + STEP / 2 * acc);
        s += STEP * acc;
    }
    print_message("glitch: %.3Lf N, with equal delays %.1Lg N\n", late, matched);
    assert_true(late > 0.7L);
    assert_true(matched < (SINGLE ? 0.05L : 1e-6L));
}

// Velocity, force and acceleration that rise with t, each late by one sample and the delay of the low-pass.
static void all_are_equally_late(void **unused)
{
    (void)unused;
    br_indirect_options o = axis();
    o.mass = o.viscous = 0;
    o.held = 0;
    br_indirect I = indirect(&o);
    wide delay = 1 + (wide)br_lowpass_delay(&I.v), t = 0;
    br_indirect_sample s = {0, 0, 0, 0, 0};
    for (int i = 0; i < 1000; i++) {
        t = i * STEP;
        s = br_indirect_step(&I, (br_real)(t * t / 2), (br_real)t);
    }
    assert_close((wide)s.v, t - delay * STEP, SINGLE ? 1e-4L : 1e-9L, "v");
    assert_close((wide)s.force, t - delay * STEP, SINGLE ? 1e-6L : 1e-9L, "force");
    br_indirect_reset(&I);
    for (int i = 0; i < 1000; i++) {
        t = (i - 500) * STEP;
        s = br_indirect_step(&I, (br_real)(t * t * t / 6), 0);
    }
    assert_close((wide)s.a, t - delay * STEP, SINGLE ? 1e-2L : 1e-6L, "a");
}

// Constant velocity and force: the delays cancel, and the force without its viscous part is what is left.
static void dry_force_lacks_the_viscous_term(void **unused)
{
    (void)unused;
    br_indirect_options o = axis();
    br_indirect I = indirect(&o);
    br_indirect_sample s = {0, 0, 0, 0, 0};
    for (int i = 0; i < 500; i++) {
        s = br_indirect_step(&I, (br_real)(i * 1e-6L), 13);
        assert_close((wide)s.a, 0, SINGLE ? 0.01L : 1e-8L, "a, from the start on");
    }
    assert_close((wide)s.v, 0.01L, 1e-5L, "v");
    assert_close((wide)s.force, 13, SINGLE ? 0.05L : 1e-6L, "yF");
    assert_close((wide)s.dry, 9, SINGLE ? 0.05L : 1e-6L, "yF - sigma_v v");
    assert_int_equal(s.doubtful, 0);
}

static void D11_a_saturated_drive_is_told_as_long_as_it_is_felt(void **unused)
{
    (void)unused;
    br_indirect_options o = axis();
    o.most = 50;
    br_indirect I = indirect(&o);
    int doubtful = 0;
    for (int i = 0; i < 2000; i++) {
        br_indirect_sample s = br_indirect_step(&I, 0, i == 1000 ? 80 : i == 1001 ? -50 : 10);
        doubtful += i >= 1000 && s.doubtful;
        assert_true(fabsl((wide)s.force) <= 50);
        if (i > 500 && !s.doubtful)
            assert_close((wide)s.force, 10, 1e-4L, "force");
    }
    assert_int_equal(I.health.clipped, 2);
    assert_int_equal(doubtful, I.memory + 1);
}

static void D1_D17_missing_positions_and_forces_are_bridged(void **unused)
{
    (void)unused;
    br_indirect_options o = axis();
    br_indirect I = indirect(&o);
    const br_real gone[] = {MISSING, INFINITE, -INFINITE, BR_MOST};
    unsigned long missing = 0;
    for (int i = 0; i < 20000; i++) {
        int no_q = i < 3 || below(50) == 0, no_u = below(50) == 0;
        br_indirect_sample s =
            br_indirect_step(&I, no_q ? gone[below(4)] : (br_real)(i * 1e-6L), no_u ? gone[below(4)] : (br_real)9);
        missing += no_q || no_u;
        assert_true(isfinite(s.v) && isfinite(s.a) && isfinite(s.force) && isfinite(s.dry));
        if (i > 500) {
            assert_close((wide)s.v, 0.01L, SINGLE ? 2e-3L : 1e-9L, "v"); // a line is bridged exactly
            assert_close((wide)s.force, 9, SINGLE ? 40 : 1e-3L, "force");
        }
    }
    assert_int_equal(I.health.missing, missing);
}

static void the_largest_positions_and_forces_give_finite_numbers(void **unused)
{
    (void)unused;
    br_indirect_options o = axis();
    o.low.damping = (br_real)0.05;
    br_indirect I = indirect(&o);
    for (int i = 0; i < 10000; i++) {
        br_real force = (br_real)1e-4 * BR_MOST;
        br_indirect_sample s = br_indirect_step(&I, below(2) ? I.largest : -I.largest, below(2) ? force : -force);
        assert_true(isfinite(s.v) && isfinite(s.a) && isfinite(s.force) && isfinite(s.dry));
    }
}

static void D19_reset_is_a_fresh_start(void **unused)
{
    (void)unused;
    br_indirect_options o = axis();
    br_indirect I = indirect(&o), fresh = indirect(&o);
    for (int i = 0; i < 100; i++)
        (void)br_indirect_step(&I, below(5) ? (br_real)uniform(-1, 1) : MISSING, (br_real)uniform(-1, 1));
    br_indirect_reset(&I);
    for (int i = 0; i < 200; i++) {
        br_real at = (br_real)uniform(-1, 1), u = (br_real)uniform(-1, 1);
        br_indirect_sample s = br_indirect_step(&I, at, u), t = br_indirect_step(&fresh, at, u);
        assert_true(s.v == t.v && s.a == t.a && s.force == t.force && s.dry == t.dry && s.doubtful == t.doubtful);
    }
    assert_int_equal(I.health.missing, 0);
}

static void indirect_refuses_what_makes_no_sense(void **unused)
{
    (void)unused;
    br_indirect i;
    br_indirect_options bad[6];
    for (int k = 0; k < 6; k++)
        bad[k] = axis();
    bad[0].mass = -1, bad[1].mass = MISSING, bad[2].viscous = INFINITE, bad[3].most = -1, bad[4].low.order = 5;
    bad[5].low.cutoff = MISSING;
    for (int k = 0; k < 6; k++)
        assert_int_equal(br_indirect_init(&i, &bad[k]), BR_BAD_USAGE);
    assert_int_equal(br_indirect_init(&i, NULL), BR_BAD_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sines_keep_their_phase_and_lose_twice),
        cmocka_unit_test(lines_stay_lines_to_both_ends),
        cmocka_unit_test(both_directions_are_alike),
        cmocka_unit_test(D1_missing_samples_of_a_log_lie_on_lines),
        cmocka_unit_test(low_pass_of_a_log_refuses_and_changes_nothing),
        cmocka_unit_test(differences_are_exact_on_parabolas_to_both_ends),
        cmocka_unit_test(smoother_is_exact_on_parabolas_to_both_ends),
        cmocka_unit_test(smoother_is_that_of_rauch_tung_and_striebel),
        cmocka_unit_test(smoother_beats_the_filter_on_a_quantised_sine),
        cmocka_unit_test(D1_missing_samples_of_a_smoothed_log),
        cmocka_unit_test(smoother_refuses_and_changes_nothing),
        cmocka_unit_test(force_is_friction_through_the_low_pass),
        cmocka_unit_test(no_glitch_where_the_acceleration_jumps),
        cmocka_unit_test(all_are_equally_late),
        cmocka_unit_test(dry_force_lacks_the_viscous_term),
        cmocka_unit_test(D11_a_saturated_drive_is_told_as_long_as_it_is_felt),
        cmocka_unit_test(D1_D17_missing_positions_and_forces_are_bridged),
        cmocka_unit_test(the_largest_positions_and_forces_give_finite_numbers),
        cmocka_unit_test(D19_reset_is_a_fresh_start),
        cmocka_unit_test(indirect_refuses_what_makes_no_sense),
    };
    seed_from_environment();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
