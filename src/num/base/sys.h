// sys.h - a dynamic system: rates, outputs and Jacobian blocks for many points at once. [target]
//
// The only seam between laws and what runs in a control loop. Points are lanes: number j of point k stands at
// [j*count + k]; one axis, the intervals of a horizon, sigma points and a thousand axes are the same call.
// [target] sources use the accessors below, never the members: an emitted package ships its own sys.h, with constants
// and direct calls under the same names.
#ifndef BR_NUM_BASE_SYS_H
#define BR_NUM_BASE_SYS_H

#include "num/base/real.h"

// How the derivative of one group of rows by one group of columns is stored.
typedef enum br_shape {
    BR_ONE,      // a number by a number
    BR_ROW,      // a number by an array: one number per element
    BR_COLUMN,   // an array by a number: one number per element
    BR_DIAGONAL, // an array by an array, element by element
    BR_DENSE     // all pairs, row by row
} br_shape;

typedef struct br_sys_block {
    br_shape shape;
    char by;             // 'x' states, 'u' inputs, 'p' parameters
    int at;              // first number among the derivatives of a point
    int row, rows;       // numbers of `out` it is the derivative of: rates first, then outputs
    int column, columns; // and by which numbers
    int some;            // br_sys_jet_some gives it, too
} br_sys_block;

// How many numbers a block of this shape has, and which of them is that of its row r and column c; -1: zero by structure.
static inline long long br_shape_numbers(br_shape shape, long long rows, long long columns)
{
    return shape == BR_DENSE ? rows * columns : rows > columns ? rows : columns;
}

static inline int br_shape_number(br_shape shape, int columns, int r, int c)
{
    if (shape == BR_DIAGONAL && r != c)
        return -1;
    return shape == BR_DENSE ? r * columns + c : r > c ? r : c;
}

typedef struct br_sys_jump { // a transition of the modes of an automaton
    int from, to;
    int first, count; // the modes: numbers of m
    int at;           // the first of their margins
} br_sys_jump;

typedef struct br_sys {
    int nx, nu, np, nm, ny, njet; // numbers of a point: states, inputs, parameters, modes, outputs, derivatives
    int njet_x;                   // of the derivatives those by states: the first
    const br_sys_block *block;
    int blocks;
    int affine;              // rates are affine in the states while inputs and modes are held
    int own_modes;           // number i of m acts on state i alone, and its guards see no other; as many as states
    const br_sys_jump *jump; // transitions, in the order in which their guards are tested
    int jumps, nmargin;
    const br_sys_block *slope; // derivatives of the margins; rows as the margins
    int slopes, nslope;
    const void *self;
    // out: nx rates, then ny outputs. each: every point has its own parameters. Safe in a control loop: no heap.
    void (*rate)(const struct br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                 int each, br_real *out);
    void (*jet)(const struct br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                int each, br_real *out, br_real *jet);
    // the same without derivatives by inputs and parameters: the first njet_x numbers of jet
    void (*jet_x)(const struct br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                  int each, br_real *out, br_real *jet);
    // the same as jet, of which only the blocks marked `some` are written: those by states, by inputs, and by parameters
    // that cost nothing more. NULL: there is none
    void (*jet_some)(const struct br_sys *s, int count, const br_real *x, const int *m, const br_real *u,
                     const br_real *p, int each, br_real *out, br_real *jet);
    void (*mode)(const struct br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                 int each, int *next); // NULL without modes
    // sample by sample: nx states after the sample, then outputs; NULL for systems without updates
    void (*step)(const struct br_sys *s, int count, const br_real *x, const int *m, const br_real *u, const br_real *p,
                 int each, br_real *out);
    // Margins of the guards, nmargin numbers: for each transition one per mode it moves. A guard holds where its margin is
    // not negative; a part of it that the states do not move gives +-infinity. jet NULL: not wanted. NULL without modes.
    void (*margin)(const struct br_sys *s, int count, const br_real *x, const int *m, const br_real *u,
                   const br_real *p, int each, br_real *out, br_real *jet);
    // All substeps of a step by linearly implicit Euler at once, of states that do not see each other; NULL: there is none.
    // S, T: a column by the states, then those named here, nx numbers each; at: where each stands in S and T, -1: not wanted;
    // S NULL: none is. held: lent, lie_held numbers for each state. Where a result is not finite, the general path decides.
    int lie_held, lie_columns;
    const br_sys_block *lie_column; // by, column and columns alone
    void (*lie)(const struct br_sys *s, int count, const br_real *x, const br_real *u, const br_real *p, int each,
                br_real h, int substeps, const br_real *S, const int *at, br_real *held, br_real *next, br_real *T);
} br_sys;

