// test_flow_order.c - every kind of flow on every law with rates, against CVODE at 1e-11.
//
// States and sensitivities converge to those of the equations with the order that the kind claims; kinds that are exact
// for a law are so in one step; kinds that choose their substeps reach the accuracy asked for.
#include "kit/flow_kit.h"
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

// ---------------------------------------------------------------- the oracle

typedef struct oracle {
    const flow_law *l;
    bool slopes;
} oracle;

// x' and, behind it, S' = J S + d x'/d p by every state, input and parameter: thesis (2.23), dense.
static int rates(realtype t, N_Vector y, N_Vector dot, void *data)
{
    (void)t;
    const oracle *o = data;
    const br_sys *s = o->l->sys;
    static double out[MOST_X + 4], jet[4096], J[(MOST_X + 4) * MOST_X], G[(MOST_X + 4) * MOST_P];
    double *x = N_VGetArrayPointer(y), *d = N_VGetArrayPointer(dot);
    int nx = s->nx;
    assert_true(s->njet <= 4096 && s->ny <= 4);
    br_sys_jet(s, 1, x, NULL, o->l->u, o->l->p, 0, out, jet);
    memcpy(d, out, (size_t)nx * sizeof *d);
    if (!o->slopes)
        return 0;
    br_sys_dense(s, jet, 1, 0, 'x', nx, J);
    for (int c = 0; c < nx + s->nu + s->np; c++) {
        char by = c < nx ? 'x' : c < nx + s->nu ? 'u' : 'p';
        int columns = by == 'x'   ? nx
                      : by == 'u' ? s->nu
                                  : s->np,
            at = by == 'x'   ? c
                 : by == 'u' ? c - nx
                             : c - nx - s->nu;
        if (by != 'x' && at == 0)
            br_sys_dense(s, jet, 1, 0, by, columns, G);
        for (int i = 0; i < nx; i++) {
            double sum = by == 'x' ? 0 : G[i * columns + at];
            for (int j = 0; j < nx; j++)
                sum += J[i * nx + j] * x[nx + c * nx + j];
            d[nx + c * nx + i] = sum;
        }
    }
    return 0;
}

// The state after `time`, and behind it the sensitivities by states, inputs and parameters, nx numbers each.
static void solve(const flow_law *l, bool slopes, double time, double *to)
{
    int nx = l->sys->nx, n = slopes ? nx * (1 + nx + l->sys->nu + l->sys->np) : nx;
    oracle o = {l, slopes};
    SUNContext context;
    assert_int_equal(SUNContext_Create(NULL, &context), 0);
    N_Vector y = N_VNew_Serial(n, context), least = N_VNew_Serial(n, context);
    SUNMatrix A = SUNDenseMatrix(n, n, context);
    SUNLinearSolver solver = SUNLinSol_Dense(y, A, context);
    void *cv = CVodeCreate(CV_BDF, context);
    double *x = N_VGetArrayPointer(y), *tiny = N_VGetArrayPointer(least), t;
    memset(x, 0, (size_t)n * sizeof *x);
    memcpy(x, l->x, (size_t)nx * sizeof *x);
    for (int i = 0; slopes && i < nx; i++)
        x[nx + i * nx + i] = 1;
    for (int i = 0; i < n; i++)
        tiny[i] = i < nx ? 1e-13 * (fabs(l->x[i]) + 1e-9) : 1e-15;
    assert_int_equal(CVodeInit(cv, rates, 0, y), 0);
    assert_int_equal(CVodeSVtolerances(cv, 1e-11, least), 0);
    assert_int_equal(CVodeSetUserData(cv, &o), 0);
    assert_int_equal(CVodeSetLinearSolver(cv, solver, A), 0);
    assert_int_equal(CVodeSetMaxNumSteps(cv, 200000), 0);
    assert_int_equal(CVodeSetStopTime(cv, time), 0);
    assert_true(CVode(cv, time, y, &t, CV_NORMAL) >= 0);
    memcpy(to, x, (size_t)n * sizeof *x);
    CVodeFree(&cv);
    SUNLinSolFree(solver);
    SUNMatDestroy(A);
    N_VDestroy(y);
    N_VDestroy(least);
    SUNContext_Free(&context);
}

// ---------------------------------------------------------------- how far a flow is from it

// dense(flow's slopes by 'x', 'u', 'p') as the oracle has them: nx numbers per column
static void dense_slopes(const br_integrator *f, const double *S, double *to)
{
    const br_sys *s = f->sys;
    static const char by[] = {'x', 'u', 'p'};
    static double matrix[MOST_X * MOST_P];
    const int columns[] = {s->nx, s->nu, s->np};
    for (int b = 0; b < 3; b++) {
        br_blocks_dense(f->slope, f->slopes, S, 1, 0, by[b], s->nx, columns[b], matrix);
        for (int c = 0; c < columns[b]; c++)
            for (int i = 0; i < s->nx; i++)
                *to++ = matrix[i * columns[b] + c];
    }
}

