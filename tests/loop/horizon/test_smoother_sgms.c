// test_smoother_sgms.c - the smoother on logs of S-GMS and Maxwell-slip contacts whose truth is known: Table 4.1 from
// nothing (thesis 5.4.2) over 20 seeds.
#include "kit/flow_kit.h"
#include "loop/horizon/smoother.h"
#include "num/base/random.h"

enum { ELEMENTS = 4, ESTIMATES = ELEMENTS + 1, N = ELEMENTS + ESTIMATES, SAMPLES = 2400, EVERY = 10, SEEDS = 20 };

typedef struct contact {
    flow_law law;
    br_estimate estimate[ESTIMATES]; // all stiffnesses and the Coulomb force, in units of their true values
    double u[SAMPLES], y[SAMPLES];
    br_smoother_log log;
    double sd[N], q[N], r, x[N];
    int which;
    br_smoother_options o;
    br_smoother sm;
    void *memory;
} contact;

static int number_of(const contact *c, double value)
{
    for (int i = 0; i < c->law.sys->np; i++)
        if (c->law.p[i] == value)
            return i;
    fail_msg("no parameter is %g", value);
    return -1;
}

static contact *open_contact(const char *law, const char *set, double noise)
{
    contact *c = calloc(1, sizeof *c);
    assert_non_null(c);
    flow_open(&c->law, &(flow_case){law, set, "v = 0 m/s, z = 0, 0, 0, 0 N", 0});
    int kappa = number_of(c, 2.4e6), FC = number_of(c, 9);
    for (int i = 0; i < ESTIMATES; i++) {
        int number = i < ELEMENTS ? kappa + i : FC;
        c->estimate[i] = (br_estimate){'p', number, c->law.p[number], 0, i < ELEMENTS ? 0 : 0.1, HUGE_VAL};
        c->sd[i] = 0.1;
        c->sd[ELEMENTS + i] = 0.05;
        c->x[ELEMENTS + i] = 1;
    }
    c->r = noise * noise;
    c->o = br_smoother_defaults();
    c->o.joint.estimate = c->estimate;
    c->o.joint.estimates = ESTIMATES;
    c->o.samples = SAMPLES;
    c->o.every = EVERY;
    c->o.measured = 1;
    c->o.which = &c->which;
    c->o.sd = c->sd, c->o.q = c->q, c->o.r = &c->r;
    c->log = (br_smoother_log){.samples = SAMPLES, .dt = 1e-3, .u = c->u, .y = c->y, .p = c->law.p};
    return c;
}

static void begin(contact *c)
{
    size_t bytes = br_smoother_bytes(c->law.sys, &c->o);
    assert_true(bytes > 0);
    c->memory = malloc(bytes + (bytes == 0));
    assert_int_equal(br_smoother_init(&c->sm, c->law.sys, &c->o, c->memory, bytes), BR_OK);
}

static void close_contact(contact *c)
{
    flow_close(&c->law);
    free(c->memory);
    free(c);
}

// +-100 um at up to 0.5 mm/s, with smaller loops inside; the friction of the law itself, with noise.
static void record(contact *c, uint64_t seed)
{
    br_random random;
    br_integrator f;
    br_integrator_options o = br_integrator_defaults();
    void *memory = flow_begin(&f, c->law.sys, &o);
    double x[MOST_X] = {0}, out[2 * MOST_X];
    int m[MOST_X] = {0};
    br_random_init(&random, seed, 0);
    for (int k = 0; k < SAMPLES; k++) {
        double t = k * c->log.dt, slow = 3.14, fast = 8.17; // rad/s
        c->u[k] = 60e-6 * slow * cos(slow * t) + 40e-6 * fast * cos(fast * t);
        assert_int_equal(br_integrator_step(&f, 1, x, m, &c->u[k], c->law.p, 0, c->log.dt, x, m, NULL), BR_OK);
        br_sys_rate(c->law.sys, 1, x, m, &c->u[k], c->law.p, 0, out);
        c->y[k] = out[ELEMENTS] + sqrt(c->r) * br_random_normal(&random);
    }
    free(memory);
}

// Neither kappa[3] nor kappa[4] is known at all: start at 0, three times their value as standard deviation.
static void know_nothing_of_the_last_two(contact *c)
{
    for (int i = 2; i < ELEMENTS; i++) {
        c->x[ELEMENTS + i] = 0;
        c->sd[ELEMENTS + i] = 3;
    }
}

static void stiffnesses_are_found_from_zero(void **state)
{
    (void)state;
    for (int seed = 0; seed < SEEDS; seed++) {
        contact *c = open_contact("sgms", "table-4.1", 0.02);
        br_smoother_report r;
        record(c, (uint64_t)seed);
        know_nothing_of_the_last_two(c);
        begin(c);
        assert_int_equal(br_smoother_pass(&c->sm, &c->log, c->x), BR_OK);
        double passed[2] = {br_smoother_value(&c->sm, 0, 2) / 1e3, br_smoother_value(&c->sm, 0, 3) / 1e3};
        assert_int_equal(br_smoother_iterate(&c->sm, &c->log, c->x, &r), BR_OK);
        double found[2] = {br_smoother_value(&c->sm, 0, 2) / 1e3, br_smoother_value(&c->sm, 0, 3) / 1e3};
        print_message("seed %d: %.2f and %.3f N/mm, +-%.2f and %.3f; cost %.2f to %.2f in %d steps, %d tries\n", seed,
                      found[0], found[1], br_smoother_value_sd(&c->sm, 0, 2) / 1e3,
                      br_smoother_value_sd(&c->sm, 0, 3) / 1e3, r.first, r.cost, r.iterations, r.trials);
        assert_true(fabs(passed[0] - 142) < 10 && fabs(passed[1] - 158) < 2);
        assert_true(fabs(found[0] - 142) < 10 && fabs(found[1] - 158) < 2);
        assert_true(r.cost < r.first && r.held == 0);
        assert_true(r.end == BR_SMOOTHER_GAIN || r.end == BR_SMOOTHER_STEP);
        // (2.18) of 240 measurements is chi-square: 240, spread 22
        assert_true(r.cost > 240 - 5 * 22 && r.cost < 240 + 5 * 22);
        close_contact(c);
    }
}

