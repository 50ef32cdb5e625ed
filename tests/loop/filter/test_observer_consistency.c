// test_observer_consistency.c - where truth is drawn from an observer's own prior, Q and R, its covariance is the right one.
//
// rig/consistent: S-GMS of Table 4.1 with all stiffnesses and the Coulomb force estimated; 40 runs of 0.3 s here (10 of particles), 400 in the
// soak. Sums of normalised squares lie within their 95 % chi-square bands: of innovations over all samples (NIS), of errors of
// the whole vector at some instants (NEES). Seeds are fixed: the same bits everywhere.
#include "law/model/system.h"
#include "loop/filter/kalman.h"
#include "num/base/chi2.h"
#include "sim/rig/rig.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NX = 4, NE = 5, N = NX + NE, INSTANTS = 5 };

static int all_runs(void)
{
    const char *n = getenv("BR_COUNT");
    return n && strtod(n, NULL) >= 1e6 ? 400 : 40;
}

typedef struct model {
    br_model model;
    br_system system;
    double x[NX], p[64];
    br_estimate estimate[NE];
    const char *truth[N];
} model;

static void open_model(model *m, const br_rig_prior *prior)
{
    static const char *const names[N] = {"z[1]_true",     "z[2]_true",     "z[3]_true",
                                         "z[4]_true",     "kappa[1]_true", "kappa[2]_true",
                                         "kappa[3]_true", "kappa[4]_true", "FC_true"};
    br_builtin b;
    br_diag why = {0};
    double u[1];
    assert_true(br_builtin_find(prior->law, &b));
    br_model_source source = {b.text, b.size, prior->law, br_builtin_text, NULL};
    br_given first = {.set = prior->set},
             then = {.text = prior->values, .size = strlen(prior->values), .origin = "values"};
    if (br_model_open_given(&m->model, &source, &first, &then, &why) != BR_OK)
        fail_msg("%s", why.text);
    assert_int_equal(br_system_open(&m->system, &m->model, &why), BR_OK);
    br_model_points(&m->model, m->x, u, m->p);
    int kappa = m->model.at[br_law_find(&m->model.law, "kappa", 5)],
        FC = m->model.at[br_law_find(&m->model.law, "FC", 2)];
    for (int i = 0; i < NE; i++) {
        int number = i < 4 ? kappa + i : FC;
        m->estimate[i] = (br_estimate){.by = 'p', .number = number, .scale = m->p[number], .low = 0, .high = 1e300};
    }
    memcpy(m->truth, names, sizeof names);
}

// The observer that knows what the rig knows.
static void *open_observer(br_kalman *ob, model *m, const br_kalman_kind *kind, const br_rig_prior *prior)
{
    static double sd[N], q[N], r[1 + N], x0[N];
    for (int i = 0; i < N; i++) {
        const br_rig_sd *of = &prior->sd[i < 4 ? 0 : i < 8 ? 1 : 2];
        x0[i] = i < NX ? m->x[i] : 1;
        sd[i] = of->prior * fabs(x0[i]);
        q[i] = pow(of->walk * fabs(x0[i]), 2);
    }
    r[0] = prior->noise * prior->noise;
    br_kalman_options o = br_kalman_defaults();
    o.kind = kind;
    o.joint.estimate = m->estimate;
    o.joint.estimates = NE;
    o.sd = sd;
    o.q = q;
    o.r = r;
    o.most = (const double[N]){1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9};
    size_t bytes = br_kalman_bytes(&m->system.sys, &o);
    void *memory = malloc(bytes);
    assert_int_equal(br_kalman_init(ob, &m->system.sys, &o, x0, memory, bytes), BR_OK);
    return memory;
}

// e' P^-1 e, by U D U' = P
static double squared(br_kalman *ob, const double *e)
{
    double w[N], sum = 0;
    const br_gaussian *b = &ob->gaussian;
    br_kalman_update_covariance(ob);
    for (int i = N - 1; i >= 0; i--) {
        w[i] = e[i];
        for (int k = i + 1; k < N; k++)
            w[i] -= b->U[i * N + k] * w[k];
        sum += w[i] * w[i] / b->D[i];
    }
    return sum;
}

