// test_ode_radau.c - the numbers of Radau IIA meet their conditions, and its linear systems are solved.
#include "ode_kit.h"
#include "sim/run/ode_linear.h"
#include "sim/run/ode_lu.h"
#include "sim/run/ode_method.h"

enum { S = BR_RADAU_STAGES, MOST = 12 };

static void solve_dense(int n, long double *A, long double *b)
{
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int r = c + 1; r < n; r++)
            best = fabsl(A[r * n + c]) > fabsl(A[best * n + c]) ? r : best;
        for (int j = 0; j < n; j++) {
            long double keep = A[c * n + j];
            A[c * n + j] = A[best * n + j];
            A[best * n + j] = keep;
        }
        long double keep = b[c];
        b[c] = b[best];
        b[best] = keep;
        for (int r = c + 1; r < n; r++) {
            long double f = A[r * n + c] / A[c * n + c];
            for (int j = c; j < n; j++)
                A[r * n + j] -= f * A[c * n + j];
            b[r] -= f * b[c];
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        for (int j = r + 1; j < n; j++)
            b[r] -= A[r * n + j] * b[j];
        b[r] /= A[r * n + r];
    }
}

// A of the collocation at c: sum_j A_ij c_j^(q-1) = c_i^q/q for q = 1 to S.
static void collocate(long double A[S][S])
{
    for (int i = 0; i < S; i++) {
        long double V[S * S], b[S];
        for (int q = 0; q < S; q++) {
            b[q] = powl((long double)br_radau.c[i], q + 1) / (q + 1);
            for (int j = 0; j < S; j++)
                V[q * S + j] = powl((long double)br_radau.c[j], q);
        }
        solve_dense(S, V, b);
        memcpy(A[i], b, sizeof b);
    }
}

static double worst_of(double worst, long double off)
{
    return fmax(worst, (double)fabsl(off));
}

// Stage order 5 by construction; the weights, which are the last row of A, integrate powers up to theta^8: order 9.
static void the_stages_are_those_of_order_9(void **state)
{
    (void)state;
    long double A[S][S];
    double worst = 0;
    collocate(A);
    assert_true(br_radau.c[S - 1] == 1);
    for (int q = 1; q <= 2 * S - 1; q++) {
        long double sum = -1.0L / q;
        for (int j = 0; j < S; j++)
            sum += A[S - 1][j] * powl((long double)br_radau.c[j], q - 1);
        worst = worst_of(worst, sum);
    }
    print_message("  conditions of order 9: %.1e\n", worst);
    assert_true(worst < 1e-15);
}

static void order_10_is_not_met(void **state)
{
    (void)state;
    long double A[S][S], sum = -1.0L / (2 * S);
    collocate(A);
    for (int j = 0; j < S; j++)
        sum += A[S - 1][j] * powl((long double)br_radau.c[j], 2 * S - 1);
    assert_true(fabsl(sum) > 1e-6L);
}

// Number k of column m of L, in the order of w: the real one, both real parts, both imaginary parts.
static long double blocks(int k, int m)
{
    if (k == 0 || m == 0)
        return k == m ? (long double)br_radau.gamma : 0;
    int pair = (m - 1) % 2;
    if (k == m)
        return (long double)br_radau.alpha[pair];
    if ((k - 1) % 2 != pair)
        return 0;
    return k < m ? (long double)br_radau.beta[pair] : -(long double)br_radau.beta[pair];
}

static void T_takes_the_inverse_of_A_apart(void **state)
{
    (void)state;
    long double A[S][S];
    double identity = 0, apart = 0;
    collocate(A);
    for (int i = 0; i < S; i++)
        for (int m = 0; m < S; m++) {
            long double one = i == m ? -1 : 0, left = 0;
            for (int k = 0; k < S; k++)
                one += (long double)br_radau.inverse[k][i] * (long double)br_radau.T[m][k];
            for (int j = 0; j < S; j++) // A T L = T
                for (int k = 0; k < S; k++)
                    left += A[i][j] * (long double)br_radau.T[k][j] * blocks(k, m);
            identity = worst_of(identity, one);
            apart = worst_of(apart, left - (long double)br_radau.T[m][i]);
        }
    print_message("  inv(T) T: %.1e, A T L - T: %.1e\n", identity, apart);
    assert_true(identity < 1e-13 && apart < 1e-15);
    for (int k = 0; k < S; k++)
        assert_true(br_radau.T[k][S] == 0 && br_radau.inverse[k][S] == 0);
}

