// log.h - logs of commands: a table or a rig by its name, as options say.    [host]
//
// Several logs of one call are an array of br_loaded_log (api/log/loaded_log.h), each loaded with the same arguments. `command` names
// who asks, in messages.
#ifndef BR_TOOL_KIT_LOG_H
#define BR_TOOL_KIT_LOG_H

#include "api/log/loaded_log.h"
#include "tool/kit/log_options.h"

// Loads the log that `name` names, with --signals, --seed and the options of tables in a. log starts as all zero but for
// `most` and `parted`, and is freed after a failure too. BR_BAD_DATA: time does not rise, or no table; BR_BAD_USAGE: a table without --signals.
br_status tool_log_load(br_loaded_log *log, const char *command, const char *name, const tool_args *a,
                        br_diag *why) BR_CHECKED;

// --differentiate and --cutoff: kind and cutoff (0: not given) of *o; *word is the kind's name. Where --differentiate is
// not given it is zero-phase, or central if that is set in *o. What else is in *o stays.
br_status tool_log_prepare(const char *command, const tool_args *a, br_prepare_options *o, const char **word,
                           br_diag *why) BR_CHECKED;

#endif
