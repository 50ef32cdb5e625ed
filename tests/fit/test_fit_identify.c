// test_fit_identify.c - laws along logs: exact derivatives, requirements as variables, and regions that cover planted truths.
#include "fit/identify/identify.h"
#include "fit/statistics/linear.h"
#include "fit_kit.h"
#include "law/builtin/builtin.h"
#include "num/base/chi2.h"
#include "num/algebra/cholesky.h"
#include "law/model/condition.h"

typedef struct planted {
    const char *law, *values;
} planted;

static const planted laws[] = {
    {"coulomb", "FC = 5 N, sigma2 = 20 N*s/m, v = 0 m/s"},
    {"stribeck", "FC = 5 N, FS = 7 N, vs = 3 mm/s, sigma2 = 20 N*s/m, v = 0 m/s"},
    {"dahl", "sigma0 = 2e5 N/m, FC = 5 N, sigma2 = 20 N*s/m, v = 0 m/s"},
    {"lugre", "sigma0 = 2e5 N/m, sigma1 = 400 N*s/m, FC = 5 N, FS = 7 N, vs = 3 mm/s, sigma2 = 20 N*s/m, v = 0 m/s"},
    {"maxwell-slip", "kappa = 4e5, 1e5 N/m, nu = 0.4, 0.6, FC = 5 N, sigma2 = 20 N*s/m, v = 0 m/s"},
    {"sgms", "kappa = 4e5, 1e5 N/m, nu = 0.4, 0.6, FC = 5 N, beta = 0.4, vs = 3 mm/s, sigma2 = 20 N*s/m, v = 0 m/s"},
    {"bliman-sorine", "FC = 5 N, omega = 2e4 1/m, zeta = 0.6, sigma2 = 20 N*s/m, v = 0 m/s"},
    {"elasto-plastic", "sigma0 = 2e5 N/m, sigma1 = 400 N*s/m, FC = 5 N, FS = 7 N, vs = 3 mm/s, zba = 15 um, "
                       "sigma2 = 20 N*s/m, v = 0 m/s"},
    {"gear", "h = 30 um, FC = 5 N, FS = 7 N, vs = 3 mm/s, mu = 0.3, sigma2 = 20 N*s/m, v = 0 m/s, load = 0 N"},
    {"gms", "n = 2, kappa = 4e5, 1e5 N/m, nu = 0.4, 0.6, FC = 5 N, beta = 0.4, vs = 3 mm/s, C = 2000 N/s, "
            "sigma2 = 20 N*s/m, v = 0 m/s"},
    {"makkar", "gamma1 = 2 N, gamma2 = 4000 s/m, gamma3 = 400 s/m, gamma4 = 5 N, gamma5 = 1000 s/m, sigma2 = 20 N*s/m, "
               "v = 0 m/s"},
    {"dam", "n = 2, kappa = 4e5, 1e5 N/m, nu = 0.4, 0.6, sigma = 300, 200 N*s/m, FC = 5 N, beta = 0.4, vs = 3 mm/s, "
            "tau_d = 5 ms, sigma2 = 20 N*s/m, v = 0 m/s"},
};
enum { LAWS = sizeof laws / sizeof *laws, ROWS = 1200 };

static const double step = 1e-3;

// A law whose state moves by some micrometres, ten metres away from 0.
static const char far_law[] =
    "law far \"Far from 0\"\nversion 1\ninput v m/s\nstate z m\nparam c m\nparam h m > 0\n"
    "param k N/m > 0\noutput F N\nr = (z - c)/h\nz' = v - abs(v)*r*(1 + r^2)\nF = k*(z - c)\n";
static const planted far = {NULL, "c = 10 m, h = 25 um, k = 2e5 N/m, v = 0 m/s, z = 10 m"};

static void open_model(br_model *m, const planted *w)
{
    br_builtin law = {.text = far_law, .size = sizeof far_law - 1};
    br_diag why = {0};
    assert_true(!w->law || br_builtin_find(w->law, &law));
    br_model_source source = {law.text, law.size, w->law ? w->law : "far", br_builtin_text, NULL};
    br_given given = {NULL, w->values, strlen(w->values), "values"};
    if (br_model_open_given(m, &source, &given, NULL, &why) != BR_OK)
        fail_msg("%s", why.text);
}