// With noise in the contact's own forces the parameters are still constant, and a sample in the middle of a log is known
// better than it was when the log had come so far.
static void later_samples_tell_more(void **state)
{
    (void)state;
    contact *c = open_contact("sgms", "table-4.1", 0.02);
    br_smoother_report r;
    double sd[SAMPLES];
    record(c, 7);
    know_nothing_of_the_last_two(c);
    for (int i = 0; i < ELEMENTS; i++)
        c->q[i] = 1e-2;
    begin(c);
    assert_int_equal(br_smoother_iterate(&c->sm, &c->log, c->x, &r), BR_OK);
    assert_true((r.end == BR_SMOOTHER_GAIN || r.end == BR_SMOOTHER_STEP) && r.cost <= r.first);
    assert_true(fabs(br_smoother_value(&c->sm, 0, 2) / 1e3 - 142) < 10);
    assert_true(fabs(br_smoother_value(&c->sm, 0, 3) / 1e3 - 158) < 2);
    for (int k = 0; k < SAMPLES; k++) {
        br_smoother_expect(&c->sm, &c->log, k, 0, &sd[k]);
        assert_true(br_smoother_value(&c->sm, k, 2) == br_smoother_value(&c->sm, SAMPLES, 2));
    }
    for (int k = 505; k < SAMPLES; k += 500) { // in the middle between two corrections
        double then;
        c->log.samples = k + 1;
        assert_int_equal(br_smoother_iterate(&c->sm, &c->log, c->x, NULL), BR_OK);
        br_smoother_expect(&c->sm, &c->log, k, 0, &then);
        assert_true(sd[k] < 0.8 * then);
    }
    close_contact(c);
}

// Measured every 50 ms, a filter is off by ten of its own standard deviations and more (the EKF linearises before it knows);
// the least value of (2.18) is not.
static void full_information_mends_what_a_pass_gets_wrong(void **state)
{
    (void)state;
    for (int seed = 0; seed < 5; seed++) {
        contact *c = open_contact("sgms", "table-4.1", 0.02);
        record(c, (uint64_t)seed);
        know_nothing_of_the_last_two(c);
        c->o.every = 50;
        begin(c);
        assert_int_equal(br_smoother_pass(&c->sm, &c->log, c->x), BR_OK);
        double passed = (br_smoother_at(&c->sm, 0)[ELEMENTS + 2] - 1) / br_smoother_sd(&c->sm, 0, ELEMENTS + 2);
        assert_int_equal(br_smoother_iterate(&c->sm, &c->log, c->x, NULL), BR_OK);
        double found = (br_smoother_at(&c->sm, 0)[ELEMENTS + 2] - 1) / br_smoother_sd(&c->sm, 0, ELEMENTS + 2);
        print_message("seed %d: off by %.1f, then by %.1f standard deviations\n", seed, passed, found);
        assert_true(fabs(passed) > 10 && fabs(found) < 4);
        close_contact(c);
    }
}

// A system that switches: modes ride along, and sensitivities hold across transitions.
static void a_contact_with_modes_is_smoothed(void **state)
{
    (void)state;
    contact *c = open_contact("maxwell-slip", "table-B.3", 0.02);
    br_smoother_report r;
    record(c, 3);
    for (int i = 0; i < ESTIMATES; i++)
        c->x[ELEMENTS + i] = i % 2 ? 0.97 : 1.04;
    begin(c);
    assert_int_equal(br_smoother_iterate(&c->sm, &c->log, c->x, &r), BR_OK);
    print_message("Maxwell slip: cost %.2f to %.2f in %d steps, %d tries, %.2g promised\n", r.first, r.cost,
                  r.iterations, r.trials, r.promised);
    assert_true(r.cost <= r.first && r.cost < 240 + 5 * 22);
    for (int i = 0; i < ESTIMATES; i++) {
        double e = br_smoother_at(&c->sm, 0)[ELEMENTS + i] - 1;
        assert_true(fabs(e) < 5 * br_smoother_sd(&c->sm, 0, ELEMENTS + i));
    }
    close_contact(c);
}

static void a_sample_takes_what_the_manual_says(void **state)
{
    (void)state;
    contact *c = open_contact("sgms", "table-4.1", 0.02);
    size_t bytes[2];
    c->o.every = 1;
    for (int i = 0; i < 2; i++) {
        c->o.samples = 1000 * (1 + i);
        bytes[i] = br_smoother_bytes(c->law.sys, &c->o);
    }
    assert_int_equal((bytes[1] - bytes[0]) / 1000, 908);
    close_contact(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiffnesses_are_found_from_zero),
        cmocka_unit_test(later_samples_tell_more),
        cmocka_unit_test(full_information_mends_what_a_pass_gets_wrong),
        cmocka_unit_test(a_contact_with_modes_is_smoothed),
        cmocka_unit_test(a_sample_takes_what_the_manual_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
