// test_mech_dry.c - friction that jumps at rest: joints of mechanisms stick and slip.
#include "num/base/fp.h"

#include "mech_kit.h"

#include <math.h>

#define PENDULUM                                                                                                       \
    "mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\nbody rod mass = 1 kg, cog = 0, -0.5 m, inertia = 0.1 kg*m^2\n"     \
    "joint A revolute rod ground at = 0, 0 m\nfriction f A coulomb \"FC = 0.5 N*m, sigma2 = 0 N*m*s/rad\"\n"

static double speed(const machine *w, int measure)
{
    br_measure_state l;
    br_measure_derivatives(&w->m, measure, w->s.now.q, w->s.now.v, w->s.now.y[measure], &l);
    return l.w;
}

static double force(machine *w, int i)
{
    br_measure_state l;
    int measure = w->m.force[i].measure;
    br_measure_derivatives(&w->m, measure, w->s.now.q, w->s.now.v, w->s.now.y[measure], &l);
    return br_moving_force(&w->s, i, &l);
}

// Where the pendulum turns after it was let go at a > 0: m g l (cos b - cos a) = T (a + b), b on the other side.
static double next_turn(double a, double mgl, double T)
{
    double low = -a, high = a;
    for (int i = 0; i < 100; i++) {
        double b = (low + high) / 2;
        if (mgl * (cos(b) - cos(a)) > T * (a + b))
            low = b;
        else
            high = b;
    }
    return low;
}

static double rest_angle(double a, double mgl, double T)
{
    double side = 1;
    while (mgl * fabs(sin(a)) > T) {
        a = next_turn(a, mgl, T);
        side = -side;
    }
    return side * a;
}

// Where BR_COUNT allows so many steps runs are as long as they were when their bounds were set; here they end earlier.
static double until(double here, double soak)
{
    const char *points = getenv("BR_COUNT");
    return points && strtod(points, NULL) >= 1e6 ? soak : here;
}

static void a_pendulum_with_a_dry_pin_rests_where_its_energy_ends(void **state)
{
    (void)state;
    const double mgl = 9.81 * 0.5, want = rest_angle(1, mgl, 0.5);
    machine w = {0};
    open_text(&w, PENDULUM "start A position = 1 rad\n");
    run_to(&w, &br_mech_alpha, 1e-3, 10);
    print_message("rests at %.7f rad; by energy %.7f\n", w.s.now.y[0], want);
    assert_true(fabs(want) > 0.05); // well off the vertical
    assert_true(fabs(w.s.now.y[0] - want) < 5e-6);
    assert_true(fabs(speed(&w, 0)) < 1e-15);
    assert_true(fabs(force(&w, 0) - mgl * sin(w.s.now.y[0])) < 1e-9); // friction holds the weight
    double y = w.s.now.y[0];
    run_to(&w, &br_mech_alpha, 1e-3, until(11, 20));
    assert_true(fabs(w.s.now.y[0] - y) < 1e-12);
    close_machine(&w);
}

static void friction_holds_up_to_its_edge(void **state)
{
    (void)state;
    const double edge = asin(0.5 / (9.81 * 0.5));
    for (int k = 0; k < 4; k++) {
        char text[600];
        machine w = {0};
        double start = (k % 2 ? -1 : 1) * (edge + (k / 2 ? 1e-6 : -1e-6));
        snprintf(text, sizeof text, "%sstart A position = %.17g rad\n", PENDULUM, start);
        open_text(&w, text);
        run_to(&w, &br_mech_alpha, 1e-3, 1);
        assert_int_equal(fabs(w.s.now.y[0] - start) > 1e-9, k / 2);
        close_machine(&w);
    }
}

// A block on a table: m x'' = u - FS at break-away, FC beyond; u = 2 t. It starts at t = FS/2.
static void a_block_breaks_away_at_its_static_force(void **state)
{
    (void)state;
    machine w = {0};
    br_diag why = {0};
    const double h = 1e-4;
    double start = 0, most = 0;
    open_text(&w, "mechanism m\nplanar\nbody b mass = 1 kg, cog = 0, 0 m\n"
                  "joint S prismatic b ground at = 0, 0 m, axis = 1, 0\ndrive u S = 0 N\n"
                  "friction f S stribeck \"FC = 1 N, FS = 1.5 N, vs = 0.01 m/s, sigma2 = 0 N*s/m\"\n");
    for (int k = 1; k <= 10000; k++) {
        w.s.drive[0] = 2 * k * h;
        assert_int_equal(br_moving_step(&w.s, &br_mech_alpha, h, &why), BR_OK);
        start = start == 0 && speed(&w, 0) > 1e-9 ? k * h : start;
        most = fmax(most, fabs(force(&w, 1)));
    }
    assert_true(fabs(start - 0.75) <= 2 * h);
    assert_true(fabs(most - 1.5) < 1e-3);
    assert_true(fabs(force(&w, 1) + 1) < 1e-9);
    close_machine(&w);
}