// Slow and fast, with turning points at several amplitudes.
static void make_motion(double *t, double *v)
{
    for (int k = 0; k < ROWS; k++) {
        t[k] = step * k;
        v[k] = 0.012 * sin(2 * KIT_PI * 1.7 * t[k]) + 0.004 * sin(2 * KIT_PI * 7.3 * t[k]) * (t[k] > 0.3);
    }
}

// What a gear carries.
static void make_load(double *load)
{
    for (int k = 0; k < ROWS; k++)
        load[k] = 6 * sin(2 * KIT_PI * 2.9 * step * k);
}

// ---------------------------------------------------------------- along

// Answers how many rows were come to by sweeps.
static long long run_along(br_model *m, br_system *s, const double *t, const double *v, int bys, const int *by,
                           const double *p, double *y, double *J)
{
    br_along a;
    br_along_options o = {.by = by, .bys = bys};
    const double **u = calloc((size_t)m->nu + 1, sizeof *u);
    double *hold = kit_reals(m->nu), *x0 = kit_reals(m->nx), load[ROWS];
    assert_non_null(u);
    make_load(load);
    for (int q = 0; q < m->law.nq; q++)
        if (m->law.q[q].kind == BR_INPUT)
            u[m->at[q]] = strcmp(m->law.q[q].name, "v") == 0 ? v : load;
    for (int i = 0; i < m->nx; i++)
        x0[i] = br_interval_mid(m->x[i]);
    br_stretch stretch = {ROWS, t, u, hold};
    assert_int_equal(br_along_open(&a, &s->sys, &o), BR_OK);
    assert_int_equal(br_along_run(&a, &stretch, p, x0, m->nm > 0 ? m->m : NULL, y, J), BR_OK);
    long long swept = a.swept;
    br_along_close(&a);
    free((void *)u);
    free(hold);
    free(x0);
    return swept;
}

// The force at every row by one step after the other.
static void step_rows(br_model *m, br_system *s, const double *t, const double *v, const double *p, double *y)
{
    br_joint j;
    void *memory;
    br_along_options o = {0};
    double u[8], next[8], X[16], out[32], load[ROWS];
    int modes[16];
    make_load(load);
    assert_int_equal(br_along_joint(&j, &memory, &s->sys, &o, 1, -1), BR_OK);
    for (int i = 0; i < m->nx; i++)
        X[i] = br_interval_mid(m->x[i]);
    for (int i = 0; i < m->nm; i++)
        modes[i] = m->m[i];
    for (int k = 0; k < ROWS; k++) {
        int *mode = m->nm > 0 ? modes : NULL;
        for (int q = 0; q < m->law.nq; q++)
            if (m->law.q[q].kind == BR_INPUT) {
                const double *from = strcmp(m->law.q[q].name, "v") == 0 ? v : load;
                u[m->at[q]] = from[k];
                next[m->at[q]] = 0.5 * from[k] + 0.5 * from[k + 1 < ROWS ? k + 1 : k];
            }
        br_sys_rate(&s->sys, 1, X, mode, u, p, 0, out);
        y[k] = out[m->nx];
        if (m->nx > 0 && k + 1 < ROWS)
            assert_int_equal(br_joint_step(&j, 1, X, mode, next, p, t[k + 1] - t[k], X, mode, NULL), BR_OK);
    }
    free(memory);
}

static void sweeps_come_to_what_row_after_row_gives(void **state)
{
    (void)state;
    double t[ROWS], v[ROWS], *y = kit_reals(ROWS), *want = kit_reals(ROWS);
    make_motion(t, v);
    for (int i = 0; i <= LAWS; i++) {
        br_model m;
        br_system s;
        double p[64], worst = 0;
        open_model(&m, i < LAWS ? &laws[i] : &far);
        assert_int_equal(br_system_open(&s, &m, NULL), BR_OK);
        for (int k = 0; k < m.np; k++)
            p[k] = br_interval_mid(m.p[k]);
        step_rows(&m, &s, t, v, p, want);
        long long swept = run_along(&m, &s, t, v, 0, NULL, p, y, NULL);
        assert_true(m.nx == 0 || swept > ROWS / 2);
        for (int k = 0; k < ROWS; k++)
            worst = fmax(worst, fabs(y[k] - want[k]));
        if (!(worst < 2e-6)) // of 5 N
            fail_msg("%s: sweeps are off by %g N", i < LAWS ? laws[i].law : "far", worst);
        br_system_close(&s);
        br_model_close(&m);
    }
    free(y);
    free(want);
}

