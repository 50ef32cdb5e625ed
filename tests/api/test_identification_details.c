// test_identification_details.c - bristle/identify.h: results of every law of a comparison, rows, segments, texts, programs with a command line.
#define _XOPEN_SOURCE 700 // mkstemp
#include "identification_kit.h"
#include "kit/failing_memory.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static br_identification *compared_on(const log_rows *l, br_identification_options *o)
{
    br_identification *id;
    br_diag why = {0};
    o->compare = "coulomb, stribeck";
    id = opened_for(NULL, o);
    add(id, l, "log", BR_LOG_FITTED);
    assert_int_equal(br_identification_run(id, NULL, NULL, &why), BR_OK);
    return id;
}

// ---------------------------------------------------------------- laws

static void results_of_a_rank_are_those_of_its_law(void **state)
{
    (void)state;
    log_rows *l = measured(31, 0.05, 0);
    br_identification_options o = usual();
    br_identification *id = compared_on(l, &o);
    int fitted = 0;
    assert_in_range(br_identification_laws(id), 3, 4); // the best ones twice
    for (int rank = 0; rank < br_identification_laws(id); rank++) {
        br_identification_candidate c = {.size = sizeof c};
        br_identification_result r = {.size = sizeof r};
        assert_int_equal(br_identification_rank(id, rank, &c), BR_OK);
        assert_string_equal(c.variant, c.direction ? "direction" : "");
        assert_int_equal(strncmp(c.called, c.law, strlen(c.law)), 0);
        assert_true(!c.direction || strstr(c.called, ", direction"));
        assert_true(c.seconds >= 0 && c.listed < br_identification_laws(id));
        assert_int_equal(br_identification_select(id, rank), BR_OK);
        assert_int_equal(br_identification_result_of(id, &r), BR_OK);
        assert_true(r.fitted.error == c.error && r.bic == c.bic);
        assert_int_equal(br_identification_parameters(id), c.parameters);
        for (int i = 0; i < c.parameters; i++) {
            br_identification_parameter p = {.size = sizeof p}, same = {.size = sizeof same};
            assert_int_equal(br_identification_parameter_at(id, i, &p), BR_OK);
            assert_int_equal(br_identification_rank_parameter(id, rank, i, &same), BR_OK);
            assert_memory_equal(&p, &same, sizeof p);
        }
        fitted++;
    }
    assert_true(fitted >= 3);
    assert_int_equal(br_identification_select(id, br_identification_laws(id)), BR_BAD_USAGE);
    assert_int_equal(br_identification_select(id, -2), BR_BAD_USAGE);
    assert_int_equal(br_identification_select(id, -1), BR_OK);
    assert_true(fabs(parameter(id, "FC").value - 3) < 0.05);
    br_identification_close(id);
    free(l);
}

static void the_least_direction_has_every_parameter(void **state)
{
    (void)state;
    log_rows *l = measured(32, 0.05, 0);
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    br_identification *id = fitted_to(law, l, &o);
    int n = br_identification_parameters(id);
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, fabs(br_identification_least_direction(id, i)));
    assert_true(largest > 0);
    assert_true(isnan(br_identification_least_direction(id, -1)));
    assert_true(isnan(br_identification_least_direction(id, n)));
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

// ---------------------------------------------------------------- rows

