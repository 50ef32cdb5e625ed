// test_handles.c - handles of the C API: opened and closed again and again, and in several threads, each with its own.
//
// 1 % of BR_COUNT times each, 100 to 1e5: 1e5 with the 1e7 of make soak. BR_HANDLE: those with this in their name only.
#define _XOPEN_SOURCE 700 // fork
#include "api_kit.h"
#include <bristle/bound.h>
#include <bristle/control.h>
#include <bristle/describe.h>
#include <bristle/differentiate.h>
#include <bristle/emit.h>
#include <bristle/enclosure.h>
#include <bristle/estimation.h>
#include <bristle/evaluate.h>
#include <bristle/excite.h>
#include <bristle/flow.h>
#include <bristle/horizon.h>
#include <bristle/identify.h>
#include <bristle/inspect.h>
#include <bristle/mechanism.h>
#include <bristle/observer.h>
#include <bristle/response.h>
#include <bristle/simulate.h>
#include <bristle/smoother.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char noise[] = "F = 0.1 N, z = 1e-7 m", known[] = "z = 1e-5 m"; // all weights, so that none is looked for

// A law with a state, and little to compute.
static br_law *simple(void)
{
    br_law *law = opened("dahl", NULL);
    assert_int_equal(br_law_set(law, "sigma0 = 1e3 N/m, FC = 1 N", NULL), BR_OK);
    return law;
}

static double open_law(void)
{
    const double z = 1e-6, v = 1e-3;
    double out[3] = {0}, found;
    br_law *law = opened("lugre", "table-I");
    assert_true(br_law_count(law, BR_LAW_STATES) + br_law_count(law, BR_LAW_OUTPUTS) <= 3);
    assert_int_equal(br_law_rate(law, 1, &z, NULL, &v, NULL, out), BR_OK);
    found = out[0];
    br_law_close(law);
    return found;
}

static double open_description_and_evaluation(void)
{
    const br_described_check *check;
    br_description *d = NULL;
    br_evaluation *e = NULL;
    br_evaluation_options o;
    assert_int_equal(br_description_open(&d, "dahl", NULL, NULL), BR_OK);
    assert_int_equal(br_description_check(d, &check, NULL), BR_OK);
    assert_int_equal(br_evaluation_defaults(&o, sizeof o), BR_OK);
    o.values = "v = 1 mm/s, z = 1 um";
    o.derivatives = 1;
    assert_int_equal(br_evaluation_open_set(&e, d, 0, &o, NULL), BR_OK);
    assert_int_equal(br_evaluation_find_conditions(e, NULL), BR_OK);
    assert_int_equal(br_evaluation_run(e, NULL), BR_OK);
    double found = br_evaluation_row(e, 0)->low[0];
    br_evaluation_close(e);
    br_description_close(d);
    return found;
}

static double open_flow(void)
{
    br_law *law = opened("lugre", "table-I");
    br_flow *flow = NULL;
    assert_int_equal(br_flow_open(&flow, law, NULL, NULL), BR_OK);
    double z = 1e-6, v = 1e-3, found = 0;
    assert_int_equal(br_flow_step(flow, 1, &z, NULL, &v, NULL, 1e-3, &found, NULL, NULL), BR_OK);
    br_flow_close(flow);
    br_law_close(law);
    return found;
}

static br_observer *new_observer(void)
{
    br_law *law = simple();
    br_observer_options o;
    br_observer *observer = NULL;
    assert_int_equal(br_observer_defaults(&o, sizeof o), BR_OK);
    o.noise = noise;
    o.prior = o.most = known;
    assert_int_equal(br_observer_open(&observer, law, &o, NULL), BR_OK);
    br_law_close(law);
    return observer;
}

static double open_observer(void)
{
    const double v = 1e-3, F = 0.5;
    br_observer *o = new_observer();
    (void)br_observer_step(o, &v, &F);
    double found = br_observer_output(o, 0, NULL);
    br_observer_close(o);
    return found;
}

