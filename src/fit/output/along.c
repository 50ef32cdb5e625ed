// along.c - simulation of a system along a log, with sensitivities.               [host]
#include "num/base/fp.h"

#include "fit/output/along.h"
#include "num/base/clones.h"
#include "num/base/require.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 128, SWEEPS = 8 };    // rows of a tile; Newton sweeps before rows are stepped one by one
static const double ROUNDED = 1e-4; // of a step, by which stamps may be off

// Where a stretch went, last time: states and modes, number i of row k at [i*rows + k].
struct br_along_path {
    const double *t; // of the stretch
    long long rows;
    double *x;
    int *m;
    bool known;
    double *p;  // parameters then
    bool again; // they are the same now: it should go there again
};

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

br_status br_along_joint(br_joint *j, void **memory, const br_sys *s, const br_along_options *o, int points, int input)
{
    int bys = o->bys, estimates = bys + (input >= 0);
    br_estimate *e = calloc((size_t)estimates + 1, sizeof *e);
    *memory = NULL;
    if (!e)
        return BR_NO_MEMORY;
    int first = input >= 0; // of the parameters
    for (int i = 0; i < estimates; i++)
        e[i] = (br_estimate){.by = i < first ? 'u' : 'p',
                             .number = i < first ? input : o->by[i - first],
                             .scale = 1,
                             .low = -HUGE_VAL,
                             .high = HUGE_VAL};
    br_joint_options options = {
        .flow = br_integrator_defaults(), .estimate = e, .estimates = estimates, .slopes = 1, .each = 1};
    options.flow.points = options.flow.lanes = points;
    options.flow.kind = o->flow;
    if (o->substeps > 0)
        options.flow.substeps = o->substeps;
    if (options.flow.most < options.flow.substeps)
        options.flow.most = options.flow.substeps;
    size_t bytes = br_joint_bytes(s, &options);
    *memory = bytes ? malloc(bytes) : NULL;
    br_status status = bytes == 0 ? BR_BAD_USAGE
                       : !*memory ? BR_NO_MEMORY
                                  : br_joint_init(j, s, &options, *memory, bytes);
    free(e);
    return status;
}

static br_status allocate_tiles(br_along *a)
{
    const br_sys *s = a->sys;
    size_t nx = (size_t)br_sys_nx(s), nu = (size_t)br_sys_nu(s), c = (size_t)a->columns, n = nx + (size_t)a->o.bys;
    size_t rows = nx + (size_t)br_sys_ny(s), nm = (size_t)br_sys_nm(s), entries = (size_t)list_entries(a);
    a->block = calloc(n + 2 * nx * c + nx * n * TILE + nu * (2 * TILE + 2) +
                          TILE * (rows + (size_t)br_sys_njet(s) + nx + nx * c + 2 * n) + 2 * nx + 1,
                      sizeof *a->block);
    a->m = calloc(nm * (3 * TILE + 2) + 2 * entries + 1, sizeof *a->m);
    if (!a->block || !a->m)
        return BR_NO_MEMORY;
    double *at = a->block;
    a->X = at;
    a->S = at += n;
    a->T = at += nx * c;
    a->F = at += nx * c;
    a->u = at += nx * n * TILE;
    a->middle = at += nu * TILE;
    a->u_now = at += nu * TILE;
    a->u_next = at += nu;
    a->out = at += nu;
    a->jet = at += TILE * rows;
    a->lane_x = at += TILE * (size_t)br_sys_njet(s);
    a->lane_S = at += TILE * nx;
    a->guess = at += TILE * nx * c;
    a->next = at += TILE * n;
    a->behind = at + TILE * n;
    a->lane_m = a->m + nm;
    a->guess_m = a->lane_m + nm * (TILE + 1);
    a->next_m = a->guess_m + nm * TILE;
    a->source = a->next_m + nm * TILE;
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
    br_status status = o->which < 0 || o->which >= br_sys_ny(s) + br_sys_nx(s) ? BR_BAD_USAGE : allocate_tiles(a);
    if (status == BR_OK && a->moves)
        status = br_along_joint(&a->joint, &a->memory, s, o, TILE, -1);
    br_along_options lean = *o;
    lean.bys = 0;
    if (status == BR_OK && a->moves)
        status = br_along_joint(&a->lean, &a->lean_memory, s, &lean, TILE, -1);
    if (status != BR_OK)
        br_along_close(a);
    return status;
}

