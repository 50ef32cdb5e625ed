// test_preprocess_emps.c - a measured axis (EMPS): the published parameters from the zero-phase preprocessing.
//
// Janot, Gautier and Brunot 2019; ../shared/data/README.md. Skipped where the data are absent.
#include "file/csv/csv.h"
#include "loop/signal/zero_phase.h"
#include "num/algebra/qr.h"
#include "kit/preprocess.h"
#include <unistd.h>

static const char path[] = "../shared/data/emps/emps_identification.csv";

enum { BORDER = 100, EVERY = 10, COLUMNS = 4 };
static const double DT = 1e-3, NEWTON_PER_VOLT = 35.15065188248547;
static const char *const names[COLUMNS] = {"M", "Fv", "Fc", "offset"};
static const double published[COLUMNS] = {95.1089, 203.5034, 20.3935, -3.1648};
static const double sd[COLUMNS] = {0.1085, 1.146, 0.1012, 0.0444};

typedef struct emps {
    int n;
    double *q, *force;                    // as measured
    double *v, *a, *direction, *smoothed; // and made of it
} emps;

static double *copy(int n, const double *from)
{
    double *to = reals(n);
    if (from)
        memcpy(to, from, (size_t)n * sizeof *to);
    return to;
}

static emps load(void)
{
    br_csv *t = NULL;
    br_diag why;
    br_columns table;
    const int want[] = {2, 3};
    emps e;
    if (access(path, R_OK) != 0) {
        print_message("skipped: no %s\n", path);
        skip();
    }
    assert_int_equal(br_csv_open(&t, path, br_csv_defaults(), &why), BR_OK);
    assert_int_equal(br_csv_want(t, want, 2, &why), BR_OK);
    assert_int_equal(br_columns_load(&table, t, &why), BR_OK);
    br_csv_close(t);
    e.n = (int)table.rows;
    e.q = copy(e.n, table.column[0]);
    e.force = copy(e.n, table.column[1]);
    e.smoothed = copy(e.n, NULL);
    e.v = copy(e.n, NULL);
    e.a = copy(e.n, NULL);
    e.direction = copy(e.n, NULL);
    for (int i = 0; i < e.n; i++)
        e.force[i] *= NEWTON_PER_VOLT;
    br_columns_free(&table);
    return e;
}

static void close_log(emps *e)
{
    double *all[] = {e->q, e->force, e->smoothed, e->v, e->a, e->direction};
    for (int i = 0; i < 6; i++)
        free(all[i]);
}

static void low(double cutoff, int order, int n, double *x)
{
    br_lowpass_options o = {DT, cutoff, order, 0};
    size_t bytes = br_zero_phase_bytes(&o, n);
    void *memory = malloc(bytes);
    assert_non_null(memory);
    assert_int_equal(br_zero_phase_lowpass(&o, n, x, memory, bytes, NULL), BR_OK);
    free(memory);
}

static void directions(emps *e)
{
    for (int i = 0; i < e->n; i++)
        e->direction[i] = e->v[i] > 0 ? 1 : -1;
}

// Position through the low-pass of order 4 at 100 Hz, then central differences.
static void by_differences(emps *e)
{
    memcpy(e->smoothed, e->q, (size_t)e->n * sizeof *e->q);
    low(100, 4, e->n, e->smoothed);
    assert_int_equal(br_zero_phase_difference(DT, e->n, e->smoothed, e->v), BR_OK);
    assert_int_equal(br_zero_phase_difference(DT, e->n, e->v, e->a), BR_OK);
    directions(e);
}

static void by_smoother(emps *e, double cutoff)
{
    br_differentiate_options o = br_differentiate_defaults(&br_differentiate_kalman, DT);
    double *y = copy(e->n, e->q);
    o.cutoff = cutoff;
    assert_int_equal(br_zero_phase_smooth(&o, e->n, y, e->smoothed, e->v, e->a, NULL), BR_OK);
    directions(e);
    free(y);
}

// All columns through the same low-pass, below half the new rate, and every tenth row; the borders, where the log
// begins at once and ends at once, are left out.
static void decimate(emps *e)
{
    double *all[] = {e->force, e->v, e->a, e->direction};
    for (int i = 0; i < 4; i++)
        low(0.8 / (2 * EVERY * DT), 8, e->n - 2 * BORDER, all[i] + BORDER);
}

// Least |M a + Fv v + Fc sign(v) + offset - F|; answers |residual|/|F|.
static double fit(const emps *e, double *p)
{
    int m = (e->n - 2 * BORDER + EVERY - 1) / EVERY, rank = 0, order[COLUMNS];
    double *A = reals(m * COLUMNS), *b = reals(m), *work = reals(2 * m + 5 * COLUMNS + 1), tau[COLUMNS], left = 0,
           all = 0;
    for (int i = 0; i < m; i++) {
        int at = BORDER + EVERY * i;
        const double row[COLUMNS] = {e->a[at], e->v[at], e->direction[at], 1};
        memcpy(A + COLUMNS * (size_t)i, row, sizeof row);
        b[i] = e->force[at];
        all += b[i] * b[i];
    }
    assert_int_equal(br_qr_factor(m, COLUMNS, A, tau, order, 0, &rank, work), BR_OK);
    assert_int_equal(rank, COLUMNS);
    assert_int_equal(br_qr_solve(m, COLUMNS, A, tau, order, rank, b, p, &left, work), BR_OK);
    free(A);
    free(b);
    free(work);
    return left / sqrt(all);
}

static void compare(const char *way, const emps *e, double sds)
{
    double p[COLUMNS], left = fit(e, p);
    print_message("%s: relative error %.2f %%\n", way, 100 * left);
    for (int i = 0; i < COLUMNS; i++)
        print_message("  %-6s %9.4f, published %9.4f: %5.2f sd off\n", names[i], p[i], published[i],
                      (p[i] - published[i]) / sd[i]);
    for (int i = 0; i < COLUMNS; i++)
        assert_true(fabs(p[i] - published[i]) < sds * sd[i]);
    assert_true(left < 0.046);
}

static void low_pass_and_central_differences_give_the_published_parameters(void **unused)
{
    (void)unused;
    emps e = load();
    by_differences(&e);
    decimate(&e);
    compare("low-pass, differences, low-pass, every tenth row", &e, 0.5);
    close_log(&e);
}

static void every_tenth_row_alone_gives_them_to_three_deviations(void **unused)
{
    (void)unused;
    emps e = load();
    by_differences(&e);
    compare("low-pass, differences, every tenth row", &e, 3);
    close_log(&e);
}

static void the_smoother_gives_the_published_parameters(void **unused)
{
    (void)unused;
    emps e = load();
    by_smoother(&e, 60);
    decimate(&e);
    compare("smoother, low-pass, every tenth row", &e, 1);
    close_log(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(low_pass_and_central_differences_give_the_published_parameters), // may be skipped
        cmocka_unit_test(every_tenth_row_alone_gives_them_to_three_deviations),           // may be skipped
        cmocka_unit_test(the_smoother_gives_the_published_parameters),                    // may be skipped
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
