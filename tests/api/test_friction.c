// test_friction.c - the public header: a program that knows nothing else opens laws and gets right numbers.
#include <bristle/friction.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const char own[] =
    "law spring \"a spring with a stop\"\n"
    "elements n = 2\ninput v m/s\nstate z[n] m\nparam k[n] N/m > 0\nparam stop N > 0\noutput F N\n"
    "z' = v\nF = clamp(sum(k*z), -stop, stop)\n"
    "set soft\nk = 1, 2, 3 N/m\nstop = 10 N\n";

static void a_built_in_law_opens_by_name(void **state)
{
    (void)state;
    br_friction *f;
    br_diag why = {0};
    assert_int_equal(br_friction_open(&f, "lugre", "table-I", "FC = 0.8 N", &why), BR_OK);
    assert_int_equal(br_friction_count(f, BR_FRICTION_STATES), 1);
    assert_int_equal(br_friction_count(f, BR_FRICTION_INPUTS), 1);
    assert_int_equal(br_friction_count(f, BR_FRICTION_PARAMETERS), 6);
    assert_int_equal(br_friction_count(f, BR_FRICTION_OUTPUTS), 1);
    char name[BR_FRICTION_NAME], unit[BR_FRICTION_UNIT];
    assert_int_equal(br_friction_name(f, BR_FRICTION_PARAMETERS, 2, name, unit), BR_OK);
    assert_string_equal(name, "FC");
    assert_string_equal(unit, "N");
    assert_int_equal(br_friction_name(f, BR_FRICTION_PARAMETERS, 6, name, unit), BR_BAD_USAGE);
    double p[6], u[] = {1e-3, -1e-3}, x[] = {1e-6, -1e-6}, out[4];
    br_friction_parameters(f, p);
    assert_true(p[2] == 0.8); // the list wins over the set
    br_friction_rate(f, 2, x, NULL, u, p, out);
    double g = 0.8 + (1.5 - 0.8) * exp(-1.0), rate = 1e-3 - 1e-3 * (1e5 * 1e-6 / g);
    assert_true(fabs(out[0] - rate) < 1e-18 && out[1] == -out[0]);
    assert_true(fabs(out[2] - (0.1 + sqrt(1e5) * rate + 0.4e-3)) < 1e-15 && out[3] == -out[2]);
    br_friction_close(f);
}

