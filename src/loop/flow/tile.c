// tile.c - a tile of points: rates, Jacobians, accepted steps, and how many substeps their errors ask for.   [target]
#include "num/base/fp.h"

#include "loop/flow/tile.h"
#include "num/base/real.h"
#include "num/base/require.h"
#include "num/algebra/vector.h"

int br_integrator_uncoupled(const br_sys *s)
{
    int nx = br_sys_nx(s);
    for (int i = 0; i < br_sys_blocks(s); i++) {
        const br_sys_block *b = br_sys_block_at(s, i);
        if (b->by == 'x' && b->row < nx &&
            (b->row != b->column || b->rows != b->columns || (b->rows > 1 && b->shape != BR_DIAGONAL)))
            return 0;
    }
    return 1;
}

void br_integrator_jet_wanted(br_integrator *f, const br_real *x, br_real *out, br_real *jet)
{
    if (f->some)
        br_sys_jet_some(f->sys, f->n, x, f->m, f->u, f->p, f->each, out, jet);
    else
        br_sys_jet(f->sys, f->n, x, f->m, f->u, f->p, f->each, out, jet);
}

void br_integrator_rate(br_integrator *f, const br_real *x, br_real *out)
{
    br_sys_rate(f->sys, f->n, x, f->m, f->u, f->p, f->each, out);
}

void br_integrator_jet(br_integrator *f, const br_real *x, br_real *out, br_real *jet)
{
    if (f->want)
        br_integrator_jet_wanted(f, x, out, jet);
    else
        br_sys_jet_x(f->sys, f->n, x, f->m, f->u, f->p, f->each, out, jet);
}

void br_integrator_jet_of_call(br_integrator *f, const br_integrator_call *c, const br_real *x, br_real *out,
                               br_real *jet)
{
    if (!f->want)
        br_sys_jet_x(f->sys, f->n, x, c->m, c->u, c->p, f->each, out, jet);
    else if (f->some)
        br_sys_jet_some(f->sys, f->n, x, c->m, c->u, c->p, f->each, out, jet);
    else
        br_sys_jet(f->sys, f->n, x, c->m, c->u, c->p, f->each, out, jet);
}

// Points whose substeps are done have h = 0 and stay.
BR_CLONES
static void merge(int nx, int columns, int n, const br_real *h, br_real *now, const br_real *next)
{
    for (int c = 0; c < columns; c++) {
        ptrdiff_t at = (ptrdiff_t)c * nx * n;
        BR_LANES
        for (int i = 0; i < nx * n; i++)
            now[at + i] = h[i] > 0 ? next[at + i] : now[at + i];
    }
}

static void accept(const br_integrator *f, int columns, br_real **now, br_real **next)
{
    br_real *was = *now;
    if (!f->all) {
        merge(br_sys_nx(f->sys), columns, f->n, f->h, *now, *next);
        return;
    }
    *now = *next;
    *next = was;
}

void br_integrator_accept(br_integrator *f)
{
    accept(f, 1, &f->x, &f->next);
}

void br_integrator_accept_slopes(br_integrator *f)
{
    accept(f, f->columns, &f->S, &f->T);
}

// The larger of a state before and after the step.
static inline br_real size_of(br_real x, br_real next)
{
    br_real before = br_r_abs(x), after = br_r_abs(next), size = before > after ? before : after;
    return size > BR_LEAST_NORMAL ? size : BR_LEAST_NORMAL;
}

// Is one substep enough for every point? In most samples it is.
BR_CLONES
static int one_substep_suffices(int n, const br_real *x, const br_real *next, const br_real *error, br_real accuracy)
{
    int hard = 0;
    for (int i = 0; i < n; i++)
        hard |= br_r_abs(error[i]) > accuracy * size_of(x[i], next[i]);
    return !hard;
}

void br_integrator_choose_substeps(br_integrator *f, const br_real *error, int power)
{
    BR_REQUIRE(power == 1 || power == 3);
    if (one_substep_suffices(br_sys_nx(f->sys) * f->n, f->x, f->next, error, f->o.accuracy))
        return;
    for (int k = 0; k < f->n; k++) {
        br_real worst = 0;
        for (int i = k; i < br_sys_nx(f->sys) * f->n; i += f->n) {
            br_real most = f->o.accuracy * size_of(f->x[i], f->next[i]), size = br_r_abs(error[i]);
            br_real share = size > most ? size / most : 0;
            worst = share > worst ? share : worst;
        }
        br_real wants = power == 3 ? br_r_cbrt(worst) : worst;
        int capped = wants > (br_real)f->o.most;
        f->health.capped += (unsigned long)capped;
        f->substeps[k] = capped ? f->o.most : wants > 1 ? (int)wants + 1 : 1;
        f->substeps[k] = f->substeps[k] < f->o.most ? f->substeps[k] : f->o.most;
    }
}

// By how much the others would move each state within a step: h |J| |x| without the diagonal. to += that of one derivative.
static void add_reach(const br_integrator *f, const br_sys_block *b, int r, int c, br_real *to)
{
    int number = br_shape_number(b->shape, b->columns, r, c);
    if (number < 0 || b->row + r == b->column + c)
        return;
    const br_real *J = f->jet + (ptrdiff_t)(b->at + number) * f->n, *x = f->x + (ptrdiff_t)(b->column + c) * f->n;
    for (int k = 0; k < f->n; k++)
        to[(b->row + r) * f->n + k] += f->h[k] * br_r_abs(J[k] * x[k]);
}

void br_integrator_ease(const br_integrator *f, br_real *e, br_real *reach)
{
    int nx = br_sys_nx(f->sys), n = nx * f->n;
    br_vec_zero(n, reach);
    for (int i = 0; i < br_sys_blocks(f->sys); i++) {
        const br_sys_block *b = br_sys_block_at(f->sys, i);
        for (int r = 0; b->by == 'x' && b->row < nx && r < b->rows; r++)
            for (int c = 0; c < b->columns; c++)
                add_reach(f, b, r, c, reach);
    }
    for (int i = 0; i < n; i++) {
        br_real before = br_r_abs(f->x[i]), after = br_r_abs(f->next[i]), size = before > after ? before : after;
        e[i] = reach[i] > size ? e[i] * (size / reach[i]) : e[i];
    }
}
