// test_fit_inverse.c - mass and friction by inverse dynamics: planted truths, and the published numbers of the EMPS.
//
// Janot, Gautier and Brunot 2019; ../shared/data/README.md. Tests on it are skipped where the data are absent.
#include "file/csv/csv.h"
#include "fit/statistics/decimate.h"
#include "fit/identify/inverse.h"
#include "fit_kit.h"

static int br_fit_find(const br_fit_estimate *e, const char *name)
{
    for (int i = 0; i < e->n; i++)
        if (strcmp(e->name[i], name) == 0)
            return i;
    return -1;
}

// |b - A x|/|b| on rows that need not be those of the fit; NaN where none is finite.
static double br_linear_relative(const br_fit_estimate *e, long long rows, const double *A, const double *b)
{
    double left = 0, all = 0;
    for (long long i = 0; i < rows; i++) {
        double r = b[i];
        for (int j = 0; j < e->n; j++)
            r -= A[i * e->n + j] * e->value[j];
        if (r - r != 0)
            continue;
        left += r * r;
        all += b[i] * b[i];
    }
    return sqrt(left / all);
}

static const char path[] = "../shared/data/emps/emps_identification.csv";

typedef struct axis {
    int n;
    double *q, *force;
} axis;

static axis load(void)
{
    br_csv *t = NULL;
    br_diag why;
    br_columns table;
    const int want[] = {2, 3};
    kit_skip_without(path);
    assert_int_equal(br_csv_open(&t, path, br_csv_defaults(), &why), BR_OK);
    assert_int_equal(br_csv_want(t, want, 2, &why), BR_OK);
    assert_int_equal(br_columns_load(&table, t, &why), BR_OK);
    br_csv_close(t);
    int n = (int)table.rows;
    axis a = {n, kit_reals(n), kit_reals(n)};
    for (int i = 0; i < a.n; i++) {
        a.q[i] = table.column[0][i];
        a.force[i] = 35.15065188248547 * table.column[1][i];
    }
    br_columns_free(&table);
    return a;
}

static void drop(axis *a)
{
    free(a->q);
    free(a->force);
}

static void show(const br_fit_estimate *e)
{
    for (int i = 0; i < e->n; i++)
        print_message("  %-6s %10.4f sd %7.4f\n", e->name[i], e->value[i], e->sd[i]);
    print_message("  relative error %.4f %%, condition %.1f, bic %.1f, whiteness %.2g\n", 100 * e->relative,
                  e->condition, e->bic, e->whiteness);
}

static br_fit_estimate fit(const axis *a, const br_inverse_options *o, const char *names[BR_INVERSE_TERMS])
{
    br_regression r;
    br_fit_estimate e;
    assert_int_equal(br_fit_estimate_init(&e, br_inverse_names(o->terms, names), names), BR_OK);
    assert_int_equal(br_inverse_rows(&r, o, a->n, a->q, a->force), BR_OK);
    assert_int_equal(br_linear_fit(&e, r.rows, r.A, r.b, NULL), BR_OK);
    br_regression_free(&r);
    return e;
}

static void emps_gives_the_published_values_and_sds(void **state)
{
    (void)state;
    static const struct {
        double value, sd, within;
    } published[] = {
        {95.1089, 0.1085, 1e-3}, {203.5034, 1.146, 5e-3}, {20.3935, 0.1012, 1e-3}, {-3.1648, 0.0444, 5e-3}};
    axis a = load();
    const char *names[BR_INVERSE_TERMS];
    br_inverse_options o = br_inverse_defaults(1e-3);
    br_fit_estimate e = fit(&a, &o, names);
    show(&e);
    for (int i = 0; i < e.n; i++) {
        assert_share(e.value[i], published[i].value, published[i].within);
        assert_share(e.sd[i], published[i].sd, 0.05);
    }
    assert_true(e.relative <= 0.0415);
    br_fit_estimate_free(&e);
    drop(&a);
}

