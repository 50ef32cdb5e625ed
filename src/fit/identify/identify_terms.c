// identify_terms.c - what stands beside the law in the balance of forces: mass, offsets, gravity, spring, damper.  [host]
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "fit/statistics/linear.h"
#include "num/base/elem.h"
#include "num/base/random.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *unit, *turning;
} terms[BR_AXIS_TERMS] = {{"m", "kg", "kg*m^2"},           {"offset", "N", "N*m"},      {"skew", "N*s/m", "N*m*s/rad"},
                          {"gravity_sin", "N", "N*m"},     {"gravity_cos", "N", "N*m"}, {"spring", "N/m", "N*m/rad"},
                          {"damper", "N*s/m", "N*m*s/rad"}};

// ---------------------------------------------------------------- the list

// A term that acts alike in all logs; name: its own, or that of the kind.
static br_status add_term(br_identify_work *w, br_axis_term which, const char *name)
{
    br_identified *id = w->id;
    const char *unit = w->o->rotary ? terms[which].turning : terms[which].unit;
    if (id->terms == BR_IDENTIFY_TERMS)
        return BR_NO_MEMORY;
    for (int i = 0; i < w->logs; i++)
        id->share[i * BR_IDENTIFY_TERMS + id->terms] = 1;
    id->which[id->terms] = which;
    id->term[id->terms++] =
        (br_term){name ? name : terms[which].name, unit, 0, which == BR_AXIS_MASS ? 0 : -HUGE_VAL, HUGE_VAL};
    return BR_OK;
}

static int fitted_logs(const br_identify_work *w)
{
    int count = 0;
    for (int i = 0; i < w->logs; i++)
        count += !w->log[i].test;
    return count;
}

// An offset for every fitted log; a test log has their mean.
static br_status add_offsets(br_identify_work *w)
{
    br_identified *id = w->id;
    int fitted = fitted_logs(w);
    br_status status = BR_OK;
    for (int i = 0, n = 0; i < w->logs && status == BR_OK; i++) {
        if (w->log[i].test)
            continue;
        snprintf(id->name[n], sizeof id->name[n], "offset[%d]", i + 1);
        status = add_term(w, BR_AXIS_OFFSET, id->name[n++]);
        for (int k = 0; k < w->logs && status == BR_OK; k++)
            id->share[k * BR_IDENTIFY_TERMS + id->terms - 1] = w->log[k].test ? 1.0 / fitted : k == i;
    }
    return status;
}

br_status br_identify_terms(br_identify_work *w, br_diag *why)
{
    br_identified *id = w->id;
    int each = w->o->term[BR_AXIS_OFFSET] && w->o->offset_each ? fitted_logs(w) : 1;
    if (each > BR_IDENTIFY_TERMS - BR_AXIS_TERMS)
        return br_diag_fail(why, BR_BAD_USAGE, "%d logs are too many for an offset of each", each);
    id->share = calloc((size_t)w->logs * BR_IDENTIFY_TERMS + 1, sizeof *id->share);
    id->name = calloc((size_t)each, sizeof *id->name);
    br_status status = id->share && id->name ? BR_OK : BR_NO_MEMORY;
    for (int i = 0; i < BR_AXIS_TERMS && status == BR_OK; i++)
        if (w->o->term[i] && !(i == BR_AXIS_DAMPER && id->same_as_damper[0]))
            status = i == BR_AXIS_OFFSET && w->o->offset_each ? add_offsets(w) : add_term(w, (br_axis_term)i, NULL);
    return status;
}

// ---------------------------------------------------------------- a damper that the law has already

enum { POINTS = 160 };

// dF/dp of the estimated parameters at random velocities and states, and v: POINTS rows of n, and as many numbers.
static br_status measure_slopes(const br_identify_work *w, br_joint *joint, const int *by, double *rows, double *v)
{
    const br_model *m = w->id->model;
    int nx = m->nx, n = w->id->parameters.count, at_v = nx, input = br_identify_input(m, "v");
    size_t size = (size_t)(2 * (nx + n + 1) + m->np + m->nu + 1);
    double *X = calloc(size, sizeof *X), F;
    br_random g;
    if (!X)
        return BR_NO_MEMORY;
    double *h = X + nx + n + 1, *p = h + nx + n + 1, *u = p + m->np;
    br_random_init(&g, 1, 1);
    for (int q = 0; q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_PARAM && i < br_model_len(m, q); i++) {
            double mid = br_interval_mid(m->p[m->at[q] + i]);
            p[m->at[q] + i] = m->origin[q] != BR_UNSET && isfinite(mid) && mid != 0 ? mid : 1 + 0.1 * i + 0.03 * q;
        }
    for (int i = 0; i < m->nu; i++)
        u[i] = isfinite(w->hold[i]) && w->hold[i] != 0 ? w->hold[i] : 0.7;
    for (int k = 0; k < POINTS; k++) {
        v[k] = br_random_normal(&g) * br_exp(-8 * br_random_uniform(&g));
        for (int i = 0; i < nx; i++)
            X[i] = br_random_normal(&g) * br_exp(-18 * br_random_uniform(&g));
        for (int i = 0; i < n; i++)
            X[at_v + 1 + i] = p[by[i]];
        X[at_v] = u[input] = v[k];
        br_joint_measure(joint, 1, X, m->nm > 0 ? m->m : NULL, u, p, w->output, &F, h);
        memcpy(rows + (ptrdiff_t)k * n, h + at_v + 1, (size_t)n * sizeof *rows);
    }
    free(X);
    return BR_OK;
}

