// linear.c - the linear systems of implicit steps: elements are eliminated first, then the core.       [target]
//
// A state is an element if it sees only itself and the core; the core may see everything. Uncoupled systems have no core,
// dense ones no elements. With s stages every number of the matrix is an s by s block, and block (i, j) of I - h a J has
// entries delta - h a_kl J_k(i, j), k being the stage of the row. Without a core all elements of all points are lanes of one.
#include "num/base/fp.h"

#include "loop/flow/tile.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

// ---------------------------------------------------------------- structure

static int rate_by_states(const br_sys *s, const br_sys_block *b)
{
    return b->by == 'x' && b->row < br_sys_nx(s);
}

static int covers(int first, int count, int i)
{
    return i >= first && i < first + count;
}

// Is state i of an array that sees, of all arrays, only itself?
static int is_element(const br_sys *s, int i)
{
    int own = 0;
    for (int k = 0; k < br_sys_blocks(s); k++) {
        const br_sys_block *b = br_sys_block_at(s, k);
        int row = covers(b->row, b->rows, i), column = covers(b->column, b->columns, i);
        if (!rate_by_states(s, b) || (!row && !column))
            continue;
        if (b->shape == BR_DENSE || (b->shape == BR_DIAGONAL && b->row != b->column))
            return 0;
        own = own || b->shape == BR_DIAGONAL;
    }
    return own;
}

long long br_integrator_linear_numbers(const br_sys *s, int uncoupled)
{
    long long ne = 0, nx = br_sys_nx(s);
    for (int i = 0; i < nx; i++)
        ne += uncoupled || is_element(s, i);
    return ne + (nx - ne) * (nx + ne);
}

static int matrix_numbers(const br_integrator_linear *L)
{
    return L->ne + 2 * L->ne * L->nc + L->nc * L->nc;
}

// Where d x'_i / d x_j stands among the numbers of the matrix.
static int slot(const br_integrator_linear *L, int i, int j)
{
    int r = L->place[i], c = L->place[j], er = -1 - r, ec = -1 - c, coupling = L->ne * L->nc;
    if (r < 0 && c < 0)
        return er; // elements see only themselves
    if (r < 0)
        return L->ne + er * L->nc + c;
    if (c < 0)
        return L->ne + coupling + ec * L->nc + r;
    return L->ne + 2 * coupling + r * L->nc + c;
}

// Derivative `from` of a point belongs to number `to` of the matrix; neighbours that stay neighbours are one run.
static void add_run(br_integrator_linear *L, int from, int to)
{
    int *last = L->run + 3 * (ptrdiff_t)(L->runs - 1);
    if (L->runs > 0 && last[0] + last[2] == from && last[1] + last[2] == to) {
        last[2]++;
        return;
    }
    last[3] = from;
    last[4] = to;
    last[5] = 1;
    L->runs++;
}

static void find_runs(br_integrator_linear *L, const br_sys *s)
{
    L->runs = L->known = 0;
    for (int i = 0; i < br_sys_blocks(s); i++) {
        const br_sys_block *b = br_sys_block_at(s, i);
        if (!rate_by_states(s, b))
            continue;
        for (int r = 0; r < b->rows; r++)
            for (int c = 0; c < b->columns; c++) {
                int number = br_shape_number(b->shape, b->columns, r, c);
                if (number < 0)
                    continue;
                add_run(L, b->at + number, slot(L, b->row + r, b->column + c));
                L->known++;
            }
    }
}

void br_integrator_linear_carve(br_arena *a, br_integrator_linear *L, const br_sys *s, int uncoupled, int stages,
                                int lanes)
{
    int nx = br_sys_nx(s);
    L->stages = stages;
    L->nc = L->ne = 0;
    L->place = br_arena_ints(a, nx);
    L->core = br_arena_ints(a, nx);
    L->element = br_arena_ints(a, nx);
    for (int i = 0; i < nx; i++) {
        int element = uncoupled || is_element(s, i);
        if (a->base) {
            L->place[i] = element ? -1 - L->ne : L->nc;
            (element ? L->element : L->core)[element ? L->ne : L->nc] = i;
        }
        L->ne += element;
        L->nc += !element;
    }
    L->J = br_arena_reals(a, matrix_numbers(L) * stages * lanes);
    L->M = br_arena_reals(a, matrix_numbers(L) * stages * stages * lanes);
    L->pivot = br_arena_ints(a, L->nc * stages * lanes);
    L->run = br_arena_ints(a, 3 * matrix_numbers(L));
    if (a->base)
        find_runs(L, s);
}

