// said.h - messages of the library in the words of the command line: options in place of members of options.      [host]
#ifndef BR_TOOL_KIT_SAID_H
#define BR_TOOL_KIT_SAID_H

#include <bristle/status.h>

#include <stddef.h>

// Names of members in a message of the library (br_diag_place) become options of the command: "hold_out" is "--hold-out". Answers status.
br_status tool_said(br_status status, br_diag *why) BR_CHECKED;

// The same, and what the library calls `values` is the option `option`.
br_status tool_said_values(const char *option, br_status status, br_diag *why) BR_CHECKED;

// Functions that a message of the library names, and the commands that do the same.
typedef const char *const tool_wording[2];
void tool_name_commands(const tool_wording *words, size_t count, br_diag *why);

// The message with a text before it. Answers status.
br_status tool_prefix(const char *text, br_status status, br_diag *why) BR_CHECKED;

// A message that begins with `whose` begins with `who` instead: "enclosure: " with "bristle simulate: ". Answers status.
br_status tool_said_by(const char *who, const char *whose, br_status status, br_diag *why) BR_CHECKED;

#endif
