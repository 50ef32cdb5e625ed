// test_mech_smooth.c - mechanisms smoothed over a log: against least squares over all of it, and against the filter.
#include "num/base/fp.h"

#include <math.h>

#include "paper/mechanism/crank.h"
#include "num/base/random.h"
#include "estimate_kit.h"

// ---------------------------------------------------------------- a log of a linear mechanism

enum { ROWS = 60, M = 2, C = 3, K = 50 };
#define MASS                                                                                                           \
    "mechanism mass\nplanar\nbody a mass = 2 kg, cog = 0, 0 m\njoint A prismatic a ground at = 0, 0 m, axis = 1, 0\n"  \
    "spring k A stiffness = 50 N/m\ndamper d A damping = 3 N*s/m\nunknown F A sd = 2 N\n"                              \
    "sensor x displacement A sd = 1e-3 m\nsensor w speed A sd = 0.05 m/s\n"                                            \
    "start A position_sd = 0.1 m, speed_sd = 1 m/s\n"
static const double h = 0.01;

typedef struct log_of {
    double t[ROWS], x[ROWS], w[ROWS];
} log_of;

// Any numbers will do: smoothing is linear in them. Some are missing.
static void make_log(log_of *l)
{
    br_random dice;
    br_random_init(&dice, 21, 0);
    for (int k = 0; k < ROWS; k++) {
        l->t[k] = k * h;
        l->x[k] = k % 5 == 3 ? (double)NAN : 0.05 * sin(7 * l->t[k]) + 2e-3 * br_random_normal(&dice);
        l->w[k] = k > 20 && k < 30 ? (double)NAN : 0.3 * cos(7 * l->t[k]) + 0.05 * br_random_normal(&dice);
    }
}

static br_mech_estimate watch_of(const log_of *l, br_input_kind kind, double walk)
{
    br_mech_estimate w = {.text = MASS,
                          .origin = "test",
                          .size = strlen(MASS),
                          .rows = ROWS,
                          .t = l->t,
                          .unknowns = 1,
                          .unknown = {{.force = 2, .kind = kind, .walk = walk}},
                          .signals = 2,
                          .sensor = {0, 1},
                          .sd = {1e-3, 0.05},
                          .y = {l->x, l->w},
                          .smooth = true};
    return w;
}

// ---------------------------------------------------------------- all of it at once

// Unknown are the start (position, speed, force, its rate) and all noise: two numbers a step, of which a walk has one. Every
// state of every row is a linear function of them.
enum { N = 4, ALL = N + 2 * (ROWS - 1) };
typedef long double exact;
#define H ((exact)h)

static exact state[ROWS][N][ALL], normal[ALL][ALL], right[ALL];

static void spread_states(bool ramp, exact walk)
{
    memset(state, 0, sizeof state);
    for (int i = 0; i < N; i++)
        state[0][i][i] = 1;
    for (int k = 1; k < ROWS; k++)
        for (int j = 0; j < ALL; j++) {
            const exact x = state[k - 1][0][j], v = state[k - 1][1][j], r = state[k - 1][3][j],
                        F = state[k - 1][2][j] + (ramp ? H * r : 0), mass = M + H * C + H * H * K;
            exact speed = (M * v - H * K * x + H * F) / mass, *a = &state[k][2][j], *b = &state[k][3][j];
            state[k][1][j] = speed;
            state[k][0][j] = x + H * speed;
            *a = F;
            *b = r;
            int noise = j - N - 2 * (k - 1); // 0 and 1: of this step
            if (noise == 0 && !ramp)
                *a += walk * sqrtl(H);
            if (noise == 0 && ramp) {
                *a += walk * sqrtl(H * H * H / 3);
                *b += walk * sqrtl(3 * H) / 2;
            }
            if (noise == 1 && ramp)
                *b += walk * sqrtl(H) / 2;
        }
}

static void take(const exact *row, exact y, exact sd)
{
    for (int i = 0; i < ALL; i++) {
        right[i] += row[i] * y / (sd * sd);
        for (int j = 0; j < ALL; j++)
            normal[i][j] += row[i] * row[j] / (sd * sd);
    }
}

// The inverse of a positive matrix, in its place (Gauss and Jordan).
static void invert(void)
{
    for (int k = 0; k < ALL; k++) {
        exact pivot = normal[k][k];
        for (int j = 0; j < ALL; j++)
            normal[k][j] /= j == k ? 1 : pivot;
        for (int i = 0; i < ALL; i++)
            for (int j = 0; j < ALL && i != k; j++)
                normal[i][j] -= j == k ? 0 : normal[i][k] * normal[k][j];
        for (int i = 0; i < ALL; i++)
            normal[i][k] = i == k ? 1 / pivot : -normal[i][k] / pivot;
    }
}

