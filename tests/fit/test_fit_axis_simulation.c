// test_fit_axis_simulation.c - an axis that its force moves: closed forms at rest and in motion, an adaptive solver, and differences.
#include "axis_simulation_kit.h"
#include "sim/run/run.h"

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
        double p[24], c[ALL_TERMS] = {3, 0.4, 2, 0.5, -0.3, 60, 7, 4, 0.2, 1.3e-3}, start[12] = {0.1, 0.01};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coulomb_holds_slides_and_stops_as_in_closed_form),
        cmocka_unit_test(any_mass_moves_as_in_closed_form),
        cmocka_unit_test(a_law_that_sees_the_force_starts_at_its_static_force),
        cmocka_unit_test(a_spring_without_loss_keeps_its_amplitude),
        cmocka_unit_test(a_spring_and_a_damper_swing_as_in_closed_form),
        cmocka_unit_test(finer_steps_come_to_the_adaptive_solution),
        cmocka_unit_test(a_step_halved_three_times_is_eight_steps),
        cmocka_unit_test(errors_of_single_steps_tell_where_short_steps_are_needed),
        cmocka_unit_test(derivatives_are_those_of_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
