// ode_linear.c - the linear systems of a Radau step, by the Schur complement of uncoupled elements.   [host]
#include "num/base/fp.h"

#include "sim/run/ode_linear.h"
#include "sim/run/ode_lu.h"
#include "sim/run/ode_method.h"

enum { LANES = BR_ODE_LANES, SMALL = 4 };

void br_ode_linear_carve(br_arena *a, br_ode_linear *l, int n)
{
    l->n = n;
    l->real = br_arena_reals(a, n * n);
    l->pair = br_arena_reals(a, 4 * n * n);
    l->own = br_arena_reals(a, n * LANES);
    l->up = br_arena_reals(a, n * n / 4 + 1); // (n - core)*core at most
    l->down = br_arena_reals(a, n * n / 4 + 1);
    l->order = br_arena_ints(a, n);
    l->place = br_arena_ints(a, n);
    l->pivot[0] = br_arena_ints(a, n);
    l->pivot[1] = br_arena_ints(a, n);
}

// ---------------------------------------------------------------- the core

// Of two elements that see each other the one that sees more, and is seen by more, belongs to the core. place: 0 of the
// core, else 1.
static void find_core(br_ode_linear *l, const double *J)
{
    int n = l->n, *count = l->pivot[0];
    for (int i = 0; i < n; i++) {
        count[i] = 0;
        l->place[i] = 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            count[i] += J[i * n + j] != 0;
            count[j] += J[i * n + j] != 0;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n && l->place[i]; j++)
            if (j != i && J[i * n + j] != 0 && l->place[j])
                l->place[count[j] > count[i] ? j : i] = 0;
}

// Whether the elements chosen before still do not see each other.
static bool still_split(const br_ode_linear *l, const double *J)
{
    bool seen = l->core == 0;
    for (int p = l->core; p < l->n && !seen; p++)
        for (int q = l->core; q < l->n; q++)
            seen = seen || (q != p && J[l->order[p] * l->n + l->order[q]] != 0);
    return !seen;
}

void br_ode_linear_split(br_ode_linear *l, const double *J)
{
    int n = l->n, at = 0;
    if (still_split(l, J))
        return;
    for (int i = 0; i < n; i++)
        l->place[i] = 0;
    if (n > SMALL)
        find_core(l, J);
    for (int element = 0; element < 2; element++) {
        for (int i = 0; i < n; i++)
            if (l->place[i] == element)
                l->order[at++] = i;
        l->core = element == 0 ? at : l->core;
    }
    for (int p = 0; p < n; p++)
        l->place[l->order[p]] = p;
}

// ---------------------------------------------------------------- factors

static void load_core(br_ode_linear *l, const double *J, double h)
{
    int n = l->n, core = l->core;
    for (int a = 0; a < core; a++)
        for (int b = 0; b < core; b++) {
            double *four = br_row(l->pair, 4, a * core + b), v = -h * J[l->order[a] * n + l->order[b]];
            l->real[a * core + b] = v + (a == b ? br_radau.gamma : 0);
            for (int k = 0; k < 2; k++) {
                four[k] = v + (a == b ? br_radau.alpha[k] : 0);
                four[2 + k] = a == b ? -br_radau.beta[k] : 0;
            }
        }
}

// One over the diagonals of an element. False: the real one nearly vanishes, and rows are not exchanged here; another step
// will do.
static bool invert(double hJ, double *own)
{
    double real = br_radau.gamma - hJ;
    own[0] = 1 / real;
    for (int k = 0; k < 2; k++)
        br_lu_invert(br_radau.alpha[k] - hJ, -br_radau.beta[k], &own[1 + k], &own[3 + k]);
    return br_abs(real) > 1e-3;
}

// The equations of the core without the element at place p.
static bool eliminate(br_ode_linear *l, const double *J, double h, int p)
{
    int n = l->n, core = l->core, e = l->order[p];
    double *up = br_row(l->up, core, p - core), *down = br_row(l->down, core, p - core),
           *own = br_row(l->own, LANES, p);
    if (!invert(h * J[e * n + e], own))
        return false;
    for (int a = 0; a < core; a++) {
        up[a] = h * J[l->order[a] * n + e];
        down[a] = h * J[e * n + l->order[a]];
    }
    for (int a = 0; a < core; a++)
        for (int b = 0; b < core && up[a] != 0; b++) {
            double both = up[a] * down[b];
            l->real[a * core + b] -= both * own[0];
            for (int k = 0; k < 4; k++)
                l->pair[(a * core + b) * 4 + k] -= both * own[1 + k];
        }
    return true;
}

bool br_ode_linear_factorise(br_ode_linear *l, const double *J, double h)
{
    load_core(l, J, h);
    for (int p = l->core; p < l->n; p++)
        if (!eliminate(l, J, h, p))
            return false;
    return br_lu_factorise(l->core, l->real, l->pivot[0]) && br_lu_factorise_pair(l->core, l->pair, l->pivot[1]) &&
           br_vec_finite((l->n - l->core) * LANES, br_row_of(l->own, LANES, l->core));
}

// ---------------------------------------------------------------- solutions

// x *= own, of all three systems.
static inline void scale(const double *own, double *x)
{
    double re[2], im[2];
    for (int k = 0; k < 2; k++) {
        re[k] = x[1 + k] * own[1 + k] - x[3 + k] * own[3 + k];
        im[k] = x[1 + k] * own[3 + k] + x[3 + k] * own[1 + k];
    }
    x[0] *= own[0];
    for (int k = 0; k < 2; k++) {
        x[1 + k] = re[k];
        x[3 + k] = im[k];
    }
}

void br_ode_linear_solve(const br_ode_linear *l, double *b)
{
    int core = l->core;
    for (int p = core; p < l->n; p++) {
        double *x = br_row(b, LANES, p);
        scale(br_row_of(l->own, LANES, p), x);
        for (int a = 0; a < core; a++)
            br_vec_add(LANES, l->up[(p - core) * core + a], x, br_row(b, LANES, a));
    }
    br_lu_solve(core, l->real, l->pivot[0], b, LANES);
    br_lu_solve_pair(core, l->pair, l->pivot[1], b + 1, LANES);
    for (int p = core; p < l->n; p++) {
        double back[LANES] = {0};
        for (int a = 0; a < core; a++)
            br_vec_add(LANES, l->down[(p - core) * core + a], br_row_of(b, LANES, a), back);
        scale(br_row_of(l->own, LANES, p), back);
        br_vec_add(LANES, 1, back, br_row(b, LANES, p));
    }
}

void br_ode_linear_solve_real(const br_ode_linear *l, double *b)
{
    int core = l->core;
    for (int p = core; p < l->n; p++) {
        double *x = br_row(b, LANES, p);
        x[0] *= *br_row_of(l->own, LANES, p);
        for (int a = 0; a < core; a++)
            *br_row(b, LANES, a) += l->up[(p - core) * core + a] * x[0];
    }
    br_lu_solve(core, l->real, l->pivot[0], b, LANES);
    for (int p = core; p < l->n; p++)
        for (int a = 0; a < core; a++) {
            double back = l->down[(p - core) * core + a] * *br_row_of(b, LANES, a);
            *br_row(b, LANES, p) += *br_row_of(l->own, LANES, p) * back;
        }
}
