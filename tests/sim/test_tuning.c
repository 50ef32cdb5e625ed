// test_tuning.c - lists of estimates, noise and priors: what they mean, and every slip in one line that says what is right.
#include "num/base/fp.h"

#include "sim/tuning_find.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "law/builtin/builtin.h"
#include "sim/observe/tuning.h"

static void open_model(br_model *m, const char *law, const char *set, const char *list)
{
    br_builtin b;
    br_diag why = {0};
    assert_true(br_builtin_find(law, &b));
    br_model_source s = {b.text, b.size, b.name, br_builtin_text, NULL};
    br_given first = {.set = set}, then = {.text = list, .size = strlen(list), .origin = "list"};
    if (br_model_open_given(m, &s, &first, &then, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static const br_tuned *number(const br_tuning *t, const char *name)
{
    int i = br_tuning_find(t, name);
    if (i < 0)
        fail_msg("there is no %s", name);
    return &t->number[i];
}

static void close_to(double got, double want)
{
    if (!(fabs(got - want) <= 1e-12 * fabs(want)))
        fail_msg("%.17g is not %.17g", got, want);
}

static void read_list(br_tuning *t, const br_model *m, br_tuning_lists lists)
{
    br_diag why = {0};
    lists.dt = lists.dt > 0 ? lists.dt : 0.01;
    if (br_tuning_read(t, m, &lists, &why) != BR_OK)
        fail_msg("%s", why.text);
}

static void estimates_are_shares_of_nominal_values(void **unused)
{
    (void)unused;
    br_model m;
    br_tuning t;
    open_model(&m, "sgms", "table-4.1", "");
    read_list(&t, &m, (br_tuning_lists){.estimate = "kappa[3] = 0, FC, log(vs) = 2 mm/s, kappa[1] = 1200 N/mm"});
    assert_int_equal(t.nx, 4);
    assert_int_equal(t.ne, 4);
    assert_int_equal(t.ny, 1);
    assert_string_equal(t.number[4].name, "kappa[3]");
    close_to(number(&t, "kappa[3]")->x, 0);
    close_to(number(&t, "kappa[3]")->sd, 3); // three times the way to the nominal value
    close_to(number(&t, "FC")->x, 1);
    assert_true(isnan(number(&t, "FC")->sd));
    close_to(number(&t, "vs")->x, log(2));
    close_to(number(&t, "kappa[1]")->x, 0.5);
    close_to(number(&t, "kappa[1]")->sd, 1.5);
    close_to(t.estimate[0].scale, 142e3);
    close_to(br_tuning_start(&t, 0), 0);
    close_to(br_tuning_start(&t, 2), 2e-3);
    close_to(br_tuning_start(&t, 3), 1.2e6);
    assert_int_equal(br_tuning_find(&t, "kappa[2]"), -1);
    br_tuning_free(&t);
    read_list(&t, &m, (br_tuning_lists){.estimate = "kappa"}); // all of an array
    assert_int_equal(t.ne, 4);
    close_to(t.estimate[3].scale, 158e3);
    br_tuning_free(&t);
    br_model_close(&m);
}

static void noise_is_per_step_or_a_density_as_its_unit_says(void **unused)
{
    (void)unused;
    br_model m;
    br_tuning t;
    open_model(&m, "sgms", "table-4.1", "");
    read_list(
        &t, &m,
        (br_tuning_lists){.estimate = "FC, kappa[3], log(vs)",
                          .noise = "z = 0.1 N, z[2] = 3 N/s^(1/2), FC = 5 %, kappa[3] = 1 N/mm, vs = 2, F = 500 mN",
                          .prior = "z = 1, 2, 3, 4 N, FC = 0.9 N, vs = 0.1"});
    const br_tuned *z = number(&t, "z[1]");
    close_to(z->q, 0.1 * 0.1 / 0.01);
    assert_true(z->per_step);
    close_to(number(&t, "z[2]")->q, 9);
    assert_false(number(&t, "z[2]")->per_step);
    close_to(number(&t, "FC")->q, 0.05 * 0.05 / 0.01);
    close_to(number(&t, "kappa[3]")->q, 1e3 / 142e3 * (1e3 / 142e3) / 0.01);
    close_to(number(&t, "vs")->q, 4 / 0.01); // of the logarithm
    close_to(number(&t, "F")->r, 0.25);
    close_to(number(&t, "z[3]")->sd, 3);
    close_to(number(&t, "FC")->sd, 0.1);
    close_to(number(&t, "vs")->sd, 0.1);
    br_tuning_free(&t);
    br_model_close(&m);
}

static void a_measured_state_has_two_kinds_of_noise_and_a_part_keeps_its_own_names(void **unused)
{
    (void)unused;
    br_model m;
    br_tuning t;
    open_model(&m, "mass", "axis", "");
    read_list(&t, &m,
              (br_tuning_lists){.estimate = "kappa[3] = 0, fr.FC, m",
                                .noise = "x = 1 um, measured.x = 1 nm, fr.z = 0.1 N, kappa = 1 %",
                                .part = "fr"});
    close_to(number(&t, "x")->q, 1e-12 / 0.01);
    close_to(number(&t, "x")->r, 1e-18);
    close_to(number(&t, "z[4]")->q, 0.01 / 0.01);
    close_to(number(&t, "kappa[3]")->q, 1e-4 / 0.01);
    close_to(number(&t, "m")->x, 1);
    close_to(number(&t, "FC")->x, 1);
    br_tuning_free(&t);
    read_list(&t, &m, (br_tuning_lists){.estimate = "fr.kappa[3]"}); // and without a part all of the name
    close_to(number(&t, "fr.kappa[3]")->x, 1);
    br_tuning_free(&t);
    br_model_close(&m);
}

static void every_slip_is_told_in_one_line(void **unused)
{
    (void)unused;
    static const struct {
        br_tuning_lists lists;
        const char *words;
    } slip[] = {
        {{.estimate = "kapa"}, "--estimate: 'kapa' is none of the parameters: kappa, nu, "},
        {{.estimate = "z"}, "--estimate: z is a state, and states are always estimated"},
        {{.estimate = "F"}, "--estimate: 'F' is none of the parameters: kappa, nu, "},
        {{.estimate = "kappa[5]"}, "--estimate: there is no kappa[5] in sgms"},
        {{.estimate = "kappa[0] = 0"}, "--estimate: there is no kappa[0] in sgms"},
        {{.estimate = "FC, kappa[2"}, "--estimate: there is no kappa[2 in sgms"},
        {{.estimate = "FC = 1 m"}, "--estimate: FC starts at one value in N"},
        {{.estimate = "FC = 9"}, "--estimate: FC starts at one value in N"},
        {{.estimate = "FC = 8..9 N"}, "--estimate: FC starts at one value in N"},
        {{.estimate = "FC = soft"}, "--estimate: FC starts at one value in N"},
        {{.estimate = "FC, FC"}, "--estimate: FC stands there twice"},
        {{.estimate = "kappa, kappa[2]"}, "--estimate: kappa[2] stands there twice"},
        {{.estimate = "FC = 0"}, "--estimate: FC cannot start there: it is > 0 N"},
        {{.estimate = "beta = -2"}, "--estimate: beta cannot start there: it is > "},
        {{.estimate = "log(FC) = 0"},
         "FC cannot start there: a logarithm is of numbers of the sign of the nominal value"},
        {{.estimate = "FC, , vs"}, "--estimate: 'FC, , vs' is no list of parameters"},
        {{.estimate = "FC = = 9 N"}, "--estimate:1:"},
        {{.noise = "q = 1"}, "--noise: 'q' is no state or output, and is not estimated"},
        {{.noise = "FC = 1 N"}, "--noise: 'FC' is no state or output, and is not estimated"},
        {{.noise = "z = 1 m"}, "--noise: z[1] needs a standard deviation, not negative, in N"},
        {{.noise = "z = 5 %"}, "--noise: z[1] needs a standard deviation, not negative, in N"},
        {{.noise = "F = -1 N"}, "--noise: F needs a standard deviation, not negative, in N"},
        {{.noise = "F = 1..2 N"}, "--noise: F needs a standard deviation, not negative, in N"},
        {{.noise = "F = large"}, "--noise: F needs a standard deviation, not negative, in N"},
        {{.noise = "F = 1e200 N"}, "--noise: F needs a standard deviation, not negative, in N"},
        {{.noise = "measured.z = 1 N/s^(1/2)"}, "--noise: z[1] needs a standard deviation, not negative, in N"},
        {{.noise = "F = 1 N/s^(1/2)"}, "--noise: F needs a standard deviation, not negative, in N"},
        {{.noise = "z = 1, 2 N"}, "--noise: z needs one standard deviation, or one for each of its elements"},
        {{.noise = "z = 1, 2, 3, 4, 5 N"}, "--noise: z needs one standard deviation, or one for each of its elements"},
        {{.noise = "F = = 1 N"}, "--noise:1:"},
        {{.prior = "z = 1 N/s^(1/2)"}, "--prior: z[1] needs a standard deviation, not negative, in N"},
        {{.prior = "F = 1 N"}, "--prior: F is an output, which has none; --noise gives that of its sensor"},
        {{.noise = "measured.F = 1 N"}, "--noise: F is no state; without 'measured.' it is its sensor"},
        {{.prior = "q = 1"}, "--prior: 'q' is no state or output, and is not estimated"},
        {{.prior = "z 1 N"}, "--prior:1:"},
    };
    br_model m;
    open_model(&m, "sgms", "table-4.1", "");
    for (size_t i = 0; i < sizeof slip / sizeof *slip; i++) {
        br_tuning t = {.nx = 77};
        br_diag why = {0};
        br_tuning_lists lists = slip[i].lists;
        lists.dt = 0.01;
        br_status status = br_tuning_read(&t, &m, &lists, &why);
        if (status != BR_BAD_USAGE || !strstr(why.text, slip[i].words))
            fail_msg("expected '%s', found status %d '%s'", slip[i].words, (int)status, why.text);
        assert_int_equal(t.nx, 77);
        assert_int_equal(br_tuning_read(&t, &m, &lists, NULL), BR_BAD_USAGE); // words are optional
    }
    br_tuning t;
    assert_int_equal(br_tuning_read(&t, &m, &(br_tuning_lists){.dt = 0}, NULL), BR_BAD_USAGE);
    br_model_close(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimates_are_shares_of_nominal_values),
        cmocka_unit_test(noise_is_per_step_or_a_density_as_its_unit_says),
        cmocka_unit_test(a_measured_state_has_two_kinds_of_noise_and_a_part_keeps_its_own_names),
        cmocka_unit_test(every_slip_is_told_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
