// test_response_misuse.c - bristle/response.h: wrong options, wrong logs, NULL and failing memory are answered.
#include "kit/failing_memory.h"
#include "response_kit.h"

// The options of the message are those of a program.
static void refuses(const log_rows *l, int rows, const br_response_options *o, br_status wanted, const char *words)
{
    br_response *r = NULL;
    br_diag why = {0};
    br_table *t = lent(l, rows);
    br_status status = br_response_open(&r, &t, 1, o, &why);
    br_table_close(t);
    if (status != wanted || !strstr(why.text, words) || (strstr(why.text, " --") && !strstr(why.text, "bristle table")))
        fail_msg("status %d, not %d, without '%s': %s", status, wanted, words, why.text);
    assert_null(r);
    assert_int_equal(br_response_open(&r, &t, 0, o, NULL), BR_BAD_USAGE); // why is not needed
}

static void wrong_options_are_refused(void **state)
{
    (void)state;
    static log_rows l;
    excite(&l, 0.02, 1, k);
    static const double wrong[] = {-1, (double)NAN, HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        br_response_options period = usual(), window = usual(), delay = usual();
        period.period = window.window = wrong[i];
        refuses(&l, ROWS, &period, BR_BAD_USAGE, "period");
        refuses(&l, ROWS, &window, BR_BAD_USAGE, "window");
        delay.delay = wrong[i];
        if (isinf(wrong[i]))
            refuses(&l, ROWS, &delay, BR_BAD_USAGE, "delay");
    }
    br_response_options o = usual();
    o.size--;
    refuses(&l, ROWS, &o, BR_BAD_USAGE, "br_response_defaults");
    o = usual(), o.size++;
    refuses(&l, ROWS, &o, BR_BAD_USAGE, "br_response_defaults");
    o = usual(), o.method = (br_response_method)4;
    refuses(&l, ROWS, &o, BR_BAD_USAGE, "method");
    o = usual(), o.regime = (br_response_regime)-1;
    refuses(&l, ROWS, &o, BR_BAD_USAGE, "regime");
    o = usual(), o.from = 2, o.until = 1;
    refuses(&l, ROWS, &o, BR_BAD_USAGE, "until");
    o = usual(), o.period = 1, o.window = 1;
    refuses(&l, ROWS, &o, BR_BAD_USAGE, "period");
    o = usual(), o.period = 1, o.method = BR_RESPONSE_WELCH;
    refuses(&l, ROWS, &o, BR_BAD_USAGE, "period");
    o = usual(), o.window = 1, o.method = BR_RESPONSE_STEPPED;
    refuses(&l, ROWS, &o, BR_BAD_USAGE, "window");
    o = usual(), o.signals = "t = t, x = x";
    refuses(&l, ROWS, &o, BR_BAD_USAGE, "no force u");
    o = usual(), o.signals = "t = t, x = (, u = u";
    refuses(&l, ROWS, &o, BR_BAD_LAW, "signals:1:");
    o = usual(), o.signals = "t = t, x = x, u = 2*u";
    refuses(&l, ROWS, &o, BR_BAD_DATA, "no unit of the force u");
    for (int i = 0; i < 2; i++) { // longer than the log, beyond every integer
        o = usual(), o.period = i ? 1e300 : 1e4;
        refuses(&l, ROWS, &o, BR_BAD_DATA, "period");
        o = usual(), o.window = i ? 1e300 : 1e4, o.method = BR_RESPONSE_WELCH;
        refuses(&l, ROWS, &o, BR_BAD_USAGE, "window");
    }
    o = usual(), o.from = 5.99;
    refuses(&l, ROWS, &o, BR_BAD_DATA, "fewer than 17 rows between from and until");
}

static void wrong_logs_are_refused(void **state)
{
    (void)state;
    static log_rows l;
    excite(&l, 0.02, 1, k);
    refuses(&l, 16, NULL, BR_BAD_DATA, "fewer than 17 rows");
    l.x[77] = (double)NAN;
    refuses(&l, ROWS, NULL, BR_BAD_DATA, "x is missing in row 78");
    br_response_options o = usual();
    o.from = 0.1; // behind it
    br_response_close(response_of(&l, &o));
    l.x[77] = 1;
    refuses(&l, ROWS, NULL, BR_BAD_DATA, "log: x, row 78");
    l.x[77] = l.x[76];
    l.t[99] = l.t[98];
    refuses(&l, ROWS, NULL, BR_BAD_DATA, "time must rise");
    for (int i = 0; i < ROWS; i++)
        l.t[i] = step * i + (i > 3000 ? 0.5 : 0);
    refuses(&l, ROWS, NULL, BR_BAD_DATA, "needs even ones");
    for (int i = 0; i < ROWS; i++) {
        l.t[i] = step * i;
        l.u[i] = 1;
    }
    refuses(&l, ROWS, NULL, BR_BAD_DATA, "the force does not change");
    for (int i = 0; i < ROWS; i++)
        l.u[i] = 1e200 * sin(i);
    refuses(&l, ROWS, NULL, BR_BAD_DATA, "no axis has that");
}