static br_real *stage_J(const br_integrator *f, int stage)
{
    return f->linear.J + (ptrdiff_t)stage * matrix_numbers(&f->linear) * f->n;
}

void br_integrator_linear_load(br_integrator *f, int stage, const br_real *jet)
{
    const br_integrator_linear *L = &f->linear;
    br_real *J = stage_J(f, stage);
    if (L->known < matrix_numbers(L)) // some are zero by structure
        br_vec_zero(matrix_numbers(L) * f->n, J);
    for (const int *r = L->run; r < L->run + 3 * (ptrdiff_t)L->runs; r += 3)
        br_vec_copy(r[2] * f->n, jet + (ptrdiff_t)r[0] * f->n, J + (ptrdiff_t)r[1] * f->n);
}

// to += sign a b over the lanes
BR_CLONES
static void add_product(int n, br_real sign, const br_real *a, const br_real *b, br_real *to)
{
    BR_LANES
    for (int k = 0; k < n; k++)
        to[k] += sign * (a[k] * b[k]);
}

void br_integrator_linear_mul(const br_integrator *f, int stage, const br_real *v, br_real *to)
{
    const br_integrator_linear *L = &f->linear;
    const br_real *J = stage_J(f, stage);
    int n = f->n, nx = br_sys_nx(f->sys);
    br_vec_zero(nx * n, to);
    if (L->nc == 0) {
        add_product(nx * n, 1, J, v, to);
        return;
    }
    for (int i = 0; i < nx && n == 1; i++)
        for (int j = 0; j < nx; j++)
            if (L->place[i] >= 0 || L->place[j] >= 0 || i == j)
                to[i] += J[slot(L, i, j)] * v[j];
    for (int i = 0; i < nx && n > 1; i++)
        for (int j = 0; j < nx; j++)
            if (L->place[i] >= 0 || L->place[j] >= 0 || i == j)
                add_product(n, 1, J + (ptrdiff_t)slot(L, i, j) * n, v + (ptrdiff_t)j * n, to + (ptrdiff_t)i * n);
}

// ---------------------------------------------------------------- factors

// Entry (k, l) of block number i of M.
static br_real *entry(const br_integrator *f, int i, int k, int l)
{
    int s = f->linear.stages;
    return f->linear.M + ((ptrdiff_t)i * s * s + (ptrdiff_t)k * s + l) * f->n;
}

BR_CLONES
static void shift(int n, const br_real *h, br_real a, br_real one, const br_real *J, br_real *M)
{
    BR_LANES
    for (int k = 0; k < n; k++)
        M[k] = one - h[k] * a * J[k];
}

// The s by s block of an element becomes its inverse.
BR_CLONES
static void invert(int s, int n, br_real *D)
{
    br_real *a = D, *b = D + n, *c = D + 2 * (ptrdiff_t)n, *d = D + 3 * (ptrdiff_t)n;
    if (s == 1) {
        BR_LANES
        for (int k = 0; k < n; k++)
            a[k] = 1 / a[k];
        return;
    }
    BR_LANES
    for (int k = 0; k < n; k++) {
        br_real over = 1 / (a[k] * d[k] - b[k] * c[k]), e = a[k];
        a[k] = d[k] * over;
        b[k] = -b[k] * over;
        c[k] = -c[k] * over;
        d[k] = e * over;
    }
}

// (x, y) = D (x, y); one stage: x = D x
BR_CLONES
static void multiply(int s, int n, const br_real *D, br_real *x, br_real *y)
{
    if (s == 1) {
        BR_LANES
        for (int k = 0; k < n; k++)
            x[k] *= D[k];
        return;
    }
    BR_LANES
    for (int k = 0; k < n; k++) {
        br_real t = D[k] * x[k] + D[n + k] * y[k];
        y[k] = D[2 * n + k] * x[k] + D[3 * n + k] * y[k];
        x[k] = t;
    }
}

// Row (r, k) and column (c, l) of the core.
static br_real *core_at(const br_integrator *f, int r, int k, int c, int l)
{
    const br_integrator_linear *L = &f->linear;
    return entry(f, L->ne + 2 * L->ne * L->nc + r * L->nc + c, k, l);
}