// Four dry joints hold one freedom: three forces too many, and none beyond its edge.
static void a_four_bar_with_four_dry_joints_rests_and_starts_again(void **state)
{
    (void)state;
    machine w = {0}, e = {0};
    br_buffer text = {0};
    br_diag why = {0};
    open_example(&e, "four-bar");
    br_buffer_put(&text, e.text);
    for (int i = 0; i < 4; i++)
        br_buffer_print(&text, "friction f%d %c coulomb \"FC = 4 N*m, sigma2 = 0 N*m*s/rad\"\n", i, 'A' + i);
    br_buffer_put(&text, "drive T A = 0 N*m\n");
    open_text(&w, text.text);
    double most = 0, y = 0;
    for (int k = 1; k <= 9000; k++) {
        w.s.drive[0] = k < 6000 ? 0 : 40;
        assert_int_equal(br_moving_step(&w.s, &br_mech_alpha, 1e-3, &why), BR_OK);
        for (int i = 0; i < 4; i++)
            most = fmax(most, fabs(force(&w, i)));
        if (k == 5000)
            y = w.s.now.y[0];
        if (k == 5999)
            assert_true(fabs(w.s.now.y[0] - y) < 1e-9);
    }
    assert_true(most < 4 + 1e-6);
    assert_true(fabs(w.s.now.y[0] - y) > 0.1);
    assert_true(br_moving_violation(&w.s) < 1e-9);
    close_machine(&w);
    close_machine(&e);
    br_buffer_free(&text);
}

// What was lost to friction is what the energy lacks, and at rest nothing moves any more.
static void a_furuta_pendulum_comes_to_rest(void **state)
{
    (void)state;
    machine w = {0};
    double T, V, first;
    open_example(&w, "furuta");
    br_moving_energy(&w.s, &T, &V);
    first = T + V;
    run_to(&w, &br_mech_alpha, 1e-3, 12);
    br_moving_energy(&w.s, &T, &V);
    print_message("Furuta: %.4g J lost, %.2g J unaccounted\n", w.s.lost, T + V - first + w.s.lost);
    assert_true(fabs(speed(&w, 0)) < 1e-12 && fabs(speed(&w, 1)) < 1e-12);
    assert_true(fabs(T + V - first + w.s.lost) < 1e-4 * w.s.lost);
    assert_true(fabs(0.1 * 9.81 * 0.15 * sin(w.s.now.y[1])) <= 0.003);
    assert_true(fabs(force(&w, 1) - 0.1 * 9.81 * 0.15 * sin(w.s.now.y[1])) < 1e-8);
    close_machine(&w);
}

// ---------------------------------------------------------------- short steps and small motions

#define PI 3.14159265358979323846

// A stage of 1 kg on a spring of 1e6 N/m with 1 N of friction, driven by 2 sin(2 pi 200 t) N: its own equation, by Runge's
// method between events.
typedef struct stage {
    double t, x, v;
    int way; // 0: it sticks
} stage;

static double pull(double t, double x)
{
    return 2 * sin(2 * PI * 200 * t) - 1e6 * x;
}

static void slip(stage *s, double h)
{
    double x = s->x, v = s->v, sum[2] = {0}, k[2] = {v, pull(s->t, x) - s->way};
    const double part[4] = {1, 2, 2, 1}, far[4] = {0.5, 0.5, 1, 0};
    for (int i = 0; i < 4; i++) {
        sum[0] += part[i] * k[0];
        sum[1] += part[i] * k[1];
        double X = x + far[i] * h * k[0], V = v + far[i] * h * k[1];
        k[0] = V;
        k[1] = pull(s->t + far[i] * h, X) - s->way;
    }
    s->t += h;
    s->x += h / 6 * sum[0];
    s->v += h / 6 * sum[1];
}

static void move_stage(stage *s, double until)
{
    const double most = 2e-7;
    while (s->t < until - 1e-12) {
        double h = fmin(most, until - s->t), F = pull(s->t, s->x);
        if (s->way == 0 && fabs(F) <= 1) {
            s->t += h;
            continue;
        }
        s->way = s->way ? s->way : F > 0 ? 1 : -1;
        stage to = *s;
        slip(&to, h);
        double low = 0, high = h;
        for (int i = 0; i < 50 && to.way * to.v < 0; i++) {
            stage try = *s;
            slip(&try, (low + high) / 2);
            *(try.way * try.v < 0 ? &high : &low) = (low + high) / 2;
        }
        if (to.way * to.v < 0) {
            slip(s, high);
            s->v = 0;
            s->way = 0;
        } else
            *s = to;
    }
}