static void solve_all(const log_of *l)
{
    const exact doubt[N] = {0.1L, 1, 2, 1e-9L}; // a rate is known at the start
    memset(normal, 0, sizeof normal);
    memset(right, 0, sizeof right);
    for (int i = 0; i < ALL; i++)
        normal[i][i] = i < N ? 1 / (doubt[i] * doubt[i]) : 1;
    for (int k = 1; k < ROWS; k++) {
        if (isfinite(l->x[k]))
            take(state[k][0], (exact)l->x[k], 1e-3L);
        if (isfinite(l->w[k]))
            take(state[k][1], (exact)l->w[k], 0.05L);
    }
    invert();
}

static void value_of(const exact *row, double *value, double *sd)
{
    exact mean = 0, square = 0;
    for (int i = 0; i < ALL; i++) {
        exact sum = 0;
        for (int j = 0; j < ALL; j++) {
            mean += row[i] * normal[i][j] * right[j];
            sum += normal[i][j] * row[j];
        }
        square += row[i] * sum;
    }
    *value = (double)mean;
    *sd = (double)sqrtl(square);
}

static void check_least_squares(br_input_kind kind, double walk)
{
    static log_of l;
    br_record record;
    br_mech_estimate_result r;
    double worst = 0;
    make_log(&l);
    br_mech_estimate w = watch_of(&l, kind, walk);
    run(&w, &record, &r);
    spread_states(kind == BR_INPUT_RAMP, (exact)walk);
    solve_all(&l);
    const char *const names[][2] = {{"A_est", "A_sd"}, {"A_speed_est", "A_speed_sd"}, {"F_est", "F_sd"}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < ROWS; k++) {
            double value, sd;
            value_of(state[k][i], &value, &sd);
            worst = fmax(worst, fabs(column(&record, names[i][0])[k] - value) / (1 + fabs(value)));
            worst = fmax(worst, fabs(column(&record, names[i][1])[k] - sd) / (1 + sd));
        }
    print_message("smoothed estimates and their standard deviations differ from least squares by %.2g\n", worst);
    assert_true(worst < 1e-8);
    br_record_close(&record);
}

static void smoothing_is_least_squares_over_the_whole_log(void **state_)
{
    (void)state_;
    check_least_squares(BR_INPUT_WALK, 5);
    check_least_squares(BR_INPUT_RAMP, 50);
}

// ---------------------------------------------------------------- blocks, steps

static void blocks_of_any_length_give_the_same_bits(void **state_)
{
    (void)state_;
    static log_of l;
    br_record whole, parts;
    br_mech_estimate_result r;
    make_log(&l);
    br_mech_estimate w = watch_of(&l, BR_INPUT_RAMP, 50);
    w.step = h / 3; // and several steps from row to row
    run(&w, &whole, &r);
    for (long long block = 1; block <= 17; block += 4) {
        w.block = block;
        run(&w, &parts, &r);
        for (int c = 0; c < whole.columns; c++)
            assert_memory_equal(whole.column[c].v, parts.column[c].v, ROWS * sizeof(double));
        br_record_close(&parts);
    }
    br_record_close(&whole);
}

static void the_last_row_is_as_it_was_filtered(void **state_)
{
    (void)state_;
    static log_of l;
    br_record smoothed, filtered;
    br_mech_estimate_result r;
    make_log(&l);
    br_mech_estimate w = watch_of(&l, BR_INPUT_WALK, 5);
    run(&w, &smoothed, &r);
    w.smooth = false;
    run(&w, &filtered, &r);
    for (int c = 0; c < filtered.columns; c++) {
        double a = filtered.column[c].v[ROWS - 1], b = smoothed.column[c].v[ROWS - 1];
        assert_true(fabs(a - b) <= 1e-12 * fabs(a));
    }
    for (int k = 1; k < ROWS; k++) {
        assert_true(fabs(column(&smoothed, "nis")[k] - column(&filtered, "nis")[k]) < 1e-9);
        assert_true(column(&smoothed, "F_sd")[k] <= column(&filtered, "F_sd")[k] * (1 + 1e-12));
    }
    br_record_close(&smoothed);
    br_record_close(&filtered);
}

// ---------------------------------------------------------------- a slider-crank

static double rms(const br_record *r, const char *name, const br_crank_row *truth, size_t place)
{
    const double *est = column(r, name);
    double sum = 0;
    for (long long k = 1; k < r->rows; k++) {
        double gap = est[k] - *(const double *)((const char *)&truth[k] + place);
        sum += gap * gap;
    }
    return sqrt(sum / (double)(r->rows - 1));
}

