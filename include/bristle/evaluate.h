// evaluate.h - a law at one point, of numbers or ranges: conditions, values, derivatives, enclosures, modes; its two curves.   [host]
//
//     br_evaluation *e;
//     br_evaluation_options o;
//     br_diag why;
//     br_evaluation_defaults(&o, sizeof o);
//     o.params = "table-I";
//     o.values = "v = 1 mm/s, z = 1 um";
//     o.derivatives = 1;
//     if (br_evaluation_open(&e, "lugre", &o, &why) != BR_OK || br_evaluation_run(e, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 4;
//     const br_evaluated_row *row;
//     for (int i = 0; (row = br_evaluation_row(e, i)); i++)
//         printf("%s = %g %s\n", row->name, row->low[0], row->unit);
//     br_evaluation_close(e);
//
// For looking at a law, and for proofs about one point; what computes in a loop, or at many points, is in law.h and flow.h. A law that
// has z+ alone, without rates, is evaluated, too. Everything is in SI units. Structures and texts that an evaluation answers are its own, and
// stay until it is closed, results until it runs again; structures may grow at their end, and begin with their size. An
// evaluation serves one thread at a time. No call is for a control loop. NULL in place of one is BR_BAD_USAGE, or answered by 0 or NULL.
#ifndef BRISTLE_EVALUATE_H
#define BRISTLE_EVALUATE_H

#include <bristle/describe.h>
#include <bristle/law.h>
#include <bristle/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_evaluation br_evaluation;

typedef struct br_evaluation_options {
    size_t size;        // of this structure, by br_evaluation_defaults
    const char *params; // a set of the law, or a file of values (default: none)
    const char *values; // that win over them: "v = 1 mm/s, z = 1..2 um, curve = rational" (default: none)
    int derivatives;    // 1: of every result by states, inputs and parameters (default 0)
    int enclosures;     // 1: guaranteed enclosures, also over ranges; 0: numbers (default)
} br_evaluation_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_evaluation_defaults(br_evaluation_options *o, size_t size);

// Reads a law with its values: source is that of br_law_open. Texts of the options are copied. Without options (NULL) the defaults. Values may
// be missing still. Milliseconds. BR_BAD_LAW: the law or a list is wrong, or there is no such law, set or file; why (may be NULL) says
// what and where. On failure *e is untouched. Close what you opened.
BR_PUBLIC br_status br_evaluation_open(br_evaluation **e, const char *source, const br_evaluation_options *o,
                                       br_diag *why) BR_CHECKED;

// The same with set number `set` of a description (params is NULL), whose text is not read once more for each of its sets: the
// description must stay open longer than the evaluation.
BR_PUBLIC br_status br_evaluation_open_set(br_evaluation **e, const br_description *d, int set,
                                           const br_evaluation_options *o, br_diag *why) BR_CHECKED;
BR_PUBLIC void br_evaluation_close(br_evaluation *e); // NULL is fine

BR_PUBLIC const char *br_evaluation_name(const br_evaluation *e); // "lugre"
BR_PUBLIC const char *br_evaluation_set_name(const br_evaluation *e,
                                             int i);       // of the sets of its law; NULL behind the last
BR_PUBLIC int br_evaluation_turns(const br_evaluation *e); // 1: its values are those of a machine that turns

// ------- Values
// Number i, from 0 on; NULL behind the last.

typedef enum br_evaluated_origin {
    BR_EVALUATED_MISSING, // no value
    BR_EVALUATED_REST,    // a state without a value: 0
    BR_EVALUATED_DEFAULT, // that of the law
    BR_EVALUATED_GIVEN    // by params or values
} br_evaluated_origin;

typedef struct br_evaluated_quantity {
    size_t size;
    br_law_part part; // BR_LAW_INPUTS, BR_LAW_STATES or BR_LAW_PARAMETERS
    const char *name, *unit;
    br_evaluated_origin origin;
    int is_array, count;      // numbers, one per element
    const double *low, *high; // so many; equal where a value is no range
} br_evaluated_quantity;

BR_PUBLIC const br_evaluated_quantity *br_evaluation_quantity(const br_evaluation *e, int i);

typedef struct br_evaluated_assignment {
    size_t size;
    int in_set;              // 1: it stands in the set of br_evaluation_open_set; 0: in `values`
    const char *name, *word; // word: of a choice, "rational"; "" of numbers
} br_evaluated_assignment;

// The lists as they were read: those of the set of br_evaluation_open_set, and of `values`.
BR_PUBLIC const br_evaluated_assignment *br_evaluation_assignment(const br_evaluation *e, int i);

// ------- Conditions

typedef enum br_evaluated_answer {
    BR_EVALUATED_HOLDS,     // for every value of the ranges
    BR_EVALUATED_BROKEN,    // for every value
    BR_EVALUATED_UNDECIDED, // for some of them, or they are too wide for a proof
    BR_EVALUATED_UNKNOWN    // a quantity has no value
} br_evaluated_answer;

typedef struct br_evaluated_condition {
    size_t size;
    int must; // 1: `require`; 0: `expect`
    const char *text, *meaning;
    br_evaluated_answer answer;
    const char *sides; // both as the text compares them, "1.5 >= 1 N, margin 0.5 N"; "": it is no comparison
    double margin_low, margin_high; // of that comparison, above 0 where it holds; NaN: none
    const char *unit;               // of the sides; "": not known
    const char *needs;              // quantities without a value, "FC, v"; "": none
    int needs_parameter;            // 1: one of them is a parameter
    const char *needs_other;        // the first of them that is none, "v"; ""
    const char *needs_unit;         // and its unit
    const char *assumed;            // inputs and states that have their default, "dt = 0.001 s"; ""
} br_evaluated_condition;

