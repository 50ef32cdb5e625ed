// test_call.c - commands as calls: what the tool answers to the last bit, tables in memory, faults, leaks, threads.
#include "kit/comma_locale.h"
#include <bristle/call.h>
#include <bristle/friction.h>

#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

enum { MOST = 20, ROWS = 200, ROOM = 1 << 16 };

// Words parted by |.
static br_status call(br_answer **a, const char *line, const br_call_table *table, int tables, br_diag *why)
{
    char text[600], *at = text;
    const char *word[MOST];
    int words = 0;
    snprintf(text, sizeof text, "%s", line);
    while (at && words < MOST) {
        char *bar = strchr(at, '|');
        word[words++] = at;
        if (bar)
            *bar++ = 0;
        at = bar;
    }
    return br_call(a, word, words, table, tables, why);
}

static br_answer *must(const char *line, const br_call_table *table, int tables)
{
    br_answer *a = NULL;
    br_diag why = {0};
    br_status status = call(&a, line, table, tables, &why);
    if (status != BR_OK)
        fail_msg("%s: %s", line, why.text);
    return a;
}

// What the tool prints for the same words.
static void tool_prints(const char *line, char text[ROOM])
{
    char command[800] = "";
    size_t n = (size_t)snprintf(command, sizeof command, "\"${BR_TOOL:-build/bristle}\" '");
    for (const char *c = line; *c && n + 4 < sizeof command; c++)
        n += (size_t)snprintf(command + n, sizeof command - n, *c == '|' ? "' '" : "%c", *c);
    snprintf(command + n, sizeof command - n, "'");
    FILE *from = popen(command, "r"); // NOLINT(cert-env33-c): the tool under test
    assert_non_null(from);
    size_t got = fread(text, 1, ROOM - 1, from);
    text[got] = 0;
    assert_int_equal(pclose(from), 0);
}

static bool same_bits(const double *a, const double *b, size_t n)
{
    return memcmp(a, b, n * sizeof *a) == 0;
}

// ---------------------------------------------------------------- answers

static void a_call_answers_what_the_tool_prints(void **state)
{
    (void)state;
    static const char *const line[] = {"laws",
                                       "laws|lugre|--json|-",
                                       "eval|lugre|--params|table-I|--at|v = 1e-3 m/s, z = 1e-6 m|--jet|--json|-",
                                       "eval|sgms|--params|table-4.1|--at|v = 1e-3 m/s",
                                       "help|observe",
                                       "control|lugre|--params|table-I|--mass|1 kg|--feedback|2000, 400|--json|-",
                                       "emit|dahl|-o|-"};
    char *text = malloc(ROOM);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        br_answer *a = must(line[i], NULL, 0);
        tool_prints(line[i], text);
        size_t n = a->size < ROOM - 1 ? a->size : ROOM - 1;
        assert_true(n > 10);
        assert_memory_equal(a->text, text, n);
        assert_int_equal(a->text[a->size], 0);
        br_answer_free(a);
    }
    free(text);
}

#define RUN                                                                                                            \
    "simulate|mass|--at|friction = lugre, fr = table-I, m = 1 kg|--input|u = 2*sin(6*t) N|--until|0.1|--step|1e-3"

static void columns_have_the_numbers_of_the_csv(void **state)
{
    (void)state;
    char *text = malloc(ROOM), *at = text;
    assert_non_null(text);
    br_answer *a = must(RUN, NULL, 0);
    tool_prints(RUN "|--csv|-", text);
    assert_int_equal(a->rows, 101);
    for (int c = 0; c < a->columns; c++) { // "t [s],x [m],..."
        size_t n = strlen(a->column[c].name);
        assert_memory_equal(at, a->column[c].name, n);
        at += strcspn(at, ",\n") + 1;
    }
    for (size_t k = 0; k < a->rows; k++)
        for (int c = 0; c < a->columns; c++) {
            double v = strtod(at, &at);
            at++;
            assert_true(same_bits(&v, &a->column[c].v[k], 1));
        }
    assert_int_equal(*at, 0);
    assert_string_equal(a->column[0].role, "time");
    assert_string_equal(a->column[0].unit, "s");
    br_answer_free(a);
    free(text);
}