// What element e sees of core state c becomes the inverse of its block times that.
static void divide_seen(br_integrator *f, int e, int c)
{
    int s = f->linear.stages, n = f->n, seen = f->linear.ne + e * f->linear.nc + c;
    const br_real *D = entry(f, e, 0, 0);
    for (int l = 0; l < s; l++) {
        br_real *x = entry(f, seen, 0, l), *y = entry(f, seen, s - 1, l);
        multiply(s, n, D, x, y);
    }
}

// core -= (core sees e) inverse (e sees core)
static void eliminate(br_integrator *f, int e)
{
    const br_integrator_linear *L = &f->linear;
    int s = L->stages, seen = L->ne + e * L->nc, sees = seen + L->ne * L->nc;
    for (int c = 0; c < L->nc; c++) {
        divide_seen(f, e, c);
        for (int r = 0; r < L->nc; r++)
            for (int k = 0; k < s; k++)
                for (int l = 0; l < s; l++)
                    for (int i = 0; i < s; i++)
                        add_product(f->n, -1, entry(f, sees + r, k, i), entry(f, seen + c, i, l),
                                    core_at(f, r, k, c, l));
    }
}

// Number (i, j) of the core of one point as one dense matrix of nc*s rows.
static br_real *dense_at(const br_integrator *f, int i, int j)
{
    int s = f->linear.stages;
    return core_at(f, i / s, i % s, j / s, j % s);
}

static void swap_rows(const br_integrator *f, int size, int i, int j, int point)
{
    for (int c = 0; c < size; c++) {
        br_real *a = dense_at(f, i, c) + point, *b = dense_at(f, j, c) + point, t = *a;
        *a = *b;
        *b = t;
    }
}

// to -= a b and to /= a, of all points; one alone is not worth a call.
static void subtract_product(int n, const br_real *a, const br_real *b, br_real *to)
{
    if (n == 1)
        *to -= *a * *b;
    else
        add_product(n, -1, a, b, to);
}

BR_CLONES static void divide_lanes(int n, const br_real *a, br_real *to)
{
    BR_LANES
    for (int k = 0; k < n; k++)
        to[k] /= a[k];
}

static void divide(int n, const br_real *a, br_real *to)
{
    if (n == 1)
        *to /= *a;
    else
        divide_lanes(n, a, to);
}

// The largest number of column c on or below its diagonal goes up, in every point. Rows outside, points inside: where a row
// stands is found once.
static void choose_pivots(br_integrator *f, int c, int size)
{
    int *pivot = f->linear.pivot + (ptrdiff_t)c * f->n, moved = 0;
    const br_real *top = dense_at(f, c, c);
    for (int point = 0; point < f->n; point++)
        pivot[point] = c;
    for (int r = c + 1; r < size; r++) {
        const br_real *row = dense_at(f, r, c);
        for (int point = 0; point < f->n; point++) {
            br_real most = pivot[point] == c ? top[point] : dense_at(f, pivot[point], c)[point];
            if (br_r_abs(row[point]) > br_r_abs(most)) {
                pivot[point] = r;
                moved = 1;
            }
        }
    }
    for (int point = 0; moved && point < f->n; point++)
        if (pivot[point] != c)
            swap_rows(f, size, c, pivot[point], point);
}

// LU with partial pivoting of the cores of all points, of any number and size.
static void factor_any_core(br_integrator *f, int size)
{
    int n = f->n;
    for (int c = 0; c < size; c++) {
        choose_pivots(f, c, size);
        for (int r = c + 1; r < size; r++) {
            divide(n, dense_at(f, c, c), dense_at(f, r, c));
            for (int j = c + 1; j < size; j++)
                subtract_product(n, dense_at(f, r, c), dense_at(f, c, j), dense_at(f, r, j));
        }
    }
}

// The same operations in one function, where points are many and entries few: SIDE points at a time, whose matrices stay near.
enum { SIDE = 32, SMALL_CORE = 6 };

static int is_small(const br_integrator *f, int size)
{
    return f->n > 1 && size <= SMALL_CORE;
}

