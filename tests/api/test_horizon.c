// test_horizon.c - bristle/horizon.h: the bits of packages, slices, bounds, nodes, lent memory, misuse and failing memory.
#include "api_kit.h"
#include "emit/package/packing.h"
#include "kit/failing_memory.h"
#include "law/builtin/builtin.h"
#include <bristle/horizon.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static br_horizon_options with(const char *estimate, const char *bounds, int intervals)
{
    br_horizon_options o;
    assert_int_equal(br_horizon_defaults(&o, sizeof o), BR_OK);
    o.estimate = estimate;
    o.bounds = bounds;
    o.intervals = intervals;
    return o;
}

static br_horizon *estimating(const br_law *law, const br_horizon_options *o)
{
    br_horizon *h = NULL;
    br_diag why = {0};
    if (br_horizon_open(&h, law, o, &why) != BR_OK)
        fail_msg("%s", why.text);
    return h;
}

static void same(double a, double b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

// Against a package as `bristle emit --observer mhe` makes it, along the rows of its self-test; with several samples an interval also with
// process noise in the arrival cost.
static void compare_with_package(const char *name, const char *set, const char *estimate, const char *bounds, int every)
{
    br_model m;
    br_builtin b;
    br_diag why = {0};
    static br_packing w;
    assert_true(br_builtin_find(name, &b));
    br_model_source source = {b.text, b.size, name, br_builtin_text, NULL};
    assert_int_equal(br_model_open_given(&m, &source, &(br_given){.set = set}, NULL, &why), BR_OK);
    br_package_options package = {.prefix = "o", .rate = 1000, .observer = BR_PLAN_MHE};
    package.observe = br_observation_defaults();
    package.observe.gate = 6;
    package.observe.default_gate = true;
    package.observe.tuning.estimate = estimate;
    package.observe.horizon =
        (br_observation_horizon){.intervals = 10, .iterations = 1, .bounds = bounds, .noise_in_arrival = every > 1};
    package.observe.correct_every = every > 1 ? every * 1e-3 : 0;
    memset(&w, 0, sizeof w);
    w.o = &package;
    w.model = &m;
    w.why = &why;
    w.prefix = BR_ANY_PREFIX;
    w.capital = BR_ANY_CAPITAL;
    if (br_packing_plan(&w) != BR_OK)
        fail_msg("%s", why.text);

    br_law *law = opened(name, set);
    br_horizon_options o = with(estimate, bounds, 10);
    o.every = every;
    o.noise_in_arrival = every > 1;
    br_horizon *h = estimating(law, &o), *sliced = estimating(law, &o);
    br_law_close(law); // the horizons have their own
    const br_plan *p = &w.plan;
    int n = p->nx + p->ne;
    for (int k = 0; k < w.replay.rows; k++) {
        const double *found = w.replay.found + k * br_plan_found(p), *u = w.vector_u + k * p->nu,
                     *y = w.vector_y + k * p->measured;
        assert_int_equal(br_horizon_step(h, u, y), w.replay.answer[k]);
        assert_int_equal(br_horizon_step(sliced, u, y), w.replay.answer[k]);
        for (int i = 0; i < n; i++) {
            same(br_horizon_value(h, i), found[i]);
            same(br_horizon_sd(h, i), found[n + i]);
            same(br_horizon_value(sliced, i), found[i]);
        }
        for (int i = 0; i < p->ny; i++) {
            double sd;
            same(br_horizon_output(h, i, &sd), found[2 * n + i]);
            same(sd, found[2 * n + p->ny + i]);
        }
        int slices = 1;
        while (!br_horizon_slice(sliced))
            slices++;
        assert_true(slices <= br_horizon_slices(sliced));
    }
    assert_int_equal(br_horizon_nodes(h), 11);
    assert_int_equal(br_horizon_count(h, BR_HORIZON_LATE), (w.replay.rows - 1) / every);
    assert_int_equal(br_horizon_count(sliced, BR_HORIZON_LATE), 0);
    br_horizon_close(h);
    br_horizon_close(sliced);
    br_packing_close(&w);
    br_model_close(&m);
}

static void horizons_have_the_bits_of_their_packages_whole_or_in_slices(void **state)
{
    (void)state;
    compare_with_package("lugre", "table-I", NULL, NULL, 1);
    compare_with_package("sgms", "table-4.1", "kappa[3] = 0, FC", "kappa[3] = 0..500 N/mm", 1);
    compare_with_package("lugre", "table-I", "FC", NULL, 4);
    compare_with_package("sgms", "table-4.1", NULL, NULL, 3);
}

// A planted stiffness outside of its bounds: the estimate stays at the bound, at every node.
static void bounds_hold_at_every_node(void **state)
{
    (void)state;
    br_law *law = opened("dahl", NULL);
    br_diag why = {0};
    assert_int_equal(br_law_set(law, "sigma0 = 1e5 N/m, FC = 4 N", &why), BR_OK);
    br_horizon_options o = with("FC", "FC = 0..3 N", 10);
    o.noise = "F = 0.05 N, z = 1e-8 m, FC = 1 %";
    o.prior = "FC = 20 %";
    o.gate = 0;
    br_law_close(law);
    law = opened("dahl", NULL);
    assert_int_equal(br_law_set(law, "sigma0 = 1e5 N/m, FC = 2 N", &why), BR_OK); // nominal; 4 N is true
    br_horizon *h = estimating(law, &o);
    int FC = br_horizon_index(h, BR_HORIZON_NUMBERS, "FC");
    double z = 0;
    for (int k = 0; k < 400; k++) {
        double v = 1e-2 * cos(0.05 * k), F;
        for (int i = 0; i < 100; i++)
            z += 1e-5 * (v - fabs(v) * 1e5 * z / 4);
        F = 1e5 * z;
        assert_int_equal(br_horizon_step(h, &v, &F), BR_OK);
        for (int i = 0; i < br_horizon_nodes(h); i++)
            assert_true(br_horizon_node(h, i, FC) <= 3 * (1 + 1e-9));
        assert_true(isfinite(br_horizon_kkt(h)) && isfinite(br_horizon_objective(h)));
    }
    assert_true(fabs(br_horizon_value(h, FC) - 3) < 1e-6);
    assert_true(br_horizon_count(h, BR_HORIZON_BOUNDED) > 100);
    br_horizon_close(h);
    br_law_close(law);
}

static void a_horizon_in_lent_memory_is_like_the_first_one_and_asks_for_none(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_horizon_options o = with("FC", NULL, 5);
    br_horizon *first = estimating(law, &o), *twin = NULL;
    size_t bytes = br_horizon_bytes(first);
    void *memory = malloc(bytes);
    long asked = allocations;
    assert_int_equal(br_horizon_init(&twin, first, memory, bytes - 1), BR_BAD_USAGE);
    assert_null(twin);
    assert_int_equal(br_horizon_init(&twin, first, memory, bytes), BR_OK);
    for (int k = 0; k < 300; k++) {
        double v = 1e-3 * sin(0.05 * k), F = v > 0 ? 1 : -1, sd;
        assert_int_equal(br_horizon_step(first, &v, &F), br_horizon_step(twin, &v, &F));
        assert_int_equal(br_horizon_prepare(twin), BR_OK);
        same(br_horizon_value(first, 1), br_horizon_value(twin, 1));
        same(br_horizon_innovation(first, 0, &sd), br_horizon_innovation(twin, 0, NULL));
    }
    assert_int_equal(br_horizon_reset(twin, NULL), BR_OK);
    assert_int_equal(allocations, asked);
    br_horizon_close(twin); // lent: nothing happens
    assert_int_equal(br_horizon_size(twin, BR_HORIZON_NUMBERS), 2);
    br_horizon_close(first);
    free(memory);
    br_law_close(law);
}

static void changes_that_are_not_valid_are_restored(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_horizon_options o = with(NULL, NULL, 5);
    br_horizon *h = estimating(law, &o);
    double v = 1e-3, F = 1, *p = br_horizon_parameters(h), *q = br_horizon_process_noise(h),
           *r = br_horizon_sensor_noise(h, 0), *most = br_horizon_largest_sd(h);
    int FC = br_horizon_index(h, BR_HORIZON_PARAMETERS, "FC");
    double *const place[] = {&p[FC], &q[0], &most[0], r};
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        double before = *place[i];
        *place[i] = i % 2 ? -1 : (double)NAN;
        assert_int_equal(br_horizon_step(h, &v, &F), BR_BAD_LAW);
        same(*place[i], before);
        *place[i] = 1.01 * before;
        assert_int_equal(br_horizon_prepare(h), BR_OK);
        same(*place[i], 1.01 * before);
    }
    assert_int_equal(br_horizon_count(h, BR_HORIZON_REFUSED), 4);
    br_horizon_close(h);
    br_law_close(law);
}

