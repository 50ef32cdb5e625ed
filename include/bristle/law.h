// law.h - friction laws by name, file or text: parameters with their units, values, derivatives, ranges, C.   [host]
//
//     br_law *law;
//     br_diag why;
//     double z = 1e-6, v = 1e-3, out[2];
//     if (br_law_open(&law, "lugre", "table-I", &why) != BR_OK || br_law_set(law, "FC = 2 N", &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 4;
//     if (br_law_rate(law, 1, &z, NULL, &v, NULL, out) == BR_OK)   // of LuGre out[0] is z' in m/s, out[1] is F in N
//         printf("F = %g N, sigma0 = %g N/m\n", out[1], br_law_value(law, "sigma0"));
//     br_law_close(law);
//
// Everything is in SI units. Calls that compute take `count` points at once: number j of point k stands at [j*count + k], and
// the numbers of a point are those of br_law_number_at, in that order. They allocate nothing, but br_law_enclose and
// br_law_print; they are safe in a loop, and their work is linear in count. A law serves one thread at a time; several threads
// open one each. What is opened with a law copies it: afterwards the law may be changed or closed. NULL in place of a law is
// BR_BAD_USAGE, or answered by 0, NULL or NaN.
#ifndef BRISTLE_LAW_H
#define BRISTLE_LAW_H

#include <bristle/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_law br_law; // a law, or a plant with friction in it, with its values

// source: the name of a built-in law ("lugre"), the path of a file (with a / in it, or ending in .law), or the whole text of a
//     law (with a line feed in it). docs/laws.md explains the notation; a law with a state, in short:
//
//         law mine "Dahl's law, with a floor"
//         input v m/s "velocity"
//         state z m "deflection"
//         param sigma0 N/m > 0 "stiffness"
//         param FC N > 0 "Coulomb force"
//         param floor = 0.1 N "constant part"
//         output F N "friction force"
//         z' = v - abs(v)*(sigma0*z/FC)
//         F = sigma0*z + (if v > 0 then floor else if v < 0 then -floor else 0)
//         set example "values for params"
//         sigma0 = 1e5 N/m
//         FC = 2 N
//
// Numbers in equations have no unit: make those that have one a param. Built-in laws slide or turn: values in N*m and rad make them turn,
// and a law that turns makes its plant turn (br_law_open_in).
//
// params: the name of one of its parameter sets ("table-I"), the path of a file of values, or NULL.
// Parameters may be missing still: br_law_set gives them. BR_BAD_LAW: it is wrong, or there is no such law, set or file;
// BR_BAD_MACHINE where numbers would come out wrong: rounding not to nearest, subnormals flushed, a*b+c contracted.
// On failure *law is untouched and why (may be NULL) says what is wrong and where. Takes some milliseconds. Close what you opened.
BR_PUBLIC br_status br_law_open(br_law **law, const char *source, const char *params, br_diag *why) BR_CHECKED;
BR_PUBLIC void br_law_close(br_law *law); // NULL is fine

// Values with units, and choices: "FC = 2 N, kappa[2] = 500 N/mm, viscous = power". Into a plant, such as "mass", goes a built-in
// friction law: "m = 2 kg, friction = lugre, fr = table-I, fr.FC = 2 N", `fr` being a set of it; for others: br_law_open_in. They win over those before. Inputs
// and states may be given, too: they are where runs start. On failure the law is as before. Reads the law again: not for a loop.
BR_PUBLIC br_status br_law_set(br_law *law, const char *values, br_diag *why) BR_CHECKED;

// Its parameters and choices as a file, a set of that name, which br_law_open reads as params, and commands as --params; it appears
// whole or not at all. BR_BAD_LAW: not every parameter has a value that the law allows. BR_BAD_USAGE: no name, or of br_law_open_in.
BR_PUBLIC br_status br_law_save(const br_law *law, const char *path, const char *set, br_diag *why) BR_CHECKED;

// A plant with any law in it, with its values: "mass" has the choice "friction", "two-mass" has "friction1" and "friction2", and names
// of the law stand behind those of the part, "fr.FC". br_law_set gives what the plant has of its own, "m = 2 kg". Copies the law; a
// text of a law that has the name of a built-in one is BR_BAD_LAW, as is a plant or a choice that is not there.
BR_PUBLIC br_status br_law_open_in(br_law **plant, const char *name, const char *choice, const br_law *friction,
                                   br_diag *why) BR_CHECKED;

