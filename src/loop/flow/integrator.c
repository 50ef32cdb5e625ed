// integrator.c - a step of many points: choice of the scheme, memory, tiles of points, substeps, modes.             [target]
#include "num/base/fp.h"

#include "loop/flow/integrator.h"
#include "loop/flow/tile.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

const br_integrator_kind *br_integrator_choose(const br_sys *s)
{
    static const br_integrator_kind *const first[] = {&br_integrator_exact, &br_integrator_exponential,
                                                      &br_integrator_rosenbrock};
    for (int i = 0; i < 3; i++)
        if (first[i]->fits(s))
            return first[i];
    return &br_integrator_gauss4;
}

br_integrator_options br_integrator_defaults(void)
{
    return (br_integrator_options){.points = 1,
                                   .lanes = 32,
                                   .slopes = 1,
                                   .substeps = 1,
                                   .most = 64,
                                   .iterations = 5,
                                   .transitions = 4,
                                   .accuracy = BR_C(1e-4)};
}

BR_CLONES
static void copy(int n, const br_real *from, br_real *to)
{
    BR_LANES
    for (int k = 0; k < n; k++)
        to[k] = from[k];
}

// A zero has no sign: products that are 0 may be left out or not.
BR_CLONES
static void copy_unsigned_zeros(int n, const br_real *from, br_real *to)
{
    BR_LANES
    for (int k = 0; k < n; k++)
        to[k] = from[k] + 0;
}

// ---------------------------------------------------------------- memory

static br_sys_block *carve_blocks(br_arena *a, int count)
{
    return (br_sys_block *)(void *)br_arena_ints(a, count * (int)(sizeof(br_sys_block) / sizeof(int)));
}

// Does every point choose its substeps? Else there is nothing to choose.
static int plans(const br_integrator *f)
{
    return f->o.kind->plan && f->o.most > f->o.substeps;
}

static void carve_flow(br_arena *a, br_integrator *f)
{
    const br_sys *s = f->sys;
    int nx = br_sys_nx(s), nm = br_sys_nm(s), n = f->o.lanes, out = (nx + br_sys_ny(s)) * n;
    int jet = (f->o.slopes ? br_sys_njet(s) : br_sys_njet_x(s)) * n;
    int several = f->o.points > n || plans(f); // tiles of a call
    f->column = carve_blocks(a, f->columns);
    f->direct = br_arena_ints(a, f->columns * nx);
    f->straight = br_arena_ints(a, f->columns);
    f->none = br_arena_reals(a, nx * n);
    f->described = carve_blocks(a, f->columns * (1 + br_integrator_sources(s, f->o.kind->switches)));
    f->x = br_arena_reals(a, nx * n);
    f->next = br_arena_reals(a, nx * n);
    f->u = br_arena_reals(a, br_sys_nu(s) * n);
    f->own = br_arena_reals(a, several ? br_sys_np(s) * n : 0);
    f->h = br_arena_reals(a, (nx > 0 ? nx : 1) * n);
    f->out = br_arena_reals(a, out);
    f->out1 = br_arena_reals(a, out);
    f->jet = br_arena_reals(a, jet);
    f->jet1 = br_arena_reals(a, jet);
    f->work = br_arena_reals(a, f->o.kind->room(f) * n);
    f->lie_at = br_arena_ints(a, br_sys_lie_columns(s) + 1);
    f->held = br_arena_reals(a, f->o.kind->steps ? br_sys_lie_held(s) * nx * n : 0);
    f->S = br_arena_reals(a, f->o.slopes ? f->nslope * n : 0);
    f->T = br_arena_reals(a, f->o.slopes ? f->nslope * n : 0);
    f->m = br_arena_ints(a, nm * n);
    f->to_m = br_arena_ints(a, nm * n);
    f->substeps = br_arena_ints(a, n);
    f->left = br_arena_ints(a, n);
    f->at = br_arena_ints(a, n);
    f->point = br_arena_ints(a, plans(f) ? f->o.points : 0);
    f->wants = br_arena_ints(a, plans(f) ? f->o.points : 0);
    if (f->o.kind->stages > 0)
        br_integrator_linear_carve(a, &f->linear, s, f->uncoupled, f->o.kind->stages, n);
    f->result = br_arena_reals(a, several ? nx * f->o.points : 0);
    f->result_S = br_arena_reals(a, several && f->o.slopes ? f->nslope * f->o.points : 0);
    f->result_m = br_arena_ints(a, several ? nm * f->o.points : 0);
}

