// test_fit_linear.c - least squares on named regressors: planted truths, identities and long double twins.
#include "fit/statistics/linear.h"
#include "fit/statistics/median.h"
#include "fit_kit.h"

static double br_fit_correlation(const br_fit_estimate *e, int i, int j)
{
    return e->covariance[i * e->n + j] / (e->sd[i] * e->sd[j]) + 0 * (e->sd[i] + e->sd[j]); // infinite: NaN
}

enum { N = 4, ROWS = 300 };
static const char *const names[] = {"a", "b", "c", "d"};
static const double truth[N] = {95, -3e3, 2e-4, 7};
static const double size[N] = {1, 1e-3, 1e4, 1}; // of the columns

typedef struct data {
    double A[ROWS * N], b[ROWS];
} data;

static data draw(br_random *g, double noise)
{
    data d;
    for (int i = 0; i < ROWS; i++) {
        double sum = noise * br_random_normal(g);
        for (int j = 0; j < N; j++) {
            d.A[i * N + j] = size[j] * (br_random_normal(g) + (j == 3));
            sum += d.A[i * N + j] * truth[j];
        }
        d.b[i] = sum;
    }
    return d;
}

static br_fit_estimate open_fit(int n)
{
    br_fit_estimate e;
    assert_int_equal(br_fit_estimate_init(&e, n, names), BR_OK);
    return e;
}

static long double wide(double x)
{
    return (long double)x;
}

// Gauss and Jordan in long double: M (n*n) becomes its inverse.
static void invert(int n, long double *M)
{
    for (int k = 0; k < n; k++) {
        long double p = M[k * n + k];
        M[k * n + k] = 1;
        for (int j = 0; j < n; j++)
            M[k * n + j] /= p;
        for (int i = 0; i < n; i++) {
            long double f = M[i * n + k];
            if (i == k)
                continue;
            M[i * n + k] = 0;
            for (int j = 0; j < n; j++)
                M[i * n + j] -= f * M[k * n + j];
        }
    }
}

// (A'W^2 A/s^2 + Pinv)^-1 and the solution with prior x0: thesis (A.38), (A.39), as they stand there.
static void explicit_solution(const data *d, const double *w, double s, const long double *Pinv, const double *x0,
                              long double *C, long double *x)
{
    long double g[N] = {0};
    for (int i = 0; i < N * N; i++)
        C[i] = Pinv ? Pinv[i] : 0;
    for (int i = 0; i < N && Pinv; i++)
        for (int j = 0; j < N; j++)
            g[i] += Pinv[i * N + j] * wide(x0[j]);
    for (int r = 0; r < ROWS; r++)
        for (int i = 0; i < N; i++) {
            long double wi = wide(w ? w[r] * w[r] : 1) / wide(s) / wide(s) * wide(d->A[r * N + i]);
            g[i] += wi * wide(d->b[r]);
            for (int j = 0; j < N; j++)
                C[i * N + j] += wi * wide(d->A[r * N + j]);
        }
    invert(N, C);
    for (int i = 0; i < N; i++) {
        x[i] = 0;
        for (int j = 0; j < N; j++)
            x[i] += C[i * N + j] * g[j];
    }
}

static void values_and_sds_are_those_of_the_normal_equations_in_long_double(void **state)
{
    (void)state;
    br_random g;
    br_random_init(&g, kit_seed(), 1);
    data d = draw(&g, 2);
    double w[ROWS];
    for (int i = 0; i < ROWS; i++)
        w[i] = 0.5 + br_random_uniform(&g);
    br_fit_estimate e = open_fit(N);
    assert_int_equal(br_linear_fit(&e, ROWS, d.A, d.b, w), BR_OK);
    long double C[N * N], x[N], cost = 0;
    explicit_solution(&d, w, 1, NULL, NULL, C, x);
    for (int i = 0; i < ROWS; i++) {
        long double r = wide(d.b[i]);
        for (int j = 0; j < N; j++)
            r -= wide(d.A[i * N + j]) * x[j];
        cost += r * r * wide(w[i]) * wide(w[i]);
    }
    long double s2 = cost / (ROWS - N);
    assert_share(e.cost, (double)cost, 1e-12);
    assert_share(e.sigma, (double)sqrtl(s2), 1e-12);
    for (int i = 0; i < N; i++) {
        assert_share(e.value[i], (double)x[i], 1e-11);
        assert_share(e.sd[i], (double)sqrtl(s2 * C[i * N + i]), 1e-11);
        for (int j = 0; j < N; j++)
            assert_true(fabs(br_fit_correlation(&e, i, j) -
                             (double)(C[i * N + j] / sqrtl(C[i * N + i] * C[j * N + j]))) < 1e-11);
    }
    assert_share(e.aic, (double)(ROWS * logl(cost / ROWS) + 2 * N), 1e-12);
    assert_share(e.bic, (double)(ROWS * logl(cost / ROWS) + N * logl(ROWS)), 1e-12);
    assert_int_equal(e.rank, N);
    br_fit_estimate_free(&e);
}

