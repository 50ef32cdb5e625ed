// test_flow_step.c - what every flow promises, whatever its kind: memory, lanes, failures, sensitivities of the scheme.
#include "kit/flow_kit.h"
#include "twin/twin.h"
#include <limits.h>

static bool scheme_slopes(const br_integrator_kind *kind) // sensitivities are those of the scheme itself
{
    return kind == &br_integrator_rk4 || kind == &br_integrator_midpoint || kind == &br_integrator_gauss4 ||
           kind == &br_integrator_exponential || kind == &br_integrator_exact;
}

typedef void each_flow(flow_law *l, const flow_case *c, br_integrator_options *o);

static void with_every_law_and_kind(each_flow *each)
{
    for (int c = 0; c < FLOW_CASES; c++) {
        flow_law l;
        flow_open(&l, &flow_cases[c]);
        for (int k = 0; k < FLOW_KINDS; k++) {
            br_integrator_options o = br_integrator_defaults();
            o.kind = flow_kinds[k];
            if (flow_fits(o.kind, l.sys))
                each(&l, &flow_cases[c], &o);
        }
        flow_close(&l);
    }
}

// ---------------------------------------------------------------- memory and refusals

static void memory_is_enough(flow_law *l, const flow_case *c, br_integrator_options *o)
{
    (void)c;
    br_integrator f;
    size_t bytes = br_integrator_bytes(l->sys, o);
    char *memory = malloc(bytes);
    assert_int_equal(br_integrator_init(&f, l->sys, o, memory, bytes - 1), BR_BAD_USAGE);
    assert_int_equal(br_integrator_init(&f, l->sys, o, memory, bytes), BR_OK);
    assert_int_equal(f.nslope, br_integrator_nslope(l->sys, o));
    free(memory);
}

static void bytes_suffice_and_one_less_does_not(void **state)
{
    (void)state;
    with_every_law_and_kind(memory_is_enough);
}

static void refuses(flow_law *l, const flow_case *c, br_integrator_options *o)
{
    br_integrator f;
    void *memory = flow_begin(&f, l->sys, o);
    double x[MOST_X], S[MOST_SLOPE], before[MOST_SLOPE], u[4];
    int m[MOST_X] = {0}, next_m[MOST_X] = {7, 7, 7, 7, 7, 7, 7, 7};
    static const double bad_dt[] = {-1e-4, (double)NAN, (double)INFINITY};
    memcpy(x, l->x, sizeof x);
    memcpy(u, l->u, sizeof u);
    for (int i = 0; i < MOST_SLOPE; i++)
        before[i] = S[i] = 3;
    for (int i = 0; i < 3; i++)
        assert_int_equal(br_integrator_step(&f, 1, x, m, u, l->p, 0, bad_dt[i], x, next_m, S), BR_BAD_USAGE);
    assert_int_equal(br_integrator_step(&f, 2, x, m, u, l->p, 0, c->time, x, next_m, S), BR_BAD_USAGE);
    assert_int_equal(f.health.refused, 0);
    u[0] = (double)NAN;
    assert_int_equal(br_integrator_step(&f, 1, x, m, u, l->p, 0, c->time, x, next_m, S), BR_NOT_FINITE);
    assert_int_equal(f.health.refused, 1);
    assert_memory_equal(x, l->x, sizeof x);
    assert_memory_equal(S, before, sizeof S);
    assert_int_equal(next_m[0], 7);
    // and the flow goes on as if nothing had happened
    assert_int_equal(br_integrator_step(&f, 1, x, m, l->u, l->p, 0, c->time / 64, x, next_m, S), BR_OK);
    free(memory);
}

static void a_failed_call_changes_nothing(void **state)
{
    (void)state;
    with_every_law_and_kind(refuses);
}

