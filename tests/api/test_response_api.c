// test_response_api.c - bristle/response.h: planted responses, noise and distortions are found; logs and methods.
#include "response_kit.h"

static void near(double found, double wanted, double share)
{
    if (!(fabs(found - wanted) <= share * fabs(wanted)))
        fail_msg("%.17g is not %.17g within %g", found, wanted, share);
}

// The Fourier coefficient of the last `periods` periods at f Hz.
static void fourier(const double *y, int periods, int f, double to[2])
{
    int rows = periods * PERIOD;
    to[0] = to[1] = 0;
    for (int i = 0; i < rows; i++) {
        double at = tau * ((double)((long long)f * i % PERIOD) / PERIOD);
        to[0] += y[ROWS - rows + i] * cos(at) / rows;
        to[1] -= y[ROWS - rows + i] * sin(at) / rows;
    }
}

static void holds(const br_response *r, br_response_quantity q, double truth, double width)
{
    const br_response_parameter *p = br_response_parameter_of(r, 0, q);
    assert_non_null(p);
    assert_int_equal(p->verdict, BR_RESPONSE_IDENTIFIABLE);
    assert_string_equal(p->why, "");
    if (!(p->low <= truth && truth <= p->high && p->high - p->low <= width))
        fail_msg("%s from %.9g to %.9g, not %.9g within %g", p->name, p->low, p->high, truth, width);
}

static void lines_are_those_of_a_fourier_sum_by_hand(void **state)
{
    (void)state;
    static log_rows l;
    excite(&l, 0.02, 1, k);
    br_response *r = response_of(&l, NULL);
    const br_response_signal *is = br_response_signal_of(r, 0);
    assert_int_equal(is->method, BR_RESPONSE_MULTISINE);
    assert_int_equal(is->lines, LINES);
    assert_string_equal(is->name, "log");
    assert_string_equal(is->unit, "m/N");
    near(is->period, 1, 1e-12);
    near(is->force_rms, 0.02 * sqrt(LINES / 2.0), 1e-9);
    for (int n = 0; n < LINES; n++) {
        const br_response_line *found = br_response_line_at(r, 0, n);
        double X[2], U[2];
        fourier(l.x, is->periods, line[n], X);
        fourier(l.u, is->periods, line[n], U);
        double size = U[0] * U[0] + U[1] * U[1], re = (X[0] * U[0] + X[1] * U[1]) / size,
               im = (X[1] * U[0] - X[0] * U[1]) / size;
        close_to((const double[]){found->re, found->im}, (const double[]){re, im}, 1e-9);
        near(found->f, line[n], 1e-12);
        near(hypot(found->u_re, found->u_im), 0.02, 1e-9);
    }
    assert_null(br_response_line_at(r, 0, LINES));
    br_response_close(r);
}

static void a_planted_axis_is_within_the_intervals(void **state)
{
    (void)state;
    static log_rows l;
    double G[2], truth[2];
    excite(&l, 0.02, 1, k);
    add_noise(l.x, 1e-10, 7);
    br_response *r = response_of(&l, NULL);
    assert_int_equal(br_response_count(r), 1);
    assert_int_equal(br_response_log(r, 0, 0), 0);
    assert_int_equal(br_response_log(r, 0, 1), -1);
    for (int n = 0; n < LINES; n++) {
        const br_response_line *found = br_response_line_at(r, 0, n);
        axis_response(line[n], k, truth);
        assert_true(hypot(found->re - truth[0], found->im - truth[1]) < 6 * found->sd);
        assert_true(found->coherence > 0.999 && found->coherence <= 1 && found->dof > 1);
    }
    holds(r, BR_RESPONSE_MASS, m, 0.2);
    holds(r, BR_RESPONSE_DAMPING, d, 4);
    holds(r, BR_RESPONSE_STIFFNESS, k, 2e4);
    const br_response_model *model = br_response_model_of(r, 0);
    assert_false(model->sliding || model->mismatch);
    near(model->resonance, sqrt(k / m) / tau, 1e-3);
    assert_int_equal(br_response_model_at(r, 0, 40, &G[0], &G[1]), 1);
    axis_response(40, k, truth);
    close_to(G, truth, 1e-2);
    assert_non_null(strstr(br_response_answer(r, 0), "Presliding: mass m "));
    assert_null(br_response_failure(r, 0, 0));
    br_response_close(r);
}

static void rows_add_up(void **state)
{
    (void)state;
    static log_rows l;
    excite(&l, 0.02, 1, k);
    br_response_options o = usual();
    o.from = 0.1;
    br_response *r = response_of(&l, &o);
    const br_response_rows *rows = br_response_rows_of(r, 0);
    assert_int_equal(rows->read, ROWS);
    assert_int_equal(rows->outside, 100);
    assert_int_equal(rows->used, br_response_signal_of(r, 0)->periods * PERIOD);
    assert_int_equal(rows->read, rows->outside + rows->used + rows->transient + rows->rest);
    assert_null(br_response_rows_of(r, 1));
    br_response_close(r);
}

