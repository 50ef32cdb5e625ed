// test_mat_file.c - MAT files read and written in pieces: the numbers, names and units are those of the whole.
#define _XOPEN_SOURCE 700 // mkstemp, truncate
#include "mat_kit.h"

#include "file/disk/whole.h"
#include "file/mat/write.h"
#include "num/base/random.h"

#include <math.h>
#include <unistd.h>

static file whole;

// A file of these bytes; path ends in XXXXXX.
static void write_bytes(char *path, const file *f)
{
    int to = mkstemp(path);
    assert_true(to >= 0 && write(to, f->b, f->n) == (ssize_t)f->n);
    close(to);
}

// ---------------------------------------------------------------- reading

enum { N = 20000 };
static double noise[3 * N];

static void fill_noise(uint64_t seed)
{
    br_random r;
    br_random_init(&r, seed, 0);
    for (int i = 0; i < 3 * N; i++)
        noise[i] = br_random_normal(&r);
}

static void add_whole_numbers(file *f, const char *name, int rows)
{
    size_t at = begin_array(f, INT64, 0, rows, 1, name);
    put(f, MI_INT64, 4);
    put(f, 8 * (uint64_t)rows, 4);
    for (int i = 0; i < rows; i++)
        put(f, i % 7 ? (uint64_t)i : (UINT64_C(1) << 53) + 1, 8);
    end_array(f, at);
}

// Wide and tall matrices, 64-bit integers, a structure: numbers stand apart, and far behind each other.
static void make_file(bool big)
{
    start(&whole, big);
    add_doubles(&whole, "tall", N, 2, noise);
    add_doubles(&whole, "wide", 3, N, noise);
    add_whole_numbers(&whole, "counts", N);
}

// All numbers of column c, in blocks of `block` rows.
static double *numbers_of(br_mat *m, int c, int block)
{
    br_rows r = br_mat_rows(m);
    br_diag why = {0};
    size_t n = br_mat_length(m, c), done = 0;
    double *v = calloc(n + (size_t)block, sizeof *v);
    assert_int_equal(br_rows_want(r, &c, 1, &why), BR_OK);
    for (int got = block; got == block; done += (size_t)got) {
        double *to[] = {v + done};
        if (br_rows_read(r, to, block, &got, &why) != BR_OK)
            fail_msg("%s", why.text);
    }
    assert_int_equal(done, n);
    return v;
}

static void a_file_read_in_pieces_gives_the_numbers_of_its_bytes(void **unused)
{
    (void)unused;
    fill_noise(1);
    for (int big = 0; big < 2; big++) {
        char path[] = "/tmp/bristle-mat-XXXXXX";
        br_diag why = {0};
        make_file(big);
        write_bytes(path, &whole);
        for (int c = 0; c < 6; c++) {
            br_mat *memory = opens(&whole), *disk = NULL;
            if (br_mat_open(&disk, path, false, &why) != BR_OK)
                fail_msg("%s", why.text);
            br_rows a = br_mat_rows(memory), b = br_mat_rows(disk);
            assert_true(a.columns == 6 && b.columns == 6 && br_mat_length(disk, c) == N);
            assert_string_equal(a.column[c].name, b.column[c].name);
            assert_true(!a.column[c].note == !b.column[c].note && (c < 5) == !b.column[c].note);
            if (a.column[c].note)
                assert_string_equal(a.column[c].note, b.column[c].note);
            double *v = numbers_of(memory, c, N + 1), *w = numbers_of(disk, c, 100 + 977 * c);
            assert_memory_equal(v, w, N * sizeof *v);
            assert_true(c != 3 || v[11] == noise[34]); // wide[2]
            free(v);
            free(w);
            br_mat_close(memory);
            br_mat_close(disk);
        }
        remove(path);
    }
}

static void a_file_that_is_cut_while_it_is_read_is_named(void **unused)
{
    (void)unused;
    char path[] = "/tmp/bristle-mat-XXXXXX";
    br_mat *m = NULL;
    br_diag why = {0};
    double v[64], *to[] = {v};
    int c = 1, got = 0;
    fill_noise(2);
    make_file(false);
    write_bytes(path, &whole);
    assert_int_equal(br_mat_open(&m, path, false, &why), BR_OK);
    br_rows r = br_mat_rows(m);
    assert_int_equal(br_rows_want(r, &c, 1, &why), BR_OK);
    assert_int_equal(br_rows_read(r, to, 64, &got, &why), BR_OK);
    assert_int_equal(truncate(path, 1000), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(br_rows_read(r, to, 64, &got, &why), BR_NO_FILE);
        assert_true(got == 0 && strstr(why.text, "cut off") && strstr(why.text, path));
    }
    br_mat_close(m);
    remove(path);
}

// ---------------------------------------------------------------- writing

static void write_streamed(const char *path, const br_csv_head *head, const double *const column[], size_t rows,
                           size_t block)
{
    br_draft draft;
    br_mat_writer w;
    br_diag why = {0};
    assert_int_equal(br_draft_open(&draft, path, true, &why), BR_OK);
    assert_int_equal(br_mat_writer_open(&w, &draft, head, 3, &why), BR_OK);
    for (size_t from = 0; from < rows; from += block) {
        const double *const part[] = {column[0] + from, column[1] + from, column[2] + from};
        size_t n = rows - from < block ? rows - from : block;
        assert_int_equal(br_mat_writer_add(&w, part, (int)n, &why), BR_OK);
    }
    assert_int_equal(br_mat_writer_finish(&w, &why), BR_OK);
    assert_int_equal(br_draft_finish(&draft, &why), BR_OK);
}