void br_along_close(br_along *a)
{
    for (int i = 0; i < a->paths; i++) {
        free(a->path[i].x);
        free(a->path[i].m);
        free(a->path[i].p);
    }
    free(a->path);
    free(a->memory);
    free(a->lean_memory);
    free(a->block);
    free(a->m);
    memset(a, 0, sizeof *a);
}

// The path of a stretch; one that is new is all at its start. NULL: no memory.
static struct br_along_path *path_of(br_along *a, const br_stretch *s)
{
    for (int i = 0; i < a->paths; i++)
        if (a->path[i].t == s->t && a->path[i].rows == s->rows)
            return &a->path[i];
    struct br_along_path *more = realloc(a->path, ((size_t)a->paths + 1) * sizeof *more);
    if (!more)
        return NULL;
    a->path = more;
    more += a->paths;
    *more = (struct br_along_path){.t = s->t, .rows = s->rows};
    more->x = calloc((size_t)s->rows * (size_t)br_sys_nx(a->sys), sizeof *more->x);
    more->m = calloc((size_t)s->rows * (size_t)br_sys_nm(a->sys) + 1, sizeof *more->m);
    more->p = calloc((size_t)br_sys_np(a->sys) + 1, sizeof *more->p);
    if (more->x && more->m && more->p) {
        a->paths++;
        return more;
    }
    free(more->x);
    free(more->m);
    free(more->p);
    return NULL;
}

// ---------------------------------------------------------------- running

// The inputs of a row; one that is missing keeps what it was.
static bool read_inputs(const br_along *a, const br_stretch *s, long long row, double *u)
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

static void start_run(br_along *a, const br_stretch *s, const double *p, const double *x0, const int *m0)
{
    int nx = br_sys_nx(a->sys), nm = br_sys_nm(a->sys), c = a->columns;
    for (int i = 0; i < br_sys_nu(a->sys); i++)
        a->u_now[i] = (double)NAN;
    (void)read_inputs(a, s, 0, a->u_now);
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

// to += h from, so many numbers
static inline void add_multiple(int n, double h, const double *restrict from, double *restrict to)
{
    for (int i = 0; i < n; i++)
        to[i] += h * from[i];
}

// T = F S + dF/dp, nx rows of c columns. F: its entries, those of a step so far apart.
BR_CLONES
static void multiply_sensitivities(const br_joint *j, int c, const double *F, ptrdiff_t apart, const double *S,
                                   double *T)
{
    int nx = j->nx;
    for (int i = 0; i < nx * c; i++)
        T[i] = 0;
    for (int i = 0; i < j->nF; i++) {
        const br_joint_entry *e = &j->F[i];
        double *to = T + (ptrdiff_t)e->row * c;
        if (e->column >= nx)
            to[e->column - nx] += F[i * apart];
        else
            add_multiple(c, F[i * apart], S + (ptrdiff_t)e->column * c, to);
    }
}

// Sensitivities S = dx/d(columns) one row on: S = F S + dF/dp. F: those of step k of count.
static void propagate_sensitivities(br_along *a, int k_of, int count)
{
    multiply_sensitivities(&a->joint, a->columns, a->F + k_of, count, a->S, a->T);
    double *swap = a->S;
    a->S = a->T;
    a->T = swap;
}

static br_status step(br_along *a, const br_stretch *s, long long row, const double *p, bool slopes)
{
    int nu = br_sys_nu(a->sys);
    memcpy(a->u_next, a->u_now, (size_t)nu * sizeof *a->u_next);
    (void)read_inputs(a, s, row + 1, a->u_next);
    br_status status = BR_OK;
    if (a->moves) {
        for (int i = 0; i < nu; i++)
            a->u_now[i] = 0.5 * a->u_now[i] + 0.5 * a->u_next[i];
        int *m = br_sys_nm(a->sys) > 0 ? a->m : NULL;
        status =
            br_joint_step(&a->joint, 1, a->X, m, a->u_now, p, s->t[row + 1] - s->t[row], a->X, m, slopes ? a->F : NULL);
        if (status == BR_OK && slopes)
            propagate_sensitivities(a, 0, 1);
    }
    memcpy(a->u_now, a->u_next, (size_t)nu * sizeof *a->u_now);
    return status;
}

// Row k of the tile: where the system is.
static void store_row(br_along *a, int k, int count, bool slopes)
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

// ---------------------------------------------------------------- many rows at once

// The step of a tile, by the mean: stamps of a file are rounded.
static double tile_step(const br_stretch *s, long long row, int steps)
{
    return (s->t[row + steps] - s->t[row]) / steps;
}

// Inputs of all rows of a tile, and between them; false: steps differ in length.
static bool tile_inputs(br_along *a, const br_stretch *s, long long row, int count, int steps)
{
    int nu = br_sys_nu(a->sys);
    double dt = tile_step(s, row, steps);
    memcpy(a->u_next, a->u_now, (size_t)nu * sizeof *a->u_next);
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < nu; i++)
            a->u[i * count + k] = a->u_next[i];
        if (k == steps)
            break;
        (void)read_inputs(a, s, row + k + 1, a->u_next);
        for (int i = 0; i < nu; i++)
            a->middle[i * steps + k] = 0.5 * a->u[i * count + k] + 0.5 * a->u_next[i];
        if (!(fabs(s->t[row + k + 1] - s->t[row + k] - dt) <= ROUNDED * dt))
            return false;
    }
    return true;
}

