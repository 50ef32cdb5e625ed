// said.h - messages of the library in the words of the command line: options in place of members of options.      [host]
#ifndef BR_TOOL_KIT_SAID_H
#define BR_TOOL_KIT_SAID_H

#include <bristle/status.h>

#include <stddef.h>

// What the library says, and what the command says in its place.
typedef const char *const tool_wording[2];

void tool_reword(const tool_wording *words, size_t count, br_diag *why);

// The message with a text before it. Answers status.
br_status tool_prefix(const char *text, br_status status, br_diag *why) BR_CHECKED;

// A message that begins with `whose` begins with `who` instead: "enclosure: " with "bristle simulate: ". Answers status.
br_status tool_said_by(const char *who, const char *whose, br_status status, br_diag *why) BR_CHECKED;

#endif