// total+ = A total + (0, G): chain rule over one more step; columns of nx numbers, those of the states first
static void chain(int nx, int columns, const double *step, double *total)
{
    double next[MOST_X];
    for (int c = 0; c < columns; c++) {
        for (int i = 0; i < nx; i++) {
            next[i] = c < nx ? 0 : step[c * nx + i];
            for (int j = 0; j < nx; j++)
                next[i] += step[j * nx + i] * total[c * nx + j];
        }
        memcpy(&total[c * nx], next, (size_t)nx * sizeof *next);
    }
}

typedef struct distance {
    double states, slopes; // largest error over the largest number of the same state, or row
} distance;

static distance run(const flow_law *l, br_integrator *f, double time, int steps, const double *want)
{
    int nx = l->sys->nx, columns = nx + l->sys->nu + l->sys->np, m[MOST_X] = {0};
    static double S[MOST_SLOPE], step[MOST_SLOPE], total[MOST_SLOPE];
    double x[MOST_X];
    assert_true(f->nslope <= MOST_SLOPE && columns * nx <= MOST_SLOPE);
    memcpy(x, l->x, sizeof x);
    memset(total, 0, sizeof total);
    for (int i = 0; i < nx; i++)
        total[i * nx + i] = 1;
    for (int k = 0; k < steps; k++) {
        assert_int_equal(br_integrator_step(f, 1, x, m, l->u, l->p, 0, time / steps, x, m, S), BR_OK);
        dense_slopes(f, S, step);
        chain(nx, columns, step, total);
    }
    distance d = {0, 0};
    for (int i = 0; i < nx; i++)
        d.states = fmax(d.states, fabs(x[i] - want[i]) / fabs(want[i]));
    for (int c = 0; c < columns; c++) {
        double size = 0, off = 0;
        for (int i = 0; i < nx; i++) {
            size = fmax(size, fabs(want[nx + c * nx + i]));
            off = fmax(off, fabs(total[c * nx + i] - want[nx + c * nx + i]));
        }
        if (size > 1e-6) // else the oracle's own tolerance shows
            d.slopes = fmax(d.slopes, off / size);
    }
    return d;
}

static int order_of(const br_integrator_kind *kind)
{
    return kind == &br_integrator_lie          ? 1
           : kind == &br_integrator_midpoint   ? 2
           : kind == &br_integrator_rosenbrock ? 3
                                               : 4; // rk4, gauss4
}

// Kinds that choose their substeps are told not to, so that halving the step halves the substep.
static br_integrator_options fixed(const br_integrator_kind *kind)
{
    br_integrator_options o = br_integrator_defaults();
    o.kind = kind;
    o.most = 1;
    return o;
}

// Halves the step until the error is as small as the oracle's own; the order is that of the last halving above it, or
// of the last two: an error that happens to pass through zero spoils one of them.
static void shows_its_order(const flow_law *l, const flow_case *c, const br_integrator_kind *kind, const double *want)
{
    br_integrator f;
    br_integrator_options o = fixed(kind);
    void *memory = flow_begin(&f, l->sys, &o);
    distance before = {0, 0}, last = {0, 0}, d = {1, 1}; // at four times, twice and once the step
    double states = -1, slopes = -1;
    int steps = 4;
    for (; steps <= 512 && (d.states > 1e-9 || d.slopes > 1e-7); steps *= 2) {
        before = last;
        last = d;
        d = run(l, &f, c->time, steps, want);
        if (steps > 8 && d.states > 1e-9)
            states = fmax(log2(last.states / d.states), log2(before.states / d.states) / 2);
        if (steps > 8 && d.slopes > 1e-7)
            slopes = fmax(log2(last.slopes / d.slopes), log2(before.slopes / d.slopes) / 2);
    }
    int order = order_of(kind), slope_order = kind == &br_integrator_rosenbrock ? 2 : order;
    print_message("  %-11s order %5.2f, sensitivities %5.2f; at %4d steps %.1e, %.1e\n", kind->name, states, slopes,
                  steps / 2, d.states, d.slopes);
    if (states >= 0 && !(states > order - 0.35))
        fail_msg("%s: %s is of order %g", l->label, kind->name, states);
    if (slopes >= 0 && !(slopes > slope_order - 0.35))
        fail_msg("%s: sensitivities of %s are of order %g", l->label, kind->name, slopes);
    if (!(d.states < (order == 1 ? 1e-2 : 1e-6)))
        fail_msg("%s: %s ends at %g", l->label, kind->name, d.states);
    free(memory);
}

static bool is_exact(const br_integrator_kind *kind)
{
    return kind == &br_integrator_exponential || kind == &br_integrator_exact;
}

static void every_kind_converges_to_the_equations_with_its_order(void **state)
{
    (void)state;
    static double want[MOST_SLOPE];
    for (int c = 0; c < FLOW_CASES; c++) {
        flow_law l;
        flow_open(&l, &flow_cases[c]);
        print_message("%s\n", l.label);
        solve(&l, true, flow_cases[c].time, want);
        for (int k = 0; k < FLOW_KINDS; k++)
            if (flow_fits(flow_kinds[k], l.sys) && !is_exact(flow_kinds[k]))
                shows_its_order(&l, &flow_cases[c], flow_kinds[k], want);
        flow_close(&l);
    }
}