// White noise of x, of standard deviation s: of re and im of an amplitude s*sqrt(2/rows).
static void noise_is_what_was_planted(void **state)
{
    (void)state;
    static log_rows l;
    double sum = 0;
    int count = 0;
    for (int seed = 1; seed <= 20; seed++) {
        excite(&l, 0.02, seed, k);
        add_noise(l.x, 1e-9, (uint64_t)seed);
        br_response *r = response_of(&l, NULL);
        double wanted = 1e-9 * sqrt(2.0 / (double)br_response_rows_of(r, 0)->used) / 0.02;
        for (int n = 0; n < LINES; n++, count++)
            sum += pow(br_response_line_at(r, 0, n)->noise / wanted, 2);
        br_response_close(r);
    }
    near(sqrt(sum / count), 1, 0.1);
}

// c*x^3 in the position: what a Fourier sum finds between the lines that are excited is the power that distortions have there.
static void distortions_are_those_between_the_lines(void **state)
{
    (void)state;
    static log_rows l;
    excite(&l, 0.02, 1, k);
    double most = 0, between = 0, all = 0, Y[2];
    for (int i = 0; i < ROWS; i++)
        most = fmax(most, fabs(l.x[i]));
    for (int i = 0; i < ROWS; i++)
        l.x[i] *= 1 + 0.2 * (l.x[i] / most) * (l.x[i] / most);
    for (int f = line[0], n = 0; f <= line[LINES - 1]; f++) {
        fourier(l.x, 1, f, Y);
        all += Y[0] * Y[0] + Y[1] * Y[1];
        between += f == line[n] ? 0 : Y[0] * Y[0] + Y[1] * Y[1];
        n += f == line[n] && n < LINES - 1;
    }
    br_response *r = response_of(&l, NULL);
    double found = br_response_signal_of(r, 0)->distortion;
    if (!(found > 0.8 * between / all && found < 1.5 * between / all))
        fail_msg("distortions %g, by hand %g", found, between / all);
    for (int n = 0; n < LINES; n++)
        assert_true(br_response_line_at(r, 0, n)->distortion > 0);
    br_response_close(r);
}

static void without_a_stiffness_the_axis_slides(void **state)
{
    (void)state;
    static log_rows l;
    excite(&l, 40, 1, 0);
    add_noise(l.x, 1e-8, 3);
    for (int i = 0; i < ROWS; i++)
        l.x[i] += 0.2 * l.t[i];
    br_response *r = response_of(&l, NULL);
    assert_true(br_response_model_of(r, 0)->sliding);
    assert_true(isnan(br_response_model_of(r, 0)->resonance));
    near(br_response_signal_of(r, 0)->drift, 0.2, 1e-3);
    near(br_response_model_of(r, 0)->corner, d / m / tau, 1e-2);
    holds(r, BR_RESPONSE_MASS, m, 0.1);
    holds(r, BR_RESPONSE_DAMPING, d, 2);
    const br_response_parameter *stiffness = br_response_parameter_of(r, 0, BR_RESPONSE_STIFFNESS);
    assert_int_equal(stiffness->verdict, BR_RESPONSE_ABSENT);
    assert_non_null(strstr(stiffness->why, "sliding"));
    assert_non_null(strstr(br_response_model_of(r, 0)->damping_is, "local slope"));
    br_response_close(r);
}

static void what_is_not_reached_has_no_value(void **state)
{
    (void)state;
    static log_rows l;
    for (int i = 0; i < ROWS; i++) {
        double at = tau * (l.t[i] = step * i);
        l.u[i] = cos(at) + cos(2 * at + 1) + cos(5 * at + 4);
        l.x[i] = l.u[i] / k;
    }
    add_noise(l.x, 1e-10, 5);
    br_response *r = response_of(&l, NULL);
    const br_response_parameter *mass = br_response_parameter_of(r, 0, BR_RESPONSE_MASS);
    assert_int_equal(mass->verdict, BR_RESPONSE_NOT_REACHED);
    assert_true(isnan(mass->value) && isnan(mass->sd));
    assert_non_null(strstr(mass->why, "excite higher frequencies"));
    br_response_close(r);
}

