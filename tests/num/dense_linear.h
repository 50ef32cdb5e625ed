// dense_linear.h - linear programs on which the simplex method has its difficulties.
//
// docs/faults.md G1 to G4.
#include "dense_program.h"

// Programs on which the simplex method has been seen to cycle or stall
static void degenerate_programs_end(void **state)
{
    (void)state;
    br_program_answer a;
    program *q = make(4, 3, false); // Beale 1955: -1/20
    static const double beale[] = {0.25, -60, -0.04, 9, 0.5, -90, -0.02, 3, 0, 0, 1, 0}, g[] = {-0.75, 150, -0.02, 6};
    for (int i = 0; i < 12; i++)
        q->A[i] = (br_real)beale[i];
    for (int j = 0; j < 4; j++)
        q->g[j] = (br_real)g[j], q->xlo[j] = 0;
    q->hi[0] = q->hi[1] = 0, q->hi[2] = 1;
    assert_int_equal(solve(&q->p, &a), BR_OK);
    check_certificate(&q->p, &a);
    assert_true(fabs((double)a.value + 0.05) < TOL);

    q = make(6, 6, false); // Klee and Minty: the simplex method visits many corners, the answer is 100^5
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++)
            q->A[i * 6 + j] = j > i ? 0 : j == i ? 1 : (br_real)(2 * pow(10, i - j));
        q->hi[i] = (br_real)pow(100, i);
        q->g[i] = -(br_real)pow(10, 5 - i);
        q->xlo[i] = 0;
    }
    br_status status = solve(&q->p, &a);
    bool narrow = sizeof(br_real) == 4; // sides from 1 to 1e10 are too much for float
    assert_true(narrow || (status == BR_OK && fabs((double)a.value + 1e10) < 1));

    for (int k = 0; k < rounds(5000); k++) { // assignments: every vertex is degenerate
        int side = 2 + below(4), n = side * side;
        q = make(n, 2 * side, k % 2);
        memset(q->A, 0, sizeof q->A);
        for (int i = 0; i < side; i++)
            for (int j = 0; j < side; j++)
                q->A[i * n + i * side + j] = q->A[(side + j) * n + i * side + j] = 1;
        for (int i = 0; i < 2 * side; i++)
            q->lo[i] = q->hi[i] = 1;
        for (int j = 0; j < n; j++)
            q->xlo[j] = 0, q->g[j] = (br_real)below(3);
        br_status ended = solve(&q->p, &a);
        check_certificate(&q->p, &a);
        assert_int_equal(ended, BR_OK);
    }
}

// Programs whose optimum is no more than rounding away from a side, or a price from 0: x + y + z <= 1, x, y, z >= 0
static void what_rounding_leaves_counts_as_nothing(void **state)
{
    (void)state;
    static const struct {
        double A[6], g[3], value;
    } cases[] = {
        {{3, 6, -3, 0, 2, 2}, {0, -4, -4}, 0},
        {{-4, 3, -5, 0, 0, 5}, {1, -6, -4}, -3},
        {{10, -10, 7, -9, 10, -7}, {-11, -13, 3}, -61 / 17.0},
    };
    for (int k = 0; k < 3; k++) {
        program *q = make(3, 3, false);
        br_program_answer a;
        for (int i = 0; i < 9; i++)
            q->A[i] = i < 6 ? (br_real)cases[k].A[i] : 1;
        for (int j = 0; j < 3; j++)
            q->g[j] = (br_real)cases[k].g[j], q->xlo[j] = 0, q->hi[j] = (br_real)(j == 2);
        assert_int_equal(solve(&q->p, &a), BR_OK);
        check_certificate(&q->p, &a);
        below_limit(fabsl((wide)a.value - (wide)cases[k].value), TOL, "the least value");
    }
}

// Random programs of small whole numbers whose first vertex has more sides than unknowns.
static void degenerate_programs_of_whole_numbers_are_decided(void **state)
{
    (void)state;
    for (int k = 0; k < rounds(5); k++) {
        int m = 2 + below(2), n = 3 + below(3), most = k % 2 ? 6 : 20;
        program *q = make(n, m + 1, false);
        for (int i = 0; i < (m + 1) * n; i++)
            q->A[i] = i < m * n ? (br_real)(below(2 * most + 1) - most) : 1;
        for (int j = 0; j < n; j++)
            q->g[j] = (br_real)(below(2 * most + 1) - most), q->xlo[j] = 0;
        for (int i = 0; i <= m; i++)
            q->hi[i] = (br_real)(i == m);
        br_program_answer a;
        br_status status = solve(&q->p, &a);
        check_certificate(&q->p, &a);
        assert_int_equal(status, BR_OK);
    }
}

// Rows twice, with sides far smaller than the terms: the second follows from the first, but for the rounding of its terms.
static void rows_that_are_there_twice_are_met_once(void **state)
{
    (void)state;
    for (int k = 0; k < rounds(1000); k++) {
        int n = 4 + below(12), m = 2 * (1 + below(4));
        program *q = make(n, m, false);
        for (int i = 0; i < m; i++) {
            for (int j = 0; i % 2 && j < n; j++)
                q->A[i * n + j] = q->A[(i - 1) * n + j];
            q->lo[i] = (br_real)(i % 4 < 2 ? 1e-9 : 0.01);
        }
        for (int j = 0; j < n; j++) {
            q->xlo[j] = -1, q->xhi[j] = 1;
            q->g[j] = (br_real)0.1 * q->g[j];
            for (int i = 0; i < m; i++)
                q->g[j] += q->A[i * n + j]; // towards the rows
        }
        br_program_answer a;
        br_status status = solve(&q->p, &a);
        check_certificate(&q->p, &a);
        assert_true(status == BR_OK || a.end == BR_PROGRAM_INFEASIBLE);
    }
}

