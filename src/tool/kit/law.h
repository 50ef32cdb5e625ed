// law.h - MODEL, --params and --at of the command line as a law of the library.         [host]
#ifndef BR_TOOL_KIT_LAW_H
#define BR_TOOL_KIT_LAW_H

#include "num/text/buffer.h"
#include "num/text/unit.h"

#include <bristle/law.h>

#include <stdbool.h>

// params, at: NULL where they are not given. *law is closed by the caller.
br_status tool_law_open(br_law **law, const char *model, const char *params, const char *at, br_diag *why) BR_CHECKED;

// A message about a law that is not there, or about its sets, in the words of the command line. Answers status.
br_status tool_law_said(br_status status, br_diag *why) BR_CHECKED;

// Values on top, as of the option `name`, "--range".
br_status tool_law_set(br_law *law, const char *name, const char *values, br_diag *why) BR_CHECKED;

// BR_OK if every parameter has a value, and what the law requires holds; else says which are missing and how to give them.
br_status tool_law_check(const br_law *law, br_diag *why) BR_CHECKED;

// The same, and none of them is a range.
br_status tool_law_single(const br_law *law, const char *command, br_diag *why) BR_CHECKED;

bool tool_law_ranged(const br_law *law); // a parameter is a range

// Of its mass, N*s^2/m: kg, or of a law that turns kg*m^2.
br_unit tool_law_mass_unit(const br_law *law);

void tool_law_name(br_buffer *out, const br_law *law); // "stick-slip (friction = lugre)"

#endif