static void no_time_no_change(flow_law *l, const flow_case *c, br_integrator_options *o)
{
    (void)c;
    br_integrator f;
    void *memory = flow_begin(&f, l->sys, o);
    double x[MOST_X], S[MOST_SLOPE], one[MOST_X * MOST_X];
    int m[MOST_X] = {0}, nx = l->sys->nx;
    assert_int_equal(br_integrator_step(&f, 1, l->x, m, l->u, l->p, 0, 0, x, m, S), BR_OK);
    assert_memory_equal(x, l->x, (size_t)nx * sizeof *x);
    br_blocks_dense(f.slope, f.slopes, S, 1, 0, 'x', nx, nx, one);
    for (int i = 0; i < nx * nx; i++)
        assert_true(one[i] == (i % (nx + 1) == 0 ? 1.0 : 0.0));
    for (int i = 0; i < l->sys->nm; i++)
        assert_int_equal(m[i], 0);
    assert_int_equal(br_integrator_step(&f, 1, l->x, NULL, l->u, l->p, 0, 0, NULL, NULL, NULL),
                     BR_OK); // nobody wants it
    free(memory);
}

static void a_step_of_no_time_is_the_identity(void **state)
{
    (void)state;
    with_every_law_and_kind(no_time_no_change);
}

static void options_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    flow_law l;
    flow_open(&l, &flow_cases[0]); // coupled
    br_integrator_options good = br_integrator_defaults(), o = good;
    assert_true(br_integrator_bytes(l.sys, &good) > 0);
    o.points = 0;
    assert_int_equal(br_integrator_bytes(l.sys, &o), 0);
    o.points = INT_MAX; // more numbers than an int can count
    assert_int_equal(br_integrator_bytes(l.sys, &o), 0);
    o.points = 1000000;
    assert_true(br_integrator_bytes(l.sys, &o) > 0);
    o = good;
    o.most = 0;
    assert_int_equal(br_integrator_bytes(l.sys, &o), 0);
    o = good;
    o.accuracy = (double)NAN;
    assert_int_equal(br_integrator_bytes(l.sys, &o), 0);
    o = good;
    o.kind = &br_integrator_rosenbrock;
    assert_int_equal(br_integrator_bytes(l.sys, &o), 0);
    assert_int_equal(br_integrator_bytes(NULL, &good), 0);
    flow_close(&l);
}

// ---------------------------------------------------------------- lanes

// 70 random points: more than two tiles, the last of them short.
static void lanes_agree(flow_law *l, const flow_case *c, br_integrator_options *o)
{
    enum { COUNT = 70 };
    const br_sys *s = l->sys;
    br_integrator one, many;
    br_integrator_options wide = *o;
    wide.points = COUNT;
    void *a = flow_begin(&one, s, o), *b = flow_begin(&many, s, &wide);
    size_t numbers = (size_t)(s->nx + s->nu + s->np + 2 * s->nx + many.nslope) * COUNT;
    double *x = calloc(numbers, sizeof *x), *u = x + s->nx * COUNT, *p = u + s->nu * COUNT, *next = p + s->np * COUNT,
           *plain = next + s->nx * COUNT, *S = plain + s->nx * COUNT;
    int m[MOST_X * COUNT], next_m[MOST_X * COUNT] = {0};
    twin_random r = {99};
    for (int k = 0; k < COUNT; k++) {
        for (int i = 0; i < s->nx; i++)
            x[i * COUNT + k] = l->x[i] * twin_uniform(&r, -2, 2);
        for (int i = 0; i < s->nu; i++)
            u[i * COUNT + k] = l->u[i] * (k % 5 == 0 ? 0 : twin_uniform(&r, -20, 20));
        for (int i = 0; i < s->np; i++)
            p[i * COUNT + k] = l->p[i] * twin_uniform(&r, 0.9, 1.1);
        for (int i = 0; i < s->nm; i++)
            m[i * COUNT + k] = twin_below(&r, 3);
    }
    assert_int_equal(br_integrator_step(&many, COUNT, x, m, u, p, 1, c->time / 10, next, next_m, S), BR_OK);
    assert_int_equal(br_integrator_step(&many, COUNT, x, m, u, p, 1, c->time / 10, plain, NULL, NULL), BR_OK);
    assert_memory_equal(plain, next, sizeof *next * (size_t)(s->nx * COUNT)); // with sensitivities or without
    for (int k = 0; k < COUNT; k++) {
        double x1[MOST_X], u1[4], p1[MOST_P], S1[MOST_SLOPE];
        int m1[MOST_X];
        for (int i = 0; i < s->nx; i++)
            x1[i] = x[i * COUNT + k];
        for (int i = 0; i < s->nu; i++)
            u1[i] = u[i * COUNT + k];
        for (int i = 0; i < s->np; i++)
            p1[i] = p[i * COUNT + k];
        for (int i = 0; i < s->nm; i++)
            m1[i] = m[i * COUNT + k];
        assert_int_equal(br_integrator_step(&one, 1, x1, m1, u1, p1, k % 2, c->time / 10, x1, m1, S1), BR_OK);
        for (int i = 0; i < s->nx; i++)
            assert_memory_equal(&x1[i], &next[i * COUNT + k], sizeof *x1);
        for (int i = 0; i < one.nslope; i++)
            assert_memory_equal(&S1[i], &S[i * COUNT + k], sizeof *S1);
        for (int i = 0; i < s->nm; i++)
            assert_int_equal(m1[i], next_m[i * COUNT + k]);
    }
    free(x);
    free(a);
    free(b);
}