// Evaluates all conditions of the law at its values, for br_evaluation_condition. Values may be missing. Allocates; milliseconds.
BR_PUBLIC br_status br_evaluation_find_conditions(br_evaluation *e, br_diag *why) BR_CHECKED;
BR_PUBLIC const br_evaluated_condition *br_evaluation_condition(const br_evaluation *e, int i);

// BR_BAD_LAW: a parameter has no value, or what the law requires does not hold; of what may hold or not, nothing is said.
BR_PUBLIC br_status br_evaluation_check(const br_evaluation *e, br_diag *why) BR_CHECKED;

// Properties with the choices that are made here, as br_description_properties.
BR_PUBLIC br_status br_evaluation_properties(br_evaluation *e, const br_described_properties **properties,
                                             br_diag *why) BR_CHECKED;

// ------- Results

// The modes at the point, by default the first one: one, or one per element, "stick, forward, stick"; of a law with several automata
// "left.mode = stick, right.mode = forward". BR_BAD_USAGE: there is no such mode, or the law has none; the modes are as before.
BR_PUBLIC br_status br_evaluation_set_modes(br_evaluation *e, const char *modes, br_diag *why) BR_CHECKED;

// Evaluates the law: rows, slopes and modes. Allocates; milliseconds. BR_BAD_LAW: a value is missing, or what the law requires does not
// hold. BR_BAD_USAGE: a value is a range, and no enclosure is asked for. BR_NOT_FINITE: a result is not finite, or its enclosure is
// not bounded, or empty; why says which. BR_BAD_MACHINE as of br_law_enclose. After a failure there are no results.
BR_PUBLIC br_status br_evaluation_run(br_evaluation *e, br_diag *why) BR_CHECKED;

typedef enum br_evaluated_domain {
    BR_EVALUATED_CONTINUOUS, // on the whole range; of a number always
    BR_EVALUATED_MAY_JUMP,   // defined, but perhaps not continuous: slopes do not bound differences
    BR_EVALUATED_UNDEFINED   // not on all of the range
} br_evaluated_domain;

typedef struct br_evaluated_row {
    size_t size;
    const char *name; // "z'", a rate; "F", an output; "z+" and "F+", after a sample
    const char *unit;
    int is_update;              // 1: z+ or F+
    int is_array, count;        // numbers, one per element
    const double *low, *high;   // so many: the enclosure; equal where it is a number
    br_evaluated_domain domain; // the worst of its elements
} br_evaluated_row;

BR_PUBLIC const br_evaluated_row *br_evaluation_row(const br_evaluation *e, int i);

typedef struct br_evaluated_slope {
    size_t size;
    int row;                  // number of the row that is differentiated,
    const char *by;           // by this quantity
    const char *unit;         // "N*s/m"; angles stay in sight, "N*m/(rad/s)"
    int is_array, is_matrix;  // array: a number per element; matrix: row by row
    int rows, columns;        // of numbers: rows is 1 but of a matrix
    const double *low, *high; // rows*columns
} br_evaluated_slope;

// Those that are not there are identically zero. At a kink it is the derivative from the right. None without `derivatives`.
BR_PUBLIC const br_evaluated_slope *br_evaluation_slope(const br_evaluation *e, int i);

typedef struct br_evaluated_automaton {
    size_t size;
    const char *name; // "mode", "left.mode"
    int modes;
    const char *const *mode; // so many: "stick", "forward"
    int is_array, count;     // modes at a time, one per element
} br_evaluated_automaton;

BR_PUBLIC const br_evaluated_automaton *br_evaluation_automaton(const br_evaluation *e, int i);
// The mode of an element at the point; -1: there is none.
BR_PUBLIC int br_evaluation_mode(const br_evaluation *e, int automaton, int element);
// 1: after the point an element may have this mode. Of numbers it is one mode, of ranges there may be several. After br_evaluation_run.
BR_PUBLIC int br_evaluation_mode_after(const br_evaluation *e, int automaton, int element, int mode);

// ------- Curves that show what a law does

typedef struct br_evaluated_curve {
    size_t size;
    const char *title;   // "Friction over velocity", "Friction over displacement"
    const char *meaning; // "Friction at constant velocity, in steady state."
    const char *x_name, *x_unit, *y_name, *y_unit;
    int count;
    const double *x, *y; // so many; NaN: there is no steady state
} br_evaluated_curve;

// The first output over the velocity in steady state and, of a law with states, over the displacement of a slow sine from rest: velocities
// and amplitude by the parameters. Other inputs without a value are 1 N, 1 N*m or 1 um. There are none of a law without a velocity among
// its inputs, with more than 200 states, or of a plant. Simulates: some 10 ms to seconds. BR_BAD_LAW as br_evaluation_check.
BR_PUBLIC br_status br_evaluation_find_curves(br_evaluation *e, br_diag *why) BR_CHECKED;
BR_PUBLIC const br_evaluated_curve *br_evaluation_curve(const br_evaluation *e, int i);

#ifdef __cplusplus
}
#endif
#endif
