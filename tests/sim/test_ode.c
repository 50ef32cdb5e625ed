// test_ode.c - adaptive integration against closed forms: orders, tolerances, dense output, stiff systems, failures.
#include "ode_kit.h"

static const double orders[ODE_METHODS] = {5, 3, 9};

// ---------------------------------------------------------------- a system with a known solution

// Turns with w = 1 + cos(t)/2 and is drawn to the circle r = 1: (sin a, cos a) with a = t + sin(t)/2.
static void turning(void *self, double t, const double *x, double *dx)
{
    (void)self;
    double w = 1 + cos(t) / 2, pull = 1 - x[0] * x[0] - x[1] * x[1];
    dx[0] = w * x[1] + pull * x[0];
    dx[1] = -w * x[0] + pull * x[1];
}

static void turning_slope(void *self, double t, const double *x, double *J)
{
    (void)self;
    double w = 1 + cos(t) / 2, pull = 1 - x[0] * x[0] - x[1] * x[1];
    J[0] = pull - 2 * x[0] * x[0];
    J[1] = w - 2 * x[0] * x[1];
    J[2] = -w - 2 * x[0] * x[1];
    J[3] = pull - 2 * x[1] * x[1];
}

static const br_ode turn = {.n = 2, .rate = turning, .slope = turning_slope};

static void turned(double t, double *x)
{
    double a = t + sin(t) / 2;
    x[0] = sin(a);
    x[1] = cos(a);
}

static double off_at(double t, const double *x)
{
    double want[2];
    turned(t, want);
    return fmax(fabs(x[0] - want[0]), fabs(x[1] - want[1]));
}

// ---------------------------------------------------------------- orders

// The largest error at the end of a step, and the largest of the dense output in the first step; with J given or by differences.
static double run_fixed(const br_ode_method *m, int steps, bool slope, double *dense)
{
    br_ode_solver s;
    br_ode ode = turn;
    double start[2], x[2], off = 0;
    if (!slope)
        ode.slope = NULL;
    turned(0, start);
    ode_start(&s, &ode, ode_fixed(m, 6.0 / steps), start);
    *dense = 0;
    for (int k = 0; k < steps; k++) {
        double from = s.t;
        assert_int_equal(ode_step(&s, 6), k == steps - 1 ? BR_ODE_REACHED : BR_ODE_STEPPED);
        for (int i = 0; k == 0 && i <= 20; i++) {
            double t = i == 20 ? s.t : from + (s.t - from) * i / 20;
            assert_int_equal(br_ode_at(&s, t, x), BR_OK);
            *dense = fmax(*dense, off_at(t, x));
        }
        off = fmax(off, off_at(s.t, s.x));
    }
    assert_true(s.count.steps == steps && s.count.rejected == 0);
    br_ode_close(&s);
    return off;
}

static void steps_and_dense_output_show_their_order(void **state)
{
    (void)state;
    static const double dense_orders[ODE_METHODS] = {5, 4, 6}; // of the error within a step
    static const int steps[ODE_METHODS] = {128, 128, 16};      // more would meet rounding
    for (int m = 0; m < ODE_METHODS; m++)
        for (int slope = 0; slope < 2; slope++) {
            double dense, dense2, e = run_fixed(ode_methods[m], steps[m], slope, &dense);
            double e2 = run_fixed(ode_methods[m], 2 * steps[m], slope, &dense2);
            double order = log2(e / e2), inside = log2(dense / dense2);
            print_message("  %-7s order %.2f, dense output %.2f (%.1e, %.1e)\n", br_ode_method_name(ode_methods[m]),
                          order, inside, e2, dense2);
            assert_true(order > orders[m] - 0.35);
            assert_true(inside > dense_orders[m] - 0.35);
            assert_true(e2 < (m == 1 ? 5e-5 : 5e-7));
        }
}

