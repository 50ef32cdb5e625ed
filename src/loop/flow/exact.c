// exact.c - exact flow of uncoupled affine states with a mode each: transitions are located, saltation matrix.   [target]
//
// Within a mode x' = a x + b at held input, so the state after any time is known in closed form and moves one way only.
// A guard that does not hold at the start of a piece and holds at its end begins to hold between them: the state there
// is found from the margins, the time follows by a logarithm, and the piece ends there. Guards that hold at the start of
// a piece are obeyed at once. A guard that holds only in the middle of a piece is not seen.
//
// Sensitivities: exact within a mode; at a transition they are multiplied by the saltation matrix.
//
// In a wide tile few points meet a transition: they are set aside and take their pieces in a small tile of their own.
#include "num/base/fp.h"

#include "loop/flow/affine.h"
#include "loop/flow/phi.h"
#include "loop/flow/tile.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

enum { WIDE = 33 };   // lanes of a tile in which points are set aside
enum { STAYS = 2 };   // piece.side of an element that is done
enum { REFINE = 12 }; // looks at the margins between the ends of a piece; margins linear in the state need two

typedef struct piece {
    int numbers;                      // nx*n
    br_real *left, *time, *to;        // time left of the step; length of the piece; the state at its end
    br_real *low, *high;              // the guard does not hold at low and holds at high
    br_real *at_low, *at_high, *side; // margins there; which end moved last: -1, 1, none: 0
    br_real *margin;                  // of all transitions
    br_real *by;                      // their derivatives
    br_real *column, *state;          // of these, by the quantity of a column, and by the state
    br_real *g0, *g1;
    int *fired; // the transition that ends the piece, or -1
} piece;

static int fits(const br_sys *s)
{
    return br_sys_affine(s) && br_integrator_uncoupled(s) && br_sys_jumps(s) > 0 && br_sys_own_modes(s);
}

static int room_of_pieces(const br_integrator *f)
{
    return 8 * br_sys_nx(f->sys) + 3 * br_sys_nmargin(f->sys) + br_sys_nslope(f->sys);
}

static int room(const br_integrator *f)
{
    const br_sys *s = f->sys;
    return room_of_pieces(f) + (f->o.lanes >= WIDE ? br_sys_nx(s) + br_sys_nu(s) + br_sys_nm(s) + br_sys_np(s) : 0);
}

static piece piece_in_work(br_integrator *f)
{
    int n = br_sys_nx(f->sys) * f->n, all = br_sys_nmargin(f->sys) * f->n;
    br_real *w = f->work;
    piece q = {.numbers = n,
               .left = w,
               .time = f->h,
               .to = f->next,
               .low = w + n,
               .high = w + 2 * (ptrdiff_t)n,
               .at_low = w + 3 * (ptrdiff_t)n,
               .at_high = w + 4 * (ptrdiff_t)n,
               .g0 = w + 5 * (ptrdiff_t)n,
               .g1 = w + 6 * (ptrdiff_t)n,
               .side = w + 7 * (ptrdiff_t)n,
               .margin = w + 8 * (ptrdiff_t)n,
               .fired = f->to_m};
    q.column = q.margin + all;
    q.state = q.column + all;
    q.by = q.state + all;
    return q;
}

// ---------------------------------------------------------------- pieces between transitions

// Guards that hold now, for elements that have time left.
static void settle_modes(br_integrator *f, const piece *q)
{
    int changes = 1;
    for (int i = 0; changes && i < f->o.transitions; i++) {
        br_sys_mode(f->sys, f->n, f->x, f->m, f->u, f->p, f->each, f->to_m);
        changes = 0;
        for (int k = 0; k < q->numbers; k++)
            if (q->left[k] > 0 && f->to_m[k] != f->m[k]) {
                f->m[k] = f->to_m[k];
                changes = 1;
            }
    }
}

BR_CLONES
static void affine_states(int n, const br_real *x, const br_real *time, const br_real *a, const br_real *rate,
                          br_real *to)
{
    if (affine_constant(n, time, a)) {
        for (int i = 0; i < n; i++)
            to[i] = time[i] > 0 ? x[i] + time[i] * rate[i] : x[i];
        return;
    }
    BR_LANES
    for (int i = 0; i < n; i++)
        to[i] = time[i] > 0 ? x[i] + time[i] * br_phi1(a[i] * time[i]) * rate[i] : x[i];
}

// How far the guards of all transitions are from holding at x, and the derivatives of that
static void guard_margins(br_integrator *f, const br_real *x, br_real *margin, br_real *by)
{
    br_sys_margin(f->sys, f->n, x, f->m, f->u, f->p, f->each, margin, by);
}