// Stamps of a file are rounded, here by up to 4e-5 of a step: rows still go side by side. Steps that do differ are taken one by one.
static void rounded_stamps_are_swept_and_uneven_ones_are_not(void **state)
{
    (void)state;
    double t[ROWS], rounded[ROWS], uneven[ROWS], v[ROWS], *y = kit_reals(ROWS), *want = kit_reals(ROWS);
    make_motion(t, v);
    for (int k = 0; k < ROWS; k++) {
        rounded[k] = t[k] + 1e-5 * step * (k * 7 % 5 - 2);
        uneven[k] = t[k] + (k % 2 ? 1e-3 * step : 0);
    }
    for (int i = 0; i < LAWS; i++) {
        br_model m;
        br_system s;
        double p[64], worst = 0;
        open_model(&m, &laws[i]);
        assert_int_equal(br_system_open(&s, &m, NULL), BR_OK);
        for (int k = 0; k < m.np; k++)
            p[k] = br_interval_mid(m.p[k]);
        (void)run_along(&m, &s, t, v, 0, NULL, p, want, NULL);
        assert_true(m.nx == 0 || run_along(&m, &s, rounded, v, 0, NULL, p, y, NULL) > ROWS / 2);
        for (int k = 0; k < ROWS && m.nx > 0; k++)
            worst = fmax(worst, fabs(y[k] - want[k]));
        if (!(worst < 1e-5))
            fail_msg("%s: rounded stamps move the force by %g N", laws[i].law, worst);
        assert_int_equal(run_along(&m, &s, uneven, v, 0, NULL, p, y, NULL), 0);
        br_system_close(&s);
        br_model_close(&m);
    }
    free(y);
    free(want);
}

// Outputs y (ROWS) and derivatives J of two runs are the same, as closely as sweeps come to them.
static void assert_same_run(const char *law, int columns, const double *y, const double *J, const double *z,
                            const double *K)
{
    int off = 0;
    for (int k = 0; k < columns; k++) {
        double size = 0;
        for (int r = 0; r < ROWS; r++)
            size = fmax(size, fabs(J[r * columns + k]));
        for (int r = 0; r < ROWS; r++)
            off += !(fabs(J[r * columns + k] - K[r * columns + k]) <= 1e-6 * size);
    }
    for (int r = 0; r < ROWS; r++)
        off += !(fabs(y[r] - z[r]) < 2e-6); // of 5 N
    if (off > 0)
        fail_msg("%s: %d numbers are off", law, off);
}

// Run after run of one stretch against a first run each: with the same parameters, which takes the path of the run before as it
// is, and with another motion in the same place, which does not.
static void runs_agree(const char *law, br_model *m, br_system *s, const double *t, const double *v)
{
    double w[ROWS], none[4] = {0}, x0[8], p[32], *y = kit_reals(2 * ROWS), *J = kit_reals(2LL * ROWS * m->np);
    const double *u[] = {w};
    const int *m0 = m->nm > 0 ? m->m : NULL;
    int by[32];
    br_along used, fresh;
    br_along_options o = {.by = by, .bys = m->np};
    br_stretch stretch = {ROWS, t, u, none};
    for (int k = 0; k < m->np; k++) {
        by[k] = k;
        p[k] = br_interval_mid(m->p[k]);
    }
    for (int k = 0; k < m->nx; k++)
        x0[k] = br_interval_mid(m->x[k]);
    assert_int_equal(br_along_open(&used, &s->sys, &o), BR_OK);
    memcpy(w, v, sizeof w);
    assert_int_equal(br_along_run(&used, &stretch, p, x0, m0, y, NULL), BR_OK);
    for (int round = 0; round < 2; round++) {
        for (int k = 0; round > 0 && k < ROWS; k++)
            w[k] = -0.7 * v[k];
        assert_int_equal(br_along_open(&fresh, &s->sys, &o), BR_OK);
        assert_int_equal(br_along_run(&fresh, &stretch, p, x0, m0, y, J), BR_OK);
        assert_int_equal(br_along_run(&used, &stretch, p, x0, m0, y + ROWS, J + ROWS * m->np), BR_OK);
        assert_same_run(law, m->np, y, J, y + ROWS, J + ROWS * m->np);
        br_along_close(&fresh);
    }
    br_along_close(&used);
    free(y);
    free(J);
}

