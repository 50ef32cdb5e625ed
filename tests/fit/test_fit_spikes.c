// test_fit_spikes.c - spikes of a column: single and short ones are found, corners, jumps, noise and pulses of the signal are not.
#include "fit/inspect/spikes.h"
#include "fit_kit.h"
#include "num/base/random.h"

enum { ROWS = 20000 };

static void signal_at(br_random *g, double noise, double *y)
{
    for (int k = 0; k < ROWS; k++)
        y[k] = 3 * sin(2e-3 * k) + (k % 5000 < 2500 ? 2 : -2) + noise * br_random_normal(g); // with jumps
}

static void one_value_of_any_size_is_found_where_it_stands(void **state)
{
    (void)state;
    static const double value[] = {1e300, -1e300, 1e9, -1e9, 1e3, 100};
    static const int row[] = {0, 1, 2499, 2500, 7001, ROWS - 2, ROWS - 1};
    double *y = kit_reals(ROWS);
    br_random g;
    br_random_init(&g, kit_seed(), 1);
    for (size_t i = 0; i < sizeof value / sizeof *value; i++)
        for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
            br_spikes s;
            signal_at(&g, k % 2 ? 0 : 0.02, y);
            if (fabs(value[i]) < 1e4 && (row[k] == 0 || row[k] == ROWS - 1))
                continue; // at an end a value has one neighbour only: it must be far beyond the range
            y[row[k]] = value[i];
            assert_int_equal(br_spikes_find(ROWS, y, &s), BR_OK);
            if (s.count != 1 || s.row[0] != row[k] || s.largest != row[k])
                fail_msg("%g in row %d: %lld spikes, the first in row %lld", value[i], row[k], s.count,
                         s.count ? s.row[0] : -1);
            double around[2];
            br_spike_neighbours(&s, ROWS, y, row[k], around);
            assert_true(row[k] == 0 || fabs(around[0] - y[row[k] - 1]) == 0);
            br_spikes_free(&s);
        }
    free(y);
}

static void short_runs_far_away_are_found_beside_missing_values(void **state)
{
    (void)state;
    double *y = kit_reals(ROWS);
    br_random g;
    br_spikes s;
    br_random_init(&g, kit_seed(), 2);
    signal_at(&g, 0.02, y);
    y[500] = y[501] = y[502] = 1e6;
    y[800] = -1e12;
    y[799] = y[801] = (double)NAN;
    for (int k = 900; k < 904; k++)
        y[k] = 1e6; // four in a row are no spike
    assert_int_equal(br_spikes_find(ROWS, y, &s), BR_OK);
    assert_int_equal(s.count, 4);
    for (int k = 0; k < 3; k++)
        assert_int_equal(s.row[k], 500 + k);
    assert_int_equal(s.row[3], 800);
    assert_int_equal(s.largest, 800);
    assert_true(br_spikes_has(&s, 501) && !br_spikes_has(&s, 503) && !br_spikes_has(&s, 900));
    br_spikes_free(&s);
    free(y);
}

static void a_signal_without_spikes_has_none(void **state)
{
    (void)state;
    double *y = kit_reals(ROWS);
    br_random g;
    br_random_init(&g, kit_seed(), 3);
    for (int kind = 0; kind < 6; kind++) {
        br_spikes s;
        for (int k = 0; k < ROWS; k++) {
            double x = 0.1 * sin(1e-3 * k);
            y[k] = kind == 0   ? 0
                   : kind == 1 ? br_random_normal(&g)                 // noise
                   : kind == 2 ? floor(x / 1e-4) * 1e-4               // an encoder
                   : kind == 3 ? (k > 15000 ? x : 0) + 1e-6 * (k & 1) // rest for three quarters
                   : kind == 4 ? (double)(k / 2500 % 2)               // jumps
                               : fabs(x) + (k % 40 < 2 ? 0.05 : 0);   // corners, and pulses that return
        }
        assert_int_equal(br_spikes_find(ROWS, y, &s), BR_OK);
        if (s.count != 0)
            fail_msg("signal %d has %lld spikes, the first in row %lld", kind, s.count, s.row[0]);
        br_spikes_free(&s);
    }
    for (int rows = 0; rows < 4; rows++) {
        br_spikes s;
        assert_int_equal(br_spikes_find(rows, y, &s), BR_OK);
        br_spikes_free(&s);
    }
    free(y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_value_of_any_size_is_found_where_it_stands),
        cmocka_unit_test(short_runs_far_away_are_found_beside_missing_values),
        cmocka_unit_test(a_signal_without_spikes_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
