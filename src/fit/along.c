// along.c - a system along a log.                                               [host]
#include "num/fp.h"

#include "fit/along.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 128 }; // rows that are looked at together

// ---------------------------------------------------------------- opening

static int column_of(const br_along *a, int parameter)
{
    for (int i = 0; i < a->o.bys; i++)
        if (a->o.by[i] == parameter)
            return i;
    return -1;
}

// Where the derivatives of the output stand in a jet, and which columns they move: a parameter's own, or through a state all.
static int list_entries(br_along *a)
{
    const br_sys *s = a->sys;
    int count = 0;
    for (int i = 0; a->o.which < br_sys_ny(s) && i < br_sys_blocks(s); i++) {
        const br_sys_block *b = br_sys_block_at(s, i);
        int r = br_sys_nx(s) + a->o.which - b->row;
        for (int c = 0; r >= 0 && r < b->rows && c < b->columns; c++) {
            int number = br_shape_number(b->shape, b->columns, r, c);
            int to = b->by == 'x' ? -1 - (b->column + c) : b->by == 'p' ? column_of(a, b->column + c) : -1;
            if (number < 0 || (b->by != 'x' && to < 0))
                continue;
            if (a->source) {
                a->source[count] = b->at + number;
                a->target[count] = to;
            }
            count++;
        }
    }
    return count;
}

static br_status open_joint(br_along *a)
{
    br_joint_options o = {.flow = br_flow_defaults(), .estimates = a->o.bys, .slopes = 1};
    br_estimate *e = calloc((size_t)a->o.bys + 1, sizeof *e);
    if (!e)
        return BR_NO_MEMORY;
    for (int i = 0; i < a->o.bys; i++)
        e[i] = (br_estimate){.by = 'p', .number = a->o.by[i], .scale = 1, .low = -HUGE_VAL, .high = HUGE_VAL};
    o.estimate = e;
    o.flow.kind = a->o.flow;
    if (a->o.substeps > 0)
        o.flow.substeps = a->o.substeps;
    if (o.flow.most < o.flow.substeps)
        o.flow.most = o.flow.substeps;
    size_t bytes = br_joint_bytes(a->sys, &o);
    a->memory = bytes ? malloc(bytes) : NULL;
    br_status status = bytes == 0   ? BR_BAD_USAGE
                       : !a->memory ? BR_NO_MEMORY
                                    : br_joint_init(&a->joint, a->sys, &o, a->memory, bytes);
    free(e);
    return status;
}

static br_status lay(br_along *a)
{
    const br_sys *s = a->sys;
    size_t nx = (size_t)br_sys_nx(s), nu = (size_t)br_sys_nu(s), c = (size_t)a->columns, n = nx + (size_t)a->o.bys;
    size_t rows = nx + (size_t)br_sys_ny(s), nm = (size_t)br_sys_nm(s), entries = (size_t)list_entries(a);
    a->block =
        calloc(n + 2 * nx * c + nx * n + nu * (TILE + 2) + TILE * (rows + (size_t)br_sys_njet(s) + nx + nx * c) + 1,
               sizeof *a->block);
    a->m = calloc(nm * (TILE + 1) + 2 * entries + 1, sizeof *a->m);
    if (!a->block || !a->m)
        return BR_NO_MEMORY;
    double *at = a->block;
    a->X = at;
    a->S = at += n;
    a->T = at += nx * c;
    a->F = at += nx * c;
    a->u = at += nx * n;
    a->u_now = at += nu * TILE;
    a->u_next = at += nu;
    a->out = at += nu;
    a->jet = at += TILE * rows;
    a->lane_x = at += TILE * (size_t)br_sys_njet(s);
    a->lane_S = at + TILE * nx;
    a->lane_m = a->m + nm;
    a->source = a->lane_m + nm * TILE;
    a->target = a->source + entries;
    a->entries = list_entries(a);
    return BR_OK;
}

br_status br_along_open(br_along *a, const br_sys *s, const br_along_options *o)
{
    memset(a, 0, sizeof *a);
    a->sys = s;
    a->o = *o;
    a->moves = br_sys_nx(s) > 0;
    a->columns = o->bys + (o->starts ? br_sys_nx(s) : 0);
    br_status status = o->which < 0 || o->which >= br_sys_ny(s) + br_sys_nx(s) ? BR_BAD_USAGE : lay(a);
    if (status == BR_OK && a->moves)
        status = open_joint(a);
    if (status != BR_OK)
        br_along_close(a);
    return status;
}

void br_along_close(br_along *a)
{
    free(a->memory);
    free(a->block);
    free(a->m);
    memset(a, 0, sizeof *a);
}

// ---------------------------------------------------------------- running

// The inputs of a row; one that is missing keeps what it was.
static bool inputs(const br_along *a, const br_stretch *s, long long row, double *u)
{
    bool whole = true;
    for (int i = 0; i < br_sys_nu(a->sys); i++) {
        double now = s->u[i] ? s->u[i][row] : s->hold[i];
        if (isfinite(now))
            u[i] = now;
        whole = whole && isfinite(u[i]);
    }
    return whole;
}

static void start(br_along *a, const br_stretch *s, const double *p, const double *x0, const int *m0)
{
    int nx = br_sys_nx(a->sys), nm = br_sys_nm(a->sys), c = a->columns;
    for (int i = 0; i < br_sys_nu(a->sys); i++)
        a->u_now[i] = (double)NAN;
    (void)inputs(a, s, 0, a->u_now);
    memset(a->S, 0, (size_t)(nx * c) * sizeof *a->S);
    for (int i = 0; i < nx; i++) {
        a->X[i] = x0[i];
        if (a->o.starts)
            a->S[i * c + a->o.bys + i] = 1;
    }
    for (int i = 0; a->moves && i < a->o.bys; i++)
        a->X[nx + i] = p[a->o.by[i]];
    for (int i = 0; i < nm; i++)
        a->m[i] = m0 ? m0[i] : 0;
}

