// test_join.c - logs joined on one time axis against values computed here, whole in memory; shifts that were planted are found.
#include "num/base/fp.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "file/join/join.h"
#include "file/join/shift.h"
#include "file/table/memory.h"
#include "num/base/random.h"

enum { MOST = 4000 };

typedef struct made { // a log in memory: t and two signals
    double t[MOST], x[MOST], y[MOST];
    size_t rows;
    br_rows table;
} made;

static double wave(double t)
{
    return sin(3 * t) + 0.3 * sin(11 * t + 1) + 0.1 * t;
}

// Uneven steps, a quarter of them doubled; y is linear in t, so that interpolation is exact.
static void make_log(made *m, double start, double step, size_t rows, uint64_t seed)
{
    br_random r;
    br_random_init(&r, seed, 0);
    double t = start;
    m->rows = rows;
    for (size_t k = 0; k < rows; k++) {
        m->t[k] = t;
        m->x[k] = wave(t);
        m->y[k] = 5 - 2 * t;
        t += br_random_uniform(&r) < 0.25 ? 2 * step : step * (0.8 + 0.4 * br_random_uniform(&r));
    }
}

static void open_log(made *m)
{
    const br_memory_column column[] = {{"t [s]", m->t}, {"x [mm]", m->x}, {"y", m->y}};
    br_diag why = {0};
    if (br_memory_open(&m->table, "log", column, 3, m->rows, false, &why) != BR_OK)
        fail_msg("%s", why.text);
}

