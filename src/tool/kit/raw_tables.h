// raw_tables.h - tables as the rows of the room file, for commands that are no clients of table.h yet.                       [host]
#ifndef BR_TOOL_KIT_RAW_TABLES_H
#define BR_TOOL_KIT_RAW_TABLES_H

#include "file/table/rows.h"
#include "tool/kit/options.h"

// As tool_table_handle.
br_status tool_table_open(br_rows *r, const char *command, const char *name, const tool_args *a,
                          br_diag *why) BR_CHECKED;

#endif
