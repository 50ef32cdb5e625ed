// test_fit_memory.c - memory gives out at the n-th call, once and for ever (docs/faults.md J1): the fits. For every n in a soak.
#include "kit/failing_memory.h"

#include "fit/excite/excite.h"
#include "fit/identify/identify.h"
#include "fit/identify/inverse.h"
#include "fit/curve/masing.h"
#include "fit/curve/response.h"
#include "fit/curve/steady.h"
#include "fit/curve/stops.h"
#include "fit/frequency/frf_model.h"
#include "fit_kit.h"
#include "law/builtin/builtin.h"

enum { N = 300 };
static double x[N], v[N], F[N];

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        v[i] = cos(0.1 * i) + 0.1;
        x[i] = (i ? x[i - 1] : 0) + 0.1 * v[i];
        F[i] = (v[i] > 0 ? 2 : -2) + sin(x[i]) + 0.01 * (i % 7);
    }
}

static br_status regress(void)
{
    const char *name[BR_INVERSE_TERMS];
    br_inverse_options o = br_inverse_defaults(0.1);
    br_regression r;
    br_fit_estimate e = {0};
    br_linear l = {0};
    const int which[] = {1};
    const double x0[] = {0}, P[] = {4};
    o.every = 2;
    int n = br_inverse_names(o.terms, name);
    br_status status = br_inverse_rows(&r, &o, N, x, F);
    if (status == BR_OK)
        status = br_fit_estimate_init(&e, n, name);
    if (status == BR_OK)
        status = br_linear_robust(&e, BR_LINEAR_TUKEY, r.rows, r.A, r.b, NULL);
    if (status == BR_OK)
        status = br_linear_instrumental(&e, r.rows, r.A, n, r.A, r.b);
    if (status == BR_OK)
        status = br_linear_init(&l, n, name);
    if (status == BR_OK)
        status = br_linear_add(&l, r.rows, r.A, r.b, NULL);
    if (status == BR_OK)
        status = br_linear_prior(&l, 1, which, x0, P);
    if (status == BR_OK)
        status = br_linear_solve(&l, 1, &e);
    br_linear_free(&l);
    br_regression_free(&r);
    br_fit_estimate_free(&e);
    return status;
}

static br_status map(void)
{
    const char *const *name;
    br_steady_options o = br_steady_defaults();
    br_steady_map m;
    br_steady_verdict told;
    br_fit_estimate e = {0};
    o.least = 5;
    o.bins = 6;
    int n = br_steady_names(BR_STEADY_GAUSS, &name);
    br_status status = br_steady_bins(&m, &o, N, 0.1, v, F);
    if (status == BR_OK)
        status = br_fit_estimate_init(&e, n, name);
    if (status == BR_OK)
        status = br_steady_fit(&e, BR_STEADY_GAUSS, &m, 0, &told);
    br_steady_free(&m);
    br_fit_estimate_free(&e);
    return status;
}

static br_status hysteresis(void)
{
    br_masing m;
    br_stops_found f;
    br_masing_options mo = br_masing_defaults(0.01);
    br_stops_options o = br_stops_defaults();
    o.atoms = 6;
    o.most = 2;
    o.blocks = 2;
    br_status status = br_masing_find(&m, &mo, N, x, F);
    br_masing_free(&m);
    if (status == BR_OK)
        status = br_stops_find(&f, &o, N, x, v, F);
    if (status == BR_OK)
        br_stops_free(&f);
    return status;
}

static br_status respond(void)
{
    const char *const *name;
    const double f[] = {0.1, 0.2};
    br_response_record r = {.dt = 0.1, .period = 100, .n = N, .u = F, .q = x};
    br_response_line line[2];
    br_excite_samples signal;
    br_fit_estimate e = {0};
    br_excite_options o = br_excite_defaults(BR_EXCITE_LOOPS, 0.1);
    o.smallest = 1, o.largest = 2, o.limit.acceleration = 1;
    int n = br_response_names(BR_RESPONSE_SLIDING, &name);
    br_status status = br_excite_make(&signal, &o, NULL);
    br_excite_free(&signal);
    if (status == BR_OK)
        status = br_response_find(&r, 2, f, line, NULL);
    if (status == BR_OK)
        status = br_fit_estimate_init(&e, n, name);
    if (status == BR_OK)
        status = br_response_fit(&e, BR_RESPONSE_SLIDING, 2, line);
    br_fit_estimate_free(&e);
    return status;
}