static void many_logs_in_one_pass_are_the_fit_of_all_their_rows(void **state)
{
    (void)state;
    br_random g;
    br_random_init(&g, kit_seed(), 2);
    enum { LOGS = 20 };
    br_linear l;
    assert_int_equal(br_linear_init(&l, N, names), BR_OK);
    double *A = kit_reals(LOGS * ROWS * N), *b = kit_reals(LOGS * ROWS);
    for (int k = 0; k < LOGS; k++) {
        data d = draw(&g, 2);
        d.A[5] = (double)NAN; // a missing row in each
        memcpy(A + k * ROWS * N, d.A, sizeof d.A);
        memcpy(b + k * ROWS, d.b, sizeof d.b);
        assert_int_equal(br_linear_add(&l, ROWS, d.A, d.b, NULL), BR_OK);
    }
    br_fit_estimate pieces = open_fit(N), whole = open_fit(N);
    assert_int_equal(br_linear_solve(&l, 0, &pieces), BR_OK);
    br_linear_residuals(&l, &pieces, LOGS * ROWS, A, b, NULL, NULL);
    assert_int_equal(br_linear_fit(&whole, LOGS * ROWS, A, b, NULL), BR_OK);
    assert_true(l.count == LOGS * (ROWS - 1) && l.missing == LOGS);
    for (int i = 0; i < N; i++) {
        assert_share(pieces.value[i], whole.value[i], 1e-11);
        assert_share(pieces.sd[i], whole.sd[i], 1e-10);
    }
    assert_share(pieces.whiteness, whole.whiteness, 1e-6);
    br_linear_free(&l);
    br_fit_estimate_free(&pieces);
    br_fit_estimate_free(&whole);
    free(A);
    free(b);
}

static void a_correlated_prior_gives_A38_and_A39(void **state)
{
    (void)state;
    br_random g;
    br_random_init(&g, kit_seed(), 3);
    data d = draw(&g, 2);
    const int which[] = {3, 0};
    const double x0[] = {6, 96}, P[] = {0.01, 0.006, 0.006, 0.04}, all[N] = {96, 0, 0, 6};
    long double Pinv[N * N] = {0}, det = 0.01L * 0.04L - 0.006L * 0.006L, C[N * N], x[N];
    Pinv[3 * N + 3] = 0.04L / det;
    Pinv[0] = 0.01L / det;
    Pinv[3] = Pinv[3 * N] = -0.006L / det;
    explicit_solution(&d, NULL, 2, Pinv, all, C, x);
    br_linear l;
    br_fit_estimate e = open_fit(N);
    assert_int_equal(br_linear_init(&l, N, names), BR_OK);
    assert_int_equal(br_linear_add(&l, ROWS, d.A, d.b, NULL), BR_OK);
    assert_int_equal(br_linear_prior(&l, 2, which, x0, P), BR_OK);
    assert_int_equal(br_linear_solve(&l, 2, &e), BR_OK);
    for (int i = 0; i < N; i++) {
        assert_share(e.value[i], (double)x[i], 1e-11);
        assert_share(e.sd[i], (double)sqrtl(C[i * N + i]), 1e-11);
    }
    assert_true(e.dof > ROWS - N && e.dof < ROWS);
    // Estimated, sigma and the weight of the prior agree with each other.
    assert_int_equal(br_linear_solve(&l, 0, &e), BR_OK);
    explicit_solution(&d, NULL, e.sigma, Pinv, all, C, x);
    assert_share(e.sigma, sqrt(e.cost / e.dof), 1e-9);
    for (int i = 0; i < N; i++)
        assert_share(e.value[i], (double)x[i], 1e-9);
    const double bad[] = {1, 2, 2, 1};
    assert_int_equal(br_linear_prior(&l, 2, which, x0, bad), BR_NEGATIVE);
    br_linear_free(&l);
    br_fit_estimate_free(&e);
}

