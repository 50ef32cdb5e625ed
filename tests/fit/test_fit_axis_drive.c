// test_fit_axis_drive.c - a drive as the axis has it: its delay, what bends between samples, commands that are held, starts and stops.
#include "axis_simulation_kit.h"
#include "num/base/random.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_delay_is_the_drive_of_an_earlier_time),
        cmocka_unit_test(a_sampled_sine_keeps_its_impulse),
        cmocka_unit_test(bends_of_noise_and_of_jumps_are_small),
        cmocka_unit_test(a_held_drive_moves_a_mass_along_parabolas),
        cmocka_unit_test(starts_and_stops_are_located_within_a_step),
        cmocka_unit_test(a_held_drive_starts_and_stops_an_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
