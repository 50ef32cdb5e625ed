// test_law.c - bristle/law.h: laws by name, file and text; values by name; the numbers of friction.h; misuse and failing memory.
#include "api/api_kit.h"
#include "kit/failing_memory.h"
#include <bristle/friction.h>
#include <bristle/law.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static const char own[] = "law spring \"a spring with a stop\"\n"
                          "elements n = 2\ninput v m/s\nstate z[n] m\nparam k[n] N/m > 0\nparam stop N > 0 \"largest "
                          "force\"\noutput F N\n"
                          "z' = v\nF = clamp(sum(k*z), -stop, stop)\n"
                          "set soft\nk = 1, 2, 3 N/m\nstop = 10 N\n";

static void laws_have_the_numbers_of_friction_h(void **state)
{
    (void)state;
    br_diag why = {0};
    for (int i = 0; br_law_builtin(i); i++) {
        br_law *law = opened(br_law_builtin(i), NULL);
        const char *first = br_law_set_name(law, 0);
        char set[64] = "";
        snprintf(set, sizeof set, "%s", first ? first : "");
        br_law_close(law);
        br_friction *f;
        if (!set[0] || br_friction_open(&f, br_law_builtin(i), set, NULL, &why) != BR_OK)
            continue; // a plant whose inside has to be chosen
        law = opened(br_law_builtin(i), set);
        double x[64] = {0}, u[8] = {0}, a[128], b[128], p[256], q[256], jet[2048], other[2048];
        assert_true(br_law_count(law, BR_LAW_STATES) <= 64 && br_law_count(law, BR_LAW_DERIVATIVES) <= 2048);
        for (int k = 0; k < 64; k++)
            x[k] = 1e-6 * (k + 1);
        for (int k = 0; k < 8; k++)
            u[k] = 1e-3;
        br_friction_parameters(f, p);
        br_law_values(law, BR_LAW_PARAMETERS, q);
        assert_memory_equal(p, q, (size_t)br_law_count(law, BR_LAW_PARAMETERS) * sizeof *p);
        br_friction_jet(f, 1, x, NULL, u, p, a, jet);
        assert_int_equal(br_law_jet(law, 1, x, NULL, u, NULL, b, other), BR_OK);
        int rows = br_law_count(law, BR_LAW_STATES) + br_law_count(law, BR_LAW_OUTPUTS);
        assert_memory_equal(a, b, (size_t)rows * sizeof *a);
        assert_memory_equal(jet, other, (size_t)br_law_count(law, BR_LAW_DERIVATIVES) * sizeof *jet);
        assert_int_equal(br_law_blocks(law), br_friction_blocks(f));
        for (int k = 0; k <= br_law_blocks(law); k++) { // the last: none
            br_law_block mine = br_law_block_at(law, k);
            br_friction_block theirs = br_friction_block_at(f, k);
            assert_true((int)mine.by == (int)theirs.by && mine.row == theirs.row && mine.rows == theirs.rows &&
                        mine.column == theirs.column && mine.columns == theirs.columns && mine.at == theirs.at &&
                        mine.all_pairs == theirs.all_pairs);
        }
        int updates = br_law_count(law, BR_LAW_UPDATES);
        assert_int_equal(br_law_step(law, 1, x, NULL, u, NULL, b), updates > 0 ? BR_OK : BR_BAD_USAGE);
        assert_int_equal(br_friction_step(f, 1, x, NULL, u, p, a), updates > 0 ? BR_OK : BR_BAD_USAGE);
        assert_memory_equal(a, b, (size_t)(updates > 0 ? updates : rows) * sizeof *a);
        br_law_close(law);
        br_friction_close(f);
    }
}

