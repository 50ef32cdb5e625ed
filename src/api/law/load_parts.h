// load_parts.h - what reading a law and reading a plant with a law in it share.   [host]
#ifndef BR_API_LAW_LOAD_PARTS_H
#define BR_API_LAW_LOAD_PARTS_H

#include "api/law/load.h"
#include "law/builtin/embedded.h"

const br_text *br_built_in_law(const char *name); // NULL: there is none

// A law or parameter file that cannot be read is a bad one; memory that runs out is something else.
br_status br_read_input(const char *path, char **text, size_t *size, br_diag *why) BR_CHECKED;

// That params is neither a set of the law nor a file.
br_status br_no_such_params(const br_parsed_law *law, const char *params, br_diag *why);

#endif