static void what_columns_cannot_tell_apart_is_named(void **state)
{
    (void)state;
    br_random g;
    br_random_init(&g, kit_seed(), 4);
    data d = draw(&g, 2);
    for (int i = 0; i < ROWS; i++)
        d.A[i * N + 2] = 1e3 * d.A[i * N] - 5e5 * d.A[i * N + 1];
    br_fit_estimate e = open_fit(N);
    assert_int_equal(br_linear_fit(&e, ROWS, d.A, d.b, NULL), BR_OK);
    assert_int_equal(e.rank, N - 1);
    assert_true(isinf(e.condition) && isinf(e.sd[0]) && isinf(e.sd[1]) && isinf(e.sd[2]) && isfinite(e.sd[3]));
    assert_share(e.direction[0] / e.direction[2], -1e3, 1e-8);
    assert_share(e.direction[1] / e.direction[2], 5e5, 1e-8);
    assert_true(fabs(e.direction[3]) < 1e-8);
    // Nearly so: the condition and the direction say it, and a known value mends it.
    for (int i = 0; i < ROWS; i++)
        d.A[i * N + 2] += 1e-4 * br_random_normal(&g);
    assert_int_equal(br_linear_fit(&e, ROWS, d.A, d.b, NULL), BR_OK);
    assert_int_equal(e.rank, N);
    assert_true(e.condition > 1e5);
    assert_share(e.direction[0] / e.direction[2], -1e3, 1e-2);
    br_fit_estimate_free(&e);
}

static void units_change_nothing(void **state)
{
    (void)state;
    br_random g;
    br_random_init(&g, kit_seed(), 5);
    data d = draw(&g, 2), scaled = d;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < N; j++)
            scaled.A[i * N + j] = ldexp(d.A[i * N + j], 60 * j - 90);
    br_fit_estimate e = open_fit(N), f = open_fit(N);
    assert_int_equal(br_linear_fit(&e, ROWS, d.A, d.b, NULL), BR_OK);
    assert_int_equal(br_linear_fit(&f, ROWS, scaled.A, d.b, NULL), BR_OK);
    for (int i = 0; i < N; i++) {
        assert_share(ldexp(f.value[i], 60 * i - 90), e.value[i], 1e-10);
        assert_share(ldexp(f.sd[i], 60 * i - 90), e.sd[i], 1e-10);
    }
    assert_share(f.condition, e.condition, 1e-10);
    br_fit_estimate_free(&e);
    br_fit_estimate_free(&f);
}

typedef br_status fit_way(br_fit_estimate *e, const data *d);

static br_status plain(br_fit_estimate *e, const data *d)
{
    return br_linear_fit(e, ROWS, d->A, d->b, NULL);
}

static br_status by_huber(br_fit_estimate *e, const data *d)
{
    return br_linear_robust(e, BR_LINEAR_HUBER, ROWS, d->A, d->b, NULL);
}

static br_status by_tukey(br_fit_estimate *e, const data *d)
{
    return br_linear_robust(e, BR_LINEAR_TUKEY, ROWS, d->A, d->b, NULL);
}

// How many of seeds*N values are within 1.96 sd of the truth; *size: rms of the distance in sd.
static int covered(fit_way *fit, uint64_t stream, int seeds, int outliers, double *rms)
{
    br_random g;
    int inside = 0;
    double sum = 0;
    br_random_init(&g, kit_seed(), stream);
    for (int k = 0; k < seeds; k++) {
        data d = draw(&g, 2);
        br_fit_estimate e = open_fit(N);
        for (int i = 0; i < outliers; i++)
            d.b[i * (ROWS / outliers)] += 50 + 10 * br_random_normal(&g);
        assert_int_equal(fit(&e, &d), BR_OK);
        for (int i = 0; i < N; i++) {
            double u = (e.value[i] - truth[i]) / e.sd[i];
            inside += fabs(u) < 1.96;
            sum += u * u;
        }
        br_fit_estimate_free(&e);
    }
    *rms = sqrt(sum / (seeds * N));
    return inside;
}

