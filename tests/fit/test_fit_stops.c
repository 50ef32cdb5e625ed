// test_fit_stops.c - the number and place of Maxwell-slip elements: planted ones, the l1 norm beside, and a tribometer.
#include "file/csv/csv.h"
#include "fit/curve/stops.h"
#include "fit_loops.h"
#include "num/base/elem.h"

// The force along n positions (and speeds; v NULL: 0), elements at rest before the first.
static void br_stops_run(const br_stops *s, long long n, const double *x, const double *v, double *F)
{
    double z[BR_STOPS_MOST] = {0};
    for (long long k = 0; k < n; k++) {
        double dx = k > 0 ? x[k] - x[k - 1] : 0, sum = s->offset + (v ? s->sigma2 * v[k] : 0);
        for (int i = 0; i < s->n; i++) {
            z[i] = br_min(br_max(z[i] + dx, -s->l[i]), s->l[i]);
            sum += s->kappa[i] * z[i];
        }
        F[k] = sum;
    }
}

static const double kappa_B3[] = {2.4e6, 0.5e6, 0.142e6, 0.158e6}, nu_B3[] = {0.067, 0.056, 0.047, 0.83};

static void show(const br_stops_found *f)
{
    for (int k = 0; k < f->trials; k++)
        print_message("  %d elements: %.4g N fitted, %.4g N on blocks left out%s\n", k + 1, f->trial[k].fitted,
                      f->trial[k].hold_out_error, k + 1 == f->is.n ? " <" : "");
    for (int i = 0; i < f->is.n; i++)
        print_message("  l %9.4g um, kappa %9.5g N/mm, nu %.4f\n", 1e6 * f->is.l[i], 1e-3 * f->is.kappa[i],
                      br_stops_share(&f->is, i));
    print_message("  FC %.4g N, offset %.3g N, relative error %.3g\n", br_stops_coulomb(&f->is), f->is.offset,
                  f->e.relative);
}

static void four_elements_of_table_B3_are_found_to_5_percent(void **state)
{
    (void)state;
    for (int noisy = 0; noisy < 2; noisy++) {
        loops l = run_loops("maxwell-slip", "table-B.3", NULL, LOOPS_TURNS, loops_turn, 100e-9, 0.03 * noisy,
                            10 + (uint64_t)noisy);
        br_stops_found f;
        br_stops_options o = br_stops_defaults();
        o.rows = 1500;
        assert_int_equal(br_stops_find(&f, &o, l.n, l.x, NULL, l.F), BR_OK);
        print_message("%lld rows, noise %.2f N:\n", l.n, 0.03 * noisy);
        show(&f);
        assert_int_equal(f.is.n, 4);
        for (int i = 0; i < 4; i++) {
            assert_share(f.is.kappa[i], kappa_B3[i], 0.05);
            assert_share(br_stops_share(&f.is, i), nu_B3[i], 0.05);
        }
        br_stops_free(&f);
        drop_loops(&l);
    }
}

// ---------------------------------------------------------------- the l1 norm of thesis 6.2

// Atoms that carry more than a thousandth, and runs of neighbours among them.
static int runs(int atoms, const double *l, const double *kappa, int *active)
{
    double FC = 0;
    int count = 0, last = -2;
    *active = 0;
    for (int j = 0; j < atoms; j++)
        FC += kappa[j] * l[j];
    for (int j = 0; j < atoms; j++)
        if (kappa[j] * l[j] > 1e-3 * FC) {
            (*active)++;
            count += j > last + 1;
            last = j;
        }
    return count;
}

static void l1_on_the_bends_softens_the_contact_and_never_gets_down_to_four_atoms(void **state)
{
    (void)state;
    loops p = run_loops("maxwell-slip", "table-B.3", NULL, LOOPS_TURNS, loops_turn, 100e-9, 0.03, 20);
    br_stops_options o = br_stops_defaults();
    double l[BR_STOPS_ATOMS], kappa[BR_STOPS_ATOMS];
    double contact = 0;
    int fewest = 100;
    static const double weights[] = {0, 1e-9, 7e-9, 2e-8, 7e-8}; // m
    for (int k = 0; k < 5; k++) {
        double weight = weights[k];
        int active, count;
        contact = 0;
        assert_int_equal(br_stops_dictionary(&o, p.n, p.x, NULL, p.F, weight, l, kappa), BR_OK);
        count = runs(o.atoms, l, kappa, &active);
        for (int j = 0; j < o.atoms; j++)
            contact += kappa[j];
        fewest = active < fewest ? active : fewest;
        print_message("  weight %.1e m: %d atoms in %d runs, contact %.4g N/um (3.2 is true)\n", weight, active, count,
                      1e-6 * contact);
    }
    assert_true(fewest > 4 && contact < 0.6 * 3.2e6);
    drop_loops(&p);
}

