// step_check.c - is a step of a fixed method accurate? Now and then it is taken again, in several parts. [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "sim/run/step_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

br_status br_step_check_open(br_step_check *c, const br_sys *s, const br_integrator_options *flow)
{
    size_t nx = (size_t)br_sys_nx(s), nm = (size_t)br_sys_nm(s), nu = (size_t)br_sys_nu(s);
    br_integrator_options o = *flow;
    memset(c, 0, sizeof *c);
    o.points = 1;
    o.slopes = 0;
    o.by = NULL;
    o.nby = 0;
    size_t bytes = br_integrator_bytes(s, &o);
    c->memory = malloc(bytes + 1);
    c->whole = calloc(4 * nx + 2 * nu + 1, sizeof *c->whole);
    c->whole_m = calloc(2 * nm + 1, sizeof *c->whole_m);
    br_status status = BR_NO_MEMORY;
    if (c->memory && c->whole && c->whole_m) {
        c->parted = c->whole + nx;
        c->largest = c->parted + nx;
        c->kept = c->largest + nx;
        c->u = c->kept + nx;
        c->largest_u = c->u + nu;
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

// The largest change of an input since the step before, as a share of its largest value.
static double change_of_inputs(br_step_check *c, const double *u)
{
    double change = 0;
    for (int i = 0; i < br_sys_nu(c->flow.sys); i++) {
        c->largest_u[i] = br_max(c->largest_u[i], fabs(u[i]));
        if (c->largest_u[i] > 0)
            change = br_max(change, fabs(u[i] - c->u[i]) / c->largest_u[i]);
        c->u[i] = u[i];
    }
    return change;
}

bool br_step_check_due(br_step_check *c, long long k, const double *u)
{
    enum { ONE_IN = 8, AT_FIRST = 100 };
    const double golden = 0.6180339887498949; // its multiples meet no pattern of the input
    if (!c->flow.sys)
        return false;
    if (br_sys_nm(c->flow.sys) > 0)
        return true;
    double change = change_of_inputs(c, u), place = (double)k * golden;
    bool large = change > 0 && change >= 0.5 * c->largest_change && c->spent < AT_FIRST + k / ONE_IN;
    c->largest_change = br_max(c->largest_change, change);
    c->spent += large;
    return large || place - floor(place) < 1.0 / ONE_IN;
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

static bool modes_change(const br_step_check *c, const int *m)
{
    for (int i = 0; i < br_sys_nm(c->flow.sys); i++)
        if (c->whole_m[i] != (m ? m[i] : 0))
            return true;
    return false;
}

void br_step_check_take(br_step_check *c, const double *x, const int *m, const double *u, const double *p, double dt)
{
    int nx = br_sys_nx(c->flow.sys);
    double worst = 0;
    br_status one = br_integrator_step(&c->flow, 1, x, m, u, p, 0, dt, c->whole, c->whole_m, NULL);
    bool missed = one == BR_OK && !c->flow.o.kind->switches && modes_change(c, m);
    br_status several = take_parts(c, x, m, u, p, dt, missed ? 16 : 2);
    c->checked++;
    for (int i = 0; i < nx && one == BR_OK && several == BR_OK; i++) {
        c->largest[i] = br_max(c->largest[i], br_max(fabs(x[i]), fabs(c->parted[i])));
        if (c->largest[i] > 0)
            worst = br_max(worst, fabs(c->whole[i] - c->parted[i]) / c->largest[i]);
    }
    if (one != several)
        worst = HUGE_VAL;
    c->worst = br_max(c->worst, worst);
    c->off += worst > BR_STEP_CHECK_LIMIT;
}

void br_step_check_keep(br_step_check *c, const double *x)
{
    if (c->flow.sys)
        memcpy(c->kept, x, (size_t)br_sys_nx(c->flow.sys) * sizeof *x);
}

void br_step_check_retake(br_step_check *c, const double *u, const double *p, double dt)
{
    if (c->flow.sys)
        br_step_check_take(c, c->kept, NULL, u, p, dt);
}