static void a_run_is_the_same_whatever_ran_before(void **state)
{
    (void)state;
    double t[ROWS], v[ROWS];
    int ran = 0;
    make_motion(t, v);
    for (int i = 0; i < LAWS; i++) {
        br_model m;
        br_system s;
        open_model(&m, &laws[i]);
        assert_int_equal(br_system_open(&s, &m, NULL), BR_OK);
        if (m.nu == 1 && m.nx > 0) {
            runs_agree(laws[i].law, &m, &s, t, v);
            ran++;
        }
        br_system_close(&s);
        br_model_close(&m);
    }
    assert_true(ran >= 7);
}

// Central differences of whole runs, to the accuracy of the flow, which chooses its steps; where a transition moves from one row to the next they are far off, on a few rows.
static void derivatives_along_a_log_are_those_of_differences(void **state)
{
    (void)state;
    double t[ROWS], v[ROWS], *low = kit_reals(ROWS), *high = kit_reals(ROWS), *y = kit_reals(ROWS);
    make_motion(t, v);
    for (int i = 0; i < LAWS; i++) {
        br_model m;
        br_system s;
        open_model(&m, &laws[i]);
        assert_int_equal(br_system_open(&s, &m, NULL), BR_OK);
        int by[32];
        assert_true(m.np < 32);
        for (int k = 0; k < m.np; k++)
            by[k] = k;
        double *p = kit_reals(m.np), *J = kit_reals((long long)ROWS * m.np);
        for (int k = 0; k < m.np; k++)
            p[k] = br_interval_mid(m.p[k]);
        run_along(&m, &s, t, v, m.np, by, p, y, J);
        for (int k = 0; k < m.np; k++) {
            double keep = p[k], h = 1e-6 * (keep != 0 ? fabs(keep) : 1), size = 0;
            p[k] = keep + h;
            run_along(&m, &s, t, v, 0, by, p, high, NULL);
            p[k] = keep - h;
            run_along(&m, &s, t, v, 0, by, p, low, NULL);
            p[k] = keep;
            int off = 0;
            for (int r = 0; r < ROWS; r++)
                size = fmax(size, fabs(J[r * m.np + k]));
            for (int r = 0; r < ROWS; r++)
                off += fabs(J[r * m.np + k] - (high[r] - low[r]) / (2 * h)) > 1e-2 * size + 1e-9 / h;
            if (off > ROWS / 50)
                fail_msg("%s: %d of %d derivatives by parameter %d are off", laws[i].law, off, ROWS, k);
        }
        free(p);
        free(J);
        br_system_close(&s);
        br_model_close(&m);
    }
    free(low);
    free(high);
    free(y);
}

// ---------------------------------------------------------------- variables

static void what_a_law_requires_holds_for_all_variables(void **state)
{
    (void)state;
    br_random g;
    br_random_init(&g, kit_seed(), 5);
    for (int i = 0; i < LAWS; i++) {
        br_model m;
        br_fit_parameters n;
        bool wanted[64];
        double p[64], back[64], e[64], T[64 * 64], bent[64];
        open_model(&m, &laws[i]);
        br_fit_parameters_usual(&m, wanted);
        assert_int_equal(br_fit_parameters_open(&n, &m, wanted, NULL), BR_OK);
        for (int k = 0; k < m.np; k++)
            p[k] = back[k] = br_interval_mid(m.p[k]);
        br_fit_parameters_scale(&n, p);
        br_fit_parameters_variables(&n, p, e);
        br_fit_parameters_values(&n, e, back, T);
        for (int k = 0; k < n.count; k++)
            assert_share(back[n.parameter[k].at], p[n.parameter[k].at], 1e-14);
        for (int c = 0; c < n.variables; c++) { // T by differences
            double h = 1e-6, plus[64];
            memcpy(plus, e, sizeof plus);
            plus[c] += h;
            memcpy(bent, p, sizeof bent);
            br_fit_parameters_values(&n, plus, bent, NULL);
            for (int k = 0; k < n.count; k++)
                assert_true(fabs((bent[n.parameter[k].at] - back[n.parameter[k].at]) / h - T[k * n.variables + c]) <=
                            1e-4 * n.parameter[k].scale);
        }
        for (int trial = 0; trial < 200; trial++) {
            for (int c = 0; c < n.variables; c++)
                e[c] = 3 * fabs(br_random_normal(&g));
            br_fit_parameters_values(&n, e, p, NULL);
            br_model_set_points(&m, p);
            assert_int_equal(br_model_must_hold(&m, NULL), BR_OK);
        }
        br_fit_parameters_free(&n);
        br_model_close(&m);
    }
}

