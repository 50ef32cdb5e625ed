// test_observer.c - bristle/observer.h: the bits of packages, stationary gains, lent memory, changes, misuse and failing memory.
#include "api_kit.h"
#include "emit/package/packing.h"
#include "kit/failing_memory.h"
#include "law/builtin/builtin.h"
#include <bristle/observer.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static br_observer_options with(br_observer_kind kind)
{
    br_observer_options o;
    assert_int_equal(br_observer_defaults(&o, sizeof o), BR_OK);
    o.kind = kind;
    return o;
}

static br_observer *observing(const br_law *law, const br_observer_options *o)
{
    br_observer *ob = NULL;
    br_diag why = {0};
    if (br_observer_open(&ob, law, o, &why) != BR_OK)
        fail_msg("%s", why.text);
    return ob;
}

// A package as `bristle emit` makes it, with the rows of its self-test and what the library found along them.
static void pack(br_packing *w, br_model *m, br_package_options *o, br_diag *why)
{
    memset(w, 0, sizeof *w);
    w->o = o;
    w->model = m;
    w->why = why;
    w->prefix = BR_ANY_PREFIX;
    w->capital = BR_ANY_CAPITAL;
    if (br_packing_plan(w) != BR_OK)
        fail_msg("%s", why->text);
}

static void open_model(br_model *m, const char *law, const char *set)
{
    br_builtin b;
    br_diag why = {0};
    assert_true(br_builtin_find(law, &b));
    br_model_source source = {b.text, b.size, law, br_builtin_text, NULL};
    assert_int_equal(br_model_open_given(m, &source, &(br_given){.set = set}, NULL, &why), BR_OK);
}

typedef struct bits_case {
    const char *law, *set;
    br_observer_kind kind;
    br_plan_observer observer;
    const char *estimate, *noise;
    int every;
} bits_case;

static void compare_with_package(const bits_case *c)
{
    br_model m;
    br_diag why = {0};
    static br_packing w;
    open_model(&m, c->law, c->set);
    br_package_options package = {.prefix = "o", .rate = 1000, .observer = c->observer};
    package.observe = br_observation_defaults();
    package.observe.kind = c->kind == BR_OBSERVER_UKF ? &br_kalman_ukf : &br_kalman_ekf;
    package.observe.gate = 6;
    package.observe.default_gate = true;
    package.observe.tuning.estimate = c->estimate;
    package.observe.tuning.noise = c->noise;
    package.observe.correct_every = c->every > 1 ? c->every / 1000.0 : 0;
    pack(&w, &m, &package, &why);

    br_law *law = opened(c->law, c->set);
    br_observer_options o = with(c->kind);
    o.estimate = c->estimate;
    o.noise = c->noise;
    o.every = c->every;
    br_observer *ob = observing(law, &o);
    br_law_close(law); // the observer has its own
    const br_plan *p = &w.plan;
    int n = p->nx + p->ne, width = br_plan_found(p);
    assert_int_equal(br_observer_size(ob, BR_OBSERVER_NUMBERS), n);
    assert_int_equal(br_observer_size(ob, BR_OBSERVER_INPUTS), p->nu);
    assert_int_equal(br_observer_size(ob, BR_OBSERVER_MEASURED), p->measured);
    for (int k = 0; k < w.replay.rows; k++) {
        const double *found = w.replay.found + k * width;
        assert_int_equal(br_observer_step(ob, w.vector_u + k * p->nu, w.vector_y + k * p->measured),
                         w.replay.answer[k]);
        for (int i = 0; i < n; i++)
            assert_memory_equal(&(double){br_observer_value(ob, i)}, &found[i], sizeof(double));
        for (int i = 0; i < n && c->observer != BR_PLAN_EP; i++)
            assert_memory_equal(&(double){br_observer_sd(ob, i)}, &found[n + i], sizeof(double));
        for (int i = 0; i < p->ny; i++) {
            double sd, y = br_observer_output(ob, i, &sd);
            int at = c->observer == BR_PLAN_EP ? n + i : 2 * n + i;
            assert_memory_equal(&y, &found[at], sizeof y);
            if (c->observer != BR_PLAN_EP)
                assert_memory_equal(&sd, &found[at + p->ny], sizeof sd);
        }
    }
    br_observer_close(ob);
    br_packing_close(&w);
    br_model_close(&m);
}