static void sds_cover_the_truth(void **state)
{
    (void)state;
    static const struct {
        fit_way *fit;
        const char *name;
    } ways[] = {{plain, "least squares"}, {by_huber, "Huber"}, {by_tukey, "Tukey"}};
    for (int w = 0; w < 3; w++) {
        enum { SEEDS = 400 };
        double rms;
        int inside = covered(ways[w].fit, 6, SEEDS, 0, &rms);
        print_message("%s: %d of %d within 1.96 sd, rms %.3f sd\n", ways[w].name, inside, SEEDS * N, rms);
        assert_hits(inside, SEEDS * N, 0.95);
    }
}

static void a_tenth_of_outliers_moves_least_squares_and_not_tukey(void **state)
{
    (void)state;
    double rms[3];
    covered(plain, 7, 50, ROWS / 10, &rms[0]);
    covered(by_huber, 7, 50, ROWS / 10, &rms[1]);
    int inside = covered(by_tukey, 7, 50, ROWS / 10, &rms[2]);
    print_message("rms error over sd: least squares %.2f, Huber %.2f, Tukey %.2f\n", rms[0], rms[1], rms[2]);
    assert_hits(inside, 50 * N, 0.95);
    br_random g;
    br_random_init(&g, kit_seed(), 8);
    data d = draw(&g, 2);
    double trust[ROWS];
    d.b[17] += 1000;
    br_fit_estimate e = open_fit(N);
    assert_int_equal(br_linear_robust(&e, BR_LINEAR_TUKEY, ROWS, d.A, d.b, trust), BR_OK);
    assert_true(trust[17] == 0);
    br_fit_estimate_free(&e);
}

// The covariance and the sds of e become those for autocorrelated residuals.
static void correct_sds(br_fit_estimate *e, int rows, const double *A, const double *b)
{
    int n = e->n;
    double *r = calloc((size_t)rows + (size_t)(n * n), sizeof *r);
    assert_non_null(r);
    double *C = r + rows;
    for (int i = 0; i < rows; i++) {
        r[i] = b[i];
        for (int j = 0; j < n; j++)
            r[i] -= A[i * n + j] * e->value[j];
    }
    assert_int_equal(br_fit_autocorrelated_covariance(e, rows, A, r, C), BR_OK);
    for (int j = 0; j < n; j++)
        e->sd[j] = sqrt(C[j * n + j]);
    free(r);
}

// Slow regressors and noise whose neighbours are alike: the sds of white residuals are far too small.
static void autocorrelated_sds_cover_where_white_ones_do_not(void **state)
{
    (void)state;
    enum { SEEDS = 120, M = 1500, K = 3 };
    static double A[M * K], b[M];
    br_random g;
    br_random_init(&g, kit_seed(), 13);
    int inside[2][2] = {{0}};
    for (int k = 0; k < SEEDS; k++)
        for (int alike = 0; alike < 2; alike++) {
            double noise = 0;
            for (int i = 0; i < M; i++) {
                const double row[K] = {1, sin(0.02 * i), i * 1e-3};
                memcpy(A + i * K, row, sizeof row);
                noise = (alike ? 0.9 : 0) * noise + br_random_normal(&g);
                b[i] = row[0] + 2 * row[1] + 3 * row[2] + noise;
            }
            br_fit_estimate e = open_fit(K);
            assert_int_equal(br_linear_fit(&e, M, A, b, NULL), BR_OK);
            for (int way = 0; way < 2; way++) {
                for (int i = 0; i < K; i++)
                    inside[alike][way] += fabs(e.value[i] - (i + 1)) < 1.96 * e.sd[i];
                if (way == 0)
                    correct_sds(&e, M, A, b);
            }
            br_fit_estimate_free(&e);
        }
    print_message("within 1.96 sd of %d: white noise %d and %d, autocorrelated %d and %d\n", K * SEEDS, inside[0][0],
                  inside[0][1], inside[1][0], inside[1][1]);
    assert_hits(inside[0][0], K * SEEDS, 0.95);
    assert_true(inside[0][1] > 0.9 * K * SEEDS && inside[1][0] < 0.6 * K * SEEDS && inside[1][1] > 0.9 * K * SEEDS);
}

