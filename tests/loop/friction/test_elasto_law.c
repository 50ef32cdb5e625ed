// test_elasto_law.c - the estimator's alpha (10), level (7)-(9) and sample (12)-(14) are those of laws/elasto-plastic.law.
//
// The equations stand twice: in the law, and in loop/friction/elasto_parts.h for controllers. Here one is held against the other.
#include "kit/elasto_kit.h"
#include "loop/friction/elasto_parts.h"

#include <bristle/friction.h>

static double deflection(const br_elasto_element *e, double zss)
{
    double at[] = {uniform(-1.5, 1.5) * zss, e->zba, -e->zba, zss, 0, uniform(0.9, 1.1) * e->zba};
    return at[below(6)];
}

static void same_as_the_law(const char *choice, br_elasto_curve curve)
{
    enum { V, DT, DX };
    br_elasto_options o = table_II();
    br_elasto_element e = o.element[0];
    e.sigma1 = 1e3; // Table II itself
    br_friction *f;
    double p[16];
    assert_int_equal(br_friction_open(&f, "elasto-plastic", "table-II", choice, NULL), BR_OK);
    br_friction_parameters(f, p);
    for (int k = 0; k < points() / 5; k++) {
        double v = k % 50 == 0 ? 0 : uniform(-5, 5) * o.vs, zss = br_elasto_level(curve, e.sigma0, e.FC, e.FS, o.vs, v);
        double z = deflection(&e, zss), dx = k % 70 == 0 ? 0 : uniform(-1, 1) * pow(10, uniform(-9, -4));
        double u[3] = {[V] = v, [DT] = 1e-3, [DX] = dx}, next[2], now[2];
        assert_int_equal(br_friction_step(f, 1, &z, NULL, u, p, next), BR_OK);
        br_friction_rate(f, 1, &z, NULL, u, p, now);
        for (int alone = 0; alone < 2; alone++) {
            double to = br_elasto_euler(z, dx, zss, e.zba, alone), s = v < 0 ? -1 : 1, along = z * s;
            assert_true(to == next[0]); // (12), (13), with the same alpha to the bit
            assert_true(fabs(v * br_elasto_slope(along, zss, e.zba, alone) - now[0]) <= 4e-16 * fabs(v)); // (4), (10)
            double F = br_elasto_force(e.sigma0 * to, e.sigma1 * ((to - z) / 1e-3), o.sigma2 * v);
            assert_true(fabs(F - next[1]) <= 1e-12 * (1 + fabs(F))); // (14)
        }
    }
    br_friction_close(f);
}

static void the_estimator_is_the_law_sample_by_sample(void **state)
{
    (void)state;
    same_as_the_law("curve = rational", BR_ELASTO_RATIONAL);
    same_as_the_law("curve = gauss", BR_ELASTO_GAUSS);
}

int main(void)
{
    seed_from_environment();
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_estimator_is_the_law_sample_by_sample)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
