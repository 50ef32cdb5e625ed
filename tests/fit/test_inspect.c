// test_inspect.c - what an inspection says of logs in which everything was planted.
//
// BR_COUNT: a tenth of the rows of the long log (100000; in soak 10^7, so that it has 10^8 rows).
#include "num/base/fp.h"

#include "kit/failing_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "file/csv/csv.h"
#include "fit/inspect/inspect.h"
#include "fit/statistics/histogram.h"

#include <math.h>
#include <sys/resource.h>

enum { ROWS = 40000 };
static double t[ROWS], x[ROWS], v[ROWS], f[ROWS];
static uint64_t state = 1;
static br_inspection found;

// Uniform in -1..1.
static double draw(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)(state ^ state >> 31) * 0x1p-63;
}

static void inspect(int rows, const char *names, ...)
{
    br_inspector_column column[5];
    const double *from[5];
    int n = (int)strlen(names);
    va_list list;
    va_start(list, names);
    for (int i = 0; i < n; i++) {
        static const char *const signal[] = {"t", "x", "v", "F", "u"};
        const char *name = "other";
        for (int k = 0; k < 5; k++)
            name = names[i] == signal[k][0] ? signal[k] : name;
        column[i] = (br_inspector_column){name, "-", br_role_of(name)};
        from[i] = va_arg(list, const double *);
    }
    va_end(list);
    br_inspector *w = NULL;
    br_diag why = {0};
    assert_int_equal(br_inspector_open(&w, column, n, &why), BR_OK);
    for (int k = 0; k < rows; k += 777) { // in pieces
        const double *at[5];
        for (int i = 0; i < n; i++)
            at[i] = from[i] + k;
        assert_int_equal(br_inspector_add(w, at, rows - k < 777 ? rows - k : 777), BR_OK);
    }
    assert_int_equal(br_inspector_finish(w, &found, &why), BR_OK);
    br_inspector_close(w);
}

static br_identifiable can(const char *what)
{
    for (int i = 0; i < found.verdicts; i++)
        if (strcmp(found.verdict[i].what, what) == 0)
            return found.verdict[i].identifiable;
    fail_msg("nothing is said of %s", what);
    return BR_IDENTIFIABLE;
}

static void close_to(double is, double wanted, double share, const char *what)
{
    if (!(fabs(is - wanted) <= share * fabs(wanted)))
        fail_msg("%s is %.6g, not %.6g", what, is, wanted);
}

static void even_time(double dt)
{
    for (int k = 0; k < ROWS; k++)
        t[k] = k * dt;
}

// ---------------------------------------------------------------- quantiles