// ---------------------------------------------------------------- regions

// Is the truth inside the joint 95 % region?
static bool covers(const br_identified *id, const double *truth)
{
    int n = id->fit.e.n;
    double R[32 * 32], d[32], x[32], work[32 * 32], e[32], sum = 0;
    if (n != id->parameters.variables)
        return false;
    br_fit_parameters_variables(&id->parameters, truth, e);
    for (int i = 0; i < n; i++)
        x[i] = d[i] = id->fit.e.value[i] - e[i];
    if (br_cholesky_factor(n, id->fit.e.covariance, R, NULL, work) != BR_OK ||
        br_cholesky_solve(n, R, 1, x, work) != BR_OK)
        return false;
    for (int i = 0; i < n; i++)
        sum += d[i] * x[i];
    return sum <= br_chi2_quantile(0.95, n);
}

static void joint_regions_cover_planted_truths(void **state)
{
    (void)state;
    const char *count = getenv("BR_COUNT");
    int runs = count && strtod(count, NULL) >= 1e6 ? 400 : 10, all = 0;
    double t[ROWS], v[ROWS], load[ROWS], *clean = kit_reals(ROWS), *y = kit_reals(ROWS);
    br_trace_column carried = {"load", load};
    make_motion(t, v);
    make_load(load);
    for (int i = 0; i < LAWS; i++) {
        br_model m;
        br_system s;
        open_model(&m, &laws[i]);
        double *p = kit_reals(m.np);
        for (int k = 0; k < m.np; k++)
            p[k] = br_interval_mid(m.p[k]);
        assert_int_equal(br_system_open(&s, &m, NULL), BR_OK);
        run_along(&m, &s, t, v, 0, NULL, p, clean, NULL);
        br_system_close(&s);
        br_random g;
        br_random_init(&g, kit_seed(), 100 + (uint64_t)i);
        int hits = 0;
        for (int r = 0; r < runs; r++) {
            br_identified id;
            br_diag why = {0};
            br_axis_log log = {.trace = {ROWS, t, &carried, 1}, .v = v, .y = y};
            br_identify_options o = br_identify_defaults();
            o.lengths = o.speeds = 0;
            o.given = true;
            for (int k = 0; k < ROWS; k++)
                y[k] = clean[k] + 0.02 * br_random_normal(&g);
            br_model_set_points(&m, p);
            if (br_identify(&id, &m, &log, 1, &o, &why) != BR_OK)
                fail_msg("%s: %s", laws[i].law, why.text);
            hits += covers(&id, p);
            br_identified_free(&id);
        }
        print_message("%s: %d of %d\n", laws[i].law, hits, runs);
        if (runs >= 400)
            assert_true(hits >= 0.91 * runs && hits <= 0.99 * runs);
        all += hits;
        free(p);
        br_model_close(&m);
    }
    assert_hits(all, LAWS * runs, 0.95);
    free(clean);
    free(y);
}

