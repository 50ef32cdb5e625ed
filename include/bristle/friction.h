// friction.h - friction laws in your program: open, evaluate, differentiate, enclose, print.    [host]
//
//     br_friction *f;
//     br_diag why;
//     double p[6], u[] = {1e-3}, z[] = {1e-6}, out[2]; // LuGre: 6 parameters, 1 input, 1 state, 1 rate + 1 output
//     if (br_friction_open(&f, "lugre", "table-I", NULL, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 4;
//     br_friction_parameters(f, p);
//     br_friction_rate(f, 1, z, NULL, u, p, out);                 // out[0] is z' in m/s, out[1] is F in N
//     br_friction_close(f);
//
// Everything is in SI units. All calls work on `count` points at once: number j of point k stands at [j*count + k]. The
// numbers of a point are those of br_friction_name(), in that order. Nothing allocates after open, but enclose and print.
// A br_friction serves one thread at a time; several threads open one each. Calls on NULL objects are not allowed.
#ifndef BRISTLE_FRICTION_H
#define BRISTLE_FRICTION_H

#include <bristle/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_friction br_friction; // a law with its numbers

// law: the name of a built-in law ("lugre"; `bristle laws` lists them), or the whole text of a law, not the name of its
//     file (docs/laws.md explains the notation; `use` finds built-in laws).
// set: the name of one of the law's parameter sets ("table-I"), or NULL.
// values: further parameters and choices, "FC = 2 N, viscous = power", or NULL; they win over the set. Inputs and states
//     are given to each call, and refused here.
// Every parameter needs a value within its bounds, and what the law requires must hold: BR_BAD_LAW otherwise.
// BR_BAD_MACHINE where numbers would come out wrong: rounding not to nearest, subnormals flushed, a*b+c contracted.
// On failure *f is untouched and why (may be NULL) says what is wrong and where. Close what you opened.
BR_PUBLIC br_status br_friction_open(br_friction **f, const char *law, const char *set, const char *values,
                                     br_diag *why) BR_CHECKED;
BR_PUBLIC void br_friction_close(br_friction *f); // NULL is fine

typedef enum br_friction_part {
    BR_FRICTION_STATES,
    BR_FRICTION_INPUTS,
    BR_FRICTION_PARAMETERS,
    BR_FRICTION_OUTPUTS,
    BR_FRICTION_MODES,       // numbers of m[] for a point: of each automaton one, or one per element; 0 without modes
    BR_FRICTION_DERIVATIVES, // numbers that br_friction_jet gives for a point
    BR_FRICTION_UPDATES,     // numbers that br_friction_step gives for a point; 0 for laws without z+
    BR_FRICTION_MODE_NAMES   // modes that the law has: what a number of m[] may be, from 0 on; automaton by automaton
} br_friction_part;

enum { BR_FRICTION_NAME = 112, BR_FRICTION_UNIT = 96 };

BR_PUBLIC int br_friction_count(const br_friction *f, br_friction_part part);

// Name and unit of number i of a part, as "kappa[2]" and "N/m"; room for BR_FRICTION_NAME and BR_FRICTION_UNIT
// characters. Of BR_FRICTION_MODES "mode[2]" and "-"; of BR_FRICTION_MODE_NAMES "stick" and "-"; in a law with several
// automata "left.mode[2]" and "left.stick". Not for derivatives and updates. BR_BAD_USAGE if there is no such number.
BR_PUBLIC br_status br_friction_name(const br_friction *f, br_friction_part part, int i, char *name,
                                     char *unit) BR_CHECKED;

// What number i of m[] may be: mode k of its automaton is called as number first + k of BR_FRICTION_MODE_NAMES. In a law
// with one automaton first is 0. A count of 0 if there is no such number.
typedef struct br_friction_modes {
    int first, count;
} br_friction_modes;
BR_PUBLIC br_friction_modes br_friction_modes_at(const br_friction *f, int i);

// The parameters as set, defaults included: BR_FRICTION_PARAMETERS numbers.
BR_PUBLIC void br_friction_parameters(const br_friction *f, double *p);

// Rates of the states, then outputs. m: modes, NULL for the first mode everywhere. p: shared by all points.
// Safe in a loop; complexity is linear in count. Results may be non-finite where arguments are: the caller looks.
BR_PUBLIC void br_friction_rate(const br_friction *f, int count, const double *x, const int *m, const double *u,
                                const double *p, double *out);

// Sample by sample, for laws with z+: states after the sample, then outputs F+. BR_BAD_USAGE for laws without.
BR_PUBLIC br_status br_friction_step(const br_friction *f, int count, const double *x, const int *m, const double *u,
                                     const double *p, double *out) BR_CHECKED;

// The modes after the transitions, for laws with modes; BR_FRICTION_MODES numbers per point. Others: nothing is written.
BR_PUBLIC void br_friction_mode(const br_friction *f, int count, const double *x, const int *m, const double *u,
                                const double *p, int *next);

// Rates and outputs with derivatives, block by block; br_friction_block says which number is which.
BR_PUBLIC void br_friction_jet(const br_friction *f, int count, const double *x, const int *m, const double *u,
                               const double *p, double *out, double *jet);

// One block of derivatives: rows numbers of `out` from `row` on, by numbers of a part from `column` on. Numbers stand
// from `at` on: one (both single), one per element (element by element where both are arrays), or all pairs row by row.
typedef struct br_friction_block {
    br_friction_part by;
    int row, rows, column, columns;
    int at, all_pairs;
} br_friction_block;

BR_PUBLIC int br_friction_blocks(const br_friction *f);
BR_PUBLIC br_friction_block br_friction_block_at(const br_friction *f, int i); // all zero if there is no block i

// Enclosures of rates and outputs of one point over ranges of everything; lo <= hi are arrays as for br_friction_rate.
// BR_BAD_USAGE unless lo <= hi everywhere. BR_NOT_FINITE if a bound is infinite; then out_lo and out_hi are still right.
// BR_BAD_MACHINE, and nothing written, under a rounding mode other than to nearest or with subnormals flushed to zero.
BR_PUBLIC br_status br_friction_enclose(const br_friction *f, const double *x_lo, const double *x_hi, const int *m,
                                        const double *u_lo, const double *u_hi, const double *p_lo, const double *p_hi,
                                        double *out_lo, double *out_hi) BR_CHECKED;

// The law as a C99 file that stands alone, in double or (single = 1) float; *text is freed by the caller.
BR_PUBLIC br_status br_friction_print(br_friction *f, int single, char **text, br_diag *why) BR_CHECKED;

#ifdef __cplusplus
}
#endif
#endif
