// test_fit_steady.c - friction over speed: maps of planted logs, Stribeck curves with the right spread, honest verdicts.
#include "fit/curve/steady.h"
#include "fit_kit.h"

static const double bent[] = {10, 14, 2e-3, 300, 1}; // FC, FS, vs, sigma2, delta
static double twin(br_steady_curve c, double v)      // the formulas a second time
{
    double u = fabs(v) / bent[2], s = c == BR_STEADY_GAUSS     ? exp(-u * u)
                                      : c == BR_STEADY_LORENTZ ? 1 / (1 + u * u)
                                      : c == BR_STEADY_FLAT    ? 0
                                                               : exp(-pow(u, bent[4]));
    return copysign(bent[0] + (bent[1] - bent[0]) * s, v) + bent[3] * v;
}

enum { POINTS = 60 };

// Points from 0.1 mm/s to 50 mm/s in both directions, with noise of their sds.
static void draw(br_steady_map *map, br_steady_point *point, br_steady_curve c, double noise, double slow, double fast,
                 br_random *g)
{
    for (int i = 0; i < POINTS; i++) {
        double v = slow * pow(fast / slow, (i - i % 2) / (POINTS - 2.0));
        v = i % 2 ? v : -v;
        double sd = noise * (1 + i % 3);
        point[i] = (br_steady_point){.v = v, .F = twin(c, v) + sd * br_random_normal(g), .sd = sd};
    }
    *map = (br_steady_map){.point = point, .points = POINTS};
}

static br_fit_estimate fit(br_steady_curve c, const br_steady_map *map, int direction, br_steady_verdict *told)
{
    const char *const *name;
    br_fit_estimate e;
    int n = br_steady_names(c, &name);
    assert_int_equal(br_fit_estimate_init(&e, n, name), BR_OK);
    assert_int_equal(br_steady_fit(&e, c, map, direction, told), BR_OK);
    return e;
}

static void curves_come_back_and_sds_cover_them(void **state)
{
    (void)state;
    br_random g;
    br_random_init(&g, kit_seed(), 1);
    enum { SEEDS = 100 };
    for (br_steady_curve c = BR_STEADY_GAUSS; c <= BR_STEADY_EXPONENT; c++) {
        int inside = 0, n = 0;
        for (int k = 0; k < SEEDS; k++) {
            br_steady_map map;
            br_steady_point point[POINTS];
            br_steady_verdict told;
            draw(&map, point, c, 0.05, 1e-4, 5e-2, &g);
            br_fit_estimate e = fit(c, &map, 0, &told);
            n = e.n;
            assert_int_equal(told, BR_STEADY_IDENTIFIABLE);
            for (int i = 0; i < n; i++) {
                assert_share(e.value[i], bent[i], 0.4);
                inside += fabs(e.value[i] - bent[i]) < 1.96 * e.sd[i];
            }
            br_fit_estimate_free(&e);
        }
        print_message("curve %d: %d of %d within 1.96 sd\n", (int)c, inside, n * SEEDS);
        assert_true(inside > 0.87 * n * SEEDS && inside < 0.995 * n * SEEDS);
    }
}

static void bic_tells_the_curves_apart(void **state)
{
    (void)state;
    br_random g;
    br_random_init(&g, kit_seed(), 2);
    for (br_steady_curve c = BR_STEADY_GAUSS; c < BR_STEADY_CURVES; c++) {
        br_steady_map map;
        br_steady_point point[POINTS];
        draw(&map, point, c, 0.02, 1e-4, 5e-2, &g);
        double bic[BR_STEADY_CURVES];
        for (br_steady_curve k = BR_STEADY_GAUSS; k < BR_STEADY_CURVES; k++) {
            br_steady_verdict told;
            br_fit_estimate e = fit(k, &map, 0, &told);
            bic[k] = e.bic;
            br_fit_estimate_free(&e);
        }
        // One that contains the truth may win by chance, though not by much; any other loses clearly.
        for (br_steady_curve k = BR_STEADY_GAUSS; k < BR_STEADY_CURVES; k++) {
            bool contains = c == BR_STEADY_FLAT || (c == BR_STEADY_GAUSS && k == BR_STEADY_EXPONENT);
            assert_true(k == c || (contains ? bic[k] > bic[c] - 12 : bic[k] > bic[c] + 10));
        }
    }
}

static void verdicts_say_what_points_do_not_tell(void **state)
{
    (void)state;
    static const struct {
        double slow, fast;
        br_steady_curve truth;
        br_steady_verdict due;
    } cases[] = {{1e-4, 5e-2, BR_STEADY_GAUSS, BR_STEADY_IDENTIFIABLE},
                 {1e-4, 5e-2, BR_STEADY_FLAT, BR_STEADY_NO_DIP},
                 {6e-3, 5e-2, BR_STEADY_GAUSS, BR_STEADY_NO_DIP},
                 {4e-3, 5e-2, BR_STEADY_LORENTZ, BR_STEADY_TOO_FAST},
                 {1e-4, 1.4e-3, BR_STEADY_LORENTZ, BR_STEADY_TOO_SLOW}};
    br_random g;
    br_random_init(&g, kit_seed(), 3);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        br_steady_map map;
        br_steady_point point[POINTS];
        br_steady_verdict told;
        draw(&map, point, cases[k].truth, 1e-3, cases[k].slow, cases[k].fast, &g);
        br_fit_estimate e = fit(cases[k].truth == BR_STEADY_FLAT ? BR_STEADY_GAUSS : cases[k].truth, &map, 0, &told);
        print_message("%s\n", br_steady_verdict_text(told));
        assert_int_equal(told, cases[k].due);
        br_fit_estimate_free(&e);
    }
}

