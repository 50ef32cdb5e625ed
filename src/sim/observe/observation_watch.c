// observation_watch.c - the observer of an observation: opened, and predicted from row to row of the log.   [host]
#include "num/base/fp.h"

#include "sim/observe/observation_parts.h"

#include <math.h>
#include <stdlib.h>

void br_watch_release(const br_watch *w, long long row)
{
    if (br_spool_due(row))
        br_watch_release_all(w);
}

void br_watch_release_all(const br_watch *w)
{
    br_spool_release(&w->time);
    br_record_release(&w->ob.record);
    if (w->o->release)
        w->o->release(w->o->log);
}

void br_watch_inputs(br_watch *w, long long row)
{
    for (int i = 0; i < w->system.sys.nu; i++)
        if (w->input[i] && br_gate_takes_input(w->input[i][row]))
            w->u[i] = w->input[i][row];
}

void br_watch_step_inputs(br_watch *w, long long row)
{
    br_watch_inputs(w, row);
    for (int i = 0; i < w->system.sys.nu && w->o->mean_inputs; i++)
        if (w->input[i] && br_gate_takes_input(w->input[i][row]) && br_gate_takes_input(w->input[i][row + 1]))
            w->u[i] = 0.5 * (w->input[i][row] + w->input[i][row + 1]);
}

int br_watch_steps(const br_watch *w, long long row, double *step)
{
    br_watch_release(w, row); // every pass over the log comes here
    double way = w->log->t[row] - w->log->t[row - 1], count = floor(way / w->ob.dt + 0.5);
    int steps = count < 1 ? 1 : count > 1e6 ? 1000000 : (int)count;
    *step = way / steps;
    return steps;
}

br_tuned *br_watch_number(br_watch *w, int observed)
{
    const br_tuning *t = &w->ob.tuning;
    int which = w->ob.observed[observed].which;
    return &t->number[which < t->ny ? t->nx + t->ne + which : which - t->ny];
}

double br_watch_gate(const br_watch *w)
{
    return w->searching && w->o->default_gate ? 0 : w->o->gate;
}

br_joint_options br_watch_joint(const br_watch *w)
{
    br_joint_options j = br_kalman_defaults().joint;
    j.flow.kind = w->o->flow;
    if (w->o->substeps > 0)
        j.flow.substeps = j.flow.most = w->o->substeps;
    j.estimate = w->ob.tuning.estimate;
    j.estimates = w->ob.tuning.ne;
    return j;
}

// Why an observer was refused: a method that does not fit, nothing to observe, or numbers too large to be squared twice.
static br_status explain_refusal(const br_watch *w)
{
    const br_tuning *t = &w->ob.tuning;
    const br_parsed_law *law = w->system.law;
    br_joint_options j = br_watch_joint(w);
    j.slopes = !w->o->kind || w->o->kind->slopes;
    if (t->nx + t->ne == 0)
        return br_diag_fail(w->why, BR_BAD_USAGE,
                            "%s has no states, and nothing is estimated; --estimate names what is", law->name);
    if (t->nx + t->ne > 1024)
        return br_diag_fail(w->why, BR_BAD_USAGE, "%d states and estimated parameters exceed the limit of 1024",
                            t->nx + t->ne);
    for (int i = 0; i < t->numbers; i++)
        if (t->number[i].sd > 1e70 || t->number[i].q > 1e140 || t->number[i].r > 1e140)
            return br_diag_fail(w->why, BR_BAD_USAGE, "the standard deviation of %s is too large to be squared",
                                t->number[i].name);
    if (w->o->flow && br_joint_bytes(&w->system.sys, &j) == 0)
        return br_diag_fail(w->why, BR_BAD_USAGE,
                            "--method %s does not suit %s; without --method one is taken that does", w->o->flow->name,
                            law->name);
    return br_diag_fail(w->why, BR_BAD_USAGE, "there is no %s of %s: it has no derivatives; --observer ukf needs none",
                        w->o->kind ? w->o->kind->name : "smoother", law->name);
}

br_status br_watch_open(br_watch *w)
{
    br_tuning *t = &w->ob.tuning;
    int n = t->nx + t->ne, ny = t->ny + n;
    double *v = calloc((size_t)4 * (size_t)n + (size_t)ny + 1, sizeof *v);
    if (!v)
        return BR_NO_MEMORY;
    double *sd = v, *most = sd + n, *q = most + n, *x = q + n, *r = x + n;
    for (int i = 0; i < n; i++) {
        sd[i] = t->number[i].sd;
        most[i] = t->number[i].most;
        q[i] = t->number[i].q;
        x[i] = t->number[i].x;
    }
    for (int k = 0; k < w->ob.observeds; k++)
        r[w->ob.observed[k].which] = br_watch_number(w, k)->r;
    br_kalman_options o = br_kalman_defaults();
    o.kind = w->o->kind ? w->o->kind : &br_kalman_ekf;
    if (w->searching && o.kind == &br_kalman_particle) // what is likely is compared without what is drawn
        o.kind = &br_kalman_ukf;
    o.joint = br_watch_joint(w);
    o.gate = br_watch_gate(w);
    o.alpha = w->o->alpha > 0 ? w->o->alpha : o.alpha;
    o.particles = w->o->particles > 0 ? w->o->particles : o.particles;
    o.sd = sd;
    o.most = most;
    o.q = q;
    o.r = r;
    size_t bytes = br_kalman_bytes(&w->system.sys, &o);
    free(w->memory);
    w->memory = malloc(bytes + 1);
    br_status status = !w->memory  ? BR_NO_MEMORY
                       : bytes > 0 ? br_kalman_init(&w->observer, &w->system.sys, &o, x, w->memory, bytes)
                                   : BR_BAD_USAGE;
    free(v);
    return status == BR_BAD_USAGE ? explain_refusal(w) : status;
}

br_status br_watch_predict(br_watch *w, long long row)
{
    br_status status = BR_OK;
    double step = 0;
    int steps = row > 0 ? br_watch_steps(w, row, &step) : 0;
    if (row > 0)
        br_watch_step_inputs(w, row - 1);
    for (int i = 0; i < steps && status == BR_OK; i++)
        status = br_kalman_predict(&w->observer, w->u, w->p, step);
    br_watch_inputs(w, row);
    return status;
}