// Samples of a Dahl element as it is, then forces that are far off, then as it is again.
static void horizons_say_when_not_to_be_trusted(void **state)
{
    (void)state;
    br_law *law = opened("dahl", "example");
    br_horizon_options o = with(NULL, NULL, 5);
    o.noise = "F = 0.05 N, z = 10 nm";
    o.prior = "z = 1 um";
    o.most = "z = 20 um";
    br_horizon *h = estimating(law, &o);
    double z = 0;
    for (int k = 0; k < 1000; k++) {
        double v = 1e-4 * sin(0.05 * k), F = 1e5 * z + (k >= 300 && k < 360 ? 30 : 0);
        assert_int_equal(br_horizon_step(h, &v, &F), BR_OK);
        for (int i = 0; i < 100; i++)
            z += 1e-5 * (v - fabs(v) * 1e5 * z);
        if (k == 299 || k == 340 || k == 999)
            assert_int_equal(br_horizon_doubtful(h), k == 340);
    }
    assert_int_equal(br_horizon_doubtful(NULL), 0);
    br_horizon_close(h);
    br_law_close(law);
}

static void misuse_is_answered(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_horizon_options o = with(NULL, NULL, 5);
    br_horizon *h = NULL;
    br_diag why;
    double v = 0, y = 0, nan = (double)NAN;
    assert_int_equal(br_horizon_defaults(NULL, sizeof o), BR_BAD_USAGE);
    assert_int_equal(br_horizon_open(NULL, law, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_horizon_open(&h, NULL, &o, &why), BR_BAD_USAGE);
    for (int i = 0; i < 9; i++) {
        br_horizon_options bad = o;
        if (i == 0)
            bad.intervals = 0;
        else if (i == 1)
            bad.iterations = 1000;
        else if (i == 2)
            bad.arrival = (br_horizon_arrival)7;
        else if (i == 3)
            bad.levenberg = -1;
        else if (i == 4)
            bad.huber = nan;
        else if (i == 5)
            bad.bounds = "FC = 3..1 N";
        else if (i == 6)
            bad.rate = 0;
        else if (i == 7)
            bad.every = 0;
        else
            bad.size = 1;
        why.text[0] = 0;
        if (br_horizon_open(&h, law, &bad, &why) != BR_BAD_USAGE || !why.text[0])
            fail_msg("wrong option %d is taken", i);
    }
    assert_null(h);
    assert_int_equal(br_horizon_step(NULL, &v, &y), BR_BAD_USAGE);
    assert_int_equal(br_horizon_prepare(NULL), BR_BAD_USAGE);
    assert_int_equal(br_horizon_slice(NULL), 1); // a loop over slices ends
    assert_true(isnan(br_horizon_value(NULL, 0)) && isnan(br_horizon_kkt(NULL)));
    br_horizon_close(NULL);
    h = estimating(law, &o);
    br_law_number n = {.size = sizeof n};
    assert_int_equal(br_horizon_guessed(h), 1);
    assert_int_equal(br_horizon_number_at(h, BR_HORIZON_NUMBERS, 0, &n), BR_OK);
    assert_true(strcmp(n.name, "z") == 0 && strcmp(n.unit, "m") == 0);
    assert_int_equal(br_horizon_number_at(h, BR_HORIZON_NUMBERS, 99, &n), BR_BAD_USAGE);
    assert_int_equal(br_horizon_step(h, NULL, &y), BR_BAD_USAGE);
    assert_int_equal(br_horizon_step(h, &v, NULL), BR_BAD_USAGE);
    assert_int_equal(br_horizon_reset(h, &nan), BR_BAD_USAGE);
    assert_true(isnan(br_horizon_node(h, -1, 0)) && isnan(br_horizon_node(h, 6, 0)) && isnan(br_horizon_node(h, 0, 1)));
    static const double hostile[] = {1e308, -1e308, (double)NAN, (double)INFINITY, -(double)INFINITY, 1e-308, 0, 1e153};
    for (int k = 0; k < 64; k++) {
        (void)br_horizon_step(h, &hostile[k % 8], &hostile[k / 8]);
        double sd, F = br_horizon_output(h, 0, &sd);
        assert_true(isfinite(F) && isfinite(sd) && isfinite(br_horizon_value(h, 0)) && isfinite(br_horizon_sd(h, 0)));
    }
    br_horizon_close(h);
    br_law_close(law);
}

static void failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_horizon_options o = with("FC", NULL, 5);
    o.noise = "F = 0.1 N, z = 1e-7 m, FC = 1 %";
    br_status status = BR_NO_MEMORY;
    for (long n = 0; status == BR_NO_MEMORY; n += n < 100 ? 1 : 7) {
        br_horizon *h = NULL;
        br_diag why = {0};
        countdown = n;
        status = br_horizon_open(&h, law, &o, &why);
        bool failed = countdown < 0;
        countdown = -1;
        if ((status == BR_NO_MEMORY) != failed || failed != (h == NULL) || (failed && !why.text[0]))
            fail_msg("call %ld: status %d", n, (int)status);
        br_horizon_close(h);
    }
    assert_int_equal(status, BR_OK);
    br_law_close(law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(horizons_have_the_bits_of_their_packages_whole_or_in_slices),
        cmocka_unit_test(bounds_hold_at_every_node),
        cmocka_unit_test(a_horizon_in_lent_memory_is_like_the_first_one_and_asks_for_none),
        cmocka_unit_test(changes_that_are_not_valid_are_restored),
        cmocka_unit_test(horizons_say_when_not_to_be_trusted),
        cmocka_unit_test(misuse_is_answered),
        cmocka_unit_test(failing_memory_leaves_nothing_half_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
