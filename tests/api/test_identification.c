// test_identification.c - bristle/identify.h: bits of the fit below, planted parameters, what is judged, laws and tables that come out.
#include "fit/identify/identify.h"
#include "identification_kit.h"
#include "law/builtin/builtin.h"
#include <string.h>

// ---------------------------------------------------------------- doubts

// A log with friction that grows with the square of the speed, which the law leaves out.
static void a_term_that_the_law_lacks_is_found(void **state)
{
    (void)state;
    log_rows *l = measured(1, 0.05, 0), *as_it_is = measured(1, 0.05, 0);
    for (int k = 0; k < ROWS; k++)
        l->F[k] += 40 * l->v[k] * fabs(l->v[k]);
    br_law *law = opened("coulomb", NULL);
    br_identification_options with = usual();
    br_identification_mismatch m = {.size = sizeof m}, none = m;
    br_identification *id = opened_for(law, &with), *right = fitted_to(law, as_it_is, &with);
    add(id, l, "log", BR_LOG_FITTED);
    assert_int_equal(br_identification_mismatch_of(id, BR_DOUBT_TERM, &m), BR_BAD_USAGE); // no results yet
    br_status status = br_identification_run(id, NULL, NULL, NULL);
    assert_true(status == BR_OK || status == BR_NEGATIVE);
    assert_int_equal(br_identification_mismatch_of(id, BR_DOUBT_TERM, &m), BR_OK);
    assert_string_equal(m.cause, "speed");
    br_identification_parameter p = {.size = sizeof p};
    assert_int_equal(br_identification_parameter_at(id, m.parameter, &p), BR_OK);
    assert_true(m.fitted == p.value && m.sd > 0 && m.score > 3 && isnan(m.scale));
    double truth = strcmp(p.name, "FC") == 0 ? 3 : strcmp(p.name, "offset") == 0 ? 0.2 : 8;
    assert_true(fabs(m.value - truth) < fabs(p.value - truth)); // with the term it is nearer
    assert_int_equal(br_identification_mismatch_of(right, BR_DOUBT_TERM, &none), BR_NEGATIVE);
    assert_int_equal(br_identification_mismatch_of(right, BR_DOUBT_ROWS, &none), BR_NEGATIVE);
    none.size--;
    assert_int_equal(br_identification_mismatch_of(id, BR_DOUBT_TERM, &none), BR_BAD_USAGE);
    assert_int_equal(br_identification_mismatch_of(id, (br_identification_doubt)9, &m), BR_BAD_USAGE);
    assert_true(isnan(br_identification_other(right, 0, NULL)) && isnan(br_identification_other_error(right)));
    br_identification_close(id);
    br_identification_close(right);
    br_law_close(law);
    free(l);
    free(as_it_is);
}

