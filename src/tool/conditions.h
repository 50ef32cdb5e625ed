// conditions.h - what a law requires and expects of its numbers.                [host]
#ifndef BR_TOOL_CONDITIONS_H
#define BR_TOOL_CONDITIONS_H

#include "file/buffer.h"
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
    int needs_other;                 // the first of them that is no parameter, or -1
    bool needs_param;                // one of them is a parameter
    char assumed[600];               // inputs and states that have their default: "dt = 0.001 s", or empty
    bool sides;                      // the condition is left <= right, or <
    br_interval left, right, margin; // SI; margin is right - left
    bool strict, turned;             // turned: the text says right >= left
    char unit[BR_UNIT_SIZE];         // of the sides, or empty: it cannot be told
} condition_result;

br_status condition_judge(const br_model *m, int condition, condition_result *r) BR_CHECKED;

// "1.5 >= 1 N, margin 0.5 N": both sides in the order of the text.
void condition_show_sides(br_buffer *out, const condition_result *r);

// BR_BAD_LAW and words if a `require` of the law is broken; what cannot be judged passes.
br_status conditions_must_hold(const br_model *m, br_diag *why) BR_CHECKED;

#endif
