// tables.h - options of every command that reads a table.                       [host]
#ifndef BR_TOOL_TABLES_H
#define BR_TOOL_TABLES_H

#include "file/csv.h"
#include "tool/options.h"

extern const tool_option option_delimiter, option_decimal, option_truncated, option_infinite;

// What they say; what is not given is found. command names who asks in messages.
br_status tool_table_options(const tool_args *a, const char *command, br_csv_options *o, br_diag *why) BR_CHECKED;

#endif
