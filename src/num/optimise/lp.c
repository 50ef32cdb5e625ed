// lp.c - linear programs: the primal simplex method with bounds.               [target]
//
// Variables are the unknowns x_0... and, after them, the rows v_i = A_i x; both have lower and upper sides. m of these n + m are basic, and
// each basic one is a sum of the others: v_B = T v_N. To begin with the rows are basic and T is A.
#include "num/base/fp.h"

#include "num/base/arena.h"
#include "num/optimise/lp.h"
#include "num/optimise/program.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"
#include <math.h>

enum {
    REFRESH = 200, // pivots between fresh tableaus
    PATIENCE = 20, // steps without progress before Bland's rule
    ATTEMPTS = 3
};

typedef struct simplex {
    const br_program *p;
    int n, m;
    br_real *T, *price;       // m*n; reduced costs of the nonbasic variables
    br_real *lo, *hi, *value; // n + m, scaled
    br_real *size;            // n + m: of a basic variable the sizes of the terms it was made of, of others their own
    br_real *by_row, *by_column;   // scaled A = by_row A by_column
    br_real *cost;                 // n, scaled
    br_real *x, *y, *z, *d;        // the answer
    int *basic, *other, *is_basic; // m, n, n + m
    br_real dear;                  // costs were divided by this
    br_real tol;                   // of sides, times their size; of prices, scaled to at most 1
    int steps, still;              // done, and how many of them stood still
} simplex;

static void carve_memory(br_arena *a, simplex *s, int n, int m)
{
    s->n = n;
    s->m = m;
    s->x = br_arena_reals(a, n);
    s->y = br_arena_reals(a, m);
    s->z = br_arena_reals(a, n);
    s->d = br_arena_reals(a, n);
    s->T = br_arena_reals(a, m * n);
    s->price = br_arena_reals(a, n);
    s->lo = br_arena_reals(a, n + m);
    s->hi = br_arena_reals(a, n + m);
    s->value = br_arena_reals(a, n + m);
    s->size = br_arena_reals(a, n + m);
    s->by_row = br_arena_reals(a, m);
    s->by_column = br_arena_reals(a, n);
    s->cost = br_arena_reals(a, n);
    s->basic = br_arena_ints(a, m);
    s->other = br_arena_ints(a, n);
    s->is_basic = br_arena_ints(a, n + m);
}

size_t br_lp_bytes(int n, int m)
{
    simplex s;
    br_arena a = {0, 0};
    if (n < 1 || n > BR_DENSE_MOST || m < 0 || m > INT_MAX / 4 || !br_size_ok(n + m, n))
        return 0;
    carve_memory(&a, &s, n, m);
    return a.used;
}

// ---- scaling

// Largest entries of rows and columns to about 1, three times over; a column of zeros is scaled by its cost.
static void equilibrate(simplex *s)
{
    for (int j = 0; j < s->n; j++)
        s->by_column[j] = 1;
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < s->m; i++) {
            br_real most = 0;
            for (int j = 0; j < s->n; j++) {
                br_real a = br_r_abs(br_row_of(s->p->A, s->n, i)[j]) * s->by_column[j];
                most = a > most ? a : most;
            }
            s->by_row[i] = 1 / br_power2(most);
        }
        for (int j = 0; j < s->n; j++) {
            br_real most = 0;
            for (int i = 0; i < s->m; i++) {
                br_real a = br_r_abs(br_row_of(s->p->A, s->n, i)[j]) * s->by_row[i];
                most = a > most ? a : most;
            }
            s->by_column[j] = 1 / br_power2(most > 0 ? most : br_r_abs(s->p->g[j]));
        }
    }
}

static br_real finite_size(br_real x)
{
    return x - x == 0 ? br_r_abs(x) : 0;
}

// Sides in scaled units, whose tolerances go by their own size; costs, too, the largest about 1
static void scale_bounds(simplex *s)
{
    const br_program *p = s->p;
    br_real dearest = 0;
    for (int k = 0; k < s->n + s->m; k++) {
        int i = k - s->n;
        br_real by = i < 0 ? 1 / s->by_column[k] : s->by_row[i];
        const br_real *lo = i < 0 ? p->xlo : p->lo, *hi = i < 0 ? p->xhi : p->hi;
        s->lo[k] = lo ? lo[i < 0 ? k : i] * by : (br_real)-INFINITY;
        s->hi[k] = hi ? hi[i < 0 ? k : i] * by : (br_real)INFINITY;
    }
    for (int j = 0; j < s->n; j++) {
        s->cost[j] = p->g[j] * s->by_column[j];
        dearest = br_r_abs(s->cost[j]) > dearest ? br_r_abs(s->cost[j]) : dearest;
    }
    s->dear = br_power2(dearest);
    br_vec_scale(s->n, 1 / s->dear, s->cost);
}