static void a_point_among_many_gets_the_bits_it_gets_alone(void **state)
{
    (void)state;
    with_every_law_and_kind(lanes_agree);
}

// ---------------------------------------------------------------- sensitivities

// The result of one step with number j of kind `by` moved by d.
static void moved(flow_law *l, br_integrator *f, double dt, char by, int j, double d, double *next)
{
    double x[MOST_X], u[4], p[MOST_P];
    int m[MOST_X] = {0};
    memcpy(x, l->x, sizeof x);
    memcpy(u, l->u, sizeof u);
    memcpy(p, l->p, sizeof p);
    *(by == 'x' ? &x[j] : by == 'u' ? &u[j] : &p[j]) += d;
    assert_int_equal(br_integrator_step(f, 1, x, m, u, p, 0, dt, next, m, NULL), BR_OK);
}

static void slopes_are_differences(flow_law *l, const flow_case *c, br_integrator_options *o)
{
    if (!scheme_slopes(o->kind))
        return;
    o->iterations = 12;
    br_integrator f;
    void *memory = flow_begin(&f, l->sys, o);
    static const char kinds[] = {'x', 'u', 'p'};
    const br_sys *s = l->sys;
    int nx = s->nx, m[MOST_X] = {0}, columns[] = {nx, s->nu, s->np};
    double dt = c->time / 16, x[MOST_X], S[MOST_SLOPE], A[MOST_X * MOST_P], far[2][MOST_X], near[2][MOST_X];
    assert_int_equal(br_integrator_step(&f, 1, l->x, m, l->u, l->p, 0, dt, x, m, S), BR_OK);
    for (int b = 0; b < 3; b++) {
        const double *at = b == 0 ? l->x : b == 1 ? l->u : l->p;
        br_blocks_dense(f.slope, f.slopes, S, 1, 0, kinds[b], nx, columns[b], A);
        for (int j = 0; j < columns[b]; j++) {
            double h = at[j] != 0 ? 2e-4 * fabs(at[j]) : 1e-7;
            for (int side = 0; side < 2; side++) {
                moved(l, &f, dt, kinds[b], j, side ? h : -h, far[side]);
                moved(l, &f, dt, kinds[b], j, side ? h / 2 : -h / 2, near[side]);
            }
            for (int i = 0; i < nx; i++) { // differences of fourth order
                double wide = (far[1][i] - far[0][i]) / (2 * h), slim = (near[1][i] - near[0][i]) / h;
                double want = (4 * slim - wide) / 3, noise = 1e-14 * (fabs(x[i]) + fabs(l->x[i])) / h;
                double got = A[i * columns[b] + j];
                if (!(fabs(got - want) <= 1e-7 * fabs(want) + 1e-2 * fabs(slim - wide) + 4 * noise))
                    fail_msg("%s, %s: d x%d/d %c%d is %.17g, by differences %.17g", l->label, o->kind->name, i,
                             kinds[b], j, got, want);
            }
        }
    }
    free(memory);
}