// ------- What is in it
// Texts that a law answers are its own: they stay until br_law_set or br_law_close.

BR_PUBLIC const char *br_law_name(const br_law *law);  // "lugre"
BR_PUBLIC const char *br_law_title(const br_law *law); // in words; "" for none

typedef enum br_law_part {
    BR_LAW_STATES,
    BR_LAW_INPUTS,
    BR_LAW_PARAMETERS,
    BR_LAW_OUTPUTS,
    BR_LAW_MODES,       // numbers of m[] for a point: of each automaton one, or one per element; 0 without modes
    BR_LAW_DERIVATIVES, // numbers that br_law_jet gives for a point
    BR_LAW_UPDATES,     // numbers that br_law_step gives for a point; 0 for laws without z+
    BR_LAW_MODE_NAMES   // modes that the law has: what a number of m[] may be, from 0 on; automaton by automaton
} br_law_part;

BR_PUBLIC int br_law_count(const br_law *law, br_law_part part);

// A number of a part. size: that of the structure, which may grow in later versions.
typedef struct br_law_number {
    size_t size;
    char name[112];    // "kappa[2]"
    char unit[96];     // in SI, "N/m"; - for none
    char meaning[401]; // in words; "" for none
    double value;      // as set; NaN: none, or a range
    double low, high;  // what is allowed; infinite where there is no bound
} br_law_number;

// BR_BAD_USAGE if there is no such number, or no structure of a size that is known. Not of derivatives and updates.
BR_PUBLIC br_status br_law_number_at(const br_law *law, br_law_part part, int i, br_law_number *number) BR_CHECKED;

BR_PUBLIC int br_law_index(const br_law *law, br_law_part part,
                           const char *name);                       // of "kappa[2]" or "FC"; -1: there is none
BR_PUBLIC double br_law_value(const br_law *law, const char *name); // of a parameter, state or input as set; NaN: none

// Names of parameters that have no value yet, "FC, FS", as many as 260 characters hold; "" for none.
BR_PUBLIC const char *br_law_missing(const br_law *law);

// Whether it can be used with its values, which may be ranges: BR_BAD_LAW where a parameter has none, or what the law requires does not hold
// ("elasto-plastic: requires 'zba < FC/sigma0', but here 1 >= 2e-5 m"). Milliseconds; allocates.
BR_PUBLIC br_status br_law_check(const br_law *law, br_diag *why) BR_CHECKED;

// What the law expects of its values, and does not get, a line each; "" for none. *lines is freed by the caller; on failure it is untouched.
// Milliseconds; allocates.
BR_PUBLIC br_status br_law_warnings(const br_law *law, char **lines, br_diag *why) BR_CHECKED;

// All values of a part as set, NaN where there is none: of states, inputs or parameters. Others: nothing is written.
BR_PUBLIC void br_law_values(const br_law *law, br_law_part part, double *values);

BR_PUBLIC const char *br_law_set_name(const br_law *law,
                                      int i); // of its parameter sets, from 0 on; NULL behind the last

// Choices that br_law_set makes, "curve = rational": the name of choice i, its value k from 0 on, and the value that it has now. NULL
// behind the last, and where there is none. Into the places of a plant, "friction", goes any other law, too.
BR_PUBLIC const char *br_law_choice(const br_law *law, int i);
BR_PUBLIC const char *br_law_choice_value(const br_law *law, int i, int k);
BR_PUBLIC const char *br_law_chosen(const br_law *law, int i);

// 1: into that choice goes any other law, too: "friction" of a plant.
BR_PUBLIC int br_law_choice_any(const br_law *law, int i);

BR_PUBLIC const char *br_law_builtin(int i); // names of built-in laws and plants; NULL behind the last
// The text of one, to be copied, changed and opened; and whether it is a plant, which friction works in. NULL and 0 behind the last.
BR_PUBLIC const char *br_law_builtin_text(int i);
BR_PUBLIC int br_law_builtin_plant(int i);

// ------- Numbers with units
// As lists and command lines have them. BR_BAD_USAGE: it is none; nothing is written.