static double open_horizon(void)
{
    br_law *law = simple();
    br_horizon_options o;
    br_horizon *horizon = NULL;
    assert_int_equal(br_horizon_defaults(&o, sizeof o), BR_OK);
    o.noise = noise;
    o.prior = o.most = known;
    o.intervals = 3;
    assert_int_equal(br_horizon_open(&horizon, law, &o, NULL), BR_OK);
    const double v = 1e-3, F = 0.5;
    for (int k = 0; k < 5; k++)
        (void)br_horizon_step(horizon, &v, &F);
    double found = br_horizon_output(horizon, 0, NULL);
    br_horizon_close(horizon);
    br_law_close(law);
    return found;
}

static double open_simulation_table_and_inspection(void)
{
    br_law *law = simple();
    br_simulation_options o;
    br_simulation *s = NULL;
    br_table *table = NULL;
    br_inspect *check = NULL;
    assert_int_equal(br_simulation_defaults(&o, sizeof o), BR_OK);
    o.input = "v = sin(2*pi*t) mm/s";
    o.until = 0.01;
    o.method = "rk4";
    assert_int_equal(br_simulation_open(&s, law, &o, NULL), BR_OK);
    assert_int_equal(br_simulation_run(s, NULL, NULL, NULL), BR_OK);
    assert_int_equal(br_simulation_table(s, &table, NULL), BR_OK);
    assert_int_equal(br_inspect_open(&check, table, NULL, NULL), BR_OK);
    double found = br_inspect_column_of(check, br_inspect_columns(check) - 1)->mean;
    br_inspect_close(check);
    br_table_close(table);
    br_simulation_close(s);
    br_law_close(law);
    return found;
}

static double open_enclosure(void)
{
    br_law *law = simple();
    br_enclosure_options o;
    br_enclosure *e = NULL;
    assert_int_equal(br_enclosure_defaults(&o, sizeof o), BR_OK);
    o.input = "v = 1 mm/s";
    o.until = 0.01;
    o.step = 0.01;
    assert_int_equal(br_enclosure_open(&e, law, &o, NULL), BR_OK);
    assert_int_equal(br_enclosure_run(e, NULL, NULL, NULL), BR_OK);
    size_t last = br_enclosure_rows(e) - 1;
    double found = br_enclosure_upper(e, 0)[last] - br_enclosure_lower(e, 0)[last];
    br_enclosure_close(e);
    br_law_close(law);
    return found;
}

static double open_compensator_and_comparison(void)
{
    br_law *law = opened("coulomb", "fig-3.1");
    br_axis_options axis;
    br_compensator *c = NULL;
    br_comparison *all = NULL;
    assert_int_equal(br_axis_defaults(&axis, sizeof axis), BR_OK);
    axis.mass = 1;
    axis.rate = 200;
    axis.period = 0.1;
    assert_int_equal(br_compensator_open(&c, law, "none", &axis, NULL), BR_OK);
    assert_int_equal(br_comparison_make(&all, law, "coulomb", 0, &axis, NULL), BR_OK);
    br_comparison_row row = {.size = sizeof row};
    assert_int_equal(br_comparison_at(all, 0, &row), BR_OK);
    double found = row.rms;
    br_comparison_close(all);
    br_compensator_close(c);
    br_law_close(law);
    return found;
}

static double emit_law(void)
{
    br_law *law = opened("dahl", NULL);
    br_emit *made = NULL;
    assert_int_equal(br_emit_law(&made, law, NULL, NULL), BR_OK);
    size_t size = 0;
    const char *text = br_emit_text(made, 0, &size);
    double found = 0;
    for (size_t i = 0; i < size; i++)
        found += (double)(i + 1) * (unsigned char)text[i];
    br_emit_close(made);
    br_law_close(law);
    return found;
}

