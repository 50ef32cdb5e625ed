// test_inspect_api.c - bristle/inspect.h: planted faults of a log are found, by rows; roles, spans, interruption; misuse and failing memory.
#include "kit/failing_memory.h"
#include <bristle/inspect.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { ROWS = 6000 };

// A motion with friction: x of two sines, F of Coulomb and viscous friction, every ms; in mm and N.
typedef struct motion {
    double t[ROWS], x[ROWS], F[ROWS];
} motion;

static void move(motion *m)
{
    for (int k = 0; k < ROWS; k++) {
        double t = m->t[k] = 1e-3 * k, v = 0.02 * 7 * cos(7 * t) + 0.01 * 23 * cos(23 * t);
        m->x[k] = 1e3 * (0.02 * sin(7 * t) + 0.01 * sin(23 * t));
        m->F[k] = (v > 0 ? 5 : -5) + 20 * v;
    }
}

static br_table *lent(const motion *m, int rows, const char *signals)
{
    br_table *t = NULL;
    br_diag why = {0};
    if (br_table_lend(&t, "log", (const char *const[]){"t [s]", "pos [mm]", "F [N]"},
                      (const double *const[]){m->t, m->x, m->F}, 3, (size_t)rows, NULL, &why) != BR_OK ||
        (signals && br_table_set_signals(t, signals, &why) != BR_OK))
        fail_msg("%s", why.text);
    return t;
}

