// test_ode_cvode.c - adaptive integration against CVODE at 1e-11: stiff classics, and every built-in law with rates.
#include "kit/flow_kit.h"
#include "ode_kit.h"
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

// ---------------------------------------------------------------- the oracle

static int oracle_rate(realtype t, N_Vector y, N_Vector dot, void *data)
{
    const br_ode *ode = data;
    ode->rate(ode->self, t, N_VGetArrayPointer(y), N_VGetArrayPointer(dot));
    return 0;
}

// x at `from` becomes x at `time`; size: of every state, for the absolute tolerance.
static void solve(const br_ode *ode, const double *size, double from, double time, double *x)
{
    int n = ode->n;
    br_ode own = *ode;
    SUNContext context;
    assert_int_equal(SUNContext_Create(NULL, &context), 0);
    N_Vector y = N_VNew_Serial(n, context), least = N_VNew_Serial(n, context);
    SUNMatrix A = SUNDenseMatrix(n, n, context);
    SUNLinearSolver solver = SUNLinSol_Dense(y, A, context);
    void *cv = CVodeCreate(CV_BDF, context);
    double t;
    memcpy(N_VGetArrayPointer(y), x, (size_t)n * sizeof *x);
    for (int i = 0; i < n; i++)
        N_VGetArrayPointer(least)[i] = 1e-12 * size[i];
    assert_int_equal(CVodeInit(cv, oracle_rate, from, y), 0);
    assert_int_equal(CVodeSVtolerances(cv, 1e-11, least), 0);
    assert_int_equal(CVodeSetUserData(cv, &own), 0);
    assert_int_equal(CVodeSetLinearSolver(cv, solver, A), 0);
    assert_int_equal(CVodeSetMaxNumSteps(cv, 1000000), 0);
    assert_int_equal(CVodeSetStopTime(cv, time), 0);
    assert_true(CVode(cv, time, y, &t, CV_NORMAL) >= 0);
    memcpy(x, N_VGetArrayPointer(y), (size_t)n * sizeof *x);
    CVodeFree(&cv);
    SUNLinSolFree(solver);
    SUNMatDestroy(A);
    N_VDestroy(y);
    N_VDestroy(least);
    SUNContext_Free(&context);
}

// ---------------------------------------------------------------- stiff classics

static void van_der_pol(void *self, double t, const double *x, double *dx)
{
    (void)self;
    (void)t;
    dx[0] = x[1];
    dx[1] = 1000 * (1 - x[0] * x[0]) * x[1] - x[0];
}