// ---- the tableau

// a + b, where what is left of two numbers that cancel is 0 and not their rounding
static br_real sum(br_real a, br_real b)
{
    return br_r_abs(a + b) <= 4 * BR_EPS * br_r_abs(b) ? 0 : a + b;
}

// y += c x
static void add_row(int n, br_real c, const br_real *restrict x, br_real *restrict y)
{
    for (int j = 0; j < n; j++)
        y[j] = sum(y[j], c * x[j]);
}

// Nonbasic variable k becomes basic in the place of row r.
static void pivot(simplex *s, int r, int k)
{
    br_real *row = br_row(s->T, s->n, r), by = -1 / row[k];
    int in = s->other[k], out = s->basic[r];
    row[k] = -1;
    br_vec_scale(s->n, by, row);
    for (int i = 0; i < s->m; i++) {
        br_real *to = br_row(s->T, s->n, i), c = to[k];
        if (i == r || c == 0)
            continue;
        to[k] = 0;
        add_row(s->n, c, row, to);
    }
    s->basic[r] = in;
    s->other[k] = out;
    s->is_basic[in] = 1;
    s->is_basic[out] = 0;
}

// The largest entry that brings a wanted unknown in for a row that shall leave; answers its size.
static br_real find_pivot(const simplex *s, const int *wanted, int *r, int *k)
{
    br_real most = 0;
    for (int i = 0; i < s->m; i++)
        for (int j = 0; j < s->n && !wanted[s->basic[i]]; j++) {
            br_real a = br_r_abs(br_row_of(s->T, s->n, i)[j]);
            if (wanted[s->other[j]] && a > most) {
                most = a;
                *r = i;
                *k = j;
            }
        }
    return most;
}

static void initial_tableau(simplex *s)
{
    for (int i = 0; i < s->m; i++) {
        for (int j = 0; j < s->n; j++)
            br_row(s->T, s->n, i)[j] = br_row_of(s->p->A, s->n, i)[j] * s->by_row[i] * s->by_column[j];
        s->basic[i] = s->n + i;
    }
    for (int j = 0; j < s->n; j++)
        s->other[j] = j;
}

static void update_basic_values(simplex *s)
{
    for (int i = 0; i < s->m; i++) {
        br_real v = 0;
        for (int j = 0; j < s->n; j++)
            v = sum(v, br_row_of(s->T, s->n, i)[j] * s->value[s->other[j]]);
        s->value[s->basic[i]] = v;
    }
}

// Entries of T are known to some eps of the largest beside them.
static void update_sizes(simplex *s)
{
    for (int j = 0; j < s->n; j++)
        s->size[s->other[j]] = br_r_abs(s->value[s->other[j]]);
    for (int i = 0; i < s->m; i++) {
        const br_real *t = br_row_of(s->T, s->n, i);
        br_real size = 0, vague = 16 * BR_EPS / s->tol * br_vec_most(s->n, t);
        for (int j = 0; j < s->n; j++)
            size += t[j] == 0 ? 0 : (br_r_abs(t[j]) + vague) * s->size[s->other[j]];
        s->size[s->basic[i]] = size;
    }
}

// The tableau of the present basis from A, by as many pivots as unknowns are basic, each the largest there is
static bool refactor_tableau(simplex *s)
{
    int r = 0, k = 0, missing = 0;
    for (int j = 0; j < s->n; j++)
        missing += s->is_basic[j];
    initial_tableau(s);
    for (; missing > 0; missing--) {
        if (!(find_pivot(s, s->is_basic, &r, &k) > s->tol))
            return false;
        pivot(s, r, k);
    }
    update_basic_values(s);
    return true;
}

// ---- steps

// How far from a side a variable may be and still count as at it
static br_real tolerance(const simplex *s, int v, br_real side)
{
    return s->tol * (s->size[v] + finite_size(side));
}

// -1 below its lower side, 1 above its upper one, 0 between
static int violated_side(const simplex *s, int v)
{
    br_real x = s->value[v], lo = s->lo[v], hi = s->hi[v];
    return x < lo - tolerance(s, v, lo) ? -1 : x > hi + tolerance(s, v, hi) ? 1 : 0;
}

