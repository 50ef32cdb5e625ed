// conditions.h - what a law requires and expects of its numbers.                [host]
#ifndef BR_TOOL_CONDITIONS_H
#define BR_TOOL_CONDITIONS_H

#include "law/model.h"

typedef enum condition_answer {
    CONDITION_HOLDS,
    CONDITION_BROKEN,
    CONDITION_UNDECIDED,
    CONDITION_UNKNOWN
} condition_answer;

typedef struct condition_result {
    condition_answer answer;         // UNDECIDED: true for some of the ranges; UNKNOWN: `needs` has no value
    char needs[200];                 // names, with commas
    bool sides;                      // the condition is left <= right, or <
    br_interval left, right, margin; // SI; margin is right - left
    bool strict;
} condition_result;

br_status condition_judge(const br_model *m, int condition, condition_result *r) BR_CHECKED;

// BR_BAD_LAW and words if a `require` of the law is broken; what cannot be judged passes.
br_status conditions_must_hold(const br_model *m, br_diag *why) BR_CHECKED;

#endif