// The place of the margin of transition j for element i, or -1 where the transition is none of its mode.
static int place(const br_integrator *f, int j, int i)
{
    const br_sys_jump *w = br_sys_jump_at(f->sys, j);
    int mode = i / f->n - w->first;
    return mode >= 0 && mode < w->count ? (w->at - w->first) * f->n + i : -1;
}

// Where the straight line between two margins is zero.
static br_real between(br_real low, br_real at_low, br_real high, br_real at_high)
{
    br_real share = at_low / (at_low - at_high);
    return share - share == 0 ? low + share * (high - low) : (low + high) / 2;
}

// Does the guard of transition j of element i, whose margin is number `at`, begin to hold on the way?
static int crosses(const br_integrator *f, const piece *q, int j, int i, int at)
{
    return q->column[at] < 0 && q->margin[at] >= 0 && br_sys_jump_at(f->sys, j)->from == f->m[i] && q->left[i] > 0;
}

// Where it does, and before all others so far, it is the one met; answers 1 for the first that is.
static int guard_crossed(const br_integrator *f, piece *q, int j, int i, int at)
{
    br_real before = q->column[at], after = q->margin[at];
    if (!crosses(f, q, j, i, at))
        return 0;
    int first = q->fired[i] < 0;
    br_real met = between(f->x[i], before, q->high[i], after);
    if (!first && br_r_abs(met - f->x[i]) >= br_r_abs(q->to[i] - f->x[i]))
        return 0;
    q->fired[i] = j;
    q->low[i] = f->x[i];
    q->at_low[i] = before;
    q->at_high[i] = after;
    q->side[i] = 0;
    q->to[i] = met;
    return first;
}

BR_CLONES
static int some_cross(int margins, const br_real *before, const br_real *after)
{
    int some = 0;
    for (int i = 0; i < margins; i++)
        some |= (before[i] < 0) & (after[i] >= 0);
    return some;
}

// Where every element is after all the time that is left, in its present mode; does some margin change its sign on the way?
static int look_ahead(br_integrator *f, piece *q)
{
    affine_states(q->numbers, f->x, q->left, f->linear.J, f->out, q->to);
    br_vec_copy(q->numbers, q->left, q->time);
    guard_margins(f, f->x, q->column, 0);
    guard_margins(f, q->to, q->margin, 0);
    return some_cross(br_sys_nmargin(f->sys) * f->n, q->column, q->margin);
}

// Of the transitions of every element whose guards begin to hold, the one met first; answers how many elements have
// one.
static int first_crossings(br_integrator *f, piece *q)
{
    int found = 0;
    br_vec_copy(q->numbers, q->to, q->high);
    for (int j = 0; j < br_sys_jumps(f->sys); j++) {
        const br_sys_jump *w = br_sys_jump_at(f->sys, j);
        for (int k = 0; k < w->count * f->n; k++)
            found += guard_crossed(f, q, j, w->first * f->n + k, w->at * f->n + k);
    }
    return found;
}

// Regula falsi for the state at which the guard begins to hold (Illinois: the end that stays twice loses weight). An element
// that stops moving stays, however long others take.
static void regula_falsi(br_integrator *f, piece *q)
{
    for (int r = 0, moving = 1; moving && r < REFINE; r++) {
        moving = 0;
        guard_margins(f, q->to, q->margin, 0);
        for (int i = 0; i < q->numbers; i++) {
            if (q->fired[i] < 0 || q->side[i] == STAYS)
                continue;
            br_real at = q->margin[place(f, q->fired[i], i)], was = q->to[i];
            if (at < 0) {
                q->low[i] = was;
                q->at_low[i] = at;
                q->at_high[i] /= q->side[i] < 0 ? 2 : 1;
            } else {
                q->high[i] = was;
                q->at_high[i] = at;
                q->at_low[i] /= q->side[i] > 0 ? 2 : 1;
            }
            q->to[i] = at == 0 ? was : between(q->low[i], q->at_low[i], q->high[i], q->at_high[i]);
            q->side[i] = q->to[i] == was ? STAYS : at < 0 ? -1 : 1;
            moving |= q->to[i] != was;
        }
    }
}

// The time in which x' = a x + b moves a state by d: d/x' log(1 + q)/q, q = a d/x'.
static br_real time_of(br_real d, br_real rate, br_real a)
{
    br_real t = d / rate, q = a * t;
    return br_r_abs(q) < BR_EPS ? t : t * (br_r_log1p(q) / q);
}