// Noise whose neighbours are alike: each sample says less than it seems to.
static void autocorrelated_noise_widens_what_is_not_known(void **state)
{
    (void)state;
    enum { RUNS = 60 };
    const planted *w = &laws[2];
    double t[ROWS], v[ROWS], *clean = kit_reals(ROWS), *y = kit_reals(ROWS), p[64];
    int white = 0, autocorrelated = 0, all = 0;
    br_model m;
    br_system s;
    br_random g;
    make_motion(t, v);
    open_model(&m, w);
    for (int k = 0; k < m.np; k++)
        p[k] = br_interval_mid(m.p[k]);
    assert_int_equal(br_system_open(&s, &m, NULL), BR_OK);
    run_along(&m, &s, t, v, 0, NULL, p, clean, NULL);
    br_system_close(&s);
    br_random_init(&g, kit_seed(), 200);
    for (int r = 0; r < RUNS; r++) {
        br_identified id;
        br_axis_log log = {.trace = {ROWS, t, NULL, 0}, .v = v, .y = y};
        br_identify_options o = br_identify_defaults();
        double noise = 0;
        o.lengths = o.speeds = 0;
        o.given = true;
        for (int k = 0; k < ROWS; k++) {
            noise = 0.95 * noise + 0.02 * br_random_normal(&g);
            y[k] = clean[k] + noise;
        }
        br_model_set_points(&m, p);
        assert_int_equal(br_identify(&id, &m, &log, 1, &o, NULL), BR_OK);
        for (int i = 0; i < id.parameters.count; i++, all++) {
            double off = fabs(id.fit.value[i] - p[id.parameters.parameter[i].at]);
            white += off < 1.96 * id.fit.sd[i];
            autocorrelated += off < 1.96 * id.fit.corrected_sd[i];
        }
        br_identified_free(&id);
    }
    print_message("within 1.96 sd of %d: %d, for autocorrelated residuals %d\n", all, white, autocorrelated);
    assert_true(white < 0.5 * all && autocorrelated > 0.75 * all); // five seeds: 45 to 58, and 147 to 158 of 180
    free(clean);
    free(y);
    br_model_close(&m);
}

// Speeds within a few per cent: viscous friction is nearly an offset, and a search that stops at small steps is far from its end.
static void a_search_ends_where_linear_regression_does(void **state)
{
    (void)state;
    static const char *const names[] = {"FC", "sigma2", "offset"};
    double t[ROWS], v[ROWS], y[ROWS];
    br_model m;
    br_random g;
    br_linear l;
    br_fit_estimate e;
    br_identified id;
    br_axis_log log = {.trace = {ROWS, t, NULL, 0}, .v = v, .y = y};
    br_identify_options o = br_identify_defaults();
    o.term[BR_AXIS_OFFSET] = true;
    open_model(&m, &laws[0]);
    br_random_init(&g, kit_seed(), 300);
    assert_int_equal(br_linear_init(&l, 3, names), BR_OK);
    assert_int_equal(br_fit_estimate_init(&e, 3, names), BR_OK);
    for (int k = 0; k < ROWS; k++) {
        double sign = k % 400 < 40 ? -1 : 1, row[3];
        t[k] = step * k;
        v[k] = sign * (0.01 + 0.0001 * sin(0.05 * k));
        y[k] = 5 * sign + 20 * v[k] + 1 + 0.002 * br_random_normal(&g);
        row[0] = sign;
        row[1] = v[k];
        row[2] = 1;
        assert_int_equal(br_linear_add(&l, 1, row, &y[k], NULL), BR_OK);
    }
    assert_int_equal(br_linear_solve(&l, 0, &e), BR_OK);
    assert_int_equal(br_identify(&id, &m, &log, 1, &o, NULL), BR_OK);
    for (int i = 0; i < 3; i++)
        if (!(fabs(id.fit.value[i] - e.value[i]) < 0.1 * e.sd[i]))
            fail_msg("%s is %g, by regression %g with sd %g", names[i], id.fit.value[i], e.value[i], e.sd[i]);
    br_identified_free(&id);
    br_fit_estimate_free(&e);
    br_linear_free(&l);
    br_model_close(&m);
}