static void json_of_a_call_leaves_the_rows_to_the_columns(void **state)
{
    (void)state;
    br_answer *a = must(RUN "|--json|-", NULL, 0);
    assert_non_null(strstr(a->text, "\"columns\""));
    assert_null(strstr(a->text, "\"data\""));
    br_answer_free(a);
}

// ---------------------------------------------------------------- tables in memory

typedef struct lent {
    double t[ROWS], v[ROWS];
    br_call_column column[2];
    br_call_table table;
} lent;

static void lend(lent *l)
{
    for (int k = 0; k < ROWS; k++) {
        l->t[k] = k * 1e-3;
        l->v[k] = 2 * sin(0.05 * k);
    }
    l->column[0] = (br_call_column){"time", l->t};
    l->column[1] = (br_call_column){"speed [mm/s]", l->v};
    l->table = (br_call_table){"log", l->column, 2, ROWS};
}

static void a_table_in_memory_is_read_as_a_file_is(void **state)
{
    (void)state;
    static const char run[] = "simulate|lugre|%s|--params|table-I|--signals|t = time s, v = speed";
    char path[] = "/tmp/bristle-call-XXXXXX", line[200];
    lent l;
    lend(&l);
    int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *to = fdopen(file, "w");
    assert_non_null(to);
    fprintf(to, "time,speed [mm/s]\n");
    for (int k = 0; k < ROWS; k++)
        fprintf(to, "%.17g,%.17g\n", l.t[k], l.v[k]);
    fclose(to);
    snprintf(line, sizeof line, run, "log");
    br_answer *a = must(line, &l.table, 1);
    snprintf(line, sizeof line, run, path);
    br_answer *b = must(line, NULL, 0);
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->columns, b->columns);
    for (int c = 0; c < a->columns; c++)
        assert_true(same_bits(a->column[c].v, b->column[c].v, a->rows));
    br_answer_free(a);
    br_answer_free(b);
    unlink(path);
}

// ---------------------------------------------------------------- faults

static void wrong(br_status expected, const char *text, const char *line, const br_call_table *table)
{
    br_answer before = {0}, *a = &before;
    br_diag why = {0};
    br_status status = call(&a, line, table, table ? 1 : 0, &why);
    if (status != expected || !strstr(why.text, text))
        fail_msg("%s: status %d, '%s'", line, status, why.text);
    assert_true(a == &before); // untouched
    assert_null(strchr(why.text, '\n'));
}

static void wrong_calls_say_one_line_and_change_nothing(void **state)
{
    (void)state;
    br_answer *a = NULL;
    br_diag why = {0};
    const char *hole[] = {"laws", NULL};
    assert_int_equal(br_call(&a, NULL, 3, NULL, 0, &why), BR_BAD_USAGE);
    assert_int_equal(br_call(&a, hole, 2, NULL, 0, &why), BR_BAD_USAGE);
    assert_int_equal(br_call(&a, hole, 0, NULL, 0, NULL), BR_BAD_USAGE);
    assert_null(a);
    wrong(BR_BAD_USAGE, "did you mean simulate", "simulat", NULL);
    wrong(BR_BAD_LAW, "there is no law", "simulate|lugree|--until|1", NULL);
    wrong(BR_BAD_USAGE, "no standard input", "simulate|lugre|-|--params|table-I|--signals|t = #1 s, v = #2 m/s", NULL);
    wrong(BR_NO_FILE, "", "inspect|no-such-table", NULL);
}

#define LOG "simulate|lugre|log|--params|table-I|--signals|t = time s, v = speed"

static void bad_tables_are_refused(void **state)
{
    (void)state;
    lent l;
    lend(&l);
    l.v[7] = (double)INFINITY;
    wrong(BR_BAD_DATA, "speed is not finite in row 8", LOG, &l.table);
    l.v[7] = (double)NAN;
    wrong(BR_BAD_DATA, "is missing in row 8", LOG, &l.table);
    lend(&l);
    l.t[5] = 0;
    wrong(BR_BAD_DATA, "time", LOG, &l.table);
    lend(&l);
    l.table.rows = 0;
    wrong(BR_BAD_DATA, "fewer than 2 rows", LOG, &l.table);
    l.table.rows = 1;
    wrong(BR_BAD_DATA, "fewer than 2 rows", LOG, &l.table);
    lend(&l);
    l.table.columns = 0;
    wrong(BR_BAD_DATA, "no columns", LOG, &l.table);
    l.table.columns = 2;
    l.column[1].v = NULL;
    wrong(BR_BAD_DATA, "column 2 has no numbers", LOG, &l.table);
    l.column[1] = (br_call_column){NULL, l.v};
    wrong(BR_BAD_DATA, "column 2 has no heading", LOG, &l.table);
    l.column[1] = (br_call_column){"", l.v};
    wrong(BR_BAD_DATA, "speed", LOG, &l.table);
    l.table.name = NULL;
    wrong(BR_BAD_USAGE, "no name", LOG, &l.table);
}

