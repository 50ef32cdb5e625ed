// test_flow_exact.c - piecewise exact flows: transitions are met to the last bits, and so are the laws of hysteresis.
#include "kit/flow_kit.h"
#include "twin/twin.h"

static const flow_case gms = {"gms", "table-4.1", "", 0};
static const flow_case maxwell = {"maxwell-slip", "table-B.3", "", 0};

static const char turning[] = "law turning \"to and fro between 0 and 1\"\n"
                              "input u 1/s\n"
                              "state x -\n"
                              "param top - > 0\n"
                              "output y -\n"
                              "modes up, down\n"
                              "x' = u in up\n"
                              "x' = -u in down\n"
                              "from up to down if x >= top\n"
                              "from down to up if x <= 0\n"
                              "y = x\n"
                              "set one\n"
                              "top = 1\n";

// The guard is neither linear in the state nor alone; the state creeps towards 5.
static const char curved[] = "law curved \"a guard that is not linear\"\n"
                             "input u 1/s\n"
                             "state x -\n"
                             "output y -\n"
                             "modes free, held\n"
                             "x' = u*(1 - x/5) in free\n"
                             "x' = 0*u in held\n"
                             "from free to held if x^2 > 2 and u > 0 and not (x < 0.1)\n"
                             "y = x\n"
                             "set one\n"
                             "\n";

typedef struct axis {
    flow_law l;
    br_integrator f;
    void *memory;
    int m[MOST_X];
    double x[MOST_X];
} axis;

static void open_axis(axis *a, const flow_case *c, int transitions)
{
    memset(a, 0, sizeof *a);
    flow_open(&a->l, c);
    br_integrator_options o = br_integrator_defaults();
    o.transitions = transitions;
    a->memory = flow_begin(&a->f, a->l.sys, &o);
    assert_string_equal(a->f.o.kind->name, "exact");
}

static void close_axis(axis *a)
{
    free(a->memory);
    flow_close(&a->l);
}

static void go(axis *a, double v, double dt)
{
    assert_int_equal(br_integrator_step(&a->f, 1, a->x, a->m, &v, a->l.p, 0, dt, a->x, a->m, NULL), BR_OK);
}

static double force(const axis *a)
{
    return a->x[0] + a->x[1] + a->x[2] + a->x[3];
}

// ---------------------------------------------------------------- Maxwell slip

// In one step or in many: every spring holds exactly what it can.
static void springs_slip_exactly_at_their_limits(void **state)
{
    (void)state;
    axis a;
    open_axis(&a, &maxwell, 4);
    const double *kappa = a.l.p, *nu = a.l.p + 4, FC = a.l.p[8];
    for (int i = 0; i < 40; i++) {
        double d = 1e-8 * pow(1.4, i);
        memset(a.x, 0, sizeof a.x);
        memset(a.m, 0, sizeof a.m);
        go(&a, d / 1e-3, 1e-3);
        for (int e = 0; e < 4; e++) {
            double W = nu[e] * FC, free_force = kappa[e] * (d / 1e-3) * 1e-3;
            if (free_force > W * (1 + 1e-12))
                assert_true(a.x[e] == W && a.m[e] == 1);
            else if (free_force < W * (1 - 1e-12))
                assert_true(fabs(a.x[e] - free_force) <= 1e-15 * W && a.m[e] == 0);
        }
    }
    close_axis(&a);
}

// Masing: after a reversal at x0 the force is F0 - 2 Fv((x0 - x)/2), Fv being the first loading.
static void unloading_is_the_first_loading_twice_as_large(void **state)
{
    (void)state;
    axis a;
    open_axis(&a, &maxwell, 4);
    twin_random r = twin_seed("masing");
    for (long k = twin_points(2000); k > 0; k--) {
        double d0 = twin_decades(&r, 1e-8, 1e-4), d = twin_uniform(&r, 0, 2) * d0, F0;
        memset(a.x, 0, sizeof a.x);
        memset(a.m, 0, sizeof a.m);
        go(&a, d0, 1); // loading
        F0 = force(&a);
        go(&a, -d, 1); // unloading, slip backward included
        double unloaded = force(&a);
        memset(a.x, 0, sizeof a.x);
        memset(a.m, 0, sizeof a.m);
        go(&a, d / 2, 1);
        if (!(fabs(unloaded - (F0 - 2 * force(&a))) <= 1e-14))
            fail_msg("after %g and back %g: %.17g, not %.17g", d0, d, unloaded, F0 - 2 * force(&a));
    }
    close_axis(&a);
}