// The last stage is the end of the step and A can be inverted, so R(inf) = 0; and |R(iy)| <= 1.
static void it_is_l_stable(void **state)
{
    (void)state;
    long double A[S][S];
    double most = 0;
    collocate(A);
    for (int step = 0; step < 266; step++) { // x' = iy x as two real equations
        double y = 1e-3 * pow(1.1, step);
        long double M[4 * S * S] = {0}, b[2 * S] = {0};
        for (int i = 0; i < S; i++) {
            for (int j = 0; j < S; j++) {
                M[i * 2 * S + j] = M[(S + i) * 2 * S + S + j] = i == j;
                M[i * 2 * S + S + j] = A[i][j] * (long double)y;
                M[(S + i) * 2 * S + j] = -A[i][j] * (long double)y;
            }
            b[i] = 1;
        }
        solve_dense(2 * S, M, b);
        most = fmax(most, (double)hypotl(b[S - 1], b[2 * S - 1]));
        if (y > 1e7)
            assert_true(hypotl(b[S - 1], b[2 * S - 1]) < 1e-5L);
    }
    print_message("  |R| on the imaginary axis: at most 1 %+.1e\n", most - 1);
    assert_true(most < 1 + 1e-15);
}

static void the_polynomial_has_the_slope_and_the_values_of_its_stages(void **state)
{
    (void)state;
    for (int q = 1; q <= S; q++) { // of theta^q
        double slope = q == 1 ? -1 : 0;
        for (int k = 0; k < S; k++)
            slope += br_radau.rise[k] * pow(br_radau.c[k], q);
        assert_true(fabs(slope) < 1e-14);
    }
    for (int k = 0; k < S; k++) {
        double product = br_radau.weight[k] * br_radau.c[k];
        for (int j = 0; j < S; j++)
            product *= j == k ? 1 : br_radau.c[k] - br_radau.c[j];
        assert_true(fabs(product - 1) < 1e-14);
    }
}

// ---------------------------------------------------------------- linear systems

enum { STEP = BR_ODE_LANES }; // from state to state: the real system, then the pair

typedef struct systems {
    int n;
    double J[MOST * MOST], h, b[MOST * STEP], x[MOST * STEP]; // b and x by state
    br_ode_linear linear;
} systems;

// J of any size, with zeros; of some only the first two states are seen by all.
static void make(systems *m, bool elements)
{
    static double memory[10 * MOST * MOST];
    br_arena a = {(char *)memory, 0};
    m->n = 1 + (int)ode_uniform(0, MOST - 0.001);
    m->h = pow(10, ode_uniform(-6, 6));
    for (int i = 0; i < m->n * m->n; i++) {
        int r = i / m->n, c = i % m->n;
        bool none = (elements && r != c && r > 1 && c > 1) || ode_uniform(0, 1) < 0.2;
        m->J[i] = none ? 0 : ode_uniform(-1, 1);
    }
    for (int i = 0; i < m->n * STEP; i++)
        m->b[i] = ode_uniform(-1, 1);
    memset(&m->linear, 0, sizeof m->linear);
    br_ode_linear_carve(&a, &m->linear, m->n);
    assert_true(a.used <= sizeof memory);
    br_ode_linear_split(&m->linear, m->J);
    assert_true(m->linear.core > 0 && m->linear.core <= m->n);
}

// Ten states, of which two see all and are seen by all, wherever they stand.
static void elements_leave_a_small_core(void **state)
{
    (void)state;
    static double memory[1200];
    for (int first = 0; first < 10; first++) {
        br_arena a = {(char *)memory, 0};
        br_ode_linear l = {0};
        int second = (first + 4) % 10;
        double J[100];
        for (int i = 0; i < 100; i++) {
            int r = i / 10, c = i % 10;
            J[i] = r == c || r == first || c == first || r == second || c == second;
        }
        br_ode_linear_carve(&a, &l, 10);
        assert_true(a.used <= sizeof memory);
        br_ode_linear_split(&l, J);
        assert_int_equal(l.core, 2);
        assert_true(l.place[first] < 2 && l.place[second] < 2);
        for (int i = 0; i < 10; i++)
            assert_int_equal(l.order[l.place[i]], i);
        J[((first + 1) % 10) * 10 + (first + 2) % 10] = 1; // the old choice fits no longer
        br_ode_linear_split(&l, J);
        assert_int_equal(l.core, 3);
    }
}