static int rising(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

static void quantiles_are_those_of_sorted_numbers(void **unused)
{
    (void)unused;
    for (int fine = 3; fine <= 8; fine++) {
        br_histogram s;
        assert_int_equal(br_histogram_init(&s, fine), BR_OK);
        for (int k = 0; k < ROWS; k++) {
            x[k] = k % 10 == 0 ? 0 : fabs(draw()) * (k % 3 ? 1e-9 : 1e6);
            br_histogram_add(&s, x[k]);
        }
        qsort(x, ROWS, sizeof *x, rising);
        for (int i = 0; i <= 16; i++)
            close_to(br_histogram_quantile(&s, i / 16.0), x[(int)(i / 16.0 * (ROWS - 1))], 1.0 / (1 << fine),
                     "a quantile");
        assert_true(fabs((double)br_histogram_above(&s, 1) - ROWS * 0.3) < ROWS * 0.01);
        br_histogram_free(&s);
    }
}

// ---------------------------------------------------------------- time

static void a9_times_that_repeat_jump_or_run_backwards_are_named(void **unused)
{
    (void)unused;
    even_time(1e-3);
    t[10] = t[9];
    t[500] = t[499];
    t[1000] = t[900];
    for (int k = 2000; k < ROWS; k++)
        t[k] += 5;
    inspect(ROWS, "t", t);
    const br_time_found *g = &found.time;
    assert_int_equal(g->duplicates.count, 2);
    assert_true(g->duplicates.row[0] == 11 && g->duplicates.row[1] == 501);
    assert_int_equal(g->backwards.count, 1);
    assert_int_equal(g->backwards.row[0], 1001);
    assert_true(g->gaps.count >= 2 && g->gaps.row[0] == 2001);
    close_to(g->gaps.value[0], 5.001, 1e-6, "the widest gap");
    close_to(g->median, 1e-3, 1e-9, "the step");
}

static void a9_jitter_is_measured(void **unused)
{
    (void)unused;
    even_time(1e-3);
    for (int k = 0; k < ROWS; k++)
        t[k] += 1e-4 * draw();
    inspect(ROWS, "t", t);
    // A difference of two uniform numbers: 5 % of it are below -(2 - sqrt(0.4)) of their half width.
    close_to(found.time.low, 1e-3 - 1.368e-4, 0.01, "5 % of steps");
    close_to(found.time.high, 1e-3 + 1.368e-4, 0.01, "95 % of steps");
    assert_int_equal(found.time.gaps.count, 0);
}

static void a9_milliseconds_and_dates_are_suspected(void **unused)
{
    (void)unused;
    even_time(1);
    inspect(ROWS, "t", t);
    assert_true(found.time.perhaps_ms && !found.time.since_1970);
    even_time(1e-3);
    inspect(ROWS, "t", t);
    assert_false(found.time.perhaps_ms);
    static const char *const units[] = {"s", "ms", "us", "ns"};
    static const double size[] = {1, 1e3, 1e6, 1e9};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < ROWS; k++)
            t[k] = (1.7e9 + 1e-3 * k) * size[i];
        inspect(ROWS, "t", t);
        assert_string_equal(found.time.since_1970, units[i]);
        assert_int_equal(found.time.coarse, i == 3 ? 0 : found.time.grain > 1e-3 * found.time.median);
    }
    for (int k = 0; k < ROWS; k++)
        t[k] = 1.7e9 + 1e-5 * k; // 2.4e-7 s apart as doubles
    inspect(ROWS, "t", t);
    assert_true(found.time.coarse);
}

// ---------------------------------------------------------------- columns

static void a18_the_step_of_a_quantised_column_is_found(void **unused)
{
    (void)unused;
    static const double steps[] = {5e-8, 1.534e-3, 0.1, 3, 0x1p-12};
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < ROWS; k++)
            x[k] = steps[i] * floor(1000 * draw() + 7 * sin(k * 1e-3) + 0.5);
        inspect(ROWS, "o", x);
        close_to(found.column[0].step, steps[i], 1e-6, "the step");
    }
    for (int k = 0; k < ROWS; k++)
        x[k] = draw();
    inspect(ROWS, "o", x);
    assert_true(found.column[0].step == 0);
}

static void a18_clipping_is_found_and_noise_is_none(void **unused)
{
    (void)unused;
    for (int k = 0; k < ROWS; k++)
        x[k] = 12 * sin(k * 1e-3) + 0.01 * draw();
    inspect(ROWS, "o", x);
    assert_false(found.column[0].clipped_low || found.column[0].clipped_high);
    int clipped = 0;
    for (int k = 0; k < ROWS; k++) {
        clipped += x[k] > 10;
        x[k] = x[k] > 10 ? 10 : x[k];
    }
    inspect(ROWS, "o", x);
    assert_true(found.column[0].clipped_high && !found.column[0].clipped_low);
    assert_int_equal(found.column[0].high.count, clipped);
}