// The cost of a basic variable: in phase 1 the sign of its violation, in phase 2 its cost.
static br_real phase_cost(const simplex *s, int v, bool first)
{
    return first ? (br_real)violated_side(s, v) : v < s->n ? s->cost[v] : 0;
}

// Reduced costs; answers whether this is still phase 1.
static bool update_reduced_costs(simplex *s)
{
    bool first = false;
    for (int i = 0; i < s->m; i++)
        first = first || violated_side(s, s->basic[i]) != 0;
    for (int k = 0; k < s->n; k++)
        s->price[k] = !first && s->other[k] < s->n ? s->cost[s->other[k]] : 0;
    for (int i = 0; i < s->m; i++) {
        br_real c = phase_cost(s, s->basic[i], first);
        if (c != 0)
            add_row(s->n, c, br_row_of(s->T, s->n, i), s->price);
    }
    return first;
}

// The entering variable, and which way it moves: that of the largest reduced cost, or by Bland's rule the first. -1: none.
static int entering_variable(const simplex *s, bool bland, br_real *way)
{
    int best = -1;
    br_real most = s->tol;
    for (int k = 0; k < s->n; k++) {
        int v = s->other[k];
        br_real gain = br_r_abs(s->price[k]);
        bool up = s->price[k] < 0 && s->value[v]<s->hi[v], down = s->price[k]> 0 && s->value[v] > s->lo[v];
        if (!(up || down) || gain <= s->tol || s->lo[v] == s->hi[v])
            continue;
        if (bland ? best < 0 || v < s->other[best] : gain > most) {
            most = gain;
            best = k;
            *way = up ? BR_C(1.0) : BR_C(-1.0);
        }
    }
    return best;
}

// How far a variable can go at this speed before it meets a side it must not pass; *side is that one.
static br_real distance_to_bound(const simplex *s, int v, br_real speed, br_real *side)
{
    int out = violated_side(s, v);
    bool up = speed > 0;
    if (out != 0 && (out > 0) == up) // away from its sides, counted in phase 1
        return (br_real)INFINITY;
    *side = out < 0 ? s->lo[v] : out > 0 ? s->hi[v] : up ? s->hi[v] : s->lo[v];
    return (*side - s->value[v]) / speed;
}

// The ratio test: the row whose basic variable stops the move first; among those within tolerance the one with the largest
// pivot, or by Bland's rule the first. -1: none. *far: how far it goes.
static int leaving_row(const simplex *s, int k, br_real way, bool bland, br_real *far)
{
    int best = -1;
    br_real most = (br_real)INFINITY, side = 0, large = 0, small = 10 * s->tol;
    for (int i = 0; i < s->m; i++) {
        br_real speed = way * br_row_of(s->T, s->n, i)[k];
        if (br_r_abs(speed) <= small)
            continue;
        br_real until = distance_to_bound(s, s->basic[i], speed, &side);
        if (!bland && until <= BR_MOST)
            until += tolerance(s, s->basic[i], side) / br_r_abs(speed);
        most = until < most ? until : most;
    }
    *far = most;
    for (int i = 0; i < s->m && most <= BR_MOST; i++) {
        br_real speed = way * br_row_of(s->T, s->n, i)[k];
        if (br_r_abs(speed) <= small)
            continue;
        br_real until = distance_to_bound(s, s->basic[i], speed, &side);
        if (until <= most && (bland ? best < 0 || s->basic[i] < s->basic[best] : br_r_abs(speed) > large)) {
            large = br_r_abs(speed);
            best = i;
            *far = until > 0 ? until : 0;
        }
    }
    return best;
}

typedef enum ending { GOING_ON, OPTIMAL, IMPOSSIBLE, ENDLESS, LOST } ending;