// Row r becomes the pivot of the points whose number is larger than the largest so far. Answers whether there is one.
static inline int raise_pivots(int n, int r, const br_real *at, br_real *most, int *pivot)
{
    int any = 0;
    BR_LANES
    for (int k = 0; k < n; k++) {
        br_real x = br_r_abs(at[k]);
        int larger = x > most[k];
        pivot[k] = larger ? r : pivot[k];
        most[k] = larger ? x : most[k];
        any |= larger;
    }
    return any;
}

// a and b change places in the points whose pivot is row r.
static inline void swap_where(int n, int r, const int *pivot, br_real *a, br_real *b)
{
    BR_LANES
    for (int k = 0; k < n; k++) {
        br_real x = a[k], y = b[k];
        a[k] = pivot[k] == r ? y : x;
        b[k] = pivot[k] == r ? x : y;
    }
}

BR_CLONES
static void choose_side(int size, int n, int c, br_real *const *A, int first, int *pivot)
{
    br_real most[SIDE];
    int rows[SMALL_CORE];
    for (int k = 0; k < n; k++) {
        pivot[k] = c;
        most[k] = br_r_abs(A[c * size + c][first + k]);
    }
    for (int r = c + 1; r < size; r++)
        rows[r] = raise_pivots(n, r, A[r * size + c] + first, most, pivot);
    for (int r = c + 1; r < size; r++)
        for (int j = 0; rows[r] && j < size; j++)
            swap_where(n, r, pivot, A[c * size + j] + first, A[r * size + j] + first);
}

// A: where entry (i, j) of all points stands.
BR_CLONES
static void factor_points(int size, int points, br_real *const *A, int *pivot)
{
    for (int first = 0; first < points; first += SIDE) {
        int n = points - first < SIDE ? points - first : SIDE;
        for (int c = 0; c < size; c++) {
            choose_side(size, n, c, A, first, pivot + (ptrdiff_t)c * points + first);
            for (int r = c + 1; r < size; r++) {
                const br_real *top = A[c * size + c] + first;
                br_real *row = A[r * size + c] + first;
                BR_LANES
                for (int k = 0; k < n; k++)
                    row[k] /= top[k];
                for (int j = c + 1; j < size; j++) {
                    const br_real *over = A[c * size + j] + first;
                    br_real *to = A[r * size + j] + first;
                    BR_LANES
                    for (int k = 0; k < n; k++)
                        to[k] -= row[k] * over[k];
                }
            }
        }
    }
}

static inline void subtract_points(int n, const br_real *a, const br_real *b, br_real *to)
{
    BR_LANES
    for (int k = 0; k < n; k++)
        to[k] -= a[k] * b[k];
}

BR_CLONES
static void solve_points(int size, int points, br_real *const *A, const int *pivot, br_real *const *x)
{
    for (int first = 0; first < points; first += SIDE) {
        int n = points - first < SIDE ? points - first : SIDE;
        for (int c = 0; c < size; c++)
            for (int r = c + 1; r < size; r++)
                swap_where(n, r, pivot + (ptrdiff_t)c * points + first, x[c] + first, x[r] + first);
        for (int i = 0; i < size; i++)
            for (int j = 0; j < i; j++)
                subtract_points(n, A[i * size + j] + first, x[j] + first, x[i] + first);
        for (int i = size - 1; i >= 0; i--) {
            const br_real *own = A[i * size + i] + first;
            br_real *to = x[i] + first;
            for (int j = i + 1; j < size; j++)
                subtract_points(n, A[i * size + j] + first, x[j] + first, to);
            BR_LANES
            for (int k = 0; k < n; k++)
                to[k] /= own[k];
        }
    }
}

static void list_entries(const br_integrator *f, br_real **A)
{
    int s = f->linear.stages, nc = f->linear.nc, size = nc * s;
    br_real *at = core_at(f, 0, 0, 0, 0);
    for (int r = 0; r < nc; r++)
        for (int c = 0; c < nc; c++)
            for (int k = 0; k < s; k++)
                for (int l = 0; l < s; l++, at += f->n)
                    A[(r * s + k) * size + c * s + l] = at;
}

static void factor_core(br_integrator *f)
{
    int size = f->linear.nc * f->linear.stages;
    br_real *A[SMALL_CORE * SMALL_CORE];
    if (!is_small(f, size)) {
        factor_any_core(f, size);
        return;
    }
    list_entries(f, A);
    factor_points(size, f->n, A, f->linear.pivot);
}

