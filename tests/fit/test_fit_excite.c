// test_fit_excite.c - excitations: within their limits to the last sample, and read back by the fits they are made for.
#include "fit/excite/excite.h"
#include "fit/curve/masing.h"
#include "fit/curve/response.h"
#include "fit/curve/steady.h"
#include "fit_kit.h"

static br_excite_options usual(br_excite_kind kind)
{
    br_excite_options o = br_excite_defaults(kind, 1e-3);
    o.limit = (br_excite_limits){.position = 0.05, .speed = 0.12, .acceleration = 2, .force = 60, .force_rate = 500};
    switch (kind) {
    case BR_EXCITE_STAIRCASE: o.largest = 10; break;
    case BR_EXCITE_RAMPS: o.smallest = 1, o.largest = 100, o.level = 20; break;
    case BR_EXCITE_LOOPS: o.smallest = 1e-6, o.largest = 1e-4, o.rest = 0.05, o.limit.acceleration = 0.02; break;
    case BR_EXCITE_LADDER: o.smallest = 2e-3, o.largest = 0.1; break;
    case BR_EXCITE_MULTISINE: o.smallest = 1, o.largest = 400, o.level = 15; break;
    case BR_EXCITE_KINDS: break;
    }
    return o;
}

static br_excite_samples make(const br_excite_options *o)
{
    br_excite_samples x;
    br_diag why = {0};
    if (br_excite_make(&x, o, &why) != BR_OK)
        fail_msg("%s: %s", br_excite_name(o->kind), why.text);
    return x;
}

static void every_kind_stays_within_its_limits_and_ends_where_it_began(void **state)
{
    (void)state;
    for (br_excite_kind k = 0; k < BR_EXCITE_KINDS; k++) {
        br_excite_options o = usual(k);
        br_excite_samples x = make(&o);
        double most = 0, speed = 0, change = 0;
        for (long long i = 0; i < x.n; i++) {
            most = fmax(most, fabs(x.value[i]));
            speed = i > 0 ? fmax(speed, fabs(x.value[i] - x.value[i - 1]) / o.dt) : 0;
            change = i > 1 ? fmax(change, fabs(x.value[i] - 2 * x.value[i - 1] + x.value[i - 2]) / o.dt / o.dt) : 0;
        }
        print_message("%-10s %8lld samples, up to %.4g, %.4g, %.4g\n", br_excite_name(k), x.n, most, speed, change);
        assert_true(most <= (br_excite_is_force(k) ? 60 : 0.05) * (1 + 1e-9));
        if (!br_excite_is_force(k))
            assert_true(speed <= 0.12 * (1 + 1e-9) && change <= o.limit.acceleration * (1 + 1e-6));
        if (k == BR_EXCITE_STAIRCASE || k == BR_EXCITE_RAMPS)
            assert_true(speed <= 500 * (1 + 1e-9));
        if (k != BR_EXCITE_MULTISINE)
            assert_true(x.value[0] == 0 && x.value[x.n - 1] == 0);
        br_excite_free(&x);
    }
}