// Residuals that an autoregressive model predicts exactly: their standard deviations are those of J'RJ with R as it is.
static void periodic_and_constant_residuals_leave_sds_above_0(void **state)
{
    (void)state;
    enum { M = 600 };
    static double J[M], r[3][M];
    const double pi = 3.14159265358979;
    for (int i = 0; i < M; i++) {
        J[i] = 1 + 0.5 * sin(2 * pi * i / 50);
        r[0][i] = 0.1;
        r[1][i] = i % 2 ? 0.1 : -0.1;
        r[2][i] = 0.1 * sin(2 * pi * i / 50 + 1);
    }
    for (int kind = 0; kind < 3; kind++) {
        br_fit_estimate e = open_fit(1);
        double C, information = 0, squares = 0, projected = 0;
        for (int i = 0; i < M; i++) {
            information += J[i] * J[i];
            squares += r[kind][i] * r[kind][i];
            projected += J[i] * (kind == 2 ? 0.1 * sin(2 * pi * i / 50) : r[kind][i]);
        }
        const double R = sqrt(information);
        assert_int_equal(br_fit_estimate_statistics(&e, 1, &R, squares, M, 0, -1), BR_OK);
        assert_int_equal(br_fit_autocorrelated_covariance(&e, M, J, r[kind], &C), BR_OK);
        double sd = sqrt(C), moved = fabs(projected) / information;
        print_message("residuals %d: sd %.3g, for white ones %.3g, by the residuals %.3g\n", kind, sd, e.sd[0], moved);
        assert_true(sd > 0 && sd < 10 * fmax(moved, e.sd[0]));
        assert_true(kind == 1 || sd > 0.5 * moved);
        br_fit_estimate_free(&e);
    }
}

// One regressor x seen as x + noise: least squares finds b var/(var + noise), instruments find b.
static void instruments_undo_noise_in_the_regressor(void **state)
{
    (void)state;
    enum { SEEDS = 200, M = 500 };
    br_random g;
    br_random_init(&g, kit_seed(), 9);
    double A[M], Z[2 * M], b[M], ls = 0, iv = 0;
    int inside = 0;
    br_fit_estimate e = open_fit(1);
    for (int k = 0; k < SEEDS; k++) {
        for (int i = 0; i < M; i++) {
            double x = br_random_normal(&g);
            A[i] = x + 0.7 * br_random_normal(&g);
            Z[2 * i] = x + 0.5 * br_random_normal(&g);
            Z[2 * i + 1] = 1;
            b[i] = 3 * x + 0.1 * br_random_normal(&g);
        }
        assert_int_equal(br_linear_fit(&e, M, A, b, NULL), BR_OK);
        ls += e.value[0] / SEEDS;
        assert_int_equal(br_linear_instrumental(&e, M, A, 2, Z, b), BR_OK);
        iv += e.value[0] / SEEDS;
        inside += fabs(e.value[0] - 3) < 1.96 * e.sd[0];
    }
    print_message("3 is %.3f by least squares (%.3f is due), %.3f by instruments\n", ls, 3 / 1.49, iv);
    assert_share(ls, 3 / 1.49, 0.01);
    assert_share(iv, 3, 0.01);
    assert_hits(inside, SEEDS, 0.95);
    br_fit_estimate_free(&e);
}

// Z = A: two stages are least squares.
static void regressors_as_their_own_instruments_give_least_squares(void **state)
{
    (void)state;
    br_random g;
    br_random_init(&g, kit_seed(), 10);
    data d = draw(&g, 2);
    br_fit_estimate e = open_fit(N), f = open_fit(N);
    assert_int_equal(br_linear_fit(&e, ROWS, d.A, d.b, NULL), BR_OK);
    assert_int_equal(br_linear_instrumental(&f, ROWS, d.A, N, d.A, d.b), BR_OK);
    for (int i = 0; i < N; i++) {
        assert_share(f.value[i], e.value[i], 1e-10);
        assert_share(f.sd[i], e.sd[i], 1e-10);
    }
    br_fit_estimate_free(&e);
    br_fit_estimate_free(&f);
}

static void white_residuals_pass_and_autocorrelated_ones_do_not(void **state)
{
    (void)state;
    enum { SEEDS = 1000, M = 400 };
    br_random g;
    br_random_init(&g, kit_seed(), 11);
    int below = 0, caught = 0;
    for (int k = 0; k < SEEDS; k++) {
        double r[M], c[M];
        for (int i = 0; i < M; i++) {
            r[i] = br_random_normal(&g);
            c[i] = r[i] + (i ? 0.5 * c[i - 1] : 0);
        }
        below += br_fit_whiteness(M, r) < 0.05;
        caught += br_fit_whiteness(M, c) < 0.001;
    }
    print_message("white called autocorrelated at 5 %%: %d of %d; autocorrelated caught at 0.1 %%: %d\n", below, SEEDS,
                  caught);
    assert_true(below > 20 && below < 95); // the chi-square is an approximation
    assert_int_equal(caught, SEEDS);
}

