// test_mat.c - MAT files of versions 4 and 5: what is read, what is refused, and what is written.
//
// Files are made byte by byte in tests/file/mat_kit.h, so that the writer is held against a reader that was not made for it.
// BR_COUNT: random doubles that are written and read back (100000).
#include "mat_kit.h"

#include "file/csv/csv.h"
#include "file/mat/write.h"

#include <math.h>
#include <unistd.h>

static size_t largest; // asked for at once
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *p, size_t size);

void *__wrap_malloc(size_t size)
{
    largest = size > largest ? size : largest;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    largest = count * size > largest ? count * size : largest;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *p, size_t size)
{
    largest = size > largest ? size : largest;
    return __real_realloc(p, size);
}

static file f;

static const double three[] = {1.5, -2.25, 1e300};

// ---------------------------------------------------------------- what is read

static void a17_both_byte_orders_give_the_same_doubles(void **unused)
{
    (void)unused;
    for (int big = 0; big < 2; big++) {
        start(&f, big);
        add_doubles(&f, "position", 3, 1, three);
        add_doubles(&f, "u", 1, 3, three);
        br_mat *m = opens(&f);
        column_is(m, "position", three, 3);
        br_mat_close(m);
        m = opens(&f);
        column_is(m, "u", three, 3);
        br_mat_close(m);
    }
}

static void a16_whole_numbers_of_every_size_are_converted_exactly(void **unused)
{
    (void)unused;
    static const struct {
        int class, type, width;
        uint64_t stored[2];
        double is[2];
    } row[] = {{INT8, MI_INT8, 1, {0x80, 0x7f}, {-128, 127}},
               {UINT8, MI_UINT8, 1, {0x80, 0xff}, {128, 255}},
               {INT16, MI_INT16, 2, {0x8000, 0x7fff}, {-32768, 32767}},
               {UINT16, MI_UINT16, 2, {0x8000, 0xffff}, {32768, 65535}},
               {INT32, MI_INT32, 4, {0x80000000, 0x7fffffff}, {-2147483648.0, 2147483647}},
               {UINT32, MI_UINT32, 4, {0x80000000, 0xffffffff}, {2147483648.0, 4294967295.0}},
               {SINGLE, MI_SINGLE, 4, {0x3fc00000, 0xc0200000}, {1.5, -2.5}},
               {INT64, MI_INT64, 8, {0x8000000000000000, 1ull << 53}, {-9223372036854775808.0, 9007199254740992.0}},
               {UINT64, MI_UINT64, 8, {0x8000000000000000, 7}, {9223372036854775808.0, 7}},
               {DOUBLE, MI_UINT8, 1, {3, 250}, {3, 250}}}; // doubles that are stored short
    for (int big = 0; big < 2; big++)
        for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
            start(&f, big);
            size_t at = begin_array(&f, row[i].class, 0, 2, 1, "n");
            put(&f, (uint64_t)row[i].type, 4);
            put(&f, 2 * (uint64_t)row[i].width, 4);
            put(&f, row[i].stored[0], row[i].width);
            put(&f, row[i].stored[1], row[i].width);
            pad(&f);
            end_array(&f, at);
            br_mat *m = opens(&f);
            assert_null(br_mat_rows(m).column[0].note);
            column_is(m, "n", row[i].is, 2);
            br_mat_close(m);
        }
}

static void a16_whole_numbers_above_2_to_53_are_flagged(void **unused)
{
    (void)unused;
    start(&f, false);
    size_t at = begin_array(&f, INT64, 0, 3, 1, "ns");
    put(&f, MI_INT64, 4);
    put(&f, 24, 4);
    put(&f, 1700000000123456789ull, 8);
    put(&f, (1ull << 53) + 1, 8);
    put(&f, 1ull << 60, 8);
    end_array(&f, at);
    br_mat *m = opens(&f);
    has_note(m, "ns", "2 of its whole numbers are above 2^53");
    br_mat_close(m);
}

