// test_run_cvode.c - runs of every built-in law and plant against CVODE: along the whole run, with every set, all adaptive
// methods, and modes kept by an event loop of the test's own.
#include "kit/run_kit.h"
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { MOST = 16, ELEMENTS = 8, SAMPLES = 200 };

#define SLIP(law, set, speed, rate, values)                                                                            \
    {                                                                                                                  \
        law, set, values, {.amplitude = (speed), .omega = (rate), .phase = 0.3}, 13.0 / (rate)                         \
    }
static const run_case cases[] = {
    SLIP("bliman-sorine", "example", 1e-3, 20, ""),
    SLIP("dahl", "example", 1e-3, 20, ""),
    SLIP("dahl", "example", 1e-3, 20, "shape = power, delta = 1.5"),
    SLIP("dam", "table-4.1", 1e-3, 5, "a = 9 N"),
    SLIP("elasto-plastic", "table-I", 1e-4, 2, ""),
    SLIP("elasto-plastic", "table-II", 1e-3, 20, ""),
    SLIP("gear", "servo", 0.3, 2, "load = 0.2 N*m"),
    SLIP("gms", "table-4.1", 1e-3, 5, ""),
    SLIP("gms", "fig-3.5", 2e-6, 1, ""),
    SLIP("load-dahl", "example", 1e-2, 2, "tau = 10 N*m"),
    SLIP("lugre", "table-I", 1e-3, 20, ""),
    SLIP("lugre", "table-4.1", 1e-3, 5, "direction = dependent, damping = fading, FC_neg = 7 N, FS_neg = 8 N"),
    SLIP("lugre", "table-4.1", 1e-3, 5, ""),
    SLIP("lugre", "fig-3.5", 2e-6, 2, ""),
    SLIP("lugre", "ep-table-I", 1e-4, 2, ""),
    SLIP("maxwell-slip", "table-B.3", 1e-3, 5, ""),
    SLIP("sgms", "table-4.1", 1e-3, 5, ""),
    SLIP("sgms", "table-4.1", 1e-3, 5, "form = displacement, speed = root"),
    SLIP("sgms", "fig-3.5", 2e-6, 1, ""),
    SLIP("sgms", "fig-3.8", 2e-6, 1, ""),
    SLIP("sgms", "table-5.1", 2e-3, 1, ""),
    {"mass", "fig-2", "", {.amplitude = 2, .omega = 3}, 5},
    {"mass", "axis", "", {.amplitude = 15, .omega = 10, .phase = 0.3}, 1.3},
    {"mass", "axis", "friction = gms, fr = table-4.1", {.amplitude = 15, .omega = 10, .phase = 0.3}, 1.3},
    {"mass", "axis", "friction = maxwell-slip, fr = table-B.3", {.amplitude = 15, .omega = 10, .phase = 0.3}, 1.3},
    {"stick-slip", "fig-6", "", {.offset = 0.1}, 20},
    {"stick-slip", "fig-6", "friction = dahl, fr = example", {.offset = 0.1}, 5},
    {"position-loop", "fig-8", "", {.offset = 1}, 40},
    {"velocity-loop", "unit-mass", "", {.amplitude = 5e-3, .omega = 2}, 5},
    {"observer-loop", "unit-mass", "", {.amplitude = 5e-3, .omega = 2}, 5},
    {"observer-loop", "fig-8", "", {.offset = 1}, 20},
    {"two-mass", "table", "", {.amplitude = 6, .omega = 10, .phase = 0.3}, 1.3},
    {"two-mass", "table", "friction1 = sgms, fr1 = table-4.1", {.amplitude = 20, .omega = 10, .phase = 0.3}, 1.3},
    {"two-mass", "table", "friction1 = gms, fr1 = table-4.1", {.amplitude = 20, .omega = 10, .phase = 0.3}, 1.3},
    {"two-mass",
     "table",
     "friction1 = gms, fr1 = table-4.1, friction2 = gms, fr2 = table-4.1",
     {.amplitude = 35, .omega = 10, .phase = 0.3},
     1.3},
};
#undef SLIP
enum { CASES = sizeof cases / sizeof *cases };

