// observation_defaults.c - defaults of an observation: start states and standard deviations.   [host]
#include "num/base/fp.h"

#include "loop/filter/gate.h"
#include "num/base/elem.h"
#include "sim/observe/observation_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Holds the inputs until the states rest, if they do.
static br_status rest(br_watch *w, br_integrator *f, int *m, double *x)
{
    double dt = w->ob.dt;
    for (int i = 0; i < 40; i++) {
        br_status status = br_integrator_step(f, 1, x, m, w->u, w->p, 0, dt, x, m, NULL);
        if (status != BR_OK)
            return status;
        dt *= 1.5;
    }
    return BR_OK;
}

// The first output that is measured, at these states.
static double output_at(br_watch *w, const double *x, const int *m)
{
    const br_sys *s = &w->system.sys;
    double out[64] = {0};
    if (s->nx + s->ny <= 64)
        br_sys_rate(s, 1, x, m, w->u, w->p, 0, out);
    return out[s->nx + w->ob.observed[0].which];
}

static long long fastest_row(const br_watch *w)
{
    long long best = 0;
    for (long long k = 0; k < w->log->rows; k++) {
        br_watch_release(w, k);
        for (int i = 0; i < w->system.sys.nu; i++)
            if (w->input[i] && br_abs(w->input[i][k]) > br_abs(w->input[i][best]))
                best = k;
    }
    return best;
}

// A friction law starts with the states of steady sliding, scaled to the force measured first: z0 = nu (yF - sigma_v v) of thesis
// 4.4.4 for S-GMS. States that were given stay, and so do those of a plant whose position is measured.
static br_status find_start(br_watch *w, const br_model *m, br_integrator *f)
{
    const br_sys *s = &w->system.sys;
    int nx = s->nx, which = w->ob.observed[0].which;
    bool law = which < w->ob.tuning.ny && nx > 0;
    for (int q = 0; q < m->law.nq; q++)
        law = law && !(m->law.q[q].kind == BR_STATE && m->origin[q] == BR_GIVEN);
    for (int i = 0; i < nx; i++)
        law = law && !w->measure[w->ob.tuning.ny + i];
    double *x = calloc((size_t)nx + 1, sizeof *x), y = w->measure[which][0];
    int *mode = calloc((size_t)s->nm + 1, sizeof *mode);
    br_status status = x && mode ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK && law && isfinite(y)) {
        br_watch_inputs(w, fastest_row(w));
        memcpy(x, w->x, (size_t)nx * sizeof *x);
        status = rest(w, f, mode, x);
        br_watch_inputs(w, 0);
        double none = output_at(w, w->x, mode), all = output_at(w, x, mode), share = (y - none) / (all - none);
        for (int i = 0; status == BR_OK && i < nx && br_abs(share) <= 2; i++)
            w->x[i] += share * (x[i] - w->x[i]);
    }
    for (int i = 0; status == BR_OK && i < nx; i++)
        w->ob.tuning.number[i].x = w->x[i];
    free(mode);
    free(x);
    return status;
}

// Runs the model along the log with its nominal values: how large every state becomes.
static br_status replay(br_watch *w, br_integrator *f, int *mode, double *x)
{
    br_status status = BR_OK;
    for (long long k = 1; k < w->log->rows && status == BR_OK; k++) {
        double step;
        int steps = br_watch_steps(w, k, &step);
        br_watch_step_inputs(w, k - 1);
        for (int i = 0; i < steps && i < 64 && status == BR_OK; i++)
            status = br_integrator_step(f, 1, x, mode, w->u, w->p, 0, step, x, mode, NULL);
        for (int i = 0; i < w->system.sys.nx; i++)
            w->size[i] = br_max(w->size[i], br_abs(x[i]));
    }
    return status;
}