// Dense output joins the steps to the last bit, and is smooth there as far as the method says.
static void dense_output_ends_in_the_states_of_the_step(void **state)
{
    (void)state;
    for (int m = 0; m < ODE_METHODS; m++) {
        br_ode_solver s;
        double start[2], before[2], x[2];
        turned(0, start);
        ode_start(&s, &turn, ode_tolerance(ode_methods[m], 1e-6, 1e-9), start);
        while (s.t < 3) {
            double from = s.t;
            memcpy(before, s.x, sizeof before);
            ode_step(&s, 3);
            assert_int_equal(br_ode_at(&s, from, x), BR_OK);
            assert_memory_equal(x, before, sizeof x);
            assert_int_equal(br_ode_at(&s, s.t, x), BR_OK);
            assert_memory_equal(x, s.x, sizeof x);
            assert_int_equal(br_ode_at(&s, nextafter(from, -1), x), BR_BAD_USAGE);
            assert_int_equal(br_ode_at(&s, nextafter(s.t, 9), x), BR_BAD_USAGE);
        }
        br_ode_close(&s);
    }
}

// ---------------------------------------------------------------- tolerances

// The largest error at the ends of steps and between them, over the tolerance.
static double run_to_tolerance(const br_ode_method *m, double tolerance, long long *steps, long long *rejected)
{
    br_ode_solver s;
    double start[2], x[2], worst = 0;
    turned(0, start);
    ode_start(&s, &turn, ode_tolerance(m, tolerance, tolerance), start);
    while (s.t < 20) {
        double from = s.t;
        ode_step(&s, 20);
        assert_int_equal(br_ode_at(&s, from + 0.37 * (s.t - from), x), BR_OK);
        worst = fmax(worst, fmax(off_at(s.t, s.x), off_at(from + 0.37 * (s.t - from), x)));
    }
    assert_true(s.t == 20);
    *steps = s.count.steps;
    *rejected = s.count.rejected;
    br_ode_close(&s);
    return worst / tolerance;
}

static void the_error_falls_with_the_tolerance(void **state)
{
    (void)state;
    for (int m = 0; m < ODE_METHODS; m++) {
        long long before = 0;
        double last = 0;
        for (int digits = 3; digits <= 11; digits++) {
            long long steps, rejected;
            double share = run_to_tolerance(ode_methods[m], pow(10, -digits), &steps, &rejected);
            print_message("  %-7s 1e-%02d: error %6.2f of it, %lld steps, %lld rejected\n",
                          br_ode_method_name(ode_methods[m]), digits, share, steps, rejected);
            static const double least[] = {9, 36, 0.14}, most[] = {48, 40, 0.28}; // docs/simulation.md
            assert_true(share > 0.99 * least[m] && share < most[m]);              // 20 s long errors of phase add up
            assert_true(digits <= 4 || (share < 4 * last && share > last / 4));
            last = share;
            assert_true(rejected <= 10 + steps / 10);
            if (digits > 4) { // tenfold accuracy costs 10^(1/q) steps
                double q = m == 0 ? 5 : m == 1 ? 3 : 6, growth = (double)steps / (double)before;
                assert_true(growth > pow(10, 1 / q) * 0.8 && growth < pow(10, 1 / q) * 1.25);
            }
            before = steps;
        }
    }
}

// Each state has the tolerance of its own size: the small one is as accurate as the large one.
static void decays(void *self, double t, const double *x, double *dx)
{
    (void)self;
    (void)t;
    dx[0] = -x[0];
    dx[1] = -3 * x[1];
}

static void absolute_tolerances_are_those_of_the_states(void **state)
{
    (void)state;
    static const double each[2] = {1e-3, 1e-15};
    const br_ode ode = {.n = 2, .rate = decays};
    for (int m = 0; m < ODE_METHODS; m++) {
        long long steps[2];
        double off[2];
        for (int own = 0; own < 2; own++) {
            br_ode_solver s;
            br_ode_options o = ode_tolerance(ode_methods[m], 1e-13, 1e-3);
            o.each = own ? each : NULL;
            ode_start(&s, &ode, o, (double[2]){1, 1e-6});
            ode_go(&s, 1);
            off[own] = fabs(s.x[1] - 1e-6 * exp(-3));
            steps[own] = s.count.steps;
            br_ode_close(&s);
        }
        print_message("  %-7s off by %.1e with one tolerance, %.1e with its own; %lld and %lld steps\n",
                      br_ode_method_name(ode_methods[m]), off[0], off[1], steps[0], steps[1]);
        assert_true(off[1] < 1e-14 && off[0] > 100 * off[1]);
        assert_true(2 * steps[1] > 3 * steps[0]);
    }
}

