// step_check.c - are the steps of a fixed method accurate? Each is taken again, in several parts.   [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "sim/run/step_check.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { EARLY = 100 }; // steps that are judged together: what a number has been at its start is no size of it

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
    c->whole = calloc(3 * nx + (3 + EARLY) * all + 1, sizeof *c->whole);
    c->whole_m = calloc(3 * nm + 1, sizeof *c->whole_m);
    br_status status = BR_NO_MEMORY;
    if (c->memory && c->whole && c->whole_m) {
        c->parted = c->whole + nx;
        c->out = c->parted + nx;
        c->largest = c->out + 2 * all;
        c->shadow = c->largest + all;
        c->early = c->shadow + nx;
        c->parted_m = c->whole_m + nm;
        c->shadow_m = c->parted_m + nm;
        status = br_integrator_init(&c->flow, s, &o, c->memory, bytes);
    }
    if (status == BR_OK)
        status = br_apart_open(&c->apart, (int)all);
    if (status != BR_OK)
        br_step_check_close(c);
    return status;
}

void br_step_check_close(br_step_check *c)
{
    free(c->memory);
    free(c->whole);
    free(c->whole_m);
    br_apart_close(&c->apart);
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

// The differences of a and b, and the largest value that each has had; before: what else that value may be.
static void find_differences(int n, const double *a, const double *b, const double *before, double *largest,
                             double *off)
{
    for (int i = 0; i < n; i++) {
        largest[i] = br_max(largest[i], br_max(fabs(before[i]), fabs(b[i])));
        off[i] = fabs(a[i] - b[i]);
    }
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

// Of a step: how far each state and output is off its parts. Outputs in other modes are not compared.
static void compare(br_step_check *c, const double *x, const double *u, const double *p, double *off)
{
    const br_sys *s = c->flow.sys;
    int nx = br_sys_nx(s), ny = br_sys_ny(s);
    bool outputs = fill_both(c, c->parted, c->parted_m, u, p);
    const double *whole = c->out, *parted = whole + nx + ny;
    find_differences(nx, whole, parted, x, c->largest, off);
    if (outputs)
        find_differences(ny, whole + nx, parted + nx, parted + nx, c->largest + nx, off + nx);
}

void br_step_check_end(br_step_check *c)
{
    int all = c->apart.count;
    for (int k = 0; k < c->kept; k++) {
        double worst = 0;
        for (int i = 0; i < all; i++) {
            double off = c->early[k * all + i];
            worst = br_max(worst, c->largest[i] > 0 ? off / c->largest[i] : isinf(off) ? off : 0);
        }
        c->worst = br_max(c->worst, worst);
        c->off += worst > BR_STEP_CHECK_LIMIT;
    }
    c->kept = 0;
}

br_status br_step_check_take(br_step_check *c, br_integrator *f, const double *x, const int *m, const double *u,
                             const double *p, double dt)
{
    br_status one = br_integrator_step(f, 1, x, m, u, p, 0, dt, c->whole, c->whole_m, NULL);
    bool missed = one == BR_OK && !f->o.kind->switches && modes_differ(c, c->whole_m, m);
    br_status several = take_parts(c, x, m, u, p, dt, missed ? MANY : FEW);
    int all = c->apart.count;
    double *off = c->early + c->kept++ * all;
    for (int i = 0; i < all; i++)
        off[i] = one != several ? HUGE_VAL : 0;
    if (one == BR_OK && several == BR_OK)
        compare(c, x, u, p, off);
    if (++c->checked >= EARLY)
        br_step_check_end(c);
    return one;
}

void br_step_check_shadow(br_step_check *c, const double *x, const int *m, const double *u, const double *p, double dt)
{
    const br_sys *s = c->flow.sys;
    size_t nx = (size_t)br_sys_nx(s), nm = (size_t)br_sys_nm(s);
    if (c->apart.rows == 0) {
        memcpy(c->shadow, x, nx * sizeof *x);
        memcpy(c->shadow_m, m, nm * sizeof *m);
    }
    br_status status = take_parts(c, c->shadow, c->shadow_m, u, p, dt, FEW);
    if (status == BR_OK && !c->flow.o.kind->switches && modes_differ(c, c->parted_m, c->shadow_m))
        status = take_parts(c, c->shadow, c->shadow_m, u, p, dt, MANY);
    memcpy(c->shadow, c->parted, nx * sizeof *c->shadow);
    memcpy(c->shadow_m, c->parted_m, nm * sizeof *c->shadow_m);
    int all = br_sys_nx(s) + br_sys_ny(s), count = fill_both(c, c->shadow, c->shadow_m, u, p) ? all : br_sys_nx(s);
    br_apart_row(&c->apart, count, c->out, status == BR_OK ? c->out + all : NULL);
}