// Entry (k, l) of the blocks of all elements, where there is no core.
static br_real *lanes_at(const br_integrator *f, int k, int l)
{
    return f->linear.M + ((ptrdiff_t)k * f->linear.stages + l) * f->linear.ne * f->n;
}

static void factor_elements(br_integrator *f, const br_real *a)
{
    int s = f->linear.stages, n = f->linear.ne * f->n;
    for (int k = 0; k < s; k++)
        for (int l = 0; l < s; l++)
            shift(n, f->h, a[k * s + l], k == l ? BR_C(1.0) : BR_C(0.0), stage_J(f, k), lanes_at(f, k, l));
    invert(s, n, f->linear.M);
}

// ---------------------------------------------------------------- one point, sizes known to the compiler

enum { POINT_CORE = 3, POINT_STAGES = 2, POINT_SIZE = POINT_CORE * POINT_STAGES };

// The same operations in the same order for one point, with s stages and nc states of the core: loops of constant size. The core
// C of a point becomes a dense matrix, row by row: D.
static inline void make_dense(const br_real *C, br_real *D, int s, int nc)
{
    for (int r = 0; r < nc; r++)
        for (int c = 0; c < nc; c++)
            for (int k = 0; k < s; k++)
                for (int l = 0; l < s; l++)
                    D[(r * s + k) * nc * s + c * s + l] = C[((r * nc + c) * s + k) * s + l];
}

static inline void swap_point_rows(br_real *a, br_real *b, int size)
{
    for (int c = 0; c < size; c++) {
        br_real t = a[c];
        a[c] = b[c];
        b[c] = t;
    }
}

// On or below the diagonal the row with the largest number of column c.
static inline int largest_row(const br_real *D, int size, int c)
{
    int largest = c;
    br_real most = br_r_abs(D[c * size + c]);
    for (int r = c + 1; r < size; r++) {
        br_real at = br_r_abs(D[r * size + c]);
        if (at > most) {
            most = at;
            largest = r;
        }
    }
    return largest;
}

static inline void factor_point_core(br_real *C, int *pivot, int s, int nc)
{
    int size = nc * s;
    br_real D[POINT_SIZE * POINT_SIZE];
    make_dense(C, D, s, nc);
    for (int c = 0; c < size; c++) {
        br_real *top = D + c * size;
        pivot[c] = largest_row(D, size, c);
        if (pivot[c] != c)
            swap_point_rows(top, D + pivot[c] * size, size);
        for (int r = c + 1; r < size; r++) {
            br_real *row = D + r * size, times = row[c] / top[c];
            row[c] = times;
            for (int j = c + 1; j < size; j++)
                row[j] -= times * top[j];
        }
    }
    br_vec_copy(size * size, D, C);
}

// D (x, y), x and y being `apart`; D: the inverse block of an element.
static inline void multiply_point(int s, const br_real *D, br_real *x, int apart)
{
    if (s == 1) {
        x[0] *= D[0];
        return;
    }
    br_real t = D[0] * x[0] + D[1] * x[apart];
    x[apart] = D[2] * x[0] + D[3] * x[apart];
    x[0] = t;
}

static inline void eliminate_point(br_real *M, br_real *C, int ne, int e, int s, int nc)
{
    int block = s * s;
    br_real *seen = M + (ptrdiff_t)(ne + e * nc) * block, *sees = seen + (ptrdiff_t)ne * nc * block;
    for (int c = 0; c < nc; c++) {
        br_real *own = seen + (ptrdiff_t)c * block;
        for (int l = 0; l < s; l++)
            multiply_point(s, M + (ptrdiff_t)e * block, own + l, s);
        for (int r = 0; r < nc; r++)
            for (int k = 0; k < s; k++)
                for (int l = 0; l < s; l++)
                    for (int i = 0; i < s; i++)
                        C[(r * nc + c) * block + k * s + l] -= sees[r * block + k * s + i] * own[i * s + l];
    }
}