static double open_identification(void)
{
    enum { ROWS = 60 };
    static const char *const heading[] = {"t [s]", "v [m/s]", "F [N]"};
    double t[ROWS], v[ROWS], F[ROWS];
    const double *const column[] = {t, v, F};
    br_law *law = opened("coulomb", NULL);
    br_identification_options o;
    br_identification *id = NULL;
    br_table *log = NULL;
    for (int k = 0; k < ROWS; k++) {
        t[k] = 0.01 * k;
        v[k] = 0.1 * sin(0.1 * k + 0.01);
        F[k] = (v[k] > 0 ? 3 : -3) + 8 * v[k] + 0.01 * sin(7.0 * k);
    }
    assert_int_equal(br_identification_defaults(&o, sizeof o), BR_OK);
    assert_int_equal(br_identification_open(&id, law, &o, NULL), BR_OK);
    assert_int_equal(br_table_lend(&log, "log", heading, column, 3, ROWS, NULL, NULL), BR_OK);
    assert_int_equal(br_identification_add(id, log, BR_LOG_FITTED, NULL), BR_OK);
    assert_int_equal(br_identification_run(id, NULL, NULL, NULL), BR_OK);
    double found = br_identification_correlation(id, 0, 1);
    br_identification_close(id);
    br_table_close(log);
    br_law_close(law);
    return found;
}

static double open_excitation(void)
{
    br_law *law = simple();
    br_excitation_options o;
    br_excitation *x = NULL;
    assert_int_equal(br_excitation_defaults(&o, sizeof o, "optimal"), BR_OK);
    o.limit_x = 0.05;
    o.limit_a = 2;
    o.duration = 0.1;
    o.budget = 1;
    o.threads = 1;
    o.wanted = "FC";
    assert_int_equal(br_excitation_open(&x, law, &o, NULL), BR_OK);
    assert_int_equal(br_excitation_run(x, NULL, NULL, NULL), BR_OK);
    double found = br_excitation_values(x)[br_excitation_rows(x) / 2];
    br_excitation_close(x);
    br_law_close(law);
    return found;
}

static double open_bounds_of_a_law(void)
{
    static const double t[] = {0, 0.1, 0.2, 0.3}, v[] = {1, -1, 2, -2}, c[] = {2, -2, 4, -4};
    static const char *const heading[] = {"t [s]", "v [m/s]", "c [N]"};
    const double *const column[] = {t, v, c};
    br_law *law = opened("viscous", NULL);
    br_bound_options o;
    br_bound *b = NULL;
    br_table *log = NULL;
    assert_int_equal(br_bound_defaults(&o, sizeof o), BR_OK);
    o.range = "sigma2 = 1..3 N*s/m";
    o.error = "c = 0.1 N";
    o.boxes = 20;
    assert_int_equal(br_table_lend(&log, "log", heading, column, 3, 4, NULL, NULL), BR_OK);
    assert_int_equal(br_bound_open(&b, law, &o, NULL), BR_OK);
    assert_int_equal(br_bound_add(b, log, NULL), BR_OK);
    assert_int_equal(br_bound_run(b, NULL, NULL, NULL), BR_OK);
    br_bound_interval interval = {.size = sizeof interval};
    assert_int_equal(br_bound_interval_at(b, 0, &interval), BR_OK);
    double found = interval.high - interval.low;
    br_bound_close(b);
    br_table_close(log);
    br_law_close(law);
    return found;
}

static double open_bounds_and_certificate(void)
{
    static const double t[] = {0, 0.01, 0.02, 0.03, 0.04, 0.05}, u[6] = {0, 0.5, 0.5, 0.5, 0.5, 0.5},
                        x[6] = {0, 0, 0.0013, 0.0052, 0.0115, 0.02};
    static const char *const heading[] = {"t [s]", "u [N*m]", "x1 [rad]"};
    const double *const column[] = {t, u, x};
    br_law *law = opened("drive-train", "nominal");
    br_bound_options o;
    br_bound *b = NULL;
    br_table *log = NULL;
    br_certificate *c = NULL;
    size_t size = 0;
    assert_int_equal(br_bound_defaults(&o, sizeof o), BR_OK);
    o.range = "TF = 0..1 N*m";
    o.error = "x1 = 1 mrad";
    o.certificate = 1;
    o.passes = 1;
    o.boxes = 10;
    assert_int_equal(br_table_lend(&log, "log", heading, column, 3, 6, NULL, NULL), BR_OK);
    assert_int_equal(br_bound_open(&b, law, &o, NULL), BR_OK);
    assert_int_equal(br_bound_add(b, log, NULL), BR_OK);
    assert_int_equal(br_bound_run(b, NULL, NULL, NULL), BR_OK);
    const char *text = br_bound_certificate(b, &size);
    assert_int_equal(br_certificate_parse(&c, "proof", text, size, NULL), BR_OK);
    assert_int_equal(br_certificate_check(c, b, NULL, NULL, NULL), BR_OK);
    br_certificate_close(c);
    br_bound_interval interval = {.size = sizeof interval};
    assert_int_equal(br_bound_interval_at(b, 0, &interval), BR_OK);
    double found = interval.high - interval.low;
    br_bound_close(b);
    br_table_close(log);
    br_law_close(law);
    return found;
}

