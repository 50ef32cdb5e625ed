// traits.h - properties of a law found in its graph: affine, smooth, symmetric. [host]
//
// They decide which flow, observer and proof a law gets; nothing is ever decided by a law's name.
#ifndef BR_LAW_EVAL_TRAITS_H
#define BR_LAW_EVAL_TRAITS_H

#include "law/graph/law.h"

typedef struct br_traits {
    bool affine;        // rates are affine in the states while inputs and modes are held
    bool elementwise;   // every state is an array, and an element's rate sees no other element
    bool core_elements; // a dense core of single states; elements see the core and themselves
    bool smooth_states; // no kink or jump (abs, sign, min, max, if, sqrt at 0) moves with the states
    bool smooth_inputs; // nor with the inputs
    bool own_modes;     // every state has a mode: each acts on its state alone, and its guards see no other
    bool mirror;        // turning the signs of `odd` quantities turns the signs of all results, bit-identically
    bool mirror_tried;  // false: the law has too many states and inputs, modes, or operations to try it
    int cores, arrays;  // single states, state arrays
    bool odd[BR_MAX_QUANTITIES]; // by quantity; meaningful when mirror
} br_traits;

// Both add derivative nodes to the graph. Structure: affine, elementwise, core_elements, own_modes,
// cores and arrays only.
br_status br_law_structure(br_parsed_law *law, br_traits *t) BR_CHECKED;
br_status br_law_traits(br_parsed_law *law, br_traits *t) BR_CHECKED;

#endif