static void rows_are_counted_by_what_became_of_them(void **state)
{
    (void)state;
    log_rows *l = measured(33, 0.05, 0);
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    l->F[40] = l->F[700] = (double)NAN;
    o.until = 1;
    o.hold_out = 0.25;
    br_identification *id = fitted_to(law, l, &o);
    br_identification_log is = {.size = sizeof is};
    br_identification_rows rows = {.size = sizeof rows};
    assert_int_equal(br_identification_log_at(id, 0, &is), BR_OK);
    assert_int_equal(br_identification_rows_of(id, 0, &rows), BR_OK);
    assert_string_equal(is.name, "log");
    assert_string_equal(is.force_unit, "N");
    assert_string_equal(is.speed_unit, "m/s");
    assert_int_equal(is.all, ROWS);
    assert_int_equal(is.rows, ROWS);
    assert_true(!is.test && !is.drive && !is.position && is.windows == 0 && is.cutoff == 0);
    assert_true(is.first == 0 && fabs(is.last - 1) < 1e-9 && fabs(is.step - 1e-3) < 1e-9);
    assert_int_equal(rows.missing, 2);
    assert_int_equal(rows.outside, ROWS - 1001);
    assert_int_equal(rows.used + rows.outside + rows.between_windows + rows.ends + rows.spikes + rows.missing +
                         rows.direction + rows.segments + rows.test,
                     ROWS);
    assert_true(abs((int)rows.hold_out - 250) <= 2);
    assert_int_equal(br_identification_log_at(id, 1, &is), BR_BAD_USAGE);
    assert_int_equal(br_identification_rows_of(id, -1, &rows), BR_BAD_USAGE);
    rows.size = 4;
    assert_int_equal(br_identification_rows_of(id, 0, &rows), BR_BAD_USAGE);
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

static const double *column(const br_table *table, const char *name)
{
    return br_table_values(table, br_table_index(table, name, NULL));
}

static void a_segment_has_what_was_measured_the_model_and_their_difference(void **state)
{
    (void)state;
    log_rows *l = measured(34, 0.05, 0);
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    for (int k = 600; k < ROWS; k++)
        l->t[k] += 0.5; // a gap
    br_identification *id = fitted_to(law, l, &o);
    br_table *residuals = NULL, *segment = NULL;
    double offset = parameter(id, "offset").value;
    size_t k = 0;
    assert_int_equal(br_identification_segments(id), 2);
    assert_int_equal(br_identification_residuals(id, 0, &residuals, NULL), BR_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(br_identification_segment(id, i, &segment, NULL), BR_OK);
        const double *t = column(segment, "t"), *measured = column(segment, "measured"),
                     *model = column(segment, "model"), *residual = column(segment, "residual");
        assert_int_equal(br_table_rows(segment), 600);
        for (size_t at = 0; at < 600; at++, k++) {
            assert_true(t[at] == l->t[k] && column(segment, "v")[at] == l->v[k]);
            assert_true(fabs(measured[at] - (l->F[k] - offset)) < 1e-12);
            assert_true(fabs(measured[at] - model[at] - residual[at]) < 1e-12);
            assert_true(residual[at] == column(residuals, "residual")[k]);
        }
        assert_int_equal(br_table_index(segment, "x", NULL), -1);
        br_table_close(segment);
    }
    segment = NULL;
    assert_int_equal(br_identification_segment(id, 2, &segment, NULL), BR_NEGATIVE);
    assert_null(segment);
    br_identification_close(id);
    assert_true(isfinite(column(residuals, "residual")[0])); // its numbers are its own
    br_table_close(residuals);
    br_law_close(law);
    free(l);
}

// ---------------------------------------------------------------- what was fitted, texts

static void what_was_fitted_is_said(void **state)
{
    (void)state;
    log_rows *l = measured(35, 0.05, 0);
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    br_identification *id = opened_for(law, &o);
    br_identification_setup s = {.size = sizeof s};
    br_identification_position_noise n = {.size = sizeof n};
    assert_int_equal(br_identification_setup_of(id, &s), BR_BAD_USAGE); // it has not run
    assert_string_equal(br_identification_running(id), "");
    br_identification_close(id);
    id = fitted_to(law, l, &o);
    assert_int_equal(br_identification_setup_of(id, &s), BR_OK);
    assert_string_equal(s.predict, "force");
    assert_string_equal(s.balance, "friction force + offset");
    assert_string_equal(s.differentiate, "central");
    assert_string_equal(s.motion, "velocity");
    assert_string_equal(s.motion_unit, "m/s");
    assert_int_equal(s.decimate, 1);
    assert_int_equal(br_identification_position_noise_of(id, &n), BR_NEGATIVE); // there are no positions
    n.size = 3;
    assert_int_equal(br_identification_position_noise_of(id, &n), BR_BAD_USAGE);
    assert_int_equal(br_identification_branches(id), 0);
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

static void printed_parameters_are_those_of_the_file(void **state)
{
    (void)state;
    log_rows *l = measured(36, 0.05, 0);
    br_law *law = opened("coulomb", NULL), *again = NULL;
    br_identification_options o = usual();
    br_identification *id = fitted_to(law, l, &o);
    char *text = NULL, *by = NULL, path[] = "/tmp/br_details_XXXXXX", read[4000] = "";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(br_identification_save(id, path, NULL), BR_OK);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_true(fread(read, 1, sizeof read - 1, f) > 100);
    fclose(f);
    assert_int_equal(br_identification_print(id, NULL, &text, NULL), BR_OK);
    assert_string_equal(text, read);
    assert_int_equal(br_identification_print(id, "axis-tool 3", &by, NULL), BR_OK);
    assert_non_null(strstr(by, "# made by axis-tool 3 from log\n"));
    assert_int_equal(br_law_open(&again, "coulomb", path, NULL), BR_OK);
    assert_true(br_law_value(again, "FC") == parameter(id, "FC").value);
    remove(path);
    close(file);
    free(text);
    free(by);
    br_law_close(again);
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

static void the_stribeck_curve_is_its_formula(void **state)
{
    (void)state;
    const br_identification_stribeck s = {.size = sizeof s, .FC = 2, .FS = 3, .vs = 0.01, .sigma2 = 5};
    for (double v = 1e-4; v < 1; v *= 1.7) {
        double F = 2 + exp(-pow(v / 0.01, 2)) + 5 * v;
        assert_true(fabs(br_identification_stribeck_at(&s, v) - F) < 1e-12);
        assert_true(br_identification_stribeck_at(&s, -v) == -br_identification_stribeck_at(&s, v));
    }
    assert_true(isnan(br_identification_stribeck_at(NULL, 1)));
}

// ---------------------------------------------------------------- programs with a command line

static void messages_of_a_program_with_a_command_line_name_its_options(void **state)
{
    (void)state;
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    br_identification *id = NULL;
    br_diag why = {0};
    o.who = "axis-tool: ";
    o.hold_out = 2;
    assert_int_equal(br_identification_open(&id, law, &o, &why), BR_BAD_USAGE);
    assert_string_equal(why.text, "axis-tool: --hold-out 2 is not a share from 0 to 0.9");
    assert_string_equal(br_diag_member(&why), "");
    o.hold_out = 0;
    o.who = "a name of a program that is longer than that: ";
    assert_int_equal(br_identification_open(&id, law, &o, &why), BR_BAD_USAGE);
    o.who = "axis-tool: ";
    id = opened_for(law, &o);
    assert_int_equal(br_identification_run(id, NULL, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(strncmp(why.text, "axis-tool: ", 11), 0);
    br_identification_close(id);
    br_law_close(law);
}

typedef struct reopened {
    const log_rows *l;
    int calls;
} reopened;

static br_status open_again(void *context, int log, br_table **table, br_diag *why)
{
    (void)why;
    reopened *r = context;
    assert_int_equal(log, 0);
    r->calls++;
    *table = table_of(r->l, "log");
    return BR_OK;
}

typedef struct watched {
    const br_identification *id;
    int named; // calls while coulomb was fitted
} watched;

static int name_laws(void *of, double share)
{
    watched *w = of;
    (void)share;
    w->named += strcmp(br_identification_running(w->id), "coulomb") == 0;
    return 1;
}

// Friction that grows with the temperature, a column that is no signal: found in the table that is opened again.
static void a_log_that_is_opened_again_tells_what_residuals_follow(void **state)
{
    (void)state;
    log_rows *l = measured(37, 0.02, 1.5);
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    reopened r = {.l = l};
    o.again = open_again;
    o.context = &r;
    br_identification *id = opened_for(law, &o);
    br_diag why = {0};
    watched w = {.id = id};
    add(id, l, "log", BR_LOG_FITTED);
    (void)(br_identification_run(id, name_laws, &w, &why) == BR_OK);
    assert_true(r.calls > 0 && w.named > 0);
    assert_non_null(strstr(br_identification_warnings(id), "the residuals follow column T"));
    assert_string_equal(br_identification_running(id), "");
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

// ---------------------------------------------------------------- misuse and memory

static void without_results_there_is_nothing(void **state)
{
    (void)state;
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    br_identification *id = opened_for(law, &o);
    br_identification_log is = {.size = sizeof is};
    br_identification_rows rows = {.size = sizeof rows};
    br_table *table = NULL;
    char *text = NULL;
    br_diag why = {0};
    for (int k = 0; k < 2; k++, br_identification_close(id), id = NULL) {
        assert_int_equal(br_identification_select(id, 0), BR_BAD_USAGE);
        assert_int_equal(br_identification_segments(id), 0);
        assert_int_equal(br_identification_laws(id), 0);
        assert_true(br_identification_segment(id, 0, &table, &why) != BR_OK);
        assert_int_equal(br_identification_log_at(id, 0, &is), BR_BAD_USAGE);
        assert_int_equal(br_identification_rows_of(id, 0, &rows), BR_BAD_USAGE);
        assert_true(br_identification_print(id, NULL, &text, &why) != BR_OK);
        assert_int_equal(br_identification_map_segments(id), 0);
        assert_true(isnan(br_identification_least_direction(id, 0)));
    }
    assert_null(br_identification_running(NULL));
    assert_null(table);
    assert_null(text);
    br_law_close(law);
}

static void failing_memory_leaves_no_segment_and_no_text(void **state)
{
    (void)state;
    log_rows *l = measured(38, 0.05, 0);
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    br_identification *id = fitted_to(law, l, &o);
    long most = 0;
    for (long n = 0; n < 1000; n++) {
        br_table *table = NULL;
        char *text = NULL;
        br_diag why = {0};
        countdown = n;
        br_status status = br_identification_segment(id, 0, &table, &why);
        if (status == BR_OK)
            status = br_identification_print(id, NULL, &text, &why);
        br_identification_candidate c = {.size = sizeof c};
        bool asked = status == BR_OK;
        if (asked)
            status = br_identification_rank(id, 0, &c);
        bool enough = countdown >= 0;
        countdown = -1;
        br_table_close(table);
        free(text);
        if (enough) {
            assert_int_equal(status, BR_OK);
            break;
        }
        assert_int_equal(status, BR_NO_MEMORY);
        assert_string_equal(why.text, asked ? "" : "out of memory");
        most = n;
    }
    assert_true(most > 5 && most < 900);
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_of_a_rank_are_those_of_its_law),
        cmocka_unit_test(the_least_direction_has_every_parameter),
        cmocka_unit_test(rows_are_counted_by_what_became_of_them),
        cmocka_unit_test(a_segment_has_what_was_measured_the_model_and_their_difference),
        cmocka_unit_test(what_was_fitted_is_said),
        cmocka_unit_test(printed_parameters_are_those_of_the_file),
        cmocka_unit_test(the_stribeck_curve_is_its_formula),
        cmocka_unit_test(messages_of_a_program_with_a_command_line_name_its_options),
        cmocka_unit_test(a_log_that_is_opened_again_tells_what_residuals_follow),
        cmocka_unit_test(without_results_there_is_nothing),
        cmocka_unit_test(failing_memory_leaves_no_segment_and_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
