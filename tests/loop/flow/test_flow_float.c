// test_flow_float.c - the float twins of the flows, on every kind of law, against the double equations in CVODE.
//
// The laws are evaluated in double and rounded, as a float print of them would be at best; all of the flow is in float.
#define BR_FLOAT
#include "law/builtin/builtin.h"
#include "law/model/model.h"
#include "law/eval/tape.h"
#include "law/eval/traits.h"
#include "loop/flow/integrator.h"
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <cmocka.h>

enum { MOST = 64, NUMBERS = 512 };

typedef struct law {
    br_model model;
    br_tape tape;
    br_jet jet;
    br_sys_block block[NUMBERS];
    br_sys sys; // of floats
    double x[MOST], u[MOST], p[MOST];
} law;

static void widen(int n, const float *from, double *to)
{
    for (int i = 0; i < n; i++)
        to[i] = (double)from[i];
}

static void narrow(int n, const double *from, float *to)
{
    for (int i = 0; i < n; i++)
        to[i] = (float)from[i];
}

static void evaluate(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                     float *out, float *jet)
{
    const law *l = s->self;
    static double X[NUMBERS], U[NUMBERS], P[NUMBERS], OUT[NUMBERS], JET[NUMBERS * 8];
    assert_true(count == 1 && !each && s->njet <= NUMBERS * 8);
    widen(s->nx, x, X);
    widen(s->nu, u, U);
    widen(s->np, p, P);
    br_tape_run(&l->tape, 1, &(br_point){.x = X, .u = U, .p = P, .m = m}, OUT, JET);
    narrow(s->nx + s->ny, OUT, out);
    if (jet)
        narrow(s->njet, JET, jet);
}

static void by_states(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p,
                      int each, float *out, float *jet)
{
    static float all[NUMBERS * 8];
    evaluate(s, count, x, m, u, p, each, out, all);
    for (int i = 0; i < s->njet_x; i++)
        jet[i] = all[i];
}

static void rate(const br_sys *s, int count, const float *x, const int *m, const float *u, const float *p, int each,
                 float *out)
{
    evaluate(s, count, x, m, u, p, each, out, NULL);
}