// Sets the end and the length of the piece of every element; some: a margin changes its sign. Answers whether a transition
// ends one.
static int piece_lengths(br_integrator *f, piece *q, int some, int last)
{
    const br_real *a = f->linear.J;
    for (int i = 0; i < q->numbers; i++)
        q->fired[i] = -1;
    if (!some)
        return 0;
    br_vec_copy(q->numbers, q->to, q->g0);
    int found = first_crossings(f, q);
    if (last) { // all that is left, in the present mode
        f->health.unsettled += (unsigned long)found;
        br_vec_copy(q->numbers, q->g0, q->to);
        for (int i = 0; i < q->numbers; i++)
            q->fired[i] = -1;
        return 0;
    }
    if (found > 0)
        regula_falsi(f, q);
    for (int i = 0; i < q->numbers; i++)
        if (q->fired[i] >= 0) {
            br_real t = time_of(q->to[i] - f->x[i], f->out[i], a[i]);
            q->time[i] = t < q->left[i] ? (t > 0 ? t : 0) : q->left[i];
        }
    return found > 0;
}

// ---------------------------------------------------------------- sensitivities

BR_CLONES
static void grow(int n, const br_real *time, const br_real *stay, const br_real *start, const br_real *change,
                 const br_real *g0, const br_real *g1, br_real *S)
{
    BR_LANES
    for (int i = 0; i < n; i++) {
        br_real grown = stay[i] * S[i] + time[i] * (start[i] * g0[i] + (g1[i] - g0[i]) * change[i]);
        S[i] = time[i] > 0 ? grown : S[i];
    }
}

static void slopes_within(br_integrator *f, const piece *q)
{
    br_real *stay = q->low, *start = q->high, *change = q->at_low; // free, once the transitions are located
    br_integrator_jet(f, q->to, f->out1, f->jet1);
    affine_weights(q->numbers, q->time, f->linear.J, stay, start, change);
    for (int c = 0; c < f->columns; c++) {
        br_integrator_direct(f, c, f->jet, q->g0);
        br_integrator_direct(f, c, f->jet1, q->g1);
        grow(q->numbers, q->time, stay, start, change, q->g0, q->g1, br_integrator_at(f, f->S, c));
    }
}

// Saltation matrix: a transition at a time t adds (x'before - x'after) dt/dp to a sensitivity, dt/dp from a margin m that stays
// zero: m_x (S + x'before dt/dp) + m_p = 0. out1: rates before the transitions, out: after them.
static void saltation_update(br_integrator *f, const piece *q)
{
    const br_sys_block *block = br_sys_slope_at(f->sys, 0);
    int blocks = br_sys_slopes(f->sys), rows = br_sys_nmargin(f->sys);
    guard_margins(f, q->to, q->margin, q->by);
    br_integrator_column_of(f, 0, block, blocks, q->by, rows, q->state);
    for (int c = 0; c < f->columns; c++) {
        br_real *S = br_integrator_at(f, f->S, c);
        br_integrator_column_of(f, c, block, blocks, q->by, rows, q->column);
        for (int i = 0; i < q->numbers; i++) {
            if (q->fired[i] < 0)
                continue;
            int at = place(f, q->fired[i], i);
            br_real by_state = q->state[at], direct = c == 0 ? 0 : q->column[at];
            br_real later = -(by_state * S[i] + direct) / (by_state * f->out1[i]);
            S[i] += (f->out1[i] - f->out[i]) * later;
        }
    }
}

// ---------------------------------------------------------------- the step

static void accept_piece(br_integrator *f, const piece *q)
{
    for (int i = 0; i < q->numbers; i++) {
        f->x[i] = q->to[i];
        q->left[i] = q->fired[i] >= 0 ? q->left[i] - q->time[i] : 0;
        if (q->fired[i] >= 0)
            f->m[i] = br_sys_jump_at(f->sys, q->fired[i])->to;
    }
}

// Modes, rates and derivatives where a piece starts, and a look at where it ends; answers whether some margin changes its sign.
static int begin_piece(br_integrator *f, piece *q)
{
    settle_modes(f, q);
    br_integrator_jet(f, f->x, f->out, f->jet);
    br_integrator_linear_load(f, 0, f->jet);
    return look_ahead(f, q);
}

// From a piece that has begun to the end of the step.
static void take_pieces(br_integrator *f, piece *q, int some)
{
    for (int i = 0, more = 1; more; i++) {
        if (i > 0)
            some = begin_piece(f, q);
        more = piece_lengths(f, q, some, i == f->o.transitions);
        if (f->want)
            slopes_within(f, q);
        accept_piece(f, q);
        if (f->want && more) {
            br_integrator_rate(f, f->x, f->out);
            saltation_update(f, q);
        }
    }
}

// ---------------------------------------------------------------- points set aside

// The whole tile, while those set aside are the tile.
typedef struct whole {
    int n;
    br_real *x, *u, *S, *m; // modes as numbers
    const br_real *p;
} whole;

// Marks elements whose guard of one transition begins to hold on the way, as `crosses` says it for one.
BR_CLONES
static void mark_crossings(int n, const br_real *before, const br_real *after, const int *mode, int from,
                           const br_real *left, int *marked)
{
    for (int i = 0; i < n; i++)
        marked[i] |= (before[i] < 0) & (after[i] >= 0) & (mode[i] == from) & (left[i] > 0);
}