// A multisine twice, a stepped sine, and Welch's method; each with its model.
static br_status frequency_responses(void)
{
    static double u[N], y[N];
    br_frf all[4] = {{0}};
    br_status status = BR_OK;
    for (int k = 0; k < 4 && status == BR_OK; k++) {
        br_frf_record r = {.dt = 0.1, .n = N, .u = u, .x = y};
        br_frf_options o = {.kind = k < 2 ? BR_FRF_MULTISINE : k == 2 ? BR_FRF_STEPPED : BR_FRF_BROADBAND};
        br_frf_fit_options fit = {0};
        br_frf_model model;
        for (int i = 0; i < N; i++) {
            double a = 2 * KIT_PI * i / (k == 2 ? 20 : 50), b = k == 2 ? 0 : 1;
            u[i] = cos(i < N / 2 || k < 2 ? a : 2 * a) + b * cos(3 * a) + b * cos(8 * a + 1);
            y[i] = sin(i < N / 2 || k < 2 ? a : 2 * a) + b * sin(3 * a) / 2 + b * sin(8 * a + 1) / 3 + 0.01 * (i % 7);
        }
        status = br_frf_find(&all[k], &r, &o, NULL);
        if (status == BR_OK)
            status = br_frf_fit(&model, &all[k], &fit);
    }
    if (status == BR_OK) {
        br_frf both;
        status = br_frf_combine(&both, all, 2);
        br_frf_free(&both);
    }
    for (int k = 0; k < 4; k++)
        br_frf_free(&all[k]);
    return status;
}

// Dahl's law and a mass, by forces, and then perhaps by motion or predictions, with a prior.
static br_status identify_by(bool motion, bool predictions)
{
    enum { ROWS = 40 };
    static double t[N], a[N], y[N];
    static const char values[] = "sigma0 = 20 N/m, FC = 2 N, v = 0 m/s";
    br_builtin law;
    br_model m;
    br_identified id;
    assert_true(br_builtin_find("dahl", &law));
    br_model_source source = {law.text, law.size, "dahl", br_builtin_text, NULL};
    br_given given = {NULL, values, sizeof values - 1, "values"};
    br_identify_options o = br_identify_defaults();
    for (int i = 0; i < N; i++) {
        t[i] = 0.1 * i;
        a[i] = -sin(0.1 * i);
        y[i] = a[i] + 2 * tanh(8 * v[i]);
    }
    br_prepare_options made = {.central = true, .dt = 0.1, .cutoff = 1};
    br_axis_log log = {.trace = {ROWS, t, NULL, 0}, .x = x, .v = v, .a = a, .y = y};
    if (!motion) {
        log.made_v = log.made_a = true;
        log.made = &made;
    }
    o.term[BR_AXIS_MASS] = o.given = true;
    o.motion = motion;
    o.predictions = predictions;
    o.lengths = o.speeds = 0;
    o.prior = "m = 0.1..10 kg";
    br_status status = br_model_open_given(&m, &source, &given, NULL, NULL);
    if (status != BR_OK)
        return status;
    status = br_identify(&id, &m, &log, 1, &o, NULL);
    if (status == BR_OK)
        br_identified_free(&id);
    br_model_close(&m);
    return status;
}

static br_status identify_forces(void)
{
    return identify_by(false, false);
}

static br_status identify_motion(void)
{
    return identify_by(true, false);
}

static br_status identify_predictions(void)
{
    return identify_by(true, true);
}

// Of a long work every allocation in a soak, else the first 100 and every 29th behind them.
static long step_after(long n)
{
    return n < 100 || getenv("BR_COUNT") ? 1 : 29;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static br_status (*const work[])(void) = {
        regress, map, hysteresis, respond, identify_forces, identify_motion, identify_predictions, frequency_responses};
    fill();
    for (int k = 0; k < 2 * (int)(sizeof work / sizeof *work); k++) {
        br_status status = BR_NO_MEMORY;
        long n = 0;
        for (; status != BR_OK && n < 20000; n += step_after(n)) {
            for_ever = k % 2;
            countdown = n;
            status = work[k / 2]();
            countdown = -1;
            if (status != BR_OK && status != BR_NO_MEMORY)
                fail_msg("allocation %ld of work %d: status %d", n, k / 2, (int)status);
        }
        print_message("work %d: about %ld allocations\n", k / 2, n - 1);
        assert_int_equal(status, BR_OK);
        assert_true(n > 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