static void observers_have_the_bits_of_their_packages(void **state)
{
    (void)state;
    static const bits_case c[] = {
        {"lugre", "table-I", BR_OBSERVER_EKF, BR_PLAN_EKF, NULL, NULL, 1},
        {"lugre", "table-I", BR_OBSERVER_EKF, BR_PLAN_EKF, "sigma0, log(FC)", "F = 0.1 N", 4},
        {"sgms", "table-4.1", BR_OBSERVER_EKF, BR_PLAN_EKF, "kappa[3] = 0, kappa[4] = 0", NULL, 1},
        {"gms", "table-4.1", BR_OBSERVER_UKF, BR_PLAN_UKF, NULL, NULL, 1},
        {"elasto-plastic", "table-I", BR_OBSERVER_ELASTO_PLASTIC, BR_PLAN_EP, NULL, NULL, 1},
    };
    for (size_t i = 0; i < sizeof c / sizeof *c; i++)
        compare_with_package(&c[i]);
}

// A spring whose force is measured: the gain of an EKF settles, and the stationary one is the same from the start.
static const char spring[] =
    "law spring \"a spring that creeps\"\nstate z m \"deflection\"\ninput v m/s \"velocity\"\n"
    "param k N/m > 0 \"stiffness\"\nparam T s > 0 \"time constant\"\noutput F N \"force\"\n\nz' = v - z/T\nF = k*z\n";

static void a_stationary_gain_is_that_of_an_ekf_that_has_settled(void **state)
{
    (void)state;
    br_law *law = opened(spring, NULL);
    br_diag why = {0};
    if (br_law_set(law, "k = 100 N/m, T = 0.1 s", &why) != BR_OK)
        fail_msg("%s", why.text);
    br_observer_options o = with(BR_OBSERVER_EKF), s = with(BR_OBSERVER_STATIONARY);
    o.noise = s.noise = "z = 1 mm, F = 0.1 N";
    o.prior = s.prior = "z = 10 mm";
    o.most = s.most = "z = 1 m";
    br_observer *ekf = observing(law, &o), *fixed = observing(law, &s);
    for (int k = 0; k < 3000; k++) {
        double v = sin(0.01 * k), y = 0.05 * v + 0.01 * sin(1.7 * k);
        assert_int_equal(br_observer_step(ekf, &v, &y), BR_OK);
        assert_int_equal(br_observer_step(fixed, &v, &y), BR_OK);
    }
    assert_true(fabs(br_observer_value(ekf, 0) / br_observer_value(fixed, 0) - 1) < 1e-9);
    double v = 0;
    assert_int_equal(br_observer_freeze(fixed, &v), BR_OK);
    assert_int_equal(br_observer_freeze(ekf, &v), BR_BAD_USAGE);
    br_observer_close(ekf);
    br_observer_close(fixed);
    br_law_close(law);
}

