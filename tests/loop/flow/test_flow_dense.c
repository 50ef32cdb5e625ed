// test_flow_dense.c - Gauss-Legendre steps with elements eliminated are those of one dense system, to 1e-12.
//
// The twin puts all stages and states into one matrix in long double and knows nothing of elements; rates and derivatives are
// those of the law. States, and sensitivities by states, inputs and parameters, after four substeps, on every law.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wdouble-promotion" // the twin is wider on purpose
#endif

#include "kit/flow_kit.h"

typedef long double exact;
enum { MOST_STAGES = 2, SIZE = MOST_STAGES * MOST_X, SIDES = MOST_X + 4 + MOST_P };

typedef struct dense {
    const flow_law *l;
    int stages, nx, sides;
    exact a[4], x[MOST_X], S[MOST_X][SIDES]; // S: by states, inputs, parameters
} dense;

// Columns of right-hand sides of A X = B, in place of B.
static void solve(int n, exact A[SIZE][SIZE], int columns, exact B[SIZE][SIDES])
{
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int r = c; r < n; r++)
            best = fabsl(A[r][c]) > fabsl(A[best][c]) ? r : best;
        for (int k = 0; k < n; k++) {
            exact t = A[c][k];
            A[c][k] = A[best][k];
            A[best][k] = t;
        }
        for (int k = 0; k < columns; k++) {
            exact t = B[c][k];
            B[c][k] = B[best][k];
            B[best][k] = t;
        }
        for (int r = 0; r < n; r++) {
            exact share = r == c ? 0 : A[r][c] / A[c][c];
            for (int k = c; share != 0 && k < n; k++)
                A[r][k] -= share * A[c][k];
            for (int k = 0; share != 0 && k < columns; k++)
                B[r][k] -= share * B[c][k];
        }
    }
    for (int r = 0; r < n; r++)
        for (int k = 0; k < columns; k++)
            B[r][k] /= A[r][r];
}

// Rates of a stage, and their derivatives by states, inputs and parameters side by side.
static void look(const dense *d, exact h, const exact *k, int stage, double *rate, double J[MOST_X][SIDES])
{
    const br_sys *s = d->l->sys;
    static const char kinds[] = {'x', 'u', 'p'};
    double x[MOST_X], out[MOST_X + 8], jet[4096], A[(MOST_X + 8) * SIDES];
    int m[MOST_X] = {0}, columns[] = {s->nx, s->nu, s->np}, first = 0, rows = s->nx + s->ny;
    assert_true(s->njet <= 4096 && s->ny <= 8);
    for (int i = 0; i < d->nx; i++) {
        exact at = d->x[i];
        for (int j = 0; j < d->stages; j++)
            at += h * d->a[stage * d->stages + j] * k[j * d->nx + i];
        x[i] = (double)at;
    }
    br_sys_jet(s, 1, x, m, d->l->u, d->l->p, 0, out, jet);
    memcpy(rate, out, (size_t)d->nx * sizeof *rate);
    for (int b = 0; b < 3; b++) {
        br_blocks_dense(s->block, s->blocks, jet, 1, 0, kinds[b], rows, columns[b], A);
        for (int i = 0; i < d->nx; i++)
            for (int j = 0; j < columns[b]; j++)
                J[i][first + j] = A[i * columns[b] + j];
        first += columns[b];
    }
}

