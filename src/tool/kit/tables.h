// tables.h - options of every command that reads a table.                       [host]
#ifndef BR_TOOL_KIT_TABLES_H
#define BR_TOOL_KIT_TABLES_H

#include "tool/kit/options.h"

#include <bristle/table.h>

extern const tool_option option_delimiter, option_decimal, option_truncated, option_infinite;

// What these options say, and what they do not say is found. command names who asks in messages.
br_status tool_table_options(br_table_options *o, const char *command, const tool_args *a, br_diag *why) BR_CHECKED;

// Opens the table that `name` names: one that a call lends, else a file.
br_status tool_table_handle(br_table **table, const char *command, const char *name, const tool_args *a,
                            br_diag *why) BR_CHECKED;

// All of them, for a list of options.
#define TABLE_OPTIONS &option_delimiter, &option_decimal, &option_truncated, &option_infinite

#endif