static void a18_one_spike_in_ten_thousand_rows_is_named_whatever_its_size(void **unused)
{
    (void)unused;
    static const double sizes[] = {100, 1e4, 1e6}; // of the noise
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < ROWS; k++)
            x[k] = sin(k * 1e-3) + 1e-3 * draw();
        for (int k = 5000; k < ROWS; k += 10000)
            x[k] += sizes[i] * 1e-3;
        inspect(ROWS, "o", x);
        assert_int_equal(found.column[0].spikes.count, 4);
        for (int k = 0; k < 4; k++)
            assert_int_equal((found.column[0].spikes.row[k] - 1) % 10000, 5000);
    }
}

static void corners_and_steps_are_no_spikes(void **unused)
{
    (void)unused;
    for (int k = 0; k < ROWS; k++) {
        double way = fabs((double)(k % 2000) - 1000) * 1e-3;
        x[k] = way * (1 + 0.3 * way) + 1e-7 * draw();      // with a corner at every turn
        f[k] = (k % 2000 < 1000 ? 1 : -1) + 1e-3 * draw(); // friction that turns round
    }
    inspect(ROWS, "oo", x, f);
    assert_int_equal(found.column[0].spikes.count, 0);
    assert_int_equal(found.column[1].spikes.count, 0);
}

static void jumps_of_the_position_are_named_and_spikes_gaps_and_starts_are_none(void **unused)
{
    (void)unused;
    for (int k = 0; k < ROWS; k++) {
        t[k] = 1e-3 * k;
        x[k] = sin(t[k]) + 1e-6 * draw() + (k >= 12345 ? 0.05 : 0) - (k >= 30000 ? 0.02 : 0); // two jumps,
    }
    x[777] += 0.1; // and a spike
    inspect(ROWS, "tx", t, x);
    assert_int_equal(found.column[1].jumps.count, 2);
    assert_int_equal(found.column[1].jumps.row[0], 12346);
    assert_int_equal(found.column[1].jumps.row[1], 30001);
    for (int k = 0; k < ROWS; k++) {
        t[k] = 1e-3 * k + (k >= 20000 ? 0.3 : 0); // a gap, with the times
        x[k] = sin(t[k]) + 1e-6 * draw();
    }
    inspect(ROWS, "tx", t, x);
    assert_int_equal(found.column[1].jumps.count, 0);
    for (int k = 0; k < ROWS; k++) { // short moves from rest to rest, quantised
        double phase = k % 10000 < 9950 ? 0 : (k % 10000 - 9950) * 0.02;
        t[k] = 1e-3 * k;
        x[k] = floor((k / 10000 + 0.5 - 0.5 * cos(3.14159 * phase)) * 1e4) * 1e-4;
    }
    inspect(ROWS, "tx", t, x);
    assert_int_equal(found.column[1].jumps.count, 0);
}

static void a4_missing_numbers_are_counted_and_named(void **unused)
{
    (void)unused;
    for (int k = 0; k < ROWS; k++)
        x[k] = k % 5000 == 17 ? (double)NAN : draw();
    inspect(ROWS, "o", x);
    assert_int_equal(found.column[0].missing.count, 8);
    assert_int_equal(found.column[0].missing.row[1], 5018);
    assert_int_equal(found.column[0].missing.named, BR_INSPECTOR_NAMED);
}

static void d3_a_stuck_sensor_is_one_only_while_the_axis_moves(void **unused)
{
    (void)unused;
    even_time(1e-3);
    for (int k = 0; k < ROWS; k++) {
        bool rest = k >= 10000 && k < 15000;
        x[k] = 1e-6 * floor(1e6 * 0.1 * sin((rest ? 10000 : k) * 1e-3));
        f[k] = rest || (k >= 20000 && k < 20400) ? 3 : 3 + 0.1 * draw();
        v[k] = floor(k / 1000.0); // a set point that goes by steps
    }
    inspect(ROWS, "txFo", t, x, f, v);
    assert_int_equal(found.column[2].stuck.count, 1);
    assert_int_equal(found.column[2].stuck.row[0], 20001);
    assert_int_equal(found.column[1].stuck.count, 0);
    assert_int_equal(found.column[3].stuck.count, 0);
}

// ---------------------------------------------------------------- motion