// The guess: where the path went, or all as at the first row.
static void initial_guess(br_along *a, const struct br_along_path *path, long long row, int steps, const double *p)
{
    int nx = br_sys_nx(a->sys), nm = br_sys_nm(a->sys);
    for (int i = 0; i < nx; i++) {
        double *to = a->guess + (ptrdiff_t)i * steps;
        memcpy(to, path->x + i * path->rows + row, (size_t)steps * sizeof *to);
        for (int k = 0; k < (path->known ? 1 : steps); k++)
            to[k] = a->X[i];
    }
    for (int i = 0; i < nm; i++) {
        int *to = a->guess_m + (ptrdiff_t)i * steps;
        memcpy(to, path->m + i * path->rows + row, (size_t)steps * sizeof *to);
        for (int k = 0; k < (path->known ? 1 : steps); k++)
            to[k] = a->m[i];
    }
    for (int i = 0; i < a->o.bys; i++)
        for (int k = 0; k < steps; k++)
            a->guess[(nx + i) * steps + k] = p[a->o.by[i]];
}

// From the flow of the guess and its Jacobian the states at all rows, affine from row to row, and at the row behind the steps.
static void follow_affine(br_along *a, int count, int steps)
{
    const br_joint *j = &a->lean;
    int nx = j->nx;
    double *x = a->behind, *to = x + nx;
    memcpy(x, a->X, (size_t)nx * sizeof *x);
    for (int k = 0; k < steps; k++) {
        for (int i = 0; i < nx; i++) {
            a->lane_x[i * count + k] = x[i];
            to[i] = a->next[i * steps + k];
        }
        for (int i = 0; i < j->nF; i++) {
            int by = j->F[i].column;
            to[j->F[i].row] += a->F[(ptrdiff_t)i * steps + k] * (x[by] - a->guess[by * steps + k]);
        }
        memcpy(x, to, (size_t)nx * sizeof *x);
    }
}

// One Newton step on the whole path. The states become the guess; answers whether it has converged, which an affine law has after
// one step.
static bool newton_update(br_along *a, int count, int steps)
{
    int nx = br_sys_nx(a->sys), nm = br_sys_nm(a->sys);
    bool settled = true, affine = br_sys_affine(a->sys) && nm == 0;
    follow_affine(a, count, steps);
    for (int i = 0; i < nx; i++) {
        const double *x = a->lane_x + (ptrdiff_t)i * count;
        double low = x[0], high = x[0], off = 0, *guess = a->guess + (ptrdiff_t)i * steps;
        for (int k = 0; k < steps; k++) {
            double far = fabs(x[k] - guess[k]);
            low = x[k] < low ? x[k] : low;
            high = x[k] > high ? x[k] : high;
            off = far <= off ? off : far; // NaN stays
            guess[k] = x[k];
        }
        // of how far the state moves; it is then off by about the square of that, or by rounding
        double small = 1e-6 * (high - low) + 1e-15 * (fabs(low) + fabs(high));
        settled = settled && (off <= small || (affine && off < HUGE_VAL));
    }
    for (int i = 0; i < nm; i++) {
        int *guess = a->guess_m + (ptrdiff_t)i * steps, *next = a->next_m + (ptrdiff_t)i * steps;
        settled = settled && memcmp(guess + 1, next, (size_t)(steps - 1) * sizeof *guess) == 0;
        memcpy(guess + 1, next, (size_t)(steps - 1) * sizeof *guess);
    }
    return settled;
}

