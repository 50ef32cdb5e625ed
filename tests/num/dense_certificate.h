// dense_certificate.h - what linear and quadratic programs answer is so, and what is not so does not pass as a proof.
//
// docs/faults.md G1 to G4, C2, C6.
#include "dense_program.h"

static void small_programs_match_enumeration(void **state)
{
    (void)state;
    int seen[4] = {0};
    for (int k = 0; k < rounds(100); k++) {
        int n = 1 + below(3), m = below(4), quadratic = k % 2;
        program *q = make(n, m, quadratic);
        sides(m, q->lo, q->hi, 1);
        for (int j = 0; j < n; j++) { // a box, so that linear programs have vertices
            q->xlo[j] = (br_real)(-1 - fabs(uniform()));
            q->xhi[j] = (br_real)(1 + fabs(uniform()));
        }
        br_program_answer a;
        br_status status = solve(&q->p, &a);
        double best = enumerate(&q->p, a.end == BR_PROGRAM_OPTIMAL ? (wide)TOL / 10 : 1e-12L);
        check_certificate(&q->p, &a);
        assert_int_equal(status, a.end == BR_PROGRAM_OPTIMAL ? BR_OK : BR_NEGATIVE);
        seen[a.end]++;
        if (a.end == BR_PROGRAM_INFEASIBLE)
            assert_true(isinf(best));
        else if (!(fabs((double)a.value - best) <= TOL * (1 + fabs(best))))
            fail_msg("the value is %.10g, by enumeration %.10g (n = %d, m = %d, H %d)", (double)a.value, best, n, m,
                     quadratic);
    }
    assert_true(seen[BR_PROGRAM_OPTIMAL] > 100 && seen[BR_PROGRAM_INFEASIBLE] > 20 && seen[BR_PROGRAM_UNBOUNDED] == 0);
}

static void programs_without_a_box_are_certified_too(void **state)
{
    (void)state;
    int seen[4] = {0};
    for (int k = 0; k < rounds(50); k++) {
        int n = 1 + below(8), m = below(10), quadratic = k % 2;
        program *q = make(n, m, quadratic);
        sides(m, q->lo, q->hi, 1);
        sides(n, q->xlo, q->xhi, 2);
        br_program_answer a;
        br_status status = solve(&q->p, &a);
        assert_int_equal(status, a.end == BR_PROGRAM_OPTIMAL ? BR_OK : BR_NEGATIVE);
        assert_true(!quadratic || a.end != BR_PROGRAM_UNBOUNDED);
        seen[a.end]++;
        if (sizeof(br_real) == 8 || a.end != BR_PROGRAM_UNDECIDED) // in float a few are too close to call
            check_certificate(&q->p, &a);
    }
    assert_true(seen[BR_PROGRAM_UNDECIDED] <= 1 + rounds(50) / 200);
    assert_true(seen[BR_PROGRAM_OPTIMAL] > 100 && seen[BR_PROGRAM_INFEASIBLE] > 20 && seen[BR_PROGRAM_UNBOUNDED] > 20);
}