static void matrices_structures_and_cells_become_columns_by_name(void **unused)
{
    (void)unused;
    static const double six[] = {1, 2, 3, 4, 5, 6}, first[] = {1, 3, 5}, second[] = {4, 5, 6}, two[] = {7, 8};
    start(&f, false);
    add_doubles(&f, "tall", 3, 2, six);
    add_doubles(&f, "flat", 2, 3, six);
    size_t s = begin_array(&f, STRUCT, 0, 1, 1, "log");
    put(&f, 4 << 16 | MI_INT32, 4);
    put(&f, 8, 4);
    put(&f, MI_INT8, 4);
    put(&f, 16, 4);
    put_bytes(&f, "x\0\0\0\0\0\0\0deep\0\0\0", 16);
    add_doubles(&f, "", 2, 1, two);
    size_t c = begin_array(&f, CELL, 0, 1, 1, "");
    add_doubles(&f, "", 2, 1, two);
    end_array(&f, c);
    end_array(&f, s);
    static const char *const names[] = {"tall[2]", "flat[1]", "log.x", "log.deep{1}"};
    const double *const are[] = {second, first, two, two};
    const size_t n[] = {3, 3, 2, 2};
    for (int i = 0; i < 4; i++) {
        br_mat *m = opens(&f);
        column_is(m, names[i], are[i], n[i]);
        br_mat_close(m);
    }
    br_mat *m = opens(&f);
    br_rows r = br_mat_rows(m);
    br_diag why = {0};
    const int apart[] = {find(r, "tall[1]"), find(r, "log.x")};
    assert_int_equal(br_rows_want(r, apart, 2, &why), BR_BAD_DATA);
    assert_string_equal(why.text, "f: tall[1] has 3 numbers and log.x 2: columns of one table have equal lengths; "
                                  "choose others with --signals");
    br_rows_close(r);
}