static void limits_that_leave_no_room_are_named(void **state)
{
    (void)state;
    static const struct {
        br_excite_kind kind;
        br_excite_limits limit;
        const char *word;
    } cases[] = {
        {BR_EXCITE_STAIRCASE, {1, 1, 1, 9, 500}, "force"},   {BR_EXCITE_RAMPS, {1, 1, 1, 60, 50}, "N/s"},
        {BR_EXCITE_LOOPS, {5e-5, 1, 1, 60, 50}, "position"}, {BR_EXCITE_LADDER, {1, 0.05, 2, 60, 50}, "speed"},
        {BR_EXCITE_LADDER, {1e-3, 1, 2, 60, 50}, "reached"}, {BR_EXCITE_MULTISINE, {1, 1, 1, 20, 50}, "limit"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        br_excite_options o = usual(cases[i].kind);
        br_excite_samples x;
        br_diag why = {0};
        o.limit = cases[i].limit;
        assert_int_equal(br_excite_make(&x, &o, &why), BR_NEGATIVE);
        assert_non_null(strstr(why.text, cases[i].word));
        assert_null(x.value);
        o.dt = 0;
        assert_int_equal(br_excite_make(&x, &o, &why), BR_BAD_USAGE);
    }
}

// The map of friction over speed finds the speeds that were asked for, both ways.
static void a_ladder_is_read_back_as_its_speeds(void **state)
{
    (void)state;
    br_excite_options o = usual(BR_EXCITE_LADDER);
    br_excite_samples x = make(&o);
    double *v = kit_reals(x.n), *F = kit_reals(x.n);
    for (long long i = 1; i < x.n; i++) {
        v[i] = (x.value[i] - x.value[i - 1]) / o.dt;
        F[i] = v[i] > 0 ? 1 : v[i] < 0 ? -1 : 0;
    }
    br_steady_map map;
    br_steady_options s = br_steady_defaults();
    s.change = 1e-3;
    s.slowest = 1e-3;
    assert_int_equal(br_steady_pieces(&map, &s, x.n, o.dt, v, F), BR_OK);
    int hits[10] = {0};
    for (int i = 0; i < map.points; i++)
        for (int k = 0; k < 10; k++)
            hits[k] += fabs(fabs(map.point[i].v) / (2e-3 * pow(50, k / 9.0)) - 1) < 1e-3;
    for (int k = 0; k < 10; k++)
        assert_true(hits[k] >= 2);
    br_steady_free(&map);
    br_excite_free(&x);
    free(v);
    free(F);
}

static void loops_have_the_amplitudes_asked_for(void **state)
{
    (void)state;
    br_excite_options o = usual(BR_EXCITE_LOOPS);
    br_excite_samples x = make(&o);
    br_masing m;
    br_masing_options b = br_masing_defaults(1e-7);
    assert_int_equal(br_masing_find(&m, &b, x.n, x.value, x.value), BR_OK);
    assert_int_equal(m.branches, 2 * o.steps * o.repeats); // the first half move is none; the last one back is
    assert_share(m.point[m.points - 1].x, 1e-4, 0.1);
    br_masing_free(&m);
    double turns[6] = {0};
    for (long long i = 0; i < x.n; i++)
        for (int k = 0; k < 6; k++)
            turns[k] += fabs(x.value[i] / (1e-6 * pow(100, k / 5.0)) - 1) < 1e-9;
    for (int k = 0; k < 6; k++)
        assert_true(turns[k] >= 4 * 0.05 / o.dt * 0.9); // rests at the upper end
    br_excite_free(&x);
}

static void a_multisine_has_its_lines_and_its_rms(void **state)
{
    (void)state;
    br_excite_options o = usual(BR_EXCITE_MULTISINE);
    br_excite_samples x = make(&o);
    double sum = 0, linear, f = 1;
    for (long long i = 0; i < x.n; i++)
        sum += x.value[i] * x.value[i];
    assert_share(sqrt(sum / (double)x.n), 15, 1e-9);
    br_response_record r = {.dt = o.dt, .period = 10000, .n = x.n, .u = x.value, .q = x.value};
    br_response_line line;
    assert_int_equal(br_response_find(&r, 1, &f, &line, &linear), BR_OK);
    assert_share(line.re, 1, 1e-12);
    assert_share(linear, 1.0 / 30, 1e-6); // one of thirty lines of one amplitude
    assert_true(x.most < 3.4 * 15);       // the phases keep the crest low
    br_excite_free(&x);
}

static void a_staircase_rests_at_every_step(void **state)
{
    (void)state;
    br_excite_options o = usual(BR_EXCITE_STAIRCASE);
    br_excite_samples x = make(&o);
    int rests[21] = {0};
    for (long long i = 1; i < x.n; i++)
        for (int k = -10; k <= 10; k++)
            rests[k + 10] += fabs(x.value[i] - k) < 1e-12 && fabs(x.value[i - 1] - k) < 1e-12;
    for (int k = 0; k < 21; k++)
        assert_true(rests[k] >= (k == 0 || k == 20 ? 1 : 2) * 497);
    br_excite_free(&x);
}

static void ramps_have_each_rate_in_both_directions(void **state)
{
    (void)state;
    br_excite_options o = usual(BR_EXCITE_RAMPS);
    br_excite_samples x = make(&o);
    for (int k = 0; k < 5; k++) {
        double rate = pow(100, k / 4.0), seconds[2] = {0};
        for (long long i = 1; i < x.n; i++) {
            double r = (x.value[i] - x.value[i - 1]) / o.dt;
            seconds[r > 0] += fabs(fabs(r) / rate - 1) < 1e-6 ? o.dt : 0;
        }
        assert_share(seconds[0], 40 / rate, 0.02);
        assert_share(seconds[1], 40 / rate, 0.02);
    }
    br_excite_free(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_stays_within_its_limits_and_ends_where_it_began),
        cmocka_unit_test(limits_that_leave_no_room_are_named),
        cmocka_unit_test(a_ladder_is_read_back_as_its_speeds),
        cmocka_unit_test(loops_have_the_amplitudes_asked_for),
        cmocka_unit_test(a_multisine_has_its_lines_and_its_rms),
        cmocka_unit_test(a_staircase_rests_at_every_step),
        cmocka_unit_test(ramps_have_each_rate_in_both_directions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