// A spring of stiffness k0 that slips at FC, under strokes of several sizes: 2*FC/k0 after a reversal it slips again.
static void make_loops(double FC, double k0, double noise)
{
    double z = 0, last = 0;
    even_time(1e-3);
    for (int k = 0; k < ROWS; k++) {
        double size = k < ROWS / 2 ? 1e-3 : 0.3e-4, phase = k * 2e-3;
        x[k] = size * sin(phase);
        z += k0 * (x[k] - last);
        z = z > FC ? FC : z < -FC ? -FC : z;
        last = x[k];
        f[k] = z + noise * draw();
        x[k] = 1e-8 * floor(1e8 * x[k] + 0.5);
    }
}

static void presliding_is_found_with_its_length_and_its_loops(void **unused)
{
    (void)unused;
    make_loops(5, 1e5, 0.05); // 1e-4 m from slip to slip
    inspect(ROWS, "txF", t, x, f);
    const br_motion_found *m = &found.motion;
    close_to(m->breakaway_length, 0.9e-4, 0.2, "the length of presliding");
    close_to((double)m->reversals, ROWS * 2e-3 / 3.14159, 0.1, "reversals");
    assert_true(m->presliding_loops >= 10 && m->presliding > 0.4);
    assert_true(m->work > 0.5);
    assert_int_equal(can("presliding stiffness"), BR_IDENTIFIABLE);
    assert_int_equal(can("several presliding elements"), BR_IDENTIFIABLE);
    assert_int_equal(can("mass"), BR_NOT_IDENTIFIABLE);
    for (int k = 0; k < ROWS; k++)
        f[k] = -f[k];
    inspect(ROWS, "txF", t, x, f);
    assert_true(m->work < -0.5);
    close_to(m->breakaway_length, 0.9e-4, 0.2, "the length of presliding, the force turned round");
}

// Mass, viscous and Coulomb friction under several sines; the force comes `late` rows late.
static void make_axis(int late)
{
    even_time(1e-3);
    for (int k = 0; k < ROWS; k++) {
        x[k] = v[k] = f[k] = 0;
        for (int i = 1; i < 4; i++) {
            double w = 1.7 * i * i, s = t[k], before = s - 1e-3 * late;
            x[k] += 0.1 / i * sin(w * s);
            v[k] += 0.1 * w / i * cos(w * s);
            f[k] -= 20 * 0.1 * w * w / i * sin(w * before);
        }
        x[k] += 1e-8 * draw();
    }
    for (int k = 0; k < ROWS; k++) {
        double speed = k >= late ? v[k - late] : v[0];
        f[k] += 30 * speed + (speed > 0 ? 10 : -10) + 0.1 * draw();
    }
}

static void a_delay_of_the_force_is_found_and_none_where_there_is_none(void **unused)
{
    (void)unused;
    for (int late = 0; late <= 8; late += 4) {
        make_axis(late);
        inspect(ROWS, "txu", t, x, f);
        assert_int_equal(found.motion.delay, -late);
        assert_true(fabs(found.motion.delay_samples + late) < 3 * found.motion.delay_sd && found.motion.delay_sd < 0.5);
    }
    make_axis(0);
    inspect(ROWS, "txu", t, x, f);
    assert_true(found.motion.residual < 0.1);
    assert_int_equal(found.motion.rank, 4);
    assert_int_equal(can("mass"), BR_IDENTIFIABLE);
    assert_int_equal(can("Coulomb friction"), BR_IDENTIFIABLE);
    assert_int_equal(can("viscous friction"), BR_IDENTIFIABLE);
}

static void times_that_all_run_backwards_are_not_called_coarse(void **unused)
{
    (void)unused;
    make_axis(0);
    for (int uneven = 0; uneven < 2; uneven++) {
        for (int k = 0; k < ROWS; k++)
            t[k] = 1e-3 * (ROWS - k) + (uneven ? 1e-4 * (k % 3) : 0);
        inspect(ROWS, "tx", t, x);
        assert_int_equal(found.time.backwards.count, ROWS - 1);
        assert_false(found.time.coarse);
        if (!uneven)
            close_to(found.time.median, 1e-3, 1e-9, "their step");
    }
}