// ---------------------------------------------------------------- time

static void nothing_moves(void *self, double t, const double *x, double *dx)
{
    (void)self;
    (void)t;
    (void)x;
    dx[0] = 1;
}

// A clock as state: x' = 1 shows that the time of steps is the time that went by.
static void steps_end_at_the_very_times_asked_for(void **state)
{
    (void)state;
    const br_ode ode = {.n = 1, .rate = nothing_moves};
    for (int m = 0; m < ODE_METHODS; m++) {
        br_ode_solver s;
        br_ode_options o = ode_tolerance(ode_methods[m], 1e-9, 1e-9);
        o.longest = 1e-4;
        ode_start(&s, &ode, o, (double[1]){0});
        for (int k = 1; k <= 1000; k++) {
            assert_int_equal(ode_go(&s, k * 1e-3), BR_ODE_REACHED);
            assert_true(s.t == k * 1e-3);
            assert_int_equal(ode_step(&s, s.t), BR_ODE_REACHED); // no time, no step
        }
        assert_true(fabs(s.x[0] - 1) < 1e-13 && s.count.rejected == 0);
        assert_true(s.count.steps >= 10000 && s.count.steps < 12000);
        br_ode_close(&s);
    }
}

static void a_fixed_step_divides_the_way_and_its_last_is_the_rest(void **state)
{
    (void)state;
    const br_ode ode = {.n = 1, .rate = nothing_moves};
    br_ode_solver s;
    ode_start(&s, &ode, ode_fixed(&br_ode_dopri, 0.1), (double[1]){0});
    for (int k = 0; k < 10; k++)
        ode_step(&s, 1);
    assert_true(s.t == 1);
    assert_int_equal(ode_go(&s, 1.25), BR_ODE_REACHED);
    assert_int_equal(s.count.steps, 13);
    br_ode_close(&s);
}

// Nothing of what was before a reset is left: the same bits as from a solver just opened.
static void a_reset_starts_anew(void **state)
{
    (void)state;
    for (int m = 0; m < ODE_METHODS; m++) {
        br_ode_solver used, fresh;
        br_ode_options o = ode_tolerance(ode_methods[m], 1e-6, 1e-9);
        static const double start[2] = {0.5, -2};
        ode_start(&used, &turn, o, (double[2]){0, 1});
        ode_go(&used, 2);
        ode_restart(&used, 0, start);
        ode_start(&fresh, &turn, o, start);
        while (fresh.t < 1) {
            ode_step(&used, 1);
            ode_step(&fresh, 1);
            assert_true(used.t == fresh.t);
            assert_memory_equal(used.x, fresh.x, sizeof start);
        }
        br_ode_close(&used);
        br_ode_close(&fresh);
    }
}

// ---------------------------------------------------------------- stiff systems

static void pulled_to_cosine(void *self, double t, const double *x, double *dx)
{
    dx[0] = -*(double *)self * (x[0] - cos(t));
}