static double inside(const br_record *r, const br_crank_row *truth)
{
    const double *est = column(r, "torque_est"), *sd = column(r, "torque_sd");
    double count = 0;
    for (long long k = 1; k < r->rows; k++)
        count += fabs(est[k] - truth[k].torque) < 1.96 * sd[k];
    return count / (double)(r->rows - 1);
}

// D13: where the gate opens, is taken back and stays closed, rows that are filtered once more are filtered in the same way.
static void blocks_give_the_same_where_a_gate_opens(void **state_)
{
    (void)state_;
    enum { CRANK_ROWS = 600 };
    static br_crank_row truth[CRANK_ROWS];
    static double t[CRANK_ROWS], speed[CRANK_ROWS];
    br_crank crank = br_crank_truth();
    br_random dice;
    br_record whole, parts;
    br_mech_estimate_result r;
    machine plain = {0};
    br_random_init(&dice, 5, 0);
    br_crank_run(&crank, 1e-3, CRANK_ROWS, truth);
    for (int k = 0; k < CRANK_ROWS; k++) {
        double wrong = k >= 200 && k < 300 ? 1e4 * br_random_normal(&dice) : k >= 400 ? 30 : 0;
        t[k] = truth[k].t;
        speed[k] = truth[k].omega + wrong + 0.1 * br_random_normal(&dice);
    }
    open_example(&plain, "slider-crank-observed");
    br_mech_estimate w = {.text = plain.text,
                          .size = strlen(plain.text),
                          .origin = "crank",
                          .rows = CRANK_ROWS,
                          .t = t,
                          .unknowns = 1,
                          .unknown = {{.force = plain.m.forces - 1, .walk = 3}},
                          .signals = 1,
                          .sensor = {1},
                          .sd = {0.1},
                          .y = {speed},
                          .gate = 10,
                          .smooth = true};
    run(&w, &whole, &r);
    print_message("%lld rejected, %lld restarts\n", r.rejected, r.restarts);
    assert_true(r.rejected > 20);
    for (long long block = 1; block <= 281; block += 40) {
        w.block = block;
        run(&w, &parts, &r);
        for (int c = 0; c < whole.columns; c++)
            for (int k = 0; k < CRANK_ROWS; k++) {
                double a = whole.column[c].v[k], b = parts.column[c].v[k];
                assert_true((isnan(a) && isnan(b)) || fabs(a - b) <= 1e-9 * (1 + fabs(a)));
            }
        br_record_close(&parts);
    }
    br_record_close(&whole);
    close_machine(&plain);
}

static void smoothing_finds_the_torque_of_a_slider_crank_better(void **state_)
{
    (void)state_;
    enum { LONG = 4000 };
    static br_crank_row truth[LONG];
    static double t[LONG], speed[LONG];
    br_crank crank = br_crank_truth();
    machine plain = {0};
    br_random dice;
    br_record record;
    br_mech_estimate_result r;
    double torque[2], angle[2];
    br_random_init(&dice, 4, 0);
    br_crank_run(&crank, 1e-4, LONG, truth);
    for (int k = 0; k < LONG; k++) {
        t[k] = truth[k].t;
        speed[k] = truth[k].omega + 0.1 * br_random_normal(&dice);
    }
    open_example(&plain, "slider-crank-observed");
    br_mech_estimate w = {.text = plain.text,
                          .origin = "test",
                          .size = strlen(plain.text),
                          .rows = LONG,
                          .t = t,
                          .unknowns = 1,
                          .unknown = {{.force = plain.m.forces - 1, .walk = 3}},
                          .signals = 1,
                          .sensor = {1},
                          .sd = {0.1},
                          .y = {speed}};
    for (int smooth = 0; smooth < 2; smooth++) {
        w.smooth = smooth;
        run(&w, &record, &r);
        torque[smooth] = rms(&record, "torque_est", truth, offsetof(br_crank_row, torque));
        angle[smooth] = rms(&record, "A_est", truth, offsetof(br_crank_row, theta));
        print_message("%s: torque %.4f N*m, angle %.5f rad, %.1f %% of torques in their band\n",
                      smooth ? "smoothed" : "filtered", torque[smooth], angle[smooth], 100 * inside(&record, truth));
        assert_true(inside(&record, truth) > 0.88);
        br_record_close(&record);
    }
    assert_true(torque[1] < 0.7 * torque[0]);
    assert_true(r.violation < 1e-8);
    close_machine(&plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(smoothing_is_least_squares_over_the_whole_log),
                                       cmocka_unit_test(blocks_of_any_length_give_the_same_bits),
                                       cmocka_unit_test(blocks_give_the_same_where_a_gate_opens),
                                       cmocka_unit_test(the_last_row_is_as_it_was_filtered),
                                       cmocka_unit_test(smoothing_finds_the_torque_of_a_slider_crank_better)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