// The fit of rows [0, cut), its error on the rest.
static double held_out(const br_regression *r, int cut, const char *const *names, double *bic)
{
    br_fit_estimate e;
    assert_int_equal(br_fit_estimate_init(&e, r->n, names), BR_OK);
    assert_int_equal(br_linear_fit(&e, cut, r->A, r->b, NULL), BR_OK);
    double error = br_linear_relative(&e, r->rows - cut, r->A + (size_t)cut * (size_t)r->n, r->b + cut);
    *bic = e.bic;
    br_fit_estimate_free(&e);
    return error;
}

static void friction_of_emps_depends_on_direction_by_bic_and_held_out(void **state)
{
    (void)state;
    axis a = load();
    br_regression plain, split;
    const char *names[2][BR_INVERSE_TERMS];
    br_inverse_options o = br_inverse_defaults(1e-3);
    br_inverse_names(o.terms, names[0]);
    assert_int_equal(br_inverse_rows(&plain, &o, a.n, a.q, a.force), BR_OK);
    o.terms = BR_INVERSE_SPLIT;
    br_inverse_names(o.terms, names[1]);
    assert_int_equal(br_inverse_rows(&split, &o, a.n, a.q, a.force), BR_OK);
    double bic[2], error[2] = {held_out(&plain, plain.rows / 2, names[0], &bic[0]),
                               held_out(&split, split.rows / 2, names[1], &bic[1])};
    print_message("second half: %.3f %% plain, %.3f %% split; bic %.0f and %.0f\n", 100 * error[0], 100 * error[1],
                  bic[0], bic[1]);
    assert_true(bic[1] < bic[0] - 100);
    assert_true(error[1] < 0.85 * error[0]);
    br_regression_free(&plain);
    br_regression_free(&split);
    drop(&a);
}

// Moves of two sines, which reverse, and the force that goes with them exactly.
static axis planted(double split, double gravity, double noise, uint64_t stream)
{
    br_random g;
    enum { SAMPLES = 20000 };
    axis a = {SAMPLES, kit_reals(SAMPLES), kit_reals(SAMPLES)};
    br_random_init(&g, kit_seed(), stream);
    for (int i = 0; i < a.n; i++) {
        double t = 1e-3 * i, w = 2 * KIT_PI * 0.7, u = 2 * KIT_PI * 1.9;
        double q = 0.1 * sin(w * t) + 0.02 * sin(u * t + 1), v = 0.1 * w * cos(w * t) + 0.02 * u * cos(u * t + 1);
        double acc = -0.1 * w * w * sin(w * t) - 0.02 * u * u * sin(u * t + 1), sign = v > 0 ? 1 : -1;
        a.q[i] = q;
        a.force[i] = 95 * acc + (200 + split * 30 * sign) * v + (20 + split * 2 * sign) * sign - 3 +
                     gravity * 40 * sin(q) + noise * br_random_normal(&g);
    }
    return a;
}

static void planted_parameters_come_back(void **state)
{
    (void)state;
    static const double want[] = {95, 200, 20, -3};
    const char *names[BR_INVERSE_TERMS];
    axis a = planted(0, 0, 0, 1);
    br_inverse_options o = br_inverse_defaults(1e-3);
    br_fit_estimate e = fit(&a, &o, names);
    for (int i = 0; i < e.n; i++)
        assert_share(e.value[i], want[i], 1e-3);
    br_fit_estimate_free(&e);
    drop(&a);
}

static void directions_and_gravity_come_back(void **state)
{
    (void)state;
    static const double want[] = {95, 230, 170, 19, 21, 40};
    static const char *const named[] = {"M", "Fv+", "Fv-", "Fc+", "Fc-", "Gs"};
    const char *names[BR_INVERSE_TERMS];
    axis a = planted(1, 1, 0, 2);
    br_inverse_options o = br_inverse_defaults(1e-3);
    o.terms = BR_INVERSE_SPLIT | BR_INVERSE_SINE;
    br_fit_estimate e = fit(&a, &o, names);
    show(&e);
    assert_int_equal(e.n, 6);
    for (int i = 0; i < e.n; i++) {
        assert_string_equal(e.name[i], named[i]);
        assert_share(e.value[i], want[i], 5e-3);
    }
    br_fit_estimate_free(&e);
    // Both directions and an offset: one too much, and it is said which.
    o.terms = BR_INVERSE_SPLIT | BR_INVERSE_OFFSET;
    e = fit(&a, &o, names);
    assert_int_equal(e.rank, e.n - 1);
    assert_true(isinf(e.sd[br_fit_find(&e, "Fc+")]) && isinf(e.sd[br_fit_find(&e, "offset")]));
    assert_true(isfinite(e.sd[br_fit_find(&e, "M")]));
    br_fit_estimate_free(&e);
    drop(&a);
}