// "0.5 ms" is 5e-4 and "s", "5 %" is 0.05 and "-": the value in SI, and its unit (NULL: not wanted).
BR_PUBLIC br_status br_law_read_number(const char *text, double *value, char unit[96]) BR_CHECKED;
// A frequency above 0 in Hz, from "500 Hz", "3000 rad/s", "60 rpm" or "500" (Hz); not from "500 1/s", which may be turns or radians.
BR_PUBLIC br_status br_law_read_frequency(const char *text, double *hertz) BR_CHECKED;

// One of a list of values: "x = 50 mm, kappa[2] = 1..2 N/m, curve = rational".
typedef struct br_law_assignment {
    size_t size;      // of this structure: set it before the call
    char name[112];   // "kappa"
    int element;      // from 1, 2 of kappa[2]; 0: none
    int count;        // of numbers
    double low, high; // the first number, or range, in SI
    char unit[96];    // in SI; - for none
    int has_unit;     // 1: one is written
    char word[64];    // of a choice, "rational"; "" of numbers
} br_law_assignment;

// Assignment i of a list, from 0 on. BR_NEGATIVE: behind the last. BR_BAD_LAW: it is no list; messages know it by what it is called, "--limits".
// Reads the list from its start: not for long ones.
BR_PUBLIC br_status br_law_read_list(const char *list, const char *called, int i, br_law_assignment *assignment,
                                     br_diag *why) BR_CHECKED;

// ------- Computing
// Look at what is answered: gcc warns where a program does not, in spite of (void).

// Rates of the states, then outputs. m: modes, NULL for the first mode everywhere. p: parameters, shared by all points, NULL for
// those that are set. Results may be non-finite where arguments are. BR_BAD_LAW: p is NULL, and not every parameter has a
// value that the law allows. BR_BAD_USAGE: an array is missing that the law needs.
BR_PUBLIC br_status br_law_rate(const br_law *law, int count, const double *x, const int *m, const double *u,
                                const double *p, double *out) BR_CHECKED;

// The same with derivatives, block by block; br_law_block_at says which number is which.
BR_PUBLIC br_status br_law_jet(const br_law *law, int count, const double *x, const int *m, const double *u,
                               const double *p, double *out, double *jet) BR_CHECKED;

// Sample by sample, for laws with z+: states after the sample, then outputs F+. BR_BAD_USAGE for laws without.
BR_PUBLIC br_status br_law_step(const br_law *law, int count, const double *x, const int *m, const double *u,
                                const double *p, double *out) BR_CHECKED;

// The modes after the transitions, for laws with modes; BR_LAW_MODES numbers per point. Others: BR_BAD_USAGE.
BR_PUBLIC br_status br_law_mode(const br_law *law, int count, const double *x, const int *m, const double *u,
                                const double *p, int *next) BR_CHECKED;

// One block of derivatives: rows numbers of `out` from `row` on, by numbers of a part from `column` on. Numbers stand
// from `at` on: one (both single), one per element (element by element where both are arrays), or all pairs row by row.
typedef struct br_law_block {
    br_law_part by;
    int row, rows, column, columns;
    int at, all_pairs;
} br_law_block;

BR_PUBLIC int br_law_blocks(const br_law *law);
BR_PUBLIC br_law_block br_law_block_at(const br_law *law, int i); // all zero if there is no block i

// The same derivatives of one point as a matrix: (states + outputs) rows by the numbers of a part, row by row.
BR_PUBLIC br_status br_law_jacobian(const br_law *law, const double *jet, int count, int point, br_law_part by,
                                    double *matrix) BR_CHECKED;

// Enclosures of rates and outputs of one point over ranges of everything; lo <= hi are arrays as for br_law_rate.
// BR_BAD_USAGE unless lo <= hi everywhere. BR_NOT_FINITE if a bound is infinite; then out_lo and out_hi are still right.
// BR_BAD_MACHINE, and nothing written, under a rounding mode other than to nearest or with subnormals flushed to zero.
BR_PUBLIC br_status br_law_enclose(const br_law *law, const double *x_lo, const double *x_hi, const int *m,
                                   const double *u_lo, const double *u_hi, const double *p_lo, const double *p_hi,
                                   double *out_lo, double *out_hi) BR_CHECKED;

// The law as a C99 file that stands alone, in double or (single = 1) float; *text is freed by the caller.
BR_PUBLIC br_status br_law_print(br_law *law, int single, char **text, br_diag *why) BR_CHECKED;

#ifdef __cplusplus
}
#endif
#endif
