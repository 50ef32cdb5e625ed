// columns.c - the columns of a sensitivity: which derivatives of a system move the states, and where they stand. [target]
#include "num/base/fp.h"

#include "loop/flow/tile.h"
#include "num/base/real.h"
#include "num/algebra/vector.h"

// Of the rates and, where transitions are located, of their margins.
int br_integrator_sources(const br_sys *s, int switches)
{
    return br_sys_blocks(s) + (switches ? br_sys_slopes(s) : 0);
}

static const br_sys_block *source(const br_sys *s, int i)
{
    int blocks = br_sys_blocks(s);
    return i < blocks ? br_sys_block_at(s, i) : br_sys_slope_at(s, i - blocks);
}

static int moves_states(const br_sys *s, int i)
{
    return source(s, i)->by != 'x' && (i >= br_sys_blocks(s) || source(s, i)->row < br_sys_nx(s));
}

static int same_quantity(const br_sys_block *a, const br_sys_block *b)
{
    return a->by == b->by && a->column == b->column && a->columns == b->columns;
}

// Is source i the first that moves the states by its quantity?
static int first_of(const br_sys *s, int i)
{
    for (int k = 0; k < i; k++)
        if (moves_states(s, k) && same_quantity(source(s, k), source(s, i)))
            return 0;
    return moves_states(s, i);
}

// One column can hold the derivatives by all elements of an array if every state sees its own element only.
static int one_column(const br_sys *s, int switches, const br_sys_block *q)
{
    for (int i = 0; i < br_integrator_sources(s, switches); i++)
        if (moves_states(s, i) && same_quantity(source(s, i), q) && source(s, i)->columns > 1 &&
            source(s, i)->shape != BR_DIAGONAL)
            return 0;
    return 1;
}

// Appends a column by a quantity, or by one number of it. NULL: only count.
static void add_column(br_integrator *f, br_sys_block *to, char by, int column, int columns)
{
    if (to)
        to[f->columns] = (br_sys_block){.by = by, .column = column, .columns = columns};
    f->columns++;
}

// Is the sensitivity by one of these numbers wanted?
static int wanted(const br_integrator_options *o, char by, int column, int columns)
{
    for (int i = 0; o->by && i < o->nby; i++)
        if (o->by[i].by == by && o->by[i].number >= column && o->by[i].number < column + columns)
            return 1;
    return !o->by;
}

int br_integrator_some_suffice(const br_sys *s, const br_integrator_options *o)
{
    for (int i = 0; i < br_sys_blocks(s); i++) {
        const br_sys_block *b = br_sys_block_at(s, i);
        if (b->by != 'x' && !b->some && wanted(o, b->by, b->column, b->columns))
            return 0;
    }
    return br_sys_has_some(s);
}

void br_integrator_find_columns(br_integrator *f, const br_sys *s, br_sys_block *to)
{
    int nx = br_sys_nx(s), switches = f->o.kind->switches;
    f->columns = 0;
    for (int j = 0; j < (f->uncoupled ? 1 : nx); j++)
        add_column(f, to, 'x', j, f->uncoupled ? nx : 1);
    for (int i = 0; i < br_integrator_sources(s, switches); i++) {
        const br_sys_block *q = source(s, i);
        if (!first_of(s, i))
            continue;
        int whole = f->uncoupled && one_column(s, switches, q), width = whole ? q->columns : 1;
        for (int j = 0; j < q->columns; j += width)
            if (wanted(&f->o, q->by, q->column + j, width))
                add_column(f, to, q->by, q->column + j, width);
    }
}

// The first of the states whose rates, or margins of whose modes, the rows of source i are.
static int state_of(const br_sys *s, int i)
{
    int row = source(s, i)->row;
    for (int j = 0; i >= br_sys_blocks(s) && j < br_sys_jumps(s); j++) {
        const br_sys_jump *w = br_sys_jump_at(s, j);
        if (row >= w->at && row < w->at + w->count)
            return w->first + row - w->at;
    }
    return row;
}

// Is this part of a column described already?
static int described(const br_integrator *f, const br_sys_block *to, int at)
{
    for (int i = 0; i < f->slopes; i++)
        if (to[i].at == at)
            return 1;
    return 0;
}

// A column as blocks: a number moves all states; an array moves, element by element, the arrays that see it.
void br_integrator_describe_columns(br_integrator *f, br_sys_block *to)
{
    int nx = br_sys_nx(f->sys);
    f->slopes = 0;
    for (int c = 0; c < f->columns; c++) {
        const br_sys_block *q = &f->column[c];
        if (q->columns == 1 || q->by == 'x') {
            to[f->slopes++] = (br_sys_block){.shape = q->columns == 1 ? BR_COLUMN : BR_DIAGONAL,
                                             .by = q->by,
                                             .at = c * nx,
                                             .row = 0,
                                             .rows = nx,
                                             .column = q->column,
                                             .columns = q->columns};
            continue;
        }
        for (int i = 0; i < br_integrator_sources(f->sys, f->o.kind->switches); i++) {
            const br_sys_block *b = source(f->sys, i);
            int row = state_of(f->sys, i);
            if (moves_states(f->sys, i) && same_quantity(b, q) && !described(f, to, c * nx + row))
                to[f->slopes++] = (br_sys_block){.shape = BR_DIAGONAL,
                                                 .by = q->by,
                                                 .at = c * nx + row,
                                                 .row = row,
                                                 .rows = b->rows,
                                                 .column = q->column,
                                                 .columns = q->columns};
        }
    }
}

