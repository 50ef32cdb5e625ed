// load.h - MODEL, --params and --at of the command line: what is missing.         [host]
#ifndef BR_TOOL_KIT_LOAD_H
#define BR_TOOL_KIT_LOAD_H

#include "api/law/load.h"

// BR_OK if every parameter (and every state and input) has a value; else says which are missing and how to give them,
// with a set of the law `sets` as example.
br_status tool_model_complete(const br_model *m, const br_parsed_law *sets, bool states_and_inputs,
                              br_diag *why) BR_CHECKED;

#endif