static void a16_what_is_no_numeric_vector_says_what_it_is(void **unused)
{
    (void)unused;
    static const struct {
        int class, flags;
        const char *words;
    } row[] = {{CHAR, 0, "class: char"},     {SPARSE, 0, "class: sparse"},     {OBJECT, 0, "class: object"},
               {OPAQUE, 0, "class: object"}, {FUNCTION, 0, "class: function"}, {DOUBLE, 0x0800, "class: complex"},
               {99, 0, "class: unknown"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        start(&f, false);
        size_t at = begin_array(&f, row[i].class, row[i].flags, 1, 1, "thing");
        put(&f, MI_UINT8, 4);
        put(&f, 0, 4);
        end_array(&f, at);
        refuses(&f, row[i].words);
        add_doubles(&f, "x", 3, 1, three);
        br_mat *m = opens(&f);
        has_note(m, "thing", row[i].words);
        column_is(m, "x", three, 3);
        br_mat_close(m);
    }
}

static void version_4_is_read_in_both_byte_orders(void **unused)
{
    (void)unused;
    for (int big = 0; big < 2; big++) {
        f.n = 0;
        f.big = big;
        for (int text = 0; text < 2; text++) {
            const uint32_t head[] = {(uint32_t)(big ? 1000 : 0) + (text ? 51 : 0), text ? 1 : 3, text ? 4 : 1, 0, 2};
            for (int i = 0; i < 5; i++)
                put(&f, head[i], 4);
            put_bytes(&f, text ? "s" : "x", 2);
            for (int i = 0; i < 3 && !text; i++) {
                uint64_t w;
                memcpy(&w, &three[i], sizeof w);
                put(&f, w, 8);
            }
            if (text)
                put_bytes(&f, "word", 4);
        }
        br_mat *m = opens(&f);
        has_note(m, "s", "class: char");
        column_is(m, "x", three, 3);
        br_mat_close(m);
        f.n -= 3;
        refuses(&f, "where");
    }
}

static void infinite_numbers_are_refused_or_count_as_missing(void **unused)
{
    (void)unused;
    const double v[] = {1, (double)INFINITY};
    double got[2];
    double *const to[] = {got};
    br_diag why = {0};
    int c = 0, n = 0;
    start(&f, false);
    add_doubles(&f, "x", 2, 1, v);
    for (int allowed = 0; allowed < 2; allowed++) {
        br_mat *m = NULL;
        assert_int_equal(br_mat_open_bytes(&m, f.b, f.n, "f", allowed, &why), BR_OK);
        br_rows r = br_mat_rows(m);
        assert_int_equal(br_rows_want(r, &c, 1, &why), BR_OK);
        assert_int_equal(br_rows_read(r, to, 2, &n, &why), allowed ? BR_OK : BR_BAD_DATA);
        if (allowed)
            assert_true(n == 2 && got[0] == 1 && isnan(got[1]));
        else
            assert_string_equal(why.text, "f: x is not finite in row 2 (--allow-infinite counts it as missing)");
        br_mat_close(m);
    }
}

// ---------------------------------------------------------------- what is refused

static void good(bool big)
{
    start(&f, big);
    add_doubles(&f, "x", 3, 1, three);
}

static void patch(size_t at, uint32_t w)
{
    size_t n = f.n;
    f.n = at;
    put(&f, w, 4);
    f.n = n;
}

static void a14_bad_magic_and_swapped_byte_order_are_refused(void **unused)
{
    (void)unused;
    good(false);
    f.b[126] = 'X';
    refuses(&f, "no MAT file");
    good(false);
    f.b[126] = 'M';
    f.b[127] = 'I';
    refuses(&f, "version 0.1");
    good(false);
    f.b[125] = 9;
    refuses(&f, "version 9.0");
    f.n = 0;
    refuses(&f, "no MAT file");
    put_bytes(&f, "# Created by Octave 7.3.0", 25);
    refuses(&f, "save -v6");
    f.n = 0;
    start(&f, false);
    refuses(&f, "no samples");
}

// Offsets of the one variable: 128 tag, 136 flags, 152 dimensions, 168 name, 176 numbers.
static void a14_sizes_that_are_not_there_are_refused_before_any_allocation(void **unused)
{
    (void)unused;
    static const struct {
        size_t at;
        uint32_t is;
        const char *words;
    } row[] = {{132, 1u << 31, "where 72 are left"},
               {132, 0xffffffff, "where 72 are left"},
               {160, 0xffffffff, "a dimension of -1"},
               {160, 0x80000000, "a dimension of -2147483648"},
               {160, 0x7fffffff, "bytes of numbers for dimensions"},
               {164, 0x7fffffff, "bytes of numbers for dimensions"},
               {180, 0x7ffffff8, "an element of 2147483640 bytes"},
               {176, 5u << 16 | MI_DOUBLE, "a small element of 5 bytes"},
               {176, 0xffff0000u | MI_DOUBLE, "a small element of 65535 bytes"},
               {152, 4u << 16 | MI_INT32, "4 bytes of dimensions"},
               {156, 12, "type"},
               {136, MI_DOUBLE, "array flags of type"},
               {128, MI_DOUBLE, "where a variable starts"},
               {176, 77, "type 77"}};
    for (int big = 0; big < 2; big++)
        for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
            good(big);
            patch(row[i].at, row[i].is);
            largest = 0;
            refuses(&f, row[i].words);
            assert_true(largest < 1 << 20);
        }
    // 32 dimensions of 2^31 - 1: no size_t holds the product.
    start(&f, false);
    put(&f, MI_MATRIX, 4);
    put(&f, 16 + 8 + 128 + 8 + 8, 4);
    put(&f, MI_UINT32, 4);
    put(&f, 8, 4);
    put(&f, DOUBLE, 8);
    put(&f, MI_INT32, 4);
    put(&f, 128, 4);
    for (int i = 0; i < 32; i++)
        put(&f, 0x7fffffff, 4);
    put(&f, 1 << 16 | MI_INT8, 4);
    put_bytes(&f, "x\0\0", 4);
    put(&f, MI_DOUBLE, 8);
    refuses(&f, "whose product no size can hold");
}

