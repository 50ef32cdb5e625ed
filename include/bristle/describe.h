// describe.h - what a law says: quantities over all of its choices, equations, modes, conditions, sets, and its properties.   [host]
//
//     br_description *d;
//     br_diag why;
//     if (br_description_open(&d, "lugre", NULL, &why) != BR_OK)
//         return fprintf(stderr, "%s\n", why.text), 4;
//     const br_described_quantity *q;
//     for (int i = 0; (q = br_description_quantity(d, i)); i++)
//         printf("%s [%s] %s\n", q->name, q->unit, q->meaning);
//     br_description_close(d);
//
// law.h has a law as its choices are made, with values, and computes with it; here is all that the text of the law declares,
// whatever is chosen. evaluate.h has one set of values: conditions and results at a point. Structures and texts that a description
// answers are its own, and stay until it is closed; structures may grow at their end, and begin with their size. A description serves one
// thread at a time. No call is for a control loop. NULL in place of a description is BR_BAD_USAGE, or answered by 0 or NULL.
#ifndef BRISTLE_DESCRIBE_H
#define BRISTLE_DESCRIBE_H

#include <bristle/law.h>
#include <bristle/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct br_description br_description;

typedef struct br_description_options {
    size_t size; // of this structure, by br_description_defaults
    int brief;   // 1: with the first value of each choice alone, without equations and laws that are used (default 0)
} br_description_options;

// Fills the options; size is sizeof *o. BR_BAD_USAGE: no structure of a size that is known.
BR_PUBLIC br_status br_description_defaults(br_description_options *o, size_t size);

// Reads a law: source is that of br_law_open, and is copied. Without options (NULL) the defaults. Reads the text once for each
// combination of choices, at most 256 of them, and if `brief` once: below a millisecond each for built-in laws. Some kB of memory for each
// quantity. BR_BAD_LAW: it is wrong, or there is no such law. why (may be NULL) says what is wrong and where; on failure *d is
// untouched. Close what you opened.
BR_PUBLIC br_status br_description_open(br_description **d, const char *source, const br_description_options *o,
                                        br_diag *why) BR_CHECKED;
BR_PUBLIC void br_description_close(br_description *d); // NULL is fine

BR_PUBLIC const char *br_description_name(const br_description *d);   // "lugre"
BR_PUBLIC const char *br_description_title(const br_description *d);  // in words; "" for none
BR_PUBLIC const char *br_description_source(const br_description *d); // where it was published; "" for none

// ------- What it declares
// Number i of a kind, from 0 on; NULL behind the last. Texts that are not there are "". What belongs to choices is that of the first
// values, but for quantities.

typedef struct br_described_quantity {
    size_t size;
    br_law_part part;        // BR_LAW_INPUTS, BR_LAW_STATES, BR_LAW_PARAMETERS or BR_LAW_OUTPUTS
    const char *name;        // "kappa"
    const char *elements;    // "n", of one number per element; "": a single number
    const char *unit;        // in SI, "N/m"; - for none
    const char *turning;     // the unit in a machine that turns, "N*m/rad"; "": the same
    const char *meaning;     // in words
    double low, high;        // what is allowed, in SI; infinite where there is no bound
    int low_open, high_open; // 1: the bound itself is not allowed
    const char *formula;     // its default as a formula, "FC" or "0.001"; "": none
    double value;            // that, where it is a number; else NaN
    const char *when;        // the choices that it needs, "direction is dependent"; "": it is always there
} br_described_quantity;

BR_PUBLIC const br_described_quantity *br_description_quantity(const br_description *d, int i);

typedef struct br_described_choice {
    size_t size;
    const char *name, *meaning;
    int values;
    const char *const *value; // so many; the first is the default
} br_described_choice;

// Those that are open: what `use` has chosen is none.
BR_PUBLIC const br_described_choice *br_description_choice(const br_description *d, int i);

typedef struct br_described_elements {
    size_t size;
    const char *name; // "n"
    int count;        // unless the values say otherwise
} br_described_elements;

BR_PUBLIC const br_described_elements *br_description_elements(const br_description *d, int i);

typedef struct br_described_automaton {
    size_t size;
    const char *name; // "mode", of a law with several "left.mode"
    int modes;
    const char *const *mode; // so many: "stick", "forward"
    const char *elements;    // "n": each element has its own mode
} br_described_automaton;

BR_PUBLIC const br_described_automaton *br_description_automaton(const br_description *d, int i);

