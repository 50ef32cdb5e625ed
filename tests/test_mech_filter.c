// test_mech_filter.c - states and unknown inputs of mechanisms: tangents of steps and sensors, the filter beside its dense form.
#include "num/fp.h"

#include <math.h>

#include "mech/filter.h"
#include "mech_kit.h"
#include "num/random.h"

// ---------------------------------------------------------------- tangents

// Every joint, force and sensor, away from the drawing and in motion.
static const char all_sensors[] =
    "mechanism all \"every joint and sensor\"\n"
    "gravity = 1, 2, -9.81 m/s^2\n"
    "body a mass = 1 kg, cog = 0.1, 0.2, 0 m, inertia = 0.3, 0.4, 0.5, 0.01, 0.02, 0.03 kg*m^2\n"
    "body b mass = 2 kg, cog = 1.1, 0.2, 0 m, inertia = 0.3, 0.4, 0.5 kg*m^2\n"
    "body c mass = 2 kg, cog = 1.1, 1.2, 0 m, inertia = 0.3, 0.4, 0.5 kg*m^2\n"
    "body d mass = 2 kg, cog = 1.1, 1.2, 1 m, inertia = 0.3, 0.4, 0.5 kg*m^2\n"
    "body e mass = 2 kg, cog = 2.1, 1.2, 1 m, inertia = 0.3, 0.4, 0.5 kg*m^2\n"
    "joint R revolute a ground at = 0, 0, 0 m, axis = 1, 2, 3\n"
    "joint P prismatic b a at = 0.5, 0.2, 0 m, axis = 1, 0.5, 0\n"
    "joint C cylindrical c b at = 1, 1, 0 m, axis = 0, 1, 1\n"
    "joint U universal d c at = 1, 1, 1 m, axis = 1, 0, 0, second = 0, 1, 0\n"
    "joint S spherical e d at = 2, 1, 1 m\n"
    "point tip e at = 2, 3, 2 m\n"
    "distance L e ground from = 2, 3, 2 m, to = 0, 0, 5 m\n"
    "spring k1 R stiffness = 30 N*m/rad, rest = 0.1 rad\n"
    "spring k2 L stiffness = 100 N/m, rest = 1 m\n"
    "damper d1 C.turn damping = 3 N*m*s/rad\n"
    "damper d2 L damping = 7 N*s/m\n"
    "drive T C.slide = 4 N\n"
    "unknown load R start = 2 N*m, sd = 1 N*m\n"
    "friction z P lugre table-I\n"
    "start R position = 0.4 rad, speed = 1 rad/s\n"
    "start P position = 0.1 m, speed = -0.5 m/s\n"
    "start C.turn position = 0.3 rad, speed = 2 rad/s\n"
    "sensor s1 angle R\n"
    "sensor s2 displacement L\n"
    "sensor s3 speed C.turn\n"
    "sensor s4 speed L\n"
    "sensor s5 acceleration R\n"
    "sensor s6 acceleration L\n"
    "sensor s7 acceleration C.slide\n"
    "sensor s8 position tip axis = 1, 1, 0\n"
    "sensor s9 accelerometer e at = 2, 2, 2 m, axis = 0, 1, 2\n"
    "sensor s10 gyroscope d axis = 1, 1, 1\n"
    "sensor s11 force k2\n"
    "sensor s12 force d2\n"
    "sensor s13 force z\n"
    "sensor s14 force load\n"
    "virtual s15 reaction C axis = 1, 0, 1\n"
    "virtual s16 reaction R axis = 0, 0, 1\n";

enum { LOAD = 5 };

static void set_state(machine *w, const double *x)
{
    size_t n = (size_t)w->s.n;
    memcpy(w->s.now.q, x, n * sizeof *x);
    memcpy(w->s.now.v, x + n, n * sizeof *x);
    w->s.drive[w->m.force[LOAD].drive] = x[2 * n];
}

static void get_state(const machine *w, double *x)
{
    size_t n = (size_t)w->s.n;
    memcpy(x, w->s.now.q, n * sizeof *x);
    memcpy(x + n, w->s.now.v, n * sizeof *x);
    x[2 * n] = w->s.drive[w->m.force[LOAD].drive];
}

// What a step makes of a state: q, v at its end; what sensors show there before it.
static void step_of(machine *w, double h, double *to)
{
    br_diag why = {0};
    size_t n = (size_t)w->s.n;
    if (br_moving_try(&w->s, &br_mech_bdf1, h, &why) != BR_OK)
        fail_msg("%s", why.text);
    memcpy(to, w->s.next.q, n * sizeof *to);
    memcpy(to + n, w->s.next.v, n * sizeof *to);
    w->s.h = w->s.c = 0;
}