static void directions_are_fitted_apart(void **state)
{
    (void)state;
    br_random g;
    br_random_init(&g, kit_seed(), 4);
    br_steady_map map;
    br_steady_point point[POINTS];
    br_steady_verdict told;
    draw(&map, point, BR_STEADY_GAUSS, 0.01, 1e-4, 5e-2, &g);
    for (int i = 0; i < POINTS; i++)
        point[i].F *= point[i].v < 0 ? 1.5 : 1;
    br_fit_estimate up = fit(BR_STEADY_GAUSS, &map, 1, &told), down = fit(BR_STEADY_GAUSS, &map, -1, &told);
    for (int i = 0; i < 4; i++) {
        assert_share(up.value[i], bent[i], 0.03);
        assert_share(down.value[i], i == 2 ? bent[i] : 1.5 * bent[i], 0.03);
    }
    br_fit_estimate_free(&up);
    br_fit_estimate_free(&down);
}

// A ladder of speeds up and down, with autocorrelated noise and 2 % of wild samples.
enum { STEPS = 10, STAY = 1000 };
static long long ladder(double *v, double *F, br_random *g)
{
    double noise = 0;
    for (int k = 0; k < 2 * STEPS; k++)
        for (int i = 0; i < STAY; i++) {
            double speed = 1e-3 * pow(1.5, k % STEPS), at = k < STEPS ? speed : -speed;
            noise = 0.7 * noise + 0.05 * br_random_normal(g);
            at *= i < 20 ? 0.05 * i : 1; // gets up to speed
            v[k * STAY + i] = at * (1 + 1e-3 * br_random_normal(g));
            F[k * STAY + i] = twin(BR_STEADY_GAUSS, at) + noise + (br_random_uniform(g) < 0.02 ? 20 : 0);
        }
    return 2LL * STEPS * STAY;
}

static void a_ladder_gives_a_point_for_each_step_whatever_wild_samples_say(void **state)
{
    (void)state;
    enum { SEEDS = 20 };
    br_random g;
    br_random_init(&g, kit_seed(), 5);
    double *v = kit_reals(2 * STEPS * STAY), *F = kit_reals(2 * STEPS * STAY);
    int inside = 0;
    br_steady_options o = br_steady_defaults();
    for (int k = 0; k < SEEDS; k++) {
        br_steady_map map;
        long long n = ladder(v, F, &g);
        assert_int_equal(br_steady_pieces(&map, &o, n, 1e-3, v, F), BR_OK);
        assert_int_equal(map.points, 2 * STEPS);
        for (int i = 0; i < map.points; i++) {
            const br_steady_point *p = &map.point[i];
            double speed = 1e-3 * pow(1.5, i < STEPS ? STEPS - 1 - i : i - STEPS), at = i < STEPS ? -speed : speed;
            assert_share(p->v, at, 1e-3);
            inside += fabs(p->F - twin(BR_STEADY_GAUSS, at)) < 1.96 * p->sd;
        }
        br_steady_free(&map);
    }
    print_message("%d of %d within 1.96 sd\n", inside, 2 * STEPS * SEEDS);
    assert_true(inside > 0.83 * 2 * STEPS * SEEDS);
    free(v);
    free(F);
}

static void bins_of_a_sweep_lie_on_the_curve(void **state)
{
    (void)state;
    enum { N = 40000 };
    br_random g;
    br_random_init(&g, kit_seed(), 6);
    double *v = kit_reals(N), *F = kit_reals(N);
    for (int i = 0; i < N; i++) {
        v[i] = 0.02 * sin(2 * KIT_PI * i / 4000);
        F[i] = i % 97 ? twin(BR_STEADY_GAUSS, v[i]) + 0.1 * br_random_normal(&g) : (double)NAN;
    }
    br_steady_map map;
    br_steady_options o = br_steady_defaults();
    o.slowest = 5e-4;
    assert_int_equal(br_steady_bins(&map, &o, N, 1e-3, v, F), BR_OK);
    assert_true(map.points > 30);
    for (int i = 0; i < map.points; i++) {
        assert_true(i == 0 || map.point[i].v > map.point[i - 1].v);
        assert_true(fabs(map.point[i].F - twin(BR_STEADY_GAUSS, map.point[i].v)) < 5 * map.point[i].sd + 0.1);
    }
    o.steadiest = 1e-9; // nothing is as steady as that
    br_steady_free(&map);
    assert_int_equal(br_steady_bins(&map, &o, N, 1e-3, v, F), BR_NEGATIVE);
    assert_null(map.point);
    free(v);
    free(F);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_come_back_and_sds_cover_them),
        cmocka_unit_test(bic_tells_the_curves_apart),
        cmocka_unit_test(verdicts_say_what_points_do_not_tell),
        cmocka_unit_test(directions_are_fitted_apart),
        cmocka_unit_test(a_ladder_gives_a_point_for_each_step_whatever_wild_samples_say),
        cmocka_unit_test(bins_of_a_sweep_lie_on_the_curve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
