// guard.h - evaluation of the guards of mode transitions.                      [host]
#ifndef BR_LAW_EVAL_GUARD_H
#define BR_LAW_EVAL_GUARD_H

#include "law/eval/tape.h"

// A tape whose rows are the guards of law->jump, in order, each over the elements it is over; for br_tape_modes, or to
// be enclosed.
br_status br_tape_make_guards(br_tape *t, const br_parsed_law *law, const int *n) BR_CHECKED;

#endif