// All rows of the join of a and b (NULL: a alone), in blocks of odd sizes.
static long long join(made *a, made *b, double shift, const br_join_options *o, double to[5][4 * MOST],
                      br_join_counts counts[2])
{
    br_rows r;
    br_diag why = {0};
    open_log(a);
    if (b)
        open_log(b);
    br_join_part part[2] = {{a->table, 0, 0}, {b ? b->table : a->table, 0, shift}};
    if (br_join_open(&r, part, b ? 2 : 1, o, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(r.columns, b ? 5 : 3);
    assert_string_equal(r.column[0].name, "t");
    assert_string_equal(r.column[1].text, "x [mm]");
    if (b)
        assert_true(strcmp(r.column[3].name, "x_2") == 0 && strcmp(r.column[4].name, "y_2") == 0);
    const int all[] = {0, 1, 2, 3, 4};
    assert_int_equal(br_rows_want(r, all, r.columns, &why), BR_OK);
    long long rows = 0;
    for (int got = 7, size = 7; got == size; rows += got) {
        double *at[5];
        size = 7 + (int)(rows % 5);
        for (int c = 0; c < 5; c++)
            at[c] = to[c] + rows;
        if (br_rows_read(r, at, size, &got, &why) != BR_OK)
            fail_msg("%s", why.text);
    }
    counts[0] = br_join_counts_of(r, 0);
    if (b)
        counts[1] = br_join_counts_of(r, 1);
    br_rows_close(r);
    return rows;
}

static double between(const made *m, double shift, double t, const double *v)
{
    size_t k = 0;
    while (k + 1 < m->rows && m->t[k + 1] + shift < t)
        k++;
    double from = m->t[k] + shift, to = m->t[k + 1] + shift;
    return t == from ? v[k] : v[k] + (v[k + 1] - v[k]) * (t - from) / (to - from);
}

static double joined[5][4 * MOST];

static void the_stamps_of_the_first_log_are_kept_and_the_second_is_interpolated(void **unused)
{
    (void)unused;
    static made a, b;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        const double shift = 0.5 - 0.07 * (double)seed;
        br_join_options o = br_join_defaults();
        br_join_counts counts[2];
        make_log(&a, 1, 1e-3, 3000, seed);
        make_log(&b, 0.8, 4e-3, 900, seed + 100);
        long long rows = join(&a, &b, shift, &o, joined, counts);
        size_t k = 0;
        while (a.t[k] < b.t[0] + shift)
            k++;
        assert_true(rows > 500);
        for (long long i = 0; i < rows; i++, k++) {
            double t = joined[0][i];
            assert_true(t == a.t[k] && joined[1][i] == a.x[k] && joined[2][i] == a.y[k]); // the same bits
            assert_true(fabs(joined[3][i] - between(&b, shift, t, b.x)) < 1e-12);
            assert_true(fabs(joined[4][i] - (5 - 2 * (t - shift))) < 1e-12);
        }
        bool first_ended = k == a.rows, second_ended = k < a.rows && a.t[k] > b.t[b.rows - 1] + shift;
        assert_true(first_ended || second_ended); // as far as both go, and not shorter
    }
}

static void a_grid_has_even_steps_and_means_are_those_of_the_rows_in_each_bin(void **unused)
{
    (void)unused;
    static made a;
    br_join_counts counts[2];
    make_log(&a, 2, 1e-3, 3500, 3);
    br_join_options o = br_join_defaults();
    o.step = 8e-3;
    long long rows = join(&a, NULL, 0, &o, joined, counts);
    assert_true(rows > 300 && counts[0].rows == 3500 && counts[0].no_time + counts[0].not_rising == 0);
    for (long long i = 0; i < rows; i++)
        assert_true(joined[0][i] == 2 + (double)i * o.step &&
                    fabs(joined[1][i] - between(&a, 0, joined[0][i], a.x)) < 1e-12);
    o.method = BR_JOIN_MEAN;
    rows = join(&a, NULL, 0, &o, joined, counts);
    size_t k = 0;
    for (long long i = 0; i < rows; i++) {
        double sum = 0, n = 0;
        for (; k < a.rows && a.t[k] <= joined[0][i] + o.step / 2; k++, n++)
            sum += a.x[k];
        assert_true(fabs(joined[1][i] - sum / n) < 1e-13);
    }
    assert_int_equal(k, a.rows); // every row counts once
}

static void held_values_cuts_gaps_and_bad_stamps(void **unused)
{
    (void)unused;
    static made a;
    br_join_counts counts[2];
    make_log(&a, 0, 1e-2, 1000, 5);
    br_join_options o = br_join_defaults();
    o.step = 1e-3;
    o.from = 1;
    o.until = 2;
    o.method = BR_JOIN_HOLD;
    long long rows = join(&a, NULL, 0, &o, joined, counts);
    assert_true(rows == 1001 || rows == 1000);
    for (long long i = 0; i < rows; i++) {
        size_t k = 0;
        while (k + 1 < a.rows && a.t[k + 1] <= joined[0][i])
            k++;
        assert_true(joined[1][i] == a.x[k]);
    }
    // steps are 8 to 12 ms, and 20 ms: numbers are missing within these alone
    o.method = BR_JOIN_LINEAR;
    o.gap = 15e-3;
    rows = join(&a, NULL, 0, &o, joined, counts);
    long long missing = 0;
    for (long long i = 0; i < rows; i++) {
        size_t k = 0;
        while (k + 1 < a.rows && a.t[k + 1] < joined[0][i])
            k++;
        bool wide = a.t[k + 1] - a.t[k] > o.gap && joined[0][i] != a.t[k + 1];
        assert_true((bool)isnan(joined[1][i]) == wide);
        missing += wide;
    }
    assert_true(missing > 100);
    // times that are missing, stand still or go back are dropped; numbers around them are as if they had not been there
    a.t[10] = (double)NAN;
    a.t[20] = a.t[19];
    a.t[30] = a.t[12];
    o = br_join_defaults();
    rows = join(&a, NULL, 0, &o, joined, counts);
    assert_true(rows == 997 && counts[0].no_time == 1 && counts[0].not_rising == 2);
    assert_true(counts[0].first_no_time == 11 && counts[0].first_not_rising == 21 && counts[0].ended);
    assert_true(counts[0].longest >= 2 * 8e-3 && counts[0].first == 0 && counts[0].last == a.t[999]);
}

static void logs_without_a_common_time_give_no_row(void **unused)
{
    (void)unused;
    static made a, b;
    br_join_options o = br_join_defaults();
    br_join_counts counts[2];
    make_log(&a, 0, 1e-3, 500, 1);
    make_log(&b, 100, 1e-3, 500, 1);
    assert_int_equal(join(&a, &b, 0, &o, joined, counts), 0);
}

// ---------------------------------------------------------------- shifts

// The second log sees the wave `lag` seconds late, by another gain and offset, at another rate, both with noise.
static br_shift found_shift(double lag, double noise, double gain, uint64_t seed, bool periodic)
{
    static made a, b;
    br_random r;
    br_shift s;
    br_diag why = {0};
    br_random_init(&r, seed, 1);
    make_log(&a, 0, 1e-3, 3800, seed);
    make_log(&b, 0.3, 2e-3, 1500, seed + 50);
    for (size_t k = 0; k < a.rows; k++)
        a.x[k] = (periodic ? sin(20 * a.t[k]) : wave(a.t[k])) + noise * br_random_normal(&r);
    for (size_t k = 0; k < b.rows; k++)
        b.x[k] =
            gain * ((periodic ? sin(20 * (b.t[k] - lag)) : wave(b.t[k] - lag)) + noise * br_random_normal(&r)) + 17;
    const br_shift_signal first = {a.t, a.x, a.rows, "first"}, second = {b.t, b.x, b.rows, "second"};
    if (br_shift_find(&s, &first, &second, (double)INFINITY, &why) != BR_OK)
        fail_msg("%s", why.text);
    return s;
}

static void planted_shifts_are_found_to_a_fraction_of_a_sample(void **unused)
{
    (void)unused;
    int beyond = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        double lag = -0.4 + 0.0137 * (double)(seed % 60), gain = seed % 2 ? 3.0 : -0.2, noise = seed % 3 ? 0.02 : 0.2;
        br_shift s = found_shift(lag, noise, gain, seed, false);
        assert_true(fabs(s.shift + lag) < 4 * s.sd && s.sd > 0 && s.sd < (noise < 0.1 ? 5e-4 : 5e-3));
        beyond += fabs(s.shift + lag) > 3 * s.sd;
        assert_true(fabs(s.gain * gain - 1) < 0.15 && (s.correlation > 0) == (gain > 0) && !s.ambiguous && !s.doubtful);
    }
    assert_true(beyond <= 2); // 3 sd
}