static void an_observer_in_lent_memory_is_like_the_first_one_and_asks_for_none(void **state)
{
    (void)state;
    static const br_observer_kind kind[] = {BR_OBSERVER_EKF, BR_OBSERVER_UKF, BR_OBSERVER_STATIONARY};
    br_law *law = opened("lugre", "table-I");
    for (size_t c = 0; c < sizeof kind / sizeof *kind; c++) {
        br_observer_options o = with(kind[c]);
        br_observer *first = observing(law, &o), *twin = NULL;
        size_t bytes = br_observer_bytes(first);
        void *memory = malloc(bytes);
        long asked = allocations;
        assert_int_equal(br_observer_init(&twin, first, memory, bytes - 1), BR_BAD_USAGE);
        assert_null(twin);
        assert_int_equal(br_observer_init(&twin, first, memory, bytes), BR_OK);
        for (int k = 0; k < 500; k++) {
            double v = 1e-3 * sin(0.05 * k), F = (v > 0 ? 1 : -1) + 0.4 * v, sd, other;
            assert_int_equal(br_observer_step(first, &v, &F), br_observer_step(twin, &v, &F));
            assert_memory_equal(&(double){br_observer_output(first, 0, &sd)},
                                &(double){br_observer_output(twin, 0, &other)}, sizeof sd);
            assert_memory_equal(&sd, &other, sizeof sd);
        }
        assert_int_equal(br_observer_reset(twin, NULL), BR_OK);
        assert_int_equal(allocations, asked);
        br_observer_close(twin); // lent: nothing happens
        assert_int_equal(br_observer_size(twin, BR_OBSERVER_NUMBERS), 1);
        br_observer_close(first);
        free(memory);
    }
    br_law_close(law);
}

static void uneven_samples_take_their_own_time(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_observer_options o = with(BR_OBSERVER_EKF);
    o.noise = "F = 0.05 N, z = 1e-6 m/s^(1/2)";
    br_observer *even = observing(law, &o), *given = observing(law, &o);
    for (int k = 0; k < 200; k++) {
        double v = 1e-3 * sin(0.05 * k), F = v > 0 ? 1 : -1;
        assert_int_equal(br_observer_step(even, &v, &F), BR_OK);
        assert_int_equal(br_observer_step_after(given, &v, &F, 1e-3), BR_OK);
        assert_memory_equal(&(double){br_observer_value(even, 0)}, &(double){br_observer_value(given, 0)},
                            sizeof(double));
    }
    // Without measurements the deflection follows the velocity over whatever time passes.
    double v = 1e-6, none = (double)NAN, start = br_observer_value(given, 0);
    assert_int_equal(br_observer_reset(given, &start), BR_OK);
    assert_int_equal(br_observer_step(given, &v, &none), BR_OK);
    double before = br_observer_value(given, 0);
    assert_int_equal(br_observer_step_after(given, &v, &none, 5e-3), BR_OK);
    assert_true(fabs(br_observer_value(given, 0) - before) < 5.1e-9);
    assert_int_equal(br_observer_step_after(given, &v, &none, 0), BR_BAD_USAGE);
    assert_int_equal(br_observer_step_after(given, &v, &none, -1e-3), BR_BAD_USAGE);
    assert_int_equal(br_observer_step_after(given, &v, &none, (double)NAN), BR_BAD_USAGE);
    br_observer_close(even);
    br_observer_close(given);
    br_law_close(law);
}

static void changes_that_are_not_valid_are_restored(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_observer_options o = with(BR_OBSERVER_EKF);
    o.estimate = "sigma0";
    br_observer *ob = observing(law, &o);
    double v = 1e-3, F = 1;
    double *p = br_observer_parameters(ob), *q = br_observer_process_noise(ob), *most = br_observer_largest_sd(ob),
           *r = br_observer_sensor_noise(ob, 0);
    int FC = br_observer_index(ob, BR_OBSERVER_PARAMETERS, "FC");
    assert_true(FC >= 0);
    const struct {
        double *at, bad, good;
    } change[] = {{&p[FC], -1, p[FC] * 1.01},
                  {&p[FC], (double)NAN, p[FC]},
                  {&q[0], -1, 2 * q[0]},
                  {&most[0], -1, 2 * most[0]},
                  {r, 0, 2 * *r},
                  {r, (double)INFINITY, *r}};
    for (size_t i = 0; i < sizeof change / sizeof *change; i++) {
        unsigned long refused = br_observer_count(ob, BR_OBSERVER_REFUSED);
        double before = *change[i].at;
        *change[i].at = change[i].bad;
        assert_int_equal(br_observer_step(ob, &v, &F), BR_BAD_LAW);
        assert_memory_equal(change[i].at, &before, sizeof before);
        assert_int_equal(br_observer_count(ob, BR_OBSERVER_REFUSED), refused + 1);
        *change[i].at = change[i].good;
        assert_int_equal(br_observer_step(ob, &v, &F), BR_OK);
        assert_memory_equal(change[i].at, &change[i].good, sizeof before);
    }
    assert_null(br_observer_sensor_noise(ob, 1));
    br_observer_close(ob);
    br_law_close(law);
}

