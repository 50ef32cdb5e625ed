// test_riccati_plain.c - the Riccati recursion with plain covariances: every size gives the same bits, and those of U D U'.
#include "kit/dense.h"
#include "loop/horizon/riccati.h"

enum { MOST_N = 9, STEPS = 20, MOST_ENTRIES = MOST_N * MOST_N };

typedef struct problem {
    int n, nx, nF, seen, fresh[MOST_N];
    double x[MOST_N], sd[MOST_N], q[MOST_N];
    br_joint_entry entry[MOST_ENTRIES];
    double F[MOST_ENTRIES * STEPS], gap[MOST_N * STEPS], h[2 * MOST_N * STEPS], r[2 * STEPS], y[2 * STEPS];
} problem;

// States that each forget on their own, driven by the other numbers, of which the last is drawn anew at every step. Some
// numbers are missing.
static problem make(int nx, int n)
{
    problem p = {.n = n, .nx = nx, .seen = 1 + below(2)};
    for (int i = 0; i < nx; i++) {
        p.entry[p.nF++] = (br_joint_entry){i, i, 0};
        for (int j = nx; j < n; j++)
            p.entry[p.nF++] = (br_joint_entry){i, j, 0};
    }
    p.fresh[n - 1] = n > nx;
    for (int i = 0; i < n; i++) {
        p.sd[i] = exp(uniform());
        p.q[i] = p.fresh[i] || below(2) ? exp(uniform()) : 0;
    }
    fill(n, p.x);
    fill(p.nF * STEPS, p.F);
    fill(n * STEPS, p.gap);
    fill(p.seen * n * STEPS, p.h);
    fill(p.seen * STEPS, p.y);
    for (int i = 0; i < p.seen * STEPS; i++)
        p.r[i] = below(5) ? exp(2 * uniform()) : 0;
    return p;
}

typedef struct answer {
    double x[MOST_N * (STEPS + 1)], P[MOST_N * MOST_N], cost;
} answer;

// Forwards over all steps and back.
static answer solve(const problem *p, int plain, int uncoupled)
{
    answer a = {.cost = 0};
    br_riccati c;
    br_arena need = {0, 0};
    br_riccati_options o = {.n = p->n,
                            .nx = p->nx,
                            .nF = p->nF,
                            .steps = STEPS,
                            .seen = p->seen * STEPS,
                            .plain = plain,
                            .uncoupled = uncoupled};
    br_riccati_carve(&need, &c, &o);
    br_arena memory = {malloc(need.used), 0};
    assert_non_null(memory.base);
    br_riccati_carve(&memory, &c, &o);
    c.entry = p->entry;
    c.q = p->q;
    c.fresh = p->fresh;
    br_riccati_open(&c);
    br_riccati_set_F(&c, 0, STEPS, p->F);
    br_riccati_begin(&c, p->x, p->sd);
    br_riccati_forward_pass(&c, STEPS, &(br_riccati_measurements){p->seen, p->h, p->r, p->y}, p->gap);
    br_riccati_covariance_now(&c, a.P);
    br_riccati_backward_pass(&c);
    memcpy(a.x, c.x, sizeof(double) * (size_t)(p->n * (STEPS + 1)));
    a.cost = c.cost;
    free(memory.base);
    return a;
}

static const int sizes[][2] = {{4, 7}, {4, 6}, {1, 3}, {1, 2}, {3, 5}, {2, 2}, {0, 4}, {8, 9}};
enum { SIZES = sizeof sizes / sizeof *sizes };

// Sizes that have loops of their own against loops over any size, which take states to be coupled.
static void loops_of_constant_length_give_the_bits_of_any_length(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++) {
        problem p = make(sizes[i % SIZES][0], sizes[i % SIZES][1]);
        answer one = solve(&p, 1, 1), other = solve(&p, 1, 0);
        for (int k = 0; k < p.n * (STEPS + 1); k++)
            assert_true(one.x[k] == other.x[k]);
        for (int k = 0; k < p.n * p.n; k++)
            assert_true(one.P[k] == other.P[k]);
        assert_true(one.cost == other.cost);
    }
}

static void plain_covariances_give_what_factors_give(void **state)
{
    (void)state;
    double most = 0;
    for (int i = 0; i < 200; i++) {
        problem p = make(sizes[i % SIZES][0], sizes[i % SIZES][1]);
        answer one = solve(&p, 1, 1), other = solve(&p, 0, 0);
        for (int k = 0; k < p.n * (STEPS + 1); k++)
            most = fmax(most, fabs(one.x[k] - other.x[k]) / (1 + fabs(other.x[k])));
        for (int k = 0; k < p.n * p.n; k++)
            most = fmax(most, fabs(one.P[k] - other.P[k]) / (1 + fabs(other.P[k])));
        most = fmax(most, fabs(one.cost - other.cost) / (1 + other.cost));
    }
    print_message("  differ by at most %.2g\n", most);
    assert_true(most < 1e-11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_of_constant_length_give_the_bits_of_any_length),
        cmocka_unit_test(plain_covariances_give_what_factors_give),
    };
    seed_from_environment();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
