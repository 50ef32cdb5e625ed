// axis_forces.c - the forces on a simulated axis where it is now.                   [host]
#include "num/base/fp.h"

#include "fit/output/axis_parts.h"
#include "num/base/elem.h"

#include <math.h>

double br_axis_term_at(br_axis_term which, double x, double v, double a, double *by_x, double *by_v)
{
    double none[2];
    by_x = by_x ? by_x : &none[0];
    by_v = by_v ? by_v : &none[1];
    *by_x = *by_v = 0;
    switch (which) {
    case BR_AXIS_MASS: return a;
    case BR_AXIS_OFFSET: return 1;
    case BR_AXIS_SKEW: *by_v = (v > 0) - (v < 0); return fabs(v);
    case BR_AXIS_SIN: *by_x = br_cos(x); return br_sin(x);
    case BR_AXIS_COS: *by_x = -br_sin(x); return br_cos(x);
    case BR_AXIS_SPRING: *by_x = 1; return x;
    case BR_AXIS_DAMPER: *by_v = 1; return v;
    case BR_AXIS_DRAG: *by_v = 2 * fabs(v); return v * fabs(v);
    case BR_AXIS_DELAY:
    case BR_AXIS_EXTRA: return 0;
    }
    return 0;
}

static bool is_curved(br_axis_term which)
{
    return which == BR_AXIS_SKEW || which == BR_AXIS_SIN || which == BR_AXIS_COS || which == BR_AXIS_DRAG;
}

void br_axis_set_forces(br_axis_simulation *f)
{
    f->mass = f->o.mass;
    f->offset = 0;
    f->spring = f->o.spring;
    f->damper = f->o.damper;
    f->curved = false;
    for (int j = 0; j < f->o.terms; j++) {
        br_axis_term which = f->o.term[j];
        double c = f->c[j] * f->share[j];
        f->mass = which == BR_AXIS_MASS ? f->c[j] : f->mass;
        f->offset += which == BR_AXIS_OFFSET ? c : 0;
        f->spring += which == BR_AXIS_SPRING ? c : 0;
        f->damper += which == BR_AXIS_DAMPER ? c : 0;
        f->curved = f->curved || is_curved(which);
    }
}

double br_axis_curved_forces(const br_axis_simulation *f, double x, double v, double *by_x, double *by_v)
{
    double sum = 0;
    for (int j = 0; j < f->o.terms; j++) {
        if (!is_curved(f->o.term[j]))
            continue;
        double dx, dv, c = f->c[j] * f->share[j];
        sum += c * br_axis_term_at(f->o.term[j], x, v, 0, &dx, &dv);
        *by_x += c * dx;
        *by_v += c * dv;
    }
    return sum;
}

static double measure_friction(br_axis_simulation *f, br_joint *joint, const double *p, double v)
{
    double friction;
    f->X[br_sys_nx(f->sys)] = f->u[f->o.v] = v;
    br_joint_measure(joint, 1, f->X, br_sys_nm(f->sys) > 0 ? f->m : NULL, f->u, p, f->o.F, &friction, f->h);
    return friction;
}

double br_axis_friction(br_axis_simulation *f, const double *p, double v)
{
    return measure_friction(f, &f->lean, p, v);
}

bool br_axis_balance(br_axis_simulation *f, const double *p, bool slopes)
{
    int nx = br_sys_nx(f->sys), at_v = nx, c = f->columns;
    double by_x, by_v, rest = br_axis_other_forces(f, f->x, f->v, &by_x, &by_v);
    if (f->o.force >= 0)
        f->u[f->o.force] = f->drive - rest;
    f->force = f->drive - measure_friction(f, slopes ? br_axis_joint(f) : &f->lean, p, f->v) - rest;
    for (int k = f->first; k < f->last && slopes; k++) {
        f->dF[k] = k < f->o.bys ? f->h[at_v + 1 + k] : 0;
        for (int i = 0; i < nx; i++)
            f->dF[k] += f->h[i] * f->S[(2 + i) * c + k];
        f->dF[k] += f->h[at_v] * f->S[c + k];
    }
    return isfinite(f->force);
}
