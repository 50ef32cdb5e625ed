// test_identification_curves.c - bristle/identify.h: Stribeck curve, virgin curve and parameter files; misuse and failing memory of these.
#include "identification_kit.h"
#include "kit/failing_memory.h"
#include <bristle/simulate.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLES = 2001 };

// A law along a motion whose position and velocity are known, with positions in the log.
static br_table *moved(br_law *law, double amplitude, double frequency)
{
    static const char *const heading[] = {"t [s]", "x [m]", "v [m/s]", "F [N]"};
    double *rows = malloc(4 * (size_t)SAMPLES * sizeof *rows), w = 2 * acos(-1) * frequency;
    const double *const column[] = {rows, rows + SAMPLES, rows + 2 * SAMPLES, rows + 3 * SAMPLES};
    br_simulation_options o;
    br_simulation *s = NULL;
    br_table *lent = NULL, *log = NULL;
    char input[80];
    assert_non_null(rows);
    assert_int_equal(br_simulation_defaults(&o, sizeof o), BR_OK);
    snprintf(input, sizeof input, "v = %.17g*cos(%.17g*t) m/s", amplitude * w, w);
    o.input = input;
    o.until = 2;
    o.step = 1e-3;
    assert_int_equal(br_simulation_open(&s, law, &o, NULL), BR_OK);
    assert_int_equal(br_simulation_run(s, NULL, NULL, NULL), BR_OK);
    for (int k = 0; k < SAMPLES; k++) {
        rows[k] = 1e-3 * k;
        rows[SAMPLES + k] = amplitude * sin(w * rows[k]);
        rows[2 * SAMPLES + k] = br_simulation_values(s, br_simulation_index(s, "v"))[k];
        rows[3 * SAMPLES + k] = br_simulation_values(s, br_simulation_index(s, "F"))[k];
    }
    assert_int_equal(br_table_lend(&lent, "log", heading, column, 4, SAMPLES, NULL, NULL), BR_OK);
    assert_int_equal(br_table_join(&log, &lent, 1, NULL, NULL), BR_OK);
    assert_int_equal(br_table_load(log, NULL), BR_OK);
    br_table_close(lent);
    br_simulation_close(s);
    free(rows);
    return log;
}

static br_identification *fitted_table(const char *name, br_table *log)
{
    br_law *law = opened(name, NULL);
    br_identification_options o = usual();
    br_identification *id = opened_for(law, &o);
    br_diag why = {0};
    assert_int_equal(br_identification_add(id, log, BR_LOG_FITTED, &why), BR_OK);
    br_status status = br_identification_run(id, NULL, NULL, &why);
    if (status != BR_OK && status != BR_NEGATIVE)
        fail_msg("%s", why.text);
    br_law_close(law);
    return id;
}

// A ladder of speeds, to and fro, with friction that falls from FS to FC.
static log_rows *ladder(double FC, double FS, double vs, double sigma2)
{
    enum { STEPS = 24, EACH = ROWS / STEPS };
    unsigned seed = 5;
    log_rows *l = measured(1, 0, 0);
    for (int k = 0; k < ROWS; k++) {
        int step = k / EACH;
        double speed = 0.01 * pow(100, step / 2 / (STEPS / 2 - 1.0)), side = step % 2 ? -1 : 1;
        l->t[k] = 0.01 * k;
        l->v[k] = side * speed;
        l->F[k] = side * (FC + (FS - FC) * exp(-pow(speed / vs, 2)) + sigma2 * speed) + 1e-3 * noise_at(&seed);
    }
    return l;
}

static void the_stribeck_curve_is_the_planted_one(void **state)
{
    (void)state;
    br_identification_stribeck s = {.size = sizeof s};
    log_rows *l = ladder(1, 1.6, 0.1, 0.5);
    br_table *log = table_of(l, "ladder");
    br_identification *id = fitted_table("stribeck", log);
    assert_int_equal(br_identification_stribeck_of(id, &s), BR_OK);
    if (!s.falls || fabs(s.FC - 1) > 0.02 || fabs(s.FS - 1.6) > 0.02 || fabs(s.vs - 0.1) > 0.005)
        fail_msg("%s: FC %g, FS %g, vs %g", s.verdict, s.FC, s.FS, s.vs);
    assert_true(s.points >= 10 && fabs(s.sigma2 - 0.5) < 0.05);
    s.size = 3;
    assert_int_equal(br_identification_stribeck_of(id, &s), BR_BAD_USAGE);
    assert_int_equal(br_identification_stribeck_of(NULL, &s), BR_BAD_USAGE);
    br_identification_close(id);
    br_table_close(log);
    free(l);
}

// Maxwell-slip elements obey Masing's rule: from rest, and in half the size from any reversal, each is a spring up to its limit.
static double virgin_at(const br_law *law, double x)
{
    double F = 0;
    for (int i = 1; i <= 4; i++) {
        char kappa[20], nu[20];
        snprintf(kappa, sizeof kappa, "kappa[%d]", i);
        snprintf(nu, sizeof nu, "nu[%d]", i);
        F += fmin(br_law_value(law, kappa) * x, br_law_value(law, nu) * br_law_value(law, "FC"));
    }
    return F;
}