static void other_forces_have_other_methods(void **state)
{
    (void)state;
    static log_rows l;
    static const int f[] = {5, 12, 25, 40, 110, 160};
    for (int i = 0; i < ROWS; i++) {
        double at = tau * (l.t[i] = step * i) * f[i / PERIOD], G[2];
        axis_response(f[i / PERIOD], k, G);
        l.u[i] = sin(at);
        l.x[i] = G[0] * sin(at) + G[1] * cos(at);
    }
    add_noise(l.x, 1e-9, 5);
    br_response *r = response_of(&l, NULL);
    assert_int_equal(br_response_signal_of(r, 0)->method, BR_RESPONSE_STEPPED);
    assert_int_equal(br_response_signal_of(r, 0)->lines, 6);
    holds(r, BR_RESPONSE_MASS, m, 2);
    br_response_close(r);
    excite(&l, 0.02, 1, k);
    br_response_options o = usual();
    o.method = BR_RESPONSE_WELCH;
    r = response_of(&l, &o);
    assert_int_equal(br_response_signal_of(r, 0)->method, BR_RESPONSE_WELCH);
    assert_true(isnan(br_response_signal_of(r, 0)->distortion));
    assert_non_null(strstr(br_response_warning(r, 0, 0), "Welch"));
    br_response_close(r);
    uint64_t seed = 9;
    for (int i = 0; i < ROWS; i++) { // detected
        l.u[i] = noise(&seed);
        l.x[i] = (i > 0 ? l.x[i - 1] : 0) * 0.9 + l.u[i];
    }
    r = response_of(&l, NULL);
    assert_int_equal(br_response_signal_of(r, 0)->method, BR_RESPONSE_WELCH);
    br_response_close(r);
}

static void realisations_are_averaged_and_levels_compared(void **state)
{
    (void)state;
    static log_rows l[3];
    br_table *t[3];
    br_response *r = NULL;
    br_diag why = {0};
    for (int i = 0; i < 3; i++) {
        excite(&l[i], i < 2 ? 0.02 : 0.2, i, k);
        add_noise(l[i].x, 1e-10, 4);
        t[i] = lent(&l[i], ROWS);
    }
    if (br_response_open(&r, t, 3, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(br_response_count(r), 2);
    assert_int_equal(br_response_signal_of(r, 0)->realisations, 2);
    assert_int_equal(br_response_signal_of(r, 0)->logs, 2);
    assert_false(br_response_signal_of(r, 0)->repeated);
    assert_string_equal(br_response_signal_of(r, 0)->name, "log and 1 more");
    assert_int_equal(br_response_log(r, 0, 1), 1);
    assert_int_equal(br_response_log(r, 1, 0), 2);
    br_response_close(r);
    br_table *same[2] = {t[0], t[0]}; // in memory: it can be read again
    assert_int_equal(br_response_open(&r, same, 2, NULL, &why), BR_OK);
    assert_true(br_response_signal_of(r, 0)->repeated);
    br_response_close(r);
    for (int i = 0; i < 3; i++)
        br_table_close(t[i]);
}

// Columns by their names, as signals of the table, or of the options: the same bits.
static void signals_are_named_in_three_ways(void **state)
{
    (void)state;
    static log_rows l;
    double bits[3];
    excite(&l, 0.02, 1, k);
    add_noise(l.x, 1e-10, 7);
    for (int i = 0; i < 3; i++) {
        br_response_options o = usual();
        br_diag why = {0};
        br_response *r = NULL;
        br_table *t = lent(&l, ROWS);
        if (i == 1)
            assert_int_equal(br_table_set_signals(t, "t = t, x = 1*x m, u = u", &why), BR_OK);
        o.signals = i == 2 ? "t = t, x = x, u = u" : NULL;
        if (br_response_open(&r, &t, 1, &o, &why) != BR_OK)
            fail_msg("%s", why.text);
        bits[i] = br_response_parameter_of(r, 0, BR_RESPONSE_MASS)->value;
        br_response_close(r);
        br_table_close(t);
    }
    assert_memory_equal(&bits[0], &bits[1], sizeof bits[0]);
    assert_memory_equal(&bits[0], &bits[2], sizeof bits[0]);
}

// One frequency: no model, and words that say so.
static void one_frequency_has_no_model(void **state)
{
    (void)state;
    static log_rows l;
    for (int i = 0; i < ROWS; i++) {
        l.t[i] = step * i;
        l.u[i] = sin(tau * 5 * l.t[i]);
        l.x[i] = l.u[i] / k;
    }
    add_noise(l.x, 1e-10, 5);
    br_response *r = response_of(&l, NULL);
    assert_null(br_response_model_of(r, 0));
    assert_null(br_response_parameter_of(r, 0, BR_RESPONSE_MASS));
    assert_int_equal(br_response_model_at(r, 0, 5, NULL, NULL), 0);
    assert_non_null(strstr(br_response_failure(r, 0, 0), "one frequency only"));
    assert_null(br_response_failure(r, 0, 1));
    assert_non_null(strstr(br_response_answer(r, 0), "One frequency only"));
    br_response_close(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_are_those_of_a_fourier_sum_by_hand),
                                       cmocka_unit_test(a_planted_axis_is_within_the_intervals),
                                       cmocka_unit_test(rows_add_up),
                                       cmocka_unit_test(noise_is_what_was_planted),
                                       cmocka_unit_test(distortions_are_those_between_the_lines),
                                       cmocka_unit_test(without_a_stiffness_the_axis_slides),
                                       cmocka_unit_test(what_is_not_reached_has_no_value),
                                       cmocka_unit_test(other_forces_have_other_methods),
                                       cmocka_unit_test(realisations_are_averaged_and_levels_compared),
                                       cmocka_unit_test(signals_are_named_in_three_ways),
                                       cmocka_unit_test(one_frequency_has_no_model)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