// Are there few enough numbers to count them in an int?
static int countable(const br_integrator *f)
{
    const br_sys *s = f->sys;
    long long most = INT_MAX / 16, nx = br_sys_nx(s), slope = f->columns * nx;
    long long matrix = br_integrator_linear_numbers(s, f->uncoupled);
    long long lane = 4 * matrix + 2 * slope + 14 * nx + 2 * br_sys_nu(s) + br_sys_np(s) + br_sys_ny(s) +
                     br_sys_njet(s) + 3 * (long long)br_sys_nmargin(s) + br_sys_nslope(s) + br_sys_lie_held(s) * nx;
    return lane <= most && lane * f->o.lanes <= most && (slope + nx + br_sys_nm(s) + 2) * f->o.points <= most;
}

// Checks the options and fixes what sizes memory.
static int fix_sizes(br_integrator *f, const br_sys *s, const br_integrator_options *o)
{
    if (!s || !o || o->points < 1 || o->lanes < 1 || o->substeps < 1 || o->most < o->substeps || o->iterations < 1 ||
        o->transitions < 1 || !(o->accuracy > 0))
        return 0;
    *f = (br_integrator){.sys = s, .o = *o, .uncoupled = br_integrator_uncoupled(s)};
    if (!f->o.kind)
        f->o.kind = br_integrator_choose(s);
    if (f->o.lanes > f->o.points)
        f->o.lanes = f->o.points;
    if (f->o.kind->fits && !f->o.kind->fits(s))
        return 0;
    br_integrator_find_columns(f, s, 0);
    if (!countable(f))
        return 0;
    f->nslope = f->columns * br_sys_nx(s);
    f->some = br_integrator_some_suffice(s, &f->o);
    return 1;
}

size_t br_integrator_bytes(const br_sys *s, const br_integrator_options *o)
{
    br_integrator f;
    br_arena a = {0, 0};
    if (!fix_sizes(&f, s, o))
        return 0;
    carve_flow(&a, &f);
    return a.used;
}

int br_integrator_nslope(const br_sys *s, const br_integrator_options *o)
{
    br_integrator f;
    return fix_sizes(&f, s, o) ? f.nslope : 0;
}

br_status br_integrator_init(br_integrator *f, const br_sys *s, const br_integrator_options *o, void *memory,
                             size_t bytes)
{
    br_integrator fresh;
    br_arena a = {memory, 0};
    size_t needs = br_integrator_bytes(s, o);
    if (!f || !memory || needs == 0 || bytes < needs || !fix_sizes(&fresh, s, o))
        return BR_BAD_USAGE;
    carve_flow(&a, &fresh);
    br_integrator_find_columns(&fresh, s, fresh.column);
    br_integrator_find_direct(&fresh);
    br_integrator_describe_columns(&fresh, fresh.described);
    br_integrator_find_fused(&fresh);
    fresh.slope = fresh.described;
    fresh.o.by = 0;
    *f = fresh;
    return BR_OK;
}

// ---------------------------------------------------------------- a tile

typedef br_integrator_call call;

// So many numbers of n neighbours; those of `from` and `to` stand so far apart.
static void copy_strided(int numbers, int n, const br_real *from, int from_apart, br_real *to, int to_apart)
{
    if (from_apart == n && to_apart == n) {
        copy(numbers * n, from, to);
        return;
    }
    for (int j = 0; j < numbers; j++, from += from_apart, to += to_apart)
        copy(n, from, to);
}

// d x/d x = 1, all else 0.
static void set_identity(br_integrator *f, int lane, int n)
{
    int nx = br_sys_nx(f->sys), whole = n == f->n, rows = whole ? 1 : f->nslope, width = whole ? f->nslope * n : n;
    for (int i = 0; i < rows; i++)
        br_vec_zero(width, f->S + (ptrdiff_t)i * f->n + lane);
    for (int i = 0; i < nx; i++)
        for (int k = 0; k < n; k++)
            f->S[(ptrdiff_t)(f->uncoupled ? i : i * nx + i) * f->n + lane + k] = 1;
}