static void sensitivities_are_those_of_the_scheme(void **state)
{
    (void)state;
    with_every_law_and_kind(slopes_are_differences);
}

// ---------------------------------------------------------------- rest, extremes, caps

static int resting;

static void rests(flow_law *l, const flow_case *c, br_integrator_options *o)
{
    (void)c;
    if (o->kind->fits == NULL && l->sys->nx > 4)
        return; // the axis: its input is a force
    br_integrator f;
    void *memory = flow_begin(&f, l->sys, o);
    double x[MOST_X], u[4] = {0}, first[MOST_X], out[MOST_X + 4];
    int m[MOST_X] = {0};
    memcpy(x, l->x, sizeof x);
    u[1] = l->u[1];
    u[2] = 0;
    long steps = twin_points(20000) / 20;
    for (long k = 0; k < steps; k++) {
        assert_int_equal(br_integrator_step(&f, 1, x, m, u, l->p, 0, 1e-3, x, m, NULL), BR_OK);
        if (k == 0)
            memcpy(first, x, sizeof x);
    }
    br_sys_rate(l->sys, 1, x, m, u, l->p, 0, out);
    bool still = true; // dam creeps until its lag has died out, and S-GMS with a rounded |v| for ever
    for (int i = 0; i < l->sys->nx; i++)
        still = still && out[i] == 0;
    if (still)
        assert_memory_equal(x, first, (size_t)l->sys->nx * sizeof *x);
    resting += still;
    free(memory);
}

static void a_held_axis_does_not_drift(void **state)
{
    (void)state;
    resting = 0;
    with_every_law_and_kind(rests);
    assert_true(resting >= 40); // laws and kinds, of 56
}

// One axis held still, to the last bit: 10^5 steps here, 10^8 in the soak (BR_COUNT = 10^7).
static void a_long_hold_changes_no_bit(void **state)
{
    (void)state;
    flow_law l;
    flow_open(&l, &flow_cases[10]);
    br_integrator f;
    br_integrator_options o = br_integrator_defaults();
    void *memory = flow_begin(&f, l.sys, &o);
    double x[MOST_X], u[4] = {0};
    memcpy(x, l.x, sizeof x);
    long steps = 10 * twin_points(10000);
    for (long k = 0; k < steps; k++)
        assert_int_equal(br_integrator_step(&f, 1, x, NULL, u, l.p, 0, 1e-4, x, NULL, NULL), BR_OK);
    assert_memory_equal(x, l.x, (size_t)l.sys->nx * sizeof *x);
    assert_int_equal(f.health.capped, 0);
    free(memory);
    flow_close(&l);
}

// Steps from 1e-300 s to 1e6 s at speeds from 1e-300 to 10 m/s and back: finite for every kind that is stable.
static void any_step_at_any_speed_stays_finite_and_bounded(void **state)
{
    (void)state;
    static const double dts[] = {1e-300, 1e-12, 1e-4, 1e-2, 1, 1e6}, vs[] = {0, 1e-300, 1e-6, 1e-3, 0.1, 10};
    static const br_integrator_kind *const kinds[] = {&br_integrator_lie, &br_integrator_rosenbrock};
    flow_law l;
    flow_open(&l, &flow_cases[10]);
    for (int k = 0; k < 2; k++) {
        br_integrator f;
        br_integrator_options o = br_integrator_defaults();
        o.kind = kinds[k];
        void *memory = flow_begin(&f, l.sys, &o);
        for (int i = 0; i < 36; i++) {
            double x[MOST_X] = {0}, S[MOST_SLOPE];
            for (int turn = 0; turn < 8; turn++) {
                double v = (turn / 2 % 2 ? -1 : 1) * vs[i % 6];
                assert_int_equal(br_integrator_step(&f, 1, x, NULL, &v, l.p, 0, dts[i / 6], x, NULL, S), BR_OK);
            }
            if (dts[i / 6] * vs[i % 6] > 1e-6) // the cap may bite, and the forces still stay near their limits
                for (int e = 0; e < 4; e++)
                    assert_true(fabs(x[e]) < 2.5 * l.p[4 + e] * 9 * 1.12);
        }
        free(memory);
    }
    flow_close(&l);
}

