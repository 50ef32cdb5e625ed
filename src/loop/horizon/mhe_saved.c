// mhe_saved.c - what a moving horizon carries from call to call, as bytes.   [target]
#include "num/base/fp.h"

#include "loop/filter/kalman_saved.h"
#include "loop/horizon/mhe_saved.h"
#include "loop/horizon/riccati_plain.h"

// Numbers of its arrays from F up to those of `first` stand side by side (br_riccati_carve). A plain one points into P.
static void riccati_saved(br_riccati *c, br_saved *s)
{
    br_saved_reals(s, (const br_real *)(const void *)c->first - c->F, c->F);
    br_saved_ints(s, c->o.steps + 2, c->first);
    br_saved_ints(s, 1, &c->node);
    br_saved_ints(s, 1, &c->done);
    br_saved_reals(s, 1, &c->cost);
    if (!c->o.plain) {
        br_gaussian_saved(&c->gaussian, s);
    } else if (s->from) {
        c->C = br_row(c->P, br_riccati_plain_node_size(&c->o), c->node);
        c->gaussian.x = br_row(c->C, br_riccati_stride(c->o.n), c->o.n);
    }
}

static void problem_saved(br_mhe *m, br_saved *s)
{
    int n = m->joint.n, measured = m->o.measured, nodes = m->o.horizon + 1, nu = br_sys_nu(m->joint.sys);
    br_saved_reals(s, (ptrdiff_t)n * nodes, m->riccati.adjoint);
    br_saved_reals(s, (ptrdiff_t)n * nodes, m->X);
    if (m->o.halvings > 0)
        br_saved_reals(s, (ptrdiff_t)n * nodes, m->old);
    br_saved_ints(s, br_sys_nm(m->joint.sys) * nodes, m->M);
    br_saved_reals(s, (ptrdiff_t)nu * m->o.inputs * nodes, m->U);
    br_saved_reals(s, nu, m->held);
    br_saved_reals(s, (ptrdiff_t)measured * nodes, m->Y);
    br_saved_reals(s, (ptrdiff_t)n * m->o.horizon, m->gap);
    br_saved_reals(s, (ptrdiff_t)n * measured * nodes, m->H);
    br_saved_reals(s, (ptrdiff_t)measured * nodes, m->e);
    br_saved_reals(s, (ptrdiff_t)measured * nodes, m->rho);
    br_saved_ints(s, n * nodes, m->active);
    br_saved_ints(s, n * nodes, m->pin);
    br_saved_reals(s, 2 * (ptrdiff_t)n * nodes, m->slack);
    br_saved_reals(s, 2 * (ptrdiff_t)n * nodes, m->force);
    if (m->o.levenberg > 0)
        br_saved_reals(s, (ptrdiff_t)n * n, m->known);
}

void br_mhe_saved(br_mhe *m, br_saved *s)
{
    int n = m->joint.n, measured = m->o.measured;
    riccati_saved(&m->riccati, s);
    br_gaussian_saved(&m->arrival, s);
    br_gaussian_saved(&m->next, s);
    br_real *const list[] = {m->sd, m->most, m->q, m->low, m->high, m->x, m->first, m->noise, m->d};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        br_saved_reals(s, n, list[i]);
    br_saved_reals(s, (ptrdiff_t)n * n, m->P);
    br_saved_reals(s, measured, m->r);
    br_saved_reals(s, measured, m->error);
    br_saved_reals(s, measured, m->variance);
    br_saved_ints(s, measured, m->taken);
    br_gate_saved(&m->gate, measured, s);
    problem_saved(m, s);
    br_saved_health(s, &m->health);
    br_real *const number[] = {&m->cost, &m->kkt, &m->near, &m->before, &m->fade, &m->mu, &m->share, &m->off};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        br_saved_reals(s, 1, number[i]);
    int *const one[] = {&m->last,  &m->settled,  &m->ready,  &m->slice,  &m->phase, &m->iteration, &m->trial,
                        &m->bare,  &m->undamped, &m->stage,  &m->passes, &m->turns, &m->sure,      &m->heard,
                        &m->still, &m->blind,    &m->failed, &m->open,   &m->given, &m->inside};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        br_saved_ints(s, 1, one[i]);
}