static void the_stiff_method_is_l_stable(void **state)
{
    (void)state;
    double lambda = 1e8;
    const br_ode ode = {.n = 1, .rate = pulled_to_cosine, .self = &lambda};
    br_ode_solver s;
    ode_start(&s, &ode, ode_tolerance(&br_ode_radau, 1e-6, 1e-6), (double[1]){2}); // off the slow curve
    ode_go(&s, 10);
    print_message("  %lld steps, %lld rejected, %lld rates\n", s.count.steps, s.count.rejected, s.count.rates);
    assert_true(s.count.steps < 200 && s.count.rejected < 20 && s.count.rates < 4000);
    assert_true(fabs(s.x[0] - cos(10)) < 1e-6);
    assert_false(s.stiff);
    br_ode_close(&s);
    // and one step far longer than its time constant takes the fast part away, to gamma over h*lambda
    ode_start(&s, &ode, ode_fixed(&br_ode_radau, 1e-3), (double[1]){2});
    ode_step(&s, 1);
    assert_true(fabs(s.x[0] - cos(1e-3)) < 1e-3);
    br_ode_close(&s);
}

// The rounding of x, times lambda, is a rate that the next step takes away: it is no error of the step.
static void steps_do_not_follow_the_rounding_of_a_fast_rate(void **state)
{
    (void)state;
    long long slow = 0;
    for (int k = 0; k < 3; k++) {
        double lambda = pow(10, 4 + 5 * k);
        const br_ode ode = {.n = 1, .rate = pulled_to_cosine, .self = &lambda};
        br_ode_solver s;
        ode_start(&s, &ode, ode_tolerance(&br_ode_radau, 1e-8, 1e-8), (double[1]){1});
        ode_go(&s, 10);
        print_message("  lambda %g: %lld steps, %lld rejected\n", lambda, s.count.steps, s.count.rejected);
        slow = k == 0 ? s.count.steps : slow;
        assert_true(s.count.steps <= 2 * slow && fabs(s.x[0] - cos(10)) < 1e-3);
        br_ode_close(&s);
    }
}

static void far_too_steep(void *self, double t, const double *x, double *J)
{
    turning_slope(self, t, x, J);
    J[0] = J[3] = -1e12;
}

// With a J that is no J every correction is small: the step must not be taken for that.
// G11: a Jacobian that is wrong
static void a_wrong_slope_costs_steps_but_not_accuracy(void **state)
{
    (void)state;
    br_ode_solver s;
    br_ode ode = turn;
    br_ode_options o = ode_tolerance(&br_ode_radau, 1e-6, 1e-6);
    br_ode_end end = BR_ODE_STEPPED;
    br_status status = BR_OK;
    double start[2];
    ode.slope = far_too_steep;
    o.most = 2000;
    turned(0, start);
    ode_start(&s, &ode, o, start);
    while (status == BR_OK && end != BR_ODE_REACHED) {
        status = br_ode_step(&s, 1, &end, NULL);
        assert_true(off_at(s.t, s.x) < 1e-7 * (double)(10 + s.count.steps)); // a tenth of the tolerance, step by step
    }
    assert_int_equal(status, BR_NEGATIVE); // gives up, and says so
    br_ode_close(&s);
}

static void an_explicit_method_notices_that_a_system_is_stiff(void **state)
{
    (void)state;
    for (int m = 0; m < 2; m++) {
        double lambda = 1e4, border = m == 0 ? 3.3 : 2.5;
        const br_ode ode = {.n = 1, .rate = pulled_to_cosine, .self = &lambda};
        br_ode_solver s;
        ode_start(&s, &ode, ode_tolerance(ode_methods[m], 1e-5, 1e-5), (double[1]){1});
        while (s.t < 1 && !s.stiff)
            ode_step(&s, 1);
        print_message("  %s: noticed after %lld steps, stable step %g\n", br_ode_method_name(ode_methods[m]),
                      s.count.steps, s.stable);
        assert_true(s.stiff && s.t < 0.5 && s.count.steps < 100);
        assert_true(fabs(s.stable * lambda / border - 1) < 0.1);
        ode_restart(&s, 0, s.x);
        assert_false(s.stiff);
        br_ode_close(&s);
        double start[2];
        turned(0, start);
        ode_start(&s, &turn, ode_tolerance(ode_methods[m], 1e-3, 1e-3), start);
        ode_go(&s, 200);
        assert_false(s.stiff);
        br_ode_close(&s);
    }
}

// ---------------------------------------------------------------- random systems

