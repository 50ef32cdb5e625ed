// tile.h - what the kinds of flow work with: a tile of points in the memory of the flow.   [target]
#ifndef BR_LOOP_FLOW_TILE_H
#define BR_LOOP_FLOW_TILE_H

#include "loop/flow/integrator.h"
#include "num/base/clones.h"
#include "num/base/elem.h"

// Rates and outputs, at x (nx numbers) in the present modes; and with their derivatives, those by states only unless
// sensitivities are wanted.
void br_integrator_rate(br_integrator *f, const br_real *x, br_real *out);
void br_integrator_jet(br_integrator *f, const br_real *x, br_real *out, br_real *jet);
void br_integrator_jet_wanted(br_integrator *f, const br_real *x, br_real *out,
                              br_real *jet); // those that sensitivities need

// That of the points of a call, with what it was given.
void br_integrator_jet_of_call(br_integrator *f, const br_integrator_call *c, const br_real *x, br_real *out,
                               br_real *jet);

// The points that still move take `next` as their state, and T as their sensitivities.
void br_integrator_accept(br_integrator *f);
void br_integrator_accept_slopes(br_integrator *f);

// No rate sees a state other than its own.
int br_integrator_uncoupled(const br_sys *s);

// Substeps of every point (1 so far) from the errors of its whole step to `next`, nx numbers; an error falls with this
// power of the substep.
void br_integrator_choose_substeps(br_integrator *f, const br_real *error, int power);

// The velocity of a held axis is near zero, and no measure of its own error: forces in balance are. Errors of such states
// count as shares of what the others would move them by. reach: work, nx numbers.
void br_integrator_ease(const br_integrator *f, br_real *error, br_real *reach);

// ---------------------------------------------------------------- columns.c

// All derivatives that can move the states: how many blocks of the system hold them.
int br_integrator_sources(const br_sys *s, int switches);

// Are the derivatives that cost nothing more all that is wanted?
int br_integrator_some_suffice(const br_sys *s, const br_integrator_options *o);

// The columns, in the order in which they stand in a slope (NULL: only counts them); then as blocks; then which derivatives
// of the system move each of them.
void br_integrator_find_columns(br_integrator *f, const br_sys *s, br_sys_block *to);
void br_integrator_describe_columns(br_integrator *f, br_sys_block *to);
void br_integrator_find_direct(br_integrator *f);

// Whether the system's own function for all substeps gives what is wanted, and its columns among ours.
void br_integrator_find_fused(br_integrator *f);

// Derivatives of so many rows, described by blocks, by the quantity of column c.
void br_integrator_column_of(const br_integrator *f, int c, const br_sys_block *block, int blocks, const br_real *jet,
                             int rows, br_real *g);

// What column c moves directly: derivatives of the rates by its quantity, none for states.
void br_integrator_direct(const br_integrator *f, int c, const br_real *jet, br_real *g);

// The same where it stands; g is used only where it has to be gathered.
const br_real *br_integrator_direct_at(const br_integrator *f, int c, const br_real *jet, br_real *g);

// The numbers of one column of nx rows.
static inline br_real *br_integrator_at(const br_integrator *f, br_real *S, int c)
{
    return S + (ptrdiff_t)c * br_sys_nx(f->sys) * f->n;
}

// Where d x'/d x of all states of a jet stands, one after the other; NULL: states are coupled, or it does not.
static inline const br_real *br_integrator_diagonal(const br_integrator *f, const br_real *jet)
{
    const br_integrator_linear *L = &f->linear;
    int in_order = L->nc == 0 && L->runs == 1 && L->known == L->ne;
    return in_order ? jet + (ptrdiff_t)L->run[0] * f->n : 0;
}

// ---------------------------------------------------------------- linear.c

long long br_integrator_linear_numbers(const br_sys *s, int uncoupled); // of the matrix of one point

// stages: systems coupled by the coefficients of an implicit scheme. Vectors have stages*nx numbers.
void br_integrator_linear_carve(br_arena *a, br_integrator_linear *L, const br_sys *s, int uncoupled, int stages,
                                int lanes);
void br_integrator_linear_load(br_integrator *f, int stage, const br_real *jet);                 // J of a stage
void br_integrator_linear_mul(const br_integrator *f, int stage, const br_real *v, br_real *to); // J v
void br_integrator_linear_factor(br_integrator *f, const br_real *a);                            // I - h a J
void br_integrator_linear_solve(br_integrator *f, br_real *v);

#endif