// Does every row of the guess lead to the next one of the path, as closely as sweeps come to it?
static bool leads_along(const br_along *a, const struct br_along_path *path, long long row, int steps)
{
    for (int i = 0; i < br_sys_nx(a->sys); i++) {
        const double *next = a->next + (ptrdiff_t)i * steps, *to = path->x + i * path->rows + row + 1;
        double low = to[0], high = to[0], off = 0;
        for (int k = 0; k < steps; k++) {
            double far = fabs(next[k] - to[k]);
            low = to[k] < low ? to[k] : low;
            high = to[k] > high ? to[k] : high;
            off = far <= off ? off : far; // NaN stays
        }
        if (!(off <= 1e-7 * (high - low) + 1e-15 * (fabs(low) + fabs(high))))
            return false;
    }
    for (int i = 0; i < br_sys_nm(a->sys); i++)
        if (memcmp(a->next_m + (ptrdiff_t)i * steps, path->m + i * path->rows + row + 1,
                   (size_t)steps * sizeof *path->m) != 0)
            return false;
    return true;
}

// With the parameters of last time the path is the solution, and only sensitivities are new. false: it is not.
static bool same_tile(br_along *a, const br_stretch *s, long long row, int count, int steps, const double *p,
                      struct br_along_path *path)
{
    int nx = br_sys_nx(a->sys), *from = br_sys_nm(a->sys) > 0 ? a->guess_m : NULL;
    for (int i = 0; i < nx; i++)
        path->again = path->again && a->X[i] == path->x[i * path->rows + row];
    if (steps < 8 || !path->again || !tile_inputs(a, s, row, count, steps))
        return false;
    initial_guess(a, path, row, steps, p);
    path->again = br_joint_step(&a->joint, steps, a->guess, from, a->middle, p, tile_step(s, row, steps), a->next,
                                from ? a->next_m : NULL, a->F) == BR_OK &&
                  leads_along(a, path, row, steps);
    for (int i = 0; path->again && i < nx; i++) {
        memcpy(a->lane_x + (ptrdiff_t)i * count, a->guess + (ptrdiff_t)i * steps, (size_t)steps * sizeof *a->lane_x);
        a->behind[i] = path->x[i * path->rows + row + steps];
    }
    return path->again;
}

// The rows of a tile by Newton sweeps; false: no convergence, and nothing has changed. Where they seldom converge, they are not
// tried. Derivatives by parameters are computed once, at the end.
static bool newton_tile(br_along *a, const br_stretch *s, long long row, int count, int steps, const double *p,
                        bool slopes, struct br_along_path *path)
{
    int *from = br_sys_nm(a->sys) > 0 ? a->guess_m : NULL, *to = from ? a->next_m : NULL;
    double dt = steps > 0 ? tile_step(s, row, steps) : 0; // behind the last row there is none
    bool settled = false;
    if (steps < 8 || a->unsettled > 8 + a->swept / TILE || !tile_inputs(a, s, row, count, steps))
        return false;
    initial_guess(a, path, row, steps, p);
    for (int i = 0; i < SWEEPS && !settled; i++) {
        if (br_joint_step(&a->lean, steps, a->guess, from, a->middle, p, dt, a->next, to, a->F) != BR_OK)
            break;
        settled = newton_update(a, count, steps);
    }
    if (settled && slopes)
        settled = br_joint_step(&a->joint, steps, a->guess, from, a->middle, p, dt, a->next, to, a->F) == BR_OK;
    a->unsettled += !settled;
    return settled;
}

// The converged tile, as steps one by one leave it: states, modes and sensitivities at all rows, and at the row behind them.
static void store_swept(br_along *a, int count, int steps, bool slopes)
{
    int nx = br_sys_nx(a->sys), nm = br_sys_nm(a->sys);
    size_t numbers = (size_t)nx * (size_t)a->columns;
    for (int i = 0; i < nx; i++) {
        a->X[i] = a->behind[i];
        if (count > steps)
            a->lane_x[i * count + steps] = a->behind[i];
    }
    for (int i = 0; i < nm; i++) {
        a->m[i] = a->next_m[i * steps + steps - 1];
        memcpy(a->lane_m + (ptrdiff_t)i * count, a->guess_m + (ptrdiff_t)i * steps, (size_t)steps * sizeof *a->lane_m);
        if (count > steps)
            a->lane_m[i * count + steps] = a->m[i];
    }
    for (int k = 0; slopes && k < count; k++) {
        memcpy(a->lane_S + (size_t)k * numbers, a->S, numbers * sizeof *a->S);
        if (k < steps)
            propagate_sensitivities(a, k, steps);
    }
    memcpy(a->u_now, a->u_next, (size_t)br_sys_nu(a->sys) * sizeof *a->u_now);
    a->swept += count;
}

