// axis_simulation.c - simulation of an axis: force in, motion out, with any friction law. [host]
#include "num/base/fp.h"

#include "fit/output/axis_parts.h"
#include "num/base/elem.h"
#include "num/base/require.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- opening

static br_status allocate_states(br_axis_simulation *f)
{
    size_t nx = (size_t)br_sys_nx(f->sys), n = nx + (size_t)f->o.bys + 1, c = (size_t)f->columns;
    size_t nm = (size_t)br_sys_nm(f->sys), square = f->o.measured_sd > 0 ? (2 + nx) * (2 + nx) : 0;
    f->block = calloc(4 * n + nx * n + 3 * (size_t)br_sys_nu(f->sys) + (5 + 2 * nx) * c + 2 * (size_t)f->o.terms +
                          3 * square + 1,
                      sizeof *f->block);
    f->m = calloc(3 * nm + 1, sizeof *f->m);
    if (!f->block || !f->m)
        return BR_NO_MEMORY;
    f->X = f->block;
    f->X_kept = f->X + n;
    f->next = f->X_kept + n;
    f->h = f->next + n;
    f->F = f->h + n;
    f->u = f->F + nx * n;
    f->u_from = f->u + br_sys_nu(f->sys);
    f->u_to = f->u_from + br_sys_nu(f->sys);
    f->S = f->u_to + br_sys_nu(f->sys);
    f->fixed = f->S + (2 + nx) * c;
    f->dF = f->fixed + nx * c;
    f->dF_next = f->dF + c;
    f->by_time = f->dF_next + c;
    f->c = f->by_time + c;
    f->share = f->c + f->o.terms;
    f->P = f->share + f->o.terms;
    f->PF = f->P + square;
    f->P_force = f->PF + square;
    f->next_m = f->m + nm;
    f->m_kept = f->next_m + nm;
    return BR_OK;
}

static bool options_valid(const br_sys *law, const br_axis_simulation_options *o)
{
    bool mass = o->mass > 0;
    for (int j = 0; j < o->terms; j++)
        mass = mass || o->term[j] == BR_AXIS_MASS;
    return mass && o->steps > 0 && o->v >= 0 && o->v < br_sys_nu(law) && o->force < br_sys_nu(law) && o->F >= 0 &&
           o->F < br_sys_ny(law);
}

br_status br_axis_simulation_open(br_axis_simulation *f, const br_sys *law, const br_axis_simulation_options *o)
{
    memset(f, 0, sizeof *f);
    f->sys = law;
    f->o = *o;
    f->columns = o->bys + 2 + br_sys_nx(law) + o->terms;
    br_status status = options_valid(law, o) ? allocate_states(f) : BR_BAD_USAGE;
    br_along_options along = {.flow = o->flow, .substeps = o->substeps, .by = o->by, .bys = o->bys};
    if (status == BR_OK)
        status = br_along_joint(&f->joint, &f->memory, law, &along, 1, o->v);
    along.bys = 0;
    if (status == BR_OK)
        status = br_along_joint(&f->lean, &f->lean_memory, law, &along, 1, o->v);
    if (status != BR_OK)
        br_axis_simulation_close(f);
    return status;
}

void br_axis_simulation_close(br_axis_simulation *f)
{
    free(f->memory);
    free(f->lean_memory);
    free(f->block);
    free(f->m);
    memset(f, 0, sizeof *f);
}

// ---------------------------------------------------------------- a stretch

// Inputs of a row other than velocity and force; what is missing keeps what it was.
static bool read_inputs(const br_axis_simulation *f, const br_stretch *s, long long row, double *u)
{
    bool whole = true;
    for (int i = 0; i < br_sys_nu(f->sys); i++) {
        if (i == f->o.v || i == f->o.force)
            continue;
        double now = s->u[i] ? s->u[i][row] : s->hold[i];
        if (isfinite(now))
            u[i] = now;
        whole = whole && isfinite(u[i]);
    }
    return whole;
}

static br_status start_run(br_axis_simulation *f, const br_stretch *s, const br_axis_input *in, bool slopes)
{
    int nx = br_sys_nx(f->sys), nm = br_sys_nm(f->sys), columns = f->columns;
    memcpy(f->c, in->c, (size_t)f->o.terms * sizeof *f->c);
    for (int j = 0; j < f->o.terms; j++)
        f->share[j] = in->share ? in->share[j] : 1;
    br_axis_set_forces(f);
    if (!(f->mass > 0))
        return BR_NOT_FINITE;
    for (int i = 0; i < br_sys_nu(f->sys); i++)
        f->u[i] = (double)NAN;
    br_axis_start_drive(f, s, in);
    if (!read_inputs(f, s, 0, f->u) || !isfinite(f->drive))
        return BR_BAD_DATA;
    memcpy(f->u_to, f->u, (size_t)br_sys_nu(f->sys) * sizeof *f->u);
    f->x = in->start[0];
    f->v = in->start[1];
    memcpy(f->X, in->start + 2, (size_t)nx * sizeof *f->X);
    for (int i = 0; i < f->o.bys; i++)
        f->X[nx + 1 + i] = in->p[f->o.by[i]];
    for (int i = 0; i < nm; i++)
        f->m[i] = in->m0 ? in->m0[i] : 0;
    memset(f->S, 0, (size_t)((2 + nx) * columns) * sizeof *f->S);
    for (int i = 0; i < 2 + nx; i++)
        f->S[i * columns + f->o.bys + i] = 1;
    return br_axis_balance(f, in->p, slopes) ? BR_OK : BR_NOT_FINITE;
}

static bool store_row(const br_axis_simulation *f, double *y, double *J)
{
    const double *slopes = f->o.velocity ? f->S + f->columns : f->S;
    *y = f->o.velocity ? f->v : f->x;
    bool whole = isfinite(*y);
    for (int k = 0; J && k < f->columns; k++) {
        J[k] = slopes[k];
        whole = whole && isfinite(J[k]);
    }
    return whole;
}

br_status br_axis_simulation_run(br_axis_simulation *f, const br_stretch *s, const br_axis_input *in, double *y,
                                 double *J)
{
    BR_REQUIRE(s->rows > 0);
    bool slopes = J || (f->o.measured_sd > 0 && !in->gains_held);
    f->first = J ? 0 : f->o.bys;
    f->last = J ? f->columns : f->o.bys + 2 + br_sys_nx(f->sys);
    br_status status = start_run(f, s, in, slopes);
    for (long long row = 0; row < s->rows && status == BR_OK; row++) {
        if (f->o.stop && *f->o.stop != 0)
            return BR_NEGATIVE;
        if (!store_row(f, y + row, J ? J + row * f->columns : NULL))
            return BR_NOT_FINITE;
        if (f->o.measured_sd > 0)
            status = br_axis_filter_correct(f, in, row, row > 0 ? s->t[row] - s->t[row - 1] : 0,
                                            J ? J + row * f->columns : NULL);
        if (row + 1 == s->rows || status != BR_OK)
            break;
        memcpy(f->u_from, f->u_to, (size_t)br_sys_nu(f->sys) * sizeof *f->u_from);
        (void)read_inputs(f, s, row + 1, f->u_to);
        double half = 0;
        if (in->local_error)
            status = br_axis_try_half_steps(f, s, in, row, &half);
        if (status == BR_OK)
            status = br_axis_drive_on(f, s, in, row, slopes);
        if (in->local_error)
            in->local_error[row] = fabs(half - f->v);
    }
    return status;
}
