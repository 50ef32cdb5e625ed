// test_file.c - text that grows, JSON, and files that appear whole or not at all.
#define _GNU_SOURCE // O_TMPFILE
#include "num/base/fp.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "num/text/buffer.h"
#include "file/page/figure.h"
#include "file/json/json.h"
#include "file/disk/whole.h"

static void is_text(br_buffer *b, const char *expected)
{
    assert_int_equal(b->status, BR_OK);
    assert_string_equal(b->text, expected);
    assert_int_equal(b->size, strlen(expected));
    br_buffer_free(b);
}

static void rounding_keeps_so_many_digits_and_carries(void **unused)
{
    (void)unused;
    static const struct {
        double value;
        int digits;
        const char *text;
    } row[] = {{0.38991798123, 6, "0.389918"},
               {9.9999, 3, "10"},
               {-9.9951, 3, "-10"},
               {0.1 + 0.2, 9, "0.3"},
               {1234567, 3, "1230000"},
               {1e300, 3, "1e300"},
               {9.99951e-300, 4, "1e-299"},
               {1.7976931348623157e308, 17, "1.7976931348623157e308"},
               {1.7976931348623157e308, 2, "1.7976931348623157e308"},
               {5e-324, 3, "5e-324"},
               {0, 3, "0"},
               {3, 1, "3"},
               {(double)INFINITY, 3, "inf"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        br_buffer b = {0};
        br_buffer_about(&b, row[i].value, row[i].digits);
        is_text(&b, row[i].text);
    }
}

static void padding_counts_characters(void **unused)
{
    (void)unused;
    br_buffer b = {0};
    br_buffer_put(&b, "\xc2\xb5m");
    br_buffer_pad(&b, 0, 4);
    br_buffer_put(&b, "|");
    br_buffer_pad(&b, 0, 2);
    is_text(&b, "\xc2\xb5m  | ");
}

static void nothing_that_steers_a_terminal_is_shown_raw(void **unused)
{
    (void)unused;
    br_buffer b = {0};
    const char text[] = "a\033[31m\n\177 \xc2\x9b \xe2\x80\xae \xff \xc0\xaf \xed\xa0\x80 \xc3\xa9 %n";
    br_buffer_safe(&b, text, sizeof text - 1);
    is_text(&b, "a\\x1b[31m\\x0a\\x7f \\xc2\\x9b \\xe2\\x80\\xae \\xff \\xc0\\xaf \\xed\\xa0\\x80 \xc3\xa9 %n");
}

static void json_is_escaped_and_never_holds_what_is_not_finite(void **unused)
{
    (void)unused;
    br_buffer b = {0};
    br_json j = {.out = &b};
    br_json_open(&j, '{');
    br_json_key(&j, "a\"\\\n\001\xff");
    br_json_open(&j, '[');
    br_json_number(&j, 0.1);
    br_json_number(&j, (double)NAN);
    br_json_number(&j, -(double)INFINITY);
    br_json_number(&j, -0.0);
    br_json_number(&j, 5e-324);
    br_json_bool(&j, true);
    br_json_count(&j, -3);
    br_json_close(&j);
    br_json_key(&j, "empty");
    br_json_open(&j, '{');
    br_json_close(&j);
    br_json_close(&j);
    is_text(&b, "{\n  \"a\\\"\\\\\\n\\u0001\\ufffd\": [0.1, null, null, -0, 5e-324, true, -3],\n  \"empty\": {}\n}\n");
}

static void json_nested_too_deep_is_an_error_and_no_overrun(void **unused)
{
    (void)unused;
    br_buffer b = {0};
    br_json j = {.out = &b};
    for (int i = 0; i < 2 * BR_JSON_DEPTH; i++)
        br_json_open(&j, '[');
    for (int i = 0; i < 3 * BR_JSON_DEPTH; i++)
        br_json_close(&j);
    assert_int_not_equal(b.status, BR_OK);
    br_buffer_free(&b);
}

// ---------------------------------------------------------------- files

static char box[] = "/tmp/bristle-test-XXXXXX";

static int make_box(void **unused)
{
    (void)unused;
    return mkdtemp(box) ? 0 : -1;
}

static int remove_box(void **unused)
{
    (void)unused;
    return rmdir(box); // fails if anything is left
}

static const char *inside(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", box, name);
    return path;
}

static void is_file(const char *path, const char *expected)
{
    char *text = NULL;
    size_t size = 0;
    assert_int_equal(br_file_read(path, 1000, &text, &size, NULL), BR_OK);
    assert_int_equal(size, strlen(expected));
    assert_string_equal(text, expected);
    free(text);
}

static void what_is_written_is_read_again(void **unused)
{
    (void)unused;
    br_diag why;
    const char *path = inside("file");
    assert_int_equal(br_file_write(path, "one", 3, false, &why), BR_OK);
    is_file(path, "one");
    assert_int_equal(br_file_write(path, "two", 3, false, &why), BR_NO_FILE);
    assert_non_null(strstr(why.text, "exists already"));
    is_file(path, "one");
    assert_int_equal(br_file_write(path, "", 0, true, &why), BR_OK);
    is_file(path, "");
    unlink(path);
}

static void a_file_larger_than_allowed_is_refused(void **unused)
{
    (void)unused;
    br_diag why;
    char *text = NULL;
    size_t size = 7;
    const char *path = inside("large");
    assert_int_equal(br_file_write(path, "12345", 5, true, &why), BR_OK);
    assert_int_equal(br_file_read(path, 5, &text, &size, &why), BR_OK);
    free(text);
    text = NULL;
    size = 7;
    assert_int_equal(br_file_read(path, 4, &text, &size, &why), BR_NO_FILE);
    assert_non_null(strstr(why.text, "too large"));
    assert_null(text);
    assert_int_equal(size, 7);
    unlink(path);
}

static void failures_name_the_file_and_leave_nothing(void **unused)
{
    (void)unused;
    br_diag why;
    char *text = NULL;
    size_t size;
    assert_int_equal(br_file_read(inside("none"), 10, &text, &size, &why), BR_NO_FILE);
    assert_non_null(strstr(why.text, "none: cannot be read: "));
    assert_int_equal(br_file_read(box, 10, &text, &size, &why), BR_NO_FILE);
    assert_non_null(strstr(why.text, "it is a folder"));
    assert_int_equal(br_file_write(inside("no/file"), "x", 1, true, &why), BR_NO_FILE);
    assert_int_equal(br_file_write(box, "x", 1, true, &why), BR_NO_FILE);
    assert_int_equal(br_file_write("", "x", 1, true, &why), BR_NO_FILE);
    if (access("/dev/full", W_OK) == 0) {
        assert_int_equal(br_file_write("/dev/full", "x", 1, true, &why), BR_NO_FILE);
        assert_non_null(strstr(why.text, "/dev/full: cannot be written"));
    }
    if (geteuid() != 0) { // nothing is closed to root
        chmod(box, 0500);
        assert_int_equal(br_file_write(inside("shut"), "x", 1, true, &why), BR_NO_FILE);
        chmod(box, 0700);
    }
}

// Whoever is killed while writing leaves nothing: not the old file changed, no half a new one, no other beside it.
static void a_process_that_is_killed_leaves_the_old_file_and_no_other(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/bristle-killed-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
#ifdef O_TMPFILE
    int unnamed = open(folder, O_TMPFILE | O_WRONLY, 0600);
#else
    int unnamed = -1;
#endif
    if (unnamed < 0) {
        rmdir(folder);
        skip(); // this system has no files without a name
    }
    close(unnamed);
    snprintf(path, sizeof path, "%s/table", folder);
    assert_int_equal(br_file_write(path, "old", 3, true, NULL), BR_OK);
    pid_t child = fork();
    if (child == 0) {
        br_draft d;
        if (br_draft_open(&d, path, true, NULL) == BR_OK && br_draft_add(&d, "new", 3, NULL) == BR_OK)
            raise(SIGTERM);
        _exit(0);
    }
    int end = 0;
    assert_true(child > 0 && waitpid(child, &end, 0) == child && WIFSIGNALED(end));
    is_file(path, "old");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0); // it is empty
}