static void a10_a_velocity_in_another_unit_is_noticed(void **unused)
{
    (void)unused;
    make_axis(0);
    inspect(ROWS, "txv", t, x, v);
    close_to(found.motion.v_over_x, 1, 0.01, "v over that of x");
    for (int k = 0; k < ROWS; k++)
        v[k] *= 1000;
    inspect(ROWS, "txv", t, x, v);
    close_to(found.motion.v_over_x, 1000, 0.01, "v in mm/s over that of x");
}

static void a11_motion_in_one_direction_leaves_coulomb_friction_and_offset_alike(void **unused)
{
    (void)unused;
    even_time(1e-3);
    for (int k = 0; k < ROWS; k++) {
        x[k] = 0.01 * t[k] + 0.001 * sin(t[k]);
        f[k] = 3 + 0.01 * draw();
    }
    inspect(ROWS, "txF", t, x, f);
    assert_true(found.motion.rank == 2 && found.motion.regressors == 3 && isinf(found.motion.condition));
    bool first = strcmp(found.motion.least_known[0], "offset") == 0;
    assert_string_equal(found.motion.least_known[first], "Coulomb friction");
    assert_string_equal(found.motion.least_known[!first], "offset");
    assert_int_equal(can("Coulomb friction"), BR_PARTLY_IDENTIFIABLE);
    assert_int_equal(can("dependence on direction"), BR_NOT_IDENTIFIABLE);
    assert_int_equal(can("presliding stiffness"), BR_NOT_IDENTIFIABLE);
    assert_int_equal(can("viscous friction"), BR_NOT_IDENTIFIABLE);
}

static void a11_constant_columns_and_a_still_axis_identify_nothing(void **unused)
{
    (void)unused;
    even_time(1e-3);
    for (int k = 0; k < ROWS; k++) {
        x[k] = 0.25;
        f[k] = 0;
    }
    inspect(ROWS, "txF", t, x, f);
    assert_true(found.column[1].constant && found.column[2].constant);
    for (int i = 0; i < found.verdicts; i++)
        assert_int_equal(found.verdict[i].identifiable, BR_NOT_IDENTIFIABLE);
}

static void nothing_found_is_no_number(void **unused)
{
    (void)unused;
    static const int rows[] = {1, 2, 3, 4, 10};
    const double inf = 1e308;
    for (int i = 0; i < 5; i++)
        for (int kind = 0; kind < 3; kind++) {
            for (int k = 0; k < rows[i]; k++) {
                t[k] = kind == 0 ? (double)NAN : k;
                x[k] = kind == 1 ? (double)NAN : k % 2 ? inf : -inf;
                f[k] = kind == 2 ? 0 : inf;
            }
            inspect(rows[i], "txF", t, x, f);
            assert_int_equal(found.rows, rows[i]);
        }
    br_inspector *w = NULL;
    br_diag why = {0};
    br_inspector_column one = {"t", "s", BR_ROLE_TIME};
    assert_int_equal(br_inspector_open(&w, &one, 1, &why), BR_OK);
    assert_int_equal(br_inspector_finish(w, &found, &why), BR_BAD_DATA);
    assert_string_equal(why.text, "no samples: the log has no row");
    br_inspector_close(w);
}

// ---------------------------------------------------------------- memory