static void sensors_of(machine *w, double h, double *to)
{
    br_diag why = {0};
    (void)h;
    assert_int_equal(br_moving_accelerate(&w->s, &why), BR_OK);
    for (int i = 0; i < w->m.sensors; i++)
        to[i] = br_sensor_value(&w->s, &w->m.sensor[i]);
}

// Differences of order 4 along a direction.
static void difference(machine *w, void (*of)(machine *, double, double *), double h, const double *x,
                       const double *along, int results, double *to)
{
    const double step = h > 0 ? 1e-3 : 1e-4, at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    int all = 2 * w->s.n + 1;
    double *beside = calloc((size_t)all, sizeof *beside), *y = calloc((size_t)results, sizeof *y);
    memset(to, 0, (size_t)results * sizeof *to);
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < all; i++)
            beside[i] = x[i] + at[k] * step * along[i];
        set_state(w, beside);
        of(w, h, y);
        for (int i = 0; i < results; i++)
            to[i] += weight[k] * y[i] / (12 * step);
    }
    set_state(w, x);
    free(beside);
    free(y);
}

static double worst_share(int count, const double *a, const double *b)
{
    double gap = 0, most = 0;
    for (int i = 0; i < count; i++) {
        gap = fmax(gap, fabs(a[i] - b[i]));
        most = fmax(most, fabs(b[i]));
    }
    return gap / most;
}

static void open_moving(machine *w, br_fan *f, double *x)
{
    static const int unknown[] = {LOAD};
    br_random dice;
    br_random_init(&dice, 7, 0);
    open_text(w, all_sensors);
    w->s.drive[0] = 4;
    w->s.drive[1] = 2;
    run_to(w, &br_mech_bdf1, 1e-3, 0.05);
    assert_int_equal(br_fan_open(f, &w->s, unknown, 1, 8), BR_OK);
    get_state(w, x);
    for (int c = 0; c < 8; c++) {
        double *to = br_fan_add(f);
        for (int i = 0; i < 2 * w->s.n + 1; i++)
            to[i] = br_random_normal(&dice);
    }
}

// Directions that leave the constraints too: the linearisation (21)-(25) is that of the scheme.
static void directions_go_where_a_step_takes_them(void **state)
{
    (void)state;
    const double h = 1e-2;
    machine w = {0};
    br_fan f;
    double x[200], was[8][200], want[200], worst = 0;
    br_diag why = {0};
    open_moving(&w, &f, x);
    for (int c = 0; c < 8; c++) {
        for (int i = 0; i < 2 * w.s.n + 1; i++) // positions and speeds of a size
            was[c][i] = br_fan_q(&f, c)[i] *= i < w.s.n ? 1e-2 : 1;
    }
    assert_int_equal(br_moving_try(&w.s, &br_mech_bdf1, h, &why), BR_OK);
    assert_int_equal(br_fan_step(&f, &w.s), BR_OK);
    w.s.h = w.s.c = 0;
    for (int c = 0; c < 8; c++) {
        difference(&w, step_of, h, x, was[c], 2 * w.s.n, want);
        worst = fmax(worst, worst_share(w.s.n, br_fan_q(&f, c), want));
        worst = fmax(worst, worst_share(w.s.n, br_fan_v(&f, c), want + w.s.n));
    }
    print_message("steps: directions differ by %.2g\n", worst);
    assert_true(worst < 1e-7);
    br_fan_close(&f);
    close_machine(&w);
}

static void sensors_change_along_directions_as_they_should(void **state)
{
    (void)state;
    machine w = {0};
    br_fan f;
    double x[200], want[32], got[32][8], worst = 0;
    br_diag why = {0};
    open_moving(&w, &f, x);
    assert_int_equal(br_moving_accelerate(&w.s, &why), BR_OK);
    br_fan_accelerate(&f, &w.s);
    for (int i = 0; i < w.m.sensors; i++)
        br_sensor_along(&w.s, &w.m.sensor[i], &f, got[i]);
    for (int c = 0; c < 8; c++) {
        difference(&w, sensors_of, 0, x, br_fan_q(&f, c), w.m.sensors, want);
        for (int i = 0; i < w.m.sensors; i++) {
            double gap = fabs(got[i][c] - want[i]) / (1 + fabs(want[i]));
            if (gap > 1e-7)
                print_message("%s: %.9g, differences %.9g\n", w.m.sensor[i].name, got[i][c], want[i]);
            worst = fmax(worst, gap);
        }
    }
    print_message("sensors: changes differ by %.2g\n", worst);
    assert_true(worst < 1e-7);
    br_fan_close(&f);
    close_machine(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(directions_go_where_a_step_takes_them),
                                       cmocka_unit_test(sensors_change_along_directions_as_they_should)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