// n points of a call become lanes of the tile, with sensitivities as before any step.
static void load(br_integrator *f, const call *c, int point, int lane, int n)
{
    copy_strided(br_sys_nx(f->sys), n, c->x + point, c->count, f->x + lane, f->n);
    copy_strided(br_sys_nu(f->sys), n, c->u + point, c->count, f->u + lane, f->n);
    int as_given = !f->each || (n == c->count && n == f->n); // the tile is the call
    if (!as_given)
        copy_strided(br_sys_np(f->sys), n, c->p + point, c->count, f->own + lane, f->n);
    f->p = as_given ? c->p : f->own;
    for (int j = 0; j < br_sys_nm(f->sys); j++)
        for (int k = 0; k < n; k++)
            f->m[j * f->n + lane + k] = c->m ? c->m[j * c->count + point + k] : 0;
    if (!f->want)
        return;
    f->identity = 0; // a step follows
    if (c->S)
        copy_strided(f->nslope, n, c->S + point, c->count, f->S + lane, f->n);
    else
        set_identity(f, lane, n);
}

// And back, to the results.
static void store(br_integrator *f, const call *c, int point, int lane, int n)
{
    copy_strided(br_sys_nx(f->sys), n, f->x + lane, f->n, f->result + point, c->count);
    if (f->want)
        copy_strided(f->nslope, n, f->S + lane, f->n, f->result_S + point, c->count);
    for (int j = 0; j < br_sys_nm(f->sys); j++)
        for (int k = 0; k < n; k++)
            f->result_m[j * c->count + point + k] = f->m[j * f->n + lane + k];
}

BR_CLONES
static void set_all(int n, br_real value, br_real *to)
{
    BR_LANES
    for (int k = 0; k < n; k++)
        to[k] = value;
}

// h of every number of every point: those without substeps rest.
static void set_h(br_integrator *f, br_real dt)
{
    int same = 1;
    f->all = 1;
    for (int k = 0; k < f->n; k++) {
        f->h[k] = f->substeps[k] > 0 ? dt / (br_real)f->substeps[k] : 0;
        f->all &= f->h[k] > 0;
        same &= f->substeps[k] == f->substeps[0];
    }
    if (same)
        set_all(br_sys_nx(f->sys) * f->n, f->h[0], f->h);
    for (int i = 1; !same && i < br_sys_nx(f->sys); i++)
        copy(f->n, f->h, f->h + (ptrdiff_t)i * f->n);
}

// Transitions at the present states, of the points that move (first: and have not yet moved); those that would still
// change after the last one allowed are counted. Kinds that locate transitions take them themselves.
static void settle_modes(br_integrator *f, int first)
{
    int nm = br_sys_nm(f->sys), n = f->n, changes = nm > 0 && br_sys_jumps(f->sys) > 0 && !f->o.kind->switches;
    for (int i = 0; changes && i <= f->o.transitions; i++) {
        br_sys_mode(f->sys, n, f->x, f->m, f->u, f->p, f->each, f->to_m);
        changes = 0;
        for (int k = 0; k < nm * n; k++) {
            int lane = k % n, moves = f->h[lane] > 0 && (!first || f->left[lane] == f->substeps[lane]);
            if (!moves || f->m[k] == f->to_m[k])
                continue;
            changes++;
            f->m[k] = i < f->o.transitions ? f->to_m[k] : f->m[k];
        }
    }
    f->health.unsettled += (unsigned long)changes;
}

// Substeps of all points of the tile that move.
static void run_substeps(br_integrator *f, br_real dt, int substeps)
{
    for (int i = f->o.kind->steps ? f->o.kind->steps(f, substeps) : 0; i < substeps; i++) {
        if (i > 0 && f->o.kind->switches) // it has changed them
            set_h(f, dt);
        f->o.kind->step(f, i);
        settle_modes(f, 0);
    }
}

static void set_substeps(br_integrator *f, int substeps)
{
    for (int k = 0; k < f->n; k++)
        f->substeps[k] = f->left[k] = substeps;
}

// Plans the tile and takes the points that need one substep; the others, from `first` on in the call, wait.
static void run_easy(br_integrator *f, br_real dt, int first)
{
    int waiting = f->waiting;
    f->once = 1;
    f->o.kind->plan(f);
    for (int k = 0; k < f->n; k++) {
        int wants = f->substeps[k] > f->o.substeps ? f->substeps[k] : f->o.substeps;
        f->substeps[k] = wants == 1;
        if (wants == 1)
            continue;
        f->point[f->waiting] = first + k;
        f->wants[f->waiting++] = wants;
    }
    if (f->waiting == waiting + f->n)
        return;
    if (f->waiting > waiting)
        set_h(f, dt);
    run_substeps(f, dt, 1);
}