static void memory_that_gives_out_at_any_call_is_reported(void **unused)
{
    (void)unused;
    const br_inspector_column column[] = {
        {"t", "s", BR_ROLE_TIME}, {"x", "m", BR_ROLE_POSITION}, {"u", "N", BR_ROLE_DRIVE}};
    const double *const from[] = {t, x, f};
    make_axis(0);
    br_status status = BR_NO_MEMORY;
    for (long k = 0; status != BR_OK; k++) {
        br_inspector *w = NULL;
        br_diag why = {0};
        assert_true(k < 200);
        countdown = k;
        status = br_inspector_open(&w, column, 3, &why);
        if (status == BR_OK)
            status = br_inspector_add(w, from, 2000);
        if (status == BR_OK)
            status = br_inspector_finish(w, &found, &why);
        countdown = -1;
        assert_true(status == BR_OK || status == BR_NO_MEMORY);
        br_inspector_close(w);
    }
}

typedef struct endless {
    long long row, rows;
    char text[64];
    size_t at, size;
} endless;

// A table that is made while it is read.
static long pull(void *from, char *to, size_t room)
{
    endless *e = from;
    size_t n = 0;
    while (n < room) {
        if (e->at == e->size) {
            if (e->row > e->rows)
                break;
            long long k = e->row++;
            int size = k == 0 ? snprintf(e->text, sizeof e->text, "t [s],x [m],F [N]\n")
                              : snprintf(e->text, sizeof e->text, "%lld.%03d,%lld.%04d,%s2.%03d\n", k / 1000,
                                         (int)(k % 1000), k % 20000 < 10000 ? k % 10000 / 1000 : 9 - k % 10000 / 1000,
                                         (int)(k % 20000 < 10000 ? k % 1000 : 999 - k % 1000) * 10,
                                         k % 20000 < 10000 ? "" : "-", (int)(k * 7919 % 1000));
            e->size = (size_t)size;
            e->at = 0;
        }
        size_t piece = e->size - e->at < room - n ? e->size - e->at : room - n;
        memcpy(to + n, e->text + e->at, piece);
        e->at += piece;
        n += piece;
    }
    return (long)n;
}

// Values about 1e6 whose mean is 1e6 + 0.25 and whose squares have a known sum: 10^6 rows, in the soak 10^9.
static void e10_mean_and_variance_of_very_many_rows_lose_nothing(void **unused)
{
    (void)unused;
    enum { BLOCK = 1000 };
    static double rows[2][BLOCK];
    const char *count = getenv("BR_COUNT");
    long long blocks = count && strtod(count, NULL) >= 1e7 ? 1000000 : 1000;
    const double *const to[] = {rows[0], rows[1]};
    const br_inspector_column column[] = {{"t", "s", BR_ROLE_TIME}, {"x", "m", BR_ROLE_NONE}};
    br_inspector *w = NULL;
    br_diag why = {0};
    assert_int_equal(br_inspector_open(&w, column, 2, &why), BR_OK);
    for (long long b = 0; b < blocks; b++) {
        for (int k = 0; k < BLOCK; k++) {
            rows[0][k] = (double)(b * BLOCK + k) * 0x1p-10;
            rows[1][k] = 1e6 + (k % 4 == 0 ? 0.7 : k % 4 == 1 ? -0.2 : k % 4 == 2 ? 1.3 : -0.8); // as doubles
        }
        assert_int_equal(br_inspector_add(w, to, BLOCK), BR_OK);
    }
    assert_int_equal(br_inspector_finish(w, &found, &why), BR_OK);
    long double n = (long double)blocks * BLOCK, mean = 0, squares = 0;
    for (int k = 0; k < 4; k++)
        mean += (long double)rows[1][k] / 4;
    for (int k = 0; k < 4; k++)
        squares += ((long double)rows[1][k] - mean) * ((long double)rows[1][k] - mean) / 4;
    double sd = (double)sqrtl(squares * n / (n - 1));
    assert_true(fabs(found.column[1].mean - (double)mean) <= 1.2e-16 * (double)mean);
    assert_true(fabs(found.column[1].sd - sd) <= 2e-15 * sd);
    br_inspector_close(w);
}