typedef struct sums {
    double nis, nees[INSTANTS];
    long samples;
} sums;

static void follow(br_kalman *ob, const model *m, const br_rig *rig, sums *s)
{
    const double *v = br_rig_column(rig, "v"), *F = br_rig_column(rig, "F"), *truth[N];
    long rows = (long)rig->log.rows, next = 0;
    for (int i = 0; i < N; i++)
        assert_non_null(truth[i] = br_rig_column(rig, m->truth[i]));
    for (long k = 0; k < rows; k++) {
        assert_int_equal(br_kalman_correct(ob, &v[k], m->p, 0, F[k]), BR_OK);
        s->nis += ob->last.error * ob->last.error / ob->last.variance;
        s->samples++;
        if (k + 1 == rows * (next + 1) / INSTANTS) {
            double e[N];
            for (int i = 0; i < N; i++)
                e[i] = ob->gaussian.x[i] - truth[i][k] / (i < NX ? 1 : m->estimate[i - NX].scale);
            s->nees[next++] += squared(ob, e);
        }
        assert_int_equal(br_kalman_predict(ob, &v[k], m->p, rig->dt), BR_OK);
    }
}

// A band for one of so many sums: all of them lie within theirs in 95 % of cases.
static void assert_band(const char *kind, const char *what, double sum, double degrees, int of)
{
    double tail = 0.025 / of, low = br_chi2_quantile(tail, degrees) / degrees,
           high = br_chi2_quantile(1 - tail, degrees) / degrees;
    print_message("  %s: %s %.4f of 1, band %.4f to %.4f\n", kind, what, sum / degrees, low, high);
    if (!(sum / degrees >= low && sum / degrees <= high))
        fail_msg("%s: %s %.4f is outside %.4f..%.4f", kind, what, sum / degrees, low, high);
}

static void consistent(const br_kalman_kind *kind, int runs)
{
    static model m;
    sums s = {0};
    br_diag why = {0};
    br_rig_prior prior = br_rig_prior_defaults();
    prior.rows = 3000;
    open_model(&m, &prior);
    for (int run = 0; run < runs; run++) {
        br_rig rig;
        br_kalman ob;
        if (br_rig_draw(&rig, &prior, (uint64_t)run + 1, &why) != BR_OK)
            fail_msg("%s", why.text);
        void *memory = open_observer(&ob, &m, kind, &prior);
        follow(&ob, &m, &rig, &s);
        assert_int_equal(ob.health.rejected + ob.health.resets + ob.health.bounded, 0);
        free(memory);
        br_rig_free(&rig);
    }
    assert_band(kind->name, "NIS", s.nis, (double)s.samples, 1);
    for (int i = 0; i < INSTANTS; i++)
        assert_band(kind->name, "NEES", s.nees[i], (double)runs * N, INSTANTS);
    br_system_close(&m.system);
    br_model_close(&m.model);
}

static void G12_errors_and_innovations_of_the_ekf_are_those_it_expects(void **state)
{
    (void)state;
    consistent(&br_kalman_ekf, all_runs());
}

static void G12_errors_and_innovations_of_the_ukf_are_those_it_expects(void **state)
{
    (void)state;
    consistent(&br_kalman_ukf, all_runs());
}

// 256 points for nine numbers: what they are off by chance is part of the covariance, or NEES would be 5 to 12.
static void G12_errors_and_innovations_of_the_particle_filter_are_those_it_expects(void **state)
{
    (void)state;
    consistent(&br_kalman_particle, all_runs() / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(G12_errors_and_innovations_of_the_ekf_are_those_it_expects),
        cmocka_unit_test(G12_errors_and_innovations_of_the_ukf_are_those_it_expects),
        cmocka_unit_test(G12_errors_and_innovations_of_the_particle_filter_are_those_it_expects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
