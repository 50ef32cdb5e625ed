// test_fit_axis_simulation.c - an axis that its force moves: closed forms at rest and in motion, an adaptive solver, and differences.
#include "fit/output/axis_simulation.h"
#include "fit_kit.h"
#include "law/builtin/builtin.h"
#include "law/model/system.h"
#include "num/base/random.h"
#include "sim/run/run.h"

typedef struct axis {
    br_model model;
    br_system system;
    br_axis_simulation_options o;
    const double **u;
    double *hold;
} axis;

static const br_axis_term all_terms[] = {BR_AXIS_MASS, BR_AXIS_OFFSET, BR_AXIS_SKEW,   BR_AXIS_SIN,
                                         BR_AXIS_COS,  BR_AXIS_SPRING, BR_AXIS_DAMPER, BR_AXIS_DELAY};
enum { ALL_TERMS = sizeof all_terms / sizeof *all_terms };
static const double shares[ALL_TERMS] = {1, 0.25, 1, 0, 1, 0.5, 1, 1};

static void open_model(br_model *m, const char *name, const char *values)
{
    br_builtin law;
    br_diag why = {0};
    assert_true(br_builtin_find(name, &law));
    br_model_source source = {law.text, law.size, name, br_builtin_text, NULL};
    br_given given = {NULL, values, strlen(values), "values"};
    if (br_model_open_given(m, &source, &given, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static int input_of(const br_model *m, const char *name)
{
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_INPUT && strcmp(m->law.q[q].name, name) == 0)
            return m->at[q];
    return -1;
}

static void open_axis(axis *a, const char *law, const char *values, int steps)
{
    open_model(&a->model, law, values);
    assert_int_equal(br_system_open(&a->system, &a->model, NULL), BR_OK);
    a->u = calloc((size_t)a->model.nu + 1, sizeof *a->u);
    a->hold = kit_reals(a->model.nu);
    assert_non_null(a->u);
    a->o =
        (br_axis_simulation_options){.steps = steps, .v = input_of(&a->model, "v"), .force = input_of(&a->model, "u")};
    a->o.term = all_terms;
    a->o.terms = 1;
}

static void close_axis(axis *a)
{
    free((void *)a->u);
    free(a->hold);
    br_system_close(&a->system);
    br_model_close(&a->model);
}

static void points(const br_model *m, double *p)
{
    for (int i = 0; i < m->np; i++)
        p[i] = br_interval_mid(m->p[i]);
}

static void run(const axis *a, const br_axis_simulation_options *o, long long rows, const double *t,
                const double *drive, const double *p, const double *c, const double *start, double *y, double *J)
{
    br_axis_simulation f;
    br_stretch s = {rows, t, a->u, a->hold};
    assert_int_equal(br_axis_simulation_open(&f, &a->system.sys, o), BR_OK);
    br_axis_input in = {.drive = drive, .p = p, .c = c, .start = start, .m0 = a->model.nm > 0 ? a->model.m : NULL};
    in.share = o->terms == ALL_TERMS ? shares : NULL;
    double *bends = kit_reals(rows);
    br_axis_drive_bends(rows, t, drive, bends);
    in.bends = o->terms == ALL_TERMS ? bends : NULL;
    assert_int_equal(br_axis_simulation_run(&f, &s, &in, y, J), BR_OK);
    br_axis_simulation_close(&f);
    free(bends);
}

static void assert_near(double got, double want, double within)
{
    if (!(fabs(got - want) <= within))
        fail_msg("%.12g is not %.12g within %g", got, want, within);
}

// ---------------------------------------------------------------- closed forms

// 8 N on 2 kg with 5 N of friction for a second, then 4 N, which do not keep it moving, then 4.9 N, which do not start it.
static void coulomb_holds_slides_and_stops_as_in_closed_form(void **state)
{
    (void)state;
    enum { ROWS = 5001 };
    double t[ROWS], drive[ROWS], y[ROWS], p[8], c[] = {2}, start[] = {0.5, 0};
    axis a;
    for (int k = 0; k < ROWS; k++) {
        t[k] = 1e-3 * k;
        drive[k] = k <= 1000 ? 8 : k <= 4000 ? 4 : 4.9;
    }
    open_axis(&a, "coulomb", "FC = 5 N, sigma2 = 0 N*s/m, v = 0 m/s", 1);
    points(&a.model, p);
    run(&a, &a.o, ROWS, t, drive, p, c, start, y, NULL);
    for (int k = 0; k <= 1000; k++)
        assert_near(y[k], 0.5 + 0.5 * 1.5 * t[k] * t[k], 2e-6 + 1e-3 * t[k]);
    double fastest = 1.5 + 0.5e-3; // the force falls from 8 to 4 N within a row
    assert_near(y[4500], y[1001] + fastest * fastest / (2 * 0.5), 1e-3);
    for (int k = 4100; k < ROWS; k++)
        assert_true(y[k] == y[4100]); // to the last bit: it is held
    close_axis(&a);
}

// Masses of a watch and of a ship, and one that is next to nothing: 3 N more than friction holds, over viscous friction.
static void any_mass_moves_as_in_closed_form(void **state)
{
    (void)state;
    enum { ROWS = 101 };
    static const double masses[] = {1e-30, 1e-16, 1e-3, 1e8};
    double t[ROWS], drive[ROWS], y[ROWS], p[8], start[] = {0, 0};
    axis a;
    for (int k = 0; k < ROWS; k++) {
        t[k] = 1e-2 * k;
        drive[k] = 8;
    }
    open_axis(&a, "coulomb", "FC = 5 N, sigma2 = 20 N*s/m, v = 0 m/s", 64);
    points(&a.model, p);
    for (size_t i = 0; i < sizeof masses / sizeof *masses; i++) {
        double m = masses[i], tau = m / 20, end = t[ROWS - 1];
        // 3/20 m/s, reached by exp(-t/tau); for a ship by its series
        double x = tau > 1e3 * end ? 0.5 * 3 / m * end * end : 0.15 * (end - tau * (1 - exp(-end / tau)));
        run(&a, &a.o, ROWS, t, drive, p, &m, start, y, NULL);
        assert_near(y[ROWS - 1], x, 2e-3 * x);
    }
    close_axis(&a);
}

// The same with a force of the law's own at rest: it needs 7 N to start, and 5 N to go on.
static void a_law_that_sees_the_force_starts_at_its_static_force(void **state)
{
    (void)state;
    enum { ROWS = 2001 };
    double t[ROWS], drive[ROWS], y[ROWS], p[8], c[] = {2}, start[] = {0, 0};
    axis a;
    for (int k = 0; k < ROWS; k++) {
        t[k] = 1e-3 * k;
        drive[k] = 8 * t[k];
    }
    open_axis(&a, "static-kinetic", "FC = 5 N, FS = 7 N, v = 0 m/s, u = 0 N", 1);
    points(&a.model, p);
    run(&a, &a.o, ROWS, t, drive, p, c, start, y, NULL);
    int first = 0;
    while (first < ROWS && y[first] == 0)
        first++;
    assert_in_range(first, 874, 878); // 7 N at 0.875 s
    close_axis(&a);
}

// 3 kg on a spring that never slips, 13 Hz for 4 s: nothing takes its energy.
static void a_spring_without_loss_keeps_its_amplitude(void **state)
{
    (void)state;
    enum { ROWS = 4001 };
    static double t[ROWS], drive[ROWS], y[ROWS];
    double p[8], c[] = {3}, start[] = {0, 0.08, 0}, most = 0;
    axis a;
    for (int k = 0; k < ROWS; k++)
        t[k] = 1e-3 * k;
    open_axis(&a, "dahl", "sigma0 = 2e4 N/m, FC = 1e12 N, sigma2 = 0 N*s/m, v = 0 m/s", 1);
    points(&a.model, p);
    run(&a, &a.o, ROWS, t, drive, p, c, start, y, NULL);
    for (int k = ROWS - 200; k < ROWS; k++)
        most = fmax(most, fabs(y[k]));
    assert_near(most, 0.08 / sqrt(2e4 / 3), 2e-3 * most);
    close_axis(&a);
}

// 2 kg on a spring of 800 N/m with a damper of 4 N s/m, half of each as a term: a damped oscillation about 1 N / 800 N/m.
static void a_spring_and_a_damper_swing_as_in_closed_form(void **state)
{
    (void)state;
    enum { ROWS = 3001 };
    static double t[ROWS], drive[ROWS], x[ROWS], v[ROWS];
    static const br_axis_term term[] = {BR_AXIS_MASS, BR_AXIS_SPRING, BR_AXIS_DAMPER};
    double p[8], c[] = {2, 500, 3}, start[] = {0.01, 0}, rest = 1.0 / 800, d = 1;
    double w = sqrt(800 / 2.0 - d * d);
    axis a;
    for (int k = 0; k < ROWS; k++) {
        t[k] = 1e-3 * k;
        drive[k] = 1;
    }
    open_axis(&a, "coulomb", "FC = 0 N, sigma2 = 0 N*s/m, v = 0 m/s", 4);
    points(&a.model, p);
    a.o.term = term;
    a.o.terms = 3;
    a.o.spring = 300;
    a.o.damper = 1;
    run(&a, &a.o, ROWS, t, drive, p, c, start, x, NULL);
    a.o.velocity = true;
    run(&a, &a.o, ROWS, t, drive, p, c, start, v, NULL);
    for (int k = 0; k < ROWS; k++) {
        double fade = (0.01 - rest) * exp(-d * t[k]);
        assert_near(x[k], rest + fade * (cos(w * t[k]) + d / w * sin(w * t[k])), 3e-6);
        assert_near(v[k], -fade * (w + d * d / w) * sin(w * t[k]), 6e-5);
    }
    close_axis(&a);
}

// ---------------------------------------------------------------- against an adaptive solver

static double push(double t)
{
    return 9 * sin(2 * KIT_PI * 1.3 * t) + 2 * sin(2 * KIT_PI * 4.1 * t);
}

// On straight lines between the rows, as the axis takes it.
static void push_at(void *self, double t, double *u)
{
    (void)self;
    double row = floor(t / 1e-3 + 1e-9);
    u[0] = push(1e-3 * row) + (push(1e-3 * (row + 1)) - push(1e-3 * row)) * (t / 1e-3 - row);
}

static double next_row(void *self, double t)
{
    (void)self;
    return 1e-3 * (floor(t / 1e-3 + 1e-9) + 1);
}

// Values as a plant has them: the law itself has them without the scope "fr.".
static void open_law(axis *a, const char *law, const char *values, int steps)
{
    char own[400];
    size_t n = 0;
    for (const char *from = values; *from; from++)
        if (strncmp(from, "fr.", 3) == 0)
            from += 2;
        else
            own[n++] = *from;
    snprintf(own + n, sizeof own - n, ", v = 0 m/s");
    open_axis(a, law, own, steps);
}

static double differ(const char *law, const char *values, int steps)
{
    enum { ROWS = 1501 };
    static double t[ROWS], drive[ROWS], y[ROWS];
    double p[24], c[] = {3}, start[12] = {0}, worst = 0;
    char plant[400];
    axis a;
    br_model mass;
    br_run r;
    br_run_options o = br_run_defaults();
    br_drive d = {push_at, next_row, NULL};
    br_diag why = {0};
    for (int k = 0; k < ROWS; k++) {
        t[k] = 1e-3 * k;
        drive[k] = push(t[k]);
    }
    snprintf(plant, sizeof plant, "friction = %s, m = 3 kg, u = 0 N, %s", law, values);
    open_model(&mass, "mass", plant);
    o.relative = 1e-9;
    assert_int_equal(br_run_open(&r, &mass, &d, &o, &why), BR_OK);
    open_law(&a, law, values, steps);
    points(&a.model, p);
    run(&a, &a.o, ROWS, t, drive, p, c, start, y, NULL);
    for (int k = 0; k < ROWS; k++) {
        assert_int_equal(br_run_to(&r, t[k], &why), BR_OK);
        worst = fmax(worst, fabs(r.x[0] - y[k]));
    }
    br_run_close(&r);
    br_model_close(&mass);
    close_axis(&a);
    return worst;
}

static const char *const dynamic[][2] = {
    {"dahl", "fr.sigma0 = 2e4 N/m, fr.FC = 5 N, fr.sigma2 = 20 N*s/m"},
    {"lugre",
     "fr.sigma0 = 2e4 N/m, fr.sigma1 = 200 N*s/m, fr.FC = 5 N, fr.FS = 6 N, fr.vs = 10 mm/s, fr.sigma2 = 20 N*s/m"},
    {"sgms",
     "fr.kappa = 2e4, 5e3 N/m, fr.nu = 0.4, 0.6, fr.FC = 5 N, fr.beta = 0.2, fr.vs = 10 mm/s, fr.sigma2 = 20 N*s/m"},
    {"maxwell-slip", "fr.kappa = 2e4, 5e3 N/m, fr.nu = 0.4, 0.6, fr.FC = 5 N, fr.sigma2 = 20 N*s/m"}};
enum { DYNAMIC = sizeof dynamic / sizeof *dynamic };

// The stroke is about 50 mm.
static void finer_steps_come_to_the_adaptive_solution(void **state)
{
    (void)state;
    for (int i = 0; i < DYNAMIC; i++) {
        double coarse = differ(dynamic[i][0], dynamic[i][1], 1), fine = differ(dynamic[i][0], dynamic[i][1], 8);
        print_message("%-14s %.3g m with 1 step a row, %.3g with 8\n", dynamic[i][0], coarse, fine);
        assert_true(coarse < 2e-5);
        assert_true(fine < coarse / 20);
    }
}

// ---------------------------------------------------------------- steps of their own for every row

enum { HALVED_ROWS = 1501 };

static void run_halved(const axis *a, int steps, const unsigned char *halvings, double *local_error, double *y)
{
    static double t[HALVED_ROWS], drive[HALVED_ROWS];
    double p[24], c[] = {3}, start[12] = {0};
    br_axis_simulation f;
    br_axis_simulation_options o = a->o;
    br_stretch s = {HALVED_ROWS, t, a->u, a->hold};
    for (int k = 0; k < HALVED_ROWS; k++) {
        t[k] = 1e-3 * k;
        drive[k] = push(t[k]);
    }
    points(&a->model, p);
    o.steps = steps;
    br_axis_input in = {.drive = drive, .p = p, .c = c, .start = start, .m0 = a->model.nm > 0 ? a->model.m : NULL};
    in.halvings = halvings;
    in.local_error = local_error;
    assert_int_equal(br_axis_simulation_open(&f, &a->system.sys, &o), BR_OK);
    assert_int_equal(br_axis_simulation_run(&f, &s, &in, y, NULL), BR_OK);
    br_axis_simulation_close(&f);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double farthest(const double *y, const double *z)
{
    double worst = 0;
    for (int k = 0; k < HALVED_ROWS; k++)
        worst = fmax(worst, fabs(y[k] - z[k]));
    return worst;
}

static void a_step_halved_three_times_is_eight_steps(void **state)
{
    (void)state;
    static double uniform[HALVED_ROWS], halved[HALVED_ROWS];
    unsigned char three[HALVED_ROWS];
    memset(three, 3, sizeof three);
    for (int i = 0; i < DYNAMIC; i++) {
        axis a;
        open_law(&a, dynamic[i][0], dynamic[i][1], 1);
        run_halved(&a, 8, NULL, NULL, uniform);
        run_halved(&a, 1, three, NULL, halved);
        assert_memory_equal(uniform, halved, sizeof halved);
        close_axis(&a);
    }
}

// With steps halved three times only in the tenth of the rows with the largest errors, and around them, the motion is at
// least five times nearer that of 64 steps a row.
static void errors_of_single_steps_tell_where_short_steps_are_needed(void **state)
{
    (void)state;
    static double fine[HALVED_ROWS], y[HALVED_ROWS], z[HALVED_ROWS], error[HALVED_ROWS], sorted[HALVED_ROWS];
    for (int i = 0; i < 2; i++) {
        axis a;
        unsigned char halvings[HALVED_ROWS] = {0};
        open_law(&a, dynamic[i][0], dynamic[i][1], 1);
        run_halved(&a, 64, NULL, NULL, fine);
        run_halved(&a, 1, NULL, NULL, z);
        run_halved(&a, 1, NULL, error, y);
        assert_memory_equal(y, z, sizeof y); // errors are measured on the way, and change nothing
        double coarse = farthest(y, fine);
        error[HALVED_ROWS - 1] = 0;
        memcpy(sorted, error, sizeof sorted);
        qsort(sorted, HALVED_ROWS, sizeof *sorted, ascending);
        int steps = 0;
        for (int k = 0; k < HALVED_ROWS; k++)
            for (int j = k > 2 ? k - 2 : 0; j <= k + 2 && j < HALVED_ROWS; j++)
                if (error[j] >= sorted[HALVED_ROWS * 9 / 10])
                    halvings[k] = 3;
        for (int k = 0; k < HALVED_ROWS; k++)
            steps += 1 << halvings[k];
        run_halved(&a, 1, halvings, NULL, y);
        run_halved(&a, 8, NULL, NULL, z);
        print_message("%s: %.3g m off, %.3g with %d steps, %.3g with %d\n", dynamic[i][0], coarse, farthest(y, fine),
                      steps, farthest(z, fine), 8 * HALVED_ROWS);
        assert_true(steps < 2 * HALVED_ROWS);
        assert_true(farthest(y, fine) < 0.2 * coarse);
        close_axis(&a);
    }
}

// ---------------------------------------------------------------- derivatives

// held: s, of the drive.
static void compare_derivatives(bool velocity, double held)
{
    enum { ROWS = 600 };
    static double t[ROWS], drive[ROWS], low[ROWS], high[ROWS];
    for (int k = 0; k < ROWS; k++) {
        t[k] = 1e-3 * k;
        drive[k] = push(t[k]);
    }
    for (int i = 0; i < DYNAMIC; i++) {
        axis a;
        open_law(&a, dynamic[i][0], dynamic[i][1], 2);
        int by[24], np = a.model.np, nx = a.model.nx;
        double p[24], c[ALL_TERMS] = {3, 0.4, 2, 0.5, -0.3, 60, 7, 1.3e-3}, start[12] = {0.1, 0.01};
        a.o.velocity = velocity;
        a.o.hold_time = held;
        a.o.spring = 20;
        a.o.damper = 3;
        points(&a.model, p);
        for (int k = 0; k < np; k++)
            by[k] = k;
        a.o.by = by;
        a.o.bys = np;
        a.o.terms = ALL_TERMS;
        int columns = np + 2 + nx + ALL_TERMS;
        double *J = kit_reals(ROWS * columns), *y = kit_reals(ROWS);
        run(&a, &a.o, ROWS, t, drive, p, c, start, y, J);
        for (int k = 0; k < columns; k++) {
            double *number = k < np ? &p[k] : k < np + 2 + nx ? &start[k - np] : &c[k - np - 2 - nx];
            double was = *number, size = k < np ? fabs(was) : k < np + 2 ? 0.01 : k < np + 2 + nx ? 1e-5 : 1;
            if (a.model.nx > 0 && k >= np + 2 && k < np + 2 + nx && i >= 2)
                size = 1; // states in N
            size = k == columns - 1 ? 1e-3 : size;
            double h = 1e-6 * (size > 0 ? size : 1), worst = 0, most = 0;
            *number = was + h;
            run(&a, &a.o, ROWS, t, drive, p, c, start, high, NULL);
            *number = was - h;
            run(&a, &a.o, ROWS, t, drive, p, c, start, low, NULL);
            *number = was;
            int off = 0;
            for (int r = 0; r < ROWS; r++)
                most = fmax(most, fabs(high[r] - low[r]) / (2 * h));
            for (int r = 0; r < ROWS; r++) {
                double d = (high[r] - low[r]) / (2 * h), error = fabs(d - J[r * columns + k]);
                off += error > 1e-3 * most + (velocity ? 1e-11 : 1e-12) / h;
                worst = fmax(worst, error);
            }
            if (off > 0)
                fail_msg("%s, column %d: %d rows off, worst %g of %g", dynamic[i][0], k, off, worst, most);
        }
        free(J);
        free(y);
        close_axis(&a);
    }
}

static void derivatives_are_those_of_differences(void **state)
{
    (void)state;
    compare_derivatives(false, 0);
    compare_derivatives(true, 0);
    compare_derivatives(false, 1e-3);
    compare_derivatives(true, 1e-3);
}

// A drive that comes 2.5 rows late is the drive of 2.5 rows before, of which some stand before the stretch.
static void a_delay_is_the_drive_of_an_earlier_time(void **state)
{
    (void)state;
    enum { BEFORE = 4, ROWS = 600 };
    double t[BEFORE + ROWS], drive[BEFORE + ROWS], late[ROWS], y[ROWS], want[ROWS], p[8], c[] = {2}, start[] = {0.5, 0};
    axis a;
    for (int k = 0; k < BEFORE + ROWS; k++) {
        t[k] = 1e-3 * k + (k % 2 ? 2e-4 : 0); // uneven: 1.2 and 0.8 ms
        drive[k] = 3 * t[k] * 1e3;
    }
    for (int k = 0; k < ROWS; k++)
        late[k] = 3 * (t[k + BEFORE] - 2.5e-3) * 1e3;
    open_axis(&a, "coulomb", "FC = 5 N, sigma2 = 1 N*s/m, v = 0 m/s", 1);
    points(&a.model, p);
    br_axis_simulation f;
    br_stretch s = {ROWS, t + BEFORE, a.u, a.hold};
    br_axis_input in = {.p = p, .c = c, .start = start};
    for (int i = 0; i < 2; i++) {
        a.o.delay = i ? 2.5e-3 : 0;
        in.drive = i ? drive + BEFORE : late;
        in.before = i ? BEFORE : 0;
        assert_int_equal(br_axis_simulation_open(&f, &a.system.sys, &a.o), BR_OK);
        assert_int_equal(br_axis_simulation_run(&f, &s, &in, i ? y : want, NULL), BR_OK);
        br_axis_simulation_close(&f);
    }
    for (int k = 0; k < ROWS; k++)
        assert_near(y[k], want[k], 1e-9 * want[k]);
    assert_true(want[ROWS - 1] > 1);
    close_axis(&a);
}

// A mass under a sine of 20 rows a period, on rows of 4 and 6 ms: how far from its closed form, over the amplitude.
static double sine_error(double delay, bool bent)
{
    enum { ROWS = 400, AROUND = 10 };
    const double w = 2 * 3.14159265358979 * 10, push = 50, m = 2;
    double t[ROWS], drive[ROWS], bends[ROWS], y[ROWS], p[8], c[] = {m}, worst = 0;
    axis a;
    for (int k = 0; k < ROWS; k++) {
        t[k] = 5e-3 * k + (k % 2 ? 5e-4 : -5e-4);
        drive[k] = push * sin(w * t[k]);
    }
    br_axis_drive_bends(ROWS, t, drive, bends);
    open_axis(&a, "viscous", "sigma2 = 0 N*s/m, v = 0 m/s", 1);
    points(&a.model, p);
    double from = t[AROUND], v0 = 1 - push / (m * w) * (cos(w * (from - delay)) - 1), start[] = {0, v0};
    br_axis_simulation f;
    br_stretch s = {ROWS - 2 * AROUND, t + AROUND, a.u, a.hold};
    br_axis_input in = {.drive = drive + AROUND,
                        .bends = bent ? bends + AROUND : NULL,
                        .p = p,
                        .c = c,
                        .start = start,
                        .before = AROUND,
                        .after = AROUND};
    a.o.delay = delay;
    assert_int_equal(br_axis_simulation_open(&f, &a.system.sys, &a.o), BR_OK);
    assert_int_equal(br_axis_simulation_run(&f, &s, &in, y, NULL), BR_OK);
    br_axis_simulation_close(&f);
    for (int k = 0; k < ROWS - 2 * AROUND; k++) {
        double at = t[AROUND + k], x = (1 + push / (m * w)) * (at - from) -
                                       push / (m * w * w) * (sin(w * (at - delay)) - sin(w * (from - delay)));
        worst = fmax(worst, fabs(y[k] - x) / (push / (m * w * w)));
    }
    close_axis(&a);
    return worst;
}

static void a_sampled_sine_keeps_its_impulse(void **state)
{
    (void)state;
    static const double delay[] = {0, 2.5e-3, -7.1e-3};
    for (int i = 0; i < 3; i++) {
        double lines = sine_error(delay[i], false), bent = sine_error(delay[i], true);
        print_message("a sine %g ms late: off by %.2g of its amplitude, on straight lines by %.2g\n", 1e3 * delay[i],
                      bent, lines);
        assert_true(lines > 0.005);
        assert_true(bent < 0.15 * lines);
    }
}

// Noise and jumps of a force are no bends: what is added is a small share of them.
static void bends_of_noise_and_of_jumps_are_small(void **state)
{
    (void)state;
    enum { ROWS = 2000, JUMP = 1000 };
    const double h = 1e-3;
    double t[ROWS], u[ROWS], b[ROWS], sum = 0, most = 0;
    br_random g;
    br_random_init(&g, kit_seed(), 5);
    for (int k = 0; k < ROWS; k++) {
        t[k] = h * k;
        u[k] = br_random_normal(&g);
    }
    br_axis_drive_bends(ROWS, t, u, b);
    for (int k = 0; k < ROWS; k++)
        sum += h * h / 12 * b[k] * (h * h / 12 * b[k]);
    assert_true(sqrt(sum / ROWS) < 0.05);
    for (int k = 0; k < ROWS; k++)
        u[k] = k < JUMP ? 0 : 1;
    br_axis_drive_bends(ROWS, t, u, b);
    for (int k = 0; k < ROWS; k++)
        most = fmax(most, h * h / 12 * fabs(b[k]));
    assert_true(most > 0 && most < 0.025);
    u[JUMP + 100] = (double)NAN; // what is missing bends nothing
    br_axis_drive_bends(ROWS, t, u, b);
    for (int k = JUMP + 98; k <= JUMP + 102; k++)
        assert_near(b[k], 0, 0);
}

// A mass under a command that changes at random with every row, and is held: between two changes it is a parabola, to rounding.
// Commands come with their row (a delay of half a sample), 0.3 ms after it, and two rows later; rows are uneven.
static void a_held_drive_moves_a_mass_along_parabolas(void **state)
{
    (void)state;
    enum { BEFORE = 4, ROWS = 400 };
    static const double later[] = {0, 0.3e-3, 2e-3};
    double t[BEFORE + ROWS], drive[BEFORE + ROWS], y[ROWS], p[8], c[] = {2}, start[] = {0.5, 10};
    unsigned random = 1;
    axis a;
    for (int k = 0; k < BEFORE + ROWS; k++) {
        random = random * 1664525u + 1013904223u;
        t[k] = 1e-3 * k + (k % 2 ? 1e-4 : 0);
        drive[k] = random / 4294967296.0 * 100 - 50;
    }
    open_axis(&a, "coulomb", "FC = 5 N, sigma2 = 0 N*s/m, v = 0 m/s", 1);
    points(&a.model, p);
    for (int i = 0; i < 3; i++) {
        double x = 0.5, v = 10, at = t[BEFORE];
        int next = 0;
        br_axis_simulation f;
        br_stretch s = {ROWS, t + BEFORE, a.u, a.hold};
        br_axis_input in = {.drive = drive + BEFORE, .p = p, .c = c, .start = start, .before = BEFORE};
        a.o.hold_time = 1e-3;
        a.o.delay = 0.5e-3 + later[i];
        assert_int_equal(br_axis_simulation_open(&f, &a.system.sys, &a.o), BR_OK);
        assert_int_equal(br_axis_simulation_run(&f, &s, &in, y, NULL), BR_OK);
        br_axis_simulation_close(&f);
        while (t[next + 1] + later[i] <= at + 1e-12)
            next++;
        for (int k = 1; k < ROWS; k++) {
            while (at < t[BEFORE + k] - 1e-12) {
                double until = fmin(t[next + 1] + later[i], t[BEFORE + k]), dt = until - at,
                       push = (drive[next] - 5) / 2;
                x += dt * (v + 0.5 * dt * push);
                v += dt * push;
                at = until;
                next += next + 1 < BEFORE + ROWS && t[next + 1] + later[i] <= at + 1e-12;
            }
            assert_true(v > 0);
            assert_near(y[k], x, 1e-11);
        }
    }
    close_axis(&a);
}

// Stick-slip: the axis starts and comes to rest some ten times.
static void stick_slip(const char *law, const char *values, int steps, const double *p_of, double m, double *y,
                       double *J)
{
    enum { ROWS = 1500 };
    static double t[ROWS], drive[ROWS];
    axis a;
    int by[24];
    double p[24], c[] = {m, 0.1}, start[] = {0, 0};
    for (int k = 0; k < ROWS; k++) {
        t[k] = 2e-3 * k;
        drive[k] = 7 * sin(2 * KIT_PI * 1.3 * t[k]) + 3 * sin(2 * KIT_PI * 2.9 * t[k]);
    }
    open_axis(&a, law, values, steps);
    points(&a.model, p);
    for (int k = 0; k < a.model.np; k++) {
        by[k] = k;
        p[k] = p_of ? p_of[k] : p[k];
    }
    a.o.by = by;
    a.o.bys = a.model.np;
    a.o.terms = 2;
    run(&a, &a.o, ROWS, t, drive, p, c, start, y, J);
    close_axis(&a);
}

// Where the axis starts and stops is located within a step: so positions converge with the square of the step, and have the
// derivatives of their differences, by friction and by mass.
static void starts_and_stops_are_located_within_a_step(void **state)
{
    (void)state;
    enum { ROWS = 1500 };
    static const char *const laws[][2] = {
        {"coulomb", "FC = 4 N, sigma2 = 3 N*s/m, v = 0 m/s"},
        {"stribeck", "FC = 4 N, FS = 6 N, vs = 50 mm/s, sigma2 = 3 N*s/m, v = 0 m/s"}};
    for (int i = 0; i < 2; i++) {
        static double one[ROWS], two[ROWS], fine[ROWS], low[ROWS], high[ROWS];
        br_model m;
        open_model(&m, laws[i][0], laws[i][1]);
        int np = m.np, columns = np + 2 + 2;
        double p[24], *J = kit_reals(ROWS * columns), off[2] = {0}, far = 0;
        points(&m, p);
        br_model_close(&m);
        stick_slip(laws[i][0], laws[i][1], 1, NULL, 1.5, one, NULL);
        stick_slip(laws[i][0], laws[i][1], 2, NULL, 1.5, two, J);
        stick_slip(laws[i][0], laws[i][1], 32, NULL, 1.5, fine, NULL);
        for (int k = 0; k < ROWS; k++) {
            off[0] = fmax(off[0], fabs(one[k] - fine[k]));
            off[1] = fmax(off[1], fabs(two[k] - fine[k]));
            far = fmax(far, fabs(fine[k]));
        }
        print_message("%s: off by %.2g and %.2g m of %.2g with 1 and 2 steps a row\n", laws[i][0], off[0], off[1], far);
        assert_true(off[0] < 5e-4 * far && off[1] < off[0] / 2.5);
        for (int k = 0; k <= np; k++) { // the last: the mass
            double size = k < np ? fmax(fabs(p[k]), 1) : 1.5, h = 1e-6 * size, was = k < np ? p[k] : 0, worst = 0,
                   most = 0;
            for (int side = -1; side <= 1; side += 2) {
                if (k < np)
                    p[k] = was + side * h;
                stick_slip(laws[i][0], laws[i][1], 2, p, k < np ? 1.5 : 1.5 + side * h, side < 0 ? low : high, NULL);
            }
            if (k < np)
                p[k] = was;
            int column = k < np ? k : np + 2;
            for (int r = 0; r < ROWS; r++) {
                double d = (high[r] - low[r]) / (2 * h);
                most = fmax(most, fabs(d));
                worst = fmax(worst, fabs(d - J[r * columns + column]));
            }
            if (worst > 2e-3 * most)
                fail_msg("%s, column %d: off by %g of %g", laws[i][0], column, worst, most);
        }
        free(J);
    }
}

// The same under a force that is held from row to row, by the delay: where a command starts the axis from rest, the velocity lacks what
// friction leaves of the force, not the change of the force. karnopp, whose friction follows the force within its band, stays there.
static void a_held_drive_starts_and_stops_an_axis(void **state)
{
    (void)state;
    enum { ROWS = 1500 };
    static const br_axis_term terms[] = {BR_AXIS_MASS, BR_AXIS_DELAY};
    static const char *const laws[][2] = {
        {"coulomb", "FC = 4 N, sigma2 = 3 N*s/m, v = 0 m/s"},
        {"karnopp", "FC = 4 N, FS = 4.5 N, sigma2 = 3 N*s/m, dv = 1 mm/s, v = 0 m/s, u = 0 N"}};
    static double t[ROWS], drive[ROWS], y[3][ROWS];
    for (int k = 0; k < ROWS; k++) {
        t[k] = 2e-3 * k;
        drive[k] = 7 * sin(2 * KIT_PI * 1.3 * t[k]) + 3 * sin(2 * KIT_PI * 2.9 * t[k]);
    }
    for (int i = 0; i < 2; i++) {
        axis a;
        double p[24], c[] = {1.5, 1.3e-3}, start[] = {0, 0}, most = 0, worst = 0, off = 0, far = 0;
        open_axis(&a, laws[i][0], laws[i][1], 4);
        points(&a.model, p);
        a.o.term = terms;
        a.o.terms = 2;
        a.o.hold_time = 2e-3;
        double *J = kit_reals(ROWS * 4);
        run(&a, &a.o, ROWS, t, drive, p, c, start, y[0], J);
        for (int side = 1; side <= 2; side++) {
            c[1] = 1.3e-3 + (side == 1 ? -1e-8 : 1e-8);
            run(&a, &a.o, ROWS, t, drive, p, c, start, y[side], NULL);
        }
        int rows = 0;
        for (int r = 0; r < ROWS; r++) {
            double d = (y[2][r] - y[1][r]) / 2e-8;
            most = fmax(most, fabs(d));
            worst = fmax(worst, fabs(d - J[4 * r + 3]));
            rows += r > 0 && y[0][r] == y[0][r - 1];
        }
        c[1] = 1.3e-3;
        a.o.steps = 32;
        run(&a, &a.o, ROWS, t, drive, p, c, start, y[1], NULL);
        for (int r = 0; r < ROWS; r++) {
            off = fmax(off, fabs(y[1][r] - y[0][r]));
            far = fmax(far, fabs(y[1][r]));
        }
        print_message(
            "%s: rests in %d rows; by the delay off by %.2g of %.2g; with 8 times the steps by %.2g of %.2g m\n",
            laws[i][0], rows, worst, most, off, far);
        assert_true(rows > (i ? 10 : 50) && off < (i ? 5e-3 : 1e-5) * far);
        if (i == 0)
            assert_true(worst < 2e-2 * most);
        free(J);
        close_axis(&a);
    }
}

// ---------------------------------------------------------------- predictions from row to row

// x and v with their covariance, for an axis with viscous friction: the filter of the textbook, its matrices written out.
typedef struct twin_filter {
    double x, v, P[2][2];
} twin_filter;

static void predict_twin(twin_filter *f, double m, double sigma2, double offset, double u0, double u1, double h,
                         double force_sd)
{
    // the trapezoidal rule, as the axis takes it: m (w - v) = h/2 (u0 + u1 - 2 offset - sigma2 (v + w))
    double a = sigma2 * h / (2 * m), w = ((1 - a) * f->v + h / m * (0.5 * (u0 + u1) - offset)) / (1 + a);
    double d = (1 - a) / (1 + a), F[2][2] = {{1, 0.5 * h * (1 + d)}, {0, d}}, g[2] = {0.5 * h * h / m, h / m}, FP[2][2];
    f->x += 0.5 * h * (f->v + w);
    f->v = w;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            FP[i][j] = F[i][0] * f->P[0][j] + F[i][1] * f->P[1][j];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            f->P[i][j] = FP[i][0] * F[j][0] + FP[i][1] * F[j][1] + g[i] * g[j] * force_sd * force_sd;
}

static void correct_twin(twin_filter *f, double measured, double sd)
{
    double s = f->P[0][0] + sd * sd, K[2] = {f->P[0][0] / s, f->P[1][0] / s}, row[2] = {f->P[0][0], f->P[0][1]};
    double off = measured - f->x;
    f->x += K[0] * off;
    f->v += K[1] * off;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            f->P[i][j] -= K[i] * row[j];
}

enum { FILTER_ROWS = 400 };

static void run_filter(const axis *a, const br_axis_simulation_options *o, const double *measured, const double *drive,
                       const double *c, double *y, double *J, double *weight)
{
    static const double start[] = {0.1, 0.2}, sd[] = {1e-3, 0.05};
    double t[FILTER_ROWS], p[8], gain[2 * FILTER_ROWS];
    br_axis_simulation f;
    for (int k = 0; k < FILTER_ROWS; k++)
        t[k] = 2e-3 * k;
    points(&a->model, p);
    br_stretch s = {FILTER_ROWS, t, a->u, a->hold};
    br_axis_input in = {.drive = drive, .p = p, .c = c, .start = start, .measured = measured, .start_sd = sd};
    in.weight = weight;
    in.gain = gain;
    assert_int_equal(br_axis_simulation_open(&f, &a->system.sys, o), BR_OK);
    assert_int_equal(br_axis_simulation_run(&f, &s, &in, y, J), BR_OK);
    br_axis_simulation_close(&f);
}

// Rows that are missing, too; derivatives by the offset, on which no gain depends, by differences.
static void rows_correct_the_axis_as_a_kalman_filter_does(void **state)
{
    (void)state;
    const double sigma2 = 7, m = 3, offset = 0.4, measured_sd = 2e-4, force_sd = 0.3, e = 1e-3;
    double drive[FILTER_ROWS], measured[FILTER_ROWS], y[FILTER_ROWS], weight[FILTER_ROWS], c[] = {m, offset};
    double J[FILTER_ROWS * 4], far[FILTER_ROWS], near[FILTER_ROWS], none[FILTER_ROWS];
    twin_filter twin = {0.1, 0.2, {{1e-6, 0}, {0, 0.0025}}};
    axis a;
    open_axis(&a, "coulomb", "FC = 0 N, sigma2 = 7 N*s/m, v = 0 m/s", 1);
    a.o.terms = 2;
    a.o.measured_sd = measured_sd;
    a.o.force_sd = force_sd;
    for (int k = 0; k < FILTER_ROWS; k++) {
        drive[k] = 1.8 + 0.5 * sin(0.05 * k) + 0.2 * cos(1.7 * k); // it never turns
        measured[k] = k % 7 == 3 ? (double)NAN : 0.1 + 4e-4 * k + 3e-4 * cos(2.9 * k);
    }
    run_filter(&a, &a.o, measured, drive, c, y, J, weight);
    for (int k = 0; k < FILTER_ROWS; k++) {
        if (k > 0)
            predict_twin(&twin, m, sigma2, offset, drive[k - 1], drive[k], 2e-3, force_sd);
        assert_near(y[k], twin.x, 1e-12);
        assert_near(weight[k], measured_sd / sqrt(twin.P[0][0] + measured_sd * measured_sd), 1e-9);
        assert_true(J[4 * k] == 0 && J[4 * k + 1] == 0); // the start is the filter's
        if (isfinite(measured[k]))
            correct_twin(&twin, measured[k], measured_sd);
    }
    c[1] = offset + e;
    run_filter(&a, &a.o, measured, drive, c, far, NULL, none);
    c[1] = offset - e;
    run_filter(&a, &a.o, measured, drive, c, near, NULL, none);
    for (int k = 0; k < FILTER_ROWS; k++)
        assert_near(J[4 * k + 3], (far[k] - near[k]) / (2 * e), 1e-9);
    close_axis(&a);
}

// Gains that are held make predictions a function of the parameters whose derivatives are those it has, where the axis turns,
// too; and rows at a turn, where friction jumps, count less.
static void held_gains_have_the_derivatives_of_differences(void **state)
{
    (void)state;
    enum { COLUMNS = 2 + 2 + 2 };
    static const double start[] = {0.1, 0.2}, sd[] = {1e-3, 0.05}, size[] = {2, 3, 1.5, 0.4};
    const int by[] = {0, 1};
    double t[FILTER_ROWS], drive[FILTER_ROWS], measured[FILTER_ROWS], weight[FILTER_ROWS], gain[2 * FILTER_ROWS];
    double J[FILTER_ROWS * COLUMNS], y[FILTER_ROWS], side[2][FILTER_ROWS], p[8], c[] = {1.5, 0.4};
    br_axis_simulation f;
    axis a;
    open_axis(&a, "coulomb", "FC = 2 N, sigma2 = 3 N*s/m, v = 0 m/s", 1);
    points(&a.model, p);
    a.o.terms = 2;
    a.o.by = by;
    a.o.bys = 2;
    a.o.measured_sd = 1e-6;
    a.o.force_sd = 0.05;
    for (int k = 0; k < FILTER_ROWS; k++) {
        t[k] = 2e-3 * k;
        drive[k] = 7 * sin(0.04 * k) + 0.4;
        measured[k] = 0.1 + 0.02 * (1 - cos(0.04 * k)) + 1e-6 * cos(2.9 * k);
    }
    br_stretch s = {FILTER_ROWS, t, a.u, a.hold};
    br_axis_input in = {.drive = drive, .p = p, .c = c, .start = start, .measured = measured, .start_sd = sd};
    in.weight = weight;
    in.gain = gain;
    assert_int_equal(br_axis_simulation_open(&f, &a.system.sys, &a.o), BR_OK);
    assert_int_equal(br_axis_simulation_run(&f, &s, &in, y, NULL), BR_OK);
    double least = 1, usual = weight[FILTER_ROWS / 2 + 40];
    for (int k = 20; k < FILTER_ROWS; k++)
        least = fmin(least, weight[k]);
    assert_true(least < 0.8 * usual); // it turns, and that is seen
    in.gains_held = true;
    assert_int_equal(br_axis_simulation_run(&f, &s, &in, side[0], J), BR_OK);
    for (int k = 0; k < FILTER_ROWS; k++)
        assert_near(side[0][k], y[k], 1e-12);
    for (int i = 0; i < 4; i++) {
        double *value = i < 2 ? &p[i] : &c[i - 2], was = *value, h = 1e-6 * size[i], worst = 0, most = 0;
        for (int k = 0; k < 2; k++) {
            *value = was + (k ? h : -h);
            assert_int_equal(br_axis_simulation_run(&f, &s, &in, side[k], NULL), BR_OK);
        }
        *value = was;
        for (int k = 0; k < FILTER_ROWS; k++) {
            double d = (side[1][k] - side[0][k]) / (2 * h);
            most = fmax(most, fabs(d));
            worst = fmax(worst, fabs(d - J[k * COLUMNS + (i < 2 ? i : i + 2)]));
        }
        if (worst > 1e-4 * most)
            fail_msg("column %d: off by %g of %g", i, worst, most);
    }
    br_axis_simulation_close(&f);
    close_axis(&a);
}

// Nothing is uncertain: neither a velocity of 0 nor its standard deviation of 0 makes a prediction that is not finite.
static void an_axis_known_to_rest_is_predicted_at_rest(void **state)
{
    (void)state;
    enum { ROWS = 5 };
    static const double start[] = {0.1, 0}, sd[] = {0, 0}, c[] = {1.5, 0.4}, drive[ROWS] = {0};
    double t[ROWS], measured[ROWS], weight[ROWS], gain[2 * ROWS], y[ROWS], p[8];
    br_axis_simulation f;
    axis a;
    open_axis(&a, "coulomb", "FC = 2 N, sigma2 = 3 N*s/m, v = 0 m/s", 1);
    points(&a.model, p);
    a.o.measured_sd = 1e-6;
    for (int k = 0; k < ROWS; k++) {
        t[k] = 2e-3 * k;
        measured[k] = 0.1 + 1e-6 * (k % 2);
    }
    br_stretch s = {ROWS, t, a.u, a.hold};
    br_axis_input in = {.drive = drive, .p = p, .c = c, .start = start, .measured = measured, .start_sd = sd};
    in.weight = weight;
    in.gain = gain;
    assert_int_equal(br_axis_simulation_open(&f, &a.system.sys, &a.o), BR_OK);
    assert_int_equal(br_axis_simulation_run(&f, &s, &in, y, NULL), BR_OK);
    for (int k = 0; k < ROWS; k++) {
        assert_near(y[k], 0.1, 1e-15);
        assert_near(weight[k], 1, 1e-12);
    }
    br_axis_simulation_close(&f);
    close_axis(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coulomb_holds_slides_and_stops_as_in_closed_form),
        cmocka_unit_test(rows_correct_the_axis_as_a_kalman_filter_does),
        cmocka_unit_test(held_gains_have_the_derivatives_of_differences),
        cmocka_unit_test(an_axis_known_to_rest_is_predicted_at_rest),
        cmocka_unit_test(any_mass_moves_as_in_closed_form),
        cmocka_unit_test(a_law_that_sees_the_force_starts_at_its_static_force),
        cmocka_unit_test(a_spring_without_loss_keeps_its_amplitude),
        cmocka_unit_test(a_spring_and_a_damper_swing_as_in_closed_form),
        cmocka_unit_test(finer_steps_come_to_the_adaptive_solution),
        cmocka_unit_test(a_step_halved_three_times_is_eight_steps),
        cmocka_unit_test(errors_of_single_steps_tell_where_short_steps_are_needed),
        cmocka_unit_test(derivatives_are_those_of_differences),
        cmocka_unit_test(a_delay_is_the_drive_of_an_earlier_time),
        cmocka_unit_test(a_sampled_sine_keeps_its_impulse),
        cmocka_unit_test(bends_of_noise_and_of_jumps_are_small),
        cmocka_unit_test(a_held_drive_moves_a_mass_along_parabolas),
        cmocka_unit_test(starts_and_stops_are_located_within_a_step),
        cmocka_unit_test(a_held_drive_starts_and_stops_an_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