static void solve(systems *m)
{
    double x[MOST * STEP], alone[MOST * STEP] = {0};
    for (int i = 0; i < m->n; i++)
        for (int k = 0; k < STEP; k++)
            x[m->linear.place[i] * STEP + k] = m->b[i * STEP + k];
    for (int i = 0; i < m->n; i++)
        alone[i * STEP] = x[i * STEP];
    br_ode_linear_solve(&m->linear, x);
    br_ode_linear_solve_real(&m->linear, alone);
    double most = 0;
    for (int i = 0; i < m->n; i++)
        most = fmax(most, fabs(x[i * STEP]));
    for (int i = 0; i < m->n; i++) {
        assert_true(fabs(alone[i * STEP] - x[i * STEP]) <= 1e-6 * most); // the same, or nearly singular
        for (int k = 0; k < STEP; k++)
            m->x[i * STEP + k] = x[m->linear.place[i] * STEP + k];
    }
}

// The largest residual of the three systems, as a share of the largest sum in them.
static double residual(const systems *m)
{
    double worst = 0, most = 0;
    for (int r = 0; r < m->n; r++)
        for (int k = 0; k < 5; k++) {
            int pair = (k + 1) % 2, other = k == 0 ? 0 : k < 3 ? k + 2 : k - 2;
            double diagonal = k == 0 ? br_radau.gamma : br_radau.alpha[pair];
            double across = k == 0 ? 0 : k < 3 ? br_radau.beta[pair] : -br_radau.beta[pair];
            double own = diagonal * m->x[r * STEP + k], beside = across * m->x[r * STEP + other];
            double sum = own + beside - m->b[r * STEP + k], size = fabs(own) + fabs(beside) + 1;
            for (int c = 0; c < m->n; c++) {
                double part = m->h * m->J[r * m->n + c] * m->x[c * STEP + k];
                sum -= part;
                size += fabs(part);
            }
            worst = fmax(worst, fabs(sum));
            most = fmax(most, size);
        }
    return worst / most;
}

static void systems_of_any_step_are_solved(void **state)
{
    (void)state;
    ode_seed();
    static systems m;
    double worst[2] = {0}; // some with elements
    int refused = 0, rounds = ode_rounds(20);
    for (int round = rounds; round > 0; round--) {
        make(&m, round % 2 == 0);
        if (!br_ode_linear_factorise(&m.linear, m.J, m.h)) {
            refused++;
            continue;
        }
        solve(&m);
        worst[round % 2 == 0] = fmax(worst[round % 2 == 0], residual(&m));
    }
    print_message("  residual: %.1e, %.1e with elements; %d of %d refused\n", worst[0], worst[1], refused, rounds);
    assert_true(worst[0] < 1e-9 && worst[1] < 1e-9 && refused < rounds / 200 + 1);
}

static void what_is_singular_is_said(void **state)
{
    (void)state;
    int pivot[2];
    double real[4] = {1, 2, 2, 4}, bad[1] = {(double)NAN}, pair[4] = {0}, half[4] = {1, 0, 1, 0};
    assert_false(br_lu_factorise(2, real, pivot));
    assert_false(br_lu_factorise(1, bad, pivot));
    assert_false(br_lu_factorise_pair(1, pair, pivot));
    assert_false(br_lu_factorise_pair(1, half, pivot)); // of the two only one
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stages_are_those_of_order_9),
        cmocka_unit_test(order_10_is_not_met),
        cmocka_unit_test(T_takes_the_inverse_of_A_apart),
        cmocka_unit_test(it_is_l_stable),
        cmocka_unit_test(the_polynomial_has_the_slope_and_the_values_of_its_stages),
        cmocka_unit_test(elements_leave_a_small_core),
        cmocka_unit_test(systems_of_any_step_are_solved),
        cmocka_unit_test(what_is_singular_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