static br_status find_sizes(br_watch *w, const br_model *m)
{
    const br_sys *s = &w->system.sys;
    br_integrator f;
    br_integrator_options o = br_integrator_defaults(); // of the kind that suits the model, whatever the observer takes
    size_t bytes = br_integrator_bytes(s, &o);
    void *memory = malloc(bytes + 1);
    int *mode = calloc((size_t)s->nm + 1, sizeof *mode);
    double *x = malloc((size_t)(s->nx + 1) * sizeof *x);
    br_status status = memory && mode && x ? br_integrator_init(&f, s, &o, memory, bytes) : BR_NO_MEMORY;
    if (status == BR_OK)
        status = find_start(w, m, &f);
    if (status == BR_OK) {
        memcpy(x, w->x, (size_t)s->nx * sizeof *x);
        status = replay(w, &f, mode, x);
    }
    free(x);
    free(mode);
    free(memory);
    return status;
}

static void range_of(const br_watch *w, const double *v, double *low, double *high, double *grain)
{
    *low = (double)INFINITY;
    *high = -(double)INFINITY;
    *grain = (double)INFINITY;
    for (long long k = 0; k < w->log->rows; k++) {
        br_watch_release(w, k);
        if (!br_gate_takes_input(v[k])) // a spike of 1e308 is no part of a range
            continue;
        *low = br_min(*low, v[k]);
        *high = br_max(*high, v[k]);
        if (k > 0 && br_gate_takes_input(v[k - 1]) && v[k] != v[k - 1])
            *grain = br_min(*grain, br_abs(v[k] - v[k - 1]));
    }
}

// Thesis 4.4.4: process noise of a state a tenth of its size per step, of a parameter 0.05 of nominal.
static void fill_numbers(br_watch *w)
{
    br_tuning *t = &w->ob.tuning;
    for (int i = 0; i < t->nx + t->ne; i++) {
        br_tuned *n = &t->number[i];
        double size = i < t->nx ? w->size[i] : 1, sd = i < t->nx ? 0.1 * size : 0.05;
        bool measured = i < t->nx && w->measure[t->ny + i];
        if (isnan(n->q)) {
            n->q = measured ? 0 : sd * sd / w->ob.dt;
            n->per_step = true;
            n->found_q = n->q > 0;
        }
        if (isnan(n->sd))
            n->sd = sd;
        if (isnan(n->most))
            n->most = i >= t->nx ? n->sd : measured ? 1e100 : br_max(n->sd, size);
        n->sd = br_min(n->sd, n->most);
    }
}

// A measured output is off by 2.5 % of its range, a measured state by its least step over sqrt(12).
static br_status fill_sensors(br_watch *w)
{
    for (int k = 0; k < w->ob.observeds; k++) {
        br_observed *s = &w->ob.observed[k];
        br_tuned *n = br_watch_number(w, k);
        double low, high, grain;
        range_of(w, w->measure[s->which], &low, &high, &grain);
        if (low > high)
            return br_diag_fail(w->why, BR_BAD_DATA, "%s has no value that is finite and below %g in its SI unit",
                                s->name, (double)BR_GATE_INPUT);
        if (!(high > low))
            return br_diag_fail(w->why, BR_BAD_DATA, "%s never changes: nothing can be estimated from it", s->name);
        s->range = high - low;
        double sd = s->which < w->ob.tuning.ny ? 0.025 * s->range : br_max(grain / br_sqrt(12), 1e-9 * s->range);
        n->found_r = isnan(n->r);
        if (n->found_r)
            n->r = sd * sd;
        if (n->found_r && !(n->r > 0))
            return br_diag_fail(w->why, BR_BAD_DATA, "%s changes by %g in its SI unit, too little to be squared",
                                s->name, s->range);
        if (!(n->r > 0))
            return br_diag_fail(w->why, BR_BAD_USAGE, "--noise: %s needs a standard deviation above 0", s->name);
    }
    return BR_OK;
}

br_status br_watch_defaults(br_watch *w, const br_model *m)
{
    br_status status = find_sizes(w, m);
    if (status != BR_OK)
        return status;
    fill_numbers(w);
    return fill_sensors(w);
}