static br_inspect *checked(br_table *t, const br_inspect_options *o)
{
    br_inspect *check = NULL;
    br_diag why = {0};
    if (br_inspect_open(&check, t, o, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_table_close(t); // it is not needed any more
    return check;
}

static bool warns(const br_inspect *check, const char *words)
{
    for (int i = 0; br_inspect_warning(check, i); i++)
        if (strstr(br_inspect_warning(check, i), words))
            return true;
    return false;
}

static const char all[] = "t = t, x = pos, F = F";

static void a_clean_log_has_its_rates_and_its_motion(void **state)
{
    (void)state;
    static motion m;
    move(&m);
    br_inspect *check = checked(lent(&m, ROWS, all), NULL);
    const br_inspect_motion *found = br_inspect_motion_of(check);
    assert_int_equal(br_inspect_columns(check), 3);
    assert_string_equal(br_inspect_name(check, 1), "x");
    assert_string_equal(br_inspect_unit(check, 1), "m");
    assert_int_equal(br_inspect_role_of(check, 2), BR_INSPECT_FRICTION);
    assert_int_equal(br_inspect_rows_of(check)->rows, ROWS);
    assert_true(br_inspect_rows_of(check)->signals);
    assert_true(fabs(br_inspect_time_of(check)->median - 1e-3) < 1e-5 && br_inspect_time_of(check)->gaps.count == 0);
    assert_true(found->known && found->has_force && !found->inertia && found->reversals > 10);
    assert_true(fabs(found->most - 0.03) < 2e-3 && found->work > 0.9 && found->residual < 0.1);
    assert_int_equal(found->rows_fitted + found->rows_rest + found->rows_no_force + found->rows_no_velocity, ROWS);
    assert_true(br_inspect_column_of(check, 2)->most > 5 && br_inspect_column_of(check, 2)->missing.count == 0);
    const br_inspect_verdict *first = br_inspect_verdict_at(check, 0);
    assert_non_null(first);
    assert_true(first->what[0] && first->why[0] && first->laws[0]);
    assert_null(br_inspect_verdict_at(check, 99));
    int rows;
    long long every;
    assert_non_null(br_inspect_thinned(check, 1, &rows, &every));
    assert_true(rows > 1000 && rows <= 4096 && every == 2);
    br_inspect_close(check);
}

// A picture of a log of any length has its peaks, gaps stay gaps, and times rise.
static void a_curve_for_a_picture_keeps_every_peak(void **state)
{
    (void)state;
    enum { LONG = 100003 };
    static double t[LONG], x[LONG], F[LONG];
    for (int k = 0; k < LONG; k++) {
        t[k] = 1e-3 * k;
        x[k] = k > 50000 && k < 51000 ? (double)NAN : sin(1e-3 * k);
        F[k] = x[k];
    }
    x[70001] = 7;
    x[70003] = -9;
    br_table *table = NULL;
    br_diag why = {0};
    if (br_table_lend(&table, "log", (const char *const[]){"t [s]", "x [m]", "F [N]"}, (const double *const[]){t, x, F},
                      3, LONG, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
    br_inspect *check = checked(table, NULL);
    const double *at, *value;
    long long every;
    int count = br_inspect_curve(check, 1, &at, &value, &every), most = 0, least = 0, none = 0;
    assert_true(count > 1000 && count <= 2048 && every == 128);
    for (int i = 0; i < count; i++) {
        assert_true(i == 0 || at[i] > at[i - 1]);
        most = value[i] > value[most] ? i : most;
        least = value[i] < value[least] ? i : least;
        none += isnan(value[i]);
    }
    assert_true(value[most] == 7 && at[most] == t[70001] && value[least] == -9 && at[least] == t[70003]);
    assert_true(none > 4 && none < 9);
    assert_int_equal(br_inspect_curve(check, 99, &at, &value, NULL), 0);
    assert_true(!at && !value);
    br_inspect_close(check);
}

static void planted_faults_are_found_by_their_rows(void **state)
{
    (void)state;
    static motion m;
    move(&m);
    for (int k = 3000; k < ROWS; k++)
        m.t[k] += 0.5; // a gap before row 3001
    m.t[100] = m.t[99];
    m.F[200] = (double)NAN;
    m.x[4000] += 500; // a spike in row 4001
    br_inspect *check = checked(lent(&m, ROWS, all), NULL);
    const br_inspect_time *t = br_inspect_time_of(check);
    assert_int_equal(t->duplicates.count, 1);
    assert_int_equal(t->duplicates.row[0], 101);
    assert_true(t->gaps.count >= 1 && t->gaps.row[0] == 3001 && fabs(t->gaps.value[0] - 0.501) < 1e-6);
    assert_int_equal(br_inspect_column_of(check, 2)->missing.row[0], 201);
    const br_inspect_events *spikes = &br_inspect_column_of(check, 1)->spikes;
    assert_true(spikes->count == 1 && spikes->row[0] == 4001 && fabs(spikes->value[0] - 0.5) < 0.01); // in m
    assert_true(warns(check, "gap") && warns(check, "spike") && warns(check, "repeated") && warns(check, "missing"));
    br_inspect_close(check);
}

static void columns_without_signals_are_taken_by_name_and_unit(void **state)
{
    (void)state;
    static const char csv[] = "time [ms],x [mm],who,v\n0,1,a,1\n10,2,b,2\n20,4,c,3\n30,8,d,5\n";
    br_table *t = NULL;
    br_diag why = {0};
    assert_int_equal(br_table_parse(&t, "log", csv, strlen(csv), NULL, &why), BR_OK);
    br_inspect *check = checked(t, NULL);
    assert_int_equal(br_inspect_columns(check), 3);
    assert_false(br_inspect_rows_of(check)->signals);
    assert_int_equal(br_inspect_role_of(check, 0), BR_INSPECT_TIME);
    assert_int_equal(br_inspect_role_of(check, 1), BR_INSPECT_POSITION);
    assert_int_equal(br_inspect_role_of(check, 2), BR_INSPECT_OTHER); // v without a unit
    assert_true(fabs(br_inspect_time_of(check)->end - 0.03) < 1e-12 && br_inspect_column_of(check, 1)->most == 0.008);
    assert_non_null(strstr(br_inspect_skipped(check, 0), "who"));
    assert_null(br_inspect_skipped(check, 1));
    br_inspect_close(check);
}

static int enough(void *context, double share)
{
    double *seen = context;
    *seen = share;
    return share < 0.5;
}

static void a_part_of_a_log_is_checked(void **state)
{
    (void)state;
    static motion m;
    br_inspect_options o;
    br_diag why = {0};
    double share = 0;
    move(&m);
    assert_int_equal(br_inspect_defaults(&o, sizeof o), BR_OK);
    o.from = 1, o.until = 2;
    br_inspect *check = checked(lent(&m, ROWS, all), &o), *none = NULL;
    const br_inspect_rows *r = br_inspect_rows_of(check);
    assert_true(r->rows == 1001 && r->before == 1000 && r->behind == 1 && r->read == 2002 && !r->interrupted);
    br_inspect_close(check);
    o.from = 100, o.until = 200;
    br_table *t = lent(&m, ROWS, all);
    assert_int_equal(br_inspect_open(&none, t, &o, &why), BR_BAD_DATA);
    assert_non_null(strstr(why.text, "the last row is at 5.999 s"));
    br_table_close(t);
    assert_int_equal(br_inspect_defaults(&o, sizeof o), BR_OK);
    o.go_on = enough;
    o.context = &share;
    check = checked(lent(&m, ROWS, all), &o);
    assert_true(br_inspect_rows_of(check)->interrupted && share >= 0.5 && br_inspect_rows_of(check)->rows < ROWS);
    assert_true(warns(check, "interrupted"));
    br_inspect_close(check);
}

static void misuse_is_answered(void **state)
{
    (void)state;
    static motion m;
    br_diag why = {0};
    br_inspect *check = NULL;
    br_inspect_options o = {.size = 3};
    move(&m);
    br_table *t = lent(&m, ROWS, NULL), *joined = NULL, *empty = lent(&m, 0, NULL);
    assert_int_equal(br_inspect_defaults(NULL, sizeof o), BR_BAD_USAGE);
    assert_int_equal(br_inspect_defaults(&o, 1), BR_BAD_USAGE);
    assert_int_equal(br_inspect_open(NULL, t, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_inspect_open(&check, NULL, NULL, NULL), BR_BAD_USAGE);
    assert_int_equal(br_inspect_open(&check, t, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_inspect_defaults(&o, sizeof o), BR_OK);
    o.from = 2, o.until = 1;
    assert_int_equal(br_inspect_open(&check, t, &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_inspect_open(&check, empty, NULL, &why), BR_BAD_DATA);
    assert_int_equal(br_table_join(&joined, &t, 1, NULL, &why), BR_OK);
    assert_int_equal(br_inspect_open(&check, t, NULL, &why), BR_BAD_USAGE); // part of a join
    br_table_close(joined);
    br_table_close(empty);
    br_table_close(t);
    assert_null(check);
    assert_int_equal(br_inspect_columns(NULL), 0);
    assert_null(br_inspect_name(NULL, 0));
    assert_null(br_inspect_time_of(NULL));
    assert_null(br_inspect_motion_of(NULL));
    assert_null(br_inspect_rows_of(NULL));
    assert_null(br_inspect_warning(NULL, 0));
    assert_null(br_inspect_thinned(NULL, 0, NULL, NULL));
    assert_int_equal(br_inspect_curve(NULL, 0, NULL, NULL, NULL), 0);
    br_inspect_close(NULL);
}

// J1: every allocation may fail: a status with a message, nothing leaked (which sanitizers see).
static void J1_failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    static motion m;
    move(&m);
    for (long n = 0, without = 0;; n++) { // with signals, and without
        br_diag why = {0};
        br_inspect *check = NULL;
        br_table *t = lent(&m, 500, without ? NULL : all);
        countdown = n;
        br_status status = br_inspect_open(&check, t, NULL, &why);
        bool none = countdown >= 0;
        countdown = -1;
        if (status != BR_OK && status != BR_NO_MEMORY)
            fail_msg("allocation %ld: %s", n, why.text);
        assert_true((status == BR_OK) == (check != NULL) && (status == BR_OK || why.text[0]));
        assert_true(!check || !without || strcmp(br_inspect_name(check, 1), "pos") == 0);
        br_inspect_close(check);
        br_table_close(t);
        if (none && without)
            break;
        if (none)
            n = -1, without = 1;
    }
}

static void many_checks_leave_nothing_behind(void **state)
{
    (void)state;
    static motion m;
    move(&m);
    for (int i = 0; i < 2000; i++)
        br_inspect_close(checked(lent(&m, 16, all), NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_clean_log_has_its_rates_and_its_motion),
                                       cmocka_unit_test(planted_faults_are_found_by_their_rows),
                                       cmocka_unit_test(a_curve_for_a_picture_keeps_every_peak),
                                       cmocka_unit_test(columns_without_signals_are_taken_by_name_and_unit),
                                       cmocka_unit_test(a_part_of_a_log_is_checked),
                                       cmocka_unit_test(misuse_is_answered),
                                       cmocka_unit_test(J1_failing_memory_leaves_nothing_half_open),
                                       cmocka_unit_test(many_checks_leave_nothing_behind)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