static void values_are_found_by_name_and_changed(void **state)
{
    (void)state;
    br_diag why = {0};
    br_law *law = opened(own, "soft");
    br_law_number n = {.size = sizeof n};
    assert_string_equal(br_law_name(law), "spring");
    assert_string_equal(br_law_title(law), "a spring with a stop");
    assert_string_equal(br_law_set_name(law, 0), "soft");
    assert_null(br_law_set_name(law, 1));
    int i = br_law_index(law, BR_LAW_PARAMETERS, "k[3]");
    assert_int_equal(br_law_number_at(law, BR_LAW_PARAMETERS, i, &n), BR_OK);
    assert_string_equal(n.unit, "N/m");
    assert_true(n.value == 3 && n.low == 0 && n.high == HUGE_VAL);
    i = br_law_index(law, BR_LAW_PARAMETERS, "stop");
    assert_int_equal(br_law_number_at(law, BR_LAW_PARAMETERS, i, &n), BR_OK);
    assert_string_equal(n.meaning, "largest force");
    assert_int_equal(br_law_set(law, "k[3] = 5 N/m", &why), BR_OK);
    assert_int_equal(br_law_set(law, "stop = 0.02 kN, z[2] = 1 mm", &why), BR_OK);
    assert_true(br_law_value(law, "k[3]") == 5 && br_law_value(law, "k[1]") == 1 && br_law_value(law, "stop") == 20);
    assert_true(br_law_value(law, "z[2]") == 1e-3 && isnan(br_law_value(law, "v")) && isnan(br_law_value(law, "w")));
    assert_int_equal(br_law_set(law, "stop = 1 m", &why), BR_BAD_LAW); // and nothing has changed
    assert_non_null(strstr(why.text, "stop"));
    assert_true(br_law_value(law, "stop") == 20);
    double z[] = {1, 1, 1}, v = 0, out[4];
    assert_int_equal(br_law_rate(law, 1, z, NULL, &v, NULL, out), BR_OK);
    assert_true(out[3] == 8);
    br_law_close(law);
}

static void a_law_of_a_file_opens_and_uses_its_neighbours(void **state)
{
    (void)state;
    char folder[] = "/tmp/bristle-law-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/mine.law", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(own, file) >= 0 && fclose(file) == 0);
    br_law *law = opened(path, "soft");
    assert_true(br_law_value(law, "k[2]") == 2);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    br_law_close(law);
}

static void values_that_are_saved_are_read_again(void **state)
{
    (void)state;
    static const struct {
        const char *source, *params, *values;
    } of[] = {{"lugre", "table-I", "FC = 2.5 N"},
              {"stribeck", "table-II", "vs = 0.3 mm/s"}, // with a choice
              {"maxwell-slip", NULL, "kappa = 1, 2, 3 N/m, nu = 0.25, 0.5, 0.25, FC = 0.1 N"},
              {own, "soft", "stop = 3 N"},
              {"mass", NULL, "m = 2 kg, friction = lugre, fr = table-I, fr.FC = 1.25 N"}};
    char folder[] = "/tmp/bristle-law-XXXXXX", path[64];
    br_diag why = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/my-axis.params", folder);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        br_law *law = opened(of[i].source, of[i].params);
        assert_int_equal(br_law_set(law, of[i].values, &why), BR_OK);
        if (br_law_save(law, path, "my-axis", &why) != BR_OK)
            fail_msg("%s", why.text);
        br_law *read = opened(of[i].source, path);
        assert_int_equal(br_law_count(read, BR_LAW_PARAMETERS), br_law_count(law, BR_LAW_PARAMETERS));
        for (int k = 0; k < br_law_count(law, BR_LAW_PARAMETERS); k++) {
            br_law_number p = {.size = sizeof p}, q = p;
            assert_int_equal(br_law_number_at(law, BR_LAW_PARAMETERS, k, &p), BR_OK);
            assert_int_equal(br_law_number_at(read, BR_LAW_PARAMETERS, k, &q), BR_OK);
            assert_string_equal(p.name, q.name);
            assert_memory_equal(&p.value, &q.value, sizeof p.value);
        }
        for (int k = 0; br_law_choice(law, k); k++)
            assert_string_equal(br_law_chosen(law, k), br_law_chosen(read, k));
        br_law_close(read);
        br_law_close(law);
    }
    br_law *bare = opened("lugre", NULL), *lugre = opened("lugre", "table-I"), *plant = NULL;
    assert_int_equal(br_law_open_in(&plant, "mass", "friction", lugre, &why), BR_OK);
    assert_int_equal(br_law_save(bare, path, "x", &why), BR_BAD_LAW); // values are missing
    assert_int_equal(br_law_save(plant, path, "x", &why), BR_BAD_USAGE);
    assert_int_equal(br_law_save(lugre, path, "a set", &why), BR_BAD_USAGE);
    assert_int_equal(br_law_save(lugre, path, "", &why), BR_BAD_USAGE);
    assert_int_equal(br_law_save(lugre, NULL, "x", &why), BR_BAD_USAGE);
    assert_int_equal(br_law_save(NULL, path, "x", &why), BR_BAD_USAGE);
    assert_int_equal(br_law_save(lugre, folder, "x", &why), BR_NO_FILE);
    br_law_close(bare);
    br_law_close(lugre);
    br_law_close(plant);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void a_matrix_of_derivatives_is_that_of_differences(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    double z = 2e-6, v = 1e-3, out[2], more[2], less[2], jet[64], by_v[2], h = 1e-9;
    assert_int_equal(br_law_jet(law, 1, &z, NULL, &v, NULL, out, jet), BR_OK);
    assert_int_equal(br_law_jacobian(law, jet, 1, 0, BR_LAW_INPUTS, by_v), BR_OK);
    double up = v + h, down = v - h;
    assert_int_equal(br_law_rate(law, 1, &z, NULL, &up, NULL, more), BR_OK);
    assert_int_equal(br_law_rate(law, 1, &z, NULL, &down, NULL, less), BR_OK);
    for (int i = 0; i < 2; i++)
        assert_true(fabs((more[i] - less[i]) / (2 * h) - by_v[i]) < 1e-4 * fabs(by_v[i]));
    br_law_close(law);
}