static void intervals_have_parts_that_hold_the_truth(void **state)
{
    (void)state;
    log_rows *l = measured(3, 0.05, 0);
    br_law *law = opened("coulomb", NULL);
    br_identification_options with = usual();
    with.profile = "FC";
    br_identification *id = fitted_to(law, l, &with);
    int FC = br_identification_index(id, "FC");
    double low = 0, high = 0;
    br_identification_parameter p = {.size = sizeof p};
    assert_int_equal(br_identification_parameter_at(id, FC, &p), BR_OK);
    assert_int_equal(br_identification_intervals(id, FC), 1);
    assert_int_equal(br_identification_interval_at(id, FC, 0, &low, &high), BR_OK);
    assert_true(low == p.low && high == p.high && low < p.value && p.value < high && low < 3.02 && high > 2.98);
    assert_int_equal(br_identification_interval_at(id, FC, 1, &low, &high), BR_BAD_USAGE);
    assert_int_equal(br_identification_intervals(id, br_identification_index(id, "offset")), 0); // not asked for
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

// ---------------------------------------------------------------- numbers

static void parameters_are_the_bits_of_the_fit_below(void **state)
{
    (void)state;
    log_rows *l = measured(1, 0.05, 0);
    br_builtin b;
    br_model m;
    br_identified below;
    br_diag why = {0};
    assert_true(br_builtin_find("coulomb", &b));
    br_model_source from = {b.text, b.size, "coulomb", br_builtin_text, NULL};
    static const char at[] = "v = 0 m/s";
    assert_int_equal(
        br_model_open_given(&m, &from, &(br_given){.text = at, .size = sizeof at - 1, .origin = "at"}, NULL, &why),
        BR_OK);
    br_trace_column column[] = {{"v", l->v}, {"F", l->F}};
    br_axis_log axis = {.trace = {ROWS, l->t, column, 2}, .v = l->v, .y = l->F};
    axis.from = axis.to = l->t[ROWS - 1];
    axis.made_a = true;
    br_identify_options o = br_identify_defaults();
    o.term[BR_AXIS_OFFSET] = true;
    o.estimate_delay = true;
    o.every = 1;
    assert_int_equal(br_axis_set_unclear(&axis), BR_OK);
    assert_int_equal(br_identify(&below, &m, &axis, 1, &o, &why), BR_OK);

    br_law *law = opened("coulomb", NULL);
    br_identification_options with = usual();
    br_identification *id = fitted_to(law, l, &with);
    assert_int_equal(br_identification_parameters(id), below.fit.n);
    for (int i = 0; i < below.fit.n; i++) {
        br_identification_parameter p = {.size = sizeof p};
        assert_int_equal(br_identification_parameter_at(id, i, &p), BR_OK);
        assert_string_equal(p.name, br_identified_name(&below, i));
        assert_memory_equal(&p.value, &below.fit.value[i], sizeof p.value);
        assert_memory_equal(&p.sd, &below.fit.sd[i], sizeof p.sd);
        assert_memory_equal(&p.sd_autocorrelated, &below.fit.corrected_sd[i], sizeof p.sd);
        double correlation = below.fit.covariance[i] / (below.fit.sd[0] * below.fit.sd[i]);
        assert_true(br_identification_correlation(id, 0, i) == correlation);
    }
    br_identification_result r = {.size = sizeof r};
    assert_int_equal(br_identification_result_of(id, &r), BR_OK);
    assert_true(r.fitted.error == below.fit.error && r.bic == below.fit.e.bic && r.samples == ROWS);
    assert_true(r.whiteness == below.fit.e.whiteness && r.identifiable && r.meets_law);
    assert_string_equal(r.predict, "force");
    assert_string_equal(r.against, "");
    br_identification_close(id);
    br_law_close(law);
    br_identified_free(&below);
    br_model_close(&m);
    free(l);
}

static void planted_parameters_lie_in_their_intervals(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double value;
    } planted[] = {{"FC", 3}, {"sigma2", 8}, {"offset", 0.2}};
    log_rows *l = measured(2, 0.05, 0);
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    o.profile = "FC";
    br_identification *id = fitted_to(law, l, &o);
    for (size_t i = 0; i < sizeof planted / sizeof *planted; i++) {
        br_identification_parameter p = parameter(id, planted[i].name);
        assert_true(fabs(p.value - planted[i].value) < 4 * p.sd_autocorrelated);
        assert_true(p.trusted && p.state == BR_PARAMETER_IDENTIFIABLE);
        assert_true(isnan(p.low) == (i > 0));
    }
    br_identification_parameter FC = parameter(id, "FC");
    assert_true(FC.low < FC.value && FC.value < FC.high && FC.high - FC.low < 0.1);
    assert_string_equal(br_identification_failures(id), "");
    assert_non_null(strstr(br_identification_notes(id), "baselines: no friction"));
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

static void results_do_not_depend_on_threads(void **state)
{
    (void)state;
    log_rows *l = measured(3, 0.05, 0);
    br_law *law = opened("stribeck", NULL); // starts from the fit of coulomb
    double value[2][8] = {{0}};
    for (int k = 0; k < 2; k++) {
        br_identification_options o = usual();
        o.threads = k == 0 ? 1 : 4;
        br_identification *id = opened_for(law, &o);
        add(id, l, "log", BR_LOG_FITTED);
        br_status status = br_identification_run(id, NULL, NULL, NULL);
        assert_true(status == BR_OK || status == BR_NEGATIVE);
        assert_true(br_identification_parameters(id) > 4);
        br_identification_parameter p = {.size = sizeof p};
        for (int i = 0; br_identification_parameter_at(id, i, &p) == BR_OK; i++)
            value[k][i] = p.value;
        br_identification_close(id);
    }
    assert_memory_equal(value[0], value[1], sizeof value[0]);
    br_law_close(law);
    free(l);
}

static void test_logs_and_hold_out_rows_have_errors_of_their_own(void **state)
{
    (void)state;
    log_rows *l = measured(4, 0.05, 0), *other = measured(5, 0.2, 0);
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    br_identification *id = opened_for(law, &o);
    br_identification_errors fitted, held;
    add(id, l, "log", BR_LOG_FITTED);
    add(id, other, "other", BR_LOG_TEST);
    assert_int_equal(br_identification_run(id, NULL, NULL, NULL), BR_OK);
    assert_int_equal(br_identification_logs(id), 2);
    assert_int_equal(br_identification_log_errors(id, 0, &fitted, &held), BR_OK);
    assert_true(fitted.rows == ROWS && held.rows == 0 && isnan(held.rms) && fitted.rms < 0.04);
    assert_int_equal(br_identification_log_errors(id, 1, &fitted, &held), BR_OK);
    assert_true(fitted.rows == 0 && held.rows > 1000 && held.rms > 0.1 && held.rms < 0.15);
    br_identification_close(id);
    o.hold_out = 0.25;
    id = fitted_to(law, l, &o);
    assert_int_equal(br_identification_log_errors(id, 0, &fitted, &held), BR_OK);
    assert_true(held.rows > 290 && held.rows < 310 && fitted.rows == ROWS);
    assert_int_equal(br_identification_log_errors(id, 1, &fitted, &held), BR_BAD_USAGE);
    br_identification_close(id);
    br_law_close(law);
    free(l);
    free(other);
}

// ---------------------------------------------------------------- what is judged

static void parameters_that_are_not_identifiable_are_no_success(void **state)
{
    (void)state;
    log_rows *l = measured(6, 0.05, 0);
    for (int k = 0; k < ROWS; k++) { // one speed, one direction: FC and the offset make the same force
        l->v[k] = 0.1;
        l->F[k] = 3.8 + 0.01 * sin(30.0 * k);
    }
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    br_identification *id = opened_for(law, &o);
    br_diag why = {0};
    add(id, l, "log", BR_LOG_FITTED);
    assert_int_equal(br_identification_run(id, NULL, NULL, &why), BR_NEGATIVE);
    assert_non_null(strstr(why.text, "identification: failed: "));
    assert_true(br_identification_parameters(id) > 0);
    assert_non_null(strstr(br_identification_failures(id), "not identifiable from this log"));
    assert_false(parameter(id, "FC").trusted);
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

static void a_column_that_the_residuals_follow_is_named(void **state)
{
    (void)state;
    log_rows *l = measured(7, 0.02, 2);
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    br_identification *id = opened_for(law, &o);
    add(id, l, "log", BR_LOG_FITTED);
    br_status status = br_identification_run(id, NULL, NULL, NULL);
    assert_true(status == BR_OK || status == BR_NEGATIVE);
    assert_non_null(strstr(br_identification_warnings(id), "the residuals follow column T"));
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

static void spikes_are_refused_and_leave_the_identification_as_it_was(void **state)
{
    (void)state;
    log_rows *l = measured(8, 0.05, 0), *wrong = measured(8, 0.05, 0);
    wrong->v[300] = 0.6; // a warning, of a log that is then refused
    wrong->F[500] = 1e6;
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    br_identification *id = opened_for(law, &o), *plain = fitted_to(law, l, &o);
    br_table *table = table_of(wrong, "wrong");
    br_diag why = {0};
    assert_int_equal(br_identification_add(id, table, BR_LOG_FITTED, &why), BR_NEGATIVE);
    assert_non_null(strstr(why.text, "is a spike"));
    assert_int_equal(br_table_rewind(table), BR_OK); // and is free again
    br_table_close(table);
    add(id, l, "log", BR_LOG_FITTED);
    assert_int_equal(br_identification_run(id, NULL, NULL, NULL), BR_OK);
    double is = parameter(id, "FC").value, expected = parameter(plain, "FC").value;
    assert_memory_equal(&is, &expected, sizeof is);
    assert_string_equal(br_identification_warnings(id), br_identification_warnings(plain));
    br_identification_close(id);
    br_identification_close(plain);
    br_law_close(law);
    free(l);
    free(wrong);
}

// ---------------------------------------------------------------- laws

static void the_fitted_law_has_the_fitted_values(void **state)
{
    (void)state;
    static const char own[] = "law mine \"Coulomb and viscous friction\"\n"
                              "input v m/s \"velocity\"\n"
                              "param FC N > 0 \"Coulomb force\"\n"
                              "param c N*s/m > 0 \"viscous friction\"\n"
                              "output F N \"friction force\"\n"
                              "F = FC*sign(v) + c*v\n";
    static const char *const source[] = {"coulomb", own, "maxwell-slip"}, *const name[] = {"FC", "c", "kappa[1]"};
    log_rows *l = measured(9, 0.05, 0);
    for (size_t i = 0; i < sizeof source / sizeof *source; i++) {
        br_law *law = opened(source[i], NULL), *found = NULL;
        br_identification_options o = usual();
        br_identification *id = opened_for(law, &o);
        br_diag why = {0};
        br_law_close(law); // it is copied
        add(id, l, "log", BR_LOG_FITTED);
        br_status status = br_identification_run(id, NULL, NULL, &why);
        if (status != BR_OK && br_identification_parameters(id) == 0)
            fail_msg("%s", why.text);
        if (br_identification_law(id, &found, &why) != BR_OK)
            fail_msg("%s", why.text);
        assert_true(br_law_value(found, name[i]) == parameter(id, name[i]).value);
        br_law_close(found);
        br_identification_close(id);
    }
    free(l);
}

static void values_of_the_law_are_starts_and_can_be_fixed(void **state)
{
    (void)state;
    log_rows *l = measured(10, 0.05, 0);
    br_law *law = opened("coulomb", NULL);
    assert_int_equal(br_law_set(law, "FC = 1 N", NULL), BR_OK);
    assert_int_equal(br_law_set(law, "FC = 2.9 N, sigma2 = 9 N*s/m", NULL), BR_OK);
    br_identification_options o = usual();
    o.fix = "FC";
    br_identification *id = fitted_to(law, l, &o);
    assert_int_equal(br_identification_index(id, "FC"), -1);
    br_law *found = NULL;
    assert_int_equal(br_identification_law(id, &found, NULL), BR_OK);
    assert_true(br_law_value(found, "FC") == 2.9);
    assert_true(fabs(br_law_value(found, "sigma2") - 9) < 1);
    br_law_close(found);
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

static void residuals_are_what_is_measured_less_the_model(void **state)
{
    (void)state;
    log_rows *l = measured(16, 0.05, 0);
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    o.delay = 0;
    br_identification *id = fitted_to(law, l, &o);
    br_table *table = NULL;
    double FC = parameter(id, "FC").value, sigma2 = parameter(id, "sigma2").value, sum = 0,
           offset = parameter(id, "offset").value;
    assert_int_equal(br_identification_residuals(id, 0, &table, NULL), BR_OK);
    assert_int_equal(br_table_rows(table), ROWS);
    const double *t = br_table_values(table, 0), *r = br_table_values(table, 1);
    for (int k = 0; k < ROWS; k++) {
        double model = (l->v[k] > 0 ? FC : -FC) + sigma2 * l->v[k] + offset;
        assert_true(t[k] == l->t[k] && fabs(r[k] - (l->F[k] - model)) < 1e-12);
        sum += r[k] * r[k];
    }
    br_identification_errors fitted;
    assert_int_equal(br_identification_log_errors(id, 0, &fitted, NULL), BR_OK);
    assert_true(fabs(sqrt(sum / ROWS) - fitted.rms) < 1e-12);
    br_table_close(table);
    assert_int_equal(br_identification_residuals(id, 1, &table, NULL), BR_NEGATIVE);
    assert_int_equal(br_identification_residuals(NULL, 0, &table, NULL), BR_BAD_USAGE);
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

static void friction_over_speed_is_a_table(void **state)
{
    (void)state;
    log_rows *l = measured(11, 0.05, 0);
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    br_identification *id = fitted_to(law, l, &o);
    br_table *map = NULL;
    assert_int_equal(br_identification_map(id, &map, NULL), BR_OK);
    assert_int_equal(br_table_load(map, NULL), BR_OK);
    assert_true(br_table_rows(map) > 5);
    const double *v = br_table_values(map, 0), *F = br_table_values(map, 1);
    for (size_t k = 0; k < br_table_rows(map); k++)
        assert_true(fabs(F[k] - (v[k] > 0 ? 3 : -3) - 8 * v[k]) < 0.2);
    br_table_close(map);
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

static br_identification *compared(log_rows *l)
{
    br_identification_options o = usual();
    o.compare = "viscous, coulomb, dahl";
    o.hold_out = 0.3;
    return fitted_to(NULL, l, &o);
}

static void laws_are_ranked_and_the_simplest_that_explains_the_log_is_best(void **state)
{
    (void)state;
    log_rows *l = measured(17, 0.05, 0);
    br_identification *id = compared(l);
    br_identification_candidate c = {.size = sizeof c};
    double before = 0;
    int best = 0;
    assert_true(br_identification_laws(id) >= 3);
    for (int i = 0; i < br_identification_laws(id); i++) {
        assert_int_equal(br_identification_rank(id, i, &c), BR_OK);
        assert_true(!c.fitted || c.hold_out_error >= before);
        before = c.fitted ? c.hold_out_error : before;
        best += c.best;
        assert_true(!c.best || (strcmp(c.law, "coulomb") == 0 && !c.direction && c.explains));
    }
    assert_int_equal(best, 1);
    assert_int_equal(br_identification_rank(id, 99, &c), BR_BAD_USAGE);
    br_law *found = NULL;
    assert_int_equal(br_identification_law(id, &found, NULL), BR_OK);
    assert_string_equal(br_law_name(found), "coulomb");
    assert_true(br_law_value(found, "FC") == parameter(id, "FC").value);
    br_law_close(found);
    br_identification_close(id);
    free(l);
}

static void every_law_of_a_comparison_has_its_parameters(void **state)
{
    (void)state;
    log_rows *l = measured(17, 0.05, 0);
    br_identification *id = compared(l);
    br_identification_candidate c = {.size = sizeof c};
    br_identification_parameter p = {.size = sizeof p}, same = p;
    int others = 0;
    for (int rank = 0; rank < br_identification_laws(id); rank++) {
        br_law *law = NULL;
        assert_int_equal(br_identification_rank(id, rank, &c), BR_OK);
        assert_int_equal(br_identification_rank_parameter(id, rank, c.parameters, &p), BR_BAD_USAGE);
        if (c.fitted && br_identification_rank_law(id, rank, &law, NULL) == BR_OK)
            assert_string_equal(br_law_name(law), c.law);
        for (int i = 0; i < c.parameters; i++) {
            assert_int_equal(br_identification_rank_parameter(id, rank, i, &p), BR_OK);
            assert_true(p.name[0] && isfinite(p.value));
            if (law && br_law_value(law, p.name) == br_law_value(law, p.name)) // no term beside it
                assert_true(br_law_value(law, p.name) == p.value);
            if (c.best) {
                assert_int_equal(br_identification_parameter_at(id, i, &same), BR_OK);
                assert_memory_equal(&same, &p, sizeof p);
            }
            others += !c.best && strcmp(c.law, "dahl") == 0 && strcmp(p.name, "FC") == 0 && fabs(p.value - 3) < 0.5;
        }
        br_law_close(law);
    }
    assert_true(others > 0);
    br_law *none = NULL;
    assert_int_equal(br_identification_rank_law(id, 99, &none, NULL), BR_NEGATIVE);
    assert_int_equal(br_identification_rank_law(NULL, 0, &none, NULL), BR_BAD_USAGE);
    assert_int_equal(br_identification_rank_parameter(id, 99, 0, &p), BR_BAD_USAGE);
    assert_int_equal(br_identification_rank_parameter(NULL, 0, 0, &p), BR_BAD_USAGE);
    assert_null(none);
    br_identification_close(id);
    free(l);
}

static void lists_of_laws_are_checked(void **state)
{
    (void)state;
    br_law *law = opened("coulomb", NULL);
    static const char *const lists[] = {"coulomb lugre", ",", "coulomb, nothing", "coulomb"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        br_identification_options o = usual();
        br_identification *id = NULL;
        br_diag why = {0};
        o.compare = lists[i];
        assert_int_not_equal(br_identification_open(&id, i == 3 ? law : NULL, &o, &why), BR_OK);
        assert_null(id);
        assert_true(why.text[0] != 0);
        o.compare = "coulomb";
        o.fix = "FC";
        assert_int_equal(br_identification_open(&id, NULL, &o, &why), BR_BAD_USAGE);
    }
    br_law_close(law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_the_bits_of_the_fit_below),
        cmocka_unit_test(a_term_that_the_law_lacks_is_found),
        cmocka_unit_test(intervals_have_parts_that_hold_the_truth),
        cmocka_unit_test(planted_parameters_lie_in_their_intervals),
        cmocka_unit_test(results_do_not_depend_on_threads),
        cmocka_unit_test(test_logs_and_hold_out_rows_have_errors_of_their_own),
        cmocka_unit_test(parameters_that_are_not_identifiable_are_no_success),
        cmocka_unit_test(a_column_that_the_residuals_follow_is_named),
        cmocka_unit_test(spikes_are_refused_and_leave_the_identification_as_it_was),
        cmocka_unit_test(the_fitted_law_has_the_fitted_values),
        cmocka_unit_test(values_of_the_law_are_starts_and_can_be_fixed),
        cmocka_unit_test(residuals_are_what_is_measured_less_the_model),
        cmocka_unit_test(friction_over_speed_is_a_table),
        cmocka_unit_test(laws_are_ranked_and_the_simplest_that_explains_the_log_is_best),
        cmocka_unit_test(every_law_of_a_comparison_has_its_parameters),
        cmocka_unit_test(lists_of_laws_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