// S = dx/d(columns) one row on: F S, and what the parameters add.
static void chain(br_along *a)
{
    const br_joint *j = &a->joint;
    int nx = j->nx, c = a->columns;
    memset(a->T, 0, (size_t)(nx * c) * sizeof *a->T);
    for (int i = 0; i < j->nF; i++) {
        const br_joint_entry *e = &j->F[i];
        double *to = a->T + (ptrdiff_t)e->row * c, F = a->F[i];
        if (e->column >= nx) {
            to[e->column - nx] += F;
            continue;
        }
        const double *from = a->S + (ptrdiff_t)e->column * c;
        for (int k = 0; k < c; k++)
            to[k] += F * from[k];
    }
    double *swap = a->S;
    a->S = a->T;
    a->T = swap;
}

static br_status step(br_along *a, const br_stretch *s, long long row, const double *p, bool slopes)
{
    int nu = br_sys_nu(a->sys);
    memcpy(a->u_next, a->u_now, (size_t)nu * sizeof *a->u_next);
    (void)inputs(a, s, row + 1, a->u_next);
    br_status status = BR_OK;
    if (a->moves) {
        for (int i = 0; i < nu; i++)
            a->u_now[i] = 0.5 * a->u_now[i] + 0.5 * a->u_next[i];
        int *m = br_sys_nm(a->sys) > 0 ? a->m : NULL;
        status =
            br_joint_step(&a->joint, 1, a->X, m, a->u_now, p, s->t[row + 1] - s->t[row], a->X, m, slopes ? a->F : NULL);
        if (status == BR_OK && slopes)
            chain(a);
    }
    memcpy(a->u_now, a->u_next, (size_t)nu * sizeof *a->u_now);
    return status;
}

// Row k of the tile: where the system is.
static void keep(br_along *a, int k, int count, bool slopes)
{
    int nx = br_sys_nx(a->sys), nu = br_sys_nu(a->sys), nm = br_sys_nm(a->sys);
    for (int i = 0; i < nu; i++)
        a->u[i * count + k] = a->u_now[i];
    for (int i = 0; i < nx; i++)
        a->lane_x[i * count + k] = a->X[i];
    for (int i = 0; i < nm; i++)
        a->lane_m[i * count + k] = a->m[i];
    size_t numbers = (size_t)nx * (size_t)a->columns;
    if (slopes)
        memcpy(a->lane_S + (size_t)k * numbers, a->S, numbers * sizeof *a->S);
}

static void add_slopes(const br_along *a, int count, double *J)
{
    int nx = br_sys_nx(a->sys), c = a->columns;
    memset(J, 0, (size_t)count * (size_t)c * sizeof *J);
    for (int k = 0; k < count; k++) {
        double *row = J + (ptrdiff_t)k * c;
        const double *S = a->lane_S + (ptrdiff_t)k * nx * c;
        if (a->o.which >= br_sys_ny(a->sys)) {
            memcpy(row, S + (ptrdiff_t)(a->o.which - br_sys_ny(a->sys)) * c, (size_t)c * sizeof *row);
            continue;
        }
        for (int i = 0; i < a->entries; i++) {
            double h = a->jet[a->source[i] * count + k];
            if (a->target[i] >= 0) {
                row[a->target[i]] += h;
                continue;
            }
            const double *from = S + (ptrdiff_t)(-1 - a->target[i]) * c;
            for (int l = 0; l < c; l++)
                row[l] += h * from[l];
        }
    }
}

static bool finite(long long n, const double *v)
{
    for (long long i = 0; i < n; i++)
        if (!isfinite(v[i]))
            return false;
    return true;
}

// What is looked at, in all rows of the tile.
static br_status look(br_along *a, int count, const double *p, double *y, double *J)
{
    const br_sys *s = a->sys;
    int state = a->o.which - br_sys_ny(s);
    const int *m = br_sys_nm(s) > 0 ? a->lane_m : NULL;
    if (state >= 0)
        memcpy(y, a->lane_x + (ptrdiff_t)state * count, (size_t)count * sizeof *y);
    else if (J)
        br_sys_jet(s, count, a->lane_x, m, a->u, p, 0, a->out, a->jet);
    else
        br_sys_rate(s, count, a->lane_x, m, a->u, p, 0, a->out);
    if (state < 0)
        memcpy(y, a->out + (ptrdiff_t)(br_sys_nx(s) + a->o.which) * count, (size_t)count * sizeof *y);
    if (J)
        add_slopes(a, count, J);
    return finite(count, y) && (!J || finite((long long)count * a->columns, J)) ? BR_OK : BR_NOT_FINITE;
}

br_status br_along_run(br_along *a, const br_stretch *s, const double *p, const double *x0, const int *m0, double *y,
                       double *J)
{
    start(a, s, p, x0, m0);
    if (!finite(br_sys_nu(a->sys), a->u_now))
        return BR_BAD_DATA;
    for (long long row = 0; row < s->rows;) {
        int count = s->rows - row < TILE ? (int)(s->rows - row) : TILE;
        br_status status = BR_OK;
        for (int k = 0; k < count && status == BR_OK; k++) {
            keep(a, k, count, J != NULL);
            if (row + k + 1 < s->rows)
                status = step(a, s, row + k, p, J != NULL);
        }
        if (status == BR_OK)
            status = look(a, count, p, y + row, J ? J + row * a->columns : NULL);
        if (status != BR_OK)
            return status;
        row += count;
    }
    return BR_OK;
}