// ---------------------------------------------------------------- the oracle: BDF at 1e-11, and elements that slip

// Elements in parallel: z of element i at x[z + i], its mode at m[first + i]; the velocity is state v, or the first input
// where v < 0.
typedef struct contact {
    int elements, first, z, v, way;
    double nu[ELEMENTS], FC, beta, vs;
} contact;

typedef struct oracle {
    run_model l;
    br_system system;
    double u[4], p[64], out[MOST + 8];
    int m[ELEMENTS], contacts;
    contact contact[2];
} oracle;

static double velocity(const oracle *o, const contact *c, double t, const double *x)
{
    return c->v < 0 ? run_wave_value(&o->l.wave, t) : x[c->v];
}

static double limit(const contact *c, int i, double v)
{
    double w = v / c->vs;
    return c->nu[i] * c->FC * (1 + c->beta * exp(-w * w));
}

static int rate(realtype t, N_Vector y, N_Vector dot, void *data)
{
    oracle *o = data;
    const br_sys *s = &o->system.sys;
    run_wave_at(&o->l.wave, t, o->u);
    br_sys_rate(s, 1, N_VGetArrayPointer(y), o->m, o->u, o->p, 0, o->out);
    memcpy(N_VGetArrayPointer(dot), o->out, (size_t)s->nx * sizeof(double));
    return 0;
}

// How far every element that sticks is from its limit, the way the contact goes; and the velocities.
static int roots(realtype t, N_Vector y, realtype *g, void *data)
{
    const oracle *o = data;
    const double *x = N_VGetArrayPointer(y);
    for (const contact *c = o->contact; c < o->contact + o->contacts; c++) {
        double v = velocity(o, c, t, x);
        for (int i = 0; i < c->elements; i++)
            g[c->first + i] = o->m[c->first + i] == 0 ? c->way * x[c->z + i] - limit(c, i, v) : -1;
        g[o->system.sys.nm + (c - o->contact)] = v;
    }
    return 0;
}

static void cross(oracle *o, const int *found)
{
    for (contact *c = o->contact; c < o->contact + o->contacts; c++) {
        int turned = found[o->system.sys.nm + (c - o->contact)];
        c->way = turned != 0 ? turned : c->way;
        for (int i = c->first; i < c->first + c->elements; i++)
            o->m[i] = turned != 0 ? 0 : found[i] > 0 ? (c->way > 0 ? 1 : 2) : o->m[i];
    }
}

// The contact whose quantities begin with `prefix`; its modes come behind those of the others.
static void add_contact(oracle *o, const char *prefix, int elements, int v)
{
    static const char *const names[] = {"z", "nu", "FC", "beta", "vs"};
    contact *c = &o->contact[o->contacts++];
    int at[5];
    for (int i = 0; i < 5; i++) {
        char name[20];
        snprintf(name, sizeof name, "%s%s", prefix, names[i]);
        at[i] = br_law_find(&o->l.model.law, name, strlen(name)) < 0 ? -1 : run_place(&o->l, name);
    }
    *c = (contact){.elements = elements, .first = c > o->contact ? c[-1].elements : 0, .z = at[0], .v = v, .way = 1};
    memcpy(c->nu, o->p + at[1], (size_t)elements * sizeof(double));
    c->FC = o->p[at[2]];
    c->beta = at[3] < 0 ? 0 : o->p[at[3]];
    c->vs = at[4] < 0 ? 1 : o->p[at[4]];
}

