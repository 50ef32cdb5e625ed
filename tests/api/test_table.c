// test_table.c - bristle/table.h: columns, rows, signals, units, joins, shifts and files; misuse, many handles and failing memory.
#include "kit/failing_memory.h"
#include <bristle/table.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static const char text[] = "time [ms],x [mm],who,F [N]\n0,1,a,2\n10,2,b,nan\n20,4,c,6\n30,8,d,8\n";

static void must_at(br_status status, const br_diag *why, int line)
{
    if (status != BR_OK)
        fail_msg("line %d: %s", line, why->text);
}
#define must(call) must_at(call, &why, __LINE__)
#define refused(status, words, call)                                                                                   \
    do {                                                                                                               \
        why.text[0] = 0;                                                                                               \
        assert_int_equal(call, status);                                                                                \
        if (!strstr(why.text, words))                                                                                  \
            fail_msg("says '%s', should say '%s'", why.text, words);                                                   \
    } while (0)

static br_table *parsed(const char *csv)
{
    br_table *t = NULL;
    br_diag why = {0};
    must(br_table_parse(&t, "log", csv, strlen(csv), NULL, &why));
    return t;
}

// t from 0 in steps of dt, and y(t + shift) beside it.
enum { MOST = 4096 };
typedef struct arrays {
    double t[MOST], y[MOST];
} arrays;

static br_table *lent(arrays *a, int rows, double dt, double shift)
{
    br_table *t = NULL;
    br_diag why = {0};
    for (int k = 0; k < rows; k++) {
        double s = (a->t[k] = k * dt) + shift;
        a->y[k] = sin(4.4 * s) + 0.4 * sin(12.37 * s + 1) + 0.2 * sin(31.13 * s);
    }
    must(br_table_lend(&t, "lent", (const char *const[]){"t [s]", "y [m]"}, (const double *const[]){a->t, a->y}, 2,
                       (size_t)rows, NULL, &why));
    return t;
}

// ---------------------------------------------------------------- columns and rows

static void columns_have_names_units_and_notes(void **state)
{
    (void)state;
    br_diag why = {0};
    br_table *t = parsed(text);
    assert_int_equal(br_table_columns(t), 4);
    assert_string_equal(br_table_name(t, 1), "x");
    assert_string_equal(br_table_unit(t, 1), "mm");
    assert_string_equal(br_table_unit(t, 2), "-");
    assert_false(br_table_has_numbers(t, 2));
    assert_int_equal(br_table_index(t, "F", NULL), 3);
    assert_int_equal(br_table_index(t, "f [n]", NULL), 3);
    assert_int_equal(br_table_index(t, "#2", NULL), 1);
    assert_int_equal(br_table_index(t, "v", &why), -1);
    assert_non_null(strstr(why.text, "time"));
    assert_int_equal(br_table_time(t), 0);
    must(br_table_load(t, &why));
    assert_int_equal(br_table_rows(t), 4);
    assert_true(br_table_values(t, 1)[3] == 8 && isnan(br_table_values(t, 3)[1]));
    assert_null(br_table_values(t, 2)); // no numbers
    assert_string_equal(br_table_unit(t, 1), "mm");
    br_table_close(t);
}

static void rows_come_in_blocks_of_any_size(void **state)
{
    (void)state;
    br_diag why = {0};
    for (int block = 1; block <= 5; block++) {
        br_table *t = parsed(text);
        double x[8], F[8];
        int got = 0, rows = 0;
        do {
            double *const to[] = {NULL, x + rows, NULL, F + rows};
            must(br_table_read(t, to, block < 8 - rows ? block : 8 - rows, &got, &why));
            rows += got;
        } while (got == block);
        assert_int_equal(rows, 4);
        assert_true(x[0] == 1 && x[3] == 8 && F[2] == 6);
        br_table_close(t);
    }
}