static void a_negative_answer_comes_with_its_result(void **state)
{
    (void)state;
    static double t[400], x[400], u[400];
    for (int k = 0; k < 400; k++) {
        t[k] = 0.01 * k;
        x[k] = 0.5 * k; // no drive moves it so
    }
    const br_call_column column[] = {{"t [s]", t}, {"x1 [rad]", x}, {"u [N*m]", u}};
    const br_call_table table = {"log", column, 3, 400};
    br_answer *a = NULL;
    br_diag why = {0};
    assert_int_equal(
        call(&a, "bound|log|--params|nominal|--error|x1 = 1 mrad|--range|alpha = 3..6 1/s|--json|-", &table, 1, &why),
        BR_NEGATIVE);
    assert_non_null(strstr(why.text, "inconsistent"));
    assert_non_null(strstr(a->text, "\"inconsistent\""));
    br_answer_free(a);
}

static void a_call_prints_nothing(void **state)
{
    (void)state;
    int ends[2], out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    char text[100];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    br_answer *a = must(RUN "|--csv|-|--mat|-", NULL, 0), *b = NULL;
    br_diag why;
    br_status status = call(&b, "laws|nobody", NULL, 0, &why);
    fflush(stdout);
    ssize_t got = read(ends[0], text, sizeof text);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    assert_true(got <= 0);
    assert_int_equal(status, BR_BAD_LAW);
    assert_int_equal(a->rows, 101);
    br_answer_free(a);
    close(out), close(err), close(ends[0]), close(ends[1]);
}

static void a_decimal_comma_of_the_program_changes_no_text(void **state)
{
    (void)state;
    static const char line[] = "eval|lugre|--params|table-I|--at|v = 1.5e-3 m/s, z = 1e-6 m";
    br_answer *a = must(line, NULL, 0);
    if (!kit_set_comma_locale()) {
        br_answer_free(a);
        print_message("skipped: no locale with a decimal comma here, and none can be made (scripts/deps test)\n");
        skip();
    }
    br_answer *b = must(line, NULL, 0);
    setlocale(LC_ALL, "C");
    assert_string_equal(a->text, b->text);
    br_answer_free(a);
    br_answer_free(b);
}

// ---------------------------------------------------------------- many calls

static long resident(void) // pages
{
    long all = 0, here = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld %ld", &all, &here) != 2) // NOLINT(cert-err34-c): a line of the kernel
        here = 0;
    if (f)
        fclose(f);
    return here;
}

static void many_calls_leak_nothing(void **state)
{
    (void)state;
    const char *count = getenv("BR_COUNT");
    long n = count ? strtol(count, NULL, 10) / 100 : 1000; // 10^5 of `make soak`
    long before = 0;
    lent l;
    lend(&l);
    for (long i = 0; i < n; i++) {
        br_answer *a = NULL;
        br_diag why;
        assert_int_equal(call(&a, LOG "|--until|0.002 s|--method|lie", &l.table, 1, &why), BR_OK);
        br_answer_free(a);
        assert_int_equal(call(&a, "eval|lugre|--at|v = x", NULL, 0, &why), BR_BAD_LAW);
        if (i == n / 10)
            before = resident();
    }
#ifndef BR_SANITIZED // whose memory grows by itself, and who looks for leaks at the end
    assert_true(resident() - before < 256);
#endif
    (void)before;
}

static void *simulate(void *to)
{
    br_diag why;
    br_answer **a = to;
    return call(a, RUN, NULL, 0, &why) == BR_OK ? to : NULL;
}

