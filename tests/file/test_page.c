// test_page.c - plots of reports: what a scale shows, which points a script gets, and that names stay text.
#include "num/base/fp.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "file/page/html.h"
#include "file/page/plot.h"

enum { ROWS = 20000, SPIKE = 12333 }; // inside a piece, neither its first point nor its last

static void long_curve(double *t, double *y)
{
    for (int i = 0; i < ROWS; i++) {
        t[i] = 1e-3 * i;
        y[i] = sin(0.01 * i);
    }
    y[SPIKE] = 7.25;
}

static void start_transient_does_not_set_the_scale(void **unused)
{
    (void)unused;
    double t[200], y[200];
    br_plots all = {0};
    for (int i = 0; i < 200; i++) {
        t[i] = i;
        y[i] = i < 5 ? 100 : i % 2;
    }
    br_plot *p = br_draw(&all, "Estimate", "time", "s", "force", "N", "NIS 1");
    br_draw_curve(p, NULL, t, y, 200);
    br_draw_settled(p);
    assert_true(p->y_high > 1 && p->y_high < 2 && p->y_low < 0 && p->y_low > -1);
    assert_string_equal(p->caption, "NIS 1. The start goes beyond this scale, from 0 to 100 N.");
    // a curve without one has the scale of all of it
    br_plot *q = br_draw(&all, "Estimate", "time", "s", "force", "N", "");
    br_draw_curve(q, NULL, t + 5, y + 5, 195);
    br_draw_settled(q);
    assert_true(q->y_low == q->y_high);
    br_plots_free(&all);
}

static void thinned_data_keeps_every_peak(void **unused)
{
    (void)unused;
    static double t[ROWS], y[ROWS];
    br_plots all = {0};
    br_buffer b = {0};
    long_curve(t, y);
    br_plot *p = br_draw(&all, "Long", "time", "s", "force", "N", "");
    br_draw_curve(p, "one", t, y, ROWS);
    br_figure f = br_plot_figure(p);
    br_figure_data(&b, &f);
    assert_int_equal(b.status, BR_OK);
    assert_non_null(strstr(b.text, ",7.25,"));
    assert_non_null(strstr(b.text, ",12.333,"));
    assert_non_null(strstr(b.text, "\"count\":20000"));
    int commas = 0;
    for (const char *c = strstr(b.text, "\"y\":["); c && *c != ']'; c++)
        commas += *c == ',';
    assert_true(commas > 1000 && commas < 3000);
    br_buffer_free(&b);
    br_plots_free(&all);
}

static void I9_gaps_and_peaks_beside_them_stay_in_a_long_curve(void **unused)
{
    (void)unused;
    static double t[ROWS], y[ROWS];
    for (int shift = -3; shift <= 3; shift++) {
        if (shift == 0)
            continue;
        br_plots all = {0};
        br_buffer b = {0};
        long_curve(t, y);
        y[SPIKE + shift] = (double)NAN; // before the peak, or behind it
        br_plot *p = br_draw(&all, "Gap", "time", "s", "force", "N", "");
        br_draw_curve(p, "one", t, y, ROWS);
        br_figure f = br_plot_figure(p);
        br_figure_data(&b, &f);
        assert_int_equal(b.status, BR_OK);
        assert_non_null(strstr(b.text, ",7.25,"));
        assert_non_null(strstr(b.text, ",null,"));
        const char *x = strstr(b.text, "\"x\":[") + 5;
        for (double last = -1; *x != ']';) { // times do not go back
            char *end;
            double next = strtod(x + 1, &end);
            assert_true(next > last);
            last = next;
            x = end;
        }
        br_buffer_free(&b);
        br_plots_free(&all);
    }
}

static double cpu_of(clock_t from)
{
    return (double)(clock() - from) / CLOCKS_PER_SEC;
}

// A point without neighbours is no line, and was not seen.
static void points_without_neighbours_are_seen(void **unused)
{
    (void)unused;
    const double t[] = {1, 2, 3, 4, 5}, y[] = {1, (double)NAN, 2, 3, (double)NAN}, sd[] = {0.5, 1, 0.5, 0.5, 1};
    br_plots all = {0};
    br_plot *p = br_draw(&all, "lone", "time", "s", "y", "m", "");
    br_draw_curve(p, NULL, t, y, 5);
    br_draw_band(p, NULL, t, y, sd, 1, 5);
    br_figure f = br_plot_figure(p);
    br_buffer out = {0};
    br_figure_inline(&out, &f);
    assert_int_equal(out.status, BR_OK);
    const char *curve = strstr(out.text, "class=\"curve c0\""), *band = strstr(out.text, "class=\"band b0\"");
    assert_true(curve && band);
    int strokes = 0, moves = 0;
    for (const char *c = strstr(curve, " d=\"") + 4; *c != '"'; c++) {
        strokes += *c == 'L';
        moves += *c == 'M';
    }
    assert_true(moves == 3 && strokes == 2); // of the first point its own and a dash; then a line of two
    assert_non_null(strstr(band, "ZM"));     // beside what has no width a piece that has
    br_buffer_free(&out);
    br_plots_free(&all);
}