static void a16_ten_thousand_nested_cells_are_refused(void **unused)
{
    (void)unused;
    enum { DEEP = 10000 };
    static size_t at[DEEP];
    start(&f, false);
    for (int i = 0; i < DEEP; i++)
        at[i] = begin_array(&f, CELL, 0, 1, 1, i ? "" : "c");
    for (int i = DEEP - 1; i >= 0; i--)
        end_array(&f, at[i]);
    refuses(&f, "nested more than 32 deep");
}

static void cut_anywhere_a_file_is_refused_or_ends_with_a_variable(void **unused)
{
    (void)unused;
    for (int big = 0; big < 2; big++) {
        good(big);
        size_t first = f.n;
        add_doubles(&f, "second", 3, 1, three);
        size_t whole = f.n;
        for (f.n = 0; f.n < whole; f.n++) {
            br_mat *m = NULL;
            br_diag why = {0};
            br_status status = br_mat_open_bytes(&m, f.b, f.n, "f", false, &why);
            assert_int_equal(status, f.n == first ? BR_OK : BR_BAD_DATA);
            br_mat_close(m);
        }
    }
}

static void names_that_cannot_be_shown_are_refused(void **unused)
{
    (void)unused;
    good(false);
    f.b[172] = 0x1b;
    refuses(&f, "a name with byte 27");
}

// ---------------------------------------------------------------- what is written

static void a20_any_finite_double_comes_back_with_the_same_bits(void **unused)
{
    (void)unused;
    const char *count = getenv("BR_COUNT"), *seed = getenv("BR_SEED");
    size_t n = count ? (size_t)strtoul(count, NULL, 10) : 100000;
    n = n < 10000000 ? n : 10000000;
    uint64_t state = (seed ? strtoull(seed, NULL, 10) : 1) * 2 + 1;
    double *v = malloc(n * sizeof *v), *twice[2];
    assert_non_null(v);
    for (size_t i = 0; i < n; i++) {
        do {
            state = state * 6364136223846793005u + 1442695040888963407u;
            uint64_t w = state ^ state >> 29;
            memcpy(&v[i], &w, sizeof w);
        } while (!isfinite(v[i]));
    }
    v[0] = -0.0;
    v[1] = 5e-324;
    twice[0] = twice[1] = v;
    char path[] = "/tmp/bristle-mat-XXXXXX";
    int temporary = mkstemp(path);
    assert_true(temporary >= 0);
    close(temporary);
    const br_csv_head head[] = {{"kappa[3]", "N/m"}, {"2 x", NULL}};
    br_draft draft;
    br_diag why = {0};
    assert_int_equal(br_draft_open(&draft, path, true, &why), BR_OK);
    assert_int_equal(br_mat_write(&draft, head, (const double *const *)twice, 2, n, &why), BR_OK);
    assert_int_equal(br_draft_finish(&draft, &why), BR_OK);
    static const char *const names[] = {"kappa_3", "x2_x"};
    for (int c = 0; c < 2; c++) {
        br_mat *m = NULL;
        assert_int_equal(br_mat_open(&m, path, false, &why), BR_OK);
        br_rows r = br_mat_rows(m); // with the units that were written
        assert_true(r.columns == 2 && strcmp(r.column[0].unit_text, "N/m") == 0 && !r.column[1].unit_text[0]);
        assert_string_equal(r.column[0].text, "kappa_3 [N/m]");
        column_is(m, names[c], v, n);
        br_mat_close(m);
    }
    v[n / 2] = (double)INFINITY;
    assert_int_equal(br_draft_open(&draft, path, true, &why), BR_OK);
    assert_int_equal(br_mat_write(&draft, head, (const double *const *)twice, 2, n, &why), BR_NOT_FINITE);
    br_draft_drop(&draft);
    remove(path);
    free(v);
}