static void a12_a_log_longer_than_memory_is_read_in_flat_memory(void **unused)
{
    (void)unused;
    enum { BLOCK = 1024 };
    static double rows[3][BLOCK];
    const char *count = getenv("BR_COUNT");
    long long rows_wanted = 10 * (count ? strtoll(count, NULL, 10) : 100000),
              least = 400000; // well beyond the first rows
    endless e = {.rows = rows_wanted > least ? rows_wanted : least};
    double *const to[] = {rows[0], rows[1], rows[2]};
    const br_inspector_column column[] = {
        {"t", "s", BR_ROLE_TIME}, {"x", "m", BR_ROLE_POSITION}, {"F", "N", BR_ROLE_FRICTION}};
    br_csv *table = NULL;
    br_inspector *w = NULL;
    br_diag why = {0};
    const int wanted[] = {0, 1, 2};
    assert_int_equal(br_csv_open_from(&table, pull, &e, "log", br_csv_defaults(), &why), BR_OK);
    assert_int_equal(br_csv_want(table, wanted, 3, &why), BR_OK);
    assert_int_equal(br_inspector_open(&w, column, 3, &why), BR_OK);
    struct rusage before = {0}, behind = {0};
    long asked = 0, seen = 0;
    for (int got = BLOCK; got == BLOCK; seen += got) {
        assert_int_equal(br_csv_read(table, to, BLOCK, &got, &why), BR_OK);
        assert_int_equal(br_inspector_add(w, (const double *const *)to, got), BR_OK);
        if (asked == 0 && seen > 2 * BR_INSPECTOR_HEAD) {
            asked = allocations;
            getrusage(RUSAGE_SELF, &before);
        }
    }
    getrusage(RUSAGE_SELF, &behind);
    assert_int_equal(allocations, asked); // nothing is asked for once the first rows are over
    assert_true(behind.ru_maxrss - before.ru_maxrss < 4096);
    assert_int_equal(br_inspector_finish(w, &found, &why), BR_OK);
    assert_int_equal(found.rows, e.rows);
    close_to(found.time.median, 1e-3, 1e-6, "the step");
    close_to((double)found.motion.reversals, (double)e.rows / 10000, 0.05, "reversals");
    br_inspector_close(w);
    br_csv_close(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_those_of_sorted_numbers),
        cmocka_unit_test(a9_times_that_repeat_jump_or_run_backwards_are_named),
        cmocka_unit_test(times_that_all_run_backwards_are_not_called_coarse),
        cmocka_unit_test(a9_jitter_is_measured),
        cmocka_unit_test(a9_milliseconds_and_dates_are_suspected),
        cmocka_unit_test(a18_the_step_of_a_quantised_column_is_found),
        cmocka_unit_test(a18_clipping_is_found_and_noise_is_none),
        cmocka_unit_test(a18_one_spike_in_ten_thousand_rows_is_named_whatever_its_size),
        cmocka_unit_test(corners_and_steps_are_no_spikes),
        cmocka_unit_test(jumps_of_the_position_are_named_and_spikes_gaps_and_starts_are_none),
        cmocka_unit_test(a4_missing_numbers_are_counted_and_named),
        cmocka_unit_test(d3_a_stuck_sensor_is_one_only_while_the_axis_moves),
        cmocka_unit_test(presliding_is_found_with_its_length_and_its_loops),
        cmocka_unit_test(a_delay_of_the_force_is_found_and_none_where_there_is_none),
        cmocka_unit_test(a10_a_velocity_in_another_unit_is_noticed),
        cmocka_unit_test(a11_motion_in_one_direction_leaves_coulomb_friction_and_offset_alike),
        cmocka_unit_test(a11_constant_columns_and_a_still_axis_identify_nothing),
        cmocka_unit_test(nothing_found_is_no_number),
        cmocka_unit_test(memory_that_gives_out_at_any_call_is_reported),
        cmocka_unit_test(e10_mean_and_variance_of_very_many_rows_lose_nothing),
        cmocka_unit_test(a12_a_log_longer_than_memory_is_read_in_flat_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
