// optimal_information.c - Fisher information of a motion about the parameters of a law. [host]
#include "num/base/fp.h"

#include "fit/excite/optimal.h"
#include "num/algebra/cholesky.h"
#include "num/algebra/eigen.h"
#include "num/base/elem.h"
#include "num/base/require.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double prior = 5; // standard deviation of the variables before any log

// ---------------------------------------------------------------- opening

static br_status no_law(const br_model *m, const char *message, const char *name, br_diag *why)
{
    return br_diag_fail(why, BR_BAD_LAW, "%s %s%s", m->law.name, message, name);
}

// The number of F among the outputs; -1: there is none.
static int find_force(const br_model *m)
{
    for (int i = 0, at = 0; i < m->law.nout; i++) {
        int dim = m->law.out[i].dim;
        if (m->law.out[i].now == BR_NO_NODE)
            continue;
        if (strcmp(m->law.out[i].name, "F") == 0 && dim == BR_SCALAR)
            return at;
        at += dim == BR_SCALAR ? 1 : m->n[dim];
    }
    return -1;
}

static br_status check_inputs(br_fisher *w, br_diag *why)
{
    const br_model *m = w->model;
    w->v = -1;
    for (int q = 0; q < m->law.nq; q++) {
        if (m->law.q[q].kind != BR_INPUT)
            continue;
        if (strcmp(m->law.q[q].name, "v") == 0 && m->law.q[q].dim == BR_SCALAR)
            w->v = m->at[q];
        else if (m->origin[q] == BR_UNSET)
            return no_law(m, "takes an input that has no value: ", m->law.q[q].name, why);
    }
    return w->v < 0 || find_force(m) < 0 ? no_law(m, "is no law that takes a velocity v and gives a force F", "", why)
                                         : BR_OK;
}

static br_status allocate_fisher(br_fisher *w)
{
    const br_model *m = w->model;
    size_t np = (size_t)m->np, nu = (size_t)m->nu, nx = (size_t)m->nx, k = (size_t)w->parameters.count;
    w->block = calloc(np + nu + nx + 6 * k * k + 1, sizeof *w->block);
    w->by = calloc(k + 1, sizeof *w->by);
    w->u = calloc(nu + 1, sizeof *w->u);
    if (!w->block || !w->by || !w->u)
        return BR_NO_MEMORY;
    w->p = w->block;
    w->hold = w->p + np;
    w->x0 = w->hold + nu;
    w->T = w->x0 + nx;
    w->M = w->T + k * k;
    w->C = w->M + k * k;
    w->work = w->C + k * k;
    br_model_points(m, w->x0, w->hold, w->p);
    for (int i = 0; i < w->parameters.count; i++)
        w->by[i] = w->parameters.parameter[i].at;
    return BR_OK;
}

// Slopes of the values by the variables, at the values of the model.
static br_status value_slopes(br_fisher *w)
{
    double *e = calloc((size_t)w->parameters.variables + 1, sizeof *e);
    if (!e)
        return BR_NO_MEMORY;
    br_fit_parameters_variables(&w->parameters, w->p, e);
    br_fit_parameters_values(&w->parameters, e, w->p, w->T);
    free(e);
    return BR_OK;
}

br_status br_fisher_open(br_fisher *w, br_model *m, const bool *wanted, double sd, double mass,
                         const volatile int *stop, br_diag *why)
{
    memset(w, 0, sizeof *w);
    w->model = m;
    w->sd = sd;
    w->mass = mass;
    br_status status = check_inputs(w, why);
    if (status == BR_OK)
        status = br_fit_parameters_open(&w->parameters, m, wanted, NULL);
    if (status == BR_OK)
        status = allocate_fisher(w);
    if (status == BR_OK) {
        br_fit_parameters_scale(&w->parameters, w->p);
        status = value_slopes(w);
    }
    if (status == BR_OK) {
        status = br_system_open(&w->system, m, why);
        w->has_system = status == BR_OK;
    }
    if (status == BR_OK) {
        br_along_options o = {.which = find_force(m), .by = w->by, .bys = w->parameters.count, .stop = stop};
        status = br_along_open(&w->along, &w->system.sys, &o);
    }
    if (status != BR_OK)
        br_fisher_close(w);
    return status;
}

void br_fisher_close(br_fisher *w)
{
    br_along_close(&w->along);
    if (w->has_system)
        br_system_close(&w->system);
    br_fit_parameters_free(&w->parameters);
    free(w->block);
    free(w->by);
    free((void *)w->u);
    free(w->rows);
    memset(w, 0, sizeof *w);
}

// ---------------------------------------------------------------- along a motion

static br_status make_room(br_fisher *w, long long n)
{
    if (n <= w->room)
        return BR_OK;
    double *more = realloc(w->rows, (size_t)n * (size_t)(3 + w->parameters.count) * sizeof *more);
    if (!more)
        return BR_NO_MEMORY;
    w->rows = w->t = more;
    w->room = n;
    w->speed = w->t + n;
    w->F = w->speed + n;
    w->J = w->F + n;
    return BR_OK;
}