static void signals_are_in_si_and_units_convert(void **state)
{
    (void)state;
    br_diag why = {0};
    br_table *t = parsed(text);
    must(br_table_set_signals(t, "t = time, x = x, W = 1e-3*x*F J", &why));
    assert_int_equal(br_table_columns(t), 3);
    assert_string_equal(br_table_unit(t, 0), "s");
    must(br_table_set_units(t, "x = um", &why));
    refused(BR_BAD_DATA, "cannot be converted", br_table_set_units(t, "x = N", &why));
    refused(BR_BAD_DATA, "no column 'q'", br_table_set_units(t, "q = N", &why));
    refused(BR_BAD_LAW, "not a unit", br_table_set_units(t, "x = foo", &why));
    refused(BR_BAD_DATA, "signals:1:", br_table_set_signals(t, "a = nothing", &why));
    must(br_table_load(t, &why));
    const double *x = br_table_values(t, 1), *W = br_table_values(t, 2);
    assert_true(br_table_values(t, 0)[1] == 0.01 && x[0] == 1000 && x[3] == 8000);
    assert_true(isnan(W[1]) && W[3] == 1e-3 * 8 * 8); // formulas see the numbers as they are in the table
    br_table_close(t);
}

// ---------------------------------------------------------------- joins

static void a_join_resamples_cuts_and_shifts(void **state)
{
    (void)state;
    br_diag why = {0};
    br_table *a = parsed(text), *b = parsed("t [s],x [m]\n0,0\n0.01,1\n0.01,7\n0.02,2\n0.03,3\n"), *joined = NULL;
    br_table_join_options o;
    assert_int_equal(br_table_join_defaults(&o, sizeof o), BR_OK);
    o.step = 0.005;
    o.until = 0.02;
    must(br_table_set_time(b, "t", 0.005, &why));
    must(br_table_join(&joined, (br_table *const[]){a, b}, 2, &o, &why));
    br_table_close(a); // the join keeps them
    br_table_close(b);
    assert_int_equal(br_table_columns(joined), 4); // t, x, F, x_2
    assert_string_equal(br_table_name(joined, 3), "x_2");
    assert_string_equal(br_table_unit(joined, 0), "s");
    must(br_table_load(joined, &why));
    const double *t = br_table_values(joined, 0), *x = br_table_values(joined, 1), *y = br_table_values(joined, 3);
    assert_int_equal(br_table_rows(joined), 4); // 5, 10, 15, 20 ms
    assert_true(t[0] == 0.005 && x[0] == 1.5 && y[0] == 0);
    assert_true(x[1] == 2 && fabs(y[1] - 0.5) < 1e-12 && y[2] == 1);
    br_table_counts n = {.size = sizeof n};
    assert_int_equal(br_table_counts_of(joined, 1, &n), BR_OK);
    assert_int_equal(n.not_rising, 1);
    assert_int_equal(n.first_not_rising, 3);
    assert_true(n.first == 0.005);
    br_table_close(joined);
}

static void joins_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    br_diag why = {0};
    br_table_join_options o;
    const char *down = "t [s],x\n3,1\n2,2\n1,4\n0,5\n";
    for (int i = 0; i < 3; i++) {
        br_table *log = parsed(i == 0 ? down : text), *joined = NULL;
        assert_int_equal(br_table_join_defaults(&o, sizeof o), BR_OK);
        o.from = i == 1 ? 1000 : (double)NAN;
        o.step = i == 2 ? 1e-9 : 0;
        must(br_table_join(&joined, &log, 1, &o, &why));
        br_status status = i == 2 ? BR_BAD_USAGE : BR_BAD_DATA;
        static const char *const words[] = {"does not rise", "no time is covered", "is its unit right"};
        refused(status, words[i], br_table_load(joined, &why));
        br_table_close(joined);
        br_table_close(log);
    }
}

static void a_shift_is_found(void **state)
{
    (void)state;
    static arrays a, b;
    br_diag why = {0};
    br_table *first = lent(&a, 4000, 1e-3, 0), *second = lent(&b, 1500, 2e-3, 0.4321);
    br_table_alignment found = {.size = sizeof found};
    must(br_table_align(first, "y", second, "y", &found, &why));
    assert_true(fabs(found.shift - 0.4321) < 1e-5 && !found.doubtful && !found.ambiguous && found.correlation > 0.999);
    must(br_table_align(first, "y", second, "y", &found, &why)); // tables in memory are read again
    br_table_close(first);
    br_table_close(second);
}

// ---------------------------------------------------------------- files