// A LuGre log in three stretches, one of them held out in part, as a search of few rows sees it, and of many, in triangles.
static void packed_rows_give_the_same_fit(void **state)
{
    (void)state;
    enum { PARTS = 3, EACH = ROWS / PARTS };
    double t[ROWS], v[ROWS], one[ROWS], p[64], *y = kit_reals(ROWS), hold[1] = {0}, state_sd[1] = {1e-5};
    const double *u[PARTS][1], *terms[PARTS][1];
    const br_term term = {"offset", "N", 0, -HUGE_VAL, HUGE_VAL};
    br_model m;
    br_system s;
    br_random g;
    br_fit_parameters n;
    br_output_log log[PARTS] = {0};
    br_output_fit fit[2];
    open_model(&m, &laws[3]); // LuGre
    bool *wanted = calloc((size_t)m.np + 1, sizeof *wanted);
    assert_non_null(wanted);
    br_fit_parameters_usual(&m, wanted);
    assert_int_equal(br_system_open(&s, &m, NULL), BR_OK);
    assert_int_equal(br_fit_parameters_open(&n, &m, wanted, NULL), BR_OK);
    br_random_init(&g, kit_seed(), 301);
    make_motion(t, v);
    for (int k = 0; k < m.np; k++)
        p[k] = br_interval_mid(m.p[k]);
    (void)run_along(&m, &s, t, v, 0, NULL, p, y, NULL);
    for (int k = 0; k < ROWS; k++) {
        y[k] += 0.05 * br_random_normal(&g);
        one[k] = 1;
    }
    for (int i = 0; i < PARTS; i++) {
        u[i][0] = v + i * EACH;
        terms[i][0] = one;
        log[i] = (br_output_log){.stretch = {EACH, t + i * EACH, u[i], hold},
                                 .y = y + i * EACH,
                                 .term = terms[i],
                                 .to = i == 1 ? EACH / 2 : EACH};
    }
    br_fit_parameters_scale(&n, p);
    for (int i = 0; i < n.count; i++) // a start that is off
        p[n.parameter[i].at] *= i % 2 ? 1.2 : 0.9;
    for (int i = 0; i < 2; i++) {
        br_output_problem q = {&m, &s.sys, &n, log, PARTS, &term, 1, NULL};
        br_output_options o = br_output_defaults();
        o.state_sd = state_sd;
        o.tol = 1e-8;
        o.many = i == 0 ? o.many : 1;
        assert_int_equal(br_output_run(&fit[i], &q, &o, p, NULL), BR_OK);
    }
    for (int i = 0; i < fit[0].n; i++) {
        double sd = fit[0].sd[i];
        if (!(fabs(fit[0].value[i] - fit[1].value[i]) < 1e-4 * sd && fabs(sd - fit[1].sd[i]) < 1e-4 * sd &&
              fabs(fit[0].corrected_sd[i] - fit[1].corrected_sd[i]) < 1e-4 * sd))
            fail_msg("value %d: %.10g +- %g, of triangles %.10g +- %g", i, fit[0].value[i], sd, fit[1].value[i],
                     fit[1].sd[i]);
    }
    for (int i = 0; i < 2; i++)
        br_output_free(&fit[i]);
    br_fit_parameters_free(&n);
    free(wanted);
    free(y);
    br_system_close(&s);
    br_model_close(&m);
}

// Errors of predictions from row to row are tiny shares of the motion: half of them is better, and no rounding.
static void predictions_of_half_the_error_are_better(void **state)
{
    (void)state;
    br_identified a = {.motion = true, .measured_sd = 1e-7}, b = a;
    a.hold_out_error = b.hold_out_error = (double)NAN;
    a.fit.rms = 5e-7;
    b.fit.rms = 9e-7;
    a.fit.error = 5e-7; // of a motion of 1 m
    b.fit.error = 9e-7;
    a.fit.e.count = b.fit.e.count = 9000;
    for (int i = 0; i < BR_BLOCKS; i++) {
        a.block[i] = 25e-14 * (1 + 0.1 * (i % 3));
        b.block[i] = 81e-14 * (1 + 0.1 * (i % 5));
    }
    assert_true(br_identified_is_better(&a, &b));
    assert_false(br_identified_is_better(&b, &a));
    a.motion = b.motion = false; // of forces this is rounding
    assert_false(br_identified_is_better(&a, &b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predictions_of_half_the_error_are_better),
        cmocka_unit_test(sweeps_come_to_what_row_after_row_gives),
        cmocka_unit_test(rounded_stamps_are_swept_and_uneven_ones_are_not),
        cmocka_unit_test(a_run_is_the_same_whatever_ran_before),
        cmocka_unit_test(derivatives_along_a_log_are_those_of_differences),
        cmocka_unit_test(what_a_law_requires_holds_for_all_variables),
        cmocka_unit_test(joint_regions_cover_planted_truths),
        cmocka_unit_test(autocorrelated_noise_widens_what_is_not_known),
        cmocka_unit_test(a_search_ends_where_linear_regression_does),
        cmocka_unit_test(packed_rows_give_the_same_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