// Velocities are central differences; the motion begins and ends at rest.
static br_status simulate_force(br_fisher *w, double dt, long long n, const double *x)
{
    br_status status = make_room(w, n);
    if (status != BR_OK)
        return status;
    for (long long i = 0; i < n; i++) {
        w->t[i] = (double)i * dt;
        w->speed[i] = i > 0 && i < n - 1 ? (x[i + 1] - x[i - 1]) / (2 * dt) : 0;
    }
    w->u[w->v] = w->speed;
    br_stretch stretch = {n, w->t, w->u, w->hold};
    return br_along_run(&w->along, &stretch, w->p, w->x0, w->model->nm > 0 ? w->model->m : NULL, w->F, w->J);
}

static double largest_force(const br_fisher *w, double dt, long long n, const double *x)
{
    double most = 0;
    for (long long i = 1; i < n - 1; i++) {
        double a = (x[i + 1] - 2 * x[i] + x[i - 1]) / (dt * dt);
        most = br_max(most, fabs(w->F[i] + w->mass * a));
    }
    return most;
}

// Fisher information of the values: C = J'J.
static void information_of_values(const br_fisher *w, long long n, double *C)
{
    int k = w->parameters.count;
    memset(C, 0, (size_t)k * (size_t)k * sizeof *C);
    for (long long i = 0; i < n; i++) {
        const double *row = w->J + i * k;
        for (int a = 0; a < k; a++)
            for (int b = a; b < k; b++)
                C[a * k + b] += row[a] * row[b];
    }
    for (int a = 0; a < k; a++)
        for (int b = 0; b < a; b++)
            C[a * k + b] = C[b * k + a];
}

// Fisher information of the variables: M = T'C T*factor + prior.
static void information_of_variables(const br_fisher *w, const double *C, double factor, double *M)
{
    int k = w->parameters.count, e = w->parameters.variables;
    double *CT = w->work;
    for (int a = 0; a < k; a++)
        for (int b = 0; b < e; b++) {
            CT[a * e + b] = 0;
            for (int i = 0; i < k; i++)
                CT[a * e + b] += C[a * k + i] * w->T[i * e + b];
        }
    for (int a = 0; a < e; a++)
        for (int b = 0; b < e; b++) {
            double sum = 0;
            for (int i = 0; i < k; i++)
                sum += w->T[i * e + a] * CT[i * e + b];
            M[a * e + b] = factor * sum + (a == b ? 1 / (prior * prior) : 0);
        }
}

// sd of value i: the norm of L^-1 T_i', with M = L L'.
static br_status standard_deviations(const br_fisher *w, const double *M, double *sd)
{
    int k = w->parameters.count, e = w->parameters.variables;
    double *R = w->C, *B = w->work, *work = B + (ptrdiff_t)k * e;
    br_status status = br_cholesky_factor(e, M, R, NULL, work);
    for (int i = 0; i < k && status == BR_OK; i++) {
        const double *row = w->T + (ptrdiff_t)i * e;
        memcpy(B, row, (size_t)e * sizeof *B);
        status = br_cholesky_solve(e, R, 1, B, work);
        double sum = 0;
        for (int j = 0; j < e; j++)
            sum += row[j] * B[j];
        sd[i] = br_sqrt(br_max(0, sum));
    }
    return status;
}

br_status br_fisher_information(br_fisher *w, double dt, long long n, const double *x, double weight,
                                br_fisher_criteria *to, double *sd)
{
    BR_REQUIRE(n > 2);
    int e = w->parameters.variables;
    br_status status = simulate_force(w, dt, n, x);
    if (status != BR_OK)
        return status;
    to->force = largest_force(w, dt, n, x);
    information_of_values(w, n, w->C);
    information_of_variables(w, w->C, weight / (w->sd * w->sd), w->M);
    double *value = w->C, logs = 0;
    status = br_eigen(e, w->M, value, NULL, w->work);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < e; i++) // rounding may leave less than the prior
        logs += br_log(br_max(value[i], 1 / (prior * prior)));
    to->size[BR_D_OPTIMAL] = br_exp(-logs / (2 * e));
    to->size[BR_E_OPTIMAL] = 1 / br_sqrt(br_max(value[0], 1 / (prior * prior)));
    return sd ? standard_deviations(w, w->M, sd) : BR_OK;
}

br_status br_fisher_scale(br_fisher *w, double dt, long long n, const double *x)
{
    int k = w->parameters.count;
    br_status status = simulate_force(w, dt, n, x);
    double force = 0;
    for (long long i = 0; i < n && status == BR_OK; i++)
        force += w->F[i] * w->F[i];
    for (int c = 0; c < k && status == BR_OK; c++) {
        double slopes = 0;
        for (long long i = 0; i < n; i++)
            slopes += w->J[i * k + c] * w->J[i * k + c];
        if (w->p[w->by[c]] == 0 && slopes > 0 && force > 0)
            w->parameters.parameter[c].scale = br_sqrt(force / slopes);
    }
    return status == BR_OK ? value_slopes(w) : status;
}