static void files_give_the_same_bits(void **state)
{
    (void)state;
    static arrays a;
    br_diag why = {0};
    char folder[] = "/tmp/bristle-table-XXXXXX", path[2][64];
    assert_non_null(mkdtemp(folder));
    snprintf(path[0], sizeof path[0], "%s/log.csv", folder);
    snprintf(path[1], sizeof path[1], "%s/log.mat", folder);
    br_table *t = lent(&a, MOST, 1e-3, 0), *back = NULL;
    br_table_write_options o;
    assert_int_equal(br_table_write_defaults(&o, sizeof o), BR_OK);
    for (int i = 0; i < 2; i++) {
        must(br_table_write(t, path[i], NULL, &why));
        o.keep = 1;
        assert_int_equal(br_table_write(t, path[i], &o, &why), BR_NO_FILE);
        must(br_table_open(&back, path[i], NULL, &why));
        must(br_table_load(back, &why));
        assert_int_equal(br_table_rows(back), MOST);
        assert_string_equal(br_table_unit(back, br_table_index(back, "y", NULL)), "m");
        assert_memory_equal(br_table_values(back, br_table_index(back, "t", NULL)), a.t, sizeof a.t);
        assert_memory_equal(br_table_values(back, br_table_index(back, "y", NULL)), a.y, sizeof a.y);
        br_table_close(back);
        assert_int_equal(unlink(path[i]), 0);
    }
    br_table_writer *w = NULL; // what is dropped leaves nothing
    must(br_table_writer_open(&w, path[0], t, NULL, &why));
    must(br_table_writer_add(w, (const double *const[]){a.t, a.y}, 10, &why));
    assert_int_equal(br_table_writer_add(w, NULL, 10, &why), BR_BAD_USAGE);
    br_table_writer_drop(w);
    assert_int_equal(rmdir(folder), 0);
    br_table_close(t);
}

// Of the same bytes as a table of these columns.
static void named_columns_are_written_without_a_table(void **state)
{
    (void)state;
    static arrays a;
    static char first[1 << 16], second[1 << 16];
    br_diag why = {0};
    char folder[] = "/tmp/bristle-table-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    static const char *const name[] = {"t", "a, \"b\""}, *const unit[] = {"s", "m"}, *const empty[] = {"t", ""};
    const double *const v[] = {a.t, a.y};
    for (int k = 0; k < 64; k++) {
        a.t[k] = 1e-3 * k;
        a.y[k] = k == 9 ? (double)NAN : sin(k);
    }
    for (int mat = 0; mat < 2; mat++) {
        br_table *t = NULL;
        br_table_writer *w = NULL;
        snprintf(path, sizeof path, "%s/log.%s", folder, mat ? "mat" : "csv");
        must(br_table_writer_begin(&w, path, name, unit, 2, NULL, &why));
        must(br_table_writer_add(w, v, 60, &why));
        must(br_table_writer_add(w, (const double *const[]){a.t + 60, a.y + 60}, 4, &why));
        must(br_table_writer_finish(w, &why));
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        size_t size = fread(first, 1, sizeof first, file);
        fclose(file);
        must(br_table_open(&t, path, NULL, &why));
        must(br_table_load(t, &why));
        assert_int_equal(br_table_rows(t), 64);
        assert_string_equal(br_table_unit(t, 1), "m");
        assert_memory_equal(br_table_values(t, 0), a.t, 64 * sizeof *a.t);
        must(br_table_writer_open(&w, path, t, NULL, &why));
        must(br_table_writer_add(w, v, 64, &why));
        must(br_table_writer_finish(w, &why));
        br_table_close(t);
        file = fopen(path, "rb");
        assert_non_null(file);
        assert_int_equal(fread(second, 1, sizeof second, file), size);
        fclose(file);
        assert_int_equal(unlink(path), 0);
        if (!mat) // MAT has names that MATLAB allows
            assert_memory_equal(first, second, size);
    }
    br_table_writer *w = NULL;
    refused(BR_BAD_USAGE, "names", br_table_writer_begin(&w, path, name, unit, 0, NULL, &why));
    refused(BR_BAD_USAGE, "names", br_table_writer_begin(&w, path, empty, NULL, 2, NULL, &why));
    refused(BR_BAD_USAGE, "names", br_table_writer_begin(&w, path, NULL, NULL, 2, NULL, &why));
    refused(BR_BAD_USAGE, "place", br_table_writer_begin(NULL, path, name, NULL, 2, NULL, &why));
    assert_null(w);
    assert_int_equal(rmdir(folder), 0);
}

