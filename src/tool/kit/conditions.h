// conditions.h - conditions of a law, evaluated and as text.                     [host]
#ifndef BR_TOOL_KIT_CONDITIONS_H
#define BR_TOOL_KIT_CONDITIONS_H

#include "num/text/buffer.h"
#include "law/model/condition.h"

typedef struct condition_result {
    br_judgement is;
    char needs[200];   // names, with commas
    int needs_other;   // the first of them that is no parameter, or -1
    bool needs_param;  // one of them is a parameter
    char assumed[600]; // inputs and states that have their default: "dt = 0.001 s", or empty
} condition_result;

br_status condition_evaluate(const br_model *m, int condition, condition_result *r) BR_CHECKED;

// A condition that must hold, and is not proved to hold on all of the ranges.
bool condition_is_undecided(const br_condition *c, const condition_result *r);

// Both sides in the order of the text.
static inline void condition_show_sides(br_buffer *out, const condition_result *r)
{
    br_judgement_show(out, &r->is);
}

// BR_BAD_LAW and a message if a `require` of the law is violated; what cannot be evaluated passes.
br_status conditions_must_hold(const br_model *m, br_diag *why) BR_CHECKED;

// BR_OK if every parameter has a value, which may be a range, and conditions_must_hold.
br_status tool_model_check(const br_model *m, br_diag *why) BR_CHECKED;

#endif
