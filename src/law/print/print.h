// print.h - a law as readable C99.                                             [host]
//
// The printed functions work on `count` points at once, as the library does; the same text is compiled into the
// library and given to users, so both compute the same bits. Nothing is allocated, loops are bounded.
#ifndef BR_LAW_PRINT_PRINT_H
#define BR_LAW_PRINT_PRINT_H

#include "law/graph/jet.h"

typedef struct br_print_options {
    bool single;  // float instead of double
    bool some;    // also the derivatives of br_jet_some by themselves
    bool flow;    // and all substeps of a step, where the law is elementwise
    bool margins; // also those of the guards (law/graph/margin.h), as NAME_margin and NAME_margin_jet
    bool library; // as src/law/printed has it: the loops over points are those of law/printed/tile.h
    bool both;    // with library: one text for double and float
    bool whole;   // a file that stands alone: the elementary functions it needs are pasted in
    // Of every condition whether it is printed, too: NAME_require(size, p, out) has a number for each of those, above 0 where it
    // holds. They stand on parameters alone. NULL: none.
    const bool *required;
    bool alone;         // and nothing else
    const char *prefix; // of all names; NULL: "br_" (double) or "brf_" (float)
} br_print_options;

#define BR_PRINT_MOST 20000 // operations of a law that is printed: some 30000 lines of C

// BR_BAD_LAW and a message: the law has more operations than that. To be called before derivatives are added to its graph.
br_status br_law_check_printable(const br_parsed_law *law, br_diag *why) BR_CHECKED;

// Writes the C of a law to *result (malloc'ed, the caller frees it). Adds derivative nodes to the law's graph.
br_status br_parsed_law_print(br_parsed_law *law, const br_print_options *options, char **result,
                              br_diag *why) BR_CHECKED;

#endif