static void prepare(oracle *o, const run_case *c)
{
    br_diag why = {0};
    double x[MOST];
    memset(o, 0, sizeof *o);
    run_load(&o->l, c);
    assert_int_equal(br_system_open(&o->system, &o->l.model, &why), BR_OK);
    int modes = o->system.sys.nm;
    bool pair = strcmp(c->law, "two-mass") == 0, both = pair && modes == ELEMENTS;
    assert_true(o->system.sys.nx <= MOST && o->system.sys.np <= 64 && modes <= ELEMENTS);
    br_model_points(&o->l.model, x, o->u, o->p);
    if (modes > 0 && o->system.sys.nx == modes)
        add_contact(o, "", modes, -1);
    else if (modes > 0 && !pair)
        add_contact(o, "fr.", modes, run_place(&o->l, "v"));
    else if (modes > 0)
        add_contact(o, "fr1.", both ? modes / 2 : modes, run_place(&o->l, "v1"));
    if (both)
        add_contact(o, "fr2.", modes / 2, run_place(&o->l, "v2"));
}

static void solve(oracle *o, double time, double (*want)[MOST])
{
    int n = o->system.sys.nx, found[ELEMENTS + 2];
    SUNContext context;
    assert_int_equal(SUNContext_Create(NULL, &context), 0);
    N_Vector y = N_VNew_Serial(n, context);
    SUNMatrix A = SUNDenseMatrix(n, n, context);
    SUNLinearSolver solver = SUNLinSol_Dense(y, A, context);
    void *cv = CVodeCreate(CV_BDF, context);
    br_model_points(&o->l.model, N_VGetArrayPointer(y), o->u, o->p);
    assert_int_equal(CVodeInit(cv, rate, 0, y), 0);
    assert_int_equal(CVodeSStolerances(cv, 1e-11, 1e-17), 0);
    assert_int_equal(CVodeSetUserData(cv, o), 0);
    assert_int_equal(CVodeSetLinearSolver(cv, solver, A), 0);
    assert_int_equal(CVodeSetMaxNumSteps(cv, 10000000), 0);
    assert_int_equal(CVodeSetMaxStep(cv, time / 100), 0);
    if (o->contacts > 0)
        assert_int_equal(CVodeRootInit(cv, o->system.sys.nm + o->contacts, roots), 0);
    memcpy(want[0], N_VGetArrayPointer(y), (size_t)n * sizeof(double));
    for (int k = 1; k <= SAMPLES; k++) {
        double t = 0, at = time * k / SAMPLES;
        int end;
        while ((end = CVode(cv, at, y, &t, CV_NORMAL)) == CV_ROOT_RETURN) {
            assert_int_equal(CVodeGetRootInfo(cv, found), 0);
            cross(o, found);
            assert_int_equal(CVodeReInit(cv, t, y), 0);
        }
        assert_true(end >= 0);
        memcpy(want[k], N_VGetArrayPointer(y), (size_t)n * sizeof(double));
    }
    CVodeFree(&cv);
    SUNLinSolFree(solver);
    SUNMatDestroy(A);
    N_VDestroy(y);
    SUNContext_Free(&context);
}

// ---------------------------------------------------------------- a run beside it

// The largest difference along the run, as a share of the largest value of each state.
static double apart(oracle *o, const char *method, double tolerance, double time, double (*want)[MOST], br_run *r)
{
    double most[MOST] = {0}, off[MOST] = {0}, worst = 0;
    br_run_options opts = run_options(method, tolerance);
    int n = o->system.sys.nx;
    run_begin(r, &o->l, &opts);
    for (int k = 0; k <= SAMPLES; k++) {
        run_to(r, time * k / SAMPLES);
        for (int i = 0; i < n; i++) {
            most[i] = fmax(most[i], fabs(want[k][i]));
            off[i] = fmax(off[i], fabs(r->x[i] - want[k][i]));
        }
    }
    for (int i = 0; i < n; i++)
        worst = fmax(worst, off[i] > 0 ? off[i] / most[i] : 0);
    return worst;
}

static double (*along(oracle *o, const run_case *c))[MOST]
{
    static double want[SAMPLES + 1][MOST];
    prepare(o, c);
    solve(o, c->time, want);
    return want;
}

