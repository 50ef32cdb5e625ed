// observation_horizon.c - a moving horizon over a log.                         [host]
//
// From one correction to the next the observer predicts, beginning with what the horizon has found: the law beside a slow
// estimator, thesis 6.2.
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "sim/observe/observation_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool br_watch_is_input(const br_watch *w, int i)
{
    const br_tuning *t = &w->ob.tuning;
    return i >= t->nx && i < t->nx + t->ne && t->estimate[i - t->nx].by == 'u';
}

static double largest(const br_watch *w, const double *v)
{
    double most = 0;
    for (long long k = 0; v && k < w->log->rows; k++) {
        br_watch_release(w, k);
        if (isfinite(v[k]))
            most = br_max(most, br_abs(v[k]));
    }
    return most;
}

// An input of the log is known by its measurement: that makes it a number of every interval, which only a horizon has.
br_status br_watch_check_inputs(br_watch *w)
{
    br_tuning *t = &w->ob.tuning;
    for (int i = t->nx; i < t->nx + t->ne; i++) {
        const double *v = br_watch_is_input(w, i) ? w->input[t->estimate[i - t->nx].number] : NULL;
        br_tuned *n = &t->number[i];
        if (!br_watch_is_input(w, i))
            continue;
        if (v && w->o->horizon.intervals == 0)
            return br_diag_fail(
                w->why, BR_BAD_USAGE,
                "--estimate: %s comes from the log; an input that is measured is estimated by --observer mhe", n->name);
        if (!v && w->o->horizon.intervals > 0)
            return br_diag_fail(w->why, BR_BAD_USAGE, "--estimate: %s needs a signal, its measured value", n->name);
        if (v && !(n->q == n->q)) { // not given
            double sd = 0.01 * largest(w, v) / t->estimate[i - t->nx].scale;
            n->q = (sd > 0 ? sd * sd : 1) / w->ob.dt;
            n->per_step = true;
        }
        if (v)
            n->sd = n->most = br_sqrt(n->q * w->ob.dt);
    }
    return BR_OK;
}

// ---------------------------------------------------------------- bounds

static double number_of(const br_watch *w, int i, double value)
{
    const br_tuning *t = &w->ob.tuning;
    if (i < t->nx)
        return value;
    const br_estimate *e = &t->estimate[i - t->nx];
    double share = value / e->scale;
    return !e->log ? share : share > 0 ? br_log(share) : -1e300;
}

static br_status no_bound(br_watch *w, const br_assignment *item)
{
    if (item->element > 0)
        return br_diag_fail(w->why, BR_BAD_USAGE, "--bounds: '%s[%d]' is no state, and is not estimated", item->name,
                            item->element);
    return br_diag_fail(w->why, BR_BAD_USAGE, "--bounds: '%s' is no state, and is not estimated", item->name);
}

// "kappa[3] = 0..500 N/mm, z = -10..10 N": of states, estimated parameters and inputs.
static br_status read_bound(br_watch *w, const br_assignments *a, const br_assignment *item, double *low, double *high)
{
    const br_tuning *t = &w->ob.tuning;
    const br_written *v = &a->value[item->first];
    size_t size = strlen(item->name);
    bool found = false;
    for (int i = 0; i < t->nx + t->ne; i++) {
        const br_tuned *n = &t->number[i];
        int element = n->name[size] == '[' ? atoi(n->name + size + 1) : 0;
        if (strncmp(n->name, item->name, size) != 0 || (n->name[size] && n->name[size] != '[') ||
            (item->element > 0 && item->element != element))
            continue;
        br_unit unit = item->has_unit ? item->unit : br_unit_none();
        if (item->count != 1 || item->word[0] || !br_unit_same(unit, n->is) || !(v->lo < v->hi))
            return br_diag_fail(w->why, BR_BAD_USAGE, "--bounds: %s needs low..high in %s", n->name, n->unit);
        double least = br_unit_to_si(unit, v->lo), most = br_unit_to_si(unit, v->hi);
        if (i >= t->nx) { // within those of the law, as for everyone who asks
            br_estimate *e = &t->estimate[i - t->nx];
            if (!(most > e->low) || !(least < e->high))
                return br_diag_fail(w->why, BR_BAD_USAGE, "--bounds: %s is never there: %s allows %g to %g %s", n->name,
                                    w->system.law->name, e->low, e->high, n->unit);
            e->low = least = br_max(least, e->low);
            e->high = most = br_min(most, e->high);
        }
        double from = number_of(w, i, least), to = number_of(w, i, most);
        low[i] = br_min(from, to);
        high[i] = br_max(from, to);
        found = true;
    }
    return found ? BR_OK : no_bound(w, item);
}