// Decimated noise is nearly white (0.8 of the new band), so sds are nearly those of independent rows.
static void sds_cover_planted_parameters(void **state)
{
    (void)state;
    static const double want[] = {95, 200, 20, -3};
    enum { SEEDS = 60 };
    int inside = 0;
    for (int k = 0; k < SEEDS; k++) {
        const char *names[BR_INVERSE_TERMS];
        axis a = planted(0, 0, 10, 100 + (uint64_t)k);
        br_inverse_options o = br_inverse_defaults(1e-3);
        br_fit_estimate e = fit(&a, &o, names);
        for (int i = 0; i < e.n; i++)
            inside += fabs(e.value[i] - want[i]) < 1.96 * e.sd[i];
        br_fit_estimate_free(&e);
        drop(&a);
    }
    print_message("%d of %d within 1.96 sd\n", inside, 4 * SEEDS);
    assert_true(inside > 0.86 * 4 * SEEDS);
}

// |H|^2 of order 8: 1/(1 + eps^2 T8^2(tan(pi f/2)/tan(pi fc/2))), forward and backward.
static void the_decimating_filter_is_chebyshevs(void **state)
{
    (void)state;
    enum { SAMPLES = 40000 };
    double *x = kit_reals(SAMPLES), eps2 = pow(10, 0.005) - 1;
    for (int k = 0; k < 12; k++) {
        double f = 0.004 * (k + 1), w = tan(KIT_PI / 2 * f) / tan(KIT_PI / 2 * 0.08); // of half the rate
        double T = w <= 1 ? cos(8 * acos(w)) : cosh(8 * acosh(w)), due = 1 / (1 + eps2 * T * T), most = 0;
        for (int i = 0; i < SAMPLES; i++)
            x[i] = cos(KIT_PI * f * i);
        int left;
        assert_int_equal(br_decimate(10, SAMPLES, x, &left), BR_OK);
        assert_int_equal(left, SAMPLES / 10);
        double c = 0, s = 0;
        for (int i = 1000; i < 3000; i++) { // whole periods of f
            c += x[i] * cos(KIT_PI * f * (9 + 10 * i));
            s += x[i] * sin(KIT_PI * f * (9 + 10 * i));
            most = fmax(most, fabs(x[i]));
        }
        assert_true(fabs(c / 1000 - due) < 1e-9 && fabs(s / 1000) < 1e-9);
        assert_true(most < 1.0001);
    }
    free(x);
}

static void logs_too_short_and_wrong_options_are_refused(void **state)
{
    (void)state;
    br_regression r;
    double q[120] = {0};
    br_inverse_options o = br_inverse_defaults(1e-3);
    assert_int_equal(br_inverse_rows(&r, &o, 60, q, q), BR_BAD_DATA);
    o.cutoff = 501;
    assert_int_equal(br_inverse_rows(&r, &o, 120, q, q), BR_BAD_USAGE);
    o.terms = 0;
    assert_int_equal(br_inverse_rows(&r, &o, 120, q, q), BR_BAD_USAGE);
    assert_null(r.A);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(emps_gives_the_published_values_and_sds),                   // may be skipped
        cmocka_unit_test(friction_of_emps_depends_on_direction_by_bic_and_held_out), // may be skipped
        cmocka_unit_test(planted_parameters_come_back),
        cmocka_unit_test(directions_and_gravity_come_back),
        cmocka_unit_test(sds_cover_planted_parameters),
        cmocka_unit_test(the_decimating_filter_is_chebyshevs),
        cmocka_unit_test(logs_too_short_and_wrong_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