// ---------------------------------------------------------------- identities

static void a_run_is_the_law_maxwell_slip(void **state)
{
    (void)state;
    br_stops s = {.n = 4};
    for (int i = 0; i < 4; i++) {
        s.kappa[i] = kappa_B3[i];
        s.l[i] = 9 * nu_B3[i] / kappa_B3[i];
    }
    loops p = run_loops("maxwell-slip", "table-B.3", NULL, LOOPS_TURNS, loops_turn, 100e-9, 0, 1);
    double *F = kit_reals(p.n + 1), *x = kit_reals(p.n + 1), most = 0;
    memcpy(x + 1, p.x, (size_t)p.n * sizeof *x); // the law moved from 0 to the first position
    br_stops_run(&s, p.n + 1, x, NULL, F);
    for (long long i = 0; i < p.n; i++)
        most = fmax(most, fabs(F[i + 1] - p.F[i]));
    assert_true(most < 1e-9);
    assert_share(br_stops_coulomb(&s), 9, 1e-12);
    free(F);
    free(x);
    drop_loops(&p);
}

static void sds_cover_the_elements(void **state)
{
    (void)state;
    enum { SEEDS = 10 };
    int inside = 0, count = 0;
    for (uint64_t k = 0; k < SEEDS; k++) {
        loops p = run_loops("maxwell-slip", NULL, "kappa = 1, 0.2 N/um\nnu = 0.3, 0.7\nFC = 9 N", LOOPS_TURNS,
                            loops_turn, 200e-9, 0.05, 30 + k);
        br_stops_found f;
        br_stops_options o = br_stops_defaults();
        o.rows = 1000;
        o.most = 4;
        p.F[p.n / 2] = (double)NAN; // one is missing
        assert_int_equal(br_stops_find(&f, &o, p.n, p.x, NULL, p.F), BR_OK);
        assert_int_equal(f.is.n, 2);
        const double truth[] = {0, 2.7e-6, 1e6, 31.5e-6, 0.2e6};
        for (int i = 0; i < f.e.n; i++, count++)
            inside += fabs(f.e.value[i] - truth[i]) < 1.96 * f.e.sd[i];
        assert_string_equal(f.e.name[4], "kappa[2]");
        br_stops_free(&f);
        drop_loops(&p);
    }
    print_message("%d of %d within 1.96 sd\n", inside, count);
    assert_hits(inside, count, 0.95);
}

static void offset_and_viscous_force_are_told_from_elements(void **state)
{
    (void)state;
    loops p = run_loops("maxwell-slip", "table-B.3", NULL, LOOPS_TURNS, loops_turn, 100e-9, 0, 2);
    double *v = kit_reals(p.n);
    for (long long i = 0; i < p.n; i++) {
        v[i] = 1e-4 * sin(0.01 * (double)i);
        p.F[i] += 400 * v[i] - 0.3;
    }
    br_stops_found f;
    br_stops_options o = br_stops_defaults();
    o.rows = 1000;
    assert_int_equal(br_stops_find(&f, &o, p.n, p.x, v, p.F), BR_OK);
    assert_int_equal(f.is.n, 4);
    assert_share(f.is.sigma2, 400, 1e-4);
    assert_share(f.is.offset, -0.3, 1e-4);
    assert_string_equal(f.e.name[0], "sigma2");
    br_stops_free(&f);
    free(v);
    drop_loops(&p);
}

static void what_cannot_be_fitted_is_refused(void **state)
{
    (void)state;
    double x[100] = {0}, F[100] = {0};
    br_stops_found f;
    br_stops_options o = br_stops_defaults();
    assert_int_equal(br_stops_find(&f, &o, 100, x, NULL, F), BR_NEGATIVE); // nothing moves
    x[50] = (double)NAN;
    assert_int_equal(br_stops_find(&f, &o, 100, x, NULL, F), BR_BAD_DATA);
    o.atoms = 1;
    assert_int_equal(br_stops_find(&f, &o, 100, x, NULL, F), BR_BAD_USAGE);
    for (int i = 0; i < 100; i++)
        x[i] = sin(0.3 * i);
    o = br_stops_defaults();
    assert_int_equal(br_stops_find(&f, &o, 100, x, NULL, F), BR_NEGATIVE); // no force
}

// ---------------------------------------------------------------- measured

static const char path[] = "../shared/data/tribometer/tribometer.csv";

typedef struct tribometer {
    int from, cut, end; // rows of 14 s, 70 s, and all
    double *x, *F;
} tribometer;