static size_t bytes_of(const char *path, char *to, size_t room)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(to, 1, room, file);
    assert_true(size < room && fclose(file) == 0 && unlink(path) == 0);
    return size;
}

// A MAT file in memory with two variables of 64 numbers and one of 10, which cannot stand beside them.
static void columns_of_another_length_are_left_out(void **state)
{
    (void)state;
    static arrays a;
    static char bytes[1 << 16];
    enum { HEADER = 128 };
    br_diag why = {0};
    char folder[] = "/tmp/bristle-table-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/log.mat", folder);
    br_table *t = lent(&a, 64, 1e-3, 0), *z = NULL, *both = NULL;
    must(br_table_lend(&z, "z", (const char *const[]){"z"}, (const double *const[]){a.y}, 1, 10, NULL, &why));
    must(br_table_write(t, path, NULL, &why));
    size_t size = bytes_of(path, bytes, sizeof bytes);
    must(br_table_write(z, path, NULL, &why));
    size_t more = bytes_of(path, bytes + size, sizeof bytes - size);
    memmove(bytes + size, bytes + size + HEADER, more - HEADER); // of the second file: none
    size += more - HEADER;
    br_table_close(t);
    br_table_close(z);
    assert_int_equal(rmdir(folder), 0);
    must(br_table_parse(&both, "both", bytes, size, NULL, &why));
    must(br_table_load(both, &why));
    int y = br_table_index(both, "y", NULL), other = br_table_index(both, "z", NULL);
    assert_int_equal(br_table_rows(both), 64);
    assert_memory_equal(br_table_values(both, y), a.y, 64 * sizeof *a.y);
    assert_true(other >= 0 && !br_table_values(both, other) && strstr(br_table_note(both, other), "length"));
    br_table_close(both);
}

// ---------------------------------------------------------------- misuse