enum { MOST = 6 };

// x' = y' + M (x - y) with y_i = a_i sin(w_i t + p_i): whatever M, y is a solution. M is a random matrix with some stiff rows.
typedef struct made {
    int n;
    double a[MOST], w[MOST], p[MOST], M[MOST * MOST];
} made;

static double made_y(const made *m, int i, double t)
{
    return m->a[i] * sin(m->w[i] * t + m->p[i]);
}

static void made_rate(void *self, double t, const double *x, double *dx)
{
    const made *m = self;
    for (int i = 0; i < m->n; i++) {
        dx[i] = m->a[i] * m->w[i] * cos(m->w[i] * t + m->p[i]);
        for (int j = 0; j < m->n; j++)
            dx[i] += m->M[i * m->n + j] * (x[j] - made_y(m, j, t));
    }
}

static void made_slope(void *self, double t, const double *x, double *J)
{
    const made *m = self;
    (void)t;
    (void)x;
    memcpy(J, m->M, (size_t)(m->n * m->n) * sizeof *J);
}

static void make(made *m, bool stiff)
{
    m->n = 1 + (int)ode_uniform(0, MOST - 0.001);
    for (int i = 0; i < m->n; i++) {
        m->a[i] = pow(10, ode_uniform(-3, 3));
        m->w[i] = ode_uniform(0.1, 3);
        m->p[i] = ode_uniform(0, 6.3);
    }
    for (int i = 0; i < m->n; i++) {
        double fast = stiff ? pow(10, ode_uniform(0, 7)) : ode_uniform(0.5, 3);
        for (int j = 0; j < m->n; j++) // in units of the states, and diagonally dominant
            m->M[i * m->n + j] = (i == j ? -fast : ode_uniform(-0.8, 0.8) * fast / MOST) * m->a[i] / m->a[j];
    }
}

static void random_systems_follow_their_solution(void **state)
{
    (void)state;
    ode_seed();
    double worst[ODE_METHODS] = {0};
    for (int round = ode_rounds(500); round > 0; round--)
        for (int k = 0; k < ODE_METHODS; k++) {
            made m;
            make(&m, k == 2);
            br_ode ode = {.n = m.n, .rate = made_rate, .slope = round % 2 ? made_slope : NULL, .self = &m};
            double tolerance = pow(10, ode_uniform(-8, -4)), start[MOST], each[MOST];
            for (int i = 0; i < m.n; i++) {
                start[i] = made_y(&m, i, 0);
                each[i] = tolerance * m.a[i];
            }
            br_ode_options o = ode_tolerance(ode_methods[k], tolerance, 0);
            o.each = each;
            br_ode_solver s;
            ode_start(&s, &ode, o, start);
            assert_int_equal(ode_go(&s, 3), BR_ODE_REACHED);
            for (int i = 0; i < m.n; i++)
                worst[k] = fmax(worst[k], fabs(s.x[i] - made_y(&m, i, 3)) / each[i]);
            assert_true(s.count.steps < 3000);
            br_ode_close(&s);
        }
    print_message("  worst error over tolerance: %g %g %g\n", worst[0], worst[1], worst[2]);
    static const double most[ODE_METHODS] = {10, 500, 50}; // the estimate of 3(2) passes through zero now and then
    for (int k = 0; k < ODE_METHODS; k++)
        assert_true(worst[k] < most[k]);
}

// With steps of 1 the first pivot of I - h J/4 is zero; the system is stable and the matrix well conditioned.
static void a_zero_pivot_is_exchanged(void **state)
{
    (void)state;
    made m = {.n = 2, .a = {1, 1}, .w = {0.3, 0.2}, .p = {0, 1}, .M = {4, -20, 5, -10}};
    const br_ode ode = {.n = 2, .rate = made_rate, .slope = made_slope, .self = &m};
    br_ode_solver s;
    ode_start(&s, &ode, ode_fixed(&br_ode_radau, 1), (double[2]){made_y(&m, 0, 0), made_y(&m, 1, 0)});
    ode_go(&s, 10);
    for (int i = 0; i < 2; i++)
        assert_true(fabs(s.x[i] - made_y(&m, i, 10)) < 1e-2);
    assert_int_equal(s.count.steps, 10);
    br_ode_close(&s);
}

