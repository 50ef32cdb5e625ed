// mhe_bounds.h - bounds over a horizon of a linear system against a quadratic program over all nodes at once.
//
// Compiled for double by test_mhe_bounds.c and for float by test_mhe_bounds_float.c. While the horizon fills, nothing has
// been summarised yet: its nodes are the optimum of the whole problem. The twin has all nodes in one dense matrix, in long
// double: it goes along one unknown after the other until it is known which bounds hold, then solves for the others.
#include "linear_kit.h"
#include "loop/mhe.h"
#include "num/random.h"

enum { HORIZON = 8, ALL = N * (HORIZON + 1) };
static const br_real sd0[N] = {1, 2, (br_real)0.5, (br_real)0.3},
                     noise[N] = {(br_real)0.5, (br_real)0.2, (br_real)0.3, (br_real)0.09},
                     variance[NY] = {(br_real)0.04, (br_real)0.09};

typedef struct problem {
    exact H[ALL][ALL], g[ALL], low[ALL], high[ALL];
} problem;

// ---------------------------------------------------------------- the twin

static exact slope(const problem *q, const exact *x, int i)
{
    exact sum = q->g[i];
    for (int j = 0; j < ALL; j++)
        sum += q->H[i][j] * x[j];
    return sum;
}

// The unknowns that are not at a bound, by elimination; answers whether all that holds then is right.
static int polish(const problem *q, exact *x)
{
    static exact M[ALL][ALL + 1];
    int at[ALL], n = 0;
    for (int i = 0; i < ALL; i++)
        if (x[i] > q->low[i] && x[i] < q->high[i])
            at[n++] = i;
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++)
            M[r][c] = q->H[at[r]][at[c]];
        M[r][n] = -q->g[at[r]];
        for (int j = 0; j < ALL; j++)
            if (!(x[j] > q->low[j] && x[j] < q->high[j]))
                M[r][n] -= q->H[at[r]][j] * x[j];
    }
    for (int c = 0; c < n; c++) // definite: no pivots
        for (int r = 0; r < n; r++) {
            exact share = r == c ? 0 : M[r][c] / M[c][c];
            for (int k = c; share != 0 && k <= n; k++)
                M[r][k] -= share * M[c][k];
        }
    for (int r = 0; r < n; r++) {
        x[at[r]] = M[r][n] / M[r][r];
        if (x[at[r]] < q->low[at[r]] || x[at[r]] > q->high[at[r]])
            return 0;
    }
    for (int i = 0; i < ALL; i++) {
        exact d = slope(q, x, i);
        if (q->low[i] < q->high[i] && ((x[i] <= q->low[i] && d < -1e-12L) || (x[i] >= q->high[i] && d > 1e-12L)))
            return 0;
    }
    return 1;
}

// Answers how many bounds hold.
static int optimum(const problem *q, exact *x)
{
    exact trial[ALL];
    int held = 0;
    memset(x, 0, ALL * sizeof *x);
    for (int round = 0; round < 1000; round++) {
        for (int sweep = 0; sweep < 50; sweep++)
            for (int i = 0; i < ALL; i++) {
                x[i] -= slope(q, x, i) / q->H[i][i];
                x[i] = x[i] < q->low[i] ? q->low[i] : x[i] > q->high[i] ? q->high[i] : x[i];
            }
        memcpy(trial, x, sizeof trial);
        if (polish(q, trial)) {
            memcpy(x, trial, sizeof trial);
            for (int i = 0; i < ALL; i++)
                held += x[i] <= q->low[i] || x[i] >= q->high[i];
            return held;
        }
    }
    fail_msg("the twin has found no optimum");
    return 0;
}

// ---------------------------------------------------------------- the same problem

// weight*(sum of c_i x_{at_i} - value)^2
static void add_square(problem *q, int count, const int *at, const exact *c, exact value, exact weight)
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++)
            q->H[at[i]][at[j]] += 2 * weight * c[i] * c[j];
        q->g[at[i]] -= 2 * weight * c[i] * value;
    }
}

// x[node] of number i is row `row` of F times the numbers of the node before, less noise
static void add_step(problem *q, int node, int i, const exact *row, exact q_of)
{
    int at[N + 1] = {node * N + i};
    exact c[N + 1] = {1};
    for (int j = 0; j < N; j++) {
        at[j + 1] = (node - 1) * N + j;
        c[j + 1] = -row[j];
    }
    add_square(q, N + 1, at, c, 0, 1 / q_of);
}