static void a_pipe_is_written_to_if_somebody_reads_it(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/bristle-pipe-XXXXXX", path[64], got[4] = "";
    br_diag why = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/pipe", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(br_file_write(path, "abc", 3, true, &why), BR_NO_FILE); // at once
    assert_non_null(strstr(why.text, "/pipe: cannot be written: no process reads this pipe"));
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_int_equal(br_file_write(path, "abc", 3, true, &why), BR_OK);
    assert_int_equal(read(reader, got, 3), 3);
    assert_string_equal(got, "abc");
    close(reader);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void a_hostile_path_is_shown_escaped(void **unused)
{
    (void)unused;
    br_diag why;
    char *text = NULL;
    size_t size;
    assert_int_equal(br_file_read("no\033[31m%n%s", 10, &text, &size, &why), BR_NO_FILE);
    assert_non_null(strstr(why.text, "no\\x1b[31m%n%s: cannot be read"));
}

static void logarithmic_axes_have_decades_and_break_where_a_number_is_not_above_0(void **unused)
{
    (void)unused;
    const double x[] = {1, 10, 100, 1000, 10000}, y[] = {1e-6, 1e-7, 0, 1e-9, 1e-10};
    const br_curve curve = {.x = x, .y = y, .count = 5};
    const br_figure f = {"Response", "frequency", "Hz", "|x/u|", "m/N", &curve, 1, true, true, 0, 0};
    br_buffer b = {0};
    double at[4][2];
    br_figure_inline(&b, &f);
    const char *path = strstr(b.text, "<path class=\"curve c0\" d=\"M");
    assert_non_null(path);
    // equal decades are equal ways, in both directions, also across the break
    assert_int_equal(sscanf(strchr(path, 'M'), "M%lf %lfL%lf %lfM%lf %lfL%lf %lf", &at[0][0], &at[0][1], &at[1][0],
                            &at[1][1], &at[2][0], &at[2][1], &at[3][0], &at[3][1]),
                     8);
    for (int i = 0; i < 2; i++) {
        double way = at[1][i] - at[0][i];
        assert_true(fabs(way) > 30 && fabs(at[3][i] - at[2][i] - way) < 0.05 &&
                    fabs(at[2][i] - at[1][i] - 2 * way) < 0.05);
    }
    assert_non_null(strstr(b.text, ">1000</text>"));
    assert_non_null(strstr(b.text, ">0.001</text>")); // of um/N
    assert_null(strstr(b.text, "nan"));
    br_buffer_free(&b);
}

static void bands_go_there_and_back_and_break_where_a_number_is_missing(void **unused)
{
    (void)unused;
    const double x[] = {0, 1, 2, 3, 4}, y[] = {0, 0, (double)NAN, 1, 1}, to[] = {2, 2, 2, 3, 3};
    const br_curve curve[] = {{.x = x, .y = to, .count = 5}, {.x = x, .y = y, .count = 5, .label = "band", .to = to}};
    const br_figure f = {"Force", "time", "s", "force", "N", curve, 2, false, false, 0, 0};
    br_buffer b = {0};
    br_figure_inline(&b, &f);
    const char *band = strstr(b.text, "<path class=\"band b0\" d=\"M");
    assert_non_null(band);
    band = strstr(band + 1, "<path class=\"band b0\" d=\"M"); // the first one is that of the legend
    assert_non_null(band);
    const char *end = strchr(band, '>');
    int starts = 0, ends = 0, points = 0;
    for (const char *p = strstr(band, " d="); p < end; p++) {
        starts += *p == 'M';
        ends += *p == 'Z';
        points += *p == 'L';
    }
    assert_int_equal(starts, 2);
    assert_int_equal(ends, 2);
    assert_int_equal(points, 6);
    br_buffer_free(&b);
}

// Points have a dot each; words that would lie on others are left out, those at the right edge stand left of theirs.
static void words_beside_points_do_not_lie_on_each_other(void **unused)
{
    (void)unused;
    const double x[] = {0, 0.001, 0.5, 1, (double)NAN}, y[] = {0, 0.001, 0.5, 1, 1};
    const br_curve curve = {.x = x, .y = y, .count = 5, .label = "tries", .marks = "first\nsecond\n<b>\nlast one"};
    const br_figure f = {"Tries", "time", "s", "force", "N", &curve, 1, false, false, 0, 0};
    br_buffer b = {0};
    int dots = 0;
    br_figure_inline(&b, &f);
    for (const char *p = b.text; (p = strstr(p, "<circle class=\"dot b0\"")) != NULL; p++)
        dots++;
    assert_int_equal(dots, 5); // one of them in the legend
    assert_null(strstr(b.text, "class=\"curve"));
    assert_non_null(strstr(b.text, ">first</text>"));
    assert_null(strstr(b.text, "second"));
    assert_non_null(strstr(b.text, ">&lt;b&gt;</text>"));
    const char *last = strstr(b.text, ">last one</text>");
    assert_non_null(last);
    while (*last != '<')
        last--;
    double at = strtod(strstr(last, "x=\"") + 3, NULL);
    assert_true(at > 300 && at + 6.5 * 8 < BR_FIGURE_WIDTH - 18);
    br_buffer_free(&b);
}

static void labels_keep_clear_of_the_name_beside_them(void **unused)
{
    (void)unused;
    const double x[] = {0, 1}, y[] = {64.9994, 65.0012};
    const br_curve curve = {.x = x, .y = y, .count = 2};
    const br_figure f = {"beta", "alpha", "1/s", "beta", "rad/s^2/N/m", &curve, 1, false, false, 0, 0};
    br_buffer b = {0};
    int seen = 0;
    br_figure_inline(&b, &f);
    for (const char *p = b.text; (p = strstr(p, "text-anchor=\"end\" x=\"")) != NULL; p++, seen++) {
        const char *words = strchr(p, '>') + 1;
        double end = strtod(p + strlen("text-anchor=\"end\" x=\""), NULL);
        assert_true(end - 7.0 * (double)strcspn(words, "<") >= 20); // the name is 6 to either side of 14
    }
    assert_true(seen > 3);
    br_buffer_free(&b);
}

static void pictures_say_what_they_show_and_captions_break_between_words(void **unused)
{
    (void)unused;
    const double x[] = {0, 1}, y[] = {0, 2};
    const br_curve curve = {.x = x, .y = y, .count = 2};
    const br_figure f = {"Force", "velocity", "m/s", "force", "N", &curve, 1, false, false, 0, 0};
    const char *caption[] = {"one two three four five six seven eight nine ten eleven twelve thirteen <b>"};
    br_buffer b = {0};
    br_figure_file(&b, &f, caption, 1, "law <set> & more");
    assert_int_equal(b.status, BR_OK);
    assert_non_null(strstr(b.text, "<title>law &lt;set&gt; &amp; more</title>"));
    assert_non_null(strstr(b.text, "eleven twelve</text>"));
    assert_non_null(strstr(b.text, ">thirteen &lt;b&gt;</text>"));
    br_buffer_free(&b);
    br_figure_file(&b, &f, NULL, 1, "");
    assert_null(strstr(b.text, "class=\"caption\""));
    br_buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounding_keeps_so_many_digits_and_carries),
        cmocka_unit_test(padding_counts_characters),
        cmocka_unit_test(nothing_that_steers_a_terminal_is_shown_raw),
        cmocka_unit_test(json_is_escaped_and_never_holds_what_is_not_finite),
        cmocka_unit_test(json_nested_too_deep_is_an_error_and_no_overrun),
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(a_file_larger_than_allowed_is_refused),
        cmocka_unit_test(failures_name_the_file_and_leave_nothing),
        cmocka_unit_test(a_process_that_is_killed_leaves_the_old_file_and_no_other), // may be skipped
        cmocka_unit_test(a_pipe_is_written_to_if_somebody_reads_it),
        cmocka_unit_test(a_hostile_path_is_shown_escaped),
        cmocka_unit_test(logarithmic_axes_have_decades_and_break_where_a_number_is_not_above_0),
        cmocka_unit_test(bands_go_there_and_back_and_break_where_a_number_is_missing),
        cmocka_unit_test(words_beside_points_do_not_lie_on_each_other),
        cmocka_unit_test(labels_keep_clear_of_the_name_beside_them),
        cmocka_unit_test(pictures_say_what_they_show_and_captions_break_between_words),
    };
    return cmocka_run_group_tests(tests, make_box, remove_box);
}