// ---------------------------------------------------------------- what goes wrong

static void drains(void *self, double t, const double *x, double *dx)
{
    (void)self;
    (void)t;
    dx[0] = 1;
    dx[1] = -sqrt(x[1]); // empty at 2, not a number beyond
}

static void what_is_not_finite_shrinks_the_step_and_then_fails(void **state)
{
    (void)state;
    const br_ode ode = {.n = 2, .rate = drains};
    for (int m = 0; m < ODE_METHODS; m++) {
        br_ode_solver s;
        br_diag why = {0};
        br_ode_options o = ode_tolerance(ode_methods[m], 1e-6, 1e-12);
        o.first = 5; // the first try ends where nothing is a number
        o.least = 1e-6;
        ode_start(&s, &ode, o, (double[2]){0, 1});
        ode_go(&s, 1.99);
        assert_true(s.count.rejected > 0 && fabs(s.x[1] - 0.005 * 0.005) < 1e-6);
        br_ode_end end = BR_ODE_STEPPED;
        br_status status = BR_OK;
        double t = 0, x[2] = {0};
        while (status == BR_OK && s.t < 3) {
            t = s.t;
            memcpy(x, s.x, sizeof x);
            status = br_ode_step(&s, 3, &end, &why);
        }
        print_message("  %s\n", why.text);
        assert_true(status == BR_NOT_FINITE || status == BR_NEGATIVE);
        assert_true(status == BR_NOT_FINITE || m == 2); // Newton may diverge first
        assert_true(fabs(s.t - 2) < 2e-3 && s.t == t);
        assert_memory_equal(x, s.x, sizeof x);
        assert_non_null(strstr(why.text, "at t = "));
        if (status == BR_NOT_FINITE)
            assert_non_null(strstr(why.text, "x[1]"));
        assert_int_equal(br_ode_at(&s, s.t, x), BR_OK);
        br_ode_close(&s);
    }
}

static void explodes(void *self, double t, const double *x, double *dx)
{
    (void)self;
    (void)t;
    dx[0] = 1;
    dx[1] = x[1] * x[1]; // 1/(1 - t)
}

static void a_step_below_rounding_fails_and_names_the_state(void **state)
{
    (void)state;
    const br_ode ode = {.n = 2, .rate = explodes};
    for (int m = 0; m < ODE_METHODS; m++) {
        br_ode_solver s;
        br_diag why = {0};
        ode_start(&s, &ode, ode_tolerance(ode_methods[m], 1e-6, 1e-6), (double[2]){0, 1});
        br_ode_end end;
        br_status status = BR_OK;
        while (status == BR_OK && s.t < 2)
            status = br_ode_step(&s, 2, &end, &why);
        print_message("  %s\n", why.text);
        assert_int_equal(status, BR_NEGATIVE);
        assert_true(fabs(s.t - 1) < 1e-4);
        assert_non_null(strstr(why.text, m == 2 ? "at t = " : "x[1]"));
        br_ode_close(&s);
    }
}