// Lists the points that meet a transition in f->at, and marks them in q->fired; answers how many, 0: none, or too many.
static int list_aside(br_integrator *f, const piece *q)
{
    int n = f->n, count = 0;
    if (n < WIDE)
        return 0;
    for (int lane = 0; lane < n; lane++)
        q->fired[lane] = 0;
    for (int j = 0; j < br_sys_jumps(f->sys); j++) {
        const br_sys_jump *w = br_sys_jump_at(f->sys, j);
        for (int k = 0; k < w->count; k++) {
            int i = (w->first + k) * n, at = (w->at + k) * n;
            mark_crossings(n, q->column + at, q->margin + at, f->m + i, w->from, q->left + i, q->fired);
        }
    }
    for (int lane = 0; lane < n; lane++)
        if (q->fired[lane])
            f->at[count++] = lane;
    return 2 * count <= n ? count : 0;
}

// All others take the whole step.
static void move_others(br_integrator *f, piece *q)
{
    for (int j = 0; j < br_sys_nx(f->sys); j++)
        for (int lane = 0; lane < f->n; lane++) {
            int i = j * f->n + lane;
            q->time[i] = q->fired[lane] ? 0 : q->time[i];
            q->to[i] = q->fired[lane] ? f->x[i] : q->to[i];
        }
    if (f->want)
        slopes_within(f, q);
    br_vec_copy(q->numbers, q->to, f->x);
}

// So many numbers of the points set aside, close to each other; and back.
static void gather(const br_integrator *f, int aside, int numbers, const br_real *from, br_real *to)
{
    for (int j = 0; j < numbers; j++)
        for (int k = 0; k < aside; k++)
            to[j * aside + k] = from[j * f->n + f->at[k]];
}

static void scatter(const br_integrator *f, int n, int numbers, const br_real *from, br_real *to)
{
    for (int j = 0; j < numbers; j++)
        for (int k = 0; k < f->n; k++)
            to[j * n + f->at[k]] = from[j * f->n + k];
}

static whole set_aside(br_integrator *f, piece *q, int aside)
{
    const br_sys *s = f->sys;
    int n = f->n, nm = br_sys_nm(s);
    whole w = {.n = n, .x = f->x, .u = f->u, .S = f->S, .p = f->p};
    br_real *x = f->work + (ptrdiff_t)room_of_pieces(f) * f->o.lanes, *u = x + br_sys_nx(s) * aside,
            *p = u + br_sys_nu(s) * aside;
    w.m = p + br_sys_np(s) * aside;
    move_others(f, q);
    gather(f, aside, br_sys_nx(s), f->x, x);
    gather(f, aside, br_sys_nu(s), f->u, u);
    gather(f, aside, br_sys_nx(s), q->left, q->left);
    if (f->each)
        gather(f, aside, br_sys_np(s), f->p, p);
    if (f->want)
        gather(f, aside, f->nslope, f->S, f->T);
    for (int i = 0; i < nm * n; i++)
        w.m[i] = (br_real)f->m[i];
    for (int j = 0; j < nm; j++)
        for (int k = 0; k < aside; k++)
            f->m[j * aside + k] = f->m[j * n + f->at[k]];
    f->n = aside;
    f->x = x;
    f->u = u;
    f->p = f->each ? p : f->p;
    f->S = f->T;
    f->T = w.S;
    return w;
}

static void put_back(br_integrator *f, const whole *w)
{
    scatter(f, w->n, br_sys_nx(f->sys), f->x, w->x);
    if (f->want)
        scatter(f, w->n, f->nslope, f->S, w->S);
    for (int j = 0; j < br_sys_nm(f->sys); j++)
        for (int k = 0; k < f->n; k++)
            w->m[j * w->n + f->at[k]] = (br_real)f->m[j * f->n + k];
    for (int i = 0; i < br_sys_nm(f->sys) * w->n; i++)
        f->m[i] = (int)w->m[i];
    f->n = w->n;
    f->x = w->x;
    f->u = w->u;
    f->p = w->p;
    f->T = f->S;
    f->S = w->S;
}

static void step(br_integrator *f, int substep)
{
    (void)substep;
    piece q = piece_in_work(f);
    br_vec_copy(q.numbers, f->h, q.left);
    int some = begin_piece(f, &q), aside = some ? list_aside(f, &q) : 0;
    if (aside == 0) {
        take_pieces(f, &q, some);
        return;
    }
    whole w = set_aside(f, &q, aside);
    q = piece_in_work(f);
    take_pieces(f, &q, begin_piece(f, &q));
    put_back(f, &w);
}

const br_integrator_kind br_integrator_exact = {
    .name = "exact", .stages = 1, .switches = 1, .fits = fits, .room = room, .step = step};
