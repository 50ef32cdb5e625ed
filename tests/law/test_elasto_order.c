// test_elasto_order.c - how the errors of Euler's step and of the one of fourth order fall with Dx.
#include "kit/elasto_kit.h"

typedef struct way {
    double v0, v1; // speed grows linearly along the way
    double length;
} way;

// 003 Table II, from z = -5 um on: (11) in 40000 steps of Runge-Kutta.
static double slope(double z, double v)
{
    double w = v / 1e-3, zss = (1 + 0.5 / (1 + w * w)) / 1e5, zba = 8e-6;
    double t = (z - (zss + zba) / 2) / (zss - zba), a = t <= -0.5  ? 0
                                                        : t >= 0.5 ? 1
                                                                   : 0.5 + 0.5 * sin(3.141592653589793 * t);
    return 1 - a * z / zss;
}

static double speed(const way *y, double x)
{
    return y->v0 + (y->v1 - y->v0) * (x / y->length);
}

enum { FINE = 40960 };

static void exactly(const way *y, double *z)
{
    double h = y->length / FINE;
    z[0] = -5e-6;
    for (int k = 0; k < FINE; k++) {
        double v = speed(y, k * h), vm = speed(y, (k + 0.5) * h), k1 = slope(z[k], v),
               k2 = slope(z[k] + h / 2 * k1, vm);
        double k3 = slope(z[k] + h / 2 * k2, vm), k4 = slope(z[k] + h * k3, speed(y, (k + 1) * h));
        z[k + 1] = z[k] + h * (k1 + 2 * k2 + 2 * k3 + k4) / 6;
    }
}

static double worst(const way *y, const double *exact, br_elasto_scheme scheme, int updates)
{
    br_elasto_options o = table_II();
    o.scheme = scheme;
    br_elasto e = opened(&o);
    double most = 0;
    e.z[0] = -5e-6;
    stepped(&e, 0, 0, 0);
    e.v = y->v0;
    for (int k = 1; k <= updates; k++) {
        double x = y->length * k / updates;
        stepped(&e, x, speed(y, x), o.dt);
        most = fmax(most, fabs(e.z[0] - exact[k * (FINE / updates)]));
    }
    return most;
}

// At a steady speed Euler's error halves with Dx, that of RK4 falls to a sixteenth.
static void error_falls_with_the_order_of_the_scheme(void **unused)
{
    (void)unused;
    static double exact[FINE + 1];
    way y = {1e-4, 1e-4, 40e-6};
    exactly(&y, exact);
    for (int updates = 32; updates <= 128; updates *= 2) {
        double euler = worst(&y, exact, BR_ELASTO_EULER, updates), rk4 = worst(&y, exact, BR_ELASTO_RK4, updates);
        double euler2 = worst(&y, exact, BR_ELASTO_EULER, 2 * updates);
        double rk42 = worst(&y, exact, BR_ELASTO_RK4, 2 * updates);
        printf("Dx %.3g um: Euler %.3g um, RK4 %.3g um\n", 40.0 / updates, 1e6 * euler, 1e6 * rk4);
        assert_true(euler / euler2 > 1.8 && euler / euler2 < 2.3);
        assert_true(rk4 / rk42 > 12 && rk4 < euler / 100);
    }
}

// While the axis accelerates through the Stribeck curve z comes down to zss as it moves, not at once: the published update
// sets it there, and so keeps an error however small Dx is; RK4 does not.
static void published_update_keeps_an_error_where_friction_falls(void **unused)
{
    (void)unused;
    static double exact[FINE + 1];
    way y = {1e-4, 4e-3, 40e-6};
    exactly(&y, exact);
    double euler = worst(&y, exact, BR_ELASTO_EULER, 4096), coarse = worst(&y, exact, BR_ELASTO_EULER, 256);
    double rk4 = worst(&y, exact, BR_ELASTO_RK4, 32);
    printf("Euler at Dx of 0.16 and 0.01 um: %.3g and %.3g um; RK4 at 1.25 um: %.3g um\n", 1e6 * coarse, 1e6 * euler,
           1e6 * rk4);
    assert_true(euler > 0.5 * coarse && euler > 5e-8);
    assert_true(rk4 < euler / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_falls_with_the_order_of_the_scheme),
        cmocka_unit_test(published_update_keeps_an_error_where_friction_falls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