static void rates_at(const br_law *law, const double *x, const double *u, double *out)
{
    assert_int_equal(br_law_rate(law, 1, x, NULL, u, NULL, out), BR_OK);
}

static void a_plant_takes_any_law_with_its_values(void **state)
{
    (void)state;
    const double x[] = {0, 2e-3, 1e-5}, u[] = {3};
    double named[4], put[4];
    br_diag why = {0};
    br_law *mass = opened("mass", NULL), *lugre = opened("lugre", "table-I"), *in = NULL, *text = NULL;
    assert_int_equal(br_law_set(mass, "m = 2 kg, friction = lugre, fr = table-I, fr.FC = 1.25 N", &why), BR_OK);
    assert_int_equal(br_law_set(lugre, "FC = 1.25 N", &why), BR_OK);
    assert_int_equal(br_law_open_in(&in, "mass", "friction", lugre, &why), BR_OK);
    assert_int_equal(br_law_set(in, "m = 2 kg", &why), BR_OK);
    rates_at(mass, x, u, named);
    rates_at(in, x, u, put);
    assert_memory_equal(put, named, sizeof put);
    assert_true(br_law_value(in, "fr.FC") == 1.25);

    br_law *mine = opened(own, "soft"); // a text, found by the name of its law
    assert_int_equal(br_law_set(mine, "stop = 0.5 N", &why), BR_OK);
    if (br_law_open_in(&text, "two-mass", "friction2", mine, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_true(br_law_value(text, "fr2.stop") == 0.5);
    assert_true(br_law_index(text, BR_LAW_STATES, "fr1.z") >= 0);
    assert_int_equal(br_law_set(text, "friction1 = coulomb", &why), BR_OK); // the plant's own place
    assert_int_equal(br_law_index(text, BR_LAW_STATES, "fr1.z"), -1);

    br_law *none = NULL;
    assert_int_equal(br_law_open_in(&none, "mass", "brake", lugre, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "no place 'brake'"));
    assert_int_equal(br_law_open_in(&none, "lugre", "friction", lugre, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "no plant 'lugre'"));
    assert_int_equal(br_law_open_in(&none, "mass", "friction", in, &why), BR_BAD_USAGE);
    assert_int_equal(br_law_open_in(NULL, "mass", "friction", lugre, NULL), BR_BAD_USAGE);
    assert_int_equal(br_law_open_in(&none, "mass", "friction", NULL, NULL), BR_BAD_USAGE);
    br_law *twin = opened("law lugre\ninput v m/s\nparam c N*s/m > 0\noutput F N\nF = c*v\n", NULL);
    assert_int_equal(br_law_open_in(&none, "mass", "friction", twin, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "no built-in law has"));
    assert_null(none);
    br_law_close(twin);
    br_law_close(text);
    br_law_close(mine);
    br_law_close(in);
    br_law_close(lugre);
    br_law_close(mass);
}

static void assert_mass_is_in(const br_law *plant, const char *unit)
{
    br_law_number m = {.size = sizeof m};
    assert_int_equal(br_law_number_at(plant, BR_LAW_PARAMETERS, 0, &m), BR_OK);
    assert_string_equal(m.name, "m");
    assert_string_equal(m.unit, unit);
}

static void a_law_that_turns_goes_into_a_plant_that_turns(void **state)
{
    (void)state;
    static const char hinge[] = "law hinge\ninput v rad/s\nparam c N*m*s/rad > 0\noutput F N*m\nF = c*v\n";
    const double x[] = {0, 3}, u[] = {1};
    double out[3];
    br_diag why = {0};
    br_law *law = opened(hinge, NULL), *plant = NULL;
    assert_int_equal(br_law_set(law, "c = 0.1 N*m*s/rad", &why), BR_OK);
    if (br_law_open_in(&plant, "mass", "friction", law, &why) != BR_OK ||
        br_law_set(plant, "m = 0.5 kg*m^2", &why) != BR_OK)
        fail_msg("%s", why.text);
    rates_at(plant, x, u, out);
    assert_true(out[0] == 3 && fabs(out[1] - (1 - 0.1 * 3) / 0.5) < 1e-12 && fabs(out[2] - 0.3) < 1e-12);
    assert_int_equal(br_law_set(plant, "m = 2 kg", &why), BR_BAD_LAW); // a mass does not turn
    assert_mass_is_in(plant, "kg*m^2");
    br_law_close(plant);
    br_law_close(law);
}

static void a_mass_is_in_kg(void **state)
{
    (void)state;
    br_law *plant = opened("mass", "fig-2");
    assert_mass_is_in(plant, "kg");
    br_law_close(plant);
}

static void misuse_is_answered(void **state)
{
    (void)state;
    br_diag why = {0};
    br_law *law = NULL;
    double x = 0, out[8];
    br_law_number n = {.size = 3};
    assert_int_equal(br_law_open(NULL, "lugre", NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_law_open(&law, NULL, NULL, NULL), BR_BAD_USAGE);
    assert_int_equal(br_law_open(&law, "lugr", NULL, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "did you mean lugre"));
    assert_int_equal(br_law_open(&law, "/nowhere/at.law", NULL, &why), BR_BAD_LAW);
    assert_int_equal(br_law_open(&law, "law x\x1b[31m\n", NULL, &why), BR_BAD_LAW);
    assert_null(strchr(why.text, 0x1b));
    assert_null(law);
    assert_int_equal(br_law_rate(NULL, 1, &x, NULL, &x, NULL, out), BR_BAD_USAGE);
    assert_int_equal(br_law_count(NULL, BR_LAW_STATES), 0);
    assert_int_equal(br_law_index(NULL, BR_LAW_STATES, "z"), -1);
    assert_true(isnan(br_law_value(NULL, "z")));
    assert_null(br_law_name(NULL));
    br_law_close(NULL);
    law = opened("lugre", NULL); // parameters are missing still
    assert_int_equal(br_law_rate(law, 1, &x, NULL, &x, NULL, out), BR_BAD_LAW);
    assert_int_equal(br_law_set(law, "FC = -1 N", &why), BR_BAD_LAW);
    assert_int_equal(br_law_rate(law, 0, &x, NULL, &x, out, out), BR_BAD_USAGE);
    assert_int_equal(br_law_rate(law, 1, NULL, NULL, &x, out, out), BR_BAD_USAGE);
    assert_int_equal(br_law_number_at(law, BR_LAW_STATES, 0, &n), BR_BAD_USAGE); // of another size
    n.size = sizeof n;
    assert_int_equal(br_law_number_at(law, BR_LAW_STATES, 1, &n), BR_BAD_USAGE);
    assert_int_equal(br_law_number_at(law, (br_law_part)99, 0, &n), BR_BAD_USAGE);
    assert_int_equal(br_law_mode(law, 1, &x, NULL, &x, out, (int *)(void *)out), BR_BAD_USAGE); // it has none
    br_law_close(law);
}

// J1: every allocation may fail: a status, nothing leaked (which sanitizers see), and the law is as before.
static void what_is_missing_or_broken_is_told(void **state)
{
    (void)state;
    br_law *law = opened(own, NULL);
    br_diag why = {0};
    assert_string_equal(br_law_missing(law), "k, stop");
    assert_int_equal(br_law_check(law, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "no value for k, stop"));
    assert_int_equal(br_law_set(law, "stop = 1 N", &why), BR_OK);
    assert_string_equal(br_law_missing(law), "k");
    assert_int_equal(br_law_set(law, "k = 1, 2 N/m", &why), BR_OK);
    assert_string_equal(br_law_missing(law), "");
    assert_int_equal(br_law_check(law, &why), BR_OK);
    assert_int_equal(br_law_set(law, "stop = 1..2 N", &why), BR_OK); // a range is a value
    assert_string_equal(br_law_missing(law), "");
    assert_int_equal(br_law_check(law, &why), BR_OK);
    br_law_close(law);
    law = opened("elasto-plastic", "table-I");
    assert_int_equal(br_law_check(law, &why), BR_OK);
    assert_int_equal(br_law_set(law, "zba = 1 m", &why), BR_OK);
    assert_int_equal(br_law_check(law, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "requires"));
    br_law_close(law);
    assert_int_equal(br_law_check(NULL, &why), BR_BAD_USAGE);
}

static void what_a_law_expects_and_does_not_get_is_a_line_each(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I"), *dahl = opened("dahl", NULL);
    char *lines = NULL;
    assert_int_equal(br_law_warnings(law, &lines, NULL), BR_OK);
    assert_non_null(strstr(lines, "law lugre expects 'passive from v to F"));
    assert_ptr_equal(strchr(lines, '\n'), lines + strlen(lines) - 1);
    free(lines);
    assert_int_equal(br_law_warnings(dahl, &lines, NULL), BR_OK);
    assert_string_equal(lines, "");
    free(lines);
    lines = NULL;
    br_status status = BR_NO_MEMORY;
    for (long n = 0; status == BR_NO_MEMORY; n++) {
        countdown = n;
        status = br_law_warnings(law, &lines, NULL);
        countdown = -1;
        assert_true((status == BR_OK) == (lines != NULL));
    }
    assert_int_equal(status, BR_OK);
    free(lines);
    assert_int_equal(br_law_warnings(law, NULL, NULL), BR_BAD_USAGE);
    assert_int_equal(br_law_warnings(NULL, &lines, NULL), BR_BAD_USAGE);
    br_law_close(dahl);
    br_law_close(law);
}

static void places_of_a_plant_take_any_law(void **state)
{
    (void)state;
    br_law *plant = opened("mass", NULL), *law = opened("dahl", NULL);
    int any = 0;
    for (int i = 0; br_law_choice(plant, i); i++)
        if (br_law_choice_any(plant, i)) {
            any++;
            assert_string_equal(br_law_choice(plant, i), "friction");
        }
    assert_int_equal(any, 1);
    for (int i = 0; br_law_choice(law, i); i++)
        assert_int_equal(br_law_choice_any(law, i), 0);
    assert_int_equal(br_law_choice_any(plant, 99), 0);
    br_law_close(plant);
    br_law_close(law);
}

static void J1_failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    br_diag why;
    br_law *law = opened("sgms", "table-4.1");
    long asked = allocations;
    br_law_close(opened("sgms", "table-4.1"));
    long opening = allocations - asked;
    for (long n = 0; n < opening; n++) {
        br_law *other = NULL;
        countdown = n;
        br_status status = br_law_open(&other, "sgms", "table-4.1", &why);
        countdown = -1;
        assert_true(status == BR_NO_MEMORY || status == BR_OK);
        assert_true((status == BR_OK) == (other != NULL));
        br_law_close(other);
        countdown = n;
        status = br_law_set(law, "FC = 3 N", &why);
        countdown = -1;
        assert_true(status == BR_NO_MEMORY || status == BR_OK);
        assert_true(br_law_value(law, "FC") > 2);
        if (status == BR_OK)
            break; // later ones do not fail either
    }
    br_law_close(law);
}

static void J1_failing_memory_is_told_of_a_check(void **state)
{
    (void)state;
    br_law *law = opened("lugre", "table-I");
    br_status status = BR_NO_MEMORY;
    for (long n = 0; status == BR_NO_MEMORY; n++) {
        br_diag why = {0};
        countdown = n;
        status = br_law_check(law, &why);
        bool failed = countdown < 0;
        countdown = -1;
        assert_true((status == BR_NO_MEMORY) == failed && (status == BR_OK || why.text[0]));
    }
    assert_int_equal(status, BR_OK);
    br_law_close(law);
}

static void J1_failing_memory_puts_no_law_half_into_a_plant(void **state)
{
    (void)state;
    br_law *mine = opened(own, "soft"), *plant = NULL;
    br_diag why;
    for (long n = 0; !plant; n++) {
        countdown = n;
        br_status status = br_law_open_in(&plant, "mass", "friction", mine, &why);
        countdown = -1;
        assert_true(status == BR_NO_MEMORY || status == BR_OK);
        assert_true((status == BR_OK) == (plant != NULL));
    }
    br_law_close(plant);
    br_law_close(mine);
}

// The law in the comment of the header, and a plant with friction as br_law_set describes it.
static void what_the_header_shows_opens(void **state)
{
    (void)state;
    static const char mine[] =
        "law mine \"Dahl's law, with a floor\"\ninput v m/s \"velocity\"\nstate z m \"deflection\"\n"
        "param sigma0 N/m > 0 \"stiffness\"\nparam FC N > 0 \"Coulomb force\"\n"
        "param floor = 0.1 N \"constant part\"\noutput F N \"friction force\"\n"
        "z' = v - abs(v)*(sigma0*z/FC)\n"
        "F = sigma0*z + (if v > 0 then floor else if v < 0 then -floor else 0)\n"
        "set example \"values for params\"\nsigma0 = 1e5 N/m\nFC = 2 N\n";
    br_law *law = opened(mine, "example"), *plant = opened("mass", NULL);
    br_diag why = {.text = "before"};
    assert_true(br_law_value(law, "FC") == 2);
    assert_null(br_law_choice(law, 0)); // it has none
    assert_string_equal(br_law_choice(plant, 0), "friction");
    assert_string_equal(br_law_chosen(plant, 0), "lugre");
    assert_string_equal(br_law_choice_value(plant, 0, 0), "lugre");
    assert_null(br_law_choice_value(plant, 0, 99));
    assert_null(br_law_chosen(NULL, 0));
    if (br_law_set(plant, "m = 2 kg, friction = lugre, fr = table-I, fr.FC = 2 N", &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_string_equal(why.text, "before"); // only a call that fails writes it
    assert_true(br_law_value(plant, "fr.FC") == 2 && br_law_value(plant, "fr.sigma0") == 1e5);
    br_law_close(law);
    br_law_close(plant);
}

static void built_in_laws_have_their_texts(void **state)
{
    (void)state;
    int plants = 0, count = 0;
    for (; br_law_builtin(count); count++) {
        const char *law = strstr(br_law_builtin_text(count), "law ");
        assert_true(law && strncmp(law + 4, br_law_builtin(count), strlen(br_law_builtin(count))) == 0);
        plants += br_law_builtin_plant(count);
        assert_true(br_law_builtin_plant(count) || strcmp(br_law_builtin(count), "mass") != 0);
    }
    assert_true(plants > 0 && plants < count);
    assert_null(br_law_builtin_text(count));
    assert_null(br_law_builtin_text(-1));
    assert_int_equal(br_law_builtin_plant(count), 0);
}

static void numbers_with_units_are_read_in_si(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
        const char *unit;
    } good[] = {{"0.5 ms", 5e-4, "s"}, {"3", 3, "-"},       {"-2 N/mm", -2000, "N/m"},
                {"5 %", 0.05, "-"},    {"20 kg", 20, "kg"}, {"1e3 mm/s", 1, "m/s"}};
    static const char *const bad[] = {"", "x", "3 q", "1..2 s", "1, 2", "3 s s", "s"};
    double value = 7, hertz = 0;
    char unit[96] = "before";
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(br_law_read_number(bad[i], &value, unit), BR_BAD_USAGE);
    assert_true(value == 7 && strcmp(unit, "before") == 0);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(br_law_read_number(good[i].text, &value, unit), BR_OK);
        assert_true(value == good[i].value);
        assert_string_equal(unit, good[i].unit);
        assert_int_equal(br_law_read_number(good[i].text, &value, NULL), BR_OK);
    }
    assert_int_equal(br_law_read_frequency("60 rpm", &hertz), BR_OK);
    assert_true(hertz == 1);
    assert_int_equal(br_law_read_frequency("2 kHz", &hertz), BR_OK);
    assert_true(hertz == 2000);
    assert_int_equal(br_law_read_frequency("500 1/s", &hertz), BR_BAD_USAGE);
    assert_int_equal(br_law_read_frequency(NULL, &hertz), BR_BAD_USAGE);
    assert_int_equal(br_law_read_number(NULL, &value, NULL), BR_BAD_USAGE);
}

// They need none: what a program was told to do is not lost for it.
static void lists_of_values_are_read_in_si(void **state)
{
    (void)state;
    static const char list[] = "x = 50 mm, kappa[2] = 1..2 N/mm, curve = rational, n = 3";
    br_law_assignment a = {.size = sizeof a};
    br_diag why = {0};
    assert_int_equal(br_law_read_list(list, "--limits", 0, &a, &why), BR_OK);
    assert_string_equal(a.name, "x");
    assert_string_equal(a.unit, "m");
    assert_true(a.low == 0.05 && a.high == 0.05 && a.count == 1 && a.element == 0 && a.has_unit && !a.word[0]);
    assert_int_equal(br_law_read_list(list, "--limits", 1, &a, &why), BR_OK);
    assert_string_equal(a.name, "kappa");
    assert_true(a.element == 2 && a.low == 1000 && a.high == 2000);
    assert_int_equal(br_law_read_list(list, "--limits", 2, &a, &why), BR_OK);
    assert_string_equal(a.word, "rational");
    assert_int_equal(br_law_read_list(list, "--limits", 3, &a, &why), BR_OK);
    assert_true(a.low == 3 && !a.has_unit);
    assert_string_equal(a.unit, "-");
    assert_int_equal(br_law_read_list(list, "--limits", 4, &a, &why), BR_NEGATIVE);
    assert_int_equal(br_law_read_list("x 50", "--limits", 0, &a, &why), BR_BAD_LAW);
    assert_non_null(strstr(why.text, "--limits:1:1"));
    assert_int_equal(br_law_read_list(list, "--limits", -1, &a, &why), BR_BAD_USAGE);
    a.size = 8;
    assert_int_equal(br_law_read_list(list, "--limits", 0, &a, &why), BR_BAD_USAGE);
    br_status status = BR_NO_MEMORY;
    a.size = sizeof a;
    for (long n = 0; status == BR_NO_MEMORY; n++) {
        countdown = n;
        status = br_law_read_list(list, "--limits", 0, &a, &why);
        bool failed = countdown < 0;
        countdown = -1;
        assert_int_equal(status == BR_NO_MEMORY, failed);
    }
    assert_int_equal(status, BR_OK);
}

static void J1_numbers_are_read_where_memory_gives_out(void **state)
{
    (void)state;
    for (long n = 0; n < 20; n++) {
        double value = 0, hertz = 0;
        char unit[96];
        countdown = n;
        br_status number = br_law_read_number("0.5 ms", &value, unit),
                  frequency = br_law_read_frequency("2 kHz", &hertz);
        countdown = -1;
        assert_true(number == BR_OK && frequency == BR_OK && value == 5e-4 && hertz == 2000 && unit[0] == 's');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_the_header_shows_opens),
                                       cmocka_unit_test(laws_have_the_numbers_of_friction_h),
                                       cmocka_unit_test(values_are_found_by_name_and_changed),
                                       cmocka_unit_test(a_law_of_a_file_opens_and_uses_its_neighbours),
                                       cmocka_unit_test(values_that_are_saved_are_read_again),
                                       cmocka_unit_test(a_matrix_of_derivatives_is_that_of_differences),
                                       cmocka_unit_test(a_plant_takes_any_law_with_its_values),
                                       cmocka_unit_test(a_law_that_turns_goes_into_a_plant_that_turns),
                                       cmocka_unit_test(a_mass_is_in_kg),
                                       cmocka_unit_test(what_is_missing_or_broken_is_told),
                                       cmocka_unit_test(what_a_law_expects_and_does_not_get_is_a_line_each),
                                       cmocka_unit_test(places_of_a_plant_take_any_law),
                                       cmocka_unit_test(misuse_is_answered),
                                       cmocka_unit_test(built_in_laws_have_their_texts),
                                       cmocka_unit_test(numbers_with_units_are_read_in_si),
                                       cmocka_unit_test(lists_of_values_are_read_in_si),
                                       cmocka_unit_test(J1_numbers_are_read_where_memory_gives_out),
                                       cmocka_unit_test(J1_failing_memory_leaves_nothing_half_open),
                                       cmocka_unit_test(J1_failing_memory_is_told_of_a_check),
                                       cmocka_unit_test(J1_failing_memory_puts_no_law_half_into_a_plant)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