// ---------------------------------------------------------------- points that need substeps

enum { ABREAST = 16 }; // of them run side by side: what two of the widest vectors hold

typedef struct queue {
    int low, next; // looks for points that want more than low substeps, at most twice as many
} queue;

// A lane takes the next point that waits, those with most substeps first; answers 0 and rests if there is none.
static int fill_lane(br_integrator *f, const call *c, queue *q, int lane)
{
    f->substeps[lane] = f->left[lane] = 0;
    for (; q->low > 0; q->low /= 2, q->next = 0)
        for (; q->next < f->waiting; q->next++) {
            int wants = f->wants[q->next];
            if (wants <= q->low || wants > 2 * q->low)
                continue;
            f->substeps[lane] = f->left[lane] = wants;
            f->at[lane] = f->point[q->next++];
            load(f, c, f->at[lane], lane, 1);
            return 1;
        }
    return 0;
}

// Every lane takes its point through its substeps, then takes another.
static void run_hard(br_integrator *f, const call *c, br_real dt)
{
    queue q = {.low = 1};
    int busy = 0, fresh = 1, abreast = f->o.lanes < ABREAST ? f->o.lanes : ABREAST;
    while (2 * q.low < f->o.most)
        q.low *= 2;
    f->n = f->waiting < abreast ? f->waiting : abreast;
    f->once = 0;
    for (int k = 0; k < f->n; k++)
        busy += fill_lane(f, c, &q, k);
    while (busy > 0) { // at most points*most times
        if (fresh) {
            set_h(f, dt);
            settle_modes(f, 1);
        }
        f->o.kind->step(f, !fresh);
        settle_modes(f, 0);
        fresh = 0;
        for (int k = 0; k < f->n; k++) {
            if (f->left[k] == 0 || --f->left[k] > 0)
                continue;
            store(f, c, f->at[k], k, 1);
            busy += fill_lane(f, c, &q, k) - 1;
            fresh = 1;
        }
    }
}

// Takes the points that want as many substeps as point i of those that wait into lanes; answers how many, 0: too few.
static int take_alike(br_integrator *f, int i)
{
    enum { FEW = 4 };
    int wants = f->wants[i], alike = 0, n = 0;
    for (int k = i; k < f->waiting; k++)
        alike += f->wants[k] == wants;
    for (int k = i; k < f->waiting && n < f->o.lanes && wants > 0 && alike >= FEW; k++)
        if (f->wants[k] == wants) {
            f->at[n++] = f->point[k];
            f->wants[k] = 0; // it waits no longer
        }
    return n;
}

// Points that want as many substeps as others run beside them, where the system has all substeps in one function.
static void run_alike(br_integrator *f, const call *c, br_real dt)
{
    f->once = 0;
    for (int i = 0; i < f->waiting; i++) {
        int wants = f->wants[i], n = take_alike(f, i);
        if (n == 0)
            continue;
        f->n = n;
        for (int k = 0; k < n; k++)
            load(f, c, f->at[k], k, 1);
        set_substeps(f, wants);
        set_h(f, dt);
        run_substeps(f, dt, wants);
        for (int k = 0; k < n; k++)
            store(f, c, f->at[k], k, 1);
    }
}

static void run_tile(br_integrator *f, const call *c, br_real dt, int first)
{
    f->n = c->count - first < f->o.lanes ? c->count - first : f->o.lanes;
    load(f, c, first, 0, f->n);
    if (!(dt > 0))
        return;
    set_substeps(f, plans(f) ? 1 : f->o.substeps);
    set_h(f, dt);
    settle_modes(f, 1);
    f->once = 0;
    if (plans(f))
        run_easy(f, dt, first);
    else
        run_substeps(f, dt, f->o.substeps);
}