// A closed loop inside a loop leaves no trace: return-point memory.
static void a_small_loop_is_forgotten_when_it_closes(void **state)
{
    (void)state;
    axis a;
    open_axis(&a, &maxwell, 4);
    twin_random r = twin_seed("return point");
    for (long k = twin_points(2000); k > 0; k--) {
        double before[MOST_X], d0 = twin_decades(&r, 1e-8, 1e-4), back = twin_uniform(&r, 0, 1) * d0;
        memset(a.x, 0, sizeof a.x);
        memset(a.m, 0, sizeof a.m);
        go(&a, d0, 1);
        memcpy(before, a.x, sizeof before);
        go(&a, -back, 1);
        go(&a, back, 1);
        for (int e = 0; e < 4; e++)
            if (!(fabs(a.x[e] - before[e]) <= 1e-15 * (1 + 2 * back * a.l.p[e])))
                fail_msg("spring %d: %.17g, not %.17g", e, a.x[e], before[e]);
    }
    close_axis(&a);
}

// ---------------------------------------------------------------- GMS

// One element by hand: it sticks until it holds nu s, then creeps towards it.
static double element(const double *p, int e, double v, double z, double time, double *slips)
{
    double s = p[12] * (1 + p[13] * exp(-(v / p[14]) * (v / p[14]))), limit = (v > 0 ? 1 : -1) * p[4 + e] * s;
    double until = (limit - z) / (p[e] * v);
    *slips = until;
    if (until >= time)
        return z + p[e] * v * time;
    return limit + (until > 0 ? 0 : z - limit) * exp(-p[15] / s * (until > 0 ? time - until : time));
}

static void gms_elements_slip_where_and_when_they_should(void **state)
{
    (void)state;
    axis a;
    open_axis(&a, &gms, 4);
    twin_random r = twin_seed("gms by hand");
    double slips;
    int slipped = 0;
    for (long k = twin_points(5000); k > 0; k--) {
        double v = twin_decades(&r, 1e-6, 1e-1) * (twin_chance(&r, 0.5) ? 1 : -1), z[4],
               dt = twin_decades(&r, 1e-6, 1e-1);
        memset(a.m, 0, sizeof a.m);
        for (int e = 0; e < 4; e++)
            a.x[e] = z[e] = twin_uniform(&r, -1.3, 1.3) * a.l.p[4 + e] * 9;
        go(&a, v, dt);
        for (int e = 0; e < 4; e++) {
            double want = element(a.l.p, e, v, z[e], dt, &slips);
            slipped += a.m[e] != 0;
            if (fabs(slips - dt) > 1e-12 * dt && fabs(slips) > 1e-15)
                assert_int_equal(a.m[e], slips >= dt ? 0 : v > 0 ? 1 : 2);
            if (!(fabs(a.x[e] - want) <= 1e-12 * (fabs(want) + fabs(z[e]))))
                fail_msg("element %d from %.17g at %g in %g: %.17g, not %.17g", e, z[e], v, dt, a.x[e], want);
        }
    }
    assert_true(slipped > 100);
    close_axis(&a);
}

// A reversal is obeyed at once: slip ends, and the element springs back.
static void a_reversal_ends_the_slip_at_the_start_of_the_step(void **state)
{
    (void)state;
    axis a;
    open_axis(&a, &gms, 4);
    go(&a, 1e-2, 1e-1);
    for (int e = 0; e < 4; e++)
        assert_int_equal(a.m[e], 1);
    double before = a.x[3];
    go(&a, -1e-5, 1e-3);
    for (int e = 0; e < 4; e++)
        assert_int_equal(a.m[e], 0);
    assert_true(fabs(a.x[3] - (before - 1e-8 * a.l.p[3])) < 1e-13);
    go(&a, 0, 1);
    assert_true(fabs(a.x[3] - (before - 1e-8 * a.l.p[3])) < 1e-13);
    close_axis(&a);
}