static inline void factor_point(br_integrator *f, const br_real *a, int s, int nc)
{
    const br_integrator_linear *L = &f->linear;
    int ne = L->ne, first = ne + 2 * ne * nc, numbers = first + nc * nc, block = s * s;
    br_real *M = L->M, *C = M + (ptrdiff_t)first * block, h = f->h[0];
    for (int k = 0; k < s; k++) {
        const br_real *J = stage_J(f, k);
        for (int i = 0; i < numbers; i++) {
            int diagonal = i < ne || (i >= first && (i - first) % (nc + 1) == 0);
            for (int l = 0; l < s; l++)
                M[(ptrdiff_t)i * block + k * s + l] =
                    (diagonal && k == l ? BR_C(1.0) : BR_C(0.0)) - h * a[k * s + l] * J[i];
        }
    }
    for (int e = 0; e < ne; e++) {
        br_real *D = M + (ptrdiff_t)e * block;
        if (s == 1)
            D[0] = 1 / D[0];
        else {
            br_real over = 1 / (D[0] * D[3] - D[1] * D[2]), was = D[0];
            D[0] = D[3] * over;
            D[1] = -D[1] * over;
            D[2] = -D[2] * over;
            D[3] = was * over;
        }
        eliminate_point(M, C, ne, e, s, nc);
    }
    factor_point_core(C, L->pivot, s, nc);
}

static inline void solve_point_core(const br_integrator *f, const br_real *D, br_real *v, int s, int nc)
{
    const br_integrator_linear *L = &f->linear;
    int size = nc * s, nx = br_sys_nx(f->sys);
    br_real x[POINT_SIZE];
    for (int c = 0; c < nc; c++)
        for (int k = 0; k < s; k++)
            x[c * s + k] = v[k * nx + L->core[c]];
    for (int i = 0; i < size; i++) {
        int j = L->pivot[i];
        br_real t = x[i];
        x[i] = x[j];
        x[j] = t;
    }
    for (int i = 1; i < size; i++)
        for (int j = 0; j < i; j++)
            x[i] -= D[i * size + j] * x[j];
    for (int i = size - 1; i >= 0; i--) {
        for (int j = i + 1; j < size; j++)
            x[i] -= D[i * size + j] * x[j];
        x[i] /= D[i * size + i];
    }
    for (int c = 0; c < nc; c++)
        for (int k = 0; k < s; k++)
            v[k * nx + L->core[c]] = x[c * s + k];
}

static inline void solve_point(const br_integrator *f, br_real *v, int s, int nc)
{
    const br_integrator_linear *L = &f->linear;
    int ne = L->ne, nx = br_sys_nx(f->sys), block = s * s;
    br_real *M = L->M, *seen = M + (ptrdiff_t)ne * block, *sees = seen + (ptrdiff_t)ne * nc * block;
    for (int e = 0; e < ne; e++) {
        br_real *own = v + L->element[e];
        multiply_point(s, M + (ptrdiff_t)e * block, own, nx);
        for (int c = 0; c < nc; c++)
            for (int k = 0; k < s; k++)
                for (int l = 0; l < s; l++)
                    v[k * nx + L->core[c]] -= sees[(e * nc + c) * block + k * s + l] * own[l * nx];
    }
    solve_point_core(f, sees + (ptrdiff_t)ne * nc * block, v, s, nc);
    for (int e = 0; e < ne; e++)
        for (int c = 0; c < nc; c++)
            for (int k = 0; k < s; k++)
                for (int l = 0; l < s; l++)
                    v[k * nx + L->element[e]] -= seen[(e * nc + c) * block + k * s + l] * v[l * nx + L->core[c]];
}

// Is there a function for one point of this size?
static int is_small_point(const br_integrator *f)
{
    return f->n == 1 && f->linear.nc >= 1 && f->linear.nc <= POINT_CORE;
}

// No switch over all sizes: compilers jump through tables of those.
static inline void factor_small_point(br_integrator *f, const br_real *a, int s)
{
    if (f->linear.nc == 1)
        factor_point(f, a, s, 1);
    else if (f->linear.nc == 2)
        factor_point(f, a, s, 2);
    else
        factor_point(f, a, s, 3);
}

static inline void solve_small_point(const br_integrator *f, br_real *v, int s)
{
    if (f->linear.nc == 1)
        solve_point(f, v, s, 1);
    else if (f->linear.nc == 2)
        solve_point(f, v, s, 2);
    else
        solve_point(f, v, s, 3);
}