static br_status read_bounds(br_watch *w, double *low, double *high)
{
    const char *list = w->o->horizon.bounds;
    int n = w->ob.tuning.nx + w->ob.tuning.ne;
    br_assignments a;
    for (int i = 0; i < n; i++) {
        low[i] = -1.7976931348623157e308;
        high[i] = -low[i];
    }
    if (!list)
        return BR_OK;
    br_status status = br_assignments_read(&a, list, strlen(list), "--bounds", w->why);
    if (status != BR_OK)
        return status == BR_NO_MEMORY ? status : BR_BAD_USAGE;
    for (int k = 0; k < a.count && status == BR_OK; k++)
        status = read_bound(w, &a, &a.item[k], low, high);
    br_assignments_free(&a);
    for (int i = 0; i < n; i++) {
        w->ob.tuning.number[i].low = low[i];
        w->ob.tuning.number[i].high = high[i];
    }
    return status;
}

// ---------------------------------------------------------------- the horizon

static br_status open_mixed(br_watch *w, br_mhe_options *o)
{
    if (!w->system.single)
        return br_diag_fail(w->why, BR_BAD_USAGE,
                            "--precision mixed: %s is not compiled in float; friction laws with states are, with the "
                            "first value of every choice and without modes",
                            w->system.law->name);
    br_status status = br_mixed_open(&w->mixed, &w->system, &o->joint);
    o->joint.elsewhere = w->mixed.elsewhere;
    return status;
}

static br_status open_with(br_watch *w, const br_observation_horizon *h, double *v, int *which)
{
    const br_tuning *t = &w->ob.tuning;
    int n = t->nx + t->ne;
    double *sd = v, *most = sd + n, *q = most + n, *x = q + n, *low = x + n, *high = low + n, *r = high + n;
    br_mhe_options o = br_mhe_defaults();
    br_status status = read_bounds(w, low, high);
    if (status != BR_OK)
        return status;
    o.inputs = w->ob.every;
    for (int i = 0; i < n; i++) {
        sd[i] = t->number[i].sd;
        most[i] = t->number[i].most;
        q[i] = t->number[i].q * (br_watch_is_input(w, i) ? w->ob.dt : 1);
        x[i] = t->number[i].x;
        o.inputs = br_watch_is_input(w, i) ? 1 : o.inputs;
    }
    for (int k = 0; k < w->ob.observeds; k++) {
        which[k] = w->ob.observed[k].which;
        r[k] = br_watch_number(w, k)->r;
    }
    o.joint = br_watch_joint(w);
    o.horizon = h->intervals;
    o.dt = w->ob.dt * w->ob.every;
    o.measured = w->ob.observeds;
    o.which = which;
    o.r = r;
    o.sd = sd;
    o.most = most;
    o.q = q;
    o.low = low;
    o.high = high;
    o.arrival = h->arrival;
    o.shared = h->shared;
    o.noise_in_arrival = h->noise_in_arrival;
    o.iterations = h->iterations > 0 ? h->iterations : 1;
    o.kkt = 1; // a column of the record
    o.halvings = o.iterations > 1 ? 6 : 0;
    o.levenberg = h->levenberg;
    o.huber = h->huber;
    o.gate = br_watch_gate(w);
    status = h->mixed ? open_mixed(w, &o) : BR_OK;
    if (status != BR_OK)
        return status;
    size_t bytes = br_mhe_bytes(&w->system.sys, &o);
    if (bytes == 0)
        return br_diag_fail(w->why, BR_BAD_USAGE,
                            "there is no horizon of %d intervals over %s with these numbers, bounds and method",
                            h->intervals, w->system.law->name);
    w->mhe_memory = malloc(bytes);
    return w->mhe_memory ? br_mhe_init(&w->mhe, &w->system.sys, &o, x, w->mhe_memory, bytes) : BR_NO_MEMORY;
}