// C13: tolerances of 0, NaN and below 0, and other options that make no sense
static void wrong_usage_is_refused(void **state)
{
    (void)state;
    br_ode_solver s = {0};
    br_ode_end end;
    br_diag why = {0};
    double x[2] = {0, 1};
    static const double negative[2] = {1, -1};
    const br_ode none = {.n = 2};
    const br_ode no_event = {.n = 2, .rate = decays, .events = 1};
    const br_ode too_many = {.n = 5000, .rate = decays};
    const br_ode good = {.n = 2, .rate = decays};
    br_ode_options o = br_ode_defaults();
    assert_int_equal(br_ode_open(&s, &none, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_ode_open(&s, &no_event, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_ode_open(&s, &too_many, &o, NULL), BR_BAD_USAGE);
    const br_ode_options bad[] = {
        {.method = NULL, .relative = 1e-6},
        {.method = &br_ode_dopri, .relative = 0},
        {.method = &br_ode_dopri, .relative = (double)NAN},
        {.method = &br_ode_dopri, .relative = 1e-6, .absolute = -1},
        {.method = &br_ode_dopri, .relative = 1e-6, .each = negative},
        {.method = &br_ode_dopri, .relative = 1e-6, .first = -1},
        {.method = &br_ode_dopri, .relative = 1e-6, .least = 2, .longest = 1},
        {.method = &br_ode_dopri, .relative = 1e-6, .longest = (double)INFINITY},
        {.method = &br_ode_dopri, .relative = 1e-6, .most = -1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        why.text[0] = 0;
        assert_int_equal(br_ode_open(&s, &good, &bad[i], &why), BR_BAD_USAGE);
        assert_true(why.text[0] != 0 && s.memory == NULL);
    }
    assert_int_equal(br_ode_step(&s, 1, &end, &why), BR_BAD_USAGE); // not open
    assert_int_equal(br_ode_reset(&s, 1, x, &why), BR_BAD_USAGE);
    assert_int_equal(br_ode_open(&s, &good, &o, &why), BR_OK);
    assert_int_equal(br_ode_step(&s, 1, &end, &why), BR_BAD_USAGE); // no reset
    assert_int_equal(br_ode_reset(&s, (double)NAN, x, &why), BR_NOT_FINITE);
    assert_int_equal(br_ode_reset(&s, 0, (double[2]){0, (double)INFINITY}, &why), BR_NOT_FINITE);
    assert_int_equal(br_ode_reset(&s, 1, x, &why), BR_OK);
    assert_int_equal(br_ode_step(&s, 0.5, &end, &why), BR_BAD_USAGE);
    assert_int_equal(br_ode_step(&s, (double)NAN, &end, NULL), BR_BAD_USAGE);
    br_ode_close(&s);
    br_ode_close(&s);
}

static void no_more_steps_are_tried_than_allowed(void **state)
{
    (void)state;
    br_ode_solver s;
    br_diag why = {0};
    br_ode_options o = ode_tolerance(&br_ode_bosh, 1e-9, 1e-9);
    o.most = 50;
    double start[2];
    turned(0, start);
    ode_start(&s, &turn, o, start);
    br_ode_end end;
    br_status status = BR_OK;
    while (status == BR_OK && s.t < 100)
        status = br_ode_step(&s, 100, &end, &why);
    assert_int_equal(status, BR_NEGATIVE);
    assert_int_equal(s.count.steps + s.count.rejected, 50);
    br_ode_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_and_dense_output_show_their_order),
        cmocka_unit_test(dense_output_ends_in_the_states_of_the_step),
        cmocka_unit_test(the_error_falls_with_the_tolerance),
        cmocka_unit_test(absolute_tolerances_are_those_of_the_states),
        cmocka_unit_test(steps_end_at_the_very_times_asked_for),
        cmocka_unit_test(a_fixed_step_divides_the_way_and_its_last_is_the_rest),
        cmocka_unit_test(a_reset_starts_anew),
        cmocka_unit_test(the_stiff_method_is_l_stable),
        cmocka_unit_test(steps_do_not_follow_the_rounding_of_a_fast_rate),
        cmocka_unit_test(a_wrong_slope_costs_steps_but_not_accuracy),
        cmocka_unit_test(an_explicit_method_notices_that_a_system_is_stiff),
        cmocka_unit_test(random_systems_follow_their_solution),
        cmocka_unit_test(a_zero_pivot_is_exchanged),
        cmocka_unit_test(what_is_not_finite_shrinks_the_step_and_then_fails),
        cmocka_unit_test(a_step_below_rounding_fails_and_names_the_state),
        cmocka_unit_test(wrong_usage_is_refused),
        cmocka_unit_test(no_more_steps_are_tried_than_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