static void open_law(law *l, const char *name, const char *set, const char *values)
{
    br_builtin b;
    br_diag why;
    br_traits t;
    assert_true(br_builtin_find(name, &b));
    br_model_source source = {b.text, b.size, name, br_builtin_text, NULL};
    br_given first = {.set = set}, then = {.text = values, .size = strlen(values), .origin = "values"};
    if (br_model_open_given(&l->model, &source, &first, &then, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(br_law_structure(&l->model.law, &t), BR_OK);
    assert_int_equal(br_jet_make(&l->jet, &l->model.law, false, NULL), BR_OK);
    assert_int_equal(br_tape_make(&l->tape, &l->model.law, false, &l->jet, l->model.n), BR_OK);
    const br_tape *tape = &l->tape;
    assert_true(tape->blocks <= NUMBERS && tape->np <= MOST);
    for (int i = 0; i < tape->blocks; i++) {
        const br_quantity *q = &l->model.law.q[tape->block[i].column];
        l->block[i] = (br_sys_block){.shape = tape->block[i].shape,
                                     .by = q->kind == BR_STATE   ? 'x'
                                           : q->kind == BR_INPUT ? 'u'
                                                                 : 'p',
                                     .at = tape->block_at[i],
                                     .row = tape->row_at[tape->block[i].row],
                                     .rows = br_tape_len(tape, tape->row[tape->block[i].row].dim),
                                     .column = tape->q_at[tape->block[i].column],
                                     .columns = br_tape_len(tape, q->dim)};
    }
    l->sys = (br_sys){.nx = tape->nx,
                      .nu = tape->nu,
                      .np = tape->np,
                      .ny = tape->nrow - tape->nx,
                      .njet = tape->nblock,
                      .njet_x = l->jet.by_states < tape->blocks ? tape->block_at[l->jet.by_states] : tape->nblock,
                      .block = l->block,
                      .blocks = tape->blocks,
                      .affine = t.affine,
                      .self = l,
                      .rate = rate,
                      .jet = evaluate,
                      .jet_x = by_states};
    br_model_points(&l->model, l->x, l->u, l->p);
}

static void close_law(law *l)
{
    br_tape_free(&l->tape);
    br_jet_free(&l->jet);
    br_model_close(&l->model);
}

// ---------------------------------------------------------------- the oracle, in double

static int rates(realtype t, N_Vector y, N_Vector dot, void *data)
{
    (void)t;
    const law *l = data;
    double out[NUMBERS];
    br_tape_run(&l->tape, 1, &(br_point){.x = N_VGetArrayPointer(y), .u = l->u, .p = l->p}, out, NULL);
    memcpy(N_VGetArrayPointer(dot), out, (size_t)l->tape.nx * sizeof *out);
    return 0;
}

static void solve(law *l, double time, double *to)
{
    int n = l->tape.nx;
    SUNContext context;
    assert_int_equal(SUNContext_Create(NULL, &context), 0);
    N_Vector y = N_VNew_Serial(n, context);
    SUNMatrix A = SUNDenseMatrix(n, n, context);
    SUNLinearSolver solver = SUNLinSol_Dense(y, A, context);
    void *cv = CVodeCreate(CV_BDF, context);
    double t;
    memcpy(N_VGetArrayPointer(y), l->x, (size_t)n * sizeof *to);
    assert_int_equal(CVodeInit(cv, rates, 0, y), 0);
    assert_int_equal(CVodeSStolerances(cv, 1e-10, 1e-20), 0);
    assert_int_equal(CVodeSetUserData(cv, l), 0);
    assert_int_equal(CVodeSetLinearSolver(cv, solver, A), 0);
    assert_int_equal(CVodeSetMaxNumSteps(cv, 100000), 0);
    assert_true(CVode(cv, time, y, &t, CV_NORMAL) >= 0);
    memcpy(to, N_VGetArrayPointer(y), (size_t)n * sizeof *to);
    CVodeFree(&cv);
    SUNLinSolFree(solver);
    SUNMatDestroy(A);
    N_VDestroy(y);
    SUNContext_Free(&context);
}

// ---------------------------------------------------------------- claims

static void follows(law *l, const br_integrator_kind *kind, double time, int steps, double tolerance)
{
    br_integrator f;
    br_integrator_options o = br_integrator_defaults();
    o.kind = kind;
    size_t bytes = br_integrator_bytes(&l->sys, &o);
    assert_true(bytes > 0);
    void *memory = malloc(bytes + (bytes == 0)); // never 0: the analyser does not know cmocka
    assert_int_equal(br_integrator_init(&f, &l->sys, &o, memory, bytes - 1), BR_BAD_USAGE);
    assert_int_equal(br_integrator_init(&f, &l->sys, &o, memory, bytes), BR_OK);
    float x[MOST], u[MOST], p[MOST], S[NUMBERS * 4];
    double want[MOST];
    assert_true(f.nslope <= NUMBERS * 4);
    narrow(l->sys.nx, l->x, x);
    narrow(l->sys.nu, l->u, u);
    narrow(l->sys.np, l->p, p);
    for (int k = 0; k < steps; k++)
        assert_int_equal(br_integrator_step(&f, 1, x, NULL, u, p, 0, (float)(time / steps), x, NULL, S), BR_OK);
    solve(l, time, want);
    for (int i = 0; i < l->sys.nx; i++)
        if (!(fabs((double)x[i] - want[i]) <= tolerance * fabs(want[i])))
            fail_msg("%s, %s: x%d is %.9g, not %.9g", l->model.law.name, kind->name, i, (double)x[i], want[i]);
    free(memory);
}

static void every_kind_follows_the_double_equations_within_float(void **state)
{
    (void)state;
    static const br_integrator_kind *const kinds[] = {&br_integrator_rk4, &br_integrator_midpoint,
                                                      &br_integrator_gauss4};
    law l;
    open_law(&l, "sgms", "table-4.1", "v = 0.2 mm/s, z = 0.4, 0.3, 0.3, 4 N");
    for (int k = 0; k < 3; k++)
        follows(&l, kinds[k], 1e-3, 64, k == 1 ? 1e-4 : 1e-5);
    follows(&l, &br_integrator_lie, 1e-3, 256, 1e-3);
    follows(&l, &br_integrator_rosenbrock, 1e-3, 64, 1e-5);
    close_law(&l);
    open_law(&l, "bliman-sorine", "example", "v = 1 mm/s, f = 0.3 N, h = 1e4 N/m"); // coupled
    for (int k = 0; k < 3; k++)
        follows(&l, kinds[k], 4e-3, 64, 1e-4);
    close_law(&l);
    open_law(&l, "lugre", "table-I", "v = 1 mm/s, z = 5 um");
    assert_ptr_equal(br_integrator_choose(&l.sys), &br_integrator_exponential);
    follows(&l, &br_integrator_exponential, 1e-2, 1, 1e-6);
    close_law(&l);
}

// Held still for long: not a bit moves, in float as in double.
static void a_held_axis_does_not_drift(void **state)
{
    (void)state;
    law l;
    open_law(&l, "sgms", "table-4.1", "z = 0.4, 0.3, 0.3, 4 N");
    br_integrator f;
    br_integrator_options o = br_integrator_defaults();
    size_t bytes = br_integrator_bytes(&l.sys, &o);
    void *memory = malloc(bytes);
    assert_int_equal(br_integrator_init(&f, &l.sys, &o, memory, bytes), BR_OK);
    float x[4], first[4], u[1] = {0}, p[MOST];
    narrow(4, l.x, x);
    narrow(l.sys.np, l.p, p);
    memcpy(first, x, sizeof x);
    for (int k = 0; k < 2000; k++)
        assert_int_equal(br_integrator_step(&f, 1, x, NULL, u, p, 0, 1e-4f, x, NULL, NULL), BR_OK);
    assert_memory_equal(x, first, sizeof x);
    free(memory);
    close_law(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_follows_the_double_equations_within_float),
        cmocka_unit_test(a_held_axis_does_not_drift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
