// kink.h - kinks and jumps of the rates of a law, as switching functions.      [host]
#ifndef BR_LAW_EVAL_KINK_H
#define BR_LAW_EVAL_KINK_H

#include "law/eval/tape.h"

// A tape with a row for each place of the rates that switches with states or inputs: the argument of abs and sign, the
// difference of the two sides of min, max and comparisons. Adds nodes to the graph.
br_status br_tape_make_kinks(br_tape *t, br_parsed_law *law, const int *n) BR_CHECKED;

#endif