// The same program in other units of cost and of length gives the same bits; in other units of every row and unknown, the
// same value.
static void linear_programs_are_the_same_in_all_units(void **state)
{
    (void)state;
    const int far = sizeof(br_real) == 4 ? 40 : 300, wide_by = sizeof(br_real) == 4 ? 6 : 40;
    for (int k = 0; k < rounds(1000); k++) {
        int n = 2 + below(6), m = 1 + below(6);
        program *q = make(n, m, false);
        br_program_answer a;
        br_real x[MOST], unit = (br_real)ldexp(1, k % 2 ? far : -far);
        for (int i = 0; i < m; i++)
            q->hi[i] = (br_real)fabs(uniform());
        for (int j = 0; j < n; j++)
            q->xlo[j] = -1, q->xhi[j] = 1;
        assert_int_equal(solve(&q->p, &a), BR_OK);
        memcpy(x, a.x, sizeof *x * (size_t)n);
        double value = (double)a.value;
        for (int j = 0; j < n; j++)
            q->g[j] *= unit;
        assert_int_equal(solve(&q->p, &a), BR_OK);
        assert_memory_equal(a.x, x, sizeof *x * (size_t)n);
        for (int i = 0; i < m; i++)
            q->hi[i] /= unit;
        for (int j = 0; j < n; j++)
            q->xlo[j] /= unit, q->xhi[j] /= unit;
        assert_int_equal(solve(&q->p, &a), BR_OK);
        for (int j = 0; j < n; j++)
            assert_true(a.x[j] * unit == x[j]);
        for (int i = 0; i < m; i++) { // back, and every row and unknown in a unit of its own
            br_real by = (br_real)ldexp(1, below(2 * wide_by + 1) - wide_by);
            q->hi[i] *= unit * by;
            for (int j = 0; j < n; j++)
                q->A[i * n + j] *= by;
        }
        for (int j = 0; j < n; j++) {
            br_real by = (br_real)ldexp(1, below(2 * wide_by + 1) - wide_by);
            q->g[j] = q->g[j] / unit * by;
            q->xlo[j] *= unit / by, q->xhi[j] *= unit / by;
            for (int i = 0; i < m; i++)
                q->A[i * n + j] *= by;
        }
        assert_int_equal(solve(&q->p, &a), BR_OK);
        below_limit(fabsl((wide)a.value - (wide)value), TOL * (1 + fabs(value)), "the value in other units");
    }
}

// An objective that is a billion times larger or smaller, in decimal, has its least at the same place.
static void the_size_of_the_cost_does_not_matter(void **state)
{
    (void)state;
    static const double by[] = {1e-9, 1e9, 1e-15, 1e15};
    for (int k = 0; k < rounds(1000); k++) {
        int n = 2 + below(6), m = 1 + below(6);
        program *q = make(n, m, false);
        br_program_answer a;
        br_real x[MOST];
        for (int i = 0; i < m; i++)
            q->hi[i] = (br_real)fabs(uniform());
        for (int j = 0; j < n; j++)
            q->xlo[j] = -1, q->xhi[j] = 1;
        assert_int_equal(solve(&q->p, &a), BR_OK);
        memcpy(x, a.x, sizeof *x * (size_t)n);
        for (int j = 0; j < n; j++)
            q->g[j] *= (br_real)by[k % 4];
        assert_int_equal(solve(&q->p, &a), BR_OK);
        check_certificate(&q->p, &a);
        for (int j = 0; j < n; j++)
            below_limit(fabsl((wide)(a.x[j] - x[j])), TOL, "x with another cost");
    }
}

// A bound far away takes nothing from the others.
static void one_large_side_spoils_nothing(void **state)
{
    (void)state;
    static const double large[] = {1e3, 1e8, 1e12, 1e13, 1e16, 1e30};
    for (int k = 0; k < 6; k++) {
        br_program_answer a;
        program *q = make(2, 1, false);
        q->g[0] = q->g[1] = 1;
        q->A[0] = 1, q->A[1] = 0, q->lo[0] = 5; // x >= 5, 0 <= y <= large
        q->xlo[1] = 0, q->xhi[1] = (br_real)large[k];
        assert_int_equal(solve(&q->p, &a), BR_OK);
        assert_true(a.x[0] == 5 && a.x[1] == 0);
        q->A[1] = 1, q->lo[0] = q->hi[0] = 3; // x + y = 3, 0 <= x, y <= large
        q->xlo[0] = 0, q->xhi[0] = (br_real)large[k];
        q->g[1] = 2;
        assert_int_equal(solve(&q->p, &a), BR_OK);
        assert_true(a.x[0] == 3 && a.x[1] == 0);
    }
}

int main(void)
{
    seed_from_environment();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(degenerate_programs_end),
        cmocka_unit_test(what_rounding_leaves_counts_as_nothing),
        cmocka_unit_test(degenerate_programs_of_whole_numbers_are_decided),
        cmocka_unit_test(rows_that_are_there_twice_are_met_once),
        cmocka_unit_test(linear_programs_are_the_same_in_all_units),
        cmocka_unit_test(the_size_of_the_cost_does_not_matter),
        cmocka_unit_test(one_large_side_spoils_nothing),
    };
    return cmocka_run_group_tests(tests, lend_memory, take_it_back);
}