enum { NONE = -1, CROOKED = -2 };

// Does column q hold the derivatives by all that block b is by? That of the states holds those of several arrays.
static int covers(const br_sys_block *q, const br_sys_block *b)
{
    return q->column <= b->column && b->column + b->columns <= q->column + q->columns;
}

// Block b's number for row r of column q, or -1 where it is zero by structure.
static int number_of(const br_sys_block *b, const br_sys_block *q, int r)
{
    if (covers(q, b))
        return b->at + r; // a number, or an array element by element
    int number = br_shape_number(b->shape, b->columns, r, q->column - b->column);
    return number < 0 ? -1 : b->at + number;
}

// Which number of the blocks is the derivative of this row by column q; -1: it is zero by structure.
static int find_number(const br_sys_block *q, const br_sys_block *block, int blocks, int row)
{
    for (int i = 0; i < blocks; i++) {
        const br_sys_block *b = &block[i];
        if (b->by != q->by || q->column + q->columns <= b->column || q->column >= b->column + b->columns)
            continue;
        int number = row >= b->row && row < b->row + b->rows ? number_of(b, q, row - b->row) : -1;
        if (number >= 0)
            return number;
    }
    return -1;
}

// The numbers of lanes of a row, or zeros.
static void copy_derivative(const br_integrator *f, const br_real *jet, int number, int row, br_real *g)
{
    if (number >= 0)
        br_vec_copy(f->n, jet + (ptrdiff_t)number * f->n, g + (ptrdiff_t)row * f->n);
    else
        br_vec_zero(f->n, g + (ptrdiff_t)row * f->n);
}

void br_integrator_column_of(const br_integrator *f, int c, const br_sys_block *block, int blocks, const br_real *jet,
                             int rows, br_real *g)
{
    for (int r = 0; r < rows; r++)
        copy_derivative(f, jet, find_number(&f->column[c], block, blocks, r), r, g);
}

void br_integrator_direct(const br_integrator *f, int c, const br_real *jet, br_real *g)
{
    int nx = br_sys_nx(f->sys);
    for (int r = 0; r < nx; r++)
        copy_derivative(f, jet, f->direct[c * nx + r], r, g);
}

const br_real *br_integrator_direct_at(const br_integrator *f, int c, const br_real *jet, br_real *g)
{
    int at = f->straight[c];
    if (at >= 0)
        return jet + (ptrdiff_t)at * f->n;
    if (at == NONE)
        return f->none;
    br_integrator_direct(f, c, jet, g);
    return g;
}

// Do these numbers follow one another, or are all of them none?
static int find_straight(int n, const int *number)
{
    for (int i = 1; i < n; i++)
        if (number[i] != (number[0] < 0 ? NONE : number[0] + i))
            return CROOKED;
    return n > 0 ? number[0] : NONE;
}

// A state acts through the Jacobian, so its column is moved by nothing directly.
void br_integrator_find_direct(br_integrator *f)
{
    int nx = br_sys_nx(f->sys), blocks = br_sys_blocks(f->sys);
    const br_sys_block *block = blocks > 0 ? br_sys_block_at(f->sys, 0) : 0;
    for (int i = 0; i < f->columns * nx; i++) {
        const br_sys_block *q = &f->column[i / nx];
        f->direct[i] = q->by == 'x' ? NONE : find_number(q, block, blocks, i % nx);
    }
    f->in_order = 1;
    for (int c = 0; c < f->columns; c++) {
        f->straight[c] = find_straight(nx, f->direct + (ptrdiff_t)c * nx);
        f->in_order &= f->straight[c] != CROOKED;
    }
    br_vec_zero(nx * f->o.lanes, f->none);
}

void br_integrator_find_fused(br_integrator *f)
{
    int found = 1, fits = br_sys_lie_held(f->sys) > 0 && f->o.kind->steps && br_integrator_diagonal(f, f->jet) != 0;
    f->lie_at[0] = 0;
    for (int i = 0; i < br_sys_lie_columns(f->sys) && fits; i++) {
        const br_sys_block *b = br_sys_lie_column_at(f->sys, i);
        f->lie_at[i + 1] = NONE;
        for (int c = 1; c < f->columns; c++)
            if (same_quantity(&f->column[c], b)) {
                f->lie_at[i + 1] = c;
                found++;
            }
    }
    f->fused = !fits ? 0 : found == f->columns && f->in_order ? 2 : 1;
}
