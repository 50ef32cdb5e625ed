// describe_parts.h - a description as a program holds it; for the files of the C API only.   [host]
#ifndef BR_API_DESCRIBE_DESCRIBE_PARTS_H
#define BR_API_DESCRIBE_DESCRIBE_PARTS_H

#include "api/describe/store.h"
#include "api/law/load.h"

#include <bristle/describe.h>

enum {
    BR_DESCRIBED_COMBINATIONS = 256, // of choices that are read
    BR_DESCRIBED_USES = 32           // laws that are used, of which there are equations
};

typedef struct br_equations { // of the law, or of one that it uses
    br_listed line, equation;
} br_equations;

struct br_description {
    char *text; // as given: what the source points into
    br_law_source from;
    br_parsed_law law; // with the first value of every choice
    br_store store;
    br_listed quantity, choice, elements, automaton, transition, condition, contained, set, use, unused;
    br_equations equations[1 + BR_DESCRIBED_USES];
    const br_described_properties *properties;
    br_described_check check;
};

// Reads a law with choices, motion 1 of a machine that turns.
br_status br_describe_read(const br_model_source *s, const br_chosen *chosen, int count, int motion, br_parsed_law *law,
                           br_diag *why) BR_CHECKED;

// "direction is dependent and damping is fading"
enum { BR_CHOSEN_SIZE = 200 };
void br_describe_chosen(const br_chosen *chosen, int count, char words[BR_CHOSEN_SIZE]);

// All but quantities; of what the text says beside them.
void br_describe_declarations(br_description *d);
br_status br_describe_equations(br_description *d) BR_CHECKED;

// With the choices that the law was read with. Adds nodes to its graph.
br_status br_describe_properties(br_store *to, br_parsed_law *law, const br_described_properties **is) BR_CHECKED;

// Names of modes of an automaton.
const char *const *br_describe_modes(br_store *s, const br_automaton *a);

// The status of a call about a law, whose message is one of this header.
br_status br_describe_said(br_status status, br_diag *why);

#endif
