// test_mat_hdf5.c - MAT files of version 7.3, as libmatio writes them, and such as it must not be trusted with.
#include "mat_kit.h"

#include <matio.h>
#include <unistd.h>

static char path[] = "/tmp/bristle-hdf5-XXXXXX";
static double three[] = {1.5, -2.25, 1e300};

static void add(mat_t *to, const char *name, enum matio_classes class, enum matio_types type, size_t rows,
                size_t columns, void *data, int flags)
{
    size_t size[] = {rows, columns};
    matvar_t *v = Mat_VarCreate(name, class, type, 2, size, data, flags);
    assert_non_null(v);
    assert_int_equal(Mat_VarWrite(to, v, MAT_COMPRESSION_NONE), 0);
    Mat_VarFree(v);
}

static void write_file(void)
{
    static int32_t whole[] = {-7, 8, 9};
    static char words[] = "axis";
    static const char *fields[] = {"x"};
    size_t size[] = {1, 1}, column[] = {3, 1};
    int temporary = mkstemp(path);
    assert_true(temporary >= 0);
    close(temporary);
    mat_t *to = Mat_CreateVer(path, NULL, MAT_FT_MAT73);
    assert_non_null(to);
    add(to, "x", MAT_C_DOUBLE, MAT_T_DOUBLE, 3, 1, three, 0);
    add(to, "n", MAT_C_INT32, MAT_T_INT32, 1, 3, whole, 0);
    add(to, "words", MAT_C_CHAR, MAT_T_UINT8, 1, 4, words, 0);
    matvar_t *s = Mat_VarCreateStruct("log", 2, size, fields, 1);
    matvar_t *x = Mat_VarCreate("x", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, column, three, 0);
    assert_true(s && x);
    Mat_VarSetStructFieldByName(s, "x", 0, x);
    assert_int_equal(Mat_VarWrite(to, s, MAT_COMPRESSION_NONE), 0);
    Mat_VarFree(s);
    Mat_Close(to);
}

static void version_7_3_gives_the_numbers_that_libmatio_wrote(void **unused)
{
    (void)unused;
    static const char *const names[] = {"x", "n", "log.x"};
    static const double whole[] = {-7, 8, 9};
    const double *const are[] = {three, whole, three};
    write_file();
    for (int i = 0; i < 3; i++) {
        br_mat *m = NULL;
        br_diag why = {0};
        if (br_mat_open(&m, path, false, &why) != BR_OK)
            fail_msg("%s", why.text);
        has_note(m, "words", "class: char");
        column_is(m, names[i], are[i], 3);
        br_mat_close(m);
    }
}

static void cut_off_it_is_refused(void **unused)
{
    (void)unused;
    br_mat *m = NULL;
    br_diag why = {0};
    assert_int_equal(truncate(path, 600), 0);
    assert_int_equal(br_mat_open(&m, path, false, &why), BR_BAD_DATA);
    assert_non_null(strstr(why.text, "7.3"));
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_7_3_gives_the_numbers_that_libmatio_wrote),
        cmocka_unit_test(cut_off_it_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