static inline int br_sys_nx(const br_sys *s)
{
    return s->nx;
}

static inline int br_sys_nu(const br_sys *s)
{
    return s->nu;
}

static inline int br_sys_np(const br_sys *s)
{
    return s->np;
}

static inline int br_sys_ny(const br_sys *s)
{
    return s->ny;
}

static inline int br_sys_nm(const br_sys *s)
{
    return s->nm;
}

static inline int br_sys_njet(const br_sys *s)
{
    return s->njet;
}

static inline int br_sys_njet_x(const br_sys *s)
{
    return s->njet_x;
}

static inline int br_sys_blocks(const br_sys *s)
{
    return s->blocks;
}

static inline const br_sys_block *br_sys_block_at(const br_sys *s, int i)
{
    return &s->block[i];
}

static inline int br_sys_affine(const br_sys *s)
{
    return s->affine;
}

static inline int br_sys_jumps(const br_sys *s)
{
    return s->jumps;
}

static inline const br_sys_jump *br_sys_jump_at(const br_sys *s, int i)
{
    return &s->jump[i];
}

static inline int br_sys_own_modes(const br_sys *s)
{
    return s->own_modes;
}

static inline int br_sys_nmargin(const br_sys *s)
{
    return s->nmargin;
}

static inline int br_sys_nslope(const br_sys *s)
{
    return s->nslope;
}

static inline int br_sys_slopes(const br_sys *s)
{
    return s->slopes;
}

static inline const br_sys_block *br_sys_slope_at(const br_sys *s, int i)
{
    return &s->slope[i];
}

static inline void br_sys_rate(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u,
                               const br_real *p, int each, br_real *out)
{
    s->rate(s, count, x, m, u, p, each, out);
}

static inline void br_sys_jet(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u,
                              const br_real *p, int each, br_real *out, br_real *jet)
{
    s->jet(s, count, x, m, u, p, each, out, jet);
}

static inline void br_sys_jet_x(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u,
                                const br_real *p, int each, br_real *out, br_real *jet)
{
    s->jet_x(s, count, x, m, u, p, each, out, jet);
}

static inline int br_sys_has_some(const br_sys *s)
{
    return s->jet_some != 0;
}

static inline void br_sys_jet_some(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u,
                                   const br_real *p, int each, br_real *out, br_real *jet)
{
    s->jet_some(s, count, x, m, u, p, each, out, jet);
}

static inline void br_sys_mode(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u,
                               const br_real *p, int each, int *next)
{
    s->mode(s, count, x, m, u, p, each, next);
}

static inline void br_sys_step(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u,
                               const br_real *p, int each, br_real *out)
{
    s->step(s, count, x, m, u, p, each, out);
}

static inline void br_sys_margin(const br_sys *s, int count, const br_real *x, const int *m, const br_real *u,
                                 const br_real *p, int each, br_real *out, br_real *jet)
{
    s->margin(s, count, x, m, u, p, each, out, jet);
}

static inline int br_sys_lie_held(const br_sys *s)
{
    return s->lie_held;
}

static inline int br_sys_lie_columns(const br_sys *s)
{
    return s->lie_columns;
}

static inline const br_sys_block *br_sys_lie_column_at(const br_sys *s, int i)
{
    return &s->lie_column[i];
}

static inline void br_sys_lie(const br_sys *s, int count, const br_real *x, const br_real *u, const br_real *p,
                              int each, br_real h, int substeps, const br_real *S, const int *at, br_real *held,
                              br_real *next, br_real *T)
{
    s->lie(s, count, x, u, p, each, h, substeps, S, at, held, next, T);
}

// Writes the derivatives of one point of `count` by 'x', 'u' or 'p' as a dense matrix: (nx + ny) rows of `columns`.
void br_sys_dense(const br_sys *s, const br_real *jet, int count, int point, char by, int columns, br_real *matrix);

// The same for a list of blocks with so many rows.
void br_blocks_dense(const br_sys_block *block, int blocks, const br_real *jet, int count, int point, char by, int rows,
                     int columns, br_real *matrix);

#endif