static void misuse_is_answered(void **state)
{
    (void)state;
    static log_rows l;
    excite(&l, 0.02, 1, k);
    br_response_options o;
    br_response *r = NULL;
    br_diag why = {0};
    br_table *t = lent(&l, ROWS), *none = NULL, *joined = NULL, *many[BR_RESPONSE_LOGS + 1] = {t};
    assert_int_equal(br_response_defaults(NULL, sizeof o), BR_BAD_USAGE);
    assert_int_equal(br_response_defaults(&o, sizeof o - 1), BR_BAD_USAGE);
    assert_int_equal(br_response_defaults(&o, sizeof o + 1), BR_BAD_USAGE);
    assert_int_equal(br_response_open(NULL, &t, 1, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_response_open(&r, NULL, 1, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_response_open(&r, &none, 1, NULL, &why), BR_BAD_USAGE);
    assert_non_null(strstr(why.text, "a table is needed"));
    assert_int_equal(br_response_open(&r, &t, -1, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_response_open(&r, many, BR_RESPONSE_LOGS + 1, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_response_open(&r, many, 2, NULL, &why), BR_BAD_USAGE); // the second is NULL
    assert_int_equal(br_table_join(&joined, &t, 1, NULL, &why), BR_OK);
    assert_int_equal(br_response_open(&r, &t, 1, NULL, &why), BR_BAD_USAGE); // part of a join
    br_table_close(joined);
    assert_null(r);
    for (int i = 0; i < 2; i++) { // no handle; numbers that are none
        if (i == 1)
            assert_int_equal(br_response_open(&r, &t, 1, NULL, &why), BR_OK);
        double G[2] = {1, 1};
        for (int at = -1; at < 3; at += i == 1 ? 2 : 1) {
            assert_int_equal(br_response_log(r, at, 0), -1);
            assert_null(br_response_rows_of(r, at));
            assert_null(br_response_signal_of(r, at));
            assert_null(br_response_line_at(r, at, 0));
            assert_null(br_response_model_of(r, at));
            assert_null(br_response_parameter_of(r, at, BR_RESPONSE_MASS));
            assert_null(br_response_answer(r, at));
            assert_null(br_response_warning(r, at, 0));
            assert_null(br_response_failure(r, at, 0));
            assert_int_equal(br_response_model_at(r, at, 1, &G[0], &G[1]), 0);
            assert_true(isnan(G[0]) && isnan(G[1]));
        }
        assert_int_equal(br_response_count(r), i);
        assert_null(br_response_line_at(r, 0, -1));
        assert_null(br_response_warning(r, 0, -1));
        assert_null(br_response_parameter_of(r, 0, (br_response_quantity)-1));
        assert_null(br_response_parameter_of(r, 0, BR_RESPONSE_QUANTITIES));
        assert_int_equal(br_response_model_at(r, 0, (double)NAN, NULL, NULL), 0);
        assert_int_equal(br_response_model_at(r, 0, -1, NULL, NULL), 0);
        br_response_close(r);
    }
    br_table_close(t);
}

// J1: every allocation may fail: a status with a message, nothing leaked (which sanitizers see).
static void J1_failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    static log_rows l[2];
    br_response_options o = usual();
    o.signals = "t = t, x = x, u = u";
    excite(&l[0], 0.02, 1, k);
    excite(&l[1], 0.02, 2, k);
    l[0].x[100] += 2e-8; // a spike, and its warning
    for (int rows = 2000, kind = 0; kind < 3; kind++)
        for (long n = 0;; n++) { // two realisations; a stepped sine; Welch's method
            br_diag why = {0};
            br_response *r = NULL;
            br_table *t[2] = {lent(&l[0], rows), lent(&l[1], rows)};
            o.method = kind == 2 ? BR_RESPONSE_WELCH : BR_RESPONSE_DETECT;
            countdown = n;
            br_status status = br_response_open(&r, t, kind == 0 ? 2 : 1, kind == 1 ? NULL : &o, &why);
            bool none = countdown >= 0;
            countdown = -1;
            if (status != BR_OK && status != BR_NO_MEMORY)
                fail_msg("allocation %ld: %s", n, why.text);
            assert_true((status == BR_OK) == (r != NULL) && (status == BR_OK || why.text[0]));
            assert_true(status != BR_OK || br_response_line_at(r, 0, 0));
            br_response_close(r);
            br_table_close(t[0]);
            br_table_close(t[1]);
            if (none)
                break;
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_options_are_refused),
                                       cmocka_unit_test(wrong_logs_are_refused), cmocka_unit_test(misuse_is_answered),
                                       cmocka_unit_test(J1_failing_memory_leaves_nothing_half_open)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
