// joint_friction.c - a friction law in a joint.                                              [host]
#include "num/base/fp.h"

#include "mech/model/joint_friction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A law without states jumps if its force at hardly any speed is a fair part of that at some speed.
static void find_edges(br_joint_friction *r)
{
    const double hardly = 1e-200;
    double by_w, by_N,
        at_some =
            br_joint_friction_force(r, 1, 1, 0, &by_w, &by_N) - br_joint_friction_force(r, -1, 1, 0, &by_w, &by_N);
    r->edge[0] = br_joint_friction_force(r, -hardly, 1, 0, &by_w, &by_N);
    r->edge[1] = br_joint_friction_force(r, hardly, 1, 0, &by_w, &by_N);
    r->jumps = r->contact.system.sys.nx == 0 && r->edge[1] - r->edge[0] > 1e-9 * at_some;
}

br_status br_joint_friction_open(br_joint_friction *r, const char *law, const char *set, const char *values,
                                 br_diag *why)
{
    br_integrator_options o = br_integrator_defaults();
    o.slopes = 1;
    memset(r, 0, sizeof *r);
    br_status status = br_contact_open(&r->contact, law, set, values, &o, why);
    if (status != BR_OK)
        return status;
    const br_sys *s = &r->contact.system.sys;
    size_t nx = (size_t)s->nx, all = nx + (size_t)s->ny, np = (size_t)s->np;
    size_t room = 4 * nx + (3 + nx) * all + (size_t)s->njet + (size_t)r->contact.flow.nslope;
    r->memory = calloc(room + (nx + 1) * (nx + np) + all * np + nx + 1, sizeof(double));
    r->modes = calloc(2 * (size_t)s->nm + 1, sizeof *r->modes);
    if (!r->memory || !r->modes) {
        br_joint_friction_close(r);
        return BR_NO_MEMORY;
    }
    r->next = r->memory;
    r->dx = r->next + nx;
    r->by_x = r->dx + 2 * nx;
    r->by_u = r->by_x + all * nx;
    r->out = r->by_u + 2 * all;
    r->jet = r->out + all;
    r->slope = r->jet + s->njet;
    r->next_by_x = r->memory + room;
    r->F_by_x = r->next_by_x + nx * nx;
    r->next_by_p = r->F_by_x + nx;
    r->F_by_p = r->next_by_p + nx * np; // first the outputs by all parameters
    r->from = r->F_by_p + all * np;
    r->from_modes = r->modes + s->nm;
    find_edges(r);
    return BR_OK;
}

void br_joint_friction_close(br_joint_friction *r)
{
    br_contact_close(&r->contact);
    free(r->memory);
    free(r->modes);
    memset(r, 0, sizeof *r);
}

// F, and by w and N.
static void try_step(br_joint_friction *r, double w, double N, double h, double said[3])
{
    br_contact *c = &r->contact;
    const br_sys *s = &c->system.sys;
    double u[2] = {w, N};
    int nx = s->nx, nu = s->nu;
    memset(r->dx, 0, (size_t)(nx * nu) * sizeof *r->dx);
    said[0] = said[1] = said[2] = (double)NAN;
    if (br_integrator_step(&c->flow, 1, c->x, c->m, u, c->p, 0, h, r->next, r->modes, r->slope) != BR_OK)
        return;
    br_blocks_dense(c->flow.slope, c->flow.slopes, r->slope, 1, 0, 'u', nx, nu, r->dx);
    br_sys_jet(s, 1, r->next, r->modes, u, c->p, 0, r->out, r->jet);
    br_sys_dense(s, r->jet, 1, 0, 'x', nx, r->by_x);
    br_sys_dense(s, r->jet, 1, 0, 'u', nu, r->by_u);
    double F = r->out[c->F], slope[2] = {0};
    for (int k = 0; k < nu; k++) {
        slope[k] = r->by_u[c->F * nu + k];
        for (int i = 0; i < nx; i++)
            slope[k] += r->by_x[c->F * nx + i] * r->dx[i * nu + k];
    }
    double times = nu == 2 ? 1 : N;
    said[0] = times * F;
    said[1] = times * slope[0];
    said[2] = nu == 2 ? slope[1] : F;
}

double br_joint_friction_force(br_joint_friction *r, double w, double N, double h, double *by_w, double *by_N)
{
    const br_contact *c = &r->contact;
    const double asked[3] = {w, N, h};
    size_t states = (size_t)c->system.sys.nx * sizeof *c->x, modes = (size_t)c->system.sys.nm * sizeof *c->m;
    bool again = r->tried && memcmp(asked, r->asked, sizeof asked) == 0 && memcmp(c->x, r->from, states) == 0 &&
                 memcmp(c->m, r->from_modes, modes) == 0;
    if (!again) {
        try_step(r, w, N, h, r->said);
        memcpy(r->asked, asked, sizeof asked);
        memcpy(r->from, c->x, states);
        memcpy(r->from_modes, c->m, modes);
        r->tried = true;
    }
    *by_w = r->said[1];
    *by_N = r->said[2];
    return r->said[0];
}

void br_joint_friction_advance(br_joint_friction *r, double w, double N, double h)
{
    br_contact *c = &r->contact;
    double u[2] = {w, N};
    (void)!br_integrator_step(&c->flow, 1, c->x, c->m, u, c->p, 0, h, c->x, c->m, NULL);
}

void br_joint_friction_derivatives(br_joint_friction *r, double N)
{
    const br_contact *c = &r->contact;
    const br_sys *s = &c->system.sys;
    int nx = s->nx, np = s->np;
    double times = s->nu == 2 ? 1 : N, *F = r->F_by_p + (ptrdiff_t)c->F * np;
    br_blocks_dense(c->flow.slope, c->flow.slopes, r->slope, 1, 0, 'x', nx, nx, r->next_by_x);
    br_blocks_dense(c->flow.slope, c->flow.slopes, r->slope, 1, 0, 'p', nx, np, r->next_by_p);
    br_sys_dense(s, r->jet, 1, 0, 'p', np, r->F_by_p);
    for (int k = 0; k < nx; k++) {
        r->F_by_x[k] = 0;
        for (int i = 0; i < nx; i++)
            r->F_by_x[k] += times * r->by_x[c->F * nx + i] * r->next_by_x[i * nx + k];
    }
    for (int k = 0; k < np; k++) {
        double sum = F[k];
        for (int i = 0; i < nx; i++)
            sum += r->by_x[c->F * nx + i] * r->next_by_p[i * np + k];
        r->F_by_p[k] = times * sum; // rows from c->F on are read before they are written over
    }
}

void br_joint_friction_set(br_joint_friction *r, int number, double value)
{
    if (r->contact.p[number] == value)
        return;
    bool jumps = r->jumps; // and stays so
    r->contact.p[number] = value;
    r->tried = false;
    if (jumps)
        find_edges(r);
    r->jumps = jumps;
}