// I - h a J of all stages, and what stands on the right: rates less k, or what S moves directly and through J.
static void substep(dense *d, exact h)
{
    static exact A[SIZE][SIZE], B[SIZE][SIDES];
    static double J[MOST_X][SIDES];
    double rate[MOST_X];
    exact k[SIZE] = {0};
    int n = d->stages * d->nx, nx = d->nx;
    for (int turn = 0; turn < 31; turn++) { // the last for sensitivities
        int last = turn == 30;
        for (int r = 0; r < n; r++) {
            int stage = r / nx, i = r % nx;
            if (i == 0)
                look(d, h, k, stage, rate, J);
            for (int c = 0; c < n; c++)
                A[r][c] = (r == c) - h * d->a[stage * d->stages + c / nx] * J[i][c % nx];
            for (int c = 0; c < (last ? d->sides : 1); c++) {
                B[r][c] = last ? (c >= nx ? J[i][c] : 0) : rate[i] - k[r];
                for (int j = 0; last && j < nx; j++)
                    B[r][c] += J[i][j] * d->S[j][c];
            }
        }
        solve(n, A, last ? d->sides : 1, B);
        for (int r = 0; r < n && !last; r++)
            k[r] += B[r][0];
    }
    for (int r = 0; r < n; r++) {
        d->x[r % nx] += h / d->stages * k[r];
        for (int c = 0; c < d->sides; c++)
            d->S[r % nx][c] += h / d->stages * B[r][c];
    }
}

static void assert_near(const flow_law *l, const char *what, double got, exact want, exact size)
{
    if (!(fabsl((exact)got - want) <= 1e-12L * size))
        fail_msg("%s, %s: %.17g is not %.17Lg", l->label, what, got, want);
}

static void compare(flow_law *l, const flow_case *c, const br_integrator_kind *kind)
{
    static const char kinds[] = {'x', 'u', 'p'};
    const br_sys *s = l->sys;
    br_integrator_options o = br_integrator_defaults();
    br_integrator f;
    o.kind = kind;
    o.substeps = o.most = 4;
    o.iterations = 12;
    o.slopes = 1;
    void *memory = flow_begin(&f, s, &o);
    double x[MOST_X], S[MOST_SLOPE], A[MOST_X * SIDES];
    int m[MOST_X] = {0}, columns[] = {s->nx, s->nu, s->np}, first = 0;
    dense d = {.l = l, .stages = kind->stages, .nx = s->nx, .sides = s->nx + s->nu + s->np};
    exact root = sqrtl(3.0L) / 6;
    memcpy(d.a, d.stages == 1 ? (exact[4]){0.5L} : (exact[4]){0.25L, 0.25L - root, 0.25L + root, 0.25L}, sizeof d.a);
    for (int i = 0; i < s->nx; i++) {
        d.x[i] = l->x[i];
        d.S[i][i] = 1;
    }
    assert_int_equal(br_integrator_step(&f, 1, l->x, m, l->u, l->p, 0, c->time, x, m, S), BR_OK);
    for (int i = 0; i < 4; i++)
        substep(&d, (exact)c->time / 4);
    for (int i = 0; i < s->nx; i++)
        assert_near(l, "state", x[i], d.x[i], fabsl(d.x[i]) + fabsl((exact)l->x[i]));
    for (int b = 0; b < 3; b++) {
        br_blocks_dense(f.slope, f.slopes, S, 1, 0, kinds[b], s->nx, columns[b], A);
        for (int j = 0; j < columns[b]; j++) {
            const double *at = b == 0 ? l->x : b == 1 ? l->u : l->p;
            exact size = 0; // of the column: what one state gives to another may be next to nothing
            for (int i = 0; i < s->nx; i++)
                size = fmaxl(size, fabsl(d.S[i][first + j]));
            for (int i = 0; i < s->nx; i++) // as a share: of x by a share of what moves it
                assert_near(l, "slope", A[i * columns[b] + j], d.S[i][first + j],
                            10 * size + (at[j] != 0 ? fabsl(d.x[i] / (exact)at[j]) : 0));
        }
        first += columns[b];
    }
    free(memory);
}

static void steps_of_structure_are_dense_steps(void **state)
{
    (void)state;
    int compared = 0;
    for (int c = 0; c < FLOW_CASES; c++) {
        flow_law l;
        flow_open(&l, &flow_cases[c]);
        if (l.sys->jumps == 0) {
            compare(&l, &flow_cases[c], &br_integrator_midpoint);
            compare(&l, &flow_cases[c], &br_integrator_gauss4);
            compared++;
        }
        flow_close(&l);
    }
    assert_true(compared >= 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_of_structure_are_dense_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
