// test_fit_axis_steps.c - steps of a simulated axis are as short as its motion needs them, and not much shorter.
#include "axis_simulation_kit.h"
#include "fit/identify/identify.h"
#include "num/base/random.h"

enum { ROWS = 3000, FINE = 64 };

typedef struct planted {
    const char *law, *values;
} planted;

static const planted laws[] = {
    {"dahl", "sigma0 = 2e4 N/m, FC = 5 N, sigma2 = 20 N*s/m, v = 0 m/s"},
    {"lugre", "sigma0 = 2e4 N/m, sigma1 = 200 N*s/m, FC = 5 N, FS = 6 N, vs = 10 mm/s, sigma2 = 20 N*s/m, v = 0 m/s"}};

typedef struct planted_log {
    double t[ROWS], drive[ROWS], x[ROWS];
} planted_log;

static double push(double t)
{
    return 9 * sin(2 * KIT_PI * 1.3 * t) + 2 * sin(2 * KIT_PI * 4.1 * t);
}

// 3 kg, moved by a sampled force; the position with 1 um of noise.
static void plant(planted_log *l, const planted *w)
{
    double p[24], c[] = {3}, start[12] = {0};
    br_random g;
    axis a;
    br_random_init(&g, 7, 1);
    open_axis(&a, w->law, w->values, FINE);
    points(&a.model, p);
    for (int k = 0; k < ROWS; k++) {
        l->t[k] = 1e-3 * k;
        l->drive[k] = push(l->t[k]);
    }
    run(&a, &a.o, ROWS, l->t, l->drive, p, c, start, l->x, NULL);
    for (int k = 0; k < ROWS; k++)
        l->x[k] += 1e-6 * br_random_normal(&g);
    close_axis(&a);
}

static void find_steps(const planted *w, bool predictions, br_axis_steps *steps)
{
    static planted_log l;
    static double v[ROWS], a[ROWS];
    br_identified id;
    br_model m;
    br_diag why = {0};
    plant(&l, w);
    open_model(&m, w->law, w->values);
    br_prepare_options made = {.central = true, .dt = 1e-3, .cutoff = 100};
    assert_int_equal(br_prepare_timed(&made, ROWS, l.t, l.x, NULL, v, a, NULL), BR_OK);
    br_axis_log log = {.trace = {ROWS, l.t, NULL, 0}, .x = l.x, .v = v, .a = a, .y = l.drive};
    log.made_v = log.made_a = true;
    log.made = &made;
    br_identify_options o = br_identify_defaults();
    o.term[BR_AXIS_MASS] = o.given = o.motion = true;
    o.predictions = predictions;
    o.lengths = o.speeds = o.design = 0;
    if (br_identify(&id, &m, &log, 1, &o, &why) != BR_OK)
        fail_msg("%s: %s", w->law, why.text);
    memcpy(steps, id.steps, sizeof id.steps);
    br_identified_free(&id);
    br_model_close(&m);
}

// Half as long steps move no parameter by a tenth of its sd, and there are fewer than 24 of them from row to row: a fit takes as long
// as its steps.
static void steps_are_short_enough_and_few(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        for (int predictions = 0; predictions < 2; predictions++) {
            br_axis_steps steps[2] = {{0}};
            find_steps(&laws[i], predictions, steps);
            for (int k = 0; k < 2; k++) {
                print_message("%s, %s fitted, %s: %.2f steps a row, too long by %.2f\n", laws[i].law,
                              predictions ? "predictions" : "motion", k ? "these" : "simulation", steps[k].steps,
                              steps[k].off);
                assert_true(steps[k].steps >= 1 && steps[k].steps < 24);
                assert_true(steps[k].off <= 1);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_short_enough_and_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
