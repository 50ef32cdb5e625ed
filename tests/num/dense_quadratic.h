// dense_quadratic.h - quadratic programs with little curvature, none, or the wrong one.
//
// docs/faults.md G1 to G4, C6.
#include "dense_program.h"

static void flat_and_curved_the_wrong_way(void **state)
{
    (void)state;
    br_program_answer a = {.steps = -1};
    int undecided = 0;
    for (int k = 0; k < rounds(1000); k++) {
        int n = 2 + below(8), m = below(6);
        program *q = make(n, m, true);
        definite(n, 1 + below(n - 1), 0, 0, 1, q->H); // semidefinite, in a box
        sides(m, q->lo, q->hi, 3);
        for (int j = 0; j < n; j++)
            q->xlo[j] = -1, q->xhi[j] = 1;
        if (k % 7 == 0)
            memset(q->H, 0, sizeof q->H);
        if (k % 3 == 0)
            in_other_units(q);
        br_status status = solve(&q->p, &a);
        assert_true(status == BR_OK || status == BR_NEGATIVE);
        undecided += a.end == BR_PROGRAM_UNDECIDED;
        if (a.end != BR_PROGRAM_UNDECIDED)
            check_certificate(&q->p, &a);
    }
    assert_true(undecided <= 1 + rounds(1000) / 20);
    program *q = make(3, 0, true);
    static const double least[] = {-1, -1e-3, -1e-12};
    for (int k = 0; k < (sizeof(br_real) == 4 ? 2 : 3); k++) { // eigenvalues 2, 1, least
        a.steps = -1;
        for (int i = 0; i < 9; i++)
            q->H[i] = i == 0               ? 2
                      : (i == 4 || i == 8) ? (br_real)((1 + least[k]) / 2)
                      : i == 5 || i == 7   ? (br_real)((1 - least[k]) / 2)
                                           : 0;
        assert_int_equal(solve(&q->p, &a), BR_BAD_DATA);
        assert_int_equal(a.steps, -1);
    }
}

// Equations come first and stay, whatever their multipliers do as others come in: about as many steps as sides hold.
static void equations_that_are_met_stay_so(void **state)
{
    (void)state;
    int steps = 0, sides_held = 0;
    for (int k = 0; k < rounds(100); k++) {
        int n = 6 + below(10), m = 3 + below(n / 2);
        program *q = make(n, m, true);
        br_program_answer a;
        for (int i = 0; i < m; i++)
            q->lo[i] = q->hi[i] = (br_real)(0.2 * uniform());
        for (int j = 0; j < n; j++)
            q->xlo[j] = (br_real)-0.5, q->xhi[j] = (br_real)0.5;
        if (solve(&q->p, &a) != BR_OK)
            continue;
        check_certificate(&q->p, &a);
        steps += a.steps;
        for (int i = 0; i < m + n; i++)
            sides_held += (i < m ? a.y[i] : a.z[i - m]) != 0;
    }
    assert_true(steps < 1.05 * sides_held);
}

// Refined twice, definite programs have residuals of a few eps, even where H has a condition of 1e8.
static void definite_programs_are_solved_to_rounding(void **state)
{
    (void)state;
    for (int k = 0; k < rounds(1000); k++) {
        int n = 3 + below(12), m = below(8);
        program *q = make(n, m, true);
        definite(n, 3, sizeof(br_real) == 4 ? 0.1 : 1e-8, 0, 1, q->H);
        for (int i = 0; i < m; i++)
            q->hi[i] = (br_real)(1 + uniform());
        for (int j = 0; j < n; j++)
            q->xlo[j] = -1, q->xhi[j] = 1;
        br_program_answer a;
        br_status status = solve(&q->p, &a);
        if (a.end == BR_PROGRAM_INFEASIBLE)
            continue;
        assert_int_equal(status, BR_OK);
        below_limit((wide)a.proof.dual / (wide)BR_EPS, sizeof(br_real) == 4 ? 1e4 : 100, "H x + g + A'y + z");
        below_limit((wide)a.proof.primal / (wide)BR_EPS, 1e4, "sides");
    }
}

// x1 would go to 1e20 if it could, which excuses no violated row.
static void a_violated_row_is_seen_beside_little_curvature(void **state)
{
    (void)state;
    br_real x[] = {1, 0}, y[] = {0, 0}, z[] = {1, 0};
    program *q = make(2, 2, true);
    memcpy(q->H, (br_real[]){(br_real)1e-20, 0, 0, 1}, 4 * sizeof(br_real));
    memcpy(q->A, (br_real[]){1, 1, 1, 0}, 4 * sizeof(br_real));
    q->g[0] = -1, q->g[1] = 0;
    q->lo[0] = 1001;
    q->xhi[0] = 1, q->xlo[1] = 0;
    assert_true(br_program_optimal(&q->p, x, y, z).primal > (br_real)0.9);
    q->xhi[0] = INFINITE, q->hi[1] = 1; // the bound as a row
    y[1] = 1, z[0] = 0;
    assert_true(br_program_optimal(&q->p, x, y, z).primal > (br_real)0.9);
}

int main(void)
{
    seed_from_environment();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_and_curved_the_wrong_way),
        cmocka_unit_test(definite_programs_are_solved_to_rounding),
        cmocka_unit_test(equations_that_are_met_stay_so),
        cmocka_unit_test(a_violated_row_is_seen_beside_little_curvature),
    };
    return cmocka_run_group_tests(tests, lend_memory, take_it_back);
}