static void close_horizon(br_watch *w)
{
    free(w->mean);
    free(w->mhe_memory);
    br_mixed_close(&w->mixed);
    w->mean = w->mhe_memory = NULL;
    w->mixed = (br_mixed){0};
}

br_status br_watch_open_horizon(br_watch *w, const br_observation_horizon *h)
{
    close_horizon(w);
    size_t n = (size_t)w->ob.tuning.nx + (size_t)w->ob.tuning.ne, seen = (size_t)w->ob.observeds;
    double *v = calloc(6 * n + seen + 1, sizeof *v);
    int *which = calloc(seen + 1, sizeof *which);
    w->mean = calloc((size_t)w->system.sys.nu + 1, sizeof *w->mean);
    br_status status = v && which && w->mean ? open_with(w, h, v, which) : BR_NO_MEMORY;
    free(v);
    free(which);
    return status;
}

br_integrator_health br_watch_flow_health(const br_watch *w)
{
    const br_joint *j = &w->mhe.joint;
    return j->elsewhere ? *j->elsewhere->health : j->flow.health;
}

// ---------------------------------------------------------------- along the log

// A sample of the horizon at this row, or where one is due without a row: nothing measured.
static br_status feed(br_watch *w, long long row, bool measured, br_innovation *innovation)
{
    int seen = w->ob.observeds, n = w->mhe.joint.n;
    double *y = calloc((size_t)seen + 1, sizeof *y);
    if (!y)
        return BR_NO_MEMORY;
    for (int k = 0; k < seen; k++)
        y[k] = measured ? w->measure[w->ob.observed[k].which][row] : (double)NAN;
    br_status status = br_mhe_feedback(&w->mhe, w->u, w->p, y);
    for (int k = 0; k < seen && measured && status == BR_OK; k++) {
        bool taken = w->mhe.taken[k];
        innovation[k] = (br_innovation){w->mhe.error[k], w->mhe.variance[k], taken};
        if (w->rejected)
            w->rejected[row * seen + k] = w->mhe.variance[k] > 0 && !taken;
    }
    free(y);
    if (status == BR_OK)
        status = br_kalman_reset(&w->observer, w->mhe.x, NULL);
    if (status == BR_OK)
        br_gaussian_factor(n, w->mhe.P, n, w->observer.gaussian.U, w->observer.gaussian.D);
    w->phase = 0;
    return status;
}

// The interval is over: on to the next sample. One input for all of it is its mean, which goes as far as the machine did.
static br_status pass_interval(br_watch *w)
{
    for (int i = 0; i < w->system.sys.nu; i++)
        w->mean[i] /= w->ob.every;
    br_status status = w->mhe.o.inputs < w->ob.every ? br_mhe_hold(&w->mhe, w->mean) : BR_OK;
    memset(w->mean, 0, (size_t)w->system.sys.nu * sizeof *w->mean);
    return status == BR_OK ? br_mhe_prepare(&w->mhe, w->p) : status;
}

br_status br_watch_horizon(br_watch *w, long long row, br_innovation *innovation)
{
    double step = 0;
    int steps = row > 0 ? br_watch_steps(w, row, &step) : 0;
    br_status status = BR_OK;
    br_watch_inputs(w, row > 0 ? row - 1 : 0);
    if (row == 0)
        return feed(w, 0, true, innovation);
    for (int i = 0; i < steps && status == BR_OK; i++) {
        bool here = i + 1 == steps, due = ++w->phase == w->ob.every;
        for (int k = 0; k < w->system.sys.nu; k++)
            w->mean[k] += w->u[k];
        if (!due || here)
            status = br_kalman_predict(&w->observer, w->u, w->p, step);
        if (status == BR_OK && due)
            status = pass_interval(w);
        if (here)
            br_watch_inputs(w, row);
        if (status == BR_OK && due)
            status = feed(w, row, here, innovation);
        else if (status == BR_OK && w->mhe.o.inputs > 1)
            status = br_mhe_input(&w->mhe, w->u);
    }
    return status;
}