typedef struct br_described_transition {
    size_t size;
    int automaton, from, to; // numbers of modes
    const char *guard;       // the condition, in the notation of laws; what is nested too deep is "..."
} br_described_transition;

// Of all automata; of one and the same mode the first whose guard holds is taken.
BR_PUBLIC const br_described_transition *br_description_transition(const br_description *d, int i);

typedef struct br_described_condition {
    size_t size;
    int must;         // 1: `require`; 0: `expect`, whose violation is a warning
    const char *text; // "FS >= FC"
    const char *meaning;
} br_described_condition;

BR_PUBLIC const br_described_condition *br_description_condition(const br_description *d, int i);

typedef struct br_described_contained {
    size_t size;
    const char *law;  // which it becomes; equal parameters have equal names
    const char *with; // with these values, "FS = FC, sigma1 = 0"
    int limit;        // 1: one of them is a limit, inf or 0, that a value only comes close to
} br_described_contained;

// A law that contains another one fits every log at least as well.
BR_PUBLIC const br_described_contained *br_description_contained(const br_description *d, int i);

typedef struct br_described_set {
    size_t size;
    const char *name, *meaning;
    const char *text; // its values as written, a line each; evaluate.h reads them
} br_described_set;

BR_PUBLIC const br_described_set *br_description_set(const br_description *d, int i);

typedef struct br_described_use {
    size_t size;
    const char *name; // of a law that is used, by the law or by another one that is used
    const char *as;   // under this name, "fr"; "": its names are those of the law
} br_described_use;

// In the order of the text, followed by what they use; at most 32.
BR_PUBLIC const br_described_use *br_description_use(const br_description *d, int i);

// ------- Equations
// Of the law itself (use = -1), or of a law that it uses.

// Line i of the equations, conditions, modes and transitions as they stand in the text, with comments; "" of an empty line.
BR_PUBLIC const char *br_description_line(const br_description *d, int use, int i);

typedef struct br_described_equation {
    size_t size;
    const char *
        math; // MathML as a textbook writes it, one line: <math>...</math>; no text of the law in it but names and numbers
    const char *mode; // in which it holds, "stick"; of a transition "stick to forward"
    const char *when; // the choices that it needs, "form is force"; "": none
    const char *note; // the comment behind it, as written: escape it before it becomes HTML
    int usual;        // 1: it holds with the first value of every choice
} br_described_equation;

BR_PUBLIC const br_described_equation *br_description_equation(const br_description *d, int use, int i);

// ------- Properties
// Read off the equations, never by the name of a law; they decide which flow, observer and proof a law gets.

typedef struct br_described_properties {
    size_t size;
    const char *choices;  // as made here, "form = deflection, damping = constant"; "" without choices
    int states, arrays;   // single states, and arrays of states
    int modes;            // 1: the law has modes; what follows holds within each of them
    int affine;           // rates are affine in the states while inputs and modes are held
    int elementwise;      // every state is an array, and the rate of an element sees no other element
    int core;             // elements see the single states and themselves, not each other
    int smooth_states;    // no kink or jump moves with the states
    int smooth_inputs;    // nor with the inputs
    int mirror;           // a reversed motion reverses all results, bit for bit; -1: not tested, the law is too large
    const char *reversed; // with it change sign: "v, z"
} br_described_properties;

// With the first value of every choice. Allocates, once; milliseconds, of laws with thousands of operations seconds. BR_NO_MEMORY: *properties
// is untouched.
BR_PUBLIC br_status br_description_properties(br_description *d, const br_described_properties **properties,
                                              br_diag *why) BR_CHECKED;

// ------- Checking the text

typedef struct br_described_check {
    size_t size;
    int combinations; // of choices that were read
    int all;          // 1: there are no others; 0: more than that
    int turning;      // 1: of machines that slide and turn
} br_described_check;

// Reads the law with every combination of its choices, at most 256, and for every kind of motion: syntax, units, and defaults that need
// no values. BR_BAD_LAW: one of them is wrong; why says where, and with which choices. Takes as long as
// br_description_open, or twice that.
BR_PUBLIC br_status br_description_check(br_description *d, const br_described_check **check, br_diag *why) BR_CHECKED;

typedef struct br_described_unused {
    size_t size;
    const char *kind; // "parameter", "input", "definition"
    const char *name;
} br_described_unused;

// What nothing stands on with any choice, known after br_description_check of all combinations.
BR_PUBLIC const br_described_unused *br_description_unused(const br_description *d, int i);

#ifdef __cplusplus
}
#endif
#endif
