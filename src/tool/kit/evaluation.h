// evaluation.h - MODEL, --params and --at of the command line as descriptions and evaluations of the library.         [host]
#ifndef BR_TOOL_KIT_EVALUATION_H
#define BR_TOOL_KIT_EVALUATION_H

#include <bristle/describe.h>
#include <bristle/evaluate.h>

#include <stdbool.h>

// brief: as of br_description_options.
br_status tool_describe(br_description **d, const char *model, bool brief, br_diag *why) BR_CHECKED;

// The options have params and values (--at).
br_status tool_evaluation_open(br_evaluation **e, const char *model, const br_evaluation_options *o,
                               br_diag *why) BR_CHECKED;
br_status tool_evaluation_open_set(br_evaluation **e, const br_description *d, int set, const br_evaluation_options *o,
                                   br_diag *why) BR_CHECKED;

// BR_OK if every parameter (and every state and input) has a value; else says which are missing and how to give them, with a set of the
// law as example.
br_status tool_evaluation_complete(const br_evaluation *e, bool states_and_inputs, br_diag *why) BR_CHECKED;

// BR_BAD_LAW and a message if a parameter has no value, or what the law requires does not hold.
br_status tool_evaluation_check(const br_evaluation *e, br_diag *why) BR_CHECKED;

#endif
