// test_bound_member.c - boxes of parameters: the truth is never outside, and what is inside explains the data.
#include "num/base/fp.h"

#include <math.h>

#include "bound/search/member.h"
#include "bound_setup.h"
#include "backwards_crew.h"

enum { ROWS = 12 };

typedef struct data {
    double t[ROWS], u[ROWS], F[ROWS];
    br_interval y[ROWS], off;
    double error;
    br_readings readings;
} data;

static double stribeck(double FC, double FS, double v)
{
    return FC + (FS - FC) * exp(-(v / 0.1) * (v / 0.1)) + 0.05 * v;
}

// z of LuGre with the input held: in closed form.
static double lugre(double sigma0, double FC, const double *v, int row, double h)
{
    double z = 0, F = 0;
    for (int k = 0; k <= row; k++) {
        double g = FC + (1.5 - FC) * exp(-v[k] * v[k] * 1e6), rate = sigma0 * fabs(v[k]) / g, end = v[k] / rate;
        F = sigma0 * z + 316.22776601683796 * (v[k] - rate * z) + 0.4 * v[k];
        z = end + (z - end) * exp(-rate * h);
    }
    return F;
}

static void measure(data *d, bool dynamic, double a, double b)
{
    static const int what_static = 0, what_dynamic = 1;
    double h = 2e-3;
    d->off = br_interval_of(0, 0);
    for (int k = 0; k < ROWS; k++) {
        d->t[k] = k * h;
        d->u[k] = dynamic ? between(0.5e-3, 2e-3) * (k % 5 < 3 ? 1 : -1) : 0.01 + 0.04 * k;
    }
    for (int k = 0; k < ROWS; k++) {
        d->F[k] = dynamic ? lugre(a, b, d->u, k, h) : stribeck(a, b, d->u[k]);
        double seen = d->F[k] + between(-0.999, 0.999) * d->error;
        d->y[k] = br_interval_of(seen - d->error, seen + d->error);
    }
    d->readings = (br_readings){ROWS, d->t, d->u, false, &d->off, 1, dynamic ? &what_dynamic : &what_static, d->y};
}

static bool holds(const br_interval *box, double a, double b)
{
    return br_interval_has(box[0], a) && br_interval_has(box[1], b);
}

// The truth is in a box that is left; the middle of a box that is inside explains every row.
static void check(bool dynamic, double a, double b)
{
    br_model m;
    br_members s;
    br_diag why = {0};
    data d = {.error = dynamic ? 0.05 : 0.004};
    br_member_options o = br_member_defaults();
    measure(&d, dynamic, a, b);
    o.boxes = 150;
    o.fine = 1.0 / 16;
    open_model(&m, dynamic ? "lugre" : "stribeck", dynamic ? "table-I" : "fig-3.1a",
               dynamic ? "sigma0 = 6e4..1.5e5 N/m, FC = 0.7..1.3 N" : "FC = 0.05..0.2 N, FS = 0.25..0.4 N");
    assert_int_equal(br_members_make(&s, &m, &d.readings, &o, &why), BR_OK);
    bool found = false;
    assert_int_equal(s.dims, 2);
    for (long k = 0; k < s.count; k++) {
        const br_interval *box = s.box + 2 * k;
        found = found || holds(box, a, b);
        double at = br_interval_mid(box[0]), and = br_interval_mid(box[1]);
        for (int i = 0; i < ROWS && s.inside[k]; i++) {
            double F = dynamic ? lugre(at, and, d.u, i, 2e-3) : stribeck(at, and, d.u[i]);
            assert_true(F >= d.y[i].lo - 1e-9 && F <= d.y[i].hi + 1e-9);
        }
    }
    assert_true(found && holds(s.hull, a, b));
    assert_true(s.outer < 0.7 && s.inner <= s.outer);
    br_members_free(&s);
    br_model_close(&m);
}