// Sides around a point, units of unknowns and rows far apart, some rows twice
static void large_programs_in_odd_units_are_certified(void **state)
{
    (void)state;
    for (int k = 0; k < rounds(2000); k++) {
        int n = 10 + below(30), m = below(40), quadratic = k % 2, odd = k % 4 < 2;
        program *q = make(n, m, quadratic);
        br_real inside[MOST];
        fill(n, inside);
        for (int i = 1; i < m && k % 3 == 0; i += 5) // the row before once more, or turned round
            for (int j = 0; j < n; j++)
                q->A[i * n + j] = (i % 2 ? 1 : -1) * q->A[(i - 1) * n + j];
        for (int i = 0; i < m; i++) {
            double v = 0;
            for (int j = 0; j < n; j++)
                v += (double)q->A[i * n + j] * (double)inside[j];
            int kind = below(4);
            q->lo[i] = kind == 1 ? -INFINITE : (br_real)(v - (kind == 3 && i < n / 3 ? 0 : fabs(uniform())));
            q->hi[i] = kind == 0                         ? INFINITE
                       : kind == 3 && i < n / 3 && k % 3 ? q->lo[i]
                                                         : (br_real)(v + fabs(uniform()));
        }
        for (int j = 0; j < n; j++) {
            q->xlo[j] = inside[j] - (br_real)fabs(uniform());
            q->xhi[j] = j % 5 == 4 ? INFINITE : inside[j] + (br_real)fabs(uniform());
        }
        if (odd)
            in_other_units(q);
        br_program_answer a;
        br_status status = solve(&q->p, &a);
        check_certificate(&q->p, &a);
        assert_true(status == BR_OK || a.end == BR_PROGRAM_UNBOUNDED);
        wide x[MOST];
        for (int j = 0; j < n; j++)
            x[j] = (wide)inside[j] / (odd ? powl(1024, j % 5 - 2) : 1);
        assert_true(a.end != BR_PROGRAM_OPTIMAL ||
                    (wide)a.value <= value_of(&q->p, x) + (wide)TOL * n); // better than a point inside
    }
}

static void what_cannot_be_met_is_proved_so(void **state)
{
    (void)state;
    for (int k = 0; k < rounds(500); k++) {
        int n = 2 + below(12), m = 2 + below(12), quadratic = k % 2;
        program *q = make(n, m, quadratic);
        double most = 0;
        for (int i = 0; i < m - 1; i++)
            q->hi[i] = (br_real)uniform();
        for (int j = 0; j < n; j++)
            q->A[(m - 1) * n + j] = 0;
        for (int i = 0; i < m - 1; i++) { // the last row is a sum of the others and wants more than they allow
            double y = fabs(uniform()) + 0.1;
            most += y * (double)q->hi[i];
            for (int j = 0; j < n; j++)
                q->A[(m - 1) * n + j] += (br_real)y * q->A[i * n + j];
        }
        double by = sizeof(br_real) == 4 ? 0.1 : k % 3 == 0 ? 1e-7 : 0.01;
        q->lo[m - 1] = (br_real)(most + by);
        br_program_answer a;
        assert_int_equal(solve(&q->p, &a), BR_NEGATIVE);
        assert_int_equal(a.end, BR_PROGRAM_INFEASIBLE);
        check_certificate(&q->p, &a);
        bool needed = a.y[m - 1] != 0; // the others may cross among themselves
        a.y[m - 1] = -a.y[m - 1];      // bent
        assert_true(!needed || !br_program_infeasible(&q->p, a.y, a.z));
        a.y[m - 1] = -a.y[m - 1];
        for (int i = 0; i < m; i++)
            a.y[i] = -a.y[i];
        assert_false(br_program_infeasible(&q->p, a.y, a.z));
        for (int i = 0; i < m; i++)
            a.y[i] = -a.y[i];
        bend_largest(m, a.y);
        assert_false(br_program_infeasible(&q->p, a.y, a.z));
    }
}