// Steps one by one.
static br_status step_rows(br_along *a, const br_stretch *s, long long row, int count, int steps, const double *p,
                           bool slopes)
{
    br_status status = BR_OK;
    for (int k = 0; k < count && status == BR_OK; k++) {
        store_row(a, k, count, slopes);
        if (k < steps)
            status = step(a, s, row + k, p, slopes);
    }
    a->followed += count;
    return status;
}

static void store_path(const br_along *a, struct br_along_path *path, long long row, int count)
{
    for (int i = 0; i < br_sys_nx(a->sys); i++)
        memcpy(path->x + i * path->rows + row, a->lane_x + (ptrdiff_t)i * count, (size_t)count * sizeof *path->x);
    for (int i = 0; i < br_sys_nm(a->sys); i++)
        memcpy(path->m + i * path->rows + row, a->lane_m + (ptrdiff_t)i * count, (size_t)count * sizeof *path->m);
}

// ---------------------------------------------------------------- outputs

// The derivatives of an output in so many rows: J = dy/dp + dy/dx S.
BR_CLONES
static void output_slopes(const br_along *a, int count, double *J)
{
    int nx = br_sys_nx(a->sys), c = a->columns;
    for (int k = 0; k < count; k++) {
        double *row = J + (ptrdiff_t)k * c;
        const double *S = a->lane_S + (ptrdiff_t)k * nx * c;
        for (int i = 0; i < c; i++)
            row[i] = 0;
        for (int i = 0; i < a->entries; i++) {
            double h = a->jet[a->source[i] * count + k];
            if (a->target[i] >= 0)
                row[a->target[i]] += h;
            else
                add_multiple(c, h, S + (ptrdiff_t)(-1 - a->target[i]) * c, row);
        }
    }
}

// Those of a state.
static void state_slopes(const br_along *a, int state, int count, double *J)
{
    int nx = br_sys_nx(a->sys), c = a->columns;
    for (int k = 0; k < count; k++)
        memcpy(J + (ptrdiff_t)k * c, a->lane_S + ((ptrdiff_t)k * nx + state) * c, (size_t)c * sizeof *J);
}

static bool all_finite(long long n, const double *v)
{
    for (long long i = 0; i < n; i++)
        if (!isfinite(v[i]))
            return false;
    return true;
}

// The output or state, in all rows of the tile.
static br_status read_output(br_along *a, int count, const double *p, double *y, double *J)
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
    if (J && state >= 0)
        state_slopes(a, state, count, J);
    else if (J)
        output_slopes(a, count, J);
    return all_finite(count, y) && (!J || all_finite((long long)count * a->columns, J)) ? BR_OK : BR_NOT_FINITE;
}

br_status br_along_run(br_along *a, const br_stretch *s, const double *p, const double *x0, const int *m0, double *y,
                       double *J)
{
    BR_REQUIRE(s->rows > 0);
    start_run(a, s, p, x0, m0);
    if (!all_finite(br_sys_nu(a->sys), a->u_now))
        return BR_BAD_DATA;
    struct br_along_path *path = a->moves ? path_of(a, s) : NULL;
    if (a->moves && !path)
        return BR_NO_MEMORY;
    if (path) {
        path->again = path->known && memcmp(path->p, p, (size_t)br_sys_np(a->sys) * sizeof *p) == 0;
        memcpy(path->p, p, (size_t)br_sys_np(a->sys) * sizeof *p);
    }
    for (long long row = 0; row < s->rows;) {
        if (a->o.stop && *a->o.stop != 0)
            return BR_NEGATIVE;
        int count = s->rows - row < TILE ? (int)(s->rows - row) : TILE;
        int steps = row + count < s->rows ? count : count - 1;
        br_status status = BR_OK;
        if (path && ((J && path->again && same_tile(a, s, row, count, steps, p, path)) ||
                     newton_tile(a, s, row, count, steps, p, J != NULL, path)))
            store_swept(a, count, steps, J != NULL);
        else
            status = step_rows(a, s, row, count, steps, p, J != NULL);
        if (status == BR_OK && path)
            store_path(a, path, row, count);
        if (status == BR_OK)
            status = read_output(a, count, p, y + row, J ? J + row * a->columns : NULL);
        if (status != BR_OK)
            return status;
        row += count;
    }
    if (path)
        path->known = true;
    return BR_OK;
}