// Of the parameters that together make a force proportional to v, the one that does most of it; -1: there are none.
static int viscous_parameter(int n, const double *rows, const double *v)
{
    const char *names[64];
    br_fit_estimate e;
    int found = -1;
    double most = 0;
    for (int i = 0; i < 64; i++)
        names[i] = "";
    if (n < 1 || n > 64 || br_fit_estimate_init(&e, n, names) != BR_OK)
        return -1;
    if (br_linear_fit(&e, POINTS, rows, v, NULL) == BR_OK && e.relative < 1e-9)
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = 0; k < POINTS; k++)
                sum += isfinite(rows[(ptrdiff_t)k * n + i]) ? fabs(e.value[i] * rows[(ptrdiff_t)k * n + i]) : 0;
            found = sum > most ? i : found;
            most = br_max(most, sum);
        }
    br_fit_estimate_free(&e);
    return found;
}

br_status br_identify_find_damper(br_identify_work *w)
{
    br_identified *id = w->id;
    int n = id->parameters.count;
    if (!w->o->term[BR_AXIS_DAMPER] || n == 0)
        return BR_OK;
    int *by = calloc((size_t)n, sizeof *by);
    double *rows = malloc((size_t)POINTS * (size_t)(n + 1) * sizeof *rows);
    void *memory = NULL;
    br_joint joint = {0};
    for (int i = 0; by && i < n; i++)
        by[i] = id->parameters.parameter[i].at;
    br_along_options along = {.flow = w->o->flow, .substeps = w->o->substeps, .by = by, .bys = n};
    br_status status =
        by && rows ? br_along_joint(&joint, &memory, &w->system.sys, &along, 1, br_identify_input(id->model, "v"))
                   : BR_NO_MEMORY;
    if (status == BR_OK)
        status = measure_slopes(w, &joint, by, rows, rows + (ptrdiff_t)POINTS * n);
    int same = status == BR_OK ? viscous_parameter(n, rows, rows + (ptrdiff_t)POINTS * n) : -1;
    if (same >= 0)
        snprintf(id->same_as_damper, sizeof id->same_as_damper, "%s", id->parameters.parameter[same].name);
    free(memory);
    free(rows);
    free(by);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

// ---------------------------------------------------------------- mass and spring

static int term_of(const br_identified *id, br_axis_term which)
{
    int j = 0;
    while (j < id->terms && id->which[j] != which)
        j++;
    return j < id->terms ? j : -1;
}

// In a motion of one frequency the acceleration is proportional to the position, and of mass and spring only a sum is
// identifiable; what noise makes of it is no second frequency.
void br_identify_check_spring(br_identify_work *w)
{
    const double least = 0.01; // of the variance of the acceleration
    br_identified *id = w->id;
    int place[2] = {term_of(id, BR_AXIS_MASS), term_of(id, BR_AXIS_SPRING)};
    double n = 0, a = 0, x = 0, aa = 0, ax = 0, xx = 0;
    if (place[0] < 0 || place[1] < 0)
        return;
    for (int s = 0; s < w->stretches; s++) {
        const br_output_log *g = &w->stretch[s];
        const br_axis_log *l = &w->log[g->of];
        for (long long k = g->first + g->from; k < g->first + g->to; k++) {
            if (!isfinite(l->a[k]) || !isfinite(l->x[k]))
                continue;
            double off = l->x[k] - l->x[g->first];
            n++;
            a += l->a[k];
            x += off;
            aa += l->a[k] * l->a[k];
            ax += l->a[k] * off;
            xx += off * off;
        }
    }
    aa -= a * a / n;
    ax -= a * x / n;
    xx -= x * x / n;
    id->one_frequency = !(aa * xx - ax * ax > least * aa * xx);
    for (int i = 0; i < 2 && id->one_frequency; i++)
        id->fit.sd[id->parameters.count + place[i]] = id->fit.corrected_sd[id->parameters.count + place[i]] = HUGE_VAL;
}

// ---------------------------------------------------------------- forces

static double at_or_zero(const double *column, long long k)
{
    return column ? column[k] : 0;
}

double br_identify_known_force(const br_identify_options *o, const br_axis_log *l, long long k)
{
    return (o->mass > 0 ? o->mass * at_or_zero(l->a, k) : 0) + (o->spring != 0 ? o->spring * at_or_zero(l->x, k) : 0) +
           (o->damper != 0 ? o->damper * l->v[k] : 0);
}

double br_identified_term_at(const br_identified *id, int j, const br_axis_log *l, int log, long long k)
{
    double share = id->share[log * BR_IDENTIFY_TERMS + j];
    return share == 0
               ? 0
               : share * br_axis_term_at(id->which[j], at_or_zero(l->x, k), l->v[k], at_or_zero(l->a, k), NULL, NULL);
}

double br_identified_friction(const br_identified *id, const br_identify_options *o, const br_axis_log *l, int log,
                              long long k)
{
    double F = l->y[k] - br_identify_known_force(o, l, k);
    for (int j = 0; j < id->terms; j++)
        F -= id->fit.value[id->parameters.count + j] * br_identified_term_at(id, j, l, log, k);
    return F;
}