static double open_mechanism_motion_and_observer(void)
{
    static const char text[] =
        "mechanism stage\nversion 1\nplanar\nbody stage mass = 2 kg, cog = 0, 0 m\n"
        "joint A prismatic stage ground at = 0, 0 m, axis = 1, 0\nspring leaf A stiffness = 50 N/m\n"
        "unknown load A start = 1 N\nsensor x displacement A sd = 0.5 mm\n";
    br_mechanism *m = NULL;
    br_mechanism_motion *r = NULL;
    br_mechanism_observer *o = NULL;
    br_mechanism_motion_options how;
    br_table *log = NULL;
    assert_int_equal(br_mechanism_motion_defaults(&how, sizeof how), BR_OK);
    how.until = 0.02;
    assert_int_equal(br_mechanism_parse(&m, "stage", text, strlen(text), NULL), BR_OK);
    assert_int_equal(br_mechanism_motion_open(&r, m, &how, NULL), BR_OK);
    assert_int_equal(br_mechanism_motion_run(r, NULL, NULL, NULL), BR_OK);
    assert_int_equal(br_mechanism_motion_table(r, &log, NULL), BR_OK);
    assert_int_equal(br_mechanism_observer_open(&o, m, NULL, NULL), BR_OK);
    assert_int_equal(br_mechanism_observer_log(o, log, NULL, NULL, NULL), BR_OK);
    double found = br_mechanism_observer_value(o, "load", NULL);
    br_mechanism_observer_close(o);
    br_table_close(log);
    br_mechanism_motion_close(r);
    br_mechanism_close(m);
    return found;
}

static double open_smoothing(void)
{
    enum { ROWS = 20 };
    static const char *const heading[] = {"t [s]", "v [m/s]", "F [N]"};
    double t[ROWS], v[ROWS], F[ROWS];
    const double *const column[] = {t, v, F};
    br_law *law = simple();
    br_smoothing_options o;
    br_smoothing *s = NULL;
    br_table *log = NULL;
    for (int k = 0; k < ROWS; k++) {
        t[k] = 0.01 * k;
        v[k] = 1e-3 * sin(0.1 * k);
        F[k] = (v[k] > 0 ? 1 : -1) + 0.01 * sin(7.0 * k);
    }
    assert_int_equal(br_smoothing_defaults(&o, sizeof o), BR_OK);
    o.noise = noise;
    o.prior = known;
    o.between = "held";
    assert_int_equal(br_smoothing_open(&s, law, &o, NULL), BR_OK);
    assert_int_equal(br_table_lend(&log, "log", heading, column, 3, ROWS, NULL, NULL), BR_OK);
    assert_int_equal(br_smoothing_log(s, log, NULL, NULL, NULL), BR_OK);
    double found = br_smoothing_value(s, "z", NULL);
    br_smoothing_close(s);
    br_table_close(log);
    br_law_close(law);
    return found;
}