static void a_cap_that_bites_is_counted(void **state)
{
    (void)state;
    flow_law l;
    flow_open(&l, &flow_cases[10]);
    br_integrator f;
    br_integrator_options o = br_integrator_defaults();
    o.most = 2;
    void *memory = flow_begin(&f, l.sys, &o);
    double x[MOST_X], v = 1e-5;
    memset(x, 0, sizeof x);
    assert_int_equal(br_integrator_step(&f, 1, x, NULL, &v, l.p, 0, 1e-4, x, NULL, NULL), BR_OK);
    assert_int_equal(f.health.capped, 0);
    v = 0.1;
    assert_int_equal(br_integrator_step(&f, 1, x, NULL, &v, l.p, 0, 1e-4, x, NULL, NULL), BR_OK);
    assert_int_equal(f.health.capped, 1);
    free(memory);
    o = br_integrator_defaults();
    o.kind = &br_integrator_midpoint;
    o.iterations = o.most = 1;
    memory = flow_begin(&f, l.sys, &o);
    assert_int_equal(br_integrator_step(&f, 1, l.x, NULL, &v, l.p, 0, 1e-4, x, NULL, NULL), BR_OK);
    assert_int_equal(f.health.unconverged, 1);
    free(memory);
    flow_close(&l);
}

// B10: Gauss-Legendre does not damp what is much faster than a step: with one substep the states of S-GMS swing far beyond what they
// can be; with as many as the errors ask for they are those of many short steps.
static void gauss_legendre_takes_the_substeps_it_needs(void **state)
{
    (void)state;
    static const br_integrator_kind *const kinds[] = {&br_integrator_midpoint, &br_integrator_gauss4};
    flow_law l;
    flow_open(&l, &flow_cases[10]);
    int nx = br_sys_nx(l.sys);
    for (int kind = 0; kind < 2; kind++) {
        double x[3][MOST_X] = {{0}}, worst[2] = {0}, largest = 0;
        br_integrator f[3];
        void *memory[3];
        for (int i = 0; i < 3; i++) { // one substep; chosen; the truth
            br_integrator_options o = br_integrator_defaults();
            o.kind = i < 2 ? kinds[kind] : &br_integrator_rosenbrock;
            o.most = i == 0 ? 1 : i == 1 ? 64 : 1024;
            o.substeps = i < 2 ? 1 : 256;
            memory[i] = flow_begin(&f[i], l.sys, &o);
        }
        for (int k = 0; k < 400; k++) {
            double v = 0.1 * sin(0.05 * k);
            for (int i = 0; i < 3; i++)
                assert_int_equal(br_integrator_step(&f[i], 1, x[i], NULL, &v, l.p, 0, 1e-3, x[i], NULL, NULL), BR_OK);
            for (int j = 0; j < nx; j++) {
                largest = fmax(largest, fabs(x[2][j]));
                for (int i = 0; i < 2; i++)
                    worst[i] = fmax(worst[i], fabs(x[i][j] - x[2][j]));
            }
        }
        print_message("%-8s off by %.2g of the largest state with one substep, %.2g with those it chooses\n",
                      kinds[kind]->name, worst[0] / largest, worst[1] / largest);
        assert_true(worst[0] > 0.05 * largest && worst[1] < 2e-3 * largest);
        for (int i = 0; i < 3; i++)
            free(memory[i]);
    }
    flow_close(&l);
}