static void bic_takes_a_regressor_only_where_it_is_in_the_truth(void **state)
{
    (void)state;
    br_random g;
    br_random_init(&g, kit_seed(), 12);
    int taken[2] = {0};
    for (int k = 0; k < 100; k++)
        for (int real = 0; real < 2; real++) {
            data d = draw(&g, 2);
            br_fit_estimate three = open_fit(3), four = open_fit(N);
            double A[ROWS * 3];
            for (int i = 0; i < ROWS; i++) {
                memcpy(A + 3 * i, d.A + N * i, 3 * sizeof *A);
                d.b[i] -= real ? 6 * d.A[i * N + 3] : 7 * d.A[i * N + 3];
            }
            assert_int_equal(br_linear_fit(&three, ROWS, A, d.b, NULL), BR_OK);
            assert_int_equal(br_linear_fit(&four, ROWS, d.A, d.b, NULL), BR_OK);
            taken[real] += four.bic < three.bic;
            br_fit_estimate_free(&three);
            br_fit_estimate_free(&four);
        }
    assert_true(taken[0] <= 10 && taken[1] == 100);
}

static void the_median_is_that_of_the_sorted(void **state)
{
    (void)state;
    double odd[] = {3, 1, 2, 9, -4}, even[] = {4, 1, 3, 2}, same[] = {2, 2, 2};
    assert_true(br_median(5, odd) == 2 && br_median(4, even) == 2.5 && br_median(3, same) == 2);
    assert_true(br_rank(5, odd, 0.25) == 1 && br_rank(5, odd, 1) == 9 && isnan(br_median(0, odd)));
}

// The mean of rows whose errors are all alike within a block: its variance is that of the means of the blocks over their number, times
// Student's factor; as if the rows were independent it would be a hundredth of that.
static void a_jackknife_counts_blocks_of_like_errors_once(void **state)
{
    enum { BLOCKS = 6, EACH = 100, ALL = BLOCKS * EACH };
    static const double mean[BLOCKS] = {1, -2, 0.5, 1.5, -1.25, 0.25}; // their sum is 0
    double J[ALL], r[ALL], R = sqrt(ALL), C, squares = 0;
    long long first[BLOCKS + 1];
    (void)state;
    for (int k = 0; k < ALL; k++) {
        J[k] = 1;
        r[k] = mean[k / EACH];
    }
    for (int c = 0; c <= BLOCKS; c++) {
        first[c] = (long long)c * EACH;
        squares += c < BLOCKS ? mean[c] * mean[c] : 0;
    }
    assert_int_equal(br_fit_jackknife_covariance(1, &R, J, r, first, BLOCKS, &C), BR_OK);
    double variance = squares / (BLOCKS * (BLOCKS - 1)), student = 2.571 / 1.960;
    assert_true(fabs(C / (variance * student * student) - 1) < 0.02);
    memset(J + EACH, 0, (ALL - EACH) * sizeof *J); // known by a single block
    R = sqrt(EACH);
    assert_int_equal(br_fit_jackknife_covariance(1, &R, J, r, first, BLOCKS, &C), BR_NEGATIVE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_jackknife_counts_blocks_of_like_errors_once),
        cmocka_unit_test(values_and_sds_are_those_of_the_normal_equations_in_long_double),
        cmocka_unit_test(many_logs_in_one_pass_are_the_fit_of_all_their_rows),
        cmocka_unit_test(a_correlated_prior_gives_A38_and_A39),
        cmocka_unit_test(what_columns_cannot_tell_apart_is_named),
        cmocka_unit_test(units_change_nothing),
        cmocka_unit_test(sds_cover_the_truth),
        cmocka_unit_test(a_tenth_of_outliers_moves_least_squares_and_not_tukey),
        cmocka_unit_test(autocorrelated_sds_cover_where_white_ones_do_not),
        cmocka_unit_test(periodic_and_constant_residuals_leave_sds_above_0),
        cmocka_unit_test(instruments_undo_noise_in_the_regressor),
        cmocka_unit_test(regressors_as_their_own_instruments_give_least_squares),
        cmocka_unit_test(white_residuals_pass_and_autocorrelated_ones_do_not),
        cmocka_unit_test(bic_takes_a_regressor_only_where_it_is_in_the_truth),
        cmocka_unit_test(the_median_is_that_of_the_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