// Moves the entering variable k until its own side or a basic variable stops it.
static ending pivot_step(simplex *s, int k, br_real way, bool first, bool bland)
{
    br_real far = 0, side = 0;
    int v = s->other[k], r = leaving_row(s, k, way, bland, &far);
    br_real own = way > 0 ? s->hi[v] - s->value[v] : s->value[v] - s->lo[v];
    if (!(far <= BR_MOST) && !(own <= BR_MOST))
        return first ? LOST : ENDLESS;
    bool flip = own <= far;
    far = flip ? own : far;
    s->still = far > s->tol * s->size[v] ? 0 : s->still + 1;
    int out = flip ? -1 : s->basic[r];
    if (!flip)
        distance_to_bound(s, out, way * br_row_of(s->T, s->n, r)[k], &side);
    for (int i = 0; i < s->m; i++)
        s->value[s->basic[i]] = sum(s->value[s->basic[i]], far * way * br_row_of(s->T, s->n, i)[k]);
    s->value[v] = flip ? (way > 0 ? s->hi[v] : s->lo[v]) : s->value[v] + far * way;
    if (!flip) {
        pivot(s, r, k);
        s->value[out] = side;
    }
    return GOING_ON;
}

// One step of refinement of the ray d: the residuals of the nonbasic rows are solved for.
static void refine_ray(simplex *s, int k, br_real way)
{
    for (int c = 0; c < s->n; c++) {
        int row = s->other[c] - s->n;
        if (row < 0)
            continue;
        br_real left = (c == k ? way : 0) - s->by_row[row] * br_vec_dot(s->n, br_row_of(s->p->A, s->n, row), s->d);
        for (int i = 0; i < s->m; i++)
            if (s->basic[i] < s->n)
                s->d[s->basic[i]] += br_row_of(s->T, s->n, i)[c] * left * s->by_column[s->basic[i]];
    }
}

// Unknowns that stand still but for rounding do not move out of a side.
static void clip_ray(simplex *s)
{
    for (int j = 0; j < s->n; j++) {
        bool out = s->d[j] < 0 ? s->lo[j] >= -BR_MOST : s->hi[j] <= BR_MOST;
        if (out && br_r_abs(s->d[j]) <= 10 * s->tol * s->by_column[j])
            s->d[j] = 0;
    }
}

// The ray: a direction of unbounded descent
static void set_ray(simplex *s, int k, br_real way)
{
    br_vec_zero(s->n, s->d);
    if (s->other[k] < s->n)
        s->d[s->other[k]] = way * s->by_column[s->other[k]];
    for (int i = 0; i < s->m; i++)
        if (s->basic[i] < s->n)
            s->d[s->basic[i]] = way * br_row_of(s->T, s->n, i)[k] * s->by_column[s->basic[i]];
    refine_ray(s, k, way);
    clip_ray(s);
}

// One simplex step; an ending counts only on a fresh tableau.
static ending simplex_step(simplex *s, bool *fresh)
{
    br_real way = 0;
    update_sizes(s);
    bool first = update_reduced_costs(s), bland = s->still > PATIENCE;
    int k = entering_variable(s, bland, &way);
    ending end = k < 0 ? (first ? IMPOSSIBLE : OPTIMAL) : pivot_step(s, k, way, first, bland);
    if (end == ENDLESS)
        set_ray(s, k, way);
    if (end == GOING_ON)
        *fresh = false;
    if ((end != GOING_ON && !*fresh) || s->steps % REFRESH == REFRESH - 1) {
        if (!refactor_tableau(s))
            return LOST;
        *fresh = true;
        return GOING_ON;
    }
    return end;
}

static ending simplex_iterations(simplex *s)
{
    bool fresh = true;
    for (int most = s->steps + 50 * (s->n + s->m) + 200; s->steps < most; s->steps++) {
        ending end = simplex_step(s, &fresh);
        if (end != GOING_ON)
            return end;
    }
    return LOST;
}

// ---- the answer

// x, and the multipliers y and z from the reduced costs: one of the wrong sign is rounding
static void extract_solution(simplex *s, bool first)
{
    br_real unit = first ? BR_C(1.0) : s->dear;
    for (int j = 0; j < s->n; j++) {
        s->x[j] = s->value[j] * s->by_column[j];
        s->z[j] = 0;
    }
    br_vec_zero(s->m, s->y);
    for (int k = 0; k < s->n + s->m; k++) {
        int v = k < s->n ? s->other[k] : s->basic[k - s->n];
        br_real u = k < s->n ? -s->price[k] : first ? phase_cost(s, v, true) : 0;
        bool none = (u > 0 && !(s->hi[v] <= BR_MOST)) || (u < 0 && !(s->lo[v] >= -BR_MOST));
        bool slack = k < s->n && ((u > 0 && s->value[v] < s->hi[v]) || (u < 0 && s->value[v] > s->lo[v]));
        if (none || slack)
            continue;
        if (v < s->n)
            s->z[v] = u * unit / s->by_column[v];
        else
            s->y[v - s->n] = u * unit * s->by_row[v - s->n];
    }
}

