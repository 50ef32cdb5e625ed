// test_identification_misuse.c - bristle/identify.h: stops, wrong options, misuse and failing memory.
#include "identification_kit.h"
#include "api/law/sized.h"
#include "kit/failing_memory.h"
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------- stops and misuse

static void a_run_that_is_stopped_has_no_results(void **state)
{
    (void)state;
    log_rows *l = measured(12, 0.05, 0);
    br_law *law = opened("lugre", NULL), *none = NULL;
    br_identification_options o = usual();
    br_identification *id = opened_for(law, &o);
    br_identification_result r = {.size = sizeof r};
    br_table *map = NULL;
    br_diag why = {0};
    int calls = 0;
    add(id, l, "log", BR_LOG_FITTED);
    assert_int_equal(br_identification_run(id, stop_at_once, &calls, &why), BR_NEGATIVE);
    assert_non_null(strstr(why.text, "identification: stopped"));
    assert_int_equal(calls, 1);
    assert_int_equal(br_identification_parameters(id), 0);
    assert_int_equal(br_identification_index(id, "FC"), -1);
    assert_int_equal(br_identification_result_of(id, &r), BR_BAD_USAGE);
    assert_int_equal(br_identification_law(id, &none, &why), BR_NEGATIVE);
    assert_int_equal(br_identification_map(id, &map, &why), BR_NEGATIVE);
    assert_null(none);
    assert_int_equal(br_identification_run(id, NULL, NULL, &why), BR_BAD_USAGE);
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

static void wrong_options_are_refused_when_opened(void **state)
{
    (void)state;
    br_law *law = opened("coulomb", NULL);
    for (int i = 0; i < 17; i++) {
        br_identification_options o = usual();
        br_identification *id = NULL;
        br_diag why = {0};
        switch (i) {
        case 0: o.predict = "sideways"; break;
        case 1: o.piece = 1; break;
        case 2: o.predict = "motion", o.piece = -1; break;
        case 3: o.hold_out = 0.95; break;
        case 4: o.hold_out = (double)NAN; break;
        case 5: o.from = 2, o.until = 1; break;
        case 6: o.test_from = 2, o.test_until = 1; break;
        case 7: o.rows = 10; break;
        case 8: o.rows = (double)NAN; break;
        case 9: o.profile = "FC", o.prior = "FC = 1..2 N"; break;
        case 10: o.profile = "FC", o.robust = 1; break;
        case 11: o.differentiate = "slowly"; break;
        case 12: o.cutoff = -1; break;
        case 13: o.cutoff = (double)NAN; break;
        case 14: o.decimate = 1001; break;
        case 15: o.size = 3; break;
        case 16: o.offset = (br_identification_offset)7; break;
        default: break;
        }
        if (br_identification_open(&id, law, &o, &why) != BR_BAD_USAGE || id || !why.text[0] || strstr(why.text, "--"))
            fail_msg("wrong option %d: '%s'", i, why.text);
    }
    br_identification_options o;
    assert_int_equal(br_identification_defaults(&o, 4), BR_BAD_USAGE);
    assert_int_equal(br_identification_defaults(NULL, sizeof o), BR_BAD_USAGE);
    br_law_close(law);
}

// What the logs do not suit is refused by the run.
static void options_that_do_not_suit_the_logs_are_refused_by_the_run(void **state)
{
    (void)state;
    log_rows *l = measured(13, 0.05, 0);
    br_law *law = opened("coulomb", NULL);
    for (int i = 0; i < 8; i++) {
        br_identification_options o = usual();
        br_diag why = {0};
        switch (i) {
        case 0: o.mass = 2; break; // of a log of friction forces
        case 1: o.spring = (double)NAN; break;
        case 2: o.gravity = 1; break;
        case 3: o.fix = "FX"; break;
        case 4: o.fix = "FC"; break; // has no value
        case 5: o.delay = 1; break;
        case 6: o.delay = 1e-3, o.held = 1; break;
        case 7: o.damper = (double)INFINITY; break;
        default: break;
        }
        br_identification *id = opened_for(law, &o);
        add(id, l, "log", BR_LOG_FITTED);
        if (br_identification_run(id, NULL, NULL, &why) != BR_BAD_USAGE || !why.text[0] || strstr(why.text, "--"))
            fail_msg("wrong option %d: '%s'", i, why.text);
        assert_int_equal(br_identification_parameters(id), 0);
        br_identification_close(id);
    }
    br_law_close(law);
    free(l);
}

static void words_name_members_of_options_instead_of_options_of_the_command(void **state)
{
    (void)state;
    static const char *const words[][2] = {
        {"--hold-out 2 is not a share; use --test-from", "hold_out 2 is not a share; use test_from"},
        {"--signals:1:2: wrong ('--at', --b\n--c)", "signals:1:2: wrong ('at', b\nc)"},
        {"run 'bristle verify --json F', or --held - not a--b, 1 -- 2",
         "run 'bristle verify --json F', or held - not a--b, 1 -- 2"},
        {"resample: bristle table l --step '1 s' --csv e.csv; or --cutoff",
         "resample: bristle table l --step '1 s' --csv e.csv; or cutoff"},
        {"", ""}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s", words[i][0]);
        br_plain_words(text);
        assert_string_equal(text, words[i][1]);
    }
    br_identification_options o = usual();
    br_identification *id = NULL;
    br_diag why = {0};
    o.hold_out = 2;
    o.compare = "coulomb";
    assert_int_equal(br_identification_open(&id, NULL, &o, &why), BR_BAD_USAGE);
    assert_string_equal(why.text, "identification: hold_out 2 is not a share from 0 to 0.9");
    o.hold_out = 0;
    o.fix = "FC";
    assert_int_equal(br_identification_open(&id, NULL, &o, &why), BR_BAD_USAGE);
    assert_string_equal(why.text, "identification: fix needs a single law; give one instead of a comparison");
    log_rows *l = measured(14, 0.05, 0);
    br_law *law = opened("coulomb", NULL);
    o.compare = NULL;
    id = opened_for(law, &o);
    add(id, l, "log", BR_LOG_FITTED);
    assert_int_equal(br_identification_run(id, NULL, NULL, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "has no value: set it in the law"));
    br_identification_close(id);
    l->F[600] = 400; // a spike
    o.fix = NULL;
    o.robust = 1;
    id = fitted_to(law, l, &o);
    assert_non_null(strstr(br_identification_notes(id), "rejected (robust)"));
    br_identification_close(id);
    br_law_close(law);
    free(l);
}

static void misuse_is_answered(void **state)
{
    (void)state;
    log_rows *l = measured(14, 0.05, 0);
    br_law *law = opened("coulomb", NULL);
    br_identification_options o = usual();
    br_identification *id = NULL;
    br_identification_parameter p = {.size = sizeof p};
    br_table *table = table_of(l, "log");
    br_diag why = {0};
    assert_int_equal(br_identification_open(NULL, law, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_identification_open(&id, NULL, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_identification_open(&id, law, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_identification_add(NULL, table, BR_LOG_FITTED, &why), BR_BAD_USAGE);
    assert_int_equal(br_identification_run(NULL, NULL, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_identification_parameters(NULL), 0);
    assert_int_equal(br_identification_logs(NULL), 0);
    assert_int_equal(br_identification_index(NULL, "FC"), -1);
    assert_int_equal(br_identification_parameter_at(NULL, 0, &p), BR_BAD_USAGE);
    assert_true(isnan(br_identification_correlation(NULL, 0, 0)));
    assert_null(br_identification_warnings(NULL));
    assert_null(br_identification_failures(NULL));
    assert_null(br_identification_notes(NULL));
    br_identification_close(NULL);

    o.signals = "t = t, v = speed, F = F";
    id = opened_for(law, &o);
    assert_int_equal(br_identification_add(id, table, BR_LOG_FITTED, &why), BR_BAD_DATA);
    br_identification_close(id);
    o.signals = NULL;
    id = opened_for(law, &o);
    assert_int_equal(br_identification_run(id, NULL, NULL, &why), BR_BAD_USAGE); // no log
    assert_int_equal(br_identification_add(id, NULL, BR_LOG_FITTED, &why), BR_BAD_USAGE);
    assert_int_equal(br_identification_add(id, table, BR_LOG_TEST, &why), BR_BAD_USAGE); // the first one is fitted
    assert_int_equal(br_identification_add(id, table, (br_log_role)5, &why), BR_BAD_USAGE);
    assert_int_equal(br_identification_add(id, table, BR_LOG_FITTED, &why), BR_OK);
    assert_int_equal(br_identification_add(id, table, BR_LOG_FITTED, &why), BR_BAD_USAGE); // it is busy
    assert_int_equal(br_table_set_units(table, "v = mm/s", &why), BR_BAD_USAGE);
    assert_int_equal(br_identification_run(id, NULL, NULL, &why), BR_OK);
    assert_int_equal(br_table_rewind(table), BR_OK); // and free again
    assert_int_equal(br_identification_add(id, table, BR_LOG_FITTED, &why), BR_BAD_USAGE);
    assert_int_equal(br_identification_parameter_at(id, 0, NULL), BR_BAD_USAGE);
    assert_int_equal(br_identification_parameter_at(id, 99, &p), BR_BAD_USAGE);
    assert_int_equal(br_identification_index(id, NULL), -1);
    assert_true(isnan(br_identification_correlation(id, 0, 99)));
    p.size = 3;
    assert_int_equal(br_identification_parameter_at(id, 0, &p), BR_BAD_USAGE);
    br_identification_close(id);
    br_table_close(table);
    br_law_close(law);
    free(l);
}

// ---------------------------------------------------------------- memory

static br_status whole_job(const br_law *law, br_table *table)
{
    br_identification_options o = usual();
    br_identification *id = NULL;
    br_law *found = NULL;
    br_diag why = {0};
    o.threads = 1;
    br_status status = br_identification_open(&id, law, &o, &why);
    if (status == BR_OK)
        status = br_identification_add(id, table, BR_LOG_FITTED, &why);
    if (status == BR_OK)
        status = br_identification_run(id, NULL, NULL, &why);
    if (status == BR_OK)
        status = br_identification_law(id, &found, &why);
    if (status == BR_NO_MEMORY)
        assert_string_equal(why.text, "out of memory");
    br_law_close(found);
    br_identification_close(id);
    return status;
}

static void J1_failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    log_rows *l = measured(15, 0.05, 0);
    br_law *law = opened("coulomb", NULL);
    br_table *table = table_of(l, "log");
    allocations = 0;
    assert_int_equal(whole_job(law, table), BR_OK);
    long all = allocations, step = all > 80 ? all / 80 : 1;
    for (long n = 0; n < all; n += n < 60 ? 1 : step) {
        countdown = n;
        for_ever = true;
        br_status status = whole_job(law, table);
        countdown = -1;
        for_ever = false;
        if (status != BR_NO_MEMORY)
            fail_msg("allocation %ld of %ld: status %d", n, all, (int)status);
    }
    assert_int_equal(whole_job(law, table), BR_OK);
    br_table_close(table);
    br_law_close(law);
    free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_that_is_stopped_has_no_results),
        cmocka_unit_test(wrong_options_are_refused_when_opened),
        cmocka_unit_test(options_that_do_not_suit_the_logs_are_refused_by_the_run),
        cmocka_unit_test(words_name_members_of_options_instead_of_options_of_the_command),
        cmocka_unit_test(misuse_is_answered),
        cmocka_unit_test(J1_failing_memory_leaves_nothing_half_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