// ---------------------------------------------------------------- sensitivities across transitions

static void one_step(axis *a, const double *x, const double *u, const double *p, double dt, double *next, double *S)
{
    memset(a->m, 0, sizeof a->m);
    assert_int_equal(br_integrator_step(&a->f, 1, x, a->m, u, p, 0, dt, next, a->m, S), BR_OK);
}

static void slopes_match(axis *a, const double *x, double v, double dt)
{
    const br_sys *s = a->l.sys;
    const char kinds[] = {'x', 'u', 'p'};
    int nx = s->nx, columns[] = {nx, s->nu, s->np};
    double next[MOST_X], S[MOST_SLOPE], A[MOST_X * MOST_P], at[MOST_P], low[MOST_X], high[MOST_X];
    one_step(a, x, &v, a->l.p, dt, next, S);
    for (int b = 0; b < 3; b++) {
        br_blocks_dense(a->f.slope, a->f.slopes, S, 1, 0, kinds[b], nx, columns[b], A);
        for (int j = 0; j < columns[b]; j++) {
            const double *from = b == 0 ? x : b == 1 ? &v : a->l.p;
            double h = from[j] != 0 ? 1e-6 * fabs(from[j]) : 1e-9;
            memcpy(at, from, (size_t)columns[b] * sizeof *at);
            at[j] = from[j] - h;
            one_step(a, b == 0 ? at : x, b == 1 ? at : &v, b == 2 ? at : a->l.p, dt, low, NULL);
            at[j] = from[j] + h;
            one_step(a, b == 0 ? at : x, b == 1 ? at : &v, b == 2 ? at : a->l.p, dt, high, NULL);
            for (int i = 0; i < nx; i++) {
                double want = (high[i] - low[i]) / (2 * h), got = A[i * columns[b] + j];
                double noise = 1e-14 * (fabs(next[i]) + fabs(x[i])) / h;
                if (!(fabs(got - want) <= 1e-5 * fabs(want) + noise))
                    fail_msg("%s: d x%d/d %c%d is %.17g, by differences %.17g", a->l.label, i, kinds[b], j, got, want);
            }
        }
    }
}

static void sensitivities_include_the_jump_at_a_transition(void **state)
{
    (void)state;
    axis a;
    static const double z[] = {0.3, 0.1, -0.2, 2};
    open_axis(&a, &gms, 4);
    slopes_match(&a, z, 1e-3, 2e-4); // elements 1 and 2 slip within the step
    assert_true(a.m[0] == 1 && a.m[3] == 0);
    slopes_match(&a, z, -1e-2, 1e-2); // all do
    assert_true(a.m[0] == 2 && a.m[3] == 2);
    close_axis(&a);
    open_axis(&a, &maxwell, 4);
    slopes_match(&a, z, 1e-3, 5e-4);
    assert_true(a.m[0] == 1 && a.m[3] == 0);
    close_axis(&a);
    static const flow_case to_and_fro = {turning, "one", "", 0};
    open_axis(&a, &to_and_fro, 20);
    slopes_match(&a, z, 1, 7.4); // seven transitions
    close_axis(&a);
}

// ---------------------------------------------------------------- many points

