// condition.h - conditions of a law (require, expect), checked at the values of a model. [host]
#ifndef BR_LAW_MODEL_CONDITION_H
#define BR_LAW_MODEL_CONDITION_H

#include "law/model/model.h"
#include "num/text/buffer.h"

typedef enum br_holding { BR_HOLDS, BR_BROKEN, BR_UNDECIDED, BR_UNKNOWN } br_holding;

typedef struct br_judgement {
    br_holding answer; // UNDECIDED: true for some of the ranges; UNKNOWN: a quantity has no value
    bool sides;        // the condition is left <= right, or < (strict)
    bool strict;
    bool turned;                     // its text says right >= left
    br_interval left, right, margin; // SI; margin is right - left
    char unit[BR_UNIT_SIZE];         // of the sides, or empty: unknown
} br_judgement;

// Was the quantity given a value, or a default? States without a value are 0 and say nothing about conditions.
bool br_model_knows(const br_model *m, int quantity);

br_status br_model_check_condition(const br_model *m, int condition, br_judgement *j) BR_CHECKED;

// "1.5 >= 1 N, margin 0.5 N": both sides in the order of the text.
void br_judgement_show(br_buffer *out, const br_judgement *j);

// What the condition is called, or else its text.
void br_condition_name(const br_condition *c, char words[BR_MAX_WORDS + 1]);

// BR_BAD_LAW and words if a `require` is broken; what cannot be judged passes.
br_status br_model_must_hold(const br_model *m, br_diag *why) BR_CHECKED;
// The same, and for an `expect` that compares two parameters: FS >= FC.
br_status br_model_should_hold(const br_model *m, br_diag *why) BR_CHECKED;
// A line for every `expect` on parameters alone that is broken: physics is unusual, or a property does not hold.
br_status br_model_warn(const br_model *m, br_buffer *to) BR_CHECKED;
// Of these words what stands behind the name of the law: "requires 'FS >= FC', but here 0.5 < 1 N".
const char *br_broken_words(const br_diag *why);

#endif