static double open_estimation(void)
{
    enum { ROWS = 20 };
    static const char *const heading[] = {"t [s]", "v [m/s]", "F [N]"};
    double t[ROWS], v[ROWS], F[ROWS], found = 0;
    const double *const column[] = {t, v, F};
    for (int k = 0; k < ROWS; k++) {
        t[k] = 0.01 * k;
        v[k] = 1e-3 * sin(0.1 * k);
        F[k] = (v[k] > 0 ? 1 : -1) + 0.01 * sin(7.0 * k);
    }
    for (int kind = BR_ESTIMATION_EKF; kind <= BR_ESTIMATION_HORIZON; kind += BR_ESTIMATION_HORIZON) {
        br_law *law = simple();
        br_estimation_options o;
        br_estimation *e = NULL;
        br_table *log = NULL;
        assert_int_equal(br_estimation_defaults(&o, sizeof o), BR_OK);
        o.kind = (br_estimation_kind)kind;
        o.noise = noise;
        o.prior = known;
        o.between = "held";
        o.intervals = 3;
        assert_int_equal(br_estimation_open(&e, law, &o, NULL), BR_OK);
        assert_int_equal(br_table_lend(&log, "log", heading, column, 3, ROWS, NULL, NULL), BR_OK);
        assert_int_equal(br_estimation_log(e, log, NULL, NULL, NULL), BR_OK);
        found += br_estimation_value(e, "z", NULL);
        br_estimation_close(e);
        br_table_close(log);
        br_law_close(law);
    }
    return found;
}

static double open_differentiator(void)
{
    br_differentiator *d = NULL;
    br_differentiator_options o;
    assert_int_equal(br_differentiator_defaults(&o, sizeof o), BR_OK);
    o.kind = BR_DIFFERENTIATOR_WINDOW;
    o.band = 1e-6;
    assert_int_equal(br_differentiator_open(&d, &o, NULL), BR_OK);
    for (int k = 0; k < 20; k++)
        assert_int_equal(br_differentiator_step(d, 1e-3 * sin(0.1 * k)), BR_OK);
    double found = br_differentiator_velocity(d);
    br_differentiator_close(d);
    return found;
}

static double open_response(void)
{
    enum { ROWS = 160 };
    static const char *const heading[] = {"t [s]", "x [m]", "u [N]"};
    double t[ROWS], x[ROWS], u[ROWS];
    const double *const column[] = {t, x, u};
    br_response *r = NULL;
    br_table *log = NULL;
    for (int k = 0; k < ROWS; k++) {
        double at = 0.15707963267948966 * k; // four periods
        t[k] = 0.01 * k;
        u[k] = sin(at) + sin(3 * at);
        x[k] = u[k] + 0.01 * sin(7.0 * k);
    }
    assert_int_equal(br_table_lend(&log, "log", heading, column, 3, ROWS, NULL, NULL), BR_OK);
    assert_int_equal(br_response_open(&r, &log, 1, NULL, NULL), BR_OK);
    assert_non_null(br_response_line_at(r, 0, 0));
    double found = br_response_line_at(r, 0, 0)->re;
    br_response_close(r);
    br_table_close(log);
    return found;
}

#ifndef BR_SANITIZED
// Memory of the process, in kB; 0: not known here.
static long resident(void)
{
    long pages = 0, size = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%ld %ld", &size, &pages) != 2)
        pages = 0;
    if (f)
        fclose(f);
    return 4 * pages;
}
#endif

typedef struct handle {
    const char *name;
    double (*open)(void); // and close; what it computed
} handle;

static const handle all[] = {{"law", open_law},
                             {"description, evaluation", open_description_and_evaluation},
                             {"flow", open_flow},
                             {"observer", open_observer},
                             {"horizon", open_horizon},
                             {"simulation, table, inspection", open_simulation_table_and_inspection},
                             {"enclosure", open_enclosure},
                             {"compensator, comparison", open_compensator_and_comparison},
                             {"emit", emit_law},
                             {"identification", open_identification},
                             {"excitation", open_excitation},
                             {"bounds, certificate", open_bounds_and_certificate},
                             {"bounds of a law without modes", open_bounds_of_a_law},
                             {"mechanism, motion, observer", open_mechanism_motion_and_observer},
                             {"differentiator", open_differentiator},
                             {"smoothing", open_smoothing},
                             {"estimation", open_estimation},
                             {"response", open_response}};
enum { HANDLES = sizeof all / sizeof *all };