// Some points of a wide tile meet transitions, the others do not. each: parameters of their own; S: NULL, not wanted.
static void wide_tile_agrees(axis *a, int each, br_real *S, twin_random *r)
{
    enum { POINTS = 100 };
    const br_sys *s = a->l.sys;
    br_integrator wide;
    br_integrator_options o = br_integrator_defaults();
    o.points = o.lanes = POINTS;
    void *memory = flow_begin(&wide, s, &o);
    double x[MOST_X * POINTS], v[POINTS], p[MOST_P * POINTS], next[MOST_X * POINTS];
    int m[MOST_X * POINTS], next_m[MOST_X * POINTS], moved = 0;
    for (int k = 0; k < POINTS; k++) {
        v[k] = twin_chance(r, 0.2) ? twin_uniform(r, -1e-2, 1e-2) : twin_uniform(r, -1e-7, 1e-7);
        for (int i = 0; i < s->nx; i++) {
            x[i * POINTS + k] = twin_uniform(r, -0.5, 0.5) * a->l.p[4 + i];
            m[i * POINTS + k] = 0;
        }
        for (int i = 0; i < s->np; i++)
            p[each ? i * POINTS + k : i] = a->l.p[i] * (each ? twin_uniform(r, 0.9, 1.1) : 1);
    }
    assert_int_equal(br_integrator_step(&wide, POINTS, x, m, v, p, each, 1e-3, next, next_m, S), BR_OK);
    for (int k = 0; k < POINTS; k++) {
        double p1[MOST_P], S1[MOST_SLOPE];
        for (int i = 0; i < s->nx; i++) {
            a->x[i] = x[i * POINTS + k];
            a->m[i] = 0;
        }
        for (int i = 0; i < s->np; i++)
            p1[i] = p[each ? i * POINTS + k : i];
        assert_int_equal(br_integrator_step(&a->f, 1, a->x, a->m, &v[k], p1, 0, 1e-3, a->x, a->m, S ? S1 : NULL),
                         BR_OK);
        int changed = 0;
        for (int i = 0; i < s->nx; i++) {
            assert_memory_equal(&a->x[i], &next[i * POINTS + k], sizeof *next);
            assert_int_equal(a->m[i], next_m[i * POINTS + k]);
            changed |= a->m[i] != 0;
        }
        for (int i = 0; S && i < a->f.nslope; i++)
            assert_memory_equal(&S1[i], &S[i * POINTS + k], sizeof *S1);
        moved += changed;
    }
    assert_true(moved > 5 && moved < POINTS / 2);
    free(memory);
}

static void points_that_meet_a_transition_among_others_get_the_bits_they_get_alone(void **state)
{
    (void)state;
    const flow_case *cases[] = {&gms, &maxwell};
    twin_random r = twin_seed("wide tiles");
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 40; i++) {
            axis a;
            open_axis(&a, cases[c], 4);
            double *S = calloc(MOST_SLOPE * 100, sizeof *S);
            assert_non_null(S);
            wide_tile_agrees(&a, i % 2, i % 4 < 2 ? S : NULL, &r);
            free(S);
            close_axis(&a);
        }
}

// ---------------------------------------------------------------- own laws

static void transitions_follow_each_other_within_a_step_and_too_many_are_counted(void **state)
{
    (void)state;
    static const flow_case c = {turning, "one", "", 0};
    axis a;
    open_axis(&a, &c, 20);
    go(&a, 1, 9.25);
    assert_true(fabs(a.x[0] - 0.75) < 1e-14);
    assert_int_equal(a.m[0], 1);
    assert_int_equal(a.f.health.unsettled, 0);
    close_axis(&a);
    open_axis(&a, &c, 4);
    go(&a, 1, 9.25);
    assert_int_equal(a.f.health.unsettled, 1);
    close_axis(&a);
}

static void a_curved_guard_is_met(void **state)
{
    (void)state;
    static const flow_case c = {curved, "one", "", 0};
    axis a;
    open_axis(&a, &c, 4);
    double when = -5 * log(1 - sqrt(2.0) / 5);
    go(&a, 1, when * 0.999999);
    assert_int_equal(a.m[0], 0);
    go(&a, 1, 1);
    assert_int_equal(a.m[0], 1);
    assert_true(fabs(a.x[0] - sqrt(2.0)) < 1e-12);
    a.m[0] = 0;
    a.x[0] = 1;
    go(&a, -1, 0.5); // the guard asks for u > 0
    assert_int_equal(a.m[0], 0);
    close_axis(&a);
}

