// dense_linear.h - linear programs on which the simplex method has its difficulties.
//
// FAULTS G1 to G4.
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
    if (sizeof(br_real) == 8) { // sides from 1 to 1e10 are too much for float
        assert_int_equal(status, BR_OK);
        assert_true(fabs((double)a.value + 1e10) < 1);
    }

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
        cmocka_unit_test(one_large_side_spoils_nothing),
    };
    return cmocka_run_group_tests(tests, lend_memory, take_it_back);
}