static void *open_mhe(br_mhe *m, const br_real *x0, const br_real *low, const br_real *high, int passes)
{
    static const br_estimate input = {.by = 'u', .number = 0, .scale = scale, .low = -1e9f, .high = 1e9f};
    static const int which[NY] = {0, 1};
    br_mhe_options o = br_mhe_defaults();
    o.joint.estimate = &input;
    o.joint.estimates = 1;
    o.horizon = HORIZON;
    o.dt = (br_real)0.1;
    o.q_per_step = 1;
    o.measured = NY;
    o.which = which;
    o.first = 1;
    o.r = variance;
    o.sd = sd0;
    o.q = noise;
    o.low = low;
    o.high = high;
    o.passes = passes;
    size_t bytes = br_mhe_bytes(&linear, &o);
    void *memory = malloc(bytes);
    assert_int_equal(br_mhe_init(m, &linear, &o, x0, memory, bytes), BR_OK);
    return memory;
}

static exact normal(br_random *random)
{
    return (exact)br_random_normal(random);
}

// One horizon as it fills, then its nodes; answers how many bounds hold.
static int follow(br_random *random, exact width, int passes)
{
    static problem q;
    br_mhe m;
    br_real x0[N], low[N], high[N];
    square F;
    exact x[ALL];
    transition((br_real)0.1, F);
    memset(&q, 0, sizeof q);
    for (int i = 0; i < N; i++) {
        exact middle = 0.3L * normal(random);
        x0[i] = (br_real)(2 * sd0[i] * normal(random)); // often beyond the bounds
        low[i] = (br_real)(middle - width * fabsl(normal(random)));
        high[i] = (br_real)(middle + width * fabsl(normal(random)));
    }
    void *memory = open_mhe(&m, x0, low, high, passes);
    for (int k = 0; k <= HORIZON; k++) {
        br_real u = br_random_normal(random), y[NY];
        for (int i = 0; i < N; i++) {
            int at = k * N + i;
            q.low[at] = low[i];
            q.high[at] = high[i];
            if (i == NX)
                add_square(&q, 1, &at, (const exact[]){1}, (exact)u / scale, 1 / (exact)noise[i]);
            else if (k == 0)
                add_square(&q, 1, &at, (const exact[]){1}, x0[i], 1 / ((exact)sd0[i] * sd0[i]));
            else
                add_step(&q, k, i, F[i], noise[i]);
        }
        for (int i = 0; i < NY; i++) {
            int at[NX] = {k * N, k * N + 1, k * N + 2};
            exact c[NX] = {(br_real)C[i][0], (br_real)C[i][1], (br_real)C[i][2]};
            y[i] = 2 * br_random_normal(random);
            add_square(&q, NX, at, c, y[i], 1 / (exact)variance[i]);
        }
        assert_int_equal(br_mhe_feedback(&m, &u, NULL, y), BR_OK);
        for (int i = 0; i < N; i++)
            assert_true(m.x[i] >= low[i] && m.x[i] <= high[i]);
        if (k < HORIZON)
            assert_int_equal(br_mhe_prepare(&m, NULL), BR_OK);
    }
    unsigned long unfinished = m.health.unfinished;
    m.o.horizon++; // the nodes take their last step, but the horizon does not move on
    (void)br_mhe_slice(&m, NULL);
    int held = optimum(&q, x);
    assert_true(m.health.unfinished == unfinished || passes < 10);
    for (int i = 0; i < ALL; i++) {
        assert_true(m.X[i] >= (br_real)q.low[i] && m.X[i] <= (br_real)q.high[i]);
        if (m.health.unfinished == unfinished)
            assert_near(m.X[i], x[i], TOLERANCE * (1 + fabsl(x[i])));
    }
    free(memory);
    return held;
}

static void bounds_are_those_of_the_quadratic_program(void **state)
{
    (void)state;
    br_random random;
    br_random_init(&random, 7, 0);
    int none = 0, few = 0, many = 0;
    for (int round = 0; round < 200; round++) {
        int held = follow(&random, round % 4 == 0 ? 100 : round % 4 == 1 ? 4 : round % 4 == 2 ? 1 : 0.1L, 40);
        none += held == 0;
        few += held > 0 && held < ALL / 4;
        many += held >= ALL / 2;
    }
    assert_true(none > 10 && few > 30 && many > 30);
}

static void bounds_that_leave_one_point_are_met(void **state)
{
    (void)state;
    br_random random;
    br_random_init(&random, 8, 0);
    for (int round = 0; round < 20; round++)
        assert_int_equal(follow(&random, 0, 40), ALL);
}

static void a_budget_that_is_used_up_leaves_nodes_within_their_bounds(void **state)
{
    (void)state;
    br_random random;
    br_random_init(&random, 9, 0);
    for (int passes = 1; passes < 4; passes++)
        for (int round = 0; round < 20; round++)
            (void)follow(&random, 1, passes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_those_of_the_quadratic_program),
        cmocka_unit_test(bounds_that_leave_one_point_are_met),
        cmocka_unit_test(a_budget_that_is_used_up_leaves_nodes_within_their_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
