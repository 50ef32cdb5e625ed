// test_fit_frf.c - frequency responses of logs: kinds are detected, intervals hold the truth, distortions are seen.
#include "paper/kit/experiment.h"
#include "fit/frequency/frf_model.h"
#include "fit_kit.h"

// Sanitizers look for what any log shows; the release build counts intervals.
#ifdef BR_SANITIZED
enum { SEEDS = 10 };
#else
enum { SEEDS = 200 };
#endif
enum { PERIOD = 1000, PERIODS = 6, N = PERIOD * PERIODS };
static const double DT = 1e-3;
static const double m = 20, d = 400, k = 3.2e6;

static void assert_95_percent(int inside)
{
    if (SEEDS == 200)
        assert_in_range(inside, 181, 198); // 99 % band of 200 at 95 %
}

// ---------------------------------------------------------------- records

typedef struct signal {
    double u[N], x[N];
} signal;

// One cosine: its force added to u, and x of the closed form (k - m w^2 + j w d) x = u, `delay` later.
static void add_line(signal *s, double f, double phase, double stiffness, double delay)
{
    double w = 2 * KIT_PI * f, a = stiffness - m * w * w, b = d * w, size = a * a + b * b;
    for (int i = 0; i < N; i++) {
        double angle = w * DT * i + phase, late = angle - w * delay;
        s->u[i] += cos(angle);
        s->x[i] += (a * cos(late) + b * sin(late)) / size;
    }
}

static const int cycles[] = {1, 3, 5, 9, 15, 23, 35, 47, 57, 63, 67, 75, 91, 121, 173, 251, 331};
enum { LINES = sizeof cycles / sizeof *cycles };

static void multisine(signal *s, double stiffness, double delay, br_random *g)
{
    memset(s, 0, sizeof *s);
    for (int l = 0; l < LINES; l++)
        add_line(s, cycles[l], 2 * KIT_PI * br_random_uniform(g), stiffness, delay);
}

static void add_noise(signal *s, double of_u, double of_x, br_random *g)
{
    for (int i = 0; i < N; i++) {
        s->u[i] += of_u * br_random_normal(g);
        s->x[i] += of_x * br_random_normal(g);
    }
}