static void exact_kinds_are_exact_in_one_step(void **state)
{
    (void)state;
    static double want[MOST_SLOPE];
    int seen = 0;
    for (int c = 0; c < FLOW_CASES; c++) {
        flow_law l;
        flow_open(&l, &flow_cases[c]);
        solve(&l, true, flow_cases[c].time, want);
        for (int k = 0; k < FLOW_KINDS; k++) {
            if (!is_exact(flow_kinds[k]) || !flow_fits(flow_kinds[k], l.sys))
                continue;
            br_integrator f;
            br_integrator_options o = fixed(flow_kinds[k]);
            void *memory = flow_begin(&f, l.sys, &o);
            distance d = run(&l, &f, flow_cases[c].time, 1, want);
            if (!(d.states < 2e-10 && d.slopes < 1e-8))
                fail_msg("%s: %s is off by %g, %g", l.label, flow_kinds[k]->name, d.states, d.slopes);
            assert_ptr_equal(br_integrator_choose(l.sys), flow_kinds[k]);
            seen++;
            free(memory);
        }
        flow_close(&l);
    }
    assert_int_equal(seen, 7); // dahl, gear, load-dahl, lugre twice, gms, maxwell-slip
}

// Asked for less error, the kinds that choose give less: every decade of accuracy, over the whole smooth stretch.
static void the_accuracy_asked_for_is_reached(void **state)
{
    (void)state;
    static double want[MOST_SLOPE];
    static const br_integrator_kind *const kinds[] = {&br_integrator_lie, &br_integrator_rosenbrock};
    for (int c = 0; c < FLOW_CASES; c++) {
        flow_law l;
        flow_open(&l, &flow_cases[c]);
        solve(&l, false, flow_cases[c].time, want);
        for (int k = 0; k < 2; k++) {
            if (!flow_fits(kinds[k], l.sys))
                continue;
            for (int digits = 1; digits < (k == 0 ? 3 : 6); digits++) {
                double accuracy = pow(10, -digits);
                br_integrator f;
                br_integrator_options o = br_integrator_defaults();
                o.kind = kinds[k];
                o.accuracy = accuracy;
                o.most = 100000;
                void *memory = flow_begin(&f, l.sys, &o);
                double x[MOST_X], worst = 0;
                assert_int_equal(br_integrator_step(&f, 1, l.x, NULL, l.u, l.p, 0, flow_cases[c].time, x, NULL, NULL),
                                 BR_OK);
                for (int i = 0; i < l.sys->nx; i++)
                    worst = fmax(worst, fabs(x[i] - want[i]) / fmax(fabs(want[i]), fabs(l.x[i])));
                assert_int_equal(f.health.capped, 0);
                if (!(worst < accuracy))
                    fail_msg("%s: %s asked for %g is off by %g", l.label, kinds[k]->name, accuracy, worst);
                free(memory);
            }
        }
        flow_close(&l);
    }
}

// S-GMS with the numbers of the thesis at 10 kHz: 40 Hz to and fro, from creeping to a tenth of a metre per second.
static void sgms_at_10_khz_stays_within_half_a_millinewton_of_cvode(void **state)
{
    (void)state;
    static const double speeds[] = {1e-4, 1e-3, 1e-2, 1e-1};
    flow_law l, truth;
    flow_open(&l, &flow_cases[10]);
    flow_open(&truth, &flow_cases[10]);
    for (int i = 0; i < 4; i++) {
        br_integrator f;
        br_integrator_options o = br_integrator_defaults();
        void *memory = flow_begin(&f, l.sys, &o);
        double x[MOST_X] = {0}, worst = 0;
        memset(truth.x, 0, sizeof truth.x);
        assert_string_equal(f.o.kind->name, "rosenbrock");
        for (int k = 0; k < 300; k++) {
            double v = truth.u[0] = speeds[i] * sin(2 * 3.141592653589793 * 40 * k * 1e-4);
            assert_int_equal(br_integrator_step(&f, 1, x, NULL, &v, l.p, 0, 1e-4, x, NULL, NULL), BR_OK);
            solve(&truth, false, 1e-4, truth.x);
            double off = 0;
            for (int e = 0; e < 4; e++)
                off += x[e] - truth.x[e];
            worst = fmax(worst, fabs(off));
        }
        print_message("  %g m/s: %.2g N\n", speeds[i], worst);
        if (!(worst < 0.5e-3)) // docs/flows.md
            fail_msg("at %g m/s the force is off by %g N", speeds[i], worst);
        free(memory);
    }
    flow_close(&l);
    flow_close(&truth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_converges_to_the_equations_with_its_order),
        cmocka_unit_test(exact_kinds_are_exact_in_one_step),
        cmocka_unit_test(the_accuracy_asked_for_is_reached),
        cmocka_unit_test(sgms_at_10_khz_stays_within_half_a_millinewton_of_cvode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