static void misuse_of_opening_is_answered(void **state)
{
    (void)state;
    br_diag why = {0};
    br_table *t = NULL;
    br_table_options o = {.size = 3};
    const double inf[] = {HUGE_VAL};
    assert_int_equal(br_table_defaults(NULL, sizeof o), BR_BAD_USAGE);
    assert_int_equal(br_table_defaults(&o, 3), BR_BAD_USAGE);
    assert_int_equal(br_table_open(NULL, "a", NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_table_open(&t, NULL, NULL, NULL), BR_BAD_USAGE);
    assert_int_equal(br_table_open(&t, "/nowhere/at.csv", NULL, &why), BR_NO_FILE);
    assert_int_equal(br_table_open(&t, "/nowhere/at.mat", NULL, &why), BR_NO_FILE);
    assert_int_equal(br_table_parse(&t, "log", "", 0, NULL, &why), BR_BAD_DATA);
    assert_int_equal(br_table_parse(&t, "log", text, strlen(text), &o, &why), BR_BAD_USAGE); // of another size
    assert_int_equal(br_table_defaults(&o, sizeof o), BR_OK);
    o.delimiter = 'x';
    assert_int_equal(br_table_parse(&t, "log", text, strlen(text), &o, &why), BR_BAD_USAGE);
    assert_int_equal(br_table_lend(&t, "log", NULL, NULL, 1, 1, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(
        br_table_lend(&t, "log", (const char *const[]){"x"}, (const double *const[]){NULL}, 1, 1, NULL, &why),
        BR_BAD_USAGE);
    assert_null(t);
    must(br_table_lend(&t, "log", (const char *const[]){"x"}, (const double *const[]){inf}, 1, 1, NULL, &why));
    double x[4];
    int got = 7;
    refused(BR_BAD_DATA, "not finite", br_table_read(t, (double *const[]){x}, 4, &got, &why));
    assert_int_equal(got, 0);
    refused(BR_BAD_DATA, "not finite", br_table_read(t, (double *const[]){x}, 4, &got, &why)); // and so it stays
    br_table_close(t);
    br_table_close(NULL);
}

static void misuse_of_rows_is_answered(void **state)
{
    (void)state;
    br_diag why = {0};
    br_table *t = parsed(text), *joined = NULL;
    double x[8];
    int got;
    double *const none[4] = {NULL}, *const one[4] = {NULL, x}, *const other[4] = {x}, *const words[4] = {NULL, NULL, x};
    assert_int_equal(br_table_read(NULL, one, 1, &got, &why), BR_BAD_USAGE);
    assert_int_equal(br_table_read(t, NULL, 1, &got, &why), BR_BAD_USAGE);
    assert_int_equal(br_table_read(t, one, 0, &got, &why), BR_BAD_USAGE);
    assert_int_equal(br_table_read(t, one, 1, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_table_read(t, none, 1, &got, &why), BR_BAD_USAGE);
    assert_int_equal(br_table_rewind(t), BR_BAD_USAGE); // not in memory
    assert_int_equal(br_table_set_time(t, NULL, (double)NAN, &why), BR_BAD_USAGE);
    refused(BR_BAD_DATA, "time: ", br_table_set_time(t, "nothing", 0, &why));
    must(br_table_read(t, one, 1, &got, &why));
    refused(BR_BAD_USAGE, "settles which", br_table_read(t, other, 1, &got, &why));
    refused(BR_BAD_USAGE, "have been read", br_table_load(t, &why));
    refused(BR_BAD_USAGE, "have been read", br_table_set_units(t, "x = m", &why));
    refused(BR_BAD_USAGE, "have been read", br_table_join(&joined, &t, 1, NULL, &why));
    br_table_close(t);
    t = parsed(text);
    br_status status = br_table_read(t, words, 8, &got, &why);
    assert_true(status == BR_BAD_DATA || got == 4); // text in place of numbers
    br_table_close(t);
    assert_int_equal(br_table_columns(NULL), 0);
    assert_int_equal(br_table_index(NULL, "x", &why), -1);
    assert_int_equal(br_table_time(NULL), -1);
    assert_null(br_table_name(NULL, 0));
    assert_null(br_table_values(NULL, 0));
    assert_int_equal(br_table_load(NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_table_set_signals(NULL, "x = x", &why), BR_BAD_USAGE);
    assert_int_equal(br_table_write(NULL, "a", NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_table_writer_finish(NULL, &why), BR_BAD_USAGE);
}

static void misuse_of_joins_is_answered(void **state)
{
    (void)state;
    br_diag why = {0};
    br_table *t = parsed(text), *plain = parsed("a,b\n1,2\n2,3\n"), *joined = NULL;
    br_table_join_options o;
    double x[8];
    int got;
    assert_int_equal(br_table_join(NULL, &t, 1, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_table_join(&joined, &t, 0, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_table_join(&joined, &t, 65, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_table_join(&joined, (br_table *const[]){t, NULL}, 2, NULL, &why), BR_BAD_USAGE);
    assert_int_equal(br_table_join(&joined, (br_table *const[]){t, t}, 2, NULL, &why), BR_BAD_USAGE);
    refused(BR_BAD_DATA, "(columns: a, b)", br_table_join(&joined, &plain, 1, NULL, &why));
    for (int i = 0; i < 5; i++) {
        assert_int_equal(br_table_join_defaults(&o, sizeof o), BR_OK);
        o.step = i == 0 ? -1 : i == 1 ? (double)NAN : 0;
        o.method = i == 2 ? BR_TABLE_MEAN : i == 3 ? (br_table_method)99 : BR_TABLE_LINEAR;
        o.from = 2, o.until = i == 4 ? 1 : 3;
        assert_int_equal(br_table_join(&joined, &t, 1, &o, &why), BR_BAD_USAGE);
    }
    assert_null(joined);
    must(br_table_join(&joined, &t, 1, NULL, &why));
    refused(BR_BAD_USAGE, "no part of another", br_table_read(t, (double *const[]){x, x, x, x}, 8, &got, &why));
    refused(BR_BAD_USAGE, "part of a joined table", br_table_load(t, &why));
    br_table_counts n = {.size = 3};
    assert_int_equal(br_table_counts_of(joined, 0, &n), BR_BAD_USAGE);
    n.size = sizeof n;
    assert_int_equal(br_table_counts_of(joined, 1, &n), BR_BAD_USAGE);
    assert_int_equal(br_table_counts_of(t, 0, &n), BR_BAD_USAGE);
    br_table_alignment found = {.size = 1};
    assert_int_equal(br_table_align(t, "x", plain, "a", &found, &why), BR_BAD_USAGE);
    br_table_close(joined);
    br_table_close(plain);
    br_table_close(t);
}

// ---------------------------------------------------------------- memory

// Everything that a program may do with two logs.
static br_status whole_job(const char *path, br_diag *why)
{
    static arrays a;
    br_table *log[2] = {NULL, NULL}, *joined = NULL;
    for (int k = 0; k < 64; k++)
        a.t[k] = 0.01 * k, a.y[k] = sin(0.3 * k) + 1e-3 * k * k;
    br_status status = br_table_lend(&log[0], "a", (const char *const[]){"t [s]", "y [m]"},
                                     (const double *const[]){a.t, a.y}, 2, 64, NULL, why);
    if (status == BR_OK)
        status = br_table_parse(&log[1], "b", text, strlen(text), NULL, why);
    if (status == BR_OK)
        status = br_table_join(&joined, log, 2, NULL, why);
    if (status == BR_OK)
        status = br_table_set_signals(joined, "t = t, y = y, z = 2*y m", why);
    if (status == BR_OK)
        status = br_table_set_units(joined, "y = mm", why);
    if (status == BR_OK)
        status = br_table_load(joined, why);
    if (status == BR_OK && br_table_rows(joined) != 4)
        status = BR_NEGATIVE;
    if (status == BR_OK)
        status = br_table_write(joined, path, NULL, why);
    br_table_close(log[0]);
    br_table_close(joined);
    br_table_close(log[1]);
    return status;
}

// J1: every allocation may fail: a status with a message, nothing leaked (which sanitizers see).
static void J1_failing_memory_leaves_nothing_half_open(void **state)
{
    (void)state;
    char folder[] = "/tmp/bristle-table-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/out.%s", folder, i ? "mat" : "csv");
        for (long n = 0;; n++) {
            br_diag why = {0};
            countdown = n;
            br_status status = whole_job(path, &why);
            bool all = countdown >= 0; // none failed
            countdown = -1;
            if (status != BR_OK && status != BR_NO_MEMORY)
                fail_msg("allocation %ld: %s", n, why.text);
            assert_true(status == BR_OK || why.text[0]);
            assert_true(status == BR_OK || access(path, F_OK) != 0);
            if (status == BR_OK)
                assert_int_equal(unlink(path), 0);
            if (all)
                break;
        }
    }
    assert_int_equal(rmdir(folder), 0);
}

static void many_tables_leave_nothing_behind(void **state)
{
    (void)state;
    br_diag why = {0};
    for (int i = 0; i < 100000; i++) {
        static const double v[] = {0, 1};
        br_table *t = NULL, *joined = NULL;
        must(br_table_lend(&t, "log", (const char *const[]){"t [s]"}, (const double *const[]){v}, 1, 2, NULL, &why));
        must(br_table_join(&joined, &t, 1, NULL, &why));
        br_table_close(t);
        br_table_close(joined);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(columns_have_names_units_and_notes),
                                       cmocka_unit_test(rows_come_in_blocks_of_any_size),
                                       cmocka_unit_test(signals_are_in_si_and_units_convert),
                                       cmocka_unit_test(a_join_resamples_cuts_and_shifts),
                                       cmocka_unit_test(joins_that_make_no_sense_are_refused),
                                       cmocka_unit_test(a_shift_is_found),
                                       cmocka_unit_test(files_give_the_same_bits),
                                       cmocka_unit_test(named_columns_are_written_without_a_table),
                                       cmocka_unit_test(columns_of_another_length_are_left_out),
                                       cmocka_unit_test(misuse_of_opening_is_answered),
                                       cmocka_unit_test(misuse_of_rows_is_answered),
                                       cmocka_unit_test(misuse_of_joins_is_answered),
                                       cmocka_unit_test(J1_failing_memory_leaves_nothing_half_open),
                                       cmocka_unit_test(many_tables_leave_nothing_behind)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