static void I9_a_curve_of_1e7_points_is_drawn_soon_with_its_peaks(void **unused)
{
    (void)unused;
    const long long rows = 10000000;
    double *t = malloc((size_t)rows * sizeof *t), *y = malloc((size_t)rows * sizeof *y), sum = 0;
    assert_non_null(t);
    assert_non_null(y);
    for (long long i = 0; i < rows; i++) {
        t[i] = 1e-4 * (double)i;
        y[i] = (double)(i % 1000);
    }
    y[7654321] = 4321.5;
    y[7654320] = (double)NAN;
    clock_t from = clock();
    for (long long i = 0; i < rows; i++)
        sum += y[i] > sum ? t[i] : 1;
    double scan = cpu_of(from);
    br_plots all = {0};
    br_buffer b = {0}, svg = {0};
    from = clock();
    br_plot *p = br_draw(&all, "Long", "time", "s", "force", "N", "");
    br_draw_curve(p, "one", t, y, rows);
    br_figure f = br_plot_figure(p);
    br_figure_data(&b, &f);
    br_figure_inline(&svg, &f);
    double took = cpu_of(from);
    print_message("1e7 points: %.3f s, one pass over them %.3f s (%g)\n", took, scan, sum);
    assert_true(took < 10 * scan + 0.2);
    assert_non_null(strstr(b.text, ",4321.5,"));
    assert_non_null(strstr(b.text, ",null,"));
    assert_true(b.size < 200000 && svg.size < 400000);
    br_buffer_free(&b);
    br_buffer_free(&svg);
    br_plots_free(&all);
    free(t);
    free(y);
}

// Axes of numbers that are all the same, next to each other, or at the ends of what a double can hold.
static void I9_axes_are_finite_whatever_the_numbers(void **unused)
{
    (void)unused;
    const double next = 1 + DBL_EPSILON;
    const double value[][2] = {{0, 0},
                               {3, 3},
                               {1, next},
                               {-next, -1},
                               {1e300, -1e300},
                               {DBL_MAX, 0},
                               {DBL_MIN, 0},
                               {DBL_MAX, DBL_MAX},
                               {1e-300, 1e-300},
                               {(double)NAN, 1},
                               {(double)INFINITY, -1.0},
                               {(double)NAN, (double)NAN},
                               {-DBL_MAX, DBL_MAX}};
    for (size_t k = 0; k < sizeof value / sizeof *value; k++)
        for (int logs = 0; logs < 4; logs++) {
            br_plots all = {0};
            br_buffer b = {0};
            double other[2] = {value[(k + 1) % 9][0], value[(k + 1) % 9][1]};
            br_plot *p = br_draw(&all, "Same", "time", "s", "force", "N", "");
            br_draw_curve(p, "one", logs & 1 ? value[k % 9] : other, value[k], 2);
            p->x_log = logs & 1;
            p->y_log = logs & 2;
            br_figure f = br_plot_figure(p);
            br_figure_inline(&b, &f);
            br_figure_data(&b, &f);
            assert_int_equal(b.status, BR_OK);
            for (const char *word = b.text; (word = strpbrk(word, "ni")); word++)
                if (strncmp(word, "nan", 3) == 0 || strncmp(word, "inf", 3) == 0)
                    fail_msg("%g, %g: %.60s", value[k][0], value[k][1], word);
            br_buffer_free(&b);
            br_plots_free(&all);
        }
}

static void names_cannot_end_the_data_of_a_plot(void **unused)
{
    (void)unused;
    const double x[] = {0, 1};
    br_plots all = {0};
    br_buffer b = {0};
    br_plot *p = br_draw(&all, "</script><img src=x onerror=alert(1)>", "<!--", "s", "\xe2\x80\xa8&amp;", "N", "");
    br_draw_curve(p, "\"]}</script>", x, x, 2);
    br_figure f = br_plot_figure(p);
    br_figure_data(&b, &f);
    int open = 0, close = 0;
    for (const char *c = b.text; *c; c++) {
        open += *c == '<';
        close += *c == '>';
        assert_true(*c != '&');
    }
    assert_int_equal(open, 2); // <script ...> and </script>
    assert_int_equal(close, 2);
    assert_null(strstr(b.text, "\xe2\x80\xa8"));
    br_buffer_free(&b);
    br_plots_free(&all);
}

// The hashes of a page are those of its script and style, which test_report_browser.sh has a browser check.
static void policy_names_script_and_style_by_their_hashes(void **unused)
{
    (void)unused;
    br_buffer b = {0};
    br_html_open(&b, "title");
    br_html_close(&b);
    const char *policy = strstr(b.text, "Content-Security-Policy");
    assert_non_null(policy);
    assert_non_null(strstr(policy, "default-src 'none'; script-src 'sha256-"));
    assert_null(strstr(b.text, "unsafe-inline"));
    const char *hash = strstr(policy, "script-src 'sha256-") + strlen("script-src 'sha256-");
    assert_int_equal(strcspn(hash, "'"), 44); // 32 bytes in base64
    assert_int_equal(hash[43], '=');
    br_buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_transient_does_not_set_the_scale),
        cmocka_unit_test(thinned_data_keeps_every_peak),
        cmocka_unit_test(I9_gaps_and_peaks_beside_them_stay_in_a_long_curve),
        cmocka_unit_test(points_without_neighbours_are_seen),
        cmocka_unit_test(I9_a_curve_of_1e7_points_is_drawn_soon_with_its_peaks),
        cmocka_unit_test(I9_axes_are_finite_whatever_the_numbers),
        cmocka_unit_test(names_cannot_end_the_data_of_a_plot),
        cmocka_unit_test(policy_names_script_and_style_by_their_hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