static void a_law_given_as_text_opens_and_has_derivatives(void **state)
{
    (void)state;
    br_friction *f;
    br_diag why = {0};
    if (br_friction_open(&f, own, "soft", NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(br_friction_count(f, BR_FRICTION_STATES), 3); // three values make three elements
    double p[4], u[] = {0.5}, x[] = {1, 1, 0.5}, out[4], jet[64];
    br_friction_parameters(f, p);
    assert_true(br_friction_count(f, BR_FRICTION_DERIVATIVES) <= 64);
    br_friction_jet(f, 1, x, NULL, u, p, out, jet);
    assert_true(out[3] == 4.5);
    bool seen = false;
    for (int i = 0; i < br_friction_blocks(f); i++) {
        br_friction_block b = br_friction_block_at(f, i);
        if (b.by != BR_FRICTION_STATES || b.row != 3)
            continue;
        seen = true;
        assert_int_equal(b.columns, 3);
        for (int k = 0; k < 3; k++)
            assert_true(jet[b.at + k] == 1 + k); // dF/dz = k below the stop
    }
    assert_true(seen);
    br_friction_close(f);
}

static void an_enclosure_holds_what_the_law_can_give(void **state)
{
    (void)state;
    br_friction *f;
    assert_int_equal(br_friction_open(&f, own, "soft", NULL, NULL), BR_OK);
    double p[4], u[] = {0.5}, lo[] = {1, 1, 0}, hi[] = {1, 2, 5}, out_lo[4], out_hi[4];
    br_friction_parameters(f, p);
    assert_int_equal(br_friction_enclose(f, lo, hi, NULL, u, u, p, p, out_lo, out_hi), BR_OK);
    assert_true(out_lo[3] <= 3 && out_lo[3] > 2.999 && out_hi[3] == 10); // 1 + 2 + 0 to the stop
    br_friction_close(f);
}

static void a_law_with_modes_runs_without_a_list_of_modes(void **state)
{
    (void)state;
    br_friction *f;
    assert_int_equal(br_friction_open(&f, "gms", "table-4.1", NULL, NULL), BR_OK);
    assert_int_equal(br_friction_count(f, BR_FRICTION_MODES), 4);
    double p[32], u[100], x[400] = {0}, out[500], one[5];
    assert_true(br_friction_count(f, BR_FRICTION_PARAMETERS) <= 32);
    br_friction_parameters(f, p);
    for (int k = 0; k < 100; k++)
        u[k] = 1e-4 * k;
    br_friction_rate(f, 100, x, NULL, u, p, out);
    br_friction_rate(f, 1, x, NULL, u + 99, p, one);
    for (int j = 0; j < 5; j++)
        assert_true(out[j * 100 + 99] == one[j]);
    assert_true(one[0] == 2.4e6 * u[99]); // sticking
    br_friction_close(f);
}

static void laws_step_sample_by_sample_and_change_their_modes(void **state)
{
    (void)state;
    br_friction *f;
    double p[32], u[3] = {1e-3, 0, 0}, x[4] = {0}, out[8];
    int next[4];
    char name[BR_FRICTION_NAME], unit[BR_FRICTION_UNIT];
    assert_int_equal(br_friction_open(&f, "elasto-plastic", "table-II", NULL, NULL), BR_OK);
    assert_int_equal(br_friction_count(f, BR_FRICTION_UPDATES), 2);
    br_friction_parameters(f, p);
    u[1] = 1e-3; // dt
    u[2] = 1e-6; // dx
    assert_int_equal(br_friction_step(f, 1, x, NULL, u, p, out), BR_OK);
    assert_true(out[0] == 1e-6); // elastic: the deflection follows
    assert_true(fabs(out[1] - (0.1 + 1e3 * 1e-3 + 0.4e-3)) < 1e-12);
    br_friction_close(f);
    assert_int_equal(br_friction_open(&f, "gms", "table-4.1", NULL, NULL), BR_OK);
    br_friction_parameters(f, p);
    x[0] = 1; // above its limit of 0.067*s
    assert_int_equal(br_friction_step(f, 1, x, NULL, u, p, out), BR_BAD_USAGE);
    br_friction_mode(f, 1, x, NULL, u, p, next);
    assert_int_equal(next[0], 1);
    assert_int_equal(next[1], 0);
    assert_int_equal(br_friction_count(f, BR_FRICTION_MODES), 4); // one per element
    assert_int_equal(br_friction_name(f, BR_FRICTION_MODES, 3, name, unit), BR_OK);
    assert_string_equal(name, "mode[4]");
    assert_int_equal(br_friction_name(f, BR_FRICTION_MODES, 4, name, unit), BR_BAD_USAGE);
    assert_int_equal(br_friction_count(f, BR_FRICTION_MODE_NAMES), 3); // what each of them may be
    assert_int_equal(br_friction_name(f, BR_FRICTION_MODE_NAMES, 1, name, unit), BR_OK);
    assert_string_equal(name, "forward");
    assert_int_equal(br_friction_name(f, BR_FRICTION_MODE_NAMES, 3, name, unit), BR_BAD_USAGE);
    br_friction_close(f);
}

static void numbers_and_units_are_si_whatever_the_law_declares(void **state)
{
    (void)state;
    static const char text[] = "law fine\ninput d mm\nparam k = 3 N/mm > 0\noutput F N\nF = k*d\n";
    br_friction *f;
    double p[1], u[] = {0.002}, out[1];
    char name[BR_FRICTION_NAME], unit[BR_FRICTION_UNIT], *c = NULL;
    assert_int_equal(br_friction_open(&f, text, NULL, NULL, NULL), BR_OK);
    br_friction_parameters(f, p);
    assert_int_equal(br_friction_name(f, BR_FRICTION_PARAMETERS, 0, name, unit), BR_OK);
    assert_string_equal(unit, "N/m");
    assert_true(p[0] == 3000);
    br_friction_rate(f, 1, NULL, NULL, u, p, out);
    assert_true(out[0] == 6); // 2 mm at 3 N/mm
    assert_int_equal(br_friction_print(f, 0, &c, NULL), BR_OK);
    assert_null(strstr(c, "mm"));
    free(c);
    br_friction_close(f);
}

static void a_failed_open_leaves_the_handle_and_says_why(void **state)
{
    (void)state;
    br_friction *f = (br_friction *)1;
    br_diag why = {0};
    assert_int_equal(br_friction_open(&f, "lugrr", NULL, NULL, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "lugrr"));
    assert_int_equal(br_friction_open(&f, "lugre", NULL, NULL, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "no value for sigma0"));
    assert_int_equal(br_friction_open(&f, "lugre", "table-X", NULL, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "table-X"));
    assert_non_null(strstr(why.text, "it has table-I, table-4.1"));
    assert_int_equal(br_friction_open(&f, "lugre", "tabel-I", NULL, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "did you mean table-I?"));
    assert_int_equal(br_friction_open(&f, own, "sfot", NULL, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "law spring has no set 'sfot' (it has soft; did you mean soft?)"));
    assert_int_equal(br_friction_open(&f, "lugre", "table-I", "FC = 1 m", &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "values:1:1"));
    assert_int_equal(br_friction_open(&f, "law x\nF = )\n", NULL, NULL, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "law:2:"));
    assert_int_equal(br_friction_open(&f, "elasto-plastic", "table-I", "zba = 12 um", &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "requires '0 < zba < zC', but here 0.000012 >= 0.00001 m, margin -2e-6 m"));
    assert_int_equal(br_friction_open(&f, "lugre", "table-I", "FC = 1 N, v = 2 m/s", &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "values:1:11: v is an input"));
    assert_int_equal(br_friction_open(&f, "lugre", "table-I", "z = 1 um", &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "values:1:1: z is a state"));
    assert_int_equal(br_friction_open(&f, "lugre", "table-I", "FC = 0.5..1 N", &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "not ranges"));
    assert_int_equal(br_friction_open(NULL, "lugre", NULL, NULL, &why), BR_BAD_USAGE);
    assert_ptr_equal(f, (br_friction *)1);
    br_friction_close(NULL);
}

static void a_law_prints_itself(void **state)
{
    (void)state;
    br_friction *f;
    char *text = NULL;
    assert_int_equal(br_friction_open(&f, own, "soft", NULL, NULL), BR_OK);
    assert_int_equal(br_friction_print(f, 1, &text, NULL), BR_OK);
    assert_non_null(strstr(text, "void brf_spring_rate("));
    free(text);
    br_friction_close(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_built_in_law_opens_by_name),
        cmocka_unit_test(a_law_given_as_text_opens_and_has_derivatives),
        cmocka_unit_test(an_enclosure_holds_what_the_law_can_give),
        cmocka_unit_test(a_law_with_modes_runs_without_a_list_of_modes),
        cmocka_unit_test(laws_step_sample_by_sample_and_change_their_modes),
        cmocka_unit_test(numbers_and_units_are_si_whatever_the_law_declares),
        cmocka_unit_test(a_failed_open_leaves_the_handle_and_says_why),
        cmocka_unit_test(a_law_prints_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