// Basic variables within rounding of a side are at it.
static void snap_to_bounds(simplex *s)
{
    for (int i = 0; i < s->m; i++) {
        int v = s->basic[i];
        if (br_r_abs(s->value[v] - s->lo[v]) <= tolerance(s, v, s->lo[v]))
            s->value[v] = s->lo[v];
        else if (br_r_abs(s->value[v] - s->hi[v]) <= tolerance(s, v, s->hi[v]))
            s->value[v] = s->hi[v];
    }
}

// Nonbasic unknowns begin at the side nearest to 0, or at 0 if they have none.
static void place_at_bounds(simplex *s)
{
    for (int k = 0; k < s->n + s->m; k++) {
        br_real lo = s->lo[k], hi = s->hi[k];
        s->value[k] = lo - lo != 0 ? (hi - hi != 0 ? 0 : hi) : hi - hi != 0 || br_r_abs(lo) <= br_r_abs(hi) ? lo : hi;
        s->is_basic[k] = k >= s->n;
    }
}

static br_program_end certify_end(simplex *s, ending end, br_program_proof *proof)
{
    br_real tol = br_r_sqrt(BR_EPS);
    update_sizes(s);
    bool first = update_reduced_costs(s);
    snap_to_bounds(s);
    extract_solution(s, first);
    *proof = br_program_optimal(s->p, s->x, s->y, s->z);
    if (end == OPTIMAL && proof->primal <= tol && proof->dual <= tol && proof->gap <= tol)
        return BR_PROGRAM_OPTIMAL;
    if (end == IMPOSSIBLE && br_program_infeasible(s->p, s->y, s->z))
        return BR_PROGRAM_INFEASIBLE;
    if (end == ENDLESS && br_program_unbounded(s->p, s->x, s->d, tol))
        return BR_PROGRAM_UNBOUNDED;
    return BR_PROGRAM_UNDECIDED;
}

// From the beginning, and again with a tolerance nearer to rounding where nothing was proved: a price or a pivot that counts
// may have been below it.
static br_program_end solve_with_retries(simplex *s, br_program_proof *proof)
{
    br_program_end end = BR_PROGRAM_UNDECIDED;
    for (int k = 0; k < ATTEMPTS && end == BR_PROGRAM_UNDECIDED; k++) {
        initial_tableau(s);
        place_at_bounds(s);
        update_basic_values(s);
        s->still = 0;
        end = certify_end(s, simplex_iterations(s), proof);
        s->tol = br_r_sqrt(s->tol * BR_EPS);
    }
    return end;
}

br_status br_lp_solve(const br_program *p, br_program_answer *answer, void *memory, size_t bytes)
{
    br_status status = br_program_check(p);
    if (status != BR_OK)
        return status;
    if (p->H || !answer || !memory || br_lp_bytes(p->n, p->m) == 0 || bytes < br_lp_bytes(p->n, p->m))
        return BR_BAD_USAGE;
    simplex s = {.p = p, .tol = sizeof(br_real) == 4 ? BR_C(1e-5) : BR_C(1e-11)};
    br_arena a = {memory, 0};
    carve_memory(&a, &s, p->n, p->m);
    equilibrate(&s);
    scale_bounds(&s);
    initial_tableau(&s);
    br_vec_zero(p->n, s.d);
    br_vec_zero(p->n, s.x);
    br_vec_zero(p->n, s.z);
    br_vec_zero(p->m, s.y);
    if (!br_mat_finite(p->m, p->n, s.T) || !br_vec_finite(p->n, s.cost))
        return BR_NOT_FINITE;
    br_program_answer done = {.end = BR_PROGRAM_INFEASIBLE, .x = s.x, .y = s.y, .z = s.z, .d = s.d};
    if (!br_program_crossed(p))
        done.end = solve_with_retries(&s, &done.proof);
    done.steps = s.steps;
    done.value = br_vec_dot(p->n, p->g, s.x);
    if (!br_vec_finite(p->n, s.x) || !br_vec_finite(p->m, s.y) || !br_vec_finite(p->n, s.z) ||
        !br_vec_finite(p->n, s.d) || !(done.value - done.value == 0))
        return BR_NOT_FINITE;
    *answer = done;
    return done.end == BR_PROGRAM_OPTIMAL ? BR_OK : BR_NEGATIVE;
}