static void a_periodic_signal_has_more_than_one_shift(void **unused)
{
    (void)unused;
    br_shift s = found_shift(0.1, 0.05, 1, 9, true);
    double period = 2 * 3.14159265358979 / 20, turns = (s.shift + 0.1) / (period / 2),
           away = (s.other + 0.1) / (period / 2);
    assert_true(s.ambiguous);
    assert_true(fabs(turns - round(turns)) < 0.02 && fabs(away - round(away)) < 0.05); // half a turn is another sign
}

static void a_signal_and_a_part_of_it_leave_no_doubt(void **unused)
{
    (void)unused;
    static made a;
    for (uint64_t seed = 1; seed <= 40; seed++) { // sums of squares round up and down
        br_shift s;
        br_diag why = {0};
        make_log(&a, 0, 1e-3, 500 + 80 * seed, seed);
        for (size_t k = 0; k < a.rows; k++)
            a.y[k] = 0.3 * a.x[k];
        const br_shift_signal one = {a.t, a.x, a.rows, "one"}, part = {a.t, a.y, 3 * a.rows / 4, "part"};
        assert_int_equal(br_shift_find(&s, &one, &part, (double)INFINITY, &why), BR_OK);
        assert_true(fabs(s.shift) < s.sd && !s.doubtful && !s.ambiguous && s.correlation <= 1);
    }
}

// Two random walks often correlate well at some shift. That is no evidence.
static void drifts_without_relation_are_doubtful_or_ambiguous(void **unused)
{
    (void)unused;
    static made a, b;
    int sure = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        br_random r;
        br_shift s;
        br_diag why = {0};
        br_random_init(&r, seed, 2);
        make_log(&a, 0, 1e-3, 3800, seed);
        make_log(&b, 0, 1e-3, 3800, seed);
        for (size_t k = 1; k < a.rows; k++) {
            a.x[k] = a.x[k - 1] + br_random_normal(&r);
            b.x[k] = b.x[k - 1] + br_random_normal(&r);
        }
        const br_shift_signal first = {a.t, a.x, a.rows, "first"}, second = {b.t, b.x, b.rows, "second"};
        assert_int_equal(br_shift_find(&s, &first, &second, (double)INFINITY, &why), BR_OK);
        sure += !s.doubtful && !s.ambiguous;
    }
    assert_true(sure <= 1);
}