static void crossed_sides_are_seen_however_little_they_cross(void **state)
{
    (void)state;
    static const double by[] = {1, 1e-4, 1e-8, 1e-12, 1e-16};
    for (int k = 0; k < 5; k++)
        for (int quadratic = 0; quadratic < 2; quadratic++)
            for (int bound = 0; bound < 2; bound++) {
                program *q = make(4, 3, quadratic);
                *(bound ? &q->xlo[2] : &q->lo[1]) = 1;
                br_real hi = (br_real)(1 - by[k]);
                *(bound ? &q->xhi[2] : &q->hi[1]) = hi < 1 ? hi : 1 - BR_EPS / 2;
                br_program_answer a;
                assert_int_equal(solve(&q->p, &a), BR_NEGATIVE);
                assert_int_equal(a.end, BR_PROGRAM_INFEASIBLE);
                assert_true(br_program_infeasible(&q->p, a.y, a.z));
                assert_true(br_program_crossed(&q->p));
            }
    // the same through two rows: x >= 1 and -x >= -1 + by
    for (int k = 0; k < (sizeof(br_real) == 4 ? 2 : 4); k++)
        for (int quadratic = 0; quadratic < 2; quadratic++) {
            program *q = make(3, 2, quadratic);
            for (int j = 0; j < 3; j++)
                q->A[3 + j] = -q->A[j];
            q->lo[0] = 1;
            q->lo[1] = (br_real)(-1 + by[k]);
            br_program_answer a;
            br_status status = solve(&q->p, &a);
            if (by[k] > 1e-10) {
                assert_int_equal(status, BR_NEGATIVE);
                assert_int_equal(a.end, BR_PROGRAM_INFEASIBLE);
            }
            check_certificate(&q->p, &a);
        }
}

static void endless_descent_is_shown_by_a_direction(void **state)
{
    (void)state;
    int undecided = 0;
    for (int k = 0; k < rounds(500); k++) {
        int n = 2 + below(10), m = below(8), quadratic = k % 2;
        program *q = make(n, m, quadratic);
        br_real d[MOST];
        double slope = 0, square = 0;
        for (int j = 0; j < n; j++)
            d[j] = (br_real)(1 + below(3));
        for (int i = 0; i < m; i++) { // d leads away from every side
            double v = 0;
            for (int j = 0; j < n; j++)
                v += (double)q->A[i * n + j] * (double)d[j];
            *(v > 0 ? &q->lo[i] : &q->hi[i]) = (br_real)uniform();
        }
        for (int j = 0; j < n; j++) {
            q->xlo[j] = (br_real)uniform();
            slope += (double)q->g[j] * (double)d[j];
            square += (double)d[j] * (double)d[j];
        }
        for (int j = 0; j < n; j++)
            q->g[j] -= (br_real)((slope + 1) * (double)d[j] / square); // slope -1 along d
        if (quadratic) { // H = G'G with G d = 0, in whole numbers: flat along d to the last bit in every precision
            memset(q->H, 0, (size_t)(n * n) * sizeof *q->H);
            for (int l = 1; l < n; l++) { // each row of G turns l and another one about d
                int other = below(l), by = 1 + below(4);
                br_real one = (br_real)by * d[other], two = -(br_real)by * d[l];
                q->H[l * n + l] += one * one;
                q->H[other * n + other] += two * two;
                q->H[l * n + other] += one * two;
                q->H[other * n + l] += one * two;
            }
        }
        br_program_answer a;
        br_status status = solve(&q->p, &a);
        assert_int_equal(status, BR_NEGATIVE);
        undecided += a.end == BR_PROGRAM_UNDECIDED;
        if (a.end == BR_PROGRAM_UNDECIDED && quadratic) // H is flat along d, and may be nearly so along others
            continue;
        check_certificate(&q->p, &a);
        assert_int_equal(a.end, BR_PROGRAM_UNBOUNDED);
        for (int j = 0; j < n; j++)
            a.d[j] = -a.d[j]; // bent
        assert_false(br_program_unbounded(&q->p, a.x, a.d, CLOSE));
        for (int j = 0; j < n; j++)
            a.d[j] = -a.d[j];
        bend_largest(n, a.d);
        assert_true(!quadratic || !br_program_unbounded(&q->p, a.x, a.d, CLOSE));
    }
    assert_true(undecided <= 1 + rounds(500) / 20);
}