static void the_virgin_curve_is_that_of_the_elements(void **state)
{
    (void)state;
    br_diag why = {0};
    br_law *law = opened("maxwell-slip", "table-B.3");
    br_table *log = moved(law, 8e-5, 1), *curve = NULL;
    br_identification *id = fitted_table("coulomb", log); // any law will do
    if (br_identification_virgin(id, &curve, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(br_table_load(curve, &why), BR_OK);
    const double *x = br_table_values(curve, br_table_index(curve, "x", NULL)),
                 *F = br_table_values(curve, br_table_index(curve, "F", NULL));
    assert_true(br_table_rows(curve) > 5);
    for (size_t k = 0; k < br_table_rows(curve); k++)
        if (fabs(F[k] - virgin_at(law, x[k])) > 0.1)
            fail_msg("%g N at %g m, for %g N", F[k], x[k], virgin_at(law, x[k]));
    br_table_close(curve);
    br_status status = BR_NO_MEMORY;
    for (long n = 0; status == BR_NO_MEMORY; n++) {
        curve = NULL;
        why.text[0] = 0;
        countdown = n;
        status = br_identification_virgin(id, &curve, &why);
        bool failed = countdown < 0;
        countdown = -1;
        if (status != (failed ? BR_NO_MEMORY : BR_OK) || failed != !curve || (failed && !why.text[0]))
            fail_msg("call %ld: status %d", n, (int)status);
        br_table_close(curve);
    }
    br_identification_close(id);
    br_law_close(law);
    br_table_close(log);
}

static void what_has_no_curve_says_so(void **state)
{
    (void)state;
    log_rows *l = measured(3, 0.05, 0); // no positions
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    br_identification *id = fitted_to(law, l, &o), *fresh = opened_for(law, &o);
    br_identification_stribeck s = {.size = sizeof s};
    br_table *curve = NULL;
    br_diag why = {0};
    assert_int_equal(br_identification_virgin(id, &curve, &why), BR_NEGATIVE);
    assert_non_null(strstr(why.text, "loops"));
    assert_int_equal(br_identification_stribeck_of(id, &s), BR_OK);
    assert_int_equal(s.falls, 0); // Coulomb friction does not fall
    assert_int_equal(br_identification_virgin(fresh, &curve, &why), BR_NEGATIVE);
    assert_int_equal(br_identification_virgin(NULL, &curve, &why), BR_BAD_USAGE);
    assert_int_equal(br_identification_virgin(id, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_identification_stribeck_of(fresh, &s), BR_BAD_USAGE);
    assert_int_equal(br_identification_save(fresh, "none.params", &why), BR_NEGATIVE);
    assert_int_equal(br_identification_save(id, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_identification_save(NULL, "none.params", &why), BR_BAD_USAGE);
    assert_null(curve);
    br_identification_close(id);
    br_identification_close(fresh);
    br_law_close(law);
    free(l);
}

static void a_parameter_file_has_the_fitted_law(void **state)
{
    (void)state;
    char path[64], text[4096] = "";
    log_rows *l = measured(3, 0.05, 0);
    br_law *law = opened("coulomb", NULL), *found = NULL;
    br_identification_options o = usual();
    br_identification *id = fitted_to(law, l, &o);
    br_diag why = {0};
    snprintf(path, sizeof path, "identified-%ld.params", (long)getpid());
    if (br_identification_save(id, path, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_law *read = opened("coulomb", path);
    assert_int_equal(br_identification_law(id, &found, &why), BR_OK);
    for (int i = 0; i < br_law_count(found, BR_LAW_PARAMETERS); i++) {
        br_law_number p = {.size = sizeof p};
        assert_int_equal(br_law_number_at(found, BR_LAW_PARAMETERS, i, &p), BR_OK);
        assert_true(br_law_value(read, p.name) == p.value);
    }
    FILE *file = fopen(path, "r");
    assert_true(file && fread(text, 1, sizeof text - 1, file) > 0 && fclose(file) == 0);
    assert_non_null(strstr(text, "made by libbristle from log"));
    assert_non_null(strstr(text, "# covariance, in the order of FC sigma2 offset"));
    br_status status = BR_NO_MEMORY;
    for (long n = 0; status == BR_NO_MEMORY; n++) {
        br_table *map = NULL;
        br_diag said = {0};
        countdown = n;
        status = br_identification_save(id, path, &said);
        if (status == BR_OK)
            status = br_identification_map(id, &map, &said);
        bool failed = countdown < 0;
        countdown = -1;
        if ((status == BR_NO_MEMORY) != failed || (failed && !said.text[0]))
            fail_msg("call %ld: status %d", n, (int)status);
        br_table_close(map);
    }
    assert_int_equal(status, BR_OK);
    assert_int_equal(remove(path), 0);
    br_law_close(read);
    br_law_close(found);
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stribeck_curve_is_the_planted_one),
        cmocka_unit_test(the_virgin_curve_is_that_of_the_elements),
        cmocka_unit_test(what_has_no_curve_says_so),
        cmocka_unit_test(a_parameter_file_has_the_fitted_law),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