// A mass on a LuGre contact that is pushed to and fro by forces that jump, 1000 steps of 1 ms, each from where 100 substeps lead:
// the substeps that are chosen start from the stages of the one before, with few iterations, and converge.
static void short_substeps_of_gauss_legendre_are_as_accurate_as_asked(void **state)
{
    (void)state;
    flow_law l;
    flow_open(&l, &flow_cases[FLOW_BLOCK]);
    br_integrator f[2];
    void *memory[2];
    for (int i = 0; i < 2; i++) { // chosen; the truth
        br_integrator_options o = br_integrator_defaults();
        o.kind = &br_integrator_gauss4;
        o.substeps = i ? 100 : 1, o.most = i ? 100 : 64;
        memory[i] = flow_begin(&f[i], l.sys, &o);
    }
    double x[MOST_X] = {0}, most = 0, sum = 0;
    int chosen = 0;
    for (int k = 0; k < 1000; k++) {
        double found[MOST_X], truth[MOST_X], u = 3 * sin(0.1 * k) + (k / 30 % 2 ? 4 : -4) * (k % 7 == 0) - 30 * x[1];
        assert_int_equal(br_integrator_step(&f[0], 1, x, NULL, &u, l.p, 0, 1e-3, found, NULL, NULL), BR_OK);
        assert_int_equal(br_integrator_step(&f[1], 1, x, NULL, &u, l.p, 0, 1e-3, truth, NULL, NULL), BR_OK);
        chosen = f[0].waiting > 0 && f[0].wants[0] > chosen ? f[0].wants[0] : chosen;
        double off = fabs(found[2] - truth[2]) / 1e-5; // of FC/sigma0
        most = fmax(most, off), sum += off * off;
        memcpy(x, truth, sizeof x);
    }
    print_message("deflection off by %.2g of FC/sigma0 at most, %.2g rms; up to %d substeps\n", most, sqrt(sum / 1000),
                  chosen);
    assert_true(chosen > 5 && most < 1e-3 && sqrt(sum / 1000) < 5e-5);
    assert_int_equal(f[0].health.unconverged, 0);
    free(memory[0]);
    free(memory[1]);
    flow_close(&l);
}

// RK4 below and above the step that br_integrator_stable names.
static void rk4_is_stable_below_the_step_named_and_not_far_above(void **state)
{
    (void)state;
    flow_law l;
    flow_open(&l, &flow_cases[7]); // lugre: one linear state
    br_integrator f;
    br_integrator_options o = br_integrator_defaults();
    o.kind = &br_integrator_rk4;
    void *memory = flow_begin(&f, l.sys, &o);
    double stable = br_integrator_stable(&f, l.x, NULL, l.u, l.p), x[2][1];
    for (int i = 0; i < 2; i++) {
        x[i][0] = l.x[0];
        for (int k = 0; k < 500; k++)
            assert_int_equal(
                br_integrator_step(&f, 1, x[i], NULL, l.u, l.p, 0, stable * (i ? 1.05 : 0.99), x[i], NULL, NULL),
                BR_OK);
    }
    assert_true(fabs(x[0][0]) < 2e-5);
    assert_true(fabs(x[1][0]) > 1);
    free(memory);
    flow_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_suffice_and_one_less_does_not),
        cmocka_unit_test(a_failed_call_changes_nothing),
        cmocka_unit_test(a_step_of_no_time_is_the_identity),
        cmocka_unit_test(options_that_make_no_sense_are_refused),
        cmocka_unit_test(a_point_among_many_gets_the_bits_it_gets_alone),
        cmocka_unit_test(sensitivities_are_those_of_the_scheme),
        cmocka_unit_test(a_held_axis_does_not_drift),
        cmocka_unit_test(a_long_hold_changes_no_bit),
        cmocka_unit_test(any_step_at_any_speed_stays_finite_and_bounded),
        cmocka_unit_test(a_cap_that_bites_is_counted),
        cmocka_unit_test(gauss_legendre_takes_the_substeps_it_needs),
        cmocka_unit_test(short_substeps_of_gauss_legendre_are_as_accurate_as_asked),
        cmocka_unit_test(rk4_is_stable_below_the_step_named_and_not_far_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