static void robertson(void *self, double t, const double *x, double *dx)
{
    (void)self;
    (void)t;
    dx[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
    dx[2] = 3e7 * x[1] * x[1];
    dx[1] = -dx[0] - dx[2];
}

typedef struct classic {
    const char *name;
    br_ode ode;
    double start[3], size[3], time;
    long long most; // steps at 1e-8
} classic;

static void stiff_classics_agree_with_cvode(void **state)
{
    (void)state;
    const classic list[] = {
        {"Van der Pol", {.n = 2, .rate = van_der_pol}, {2, 0}, {1, 1}, 2000, 800},
        {"Robertson", {.n = 3, .rate = robertson}, {1, 0, 0}, {1, 1e-5, 1}, 4e4, 200},
    };
    for (int c = 0; c < 2; c++) {
        double want[3], each[3], worst = 0;
        memcpy(want, list[c].start, sizeof want);
        solve(&list[c].ode, list[c].size, 0, list[c].time, want);
        for (int i = 0; i < list[c].ode.n; i++)
            each[i] = 1e-10 * list[c].size[i];
        br_ode_options o = ode_tolerance(&br_ode_radau, 1e-8, 0);
        o.each = each;
        br_ode_solver s;
        ode_start(&s, &list[c].ode, o, list[c].start);
        ode_go(&s, list[c].time);
        for (int i = 0; i < list[c].ode.n; i++)
            worst = fmax(worst, fabs(s.x[i] - want[i]) / fabs(want[i]));
        print_message("  %s: %.1e; %lld steps, %lld rejected, %lld rates, %lld slopes, %lld factorisations\n",
                      list[c].name, worst, s.count.steps, s.count.rejected, s.count.rates, s.count.slopes,
                      s.count.factorisations);
        assert_true(worst < 1e-7);
        assert_true(s.count.steps < list[c].most);
        br_ode_close(&s);
    }
}

// ---------------------------------------------------------------- laws

// A law whose first input, a velocity, is to and fro: v = amplitude sin(omega t + phase).
typedef struct driven {
    flow_law l;
    double amplitude, omega, phase;
    double out[MOST_X + 4], jet[4096];
} driven;

static void drive(driven *d, double t)
{
    if (d->l.sys->nu > 0)
        d->l.u[0] = d->amplitude * sin(d->omega * t + d->phase);
}

static void law_rate(void *self, double t, const double *x, double *dx)
{
    driven *d = self;
    drive(d, t);
    br_sys_rate(d->l.sys, 1, x, NULL, d->l.u, d->l.p, 0, d->out);
    memcpy(dx, d->out, (size_t)d->l.sys->nx * sizeof *dx);
}

static void law_slope(void *self, double t, const double *x, double *J)
{
    driven *d = self;
    drive(d, t);
    br_sys_jet(d->l.sys, 1, x, NULL, d->l.u, d->l.p, 0, d->out, d->jet);
    br_sys_dense(d->l.sys, d->jet, 1, 0, 'x', d->l.sys->nx, J);
}

static void law_turns(void *self, double t, const double *x, double *g)
{
    const driven *d = self;
    (void)x;
    g[0] = sin(d->omega * t + d->phase);
}

// Both start anew where v turns round, for laws have a kink there: the oracle at the times of the closed form, the solver
// where its event is.
static void solve_in_pieces(const br_ode *ode, const driven *d, const double *size, double time, double *x)
{
    double from = 0;
    for (int k = 1; from < time; k++) {
        double to = fmin((k * 3.141592653589793 - d->phase) / d->omega, time);
        solve(ode, size, from, to, x);
        from = to;
    }
}

static void go_in_pieces(br_ode_solver *s, double time)
{
    int turns = 0;
    for (; ode_go(s, time) == BR_ODE_EVENT; turns++)
        ode_restart(s, s->t, s->x);
    assert_int_equal(s->count.events, turns);
}

// The velocity starts from the point of the case and turns round twice; the mass on a contact is pulled one way.
static void laws_with_rates_agree_with_cvode(void **state)
{
    (void)state;
    ode_seed();
    int seen = 0;
    for (int c = 0; c < FLOW_CASES; c++) {
        static driven d;
        flow_open(&d.l, &flow_cases[c]);
        if (d.l.sys->nm > 0) {
            flow_close(&d.l);
            continue;
        }
        assert_true(d.l.sys->njet <= 4096 && d.l.sys->ny <= 4);
        seen++;
        br_ode ode = {d.l.sys->nx, 1, law_rate, law_slope, law_turns, &d, NULL, NULL};
        d.phase = ode_uniform(0.4, 1);
        int turns = flow_cases[c].law == flow_axis ? 0 : 2;
        d.omega = (turns ? 7 : 1) / flow_cases[c].time;
        d.amplitude = d.l.u[0] / sin(d.phase);
        double want[MOST_X], size[MOST_X] = {0}, each[MOST_X];
        double limit = strcmp(flow_cases[c].law, "elasto-plastic") == 0 ? 5e-8 : 1e-8; // it has kinks of its own
        memcpy(want, d.l.x, sizeof want);
        for (int i = 0; i < ode.n; i++)
            size[i] = fmax(fabs(d.l.x[i]), 1e-9);
        solve_in_pieces(&ode, &d, size, flow_cases[c].time, want);
        for (int i = 0; i < ode.n; i++)
            each[i] = 1e-11 * size[i];
        for (int m = 0; m < ODE_METHODS; m++) {
            br_ode_options o = ode_tolerance(ode_methods[m], 1e-10, 0);
            o.each = each;
            br_ode_solver s;
            ode_start(&s, &ode, o, d.l.x);
            go_in_pieces(&s, flow_cases[c].time);
            assert_int_equal(s.count.events, turns);
            double worst = 0;
            for (int i = 0; i < ode.n; i++)
                worst = fmax(worst, fabs(s.x[i] - want[i]) / fmax(fabs(want[i]), size[i]));
            print_message("  %-7s %.1e %6lld steps%s  %s\n", br_ode_method_name(ode_methods[m]), worst, s.count.steps,
                          s.stiff ? ", stiff" : "", d.l.label);
            if (!(worst < limit))
                fail_msg("%s: %s is off by %g", d.l.label, br_ode_method_name(ode_methods[m]), worst);
            br_ode_close(&s);
        }
        flow_close(&d.l);
    }
    assert_true(seen >= 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiff_classics_agree_with_cvode),
        cmocka_unit_test(laws_with_rates_agree_with_cvode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