static void finish(oracle *o)
{
    br_system_close(&o->system);
    br_model_close(&o->l.model);
}

static void every_run_agrees_with_cvode_to_2e_7_at_1e_9(void **state)
{
    (void)state;
    double all = 0;
    for (int c = 0; c < CASES; c++) {
        static oracle o;
        br_run r;
        double(*want)[MOST] = along(&o, &cases[c]), worst = apart(&o, "stiff", 1e-9, cases[c].time, want, &r);
        print_message("  %.1e %6lld steps, %3lld transitions, %3lld kinks  %s %s %s\n", worst, r.count.steps,
                      r.transitions, r.kinks, cases[c].law, cases[c].set, cases[c].values);
        if (!(worst < 2e-7))
            fail_msg("%s %s %s: off by %g", cases[c].law, cases[c].set, cases[c].values, worst);
        assert_true(o.contacts == 0 || r.transitions >= 8);
        all = fmax(all, worst);
        br_run_close(&r);
        finish(&o);
    }
    print_message("  worst: %.1e\n", all);
}

// Nothing built in is forgotten: every set of everything that has states stands above. The drive train has a closed form,
// in test_run.c.
static void every_set_of_every_law_with_states_is_run(void **state)
{
    (void)state;
    int sets = 0;
    for (int b = 0; b < br_builtin_count(); b++) {
        br_builtin law = br_builtin_at(b);
        br_parsed_law read;
        br_diag why = {0};
        assert_int_equal(
            br_law_read(&read, law.text, law.size, law.name, &(br_read_options){.find = br_builtin_text}, &why), BR_OK);
        bool moves = br_parsed_law_count(&read, BR_STATE) > 0 && strcmp(law.name, "drive-train") != 0;
        for (int s = 0; s < read.nset && moves; s++) {
            bool found = false;
            for (int c = 0; c < CASES; c++)
                found = found || (strcmp(cases[c].law, law.name) == 0 && strcmp(cases[c].set, read.set[s].name) == 0);
            if (!found)
                fail_msg("%s %s has no case", law.name, read.set[s].name);
            sets++;
        }
        br_law_free(&read);
    }
    print_message("  %d sets\n", sets);
    assert_true(sets >= 20);
}

static const double blur = 5e-8; // of the oracle: tighter runs stay that far from it

// From 1e-4 to 1e-10, in the mean over the cases, every method comes nearer by at least a factor of ten per two decades.
static void a_tighter_tolerance_comes_nearer(void **state)
{
    (void)state;
    static const int chosen[] = {6, 9, 15, 20, 22, 30};
    static const char *const methods[] = {"stiff", "dopri", "bosh"};
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        const run_case *c = &cases[chosen[i]];
        static oracle o;
        double(*want)[MOST] = along(&o, c);
        bool mass = o.system.sys.nx > o.system.sys.nm && chosen[i] >= 20; // too stiff for explicit methods
        for (int m = 0; m < (mass ? 1 : 3); m++) {
            double error[4];
            for (int k = 0; k < 4; k++) {
                br_run r;
                error[k] = apart(&o, methods[m], pow(10, -4 - 2 * k), c->time, want, &r);
                br_run_close(&r);
            }
            print_message("  %-6s %.1e %.1e %.1e %.1e  %s %s\n", methods[m], error[0], error[1], error[2], error[3],
                          c->law, c->values);
            assert_true(error[0] < 0.1 && error[3] < 1e-7);
            assert_true(error[3] < 1e-3 * error[0]);
            for (int k = 1; k < 4; k++)
                assert_true(error[k] < fmax(error[k - 1], blur));
        }
        finish(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_run_agrees_with_cvode_to_2e_7_at_1e_9),
        cmocka_unit_test(every_set_of_every_law_with_states_is_run),
        cmocka_unit_test(a_tighter_tolerance_comes_nearer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