#ifdef BR_SANITIZED
// They keep what was freed, and see a leak at once.
static void handles_opened_again_and_again_do_not_grow(void **state)
{
    (void)state;
    for (int i = 0; i < HANDLES; i++)
        for (int k = 0; k < 6; k++)
            all[i].open();
}
#else
// kB, after some times in which it gets what it needs.
static long growth(const handle *h, int times)
{
    for (int k = 0; k < 20; k++)
        h->open();
    long before = resident();
    for (int k = 0; k < times; k++)
        h->open();
    return resident() - before;
}

// In a process of its own: memory is that of this handle alone, and several run at a time.
static pid_t begin(const handle *h, int times, bool tell)
{
    fflush(stdout);
    pid_t child = fork();
    if (child != 0)
        return child;
    long grown = growth(h, times);
    if (tell || grown > 1000)
        fprintf(stderr, "%s: %d times, %ld kB more, %.3g ms each\n", h->name, times, grown,
                1e3 * (double)clock() / CLOCKS_PER_SEC / times);
    _exit(grown > 1000);
}

static void handles_opened_again_and_again_do_not_grow(void **state)
{
    (void)state;
    const char *count = getenv("BR_COUNT");
    double times = fmin(fmax(count ? strtod(count, NULL) / 100 : 0, 100), 1e5);
    long cores = sysconf(_SC_NPROCESSORS_ONLN), running = 0;
    int failed = 0;
    const char *wanted = getenv("BR_HANDLE");
    for (int i = 0; i < HANDLES || running > 0;) {
        if (i < HANDLES && wanted && !strstr(all[i].name, wanted)) {
            i++;
            continue;
        }
        if (i < HANDLES && running < cores) {
            assert_true(begin(&all[i++], (int)times, times > 100) > 0);
            running++;
            continue;
        }
        int status = 0;
        assert_true(wait(&status) > 0);
        failed += status != 0;
        running--;
    }
    assert_int_equal(failed, 0);
}
#endif

enum { THREADS = 4, SAMPLES = 2000 };

static void *estimate(void *to)
{
    double *found = to;
    br_observer *o = new_observer();
    for (int k = 0; k < SAMPLES; k++) {
        double v = 1e-3 * sin(0.02 * k), F = (v > 0 ? 1 : -1) + 0.01 * sin(3.1 * k);
        (void)br_observer_step(o, &v, &F);
        found[k] = br_observer_output(o, 0, NULL);
    }
    br_observer_close(o);
    return NULL;
}

static void threads_with_handles_of_their_own_get_the_bits_of_one(void **state)
{
    (void)state;
    static double alone[SAMPLES], found[THREADS][SAMPLES];
    pthread_t thread[THREADS];
    estimate(alone);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, estimate, found[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_memory_equal(found[i], alone, sizeof alone);
    }
}

// Every handle in several threads at once, and two kinds side by side: the bits of one thread, and nothing shared (TSan sees).
typedef struct task {
    const handle *of;
    int times;
    double found;
} task;

static void *open_again(void *of)
{
    task *t = of;
    for (int k = 0; k < t->times; k++)
        t->found = t->of->open();
    return NULL;
}

static void threads_with_any_handles_of_their_own_get_the_bits_of_one(void **state)
{
    (void)state;
    for (int i = 0; i < HANDLES; i++) {
        pthread_t thread[THREADS];
        task t[THREADS];
        for (int k = 0; k < THREADS; k++) {
            t[k] = (task){.of = &all[(i + k / 2) % HANDLES], .times = 3};
            assert_int_equal(pthread_create(&thread[k], NULL, open_again, &t[k]), 0);
        }
        for (int k = 0; k < THREADS; k++)
            assert_int_equal(pthread_join(thread[k], NULL), 0);
        for (int k = 0; k < THREADS; k++) {
            double alone = t[k].of->open();
            if (!isfinite(alone) || memcmp(&alone, &t[k].found, sizeof alone) != 0)
                fail_msg("%s: %.17g, alone %.17g", t[k].of->name, t[k].found, alone);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handles_opened_again_and_again_do_not_grow),
        cmocka_unit_test(threads_with_handles_of_their_own_get_the_bits_of_one),
        cmocka_unit_test(threads_with_any_handles_of_their_own_get_the_bits_of_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