// One spike in each log correlates perfectly, at the wrong shift.
static void spikes_do_not_decide_the_shift(void **unused)
{
    (void)unused;
    static const double size[][2] = {{1e9, 1e9}, {-1e9, 1e300}, {1e300, 1e300}, {0, 1e9}, {1e9, 0}};
    static made a, b;
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        br_shift s;
        br_diag why = {0};
        make_log(&a, 0, 1e-3, 3800, 1);
        make_log(&b, 0.3, 2e-3, 1500, 2);
        for (size_t k = 0; k < b.rows; k++)
            b.x[k] = wave(b.t[k] - 0.05);
        if (size[i][0] != 0)
            a.x[1000] = size[i][0];
        if (size[i][1] != 0)
            b.x[400] = size[i][1];
        const br_shift_signal first = {a.t, a.x, a.rows, "first"}, second = {b.t, b.x, b.rows, "second"};
        assert_int_equal(br_shift_find(&s, &first, &second, (double)INFINITY, &why), BR_OK);
        assert_true(fabs(s.shift + 0.05) < 4 * s.sd && s.sd < 5e-4 && s.correlation > 0.99);
        assert_true(s.spikes[0] == (size[i][0] != 0) && s.spikes[1] == (size[i][1] != 0));
        assert_true(s.spikes[0] == 0 || s.spike_time[0] == a.t[1000]);
    }
}

// Logs of a bus fill a column in some rows only.
static void shifts_are_found_from_columns_with_missing_numbers(void **unused)
{
    (void)unused;
    static made a, b;
    for (size_t each = 2; each <= 9; each++) {
        br_shift s;
        br_diag why = {0};
        make_log(&a, 0, 1e-3, 3800, each);
        make_log(&b, 0.3, 2e-3, 1500, each + 50);
        for (size_t k = 0; k < b.rows; k++)
            b.x[k] = wave(b.t[k] - 0.05);
        for (size_t k = 0; k < a.rows; k++) // every other number is there; or every fifth; or all but every ninth
            if (each < 6 ? k % each != 0 : k % each == 0)
                a.x[k] = (double)NAN;
        const br_shift_signal first = {a.t, a.x, a.rows, "first"}, second = {b.t, b.x, b.rows, "second"};
        if (br_shift_find(&s, &first, &second, (double)INFINITY, &why) != BR_OK)
            fail_msg("%s", why.text);
        assert_true(fabs(s.shift + 0.05) < 4 * s.sd && s.sd < 1e-3 && s.correlation > 0.99);
        assert_true(!s.doubtful && !s.ambiguous && s.samples > 16);
    }
}

static void signals_that_do_not_move_are_refused(void **unused)
{
    (void)unused;
    static made a, b;
    br_shift s;
    br_diag why = {0};
    make_log(&a, 0, 1e-3, 100, 1);
    make_log(&b, 0, 1e-3, 100, 2);
    for (size_t k = 0; k < b.rows; k++)
        b.x[k] = 4;
    const br_shift_signal first = {a.t, a.x, a.rows, "first"}, still = {b.t, b.x, b.rows, "still"},
                          few = {a.t, a.x, 10, "few"};
    assert_int_equal(br_shift_find(&s, &first, &still, (double)INFINITY, &why), BR_BAD_DATA);
    assert_non_null(strstr(why.text, "still: its signal does not change"));
    assert_int_equal(br_shift_find(&s, &few, &first, (double)INFINITY, &why), BR_BAD_DATA);
    assert_non_null(strstr(why.text, "few: its signal has 10 numbers"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stamps_of_the_first_log_are_kept_and_the_second_is_interpolated),
        cmocka_unit_test(a_grid_has_even_steps_and_means_are_those_of_the_rows_in_each_bin),
        cmocka_unit_test(held_values_cuts_gaps_and_bad_stamps),
        cmocka_unit_test(logs_without_a_common_time_give_no_row),
        cmocka_unit_test(planted_shifts_are_found_to_a_fraction_of_a_sample),
        cmocka_unit_test(a_periodic_signal_has_more_than_one_shift),
        cmocka_unit_test(a_signal_and_a_part_of_it_leave_no_doubt),
        cmocka_unit_test(drifts_without_relation_are_doubtful_or_ambiguous),
        cmocka_unit_test(spikes_do_not_decide_the_shift),
        cmocka_unit_test(shifts_are_found_from_columns_with_missing_numbers),
        cmocka_unit_test(signals_that_do_not_move_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