static void every_number_that_is_not_finite_is_refused(void **state)
{
    (void)state;
    br_program_answer a = {.steps = -1};
    for (int quadratic = 0; quadratic < 2; quadratic++)
        for (int which = 0; which < 7; which++)
            for (int kind = 0; kind < 3; kind++) {
                program *q = make(3, 2, quadratic);
                br_real *at[] = {&q->H[4], &q->g[1], &q->A[3], &q->lo[1], &q->hi[0], &q->xlo[2], &q->xhi[1]};
                *at[which] = kind == 0 ? NOT_A_NUMBER : kind == 1 ? INFINITE : -INFINITE;
                bool side = (which == 3 || which == 5) ? kind == 2 : (which == 4 || which == 6) ? kind == 1 : false;
                if (side || (which == 0 && !quadratic))
                    continue;
                assert_int_equal(solve(&q->p, &a), BR_NOT_FINITE);
                assert_int_equal(a.steps, -1);
            }
    program *q = make(3, 2, true);
    assert_int_equal(br_qp_solve(&q->p, &a, memory, br_qp_bytes(3, 2) - 1), BR_BAD_USAGE);
    assert_int_equal(br_qp_solve(&q->p, NULL, memory, bytes), BR_BAD_USAGE);
    assert_int_equal(br_lp_solve(&q->p, &a, memory, bytes), BR_BAD_USAGE); // H is no part of a linear program
    q->p.H = NULL;
    assert_int_equal(br_lp_solve(&q->p, &a, memory, br_lp_bytes(3, 2) - 1), BR_BAD_USAGE);
    q->p.n = 0;
    assert_int_equal(br_lp_solve(&q->p, &a, memory, bytes), BR_BAD_USAGE);
    q->p.n = 3, q->p.m = -1;
    assert_int_equal(br_qp_solve(&q->p, &a, memory, bytes), BR_BAD_USAGE);
    q->p.m = 2, q->p.g = NULL;
    assert_int_equal(br_qp_solve(&q->p, &a, memory, bytes), BR_BAD_USAGE);
    assert_int_equal(br_lp_solve(NULL, &a, memory, bytes), BR_BAD_USAGE);
    assert_true(a.steps == -1 && br_qp_bytes(0, 3) == 0 && br_lp_bytes(3, -1) == 0 && br_qp_bytes(INT_MAX, 3) == 0);
}

// Proofs of optimality fall when any part of them is bent.
static void bent_proofs_do_not_pass(void **state)
{
    (void)state;
    for (int k = 0; k < rounds(1000); k++) {
        int n = 2 + below(5), m = 1 + below(5);
        program *q = make(n, m, k % 2);
        for (int i = 0; i < m; i++)
            q->hi[i] = (br_real)(1 + uniform());
        for (int j = 0; j < n; j++)
            q->xlo[j] = -1, q->xhi[j] = 1;
        br_program_answer a;
        br_status status = solve(&q->p, &a);
        if (status != BR_OK)
            continue;
        br_real *parts[] = {a.x, a.y, a.z};
        for (int which = 0; which < 3; which++) {
            br_real *at = &parts[which][below(which == 1 ? m : n)], kept = *at;
            *at = kept + (br_real)(which == 0 ? 3 : k % 3 ? 0.1 : -0.1); // x out of its box
            br_program_proof proof = br_program_optimal(&q->p, a.x, a.y, a.z);
            if (proof.primal <= CLOSE && proof.dual <= CLOSE && proof.gap <= CLOSE)
                fail_msg("part %d bent, and the proof still stands", which);
            assert_false(is_optimal(&q->p, &a));
            *at = kept;
        }
    }
}

// x between 0 and 1, at least 1/2: feasible. y = -1 alone says "-x <= -1/2 < 0", and forgets to say that x is not 0.
static void half_a_proof_of_infeasibility_does_not_pass(void **state)
{
    (void)state;
    program *q = make(1, 1, false);
    br_real y[] = {-1}, z[] = {0};
    q->A[0] = 1, q->lo[0] = (br_real)0.5, q->xlo[0] = 0, q->xhi[0] = 1;
    assert_false(br_program_infeasible(&q->p, y, z));
    z[0] = 1; // the other half: x <= 1; together 1/2
    assert_false(br_program_infeasible(&q->p, y, z));
    q->xhi[0] = (br_real)0.25; // now it is one
    assert_true(br_program_infeasible(&q->p, y, z));
    z[0] = (br_real)0.99; // what is missing is paid for by the bounds
    assert_true(br_program_infeasible(&q->p, y, z));
    q->xhi[0] = INFINITE;
    assert_false(br_program_infeasible(&q->p, y, z));
}