#define STAGE                                                                                                          \
    "mechanism m\nplanar\nbody b mass = 1 kg, cog = 0, 0 m\njoint X prismatic b ground at = 0, 0 m, axis = 1, 0\n"     \
    "spring k X stiffness = 1e6 N/m\nfriction f X coulomb \"FC = 1 N, sigma2 = 0 N*s/m\"\ndrive u X = 0 N\n"

static void dry_friction_is_right_however_short_the_step(void **state)
{
    (void)state;
    const double step[] = {1e-5, 1e-6, 1e-7};
    for (int k = 0; k < 3; k++) {
        machine w = {0};
        stage s = {0};
        br_diag why = {0};
        double h = step[k], worst = 0, T, V;
        int last = (int)(until(h > 5e-7 ? 0.006 : 0.0022, 0.006) / h + 0.5), often = last / 100; // it starts and stops
        open_text(&w, STAGE);
        for (int i = 1; i <= last; i++) {
            w.s.drive[0] = 2 * sin(2 * PI * 200 * i * h);
            assert_int_equal(br_moving_step(&w.s, &br_mech_alpha, h, &why), BR_OK);
            assert_true(fabs(force(&w, 1)) < 1 + 1e-8);
            if (i % often)
                continue;
            move_stage(&s, i * h);
            worst = fmax(worst, fabs(w.s.now.y[0] - s.x));
        }
        br_moving_energy(&w.s, &T, &V);
        print_message("step %g s: off by %.2g of 1e-6 m; %.3g J lost, %.2g J unaccounted\n", h, worst, w.s.lost,
                      T + V + w.s.lost - w.s.worked);
        assert_true(worst < 1e-3 * h);
        assert_true(fabs(T + V + w.s.lost - w.s.worked) < 1e-3 * w.s.lost);
        close_machine(&w);
    }
}

// Lengths and forces times z: masses and times stay, and so do angles. A cart with a dry track and a pendulum with a dry pin.
static void run_cart(double z, double h, double y[2])
{
    char text[900];
    machine w = {0};
    snprintf(text, sizeof text,
             "mechanism cart\nplanar\ngravity = 0, %.17g m/s^2\nbody cart mass = 1 kg, cog = 0, 0 m\n"
             "body rod mass = 0.5 kg, cog = 0, %.17g m, inertia = %.17g kg*m^2\n"
             "joint X prismatic cart ground at = 0, 0 m, axis = 1, 0\njoint P revolute rod cart at = 0, 0 m\n"
             "friction track X coulomb \"FC = %.17g N, sigma2 = 0.2 N*s/m\"\n"
             "friction pin P coulomb \"FC = %.17g N*m, sigma2 = %.17g N*m*s/rad\"\nstart P position = 1.5 rad\n"
             "start X position = 0 m\n",
             -9.81 * z, -0.4 * z, 0.03 * z * z, 1.5 * z, 0.02 * z * z, 0.001 * z * z);
    open_text(&w, text);
    run_to(&w, &br_mech_alpha, h, 1);
    y[0] = w.s.now.y[0] / z;
    y[1] = w.s.now.y[1];
    close_machine(&w);
}

static void a_machine_a_million_times_smaller_moves_alike(void **state)
{
    (void)state;
    const double step[] = {1e-3, 1e-4};
    for (int k = 0; k < 2; k++) {
        double whole[2], small[2];
        run_cart(1, step[k], whole);
        run_cart(1e-6, step[k], small);
        print_message("step %g s: X = %.9g m, and %.9g of a cart in micrometres\n", step[k], whole[0], small[0]);
        assert_true(fabs(whole[0] - small[0]) < 1e-9 && fabs(whole[1] - small[1]) < 1e-9);
        assert_true(fabs(whole[0] - 0.01526326) < 0.5 * step[k]); // by Runge's method between events
        assert_true(fabs(whole[1] + 1.06084975) < 0.5 * step[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_pendulum_with_a_dry_pin_rests_where_its_energy_ends),
                                       cmocka_unit_test(friction_holds_up_to_its_edge),
                                       cmocka_unit_test(a_block_breaks_away_at_its_static_force),
                                       cmocka_unit_test(a_four_bar_with_four_dry_joints_rests_and_starts_again),
                                       cmocka_unit_test(a_furuta_pendulum_comes_to_rest),
                                       cmocka_unit_test(dry_friction_is_right_however_short_the_step),
                                       cmocka_unit_test(a_machine_a_million_times_smaller_moves_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
