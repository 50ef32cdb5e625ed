// step_check.c - is a step of a fixed method accurate? Now and then it is taken again, as two of half its size. [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "sim/run/step_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

br_status br_step_check_open(br_step_check *c, const br_sys *s, const br_integrator_options *flow)
{
    size_t nx = (size_t)br_sys_nx(s), nm = (size_t)br_sys_nm(s);
    br_integrator_options o = *flow;
    memset(c, 0, sizeof *c);
    o.points = 1;
    o.slopes = 0;
    o.by = NULL;
    o.nby = 0;
    size_t bytes = br_integrator_bytes(s, &o);
    c->memory = malloc(bytes + 1);
    c->whole = calloc(3 * nx + 1, sizeof *c->whole);
    c->whole_m = calloc(2 * nm + 1, sizeof *c->whole_m);
    br_status status = BR_NO_MEMORY;
    if (c->memory && c->whole && c->whole_m) {
        c->half = c->whole + nx;
        c->largest = c->half + nx;
        c->half_m = c->whole_m + nm;
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

void br_step_check_take(br_step_check *c, const double *x, const int *m, const double *u, const double *p, double dt)
{
    int nx = br_sys_nx(c->flow.sys), *none = br_sys_nm(c->flow.sys) > 0 ? c->half_m : NULL;
    double worst = 0;
    br_status one = br_integrator_step(&c->flow, 1, x, m, u, p, 0, dt, c->whole, c->whole_m, NULL);
    br_status two = br_integrator_step(&c->flow, 1, x, m, u, p, 0, 0.5 * dt, c->half, c->half_m, NULL);
    if (two == BR_OK)
        two = br_integrator_step(&c->flow, 1, c->half, none, u, p, 0, 0.5 * dt, c->half, c->half_m, NULL);
    c->checked++;
    for (int i = 0; i < nx && one == BR_OK && two == BR_OK; i++) {
        c->largest[i] = br_max(c->largest[i], br_max(fabs(x[i]), fabs(c->half[i])));
        if (c->largest[i] > 0)
            worst = br_max(worst, fabs(c->whole[i] - c->half[i]) / c->largest[i]);
    }
    if (one != two)
        worst = HUGE_VAL;
    c->worst = br_max(c->worst, worst);
    c->off += worst > BR_STEP_CHECK_LIMIT;
}
