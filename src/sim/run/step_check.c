// step_check.c - are the steps of a fixed method accurate? Each is taken again, in several parts.   [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "sim/run/step_check.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

br_status br_step_check_open(br_step_check *c, const br_sys *s, const br_integrator_options *flow)
{
    size_t nx = (size_t)br_sys_nx(s), nm = (size_t)br_sys_nm(s), all = nx + (size_t)br_sys_ny(s);
    br_integrator_options o = *flow;
    memset(c, 0, sizeof *c);
    o.points = 1;
    o.slopes = 0;
    o.by = NULL;
    o.nby = 0;
    o.kind = o.kind ? o.kind : br_integrator_choose(s);
    o.accuracy /=
        o.kind == &br_integrator_lie ? 4 : 16; // then a part takes as many substeps as the whole, half as long
    size_t bytes = br_integrator_bytes(s, &o);
    c->memory = malloc(bytes + 1);
    c->whole = calloc(3 * nx + 5 * all + 1, sizeof *c->whole);
    c->whole_m = calloc(3 * nm + 1, sizeof *c->whole_m);
    br_status status = BR_NO_MEMORY;
    if (c->memory && c->whole && c->whole_m) {
        c->parted = c->whole + nx;
        c->out = c->parted + nx;
        c->largest = c->out + 2 * all;
        c->shadow = c->largest + all;
        c->squares = c->shadow + nx;
        c->apart = c->squares + all;
        c->parted_m = c->whole_m + nm;
        c->shadow_m = c->parted_m + nm;
        status = br_integrator_init(&c->flow, s, &o, c->memory, bytes);
    }
    if (status != BR_OK)
        br_step_check_close(c);
    return status;
}

void br_step_check_close(br_step_check *c)
{
    free(c->memory);
    free(c->whole);
    free(c->whole_m);
    memset(c, 0, sizeof *c);
}

enum { FEW = 2, MANY = 16 }; // parts of a step

static br_status take_parts(br_step_check *c, const double *x, const int *m, const double *u, const double *p,
                            double dt, int parts)
{
    int *modes = br_sys_nm(c->flow.sys) > 0 ? c->parted_m : NULL;
    br_status status = br_integrator_step(&c->flow, 1, x, m, u, p, 0, dt / parts, c->parted, c->parted_m, NULL);
    for (int i = 1; i < parts && status == BR_OK; i++)
        status = br_integrator_step(&c->flow, 1, c->parted, modes, u, p, 0, dt / parts, c->parted, c->parted_m, NULL);
    return status;
}

static bool modes_differ(const br_step_check *c, const int *a, const int *b)
{
    for (int i = 0; i < br_sys_nm(c->flow.sys); i++)
        if (a[i] != (b ? b[i] : 0))
            return true;
    return false;
}

// The largest difference of a and b, each as a share of the largest value it has had; before: what else that value may be.
static double largest_difference(int n, const double *a, const double *b, const double *before, double *largest)
{
    double worst = 0;
    for (int i = 0; i < n; i++) {
        largest[i] = br_max(largest[i], br_max(fabs(before[i]), fabs(b[i])));
        if (largest[i] > 0)
            worst = br_max(worst, fabs(a[i] - b[i]) / largest[i]);
    }
    return worst;
}

// States in c->out, behind them outputs: of the step itself, and of what it is compared with. In other modes outputs may jump:
// false, and they are left out.
static bool fill_both(br_step_check *c, const double *x, const int *m, const double *u, const double *p)
{
    const br_sys *s = c->flow.sys;
    int nx = br_sys_nx(s), all = nx + br_sys_ny(s);
    bool same = !modes_differ(c, c->whole_m, m);
    if (same) {
        br_sys_rate(s, 1, c->whole, c->whole_m, u, p, 0, c->out);
        br_sys_rate(s, 1, x, m, u, p, 0, c->out + all);
    }
    memcpy(c->out, c->whole, (size_t)nx * sizeof *x);
    memcpy(c->out + all, x, (size_t)nx * sizeof *x);
    return same;
}

static double difference(br_step_check *c, const double *x, const double *u, const double *p)
{
    const br_sys *s = c->flow.sys;
    int nx = br_sys_nx(s), ny = br_sys_ny(s);
    bool outputs = fill_both(c, c->parted, c->parted_m, u, p);
    const double *whole = c->out, *parted = whole + nx + ny;
    double states = largest_difference(nx, whole, parted, x, c->largest);
    return outputs ? br_max(states, largest_difference(ny, whole + nx, parted + nx, parted + nx, c->largest + nx))
                   : states;
}

br_status br_step_check_take(br_step_check *c, br_integrator *f, const double *x, const int *m, const double *u,
                             const double *p, double dt)
{
    br_status one = br_integrator_step(f, 1, x, m, u, p, 0, dt, c->whole, c->whole_m, NULL);
    bool missed = one == BR_OK && !f->o.kind->switches && modes_differ(c, c->whole_m, m);
    br_status several = take_parts(c, x, m, u, p, dt, missed ? MANY : FEW);
    double worst = one != several ? HUGE_VAL : one == BR_OK ? difference(c, x, u, p) : 0;
    c->checked++;
    c->worst = br_max(c->worst, worst);
    c->off += worst > BR_STEP_CHECK_LIMIT;
    return one;
}

enum { LEAST = 100 }; // rows of a mean: one that is off is what br_step_check_take is for

void br_step_check_shadow(br_step_check *c, const double *x, const int *m, const double *u, const double *p, double dt)
{
    const br_sys *s = c->flow.sys;
    size_t nx = (size_t)br_sys_nx(s), nm = (size_t)br_sys_nm(s);
    if (c->shadowed++ == 0) {
        memcpy(c->shadow, x, nx * sizeof *x);
        memcpy(c->shadow_m, m, nm * sizeof *m);
    }
    br_status status = take_parts(c, c->shadow, c->shadow_m, u, p, dt, FEW);
    if (status == BR_OK && !c->flow.o.kind->switches && modes_differ(c, c->parted_m, c->shadow_m))
        status = take_parts(c, c->shadow, c->shadow_m, u, p, dt, MANY);
    memcpy(c->shadow, c->parted, nx * sizeof *c->shadow);
    memcpy(c->shadow_m, c->parted_m, nm * sizeof *c->shadow_m);
    int all = br_sys_nx(s) + br_sys_ny(s), count = fill_both(c, c->shadow, c->shadow_m, u, p) ? all : br_sys_nx(s);
    for (int i = 0; i < count; i++) {
        double off = status == BR_OK ? c->out[i] - c->out[all + i] : HUGE_VAL;
        c->squares[i] += off * off;
        c->apart[i] = br_max(c->apart[i], br_sqrt(c->squares[i] / br_max((double)c->shadowed, LEAST)));
    }
}

double br_step_check_apart(const br_step_check *c)
{
    double most = 0;
    for (int i = 0; c->flow.sys && i < br_sys_nx(c->flow.sys) + br_sys_ny(c->flow.sys); i++)
        most = c->apart[i] > 0 ? br_max(most, c->apart[i] / c->largest[i]) : most;
    return most;
}