// A guard holds where its margin is not negative; gms and maxwell-slip, turning and curved at random points.
static void margins_say_what_guards_say(void **state)
{
    (void)state;
    static const flow_case turn = {turning, "one", "", 0}, curve = {curved, "one", "", 0};
    const flow_case *cases[] = {&gms, &maxwell, &turn, &curve};
    twin_random r = twin_seed("margins");
    for (int c = 0; c < 4; c++) {
        flow_law l;
        flow_open(&l, cases[c]);
        const br_sys *s = l.sys;
        double out[64], x[MOST_X], v;
        int m[MOST_X], next[MOST_X];
        for (long k = twin_points(2000); k > 0; k--) {
            v = twin_chance(&r, 0.2) ? 0 : twin_uniform(&r, -1, 1);
            for (int i = 0; i < s->nx; i++) {
                x[i] = twin_uniform(&r, -2, 2) * (c < 2 ? l.p[4 + i] * 9 : 1);
                m[i] = twin_below(&r, c < 2 ? 3 : 2);
            }
            br_sys_margin(s, 1, x, m, &v, l.p, 0, out, NULL);
            br_sys_mode(s, 1, x, m, &v, l.p, 0, next);
            for (int i = 0; i < s->nm; i++) {
                int to = m[i];
                for (int j = s->jumps - 1; j >= 0; j--)
                    if (s->jump[j].from == m[i] && out[s->jump[j].at + i] >= 0)
                        to = s->jump[j].to;
                assert_int_equal(next[i], to);
            }
        }
        flow_close(&l);
    }
}

// The margins of gms and maxwell-slip are printed and compiled; those of a system without its code are interpreted.
static void printed_margins_have_the_bits_of_the_interpreted_ones(void **state)
{
    (void)state;
    enum { LANES = 33 };
    static const int lanes[] = {1, 3, LANES};
    const flow_case *cases[] = {&gms, &maxwell};
    twin_random r = twin_seed("printed margins");
    for (int c = 0; c < 2; c++) {
        flow_law l;
        flow_open(&l, cases[c]);
        const br_sys *s = l.sys;
        assert_non_null(l.system.code.margin);
        br_system interpreted = l.system;
        interpreted.code.margin = NULL;
        interpreted.sys.self = &interpreted;
        double *x = calloc((size_t)s->nx * LANES, sizeof *x), v[LANES];
        int *m = calloc((size_t)s->nm * LANES, sizeof *m);
        size_t outs = (size_t)s->nmargin * LANES, jets = (size_t)s->nslope * LANES;
        double *out = calloc(4 * outs + 2 * jets, sizeof *out), *jet = out + 4 * outs;
        assert_true(x && m && out);
        for (long k = twin_points(2000); k > 0; k--) {
            int count = lanes[k % 3];
            for (int i = 0; i < s->nx * count; i++) {
                x[i] = twin_uniform(&r, -2, 2) * l.p[4 + i / count] * 9;
                m[i] = twin_below(&r, 3);
            }
            for (int i = 0; i < count; i++)
                v[i] = twin_chance(&r, 0.2) ? 0 : twin_uniform(&r, -1, 1);
            br_sys_margin(s, count, x, m, v, l.p, 0, out, NULL);
            br_sys_margin(s, count, x, m, v, l.p, 0, out + outs, jet);
            br_sys_margin(&interpreted.sys, count, x, m, v, l.p, 0, out + 2 * outs, NULL);
            br_sys_margin(&interpreted.sys, count, x, m, v, l.p, 0, out + 3 * outs, jet + jets);
            for (int i = 1; i < 4; i++)
                assert_memory_equal(out, out + (size_t)i * outs, (size_t)s->nmargin * (size_t)count * sizeof *out);
            assert_memory_equal(jet, jet + jets, (size_t)s->nslope * (size_t)count * sizeof *jet);
        }
        free(x);
        free(m);
        free(out);
        flow_close(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(springs_slip_exactly_at_their_limits),
        cmocka_unit_test(unloading_is_the_first_loading_twice_as_large),
        cmocka_unit_test(a_small_loop_is_forgotten_when_it_closes),
        cmocka_unit_test(gms_elements_slip_where_and_when_they_should),
        cmocka_unit_test(a_reversal_ends_the_slip_at_the_start_of_the_step),
        cmocka_unit_test(sensitivities_include_the_jump_at_a_transition),
        cmocka_unit_test(points_that_meet_a_transition_among_others_get_the_bits_they_get_alone),
        cmocka_unit_test(transitions_follow_each_other_within_a_step_and_too_many_are_counted),
        cmocka_unit_test(a_curved_guard_is_met),
        cmocka_unit_test(margins_say_what_guards_say),
        cmocka_unit_test(printed_margins_have_the_bits_of_the_interpreted_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