void br_integrator_linear_factor(br_integrator *f, const br_real *a)
{
    const br_integrator_linear *L = &f->linear;
    int s = L->stages, numbers = matrix_numbers(L), n = f->n;
    if (L->nc == 0) {
        factor_elements(f, a);
        return;
    }
    if (is_small_point(f)) {
        if (s == 1)
            factor_small_point(f, a, 1);
        else
            factor_small_point(f, a, 2);
        return;
    }
    for (int i = 0; i < numbers; i++) {
        int core = i - (L->ne + 2 * L->ne * L->nc);
        int diagonal = i < L->ne || (core >= 0 && core % (L->nc + 1) == 0);
        for (int k = 0; k < s; k++)
            for (int l = 0; l < s; l++)
                shift(n, f->h, a[k * s + l], diagonal && k == l ? BR_C(1.0) : BR_C(0.0),
                      stage_J(f, k) + (ptrdiff_t)i * n, entry(f, i, k, l));
    }
    for (int e = 0; e < L->ne; e++) {
        invert(s, n, entry(f, e, 0, 0));
        eliminate(f, e);
    }
    factor_core(f);
}

// ---------------------------------------------------------------- solution

static br_real *vector_at(const br_integrator *f, br_real *v, int stage, int state)
{
    return v + ((ptrdiff_t)stage * br_sys_nx(f->sys) + state) * f->n;
}

// The core loses what it sees of elements (sees), or elements what they see of the core.
static void couple(br_integrator *f, br_real *v, int e, int sees)
{
    const br_integrator_linear *L = &f->linear;
    int s = L->stages, n = f->n, at = L->ne + (sees ? L->ne * L->nc : 0) + e * L->nc;
    for (int c = 0; c < L->nc; c++)
        for (int k = 0; k < s; k++)
            for (int l = 0; l < s; l++) {
                br_real *core = vector_at(f, v, sees ? k : l, L->core[c]),
                        *own = vector_at(f, v, sees ? l : k, L->element[e]);
                add_product(n, -1, entry(f, at + c, k, l), sees ? own : core, sees ? core : own);
            }
}

// Number i of the core of all points.
static br_real *core_of(const br_integrator *f, br_real *v, int i)
{
    int s = f->linear.stages;
    return vector_at(f, v, i % s, f->linear.core[i / s]);
}

static void solve_any_core(br_integrator *f, int size, br_real *v)
{
    int n = f->n;
    for (int i = 0; i < size; i++) {
        const int *pivot = f->linear.pivot + (ptrdiff_t)i * n;
        br_real *a = core_of(f, v, i);
        for (int point = 0; point < n; point++)
            if (pivot[point] != i) {
                br_real *b = core_of(f, v, pivot[point]) + point, t = a[point];
                a[point] = *b;
                *b = t;
            }
    }
    for (int i = 0; i < size; i++)
        for (int j = 0; j < i; j++)
            subtract_product(n, dense_at(f, i, j), core_of(f, v, j), core_of(f, v, i));
    for (int i = size - 1; i >= 0; i--) {
        for (int j = i + 1; j < size; j++)
            subtract_product(n, dense_at(f, i, j), core_of(f, v, j), core_of(f, v, i));
        divide(n, dense_at(f, i, i), core_of(f, v, i));
    }
}

static void solve_core(br_integrator *f, br_real *v)
{
    int size = f->linear.nc * f->linear.stages;
    br_real *A[SMALL_CORE * SMALL_CORE], *x[SMALL_CORE];
    if (!is_small(f, size)) {
        solve_any_core(f, size, v);
        return;
    }
    list_entries(f, A);
    for (int i = 0; i < size; i++)
        x[i] = core_of(f, v, i);
    solve_points(size, f->n, A, f->linear.pivot, x);
}

void br_integrator_linear_solve(br_integrator *f, br_real *v)
{
    const br_integrator_linear *L = &f->linear;
    int s = L->stages;
    if (L->nc == 0) {
        multiply(s, L->ne * f->n, L->M, v, vector_at(f, v, s - 1, 0));
        return;
    }
    if (is_small_point(f)) {
        if (s == 1)
            solve_small_point(f, v, 1);
        else
            solve_small_point(f, v, 2);
        return;
    }
    for (int e = 0; e < L->ne; e++) {
        int i = L->element[e];
        multiply(s, f->n, entry(f, e, 0, 0), vector_at(f, v, 0, i), vector_at(f, v, s - 1, i));
        couple(f, v, e, 1);
    }
    solve_core(f, v);
    for (int e = 0; e < L->ne; e++)
        couple(f, v, e, 0);
}
