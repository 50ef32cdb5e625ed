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
    size_t bytes = br_integrator_bytes(s, &o);
    c->memory = malloc(bytes + 1);
    c->whole = calloc(2 * nx + 3 * all + 1, sizeof *c->whole);
    c->whole_m = calloc(2 * nm + 1, sizeof *c->whole_m);
    br_status status = BR_NO_MEMORY;
    if (c->memory && c->whole && c->whole_m) {
        c->parted = c->whole + nx;
        c->out = c->parted + nx;
        c->largest = c->out + 2 * all;
        c->parted_m = c->whole_m + nm;
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

static br_status take_parts(br_step_check *c, const double *x, const int *m, const double *u, const double *p,
                            double dt, int parts)
{
    int *modes = br_sys_nm(c->flow.sys) > 0 ? c->parted_m : NULL;
    br_status status = br_integrator_step(&c->flow, 1, x, m, u, p, 0, dt / parts, c->parted, c->parted_m, NULL);
    for (int i = 1; i < parts && status == BR_OK; i++)
        status = br_integrator_step(&c->flow, 1, c->parted, modes, u, p, 0, dt / parts, c->parted, c->parted_m, NULL);
    return status;
}

static bool modes_differ(const br_step_check *c, const int *m)
{
    for (int i = 0; i < br_sys_nm(c->flow.sys); i++)
        if (c->whole_m[i] != (m ? m[i] : 0))
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

// Of the states, and of the outputs in the same modes: in others these may jump.
static double difference(br_step_check *c, const double *x, const double *u, const double *p)
{
    const br_sys *s = c->flow.sys;
    int nx = br_sys_nx(s), ny = br_sys_ny(s);
    double *whole = c->out, *parted = whole + nx + ny,
           states = largest_difference(nx, c->whole, c->parted, x, c->largest);
    if (modes_differ(c, c->parted_m))
        return states;
    br_sys_rate(s, 1, c->whole, c->whole_m, u, p, 0, whole);
    br_sys_rate(s, 1, c->parted, c->parted_m, u, p, 0, parted);
    return br_max(states, largest_difference(ny, whole + nx, parted + nx, parted + nx, c->largest + nx));
}

br_status br_step_check_take(br_step_check *c, br_integrator *f, const double *x, const int *m, const double *u,
                             const double *p, double dt)
{
    br_status one = br_integrator_step(f, 1, x, m, u, p, 0, dt, c->whole, c->whole_m, NULL);
    bool missed = one == BR_OK && !f->o.kind->switches && modes_differ(c, m);
    br_status several = take_parts(c, x, m, u, p, dt, missed ? 16 : 2);
    double worst = one != several ? HUGE_VAL : one == BR_OK ? difference(c, x, u, p) : 0;
    c->checked++;
    c->worst = br_max(c->worst, worst);
    c->off += worst > BR_STEP_CHECK_LIMIT;
    return one;
}