static void rows_one_by_one_give_the_same_file_as_whole_columns(void **unused)
{
    (void)unused;
    static const size_t rows[] = {0, 1, 1023, 1024, 1025, 3 * 1024, 12345},
                        block[] = {1, 7, 1000, 1024, 5000, 700, 1024};
    const br_csv_head head[] = {{"t", "s"}, {"x[1]", "mm"}, {"n", NULL}};
    const double *const column[] = {noise, noise + N, noise + 2 * N};
    fill_noise(3);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char one[] = "/tmp/bristle-mat-XXXXXX", other[] = "/tmp/bristle-mat-XXXXXX", *a = NULL, *b = NULL;
        size_t sizes[2];
        br_draft draft;
        br_diag why = {0};
        close(mkstemp(one));
        close(mkstemp(other));
        assert_int_equal(br_draft_open(&draft, one, true, &why), BR_OK);
        assert_int_equal(br_mat_write(&draft, head, column, 3, rows[i], &why), BR_OK);
        assert_int_equal(br_draft_finish(&draft, &why), BR_OK);
        write_streamed(other, head, column, rows[i], block[i]);
        assert_int_equal(br_file_read(one, 1 << 24, &a, &sizes[0], &why), BR_OK);
        assert_int_equal(br_file_read(other, 1 << 24, &b, &sizes[1], &why), BR_OK);
        assert_true(sizes[0] == sizes[1] && memcmp(a, b, sizes[0]) == 0);
        free(a);
        free(b);
        remove(one);
        remove(other);
    }
}

static void an_infinite_number_among_rows_is_named_with_its_row(void **unused)
{
    (void)unused;
    char path[] = "/tmp/bristle-mat-XXXXXX";
    const br_csv_head head[] = {{"t", "s"}};
    double good[1500] = {0}, bad[] = {1, (double)INFINITY};
    const double *const first[] = {good}, *const second[] = {bad};
    br_draft draft;
    br_mat_writer w;
    br_diag why = {0};
    close(mkstemp(path));
    assert_int_equal(br_draft_open(&draft, path, true, &why), BR_OK);
    assert_int_equal(br_mat_writer_open(&w, &draft, head, 1, &why), BR_OK);
    assert_int_equal(br_mat_writer_add(&w, first, 1500, &why), BR_OK);
    assert_int_equal(br_mat_writer_add(&w, second, 2, &why), BR_NOT_FINITE);
    assert_non_null(strstr(why.text, "t is infinite in row 1502"));
    br_mat_writer_drop(&w);
    br_draft_drop(&draft);
    remove(path);
}

// ---------------------------------------------------------------- units

enum { MI_UTF8 = 16 };

static void add_text(file *f, int type, const char *name, const char *text, int width)
{
    size_t n = strlen(text), at = begin_array(f, CHAR, 0, n > 0, (int)n, name);
    put(f, (uint64_t)type, 4);
    put(f, n * (size_t)width, 4);
    for (size_t i = 0; i < n; i++)
        put(f, (unsigned char)text[i], width); // of 2 bytes: Latin-1
    pad(f);
    end_array(f, at);
}

// A structure `units` with the fields x, y, z, q.
static void add_units(file *f)
{
    static const char fields[4][8] = {"x", "y", "z", "q"};
    size_t at = begin_array(f, STRUCT, 0, 1, 1, "units");
    put(f, 4 << 16 | MI_INT32, 4);
    put(f, 8, 4);
    put(f, MI_INT8, 4);
    put(f, sizeof fields, 4);
    put_bytes(f, fields, sizeof fields);
    add_text(f, MI_UINT16, "", "\xb5m", 2);    // as MATLAB writes it
    add_text(f, MI_UTF8, "", "N\xc2\xb7m", 1); // as bristle writes it
    add_text(f, MI_UTF8, "", "furlong per week", 1);
    add_text(f, MI_UTF8, "", "mm", 1);
    end_array(f, at);
}

static void fields_of_units_are_the_units_of_columns(void **unused)
{
    (void)unused;
    static const double v[] = {1, 2, 3};
    br_unit um, torque;
    assert_true(br_unit_read("um", 2, NULL, 0, &um, NULL) == 2 && br_unit_read("N*m", 3, NULL, 0, &torque, NULL) == 3);
    for (int k = 0; k < 4; k++) { // units before and behind the columns, in both byte orders
        start(&whole, k % 2);
        if (k < 2)
            add_units(&whole);
        add_doubles(&whole, "x", 3, 1, v);
        add_doubles(&whole, "y", 3, 1, v);
        add_doubles(&whole, "z", 3, 1, v);
        if (k >= 2)
            add_units(&whole);
        br_mat *m = opens(&whole);
        br_rows r = br_mat_rows(m);
        int x = find(r, "x"), y = find(r, "y"), z = find(r, "z");
        assert_memory_equal(&r.column[x].unit, &um, sizeof um);
        assert_memory_equal(&r.column[y].unit, &torque, sizeof um);
        assert_string_equal(r.column[x].text, "x [\xc2\xb5m]");
        assert_true(!r.column[z].unit_text[0]);
        has_note(m, "units.z", "not the unit of a column"); // unknown
        has_note(m, "units.q", "not the unit of a column"); // of no column
        assert_true(find(r, "units.x") < 0);
        column_is(m, "x", v, 3);
        br_mat_close(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_read_in_pieces_gives_the_numbers_of_its_bytes),
        cmocka_unit_test(a_file_that_is_cut_while_it_is_read_is_named),
        cmocka_unit_test(rows_one_by_one_give_the_same_file_as_whole_columns),
        cmocka_unit_test(an_infinite_number_among_rows_is_named_with_its_row),
        cmocka_unit_test(fields_of_units_are_the_units_of_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