static tribometer load(void)
{
    br_csv *t = NULL;
    br_diag why;
    br_columns table;
    const int want[] = {0, 2, 3};
    kit_skip_without(path);
    assert_int_equal(br_csv_open(&t, path, br_csv_defaults(), &why), BR_OK);
    assert_int_equal(br_csv_want(t, want, 3, &why), BR_OK);
    assert_int_equal(br_columns_load(&table, t, &why), BR_OK);
    br_csv_close(t);
    tribometer m = {.end = (int)table.rows};
    m.x = kit_reals(m.end);
    m.F = kit_reals(m.end);
    for (int i = 0; i < m.end; i++) {
        m.from += table.column[0][i] < 14;
        m.cut += table.column[0][i] < 70;
        m.x[i] = 1e-3 * table.column[1][i];
        m.F[i] = -1e-6 * table.column[2][i];
    }
    br_columns_free(&table);
    return m;
}

// rms of rows [from, to) over the sd of F there
static double error(const tribometer *m, const double *fitted, int from, int to)
{
    double mean = 0, sum = 0, left = 0;
    for (int i = from; i < to; i++)
        mean += m->F[i] / (to - from);
    for (int i = from; i < to; i++) {
        sum += (m->F[i] - mean) * (m->F[i] - mean);
        left += (m->F[i] - fitted[i]) * (m->F[i] - fitted[i]);
    }
    return sqrt(left / sum);
}

// Dahl with exponent 1 and an offset: exact along pieces of one direction.
static void run_dahl(const tribometer *m, double FC, double sigma, double offset, double *F)
{
    double z = 0;
    for (int i = m->from; i < m->end; i++) {
        double dx = i > m->from ? m->x[i] - m->x[i - 1] : 0, to = dx > 0 ? FC : dx < 0 ? -FC : z;
        z = to + (z - to) * exp(-sigma * fabs(dx) / FC);
        F[i] = z + offset;
    }
}

// The best of a grid that is made finer about its best point, on the rows that the elements are fitted to.
static double best_dahl(const tribometer *m, int first, double *F)
{
    double p[] = {2.4, 5e4, 0.1}, step[] = {0.4, 2e4, 0.1}, least = 1e9;
    for (int round = 0; round < 60; round++) {
        bool moved = false;
        for (int k = 0; k < 6; k++) {
            double q[] = {p[0], p[1], p[2]};
            q[k / 2] += k % 2 ? step[k / 2] : -step[k / 2];
            run_dahl(m, q[0], q[1], q[2], F);
            double e = error(m, F, first, m->cut);
            if (e < least) {
                least = e;
                memcpy(p, q, sizeof p);
                moved = true;
            }
        }
        for (int k = 0; k < 3 && !moved; k++)
            step[k] /= 2;
    }
    run_dahl(m, p[0], p[1], p[2], F);
    return error(m, F, m->cut, m->end);
}

static void a_tribometer_asks_for_a_few_elements(void **state)
{
    (void)state;
    tribometer m = load();
    double *F = kit_reals(m.end), one = 0;
    br_stops_found f;
    br_stops_options o = br_stops_defaults();
    o.rows = 1500;
    assert_int_equal(br_stops_find(&f, &o, m.cut - m.from, m.x + m.from, NULL, m.F + m.from), BR_OK);
    show(&f);
    for (int k = 0; k < f.trials; k++) {
        br_stops_run(&f.trial[k].is, m.end - m.from, m.x + m.from, NULL, F + m.from);
        double e = error(&m, F, m.cut, m.end);
        print_message("  %d: %.2f %% of sd held out\n", k + 1, 100 * e);
        one = k == 0 ? e : one;
    }
    br_stops_run(&f.is, m.end - m.from, m.x + m.from, NULL, F + m.from);
    double chosen = error(&m, F, m.cut, m.end);
    double dahl = best_dahl(&m, m.from + (int)f.first, F);
    print_message("  chosen: %.2f %%, Dahl: %.2f %%\n", 100 * chosen, 100 * dahl);
    assert_in_range(f.is.n, 2, 6);
    assert_true(chosen < 0.98 * one && chosen < 0.6 * dahl && chosen < 0.045);
    br_stops_free(&f);
    free(m.x);
    free(m.F);
    free(F);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_elements_of_table_B3_are_found_to_5_percent),
        cmocka_unit_test(l1_on_the_bends_softens_the_contact_and_never_gets_down_to_four_atoms),
        cmocka_unit_test(a_run_is_the_law_maxwell_slip),
        cmocka_unit_test(sds_cover_the_elements),
        cmocka_unit_test(offset_and_viscous_force_are_told_from_elements),
        cmocka_unit_test(what_cannot_be_fitted_is_refused),
        cmocka_unit_test(a_tribometer_asks_for_a_few_elements), // may be skipped
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