static void names_units_and_first_values_are_those_of_the_law(void **state)
{
    (void)state;
    br_law *law = opened("sgms", "table-4.1");
    br_observer_options o = with(BR_OBSERVER_EKF);
    o.estimate = "kappa[3] = 0, FC";
    br_observer *ob = observing(law, &o);
    br_law_number n = {.size = sizeof n};
    assert_int_equal(br_observer_number_at(ob, BR_OBSERVER_NUMBERS, 4, &n), BR_OK);
    assert_string_equal(n.name, "kappa[3]");
    assert_true(n.value == 0);
    assert_int_equal(br_observer_index(ob, BR_OBSERVER_NUMBERS, "FC"), 5);
    assert_int_equal(br_observer_index(ob, BR_OBSERVER_NUMBERS, "nothing"), -1);
    assert_int_equal(br_observer_number_at(ob, BR_OBSERVER_MEASURED, 0, &n), BR_OK);
    assert_string_equal(n.name, "F");
    assert_string_equal(n.unit, "N");
    assert_int_equal(br_observer_number_at(ob, BR_OBSERVER_INPUTS, 0, &n), BR_OK);
    assert_string_equal(n.name, "v");
    assert_int_equal(br_observer_number_at(ob, BR_OBSERVER_INPUTS, 1, &n), BR_BAD_USAGE);
    assert_int_equal(br_observer_guessed(ob), 1);
    assert_true(isnan(br_observer_innovation(ob, NULL)));
    double v = 1e-3, F = 10, sd;
    assert_int_equal(br_observer_step(ob, &v, &F), BR_OK);
    assert_true(isfinite(br_observer_innovation(ob, &sd)) && sd > 0);
    br_observer_close(ob);
    br_law_close(law);
}

// Samples of a Dahl element as it is, then forces that are far off, then as it is again.
static void observers_say_when_not_to_be_trusted(void **state)
{
    (void)state;
    for (int c = 0; c < 2; c++) {
        br_law *law = opened("dahl", "example");
        br_observer_options o = with(c ? BR_OBSERVER_UKF : BR_OBSERVER_EKF);
        o.noise = "F = 0.05 N, z = 10 nm";
        o.prior = "z = 1 um";
        o.most = "z = 20 um";
        br_observer *h = observing(law, &o);
        double z = 0;
        for (int k = 0; k < 1000; k++) {
            double v = 1e-4 * sin(0.05 * k), F = 1e5 * z + (k >= 300 && k < 360 ? 30 : 0);
            assert_int_equal(br_observer_step(h, &v, &F), BR_OK);
            for (int i = 0; i < 100; i++)
                z += 1e-5 * (v - fabs(v) * 1e5 * z);
            if (k == 299 || k == 340 || k == 999)
                assert_int_equal(br_observer_doubtful(h), k == 340);
        }
        assert_int_equal(br_observer_doubtful(NULL), 0);
        br_observer_close(h);
        br_law_close(law);
    }
}