// Almost parallel sides that meet far away, and curvature that is almost none, are no proof of anything.
static void what_is_almost_a_certificate_is_refused(void **state)
{
    (void)state;
    static const double by[] = {1e-3, 1e-5, 1e-6, 1e-9, 1e-11, 1e-12, 1e-13, 1e-14};
    for (int k = 0; k < (sizeof(br_real) == 4 ? 2 : 8); k++) {
        br_real w = (br_real)(1 - by[k]), y[] = {1, -1}, none[] = {0, 0}, ones[] = {1, 1}, start[] = {1, 0};
        br_program_answer a;
        program *q = make(2, 2, false); // x - w <= 0, x - (1 - e) w >= 1: met at 2/e
        q->A[0] = 1, q->A[1] = -1, q->A[2] = 1, q->A[3] = -w;
        q->hi[0] = 0, q->lo[1] = 1;
        q->g[0] = q->g[1] = 0;
        memcpy(q->H, (br_real[]){1, 0, 0, 1}, 4 * sizeof(br_real));
        assert_false(br_program_infeasible(&q->p, y, none));
        for (int quadratic = 0; quadratic < 2; quadratic++) {
            q->p.H = quadratic ? q->H : NULL;
            br_status status = solve(&q->p, &a);
            assert_true(status == BR_OK ? a.end == BR_PROGRAM_OPTIMAL : a.end == BR_PROGRAM_UNDECIDED);
            assert_true(status == BR_OK || quadratic || by[k] < 5e-14); // a simplex sees where they meet
        }
        q->p.H = NULL; // most x, x - (1 - e) w <= 1, x - w >= 0: 1/e
        q->A[1] = -w, q->A[3] = -1;
        q->hi[0] = 1, q->lo[1] = 0, q->lo[0] = -INFINITE;
        q->g[0] = -1;
        assert_false(br_program_unbounded(&q->p, start, ones, CLOSE));
        br_status status = solve(&q->p, &a);
        assert_true(status == BR_OK || by[k] < 5e-14);
        assert_true(status == BR_OK ? a.end == BR_PROGRAM_OPTIMAL : a.end == BR_PROGRAM_UNDECIDED);
        q->p.H = q->H, q->p.m = 0; // curvature e along (1, 1)
        memcpy(q->H, (br_real[]){1, -1, -1, 2 - w}, 4 * sizeof(br_real));
        assert_false(br_program_unbounded(&q->p, none, ones, CLOSE));
        status = solve(&q->p, &a);
        assert_true(status == BR_OK ? a.end == BR_PROGRAM_OPTIMAL : a.end == BR_PROGRAM_UNDECIDED);
        assert_true(status == BR_OK || by[k] < (sizeof(br_real) == 4 ? 1e-4 : 1e-12));
    }
}

int main(void)
{
    seed_from_environment();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_programs_match_enumeration),
        cmocka_unit_test(programs_without_a_box_are_certified_too),
        cmocka_unit_test(large_programs_in_odd_units_are_certified),
        cmocka_unit_test(what_cannot_be_met_is_proved_so),
        cmocka_unit_test(crossed_sides_are_seen_however_little_they_cross),
        cmocka_unit_test(endless_descent_is_shown_by_a_direction),
        cmocka_unit_test(every_number_that_is_not_finite_is_refused),
        cmocka_unit_test(bent_proofs_do_not_pass),
        cmocka_unit_test(half_a_proof_of_infeasibility_does_not_pass),
        cmocka_unit_test(what_is_almost_a_certificate_is_refused),
    };
    return cmocka_run_group_tests(tests, lend_memory, take_it_back);
}