static br_frf find_with(const signal *s, br_frf_kind expected, bool held)
{
    br_frf_record r = {DT, N, s->u, s->x};
    br_frf_options o = {.held = held};
    br_diag why = {0};
    br_frf f;
    if (br_frf_find(&f, &r, &o, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(f.kind, expected);
    return f;
}

static br_frf find(const signal *s, br_frf_kind expected)
{
    return find_with(s, expected, false);
}

static br_frf_model fit(const br_frf *f)
{
    br_frf_fit_options o = {0};
    br_frf_model model;
    assert_int_equal(br_frf_fit(&model, f, &o), BR_OK);
    return model;
}

static void assert_response(const br_frf *f, double stiffness, double share)
{
    for (int i = 0; i < f->lines; i++) {
        const br_frf_line *l = &f->line[i];
        double w = 2 * KIT_PI * l->f, a = stiffness - m * w * w, b = d * w, size = a * a + b * b;
        if (!(hypot(l->re - a / size, l->im + b / size) < share / sqrt(size)))
            fail_msg("at %g Hz %g %+gi instead of %g %+gi", l->f, l->re, l->im, a / size, -b / size);
    }
}

// ---------------------------------------------------------------- what is found

static void a_multisine_is_found_by_its_period_and_its_response_is_exact(void **state)
{
    (void)state;
    static signal s;
    br_random g;
    br_random_init(&g, kit_seed(), 1);
    for (int c = 0; c < 4; c++) {
        multisine(&s, c % 2 ? 0 : k, 0, &g);
        for (int i = 0; i < N; i++) { // bias and drift
            s.u[i] += c > 1 ? 89 : 0;
            s.x[i] += c > 1 ? 1e-4 * i : 0;
        }
        br_frf f = find(&s, BR_FRF_MULTISINE);
        assert_int_equal(f.period, PERIOD);
        assert_int_equal(f.lines, LINES);
        assert_response(&f, c % 2 ? 0 : k, 1e-6);
        br_frf_model model = fit(&f);
        assert_share(model.of[BR_FRF_MASS].value, m, 1e-5);
        assert_share(model.of[BR_FRF_DAMPING].value, d, 1e-5);
        assert_int_equal(model.sliding, c % 2);
        if (!model.sliding)
            assert_share(model.of[BR_FRF_STIFFNESS].value, k, 1e-5);
        br_frf_free(&f);
    }
}

static void a_stepped_sine_is_found_by_its_segments(void **state)
{
    (void)state;
    static signal s, part;
    static const double f[] = {8, 13.7, 21.3, 40.01, 61, 77.7, 104, 151};
    memset(&s, 0, sizeof s);
    for (int l = 0; l < 8; l++) {
        memset(&part, 0, sizeof part);
        add_line(&part, f[l], 0.3 * l, k, 0);
        for (int i = l * N / 8; i < (l + 1) * N / 8; i++) {
            s.u[i] = part.u[i];
            s.x[i] = part.x[i];
        }
    }
    br_frf r = find(&s, BR_FRF_STEPPED);
    assert_int_equal(r.lines, 8);
    for (int l = 0; l < 8; l++)
        assert_share(r.line[l].f, f[l], 1e-6);
    assert_response(&r, k, 1e-5);
    assert_true(r.distortion < 1e-8);
    br_frf_free(&r);
}

// Force held for a sample, exact from sample to sample: x[i + 1] by the closed form of the oscillator.
static void simulate_held(signal *s, double noise, br_random *g)
{
    double a = d / m / 2, w = sqrt(k / m - a * a), e = exp(-a * DT), c = cos(w * DT), z = sin(w * DT), x = 0, v = 0;
    for (int i = 0; i < N; i++) {
        double rest = s->u[i] / k, y = x - rest;
        s->x[i] = x + noise * br_random_normal(g);
        x = rest + e * (y * c + (v + a * y) / w * z);
        v = e * (v * c - (a * v + k / m * y) / w * z);
    }
}

static void noise_gives_the_response_by_welch(void **state)
{
    (void)state;
    static signal s;
    br_random g;
    br_random_init(&g, kit_seed(), 5);
    int inside[3] = {0};
    double mean[3] = {0}, square[3] = {0};
    const double truth[] = {m, d, k};
    for (int seed = 0; seed < SEEDS; seed++) {
        double low = 0;
        for (int i = 0; i < N; i++)
            s.u[i] = low += 0.5 * (br_random_normal(&g) - low);
        simulate_held(&s, 1e-7, &g);
        br_frf f = find_with(&s, BR_FRF_BROADBAND, true);
        br_frf_model model = fit(&f);
        for (int i = 0; i < 3; i++) {
            double z = (model.of[i].value - truth[i]) / model.of[i].sd;
            mean[i] += z / SEEDS;
            square[i] += z * z / SEEDS;
            inside[i] += model.of[i].low <= truth[i] && truth[i] <= model.of[i].high;
        }
        if (seed == 0)
            print_message("m %g +- %g, d %g +- %g, k %g +- %g, p %g\n", model.of[0].value, model.of[0].sd,
                          model.of[1].value, model.of[1].sd, model.of[2].value, model.of[2].sd, model.p);
        br_frf_free(&f);
    }
    for (int i = 0; i < 3; i++)
        print_message("error over sd: mean %.3f, RMS %.3f\n", mean[i], sqrt(square[i]));
    print_message("Welch: m %d, d %d, k %d of %d within the 95 %% interval\n", inside[0], inside[1], inside[2],
                  (int)SEEDS);
    for (int i = 0; i < 3; i++)
        assert_95_percent(inside[i]);
}

// ---------------------------------------------------------------- coverage

static void intervals_hold_the_truth_in_95_percent(void **state)
{
    (void)state;
    static signal s;
    static const double noise_u[] = {0, 0.02}, noise_x[] = {2e-8, 2e-7};
    const double truth[] = {m, d, k};
    br_random g;
    br_random_init(&g, kit_seed(), 2);
    for (int c = 0; c < 4; c++) {
        int inside[3] = {0}, mismatches = 0, sliding = c == 3;
        for (int seed = 0; seed < SEEDS; seed++) {
            multisine(&s, sliding ? 0 : k, 0.5 * DT * br_random_normal(&g), &g); // a delay as the prior expects it
            add_noise(&s, noise_u[c % 2], sliding ? 1e-5 : noise_x[c / 2], &g);
            br_frf f = find(&s, BR_FRF_MULTISINE);
            br_frf_model model = fit(&f);
            mismatches += model.mismatch;
            for (int i = 0; i < 3; i++)
                inside[i] += model.of[i].low <= truth[i] && truth[i] <= model.of[i].high;
            br_frf_free(&f);
        }
        print_message("noise %g N, %g m: m %d, d %d, k %d of %d within the 95 %% interval; mismatch %d\n",
                      noise_u[c % 2], noise_x[c / 2], inside[0], inside[1], inside[2], (int)SEEDS, mismatches);
        for (int i = 0; i < 3 - sliding; i++)
            assert_95_percent(inside[i]);
        assert_true(mismatches <= 8);
    }
}

// ---------------------------------------------------------------- friction

// A mass with the friction of LuGre, Table I, under a multisine of odd lines; noise on x as a share of its RMS.
static br_frf lugre_response(double rms, int phases, double noise)
{
    static double x[N];
    char input[600];
    int at = snprintf(input, sizeof input, "u = %g*multisine_random(%d", rms, phases);
    // odd lines, of which some are left out without a pattern: a pattern would keep distortions off them
    static const int f[] = {1,  3,  5,  9,   11,  15,  17,  21,  25,  27,  33,  35,  39, 51,
                            65, 77, 93, 107, 119, 135, 147, 163, 177, 191, 205, 221, 233};
    for (size_t i = 0; i < sizeof f / sizeof *f; i++)
        at += snprintf(input + at, sizeof input - (size_t)at, ", %d", f[i]);
    snprintf(input + at, sizeof input - (size_t)at, ") N");
    br_setup setup = {.law = "mass",
                      .set = "fig-2",
                      .input = input,
                      .until = PERIODS - DT,
                      .step = DT,
                      .relative = 1e-10,
                      .absolute = 1e-16};
    br_trial t;
    br_diag why = {0};
    br_random g;
    br_random_init(&g, kit_seed(), 7 + (uint64_t)phases);
    if (br_trial_run(&t, &setup, &why) != BR_OK)
        fail_msg("%s", why.text);
    for (int i = 0; i < N; i++)
        x[i] = br_trial_column(&t, "x")[i] + noise * rms * 1e-5 * br_random_normal(&g);
    br_frf_record r = {DT, t.record.rows, br_trial_column(&t, "u"), x};
    br_frf_options o = {0};
    br_frf found;
    if (br_frf_find(&found, &r, &o, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_trial_free(&t);
    return found;
}

static void presliding_stiffness_is_sigma0_at_small_amplitudes_and_distortions_grow(void **state)
{
    (void)state;
    static const double rms[] = {0.001, 0.01, 0.05, 0.2, 0.6};
    double last = 0;
    for (int i = 0; i < 5; i++) {
        br_frf f = lugre_response(rms[i], 1, 0.01);
        br_frf_model model = fit(&f);
        const br_frf_value *v = model.of;
        print_message("%g N: m %.4g +- %.2g, d %.4g +- %.2g, k %.5g +- %.2g (systematic %.2g), p %.2g, distortion "
                      "%.3g, nonlinear %.3g\n",
                      rms[i], v[0].value, v[0].sd, v[1].value, v[1].sd, v[2].value, v[2].sd, v[2].systematic, model.p,
                      f.distortion, model.nonlinear);
        assert_false(model.sliding);
        if (i < 2) {
            assert_int_equal(v[BR_FRF_STIFFNESS].verdict, BR_FRF_IDENTIFIABLE);
            assert_true(v[BR_FRF_STIFFNESS].low < 1e5 && 1e5 < v[BR_FRF_STIFFNESS].high);
        } else
            assert_int_not_equal(v[BR_FRF_STIFFNESS].verdict, BR_FRF_IDENTIFIABLE);
        assert_true(v[BR_FRF_MASS].low < 1 && 1 < v[BR_FRF_MASS].high);
        assert_true(i > 0 || v[BR_FRF_STIFFNESS].high - v[BR_FRF_STIFFNESS].low < 0.02e5);
        assert_true(f.even < 1e-3 * f.odd || f.odd == 0); // friction that is the same both ways is odd
        assert_true(f.distortion >= 10 * last && model.nonlinear >= f.distortion);
        last = f.distortion;
        br_frf_free(&f);
    }
    assert_true(last > 0.01);
}

// A mass with friction of its own under the lines of `cycles`, by the method of Runge and Kutta in short steps.
typedef struct friction {
    double k, FC, slow; // a spring; Coulomb friction, smooth below the velocity `slow`
    double bend, speed; // d^2F/dv^2 about a mean speed
    int lines;          // of `cycles`
} friction;

static double rate_of(const friction *f, const double *phase, double t, double x, double v)
{
    double u = 0;
    for (int l = 0; l < f->lines; l++)
        u += cos(2 * KIT_PI * cycles[l] * t + phase[l]);
    return (u - f->k * x - d * v - f->bend * v * v / 2 - (f->FC > 0 ? f->FC * tanh(v / f->slow) : 0)) / m;
}

static void simulate_friction(signal *s, const friction *f, double noise, br_random *g)
{
    enum { SHORT = 8 };
    double phase[LINES], x = 0, v = 0, h = DT / SHORT;
    memset(s, 0, sizeof *s);
    for (int l = 0; l < LINES; l++)
        phase[l] = 2 * KIT_PI * br_random_uniform(g);
    for (int i = 0; i < N; i++) {
        for (int l = 0; l < f->lines; l++)
            s->u[i] += cos(2 * KIT_PI * cycles[l] * DT * i + phase[l]);
        s->x[i] = x + f->speed * DT * i + noise * br_random_normal(g);
        for (int k4 = 0; k4 < SHORT; k4++) {
            double t = DT * i + h * k4, a1 = rate_of(f, phase, t, x, v);
            double v2 = v + h / 2 * a1, a2 = rate_of(f, phase, t + h / 2, x + h / 2 * v, v2);
            double v3 = v + h / 2 * a2, a3 = rate_of(f, phase, t + h / 2, x + h / 2 * v2, v3);
            double v4 = v + h * a3, a4 = rate_of(f, phase, t + h, x + h * v3, v4);
            x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
            v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        }
    }
}

static void damping_in_sliding_is_a_slope_and_its_change_with_speed_is_measured(void **state)
{
    (void)state;
    static signal s;
    br_random g;
    br_random_init(&g, kit_seed(), 11);
    for (int c = 0; c < 2; c++) {
        const friction bent = {.bend = c ? 2e4 : 0, .speed = 0.1, .lines = LINES};
        simulate_friction(&s, &bent, 1e-9, &g);
        br_frf f = find(&s, BR_FRF_MULTISINE);
        br_frf_model model = fit(&f);
        const br_frf_value *v = &model.of[BR_FRF_DAMPING];
        print_message("d^2F/dv^2 %g: %g +- %g; d %g +- %g, varies by %g\n", bent.bend, f.slope_change,
                      f.slope_change_sd, v->value, v->sd, model.slope_varies);
        assert_true(model.sliding);
        assert_true(fabs(f.slope_change - bent.bend) < 4 * f.slope_change_sd + 0.02 * bent.bend);
        assert_int_equal(model.slope_varies > 0, c);
        assert_true(v->systematic >= model.slope_varies && v->high - v->value >= model.slope_varies);
        assert_true(v->low < d && d < v->high);
        br_frf_free(&f);
    }
}

static void damping_that_friction_adds_is_within_the_interval(void **state)
{
    (void)state;
    static signal s;
    br_random g;
    br_random_init(&g, kit_seed(), 12);
    for (int seed = 0; seed < 6; seed++) {
        // lines up to 331 Hz, or up to 63 Hz: then the harmonics of the resonance at 64 Hz are above them
        const friction coulomb = {.k = k, .FC = 0.01, .slow = 2e-6, .lines = seed % 2 ? 10 : LINES};
        simulate_friction(&s, &coulomb, 1e-10, &g);
        br_frf f = find(&s, BR_FRF_MULTISINE);
        br_frf_model model = fit(&f);
        const br_frf_value *v = &model.of[BR_FRF_DAMPING];
        print_message("d %g +- %g (%g to %g), systematic %g; velocity %g m/s RMS\n", v->value, v->sd, v->low, v->high,
                      v->systematic, f.rms_v);
        assert_true(v->value > d + 3 * v->sd); // friction adds to it
        assert_true(v->low < d && d < v->high);
        br_frf_free(&f);
    }
}

// ---------------------------------------------------------------- realisations

static void realisations_show_distortions_and_a_repeated_one_is_seen(void **state)
{
    (void)state;
    br_frf all[5], both;
    for (int i = 0; i < 5; i++)
        all[i] = lugre_response(0.2, i == 4 ? 1 : i + 1, 0.01);
    for (int i = 1; i < 5; i++)
        assert_true(br_frf_alike(&all[0], &all[i]));
    assert_int_equal(br_frf_combine(&both, all, 4), BR_OK);
    assert_false(both.repeated);
    br_frf_model one = fit(&all[0]), four = fit(&both);
    double level[2] = {0};
    for (int i = 0; i < both.lines; i++) {
        double size = hypot(both.line[i].re, both.line[i].im);
        level[0] += pow(all[0].line[i].distortion / size, 2) / both.lines;
        level[1] += pow(both.line[i].distortion / size, 2) / both.lines;
    }
    print_message("distortion by lines left out and by realisations: %.3g, %.3g of |G|; k %g +- %g, %g +- %g\n",
                  sqrt(level[0]), sqrt(level[1]), one.of[2].value, one.of[2].sd, four.of[2].value, four.of[2].sd);
    assert_true(level[0] < 36 * level[1] && level[1] < 36 * level[0]);
    assert_true(four.of[2].sd < one.of[2].sd);
    br_frf_free(&both);
    const br_frf twice[] = {all[0], all[4]};
    assert_int_equal(br_frf_combine(&both, twice, 2), BR_OK);
    assert_true(both.repeated);
    br_frf_free(&both);
    br_frf other = lugre_response(0.1, 1, 0.01);
    assert_false(br_frf_alike(&all[0], &other));
    br_frf_free(&other);
    for (int i = 0; i < 5; i++)
        br_frf_free(&all[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_multisine_is_found_by_its_period_and_its_response_is_exact),
        cmocka_unit_test(a_stepped_sine_is_found_by_its_segments),
        cmocka_unit_test(noise_gives_the_response_by_welch),
        cmocka_unit_test(presliding_stiffness_is_sigma0_at_small_amplitudes_and_distortions_grow),
        cmocka_unit_test(damping_in_sliding_is_a_slope_and_its_change_with_speed_is_measured),
        cmocka_unit_test(damping_that_friction_adds_is_within_the_interval),
        cmocka_unit_test(realisations_show_distortions_and_a_repeated_one_is_seen),
        cmocka_unit_test(intervals_hold_the_truth_in_95_percent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
