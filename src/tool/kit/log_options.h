// log_options.h - options that go with logs, and what they say.    [host]
#ifndef BR_TOOL_KIT_LOG_OPTIONS_H
#define BR_TOOL_KIT_LOG_OPTIONS_H

#include "num/text/unit.h"
#include "tool/kit/options.h"

// Options of commands that load logs; --delimiter and the like (tool/kit/tables.h) go with them.
extern const tool_option option_signals, option_seed, option_mass, option_differentiate, option_cutoff;

// --mass in the unit wanted (kg, or kg*m^2) or without unit, above 0; *mass stays as it is where none is given.
br_status tool_log_mass(const char *command, const tool_args *a, br_unit wanted, double *mass, br_diag *why) BR_CHECKED;

// --cutoff in Hz; *cutoff stays as it is where none is given.
br_status tool_log_cutoff(const char *command, const tool_args *a, double *cutoff, br_diag *why) BR_CHECKED;

#endif