// Answers whether the results of the whole call still stand in the tile.
static int run_all(br_integrator *f, const call *c, br_real dt)
{
    f->waiting = 0;
    for (int first = 0; first < c->count; first += f->o.lanes) {
        run_tile(f, c, dt, first);
        if (f->n == c->count && f->waiting == 0)
            return 1;
        store(f, c, first, 0, f->n);
    }
    if (f->waiting > 0 && f->fused > f->want)
        run_alike(f, c, dt);
    if (f->waiting > 0)
        run_hard(f, c, dt);
    return 0;
}

// A call that fits a tile, of points that have no modes and take the same substeps, needs no tile: it is taken from where it
// stands. Answers whether it was; else nothing has happened.
static int run_direct(br_integrator *f, const call *c, br_real dt)
{
    int whole = c->count > 0 && c->count <= f->o.lanes && br_sys_nm(f->sys) == 0 && !plans(f);
    if (!whole || !f->o.kind->direct || !(dt > 0))
        return 0;
    f->n = c->count;
    f->waiting = 0;
    if (f->want && f->fused == 2 && !f->o.begun && !c->S &&
        f->identity != f->n) { // where the system's own function begins
        set_identity(f, 0, f->n);
        f->identity = f->n;
    }
    return f->o.kind->direct(f, c, dt);
}

static br_status take_step(br_integrator *f, const call *c, int each, br_real dt, br_real *next, int *next_m,
                           br_real *slopes)
{
    int nx = br_sys_nx(f->sys), nm = br_sys_nm(f->sys), count = c->count;
    if (count < 0 || count > f->o.points || !(dt >= 0) || !(dt - dt == 0) || (slopes && !f->o.slopes))
        return BR_BAD_USAGE;
    f->each = each;
    f->want = slopes != 0;
    f->begun_out = f->begun_jet = 0;
    int direct = run_direct(f, c, dt), tile = !direct && run_all(f, c, dt);
    const br_real *to = direct ? f->to : tile ? f->x : f->result;
    const br_real *to_S = direct ? f->to_S : tile ? f->S : f->result_S;
    const int *to_m = tile ? f->m : f->result_m;
    if (!direct && (!br_vec_finite(nx * count, to) || (slopes && !br_vec_finite(f->nslope * count, to_S)))) {
        f->health.refused++;
        return BR_NOT_FINITE;
    }
    if (next)
        copy(nx * count, to, next);
    if (slopes)
        copy_unsigned_zeros(f->nslope * count, to_S, slopes);
    for (int i = 0; next_m && i < nm * count; i++)
        next_m[i] = to_m[i];
    return BR_OK;
}

br_status br_integrator_step(br_integrator *f, int count, const br_real *x, const int *m, const br_real *u,
                             const br_real *p, int each, br_real dt, br_real *next, int *next_m, br_real *slopes)
{
    return take_step(f, &(call){count, x, u, p, m, 0}, each, dt, next, next_m, slopes);
}

br_status br_integrator_step_on(br_integrator *f, int count, const br_real *x, const int *m, const br_real *u,
                                const br_real *p, int each, br_real dt, br_real *next, int *next_m, br_real *slopes)
{
    return take_step(f, &(call){count, x, u, p, m, slopes}, each, dt, next, next_m, slopes);
}

int br_integrator_begun(const br_integrator *f, int count, int slopes)
{
    return f->begun_out && f->n == count && f->waiting == 0 && (f->want || !slopes);
}

br_real br_integrator_stable(br_integrator *f, const br_real *x, const int *m, const br_real *u, const br_real *p)
{
    int nx = br_sys_nx(f->sys);
    br_real *row = f->next, most = 0;
    f->n = 1;
    f->each = f->want = 0;
    load(f, &(call){1, x, u, p, m, 0}, 0, 0, 1);
    br_integrator_jet(f, f->x, f->out, f->jet);
    br_vec_zero(nx, row);
    for (int i = 0; i < br_sys_blocks(f->sys); i++) {
        const br_sys_block *b = br_sys_block_at(f->sys, i);
        for (int r = 0; b->by == 'x' && b->row < nx && r < b->rows; r++)
            for (int c = 0; c < b->columns; c++) {
                int number = br_shape_number(b->shape, b->columns, r, c);
                row[b->row + r] += number < 0 ? 0 : br_r_abs(f->jet[b->at + number]);
            }
    }
    for (int i = 0; i < nx; i++)
        most = row[i] > most ? row[i] : most;
    return most > 0 ? BR_C(2.78) / most : BR_MOST;
}