// J2: threads with objects of their own
static void threads_get_the_same_bits(void **state)
{
    (void)state;
    enum { THREADS = 64 };
    pthread_t thread[THREADS];
    br_answer *a[THREADS] = {0};
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, simulate, &a[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        void *done = NULL;
        pthread_join(thread[i], &done);
        assert_non_null(done);
    }
    for (int i = 0; i < THREADS; i++) {
        for (int c = 0; c < a[0]->columns; c++)
            assert_true(same_bits(a[0]->column[c].v, a[i]->column[c].v, a[0]->rows));
    }
    for (int i = 0; i < THREADS; i++)
        br_answer_free(a[i]);
}

static volatile int pressed;

static void *press(void *of)
{
    struct timespec pause = {0, 100000000};
    (void)of;
    nanosleep(&pause, NULL);
    pressed = 1;
    return NULL;
}

// Each takes minutes where nobody stops it.
static void a_call_that_is_stopped_ends_soon_and_leaves_nothing(void **state)
{
    static const char *const line[][8] = {
        {"simulate", "mass", "--at", "friction = lugre, fr = table-I, m = 1 kg", "--input=u = 2*sin(6*t) N",
         "--until=4000", "--step=1e-3", "--csv=stopped.csv"},
        {"observe", "rig/exact", "--model=sgms", "--params=table-4.1", "--observer=mhe", "--horizon=2000",
         "--json=stopped.csv", "--csv=stopped.csv2"},
        {"control", "lugre", "--params=table-I", "--mass=1 kg", "--period=40 s", "--compensators=mhe", "--json=-",
         "--csv=stopped.csv"},
        {"excite", "--optimal=d", "--model=lugre", "--params=table-I", "--limits=x = 20 mm, a = 2 m/s^2",
         "--budget=1000000", "--duration=10 s", "--json=stopped.csv"},
        // The motions beside it, with sgms and a mass, take longest.
        {"excite", "--optimal=e", "--model=sgms", "--params=table-4.1", "--limits=x = 20 mm, a = 2 m/s^2",
         "--mass=1 kg", "--duration=1000 s", "--json=stopped.csv"},
        {"excite", "--criterion=interval", "--params=nominal", "--limits=u = 0.7 N*m, x1 = 60 rad",
         "--range=alpha = 3..6 1/s, beta = 50..80 rad/s^2/N/m, TF = 0.02..0.3 N*m", "--pieces=16", "--duration=9 s",
         "--json=stopped.csv"},
        {"identify", "rig/exact", "--model=sgms", "--mass=20 kg", "--profile=all", "--no-offset", "--estimate=zeta",
         "--json=stopped.csv"}};
    (void)state;
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        pthread_t thread;
        br_answer *a = NULL;
        br_diag why = {0};
        pressed = 0;
        assert_int_equal(0, pthread_create(&thread, NULL, press, NULL));
        clock_t from = clock();
        br_status status = br_call_until(&a, line[i], 8, NULL, 0, &pressed, &why);
        double took = (double)(clock() - from) / CLOCKS_PER_SEC; // of all cores, whatever else they do
        pthread_join(thread, NULL);
        if (took > 10)
            fail_msg("%s went on for %g s", line[i][0], took);
        if (status != BR_NEGATIVE)
            fail_msg("%s: status %d, %s", line[i][0], (int)status, why.text);
        assert_string_equal("bristle: stopped", why.text);
        assert_int_equal(0, a->size);
        assert_int_equal(0, a->columns);
        assert_int_not_equal(0, access("stopped.csv", F_OK));
        br_answer_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_answers_what_the_tool_prints),
        cmocka_unit_test(columns_have_the_numbers_of_the_csv),
        cmocka_unit_test(json_of_a_call_leaves_the_rows_to_the_columns),
        cmocka_unit_test(a_table_in_memory_is_read_as_a_file_is),
        cmocka_unit_test(wrong_calls_say_one_line_and_change_nothing),
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(a_negative_answer_comes_with_its_result),
        cmocka_unit_test(a_call_prints_nothing),
        cmocka_unit_test(a_decimal_comma_of_the_program_changes_no_text), // may be skipped
        cmocka_unit_test(many_calls_leak_nothing),
        cmocka_unit_test(threads_get_the_same_bits),
        cmocka_unit_test(a_call_that_is_stopped_ends_soon_and_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