static void the_truth_is_never_outside(void **state)
{
    long problems = counted(10000) / 10000 + 1;
    (void)state;
    for (long i = 0; i < problems; i++) {
        check(false, between(0.06, 0.19), between(0.26, 0.39));
        check(true, between(7e4, 1.4e5), between(0.75, 1.25));
    }
}

// What is outside of all: nothing is left, and the row is told.
static void data_that_nothing_explains_are_told(void **state)
{
    br_model m;
    br_members s;
    br_diag why = {0};
    data d = {.error = 0.004};
    br_member_options o = br_member_defaults();
    (void)state;
    measure(&d, false, 0.1, 0.3);
    d.y[7] = br_interval_of(0.9, 1);
    open_model(&m, "stribeck", "fig-3.1a", "FC = 0.05..0.2 N, FS = 0.25..0.4 N");
    assert_int_equal(br_members_make(&s, &m, &d.readings, &o, &why), BR_OK);
    assert_int_equal(s.count, 0);
    assert_int_equal(s.died, 7);
    br_members_free(&s);
    br_model_close(&m);
}

// A curve that is measured well has boxes inside.
static void inside_is_found(void **state)
{
    br_model m;
    br_members s;
    br_diag why = {0};
    data d = {.error = 0.02};
    br_member_options o = br_member_defaults();
    (void)state;
    measure(&d, false, 0.1, 0.3);
    open_model(&m, "stribeck", "fig-3.1a", "FC = 0.05..0.2 N, FS = 0.25..0.4 N");
    assert_int_equal(br_members_make(&s, &m, &d.readings, &o, &why), BR_OK);
    assert_true(s.inner > 0);
    br_members_free(&s);
    br_model_close(&m);
    open_model(&m, "stribeck", "fig-3.1a", "");
    assert_int_equal(br_members_make(&s, &m, &d.readings, &o, &why), BR_NEGATIVE);
    br_model_close(&m);
}

// The same boxes, bit for bit; also where the boxes are used up between two rounds. Inputs with errors have two tubes a box.
static void crews_find_the_same_boxes(void **state)
{
    static backwards all;
    br_diag why = {0};
    (void)state;
    for (int i = 0; i < 4; i++) {
        br_model m;
        br_members alone, crew;
        data d = {.error = i % 2 ? 0.05 : 0.004};
        br_member_options o = br_member_defaults();
        measure(&d, i % 2, i % 2 ? 1e5 : 0.1, i % 2 ? 1 : 0.3);
        d.off = i < 2 ? br_interval_of(-1e-6, 1e-6) : d.off;
        o.boxes = i < 2 ? 29 : 60;
        o.fine = 1.0 / 16;
        open_model(&m, i % 2 ? "lugre" : "stribeck", i % 2 ? "table-I" : "fig-3.1a",
                   i % 2 ? "sigma0 = 6e4..1.5e5 N/m, FC = 0.7..1.3 N" : "FC = 0.05..0.2 N, FS = 0.25..0.4 N");
        assert_int_equal(br_members_make(&alone, &m, &d.readings, &o, &why), BR_OK);
        o.crew = backwards_crew(&all);
        assert_int_equal(br_members_make(&crew, &m, &d.readings, &o, &why), BR_OK);
        assert_true(alone.count > 0 && crew.count == alone.count && crew.examined == alone.examined);
        assert_true(crew.died == alone.died && crew.used_up == alone.used_up);
        assert_true(crew.inner == alone.inner && crew.outer == alone.outer);
        size_t count = (size_t)alone.count;
        assert_memory_equal(crew.box, alone.box, count * 2 * sizeof *alone.box);
        assert_memory_equal(crew.inside, alone.inside, count * sizeof *alone.inside);
        br_members_free(&alone);
        br_members_free(&crew);
        br_model_close(&m);
    }
    assert_true(all.shared > 8 && all.awaited == all.offered);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_truth_is_never_outside),
        cmocka_unit_test(crews_find_the_same_boxes),
        cmocka_unit_test(data_that_nothing_explains_are_told),
        cmocka_unit_test(inside_is_found),
    };
    return cmocka_run_group_tests(tests, setup_random, NULL);
}