static void misuse_is_answered(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I"), *bare = opened("lugre", NULL);
    br_observer_options o = with(BR_OBSERVER_EKF);
    br_observer *ob = NULL;
    br_diag why;
    double v = 0, y[2] = {0, 0}, x[2] = {0, (double)NAN};
    assert_int_equal(br_observer_defaults(NULL, sizeof o), BR_BAD_USAGE);
    assert_int_equal(br_observer_defaults(&o, sizeof o + 1), BR_BAD_USAGE);
    assert_int_equal(br_observer_open(NULL, law, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_observer_open(&ob, NULL, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_observer_open(&ob, bare, &o, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "sigma0"));
    const struct {
        const char *what;
        br_observer_options o;
    } wrong[] = {{"rate", {.rate = -1, .every = 1, .gate = 6}},
                 {"gate", {.rate = 1e3, .every = 1, .gate = (double)NAN}},
                 {"method", {.rate = 1e3, .every = 1, .gate = 6, .method = "euler"}},
                 {"kind", {.rate = 1e3, .every = 1, .gate = 6, .kind = (br_observer_kind)9}},
                 {"every", {.rate = 1e3, .every = 0, .gate = 6}},
                 {"bogus", {.rate = 1e3, .every = 1, .gate = 6, .measured = "F, bogus"}},
                 {"2*F", {.rate = 1e3, .every = 1, .gate = 6, .measured = "F = 2*F"}},
                 {"order", {.rate = 1e3, .every = 1, .gate = 6, .measured = "z, F"}},
                 {"nothing", {.rate = 1e3, .every = 1, .gate = 6, .measured = "nothing"}},
                 {"sgima0", {.rate = 1e3, .every = 1, .gate = 6, .estimate = "sgima0"}},
                 {"bananas", {.rate = 1e3, .every = 1, .gate = 6, .noise = "F = 3 bananas"}},
                 {"elasto-plastic", {.rate = 1e3, .every = 1, .kind = BR_OBSERVER_ELASTO_PLASTIC}}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        br_observer_options bad = wrong[i].o;
        bad.size = sizeof bad;
        assert_int_equal(br_observer_open(&ob, law, &bad, &why), BR_BAD_USAGE);
        if (!strstr(why.text, wrong[i].what) || strstr(why.text, "--")) // names of options, not those of the command
            fail_msg("%s: %s", wrong[i].what, why.text);
        assert_int_equal(br_observer_open(&ob, law, &bad, NULL), BR_BAD_USAGE);
    }
    o.size = 3;
    assert_int_equal(br_observer_open(&ob, law, &o, &why), BR_BAD_USAGE);
    assert_null(ob);
    assert_int_equal(br_observer_step(NULL, &v, y), BR_BAD_USAGE);
    assert_true(isnan(br_observer_value(NULL, 0)) && isnan(br_observer_sd(NULL, 0)));
    assert_true(isnan(br_observer_output(NULL, 0, NULL)) && isnan(br_observer_nis(NULL)));
    assert_null(br_observer_parameters(NULL));
    assert_int_equal(br_observer_count(NULL, BR_OBSERVER_REJECTED), 0);
    br_observer_close(NULL);
    ob = observing(law, NULL);
    char *shifted = malloc(br_observer_bytes(ob) + 1);
    br_observer *none = NULL;
    assert_int_equal(br_observer_init(&none, ob, shifted + 1, br_observer_bytes(ob)), BR_BAD_USAGE);
    free(shifted);
    assert_int_equal(br_observer_step(ob, NULL, y), BR_BAD_USAGE);
    assert_int_equal(br_observer_step(ob, &v, NULL), BR_BAD_USAGE);
    assert_int_equal(br_observer_reset(ob, x + 1), BR_BAD_USAGE);
    assert_true(isnan(br_observer_value(ob, -1)) && isnan(br_observer_value(ob, 1)));
    assert_int_equal(br_observer_size(ob, (br_observer_part)99), 0);
    assert_int_equal(br_observer_count(ob, (br_observer_count_of)99), 0);
    br_observer *copy = malloc(br_observer_bytes(ob));
    memcpy(copy, ob, br_observer_bytes(ob)); // a copy points into the first one
    assert_int_equal(br_observer_step(copy, &v, y), BR_BAD_USAGE);
    br_observer_close(copy);
    free(copy);
    // Whatever comes in, what it answers is finite.
    static const double hostile[] = {1e308, -1e308, (double)NAN, (double)INFINITY, -(double)INFINITY, 1e-308, 0, 1e153};
    for (int k = 0; k < 64; k++) {
        (void)br_observer_step(ob, &hostile[k % 8], &hostile[k / 8]);
        double sd, F = br_observer_output(ob, 0, &sd);
        assert_true(isfinite(F) && isfinite(sd) && isfinite(br_observer_value(ob, 0)) &&
                    isfinite(br_observer_sd(ob, 0)));
    }
    br_observer_close(ob);
    br_law_close(law);
    br_law_close(bare);
}

static void failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_observer_options o = with(BR_OBSERVER_EKF);
    o.estimate = "FC";
    o.noise = "F = 0.1 N, z = 1e-7 m, FC = 1 %";
    br_status status = BR_NO_MEMORY;
    long n = 0;
    for (; status == BR_NO_MEMORY; n += n < 100 ? 1 : 7) {
        br_observer *ob = NULL;
        br_diag why = {0};
        countdown = n;
        status = br_observer_open(&ob, law, &o, &why);
        bool failed = countdown < 0;
        countdown = -1;
        if ((status == BR_NO_MEMORY) != failed)
            print_message("call %ld: %d\n", n, (int)status);
        assert_int_equal(status, failed ? BR_NO_MEMORY : BR_OK);
        assert_true(failed == (ob == NULL));
        assert_true(!failed || why.text[0]);
        br_observer_close(ob);
    }
    assert_true(n > 50);
    br_law_close(law);
}

// Nothing was held before the first sample, so that its step has no effect, however long it is.
static void the_step_before_the_first_sample_has_no_effect(void **state)
{
    (void)state;
    br_law *laws[] = {opened("lugre", "table-I"), opened("elasto-plastic", "table-I")};
    static const br_observer_kind kinds[] = {BR_OBSERVER_EKF, BR_OBSERVER_UKF, BR_OBSERVER_STATIONARY,
                                             BR_OBSERVER_ELASTO_PLASTIC};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const double u = 1e-3, y = 0.5, steps[] = {1e-6, 1e-3, 5};
        double found[3];
        for (int k = 0; k < 3; k++) {
            br_observer *o = NULL;
            br_observer_options with;
            assert_int_equal(br_observer_defaults(&with, sizeof with), BR_OK);
            with.kind = kinds[i];
            assert_int_equal(br_observer_open(&o, laws[with.kind == BR_OBSERVER_ELASTO_PLASTIC], &with, NULL), BR_OK);
            assert_int_equal(br_observer_step_after(o, &u, &y, steps[k]), BR_OK);
            found[k] = br_observer_value(o, 0);
            br_observer_close(o);
        }
        assert_true(found[0] == found[1] && found[1] == found[2]);
    }
    br_law_close(laws[0]);
    br_law_close(laws[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_step_before_the_first_sample_has_no_effect),
        cmocka_unit_test(observers_have_the_bits_of_their_packages),
        cmocka_unit_test(a_stationary_gain_is_that_of_an_ekf_that_has_settled),
        cmocka_unit_test(an_observer_in_lent_memory_is_like_the_first_one_and_asks_for_none),
        cmocka_unit_test(uneven_samples_take_their_own_time),
        cmocka_unit_test(changes_that_are_not_valid_are_restored),
        cmocka_unit_test(names_units_and_first_values_are_those_of_the_law),
        cmocka_unit_test(observers_say_when_not_to_be_trusted),
        cmocka_unit_test(misuse_is_answered),
        cmocka_unit_test(failing_memory_leaves_nothing_half_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