// ---------------------------------------------------------------- measured data

static void the_original_emps_file_gives_the_numbers_of_its_table(void **unused)
{
    (void)unused;
    static const char mat[] = "../shared/data/emps/DATA_EMPS.mat",
                      csv[] = "../shared/data/emps/emps_identification.csv";
    static const char *const names[] = {"t", "qg", "qm", "vir"};
    br_mat *m = NULL;
    br_csv *t = NULL;
    br_diag why = {0};
    if (access(mat, R_OK) != 0 || access(csv, R_OK) != 0) {
        print_message("skipped: no %s\n", mat);
        skip();
    }
    br_status status = br_mat_open(&m, mat, false, &why);
    if (status == BR_BAD_DATA && strstr(why.text, "without zlib"))
        skip();
    assert_int_equal(status, BR_OK);
    assert_int_equal(br_csv_open(&t, csv, br_csv_defaults(), &why), BR_OK);
    br_rows r[] = {br_mat_rows(m), br_csv_rows(t)};
    int wanted[4];
    const int all[] = {0, 1, 2, 3};
    for (int c = 0; c < 4; c++)
        wanted[c] = find(r[0], names[c]);
    assert_int_equal(br_rows_want(r[0], wanted, 4, &why), BR_OK);
    assert_int_equal(br_rows_want(r[1], all, 4, &why), BR_OK);
    double one[4][100], other[4][100];
    double *const to[2][4] = {{one[0], one[1], one[2], one[3]}, {other[0], other[1], other[2], other[3]}};
    int got[2] = {100, 100}, rows = 0;
    while (got[0] == 100) {
        assert_int_equal(br_rows_read(r[0], to[0], 100, &got[0], &why), BR_OK);
        assert_int_equal(br_rows_read(r[1], to[1], 100, &got[1], &why), BR_OK);
        assert_int_equal(got[0], got[1]);
        for (int c = 0; c < 4; c++)
            for (int k = 0; k < got[0]; k++)
                if (!(fabs(one[c][k] - other[c][k]) <= 1e-8 * fabs(one[c][k]) + 1e-12)) // as it was printed
                    fail_msg("%s in row %d: %.17g and %.17g", names[c], rows + k + 1, one[c][k], other[c][k]);
        rows += got[0];
    }
    assert_int_equal(rows, 24841);
    br_mat_close(m);
    br_csv_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a17_both_byte_orders_give_the_same_doubles),
        cmocka_unit_test(a16_whole_numbers_of_every_size_are_converted_exactly),
        cmocka_unit_test(a16_whole_numbers_above_2_to_53_are_flagged),
        cmocka_unit_test(matrices_structures_and_cells_become_columns_by_name),
        cmocka_unit_test(a16_what_is_no_numeric_vector_says_what_it_is),
        cmocka_unit_test(version_4_is_read_in_both_byte_orders),
        cmocka_unit_test(infinite_numbers_are_refused_or_count_as_missing),
        cmocka_unit_test(a14_bad_magic_and_swapped_byte_order_are_refused),
        cmocka_unit_test(a14_sizes_that_are_not_there_are_refused_before_any_allocation),
        cmocka_unit_test(a16_ten_thousand_nested_cells_are_refused),
        cmocka_unit_test(cut_anywhere_a_file_is_refused_or_ends_with_a_variable),
        cmocka_unit_test(names_that_cannot_be_shown_are_refused),
        cmocka_unit_test(a20_any_finite_double_comes_back_with_the_same_bits),
        cmocka_unit_test(the_original_emps_file_gives_the_numbers_of_its_table), // may be skipped
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
